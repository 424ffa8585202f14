//! Amending: an input is corrected after the dice. The same dice are ruled again, and all that followed.
use serde_json::{Value, json};

use crate::{
    Answer, DiceAtHand, Given, Mode, Playable, Problem, Session,
    asking::Asking,
    deciding::too_many,
    line::{Amending, reasoned, verb_and_rest},
    session::IsOf,
    story::{dice_words, other_faces},
};
use play::journal::{AmendError, AmendErrorOf, Amendment, Difference, Entry, EntryOf, Fresh, Outcome, OutcomeOf, Owed};
use play::{self, Ask, Dice, Die, EventOf, Game, Halt, Roll, Throw, verbs};
use serde::Serialize;

/// What may stand alone behind the number of an entry that has a range.
const ANOTHER_RANGE: &str = "range 9.8";

impl Amending {
    /// With the reason that stands behind the command, where none stands before it and the command, which may have a reason
    /// of its own, cannot be read so.
    fn reason_found(&self, is_read: impl Fn(&str) -> bool) -> Result<Amending, Problem> {
        let has_faces = verb_and_rest(&self.line).0.eq_ignore_ascii_case("dice");
        if self.because.is_some() || !has_faces && is_read(&self.line) {
            return Ok(self.clone());
        }
        let (line, because) = reasoned(&self.line, &format!("amend {} because \"a slip\" ...", self.entry))?;
        Ok(if because.is_some() { Amending { because, line: line.to_owned(), ..*self } } else { self.clone() })
    }

    /// The faces of `amend 12 dice 3 9 4`: others for those that fell, with the command as it is.
    fn other_faces(&self) -> Result<Option<Vec<u8>>, Problem> {
        if !verb_and_rest(&self.line).0.eq_ignore_ascii_case("dice") {
            return Ok(None);
        }
        let taken = verbs::take_dice(&self.line, &mut verbs::tokens(&self.line), 0, false);
        taken.map(|(faces, _)| faces).map_err(|fault| Problem::in_line(&self.line, fault))
    }

    /// The faces of `amend 12 izumo dice 3 9 4`: others for those of one unit; and which dice are its. `None` where the line
    /// is anything else.
    fn faces_of_one<G: Playable>(&self, at: &G::State) -> Result<Option<OfOne<G>>, Problem> {
        let words = verbs::tokens(&self.line);
        let Some(dice) = words.iter().position(|word| !word.is_quoted() && word.key == "dice").filter(|at| 0 < *at)
        else {
            return Ok(None);
        };
        let (name, rest) = self.line.split_at(words[dice].at.start);
        let Some(is_of) = G::dice_of(at, name.trim()) else { return Ok(None) };
        let faces = verbs::take_dice(rest, &mut verbs::tokens(rest), 0, false);
        let (faces, _) = faces.map_err(|fault| Problem::in_line(rest, fault))?;
        Ok(faces.map(|faces| (is_of, faces)))
    }

    /// The reason of an amendment, where one was given or is owed. Refused where one is owed and nobody gives it.
    fn reason<G: Playable>(
        &self,
        amendment: &Amendment<G>,
        session: &mut Session<'_, G>,
    ) -> Result<Option<String>, Problem> {
        let owed = amendment.owed;
        if self.because.is_some() || owed.is_nothing() {
            return Ok(self.because.clone());
        }
        let what = owed_in_words(owed);
        let hint = format!("amend {} because \"a slip\" {}", self.entry, self.line);
        if session.door.asks() {
            let without = "nothing is amended so without a reason";
            return session.asked_why(&format!("{what}. Why? "), without, &hint).map(Some);
        }
        let what = format!("{what}, and an entry is amended then for a reason only, which stands in the log");
        Err(Problem::new(what).hint(hint))
    }
}

impl<G: Playable> Session<'_, G> {
    /// Corrects an input after the dice: the same dice are ruled again, and all that followed. Both stay in the journal.
    pub(crate) fn amend(&mut self, amending: &Amending) -> Result<Answer, Problem> {
        G::may_amend(self)?;
        let rests_on = G::rests_on(self, amending.entry, &amending.line)?;
        let rests_on = rests_on.map(|(entry, line)| Amending { entry, line, ..amending.clone() });
        let amending = rests_on.as_ref().unwrap_or(amending);
        let entry = amending.entry;
        let now = self.as_it_stands(entry)?;
        let at = self.journal().state_before(entry);
        if let Some((is_of, faces)) = amending.faces_of_one::<G>(&at)? {
            let amendment = self.amendment_of_one(entry, (&at, &now), is_of, &faces)?;
            return self.amended(amending, (&at, &now), amendment, None);
        }
        let amending = &amending.reason_found(|line| G::read_amended(&at, &now, line).is_ok())?;
        let other = amending.other_faces()?;
        let (command, dice) = match &other {
            Some(_) => (now, other.clone()),
            None => {
                let order = G::read_amended(&at, &now, &amending.line).map_err(|problem| {
                    if !problem.is_no_order {
                        return problem;
                    }
                    // Nothing of the line is of an order: what is offered can be typed.
                    let alone = G::read_amended(&at, &now, ANOTHER_RANGE).is_ok();
                    let line = if alone { ANOTHER_RANGE.to_owned() } else { G::print(&at, &now) };
                    problem.hint(format!("amend {entry} {line}"))
                })?;
                (G::amended(self, entry, &at, order.command)?, order.dice)
            }
        };
        let amendment = self.amendment(entry, &at, &command, (dice.as_deref(), other.is_some()))?;
        // As they were typed: the journal has them in the order of the rules.
        let typed = other.filter(|_| self.door.asks());
        self.amended(amending, (&at, &command), amendment, typed.as_deref())
    }

    /// Records an amendment and tells what came of it; `typed` are other faces, in the order of the questions.
    fn amended(
        &mut self,
        amending: &Amending,
        (at, command): (&G::State, &G::Command),
        amendment: Amendment<G>,
        typed: Option<&[u8]>,
    ) -> Result<Answer, Problem> {
        let entry = amending.entry;
        if amendment.differences.iter().any(|one| one.entry != entry && G::is_untold(self, one.entry)) {
            let what =
                format!("after entry {entry} an order was given that is still secret, and it would be ruled again");
            return Err(Problem::new(what).hint("next, then amend"));
        }
        let because = amending.reason(&amendment, self)?;
        let now = G::print(at, command) + &typed.map_or_else(|| other_faces(&amendment.entry), dice_words);
        let text = if G::in_brief(self) {
            self.amended_in_brief(&now, at, &amendment)
        } else {
            let same = if amendment.differences.is_empty() { "Nothing comes out otherwise." } else { "" };
            let (told, left) = (self.differences(at, &amendment), unchanged(&amendment));
            format!("Entry {entry} is now: {now}\n{same}{told}{left}")
        };
        let changed: Vec<usize> = amendment.differences.iter().map(|difference| difference.entry).collect();
        let (doubts, json) = doubts::<G>(at, &amendment);
        let order = typed.and_then(|_| G::order_of_faces(self, own_events(&amendment)?)).map(str::to_owned);
        self.record(amendment.because(because))?;
        let text = [vec![text], order.into_iter().collect(), doubts].concat().join("\n");
        let answer = Answer::text(text).with(json!({ "amended": entry, "differences": changed }));
        Ok(if json.is_empty() { answer } else { answer.key("doubts", json.into()) })
    }

    /// The amendment that the rules make of it, with new dice thrown, typed or asked for.
    fn amendment(
        &mut self,
        entry: usize,
        at: &G::State,
        command: &G::Command,
        (dice, are_other): (Option<&[u8]>, bool),
    ) -> Result<Amendment<G>, Problem> {
        let throws = self.mode == Mode::Roll && (dice.is_none() || are_other);
        // As for the order itself: a person types them in the order of the questions that they answer.
        let as_asked = are_other && self.door.asks();
        let mut line: Vec<u8> = dice.filter(|_| as_asked).unwrap_or_default().to_vec();
        let mut asking = Asking::new(self.door, dice.filter(|_| !as_asked));
        let mut given = Given::default();
        loop {
            let mut hand = DiceAtHand::typed(&asking.faces);
            match self.ruled_again(entry, command, &mut hand, (are_other, throws)) {
                Ok(amendment) if line.is_empty() && hand.left().is_empty() => return Ok(amendment),
                Ok(_) => {
                    let problem = too_many(&[hand.left(), &line].concat());
                    let hint = "the dice that fell are kept: leave new ones out unless more are needed";
                    return Err(if are_other { problem } else { problem.hint(hint) });
                }
                Err(AmendError::NeedsRoll { entry: again, ask, missing }) if self.door.asks() => {
                    // What follows is asked for die by die.
                    let own = again == entry && as_asked;
                    let all = (&mut asking, &mut given, &mut line);
                    if own && self.lays_out(at, command, all, (&ask, missing)) {
                        continue;
                    }
                    if !own && !line.is_empty() {
                        return Err(too_many(&line));
                    }
                    let hand = &mut DiceAtHand::supposed(&asking.faces);
                    let ruled = self.ruled_again(entry, command, hand, (are_other, throws)).ok();
                    let needs = ruled.and_then(|ruled| self.amended_needs(ruled.entry, again, &ask));
                    if own {
                        let halted = play::halted_in::<G>(at, command, &mut DiceAtHand::typed(&asking.faces));
                        let at = (at, command, &halted);
                        self.ask_for_dice((&mut asking, &mut given, &mut line), at, (&ask, missing), needs)?;
                    } else {
                        self.ask_for_faces(&mut asking, at, &ask, missing, needs)?;
                    }
                }
                Err(AmendError::NeedsRoll { entry: same, ask, missing }) if are_other && same == entry => {
                    return Err(short_of_faces(entry, G::halted(at, command, Halt::NeedsRoll { ask, missing })));
                }
                Err(error) => return Err(problem::<G>(at, command, error)),
            }
        }
    }

    /// The amendment by these dice, or why there is none.
    fn ruled_again(
        &self,
        entry: usize,
        command: &G::Command,
        hand: &mut DiceAtHand<G::Purpose>,
        (are_other, throws): (bool, bool),
    ) -> Result<Amendment<G>, AmendErrorOf<G>> {
        let fresh = match (are_other, throws) {
            (true, throws) => Fresh::Other { dice: hand, throws },
            (false, true) => Fresh::Thrown,
            (false, false) => Fresh::Given(hand),
        };
        self.journal().amend(entry, command, fresh)
    }

    /// As [`amendment`](Session::amendment), by other faces for the dice of one unit; the others stay as they fell.
    fn amendment_of_one(
        &self,
        entry: usize,
        (at, command): (&G::State, &G::Command),
        is_of: IsOf<G>,
        faces: &[u8],
    ) -> Result<Amendment<G>, Problem> {
        let deeds = self.journal().deeds();
        let events = deeds.iter().find(|deed| deed.entry == entry).map(|deed| deed.events).unwrap_or_default();
        let fell: Vec<Roll<G::Purpose>> = events.iter().flat_map(|event| &event.dice).cloned().collect();
        if !fell.iter().any(|roll| is_of(&roll.purpose)) {
            return Err(Problem::new(format!("entry {entry} has no dice of it")).hint(format!("why {entry}")));
        }
        let mut dice = DiceOfOne { typed: DiceAtHand::typed(faces), fell, is_of };
        let fresh = Fresh::Other { dice: &mut dice, throws: self.mode == Mode::Roll };
        match self.journal().amend(entry, command, fresh) {
            Ok(amendment) if dice.typed.left().is_empty() => Ok(amendment),
            Ok(_) => Err(too_many(dice.typed.left())),
            Err(AmendError::NeedsRoll { entry: same, ask, missing }) if same == entry => {
                Err(short_of_faces(entry, G::halted(at, command, Halt::NeedsRoll { ask, missing })))
            }
            Err(error) => Err(problem::<G>(at, command, error)),
        }
    }

    /// The command of a deed in force, as last amended.
    fn as_it_stands(&self, entry: usize) -> Result<G::Command, Problem> {
        let deed = self.journal().deeds().into_iter().find(|deed| deed.entry == entry);
        let command = deed.map(|deed| deed.command.clone());
        command.ok_or_else(|| not_in_force(entry))
    }

    /// The numbers of the ruling for which an amendment needs new dice: entry `at`, in the light of all ruled before it.
    fn amended_needs(&self, supposed: EntryOf<G>, at: usize, ask: &Ask<G::Purpose>) -> Option<String> {
        let Entry::Amended { entry, ruled, .. } = supposed else { return None };
        let mut state = self.journal().state_before(entry);
        for again in ruled {
            let Outcome::Stands(events) = again.outcome else { continue };
            if again.entry == at {
                let asks = |event: &EventOf<G>| event.dice.iter().any(|roll| roll.purpose == ask.purpose);
                return self.numbers(&state, &events, asks, ask);
            }
            play::apply_all::<G>(&mut state, &events);
        }
        None
    }

    /// Walks the deeds that an amendment rules again; tells each that comes out otherwise, in the state in which it was
    /// ruled and in that in which it is ruled now, with why its command is refused. Ends in how things were and how they
    /// are.
    fn compare(
        &self,
        at: &G::State,
        amendment: &Amendment<G>,
        mut tell: impl FnMut(&Difference<G>, (&G::State, &G::State), Why<'_, G>),
    ) -> (G::State, G::State) {
        let (mut was, mut is) = (at.clone(), at.clone());
        let Entry::Amended { entry, ruled, .. } = &amendment.entry else { return (was, is) };
        let deeds = self.journal().deeds();
        let from = deeds.partition_point(|deed| deed.entry < *entry);
        let mut differences = amendment.differences.iter().peekable();
        for (deed, again) in deeds[from..].iter().zip(ruled) {
            if let Some(one) = differences.next_if(|one| one.entry == again.entry) {
                tell(one, (&was, &is), one.refused.as_ref().map(|reason| (deed.command, reason)));
            }
            play::apply_all::<G>(&mut was, deed.events);
            play::apply_all::<G>(&mut is, again.outcome.events());
        }
        (was, is)
    }

    /// Every deed that comes out otherwise: as it was, and as it is now, each in the light of what came before it.
    fn differences(&self, at: &G::State, amendment: &Amendment<G>) -> String {
        let mut text = String::new();
        self.compare(at, amendment, |one, (was, is), why| {
            let (before, after) = (outcome::<G>(was, &one.before, None), outcome::<G>(is, &one.after, why));
            text.push_str(&difference(one.entry, &before, &after));
            if let Some(faces) = dropped(one) {
                text.push_str(&format!("\n{}no longer needed: {faces}", G::INDENT));
            }
        });
        text
    }

    /// What came out otherwise, before and now, a line for each ruling by dice; then what is left of it.
    fn amended_in_brief(&self, now: &str, at: &G::State, amendment: &Amendment<G>) -> String {
        let Entry::Amended { entry, ruled, .. } = &amendment.entry else { return String::new() };
        let mut lines = vec![format!("#{entry} is now: {now}")];
        let (was, is) = self.compare(at, amendment, |one, (was, is), why| {
            let (told, number) = (lines.len(), one.entry);
            let mut same = "comes out otherwise";
            match &one.after {
                Outcome::Struck { .. } => {
                    let why = outcome::<G>(is, &one.after, why);
                    lines.extend(why.iter().map(|why| format!("#{number} is {}", why.trim_start())));
                }
                Outcome::Stands(events) => {
                    let after = G::outcomes(is, events);
                    if !after.is_empty() {
                        same = "comes to the same by other numbers";
                    }
                    lines.extend(otherwise(number, G::outcomes(was, one.before.events()), after));
                }
            }
            lines.extend(dropped(one).map(|faces| format!("#{number} no longer needs its dice {faces}")));
            if lines.len() == told && number != *entry {
                lines.push(format!("#{number} {same}: why {number}"));
            }
        });
        lines.extend(G::changes(self, &was, &is));
        let follows = |number: usize| amendment.differences.iter().any(|one| one.entry == number);
        lines.push(match ruled.iter().skip(1).filter(|again| !follows(again.entry)).count() {
            all if all + 1 == ruled.len() => "Nothing that follows changed.".to_owned(),
            0 => return lines.join("\n"),
            1 => "The other later entry stands.".to_owned(),
            more => format!("The other {more} later entries stand."),
        });
        lines.join("\n")
    }
}

/// Which dice are of one unit, and the faces typed for them.
type OfOne<G> = (IsOf<G>, Vec<u8>);

/// The dice of a deed as they fell, but for those of one unit, which are typed.
struct DiceOfOne<P> {
    typed: DiceAtHand<P>,
    fell: Vec<Roll<P>>,
    is_of: Box<dyn Fn(&P) -> bool>,
}

impl<P: Clone + PartialEq + Serialize> Dice<P> for DiceOfOne<P> {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        if (self.is_of)(&ask.purpose) {
            return self.typed.throw(ask);
        }
        let is_asked = |roll: &Roll<P>| roll.sides == ask.sides && roll.purpose == ask.purpose;
        let mut next = || self.fell.iter().position(is_asked).map(|at| self.fell.remove(at).die());
        let dice: Vec<Die> = (0..ask.count).map_while(|_| next()).collect();
        match ask.count - dice.len() as u16 {
            0 => Throw::Fell(dice),
            missing => Throw::Missing(missing),
        }
    }
}

/// Other faces for an entry are too few.
fn short_of_faces(entry: usize, problem: Problem) -> Problem {
    let line = format!("every face that it needs, in order: amend {entry} dice ...");
    problem.of(format_args!("entry {entry}")).hint(line)
}

/// What comes of the amended command itself.
fn own_events<G: Playable>(amendment: &Amendment<G>) -> Option<&[EventOf<G>]> {
    let Entry::Amended { entry, ruled, .. } = &amendment.entry else { return None };
    ruled.iter().find(|again| again.entry == *entry).map(|again| again.outcome.events())
}

/// What of the amended command itself may be a slip.
fn doubts<G: Playable>(at: &G::State, amendment: &Amendment<G>) -> (Vec<String>, Vec<Value>) {
    own_events(amendment).map(|events| G::doubts(at, events)).unwrap_or_default()
}

/// Why a command is refused that was lawful before.
type Why<'a, G> = Option<(&'a <G as Game>::Command, &'a <G as Game>::Reason)>;

/// The faces of a deed that decide nothing any more.
fn dropped<G: Game>(one: &Difference<G>) -> Option<String> {
    let faces: Vec<String> = one.dice_dropped.iter().map(|roll| roll.face.to_string()).collect();
    (!faces.is_empty()).then(|| faces.join(" "))
}

/// `#13 Izumo>Rossia was 1 pen, now no hit`, for each ruling that came out otherwise; the second of one kind is held
/// against the second.
fn otherwise(number: usize, before: Vec<(String, String)>, mut after: Vec<(String, String)>) -> Vec<String> {
    let mut lines = Vec::new();
    for (who, was) in before {
        match after.iter().position(|(other, _)| *other == who) {
            Some(at) => {
                let (_, is) = after.remove(at);
                if is != was {
                    lines.push(format!("#{number} {who} was {was}, now {is}"));
                }
            }
            None => lines.push(format!("#{number} {who} was {was}, now nothing")),
        }
    }
    lines.extend(after.into_iter().map(|(who, is)| format!("#{number} {who} now {is}")));
    lines
}

/// The rulings of a deed in words, with why its command is refused where that was found a moment ago.
fn outcome<G: Playable>(before: &G::State, outcome: &OutcomeOf<G>, why: Why<'_, G>) -> Vec<String> {
    match outcome {
        Outcome::Stands(events) => G::each_told(before, events),
        Outcome::Struck { rule, .. } => {
            let refused = |(command, reason): (&G::Command, &G::Reason)| {
                let halt = Halt::Refused { reason: reason.clone(), rule: *rule };
                format!(": {}", G::halted(before, command, halt).fault.what)
            };
            vec![format!("{}no longer lawful{} [{rule}]", G::INDENT, why.map(refused).unwrap_or_default())]
        }
    }
}

fn not_in_force(entry: usize) -> Problem {
    Problem::new(format!("entry {entry} is not a command in force")).hint("`log` shows the numbers")
}

fn problem<G: Playable>(at: &G::State, command: &G::Command, error: AmendErrorOf<G>) -> Problem {
    match error {
        AmendError::NotInForce { entry } => not_in_force(entry),
        AmendError::Refused { reason, rule } => of_then(G::halted(at, command, Halt::Refused { reason, rule })),
        AmendError::NeedsRoll { entry, ask, missing } => {
            let problem = G::halted(at, command, Halt::NeedsRoll { ask, missing });
            problem.of(format_args!("entry {entry}")).hint("type the new dice after the corrected line: dice ...")
        }
        AmendError::NoSuchFace { ask, face, .. } => G::halted(at, command, Halt::NoSuchFace { ask, face }),
    }
}

/// To go on is no way out of a moment that is over.
fn of_then(problem: Problem) -> Problem {
    let goes_on = problem.fault.hint.as_ref().is_some_and(|hint| hint.contains("`next"));
    if goes_on { problem.hint("only what could be ordered at that moment can stand in its place") } else { problem }
}

/// What is lost by an amendment, as the beginning of a sentence.
fn owed_in_words(Owed { dice, struck, since, is_revealed }: Owed) -> String {
    let counted = |many: usize, one: &str, more: &str| match many {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{many} {more}")),
    };
    let dice =
        counted(dice, "die that had fallen decides nothing any more", "dice that had fallen decide nothing any more");
    // Dice that were dropped are told by themselves.
    let since = if dice.is_some() { 0 } else { since };
    let since = counted(since, "die has fallen in this entry or later", "dice have fallen in this entry or later");
    let struck = counted(struck, "later command is struck out", "later commands are struck out");
    let revealed = is_revealed.then(|| "sealed plots or something hidden were revealed after this entry".to_owned());
    [since, dice, struck, revealed].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// What an amendment made of a deed, from what was told of it ruling by ruling: only what differs, before and after, and
/// how many rulings stand as they were.
fn difference(entry: usize, before: &[String], after: &[String]) -> String {
    let (mut was, mut is) = (Vec::new(), after.to_vec());
    for line in before {
        match is.iter().position(|other| other == line) {
            Some(at) => _ = is.remove(at),
            None => was.push(line.clone()),
        }
    }
    let mut text = match (&was[..], &is[..]) {
        ([], []) => format!("\nEntry {entry} reads as before."),
        ([], is) => format!("\nEntry {entry} has besides:\n{}", is.join("\n")),
        (was, []) => format!("\nEntry {entry} has no more:\n{}", was.join("\n")),
        (was, is) => format!("\nEntry {entry} was:\n{}\nis now:\n{}", was.join("\n"), is.join("\n")),
    };
    let shared = before.len() - was.len();
    match shared {
        0 => {}
        1 => text.push_str(&format!("\nOne other ruling of entry {entry} stands unchanged.")),
        more => text.push_str(&format!("\n{more} other rulings of entry {entry} stand unchanged.")),
    }
    text
}

/// How many entries an amendment ruled again and left as they were.
fn unchanged<G: Playable>(amendment: &Amendment<G>) -> String {
    let Entry::Amended { ruled, .. } = &amendment.entry else { return String::new() };
    let same = |number: usize| amendment.differences.iter().all(|one| one.entry != number);
    match ruled.iter().skip(1).filter(|again| same(again.entry)).count() {
        0 => String::new(),
        1 => "\nOne later entry stands unchanged.".to_owned(),
        more => format!("\n{more} later entries stand unchanged."),
    }
}

//! `amend`: corrects a command after its dice. The same dice are ruled again, and all later commands.
use serde_json::json;

use crate::{
    Act, AtTable, Change, Deed, DiceAtHand, IsOf, Kind, Mode, Outcome, Refusal, Session, Told,
    asking::Asking,
    deciding::{Decided, decided, too_many},
    line::{Amending, reasoned, verb_and_rest},
    story::{dice_words, other_faces},
};
use play::journal::{
    AmendError, AmendErrorOf, Amendment, Difference, Entry, EntryOf, Fresh, Outcome as Came, OutcomeOf, Owed,
};
use play::{self, Ask, Dice, Die, EventOf, Game, Halt, Hint, Roll, Rule, Throw, verbs};
use serde::Serialize;

/// A correction that may be typed alone for an entry with a range.
const ANOTHER_RANGE: &str = "range 9.8";

impl Amending {
    /// Returns the reason of an amendment, if given or required. Refused if it is required and not given.
    fn reason<G: AtTable>(
        &self,
        amendment: &Amendment<G>,
        session: &mut Session<'_, G>,
    ) -> Result<Option<String>, Refusal> {
        let owed = amendment.owed;
        if self.because.is_some() || owed.is_nothing() {
            return Ok(self.because.clone());
        }
        let what = owed_in_words(owed);
        let hint = Hint::line(format!("amend {} because \"a slip\" {}", self.entry, self.line));
        if session.door.asks() {
            let without = "nothing is amended so without a reason";
            return session.asked_why(&format!("{what}. Why? "), without, hint).map(Some);
        }
        let what = format!("{what}, and an entry is amended then for a reason only, which stands in the log");
        Err(Refusal::needs_reason(what).hint(hint))
    }
}

impl<G: AtTable> Session<'_, G> {
    /// Corrects a command after its dice. The same dice and all later commands are ruled again. The journal keeps both.
    pub(crate) fn amend(&mut self, amending: Amending) -> Result<Told, Refusal> {
        G::may(self, Act::Amend)?;
        let entry = amending.entry;
        let now = self.as_it_stands(entry)?;
        let at = self.journal().state_before(entry);
        let deed = Deed { entry, at: &at, now: &now };
        let (amending, change) = self.read_change(amending, &deed)?;
        match change {
            Change::Elsewhere { entry, line } => self.amend(Amending { entry, line, ..amending }),
            Change::Whole(order) => {
                let command = G::expand(self, &at, &order, Some(entry))?;
                let amendment = self.amendment(entry, &at, &command, (order.dice.as_deref(), false))?;
                self.amended(&amending, (&at, &command), amendment, None)
            }
            Change::Faces(faces) => {
                let amendment = self.amendment(entry, &at, &now, (Some(&faces), true))?;
                // In the order typed, because the journal has them in the order of the rules.
                let typed = Some(&faces[..]).filter(|_| self.door.asks());
                self.amended(&amending, (&at, &now), amendment, typed)
            }
            Change::FacesOf { unit, is_of, faces } => {
                let amendment = self.amendment_of_one(&deed, (&unit, is_of), &faces)?;
                self.amended(&amending, (&at, &now), amendment, None)
            }
        }
    }

    /// Reads the correction after `amend`. A command may itself have a reason. So a reason at the end belongs to the
    /// amendment only if none precedes the correction and the line cannot be read with it.
    fn read_change(&self, amending: Amending, deed: &Deed<'_, G>) -> Result<(Amending, Change<G>), Refusal> {
        let whole = self.read_correction(deed, &amending.line);
        if whole.is_ok() || amending.because.is_some() {
            return whole.map(|change| (amending, change));
        }
        let (line, because) = reasoned(&amending.line, &format!("amend {} because \"a slip\" ...", amending.entry))?;
        if because.is_none() {
            return whole.map(|change| (amending, change));
        }
        let change = self.read_correction(deed, line)?;
        Ok((Amending { because, line: line.to_owned(), ..amending }, change))
    }

    /// Reads `dice 3 9 4`, which keeps the command, or a correction that the game knows.
    fn read_correction(&self, deed: &Deed<'_, G>, line: &str) -> Result<Change<G>, Refusal> {
        if verb_and_rest(line).0.eq_ignore_ascii_case("dice") {
            let taken = verbs::take_dice(line, &mut verbs::tokens(line), 0, false);
            let (faces, _) = taken.map_err(|fault| Refusal::in_line(line, fault))?;
            return Ok(Change::Faces(faces.unwrap_or_default()));
        }
        G::read_amended(self, deed, line).map_err(|problem| {
            if problem.kind != Kind::NoOrder {
                return problem;
            }
            // Nothing in the line belongs to an order, so offer a line that can be typed.
            let is_read = G::read_amended(self, deed, ANOTHER_RANGE).is_ok();
            let line = if is_read { ANOTHER_RANGE.to_owned() } else { G::print(deed.at, deed.now) };
            problem.line(format!("amend {} {line}", deed.entry))
        })
    }

    /// Records an amendment and reports its result. `typed` are new dice, in the order of the questions.
    fn amended(
        &mut self,
        amending: &Amending,
        (at, command): (&G::State, &G::Command),
        amendment: Amendment<G>,
        typed: Option<&[u8]>,
    ) -> Result<Told, Refusal> {
        let behind = amending.entry;
        for entry in amendment.differences.iter().map(|one| one.entry).filter(|entry| *entry != behind) {
            G::may(self, Act::RuleAgain { entry, behind })?;
        }
        let because = amending.reason(&amendment, self)?;
        let amended = Amended { entry: behind, at, command, amendment: &amendment, typed };
        let told = G::told(self, &Outcome::Amended(amended));
        self.record(amendment.because(because))?;
        Ok(told)
    }

    /// Has the rules make the amendment, with new dice rolled, typed or asked for.
    fn amendment(
        &mut self,
        entry: usize,
        at: &G::State,
        command: &G::Command,
        (dice, are_other): (Option<&[u8]>, bool),
    ) -> Result<Amendment<G>, Refusal> {
        let throws = self.mode == Mode::Roll && (dice.is_none() || are_other);
        // As for the order itself: a person types them in the order of the questions.
        let as_asked = are_other && self.door.asks();
        let mut asking = Asking::new(self.door, dice, as_asked);
        loop {
            let mut hand = DiceAtHand::typed(&asking.faces);
            match self.ruled_again(entry, command, &mut hand, (are_other, throws)) {
                Ok(amendment) if asking.line.is_empty() && hand.left().is_empty() => return Ok(amendment),
                Ok(_) => {
                    let problem = too_many(&[hand.left(), &asking.line].concat());
                    let hint = "the dice that fell are kept: leave new ones out unless more are needed";
                    return Err(if are_other { problem } else { problem.hint(hint) });
                }
                Err(AmendError::NeedsRoll { entry: again, ask, missing }) if self.door.asks() => {
                    // Dice of later entries are asked for one by one.
                    let own = again == entry && as_asked;
                    if own && self.lays_out(at, command, &mut asking, (&ask, missing)) {
                        continue;
                    }
                    if !own && !asking.line.is_empty() {
                        return Err(too_many(&asking.line));
                    }
                    let hand = &mut DiceAtHand::supposed(&asking.faces);
                    let ruled = self.ruled_again(entry, command, hand, (are_other, throws)).ok();
                    let decides = ruled.and_then(|ruled| self.decided_again(ruled.entry, again, &ask));
                    let decides = decides.as_ref();
                    if own {
                        let halted = play::halted_in::<G>(at, command, &mut DiceAtHand::typed(&asking.faces));
                        let at = (at, command, &halted);
                        self.ask_for_dice(&mut asking, at, (&ask, missing), decides)?;
                    } else {
                        self.ask_for_faces(&mut asking, at, (&ask, missing), decides)?;
                    }
                }
                Err(AmendError::NeedsRoll { entry: same, ask, missing }) if are_other && same == entry => {
                    let problem = G::refused(None, at, command, Halt::NeedsRoll { ask, missing });
                    return Err(short_of_faces(entry, "", problem));
                }
                Err(error) => return Err(problem::<G>(at, command, error)),
            }
        }
    }

    /// Returns the amendment with these dice, or the error.
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

    /// As [`amendment`](Session::amendment), with new dice for one unit. The other dice stay as rolled.
    fn amendment_of_one(&self, deed: &Deed<'_, G>, of: (&str, IsOf<G>), faces: &[u8]) -> Result<Amendment<G>, Refusal> {
        let (unit, is_of) = of;
        let Deed { entry, at, now: command } = *deed;
        let deeds = self.journal().deeds();
        let events = deeds.iter().find(|deed| deed.entry == entry).map(|deed| deed.events).unwrap_or_default();
        let fell: Vec<Roll<G::Purpose>> = events.iter().flat_map(|event| &event.dice).cloned().collect();
        if !fell.iter().any(|roll| is_of(&roll.purpose)) {
            return Err(Refusal::not_there(format!("entry {entry} has no dice of it")).line(format!("why {entry}")));
        }
        let mut dice = DiceOfOne { typed: DiceAtHand::typed(faces), fell, is_of };
        let fresh = Fresh::Other { dice: &mut dice, throws: self.mode == Mode::Roll };
        match self.journal().amend(entry, command, fresh) {
            Ok(amendment) if dice.typed.left().is_empty() => Ok(amendment),
            Ok(_) => Err(too_many(dice.typed.left())),
            Err(AmendError::NeedsRoll { entry: same, ask, missing }) if same == entry => {
                let problem = G::refused(None, at, command, Halt::NeedsRoll { ask, missing });
                Err(short_of_faces(entry, &format!("{unit} "), problem))
            }
            Err(error) => Err(problem::<G>(at, command, error)),
        }
    }

    /// Returns the command of an effective entry, as last amended.
    fn as_it_stands(&self, entry: usize) -> Result<G::Command, Refusal> {
        let deed = self.journal().deeds().into_iter().find(|deed| deed.entry == entry);
        let command = deed.map(|deed| deed.command.clone());
        command.ok_or_else(|| not_in_force(entry))
    }

    /// Returns the event of entry `at` for which an amendment needs new dice, given everything ruled before it.
    fn decided_again(&self, supposed: EntryOf<G>, at: usize, ask: &Ask<G::Purpose>) -> Option<Decided<G>> {
        let Entry::Amended { entry, ruled, .. } = supposed else { return None };
        let mut state = self.journal().state_before(entry);
        for again in ruled {
            let Came::Stands(events) = again.outcome else { continue };
            if again.entry == at {
                let asks = |event: &EventOf<G>| event.dice.iter().any(|roll| roll.purpose == ask.purpose);
                return decided::<G>(&state, &events, asks);
            }
            play::apply_all::<G>(&mut state, &events);
        }
        None
    }
}

/// An amended entry, to be reported.
pub struct Amended<'a, G: Game> {
    pub entry: usize,
    /// The state before it.
    pub at: &'a G::State,
    /// Its new command.
    pub command: &'a G::Command,
    pub amendment: &'a Amendment<G>,
    /// New dice for it, in the order of the questions that a person answered.
    pub typed: Option<&'a [u8]>,
}

/// Reports an entry with a new outcome. Gets the state in which it was ruled, the state in which it is ruled now, and
/// why its command is refused.
type Tell<'t, G> = &'t mut dyn FnMut(&Difference<G>, (&<G as Game>::State, &<G as Game>::State), Why<'_, G>);

impl<G: AtTable> Amended<'_, G> {
    /// Returns its command as it could be typed, with new dice.
    pub(crate) fn now(&self) -> String {
        let faces = self.typed.map_or_else(|| other_faces(&self.amendment.entry), dice_words);
        G::print(self.at, self.command) + &faces
    }

    /// Returns the events of the amended command itself.
    pub(crate) fn own_events(&self) -> &[EventOf<G>] {
        let Entry::Amended { entry, ruled, .. } = &self.amendment.entry else { return &[] };
        ruled.iter().find(|again| again.entry == *entry).map_or(&[], |again| again.outcome.events())
    }

    /// Returns how many later entries were ruled again without a change, and how many were ruled again.
    pub(crate) fn unchanged(&self) -> (usize, usize) {
        let Entry::Amended { ruled, .. } = &self.amendment.entry else { return (0, 0) };
        let behind = &ruled[ruled.len().min(1)..];
        let is_same = |number: usize| self.amendment.differences.iter().all(|one| one.entry != number);
        (behind.iter().filter(|again| is_same(again.entry)).count(), behind.len())
    }

    /// Passes each entry with a new outcome to `tell`. Returns the final states without and with the amendment.
    pub(crate) fn compare(&self, session: &Session<'_, G>, tell: Tell<'_, G>) -> (G::State, G::State) {
        let (mut was, mut is) = (self.at.clone(), self.at.clone());
        let Entry::Amended { entry, ruled, .. } = &self.amendment.entry else { return (was, is) };
        let deeds = session.journal().deeds();
        let from = deeds.partition_point(|deed| deed.entry < *entry);
        let mut differences = self.amendment.differences.iter().peekable();
        for (deed, again) in deeds[from..].iter().zip(ruled) {
            if let Some(one) = differences.next_if(|one| one.entry == again.entry) {
                tell(one, (&was, &is), one.refused.as_ref().map(|reason| (deed.command, reason)));
            }
            play::apply_all::<G>(&mut was, deed.events);
            play::apply_all::<G>(&mut is, again.outcome.events());
        }
        (was, is)
    }

    /// Lists every entry with a new outcome, before and after, each in the state that preceded it. `each` words the
    /// rulings of a command one by one, with an `indent`.
    pub(crate) fn in_full(
        &self,
        session: &Session<'_, G>,
        each: fn(&G::State, &[EventOf<G>]) -> Vec<String>,
        indent: &str,
    ) -> Told {
        let same = if self.amendment.differences.is_empty() { "Nothing comes out otherwise." } else { "" };
        let mut text = format!("Entry {} is now: {}\n{same}", self.entry, self.now());
        self.compare(session, &mut |one, (was, is), why| {
            let worded = |at: &G::State, came: &OutcomeOf<G>, why| match came {
                Came::Stands(events) => each(at, events),
                Came::Struck { rule, .. } => vec![format!("{indent}{}", no_longer_lawful::<G>(at, why, *rule))],
            };
            text.push_str(&difference(one.entry, &worded(was, &one.before, None), &worded(is, &one.after, why)));
            if let Some(faces) = dropped(one) {
                text.push_str(&format!("\n{indent}no longer needed: {faces}"));
            }
        });
        match self.unchanged() {
            (0, _) => {}
            (1, _) => text.push_str("\nOne later entry stands unchanged."),
            (more, _) => text.push_str(&format!("\n{more} later entries stand unchanged.")),
        }
        Told::text(text).with(self.json())
    }

    /// Returns which entry was amended, and which entries changed.
    pub(crate) fn json(&self) -> serde_json::Value {
        let changed: Vec<usize> = self.amendment.differences.iter().map(|difference| difference.entry).collect();
        json!({ "amended": self.entry, "differences": changed })
    }
}

/// The dice of a command as rolled, except those of one unit, which are typed.
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

/// Returns the refusal for too few new dice for an entry, or for the unit that the line names.
fn short_of_faces(entry: usize, unit: &str, problem: Refusal) -> Refusal {
    let line = format!("every face that it needs, in order: amend {entry} {unit}dice ...");
    problem.of(format_args!("entry {entry}")).hint(line)
}

/// Why a command is refused that was legal before.
pub(crate) type Why<'a, G> = Option<(&'a <G as Game>::Command, &'a <G as Game>::Reason)>;

/// Returns the dice of an entry that no longer decide anything.
pub(crate) fn dropped<G: Game>(one: &Difference<G>) -> Option<String> {
    let faces: Vec<String> = one.dice_dropped.iter().map(|roll| roll.face.to_string()).collect();
    (!faces.is_empty()).then(|| faces.join(" "))
}

/// Says why a command is now refused. The refusal was found just before.
pub(crate) fn no_longer_lawful<G: AtTable>(at: &G::State, why: Why<'_, G>, rule: Rule) -> String {
    let why = why.map_or_else(String::new, |(command, reason)| {
        let halt = Halt::Refused { reason: reason.clone(), rule };
        format!(": {}", G::refused(None, at, command, halt).fault.what)
    });
    format!("no longer lawful{why} [{rule}]")
}

fn not_in_force(entry: usize) -> Refusal {
    Refusal::not_there(format!("entry {entry} is not a command in force")).hint(Hint::of_numbers())
}

fn problem<G: AtTable>(at: &G::State, command: &G::Command, error: AmendErrorOf<G>) -> Refusal {
    match error {
        AmendError::NotInForce { entry } => not_in_force(entry),
        AmendError::Refused { reason, rule } => of_then(G::refused(None, at, command, Halt::Refused { reason, rule })),
        AmendError::NeedsRoll { entry, ask, missing } => {
            let problem = G::refused(None, at, command, Halt::NeedsRoll { ask, missing });
            problem.of(format_args!("entry {entry}")).hint("type the new dice after the corrected line: dice ...")
        }
        AmendError::NoSuchFace { ask, face, .. } => G::refused(None, at, command, Halt::NoSuchFace { ask, face }),
    }
}

/// Replaces a hint to type `next`, because the moment of the entry is over.
fn of_then(problem: Refusal) -> Refusal {
    let goes_on =
        problem.fault.hint.as_ref().is_some_and(|hint| hint.lines().any(|line| verb_and_rest(line).0 == "next"));
    if goes_on { problem.hint("only what could be ordered at that moment can stand in its place") } else { problem }
}

/// Returns what an amendment loses, as the beginning of a sentence.
fn owed_in_words(Owed { dice, struck, since, is_revealed }: Owed) -> String {
    let counted = |many: usize, one: &str, more: &str| match many {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{many} {more}")),
    };
    let dice =
        counted(dice, "die that had fallen decides nothing any more", "dice that had fallen decide nothing any more");
    // Dropped dice are reported separately.
    let since = if dice.is_some() { 0 } else { since };
    let since = counted(since, "die has fallen in this entry or later", "dice have fallen in this entry or later");
    let struck = counted(struck, "later command is struck out", "later commands are struck out");
    let revealed = is_revealed.then(|| "sealed plots or something hidden were revealed after this entry".to_owned());
    [since, dice, struck, revealed].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// Lists how an entry's rulings differ before and after an amendment, and counts those that are unchanged.
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

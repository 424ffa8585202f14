//! `amend`: corrects a command after its dice. The same dice are ruled again, and all later commands.
use serde_json::json;

use crate::{
    AmendedDeed, Answer, BelongsToUnit, DiceMode, DiceSource, EntryCorrection, Kind, LineOutcome, Permission,
    PlayableGame, Refusal, Session,
    asking::DiceCollector,
    deciding::{DecidedEvent, first_event, too_many_dice},
    line::{AmendRequest, split_reason, verb_and_rest},
    story::{dice_text, new_dice_text},
};
use play::journal::{
    AmendError, AmendErrorOf, Amendment, Difference, Entry, EntryOf, NewDice, Outcome as Came, OutcomeOf,
    ReasonsRequired,
};
use play::{self, Dice, DiceRequest, Die, EventOf, Game, Hint, NotDecided, Roll, RollResult, Rule, verbs};
use serde::Serialize;

/// A correction that may be typed alone for an entry with a range.
const RANGE_CORRECTION: &str = "range 9.8";

impl AmendRequest {
    /// Returns the reason of an amendment, if given or required. Refused if it is required and not given.
    fn reason<G: PlayableGame>(
        &self,
        amendment: &Amendment<G>,
        session: &mut Session<'_, G>,
    ) -> Result<Option<String>, Refusal> {
        let owed = amendment.owed;
        if self.because.is_some() || owed.is_nothing() {
            return Ok(self.because.clone());
        }
        let what = loss_words(owed);
        let hint = Hint::line(format!("amend {} because \"a slip\" {}", self.entry, self.line));
        if session.door.can_ask() {
            let without = "This amendment requires a reason.";
            return session.ask_reason(&format!("{what}. Why? "), without, hint).map(Some);
        }
        let what = format!("{what}, so the amendment requires a reason, which the log shows.");
        Err(Refusal::needs_reason(what).hint(hint))
    }
}

impl<G: PlayableGame> Session<'_, G> {
    /// Corrects a command after its dice. The same dice and all later commands are ruled again. The journal keeps both.
    pub(crate) fn amend(&mut self, amending: AmendRequest) -> Result<Answer, Refusal> {
        G::may(self, Permission::Amend)?;
        let entry = amending.entry;
        let current = self.effective_command(entry)?;
        let at = self.journal().state_before(entry);
        let deed = AmendedDeed { entry, at: &at, command: &current };
        let (amending, change) = self.read_change(amending, &deed)?;
        match change {
            EntryCorrection::Elsewhere { entry, line } => self.amend(AmendRequest { entry, line, ..amending }),
            EntryCorrection::Command(order) => {
                let command = G::expand(self, &at, &order, Some(entry))?;
                let amendment = self.prepare_amendment(entry, &at, &command, (order.dice.as_deref(), false))?;
                self.record_amendment(&amending, (&at, &command), amendment, None)
            }
            EntryCorrection::Dice(faces) => {
                let amendment = self.prepare_amendment(entry, &at, &current, (Some(&faces), true))?;
                // In the order typed, because the journal has them in the order of the rules.
                let typed = Some(&faces[..]).filter(|_| self.door.can_ask());
                self.record_amendment(&amending, (&at, &current), amendment, typed)
            }
            EntryCorrection::UnitDice { unit, is_of, faces } => {
                let amendment = self.amend_unit_dice(&deed, (&unit, is_of), &faces)?;
                self.record_amendment(&amending, (&at, &current), amendment, None)
            }
        }
    }

    /// Reads the correction after `amend`. A command may itself have a reason. So a reason at the end belongs to the
    /// amendment only if none precedes the correction and the line cannot be read with it.
    fn read_change(
        &self,
        amending: AmendRequest,
        deed: &AmendedDeed<'_, G>,
    ) -> Result<(AmendRequest, EntryCorrection<G>), Refusal> {
        let whole = self.read_correction(deed, &amending.line);
        if whole.is_ok() || amending.because.is_some() {
            return whole.map(|change| (amending, change));
        }
        let (line, because) =
            split_reason(&amending.line, &format!("amend {} because \"a slip\" ...", amending.entry))?;
        if because.is_none() {
            return whole.map(|change| (amending, change));
        }
        let change = self.read_correction(deed, line)?;
        Ok((AmendRequest { because, line: line.to_owned(), ..amending }, change))
    }

    /// Reads `dice 3 9 4`, which keeps the command, or a correction that the game knows.
    fn read_correction(&self, deed: &AmendedDeed<'_, G>, line: &str) -> Result<EntryCorrection<G>, Refusal> {
        if verb_and_rest(line).0.eq_ignore_ascii_case("dice") {
            let taken = verbs::take_dice(line, &mut verbs::tokens(line), 0, false);
            let (faces, _) = taken.map_err(|fault| Refusal::in_line(line, fault))?;
            return Ok(EntryCorrection::Dice(faces.unwrap_or_default()));
        }
        G::read_amended(self, deed, line).map_err(|problem| {
            if problem.kind != Kind::NoOrder {
                return problem;
            }
            // Nothing in the line belongs to an order, so offer a line that can be typed.
            let is_read = G::read_amended(self, deed, RANGE_CORRECTION).is_ok();
            let line = if is_read { RANGE_CORRECTION.to_owned() } else { G::print(deed.at, deed.command) };
            problem.line(format!("amend {} {line}", deed.entry))
        })
    }

    /// Records an amendment and reports its result. `typed` are new dice, in the order of the questions.
    fn record_amendment(
        &mut self,
        amending: &AmendRequest,
        (at, command): (&G::State, &G::Command),
        amendment: Amendment<G>,
        typed: Option<&[u8]>,
    ) -> Result<Answer, Refusal> {
        let behind = amending.entry;
        for entry in amendment.differences.iter().map(|difference| difference.entry).filter(|entry| *entry != behind) {
            G::may(self, Permission::Reevaluate { entry, behind })?;
        }
        let because = amending.reason(&amendment, self)?;
        let amended = AmendedReport { entry: behind, at, command, amendment: &amendment, typed };
        let told = G::report(self, &LineOutcome::Amended(amended));
        self.record(amendment.with_reason(because))?;
        Ok(told)
    }

    /// Has the rules make the amendment, with new dice rolled, typed or asked for.
    fn prepare_amendment(
        &mut self,
        entry: usize,
        at: &G::State,
        command: &G::Command,
        (dice, are_other): (Option<&[u8]>, bool),
    ) -> Result<Amendment<G>, Refusal> {
        let throws = self.mode == DiceMode::Roll && (dice.is_none() || are_other);
        // As for the order itself: a person types them in the order of the questions.
        let as_asked = are_other && self.door.can_ask();
        let mut asking = DiceCollector::new(self.door, dice, as_asked);
        loop {
            let mut hand = DiceSource::from_typed(&asking.faces);
            match self.try_amendment(entry, command, &mut hand, (are_other, throws)) {
                Ok(amendment) if asking.line.is_empty() && hand.unused().is_empty() => return Ok(amendment),
                Ok(_) => {
                    let problem = too_many_dice(&[hand.unused(), &asking.line].concat());
                    let hint = "type no new dice unless more are needed: rolled dice are kept";
                    return Err(if are_other { problem } else { problem.hint(hint) });
                }
                Err(AmendError::NeedsRoll { entry: again, ask, missing }) if self.door.can_ask() => {
                    // Dice of later entries are asked for one by one.
                    let is_amended_entry = again == entry && as_asked;
                    if is_amended_entry && self.supply_from_line(at, command, &mut asking, (&ask, missing)) {
                        continue;
                    }
                    if !is_amended_entry && !asking.line.is_empty() {
                        return Err(too_many_dice(&asking.line));
                    }
                    let hand = &mut DiceSource::with_supposed(&asking.faces);
                    let ruled = self.try_amendment(entry, command, hand, (are_other, throws)).ok();
                    let decides = ruled.and_then(|ruled| self.event_needing_dice(ruled.entry, again, &ask));
                    let decides = decides.as_ref();
                    if is_amended_entry {
                        let halted = play::state_at_halt::<G>(at, command, &mut DiceSource::from_typed(&asking.faces));
                        let at = (at, command, &halted);
                        self.ask_for_dice(&mut asking, at, (&ask, missing), decides)?;
                    } else {
                        self.ask_for_faces(&mut asking, at, (&ask, missing), decides)?;
                    }
                }
                Err(AmendError::NeedsRoll { entry: same, ask, missing }) if are_other && same == entry => {
                    let problem = G::refusal_of(None, at, command, NotDecided::NeedsRoll { ask, missing });
                    return Err(too_few_dice(entry, "", problem));
                }
                Err(error) => return Err(amend_refusal::<G>(at, command, error)),
            }
        }
    }

    /// Returns the amendment with these dice, or the error.
    fn try_amendment(
        &self,
        entry: usize,
        command: &G::Command,
        hand: &mut DiceSource<G::Purpose>,
        (are_other, throws): (bool, bool),
    ) -> Result<Amendment<G>, AmendErrorOf<G>> {
        let fresh = match (are_other, throws) {
            (true, throws) => NewDice::Replacing { dice: hand, throws },
            (false, true) => NewDice::Rolled,
            (false, false) => NewDice::Given(hand),
        };
        self.journal().amend(entry, command, fresh)
    }

    /// As [`amendment`](Session::amendment), with new dice for one unit. The other dice stay as rolled.
    fn amend_unit_dice(
        &self,
        deed: &AmendedDeed<'_, G>,
        unit_and_test: (&str, BelongsToUnit<G>),
        faces: &[u8],
    ) -> Result<Amendment<G>, Refusal> {
        let (unit, is_of) = unit_and_test;
        let AmendedDeed { entry, at, command } = *deed;
        let deeds = self.journal().deeds();
        let events = deeds.iter().find(|deed| deed.entry == entry).map(|deed| deed.events).unwrap_or_default();
        let fell: Vec<Roll<G::Purpose>> = events.iter().flat_map(|event| &event.dice).cloned().collect();
        if !fell.iter().any(|roll| is_of(&roll.purpose)) {
            return Err(Refusal::not_there(format!("Entry {entry} has no dice of it.")).line(format!("why {entry}")));
        }
        let mut dice = UnitDice { typed: DiceSource::from_typed(faces), fell, is_of };
        let fresh = NewDice::Replacing { dice: &mut dice, throws: self.mode == DiceMode::Roll };
        match self.journal().amend(entry, command, fresh) {
            Ok(amendment) if dice.typed.unused().is_empty() => Ok(amendment),
            Ok(_) => Err(too_many_dice(dice.typed.unused())),
            Err(AmendError::NeedsRoll { entry: same, ask, missing }) if same == entry => {
                let problem = G::refusal_of(None, at, command, NotDecided::NeedsRoll { ask, missing });
                Err(too_few_dice(entry, &format!("{unit} "), problem))
            }
            Err(error) => Err(amend_refusal::<G>(at, command, error)),
        }
    }

    /// Returns the command of an effective entry, as last amended.
    fn effective_command(&self, entry: usize) -> Result<G::Command, Refusal> {
        let deed = self.journal().deeds().into_iter().find(|deed| deed.entry == entry);
        let command = deed.map(|deed| deed.command.clone());
        command.ok_or_else(|| not_in_force(entry))
    }

    /// Returns the event of entry `at` for which an amendment needs new dice, given everything ruled before it.
    fn event_needing_dice(
        &self,
        supposed: EntryOf<G>,
        at: usize,
        ask: &DiceRequest<G::Purpose>,
    ) -> Option<DecidedEvent<G>> {
        let Entry::Amended { entry, ruled, .. } = supposed else { return None };
        let mut state = self.journal().state_before(entry);
        for again in ruled {
            let Came::Stands(events) = again.outcome else { continue };
            if again.entry == at {
                let asks = |event: &EventOf<G>| event.dice.iter().any(|roll| roll.purpose == ask.purpose);
                return first_event::<G>(&state, &events, asks);
            }
            play::apply_all::<G>(&mut state, &events);
        }
        None
    }
}

/// An amended entry, to be reported.
pub struct AmendedReport<'a, G: Game> {
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
type ReportChange<'t, G> =
    &'t mut dyn FnMut(&Difference<G>, (&<G as Game>::State, &<G as Game>::State), RefusedNow<'_, G>);

impl<G: PlayableGame> AmendedReport<'_, G> {
    /// Returns its command as it could be typed, with new dice.
    pub(crate) fn command_line(&self) -> String {
        let faces = self.typed.map_or_else(|| new_dice_text(&self.amendment.entry), dice_text);
        G::print(self.at, self.command) + &faces
    }

    /// Returns the events of the amended command itself.
    pub(crate) fn own_events(&self) -> &[EventOf<G>] {
        let Entry::Amended { entry, ruled, .. } = &self.amendment.entry else { return &[] };
        ruled.iter().find(|again| again.entry == *entry).map_or(&[], |again| again.outcome.events())
    }

    /// Returns how many later entries were ruled again without a change, and how many were ruled again.
    pub(crate) fn count_unchanged(&self) -> (usize, usize) {
        let Entry::Amended { ruled, .. } = &self.amendment.entry else { return (0, 0) };
        let behind = &ruled[ruled.len().min(1)..];
        let is_same = |number: usize| self.amendment.differences.iter().all(|difference| difference.entry != number);
        (behind.iter().filter(|again| is_same(again.entry)).count(), behind.len())
    }

    /// Passes each entry with a new outcome to `tell`. Returns the final states without and with the amendment.
    pub(crate) fn compare(&self, session: &Session<'_, G>, tell: ReportChange<'_, G>) -> (G::State, G::State) {
        let (mut old_state, mut new_state) = (self.at.clone(), self.at.clone());
        let Entry::Amended { entry, ruled, .. } = &self.amendment.entry else { return (old_state, new_state) };
        let deeds = session.journal().deeds();
        let from = deeds.partition_point(|deed| deed.entry < *entry);
        let mut differences = self.amendment.differences.iter().peekable();
        for (deed, again) in deeds[from..].iter().zip(ruled) {
            if let Some(difference) = differences.next_if(|one| one.entry == again.entry) {
                tell(
                    difference,
                    (&old_state, &new_state),
                    difference.refused.as_ref().map(|reason| (deed.command, reason)),
                );
            }
            play::apply_all::<G>(&mut old_state, deed.events);
            play::apply_all::<G>(&mut new_state, again.outcome.events());
        }
        (old_state, new_state)
    }

    /// Lists every entry with a new outcome, before and after, each in the state that preceded it. `each` words the
    /// rulings of a command one by one, with an `indent`.
    pub(crate) fn full_report(
        &self,
        session: &Session<'_, G>,
        each: fn(&G::State, &[EventOf<G>]) -> Vec<String>,
        indent: &str,
    ) -> Answer {
        let same = if self.amendment.differences.is_empty() { "No result changed." } else { "" };
        let mut text = format!("Entry {} is now: {}\n{same}", self.entry, self.command_line());
        self.compare(session, &mut |difference, (was, is), why| {
            let worded = |at: &G::State, came: &OutcomeOf<G>, why| match came {
                Came::Stands(events) => each(at, events),
                Came::Struck { rule, .. } => vec![format!("{indent}{}", no_longer_legal::<G>(at, why, *rule))],
            };
            text.push_str(&describe_difference(
                difference.entry,
                &worded(was, &difference.before, None),
                &worded(is, &difference.after, why),
            ));
            if let Some(faces) = dropped_dice(difference) {
                text.push_str(&format!("\n{indent}no longer needed: {faces}"));
            }
        });
        match self.count_unchanged() {
            (0, _) => {}
            (1, _) => text.push_str("\n1 later entry is unchanged."),
            (more, _) => text.push_str(&format!("\n{more} later entries are unchanged.")),
        }
        Answer::text(text).with_keys(self.json())
    }

    /// Returns which entry was amended, and which entries changed.
    pub(crate) fn json(&self) -> serde_json::Value {
        let changed: Vec<usize> = self.amendment.differences.iter().map(|difference| difference.entry).collect();
        json!({ "amended": self.entry, "differences": changed })
    }
}

/// The dice of a command as rolled, except those of one unit, which are typed.
struct UnitDice<P> {
    typed: DiceSource<P>,
    fell: Vec<Roll<P>>,
    is_of: Box<dyn Fn(&P) -> bool>,
}

impl<P: Clone + PartialEq + Serialize> Dice<P> for UnitDice<P> {
    fn roll(&mut self, ask: &DiceRequest<P>) -> RollResult {
        if (self.is_of)(&ask.purpose) {
            return self.typed.roll(ask);
        }
        let is_asked = |roll: &Roll<P>| roll.sides == ask.sides && roll.purpose == ask.purpose;
        let mut next = || self.fell.iter().position(is_asked).map(|at| self.fell.remove(at).die());
        let dice: Vec<Die> = (0..ask.count).map_while(|_| next()).collect();
        match ask.count - dice.len() as u16 {
            0 => RollResult::Rolled(dice),
            missing => RollResult::Missing(missing),
        }
    }
}

/// Returns the refusal for too few new dice for an entry, or for the unit that the line names.
fn too_few_dice(entry: usize, unit: &str, problem: Refusal) -> Refusal {
    let line = format!("type all its dice in order: amend {entry} {unit}dice ...");
    problem.at_place(format_args!("entry {entry}")).hint(line)
}

/// Why a command is refused that was legal before.
pub(crate) type RefusedNow<'a, G> = Option<(&'a <G as Game>::Command, &'a <G as Game>::Reason)>;

/// Returns the dice of an entry that no longer decide anything.
pub(crate) fn dropped_dice<G: Game>(difference: &Difference<G>) -> Option<String> {
    let faces: Vec<String> = difference.dice_dropped.iter().map(|roll| roll.face.to_string()).collect();
    (!faces.is_empty()).then(|| faces.join(" "))
}

/// Says why a command is now refused. The refusal was found just before.
pub(crate) fn no_longer_legal<G: PlayableGame>(at: &G::State, why: RefusedNow<'_, G>, rule: Rule) -> String {
    let why = why.map_or_else(String::new, |(command, reason)| {
        let halt = NotDecided::Refused { reason: reason.clone(), rule };
        format!(": {}", G::refusal_of(None, at, command, halt).fault.what)
    });
    format!("no longer legal{why} [{rule}]")
}

fn not_in_force(entry: usize) -> Refusal {
    Refusal::not_there(format!("Entry {entry} is not a command or was undone.")).hint(Hint::about_entry_numbers())
}

fn amend_refusal<G: PlayableGame>(at: &G::State, command: &G::Command, error: AmendErrorOf<G>) -> Refusal {
    match error {
        AmendError::NotInForce { entry } => not_in_force(entry),
        AmendError::Refused { reason, rule } => {
            without_next_hint(G::refusal_of(None, at, command, NotDecided::Refused { reason, rule }))
        }
        AmendError::NeedsRoll { entry, ask, missing } => {
            let problem = G::refusal_of(None, at, command, NotDecided::NeedsRoll { ask, missing });
            problem.at_place(format_args!("entry {entry}")).hint("type the new dice after the corrected line: dice ...")
        }
        AmendError::NoSuchFace { ask, face, .. } => {
            G::refusal_of(None, at, command, NotDecided::NoSuchFace { ask, face })
        }
    }
}

/// Replaces a hint to type `next`, because the moment of the entry is over.
fn without_next_hint(problem: Refusal) -> Refusal {
    let goes_on =
        problem.fault.hint.as_ref().is_some_and(|hint| hint.lines().any(|line| verb_and_rest(line).0 == "next"));
    if goes_on { problem.hint("replace it with an order that was possible at that moment") } else { problem }
}

/// Returns what an amendment loses, as the beginning of a sentence.
fn loss_words(ReasonsRequired { dice, struck, since, is_revealed }: ReasonsRequired) -> String {
    let count_words = |count: usize, singular: &str, plural: &str| match count {
        0 => None,
        1 => Some(format!("1 {singular}")),
        _ => Some(format!("{count} {plural}")),
    };
    let dice = count_words(dice, "rolled die is no longer used", "rolled dice are no longer used");
    // Dropped dice are reported separately.
    let since = if dice.is_some() { 0 } else { since };
    let since = count_words(since, "die was rolled in this entry or later", "dice were rolled in this entry or later");
    let struck = count_words(struck, "later command is removed", "later commands are removed");
    let revealed = is_revealed.then(|| "sealed plots or hidden information were revealed after this entry".to_owned());
    [since, dice, struck, revealed].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// Lists how an entry's rulings differ before and after an amendment, and counts those that are unchanged.
fn describe_difference(entry: usize, before: &[String], after: &[String]) -> String {
    let (mut was, mut is) = (Vec::new(), after.to_vec());
    for line in before {
        match is.iter().position(|other| other == line) {
            Some(at) => _ = is.remove(at),
            None => was.push(line.clone()),
        }
    }
    let mut text = match (&was[..], &is[..]) {
        ([], []) => format!("\nEntry {entry} is unchanged."),
        ([], is) => format!("\nEntry {entry} now also has:\n{}", is.join("\n")),
        (was, []) => format!("\nEntry {entry} no longer has:\n{}", was.join("\n")),
        (was, is) => format!("\nEntry {entry} was:\n{}\nis now:\n{}", was.join("\n"), is.join("\n")),
    };
    let shared = before.len() - was.len();
    match shared {
        0 => {}
        1 => text.push_str(&format!("\n1 other ruling of entry {entry} is unchanged.")),
        more => text.push_str(&format!("\n{more} other rulings of entry {entry} are unchanged.")),
    }
    text
}

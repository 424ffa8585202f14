//! `amend`: corrects an earlier command. It is ruled again with the same dice, and so are later commands.
use serde_json::json;

use crate::{
    AmendedCommand, Answer, BelongsToUnit, DiceMode, DiceSource, EntryCorrection, Kind, LineOutcome, Permission,
    PlayableGame, Refusal, Session,
    asking::DiceCollector,
    deciding::{PendingEvent, first_event, too_many_dice},
    line::{AmendRequest, split_reason, verb_and_rest},
    story::{dice_text, new_dice_text},
};
use play::journal::{
    AmendError, AmendErrorOf, Amendment, Difference, Entry, EntryOf, NewDice, Outcome, OutcomeOf, ReasonsRequired,
};
use play::{self, Dice, DiceRequest, Die, EventOf, Game, Hint, NotDecided, Roll, RollResult, Rule, verbs};
use serde::Serialize;

/// A correction that may be typed alone for an entry with a range.
const RANGE_CORRECTION: &str = "range 9.8";

impl AmendRequest {
    /// Returns an amendment's reason. If it is required and missing, asks for it, or refuses if nobody can be asked.
    fn reason<G: PlayableGame>(
        &self,
        amendment: &Amendment<G>,
        session: &mut Session<'_, G>,
    ) -> Result<Option<String>, Refusal> {
        let required = amendment.required;
        if self.because.is_some() || required.is_nothing() {
            return Ok(self.because.clone());
        }
        let what = loss_words(amendment);
        let hint = Hint::line(format!("amend {} because \"a slip\" {}", self.entry, self.line));
        if session.frontend.can_ask() {
            let refusal = "This amendment requires a reason.";
            return session.ask_reason(&format!("{what}. Why? (< for back) "), refusal, hint).map(Some);
        }
        let what = format!("{what}, so the amendment requires a reason, which the log shows.");
        Err(Refusal::needs_reason(what).hint(hint))
    }
}

impl<G: PlayableGame> Session<'_, G> {
    /// Corrects an earlier command: see the top of this file. The journal keeps both commands.
    pub(crate) fn amend(&mut self, amending: AmendRequest) -> Result<Answer, Refusal> {
        G::may(self, Permission::Amend)?;
        let entry = amending.entry;
        let current = self.effective_command(entry)?;
        self.check_not_copied(entry)?;
        let before = self.journal().state_before(entry);
        let amended = AmendedCommand { entry, at: &before, command: &current };
        let (amending, change) = self.read_change(amending, &amended)?;
        match change {
            EntryCorrection::Elsewhere { entry, line } => self.amend(AmendRequest { entry, line, ..amending }),
            EntryCorrection::Command(order) => {
                let command = G::expand(self, &before, &order, Some(entry))?;
                let amendment = self.prepare_amendment(entry, &before, &command, (order.dice.as_deref(), false))?;
                self.record_amendment(&amending, (&before, &command), amendment, None)
            }
            EntryCorrection::Dice(faces) => {
                let amendment = self.prepare_amendment(entry, &before, &current, (Some(&faces), true))?;
                // Reports the dice in the order typed. The journal has them in the order of the rules.
                let typed = Some(&faces[..]).filter(|_| self.frontend.can_ask());
                self.record_amendment(&amending, (&before, &current), amendment, typed)
            }
            EntryCorrection::UnitDice { unit, owns_die, faces } => {
                let amendment = self.amend_unit_dice(&amended, (&unit, owns_die), &faces)?;
                self.record_amendment(&amending, (&before, &current), amendment, None)
            }
        }
    }

    /// Reads the correction after `amend`. A reason at the end is first read as part of the corrected command. It is the
    /// amendment's only if no reason precedes the correction and the command cannot be read with it.
    fn read_change(
        &self,
        amending: AmendRequest,
        amended: &AmendedCommand<'_, G>,
    ) -> Result<(AmendRequest, EntryCorrection<G>), Refusal> {
        let whole_line = self.read_correction(amended, &amending.line);
        if whole_line.is_ok() || amending.because.is_some() {
            return whole_line.map(|change| (amending, change));
        }
        let (line, because) =
            split_reason(&amending.line, &format!("amend {} because \"a slip\" ...", amending.entry))?;
        if because.is_none() {
            return whole_line.map(|change| (amending, change));
        }
        let change = self.read_correction(amended, line)?;
        Ok((AmendRequest { because, line: line.to_owned(), ..amending }, change))
    }

    /// Reads `dice 3 9 4`, which keeps the command, or a correction that the game knows.
    fn read_correction(&self, amended: &AmendedCommand<'_, G>, line: &str) -> Result<EntryCorrection<G>, Refusal> {
        if verb_and_rest(line).0.eq_ignore_ascii_case("dice") {
            let taken = verbs::take_dice(line, &mut verbs::tokens(line), 0, false);
            let (faces, _) = taken.map_err(|error| Refusal::in_line(line, error))?;
            return Ok(EntryCorrection::Dice(faces.unwrap_or_default()));
        }
        G::read_amended(self, amended, line).map_err(|refusal| {
            if refusal.kind != Kind::NoOrder {
                return refusal;
            }
            // Nothing in the line belongs to an order, so offer a line that can be typed.
            let is_read = G::read_amended(self, amended, RANGE_CORRECTION).is_ok();
            let line = if is_read { RANGE_CORRECTION.to_owned() } else { G::print(amended.at, amended.command) };
            refusal.line(format!("amend {} {line}", amended.entry))
        })
    }

    /// Records an amendment and reports its result. `typed` are new dice, in the order of the questions.
    fn record_amendment(
        &mut self,
        amending: &AmendRequest,
        (before, command): (&G::State, &G::Command),
        amendment: Amendment<G>,
        typed: Option<&[u8]>,
    ) -> Result<Answer, Refusal> {
        let amended = amending.entry;
        for entry in amendment.differences.iter().map(|difference| difference.entry).filter(|entry| *entry != amended) {
            G::may(self, Permission::Reevaluate { entry, amended })?;
        }
        let because = amending.reason(&amendment, self)?;
        let report = AmendedReport { entry: amended, at: before, command, amendment: &amendment, typed };
        let answer = G::report(self, &LineOutcome::Amended(report));
        self.record(amendment.with_reason(because))?;
        Ok(answer)
    }

    /// Rules the command and all later ones again, with new dice rolled, typed or asked for.
    fn prepare_amendment(
        &mut self,
        entry: usize,
        before: &G::State,
        command: &G::Command,
        (dice, replaces_dice): (Option<&[u8]>, bool),
    ) -> Result<Amendment<G>, Refusal> {
        let rolls = self.dice_mode == DiceMode::Roll && (dice.is_none() || replaces_dice);
        // As when the command was first typed: a person types its dice in the order of the questions.
        let in_asked_order = replaces_dice && self.frontend.can_ask();
        let mut collector = DiceCollector::new(self.frontend, dice, in_asked_order);
        loop {
            let mut source = DiceSource::from_typed(&collector.faces);
            match self.try_amendment(entry, command, &mut source, (replaces_dice, rolls)) {
                Ok(amendment) if collector.line_dice.is_empty() && source.unused().is_empty() => return Ok(amendment),
                Ok(_) => {
                    let refusal = too_many_dice(&[source.unused(), &collector.line_dice].concat());
                    let hint = "type no new dice unless more are needed: rolled dice are kept";
                    return Err(if replaces_dice { refusal } else { refusal.hint(hint) });
                }
                Err(AmendError::NeedsRoll { entry: entry_to_roll, request, missing }) if self.frontend.can_ask() => {
                    // Dice of later entries, and dice that are only added, are asked for one by one.
                    let uses_asked_order = entry_to_roll == entry && in_asked_order;
                    if uses_asked_order && self.supply_from_line(before, command, &mut collector, (&request, missing)) {
                        continue;
                    }
                    if !uses_asked_order && !collector.line_dice.is_empty() {
                        return Err(too_many_dice(&collector.line_dice));
                    }
                    let source = &mut DiceSource::with_supposed(&collector.faces);
                    let supposed = self.try_amendment(entry, command, source, (replaces_dice, rolls)).ok();
                    let event =
                        supposed.and_then(|supposed| self.event_needing_dice(supposed.entry, entry_to_roll, &request));
                    if uses_asked_order {
                        let halted =
                            play::state_at_halt::<G>(before, command, &mut DiceSource::from_typed(&collector.faces));
                        let states = (before, command, &halted);
                        self.ask_for_dice(&mut collector, states, (&request, missing), event.as_ref())?;
                    } else {
                        self.ask_for_faces(&mut collector, before, (&request, missing), event.as_ref())?;
                    }
                }
                Err(AmendError::NeedsRoll { entry: halted, request, missing }) if replaces_dice && halted == entry => {
                    let refusal = G::refusal_of(None, before, command, NotDecided::NeedsRoll { request, missing });
                    return Err(too_few_dice(entry, "", refusal));
                }
                Err(error) => return Err(amend_refusal::<G>(entry, before, command, error)),
            }
        }
    }

    fn try_amendment(
        &self,
        entry: usize,
        command: &G::Command,
        source: &mut DiceSource<G::Purpose>,
        (replaces_dice, rolls): (bool, bool),
    ) -> Result<Amendment<G>, AmendErrorOf<G>> {
        let new_dice = match (replaces_dice, rolls) {
            (true, rolls) => NewDice::Replacing { dice: source, rolls_more: rolls },
            (false, true) => NewDice::Rolled,
            (false, false) => NewDice::Given(source),
        };
        self.journal().amend(entry, command, new_dice)
    }

    /// As [`prepare_amendment`](Session::prepare_amendment), with typed dice for one unit and without questions. The
    /// command keeps its other dice.
    fn amend_unit_dice(
        &self,
        amended: &AmendedCommand<'_, G>,
        unit_and_test: (&str, BelongsToUnit<G>),
        faces: &[u8],
    ) -> Result<Amendment<G>, Refusal> {
        let (unit, owns_die) = unit_and_test;
        let AmendedCommand { entry, at, command } = *amended;
        let commands = self.journal().commands();
        let events =
            commands.iter().find(|applied| applied.entry == entry).map(|applied| applied.events).unwrap_or_default();
        let rolled: Vec<Roll<G::Purpose>> = events.iter().flat_map(|event| &event.dice).cloned().collect();
        if !rolled.iter().any(|roll| owns_die(&roll.purpose)) {
            return Err(
                Refusal::not_there(format!("Entry {entry} has no dice of {unit}.")).line(format!("why {entry}"))
            );
        }
        let mut dice = UnitDice { typed: DiceSource::from_typed(faces), rolled, owns_die };
        let new_dice = NewDice::Replacing { dice: &mut dice, rolls_more: self.dice_mode == DiceMode::Roll };
        match self.journal().amend(entry, command, new_dice) {
            Ok(amendment) if dice.typed.unused().is_empty() => Ok(amendment),
            Ok(_) => Err(too_many_dice(dice.typed.unused())),
            Err(AmendError::NeedsRoll { entry: halted, request, missing }) if halted == entry => {
                let refusal = G::refusal_of(None, at, command, NotDecided::NeedsRoll { request, missing });
                Err(too_few_dice(entry, &format!("{unit} "), refusal))
            }
            Err(error) => Err(amend_refusal::<G>(entry, at, command, error)),
        }
    }

    /// Returns the command of an effective entry, as last amended.
    fn effective_command(&self, entry: usize) -> Result<G::Command, Refusal> {
        let applied = self.journal().commands().into_iter().find(|applied| applied.entry == entry);
        let command = applied.map(|applied| applied.command.clone());
        command.ok_or_else(|| not_active(entry))
    }

    /// Returns the event of entry `entry_to_roll` for which an amendment needs new dice, given everything ruled before it.
    fn event_needing_dice(
        &self,
        supposed: EntryOf<G>,
        entry_to_roll: usize,
        request: &DiceRequest<G::Purpose>,
    ) -> Option<PendingEvent<G>> {
        let Entry::Amended { entry, ruled, .. } = supposed else { return None };
        let mut state = self.journal().state_before(entry);
        for ruling in ruled {
            let Outcome::Stands(events) = ruling.outcome else { continue };
            if ruling.entry == entry_to_roll {
                let is_for_request = |event: &EventOf<G>| event.dice.iter().any(|roll| roll.purpose == request.purpose);
                return first_event::<G>(&state, &events, is_for_request);
            }
            play::apply_all::<G>(&mut state, &events);
        }
        None
    }
}

pub struct AmendedReport<'a, G: Game> {
    pub entry: usize,
    /// The state before the entry.
    pub at: &'a G::State,
    /// The entry's new command.
    pub command: &'a G::Command,
    pub amendment: &'a Amendment<G>,
    /// New dice for the entry, in the order of the questions that a person answered.
    pub typed: Option<&'a [u8]>,
}

/// Called for each changed entry, with the states in which it was and is now ruled, and why it is refused now.
type ReportChange<'t, G> =
    &'t mut dyn FnMut(&Difference<G>, (&<G as Game>::State, &<G as Game>::State), RefusedNow<'_, G>);

impl<G: PlayableGame> AmendedReport<'_, G> {
    /// Returns the new command as it could be typed, with new dice.
    pub(crate) fn command_line(&self) -> String {
        let faces = self.typed.map_or_else(|| new_dice_text(&self.amendment.entry), dice_text);
        G::print(self.at, self.command) + &faces
    }

    pub(crate) fn own_events(&self) -> &[EventOf<G>] {
        let Entry::Amended { entry, ruled, .. } = &self.amendment.entry else { return &[] };
        ruled.iter().find(|ruling| ruling.entry == *entry).map_or(&[], |ruling| ruling.outcome.events())
    }

    /// Returns how many later entries were ruled again without a change, and how many were ruled again.
    pub(crate) fn count_unchanged(&self) -> (usize, usize) {
        let Entry::Amended { ruled, .. } = &self.amendment.entry else { return (0, 0) };
        let later = &ruled[ruled.len().min(1)..];
        let is_same = |number: usize| self.amendment.differences.iter().all(|difference| difference.entry != number);
        (later.iter().filter(|ruling| is_same(ruling.entry)).count(), later.len())
    }

    /// Passes each entry with a new outcome to `report`. Returns the final states without and with the amendment.
    pub(crate) fn compare(&self, session: &Session<'_, G>, report: ReportChange<'_, G>) -> (G::State, G::State) {
        let (mut old_state, mut new_state) = (self.at.clone(), self.at.clone());
        let Entry::Amended { entry, ruled, .. } = &self.amendment.entry else { return (old_state, new_state) };
        let commands = session.journal().commands();
        let from = commands.partition_point(|applied| applied.entry < *entry);
        let mut differences = self.amendment.differences.iter().peekable();
        for (applied, ruling) in commands[from..].iter().zip(ruled) {
            if let Some(difference) = differences.next_if(|difference| difference.entry == ruling.entry) {
                report(
                    difference,
                    (&old_state, &new_state),
                    difference.refused.as_ref().map(|reason| (applied.command, reason)),
                );
            }
            play::apply_all::<G>(&mut old_state, applied.events);
            play::apply_all::<G>(&mut new_state, ruling.outcome.events());
        }
        (old_state, new_state)
    }

    /// Lists every entry with a new outcome, before and after, each in the state that preceded it. `ruling_lines` words
    /// the rulings of a command one by one, with an `indent`.
    pub(crate) fn full_report(
        &self,
        session: &Session<'_, G>,
        ruling_lines: fn(&G::State, &[EventOf<G>]) -> Vec<String>,
        indent: &str,
    ) -> Answer {
        let unchanged = if self.amendment.differences.is_empty() { "No result changed." } else { "" };
        let mut text = format!("Entry {} is now: {}\n{unchanged}", self.entry, self.command_line());
        self.compare(session, &mut |difference, (old, new), why| {
            let outcome_lines = |state: &G::State, outcome: &OutcomeOf<G>, why| match outcome {
                Outcome::Stands(events) => ruling_lines(state, events),
                Outcome::NoLongerLegal { rule, .. } => {
                    vec![format!("{indent}{}", no_longer_legal::<G>(state, why, *rule))]
                }
            };
            text.push_str(&describe_difference(
                difference.entry,
                &outcome_lines(old, &difference.before, None),
                &outcome_lines(new, &difference.after, why),
            ));
            if let Some(faces) = dropped_dice(difference) {
                text.push_str(&format!("\n{indent}no longer needed: {faces}"));
            }
        });
        match self.count_unchanged() {
            (0, _) => {}
            (1, _) => text.push_str("\n1 later entry is unchanged."),
            (count, _) => text.push_str(&format!("\n{count} later entries are unchanged.")),
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
    rolled: Vec<Roll<P>>,
    owns_die: Box<dyn Fn(&P) -> bool>,
}

impl<P: Clone + PartialEq + Serialize> Dice<P> for UnitDice<P> {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        if (self.owns_die)(&request.purpose) {
            return self.typed.roll(request);
        }
        let is_asked = |roll: &Roll<P>| roll.sides == request.sides && roll.purpose == request.purpose;
        let mut next = || self.rolled.iter().position(is_asked).map(|index| self.rolled.remove(index).die());
        let dice: Vec<Die> = (0..request.count).map_while(|_| next()).collect();
        match request.count - dice.len() as u16 {
            0 => RollResult::Rolled(dice),
            missing => RollResult::Missing(missing),
        }
    }
}

fn too_few_dice(entry: usize, unit: &str, refusal: Refusal) -> Refusal {
    let line = format!("type all its dice in order: amend {entry} {unit}dice ...");
    refusal.at_place(format_args!("entry {entry}")).hint(line)
}

/// Why a command is refused that was legal before.
pub(crate) type RefusedNow<'a, G> = Option<(&'a <G as Game>::Command, &'a <G as Game>::Reason)>;

/// Returns the dice of an entry that no longer decide anything.
pub(crate) fn dropped_dice<G: Game>(difference: &Difference<G>) -> Option<String> {
    let faces: Vec<String> = difference.dice_dropped.iter().map(|roll| roll.face.to_string()).collect();
    (!faces.is_empty()).then(|| faces.join(" "))
}

/// Says that a command is now refused, with the reason if [`AmendedReport::compare`] found one.
pub(crate) fn no_longer_legal<G: PlayableGame>(state: &G::State, why: RefusedNow<'_, G>, rule: Rule) -> String {
    let why = why.map_or_else(String::new, |(command, reason)| {
        let halt = NotDecided::Refused { reason: reason.clone(), rule };
        format!(": {}", G::refusal_of(None, state, command, halt).error.what)
    });
    format!("no longer legal{why} [{rule}]")
}

fn not_active(entry: usize) -> Refusal {
    Refusal::not_there(format!("Entry {entry} is not a command or was undone.")).hint(Hint::about_entry_numbers())
}

fn amend_refusal<G: PlayableGame>(
    amended: usize,
    state: &G::State,
    command: &G::Command,
    error: AmendErrorOf<G>,
) -> Refusal {
    match error {
        AmendError::NotActive { entry } => not_active(entry),
        AmendError::Refused { reason, rule } => {
            let instead = G::hint_instead_of(amended, state, command, &reason);
            let refusal = G::refusal_of(None, state, command, NotDecided::Refused { reason, rule });
            if instead.is_some() { refusal.maybe_hint(instead) } else { without_next_hint(refusal) }
        }
        AmendError::NeedsRoll { entry, request, missing } => {
            let refusal = G::refusal_of(None, state, command, NotDecided::NeedsRoll { request, missing });
            refusal.at_place(format_args!("entry {entry}")).hint("type the new dice after the corrected line: dice ...")
        }
        AmendError::NoSuchFace { request, face, .. } => {
            G::refusal_of(None, state, command, NotDecided::NoSuchFace { request, face })
        }
    }
}

/// Replaces a hint to type `next`, because the moment of the entry is over.
fn without_next_hint(refusal: Refusal) -> Refusal {
    let suggests_next =
        refusal.error.hint.as_ref().is_some_and(|hint| hint.lines().any(|line| verb_and_rest(line).0 == "next"));
    if suggests_next { refusal.hint("replace it with an order that was possible at that moment") } else { refusal }
}

/// Returns what an amendment loses, as the beginning of a sentence.
fn loss_words<G: Game>(amendment: &Amendment<G>) -> String {
    let ReasonsRequired { dice, struck, binding_dice, is_revealed } = amendment.required;
    let count_words = |count: usize, singular: &str, plural: &str| match count {
        0 => None,
        1 => Some(format!("1 {singular}")),
        _ => Some(format!("{count} {plural}")),
    };
    let dice = count_words(dice, "die rolled earlier is dropped", "dice rolled earlier are dropped");
    // If dice are dropped, only these are named, not all dice rolled since.
    let binding_dice = if dice.is_some() { 0 } else { binding_dice };
    let binding_dice =
        count_words(binding_dice, "die was rolled in this entry or later", "dice were rolled in this entry or later");
    let first_struck = amendment.differences.iter().find(|difference| {
        matches!((&difference.before, &difference.after), (Outcome::Stands(_), Outcome::NoLongerLegal { .. }))
    });
    let struck = match (struck, first_struck) {
        (1, Some(difference)) => Some(format!("entry {} is removed", difference.entry)),
        (count, _) => count_words(count, "later command is removed", "later commands are removed"),
    };
    let revealed = is_revealed.then(|| "Sealed plots or hidden information were revealed after this entry".to_owned());
    [revealed, binding_dice, dice, struck].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// Lists how an entry's rulings differ before and after an amendment, and counts those that are unchanged.
fn describe_difference(entry: usize, before: &[String], after: &[String]) -> String {
    let (mut dropped, mut added) = (Vec::new(), after.to_vec());
    for line in before {
        match added.iter().position(|other| other == line) {
            Some(index) => _ = added.remove(index),
            None => dropped.push(line.clone()),
        }
    }
    let mut text = match (&dropped[..], &added[..]) {
        ([], []) => format!("\nEntry {entry} is unchanged."),
        ([], added) => format!("\nEntry {entry} now also has:\n{}", added.join("\n")),
        (dropped, []) => format!("\nEntry {entry} no longer has:\n{}", dropped.join("\n")),
        (dropped, added) => format!("\nEntry {entry} was:\n{}\nis now:\n{}", dropped.join("\n"), added.join("\n")),
    };
    let shared = before.len() - dropped.len();
    match shared {
        0 => {}
        1 => text.push_str(&format!("\n1 other ruling of entry {entry} is unchanged.")),
        count => text.push_str(&format!("\n{count} other rulings of entry {entry} are unchanged.")),
    }
    text
}

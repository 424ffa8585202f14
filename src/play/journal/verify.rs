//! Verification: decides every recorded command again.
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use serde::Serialize;
use serde_json::Value;

use super::{
    active_entries::{ActiveEntries, ActivityChange},
    amend::{self, ReasonsRequired},
    dice::{DiceIndex, DiceIndices, SeededDice},
    entry::{Correction, Entry, EntryOf, Outcome, dice_of},
    kept_dice::KeptDice,
    record::Journal,
    revealed::Revealed,
    timeline::Timeline,
};
use crate::{DiceRequest, Die, Event, EventOf, Game, NotDecided, Roll, Rule, Script, Source};

/// An entry whose new outcome differs from the recorded one, or whose dice or missing reason are false.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("entry {entry} has a different result{}{}: {what}", self.entry_suffix(), self.die_suffix())]
pub struct Disagreement<F: Debug + Serialize, R: Debug, P: Debug + Serialize> {
    pub entry: usize,
    /// The command concerned: the entry itself, or one that an amendment decided again.
    pub command: usize,
    /// The number of the die at fault among those of that command, from 1.
    pub die: Option<usize>,
    pub what: Box<Mismatch<F, R, P>>,
}

pub type DisagreementOf<G> = Disagreement<<G as Game>::Fact, <G as Game>::Reason, <G as Game>::Purpose>;
pub type MismatchOf<G> = Mismatch<<G as Game>::Fact, <G as Game>::Reason, <G as Game>::Purpose>;

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Mismatch<F: Debug + Serialize, R: Debug, P: Debug + Serialize> {
    #[error("the rules refuse it [{rule}]")]
    Refused { reason: R, rule: Rule },
    #[error("it lacks {missing} recorded dice: {} D{} for {} [{}]", request.count, request.sides, name(&request.purpose), request.rule)]
    DiceMissing { request: DiceRequest<P>, missing: u16 },
    #[error("a D{sides} cannot show {face}")]
    NoSuchFace { sides: u8, face: u8 },
    #[error("it needs {0} recorded dice fewer")]
    DiceLeft(usize),
    #[error("event {place} {}", describe_difference(recorded, decided))]
    Event {
        /// From 1.
        place: usize,
        recorded: Option<Event<F, P>>,
        decided: Option<Event<F, P>>,
    },
    #[error("a D{sides} for {} is recorded as rolled {face}, but the seed rolls {thrown}", name(purpose))]
    NotFromSeed { sides: u8, purpose: P, face: u8, thrown: u8 },
    #[error("a D{sides} for {} was {fell}, but is ruled again as {face}", name(purpose))]
    OtherDie { sides: u8, purpose: P, fell: u8, face: u8 },
    #[error("it was removed by [{rule}], but the rules allow it now")]
    AllowedNow { rule: Rule },
    #[error("it was removed by [{recorded}], but is refused by [{decided}] now")]
    RemovedByOtherRule { recorded: Rule, decided: Rule },
    #[error("it undoes {dice} rolled dice without a reason")]
    UndoneWithoutReason { dice: usize },
    #[error("it undoes entry {taken} after something was revealed, without a reason")]
    RevealUndoneWithoutReason { taken: usize },
    #[error("it undoes more than the last line, from entry {from} on, without a reason")]
    LinesUndoneWithoutReason { from: usize },
    #[error("it drops {dice} rolled dice and removes {struck} commands without a reason")]
    AmendedWithoutReason { dice: usize, struck: usize },
    #[error("it changes a choice after {dice} dice were rolled, without a reason")]
    ChangedWithoutReason { dice: usize },
    #[error("it amends entry {amended} after something was revealed, without a reason")]
    RevealAmendedWithoutReason { amended: usize },
}

impl<F: Debug + Serialize, R: Debug, P: Debug + Serialize> Disagreement<F, R, P> {
    fn entry_suffix(&self) -> String {
        if self.command == self.entry { String::new() } else { format!(" for entry {}", self.command) }
    }

    fn die_suffix(&self) -> String {
        self.die.map_or_else(String::new, |die| format!(" in die {die}"))
    }
}

pub struct Proof<G: Game> {
    /// The number of outcomes decided again.
    pub rulings: usize,
    /// The number of dice rolled again from the seed and found as recorded.
    pub rolled_again: usize,
    /// The number of dice typed by the referee, which cannot be rolled again.
    pub typed: usize,
    /// The number of dice recorded as rolled by an unknown seed.
    pub unproved: usize,
    /// The entries with such dice.
    pub unproved_in: BTreeSet<usize>,
    /// The entries in which the program rolled new dice.
    pub rolled_in: BTreeSet<usize>,
    /// Every false die, outcome and missing reason.
    pub errors: Vec<DisagreementOf<G>>,
    /// Outcomes that differ, in a journal made under a different edition of the rules.
    pub differing: Vec<DisagreementOf<G>>,
}

/// Returns the journal's name for something: `salvo fired`, `to hit`.
fn name(what: &impl Serialize) -> String {
    let value = serde_json::to_value(what).unwrap_or_default();
    let key = match &value {
        Value::String(word) => word.as_str(),
        Value::Object(fields) => fields.keys().next().map_or("", String::as_str),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => "",
    };
    if key.is_empty() { "it".to_owned() } else { key.replace('_', " ") }
}

/// Describes how two events differ: by kind and paragraph, or by the first figure that differs.
fn describe_difference<F: Serialize, P: Serialize>(
    recorded: &Option<Event<F, P>>,
    decided: &Option<Event<F, P>>,
) -> String {
    let words = |event: &Option<Event<F, P>>| match event {
        Some(event) => format!("{} [{}]", name(&event.fact), event.rule),
        None => "nothing".to_owned(),
    };
    if let (Some(left), Some(right)) = (recorded, decided) {
        let dice = [&left.dice, &right.dice].map(|dice| serde_json::to_value(dice).unwrap_or_default());
        if dice[0] != dice[1] {
            return format!("is recorded with different dice from those required: {}", words(decided));
        }
        let values = [&left.fact, &right.fact].map(|fact| serde_json::to_value(fact).unwrap_or_default());
        if let (true, Some((path, left, right))) =
            (words(recorded) == words(decided), first_difference("", &values[0], &values[1]))
        {
            return format!("is recorded as {} with {path} {left}, but is decided with {right}", words(recorded));
        }
    }
    format!("is recorded as {}, but is decided as {}", words(recorded), words(decided))
}

fn first_difference<'v>(path: &str, left: &'v Value, right: &'v Value) -> Option<(String, &'v Value, &'v Value)> {
    if left == right {
        return None;
    }
    let path_to = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let found = match (left, right) {
        (Value::Object(fields), Value::Object(others)) if fields.keys().eq(others.keys()) => {
            fields.iter().find_map(|(key, value)| first_difference(&path_to(key), value, others.get(key)?))
        }
        (Value::Array(values), Value::Array(others)) if values.len() == others.len() => {
            let mut pairs = values.iter().zip(others).enumerate();
            pairs.find_map(|(at, (value, right))| first_difference(&path_to(&(at + 1).to_string()), value, right))
        }
        (_, _) => None,
    };
    found.or(Some((path.to_owned(), left, right)))
}

impl<G: Game> Journal<G> {
    /// Decides every command again with its own dice, in the state in which it was given. Rolls every seeded die again.
    pub fn verify(&self) -> Result<(), DisagreementOf<G>> {
        self.prove()?.differing.into_iter().next().map_or(Ok(()), Err)
    }

    /// Verifies a journal of any edition of the rules. If its edition is not [`Game::RULINGS`], outcomes that differ
    /// are only listed, since only the program of that edition can judge them.
    ///
    /// # Errors
    /// The first false entry. Impossible dice, dice that the seed did not roll, and missing reasons are always false.
    pub fn prove(&self) -> Result<Proof<G>, DisagreementOf<G>> {
        let mut proof = self.examine();
        if proof.errors.is_empty() { Ok(proof) } else { Err(proof.errors.swap_remove(0)) }
    }

    /// Verifies like [`prove`](Journal::prove), and lists everything false. After an unknown private entry no outcome
    /// can be decided again. There, dice are compared with the seed, and undos still require reasons.
    pub fn examine(&self) -> Proof<G> {
        let proof = Proof {
            rulings: 0,
            rolled_again: 0,
            typed: 0,
            unproved: 0,
            unproved_in: BTreeSet::new(),
            rolled_in: BTreeSet::new(),
            errors: Vec::new(),
            differing: Vec::new(),
        };
        let mut verifier = Verifier { journal: self, proof, entry: 0, revealed: Revealed::default() };
        let mut timeline = Timeline::begin(&self.header);
        for (index, entry) in self.entries.iter().enumerate() {
            verifier.entry = index + 1;
            timeline.refresh(&self.entries);
            verifier.check_entry(entry, &timeline);
            verifier.revealed.apply::<G>(index + 1, entry);
            timeline.apply(&self.entries, index + 1);
        }
        verifier.check_unknown_tail(&timeline);
        verifier.proof
    }
}

struct Verifier<'a, G: Game> {
    journal: &'a Journal<G>,
    proof: Proof<G>,
    /// The current entry.
    entry: usize,
    /// What the entries before it revealed.
    revealed: Revealed,
}

impl<G: Game> Verifier<'_, G> {
    /// Checks an entry, given the timeline just before it.
    fn check_entry(&mut self, entry: &EntryOf<G>, timeline: &Timeline<G>) {
        match entry {
            Entry::Did { command, events, .. } => {
                let mut stream = self.journal.dice_for(self.entry, timeline.places().place_for::<G>(events));
                let dice = events.iter().flat_map(|event| &event.dice);
                self.check_dice(self.entry, dice, KeptDice::empty(), &mut stream);
                self.record_ruling(self.entry, decide_again::<G>(timeline.state(), command, events).err());
            }
            Entry::Amended { entry: number, because, .. } => {
                let required = self.check_amendment(entry, timeline);
                let has_reason = is_reason(because.as_deref());
                let ReasonsRequired { dice, struck, binding_dice, .. } = required;
                let what = Mismatch::AmendedWithoutReason { dice, struck };
                self.require_reason(what, dice + struck == 0 || has_reason);
                let what = Mismatch::ChangedWithoutReason { dice: binding_dice };
                self.require_reason(what, binding_dice == 0 || dice + struck > 0 || has_reason);
                let what = Mismatch::RevealAmendedWithoutReason { amended: *number };
                self.require_reason(what, !self.revealed.is_revealed_since(*number) || has_reason);
            }
            Entry::TakenBack { from, because } => {
                self.check_undo_reason(timeline.active.last(), timeline.active.from_number(*from), because.as_deref());
            }
            Entry::Redid { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Checks the readable entries from the first unknown private one on.
    fn check_unknown_tail(&mut self, timeline: &Timeline<G>) {
        let (mut tail, journal) = (UnknownTail::after(timeline), self.journal);
        for (index, entry) in journal.unknown_tail.iter().enumerate() {
            self.entry = journal.entries.len() + index + 1;
            let Some(entry) = entry else {
                tail.activate(self.entry, None);
                continue;
            };
            match entry {
                Entry::Did { events, .. } => {
                    self.check_uncertain_dice(events, &tail);
                    tail.activate(self.entry, Some(tail.places.place_for::<G>(events)));
                }
                Entry::Amended { .. } => {
                    self.check_amendment_dice(entry);
                    tail.is_lost = true;
                    tail.activate(self.entry, None);
                }
                Entry::TakenBack { from, because } => {
                    // The typed line of an unreadable entry is unknown.
                    let last = tail.active.last().filter(|last| journal.entry_or_beyond(*last).is_some());
                    self.check_undo_reason(last, tail.active.from_number(*from), because.as_deref());
                    tail.apply_undo_or_redo(self.entry, entry);
                }
                Entry::Redid { .. } => tail.apply_undo_or_redo(self.entry, entry),
                Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
            }
            self.revealed.apply::<G>(self.entry, entry);
        }
    }

    /// Checks dice whose place in the dice stream is uncertain, because unknown entries may have rolled some. They are
    /// false if the seed rolls them at none of the possible places.
    fn check_uncertain_dice(&mut self, events: &[EventOf<G>], tail: &UnknownTail) {
        let rolls: Vec<&Roll<G::Purpose>> = events.iter().flat_map(|event| &event.dice).collect();
        let places = tail.possible_places::<G>(events);
        let compare_at = |place: &DiceIndex| {
            let mut stream = self.journal.dice_for(self.entry, *place);
            let faces: Vec<Option<u8>> = rolls.iter().map(|roll| stream.next(roll.sides, &roll.purpose)).collect();
            let differs = |(roll, face): &(&&Roll<G::Purpose>, &Option<u8>)| {
                roll.source == Source::Rolled && face.is_some_and(|face| face != roll.face)
            };
            (rolls.iter().zip(&faces).filter(differs).count(), faces)
        };
        let seeded = places.iter().map(compare_at).min_by_key(|(count, _)| *count).map(|(_, faces)| faces);
        let unknown = vec![None; rolls.len()];
        for (index, (roll, seeded)) in rolls.iter().zip(seeded.unwrap_or(unknown)).enumerate() {
            self.check_die(self.entry, index + 1, roll, None, seeded);
        }
    }

    /// Checks the dice of an amendment of unknown commands.
    fn check_amendment_dice(&mut self, amendment: &EntryOf<G>) {
        for (command, ruling) in amendment.rulings(self.entry) {
            for (index, roll) in dice_of(ruling).enumerate() {
                self.check_die(command, index + 1, roll, None, None);
            }
        }
    }

    /// Checks an undo. It requires a reason for rolled dice, for later reveals, and for more than the last line.
    fn check_undo_reason(&mut self, last: Option<usize>, undone: &[usize], because: Option<&str>) {
        let dice = undone.iter().map(|number| self.journal.dice_in(*number)).sum();
        self.require_reason(Mismatch::UndoneWithoutReason { dice }, dice == 0 || is_reason(because));
        let Some(first) = undone.first().copied() else { return };
        let mut undone = undone.iter().copied();
        let revealed = undone
            .find(|number| self.revealed.is_revealed_since(*number) || self.journal.published_everything(*number));
        let what = Mismatch::RevealUndoneWithoutReason { taken: revealed.unwrap_or(first) };
        self.require_reason(what, revealed.is_none() || is_reason(because));
        let undoes_only_last_line = last.is_none_or(|last| self.journal.line_of(last) <= first);
        let what = Mismatch::LinesUndoneWithoutReason { from: first };
        self.require_reason(what, undoes_only_last_line || dice > 0 || revealed.is_some() || is_reason(because));
    }

    fn require_reason(&mut self, what: MismatchOf<G>, is_in_order: bool) {
        if !is_in_order {
            self.record_error(self.entry, None, what);
        }
    }

    /// Checks every command that an amendment decided again. Returns what requires a reason.
    fn check_amendment(&mut self, amendment: &EntryOf<G>, timeline: &Timeline<G>) -> ReasonsRequired {
        let (mut required, mut has_changed) = (ReasonsRequired::default(), false);
        let Entry::Amended { entry, to, ruled, .. } = amendment else { return required };
        let (entries, from) = (&self.journal.entries, timeline.index_of_entry(*entry));
        let mut state = timeline.state_of_first(entries, from);
        let mut stream = self.journal.dice_for(*entry, DiceIndex::default());
        for (applied, ruled) in timeline.applied_commands(entries, from).zip(ruled) {
            let (command, kept) = match to {
                Correction::Command(command) if applied.entry == *entry => (command, applied.kept()),
                // Typed faces replaced its dice, so the old ones are not compared.
                Correction::Faces(_) if applied.entry == *entry => (applied.command, KeptDice::empty()),
                Correction::Command(_) | Correction::Faces(_) => (applied.command, applied.kept()),
            };
            stream.move_to(applied.place());
            required = required.combine(amend::reason_required_for(&applied, &ruled.outcome));
            has_changed |= amend::is_changed(&applied, &ruled.outcome);
            match &ruled.outcome {
                Outcome::NoLongerLegal { rule, dice } => {
                    self.check_dice(applied.entry, dice.iter(), kept, &mut stream);
                    self.record_ruling(applied.entry, refuse_again::<G>(&state, command, *rule, dice).err());
                }
                Outcome::Stands(events) => {
                    self.check_dice(applied.entry, ruled.outcome.dice(), kept, &mut stream);
                    self.record_ruling(applied.entry, decide_again::<G>(&state, command, events).err());
                    crate::apply_all::<G>(&mut state, events);
                }
            }
        }
        ReasonsRequired { binding_dice: if has_changed { required.binding_dice } else { 0 }, ..required }
    }

    /// Compares recorded dice with those rolled earlier for the same command, and with the seed.
    fn check_dice<'d>(
        &mut self,
        command: usize,
        dice: impl Iterator<Item = &'d Roll<G::Purpose>>,
        mut kept: KeptDice<G::Purpose>,
        stream: &mut SeededDice,
    ) where
        G::Purpose: 'd,
    {
        for (index, roll) in dice.enumerate() {
            let known = kept.take(roll.sides, &roll.purpose);
            let seeded = stream.next(roll.sides, &roll.purpose);
            self.check_die(command, index + 1, roll, known, seeded);
        }
    }

    fn check_die(
        &mut self,
        command: usize,
        number: usize,
        roll: &Roll<G::Purpose>,
        known: Option<Die>,
        seeded: Option<u8>,
    ) {
        let Roll { sides, face, source, ref purpose } = *roll;
        let purpose = || purpose.clone();
        if face == 0 || sides < face {
            return self.record_error(command, Some(number), Mismatch::NoSuchFace { sides, face });
        }
        if let Some(known) = known.filter(|known| *known != roll.die()) {
            let mismatch = Mismatch::OtherDie { sides, purpose: purpose(), fell: known.face, face };
            return self.record_error(command, Some(number), mismatch);
        }
        match (source, seeded) {
            (Source::Rolled, Some(rolled)) if rolled != face => {
                let mismatch = Mismatch::NotFromSeed { sides, purpose: purpose(), face, thrown: rolled };
                self.record_error(command, Some(number), mismatch);
            }
            _ if known.is_some() => {}
            (Source::Typed, _) => self.proof.typed += 1,
            (Source::Rolled, seeded) => {
                self.proof.rolled_in.insert(self.entry);
                if seeded.is_some() {
                    self.proof.rolled_again += 1;
                } else {
                    self.proof.unproved += 1;
                    self.proof.unproved_in.insert(self.entry);
                }
            }
        }
    }

    fn record_error(&mut self, command: usize, die: Option<usize>, what: MismatchOf<G>) {
        self.proof.errors.push(Disagreement { entry: self.entry, command, die, what: Box::new(what) });
    }

    fn record_ruling(&mut self, command: usize, found: Option<MismatchOf<G>>) {
        self.proof.rulings += 1;
        let Some(what) = found.map(Box::new) else { return };
        let is_recorded =
            |other: &DisagreementOf<G>| other.entry == self.entry && other.command == command && other.what == what;
        if self.proof.errors.iter().any(is_recorded) {
            return;
        }
        if self.journal.header.rulings == G::RULINGS {
            return self.record_error(command, None, *what);
        }
        let disagreement = Disagreement { entry: self.entry, command, die: None, what };
        self.proof.differing.push(disagreement);
    }
}

/// The active entries after an unknown one, by number, and the places in the dice stream that they may use.
struct UnknownTail {
    active: ActiveEntries,
    /// The known places.
    places_by_entry: BTreeMap<usize, DiceIndex>,
    places: DiceIndices,
    /// The number of unknown entries. Each may have rolled dice.
    unknown: u64,
    /// Whether an amendment changed the places in an unknown way.
    is_lost: bool,
}

impl UnknownTail {
    fn after<G: Game>(timeline: &Timeline<G>) -> UnknownTail {
        let active = timeline.active.clone();
        let places_by_entry =
            active.numbers().iter().filter_map(|number| Some((*number, timeline.dice_place_of(*number)?))).collect();
        UnknownTail { active, places_by_entry, places: timeline.places().clone(), unknown: 0, is_lost: false }
    }

    /// Makes an entry active, and takes its place if that is known.
    fn activate(&mut self, number: usize, place: Option<DiceIndex>) {
        match place {
            Some(place) => {
                self.places_by_entry.insert(number, place);
                self.places.take(place);
            }
            None => self.unknown += 1,
        }
        self.active.activate(number);
    }

    fn apply_undo_or_redo<C, F, P>(&mut self, number: usize, entry: &Entry<C, F, P>) {
        match self.active.apply(number, entry) {
            ActivityChange::Nothing => {}
            ActivityChange::Deactivated(numbers) => {
                let places = numbers.iter().filter_map(|number| self.places_by_entry.get(number));
                places.for_each(|place| self.places.give_back(*place));
            }
            // An entry after the unknown part has no known place, so all later places are unknown too.
            ActivityChange::Activated(numbers) => {
                numbers.iter().for_each(|number| match self.places_by_entry.get(number) {
                    Some(place) => self.places.take(*place),
                    None => self.is_lost = true,
                })
            }
        }
    }

    /// Returns the possible places of a command. Empty after an amendment.
    fn possible_places<G: Game>(&self, events: &[EventOf<G>]) -> Vec<DiceIndex> {
        let first = self.places.place_for::<G>(events);
        if self.is_lost { Vec::new() } else { (0..=self.unknown).map(|shift| first.shifted_by(shift)).collect() }
    }
}

fn is_reason(because: Option<&str>) -> bool {
    because.is_some_and(crate::has_visible_text)
}

/// Decides a command with the recorded dice, and returns its events if they are as recorded.
pub(super) fn decide_again<G: Game>(
    state: &G::State,
    command: &G::Command,
    recorded: &[EventOf<G>],
) -> Result<Vec<EventOf<G>>, MismatchOf<G>> {
    let mut dice = Script::replay(recorded.iter().flat_map(|event| event.dice.iter().map(Roll::die)));
    let decided = crate::decide::<G>(state, command, &mut dice).map_err(mismatch_from_halt::<G>)?;
    let differs = |index: &usize| recorded.get(*index) != decided.get(*index);
    if let Some(index) = (0..recorded.len().max(decided.len())).find(differs) {
        let (recorded, decided) = (recorded.get(index).cloned(), decided.get(index).cloned());
        return Err(Mismatch::Event { place: index + 1, recorded, decided });
    }
    // If all events are equal, so are their dice, and no recorded die is left over.
    Ok(decided)
}

fn refuse_again<G: Game>(
    state: &G::State,
    command: &G::Command,
    recorded: Rule,
    dice: &[Roll<G::Purpose>],
) -> Result<(), MismatchOf<G>> {
    let mut dice = Script::replay(dice.iter().map(Roll::die));
    match crate::decide::<G>(state, command, &mut dice) {
        Ok(_) => Err(Mismatch::AllowedNow { rule: recorded }),
        Err(NotDecided::Refused { rule, .. }) if rule != recorded => {
            Err(Mismatch::RemovedByOtherRule { recorded, decided: rule })
        }
        Err(NotDecided::Refused { .. }) if dice.unused() > 0 => Err(Mismatch::DiceLeft(dice.unused())),
        Err(NotDecided::Refused { .. }) => Ok(()),
        Err(halt @ (NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. })) => {
            Err(mismatch_from_halt::<G>(halt))
        }
    }
}

fn mismatch_from_halt<G: Game>(halt: crate::NotDecidedOf<G>) -> MismatchOf<G> {
    match halt {
        NotDecided::Refused { reason, rule } => Mismatch::Refused { reason, rule },
        NotDecided::NeedsRoll { request, missing } => Mismatch::DiceMissing { request, missing },
        NotDecided::NoSuchFace { request, face } => Mismatch::NoSuchFace { sides: request.sides, face },
    }
}

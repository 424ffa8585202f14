//! Which entries are active (not undone), and the state that they produce.
use super::{
    active_entries::{ActiveEntries, ActivityChange},
    dice::{DiceIndex, DiceIndices, uses_dice},
    entry::{Correction, Entry, EntryOf, Header, NewOutcomeOf, Outcome},
    kept_dice::KeptDice,
    states::Snapshots,
};
use crate::{EventOf, Game, Rule};

/// A command that was applied and not undone, with its current outcome.
pub struct AppliedCommand<'a, G: Game> {
    pub entry: usize,
    /// The command, as last amended.
    pub command: &'a G::Command,
    /// Its events. Empty if it is struck out.
    pub events: &'a [EventOf<G>],
    /// The paragraph that refuses it, if an amendment of an earlier command made it illegal.
    pub removed_by: Option<Rule>,
    /// The last amendment that decided it again.
    pub amended: Option<usize>,
    record: &'a CommandRecord<G>,
}

impl<G: Game> AppliedCommand<'_, G> {
    pub(super) fn place(&self) -> DiceIndex {
        self.record.place
    }

    /// Returns every die rolled for it, including those that a later decision dropped.
    pub(super) fn kept(&self) -> KeptDice<G::Purpose> {
        self.record.kept(self.events)
    }
}

/// An active command, as numbers of entries.
struct CommandRecord<G: Game> {
    entry: usize,
    /// The entry that states its command: its own, or an amendment of it.
    command_entry: usize,
    /// The last amendment that decided it again, and the index of its outcome there.
    amended: Option<(usize, usize)>,
    /// Every die rolled for it. `None` if it was never decided again.
    all_dice: Option<KeptDice<G::Purpose>>,
    place: DiceIndex,
    /// Whether typed dice replaced dice that the program rolled. No other command may then reuse its dice stream place.
    is_place_reserved: bool,
}

impl<G: Game> CommandRecord<G> {
    /// Returns its current outcome: its events, or the paragraph that strikes it out.
    fn ruling<'a>(&self, entries: &'a [EntryOf<G>]) -> (&'a [EventOf<G>], Option<Rule>) {
        let (number, index) = self.amended.unwrap_or((self.entry, 0));
        match &entries[number - 1] {
            Entry::Did { events, .. } => (events, None),
            Entry::Amended { ruled, .. } => match &ruled[index].outcome {
                Outcome::Stands(events) => (events, None),
                Outcome::NoLongerLegal { rule, .. } => (&[], Some(*rule)),
            },
            Entry::TakenBack { .. } | Entry::Redid { .. } => (&[], None),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => (&[], None),
        }
    }

    /// Whether the command uses its place in the dice stream, if `events` is its current outcome.
    fn uses_place(&self, events: &[EventOf<G>]) -> bool {
        self.is_place_reserved || uses_dice::<G>(events)
    }

    /// Returns every die rolled for the command, if `events` is its current outcome.
    fn kept(&self, events: &[EventOf<G>]) -> KeptDice<G::Purpose> {
        self.all_dice.clone().unwrap_or_else(|| KeptDice::from_rolls(events.iter().flat_map(|event| &event.dice)))
    }
}

/// The active commands and amendments after some entry, by number, and their state.
///
/// Applying or undoing an entry costs only as much as that entry holds.
pub(super) struct Timeline<G: Game> {
    pub(super) active: ActiveEntries,
    /// The active commands, ordered by number.
    commands: Vec<CommandRecord<G>>,
    /// For each active amendment, the commands that it decided again, as they were before it.
    before_amendments: Vec<Vec<CommandRecord<G>>>,
    places: DiceIndices,
    states: Snapshots<G>,
}

impl<G: Game> Timeline<G> {
    pub(super) fn begin(header: &Header<G::Setup>) -> Timeline<G> {
        Timeline {
            active: ActiveEntries::default(),
            commands: Vec::new(),
            before_amendments: Vec::new(),
            places: DiceIndices::default(),
            states: Snapshots::new(&header.setup),
        }
    }

    /// Returns the timeline just after entry `number`. Its state is not computed yet.
    pub(super) fn after(header: &Header<G::Setup>, entries: &[EntryOf<G>], number: usize) -> Timeline<G> {
        let mut timeline = Timeline::begin(header);
        (1..=number.min(entries.len())).for_each(|number| timeline.apply(entries, number));
        timeline
    }

    /// Applies the entry of that number, which must fit. [`refresh`](Timeline::refresh) updates the state later.
    pub(super) fn apply(&mut self, entries: &[EntryOf<G>], number: usize) {
        let Some(entry) = entries.get(number - 1) else { return };
        match self.active.apply(number, entry) {
            ActivityChange::Nothing => {}
            ActivityChange::Activated(numbers) => numbers.into_iter().for_each(|number| self.activate(entries, number)),
            ActivityChange::Deactivated(numbers) => {
                numbers.into_iter().for_each(|number| self.deactivate(entries, number))
            }
        }
    }

    /// Removes the last entry, which has that number and is neither an undo nor a redo.
    pub(super) fn remove_last(&mut self, entries: &[EntryOf<G>], number: usize) {
        if self.active.remove_last(number) {
            self.deactivate(entries, number);
        }
    }

    fn activate(&mut self, entries: &[EntryOf<G>], number: usize) {
        if let Entry::Did { events, .. } = &entries[number - 1] {
            let place = self.places.place_for::<G>(events);
            self.places.take(place);
            self.commands.push(CommandRecord {
                entry: number,
                command_entry: number,
                amended: None,
                all_dice: None,
                place,
                is_place_reserved: false,
            });
        } else if let Entry::Amended { entry, to, ruled, .. } = &entries[number - 1] {
            let from = self.index_of_entry(*entry);
            let before = self.commands.split_off(from);
            for (index, (old, ruled)) in before.iter().zip(ruled).enumerate() {
                let (is_own, has_command) = (old.entry == *entry, matches!(to, Correction::Command(_)));
                let new = self.amended_record(entries, old, (number, index), ruled, is_own && !has_command);
                let command_entry = if is_own && has_command { number } else { old.command_entry };
                self.commands.push(CommandRecord { command_entry, ..new });
            }
            self.states.forget_after(from);
            self.before_amendments.push(before);
        }
    }

    /// Returns a command as changed by `amendment`: the amendment's entry number, and the index of the outcome in it.
    fn amended_record(
        &mut self,
        entries: &[EntryOf<G>],
        old: &CommandRecord<G>,
        amendment: (usize, usize),
        ruled: &NewOutcomeOf<G>,
        has_new_faces: bool,
    ) -> CommandRecord<G> {
        let (events, _) = old.ruling(entries);
        let mut kept = if has_new_faces { KeptDice::empty() } else { old.kept(events) };
        kept.extend(ruled.outcome.dice());
        let used_place = old.uses_place(events);
        let is_reserved = old.is_place_reserved || (has_new_faces && used_place);
        let new =
            CommandRecord { amended: Some(amendment), all_dice: Some(kept), is_place_reserved: is_reserved, ..*old };
        self.places.update_after_amendment(old.place, used_place, new.uses_place(ruled.outcome.events()));
        new
    }

    /// Undoes the last [`activate`](Timeline::activate), which was for that number.
    fn deactivate(&mut self, entries: &[EntryOf<G>], number: usize) {
        if let Entry::Did { .. } = &entries[number - 1] {
            if let Some(command) = self.commands.pop() {
                self.places.give_back(command.place);
            }
            self.states.forget_after(self.commands.len());
        } else if let Some(before) = self.before_amendments.pop() {
            let from = self.commands.len() - before.len();
            for (new, old) in self.commands.drain(from..).zip(&before) {
                let uses = |command: &CommandRecord<G>| command.uses_place(command.ruling(entries).0);
                self.places.update_after_amendment(old.place, uses(&new), uses(old));
            }
            self.commands.extend(before);
            self.states.forget_after(from);
        }
    }

    pub(super) fn places(&self) -> &DiceIndices {
        &self.places
    }

    pub(super) fn len(&self) -> usize {
        self.commands.len()
    }

    /// Returns how many active commands precede the entry of that number.
    pub(super) fn index_of_entry(&self, entry: usize) -> usize {
        self.commands.partition_point(|command| command.entry < entry)
    }

    /// Returns how many active commands precede that one, or `None` if it is not an active command.
    pub(super) fn find(&self, entry: usize) -> Option<usize> {
        Some(self.index_of_entry(entry))
            .filter(|index| self.commands.get(*index).is_some_and(|command| command.entry == entry))
    }

    /// Returns a command's place in the dice stream, or `None` if it is not an active command.
    pub(super) fn dice_place_of(&self, entry: usize) -> Option<DiceIndex> {
        self.find(entry).map(|index| self.commands[index].place)
    }

    /// Returns the numbers of the active commands, without the first `from`.
    pub(super) fn numbers(&self, from: usize) -> impl Iterator<Item = usize> {
        self.commands[from..].iter().map(|command| command.entry)
    }

    /// Returns the active commands without the first `from`, each with its current outcome, ordered by number.
    pub(super) fn applied_commands<'a>(
        &'a self,
        entries: &'a [EntryOf<G>],
        from: usize,
    ) -> impl Iterator<Item = AppliedCommand<'a, G>> {
        self.commands[from..].iter().filter_map(move |record| {
            let (Entry::Did { command, .. } | Entry::Amended { to: Correction::Command(command), .. }) =
                &entries[record.command_entry - 1]
            else {
                return None;
            };
            let (events, struck) = record.ruling(entries);
            let amended = record.amended.map(|(amendment, _)| amendment);
            Some(AppliedCommand { entry: record.entry, command, events, removed_by: struck, amended, record })
        })
    }

    /// Updates the state to the active commands.
    pub(super) fn refresh(&mut self, entries: &[EntryOf<G>]) {
        self.states.reach(self.commands.len(), |index| self.commands[index].ruling(entries).0);
    }

    /// Sets the state that the active commands produce, if the caller knows it.
    pub(super) fn restore(&mut self, state: G::State) {
        self.states.restore(self.commands.len(), state);
    }

    /// Updates the state of a journal that was just read: see [`Snapshots::reach_without_snapshots`].
    pub(super) fn catch_up(&mut self, entries: &[EntryOf<G>]) {
        self.states.reach_without_snapshots(self.commands.len(), |index| self.commands[index].ruling(entries).0);
    }

    /// Returns the state as last refreshed.
    pub(super) fn state(&self) -> &G::State {
        debug_assert_eq!(self.states.reached(), self.commands.len(), "the state is refreshed before it is looked at");
        self.states.last()
    }

    pub(super) fn state_of_first(&self, entries: &[EntryOf<G>], count: usize) -> G::State {
        self.states.state_after(count, |index| self.commands[index].ruling(entries).0)
    }
}

//! Which entries are active (not undone), and the state that they produce.
use super::{
    dice::{Place, Places, uses_dice},
    entry::{Correction, Entry, EntryOf, Header, Outcome, RuledOf},
    in_force::{InForce, Moved},
    kept::Kept,
    states::States,
};
use crate::{EventOf, Game, Rule};

/// A command that was applied and not undone, with its current outcome.
pub struct Deed<'a, G: Game> {
    /// The number of its entry.
    pub entry: usize,
    /// The command, as last amended.
    pub command: &'a G::Command,
    /// Its events. Empty if it is struck out.
    pub events: &'a [EventOf<G>],
    /// The paragraph that refuses it, if an amendment of an earlier command made it illegal.
    pub struck: Option<Rule>,
    /// The last amendment that decided it again.
    pub amended: Option<usize>,
    standing: &'a Standing<G>,
}

impl<G: Game> Deed<'_, G> {
    pub(super) fn place(&self) -> Place {
        self.standing.place
    }

    /// Returns every die rolled for it, including those that a later decision dropped.
    pub(super) fn kept(&self) -> Kept<G::Purpose> {
        self.standing.kept(self.events)
    }
}

/// An active command, as numbers of entries.
struct Standing<G: Game> {
    entry: usize,
    /// The entry that states its command: its own, or an amendment of it.
    worded: usize,
    /// The last amendment that decided it again, and the index of its outcome there.
    amended: Option<(usize, usize)>,
    /// Every die rolled for it. `None` if it was never decided again.
    kept: Option<Kept<G::Purpose>>,
    place: Place,
    /// Typed dice replaced dice that the program rolled. Its place in the dice stream must not be used again.
    holds: bool,
}

impl<G: Game> Standing<G> {
    /// Returns its current outcome: its events, or the paragraph that strikes it out.
    fn ruling<'a>(&self, entries: &'a [EntryOf<G>]) -> (&'a [EventOf<G>], Option<Rule>) {
        let (number, at) = self.amended.unwrap_or((self.entry, 0));
        match &entries[number - 1] {
            Entry::Did { events, .. } => (events, None),
            Entry::Amended { ruled, .. } => match &ruled[at].outcome {
                Outcome::Stands(events) => (events, None),
                Outcome::Struck { rule, .. } => (&[], Some(*rule)),
            },
            Entry::TakenBack { .. } | Entry::Redid { .. } => (&[], None),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => (&[], None),
        }
    }

    /// Whether its place in the dice stream is used, if these are its current events.
    fn uses_place(&self, events: &[EventOf<G>]) -> bool {
        self.holds || uses_dice::<G>(events)
    }

    /// Returns every die rolled for it, if these are its current events.
    fn kept(&self, events: &[EventOf<G>]) -> Kept<G::Purpose> {
        self.kept.clone().unwrap_or_else(|| Kept::of(events.iter().flat_map(|event| &event.dice)))
    }
}

/// The active commands and amendments after some entry, by number, and their state.
///
/// Applying or undoing an entry costs only as much as that entry holds.
pub(super) struct Course<G: Game> {
    pub(super) in_force: InForce,
    /// The active commands, ordered by number.
    deeds: Vec<Standing<G>>,
    /// For each active amendment, the commands that it decided again, as they were before it.
    ruled_before: Vec<Vec<Standing<G>>>,
    /// The places in the dice stream that the active commands use.
    places: Places,
    states: States<G>,
}

impl<G: Game> Course<G> {
    pub(super) fn begin(header: &Header<G::Setup>) -> Course<G> {
        Course {
            in_force: InForce::default(),
            deeds: Vec::new(),
            ruled_before: Vec::new(),
            places: Places::default(),
            states: States::begin(&header.setup),
        }
    }

    /// Returns the course just after entry `number`. Its state is not computed yet.
    pub(super) fn after(header: &Header<G::Setup>, entries: &[EntryOf<G>], number: usize) -> Course<G> {
        let mut course = Course::begin(header);
        (1..=number.min(entries.len())).for_each(|number| course.take(entries, number));
        course
    }

    /// Applies the entry of that number, which must fit. [`refresh`](Course::refresh) updates the state later.
    pub(super) fn take(&mut self, entries: &[EntryOf<G>], number: usize) {
        let Some(entry) = entries.get(number - 1) else { return };
        match self.in_force.take(number, entry) {
            Moved::Nothing => {}
            Moved::In(numbers) => numbers.into_iter().for_each(|number| self.put_in_force(entries, number)),
            Moved::Out(numbers) => numbers.into_iter().for_each(|number| self.put_out_of_force(entries, number)),
        }
    }

    /// Removes the last entry, which has that number and is neither an undo nor a redo.
    pub(super) fn take_out(&mut self, entries: &[EntryOf<G>], number: usize) {
        if self.in_force.take_out(number) {
            self.put_out_of_force(entries, number);
        }
    }

    fn put_in_force(&mut self, entries: &[EntryOf<G>], number: usize) {
        if let Entry::Did { events, .. } = &entries[number - 1] {
            let place = self.places.after::<G>(events);
            self.places.take(place);
            self.deeds.push(Standing { entry: number, worded: number, amended: None, kept: None, place, holds: false });
        } else if let Entry::Amended { entry, to, ruled, .. } = &entries[number - 1] {
            let from = self.from(*entry);
            let before = self.deeds.split_off(from);
            for (at, (old, ruled)) in before.iter().zip(ruled).enumerate() {
                let (is_own, has_command) = (old.entry == *entry, matches!(to, Correction::Command(_)));
                let new = self.ruled_again(entries, old, (number, at), ruled, is_own && !has_command);
                let worded = if is_own && has_command { number } else { old.worded };
                self.deeds.push(Standing { worded, ..new });
            }
            self.states.forget_behind(from);
            self.ruled_before.push(before);
        }
    }

    /// Returns a command as outcome number `at` of an amendment changes it.
    fn ruled_again(
        &mut self,
        entries: &[EntryOf<G>],
        old: &Standing<G>,
        by: (usize, usize),
        ruled: &RuledOf<G>,
        by_other_faces: bool,
    ) -> Standing<G> {
        let (events, _) = old.ruling(entries);
        let mut kept = if by_other_faces { Kept::nothing() } else { old.kept(events) };
        kept.widen(ruled.outcome.dice());
        let used = old.uses_place(events);
        let holds = old.holds || (by_other_faces && used);
        let new = Standing { amended: Some(by), kept: Some(kept), holds, ..*old };
        self.places.ruled_again(old.place, used, new.uses_place(ruled.outcome.events()));
        new
    }

    /// Undoes the last [`put_in_force`](Course::put_in_force), which was for that number.
    fn put_out_of_force(&mut self, entries: &[EntryOf<G>], number: usize) {
        if let Entry::Did { .. } = &entries[number - 1] {
            if let Some(deed) = self.deeds.pop() {
                self.places.give_back(deed.place);
            }
            self.states.forget_behind(self.deeds.len());
        } else if let Some(before) = self.ruled_before.pop() {
            let from = self.deeds.len() - before.len();
            for (new, old) in self.deeds.drain(from..).zip(&before) {
                let uses = |deed: &Standing<G>| deed.uses_place(deed.ruling(entries).0);
                self.places.ruled_again(old.place, uses(&new), uses(old));
            }
            self.deeds.extend(before);
            self.states.forget_behind(from);
        }
    }

    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    /// Returns the number of active commands.
    pub(super) fn len(&self) -> usize {
        self.deeds.len()
    }

    /// Returns how many active commands precede the entry of that number.
    pub(super) fn from(&self, entry: usize) -> usize {
        self.deeds.partition_point(|deed| deed.entry < entry)
    }

    /// Returns how many active commands precede that one, or `None` if it is not an active command.
    pub(super) fn find(&self, entry: usize) -> Option<usize> {
        Some(self.from(entry)).filter(|at| self.deeds.get(*at).is_some_and(|deed| deed.entry == entry))
    }

    /// Returns a command's place in the dice stream, or `None` if it is not an active command.
    pub(super) fn place_of(&self, entry: usize) -> Option<Place> {
        self.find(entry).map(|at| self.deeds[at].place)
    }

    /// Returns the numbers of the active commands, without the first `from`.
    pub(super) fn numbers(&self, from: usize) -> impl Iterator<Item = usize> {
        self.deeds[from..].iter().map(|deed| deed.entry)
    }

    /// Returns the active commands without the first `from`, each with its current outcome, ordered by number.
    pub(super) fn deeds<'a>(&'a self, entries: &'a [EntryOf<G>], from: usize) -> impl Iterator<Item = Deed<'a, G>> {
        self.deeds[from..].iter().filter_map(move |standing| {
            let (Entry::Did { command, .. } | Entry::Amended { to: Correction::Command(command), .. }) =
                &entries[standing.worded - 1]
            else {
                return None;
            };
            let (events, struck) = standing.ruling(entries);
            let amended = standing.amended.map(|(by, _)| by);
            Some(Deed { entry: standing.entry, command, events, struck, amended, standing })
        })
    }

    /// Updates the state to the active commands.
    pub(super) fn refresh(&mut self, entries: &[EntryOf<G>]) {
        self.states.reach(self.deeds.len(), |at| self.deeds[at].ruling(entries).0);
    }

    /// Sets the state that the active commands produce, if the caller knows it.
    pub(super) fn restore(&mut self, state: G::State) {
        self.states.restore(self.deeds.len(), state);
    }

    /// Updates the state of a journal that was just read: see [`States::run`].
    pub(super) fn run(&mut self, entries: &[EntryOf<G>]) {
        self.states.run(self.deeds.len(), |at| self.deeds[at].ruling(entries).0);
    }

    /// Returns the state as last refreshed.
    pub(super) fn state(&self) -> &G::State {
        debug_assert_eq!(self.states.reached(), self.deeds.len(), "the state is refreshed before it is looked at");
        self.states.last()
    }

    /// Returns the state after the first `many` active commands.
    pub(super) fn state_of_first(&self, entries: &[EntryOf<G>], many: usize) -> G::State {
        self.states.of_first(many, |at| self.deeds[at].ruling(entries).0)
    }
}

//! Which entries are in force, and the state that they make.
use super::{
    dice::{Place, Places, uses_dice},
    entry::{Correction, Entry, EntryOf, Header, Outcome, RuledOf},
    in_force::{InForce, Moved},
    kept::Kept,
    states::States,
};
use crate::{EventOf, Game, Rule};

/// A command that was carried out and not taken back, with the ruling that now holds for it.
pub struct Deed<'a, G: Game> {
    /// The number of its entry.
    pub entry: usize,
    /// The command, as last amended.
    pub command: &'a G::Command,
    /// What followed from it; nothing when it is struck.
    pub events: &'a [EventOf<G>],
    /// The paragraph that refuses it, when an amendment of an earlier deed made it unlawful.
    pub struck: Option<Rule>,
    /// The entry that last ruled it again.
    pub amended: Option<usize>,
    standing: &'a Standing<G>,
}

impl<G: Game> Deed<'_, G> {
    pub(super) fn place(&self) -> Place {
        self.standing.place
    }

    /// Every die that fell for it, those that a later ruling dropped with them.
    pub(super) fn kept(&self) -> Kept<G::Purpose> {
        self.standing.kept(self.events)
    }
}

/// A deed in force, by the numbers of the entries that tell of it.
struct Standing<G: Game> {
    entry: usize,
    /// The entry that gave its command: its own, or an amendment of it.
    worded: usize,
    /// The amendment that last ruled it, and which of that one's rulings is the deed's.
    amended: Option<(usize, usize)>,
    /// Every die that fell for it, once it was ruled again.
    kept: Option<Kept<G::Purpose>>,
    place: Place,
    /// Faces were typed in the place of what the program threw there, which nothing is to throw once more.
    holds: bool,
}

impl<G: Game> Standing<G> {
    /// The ruling that now holds for it: what followed, or by which paragraph it is struck.
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

    /// Whether nothing else may be thrown at its place, if what now holds are these events.
    fn uses_place(&self, events: &[EventOf<G>]) -> bool {
        self.holds || uses_dice::<G>(events)
    }

    /// Every die that fell for it, if what now holds are these events: what was never ruled again has no others.
    fn kept(&self, events: &[EventOf<G>]) -> Kept<G::Purpose> {
        self.kept.clone().unwrap_or_else(|| Kept::of(events.iter().flat_map(|event| &event.dice)))
    }
}

/// The deeds and amendments in force after some entry, by number, and their state.
///
/// Every entry is taken in at the cost of what it holds itself, and so is what takes it back.
pub(super) struct Course<G: Game> {
    pub(super) in_force: InForce,
    /// Those of the entries in force that are deeds, ordered by number.
    deeds: Vec<Standing<G>>,
    /// For each amendment in force the deeds that it ruled again, as they stood before it.
    ruled_before: Vec<Vec<Standing<G>>>,
    /// What the deeds in force have taken of the dice.
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

    /// The course just after entry `number`, its state not yet reckoned.
    pub(super) fn after(header: &Header<G::Setup>, entries: &[EntryOf<G>], number: usize) -> Course<G> {
        let mut course = Course::begin(header);
        (1..=number.min(entries.len())).for_each(|number| course.take(entries, number));
        course
    }

    /// Takes in the entry of that number, which must fit; the state waits for [`refresh`](Course::refresh).
    pub(super) fn take(&mut self, entries: &[EntryOf<G>], number: usize) {
        let Some(entry) = entries.get(number - 1) else { return };
        match self.in_force.take(number, entry) {
            Moved::Nothing => {}
            Moved::In(numbers) => numbers.into_iter().for_each(|number| self.put_in_force(entries, number)),
            Moved::Out(numbers) => numbers.into_iter().for_each(|number| self.put_out_of_force(entries, number)),
        }
    }

    /// Takes out the last entry, which has that number and goes back to no other.
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

    /// A deed as it stands by the ruling number `at` of an amendment.
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

    /// Takes back what [`put_in_force`](Course::put_in_force) did last, which was of that number.
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

    /// How many deeds are in force.
    pub(super) fn len(&self) -> usize {
        self.deeds.len()
    }

    /// How many deeds in force stand before the entry of that number.
    pub(super) fn from(&self, entry: usize) -> usize {
        self.deeds.partition_point(|deed| deed.entry < entry)
    }

    /// How many deeds in force stand before the one of that number; `None` where it is no deed in force.
    pub(super) fn find(&self, entry: usize) -> Option<usize> {
        Some(self.from(entry)).filter(|at| self.deeds.get(*at).is_some_and(|deed| deed.entry == entry))
    }

    /// Where the dice of the deed of that number stand; `None` where it is no deed in force.
    pub(super) fn place_of(&self, entry: usize) -> Option<Place> {
        self.find(entry).map(|at| self.deeds[at].place)
    }

    /// The numbers of the deeds in force without the first `from`.
    pub(super) fn numbers(&self, from: usize) -> impl Iterator<Item = usize> {
        self.deeds[from..].iter().map(|deed| deed.entry)
    }

    /// The deeds in force without the first `from`, each with the ruling that now holds, ordered by number.
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

    /// Reckons the state.
    pub(super) fn refresh(&mut self, entries: &[EntryOf<G>]) {
        self.states.reach(self.deeds.len(), |at| self.deeds[at].ruling(entries).0);
    }

    /// Puts in the state that the deeds in force make, where it is known.
    pub(super) fn restore(&mut self, state: G::State) {
        self.states.restore(self.deeds.len(), state);
    }

    /// The same for a text that has been read: see [`States::run`].
    pub(super) fn run(&mut self, entries: &[EntryOf<G>]) {
        self.states.run(self.deeds.len(), |at| self.deeds[at].ruling(entries).0);
    }

    /// The state as last refreshed.
    pub(super) fn state(&self) -> &G::State {
        debug_assert_eq!(self.states.reached(), self.deeds.len(), "the state is refreshed before it is looked at");
        self.states.last()
    }

    /// The state that the first `many` deeds in force make.
    pub(super) fn state_of_first(&self, entries: &[EntryOf<G>], many: usize) -> G::State {
        self.states.of_first(many, |at| self.deeds[at].ruling(entries).0)
    }
}

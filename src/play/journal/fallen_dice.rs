//! Every die that fell in a journal, also for commands that were undone, amended or struck out.
use std::collections::{BTreeMap, HashMap};

use super::{
    active_entries::{ActiveEntries, ActivityChange},
    dice::DiceIndex,
    entry::{Entry, dice_of},
    record::Journal,
    timeline::Timeline,
};
use crate::{Game, Roll, Source};

/// A die that fell, listed once however often its command was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FallenDie<P> {
    pub sides: u8,
    pub face: u8,
    pub source: Source,
    pub purpose: P,
    /// The entry that first recorded it.
    pub entry: usize,
    /// The number of the sitting in which it fell, from 1. Each reopening of the journal begins another.
    pub sitting: usize,
    /// Whether an active command uses it.
    pub in_force: bool,
}

/// Sides and purpose, as the journal writes it.
type DieKind = (u8, String);

/// What makes two recorded dice the same die.
#[derive(PartialEq, Eq, Hash)]
struct DieId {
    kind: DieKind,
    source: Source,
    place: DiePlace,
    /// Its number among the dice of its kind in the command, from 0.
    index: usize,
    face: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum DiePlace {
    /// The program rolls the same die again for the same place. `own_seed`: whether by the what-if's own seed.
    Rolled { at: DiceIndex, own_seed: bool },
    /// How many active commands before it had typed dice of its kind, when it first had some.
    Typed { before: usize },
}

impl<G: Game> Journal<G> {
    /// Returns every die that fell, in the order in which they did.
    ///
    /// A rolled die that is rolled again at the same place in the dice stream is the same die. So is a typed die that
    /// is typed again in the same place with the same face. The place is the same if a command is undone and given
    /// again, or amended. Dice of entries that are still secret are not known.
    pub fn fallen_dice(&self) -> Vec<FallenDie<G::Purpose>> {
        let mut walk = Walk { journal: self, typed: TypedPlaces::default(), known: HashMap::new(), dice: Vec::new() };
        let mut timeline = Timeline::<G>::begin(&self.header);
        let mut sitting = 1;
        for (number, entry) in (1..).zip(&self.entries) {
            sitting += usize::from(matches!(entry, Entry::Opened));
            timeline.apply(&self.entries, number);
            walk.typed.apply(number, entry);
            for (command, outcome) in entry.rulings(number) {
                let at = timeline.dice_place_of(command).unwrap_or_default();
                walk.record((command, at), dice_of(outcome), (number, sitting));
            }
        }
        for applied in timeline.applied_commands(&self.entries, 0) {
            let rolls = applied.events.iter().flat_map(|event| &event.dice);
            for (id, _) in walk.identified((applied.entry, applied.place()), rolls) {
                if let Some(index) = walk.known.get(&id) {
                    walk.dice[*index].in_force = true;
                }
            }
        }
        walk.dice
    }
}

struct Walk<'a, G: Game> {
    journal: &'a Journal<G>,
    typed: TypedPlaces,
    /// The index of each die in `dice`.
    known: HashMap<DieId, usize>,
    dice: Vec<FallenDie<G::Purpose>>,
}

impl<'a, G: Game> Walk<'a, G> {
    /// Adds the dice of a decision that are new. The last argument is the entry that records it, with the sitting.
    fn record(
        &mut self,
        command: (usize, DiceIndex),
        rolls: impl Iterator<Item = &'a Roll<G::Purpose>>,
        (entry, sitting): (usize, usize),
    ) {
        for (id, Roll { sides, face, source, purpose }) in self.identified(command, rolls) {
            let index = self.dice.len();
            if *self.known.entry(id).or_insert(index) == index {
                let (sides, face, source, purpose) = (*sides, *face, *source, purpose.clone());
                self.dice.push(FallenDie { sides, face, source, purpose, entry, sitting, in_force: false });
            }
        }
    }

    /// Returns the dice of a command's decision, each with what identifies it.
    fn identified(
        &mut self,
        (command, at): (usize, DiceIndex),
        rolls: impl Iterator<Item = &'a Roll<G::Purpose>>,
    ) -> Vec<(DieId, &'a Roll<G::Purpose>)> {
        let branch = self.journal.header.branch.as_ref();
        let own_seed = branch.is_some_and(|branch| branch.seed.is_some() && !branch.contains(command));
        let mut counts: HashMap<DieKind, usize> = HashMap::new();
        let mut identified = Vec::new();
        for roll in rolls {
            // Purposes are plain data, so writing them as JSON cannot fail.
            let kind = (roll.sides, serde_json::to_string(&roll.purpose).unwrap_or_default());
            let count = counts.entry(kind.clone()).or_default();
            let index = *count;
            *count += 1;
            let place = match roll.source {
                Source::Rolled => DiePlace::Rolled { at, own_seed },
                Source::Typed => DiePlace::Typed { before: self.typed.place(command, &kind) },
            };
            identified.push((DieId { kind, source: roll.source, place, index, face: roll.face }, roll));
        }
        identified
    }
}

/// The places of typed dice: for each command and kind of die, how many active commands before had such typed dice.
#[derive(Default)]
struct TypedPlaces {
    active: ActiveEntries,
    of_commands: BTreeMap<usize, HashMap<DieKind, usize>>,
    /// How many active commands have typed dice of each kind.
    counts: HashMap<DieKind, usize>,
}

impl TypedPlaces {
    fn apply<C, F, P>(&mut self, number: usize, entry: &Entry<C, F, P>) {
        let (commands, is_active) = match self.active.apply(number, entry) {
            ActivityChange::Nothing => return,
            ActivityChange::Activated(commands) => (commands, true),
            ActivityChange::Deactivated(commands) => (commands, false),
        };
        for kind in commands.iter().filter_map(|command| self.of_commands.get(command)).flat_map(HashMap::keys) {
            let count = self.counts.entry(kind.clone()).or_default();
            *count = if is_active { *count + 1 } else { count.saturating_sub(1) };
        }
    }

    /// Returns the place of a command for a kind of die. It never changes.
    fn place(&mut self, command: usize, kind: &DieKind) -> usize {
        let places = self.of_commands.entry(command).or_default();
        if let Some(place) = places.get(kind) {
            return *place;
        }
        let count = self.counts.entry(kind.clone()).or_default();
        let place = *count;
        *count += 1;
        places.insert(kind.clone(), place);
        place
    }
}

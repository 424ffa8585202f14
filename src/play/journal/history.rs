//! The history of a journal: what became of each entry, and what each amendment changed.
use std::collections::BTreeMap;

use super::{
    entry::{Correction, Entry, EntryOf, Outcome, OutcomeOf, OutcomePartsOf},
    record::Journal,
    timeline::Timeline,
};
use crate::{Game, NotDecided, Roll, Rule, Script};

pub struct HistoryLine<'a, G: Game> {
    pub number: usize,
    pub entry: &'a EntryOf<G>,
    /// `false` for commands and amendments that were undone, and for commands that an amendment struck out.
    pub is_active: bool,
    /// The paragraph by which an amendment struck it out.
    pub removed_by: Option<Rule>,
    /// The last amendment that changed it, if it is an active or struck-out command.
    pub changed: Option<Change>,
    /// The last active command or amendment before it. Only set by [`Journal::walk`].
    pub previous: Option<usize>,
    /// The entries that it undoes (latest first) or redoes (earliest first). Only set by [`Journal::walk`].
    pub moved_entries: Vec<usize>,
    /// The entries active just before it, and all entries. Only set by [`Journal::walk`].
    timeline: Option<(&'a Timeline<G>, &'a [EntryOf<G>])>,
}

impl<'a, G: Game> HistoryLine<'a, G> {
    /// Returns the command of this entry, or the one that an amendment decides again. For an amendment that only gives
    /// different faces, it needs [`Journal::walk`].
    pub fn command(&self) -> Option<&'a G::Command> {
        match (self.entry, self.timeline) {
            (Entry::Did { command, .. } | Entry::Amended { to: Correction::Command(command), .. }, _) => Some(command),
            (Entry::Amended { entry, to: Correction::Faces(_), .. }, Some((timeline, entries))) => timeline
                .applied_commands(entries, timeline.index_of_entry(*entry))
                .next()
                .map(|applied| applied.command),
            (_, _) => None,
        }
    }

    /// Returns the commands whose outcome an amendment changed, in order. Empty for any other entry, and without
    /// [`Journal::walk`].
    pub fn changed_commands(&self) -> Vec<ChangedCommand<'a, G>> {
        let (Some((timeline, entries)), Entry::Amended { entry, ruled, .. }) = (self.timeline, self.entry) else {
            return Vec::new();
        };
        let from = timeline.index_of_entry(*entry);
        let mut state = timeline.state_of_first(entries, from);
        let mut changed = Vec::new();
        for (applied, new_outcome) in timeline.applied_commands(entries, from).zip(ruled) {
            if !is_same_outcome::<G>(
                (applied.events, applied.removed_by.map(|_| &[][..])),
                new_outcome.outcome.ruling(),
            ) {
                // Only a later command can be struck out, and the amendment did not change its text.
                let command = applied.command;
                changed.push(ChangedCommand {
                    entry: applied.entry,
                    command,
                    outcome: &new_outcome.outcome,
                    before: state.clone(),
                });
            }
            crate::apply_all::<G>(&mut state, new_outcome.outcome.events());
        }
        changed
    }
}

/// The last active amendment that changed a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    pub by: usize,
    /// Whether it replaced the command. Otherwise it changed only the outcome.
    pub is_command: bool,
}

pub struct ChangedCommand<'a, G: Game> {
    pub entry: usize,
    /// Its command before the amendment.
    pub command: &'a G::Command,
    pub outcome: &'a OutcomeOf<G>,
    /// The state in which the amendment decided it.
    pub before: G::State,
}

impl<G: Game> ChangedCommand<'_, G> {
    /// Returns why today's rules strike it out. `None` if not struck out, or if not refused by the same paragraph.
    pub fn refused(&self) -> Option<G::Reason> {
        let Outcome::NoLongerLegal { rule: recorded, dice, .. } = self.outcome else { return None };
        let mut dice = Script::replay(dice.iter().map(Roll::die));
        match crate::decide::<G>(&self.before, self.command, &mut dice) {
            Err(NotDecided::Refused { reason, rule }) if rule == *recorded => Some(reason),
            Ok(_) | Err(NotDecided::Refused { .. } | NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. }) => {
                None
            }
        }
    }
}

fn is_same_outcome<G: Game>(left: OutcomePartsOf<'_, G>, right: OutcomePartsOf<'_, G>) -> bool {
    left.1.is_some() == right.1.is_some() && left.0 == right.0
}

impl<G: Game> Journal<G> {
    pub fn history(&self) -> impl Iterator<Item = HistoryLine<'_, G>> {
        let (commands, changes) = (self.commands(), self.changes());
        self.entries.iter().enumerate().map(move |(index, entry)| {
            let number = index + 1;
            let found = commands.binary_search_by_key(&number, |applied| applied.entry);
            let struck = found.ok().and_then(|index| commands[index].removed_by);
            let is_done = || self.timeline.active.is_active(number) && struck.is_none();
            let is_active = !matches!(entry, Entry::Did { .. } | Entry::Amended { .. }) || is_done();
            let changed = changes.get(&number).copied();
            HistoryLine {
                number,
                entry,
                is_active,
                removed_by: struck,
                changed,
                previous: None,
                moved_entries: Vec::new(),
                timeline: None,
            }
        })
    }

    /// Calls `visit` with each history line and the state just before it, in one pass.
    pub fn walk(&self, mut visit: impl FnMut(&HistoryLine<'_, G>, &G::State)) {
        let mut timeline = Timeline::<G>::begin(&self.header);
        for line in self.history() {
            timeline.refresh(&self.entries);
            let number = line.number;
            let moved_entries = match line.entry {
                Entry::TakenBack { from, .. } => timeline.active.from_number(*from).iter().rev().copied().collect(),
                Entry::Redid { to } => timeline.active.undone().take_while(|number| number <= to).collect(),
                Entry::Did { .. } | Entry::Amended { .. } => Vec::new(),
                Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Vec::new(),
            };
            let previous = timeline.active.last();
            visit(
                &HistoryLine { previous, moved_entries, timeline: Some((&timeline, &self.entries)), ..line },
                timeline.state(),
            );
            timeline.apply(&self.entries, number);
        }
    }

    /// Returns the active commands that active amendments changed, each with the last change.
    fn changes(&self) -> BTreeMap<usize, Change> {
        let mut changes = BTreeMap::new();
        let mut rulings: BTreeMap<usize, OutcomePartsOf<'_, G>> = BTreeMap::new();
        for number in self.timeline.active.numbers() {
            let source = &self.entries[number - 1];
            for (command, outcome) in source.rulings(*number) {
                let is_command = matches!(source, Entry::Amended { entry, .. } if *entry == command);
                let before = rulings.insert(command, outcome);
                // Only an amendment gives an outcome to a command that already has one.
                if is_command || before.is_some_and(|before| !is_same_outcome::<G>(before, outcome)) {
                    changes.insert(command, Change { by: *number, is_command });
                }
            }
        }
        changes
    }
}

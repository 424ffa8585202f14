//! What has become of every entry since, and what an amendment made of what was ruled before it.
use std::collections::BTreeMap;

use super::{
    course::Course,
    entry::{Correction, Entry, EntryOf, Outcome, OutcomeOf, RulingOf},
    record::Journal,
};
use crate::{Game, Halt, Roll, Rule, Script};

/// An entry as the log shows it.
pub struct HistoryLine<'a, G: Game> {
    pub number: usize,
    pub entry: &'a EntryOf<G>,
    /// `false` for a deed or an amendment that was undone, and for a deed that an amendment struck out.
    pub in_force: bool,
    /// By which paragraph an amendment struck it out.
    pub struck: Option<Rule>,
    /// The amendment that last changed it, of a deed in force and of one that was struck out.
    pub changed: Option<Change>,
    /// The last deed or amendment in force before it; none unless [`Journal::walk`] tells it.
    pub behind: Option<usize>,
    /// As [`Journal::walk`] tells it: what an entry takes back, the latest first, or brings back, the earliest first.
    pub moves: Vec<usize>,
    /// What was in force just before it, where [`Journal::walk`] tells it, and all entries.
    course: Option<(&'a Course<G>, &'a [EntryOf<G>])>,
}

impl<'a, G: Game> HistoryLine<'a, G> {
    /// The command of a deed, or that of the deed which an amendment rules again; none of any other entry, and of an amendment
    /// that gives other faces none unless [`Journal::walk`] tells it.
    pub fn command(&self) -> Option<&'a G::Command> {
        match (self.entry, self.course) {
            (Entry::Did { command, .. } | Entry::Amended { to: Correction::Command(command), .. }, _) => Some(command),
            (Entry::Amended { entry, to: Correction::Faces(_), .. }, Some((course, entries))) => {
                course.deeds(entries, course.from(*entry)).next().map(|deed| deed.command)
            }
            (_, _) => None,
        }
    }

    /// The deeds that an amendment ruled otherwise than they were ruled before it, in order; none for any other entry,
    /// and none unless [`Journal::walk`] tells it.
    pub fn ruled_otherwise(&self) -> Vec<Changed<'a, G>> {
        let (Some((course, entries)), Entry::Amended { entry, ruled, .. }) = (self.course, self.entry) else {
            return Vec::new();
        };
        let from = course.from(*entry);
        let mut state = course.state_of_first(entries, from);
        let mut changed = Vec::new();
        for (deed, again) in course.deeds(entries, from).zip(ruled) {
            if !alike::<G>((deed.events, deed.struck.map(|_| &[][..])), again.outcome.ruling()) {
                // What is struck out is a later deed, whose command the amendment left as it was.
                let command = deed.command;
                changed.push(Changed { entry: deed.entry, command, outcome: &again.outcome, before: state.clone() });
            }
            crate::apply_all::<G>(&mut state, again.outcome.events());
        }
        changed
    }
}

/// The last amendment in force that changed a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The number of the amendment.
    pub by: usize,
    /// Whether it gave the deed another command; else the deed only came out otherwise.
    pub is_command: bool,
}

/// A deed that an amendment ruled otherwise than it was ruled before.
pub struct Changed<'a, G: Game> {
    /// The number of the deed.
    pub entry: usize,
    /// Its command before the amendment.
    pub command: &'a G::Command,
    pub outcome: &'a OutcomeOf<G>,
    /// The state in which the amendment ruled it.
    pub before: G::State,
}

impl<G: Game> Changed<'_, G> {
    /// Why it is struck out, by the rules of today: none where it stands, or where these would not strike it out by the
    /// same paragraph.
    pub fn refused(&self) -> Option<G::Reason> {
        let Outcome::Struck { rule: recorded, dice, .. } = self.outcome else { return None };
        let mut dice = Script::of(dice.iter().map(Roll::die));
        match crate::decide::<G>(&self.before, self.command, &mut dice) {
            Err(Halt::Refused { reason, rule }) if rule == *recorded => Some(reason),
            Ok(_) | Err(Halt::Refused { .. } | Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. }) => None,
        }
    }
}

fn alike<G: Game>(one: RulingOf<'_, G>, other: RulingOf<'_, G>) -> bool {
    one.1.is_some() == other.1.is_some() && one.0 == other.0
}

impl<G: Game> Journal<G> {
    /// Every entry, with what has become of it since.
    pub fn history(&self) -> impl Iterator<Item = HistoryLine<'_, G>> {
        let (deeds, changes) = (self.deeds(), self.changes());
        self.entries.iter().enumerate().map(move |(at, entry)| {
            let number = at + 1;
            let deed = deeds.binary_search_by_key(&number, |deed| deed.entry);
            let struck = deed.ok().and_then(|at| deeds[at].struck);
            let is_done = || self.course.in_force.is_in_force(number) && struck.is_none();
            let in_force = !matches!(entry, Entry::Did { .. } | Entry::Amended { .. }) || is_done();
            let changed = changes.get(&number).copied();
            HistoryLine { number, entry, in_force, struck, changed, behind: None, moves: Vec::new(), course: None }
        })
    }

    /// Tells the history in one pass: each line with the state that was in force just before it.
    pub fn walk(&self, mut tell: impl FnMut(&HistoryLine<'_, G>, &G::State)) {
        let mut course = Course::<G>::begin(&self.header);
        for line in self.history() {
            course.refresh(&self.entries);
            let number = line.number;
            let moves = match line.entry {
                Entry::TakenBack { from, .. } => course.in_force.from(*from).iter().rev().copied().collect(),
                Entry::Redid { to } => course.in_force.undone().take_while(|number| number <= to).collect(),
                Entry::Did { .. } | Entry::Amended { .. } => Vec::new(),
                Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Vec::new(),
            };
            let behind = course.in_force.last();
            tell(&HistoryLine { behind, moves, course: Some((&course, &self.entries)), ..line }, course.state());
            course.take(&self.entries, number);
        }
    }

    /// Deeds in force that an amendment in force has changed, each with the last that did.
    fn changes(&self) -> BTreeMap<usize, Change> {
        let mut changes = BTreeMap::new();
        let mut rulings: BTreeMap<usize, RulingOf<'_, G>> = BTreeMap::new();
        for by in self.course.in_force.numbers() {
            let ruled = &self.entries[by - 1];
            for (deed, now) in ruled.rulings(*by) {
                let is_command = matches!(ruled, Entry::Amended { entry, .. } if *entry == deed);
                let before = rulings.insert(deed, now);
                // What an amendment rules again was ruled before it.
                if is_command || before.is_some_and(|before| !alike::<G>(before, now)) {
                    changes.insert(deed, Change { by: *by, is_command });
                }
            }
        }
        changes
    }
}

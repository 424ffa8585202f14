//! The verdict by the scenario's keys. Points are counted separately and never mixed with it. [9.2, 10.5]
//!
//! A verdict for a side uses what it knows: damage that it has not seen leaves a condition open.
mod court;
mod finding;
mod ship;

pub use finding::{Finding, Found, FoundPoints, FoundShips, Judged, Verdict};

use crate::model::Ships;
use crate::model::victory::{Condition, Entry, How, HowMany, Left, Moment, Wins};
use crate::model::{End, Setup, Truth};
use crate::{SideId, State};
use court::Court;
use finding::{Besides, Named, Ruled};
use std::sync::Arc;

/// Returns how the battle ended, or would end now, using the true state.
pub fn verdict(state: &State) -> Verdict {
    judged(&state.setup, &Court::open(state))
}

/// Returns the same for a side, given the state as it knows it.
pub fn by_known(state: &State, known: &State, side: &SideId) -> Verdict {
    if state.over.is_some() { verdict(state) } else { judged(&state.setup, &Court::of(known, side)) }
}

/// Returns the verdict of a battle that a side simulates. Conditions on enemies that it never saw are open.
pub fn imagined(state: &State, side: &SideId) -> Verdict {
    judged(&state.setup, &Court::imagined(state, side))
}

/// Returns the scenario for battles that a side simulates, in which an entry that might hold only because enemies are
/// missing does not end them at once.
pub fn imagined_setup(known: &State, side: &SideId) -> Arc<Setup> {
    let misses = |among: &Ships| {
        let is_described = among.ids.is_empty() && among.side.as_ref() != Some(side);
        is_described || among.ids.iter().any(|id| known.ship(id).is_none())
    };
    let mut setup = known.setup.clone();
    let hangs = |entry: &Entry| matches!(&entry.wins, Wins::Side(wins) if wins.at == Moment::Once && may_hold_by(&wins.condition, false, &misses));
    if setup.decide.iter().flatten().any(hangs) {
        for entry in Arc::make_mut(&mut setup).decide.iter_mut().flatten().filter(|entry| hangs(entry)) {
            if let Wins::Side(wins) = &mut entry.wins {
                wins.at = Moment::End;
            }
        }
    }
    setup
}

/// Whether a condition, or its negation if `is_denied`, may hold only because ships of a set are missing.
fn may_hold_by(condition: &Condition, is_denied: bool, misses: &impl Fn(&Ships) -> bool) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| may_hold_by(part, is_denied, misses)),
        Condition::Not(part) => may_hold_by(part, !is_denied, misses),
        // A count of at least n stays true whatever ships are added.
        Condition::Ships(asked) => matches!(asked.count, HowMany::AtLeast(_)) == is_denied && misses(&asked.among),
        Condition::Turn(_) | Condition::Points(_) | Condition::More(..) => false,
    }
}

/// Returns the entries of a scenario. One without victory conditions is decided by points. Prose without keys is the
/// referee's. [10.5]
pub fn entries(setup: &Setup) -> Vec<Entry> {
    match &setup.decide {
        Some(entries) => entries.clone(),
        None if setup.victory.is_empty() => vec![Entry::points()],
        None => Vec::new(),
    }
}

/// Returns sentences left to the referee: those marked so, and all of a scenario without keys.
pub(crate) fn left(setup: &Setup) -> Vec<Left> {
    if setup.decide.is_some() || !setup.left.is_empty() {
        return setup.left.clone();
    }
    (1..=setup.victory.len()).map(|of| Left { of: of as u16, why: None }).collect()
}

fn judged(setup: &Setup, court: &Court) -> Verdict {
    let entries: Vec<Judged> =
        entries(setup).into_iter().enumerate().map(|(at, entry)| court.entry(at + 1, entry)).collect();
    let over = court.state.over.clone();
    let besides = entries.iter().filter(|judged| judged.entry.is_moral() && judged.truth == Truth::Holds);
    let besides = besides.filter_map(|judged| Some(Besides { side: judged.side.clone()?, by: judged.number }));
    let besides = besides.collect();
    let left = left(setup);
    let words =
        |Left { of, .. }: &Left| Some(Ruled { of: *of, side: court.state.victory_ruled.sentence(*of)?.clone() });
    let ruled: Vec<Ruled> = left.iter().filter_map(words).collect();
    let by_word = ruled.iter().find_map(|ruled| ruled.side.clone());
    let (by, open) = match over {
        Some(_) | None if by_word.is_some() => (None, Vec::new()),
        Some(End::Decided { by, .. }) => (Some(usize::from(by)), Vec::new()),
        Some(_) | None => deciding(&entries),
    };
    let decides = by.and_then(|by| entries.get(by.checked_sub(1)?));
    let how = match decides.map(|judged| &judged.entry.wins) {
        Some(Wins::Side(wins)) => wins.how,
        Some(Wins::Leader(_)) | None => How::Plain,
    };
    Verdict {
        side: by_word.or_else(|| decides.and_then(|judged| judged.side.clone())),
        how,
        by,
        open,
        besides,
        names: names(setup, &entries),
        left,
        ruled,
        sentences: setup.victory.clone(),
        known_to: court.side.cloned(),
        entries,
        over,
    }
}

/// Returns the first entry that holds, unless an earlier one is open, and the open entries.
fn deciding(entries: &[Judged]) -> (Option<usize>, Vec<usize>) {
    let mut open = Vec::new();
    for judged in entries.iter().filter(|judged| !judged.entry.is_moral()) {
        match judged.truth {
            Truth::Holds => return (open.is_empty().then_some(judged.number), open),
            Truth::Open => open.push(judged.number),
            Truth::Fails => {}
        }
    }
    (None, open)
}

/// Returns names as in the scenario's file.
fn names(setup: &Setup, entries: &[Judged]) -> Vec<Named> {
    let mut names: Vec<Named> = Vec::new();
    for judged in entries {
        let Wins::Side(wins) = &judged.entry.wins else { continue };
        for id in wins.condition.names() {
            let ship = setup.ships.iter().find(|ship| ship.card.id == *id).map(|ship| &ship.card.name);
            let division = || setup.divisions.iter().find(|division| division.id == *id).map(|division| &division.name);
            if let Some(name) = ship.or_else(division).filter(|_| names.iter().all(|one| one.id != *id)) {
                names.push(Named { id: id.clone(), name: name.clone() });
            }
        }
    }
    names
}

/// Returns the end if an entry that ends the battle at once holds. After ships have left the table, only entries that
/// depend on exits are checked. [9.2]
pub fn at_once(state: &State, only_exits: bool) -> Option<End> {
    let entries = entries(&state.setup);
    let asked = |entry: &Entry| entry.is_at_once() && (!only_exits || entry.hangs_on_exits());
    if !entries.iter().any(asked) {
        return None;
    }
    let court = Court::open(state);
    let asked = entries.into_iter().enumerate().filter(|(_, entry)| asked(entry));
    let mut judged = asked.map(|(at, entry)| court.entry(at + 1, entry));
    let decides = judged.find(|judged| judged.truth == Truth::Holds)?;
    Some(End::Decided { by: decides.number as u16, side: decides.side? })
}

/// Returns the parts of a condition with their findings, in one list.
pub fn parts<'a>(condition: &'a Condition, finding: &'a Finding) -> Vec<(&'a Condition, &'a Finding)> {
    let inner: Vec<&Condition> = match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().collect(),
        Condition::Not(part) => vec![part],
        Condition::Turn(_) | Condition::Ships(_) | Condition::Points(_) | Condition::More(..) => {
            return vec![(condition, finding)];
        }
    };
    inner.into_iter().zip(&finding.parts).flat_map(|(part, finding)| parts(part, finding)).collect()
}

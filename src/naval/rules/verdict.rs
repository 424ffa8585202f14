//! The verdict by the scenario's keys. Points are counted separately and never mixed with it. [9.2, 10.5]
//!
//! A verdict for a side uses what it knows: damage that it has not seen leaves a condition open.
mod finding;
mod judge;
mod ship;

pub use finding::{Evidence, Finding, FoundPoints, FoundShips, JudgedEntry, Verdict};

use crate::model::ShipSet;
use crate::model::victory::{
    HowMany, JudgedWhen, LeftToReferee, VictoryCondition, VictoryDegree, VictoryEntry, VictoryRule,
};
use crate::model::{BattleEnd, Setup, Truth};
use crate::{SideId, State};
use finding::{MoralVictory, NamedUnit, RuledSentence};
use judge::VictoryJudge;
use std::sync::Arc;

/// Returns how the battle ended, or would end now, using the true state.
pub fn verdict(state: &State) -> Verdict {
    judge(&state.setup, &VictoryJudge::with_true_state(state))
}

/// Returns the verdict for a side by the state that it knows, or after the end by the true state.
pub fn verdict_for_side(state: &State, known: &State, side: &SideId) -> Verdict {
    if state.end.is_some() { verdict(state) } else { judge(&state.setup, &VictoryJudge::for_side(known, side)) }
}

/// Returns the verdict of a battle that a side simulates. Conditions on enemies that it never saw are open.
pub fn simulated_verdict(state: &State, side: &SideId) -> Verdict {
    judge(&state.setup, &VictoryJudge::for_simulation(state, side))
}

/// Returns the scenario for battles that a side simulates, in which an entry that might hold only because enemies are
/// missing does not end them at once.
pub fn simulation_setup(known: &State, side: &SideId) -> Arc<Setup> {
    let lacks_ships = |among: &ShipSet| {
        let is_described = among.ids.is_empty() && among.side.as_ref() != Some(side);
        is_described || among.ids.iter().any(|id| known.ship(id).is_none())
    };
    let mut setup = known.setup.clone();
    let is_doubtful = |entry: &VictoryEntry| matches!(&entry.wins, VictoryRule::Side(wins) if wins.at == JudgedWhen::Once && may_hold_by(&wins.condition, false, &lacks_ships));
    if setup.decide.iter().flatten().any(is_doubtful) {
        for entry in Arc::make_mut(&mut setup).decide.iter_mut().flatten().filter(|entry| is_doubtful(entry)) {
            if let VictoryRule::Side(wins) = &mut entry.wins {
                wins.at = JudgedWhen::End;
            }
        }
    }
    setup
}

/// Whether a condition, or its negation if `is_denied`, may hold only because ships of a set are missing.
fn may_hold_by(condition: &VictoryCondition, is_denied: bool, lacks_ships: &impl Fn(&ShipSet) -> bool) -> bool {
    match condition {
        VictoryCondition::All(parts) | VictoryCondition::Any(parts) => {
            parts.iter().any(|part| may_hold_by(part, is_denied, lacks_ships))
        }
        VictoryCondition::Not(part) => may_hold_by(part, !is_denied, lacks_ships),
        // A count of at least n stays true whatever ships are added.
        VictoryCondition::Ships(ships) => {
            matches!(ships.count, HowMany::AtLeast(_)) == is_denied && lacks_ships(&ships.among)
        }
        VictoryCondition::Turn(_) | VictoryCondition::Points(_) | VictoryCondition::More(..) => false,
    }
}

/// Returns the `decide` entries. Without victory conditions points decide, with prose alone the referee. [10.5]
pub fn entries(setup: &Setup) -> Vec<VictoryEntry> {
    match &setup.decide {
        Some(entries) => entries.clone(),
        None if setup.victory.is_empty() => vec![VictoryEntry::any_lead()],
        None => Vec::new(),
    }
}

/// Returns sentences left to the referee: those marked so, and all of a scenario without keys.
pub(crate) fn sentences_for_referee(setup: &Setup) -> Vec<LeftToReferee> {
    if setup.decide.is_some() || !setup.left.is_empty() {
        return setup.left.clone();
    }
    (1..=setup.victory.len()).map(|of| LeftToReferee { of: of as u16, why: None }).collect()
}

fn judge(setup: &Setup, victory_judge: &VictoryJudge) -> Verdict {
    let entries: Vec<JudgedEntry> = entries(setup)
        .into_iter()
        .enumerate()
        .map(|(index, entry)| victory_judge.judge_entry(index + 1, entry))
        .collect();
    let over = victory_judge.state.end.clone();
    let moral_victories = entries.iter().filter(|judged| judged.entry.is_moral() && judged.truth == Truth::Holds);
    let moral_victories =
        moral_victories.filter_map(|judged| Some(MoralVictory { side: judged.side.clone()?, by: judged.number }));
    let moral_victories = moral_victories.collect();
    let left = sentences_for_referee(setup);
    let ruling_on = |LeftToReferee { of, .. }: &LeftToReferee| {
        Some(RuledSentence { of: *of, side: victory_judge.state.victory_rulings.sentence(*of)?.clone() })
    };
    let ruled: Vec<RuledSentence> = left.iter().filter_map(ruling_on).collect();
    let ruled_side = ruled.iter().find_map(|ruled| ruled.side.clone());
    let (by, open) = match over {
        Some(_) | None if ruled_side.is_some() => (None, Vec::new()),
        Some(BattleEnd::Decided { by, .. }) => (Some(usize::from(by)), Vec::new()),
        Some(_) | None => deciding_entry(&entries),
    };
    let deciding = by.and_then(|by| entries.get(by.checked_sub(1)?));
    let how = match deciding.map(|judged| &judged.entry.wins) {
        Some(VictoryRule::Side(wins)) => wins.how,
        Some(VictoryRule::Leader(_)) | None => VictoryDegree::Plain,
    };
    Verdict {
        side: ruled_side.or_else(|| deciding.and_then(|judged| judged.side.clone())),
        how,
        by,
        open,
        besides: moral_victories,
        names: named_units(setup, &entries),
        left,
        ruled,
        sentences: setup.victory.clone(),
        known_to: victory_judge.side.cloned(),
        entries,
        over,
    }
}

/// Returns the first entry that holds, unless an earlier one is open, and the open entries.
fn deciding_entry(entries: &[JudgedEntry]) -> (Option<usize>, Vec<usize>) {
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

/// Returns the units that the entries name, with their names in the scenario's file.
fn named_units(setup: &Setup, entries: &[JudgedEntry]) -> Vec<NamedUnit> {
    let mut names: Vec<NamedUnit> = Vec::new();
    for judged in entries {
        let VictoryRule::Side(wins) = &judged.entry.wins else { continue };
        for id in wins.condition.names() {
            let ship = setup.ships.iter().find(|ship| ship.card.id == *id).map(|ship| &ship.card.name);
            let division = || setup.divisions.iter().find(|division| division.id == *id).map(|division| &division.name);
            if let Some(name) = ship.or_else(division).filter(|_| names.iter().all(|name| name.id != *id)) {
                names.push(NamedUnit { id: id.clone(), name: name.clone() });
            }
        }
    }
    names
}

/// Returns the end if an entry that ends the battle at once holds. With `only_exits`, only entries that depend on exits
/// are checked. [9.2]
pub fn immediate_end(state: &State, only_exits: bool) -> Option<BattleEnd> {
    let entries = entries(&state.setup);
    let is_checked = |entry: &VictoryEntry| entry.is_at_once() && (!only_exits || entry.depends_on_exits());
    if !entries.iter().any(is_checked) {
        return None;
    }
    let victory_judge = VictoryJudge::with_true_state(state);
    let checked = entries.into_iter().enumerate().filter(|(_, entry)| is_checked(entry));
    let mut judged = checked.map(|(index, entry)| victory_judge.judge_entry(index + 1, entry));
    let deciding = judged.find(|judged| judged.truth == Truth::Holds)?;
    Some(BattleEnd::Decided { by: deciding.number as u16, side: deciding.side? })
}

pub fn leaf_findings<'a>(
    condition: &'a VictoryCondition,
    finding: &'a Finding,
) -> Vec<(&'a VictoryCondition, &'a Finding)> {
    let inner: Vec<&VictoryCondition> = match condition {
        VictoryCondition::All(parts) | VictoryCondition::Any(parts) => parts.iter().collect(),
        VictoryCondition::Not(part) => vec![part],
        VictoryCondition::Turn(_)
        | VictoryCondition::Ships(_)
        | VictoryCondition::Points(_)
        | VictoryCondition::More(..) => {
            return vec![(condition, finding)];
        }
    };
    inner.into_iter().zip(&finding.parts).flat_map(|(part, finding)| leaf_findings(part, finding)).collect()
}

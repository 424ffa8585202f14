//! Sighting from positions. [4.2, 4.3, 4.4]
use crate::model::{Ship, command::LineBlock};
use crate::rules::survey::{PlacedBase, Sea, hulks, placed_bases};
use crate::rules::{lines, lookout::plain_reach, special};
use crate::{Fact, Id, Inches, Naval, NavalDraft, Segment, State};
use play::{Game, Rule};

const WHEN: Rule = Rule::new("4.2");
const RANGE: Rule = Rule::new("4.3");
const LASTS: Rule = Rule::new("4.4");
const SMOKE: Rule = Rule::new("4.6");
const LAND: Rule = Rule::new("4.7");

/// The result of looking at a ship from every enemy base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SightVerdict {
    Seen,
    Hidden(Rule),
    /// No tracked enemy sees it, but some enemies have no position: the referee's ruling stays.
    Open,
}

/// Determines sighting of tracked ships, and of others by this turn's measured ranges, because a ship that shows itself
/// later may be seen farther off. Typed sighting stays if neither decides. [4.2, 4.3, 4.4]
pub(crate) fn update_sighting(draft: &mut NavalDraft<'_>) {
    sighting_changes(draft.state()).into_iter().for_each(|(rule, fact)| draft.record(rule, fact));
}

/// Returns what a new look at the table changes: ships that come into sight or are lost from it.
pub fn sighting_changes(state: &State) -> Vec<(Rule, Fact)> {
    let (sea, bases) = (lines::current_sea(state), placed_bases(state));
    let found = if matches!(state.segment, Segment::Illumination | Segment::Damage) { WHEN } else { RANGE };
    let mut facts = Vec::new();
    let hulks = hulks(state);
    let is_not_ruled = |ship: &&Ship| !state.this_turn.ships_with_ruled_sight.contains(&ship.id);
    for base in bases.iter().chain(&hulks) {
        let verdict = verdict(state, &sea, &bases, base);
        for ship in on_base(state, base).filter(is_not_ruled) {
            let id = ship.id.clone();
            match verdict {
                SightVerdict::Seen if !ship.sighted => facts.push((found, Fact::Sighted { ship: id })),
                SightVerdict::Hidden(rule) if ship.sighted => facts.push((rule, Fact::LostFromSight { ship: id })),
                SightVerdict::Seen | SightVerdict::Hidden(_) | SightVerdict::Open => {}
            }
        }
    }
    let by_hand = state.ships_in_action().filter(|ship| ship.at.is_none() && !ship.sighted).filter(is_not_ruled);
    let by_tape = by_hand.filter(|ship| is_within_typed_range(state, ship));
    facts.extend(by_tape.map(|ship| (found, Fact::Sighted { ship: ship.id.clone() })));
    facts
}

/// Whether a range measured this turn shows that an enemy is within sighting range of a ship. [2.7, 4.3]
fn is_within_typed_range(state: &State, ship: &Ship) -> bool {
    let plain = plain_reach(state, ship);
    let reach = |enemy: &Ship| special::conditions::sight_base(state, Some(enemy), ship, plain);
    let sees = |enemy: &Ship| typed_range(state, &enemy.id, &ship.id).is_some_and(|range| range <= reach(enemy));
    state.ships_in_action().any(|enemy| enemy.side != ship.side && sees(enemy))
}

/// Whether the enemy sees a ship by positions, or `None` if these do not decide.
pub fn enemy_sees(state: &State, ship: &Ship) -> Option<bool> {
    let (bases, hulks) = (placed_bases(state), hulks(state));
    let base = bases.iter().chain(&hulks).find(|base| base.same_base(state, ship))?;
    match verdict(state, &lines::current_sea(state), &bases, base) {
        SightVerdict::Seen => Some(true),
        SightVerdict::Hidden(_) => Some(false),
        SightVerdict::Open => None,
    }
}

fn on_base<'a>(state: &'a State, base: &PlacedBase<'a>) -> impl Iterator<Item = &'a Ship> {
    let shared = state.division(&base.ship.division).is_some_and(|division| division.one_base);
    let (ship, division) = (&base.ship.id, &base.ship.division);
    let afloat = state
        .ships_in_action()
        .filter(move |other_ship| other_ship.id == *ship || (shared && other_ship.division == *division));
    let hulk = (!base.ship.is_in_action()).then_some(base.ship);
    afloat.chain(hulk)
}

/// Returns the state after a new look at the table, so that guns may fire by it.
pub fn with_updated_sighting(state: &State) -> State {
    let mut after = state.clone();
    sighting_changes(state).iter().for_each(|(_, fact)| Naval::apply(&mut after, fact));
    State { last_sighting: None, ..after }
}

fn verdict(state: &State, sea: &Sea, bases: &[PlacedBase], target: &PlacedBase) -> SightVerdict {
    let shown: Vec<(&Ship, Inches)> = on_base(state, target).map(|ship| (ship, plain_reach(state, ship))).collect();
    let reach_of = |observer: &Ship| {
        let seen =
            shown.iter().map(|(ship, plain)| special::conditions::sight_base(state, Some(observer), ship, *plain));
        seen.max().unwrap_or_default()
    };
    let ranges = state.setup.options.ranges;
    let mut hidden = LASTS;
    for enemy in bases.iter().filter(|base| base.ship.side != target.ship.side) {
        let typed = typed_range(state, &enemy.ship.id, &target.ship.id);
        if reach_of(enemy.ship) < typed.unwrap_or_else(|| enemy.range(ranges, target)) {
            continue;
        }
        // Measured ranges override positions: smoke and land do not hide a ship that they bring into sight.
        let block = if typed.is_none() { sea.blocks(enemy.line(ranges, target)) } else { None };
        match block {
            None => return SightVerdict::Seen,
            Some(LineBlock::Smoke) => hidden = SMOKE,
            Some(LineBlock::Land) => hidden = LAND,
        }
    }
    let by_hand = || state.ships_in_action().filter(|ship| ship.at.is_none() && ship.side != target.ship.side);
    let is_near =
        |ship: &Ship| typed_range(state, &ship.id, &target.ship.id).is_some_and(|range| range <= reach_of(ship));
    match by_hand().next() {
        Some(_) if by_hand().any(is_near) => SightVerdict::Seen,
        Some(_) => SightVerdict::Open,
        None => SightVerdict::Hidden(hidden),
    }
}

/// Returns this turn's measured range.
fn typed_range(state: &State, left: &Id, right: &Id) -> Option<Inches> {
    if state.this_move.measures.is_empty() { None } else { state.measured_range(left, right) }
}

//! Torpedoes without a marker: the large ships' chance attack and the coup de grâce. [7.5, 7.6]
use super::attack::{Attack, band, dice_for_factors, penetration, size, target_of, torpedoes_of};
use super::cited::{ARCS, BURNING, FACTORS, SEGMENT, SIDES, SIGHTED, check_factors};
use crate::model::{
    Bearing, Duty, FiringArc, Fraction, Label, Purpose, Ship, Sum, TableReason, Task, TorpedoAttackKind,
    sighting::Reading,
};
use crate::rules::rolls::{ThreeRolls, choose_evenly};
use crate::rules::survey::{self, PlacedBase, Sea};
use crate::rules::{formation::kinds, half_move, lines, sighting, special};
use crate::{
    Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State, not_in_action, require_segment, side_with,
};
use play::{DiceRequest, Rule};

const TAPE: Rule = Rule::new("2.7");
const LARGE_SHIPS: Rule = Rule::new("7.5");
const ONE_DIE: Rule = Rule::new("7.5.1");
const NEAREST: Rule = Rule::new("7.5.2");
const AT_ONCE: Rule = Rule::new("7.5.3");
const CRIPPLE: Rule = Rule::new("7.6");

/// A large ship attacks on this D10 roll. [7.5.1]
const ATTACK_ON: u8 = 1;
/// Highest speed at which a ship may be finished off. [7.6]
pub const CRIPPLED_SPEED: Inches = Inches::whole(1);
/// Longest range at which a ship may be finished off. [7.6]
pub const CRIPPLE_RANGE: Inches = Inches::whole(5);
/// Multiplier of the to-hit number. [7.6]
pub const CRIPPLE_TIMES: i32 = 3;

/// A large ship within torpedo range of an enemy large ship, by ranges typed this turn or positions.
#[derive(Clone, PartialEq, Debug)]
struct AttackChance {
    by: Id,
    target: Id,
    range: Inches,
}

/// Rolls a D10 for one side, and on a 1 attacks the nearest enemy large ship, unless the side chooses to `hold`.
/// Refused outside the Torpedo Segment and twice in a turn. A large ship of the side must have an enemy's in sight and
/// within torpedo range, measured this turn or by positions. [7.5.1, 7.5.2, 7.5.3]
pub(crate) fn roll_check(draft: &mut NavalDraft<'_>, side: &SideId, hold: bool) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Torpedo, "torpedoes", SEGMENT)?;
    if draft.state().side(side).is_none() {
        return draft.refuse(LARGE_SHIPS, Reason::UnknownSide { side: side.clone() });
    }
    if draft.state().this_turn.torpedo_checks.contains(side) {
        return draft.refuse(ONE_DIE, Reason::TorpedoCheckMade { side: side.clone() });
    }
    let chances = attack_chances(draft.state(), side);
    let Some(nearest) = chances.iter().map(|chance| chance.range).min() else {
        return draft.refuse(LARGE_SHIPS, Reason::NoneInTorpedoRange { side: side.clone() });
    };
    let face = draft.roll_die(DiceRequest::test(10, ATTACK_ON, Purpose::TorpedoCheck(side.clone()), ONE_DIE))?;
    let (attack, held) = (face <= ATTACK_ON && !hold, face <= ATTACK_ON && hold);
    draft.record(ONE_DIE, Fact::TorpedoCheckMade { side: side.clone(), attack, held });
    if attack {
        let nearest: Vec<AttackChance> = chances.into_iter().filter(|chance| chance.range == nearest).collect();
        attack_nearest(draft, side, nearest)?;
    }
    Ok(())
}

/// Which pairs of large ships at unknown range must be checked for reach. [7.5.1, Q47]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairScope {
    All,
    /// Pairs that may have come close since ranges were measured in earlier turns. A pair of divisions never measured
    /// may always have.
    Near,
}

/// Whether only measuring can show if large ships of a side may attack: no known range is within reach, and some are
/// unknown. [7.5.1, Q47]
fn depends_on_measuring(state: &State, side: &SideId, pairs: PairScope) -> bool {
    !unknown_pairs(state, side, pairs).is_empty()
}

/// Returns a side's large ships that may attack, with ranges, in a second half only with an enemy near. [3.4.3, 7.5]
fn attackers<'s>(state: &'s State, side: &'s SideId) -> impl Iterator<Item = (&'s Ship, Inches)> {
    ships_with_torpedoes(state, side).filter(|(ship, _)| half_move::restriction(state, &ship.id).is_none())
}

/// Returns a side's large ships not ablaze and with a torpedo left, with their attack ranges. [7.5, 8.5.1, Q50, Q58]
fn ships_with_torpedoes<'s>(state: &'s State, side: &'s SideId) -> impl Iterator<Item = (&'s Ship, Inches)> {
    let chart_end = state.setup.charts.large_torpedo.last().map_or(Inches::ZERO, |band| band.to);
    let is_large = |ship: &&Ship| ship.is_in_action() && ship.card.kind.is_large();
    let has_torpedoes = |ship: &&Ship| !ship.are_weapons_barred() && 0 < ship.torpedoes_left;
    let ships = state.ships_of_side(side).filter(is_large).filter(has_torpedoes);
    ships.filter_map(move |ship| Some((ship, ship.card.torpedo_attack_range()?.min(chart_end))))
}

/// Returns pairs of opposing large ships whose unknown range matters, by each ship's attack range. [7.5.1, Q47, Q58]
fn unknown_pairs<'s>(state: &'s State, side: &'s SideId, pairs: PairScope) -> Vec<(&'s Ship, &'s Ship)> {
    let is_answered =
        state.this_turn.torpedo_checks.contains(side) || state.this_move.torpedo_reach_known.contains(side);
    if is_answered {
        return Vec::new();
    }
    let enemies: Vec<&Ship> =
        state.ships_in_action().filter(|enemy| enemy.side != *side && enemy.card.kind.is_large()).collect();
    let is_unknown = |(ship, reach): (&Ship, Inches), enemy: &Ship| {
        (ship.at.is_none() || enemy.at.is_none())
            && state.fresh_range(&ship.id, &enemy.id).is_none()
            && (enemy.sighted || may_be_in_sight(state, ship, enemy))
            && special::fire::check_launch_allowed(state, &ship.id, &enemy.id).is_ok()
            && !is_beyond_by_column(state, (ship, reach), enemy)
            && (pairs == PairScope::All || !is_beyond_by_readings(state, ship, enemy, reach))
    };
    // A ship that may not act in a second half by known ranges may still have an enemy near at unknown range. [3.4.3]
    let reach_now = |(ship, reach): (&'s Ship, Inches)| match half_move::restriction(state, &ship.id) {
        Some(_) => (ship, reach.min(half_move::HALF_MOVE_RANGE)),
        None => (ship, reach),
    };
    let attackers: Vec<(&Ship, Inches)> = ships_with_torpedoes(state, side).map(reach_now).collect();
    let all = enemies.iter().flat_map(|enemy| attackers.iter().map(move |attacker| (*attacker, *enemy)));
    let pairs: Vec<(&Ship, &Ship)> =
        all.filter(|(attacker, enemy)| is_unknown(*attacker, enemy)).map(|((ship, _), enemy)| (ship, enemy)).collect();
    if pairs.is_empty() || attack_chances(state, side).is_empty() { pairs } else { Vec::new() }
}

/// Whether a range typed this turn between the two divisions shows that an enemy is beyond a ship's reach. It must
/// exceed that reach and the columns between. [7.5.1, Q47, Q58]
fn is_beyond_by_column(state: &State, (ship, reach): (&Ship, Inches), enemy: &Ship) -> bool {
    let others = column_distances(state, enemy);
    column_distances(state, ship).iter().any(|(own, own_column)| {
        let is_beyond = |(other, enemy_column): &(Id, Inches)| {
            state.fresh_range(own, other).is_some_and(|range| reach + *own_column + *enemy_column < range)
        };
        others.iter().any(is_beyond)
    })
}

/// Returns all ships of a ship's division, itself included, each with its distance from it in column.
fn column_distances(state: &State, ship: &Ship) -> Vec<(Id, Inches)> {
    let column = state.division(&ship.division).map_or(&[][..], |division| &division.ships);
    let Some(own) = column.iter().position(|id| *id == ship.id) else { return Vec::new() };
    let distance = |index: usize| column_length(state, &column[own.min(index)..=own.max(index)]);
    column.iter().enumerate().map(|(index, id)| (id.clone(), distance(index))).collect()
}

/// Returns the length of a column from its first base's middle to its last, at the starting interval. [5.9]
fn column_length(state: &State, column: &[Id]) -> Inches {
    let base_length = |id: &Id| state.ship(id).map_or(Inches::ZERO, |ship| ship.card.base_length);
    let spacing =
        |pair: &[Id]| (base_length(&pair[0]).0 + base_length(&pair[1]).0 + 1) / 2 + state.setup.options.interval.0;
    Inches(column.windows(2).map(spacing).sum())
}

/// Whether an unsighted enemy may have come in sight of a ship since the range of their divisions was last measured.
/// False for divisions never measured. [4.1, 7.5.1, Q47]
fn may_be_in_sight(state: &State, ship: &Ship, enemy: &Ship) -> bool {
    let sight = sighting::by_ship::sight_range(state, enemy);
    readings(state, ship, enemy).next().is_some() && !is_beyond_by_readings(state, ship, enemy, sight)
}

/// Whether an earlier range between the two divisions rules out that they are now within `range_limit`. It must exceed
/// that, the columns, and what both can have run.
fn is_beyond_by_readings(state: &State, ship: &Ship, enemy: &Ship, range_limit: Inches) -> bool {
    let Some(half_turns) = state.half_turns_run() else { return false };
    let fastest = |ship: &Ship| {
        let speeds = state.ships_of_division(&ship.division).flat_map(|member| [member.card.speed, member.speed]);
        speeds.max().unwrap_or_default()
    };
    let run = |old: &Reading| Inches((fastest(ship) + fastest(enemy)).0 * (half_turns - old.half_turns_run) / 2);
    readings(state, ship, enemy).any(|(reading, columns)| range_limit + columns + run(reading) < reading.range)
}

/// Returns the ranges measured between the two divisions, with the column lengths from their ends to these two ships.
fn readings<'s>(state: &'s State, ship: &Ship, enemy: &Ship) -> impl Iterator<Item = (&'s Reading, Inches)> {
    let (own_columns, enemy_column) = (column_distances(state, ship), column_distances(state, enemy));
    let column_distance = |column: &[(Id, Inches)], unit: &Id| {
        column.iter().find(|(id, _)| state.base_id(id) == *unit).map(|(_, column_distance)| *column_distance)
    };
    state.readings.iter().filter_map(move |reading| {
        let ends = [(&reading.from, &reading.to), (&reading.to, &reading.from)];
        let columns = ends.into_iter().find_map(|(left, right)| {
            Some(column_distance(&own_columns, left)? + column_distance(&enemy_column, right)?)
        });
        Some((reading, columns?))
    })
}

/// Returns the nearest two opposing large ships whose range was not measured this turn, by their divisions' last
/// measured range. If the Torpedo Segment still requires a range of the side, it is one of those pairs. [7.5.1, Q47]
pub fn nearest_unmeasured_pair(state: &State, side: &SideId) -> Option<(Id, Id)> {
    let nearest_range = |(ship, enemy): &(&Ship, &Ship)| {
        let last = readings(state, ship, enemy).map(|(reading, _)| reading.half_turns_run).max()?;
        let latest = readings(state, ship, enemy).filter(|(reading, _)| reading.half_turns_run == last);
        latest.map(|(reading, columns)| reading.range + columns).min()
    };
    // After some measurements, only pairs that still matter are named.
    let required = if is_measured(state, side) { unknown_pairs(state, side, PairScope::Near) } else { Vec::new() };
    let pairs = if required.is_empty() { unknown_pairs(state, side, PairScope::All) } else { required };
    let ranged = pairs.iter().filter_map(|pair| Some((nearest_range(pair)?, pair)));
    ranged.min_by_key(|(range, _)| *range).map(|(_, (ship, enemy))| (ship.id.clone(), enemy.id.clone()))
}

/// Whether a range between opposing large ships was measured this turn, so that the pair still asked for need not be
/// the nearest. [7.5.1, Q47]
pub fn is_measured(state: &State, side: &SideId) -> bool {
    let is_large = |ship: &&Ship| ship.card.kind.is_large();
    let (own, enemy): (Vec<&Ship>, Vec<&Ship>) =
        state.ships_in_action().filter(is_large).partition(|ship| ship.side == *side);
    own.iter().any(|own_ship| enemy.iter().any(|other| state.fresh_range(&own_ship.id, &other.id).is_some()))
}

/// Returns duties of sides to measure between large ships, or rule that none is in reach. [7.5.1, Q47, Q58]
pub(super) fn reach_duties(state: &State, pairs: PairScope) -> Vec<Duty> {
    let sides = state.setup.sides.iter();
    let open_sides = sides.filter(|side| depends_on_measuring(state, &side.id, pairs));
    open_sides.map(|side| Duty { rule: ONE_DIE, task: Task::MeasureReach { side: side.id.clone() } }).collect()
}

/// Records the referee's ruling that no large ship of a side, or of either, has an enemy large ship within torpedo
/// range. Refused outside the Torpedo Segment, and if no unknown range matters. [7.5.1]
pub(crate) fn rule_none_in_reach(draft: &mut NavalDraft<'_>, side: Option<&SideId>) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Torpedo, "none", SEGMENT)?;
    let state = draft.state();
    if let Some(unknown) = side.filter(|side| state.side(side).is_none()) {
        return draft.refuse(LARGE_SHIPS, Reason::UnknownSide { side: unknown.clone() });
    }
    let is_meant = |side_id: &&SideId| {
        side.is_none_or(|side| side == *side_id) && depends_on_measuring(state, side_id, PairScope::All)
    };
    let open_sides = state.setup.sides.iter().map(|side| side.id.clone()).filter(|side_id| is_meant(&side_id));
    let facts: Vec<Fact> = open_sides.map(|side| Fact::NoneInTorpedoReach { side }).collect();
    if facts.is_empty() {
        return draft.refuse(ONE_DIE, TableReason::TorpedoReachKnown { side: side.cloned() }.into());
    }
    draft.record_all(ONE_DIE, facts);
    Ok(())
}

/// Returns sides for which only measuring can show whether a large ship may attack. [7.5.1, Q47]
pub(crate) fn sides_to_measure(state: &State) -> Vec<SideId> {
    let sides = state.setup.sides.iter().map(|side| side.id.clone());
    sides
        .filter(|side| state.segment == Segment::Torpedo && depends_on_measuring(state, side, PairScope::Near))
        .collect()
}

/// Records, after a measurement, sides that were open before it and now have no pair in reach or unknown. [7.5.1, Q58]
pub(crate) fn record_settled_reach(draft: &mut NavalDraft<'_>, open_before: Vec<SideId>) {
    let state = draft.state();
    let settled =
        |side: &SideId| !depends_on_measuring(state, side, PairScope::Near) && attack_chances(state, side).is_empty();
    let settled: Vec<SideId> = open_before.into_iter().filter(|side| settled(side)).collect();
    draft.record_all(ONE_DIE, settled.into_iter().map(|side| Fact::NoneInTorpedoReach { side }));
}

/// Makes the checks still due. [7.5.1]
pub(super) fn make_due_checks(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let is_due =
        |side: &&SideId| !state.this_turn.torpedo_checks.contains(side) && !attack_chances(state, side).is_empty();
    let sides: Vec<SideId> = state.setup.sides.iter().map(|side| &side.id).filter(is_due).cloned().collect();
    sides.iter().try_for_each(|side| roll_check(draft, side, false))
}

/// Returns every large ship of a side with each enemy large ship that it sees within torpedo range, in a second half
/// only for ships that may act. [7.5, 3.4.3, Q36, Q50]
fn attack_chances(state: &State, side: &SideId) -> Vec<AttackChance> {
    let sea = Sea::for_torpedoes(state);
    let is_large = |ship: &&Ship| ship.is_in_action() && ship.card.kind.is_large();
    let mut chances = Vec::new();
    for (ship, reach) in attackers(state, side) {
        for enemy in state.ships_in_action().filter(is_large).filter(|enemy| enemy.side != *side && enemy.sighted) {
            let Some(range) = range_of(state, &sea, ship, enemy) else { continue };
            let is_allowed = || special::fire::check_launch_allowed(state, &ship.id, &enemy.id).is_ok();
            let sees = || sighting::by_ship::check_sees(state, &ship.id, &enemy.id, true).is_ok();
            if range <= reach && is_allowed() && sees() {
                chances.push(AttackChance { by: ship.id.clone(), target: enemy.id.clone(), range });
            }
        }
    }
    chances
}

/// Returns the range typed this turn, else by positions. An obstacle in the line prevents the attack even at a measured
/// range. [2.7, 7.3, 4.7, Q41]
fn range_of(state: &State, sea: &Sea, ship: &Ship, enemy: &Ship) -> Option<Inches> {
    let ranges = state.setup.options.ranges;
    let Some((from, to)) = PlacedBase::from_ship(state, ship).zip(PlacedBase::from_ship(state, enemy)) else {
        return state.fresh_range(&ship.id, &enemy.id);
    };
    let sight = from.sight(ranges, &to);
    let known = || state.fresh_range(&ship.id, &enemy.id).unwrap_or_else(|| sight.range());
    sea.blocks(sight.line).is_none().then(known)
}

/// Returns the enemies among which a die chooses when large ships of a side attack, in order of its faces. [7.5.2]
pub fn tied_targets(state: &State, side: &SideId) -> Vec<Id> {
    let chances = attack_chances(state, side);
    let nearest = chances.iter().map(|chance| chance.range).min();
    let nearest: Vec<AttackChance> = chances.into_iter().filter(|chance| Some(chance.range) == nearest).collect();
    targets(&nearest).into_iter().map(|index| nearest[index].target.clone()).collect()
}

/// Returns the first index of each target.
fn targets(nearest: &[AttackChance]) -> Vec<usize> {
    let is_first = |index: usize| nearest[..index].iter().all(|earlier| earlier.target != nearest[index].target);
    (0..nearest.len()).filter(|index| is_first(*index)).collect()
}

/// Attacks the nearest with one factor. A die settles a tie between targets. [7.5.2, 7.5.3]
fn attack_nearest(draft: &mut NavalDraft<'_>, side: &SideId, nearest: Vec<AttackChance>) -> Result<(), NavalHalt> {
    let targets = targets(&nearest);
    let chosen =
        choose_evenly(draft, targets.len(), |side: SideId| Purpose::TorpedoTarget(side.to_kind()), side, NEAREST)?;
    let AttackChance { by, target, range } = nearest[targets[chosen]].clone();
    if 1 < targets.len() {
        draft.record(NEAREST, Fact::TorpedoTargetDrawn { marker: None, ship: target.clone() });
    }
    let state = draft.state();
    let (Some(torpedo), Some(ship)) = (torpedoes_of(state, &by), target_of(state, &target)) else { return Ok(()) };
    let Some(reaching) = band(&state.setup.charts.large_torpedo, range) else { return Ok(()) };
    let numbers = ThreeRolls {
        dice: Sum::from_base(1, Label::OneTorpedoFactor, ONE_DIE),
        to_hit: Sum::from_base(i64::from(reaching.to_hit), Label::ToHitAt(range), ONE_DIE),
        size: size(ship, None),
        penetration: penetration(torpedo, ship),
    };
    let manner = TorpedoAttackKind::LargeShip;
    Attack { marker: None, by, target, manner, numbers, rule: AT_ONCE }.roll(draft)?;
    Ok(())
}

/// Fires torpedoes at a cripple. [7.6] Refused outside the Torpedo Segment. The ship must be in action and the target
/// an enemy on the table, even a hulk [8.7, Q46]. It must be in sight, above 0 and at most 5.0" away, and make 1.00" or
/// less. The ship must carry torpedoes, not be ablaze and not have fired so this turn. A light ship needs the target in
/// a broadside arc and the factors, a large one uses one.
pub(crate) fn coup_de_grace(
    draft: &mut NavalDraft<'_>,
    by: &Id,
    target: &Id,
    typed: Option<Inches>,
    factors: u8,
    clear: bool,
) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Torpedo, "coup", SEGMENT)?;
    // A hulk is a target too. [7.6, 8.7, Q46]
    let side = side_with(draft.state(), by, Ship::is_in_action, CRIPPLE)?;
    let enemy = side_with(draft.state(), target, Ship::is_on_table, CRIPPLE)?;
    if side == enemy {
        return draft.refuse(SIDES, Reason::SameSide { one: by.clone(), other: target.clone() });
    }
    sighting::check_range(draft, typed)?;
    let (by, target) = (draft.state().base_id(by), draft.state().base_id(target));
    let Some(range) = typed.or_else(|| survey::range_since_the_move(draft.state(), &by, &target)) else {
        return draft.refuse(TAPE, Reason::NoRange { ship: by, target });
    };
    sighting::record_typed_range(draft, &by, &target, typed);
    sighting::check_clear_torpedo_way(draft, &by, &target, clear)?;
    check_cripple(draft, &by, &target, range)?;
    check_broadside(draft, &by, &target)?;
    special::fire::check_launch_allowed(draft.state(), &by, &target)?;
    check_armed(draft, &by, factors)?;
    let Some(numbers) = coup_numbers(draft.state(), &by, &target, range, factors) else {
        return draft.refuse(CRIPPLE, Reason::NoTorpedoes { ship: by });
    };
    let manner = TorpedoAttackKind::CoupDeGrace;
    Attack { marker: None, by, target, manner, numbers, rule: CRIPPLE }.roll(draft)?;
    Ok(())
}

/// Checks that the target is in sight, close and slow enough. [7.3, 7.6]
fn check_cripple(draft: &NavalDraft<'_>, by: &Id, target: &Id, range: Inches) -> Result<(), NavalHalt> {
    let state = draft.state();
    kinds::refuse_coast_battery(draft, target, CRIPPLE)?;
    sighting::by_ship::refuse_unless_seen(draft, by, target, SIGHTED)?;
    if CRIPPLE_RANGE < range {
        return draft.refuse(CRIPPLE, Reason::TooFar { ship: target.clone(), range, max: CRIPPLE_RANGE });
    }
    let too_fast = state.ships_of(target).find(|ship| ship.is_in_action() && CRIPPLED_SPEED < ship.speed);
    let Some(Ship { id, speed, .. }) = too_fast else { return Ok(()) };
    draft.refuse(CRIPPLE, Reason::TooFast { ship: id.clone(), speed: *speed })
}

/// Checks that a light ship has the target in a broadside arc, by position or as measured. [7.2]
fn check_broadside(draft: &NavalDraft<'_>, by: &Id, target: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.ships_of(by).any(|ship| ship.is_in_action() && ship.card.kind.is_light()) {
        return Ok(());
    }
    let touched = match (lines::between(state, by, target), state.measured_arc(by, target)) {
        (Some(survey), _) if survey::touches(Bearing::Broadside, &survey.arcs) => return Ok(()),
        (Some(survey), _) => survey.arcs,
        (None, Some(Bearing::Bow)) => vec![FiringArc::Bow],
        (None, Some(Bearing::Stern)) => vec![FiringArc::Stern],
        (None, Some(Bearing::Port | Bearing::Starboard | Bearing::Broadside) | None) => return Ok(()),
    };
    draft.refuse(ARCS, TableReason::EndOn { ship: by.clone(), target: target.clone(), touched }.into())
}

/// Checks for torpedoes, fires, and no earlier coup this turn. A large ship uses one factor. [7.6, 7.4.7, 8.5.1]
fn check_armed(draft: &NavalDraft<'_>, by: &Id, wanted: u8) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(ship) = state.ships_of(by).find(|ship| ship.is_in_action()) else {
        return Err(not_in_action(state, by, CRIPPLE).into());
    };
    if torpedoes_of(state, by).is_none() {
        return draft.refuse(CRIPPLE, Reason::NoTorpedoes { ship: by.clone() });
    }
    if ship.coup_made {
        return draft.refuse(CRIPPLE, Reason::CoupMade { ship: by.clone() });
    }
    if ship.card.kind.is_light() {
        return check_factors(draft, by, wanted);
    }
    if ship.are_weapons_barred() {
        return draft.refuse(BURNING, Reason::WeaponsBarred { ship: by.clone(), fires: ship.fires() });
    }
    let left = ship.torpedoes_left.min(1);
    if wanted == 1 && left == 1 {
        return Ok(());
    }
    let rule = if left == 0 { FACTORS } else { CRIPPLE };
    draft.refuse(rule, Reason::FactorsLeft { ship: by.clone(), left, wanted })
}

/// Returns the numbers. To hit: three times that of the band that reaches, or for a large ship the first. [7.6, Q23]
fn coup_numbers(state: &State, by: &Id, target: &Id, range: Inches, factors: u8) -> Option<ThreeRolls> {
    let torpedo = torpedoes_of(state, by)?;
    let target = target_of(state, target)?;
    let light = state.ships_of(by).any(|ship| ship.card.kind.is_light());
    let base = if light { band(&torpedo.bands, range)? } else { state.setup.charts.large_torpedo.first()? };
    let mut to_hit = Sum::from_base(i64::from(base.to_hit), Label::ToHitAt(range), CRIPPLE);
    to_hit.times(Fraction::from(i64::from(CRIPPLE_TIMES)), Label::ACripple, CRIPPLE);
    let (dice, size) = (dice_for_factors(factors, CRIPPLE), size(target, None));
    Some(ThreeRolls { dice, to_hit, size, penetration: penetration(torpedo, target) })
}

//! Chapter 4: sighting and illumination, by measured ranges and positions.
pub(crate) mod by_ship;
pub(crate) mod look;

pub use by_ship::{check_sees, look_at, lookout, sight_range, watchers};
pub use look::{enemy_sees, with_updated_sighting};

use crate::model::{BatteryKind, Bearing, Fraction, Light, OverruledValue, Ship, SightRuling, command::LineBlock};
use crate::rules::lookout::SightResult;
use crate::rules::{half_move, lines, special, survey};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State, require_segment, side_with};
use by_ship::{refuse_unless_seen, sight_range_for};
use look::update_sighting;
use play::Rule;

const TAPE: Rule = Rule::new("2.7");
const SIDES: Rule = Rule::new("1.3");
const WHEN: Rule = Rule::new("4.2");
const RANGE: Rule = Rule::new("4.3");
const LASTS: Rule = Rule::new("4.4");
const LIGHTING: Rule = Rule::new("4.5");
const SEARCHLIGHT: Rule = Rule::new("4.5.1");
const STARSHELL: Rule = Rule::new("4.5.2");
const SMOKE: Rule = Rule::new("4.6");
const LAND: Rule = Rule::new("4.7");
const SEGMENT: Rule = Rule::new("3.3.4");
const ABLAZE: Rule = Rule::new("8.5.1");

/// Records a range, with the arc if given, and sights ships within sighting range, both ways. [2.7, 4.3] Refused for
/// unknown units, for two of the same side, and for a range of 0.
pub(crate) fn record_measurement(
    draft: &mut NavalDraft<'_>,
    from: &Id,
    to: &Id,
    range: Inches,
    bearing: Option<Bearing>,
) -> Result<(), NavalHalt> {
    let (from_side, to_side) = (side_in_play(draft, from)?, side_in_play(draft, to)?);
    draft.refuse_if(from_side == to_side, SIDES, || Reason::SameSide { one: from.clone(), other: to.clone() })?;
    check_range(draft, Some(range))?;
    record_range(draft, from, to, (range, bearing), true);
    record_position_conflict(draft, from, to, range, bearing);
    sight_both(draft, from, to, range);
    Ok(())
}

/// Refuses a typed range of 0 or less, in any command. [2.7]
pub(crate) fn check_range(draft: &NavalDraft<'_>, typed: Option<Inches>) -> Result<(), NavalHalt> {
    draft.refuse_if(typed.is_some_and(|range| range <= Inches::ZERO), TAPE, || Reason::ZeroRange)
}

/// Records that a measured range or arc contradicts the positions. It still applies. [2.7]
fn record_position_conflict(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, range: Inches, bearing: Option<Bearing>) {
    let Some(survey) = lines::between(draft.state(), from, to) else { return };
    let range = survey::range_discrepancy(draft.state(), range, Some(survey.range));
    let arc = bearing.filter(|typed| !survey::touches(*typed, &survey.arcs));
    let arc = arc.map(|typed| OverruledValue::Arc { typed, touched: survey.arcs });
    record_overruled(draft, from, to, range.into_iter().chain(arc));
}

fn record_overruled(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, values: impl IntoIterator<Item = OverruledValue>) {
    let fact = |value| Fact::Overruled { unit: from.clone(), other: Some(to.clone()), word: value };
    draft.record_all(TAPE, values.into_iter().map(fact));
}

/// Records a range between enemies and sights each side's ships within sighting range. `is_read` marks a range measured
/// for this command.
pub(crate) fn record_and_sight(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, range: Inches, is_read: bool) {
    record_range(draft, from, to, (range, None), is_read);
    sight_both(draft, from, to, range);
}

/// Records a new range or arc, and which other range of this turn it replaces. A range measured again during or after
/// the move is new, even if equal. [2.7, 3.3.2]
fn record_range(
    draft: &mut NavalDraft<'_>,
    from: &Id,
    to: &Id,
    (range, bearing): (Inches, Option<Bearing>),
    is_read: bool,
) {
    let state = draft.state();
    let known = state.measured_range(from, to) == Some(range) && !(is_read && state.is_range_stale(from, to));
    if known && bearing.is_none_or(|bearing| state.measured_arc(from, to) == Some(bearing)) {
        return;
    }
    let replaces = state.measured_range_of_pair(from, to).filter(|earlier| *earlier != range);
    draft.record(TAPE, Fact::Measured { from: from.clone(), to: to.clone(), range, bearing, replaces });
}

/// Sights ships within each side's sighting range, which a special rule may shorten for one ship. [4.3, Q36]
fn sight_both(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, range: Inches) {
    for (unit, watchers) in [(from, to), (to, from)] {
        let state = draft.state();
        let sees = |ship: &Ship| {
            let mut observers = state.ships_of(watchers).filter(|watcher| watcher.is_in_action());
            observers.any(|watcher| range <= sight_range_for(state, Some(watcher), ship))
        };
        let is_new = |ship: &&Ship| ship.is_on_table() && !ship.sighted && sees(ship);
        let sighted = |ship: &Ship| Fact::Sighted { ship: ship.id.clone() };
        let sighted: Vec<Fact> = state.ships_of(unit).filter(is_new).map(sighted).collect();
        draft.record_all(RANGE, sighted);
    }
}

/// Records the referee's ruling on whether the enemy, or certain ships of it, see a unit. [4.3, 4.4, Q36]
///
/// Refused outside the Sighting, Illumination and Damage Segments, which determine sighting [4.2], and for friends.
pub(crate) fn rule_sighting(draft: &mut NavalDraft<'_>, unit: &Id, seen: bool, by: &[Id]) -> Result<(), NavalHalt> {
    let side = side_in_play(draft, unit)?;
    let determined = [Segment::Sighting, Segment::Illumination, Segment::Damage].contains(&draft.state().segment);
    if !determined {
        require_segment(draft, Segment::Sighting, if seen { "sight" } else { "unsight" }, WHEN)?;
    }
    for watcher in by {
        let friend = side_in_play(draft, watcher)? == side;
        draft.refuse_if(friend, SIDES, || Reason::SameSide { one: watcher.clone(), other: unit.clone() })?;
    }
    let state = draft.state();
    let is_contradicted =
        |ship: &&Ship| ship.is_in_action() && enemy_sees(state, ship).is_some_and(|sees| sees != seen);
    let contradicted = state.ships_of(unit).filter(is_contradicted).map(|ship| (ship.id.clone(), None, seen));
    let blind = blind_by_position(state, unit, by).into_iter().map(|(ship, by)| (ship, Some(by), true));
    let to_fact = |(unit, other, typed)| Fact::Overruled { unit, other, word: OverruledValue::Sight { typed } };
    let overruled: Vec<Fact> = contradicted.chain(blind).map(to_fact).collect();
    draft.record_all(TAPE, overruled);
    let changed = draft.state().ships_of(unit).filter(|ship| ship.sighted != seen).map(|ship| ship.id.clone());
    let changed: Vec<Id> = changed.collect();
    let fact = |ship| if seen { Fact::Sighted { ship } } else { Fact::LostFromSight { ship } };
    draft.record_all(if seen { RANGE } else { LASTS }, changed.into_iter().map(fact));
    record_ruling(draft, unit, seen, by);
    Ok(())
}

/// Returns pairs of a ship of the unit and a named watcher that by position does not see it, though another enemy does.
fn blind_by_position(state: &State, unit: &Id, by: &[Id]) -> Vec<(Id, Id)> {
    let watchers = || by.iter().flat_map(|named| state.ships_of(named)).filter(|ship| ship.is_in_action());
    let cannot_see = |ship: &Ship, watcher: &Ship| {
        ship.at.is_some() && watcher.at.is_some() && look_at(state, watcher, ship) != SightResult::Sees
    };
    let seen = state.ships_of(unit).filter(|ship| ship.is_in_action() && enemy_sees(state, ship) == Some(true));
    seen.flat_map(|ship| {
        watchers().filter(move |watcher| cannot_see(ship, watcher)).map(|by| (ship.id.clone(), by.id.clone()))
    })
    .collect()
}

/// Revokes rulings that ships see a unit, once the enemy is ruled to have lost sight of it. [4.4, Q36]
pub(crate) fn revoke_stated_sightings(draft: &mut NavalDraft<'_>, unit: &Id) {
    let state = draft.state();
    let rulings = &state.this_turn.sight_rulings;
    let still_holds = |index: usize| {
        let is_same_pair = |later: &SightRuling| later.ship == rulings[index].ship && later.by == rulings[index].by;
        rulings[index].seen && rulings[index].by.is_some() && !rulings[index + 1..].iter().any(is_same_pair)
    };
    let is_about_unit = |index: &usize| state.ships_of(unit).any(|ship| ship.id == rulings[*index].ship);
    let revoked = (0..rulings.len())
        .filter(|index| still_holds(*index))
        .filter(is_about_unit)
        .map(|index| rulings[index].clone());
    let revocations = |SightRuling { ship, by, .. }| Fact::SightRuled { ship, by, seen: false };
    let revocations: Vec<Fact> = revoked.map(revocations).collect();
    draft.record_all(LASTS, revocations);
}

/// Records the ruling for each ship, because which ships may fire depends on it.
fn record_ruling(draft: &mut NavalDraft<'_>, unit: &Id, seen: bool, by: &[Id]) {
    if !seen && by.is_empty() {
        revoke_stated_sightings(draft, unit);
    }
    let state = draft.state();
    let ids_in_action = |unit: &Id| -> Vec<Id> {
        state.ships_of(unit).filter(|ship| ship.is_in_action()).map(|ship| ship.id.clone()).collect()
    };
    let by: Vec<Option<Id>> = match by {
        [] => vec![None],
        named => named.iter().flat_map(ids_in_action).map(Some).collect(),
    };
    let ships = ids_in_action(unit);
    let rulings = |ship: &Id, by: &Option<Id>| Fact::SightRuled { ship: ship.clone(), by: by.clone(), seen };
    let rulings = ships.iter().flat_map(|ship| by.iter().map(move |by| rulings(ship, by)));
    draft.record_all(if seen { RANGE } else { LASTS }, rulings);
}

/// Lights a sighted enemy with a searchlight or starshell. [4.5]
///
/// Refused outside the Illumination Segment. Both must be enemies in action, the target sighted, the light in reach and
/// not used this turn. Starshell also needs a navy that has it and a battery to fire it.
pub(crate) fn illuminate(
    draft: &mut NavalDraft<'_>,
    by: &Id,
    target: &Id,
    with: Light,
    typed: Option<Inches>,
    clear: bool,
) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Illumination, "illuminate", SEGMENT)?;
    let side = side_with(draft.state(), by, Ship::is_in_action, LIGHTING)?;
    let target_side = side_in_play(draft, target)?;
    draft.refuse_if(side == target_side, SIDES, || Reason::SameSide { one: by.clone(), other: target.clone() })?;
    if typed.is_none_or(|range| half_move::HALF_MOVE_RANGE < range) {
        half_move::check_may_act(draft, by)?;
    }
    check_range(draft, typed)?;
    let state = draft.state();
    let ship = draft.need(state.ship(by), LIGHTING, || Reason::NotAShip { unit: by.clone() })?;
    let target = state.base_id(target);
    let (rule, max, used) = match with {
        Light::Searchlight => (SEARCHLIGHT, searchlight_reach(state, ship), ship.searchlight_used),
        Light::Starshell => {
            check_starshell(draft, ship)?;
            special::fire::check_starshell_allowed(state, ship, &target)?;
            (STARSHELL, state.setup.charts.illumination.starshell_range, ship.starshell_used)
        }
    };
    draft.refuse_if(used, rule, || Reason::LightUsed { ship: by.clone() })?;
    let range = typed.or_else(|| survey::range_since_the_move(state, by, &target));
    let range = draft.need(range, TAPE, || Reason::NoRange { ship: by.clone(), target: target.clone() })?;
    if max < range {
        return draft.refuse(rule, Reason::CannotIlluminate { ship: by.clone(), target, range, max });
    }
    // A measured range sights ships before any is lit. [4.5]
    record_typed_range(draft, by, &target, typed);
    refuse_unless_seen(draft, by, &target, LIGHTING)?;
    check_clear_line(draft, by, &target, clear)?;
    draft.record(rule, Fact::Illuminated { by: by.clone(), target, with });
    update_sighting(draft);
    Ok(())
}

/// Records a typed range, which also sights. Ranges from positions are not recorded. [2.7, 4.3]
pub(crate) fn record_typed_range(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, typed: Option<Inches>) {
    let Some(range) = typed else { return };
    record_and_sight(draft, from, to, range, true);
    let by_position = survey::range_by_position(draft.state(), from, to);
    record_overruled(draft, from, to, survey::range_discrepancy(draft.state(), range, by_position));
}

/// Refuses if smoke or land is in the line between two tracked units, unless the referee rules it `clear`. [4.6, 4.7]
pub(crate) fn check_clear_line(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, clear: bool) -> Result<(), NavalHalt> {
    let blocked = lines::between(draft.state(), from, to).and_then(|survey| survey.blocked_by);
    refuse_blocked(draft, (from, to), blocked, clear)
}

/// Refuses torpedoes whose line smoke or land blocks, even low land, unless it is ruled `clear`. [4.7, Q41]
pub(crate) fn check_clear_torpedo_way(
    draft: &mut NavalDraft<'_>,
    from: &Id,
    to: &Id,
    clear: bool,
) -> Result<(), NavalHalt> {
    let blocked = survey::blocks_torpedoes(draft.state(), from, to);
    refuse_blocked(draft, (from, to), blocked, clear)
}

fn refuse_blocked(
    draft: &mut NavalDraft<'_>,
    (from, to): (&Id, &Id),
    blocked: Option<LineBlock>,
    clear: bool,
) -> Result<(), NavalHalt> {
    if clear {
        record_clear_ruling(draft, from, to, blocked);
        return Ok(());
    }
    let rule = if blocked == Some(LineBlock::Smoke) { SMOKE } else { LAND };
    draft.refuse_found(blocked, rule, |by| Reason::Blocked { ship: from.clone(), target: to.clone(), by })
}

/// Records the ruling that a line is clear if the positions contradict it. [2.7]
pub(crate) fn record_clear_ruling(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, stands: Option<LineBlock>) {
    record_overruled(draft, from, to, stands.map(|_| OverruledValue::Block { typed: None, stands }));
}

/// Returns the reach of a ship's searchlights: its navy's row of the chart, else the row for all others. [4.5.1]
pub fn searchlight_reach(state: &State, ship: &Ship) -> Inches {
    let lines = &state.setup.charts.illumination.searchlights;
    let own = lines.iter().find(|line| line.navies.contains(&ship.card.navy));
    let line = own.or_else(|| lines.iter().find(|line| line.navies.is_empty()));
    line.map_or(Inches::ZERO, |line| if ship.card.kind.is_large() { line.large_ship } else { line.light_ship })
}

/// Checks the date against the navy's first starshells, and for a battery to fire them. [4.5.2]
fn check_starshell(draft: &NavalDraft<'_>, ship: &Ship) -> Result<(), NavalHalt> {
    let state = draft.state();
    let lines = &state.setup.charts.illumination.starshells;
    let own = lines.iter().find(|line| line.navies.contains(&ship.card.navy));
    let from = own.or_else(|| lines.iter().find(|line| line.navies.is_empty())).map(|line| line.from);
    let (id, early) = (|| ship.id.clone(), from.is_none_or(|from| state.setup.date < from));
    draft.refuse_if(early, STARSHELL, || Reason::NoStarshell { ship: id(), from })?;
    draft.refuse_if(ship.are_weapons_barred(), ABLAZE, || Reason::WeaponsBarred { ship: id(), fires: ship.fires() })?;
    let guns = [BatteryKind::Medium, BatteryKind::Light];
    let silent = guns.iter().all(|kind| ship.battery_strength(*kind) == Fraction::ZERO);
    draft.refuse_if(silent, STARSHELL, || Reason::NoSuchBattery { ship: id(), battery: None })
}

/// Returns the side of a unit on the table. Hulks too may be seen and given the coup de grâce. [8.7, Q46]
fn side_in_play(draft: &NavalDraft<'_>, unit: &Id) -> Result<SideId, NavalHalt> {
    Ok(side_with(draft.state(), unit, Ship::is_on_table, TAPE)?)
}

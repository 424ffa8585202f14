//! Special rules about the sea: mines, currents, smoke, and points for fire near a coast. [9.2]
use super::{
    conditions::{active_rules, is_active, numbered_rules},
    sentences::SPECIAL,
};
use crate::model::special::{MineRollPer, RuleEffect, RuleFact, SpecialReason, SpecialRule};
use crate::model::{Fate, Half, HeldHit, HitKind, Place, Purpose, Ship, ShipMove, base::path_of};
use crate::{
    Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action, require_segment,
    rules::survey::{self, land},
};
use geometry::{Area, Bearing, Point, SightLine};
use play::DiceRequest;

/// Step in which a run through a minefield is sampled, in inches. (house)
const STEP_IN: f64 = 0.05;
/// A D10 strikes a mine on a 1.
const HIT_CHANCE: f64 = 0.1;

/// Applies mines and then the current, after all have moved. [3.3.2]
pub(crate) fn after_moving(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    if draft.state().setup.rules.is_empty() {
        return Ok(());
    }
    run_over_mines(draft)?;
    drift(draft);
    Ok(())
}

/// Moves every tracked ship by the current, unless onto land. In a halved turn it does so once, in the second half.
fn drift(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    if state.half == Some(Half::First) {
        return;
    }
    let shores = land(state);
    let mut carried: Vec<(u16, Id, Place)> = Vec::new();
    for (rule, key) in active_rules(state, |rule| matches!(rule.does, RuleEffect::Drift { .. })) {
        let RuleEffect::Drift { ships, bearing_deg, inches } = &key.does else { continue };
        for ship in ships.ships_in(state).filter(|ship| ship.is_on_table() && can_drift(ship)) {
            // Where two currents act, the second continues from where the first carried the ship.
            let earlier =
                carried.iter().rev().find(|(_, carried_ship, _)| *carried_ship == ship.id).map(|(_, _, place)| *place);
            let Some(place) = earlier.or(ship.at) else { continue };
            let to = place.point().moved(Bearing::new(f64::from(*bearing_deg)), inches.as_f64());
            if !shores.iter().any(|area| area.contains(to)) {
                carried.push((rule, ship.id.clone(), Place::new(to.x(), to.y(), place.heading.as_f64())));
            }
        }
    }
    // A division's track is measured from its leader, so a division carried evenly stays in column.
    let to_fact = |(rule, ship, place)| Fact::Special(RuleFact::Drifted { rule, ship, at: place });
    draft.record_all(SPECIAL, carried.into_iter().map(to_fact));
}

/// Whether a current carries a ship: hulks too, but not guns ashore. (Q51)
fn can_drift(ship: &Ship) -> bool {
    !ship.card.kind.is_coast_battery()
        && !matches!(ship.fate, Fate::Exploded | Fate::Sunk | Fate::Exited { .. } | Fate::Waiting { .. })
}

/// Rolls D10 for every base that ran through a minefield. Each 1 is a torpedo hit, held for the Damage Segment. [8.2.3]
fn run_over_mines(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let mut mine_rolls: Vec<(u16, Id, MineDice)> = Vec::new();
    let state = draft.state();
    for (rule, key) in active_rules(state, |rule| matches!(rule.does, RuleEffect::Mines { .. })) {
        let Some(field) = Minefield::from_key(&key.does) else { continue };
        for (ship, run) in ships_of_bases(state).into_iter().filter_map(|ship| Some((ship, ship.run.as_ref()?))) {
            let unit = state.base_id(&ship.id);
            let before =
                state.rule_state(rule).and_then(|rule_state| rule_state.first_half_mine_run(&unit, state.turn));
            let mine_dice = Some(field.dice_for_run(run, state.half, before)).filter(|mine_dice| mine_dice.dice > 0);
            mine_rolls.extend(mine_dice.map(|mine_dice| (rule, unit, mine_dice)));
        }
    }
    for (rule, unit, MineDice { dice, first_half }) in mine_rolls {
        let request = DiceRequest::pool(dice, 10, 1, Purpose::Mine(unit.clone()), SPECIAL);
        let hits = draft.successes(request)?;
        draft.record(SPECIAL, Fact::Special(RuleFact::Mined { rule, ship: unit.clone(), struck: hits, first_half }));
        if hits > 0 {
            let (kind, battery) = (HitKind::Torpedo, None);
            let hit = HeldHit { target: unit, firer: None, kind, battery, range: None, count: hits };
            draft.record(SPECIAL, Fact::HitsMarked(hit));
        }
    }
    Ok(())
}

/// A minefield without a way out costs as much as one with a way out of this length.
const MAX_WAY_OUT_IN: f64 = 20.0;
/// Mines that become active within this many turns count for the way out.
const SOON_TURNS: u16 = 3;

/// Returns the mine hits expected on a base: on this run, and on its shortest way out of the mines afterwards.
///
/// Counts the minefields of rules that the state names, so in a side's view those that the side knows.
pub fn expected_mine_hits(state: &State, run: &ShipMove) -> f64 {
    let mut hits = 0.0;
    for (index, rule) in numbered_rules(state) {
        let from_turn = rule.from_turn.unwrap_or(1);
        let is_soon = state.turn < from_turn && from_turn <= state.turn + SOON_TURNS;
        let is_active = is_active(state, index, rule);
        let Some(field) = Minefield::from_key(&rule.does).filter(|_| is_active || is_soon) else { continue };
        let dice_now = if is_active { field.dice_for_run(run, None, None).dice } else { 0 };
        let way_in = field.way_out_in(state, run.to.point());
        let dice_later = match field.per {
            MineRollPer::Turn => way_in / run.speed.as_f64().max(1.0),
            MineRollPer::Inch => way_in,
        };
        hits += (f64::from(dice_now) + dice_later) * HIT_CHANCE;
    }
    hits
}

/// Returns one ship of every tracked base in action.
fn ships_of_bases(state: &State) -> Vec<&Ship> {
    let mut found: Vec<&Ship> = Vec::new();
    for ship in state.ships_in_action().filter(|ship| ship.has_position()) {
        let unit = state.target_unit(&ship.id);
        if !found.iter().any(|known_ship| state.target_unit(&known_ship.id) == unit) {
            found.push(ship);
        }
    }
    found
}

pub(super) struct Minefield {
    areas: Vec<Area>,
    lanes: Vec<Vec<Point>>,
    half_width_in: f64,
    per: MineRollPer,
}

impl Minefield {
    pub(super) fn from_key(does: &RuleEffect) -> Option<Minefield> {
        let RuleEffect::Mines { areas, lanes, lane_half_width, per } = does else { return None };
        let points = |corners: &Vec<(Inches, Inches)>| -> Vec<Point> {
            corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect()
        };
        Some(Minefield {
            areas: areas.iter().filter_map(|corners| Area::new(&points(corners)).ok()).collect(),
            lanes: lanes.iter().map(points).collect(),
            half_width_in: lane_half_width.as_f64(),
            per: *per,
        })
    }
    /// Whether a point is mined: inside an area, and not in a lane or on its edge.
    fn is_mined(&self, point: Point) -> bool {
        let inside = self.areas.iter().any(|area| area.contains(point));
        let mut swept = self.lanes.iter().flat_map(|lane| lane.windows(2)).map(|leg| SightLine::new(leg[0], leg[1]));
        inside && !swept.any(|leg| leg.distance_in(point) <= self.half_width_in + 1e-6)
    }
    /// Returns the distance to the nearest lane or border of the mined area, 0 outside the mines. The edges of the table
    /// are no borders.
    fn way_out_in(&self, state: &State, point: Point) -> f64 {
        if !self.is_mined(point) {
            return 0.0;
        }
        let table = survey::surface(state);
        let on_edge = |x: f64, y: f64| x <= 0.0 || table.width_in <= x || y <= 0.0 || table.depth_in <= y;
        let lanes = self.lanes.iter().flat_map(|lane| lane.windows(2));
        let lanes = lanes.map(|leg| SightLine::new(leg[0], leg[1]).distance_in(point) - self.half_width_in);
        let inside = self.areas.iter().filter(|area| area.contains(point));
        let borders = inside
            .flat_map(|area| area.sides())
            .filter(|[from, to]| !on_edge(f64::midpoint(from.x(), to.x()), f64::midpoint(from.y(), to.y())));
        let borders = borders.map(|[from, to]| SightLine::new(from, to).distance_in(point));
        lanes.chain(borders).fold(MAX_WAY_OUT_IN, f64::min).max(0.0)
    }
    /// Returns the dice for a run: one for the turn, or one for each started inch in the field.
    ///
    /// In a halved turn the second half needs the dice of the complete run less those already rolled. `before` is the
    /// mined distance of the first half. [3.4.2]
    fn dice_for_run(&self, run: &ShipMove, half: Option<Half>, before: Option<Inches>) -> MineDice {
        let mined_in = self.mined_in(run);
        let dice = match self.per {
            MineRollPer::Turn => u16::from(before.is_none() && (0.0 < mined_in || self.is_mined(run.to.point()))),
            MineRollPer::Inch => {
                let before_in = before.map_or(0.0, Inches::as_f64);
                started_inches(before_in + mined_in) - started_inches(before_in)
            }
        };
        MineDice { dice, first_half: (half == Some(Half::First)).then(|| Inches::nearest(mined_in)) }
    }
    fn mined_in(&self, run: &ShipMove) -> f64 {
        let path = path_of(run.from, &run.legs);
        let length = path.length_in();
        let steps = (length / STEP_IN).ceil().max(1.0) as u32;
        let step_in = length / f64::from(steps);
        let is_mined = |step: &u32| self.is_mined(path.pose_at((f64::from(*step) + 0.5) * step_in).at);
        f64::from((0..steps).filter(is_mined).count() as u32) * step_in
    }
}

/// Dice for a run over mines, and the mined distance of a first half.
struct MineDice {
    dice: u16,
    first_half: Option<Inches>,
}

/// Returns the number of inches that a run has begun. A hundredth of an inch over does not begin a new one.
fn started_inches(way_in: f64) -> u16 {
    (way_in - 0.01).ceil().max(0.0) as u16
}

/// Loses ships that ran ashore if a special rule says so. [5.12]
pub(crate) fn lose_stranded(draft: &mut NavalDraft<'_>, unit: &Id) {
    let state = draft.state();
    let applies =
        |rule: &SpecialRule, ship: &Ship| matches!(&rule.does, RuleEffect::LostAshore { ships } if ships.holds(ship));
    let is_lost =
        |ship: &&Ship| ship.is_in_action() && active_rules(state, |rule| applies(rule, ship)).next().is_some();
    let fact = |ship: &Ship| Fact::ShipLost { ship: ship.id.clone(), fate: Fate::Abandoned };
    let lost: Vec<Fact> = state.ships_of(unit).filter(is_lost).map(fact).collect();
    draft.record_all(SPECIAL, lost);
}

/// Makes unplotted smoke along a ship's run, if a special rule allows it. [4.6]
///
/// Refused outside the Movement Segment, if the ship has not run this turn or has made smoke, and without such a rule.
pub(crate) fn make_smoke(draft: &mut NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Movement, "smoke", SPECIAL)?;
    let state = draft.state();
    let ship = draft.need(state.ship(unit), SPECIAL, || Reason::NotAShip { unit: unit.clone() })?;
    refuse_out_of_action(draft, !ship.is_in_action(), unit, SPECIAL)?;
    let allows = |rule: &SpecialRule| matches!(&rule.does, RuleEffect::Smoke { ships } if ships.holds(ship));
    let has_smoked = state.smoke.iter().any(|smoke| smoke.by == ship.id && smoke.turn == state.turn);
    let rule = active_rules(state, allows).next().filter(|_| ship.run.is_some() && !has_smoked).map(|(index, _)| index);
    let rule = draft.need(rule, SPECIAL, || SpecialReason::NoSmoke { ship: ship.id.clone() })?;
    draft.record(SPECIAL, Fact::Special(RuleFact::Smoked { rule, ship: unit.clone() }));
    Ok(())
}

/// Scores points for a ship that has fired at one near a coast, once for each firer. [10.5]
pub(crate) fn score_fire(draft: &mut NavalDraft<'_>, firer: &Id, target: &Id) {
    let state = draft.state();
    let Some(firing) = state.ship(firer) else { return };
    let scored = |(rule, key): (u16, &SpecialRule)| {
        let RuleEffect::PointsForFire { within, of, points, .. } = &key.does else { return None };
        let is_first = state.rule_state(rule).is_none_or(|rule_state| rule_state.count_of(firer) == 0);
        let is_near = || state.ships_of(target).any(|ship| near_coast(state, ship, of, *within));
        let (side, ship, points) = (firing.side.clone(), firer.clone(), *points);
        (is_first && is_near()).then_some(Fact::Special(RuleFact::Scored { rule, side, ship, points }))
    };
    let scores = |rule: &SpecialRule| matches!(&rule.does, RuleEffect::PointsForFire { by, .. } if by.holds(firing));
    let scored: Vec<Fact> = active_rules(state, scores).filter_map(scored).collect();
    draft.record_all(SPECIAL, scored);
}

/// Whether the middle of a ship's base is within `within` of a coast.
fn near_coast(state: &State, ship: &Ship, land: &Id, within: Inches) -> bool {
    let Some(at) = ship.at else { return false };
    let mut areas =
        state.setup.land.iter().filter(|candidate| candidate.id == *land).filter_map(|land| land.area().ok());
    areas.any(|area| area.contains(at.point()) || Inches::nearest(area.edge_distance_in(at.point())) <= within)
}

/// Rolls a D6 for each hit of a salvo and returns those that do not burst. [6.5.1]
pub(crate) fn roll_duds(draft: &mut NavalDraft<'_>, firer: &Id, target: &Id, hits: u16) -> Result<u16, NavalHalt> {
    let state = draft.state();
    let Some(ship) = state.ship(firer) else { return Ok(0) };
    let applies_to_ship = |rule: &SpecialRule| matches!(&rule.does, RuleEffect::Duds { by, .. } if by.holds(ship));
    let found = if hits == 0 { None } else { active_rules(state, applies_to_ship).next() };
    let Some((rule, SpecialRule { does: RuleEffect::Duds { at_most, .. }, .. })) = found else { return Ok(0) };
    let duds = draft.successes(DiceRequest::pool(hits, 6, *at_most, Purpose::Dud(firer.clone()), SPECIAL))?;
    let (firer, target) = (firer.clone(), target.clone());
    draft.record(SPECIAL, Fact::Special(RuleFact::Duds { rule, firer, target, duds }));
    Ok(duds)
}

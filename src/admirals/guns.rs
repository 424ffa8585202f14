//! Chooses gun targets by rules of thumb. [3.3.5, 6.5]
use super::{
    Choice, Memory, PendingDecision, ScoredOption, TermKind,
    aims::Objectives,
    memory::ScoredHits,
    reasons::{choose_best, term},
    relative_position::range,
};
use naval::model::{BatteryKind, Ship, ShipType, Target, command::Conditions};
use naval::{Command, Id, Inches, rules::gunnery, view::PlayerView};
use play::Rule;

const ON_TARGET: Rule = Rule::new("6.5.1.3");
const VICTORY: Rule = Rule::new("9.2");
const DECLARING: Rule = Rule::new("3.3.5");
const KINDS: Rule = Rule::new("1.4");
const RANGE: Rule = Rule::new("6.1");

/// Boats within this range may launch within the next turn or two.
const THREAT_IN: f64 = 6.0;
/// At most this many targets are tried for one battery.
pub const MAX_TRIED_TARGETS: usize = 8;
/// Allowed excess of range: the rules measure funnel to funnel, these ranges are centre to centre.
const RANGE_TOLERANCE_IN: f64 = 2.0;

/// A possible target and its range.
pub struct PossibleTarget<'s> {
    pub ship: &'s Ship,
    pub target: Id,
    pub range_in: f64,
}

/// Returns enemies in sight within reach, by position or measured range, the nearest first. Boats on one base count
/// once.
pub fn possible_targets<'s>(outlook: &'s PlayerView, firer: &Ship, reach: Inches) -> Vec<PossibleTarget<'s>> {
    let state = outlook.state();
    let mut marks: Vec<PossibleTarget> = Vec::new();
    for ship in state.afloat().filter(|ship| ship.side != *outlook.side() && ship.sighted) {
        let Some(range_in) = range(outlook, firer, ship) else { continue };
        let target = state.base_id(&ship.id);
        if range_in <= reach.as_f64() + RANGE_TOLERANCE_IN && marks.iter().all(|other| other.target != target) {
            marks.push(PossibleTarget { ship, target, range_in });
        }
    }
    marks.sort_by(|left, right| left.range_in.total_cmp(&right.range_in).then_with(|| left.target.cmp(&right.target)));
    marks
}

pub fn target_order(firer: &Id, target: Id, battery: BatteryKind) -> Target {
    Target {
        firer: firer.clone(),
        target,
        range: None,
        bearing: None,
        battery: Some(battery),
        conditions: Conditions::default(),
    }
}

/// Whether a boat may launch within the next turn or two.
pub fn may_launch_soon(mark: &PossibleTarget) -> bool {
    mark.ship.card.kind.is_torpedo_craft() && mark.range_in <= THREAT_IN
}

/// Whether these guns have a target for this turn.
pub fn has_declared(outlook: &PlayerView, firer: &Id, battery: BatteryKind) -> bool {
    outlook
        .state()
        .this_move
        .declarations
        .iter()
        .any(|declaration| declaration.firer == *firer && declaration.battery == battery)
}

/// Lays big guns at last turn's target if it was hit, otherwise at a ship that decides the battle, the opposite number,
/// or the nearest. Large ships come before light ones.
pub fn declare_big_guns(outlook: &mut PlayerView, memory: &Memory, due: &PendingDecision) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &due.units {
        let options = big_gun_options(outlook, memory, unit);
        chosen.extend(choose_best(outlook, options));
    }
    chosen
}

fn big_gun_options(outlook: &PlayerView, memory: &Memory, unit: &Id) -> Vec<ScoredOption> {
    let (state, aims) = (outlook.state(), Objectives::from_outlook(outlook));
    let is_undeclared = |ship: &&Ship| !has_declared(outlook, &ship.id, BatteryKind::Big);
    let Some(firer) = state.ship(unit).filter(is_undeclared) else { return Vec::new() };
    let Some(reach) = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else {
        return Vec::new();
    };
    let mut marks = possible_targets(outlook, firer, reach);
    let opposite = opposite_number(outlook, firer, &marks);
    let was_hit_last_turn = |mark: &PossibleTarget| {
        let hit = |hits: &ScoredHits| hits.firer == *unit && hits.target == mark.target && hits.turn + 1 == state.turn;
        memory.scored.iter().any(hit)
    };
    marks.sort_by_key(|mark| !(was_hit_last_turn(mark) || opposite.as_ref() == Some(&mark.target)));
    let weighed = |mark: &PossibleTarget| {
        let mut terms = vec![term(TermKind::Range, -0.1 * mark.range_in, RANGE)];
        let mut add = |holds: bool, kind, points, rule| terms.extend(holds.then(|| term(kind, points, rule)));
        add(was_hit_last_turn(mark), TermKind::HitLastTurn, 8.0, ON_TARGET);
        add(aims.hunts(mark.ship, outlook.side()), TermKind::Decides, 3.0, VICTORY);
        add(opposite.as_ref() == Some(&mark.target), TermKind::OppositeNumber, 2.0, DECLARING);
        add(mark.ship.card.kind.is_large(), TermKind::Kind, 4.0, KINDS);
        ScoredOption::from_terms(Command::Target(target_order(unit, mark.target.clone(), BatteryKind::Big)), terms)
    };
    marks.iter().take(MAX_TRIED_TARGETS).map(weighed).collect()
}

/// Returns the enemy in the same place of its line as the firer in its own, counted among the ships in action.
pub fn opposite_number(outlook: &PlayerView, firer: &Ship, marks: &[PossibleTarget]) -> Option<Id> {
    let state = outlook.state();
    let own = state.division(&firer.division)?;
    let place =
        own.ships.iter().filter(|id| state.ship(id).is_some_and(Ship::is_in_action)).position(|id| *id == firer.id)?;
    let nearest = marks.iter().find(|mark| mark.ship.card.kind.is_large() || mark.ship.card.big.is_some())?;
    let line = state.division(&nearest.ship.division)?;
    let seen = line.ships.iter().filter(|id| state.ship(id).is_some_and(|ship| ship.is_in_action() && ship.sighted));
    let seen: Vec<&Id> = seen.collect();
    let number = seen.get(place.min(seen.len().checked_sub(1)?))?;
    Some(state.base_id(number))
}

/// Lays medium and light guns at boats that threaten, otherwise at the nearest.
pub fn declare_batteries(outlook: &mut PlayerView, due: &PendingDecision) -> Vec<Choice> {
    declare_batteries_by(outlook, due, battery_options)
}

/// Returns the best scored option for each battery of each ship whose decision is due.
pub fn declare_batteries_by(
    outlook: &mut PlayerView,
    due: &PendingDecision,
    weighed: impl Fn(&PlayerView, &Id, BatteryKind) -> Vec<ScoredOption>,
) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &due.units {
        for battery in [BatteryKind::Medium, BatteryKind::Light] {
            let options = weighed(outlook, unit, battery);
            chosen.extend(choose_best(outlook, options));
        }
    }
    chosen
}

fn battery_options(outlook: &PlayerView, unit: &Id, battery: BatteryKind) -> Vec<ScoredOption> {
    let state = outlook.state();
    let has_battery = |ship: &&Ship| naval::model::Fraction::ZERO < ship.battery_strength(battery);
    let Some(firer) = state.ship(unit).filter(has_battery).filter(|_| !has_declared(outlook, unit, battery)) else {
        return Vec::new();
    };
    let weighed = |mark: &PossibleTarget| {
        let threatens = may_launch_soon(mark);
        let is_small = matches!(mark.ship.card.kind, ShipType::CL | ShipType::CP | ShipType::TBD | ShipType::TB);
        let mut terms = vec![term(TermKind::Range, -0.1 * mark.range_in, RANGE)];
        terms.extend(threatens.then(|| term(TermKind::Kind, 4.0, KINDS)));
        terms.extend((is_small && !threatens).then(|| term(TermKind::Kind, 0.5, KINDS)));
        ScoredOption::from_terms(Command::Target(target_order(unit, mark.target.clone(), battery)), terms)
    };
    possible_targets(outlook, firer, gunnery::BATTERY_REACH).iter().take(MAX_TRIED_TARGETS).map(weighed).collect()
}

//! Chooses gun targets by rules of thumb. [3.3.5, 6.5]
use super::{
    Choice, Memory, PendingDecision, ScoredOption, TermKind,
    aims::Aims,
    memory::ScoredHits,
    reasons::{choose_best, term},
    relative_position::range,
};
use naval::model::{BatteryKind, FireOrder, Ship, ShipType, command::Conditions};
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

pub struct PossibleTarget<'s> {
    pub ship: &'s Ship,
    pub target: Id,
    pub range_in: f64,
}

/// Returns enemies in sight within reach, by position or measured range, nearest first. Boats on one base count once.
pub fn possible_targets<'s>(view: &'s PlayerView, firer: &Ship, reach: Inches) -> Vec<PossibleTarget<'s>> {
    let state = view.state();
    let mut candidates: Vec<PossibleTarget> = Vec::new();
    for ship in state.ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted) {
        let Some(range_in) = range(view, firer, ship) else { continue };
        let target = state.base_id(&ship.id);
        if range_in <= reach.as_f64() + RANGE_TOLERANCE_IN && candidates.iter().all(|other| other.target != target) {
            candidates.push(PossibleTarget { ship, target, range_in });
        }
    }
    candidates
        .sort_by(|left, right| left.range_in.total_cmp(&right.range_in).then_with(|| left.target.cmp(&right.target)));
    candidates
}

pub fn target_order(firer: &Id, target: Id, battery: BatteryKind) -> FireOrder {
    FireOrder {
        firer: firer.clone(),
        target,
        range: None,
        bearing: None,
        battery: Some(battery),
        conditions: Conditions::default(),
    }
}

/// Whether a boat may launch within the next turn or two.
pub fn may_launch_soon(candidate: &PossibleTarget) -> bool {
    candidate.ship.card.kind.is_torpedo_craft() && candidate.range_in <= THREAT_IN
}

/// Whether these guns have a target for this turn.
pub fn has_declared(view: &PlayerView, firer: &Id, battery: BatteryKind) -> bool {
    view.state()
        .this_move
        .declarations
        .iter()
        .any(|declaration| declaration.firer == *firer && declaration.battery == battery)
}

/// Lays big guns at last turn's target if it was hit, otherwise at a ship that decides the battle, the opposite number,
/// or the nearest. Large ships come before light ones.
pub fn declare_big_guns(view: &mut PlayerView, memory: &Memory, decision: &PendingDecision) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &decision.units {
        let options = big_gun_options(view, memory, unit);
        chosen.extend(choose_best(view, options));
    }
    chosen
}

fn big_gun_options(view: &PlayerView, memory: &Memory, unit: &Id) -> Vec<ScoredOption> {
    let (state, aims) = (view.state(), Aims::from_view(view));
    let is_undeclared = |ship: &&Ship| !has_declared(view, &ship.id, BatteryKind::Big);
    let Some(firer) = state.ship(unit).filter(is_undeclared) else { return Vec::new() };
    let Some(reach) = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else {
        return Vec::new();
    };
    let mut candidates = possible_targets(view, firer, reach);
    let opposite = opposite_number(view, firer, &candidates);
    let was_hit_last_turn = |candidate: &PossibleTarget| {
        let hit =
            |hits: &ScoredHits| hits.firer == *unit && hits.target == candidate.target && hits.turn + 1 == state.turn;
        memory.scored_hits.iter().any(hit)
    };
    candidates.sort_by_key(|candidate| !(was_hit_last_turn(candidate) || opposite.as_ref() == Some(&candidate.target)));
    let to_option = |candidate: &PossibleTarget| {
        let mut terms = vec![term(TermKind::Range, -0.1 * candidate.range_in, RANGE)];
        let mut add = |holds: bool, kind, points, rule| terms.extend(holds.then(|| term(kind, points, rule)));
        add(was_hit_last_turn(candidate), TermKind::HitLastTurn, 8.0, ON_TARGET);
        add(aims.hunts(candidate.ship, view.side()), TermKind::Decides, 3.0, VICTORY);
        add(opposite.as_ref() == Some(&candidate.target), TermKind::OppositeNumber, 2.0, DECLARING);
        add(candidate.ship.card.kind.is_large(), TermKind::Kind, 4.0, KINDS);
        ScoredOption::from_terms(Command::Target(target_order(unit, candidate.target.clone(), BatteryKind::Big)), terms)
    };
    candidates.iter().take(MAX_TRIED_TARGETS).map(to_option).collect()
}

/// Returns the enemy in the same place of its line as the firer in its own, counted among the ships in action.
pub fn opposite_number(view: &PlayerView, firer: &Ship, candidates: &[PossibleTarget]) -> Option<Id> {
    let state = view.state();
    let own = state.division(&firer.division)?;
    let place =
        own.ships.iter().filter(|id| state.ship(id).is_some_and(Ship::is_in_action)).position(|id| *id == firer.id)?;
    let nearest =
        candidates.iter().find(|candidate| candidate.ship.card.kind.is_large() || candidate.ship.card.big.is_some())?;
    let line = state.division(&nearest.ship.division)?;
    let seen = line.ships.iter().filter(|id| state.ship(id).is_some_and(|ship| ship.is_in_action() && ship.sighted));
    let seen: Vec<&Id> = seen.collect();
    let number = seen.get(place.min(seen.len().checked_sub(1)?))?;
    Some(state.base_id(number))
}

/// Lays medium and light guns at boats that threaten, otherwise at the nearest enemy, light ships preferred.
pub fn declare_batteries(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    declare_batteries_by(view, decision, battery_options)
}

/// Returns the best scored option for each battery of each ship whose decision is due.
pub fn declare_batteries_by(
    view: &mut PlayerView,
    decision: &PendingDecision,
    options_for: impl Fn(&PlayerView, &Id, BatteryKind) -> Vec<ScoredOption>,
) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &decision.units {
        for battery in [BatteryKind::Medium, BatteryKind::Light] {
            let options = options_for(view, unit, battery);
            chosen.extend(choose_best(view, options));
        }
    }
    chosen
}

fn battery_options(view: &PlayerView, unit: &Id, battery: BatteryKind) -> Vec<ScoredOption> {
    let state = view.state();
    let has_battery = |ship: &&Ship| naval::model::Fraction::ZERO < ship.battery_strength(battery);
    let Some(firer) = state.ship(unit).filter(has_battery).filter(|_| !has_declared(view, unit, battery)) else {
        return Vec::new();
    };
    let to_option = |candidate: &PossibleTarget| {
        let threatens = may_launch_soon(candidate);
        let is_small = matches!(candidate.ship.card.kind, ShipType::CL | ShipType::CP | ShipType::TBD | ShipType::TB);
        let mut terms = vec![term(TermKind::Range, -0.1 * candidate.range_in, RANGE)];
        terms.extend(threatens.then(|| term(TermKind::Kind, 4.0, KINDS)));
        terms.extend((is_small && !threatens).then(|| term(TermKind::Kind, 0.5, KINDS)));
        ScoredOption::from_terms(Command::Target(target_order(unit, candidate.target.clone(), battery)), terms)
    };
    possible_targets(view, firer, gunnery::BATTERY_REACH).iter().take(MAX_TRIED_TARGETS).map(to_option).collect()
}

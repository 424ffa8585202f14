//! Chooses repairs, and shots at cripples. [7.6, 8.6]
use super::{
    Choice, PendingDecision, ScoredOption, TermKind,
    reasons::{choose_best, choose_only, term},
    relative_position::range,
    worth,
};
use naval::model::{Harm, HitState, Ship, doctrine::Doctrine};
use naval::{Command, Id, rules::torpedo, view::PlayerView};
use play::Rule;

const REPAIR: Rule = Rule::new("8.6");
const CRIPPLE: Rule = Rule::new("7.6");
/// Farthest centre of a cripple that is tried. The rules measure 5.0 between funnels or bases, and refuse more. [7.6]
const NEAR_IN: f64 = 6.5;

/// Chooses one repair for each ship: fires and flotation before speed, fire control, mounts, bridge, guns and steering.
pub fn repairs(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    choose_repairs(view, decision, |_, hit| weight(&hit.effect))
}

/// Chooses one repair for each ship by its value. Flotation counts more the less is left, speed most for stopped ships.
pub fn scored_repairs(view: &mut PlayerView, card: &Doctrine, decision: &PendingDecision) -> Vec<Choice> {
    choose_repairs(view, decision, |ship, hit| worth::repair_value(ship, &hit.effect, card.prizes))
}

fn choose_repairs(
    view: &mut PlayerView,
    decision: &PendingDecision,
    weight: impl Fn(&Ship, &naval::model::Hit) -> f64,
) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &decision.units {
        let Some(ship) = view.state().ship(unit) else { continue };
        let open_hits = ship.hits.iter().filter(|hit| hit.state == HitState::Active);
        let to_option = |hit: &naval::model::Hit| {
            let command = Command::Repair { ship: unit.clone(), item: hit.id.clone() };
            ScoredOption::from_terms(command, vec![term(TermKind::Damage, weight(ship, hit), REPAIR)])
        };
        let options = open_hits.map(to_option).collect();
        chosen.extend(choose_best(view, options));
    }
    chosen
}

fn weight(harm: &Harm) -> f64 {
    match harm {
        Harm::Fire => 8.0,
        Harm::Flotation { .. } => 7.0,
        Harm::Speed(_) => 6.0,
        Harm::FireControl => 5.0,
        Harm::Mount(_) => 4.0,
        Harm::Bridge => 3.0,
        Harm::Guns { .. } => 2.0,
        Harm::Steering { .. } => 1.0,
    }
}

/// Orders one torpedo factor at a large cripple from every base within `NEAR_IN`.
pub fn finishing_shots(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    let state = view.state();
    let is_slow = |ship: &Ship| !ship.is_in_action() || ship.speed <= torpedo::CRIPPLED_SPEED;
    let on_table = state.ships.iter().filter(|ship| ship.side != *view.side() && ship.sighted && ship.is_on_table());
    let cripples = on_table.filter(|ship| ship.card.kind.is_large() && ship.is_in_action() && is_slow(ship));
    let cripples: Vec<Id> = cripples.map(|ship| ship.id.clone()).collect();
    let mut chosen = Vec::new();
    let mut bases: Vec<Id> =
        decision.units.iter().filter(|_| !cripples.is_empty()).map(|unit| state.base_id(unit)).collect();
    bases.dedup();
    for unit in &bases {
        let Some(own) = view.state().ships_of(unit).find(|ship| ship.is_in_action()) else { continue };
        let range = |target: &Id| range(view, own, view.state().ship(target)?);
        let near_cripples = cripples.iter().filter(|target| range(target).is_some_and(|range| range <= NEAR_IN));
        let coup_order = |target: &Id| {
            let (base, target) = (unit.clone(), target.clone());
            Command::CoupDeGrace { by: base, target, range: None, factors: 1, clear: false }
        };
        let orders: Vec<Command> = near_cripples.map(coup_order).collect();
        let first = orders
            .into_iter()
            .find_map(|order| choose_only(view, order, vec![term(TermKind::Torpedoes, 1.0, CRIPPLE)]));
        chosen.extend(first);
    }
    chosen
}

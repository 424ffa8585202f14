//! Chooses gun targets by their expected results, for all ships of a side together. [3.3.5, 6.5]
use super::{
    Choice, Memory, PendingDecision, ScoredOption, Term, TermKind,
    aims::Aims,
    expect::{salvo_hits, volley_hits},
    expected_position::{self, ExpectedPosition, expected_fire},
    guns::{
        MAX_TRIED_TARGETS, PossibleTarget, declare_batteries_by, has_declared, may_launch_soon, opposite_number,
        possible_targets, target_order,
    },
    reasons::{choose_best, term},
    target_allotment::{FireTable, TargetAllotment},
    worth,
};
use naval::model::doctrine::{Doctrine, TargetChoice};
use naval::model::{BatteryKind, Ship};
use naval::{Command, Id, Inches, rules::gunnery, view::PlayerView};
use play::Rule;

const FIRE: Rule = Rule::new("6.5.1");
const UNENGAGED: Rule = Rule::new("6.5.1.3");
const CLOSED: Rule = Rule::new("6.5.10");
const VOLLEY: Rule = Rule::new("6.5.2");
const VICTORY: Rule = Rule::new("9.2");
const DECLARING: Rule = Rule::new("3.3.5");
const KINDS: Rule = Rule::new("1.4");

/// Bonus of the target that the card prefers, if the expected results do not decide.
const PREFERENCE_BONUS: f64 = 0.02;
/// Extra share of points of a target whose fate decides the battle.
const DECISIVE_SHARE: f64 = 0.5;
/// Bonus for fire on a boat that may launch.
const THREAT_BONUS: f64 = 0.5;

/// A ship's big guns, their possible targets, and the value of each by itself.
struct FiringShip<'s> {
    id: &'s Id,
    /// Index of the target among those of all ships, and the scored shot.
    shots: Vec<(usize, ScoredOption)>,
}

pub fn declare_big_guns(
    view: &mut PlayerView,
    memory: &Memory,
    card: &Doctrine,
    decision: &PendingDecision,
) -> Vec<Choice> {
    let opening_band = card.range.filter(|_| !memory.has_opened_fire);
    let mut foes: Vec<Id> = Vec::new();
    let mut firers: Vec<FiringShip> = Vec::new();
    let aims = Aims::from_view(view);
    for unit in &decision.units {
        let state = view.state();
        let Some(firer) = state.ship(unit).filter(|ship| !has_declared(view, &ship.id, BatteryKind::Big)) else {
            continue;
        };
        let Some(reach) = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else {
            continue;
        };
        let candidates = possible_targets(view, firer, reach);
        let preferred = preferred_target(view, memory, card, firer, &candidates);
        let mut shots = Vec::new();
        for candidate in candidates
            .iter()
            .filter(|candidate| opening_band.is_none_or(|range| candidate.range_in <= range.open))
            .take(MAX_TRIED_TARGETS)
        {
            let Some((command, mut terms)) = score_shot(view, &aims, card, unit, candidate) else { continue };
            if preferred.as_ref() == Some(&candidate.target) {
                terms.push(term(TermKind::Preferred, PREFERENCE_BONUS, DECLARING));
            }
            let place = foes.iter().position(|foe| *foe == candidate.target).unwrap_or_else(|| {
                foes.push(candidate.target.clone());
                foes.len() - 1
            });
            shots.push((place, ScoredOption::from_terms(command, terms)));
        }
        firers.push(FiringShip { id: unit, shots });
    }
    firers.retain(|firer| !firer.shots.is_empty());
    let table = fire_table(view, card, &firers, &foes);
    let allotment = table.best_allotment();
    // A ship that would do more harm than good holds its fire.
    let fires = (0..firers.len()).filter(|firer| allotment[*firer].is_some());
    let scored: Vec<_> = fires.map(|firer| score_with_other_fire(&table, &allotment, firer, &firers)).collect();
    scored.into_iter().filter_map(|options| choose_best(view, options)).collect()
}

/// Returns the declaration of big guns at one target and its value by itself. `None` if it is not allowed.
fn score_shot(
    view: &PlayerView,
    aims: &Aims,
    card: &Doctrine,
    unit: &Id,
    candidate: &PossibleTarget,
) -> Option<(Command, Vec<Term>)> {
    let order = target_order(unit, candidate.target.clone(), BatteryKind::Big);
    let numbers = gunnery::salvo_numbers(view.state(), &view.declaration(&order)?)?;
    let hits = salvo_hits(&numbers, view.state().setup.options.nonpen);
    let worth = hits.worth(candidate.ship, card.prizes);
    let mut terms = vec![term(TermKind::Dealt, worth, FIRE)];
    if aims.hunts(candidate.ship, view.side()) {
        terms.push(term(TermKind::Decides, DECISIVE_SHARE * worth, VICTORY));
    }
    Some((Command::Target(order), terms))
}

/// Returns shots of big guns beyond the range at which the card opens fire, ship by ship, the best first. [6.1]
pub fn held_shots(
    view: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    decision: &PendingDecision,
) -> Vec<Vec<ScoredOption>> {
    let Some(range) = card.range.filter(|_| !memory.has_opened_fire) else { return Vec::new() };
    let aims = Aims::from_view(view);
    let shots_of = |unit: &Id| {
        let firer = view.state().ship(unit).filter(|ship| !has_declared(view, &ship.id, BatteryKind::Big))?;
        let reach = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to)?;
        let candidates = possible_targets(view, firer, reach);
        let beyond = candidates.iter().filter(|candidate| range.open < candidate.range_in).take(MAX_TRIED_TARGETS);
        let shots = beyond.filter_map(|candidate| score_shot(view, &aims, card, unit, candidate));
        let mut shots: Vec<ScoredOption> =
            shots.map(|(command, terms)| ScoredOption::from_terms(command, terms)).collect();
        shots.sort_by_key(|shot| std::cmp::Reverse(shot.value));
        Some(shots)
    };
    decision.units.iter().filter_map(shots_of).collect()
}

/// Collects what depends on the other ships' targets, in addition to the value of each shot by itself.
fn fire_table(view: &PlayerView, card: &Doctrine, firers: &[FiringShip], foes: &[Id]) -> FireTable {
    let state = view.state();
    let ship_of = |foe: &Id| representative_ship(view, foe);
    let values_of = |firer: &FiringShip| {
        let worth =
            |target: usize| firer.shots.iter().find(|(place, _)| *place == target).map(|(_, shot)| shot.value.points());
        (0..foes.len()).map(worth).collect()
    };
    let position_of = |ship| ExpectedPosition::from_anywhere(ship, card.prizes);
    let own: Vec<ExpectedPosition> = state.ships_of_side(view.side()).filter_map(position_of).collect();
    let unengaged_loss = |foe: &Id| {
        let firer = ship_of(foe).filter(|ship| ship.has_mounts_left()).and_then(position_of);
        let best_fire = |foe: ExpectedPosition| {
            let facing = own.iter().filter_map(|own| foe.relative_to(view, *own));
            facing.map(|[foe, own]| expected_fire(&state.setup.charts, &foe, &own)).fold(0.0, f64::max)
        };
        // Not under fire, an enemy rolls 1.5 times the dice: half of its fire is added.
        firer.map_or(0.0, |foe| card.suffered_weight() * best_fire(foe) / 2.0)
    };
    let positions: Vec<Option<ExpectedPosition>> = foes.iter().map(|foe| ship_of(foe).and_then(position_of)).collect();
    let batteries = |firer: &FiringShip| {
        let own = state.ship(firer.id).and_then(position_of);
        let worth = |foe: &Option<ExpectedPosition>| {
            let facing = own.zip(*foe).and_then(|(own, foe)| own.relative_to(view, foe));
            facing.map_or(0.0, |[own, foe]| expected_position::expected_battery_fire(&own, &foe))
        };
        positions.iter().map(worth).collect()
    };
    FireTable {
        big: firers.iter().map(values_of).collect(),
        batteries: firers.iter().map(batteries).collect(),
        unengaged_loss: foes.iter().map(unengaged_loss).collect(),
        limits: foes.iter().map(|foe| ship_of(foe).map_or(0.1, |ship| worth::points_left(ship, card.prizes))).collect(),
        closes_batteries: foes.iter().map(|foe| ship_of(foe).is_some_and(|ship| ship.card.kind.is_large())).collect(),
    }
}

fn representative_ship<'s>(view: &'s PlayerView, base: &Id) -> Option<&'s Ship> {
    let state = view.state();
    let named = state.ship(base).filter(|ship| ship.is_in_action());
    named.or_else(|| state.ships_in_action().find(|ship| ship.is_in_action() && state.base_id(&ship.id) == *base))
}

/// Scores a firer's shots with their effect on the value of all fire, the other ships firing as allotted.
fn score_with_other_fire(
    table: &FireTable,
    allotment: &TargetAllotment,
    firer: usize,
    firers: &[FiringShip],
) -> Vec<ScoredOption> {
    let value_if_silent = |table: &FireTable| {
        let mut allotment = allotment.clone();
        allotment[firer] = None;
        table.value(&allotment)
    };
    let targets = table.unengaged_loss.len();
    let without_batteries = FireTable { batteries: vec![vec![0.0; targets]; firers.len()], ..table.clone() };
    let only_hits = FireTable { unengaged_loss: vec![0.0; targets], ..without_batteries.clone() };
    let gain_of = |table: &FireTable, target: usize| {
        let mut allotment = allotment.clone();
        allotment[firer] = Some(target);
        table.value(&allotment) - value_if_silent(table)
    };
    let to_option = |(target, shot): &(usize, ScoredOption)| {
        let mut terms = shot.terms.clone();
        let overkill = gain_of(&only_hits, *target) - shot.value.points();
        let unengaged_gain = gain_of(&without_batteries, *target) - gain_of(&only_hits, *target);
        let closed_loss = gain_of(table, *target) - gain_of(&without_batteries, *target);
        if overkill.abs() > 1e-6 {
            terms.push(term(TermKind::Overkill, overkill, FIRE));
        }
        if unengaged_gain.abs() > 1e-6 {
            terms.push(term(TermKind::Unengaged, unengaged_gain, UNENGAGED));
        }
        if closed_loss.abs() > 1e-6 {
            terms.push(term(TermKind::BatteriesClosed, closed_loss, CLOSED));
        }
        ScoredOption::from_terms(shot.command.clone(), terms)
    };
    let mut options: Vec<ScoredOption> = firers[firer].shots.iter().map(to_option).collect();
    // Among equal shots, the one that was allotted comes first.
    let is_not_allotted = |option: &ScoredOption| {
        let target =
            firers[firer].shots.iter().find(|(_, shot)| shot.command == option.command).map(|(target, _)| *target);
        target != allotment[firer]
    };
    options.sort_by_key(is_not_allotted);
    options
}

/// Returns the target the card prefers for these guns.
fn preferred_target(
    view: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    firer: &Ship,
    candidates: &[PossibleTarget],
) -> Option<Id> {
    let state = view.state();
    let is_leader = |candidate: &&PossibleTarget, flag: bool| {
        let division = state.division(&candidate.ship.division);
        let first = division
            .and_then(|division| division.ships.iter().find(|id| state.ship(id).is_some_and(Ship::is_in_action)));
        if flag {
            division.is_some_and(|division| division.flagship == candidate.ship.id)
        } else {
            first == Some(&candidate.ship.id)
        }
    };
    match card.targets {
        TargetChoice::Opposite => opposite_number(view, firer, candidates),
        TargetChoice::Flag => {
            candidates.iter().find(|candidate| is_leader(candidate, true)).map(|candidate| candidate.target.clone())
        }
        TargetChoice::Van => {
            candidates.iter().find(|candidate| is_leader(candidate, false)).map(|candidate| candidate.target.clone())
        }
        TargetChoice::Weakest => {
            let hits = |candidate: &&PossibleTarget| memory.hits_on(&candidate.target);
            candidates
                .iter()
                .filter(|candidate| 0 < hits(candidate))
                .max_by_key(hits)
                .map(|candidate| candidate.target.clone())
        }
    }
}

/// Chooses targets of medium and light guns by their expected results. Boats that may launch count more.
pub fn declare_batteries(view: &mut PlayerView, card: &Doctrine, decision: &PendingDecision) -> Vec<Choice> {
    declare_batteries_by(view, decision, |view, unit, battery| battery_options(view, card, unit, battery))
}

fn battery_options(view: &PlayerView, card: &Doctrine, unit: &Id, battery: BatteryKind) -> Vec<ScoredOption> {
    let state = view.state();
    let has_battery = |ship: &&Ship| naval::model::Fraction::ZERO < ship.battery_strength(battery);
    let Some(firer) = state.ship(unit).filter(has_battery).filter(|_| !has_declared(view, unit, battery)) else {
        return Vec::new();
    };
    let to_option = |candidate: &PossibleTarget| {
        let order = target_order(unit, candidate.target.clone(), battery);
        let part = gunnery::volley_part(state, &view.declaration(&order)?)?;
        let worth = volley_hits(part.points, candidate.ship.card.defence).worth(candidate.ship, card.prizes);
        let mut terms = vec![term(TermKind::Dealt, worth, VOLLEY)];
        if may_launch_soon(candidate) {
            terms.push(term(TermKind::Kind, THREAT_BONUS, KINDS));
        }
        // Among targets of equal value, the closer one.
        terms.push(term(TermKind::Range, -1e-4 * candidate.range_in, VOLLEY));
        Some(ScoredOption::from_terms(Command::Target(order), terms))
    };
    let reach: Inches = gunnery::BATTERY_REACH;
    possible_targets(view, firer, reach).iter().take(MAX_TRIED_TARGETS).filter_map(to_option).collect()
}

//! Chooses gun targets by their expected results, for all ships of a side together. [3.3.5, 6.5]
use super::{
    Choice, Memory, PendingDecision, ScoredOption, Term, TermKind,
    aims::Objectives,
    expect::{salvo_hits, volley_hits},
    expected_position::{self, ExpectedPosition, expected_fire},
    guns::{
        MAX_TRIED_TARGETS, PossibleTarget, declare_batteries_by, has_declared, may_launch_soon, opposite_number,
        possible_targets, target_order,
    },
    reasons::{choose_best, term},
    target_allotment::{FireTable, TargetAllotment},
};
use naval::model::doctrine::{Doctrine, TargetChoice};
use naval::model::{BatteryKind, Ship};
use naval::{Command, Id, Inches, rules::gunnery, view::PlayerView};
use play::Rule;

const FIRE: Rule = Rule::new("6.5.1");
const IDLE: Rule = Rule::new("6.5.1.3");
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
    /// Index of the target among all, and the scored shot.
    shots: Vec<(usize, ScoredOption)>,
}

/// Chooses targets for all ships together.
pub fn declare_big_guns(
    outlook: &mut PlayerView,
    memory: &Memory,
    card: &Doctrine,
    due: &PendingDecision,
) -> Vec<Choice> {
    let opening_band = card.range.filter(|_| !memory.opened);
    let mut foes: Vec<Id> = Vec::new();
    let mut firers: Vec<FiringShip> = Vec::new();
    let aims = Objectives::from_outlook(outlook);
    for unit in &due.units {
        let state = outlook.state();
        let Some(firer) = state.ship(unit).filter(|ship| !has_declared(outlook, &ship.id, BatteryKind::Big)) else {
            continue;
        };
        let Some(reach) = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else {
            continue;
        };
        let all = possible_targets(outlook, firer, reach);
        let liked = preferred_target(outlook, memory, card, firer, &all);
        let mut shots = Vec::new();
        for mark in all
            .iter()
            .filter(|mark| opening_band.is_none_or(|range| mark.range_in <= range.open))
            .take(MAX_TRIED_TARGETS)
        {
            let Some((command, mut terms)) = shot(outlook, &aims, card, unit, mark) else { continue };
            if liked.as_ref() == Some(&mark.target) {
                terms.push(term(TermKind::Laying, PREFERENCE_BONUS, DECLARING));
            }
            let place = foes.iter().position(|foe| *foe == mark.target).unwrap_or_else(|| {
                foes.push(mark.target.clone());
                foes.len() - 1
            });
            shots.push((place, ScoredOption::from_terms(command, terms)));
        }
        firers.push(FiringShip { id: unit, shots });
    }
    firers.retain(|firer| !firer.shots.is_empty());
    let line = fire_table(outlook, card, &firers, &foes);
    let taken = line.best_allotment();
    // A ship that would do more harm than good holds its fire.
    let fires = (0..firers.len()).filter(|firer| taken[*firer].is_some());
    let weighed: Vec<Vec<ScoredOption>> = fires.map(|firer| score_in_line(&line, &taken, firer, &firers)).collect();
    weighed.into_iter().filter_map(|options| choose_best(outlook, options)).collect()
}

/// Returns the declaration of big guns at one target and its value by itself. `None` if it is not allowed.
fn shot(
    outlook: &PlayerView,
    aims: &Objectives,
    card: &Doctrine,
    unit: &Id,
    mark: &PossibleTarget,
) -> Option<(Command, Vec<Term>)> {
    let order = target_order(unit, mark.target.clone(), BatteryKind::Big);
    let numbers = gunnery::salvo_numbers(outlook.state(), &outlook.declaration(&order)?)?;
    let hits = salvo_hits(&numbers, outlook.state().setup.options.nonpen);
    let worth = hits.worth(mark.ship, card.prizes);
    let mut terms = vec![term(TermKind::Dealt, worth, FIRE)];
    if aims.hunts(mark.ship, outlook.side()) {
        terms.push(term(TermKind::Decides, DECISIVE_SHARE * worth, VICTORY));
    }
    Some((Command::Target(order), terms))
}

/// Returns shots of big guns beyond the range at which the card opens fire, ship by ship, the best first. [6.1]
pub fn held_shots(
    outlook: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    due: &PendingDecision,
) -> Vec<Vec<ScoredOption>> {
    let Some(range) = card.range.filter(|_| !memory.opened) else { return Vec::new() };
    let aims = Objectives::from_outlook(outlook);
    let shots_of = |unit: &Id| {
        let firer = outlook.state().ship(unit).filter(|ship| !has_declared(outlook, &ship.id, BatteryKind::Big))?;
        let reach = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to)?;
        let all = possible_targets(outlook, firer, reach);
        let beyond = all.iter().filter(|mark| range.open < mark.range_in).take(MAX_TRIED_TARGETS);
        let shots = beyond.filter_map(|mark| shot(outlook, &aims, card, unit, mark));
        let mut shots: Vec<ScoredOption> =
            shots.map(|(command, terms)| ScoredOption::from_terms(command, terms)).collect();
        shots.sort_by_key(|shot| std::cmp::Reverse(shot.value));
        Some(shots)
    };
    due.units.iter().filter_map(shots_of).collect()
}

/// Collects what depends on the other ships' targets, in addition to the value of each shot by itself.
fn fire_table(outlook: &PlayerView, card: &Doctrine, firers: &[FiringShip], foes: &[Id]) -> FireTable {
    let state = outlook.state();
    let ship_of = |foe: &Id| representative_ship(outlook, foe);
    let row = |firer: &FiringShip| {
        let worth =
            |mark: usize| firer.shots.iter().find(|(place, _)| *place == mark).map(|(_, shot)| shot.value.points());
        (0..foes.len()).map(worth).collect()
    };
    let berth_of = |ship| ExpectedPosition::from_anywhere(ship, card.prizes);
    let own: Vec<ExpectedPosition> = state.ships_of_side(outlook.side()).filter_map(berth_of).collect();
    let idle = |foe: &Id| {
        let firer = ship_of(foe).filter(|ship| ship.has_mounts_left()).and_then(berth_of);
        let best_fire = |foe: ExpectedPosition| {
            let facing = own.iter().filter_map(|own| foe.relative_to(outlook, *own));
            facing.map(|[foe, own]| expected_fire(&state.setup.charts, &foe, &own)).fold(0.0, f64::max)
        };
        // 1.5 times as many dice as under fire.
        firer.map_or(0.0, |foe| card.suffered_weight() * best_fire(foe) / 2.0)
    };
    let marks: Vec<Option<ExpectedPosition>> = foes.iter().map(|foe| ship_of(foe).and_then(berth_of)).collect();
    let batteries = |firer: &FiringShip| {
        let own = state.ship(firer.id).and_then(berth_of);
        let worth = |foe: &Option<ExpectedPosition>| {
            let facing = own.zip(*foe).and_then(|(own, foe)| own.relative_to(outlook, foe));
            facing.map_or(0.0, |[own, foe]| expected_position::expected_battery_fire(&own, &foe))
        };
        marks.iter().map(worth).collect()
    };
    FireTable {
        big: firers.iter().map(row).collect(),
        batteries: firers.iter().map(batteries).collect(),
        unengaged_loss: foes.iter().map(idle).collect(),
        closes_batteries: foes.iter().map(|foe| ship_of(foe).is_some_and(|ship| ship.card.kind.is_large())).collect(),
    }
}

/// Returns the ship whose values count for a base.
fn representative_ship<'s>(outlook: &'s PlayerView, base: &Id) -> Option<&'s Ship> {
    let state = outlook.state();
    let named = state.ship(base).filter(|ship| ship.is_in_action());
    named.or_else(|| state.afloat().find(|ship| ship.is_in_action() && state.base_id(&ship.id) == *base))
}

/// Scores a firer's shots with their effect on the value of all fire, the other ships firing as allotted.
fn score_in_line(line: &FireTable, taken: &TargetAllotment, firer: usize, firers: &[FiringShip]) -> Vec<ScoredOption> {
    let value_if_silent = |line: &FireTable| {
        let mut taken = taken.clone();
        taken[firer] = None;
        line.value(&taken)
    };
    let alone = FireTable { batteries: vec![vec![0.0; line.unengaged_loss.len()]; firers.len()], ..line.clone() };
    let gains = |line: &FireTable, mark: usize| {
        let mut taken = taken.clone();
        taken[firer] = Some(mark);
        line.value(&taken) - value_if_silent(line)
    };
    let weighed = |(mark, shot): &(usize, ScoredOption)| {
        let mut terms = shot.terms.clone();
        let unengaged_gain = gains(&alone, *mark) - shot.value.points();
        let closed_loss = gains(line, *mark) - gains(&alone, *mark);
        if unengaged_gain.abs() > 1e-6 {
            terms.push(term(TermKind::Unengaged, unengaged_gain, IDLE));
        }
        if closed_loss.abs() > 1e-6 {
            terms.push(term(TermKind::BatteriesClosed, closed_loss, CLOSED));
        }
        ScoredOption::from_terms(shot.command.clone(), terms)
    };
    let mut options: Vec<ScoredOption> = firers[firer].shots.iter().map(weighed).collect();
    // Among equal shots, the one that was allotted comes first.
    let is_taken = |option: &ScoredOption| {
        let mark = firers[firer].shots.iter().find(|(_, shot)| shot.command == option.command).map(|(mark, _)| *mark);
        mark != taken[firer]
    };
    options.sort_by_key(is_taken);
    options
}

/// Returns the target the card prefers for these guns.
fn preferred_target(
    outlook: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    firer: &Ship,
    marks: &[PossibleTarget],
) -> Option<Id> {
    let state = outlook.state();
    let is_leader = |mark: &&PossibleTarget, flag: bool| {
        let division = state.division(&mark.ship.division);
        let first = division
            .and_then(|division| division.ships.iter().find(|id| state.ship(id).is_some_and(Ship::is_in_action)));
        if flag {
            division.is_some_and(|division| division.flagship == mark.ship.id)
        } else {
            first == Some(&mark.ship.id)
        }
    };
    match card.targets {
        TargetChoice::Opposite => opposite_number(outlook, firer, marks),
        TargetChoice::Flag => marks.iter().find(|mark| is_leader(mark, true)).map(|mark| mark.target.clone()),
        TargetChoice::Van => marks.iter().find(|mark| is_leader(mark, false)).map(|mark| mark.target.clone()),
        TargetChoice::Weakest => {
            let hits = |mark: &&PossibleTarget| memory.hits_on(&mark.target);
            marks.iter().filter(|mark| 0 < hits(mark)).max_by_key(hits).map(|mark| mark.target.clone())
        }
    }
}

/// Chooses targets of medium and light guns by their expected results. Boats that may launch count more.
pub fn declare_batteries(outlook: &mut PlayerView, card: &Doctrine, due: &PendingDecision) -> Vec<Choice> {
    declare_batteries_by(outlook, due, |at, unit, battery| battery_of(at, card, unit, battery))
}

fn battery_of(outlook: &PlayerView, card: &Doctrine, unit: &Id, battery: BatteryKind) -> Vec<ScoredOption> {
    let state = outlook.state();
    let has_battery = |ship: &&Ship| naval::model::Fraction::ZERO < ship.battery_strength(battery);
    let Some(firer) = state.ship(unit).filter(has_battery).filter(|_| !has_declared(outlook, unit, battery)) else {
        return Vec::new();
    };
    let weighed = |mark: &PossibleTarget| {
        let order = target_order(unit, mark.target.clone(), battery);
        let part = gunnery::volley_part(state, &outlook.declaration(&order)?)?;
        let worth = volley_hits(part.points, mark.ship.card.defence).worth(mark.ship, card.prizes);
        let mut terms = vec![term(TermKind::Dealt, worth, VOLLEY)];
        if may_launch_soon(mark) {
            terms.push(term(TermKind::Kind, THREAT_BONUS, KINDS));
        }
        // Among targets of equal value, the closer one.
        terms.push(term(TermKind::Range, -1e-4 * mark.range_in, VOLLEY));
        Some(ScoredOption::from_terms(Command::Target(order), terms))
    };
    let reach: Inches = gunnery::BATTERY_REACH;
    possible_targets(outlook, firer, reach).iter().take(MAX_TRIED_TARGETS).filter_map(weighed).collect()
}

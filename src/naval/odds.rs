//! Odds of gunfire and of fires on board, from the rulings themselves with every die.
use std::{iter, mem, sync::Arc};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::model::chart::{self, DamageEffect, HitCase, TableKind};
use crate::model::command::{Conditions, DeniedCondition};
use crate::model::{
    Alternation, Band, BatteryKind, Bearing, Declaration, Fate, FireOrder, FiringArc, Fraction, Mount, Setting, Setup,
    Ship,
};
use crate::rules::gunnery::{self, PossibleTarget, quotient};
use crate::{Command, Fact, Id, Inches, Naval, NavalEvent, NavalHalt, Segment, State, rules::sighting};
use play::odds::{Chance, Distribution, explore};
use play::{self, Game, Rule, Script, journal};

const THREE_ROLLS: Rule = Rule::new("6.5.1");
/// The book's example of a salvo. Its two ships can stand for those of any salvo.
pub const EXAMPLE: Rule = Rule::new("6.5.1.6");

/// The figures of a salvo, stated directly.
pub struct SalvoFigures {
    pub dice: u16,
    pub hit: i32,
    pub size: i32,
    pub power: i32,
    pub armour: i32,
}

/// Probabilities of the numbers from 0 on.
pub type NumberOdds = Vec<Chance>;

/// Returns the odds of a salvo's strikes and penetrating hits, from the ruling of [6.5.1]. The first two ships of
/// `duel` are the firer and the target.
pub fn salvo_odds(duel: &Setup, guns: &SalvoFigures) -> Result<(NumberOdds, NumberOdds), NavalHalt> {
    let max_count = usize::from(guns.dice);
    if guns.dice == 0 {
        return Ok((vec![Chance::one()], vec![Chance::one()]));
    }
    let mut setup = duel.clone();
    Arc::make_mut(&mut setup.charts).gunnery.clear();
    let (mut firer, mut target) = ((*setup.ships[0].card).clone(), (*setup.ships[1].card).clone());
    if let Some(big) = &mut firer.big {
        big.power = guns.power;
        big.bands = vec![Band { to: Inches::whole(8), to_hit: guns.hit }];
        let mount = |number: u16| Mount { id: Id::new(format!("m{number}")), arcs: vec![FiringArc::Port] };
        big.mounts = (0..guns.dice).map(mount).collect();
    }
    target.size.gun = guns.size;
    target.armour.gun = guns.armour;
    let order = FireOrder {
        firer: firer.id.clone(),
        target: target.id.clone(),
        range: Some(Inches::whole(8)),
        bearing: Some(Bearing::Port),
        battery: Some(BatteryKind::Big),
        conditions: Conditions::default(),
    };
    setup.ships[0].card = firer.into();
    setup.ships[1].card = target.into();
    let pools = pools_for_orders(&Naval::initial_state(&setup), &order.firer, std::slice::from_ref(&order))?;
    let chances = |pick: HitCountFn| {
        let mut chances = sum_of_independent(pools.iter().map(|pool| pool.chances(pick)));
        chances.resize(max_count + 1, Chance::zero());
        chances
    };
    Ok((chances(|key| key.strikes), chances(|key| key.penetrating)))
}

/// The result of a salvo or volley.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HitCounts {
    pub strikes: u16,
    pub penetrating: u16,
    pub non_penetrating: u16,
    /// Hits by medium and light guns.
    pub battery: u16,
}

/// Selects one of the counts of an outcome.
pub type HitCountFn = fn(&HitCounts) -> u16;

fn outcome(events: &[NavalEvent]) -> HitCounts {
    let mut sum = HitCounts { strikes: 0, penetrating: 0, non_penetrating: 0, battery: 0 };
    for event in events {
        if let Fact::SalvoFired(salvo) = &event.fact {
            sum.strikes += salvo.strikes;
            sum.penetrating += salvo.penetrating;
            sum.non_penetrating += salvo.non_penetrating;
        }
        if let Fact::BatteriesFired(volley) = &event.fact {
            sum.battery += volley.hits;
        }
    }
    sum
}

/// Dice rolled together: one big-gun salvo, or all batteries that fire at one target. [6.5.1, 6.5.5]
pub struct Pool {
    /// The state before the roll, in which only these declarations are not yet fired.
    pub before: State,
    /// One possible ruling, for the figures that no die decides.
    pub event: NavalEvent,
    outcomes: Distribution<HitCounts>,
}

impl Pool {
    /// Returns the probability of each number from 0 to the maximum.
    pub fn chances(&self, pick: HitCountFn) -> NumberOdds {
        let most = self.outcomes.outcomes().map(pick).max().unwrap_or(0);
        (0..=most).map(|n| self.outcomes.chance(|key| pick(key) == n)).collect()
    }
    /// Returns the paragraph of the dice themselves, whatever else the ruling cites.
    pub fn rule(&self) -> Rule {
        if let Fact::BatteriesFired(volley) = &self.event.fact {
            return quotient(volley.strength, volley.defence, volley.sides == 100).rule;
        }
        THREE_ROLLS
    }
}

/// Returns the pools of hypothetical orders. The firer's own declarations are set aside. [6.5]
///
/// Before the Sighting Segment, every ship that would be sighted counts as sighted.
pub fn pools_for_orders(state: &State, firer: &Id, orders: &[FireOrder]) -> Result<Vec<Pool>, NavalHalt> {
    let mut scratch = as_if_at_gunfire(state);
    remove_declarations(&mut scratch, firer);
    for order in orders {
        let events = play::decide::<Naval>(&scratch, &Command::Target(order.clone()), &mut Script::default())?;
        play::apply_all::<Naval>(&mut scratch, &events);
    }
    declared_pools(&scratch, firer)
}

/// Returns the state as if the guns fired now, with the current declarations.
///
/// Before the Sighting Segment, every ship that would be sighted counts as sighted.
pub fn as_if_at_gunfire(state: &State) -> State {
    let mut scratch =
        if state.segment < Segment::Sighting { sighting::with_updated_sighting(state) } else { state.clone() };
    if state.segment == Segment::Plotting {
        // Turning in the last move does not count any more.
        scratch.ships.iter_mut().for_each(|ship| Arc::make_mut(ship).run = None);
    }
    scratch.segment = Segment::Gunfire;
    Arc::make_mut(&mut scratch.setup).options.alternation = Alternation::Loose;
    scratch.this_move.closed_sides.clear();
    scratch
}

/// Removes the declarations of a unit from a scratch state.
pub fn remove_declarations(scratch: &mut State, firer: &Id) {
    let own_ids = ship_ids(scratch, firer);
    scratch.this_move.declarations.retain(|declaration| !own_ids.contains(&declaration.firer));
}

/// Returns the pools of a ship's batteries at a target. The conditions of the line come from positions, or from
/// measurements.
pub fn pools_at(
    state: &State,
    firer: &Id,
    possible_target: &PossibleTarget,
    batteries: &[BatteryKind],
) -> Result<Vec<Pool>, NavalHalt> {
    let order = |battery: &BatteryKind| FireOrder {
        firer: firer.clone(),
        target: possible_target.target.clone(),
        range: None,
        bearing: None,
        battery: Some(*battery),
        conditions: Conditions::default(),
    };
    pools_for_orders(state, firer, &batteries.iter().map(order).collect::<Vec<_>>())
}

/// Returns the orders of the unit's ships. Each takes what `order` omits from the same guns' declaration at the target.
pub fn with_declared_values(state: &State, order: &FireOrder) -> Vec<FireOrder> {
    let target = state.base_id(&order.target);
    let matches_order = |declaration: &&Declaration| {
        let is_of_unit = state.ships_of(&order.firer).any(|ship| ship.id == declaration.firer);
        is_of_unit && declaration.target == target && order.battery.is_none_or(|battery| battery == declaration.battery)
    };
    let known: Vec<&Declaration> = state.this_move.declarations.iter().filter(matches_order).collect();
    if known.is_empty() {
        return vec![order.clone()];
    }
    let range = order.range.or_else(|| state.measured_range(&order.firer, &target));
    let others = state.ships_of(&order.firer).filter(|ship| ship.is_in_action());
    let others = others.filter(|ship| known.iter().all(|declaration| declaration.firer != ship.id));
    let undeclared = others.map(|ship| FireOrder { firer: ship.id.clone(), range, ..order.clone() });
    known.iter().map(|declaration| merge_with_declaration(order, declaration)).chain(undeclared).collect()
}

fn merge_with_declaration(order: &FireOrder, declared: &Declaration) -> FireOrder {
    let (typed, known) = (&order.conditions, &declared.conditions);
    let degrees = |what, known: u16| typed.stated_degrees(what).unwrap_or(known);
    let others = known.denied.iter().filter(|what| !typed.denies(**what)).copied();
    let through = known.through.as_ref().filter(|_| !typed.denies(DeniedCondition::Through));
    FireOrder {
        firer: declared.firer.clone(),
        target: order.target.clone(),
        range: order.range.or(Some(declared.range)),
        bearing: order.bearing.or(Some(declared.bearing)),
        battery: Some(declared.battery),
        conditions: Conditions {
            turned_deg: degrees(DeniedCondition::Turned, known.turned_deg),
            target_turned_deg: degrees(DeniedCondition::TargetTurned, known.target_turned_deg),
            courses_deg: degrees(DeniedCondition::Courses, known.courses_deg),
            through: typed.through.as_ref().or(through).cloned(),
            downwind: typed.downwind || (known.downwind && !typed.denies(DeniedCondition::Downwind)),
            visibility: typed.visibility.or(known.visibility),
            blocked_by: typed.blocked_by.or(known.blocked_by.filter(|_| !typed.denies(DeniedCondition::Block))),
            denied: typed.denied.iter().copied().chain(others).collect(),
        },
    }
}

fn ship_ids(state: &State, unit: &Id) -> Vec<Id> {
    state.ships_of(unit).map(|ship| ship.id.clone()).collect()
}

/// Returns the pools that a unit has declared and not fired: one for each big-gun declaration, and one for its
/// batteries at each target. Refused like `fire` if nothing is declared, or all of it is fired. [6.5.1, 6.5.5]
pub fn declared_pools(state: &State, unit: &Id) -> Result<Vec<Pool>, NavalHalt> {
    let fire = Command::Fire { units: vec![unit.clone()], apart: false };
    play::decide::<Naval>(state, &fire, &mut journal::seeded_stream(0, 0))?;
    let own_ids = ship_ids(state, unit);
    let unfired = state
        .this_move
        .declarations
        .iter()
        .filter(|declaration| !declaration.fired && own_ids.contains(&declaration.firer));
    let pool_guns = play::distinct(unfired.map(|declaration| {
        ((declaration.battery == BatteryKind::Big).then_some(&declaration.firer), &declaration.target)
    }));
    let mut pools = Vec::with_capacity(pool_guns.len());
    // Other ships' declarations that cannot be fired any more do not count.
    let mut resolved = state.clone();
    let still_valid = |declaration: &Declaration| {
        declaration.fired || own_ids.contains(&declaration.firer) || gunnery::check_fire(state, declaration).is_ok()
    };
    resolved.this_move.declarations.retain(still_valid);
    for (salvo_of, target) in pool_guns {
        let mut before = resolved.clone();
        for declaration in &mut before.this_move.declarations {
            let is_big = declaration.battery == BatteryKind::Big;
            let same_guns = salvo_of.map_or(!is_big, |firer| is_big && declaration.firer == *firer);
            declaration.fired |= !(same_guns && declaration.target == *target && own_ids.contains(&declaration.firer));
        }
        pools.extend(pool(before, &fire)?);
    }
    Ok(pools)
}

/// Returns the pool, or `None` if the fire is void: the target is gone, or the firer is ablaze.
fn pool(before: State, fire: &Command) -> Result<Option<Pool>, NavalHalt> {
    let events = play::decide::<Naval>(&before, fire, &mut journal::seeded_stream(0, 0))?;
    let is_fire = |event: &NavalEvent| matches!(event.fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_));
    let Some(event) = events.into_iter().find(is_fire) else { return Ok(None) };
    let salvo = before
        .this_move
        .declarations
        .iter()
        .find(|declaration| !declaration.fired && declaration.battery == BatteryKind::Big);
    let to_counts =
        |strikes, penetrating, non_penetrating| HitCounts { strikes, penetrating, non_penetrating, battery: 0 };
    let outcomes = match salvo.and_then(|salvo| gunnery::salvo_odds(&before, salvo, to_counts)) {
        Some(salvo) => salvo,
        None => explore::<Naval, _>(&before, fire, outcome)?,
    };
    Ok(Some(Pool { event, outcomes, before }))
}

/// Returns the probabilities of the sum of independent numbers.
pub fn sum_of_independent(parts: impl IntoIterator<Item = NumberOdds>) -> NumberOdds {
    parts.into_iter().fold(vec![Chance::one()], |sum, part| {
        let mut next = vec![Chance::zero(); sum.len() + part.len() - 1];
        for (n, chance) in sum.iter().enumerate() {
            for (k, other) in part.iter().enumerate() {
                next[n + k] += chance * other;
            }
        }
        next
    })
}

/// Returns the probabilities of hits by medium and light guns. [6.5.2, 6.5.3, 6.5.11]
pub fn battery_odds(strength: Fraction, defence: i32, d100: bool) -> NumberOdds {
    let odds = quotient(strength, defence, d100);
    let extra = Chance::new(BigUint::from(odds.needed), BigUint::from(odds.sides));
    let mut chances = vec![Chance::zero(); usize::from(odds.automatic)];
    chances.push(Chance::one() - &extra);
    chances.push(extra);
    chances
}

/// How fires on board may end. [8.5]
#[derive(Clone, PartialEq, Debug)]
pub struct FireOdds {
    pub out: Chance,
    pub abandoned: Chance,
}

/// Returns how `burning` fires, at most four, end over the turns, from the ruling's own fire dice.
/// [8.5.2, 8.5.3, 8.6.1]
///
/// Other harm is left out: the extra hit of a 9 counts only if it starts a fire, with probability `spread`.
pub fn fire_odds(state: &State, ship: &Id, burning: u8, spread: &Chance) -> Result<FireOdds, NavalHalt> {
    let mut rows = (1..=4).map(|fires| fire_step(state, ship, fires, spread)).collect::<Result<Vec<FireStep>, _>>()?;
    // Eliminate the numbers of fires one by one. A path that reaches one continues with that number's probabilities.
    for gone in 0..rows.len() {
        let repeat_factor = Chance::one() / (Chance::one() - &rows[gone].stays[gone]);
        rows[gone].out *= &repeat_factor;
        rows[gone].stays.iter_mut().for_each(|stays| *stays *= &repeat_factor);
        rows[gone].stays[gone] = Chance::zero();
        let gone_row = rows[gone].clone();
        for row in &mut rows {
            let share = mem::take(&mut row.stays[gone]);
            row.out += &share * &gone_row.out;
            row.stays.iter_mut().zip(&gone_row.stays).for_each(|(stays, from)| *stays += &share * from);
        }
    }
    let out = burning.checked_sub(1).map_or_else(Chance::one, |index| rows[usize::from(index)].out.clone());
    Ok(FireOdds { abandoned: Chance::one() - &out, out })
}

/// Probabilities after one turn: out, or 1 to 4 fires. In all other cases the ship is abandoned.
#[derive(Clone, Default)]
struct FireStep {
    out: Chance,
    stays: [Chance; 4],
}

fn fire_step(state: &State, ship: &Id, fires: u8, spread: &Chance) -> Result<FireStep, NavalHalt> {
    let mut scratch = state.clone();
    scratch.segment = Segment::DamageControl;
    let fires_set = Fact::ValueSet { unit: ship.clone(), setting: Setting::Fires(fires), because: String::new() };
    Naval::apply(&mut scratch, &fires_set);
    if let Some(ship) = scratch.ship_mut(ship) {
        (ship.repair_tried, ship.fires_rolled, ship.fate) = (false, false, Fate::Fighting);
    }
    let classify = |events: &[NavalEvent]| {
        let mut after = scratch.clone();
        play::apply_all::<Naval>(&mut after, events);
        let is_lost = after.ship(ship).is_none_or(|ship| !ship.is_in_action());
        let net = after.ship(ship).map_or(0, Ship::fires);
        let extra_hits =
            |event: &NavalEvent| if let Fact::FiresRolled { hits, .. } = event.fact { Some(hits) } else { None };
        (if is_lost { 5 } else { net.min(5) }, events.iter().filter_map(extra_hits).sum::<u16>())
    };
    let command = Command::Fires { ship: Some(ship.clone()) };
    let mut row = FireStep::default();
    for ((net, hits), chance) in explore::<Naval, _>(&scratch, &command, classify)?.with_chances() {
        // Each extra hit starts a fire or does not.
        let started =
            sum_of_independent(iter::repeat_n(vec![Chance::one() - spread, spread.clone()], usize::from(*hits)));
        for (new_fires, share) in started.into_iter().enumerate() {
            match net + new_fires {
                0 => row.out += &chance * share,
                n @ 1..=4 if *net < 5 => row.stays[n - 1] += &chance * share,
                _ => {}
            }
        }
    }
    Ok(row)
}

/// Returns the probability that a fire's extra hit starts another, from the ship's own damage table. [8.5.3, Q15]
pub fn fire_spread_chance(state: &State, ship: &Ship) -> Chance {
    let kind = if ship.card.kind.is_large() { TableKind::NonPenetrating } else { TableKind::Light };
    let case =
        HitCase { target: &ship.card, firer_navy: None, date: state.setup.date, range: None, battery: None, by: None };
    let Some(table) = state.setup.charts.damage_table(kind, &case) else { return Chance::zero() };
    let starts_fire = |row: &&chart::DamageRow| row.effects.contains(&DamageEffect::Fire);
    let burning_faces: u32 =
        table.rows.iter().filter(starts_fire).map(|row| u32::from(row.faces.1 - row.faces.0) + 1).sum();
    Chance::new(burning_faces.into(), u32::from(table.sides).into())
}

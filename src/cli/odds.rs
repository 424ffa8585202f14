//! `kaiser odds` and `odds` at the prompt: the rulings themselves, fed every die.
use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{hand::Hand, problem::Problem};
use naval::{
    Command, Fact, Naval, NavalEvent, State,
    chart::{Effect, HitCase, TableKind},
    command::{Conditions, Setting, Target},
    gunnery::{self, quotient},
    measure::{Fraction, Id, Inches},
    setup::{Alternation, Setup},
    ship::{Arcs, Band, BatteryKind, Bearing, Fate, Mount, Ship},
    sighting,
    state::{Declaration, Segment},
};
use play::odds::{Chance, Distribution, explore};
use play::{self, Game, Rule};

const THREE_ROLLS: Rule = Rule::new("6.5.1");
const EXAMPLE: Rule = Rule::new("6.5.1.6");

/// Numbers of a salvo given outright.
pub struct Guns {
    pub dice: u16,
    pub hit: i32,
    pub size: i32,
    pub power: i32,
    pub armour: i32,
}

/// Chances by number, from 0 on.
pub type Chances = Vec<Chance>;

/// Strikes and penetrating hits of a salvo, by the ruling of [6.5.1] on the two ships of its example.
///
/// # Errors
/// When the rules refuse the salvo, which they do not for lawful numbers.
pub fn guns(duel: &Setup, guns: &Guns) -> Result<(Chances, Chances), Problem> {
    let most = usize::from(guns.dice);
    if guns.dice == 0 {
        return Ok((vec![Chance::one()], vec![Chance::one()]));
    }
    let mut setup = duel.clone();
    let mut charts = (*setup.charts).clone();
    charts.gunnery.clear();
    setup.charts = charts.into();
    let (Some(firer), Some(target)) = (setup.ships.first().cloned(), setup.ships.get(1).cloned()) else {
        return Err(Problem::new("the drill has no two ships").rule(Some(EXAMPLE)));
    };
    let (mut one, mut other) = ((*firer.card).clone(), (*target.card).clone());
    if let Some(big) = &mut one.big {
        big.power = guns.power;
        big.bands = vec![Band { to: Inches::whole(8), to_hit: guns.hit }];
        let mount = |at: u16| Mount { id: Id::new(format!("m{at}")), arcs: vec![Arcs::Port] };
        big.mounts = (0..guns.dice).map(mount).collect();
    }
    other.size.gun = guns.size;
    other.armour.gun = guns.armour;
    let order = Target {
        firer: one.id.clone(),
        target: other.id.clone(),
        range: Some(Inches::whole(8)),
        bearing: Some(Bearing::Port),
        battery: Some(BatteryKind::Big),
        conditions: Conditions::default(),
    };
    setup.ships[0].card = one.into();
    setup.ships[1].card = other.into();
    let pools = hypothetical(&Naval::begin(&setup), &order.firer, std::slice::from_ref(&order))?;
    let chances = |pick: Pick| {
        let mut chances = together(pools.iter().map(|pool| pool.chances(pick)));
        chances.resize(most + 1, Chance::zero());
        chances
    };
    Ok((chances(|key| key.strikes), chances(|key| key.penetrating)))
}

/// What a salvo or a volley came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub strikes: u16,
    pub penetrating: u16,
    pub non_penetrating: u16,
    /// By medium and light guns.
    pub battery: u16,
}

/// A number read off an outcome.
pub type Pick = fn(&Outcome) -> u16;

fn outcome(events: &[NavalEvent]) -> Outcome {
    let mut sum = Outcome { strikes: 0, penetrating: 0, non_penetrating: 0, battery: 0 };
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

/// Dice that fall together: one big-gun salvo, or the batteries that fire at one target as one. [6.5.1, 6.5.5]
pub struct Pool {
    /// The state in which they fall: of its declarations only theirs is not yet fired.
    pub before: State,
    /// A ruling of them, for what no die decides: the numbers and their sums.
    pub event: NavalEvent,
    outcomes: Distribution<Outcome>,
}

impl Pool {
    /// The chance of each number from 0 to the greatest that can be.
    pub fn chances(&self, pick: Pick) -> Chances {
        let most = self.outcomes.outcomes.iter().map(|(key, _)| pick(key)).max().unwrap_or(0);
        (0..=most).map(|n| self.outcomes.chance(|key| pick(key) == n)).collect()
    }
    /// The paragraph of the dice themselves, whatever else the ruling cites.
    pub fn rule(&self) -> Rule {
        if let Fact::BatteriesFired(volley) = &self.event.fact {
            return quotient(volley.strength, volley.defence, volley.sides == 100).rule;
        }
        THREE_ROLLS
    }
}

/// The pools of orders that are not given: the firer's own declarations are set aside for them. [6.5]
///
/// Before the Sighting Segment whoever lies in sight counts as sighted.
///
/// # Errors
/// As the orders themselves: refused where the rules refuse one of them.
pub fn hypothetical(state: &State, firer: &Id, orders: &[Target]) -> Result<Vec<Pool>, Problem> {
    let mut scratch = if state.segment < Segment::Sighting { sighting::after_a_look(state) } else { state.clone() };
    if state.segment == Segment::Plotting {
        // The turns of the last move are over.
        scratch.ships.iter_mut().for_each(|ship| Arc::make_mut(ship).run = None);
    }
    scratch.segment = Segment::Gunfire;
    Arc::make_mut(&mut scratch.setup).options.alternation = Alternation::Loose;
    scratch.closed.clear();
    let ours = firers(&scratch, firer);
    scratch.declarations.retain(|one| !ours.contains(&one.firer));
    for order in orders {
        let events = play::decide::<Naval>(&scratch, &Command::Target(order.clone()), &mut play::Script::default())
            .map_err(|halt| super::refused(state, &halt))?;
        play::apply_all::<Naval>(&mut scratch, &events);
    }
    pools(&scratch, firer)
}

/// The pools of what a unit has declared and not yet fired. [6.5]
///
/// # Errors
/// Refused as `fire` would be: nothing is declared, or all of it fired.
pub fn declared(state: &State, unit: &Id) -> Result<Vec<Pool>, Problem> {
    pools(state, unit)
}

fn firers(state: &State, unit: &Id) -> Vec<Id> {
    state.ships_of(unit).map(|ship| ship.id.clone()).collect()
}

/// One pool for each big-gun declaration of a unit, and one for its batteries at each target. [6.5.1, 6.5.5]
fn pools(state: &State, unit: &Id) -> Result<Vec<Pool>, Problem> {
    let fire = Command::Fire { units: vec![unit.clone()], apart: false };
    let refused = |halt| super::refused(state, &halt);
    play::decide::<Naval>(state, &fire, &mut Hand::supposed(&[])).map_err(refused)?;
    let ours = firers(state, unit);
    let open = state.declarations.iter().filter(|one| !one.fired && ours.contains(&one.firer));
    let mut kinds: Vec<(Option<&Id>, &Id)> = Vec::new();
    for one in open {
        let kind = ((one.battery == BatteryKind::Big).then_some(&one.firer), &one.target);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let mut pools = Vec::with_capacity(kinds.len());
    // What others have declared and cannot fire any more counts for nothing.
    let mut resolved = state.clone();
    let stands = |one: &Declaration| one.fired || ours.contains(&one.firer) || gunnery::able(state, one).is_ok();
    resolved.declarations.retain(stands);
    for (salvo_of, target) in kinds {
        let mut before = resolved.clone();
        for one in &mut before.declarations {
            let big = one.battery == BatteryKind::Big;
            let same_guns = salvo_of.map_or(!big, |firer| big && one.firer == *firer);
            one.fired |= !(same_guns && one.target == *target && ours.contains(&one.firer));
        }
        pools.extend(pool(before, &fire)?);
    }
    Ok(pools)
}

/// `None` when the fire is void: the target is gone, or the firer ablaze.
fn pool(before: State, fire: &Command) -> Result<Option<Pool>, Problem> {
    let refused = |halt| super::refused(&before, &halt);
    let events = play::decide::<Naval>(&before, fire, &mut Hand::supposed(&[])).map_err(refused)?;
    let fired = |event: &NavalEvent| matches!(event.fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_));
    let Some(event) = events.into_iter().find(fired) else { return Ok(None) };
    let outcomes = explore::<Naval, _>(&before, fire, outcome).map_err(refused)?;
    Ok(Some(Pool { event, outcomes, before }))
}

/// Chances of the sum of numbers that fall apart from each other.
pub fn together(parts: impl IntoIterator<Item = Chances>) -> Chances {
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

/// Hits of medium and light guns. [6.5.2, 6.5.3, 6.5.11]
pub fn battery(strength: Fraction, defence: i32, d100: bool) -> Chances {
    let odds = quotient(strength, defence, d100);
    let extra = Chance::new(BigUint::from(odds.needed), BigUint::from(odds.sides));
    let mut chances = vec![Chance::zero(); usize::from(odds.automatic)];
    chances.push(Chance::one() - &extra);
    chances.push(extra);
    chances
}

/// How a fire on board may end. [8.5]
#[derive(Clone, PartialEq, Debug)]
pub struct Fires {
    pub out: BigRational,
    pub abandoned: BigRational,
}

/// The end of `burning` fires, turn after turn, from the fire dice of the ruling itself. [8.5.2, 8.5.3, 8.6.1]
///
/// Burning alone: the extra hit of a 9 is left out, unless `spread` gives the chance that it starts a fire.
///
/// # Errors
/// When the rules refuse the fire dice.
pub fn fires(state: &State, ship: &Id, burning: u8, spread: &BigRational) -> Result<Fires, Problem> {
    if burning == 0 {
        return Ok(Fires { out: BigRational::one(), abandoned: BigRational::zero() });
    }
    let mut rows = Vec::new();
    for fires in 1..=4_u8 {
        rows.push(one_segment(state, ship, fires, spread)?);
    }
    let out = solve(&rows, |row| row.out.clone());
    let out = out[usize::from(burning) - 1].clone();
    Ok(Fires { abandoned: BigRational::one() - &out, out })
}

/// Chances after one turn: out, abandoned, or so many fires (1 to 4).
struct Row {
    out: BigRational,
    stays: [BigRational; 4],
}

fn one_segment(state: &State, ship: &Id, fires: u8, spread: &BigRational) -> Result<Row, Problem> {
    let mut scratch = state.clone();
    scratch.segment = Segment::DamageControl;
    let set = Fact::ValueSet { unit: ship.clone(), setting: Setting::Fires(fires), because: String::new() };
    Naval::apply(&mut scratch, &set);
    if let Some(ship) = scratch.ship_mut(ship) {
        (ship.repair_tried, ship.fires_rolled, ship.fate) = (false, false, Fate::Fighting);
    }
    let key = |events: &[NavalEvent]| {
        let mut after = scratch.clone();
        play::apply_all::<Naval>(&mut after, events);
        let lost = after.ship(ship).is_none_or(|ship| !ship.in_action());
        let net = after.ship(ship).map_or(0, Ship::fires);
        let rolled = |event: &NavalEvent| match &event.fact {
            Fact::FiresRolled { hits, .. } => *hits,
            _ => 0,
        };
        (if lost { 5 } else { net.min(5) }, events.iter().map(rolled).sum::<u16>())
    };
    let command = Command::Fires { ship: Some(ship.clone()) };
    let segment = explore::<Naval, _>(&scratch, &command, key).map_err(|halt| super::refused(state, &halt))?;
    let mut row = Row { out: BigRational::zero(), stays: std::array::from_fn(|_| BigRational::zero()) };
    for ((net, hits), chance) in &segment.outcomes {
        let chance = signed(chance);
        for (more, share) in binomial(*hits, spread).into_iter().enumerate() {
            let weight = &chance * share;
            match net + more {
                _ if *net >= 5 => {}
                0 => row.out += weight,
                n @ 1..=4 => row.stays[n - 1] += weight,
                _ => {}
            }
        }
    }
    Ok(row)
}

/// Chances of 0, 1, 2... of `n` extra hits that each start a fire with chance `p`.
fn binomial(n: u16, p: &BigRational) -> Vec<BigRational> {
    let mut chances = vec![BigRational::one()];
    for _ in 0..n {
        let mut next = vec![BigRational::zero(); chances.len() + 1];
        for (k, chance) in chances.iter().enumerate() {
            next[k] += chance * (BigRational::one() - p);
            next[k + 1] += chance * p;
        }
        chances = next;
    }
    chances
}

/// Solves x = right + stays * x exactly, by elimination.
fn solve(rows: &[Row], right: impl Fn(&Row) -> BigRational) -> Vec<BigRational> {
    let n = rows.len();
    let one = |same: bool| if same { BigRational::one() } else { BigRational::zero() };
    let mut matrix: Vec<Vec<BigRational>> = rows
        .iter()
        .enumerate()
        .map(|(i, row)| (0..n).map(|j| one(i == j) - &row.stays[j]).chain([right(row)]).collect())
        .collect();
    for pivot in 0..n {
        let Some(found) = (pivot..n).find(|row| !matrix[*row][pivot].is_zero()) else { continue };
        matrix.swap(pivot, found);
        let scale = matrix[pivot][pivot].clone();
        for cell in &mut matrix[pivot] {
            *cell /= &scale;
        }
        let base = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = row[pivot].clone();
            for (cell, own) in row.iter_mut().zip(&base) {
                *cell -= &factor * own;
            }
        }
    }
    matrix.into_iter().map(|row| row[n].clone()).collect()
}

/// The chance that the extra hit of a fire starts another, by the ship's own table. [8.5.3, Q15]
pub fn spread(state: &State, ship: &Ship) -> BigRational {
    let kind = if ship.card.kind.is_large() { TableKind::NonPenetrating } else { TableKind::Light };
    let case =
        HitCase { target: &ship.card, firer_navy: None, date: state.setup.date, range: None, battery: None, by: None };
    let Some(table) = state.setup.charts.damage_table(kind, &case) else { return BigRational::zero() };
    let faces = |row: &&naval::chart::Row| row.effects.contains(&Effect::Fire);
    let burning: u32 = table.rows.iter().filter(faces).map(|row| u32::from(row.faces.1 - row.faces.0) + 1).sum();
    BigRational::new(burning.into(), u32::from(table.sides).into())
}

fn signed(chance: &Chance) -> BigRational {
    BigRational::new(chance.numer().clone().into(), chance.denom().clone().into())
}

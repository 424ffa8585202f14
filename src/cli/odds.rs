//! `kaiser odds` and `odds` at the prompt: the rulings themselves, fed every die.
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value, json};

use super::problem::Problem;
use crate::{
    naval::{
        Command, Fact, Naval, NavalEvent, State,
        chart::{Effect, HitCase, TableKind},
        command::{Conditions, Setting, Target},
        gunnery::quotient,
        measure::{Fraction, Id, Inches},
        setup::Setup,
        ship::{Arcs, Band, BatteryKind, Bearing, Fate, Mount, Ship},
        state::Segment,
    },
    odds::{Chance, Distribution, explore},
    play::{self, Game, Rule},
};

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
        bearing: Bearing::Port,
        battery: Some(BatteryKind::Big),
        conditions: Conditions::default(),
    };
    setup.ships[0].card = one.into();
    setup.ships[1].card = other.into();
    let salvo = salvo(&Naval::begin(&setup), &order)?;
    let by = |pick: fn(&Outcome) -> u16| (0..=most).map(|n| salvo.chance(|key| usize::from(pick(key)) == n)).collect();
    Ok((by(|key| key.strikes), by(|key| key.penetrating)))
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

/// Everything that may come of an order to fire, from the state as it stands. [6.5]
///
/// # Errors
/// As the order itself: refused where the rules refuse it.
pub fn salvo(state: &State, order: &Target) -> Result<Distribution<Outcome>, Problem> {
    let (declared, _) = declare(state, order)?;
    let fire = Command::Fire { units: vec![order.firer.clone()], apart: false };
    explore::<Naval, _>(&declared, &fire, outcome).map_err(|halt| super::refused(&declared, &halt))
}

/// The state with the order declared, and the events of declaring it.
///
/// # Errors
/// As the order itself.
pub fn declare(state: &State, order: &Target) -> Result<(State, Vec<NavalEvent>), Problem> {
    let mut scratch = state.clone();
    scratch.segment = Segment::Gunfire;
    let own = |ship: &Ship| ship.id == order.firer || ship.division == order.firer;
    let firers: Vec<Id> = scratch.ships.iter().filter(|ship| own(ship)).map(|ship| ship.id.clone()).collect();
    scratch.declarations.retain(|one| !firers.contains(&one.firer));
    scratch.closed.clear();
    let events = play::decide::<Naval>(&scratch, &Command::Target(order.clone()), &mut play::Script::default())
        .map_err(|halt| super::refused(state, &halt))?;
    play::apply_all::<Naval>(&mut scratch, &events);
    Ok((scratch, events))
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
    let case = HitCase { target: &ship.card, firer_navy: None, date: state.setup.date, range: None, battery: None };
    let Some(table) = state.setup.charts.damage_table(kind, &case) else { return BigRational::zero() };
    let faces = |row: &&crate::naval::chart::Row| row.effects.contains(&Effect::Fire);
    let burning: u32 = table.rows.iter().filter(faces).map(|row| u32::from(row.faces.1 - row.faces.0) + 1).sum();
    BigRational::new(burning.into(), u32::from(table.sides).into())
}

fn signed(chance: &Chance) -> BigRational {
    BigRational::new(chance.numer().clone().into(), chance.denom().clone().into())
}

/// `num/den` in lowest terms.
pub fn fraction(chance: &Chance) -> String {
    format!("{}/{}", chance.numer(), chance.denom())
}

/// `18.6%`.
pub fn percent(chance: &Chance) -> String {
    format!("{:.1}%", 100.0 * chance.to_f64().unwrap_or(0.0))
}

/// `[{"n":0,"p":"num/den"}, ...]`.
pub fn list(chances: &[Chance]) -> Value {
    chances.iter().enumerate().map(|(n, chance)| json!({ "n": n, "p": fraction(chance) })).collect()
}

/// Lines `exactly n` and `at least n` under a title.
pub fn table(title: &str, chances: &[Chance]) -> String {
    let mut text = format!("{title} [{THREE_ROLLS}]\n  n   exactly   at least   exact fraction");
    for (n, chance) in chances.iter().enumerate() {
        let at_least = chances[n..].iter().sum::<Chance>();
        let shown = fraction(chance);
        let shown = if shown.len() > 48 { "(see --json)".to_owned() } else { shown };
        text += &format!("\n{n:>3} {:>9} {:>10}   {shown}", percent(chance), percent(&at_least));
    }
    text
}

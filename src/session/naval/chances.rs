//! `odds`: the chances of fire and of fires, from the state as it stands, or from numbers alone.
use num_integer::Integer as _;
use num_traits::Zero;
use serde_json::{Value, json};

use super::named_ship;
use crate::{Answer, Problem};
use load::Sources;
use naval::odds::{self, Guns, Pool};
use naval::{
    Fraction, Naval, NavalHalt, Segment, SideId, State,
    gunnery::{self, quotient},
    notation::{self, SessionWord},
};
use play::{Fault, Game as _, Rule, odds::Chance};

/// The drill whose two ships stand for any salvo: those of the book's example.
const DRILL: &str = "asahi-retvizan";

const THREE_ROLLS: Rule = Rule::new("6.5.1");
const AUTOMATIC_HITS: Rule = Rule::new("6.5.3");
/// The greatest strength of which chances are listed, hit by hit. [6.5.3]
const MOST_STRENGTH: i64 = 100_000;

/// `odds asahi at retvizan range 8`, `odds asahi` for what she has declared, `odds asahi fires`.
pub(super) fn chances(state: &State, own: Option<&SideId>, words: &str) -> Result<Answer, Problem> {
    if state.over.is_none() {
        return asked(state, own, words);
    }
    // A chance changes nothing: after the end it is told as if the battle went on.
    let on = State { over: None, ..state.clone() };
    let answer = asked(&on, own, words)?;
    Ok(Answer { text: format!("The scenario is over; had the battle gone on:\n{}", answer.text), ..answer })
}

fn asked(state: &State, own: Option<&SideId>, words: &str) -> Result<Answer, Problem> {
    if let Some(name) = words.strip_suffix("fires").map(str::trim) {
        return fire_chances(state, name);
    }
    let example = || notation::example(state, SessionWord::Odds.row().word);
    if let Ok(unit) = notation::unit(state, words) {
        if state.segment != Segment::Gunfire {
            let what = format!("{} has declared no fire: that is for the Gunfire Segment.", state.name(&unit));
            return Err(Problem::new(what).rule(Some(gunnery::DECLARING)).hint(example()));
        }
        return told(state, odds::declared(state, &unit));
    }
    let line = format!("odds {words}");
    // What is missing is shown as `odds` has it, not as the declaration that it is read as.
    let is_missing = |fault: &Fault| fault.at.is_empty() && line.len() <= fault.at.start;
    let order = notation::target(state, own, &line).map_err(|fault| match is_missing(&fault) {
        true => Problem::in_line(&line, fault).hint(example()),
        false => Problem::in_line(&line, fault),
    })?;
    let orders = odds::in_the_light_of_declarations(state, &order);
    told(state, odds::hypothetical(state, &order.firer, &orders))
}

fn told(state: &State, pools: Result<Vec<Pool>, NavalHalt>) -> Result<Answer, Problem> {
    let (text, value) = show::chances(&pools.map_err(|halt| show::halt(state, &halt))?);
    Ok(Answer::text(text).with(value))
}

fn fire_chances(state: &State, name: &str) -> Result<Answer, Problem> {
    let id = named_ship(state, name)?;
    let Some(ship) = state.ship(&id) else { return Err(Problem::new(format!("no ship is called {name}"))) };
    let burning = ship.fires().min(4) as u8;
    let fires = odds::fires(state, &id, burning, &odds::spread(state, ship));
    let (ends, value) = show::fires(&fires.map_err(|halt| show::halt(state, &halt))?);
    let burn = if burning == 1 { "fire" } else { "fires" };
    let name = &ship.card.name;
    let text = format!("{name} has {burning} {burn}: {ends}, the hits that fires cause included. [8.5.3]");
    Ok(Answer::text(text).with(value))
}

/// The chances of a salvo of the big guns with these numbers.
pub fn guns(sources: &Sources, numbers: &Guns) -> Result<(String, Value), Problem> {
    let duel = load::scenario(sources, DRILL)?;
    if duel.ships.len() < 2 {
        return Err(Problem::new("the drill has no two ships").rule(Some(odds::EXAMPLE)));
    }
    let guns = odds::guns(&duel, numbers);
    let (strikes, hits) = guns.map_err(|halt| show::halt(&Naval::begin(&duel), &halt))?;
    let table = |name: &str, odds| show::odds_table(name, THREE_ROLLS, odds);
    let text = format!("{}\n\n{}", table("strikes", &strikes), table("penetrating hits", &hits));
    Ok((text, json!({ "strikes": show::odds_json(&strikes), "hits": show::odds_json(&hits) })))
}

/// The chances of medium and light guns of a strength, as it was typed, against a defence.
pub fn battery(strength: &str, defence: i32, d100: bool) -> Result<(String, Value), Problem> {
    let no_number = |error| {
        let what = format!("--strength \"{strength}\" is no number: {error}");
        Problem::usage(what).maybe_hint(strength_meant(strength))
    };
    let number: Fraction = strength.parse().map_err(no_number)?;
    if let Some((port, starboard)) = strength.split_once('/')
        && is_reducible(port, starboard)
    {
        let what =
            format!("--strength {strength} may be a card's two sides, {port} to port and {starboard} to starboard");
        return Err(Problem::usage(what)
            .hint(format!("the side that fires: --strength {port}, or {number} if it is a fraction")));
    }
    if number < Fraction::ZERO {
        return Err(Problem::usage(format!("--strength {strength} is less than 0: guns have no such strength")));
    }
    if Fraction::from(MOST_STRENGTH) < number {
        let what = format!(
            "--strength {strength} is over its limit of {MOST_STRENGTH}: the table of chances \
             has a line for every automatic hit, and would be endless"
        );
        let hint = "all the guns of a side together come to a few hundred points";
        return Err(Problem::usage(what).rule(Some(AUTOMATIC_HITS)).hint(hint));
    }
    let hits = odds::battery(number, defence, d100);
    let rule = quotient(number, defence, d100).rule;
    Ok((show::odds_table("hits", rule, &hits), json!({ "hits": show::odds_json(&hits) })))
}

/// What may be meant by a strength that cannot be read, else what a strength looks like; nothing for a number that is no
/// decimal, such as 1e9.
fn strength_meant(strength: &str) -> Option<String> {
    let form = || strength.parse::<f64>().is_err().then(|| "a decimal or a fraction, such as 39.5 or 79/2".to_owned());
    with_a_point(strength).or_else(|| mixed(strength)).or_else(|| quotient_of_decimals(strength)).or_else(form)
}

/// `--strength 12.5`, where a mixed number such as `12 1/2` was typed.
fn mixed(strength: &str) -> Option<String> {
    let (whole, part) = strength.trim().split_once(' ')?;
    let (top, bottom) = part.trim().split_once('/')?;
    let (whole, top, bottom): (u16, u8, u8) = (whole.parse().ok()?, top.parse().ok()?, bottom.parse().ok()?);
    let number: Fraction =
        format!("{}/{bottom}", u32::from(whole) * u32::from(bottom) + u32::from(top)).parse().ok()?;
    Some(format!("--strength {number}"))
}

/// `--strength 12.5`, where a decimal was typed with a comma.
fn with_a_point(strength: &str) -> Option<String> {
    let meant = strength.replace(',', ".");
    (strength.contains(',') && meant.parse::<Fraction>().is_ok()).then(|| format!("--strength {meant}"))
}

/// `--strength 39.5, or 79/4 if it is divided`, where a decimal stands in a fraction such as `39.5/2`.
fn quotient_of_decimals(strength: &str) -> Option<String> {
    let (top, bottom) = strength.split_once('/')?;
    let (one, other): (Fraction, Fraction) = (top.trim().parse().ok()?, bottom.trim().parse().ok()?);
    let half = (Fraction::ZERO < other).then(|| one / other)?;
    Some(format!("--strength {}, or {half} if it is divided", top.trim()))
}

/// Whether both are divisible by one number: nobody writes a fraction so, but a card writes its two sides so.
fn is_reducible(numerator: &str, denominator: &str) -> bool {
    let read = |text: &str| text.trim().parse::<u32>().ok();
    read(numerator).zip(read(denominator)).is_some_and(|(numerator, denominator)| 1 < numerator.gcd(&denominator))
}

/// How so many fires may end on a ship of that Damage Control Number.
pub fn fires(sources: &Sources, burning: u8, number: u8) -> Result<(String, Value), Problem> {
    let mut duel = load::scenario(sources, DRILL)?;
    duel.sides.iter_mut().for_each(|side| side.damage_control = number);
    let state = Naval::begin(&duel);
    let Some(ship) = state.ships.first() else { return Err(Problem::new("the drill has no ship")) };
    let fires = odds::fires(&state, &ship.id, burning, &Chance::zero());
    let (ends, value) = show::fires(&fires.map_err(|halt| show::halt(&state, &halt))?);
    let alone = "Burning alone; at the prompt `odds SHIP fires` counts the hits that fires cause.";
    Ok((format!("{burning} fires: {ends} [8.5.3]\n{alone}"), value))
}

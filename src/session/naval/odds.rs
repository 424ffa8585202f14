//! `odds`: the chances of gunfire and of fires aboard, from the current state or from numbers alone.
use num_traits::Zero;
use serde_json::{Value, json};

use crate::{Refusal, Told};
use load::Sources;
use naval::odds::{self, Guns, Pool};
use naval::rules::gunnery::{self, quotient};
use naval::{
    Id, Naval, NavalHalt, Segment, State,
    model::Fraction,
    notation::{self, Odds, SessionVerb},
};
use play::{Game as _, Rule, odds::Chance};

/// The drill whose two ships represent any salvo: those of the rulebook's example.
const DRILL: &str = "asahi-retvizan";

const THREE_ROLLS: Rule = Rule::new("6.5.1");

/// Shows the chances of a shot, of a ship's declared fire, or of its fires.
pub(super) fn chances(state: &State, asked: &Odds) -> Result<Told, Refusal> {
    if state.over.is_none() {
        return of_asked(state, asked);
    }
    // After the end, the chances are shown as if the battle continued.
    let on = State { over: None, ..state.clone() };
    let answer = of_asked(&on, asked)?;
    Ok(Told { text: format!("The scenario is over; had the battle gone on:\n{}", answer.text), ..answer })
}

fn of_asked(state: &State, asked: &Odds) -> Result<Told, Refusal> {
    match asked {
        Odds::Fires(ship) => fire_chances(state, ship),
        Odds::Declared(unit) if state.segment != Segment::Gunfire => {
            let what = format!("{} has declared no fire: that is for the Gunfire Segment.", state.name(unit));
            let example = notation::example(state, SessionVerb::Odds.row().word);
            Err(Refusal::rules(what).rule(gunnery::DECLARING).line(example))
        }
        Odds::Declared(unit) => told(state, odds::declared(state, unit)),
        Odds::Shot(order) => {
            let orders = odds::in_the_light_of_declarations(state, order);
            told(state, odds::hypothetical(state, &order.firer, &orders))
        }
    }
}

fn told(state: &State, pools: Result<Vec<Pool>, NavalHalt>) -> Result<Told, Refusal> {
    let (text, value) = show::chances::chances(&pools.map_err(|halt| Refusal::rules(show::ask::halt(state, &halt)))?);
    Ok(Told::text(text).with(value))
}

fn fire_chances(state: &State, id: &Id) -> Result<Told, Refusal> {
    let Some(ship) = state.ship(id) else { return Err(Refusal::not_there(format!("no ship is called {id}"))) };
    let burning = ship.fires().min(4) as u8;
    let fires = odds::fires(state, id, burning, &odds::spread(state, ship));
    let (ends, value) = show::chances::fires(&fires.map_err(|halt| Refusal::rules(show::ask::halt(state, &halt)))?);
    let burn = if burning == 1 { "fire" } else { "fires" };
    let name = &ship.card.name;
    let text = format!("{name} has {burning} {burn}: {ends}, the hits that fires cause included. [8.5.3]");
    Ok(Told::text(text).with(value))
}

/// Returns the chances of a big-gun salvo with these numbers.
pub fn guns(sources: &Sources, numbers: &Guns) -> Result<(String, Value), Refusal> {
    let duel = load::scenario(sources, DRILL)?;
    if duel.ships.len() < 2 {
        return Err(Refusal::not_there("the drill has no two ships").rule(odds::EXAMPLE));
    }
    let guns = odds::guns(&duel, numbers);
    let (strikes, hits) = guns.map_err(|halt| Refusal::rules(show::ask::halt(&Naval::begin(&duel), &halt)))?;
    let table = |name: &str, odds| show::odds::odds_table(name, THREE_ROLLS, odds);
    let text = format!("{}\n\n{}", table("strikes", &strikes), table("penetrating hits", &hits));
    Ok((text, json!({ "strikes": show::odds::odds_json(&strikes), "hits": show::odds::odds_json(&hits) })))
}

/// Returns the chances of medium and light guns of a strength against a defence.
pub fn battery(strength: Fraction, defence: i32, d100: bool) -> (String, Value) {
    let hits = odds::battery(strength, defence, d100);
    let rule = quotient(strength, defence, d100).rule;
    (show::odds::odds_table("hits", rule, &hits), json!({ "hits": show::odds::odds_json(&hits) }))
}

/// Returns how a number of fires may end on a ship with that Damage Control Number.
pub fn fires(sources: &Sources, burning: u8, number: u8) -> Result<(String, Value), Refusal> {
    let mut duel = load::scenario(sources, DRILL)?;
    duel.sides.iter_mut().for_each(|side| side.damage_control = number);
    let state = Naval::begin(&duel);
    let Some(ship) = state.ships.first() else { return Err(Refusal::not_there("the drill has no ship")) };
    let fires = odds::fires(&state, &ship.id, burning, &Chance::zero());
    let (ends, value) = show::chances::fires(&fires.map_err(|halt| Refusal::rules(show::ask::halt(&state, &halt)))?);
    let alone = "Burning alone; at the prompt `odds SHIP fires` counts the hits that fires cause.";
    Ok((format!("{burning} fires: {ends} [8.5.3]\n{alone}"), value))
}

//! `odds` at the prompt: the chances of fire and of fires, from the state as it stands.
use naval::odds::{self, Pool};
use naval::{NavalHalt, State, notation};
use session::{Answer, Problem, naval::named_ship};

/// `odds asahi at retvizan range 8`, `odds asahi` for what she has declared, `odds asahi fires`.
pub fn chances(state: &State, words: &str) -> Result<Answer, Problem> {
    if state.over.is_none() {
        return asked(state, words);
    }
    // A chance changes nothing: after the end it is told as if the battle went on.
    let on = State { over: None, ..state.clone() };
    let answer = asked(&on, words)?;
    Ok(Answer { text: format!("The scenario is over; had the battle gone on:\n{}", answer.text), ..answer })
}

fn asked(state: &State, words: &str) -> Result<Answer, Problem> {
    if let Some(name) = words.strip_suffix("fires").map(str::trim) {
        return fire_chances(state, name);
    }
    if let Ok(unit) = notation::unit(state, words) {
        return told(state, odds::declared(state, &unit));
    }
    let line = format!("odds {words}");
    let order = notation::target(state, &line).map_err(|fault| Problem::in_line(&line, fault))?;
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

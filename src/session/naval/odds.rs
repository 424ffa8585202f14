//! `odds`: the chances of gunfire and of fires aboard, from the current state or from numbers alone.
use num_traits::Zero;
use serde_json::{Value, json};

use crate::{Answer, Refusal};
use load::Sources;
use naval::odds::{self, Pool, SalvoFigures};
use naval::rules::gunnery::{self, quotient};
use naval::{
    Id, Naval, NavalHalt, Segment, State,
    model::Fraction,
    notation::{self, OddsSubject, SessionVerb},
};
use play::{Game as _, Rule, odds::Chance};

/// The drill whose two ships represent any salvo: those of the rulebook's example.
const DRILL: &str = "asahi-retvizan";

const THREE_ROLLS: Rule = Rule::new("6.5.1");

/// Shows the chances of a shot, of a ship's declared fire, or of its fires.
pub(super) fn odds_answer(state: &State, subject: &OddsSubject) -> Result<Answer, Refusal> {
    if state.end.is_none() {
        return answer_odds(state, subject);
    }
    // After the end, the chances are shown as if the battle continued.
    let continued = State { end: None, ..state.clone() };
    let answer = answer_odds(&continued, subject)?;
    Ok(Answer { text: format!("The scenario is over. If the battle continued:\n{}", answer.text), ..answer })
}

fn answer_odds(state: &State, subject: &OddsSubject) -> Result<Answer, Refusal> {
    match subject {
        OddsSubject::Fires(ship) => fire_chances(state, ship),
        OddsSubject::Declared(unit) if state.segment != Segment::Gunfire => {
            let what = format!("{} has declared no fire. Fire is declared in the Gunfire Segment.", state.name(unit));
            let example = notation::example(state, SessionVerb::Odds.row().word);
            Err(Refusal::rules(what).rule(gunnery::DECLARING).line(example))
        }
        OddsSubject::Declared(unit) => pools_answer(state, odds::declared_pools(state, unit)),
        OddsSubject::Shot(order) => {
            let orders = odds::with_declared_values(state, order);
            pools_answer(state, odds::pools_for_orders(state, &order.firer, &orders))
        }
    }
}

fn pools_answer(state: &State, pools: Result<Vec<Pool>, NavalHalt>) -> Result<Answer, Refusal> {
    let (text, value) = show::chances::chances_text_and_json(
        &pools.map_err(|halt| Refusal::rules(show::dice_prompts::naval_halt_error(state, &halt)))?,
    );
    Ok(Answer::text(text).with_keys(value))
}

fn fire_chances(state: &State, id: &Id) -> Result<Answer, Refusal> {
    let Some(ship) = state.ship(id) else { return Err(Refusal::not_there(format!("There is no ship {id}."))) };
    let burning = ship.fires().min(4) as u8;
    let fires = odds::fire_odds(state, id, burning, &odds::fire_spread_chance(state, ship));
    let (ends, value) = show::chances::fires_text_and_json(
        &fires.map_err(|halt| Refusal::rules(show::dice_prompts::naval_halt_error(state, &halt)))?,
    );
    let burn = if burning == 1 { "fire" } else { "fires" };
    let name = &ship.card.name;
    let text = format!("{name} has {burning} {burn}: {ends} (counting hits caused by fires). [8.5.3]");
    Ok(Answer::text(text).with_keys(value))
}

/// Returns the chances of a big-gun salvo with these numbers.
pub fn big_gun_odds(sources: &Sources, numbers: &SalvoFigures) -> Result<(String, Value), Refusal> {
    let duel = load::scenario(sources, DRILL)?;
    if duel.ships.len() < 2 {
        return Err(Refusal::not_there("The drill scenario needs two ships.").rule(odds::EXAMPLE));
    }
    let guns = odds::salvo_odds(&duel, numbers);
    let (strikes, hits) =
        guns.map_err(|halt| Refusal::rules(show::dice_prompts::naval_halt_error(&Naval::initial_state(&duel), &halt)))?;
    let table = |name: &str, odds| show::odds::odds_table(name, THREE_ROLLS, odds);
    let text = format!("{}\n\n{}", table("strikes", &strikes), table("penetrating hits", &hits));
    Ok((text, json!({ "strikes": show::odds::odds_json(&strikes), "hits": show::odds::odds_json(&hits) })))
}

/// Returns the chances of medium and light guns of a strength against a defence.
pub fn battery_odds(strength: Fraction, defence: i32, d100: bool) -> (String, Value) {
    let hits = odds::battery_odds(strength, defence, d100);
    let rule = quotient(strength, defence, d100).rule;
    (show::odds::odds_table("hits", rule, &hits), json!({ "hits": show::odds::odds_json(&hits) }))
}

/// Returns how a number of fires may end on a ship with that Damage Control Number.
pub fn fire_odds(sources: &Sources, burning: u8, number: u8) -> Result<(String, Value), Refusal> {
    let mut duel = load::scenario(sources, DRILL)?;
    duel.sides.iter_mut().for_each(|side| side.damage_control = number);
    let state = Naval::initial_state(&duel);
    let Some(ship) = state.ships.first() else { return Err(Refusal::not_there("The drill scenario needs a ship.")) };
    let fires = odds::fire_odds(&state, &ship.id, burning, &Chance::zero());
    let (ends, value) = show::chances::fires_text_and_json(
        &fires.map_err(|halt| Refusal::rules(show::dice_prompts::naval_halt_error(&state, &halt)))?,
    );
    let alone = "Without hits caused by fires. At the prompt, `odds SHIP fires` counts these too.";
    Ok((format!("{burning} fires: {ends} [8.5.3]\n{alone}"), value))
}

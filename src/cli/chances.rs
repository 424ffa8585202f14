//! `odds` at the prompt: the chances of fire and of fires, from the state as it stands.
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::json;

use super::{
    line,
    odds::{self, Chances, Pick, Pool},
    problem::Problem,
    session::Answer,
    verbs::named_ship,
};
use naval::{
    State,
    command::{Conditions, Denied, Target},
    gunnery::near_edge,
    measure::Id,
    notation,
    state::Declaration,
};
use play::Rule;

const THREE_ROLLS: Rule = Rule::new("6.5.1");
const ODDS: Rule = Rule::new("6.5.2");
const ONE_TARGET: Rule = Rule::new("6.2");

/// `odds asahi at retvizan range 8`, `odds asahi` for what she has declared, `odds asahi fires`.
///
/// # Errors
/// A fault of notation, or a refusal of the fire itself.
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
        return told(&odds::declared(state, &unit)?);
    }
    let line = format!("odds {words}");
    let order = notation::target(state, &line).map_err(|fault| line::faulty(&line, fault))?;
    let orders = in_the_light_of_declarations(state, &order);
    told(&odds::hypothetical(state, &order.firer, &orders)?)
}

/// The order as it would be declared: what is left out is taken from the declaration of the same guns at the same target.
fn in_the_light_of_declarations(state: &State, order: &Target) -> Vec<Target> {
    let target = state.target_unit(&order.target).unwrap_or_else(|| order.target.clone());
    let same = |one: &&Declaration| {
        let of_unit = state.ships_of(&order.firer).any(|ship| ship.id == one.firer);
        of_unit && one.target == target && order.battery.is_none_or(|battery| battery == one.battery)
    };
    let known: Vec<&Declaration> = state.declarations.iter().filter(same).collect();
    if known.is_empty() {
        return vec![order.clone()];
    }
    let range = order.range.or_else(|| state.measured(&order.firer, &target));
    let others = state.ships_of(&order.firer).filter(|ship| ship.in_action());
    let others = others.filter(|ship| known.iter().all(|one| one.firer != ship.id));
    let undeclared = others.map(|ship| Target { firer: ship.id.clone(), range, ..order.clone() });
    known.iter().map(|one| merged(order, one)).chain(undeclared).collect()
}

fn merged(order: &Target, declared: &Declaration) -> Target {
    let (typed, known) = (&order.conditions, &declared.conditions);
    let denies = |what| typed.denied.contains(&what);
    let degrees = |typed: u16, known: u16, what| if typed == 0 && !denies(what) { known } else { typed };
    let others = known.denied.iter().filter(|what| !typed.denied.contains(what)).copied();
    Target {
        firer: declared.firer.clone(),
        target: order.target.clone(),
        range: order.range.or(Some(declared.range)),
        bearing: order.bearing.or(Some(declared.bearing)),
        battery: Some(declared.battery),
        conditions: Conditions {
            turned_deg: degrees(typed.turned_deg, known.turned_deg, Denied::Turned),
            target_turned_deg: degrees(typed.target_turned_deg, known.target_turned_deg, Denied::TargetTurned),
            courses_deg: degrees(typed.courses_deg, known.courses_deg, Denied::Courses),
            through: typed.through.clone().or_else(|| known.through.clone().filter(|_| !denies(Denied::Through))),
            downwind: typed.downwind || (known.downwind && !denies(Denied::Downwind)),
            visibility: typed.visibility.or(known.visibility),
            blocked_by: typed.blocked_by.or(known.blocked_by.filter(|_| !denies(Denied::Block))),
            denied: typed.denied.iter().copied().chain(others).collect(),
        },
    }
}

/// Every pool with its numbers and its chances; several also all together.
fn told(pools: &[Pool]) -> Result<Answer, Problem> {
    let mut text = vec!["As things stand now:".to_owned()];
    for pool in pools {
        text.push(show::arithmetic(&pool.before, &pool.event).unwrap_or_default());
        text.extend(edges(pool));
        text.push(tables(pool.rule(), |pick| pool.chances(pick)));
    }
    if pools.is_empty() {
        text.push(format!(
            "No gun is fired: firer or target is out of action, or fires bar her weapons. [{ONE_TARGET}]"
        ));
    }
    let together = |pick: Pick| odds::together(pools.iter().map(|pool| pool.chances(pick)));
    if pools.len() > 1 {
        text.push("All of them together:".to_owned());
        let batteries = pools.iter().all(|pool| pool.rule() != THREE_ROLLS);
        text.push(tables(if batteries { ODDS } else { THREE_ROLLS }, together));
    }
    Ok(Answer::text(text.join("\n")).with(json!({
        "strikes": show::odds_json(&together(|key| key.strikes)),
        "hits": show::odds_json(&together(|key| key.penetrating)),
        "non_penetrating": show::odds_json(&together(|key| key.non_penetrating)),
        "battery": show::odds_json(&together(|key| key.battery)),
    })))
}

/// Tables of what can happen at all, each under its likeliest question.
fn tables(rule: Rule, chances: impl Fn(Pick) -> Chances) -> String {
    let kinds: [(&str, Pick, Rule); 3] = [
        ("penetrating hits", |key| key.penetrating, THREE_ROLLS),
        ("non-penetrating hits", |key| key.non_penetrating, THREE_ROLLS),
        ("hits of medium and light guns", |key| key.battery, if rule == THREE_ROLLS { ODDS } else { rule }),
    ];
    let mut text = Vec::new();
    for (title, pick, rule) in kinds {
        let chances = chances(pick);
        if chances.len() > 1 {
            let at_least = chances[1..].iter().sum();
            text.push(format!("At least one of the {title}: {}", show::percent(&at_least)));
            text.push(show::odds_table(title, rule, &chances));
        }
    }
    if text.is_empty() { format!("No hit is possible. [{rule}]") } else { text.join("\n") }
}

/// A range near the end of a band, where the number would be another.
fn edges(pool: &Pool) -> Option<String> {
    let one = pool.before.declarations.iter().find(|one| !one.fired)?;
    let (there, now, then) = near_edge(&pool.before, one)?;
    let range = one.range;
    Some(format!("  At {range}\" she needs {now}, at {there}\" she would need {then}: measure with care."))
}

fn fire_chances(state: &State, name: &str) -> Result<Answer, Problem> {
    let id: Id = named_ship(state, name)?;
    let Some(ship) = state.ship(&id) else { return Err(Problem::new(format!("no ship is called {name}"))) };
    let burning = ship.fires().min(4) as u8;
    let fires = odds::fires(state, &id, burning, &odds::spread(state, ship))?;
    let percent = |chance: &BigRational| 100.0 * chance.to_f64().unwrap_or(0.0);
    let burn = if burning == 1 { "fire" } else { "fires" };
    let text = format!(
        "{} has {burning} {burn}: put out {:.1}%, abandoned {:.1}%, the hits that fires cause included. [8.5.3]",
        ship.card.name,
        percent(&fires.out),
        percent(&fires.abandoned)
    );
    Ok(Answer::text(text).with(json!({ "abandoned": fires.abandoned.to_string(), "out": fires.out.to_string() })))
}

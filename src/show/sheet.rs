//! The division sheet: ships, flagship, ratings, and each turn's plot. [5.1.3]
use serde_json::{Value, json};

use super::{helm_held, list, names, plain_table, plot_says, shape, status::not_for_the_table, terms};
use naval::model::{Division, Jam, Plot, Recorded, Ship};
use naval::rules::{flags::force_flag, signals::orders_of};
use naval::{Id, Segment, view::View};

/// Returns the sheet of one of the viewer's divisions, or of all with a ship in action, as text and as JSON.
pub fn sheets(view: &View, division: Option<&Id>) -> (String, Vec<Value>) {
    let lives = |one: &&Division| view.ships_of_division(&one.id).any(Ship::in_action);
    let asked = |one: &&Division| division.map_or_else(|| lives(one), |id| one.id == *id);
    let divisions: Vec<&Division> = view.own_divisions().filter(asked).collect();
    if let Some(says) = not_for_the_table(view, "division sheets") {
        return (says, Vec::new());
    }
    let text: Vec<String> = divisions.iter().map(|one| sheet(view, one)).collect();
    (text.join("\n\n"), divisions.iter().map(|one| sheet_json(view, one)).collect())
}

fn sheet(view: &View, division: &Division) -> String {
    let ship = |ship: &Id| {
        let lost = view.ship(ship).is_some_and(|ship| !ship.in_action());
        format!("{}{}", view.name(ship), if lost { " (out of action)" } else { "" })
    };
    let leads = force_flag(view, &division.side).as_ref() == Some(&division.flagship);
    let admiral = if leads { ", with the force flag" } else { "" };
    let mut lines = vec![
        format!("{} ({}), {}", division.name, division.id, view.name(&division.side)),
        format!("  ships      {}", list(division.ships.iter().map(ship))),
        format!("  flagship   {}{admiral}", view.name(&division.flagship)),
        format!("  ratings    signalling {:+}, initiative {:+}", division.signalling, division.initiative),
    ];
    if let Some(formation) = view.formation_of(&division.id) {
        let (name, of) = (formation.id.word(), names(view, &formation.divisions));
        lines.push(format!("  formation  {name}: {of}, {}", shape(&formation.lines)));
        if formation.off.contains(&division.id) {
            lines.push("  fallen off it is alone for orders until it has closed up [5.2]".to_owned());
        }
    }
    let jammed = view.ships_of_division(&division.id).filter(|ship| ship.in_action());
    let jammed: Vec<(&Ship, Jam)> = jammed.filter_map(|ship| Some((ship, ship.jam(view.turn)?))).collect();
    lines.extend(jammed.iter().map(|(ship, jam)| helm(ship, *jam)));
    if division.flag_turn == Some(view.turn) && view.checks && jammed.is_empty() {
        lines.push("  new flag   it goes straight ahead this turn [5.9.1]".to_owned());
    }
    if view.checks && view.is_tracked(&division.id) && jammed.is_empty() {
        lines.extend(orders(view, division));
    }
    if division.alone && view.checks && jammed.is_empty() && !is_excused(view, division) {
        lines.push(
            "  alone      she checks whether orders reach her, unless she leaves by her own edge [5.9.2]".to_owned(),
        );
    }
    if division.record.is_empty() {
        lines.push("  no plots yet".to_owned());
    } else {
        let row = |line: &Recorded| {
            let instead = line.instead.as_ref().map(done).unwrap_or_default();
            vec![line.turn.to_string(), filed(&line.plot), instead]
        };
        lines.push(plain_table(&["turn", "plot", "done instead"], &[0], division.record.iter().map(row).collect()));
    }
    lines.join("\n")
}

/// Whether a division has a plot for this turn that needs no check.
fn is_excused(view: &View, division: &Division) -> bool {
    division.plot.is_some() && orders_of(view, division).is_err()
}

/// Whether a division's orders need a check. A division without a ship in action needs no line.
fn orders(view: &View, division: &Division) -> Option<String> {
    let flies = view.ship(&division.flagship).is_some_and(Ship::in_action);
    let anybody = view.ships_of_division(&division.id).any(Ship::in_action);
    if !flies {
        let gone = "  orders     none until its flag has passed on, as the next turn begins [5.10.6]";
        return anybody.then(|| gone.to_owned());
    }
    // A division alone or off its formation must check any plot. Until it plots there is nothing to report.
    let is_replaced = |line: &Recorded| line.turn == view.turn && line.instead.is_some();
    if division.record.iter().any(is_replaced) {
        return Some("  orders     not carried out this turn: `done instead` shows what was".to_owned());
    }
    let unplotted = division.plot.is_none() && view.segment == Segment::Plotting;
    let off = view.formation_of(&division.id).is_some_and(|formation| formation.off.contains(&division.id));
    if unplotted && (division.alone || off) {
        return None;
    }
    Some(match orders_of(view, division) {
        Ok(needed) => format!("  orders     received on {} or less: {}", needed.result, terms(&needed).join("  ")),
        Err(rule) => format!("  orders     carried out without a check [{rule}]"),
    })
}

/// `  helm       Fuji: her rudder is jammed through turn 7, and she circles to port [8.4]`
fn helm(ship: &Ship, jam: Jam) -> String {
    let held = match (jam.circles, ship.at) {
        (None, None) => {
            let turn = jam.until_turn;
            format!("her rudder is jammed through turn {turn}; she holds straight on, or round her circle")
        }
        (Some(_), _) | (None, Some(_)) => helm_held(jam),
    };
    format!("  helm       {}: {held} [8.4]", ship.card.name)
}

fn filed(plot: &Plot) -> String {
    if plot.elements.is_empty() { "none".to_owned() } else { plot_says(plot) }
}

/// Returns the course made instead of a plot. If nothing was steered, the jammed rudder decided.
fn done(instead: &Plot) -> String {
    if instead.elements.is_empty() { "as her rudder lay".to_owned() } else { plot_says(instead) }
}

fn sheet_json(view: &View, division: &Division) -> Value {
    let recorded = |line: &Recorded| json!({ "turn": line.turn, "plot": filed(&line.plot), "instead": line.instead.as_ref().map(done) });
    json!({
        "id": division.id, "name": division.name, "side": division.side, "ships": division.ships,
        "flagship": division.flagship, "signalling": division.signalling, "initiative": division.initiative,
        "alone": division.alone, "formation": view.formation_of(&division.id).map(|formation| formation.id.word()),
        "plots": division.record.iter().map(recorded).collect::<Value>(),
    })
}

//! The division sheet: ships, flagship, ratings, and each turn's plot. [5.1.3]
use serde_json::{Value, json};

use super::{
    cited_terms, jam_text, list, name_list, plain_table, plot_description, shape_text, status::hidden_at_table_note,
};
use naval::model::{Division, Plot, PlotRecord, RudderJam, Ship};
use naval::rules::{flags::force_flag, signals::orders_number_or_exemption};
use naval::{Id, Segment, view::View};

/// Returns the sheet of one of the viewer's divisions, or of all with a ship in action, as text and as JSON.
pub fn sheets(view: &View, division: Option<&Id>) -> (String, Vec<Value>) {
    let has_ship_in_action = |division: &&Division| view.ships_of_division(&division.id).any(Ship::is_in_action);
    let is_requested =
        |candidate: &&Division| division.map_or_else(|| has_ship_in_action(candidate), |id| candidate.id == *id);
    let divisions: Vec<&Division> = view.own_divisions().filter(is_requested).collect();
    if let Some(note) = hidden_at_table_note(view, "division sheets") {
        return (note, Vec::new());
    }
    let text: Vec<String> = divisions.iter().map(|division| sheet_text(view, division)).collect();
    (text.join("\n\n"), divisions.iter().map(|division| sheet_json(view, division)).collect())
}

fn sheet_text(view: &View, division: &Division) -> String {
    let ship = |ship: &Id| {
        let lost = view.ship(ship).is_some_and(|ship| !ship.is_in_action());
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
        let (name, of) = (formation.id.word(), name_list(view, &formation.divisions));
        lines.push(format!("  formation  {name}: {of}, {}", shape_text(&formation.lines)));
        if formation.off.contains(&division.id) {
            lines.push("  fallen off its orders are checked alone until it has closed up [5.2]".to_owned());
        }
    }
    let jammed = view.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
    let jammed: Vec<(&Ship, RudderJam)> = jammed.filter_map(|ship| Some((ship, ship.jam(view.turn)?))).collect();
    lines.extend(jammed.iter().map(|(ship, jam)| helm_line(ship, *jam)));
    if division.new_flag_turn == Some(view.turn) && view.checks && jammed.is_empty() {
        lines.push("  new flag   it goes straight ahead this turn [5.9.1]".to_owned());
    }
    if view.checks && view.has_position(&division.id) && jammed.is_empty() {
        lines.extend(orders_line(view, division));
    }
    if division.is_alone && view.checks && jammed.is_empty() && !needs_no_check(view, division) {
        lines.push(
            "  alone      its orders need a command check, unless it leaves by its friendly edge [5.9.2]".to_owned(),
        );
    }
    if division.plot_records.is_empty() {
        lines.push("  no plots yet".to_owned());
    } else {
        let row = |line: &PlotRecord| {
            let instead = line.instead.as_ref().map(substitute_text).unwrap_or_default();
            vec![line.turn.to_string(), plot_text(&line.plot), instead]
        };
        lines.push(plain_table(
            &["turn", "plot", "done instead"],
            &[0],
            division.plot_records.iter().map(row).collect(),
        ));
    }
    lines.join("\n")
}

/// Whether a division has a plot for this turn that needs no check.
fn needs_no_check(view: &View, division: &Division) -> bool {
    division.plot.is_some() && orders_number_or_exemption(view, division).is_err()
}

/// Returns the line that says whether a division's orders need a check. `None` if there is nothing to report.
fn orders_line(view: &View, division: &Division) -> Option<String> {
    let flies = view.ship(&division.flagship).is_some_and(Ship::is_in_action);
    let has_ships = view.ships_of_division(&division.id).any(Ship::is_in_action);
    if !flies {
        let gone = "  orders     none until its flag passes to another ship, at the start of next turn [5.10.6]";
        return has_ships.then(|| gone.to_owned());
    }
    let is_replaced = |line: &PlotRecord| line.turn == view.turn && line.instead.is_some();
    if division.plot_records.iter().any(is_replaced) {
        return Some("  orders     not carried out this turn: see `done instead`".to_owned());
    }
    // A division alone or off its formation must check any plot. Until it plots there is nothing to report.
    let unplotted = division.plot.is_none() && view.segment == Segment::Plotting;
    let off = view.formation_of(&division.id).is_some_and(|formation| formation.off.contains(&division.id));
    if unplotted && (division.is_alone || off) {
        return None;
    }
    Some(match orders_number_or_exemption(view, division) {
        Ok(needed) => {
            format!("  orders     received on {} or less: {}", needed.result, cited_terms(&needed).join("  "))
        }
        Err(rule) => format!("  orders     carried out without a check [{rule}]"),
    })
}

/// `  helm       Fuji: its rudder is jammed through turn 7, and the ship circles to port [8.4]`
fn helm_line(ship: &Ship, jam: RudderJam) -> String {
    let helm = match (jam.circles, ship.at) {
        (None, None) => {
            let turn = jam.until_turn;
            format!("its rudder is jammed through turn {turn}: the ship keeps straight on, or keeps circling")
        }
        (Some(_), _) | (None, Some(_)) => jam_text(jam),
    };
    format!("  helm       {}: {helm} [8.4]", ship.card.name)
}

fn plot_text(plot: &Plot) -> String {
    if plot.elements.is_empty() { "none".to_owned() } else { plot_description(plot) }
}

/// Returns the course made instead of a plot. If nothing was steered, the jammed rudder decided.
fn substitute_text(instead: &Plot) -> String {
    if instead.elements.is_empty() { "as the rudder was jammed".to_owned() } else { plot_description(instead) }
}

fn sheet_json(view: &View, division: &Division) -> Value {
    let recorded = |line: &PlotRecord| json!({ "turn": line.turn, "plot": plot_text(&line.plot), "instead": line.instead.as_ref().map(substitute_text) });
    json!({
        "id": division.id, "name": division.name, "side": division.side, "ships": division.ships,
        "flagship": division.flagship, "signalling": division.signalling, "initiative": division.initiative,
        "alone": division.is_alone, "formation": view.formation_of(&division.id).map(|formation| formation.id.word()),
        "plots": division.plot_records.iter().map(recorded).collect::<Value>(),
    })
}

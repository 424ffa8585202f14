//! For the person with the ruler: what to do with the miniatures, and what the tape would read.
use serde_json::{Value, json};

use super::{
    arc_words, arcs_word, block_word, is_of, place, place_json, places::number, plain_table, sentence, steered,
};
use naval::{Fine, Id, Run, Segment, lines, lines::Pair, sighting, survey, view::View};

/// What the last move has done with every tracked miniature, or with those of a unit, by division: in words and as JSON.
///
/// A boat that shares a base is moved with it, once.
pub fn moves(view: &View, unit: Option<&Id>) -> (String, Vec<Value>) {
    let mut lines = Vec::new();
    let mut values = Vec::new();
    for division in &view.divisions {
        let ships = view.ships_of_division(&division.id).filter(|ship| is_of(ship, unit) && ship.is_on_table());
        let mut runs: Vec<&Run> = ships.filter_map(|ship| ship.run.as_deref()).collect();
        if division.one_base {
            runs.truncate(1);
        }
        if runs.is_empty() {
            continue;
        }
        if !division.is_single() {
            lines.push(format!("{} ({})", division.name, view.name(&division.side)));
        }
        let indent = if division.is_single() { 0 } else { 2 };
        for run in runs {
            let unit = view.base_of(&run.ship);
            let says = format!("{}: {}", view.name(&unit), done(run));
            lines.extend(sentence(&says, indent));
            values.push(json!({
                "id": unit, "division": division.id, "from": place_json(run.from), "to": place_json(run.to),
                "legs": run.legs, "speed": run.speed, "turned": number(run.turned), "says": says,
            }));
        }
    }
    if lines.is_empty() {
        let none = "No miniature is to be moved: tracked ships move when the Movement Segment begins, as they plotted.";
        return (none.to_owned(), values);
    }
    let turn = if view.segment == Segment::Plotting { view.turn - 1 } else { view.turn };
    lines.insert(0, format!("Moves of turn {turn}:"));
    (lines.join("\n"), values)
}

/// `1.0 straight, 60 left round the 0.5 template, 1.2 straight; ends 34.2, 18.6 heading 300`
fn done(run: &Run) -> String {
    match steered(&run.legs) {
        legs if legs.is_empty() => format!("stays at {}", place(run.to)),
        legs => format!("{legs}; ends {}", place(run.to)),
    }
}

/// Range, bearing, arcs and line between all tracked enemies, or from a unit to each of its own, the nearest first.
pub fn ranges(view: &View, unit: Option<&Id>) -> (String, Vec<Value>) {
    let mut pairs = lines::pairs(view);
    if let Some(unit) = unit {
        let asked = |id: &Id| id == unit || view.ships_of(id).any(|ship| ship.division == *unit || ship.id == *unit);
        pairs = pairs.into_iter().filter_map(|pair| from_unit(pair, &asked)).collect();
        pairs.sort_by_key(|pair| pair.survey.range);
    }
    if pairs.is_empty() {
        let none = "No two enemies have positions: ranges are typed as the tape shows them, measure FROM TO RANGE.";
        return (none.to_owned(), Vec::new());
    }
    let lookout = sighting::lookout(view);
    let sees = |from: &Id, to: &Id| lookout.judged(from, to, false).is_ok();
    // Ships have moved, and nobody has looked from where they lie now. [4.2]
    let looked = view.segment != Segment::Movement;
    let rows = pairs.iter().map(|pair| {
        let (from, to) = (view.name(&pair.from), view.name(&pair.to));
        let in_sight = match (sees(&pair.from, &pair.to), sees(&pair.to, &pair.from)) {
            _ if !looked => "not looked yet".to_owned(),
            (true, true) => "both".to_owned(),
            (true, false) => format!("{from} sees"),
            (false, true) => format!("{to} sees"),
            (false, false) => "neither".to_owned(),
        };
        vec![
            from.to_owned(),
            to.to_owned(),
            format!("{}\"", pair.survey.range),
            pair.survey.bearing.to_string(),
            arcs_word(&pair.survey.arcs),
            arcs_word(&pair.back),
            pair.survey.blocked_by.map_or("clear", block_word).to_owned(),
            in_sight,
        ]
    });
    let heading = ["from", "to", "range", "bearing", "in her arc", "and back", "line", "in sight"];
    let text = plain_table(&heading, &[2, 3], rows.collect());
    let values = pairs.iter().map(|Pair { from, to, survey, back }| {
        json!({
            "from": from, "to": to, "range": survey.range, "bearing": number(survey.bearing),
            "arcs": arc_words(&survey.arcs), "back": arc_words(back), "clear": survey.blocked_by.is_none(),
            "blocked_by": survey.blocked_by.map(block_word),
            "sees": looked.then(|| sees(from, to)), "seen": looked.then(|| sees(to, from)),
        })
    });
    (format!("{text}\n[3.5, 4.3, 6.4.4]"), values.collect())
}

/// A pair as seen from the unit asked for; `None` when it is not in it.
fn from_unit(pair: Pair, asked: &dyn Fn(&Id) -> bool) -> Option<Pair> {
    if asked(&pair.from) {
        return Some(pair);
    }
    let Pair { from: to, to: from, survey: there, back: arcs } = pair;
    let bearing = Fine((there.bearing.0 + 1_800_000).rem_euclid(3_600_000));
    let back = there.arcs.clone();
    asked(&from).then_some(Pair { from, to, survey: survey::Survey { bearing, arcs, ..there }, back })
}

//! Instructions for the person with the ruler: how to move the miniatures, and what the tape should read.
use serde_json::{Value, json};

use super::{
    arc_words, arcs_word, belongs_to, block_word, capital, close_table, count, legs_text, place_json, place_text,
    places::hundredths, plain_table, sentence, status::next_step_before_contact, targets::MAX_ROWS,
};
use naval::model::{Fine, Half, ShipMove, half_turn::TurnSpan};
use naval::rules::lines::{self, EnemyPair};
use naval::rules::{gunnery, sighting, survey};
use naval::{Id, Inches, Segment, odds, view::View};

/// Returns the last move of every tracked miniature, or of a unit's, by division: as text and as JSON.
///
/// Boats that share a base are moved with it, once.
pub fn moves_text_and_json(view: &View, unit: Option<&Id>) -> (String, Vec<Value>) {
    let (lines, values) = move_lines(view, unit);
    if lines.is_empty() {
        return (nothing_to_move(view), values);
    }
    (format!("Moves of turn {}:\n{}", last_move(view).word(), lines.join("\n")), values)
}

/// Returns the last moves without a headline, as lines and as JSON.
pub fn move_lines(view: &View, unit: Option<&Id>) -> (Vec<String>, Vec<Value>) {
    let mut lines = Vec::new();
    let mut values = Vec::new();
    for division in &view.divisions {
        let ships = view.ships_of_division(&division.id).filter(|ship| belongs_to(ship, unit) && ship.is_on_table());
        let mut runs: Vec<&ShipMove> = ships.filter_map(|ship| ship.run.as_deref()).collect();
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
            let unit = view.base_id(&run.ship);
            let text = format!("{}: {}", view.name(&unit), run_text(run));
            lines.extend(sentence(&text, indent));
            values.push(json!({
                "id": unit, "division": division.id, "from": place_json(run.from), "to": place_json(run.to),
                "legs": run.legs, "speed": run.speed, "turned": hundredths(run.turned), "says": text,
            }));
        }
    }
    (lines, values)
}

/// Explains why there is nothing to move, and what comes next in this kind of battle.
fn nothing_to_move(view: &View) -> String {
    if let Some(text) = next_step_before_contact(view) {
        return text;
    }
    if view.ranges_are_measured() {
        let text = "You move these miniatures by hand, each as it is plotted: `sheet` shows the plots. \
                    Then enter the ranges that you measure with `measure`. [2.7]";
        return sentence(text, 0).join("\n");
    }
    "There is nothing to move yet. Tracked ships move as plotted when the Movement Segment begins.".to_owned()
}

/// Returns the turn, or half turn, of the ships' last moves. [3.4.1]
fn last_move(view: &View) -> TurnSpan {
    let is_plotting = view.segment == Segment::Plotting;
    match view.half {
        Some(Half::Second) if is_plotting => TurnSpan { turn: view.turn, half: Some(Half::First) },
        None | Some(Half::First) if is_plotting => TurnSpan { turn: view.turn.saturating_sub(1), half: None },
        None | Some(Half::First | Half::Second) => view.current_moment(),
    }
}

/// `1.0" straight, 60 degrees left round the 0.5" template, 1.2" straight; ends 34.2, 18.6 heading 300`
fn run_text(run: &ShipMove) -> String {
    match legs_text(&run.legs) {
        legs if legs.is_empty() => format!("stays at {}", place_text(run.to)),
        legs => format!("{legs}; ends {}", place_text(run.to)),
    }
}

/// Returns range, bearing, arcs and line between tracked enemies, nearest first, with the numbers both need for big
/// guns. With a unit, only its own pairs. The text fills one screen unless `all` is set; the JSON has all
/// pairs. Without positions, it lists measured ranges.
pub fn ranges_text_and_json(view: &View, unit: Option<&Id>, all: bool) -> (String, Vec<Value>) {
    let mut pairs = lines::pairs(view);
    if let Some(unit) = unit {
        let is_of_unit =
            |id: &Id| id == unit || view.ships_of(id).any(|ship| ship.division == *unit || ship.id == *unit);
        pairs = pairs.into_iter().filter_map(|pair| from_unit(pair, &is_of_unit)).collect();
        pairs.sort_by_key(|pair| pair.survey.range);
    }
    if pairs.is_empty() {
        return measured_ranges(view, unit);
    }
    let lookout = sighting::lookout(view);
    let sees = |from: &Id, to: &Id| lookout.check_sees(from, to, false).is_ok();
    // Ships have moved, and sighting from the new positions is not decided yet. [4.2]
    let looked = view.segment != Segment::Movement;
    let values = pairs.iter().map(|EnemyPair { from, to, survey, back }| {
        json!({
            "from": from, "to": to, "range": survey.range, "bearing": hundredths(survey.bearing),
            "arcs": arc_words(&survey.arcs), "back": arc_words(back), "clear": survey.blocked_by.is_none(),
            "blocked_by": survey.blocked_by.map(block_word),
            "sees": looked.then(|| sees(from, to)), "seen": looked.then(|| sees(to, from)),
        })
    });
    let values = values.collect();
    pairs.sort_by_key(|pair| pair.survey.range);
    let farther = if all { 0 } else { pairs.len().saturating_sub(MAX_ROWS) };
    pairs.truncate(pairs.len() - farther);
    let now = odds::as_if_at_gunfire(view);
    let needs =
        |from: &Id, to: &Id| gunnery::needed_to_hit(&now, from, to).map_or("-".to_owned(), |needs| needs.to_string());
    let rows = pairs.iter().map(|pair| {
        let in_sight = match (sees(&pair.from, &pair.to), sees(&pair.to, &pair.from)) {
            _ if !looked => "?",
            (true, true) => "both",
            (true, false) => "from",
            (false, true) => "to",
            (false, false) => "none",
        };
        // Brackets mark numbers that do not apply yet.
        let both = format!("{}/{}", needs(&pair.from, &pair.to), needs(&pair.to, &pair.from));
        vec![
            view.name(&pair.from).to_owned(),
            view.name(&pair.to).to_owned(),
            format!("{}\"", pair.survey.range),
            pair.survey.bearing.to_string(),
            arcs_word(&pair.survey.arcs),
            arcs_word(&pair.back),
            pair.survey.blocked_by.map_or("clear", block_word).to_owned(),
            in_sight.to_owned(),
            if looked { both } else { format!("({both})") },
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let room = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0).min(MAX_NAME_WIDTH);
    let heading = ["from", "to", "range", "bearing", "from's arc", "to's arc", "line", "sees", "needs"];
    let mut text = vec![close_table(&heading, &[2, 3, 8], rows, room)];
    if 0 < farther {
        let unit_word = unit.map(|unit| format!("{unit} ")).unwrap_or_default();
        text.push(format!("And {farther} farther away: type `ranges {unit_word}all`."));
    }
    if !looked {
        text.push("No sighting yet from these positions: brackets show what it would give. [4.2]".to_owned());
    }
    text.push("Needs: to hit with the big guns, from/to. [3.5, 4.3, 6.4.4, 6.5.1]".to_owned());
    (text.join("\n"), values)
}

/// The widest column of names beside the many other columns.
const MAX_NAME_WIDTH: usize = 14;

/// Returns ranges measured this turn between enemies, nearest first, and the number of pairs not measured.
fn measured_ranges(view: &View, unit: Option<&Id>) -> (String, Vec<Value>) {
    let is_of_unit = |id: &Id| unit.is_none_or(|unit| view.ships_of(id).any(|ship| belongs_to(ship, Some(unit))));
    let bases = play::distinct(view.ships_in_action().map(|ship| view.base_id(&ship.id)));
    let side = |id: &Id| view.ships_of(id).next().map(|ship| ship.side.clone());
    let (mut pairs, mut open) = (Vec::new(), 0);
    for (index, base) in bases.iter().enumerate() {
        for other in bases[index + 1..].iter().filter(|other| side(base) != side(other)) {
            let (from, to) = if is_of_unit(base) { (base, other) } else { (other, base) };
            match view.measured_range(from, to).filter(|_| is_of_unit(from)) {
                Some(range) => pairs.push((range, from, to)),
                None => open += usize::from(is_of_unit(from)),
            }
        }
    }
    if pairs.is_empty() {
        let tracked = view.ships.iter().any(|ship| ship.is_in_action() && ship.at.is_some());
        let none = match (tracked, view.enemies().next()) {
            (true, None) if !view.is_referee() => "No enemy is in sight.",
            (_, _) if view.viewer.is_table() && view.has_positions() => "No two enemies are in sight.",
            _ => "No two enemies have positions: type measured ranges, measure FROM TO RANGE.",
        };
        return (none.to_owned(), Vec::new());
    }
    pairs.sort_by_key(|(range, ..)| *range);
    let arc = |from: &Id, to: &Id| view.measured_arc(from, to).map(|arc| arc.to_string());
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let now = odds::as_if_at_gunfire(view);
    let needs = |from: &Id, to: &Id| or_dash(gunnery::needed_to_hit(&now, from, to).map(|needs| needs.to_string()));
    let row = |(range, from, to): &(Inches, &Id, &Id)| {
        let (there, back) = (or_dash(arc(from, to)), or_dash(arc(to, from)));
        let needs = format!("{}/{}", needs(from, to), needs(to, from));
        vec![view.name(from).to_owned(), view.name(to).to_owned(), format!("{range}\""), there, back, needs]
    };
    let heading = ["from", "to", "range", "from's arc", "to's arc", "needs"];
    let mut text = vec![plain_table(&heading, &[2, 5], pairs.iter().map(row).collect())];
    if 0 < open {
        text.push(format!("{} not measured this turn.", capital(&count(open, "pair"))));
    }
    text.push("Needs: to hit with the big guns, from/to. [2.7, 6.5.1]".to_owned());
    let values = pairs.iter().map(
        |(range, from, to)| json!({ "from": from, "to": to, "range": range, "arc": arc(from, to), "measured": true }),
    );
    (text.join("\n"), values.collect())
}

/// Returns a pair as seen from the requested unit. `None` if the unit is not in it.
fn from_unit(pair: EnemyPair, is_of_unit: &dyn Fn(&Id) -> bool) -> Option<EnemyPair> {
    if is_of_unit(&pair.from) {
        return Some(pair);
    }
    let EnemyPair { from: to, to: from, survey: there, back: arcs } = pair;
    let bearing = Fine((there.bearing.0 + 1_800_000).rem_euclid(3_600_000));
    let back = there.arcs.clone();
    is_of_unit(&from).then_some(EnemyPair { from, to, survey: survey::Survey { bearing, arcs, ..there }, back })
}

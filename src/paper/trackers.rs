//! Prints trackers for torpedoes in the water, fires on board and points. [7.4, 8.5, 10.5]
use crate::{Column, Flow, Grid, Paper, Part, PrintedPage, Typesetter, reference::run_out_at_once};
use naval::model::{Ship, Side, state::Marker};
use naval::rules::tally::{ScoredFate, points_for};
use naval::view::View;
use show::{fire::marker_name, seen::enemy_markers};

/// Least number of lines of a tracker.
const LINES: usize = 10;
/// Height of each line.
const LINE: f64 = 6.6;
/// Depth of the gaps and words around the tables.
const AROUND: f64 = 30.0;

/// More ships than this are not listed for points. Players write in the lost ones.
const MAX_SHIPS_LISTED: usize = 10;
/// Lines for ships to write in.
const BLANK: usize = 8;

/// Returns the tables, filled in up to the current state of the game.
pub fn trackers(letters: &Typesetter, view: &View, paper: Paper) -> Vec<PrintedPage> {
    let moment = crate::situation::moment_text(view);
    let mut flow = Flow::new(letters, Part::Trackers, paper, "Torpedoes, fires, points", &moment);
    let points: Vec<Grid> = view.setup.sides.iter().map(|side| points_grid(view, side)).collect();
    let half = flow.width() / 2.0 - 4.0;
    let deepest = points.iter().map(|grid| grid.height(flow.pen(), half)).fold(0.0, f64::max);
    let height_of = |grid: &Grid| grid.height(flow.pen(), flow.width());
    // Fill the rest of the page with more lines.
    let spare = flow.depth_left()
        - height_of(&torpedo_grid(view, LINES))
        - height_of(&fire_grid(view, LINES))
        - deepest
        - AROUND;
    let lines = LINES + (spare / 2.0 / LINE).floor().max(0.0) as usize;
    flow.add_grid(&torpedo_grid(view, lines));
    let enemy_markers = enemy_markers(view);
    if !enemy_markers.is_empty() {
        flow.paragraph(&format!("Markers of the enemy: {}.", enemy_markers.join(", ")));
    }
    flow.gap(4.0);
    flow.add_grid(&fire_grid(view, lines));
    flow.aside("With three fires a ship uses neither guns nor torpedoes and makes 2\u{2033} at most. With five it is abandoned [8.5.1, 8.5.2]. Cross out the die of a fire that is out.");
    flow.add_columns(&points);
    flow.aside("Points are counted once, when the battle is over [10.5].");
    flow.into_pages()
}

/// Returns the points of a side: for known enemies, or for ships to write in. [10.5]
fn points_grid(view: &View, side: &Side) -> Grid {
    let handicap = &view.tally().handicap;
    let has_handicap = handicap.to.as_ref() == Some(&side.id) && handicap.points != 0;
    let handicap_row =
        has_handicap.then(|| vec!["given beforehand [10.5.6]".to_owned(), String::new(), handicap.points.to_string()]);
    let is_enemy_with_points = |ship: &&Ship| ship.side != side.id && !view.setup.without_points.contains(&ship.id);
    let known: Vec<&Ship> =
        view.own_ships().filter(is_enemy_with_points).filter(|ship| worth_of(ship, ScoredFate::Sunk) != 0).collect();
    let mut rows: Vec<Vec<String>> = handicap_row.into_iter().collect();
    if known.is_empty() || MAX_SHIPS_LISTED < known.len() {
        rows.extend(vec![vec![String::new(); 3]; BLANK]);
    } else {
        rows.extend(known.iter().map(|ship| {
            let (sunk, stopped) = (worth_of(ship, ScoredFate::Sunk), worth_of(ship, ScoredFate::Immobile));
            let worth = if sunk == stopped { sunk.to_string() } else { format!("{sunk} / {stopped}") };
            vec![ship.card.name.clone(), worth, String::new()]
        }));
    }
    rows.push(vec!["sum".to_owned(), String::new(), String::new()]);
    let columns = vec![
        Column::left("ENEMY", 50.0).strong(),
        Column::middle("SUNK / IMMOBILE", 26.0),
        Column::right("SCORED", 18.0).strong(),
    ];
    Grid { size: 2.9, ..Grid::new(format!("POINTS OF {}", side.name.to_uppercase()), columns, rows).for_writing(4.4) }
}

fn worth_of(ship: &Ship, fate: ScoredFate) -> i32 {
    points_for(ship.card.kind, fate).0
}

fn torpedo_grid(view: &View, lines: usize) -> Grid {
    let row = |marker: &Marker| {
        vec![
            marker_name(&marker.id),
            view.name(&marker.launcher).to_owned(),
            view.name(&marker.target).to_owned(),
            if marker.dummy { "dummy".to_owned() } else { marker.factors.to_string() },
            marker.bearing.to_string(),
            marker.turn.to_string(),
            format!("{}\u{2033}", marker.run),
            format!("{}\u{2033}", marker.radius(view.turn)),
            String::new(),
        ]
    };
    let mut rows: Vec<Vec<String>> = view.own_markers().map(row).collect();
    const RUN_NOW: usize = 7;
    let mut columns = vec![
        Column::middle("MARKER", 13.0).strong(),
        Column::left("LAUNCHED BY", 36.0),
        Column::left("AT", 36.0),
        Column::middle("FACTORS", 13.0),
        Column::middle("SIDE", 16.0),
        Column::middle("TURN", 11.0),
        Column::middle("RUN", 12.0),
        Column::middle("RUN NOW", 22.0),
        Column::left("DICE AND HITS", 30.0),
    ];
    // If every torpedo ends its run in the turn of launch, the current run is not needed.
    if run_out_at_once(view) {
        columns.remove(RUN_NOW);
        rows.iter_mut().for_each(|row| drop(row.remove(RUN_NOW)));
    }
    rows.resize(rows.len().max(lines), vec![String::new(); columns.len()]);
    Grid::new("TORPEDOES IN THE WATER", columns, rows).with_note("5\u{2033} a turn [7.4.2]").for_writing(LINE)
}

fn fire_grid(view: &View, lines: usize) -> Grid {
    const TURNS: [&str; 20] = [""; 20];
    let burning = view.own_ships().filter(|ship| 0 < ship.fires() && ship.is_in_action());
    let row = |ship: &Ship| {
        let mut row = vec![ship.card.name.clone(), ship.fires().to_string()];
        row.extend(TURNS.map(str::to_owned));
        row
    };
    let mut rows: Vec<Vec<String>> = burning.map(row).collect();
    let mut columns = vec![Column::left("SHIP", 36.0).strong(), Column::middle("FIRES", 12.0).strong()];
    columns.extend(TURNS.map(|head| Column::middle(head, 7.0)));
    rows.resize(rows.len().max(lines), vec![String::new(); columns.len()]);
    Grid::new("FIRES ABOARD", columns, rows)
        .with_note("write the turn above each column and the D10 in it [8.5.3, 8.6.1]")
        .for_writing(LINE)
}

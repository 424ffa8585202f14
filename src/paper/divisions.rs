//! Division record sheets: ships, flag, ratings, and a line for the plot of every turn. [5.1.3]
use chrono::TimeDelta;

use crate::{Column, Figure, Flow, Grid, Leaf, Letters, Paper, Part, fleet::how_she_is, strip};
use naval::{Division, Plot, Recorded, Setup, Ship, notation::plot_text, view::View};

/// A sheet for each of the viewer's own divisions that is in action or will be.
pub fn divisions(letters: &Letters, view: &View, paper: Paper) -> Vec<Leaf> {
    let lives = |division: &&Division| view.ships_of_division(&division.id).next().is_some();
    let sheets = view.own_divisions().filter(lives);
    sheets.flat_map(|division| sheet(letters, view, division, paper)).collect()
}

fn sheet(letters: &Letters, view: &View, division: &Division, paper: Paper) -> Vec<Leaf> {
    let says = format!("{} \u{2022} division sheet [5.1.3] \u{2022} {}", view.name(&division.side), view.setup.title);
    let mut flow = Flow::new(letters, Part::Divisions, paper, &division.name, &says);
    let figures = figures(view, division);
    flow.own(11.5, |pen, y, width| strip(pen, (0.0, y - 1.0), width, 5.0, &figures));
    flow.tell(figures.iter().map(|one| format!("{}: {}", one.label, one.value)).collect::<Vec<String>>().join("\n"));
    flow.grid(&order(view, division));
    // The table's own heading and the line under it take their part.
    let fresh = flow.left() - 22.0;
    let turns = view.setup.turns.max(division.record.iter().map(|line| line.turn).max().unwrap_or(0)).max(10);
    let row = (fresh / f64::from(turns)).clamp(5.2, 8.4);
    flow.grid(&plots(view, division, turns).ruled(row));
    flow.aside("S straight, CL/CR and degrees: column turn to left or right, SL/SR: ships together; F follow, M mimic, CU close up [5.7].");
    flow.leaves()
}

fn figures(view: &View, division: &Division) -> Vec<Figure> {
    let slowest = view.ships_of_division(&division.id).filter(|ship| ship.in_action()).map(Ship::allowance).min();
    let flag = view.name(&division.flagship).to_owned();
    let slowest = slowest.map_or_else(|| "none in action".to_owned(), |speed| format!("{speed}\u{2033}"));
    let rating = |rating: i32| format!("{rating:+}").replace('-', "\u{2212}");
    let mut figures = vec![
        Figure::plain("FLAGSHIP", flag),
        Figure::plain("SIGNALLING", rating(division.signalling)),
        Figure::plain("INITIATIVE", rating(division.initiative)),
        Figure::plain("SLOWEST SHIP", slowest),
    ];
    let kind = view.ships_of_division(&division.id).next().map(|ship| ship.card.kind);
    figures.extend(Figure::of_movement(kind.and_then(|kind| view.setup.charts.movement_of(kind))));
    figures
}

/// The ships in the order of the line.
fn order(view: &View, division: &Division) -> Grid {
    let rows = view.ships_of_division(&division.id).map(|ship| {
        vec![
            ship.number.map(|number| number.to_string()).unwrap_or_default(),
            ship.card.name.clone(),
            ship.card.kind.to_string(),
            format!("{}\u{2033}", ship.allowance()),
            how_she_is(view, ship),
        ]
    });
    let columns = vec![
        Column::right("No.", 8.0),
        Column::left("SHIP, IN ORDER", 46.0).strong(),
        Column::left("TYPE", 14.0),
        Column::right("TOP SPEED", 16.0),
        Column::left("STATE AND NOTES", 80.0),
    ];
    Grid::new("ORDER OF SHIPS", columns, rows.collect())
}

fn plots(view: &View, division: &Division, turns: u16) -> Grid {
    let rows = (1..=turns).map(|turn| {
        let recorded = division.record.iter().find(|line| line.turn == turn);
        let now = (view.turn == turn).then_some(division.plot.as_ref()).flatten();
        let next = (view.turn + 1 == turn).then_some(division.advance.as_ref()).flatten();
        let plot = recorded.map(|line: &Recorded| &line.plot).or(now).or(next);
        let instead = recorded.and_then(|line| line.instead.as_ref());
        vec![
            turn.to_string(),
            clock(&view.setup, turn),
            plot.map(steers).unwrap_or_default(),
            plot.and_then(|plot| plot.speed).map(|speed| format!("{speed}\u{2033}")).unwrap_or_default(),
            String::new(),
            instead.map(steers).unwrap_or_default(),
            String::new(),
        ]
    });
    let columns = vec![
        Column::middle("TURN", 10.0).strong(),
        Column::middle("CLOCK", 13.0),
        Column::left("PLOT", 62.0).strong(),
        Column::middle("SPEED", 13.0),
        Column::left("ORDERS: DIE", 20.0),
        Column::left("DONE INSTEAD", 42.0),
        Column::left("NOTES", 28.0),
    ];
    Grid::new("PLOTS", columns, rows.collect()).says("one line a turn, four minutes each [3.2, 5.7]")
}

fn steers(plot: &Plot) -> String {
    let smoke = if plot.smoke.is_empty() { "" } else { ", smoke" };
    let steers = if plot.elements.is_empty() { "straight on".to_owned() } else { plot_text(plot) };
    format!("{steers}{smoke}")
}

fn clock(setup: &Setup, turn: u16) -> String {
    (setup.start + TimeDelta::minutes(4 * (i64::from(turn) - 1))).format("%H:%M").to_string()
}

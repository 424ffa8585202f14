//! Draws division record sheets: ships, flag, ratings, and a line for each turn's plot, several to a page. [5.1.3]
use chrono::TimeDelta;

use crate::{
    ASIDE, Column, Cut, Figure, Flow, Grid, HAIR, INK, Paper, Part, Pen, PrintedPage, SOFT, Style, Typesetter,
    cutouts::marker_of, draw_figures, fleet::ship_state,
};
use naval::model::{Division, Fate, ForceTable, Plot, PlotRecord, Setup, Ship, WindForce};
use naval::{notation::plot_text, rules::flags::force_flag, view::View};

/// Gap between two sheets side by side, for cutting.
const GUTTER: f64 = 8.0;
/// Height of the name and its line.
const HEAD: f64 = 10.0;
/// Height of the two strips of figures.
const FIGURES: f64 = 15.2;
/// Largest extra height for the figures.
const MAX_EXTRA_FIGURES: f64 = 2.2;
/// Least and greatest height of a turn's line.
const ROW: std::ops::RangeInclusive<f64> = 5.0..=10.5;
/// Longest sheet in turns. More turns continue on a second sheet.
const MAX_TURNS_PER_SHEET: u16 = 32;

/// Returns a sheet for each of the viewer's divisions in action or still to come. Before a generated battle's forces
/// are drawn, returns an empty one for each future division.
pub fn divisions(letters: &Typesetter, (view, future_view): (&View, &View), paper: Paper) -> Vec<PrintedPage> {
    let has_ships = |division: &&Division| view.ships_of_division(&division.id).next().is_some();
    let sheets = view.own_divisions().filter(has_ships).flat_map(|division| Sheet::from_division(view, division));
    let sheets: Vec<Sheet> = sheets.chain(sheets_to_draw(view, future_view)).collect();
    if sheets.is_empty() {
        return Vec::new();
    }
    let subtitle = format!("{} \u{2022} one line a turn, four minutes each [3.2, 5.1.3]", view.setup.title);
    let mut flow = Flow::new(letters, Part::Divisions, paper, "Division sheets", &subtitle);
    sheets.iter().for_each(|sheet| flow.add_text_only(sheet.plain_text()));
    // The last place is for a ship that becomes single, or a newly formed division. [5.8, 5.9.2]
    let max_ships = sheets.iter().map(|sheet| sheet.order.rows.len()).max().unwrap_or(0);
    let spare = sheets.last().filter(|_| sheets.len() % 2 == 1).map(|last| last.blank_copy(max_ships));
    let sheets: Vec<Sheet> = sheets.into_iter().chain(spare).collect();
    let width = (flow.width() - GUTTER) / 2.0;
    let mut remaining: &[Sheet] = &sheets;
    while !remaining.is_empty() {
        // Fit as many rows of two sheets as possible. The remaining depth makes their lines higher.
        let mut left = flow.depth_left() - KEY_DEPTH;
        let mut depths: Vec<f64> = Vec::new();
        for pair in remaining.chunks(2) {
            let depth = pair.iter().map(|sheet| sheet.least_depth(&flow)).fold(0.0, f64::max) + BETWEEN;
            if left < depth && !depths.is_empty() {
                break;
            }
            left -= depth;
            depths.push(depth);
        }
        let extra = (left / depths.len() as f64).max(0.0);
        for (index, (pair, depth)) in remaining.chunks(2).zip(&depths).enumerate() {
            let (depth, is_last) = (depth + extra, index + 1 == depths.len());
            flow.add_drawing(depth, |pen, y, whole| {
                // Align the lines of sheets side by side.
                let order = pair.iter().map(|sheet| untitled(&sheet.order).height(pen, width)).fold(0.0, f64::max);
                for (index, sheet) in pair.iter().enumerate() {
                    sheet.draw(pen, ((width + GUTTER) * index as f64, y), (width, depth - BETWEEN), order);
                }
                if pair.len() == 2 {
                    pen.stroke((whole / 2.0, y), (whole / 2.0, y + depth - BETWEEN), 0.12, HAIR, Some("2 2"));
                }
                if !is_last {
                    let cut = y + depth - BETWEEN / 2.0;
                    pen.stroke((0.0, cut), (whole, cut), 0.12, HAIR, Some("2 2"));
                }
            });
        }
        flow.add_drawing(KEY_DEPTH - 0.1, |pen, y, whole| {
            pen.fit_words(0.0, y + KEY_DEPTH - 1.0, Style { size: 2.8, ..ASIDE }, KEY_TEXT, whole);
        });
        remaining = &remaining[(depths.len() * 2).min(remaining.len())..];
        if !remaining.is_empty() {
            flow.next_page();
        }
    }
    flow.into_pages()
}

/// Returns an empty sheet for each division that a side will draw. [10.1.2]
fn sheets_to_draw(view: &View, future_view: &View) -> Vec<Sheet> {
    let tables = view.setup.generator.iter().flat_map(|generator| &generator.forces);
    let tables = tables.filter(|table| view.owns(&table.side) && !view.mustered_sides.contains(&table.side));
    let of_side = |table: &ForceTable| {
        let division = future_view.own_divisions().find(|division| division.side == table.side)?;
        let sheet = Sheet::from_division(future_view, division).into_iter().next()?.blank_copy(MAX_SHIPS_DRAWN);
        let mut sheet = sheet;
        if view.is_hour_open() {
            sheet.plots.rows.iter_mut().filter_map(|row| row.get_mut(1)).for_each(String::clear);
        }
        let heading = |roll: u8| format!("{}, roll {roll}", view.name(&table.side));
        let name = "Division:".to_owned();
        Some(
            (1..=table.rolls)
                .map(|roll| Sheet { subtitle: heading(roll), name: name.clone(), ..sheet.clone() })
                .collect(),
        )
    };
    tables.filter_map(of_side).flat_map(|sheets: Vec<Sheet>| sheets).collect()
}

/// Largest number of ships in a division still to be drawn.
const MAX_SHIPS_DRAWN: usize = 6;

/// Vertical gap between two sheets.
const BETWEEN: f64 = 5.0;
/// Room for the key of letters at the foot.
const KEY_DEPTH: f64 = 5.0;
const KEY_TEXT: &str = "PLOT: inches straight on, CL CR column turn, SL SR ships together, F M follow, mimic, CU close up [5.7]. WITH: in formation with [5.2]. T turn/factors/target/run/side/marker [7.4]. DIE: orders received.";

const FLAGSHIP: &str = "FLAGSHIP";
const FORCE_FLAGSHIP: &str = "FORCE FLAGSHIP";

/// A division and some of the turns.
#[derive(Clone)]
struct Sheet {
    name: String,
    subtitle: String,
    figures: Vec<Figure>,
    order: Grid,
    plots: Grid,
}

impl Sheet {
    fn from_division(view: &View, division: &Division) -> Vec<Sheet> {
        let recorded = division.plot_records.iter().map(|line| line.turn).max().unwrap_or(0);
        let turns = view.setup.turns.max(recorded).max(10);
        let parts = turns.div_ceil(MAX_TURNS_PER_SHEET);
        let marker = marker_of(view, division);
        let part = |part: u16| {
            let turns_per_part = turns.div_ceil(parts);
            let part_turns = (part * turns_per_part + 1)..=((part + 1) * turns_per_part).min(turns);
            let suffix = if part == 0 { "" } else { ", continued" };
            Sheet {
                name: format!("{}{suffix}", division.name),
                subtitle: marker.map_or_else(
                    || view.name(&division.side).to_owned(),
                    |number| format!("{}, force marker {number}", view.name(&division.side)),
                ),
                figures: figures(view, division),
                order: ship_table(view, division),
                plots: plot_table(view, division, part_turns),
            }
        };
        (0..parts).map(part).collect()
    }

    /// Returns an empty copy, for a still unknown division of this many ships.
    fn blank_copy(&self, ships: usize) -> Sheet {
        // Keep turn and clock.
        let unplotted = |row: &Vec<String>| {
            let cells = row.iter().enumerate();
            cells.map(|(column, cell)| if column < 2 { cell.clone() } else { String::new() }).collect()
        };
        let order = Grid { rows: vec![vec![String::new(); self.order.columns.len()]; ships], ..self.order.clone() };
        let label = |label| if label == FORCE_FLAGSHIP { FLAGSHIP } else { label };
        Sheet {
            name: "Division or ship:".to_owned(),
            subtitle: "for a detached ship [5.9.2]".to_owned(),
            figures: self.figures.iter().map(|figure| Figure::plain(label(figure.label), "")).collect(),
            order: order.for_writing(self.order.row),
            plots: Grid { rows: self.plots.rows.iter().map(unplotted).collect(), ..self.plots.clone() },
        }
    }

    /// Returns the depth with lines of the least height.
    fn least_depth(&self, flow: &Flow) -> f64 {
        let width = (flow.width() - GUTTER) / 2.0;
        let plots = Grid { row: *ROW.start(), ..self.plots.clone() };
        HEAD + FIGURES
            + untitled(&self.order).height(flow.pen(), width)
            + 2.0
            + untitled(&plots).height(flow.pen(), width)
    }

    /// Draws the sheet. `deepest` is the greatest depth of the ship tables beside each other.
    fn draw(&self, pen: &mut Pen, (x, y): (f64, f64), (width, depth): (f64, f64), deepest: f64) {
        let side = Style::new(Cut::Italic, 3.2).ink(SOFT).right();
        let subtitle_width = pen.width(side, &self.subtitle);
        pen.fit_words(x, y + 5.0, Style::new(Cut::Bold, 5.0), &self.name, width - subtitle_width - 3.0);
        pen.words(x + width, y + 5.0, side, &self.subtitle);
        pen.stroke((x, y + 7.0), (x + width, y + 7.0), 0.5, INK, None);
        let least_plots_height = Grid { row: *ROW.start(), ..untitled(&self.plots) }.height(pen, width);
        let extra = (depth - HEAD - FIGURES - deepest - 2.0 - least_plots_height).clamp(0.0, MAX_EXTRA_FIGURES);
        for (index, figures) in self.figures.chunks(3).enumerate() {
            draw_figures(pen, (x, y + 8.3 + extra * 0.3 + (7.6 + extra * 0.4) * index as f64), width, 3.7, figures);
        }
        let order = untitled(&self.order);
        let under = y + HEAD + FIGURES + extra - 1.0;
        order.draw(pen, (x, under), width, 0..order.rows.len());
        let top = under + deepest + 1.6;
        let lines = self.plots.rows.len() as f64;
        // The table's heading and the line below it take this depth.
        let row = ((y + depth - top - 5.2) / lines).clamp(*ROW.start(), *ROW.end());
        let plots = untitled(&self.plots).for_writing(row);
        plots.draw(pen, (x, top), width, 0..plots.rows.len());
    }

    fn plain_text(&self) -> String {
        let figures: Vec<String> =
            self.figures.iter().map(|figure| format!("{}: {}", figure.label, figure.value)).collect();
        let head = format!("{}\n{} \u{2022} division sheet [5.1.3]", self.name, self.subtitle);
        [head, figures.join("\n"), self.order.plain_text(), self.plots.plain_text()].join("\n\n")
    }
}

/// Returns a table without its title, which the sheet does not need.
fn untitled(grid: &Grid) -> Grid {
    Grid { title: String::new(), ..grid.clone() }
}

fn figures(view: &View, division: &Division) -> Vec<Figure> {
    let is_counted = |ship: &&Ship| ship.is_in_action() || matches!(ship.fate, Fate::Waiting { .. });
    let slowest = view.ships_of_division(&division.id).filter(is_counted).map(Ship::speed_allowance).min();
    let flag = view.name(&division.flagship).to_owned();
    let leads_force = force_flag(view, &division.side).as_ref() == Some(&division.flagship);
    let slowest = slowest.map_or_else(|| "none in action".to_owned(), |speed| format!("{speed}\u{2033}"));
    let rating = |rating: i32| format!("{rating:+}").replace('-', "\u{2212}");
    let mut figures = vec![
        Figure::plain(if leads_force { FORCE_FLAGSHIP } else { FLAGSHIP }, flag),
        Figure::plain("SIGNALLING", rating(division.signalling)),
        Figure::plain("INITIATIVE", rating(division.initiative)),
        Figure::plain("SLOWEST SHIP", slowest),
    ];
    let kind = view.ships_of_division(&division.id).next().map(|ship| ship.card.kind);
    figures.extend(Figure::for_movement(kind.and_then(|kind| view.setup.charts.movement_of(kind))));
    figures
}

/// Returns the ships in the order of the line.
fn ship_table(view: &View, division: &Division) -> Grid {
    let rows = view.ships_of_division(&division.id).map(|ship| {
        vec![
            ship.number.map(|number| number.to_string()).unwrap_or_default(),
            ship.card.name.clone(),
            ship.card.kind.to_string(),
            format!("{}\u{2033}", ship.speed_allowance()),
            ship_state(view, ship),
        ]
    });
    let columns = vec![
        Column::right("No.", 7.0),
        Column::left("SHIP, IN ORDER", 31.0).strong(),
        Column::left("TYPE", 9.0),
        Column::right("TOP", 12.0),
        Column::left("STATE, NOTES", 31.0),
    ];
    Grid { row: 4.1, size: 2.9, ..Grid::new("ORDER OF SHIPS", columns, rows.collect()) }
}

fn plot_table(view: &View, division: &Division, turns: std::ops::RangeInclusive<u16>) -> Grid {
    let rows = turns.map(|turn| {
        let recorded = division.plot_records.iter().find(|line| line.turn == turn);
        let now = (view.turn == turn).then_some(division.plot.as_ref()).flatten();
        let next = (view.turn + 1 == turn).then_some(division.next_plot.as_ref()).flatten();
        let plot = recorded.map(|line: &PlotRecord| &line.plot).or(now).or(next);
        let instead = recorded.and_then(|line| line.instead.as_ref());
        vec![
            turn.to_string(),
            clock(&view.setup, turn),
            plot.map(plot_summary).unwrap_or_default(),
            plot.and_then(|plot| plot.speed).map(|speed| format!("{speed}\u{2033}")).unwrap_or_default(),
            String::new(),
            String::new(),
            instead.map(plot_summary).unwrap_or_default(),
        ]
    });
    let columns = vec![
        Column::middle("TURN", 9.0).strong(),
        Column::middle("CLOCK", 10.0),
        Column::left("PLOT", 27.0).strong(),
        Column::middle("SPEED", 10.0),
        Column::left(
            if view.setup.wind.force == WindForce::High { "WITH, TORPEDOES" } else { "WITH, SMOKE, TORP." },
            27.0,
        ),
        Column::middle("DIE", 7.0),
        Column::left("DONE INSTEAD", 20.0),
    ];
    // A terminal omits column 4, because the plot contains its values.
    Grid { size: 2.9, paper_only: vec![4], ..Grid::new("PLOTS", columns, rows.collect()) }
}

fn plot_summary(plot: &Plot) -> String {
    let smoke = if plot.smoke.is_empty() { "" } else { ", smoke" };
    let steers = if plot.elements.is_empty() { "straight on".to_owned() } else { plot_text(plot) };
    format!("{steers}{smoke}")
}

fn clock(setup: &Setup, turn: u16) -> String {
    (setup.start + TimeDelta::minutes(4 * (i64::from(turn) - 1))).format("%H:%M").to_string()
}

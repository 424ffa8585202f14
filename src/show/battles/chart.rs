//! The results of many battles as a picture: win shares with intervals, the margin, and losses by ship.
use svg::{Document, Node as _, node::element::Group};

use crate::drawing::{INK, PAPER, SIDE_COLOURS, SOFT, line, number, rectangle, text_element};
use crate::percent_of;

/// A bar of the picture: a share of the battles, with its interval if known.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    pub name: String,
    /// Index of the side in the scenario. `None` for battles that no side won.
    pub side: Option<usize>,
    pub share: f64,
    pub interval: Option<(f64, f64)>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    pub title: String,
    /// Players, number of battles and seed.
    pub subtitle: String,
    pub sides: [String; 2],
    pub shares: Vec<Bar>,
    /// Number of battles for each lead of the first side, in points.
    pub margins: Vec<(i32, usize)>,
    /// Ships by how often they were lost, most often first.
    pub ships: Vec<Bar>,
    /// The command that draws the picture again.
    pub again: String,
}

const PAGE_WIDTH: f64 = 1_200.0;
const LEFT_MARGIN: f64 = 250.0;
const RIGHT_MARGIN: f64 = 150.0;
const ROW_HEIGHT: f64 = 34.0;
const COLUMNS_HEIGHT: f64 = 220.0;
/// The maximum number of columns for the margin, or one more.
const MAX_COLUMNS: i32 = 40;
const MAX_SHIPS: usize = 14;

fn colour(side: Option<usize>) -> &'static str {
    side.and_then(|side| SIDE_COLOURS.get(side).copied()).unwrap_or(SOFT)
}

/// Draws the picture. The same chart gives the same bytes.
pub fn svg(chart: &Chart) -> String {
    let mut page = Group::new();
    page.append(text_element((40.0, 52.0), 30.0, &chart.title));
    page.append(text_element((40.0, 84.0), 18.0, &chart.subtitle));
    let mut y = heading(&mut page, 128.0, "Wins, with the interval of 95%");
    for bar in &chart.shares {
        y = row(&mut page, y, bar);
    }
    let [first, second] = &chart.sides;
    y = heading(&mut page, y + 34.0, &format!("Margin in points: {second} ahead on the left, {first} on the right"));
    y = columns(&mut page, y, &chart.margins);
    let lost: Vec<&Bar> = chart.ships.iter().filter(|bar| 0.0 < bar.share).collect();
    let more = lost.len().saturating_sub(MAX_SHIPS);
    let more_text = if more == 0 { String::new() } else { format!("; {more} others less often") };
    y = heading(&mut page, y + 34.0, &format!("Lost: sunk or permanently immobile{more_text}"));
    if lost.is_empty() {
        page.append(text_element((LEFT_MARGIN, y + 20.0), 18.0, "no ships"));
        y += ROW_HEIGHT;
    }
    for bar in lost.into_iter().take(MAX_SHIPS) {
        y = row(&mut page, y, bar);
    }
    page.append(text_element((40.0, y + 40.0), 15.0, &chart.again));
    let height = y + 70.0;
    let ground = rectangle((0.0, 0.0), (PAGE_WIDTH, height)).set("fill", PAPER);
    let document = Document::new()
        .set("viewBox", format!("0 0 {} {}", number(PAGE_WIDTH), number(height)))
        .set("width", number(PAGE_WIDTH))
        .set("height", number(height))
        .set("font-family", "DejaVu Sans, sans-serif")
        .add(ground)
        .add(page);
    format!("{document}\n")
}

fn heading(page: &mut Group, y: f64, text: &str) -> f64 {
    page.append(text_element((40.0, y), 20.0, text).set("font-weight", "bold"));
    y + 18.0
}

/// Draws a bar with its name on the left and its share on the right, and returns the y of the next row.
fn row(page: &mut Group, y: f64, bar: &Bar) -> f64 {
    let width = PAGE_WIDTH - LEFT_MARGIN - RIGHT_MARGIN;
    let x = |share: f64| LEFT_MARGIN + width * share.clamp(0.0, 1.0);
    let middle = y + ROW_HEIGHT / 2.0;
    page.append(text_element((LEFT_MARGIN - 12.0, middle + 6.0), 18.0, &bar.name).set("text-anchor", "end"));
    page.append(rectangle((LEFT_MARGIN, y + 5.0), (width, ROW_HEIGHT - 10.0)).set("fill", "#e6dcc4"));
    page.append(
        rectangle((LEFT_MARGIN, y + 5.0), (x(bar.share) - LEFT_MARGIN, ROW_HEIGHT - 10.0))
            .set("fill", colour(bar.side)),
    );
    if let Some((low, high)) = bar.interval {
        let ends = [((x(low), middle), (x(high), middle)), tick(x(low), middle), tick(x(high), middle)];
        for (from, to) in ends {
            page.append(line(from, to).set("stroke", INK).set("stroke-width", 2));
        }
    }
    page.append(text_element((PAGE_WIDTH - RIGHT_MARGIN + 12.0, middle + 6.0), 18.0, &percent_of(bar.share)));
    y + ROW_HEIGHT
}

fn tick(x: f64, y: f64) -> ((f64, f64), (f64, f64)) {
    ((x, y - 6.0), (x, y + 6.0))
}

/// Draws the margins as columns, with margin 0 in the middle. Returns the y below them.
fn columns(page: &mut Group, y: f64, margins: &[(i32, usize)]) -> f64 {
    let most = margins.iter().map(|(points, _)| points.abs()).max().unwrap_or(0).max(1);
    let step = (2 * most + 1 + MAX_COLUMNS - 1) / MAX_COLUMNS;
    let reach = (2 * most + step) / (2 * step);
    let mut counts = vec![0_usize; (2 * reach + 1) as usize];
    for (points, count) in margins {
        // Columns are symmetrical about that of margin 0.
        let column = (points.abs() * 2 + step) / (2 * step) * points.signum();
        counts[(column + reach) as usize] += count;
    }
    let (width, foot) = (PAGE_WIDTH - LEFT_MARGIN - RIGHT_MARGIN, y + COLUMNS_HEIGHT);
    let column_width = width / counts.len() as f64;
    let highest = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let label_interval = (counts.len() as i32 / 12).max(1);
    for (index, count) in counts.iter().enumerate() {
        let column = index as i32 - reach;
        let side = match column.signum() {
            1 => Some(0),
            -1 => Some(1),
            _ => None,
        };
        let (left, height) =
            (LEFT_MARGIN + column_width * index as f64, (COLUMNS_HEIGHT - 20.0) * *count as f64 / highest);
        let bar = rectangle((left + 1.0, foot - height), (column_width - 2.0, height)).set("fill", colour(side));
        page.append(bar);
        if column % label_interval == 0 {
            let label = format!("{:+}", column * step).replace("+0", "0");
            page.append(
                text_element((left + column_width / 2.0, foot + 22.0), 15.0, &label).set("text-anchor", "middle"),
            );
        }
    }
    page.append(
        line((LEFT_MARGIN, foot), (PAGE_WIDTH - RIGHT_MARGIN, foot)).set("stroke", INK).set("stroke-width", 1.5),
    );
    let all: usize = margins.iter().map(|(_, count)| count).sum();
    let top = format!("{highest} of {all}");
    page.append(text_element((LEFT_MARGIN - 12.0, y + 30.0), 15.0, &top).set("text-anchor", "end"));
    foot + 30.0
}

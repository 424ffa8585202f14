//! The graph of points and strength, turn by turn.
use naval::SideId;
use naval::model::{BatteryKind, Ship};
use naval::view::View;
use svg::{
    Document, Node as _,
    node::element::{Group, Polyline},
};

use crate::drawing::{FAMILY, INK, PAPER, SIDE_COLOURS, SOFT, line, number, rectangle, text_element};
use crate::{count, joined, list};

/// Points and strength of the sides at the end of a turn, in the scenario's order. `None` if the viewer does not know.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnStanding {
    pub turn: u16,
    pub points: [Option<f64>; 2],
    /// Percent of the strength of the same ships undamaged.
    pub strength: [Option<f64>; 2],
}

/// A turn's standing, and whether each side lost a ship in it.
pub type GraphTurn = (TurnStanding, [bool; 2]);

impl TurnStanding {
    pub fn from_view(view: &View<'_>) -> TurnStanding {
        let (mut points, mut strength) = ([None; 2], [None; 2]);
        let tally = view.tally();
        for (index, side) in view.setup.sides.iter().enumerate().take(points.len()) {
            let counted = tally.sides.iter().find(|counted| counted.side == side.id);
            points[index] = counted.map(|counted| f64::from(counted.points));
            strength[index] = strength_left(view, &side.id);
        }
        TurnStanding { turn: view.turn, points, strength }
    }

    fn points(&self, side: usize) -> Option<f64> {
        self.points[side]
    }

    fn strength(&self, side: usize) -> Option<f64> {
        self.strength[side]
    }
}

/// Returns the percentage of strength left to the ships of a side that the viewer owns. `None` if it owns none.
fn strength_left(view: &View<'_>, side: &SideId) -> Option<f64> {
    let (mut left, mut full) = (0.0, 0.0);
    for ship in view.own_ships().filter(|ship| ship.side == *side) {
        let (card, division) = (ship.card.clone(), ship.division.clone());
        full += ship_strength(&Ship::new(card, ship.side.clone(), division, None, ship.speed));
        left += if ship.counts_as_sunk() { 0.0 } else { ship_strength(ship) };
    }
    (0.0 < full).then(|| 100.0 * left / full)
}

/// Returns the sum of mounts, medium and light battery points, and flotation left. (house)
fn ship_strength(ship: &Ship) -> f64 {
    let guns = [BatteryKind::Medium, BatteryKind::Light].map(|kind| ship.battery_strength(kind).as_f64());
    let flotation = (ship.card.flotation - ship.flotation_hits()).max(0);
    guns.iter().sum::<f64>() + ship.mounts_left().len() as f64 + f64::from(flotation)
}

/// The axis of points reaches at least this number.
const LEAST_POINTS: f64 = 6.0;
const WIDTH: f64 = 900.0;
const PANEL_HEIGHT: f64 = 190.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 30.0;
const PANEL_GAP: f64 = 70.0;
const TOP: f64 = 70.0;
/// The greatest number of turns that are written below the axis.
const MAX_TURN_LABELS: usize = 20;

/// Draws the graph. The first side's lines are solid, the second's broken. The same standings give the same bytes.
pub fn graph_svg(turns: &[GraphTurn], sides: &[String]) -> String {
    let mut page = Group::new();
    for (index, name) in sides.iter().take(2).enumerate() {
        let x = LEFT + 220.0 * index as f64;
        page.append(side_line(&[(x, 24.0), (x + 40.0, 24.0)], index));
        page.append(text_element((x + 50.0, 29.0), 16.0, name));
    }
    page.append(text_element((LEFT + 440.0, 29.0), 14.0, "× a ship is lost").set("fill", SOFT));
    let most = turns.iter().flat_map(|(standing, _)| standing.points).flatten().fold(LEAST_POINTS, f64::max);
    // The middle of the axis is a whole number.
    let most = 2.0 * (most / 2.0).ceil();
    let bottom = draw_panel(&mut page, TOP, "Points [10.5]", most, turns, TurnStanding::points);
    let title = "Strength left, percent of mounts, lighter guns and flotation";
    let bottom = draw_panel(&mut page, bottom + PANEL_GAP, title, 100.0, turns, TurnStanding::strength);
    let height = bottom + 50.0;
    let document = Document::new()
        .set("viewBox", format!("0 0 {} {}", number(WIDTH), number(height)))
        .set("width", number(WIDTH))
        .set("height", number(height))
        .set("font-family", FAMILY)
        .add(rectangle((0.0, 0.0), (WIDTH, height)).set("fill", PAPER))
        .add(page);
    format!("{document}\n")
}

/// Draws one quantity of both sides, and returns the y of the axis.
fn draw_panel(
    page: &mut Group,
    top: f64,
    title: &str,
    most: f64,
    turns: &[GraphTurn],
    value: fn(&TurnStanding, usize) -> Option<f64>,
) -> f64 {
    let (foot, width) = (top + PANEL_HEIGHT, WIDTH - LEFT - RIGHT);
    let step = width / turns.len().saturating_sub(1).max(1) as f64;
    let at = |index: usize, value: f64| (LEFT + step * index as f64, foot - PANEL_HEIGHT * value / most);
    page.append(text_element((LEFT, top - 12.0), 16.0, title).set("font-weight", "bold"));
    for share in [0.0, 0.5, 1.0] {
        let (_, y) = at(0, most * share);
        page.append(line((LEFT, y), (LEFT + width, y)).set("stroke", SOFT).set("stroke-width", 0.5));
        let label = text_element((LEFT - 8.0, y + 5.0), 14.0, &number((most * share).round()));
        page.append(label.set("text-anchor", "end"));
    }
    let interval = turns.len().div_ceil(MAX_TURN_LABELS).max(1);
    for (index, (standing, _)) in turns.iter().enumerate().step_by(interval) {
        let label = text_element((at(index, 0.0).0, foot + 20.0), 13.0, &standing.turn.to_string());
        page.append(label.set("text-anchor", "middle"));
    }
    for (side, colour) in SIDE_COLOURS.iter().enumerate() {
        let known = turns
            .iter()
            .enumerate()
            .filter_map(|(index, (standing, has_loss))| Some((at(index, value(standing, side)?), has_loss[side])));
        let known: Vec<((f64, f64), bool)> = known.collect();
        let places: Vec<(f64, f64)> = known.iter().map(|(place, _)| *place).collect();
        page.append(side_line(&places, side));
        for ((x, y), _) in known.iter().filter(|(_, has_loss)| *has_loss) {
            let mark = text_element((*x, y + 6.0), 20.0, "×").set("text-anchor", "middle");
            page.append(mark.set("fill", *colour));
        }
    }
    page.append(line((LEFT, foot), (LEFT + width, foot)).set("stroke", INK).set("stroke-width", 1.2));
    page.append(text_element((LEFT + width, foot + 38.0), 13.0, "turn").set("text-anchor", "end"));
    foot
}

fn side_line(places: &[(f64, f64)], side: usize) -> Polyline {
    let points: Vec<String> = places.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
    let line = Polyline::new().set("points", points.join(" ")).set("fill", "none");
    let line = line.set("stroke", SIDE_COLOURS[side]).set("stroke-width", 2);
    if side == 0 { line } else { line.set("stroke-dasharray", "7 4") }
}

/// Describes the last turn of the graph.
pub fn graph_caption(turns: &[GraphTurn], sides: &[String]) -> String {
    let Some((last, _)) = turns.last() else { return String::new() };
    let parts = sides.iter().take(2).enumerate().filter_map(|(side, name)| {
        let points = last.points[side].map(|points| count(points, "point"));
        let strength = last.strength[side].map(|left| format!("{left:.0}% of its strength left"));
        let both: Vec<String> = [points, strength].into_iter().flatten().collect();
        (!both.is_empty()).then(|| format!("{name} {}", list(both)))
    });
    format!("At the end of turn {}: {}.", last.turn, joined(parts, "; "))
}

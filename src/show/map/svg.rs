//! A map to scale as SVG: an inch of the table is ten millimetres of the sheet.
//!
//! Colours that distinguish the sides always go with shapes. The first side's ships are filled and their
//! tracks solid. The second's are hollow and their tracks broken.
mod buckets;
mod frame;
mod key;
mod labels;
mod sea;
mod sheet;
mod ships;

use svg::{Document, node::element::Group};

use super::{Scene, Window, scene::Ship};
use crate::drawing::FAMILY;
use geometry::Point;

use buckets::Bounds;
use labels::{Label, LabelPlace, Labels};
use sea::dashes;
use sheet::{Colours, DAY, NIGHT, PRINT, Sheet, direction, number, rounded, width_of};

/// Draws the part of a scene that a window shows. The same scene gives the same bytes.
pub fn svg(scene: &Scene, window: Window) -> String {
    svg_document(scene, window, 1.0, if scene.night { &NIGHT } else { &DAY })
}

/// Draws the part with letters and lines `letter_scale` times as large, for a drawing that will be printed small. On
/// paper the sea is pale even by night.
pub fn svg_with_letter_scale(scene: &Scene, window: Window, letter_scale: f64) -> String {
    svg_document(scene, window, letter_scale, &DAY)
}

fn svg_document(scene: &Scene, window: Window, letter_scale: f64, colours: &'static Colours) -> String {
    let (mut sheet, shown) = (Sheet::for_window(window, letter_scale, colours), scene.part(&window));
    sheet.key = key::size(&shown, &sheet).1;
    let chart = draw_chart(scene, &sheet);
    let (width, height) = sheet.size();
    let (width, height) = (number(width), number(height));
    let document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("font-family", FAMILY)
        .set("font-weight", FONT_WEIGHT)
        .add(frame::patterns(&sheet))
        .add(frame::paper(&sheet))
        .add(chart)
        .add(frame::neatline(&sheet))
        .add(frame::title(scene, &sheet))
        .add(key::strip(&shown, scene.count_outside(&window), &sheet));
    format!("{document}\n")
}

const FONT_WEIGHT: &str = "300";

/// Draws the chart from the lowest layer up. Labels are placed on the complete sheet, even if only a part is shown.
fn draw_chart(scene: &Scene, sheet: &Sheet) -> Group {
    let mut labels = Labels::new(sheet);
    ships::keep_clear(scene, sheet, &mut labels);
    let near = scene.part_near(&sheet.shown);
    let chart = Group::new().set("clip-path", "url(#table)").add(sea::land(&near, sheet));
    let chart = sea::minefields(&near, sheet)
        .into_iter()
        .fold(chart, Group::add)
        .add(sea::fans(scene, sheet, &mut labels))
        .add(sea::rings(scene, sheet, &mut labels))
        .add(sea::torpedo_fields(&near, sheet))
        .add(ships::wakes(&near, sheet))
        .add(ships::tracks(&near, sheet))
        .add(sea::smoke(&near, sheet))
        .add(sea::torpedoes(scene, sheet, &mut labels))
        .add(sea::markers(scene, sheet, &mut labels))
        .add(ships::ships(&near, sheet))
        .add(ships::names(scene, sheet, &mut labels))
        .add(sea::land_names(scene, sheet, &mut labels));
    let chart = ships::ticks(&near, sheet, &mut labels).into_iter().fold(chart, Group::add);
    ships::struck(&near, sheet).into_iter().fold(chart, Group::add)
}

/// A place for a ship's name.
pub struct NamePlace<'s> {
    pub ship: &'s Ship,
    /// The middle of the words' baseline.
    pub at: Point,
    /// Whether a line must lead from the ship to its name.
    pub has_leader: bool,
}

/// Places names beside the ships in a window, for letters of this height in inches.
pub fn name_places<'s>(
    scene: &'s Scene,
    window: Window,
    letter_in: f64,
    name: fn(&Ship) -> String,
) -> Vec<NamePlace<'s>> {
    let sheet = Sheet::part(window, window, letter_in * sheet::SCALE / ships::NAME_SIZE, &DAY);
    let mut labels = Labels::new(&sheet);
    ships::keep_clear(scene, &sheet, &mut labels);
    let inside = scene.ships.iter().filter(|ship| window.holds(ship.pose.at));
    let named: Vec<(&Ship, String)> = inside.map(|ship| (ship, name(ship))).collect();
    let placed = ships::place_beside(&named, &sheet, &mut labels).into_iter();
    placed.map(|(ship, place)| NamePlace { ship, at: sheet.point(place.at), has_leader: place.needs_leader }).collect()
}

/// A part of the chart of a complete table, without frame and key, for a sheet of paper. [`UNITS_PER_INCH`] units are
/// an inch of the table.
pub struct ChartPart {
    pub drawing: Group,
    /// The position of the part's north-west corner in the drawing.
    pub corner: (f64, f64),
}

pub const UNITS_PER_INCH: f64 = sheet::SCALE;

/// Draws the part of a scene that a window shows. The smallest letters are `letters` units high.
///
/// # Promise
/// Two parts show their common area identically, because words are placed once on the complete table.
pub fn draw_part(scene: &Scene, shown: Window, letters: f64) -> ChartPart {
    const SMALLEST: f64 = 6.0;
    let sheet = Sheet::part(Window::whole_table(scene.table), shown, letters / SMALLEST, &PRINT);
    let drawn = Group::new()
        .set("font-family", FAMILY)
        .set("font-weight", FONT_WEIGHT)
        .add(frame::patterns(&sheet))
        .add(frame::lines(&sheet))
        .add(draw_chart(scene, &sheet));
    ChartPart { drawing: drawn, corner: (sheet.x(shown.west), sheet.y(shown.north)) }
}

//! A map to scale as SVG: an inch of the table is ten millimetres of the sheet.
//!
//! Everything that tells the sides apart by colour tells them apart by shape as well: the first side's ships are filled and
//! their tracks drawn through, the second's are hollow and their tracks broken.
mod buckets;
mod frame;
mod key;
mod labels;
mod sea;
mod sheet;
mod ships;

use svg::{Document, node::element::Group};

use super::{Scene, Window};
use buckets::Bounds;
use labels::{Labels, Spot, Words};
use sea::dashes;
use sheet::{Colours, DAY, NIGHT, Sheet, number, short, unit, width_of};

/// Draws the part of a scene that a window shows.
///
/// # Promise
/// The same scene gives the same bytes.
pub fn svg(scene: &Scene, window: Window) -> String {
    drawn(scene, window, 1.0, if scene.night { &NIGHT } else { &DAY })
}

/// The same with letters and lines so many times as large, for a drawing that will be printed small; on paper the sea is
/// pale by night as well.
pub fn lettered(scene: &Scene, window: Window, lettering: f64) -> String {
    drawn(scene, window, lettering, &DAY)
}

fn drawn(scene: &Scene, window: Window, lettering: f64, colours: &'static Colours) -> String {
    let sheet = Sheet::of(window, lettering, colours);
    let mut labels = Labels::new(&sheet);
    ships::keep_clear(scene, &sheet, &mut labels);
    let chart = Group::new()
        .set("clip-path", "url(#table)")
        .add(sea::land(scene, &sheet))
        .add(sea::fans(scene, &sheet, &mut labels))
        .add(sea::rings(scene, &sheet, &mut labels))
        .add(sea::torpedo_fields(scene, &sheet))
        .add(ships::wakes(scene, &sheet))
        .add(ships::tracks(scene, &sheet))
        .add(sea::smoke(scene, &sheet))
        .add(sea::torpedoes(scene, &sheet, &mut labels))
        .add(sea::markers(scene, &sheet, &mut labels))
        .add(ships::ships(scene, &sheet))
        .add(ships::names(scene, &sheet, &mut labels))
        .add(sea::land_names(scene, &sheet, &mut labels));
    let (width, height) = sheet.size();
    let (width, height) = (number(width), number(height));
    let document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("font-family", "Ubuntu, 'Gill Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif")
        .set("font-weight", "300")
        .add(frame::patterns(&sheet))
        .add(frame::paper(&sheet))
        .add(chart)
        .add(frame::neatline(&sheet))
        .add(frame::title(scene, &sheet))
        .add(key::strip(&scene.part(&window), scene.left_out(&window), &sheet));
    format!("{document}\n")
}

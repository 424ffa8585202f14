//! Draws a scene for a page in a browser, as fragments that can be replaced one by one.
//!
//! Lengths are tenths of an inch of the table, from its north-west corner. Letters and pens are sized by the page's
//! style sheet, in pixels of the screen at any zoom.
use std::collections::BTreeMap;

use geometry::{Bearing, Point, Table};
use maud::{Markup, html};

use super::scene::{Marker, Ship, Smoke, Torpedo};
use super::{NamePlace, Reach, Scene, ShipStatus};
use crate::drawing::without_trailing_zeros;

/// Units of the drawing in an inch.
const UNITS: f64 = 10.0;
/// The distance between two lines of the grid.
const GRID_IN: u32 = 10;
/// The width, in units, of the open sea around the table. It hides the edge when the chart is moved.
const MARGIN: f64 = 400.0;
/// Fires beyond this number are not drawn.
const MAX_FLAMES: u16 = 4;

/// Draws scenes of one table.
pub struct Screen {
    height_in: f64,
    /// The id of each kind of hull, by length, width and funnel in hundredths of an inch.
    hulls: BTreeMap<[i64; 3], String>,
}

/// A fired shot, or a declaration of fire, between two ships on the chart.
#[derive(Clone, Copy)]
pub struct ShotLine {
    pub from: Point,
    pub to: Point,
    pub side: usize,
    pub hits: bool,
}

impl Screen {
    pub fn new(table: &Table) -> Screen {
        Screen { height_in: table.depth_in, hulls: BTreeMap::new() }
    }

    /// Returns a point's position in the drawing.
    pub fn position(&self, point: Point) -> (f64, f64) {
        (point.x() * UNITS, (self.height_in - point.y()) * UNITS)
    }

    fn xy(&self, point: Point) -> (String, String) {
        let (x, y) = self.position(point);
        (number(x), number(y))
    }

    fn path(&self, points: &[Point], closed: bool) -> String {
        let steps = points.iter().enumerate().map(|(at, point)| {
            let (x, y) = self.xy(*point);
            format!("{}{x} {y}", if at == 0 { 'M' } else { 'L' })
        });
        steps.chain(closed.then(|| "Z".to_owned())).collect()
    }

    /// Draws what never changes: sea, grid, frame, land and the inches along two edges.
    pub fn ground(&self, scene: &Scene) -> Markup {
        let (width, height) = (scene.table.width_in * UNITS, scene.table.depth_in * UNITS);
        let lines = |length_in: f64| (0..).map(|at| at * GRID_IN).take_while(move |at| f64::from(*at) <= length_in);
        let (columns, rows) = (lines(scene.table.width_in), lines(scene.table.depth_in));
        let y_of = |inches: u32| (self.height_in - f64::from(inches)) * UNITS;
        html! {
            rect class="sea" x=(number(-MARGIN)) y=(number(-MARGIN)) width=(number(width + 2.0 * MARGIN))
                height=(number(height + 2.0 * MARGIN)) {}
            @for x in columns.clone() { path class="grid" d={ "M" (x * 10) " 0V" (number(height)) } {} }
            @for y in rows.clone() { path class="grid" d={ "M0 " (number(y_of(y))) "H" (number(width)) } {} }
            rect class="frame" x="0" y="0" width=(number(width)) height=(number(height)) {}
            @for x in columns { text class="inches below" x=(x * 10) y=(number(height)) text-anchor="middle" { (x) } }
            @for y in rows { text class="inches beside" x="0" y=(number(y_of(y))) text-anchor="end" { (y) } }
            @for land in &scene.land {
                path class="land" d=(self.path(&land.outline, true)) {}
                @if let Some(first) = land.outline.first() {
                    @let (x, y) = self.xy(middle_of(&land.outline, *first));
                    text class="place" x=(x) y=(y) text-anchor="middle" { (land.name) }
                }
            }
        }
    }

    /// Draws the minefields and their lanes. [9.2]
    pub fn mines(&self, scene: &Scene) -> Markup {
        html! {
            @for field in &scene.mines {
                @for area in &field.areas { path class="mines" d=(self.path(area, true)) {} }
                @for lane in &field.lanes { path class="lane" d=(self.path(lane, true)) {} }
            }
        }
    }

    pub fn smoke(&self, smoke: &[Smoke]) -> Markup {
        html! {
            @for band in smoke {
                path class=(if band.old { "smoke old" } else { "smoke" }) d=(self.path(&band.outline, true)) {}
            }
        }
    }

    pub fn torpedoes(&self, torpedoes: &[Torpedo]) -> Markup {
        html! {
            @for torpedo in torpedoes {
                g class={ "s" (torpedo.side) } {
                    title { (torpedo.name) }
                    (self.torpedo(torpedo))
                }
            }
        }
    }

    fn torpedo(&self, torpedo: &Torpedo) -> Markup {
        let (dot, run) = (torpedo.dot, torpedo.run_in);
        let (x, y) = self.xy(dot);
        let end = |bearing: Bearing| self.xy(dot.moved(bearing, run));
        html! {
            @match torpedo.reach {
                Reach::Sector { from, width_deg } if 0.0 < run => {
                    @let ((x1, y1), (x2, y2)) = (end(from), end(from.turned(width_deg)));
                    @let radius = number(run * UNITS);
                    path class="torpedo" d={ "M" (x) " " (y) "L" (x1) " " (y1) "A" (radius) " " (radius) " 0 "
                        (u8::from(180.0 < width_deg)) " 1 " (x2) " " (y2) "Z" } {}
                }
                Reach::Line(bearing) if 0.0 < run => {
                    @let (x1, y1) = end(bearing);
                    path class="torpedo" d={ "M" (x) " " (y) "L" (x1) " " (y1) } {}
                }
                Reach::Sector { .. } | Reach::Line(_) | Reach::Unknown => {
                    circle class="torpedo" cx=(x) cy=(y) r="3" {}
                }
            }
        }
    }

    /// Draws force markers. [5.13]
    pub fn markers(&self, markers: &[Marker]) -> Markup {
        html! {
            @for marker in markers {
                @let (x, y) = self.xy(marker.pose.at);
                g class={ "s" (marker.side) } {
                    path class="marker" d={ "M" (x) " " (y) "m-5 -5h10v10h-10z" } {}
                    text class="place" x=(x) y=(y) { (marker.name) }
                }
            }
        }
    }

    pub fn track(&self, ship: &Ship) -> Markup {
        html! { @if 1 < ship.track.len() { path class="track" d=(self.path(&ship.track, false)) {} } }
    }

    /// Draws a ship that the pointer and the keyboard can choose.
    pub fn ship(&mut self, ship: &Ship) -> Markup {
        let (x, y) = self.xy(ship.pose.at);
        let turn = number(ship.pose.heading.degrees() - 90.0);
        let ghost = matches!(ship.status, ShipStatus::LastSeen(_));
        let hull = self.hull_id(ship);
        html! {
            g class=(if ghost { "ship ghost" } else { "ship" }) data-id=(ship.id) data-x=(x) data-y=(y)
                transform={ "translate(" (x) " " (y) ")rotate(" (turn) ")" } tabindex="-1" role="button"
                aria-label={ (full_name(ship)) ": open its card" } {
                circle class="touch" {}
                @if ship.status == ShipStatus::Sunk {
                    path d="M-6 0H6M-3-2.2V2.2M0-3.6V3.6M3-2.2V2.2" {}
                } @else {
                    use href={ "#" (hull) } {}
                    @if ship.status == ShipStatus::Hulk { path class="struck" d="M-5-4L5 4M-5 4L5-4" {} }
                    @for flame in 0..ship.fires.min(MAX_FLAMES) { circle class="flame" cx=(-3 * i32::from(flame)) r="1.7" {} }
                }
            }
        }
    }

    /// Draws a ship's name with a leader line. The page's script places both.
    pub fn name(&self, ship: &Ship, leads: bool) -> Markup {
        let ghost = matches!(ship.status, ShipStatus::LastSeen(_));
        let (x, y) = self.position(ship.pose.at);
        html! {
            line class="leader" visibility="hidden" {}
            text class=(if ghost { "name ghost" } else { "name" }) data-of=(ship.id) data-leads=[leads.then_some("1")]
                x=(number(x + 9.0)) y=(number(y + 3.0)) { (full_name(ship)) }
        }
    }

    /// Draws a ship's name at its place, for a page without a script.
    pub fn placed_name(&self, place: &NamePlace<'_>) -> Markup {
        let ((x, y), (ship_x, ship_y)) = (self.xy(place.at), self.xy(place.ship.pose.at));
        let ghost = matches!(place.ship.status, ShipStatus::LastSeen(_));
        html! {
            g class={ "s" (place.ship.side) } {
                @if place.has_leader { line class="leader" x1=(ship_x) y1=(ship_y) x2=(x) y2=(y) {} }
                text class=(if ghost { "name ghost" } else { "name" }) x=(x) y=(y) text-anchor="middle" {
                    (full_name(place.ship))
                }
            }
        }
    }

    pub fn shots(&self, shots: &[ShotLine]) -> Markup {
        html! {
            @for shot in shots {
                @let ((x1, y1), (x2, y2)) = (self.xy(shot.from), self.xy(shot.to));
                g class={ "s" (shot.side) } {
                    line class=(if shot.hits { "shot hit" } else { "shot" }) x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
                }
            }
        }
    }

    /// Draws a burst on each ship that was hit.
    pub fn bursts(&self, struck: &[Point]) -> Markup {
        html! {
            @for point in struck {
                @let (x, y) = self.position(*point);
                path class="burst" d=(star(x, y)) {}
            }
        }
    }

    fn hull_id(&mut self, ship: &Ship) -> String {
        let key = [ship.length_in, ship.width_in, ship.funnel_in].map(|inches| (inches * 100.0).round() as i64);
        let next = format!("hull-{}", self.hulls.len());
        self.hulls.entry(key).or_insert(next).clone()
    }

    /// Returns the hulls of all ships drawn so far, once each, with their bows to the right.
    pub fn hulls(&self) -> Markup {
        html! {
            defs {
                @for ([length, width, funnel], id) in &self.hulls {
                    g id=(id) {
                        path d=(hull(*length as f64 / 20.0, *width as f64 / 20.0)) {}
                        circle class="funnel" cx=(number(*funnel as f64 / 10.0)) r="1.1" {}
                    }
                }
            }
        }
    }
}

/// Returns a ship's name, and what became of it: `Rurik (hulk)`.
pub fn full_name(ship: &Ship) -> String {
    match ship.status {
        ShipStatus::LastSeen(turn) => format!("{} (turn {turn})", ship.name),
        ShipStatus::Sunk => format!("{} (sunk)", ship.name),
        ShipStatus::Hulk => format!("{} (hulk)", ship.name),
        ShipStatus::Seen | ShipStatus::Unsighted => ship.name.clone(),
    }
}

/// Returns the middle of a shape's bounds.
fn middle_of(outline: &[Point], first: Point) -> Point {
    let mut bounds = [first.x(), first.x(), first.y(), first.y()];
    for point in outline {
        let [west, east, south, north] = bounds;
        bounds = [west.min(point.x()), east.max(point.x()), south.min(point.y()), north.max(point.y())];
    }
    Point::new((bounds[0] + bounds[1]) / 2.0, (bounds[2] + bounds[3]) / 2.0)
}

/// Returns a waterline with its bow to the right, from half its length and width in units.
fn hull(length: f64, width: f64) -> String {
    let at = |along: f64, across: f64| format!("{} {}", number(along * length), number(across * width));
    format!(
        "M{}Q{} {}L{}Q{} {}Q{} {}L{}Q{} {}Z",
        at(1.0, 0.0),
        at(0.62, 0.66),
        at(0.2, 0.7),
        at(-0.7, 0.66),
        at(-0.97, 0.5),
        at(-0.97, 0.0),
        at(-0.97, -0.5),
        at(-0.7, -0.66),
        at(0.2, -0.7),
        at(0.62, -0.66),
        at(1.0, 0.0)
    )
}

fn star(x: f64, y: f64) -> String {
    let corners = (0..12).map(|corner| {
        let (reach, angle) = (if corner % 2 == 1 { 7.0 } else { 3.0 }, f64::from(corner) * 30f64.to_radians());
        format!(
            "{}{} {}",
            if corner == 0 { 'M' } else { 'L' },
            number(x + angle.cos() * reach),
            number(y + angle.sin() * reach)
        )
    });
    corners.chain(["Z".to_owned()]).collect()
}

/// Rounds to hundredths of a unit.
fn number(number: f64) -> String {
    without_trailing_zeros(format!("{:.2}", number + 0.0))
}

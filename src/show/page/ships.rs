//! The map in words: a row for each ship that the viewer knows.
use geometry::{Point, range_in};
use maud::{Markup, html};
use naval::model::{Place, Ship};
use naval::view::View;

use super::{side_index, slots::SlotHistory};
use crate::seen::visible_condition;
use crate::status::ship_condition;
use crate::steered::course_text;

/// A ship as the viewer knows it.
struct KnownShip<'v> {
    ship: &'v Ship,
    at: Option<Place>,
    state: String,
    /// Whether the ship is on the table now, as far as the viewer knows.
    is_there: bool,
}

/// Fills a row for each ship.
pub fn fill(slots: &mut SlotHistory, view: &View<'_>) {
    let known = known_ships(view);
    for ship in &known {
        slots.fill(format!("r:{}", ship.ship.id), row(view, ship, &known));
    }
}

fn known_ships<'v>(view: &'v View<'v>) -> Vec<KnownShip<'v>> {
    let own = view.own_ships().map(|ship| KnownShip {
        ship,
        at: ship.at,
        state: ship_condition(view.turn, ship),
        is_there: ship.is_on_table(),
    });
    let enemies = view.enemies().map(|ship| KnownShip {
        ship,
        at: ship.at,
        state: Some(visible_condition(ship)).filter(|state| !state.is_empty()).unwrap_or_else(|| "in sight".to_owned()),
        is_there: ship.is_on_table(),
    });
    let lost = view.lost_from_sight().map(|(ship, seen)| KnownShip {
        ship,
        at: seen.at,
        state: format!("last seen in turn {}", seen.turn),
        is_there: false,
    });
    own.chain(enemies).chain(lost).collect()
}

fn row(view: &View<'_>, known: &KnownShip<'_>, all: &[KnownShip<'_>]) -> Markup {
    let ship = known.ship;
    let nearest = nearest_enemy(known, all);
    let course = match (known.is_there, known.at) {
        (true, Some(at)) => Some(format!("{}°", at.heading)),
        (true, None) => course_text(ship).map(|course| format!("{course}°")),
        (false, _) => None,
    };
    html! {
        th scope="row" {
            span class={ "side s" (side_index(view, ship)) } {}
            a href={ "#card-" (ship.id) } data-opens=(ship.id) { (ship.card.name) } " "
            span class="rule" { (ship.card.kind) }
        }
        td class="figure" {
            @if known.is_there { (ship.speed) "″" @if let Some(course) = course { " on " (course) } }
        }
        td class="figure" { @if let Some((range, name)) = nearest { (format!("{range:.1}″")) " " (name) } }
        td class="figure optional" { @if let Some(at) = known.at { (at.x) ", " (at.y) } }
        td { (known.state) }
    }
}

/// Returns the range, between funnels, to the nearest enemy in action that is known to be there, and its name. [3.5.2]
fn nearest_enemy<'k>(known: &KnownShip<'_>, all: &'k [KnownShip<'_>]) -> Option<(f64, &'k str)> {
    let place = |known: &KnownShip<'_>| -> Option<Point> { known.at.filter(|_| known.is_there).map(|at| at.point()) };
    let from = place(known)?;
    let enemies = all.iter().filter(|other| other.ship.side != known.ship.side && other.ship.is_in_action());
    let ranges = enemies.filter_map(|other| Some((range_in(from, place(other)?), other.ship.card.name.as_str())));
    ranges.min_by(|left, right| left.0.total_cmp(&right.0))
}

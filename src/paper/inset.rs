//! Draws the complete table, small, below a partial chart: edges and their owners, present ships and places of entry.
use svg::node::element::path::Data;

use crate::pen::rounded;
use crate::{Cut, Flow, HAIR, INK, LABEL, PALE, PAPER, SOFT, Style};
use naval::model::{Edge, Fate, Place, Ship, setup::DivisionSetup};
use naval::view::View;
use show::map::{Window, scene::Scene};
use show::places::edge_adjective;

/// Depth of the inset, with the gap above it.
pub const DEPTH: f64 = 43.0;

/// Draws the inset with its key. The frame shows the chart's part.
pub fn draw_whole_table(flow: &mut Flow, view: &View, scene: &Scene, window: Window) {
    const MARGIN: f64 = 3.6;
    const ROOM: f64 = DEPTH - 2.0 * MARGIN;
    let (wide, deep) = (scene.table.width_in, scene.table.depth_in);
    let scale = (ROOM / deep).min(64.0 / wide);
    let entries: Vec<(String, Place)> = view.own_ships().filter_map(|ship| entry_of(view, ship)).collect();
    let key = key_text(view, &entries, (wide, deep));
    flow.add_drawing(DEPTH, |pen, y, width| {
        let on_page = |x: f64, north: f64| (MARGIN + x * scale, y + MARGIN + (deep - north) * scale);
        pen.area(on_page(0.0, deep), (wide * scale, deep * scale), 0.2, Some(PAPER));
        for land in &scene.land {
            let mut corners = land.outline.iter().map(|corner| on_page(corner.x(), corner.y()));
            let start = corners.next().map_or_else(Data::new, |(x, y)| Data::new().move_to((rounded(x), rounded(y))));
            pen.shape(corners.fold(start, |data, (x, y)| data.line_to((rounded(x), rounded(y)))).close(), 0.1, PALE);
        }
        let (corner, size) =
            (on_page(window.west, window.north), (window.width_in() * scale, window.depth_in() * scale));
        pen.area(corner, size, 0.25, None);
        for side in view.setup.sides.iter().filter(|side| view.owns(&side.id)) {
            let (from, to) = match side.friendly_edge {
                Edge::North => ((0.0, deep), (wide, deep)),
                Edge::South => ((0.0, 0.0), (wide, 0.0)),
                Edge::West => ((0.0, 0.0), (0.0, deep)),
                Edge::East => ((wide, 0.0), (wide, deep)),
            };
            pen.stroke(on_page(from.0, from.1), on_page(to.0, to.1), 1.1, INK, None);
        }
        for ship in &scene.ships {
            pen.circle(on_page(ship.pose.at.x(), ship.pose.at.y()), 0.5, 0.0, INK);
        }
        for (_, place) in &entries {
            pen.circle(on_page(place.x.as_f64(), place.y.as_f64()), 0.8, 0.25, PAPER);
        }
        let style = Style { size: 2.3, ..LABEL }.middle();
        for (x, label) in [(0.0, "0".to_owned()), (wide, format!("{wide}\u{2033}"))] {
            pen.words(on_page(x, 0.0).0, on_page(x, 0.0).1 + 3.0, style, &label);
        }
        let left = MARGIN * 2.0 + wide * scale + 3.0;
        pen.words(left, y + MARGIN + 3.0, Style::new(Cut::Semibold, 3.0), "THE WHOLE TABLE");
        pen.paragraph(left, y + MARGIN + 7.6, Style::new(Cut::Regular, 2.9).ink(SOFT), &key, width - left);
        pen.stroke((left, y + MARGIN + 4.2), (width, y + MARGIN + 4.2), 0.12, HAIR, None);
    });
}

/// Returns the leader of a division still to come with its turn, and the place of entry.
fn entry_of(view: &View, ship: &Ship) -> Option<(String, Place)> {
    let Fate::Waiting { enters_turn } = ship.fate else { return None };
    let is_leader = |division: &&DivisionSetup| division.ships.first() == Some(&ship.id);
    let place = view.setup.divisions.iter().find(is_leader)?.at?;
    Some((format!("{} in turn {enters_turn}", ship.card.name), place))
}

fn key_text(view: &View, entries: &[(String, Place)], (wide, deep): (f64, f64)) -> String {
    let sides = view.setup.sides.iter().filter(|side| view.owns(&side.id));
    let edges: Vec<String> =
        sides.map(|side| format!("the {} of {}", edge_adjective(side.friendly_edge), side.name)).collect();
    let entries: Vec<&str> = entries.iter().map(|(leader, _)| leader.as_str()).collect();
    let entry_text =
        if entries.is_empty() { String::new() } else { format!(" A ring: entry of {}.", entries.join(", ")) };
    format!(
        "{wide}\u{2033} from west to east, {deep}\u{2033} from south to north. The chart above shows only the framed part. Heavy lines: own edges, {}.{entry_text}",
        edges.join(", ")
    )
}

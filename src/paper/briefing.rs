//! Prints what a side knows before it plots. [3.3.1]
use svg::{node::Blob, node::element::Group};

use crate::situation::{conditions_text, enemy_rows, moment_text};
use crate::{
    Column, Flow, Grid, Paper, Part, PrintedPage, Typesetter, deck::flag_note, explanations, inset, number, opening,
};
use geometry::Point;
use naval::model::{Division, Place, Ship};
use naval::{Segment, view::View};
use show::{
    card::margin_text,
    labels,
    lines::capital,
    map::{self, Window, scene::ShipStatus},
    moves::plot_description,
    places::edge_adjective,
    scenario_brief::{VictoryBrief, rule_paragraphs, victory_brief},
    status::ship_condition,
};

/// Returns situation, orders, own forces and contacts, with a map if ships have positions.
pub fn briefing_pages(letters: &Typesetter, view: &View, paper: Paper) -> Vec<PrintedPage> {
    let viewer = view.viewer_name();
    let subtitle = format!("{} \u{2022} {}", view.setup.title, moment_text(view));
    let mut flow = Flow::new(letters, Part::Briefing, paper, &format!("Briefing for {viewer}"), &subtitle);
    flow.heading("SITUATION");
    flow.paragraph(&view.setup.introduction);
    let own_edge = view
        .viewing_side()
        .map(|side| format!(" Your own edge is the {} one [9.3].", edge_adjective(side.friendly_edge)));
    flow.paragraph(&format!("{}{}", conditions_text(view), own_edge.unwrap_or_default()));
    print_special_rules(&mut flow, view, "ORDERS AND SPECIAL RULES");
    print_victory(&mut flow, view);
    flow.add_grid(&own_forces(view));
    print_damage(&mut flow, view);
    print_contacts(&mut flow, view);
    print_orders(&mut flow, view);
    // A map needs more room than a page of text leaves, so it usually has a separate page.
    opening::print_land(&mut flow, view);
    draw_chart(&mut flow, view, CHART_DEPTH);
    flow.into_pages()
}

/// Prints the special rules that the viewer knows, who applies each, and the active optional rules. [9.2]
pub fn print_special_rules(flow: &mut Flow, view: &View, heading: &str) {
    let rules = rule_paragraphs(view);
    if !rules.is_empty() {
        flow.heading(heading);
    }
    for (number, rule) in rules {
        let explained = number.map_or_else(String::new, |number| explanations::explain_rule(view, number));
        flow.paragraph(&format!("{rule}{explained}"));
    }
}

/// Prints the victory conditions and their state as known to the viewer.
pub fn print_victory(flow: &mut Flow, view: &View) {
    let Some(VictoryBrief { sentences, lead, conditions, outcome, ending }) = victory_brief(view) else { return };
    flow.heading("VICTORY");
    sentences.iter().for_each(|sentence| flow.paragraph(&format!("\u{2022} {sentence}")));
    flow.paragraph(lead.unwrap_or_default());
    conditions.iter().for_each(|condition| flow.paragraph(condition));
    let entries = view.verdict().entries;
    flow.paragraph(&explanations::explain_victory(entries.iter().map(|judgement| &judgement.entry)).join(" "));
    outcome.iter().for_each(|line| flow.paragraph(line));
    flow.paragraph(&ending);
}

/// Greatest depth of a map that shares a page. Any map with over `CROWD` ships may be as deep.
const CHART_DEPTH: f64 = 165.0;

/// Draws the table as the viewer sees it, or only the part with everything that the viewer knows, up to a depth.
pub fn draw_chart(flow: &mut Flow, view: &View, max_depth: f64) {
    const CROWD: usize = 12;
    const LEAST_DEPTH: f64 = 110.0;
    const MAX_PART: f64 = 0.75;
    let mut scene = map::scene(view);
    // Before the first sighting every ship is unsighted. Do not mark them all as such.
    if view.turn == 1 && matches!(view.segment, Segment::Plotting | Segment::Movement) {
        scene.ships.iter_mut().filter(|ship| ship.status == ShipStatus::Unsighted).for_each(|ship| {
            ship.status = ShipStatus::Seen;
        });
    }
    if scene.ships.is_empty() && scene.markers.is_empty() {
        return;
    }
    let ships = scene.ships.iter().map(|ship| ship.pose.at);
    let others = scene.markers.iter().map(|marker| marker.pose.at);
    let places: Vec<Point> = ships.chain(others).chain(scene.torpedoes.iter().map(|torpedo| torpedo.dot)).collect();
    let part = Window::around(scene.table, &places).filter(|part| part.width_in() <= MAX_PART * scene.table.width_in);
    let window = part.unwrap_or_else(|| Window::whole_table(scene.table));
    let room = flow.width();
    // If too little of the page is left, begin the next one. Below a partial map, draw the complete table small if
    // there is room.
    let windowed = part.is_some();
    let has_inset = windowed && LEAST_DEPTH + inset::DEPTH <= flow.depth_left() - 6.0;
    let depth_left = flow.depth_left() - 6.0 - if has_inset { inset::DEPTH } else { 0.0 };
    let limit = if CROWD < scene.ships.len() { max_depth.max(CHART_DEPTH) } else { max_depth };
    let deepest = if LEAST_DEPTH <= depth_left { depth_left.min(limit) } else { limit };
    let draw = |letter_size: f64| {
        let svg = map::svg_with_letter_scale(&scene, window, letter_size);
        let (width, height, picture) = drawing_contents(&svg)?;
        let scale = (room / width).min(deepest / height);
        Some((LEAST_LETTERS <= smallest_font_size(&svg) * scale, scale, (width, height, picture)))
    };
    // Enlarge the lettering until the smallest letters are legible. Margins grow with it.
    let legible = LETTERING.into_iter().filter_map(draw).find(|(is_legible, ..)| *is_legible);
    let Some((_, scale, (width, height, picture))) = legible.or_else(|| draw(1.0)) else { return };
    let left = (flow.width() - width * scale) / 2.0;
    flow.gap(2.0);
    flow.add_drawing(height * scale + 2.0, |pen, y, _| {
        let transform = format!("translate({} {}) scale({scale:.4})", number(left), number(y));
        pen.add(Group::new().set("transform", transform).add(picture));
    });
    if windowed && inset::DEPTH <= flow.depth_left() {
        inset::draw_whole_table(flow, view, &scene, window);
    }
}

/// Least letter size on a chart: six points, in millimetres.
const LEAST_LETTERS: f64 = 6.0 * 25.4 / 72.0;
/// Letter sizes to try, relative to the screen.
const LETTERING: [f64; 8] = [1.0, 1.2, 1.4, 1.6, 1.8, 2.1, 2.5, 3.0];

/// Returns the smallest font size of a drawing, in its units.
fn smallest_font_size(drawing: &str) -> f64 {
    let sizes = drawing.split("font-size=\"").skip(1).filter_map(|after| after.split('"').next()?.parse::<f64>().ok());
    sizes.fold(f64::INFINITY, f64::min)
}

/// Returns the contents of a drawing with its lettering, and its width and height in its units.
pub fn drawing_contents(drawing: &str) -> Option<(f64, f64, Group)> {
    let (head, inside) = drawing[drawing.find("<svg")?..].split_once('>')?;
    let inside = &inside[..inside.rfind("</svg>")?];
    let attribute = |name: &str| {
        let from = head.find(&format!("{name}=\""))? + name.len() + 2;
        head[from..].split('"').next()
    };
    let mut size = attribute("viewBox")?.split_whitespace().skip(2).map(|number| number.parse::<f64>().ok());
    let (width, height) = (size.next()??, size.next()??);
    let mut group = Group::new().add(Blob::new(inside));
    for name in ["font-family", "font-weight"] {
        if let Some(value) = attribute(name) {
            // The drawing escapes its quotes. Write them plainly here.
            group = group.set(name, value.replace("&apos;", "'"));
        }
    }
    Some((width, height, group))
}

/// Lists own divisions, ship by ship.
fn own_forces(view: &View) -> Grid {
    let row = |division: &Division, ship: &Ship, first: bool| {
        let named = if first { division.name.clone() } else { String::new() };
        let flag = flag_note(view, division, &ship.id);
        vec![
            named,
            ship.number.map(|number| number.to_string()).unwrap_or_default(),
            format!("{}{flag}", ship.card.name),
            ship.card.kind.to_string(),
            format!("{}\u{2033}", ship.speed),
            format!("{}\u{2033}", ship.speed_allowance()),
            ship.at.map(position_text).unwrap_or_default(),
            ship_condition(view.turn, ship),
        ]
    };
    let rows = view.own_divisions().flat_map(|division| {
        let ships = view.ships_of_division(&division.id).enumerate();
        ships.map(|(index, ship)| row(division, ship, index == 0)).collect::<Vec<_>>()
    });
    let columns = vec![
        Column::left("DIVISION", 36.0).strong(),
        Column::right("No.", 7.0),
        Column::left("SHIP", 36.0).strong(),
        Column::left("TYPE", 11.0),
        Column::right("SPEED", 12.0),
        Column::right("TOP", 12.0),
        Column::left("POSITION", 44.0),
        Column::left("STATE", 32.0),
    ];
    Grid::new("YOUR FORCES", columns, rows.collect())
}

/// Formats a position: `34.2, 18.6 heading 300`.
fn position_text(at: Place) -> String {
    format!("{}, {} heading {}\u{b0}", at.x, at.y, at.heading)
}

fn print_damage(flow: &mut Flow, view: &View) {
    let damaged: Vec<&Ship> = view.own_ships().filter(|ship| !ship.hits.is_empty()).collect();
    if damaged.is_empty() {
        return;
    }
    flow.heading("DAMAGE");
    for ship in damaged {
        flow.paragraph(&format!("{}: {}", ship.card.name, margin_text(&ship.hits).replace('\n', "; ")));
    }
}

fn print_contacts(flow: &mut Flow, view: &View) {
    if view.is_referee() {
        return;
    }
    let seen = enemy_rows(view);
    if seen.is_empty() {
        flow.heading("THE ENEMY");
        flow.paragraph("No enemy has been seen.");
    } else {
        let columns = vec![
            Column::left("SHIP", 36.0).strong(),
            Column::left("TYPE", 12.0),
            Column::left("SIDE", 24.0),
            Column::left("AS SEEN", 110.0),
        ];
        flow.add_grid(&Grid::new("THE ENEMY", columns, seen));
    }
    for force in &view.force_markers {
        flow.paragraph(&format!("An enemy force marker is at {}, {}.", force.at.x, force.at.y));
    }
}

fn print_orders(flow: &mut Flow, view: &View) {
    let plotted =
        |division: &Division| Some(format!("{}: {}", division.name, plot_description(division.plot.as_ref()?)));
    let plotted: Vec<String> = view.own_divisions().filter_map(plotted).collect();
    if !plotted.is_empty() {
        flow.heading("PLOTS OF THIS TURN");
        plotted.iter().for_each(|plot| flow.paragraph(plot));
    }
    let duties = view.duties();
    if !duties.is_empty() {
        flow.heading("TO DO NOW");
        for duty in &duties {
            flow.paragraph(&capital(&labels::duty_on_paper(view, duty)));
        }
    }
}

//! Prints things to cut out: markers, counters, templates and plot slips. [2.3, 2.6, 5.7]
use crate::pen::rounded;
use crate::templates::{MM_PER_INCH, draw_ruler, templates};
use crate::{Cut, Flow, HAIR, INK, LABEL, PALE, PAPER, Paper, Part, Pen, PrintedPage, SOFT, Style, Typesetter};
use geometry::Base;
use naval::model::base::{SHARED_BASE_IN, base_of};
use naval::model::{Division, Fate, Ship, Side, WindForce};
use naval::{SideId, view::View};
use svg::node::element::path::Data;

/// Returns markers and counters of the viewer's sides, then templates, then slips.
pub fn cutouts(letters: &Typesetter, view: &View, paper: Paper) -> Vec<PrintedPage> {
    let subtitle =
        format!("{} \u{2022} counters, templates and slips, at actual size [2.3, 2.6, 5.7]", view.setup.title);
    let mut flow = Flow::new(letters, Part::Cutouts, paper, "To cut out", &subtitle);
    draw_ruler(&mut flow);
    let sides: Vec<(usize, &Side)> =
        view.setup.sides.iter().enumerate().filter(|(_, side)| view.owns(&side.id)).collect();
    print_force_markers(&mut flow, view, &sides);
    print_ship_bases(&mut flow, view, &sides);
    print_torpedo_markers(&mut flow, view, &sides);
    print_number_counters(&mut flow, view, &sides);
    common_counters(&mut flow, view);
    templates(&mut flow, view);
    print_slips(&mut flow, view.setup.wind.force != WindForce::High);
    flow.into_pages()
}

/// Room for a heading and its first counters on one page.
const HEADED: f64 = 38.0;

/// Size of a counter in inches. Drawing on it is in millimetres.
type Size = (f64, f64);

/// Draws counters edge to edge, in as many rows as needed.
fn draw_counters<T>(flow: &mut Flow, (wide, deep): Size, things: &[T], draw: impl Fn(&mut Pen, (f64, f64), &T)) {
    let (wide, deep) = (wide * MM_PER_INCH, deep * MM_PER_INCH);
    let across = (flow.width() / wide).floor().max(1.0) as usize;
    for row in things.chunks(across) {
        flow.add_drawing(deep, |pen, y, _| {
            for (column, thing) in row.iter().enumerate() {
                let x = wide * column as f64;
                draw(pen, (x, y), thing);
                pen.area((x, y), (wide, deep), 0.15, None);
            }
        });
    }
    flow.gap(2.0);
}

/// Distance from the edge of a counter to its frame.
const FRAME: f64 = 0.6;

/// Draws the background of a side's counters: pale for the second side, else white, and framed except for the first.
fn draw_background(pen: &mut Pen, (x, y): (f64, f64), (wide, deep): Size, side: usize) {
    let fill = if side == 1 { PALE } else { PAPER };
    pen.area((x, y), (wide * MM_PER_INCH, deep * MM_PER_INCH), 0.0, Some(fill));
    if side != 0 {
        pen.area(
            (x + FRAME, y + FRAME),
            (wide * MM_PER_INCH - 2.0 * FRAME, deep * MM_PER_INCH - 2.0 * FRAME),
            0.2,
            None,
        );
    }
}

/// Draws a heading for the counters of some sides: `NUMBER COUNTERS OF JAPAN, RUSSIA [2.3.4]`.
fn counter_heading(flow: &mut Flow, what: &str, sides: &[&(usize, &Side)], rule: &str) {
    let names: Vec<String> = sides.iter().map(|(_, side)| side.name.to_uppercase()).collect();
    flow.require_depth(HEADED);
    flow.heading(&format!("{what} OF {} [{rule}]", names.join(", ")));
}

/// Draws a numbered marker for each division if forces are hidden. The division's sheet, which its owner keeps, says
/// which is which. [2.3.1, 5.13]
fn print_force_markers(flow: &mut Flow, view: &View, sides: &[(usize, &Side)]) {
    const SIZE: Size = (2.0, 0.75);
    let marker_count = |side: &Side| divisions_with_markers(view, &side.id).count();
    let marked: Vec<&(usize, &Side)> = sides.iter().filter(|(_, side)| 0 < marker_count(side)).collect();
    if marked.is_empty() || !view.setup.hidden {
        return;
    }
    counter_heading(flow, "FORCE MARKERS", &marked, "2.3.1");
    let mut markers: Vec<(usize, &str, usize)> = Vec::new();
    for (index, side) in marked {
        markers.extend((1..=marker_count(side)).map(|number| (*index, side.name.as_str(), number)));
    }
    flow.aside("The sheet of each division names its marker. Keep it from the enemy.");
    draw_counters(flow, SIZE, &markers, |pen, (x, y), (index, side, number)| {
        draw_background(pen, (x, y), SIZE, *index);
        let (middle, deep) = (x + SIZE.0 * MM_PER_INCH / 2.0, SIZE.1 * MM_PER_INCH);
        pen.fit_words(middle, y + 6.0, Style { size: 3.0, ..LABEL }.middle(), &format!("{side}, force"), 46.0);
        pen.words(middle, y + deep - 3.6, Style::new(Cut::Bold, 8.4).middle(), &number.to_string());
        draw_bow(pen, (x, y), SIZE);
        draw_midships(pen, (x, y), SIZE);
    });
}

/// Returns a side's divisions with markers, in order. Coast batteries have none. (Q51)
fn divisions_with_markers<'v>(view: &'v View, side: &'v SideId) -> impl Iterator<Item = &'v Division> {
    let has_marker = |division: &&Division| {
        let mut ships = view.ships_of_division(&division.id);
        division.side == *side && ships.any(|ship| !ship.card.kind.is_coast_battery())
    };
    view.own_divisions().filter(has_marker)
}

/// Returns the number of a division's force marker if forces are hidden. [5.13.1]
pub fn marker_of(view: &View, division: &Division) -> Option<usize> {
    let index = divisions_with_markers(view, &division.side).position(|other| other.id == division.id);
    index.filter(|_| view.setup.hidden).map(|index| index + 1)
}

/// A base that replaces a miniature, of one ship or of boats together. [2.3, 2.4]
struct ShipBase {
    side: usize,
    base: Base,
    name: String,
    number: Option<u8>,
}

/// Draws the bases of all ships at full size, bow to the right, with the dot of the forward funnel. Boats that share a
/// base have one. Bases of equal length are together, so that they are cut in strips.
fn print_ship_bases(flow: &mut Flow, view: &View, sides: &[(usize, &Side)]) {
    let is_or_will_be_on_table = |ship: &&Ship| ship.is_on_table() || matches!(ship.fate, Fate::Waiting { .. });
    let mut pieces: Vec<ShipBase> = Vec::new();
    for (side, owner) in sides {
        for division in view.own_divisions().filter(|division| division.side == owner.id) {
            let present: Vec<&Ship> = view.ships_of_division(&division.id).filter(is_or_will_be_on_table).collect();
            let Some(first) = present.first() else { continue };
            if division.one_base && 1 < present.len() {
                let (own, name) = (base_of(view, first), division.name.clone());
                let growth = SHARED_BASE_IN / own.length_in;
                let base = Base { length_in: SHARED_BASE_IN, funnel_in: own.funnel_in * growth, ..own };
                pieces.push(ShipBase { side: *side, base, name, number: None });
                continue;
            }
            pieces.extend(present.iter().map(|ship| ShipBase {
                side: *side,
                base: base_of(view, ship),
                name: ship.card.name.clone(),
                number: ship.number,
            }));
        }
    }
    pieces.sort_by(|left, right| right.base.length_in.total_cmp(&left.base.length_in));
    if pieces.is_empty() {
        return;
    }
    let present_sides: Vec<&(usize, &Side)> =
        sides.iter().filter(|(index, _)| pieces.iter().any(|piece| piece.side == *index)).collect();
    counter_heading(flow, "SHIPS", &present_sides, "2.4");
    flow.aside("Measure from the dot, the forward funnel. Ticks mark the middle of the base: place and turn by it.");
    for strip in pieces.chunk_by(|left, right| left.base.length_in == right.base.length_in) {
        let size = (strip[0].base.length_in, strip[0].base.width_in);
        draw_counters(flow, size, strip, |pen, corner, piece| piece.draw(pen, corner, size));
    }
}

/// Draws the bow, to the right.
fn draw_bow(pen: &mut Pen, (x, y): (f64, f64), (long, width): Size) {
    let (right, width) = (x + long * MM_PER_INCH, width * MM_PER_INCH);
    let stem = Data::new()
        .move_to((rounded(right - 5.0), rounded(y + 2.2)))
        .line_to((rounded(right - 1.6), rounded(y + width / 2.0)))
        .line_to((rounded(right - 5.0), rounded(y + width - 2.2)));
    pen.shape(stem, 0.3, "none");
}

/// Marks the middle of a base, by which ships are placed and turned, with a tick at either long edge.
fn draw_midships(pen: &mut Pen, (x, y): (f64, f64), (long, width): Size) {
    let middle = x + long * MM_PER_INCH / 2.0;
    for (edge, inward) in [(y, 1.3), (y + width * MM_PER_INCH, -1.3)] {
        pen.stroke((middle, edge), (middle, edge + inward), 0.35, INK, None);
    }
}

impl ShipBase {
    fn draw(&self, pen: &mut Pen, (x, y): (f64, f64), size: Size) {
        let (long, width) = (size.0 * MM_PER_INCH, size.1 * MM_PER_INCH);
        draw_background(pen, (x, y), size, self.side);
        let middle = y + width / 2.0;
        draw_bow(pen, (x, y), size);
        draw_midships(pen, (x, y), size);
        pen.circle((x + long / 2.0 + self.base.funnel_in * MM_PER_INCH, middle), 0.9, 0.0, INK);
        // Keeps the same distance from the frame as from the edge without a frame.
        let inset = if self.side == 0 { 1.6 } else { 1.6 + FRAME };
        let room = long - 5.4 - inset;
        pen.fit_words(x + inset, y + 2.8 + inset, Style::new(Cut::Semibold, 3.0), &self.name, room);
        if let Some(number) = self.number {
            pen.words(x + inset, y + width - 0.4 - inset, Style::new(Cut::Bold, 4.6), &number.to_string());
        }
    }
}

/// Draws torpedo markers for sides whose light ships have torpedoes. [2.3.2]
fn print_torpedo_markers(flow: &mut Flow, view: &View, sides: &[(usize, &Side)]) {
    const SIZE: Size = (0.75, 0.5);
    // Large ships need none: their attack is rolled at once. [7.5.3]
    let launches = |ship: &&Ship| ship.card.kind.is_light() && ship.card.torpedo.is_some();
    let launchers = |side: &Side| view.own_ships().filter(|ship| ship.side == side.id).filter(launches).count();
    let armed_sides: Vec<&(usize, &Side)> = sides.iter().filter(|(_, side)| 0 < launchers(side)).collect();
    if armed_sides.is_empty() {
        return;
    }
    counter_heading(flow, "TORPEDO MARKERS", &armed_sides, "2.3.2");
    let letters = |(index, side): &&(usize, &Side)| {
        let index = *index;
        // In a written launch, D means a dummy. [7.4.6]
        ('A'..='Z')
            .filter(|letter| *letter != 'D')
            .take((launchers(side) * 2).clamp(6, 20))
            .map(move |letter| (index, letter))
            .collect::<Vec<_>>()
    };
    let markers: Vec<(usize, char)> = armed_sides.iter().flat_map(letters).collect();
    draw_counters(flow, SIZE, &markers, |pen, (x, y), (index, letter)| {
        draw_background(pen, (x, y), SIZE, *index);
        let (dot, deep) = ((x + 4.0, y + SIZE.1 * MM_PER_INCH / 2.0), SIZE.1 * MM_PER_INCH / 2.0);
        pen.circle(dot, 0.9, 0.0, INK);
        let tip = x + 9.6;
        pen.stroke(dot, (tip, dot.1), 0.4, INK, None);
        pen.stroke((tip, dot.1), (tip - 1.6, dot.1 - 1.0), 0.4, INK, None);
        pen.stroke((tip, dot.1), (tip - 1.6, dot.1 + 1.0), 0.4, INK, None);
        pen.words(x + 14.4, y + deep + 2.0, Style::new(Cut::Bold, 5.6).middle(), &letter.to_string());
    });
}

/// Draws ship numbers twice: one counter for the target, one for the ship. [2.3.4]
fn print_number_counters(flow: &mut Flow, view: &View, sides: &[(usize, &Side)]) {
    const SIZE: Size = (0.5, 0.5);
    let numbers_of = |side: &Side| {
        let own = view.own_ships().filter(|ship| ship.side == side.id);
        let mut numbers: Vec<u8> = own.filter_map(|ship| ship.number).flat_map(|number| [number, number]).collect();
        numbers.sort_unstable();
        numbers
    };
    let numbered: Vec<&(usize, &Side)> = sides.iter().filter(|(_, side)| !numbers_of(side).is_empty()).collect();
    if numbered.is_empty() {
        return;
    }
    counter_heading(flow, "NUMBER COUNTERS", &numbered, "2.3.4");
    let counters: Vec<(usize, u8)> = numbered
        .iter()
        .flat_map(|(index, side)| numbers_of(side).into_iter().map(move |number| (*index, number)))
        .collect();
    draw_counters(flow, SIZE, &counters, |pen, (x, y), (index, number)| {
        draw_background(pen, (x, y), SIZE, *index);
        pen.fit_words(x + 6.35, y + 8.7, Style::new(Cut::Bold, 6.4).middle(), &number.to_string(), 9.4);
    });
}

/// Draws counters for any side: hits, contacts, lights, fires, smoke. [2.3.3 to 2.3.6]
fn common_counters(flow: &mut Flow, view: &View) {
    const SQUARE: Size = (0.5, 0.5);
    const SMOKE: Size = (1.0, 0.5);
    let ships = view.own_ships().count();
    let some_of = |share: usize| (ships / share).clamp(4, 14);
    let mut squares: Vec<(&str, &str)> = Vec::new();
    for (figure, count) in [("1", 6), ("2", 4), ("3", 2), ("4", 1), ("5", 1)] {
        squares.extend([("HIT", figure)].repeat(count));
    }
    // In a small battle all ships may be in sight, and half may burn.
    squares.extend([("CONTACT", "\u{2022}")].repeat(ships.clamp(8, 30)));
    squares.extend([("FIRE", "F")].repeat(some_of(2).max(6)));
    if view.setup.night {
        squares.extend([("LIGHT", "S")].repeat(some_of(2)));
        squares.extend([("STARSHELL", "\u{2217}")].repeat(some_of(3)));
    }
    flow.require_depth(HEADED);
    let last = if view.setup.night { "FIRES AND LIGHTS" } else { "FIRES" };
    flow.heading(&format!("HITS, CONTACTS, {last} [2.3.3, 2.3.4, 2.3.5]"));
    draw_counters(flow, SQUARE, &squares, |pen, (x, y), (label, figure)| {
        pen.fit_words(x + 6.35, y + 3.6, Style { size: 2.2, ..LABEL }.middle(), label, 11.4);
        pen.words(x + 6.35, y + 10.4, Style::new(Cut::Bold, 6.0).middle(), figure);
    });
    // In a high wind smoke hides nothing. [4.6]
    if view.setup.wind.force == WindForce::High {
        return;
    }
    flow.require_depth(24.0);
    flow.heading("SMOKE [2.3.6, 4.6]");
    draw_counters(flow, SMOKE, &vec![(); if ships < 5 { 7 } else { 14 }], |pen, (x, y), ()| {
        pen.area((x, y), (SMOKE.0 * MM_PER_INCH, SMOKE.1 * MM_PER_INCH), 0.0, Some(PALE));
        pen.words(x + 12.7, y + 5.6, Style { size: 2.6, ..LABEL }.middle(), "SMOKE");
        pen.words(x + 3.0, y + 10.6, Style::new(Cut::Regular, 2.4).ink(SOFT), "turn");
        pen.hairline((x + 8.0, y + 10.6), (x + 22.0, y + 10.6));
    });
}

/// Draws slips for the orders of a division in a turn. [5.7, 7.4]
fn print_slips(flow: &mut Flow, smoke: bool) {
    const DEEP: f64 = 31.6;
    const FEW: f64 = 3.0;
    const HEAD: f64 = 19.0;
    if flow.depth_left() < FEW * DEEP + HEAD {
        flow.next_page();
    }
    flow.heading("SLIPS FOR PLOTS [5.7]");
    flow.paragraph("One for a division and turn, face down until all have plotted, if plots are not written on the divisions' sheets. Copy this page as often as needed.");
    const LETTERS: &str = "inches on, CL CR SL SR degrees, F M CU. Torpedoes: T turn/factors/target/run/side/marker";
    while DEEP <= flow.depth_left() {
        flow.add_drawing(DEEP, |pen, y, width| {
            let wide = width / 2.0;
            for x in [0.0, wide] {
                pen.area((x, y), (wide, DEEP), 0.15, None);
                let mut field = |label: &str, left: f64, right: f64, down: f64| {
                    pen.words(x + left, y + down, Style { size: 2.4, ..LABEL }, label);
                    let from = x + left + pen.width(Style { size: 2.4, ..LABEL }, label) + 1.2;
                    pen.stroke((from, y + down + 0.6), (x + right, y + down + 0.6), 0.15, HAIR, None);
                };
                field("DIVISION", 3.0, 42.0, 6.6);
                field("WITH", 45.0, 72.0, 6.6);
                field("TURN", 75.0, wide - 3.0, 6.6);
                field("PLOT", 3.0, 68.0, 13.6);
                field("SPEED", 71.0, wide - 3.0, 13.6);
                // In a high wind smoke hides nothing. [4.6]
                let left = if smoke { 33.0 } else { 3.0 };
                if smoke {
                    field("SMOKE BY", 3.0, 30.0, 20.6);
                }
                field("TORPEDOES", left, wide - 3.0, 20.6);
                field("", left, wide - 3.0, 26.2);
                pen.fit_words(x + 3.0, y + DEEP - 1.6, Style::new(Cut::Italic, 2.3).ink(SOFT), LETTERS, wide - 6.0);
            }
        });
    }
}

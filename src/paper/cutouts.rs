//! Things to cut out: markers, counters, templates and slips for the plot. [2.3, 2.6, 5.7]
use crate::templates::{INCH, ruler, templates};
use crate::{Cut, Flow, HAIR, INK, LABEL, Leaf, Letters, PALE, PAPER, Paper, Part, Pen, SOFT, Style};
use naval::{Division, Side, view::View};

/// Markers and counters of the viewer's own sides, then templates, then slips.
pub fn cutouts(letters: &Letters, view: &View, paper: Paper) -> Vec<Leaf> {
    let says = format!("{} \u{2022} to be cut out, at their own size [2.3]", view.setup.title);
    let mut flow = Flow::new(letters, Part::Cutouts, paper, "Markers and counters", &says);
    ruler(&mut flow);
    let sides: Vec<(usize, &Side)> =
        view.setup.sides.iter().enumerate().filter(|(_, side)| view.owns(&side.id)).collect();
    for (at, side) in &sides {
        forces(&mut flow, view, *at, side);
    }
    for (at, side) in &sides {
        counters(&mut flow, view, *at, side);
    }
    common(&mut flow, view);
    flow.titled("Templates", &format!("{} \u{2022} at their own size [2.6]", view.setup.title));
    ruler(&mut flow);
    templates(&mut flow, view);
    flow.titled(
        "Plot slips",
        &format!("{} \u{2022} one for a division and turn, face down until all have plotted [5.7]", view.setup.title),
    );
    slips(&mut flow);
    flow.leaves()
}

/// A heading stands on the page of its first counters.
const HEADED: f64 = 38.0;

/// A counter: its size in inches and what is drawn on it from its upper left corner, in millimetres.
type Size = (f64, f64);

/// Counters edge to edge, in as many rows as it takes.
fn tiles<T>(flow: &mut Flow, (wide, deep): Size, things: &[T], draw: impl Fn(&mut Pen, (f64, f64), &T)) {
    let (wide, deep) = (wide * INCH, deep * INCH);
    let across = (flow.width() / wide).floor().max(1.0) as usize;
    for row in things.chunks(across) {
        flow.own(deep, |pen, y, _| {
            for (at, thing) in row.iter().enumerate() {
                let x = wide * at as f64;
                draw(pen, (x, y), thing);
                pen.area((x, y), (wide, deep), 0.15, None);
            }
        });
    }
    flow.gap(2.0);
}

/// The ground of a side's counters: white, pale, then white again with a frame.
fn ground(pen: &mut Pen, (x, y): (f64, f64), (wide, deep): Size, side: usize) {
    let fill = if side == 1 { PALE } else { PAPER };
    pen.area((x, y), (wide * INCH, deep * INCH), 0.0, Some(fill));
    if side != 0 {
        pen.area((x + 0.8, y + 0.8), (wide * INCH - 1.6, deep * INCH - 1.6), 0.2, None);
    }
}

/// A marker for each division, numbered; whose number is whose stands beside them and is kept. [2.3.1, 5.13]
fn forces(flow: &mut Flow, view: &View, at: usize, side: &Side) {
    const SIZE: Size = (2.0, 0.75);
    let divisions: Vec<&Division> = view
        .own_divisions()
        .filter(|one| one.side == side.id && view.ships_of_division(&one.id).next().is_some())
        .collect();
    if divisions.is_empty() {
        return;
    }
    flow.need(HEADED);
    flow.heading(&format!("FORCE MARKERS OF {} [2.3.1]", side.name.to_uppercase()));
    let named = divisions.iter().enumerate().map(|(at, one)| format!("{} {}", at + 1, one.name));
    flow.aside(&format!("Keep this from the enemy: {}.", named.collect::<Vec<String>>().join(", ")));
    let numbers: Vec<usize> = (1..=divisions.len()).collect();
    tiles(flow, SIZE, &numbers, |pen, (x, y), number| {
        ground(pen, (x, y), SIZE, at);
        let (middle, deep) = (x + SIZE.0 * INCH / 2.0, SIZE.1 * INCH);
        pen.fitted(middle, y + 6.0, Style { size: 3.0, ..LABEL }.middle(), &format!("{}, force", side.name), 46.0);
        pen.words(middle, y + deep - 3.6, Style::new(Cut::Bold, 8.4).middle(), &number.to_string());
    });
}

/// Torpedo markers, and the numbers of ships twice: one lies by the target, one by the ship. [2.3.2, 2.3.4]
fn counters(flow: &mut Flow, view: &View, at: usize, side: &Side) {
    const TORPEDO: Size = (0.75, 0.5);
    const SQUARE: Size = (0.5, 0.5);
    let own = || view.own_ships().filter(|ship| ship.side == side.id);
    let armed = own().filter(|ship| ship.card.kind.is_light() && ship.card.torpedo.is_some()).count();
    // Large ships need none: their attack is rolled at once. [7.5.3]
    if 0 < armed {
        flow.need(HEADED);
        flow.heading(&format!("TORPEDO MARKERS OF {} [2.3.2]", side.name.to_uppercase()));
        let letters: Vec<char> = ('A'..='Z').take((armed * 2).clamp(8, 20)).collect();
        tiles(flow, TORPEDO, &letters, |pen, (x, y), letter| {
            ground(pen, (x, y), TORPEDO, at);
            let (dot, deep) = ((x + 4.0, y + TORPEDO.1 * INCH / 2.0), TORPEDO.1 * INCH / 2.0);
            pen.circle(dot, 0.9, 0.0, INK);
            let tip = x + 9.6;
            pen.stroke(dot, (tip, dot.1), 0.4, INK, None);
            pen.stroke((tip, dot.1), (tip - 1.6, dot.1 - 1.0), 0.4, INK, None);
            pen.stroke((tip, dot.1), (tip - 1.6, dot.1 + 1.0), 0.4, INK, None);
            pen.words(x + 14.4, y + deep + 2.0, Style::new(Cut::Bold, 5.6).middle(), &letter.to_string());
        });
    }
    let mut numbers: Vec<u8> = own().filter_map(|ship| ship.number).flat_map(|number| [number, number]).collect();
    numbers.sort_unstable();
    if !numbers.is_empty() {
        flow.need(HEADED);
        flow.heading(&format!("NUMBER COUNTERS OF {} [2.3.4]", side.name.to_uppercase()));
        tiles(flow, SQUARE, &numbers, |pen, (x, y), number| {
            ground(pen, (x, y), SQUARE, at);
            let style = Style::new(Cut::Bold, 6.4).middle();
            pen.fitted(x + 6.35, y + 8.7, style, &number.to_string(), 9.4);
        });
    }
}

/// Counters of no side: hits, contacts, lights, fires, smoke. [2.3.3 to 2.3.6]
fn common(flow: &mut Flow, view: &View) {
    const SQUARE: Size = (0.5, 0.5);
    const SMOKE: Size = (1.0, 0.5);
    let ships = view.own_ships().count();
    let some = |share: usize| (ships / share).clamp(4, 14);
    let mut squares: Vec<(&str, &str)> = Vec::new();
    for (figure, many) in [("1", 6), ("2", 4), ("3", 2), ("4", 1), ("5", 1)] {
        squares.extend([("HIT", figure)].repeat(many));
    }
    squares.extend([("CONTACT", "\u{2022}")].repeat(some(2)));
    squares.extend([("FIRE", "F")].repeat(some(2)));
    if view.setup.night {
        squares.extend([("LIGHT", "S")].repeat(some(2)));
        squares.extend([("STARSHELL", "\u{2217}")].repeat(some(3)));
    }
    flow.need(HEADED);
    flow.heading("HITS, CONTACTS, ILLUMINATION [2.3.3, 2.3.4, 2.3.5]");
    tiles(flow, SQUARE, &squares, |pen, (x, y), (says, figure)| {
        pen.fitted(x + 6.35, y + 3.6, Style { size: 2.2, ..LABEL }.middle(), says, 11.4);
        pen.words(x + 6.35, y + 10.4, Style::new(Cut::Bold, 6.0).middle(), figure);
    });
    flow.need(HEADED);
    flow.heading("SMOKE [2.3.6, 4.6]");
    tiles(flow, SMOKE, &[(); 7], |pen, (x, y), ()| {
        pen.area((x, y), (SMOKE.0 * INCH, SMOKE.1 * INCH), 0.0, Some(PALE));
        pen.words(x + 12.7, y + 5.6, Style { size: 2.6, ..LABEL }.middle(), "SMOKE");
        pen.words(x + 3.0, y + 10.6, Style::new(Cut::Regular, 2.4).ink(SOFT), "turn");
        pen.hair((x + 8.0, y + 10.6), (x + 22.0, y + 10.6));
    });
}

/// Slips for what a division does in a turn. [5.7, 7.4]
fn slips(flow: &mut Flow) {
    const DEEP: f64 = 30.0;
    const LETTERS: &str = "inches straight on; CL CR column turn, SL SR ships turn, with degrees; F follow, M mimic, CU close up; torpedoes: factors/target/run/side/counter";
    while DEEP <= flow.left() {
        flow.own(DEEP, |pen, y, width| {
            let wide = width / 2.0;
            for x in [0.0, wide] {
                pen.area((x, y), (wide, DEEP), 0.15, None);
                let mut field = |label: &str, left: f64, right: f64, down: f64| {
                    pen.words(x + left, y + down, Style { size: 2.4, ..LABEL }, label);
                    let from = x + left + pen.width(Style { size: 2.4, ..LABEL }, label) + 1.2;
                    pen.stroke((from, y + down + 0.6), (x + right, y + down + 0.6), 0.15, HAIR, None);
                };
                field("DIVISION", 3.0, 58.0, 6.6);
                field("TURN", 61.0, wide - 3.0, 6.6);
                field("PLOT", 3.0, 68.0, 13.6);
                field("SPEED", 71.0, wide - 3.0, 13.6);
                field("SMOKE", 3.0, 30.0, 20.6);
                field("TORPEDOES", 33.0, wide - 3.0, 20.6);
                field("", 33.0, wide - 3.0, 26.0);
                pen.fitted(x + 3.0, y + DEEP - 1.6, Style::new(Cut::Italic, 2.2).ink(SOFT), LETTERS, wide - 6.0);
            }
        });
    }
}

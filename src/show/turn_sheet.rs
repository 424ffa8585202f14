//! The sheet that a side fills in and sends back: what it knows, and lines for its orders. Begin at [`turn_sheet`].
use super::{
    fold_paragraph,
    map::{self, CharacterSet, Window},
    status::{self, StatusDetail, clock},
    targets,
};
use naval::model::{Fraction, HitState, Ship, Task};
use naval::{Segment, rules::turn, view::View};

/// Columns of the sheet: as many as mail programs leave on a line.
const COLUMNS: usize = 76;
const REMARK: &str = "# ";
/// A longer line is a paragraph, and is folded.
const MAX_LINE: usize = 100;

/// Returns the sheet: what the side was told, its map, ships and duties, and lines to fill in for each of `parts`.
/// `form` names the form of the file, and `stamp` is its line for the program.
pub fn turn_sheet(view: &View, form: &str, stamp: &str, told: &str, parts: &[Segment]) -> String {
    let segment = view.segment.to_string();
    let when =
        format!("turn {}, {}, {}", view.current_moment().word(), clock(view), segment.trim_end_matches(" Segment"));
    let title = view.setup.title.trim_end_matches('.');
    let mut lines = vec![format!("{REMARK}{title}, {when}: orders of {}. {form}", view.viewer_name())];
    lines.push(stamp.to_owned());
    push_remarks(&mut lines, "(The line above tells the program what this is. Leave it as it stands.)");
    push_remarks(&mut lines, told);
    if view.has_positions() {
        let scene = map::scene(view);
        let page = map::terminal_map(&scene, Window::whole_table(scene.table), COLUMNS, CharacterSet::Ascii);
        push_remarks(&mut lines, &page.plain());
    }
    push_remarks(&mut lines, &status::status(view, StatusDetail::Glance));
    push_remarks(&mut lines, &status::duties_text(view));
    let parts: Vec<(Segment, Vec<String>)> = parts.iter().map(|part| (*part, part_lines(view, *part))).collect();
    if parts.iter().all(|(_, of_part)| of_part.is_empty()) {
        push_remarks(&mut lines, "No orders are due.");
        return lines.join("\n") + "\n";
    }
    let help = "Write behind the names, as at the prompt. A line with nothing behind the names gives no order. Other \
    orders of this side may be added. After # nothing is read.";
    push_remarks(&mut lines, &fold_paragraph(help, 0));
    let has_several = 1 < parts.len();
    for (part, of_part) in parts {
        if !of_part.is_empty() && (has_several || part != view.segment) {
            lines.push(format!("[{}]", part.word()));
        }
        lines.extend(of_part);
    }
    lines.join("\n") + "\n"
}

/// Adds a text as remarks, after an empty one.
fn push_remarks(lines: &mut Vec<String>, text: &str) {
    if !text.is_empty() {
        lines.push("#".to_owned());
        let folded =
            text.lines().map(|line| if line.len() > MAX_LINE { fold_paragraph(line, 2) } else { line.to_owned() });
        for line in folded.collect::<Vec<String>>().join("\n").lines() {
            lines.push(format!("{REMARK}{line}").trim_end().to_owned());
        }
    }
}

/// Returns the lines to fill in for a segment.
fn part_lines(view: &View, part: Segment) -> Vec<String> {
    match part {
        Segment::Plotting => plotting_lines(view),
        Segment::Gunfire => gunfire_lines(view),
        Segment::DamageControl => view.own_ships().filter_map(repair_line).collect(),
        Segment::Movement | Segment::Sighting | Segment::Illumination | Segment::Torpedo | Segment::Damage => {
            Vec::new()
        }
    }
}

/// Returns a line for each division to plot, or for the ten turns before contact, and the seal. [5.13.2]
fn plotting_lines(view: &View) -> Vec<String> {
    let preplots = view.duties().into_iter().filter_map(|duty| match duty.task {
        Task::Preplot { division, straight } => {
            let order = format!("preplot {division}");
            Some(with_remark(&order, &format!("ten turns straight on: {order} {straight} x10")))
        }
        _ => None,
    });
    let own = turn::straight_on_for(view, true)
        .into_iter()
        .filter(|(id, ..)| view.division(id).is_some_and(|division| view.owns(&division.side)));
    let lines = own.map(|(id, straight, speed)| {
        let speed = speed.map_or_else(String::new, |speed| format!(" speed {speed}"));
        with_remark(&format!("plot {id}"), &format!("straight on: plot {id} {straight}{speed}"))
    });
    let mut lines: Vec<String> = preplots.chain(lines).collect();
    // Before contact nothing is plotted, and nothing is sealed.
    if !lines.is_empty() {
        lines.push("seal".to_owned());
    }
    lines
}

/// Returns a line for each ship that could fire. Before the Sighting Segment nobody knows at what.
fn gunfire_lines(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    if view.segment < Segment::Sighting {
        let armed = view.own_ships().filter(|ship| ship.is_in_action() && is_armed(ship));
        lines.extend(armed.map(|ship| format!("target {} at", ship.id)));
    } else {
        for (ship, targets_of_ship) in targets::targets_by_ship(view) {
            lines.extend(targets_of_ship.iter().map(|target| format!("{REMARK}{target}")));
            lines.push(format!("target {ship} at"));
        }
    }
    lines.push("declared".to_owned());
    lines
}

fn is_armed(ship: &Ship) -> bool {
    use naval::model::BatteryKind::{Light, Medium};
    ship.has_mounts_left() || [Medium, Light].iter().any(|guns| ship.battery_strength(*guns) > Fraction::ZERO)
}

fn repair_line(ship: &Ship) -> Option<String> {
    let hits: Vec<&str> =
        ship.hits.iter().filter(|hit| hit.state == HitState::Active).map(|hit| hit.id.as_str()).collect();
    let is_asked = ship.is_in_action() && !hits.is_empty();
    is_asked.then(|| with_remark(&format!("repair {}", ship.id), &hits.join(", ")))
}

fn with_remark(line: &str, remark: &str) -> String {
    format!("{line:<24} {REMARK}{remark}")
}

//! How ships that are moved by hand have steered, in one line. [5.7, 6.5.1.3, Q56]
use naval::model::{Division, Fine, Ship, Steered};
use naval::{Id, State, notation::typed_name, view::View};

use super::{count, joined, labels::names_or_count, list};

#[derive(PartialEq)]
struct Steering {
    turned: Option<u16>,
    course: Option<Fine>,
}

impl Steering {
    fn text(&self) -> String {
        match (self.turned, self.course.map(degrees)) {
            (Some(0), Some(course)) => format!("straight on, course {course}"),
            (Some(0), None) => "straight on".to_owned(),
            (Some(turned), Some(course)) => format!("turned {turned}, on {course}"),
            (Some(turned), None) => format!("turned {turned}, course not known"),
            (None, Some(course)) => format!("on {course}"),
            (None, None) => "as the table shows".to_owned(),
        }
    }
}

fn degrees(course: Fine) -> String {
    format!("{:03}", course.as_f64().round() as i64 % 360)
}

/// Returns ships of one division, grouped by how they steered. If all its ships did the same, under its name.
fn division_steering(state: &State, ships: &[(&Id, Steering)]) -> String {
    let groups: Vec<_> = ships.chunk_by(|(_, left), (_, right)| left == right).collect();
    if let [all] = groups[..] {
        let division = all.first().and_then(|(id, _)| state.division_of(id));
        let whole = division.filter(|division| {
            state.ships_of_division(&division.id).filter(|ship| ship.is_in_action()).count() == all.len()
        });
        let named = match whole {
            Some(division) => state.name(&division.id).to_owned(),
            None => list(all.iter().map(|(id, _)| state.name(id))),
        };
        return all.first().map_or_else(String::new, |(_, way)| format!("{named} {}", way.text()));
    }
    let group_text = |group: &&[(&Id, Steering)]| {
        let way = group.first().map_or_else(String::new, |(_, way)| way.text());
        format!("{} {way}", list(group.iter().map(|(id, _)| state.name(id))))
    };
    joined(groups.iter().map(group_text), "; ")
}

/// `2nd Division turned 30, on 135, by the plot.`
pub(super) fn steering_sentence(before: &State, ships: &[Steered], is_stated: bool) -> String {
    let ways: Vec<(&Id, Steering)> = ships
        .iter()
        .map(|steered| (&steered.ship, Steering { turned: steered.turned, course: steered.course }))
        .collect();
    let source = if is_stated { "as the table shows" } else { "by the plot" };
    format!("{}, {source}.", division_steering(before, &ways))
}

/// Returns the ships of a division that are moved by hand.
fn hand_moved_ships<'v>(view: &'v View, division: &'v Id) -> impl Iterator<Item = &'v Ship> {
    view.ships_of_division(division).filter(|ship| is_moved_by_hand(ship))
}

fn is_moved_by_hand(ship: &Ship) -> bool {
    ship.is_in_action() && ship.at.is_none() && !ship.card.kind.is_coast_battery()
}

/// Returns how the ships of a division have steered. `None` if nothing is known.
fn division_ways<'v>(view: &'v View, division: &'v Id) -> Option<Vec<(&'v Id, Steering)>> {
    let way = |ship: &'v Ship| {
        let turned = view.steering_of(&ship.id).map_or(Some(0), |steered| steered.turned);
        (&ship.id, Steering { turned, course: ship.helm.course })
    };
    let is_known = |(_, way): &(&Id, Steering)| way.course.is_some() || way.turned.is_some_and(|turned| 0 < turned);
    let ways: Vec<(&Id, Steering)> = hand_moved_ships(view, division).map(way).filter(is_known).collect();
    (!ways.is_empty()).then_some(ways)
}

/// Returns the ids of a division's ships whose course is unknown. If that is all of several ships, the division's.
fn unknown_courses<'v>(view: &'v View, division: &'v Id) -> Vec<&'v Id> {
    let all = hand_moved_ships(view, division).count();
    let lost: Vec<&Id> =
        hand_moved_ships(view, division).filter(|ship| ship.helm.course.is_none()).map(|ship| &ship.id).collect();
    if lost.len() == all && 1 < all { vec![division] } else { lost }
}

/// Whether the program uses courses in this battle: a ship is moved by hand, and its course is known.
pub(super) fn has_courses(view: &View) -> bool {
    view.ships.iter().any(|ship| is_moved_by_hand(ship) && ship.helm.course.is_some())
}

/// `045`, or `?` if the course is unknown. `None` for a coast battery or a ship with a position or out of action.
pub(super) fn course_text(ship: &Ship) -> Option<String> {
    is_moved_by_hand(ship).then(|| ship.helm.course.map_or_else(|| "?".to_owned(), degrees))
}

/// Returns the courses of a division's ships. If all are the same, one for the division.
fn division_courses<'v>(view: &'v View, division: &'v Id) -> Vec<(&'v Id, String)> {
    let all: Vec<(&Id, String)> =
        hand_moved_ships(view, division).filter_map(|ship| Some((&ship.id, course_text(ship)?))).collect();
    match all.first() {
        Some((_, course)) if are_all_equal(&all) => vec![(division, course.clone())],
        Some(_) | None => all,
    }
}

fn are_all_equal(courses: &[(&Id, String)]) -> bool {
    courses.windows(2).all(|two| two[0].1 == two[1].1)
}

/// `Courses: japan 135; v 105.`: one entry for a side or division on a single course, otherwise one for
/// ships in a row that share one. `None` if the program uses no courses.
pub(super) fn courses_text(view: &View) -> Option<String> {
    let all: Vec<(&Id, String)> =
        view.divisions.iter().flat_map(|division| division_courses(view, &division.id)).collect();
    let group_text = |group: &[(&Id, String)]| {
        let names = joined(group.iter().map(|(id, _)| id.to_string()), ", ");
        group.first().map_or_else(String::new, |(_, course)| format!("{names} {course}"))
    };
    let side = |(id, _): &(&Id, String)| view.division_of(id).map(|division| &division.side);
    let of_side = |group: &[(&Id, String)]| match group.first().and_then(side) {
        Some(name) if are_all_equal(group) && 1 < group.len() => format!("{name} {}", group[0].1),
        _ => joined(group.chunk_by(|(_, left), (_, right)| left == right).map(group_text), "; "),
    };
    let sides: Vec<String> = all.chunk_by(|left, right| side(left) == side(right)).map(of_side).collect();
    (has_courses(view) && !sides.is_empty()).then(|| format!("Courses: {}.", sides.join("; ")))
}

/// Returns how all ships moved by hand have steered according to the plots. Then it names ships of unknown course,
/// and how to state it. `None` if no course or turn is known.
pub fn steering_by_plots(view: &View) -> Option<String> {
    let divisions: Vec<Vec<(&Id, Steering)>> =
        view.divisions.iter().filter_map(|division| division_ways(view, &division.id)).collect();
    // Group divisions whose ships all did the same.
    let all_same = |ways: &[(&Id, Steering)]| ways.chunk_by(|(_, left), (_, right)| left == right).count() == 1;
    let share_steering = |left: &Vec<(&Id, Steering)>, right: &Vec<(&Id, Steering)>| {
        all_same(left) && all_same(right) && left[0].1 == right[0].1
    };
    let group_text = |group: &[Vec<(&Id, Steering)>]| match group {
        [ways] => division_steering(view, ways),
        several => {
            let names = several
                .iter()
                .filter_map(|ways| view.division_of(ways.first()?.0))
                .map(|division| view.name(&division.id));
            let way = several.first().and_then(|ways| ways.first()).map_or_else(String::new, |(_, way)| way.text());
            format!("{} {way}", list(names))
        }
    };
    let all: Vec<String> = divisions.chunk_by(share_steering).map(group_text).collect();
    let rule = naval::rules::moves::PLOTTED;
    if all.is_empty() {
        return None;
    }
    let is_short =
        divisions.len() <= MAX_DIVISIONS_LISTED || all.iter().map(String::len).sum::<usize>() <= MAX_LIST_WIDTH;
    let all = if is_short { all.join("; ") } else { shortened_list(&divisions, group_text) };
    let unknown: Vec<&Id> = view.divisions.iter().flat_map(|division| unknown_courses(view, &division.id)).collect();
    let unknown_note = unknown.first().copied().map(|first| {
        let names = names_or_count(view, unknown.iter().copied());
        let mut ships = view.ships_of(first).filter(|ship| is_moved_by_hand(ship));
        let course_before = |ship: &Ship| view.steering_of(&ship.id)?.before.course.map(degrees);
        let course = ships
            .next()
            .and_then(course_before)
            .filter(|course| ships.all(|ship| course_before(ship).as_ref() == Some(course)));
        let advice = match course {
            Some(course) => format!("`course {first} {course}` if it held on", first = typed_name(view, first)),
            None => format!("type `course {first} DEGREES`", first = typed_name(view, first)),
        };
        format!(" The course of {names} is not known: {advice}.")
    });
    Some(format!("Plotted: {all}. [{rule}]{}", unknown_note.unwrap_or_default()))
}

/// Returns hand-moved ships that are slower than others of their division, for the player who moves them. [5.5, 5.8.3]
pub fn laggards_text(view: &View) -> Option<String> {
    let laggards_of = |division: &Division| {
        division_ways(view, &division.id)?;
        let ships: Vec<&Ship> = view.ships_of_division(&division.id).filter(|ship| ship.is_in_action()).collect();
        let most = ships.iter().map(|ship| ship.speed).max()?;
        let slow = ships.into_iter().filter(|ship| ship.speed < most);
        let slow: Vec<String> = slow.map(|ship| format!("{} makes {}\"", view.name(&ship.id), ship.speed)).collect();
        (!slow.is_empty()).then(|| format!("{}, others of its division {most}\"", list(slow)))
    };
    let all: Vec<String> = view.divisions.iter().filter_map(|division| laggards_of(division)).collect();
    (!all.is_empty()).then(|| format!("{}. [5.5]", all.join("; ")))
}

/// At most this many divisions are described one by one, or more if they fit in this many characters.
const MAX_DIVISIONS_LISTED: usize = 4;
const MAX_LIST_WIDTH: usize = 120;
/// In longer lists, at most this many divisions that turned are described one by one.
const MAX_TURNED_LISTED: usize = 3;

/// Returns the first divisions that turned, and the numbers of others that turned or ran straight on.
fn shortened_list(divisions: &[Vec<(&Id, Steering)>], phrase: impl Fn(&[Vec<(&Id, Steering)>]) -> String) -> String {
    let has_turned = |ways: &&Vec<(&Id, Steering)>| ways.iter().any(|(_, way)| way.turned != Some(0));
    let (turned, straight): (Vec<_>, Vec<_>) = divisions.iter().partition(has_turned);
    let mut parts: Vec<String> = Vec::new();
    let mut length = 0;
    for ways in turned.iter().take(MAX_TURNED_LISTED) {
        let text = phrase(std::slice::from_ref(*ways));
        length += text.len();
        if parts.is_empty() || length <= MAX_LIST_WIDTH {
            parts.push(text);
        }
    }
    let others = turned.len() - parts.len();
    parts.extend((0 < others).then(|| format!("{} turned", count(others, "more division"))));
    parts.extend((!straight.is_empty()).then(|| format!("{} straight on", count(straight.len(), "division"))));
    format!("{}; `status` has every course", parts.join("; "))
}

//! How ships that are moved by hand have steered, in one line. [5.7, 6.5.1.3, Q56]
use naval::model::{Division, Fine, Ship, Steered};
use naval::{Id, State, notation::typed_name, view::View};

use super::{count, joined, labels::few, list};

/// A ship's turn and its course, each if known.
#[derive(PartialEq)]
struct Way {
    turned: Option<u16>,
    course: Option<Fine>,
}

impl Way {
    fn says(&self) -> String {
        match (self.turned, self.course.map(degrees)) {
            (Some(0), Some(course)) => format!("straight on {course}"),
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

/// Returns ships of one division, grouped by how they steered. If all did the same, the division's name.
fn of_division(state: &State, ships: &[(&Id, Way)]) -> String {
    let alike: Vec<_> = ships.chunk_by(|(_, one), (_, other)| one == other).collect();
    if let [all] = alike[..] {
        let division = all.first().and_then(|(id, _)| state.division_of(id));
        let whole = division
            .filter(|one| state.ships_of_division(&one.id).filter(|ship| ship.in_action()).count() == all.len());
        let named = match whole {
            Some(division) => state.name(&division.id).to_owned(),
            None => list(all.iter().map(|(id, _)| state.name(id))),
        };
        return all.first().map_or_else(String::new, |(_, way)| format!("{named} {}", way.says()));
    }
    let says = |some: &&[(&Id, Way)]| {
        let way = some.first().map_or_else(String::new, |(_, way)| way.says());
        format!("{} {way}", list(some.iter().map(|(id, _)| state.name(id))))
    };
    joined(alike.iter().map(says), "; ")
}

/// `2nd Division turned 30, on 135 by its plot.`
pub(super) fn steered(before: &State, ships: &[Steered], said: bool) -> String {
    let ways: Vec<(&Id, Way)> =
        ships.iter().map(|one| (&one.ship, Way { turned: one.turned, course: one.course })).collect();
    let by = if said { "as the table shows" } else { "by the plot" };
    format!("{}, {by}.", of_division(before, &ways))
}

/// Returns the ships of a division that are moved by hand.
fn by_hand<'v>(view: &'v View, division: &'v Id) -> impl Iterator<Item = &'v Ship> {
    view.ships_of_division(division).filter(|ship| is_by_hand(ship))
}

fn is_by_hand(ship: &Ship) -> bool {
    ship.in_action() && ship.at.is_none() && !ship.card.kind.is_battery()
}

/// Returns how the ships of a division have steered. `None` if nothing is known.
fn ways_of<'v>(view: &'v View, division: &'v Id) -> Option<Vec<(&'v Id, Way)>> {
    let way = |ship: &'v Ship| {
        let turned = view.steered(&ship.id).map_or(Some(0), |one| one.turned);
        (&ship.id, Way { turned, course: ship.helm.course })
    };
    let is_known = |(_, way): &(&Id, Way)| way.course.is_some() || way.turned.is_some_and(|turned| 0 < turned);
    let ways: Vec<(&Id, Way)> = by_hand(view, division).map(way).filter(is_known).collect();
    (!ways.is_empty()).then_some(ways)
}

/// Returns ships of a division whose course is unknown, as typed. If that is all of them, the division.
fn unknown_of<'v>(view: &'v View, division: &'v Id) -> Vec<&'v Id> {
    let all = by_hand(view, division).count();
    let lost: Vec<&Id> =
        by_hand(view, division).filter(|ship| ship.helm.course.is_none()).map(|ship| &ship.id).collect();
    if lost.len() == all && 1 < all { vec![division] } else { lost }
}

/// Whether the program uses courses in this battle: a ship is moved by hand, and its course is known.
pub(super) fn has_courses(view: &View) -> bool {
    view.ships.iter().any(|ship| is_by_hand(ship) && ship.helm.course.is_some())
}

/// `045`, or `?` if the course is unknown. `None` for a ship with a position or out of action.
pub(super) fn course_of(ship: &Ship) -> Option<String> {
    is_by_hand(ship).then(|| ship.helm.course.map_or_else(|| "?".to_owned(), degrees))
}

/// Returns the courses of a division's ships. If all are the same, one for the division.
fn courses_of<'v>(view: &'v View, division: &'v Id) -> Vec<(&'v Id, String)> {
    let all: Vec<(&Id, String)> =
        by_hand(view, division).filter_map(|ship| Some((&ship.id, course_of(ship)?))).collect();
    match all.first() {
        Some((_, course)) if is_one(&all) => vec![(division, course.clone())],
        Some(_) | None => all,
    }
}

fn is_one(courses: &[(&Id, String)]) -> bool {
    courses.windows(2).all(|two| two[0].1 == two[1].1)
}

/// `Courses: japan 135; v 105.`: one entry for a side or division on a single course, otherwise one for
/// each ship. `None` if the program uses no courses.
pub(super) fn courses(view: &View) -> Option<String> {
    let all: Vec<(&Id, String)> = view.divisions.iter().flat_map(|division| courses_of(view, &division.id)).collect();
    let says = |some: &[(&Id, String)]| {
        let names = joined(some.iter().map(|(id, _)| id.to_string()), ", ");
        some.first().map_or_else(String::new, |(_, course)| format!("{names} {course}"))
    };
    let side = |(id, _): &(&Id, String)| view.division_of(id).map(|division| &division.side);
    let of_side = |some: &[(&Id, String)]| match some.first().and_then(side) {
        Some(name) if is_one(some) && 1 < some.len() => format!("{name} {}", some[0].1),
        _ => joined(some.chunk_by(|(_, one), (_, other)| one == other).map(says), "; "),
    };
    let told: Vec<String> = all.chunk_by(|one, other| side(one) == side(other)).map(of_side).collect();
    (has_courses(view) && !told.is_empty()).then(|| format!("Courses: {}.", told.join("; ")))
}

/// Returns how all ships moved by hand have steered according to the plots, whose course is unknown, and how to
/// state it. `None` if no course or turn is known.
pub fn by_the_plots(view: &View) -> Option<String> {
    let divisions: Vec<Vec<(&Id, Way)>> = view.divisions.iter().filter_map(|one| ways_of(view, &one.id)).collect();
    // Group divisions whose ships all did the same.
    let alike = |ways: &[(&Id, Way)]| ways.chunk_by(|(_, one), (_, other)| one == other).count() == 1;
    let same = |one: &Vec<(&Id, Way)>, other: &Vec<(&Id, Way)>| alike(one) && alike(other) && one[0].1 == other[0].1;
    let says = |some: &[Vec<(&Id, Way)>]| match some {
        [one] => of_division(view, one),
        several => {
            let names =
                several.iter().filter_map(|ways| view.division_of(ways.first()?.0)).map(|one| view.name(&one.id));
            let way = several.first().and_then(|ways| ways.first()).map_or_else(String::new, |(_, way)| way.says());
            format!("{} {way}", list(names))
        }
    };
    let all: Vec<String> = divisions.chunk_by(same).map(says).collect();
    let rule = naval::rules::moves::PLOTTED;
    if all.is_empty() {
        return None;
    }
    let is_short = divisions.len() <= A_FEW || all.iter().map(String::len).sum::<usize>() <= A_LINE_AND_A_HALF;
    let all = if is_short { all.join("; ") } else { in_few(&divisions, says) };
    let lost: Vec<&Id> = view.divisions.iter().flat_map(|division| unknown_of(view, &division.id)).collect();
    let tell = lost.first().copied().map(|first| {
        let names = few(view, lost.iter().copied());
        let mut before = view.ships_of(first).filter(|ship| is_by_hand(ship));
        let of = |ship: &Ship| view.steered(&ship.id)?.before.course.map(degrees);
        let course = before.next().and_then(of).filter(|course| before.all(|ship| of(ship).as_ref() == Some(course)));
        let on = if view.division(first).is_some() { "if it held on" } else { "if she held on" };
        let says = match course {
            Some(course) => format!("`course {first} {course}` {on}", first = typed_name(view, first)),
            None => format!("say it, `course {first} DEGREES`", first = typed_name(view, first)),
        };
        format!(" The course of {names} is not known: {says}.")
    });
    Some(format!("By the plots: {all}. [{rule}]{}", tell.unwrap_or_default()))
}

/// Returns ships moved by hand that are slower than others of their division, as the ruler must show. [5.5, 5.8.3]
pub fn laggards(view: &View) -> Option<String> {
    let of = |division: &Division| {
        ways_of(view, &division.id)?;
        let ships: Vec<&Ship> = view.ships_of_division(&division.id).filter(|ship| ship.in_action()).collect();
        let most = ships.iter().map(|ship| ship.speed).max()?;
        let slow = ships.into_iter().filter(|ship| ship.speed < most);
        let slow: Vec<String> = slow.map(|ship| format!("{} makes {}\"", view.name(&ship.id), ship.speed)).collect();
        (!slow.is_empty()).then(|| format!("{}, others of her division {most}\"", list(slow)))
    };
    let all: Vec<String> = view.divisions.iter().filter_map(|division| of(division)).collect();
    (!all.is_empty()).then(|| format!("{}. [5.5]", all.join("; ")))
}

/// At most this many divisions are described one by one, or more if they fit in this many characters.
const A_FEW: usize = 4;
const A_LINE_AND_A_HALF: usize = 120;
/// In longer lists, at most this many divisions that turned are described one by one.
const TURNED: usize = 3;

/// Returns the first divisions that turned, and the numbers of others that turned or ran straight on.
fn in_few(divisions: &[Vec<(&Id, Way)>], says: impl Fn(&[Vec<(&Id, Way)>]) -> String) -> String {
    let has_turned = |ways: &&Vec<(&Id, Way)>| ways.iter().any(|(_, way)| way.turned != Some(0));
    let (turned, straight): (Vec<_>, Vec<_>) = divisions.iter().partition(has_turned);
    let mut told: Vec<String> = Vec::new();
    let mut length = 0;
    for ways in turned.iter().take(TURNED) {
        let one = says(std::slice::from_ref(*ways));
        length += one.len();
        if told.is_empty() || length <= A_LINE_AND_A_HALF {
            told.push(one);
        }
    }
    let others = turned.len() - told.len();
    told.extend((0 < others).then(|| format!("{} turned", count(others, "more division"))));
    told.extend((!straight.is_empty()).then(|| format!("{} straight on", count(straight.len(), "division"))));
    format!("{}; `status` has every course", told.join("; "))
}

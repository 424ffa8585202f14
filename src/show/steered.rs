//! How ships that are moved by hand have steered, in a line. [5.7, 6.5.1.3, Q56]
use naval::{Fine, Id, Ship, State, Steered, view::View};

use super::{joined, list};

/// How far a ship turned and how she heads, as far as either is known.
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

/// Ships of one division, those alike together; the division's name where all are alike.
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

/// How the ships of a division have steered; nothing where all of them are as the start left them, unknown.
fn ways_of<'v>(view: &'v View, division: &'v Id) -> Option<Vec<(&'v Id, Way)>> {
    let by_hand = view.ships_of_division(division).filter(|ship| ship.in_action() && ship.at.is_none());
    let ships: Vec<&Ship> = by_hand.collect();
    let known = ships.iter().any(|ship| ship.helm.course.is_some() || view.steered(&ship.id).is_some());
    let way = |ship: &'v Ship| {
        let turned = view.steered(&ship.id).map_or(Some(0), |one| one.turned);
        (&ship.id, Way { turned, course: ship.helm.course })
    };
    known.then(|| ships.into_iter().map(way).collect())
}

/// How all have steered that are moved by hand, as the program takes it; nothing where it knows of no course and no turn.
pub fn by_the_plots(view: &View) -> Option<String> {
    let divisions: Vec<Vec<(&Id, Way)>> = view.divisions.iter().filter_map(|one| ways_of(view, &one.id)).collect();
    // Divisions that all do the same stand together.
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
    let rule = naval::movement::PLOTTED;
    (!all.is_empty()).then(|| format!("By the plots: {}. [{rule}]", all.join("; ")))
}

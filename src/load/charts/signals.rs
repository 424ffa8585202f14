//! The charts of command and control, checked. [5.10.3]
use crate::{Path, Report};
use naval::Inches;
use naval::chart::{CommandCheck, Independent, IndependentMovement, UnitKind};
use naval::sound::{DICE, MOST_MODIFIER as MOST, STEP_DEG};
use play::Rule;

const INDEPENDENT: Rule = Rule::new("5.10.3");
const DICE_USED: Rule = Rule::new("2.5");

/// The die exists, and every figure is of a size that a die can feel.
pub(super) fn check(check: &CommandCheck, path: &Path, report: &mut Report) {
    die(check.sides, path, report);
    let figures = [
        ("base", check.base),
        ("signalling", check.signalling),
        ("advance_plot", check.advance_plot),
        ("night", check.night),
        ("under_fire", check.under_fire),
        ("repeaters", check.repeaters.each),
        ("distance", check.distance.worth),
    ];
    for (key, figure) in figures.into_iter().filter(|(_, figure)| !(-MOST..=MOST).contains(figure)) {
        let flaw = report.flaw(&path.key(key), format!("a modifier of {figure:+} is out of range"));
        flaw.lawful(format!("-{MOST} to {MOST}"));
    }
    if !(0..=MOST).contains(&check.repeaters.at_most) {
        let what = format!("no more than {} repeaters is out of range", check.repeaters.at_most);
        report.flaw(&path.key("repeaters").key("at_most"), what).lawful(format!("0 to {MOST}"));
    }
    if check.distance.every <= Inches::ZERO {
        let what = format!("distance cannot count by {} inches", check.distance.every);
        report.flaw(&path.key("distance").key("every"), what).lawful("more than 0 inches");
    }
}

/// One table of each kind, its rows rising, the last open, its turns by steps of 15 degrees.
pub(super) fn independent(tables: &[IndependentMovement], path: &Path, report: &mut Report) {
    for (at, table) in tables.iter().enumerate() {
        let path = path.at(at);
        die(table.sides, &path, report);
        rows(table, &path, report);
    }
    let named = [(UnitKind::Large, "large"), (UnitKind::Light, "light"), (UnitKind::Single, "single")];
    let count = |kind: UnitKind| tables.iter().filter(|table| table.kind == kind).count();
    let wrong: Vec<&str> = named.iter().filter(|(kind, _)| count(*kind) != 1).map(|(_, name)| *name).collect();
    if !wrong.is_empty() {
        let what = format!("independent movement must have one table of each kind; look at {}", wrong.join(", "));
        let flaw = report.flaw(path, what);
        flaw.lawful(format!("one table each for large, light and single [{INDEPENDENT}]"));
    }
}

fn rows(table: &IndependentMovement, path: &Path, report: &mut Report) {
    let last = table.rows.len().saturating_sub(1);
    let mut before: Option<i32> = None;
    for (at, row) in table.rows.iter().enumerate() {
        let place = path.key("rows").at(at);
        let wrong = match row.up_to {
            Some(up_to) if before.is_some_and(|before| up_to <= before) => {
                Some(format!("the rows do not rise at {up_to}"))
            }
            None if at != last => Some("a row that ends nowhere hides those after it".to_owned()),
            Some(_) if at == last => Some("no row catches the highest rolls".to_owned()),
            Some(_) | None => None,
        };
        if let Some(wrong) = wrong {
            report.flaw(&place, wrong).lawful("up_to rises from row to row, and only the last row is without it");
        }
        before = row.up_to.or(before);
        if let Independent::TurnTowardEnemy { degrees } | Independent::TurnAway { degrees } = row.does
            && (degrees == 0 || 180 < degrees || !degrees.is_multiple_of(STEP_DEG))
        {
            let flaw = report.flaw(&place, format!("a turn of {degrees} degrees cannot be steered"));
            flaw.lawful("15 to 180 degrees, by steps of 15");
        }
    }
    if table.rows.is_empty() {
        report.flaw(path, "the table has no rows");
    }
}

/// Whether the die exists; else a flaw.
pub(super) fn die(sides: u8, path: &Path, report: &mut Report) -> bool {
    let there = DICE.contains(&sides);
    if !there {
        let flaw = report.flaw(&path.key("sides"), format!("there is no die of {sides}"));
        flaw.lawful(format!("6, 10, 20 or 100 [{DICE_USED}]"));
    }
    there
}

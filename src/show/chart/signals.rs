//! The charts of command and control as tables.
use crate::{joined, plain_table, span};
use naval::model::chart::{CommandCheck, Independent, IndependentMovement, UnitKind};

/// Returns the terms of the sum for orders. [5.10.3]
pub fn check_rows(check: &CommandCheck) -> Vec<Vec<String>> {
    let row = |label: String, value: i32| vec![label, format!("{value:+}")];
    vec![
        vec!["base".to_owned(), check.base.to_string()],
        row("each point of the flagship's signalling".to_owned(), check.signalling),
        row(format!("each repeater, at most {}", check.repeaters.at_most), check.repeaters.each),
        row("plotted a turn ahead".to_owned(), check.advance_plot),
        row(format!("every full {}\" from the force flag", check.distance.every), check.distance.worth),
        row("night".to_owned(), check.night),
        row("fired on last turn".to_owned(), check.under_fire),
    ]
}

/// Returns the sum that the die for orders must not exceed. [5.10.3]
pub(super) fn command_check_table(check: &CommandCheck) -> String {
    let table = plain_table(&["orders received", "sum"], &[1], check_rows(check));
    format!("{table}\nOrders are received when the D{} does not exceed the sum.\nsource: {}", check.sides, check.source)
}

/// Returns the lowest and highest modified roll of each row, if limited, and the result. [5.10.5]
pub(crate) fn modified_rolls(
    table: &IndependentMovement,
) -> impl Iterator<Item = (Option<i32>, Option<i32>, Independent)> {
    let ends = table.rows.iter().map(|row| row.up_to.map(|up_to| up_to + 1));
    std::iter::once(None).chain(ends).zip(&table.rows).map(|(low, row)| (low, row.up_to, row.does))
}

/// Returns modified rolls with their results. [5.10.5]
pub fn independent_rows(table: &IndependentMovement) -> Vec<Vec<String>> {
    let row = |(low, up_to, does): (Option<i32>, Option<i32>, Independent)| {
        let rolls = match (low, up_to) {
            (None, None) => "any".to_owned(),
            (None, Some(to)) => format!("{to} or less"),
            (Some(low), None) => format!("{low} or more"),
            (Some(low), Some(to)) => span(low, to),
        };
        vec![rolls, independent_result(does)]
    };
    modified_rolls(table).map(row).collect()
}

/// Returns the result of every modified roll, in all tables. [5.10.3, 5.10.5]
pub(super) fn independent_movement_tables(tables: &[IndependentMovement]) -> String {
    let table = |table: &IndependentMovement| {
        let head = format!("D{} + initiative", table.sides);
        let rows = independent_rows(table);
        format!("{}\nsource: {}", plain_table(&[&head, unit_word(table.kind)], &[], rows), table.source)
    };
    joined(tables.iter().map(table), "\n\n")
}

pub fn unit_word(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Large => "formations with large ships",
        UnitKind::Light => "formations of light ships",
        UnitKind::Single => "ships alone",
    }
}

/// `turns 45 degrees away from the enemy`
pub(crate) fn independent_result(does: Independent) -> String {
    independent_result_for(does, false)
}

/// Returns the result with a plural verb if `are_many`: `turn 45 degrees away from the enemy`
pub(crate) fn independent_result_for(does: Independent, are_many: bool) -> String {
    let verb = |singular: &'static str, plural: &'static str| if are_many { plural } else { singular };
    let turns = verb("turns", "turn");
    match does {
        Independent::AsPlotted => format!("{} as plotted", verb("moves", "move")),
        Independent::StraightSameSpeed => format!("{} straight on at the same speed", verb("goes", "go")),
        Independent::FollowNearestAhead => format!("{} the nearest friends ahead", verb("follows", "follow")),
        Independent::TurnTowardEnemy { degrees } => format!("{turns} up to {degrees} degrees toward the enemy"),
        Independent::TurnAway { degrees } => format!("{turns} up to {degrees} degrees away from the enemy"),
        Independent::RepeatLastTurn => verb("does what it did last turn", "do what they did last turn").to_owned(),
    }
}

//! Ships moved by hand cannot be plotted to do what they cannot run. [5.6, 5.7, Q56]
use naval::{Fact, Naval};
use play::Game;

use super::{Table, refused, steered_by_hand::four};

/// The refusal of a plot after these lines, one a turn.
pub(super) fn refused_after(turns: &[&str], plot: &str) -> String {
    refused(&plotting_after(turns), plot)
}

/// The Plotting Segment after these lines, one a turn.
fn plotting_after(turns: &[&str]) -> Table {
    let mut table = Table { state: Naval::initial_state(&four()) };
    for plots in turns {
        plots.split(';').for_each(|line| drop(table.apply_line(line, &[])));
        table.apply_line("next to plotting waive \"a drill\"", &[]);
    }
    table
}

#[test]
fn r5_7_1_a_plot_by_hand_is_no_longer_than_the_distance_left() {
    let mut table = plotting_after(&[]);
    // Its speed is 2 inches. A turn uses part of them, as for ships with positions.
    let long = refused(&table, "plot 1st 1-CL60-2 speed 2");
    assert!(long.contains("more than its speed of 2"), "{long}");
    table.apply_line("plot 1st 1-CL60 speed 2", &[]);
    // The rest of an unfinished turn uses part of the distance.
    let mut table = plotting_after(&["plot 1st 1.8-CL60 speed 2"]);
    let long = refused(&table, "plot 1st 1.9-CR15 speed 2");
    assert!(long.contains("needs"), "{long}");
    table.apply_line("plot 1st 1.6-CR15 speed 2", &[]);
    // A lone number stands for all the distance left.
    table.apply_line("plot 1st 2", &[]);
}

#[test]
fn r5_6_no_ship_turns_tighter_by_hand() {
    let table = plotting_after(&[]);
    let tight = refused(&table, "plot 1st CL60@0.2");
    assert!(tight.contains("0.2"), "{tight}");
    plotting_after(&[]).apply_line("plot 1st CL60@1", &[]);
}

#[test]
fn r5_7_3_a_division_stated_to_be_in_column_turns_in_column() {
    // In line abreast all have the same course, so stating a course does not help.
    let why = refused_after(&["plot 1st SR30"], "plot 1st CL30");
    assert!(why.contains("put its ships 30 degrees off the column") && !why.contains("course"), "{why}");
    plotting_after(&["plot 1st SR30", "plot 1st SL30"]).apply_line("plot 1st CL30", &[]);
    // Ships caught in a bend are on several tracks until the players state the course.
    let caught = ["plot 1st CL60", "plot 1st SR30", "plot 1st SL30"];
    let why = refused_after(&caught, "plot 1st CL30");
    assert!(why.contains("`course 1st 300`"), "{why}");
    let mut table = plotting_after(&caught);
    table.apply_line("course 1st 300", &[]);
    table.apply_line("plot 1st CL30", &[]);
}

#[test]
fn r5_7_unfinished_turns_bind_no_plot_ahead_and_no_half_move() {
    let mut table = plotting_after(&[]);
    table.apply_line("plot 1st 1.8-CL60 speed 2", &[]);
    table.apply_line("plot 1st 1.9-CR15 speed 2 next", &[]);
    let mut table = plotting_after(&[]);
    let (left, right) = ("mikasa".into(), "retvizan".into());
    Naval::apply(&mut table.state, &Fact::HalfMovesInvoked { by: None, one: left, other: right });
    table.apply_line("plot 1st 1-CL60-2 speed 2", &[]);
}

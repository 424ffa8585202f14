//! What ships that are moved by hand cannot run, nobody plots for them. [5.6, 5.7, Q56]
use naval::{Fact, Naval};
use play::Game;

use super::{Table, refused, steered_by_hand::four};

/// What is answered to a plot after these lines, a turn each.
pub(super) fn refused_after(turns: &[&str], plot: &str) -> String {
    refused(&plotting_after(turns), plot)
}

/// At plots, after these lines, a turn each.
fn plotting_after(turns: &[&str]) -> Table {
    let mut table = Table { state: Naval::initial_state(&four()) };
    for plots in turns {
        plots.split(';').for_each(|line| drop(table.does(line, &[])));
        table.does("next to plotting waive \"a drill\"", &[]);
    }
    table
}

#[test]
fn r5_7_1_a_plot_by_hand_is_no_longer_than_the_way() {
    let mut table = plotting_after(&[]);
    // She made 2 inches: a turn of 60 degrees takes no way of them, as for ships with positions.
    let long = refused(&table, "plot 1st 1-CL60-2 speed 2");
    assert!(long.contains("more than its speed of 2"), "{long}");
    table.does("plot 1st 1-CL60 speed 2", &[]);
    // The rest of a turn that runs on is of the way.
    let mut table = plotting_after(&["plot 1st 1.8-CL60 speed 2"]);
    let long = refused(&table, "plot 1st 1.9-CR15 speed 2");
    assert!(long.contains("needs"), "{long}");
    table.does("plot 1st 1.6-CR15 speed 2", &[]);
    // A speed alone is the way that there is.
    table.does("plot 1st 2", &[]);
}

#[test]
fn r5_6_nobody_turns_tighter_by_hand() {
    let table = plotting_after(&[]);
    let tight = refused(&table, "plot 1st CL60@0.2");
    assert!(tight.contains("0.2"), "{tight}");
    plotting_after(&[]).does("plot 1st CL60@1", &[]);
}

#[test]
fn r5_7_3_a_division_that_is_said_to_lie_in_column_turns_in_column() {
    // Side by side all head alike: the word of a course says no more than that.
    let why = refused_after(&["plot 1st SR30"], "plot 1st CL30");
    assert!(why.contains("put its ships 30 degrees off the column") && !why.contains("course"), "{why}");
    plotting_after(&["plot 1st SR30", "plot 1st SL30"]).does("plot 1st CL30", &[]);
    // Caught in a bend they lie on several tracks, until the table says otherwise.
    let caught = ["plot 1st CL60", "plot 1st SR30", "plot 1st SL30"];
    let why = refused_after(&caught, "plot 1st CL30");
    assert!(why.contains("`course 1st 300`"), "{why}");
    let mut table = plotting_after(&caught);
    table.does("course 1st 300", &[]);
    table.does("plot 1st CL30", &[]);
}

#[test]
fn r5_7_a_plot_for_the_next_turn_knows_nothing_of_a_turn_that_runs_on_and_one_in_halves_of_none() {
    let mut table = plotting_after(&[]);
    table.does("plot 1st 1.8-CL60 speed 2", &[]);
    table.does("plot 1st 1.9-CR15 speed 2 next", &[]);
    let mut table = plotting_after(&[]);
    let (one, other) = ("mikasa".into(), "retvizan".into());
    Naval::apply(&mut table.state, &Fact::HalfMovesInvoked { by: None, one, other });
    table.does("plot 1st 1-CL60-2 speed 2", &[]);
}

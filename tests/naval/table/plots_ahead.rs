//! A plot for the next turn is checked by what is known a turn ahead. A withdrawn plot takes its speed with it. [5.5,
//! 5.7, 5.7.7]
use naval::{Command, Naval, model::Setup, notation};
use play::Game;

use super::{Table, refused, steered_by_hand::four};
use naval_kit::fixture::inches;

/// The same four battleships with and without positions.
fn with_and_without_positions() -> [Table; 2] {
    let mut tracked: Setup = four();
    tracked.divisions[0].at = Some(naval::model::Place::new(20.0, 30.0, 0.0));
    tracked.divisions[1].at = Some(naval::model::Place::new(60.0, 20.0, 180.0));
    [tracked, four()].map(|setup| Table { state: Naval::initial_state(&setup) })
}

fn next_turn(table: &mut Table) {
    table.apply_line("next to plotting waive \"a drill\"", &[]);
}

#[test]
fn r5_7_7_a_plot_ahead_is_no_longer_than_its_speed() {
    for mut table in with_and_without_positions() {
        for (plot, needs) in [
            ("1-CL60-2 speed 2", "more than its speed of 2.0"),
            ("2.1-CR30 speed 2", "more than its speed of 2.0"),
            ("1-1-0.5 speed 2", "needs 2.5"),
            // Without a speed, their top speed applies.
            ("9-CR30", "needs 9"),
        ] {
            let why = refused(&table, &format!("plot 1st {plot} next"));
            assert!(why.contains(needs) && !why.contains("this turn"), "{plot}: {why}");
        }
        // The last helm order may continue into the next turn.
        for plot in ["2-CR90 speed 2", "1-1 speed 2", "1-CL60 speed 2"] {
            table.apply_line(&format!("plot 1st {plot} next"), &[]);
        }
    }
}

#[test]
fn r5_7_7_the_plot_offered_for_a_plot_ahead_is_for_the_next_turn() {
    for mut table in with_and_without_positions() {
        let why = refused(&table, "plot 1st 1.5-CR30-1 speed 2 next");
        let offered = why.split('`').nth(1).unwrap_or_else(|| panic!("{why}")).to_owned();
        assert!(offered.ends_with(" next"), "{why}");
        table.apply_line(&offered, &[]);
    }
}

#[test]
fn r5_6_a_plot_ahead_turns_no_tighter_than_the_template() {
    for mut table in with_and_without_positions() {
        let why = refused(&table, "plot 1st CL60@0.2 next");
        assert!(why.contains("@0.2"), "{why}");
        table.apply_line("plot 1st CL60@1 next", &[]);
    }
}

#[test]
fn r5_7_3_a_plot_ahead_turns_in_column_where_it_will_be_in_column() {
    for mut table in with_and_without_positions() {
        // By its own turns.
        let why = refused(&table, "plot 1st SR30-CR30 next");
        assert!(why.contains("CR30") && why.contains("column"), "{why}");
        table.apply_line("plot 1st SR30-SL30-CR30 next", &[]);
        table.apply_line("plot 1st SR30-SR30 next", &[]);
        table.apply_line("plot 1st CR30 next", &[]);
        // This turn's plot and the plot ahead are checked together, in either order.
        let why = refused(&table, "plot 1st SR30");
        assert!(why.contains("CR30") && why.contains("next turn"), "{why}");
        let offered = why.split('`').nth(1).unwrap().to_owned();
        table.apply_line(&offered, &[]);
        table.apply_line("plot 1st SR30", &[]);
        let why = refused(&table, "plot 1st CR30 next");
        assert!(why.contains("put its ships 30 degrees off the column"), "{why}");
        table.apply_line("plot 1st SL30-CR30 next", &[]);
        // To go straight this turn is refused: next turn's CR30 needs this turn's helm order.
        assert!(refused(&table, "plot 1st 2").contains("next turn"));
    }
}

#[test]
fn r5_7_7_a_plot_ahead_may_count_on_the_turn_before() {
    for mut table in with_and_without_positions() {
        table.apply_line("plot 1st SR30", &[]);
        next_turn(&mut table);
        assert!(refused(&table, "plot 1st CL15 next").contains("put its ships 30 degrees off the column"));
        table.apply_line("plot 1st SL30", &[]);
        table.apply_line("plot 1st CL15 next", &[]);
    }
}

#[test]
fn r5_7_7_a_ships_turn_that_continues_is_completed_first() {
    for mut table in with_and_without_positions() {
        // 180 degrees take more than a turn. By then they are in column again, led by the last ship.
        table.apply_line("plot 1st 1.5-SR180 speed 2", &[]);
        table.apply_line("plot 1st CL15 next", &[]);
    }
}

#[test]
fn r5_7_7_a_plot_that_depends_on_another_is_not_checked_ahead() {
    let mut table = Table { state: Naval::initial_state(&four()) };
    table.apply_line("plot 1st 2 next", &[]);
    table.apply_line("plot 1st CU next", &[]);
}

#[test]
fn r5_7_the_speed_of_a_withdrawn_plot_goes_with_it() {
    let [_, mut table] = with_and_without_positions();
    let speed = |table: &Table| table.ship("mikasa").speed;
    table.apply_line("plot 1st SL45 speed 1.5", &[]);
    assert_eq!(speed(&table), inches("1.5"));
    table.apply_line("plot 1st SL45", &[]);
    assert_eq!(speed(&table), inches("2"), "that of last turn");
    // An earlier faster plot does not allow a longer one.
    table.apply_line("plot 1st 2.25", &[]);
    let why = refused(&table, "plot 1st 2.1-CL15-0.01");
    assert!(why.contains("its speed of 2.0"), "{why}");
    table.apply_line("plot 1st 2.1-CL15-0.01 speed 2.25", &[]);
    // A plot for the next turn continues at this turn's speed.
    table.apply_line("plot 1st 1.5", &[]);
    table.apply_line("plot 1st CL15 next", &[]);
    next_turn(&mut table);
    table.apply_line("next", &[]);
    assert_eq!(speed(&table), inches("1.5"));
}

#[test]
fn r5_7_1_legs_alone_are_a_plot_by_hand_too() {
    for mut table in with_and_without_positions() {
        for plot in ["1-1 speed 2", "1.25-0.75", "1-0.5 speed 1.5"] {
            table.apply_line(&format!("plot 1st {plot}"), &[]);
        }
        table.apply_line("plot 1st 1-0.5 speed 1.5", &[]);
        let why = refused(&table, "plot 1st 1-1-0.5 speed 2");
        assert!(why.contains("needs 2.5"), "{why}");
    }
    let [_, mut table] = with_and_without_positions();
    table.apply_line("plot 1st 1-0.5 speed 1.5", &[]);
    assert_eq!(table.ship("mikasa").speed, inches("1.5"));
    // Where no plots are kept, a plot with legs is refused for that, and a plot at the division's speed is offered.
    table.state.checks = false;
    let error = notation::parse(&table.state, "plot 1st 1-1 speed 2").unwrap_err();
    assert!(error.what.contains("several legs") && !error.what.contains("turns"), "{}", error.what);
    assert!(error.hint.unwrap().to_string().contains("type plot 1st speed 1.5, or first give it a position"));
    assert!(matches!(notation::parse(&table.state, "plot 1st speed 1.5").unwrap().command, Command::Speed { .. }));
}

#[test]
fn r5_7_7_a_standing_plot_ahead_is_reported_before_other_errors() {
    for mut table in with_and_without_positions() {
        table.apply_line("plot 1st 1-CL30 speed 2 next", &[]);
        next_turn(&mut table);
        let why = refused(&table, "plot 1st 9-CL15 speed 2");
        assert!(why.contains("made a turn ahead and cannot change"), "{why}");
    }
}

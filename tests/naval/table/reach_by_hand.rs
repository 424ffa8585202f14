//! Whether torpedoes reach is asked for pairs last measured out of sight, once they may be in reach. [7.5.1, Q47]
use naval::model::{Setup, ship::ShipType::*};
use naval::{Naval, rules::turn::duties};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
};

/// A battleship a side, sighting range 20.
fn battle() -> Setup {
    let mut battle = setup(&[
        division("japan", "1st", &[("Mikasa", BB)], 20.0, 30.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 30.0, 20.0, 180.0),
    ]);
    battle.remove_positions();
    battle
}

/// The numbers of duties in the Torpedo Segments of turns 1 to 8, after this line in the Gunfire Segment of turn 1.
fn duties_by_turn(line: &str) -> Vec<usize> {
    let mut table = Table { state: Naval::initial_state(&battle()) };
    table.apply_line("next to gunfire", &[]);
    if !line.is_empty() {
        table.apply_line(line, &[]);
        assert!(!table.ship("retvizan").sighted, "{line}: out of sight");
    }
    let owed = |_| {
        table.apply_line("next to torpedo waive \"a drill\"", &[]);
        let count = duties(&table.state).len();
        table.apply_line("next to plotting waive \"a drill\"", &[]);
        count
    };
    (1..=8).map(owed).collect()
}

#[test]
fn r7_5_1_a_pair_last_out_of_sight_is_due_once_it_may_be_in_reach() {
    // Both make up to 2.5 and reach 4. They may close by 5 in each later turn, so a range of up to 24 may have become 4
    // in turn 5, and one of up to 29 in turn 6.
    for (range, first) in [("21", 5), ("24", 5), ("24.01", 6), ("29", 6), ("29.01", 7)] {
        let owed = duties_by_turn(&format!("measure mikasa retvizan {range}"));
        let expected: Vec<usize> = (1..=8).map(|turn| if first <= turn { 2 } else { 0 }).collect();
        assert_eq!(owed, expected, "{range}");
    }
    assert_eq!(duties_by_turn(""), [0; 8], "they were never measured");
}

#[test]
fn r7_5_1_a_pair_is_due_even_if_other_pairs_were_measured_later() {
    let mut setup = battle();
    let other = self::setup(&[division("russia", "2nd", &[("Poltava", BB)], 90.0, 20.0, 180.0)]);
    setup.divisions.push(other.divisions[0].clone());
    setup.ships.push(other.ships[0].clone());
    setup.remove_positions();
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("next to gunfire", &[]);
    table.apply_line("measure mikasa retvizan 21", &[]);
    for _ in 0..6 {
        table.apply_line("measure mikasa poltava 60", &[]);
        table.apply_line("next to plotting waive \"a drill\"", &[]);
        table.apply_line("next to gunfire", &[]);
    }
    table.apply_line("measure mikasa poltava 60", &[]);
    table.apply_line("next to torpedo waive \"a drill\"", &[]);
    assert_eq!(duties(&table.state).len(), 2, "the tape of turn 1 is not forgotten");
    // A statement settles it, and so does the tape.
    let mut word = Table { state: table.state.clone() };
    word.apply_line("none in reach", &[]);
    assert!(duties(&word.state).is_empty());
    table.apply_line("measure mikasa retvizan 12", &[]);
    assert!(duties(&table.state).is_empty());
}

/// In the Torpedo Segment after these lines in the Plotting Segment, with Mikasa and Retvizan at these speeds.
fn torpedo_segment_after(lines: &[&str], mikasa: &str, retvizan: &str) -> Table {
    let mut table = Table { state: Naval::initial_state(&battle()) };
    table.apply_line(&format!("set mikasa speed {mikasa} because \"so\""), &[]);
    table.apply_line(&format!("set retvizan speed {retvizan} because \"so\""), &[]);
    table.apply_line("next", &[]);
    table.apply_line("next to plotting waive \"a drill\"", &[]);
    lines.iter().for_each(|line| drop(table.apply_line(line, &[])));
    table.apply_line("next to torpedo waive \"a drill\"", &[]);
    table
}

#[test]
fn r7_5_1_a_close_range_read_before_the_move_does_not_settle_the_reach() {
    // Both may have run 5 inches towards each other since then: 8.99 may be 3.99 now, 9.01 cannot be 4.
    for (range, owed) in [("3", 2), ("8.99", 2), ("9.01", 0)] {
        let mut table = torpedo_segment_after(&[&format!("measure mikasa retvizan {range}")], "2", "2");
        assert_eq!(duties(&table.state).len(), owed, "{range}");
        table.assert_refused("torpedoes japan", "NoneInTorpedoRange");
        if owed == 2 {
            table.apply_line("measure mikasa retvizan 3.5", &[]);
            table.apply_line("torpedoes japan", &[10]);
        }
    }
    // The range counts only if both ships are stopped.
    for (mikasa, retvizan, counts) in [("0", "0", true), ("0", "1", false), ("1", "0", false)] {
        let mut table = torpedo_segment_after(&["measure mikasa retvizan 3"], mikasa, retvizan);
        assert_eq!(table.decide_line("torpedoes japan", &[10]).is_ok(), counts, "{mikasa} {retvizan}");
    }
}

#[test]
fn r7_6_a_range_read_before_the_move_gives_no_coup_de_grace_unless_both_are_stopped() {
    let lines = ["set retvizan sighted yes because \"so\"", "measure mikasa retvizan 3"];
    let table = torpedo_segment_after(&lines, "1", "1");
    let error = naval::notation::parse(&table.state, "coup mikasa at retvizan").unwrap_err();
    assert!(error.what.contains("The range since the move is missing"), "{error}");
    let is_allowed = |mut table: Table, line: &str| table.decide_line(line, &[20]).is_ok();
    assert!(is_allowed(table, "coup mikasa at retvizan range 3"));
    assert!(is_allowed(torpedo_segment_after(&lines, "0", "0"), "coup mikasa at retvizan"));
}

#[test]
fn q63_the_end_reports_waived_duties_to_measure_the_reach() {
    let waived = |table: &mut Table| {
        let events = table.apply_line("end because \"night fell\"", &[]);
        let count = |event: &naval::NavalEvent| match &event.fact {
            naval::Fact::DutiesWaived { duties, .. } => duties.len(),
            _ => 0,
        };
        events.iter().map(count).sum::<usize>()
    };
    assert_eq!(waived(&mut torpedo_segment_after(&["measure mikasa retvizan 8"], "2", "2")), 2);
    let mut known = torpedo_segment_after(&["measure mikasa retvizan 8"], "2", "2");
    known.apply_line("measure mikasa retvizan 7", &[]);
    assert_eq!(waived(&mut known), 0);
    // In the Movement Segment, also order checks that are due after a change of speed.
    let mut moving = Table { state: Naval::initial_state(&battle()) };
    moving.apply_line("plot mikasa 1", &[]);
    moving.apply_line("plot retvizan 2", &[]);
    moving.apply_line("next", &[]);
    let count = duties(&moving.state).len();
    assert_eq!(waived(&mut moving), count);
}

/// Both move again in the second half, so an answer of the first half says nothing about it. [3.4.4, 7.5.1]
#[test]
fn r3_4_4_the_second_half_asks_for_the_ranges_again() {
    let lines = ["none in reach", "measure mikasa retvizan 4.5"];
    for line in lines {
        let mut battle = battle();
        battle.options.half_moves = true;
        let mut table = Table { state: Naval::initial_state(&battle) };
        table.apply_line("measure mikasa retvizan 5", &[]);
        table.apply_line("half", &[]);
        table.apply_line("next to torpedo waive \"a drill\"", &[]);
        assert_eq!(duties(&table.state).len(), 2, "{line}: the first half asks");
        table.apply_line(line, &[]);
        assert!(duties(&table.state).is_empty(), "{line}: the first half is settled");
        table.apply_line("next waive \"a drill\"", &[]);
        table.apply_line("next to torpedo waive \"a drill\"", &[]);
        assert_eq!(table.state.half, Some(naval::model::Half::Second));
        assert_eq!(duties(&table.state).len(), 2, "{line}: the second half asks again");
        table.apply_line("measure mikasa retvizan 3.9", &[]);
        table.apply_line("torpedoes japan", &[10]);
    }
}

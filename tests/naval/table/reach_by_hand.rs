//! Whether torpedoes reach is asked of pairs that the tape last found out of sight, as soon as they can be in it. [7.5.1, Q47]
use naval::{Naval, Setup, ship::ShipType::*, turn::duties};
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
    battle.measured();
    battle
}

/// What is owed in the Torpedo Segments of turns 1 to 8, after this line in the Gunfire Segment of turn 1.
fn owed_in_turns(line: &str) -> Vec<usize> {
    let mut table = Table { state: Naval::begin(&battle()) };
    table.does("next to gunfire", &[]);
    if !line.is_empty() {
        table.does(line, &[]);
        assert!(!table.ship("retvizan").sighted, "{line}: out of sight");
    }
    let owed = |_| {
        table.does("next to torpedo waive \"a drill\"", &[]);
        let owed = duties(&table.state).len();
        table.does("next to plotting waive \"a drill\"", &[]);
        owed
    };
    (1..=8).map(owed).collect()
}

#[test]
fn r7_5_1_a_pair_last_taped_out_of_sight_is_asked_about_when_it_may_be_in_reach() {
    // Both make 2.5 at the most, and reach 4: from 21 they may be there after 4 turns, from 25 after 5, from 19 + 12 after 6.
    for (range, first) in [("21", 5), ("24", 5), ("24.01", 6), ("29", 6), ("29.01", 7)] {
        let owed = owed_in_turns(&format!("measure mikasa retvizan {range}"));
        let asked: Vec<usize> = (1..=8).map(|turn| if first <= turn { 2 } else { 0 }).collect();
        assert_eq!(owed, asked, "{range}");
    }
    assert_eq!(owed_in_turns(""), [0; 8], "no tape was ever laid between them");
}

#[test]
fn r7_5_1_it_is_asked_though_others_were_taped_since() {
    let mut setup = battle();
    let other = self::setup(&[division("russia", "2nd", &[("Poltava", BB)], 90.0, 20.0, 180.0)]);
    setup.divisions.push(other.divisions[0].clone());
    setup.ships.push(other.ships[0].clone());
    setup.measured();
    let mut table = Table { state: Naval::begin(&setup) };
    table.does("next to gunfire", &[]);
    table.does("measure mikasa retvizan 21", &[]);
    for _ in 0..6 {
        table.does("measure mikasa poltava 60", &[]);
        table.does("next to plotting waive \"a drill\"", &[]);
        table.does("next to gunfire", &[]);
    }
    table.does("measure mikasa poltava 60", &[]);
    table.does("next to torpedo waive \"a drill\"", &[]);
    assert_eq!(duties(&table.state).len(), 2, "the tape of turn 1 is not forgotten");
    // The word for it is taken, and the tape too.
    let mut word = Table { state: table.state.clone() };
    word.does("none in reach", &[]);
    assert!(duties(&word.state).is_empty());
    table.does("measure mikasa retvizan 12", &[]);
    assert!(duties(&table.state).is_empty());
}

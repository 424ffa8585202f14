//! 3.3.5: the ships that are asked to declare, compared with what the rules accept, and the question at the prompt.
use naval::{
    Id, Naval, SideId, State,
    model::ShipType,
    notation::{self, AcceptedAnswer, question},
    rules::gunnery,
};
use play::Game;

use super::Table;

fn begin(name: &str) -> Table {
    let setup = naval_kit::scenario(name);
    Table { state: Naval::initial_state(&setup) }
}

fn firers_due(state: &State) -> Vec<Id> {
    gunnery::ships_that_may_declare(state).into_iter().map(|ship| ship.id.clone()).collect()
}

/// Whether the rules accept any declaration of a ship.
fn may_declare(table: &Table, ship: &Id) -> bool {
    let side = &table.state.ship(ship).unwrap().side;
    let enemies = table.state.ships_in_action().filter(|enemy| enemy.side != *side);
    let orders = enemies.flat_map(|enemy| {
        let (firer, target) = (notation::typed_name(&table.state, ship), notation::typed_name(&table.state, &enemy.id));
        ["big", "medium", "light"].map(|battery| format!("target {firer} at {target} battery {battery}"))
    });
    orders.into_iter().any(|line| table.facts_on_copy(&line).is_ok())
}

/// Asserts that the ships asked are those that may fire: of the side due, or of both if none is. Returns their number.
#[track_caller]
fn assert_agree(table: &Table) -> usize {
    let due = gunnery::side_to_declare(&table.state);
    let is_asked =
        |side: &SideId| due.as_ref().map_or(!table.state.this_move.closed_sides.contains(side), |due| due == side);
    let ships = table.state.ships.iter().filter(|ship| is_asked(&ship.side));
    let able: Vec<Id> = ships.map(|ship| ship.id.clone()).filter(|ship| may_declare(table, ship)).collect();
    assert_eq!(firers_due(&table.state), able);
    able.len()
}

#[test]
fn r3_3_5_exactly_the_ships_that_are_asked_may_declare() {
    let mut table = begin("ulsan");
    assert!(firers_due(&table.state).is_empty(), "not before the Gunfire Segment");
    table.lines(&["quickstart", "next to gunfire"]);
    assert_eq!(assert_agree(&table), 4, "Japan is due, with the four that are on the table");
    table.lines(&["target izumo at rossia battery big"]);
    assert!(assert_agree(&table) > 0);
    table.lines(&["declared russia"]);
    assert_agree(&table);
    table.lines(&["declared japan"]);
    assert!(firers_due(&table.state).is_empty());
}

#[test]
fn r3_3_5_of_eighty_seven_ships_only_those_that_see_an_enemy_are_asked() {
    let mut table = begin("jutland-1830");
    table.lines(&["quickstart", "next to gunfire"]);
    let due = firers_due(&table.state);
    let side = |id: &Id| table.state.ship(id).unwrap().side.to_string();
    assert!(!due.is_empty() && due.iter().all(|ship| side(ship) == "britain"), "{due:?}");
    // The last of the line sees no enemy, and the light cruisers are too far off.
    for silent in ["agincourt", "calliope", "derfflinger"].map(Id::new) {
        assert!(table.state.ship(&silent).is_some(), "{silent}");
        assert!(!due.contains(&silent), "{silent}");
    }
    let question = question(&table.state, "target", &[]).unwrap();
    assert_eq!(question.choices.len(), due.len());
    assert_eq!(question.choices[0], ("Lion, Battle Cruiser Fleet".to_owned(), "lion".to_owned()));
    // The line offered with the question is valid as it is.
    assert_eq!(question.text, "Which ship of Britain fires?");
    table.lines(&[question.above.unwrap().strip_prefix("In one line: ").unwrap()]);
}

#[test]
fn r3_3_5_sighted_targets_are_offered_and_others_may_be_typed() {
    let mut table = begin("jutland-1830");
    table.lines(&["quickstart", "next to gunfire"]);
    let question = question(&table.state, "target", &["lion".to_owned()]).unwrap();
    let offered: Vec<&str> = question.choices.iter().map(|(_, typed)| typed.as_str()).collect();
    assert_eq!(offered, ["derfflinger", "seydlitz", "moltke", "von-der-tann"]);
    assert_eq!(question.takes, AcceptedAnswer::Words);
}

/// The number of factors is not chosen from a list: a person types it, or `dummy`.
#[test]
fn r7_4_a_number_of_factors_is_typed() {
    let table = begin("ulsan");
    let question = question(&table.state, "launch", &["izumo".to_owned(), "rossia".to_owned()]).unwrap();
    assert!(question.text.starts_with("How many factors?"), "{question:?}");
    assert_eq!((question.takes, question.choices.len()), (AcceptedAnswer::Figures, 0));
}

/// Without measurements an enemy may still be in sight, so all ships with guns are asked.
#[test]
fn r3_3_5_without_positions_all_ships_with_guns_are_asked() {
    let mut table = begin("asahi-retvizan");
    table.lines(&["next to gunfire"]);
    assert_eq!(firers_due(&table.state), ["asahi", "retvizan"].map(Id::new));
    for (range, count) in [("8", 2), ("60", 0)] {
        let mut table = begin("asahi-retvizan");
        table.lines(&["next to gunfire", &format!("measure asahi retvizan {range}")]);
        assert_eq!(firers_due(&table.state).len(), count, "{range}");
    }
}

#[test]
fn r3_3_5_a_ship_one_inch_out_of_range_is_not_asked() {
    let is_asked_at = |x: f64| {
        let mut table = Table::new();
        table.place("Firer", ShipType::BB, "a", (5.0, 24.0, 0.0));
        table.place("Target", ShipType::BB, "b", (x, 24.0, 0.0));
        table.lines(&["next to gunfire"]);
        assert_agree(&table);
        firers_due(&table.state).contains(&Id::new("firer"))
    };
    let farthest = (6..=60).rev().find(|inches| is_asked_at(5.0 + f64::from(*inches))).unwrap();
    assert!(farthest < 60, "{farthest}");
    assert!((6..farthest).all(|inches| is_asked_at(5.0 + f64::from(inches))));
    assert!(!is_asked_at(6.0 + f64::from(farthest)));
}

/// A ship whose turn or arc bars its big guns fires none this turn: it is neither counted nor awaited. [3.3.5, Q4]
#[test]
fn r3_3_5_a_ship_that_cannot_fire_its_big_guns_is_not_counted() {
    let begins = |fuji: &str, faces: &[u8]| {
        let mut table = Table::set_up(|setup| setup.options.alternation = naval::model::Alternation::Strict);
        for (name, side, y) in
            [("Asahi", "a", 20.0), ("Fuji", "a", 16.0), ("Retvizan", "b", 26.0), ("Pobeda", "b", 28.0)]
        {
            table.place(name, ShipType::BB, side, (20.0, y, 90.0));
        }
        table.lines(&[fuji, "plot asahi 2", "plot retvizan 2", "plot pobeda 2"]);
        // With two ships against two, each side rolls a D6.
        let facts = table.rolled("next to gunfire", faces);
        (
            facts.iter().any(|fact| matches!(fact, naval::Fact::BigGunOrder { .. })),
            gunnery::side_to_declare(&table.state),
        )
    };
    assert_eq!(begins("plot fuji 2", &[6, 1]), (true, Some("a".into())));
    assert_eq!(
        begins("plot fuji SR30 speed 2", &[6, 1]),
        (true, Some("a".into())),
        "30 degrees leave it half its dice"
    );
    assert_eq!(begins("plot fuji CR90 speed 2", &[]), (false, Some("b".into())), "90 leave it none");
}

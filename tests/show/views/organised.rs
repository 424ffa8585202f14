//! 3.3.1: a plot that changes divisions reveals nothing to the other side before the move. [Q48]
use naval::{
    Id, Naval, State,
    model::ShipType::BB,
    notation,
    view::{Disclosure, View, may_read_order, visible_to},
};
use play::Game;

use naval_kit::battle::setups;

use super::{answer, orders, shown};
use naval_kit::table::Table;

/// Three battleships in column and two more, all in sight of each other.
fn fleets() -> Table {
    let mut table = Table::new();
    for (name, y) in [("Asahi", 20.0), ("Fuji", 17.0), ("Mikasa", 14.0)] {
        table.place(name, BB, "japan", (20.0, y, 0.0));
    }
    for (name, y) in [("Retvizan", 20.0), ("Pobeda", 23.0)] {
        table.place(name, BB, "russia", (26.0, y, 180.0));
    }
    table.lines(&["division 1st asahi fuji mikasa", "division rd retvizan pobeda", "next to plotting"]);
    for ship in ["asahi", "fuji", "mikasa", "retvizan", "pobeda"] {
        table.lines(&[&format!("set {ship} sighted yes because \"seen\"")]);
    }
    table
}

/// Everything that Russia may know of the state, asked in every way.
fn known_to_russia(state: &State) -> Vec<String> {
    let russia = Id::new("russia");
    let mut heard = vec![shown(state, &russia)];
    let lines = ["plot fuji 2", "sheet van", "measure retvizan van 8", "formation van rd rd"];
    heard.extend(lines.into_iter().map(|line| answer(state, &russia, line)));
    heard.extend(orders(state, &russia).iter().map(|line| answer(state, &russia, line)));
    heard
}

fn division_seen(state: &State, ship: &str) -> String {
    let view = View::for_side(state, &Id::new("russia"));
    view.enemies().find(|enemy| enemy.id == *ship).unwrap().division.to_string()
}

#[test]
fn r3_3_1_a_plotted_change_of_divisions_is_hidden_before_the_move() {
    let first = fleets();
    for (lines, ship, becomes) in [
        (&["plot fuji 2 speed 2"][..], "fuji", "fuji"),
        (&["plot asahi 2 speed 2"][..], "mikasa", "1st"),
        (&["division van fuji mikasa"][..], "mikasa", "van"),
        (&["division van fuji mikasa", "plot van 2 speed 2", "plot fuji 1 speed 1"][..], "mikasa", "van"),
        (&["division 1st mikasa fuji asahi"][..], "asahi", "1st"),
        (&["plot asahi 2 speed 2", "division 1st fuji mikasa asahi"][..], "asahi", "1st"),
    ] {
        let mut table = Table { state: first.state.clone() };
        for line in lines {
            let before = table.state.clone();
            let events = table.line(line).unwrap();
            let russia = Id::new("russia");
            let command = notation::parse(&before, line).unwrap().command;
            assert!(!may_read_order(&before, &table.state, &command, &russia), "{line}");
            for event in &events {
                assert_eq!(
                    visible_to(&before, &table.state, &event.fact, &russia),
                    Disclosure::Nothing,
                    "{line}: {event:?}"
                );
            }
        }
        assert_ne!(table.state.divisions, first.state.divisions, "{lines:?}");
        assert_eq!(known_to_russia(&table.state), known_to_russia(&first.state), "{lines:?}");
        assert_eq!(division_seen(&table.state, ship), "1st", "{lines:?}");
        // The own side knows its orders, and the move reveals them to all.
        table.lines(&["next"]);
        assert_eq!(division_seen(&table.state, ship), becomes, "{lines:?}");
        assert!(table.state.shown_divisions.is_none());
    }
}

#[test]
fn r5_13_5_a_picket_posted_before_contact_lays_no_marker_before_the_move() {
    let mut setup = setups().pop().unwrap();
    setup.pickets = vec!["asahi".into()];
    let mut table = Table { state: Naval::initial_state(&setup) };
    let russia = Id::new("russia");
    let markers = |table: &Table| View::for_side(&table.state, &russia).force_markers;
    let before = markers(&table);
    table.lines(&["preplot asahi 2 x10"]);
    assert_eq!(markers(&table), before);
    assert_eq!(naval::rules::precontact::force_markers(&table.state).len(), 7, "three on each side, and the picket");
    for division in ["jd", "jc", "jt", "rd", "rc", "rt"] {
        table.lines(&[&format!("preplot {division} 2 x10")]);
    }
    assert_eq!(markers(&table), before);
    table.lines(&["next"]);
    assert_eq!(markers(&table).len(), before.len() + 1);
}

//! What the side that launched torpedoes is told of whom they met.
use naval::model::{ShipType, command::Met};
use naval::{
    Fact, Id, Inches, NavalEvent, State,
    view::{Disclosure, View, VisiblePart, known_to, visible_to},
};
use naval_kit::table::Table;

/// A boat that has launched at T1, who lies two inches off her, and T2 of T1's division, by whose place she is seen or
/// not: the boat sees three inches, and her torpedoes run four.
fn launched_at_t1(t2: (f64, f64)) -> Table {
    let mut table = Table::new();
    table.place("Boat", ShipType::TBD, "a", (20.0, 20.0, 0.0));
    table.place("T1", ShipType::BB, "b", (18.0, 20.0, 0.0));
    table.place("T2", ShipType::BB, "b", (t2.0, t2.1, 0.0));
    table.lines(&["division 1st t1 t2", "set sighting 3 because \"fog\"", "next to sighting", "next to plotting"]);
    table.lines(&["launch boat at t1 factors 1 run 4 port marker Q"]);
    table
}

fn log(before: &State, events: &[NavalEvent]) -> String {
    let told = show::disclosed::disclosed_events(&Id::new("a"), before, events);
    let json: Vec<String> = told.iter().map(|one| one.json.to_string()).collect();
    let brief = show::brief::lines_text(&show::disclosed::brief_for_side(&Id::new("a"), before, events, || 1));
    format!("{}\n{brief}\n{}", show::disclosed::disclosed_lines(&told), json.join("\n"))
}

fn met(state: &State) -> Vec<(String, usize)> {
    let met = state.this_move.meetings.iter();
    met.map(|meeting| (meeting.ship.to_string(), meeting.in_line.len())).collect()
}

/// T2 lies within the torpedoes' reach and out of sight, on the line to T1 or off it: they reach both, and the boat's side
/// is told of T1 alone. A little nearer she is in sight and told of.
#[test]
fn r7_4_2_torpedoes_tell_of_nobody_out_of_sight() {
    for (t2, seen, in_line) in
        [((16.9, 20.0), false, 1), ((17.0, 22.2), false, 0), ((17.1, 20.0), true, 1), ((18.0, 22.0), true, 0)]
    {
        let mut table = launched_at_t1(t2);
        let (before, events) = (table.state.clone(), table.line("next").unwrap());
        assert_eq!(met(&table.state), [("t1".to_owned(), in_line), ("t2".to_owned(), in_line)], "{t2:?}");
        let log = log(&before, &events);
        assert!(log.contains("Torpedoes of marker Q reach T1"), "{log}");
        assert_eq!(log.to_lowercase().contains("t2"), seen, "{t2:?}: {log}");
        let known = met(&known_to(&table.state, &Id::new("a")));
        let expected = [("t1".to_owned(), if seen { in_line } else { 0 }), ("t2".to_owned(), in_line)];
        assert_eq!(known, expected[..1 + usize::from(seen)], "{t2:?}");
        let view = View::for_side(&table.state, &Id::new("a"));
        let json = show::json::view_json(&view).to_string().to_lowercase();
        assert_eq!(json.contains("t2"), seen, "{t2:?}: {json}");
    }
}

/// She was in sight and sails out of it in the move: she is not followed by way of the torpedoes.
#[test]
fn r7_4_2_torpedoes_do_not_follow_who_goes_out_of_sight() {
    for (speed, stays) in [("0.05", true), ("1.5", false)] {
        let mut table = launched_at_t1((17.3, 21.0));
        table.lines(&["division t2 t2", &format!("plot t2 {speed} speed {speed}")]);
        // Torpedoes at her herself, whom the boat sees when she launches.
        table.state.markers[0].target = "t2".into();
        let (before, events) = (table.state.clone(), table.line("next").unwrap());
        assert_eq!(met(&table.state).iter().map(|(ship, _)| ship).collect::<Vec<_>>(), ["t2"], "{speed}");
        let log = log(&before, &events);
        assert_eq!(log.contains("reach T2"), stays, "{speed}: {log}");
        assert_eq!(met(&known_to(&table.state, &Id::new("a"))).len(), usize::from(stays), "{speed}");
    }
}

/// Which of several is attacked tells that there were several; what is found anew tells only of who is seen.
#[test]
fn r7_4_4_a_ship_out_of_sight_is_neither_drawn_nor_found_again_in_the_open() {
    let mut table = launched_at_t1((16.9, 20.0));
    table.lines(&["next"]);
    let state = table.state.clone();
    let hears = |state: &State, fact: &Fact| visible_to(state, state, fact, &"a".into());
    let marker = state.markers[0].id.clone();
    let [t1, t2] = &state.this_move.meetings[..] else { panic!("both are met") };
    let drawn = |ship: &str| Fact::TorpedoTargetDrawn { marker: Some(marker.clone()), ship: ship.into() };
    assert_eq!(["t1", "t2"].map(|ship| hears(&state, &drawn(ship))), [Disclosure::Nothing, Disclosure::Nothing]);
    let again = |meetings: &[&naval::model::Meeting]| Fact::MeetingsFoundAgain {
        marker: marker.clone(),
        meetings: meetings.iter().map(|met| (*met).clone()).collect(),
    };
    // As far as the side sees nothing is otherwise.
    assert_eq!(hears(&state, &again(&[t1])), Disclosure::Nothing);
    let gone = VisiblePart::MetAgain { marker: marker.clone(), meetings: Vec::new() };
    assert_eq!(hears(&state, &again(&[t2])), Disclosure::Sight(gone));
    assert_eq!(hears(&state, &again(&[])), Disclosure::Whole);
    let alone = naval::model::Meeting { in_line: Vec::new(), range: Inches::whole(2), ..t1.clone() };
    assert_eq!(hears(&state, &again(&[&alone])), Disclosure::Whole);
    // The referee lets T2 be seen, and all of it is told.
    table.lines(&["next", "sight t2"]);
    let state = &table.state;
    assert_eq!(["t1", "t2"].map(|ship| hears(state, &drawn(ship))), [Disclosure::Whole, Disclosure::Whole]);
    assert_eq!(hears(state, &again(&[t1])), Disclosure::Whole);
    assert_eq!(hears(state, &Fact::TorpedoesMet(t2.clone())), Disclosure::Whole);
    // The other side is told of none.
    assert_eq!(visible_to(state, state, &drawn("t1"), &"b".into()), Disclosure::Nothing);
    assert_eq!(t1.in_line, [Met { ship: "t2".into(), angle_deg: 90 }]);
}

/// An attack on her is rolled, and what is seen of it is whether anybody is hit.
#[test]
fn r7_4_2_an_attack_on_somebody_out_of_sight_names_nobody() {
    for seen in [true, false] {
        let mut table = launched_at_t1((16.9, 20.0));
        table.lines(&["next to torpedo"]);
        if seen {
            table.set("t2", naval::model::Setting::Sighted(true));
        }
        let before = table.state.clone();
        let events = table.does("meet Q t1 angle 90 line t2 angle 90", &[20, 1, 1, 1]);
        let log = log(&before, &events);
        assert!(log.contains("T1"), "{log}");
        assert_eq!(log.to_lowercase().contains("t2"), seen, "{log}");
        assert_eq!(log.contains("Torpedoes of Boat reach an unseen ship: 1 torpedo hit"), !seen, "{log}");
    }
}

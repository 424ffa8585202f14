//! What the side that launched torpedoes learns of the ships they met.
use naval::model::{ShipType, command::MetShip};
use naval::{
    Fact, Id, Inches, NavalEvent, State,
    view::{Disclosure, View, VisiblePart, known_to, visible_to},
};
use naval_kit::table::Table;

/// A boat launched at T1, which is two inches away. T2, of T1's division, is in or out of sight by its place: the boat
/// sees three inches, and its torpedoes run four.
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
    let shown = show::disclosed::disclosed_events(&Id::new("a"), before, events);
    let json: Vec<String> = shown.iter().map(|text| text.json.to_string()).collect();
    let brief = show::brief::lines_text(&show::disclosed::brief_for_side(&Id::new("a"), before, events, || 1));
    format!("{}\n{brief}\n{}", show::disclosed::disclosed_lines(&shown), json.join("\n"))
}

fn ships_met(state: &State) -> Vec<(String, usize)> {
    let met = state.this_move.meetings.iter();
    met.map(|meeting| (meeting.ship.to_string(), meeting.in_line.len())).collect()
}

/// T2 is within the torpedoes' reach and out of sight, on the line to T1 or off it. They reach both, and the boat's
/// side reads only of T1. A little nearer, T2 is in sight and named.
#[test]
fn r7_4_2_torpedoes_reveal_no_ship_out_of_sight() {
    for (t2, seen, in_line) in
        [((16.9, 20.0), false, 1), ((17.0, 22.2), false, 0), ((17.1, 20.0), true, 1), ((18.0, 22.0), true, 0)]
    {
        let mut table = launched_at_t1(t2);
        let (before, events) = (table.state.clone(), table.line("next").unwrap());
        assert_eq!(ships_met(&table.state), [("t1".to_owned(), in_line), ("t2".to_owned(), in_line)], "{t2:?}");
        let log = log(&before, &events);
        assert!(log.contains("Torpedoes of marker Q reach T1"), "{log}");
        assert_eq!(log.to_lowercase().contains("t2"), seen, "{t2:?}: {log}");
        let known = ships_met(&known_to(&table.state, &Id::new("a")));
        let expected = [("t1".to_owned(), if seen { in_line } else { 0 }), ("t2".to_owned(), in_line)];
        assert_eq!(known, expected[..1 + usize::from(seen)], "{t2:?}");
        let view = View::for_side(&table.state, &Id::new("a"));
        let json = show::json::view_json(&view).to_string().to_lowercase();
        assert_eq!(json.contains("t2"), seen, "{t2:?}: {json}");
    }
}

/// The ship was in sight and moves out of it: the torpedoes do not reveal where it went.
#[test]
fn r7_4_2_torpedoes_do_not_follow_a_ship_out_of_sight() {
    for (speed, stays) in [("0.05", true), ("1.5", false)] {
        let mut table = launched_at_t1((17.3, 21.0));
        table.lines(&["division t2 t2", &format!("plot t2 {speed} speed {speed}")]);
        // Torpedoes at T2 itself, which the boat sees when it launches.
        table.state.markers[0].target = "t2".into();
        let (before, events) = (table.state.clone(), table.line("next").unwrap());
        assert_eq!(ships_met(&table.state).iter().map(|(ship, _)| ship).collect::<Vec<_>>(), ["t2"], "{speed}");
        let log = log(&before, &events);
        assert_eq!(log.contains("reach T2"), stays, "{speed}: {log}");
        assert_eq!(ships_met(&known_to(&table.state, &Id::new("a"))).len(), usize::from(stays), "{speed}");
    }
}

/// The draw of a target reveals that there were several, so it is hidden. A new meeting names only ships in sight.
#[test]
fn r7_4_4_a_ship_out_of_sight_is_not_named_in_the_draw_or_a_new_meeting() {
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
    // What the side sees is unchanged.
    assert_eq!(hears(&state, &again(&[t1])), Disclosure::Nothing);
    let gone = VisiblePart::MetAgain { marker: marker.clone(), meetings: Vec::new() };
    assert_eq!(hears(&state, &again(&[t2])), Disclosure::Visible(gone));
    assert_eq!(hears(&state, &again(&[])), Disclosure::Whole);
    let alone = naval::model::Meeting { in_line: Vec::new(), range: Inches::whole(2), ..t1.clone() };
    assert_eq!(hears(&state, &again(&[&alone])), Disclosure::Whole);
    // The referee makes T2 visible, and everything is shown.
    table.lines(&["next", "sight t2"]);
    let state = &table.state;
    assert_eq!(["t1", "t2"].map(|ship| hears(state, &drawn(ship))), [Disclosure::Whole, Disclosure::Whole]);
    assert_eq!(hears(state, &again(&[t1])), Disclosure::Whole);
    assert_eq!(hears(state, &Fact::TorpedoesMet(t2.clone())), Disclosure::Whole);
    // The other side is shown none of it.
    assert_eq!(visible_to(state, state, &drawn("t1"), &"b".into()), Disclosure::Nothing);
    assert_eq!(t1.in_line, [MetShip { ship: "t2".into(), angle_deg: 90 }]);
}

/// An attack on T2 is rolled, and the side sees only whether it hits.
#[test]
fn r7_4_2_an_attack_on_a_ship_out_of_sight_names_no_ship() {
    for seen in [true, false] {
        let mut table = launched_at_t1((16.9, 20.0));
        table.lines(&["next to torpedo"]);
        if seen {
            table.set("t2", naval::model::Setting::Sighted(true));
        }
        let before = table.state.clone();
        let events = table.apply_line("meet Q t1 angle 90 line t2 angle 90", &[20, 1, 1, 1]);
        let log = log(&before, &events);
        assert!(log.contains("T1"), "{log}");
        assert_eq!(log.to_lowercase().contains("t2"), seen, "{log}");
        assert_eq!(log.contains("Torpedoes of Boat reach an unseen ship: 1 torpedo hit"), !seen, "{log}");
    }
}

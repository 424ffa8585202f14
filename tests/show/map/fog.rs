//! Maps of battles: hidden information leaves no trace in any drawing.
use geometry::range_in;
use naval::{
    Id,
    model::ShipType,
    view::{View, Viewer},
};
use resvg::usvg;
use show::map::{CharacterSet, Window, scene, scene::ShipStatus, svg, terminal_map};

use naval_kit::table::Table;

/// All forms of a map, as one text.
fn drawn(view: &View) -> String {
    let scene = scene(view);
    let window = Window::whole_table(scene.table);
    let letters =
        [CharacterSet::Unicode, CharacterSet::Ascii].map(|charset| terminal_map(&scene, window, 100, charset).plain());
    format!("{}\n{}\n{}", letters.join("\n"), svg(&scene, window), serde_json::to_string(&scene).unwrap())
}

fn side_a(table: &Table) -> View<'static> {
    View::for_side(&table.state, &Id::new("a"))
}

/// Two ships of side a in column; all other ships belong to side b.
fn table(others: &[(&str, (f64, f64, f64))]) -> Table {
    let mut table = Table::new();
    table.place("Asahi", ShipType::BB, "a", (20.0, 30.0, 90.0));
    table.place("Mikasa", ShipType::BB, "a", (17.5, 30.0, 90.0));
    for (name, at) in others {
        table.place(name, ShipType::BB, "b", *at);
    }
    table
}

#[test]
fn an_unsighted_enemy_leaves_no_trace_on_a_map() {
    let alone = drawn(&side_a(&table(&[])));
    assert!(alone.contains("Asahi") && alone.contains("Mikasa"));
    let mut places = vec![(28.0, 18.0, 45.0), (20.0, 30.5, 0.0), (0.0, 0.0, 359.0), (72.0, 48.0, 12.0)];
    places.extend(
        (0..40).map(|index| (f64::from(index * 7 % 72), f64::from(index * 13 % 48), f64::from(index * 37 % 360))),
    );
    for at in places {
        let two = table(&[("Retvizan", at), ("Pobieda", (at.1, at.0 / 2.0, at.2))]);
        assert_eq!(drawn(&side_a(&two)), alone, "{at:?}");
        let all = drawn(&View::referee(&two.state));
        assert!(all.contains("Retvizan") && all.contains("Pobieda"));
    }
}

#[test]
fn an_enemy_in_sight_is_drawn_at_its_position() {
    let mut table = table(&[("Retvizan", (28.0, 18.0, 45.0)), ("Pobieda", (60.0, 40.0, 0.0))]);
    table.line("next to sighting").ok();
    table.line("set retvizan sighted yes because \"seen\"").unwrap();
    let scene = scene(&side_a(&table));
    let retvizan = scene.ship("retvizan").unwrap();
    assert_eq!((retvizan.pose.at.x(), retvizan.pose.at.y(), retvizan.side), (28.0, 18.0, 1));
    assert!(scene.ship("pobieda").is_none());
    assert!(!drawn(&side_a(&table)).contains("obieda"));
}

#[test]
fn a_ship_lost_from_sight_stays_where_it_was_seen() {
    let mut table = table(&[("Retvizan", (28.0, 18.0, 45.0))]);
    table.line("set retvizan sighted yes because \"seen\"").unwrap();
    table.line("set retvizan sighted no because \"mist\"").unwrap();
    table.line("place retvizan at 55 5 heading 200").unwrap();
    let seen = scene(&side_a(&table));
    let memory = seen.ship("retvizan").unwrap();
    assert_eq!(memory.status, ShipStatus::LastSeen(1));
    assert_eq!((memory.pose.at.x(), memory.pose.at.y()), (28.0, 18.0));
    let lost = drawn(&side_a(&table));
    table.line("place retvizan at 40 12 heading 90").unwrap();
    assert_eq!(drawn(&side_a(&table)), lost);
}

#[test]
fn tracks_smoke_and_ships_are_in_the_scene_after_a_move() {
    let mut table = table(&[]);
    table.lines(&["division 1st asahi mikasa", "plot 1st 1-CR60-1 speed 3 smoke asahi", "next"]);
    let scene = scene(&View::referee(&table.state));
    let asahi = scene.ship("asahi").unwrap();
    assert!(asahi.track.len() > 3, "an arc has many points");
    let end = asahi.track.last().copied().unwrap();
    assert!(range_in(end, asahi.pose.at) < 0.01, "the track ends at the ship");
    assert_eq!(scene.smoke.len(), 1);
    assert_eq!(scene.places("1st").len(), 2);
    let (x, y, _) = table.position_of("asahi");
    assert!((asahi.pose.at.x() - x).abs() < 1e-9 && (asahi.pose.at.y() - y).abs() < 1e-9);
}

#[test]
fn boats_on_one_base_are_drawn_once() {
    let setup = naval_kit::scenario("torpedo-boats-misread");
    let mut setup = setup;
    for (index, division) in setup.divisions.iter_mut().enumerate() {
        division.at = Some(naval::model::Place::new(20.0 + 10.0 * index as f64, 20.0, 90.0));
    }
    let state = naval::begin(&setup);
    let drawn = scene(&View::referee(&state));
    for division in setup.divisions.iter().filter(|division| division.one_base && division.ships.len() > 1) {
        let bases: Vec<_> =
            drawn.ships.iter().filter(|ship| ship.division.as_deref() == Some(division.id.as_str())).collect();
        assert_eq!(bases.len(), 1, "{}", division.id);
        assert_eq!(bases[0].name, division.name);
        assert_eq!(bases[0].base_mates.len() + 1, division.ships.len());
        for ship in &division.ships {
            assert!(drawn.ship(ship.as_str()).is_some(), "{ship}");
        }
    }
    usvg::Tree::from_str(&svg(&drawn, Window::whole_table(drawn.table)), &usvg::Options::default()).unwrap();
}

/// The rest of the division is afloat, under the division's name.
#[test]
fn a_wreck_of_boats_is_named_after_them_and_not_after_their_division() {
    let mut setup = naval_kit::scenario("torpedo-boats-misread");
    for (index, division) in setup.divisions.iter_mut().enumerate() {
        division.at = Some(naval::model::Place::new(20.0 + 10.0 * index as f64, 20.0, 90.0));
    }
    let mut state = naval::begin(&setup);
    let division = setup.divisions.iter().find(|division| division.one_base && 2 < division.ships.len()).unwrap();
    for ship in state.ships.iter_mut().filter(|ship| division.ships[..2].contains(&ship.id)) {
        std::sync::Arc::make_mut(ship).fate = naval::model::Fate::Sunk;
    }
    let drawn = scene(&View::referee(&state));
    let of_division: Vec<_> =
        drawn.ships.iter().filter(|ship| ship.division.as_deref() == Some(division.id.as_str())).collect();
    let names: Vec<&str> = of_division.iter().map(|ship| ship.name.as_str()).collect();
    let sunk = division.ships[..2].iter().map(|ship| state.name(ship)).collect::<Vec<_>>().join(", ");
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.contains(&sunk.as_str()), "{names:?}");
}

/// Before the first sighting no ship has been sighted. The table shows neither side's positions to the other, and says
/// why it is empty. [4.3, 4.4, Q36]
#[test]
fn r4_3_an_empty_map_of_the_table_says_that_no_ship_is_in_sight() {
    let mut table = table(&[("Retvizan", (28.0, 18.0, 45.0))]);
    let at_table = |table: &Table| drawn(&View::seen_by(&table.state, &Viewer::Table));
    let message = "No ship is in sight. [4.3]";
    let text = at_table(&table);
    assert!(text.contains(message) && !text.contains("Asahi") && !text.contains("Retvizan"), "{text}");
    // The text is absent if a map has ships: a side's own ones, or one in sight.
    assert!(!drawn(&side_a(&table)).contains(message));
    table.line("next to sighting").ok();
    table.line("set retvizan sighted yes because \"seen\"").unwrap();
    let text = at_table(&table);
    assert!(text.contains("Retvizan") && !text.contains(message), "{text}");
}

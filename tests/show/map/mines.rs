//! Minefields on the map: known to both sides, known to one, and removed. [9.2]
use geometry::Point;
use naval::{Naval, SideId, State, view::View};
use naval_kit::{scenario, table::Table};
use play::Game;
use show::map::{CharacterSet, Window, scene, svg, terminal_map};

fn battle_at_start(battle: &str) -> State {
    Naval::initial_state(&scenario(battle))
}

/// The map in Unicode, in ASCII and as a picture.
fn drawn(view: &View) -> [String; 3] {
    let scene = scene(view);
    let window = Window::whole_table(scene.table);
    let [unicode, ascii] =
        [CharacterSet::Unicode, CharacterSet::Ascii].map(|charset| terminal_map(&scene, window, 100, charset).plain());
    [unicode, ascii, svg(&scene, window)]
}

fn mentions_mines(view: &View) -> [bool; 3] {
    let [unicode, ascii, picture] = drawn(view);
    [unicode.contains("¤ mines"), ascii.contains("! mines"), picture.contains("url(#mines)")]
}

#[test]
fn r9_2_minefields_and_lane_known_to_both_sides_are_on_every_map() {
    let state = battle_at_start("moon-sound");
    let views = [
        View::referee(&state),
        View::for_side(&state, &SideId::new("russia")),
        View::for_side(&state, &SideId::new("germany")),
    ];
    for view in &views {
        let fields = scene(view).mines;
        assert_eq!((fields.len(), fields[0].areas.len(), fields[0].lanes.len()), (1, 2, 3), "{}", view.viewer_name());
        assert_eq!(mentions_mines(view), [true; 3], "{}", view.viewer_name());
        let [unicode, _, picture] = drawn(view);
        assert!(unicode.contains("edges of the swept lane") && picture.contains("edge of the swept lane"), "{unicode}");
    }
    // The fields lie from 26 to 34 inches east and from 12 to 26 inches north. East of them there are no signs.
    let window = Window::between(scene(&views[0]).table, Point::new(24.0, 10.0), Point::new(36.0, 28.0)).unwrap();
    let near = terminal_map(&scene(&views[0]), window, 100, CharacterSet::Unicode).plain();
    let signs = near.lines().filter(|line| !line.contains("mines")).map(|line| line.matches('¤').count());
    assert!(10 < signs.sum::<usize>(), "{near}");
    let beside = Window::between(scene(&views[0]).table, Point::new(36.0, 10.0), Point::new(48.0, 28.0)).unwrap();
    let beside = terminal_map(&scene(&views[0]), beside, 100, CharacterSet::Unicode).plain();
    assert!(beside.lines().filter(|line| !line.contains("mines")).all(|line| !line.contains('¤')), "{beside}");
}

#[test]
fn r9_2_a_field_known_to_one_side_leaves_no_trace_on_the_others_map() {
    for (battle, knows, other, area_counts) in
        [("imbros", "britain", "ottoman", [2, 0]), ("dardanelles", "ottoman", "allies", [2, 1])]
    {
        let state = battle_at_start(battle);
        let areas = |side: &str| {
            let fields = scene(&View::for_side(&state, &SideId::new(side))).mines;
            fields.iter().map(|field| field.areas.len()).sum::<usize>()
        };
        assert_eq!([areas(knows), areas(other)], area_counts, "{battle}");
        assert_eq!(mentions_mines(&View::for_side(&state, &SideId::new(knows))), [true; 3], "{battle}");
        assert_eq!(mentions_mines(&View::for_side(&state, &SideId::new(other))), [0 < area_counts[1]; 3], "{battle}");
    }
    // A battle without mines shows no sign for them.
    assert_eq!(mentions_mines(&View::referee(&battle_at_start("ulsan"))), [false; 3]);
}

#[test]
fn r9_2_a_field_that_the_referee_has_removed_is_not_drawn() {
    let mut table = Table { state: battle_at_start("moon-sound") };
    table.lines(&["set rule 2 off because \"agreed\""]);
    assert_eq!(scene(&View::referee(&table.state)).mines.len(), 1, "another sentence");
    table.lines(&["set rule 1 off because \"agreed\""]);
    assert!(scene(&View::referee(&table.state)).mines.is_empty());
    table.lines(&["set rule 1 on because \"after all\""]);
    assert_eq!(scene(&View::referee(&table.state)).mines.len(), 1);
}

//! Maps: invented scenes against golden drawings, and positions of battles against what a side may know.
//!
//! `BLESS=1` writes the golden drawings again; look at the SVG as a picture before it is committed.
mod drawn;
mod fog;
mod mines;
mod scenes;

use geometry::Point;
use show::map::{CharacterSet, Scene, Window, svg, terminal_map};

/// Compares a drawing with the golden one, which a person has checked.
#[track_caller]
fn golden(name: &str, drawn: &str) {
    kit::golden("tests/show/map", name, drawn);
}

fn scenes() -> [(&'static str, Scene); 3] {
    [
        ("line-of-battle", scenes::line_of_battle()),
        ("smoke-and-land", scenes::smoke_and_land()),
        ("torpedoes", scenes::torpedoes()),
    ]
}

#[test]
fn terminal_maps_of_three_scenes() {
    for (name, scene) in scenes() {
        let whole = Window::whole_table(scene.table);
        let wide = terminal_map(&scene, whole, 100, CharacterSet::Unicode).plain();
        golden(&format!("{name}.txt"), &(wide + "\n"));
        let ascii = terminal_map(&scene, whole, 80, CharacterSet::Ascii).plain();
        assert!(ascii.is_ascii(), "{name}");
        golden(&format!("{name}-ascii.txt"), &(ascii + "\n"));
        let narrow = terminal_map(&scene, whole, 40, CharacterSet::Unicode).plain();
        golden(&format!("{name}-narrow.txt"), &(narrow + "\n"));
    }
}

#[test]
fn a_part_of_the_table_in_the_terminal() {
    let scene = scenes::line_of_battle();
    let part = Window::between(scene.table, Point::new(40.0, 10.0), Point::new(28.0, 32.0)).unwrap();
    golden("part.txt", &(terminal_map(&scene, part, 100, CharacterSet::Unicode).plain() + "\n"));
    let about = Window::around(scene.table, &scene.places("rurik")).unwrap();
    assert_eq!((about.west, about.south, about.width_in(), about.depth_in()), (24.0, 12.0, 18.0, 12.0));
    let page = terminal_map(&scene, about, 100, CharacterSet::Unicode).plain();
    assert!(page.contains("4 ships are outside this part."), "{page}");
    assert!(!page.contains("Izumo"), "{page}");
}

#[test]
fn svg_maps_of_three_scenes() {
    for (name, scene) in scenes() {
        golden(&format!("{name}.svg"), &svg(&scene, Window::whole_table(scene.table)));
    }
}

#[test]
fn no_line_is_too_wide_or_ends_in_a_space() {
    for (name, scene) in scenes() {
        let parts =
            [Window::whole_table(scene.table), Window::around(scene.table, &scene.places(&scene.ships[0].id)).unwrap()];
        for columns in (40..=240).step_by(7) {
            for (part, charset) in
                parts.iter().flat_map(|part| [(part, CharacterSet::Unicode), (part, CharacterSet::Ascii)])
            {
                for line in terminal_map(&scene, *part, columns, charset).plain().lines() {
                    assert!(line.chars().count() <= columns, "{name} {columns}: {line}");
                    assert_eq!(line, line.trim_end(), "{name} {columns}");
                }
            }
        }
    }
}

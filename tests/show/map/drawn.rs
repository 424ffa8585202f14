//! How single items are drawn.
use geometry::{Path, Point, Pose, Table, TurnSide};
use resvg::usvg;
use show::map::{
    CharacterSet, Ink, Scene, Window,
    scene::{Land, Marker, Reach, Ship, ShipStatus, Smoke, Torpedo},
    svg, terminal_map,
};

use super::scenes::{self, TABLE, ship};

fn scene_with(ship: Ship) -> Scene {
    Scene { sides: vec!["Japan".to_owned(), "Russia".to_owned()], ships: vec![ship], ..Scene::empty(TABLE) }
}

fn page(scene: &Scene, columns: usize, charset: CharacterSet) -> String {
    terminal_map(scene, Window::whole_table(scene.table), columns, charset).plain()
}

#[test]
fn eight_headings_have_eight_arrows() {
    for (heading, arrow) in [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0].into_iter().zip("↑↗→↘↓↙←↖".chars())
    {
        for near in [-22.0, 0.0, 22.0] {
            let scene = scene_with(ship("Asahi", 0, 2.0, &Path::new(Pose::new(36.0, 24.0, heading + near))));
            let page = page(&scene, 100, CharacterSet::Unicode);
            assert!(page.contains(&format!("A {arrow} Asahi")), "{heading} {near}\n{page}");
        }
    }
}

/// A ship is drawn within a column and a row of its place, at every scale.
#[test]
fn ships_are_drawn_at_their_positions() {
    for columns in [40, 76, 100, 148, 240] {
        for (x, y) in [(0.0, 0.0), (72.0, 48.0), (0.0, 48.0), (72.0, 0.0), (36.0, 24.0), (10.2, 40.7)] {
            let scene = scene_with(ship("Asahi", 0, 0.1, &Path::new(Pose::new(x, y, 90.0))));
            let page = page(&scene, columns, CharacterSet::Ascii);
            let rows: Vec<&str> =
                page.lines().skip(1).take_while(|line| !line.trim_start().starts_with("++")).collect();
            let (row, column) =
                rows.iter().enumerate().find_map(|(row, line)| Some((row, line.find('>')? - 3))).expect("a ship");
            let wide = rows[0].len() - 4;
            let expected = ((x / 72.0 * wide as f64) as usize).min(wide - 1);
            assert!(column.abs_diff(expected) <= 1, "{columns} {x}: {column}, not {expected}\n{page}");
            let down = (((48.0 - y) / 48.0 * rows.len() as f64) as usize).min(rows.len() - 1);
            assert!(row.abs_diff(down) <= 1, "{columns} {y}: {row}, not {down}\n{page}");
        }
    }
}

#[test]
fn several_ships_in_one_cell_are_counted_and_named() {
    let mut scene = scene_with(ship("Asahi", 0, 0.1, &Path::new(Pose::new(36.2, 24.2, 90.0))));
    scene.ships.push(ship("Mikasa", 0, 0.1, &Path::new(Pose::new(36.3, 24.3, 90.0))));
    scene.ships.push(ship("Retvizan", 1, 0.1, &Path::new(Pose::new(36.4, 24.4, 270.0))));
    let drawn = page(&scene, 100, CharacterSet::Unicode);
    assert!(drawn.contains("≡ stacked at 36.2, 24.2: A, B, a"), "{drawn}");
    assert!(drawn.lines().any(|line| line.contains("│") && line.contains("≡A,B,a")), "{drawn}");
    let part = Window::between(TABLE, Point::new(35.0, 23.0), Point::new(37.0, 25.0)).unwrap();
    let near = terminal_map(&scene, part, 100, CharacterSet::Unicode).plain();
    assert!(!near.contains('≡'), "{near}");
    // In one cell of the whole table, but a base's width apart.
    scene.ships.truncate(2);
    scene.ships[1].pose.at = Point::new(36.2, 24.8);
    let drawn = page(&scene, 100, CharacterSet::Unicode);
    assert!(drawn.contains("≡ close together at 36.2, 24.2: A, B"), "{drawn}");
    let drawn = svg(&scene, Window::whole_table(TABLE));
    assert!(!drawn.contains("stacked"), "{drawn}");
    scene.ships[1].pose.at = Point::new(36.2, 24.4);
    let drawn = svg(&scene, Window::whole_table(TABLE));
    assert!(drawn.contains("Asahi + Mikasa (stacked)"), "{drawn}");
    // Other items in the cell are listed beside the stack.
    scene.torpedoes.push(Torpedo {
        name: "K".to_owned(),
        side: 1,
        dot: Point::new(36.3, 24.3),
        radius_in: 0.0,
        run_in: 0.0,
        reach: Reach::Unknown,
        dummy: false,
    });
    scene.ships.push(ship("Retvizan", 1, 0.1, &Path::new(Pose::new(36.2, 24.9, 270.0))));
    let drawn = page(&scene, 100, CharacterSet::Unicode);
    assert!(drawn.contains("≡ close together at 36.2, 24.2: A + B (stacked), a, torpedoes (K)"), "{drawn}");
}

/// Adjacent letters in the frame belong to one cell: no letter may be read as a different ship's.
#[test]
fn letters_of_ships_keep_apart() {
    for seed in 0..60_u32 {
        let mut scene = scene_with(ship("Asahi", 0, 1.0, &Path::new(Pose::new(30.0, 20.0, 90.0))));
        scene.ships.clear();
        for index in 0..40_u32 {
            // Two crowded columns with crossing tracks, closer together than letters are wide.
            let (line, place) = (index % 2, f64::from(index / 2));
            let spread = 0.6 + f64::from((seed * 7 + index * 13) % 11) / 6.0;
            let pose = Pose::new(20.0 + place * spread, 14.0 + place * f64::from(seed % 5 * line) / 4.0, 90.0);
            scene.ships.push(ship(&format!("S{index}"), line as usize, 1.0, &Path::new(pose)));
        }
        for (at, place) in [(1, (21.0, 14.0)), (2, (24.0, 17.0))] {
            let pose = Pose::new(place.0, place.1, 0.0);
            scene.markers.push(Marker { name: format!("{at}"), side: 0, pose, track: Vec::new() });
        }
        let drawn = page(&scene, 80, CharacterSet::Unicode);
        let known = |run: &str| {
            let key = |key: &str| match key.strip_prefix('#') {
                Some(number) => number.parse::<u32>().is_ok(),
                None => key.chars().count() == 1,
            };
            run.split(',').flat_map(|part| part.split("..")).all(|letter| letter.is_empty() || key(letter))
        };
        let mut lettered = 0;
        for line in drawn.lines().filter(|line| line.ends_with('│')) {
            let sea: String = line.chars().skip(3).collect();
            let runs = sea.split(|letter: char| !(letter.is_ascii_alphanumeric() || ",.#".contains(letter)));
            for run in runs.filter(|run| !run.is_empty()) {
                assert!(known(run), "{seed}: {run}\n{drawn}");
                lettered += 1;
            }
        }
        assert!(4 <= lettered, "{seed}\n{drawn}");
    }
}

/// A line below the map lists the ships whose letters have no room on it.
#[test]
fn letters_without_room_are_listed() {
    let mut scene = scene_with(ship("Asahi", 0, 1.0, &Path::new(Pose::new(30.0, 20.0, 90.0))));
    for index in 1..8_u32 {
        let pose = Pose::new(30.0 + f64::from(index), 20.0, 90.0);
        scene.ships.push(ship(&format!("S{index}"), 0, 1.0, &Path::new(pose)));
    }
    let drawn = page(&scene, 80, CharacterSet::Unicode);
    let text = drawn.lines().find(|line| line.starts_with("No room")).expect("a crowded line");
    assert!(text.ends_with("10 shows them.") && !text.contains(" A,") && !text.contains(" H"), "{drawn}");
}

#[test]
fn the_sea_is_dark_by_night() {
    let mut scene = scenes::smoke_and_land();
    let day = (
        terminal_map(&scene, Window::whole_table(TABLE), 100, CharacterSet::Unicode),
        svg(&scene, Window::whole_table(TABLE)),
    );
    scene.night = true;
    let night = (
        terminal_map(&scene, Window::whole_table(TABLE), 100, CharacterSet::Unicode),
        svg(&scene, Window::whole_table(TABLE)),
    );
    assert!(day.0.dark.is_empty() && day.0.plain() == night.0.plain());
    let rows = day.0.plain().lines().filter(|line| line.ends_with('│')).count();
    assert_eq!(night.0.dark.len(), rows);
    for (line, spans) in &night.0.dark {
        let edges = [&night.0.lines[*line][spans.start - 1], &night.0.lines[*line][spans.end]];
        assert!(edges.iter().all(|edge| edge.text.ends_with(['│', '┤'])), "{edges:?}");
    }
    let (sea, dark) = ("#e6eef0", "#1a2638");
    assert!(day.1.contains(sea) && !day.1.contains(dark));
    assert!(night.1.contains(dark) && !night.1.contains(sea));
    // On paper the sea is pale at night as well.
    assert!(show::map::svg_with_letter_scale(&scene, Window::whole_table(TABLE), 1.0).contains(sea));
}

/// A dashed line leads from a ship's last known place to its name. A ship in sight or a hulk has none.
#[test]
fn a_line_leads_from_a_last_known_place_to_its_name() {
    let leads = |status: ShipStatus| {
        let mut scene = scene_with(ship("Tsesarevich", 1, 2.0, &Path::new(Pose::new(36.0, 24.0, 250.0))));
        scene.ships[0].status = status;
        let drawn = svg(&scene, Window::whole_table(TABLE));
        drawn.matches("stroke-dasharray=\"1.4 1.2\" stroke-width=\"0.35\"").count()
    };
    assert_eq!((leads(ShipStatus::LastSeen(7)), leads(ShipStatus::Seen), leads(ShipStatus::Hulk)), (1, 0, 0));
}

#[test]
fn a_hundred_ships_have_a_letter_each() {
    let names: Vec<String> = (0..100).map(|index| format!("Boat{index}")).collect();
    let mut scene = scene_with(ship("Asahi", 1, 1.0, &Path::new(Pose::new(70.0, 1.0, 0.0))));
    for (index, name) in names.iter().enumerate() {
        let way = Path::new(Pose::new(
            3.0 + 6.0 * f64::from(index as u32 % 10),
            3.0 + 4.0 * f64::from(index as u32 / 10),
            0.0,
        ));
        scene.ships.push(ship(name, 0, 1.0, &way));
    }
    let drawn = page(&scene, 100, CharacterSet::Unicode);
    for (key, name) in [("A ", "Boat0 "), ("Z ", "Boat25 "), ("AA", "Boat26 "), ("CV", "Boat99 ")] {
        assert!(drawn.lines().any(|line| line.contains(&format!("{key} ↑ {name}"))), "{key} {name}\n{drawn}");
    }
}

#[test]
fn sides_land_smoke_and_the_frame_have_inks() {
    let scene = scenes::smoke_and_land();
    let drawn = terminal_map(&scene, Window::whole_table(TABLE), 100, CharacterSet::Unicode);
    let inked =
        |ink: Ink, words: &str| drawn.lines.iter().flatten().any(|span| span.ink == ink && span.text.contains(words));
    assert!(inked(Ink::Side(0), "Asahi") && inked(Ink::Side(1), "Retvizan"));
    assert!(inked(Ink::Land, "▒▒▒") && inked(Ink::Smoke, "░░") && inked(Ink::Faint, "┬"));
}

#[test]
fn smoke_covers_the_track_on_which_it_was_laid() {
    let way = Path::new(Pose::new(10.0, 10.0, 0.0)).straight(6.0).turn(2.0, 180.0, TurnSide::Right).straight(6.0);
    let band = Smoke::along(&way, 0.5, false);
    let (mut least, mut most) = (f64::MAX, f64::MIN);
    for point in &band.outline {
        least = least.min(point.x());
        most = most.max(point.x());
    }
    assert!((least - 9.75).abs() < 1e-6 && (most - 14.25).abs() < 1e-6, "{least} {most}");
    let scene = Scene { smoke: vec![band], ..Scene::empty(TABLE) };
    assert!(page(&scene, 100, CharacterSet::Unicode).matches('░').count() > 12);
}

/// Extremely narrow and wide tables, ships off the table, words that are not XML.
#[test]
fn odd_scenes_are_drawn_without_failure() {
    for (width_in, depth_in) in [(2.0, 2.0), (12.0, 96.0), (200.0, 1.0), (72.0, 48.0)] {
        let table = Table { width_in, depth_in };
        let mut scene = Scene { title: "<&>\u{1b}\"'".to_owned(), ..Scene::empty(table) };
        scene.sides = vec!["a".to_owned(), "b".to_owned()];
        for at in [-5.0, 0.0, width_in / 2.0, width_in, 1e6] {
            scene.ships.push(ship("A<&>\u{7}", 1, 2.0, &Path::new(Pose::new(at, at, 33.0)).straight(2.0)));
        }
        scene.ships[1].status = ShipStatus::Sunk;
        scene.ships[0].fires = 9;
        scene.land = vec![Land { name: "]]>".to_owned(), outline: vec![Point::new(0.0, 0.0); 3] }];
        let text = svg(&scene, Window::whole_table(table));
        assert!(!text.contains('\u{1b}') && !text.contains('\u{7}') && !text.contains("NaN") && !text.contains("inf"));
        usvg::Tree::from_str(&text, &usvg::Options::default()).unwrap();
        for charset in [CharacterSet::Unicode, CharacterSet::Ascii] {
            for columns in [0, 40, 400] {
                let page = page(&scene, columns, charset);
                assert!(
                    page.lines().all(|line| line.chars().count() <= columns.max(40)),
                    "{width_in} {columns}\n{page}"
                );
            }
        }
    }
}

#[test]
fn windows_are_on_the_table_or_refused() {
    let point = Point::new;
    assert!(Window::between(TABLE, point(f64::NAN, 0.0), point(1.0, 1.0)).is_none());
    assert!(Window::between(TABLE, point(0.0, 0.0), point(1e9, 1.0)).is_none());
    assert!(Window::between(TABLE, point(80.0, 80.0), point(90.0, 90.0)).is_none());
    let small = Window::between(TABLE, point(5.0, 5.0), point(5.0, 5.0)).unwrap();
    assert_eq!((small.width_in(), small.depth_in()), (2.0, 2.0));
    assert!(Window::around(TABLE, &[]).is_none());
    for corner in [point(0.0, 0.0), point(72.0, 48.0), point(0.0, 48.0), point(90.0, -20.0)] {
        let about = Window::around(TABLE, &[corner]).unwrap();
        assert!(0.0 <= about.west && about.east <= 72.0 && 0.0 <= about.south && about.north <= 48.0);
    }
    let all = Window::around(TABLE, &[point(0.0, 0.0), point(72.0, 48.0)]).unwrap();
    assert_eq!(all, Window::whole_table(TABLE));
}

#[test]
fn the_winds_arrow_stays_on_the_sheet() {
    for from in (0..360).step_by(5) {
        let mut scene = scene_with(ship("Asahi", 0, 2.0, &Path::new(Pose::new(36.0, 24.0, 90.0))));
        scene.wind = Some(show::map::scene::Wind {
            from: Some(geometry::Bearing::new(f64::from(from))),
            says: format!("Moderate wind from {from}"),
        });
        let drawing = svg(&scene, Window::whole_table(scene.table));
        let size = |key: &str| -> f64 {
            let box_at = drawing.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap();
            let place = if key == "width" { 2 } else { 3 };
            box_at.split_whitespace().nth(place).unwrap().parse().unwrap()
        };
        let (width, height) = (size("width"), size("height"));
        // Shaft, head and feathers are drawn last.
        let arrow: Vec<&str> = drawing.rsplit(" d=\"").take(3).map(|part| part.split('"').next().unwrap()).collect();
        for path in arrow {
            let figures = path.split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == '-'));
            let figures: Vec<f64> = figures.filter_map(|figure| figure.parse().ok()).collect();
            for point in figures.chunks(2) {
                assert!(0.5 < point[0] && point[0] < width - 0.5, "{from}: {point:?} of {width}");
                assert!(0.5 < point[1] && point[1] < height - 0.5, "{from}: {point:?} of {height}");
            }
        }
    }
}

//! What a drawing says of single things.
use geometry::{Hand, Path, Point, Pose, Table};
use resvg::usvg;
use show::map::{
    Ink, Lettering, Scene, Window,
    scene::{Land, Ship, Smoke, Standing},
    svg, terminal,
};

use super::scenes::{self, TABLE, ship};

fn alone(ship: Ship) -> Scene {
    Scene { sides: vec!["Japan".to_owned(), "Russia".to_owned()], ships: vec![ship], ..Scene::empty(TABLE) }
}

fn page(scene: &Scene, columns: usize, lettering: Lettering) -> String {
    terminal(scene, Window::of(scene.table), columns, lettering).plain()
}

#[test]
fn eight_headings_have_eight_arrows() {
    for (heading, arrow) in [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0].into_iter().zip("↑↗→↘↓↙←↖".chars())
    {
        for near in [-22.0, 0.0, 22.0] {
            let scene = alone(ship("Asahi", 0, 2.0, &Path::new(Pose::new(36.0, 24.0, heading + near))));
            let page = page(&scene, 100, Lettering::Unicode);
            assert!(page.contains(&format!("A {arrow} Asahi")), "{heading} {near}\n{page}");
        }
    }
}

/// A letter stands in the column and row of its place, at every scale.
#[test]
fn ships_stand_where_they_lie() {
    for columns in [40, 76, 100, 148, 240] {
        for (x, y) in [(0.0, 0.0), (72.0, 48.0), (0.0, 48.0), (72.0, 0.0), (36.0, 24.0), (10.2, 40.7)] {
            let scene = alone(ship("Asahi", 0, 0.1, &Path::new(Pose::new(x, y, 90.0))));
            let page = page(&scene, columns, Lettering::Ascii);
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
    let mut scene = alone(ship("Asahi", 0, 0.1, &Path::new(Pose::new(36.2, 24.2, 90.0))));
    scene.ships.push(ship("Mikasa", 0, 0.1, &Path::new(Pose::new(36.3, 24.3, 90.0))));
    scene.ships.push(ship("Retvizan", 1, 0.1, &Path::new(Pose::new(36.4, 24.4, 270.0))));
    let drawn = page(&scene, 100, Lettering::Unicode);
    assert!(drawn.contains("3 in one place at 36.2, 24.2: A, B, a"), "{drawn}");
    assert!(drawn.lines().any(|line| line.contains('│') && line.contains('3')), "{drawn}");
    let part = Window::between(TABLE, Point::new(35.0, 23.0), Point::new(37.0, 25.0)).unwrap();
    let near = terminal(&scene, part, 100, Lettering::Unicode).plain();
    assert!(!near.contains("in one place"), "{near}");
}

#[test]
fn a_hundred_ships_have_a_letter_each() {
    let names: Vec<String> = (0..100).map(|at| format!("Boat{at}")).collect();
    let mut scene = alone(ship("Asahi", 1, 1.0, &Path::new(Pose::new(70.0, 1.0, 0.0))));
    for (at, name) in names.iter().enumerate() {
        let way =
            Path::new(Pose::new(3.0 + 6.0 * f64::from(at as u32 % 10), 3.0 + 4.0 * f64::from(at as u32 / 10), 0.0));
        scene.ships.push(ship(name, 0, 1.0, &way));
    }
    let drawn = page(&scene, 100, Lettering::Unicode);
    for (key, name) in [("A ", "Boat0 "), ("Z ", "Boat25 "), ("A2", "Boat26 "), ("V4", "Boat99 ")] {
        assert!(drawn.lines().any(|line| line.contains(&format!("{key} ↑ {name}"))), "{key} {name}\n{drawn}");
    }
}

#[test]
fn sides_have_inks_and_only_the_sea_has_none() {
    let scene = scenes::smoke_and_land();
    let drawn = terminal(&scene, Window::of(TABLE), 100, Lettering::Unicode);
    let inked =
        |ink: Ink, words: &str| drawn.lines.iter().flatten().any(|span| span.ink == ink && span.text.contains(words));
    assert!(inked(Ink::Side(0), "Asahi") && inked(Ink::Side(1), "Retvizan"));
    assert!(inked(Ink::Land, "▒▒▒") && inked(Ink::Smoke, "░░") && inked(Ink::Faint, "┬"));
}

#[test]
fn smoke_covers_the_way_it_was_laid_on() {
    let way = Path::new(Pose::new(10.0, 10.0, 0.0)).straight(6.0).turn(2.0, 180.0, Hand::Right).straight(6.0);
    let band = Smoke::along(&way, 0.5, false);
    let (mut least, mut most) = (f64::MAX, f64::MIN);
    for point in &band.outline {
        least = least.min(point.x());
        most = most.max(point.x());
    }
    assert!((least - 9.75).abs() < 1e-6 && (most - 14.25).abs() < 1e-6, "{least} {most}");
    let scene = Scene { smoke: vec![band], ..Scene::empty(TABLE) };
    assert!(page(&scene, 100, Lettering::Unicode).matches('░').count() > 12);
}

/// A table of hair's breadth, of a barn door's; ships off the table; words that are no XML.
#[test]
fn odd_scenes_are_drawn_all_the_same() {
    for (width_in, depth_in) in [(2.0, 2.0), (12.0, 96.0), (200.0, 1.0), (72.0, 48.0)] {
        let table = Table { width_in, depth_in };
        let mut scene = Scene { title: "<&>\u{1b}\"'".to_owned(), ..Scene::empty(table) };
        scene.sides = vec!["a".to_owned(), "b".to_owned()];
        for at in [-5.0, 0.0, width_in / 2.0, width_in, 1e6] {
            scene.ships.push(ship("A<&>\u{7}", 1, 2.0, &Path::new(Pose::new(at, at, 33.0)).straight(2.0)));
        }
        scene.ships[1].standing = Standing::Sunk;
        scene.ships[0].fires = 9;
        scene.land = vec![Land { name: "]]>".to_owned(), outline: vec![Point::new(0.0, 0.0); 3] }];
        let text = svg(&scene, Window::of(table));
        assert!(!text.contains('\u{1b}') && !text.contains('\u{7}') && !text.contains("NaN") && !text.contains("inf"));
        usvg::Tree::from_str(&text, &usvg::Options::default()).unwrap();
        for lettering in [Lettering::Unicode, Lettering::Ascii] {
            for columns in [0, 40, 400] {
                let page = page(&scene, columns, lettering);
                assert!(
                    page.lines().all(|line| line.chars().count() <= columns.max(40)),
                    "{width_in} {columns}\n{page}"
                );
            }
        }
    }
}

#[test]
fn windows_lie_on_the_table_or_are_refused() {
    let point = Point::new;
    assert!(Window::between(TABLE, point(f64::NAN, 0.0), point(1.0, 1.0)).is_none());
    assert!(Window::between(TABLE, point(0.0, 0.0), point(1e9, 1.0)).is_none());
    assert!(Window::between(TABLE, point(80.0, 80.0), point(90.0, 90.0)).is_none());
    let small = Window::between(TABLE, point(5.0, 5.0), point(5.0, 5.0)).unwrap();
    assert_eq!((small.width_in(), small.depth_in()), (2.0, 2.0));
    assert!(Window::about(TABLE, &[]).is_none());
    for corner in [point(0.0, 0.0), point(72.0, 48.0), point(0.0, 48.0), point(90.0, -20.0)] {
        let about = Window::about(TABLE, &[corner]).unwrap();
        assert!(0.0 <= about.west && about.east <= 72.0 && 0.0 <= about.south && about.north <= 48.0);
    }
    let all = Window::about(TABLE, &[point(0.0, 0.0), point(72.0, 48.0)]).unwrap();
    assert_eq!(all, Window::of(TABLE));
}

//! The table in full size: where a place appears, what neighbouring sheets share, and that nothing is missing.
use geometry::{Point, Table};
use naval::{Id, Naval, State, view::View};
use paper::{MM_PER_INCH, OVERLAP_IN, Paper, PrintedPage, Tile, TileSelection, Tiles, Typesetter};
use play::Game;
use show::map::{
    Scene, Window, scene,
    scene::{Land, Reach, Torpedo},
};

const TABLE: Table = Table { width_in: 72.0, depth_in: 48.0 };
const PAPERS: [Paper; 2] = [Paper::A4, Paper::Letter];

fn battle(name: &str) -> State {
    Naval::initial_state(&naval_kit::scenario(name))
}

fn pages(scene: &Scene, paper: Paper, marked: bool) -> Vec<PrintedPage> {
    let wanted = TileSelection { part: Window::whole_table(scene.table), only_marked: marked };
    paper::tiles(&Typesetter::open(), scene, paper, wanted)
}

/// A page as pixels, each a tenth of a millimetre.
fn pixels_of(page: PrintedPage) -> resvg::tiny_skia::Pixmap {
    let bytes = paper::png(&Typesetter::open(), &page.svg(), 254).unwrap();
    resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap()
}

fn torpedo_at(place: Point) -> Scene {
    let torpedo = Torpedo {
        name: String::new(),
        side: 0,
        dot: place,
        radius_in: 0.0,
        run_in: 0.0,
        reach: Reach::Unknown,
        dummy: false,
    };
    Scene { sides: vec!["a".to_owned()], torpedoes: vec![torpedo], ..Scene::empty(TABLE) }
}

#[test]
fn sheets_are_whole_inches_and_as_few_as_may_be() {
    let tiles_of = |table, paper| {
        let tiles = Tiles::for_table(table, paper);
        (tiles.columns, tiles.rows, tiles.size_in, tiles.page)
    };
    assert_eq!(tiles_of(TABLE, Paper::A4), (11, 5, (7.0, 10.0), (210.0, 297.0)));
    assert_eq!(tiles_of(TABLE, Paper::Letter), (8, 7, (9.0, 7.0), (279.4, 215.9)));
    // A table no larger than a sheet needs one.
    assert_eq!(tiles_of(Table { width_in: 7.0, depth_in: 9.0 }, Paper::Letter).0, 1);
    let names = [(0, 0, "A1"), (2, 1, "B3"), (4, 25, "Z5"), (0, 26, "AA1"), (11, 52, "BA12")];
    for (row, column, name) in names {
        assert_eq!(Tile { row, column }.name(), name);
    }
}

/// A place of the table is on the right sheet at the right millimetre, in the calculation and on the page.
#[test]
fn a_place_is_on_its_sheet_to_the_millimetre() {
    for (paper, place, name, (x, y)) in [
        (Paper::A4, Point::new(0.5, 47.0), "A1", (16.1 + 0.5 * 25.4, 21.5 + 25.4)),
        (Paper::A4, Point::new(22.5, 30.0), "D2", (16.1 + 1.5 * 25.4, 21.5 + 8.0 * 25.4)),
        (Paper::A4, Point::new(71.0, 0.5), "K5", (16.1 + 25.4, 21.5 + 7.5 * 25.4)),
        (Paper::Letter, Point::new(22.5, 30.0), "C3", (25.4 + 4.5 * 25.4, 19.05 + 4.0 * 25.4)),
        (Paper::Letter, Point::new(8.9, 41.1), "A1", (25.4 + 8.9 * 25.4, 19.05 + 6.9 * 25.4)),
    ] {
        let tiles = Tiles::for_table(TABLE, paper);
        let tile = tiles.all_tiles().find(|tile| tiles.trimmed_part(*tile).holds(place)).unwrap();
        assert_eq!(tile.name(), name);
        let point = tiles.on_page(tile, place);
        assert!((point.0 - x).abs() < 1e-9 && (point.1 - y).abs() < 1e-9, "{name}: {point:?}, not {x} {y}");
        let scene = torpedo_at(place);
        let sheet = tiles.all_tiles().position(|other| other == tile).unwrap() + 1;
        let page = pixels_of(pages(&scene, paper, false).remove(sheet));
        // Only the dot has its colour: the middle of its pixels is the place.
        let orange = |colour: resvg::tiny_skia::PremultipliedColorU8| {
            colour.red().abs_diff(0xb4) < 40 && colour.green().abs_diff(0x45) < 40 && colour.blue().abs_diff(0x0e) < 40
        };
        let (mut count, mut sum) = (0.0, (0.0, 0.0));
        for (index, _) in page.pixels().iter().enumerate().filter(|(_, colour)| orange(**colour)) {
            let (column, row) = (index as u32 % page.width(), index as u32 / page.width());
            sum = (sum.0 + f64::from(column) + 0.5, sum.1 + f64::from(row) + 0.5);
            count += 1.0;
        }
        assert!(count > 20.0, "{name}: {count} points");
        let (across, down) = (sum.0 / count / 10.0, sum.1 / count / 10.0);
        assert!((across - x).abs() < 0.15 && (down - y).abs() < 0.15, "{name}: drawn at {across} {down}, not {x} {y}");
    }
}

/// The overlap of two sheets is identical on both, pixel for pixel, names too.
#[test]
fn overlaps_agree() {
    let mut scene = scene(&View::referee(&battle("ulsan")));
    let outline = [(19.0, 39.0), (24.0, 36.5), (23.0, 29.0), (18.0, 30.0)];
    let outline = outline.map(|(x, y)| Point::new(x, y)).to_vec();
    scene.land = vec![Land { name: "An island".to_owned(), outline }];
    for (paper, left, right) in [(Paper::A4, "C2", "D2"), (Paper::Letter, "B2", "C2")] {
        let tiles = Tiles::for_table(scene.table, paper);
        let number = |name: &str| tiles.all_tiles().position(|tile| tile.name() == name).unwrap();
        let (west_tile, east_tile) = (number(left), number(right));
        let mut pages = pages(&scene, paper, false);
        let east = pixels_of(pages.remove(east_tile + 1));
        let west = pixels_of(pages.remove(west_tile + 1));
        let border = tiles.trimmed_part(tiles.all_tiles().nth(east_tile).unwrap()).west;
        let (first, last) = (border - OVERLAP_IN, border + OVERLAP_IN);
        let place = |index: usize, x: f64| tiles.on_page(tiles.all_tiles().nth(index).unwrap(), Point::new(x, 0.0)).0;
        let step = (place(west_tile, first) - place(east_tile, first)) * 10.0;
        assert!((step - tiles.size_in.0 * MM_PER_INCH * 10.0).abs() < 1e-6 && (step - step.round()).abs() < 1e-6);
        let part = tiles.trimmed_part(tiles.all_tiles().nth(west_tile).unwrap());
        let row = |north: f64| {
            (tiles.on_page(tiles.all_tiles().nth(west_tile).unwrap(), Point::new(0.0, north)).1 * 10.0) as u32
        };
        let (mut looked, mut inked, mut other_points) = (0, 0, 0);
        // The area between the dashed lines above and below, whose dashes begin where each sheet does.
        for y in row(part.north) + 8..row(part.south) - 8 {
            for x in (place(east_tile, first) * 10.0).ceil() as u32 + 2..(place(east_tile, last) * 10.0) as u32 - 2 {
                let (a, b) = (east.pixel(x, y).unwrap(), west.pixel(x + step.round() as u32, y).unwrap());
                looked += 1;
                inked += u32::from(a.red() < 250);
                let far = a.red().abs_diff(b.red()).max(a.green().abs_diff(b.green())).max(a.blue().abs_diff(b.blue()));
                other_points += u32::from(far > 24);
            }
        }
        assert!(50_000 < looked && 5_000 < inked, "{looked} {inked}");
        assert_eq!(other_points, 0, "{paper:?}: of {looked} points");
    }
}

#[test]
fn crosses_lie_on_borders_and_on_both_sheets() {
    for paper in PAPERS {
        let tiles = Tiles::for_table(TABLE, paper);
        let crosses = tiles.crosses();
        for (index, cross) in crosses.iter().enumerate() {
            let count = tiles.all_tiles().filter(|tile| tiles.printed_part(*tile).holds(*cross)).count();
            assert!(count == 2 || count == 4, "{paper:?}: {cross:?} on {count}");
            assert!(!crosses[..index].contains(cross), "{cross:?} twice");
        }
        // Two sheets side by side share at least two crosses for alignment.
        for tile in tiles.all_tiles() {
            let east = Tile { column: tile.column + 1, ..tile };
            if east.column < tiles.columns {
                let both =
                    |cross: &&Point| tiles.printed_part(tile).holds(**cross) && tiles.printed_part(east).holds(**cross);
                assert!(2 <= crosses.iter().filter(both).count(), "{paper:?}: {}", tile.name());
            }
        }
    }
}

/// Every ship is completely on printed sheets, whichever are printed. The first page counts and lists what is on them.
#[test]
fn every_ship_is_on_some_sheet() {
    for name in ["ulsan", "coronel", "tsushima", "jutland-1830", "dardanelles"] {
        let state = battle(name);
        let scene = scene(&View::referee(&state));
        for paper in PAPERS {
            let tiles = Tiles::for_table(scene.table, paper);
            let marked = tiles.tiles_with_contents(&scene);
            for ship in &scene.ships {
                for corner in ship.base().corners(ship.pose).into_iter().chain([ship.pose.at]) {
                    let is_on = |tile: &Tile| tiles.printed_part(*tile).holds(corner);
                    let off = !Window::whole_table(scene.table).holds(corner);
                    assert!(off || marked.iter().any(is_on), "{name}: {} at {corner:?}", ship.name);
                }
            }
            assert!(marked.len() < tiles.count(), "{name}");
            for (only, sheets) in [(true, marked.len()), (false, tiles.count())] {
                let pages = pages(&scene, paper, only);
                assert!(sheets < pages.len() && pages.len() <= sheets + 3, "{name}: {} pages", pages.len());
                let text = pages[0].plain_text.split_whitespace().collect::<Vec<&str>>().join(" ");
                assert!(text.contains(&format!("On {} of them is more than open sea.", marked.len())), "{text}");
                for ship in scene.ships.iter().filter(|ship| Window::whole_table(scene.table).holds(ship.pose.at)) {
                    assert!(text.contains(&ship.name), "{name}: {} is not in the list", ship.name);
                }
            }
        }
    }
}

/// A side's sheets show what it knows, and nothing of ships out of its sight. [4.3]
#[test]
fn r4_3_a_sides_sheets_show_what_it_knows() {
    let state = battle("ulsan");
    let japan = scene(&View::for_side(&state, &Id::new("japan")));
    let printed_pages = pages(&japan, Paper::A4, true);
    assert_eq!(printed_pages.len(), 4, "an index, and the three sheets on which the Japanese lie");
    let pages: Vec<String> = printed_pages.into_iter().map(PrintedPage::svg).collect();
    assert!(pages[0].contains("as Japan knows it") && pages[1].contains("as Japan knows it"));
    for name in ["Rossia", "Gromoboi", "Rurik"] {
        assert!(pages.iter().all(|page| !page.contains(name)), "{name}");
    }
    assert!(pages.iter().any(|page| page.contains("Izumo")));
}

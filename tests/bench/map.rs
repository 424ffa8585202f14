//! Maps of a full table: ships, 20 tracks of smoke, 5 islands, torpedoes and rings.
use ::paper::raster;
use divan::{Bencher, black_box};
use geometry::{Bearing, Path, Point, Pose, Table};
use show::map::{
    CharacterSet, Scene, Window,
    scene::{Land, Reach, Ship, ShipStatus, Smoke, Torpedo},
    svg, terminal_map,
};

use crate::sea::{scattered, track};

const SHIPS: [u32; 4] = [10, 48, 100, 200];

fn ship(seed: u32) -> Ship {
    let way: Path = track(seed);
    Ship {
        id: format!("ship-{seed}"),
        base_mates: Vec::new(),
        division: None,
        name: format!("Number {seed}"),
        number: None,
        side: seed as usize % 2,
        pose: way.end(),
        length_in: 1.5,
        width_in: 0.5,
        funnel_in: 0.225,
        track: way.points(5.0),
        fires: seed as u16 % 3,
        status: ShipStatus::Seen,
        notes: Vec::new(),
    }
}

pub fn table(ships: u32) -> Scene {
    let point = |seed: u32| Point::new(72.0 * scattered(seed, 1), 48.0 * scattered(seed, 2));
    let island = |seed: u32| {
        let corner = |corner: u32| point(seed).moved(Bearing::new(45.0 * f64::from(corner)), 2.0);
        Land { name: format!("Island {seed}"), outline: (0..8).map(corner).collect() }
    };
    let torpedo = |seed: u32| Torpedo {
        name: format!("{seed}"),
        side: 0,
        dot: point(seed),
        radius_in: 5.0,
        run_in: 10.0,
        reach: Reach::Sector { from: Bearing::new(30.0), width_deg: 120.0 },
        dummy: false,
    };
    let mut scene = Scene {
        title: "A full table.".to_owned(),
        sides: vec!["One".to_owned(), "Other".to_owned()],
        land: (600..605).map(island).collect(),
        smoke: (500..520).map(|seed| Smoke::along(&track(seed), 0.5, seed % 2 == 0)).collect(),
        ships: (0..ships).map(ship).collect(),
        torpedoes: (700..740).map(torpedo).collect(),
        ..Scene::empty(Table { width_in: 72.0, depth_in: 48.0 })
    };
    scene.ships[0].pose = Pose::new(36.0, 24.0, 0.0);
    scene.add_rings("ship-0", &[5.0, 10.0, 15.0]).expect("the ship is there");
    scene.add_arcs("ship-0").expect("the ship is there");
    scene
}

#[divan::bench(args = SHIPS)]
fn svg_of_a_full_table(bencher: Bencher, ships: u32) {
    let scene = table(ships);
    bencher.bench(|| svg(black_box(&scene), Window::whole_table(scene.table)));
}

#[divan::bench(args = SHIPS)]
fn terminal_map_of_a_full_table(bencher: Bencher, ships: u32) {
    let scene = table(ships);
    bencher.bench(|| terminal_map(black_box(&scene), Window::whole_table(scene.table), 100, CharacterSet::Unicode));
}

#[divan::bench(sample_count = 10)]
fn png_of_a_full_table(bencher: Bencher) {
    let scene = table(100);
    let text = svg(&scene, Window::whole_table(scene.table));
    bencher.bench(|| raster(black_box(&text), 1_800).expect("drawn"));
}

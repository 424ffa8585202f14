//! Drawings as pixels.
use geometry::Table;
use naval::{Naval, view::View};
use paper::raster;
use play::Game;
use show::map::{Scene, Window, scene, scene::Ship, svg};

/// Width and height of a PNG, and the number of its colours.
fn png_size(bytes: &[u8]) -> (u32, u32, usize) {
    let picture = resvg::tiny_skia::Pixmap::decode_png(bytes).unwrap();
    let mut colours: Vec<_> = picture.pixels().iter().map(|pixel| (pixel.red(), pixel.green(), pixel.blue())).collect();
    colours.sort_unstable();
    colours.dedup();
    (picture.width(), picture.height(), colours.len())
}

#[test]
fn a_png_has_the_size_asked_for_and_is_not_blank() {
    let scene = scene(&View::referee(&Naval::initial_state(&naval_kit::scenario("ulsan"))));
    let drawn = |scene: &Scene| svg(scene, Window::whole_table(scene.table));
    let text = drawn(&scene);
    let (width, height, colours) = png_size(&raster(&text, 640).unwrap());
    assert_eq!(width, 640);
    assert!((400..=640).contains(&height), "{height}");
    assert!(200 < colours, "{colours}");
    let nameless = scene.ships.iter().map(|ship| Ship { name: String::new(), ..ship.clone() }).collect();
    let unnamed = drawn(&Scene { ships: nameless, ..scene.clone() });
    let bare = drawn(&Scene::empty(scene.table));
    let pictures = [&text, &bare, &unnamed].map(|svg| raster(svg, 320).unwrap());
    assert!(pictures[0] != pictures[1] && pictures[0] != pictures[2], "ships and their names leave marks");
}

#[test]
fn only_widths_from_64_to_8000_and_valid_drawings() {
    let table = Table { width_in: 72.0, depth_in: 48.0 };
    let text = svg(&Scene::empty(table), Window::whole_table(table));
    assert_eq!(png_size(&raster(&text, 64).unwrap()).0, 64);
    for width in [0, 63, 8_001, u32::MAX] {
        assert!(raster(&text, width).is_err(), "{width}");
    }
    assert!(raster("no picture", 640).is_err());
}

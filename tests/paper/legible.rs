//! Legibility on paper: no letter under six points and no box under three millimetres, on any sheet of any size; SVG
//! pages in outlines, and letters that no font has.
use std::sync::Arc;

use load::{self, Sources};
use naval::{Naval, State, view::View};
use paper::{Format, LibraryShip, Paper, Part, PrintOptions, PrintedPage, Typesetter};
use play::Game;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::{Document, Node};

use crate::sheet_content::scenario;
use naval_kit::battle::{Play, setups};

/// The smallest letters, in points, and the narrowest boxes to cross off, in millimetres.
const MIN_LETTER_PT: f64 = 6.0;
const MIN_BOX_MM: f64 = 3.0;
const MM_PER_POINT: f64 = 25.4 / 72.0;
/// A drawing gives millimetres to a hundredth, and scales to four places.
const ROUNDING_MM: f64 = 0.001;

const FORMATS: [Option<Format>; 6] =
    [None, Some(Format::One), Some(Format::Two), Some(Format::Four), Some(Format::Poker), Some(Format::Index)];

/// The measurements of a page, in millimetres of the paper.
#[derive(Default)]
struct Measurements {
    letters: Vec<(f64, String)>,
    ticks: Vec<f64>,
}

/// How much a transformation enlarges its content.
fn scale_of(transform: &str) -> f64 {
    let Some((_, scale)) = transform.split_once("scale(") else {
        let rest = transform.replace("translate(", "").replace("rotate(", "");
        assert!(!rest.contains('('), "an unmeasured transformation: {transform}");
        return 1.0;
    };
    scale.split([')', ' ', ',']).next().unwrap().parse().unwrap()
}

fn measure(page: &str) -> Measurements {
    let drawing = Document::parse(page).unwrap();
    let mut found = Measurements::default();
    measure_node(drawing.root_element(), 1.0, None, &mut found);
    found
}

fn measure_node(node: Node, scale: f64, inherited: Option<f64>, found: &mut Measurements) {
    let figure = |key: &str| node.attribute(key).map(|value| value.trim_end_matches("px").parse::<f64>().unwrap());
    let scale = scale * node.attribute("transform").map_or(1.0, scale_of);
    let size = figure("font-size").or(inherited);
    match node.tag_name().name() {
        "text" => {
            let words: String = node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
            found.letters.push((size.unwrap() * scale, words.trim().to_owned()));
        }
        "rect" if node.attribute("class") == Some("tick") => {
            found.ticks.push(figure("width").unwrap().min(figure("height").unwrap()) * scale);
        }
        "circle" if node.attribute("class") == Some("tick") => found.ticks.push(2.0 * figure("r").unwrap() * scale),
        "svg" => assert!(node.parent_element().is_none(), "a drawing in a drawing is not measured"),
        _ => {}
    }
    node.children().for_each(|child| measure_node(child, scale, size, found));
}

/// Checks every page; returns the number of words and of boxes.
fn assert_legible(pages: Vec<PrintedPage>, what: &str) -> (usize, usize) {
    let (mut words, mut ticks) = (0, 0);
    for (index, page) in pages.into_iter().enumerate() {
        let part = page.part;
        let found = measure(&page.svg());
        let small = found.letters.iter().find(|(size, _)| *size + ROUNDING_MM < MIN_LETTER_PT * MM_PER_POINT);
        assert!(small.is_none(), "{what}, page {index} of {part:?}: {small:?} mm");
        let narrow = found.ticks.iter().find(|side| **side + ROUNDING_MM < MIN_BOX_MM);
        assert!(narrow.is_none(), "{what}, page {index} of {part:?}: a box of {narrow:?} mm");
        // A name that is cut off cannot be read either.
        let shortened = found.letters.iter().find(|(_, words)| words.ends_with('\u{2026}'));
        assert!(part != Part::Cards || shortened.is_none(), "{what}, page {index}: {shortened:?}");
        (words, ticks) = (words + found.letters.len(), ticks + found.ticks.len());
    }
    (words, ticks)
}

fn print_options(parts: &[Part], paper: Paper, format: Option<Format>) -> PrintOptions {
    PrintOptions { parts: parts.to_vec(), paper, format, duplex: true, ships: Vec::new(), balance: None }
}

/// Small battles and very large ones, by day and by night, with boats, forts and forces still to be generated.
#[test]
fn every_letter_is_legible_and_every_box_usable_on_every_sheet() {
    let letters = Typesetter::open();
    let small = ["asahi-retvizan", "ulsan", "torpedo-boats-misread", "generated-yellow-sea"];
    for name in small.into_iter().chain(["jutland-1830", "tsushima-night", "dardanelles"]) {
        let state = scenario(name);
        let (mut words, mut ticks) = (0, 0);
        for paper in [Paper::A4, Paper::Letter] {
            let mut views = vec![View::referee(&state)];
            views.extend(state.setup.sides.iter().map(|side| View::for_side(&state, &side.id)));
            for view in &views {
                let found = assert_legible(paper::pack(&letters, view, &print_options(&Part::ALL, paper, None)), name);
                (words, ticks) = (words + found.0, ticks + found.1);
            }
            for format in FORMATS {
                let cards = paper::pack(&letters, &views[0], &print_options(&[Part::Cards], paper, format));
                let found = assert_legible(cards, &format!("{name}, {format:?} on {paper:?}"));
                assert!(0 < found.1, "{name}, {format:?}: nothing can be crossed off");
                (words, ticks) = (words + found.0, ticks + found.1);
            }
        }
        assert!(1_000 < words && 100 < ticks, "{name}: {words} words, {ticks} boxes");
    }
}

/// Names and figures of battles after many events: hits, fires, spent torpedoes, ships that have left.
#[test]
fn the_words_of_a_battle_on_its_sheets_are_legible() {
    let letters = Typesetter::open();
    let mut hits = 0;
    for (index, setup) in setups().iter().enumerate() {
        let mut play = Play::new(setup, 77 + index as u64);
        for _ in 0..90 {
            play.type_random_line();
        }
        hits += play.state.ships.iter().filter(|ship| !ship.hits.is_empty()).count();
        for format in FORMATS {
            assert_legible(
                paper::pack(&letters, &View::referee(&play.state), &print_options(&Part::ALL, Paper::A4, format)),
                &setup.title,
            );
        }
    }
    assert!(0 < hits, "no ship was hit");
}

/// Cards of all ships of the library, each type and navy, in the smallest formats.
#[test]
fn every_ship_of_the_library_is_legible_on_a_small_card() {
    let sources = naval_kit::builtin();
    let charts = ["rjw", "ww1"].map(|war| Arc::new(load::charts(&sources, war).unwrap()));
    let listed: Vec<LibraryShip> = load::ships(&sources)
        .unwrap()
        .into_iter()
        .map(|ship| LibraryShip {
            charts: charts[usize::from(ship.war == *"ww1")].clone(),
            card: ship.card,
            day: ship.on,
        })
        .collect();
    assert!(1_000 < listed.len());
    for format in [Format::Four, Format::Poker, Format::Index] {
        let pages = paper::library_cards(
            &Typesetter::open(),
            &listed,
            &print_options(&[Part::Cards], Paper::Letter, Some(format)),
        );
        assert_legible(pages, &format!("the library, {format:?}"));
    }
}

/// A division shares a card only if its boxes do not become too small.
#[test]
fn a_card_has_fewer_ships_if_their_boxes_would_be_too_small() {
    let cards = |name: &str, format: Format| {
        let state = scenario(name);
        let pages = paper::pack(
            &Typesetter::open(),
            &View::referee(&state),
            &PrintOptions { duplex: false, ..print_options(&[Part::Cards], Paper::A4, Some(format)) },
        );
        pages.iter().flat_map(PrintedPage::texts).collect::<Vec<String>>()
    };
    let shown = cards("jutland-1830", Format::Poker);
    let several = |words: &&String| words.ends_with("(2)");
    assert!(shown.iter().filter(several).any(|words| words.contains("CRUISER")), "four cruisers share no playing card");
    assert!(!shown.iter().filter(several).any(|words| words.contains("FLOTILLA")), "four destroyers do");
    assert!(shown.iter().any(|words| words.contains("FLOTILLA")));
}

fn pixels(png: &[u8]) -> Pixmap {
    Pixmap::decode_png(png).unwrap()
}

/// An SVG page needs no font, and looks like the page with words. The near miss: the PDF's page keeps its words.
#[test]
fn svg_pages_are_outlines_that_look_like_the_words() {
    let (letters, state) = (Typesetter::open(), scenario("ulsan"));
    let mut pages = 0;
    for page in paper::pack(&letters, &View::referee(&state), &print_options(&Part::ALL, Paper::A4, None)) {
        let (width, height) = (page.width, page.height);
        let words = page.svg();
        let outlined = paper::outlined(&letters, &words).unwrap();
        assert!(words.contains("<text") && !outlined.contains("<text") && !outlined.contains("font-family"));
        let head = outlined.split('>').next().unwrap();
        assert!(
            head.contains(&format!("width=\"{width}mm\"")) && head.contains(&format!("height=\"{height}mm\"")),
            "{head}"
        );
        let [first, second] = [&words, &outlined].map(|svg| pixels(&paper::png(&letters, svg, 72).unwrap()));
        assert_eq!((first.width(), first.height()), (second.width(), second.height()));
        let differ = first
            .data()
            .iter()
            .zip(second.data())
            .filter(|(left, right)| FAINT_DIFFERENCE < left.abs_diff(**right))
            .count();
        assert!(
            differ * DIFFERENCES_ONE_IN < first.data().len(),
            "{differ} of {} points of page {pages} differ",
            first.data().len()
        );
        assert_eq!(outlined, paper::outlined(&letters, &words).unwrap(), "the same page gives the same bytes");
        pages += 1;
    }
    assert!(10 < pages);
}

/// Colour values that differ by no more than this count as equal.
const FAINT_DIFFERENCE: u8 = 16;
/// Outlines are rounded when written: fewer than one in this many colour values, at edges, may differ more.
const DIFFERENCES_ONE_IN: usize = 2_000;

/// Letters of European languages exist, Cyrillic and Greek too. Japanese ones do not, and each is reported once.
#[test]
fn letters_that_no_font_has_are_found() {
    let letters = Typesetter::open();
    for words in [
        "Königsberg",
        "Kléber",
        "Barbaros Hayreddin",
        "François Garnier",
        "Þór",
        "Şükrü Ğ",
        "Цесаревич",
        "Αβέρωφ",
        "a\u{2033} \u{2022} \u{2212}",
    ] {
        assert_eq!(letters.missing(words), Vec::<char>::new(), "{words}");
    }
    assert_eq!(letters.missing("三笠 and 三"), ['三', '笠']);
    assert_eq!(letters.missing("\u{1f6a2}"), ['\u{1f6a2}']);
}

/// The fonts have every letter of the ships' names, and of an introduction.
#[test]
fn every_ships_name_can_be_printed() {
    let (letters, sources): (Typesetter, Sources) = (Typesetter::open(), naval_kit::builtin());
    for ship in load::ships(&sources).unwrap() {
        assert_eq!(letters.missing(&ship.card.name), Vec::<char>::new(), "{}", ship.card.name);
    }
    let state: State = Naval::initial_state(&naval_kit::scenario("dardanelles"));
    assert_eq!(letters.missing(&state.setup.introduction), Vec::<char>::new());
}

/// The content of each place of a page: its upper left corner, its scale, and its words.
fn places(page: &str) -> Vec<((f64, f64), f64, Vec<String>)> {
    let drawing = Document::parse(page).unwrap();
    let groups = drawing.root_element().children().filter(|node| node.tag_name().name() == "g");
    let place = |group: Node| {
        let transform = group.attribute("transform")?;
        let (x, y) = transform.strip_prefix("translate(")?.split(')').next()?.split_once(' ')?;
        let texts = group.descendants().filter(|node| node.tag_name().name() == "text");
        let words = texts.map(|text| text.text().unwrap_or_default().trim().to_owned()).collect();
        Some(((x.parse().unwrap(), y.parse().unwrap()), scale_of(transform), words))
    };
    groups.flat_map(|all| all.children().filter(|node| node.tag_name().name() == "g")).filter_map(place).collect()
}

/// In a pack for both sides of the paper each back is behind its own card after turning the sheet over its long edge.
/// Every part begins on a new sheet, and nothing is behind the cutouts.
#[test]
fn each_back_is_behind_its_own_front_in_a_whole_pack() {
    const FULL: (f64, f64) = (200.0, 139.0);
    let letters = Typesetter::open();
    let mut backs = 0;
    for name in ["ulsan", "jutland-4th-flotilla", "coronel", "generated-yellow-sea"] {
        for format in FORMATS.into_iter().flatten() {
            let state = scenario(name);
            let printed_pages =
                paper::pack(&letters, &View::referee(&state), &print_options(&Part::ALL, Paper::A4, Some(format)));
            assert!(printed_pages.len().is_multiple_of(2), "{name}: the last sheet has a back");
            for (index, pair) in printed_pages.windows(2).enumerate() {
                let begins = pair[0].part != pair[1].part;
                assert!(
                    !begins || !index.is_multiple_of(2),
                    "{name}: {:?} begins on the back of a sheet",
                    pair[1].part
                );
            }
            let pages: Vec<(Part, bool, f64, f64, Vec<String>, String)> = printed_pages
                .into_iter()
                .map(|page| (page.part, page.width < page.height, page.width, page.height, page.texts(), page.svg()))
                .collect();
            for sheet in pages.chunks(2) {
                let [front, back] = sheet else { panic!("a sheet has two sides") };
                match front.0 {
                    Part::Cutouts => assert_eq!(back.4.len(), 2, "{name}: {:?} is behind the cutouts", back.4),
                    Part::Divisions => assert!(back.4.contains(&"NOTES".to_owned()), "{name}"),
                    Part::Cards => {
                        let (upright, width, height) = (front.1, front.2, front.3);
                        let (wide, deep) = format.small().unwrap_or(FULL);
                        let cards = places(&front.5);
                        for ((x, y), scale, words) in places(&back.5).iter().filter(|place| 3 < place.2.len()) {
                            let turned =
                                if upright { (width - x - wide * scale, *y) } else { (*x, height - y - deep * scale) };
                            let card = cards
                                .iter()
                                .find(|((left, top), _, _)| (left - turned.0).abs() + (top - turned.1).abs() < 0.05);
                            let (_, front_scale, text) =
                                card.unwrap_or_else(|| panic!("{name}, {format:?}: nothing before {words:?}"));
                            assert_eq!(scale, front_scale);
                            assert!(
                                text.contains(&words[1]),
                                "{name}, {format:?}: {:?} lies behind {text:?}",
                                words[1]
                            );
                            backs += 1;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(200 < backs, "{backs}");
}

/// `kaiser print --help` promises two to four pages. [3.3]
#[test]
fn the_reference_has_two_to_four_pages() {
    let letters = Typesetter::open();
    let mut counts = Vec::new();
    let lines = load::scenario_list(&naval_kit::builtin()).unwrap();
    for (name, paper) in lines.iter().flat_map(|line| [(&line.id, Paper::A4), (&line.id, Paper::Letter)]) {
        let state = scenario(name.as_str());
        let pages = paper::pack(
            &letters,
            &View::referee(&state),
            &PrintOptions { duplex: false, ..print_options(&[Part::Reference], paper, None) },
        );
        assert!((2..=4).contains(&pages.len()), "{name} on {paper:?}: {} pages", pages.len());
        counts.push(pages.len());
    }
    assert!(counts.contains(&2) && counts.contains(&3), "{counts:?}");
}

//! Printed paper: golden pages, contents of a card, page counts, and what a side may not read.
//!
//! `BLESS=1` writes the golden pages again; look at the SVG as a picture before it is committed.
use std::sync::Arc;

use kit::on_threads;
use load::{self, Sources};
use naval::model::{Band, Card};
use naval::{Id, Inches, Naval, State, view::View};
use paper::{Format, LibraryShip, Paper, Part, PrintOptions, PrintedPage, Typesetter};
use play::Game;

use naval_kit::{
    battle::{Chance, Play, setups},
    hidden::possible_state,
};

#[track_caller]
fn golden(name: &str, drawn: &str) {
    kit::golden("tests/paper", name, drawn);
}

fn print_options(parts: &[Part], paper: Paper, format: Format) -> PrintOptions {
    PrintOptions { parts: parts.to_vec(), paper, format: Some(format), duplex: false, ships: Vec::new(), balance: None }
}

fn scenario(name: &str) -> State {
    Naval::initial_state(&naval_kit::scenario(name))
}

/// The pages of a pack, each as SVG.
fn pages(view: &View, options: &PrintOptions) -> Vec<String> {
    let pages = paper::pack(&Typesetter::open(), view, options);
    pages.into_iter().map(PrintedPage::svg).collect()
}

fn library_ship(sources: &Sources, name: &str) -> LibraryShip {
    let ship = load::ship(sources, name).unwrap();
    let charts = Arc::new(load::charts(sources, ship.war.as_str()).unwrap());
    LibraryShip { card: ship.card, charts, day: ship.on }
}

fn cards(ships: &[LibraryShip], paper: Paper, format: Format) -> Vec<String> {
    let pages = paper::library_cards(&Typesetter::open(), ships, &print_options(&[Part::Cards], paper, format));
    pages.into_iter().map(PrintedPage::svg).collect()
}

/// The words of a drawing, in their order in it.
fn words(svg: &str) -> Vec<&str> {
    let starts = svg.split("<text").skip(1).filter_map(|text| text.split_once('>'));
    starts.filter_map(|(_, part)| part.split("</text>").next()).map(str::trim).collect()
}

#[test]
fn r6_2_4_golden_cards() {
    let sources = naval_kit::builtin();
    golden(
        "asahi-lion.svg",
        &cards(&["asahi", "lion"].map(|name| library_ship(&sources, name)), Paper::A4, Format::Two)[0],
    );
    golden("novik-poker.svg", &cards(&[library_ship(&sources, "novik")], Paper::A4, Format::Poker)[0]);
    let boats = scenario("torpedo-boats-misread");
    let page = pages(&View::referee(&boats), &print_options(&[Part::Cards], Paper::Letter, Format::Two));
    golden("light-divisions.svg", &page[0]);
}

#[test]
fn r5_1_3_golden_division_sheet() {
    let state = scenario("ulsan");
    let sheets = pages(&View::referee(&state), &print_options(&[Part::Divisions], Paper::A4, Format::Two));
    assert_eq!(sheets.len(), 2, "three divisions, two to a page");
    golden("division.svg", &sheets[0]);
    let text = words(&sheets[0]);
    for column in ["TURN", "CLOCK", "PLOT", "SPEED", "DONE INSTEAD", "SIGNALLING", "INITIATIVE"] {
        assert!(text.contains(&column), "{column}");
    }
    assert!(
        text.contains(&"Izumo") && text.contains(&"07:19") && text.contains(&"Naniwa"),
        "flagships, and the clock of turn 30"
    );
}

/// The printed card has every figure of the card, for every 17th ship of the library.
#[test]
fn r6_2_4_a_printed_card_shows_the_figures_of_the_card() {
    let sources = naval_kit::builtin();
    let ships = load::ships(&sources).unwrap();
    let charts = ["rjw", "ww1"].map(|war| Arc::new(load::charts(&sources, war).unwrap()));
    let mut seen = 0;
    for ship in ships.iter().step_by(17) {
        let set = &charts[usize::from(ship.war == *"ww1")];
        let entry = LibraryShip { card: ship.card.clone(), charts: set.clone(), day: ship.on };
        let page = cards(&[entry], Paper::A4, Format::Two).remove(0);
        let text = words(&page);
        // A coast battery has no speed, the first figure.
        let skipped = usize::from(ship.card.kind.is_coast_battery());
        for figure in figures(&ship.card).into_iter().skip(skipped) {
            let figure = figure.replace('&', "&amp;");
            assert!(text.iter().any(|words| *words == figure), "{}: {figure} is missing in {text:?}", ship.id);
        }
        seen += 1;
    }
    assert!(100 < seen, "{seen} cards");
}

/// The figures as written on paper.
fn figures(card: &Card) -> Vec<String> {
    let length = |inches: Inches| format!("{inches}\u{2033}");
    let mut figures = vec![length(card.speed), card.defence.to_string(), card.kind.to_string()];
    figures.push(if card.size.gun == card.size.torpedo {
        card.size.gun.to_string()
    } else {
        format!("{}/{}", card.size.gun, card.size.torpedo)
    });
    let minus = |armour: i32| if armour == 0 { "0".to_owned() } else { format!("\u{2212}{armour}") };
    figures.push(if card.armour.gun == card.armour.torpedo {
        minus(card.armour.gun)
    } else {
        format!("{}/{}", minus(card.armour.gun), minus(card.armour.torpedo))
    });
    let bands = |bands: &[Band]| -> Vec<String> {
        bands.iter().flat_map(|band| [length(band.to), band.to_hit.to_string()]).collect()
    };
    if let Some(big) = &card.big {
        figures.extend(bands(&big.bands));
        figures.push(format!("{}, power {}", big.gun, big.power));
    }
    if let Some(torpedo) = &card.torpedo {
        // A large ship attacks with the chart. [7.5.1]
        figures.extend(if card.kind.is_large() { Vec::new() } else { bands(&torpedo.bands) });
        let kind = torpedo.kind.replace(" in 19", "-inch, pattern 19").replace("14 to 15 in", "14- to 15-inch");
        figures.push(format!("{kind}, power {}", torpedo.power));
    }
    if !card.kind.is_torpedo_craft() {
        figures.push(card.name.to_uppercase());
        figures.push(card.flotation.to_string());
        for battery in [&card.medium, &card.light].into_iter().flatten() {
            let strength = battery.strength;
            figures.push(if battery.centreline { strength.to_string() } else { format!("{strength}/{strength}") });
        }
    } else {
        figures.push(card.name.clone());
    }
    figures
}

#[test]
fn cards_fill_as_many_pages_as_they_need() {
    let sources = naval_kit::builtin();
    let names = ["asahi", "mikasa", "fuji", "shikishima", "izumo", "azuma", "tokiwa", "iwate", "yakumo", "asama"];
    let ships = names.map(|name| library_ship(&sources, name));
    for (format, count) in
        [(Format::One, 10), (Format::Two, 5), (Format::Four, 3), (Format::Poker, 2), (Format::Index, 3)]
    {
        for (paper, short, long) in [(Paper::A4, "210mm", "297mm"), (Paper::Letter, "215.9mm", "279.4mm")] {
            let pages = cards(&ships, paper, format);
            assert_eq!(pages.len(), count, "{format:?}");
            let upright = matches!(format, Format::Two | Format::Poker);
            let (width, height) = if upright { (short, long) } else { (long, short) };
            for page in &pages {
                let head = page.split('>').next().unwrap();
                assert!(head.contains(&format!("width=\"{width}\"")), "{format:?}: {head}");
                assert!(head.contains(&format!("height=\"{height}\"")), "{format:?}: {head}");
            }
            let text: Vec<&str> = pages.iter().flat_map(|page| words(page)).collect();
            for ship in &ships {
                let name = ship.card.name.to_uppercase();
                assert_eq!(text.iter().filter(|words| **words == name).count(), 1, "{name} on {format:?}");
            }
        }
    }
}

/// The corners of the cards on a page: the origins of everything that is translated.
fn places(page: &str) -> Vec<(f64, f64)> {
    let moved = page.split("translate(").skip(1).filter_map(|part| part.split(')').next());
    let place = |text: &str| {
        let (x, y) = text.split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    moved.map(place).collect()
}

#[test]
fn backs_are_behind_their_fronts_after_turning_over_the_long_edge() {
    let sources = naval_kit::builtin();
    let names = ["asahi", "mikasa", "fuji", "shikishima", "izumo", "azuma", "tokiwa", "iwate", "yakumo", "asama"];
    let ships = names.map(|name| library_ship(&sources, name));
    for format in [Format::One, Format::Two, Format::Four, Format::Poker, Format::Index] {
        for paper in [Paper::A4, Paper::Letter] {
            let options = PrintOptions { duplex: true, ..print_options(&[Part::Cards], paper, format) };
            let printed_pages = paper::library_cards(&Typesetter::open(), &ships, &options);
            let landscape = printed_pages[0].height < printed_pages[0].width;
            let (width, height) = (printed_pages[0].width, printed_pages[0].height);
            let pages: Vec<String> = printed_pages.into_iter().map(PrintedPage::svg).collect();
            assert!(pages.len().is_multiple_of(2), "a back for every front");
            for sides in pages.chunks(2) {
                let (front, back) = (places(&sides[0]), places(&sides[1]));
                let has_name = |page: &str, name: &str| words(page).contains(&name);
                let ship_names: Vec<String> = ships.iter().map(|ship| ship.card.name.to_uppercase()).collect();
                let cards = ship_names.iter().filter(|name| has_name(&sides[0], name)).count();
                assert!(
                    ship_names.iter().all(|name| has_name(&sides[0], name) == has_name(&sides[1], name)),
                    "{format:?}"
                );
                let Some((cut_width, cut_height)) = format.cut_size() else { continue };
                let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 0.02 && (a.1 - b.1).abs() < 0.02;
                for (x, y) in &back[..cards] {
                    let turned = if landscape { (*x, height - y - cut_height) } else { (width - x - cut_width, *y) };
                    assert!(front.iter().any(|place| near(*place, turned)), "{format:?}: {turned:?}");
                }
            }
        }
    }
}

#[test]
fn for_both_sides_of_the_paper_every_sheet_has_its_own_paper() {
    let state = scenario("ulsan");
    let options = PrintOptions {
        duplex: true,
        ..print_options(&[Part::Divisions, Part::Trackers, Part::Cards], Paper::A4, Format::Two)
    };
    let printed_pages = paper::pack(&Typesetter::open(), &View::referee(&state), &options);
    let fronts: Vec<bool> = printed_pages.iter().map(|printed_page| !printed_page.plain_text.is_empty()).collect();
    let starts: Vec<usize> = (0..printed_pages.len()).filter(|index| fronts[*index]).collect();
    assert_eq!(starts.len(), 2, "sheets and trackers");
    assert!(starts.iter().all(|start| start.is_multiple_of(2)), "{starts:?}");
    let sheets = printed_pages.iter().filter(|printed_page| printed_page.part == Part::Divisions).count();
    assert_eq!(sheets, 4, "two pages of sheets, and a ruled back for each");
    assert!(printed_pages.len().is_multiple_of(2));
    // A back shows nothing of a ship's state: it is the same for every viewer of the card.
    let all_pages = pages(&View::referee(&state), &options);
    assert!(all_pages.iter().skip(1).step_by(2).all(|page| !page.contains("#a01414")));
}

/// Damage is crossed off on the side's own card. The enemy's card shows only what a telescope would.
#[test]
fn r8_2_4_damage_is_crossed_off_and_the_enemys_is_not() {
    let mut table = naval_kit::table::Table::new();
    table.place("Asahi", naval::model::ShipType::BB, "a", (20.0, 30.0, 90.0));
    table.place("Retvizan", naval::model::ShipType::BB, "b", (28.0, 18.0, 45.0));
    let hurt = |ship: &str| format!("set {ship} flotation 1 because \"a mine\"");
    let crosses = |view: &View| {
        let page = pages(view, &print_options(&[Part::Cards], Paper::A4, Format::Two)).concat();
        page.matches("stroke=\"#a01414\"").count()
    };
    let (a, b) = (Id::new("a"), Id::new("b"));
    assert_eq!(crosses(&View::referee(&table.state)), 0);
    table.line("next to sighting").ok();
    table.line("set retvizan sighted yes because \"seen\"").unwrap();
    table.line(&hurt("retvizan")).unwrap();
    assert!(0 < crosses(&View::referee(&table.state)));
    assert!(0 < crosses(&View::for_side(&table.state, &b)));
    assert_eq!(crosses(&View::for_side(&table.state, &a)), 0);
    let page =
        pages(&View::for_side(&table.state, &a), &print_options(&[Part::Cards], Paper::A4, Format::Two)).remove(0);
    assert!(words(&page).contains(&"RETVIZAN") && words(&page).contains(&"AS SEEN"), "{:?}", words(&page));
}

/// Hidden information may have any value: every page printed for a side stays the same. [4.3, 5.7, 7.4.6]
#[test]
fn r4_3_hidden_information_changes_no_page_of_a_side() {
    let all = print_options(&Part::ALL, Paper::A4, Format::Four);
    let games = setups()
        .into_iter()
        .enumerate()
        .flat_map(|(index, setup)| (0..2).map(move |seed| (index, setup.clone(), seed)));
    let seen = on_threads(2, games.collect::<Vec<_>>(), |(index, setup, seed)| {
        let (mut positions, mut in_sight) = (0, 0);
        let mut play = Play::new(&setup, 1000 + seed * 3 + index as u64);
        for step in 0..90 {
            play.type_random_line();
            if step % 30 != 29 {
                continue;
            }
            for id in setup.sides.iter().map(|side| &side.id) {
                let other = possible_state(&play.state, id, &mut Chance::new(seed * 1000 + step));
                assert_ne!(other, play.state, "nothing was hidden");
                let printed = |state: &State| {
                    let pages = paper::pack(&Typesetter::open(), &View::for_side(state, id), &all);
                    let text = pages.iter().map(|page| page.plain_text.clone()).collect::<Vec<String>>();
                    (text, pages.into_iter().map(PrintedPage::svg).collect::<Vec<String>>())
                };
                let (was, now) = (printed(&play.state), printed(&other));
                assert!(was == now, "{} seed {seed} step {step}: {id} can read it", setup.title);
                positions += 1;
                in_sight += usize::from(View::for_side(&play.state, id).enemies().next().is_some());
            }
        }
        (positions, in_sight)
    });
    let (positions, in_sight) = seen
        .into_iter()
        .fold((0, 0), |(positions, in_sight), (more, more_in_sight)| (positions + more, in_sight + more_in_sight));
    assert!(20 < positions && 5 < in_sight, "{positions} positions, {in_sight} with an enemy in sight");
}

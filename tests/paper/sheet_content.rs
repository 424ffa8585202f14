//! A pack for playing a battle without the program: its words, boxes to cross off, cutouts and layout.
use std::sync::Arc;

use load::{self, Sources};
use naval::model::{Handicap, ShipType};
use naval::{Id, Naval, State, view::View};
use paper::{Format, LibraryShip, Paper, Part, PrintOptions, PrintedPage, Typesetter};
use play::Game;
use show::lines::of_class;

pub fn scenario(name: &str) -> State {
    Naval::initial_state(&naval_kit::scenario(name))
}

fn printed_pages(view: &View, parts: &[Part], paper: Paper, format: Option<Format>) -> Vec<PrintedPage> {
    let options =
        PrintOptions { parts: parts.to_vec(), paper, format, duplex: false, ships: Vec::new(), balance: None };
    paper::pack(&Typesetter::open(), view, &options)
}

pub fn pages(view: &View, parts: &[Part]) -> Vec<String> {
    printed_pages(view, parts, Paper::A4, None).into_iter().map(PrintedPage::svg).collect()
}

/// The words of a drawing, in their order in it.
fn words(svg: &str) -> Vec<&str> {
    let starts = svg.split("<text").skip(1).filter_map(|text| text.split_once('>'));
    starts.filter_map(|(_, part)| part.split("</text>").next()).map(str::trim).collect()
}

/// All words of some pages, as read.
pub fn read(pages: &[String]) -> String {
    pages.iter().flat_map(|page| words(page)).collect::<Vec<&str>>().join(" ")
}

/// Every `step`-th ship of the library, with the charts of its war.
fn some_ships(sources: &Sources, step: usize) -> Vec<LibraryShip> {
    let charts = ["rjw", "ww1"].map(|war| Arc::new(load::charts(sources, war).unwrap()));
    let ships = load::ships(sources).unwrap();
    let listed = ships.iter().step_by(step).map(|ship| LibraryShip {
        card: ship.card.clone(),
        charts: charts[usize::from(ship.war == *"ww1")].clone(),
        day: ship.on,
    });
    listed.collect()
}

fn card(ship: LibraryShip, format: Format) -> String {
    let options = PrintOptions {
        parts: vec![Part::Cards],
        paper: Paper::A4,
        format: Some(format),
        duplex: false,
        ships: Vec::new(),
        balance: None,
    };
    paper::library_cards(&Typesetter::open(), &[ship], &options).remove(0).svg()
}

fn clone_ship(ship: &LibraryShip) -> LibraryShip {
    let LibraryShip { card, charts, day } = ship;
    LibraryShip { card: card.clone(), charts: charts.clone(), day: *day }
}

#[test]
fn r9_2_the_pack_prints_special_rules_and_victory_conditions() {
    let state = scenario("ulsan");
    let text = read(&pages(&View::referee(&state), &[Part::Summary]));
    for sentence in [
        "Jessen may not abandon Rurik",
        "1. Russia wins outright if both Rossia and Gromoboi have left",
        "3. Whichever side leads by points wins",
    ] {
        assert!(text.contains(sentence), "{sentence} is missing in {text}");
    }
    // The third condition says this too, so the sentence is omitted.
    assert!(!text.contains("Otherwise the points decide"), "{text}");
    let mut without_point_condition = scenario("ulsan");
    Arc::make_mut(&mut without_point_condition.setup).decide.as_mut().unwrap().pop();
    let text = read(&pages(&View::referee(&without_point_condition), &[Part::Summary]));
    assert!(text.contains("\u{2022} Otherwise the points decide"), "no condition says it: {text}");
    let heads = [text.find("SPECIAL RULES"), text.find("VICTORY")];
    assert!(heads[0].is_some() && heads[0] < heads[1], "{heads:?}");
}

/// The first page shows where ships begin and enter, the sighting range of every turn, and the length of the battle.
#[test]
fn r3_1_the_pack_shows_how_a_battle_begins() {
    let state = scenario("ulsan");
    let text = read(&pages(&View::referee(&state), &[Part::Summary]));
    for words in [
        "Sighting range 14.0\u{2033} on turns 1 to 4, 20.0\u{2033} from turn 5",
        "SET-UP OF JAPAN",
        "own edge: northern",
        "The battle ends after turn 30",
        "from west to east",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
    for ship in View::referee(&state).own_ships().filter(|ship| ship.is_on_table()) {
        let place = ship.at.unwrap();
        let (x, y) = (place.x.as_f64(), place.y.as_f64());
        assert!(text.contains(&format!("{x:.2} {y:.2} {}\u{b0}", place.heading)), "{} in {text}", ship.id);
    }
    assert!(
        text.contains("36.00 1.00 0.0\u{b0}") && text.contains("turn 10"),
        "Naniwa comes in from the south: {text}"
    );
    assert!(!text.contains("no: 0 of 2") && !text.contains("If the battle ended now"), "{text}");
    let coronel = scenario("coronel");
    let text = read(&pages(&View::referee(&coronel), &[Part::Summary]));
    let lit = coronel.setup.light.iter().filter(|light| text.contains(&format!("{}\u{2033}", light.range))).count();
    assert!(0 < lit && lit == coronel.setup.light.len(), "{text}");
}

/// The first page gives the weaker force's points. A side that does not know the other reads how to count. [10.5.6]
#[test]
fn r10_5_6_the_pack_prints_the_handicap() {
    let mut state = scenario("ulsan");
    Arc::make_mut(&mut state.setup).options.handicap = Handicap::Weaker;
    let tally = View::referee(&state).tally();
    let (to, points) = (tally.handicap.to.unwrap(), tally.handicap.points);
    let text =
        format!("{} begins with {points} points", state.setup.sides.iter().find(|side| side.id == to).unwrap().name);
    assert!(read(&pages(&View::referee(&state), &[Part::Summary])).contains(&text), "{text}");
    for side in &state.setup.sides {
        let text = read(&pages(&View::for_side(&state, &side.id), &[Part::Summary, Part::Briefing]));
        assert!(text.contains("The weaker force is given the difference") && !text.contains("begins with"), "{text}");
    }
}

/// Rules for one side alone are on no sheet of the other. [9.2]
#[test]
fn r9_2_each_side_reads_its_own_special_rules() {
    let (mut visible, mut hidden) = (0, 0);
    for name in ["ulsan", "jutland-1830", "dogger-bank", "goeben-1914", "gotland", "generated-yellow-sea"] {
        let state = scenario(name);
        for side in &state.setup.sides {
            let view = View::for_side(&state, &side.id);
            let own: Vec<String> = view.special_rules().map(|(number, _)| format!("{number}. ")).collect();
            let text = read(&pages(&view, &[Part::Summary, Part::Briefing]));
            for (number, rule) in View::referee(&state).special_rules() {
                let first: String =
                    rule.split_whitespace().take(6).collect::<Vec<&str>>().join(" ").replace('&', "&amp;");
                assert_eq!(text.contains(&first), own.contains(&format!("{number}. ")), "{}: {first}", side.id);
                visible += 1;
                hidden += usize::from(!own.contains(&format!("{number}. ")));
            }
        }
    }
    assert!(10 < visible && 0 < hidden, "{visible} rules, {hidden} of them hidden from a side");
}

/// The reference has at most three pages, letters of 8 points or more, and the charts' figures.
#[test]
fn r3_3_the_reference_is_legible() {
    for name in ["ulsan", "jutland-1830", "tsushima-night", "torpedo-boats-misread", "falklands"] {
        let state = scenario(name);
        for paper in [Paper::A4, Paper::Letter] {
            let pages = printed_pages(&View::referee(&state), &[Part::Reference], paper, None);
            assert!(pages.len() <= 3, "{name}: {}", pages.len());
            for page in pages.into_iter().map(PrintedPage::svg) {
                let sizes = page.split("font-size=\"").skip(1).map(|part| part.split('"').next().unwrap());
                let sizes: Vec<f64> = sizes.map(|size| size.parse().unwrap()).collect();
                // The foot of the page uses a different size.
                let small = sizes.iter().filter(|size| **size * 72.0 / 25.4 < 7.98).count();
                assert!(10 < sizes.len() && small <= 2, "{name}: {small} of {} words", sizes.len());
            }
        }
    }
    let mut state = scenario("ulsan");
    let text = read(&pages(&View::referee(&state), &[Part::Reference]));
    for words in [
        "[3.3.1]",
        "[3.3.8, 4.2]",
        "[5.10.1]",
        "[6.5.2,",
        "[8.5.3]",
        "[5.7.8]",
        "SR SL",
        "round once, halves up",
        "a third roll that fails does nothing",
        "funnel to forward funnel",
        "[5.15]",
        "BRIDGE",
        "FC (FIRE",
        "CA: 6 sunk, 4 immobile",
        "2 or less",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
    // No words about ships, dangers and weather that are not in this battle.
    for words in ["FLASH", "OBB", "12 sunk", "wind's direction", "[5.13.2]"] {
        assert!(!text.contains(words), "{words} is needless in {text}");
    }
    let jutland = scenario("jutland-1830");
    assert!(read(&pages(&View::referee(&jutland), &[Part::Reference])).contains("FLASH"));
    // The scenario's text takes precedence over the page's.
    let setup = Arc::make_mut(&mut state.setup);
    setup.sides[0].damage_control = 3;
    setup.options.checks = false;
    let text = read(&pages(&View::referee(&state), &[Part::Reference]));
    assert!(text.contains("3 or less (Japan), 2 or less (Russia)"), "{text}");
    assert!(text.contains("every order is obeyed") && !text.contains("[5.10.1]"), "{text}");
}

/// A card names charts by their numbers in the pack, and every numbered chart is named by some card.
#[test]
fn r2_2_every_card_gives_its_charts() {
    let state = scenario("jutland-1830");
    let view = View::referee(&state);
    let charts = pages(&view, &[Part::Charts]);
    let titles: Vec<&str> = charts.iter().flat_map(|page| words(page)).collect();
    let numbered = |number: usize| {
        titles.iter().any(|title| title.starts_with(&format!("{number}  ")) || title.starts_with(&format!("{number} ")))
    };
    let last = (1..60).take_while(|number| numbered(*number)).count();
    let cards: Vec<String> =
        printed_pages(&view, &[Part::Cards], Paper::A4, Some(Format::Two)).into_iter().map(PrintedPage::svg).collect();
    let mut named = vec![false; last + 1];
    let mut lines = 0;
    for line in cards.iter().flat_map(|page| words(page)).filter(|words| words.starts_with("Charts: ")) {
        lines += 1;
        for number in line.split([' ', ',', ';']).filter_map(|word| word.parse::<usize>().ok()) {
            assert!((1..=last).contains(&number), "{line}");
            named[number] = true;
        }
    }
    assert!(60 < lines, "{lines} cards");
    let missing: Vec<usize> = (1..=last).filter(|number| !named[*number]).collect();
    assert!(10 < last && missing.is_empty(), "no card names {missing:?} of {last}");
    let small = printed_pages(&view, &[Part::Cards], Paper::A4, Some(Format::Poker)).into_iter().map(PrintedPage::svg);
    let small: Vec<String> = small.collect();
    let naming = small
        .iter()
        .flat_map(|page| words(page))
        .filter(|words| words.strip_prefix("Charts ").is_some_and(|part| part.starts_with(char::is_numeric)))
        .count();
    assert_eq!(naming, lines, "a small card names as many");
}

/// A side rolls for its own ships, so no chart is for others. [2.2, 8.1]
#[test]
fn r2_2_a_pack_has_no_chart_that_its_ships_do_not_need() {
    let state = scenario("torpedo-boats-misread");
    let boats = View::for_side(&state, &Id::new("japan"));
    let text = read(&pages(&boats, &[Part::Charts]));
    assert!(text.contains("Effective hits on destroyers") && !text.contains("Special Hits"), "{text}");
    assert!(!text.contains("light and protected cruisers"), "{text}");
}

/// Hits are looked up by the other side's guns, up to their range: at Ulsan each side has one table. [8.2.1]
#[test]
fn r8_2_1_a_pack_has_no_chart_for_guns_that_do_not_fire_at_its_ships() {
    let state = scenario("ulsan");
    let cards = pages(&View::referee(&state), &[Part::Cards]);
    let lines: Vec<&str> =
        cards.iter().flat_map(|page| words(page)).filter(|text| text.contains("penetrating hits")).collect();
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert!(
        lines.iter().all(|line| line.contains("penetrating hits 4;") || line.contains("penetrating hits 5;")),
        "{lines:?}"
    );
    // No gun at Ulsan reaches 15 inches, and no target of the Germans at Coronel has more than two big mounts.
    let coronel = scenario("coronel");
    let text = read(&pages(&View::referee(&coronel), &[Part::Charts]));
    assert!(!text.contains("All other guns, at over 2 mounts"), "{text}");
    assert!(text.contains("All other guns, at 2 mounts or fewer, range to 15\u{2033}"), "{text}");
    assert!(text.contains("All other guns, at 2 mounts or fewer, range over 15\u{2033}"), "{text}");
}

/// Boxes to cross off, drawn with outlines of one thickness, and circles for mounts and torpedoes.
#[test]
fn r8_2_4_every_box_of_the_full_card_is_on_the_small_ones() {
    let sources = naval_kit::builtin();
    let boxes = |svg: &str| {
        svg.split("<rect").filter(|rect| rect.split('>').next().unwrap().contains("stroke-width=\"0.3\"")).count()
    };
    let circles = |svg: &str| svg.matches("<circle").count();
    let mut seen = 0;
    for ship in some_ships(&sources, 17) {
        let full = card(clone_ship(&ship), Format::Two);
        for format in [Format::Poker, Format::Index] {
            let small = card(clone_ship(&ship), format);
            assert_eq!(boxes(&small), boxes(&full), "{} on {format:?}", ship.card.id);
            assert_eq!(circles(&small), circles(&full), "{} on {format:?}", ship.card.id);
        }
        seen += boxes(&full);
    }
    assert!(1000 < seen, "{seen} boxes");
}

/// The boxes of a card end above its margin for hits, or above its edge, for every ship.
#[test]
fn r8_2_4_boxes_stay_on_their_card() {
    let sources = naval_kit::builtin();
    let lowest = |svg: &str| {
        let boxes = svg.split("<rect").map(|rect| rect.split('>').next().unwrap());
        let attribute =
            |rect: &str, name: &str| rect.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse::<f64>().ok();
        let bottoms = boxes
            .filter(|rect| rect.contains("stroke-width=\"0.3\""))
            .filter_map(|rect| Some(attribute(rect, "y")? + attribute(rect, "height")?));
        bottoms.fold(0.0, f64::max)
    };
    let mut ships = some_ships(&sources, 3);
    ships.retain(|ship| !ship.card.kind.is_torpedo_craft());
    assert!(100 < ships.len(), "{} ships", ships.len());
    for ship in ships {
        for (format, most) in [(Format::Two, 127.0), (Format::Poker, 86.5), (Format::Index, 74.7)] {
            let low = lowest(&card(clone_ship(&ship), format));
            assert!(low <= most, "{}: {low} on {format:?}", ship.card.id);
        }
    }
}

#[test]
fn r8_4_a_large_ship_has_a_box_for_everything_that_can_be_hit() {
    let sources = naval_kit::builtin();
    let print_card = |name: &str, format| {
        let ship = load::ship(&sources, name).unwrap();
        let charts = Arc::new(load::charts(&sources, ship.war.as_str()).unwrap());
        card(LibraryShip { card: ship.card, charts, day: ship.on }, format)
    };
    let asahi = print_card("asahi", Format::Two);
    for head in ["FLOTATION", "GUNS LOST", "FIRES", "SPEED LOST", "STEERING", "BRIDGE", "FIRE CONTROL", "ON TARGET"] {
        assert!(words(&asahi).contains(&head), "{head}");
    }
    let novik = print_card("novik", Format::Two);
    assert!(words(&novik).contains(&"FIRES") && !words(&novik).contains(&"ON TARGET"), "no big guns, nothing to be on");
}

/// Letters run from fore to aft in every navy, port before starboard. [6.4.1]
#[test]
fn r6_4_1_mounts_are_lettered_from_fore_to_aft() {
    let sources = naval_kit::builtin();
    let letters = |name: &str| {
        let ship = load::ship(&sources, name).unwrap();
        let charts = Arc::new(load::charts(&sources, ship.war.as_str()).unwrap());
        let page = card(LibraryShip { card: ship.card, charts, day: ship.on }, Format::Poker);
        let drawn = page.split("<text").skip(1).filter_map(|text| {
            let (head, rest) = text.split_once('>')?;
            let letter = rest.split("</text>").next()?.trim();
            let x: f64 = head.split("x=\"").nth(1)?.split('"').next()?.parse().ok()?;
            (letter.len() == 1 && letter.chars().all(|mark| mark.is_ascii_uppercase())).then(|| (letter.to_owned(), x))
        });
        drawn.collect::<Vec<(String, f64)>>()
    };
    for (name, mounts) in [("asahi", 2), ("rossia", 4), ("nassau", 6), ("orion", 5), ("agincourt", 7)] {
        let mut found = letters(name);
        found.sort_by(|left, right| left.0.cmp(&right.0));
        let names: String = found.iter().map(|(letter, _)| letter.as_str()).collect();
        assert_eq!(names, "ABCDEFG"[..mounts], "{name}");
        assert!(found.windows(2).all(|pair| pair[1].1 <= pair[0].1 + 1e-6), "{name}: {found:?}");
    }
}

/// No strength is finer than a quarter. [6.2.2]
#[test]
fn r6_2_2_strengths_are_quarters_at_most() {
    let sources = naval_kit::builtin();
    for ship in some_ships(&sources, 5) {
        let craft = ship.card.kind.is_torpedo_craft();
        let (name, page) = (ship.card.id.clone(), card(ship, Format::Two));
        let figures =
            |words: &&&str| !words.contains(char::is_alphabetic) && (words.contains(" + ") || words.contains('/'));
        for words in words(&page).iter().filter(figures) {
            for figure in words.split([' ', '+', '/']).filter(|part| part.contains('.') && part.parse::<f64>().is_ok())
            {
                let quarters: f64 = figure.parse::<f64>().unwrap() * 4.0;
                assert!((quarters - quarters.round()).abs() < 1e-9, "{name}: {words}");
            }
            assert!(!words.contains(" + ") || !words.contains('/') || craft, "{name}: {words}");
        }
    }
}

#[test]
fn r7_4_3_the_card_of_a_division_has_the_table_of_each_of_its_torpedoes() {
    let state = scenario("tsushima-night");
    let page = pages(&View::referee(&state), &[Part::Cards]);
    assert!(page.iter().all(|page| !page.contains("on their own cards")));
    let sources = naval_kit::builtin();
    let mut ships = some_ships(&sources, 1);
    ships.retain(|ship| ship.card.kind.is_torpedo_craft() && ship.card.torpedo.is_some());
    let first = clone_ship(&ships[0]);
    let other = ships
        .iter()
        .find(|ship| ship.card.torpedo.as_ref().unwrap().bands != first.card.torpedo.as_ref().unwrap().bands);
    let mut other = clone_ship(other.unwrap());
    other.card.class = first.card.class.clone();
    let kinds =
        [&first, &other].map(|ship| ship.card.torpedo.as_ref().unwrap().kind.replace(" in ", "-inch, pattern "));
    let options = PrintOptions {
        parts: vec![Part::Cards],
        paper: Paper::A4,
        format: Some(Format::Two),
        duplex: false,
        ships: Vec::new(),
        balance: None,
    };
    let page = paper::library_cards(&Typesetter::open(), &[first, other], &options).remove(0).svg();
    assert_eq!(words(&page).iter().filter(|words| **words == "run to").count(), 2);
    assert!(kinds.iter().all(|kind| words(&page).iter().any(|words| words.starts_with(kind.as_str()))), "{kinds:?}");
}

/// Counters have the book's sizes, templates those of the charts. [2.3.1, 2.3.2, 2.6, 5.6]
#[test]
fn r2_3_cutouts_have_their_own_size() {
    // A night battle with hidden forces and ships of all sizes.
    let mut state = scenario("tsushima-night");
    Arc::make_mut(&mut state.setup).hidden = true;
    let pages = pages(&View::referee(&state), &[Part::Cutouts]);
    let all = pages.concat();
    let sized = |wide: &str, deep: &str| {
        all.split("<rect").any(|rect| {
            let head = rect.split('>').next().unwrap();
            head.contains(&format!("width=\"{wide}\"")) && head.contains(&format!("height=\"{deep}\""))
        })
    };
    assert!(sized("50.8", "19.05"), "force markers, two inches by three quarters");
    assert!(sized("19.05", "12.7"), "torpedo markers");
    assert!(sized("12.7", "25.4") && sized("12.7", "50.8"), "bases of one and of two inches in their arcs");
    for radius in ["6.35", "7.62", "10.16", "12.7"] {
        assert!(all.contains(&format!(" r=\"{radius}\"")), "a disc of {radius} mm");
    }
    let text = read(&pages);
    for words in [
        "FORCE MARKERS OF",
        "TORPEDO MARKERS",
        "NUMBER COUNTERS",
        "CONTACT",
        "LIGHT",
        "STARSHELL",
        "SMOKE",
        "STARBOARD",
        "DIVISION",
    ] {
        assert!(text.contains(words), "{words}");
    }
    // The line for checking the printer is six inches long.
    let long = all.split("<line").any(|line| line.contains("x1=\"0\"") && line.contains("x2=\"152.4\""));
    assert!(long, "the ruler");
    let day = scenario("ulsan");
    let text = read(&self::pages(&View::referee(&day), &[Part::Cutouts]));
    assert!(!text.contains("STARSHELL") && !text.contains("TORPEDO MARKERS OF RUSSIA"), "{text}");
}

/// A side cuts out only its own markers.
#[test]
fn r5_13_a_sides_markers_reveal_nothing_of_the_enemy() {
    let state = scenario("ulsan");
    let text = read(&pages(&View::for_side(&state, &Id::new("japan")), &[Part::Cutouts]));
    assert!(text.contains("SHIPS OF JAPAN") && !text.contains("Vladivostok"), "{text}");
    assert!(!text.contains("OF RUSSIA"), "{text}");
}

#[test]
fn headings_are_words_that_a_search_of_the_document_finds() {
    let state = scenario("ulsan");
    for page in pages(&View::referee(&state), &Part::ALL) {
        assert!(!page.contains("letter-spacing"), "letters set apart are found one by one");
    }
}

/// The default pack, as printed without options.
#[test]
fn the_default_pack_of_jutland_has_at_most_48_pages() {
    let usual =
        Part::ALL.into_iter().filter(|part| !matches!(part, Part::Briefing | Part::Result)).collect::<Vec<Part>>();
    let state = scenario("jutland-1830");
    for paper in [Paper::A4, Paper::Letter] {
        let pages = printed_pages(&View::referee(&state), &usual, paper, None).len();
        // A flotilla whose boxes would be too small to cross off fills one more card.
        assert!(pages <= 48, "{pages} pages on {paper:?}");
    }
}

/// Cut marks end where the words at the foot begin, on every paper and in every size.
#[test]
fn cut_marks_go_through_no_words() {
    let state = scenario("heligoland-1914");
    let view = View::referee(&state);
    let mut marks = 0;
    for paper in [Paper::A4, Paper::Letter] {
        for format in [Format::One, Format::Two, Format::Four, Format::Poker, Format::Index] {
            for printed_page in printed_pages(&view, &[Part::Cards], paper, Some(format)) {
                let ([(left, room), (right, number)], height) = (printed_page.foot, printed_page.height);
                let page = printed_page.svg();
                // A card alone on its page is not cut.
                let Some((_, cuts)) = page.rsplit_once("<g transform=\"translate(0 0)\">") else { continue };
                let cuts = cuts.split("</g>").next().unwrap();
                for line in cuts.split("<line").skip(1) {
                    let attribute = |name: &str| -> f64 {
                        line.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
                    };
                    if attribute("x1") != attribute("x2") || attribute("y2") < height - 8.0 {
                        continue;
                    }
                    let x = attribute("x1");
                    assert!(x < left || left + room < x, "{format:?} on {paper:?}: a mark at {x} through the title");
                    assert!(
                        x < right - number || right < x,
                        "{format:?} on {paper:?}: a mark at {x} through the number"
                    );
                    marks += 1;
                }
            }
        }
    }
    assert!(10 < marks, "{marks} marks");
}

/// Letters of a chart have at least six points.
#[test]
fn the_letters_of_a_chart_are_legible() {
    let (mut charts, mut letters) = (0, 0);
    for name in ["ulsan", "jutland-1830", "dogger-bank", "tsushima"] {
        let state = scenario(name);
        for side in state.setup.sides.iter().map(|side| side.id.clone()).collect::<Vec<_>>() {
            for page in pages(&View::for_side(&state, &side), &[Part::Briefing]) {
                let Some((before, chart)) = page.split_once("font-family=\"Ubuntu") else { continue };
                let scale: f64 = before.rsplit_once("scale(").unwrap().1.split(')').next().unwrap().parse().unwrap();
                // Anything after the chart on the page uses the inks of paper.
                let inks = ["#171717", "#5c5c5c", "#ffffff"];
                let texts = chart.split("<text").skip(1).filter_map(|text| text.split('>').next());
                for text in texts.filter(|text| !inks.iter().any(|ink| text.contains(ink))) {
                    let size: f64 =
                        text.split("font-size=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
                    let points = size * scale * 72.0 / 25.4;
                    assert!(5.99 <= points, "{name}: {points} points");
                    letters += 1;
                }
                charts += 1;
            }
        }
    }
    assert!(4 < charts && 100 < letters, "{charts} charts, {letters} words");
}

#[test]
fn a_class_has_its_own_name() {
    for (class, expected) in [
        ("Asahi", " of the Asahi class"),
        ("Acasta (K)", " of the Acasta class (K)"),
        ("A B C and D classes (27- and 30-knotters)", " of the A B C and D classes (27- and 30-knotters)"),
        ("River gunboats", " of the River gunboats"),
        ("Chu Tai (gunboats)", " of the Chu Tai class (gunboats)"),
        ("Jauréguiberry and Masséna", " of the Jauréguiberry and Masséna class"),
    ] {
        assert_eq!(of_class(class), expected);
    }
}

/// The title of a battery's table is wider than its column, so the heading has only what is rolled.
#[test]
fn r8_2_1_the_heading_of_a_table_fits_beside_its_die() {
    let ships = some_ships(&naval_kit::builtin(), 1);
    let battery = ships.iter().find(|ship| ship.card.kind == ShipType::CB).unwrap();
    let svg = card(clone_ship(battery), Format::Two);
    assert!(words(&svg).contains(&"HITS BY MEDIUM AND LIGHT GUNS"), "{:?}", words(&svg));
}

/// A ship's original type is on its card if its current type differs.
#[test]
fn r1_4_the_card_keeps_the_original_type() {
    let sources = naval_kit::builtin();
    let mut ships = some_ships(&sources, 1);
    ships.retain(|ship| ship.card.built_as.is_some() && !ship.card.kind.is_torpedo_craft());
    let ship = clone_ship(&ships[0]);
    let built = format!("built as {}", ship.card.built_as.as_ref().unwrap());
    assert!(read(&[card(ship, Format::Two)]).contains(&built), "{built}");
    // In a battle as well, without the library; a ship of its original type shows nothing.
    let state = scenario("coronel");
    let cards = read(&pages(&View::referee(&state), &[Part::Cards]));
    assert!(
        cards.contains("Otranto class, built as armed merchant cruiser")
            || cards.contains("built as armed merchant cruiser"),
        "{cards}"
    );
    assert_eq!(cards.matches("built as").count(), 1, "{cards}");
}

//! What a pack needs for a turn by hand in addition to cards and rules: bases, land, flags, distances in turns.
use std::sync::Arc;

use crate::sheet_content::{pages, read, scenario};
use naval::{Id, view::View};
use paper::{Paper, Part, PrintOptions, Typesetter};

/// A pack has a base for every ship, of its own length, with the dot from which ranges are measured. [2.4, 3.5.2]
#[test]
fn r2_4_every_ship_has_a_base_to_cut_out() {
    let state = scenario("ulsan");
    let text = read(&pages(&View::referee(&state), &[Part::Cutouts]));
    assert!(text.contains("SHIPS OF JAPAN, RUSSIA [2.4]"), "{text}");
    for ship in &state.ships {
        assert!(text.contains(&ship.card.name), "{} is missing: {text}", ship.card.name);
    }
    // A side cuts out only its own ships.
    let russia = View::for_side(&state, &Id::new("russia"));
    let text = read(&pages(&russia, &[Part::Cutouts]));
    assert!(text.contains("Rurik") && !text.contains("Izumo") && text.contains("SHIPS OF RUSSIA [2.4]"), "{text}");
    // Boats on one base are one piece.
    let boats = scenario("torpedo-boats-misread");
    let shared = boats.divisions.iter().find(|division| division.one_base).unwrap();
    let text = read(&pages(&View::referee(&boats), &[Part::Cutouts]));
    let pieces = text.split("SHIPS OF ").nth(1).unwrap().split("TORPEDO MARKERS").next().unwrap();
    assert!(pieces.contains(&shared.name), "{pieces}");
    let first = boats.ships.iter().find(|ship| ship.division == shared.id).unwrap();
    assert!(!pieces.contains(&first.card.name), "{pieces}");
}

/// In a high wind smoke hides no ship, so none is printed to cut out. [4.6]
#[test]
fn r4_6_no_smoke_to_cut_out_in_a_high_wind() {
    let smoke = |name: &str| read(&pages(&View::referee(&scenario(name)), &[Part::Cutouts])).contains("SMOKE [2.3.6");
    assert!(smoke("ulsan") && !smoke("coronel"));
}

/// The distance that a turn uses is below the discs: six times 15 degrees at about half an inch are 0.79 inches. [5.6]
#[test]
fn r5_6_discs_show_the_distance_of_a_turn() {
    let text = read(&pages(&View::referee(&scenario("ulsan")), &[Part::Cutouts]));
    for words in [
        "0.5\u{2033} CA 0.13\u{2033} 0.26\u{2033} 0.39\u{2033} 0.52\u{2033} 0.65\u{2033} 0.79\u{2033} 0.92\u{2033}",
        "0.4\u{2033} CP 0.10\u{2033} 0.21\u{2033} 0.31\u{2033} 0.42\u{2033}",
        "1.15\u{2033} 1.26\u{2033}",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
}

/// The first page, card and division's sheet name the force flagships, whose formations never check orders. [5.10.1]
#[test]
fn r5_10_1_the_pack_names_the_force_flagships() {
    let state = scenario("coronel");
    let view = View::referee(&state);
    let first = read(&pages(&view, &[Part::Summary]));
    assert!(first.contains("Good Hope force CA") && first.contains("Scharnhorst force CA"), "{first}");
    assert_eq!(first.matches(" force ").count(), 2, "{first}");
    assert!(first.contains("Leipzig div. CL"), "it leads a division alone: {first}");
    let cards = read(&pages(&view, &[Part::Cards]));
    assert_eq!(cards.matches("\u{2022} force flag").count(), 2, "{cards}");
    assert_eq!(read(&pages(&view, &[Part::Divisions])).matches("FORCE FLAGSHIP").count(), 2);
}

/// The reference page names the die for hits by medium and light guns. [6.5.2, 6.5.11]
#[test]
fn r6_5_11_the_pack_names_the_die_of_medium_and_light_guns() {
    for (name, d100) in [("otranto", true), ("cocos", true), ("ulsan", false)] {
        let text = read(&pages(&View::referee(&scenario(name)), &[Part::Reference]));
        assert_eq!(text.contains("a D100 at or below ten times the rest"), d100, "{name}: {text}");
        assert_eq!(text.contains("a D10 at or below the rest"), !d100, "{name}: {text}");
        let state = scenario(name);
        for part in [Part::Summary, Part::Briefing] {
            let text = read(&pages(&View::for_side(&state, &state.setup.sides[0].id), &[part]));
            assert_eq!(text.contains("Optional rule: Medium and light guns roll"), d100, "{name}: {text}");
        }
    }
}

/// Equal tables are printed once, and nothing about night in a day battle. [5.10.3, 5.10.5]
#[test]
fn r5_10_5_one_table_for_all_ships_without_orders() {
    let text = read(&pages(&View::referee(&scenario("ulsan")), &[Part::Charts]));
    assert_eq!(text.matches("Without orders").count(), 1, "{text}");
    assert!(text.contains("Without orders: all that check") && !text.contains("night"), "{text}");
    let mut state = scenario("ulsan");
    Arc::make_mut(&mut Arc::make_mut(&mut state.setup).charts).independent_movement[0].rows.pop();
    let text = read(&pages(&View::referee(&state), &[Part::Charts]));
    assert_eq!(text.matches("Without orders").count(), 2, "tables that differ stay apart: {text}");
    let night = scenario("tsushima-night");
    let text = read(&pages(&View::referee(&night), &[Part::Charts]));
    assert!(!night.setup.options.checks || text.contains("night"), "{text}");
}

/// Small land areas are given by their corners; a coast with many corners by the chart. [4.7]
#[test]
fn r4_7_the_pack_shows_where_land_is() {
    let state = scenario("dardanelles");
    let text = read(&pages(&View::referee(&state), &[Part::Summary]));
    let corner = state.setup.land[0].corners[0];
    assert!(text.contains(&format!("Gallipoli: {}, {};", corner.0, corner.1)), "{text}");
    assert!(!read(&pages(&View::referee(&scenario("ulsan")), &[Part::Summary])).contains("Corners of the land"));
    // A sheet quotes no commands, and the list of corners needs no page of its own.
    assert!(text.contains("(only if both agree)") && !text.contains('`'), "{text}");
    assert_eq!(pages(&View::referee(&state), &[Part::Summary]).len(), 3);
}

/// After each special rule the sheet explains what the rule leaves open. Below the victory conditions it explains what
/// they count. [9.2]
#[test]
fn r9_2_the_sheet_explains_how_to_keep_special_rules() {
    let state = scenario("coronel");
    let text = read(&pages(&View::referee(&state), &[Part::Summary]));
    for words in [
        "A burning ship is seen at twice this distance, and a ship that sees it may fire at it.",
        "(Guns that bear ahead and astern do not change. The picture of a card shows half, the figures under its boxes the whole.)",
        "(Measure after movement, from any ship of Britain with CL on its card to any ship of Scharnhorst and Gneisenau. The first time only, in the next turn the plot of Scharnhorst and Gneisenau must end on a course within 45\u{b0} of straight away from the nearest ship of Britain with CL on its card in sight. Take the ship nearest to the leader, and its position at the time of plotting. A turn counts in full, finished or not, in column or together. With none in sight any course is allowed.)",
        "(Worth nothing. Orders are checked as usual.)",
        "Slower: its top speed, reduced by fires and unrepaired damage [8.5.1], compared with its card's. Mounts are lost while",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
    let ulsan = read(&pages(&View::referee(&scenario("ulsan")), &[Part::Summary]));
    assert!(
        ulsan.contains(
            "(Half or more of what the card has, crossed off and not repaired. A player who uses this rule shows the cards."
        ),
        "{ulsan}"
    );
    assert!(
        ulsan.contains("side. (binding; judged by the players) (Meaning: the player may not plot the ship alone"),
        "{ulsan}"
    );
    assert!(!ulsan.contains("Slower:") && !ulsan.contains("Mounts are lost"), "nothing asks for it: {ulsan}");
}

fn pages_on(paper: Paper, view: &View, part: Part) -> Vec<String> {
    let options =
        PrintOptions { parts: vec![part], paper, format: None, duplex: false, ships: Vec::new(), balance: None };
    paper::pack(&Typesetter::open(), view, &options).into_iter().map(paper::PrintedPage::svg).collect()
}

/// Chart numbers are read down one column, then down the other. [2.2]
#[test]
fn r2_2_charts_are_in_the_order_of_their_numbers() {
    let mut charts = 0;
    for name in ["ulsan", "coronel", "jutland-1830"] {
        let state = scenario(name);
        let mut found: Vec<(usize, bool, f64, u32)> = Vec::new();
        for (page, svg) in pages_on(Paper::A4, &View::referee(&state), Part::Charts).iter().enumerate() {
            for (head, rest) in svg.split("<text ").skip(1).filter_map(|part| part.split_once('>')) {
                let attribute = |name: &str| -> f64 {
                    format!(" {head}")
                        .split(&format!(" {name}=\""))
                        .nth(1)
                        .unwrap()
                        .split('"')
                        .next()
                        .unwrap()
                        .parse()
                        .unwrap()
                };
                let title = rest.split('<').next().unwrap().trim();
                let number = title.split_once("  ").and_then(|(number, _)| number.parse().ok());
                found.extend(number.map(|number| (page, 80.0 < attribute("x"), attribute("y"), number)));
            }
        }
        found.sort_by(|left, right| left.partial_cmp(right).unwrap());
        let numbers: Vec<u32> = found.iter().map(|(.., number)| *number).collect();
        assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<u32>>(), "{name}: {found:?}");
        charts += numbers.len();
    }
    assert!(40 < charts, "{charts} charts");
}

/// If ships of the other side are hidden, a sheet of cards belongs to one side, which can take it. [5.13]
#[test]
fn r5_13_a_sheet_of_cards_belongs_to_one_side_if_forces_are_hidden() {
    let mut state = scenario("ulsan");
    let mixed = |state: &naval::State| {
        let view = View::referee(state);
        let pages = pages_on(Paper::A4, &view, Part::Cards);
        let has_card_of = |side: &str, page: &str| {
            let mut own = state.ships.iter().filter(|ship| *ship.side == *side);
            own.any(|ship| page.contains(&format!(">\n{}\n", ship.card.name.to_uppercase())))
        };
        assert!(
            pages.iter().all(|page| has_card_of("japan", page) || has_card_of("russia", page)),
            "whose cards are these?"
        );
        (pages.len(), pages.iter().filter(|page| has_card_of("japan", page) && has_card_of("russia", page)).count())
    };
    assert_eq!(mixed(&state), (4, 1), "an open battle saves a sheet");
    Arc::make_mut(&mut state.setup).hidden = true;
    assert_eq!(mixed(&state), (5, 0));
}

/// Cutouts with a fixed size have a line on their sheet for checking the printer. [2.6]
#[test]
fn r2_6_every_sheet_of_discs_and_arcs_has_a_ruler() {
    let mut sheets = 0;
    for name in ["ulsan", "jutland-1830", "generated-yellow-sea", "heligoland-1914"] {
        let state = scenario(name);
        for paper in [Paper::A4, Paper::Letter] {
            for page in pages_on(paper, &View::referee(&state), Part::Cutouts) {
                let text = read(&[page]);
                if text.contains("TO TURN BY") || text.contains("ARCS [3.5.2") {
                    assert!(text.contains("Print at 100 %"), "{name} on {paper:?}: {text}");
                    sheets += 1;
                }
            }
        }
    }
    assert!(8 <= sheets, "{sheets} sheets");
}

/// Before the first sighting, a setup chart marks no ship as out of sight; its wind is in degrees. [4.2]
#[test]
fn r4_2_a_set_up_is_not_drawn_as_out_of_sight() {
    let state = scenario("coronel");
    let text = read(&pages(&View::referee(&state), &[Part::Summary]));
    assert!(!text.contains("not in sight") && text.contains("wind from 90\u{b0}"), "{text}");
}

/// No chart is for guns that no armour stops, nor for ranges at which no ship is ever seen. [2.2, 4.3, 8.2.2]
#[test]
fn r8_2_2_no_chart_for_what_cannot_happen() {
    let charts = |state: &naval::State| read(&pages(&View::referee(state), &[Part::Charts]));
    let mut state = scenario("coronel");
    assert!(!charts(&state).contains("cannot penetrate"), "power 9 and 12 against armour 5");
    let reference = read(&pages(&View::referee(&state), &[Part::Reference]));
    assert!(reference.contains("No armour here takes off all of a gun's power"), "{reference}");
    let scharnhorst = state.ships.iter_mut().find(|ship| ship.card.name == "Scharnhorst").unwrap();
    Arc::make_mut(&mut Arc::make_mut(scharnhorst).card).armour.gun = 12;
    assert!(charts(&state).contains("cannot penetrate"));
    let reference = read(&pages(&View::referee(&state), &[Part::Reference]));
    assert!(reference.contains("If armour takes off all of the power"), "{reference}");
    let far = "range over 15\u{2033}";
    assert!(charts(&state).contains(far));
    let setup = Arc::make_mut(&mut state.setup);
    setup.visibility = naval::model::Visibility::Steps(Vec::new());
    state.sighting_base = Some(naval::Inches::whole(4));
    assert!(!charts(&state).contains(far), "no ship is seen beyond 12 inches");
}

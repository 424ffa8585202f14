//! Facts that players missed when they had only the printed pages of a battle.
use std::sync::Arc;

use crate::sheet_content::{pages, read, scenario};
use naval::model::{Handicap, ShipType};
use naval::{Id, State, view::View};
use paper::{Paper, Part, PrintOptions, PrintedPage, Typesetter};

fn part_text(state: &State, part: Part) -> String {
    read(&pages(&View::referee(state), &[part]))
}

#[track_caller]
fn assert_contains(text: &str, all: &[&str]) {
    for words in all {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
}

/// Light guns count half against most ships: a card for several ships names their guns. [1.5, 6.5.7]
#[test]
fn r6_5_7_a_card_of_several_cruisers_names_their_guns() {
    let cards = part_text(&scenario("coronel"), Part::Cards);
    let group = cards.split("LEIPZIG AND DRESDEN").nth(1).unwrap().split("N\u{dc}RNBERG").next().unwrap();
    assert_contains(group, &["7.5/7.5 light", "FLOTATION 3", "HITS", "silent", "lost"]);
    assert!(!group.contains("medium") && !group.contains("no hits"), "{group}");
    let boats = part_text(&scenario("torpedo-boats-misread"), Part::Cards);
    assert_contains(&boats, &[" light", " medium"]);
}

/// A round cutout has all its words inside the circle. [2.6, 5.6]
#[test]
fn r2_6_a_turn_disc_keeps_its_figures_when_cut_out() {
    let page = pages(&View::referee(&scenario("ulsan")), &[Part::Cutouts]).concat();
    let attribute = |element: &str, name: &str| -> f64 {
        element.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let heads = |tag: &str| -> Vec<String> {
        page.split(&format!("<{tag} ")).skip(1).map(|part| format!(" {}", part.split('>').next().unwrap())).collect()
    };
    let discs: Vec<(f64, f64, f64)> = heads("circle")
        .iter()
        .filter(|head| [10.16, 12.7].contains(&attribute(head, "r")))
        .map(|head| (attribute(head, "cx"), attribute(head, "cy"), attribute(head, "r")))
        .collect();
    assert_eq!(discs.len(), 2, "{discs:?}");
    let words = page.split("<text ").skip(1).filter_map(|part| part.split_once('>'));
    let figures: Vec<(f64, f64)> = words
        .filter(|(_, part)| ["45", "90", "135"].contains(&part.split('<').next().unwrap().trim()))
        .map(|(head, _)| (attribute(&format!(" {head}"), "x"), attribute(&format!(" {head}"), "y") - 0.75))
        .collect();
    assert_eq!(figures.len(), 12, "{figures:?}");
    for (x, y) in figures {
        // Half of a figure with two or three letters is at most 1.9 mm wide.
        let inside = discs.iter().any(|(cx, cy, r)| ((x - cx).hypot(y - cy)) + 1.9 < *r);
        assert!(inside, "{x}, {y} lies outside of {discs:?}");
    }
}

/// The card lists a ship's speeds down to 0 and explains how losses add up. [5.4, 10.5.7]
#[test]
fn r10_5_7_how_a_ship_becomes_immobile() {
    let state = scenario("ulsan");
    let cards = part_text(&state, Part::Cards);
    assert_contains(&cards, &["1.75\u{2033} 1.25\u{2033} 0.75\u{2033} 0.25\u{2033} 0.0\u{2033}"]);
    assert_contains(
        &part_text(&state, Part::Reference),
        &["Both add up, down to 0", "reduced the top speed to 0 [10.5.7]"],
    );
}

/// Large ships attack with the chart, as their cards allow, and nothing is crossed off. [7.5, 7.6, Q22, Q23, Q50]
#[test]
fn r7_5_1_the_card_of_a_large_ship_has_the_numbers_in_use() {
    let state = scenario("ulsan");
    let cards = part_text(&state, Part::Cards);
    let izumo = cards.split("IZUMO").nth(1).unwrap().split("AZUMA").next().unwrap();
    assert_contains(
        izumo,
        &[
            "18-inch, pattern 1904, power 18 range to to hit 4.0\u{2033} 4 1 FACTOR",
            "Attack range 4.0\u{2033} [7.5], coup de grâce 12 [7.6]",
        ],
    );
    assert!(!izumo.contains("run to"), "{izumo}");
    let reference = part_text(&state, Part::Reference);
    assert_contains(&reference, &["one D10 for all such ships of a side", "Cross off no factor", "a large one 12"]);
}

/// The reference explains how ships are lit only if it is dark. [4.5, 6.3]
#[test]
fn r4_5_illumination_is_explained_only_if_it_is_dark() {
    let night = scenario("tsushima-night");
    let reference = part_text(&night, Part::Reference);
    assert_contains(
        &reference,
        &["ILLUMINATION", "up to the chart Lights' range", "x1.5 of the range", "STARSHELL: by a ship lit"],
    );
    assert_contains(&part_text(&night, Part::Cutouts), &["FIRES AND LIGHTS"]);
    for name in ["coronel", "ulsan"] {
        let day = scenario(name);
        let reference = part_text(&day, Part::Reference);
        assert_contains(&reference, &["4. Illumination: none in this battle: guns need no light"]);
        assert!(!reference.contains("ILLUMINATION") && !reference.contains("STARSHELL"), "{reference}");
        assert!(!part_text(&day, Part::Cutouts).contains("LIGHT"), "{name}");
    }
}

/// Every kind of counter has a use. [2.3, 6.5.1.1, 6.5.1.2]
#[test]
fn r2_3_the_reference_says_what_counters_are_for() {
    assert_contains(
        &part_text(&scenario("ulsan"), Part::Reference),
        &["COUNTERS", "NUMBER: ", "HIT alone", "CONTACT: ", "FIRE: ", "SMOKE: "],
    );
    let coronel = part_text(&scenario("coronel"), Part::Reference);
    assert!(!coronel.contains("SMOKE: with"), "no smoke in a high wind: {coronel}");
}

/// A mount can be lost only if one is left. [8.4]
#[test]
fn r8_4_the_letters_explain_what_a_ship_without_mounts_loses() {
    assert_contains(
        &part_text(&scenario("coronel"), Part::Reference),
        &["of those left. If none is left, nothing.", "else a mount is lost, if one is left.", "2G two quarters"],
    );
}

/// The first page of every battle states how well gunners see. [6.5.1.3]
#[test]
fn r6_5_1_3_the_first_page_states_how_well_gunners_see() {
    for (name, words) in [
        ("ulsan", "Visibility for guns is good"),
        ("coronel", "Visibility for guns is good"),
        ("tsushima-night", "By night visibility for guns is extremely poor"),
    ] {
        assert_contains(&part_text(&scenario(name), Part::Summary), &[words]);
    }
}

/// Which side names targets first, which ships count, and that mounts are not divided. [3.3.5, 6.2]
#[test]
fn r3_3_5_how_big_guns_are_declared() {
    assert_contains(
        &part_text(&scenario("ulsan"), Part::Reference),
        &[
            "The side with more names the first target",
            "If equal, the higher D6 begins",
            "fire at one target, never beyond",
        ],
    );
    let boats = scenario("torpedo-boats-misread");
    let big = boats.ships.iter().any(|ship| ship.card.big.is_some());
    assert!(big || !part_text(&boats, Part::Reference).contains("will fire big guns"));
}

/// A special rule that halves a battery is printed beside the battery. [9.2]
#[test]
fn r9_2_the_card_shows_the_effect_of_a_special_rule_on_a_battery() {
    let state = scenario("coronel");
    let cards = part_text(&state, Part::Cards);
    let british = state.ships.iter().filter(|ship| *ship.side == *"britain" && ship.card.medium.is_some()).count();
    assert_eq!(cards.matches("x0.5 to port (rule 2)").count(), british, "{cards}");
    assert!(1 < british, "{cards}");
    assert!(!part_text(&scenario("ulsan"), Part::Cards).contains("(rule "));
}

/// Points are kept on a sheet: each enemy with its value, points given beforehand, and a sum. [10.5]
#[test]
fn r10_5_a_sheet_for_points() {
    let mut state = scenario("ulsan");
    let sheet = part_text(&state, Part::Trackers);
    assert_contains(&sheet, &["POINTS OF JAPAN", "Rurik 6 / 4", "POINTS OF RUSSIA", "Naniwa 4 / 2", "sum"]);
    assert!(!sheet.contains("given beforehand"), "{sheet}");
    Arc::make_mut(&mut state.setup).options.handicap = Handicap::Weaker;
    assert_contains(&part_text(&state, Part::Trackers), &["given beforehand [10.5.6]"]);
    // A side does not know its opponents, and counts its own losses.
    let sheet = read(&pages(&View::for_side(&state, &Id::new("japan")), &[Part::Trackers]));
    assert!(sheet.contains("Naniwa 4 / 2") && !sheet.contains("Rurik"), "{sheet}");
    let coronel = part_text(&scenario("coronel"), Part::Trackers);
    assert!(!coronel.contains("Otranto"), "it has no value: {coronel}");
}

/// Markers are for hidden forces, and their owner reads which is which. [2.3.1, 5.13]
#[test]
fn r5_13_1_only_hidden_forces_have_force_markers() {
    let open = scenario("ulsan");
    assert!(!part_text(&open, Part::Cutouts).contains("FORCE MARKERS"));
    assert!(!part_text(&open, Part::Divisions).contains("force marker"));
    assert_contains(&part_text(&open, Part::Reference), &["in later, are on the table from the start"]);
    let hidden = scenario("jutland-4th-flotilla");
    let cutouts = part_text(&hidden, Part::Cutouts);
    assert_contains(&cutouts, &["FORCE MARKERS OF"]);
    assert!(!cutouts.contains("Keep from the enemy"), "{cutouts}");
    assert_contains(&part_text(&hidden, Part::Divisions), &["force marker 1", "force marker 2"]);
    assert_contains(&part_text(&hidden, Part::Reference), &["The other stays on its plots until it sees an enemy too"]);
    assert_contains(&part_text(&hidden, Part::Summary), &["These pages are a referee's", "--side "]);
}

/// Nothing about big guns is printed for ships at which none can fire. [2.2, 8.2]
#[test]
fn r2_2_no_special_hits_and_no_attacks_without_big_guns() {
    let mut state = scenario("coronel");
    for ship in &mut state.ships {
        let ship = Arc::make_mut(ship);
        if *ship.side == *"britain" {
            let card = Arc::make_mut(&mut ship.card);
            (card.big, card.kind) = (None, ShipType::CL);
        }
    }
    let cards = part_text(&state, Part::Cards);
    let special_hit_boxes = |cards: &str| cards.matches("SPECIAL HITS").count();
    assert_eq!(
        (special_hit_boxes(&part_text(&scenario("coronel"), Part::Cards)), special_hit_boxes(&cards)),
        (4, 0),
        "{cards}"
    );
    assert!(cards.contains("NOTES"), "what is left of their cards is for notes");
    let charts = part_text(&state, Part::Charts);
    for words in ["Special Hits", "Torpedoes of large ships"] {
        assert!(!charts.contains(words), "{words}: {charts}");
        assert!(part_text(&scenario("coronel"), Part::Charts).contains(words), "{words}");
    }
    assert!(charts.contains("hits by medium and light guns"), "{charts}");
}

/// Words on a slip have their own line, and the key is below it. [5.7]
#[test]
fn r5_7_no_rule_runs_through_the_words_of_a_slip() {
    let mut pages = pages(&View::referee(&scenario("ulsan")), &[Part::Cutouts]);
    assert_eq!(pages.len(), 2, "discs share the page of the counters, slips that of the arcs");
    let last = pages.pop().unwrap();
    let y = |head: &str, name: &str| -> Option<f64> {
        head.split(&format!("{name}=\"")).nth(1)?.split('"').next()?.parse().ok()
    };
    let rules: Vec<f64> = last.split("<line").skip(1).filter_map(|part| y(part.split('>').next()?, "y1")).collect();
    let keys: Vec<(f64, f64)> = last
        .split("<text")
        .skip(1)
        .filter(|part| part.contains("inches on, CL CR"))
        .filter_map(|part| Some((y(part.split('>').next()?, " y")?, y(part, "font-size")?)))
        .collect();
    assert!(4 < keys.len(), "{keys:?}");
    for (base, size) in keys {
        let through = rules.iter().find(|y| base - size < **y && **y < base + size * 0.3);
        assert!(through.is_none(), "a rule at {through:?} through words at {base}");
    }
}

/// In battles with coast batteries or mines, the reference explains what a side may know of them. [1.4, 9.2]
#[test]
fn r1_4_the_reference_explains_batteries_and_mines_if_there_are_any() {
    let forts = part_text(&scenario("dardanelles"), Part::Reference);
    assert_contains(&forts, &["COAST BATTERIES", "half the sighting range", "A mine is a hit of one torpedo"]);
    let none = part_text(&scenario("ulsan"), Part::Reference);
    assert!(!none.contains("COAST BATTERIES") && !none.contains("A mine"), "{none}");
    // Coast batteries neither steam nor float.
    let first = part_text(&scenario("dardanelles"), Part::Summary);
    assert!(first.contains("fort 8 CB Dardanos 4 0 30"), "{first}");
    // The leader of a division still to come is listed with its companions.
    assert_contains(&first, &["the others of the division astern with 0.5\u{2033} between bases"]);
}

/// A ship under fire from big guns fills its margin with hits: the margin has at least three lines. [8.2.4]
#[test]
fn r8_2_4_a_large_ships_margin_has_room_for_a_battle() {
    let mut margins = 0;
    for name in ["ulsan", "coronel", "dogger-bank", "yellow-sea", "tsushima"] {
        let state = scenario(name);
        for page in pages_of_two_cards(&state, Part::Cards) {
            let places = page.split("<text ").skip(1).filter_map(|part| part.split_once('>'));
            for (head, _) in places.filter(|(_, part)| part.trim_start().starts_with("HITS")) {
                let y: f64 = head.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
                if y < 100.0 {
                    continue;
                }
                margins += 1;
                assert!(y <= 134.0 - 3.0 * 5.0, "{name}: {y}");
            }
        }
    }
    assert!(30 < margins, "{margins} margins");
}

fn pages_of_two_cards(state: &State, part: Part) -> Vec<String> {
    let format = Some(paper::Format::Two);
    let options = paper::PrintOptions {
        parts: vec![part],
        paper: paper::Paper::A4,
        format,
        duplex: false,
        ships: Vec::new(),
        balance: None,
    };
    paper::pack(&paper::Typesetter::open(), &View::referee(state), &options)
        .into_iter()
        .map(paper::PrintedPage::svg)
        .collect()
}

/// Beside the last of an odd number of sheets is a place for a ship that becomes detached. [5.1.3, 5.9.2]
#[test]
fn r5_9_2_a_sheet_for_a_detached_ship() {
    let sheets = part_text(&scenario("ulsan"), Part::Divisions);
    assert_contains(&sheets, &["Division or ship:", "4th Division, Naniwa", "due turn 10"]);
    assert!(!sheets.contains("none in action"), "it is still to come: {sheets}");
    let even = scenario("dover-strait");
    assert_eq!(View::referee(&even).own_divisions().count() % 2, 0);
    assert!(!part_text(&even, Part::Divisions).contains("Division or ship:"));
}

/// Paper has no prompt: duties are listed without the command to type. [3.3.1]
#[test]
fn r3_3_1_a_briefing_lists_duties_in_words() {
    let mut owing = 0;
    for name in ["ulsan", "gotland", "heligoland-1914"] {
        let state = scenario(name);
        for side in &state.setup.sides {
            let text = read(&pages(&View::for_side(&state, &side.id), &[Part::Briefing]));
            let Some((_, owed)) = text.split_once("TO DO NOW") else { continue };
            owing += 1;
            assert!(owed.contains("is missing") || owed.contains("are missing"), "{owed}");
            assert!(!owed.contains('`') && !owed.contains(": plot"), "{owed}");
        }
    }
    assert!(2 < owing, "{owing} briefings");
}

/// Half moves and melees are explained in full only in battles that use them. [3.4, 5.16]
#[test]
fn r3_4_the_reference_explains_half_moves_and_melees_only_where_used() {
    let mut state = scenario("dover-strait");
    let reference = |state: &State| part_text(state, Part::Reference);
    let options = &mut Arc::make_mut(&mut state.setup).options;
    (options.half_moves, options.melees) = (true, true);
    let both = reference(&state);
    assert_contains(&both, &["[3.4.2]", "[3.4.3, 3.4.4]", "[3.4.5]", "[3.4.6]", "[5.16]"]);
    assert!(!both.contains("attacks of large ships"), "there are none: {both}");
    let options = &mut Arc::make_mut(&mut state.setup).options;
    (options.half_moves, options.melees) = (false, false);
    let neither = reference(&state);
    assert!(!neither.contains("[3.4") && !neither.contains("[5.16]"), "{neither}");
}

/// Three players with only a pack and no rulebook asked about these.
#[test]
fn r3_3_the_reference_answers_questions_of_players_without_a_rulebook() {
    let ulsan = part_text(&scenario("ulsan"), Part::Reference);
    assert_contains(
        &ulsan,
        &[
            "armour \u{2212}6 needs 3 or less",
            "28.8 is 30",
            "opposite ones 180",
            "the rest comes first next turn",
            "or in the middle of it, drops what is left",
            "CL60@0.8",
            "Large ships: CA.",
            "Light ships: CP.",
            "Sinking or abandoned: it stops at once",
            "By any other it is out of play",
            "the higher names the targets of all its medium and light guns",
            "Medium and light guns, the two broadsides and the big guns of a ship may have different ones",
            "its card's attack range, which is the limit",
            "0.5\u{2033} wide",
            "take the enemy nearest to the leader that its side sees",
            "straight away from the middle of the formation",
            "as now joined, and the nearest formation of equals. If 180\u{b0} round, turn to starboard",
            "(no factor is used), even straight on for a lost flagship",
            "a formation of one, but never a repeater",
            "a formation plotted straight on at last turn's speed, even if it must finish an earlier turn",
            "except for command checks while over 2\u{2033} off",
            "With equal points neither side wins",
            "Plotted launches count",
            "The force flag passes down the first page's list",
        ],
    );
    assert!(!ulsan.contains("Boats, or torpedo craft") && !ulsan.contains("KONIG"), "{ulsan}");
    // A letter for bridge or fire control does not explain the effect of either.
    let letters = ulsan.split("WHAT THE LETTERS MEAN").nth(1).unwrap();
    assert_contains(letters, &["B (BRIDGE)", "FC (FIRE CONTROL)"]);
    let hidden = part_text(&scenario("generated-yellow-sea"), Part::Reference);
    assert_contains(&hidden, &["then go straight on at the last speed", "They stay on the table", "Both markers stay"]);
    assert_contains(&hidden, &["Light ships: "]);
}

/// No torpedo attack of large ships is promised if only one side has large ships. [7.5]
#[test]
fn r7_5_the_reference_says_when_attack_ranges_are_not_used() {
    let mut state = scenario("ulsan");
    let unused = "the attack ranges of cards are not used";
    let both = part_text(&state, Part::Reference);
    assert!(both.contains("attacks of large ships and coups de grâce") && !both.contains(unused), "{both}");
    for ship in state.ships.iter_mut().filter(|ship| ship.side == *"russia") {
        Arc::make_mut(&mut Arc::make_mut(ship).card).kind = ShipType::CP;
    }
    let reference = part_text(&state, Part::Reference);
    assert!(
        !reference.contains("attacks of large ships and coups de grâce") && reference.contains(unused),
        "{reference}"
    );
}

/// The complete turn is on the first page of the reference. On either paper there is a record of fire. [3.3, 3.3.5]
#[test]
fn r3_3_the_turn_is_on_the_first_page() {
    for name in ["ulsan", "coronel", "jutland-1830"] {
        let first = read(&pages(&View::referee(&scenario(name)), &[Part::Reference])[..1]);
        assert_contains(&first, &["SEQUENCE OF PLAY", "[3.3.1]", "[3.3.8, 4.2]"]);
        // A player needs no other page for a turn in a battle of cruisers.
        let whole = ["PLOTS AND MOVEMENT", "COMMAND CHECKS", "SIGHTING", "BIG GUNS", "FIRES AND DAMAGE CONTROL"];
        if name != "jutland-1830" {
            assert_contains(&first, &whole);
            assert!(!first.contains("WITHOUT ORDERS"), "{first}");
        }
        for paper in [Paper::A4, Paper::Letter] {
            let charts = text_on(paper, &scenario(name), Part::Charts);
            assert!(charts.contains("FIRER"), "{name} on {paper:?}: {charts}");
        }
    }
}

fn text_on(paper: Paper, state: &State, part: Part) -> String {
    let options =
        PrintOptions { parts: vec![part], paper, format: None, duplex: false, ships: Vec::new(), balance: None };
    let pages = paper::pack(&Typesetter::open(), &View::referee(state), &options);
    read(&pages.into_iter().map(PrintedPage::svg).collect::<Vec<String>>())
}

/// Every ship of a small battle has a contact counter, which shows the middle of its base. [2.3.5, 2.4]
#[test]
fn r2_3_5_there_are_enough_counters() {
    let state = scenario("ulsan");
    let sheet = part_text(&state, Part::Cutouts);
    assert!(state.ships.len() < sheet.matches("CONTACT").count(), "{sheet}");
    assert_contains(&sheet, &["mark the middle of the base", "a compass"]);
}

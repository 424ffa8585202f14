//! Paragraphs that two players with only a pack understood differently: the paper states the program's ruling.
use crate::sheet_content::{pages, read, scenario};
use naval::view::View;
use paper::Part;

fn part_text(name: &str, part: Part) -> String {
    read(&pages(&View::referee(&scenario(name)), &[part]))
}

#[track_caller]
fn assert_contains(text: &str, all: &[&str]) {
    for words in all {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
}

/// A launch in steps: ships that can be met, others attacked, removal of the marker, the record of a dummy. [7.4]
#[test]
fn r7_4_a_launch_is_explained_in_steps() {
    let reference = part_text("ulsan", Part::Reference);
    let steps = ["1. Plot", "2. Lay", "3. Run", "4. Meet", "5. Roll", "6. Others", "7. Off"];
    let positions: Vec<Option<usize>> = steps.iter().map(|step| reference.find(step)).collect();
    assert!(positions.iter().all(Option::is_some) && positions.is_sorted(), "{positions:?} in {reference}");
    assert_contains(
        &reference,
        &["Only ships of the target's division", "T4/D/TARGET/3/P/B", "No run here outlasts its turn"],
    );
    // If torpedoes run farther than five inches, a marker stays.
    assert_contains(
        &part_text("jutland-1830", Part::Reference),
        &["to 10\u{2033} in the next and so on", "it stays and runs on next turn"],
    );
    assert!(!part_text("ulsan", Part::Trackers).contains("RUN NOW"));
    assert!(part_text("jutland-4th-flotilla", Part::Trackers).contains("RUN NOW"));
}

/// D is the letter of a dummy, and no counter has it. [2.3.2, 7.4.6]
#[test]
fn r7_4_6_no_counter_has_the_letter_d() {
    let cutouts = part_text("jutland-4th-flotilla", Part::Cutouts);
    let markers = cutouts.split("TORPEDO MARKERS").nth(1).unwrap();
    assert!(markers.contains(" A B C E F "), "{markers}");
}

/// Smoke in a column, in the sighting on which the next plot is based, and the lines it hides. [4.2, 4.6]
#[test]
fn r4_6_the_reference_says_which_ships_smoke_hides() {
    assert_contains(
        &part_text("ulsan", Part::Reference),
        &[
            "begin or end in it",
            "In a column, the next ship astern",
            "of that turn and the next",
            "Damage Segment's check",
        ],
    );
    let windy = part_text("coronel", Part::Reference);
    assert!(windy.contains("of no use in this wind") && !windy.contains("begin or end in it"), "{windy}");
}

/// Courses are not rounded, and impossible hits are not mentioned. [6.5.1.2, 6.5.1.3, 8.2.2]
#[test]
fn r6_5_1_3_courses_are_not_rounded_and_hits_are_defined() {
    for name in ["ulsan", "coronel"] {
        let reference = part_text(name, Part::Reference);
        assert_contains(
            &reference,
            &["44.9\u{b0} is less than 45", "when your big guns made an effective hit on a ship"],
        );
        assert!(!reference.contains(",,"), "{reference}");
    }
    assert_contains(&part_text("jutland-1830", Part::Reference), &["made an effective or a non-penetrating hit"]);
}

/// Light guns count half if there are no boats. The cards show this, and what bears ahead and astern after losses.
/// [6.4.3, 6.5.7]
#[test]
fn r6_5_7_halves_are_on_the_cards() {
    let cards = part_text("coronel", Part::Cards);
    let light = scenario("coronel").ships.iter().filter(|ship| ship.card.light.is_some()).count();
    assert!(light <= cards.matches("x0.5").count(), "{cards}");
    let glasgow = cards.split("GLASGOW").nth(1).unwrap().split("OTRANTO").next().unwrap();
    assert_contains(glasgow, &["x0.5 to port (rule 2)", "LIGHT x0.5"]);
    assert_contains(&part_text("torpedo-boats-misread", Part::Cards), &["light"]);
    assert!(!part_text("torpedo-boats-misread", Part::Cards).contains("light x0.5"));
    let reference = part_text("ulsan", Part::Reference);
    assert_contains(&reference, &["so always", "fires ahead or astern fires nowhere else"]);
}

/// Charts are cited by their numbers. [2.2]
#[test]
fn r2_2_the_reference_cites_charts_by_their_numbers() {
    let reference = part_text("ulsan", Part::Reference);
    assert_contains(
        &reference,
        &["chart 1 (Big guns)", "charts 4, 5 (penetrating hits)", "chart 7 (other hits)", "(Orders received)"],
    );
}

/// A chart of part of the table has the complete table beside it, with the ships that enter and from where. [3.1, 9.3]
#[test]
fn r9_3_the_complete_table_is_beside_a_chart_of_a_part() {
    let first = part_text("ulsan", Part::Summary);
    assert_contains(
        &first,
        &["THE WHOLE TABLE", "the southern of Japan, the northern of Russia", "A ring: entry of Naniwa in turn 10."],
    );
    let needs_no_second_chart = |name: &&str| !part_text(name, Part::Summary).contains("THE WHOLE TABLE");
    assert!(
        ["jutland-1830", "goeben-1914", "falklands"].iter().any(needs_no_second_chart),
        "a chart of the whole table needs none"
    );
}

/// When the battle ends, and which side gets points given beforehand. [9.3, 10.5.6]
#[test]
fn r9_3_the_end_of_the_battle_is_explained_in_plain_words() {
    assert_contains(
        &part_text("ulsan", Part::Summary),
        &["and at least one has left by its friendly edge [9.3]", "the other side may end the battle."],
    );
}

/// Every kind of torpedo attack has its own roll, also if no big gun shows it. [7.4.3, 7.5, 7.6]
#[test]
fn r7_4_3_the_torpedo_roll_is_explained_with_the_torpedoes() {
    let boats = part_text("torpedo-boats-misread", Part::Reference);
    assert!(!boats.contains("BIG GUNS"), "{boats}");
    let coronel = part_text("coronel", Part::Reference);
    for reference in [&boats, &coronel] {
        assert_contains(reference, &["a D20 for each factor, at or below", "1 always succeeds and 20 never"]);
        assert_contains(reference, &["Roll a D20 at or below that number"]);
        assert!(!reference.contains("as of big guns"), "{reference}");
    }
    assert_contains(&coronel, &["each on a D20 at or below it, 1 always and 20 never"]);
}

/// A battle of small ships refers to nothing that it does not have. [6.5.4, 6.5.10, 8.2.4]
#[test]
fn r2_2_the_reference_names_nothing_that_is_not_in_the_battle() {
    let absent = [
        "[6.5.10]",
        "[6.5.4]",
        "and the big guns",
        "circle of a mount",
        "rather than SP",
        "A large ship",
        "a large ship has size",
        "a large one any",
    ];
    let boats = part_text("torpedo-boats-misread", Part::Reference);
    let found: Vec<&str> = absent.into_iter().filter(|words| boats.contains(words)).collect();
    assert!(found.is_empty(), "{found:?} in {boats}");
    assert_contains(&part_text("ulsan", Part::Reference), &absent);
}

/// Strengths stay fractions until the quotient is rounded, whatever a picture prints; 0.5% becomes 1%. [6.5.2, 6.5.11]
#[test]
fn r6_5_2_only_the_quotient_is_rounded() {
    let coronel = part_text("coronel", Part::Reference);
    assert_contains(&coronel, &["half of 6.75 is 3.375", "exact figures count", "one hit on 19 or less"]);
    let strength = "37".parse().unwrap();
    assert_eq!(naval::rules::gunnery::quotient(strength, 20, true).needed, 19);
}

/// How divisions form, where this is written, and what becomes of one that falls behind. [5.2, 5.10]
#[test]
fn r5_2_the_pack_explains_how_formations_form_and_separate() {
    assert_contains(
        &part_text("coronel", Part::Reference),
        &["until the owner separates them", "Each may plot freely", "is its own formation until it has closed up"],
    );
    assert_contains(&part_text("coronel", Part::Divisions), &["WITH, TORPEDOES"]);
    assert_contains(&part_text("ulsan", Part::Divisions), &["WITH, SMOKE"]);
    assert_contains(&part_text("coronel", Part::Cutouts), &["WITH"]);
}

/// Ships that lag, how gaps are made good, and how an unfinished turn continues. [5.7.2, 5.7.3, 5.7.6, 5.8.3, 5.9.1]
#[test]
fn r5_7_unfinished_turns_and_gaps_are_explained() {
    assert_contains(
        &part_text("ulsan", Part::Reference),
        &[
            "No ship makes more except by CU",
            "goes as fast as it can, and the others pass it",
            "makes over 1\u{2033} less than the flagship",
            "with what is left of an earlier turn, cannot exceed the speed",
            "part of it in proportion",
            "A ship that followed by F, or is plotted alone, does not",
            "or in the middle of it, drops what is left",
            "Ships short of a column turn still turn at its point",
            "for ships on the table, is written",
            "at its speed or as fast as it can",
        ],
    );
}

/// Both sides show their number of firing ships at once: the second to speak could otherwise choose. [3.3.5]
#[test]
fn r3_3_5_numbers_of_firing_ships_are_shown_together() {
    assert_contains(
        &part_text("ulsan", Part::Reference),
        &["write the number of ships that will fire big guns, then reveal it"],
    );
}

/// From where a launch must bear, which ships may make it, and which its front meets. [7.2, 7.4.1, 7.4.2, 7.4.4, 7.4.6]
#[test]
fn r7_4_which_ships_may_launch_and_which_are_met() {
    let ulsan = part_text("ulsan", Part::Reference);
    assert_contains(
        &ulsan,
        &[
            "is within 60\u{b0} of the arrow, seen from the dot (2)",
            "Cross off from its first ship on. Or a ship launches by itself",
            "It does not meet a ship that comes in from the side behind it",
            "Of all met in the move, sooner or later, roll for one",
            "A large ship's dummy deceives no player",
            "No marker is called D",
        ],
    );
    assert!(!part_text("torpedo-boats-misread", Part::Reference).contains("deceives no player"));
    assert_contains(&part_text("torpedo-boats-misread", Part::Reference), &["under one marker a side and turn"]);
}

/// Charts that ask for mounts mean those of the ship that is hit. [8.2.1]
#[test]
fn r8_2_1_mounts_are_those_of_the_ship_hit() {
    assert_contains(&part_text("coronel", Part::Reference), &["go by the card of the ship hit"]);
    assert_contains(&part_text("coronel", Part::Charts), &["at 2 mounts or fewer"]);
}

/// What the words of a rule leave open. [9.2]
#[test]
fn r9_2_turns_that_add_up_are_counted_together() {
    assert_contains(
        &part_text("ulsan", Part::Summary),
        &["in one turn or over several, add up to 180\u{b0}", "between its base and that of the ship ahead of it"],
    );
    assert_contains(&part_text("coronel", Part::Summary), &["and a ship that sees it may fire at it"]);
}

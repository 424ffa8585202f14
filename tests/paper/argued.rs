//! Where two players with a pack and nothing else read two ways: the paper says what the program rules.
use crate::alone::{pages, read, scenario};
use naval::view::View;
use paper::Part;

fn said(name: &str, part: Part) -> String {
    read(&pages(&View::referee(&scenario(name)), &[part]))
}

#[track_caller]
fn holds(said: &str, all: &[&str]) {
    for words in all {
        assert!(said.contains(words), "{words} is missing in {said}");
    }
}

/// A launch in steps: who can be met, who else is attacked, when the marker comes off, how a dummy is written. [7.4]
#[test]
fn r7_4_a_launch_is_told_in_steps() {
    let reference = said("ulsan", Part::Reference);
    let steps = ["1. Plot", "2. Lay", "3. Run", "4. Meet", "5. Roll", "6. Others", "7. Off"];
    let at: Vec<Option<usize>> = steps.iter().map(|step| reference.find(step)).collect();
    assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{at:?} in {reference}");
    holds(&reference, &["Only ships of the target's division", "T4/D/TARGET/3/P/B", "No run here outlasts its turn"]);
    // Where torpedoes run farther than five inches, a marker stays.
    holds(
        &said("jutland-1830", Part::Reference),
        &["to 10\u{2033} in the next and so on", "it stays and runs on next turn"],
    );
    assert!(!said("ulsan", Part::Trackers).contains("RUN NOW"));
    assert!(said("jutland-4th-flotilla", Part::Trackers).contains("RUN NOW"));
}

/// D is the letter of a dummy, and of no counter. [2.3.2, 7.4.6]
#[test]
fn r7_4_6_no_counter_is_called_d() {
    let cut = said("jutland-4th-flotilla", Part::Cutouts);
    let markers = cut.split("TORPEDO MARKERS").nth(1).unwrap();
    assert!(markers.contains(" A B C E F "), "{markers}");
}

/// Smoke in a column, in the look by which the next turn is plotted, and whose lines it hides. [4.2, 4.6]
#[test]
fn r4_6_whom_smoke_hides_is_said() {
    holds(
        &said("ulsan", Part::Reference),
        &[
            "begins or ends in it",
            "in a column the next ship astern",
            "of that turn and the next",
            "look of the Damage Segment",
        ],
    );
    let windy = said("coronel", Part::Reference);
    assert!(windy.contains("of no use in this wind") && !windy.contains("begins or ends in it"), "{windy}");
}

/// Courses are not rounded, and a hit that cannot be is not spoken of. [6.5.1.2, 6.5.1.3, 8.2.2]
#[test]
fn r6_5_1_3_what_is_rounded_and_what_a_hit_is() {
    for name in ["ulsan", "coronel"] {
        let reference = said(name, Part::Reference);
        holds(&reference, &["44.9\u{b0} is less than 45", "when your big guns made an effective hit on a ship"]);
        assert!(!reference.contains(",,"), "{reference}");
    }
    holds(&said("jutland-1830", Part::Reference), &["made an effective or a non-penetrating hit"]);
}

/// Light guns count half where there are no boats: so stands on the cards, and what bears ahead and astern after losses.
/// [6.4.3, 6.5.7]
#[test]
fn r6_5_7_halves_stand_on_the_cards() {
    let cards = said("coronel", Part::Cards);
    let light = scenario("coronel").ships.iter().filter(|ship| ship.card.light.is_some()).count();
    assert!(light <= cards.matches("x0.5").count(), "{cards}");
    let glasgow = cards.split("GLASGOW").nth(1).unwrap().split("OTRANTO").next().unwrap();
    holds(glasgow, &["x0.5 to port (rule 2)", "LIGHT x0.5"]);
    holds(&said("torpedo-boats-misread", Part::Cards), &["light"]);
    assert!(!said("torpedo-boats-misread", Part::Cards).contains("light x0.5"));
    let reference = said("ulsan", Part::Reference);
    holds(&reference, &["so always", "fires ahead or astern fires nowhere else"]);
}

/// Charts are named by their numbers. [2.2]
#[test]
fn r2_2_the_reference_names_charts_by_their_numbers() {
    let reference = said("ulsan", Part::Reference);
    holds(
        &reference,
        &["chart 1 (Big guns)", "charts 4, 5 (penetrating hits)", "chart 7 (other hits)", "(Orders received)"],
    );
}

/// A chart of a part of the table has the whole of it beside it, with who comes in and from where. [3.1, 9.3]
#[test]
fn r9_3_the_whole_table_stands_beside_a_chart_of_a_part() {
    let first = said("ulsan", Part::Summary);
    holds(&first, &["THE WHOLE TABLE", "the southern of Japan, the northern of Russia", "A ring: Naniwa in turn 10."]);
    let whole = |name: &&str| !said(name, Part::Summary).contains("THE WHOLE TABLE");
    assert!(["jutland-1830", "goeben-1914", "falklands"].iter().any(whole), "a chart of all of it needs none");
}

/// When the battle ends, and for whom points given beforehand count. [9.3, 10.5.6]
#[test]
fn r9_3_when_the_battle_ends_is_said_in_plain_words() {
    holds(
        &said("ulsan", Part::Summary),
        &["at least one ship of a side has left by its own edge", "the other side may end it."],
    );
}

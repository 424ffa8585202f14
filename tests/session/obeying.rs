//! `obey`: advised orders are given line by line, as if they had been typed.
use super::{
    OneAnswer,
    against_captain::{declared, play_against_captain, run_automatic_steps, to_gunfire, type_line},
    against_measured::{RUSSIA, play_measured},
    typing::TypedLines,
    with_frontend, with_scenario,
};
use naval::{Naval, Segment};
use serde_json::Value;
use session::{DiceMode, PlayableGame, Session};

/// Returns the first line of each decision that the captain would order.
fn advised(session: &mut Session<'_, Naval>) -> Vec<String> {
    let advice = session.line("advise").unwrap().json["advice"].as_array().unwrap().clone();
    let ordered = advice.iter().filter(|decision| decision["ordered"] == true);
    ordered.map(|decision| decision["options"][0]["line"].as_str().unwrap().to_owned()).collect()
}

fn ordered(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// Returns the commands of the journal from index `from` on, as printed.
fn commands(session: &Session<'_, Naval>, from: usize) -> Vec<String> {
    session.journal().commands()[from..].iter().map(|applied| Naval::print(session.state(), applied.command)).collect()
}

#[test]
fn advised_orders_are_recorded_as_if_typed() {
    with_scenario("drill-two-lines", &OneAnswer::default(), |session| {
        let mut segments = Vec::new();
        for _ in 0..16 {
            let (lines, from) = (advised(session), session.journal().commands().len());
            let answer = session.line("obey").unwrap();
            let (mut typed, mut wanted) = (commands(session, from), lines);
            assert_eq!(ordered(&answer.json["ordered"]), typed);
            assert!(!answer.json.contains_key("stopped"), "{}", answer.text);
            typed.sort();
            wanted.sort();
            assert_eq!(typed, wanted, "{:?}", session.state().segment);
            segments.extend((!typed.is_empty()).then_some(session.state().segment));
            let entries = session.journal().entries().len();
            assert!(type_line(session, "obey").starts_with("There is nothing to order now."));
            assert_eq!(session.journal().entries().len(), entries);
            if session.state().segment == Segment::Gunfire {
                type_line(session, "fire all declared");
            }
            type_line(session, "next");
        }
        assert!([Segment::Plotting, Segment::Gunfire].iter().all(|segment| segments.contains(segment)), "{segments:?}");
    });
}

#[test]
fn r3_3_5_the_admiral_declares_between_advised_orders_and_earlier_ones_stand() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        assert_eq!(type_line(session, "obey").lines().count(), 1);
        type_line(session, "seal");
        type_line(session, "next to gunfire");
        type_line(session, "azuma>rurik b");
        let from = session.journal().commands().len();
        type_line(session, "obey");
        let fired = commands(session, from);
        let is_fire_by =
            |ships: &[&str], line: &str| ships.iter().any(|ship| line.starts_with(&format!("target {ship} ")));
        let japans = |line: &&String| is_fire_by(&["izumo", "azuma", "tokiwa", "iwate"], line);
        assert!(1 < fired.iter().filter(japans).count(), "{fired:?}");
        let last = fired.iter().rposition(|line| japans(&line)).unwrap();
        assert!(fired[..last].iter().any(|line| is_fire_by(&["rossia", "gromoboi", "rurik"], line)), "{fired:?}");
        assert!(!fired.iter().any(|line| is_fire_by(&["azuma"], line) && line.ends_with("big")), "{fired:?}");
        // After `declared`, `obey` declares nothing more for the side.
        type_line(session, "declared");
        let japanese = declared(session, "japan");
        type_line(session, "obey");
        assert_eq!(declared(session, "japan"), japanese);
    });
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        type_line(session, "obey izumo");
        let state = session.state();
        let firers: Vec<&str> =
            state.this_move.declarations.iter().map(|declaration| declaration.firer.as_str()).collect();
        assert!(firers.contains(&"izumo") && !firers.iter().any(|firer| ["azuma", "tokiwa", "iwate"].contains(firer)));
        for (line, expected) in [
            ("obey russia", "Russia is played by an admiral"),
            ("obey rossia", "Russia is played by an admiral"),
            ("obey nobody", "nobody"),
        ] {
            let entries = session.journal().entries().len();
            let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
            assert!(problem.to_string().contains(expected), "{problem}");
            assert_eq!(session.journal().entries().len(), entries);
        }
        for line in ["obey izumo azuma", "obey 2nd all"] {
            let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
            assert!(problem.to_string().contains("obey [all | SIDE | DIVISION | SHIP] [deep]"), "{problem}");
        }
        type_line(session, "pass to table");
        assert!(session.line("obey").err().unwrap().error.what.contains("The table may not"));
    });
}

#[test]
fn r2_7_ships_without_a_range_are_named() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "next to gunfire");
        let text = type_line(session, "obey");
        assert!(text.contains("No range was measured this turn for Izumo, Azuma, Tokiwa, Iwate"), "{text}");
        type_line(session, "m izumo rossia 8");
        let text = type_line(session, "obey");
        assert!(text.contains("Izumo>Rossia 8.0") && text.contains("for Azuma, Tokiwa, Iwate"), "{text}");
        assert_eq!(declared(session, "japan"), 1);
        assert!(!type_line(session, "obey izumo").contains("Azuma"));
        type_line(session, "m 2nd vladivostok 8 8.2 8.4 8.6");
        let text = type_line(session, "obey");
        assert!(1 < declared(session, "japan") && !text.contains("No range was measured"), "{text}");
    });
}

/// If a side declares out of turn, only the first order of a line reports it. The later ones could not have been in
/// turn.
#[test]
fn r3_3_5_only_the_first_order_of_a_line_is_reported_out_of_turn() {
    for (side, first_is_blamed) in [("japan", false), ("russia", true)] {
        with_scenario("ulsan", &OneAnswer::default(), |session| {
            type_line(session, "rest straight");
            type_line(session, "next to gunfire");
            let text = type_line(session, &format!("obey {side}"));
            assert_eq!(text.matches("was due to declare").count(), usize::from(first_is_blamed), "{text}");
            assert!(1 < declared(session, side), "{text}");
        });
    }
}

/// Advice for one ship takes into account the advice for its whole side: its smaller guns hold fire at a target of the
/// side's big guns. [6.5.10]
#[test]
fn r6_5_10_one_ship_gets_no_order_that_the_others_would_silence() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        type_line(session, "azuma>rurik b");
        for line in ["obey izumo", "obey"] {
            let text = type_line(session, line);
            assert!(!text.contains("do not fire"), "{line}: {text}");
        }
    });
}

#[test]
fn a_remark_may_follow_a_query() {
    with_scenario("drill-two-lines", &OneAnswer::default(), |session| {
        let same = |session: &mut Session<'_, Naval>, line: &str, bare: &str| {
            assert_eq!(type_line(session, line), type_line(session, bare), "{line}");
        };
        for word in ["advise", "advise all", "status", "status all", "duties", "tally", "help", "help plot", "where"] {
            same(session, &format!("{word} # who leads?"), word);
            same(session, &format!("{word} #who leads?"), word);
        }
        let [plain, remarked] = ["obey", "obey all # as it stands"].map(|line| {
            let ordered = ordered(&session.line(line).unwrap().json["ordered"]);
            while session.line("undo").is_ok() {}
            ordered
        });
        assert!(!plain.is_empty());
        assert_eq!(plain, remarked);
        // An entry number is not a remark.
        type_line(session, "rest straight");
        let last = session.journal().entries().len();
        same(session, &format!("why #{last} # the last"), &format!("why {last}"));
    });
}

/// Each repair asks for its dice; cancelling at the second keeps the first.
#[test]
fn r8_6_obey_stops_where_a_person_cancels_at_the_dice() {
    let advance_to_repairs = |session: &mut Session<'_, Naval>| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "plot vladivostok 2.25");
        for ship in ["izumo", "azuma"] {
            type_line(session, &format!("set {ship} flotation 1 because \"a hit\""));
        }
        for _ in 0..16 {
            if session.state().segment == Segment::DamageControl {
                break;
            }
            let accepted = ["next", "fire all declared", "none in reach"].iter().any(|line| session.line(line).is_ok());
            assert!(accepted);
        }
        assert_eq!(session.state().segment, Segment::DamageControl);
        session.dice_mode = DiceMode::Ask;
    };
    let frontend = TypedLines::then_stops(&["3"]);
    with_frontend("ulsan", &frontend, |session| {
        advance_to_repairs(session);
        let from = session.journal().commands().len();
        let answer = session.line("obey japan").unwrap();
        assert_eq!(commands(session, from).len(), 1, "{}", answer.text);
        assert!(answer.text.contains("Stopped at `repair ") && answer.json.contains_key("stopped"), "{}", answer.text);
        let text = "`, cancelled at its dice. Earlier orders stay.";
        assert!(answer.text.ends_with(text) && !answer.text.contains("Nothing changed"), "{}", answer.text);
        // Cancelling at the first die changes nothing.
        let entries = session.journal().entries().len();
        assert!(session.line("obey japan").err().unwrap().is_stopped());
        assert_eq!(session.journal().entries().len(), entries);
    });
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        advance_to_repairs(session);
        let problem = session.line("obey japan").err().unwrap();
        assert!(problem.error.what.starts_with("`repair "), "{problem}");
        run_automatic_steps(session);
    });
}

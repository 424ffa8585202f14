//! Completion and the guided form.
use naval::model::{BatteryKind, Bearing, Declaration, command::Conditions};
use naval::{Fact, State, notation::*};

use super::battle;
use naval_kit::fixture::inches;

/// Checks that Tab at the end of `line` offers these words for its text from byte `start` on.
#[track_caller]
fn assert_completes(state: &State, line: &str, start: usize, words: &[&str]) {
    let (index, offered) = complete(state, line, line.len());
    assert_eq!((index, offered.iter().map(String::as_str).collect::<Vec<_>>()), (start, words.to_vec()), "{line}");
}

#[test]
fn tab_offers_the_valid_next_words() {
    let mut state = battle();
    for (line, start, words) in [
        ("tar", 0, &["target"][..]),
        ("re", 0, &["reform", "repair", "react", "rest", "reveal", "referee", "redo"]),
        ("target a", 7, &["askold", "asahi", "azuma"]),
        ("target asahi ", 13, &["at", "retvizan", "poltava", "rurik", "rossia", "askold", "\"light\""]),
        ("target asahi at r", 16, &["retvizan", "rurik", "rossia"]),
        ("asahi>p", 6, &["poltava"]),
        ("asahi>", 6, &["retvizan", "poltava", "rurik", "rossia", "askold", "\"light\""]),
        ("target retvizan at 1", 19, &["1st-tbd"]),
        ("target asahi at retvizan b", 25, &["battery", "blocked"]),
        ("target asahi at retvizan blocked by ", 36, &["smoke", "land"]),
        ("target asahi at retvizan arc s", 29, &["stern", "starboard"]),
        (
            "next to ",
            8,
            &["plotting", "movement", "sighting", "illumination", "gunfire", "torpedo", "damage-control", "damage"],
        ),
        ("next ", 5, &["to", "waive"]),
        ("torpedoes ", 10, &["japan", "russia"]),
        ("miss ", 5, &["Q"]),
        ("meet Q p", 7, &["poltava"]),
        ("repair ", 7, &["asahi"]),
        ("repair asahi ", 13, &["fire", "F2"]),
        ("fires ", 6, &["all", "asahi"]),
        ("set visibility ", 15, &["clear", "poor", "very-poor", "extreme"]),
        ("set asahi fl", 10, &["flotation"]),
        ("speed 2", 6, &["2nd"]),
        ("exit asahi by ", 14, &["north", "east", "south", "west"]),
        ("help tar", 5, &["target", "targets"]),
        ("target", 0, &["target", "targets"]),
        ("dice ", 5, &["ask", "roll"]),
        ("card k", 5, &["koenig"]),
        ("card kö", 5, &["koenig"]),
        ("amend 12 fir", 9, &["fire", "fires"]),
        ("quux ", 5, &[]),
    ] {
        assert_completes(&state, line, start, words);
    }
    // In the middle of a line, only the text before the cursor counts.
    assert_eq!(complete(&state, "target asahi at ret range 8", 19), (16, vec!["retvizan".to_owned()]));
    // Enemies in range come first, then those sighted.
    let apply = |state: &mut State, fact| <naval::Naval as play::Game>::apply(state, &fact);
    apply(&mut state, Fact::Sighted { ship: "rurik".into() });
    apply(
        &mut state,
        Fact::Measured { from: "asahi".into(), to: "rossia".into(), range: inches("9"), bearing: None, replaces: None },
    );
    assert_completes(
        &state,
        "target asahi at ",
        16,
        &["rossia", "rurik", "retvizan", "poltava", "askold", "\"light\""],
    );
    apply(&mut state, azuma_declared());
    assert_completes(&state, "fire ", 5, &["all", "azuma"]);
    assert_completes(&state, "fire azuma ", 11, &["apart", "declared", "salvoes", "dice"]);
}

/// Azuma declares its big guns at Rurik.
fn azuma_declared() -> Fact {
    Fact::FireDeclared(Declaration {
        firer: "azuma".into(),
        battery: BatteryKind::Big,
        target: "rurik".into(),
        range: inches("8"),
        bearing: Bearing::Broadside,
        conditions: Conditions::default(),
        said: Vec::new(),
        fired: false,
    })
}

/// Returns the line that a verb's questions and these answers give. Each question must be asked and accept its answer,
/// and no question may follow the last answer.
#[track_caller]
fn line_from_answers(state: &State, verb: &str, answers: &[&str]) -> String {
    let mut given: Vec<String> = Vec::new();
    for answer in answers {
        let question = question(state, verb, &given).unwrap_or_else(|| panic!("{verb}: no question after {given:?}"));
        let offered = question.choices.iter().any(|(_, text)| text == answer);
        assert!(offered || question.takes != AcceptedAnswer::Listed, "{verb}: {answer} is no answer to {question:?}");
        given.push((*answer).to_owned());
    }
    assert_eq!(question(state, verb, &given), None, "{verb} {given:?}");
    guided_line(verb, &given)
}

#[test]
fn guided_and_typed_orders_are_the_same_lines() {
    let state = battle();
    for (verb, answers, line) in [
        ("target", &["asahi", "retvizan", "8", "", "", ""][..], "target asahi at retvizan range 8"),
        (
            "t",
            &["asahi", "retvizan", "8", "bow", "big", "downwind", "turned 30", ""],
            "target asahi at retvizan range 8 arc bow battery big downwind turned 30",
        ),
        (
            "target",
            &["asahi", "\"light\"", "range 8", "", "medium", ""],
            "target asahi at \"light\" range 8 battery medium",
        ),
        ("measure", &["asahi", "retvizan", "8.0"], "measure asahi retvizan range 8.0"),
        ("illuminate", &["asahi", "retvizan", "searchlight", "3"], "illuminate asahi retvizan searchlight range 3"),
        (
            "launch",
            &["1st-tbd", "retvizan", "2", "10", "port", "R"],
            "launch 1st-tbd at retvizan factors 2 run 10 port marker R",
        ),
        (
            "launch",
            &["asahi", "retvizan", "dummy", "10", "starboard", "S"],
            "launch asahi at retvizan dummy run 10 starboard marker S",
        ),
        (
            "meet",
            &["Q", "retvizan", "40", "and poltava angle 20", "line rossia angle 10", ""],
            "meet Q retvizan angle 40 and poltava angle 20 line rossia angle 10",
        ),
        ("miss", &["Q"], "miss Q"),
        ("torpedoes", &["japan"], "torpedoes japan"),
        ("coup", &["asahi", "rurik", "4", ""], "coup asahi at rurik range 4"),
        ("repair", &["asahi", "F2"], "repair asahi F2"),
        ("react", &["1st-tbd"], "react 1st-tbd"),
        ("sight", &["retvizan"], "sight retvizan"),
        ("plot", &["2nd", "2.5"], "plot 2nd speed 2.5"),
        ("exit", &["asahi", "east"], "exit asahi by east"),
        ("exit", &["asahi", ""], "exit asahi"),
        ("note", &["she said \"no\""], "note \"she said \\\"no\\\"\""),
        ("set", &["asahi", "speed", "2.0", "a ruling"], "set asahi speed 2.0 because \"a ruling\""),
        ("set", &["retvizan", "sighted", "yes", "a ruling"], "set retvizan sighted yes because \"a ruling\""),
        ("set", &["battle", "visibility", "poor", "fog"], "set battle visibility poor because \"fog\""),
    ] {
        assert_eq!(line_from_answers(&state, verb, answers), line);
        assert!(parse(&state, line).is_ok(), "{line}: {:?}", parse(&state, line));
    }
    // `fire` has no question until a ship has declared its fire.
    assert_eq!(question(&state, "fire", &[]), None);
    let mut declared = battle();
    <naval::Naval as play::Game>::apply(&mut declared, &azuma_declared());
    assert_eq!(line_from_answers(&declared, "fire", &["all"]), "fire all");
    assert!(parse(&declared, "fire all").is_ok());
    for verb in ["next", "declared", "fires", "damage", "end", "status", "nonsense"] {
        assert_eq!(question(&state, verb, &[]), None, "{verb}");
    }
}

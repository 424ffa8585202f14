//! A possible slip of the tape is reported once, right after the line, and the range counts as typed. [2.7]
use super::{OneAnswer, with_scenario, with_setup};
use naval::{Inches, Naval};
use session::Session;

fn type_line(session: &mut Session<'_, Naval>, line: &str) -> String {
    session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text
}

/// Plays turn 1 of Ulsan by tape with fixed ranges, and calls `play` in turn 2.
fn in_the_second_turn(play: impl FnOnce(&mut Session<'_, Naval>)) {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    with_setup(setup, &OneAnswer::default(), |session| {
        for line in ["next to gunfire", "measure izumo rossia 8.5", "measure azuma gromoboi 8.9"] {
            let text = type_line(session, line);
            assert!(!text.contains("Measure again?"), "{line}: {text}");
        }
        type_line(session, "next to gunfire waive \"a drill\"");
        assert_eq!(session.state().turn, 2);
        play(session);
    });
}

#[test]
fn r2_7_a_range_that_changed_too_much_is_questioned_and_counts() {
    in_the_second_turn(|session| {
        let answer = session.line("measure izumo rossia 85").unwrap();
        let doubt = answer.text.lines().find(|line| line.contains("Measure again?")).unwrap();
        assert!(doubt.contains("85.0\" from Izumo to Rossia does not fit: it was 8.5\" last turn"), "{doubt}");
        assert!(doubt.contains("Izumo can move ") && doubt.contains("Rossia can move "), "{doubt}");
        assert!(doubt.ends_with("would fit. Did you mean 8.5\"? [2.7]"), "{doubt}");
        assert_eq!(answer.json["doubts"][0]["meant"], 8.5);
        let (izumo, rossia) = ("izumo".into(), "rossia".into());
        assert_eq!(session.state().measured_range(&izumo, &rossia), Some(Inches::whole(85)), "it counts as typed");
        assert!(!type_line(session, "measure izumo rossia 9").contains("Measure again?"), "the new range fits");
        assert!(!type_line(session, "duties").contains("Measure again?"), "it is reported once");
    });
}

#[test]
fn r5_8_2_ranges_from_two_ships_of_a_division_make_a_triangle() {
    in_the_second_turn(|session| {
        type_line(session, "measure izumo rurik 9");
        let text = type_line(session, "measure tokiwa rurik 90");
        assert!(text.contains("Izumo to Rurik is 9.0\""), "{text}");
        assert!(text.contains("of one division are ") && text.contains("mean 9.0\"?"), "{text}");
    });
}

#[test]
fn r2_7_the_later_of_two_contradictory_ranges_holds() {
    in_the_second_turn(|session| {
        assert!(type_line(session, "measure izumo rossia 60").contains("Measure again?"));
        type_line(session, "next to gunfire waive \"a drill\"");
        assert!(!type_line(session, "measure izumo rossia 59").contains("Measure again?"), "8.5 has been contradicted");
    });
}

#[test]
fn r2_7_every_range_of_a_line_of_orders_is_questioned_separately() {
    in_the_second_turn(|session| {
        let answer = session.line("measure izumo rossia 85; measure azuma gromoboi 89").unwrap();
        assert_eq!(answer.text.matches("Measure again?").count(), 2, "{}", answer.text);
        assert_eq!(answer.json["doubts"].as_array().map(Vec::len), Some(2));
    });
}

#[test]
fn r2_7_no_range_is_questioned_while_ships_move() {
    in_the_second_turn(|session| {
        type_line(session, "next to movement waive \"a drill\"");
        assert!(!type_line(session, "measure izumo rossia 85").contains("Measure again?"));
    });
}

#[test]
fn r2_7_a_ship_placed_farther_than_it_can_have_run_is_questioned() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["rest straight", "next to gunfire"] {
            type_line(session, line);
        }
        let place = session.state().ship(&"izumo".into()).unwrap().at.unwrap();
        let (x, y) = (place.x.hundredths(), place.y.hundredths());
        let line = |x: Inches| format!("set izumo at {x} {y} heading 90 because \"the tape\"");
        let text = type_line(session, &line(x + Inches::whole(30)));
        assert!(text.contains("Is that its place? Izumo is ") && text.contains("[2.7]"), "{text}");
    });
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["rest straight", "next to gunfire"] {
            type_line(session, line);
        }
        let place = session.state().ship(&"izumo".into()).unwrap().at.unwrap();
        let (x, y) = (place.x.hundredths(), place.y.hundredths());
        let text = type_line(session, &format!("set izumo at {} {y} heading 90 because \"the tape\"", x + Inches(25)));
        assert!(!text.contains("Is that its place?"), "{text}");
    });
}

#[test]
fn r2_7_between_positions_the_likely_figure_is_offered() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["quickstart", "next to gunfire"] {
            type_line(session, line);
        }
        let pairs = naval::rules::lines::pairs(session.state());
        let pair = pairs.iter().min_by_key(|pair| pair.survey.range).unwrap();
        let (true_range, line) = (pair.survey.range, |range| format!("measure {} {} {range}", pair.from, pair.to));
        let text = type_line(session, &line(true_range * 10)).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("applies (did you mean {true_range}\"?).")), "{text}");
        assert!(!text.contains("Measure again?"), "positions need no such question: {text}");
    });
}

#[test]
fn r2_7_no_range_of_the_golden_ulsan_by_tape_is_questioned() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    with_setup(setup, &OneAnswer::default(), |session| {
        for line in include_str!("../suite/ulsan.script").lines() {
            let text = type_line(session, line);
            assert!(!text.contains("does not fit"), "{line}: {text}");
        }
    });
}

#[test]
fn r2_7_an_amended_range_is_checked_like_a_typed_one() {
    in_the_second_turn(|session| {
        assert!(!type_line(session, "measure izumo rossia 8.7").contains("Measure again?"));
        let entry = session.journal().entries().len();
        let answer = session.line(&format!("amend {entry} measure izumo rossia 87")).unwrap();
        assert!(answer.text.contains("Measure again?") && answer.text.contains("mean 8.7\"?"), "{}", answer.text);
        assert_eq!(answer.json["doubts"][0]["meant"], 8.7);
        let answer = session.line(&format!("amend {entry} measure izumo rossia 8.6")).unwrap();
        assert!(!answer.text.contains("Measure again?") && !answer.json.contains_key("doubts"), "{}", answer.text);
    });
}

#[test]
fn r2_7_a_range_of_divisions_is_questioned_like_that_of_two_ships() {
    // The table is 72 by 48 inches, so 85 is within its diagonal of 86.5.
    for line in ["measure 2nd v 85", "m 2nd vladivostok 85", "m izumo v 85", "m 2nd rossia 85", "m 2nd 85 v"] {
        in_the_second_turn(|session| {
            let text = type_line(session, line);
            assert!(text.contains("Measure again?") && text.contains("mean 8.5\"?"), "{line}: {text}");
        });
    }
    in_the_second_turn(|session| {
        let text = type_line(session, "measure 2nd v 8.5");
        assert!(!text.contains("Measure again?"), "{text}");
    });
}

/// Ships sighted because of the shot are not a result of dice.
#[test]
fn r2_7_a_shot_that_becomes_a_measurement_shows_no_empty_result() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    with_setup(setup, &OneAnswer::default(), |session| {
        type_line(session, "next to gunfire");
        assert!(type_line(session, "azuma>gromoboi 8.7").ends_with("; both sighted"));
        let entry = session.journal().entries().len();
        let text = type_line(session, &format!("amend {entry} because \"out of reach\" measure azuma gromoboi 12.5"));
        assert!(text.starts_with(&format!("#{entry} is now: measure azuma gromoboi 12.5")), "{text}");
        assert!(!text.contains(" was "), "{text}");
    });
}

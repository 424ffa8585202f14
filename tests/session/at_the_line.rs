//! Lines that were mistyped, came too early or too late, or were typed at the wrong question.
use super::typing::{TypedLines, hint, measured, one_answer, refused, type_line, type_lines, ulsan};
use super::{OneAnswer, with_setup};
use naval::{Id, Naval, Segment};
use session::{DiceMode, Session};

#[test]
fn r9_3_a_ship_that_has_not_moved_leaves_only_with_a_reason() {
    ulsan(&OneAnswer::default(), |session| {
        let problem = refused(session, "exit rurik north");
        assert!(problem.to_string().contains("no ship has moved yet this turn. [9.3]"), "{problem}");
        // The offered line is accepted.
        let line = hint(&problem).split('`').nth(1).unwrap().to_owned();
        assert_eq!(line, "exit rurik by north because \"it crossed last turn\"");
        type_lines(session, &[&line, "undo", "next"]);
        assert!(type_line(session, "exit rurik northern").contains("Rurik leaves the table by its friendly edge"));
        // A direction inside the reason is not read as an edge.
        type_lines(session, &["undo", "exit rurik because \"the northern batteries\""]);
        let last = session.journal().commands().last().map(|applied| applied.command.clone());
        let because = Some("the northern batteries".to_owned());
        assert_eq!(last, Some(naval::Command::Exit { ship: Id::new("rurik"), by: None, because }));
    });
    let frontend = TypedLines::then_leaves(&["here", "northern", "", "n", "she was seen to"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        assert!(refused(session, "exit rurik").is_stopped());
        assert_eq!(frontend.output.borrow()[0], "The edges are north, east, south and west.");
        type_line(session, "exit rurik");
        let last = session.journal().commands().last().map(|applied| applied.command.clone());
        let because = Some("she was seen to".to_owned());
        let (ship, by) = (Id::new("rurik"), Some(naval::model::Edge::North));
        assert_eq!(last, Some(naval::Command::Exit { ship, by, because }));
    });
}

#[test]
fn r2_7_one_range_for_two_divisions_says_which_pairs_it_applies_to() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["next to sighting"]);
        let whole = "This range applies to all their ships without a range of their own.";
        assert!(type_line(session, "m 2nd v 8.3").contains(whole));
        assert!(type_line(session, "m 2nd v 8.3").contains(whole), "also if it is recorded already");
        assert!(!type_line(session, "m izumo rossia 8.4").contains(whole));
        assert!(type_line(session, "m 2nd v 8.3 8.4").contains("replaces 8.4"), "the pairs are named");
    });
}

#[test]
fn r3_3_5_a_line_with_an_impossible_range_records_nothing() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["next to gunfire"]);
        let entries = session.journal().entries().len();
        for line in ["2nd>v 79 8.6", "2nd>v 8.5 8.6 85 8.7", "2nd>v 8.5 8.x"] {
            let problem = refused(session, line);
            assert_eq!(session.journal().entries().len(), entries, "{line}: {problem}");
        }
        // If earlier ranges show that a ship cannot fire, it is named and the others declare.
        type_lines(session, &["m 2nd v 12.6 8.6 8.6 8.7"]);
        let text = type_line(session, "2nd>v");
        assert!(text.contains("Not declared: Izumo at Rossia"), "{text}");
    });
}

#[test]
fn r3_3_5_in_full_mode_every_shot_of_a_line_is_printed_completely() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["next to gunfire", "show full"]);
        let text = type_line(session, "2nd>v 8.5 turned 30 courses 45");
        // After wrapping, the last lines of the sentences are the same for all four ships, and all are printed.
        let shots = text.lines().filter(|line| line.contains("declares its big guns")).count();
        let ends = text.lines().filter(|line| line.ends_with("apart. [6.5.1.1]")).count();
        assert_eq!((shots, ends), (4, 4), "{text}");
        // A sentence that names no ship is printed once.
        assert_eq!(text.matches("Japan declares out of turn").count(), 1, "{text}");
    });
}

#[test]
fn a_command_typed_as_a_reason_is_questioned_once() {
    let frontend = TypedLines::then_leaves(&["next", "", "next", "wrong ship", "duties", "next", "next"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5", "fire all declared"]);
        let entries = session.journal().entries().len();
        refused(session, "undo");
        assert_eq!(session.journal().entries().len(), entries);
        assert!(frontend.output.borrow()[0].starts_with("\"next\" is a command, but a reason is needed here"));
        type_line(session, "undo");
        assert!(type_line(session, "log last 1").contains("because \"wrong ship\""));
        type_lines(session, &["redo", "undo"]);
        assert!(type_line(session, "log last 1").contains("because \"next\""), "typed again it is the reason");
        assert!(
            frontend.output.borrow().iter().any(|text| text.starts_with("To do: ") || text.contains("[3.")),
            "answered"
        );
    });
}

#[test]
fn an_amendment_without_a_correction_is_offered_the_entry_itself() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["next", "next to gunfire"]);
        let problem = refused(session, "amend 2 range 9.8");
        assert_eq!(hint(&problem), "amend 2 next to gunfire");
        type_line(session, &hint(&problem));
    });
}

#[test]
fn r3_3_1_a_forgotten_plot_is_offered_an_undo() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["plot v 2", "n g", "izumo>rossia 8.5"]);
        for line in ["plot 2nd CR30", "plot 2nd 2"] {
            let problem = refused(session, line);
            let back = hint(&problem).split('`').nth(1).unwrap().to_owned();
            assert_eq!(back, "undo 2 because \"a plot was forgotten\"", "{problem}");
        }
        // A formation also comes too late, but is not a plot.
        let late = refused(session, "formation x 2nd 4th-a");
        assert!(!hint(&late).contains("forgotten"), "{late}");
        type_line(session, "undo 2 because \"a plot was forgotten\"");
        assert_eq!(session.state().segment, Segment::Plotting);
        type_line(session, "plot 2nd CR30");
    });
}

#[test]
fn help_uses_ships_of_this_battle_and_plots_with_turns() {
    ulsan(&OneAnswer::default(), |session| {
        let page = type_line(session, "help plot");
        let examples = page.lines().find_map(|line| line.strip_prefix("example: ")).unwrap().to_owned();
        assert!(examples.contains("plot 2nd CR30-1") && examples.contains("plot 2nd 1-CL60"), "{page}");
        for line in examples.split(", ") {
            type_lines(session, &[line, "undo"]);
        }
        assert!(type_line(session, "help repair").contains("example: repair izumo fire"));
    });
}

#[test]
fn r3_3_5_out_of_turn_is_reported_once_for_a_line_of_ships() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "2nd>v 8.5 8.5 8.5 8.7", "v>2nd"]);
        assert!(!type_line(session, "log full").contains("out of turn"));
    });
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "rossia>izumo 8.5", "2nd>v 8.5 8.5 8.5 8.7"]);
        assert_eq!(type_line(session, "log full").matches("out of turn").count(), 1, "Russia began, and Japan was due");
    });
}

#[test]
fn r3_3_8_the_dice_of_all_hits_on_a_ship_are_asked_for_at_once() {
    let frontend = TypedLines::then_leaves(&["1 1 / 1 1", "1 1 1 1", "1 1 1 1", "5 6", "5 6"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["dice ask", "n g", "izumo>rossia 8.5", "rossia>izumo 8.5", "fire all declared"]);
        assert_eq!(session.state().held_hits.len(), 2, "{:?}", frontend.questions.borrow());
        type_lines(session, &["next", "none in reach japan; none in reach russia", "next to damage"]);
        let _closed = session.line("next");
        let questions = frontend.questions.borrow();
        let damage: Vec<&String> = questions.iter().filter(|question| question.contains("damage")).collect();
        assert_eq!(damage[0], "Izumo, damage of 2 hits [8.2.1], 2 D20: ", "{questions:?}");
        assert_eq!(damage[1], "Rossia, damage of 2 hits [8.2.1], 2 D20: ", "{questions:?}");
    });
}

#[test]
fn a_battery_between_the_names_is_accepted() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "m izumo rossia 8.5"]);
        let full = type_line(session, "odds izumo at rossia battery medium");
        for line in ["odds izumo m at rossia", "odds izumo at rossia m", "odds izumo medium at rossia"] {
            assert_eq!(type_line(session, line), full, "{line}");
        }
    });
}

#[test]
fn r6_5_1_3_a_course_typed_before_the_move_is_the_old_course() {
    ulsan(&OneAnswer::default(), |session| {
        let before = "This is the course before the move. Plotted turns begin from it.";
        type_lines(session, &["plot 2nd SR30"]);
        assert!(type_line(session, "course 2nd 135").contains(before));
        assert!(type_line(session, "next").contains("2nd Division turned 30, on 165"));
        assert!(!type_line(session, "course 2nd 135").contains(before));
    });
}

#[test]
fn a_plot_query_without_a_course_means_straight_on() {
    ulsan(&one_answer(""), |session| {
        let problem = refused(session, "p v ?");
        assert!(problem.error.what.contains("have no position") || problem.error.what.contains("has no position"));
        assert_eq!(hint(&problem), "plot vladivostok 2.25");
    });
    super::with_scenario("ulsan", &OneAnswer::default(), |session| {
        assert_eq!(type_line(session, "p v ?"), type_line(session, "p v 2.25 ?"));
    });
}

#[test]
fn refused_dice_that_stay_on_the_line_say_so() {
    let frontend = TypedLines::then_leaves(&["1 2 3 4 5", "1 21", "20 20 20"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["dice ask", "n g", "izumo>rossia 8.5", "fire all declared"]);
        let printed = frontend.output.borrow();
        assert!(printed[0].ends_with(" Correct the line and press Enter."), "{printed:?}");
        assert!(printed[1].ends_with("cancels the command)."), "{printed:?}");
    });
}

#[test]
fn r5_7_a_plot_that_replaces_one_with_turns_says_so() {
    ulsan(&OneAnswer::default(), |session| {
        assert!(!type_line(session, "p 2nd SL30").contains("replaces"));
        assert!(
            type_line(session, "p 2nd 1.75").contains("It replaces the plot SL30."),
            "a speed alone is a plot straight on"
        );
        assert!(!type_line(session, "p 2nd SL30 speed 1.75").contains("replaces"));
        assert!(!type_line(session, "p 2nd SL30").contains("replaces"), "the same turn again");
    });
}

#[test]
fn r9_3_a_ship_that_was_fired_at_leaves_only_with_a_reason() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "m 2nd v 3", "tokiwa>rurik"]);
        assert!(
            refused(session, "exit rurik north").to_string().contains("was on the table when fire was declared, and")
        );
        // Azuma neither fired nor was fired at.
        type_lines(session, &["exit azuma south", "undo", "fire tokiwa declared dice 1 1 1 1 1 1 1 1 1", "n damage"]);
        assert!(!session.state().held_hits.is_empty());
        let problem = refused(session, "exit rurik north");
        assert!(problem.to_string().contains("its shots and hits would leave with it"), "{problem}");
        let line = hint(&problem).split('`').nth(1).unwrap().to_owned();
        type_line(session, &line);
    });
}

#[test]
fn r3_3_5_a_ship_with_the_name_of_its_division_fires_alone() {
    with_setup(measured("coronel"), &OneAnswer::default(), |session| {
        type_lines(
            session,
            &["n g", "m scharnhorst good-hope 9", "m gneisenau good-hope 9.1", "scharnhorst>good-hope"],
        );
        let firers = |session: &Session<'_, Naval>| {
            let declared = session.state().this_move.declarations.iter();
            declared.map(|declaration| declaration.firer.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(firers(session), ["scharnhorst"]);
        // The division is meant if its own word is typed.
        type_line(session, "spee>good-hope");
        assert!(firers(session).contains(&"gneisenau".to_owned()));
    });
}

#[test]
fn at_a_question_a_query_is_answered_and_an_order_must_wait() {
    let frontend =
        TypedLines::then_stops(&["status", "azuma>rossia 8", "perhaps", "y", "help fire", "fire all", "20 20 20"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5"]);
        session.dice_mode = DiceMode::Ask;
        let entries = session.journal().entries().len();
        type_line(session, "fire izumo");
        assert_eq!(session.journal().entries().len(), entries + 1, "the order at the question is not carried out");
        let printed = frontend.output.borrow();
        let count_lines = |text: &str| printed.iter().filter(|line| line.starts_with(text)).count();
        assert_eq!((count_lines("Turn 1, "), count_lines("fire (f, fi)")), (1, 1), "{printed:#?}");
        assert_eq!(count_lines("`azuma>rossia 8` must wait"), 1, "{printed:#?}");
        assert_eq!(count_lines("Enter or `y` leaves them silent"), 1, "{printed:#?}");
        assert_eq!(count_lines("`fire all` must wait"), 1, "{printed:#?}");
        assert_eq!(frontend.questions.borrow().len(), 7);
    });
}

#[test]
fn r8_2_4_only_mounts_that_the_ship_has_are_accepted() {
    let frontend = TypedLines::then_stops(&["forward", "fore aft", "aft"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_line(session, "set izumo mounts 1 because \"jammed\"");
        assert_eq!(frontend.questions.borrow().len(), 3);
        assert!(frontend.output.borrow()[0].starts_with("\"forward\" is not one of these, each once: fore, aft"));
        assert!(frontend.output.borrow()[1].starts_with("2 named, but 1 lost"));
    });
}

#[test]
fn r2_5_too_few_dice_begin_the_answer_for_several_ships() {
    let frontend = TypedLines::then_stops(&["20 20"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5", "azuma>gromoboi 8.5"]);
        session.dice_mode = DiceMode::Ask;
        let text = type_line(session, "fire all declared dice 3 20 20 20");
        assert_eq!(frontend.questions.borrow().len(), 2, "{:?}", frontend.questions.borrow());
        assert!(frontend.questions.borrow()[0].ends_with("6 D20, 2 more: "), "{:?}", frontend.questions.borrow());
        drop(text);
    });
    // An invalid die is refused, and no question follows.
    let frontend = TypedLines::then_stops(&["20 20"]);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5", "azuma>gromoboi 8.5"]);
        session.dice_mode = DiceMode::Ask;
        let problem = refused(session, "fire all declared dice 3 20 20 21");
        assert!(problem.error.what.starts_with("21 is not a D20 result (Azuma"), "{problem}");
        assert!(frontend.questions.borrow().is_empty());
    });
}

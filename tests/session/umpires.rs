//! Cases that an umpire and a new player reported: what the program names, offers and asks at the table.
use super::typing::{hint, one_answer, refused, type_line, type_lines, ulsan};
use super::{OneAnswer, against_captain::play_against_captain};
use naval::{Command, Id, Segment};
use play::journal::{Entry, Notice};

#[test]
fn r3_2_a_line_does_not_skip_what_a_different_line_named() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["next to damage-control", "set tokiwa flotation 1 because \"test\""]);
        let text = type_line(session, "n p");
        assert!(text.contains("Tokiwa may try one repair") && text.ends_with("`n p` again skips it."), "{text}");
        // A line that goes farther skips more, and says so.
        let text = type_line(session, "n g");
        assert!(text.contains("Tokiwa may try one repair"), "{text}");
        assert!(
            text.contains("all of the Plotting Segment of turn 2. [3.3.1]") && text.ends_with("`n g` again skips it."),
            "{text}"
        );
        assert_eq!((session.state().turn, session.state().segment), (1, Segment::DamageControl));
        // If no open matter is left, the line goes on at once.
        type_lines(session, &["undo because \"test\"", "n p"]);
        assert_eq!((session.state().turn, session.state().segment), (2, Segment::Plotting));
    });
}

#[test]
fn r3_2_next_alone_is_a_different_line_from_next_to() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "m izumo rossia 8.5"]);
        assert!(type_line(session, "next to torpedo").contains("Japan has declared no fire"));
        assert!(type_line(session, "next").contains("Japan has declared no fire"), "this line has not named it before");
        type_line(session, "next");
        assert_eq!(session.state().segment, Segment::Torpedo);
    });
}

#[test]
fn r8_6_a_later_repair_is_named_with_the_line_that_goes_there() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "set gromoboi flotation 1 because \"test\"", "declared"]);
        let text = type_line(session, "n p");
        assert!(text.ends_with("`next to damage-control` goes there. `n p` again skips it."), "{text}");
    });
}

#[test]
fn r3_3_5_guns_with_a_possible_target_are_left_to_declare() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "2nd>v 8.5 8.9 8.9 9.1", "v>2nd", "m rossia iwate 9 gromoboi iwate 9.4"]);
        let text = type_line(session, "targets");
        assert!(text.contains("medium") && text.contains("Rossia") && text.contains("Iwate"), "{text}");
        type_lines(session, &["v>iwate m 9", "v>iwate l 9"]);
        assert!(type_line(session, "targets").contains("No guns are left that have a target at the known ranges"));
        // For a ship without a possible target, `targets` gives the reason.
        let text = type_line(session, "targets izumo");
        assert!(text.contains("Declared: Izumo at Rossia."), "{text}");
    });
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "m tokiwa rossia 13.5"]);
        let text = type_line(session, "targets tokiwa").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            text.contains("Tokiwa at Rossia, 13.5\": Tokiwa cannot fire: range 13.5\" exceeds 12.0\". [6.1]"),
            "{text}"
        );
    });
}

#[test]
fn r3_3_5_batteries_that_would_stay_silent_are_asked_about() {
    let lines = ["n g", "2nd>v 8.5 8.9 8.9 9.1", "v>2nd", "m rossia iwate 9 gromoboi iwate 9.4"];
    let frontend = one_answer("n");
    ulsan(&frontend, |session| {
        type_lines(session, &lines);
        refused(session, "fire all");
        assert_eq!(
            frontend.asides.borrow().as_slice(),
            ["Not declared: the medium and light guns of Rossia and Gromoboi; the medium guns\n  of Rurik."]
        );
        assert_eq!(
            frontend.asked.borrow().as_slice(),
            ["Russia could still fire [3.3.5]. Leave these guns silent? [Y/n] "]
        );
    });
    // No question is asked if no gun has a target at the known ranges.
    let frontend = one_answer("n");
    ulsan(&frontend, |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5", "rossia>izumo", "fire izumo"]);
        assert!(frontend.asked.borrow().is_empty());
    });
}

#[test]
fn r2_7_a_range_that_is_longer_than_the_table_or_contradicted_is_questioned() {
    ulsan(&OneAnswer::default(), |session| {
        type_line(session, "n g");
        let text = type_line(session, "m izumo rossia 85");
        assert!(text.contains("Measure again? 85.0\" from Izumo to Rossia") && text.contains("mean 8.5\"?"), "{text}");
        assert!(text.contains("the table is 72.0\" long"), "{text}");
        let text = type_line(session, "m azuma gromoboi 8.5 tokiwa gromoboi 8.5 iwate rurik 8.7");
        assert!(!text.contains("Measure again?"), "{text}");
    });
    // If true ranges contradict a range beyond sight, only that range is questioned.
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "m izumo rossia 38"]);
        let text = type_line(session, "m azuma gromoboi 8.5");
        assert!(text.contains("Measure again? 38.0\" from Izumo to Rossia") && !text.contains("? 8.5\""), "{text}");
    });
}

#[test]
fn r2_7_for_shots_in_a_line_the_likely_figure_is_offered() {
    ulsan(&OneAnswer::default(), |session| {
        type_line(session, "n g");
        let problem = refused(session, "2nd>v 85 8.9 8.9 9.1");
        assert!(hint(&problem).starts_with("If you mean 8.5\""), "{problem}");
    });
}

#[test]
fn q54_numbers_of_one_line_belong_to_one_side() {
    ulsan(&OneAnswer::default(), |session| {
        type_line(session, "n g");
        let text = type_line(session, "1>1 8.5; 2>2 8.5; 3>3 8.5; 4>3 8.7");
        for pair in ["Izumo>Rossia", "Azuma>Gromoboi", "Tokiwa>Rurik", "Iwate>Rurik"] {
            assert!(text.contains(pair), "{pair}: {text}");
        }
        assert_eq!(session.state().this_move.declarations.len(), 4);
        assert!(text.matches("was due").count() <= 1, "{text}");
        let last = text.lines().collect::<Vec<_>>().iter().rposition(|line| line.starts_with('#')).unwrap();
        assert!(text.lines().take(last).all(|line| !line.contains("was due")), "after the list: {text}");
    });
    // A name first, then numbers: they belong to that ship's side.
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "rossia>izumo 8.5; 2>2 8.5"]);
        let firers: Vec<&str> =
            session.state().this_move.declarations.iter().map(|declaration| declaration.firer.as_str()).collect();
        assert_eq!(firers, ["rossia", "gromoboi"]);
    });
}

#[test]
fn r3_3_5_out_of_turn_is_reported_once_a_side() {
    ulsan(&OneAnswer::default(), |session| {
        type_line(session, "n g");
        let text: Vec<String> = ["izumo>rossia 8.5", "azuma>gromoboi 8.9", "tokiwa>gromoboi 9", "iwate>rurik 9"]
            .map(|line| type_line(session, line))
            .into();
        let due = text.iter().filter(|text| text.contains("Russia was due to declare. [3.3.5]")).count();
        assert_eq!(due, 1, "{text:?}");
    });
}

#[test]
fn r7_5_1_duties_of_the_torpedo_segment_are_done_there() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "m izumo rossia 5", "declared"]);
        let problem = refused(session, "n damage-c");
        assert!(!problem.error.what.contains("measure the nearest"), "{problem}");
        assert!(hint(&problem).contains("`next to torpedo` goes up to it, then type: measure"), "{problem}");
        type_line(session, "next to torpedo");
        let problem = refused(session, "n");
        // The range of this pair was measured.
        let what = &problem.error.what;
        assert!(
            what.contains("(type m and the range)") && !what.contains("Izumo and Rossia (type m and the range)"),
            "{problem}"
        );
        // A number alone is the range of the pair just named.
        assert!(type_line(session, "m 4.8").contains("4.8\""));
        let read = session.state().measured_range(&Id::new("izumo"), &Id::new("rossia"));
        assert_eq!(read.map(|range| range.to_string()).as_deref(), Some("5.0"));
        // Each large ship is asked about separately, because other pairs may be within range as well. [Q58]
        type_lines(session, &["none in reach japan", "none in reach russia", "n"]);
        assert_eq!(session.state().segment, Segment::DamageControl);
    });
}

#[test]
fn a_line_that_continues_after_next_is_refused_for_that() {
    ulsan(&OneAnswer::default(), |session| {
        for line in ["n g; 2nd>v 8.5 8.9", "n damage-control; repair gromoboi B1", "n g;n"] {
            let problem = refused(session, line);
            let first = line.split(';').next().unwrap();
            let text = format!("No order may follow \"{first}\", because you must read its result first.");
            assert_eq!(problem.error.what, text, "{line}: {problem}");
        }
        assert_eq!(session.state().segment, Segment::Plotting);
    });
}

#[test]
fn r3_3_5_a_shot_that_lacks_a_range_is_offered_as_a_shot() {
    ulsan(&OneAnswer::default(), |session| {
        type_line(session, "n g");
        type_line(session, "m izumo rossia 8.5");
        let text = type_line(session, "2nd>v");
        assert!(!text.contains("then `again`"), "{text}");
        assert!(text.contains("(the range is not known this turn). With it: `azuma>gromoboi RANGE`."), "{text}");
    });
}

#[test]
fn r8_6_several_repairs_fit_one_line_each_with_its_die() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(
            session,
            &["n d", "set tokiwa flotation 1 because \"test\"", "set rurik flotation 1 because \"test\""],
        );
        // A refused line rolls no die, so it does not reveal whether the first repair would succeed.
        let entries = session.journal().entries().len();
        for (line, which) in [
            ("rep tok fl1; rep nobody fl1", "order 2 of 2, rep nobody fl1: "),
            ("rep tok fl1; rep azuma fl1", "order 2 of 2, rep azuma fl1: "),
        ] {
            let problem = refused(session, line);
            assert!(problem.error.what.starts_with(which), "{problem}");
            assert_eq!(session.journal().entries().len(), entries);
        }
        let text = type_line(session, "rep tok fl1 d 2; rep rurik fl1 d 9");
        assert!(text.contains("Tokiwa FL1") && text.contains("Rurik FL1"), "{text}");
        assert_eq!(session.state().segment, Segment::DamageControl);
    });
    // If dice are asked for, each repair asks for its own die.
    let frontend = one_answer("2");
    ulsan(&frontend, |session| {
        type_lines(
            session,
            &["dice ask", "n d", "set tokiwa flotation 1 because \"test\"", "set rurik flotation 1 because \"test\""],
        );
        type_line(session, "rep tok fl1; rep rurik fl1");
        let questions = frontend.asked.borrow();
        assert_eq!(
            questions.as_slice(),
            ["Tokiwa, repair 2 or less [8.6.1], 1 D10: ", "Rurik, repair 2 or less [8.6.1], 1 D10: "]
        );
        assert!(
            frontend.asides.borrow().iter().all(|aside| !aside.contains("repairs")),
            "printed once: {:?}",
            frontend.asides
        );
    });
}

#[test]
fn why_explains_one_ships_salvo_of_many() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "2nd>v 8.5 8.9 8.9 9.1", "v>2nd", "fire all declared"]);
        let entry = session.journal().entries().len();
        let all = type_line(session, &format!("why {entry}"));
        let reason = type_line(session, &format!("why {entry} tokiwa"));
        assert!(reason.contains("Tokiwa") && reason.lines().count() < all.lines().count() / 2, "{reason}");
        assert!(reason.lines().count() <= 23, "{reason}");
        assert!(refused(session, &format!("why {entry} naniwa")).error.what.contains("has nothing about Naniwa"));
    });
}

#[test]
fn rest_straight_says_that_ships_moved_by_hand_go_straight_on() {
    ulsan(&OneAnswer::default(), |session| {
        assert!(type_line(session, "rest straight").contains("moved by hand go straight on"));
    });
}

#[test]
fn hints_are_lines_that_can_be_typed_or_plain_advice() {
    ulsan(&OneAnswer::default(), |session| {
        let problem = refused(session, "plot 2nd F2nd");
        assert!(hint(&problem).starts_with("F and M must name another division"), "{problem}");
        let problem = refused(session, "plot 2nd CU-CR30");
        assert!(problem.error.what.contains("CU must be alone"), "{problem}");
        type_line(session, "set izumo rudder port 2 because \"test\"");
        let problem = refused(session, "plot izumo SL30");
        assert!(hint(&problem).contains("repairing ST1 in the Damage Control Segment may free it"), "{problem}");
    });
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "declared"]);
        let problem = refused(session, "izumo>rossia 8.5");
        assert_eq!(hint(&problem), "`undo` reopens them. `next` closes the segment.", "{problem}");
    });
}

#[test]
fn r3_3_1_no_person_takes_an_admirals_keyboard_and_the_log_shows_passing() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        let problem = refused(session, "pass to russia");
        assert!(problem.error.what.contains("Russia is played by an admiral"), "{problem}");
        type_line(session, "pass to referee");
        let noticed = session.journal().entries().last().cloned();
        assert!(matches!(noticed, Some(Entry::Noticed { what: Notice::Passed { to: None } })), "{noticed:?}");
        assert!(type_line(session, "log").contains("the keyboard went to the referee"));
        refused(session, "pass to russia");
        type_line(session, "pass to japan");
        let noticed = session.journal().entries().last().cloned();
        let back = Notice::Passed { to: Some("japan".to_owned()) };
        assert!(matches!(noticed, Some(Entry::Noticed { what }) if what == back));
    });
}

#[test]
fn r3_3_5_a_script_must_say_that_its_guns_stay_silent() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        type_lines(session, &["plot 2nd 2.25", "next to gunfire"]);
        let before = session.journal().commands().len();
        let problem = refused(session, "next");
        assert!(problem.error.what.contains("Japan could still declare fire"), "{problem}");
        assert_eq!((session.journal().commands().len(), hint(&problem)), (before, "declared".to_owned()));
        type_lines(session, &["declared", "next"]);
        assert!(session.journal().commands().iter().any(|applied| matches!(applied.command, Command::Fire { .. })));
    });
}

#[test]
fn r2_5_dice_in_a_line_follow_the_order_of_the_questions() {
    let frontend = one_answer("20");
    let fired = |ask: bool, faces: &str| {
        ulsan(&frontend, |session| {
            type_lines(session, &["n g", "izumo>rossia 8.5; azuma>gromoboi 8.9"]);
            type_line(session, if ask { "dice ask" } else { "dice roll" });
            session.line(&format!("fire all declared {faces}")).map(|_| {
                let commands = session.journal().commands();
                let dice = commands.last().unwrap().events.iter().flat_map(|event| &event.dice);
                let roll_text = |roll: &play::Roll<naval::model::Purpose>| match &roll.purpose {
                    naval::model::Purpose::ToHit(ship) => format!("{ship} hits {}", roll.face),
                    naval::model::Purpose::Size(ship) => format!("{ship} size {}", roll.face),
                    other => format!("{other:?} {}", roll.face),
                };
                dice.map(roll_text).collect::<Vec<String>>()
            })
        })
    };
    // Izumo hits with its first die: the size is asked for after both have rolled to hit.
    let rolls = fired(true, "dice 1 20 20 20 20 20 19").unwrap();
    assert!(rolls.contains(&"izumo hits 1".to_owned()) && rolls.contains(&"izumo size 19".to_owned()), "{rolls:?}");
    // The same order applies if the program rolls the dice that are not typed.
    let typed = fired(false, "dice 1 20 20 20 20 20 19").unwrap();
    assert_eq!(typed, rolls);
    // If there are too many dice, none is used.
    assert!(fired(true, "dice 1 20 20 20 20 20 19 3").is_err());
}

#[test]
fn r3_3_5_a_left_over_range_is_not_dropped() {
    ulsan(&OneAnswer::default(), |session| {
        type_line(session, "n g");
        let before = session.journal().entries().len();
        for line in ["2nd>v 8.6 8.5 8.9 9 9.1", "v>2nd 8.5 8.9 8.9 9.1", "2nd>v 8.6 8.5 8.9 9 9.1; v>2nd"] {
            let problem = refused(session, line).to_string();
            assert!(problem.contains("left over: 9.1)"), "{problem}");
            assert_eq!(session.journal().entries().len(), before, "nothing is declared");
        }
        assert!(type_line(session, "2nd>v 8.6 8.5 8.9 9").contains("Iwate>Rurik"));
    });
}

//! Situations that a new player met in one session at Ulsan with tape and physical dice.
use super::typing::{TypedLines, hint, measured, one_answer, refused, type_line, type_lines, ulsan};
use super::{OneAnswer, with_setup};
use naval::{Fact, Id, Naval, Segment, model::BatteryKind};
use play::journal::{Entry, Outcome};
use session::Session;

fn range_of(session: &Session<'_, Naval>, firer: &str, battery: BatteryKind) -> String {
    let declared = &session.state().this_move.declarations;
    let found =
        declared.iter().find(|declaration| declaration.firer == Id::new(firer) && declaration.battery == battery);
    found.map_or("none".to_owned(), |declaration| declaration.range.to_string())
}

/// The dice of every salvo of the last entry, by firing ship. Of an amendment, those of its first ruling.
fn dice_of(session: &Session<'_, Naval>) -> Vec<(String, Vec<u8>)> {
    let events = match session.journal().entries().last() {
        Some(Entry::Did { events, .. }) => events.clone(),
        Some(Entry::Amended { ruled, .. }) => match &ruled[0].outcome {
            Outcome::Stands(events) => events.clone(),
            Outcome::NoLongerLegal { .. } => Vec::new(),
        },
        _ => Vec::new(),
    };
    let salvo = |event: &naval::NavalEvent| match &event.fact {
        Fact::SalvoFired(salvo) => {
            Some((salvo.firer.to_string(), event.dice.iter().map(|die| die.face).collect::<Vec<u8>>()))
        }
        _ => None,
    };
    events.iter().filter_map(salvo).collect()
}

const SHOTS: [&str; 4] = ["n g", "m izumo rossia 8.5 gromoboi 8.7", "m azuma rossia 8.6", "izumo>rossia; azuma>rossia"];

#[test]
fn r2_5_dice_after_amend_are_read_like_those_after_fire() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["dice ask"]);
        type_lines(session, &SHOTS);
        let faces = "2 20 20 1 20 20 3 4 20 20";
        // Each ship has three dice to hit. The dice of both come first, then their sizes, then their penetrations.
        type_lines(session, &["fire all d 1 20 20 2 20 20 1 2 7 8"]);
        let dice = dice_of(session);
        assert_eq!(dice[0], ("izumo".to_owned(), vec![1, 20, 20, 1, 7]));
        assert_eq!(dice[1], ("azuma".to_owned(), vec![2, 20, 20, 2, 8]));
        let entry = session.journal().commands().last().unwrap().entry;
        let text = type_line(session, &format!("amend {entry} because \"misread\" dice 1 20 20 2 20 20 1 2 7 8"));
        assert_eq!(dice_of(session), dice, "the same line is the same dice: {text}");
        assert!(text.contains("in the order of the questions: to hit for all ships, then size for all"), "{text}");
        let text = type_line(session, &format!("amend {entry} because \"misread\" dice {faces}"));
        assert_eq!(dice_of(session)[0], ("izumo".to_owned(), vec![2, 20, 20, 3, 20]), "{text}");
        assert_eq!(dice_of(session)[1], ("azuma".to_owned(), vec![1, 20, 20, 4, 20]), "{text}");
        // The entry is printed as it was typed, so that it can be typed again.
        assert!(text.contains(&format!("fire all dice {faces}")), "{text}");
        let problem = refused(session, &format!("amend {entry} because \"misread\" dice {faces} 3"));
        assert!(problem.error.what.contains("1 die too many: 3"), "{problem}");
    });
}

#[test]
fn r2_5_one_ships_dice_are_amended_without_those_of_the_others() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["dice ask"]);
        type_lines(session, &SHOTS);
        type_lines(session, &["fire all d 1 20 20 2 20 20 1 2 7 8"]);
        let (fire, azuma) = (session.journal().commands().last().unwrap().entry, dice_of(session)[1].clone());
        let problem = refused(session, &format!("amend {fire} izumo dice 1 20"));
        assert_eq!(hint(&problem), format!("type all its dice in order: amend {fire} izumo dice ..."));
        let problem = refused(session, &format!("amend {fire} izumo because \"misread\" dice 20 20 20 3"));
        assert!(problem.error.what.contains("1 die too many: 3"), "{problem}");
        let problem = refused(session, &format!("amend {fire} tokiwa dice 20 20 20"));
        assert!(problem.error.what.contains("has no dice of tokiwa"), "{problem}");
        let text = type_line(session, &format!("amend {fire} izumo because \"misread\" dice 20 19 18"));
        assert_eq!(dice_of(session), [("izumo".to_owned(), vec![20, 19, 18]), azuma], "{text}");
        let Some(Entry::Amended { because, .. }) = session.journal().entries().last() else { panic!("{text}") };
        assert_eq!(because.as_deref(), Some("misread"));
        session.journal().verify().unwrap();
    });
}

/// A reason is read before or after the correction, whatever the correction is.
#[test]
fn r2_5_the_reason_of_an_amendment_may_stand_at_its_end() {
    ulsan(&one_answer(""), |session| {
        type_lines(
            session,
            &["n g", "dice ask", "m izumo rossia 8.5", "izumo>rossia", "fire all declared d 1 20 20 2 8"],
        );
        let fire = session.journal().commands().last().unwrap().entry;
        for correction in ["dice 20 20 20", "izumo dice 20 19 18", "range 8.5 visibility extreme", "fire all"] {
            let before = session.journal().entries().len();
            let text = type_line(session, &format!("amend {fire} {correction} because \"misread\""));
            let Some(Entry::Amended { because, .. }) = session.journal().entries().last() else { panic!("{text}") };
            assert_eq!(because.as_deref(), Some("misread"), "{correction}");
            assert_eq!(session.journal().entries().len(), before + 1);
            type_lines(session, &["undo because \"a trial\""]);
        }
        // The near miss: no dice stand before the reason.
        let problem = refused(session, &format!("amend {fire} izumo dice because \"misread\""));
        assert!(problem.error.what.contains("There are no dice after"), "{problem}");
        let problem = refused(session, &format!("amend {fire} dice 20 20 20 because \" \""));
        assert!(problem.error.what.contains("`because` needs a reason"), "{problem}");
    });
}

#[test]
fn amend_of_a_fire_changes_the_declaration_it_depends_on() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &SHOTS);
        type_lines(session, &["fire all"]);
        let fire = session.journal().commands().last().unwrap().entry;
        let declared: Vec<usize> = (fire - 2..fire).collect();
        let problem = refused(session, &format!("amend {fire} range 8.9"));
        let lines = format!("`amend {} range 8.9` for Izumo, `amend {} range 8.9` for Azuma", declared[0], declared[1]);
        assert_eq!(hint(&problem), lines, "{problem}");
        let text = type_line(session, &format!("amend {fire} because \"misread\" izumo range 8.9"));
        assert!(text.starts_with(&format!("#{} is now: target izumo at rossia range 8.9", declared[0])), "{text}");
        // With one shot it is clear which declaration is meant.
        type_lines(
            session,
            &["undo because \"a trial\"", "undo because \"a trial\"", "undo", "izumo>rossia", "fire all"],
        );
        let fire = session.journal().commands().last().unwrap().entry;
        let text = type_line(session, &format!("amend {fire} because \"misread\" range 8.9"));
        assert!(text.starts_with(&format!("#{} is now: target izumo at rossia range 8.9", fire - 1)), "{text}");
        session.journal().verify().unwrap();
    });
}

/// After undoing a salvo, the same salvo does not need its dice typed again.
#[test]
fn r2_5_dice_of_an_undone_salvo_are_offered_again() {
    let begin = ["n g", "dice ask", "m izumo rossia 8.5", "izumo>rossia", "fire all declared d 1 20 20 2 8"];
    let again = |answers: &[&'static str], line: &str| {
        let frontend = TypedLines::then_stops(answers);
        let done = with_setup(measured("ulsan"), &frontend, |session| {
            type_lines(session, &begin);
            let before = dice_of(session);
            type_line(session, "undo because \"a trial\"");
            let done = session.line(line).map(|_| (before, dice_of(session))).map_err(|problem| problem.is_stopped());
            session.journal().verify().unwrap();
            done
        });
        (frontend.questions.into_inner().first().cloned(), done)
    };
    let offer = Some("Use the same dice, 1 20 20 2 8? [Y/n] ".to_owned());
    for answer in ["", "y"] {
        let (questions, done) = again(&[answer], "fire all declared");
        assert_eq!(questions, offer);
        let (before, after) = done.unwrap();
        assert_eq!(before, after);
    }
    // Other dice may replace them, all at once or one by one.
    for answers in [&["20 19 18"][..], &["n", "20 19 18"]] {
        let (questions, done) = again(answers, "fire all declared");
        assert_eq!(questions, offer);
        assert_eq!(done.unwrap().1, [("izumo".to_owned(), vec![20, 19, 18])]);
    }
    assert_eq!(again(&["<"], "fire all declared").1, Err(true), "the command is cancelled");
    // Dice after the order replace them, and a different order asks for new dice.
    assert_eq!(again(&[], "fire all declared d 20 19 18").0, None);
    let (questions, _) = again(&["20"], "izumo>gromoboi 8.5; fire all declared");
    assert!(questions != offer, "{questions:?}");
}

#[test]
fn r2_5_a_script_types_the_dice_of_an_amendment_ship_by_ship() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &SHOTS);
        type_lines(session, &["fire all declared dice 1 20 20 1 7 2 20 20 2 8"]);
        let entry = session.journal().commands().last().unwrap().entry;
        type_lines(session, &[&format!("amend {entry} because \"misread\" dice 2 20 20 3 20 1 20 20 4 20")]);
        assert_eq!(dice_of(session)[0], ("izumo".to_owned(), vec![2, 20, 20, 3, 20]));
        assert_eq!(dice_of(session)[1], ("azuma".to_owned(), vec![1, 20, 20, 4, 20]));
    });
}

#[test]
fn r2_7_ranges_of_two_lines_match_the_number_of_pairs() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g"]);
        let problem = refused(session, "m 2nd v 8.6 8.5 8.9 9 9.1 9.4");
        assert!(problem.error.what.contains("has 6 ranges for 4 pairs of ships (left over: 9.1 9.4)"), "{problem}");
        assert!(session.state().this_move.measures.is_empty());
        let text = type_line(session, "m 2nd v 9.1 8.0");
        assert!(text.ends_with("Not measured: Tokiwa to Rurik, Iwate to Rurik."), "{text}");
        let text = type_line(session, "m 2nd v 9.1 8.0 8.2 8.4");
        assert!(!text.contains("Not measured"), "{text}");
    });
}

#[test]
fn r2_7_one_slip_in_a_line_is_reported_once() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "m 2nd v 8.5 8.4 8.5 8.6", "n p", "n g"]);
        let text = type_line(session, "m 2nd v 70 8.4 8.5 8.6");
        assert_eq!(text.matches("Measure again? 70.0\" from Izumo").count(), 1, "{text}");
    });
}

#[test]
fn r2_7_a_range_typed_again_applies_to_declared_guns() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "v>iwate m 7.6 7.6 7.6"]);
        type_lines(session, &["v>iwate m 9.8 8.4 7.6"]);
        let ranges = |session: &Session<'_, Naval>| {
            ["rossia", "gromoboi", "rurik"].map(|ship| range_of(session, ship, BatteryKind::Medium))
        };
        assert_eq!(ranges(session), ["9.8", "8.4", "7.6"]);
        let text = type_line(session, "rossia>iwate m 9.7");
        assert!(text.contains("9.7\"") && ranges(session)[0] == "9.7", "{text}");
        let problem = refused(session, "rossia>iwate m 9.7");
        assert!(problem.error.what.contains("are already declared at Iwate"), "{problem}");
    });
}

#[test]
fn r3_3_5_a_line_for_a_division_is_not_out_of_turn_with_itself() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g"]);
        let text = type_line(session, "2nd>v 8.5 8.9 8.9 9.1");
        assert!(!text.contains("was due to declare"), "{text}");
        let text = type_line(session, "v>2nd");
        assert!(!text.contains("was due to declare"), "{text}");
    });
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5"]);
        let text = type_line(session, "azuma>rossia 8.6");
        assert!(text.contains("Russia was due to declare."), "{text}");
    });
}

#[test]
fn r6_5_1_the_failed_roll_of_three_is_named() {
    let fired = |faces: &str| {
        ulsan(&one_answer(""), |session| {
            type_lines(session, &["n g", "izumo>rossia 8.5"]);
            type_line(session, &format!("fire izumo dice {faces}"))
        })
    };
    for (faces, end) in [("20 20 20", "  no hit"), ("1 20 20 20", " | 20  size failed"), ("1 20 20 1 1", "  1 pen")] {
        assert!(fired(faces).ends_with(end), "{}", fired(faces));
    }
}

#[test]
fn r5_7_rest_straight_is_answered_if_ships_are_moved_by_hand() {
    ulsan(&one_answer(""), |session| {
        let text = type_line(session, "rest straight");
        assert_eq!(text, "No plots are needed: ships moved by hand go straight on unless plotted.");
    });
}

#[test]
fn q57_an_unplotted_division_reports_its_flagships_speed_limit_once() {
    let line = "Vladivostok cruisers, unplotted, stay at 1.0\". [5.8.3]";
    let times = |text: &str| text.lines().filter(|other| *other == line).count();
    for closing_line in ["next", "next to sighting"] {
        ulsan(&one_answer(""), |session| {
            type_line(session, "set rossia top 0 because \"boilers\"");
            assert_eq!(times(&type_line(session, "rest straight")), 1);
            let mut text = type_line(session, closing_line);
            if times(&text) == 0 {
                text = type_line(session, closing_line);
            }
            assert_eq!(times(&text), 1, "{closing_line}: {text}");
            assert!(!text.contains("Gromoboi makes 1.0"), "one line is enough: {text}");
        });
    }
    // A plot states its own speed, and a flagship within an inch slows no ship.
    for lines in [
        &["set rossia top 0 because \"boilers\"", "plot vladivostok 1"][..],
        &["set rossia top 1.5 because \"boilers\""],
    ] {
        ulsan(&one_answer(""), |session| {
            type_lines(session, lines);
            assert!(!type_line(session, "next").contains("unplotted"));
        });
    }
}

#[test]
fn r2_7_an_amendment_may_state_only_what_changes() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "m rossia iwate 8.5 izumo 8.6", "rossia>iwate m 7.6"]);
        let entry = session.journal().commands().last().unwrap().entry;
        let declared = |session: &Session<'_, Naval>| {
            let declaration = session.state().this_move.declarations[0].clone();
            (declaration.target.to_string(), declaration.battery, declaration.range.to_string())
        };
        let medium = BatteryKind::Medium;
        for (line, target, battery, range) in [
            ("range 9.8", "iwate", medium, "9.8"),
            ("9.7", "iwate", medium, "9.7"),
            ("rossia>iwate m 9.6", "iwate", medium, "9.6"),
            ("battery big", "iwate", BatteryKind::Big, "9.6"),
            ("m", "iwate", medium, "9.6"),
            ("at izumo 9.5", "izumo", medium, "9.5"),
            ("at izumo", "izumo", medium, "8.6"),
        ] {
            let text = type_line(session, &format!("amend {entry} {line}"));
            assert_eq!(declared(session), (target.to_owned(), battery, range.to_owned()), "{line}: {text}");
        }
        let problem = refused(session, &format!("amend {entry} ranges"));
        assert!(hint(&problem).contains("range 9.8"), "{problem}");
        type_lines(session, &["m tokiwa rurik 9.1"]);
        let tape = session.journal().commands().last().unwrap().entry;
        type_lines(session, &[&format!("amend {tape} 9.3")]);
        let read = session.state().measured_range(&Id::new("tokiwa"), &Id::new("rurik"));
        assert_eq!(read.map(|range| range.to_string()).as_deref(), Some("9.3"));
    });
}

#[test]
fn r8_6_2_no_hint_offers_a_repair_that_is_past_trying() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["next to damage-control", "set tokiwa flotation 1 because \"test\""]);
        type_lines(session, &["repair tokiwa fl1 dice 10"]);
        assert_eq!(hint(&refused(session, "repair tokiwa fl1")), "none of its hits can be repaired any more.");
    });
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["next to damage-control", "set tokiwa flotation 1 because \"test\""]);
        type_lines(session, &["repair tokiwa fl1 dice 8"]);
        assert_eq!(hint(&refused(session, "repair tokiwa fl1")), "it may try again next turn.");
    });
}

#[test]
fn r3_3_5_after_the_fire_no_hint_offers_to_undo_it() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5", "fire izumo dice 20 20 20"]);
        let problem = refused(session, "azuma>rossia 8.6");
        assert_eq!(hint(&problem), "the guns have fired: `next` closes the segment.", "{problem}");
    });
}

#[test]
fn r9_3_a_person_chooses_the_edge_for_a_ship_without_a_position() {
    let exit_rurik = |answer: &'static str| {
        let frontend = one_answer(answer);
        let text = ulsan(&frontend, |session| {
            type_lines(session, &["set rule 1 off because \"test\"", "next"]);
            type_line(session, "exit rurik")
        });
        (text, frontend.asked.borrow().join("\n"))
    };
    let (text, questions) = exit_rurik("");
    assert!(
        text.contains("by its friendly edge and is safe")
            && questions.contains("does Rurik leave by: its own northern one (Enter)"),
        "{text} {questions}"
    );
    let (text, _) = exit_rurik("east");
    assert!(text.contains("leaves the table and is out of play"), "{text}");
}

#[test]
fn r3_2_fire_in_the_wrong_segment_is_refused_without_a_question() {
    let frontend = one_answer("");
    ulsan(&frontend, |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5", "next waive \"test\""]);
        let problem = refused(session, "fire all dice 3");
        assert!(problem.error.what.contains("belongs in the Gunfire Segment"), "{problem}");
        assert!(frontend.asked.borrow().is_empty(), "{:?}", frontend.asked.borrow());
        assert_eq!(session.state().segment, Segment::Torpedo);
    });
}

#[test]
fn r7_5_1_the_nearest_two_are_a_pair_not_measured_this_turn() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "m izumo rossia 5", "declared", "next to torpedo"]);
        let text = type_line(session, "duties");
        let (named, _) = text.split_once(" (type m and the range)").unwrap_or_else(|| panic!("{text}"));
        assert!(!named.ends_with("Izumo and Rossia"), "{text}");
    });
}

#[test]
fn r6_5_5_batteries_at_several_ranges_show_all_ranges() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "v>iwate m 7.6 7.0 9.2"]);
        let text = type_line(session, "fire all dice 10");
        assert!(text.contains("medium 7.0 to 9.2\""), "{text}");
    });
}

#[test]
fn r7_5_1_the_pair_whose_range_settles_the_duty_is_named() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g", "m izumo rurik 9.2"]);
        let mut named = 0;
        while let Some(hint) = session.line("n d").err().map(|problem| hint(&problem)) {
            let two = hint.split_once(" (type m and the range)").and_then(|(named, _)| named.rsplit("measure ").next());
            let Some((left, right)) = two.and_then(|two| two.split_once(" and ")) else { panic!("{hint}") };
            // The range of the nearest pair was measured already.
            assert!(!hint.contains("nearest") && !hint.contains("measure Izumo and Rurik"), "{hint}");
            assert!(
                session.state().measured_range(&Id::new(left.to_lowercase()), &Id::new(right.to_lowercase())).is_none()
            );
            type_line(session, &format!("m {left} {right} 16.3"));
            named += 1;
            assert!(named < 9, "{hint}");
        }
        assert!(0 < named, "the torpedo duty was due");
    });
}

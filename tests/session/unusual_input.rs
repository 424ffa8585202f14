//! Unusual and mistaken input of players who know only the guide: hints offer legal lines, and answers are short.
use super::typing::{measured, refused, type_line, type_lines};
use super::{OneAnswer, with_setup};
use naval::model::{BatteryKind, FiringArc};
use naval::{Id, Naval, Segment};
use session::{Refusal, Session};
use std::cell::RefCell;

/// The lines of a terminal screen, without the prompt.
const SCREEN: usize = 23;
const COLUMNS: usize = 80;

fn ulsan<T>(play: impl FnOnce(&mut Session<'_, Naval>) -> T) -> T {
    with_setup(measured("ulsan"), &OneAnswer::default(), play)
}

/// The lines that a hint quotes to be typed.
fn offered(problem: &Refusal) -> Vec<String> {
    let hint = problem.error.hint.as_ref().map(ToString::to_string).unwrap_or_default();
    hint.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// All lines that `targets` offers, as they would be typed.
fn targets(session: &mut Session<'_, Naval>, words: &str) -> Vec<String> {
    let answer = session.line(&format!("targets {words}")).unwrap();
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let rows = answer.json["targets"].as_array().cloned().unwrap_or_default();
    let lines_of = |row: &serde_json::Value| {
        let guns = row["guns"].as_array().cloned().unwrap_or_default();
        let pair = (word(&row["from"]), word(&row["at"]));
        guns.iter().map(|gun| format!("target {} at {} battery {}", pair.0, pair.1, word(gun))).collect::<Vec<_>>()
    };
    rows.iter().flat_map(lines_of).collect()
}

/// Asserts that each line is accepted by itself, and undoes it.
fn assert_all_accepted(session: &mut Session<'_, Naval>, lines: &[String]) {
    for line in lines {
        let before = session.journal().commands().len();
        type_line(session, line);
        let first = session.journal().commands()[before].entry;
        type_line(session, &format!("undo {first} because \"a trial\""));
    }
}

#[test]
fn r6_5_10_no_battery_is_offered_a_large_target_that_big_guns_have() {
    ulsan(|session| {
        type_lines(session, &["n g", "m 2nd v 8.5 8.9 8.9 9.1", "2nd>v 8.5 8.9 8.9 9.1", "v>2nd"]);
        for ship in ["rossia", "gromoboi", "rurik", "izumo", "2nd", "v", ""] {
            let lines = targets(session, ship);
            assert!(lines.iter().all(|line| !line.contains("battery big")), "{ship}: {lines:?}");
            assert_all_accepted(session, &lines);
        }
        // No big guns have Iwate as a target, so Rossia's medium and light batteries may fire at it.
        type_line(session, "measure rossia iwate 9");
        let lines = targets(session, "rossia");
        assert_eq!(lines, ["target rossia at iwate battery medium", "target rossia at iwate battery light"]);
        assert!(type_line(session, "targets izumo").contains("Declared: Izumo at Rossia."));
        // The refusal offers Iwate and no other ship.
        let problem = refused(session, "rossia>azuma 9 m");
        assert!(problem.error.what.contains("Gromoboi has declared big guns at it"), "{problem}");
        let lines = offered(&problem);
        assert_eq!(lines, ["target rossia at iwate battery medium"], "{problem}");
        assert_all_accepted(session, &lines);
        // If no target is left, none is named.
        type_line(session, "rossia>iwate m");
        let problem = refused(session, "izumo>gromoboi 9 m");
        assert_eq!(offered(&problem), [""; 0], "{problem}");
    });
}

#[test]
fn r2_7_a_forgotten_decimal_point_in_a_shot_is_questioned() {
    ulsan(|session| {
        type_lines(session, &["n g"]);
        for line in ["azuma>gromoboi 78", "target azuma at gromoboi range 78"] {
            let problem = refused(session, line);
            let hint = "did you mean 7.8\"? If not: a range within the sighting range sights it: `measure azuma gromoboi RANGE`.";
            assert_eq!(problem.error.hint.as_ref().map(ToString::to_string).as_deref(), Some(hint), "{problem}");
        }
        // An impossible range is refused without a question: the ship was 8.9" away a moment ago.
        type_lines(session, &["measure azuma gromoboi 8.9"]);
        let problem = refused(session, "azuma>gromoboi 30");
        assert!(!problem.error.hint.as_ref().map(ToString::to_string).unwrap_or_default().contains("3.0"), "{problem}");
        let problem = refused(session, "2nd>v 85 8.9");
        assert!(problem.error.what.contains("No shot of \"2nd>v 85 8.9\" is declared: Izumo"), "{problem}");
    });
}

#[test]
fn r6_4_1_a_shot_that_needs_a_broadside_gets_the_lines_to_type() {
    ulsan(|session| {
        type_lines(session, &["n g"]);
        let big = session.state().ship(&Id::new("rurik")).unwrap().card.big.clone().unwrap();
        let is_port_only = |mount: &&naval::model::Mount| {
            mount.arcs.contains(&FiringArc::Port) && !mount.arcs.contains(&FiringArc::Starboard)
        };
        let lost = big.mounts.iter().find(is_port_only).unwrap().id.to_string();
        type_line(session, &format!("set rurik mounts {lost} because \"a trial\""));
        let problem = refused(session, "rurik>izumo 8.5");
        let lines = offered(&problem);
        assert!(lines.len() == 2 && lines.iter().all(|line| line.contains("range 8.5")), "{problem}");
        assert_all_accepted(session, &lines);
    });
}

#[test]
fn r7_5_1_the_torpedo_duty_is_due_only_if_ships_may_have_come_near() {
    // The lines that up to three refusals offer settle every duty.
    let close_segment = |session: &mut Session<'_, Naval>| {
        for _ in 0..3 {
            let Err(problem) = session.line("next") else { return };
            assert!(offered(&problem)[0].starts_with("none in reach "), "{problem}");
            type_line(session, &offered(&problem)[0]);
        }
    };
    let at_torpedoes = |ranges: &[&str]| {
        ulsan(|session| {
            type_lines(session, ranges);
            type_lines(session, &["next to torpedo"]);
            close_segment(session);
            type_lines(session, &["next to plotting", "next to torpedo"]);
            let text = type_line(session, "duties");
            close_segment(session);
            assert!(session.state().segment != Segment::Torpedo, "{text}");
            text
        })
    };
    let near = at_torpedoes(&["next to sighting", "measure izumo rossia 12"]);
    assert!(
        near.contains("measure the nearest two, Izumo and Rossia (type m and the range), or `none in reach "),
        "{near}"
    );
    let far = at_torpedoes(&["next to sighting", "sight izumo", "sight rossia", "measure izumo rossia 40"]);
    assert!(far.contains("Nothing is due"), "{far}");
}

#[test]
fn again_without_ranges_takes_at_most_two_lines_in_a_large_battle() {
    with_setup(measured("jutland-run-south"), &OneAnswer::default(), |session| {
        type_lines(session, &["next to sighting"]);
        let ships_of = |side: &str| -> Vec<String> {
            let ships =
                session.state().ships_in_action().filter(|ship| ship.side.as_str() == side && ship.card.big.is_some());
            ships.map(|ship| ship.id.to_string()).take(9).collect()
        };
        let sides: Vec<String> = session.state().setup.sides.iter().map(|side| side.id.to_string()).collect();
        let (ours, enemies) = (ships_of(&sides[0]), ships_of(&sides[1]));
        let pairs: Vec<(&String, &String)> = ours.iter().zip(enemies.iter().cycle()).collect();
        type_lines(session, &["next to gunfire"]);
        for (left, right) in &pairs {
            let _shot = session.line(&format!("{left}>{right} 9"));
            let _return_shot = session.line(&format!("{right}>{left} 9"));
        }
        let shots = session.state().this_move.declarations.len();
        assert!(8 < shots, "{shots}");
        type_lines(session, &["fire all declared"]);
        for _ in 0..9 {
            if session.state().turn == 2 && session.state().segment == Segment::Plotting {
                break;
            }
            if session.line("next").is_err() {
                type_line(session, "next waive \"a trial\"");
            }
        }
        type_lines(session, &["next to gunfire"]);
        let text = type_line(session, "again");
        let screen_rows = text.lines().map(|line| line.chars().count().div_ceil(COLUMNS)).sum::<usize>();
        assert!(text.lines().count() <= 2 && screen_rows <= 4, "{text}");
        assert!(text.contains(" more (the range is not known this turn)."), "{text}");
    });
}

#[test]
fn medium_and_light_guns_at_one_target_share_a_line() {
    ulsan(|session| {
        type_lines(session, &["n g", "rossia>izumo 8.5"]);
        let text = type_line(session, "rossia>iwate 9");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains("Rossia>Iwate medium, light 9.0\""), "{text}");
        let status = type_line(session, "status");
        assert!(status.contains("Rossia declares its medium and light guns at Iwate"), "{status}");
        assert_eq!(status.matches("Rossia declares").count(), 2, "{status}");
    });
}

#[test]
fn batteries_of_one_ship_shorten_like_those_of_a_division() {
    ulsan(|session| {
        type_lines(session, &["n g", "izumo>rossia 8.5", "rossia>iwate 9 m"]);
        let last = session.state().this_move.declarations.last().unwrap();
        assert_eq!((last.firer.as_str(), last.battery), ("rossia", BatteryKind::Medium));
        type_line(session, "gromoboi>iwate 9 l; rurik>iwate 9 med");
        assert_eq!(session.state().this_move.declarations.len(), 4);
    });
}

#[test]
fn help_fits_a_screen_and_lists_every_command_once() {
    ulsan(|session| {
        let text = type_line(session, "help");
        assert!(text.lines().count() <= SCREEN, "{} lines:\n{text}", text.lines().count());
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        let groups: Vec<&str> = text.lines().take_while(|line| !line.contains('>')).collect();
        let words: Vec<&str> = groups.iter().flat_map(|line| line.split_whitespace()).collect();
        for row in naval::notation::all_verbs() {
            let times = words.iter().filter(|word| **word == row.word).count();
            // Names of groups count as words too.
            assert!((1..=2).contains(&times), "{} stands {times} times", row.word);
            assert!(
                type_line(session, "help all").contains(&format!("  {:<14} {}", row.word, row.summary)),
                "{}",
                row.word
            );
        }
        assert!(type_line(session, "help all straight").contains("usage:   all straight"));
        assert!(type_line(session, "help fire").contains("usage:   fire all"));
    });
}

#[test]
fn the_fire_of_a_side_is_one_duty_and_next_counts_like_duties() {
    ulsan(|session| {
        type_lines(session, &["n g", "2nd>v 8.5 8.9", "v>2nd", "v>4 m 9"]);
        let text = type_line(session, "duties");
        assert_eq!(
            text,
            "Izumo, Azuma, Tokiwa and Iwate of Japan have fire to resolve: fire all. [3.3.5]\n\
             Rossia, Gromoboi and Rurik of Russia have fire to resolve: fire all. [3.3.5]"
        );
        let refusal = refused(session, "next").error.what;
        assert!(refusal.contains("Russia have fire to resolve") && !refusal.contains("more"), "{refusal}");
    });
    // A single shot is named by itself.
    ulsan(|session| {
        type_lines(session, &["n g", "izumo>rossia 8.5"]);
        assert_eq!(type_line(session, "duties"), "Izumo has declared its big guns at Rossia: fire izumo. [3.3.5]");
    });
    // If the refusal cuts the list, it counts the rest as `duties` does.
    super::with_scenario("jutland-run-south", &OneAnswer::default(), |session| {
        let refusal = refused(session, "next").error.what;
        let more: usize = refusal.split(" more (").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        assert_eq!(
            type_line(session, "duties").lines().filter(|line| line.contains(": plot ")).count(),
            more + 1,
            "{refusal}"
        );
    });
}

#[test]
fn enter_at_the_question_about_silent_guns_is_the_offered_answer() {
    for (answer, fires) in [("", true), ("y", true), ("d", true), ("declared", true), ("n", false), ("no", false)] {
        let frontend = OneAnswer { answer: Some(answer), ..OneAnswer::default() };
        with_setup(measured("ulsan"), &frontend, |session| {
            type_lines(session, &["n g", "izumo>rossia 8.5"]);
            let fired = session.line("fire all");
            assert_eq!(fired.is_ok(), fires, "{answer}");
            let questions = frontend.asked.borrow();
            let question = "Russia could still fire [3.3.5]. Leave these guns silent? [Y/n] ";
            assert_eq!(questions.as_slice(), [question], "once, about the side that has declared none");
            assert_eq!(frontend.asides.borrow().as_slice(), ["Not declared: Rossia."]);
        });
    }
}

#[test]
fn r2_7_several_ranges_fit_one_line() {
    ulsan(|session| {
        type_lines(session, &["next to sighting"]);
        let text = type_line(session, "m izumo ross 8.5 grom 8.7 rurik 9.1");
        assert_eq!(
            text,
            "Izumo to Rossia 8.5\", Gromoboi 8.7\", Rurik 9.1\". [2.7]\n\
             Izumo, Rossia, Gromoboi and Rurik are sighted. [4.3]"
        );
        let range = |session: &Session<'_, Naval>, left: &str, right: &str| {
            session.state().measured_range(&Id::new(left), &Id::new(right)).map(|range| range.to_string())
        };
        assert_eq!(range(session, "rurik", "izumo").as_deref(), Some("9.1"));
        // Line against line in order, and other pairs.
        let text = type_line(session, "m 2nd v 8.4 8.6 8.7 8.9");
        assert!(text.contains("Azuma to Gromoboi 8.6\"; Tokiwa to Rurik 8.7\"; Iwate to Rurik 8.9\". [2.7]"), "{text}");
        assert!(text.contains("8.5"), "the replaced range is named: {text}");
        assert_eq!(range(session, "iwate", "rurik").as_deref(), Some("8.9"));
        let text = type_line(session, "measure azuma to rossia 9 tokiwa to gromoboi 9.1");
        assert!(text.starts_with("Azuma to Rossia 9.0\"; Tokiwa to Gromoboi 9.1\""), "{text}");
        // Repeated ranges are unchanged; one line records all or none.
        assert_eq!(type_line(session, "m azuma rossia 9 gromoboi 8.6"), "These ranges are unchanged.");
        let entries = session.journal().entries().len();
        let problem = refused(session, "m azuma rossia 9.2 tokiwa 9.1");
        assert!(problem.error.what.contains("order 2 of 2"), "{problem}");
        refused(session, "m 2nd v 8 8 8 8 8");
        refused(session, "m 2nd v 8 9 arc");
        assert_eq!(session.journal().entries().len(), entries);
        // A slip among them is reported.
        let text = type_line(session, "m azuma rossia 90 gromoboi 8.7");
        assert!(text.contains("Measure again? 90.0\""), "{text}");
    });
}

#[test]
fn q54_an_unknown_number_is_answered_with_the_valid_ones() {
    ulsan(|session| {
        type_lines(session, &["n g"]);
        let problem = refused(session, "1>5 8.5");
        assert_eq!(problem.error.what, "No enemy ship has the number 5: each side counts from 1.");
        assert_eq!(
            problem.error.hint.as_ref().map(ToString::to_string).as_deref(),
            Some("Russia: 1 rossia, 2 gromoboi, 3 rurik")
        );
        // `status` shows these numbers.
        let status = type_line(session, "status");
        for ship in session.state().ships.iter().filter(|ship| ship.is_on_table()) {
            let Some(number) = ship.number else { continue };
            let row = status.lines().find(|line| line.starts_with(&ship.card.name)).unwrap();
            let shown = row.split_whitespace().find_map(|word| word.parse::<u8>().ok());
            assert_eq!(shown, Some(number), "{row}");
        }
        assert!(type_line(session, "3>2 8.9").contains("Tokiwa>Gromoboi"));
    });
    // The map shows them beside the ships.
    super::with_scenario("ulsan", &OneAnswer::default(), |session| {
        let view = naval::view::View::referee(session.state());
        let scene = show::map::scene(&view);
        let window = show::map::Window::whole_table(scene.table);
        let map = show::map::terminal_map(&scene, window, COLUMNS, show::map::CharacterSet::Unicode).plain();
        assert!(map.contains("Izumo (1)") && map.contains("Rurik (3)"), "{map}");
    });
}

#[test]
fn a_division_with_a_plural_name_takes_a_plural_verb() {
    ulsan(|session| {
        assert_eq!(type_line(session, "plot v SR30"), "Vladivostok cruisers plot SR30. [5.7]");
        assert_eq!(type_line(session, "plot 2nd SR30"), "2nd Division plots SR30. [5.7]");
    });
    ulsan(|session| assert_eq!(type_line(session, "plot v 2.25"), "Vladivostok cruisers make 2.25\". [5.5]"));
}

/// The log folds a sentence once, and the terminal does not fold it again.
#[test]
fn the_log_folds_no_sentence_twice() {
    let text = "Remember special rule 2: Rurik keeps her place at the tail of the Russian line; a column turn past the \
                Japanese may not leave her on the engaged side alone by choice, and nobody else takes it. [9.2]";
    for (fate, lead) in [(show::log::EntryFate::Effective, 6), (show::log::EntryFate::Undone, 8)] {
        let entry = show::lines::wrapped(&show::log::entry_text(6, "next", text, fate), COLUMNS);
        let shown: Vec<&str> = entry.lines().skip(1).map(|line| &line[lead..]).collect();
        assert_eq!(shown.len(), 3, "{entry}");
        assert!(shown[1..].iter().all(|line| line.starts_with("  ") && !line.starts_with("   ")), "{entry}");
        for pair in shown.windows(2) {
            let next = pair[1].split_whitespace().next().unwrap();
            assert!(COLUMNS - lead < pair[0].len() + 2 + 1 + next.len(), "{entry}");
        }
    }
}

#[test]
fn reports_of_plots_stay_short_in_a_large_battle() {
    for scenario in ["jutland-run-south", "tsushima", "dogger-bank"] {
        with_setup(measured(scenario), &OneAnswer::default(), |session| {
            let text = type_line(session, "next");
            let message = text.lines().find(|line| line.starts_with("Plotted: ")).unwrap_or_default();
            assert!(message.chars().count() <= 3 * COLUMNS, "{scenario}: {message}");
        });
    }
}

/// A table with physical dice: the answers still to come, the last one first, and the texts shown to ask for dice.
struct Dice {
    answers: RefCell<Vec<&'static str>>,
    asked: RefCell<Vec<String>>,
}

impl session::Frontend for Dice {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, question: &str) -> Result<session::Input, Refusal> {
        self.asked.borrow_mut().push(question.to_owned());
        Ok(self.answers.borrow_mut().pop().map_or(session::Input::End, |line| session::Input::Line(line.to_owned())))
    }
    plain_frontend!();
    fn aside(&self, words: &str) {
        if words.starts_with("To hit") {
            self.asked.borrow_mut().push(words.to_owned());
        }
    }
}

/// Fires all at Ulsan with these answers; returns the questions, the recorded dice and the text.
fn fired(answers: &[&'static str]) -> (Vec<String>, Vec<u8>, String) {
    let answers: Vec<&'static str> = answers.iter().rev().copied().collect();
    let frontend = Dice { answers: RefCell::new(answers), asked: RefCell::default() };
    let (faces, text) = with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["dice ask", "n g", "izumo>rossia 8.5", "rossia>izumo 8.5", "azuma>rossia 8.9"]);
        let text = session.line("fire all declared").map_or_else(|problem| problem.to_string(), |text| text.text);
        let last = session.journal().commands().last().map(|applied| applied.events.to_vec()).unwrap_or_default();
        (last.iter().flat_map(|event| &event.dice).map(|roll| roll.face).collect(), text)
    });
    (frontend.asked.into_inner(), faces, text)
}

#[test]
fn r2_5_dice_of_several_salvoes_are_asked_together_and_kept_in_order() {
    const TO_HIT: &str = "To hit [6.5.1], 3 or less: Izumo x2, Azuma x3; 1 or less: Rossia x2.";
    // Izumo hits once, Azuma twice, Rossia never: sizes are asked together, then penetration.
    let (questions, faces, text) = fired(&["1 20, 1 1, 20 20", "20", "5 / 20 5", "7 20"]);
    assert_eq!(questions[..3], [TO_HIT, "7 D20: ", "7 D20, 1 more: "], "{text}");
    assert_eq!(questions[3], "Size [6.5.1], 10 or less: Izumo, Azuma x2, 3 D20: ", "{questions:?}");
    assert!(questions[4].starts_with("Penetration [6.5.1], ") && questions[4].ends_with("2 D20: "), "{questions:?}");
    // Each salvo has its own dice, as if asked for one by one.
    assert_eq!(faces, [1, 20, 5, 7, 20, 20, 1, 1, 20, 20, 5, 20], "{text}");
    // `<` undoes the previous answer.
    let (questions, faces, _) = fired(&["1 20 1 1 20 20 20", "<", "20 20 20 20 20 20 20"]);
    assert_eq!(questions, [TO_HIT, "7 D20: ", "Size [6.5.1], 10 or less: Izumo, Azuma x2, 3 D20: ", TO_HIT, "7 D20: "]);
    assert!(faces.iter().all(|face| *face == 20) && faces.len() == 7, "{faces:?}");
}

/// The to-hit number of these ships comes from a different paragraph, and the question cites it.
#[test]
fn r6_5_1_4_ships_that_need_a_natural_1_are_asked_for_separately() {
    let frontend = Dice { answers: RefCell::new(vec!["20 20 20 20"]), asked: RefCell::default() };
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["dice ask", "n g", "izumo>rossia 8.5", "rossia>izumo 8.5"]);
        type_lines(session, &["gromoboi>izumo 8.5 turned 30 courses 45", "rurik>izumo 8.5 turned 30 courses 45"]);
        drop(session.line("fire all declared"));
    });
    let questions = frontend.asked.into_inner();
    assert!(questions[0].starts_with("To hit [6.5.1], 3 or less: Izumo x"), "{questions:?}");
    assert!(questions[0].contains("; 1 or less: Rossia x") && !questions[0].contains("Rurik"), "{questions:?}");
    assert!(questions[2].starts_with("To hit [6.5.1.4], 1 or less: Gromoboi x"), "{questions:?}");
}

/// A broadside battery has a twin on the other side, and its line is accepted with the arc that `targets` shows.
#[test]
fn r6_2_2_the_twin_battery_of_the_other_broadside_is_offered() {
    ulsan(|session| {
        type_lines(
            session,
            &["n g", "target izumo at rossia range 8.5 battery medium port", "measure izumo gromoboi 9"],
        );
        let answer = session.line("targets izumo").unwrap();
        let rows = answer.json["targets"].as_array().cloned().unwrap_or_default();
        let has_medium =
            |row: &&serde_json::Value| row["guns"].as_array().is_some_and(|guns| guns.contains(&"medium".into()));
        let medium: Vec<(String, String)> =
            rows.iter().filter(has_medium).map(|row| (row["at"].to_string(), row["arc"].to_string())).collect();
        assert_eq!(medium, [("\"gromoboi\"".to_owned(), "\"starboard\"".to_owned())], "{}", answer.text);
        assert!(!answer.text.contains("Declared:"), "{}", answer.text);
        let refused = refused(session, "target izumo at gromoboi battery medium port");
        assert!(refused.error.what.contains("Rossia"), "{refused}");
        type_line(session, "target izumo at gromoboi battery medium starboard");
        let text = type_line(session, "targets izumo");
        assert!(!text.contains("medium"), "{text}");
    });
}

/// After the declarations are closed, no refused line is offered.
#[test]
fn r3_3_5_a_side_that_has_declared_all_is_offered_nothing() {
    ulsan(|session| {
        type_lines(session, &["n g", "measure izumo rossia 8.5"]);
        assert!(!targets(session, "izumo").is_empty());
        type_line(session, "declared japan");
        for words in ["izumo", "2nd", "all"] {
            assert!(targets(session, words).iter().all(|line| !line.contains("target izumo")), "{words}");
        }
        assert!(type_line(session, "targets izumo").contains("Japan has declared all its fire. [3.3.5]"));
        refused(session, "target izumo at rossia");
        assert!(!targets(session, "rossia").is_empty(), "Russia may still declare");
    });
}

#[test]
fn r2_7_a_pair_that_needs_a_range_is_named_once() {
    ulsan(|session| {
        let shots = ["izumo at rossia range 8.5", "azuma at gromoboi range 9"];
        type_line(session, "next to gunfire");
        for guns in ["medium", "light"] {
            shots.iter().for_each(|shot| drop(type_line(session, &format!("target {shot} battery {guns}"))));
        }
        type_lines(session, &["fire all declared", "next to torpedo"]);
        let _none = session.line("none in reach");
        type_lines(session, &["next to plotting", "next to gunfire"]);
        let text = type_line(session, "again");
        let pairs = "Not declared: Izumo at Rossia, Azuma at Gromoboi (the range is not known this turn).";
        assert!(text.contains(pairs), "{text}");
    });
}

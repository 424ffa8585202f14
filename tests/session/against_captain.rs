//! What a person types against an admiral: refused lines do not trigger it, and lines for the own side are accepted.
use super::{OneAnswer, typing::TypedLines, with_scenario, with_setup};
use admirals::{Commander, Level};
use naval::model::{Setup, doctrine::Doctrine};
use naval::{Fact, Naval, Segment, SideId};
use session::{PlayableGame, Session, Stage, Table, naval::Admiral};

/// A captain plays Russia, and the keyboard is Japan's.
pub fn play_against_captain<T>(
    scenario: &str,
    frontend: &OneAnswer,
    play: impl FnOnce(&mut Session<'_, Naval>) -> T,
) -> T {
    play_setup_against_captain(load::scenario(&naval_kit::builtin(), scenario).unwrap(), frontend, play)
}

fn play_setup_against_captain<T>(
    setup: Setup,
    frontend: &OneAnswer,
    play: impl FnOnce(&mut Session<'_, Naval>) -> T,
) -> T {
    with_setup(setup, frontend, |session| {
        let side = SideId::new("russia");
        let card = Doctrine::for_side(&load::doctrines(session.sources).unwrap(), &session.state().setup, &side);
        session.seat_admirals(vec![Admiral::new(side, Commander::new(Level::Captain, card))], false).unwrap();
        run_automatic_steps(session);
        play(session)
    })
}

/// Runs what happens automatically after a line. Returns its sentences.
pub fn run_automatic_steps(session: &mut Session<'_, Naval>) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(followed) = Naval::next_automatic_step(session, Stage::Moved).unwrap() {
        lines.extend(followed.sentence);
    }
    lines
}

pub fn type_line(session: &mut Session<'_, Naval>, line: &str) -> String {
    let text = session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text;
    run_automatic_steps(session);
    text
}

pub fn to_gunfire(session: &mut Session<'_, Naval>) {
    type_line(session, "plot 2nd 2.25");
    type_line(session, "next to gunfire");
    assert_eq!(session.state().segment, Segment::Gunfire);
}

/// With each declaration the turn passes to the admiral, but numbers at Japan's keyboard remain Japan's.
#[test]
fn q54_numbers_at_a_sides_keyboard_are_of_that_side() {
    let own = |session: &Session<'_, Naval>| -> Vec<(String, String)> {
        let state = session.state();
        let is_japanese = |declaration: &&naval::model::Declaration| {
            state.ship(&declaration.firer).is_some_and(|ship| ship.side.as_str() == "japan")
        };
        let pair =
            |declaration: &naval::model::Declaration| (declaration.firer.to_string(), declaration.target.to_string());
        state.this_move.declarations.iter().filter(is_japanese).map(pair).collect()
    };
    let pair = |left: &str, right: &str| (left.to_owned(), right.to_owned());
    for lines in
        [&["1>2 b; 2>2 b; 3>1 b"][..], &["1>2 b", "target 2 at 2 big", "3 > 1 b"], &["izumo>2 b; 2>2 b; 3>rossia b"]]
    {
        play_against_captain("ulsan", &OneAnswer::default(), |session| {
            to_gunfire(session);
            lines.iter().for_each(|line| drop(type_line(session, line)));
            assert_eq!(own(session), [pair("izumo", "gromoboi"), pair("azuma", "gromoboi"), pair("tokiwa", "rossia")]);
            assert!(type_line(session, "odds 4 at 1").contains("Iwate"), "{lines:?}");
        });
    }
    // A number that no Japanese ship has gives no order to a Russian one.
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        assert!(session.line("9>1 b").is_err() && own(session).is_empty());
    });
}

/// Declarations of a side, fired or not.
pub fn declared(session: &Session<'_, Naval>, side: &str) -> usize {
    let state = session.state();
    let is_own = |declaration: &&naval::model::Declaration| {
        state.ship(&declaration.firer).is_some_and(|ship| ship.side.as_str() == side)
    };
    state.this_move.declarations.iter().filter(is_own).count()
}

#[test]
fn r3_3_5_a_refused_line_leaves_the_admiral_still() {
    for frontend in [OneAnswer::default(), OneAnswer { answer: Some(""), ..OneAnswer::default() }] {
        play_against_captain("ulsan", &frontend, |session| {
            to_gunfire(session);
            type_line(session, "target izumo at rossia");
            let (state, entries) = (session.state().clone(), session.journal().entries().len());
            for line in [
                "next",
                "next to damage",
                "next to nowhere",
                "next waive \"a drill\"",
                "fire rossia",
                "fire izumo dice 3",
                "fire nobody",
                "azuma>rossia; tokiwa>iwate",
                "azuma>rossia; fire all; tokiwa>rossia",
                "amend 1 plot 2nd 2",
            ] {
                session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
                assert_eq!(session.journal().entries().len(), entries, "{line}");
                assert!(*session.state() == state, "{line}");
            }
            type_line(session, "target azuma at rossia");
        });
    }
}

/// Going back at the question about silent guns has revealed no fire.
#[test]
fn r3_3_5_silent_guns_are_asked_about_before_the_admiral_declares() {
    let frontend = OneAnswer { answer: Some("n"), ..OneAnswer::default() };
    play_against_captain("ulsan", &frontend, |session| {
        to_gunfire(session);
        type_line(session, "target izumo at rossia");
        let entries = session.journal().entries().len();
        let problem = session.line("fire all").err().unwrap();
        assert!(problem.error.what.contains("Cancelled"), "{problem}");
        assert_eq!(frontend.asked.borrow().len(), 1);
        assert_eq!(session.journal().entries().len(), entries);
        type_line(session, "target azuma at rossia");
    });
}

#[test]
fn next_to_includes_the_admirals_work_in_each_segment() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        type_line(session, "declared");
        let text = type_line(session, "next to plotting");
        assert_eq!((session.state().turn, session.state().segment), (2, Segment::Plotting), "{text}");
        let fired =
            session.journal().commands().iter().any(|applied| matches!(applied.command, naval::Command::Fire { .. }));
        assert!(fired, "Russia has fired");
        assert!(text.contains("Plotting Segment"), "{text}");
    });
    // It never goes beyond the next plots.
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        type_line(session, "declared");
        let text = type_line(session, "n g");
        assert_eq!((session.state().turn, session.state().segment), (2, Segment::Plotting), "{text}");
        assert!(text.contains("Stopped in the Plotting Segment. Type `n g` again to continue."), "{text}");
        let refused = session.line("n g").err().unwrap();
        assert!(
            !refused.error.hint.as_ref().map(ToString::to_string).as_deref().unwrap_or_default().contains("referee"),
            "{refused}"
        );
        type_line(session, "plot 2nd 2.25");
        type_line(session, "n g");
        assert_eq!((session.state().turn, session.state().segment), (2, Segment::Gunfire));
    });
}

#[test]
fn r3_3_5_a_division_fires_in_one_line_and_the_admiral_declares_between() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        let text = type_line(session, "2nd>vladivostok");
        assert!(0 < declared(session, "japan") && 0 < declared(session, "russia"), "{text}");
        assert!(text.matches("out of turn").count() <= 1, "{text}");
        let order: Vec<String> =
            session.state().this_move.declarations.iter().map(|declaration| declaration.firer.to_string()).collect();
        let first = order.iter().position(|ship| ["rossia", "gromoboi", "rurik"].contains(&ship.as_str())).unwrap();
        let last =
            order.iter().rposition(|ship| ["izumo", "azuma", "tokiwa", "iwate"].contains(&ship.as_str())).unwrap();
        assert!(first < last, "{order:?}");
        // No person declares for the admiral.
        let refused = session.line("vladivostok>2nd").err().unwrap().error.what;
        assert!(refused.contains("Japan may not do that"), "{refused}");
        type_line(session, "fire all declared");
        type_line(session, "next to plotting");
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next to gunfire");
        let before = declared(session, "russia");
        let text = type_line(session, "again");
        assert!(0 < declared(session, "japan") && before <= declared(session, "russia"), "{text}");
        let side_of = |declaration: &naval::model::Declaration| {
            session.state().ship(&declaration.firer).map(|ship| ship.side.to_string())
        };
        assert!(
            session
                .state()
                .this_move
                .declarations
                .iter()
                .any(|declaration| side_of(declaration).as_deref() == Some("japan"))
        );
    });
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        let text = type_line(session, "izumo>rossia; azuma>gromoboi; tokiwa>rurik");
        assert_eq!(declared(session, "japan"), 3, "{text}");
        assert!(0 < declared(session, "russia") && text.matches("out of turn").count() <= 1, "{text}");
    });
}

#[test]
fn r5_7_1_a_speed_alone_ends_the_turn_under_way() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["plot 2nd CR150 speed 1.2", "plot vladivostok 2.25", "next to plotting"] {
            type_line(session, line);
        }
        let advice = session.line("advise").unwrap();
        let lines =
            advice.json["advice"].as_array().unwrap().iter().flat_map(|advice| advice["options"].as_array().unwrap());
        let lines: Vec<String> = lines.map(|option| option["line"].as_str().unwrap().to_owned()).collect();
        assert!(lines.iter().any(|line| line.starts_with("plot 2nd speed ")), "{lines:?}");
        for line in &lines {
            assert!(!line.contains("  "), "{line}");
            session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
            session.line("undo").unwrap();
        }
        type_line(session, "plot 2nd speed 1.2");
        let plot = session.state().divisions[0].plot.clone().unwrap();
        assert!(plot.elements.is_empty() && plot.speed.unwrap().to_string() == "1.2", "{plot:?}");
        for line in ["plot vladivostok speed 2.25", "next to plotting", "plot 2nd speed 1.2"] {
            type_line(session, line);
        }
        let plot = session.state().divisions[0].plot.clone().unwrap();
        assert_eq!(naval::notation::plot_text(&plot), "1.2", "no turn is left to end");
    });
}

/// `explain` takes the numbers of the reader's own log, and shows everything when the battle is over.
#[test]
fn explain_takes_the_numbers_of_the_log() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        type_line(session, "declared");
        type_line(session, "next to plotting");
        let line = session.line("advise").unwrap().json["advice"][0]["options"][0]["line"].as_str().unwrap().to_owned();
        type_line(session, &line);
        let number = |session: &mut Session<'_, Naval>| {
            let log = session.line("log").unwrap().json["log"].as_array().unwrap().clone();
            log.iter().rfind(|entry| entry["command"] == line.as_str()).unwrap()["id"].clone()
        };
        let number_shown = number(session);
        assert_ne!(number_shown, session.journal().commands().last().unwrap().entry, "the captain's plot is left out");
        let text = session.line(&format!("explain {number_shown}")).unwrap().text;
        assert!(text.contains("as a captain of Japan would have given it") && text.contains(&line), "{text}");
        assert_eq!(session.line(&format!("explain {number_shown} in play")).unwrap().text, text, "the number in play");
        let number_then = number_shown;
        type_line(session, "pass to referee");
        type_line(session, "end because \"the clock\"");
        type_line(session, "pass to japan");
        let number_shown = number(session);
        assert_eq!(
            number_shown,
            session.journal().commands().iter().rev().nth(1).unwrap().entry,
            "everything is shown"
        );
        let text = session.line(&format!("explain {number_shown}")).unwrap().text;
        assert!(text.contains("captain of Japan"), "{text}");
        let in_play = session.line(&format!("explain {number_then} in play")).unwrap().text;
        assert_eq!(in_play, format!("#{number_then} in play is #{number_shown} in the journal.\n{text}"));
        let all = session.line(&format!("explain {number_then} in play all")).unwrap().text;
        assert!(all.lines().count() >= in_play.lines().count(), "{all}");
    });
}

#[test]
fn a_person_skips_a_plotting_segment_by_typing_it_twice() {
    let frontend = OneAnswer { answer: Some("declared"), ..OneAnswer::default() };
    with_scenario("asahi-retvizan", &frontend, |session| {
        type_line(session, "next to gunfire");
        type_line(session, "declared");
        let text = type_line(session, "n g");
        assert_eq!((session.state().turn, session.state().segment), (1, Segment::Gunfire));
        assert!(
            text.contains("all of the Plotting Segment of turn 2. [3.3.1]") && text.contains("`n g` again skips it"),
            "{text}"
        );
        type_line(session, "n g");
        assert_eq!((session.state().turn, session.state().segment), (2, Segment::Gunfire));
    });
}

#[test]
fn shots_that_lack_only_a_range_are_listed_in_one_line() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.remove_positions();
    super::with_setup(setup, &OneAnswer::default(), |session| {
        for line in ["n g", "2nd>v 8.5 8.9 8.9 9.1", "v>2nd", "v>4 m 9", "fire all declared", "next to plotting", "n g"]
        {
            type_line(session, line);
        }
        let text = session.line("again").unwrap().text;
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("Not ")).collect();
        assert!(
            matches!(&lines[..], [only] if only.contains("Izumo at Rossia, ") && only.contains("measure izumo rossia"))
        );
        assert_eq!(lines[0].matches("Izumo at Rossia").count(), 1, "{text}");
    });
}

#[test]
fn a_range_that_is_typed_again_is_unchanged() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.remove_positions();
    super::with_setup(setup, &OneAnswer::default(), |session| {
        type_line(session, "n g");
        type_line(session, "m gromoboi tokiwa 8.5");
        assert_eq!(type_line(session, "m gromoboi tokiwa 8.5"), "Gromoboi to Tokiwa: 8.5\" is unchanged.");
        let text = type_line(session, "m tokiwa gromoboi 8.5; m iwate gromoboi 9.5");
        assert!(text.lines().all(|line| !line.trim().is_empty()), "{text}");
    });
}

#[test]
fn r2_5_an_invalid_die_is_named_and_undone_dice_are_listed() {
    let frontend = TypedLines::then_leaves(&["1 2 3 4 5", "20 25", "19 18", "20 20"]);
    super::with_frontend("asahi-retvizan", &frontend, |session| {
        super::BOTH_DECLARE.iter().for_each(|line| drop(type_line(session, line)));
        type_line(session, "fire all");
        let asides = frontend.output.borrow().join("\n");
        assert!(asides.contains("5 dice, 1 too many: none were used."), "{asides}");
        assert!(asides.contains("\"25\" is not a D20 result, so none were used."), "{asides}");
        let text = type_line(session, "undo because \"wrong ship\"");
        assert!(text.contains("journal. Rolled: 19 18 20 20."), "{text}");
    });
}

/// `declared` at Japan's keyboard closes only Japan's declarations: the admiral still declares.
#[test]
fn r3_3_5_declared_closes_only_the_sides_own_declarations() {
    for first in [None, Some("target izumo at rossia")] {
        play_against_captain("ulsan", &OneAnswer::default(), |session| {
            to_gunfire(session);
            first.iter().for_each(|line| drop(type_line(session, line)));
            type_line(session, "declared");
            let japan = session.state().setup.sides.iter().map(|side| side.id.clone()).find(|side| *side == "japan");
            assert!(session.state().this_move.closed_sides.contains(&japan.unwrap()));
            assert!(1 < declared(session, "russia"), "{first:?}: the admiral declares more than one gun");
        });
    }
}

/// A side that has seen the enemy's move does not plot again.
#[test]
fn r3_3_1_a_side_may_undo_its_plot_until_all_have_moved() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "undo");
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next");
        let (state, entries) = (session.state().clone(), session.journal().entries().len());
        for line in ["undo", "undo because \"wrong plot\""] {
            let problem = session.line(line).err().unwrap();
            assert!(problem.error.what.contains("has seen how the others moved"), "{line}: {problem}");
        }
        assert!(*session.state() == state && session.journal().entries().len() == entries);
    });
}

#[test]
fn r3_3_5_a_side_may_not_undo_orders_that_are_not_all_its_own() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        type_line(session, "izumo>rossia");
        let (state, russian) = (session.state().clone(), declared(session, "russia"));
        assert!(0 < russian, "the admiral has answered");
        let problem = session.line("undo").err().unwrap();
        assert_eq!(
            problem.error.what,
            "Some of this was not ordered by Japan. A side may undo only its own, last one first."
        );
        assert_eq!(*session.state(), state);
        let problem = session.line("amend 1 plot 2nd 1").err().unwrap();
        assert!(problem.error.what.starts_with("Only the referee may `amend`"), "{problem}");
    });
    // A side may undo its own order alone.
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        type_line(session, "plot 2nd 2.25");
        assert!(type_line(session, "undo").starts_with("Undone: plot 2nd"));
    });
}

/// A refusal names Japan's duties, not what the admiral would have declared first.
#[test]
fn r3_3_5_a_refusal_reveals_nothing_of_undeclared_fire() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        to_gunfire(session);
        type_line(session, "target izumo at rossia");
        let declared_before = declared(session, "russia");
        for line in ["next", "next to plotting"] {
            let problem = session.line(line).err().unwrap();
            assert!(problem.error.what.contains("Izumo"), "{problem}");
            for ship in ["Rossia has", "Gromoboi", "Rurik", "Russia"] {
                assert!(!problem.to_string().contains(ship), "{line}: {problem}");
            }
        }
        assert_eq!(declared(session, "russia"), declared_before);
    });
}

/// Combined batteries are shown with all their ships in sight, and with none out of sight.
#[test]
fn r6_5_2_ships_of_an_enemy_volley_are_named_only_if_in_sight() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["rest straight", "next to gunfire", "rossia>izumo m", "gromoboi>izumo m", "fire all declared"] {
            session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
        }
        let applied = session.journal().commands().pop().unwrap();
        let mut before = session.journal().state_before(applied.entry);
        let range = |state: &naval::State, ship: &str| {
            let is_firer = |declaration: &&naval::model::Declaration| declaration.firer.as_str() == ship;
            state.this_move.declarations.iter().find(is_firer).unwrap().range
        };
        let (rossia, gromoboi) = (range(&before, "rossia"), range(&before, "gromoboi"));
        assert_ne!(rossia, gromoboi);
        let text_from = |before: &naval::State| {
            show::brief::lines_text(&show::disclosed::brief_for_side(
                &SideId::new("japan"),
                before,
                applied.events,
                || 1,
            ))
        };
        let (least, most) = (rossia.min(gromoboi), rossia.max(gromoboi));
        let shown = text_from(&before);
        assert!(shown.contains(&format!("Rossia and Gromoboi fire at Izumo, {least} to {most}\"")), "{shown}");
        let hide = |before: &mut naval::State, hidden: &[&str]| {
            for ship in before.ships.iter_mut().map(std::sync::Arc::make_mut) {
                ship.sighted = !hidden.contains(&ship.id.as_str());
            }
        };
        hide(&mut before, &["gromoboi"]);
        let shown = text_from(&before);
        assert!(
            shown.contains(&format!("Rossia fires at Izumo, {rossia}\"")) && !shown.contains("Gromoboi"),
            "{shown}"
        );
        hide(&mut before, &["rossia"]);
        let shown = text_from(&before);
        assert!(
            shown.contains(&format!("Gromoboi fires at Izumo, {gromoboi}\"")) && !shown.contains("Rossia"),
            "{shown}"
        );
        hide(&mut before, &["rossia", "gromoboi"]);
        let shown = text_from(&before);
        assert!(shown.contains("An unseen ship fires at Izumo"), "{shown}");
        assert!(!shown.contains("Rossia") && !shown.contains("Gromoboi"), "{shown}");
        hide(&mut before, &[]);
        before.this_move.declarations.iter_mut().for_each(|declaration| declaration.range = rossia);
        let shown = text_from(&before);
        assert!(shown.contains(&format!("Rossia and Gromoboi fire at Izumo, {rossia}\": ")), "{shown}");
    });
    // With two batteries each ship is still named once.
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let fires = ["rossia>izumo m", "rossia>izumo l", "gromoboi>izumo m", "gromoboi>izumo l", "fire all declared"];
        for line in ["rest straight", "next to gunfire"].into_iter().chain(fires) {
            session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
        }
        let applied = session.journal().commands().pop().unwrap();
        let fired = |event: &naval::NavalEvent| {
            let Fact::BatteriesFired(volley) = &event.fact else { return None };
            Some(volley.parts.iter().map(|part| part.firer.to_string()).collect::<Vec<String>>())
        };
        let firers = applied.events.iter().find_map(fired).unwrap();
        assert_eq!(firers, ["rossia", "rossia", "gromoboi", "gromoboi"]);
        let before = session.journal().state_before(applied.entry);
        let text = show::brief::lines_text(&show::disclosed::brief_for_side(
            &SideId::new("japan"),
            &before,
            applied.events,
            || 1,
        ));
        let firers = text.split(" fire at Izumo").next().unwrap();
        assert!(firers.ends_with("Rossia and Gromoboi"), "{text}");
        assert_eq!((firers.matches("Rossia").count(), firers.matches("Gromoboi").count()), (1, 1), "{text}");
    });
}

#[test]
fn r9_3_a_side_that_has_read_the_verdict_may_not_undo() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.turns = 1;
    play_setup_against_captain(setup, &OneAnswer::default(), |session| {
        to_gunfire(session);
        let mut lines = Vec::new();
        for line in ["declared", "fire all", "next", "next", "next", "next"] {
            if session.state().end.is_some() {
                break;
            }
            if let Ok(answer) = session.line(line) {
                lines.push(answer.text);
                run_automatic_steps(session);
            }
        }
        let last = lines.last().cloned().unwrap_or_default();
        assert!(session.state().end.is_some(), "{lines:?}");
        assert!(last.contains("turn 1 was the last") && last.to_lowercase().contains("neither side wins"), "{last}");
        // Entries noted in play can be found under both of their numbers.
        let numbers = last.split(" read the file. #").nth(1).unwrap_or_else(|| panic!("{last}"));
        let (then, now) = numbers.split_once(" in play is #").unwrap();
        let now = now.split(' ').next().unwrap();
        assert!(last.contains(&format!("`why {then} in play`")) && then != now, "{last}");
        let why = session.line(&format!("why {then} in play")).unwrap().text;
        let of_now = session.line(&format!("why {now}")).unwrap().text;
        assert_eq!(why, format!("#{then} in play is #{now} in the journal.\n{of_now}"));
        assert!(session.line("why 9999 in play").is_err());
        for line in ["undo", "undo because \"too late\""] {
            let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
            assert!(problem.error.what.contains("now that the battle is over"), "{problem}");
        }
        // A referee who acts for the player uses the player's numbers.
        session.line("pass to referee").unwrap();
        let reason = session.line(&format!("why {then} in play")).unwrap().text;
        assert!(reason.starts_with(&why), "{reason}");
    });
}

#[test]
fn r8_6_undo_does_not_reveal_whether_the_enemy_had_repairs_to_try() {
    let refused = |is_hit: bool| {
        play_against_captain("ulsan", &OneAnswer::default(), |session| {
            session.line("pass to referee").unwrap();
            session.line(if is_hit { "set rossia flotation 1 because \"x\"" } else { "note \"x\"" }).unwrap();
            session.line("pass to japan").unwrap();
            type_line(session, "plot 2nd 2.25");
            for _ in 0..16 {
                if session.state().segment == Segment::DamageControl {
                    break;
                }
                let is_accepted =
                    ["next", "fire all declared", "none in reach"].iter().any(|line| session.line(line).is_ok());
                assert!(is_accepted);
                run_automatic_steps(session);
            }
            assert_eq!(session.state().segment, Segment::DamageControl);
            let commands = session.journal().commands();
            let repairs = matches!(commands.last().unwrap().command, naval::Command::Repair { .. });
            assert_eq!(repairs, is_hit);
            ["undo", "undo because \"so\""].map(|line| session.line(line).err().unwrap().to_string())
        })
    };
    let [first, two] = refused(true);
    assert!(first.contains("Japan has seen a Damage Control Segment begin"), "{first}");
    assert_eq!(refused(false), [first, two]);
}

/// The guided questions offer only the orders that the reader may give.
#[test]
fn r3_3_5_a_side_is_offered_only_its_own_ships() {
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        let may = |session: &Session<'_, Naval>, line: &str| Table::may_give(session, line);
        assert!(may(session, "plot 2nd 2"));
        assert!(may(session, "plot") && may(session, "fire"), "nothing typed so far is refused");
        to_gunfire(session);
        assert!(may(session, "fire all") && may(session, "fire izumo"));
        assert!(!may(session, "fire rossia") && !may(session, "plot vladivostok 2"));
        type_line(session, "pass to referee");
        assert!(may(session, "fire izumo") && !may(session, "plot vladivostok 2"), "an admiral's plots are its own");
    });
}

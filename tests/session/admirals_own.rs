//! Only the admiral gives orders for its side, and no answer reveals what it has sealed.
use super::{
    OneAnswer, against_captain,
    against_measured::{RUSSIA, orders, play_measured, type_line},
    fog_leaks::refereed,
    with_scenario,
};
use admirals::{Commander, Level};
use naval::{Command, Naval, SideId, model::doctrine::Doctrine, notation};
use session::{Session, naval::Admiral};

/// Gives every ship a position by tape, so that Russia has plotted and sealed; returns the words of its plot.
fn seal_russian_plot(session: &mut Session<'_, Naval>) -> String {
    type_line(session, "fix 2nd from nw 31.4 from sw 22.8 heading 105");
    let text = type_line(session, "fix vladivostok from ne 61 from se 55 heading 105");
    assert!(text.contains("Russia has plotted."), "{text}");
    let plots = orders(session, "russia").into_iter().map(|(_, command)| command);
    let plot = plots.filter(|command| matches!(command, Command::Plot { .. })).last().unwrap();
    let line = notation::print(session.state(), &plot);
    let words = line.strip_prefix("plot vladivostok ").unwrap().split(" speed").next().unwrap().to_owned();
    assert!(words.starts_with('C') || words.contains("-C"), "the plot turns: {line}");
    words
}

fn refused(session: &mut Session<'_, Naval>, line: &str) -> String {
    session.line(line).err().unwrap_or_else(|| panic!("{line} is taken")).to_string()
}

fn seal_of<'s>(session: &'s Session<'_, Naval>, side: &str) -> Option<&'s str> {
    session.state().seals.iter().rev().find(|seal| seal.side.as_str() == side).map(|seal| seal.code.as_str())
}

#[test]
fn r3_3_1_no_answer_reveals_what_an_admiral_has_sealed() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        let plot = seal_russian_plot(session);
        let looks = ["log", "log last 2", "why", "why 3", "explain 3", "view russia", "view", "status", "sheet"];
        let all_hide = |session: &mut Session<'_, Naval>, when: &str| {
            for line in looks {
                let text = session
                    .line(line)
                    .map_or_else(|problem| problem.to_string(), |answer| answer.as_json(line).to_string());
                assert!(!text.contains(&plot), "{when}, {line}: {text}");
            }
        };
        all_hide(session, "sealed");
        // After an undo it is as secret as before: the admiral plots the same again.
        let back = |entry: usize| format!("undo {entry} because \"a slip\"");
        for lines in [[back(3), "redo".to_owned()], [back(2), "redo".to_owned()]] {
            for line in &lines {
                let text = session.line(line).unwrap().text;
                assert!(text.contains("(secret)") && !text.contains(&plot), "{line}: {text}");
                all_hide(session, line);
            }
        }
        // The person's own plot is shown.
        type_line(session, "plot 2nd 2.25");
        let text = session.line("undo").unwrap().text;
        assert!(text.contains("plot 2nd 2.25"), "{text}");
        // Once all have moved, the admiral's plot is shown too.
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next");
        assert!(session.line("log").unwrap().text.contains(&plot));
        let text = session.line("undo 3 because \"a slip\"").unwrap().text;
        assert!(text.contains(&plot) && !text.contains("(secret)"), "{text}");
    });
}

#[test]
fn r3_3_1_by_tape_only_orders_for_an_admirals_side_are_refused() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        // While ships have no positions, the person moves the miniatures of both sides.
        type_line(session, "speed vladivostok 2");
        type_line(session, "undo");
        let plot = seal_russian_plot(session);
        let code = seal_of(session, "russia").unwrap().to_owned();
        for line in [
            "plot vladivostok 2.0",
            "plot vladivostok CL30 speed 2.0",
            "plot vladivostok 2.0 ?",
            "speed vladivostok 2.0",
            "speed rurik 1.5",
            "flag vladivostok gromoboi",
            "flag vladivostok rossia",
            "division x rurik",
            "smoke rossia",
            "seal russia",
            "launch rossia at izumo factors 1 run 3 port marker A",
        ] {
            let text = refused(session, line);
            assert!(text.contains("Russia is played by an admiral") && !text.contains(&plot), "{line}: {text}");
        }
        let (entry, _) = orders(session, "russia").remove(0);
        let text = refused(session, &format!("amend {entry} plot vladivostok 2.0"));
        assert!(text.contains("Russia is played by an admiral"), "{text}");
        // A division's position may not be corrected after a plot that was based on it.
        let is_fix =
            |applied: &&play::journal::AppliedCommand<'_, Naval>| matches!(applied.command, Command::Fix { .. });
        let fix = session.journal().commands().iter().find(is_fix).unwrap().entry;
        let text = refused(session, &format!("amend {fix} fix 2nd from nw 31 from sw 22.8 heading 105"));
        assert!(text.contains("Russia has already plotted"), "{text}");
        // The person plots and seals only for Japan.
        type_line(session, "rest straight");
        type_line(session, "plot 2nd 2.25");
        type_line(session, "seal");
        assert!(seal_of(session, "japan").is_some() && seal_of(session, "russia") == Some(&*code));
        type_line(session, "next");
    });
}

#[test]
fn r3_3_5_no_person_names_targets_for_an_admiral() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "next to gunfire");
        for line in ["rossia>izumo 6.5", "vladivostok>2nd 6.5 6.6 6.7", "target rossia at izumo range 6.5"] {
            assert!(refused(session, line).contains("Russia is played by an admiral"), "{line}");
        }
        type_line(session, "m 2nd vladivostok 6.5 6.6 6.7 6.9");
        type_line(session, "2nd>vladivostok");
        // No person changes its shots either; a misread range is measured again.
        let is_shot = |(_, command): &(usize, Command)| matches!(command, Command::Target(_));
        let (entry, _) = orders(session, "russia").into_iter().find(is_shot).unwrap();
        for change in ["at azuma", "range 6.4"] {
            let text = refused(session, &format!("amend {entry} because \"misread\" {change}"));
            assert!(text.contains("Russia is played by an admiral"), "{text}");
        }
        type_line(session, "m rossia izumo 6.4");
    });
    refereed(&OneAnswer::default(), true, false, |session| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next to gunfire");
        assert!(refused(session, "rossia>izumo").contains("Russia is played by an admiral"));
        type_line(session, "izumo>rossia");
    });
}

#[test]
fn r3_3_1_at_the_referees_keyboard_an_admirals_orders_stay_its_own() {
    for open in [false, true] {
        for line in [
            "plot vladivostok 2.0",
            "speed vladivostok 1.0",
            "speed rurik 1.5",
            "division x rurik",
            "seal russia",
            "half russia",
            "launch rossia at izumo factors 1 run 3 port marker A",
        ] {
            refereed(&OneAnswer::default(), true, open, |session| {
                let text = session.line(line).err().map(|problem| problem.to_string()).unwrap_or_default();
                assert_eq!(text.contains("Russia is played by an admiral"), !open, "{line}: {text}");
            });
        }
    }
    refereed(&OneAnswer::default(), true, false, |session| {
        let code = seal_of(session, "russia").unwrap().to_owned();
        type_line(session, "plot 2nd 2.25");
        type_line(session, "seal");
        assert!(seal_of(session, "japan").is_some() && seal_of(session, "russia") == Some(&*code));
        type_line(session, "next");
    });
    // Without an admiral, the person plays Russia.
    refereed(&OneAnswer::default(), false, false, |session| drop(type_line(session, "speed vladivostok 1.0")));
}

#[test]
fn r10_1_3_no_person_sets_where_an_admirals_side_enters() {
    for (admiral, is_refused) in [("japan", true), ("russia", false)] {
        with_scenario("generated-yellow-sea", &OneAnswer::default(), |session| {
            let commander = Commander::new(Level::Captain, Doctrine::default_card());
            session.seat_admirals(vec![Admiral::new(SideId::new(admiral), commander)], false).unwrap();
            for line in ["pass to referee", "generate visibility", "generate japan", "generate russia"] {
                session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
            }
            let text = session.line("approach japan 20 bearing 74").err().map(|problem| problem.to_string());
            let mentions_admiral = text.as_ref().is_some_and(|text| text.contains("Japan is played by an admiral"));
            assert_eq!(mentions_admiral, is_refused, "{text:?}");
        });
    }
}

#[test]
fn r7_5_1_the_opponent_does_not_hold_an_admirals_torpedoes() {
    refereed(&OneAnswer::default(), true, false, |session| {
        type_line(session, "plot 2nd 2.25");
        let text = refused(session, "torpedoes russia hold");
        assert!(text.contains("Russia is played by an admiral"), "{text}");
        let text = session.line("torpedoes russia").err().map(|problem| problem.to_string()).unwrap_or_default();
        assert!(!text.contains("Russia is played by an admiral"), "{text}");
    });
}

#[test]
fn no_person_undoes_anything_at_the_keyboard_of_the_table() {
    against_captain::play_against_captain("ulsan", &OneAnswer::default(), |session| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "pass to table");
        for line in ["undo", "undo 2", "redo"] {
            assert!(session.line(line).is_err(), "{line}");
        }
        type_line(session, "pass to japan");
        type_line(session, "plot 2nd 2");
        type_line(session, "undo");
    });
}

#[test]
fn seating_an_admiral_again_at_the_table_records_the_pass_to_the_person() {
    use play::journal::{Entry, Notice};
    against_captain::play_against_captain("ulsan", &OneAnswer::default(), |session| {
        let commander =
            || vec![Admiral::new(SideId::new("russia"), Commander::new(Level::Captain, Doctrine::default_card()))];
        let passed = |session: &Session<'_, Naval>| {
            let to_japan = Entry::Noticed { what: Notice::Passed { to: Some("japan".to_owned()) } };
            session.journal().entries().iter().filter(|entry| **entry == to_japan).count()
        };
        session.seat_admirals(commander(), false).unwrap();
        assert_eq!(passed(session), 0);
        type_line(session, "pass to table");
        session.seat_admirals(commander(), false).unwrap();
        assert_eq!(passed(session), 1);
    });
}

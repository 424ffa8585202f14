//! A line is read once: where its orders end, what its short forms mean, and where its error is.
use super::{
    OneAnswer,
    against_captain::{play_against_captain, run_automatic_steps, to_gunfire},
    typing::{hint, one_answer, refused, type_line, type_lines, ulsan},
};
use naval::{Command, Naval, Segment};
use session::Session;

fn last_command(session: &Session<'_, Naval>) -> Command {
    session.journal().commands().last().map(|applied| applied.command.clone()).unwrap()
}

fn entries(session: &Session<'_, Naval>) -> usize {
    session.journal().entries().len()
}

/// The part of the line that the mark underlines.
fn marked(problem: &session::Refusal) -> String {
    let shown = problem.shown.as_deref().unwrap_or_else(|| panic!("{problem}"));
    let (line, mark) = shown.split_once('\n').unwrap();
    let from = mark.chars().take_while(|letter| *letter == ' ').count();
    line.chars().skip(from).take(mark.chars().count() - from).collect()
}

#[test]
fn r3_2_a_quoted_semicolon_neither_splits_a_line_nor_silences_an_admiral() {
    let declared = |reason: &str| {
        play_against_captain("ulsan", &OneAnswer::default(), |session| {
            to_gunfire(session);
            session.line("pass to referee").unwrap();
            session.line(&format!("next waive \"{reason}\"")).unwrap();
            session.journal().commands().iter().filter(|applied| matches!(applied.command, Command::Target(_))).count()
        })
    };
    assert_eq!(declared("a drill; and so on"), declared("a drill, and so on"));
}

#[test]
fn r3_2_the_word_waive_in_a_note_is_not_a_waiver() {
    ulsan(&OneAnswer::default(), |session| {
        for words in ["the umpire waives tea", "the umpire pours tea"] {
            let problem = refused(session, &format!("next; note \"{words}\""));
            assert!(
                problem.error.what.starts_with("No order may follow \"next\", because you must read its result first."),
                "{problem}"
            );
        }
    });
}

#[test]
fn free_text_with_a_semicolon_needs_quotation_marks() {
    ulsan(&OneAnswer::default(), |session| {
        let before = entries(session);
        let problem = refused(session, "note one; two");
        assert_eq!(hint(&problem), "note \"one; two\"");
        assert_eq!(entries(session), before);
        type_lines(session, &[&hint(&problem), "note \"three\"; note four"]);
        assert_eq!(last_command(session), Command::Note { words: "four".to_owned() });
        assert_eq!(entries(session), before + 3);
    });
}

#[test]
fn an_error_in_a_later_order_is_marked_in_the_typed_line() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["next to gunfire"]);
        let problem = refused(session, "izumo>rossia 8.5; 2>2 8.5; tokiwa>nobody 9");
        assert_eq!(marked(&problem), "nobody");
        assert!(problem.error.what.starts_with("order 3 of 3, tokiwa>nobody 9: "), "{problem}");
        assert_eq!(marked(&refused(session, "2nd>v 8.5 8.5 8.5 8.6 8.7")), "8.7", "it is left over");
        assert_eq!(marked(&refused(session, "m 2nd v 8 8 8 8 8.7 9")), "8.7 9");
        assert_eq!(session.state().this_move.declarations.len(), 0);
    });
}

#[test]
fn a_remark_after_an_order_is_not_part_of_it() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["next to gunfire # it begins", "izumo>rossia 8.5 # a guess; and more"]);
        assert!(matches!(last_command(session), Command::Target(_)));
        assert!(type_line(session, "why #1 # the first").contains("next to gunfire"));
    });
}

#[test]
fn r3_3_5_last_turns_targets_and_their_fire_fit_one_line() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(
            session,
            &["n g", "izumo>rossia 8.5", "rossia>izumo 8.5", "f all declared", "n t waive \"a drill\""],
        );
        type_lines(session, &["n p waive \"a drill\"", "rest straight", "n g", "m izumo rossia 8.6"]);
        let before = entries(session);
        let text = type_line(session, "again; f all declared");
        assert!(text.contains("Izumo>Rossia 8.6") && text.contains("Rossia>Izumo 8.6"), "{text}");
        assert_eq!(entries(session), before + 3);
        assert!(session.state().this_move.declarations.iter().all(|declaration| declaration.fired));
    });
}

#[test]
fn r3_3_1_plots_straight_on_may_share_a_line_with_other_orders() {
    super::with_scenario("ulsan", &OneAnswer::default(), |session| {
        type_lines(session, &["plot 2nd CR30; rest straight; note \"all plotted\""]);
        assert_eq!(refused(session, "rest straight").error.what, "No division needs a plot.");
        assert!(refused(session, "rest straight; note x").error.what.ends_with("No division needs a plot."));
    });
}

#[test]
fn r3_3_5_a_misplaced_battery_or_a_missing_arrow_gets_the_right_form() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "m izumo rossia 8.5"]);
        for (line, offered) in [
            ("m 2nd>v", "2nd>v m"),
            ("l 2nd>v", "2nd>v l"),
            ("tokiwa rurik 8.7", "tokiwa>rurik 8.7"),
            ("2 gromoboi 8.7", "2>gromoboi 8.7"),
        ] {
            assert_eq!(hint(&refused(session, line)), offered, "{line}");
        }
        assert!(type_line(session, "m izumo>rossia 8.6").contains("8.6"), "with a range it is a measurement");
        let problem = refused(session, "2nd");
        assert_eq!(problem.error.what, "\"2nd\" is a name, not a command.");
    });
}

#[test]
fn r2_7_amend_takes_only_what_changes_of_a_shot() {
    ulsan(&OneAnswer::default(), |session| {
        type_lines(session, &["n g", "izumo>rossia 8.5 turned 15"]);
        let shot = |session: &Session<'_, Naval>| match last_command(session) {
            Command::Target(shot) => shot,
            other => panic!("{other:?}"),
        };
        let first = shot(session);
        let number = entries(session);
        type_lines(session, &[&format!("amend {number} 8.7")]);
        assert_eq!(
            (shot(session).conditions, shot(session).range.unwrap().to_string()),
            (first.conditions, "8.7".into())
        );
        type_lines(session, &[&format!("amend {number} turned 30")]);
        assert_eq!(shot(session).conditions.turned_deg, 30);
        type_lines(session, &[&format!("amend {number} at 2 8.9")]);
        assert_eq!((shot(session).target.as_str(), shot(session).conditions.turned_deg), ("gromoboi", 0));
        assert_eq!(shot(session).range.unwrap().to_string(), "8.9");
        type_lines(session, &[&format!("amend {number} battery m")]);
        assert_eq!(shot(session).battery, Some(naval::model::BatteryKind::Medium));
    });
}

#[test]
fn a_refused_line_of_a_person_changes_nothing() {
    ulsan(&one_answer(""), |session| {
        type_lines(session, &["n g"]);
        let before = entries(session);
        refused(session, "izumo>rossia 8.5; fire all; note \"x\"; nonsense");
        assert_eq!((entries(session), session.state().segment), (before, Segment::Gunfire));
        run_automatic_steps(session);
    });
}

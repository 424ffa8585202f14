//! Rolled and typed dice are kept, and no die is asked for if a refusal would discard it.
use super::typing::{TypedLines, hint, measured, one_answer, refused, type_line, type_lines};
use super::{with_frontend, with_setup};
use naval::model::{Declaration, Setup};
use naval::{Naval, Segment};
use play::journal::Entry;
use session::Session;

/// Ulsan with all ships present from the first turn.
fn all_at_ulsan() -> Setup {
    let mut setup = measured("ulsan");
    setup.divisions.iter_mut().for_each(|division| division.enters_turn = 1);
    setup
}

#[test]
fn r3_2_a_line_that_a_later_duty_refuses_asks_for_no_die() {
    let frontend = one_answer("1");
    with_setup(all_at_ulsan(), &frontend, |session| {
        type_lines(session, &["n g", "dice ask", "m naniwa rossia 9", "rossia>naniwa 9 m", "fire all declared"]);
        assert!(!session.state().held_hits.is_empty(), "a ship is hit");
        type_lines(session, &["n t", "none in reach"]);
        let before = frontend.asked.borrow().len();
        let problem = refused(session, "n g");
        assert!(problem.error.what.contains("The Movement Segment of turn 2 will not close"), "{problem}");
        assert!(hint(&problem).contains("`next to movement` goes up to it"), "{problem}");
        assert_eq!(frontend.asked.borrow().len(), before, "{:?}", frontend.asked.borrow());
        // The line of the hint asks for one die, for the damage.
        type_lines(session, &["next to movement", "next to movement"]);
        assert_eq!((session.state().segment, session.state().turn), (Segment::Movement, 2));
        assert!(before < frontend.asked.borrow().len() && session.state().held_hits.is_empty());
        type_lines(session, &["react 4th-a", "n g"]);
    });
}

/// Declares fire of both lines at Ulsan, answers the dice questions with `answers` and then with Ctrl-C, and calls
/// `check` with all declarations.
fn interrupt_fire(answers: &[&'static str], check: impl FnOnce(&mut Session<'_, Naval>, &[Declaration])) {
    let frontend = TypedLines::then_stops(answers);
    with_setup(measured("ulsan"), &frontend, |session| {
        type_lines(session, &["n g", "m 2nd v 8.5 8.9 8.9 9.1", "2nd>v 8.5 8.9 8.9 9.1", "v>2nd", "dice ask"]);
        let answer = session.line("fire all declared");
        let text = answer.map_or_else(|problem| problem.to_string(), |answer| answer.text);
        let all = session.state().this_move.declarations.clone();
        assert!(!answers.is_empty() || text.contains("Cancelled"), "{text}");
        check(session, &all);
        session.journal().verify().unwrap();
    });
}

#[test]
fn r2_5_every_salvo_with_all_its_dice_is_kept_wherever_it_is() {
    const ONE_HIT: &str = "1 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20";
    interrupt_fire(&[], |_, all| {
        assert!(all.iter().all(|declaration| !declaration.fired), "nothing was typed");
        assert_eq!(all.len(), 7);
    });
    let mut one_was_left = false;
    for count in 14..=21 {
        let faces: String = ONE_HIT.split(' ').take(count).collect::<Vec<_>>().join(" ");
        let faces: &'static str = Box::leak(faces.into_boxed_str());
        interrupt_fire(&[faces], |session, all| {
            let open: Vec<&Declaration> = all.iter().filter(|declaration| !declaration.fired).collect();
            // If there are too many dice, none is used. If there are too few, the last ships have not fired either.
            if open.len() == 1 {
                assert_eq!(
                    all.iter().position(|declaration| !declaration.fired),
                    Some(0),
                    "the salvo with the hit lacks its size die"
                );
                let text = type_line(session, "duties");
                assert!(text.contains("Izumo"), "{text}");
                one_was_left = true;
            }
        });
    }
    assert!(one_was_left, "some number of dice leaves only one ship that has not fired");
}

#[test]
fn r2_5_a_half_answered_question_keeps_salvoes_with_all_their_dice() {
    interrupt_fire(&["20 20 20"], |_, all| {
        let fired = all.iter().filter(|declaration| declaration.fired).count();
        assert_eq!(fired, 1, "one salvo of two or three dice");
    });
    interrupt_fire(&["20"], |_, all| {
        assert!(all.iter().all(|declaration| !declaration.fired), "a salvo has more dice than one")
    });
}

#[test]
fn a_question_that_is_cancelled_at_once_changes_nothing() {
    with_frontend("asahi-retvizan", &TypedLines::default(), |session| {
        type_lines(session, &["next to gunfire", "dice ask", "measure asahi retvizan 8", "asahi>retvizan"]);
        let problem = refused(session, "fire all declared");
        assert!(problem.is_stopped(), "{problem}");
    });
}

#[test]
fn r6_5_9_a_ship_out_of_range_is_named_and_the_others_of_its_line_declare() {
    with_setup(measured("ulsan"), &one_answer(""), |session| {
        type_lines(session, &["n g"]);
        let text = type_line(session, "2nd>v m 8.9 9.1 9.6 10.3");
        assert!(text.contains("Not ") && text.contains("exceeds 10.0\""), "{text}");
        assert_eq!(session.state().this_move.declarations.len(), 3, "{text}");
        // A forgotten decimal point or a range that does not fit is a slip, and no ship declares.
        type_lines(session, &["undo because \"a trial\"", "m azuma gromoboi 8.9"]);
        for line in ["2nd>v m 89 9.1 9.6 10.0", "2nd>v m 8.9 9.1 9.6 31"] {
            let problem = refused(session, line);
            assert!(problem.error.what.contains("No shot of "), "{problem}");
            assert!(session.state().this_move.declarations.is_empty(), "{line}");
        }
    });
}

#[test]
fn an_undo_covers_all_effective_orders_of_a_line() {
    with_setup(measured("ulsan"), &one_answer(""), |session| {
        type_lines(session, &["n g", "2nd>v 8.5 8.9 8.9 9.1"]);
        let declared = |session: &Session<'_, Naval>| session.state().this_move.declarations.len();
        let text = type_line(session, "undo");
        assert!(text.starts_with("Undone: entry 5, ") && text.contains("entry 2, "), "{text}");
        assert_eq!(declared(session), 0);
        // A part of the line is redone and undone again.
        type_line(session, "redo 3");
        assert_eq!(declared(session), 2);
        type_line(session, "redo");
        type_line(session, "undo 4");
        assert_eq!(declared(session), 2, "from the first entry of the last line no reason is needed");
        type_line(session, "undo");
        assert_eq!(declared(session), 0);
        // The entry for opening the journal again is not an order of the next line.
        session.record(Entry::Closed).unwrap();
        type_line(session, "2nd>v 8.5 8.9 8.9 9.1");
        type_line(session, "undo");
        assert_eq!((declared(session), session.state().segment), (0, Segment::Gunfire));
    });
}

#[test]
fn r6_4_4_again_says_if_the_arc_differs_from_last_turn() {
    let answer_to = |measured_again: &str| {
        with_setup(measured("ulsan"), &one_answer("20"), |session| {
            type_lines(session, &["n g", "m rurik izumo 8.5 arc stern", "rurik>izumo 8.5", "fire all declared"]);
            type_lines(
                session,
                &["n t waive \"a drill\"", "n p waive \"a drill\"", "rest straight", "n g", measured_again],
            );
            type_line(session, "again")
        })
    };
    let text = answer_to("m izumo rurik 8.5");
    assert!(text.contains("New arc: Rurik at Izumo broadside, stern last turn."), "{text}");
    assert!(text.contains("`measure rurik izumo 8.5 arc stern`"), "{text}");
    let text = answer_to("m rurik izumo 8.5 arc stern");
    assert!(!text.contains("New arc"), "{text}");
}

#[test]
fn r5_5_ships_slower_than_their_division_are_named_in_the_move() {
    with_setup(measured("ulsan"), &one_answer(""), |session| {
        let text = type_line(session, "n g");
        assert!(!text.contains("makes"), "{text}");
        type_lines(
            session,
            &["n p waive \"a drill\"", "set gromoboi top 2 because \"a trial\"", "p v 2.25", "rest straight"],
        );
        let text = type_line(session, "n g");
        assert!(text.contains("Gromoboi makes 2.0\", others of its division 2.25\". [5.5]"), "{text}");
    });
}

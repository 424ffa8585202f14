//! Dice typed after `next` at a side's keyboard against an admiral: never more than are due. [2.5]
use super::{
    OneAnswer,
    against_captain::{play_against_captain, to_gunfire, type_line},
    fog_leaks::{FixedFace, advance_to, play_after_hit_on_rossia},
};
use naval::{Naval, Segment};
use session::{DiceMode, Session};

/// Plays from a segment of a turn in which Izumo has hit Rossia. From then on, every die shows 1.
fn play_with_ones<T>(segment: Segment, play: impl FnOnce(&mut Session<'_, Naval>, &FixedFace) -> T) -> T {
    let frontend = FixedFace::new("10");
    play_after_hit_on_rossia(&frontend, segment, |session| {
        frontend.face.set("1");
        play(session, &frontend)
    })
}

/// Returns the line `next` with this many ones, then the rest of the line.
fn next(ones: usize, more: &str) -> String {
    format!("next dice {}{more}", "1 ".repeat(ones)).trim_end().to_owned()
}

/// Asserts that a line is refused with this text and changes nothing.
fn assert_refused(session: &mut Session<'_, Naval>, line: &str, expected: &str) {
    let (state, entries) = (session.state().clone(), session.journal().entries().len());
    let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
    assert!(problem.to_string().contains(expected), "{line}: {problem}");
    assert!(*session.state() == state && session.journal().entries().len() == entries, "{line}");
}

/// The number of dice of the last command.
fn dice_count(session: &Session<'_, Naval>) -> usize {
    let applied = session.journal().commands().pop().unwrap();
    applied.events.iter().map(|event| event.dice.len()).sum()
}

#[test]
fn r2_5_dice_after_next_are_at_most_as_many_as_are_due() {
    let due = play_with_ones(Segment::Damage, |session, _| {
        session.line("next").unwrap();
        dice_count(session)
    });
    assert!(1 < due);
    play_with_ones(Segment::Damage, |session, frontend| {
        let before = frontend.shown.borrow().len();
        assert_refused(session, &next(due + 1, ""), "There are more dice than needed.");
        assert_refused(session, &next(due, "1 21"), "There are more dice than needed.");
        assert_refused(session, "next dice 21", "21 is not a D");
        assert_refused(session, &next(due - 1, "21"), "21 is not a D");
        assert_eq!(frontend.shown.borrow().len(), before, "a refused line asks no question");
        session.line(&next(due, "")).unwrap();
        assert_ne!(session.state().segment, Segment::Damage);
        assert_eq!((dice_count(session), frontend.shown.borrow().len()), (due, before));
    });
    // With one too few, the missing die is asked for.
    play_with_ones(Segment::Damage, |session, frontend| {
        let before = frontend.shown.borrow().len();
        session.line(&next(due - 1, "")).unwrap();
        assert_eq!((dice_count(session), frontend.shown.borrow().len()), (due, before + 1));
    });
}

#[test]
fn r2_5_dice_after_next_are_refused_if_none_is_due() {
    for frontend in [OneAnswer::default(), OneAnswer { answer: Some("1"), ..OneAnswer::default() }] {
        play_against_captain("ulsan", &frontend, |session| {
            to_gunfire(session);
            type_line(session, "declared");
            advance_to(session, Segment::Torpedo);
            assert_refused(session, "next dice 3", "may not type dice");
            session.dice_mode = DiceMode::Ask;
            for (line, expected) in [
                ("next dice 3", "There are more dice than needed."),
                ("next dice 21", "There are more dice than needed."),
                ("next to damage dice 3 3", "There are more dice than needed."),
            ] {
                assert_refused(session, line, expected);
            }
        });
    }
}

/// In a line that passes several segments, each takes the dice it needs.
#[test]
fn r2_5_dice_after_next_to_serve_every_segment_on_the_way() {
    let due = play_with_ones(Segment::Damage, |session, _| {
        session.line("next").unwrap();
        dice_count(session)
    });
    let to = |segment: &str, line: String| line.replacen("next", &format!("next to {segment}"), 1);
    play_with_ones(Segment::DamageControl, |session, frontend| {
        let before = frontend.shown.borrow().len();
        assert_refused(session, &next(due, ""), "There are more dice than needed.");
        assert_refused(session, &to("damage", next(due, "")), "There are more dice than needed.");
        assert_refused(session, &to("plotting", next(due + 1, "")), "There are more dice than needed.");
        assert_refused(session, &to("plotting", next(due - 1, "21")), "21 is not a D");
        session.line(&to("plotting", next(due, ""))).unwrap();
        assert_eq!(session.state().segment, Segment::Plotting);
        assert_eq!((dice_count(session), frontend.shown.borrow().len()), (due, before));
    });
}

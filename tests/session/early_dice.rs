//! Dice typed after `next` at a side's keyboard against an admiral: exactly those due, or none. [2.5]
use super::{
    OneAnswer,
    against_captain::{play_against_captain, to_gunfire, type_line},
    fog_leaks::{FixedFace, advance_to, rossia_is_hit},
};
use naval::{Naval, Segment};
use session::{DiceMode, Session};

/// Izumo has hit Rossia; from this segment on, ones are rolled.
fn play_with_ones<T>(by: Segment, play: impl FnOnce(&mut Session<'_, Naval>, &FixedFace) -> T) -> T {
    let frontend = FixedFace::of("10");
    rossia_is_hit(&frontend, by, |session| {
        frontend.face.set("1");
        play(session, &frontend)
    })
}

/// `next` with this many ones and the rest of the line.
fn next(ones: usize, more: &str) -> String {
    format!("next dice {}{more}", "1 ".repeat(ones)).trim_end().to_owned()
}

/// The line gets this refusal, and nothing has changed.
fn is_refused(session: &mut Session<'_, Naval>, line: &str, expected: &str) {
    let (state, entries) = (session.state().clone(), session.journal().entries().len());
    let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
    assert!(problem.to_string().contains(expected), "{line}: {problem}");
    assert!(*session.state() == state && session.journal().entries().len() == entries, "{line}");
}

/// The dice of the last command.
fn dice(session: &Session<'_, Naval>) -> usize {
    let applied = session.journal().commands().pop().unwrap();
    applied.events.iter().map(|event| event.dice.len()).sum()
}

#[test]
fn r2_5_dice_after_next_must_be_as_many_as_are_due() {
    let owed = play_with_ones(Segment::Damage, |session, _| {
        session.line("next").unwrap();
        dice(session)
    });
    assert!(1 < owed);
    play_with_ones(Segment::Damage, |session, frontend| {
        let before = frontend.said.borrow().len();
        is_refused(session, &next(owed + 1, ""), "There are more dice than needed.");
        is_refused(session, &next(owed, "1 21"), "There are more dice than needed.");
        is_refused(session, "next dice 21", "21 is not a D");
        is_refused(session, &next(owed - 1, "21"), "21 is not a D");
        assert_eq!(frontend.said.borrow().len(), before, "a refused line asks no question");
        session.line(&next(owed, "")).unwrap();
        assert_ne!(session.state().segment, Segment::Damage);
        assert_eq!((dice(session), frontend.said.borrow().len()), (owed, before));
    });
    // With one too few, the missing die is asked for.
    play_with_ones(Segment::Damage, |session, frontend| {
        let before = frontend.said.borrow().len();
        session.line(&next(owed - 1, "")).unwrap();
        assert_eq!((dice(session), frontend.said.borrow().len()), (owed, before + 1));
    });
}

#[test]
fn r2_5_dice_after_next_are_refused_if_none_is_due() {
    for frontend in [OneAnswer::default(), OneAnswer { answer: Some("1"), ..OneAnswer::default() }] {
        play_against_captain("ulsan", &frontend, |session| {
            to_gunfire(session);
            type_line(session, "declared");
            advance_to(session, Segment::Torpedo);
            is_refused(session, "next dice 3", "may not type dice");
            session.dice_mode = DiceMode::Ask;
            for (line, expected) in [
                ("next dice 3", "There are more dice than needed."),
                ("next dice 21", "There are more dice than needed."),
                ("next to damage dice 3 3", "There are more dice than needed."),
            ] {
                is_refused(session, line, expected);
            }
        });
    }
}

/// In a line that passes several segments, each takes the dice it needs.
#[test]
fn r2_5_dice_after_next_to_serve_every_segment_on_the_way() {
    let owed = play_with_ones(Segment::Damage, |session, _| {
        session.line("next").unwrap();
        dice(session)
    });
    let to = |segment: &str, line: String| line.replacen("next", &format!("next to {segment}"), 1);
    play_with_ones(Segment::DamageControl, |session, frontend| {
        let before = frontend.said.borrow().len();
        is_refused(session, &next(owed, ""), "There are more dice than needed.");
        is_refused(session, &to("damage", next(owed, "")), "There are more dice than needed.");
        is_refused(session, &to("plotting", next(owed + 1, "")), "There are more dice than needed.");
        is_refused(session, &to("plotting", next(owed - 1, "21")), "21 is not a D");
        session.line(&to("plotting", next(owed, ""))).unwrap();
        assert_eq!(session.state().segment, Segment::Plotting);
        assert_eq!((dice(session), frontend.said.borrow().len()), (owed, before));
    });
}

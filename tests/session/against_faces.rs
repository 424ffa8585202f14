//! Faces typed behind `next` at a side's keyboard against an admiral: as many as are owed, or none. [2.5]
use super::{
    Seated,
    against::{against, say, to_gunfire},
    against_cheats::{Thrower, on_to, rossia_is_hit},
};
use naval::{Naval, Segment};
use session::{DiceMode, Session};

/// Izumo has hit Rossia; from that segment on ones are thrown.
fn by_ones<T>(by: Segment, play: impl FnOnce(&mut Session<'_, Naval>, &Thrower) -> T) -> T {
    let door = Thrower::of("10");
    rossia_is_hit(&door, by, |session| {
        door.face.set("1");
        play(session, &door)
    })
}

/// `next` with so many ones and what follows them.
fn next(ones: usize, more: &str) -> String {
    format!("next dice {}{more}", "1 ".repeat(ones)).trim_end().to_owned()
}

/// A line is refused so, and nothing has changed.
fn is_refused(session: &mut Session<'_, Naval>, line: &str, says: &str) {
    let (state, entries) = (session.state().clone(), session.journal().entries().len());
    let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
    assert!(problem.to_string().contains(says), "{line}: {problem}");
    assert!(*session.state() == state && session.journal().entries().len() == entries, "{line}");
}

/// Dice of the last deed.
fn dice(session: &Session<'_, Naval>) -> usize {
    let deed = session.journal().deeds().pop().unwrap();
    deed.events.iter().map(|event| event.dice.len()).sum()
}

#[test]
fn r2_5_faces_behind_next_are_as_many_as_are_owed() {
    let owed = by_ones(Segment::Damage, |session, _| {
        session.line("next").unwrap();
        dice(session)
    });
    assert!(1 < owed);
    by_ones(Segment::Damage, |session, door| {
        let asked = door.said.borrow().len();
        is_refused(session, &next(owed + 1, ""), "There are more dice than needed.");
        is_refused(session, &next(owed, "1 21"), "There are more dice than needed.");
        is_refused(session, "next dice 21", "21 is not a D");
        is_refused(session, &next(owed - 1, "21"), "21 is not a D");
        assert_eq!(door.said.borrow().len(), asked, "nobody is asked for what is refused");
        session.line(&next(owed, "")).unwrap();
        assert_ne!(session.state().segment, Segment::Damage);
        assert_eq!((dice(session), door.said.borrow().len()), (owed, asked));
    });
    // One too few, and it is asked for.
    by_ones(Segment::Damage, |session, door| {
        let asked = door.said.borrow().len();
        session.line(&next(owed - 1, "")).unwrap();
        assert_eq!((dice(session), door.said.borrow().len()), (owed, asked + 1));
    });
}

#[test]
fn r2_5_faces_behind_next_where_no_die_is_owed_are_refused() {
    for door in [Seated::default(), Seated { answer: Some("1"), ..Seated::default() }] {
        against("ulsan", &door, |session| {
            to_gunfire(session);
            say(session, "declared");
            on_to(session, Segment::Torpedo);
            is_refused(session, "next dice 3", "may not type dice");
            session.mode = DiceMode::Ask;
            for (line, says) in [
                ("next dice 3", "There are more dice than needed."),
                ("next dice 21", "There are more dice than needed."),
                ("next to damage dice 3 3", "There are more dice than needed."),
            ] {
                is_refused(session, line, says);
            }
        });
    }
}

/// Of a line that goes on through several segments each takes what it needs.
#[test]
fn r2_5_faces_behind_next_to_are_those_of_every_segment_on_its_way() {
    let owed = by_ones(Segment::Damage, |session, _| {
        session.line("next").unwrap();
        dice(session)
    });
    let to = |segment: &str, line: String| line.replacen("next", &format!("next to {segment}"), 1);
    by_ones(Segment::DamageControl, |session, door| {
        let asked = door.said.borrow().len();
        is_refused(session, &next(owed, ""), "There are more dice than needed.");
        is_refused(session, &to("damage", next(owed, "")), "There are more dice than needed.");
        is_refused(session, &to("plotting", next(owed + 1, "")), "There are more dice than needed.");
        is_refused(session, &to("plotting", next(owed - 1, "21")), "21 is not a D");
        session.line(&to("plotting", next(owed, ""))).unwrap();
        assert_eq!(session.state().segment, Segment::Plotting);
        assert_eq!((dice(session), door.said.borrow().len()), (owed, asked));
    });
}

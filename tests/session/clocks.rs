//! Clocks at a board game: whose runs, how much time is left, and when a side has lost on time.
use std::{cell::Cell, time::Duration};

use boards::battle_acre::{BattleAcre, Side};
use boards::{CommonCommand, TwoSided as _};
use play::Board;
use play::journal::{Entry, Header, Journal, Notice};
use session::boards::asked::EnginePlayer;
use session::boards::{BoardGame, BoardSeat};
use session::{Answer, Frontend, Input, PlayableGame, Refusal, Session, Stage};

/// A door with a clock that a test sets.
#[derive(Default)]
struct Timed {
    seconds: Cell<f64>,
}

impl Frontend for Timed {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, _: &str) -> Result<Input, Refusal> {
        Ok(Input::End)
    }
    plain_door!();
    fn aside(&self, _: &str) {}
    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_secs_f64(self.seconds.get()))
    }
}

fn journal() -> Journal<BattleAcre> {
    let setup = BattleAcre::setup(&[], None).unwrap();
    Journal::new(Header::current::<BattleAcre>("acre", "trial", 7, setup))
}

fn nothing_is_drawn(_: &mut Session<'_, BattleAcre>, _: &str) -> Result<Answer, Refusal> {
    Ok(Answer::default())
}

fn session<'a>(
    journal: &'a mut Journal<BattleAcre>,
    door: &'a Timed,
    sources: &'a load::Sources,
    machine: Option<EnginePlayer<Side>>,
) -> Session<'a, BattleAcre> {
    let mut session = Session::new(journal, door, sources, BoardSeat::new(machine), nothing_is_drawn);
    BattleAcre::next_automatic_step(&mut session, Stage::Beginning).unwrap();
    session
}

/// The line is typed when the door's clock shows this time.
fn at(session: &mut Session<'_, BattleAcre>, door: &Timed, seconds: f64, line: &str) -> Answer {
    door.seconds.set(seconds);
    let (came, answer) = crate::came(session, line);
    if came.has_moved() {
        while BattleAcre::next_automatic_step(session, Stage::Moved).unwrap().is_some() {}
    }
    answer
}

fn first(session: &Session<'_, BattleAcre>) -> String {
    BattleAcre::print(session.state(), &BattleAcre::choices(session.state())[0])
}

/// The remaining time, without the time control before it.
fn left(session: &mut Session<'_, BattleAcre>) -> String {
    let told = session.line("clock").unwrap().text;
    told.split_once(": ").unwrap().1.to_owned()
}

#[test]
fn the_side_to_move_uses_its_time_and_gets_the_increment() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    let refused = session.line("clock").err().unwrap().to_string();
    assert!(refused.contains("No clock runs."), "{refused}");
    assert_eq!(at(&mut session, &door, 100.0, "clock 1m+5s").text, "Clocks (1m+5s): White 1:00, Red 1:00.");
    door.seconds.set(110.0);
    assert_eq!(left(&mut session), "White 0:50, Red 1:00.", "a clock runs while its side thinks");
    let line = first(&session);
    at(&mut session, &door, 120.0, &line);
    assert_eq!(left(&mut session), "White 0:45, Red 1:00.");
    // Red uses its time and undoes White's move. White thinks again, and gets one increment for it.
    at(&mut session, &door, 150.0, "undo");
    assert_eq!(left(&mut session), "White 0:40, Red 0:30.");
    at(&mut session, &door, 152.0, &line);
    assert_eq!(left(&mut session), "White 0:43, Red 0:30.");
    let opened = BattleAcre::face(&session).opening;
    assert!(opened[1].text.ends_with("Clocks (1m+5s): White 0:43, Red 0:30."), "{}", opened[1].text);
    session.line("clock stop because \"tea\"").unwrap();
    assert!(session.line("clock").is_err() && session.line("clock stop").is_err());
    let entries = session.journal().entries().len();
    let line = first(&session);
    at(&mut session, &door, 999.0, &line);
    assert_eq!(session.journal().entries().len(), entries + 1, "nothing is recorded if no clock runs");
}

#[test]
fn a_move_that_is_repeated_has_one_increment() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    at(&mut session, &door, 0.0, "clock 1m+30s");
    let line = first(&session);
    for seconds in [1.0, 2.0, 3.0] {
        at(&mut session, &door, seconds, &line);
        at(&mut session, &door, seconds, "undo");
    }
    at(&mut session, &door, 4.0, &line);
    assert_eq!(left(&mut session), "White 1:26, Red 1:00.");
    // Time used between undo and redo counts for the next move.
    at(&mut session, &door, 4.0, "undo");
    at(&mut session, &door, 14.0, "redo");
    assert_eq!(left(&mut session), "White 1:16, Red 1:00.");
    // Two moves are undone and two others made: the first two leave no trace.
    let answer = first(&session);
    at(&mut session, &door, 20.0, &answer);
    assert_eq!(left(&mut session), "White 1:16, Red 1:24.");
    at(&mut session, &door, 21.0, "undo");
    at(&mut session, &door, 21.0, "undo");
    assert_eq!(left(&mut session), "White 0:45, Red 0:54.");
    at(&mut session, &door, 21.0, &line);
    at(&mut session, &door, 22.0, &answer);
    assert_eq!(left(&mut session), "White 1:15, Red 1:23.");
}

#[test]
fn a_side_that_leaves_in_overtime_returns_to_the_same_period() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    at(&mut session, &door, 0.0, "clock 1m+2x30s");
    door.seconds.set(80.0);
    BattleAcre::next_automatic_step(&mut session, Stage::Leaving).unwrap();
    BattleAcre::next_automatic_step(&mut session, Stage::Beginning).unwrap();
    door.seconds.set(89.0);
    assert!(left(&mut session).starts_with("White overtime 2x30s,"));
    door.seconds.set(90.0);
    assert!(left(&mut session).starts_with("White overtime 1x30s,"));
    // The same if a move is made and undone: ten seconds of the second period are used.
    let line = first(&session);
    at(&mut session, &door, 100.0, &line);
    at(&mut session, &door, 100.0, "undo");
    door.seconds.set(119.0);
    assert!(left(&mut session).starts_with("White overtime 1x30s,"));
    door.seconds.set(120.0);
    assert!(left(&mut session).starts_with("White no time,"));
}

#[test]
fn clocks_used_for_moves_are_set_again_only_with_a_reason() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    at(&mut session, &door, 0.0, "clock 1m");
    assert_eq!(at(&mut session, &door, 5.0, "clock 2m").text, "Clocks (2m): White 2:00, Red 2:00.");
    let line = first(&session);
    at(&mut session, &door, 15.0, &line);
    for wrong in ["clock 2m", "clock stop", "clock 2m because", "clock because \"of rain\""] {
        let entries = session.journal().entries().len();
        session.line(wrong).err().unwrap_or_else(|| panic!("{wrong} is taken"));
        assert_eq!(session.journal().entries().len(), entries, "{wrong}");
    }
    assert_eq!(left(&mut session), "White 1:50, Red 2:00.");
    at(&mut session, &door, 15.0, "clock 3m because \"the Lamp went out\"");
    assert_eq!(left(&mut session), "White 3:00, Red 3:00.");
    let log = session.line("log").unwrap().text;
    assert!(log.contains("both clocks are set to 3m, because the Lamp went out"), "{log}");
    // After undoing the move, no move was made with the clocks.
    at(&mut session, &door, 15.0, "undo");
    at(&mut session, &door, 15.0, "clock stop");
}

#[test]
fn a_side_loses_on_time_exactly_when_its_time_is_up() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    at(&mut session, &door, 0.0, "clock 1m");
    for (seconds, line) in [(59.999, "flag"), (59.999, "flag white"), (61.0, "flag red")] {
        door.seconds.set(seconds);
        let refused = session.line(line).err().unwrap().to_string();
        assert!(refused.contains("is not up"), "{line}: {refused}");
    }
    door.seconds.set(60.0);
    assert_eq!(left(&mut session), "White no time, Red 1:00. `flag white` ends the game.");
    let told = at(&mut session, &door, 60.0, "flag white");
    assert!(told.text.contains("Red wins: White is out of time"), "{}", told.text);
    assert!(left(&mut session).ends_with("Red 1:00."), "nothing is offered when the game is over");
    let refused = session.line("flag red").err().unwrap().to_string();
    assert!(refused.contains("out of time"), "{refused}");
    assert_eq!(
        BattleAcre::print(session.state(), &BattleAcre::from_common(CommonCommand::Flag { side: Side::Red })),
        "flag red"
    );
}

#[test]
fn a_late_move_stands_and_the_time_stays_up() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    at(&mut session, &door, 0.0, "clock 1m+30s");
    let line = first(&session);
    at(&mut session, &door, 61.0, &line);
    assert!(left(&mut session).starts_with("White no time, Red 1:00. `flag white`"), "no increment restores the time");
    at(&mut session, &door, 62.0, "flag white");
}

#[test]
fn the_remaining_time_is_in_the_journal() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    {
        let mut session = session(&mut journal, &door, &sources, None);
        at(&mut session, &door, 0.0, "clock 1m+5s");
        let line = first(&session);
        at(&mut session, &door, 10.0, &line);
        // Red leaves after 20 seconds and returns much later.
        door.seconds.set(30.0);
        BattleAcre::next_automatic_step(&mut session, Stage::Leaving).unwrap();
    }
    let thought = Notice::Thought { side: "red".to_owned(), milliseconds: 20_000, moved: false };
    assert!(journal.entries().last() == Some(&Entry::Noticed { what: thought }));
    door.seconds.set(5_000.0);
    let mut session = session(&mut journal, &door, &sources, None);
    assert_eq!(left(&mut session), "White 0:55, Red 0:40.");
    door.seconds.set(5_010.0);
    assert_eq!(left(&mut session), "White 0:55, Red 0:30.");
    let log = session.line("log").unwrap().text;
    assert!(log.contains("both clocks are set to 1m+5s") && log.contains("white thought for 10.0 s"), "{log}");
}

#[test]
fn the_engine_claims_a_win_on_time_and_loses_only_by_a_clock() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let machine = EnginePlayer::from_words(Side::Red, "beginner", BattleAcre::UNIT).unwrap();
    let mut session = session(&mut journal, &door, &sources, Some(machine));
    let refused = session.line("flag red").err().unwrap().to_string();
    assert!(refused.contains("The engine plays red, and no clock runs."), "{refused}");
    at(&mut session, &door, 0.0, "clock 1m");
    let line = first(&session);
    at(&mut session, &door, 59.0, &line);
    assert_eq!(session.state().result, None, "the engine has answered");
    let line = first(&session);
    at(&mut session, &door, 60.0, &line);
    assert_eq!(session.state().result, Some(boards::battle_acre::Ending::OutOfTime { side: Side::White }));
}

#[test]
fn a_table_with_its_own_clock_may_report_a_loss_on_time() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    let told = at(&mut session, &door, 0.0, "flag red");
    assert!(told.text.contains("White wins: Red is out of time"), "{}", told.text);
}

#[test]
fn a_wrong_clock_setting_changes_nothing() {
    let (mut journal, door, sources) = (journal(), Timed::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &door, &sources, None);
    for wrong in ["clock 20", "clock 20m 10s", "clock soon"] {
        session.line(wrong).err().unwrap_or_else(|| panic!("{wrong} is taken"));
    }
    assert!(session.journal().entries().is_empty());
}

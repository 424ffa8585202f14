//! Clocks at a board game: whose clock runs, how much time is left, and when a side has lost on time.
use std::{cell::Cell, time::Duration};

use boards::battle_acre::{BattleAcre, Side};
use boards::{CommonCommand, TwoSided as _};
use play::Board;
use play::journal::{Entry, Header, Journal, Notice};
use session::boards::search_options::EnginePlayer;
use session::boards::{BoardGame, BoardSeat};
use session::{Answer, Frontend, Input, PlayableGame, Refusal, Session, Stage};

/// A front end with a clock that the test sets.
#[derive(Default)]
struct ClockFrontend {
    seconds: Cell<f64>,
}

impl Frontend for ClockFrontend {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, _: &str) -> Result<Input, Refusal> {
        Ok(Input::End)
    }
    plain_frontend!();
    fn aside(&self, _: &str) {}
    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_secs_f64(self.seconds.get()))
    }
}

fn journal() -> Journal<BattleAcre> {
    let setup = BattleAcre::setup(&[], None).unwrap();
    Journal::new(Header::current::<BattleAcre>("acre", "trial", 7, setup))
}

fn draw_nothing(_: &mut Session<'_, BattleAcre>, _: &str) -> Result<Answer, Refusal> {
    Ok(Answer::default())
}

fn session<'a>(
    journal: &'a mut Journal<BattleAcre>,
    frontend: &'a ClockFrontend,
    sources: &'a load::Sources,
    machine: Option<EnginePlayer<Side>>,
) -> Session<'a, BattleAcre> {
    let mut session = Session::new(journal, frontend, sources, BoardSeat::new(machine), draw_nothing);
    BattleAcre::next_automatic_step(&mut session, Stage::Beginning).unwrap();
    session
}

/// Types a line at this time of the front end's clock, then carries out the automatic steps that follow a move.
fn type_at(session: &mut Session<'_, BattleAcre>, frontend: &ClockFrontend, seconds: f64, line: &str) -> Answer {
    frontend.seconds.set(seconds);
    let (effect, answer) = crate::effect_of(session, line);
    if effect.has_moved() {
        while BattleAcre::next_automatic_step(session, Stage::Moved).unwrap().is_some() {}
    }
    answer
}

fn first_move(session: &Session<'_, BattleAcre>) -> String {
    BattleAcre::print(session.state(), &BattleAcre::choices(session.state())[0])
}

/// Returns what `clock` shows after the time control: the remaining time of both sides.
fn time_left(session: &mut Session<'_, BattleAcre>) -> String {
    let text = session.line("clock").unwrap().text;
    text.split_once(": ").unwrap().1.to_owned()
}

#[test]
fn the_side_to_move_uses_its_time_and_gets_the_increment() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    let refused = session.line("clock").err().unwrap().to_string();
    assert!(refused.contains("No clock runs."), "{refused}");
    assert_eq!(type_at(&mut session, &frontend, 100.0, "clock 1m+5s").text, "Clocks (1m+5s): White 1:00, Red 1:00.");
    frontend.seconds.set(110.0);
    assert_eq!(time_left(&mut session), "White 0:50, Red 1:00.", "a clock runs while its side thinks");
    let line = first_move(&session);
    type_at(&mut session, &frontend, 120.0, &line);
    assert_eq!(time_left(&mut session), "White 0:45, Red 1:00.");
    // Red uses its time and undoes White's move. White thinks again, and gets one increment for it.
    type_at(&mut session, &frontend, 150.0, "undo");
    assert_eq!(time_left(&mut session), "White 0:40, Red 0:30.");
    type_at(&mut session, &frontend, 152.0, &line);
    assert_eq!(time_left(&mut session), "White 0:43, Red 0:30.");
    let opened = BattleAcre::prompt_view(&session).opening;
    assert!(opened[1].text.ends_with("Clocks (1m+5s): White 0:43, Red 0:30."), "{}", opened[1].text);
    session.line("clock stop because \"tea\"").unwrap();
    assert!(session.line("clock").is_err() && session.line("clock stop").is_err());
    let entries = session.journal().entries().len();
    let line = first_move(&session);
    type_at(&mut session, &frontend, 999.0, &line);
    assert_eq!(session.journal().entries().len(), entries + 1, "nothing is recorded if no clock runs");
}

#[test]
fn a_move_that_is_repeated_has_one_increment() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    type_at(&mut session, &frontend, 0.0, "clock 1m+30s");
    let line = first_move(&session);
    for seconds in [1.0, 2.0, 3.0] {
        type_at(&mut session, &frontend, seconds, &line);
        type_at(&mut session, &frontend, seconds, "undo");
    }
    type_at(&mut session, &frontend, 4.0, &line);
    assert_eq!(time_left(&mut session), "White 1:26, Red 1:00.");
    // Time used between undo and redo counts for the next move.
    type_at(&mut session, &frontend, 4.0, "undo");
    type_at(&mut session, &frontend, 14.0, "redo");
    assert_eq!(time_left(&mut session), "White 1:16, Red 1:00.");
    // Two moves are undone and two others made: the first two leave no trace.
    let answer = first_move(&session);
    type_at(&mut session, &frontend, 20.0, &answer);
    assert_eq!(time_left(&mut session), "White 1:16, Red 1:24.");
    type_at(&mut session, &frontend, 21.0, "undo");
    type_at(&mut session, &frontend, 21.0, "undo");
    assert_eq!(time_left(&mut session), "White 0:45, Red 0:54.");
    type_at(&mut session, &frontend, 21.0, &line);
    type_at(&mut session, &frontend, 22.0, &answer);
    assert_eq!(time_left(&mut session), "White 1:15, Red 1:23.");
}

#[test]
fn a_side_that_leaves_in_overtime_returns_to_the_same_period() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    type_at(&mut session, &frontend, 0.0, "clock 1m+2x30s");
    frontend.seconds.set(80.0);
    BattleAcre::next_automatic_step(&mut session, Stage::Leaving).unwrap();
    BattleAcre::next_automatic_step(&mut session, Stage::Beginning).unwrap();
    frontend.seconds.set(89.0);
    assert!(time_left(&mut session).starts_with("White overtime 2x30s,"));
    frontend.seconds.set(90.0);
    assert!(time_left(&mut session).starts_with("White overtime 1x30s,"));
    // The same if a move is made and undone: ten seconds of the second period are used.
    let line = first_move(&session);
    type_at(&mut session, &frontend, 100.0, &line);
    type_at(&mut session, &frontend, 100.0, "undo");
    frontend.seconds.set(119.0);
    assert!(time_left(&mut session).starts_with("White overtime 1x30s,"));
    frontend.seconds.set(120.0);
    assert!(time_left(&mut session).starts_with("White no time,"));
}

#[test]
fn clocks_used_for_moves_are_set_again_only_with_a_reason() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    type_at(&mut session, &frontend, 0.0, "clock 1m");
    assert_eq!(type_at(&mut session, &frontend, 5.0, "clock 2m").text, "Clocks (2m): White 2:00, Red 2:00.");
    let line = first_move(&session);
    type_at(&mut session, &frontend, 15.0, &line);
    for wrong in ["clock 2m", "clock stop", "clock 2m because", "clock because \"of rain\""] {
        let entries = session.journal().entries().len();
        session.line(wrong).err().unwrap_or_else(|| panic!("{wrong} is taken"));
        assert_eq!(session.journal().entries().len(), entries, "{wrong}");
    }
    assert_eq!(time_left(&mut session), "White 1:50, Red 2:00.");
    type_at(&mut session, &frontend, 15.0, "clock 3m because \"the Lamp went out\"");
    assert_eq!(time_left(&mut session), "White 3:00, Red 3:00.");
    let log = session.line("log").unwrap().text;
    assert!(log.contains("both clocks are set to 3m, because the Lamp went out"), "{log}");
    // After undoing the move, no move was made with the clocks.
    type_at(&mut session, &frontend, 15.0, "undo");
    type_at(&mut session, &frontend, 15.0, "clock stop");
}

#[test]
fn a_side_loses_on_time_exactly_when_its_time_is_up() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    type_at(&mut session, &frontend, 0.0, "clock 1m");
    for (seconds, line) in [(59.999, "flag"), (59.999, "flag white"), (61.0, "flag red")] {
        frontend.seconds.set(seconds);
        let refused = session.line(line).err().unwrap().to_string();
        assert!(refused.contains("is not up"), "{line}: {refused}");
    }
    frontend.seconds.set(60.0);
    assert_eq!(time_left(&mut session), "White no time, Red 1:00. `flag white` ends the game.");
    let shown = type_at(&mut session, &frontend, 60.0, "flag white");
    assert!(shown.text.contains("Red wins: White is out of time"), "{}", shown.text);
    assert!(time_left(&mut session).ends_with("Red 1:00."), "nothing is offered when the game is over");
    let refused = session.line("flag red").err().unwrap().to_string();
    assert!(refused.contains("out of time"), "{refused}");
    assert_eq!(
        BattleAcre::print(session.state(), &BattleAcre::from_common(CommonCommand::Flag { side: Side::Red })),
        "flag red"
    );
}

#[test]
fn a_late_move_stands_and_the_time_stays_up() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    type_at(&mut session, &frontend, 0.0, "clock 1m+30s");
    let line = first_move(&session);
    type_at(&mut session, &frontend, 61.0, &line);
    assert!(
        time_left(&mut session).starts_with("White no time, Red 1:00. `flag white`"),
        "no increment restores the time"
    );
    type_at(&mut session, &frontend, 62.0, "flag white");
}

#[test]
fn the_remaining_time_is_in_the_journal() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    {
        let mut session = session(&mut journal, &frontend, &sources, None);
        type_at(&mut session, &frontend, 0.0, "clock 1m+5s");
        let line = first_move(&session);
        type_at(&mut session, &frontend, 10.0, &line);
        // Red leaves after 20 seconds and returns much later.
        frontend.seconds.set(30.0);
        BattleAcre::next_automatic_step(&mut session, Stage::Leaving).unwrap();
    }
    let thought = Notice::Thought { side: "red".to_owned(), milliseconds: 20_000, moved: false };
    assert!(journal.entries().last() == Some(&Entry::Noticed { what: thought }));
    frontend.seconds.set(5_000.0);
    let mut session = session(&mut journal, &frontend, &sources, None);
    assert_eq!(time_left(&mut session), "White 0:55, Red 0:40.");
    frontend.seconds.set(5_010.0);
    assert_eq!(time_left(&mut session), "White 0:55, Red 0:30.");
    let log = session.line("log").unwrap().text;
    assert!(log.contains("both clocks are set to 1m+5s") && log.contains("white thought for 10.0 s"), "{log}");
}

#[test]
fn the_engine_claims_a_win_on_time_and_loses_only_by_a_clock() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let machine = EnginePlayer::from_words(Side::Red, "beginner", BattleAcre::UNIT).unwrap();
    let mut session = session(&mut journal, &frontend, &sources, Some(machine));
    let refused = session.line("flag red").err().unwrap().to_string();
    assert!(refused.contains("The engine plays red, and no clock runs."), "{refused}");
    type_at(&mut session, &frontend, 0.0, "clock 1m");
    let line = first_move(&session);
    type_at(&mut session, &frontend, 59.0, &line);
    assert_eq!(session.state().result, None, "the engine has answered");
    let line = first_move(&session);
    type_at(&mut session, &frontend, 60.0, &line);
    assert_eq!(session.state().result, Some(boards::battle_acre::Ending::OutOfTime { side: Side::White }));
}

#[test]
fn a_table_with_its_own_clock_may_report_a_loss_on_time() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    let shown = type_at(&mut session, &frontend, 0.0, "flag red");
    assert!(shown.text.contains("White wins: Red is out of time"), "{}", shown.text);
}

#[test]
fn a_wrong_clock_setting_changes_nothing() {
    let (mut journal, frontend, sources) = (journal(), ClockFrontend::default(), naval_kit::builtin());
    let mut session = session(&mut journal, &frontend, &sources, None);
    for wrong in ["clock 20", "clock 20m 10s", "clock soon"] {
        session.line(wrong).err().unwrap_or_else(|| panic!("{wrong} is taken"));
    }
    assert!(session.journal().entries().is_empty());
}

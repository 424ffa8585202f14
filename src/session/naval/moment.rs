//! Moments of a battle: a turn and a segment.
use crate::Refusal;
use naval::{Naval, Segment, State, model::Half};
use play::Game;
use play::journal::{AppliedCommand, Journal};

/// A moment of a game: a turn, whether it is in its second half, and a segment. [3.4.1]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnSegment {
    pub turn: u16,
    pub second_half: bool,
    pub segment: Segment,
}

impl TurnSegment {
    pub fn at(state: &State) -> TurnSegment {
        TurnSegment { turn: state.turn, second_half: state.half == Some(Half::Second), segment: state.segment }
    }
    fn label(self) -> String {
        let half = if self.second_half { ".5" } else { "" };
        format!("{}{half}/{}", self.turn, self.segment.word())
    }
}

/// Returns the state when a segment began, or the current one without `at`. Refused if the game has not reached it.
pub fn state_at(journal: &Journal<Naval>, at: Option<TurnSegment>) -> Result<State, Refusal> {
    let Some(wanted) = at else { return Ok(journal.state().clone()) };
    let state = journal.replay_until(|state| wanted <= TurnSegment::at(state));
    check_reached(&state, wanted)?;
    if wanted.second_half && (state.turn, state.half) != (wanted.turn, Some(Half::Second)) {
        return Err(Refusal::not_there(format!("Turn {} was not played in halves.", wanted.turn)));
    }
    Ok(state)
}

/// Returns the effective commands before a segment began, or all without `at`. Refused if the game has not reached it.
pub fn commands_before<'j>(
    journal: &'j Journal<Naval>,
    at: Option<TurnSegment>,
) -> Result<Vec<AppliedCommand<'j, Naval>>, Refusal> {
    let mut commands = journal.commands();
    let Some(wanted) = at else { return Ok(commands) };
    state_at(journal, at)?;
    let mut state = Naval::initial_state(&journal.header().setup);
    let before = commands.iter().take_while(|applied| {
        let comes = TurnSegment::at(&state) < wanted;
        play::apply_all::<Naval>(&mut state, applied.events);
        comes
    });
    let before = before.count();
    commands.truncate(before);
    Ok(commands)
}

pub fn check_reached(state: &State, wanted: TurnSegment) -> Result<(), Refusal> {
    let now = TurnSegment::at(state);
    if now < wanted {
        return Err(Refusal::not_there(format!(
            "The game has not reached {}: it is at {}.",
            wanted.label(),
            now.label()
        )));
    }
    Ok(())
}

//! Moments of a battle: when a segment began, or just after an entry.
use super::log::{LogScope, shown_numbers};
use crate::Refusal;
use naval::view::Viewer;
use naval::{Naval, Segment, State, model::Half, notation};
use play::Game;
use play::journal::{AppliedCommand, Entry, Journal};

/// A moment as a person names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// When a segment began.
    Segment(TurnSegment),
    /// Just after the entry with this number in the viewer's log. 0 is the beginning.
    Entry(usize),
}

/// A battle at a moment.
pub struct BattleAt {
    pub state: State,
    /// What a person must be told if the named entry is not in force.
    pub note: Option<String>,
}

/// A moment of a game: a turn, whether it is in its second half, and a segment. [3.4.1]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TurnSegment {
    pub turn: u16,
    pub second_half: bool,
    pub segment: Segment,
}

impl TurnSegment {
    pub fn at(state: &State) -> TurnSegment {
        TurnSegment { turn: state.turn, second_half: state.half == Some(Half::Second), segment: state.segment }
    }
    /// Reads `7/gunfire` or `12.5/damage-control`.
    pub fn from_label(label: &str) -> Option<TurnSegment> {
        let (turn, second_half, segment) = notation::read_moment(label)?;
        Some(TurnSegment { turn, second_half, segment })
    }
    pub fn label(self) -> String {
        let half = if self.second_half { ".5" } else { "" };
        format!("{}{half}/{}", self.turn, self.segment.word())
    }
    /// `turn 7, gunfire`
    pub fn words(self) -> String {
        let half = if self.second_half { ".5" } else { "" };
        format!("turn {}{half}, {}", self.turn, self.segment.word())
    }
}

/// Returns the battle at a moment, or now without one. Refused if the game has not reached it.
pub fn battle_at(journal: &Journal<Naval>, at: Option<Moment>, viewer: &Viewer) -> Result<BattleAt, Refusal> {
    match at {
        None => Ok(BattleAt { state: journal.state().clone(), note: None }),
        Some(Moment::Segment(segment)) => Ok(BattleAt { state: state_at_segment(journal, segment)?, note: None }),
        Some(Moment::Entry(number)) => {
            let entry = entry_shown_to(journal, number, viewer)?;
            let (state, last) = effective_state_until(journal, entry);
            let is_undone = last != entry && matches!(journal.entry(entry), Some(Entry::Did { .. }));
            let note =
                is_undone.then(|| format!("Entry {number} was taken back. {}", shown_instead(journal, last, viewer)));
            Ok(BattleAt { state, note })
        }
    }
}

fn shown_instead(journal: &Journal<Naval>, last: usize, viewer: &Viewer) -> String {
    let numbers = shown_numbers(journal, &LogScope::for_side(viewer.knows_as()));
    match numbers.range(..=last).next_back() {
        Some((_, number)) => format!("This is after entry {number}."),
        None => "This is the beginning.".to_owned(),
    }
}

pub(super) fn state_at_segment(journal: &Journal<Naval>, wanted: TurnSegment) -> Result<State, Refusal> {
    let state = journal.replay_until(|state| wanted <= TurnSegment::at(state));
    check_reached(&state, wanted)?;
    if wanted.second_half && (state.turn, state.half) != (wanted.turn, Some(Half::Second)) {
        return Err(Refusal::not_there(format!("Turn {} was not played in halves.", wanted.turn)));
    }
    Ok(state)
}

/// Returns the entry that the viewer's log prints under a number. 0 for the beginning.
pub fn entry_shown_to(journal: &Journal<Naval>, number: usize, viewer: &Viewer) -> Result<usize, Refusal> {
    if number == 0 {
        return Ok(0);
    }
    let numbers = shown_numbers(journal, &LogScope::for_side(viewer.knows_as()));
    let entry = numbers.iter().find_map(|(entry, shown)| (*shown == number).then_some(*entry));
    entry.ok_or_else(|| {
        let last = numbers.values().max().copied().unwrap_or(0);
        let what = match viewer {
            Viewer::Referee => format!("The journal has {last} entries."),
            Viewer::Table | Viewer::Side(_) => {
                let name = viewer.name(journal.state());
                format!("The log of {name} has {last} entries, and `--at` counts them as that log does.")
            }
        };
        Refusal::not_there(what).hint(format!("use --at 0 to --at {last}, as `kaiser log` numbers them"))
    })
}

/// Returns the state after the commands in force up to an entry, and the last of these.
pub fn effective_state_until(journal: &Journal<Naval>, entry: usize) -> (State, usize) {
    let mut state = Naval::initial_state(&journal.header().setup);
    let mut last = 0;
    for applied in journal.commands().iter().take_while(|applied| applied.entry <= entry) {
        play::apply_all::<Naval>(&mut state, applied.events);
        last = applied.entry;
    }
    (state, last)
}

/// Returns the effective commands before a moment, or all without one. Refused if the game has not reached it.
pub fn commands_before<'j>(
    journal: &'j Journal<Naval>,
    at: Option<Moment>,
) -> Result<Vec<AppliedCommand<'j, Naval>>, Refusal> {
    let mut commands = journal.commands();
    let count = match at {
        None => commands.len(),
        Some(Moment::Entry(number)) => {
            let entry = entry_shown_to(journal, number, &Viewer::Referee)?;
            commands.iter().take_while(|applied| applied.entry <= entry).count()
        }
        Some(Moment::Segment(wanted)) => {
            state_at_segment(journal, wanted)?;
            let mut state = Naval::initial_state(&journal.header().setup);
            let before = commands.iter().take_while(|applied| {
                let is_before = TurnSegment::at(&state) < wanted;
                play::apply_all::<Naval>(&mut state, applied.events);
                is_before
            });
            before.count()
        }
    };
    commands.truncate(count);
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

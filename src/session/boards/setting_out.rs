//! Placement of pieces typed in one line: each is placed automatically in its turn, as the rules require. (CS-4)
use std::mem;

use super::BoardGame;
use crate::{Answer, AutomaticStep, Refusal, Session};
use boards::Sided;
use play::{
    self,
    journal::{Entry, Notice, seeded_stream},
};

pub const RANDOM_PLACEMENT: &str = "random";

/// Whether a line places any pieces of the side to move. Refused if one of them may not be placed so.
pub fn can_place<G: BoardGame>(state: &G::State, line: &str) -> Result<bool, Refusal> {
    if line == RANDOM_PLACEMENT {
        return Ok(G::random_placement(state, 1).is_some());
    }
    let commands = G::placements_in(state, line)?;
    G::check_placements(state, &commands)?;
    Ok(!commands.is_empty())
}

impl<G: BoardGame> Session<'_, G> {
    /// Places the pieces of the side to move as listed in a line, one a turn, until something is undone. If one of them
    /// may not be placed so, the line is refused and nothing is placed.
    pub(super) fn place_by_line(&mut self, line: &str) -> Result<Answer, Refusal> {
        let state = self.state();
        let side = G::mover(state).map_or("", Sided::name).to_owned();
        if !can_place::<G>(state, line)? {
            return Err(Refusal::not_there("There is no piece to place.").line("moves"));
        }
        let mut answer = self.transaction(|session| {
            session.record_notice(Notice::PiecesPlanned { side, pieces: line.to_owned() })?;
            let first = session.next_placement().ok_or_else(|| Refusal::not_there("There is no piece to place."))?;
            session.carry_out_command(first)
        })?;
        // One piece is placed each turn, so announce that the rest follow.
        if self.next_placement().is_none() && G::random_placement(self.state(), 1).is_some() {
            answer.text.push_str("\nThe other pieces follow automatically, one in each turn of this side.");
        }
        Ok(answer)
    }

    /// Places the next pieces, as long as the line of the side to move has pieces to place.
    pub(super) fn place_next(&mut self) -> Result<Option<AutomaticStep>, Refusal> {
        if self.next_placement().is_none() {
            return Ok(None);
        }
        let (mut placed, mut combined) = (Vec::new(), Answer::default());
        // Automatic placements belong to the line before them and are undone with it.
        self.as_last_line(|session| {
            session.transaction(|session| {
                while let Some(command) = session.next_placement() {
                    let answer = session.carry_out_command(command.clone())?;
                    placed.push(G::log_text(&command, false));
                    combined = if placed.len() == 1 { answer } else { mem::take(&mut combined).append(answer) };
                }
                Ok(())
            })
        })?;
        let text =
            if placed.len() == 1 { combined.text.clone() } else { format!("{} more pieces placed.", placed.len()) };
        // The events would reveal the kind of every piece.
        Ok(Some(AutomaticStep {
            sentence: None,
            line_and_answer: Some((placed.join(", "), combined.with_events(Vec::new()).with_text(text))),
        }))
    }

    /// Returns the next placement from the line of the side to move, or `None` if it has no line or all are placed.
    pub(super) fn next_placement(&self) -> Option<G::Command> {
        let (journal, state) = (self.journal(), self.state());
        let side = G::mover(state)?.name();
        let placement_lines = journal.entries().iter().rev().map_while(|entry| match entry {
            Entry::TakenBack { .. } => None,
            Entry::Noticed { what: Notice::PiecesPlanned { side: name, pieces } } if name == side => Some(Some(pieces)),
            _ => Some(None),
        });
        let line = placement_lines.flatten().next()?;
        if line == RANDOM_PLACEMENT {
            return G::random_placement(state, self.turn_seed());
        }
        let commands = G::placements_in(state, line).ok()?;
        commands.into_iter().find(|command| play::decide::<G>(state, command, &mut seeded_stream(0, 0)).is_ok())
    }
}

//! Placement of pieces typed in one line: each is placed automatically in its turn, as the rules require. (CS-4)
use std::mem;

use super::Companion;
use crate::{Followed, Refusal, Session, Told};
use boards::Sided;
use play::{
    self,
    journal::{Entry, Notice, thrown},
};

/// The line for a random placement.
pub const RANDOM: &str = "random";

/// Whether a line places any pieces of the side to move. Refused if one of them may not be placed so.
pub fn can_set_out<G: Companion>(state: &G::State, line: &str) -> Result<bool, Refusal> {
    if line == RANDOM {
        return Ok(G::set_out_at_random(state, 1).is_some());
    }
    let commands = G::set_out(state, line)?;
    G::may_set_out(state, &commands)?;
    Ok(!commands.is_empty())
}

impl<G: Companion> Session<'_, G> {
    /// Places the pieces of the side to move as listed in a line, from now on until something is undone. If one of them
    /// may not be placed so, it is refused and nothing is placed.
    pub(super) fn set_out(&mut self, line: &str) -> Result<Told, Refusal> {
        let state = self.state();
        let side = G::mover(state).map_or("", Sided::name).to_owned();
        if !can_set_out::<G>(state, line)? {
            return Err(Refusal::not_there("there is no man to place").line("moves"));
        }
        let mut answer = self.transaction(|session| {
            session.notice(Notice::SetOut { side, men: line.to_owned() })?;
            let first = session.next_set_out().ok_or_else(|| Refusal::not_there("there is no man to place"))?;
            session.command(first)
        })?;
        // One piece is placed each turn, so announce that the rest follow.
        if self.next_set_out().is_none() && G::set_out_at_random(self.state(), 1).is_some() {
            answer.text.push_str("\nThe men that are left follow by themselves, one in each turn of this side.");
        }
        Ok(answer)
    }

    /// Places the next pieces, one side after the other, as long as there are lines for them.
    pub(super) fn sets_out(&mut self) -> Result<Option<Followed>, Refusal> {
        if self.next_set_out().is_none() {
            return Ok(None);
        }
        let (mut told, mut events) = (Vec::new(), Told::default());
        // They follow the line before them and are undone with it.
        self.as_last_line(|session| {
            session.transaction(|session| {
                while let Some(command) = session.next_set_out() {
                    let answer = session.command(command.clone())?;
                    told.push(G::told(&command, false));
                    events = if told.len() == 1 { answer } else { mem::take(&mut events).and(answer) };
                }
                Ok(())
            })
        })?;
        let text = if told.len() == 1 { events.text.clone() } else { format!("{} men more are placed.", told.len()) };
        // The events would show every kind.
        Ok(Some(Followed { says: None, told: Some((told.join(", "), events.happened(Vec::new()).in_words(text))) }))
    }

    /// Returns the next piece that the side to move places by its line, or `None` without a line or when it is done.
    pub(super) fn next_set_out(&self) -> Option<G::Command> {
        let (journal, state) = (self.journal(), self.state());
        let side = G::mover(state)?.name();
        let said = journal.entries().iter().rev().map_while(|entry| match entry {
            Entry::TakenBack { .. } => None,
            Entry::Noticed { what: Notice::SetOut { side: of, men } } if of == side => Some(Some(men)),
            _ => Some(None),
        });
        let line = said.flatten().next()?;
        if line == RANDOM {
            return G::set_out_at_random(state, self.turn_seed());
        }
        let commands = G::set_out(state, line).ok()?;
        commands.into_iter().find(|command| play::decide::<G>(state, command, &mut thrown(0, 0)).is_ok())
    }
}

//! Which ship `place` puts on an open table. [2.2]
use crate::{Problem, Session};
use naval::{Command, Naval, State, notation};
use play::verbs;

/// The same battle without its ships, to read a line that places a ship on an open table: the ship of the library with that
/// id comes before the ships of such a name that lie there. Nothing for other lines.
pub(super) fn to_read(state: &State, line: &str) -> Option<State> {
    let words = verbs::words(line);
    let [verb, name, rest @ ..] = &words[..] else { return None };
    let is_place = notation::verb(&verb.text).is_ok_and(|row| row.word == "place");
    // A name of several words is known by the ships that are there.
    let is_whole = rest.first().is_none_or(|next| next.key == "at" || verbs::looks_numeric(&next.text));
    let is_there = state.ships.iter().any(|ship| ship.id.as_str().eq_ignore_ascii_case(&name.text));
    if !is_place || !is_whole || is_there || state.setup.options.checks {
        return None;
    }
    let mut unnamed = state.clone();
    unnamed.ships.clear();
    Some(unnamed)
}

impl Session<'_, Naval> {
    /// A ship that the battle does not know yet comes with her card from the library, so that the journal holds it.
    pub(super) fn with_card(&self, at: &State, command: &Command) -> Result<Command, Problem> {
        let open = !at.setup.options.checks;
        let Command::Place { ship, card: None, side, at: place, speed } = command else { return Ok(command.clone()) };
        if !open || at.ship(ship).is_some() {
            return Ok(command.clone());
        }
        let placed = |ship, card| Command::Place { ship, card, side: side.clone(), at: *place, speed: *speed };
        let found = load::ship_to_place(self.sources, ship.as_str(), at.setup.date);
        // An id of the library comes before a name or a start that a ship on the table has.
        if !found.as_ref().is_ok_and(|found| found.card.id == *ship) {
            let line = format!("place {} at 0 0 heading 0", verbs::quoted(ship.as_str()));
            match notation::parse(at, &line).map(|typed| typed.command) {
                Ok(Command::Place { ship, .. }) if at.ship(&ship).is_some() => return Ok(placed(ship, None)),
                Ok(_) => {}
                Err(fault) => return Err(Problem::new(fault.what).maybe_hint(fault.hint)),
            }
        }
        let found = found.map_err(Problem::from)?;
        let ship = found.card.id.clone();
        let card = at.ship(&ship).is_none().then(|| std::sync::Arc::new(found.card));
        Ok(placed(ship, card))
    }
}

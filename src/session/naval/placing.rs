//! Which ship `place` puts on an open table. [2.2]
use crate::{Problem, Session};
use naval::{Command, Naval, State, notation};
use play::verbs;

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

//! Completes a command with what the journal needs and was not typed: salts, cards, sides.
use super::seals::count_seals;
use crate::{DiceSource, Refusal, Session};
use naval::model::{Declaration, FireOrder, Salt, command::Conditions};
use naval::{Command, Naval, Reason, SideId, State, notation, seal, view::Viewer};
use play::{NotDecided, journal::salt, verbs};

impl Session<'_, Naval> {
    pub(super) fn complete(&self, state: &State, command: &Command) -> Result<Command, Refusal> {
        let command = self.fill_in_side(command)?;
        self.with_card(state, &as_measurement(state, &command).unwrap_or(command))
    }

    /// Fills in the viewer's side for a seal (with its salt), for the end of declarations, and for a turn in halves.
    pub(super) fn fill_in_side(&self, command: &Command) -> Result<Command, Refusal> {
        match command {
            Command::Seal { salt, salts, .. }
                if self.seat.viewer != Viewer::Referee && !(salt.is_empty() && salts.is_empty()) =>
            {
                let what = "A side may not type a salt, because it could choose one that fits. The program draws one \
                for each seal.";
                Err(Refusal::not_yours(what).line("seal"))
            }
            Command::Seal { side, salt, salts } if salt.is_empty() && salts.is_empty() => {
                // The referee seals for the only person's side, because an admiral seals for itself.
                let orders_admiral = self.admiral_side_ordered(self.state(), command).is_some();
                let person_side = || self.only_person().filter(|_| orders_admiral);
                let side = side.clone().or_else(|| self.seat.viewer.side().cloned()).or_else(person_side);
                let salts = self.new_salts(side.as_ref())?;
                Ok(Command::Seal { side, salt: String::new(), salts })
            }
            // At a side's keyboard `declared` is for that side only. An admiral declares for itself. [3.3.5]
            Command::Declared { side: None } if self.seat.plays_against_admirals() || self.seat.reads_turn_file => {
                Ok(Command::Declared { side: self.seat.viewer.side().cloned() })
            }
            // The same holds for the referee if only one side is a person's. [3.3.5]
            Command::Declared { side: None } if !self.seat.admirals.is_empty() && !self.seat.is_open => {
                Ok(self.only_person().map_or_else(|| command.clone(), |only| Command::Declared { side: Some(only) }))
            }
            // Either side may have the turn played in halves. [3.4]
            Command::HalfMoves { side: None } => Ok(Command::HalfMoves { side: self.seat.viewer.side().cloned() }),
            other => Ok(other.clone()),
        }
    }

    /// Returns the side that no admiral plays, if there is exactly one.
    fn only_person(&self) -> Option<SideId> {
        let [only] = &self.persons()[..] else { return None };
        Some(only.clone())
    }

    /// Returns a salt for the side that seals, or one for each side.
    fn new_salts(&self, sealing_side: Option<&SideId>) -> Result<Vec<seal::Salt>, Refusal> {
        let journal = self.journal();
        let sides = journal.state().setup.sides.iter().map(|side| &side.id).enumerate();
        let salt = |(place, side): (usize, &SideId)| {
            let salt = match journal.header().salts {
                Some(salts) => salt(salts, count_seals(journal, side) + 1, place),
                None => self.frontend.salt()?,
            };
            Ok(seal::Salt { side: side.clone(), salt })
        };
        sides.filter(|(_, side)| sealing_side.is_none_or(|sealing_side| sealing_side == *side)).map(salt).collect()
    }

    /// Adds the card from the library to a ship that is new to the battle, so that the journal holds it.
    fn with_card(&self, state: &State, command: &Command) -> Result<Command, Refusal> {
        let is_open = !state.setup.options.checks;
        let Command::Place { ship, card: None, side, at: place, speed } = command else { return Ok(command.clone()) };
        if !is_open || state.ship(ship).is_some() {
            return Ok(command.clone());
        }
        let placed = |ship, card| Command::Place { ship, card, side: side.clone(), at: *place, speed: *speed };
        let found = load::ship_to_place(self.sources, ship.as_str(), state.setup.date);
        // An ID of the library takes precedence over a name or abbreviation of a ship on the table.
        if !found.as_ref().is_ok_and(|found| found.card.id == *ship) {
            let line = format!("place {} at 0 0 heading 0", verbs::quoted(ship.as_str()));
            match notation::parse(state, &line).map(|typed| typed.command) {
                Ok(Command::Place { ship, .. }) if state.ship(&ship).is_some() => return Ok(placed(ship, None)),
                Ok(_) => {}
                Err(error) => return Err(Refusal::read(error.what).maybe_hint(error.hint)),
            }
        }
        let found = found.map_err(Refusal::from)?;
        let ship = found.card.id.clone();
        let card = state.ship(&ship).is_none().then(|| std::sync::Arc::new(found.card));
        Ok(placed(ship, card))
    }

    /// Gives an amended seal the salts that it had. Returns any other command unchanged.
    pub(super) fn keep_salts(&self, entry: usize, command: Command) -> Command {
        let commands = self.journal().commands();
        let first = commands.iter().find(|applied| applied.entry == entry).map(|applied| applied.command);
        match (command, first) {
            (Command::Seal { side, salt, salts }, Some(Command::Seal { salts: known, .. })) => {
                let keep_salt = |drawn: Salt| {
                    known.iter().find(|known_salt| known_salt.side == drawn.side).cloned().unwrap_or(drawn)
                };
                Command::Seal { side, salt, salts: salts.into_iter().map(keep_salt).collect() }
            }
            (other, _) => other,
        }
    }
}

/// A new range for guns that already declared at that enemy is a measurement, which applies to them from now on. [2.7]
fn as_measurement(state: &State, command: &Command) -> Option<Command> {
    let Command::Target(FireOrder { firer, target, range: Some(range), bearing: None, conditions, .. }) = command
    else {
        return None;
    };
    let (from, to) = (state.base_id(firer), state.base_id(target));
    if *conditions != Conditions::default()
        || !state.this_move.declarations.iter().any(|declaration| declaration.firer == from)
    {
        return None;
    }
    let halt = play::decide::<Naval>(state, command, &mut DiceSource::with_supposed(&[])).err()?;
    let NotDecided::Refused { reason: Reason::BatteryDeclared { battery, target, .. }, .. } = halt else { return None };
    let declared = |declaration: &&Declaration| {
        declaration.firer == from && declaration.battery == battery && declaration.target == to && !declaration.fired
    };
    let declaration =
        state.this_move.declarations.iter().find(declared).filter(|found| found.range != *range && target == to)?;
    Some(Command::Measure { from, to: declaration.target.clone(), range: *range, bearing: None })
}

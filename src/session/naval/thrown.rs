//! Dice asked for at a side's keyboard that decide something of the enemy's: they are asked for, and neither what they are held
//! against nor what they did is told. [2.5]
use crate::{AtTable as _, DiceAtHand, Outcome, Problem, Ruling, Session, Told};
use naval::{Command, Id, Naval, NavalHalt, Purpose, SideId, State, special, view, view::Viewer};
use play::Halt;

impl Session<'_, Naval> {
    /// Carries out what whoever reads may not order herself, with as many of the faces that her line brought as it needs, and
    /// tells her of it what she is told of any order. Whether it may be done depends on orders of the admirals that a side
    /// does not know, so it cannot be asked of the battle as she knows it.
    pub(super) fn for_everybody(&mut self, command: Command) -> Result<Told, Problem> {
        let reader = std::mem::replace(&mut self.seat.reader, Viewer::Referee);
        let behind = self.seat.behind.clone();
        // Within another one it is still she who sits there.
        if !reader.is_referee() {
            self.seat.behind = reader.clone();
        }
        let mut faces = std::mem::take(&mut self.seat.faces);
        let ruled = self.rule_by(command, &mut faces);
        self.seat.faces = faces;
        (self.seat.reader, self.seat.behind) = (reader, behind);
        let ruling = Ruling { already: 0, cut_short: None, ..ruled? };
        Ok(Naval::told(self, &Outcome::Ruled(&ruling)))
    }

    /// Whether a command is done by some dice.
    pub(super) fn may_be_done(&self, command: &Command) -> bool {
        play::decide::<Naval>(self.state(), command, &mut DiceAtHand::supposed(&[])).is_ok()
    }

    /// Refused where faces of her line are left that nobody has asked for; not how many, for some of the others may have been
    /// thrown for what the enemy's hull hides. [3.3.8]
    pub(super) fn has_no_faces_left(&self) -> Result<(), Problem> {
        let surplus = || {
            Problem::new("more faces than anybody asks for")
                .hint("leave out those that are not owed: whatever is owed is asked for")
        };
        if self.seat.faces.is_empty() { Ok(()) } else { Err(surplus()) }
    }

    /// The side at whose keyboard dice are asked for; nobody where the referee sits there.
    pub(super) fn sits(&self) -> Option<&SideId> {
        self.seat.behind.side().or_else(|| self.seat.reader.side())
    }

    /// Why dice of the enemy's are not enough, or no dice at all, in the words of the question for them.
    pub(super) fn halted_untold(&self, at: &State, halt: &NavalHalt) -> Option<Problem> {
        let (Halt::NeedsRoll { ask, .. } | Halt::NoSuchFace { ask, .. }) = halt else { return None };
        let side = self.sits().filter(|_| self.is_untold(&ask.purpose))?;
        Some(show::ask::halt_untold(&view::known_to(at, side), halt).into())
    }

    /// Whether what a die is held against, and does, is not for the side at the keyboard.
    pub(super) fn is_untold(&self, purpose: &Purpose) -> bool {
        let Some(side) = self.sits() else { return false };
        let state = self.state();
        let theirs = |unit: &Id| {
            let division = state.division(unit).map(|division| &division.side);
            state.ship(unit).map(|ship| &ship.side).or(division).is_some_and(|of| of != side)
        };
        match purpose {
            // Who fires at her own ships is the enemy.
            Purpose::Volley(target) => !theirs(target),
            Purpose::TorpedoCheck(of)
            | Purpose::ForceType(of)
            | Purpose::ForceNumber(of)
            | Purpose::ForceShip(of)
            | Purpose::ApproachBearing(of)
            | Purpose::ApproachDistance(of) => of != side,
            Purpose::SpecialRule(of) => !special::may_know(&state.setup, *of, Some(side)),
            // What lies open on the table.
            Purpose::SightingBase
            | Purpose::Wind
            | Purpose::WindFrom
            | Purpose::Hour
            | Purpose::DeclareFirst(_)
            | Purpose::SecondaryFirst(_) => false,
            // So do collisions and mines, but not whose they are whom nobody has in sight.
            Purpose::Collision(unit) | Purpose::Mine(unit) => {
                theirs(unit) && !state.ships_of(unit).any(|ship| ship.sighted)
            }
            of_a_unit => of_a_unit.unit().is_none_or(theirs),
        }
    }
}

//! Dice asked for at a side's keyboard that decide something of the enemy's: they are asked for, and neither what they are held
//! against nor what they did is told. [2.5]
use crate::{Answer, Problem, Session};
use naval::{Command, Id, Naval, NavalHalt, Purpose, SideId, State, view, view::Viewer};
use play::Halt;

impl Session<'_, Naval> {
    /// Carries out what whoever reads may not order herself, and hears nothing of but as a side does.
    pub(super) fn for_everybody(&mut self, command: Command) -> Result<Answer, Problem> {
        self.seat.behind = std::mem::replace(&mut self.seat.reader, Viewer::Referee);
        let done = self.command(command);
        self.seat.reader = std::mem::replace(&mut self.seat.behind, Viewer::Referee);
        done
    }

    /// The side at whose keyboard dice are asked for; nobody where the referee sits there.
    pub(super) fn sits(&self) -> Option<&SideId> {
        self.seat.behind.side().or_else(|| self.seat.reader.side())
    }

    /// Why dice of the enemy's are not enough, or no dice at all, in the words of the question for them.
    pub(super) fn halted_untold(&self, at: &State, halt: &NavalHalt) -> Option<Problem> {
        let (Halt::NeedsRoll { ask, .. } | Halt::NoSuchFace { ask, .. }) = halt else { return None };
        let side = self.sits().filter(|_| self.is_untold(&ask.purpose))?;
        Some(show::halt_untold(&view::known_to(at, side), halt).into())
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
            Purpose::ToHit(unit)
            | Purpose::Size(unit)
            | Purpose::Penetration(unit)
            | Purpose::Dud(unit)
            | Purpose::TorpedoTarget(unit)
            | Purpose::TorpedoToHit(unit)
            | Purpose::TorpedoSize(unit)
            | Purpose::TorpedoPenetration(unit)
            | Purpose::Reaction(unit)
            | Purpose::Orders(unit)
            | Purpose::Independent(unit)
            | Purpose::Damage(unit)
            | Purpose::Special(unit)
            | Purpose::Magazine(unit)
            | Purpose::Flash(unit)
            | Purpose::Mount(unit)
            | Purpose::Steering(unit)
            | Purpose::BridgeOrFireControl(unit)
            | Purpose::GunsGone(unit)
            | Purpose::Fire(unit)
            | Purpose::FireFought(unit)
            | Purpose::Repair(unit)
            | Purpose::AfterFire(unit)
            | Purpose::AfterRepair(unit) => theirs(unit),
            Purpose::ForceType(of)
            | Purpose::ForceNumber(of)
            | Purpose::ForceShip(of)
            | Purpose::ApproachBearing(of)
            | Purpose::ApproachDistance(of) => of != side,
            // What lies open on the table.
            Purpose::SightingBase
            | Purpose::Wind
            | Purpose::WindFrom
            | Purpose::DeclareFirst(_)
            | Purpose::SecondaryFirst(_)
            | Purpose::TorpedoCheck(_)
            | Purpose::SpecialRule(_) => false,
            // So do collisions and mines, but not whose they are before anybody has seen them.
            Purpose::Collision(unit) | Purpose::Mine(unit) => {
                theirs(unit) && {
                    let known = view::known_to(state, side);
                    known.division(unit).is_none() && known.ship(unit).is_none()
                }
            }
        }
    }
}

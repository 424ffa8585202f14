//! What wins the battle for a side, read off the keys of the scenario. [9.2]
use naval::{
    Edge, Ship, Ships, SideId,
    victory::{Condition, HowMany, Is, SideWins, Wins},
    view::Outlook,
};

/// What a side is to bring about.
pub struct Aims<'s> {
    /// Own ships that are to leave the table, by which edges (none: any), and not before which turn.
    leave: Vec<Leave<'s>>,
    /// Enemies that are to be sunk or hurt.
    hunt: Vec<&'s Ships>,
}

struct Leave<'s> {
    ships: &'s Ships,
    by: &'s [Edge],
    from: u16,
}

impl<'s> Aims<'s> {
    pub fn of(at: &'s Outlook) -> Aims<'s> {
        let mut aims = Aims { leave: Vec::new(), hunt: Vec::new() };
        for entry in at.state().setup.decide.iter().flatten() {
            if let Wins::Side(SideWins { side, condition, .. }) = &entry.wins
                && side == at.side()
            {
                aims.take(condition);
            }
        }
        aims
    }

    /// What must hold is aimed at; what must not is left alone.
    fn take(&mut self, condition: &'s Condition) {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| self.take(part)),
            Condition::Ships(ships) => match ships.count {
                HowMany::AtLeast(_) | HowMany::Every => {
                    ships.are.iter().for_each(|is| self.asked(&ships.among, is));
                }
                HowMany::AtMost(_) | HowMany::None => {}
            },
            Condition::Not(_) | Condition::Turn(_) | Condition::Points(_) | Condition::More(..) => {}
        }
    }

    fn asked(&mut self, ships: &'s Ships, is: &'s Is) {
        match is {
            Is::Exited(exit) => self.leave.push(Leave { ships, by: &exit.by, from: exit.from.unwrap_or(1) }),
            Is::Beyond(past) => {
                self.leave.push(Leave { ships, by: std::slice::from_ref(&past.edge), from: 1 });
            }
            Is::Sunk
            | Is::Immobile
            | Is::Lost
            | Is::Below(_)
            | Is::SlowerBy(_)
            | Is::FlotationHits(_)
            | Is::MountsLost(_)
            | Is::BatteryLost(_) => self.hunt.push(ships),
            Is::All(parts) | Is::Any(parts) => parts.iter().for_each(|part| self.asked(ships, part)),
            Is::Afloat | Is::CanMove | Is::CanMake(_) | Is::Within(_) | Is::Inside(_) | Is::Not(_) => {}
        }
    }

    /// By which edges a ship of the side is to leave the table, and in which turn at the earliest; `None` where she stays.
    pub fn way_out(&self, ship: &Ship) -> Option<(&'s [Edge], u16)> {
        self.leave.iter().find(|leave| leave.ships.holds(ship)).map(|leave| (leave.by, leave.from))
    }

    /// Whether what becomes of some enemies decides the battle.
    pub fn hunts_any(&self) -> bool {
        !self.hunt.is_empty()
    }

    /// Whether what becomes of an enemy decides the battle.
    pub fn hunts(&self, enemy: &Ship, side: &SideId) -> bool {
        enemy.side != *side && self.hunt.iter().any(|ships| ships.holds(enemy))
    }
}

//! What wins the battle for a side, read from the scenario's victory conditions. [9.2]
use naval::model::victory::{Condition, HowMany, Is, ShipsAre, SideWins, Wins};
use naval::model::{Edge, Fate, Ship, Ships};
use naval::{SideId, view::Outlook};

/// A side's objectives.
pub struct Aims<'s> {
    /// Own ships that must leave the table, by which edges (none: any), and from which turn.
    leave: Vec<Leave<'s>>,
    /// Enemies that must be sunk or damaged.
    hunt: Vec<&'s Ships>,
    /// Enemies that must not leave while the enemy's victory depends on it, and by which edges.
    stop: Vec<Leave<'s>>,
}

struct Leave<'s> {
    ships: &'s Ships,
    /// How many of them.
    count: HowMany,
    by: &'s [Edge],
    from: u16,
    /// Off the table, not only past another ship.
    exits: bool,
}

impl Leave<'_> {
    /// Whether too few have left, but enough still may. Ships not yet seen count as able to leave.
    fn hangs_on_it(&self, at: &Outlook) -> bool {
        let ships = || at.state().ships.iter().filter(|ship| self.ships.holds(ship));
        let left = ships().filter(|ship| matches!(ship.fate, Fate::Exited { .. })).count();
        let unseen = self.ships.ids.iter().filter(|id| at.state().ship(id).is_none()).count();
        let may = ships().filter(|ship| ship.in_action()).count() + unseen;
        let wanted = match self.count {
            HowMany::AtLeast(count) => usize::from(count),
            _ => ships().count() + unseen,
        };
        left < wanted && wanted <= left + may
    }
}

impl<'s> Aims<'s> {
    pub fn of(at: &'s Outlook) -> Aims<'s> {
        let mut aims = Aims { leave: Vec::new(), hunt: Vec::new(), stop: Vec::new() };
        let mut his = Aims { leave: Vec::new(), hunt: Vec::new(), stop: Vec::new() };
        for entry in at.state().setup.decide.iter().flatten() {
            if let Wins::Side(SideWins { side, condition, .. }) = &entry.wins {
                if side == at.side() { aims.take(condition) } else { his.take(condition) }
            }
        }
        aims.stop = his.leave.into_iter().filter(|leave| leave.exits && leave.hangs_on_it(at)).collect();
        aims
    }

    /// Only conditions that must be true are aims. Those that must not be true are ignored.
    fn take(&mut self, condition: &'s Condition) {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| self.take(part)),
            Condition::Ships(ships) => match ships.count {
                HowMany::AtLeast(_) | HowMany::Every => {
                    ships.are.iter().for_each(|is| self.asked(ships, is));
                }
                HowMany::AtMost(_) | HowMany::None => {}
            },
            Condition::Not(_) | Condition::Turn(_) | Condition::Points(_) | Condition::More(..) => {}
        }
    }

    fn asked(&mut self, of: &'s ShipsAre, is: &'s Is) {
        let ShipsAre { count, among: ref ships, .. } = *of;
        match is {
            Is::Exited(exit) => {
                self.leave.push(Leave { ships, count, by: &exit.by, from: exit.from.unwrap_or(1), exits: true });
            }
            Is::Beyond(past) => {
                let by = std::slice::from_ref(&past.edge);
                self.leave.push(Leave { ships, count, by, from: 1, exits: false });
            }
            Is::Sunk
            | Is::Immobile
            | Is::Lost
            | Is::Below(_)
            | Is::SlowerBy(_)
            | Is::FlotationHits(_)
            | Is::MountsLost(_)
            | Is::BatteryLost(_) => self.hunt.push(ships),
            Is::All(parts) | Is::Any(parts) => parts.iter().for_each(|part| self.asked(of, part)),
            Is::Afloat | Is::CanMove | Is::CanMake(_) | Is::Within(_) | Is::Inside(_) | Is::Not(_) => {}
        }
    }

    /// Returns the edges by which a ship of the side must leave, and the earliest turn. `None` if it stays.
    pub fn way_out(&self, ship: &Ship) -> Option<(&'s [Edge], u16)> {
        self.leave.iter().find(|leave| leave.ships.holds(ship)).map(|leave| (leave.by, leave.from))
    }

    /// Returns the edges by which an enemy must not leave (none: any). `None` if it may.
    pub fn must_stay(&self, enemy: &Ship) -> Option<&'s [Edge]> {
        self.stop.iter().find(|leave| leave.ships.holds(enemy)).map(|leave| leave.by)
    }

    /// Whether any enemy must not leave.
    pub fn stops_any(&self) -> bool {
        !self.stop.is_empty()
    }

    /// Whether the fate of some enemies decides the battle.
    pub fn hunts_any(&self) -> bool {
        !self.hunt.is_empty()
    }

    /// Whether the fate of this enemy decides the battle.
    pub fn hunts(&self, enemy: &Ship, side: &SideId) -> bool {
        enemy.side != *side && self.hunt.iter().any(|ships| ships.holds(enemy))
    }
}

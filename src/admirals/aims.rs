//! What wins the battle for a side, read off the keys of the scenario. [9.2]
use naval::model::victory::{Condition, HowMany, Is, ShipsAre, SideWins, Wins};
use naval::model::{Edge, Fate, Ship, Ships};
use naval::{SideId, view::Outlook};

/// What a side is to bring about.
pub struct Aims<'s> {
    /// Own ships that are to leave the table, by which edges (none: any), and not before which turn.
    leave: Vec<Leave<'s>>,
    /// Enemies that are to be sunk or hurt.
    hunt: Vec<&'s Ships>,
    /// Enemies that must not leave, as long as the enemy's victory hangs on it, and by which edges.
    stop: Vec<Leave<'s>>,
}

struct Leave<'s> {
    ships: &'s Ships,
    /// How many of them.
    count: HowMany,
    by: &'s [Edge],
    from: u16,
    /// Off the table, and not only past another ship.
    exits: bool,
}

impl Leave<'_> {
    /// So many have not left, and so many still may; of some nothing has been seen.
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

    /// What must hold is aimed at; what must not is left alone.
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

    /// By which edges a ship of the side is to leave the table, and in which turn at the earliest; `None` where she stays.
    pub fn way_out(&self, ship: &Ship) -> Option<(&'s [Edge], u16)> {
        self.leave.iter().find(|leave| leave.ships.holds(ship)).map(|leave| (leave.by, leave.from))
    }

    /// By which edges an enemy must not leave the table (none: any); `None` where nothing hangs on it.
    pub fn must_stay(&self, enemy: &Ship) -> Option<&'s [Edge]> {
        self.stop.iter().find(|leave| leave.ships.holds(enemy)).map(|leave| leave.by)
    }

    /// Whether there is anybody who must not leave.
    pub fn stops_any(&self) -> bool {
        !self.stop.is_empty()
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

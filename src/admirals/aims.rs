//! What wins the battle for a side, read from the scenario's victory conditions. [9.2]
use naval::model::victory::{HowMany, ShipsCondition, SideWins, VictoryCondition, VictoryRule, VictoryTest};
use naval::model::{Edge, Fate, Ship, ShipSet};
use naval::{SideId, view::PlayerView};

pub struct Aims<'s> {
    /// Own ships that must leave the table, by which edges (an empty list: any), and from which turn.
    leave: Vec<ExitAim<'s>>,
    /// Enemies that must be sunk or damaged.
    hunt: Vec<&'s ShipSet>,
    /// Enemies whose exit can still win the battle for their side, and the edges by which they must not leave.
    stop: Vec<ExitAim<'s>>,
}

struct ExitAim<'s> {
    ships: &'s ShipSet,
    count: HowMany,
    edges: &'s [Edge],
    from_turn: u16,
    /// Whether they must leave the table (`Exited`), or only pass a ship (`Beyond`).
    must_exit: bool,
}

impl ExitAim<'_> {
    /// Whether too few have left, but enough still may. Ships not yet seen count as able to leave.
    fn is_undecided(&self, view: &PlayerView) -> bool {
        let ships = || view.state().ships.iter().filter(|ship| self.ships.holds(ship));
        let exited = ships().filter(|ship| matches!(ship.fate, Fate::Exited { .. })).count();
        let unseen = self.ships.ids.iter().filter(|id| view.state().ship(id).is_none()).count();
        let may_leave = ships().filter(|ship| ship.is_in_action()).count() + unseen;
        let needed = match self.count {
            HowMany::AtLeast(count) => usize::from(count),
            _ => ships().count() + unseen,
        };
        exited < needed && needed <= exited + may_leave
    }
}

impl<'s> Aims<'s> {
    pub fn from_view(view: &'s PlayerView) -> Aims<'s> {
        let mut aims = Aims { leave: Vec::new(), hunt: Vec::new(), stop: Vec::new() };
        let mut enemy_aims = Aims { leave: Vec::new(), hunt: Vec::new(), stop: Vec::new() };
        for entry in view.state().setup.decide.iter().flatten() {
            if let VictoryRule::Side(SideWins { side, condition, .. }) = &entry.wins {
                if side == view.side() { aims.add_condition(condition) } else { enemy_aims.add_condition(condition) }
            }
        }
        aims.stop = enemy_aims.leave.into_iter().filter(|leave| leave.must_exit && leave.is_undecided(view)).collect();
        aims
    }

    /// Only conditions that must be true are aims. Those that must not be true are ignored.
    fn add_condition(&mut self, condition: &'s VictoryCondition) {
        match condition {
            VictoryCondition::All(parts) | VictoryCondition::Any(parts) => {
                parts.iter().for_each(|part| self.add_condition(part))
            }
            VictoryCondition::Ships(ships) => match ships.count {
                HowMany::AtLeast(_) | HowMany::Every => {
                    ships.are.iter().for_each(|test| self.add_ship_condition(ships, test));
                }
                HowMany::AtMost(_) | HowMany::None => {}
            },
            VictoryCondition::Not(_)
            | VictoryCondition::Turn(_)
            | VictoryCondition::Points(_)
            | VictoryCondition::More(..) => {}
        }
    }

    fn add_ship_condition(&mut self, condition: &'s ShipsCondition, test: &'s VictoryTest) {
        let ShipsCondition { count, among: ref ships, .. } = *condition;
        match test {
            VictoryTest::Exited(exit) => {
                self.leave.push(ExitAim {
                    ships,
                    count,
                    edges: &exit.by,
                    from_turn: exit.from.unwrap_or(1),
                    must_exit: true,
                });
            }
            VictoryTest::Beyond(past) => {
                let edges = std::slice::from_ref(&past.edge);
                self.leave.push(ExitAim { ships, count, edges, from_turn: 1, must_exit: false });
            }
            VictoryTest::Sunk
            | VictoryTest::Immobile
            | VictoryTest::Lost
            | VictoryTest::Below(_)
            | VictoryTest::SlowerBy(_)
            | VictoryTest::FlotationHits(_)
            | VictoryTest::MountsLost(_)
            | VictoryTest::BatteryLost(_) => self.hunt.push(ships),
            VictoryTest::All(parts) | VictoryTest::Any(parts) => {
                parts.iter().for_each(|part| self.add_ship_condition(condition, part))
            }
            VictoryTest::Afloat
            | VictoryTest::CanMove
            | VictoryTest::CanMake(_)
            | VictoryTest::Within(_)
            | VictoryTest::Inside(_)
            | VictoryTest::Not(_) => {}
        }
    }

    /// Returns the edges by which an own ship must leave, and the earliest turn. `None` if it need not leave.
    pub fn exit_for(&self, ship: &Ship) -> Option<(&'s [Edge], u16)> {
        self.leave.iter().find(|leave| leave.ships.holds(ship)).map(|leave| (leave.edges, leave.from_turn))
    }

    /// Returns the edges by which an enemy must not leave (an empty list: any). `None` if it may leave.
    pub fn must_stay(&self, enemy: &Ship) -> Option<&'s [Edge]> {
        self.stop.iter().find(|leave| leave.ships.holds(enemy)).map(|leave| leave.edges)
    }

    pub fn stops_any(&self) -> bool {
        !self.stop.is_empty()
    }

    pub fn hunts_any(&self) -> bool {
        !self.hunt.is_empty()
    }

    /// Whether the fate of this enemy decides the battle.
    pub fn hunts(&self, enemy: &Ship, side: &SideId) -> bool {
        enemy.side != *side && self.hunt.iter().any(|ships| ships.holds(enemy))
    }
}

//! Tests on one ship, to the extent that the judge knows it.
use super::judge::VictoryJudge;
use crate::model::victory::{CountOrHalf, ExitCondition, Landmark, Nearness, PastShip, VictoryTest};
use crate::model::{Edge, Fate, Fraction, Ranges, Ship, Truth};
use crate::rules::survey::{self, PlacedBase};
use crate::{Id, Inches};

impl VictoryJudge<'_> {
    pub(super) fn has_property(&self, ship: &Ship, test: &VictoryTest) -> Truth {
        let enemy = self.side.is_some_and(|side| ship.side != *side);
        if let Fate::Waiting { .. } = ship.fate {
            return Truth::Fails;
        }
        if enemy && !ship.sighted {
            return Truth::Open;
        }
        // A ship seen to be lost has no secrets. Damage of any other enemy does not show.
        let hidden = enemy && !ship.counts_as_sunk();
        let by_damage = |holds: bool| if hidden { Truth::Open } else { Truth::from_bool(holds) };
        match test {
            VictoryTest::Sunk => Truth::from_bool(ship.counts_as_sunk()),
            VictoryTest::Afloat => Truth::from_bool(!ship.counts_as_sunk()),
            VictoryTest::Immobile if ship.is_in_action() => by_damage(ship.is_immobile()),
            VictoryTest::Immobile => Truth::Fails,
            VictoryTest::Lost if ship.counts_as_sunk() => Truth::Holds,
            VictoryTest::Lost => self.has_property(ship, &VictoryTest::Immobile),
            VictoryTest::CanMove => by_damage(Inches::ZERO < current_speed(ship)),
            VictoryTest::CanMake(speed) => by_damage(*speed <= current_speed(ship)),
            VictoryTest::Below(speed) => by_damage(current_speed(ship) < *speed),
            VictoryTest::SlowerBy(speed) => by_damage(*speed <= ship.card.speed - current_speed(ship)),
            VictoryTest::FlotationHits(hits) => by_damage(i32::from(*hits) <= ship.flotation_lost()),
            VictoryTest::MountsLost(share) => by_damage(mounts_lost(ship, *share)),
            VictoryTest::BatteryLost(share) => by_damage(battery_lost(ship, *share)),
            VictoryTest::Exited(exit) => self.has_exited(ship, exit),
            VictoryTest::Within(near) => self.is_within(ship, near),
            VictoryTest::Inside(zone) => {
                if_on_table(ship, || ship.at.map_or(Truth::Open, |at| Truth::from_bool(zone.contains(at))))
            }
            VictoryTest::Beyond(past) => self.is_beyond(ship, past),
            VictoryTest::All(parts) => self.is_all(ship, parts),
            VictoryTest::Any(parts) => Truth::any(parts.iter().map(|part| self.has_property(ship, part))),
            VictoryTest::Not(part) => !self.has_property(ship, part),
        }
    }

    /// Whether a ship left by these edges in these turns. An edge or turn that was not recorded leaves it open.
    fn has_exited(&self, ship: &Ship, exit: &ExitCondition) -> Truth {
        let Fate::Exited { friendly, edge, turn } = &ship.fate else { return Truth::Fails };
        let home = || self.state.side(&ship.side).map(|side| side.friendly_edge).filter(|_| *friendly);
        let edge = match edge.or_else(home) {
            _ if exit.by.is_empty() => Truth::Holds,
            Some(edge) => Truth::from_bool(exit.by.contains(&edge)),
            None => Truth::Open,
        };
        let turn = match turn {
            _ if exit.from.is_none() && exit.to.is_none() => Truth::Holds,
            Some(turn) => {
                Truth::from_bool(exit.from.is_none_or(|from| from <= *turn) && exit.to.is_none_or(|to| *turn <= to))
            }
            None => Truth::Open,
        };
        Truth::all([edge, turn])
    }

    fn is_within(&self, ship: &Ship, near: &Nearness) -> Truth {
        if_on_table(ship, || match &near.of {
            Landmark::Land => self.shore_in(ship).map_or(Truth::Open, |range| Truth::from_bool(range <= near.inches)),
            Landmark::Ship(id) => self.compare_with(id, |other| {
                let range = self.range(ship, other);
                range.map_or(Truth::Open, |range| Truth::from_bool(range <= near.inches))
            }),
        })
    }

    fn is_beyond(&self, ship: &Ship, past: &PastShip) -> Truth {
        if_on_table(ship, || {
            self.compare_with(&past.of, |other| {
                let (Some(place), Some(other_place)) = (ship.at, other.at) else { return Truth::Open };
                Truth::from_bool(match past.edge {
                    Edge::North => other_place.y < place.y,
                    Edge::East => other_place.x < place.x,
                    Edge::South => place.y < other_place.y,
                    Edge::West => place.x < other_place.x,
                })
            })
        })
    }

    /// Compares with another ship's place. False if that ship is gone, open if it is unseen.
    fn compare_with(&self, id: &Id, judge: impl Fn(&Ship) -> Truth) -> Truth {
        let Some(other) = self.state.ship(id) else {
            return if self.side.is_some() { Truth::Open } else { Truth::Fails };
        };
        if self.side.is_some_and(|side| other.side != *side) && !other.sighted {
            return Truth::Open;
        }
        if other.is_in_action() { judge(other) } else { Truth::Fails }
    }

    /// Returns the range by positions, else as measured this turn. [2.7, 3.5]
    fn range(&self, left: &Ship, right: &Ship) -> Option<Inches> {
        let bases = PlacedBase::from_ship(self.state, left).zip(PlacedBase::from_ship(self.state, right));
        let range = bases.map(|(from, to)| from.range(self.state.setup.options.ranges, &to));
        range.or_else(|| self.state.measured_range(&left.id, &right.id))
    }

    /// Returns the distance to the nearest shore, from the forward funnel or a counter's nearest corner. [3.5.1, 3.5.2]
    fn shore_in(&self, ship: &Ship) -> Option<Inches> {
        let base = PlacedBase::from_ship(self.state, ship)?;
        let points = match self.state.setup.options.ranges {
            Ranges::Miniature => vec![base.base.funnel(base.pose)],
            Ranges::Counter => base.base.corners(base.pose).to_vec(),
        };
        let land = survey::land(self.state);
        let distances =
            |point| land.iter().map(move |area| if area.contains(point) { 0.0 } else { area.edge_distance_in(point) });
        let nearest = points.into_iter().flat_map(distances).fold(f64::INFINITY, f64::min);
        // Without land the distance is unlimited.
        Some(if nearest.is_finite() { Inches::nearest(nearest) } else { Inches(i32::MAX) })
    }
}

/// Returns `test`, or false for a ship off the table: conditions on places apply only on the table.
fn if_on_table(ship: &Ship, test: impl Fn() -> Truth) -> Truth {
    if ship.is_on_table() { test() } else { Truth::Fails }
}

/// Returns the speed that a ship can make, 0 if sunk. A ship that left keeps the one it had then.
fn current_speed(ship: &Ship) -> Inches {
    if ship.counts_as_sunk() { Inches::ZERO } else { ship.speed_allowance() }
}

fn mounts_lost(ship: &Ship, share: CountOrHalf) -> bool {
    match share {
        CountOrHalf::Number(number) => usize::from(number) <= ship.mounts_lost_count(),
        CountOrHalf::Half => ship.has_lost_half_mounts(),
    }
}

fn battery_lost(ship: &Ship, share: CountOrHalf) -> bool {
    match share {
        CountOrHalf::Number(number) => Fraction::from(i64::from(number)) <= ship.battery_lost(),
        CountOrHalf::Half => ship.has_lost_half_battery(),
    }
}

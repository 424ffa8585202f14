//! Tests on one ship, to the extent that the judge knows it.
use super::court::Court;
use crate::model::victory::{Exit, Is, Mark, Nearness, Past, Share};
use crate::model::{Edge, Fate, Fraction, Ranges, Ship, Truth};
use crate::rules::survey::{self, Stand};
use crate::{Id, Inches};

impl Court<'_> {
    pub(super) fn is(&self, ship: &Ship, is: &Is) -> Truth {
        let enemy = self.side.is_some_and(|side| ship.side != *side);
        if let Fate::Waiting { .. } = ship.fate {
            return Truth::Fails;
        }
        if enemy && !ship.sighted {
            return Truth::Open;
        }
        // A ship seen to be lost has no secrets. Damage of any other enemy does not show.
        let hidden = enemy && !ship.counts_as_sunk();
        let by_damage = |holds: bool| if hidden { Truth::Open } else { Truth::of(holds) };
        match is {
            Is::Sunk => Truth::of(ship.counts_as_sunk()),
            Is::Afloat => Truth::of(!ship.counts_as_sunk()),
            Is::Immobile if ship.in_action() => by_damage(ship.is_immobile()),
            Is::Immobile => Truth::Fails,
            Is::Lost if ship.counts_as_sunk() => Truth::Holds,
            Is::Lost => self.is(ship, &Is::Immobile),
            Is::CanMove => by_damage(Inches::ZERO < makes(ship)),
            Is::CanMake(speed) => by_damage(*speed <= makes(ship)),
            Is::Below(speed) => by_damage(makes(ship) < *speed),
            Is::SlowerBy(speed) => by_damage(*speed <= ship.card.speed - makes(ship)),
            Is::FlotationHits(hits) => by_damage(i32::from(*hits) <= ship.flotation_gone()),
            Is::MountsLost(share) => by_damage(mounts_lost(ship, *share)),
            Is::BatteryLost(share) => by_damage(battery_lost(ship, *share)),
            Is::Exited(exit) => self.exited(ship, exit),
            Is::Within(near) => self.within(ship, near),
            Is::Inside(zone) => on_table(ship, || ship.at.map_or(Truth::Open, |at| Truth::of(zone.holds(at)))),
            Is::Beyond(past) => self.beyond(ship, past),
            Is::All(parts) => self.is_all(ship, parts),
            Is::Any(parts) => Truth::any(parts.iter().map(|part| self.is(ship, part))),
            Is::Not(part) => !self.is(ship, part),
        }
    }

    /// An edge or turn that was not recorded leaves the condition open.
    fn exited(&self, ship: &Ship, exit: &Exit) -> Truth {
        let Fate::Exited { friendly, edge, turn } = &ship.fate else { return Truth::Fails };
        let home = || self.state.side(&ship.side).map(|side| side.friendly_edge).filter(|_| *friendly);
        let edge = match edge.or_else(home) {
            _ if exit.by.is_empty() => Truth::Holds,
            Some(edge) => Truth::of(exit.by.contains(&edge)),
            None => Truth::Open,
        };
        let turn = match turn {
            _ if exit.from.is_none() && exit.to.is_none() => Truth::Holds,
            Some(turn) => Truth::of(exit.from.is_none_or(|from| from <= *turn) && exit.to.is_none_or(|to| *turn <= to)),
            None => Truth::Open,
        };
        Truth::all([edge, turn])
    }

    fn within(&self, ship: &Ship, near: &Nearness) -> Truth {
        on_table(ship, || match &near.of {
            Mark::Land => self.shore_in(ship).map_or(Truth::Open, |range| Truth::of(range <= near.inches)),
            Mark::Ship(of) => self.towards(of, |other| {
                let range = self.range(ship, other);
                range.map_or(Truth::Open, |range| Truth::of(range <= near.inches))
            }),
        })
    }

    fn beyond(&self, ship: &Ship, past: &Past) -> Truth {
        on_table(ship, || {
            self.towards(&past.of, |other| {
                let (Some(at), Some(there)) = (ship.at, other.at) else { return Truth::Open };
                Truth::of(match past.edge {
                    Edge::North => there.y < at.y,
                    Edge::East => there.x < at.x,
                    Edge::South => at.y < there.y,
                    Edge::West => at.x < there.x,
                })
            })
        })
    }

    /// Compares with another ship's place. False if that ship is gone, open if it is unseen.
    fn towards(&self, id: &Id, judge: impl Fn(&Ship) -> Truth) -> Truth {
        let Some(other) = self.state.ship(id) else {
            return if self.side.is_some() { Truth::Open } else { Truth::Fails };
        };
        if self.side.is_some_and(|side| other.side != *side) && !other.sighted {
            return Truth::Open;
        }
        if other.in_action() { judge(other) } else { Truth::Fails }
    }

    /// Returns the range by positions, else as measured this turn. [2.7, 3.5]
    fn range(&self, one: &Ship, other: &Ship) -> Option<Inches> {
        let lie = Stand::of(self.state, one).zip(Stand::of(self.state, other));
        let range = lie.map(|(from, to)| from.range(self.state.setup.options.ranges, &to));
        range.or_else(|| self.state.measured(&one.id, &other.id))
    }

    /// Returns the distance to the nearest shore, from the forward funnel or a counter's nearest corner. [3.5.1, 3.5.2]
    fn shore_in(&self, ship: &Ship) -> Option<Inches> {
        let stand = Stand::of(self.state, ship)?;
        let eyes = match self.state.setup.options.ranges {
            Ranges::Miniature => vec![stand.base.funnel(stand.pose)],
            Ranges::Counter => stand.base.corners(stand.pose).to_vec(),
        };
        let land = survey::land(self.state);
        let from = |eye| land.iter().map(move |area| if area.holds(eye) { 0.0 } else { area.shore_in(eye) });
        let nearest = eyes.into_iter().flat_map(from).fold(f64::INFINITY, f64::min);
        // Without land the distance is unlimited.
        Some(if nearest.is_finite() { Inches::nearest(nearest) } else { Inches(i32::MAX) })
    }
}

/// Conditions on places apply only to ships on the table.
fn on_table(ship: &Ship, judge: impl Fn() -> Truth) -> Truth {
    if ship.is_on_table() { judge() } else { Truth::Fails }
}

/// A sunk ship makes no speed. A ship that left keeps the speed it had then.
fn makes(ship: &Ship) -> Inches {
    if ship.counts_as_sunk() { Inches::ZERO } else { ship.allowance() }
}

fn mounts_lost(ship: &Ship, share: Share) -> bool {
    match share {
        Share::Number(number) => usize::from(number) <= ship.mounts_gone(),
        Share::Half => ship.half_mounts_gone(),
    }
}

fn battery_lost(ship: &Ship, share: Share) -> bool {
    match share {
        Share::Number(number) => Fraction::from(i64::from(number)) <= ship.battery_gone(),
        Share::Half => ship.half_battery_gone(),
    }
}

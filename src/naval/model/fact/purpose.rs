//! The purposes of dice.
use serde::{Deserialize, Serialize};

use crate::model::{Id, Side, SideId, State, state::Marker};

/// The purpose of a die. It is stored with every result, and amended rulings find their dice by it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    SightingBase,
    /// The wind of a generated scenario. [10.1.1]
    Wind,
    WindFrom,
    /// The starting hour of a generated scenario. [10.1, Q65]
    Hour,
    /// A side's die for declaring first. (Q4)
    DeclareFirst(SideId),
    SecondaryFirst(SideId),
    ToHit(Id),
    Size(Id),
    Penetration(Id),
    /// A volley at this target, by the odds method.
    Volley(Id),
    TorpedoTarget(Id),
    TorpedoToHit(Id),
    TorpedoSize(Id),
    TorpedoPenetration(Id),
    TorpedoCheck(SideId),
    Reaction(Id),
    /// The type of ship that a side has, the number, and the ship. [10.1.2]
    ForceType(SideId),
    ForceNumber(SideId),
    ForceShip(SideId),
    /// The approach of a side. [10.1.3]
    ApproachBearing(SideId),
    ApproachDistance(SideId),
    /// Whether orders reached this unit. [5.10.3]
    Orders(Id),
    /// The move of a unit without orders. [5.10.3]
    Independent(Id),
    /// Whether ships in each other's way collide. [5.11]
    Collision(Id),
    Damage(Id),
    Special(Id),
    Magazine(Id),
    Flash(Id),
    Mount(Id),
    Steering(Id),
    BridgeOrFireControl(Id),
    GunsGone(Id),
    /// A fire that only burns, and one that is also fought. [8.5.3]
    Fire(Id),
    FireFought(Id),
    Repair(Id),
    AfterFire(Id),
    AfterRepair(Id),
    /// Whether a special rule, by the number of its sentence, is activated. [9.2]
    SpecialRule(u8),
    /// Mines under a ship. [9.2]
    Mine(Id),
    /// Shells of this ship that fail to burst. [9.2]
    Dud(Id),
}

/// Who rolls a die.
enum DieOwner<'p> {
    /// A ship or a division.
    Unit(&'p Id),
    Side(&'p SideId),
    /// The side of a torpedo counter, or a side.
    CounterOrSide(&'p Id),
    /// The ships that fire at this target.
    EnemyOf(&'p Id),
    Nobody,
}

impl Purpose {
    fn owner(&self) -> DieOwner<'_> {
        match self {
            Purpose::ToHit(unit)
            | Purpose::Size(unit)
            | Purpose::Penetration(unit)
            | Purpose::Dud(unit)
            | Purpose::TorpedoToHit(unit)
            | Purpose::TorpedoSize(unit)
            | Purpose::TorpedoPenetration(unit)
            | Purpose::Reaction(unit)
            | Purpose::Orders(unit)
            | Purpose::Independent(unit)
            | Purpose::Collision(unit)
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
            | Purpose::AfterRepair(unit)
            | Purpose::Mine(unit) => DieOwner::Unit(unit),
            Purpose::DeclareFirst(side)
            | Purpose::SecondaryFirst(side)
            | Purpose::TorpedoCheck(side)
            | Purpose::ForceType(side)
            | Purpose::ForceNumber(side)
            | Purpose::ForceShip(side)
            | Purpose::ApproachBearing(side)
            | Purpose::ApproachDistance(side) => DieOwner::Side(side),
            Purpose::TorpedoTarget(marker) => DieOwner::CounterOrSide(marker),
            Purpose::Volley(target) => DieOwner::EnemyOf(target),
            Purpose::SightingBase | Purpose::Wind | Purpose::WindFrom | Purpose::Hour | Purpose::SpecialRule(_) => {
                DieOwner::Nobody
            }
        }
    }

    /// Returns the ship or division that rolls. A volley at a target has none, because several ships fire.
    pub fn unit(&self) -> Option<&Id> {
        match self.owner() {
            DieOwner::Unit(unit) | DieOwner::CounterOrSide(unit) => Some(unit),
            DieOwner::Side(_) | DieOwner::EnemyOf(_) | DieOwner::Nobody => None,
        }
    }

    /// Returns the side that rolls. `None` for dice of nobody, and for units that the state does not have.
    pub fn side<'s>(&self, state: &'s State) -> Option<&'s Side> {
        match self.owner() {
            DieOwner::Unit(unit) => state.side(side_of_unit(state, unit)?),
            DieOwner::Side(side) => state.side(side),
            DieOwner::CounterOrSide(id) => state.side(&SideId::new(Marker::side_word(id))),
            DieOwner::EnemyOf(target) => state.enemy_of(side_of_unit(state, target)?),
            DieOwner::Nobody => None,
        }
    }
}

fn side_of_unit<'s>(state: &'s State, unit: &Id) -> Option<&'s SideId> {
    let ship = state.ship(unit).map(|ship| &ship.side);
    ship.or_else(|| state.division(unit).map(|division| &division.side))
}

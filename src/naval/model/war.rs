//! A war: a series of battles. Survivors carry their remaining damage into the next. [9.1]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{BattleEnd, Fate, Harm, Hit, HitState, Id, Inches, Ship, SideId};

/// The war that a battle belongs to, as recorded in the first line of its journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct War {
    pub id: Id,
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub introduction: String,
    /// Every battle, in order.
    pub battles: Vec<WarBattle>,
    #[serde(default)]
    pub rulings: WarRulings,
    pub yards: Vec<Yard>,
    /// The number of this battle, from 1.
    pub number: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<PastBattle>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Predecessor>,
    /// The state of every ship that has fought, when this battle begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roll: Vec<Veteran>,
    /// Ships of the scenario that are absent, with their replacements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Absentee>,
}

impl War {
    pub fn battle(&self) -> Option<&WarBattle> {
        self.battles.get(self.number.checked_sub(1)?)
    }
    pub fn next(&self) -> Option<&WarBattle> {
        self.battles.get(self.number)
    }
    pub fn veteran(&self, ship: &Id) -> Option<&Veteran> {
        self.roll.iter().find(|veteran| veteran.ship == *ship)
    }
    /// Returns the yard in which a side's ships are before a battle.
    pub fn yard(&self, battle: &WarBattle, side: &SideId) -> Option<&Yard> {
        let yard_id = battle.yards.iter().find(|(owner, _)| owner == side).map(|(_, yard)| yard)?;
        self.yards.iter().find(|yard| yard.id == *yard_id)
    }
    /// Returns the fate of a side's ships that leave this battle by an edge other than their own. The battle's file
    /// goes before the ruling for the entire war.
    pub fn astray_fate(&self, side: &SideId) -> AstrayRuling {
        let own_ruling = self.battle().and_then(|battle| battle.astray.iter().find(|(owner, _)| owner == side));
        own_ruling.map_or(self.rulings.astray, |(_, astray)| *astray)
    }
}

/// A battle of a war, and what precedes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarBattle {
    pub scenario: Id,
    pub title: String,
    pub date: NaiveDate,
    /// Events before it, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meanwhile: String,
    /// Days since the previous battle.
    #[serde(default)]
    pub days: u16,
    /// The yard of each side during these days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub yards: Vec<(SideId, Id)>,
    /// The fate of a side's ships that leave this battle by an edge other than their own, if the war's ruling differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub astray: Vec<(SideId, AstrayRuling)>,
    /// Replacements for absent ships.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<Replacement>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    pub lost: Id,
    pub by: Id,
}

/// The fate of ships between battles, where house rules differ. [house, Q55]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WarRulings {
    /// Ships that leave by another edge than their own.
    pub astray: AstrayRuling,
    /// Ships stopped for good when the battle ends (`field`: by ships under way, Q55).
    pub stopped: StoppedRuling,
}

/// The fate of ships that left by an edge other than their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AstrayRuling {
    /// The ships reached a neutral port and take no further part.
    #[default]
    Interned,
    /// The ships return home like the others.
    Home,
    /// The ships are caught or founder on the way, and count as lost.
    Lost,
}

/// The fate of ships that are stopped when the battle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedRuling {
    /// Towed home if their side has at least as many ships under way on the table as the enemy, otherwise lost.
    #[default]
    Field,
    /// Always towed home.
    Towed,
    /// Always lost.
    Lost,
}

/// Days that a place needs for each repair. It cannot make a repair that is omitted. [house, Q55]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Yard {
    /// Place.
    pub id: Id,
    /// A flotation hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flotation_days: Option<u16>,
    /// A quarter of an inch of speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_days: Option<u16>,
    /// A big-gun mount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mount_days: Option<u16>,
    /// A quarter of the battery points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guns_days: Option<u16>,
    /// Bridge or fire control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bridge_days: Option<u16>,
    /// Torpedoes are replaced.
    #[serde(default)]
    pub reload: bool,
}

/// The journal of the previous battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predecessor {
    /// File name, without a directory.
    pub file: String,
    /// Its length in bytes when it was read.
    pub bytes: u64,
    /// The closing code of its first `bytes` bytes.
    pub code: String,
}

/// The fate of a ship after a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipOutcome {
    /// Available for the next battle.
    Home,
    Interned,
    Lost,
}

/// Why a ship of the scenario is absent from a battle of the war.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceReason {
    Lost,
    Interned,
    /// Afloat, but damage leaves it no speed.
    InDock,
}

/// A ship of the scenario that is absent from the battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absentee {
    pub ship: Id,
    pub name: String,
    pub side: SideId,
    pub why: AbsenceReason,
    /// The name of its replacement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
}

/// A ship that has fought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Veteran {
    pub ship: Id,
    pub name: String,
    pub side: SideId,
    pub is: ShipOutcome,
    /// Whether it was lost because it was stopped and the enemy held the field.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scuttled: bool,
    #[serde(default, skip_serializing_if = "CarriedOver::is_empty")]
    pub carried: CarriedOver,
}

/// The state that a ship brings from earlier battles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[serde(deny_unknown_fields)]
pub struct CarriedOver {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<Hit>,
    #[serde(skip_serializing_if = "is_zero")]
    pub torpedoes_spent: u8,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl CarriedOver {
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty() && self.torpedoes_spent == 0
    }
    /// Applies it to a ship at the start of a battle, and limits the ship's speed to what the damage leaves.
    pub(super) fn apply_to(&self, ship: &mut Ship) {
        ship.hits.extend(self.hits.iter().cloned());
        ship.torpedoes_left = ship.torpedoes_left.saturating_sub(self.torpedoes_spent);
        ship.speed = ship.speed.min(ship.speed_allowance()).max(Inches::ZERO);
    }
}

/// A finished battle, as the war records it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastBattle {
    pub number: usize,
    pub title: String,
    pub date: NaiveDate,
    /// The side that had no ships, so that no battle was fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<SideId>,
    /// The turn in which it ended.
    pub turn: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<BattleEnd>,
    /// The winner by the scenario's conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideId>,
    /// Points of each side. [10.5]
    pub points: Vec<(SideId, i32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<ShipLoss>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hurt: Vec<DamagedShip>,
}

/// A ship lost or interned in a battle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipLoss {
    pub ship: Id,
    pub name: String,
    pub side: SideId,
    pub fate: Fate,
    pub is: ShipOutcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
}

/// A ship that returned home damaged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamagedShip {
    pub ship: Id,
    pub name: String,
    pub side: SideId,
    pub harms: Vec<Harm>,
    /// Damage that was unrepaired when the next battle began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Harm>,
}

/// Returns the hits of a ship that outlast the battle. The crew's repairs last, fires burn out, and a rudder is freed.
/// [8.4, 8.5.4, house]
pub fn lasting_hits(ship: &Ship) -> Vec<Hit> {
    let is_lasting = |hit: &&Hit| match hit.effect {
        Harm::Fire | Harm::Steering { .. } => false,
        Harm::Mount(_)
        | Harm::Guns { .. }
        | Harm::Flotation { .. }
        | Harm::Speed(_)
        | Harm::Bridge
        | Harm::FireControl => hit.state != HitState::Repaired,
    };
    ship.hits.iter().filter(is_lasting).cloned().collect()
}

//! A war: battles that follow one another, whose survivors meet again with the damage that is left. [9.1]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{End, Fate, Harm, Hit, HitState, Id, Inches, Ship, SideId};

/// The war of which a battle is one, as the first line of its journal has it.
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
    /// The battle that this is, from 1.
    pub number: usize,
    /// The battles before it, as they came out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<Fought>,
    /// The journal of the battle before, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Predecessor>,
    /// Every ship that has fought, as she is when this battle begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roll: Vec<Veteran>,
    /// Ships of the scenario that are not there, and those that take their places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Absentee>,
}

impl War {
    /// The battle that this is.
    pub fn battle(&self) -> Option<&WarBattle> {
        self.battles.get(self.number.checked_sub(1)?)
    }
    /// The one after it.
    pub fn next(&self) -> Option<&WarBattle> {
        self.battles.get(self.number)
    }
    /// A ship that has fought.
    pub fn veteran(&self, ship: &Id) -> Option<&Veteran> {
        self.roll.iter().find(|one| one.ship == *ship)
    }
    /// Where the ships of a side lie before a battle.
    pub fn yard(&self, battle: &WarBattle, side: &SideId) -> Option<&Yard> {
        let named = battle.yards.iter().find(|(of, _)| of == side).map(|(_, yard)| yard)?;
        self.yards.iter().find(|yard| yard.id == *named)
    }
    /// What becomes of a side's ships that leave this battle by another edge than their own: what its file says of the
    /// side, else what the war says of all.
    pub fn astray(&self, side: &SideId) -> Astray {
        let said = self.battle().and_then(|battle| battle.astray.iter().find(|(of, _)| of == side));
        said.map_or(self.rulings.astray, |(_, astray)| *astray)
    }
}

/// A battle of a war, and what comes before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarBattle {
    pub scenario: Id,
    pub title: String,
    pub date: NaiveDate,
    /// What happens before it, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meanwhile: String,
    /// Whole days since the battle before.
    #[serde(default)]
    pub days: u16,
    /// Where the ships of each side lie in these days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub yards: Vec<(SideId, Id)>,
    /// What becomes of ships of a side that leave this battle by another edge than their own, where it is not what the war
    /// says of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub astray: Vec<(SideId, Astray)>,
    /// Who takes the place of a ship that is not there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<Replacement>,
}

/// A ship that takes the place of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    pub lost: Id,
    pub by: Id,
}

/// What becomes of ships between battles, where clubs differ. [house, Q55]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WarRulings {
    /// Ships that leave by another edge than their own.
    pub astray: Astray,
    /// Ships stopped for good when the battle ends (`field`: the rule of Q55).
    pub stopped: Stopped,
}

/// What becomes of ships that left by another edge than their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Astray {
    /// They made a neutral port, and take no more part.
    #[default]
    Interned,
    /// They come home like the others.
    Home,
    /// They are caught or founder on the way, and are lost.
    Lost,
}

/// What becomes of ships that lie stopped when the battle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    /// Towed home where their side has as many ships under way on the table as the enemy, or more; else lost.
    #[default]
    Field,
    /// Always towed home.
    Towed,
    /// Always lost.
    Lost,
}

/// How long a place takes to mend one thing, in days; what is left out is not mended there. [house, Q55]
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

/// The journal that a battle follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predecessor {
    /// Its name, without a directory.
    pub file: String,
    /// Its length in bytes when it was read.
    pub bytes: u64,
    /// The closing code of so many bytes.
    pub code: String,
}

/// What a battle left of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Afterwards {
    /// She can be in the next battle.
    Home,
    Interned,
    Lost,
}

/// Why a ship of the scenario is not in a battle of the war.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    Lost,
    Interned,
    /// She is afloat, and damage leaves her no way.
    InDock,
}

/// A ship of the scenario that is not in the battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absentee {
    pub ship: Id,
    pub name: String,
    pub side: SideId,
    pub why: Missing,
    /// The name of the ship that takes her place.
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
    pub is: Afterwards,
    /// Whether that is for want of way: she lay stopped on a sea that the enemy held.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scuttled: bool,
    #[serde(default, skip_serializing_if = "CarriedOver::is_nothing")]
    pub carried: CarriedOver,
}

/// What a ship brings with her from earlier battles.
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
    pub fn is_nothing(&self) -> bool {
        self.hits.is_empty() && self.torpedoes_spent == 0
    }
    /// Puts it on a ship as the battle begins: she makes no more than it leaves her.
    pub(super) fn onto(&self, ship: &mut Ship) {
        ship.hits.extend(self.hits.iter().cloned());
        ship.torpedoes_left = ship.torpedoes_left.saturating_sub(self.torpedoes_spent);
        ship.speed = ship.speed.min(ship.allowance()).max(Inches::ZERO);
    }
}

/// A battle that is over, as the war remembers it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    pub number: usize,
    pub title: String,
    pub date: NaiveDate,
    /// The side that came with nobody, so that nothing was fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<SideId>,
    /// The turn in which it ended.
    pub turn: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// Who won, by the scenario's conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideId>,
    /// Points of each side. [10.5]
    pub points: Vec<(SideId, i32)>,
    /// Ships that it cost: lost or interned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// Ships that came home hurt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hurt: Vec<Hurt>,
}

/// A ship that a battle cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    pub ship: Id,
    pub name: String,
    pub side: SideId,
    pub fate: Fate,
    /// Lost or interned.
    pub is: Afterwards,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
}

/// A ship that came home hurt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hurt {
    pub ship: Id,
    pub name: String,
    pub side: SideId,
    pub harms: Vec<Harm>,
    /// What of it nobody had mended when the next battle began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Harm>,
}

/// What of the hits of a ship lasts beyond the battle: what the crew has repaired is mended, fires burn out, and a rudder
/// is freed. [8.4, 8.5.4, house]
pub fn lasting(ship: &Ship) -> Vec<Hit> {
    let lasts = |hit: &&Hit| match hit.effect {
        Harm::Fire | Harm::Steering { .. } => false,
        Harm::Mount(_)
        | Harm::Guns { .. }
        | Harm::Flotation { .. }
        | Harm::Speed(_)
        | Harm::Bridge
        | Harm::FireControl => hit.state != HitState::Repaired,
    };
    ship.hits.iter().filter(lasts).cloned().collect()
}

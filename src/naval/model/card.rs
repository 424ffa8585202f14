//! What a ship's card says: her type, guns, armour, torpedoes. [1.3, 6.2]
use std::fmt;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Fraction, Id, Inches};

/// Kinds of ship. [1.4]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ShipType {
    BB,
    OBB,
    BC,
    CA,
    CL,
    CP,
    TBD,
    TB,
    MM,
    /// A coast battery: guns ashore, which neither move nor sink. (Q51)
    CB,
}

impl ShipType {
    pub const ALL: [ShipType; 10] = [
        ShipType::BB,
        ShipType::OBB,
        ShipType::BC,
        ShipType::CA,
        ShipType::CL,
        ShipType::CP,
        ShipType::TBD,
        ShipType::TB,
        ShipType::MM,
        ShipType::CB,
    ];
    /// Armoured cruisers, battlecruisers, battleships. [1.4]
    pub fn is_large(self) -> bool {
        matches!(self, ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA)
    }
    /// Cruisers without side armour, destroyers, torpedo boats. [1.4]
    pub fn is_light(self) -> bool {
        matches!(self, ShipType::CL | ShipType::CP | ShipType::TBD | ShipType::TB)
    }
    /// Destroyers and torpedo boats. [1.4]
    pub fn is_torpedo_craft(self) -> bool {
        matches!(self, ShipType::TBD | ShipType::TB)
    }
    /// In what order ships bear a flag where nobody is known to fly one: dreadnoughts, battlecruisers, predreadnoughts, cruisers
    /// by size, destroyers before torpedo boats; 0 comes first.
    pub fn by_rank(self) -> u8 {
        match self {
            ShipType::BB => 0,
            ShipType::BC => 1,
            ShipType::OBB => 2,
            ShipType::CA => 3,
            ShipType::CL => 4,
            ShipType::CP => 5,
            ShipType::TBD => 6,
            ShipType::TB => 7,
            ShipType::MM => 8,
            ShipType::CB => 9,
        }
    }
    /// In what order types take over a lost force flag: large ships, light cruisers, all others; 0 comes first. [5.10.6, Q62]
    pub fn force_flag_rank(self) -> u8 {
        match self {
            ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => 0,
            ShipType::CL | ShipType::CP => 1,
            ShipType::TBD | ShipType::TB | ShipType::MM | ShipType::CB => 2,
        }
    }
    /// Guns ashore. (Q51)
    pub fn is_battery(self) -> bool {
        self == ShipType::CB
    }
}

/// As journals and files write it, here and below.
impl fmt::Display for ShipType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A figure with one value for gunnery and one for torpedoes. [6.5.1.5, 7.4.8, 7.7]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dual {
    pub gun: i32,
    pub torpedo: i32,
}

/// One of the four arcs. [6.4.4]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arcs {
    Bow,
    Port,
    Starboard,
    Stern,
}

/// Where a target bears, as the referee says it: a broadside is either side. [6.4.1]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bearing {
    Bow,
    #[default]
    Broadside,
    Port,
    Starboard,
    Stern,
}

impl From<Arcs> for Bearing {
    fn from(arc: Arcs) -> Bearing {
        match arc {
            Arcs::Bow => Bearing::Bow,
            Arcs::Port => Bearing::Port,
            Arcs::Starboard => Bearing::Starboard,
            Arcs::Stern => Bearing::Stern,
        }
    }
}

impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The arcs a relative bearing lies in, as closed wedges: on an edge both, and the firer picks. [6.4.4, Q12]
///
/// # Units
/// Degrees clockwise from the firer's bow; any whole number, taken round the compass.
pub fn arcs_at(relative_deg: i32) -> impl Iterator<Item = Arcs> {
    let bearing = relative_deg.rem_euclid(360);
    let each = [
        (Arcs::Bow, !(31..=329).contains(&bearing)),
        (Arcs::Starboard, (30..=150).contains(&bearing)),
        (Arcs::Stern, (150..=210).contains(&bearing)),
        (Arcs::Port, (210..=330).contains(&bearing)),
    ];
    each.into_iter().filter_map(|(arc, lies)| lies.then_some(arc))
}

/// The three kinds of battery. [6.2]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BatteryKind {
    Big,
    Medium,
    Light,
}

impl fmt::Display for BatteryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A mount of big guns and the arcs into which it bears. [6.4.1]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    pub id: Id,
    pub arcs: Vec<Arcs>,
}

/// The number needed out to a range (or a torpedo's run). [6.5.1, 7.4.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub to: Inches,
    /// To-hit number, 0 to 40.
    pub to_hit: i32,
}

/// The big-gun battery. [6.2.1]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BigGuns {
    /// Model of the gun, for the card's reader.
    pub gun: String,
    pub bore_in: Inches,
    pub power: i32,
    pub mounts: Vec<Mount>,
    /// By rising range; the last band's end is the greatest range.
    pub bands: Vec<Band>,
}

/// A medium or light battery. [6.2.2, 6.2.3, 6.4.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battery {
    /// Strength that bears on one side.
    pub strength: Fraction,
    /// One battery on the centreline ("24") instead of one a side ("24/24").
    pub centreline: bool,
    /// Bore of the battery's largest guns, table inches not meant: inches of calibre.
    pub bore_in: Inches,
}

/// Torpedo armament. [7.1]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torpedoes {
    /// Factors for the whole scenario. [7.4.7]
    pub factors: u8,
    /// Type of torpedo, for the card's reader.
    pub kind: String,
    pub power: i32,
    /// To-hit by plotted run. [7.4.3]
    pub bands: Vec<Band>,
    /// Spent factors come back next turn. [7.4.7]
    pub reloads: bool,
    /// Torpedo attack range of a large ship, where her card states one. [7.5]
    pub attack_range: Option<Inches>,
}

/// No large ship attacks with torpedoes beyond this. [7.5.1]
pub const TORPEDO_ATTACK_END: Inches = Inches::whole(10);

/// A ship data card. [6.2.4]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub id: Id,
    pub name: String,
    pub class: String,
    pub navy: Id,
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// What her class was built as, where her type does not say it. [1.4]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built_as: Option<String>,
    pub completed: Option<NaiveDate>,
    pub speed: Inches,
    pub size: Dual,
    /// Positive; a printed card shows it as a minus.
    pub armour: Dual,
    /// What medium and light fire is divided by. [6.5.2]
    pub defence: i32,
    /// Flotation hits that sink her. [8.7]
    pub flotation: i32,
    /// At each mount hit, this face or less of a D10 explodes her. [8.4]
    pub flash: i32,
    pub base_length: Inches,
    pub big: Option<BigGuns>,
    pub medium: Option<Battery>,
    pub light: Option<Battery>,
    pub torpedo: Option<Torpedoes>,
}

impl Card {
    /// Number of mounts that bear, before damage. [6.4.1]
    pub fn mounts_bearing(&self, bearing: Bearing) -> usize {
        self.big.as_ref().map_or(0, |big| bearing_mounts(&big.mounts, &[], bearing))
    }
    /// How near an enemy large ship must be for the attack of 7.5: as stated, never farther than her torpedoes run, nor
    /// than 10.0"; `None` for a ship that makes no such attack. [7.5, Q50]
    pub fn torpedo_attack_range(&self) -> Option<Inches> {
        let torpedo = self.torpedo.as_ref().filter(|_| self.kind.is_large())?;
        let stated = torpedo.attack_range.unwrap_or(TORPEDO_ATTACK_END);
        let longest_run = torpedo.bands.last().map_or(Inches::ZERO, |band| band.to);
        Some(stated.min(longest_run).min(TORPEDO_ATTACK_END))
    }
    pub fn battery(&self, kind: BatteryKind) -> Option<&Battery> {
        match kind {
            BatteryKind::Big => None,
            BatteryKind::Medium => self.medium.as_ref(),
            BatteryKind::Light => self.light.as_ref(),
        }
    }
}

/// Mounts that bear; for a broadside that nobody named, the stronger side.
pub(super) fn bearing_mounts(mounts: &[Mount], lost: &[Id], bearing: Bearing) -> usize {
    let into = |arc| mounts.iter().filter(|mount| mount.arcs.contains(&arc) && !lost.contains(&mount.id)).count();
    match bearing {
        Bearing::Bow => into(Arcs::Bow),
        Bearing::Stern => into(Arcs::Stern),
        Bearing::Port => into(Arcs::Port),
        Bearing::Starboard => into(Arcs::Starboard),
        Bearing::Broadside => into(Arcs::Port).max(into(Arcs::Starboard)),
    }
}

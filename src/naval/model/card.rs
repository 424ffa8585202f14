//! A ship's card: its type, guns, armour and torpedoes. [1.3, 6.2]
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
    /// A coast battery: guns ashore, which do not move or sink. (Q51)
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
    /// Whether this is an armoured cruiser, battlecruiser or battleship. [1.4]
    pub fn is_large(self) -> bool {
        matches!(self, ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA)
    }
    /// Whether this is a cruiser without side armour, a destroyer or a torpedo boat. [1.4]
    pub fn is_light(self) -> bool {
        matches!(self, ShipType::CL | ShipType::CP | ShipType::TBD | ShipType::TB)
    }
    /// Whether this is a destroyer or torpedo boat. [1.4]
    pub fn is_torpedo_craft(self) -> bool {
        matches!(self, ShipType::TBD | ShipType::TB)
    }
    /// Returns the order in which types fly a flag if no flagship is known, 0 the first: dreadnoughts, battlecruisers,
    /// predreadnoughts, cruisers by size, destroyers, torpedo boats.
    pub fn flag_rank(self) -> u8 {
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
    /// Returns the rank in taking over a lost force flag: 0 large ships, 1 light cruisers, 2 all others. [5.10.6, Q62]
    pub fn force_flag_rank(self) -> u8 {
        match self {
            ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => 0,
            ShipType::CL | ShipType::CP => 1,
            ShipType::TBD | ShipType::TB | ShipType::MM | ShipType::CB => 2,
        }
    }
    /// Whether this is a coast battery. (Q51)
    pub fn is_coast_battery(self) -> bool {
        self == ShipType::CB
    }
}

/// Writes the type as in journals and files. The other types below do the same.
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
pub enum FiringArc {
    Bow,
    Port,
    Starboard,
    Stern,
}

/// A target's bearing as the referee states it. A broadside is either side. [6.4.1]
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

impl From<FiringArc> for Bearing {
    fn from(arc: FiringArc) -> Bearing {
        match arc {
            FiringArc::Bow => Bearing::Bow,
            FiringArc::Port => Bearing::Port,
            FiringArc::Starboard => Bearing::Starboard,
            FiringArc::Stern => Bearing::Stern,
        }
    }
}

impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Returns the arcs that contain a relative bearing. On an edge both do, and the firer picks one. [6.4.4, Q12]
/// Degrees are clockwise from the firer's bow: any whole number, reduced to one circle.
pub fn arcs_at(relative_deg: i32) -> impl Iterator<Item = FiringArc> {
    let bearing = relative_deg.rem_euclid(360);
    let arcs = [
        (FiringArc::Bow, !(31..=329).contains(&bearing)),
        (FiringArc::Starboard, (30..=150).contains(&bearing)),
        (FiringArc::Stern, (150..=210).contains(&bearing)),
        (FiringArc::Port, (210..=330).contains(&bearing)),
    ];
    arcs.into_iter().filter_map(|(arc, contains)| contains.then_some(arc))
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
    pub arcs: Vec<FiringArc>,
}

/// The to-hit number up to a range, or up to a torpedo's run. [6.5.1, 7.4.3]
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
    /// Model of the gun, for display only.
    pub gun: String,
    pub bore_in: Inches,
    pub power: i32,
    pub mounts: Vec<Mount>,
    /// By rising range. The last band ends at the maximum range.
    pub bands: Vec<Band>,
}

/// A medium or light battery. [6.2.2, 6.2.3, 6.4.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battery {
    /// Strength that bears to one side.
    pub strength: Fraction,
    /// One battery on the centreline ("24") instead of one on each side ("24/24").
    pub centreline: bool,
    /// Bore of the battery's largest guns in inches of calibre, not table inches.
    pub bore_in: Inches,
}

/// Torpedo armament. [7.1]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torpedoes {
    /// Factors for the entire scenario. [7.4.7]
    pub factors: u8,
    /// Type of torpedo, for display only.
    pub kind: String,
    pub power: i32,
    /// To-hit by plotted run. [7.4.3]
    pub bands: Vec<Band>,
    /// Whether spent factors return next turn. [7.4.7]
    pub reloads: bool,
    /// Torpedo attack range of a large ship, if its card states one. [7.5]
    pub attack_range: Option<Inches>,
}

/// Maximum range of a large ship's torpedo attack. [7.5.1]
pub const MAX_TORPEDO_ATTACK_RANGE: Inches = Inches::whole(10);

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
    /// The type its class was built as, if different from `kind`. [1.4]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built_as: Option<String>,
    pub completed: Option<NaiveDate>,
    pub speed: Inches,
    pub size: Dual,
    /// Positive here. A printed card shows it with a minus.
    pub armour: Dual,
    /// The divisor of medium and light fire. [6.5.2]
    pub defence: i32,
    /// Flotation hits that sink the ship. [8.7]
    pub flotation: i32,
    /// Highest D10 that explodes the ship at each mount hit. [8.4]
    pub flash: i32,
    pub base_length: Inches,
    pub big: Option<BigGuns>,
    pub medium: Option<Battery>,
    pub light: Option<Battery>,
    pub torpedo: Option<Torpedoes>,
}

impl Card {
    /// Returns the number of mounts that bear, before damage. [6.4.1]
    pub fn mounts_bearing(&self, bearing: Bearing) -> usize {
        self.big.as_ref().map_or(0, |big| count_mounts_bearing(&big.mounts, &[], bearing))
    }
    /// Returns the range within which an enemy large ship triggers the attack of 7.5. This is the stated range, limited
    /// by the torpedoes' run and 10.0". `None` if the ship makes no such attack. [7.5, Q50]
    pub fn torpedo_attack_range(&self) -> Option<Inches> {
        let torpedo = self.torpedo.as_ref().filter(|_| self.kind.is_large())?;
        let stated = torpedo.attack_range.unwrap_or(MAX_TORPEDO_ATTACK_RANGE);
        let longest_run = torpedo.bands.last().map_or(Inches::ZERO, |band| band.to);
        Some(stated.min(longest_run).min(MAX_TORPEDO_ATTACK_RANGE))
    }
    /// Returns the bands of its torpedoes, or of a large ship those of attack, up to its range. [7.4.3, 7.5, Q50]
    pub fn torpedo_bands(&self, attack: &[Band]) -> Vec<Band> {
        let Some(torpedo) = &self.torpedo else { return Vec::new() };
        let Some(reach) = self.torpedo_attack_range().filter(|_| !attack.is_empty()) else {
            return torpedo.bands.clone();
        };
        let bands = attack.iter().take(attack.iter().take_while(|band| band.to < reach).count() + 1);
        bands.map(|band| Band { to: band.to.min(reach), ..*band }).collect()
    }
    pub fn battery(&self, kind: BatteryKind) -> Option<&Battery> {
        match kind {
            BatteryKind::Big => None,
            BatteryKind::Medium => self.medium.as_ref(),
            BatteryKind::Light => self.light.as_ref(),
        }
    }
}

/// Counts the mounts that bear. For a broadside without a named side, the stronger side counts.
pub(super) fn count_mounts_bearing(mounts: &[Mount], lost: &[Id], bearing: Bearing) -> usize {
    let mounts_into =
        |arc| mounts.iter().filter(|mount| mount.arcs.contains(&arc) && !lost.contains(&mount.id)).count();
    match bearing {
        Bearing::Bow => mounts_into(FiringArc::Bow),
        Bearing::Stern => mounts_into(FiringArc::Stern),
        Bearing::Port => mounts_into(FiringArc::Port),
        Bearing::Starboard => mounts_into(FiringArc::Starboard),
        Bearing::Broadside => mounts_into(FiringArc::Port).max(mounts_into(FiringArc::Starboard)),
    }
}

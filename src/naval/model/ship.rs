//! What a ship is (her card) and what has become of her (her running damage).
mod jam;
mod toll;

use std::{fmt, sync::Arc};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

pub use super::seen::{Seen, Shown};
pub use jam::Jam;

use super::{
    measure::{Fraction, Id, Inches},
    plot::Hand,
    setup::Edge,
    table::{Place, Run},
};

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
}

impl ShipType {
    pub const ALL: [ShipType; 9] = [
        ShipType::BB,
        ShipType::OBB,
        ShipType::BC,
        ShipType::CA,
        ShipType::CL,
        ShipType::CP,
        ShipType::TBD,
        ShipType::TB,
        ShipType::MM,
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
}
impl fmt::Display for ShipType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ShipType::BB => "BB",
            ShipType::OBB => "OBB",
            ShipType::BC => "BC",
            ShipType::CA => "CA",
            ShipType::CL => "CL",
            ShipType::CP => "CP",
            ShipType::TBD => "TBD",
            ShipType::TB => "TB",
            ShipType::MM => "MM",
        })
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
impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Bearing::Bow => "bow",
            Bearing::Broadside => "broadside",
            Bearing::Port => "port",
            Bearing::Starboard => "starboard",
            Bearing::Stern => "stern",
        })
    }
}

/// The arcs a relative bearing lies in, as closed wedges: on an edge both, and the firer picks. [6.4.4, Q12]
///
/// # Units
/// Degrees clockwise from the firer's bow; any whole number, taken round the compass.
pub fn arcs_at(relative_deg: i32) -> Vec<Arcs> {
    let bearing = relative_deg.rem_euclid(360);
    let mut arcs = Vec::with_capacity(2);
    if !(31..=329).contains(&bearing) {
        arcs.push(Arcs::Bow);
    }
    if (30..=150).contains(&bearing) {
        arcs.push(Arcs::Starboard);
    }
    if (150..=210).contains(&bearing) {
        arcs.push(Arcs::Stern);
    }
    if (210..=330).contains(&bearing) {
        arcs.push(Arcs::Port);
    }
    arcs
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
        f.pad(match self {
            BatteryKind::Big => "big",
            BatteryKind::Medium => "medium",
            BatteryKind::Light => "light",
        })
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

impl Torpedoes {
    /// The longest run of her torpedoes. [7.4.3]
    pub fn longest_run(&self) -> Inches {
        self.bands.last().map_or(Inches::ZERO, |band| band.to)
    }
}

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
        Some(stated.min(torpedo.longest_run()).min(TORPEDO_ATTACK_END))
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
fn bearing_mounts(mounts: &[Mount], lost: &[Id], bearing: Bearing) -> usize {
    let into = |arc| mounts.iter().filter(|mount| mount.arcs.contains(&arc) && !lost.contains(&mount.id)).count();
    match bearing {
        Bearing::Bow => into(Arcs::Bow),
        Bearing::Stern => into(Arcs::Stern),
        Bearing::Port => into(Arcs::Port),
        Bearing::Starboard => into(Arcs::Starboard),
        Bearing::Broadside => into(Arcs::Port).max(into(Arcs::Starboard)),
    }
}

/// State of one hit in the margin of the card. [8.2.4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HitState {
    Active,
    /// The slash.
    Repaired,
    /// The circle.
    Unrepairable,
}

/// One hit in the margin of the card, with what it did. [8.2.4]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// Letter code and running number, such as `F2`: how a repair names it.
    pub id: Id,
    pub turn: u16,
    pub effect: Harm,
    pub state: HitState,
}

/// A lasting effect of damage, as it was decided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Harm {
    /// M: this mount is out.
    Mount(Id),
    /// S on a large ship, G on a light one: quarters of the battery points gone.
    Guns { quarters: i32 },
    /// F: a fire burns.
    Fire,
    /// FL: flotation hits.
    Flotation { hits: i32 },
    /// Speed lost outright.
    Speed(Inches),
    /// Rudder jammed: until after this turn she holds what her helm did last.
    Steering {
        until_turn: u16,
        /// The hand to which she was turning; straight on where it is left out. (Q39)
        #[serde(default, skip_serializing_if = "Option::is_none")]
        circles: Option<Hand>,
    },
    /// Bridge hit: signalling 0.
    Bridge,
    /// Fire control out: to-hit halved.
    FireControl,
}

impl Harm {
    /// The letter that stands for it in the margin. [8.2.4]
    pub fn letter(&self, ship: ShipType) -> &'static str {
        match self {
            Harm::Mount(_) => "M",
            Harm::Guns { .. } if ship.is_large() => "S",
            Harm::Guns { .. } => "G",
            Harm::Fire => "F",
            Harm::Flotation { .. } => "FL",
            Harm::Speed(_) => "V",
            Harm::Steering { .. } => "ST",
            Harm::Bridge => "B",
            Harm::FireControl => "FC",
        }
    }
    /// Takes way off the ship. [8.6.3]
    pub fn slows(&self) -> bool {
        matches!(self, Harm::Flotation { .. } | Harm::Speed(_))
    }
}

/// How a ship has left the battle, if she has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Fighting,
    /// Flooded to her maximum: a stationary hulk that counts as sunk. [8.7]
    Sinking,
    /// Gone in an explosion; nothing remains on the table. [8.7]
    Exploded,
    /// A boat sunk by gunfire or torpedo; removed. [8.3]
    Sunk,
    /// Five fires or more: out of control, counts as sunk. [8.5.2]
    Abandoned,
    /// Left the table: by which edge and on which turn, where somebody wrote it down. [9.3, Q28]
    Exited {
        friendly: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Edge>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u16>,
    },
    /// Not on the table yet.
    Waiting {
        enters_turn: u16,
    },
}

/// A ship in play.
#[derive(Clone, PartialEq, Debug)]
pub struct Ship {
    pub id: Id,
    pub card: Arc<Card>,
    pub side: Id,
    pub division: Id,
    /// The division into which she was organised at the start. [5.8.1]
    pub home: Id,
    /// Unique on her side, for ships with big guns. [3.1]
    pub number: Option<u8>,
    pub speed: Inches,
    /// Where she lies, if she is tracked. [3.5]
    pub at: Option<Place>,
    /// Her last run, for the map and the modifiers of this turn. (Q30)
    pub run: Option<Arc<Run>>,
    pub fate: Fate,
    pub hits: Vec<Hit>,
    /// Seen by the enemy. [4.3]
    pub sighted: bool,
    /// What the enemy knows of her from when he saw her last; kept up while he does. [4.3, 4.4]
    pub seen: Option<Seen>,
    /// The same as it was before the move, until the Sighting Segment is over. [4.4, Q49]
    pub seen_before: Option<Seen>,
    /// As it was at the last look. [4.2]
    pub shown: Shown,
    /// Lit by searchlight or starshell this turn. [4.5, Q27]
    pub lit: bool,
    /// Has lit a target with her searchlight / starshell this turn. [4.5.1, 4.5.2]
    pub searchlight_used: bool,
    pub starshell_used: bool,
    pub torpedoes_left: u8,
    /// Last turn in which big guns of each firer hit her. [6.5.1.2]
    pub hit_by: Vec<(Id, u16)>,
    /// What she did and suffered this turn. [8.6.4]
    pub used_weapons: bool,
    /// Has fired guns, starshell not counted. (T13)
    pub fired_guns: bool,
    pub fired_upon: bool,
    pub fired_upon_last_turn: bool,
    /// Damage control this turn. [8.6, 8.5.3]
    pub repair_tried: bool,
    pub fires_rolled: bool,
    /// Has made her coup de grâce this turn. [7.6]
    pub coup_made: bool,
    /// Turn in which she was lost: an explosion darkens the next turn's gunfire. (T1)
    pub lost_turn: Option<u16>,
    /// Top speed and flotation as set by the referee, in place of the card's.
    pub top_speed_set: Option<Inches>,
    /// She fired or showed a searchlight last turn; she was lit last turn. [9.2]
    pub showed_last_turn: bool,
    /// The same of the first half of this turn, whose lights are out. [3.4]
    pub showed_in_first_half: bool,
    pub lit_last_turn: bool,
}

impl Fate {
    /// Off the table by the referee's word, which names neither edge nor turn.
    pub fn exited(friendly: bool) -> Fate {
        Fate::Exited { friendly, edge: None, turn: None }
    }
}

impl Ship {
    /// A ship unhurt, seen by nobody, without a position.
    pub(crate) fn new(card: Arc<Card>, side: Id, division: Id, number: Option<u8>, speed: Inches) -> Ship {
        Ship {
            id: card.id.clone(),
            side,
            home: division.clone(),
            division,
            number,
            speed,
            at: None,
            run: None,
            fate: Fate::Fighting,
            hits: Vec::new(),
            sighted: false,
            seen: None,
            seen_before: None,
            shown: Shown::default(),
            lit: false,
            searchlight_used: false,
            starshell_used: false,
            torpedoes_left: card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors),
            hit_by: Vec::new(),
            used_weapons: false,
            fired_guns: false,
            fired_upon: false,
            fired_upon_last_turn: false,
            repair_tried: false,
            fires_rolled: false,
            coup_made: false,
            lost_turn: None,
            top_speed_set: None,
            showed_last_turn: false,
            showed_in_first_half: false,
            lit_last_turn: false,
            card,
        }
    }
    fn harms(&self) -> impl Iterator<Item = &Harm> {
        self.hits.iter().filter(|hit| hit.state != HitState::Repaired).map(|hit| &hit.effect)
    }
    /// Fires burning. [8.5]
    pub fn fires(&self) -> usize {
        self.harms().filter(|harm| matches!(harm, Harm::Fire)).count()
    }
    /// Flotation hits suffered and not repaired. (T14)
    pub fn flotation_hits(&self) -> i32 {
        self.harms().map(|harm| if let Harm::Flotation { hits } = harm { *hits } else { 0 }).sum()
    }
    /// Quarters of the battery points lost (G and S).
    pub fn gun_quarters_lost(&self) -> i32 {
        self.harms().map(|harm| if let Harm::Guns { quarters } = harm { *quarters } else { 0 }).sum()
    }
    /// Mounts that bear, after damage. [6.4.1]
    pub fn mounts_bearing(&self, bearing: Bearing) -> usize {
        let lost = self.mounts_lost();
        self.card.big.as_ref().map_or(0, |big| bearing_mounts(&big.mounts, &lost, bearing))
    }
    /// Mounts that still fire somewhere.
    pub fn mounts_left(&self) -> Vec<Id> {
        let lost = self.mounts_lost();
        let mounts = self.card.big.iter().flat_map(|big| &big.mounts);
        mounts.map(|mount| mount.id.clone()).filter(|id| !lost.contains(id)).collect()
    }
    pub fn bridge_hit(&self) -> bool {
        self.harms().any(|harm| *harm == Harm::Bridge)
    }
    pub fn fire_control_out(&self) -> bool {
        self.harms().any(|harm| *harm == Harm::FireControl)
    }
    /// Top speed after damage, before the cap of a burning ship. [5.4, T14]
    pub fn top_speed(&self) -> Inches {
        self.top_speed_with(|hit| hit.state != HitState::Repaired)
    }
    /// Top speed under those hits that `counts` picks.
    fn top_speed_with(&self, counts: impl Fn(&Hit) -> bool) -> Inches {
        match self.speed_lost_by(counts) {
            Some(lost) => (self.top_speed_set.unwrap_or(self.card.speed) - lost).max(Inches::ZERO),
            None => Inches::ZERO,
        }
    }
    /// What her damage takes off her top speed; of a ship that is flooded altogether nothing can be said. [5.4, T14]
    pub fn speed_lost(&self) -> Inches {
        self.speed_lost_by(|hit| hit.state != HitState::Repaired).unwrap_or_default()
    }
    /// The same under those hits that `counts` picks; `None` for a ship that is flooded altogether.
    fn speed_lost_by(&self, counts: impl Fn(&Hit) -> bool) -> Option<Inches> {
        let (mut flooded, mut outright) = (0, Inches::ZERO);
        for hit in self.hits.iter().filter(|hit| counts(hit)) {
            match &hit.effect {
                Harm::Flotation { hits } => flooded += hits,
                Harm::Speed(loss) => outright = outright + *loss,
                Harm::Mount(_)
                | Harm::Guns { .. }
                | Harm::Fire
                | Harm::Steering { .. }
                | Harm::Bridge
                | Harm::FireControl => {}
            }
        }
        if self.card.flotation <= flooded && self.card.flotation > 0 {
            return None;
        }
        let past_half = (flooded - self.card.flotation / 2).max(0);
        Some(outright + Inches(25) * past_half)
    }
    /// The fastest she may go now: a ship with three fires is held to 2.00". [5.4, 8.5.1]
    pub fn allowance(&self) -> Inches {
        let top = self.top_speed();
        if self.weapons_barred() { top.min(Inches::whole(2)) } else { top }
    }
    /// Three fires or more bar every weapon. [8.5.1]
    pub fn weapons_barred(&self) -> bool {
        3 <= self.fires()
    }
    /// On the table and under command.
    pub fn in_action(&self) -> bool {
        self.fate == Fate::Fighting
    }
    /// Afloat or a hulk: her base stands on the table. [8.7]
    pub fn is_on_table(&self) -> bool {
        matches!(self.fate, Fate::Fighting | Fate::Sinking | Fate::Abandoned)
    }
    /// Counts as sunk for points. [8.7]
    pub fn counts_as_sunk(&self) -> bool {
        matches!(self.fate, Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned)
    }
    /// Has no way left, by damage of any kind. [8.6.3]
    pub fn has_no_way(&self) -> bool {
        self.in_action() && self.top_speed() == Inches::ZERO
    }
    /// Damage that cannot be repaired has taken her speed to 0. [10.5.7]
    pub fn is_immobile(&self) -> bool {
        self.in_action() && self.top_speed_with(|hit| hit.state == HitState::Unrepairable) == Inches::ZERO
    }
    /// Strength of a battery now, on one side. [6.2.2, 6.2.3]
    ///
    /// Gun points go from the medium battery first and then from the light one, a quarter of the whole at a time.
    pub fn battery_strength(&self, kind: BatteryKind) -> Fraction {
        let whole = |kind| self.card.battery(kind).map_or(Fraction::ZERO, |battery| battery.strength);
        let (medium, light) = (whole(BatteryKind::Medium), whole(BatteryKind::Light));
        let lost = (medium + light) * Fraction::new(i64::from(self.gun_quarters_lost()), 4);
        match kind {
            BatteryKind::Big => Fraction::ZERO,
            BatteryKind::Medium => (medium - lost).max(Fraction::ZERO),
            BatteryKind::Light => (light - (lost - medium).max(Fraction::ZERO)).max(Fraction::ZERO),
        }
    }
    /// The next free hit id for a letter code.
    pub fn next_hit_id(&self, code: &str) -> Id {
        let letters = |id: &Id| id.as_str().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let first = 1 + self.hits.iter().filter(|hit| letters(&hit.id) == code).count();
        // Hits that the referee took away leave gaps.
        let taken = |id: &Id| self.hits.iter().any(|hit| hit.id == *id);
        let mut ids = (first..).map(|number| Id::new(format!("{code}{number}")));
        ids.find(|id| !taken(id)).unwrap_or_else(|| Id::new(code))
    }
}

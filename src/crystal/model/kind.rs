//! Unit types, and armies by type. [SC-19]
use std::fmt;

use serde::{Deserialize, Serialize};

/// A unit type. [SC-19]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Kind {
    #[serde(rename = "SK")]
    Skirmish,
    #[serde(rename = "LI")]
    LightInfantry,
    #[serde(rename = "BD")]
    Blades,
    #[serde(rename = "SP")]
    Spears,
    #[serde(rename = "LC")]
    LightCavalry,
    #[serde(rename = "HC")]
    HeavyCavalry,
    #[serde(rename = "EL")]
    Elephants,
    #[serde(rename = "CH")]
    Chariots,
    #[serde(rename = "WZ")]
    Wizard,
    #[serde(rename = "MO")]
    Monster,
}

/// Number of types an army may hold: all except monsters.
pub const ARMY_TYPES: usize = 9;

/// A line of the chart of units. [SC-19]
struct ChartRow {
    code: &'static str,
    name: &'static str,
    price: u32,
    factor: u8,
    malus: u8,
    bonus: (u8, &'static [Kind]),
}

/// In the order of the types. A wizard has no combat factor. A monster's is in its area's data.
const CHART: [ChartRow; ARMY_TYPES + 1] = [
    ChartRow { code: "SK", name: "Skirmishers", price: 1, factor: 1, malus: 0, bonus: (3, &[Kind::Elephants]) },
    ChartRow { code: "LI", name: "Light Infantry", price: 2, factor: 3, malus: 0, bonus: (0, &[]) },
    ChartRow { code: "BD", name: "Blades", price: 3, factor: 5, malus: 0, bonus: (0, &[]) },
    ChartRow { code: "SP", name: "Spears", price: 3, factor: 4, malus: 0, bonus: (2, SPEAR_TARGETS) },
    ChartRow { code: "LC", name: "Light Cavalry", price: 4, factor: 6, malus: 1, bonus: (0, &[]) },
    ChartRow { code: "HC", name: "Heavy Cavalry", price: 5, factor: 8, malus: 2, bonus: (0, &[]) },
    ChartRow { code: "EL", name: "Elephants", price: 5, factor: 10, malus: 3, bonus: (0, &[]) },
    ChartRow { code: "CH", name: "Chariots", price: 5, factor: 7, malus: 4, bonus: (0, &[]) },
    ChartRow { code: "WZ", name: "Wizard", price: 8, factor: 0, malus: 0, bonus: (0, &[]) },
    ChartRow { code: "MO", name: "Monster", price: 0, factor: 0, malus: 0, bonus: (0, &[]) },
];
const SPEAR_TARGETS: &[Kind] = &[Kind::LightCavalry, Kind::HeavyCavalry, Kind::Elephants];

impl Kind {
    /// The types an army may hold, with the wizard last.
    pub const RECRUITS: [Kind; ARMY_TYPES] = [
        Kind::Skirmish,
        Kind::LightInfantry,
        Kind::Blades,
        Kind::Spears,
        Kind::LightCavalry,
        Kind::HeavyCavalry,
        Kind::Elephants,
        Kind::Chariots,
        Kind::Wizard,
    ];
    /// The types that fight and can be lost.
    pub const FIGHTERS: [Kind; ARMY_TYPES - 1] = {
        let [sk, li, bd, sp, lc, hc, el, ch, _] = Kind::RECRUITS;
        [sk, li, bd, sp, lc, hc, el, ch]
    };

    /// Returns its letters on the chart.
    pub const fn code(self) -> &'static str {
        CHART[self as usize].code
    }

    pub const fn name(self) -> &'static str {
        CHART[self as usize].name
    }

    /// Returns its price in gold pieces. Monsters are not for sale.
    pub const fn price(self) -> u32 {
        CHART[self as usize].price
    }

    /// Returns its combat factor. A wizard has none, a monster's is in its area's data.
    pub const fn combat_factor(self) -> u8 {
        CHART[self as usize].factor
    }

    /// Returns the loss of each unit on rough ground.
    pub const fn malus(self) -> u8 {
        CHART[self as usize].malus
    }

    /// Returns the bonus of each unit, and the types against which it applies.
    pub const fn bonus(self) -> (u8, &'static [Kind]) {
        CHART[self as usize].bonus
    }

    /// Returns its place in an [`Army`], except for monsters.
    pub const fn place(self) -> Option<usize> {
        let place = self as usize;
        if place < ARMY_TYPES { Some(place) } else { None }
    }

    /// Returns the type with those letters, in either case.
    pub fn from_code(code: &str) -> Option<Kind> {
        let all = Kind::RECRUITS.into_iter().chain([Kind::Monster]);
        all.into_iter().find(|kind| kind.code().eq_ignore_ascii_case(code))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Units by type, in the order of [`Kind::RECRUITS`]. As text `2SK 3BD WZ`, or `none`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Army(pub [u8; ARMY_TYPES]);

impl Army {
    pub const NONE: Army = Army([0; ARMY_TYPES]);

    /// Returns an army of one type, empty for monsters.
    pub fn single(kind: Kind, count: u8) -> Army {
        let mut army = Army::NONE;
        army.join(kind, count);
        army
    }

    pub fn count(&self, kind: Kind) -> u8 {
        kind.place().map_or(0, |place| self.0[place])
    }

    pub fn present(&self) -> impl Iterator<Item = (Kind, u8)> {
        Kind::RECRUITS.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }

    /// Returns the types that fight, with their numbers: all present except the wizard.
    pub fn fighting(&self) -> impl Iterator<Item = (Kind, u8)> {
        self.present().filter(|(kind, _)| *kind != Kind::Wizard)
    }

    pub fn fighters(&self) -> u32 {
        self.0[..ARMY_TYPES - 1].iter().map(|count| u32::from(*count)).sum()
    }

    pub fn has_wizard(&self) -> bool {
        self.0[ARMY_TYPES - 1] > 0
    }

    pub fn join(&mut self, kind: Kind, count: u8) {
        if let Some(place) = kind.place() {
            self.0[place] = self.0[place].saturating_add(count);
        }
    }

    #[must_use]
    pub fn plus(self, more: Army) -> Army {
        Army(std::array::from_fn(|place| self.0[place].saturating_add(more.0[place])))
    }

    /// Removes another army, at most the units present.
    #[must_use]
    pub fn minus(self, fewer: Army) -> Army {
        Army(std::array::from_fn(|place| self.0[place].saturating_sub(fewer.0[place])))
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Army::NONE {
            return f.pad("none");
        }
        for (index, (kind, count)) in self.present().enumerate() {
            let space = if index > 0 { " " } else { "" };
            if count == 1 { write!(f, "{space}{kind}")? } else { write!(f, "{space}{count}{kind}")? }
        }
        Ok(())
    }
}

//! Paragraph numbers, and switches for questions that the rulebook leaves open.
use serde::{Deserialize, Serialize};

use super::{Kind, LineError};
use play::{Rule, Switch, switches};

pub const AREA: Rule = Rule::new("SC-2");
pub const TURN: Rule = Rule::new("SC-5");
pub const EVENT: Rule = Rule::new("SC-6");
pub const EXPANSION: Rule = Rule::new("SC-7");
pub const RECRUITMENT: Rule = Rule::new("SC-8");
pub const MOVEMENT: Rule = Rule::new("SC-9");
pub const EXPLORATION: Rule = Rule::new("SC-10");
pub const BATTLE: Rule = Rule::new("SC-11");
pub const MAGIC: Rule = Rule::new("SC-12");
pub const STRENGTH: Rule = Rule::new("SC-13");
pub const RATIO: Rule = Rule::new("SC-14");
pub const LOSSES: Rule = Rule::new("SC-15");
pub const OUTCOME: Rule = Rule::new("SC-16");
pub const CONQUEST: Rule = Rule::new("SC-17");
pub const MONSTERS: Rule = Rule::new("SC-18");
pub const UNITS: Rule = Rule::new("SC-19");
pub const COMBAT_TABLE: Rule = Rule::new("SC-20");
pub const VICTORY: Rule = Rule::new("SC-21");
pub const SPELLS: Rule = Rule::new("SC-22");
pub const ENEMY_SPELLS: Rule = Rule::new("SC-23");
pub const INTERCEPTION: Rule = Rule::new("SC-A1");
pub const BELOW_ONE: Rule = Rule::new("SC-A2");
pub const ROUGH: Rule = Rule::new("SC-A3");
pub const CAVALRY: Rule = Rule::new("SC-A4");
pub const ENEMY_ARMY: Rule = Rule::new("SC-A5");
pub const NEAREST: Rule = Rule::new("SC-A6");
pub const FIRST_MAX: Rule = Rule::new("SC-A7");
pub const RETREAT: Rule = Rule::new("SC-A8");
pub const DEFEAT: Rule = Rule::new("SC-A9");
pub const FREE_UNIT: Rule = Rule::new("SC-A10");
pub const WIZARD_LOSS: Rule = Rule::new("SC-A11");
pub const MARCH_ON: Rule = Rule::new("SC-A12");
pub const EVOKED: Rule = Rule::new("SC-A13");
pub const VICTIMS: Rule = Rule::new("SC-A14");
pub const HALVES: Rule = Rule::new("SC-A15");

/// How to treat a ratio below 1:1. [SC-A2]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BelowOne {
    /// It counts as 1:1.
    Clamp,
    /// The stronger side counts as the attacker.
    Swap,
}

/// The ground on which cavalry, elephants and chariots fight worse. [SC-A3]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rough {
    MountainForest,
    /// Hills as well.
    Hills,
    Mountain,
}

/// The types that count as cavalry for the column shift. [SC-A4]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CavalryTypes {
    LcHc,
    LcHcCh,
    LcHcElCh,
}

impl CavalryTypes {
    pub fn includes(self, kind: Kind) -> bool {
        let kinds: &[Kind] = match self {
            CavalryTypes::LcHc => &[Kind::LightCavalry, Kind::HeavyCavalry],
            CavalryTypes::LcHcCh => &[Kind::LightCavalry, Kind::HeavyCavalry, Kind::Chariots],
            CavalryTypes::LcHcElCh => &[Kind::LightCavalry, Kind::HeavyCavalry, Kind::Elephants, Kind::Chariots],
        };
        kinds.contains(&kind)
    }
}

/// What an empire may take when it grows. [SC-A6]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpansionLimit {
    /// Neutral areas while any can be reached, then the player's.
    NeutralFirst,
    NeutralOnly,
}

/// The initial MAX of a campaign. [SC-A7]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstMax {
    /// The units of the army, and the recruits of every area owned from the start.
    CountsAndOwned,
    /// The units of the army, and the recruits of the base alone.
    CountsAndBase,
    Counts,
}

/// The winner if both sides are equally strong at the end. [SC-A8]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tie {
    Defender,
    Attacker,
}

/// The target of an enemy Blast. [SC-A14]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EnemyBlast {
    Lowest,
    Random,
}

/// How to treat half points of combat factor. [SC-A15]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Halves {
    Kept,
    Dropped,
}

switches! {
    /// The highest die that intercepts (the text gives a 3 to both sides). [SC-A1]
    intercept_max: u8 = 3, ["3", "2"], INTERCEPTION;
    /// Whether the weaker side fights at 1:1, or the stronger counts as attacker. [SC-A2]
    below_one: BelowOne = BelowOne::Clamp, ["clamp", "swap"], BELOW_ONE;
    /// Where cavalry, elephants and chariots fight worse. [SC-A3]
    rough: Rough = Rough::MountainForest, ["mountain-forest", "hills", "mountain"], ROUGH;
    /// The types that count for the column shift. [SC-A4]
    cavalry: CavalryTypes = CavalryTypes::LcHc, ["lc-hc", "lc-hc-ch", "lc-hc-el-ch"], CAVALRY;
    /// Whether an empire's losses stay dead. [SC-A5]
    enemy_losses_persist: bool = false, ["false", "true"], ENEMY_ARMY;
    /// Whether an empire without a neutral area in reach may take yours. [SC-A6]
    expansion: ExpansionLimit = ExpansionLimit::NeutralFirst, ["neutral_first", "neutral_only"], NEAREST;
    /// The initial MAX (an area owned from the start counts as conquered). [SC-A7]
    initial_max: FirstMax = FirstMax::CountsAndOwned, ["counts_and_owned", "counts_and_base", "counts"], FIRST_MAX;
    /// The winner if both are equally strong. [SC-A8]
    tie: Tie = Tie::Defender, ["defender", "attacker"], RETREAT;
    /// Whether a conquest brings a free unit. [SC-A10]
    free_unit: bool = true, ["true", "false"], FREE_UNIT;
    /// Whether the wizard may be chosen as a loss. [SC-A11]
    wizard_loss: bool = false, ["false", "true"], WIZARD_LOSS;
    /// Whether the army may continue after taking an enemy area without a fight. [SC-A12]
    march_on: bool = true, ["true", "false"], MARCH_ON;
    /// Whether evoked units leave with the battle. [SC-A13]
    evoked_vanish: bool = true, ["true", "false"], EVOKED;
    /// The target of an enemy Blast. [SC-A14]
    enemy_blast: EnemyBlast = EnemyBlast::Lowest, ["lowest", "random"], VICTIMS;
    /// Half points of combat factor. [SC-A15]
    halves: Halves = Halves::Kept, ["kept", "dropped"], HALVES;
}

impl Rules {
    /// Sets one switch by name. Refused for an unknown switch or value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), LineError> {
        Switch::set(Self::SWITCHES, self, "Steel and Crystal", (name, value))
    }
}

//! The paragraphs, and the switches on which the text is silent.
use serde::{Deserialize, Serialize};

use super::{
    kind::Kind,
    text::{Fault, nearest},
};
use play::Rule;

pub const GENERAL: Rule = Rule::new("SC-1");
pub const AREA: Rule = Rule::new("SC-2");
pub const STATUS: Rule = Rule::new("SC-3");
pub const CHART: Rule = Rule::new("SC-4");
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
pub const TABLES: Rule = Rule::new("SC-A17");

/// What becomes of a ratio below 1:1. [SC-A2]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BelowOne {
    /// It counts as 1:1.
    #[default]
    Clamp,
    /// The stronger side counts as the attacker.
    Swap,
}

/// On which ground cavalry, elephants and chariots fight worse. [SC-A3]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rough {
    #[default]
    MountainForest,
    /// Hills as well.
    Hills,
    Mountain,
}

/// Which types count as cavalry for the shift of a column. [SC-A4]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mounted {
    #[default]
    LcHc,
    LcHcCh,
    LcHcElCh,
}

impl Mounted {
    pub fn holds(self, kind: Kind) -> bool {
        let kinds: &[Kind] = match self {
            Mounted::LcHc => &[Kind::LightCavalry, Kind::HeavyCavalry],
            Mounted::LcHcCh => &[Kind::LightCavalry, Kind::HeavyCavalry, Kind::Chariots],
            Mounted::LcHcElCh => &[Kind::LightCavalry, Kind::HeavyCavalry, Kind::Elephants, Kind::Chariots],
        };
        kinds.contains(&kind)
    }
}

/// What an empire takes when it grows. [SC-A6]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grows {
    /// Neutral areas while any can be reached, then the player's.
    #[default]
    NeutralFirst,
    NeutralOnly,
}

/// With what MAX a campaign begins. [SC-A7]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstMax {
    /// The units that there are, and what every area raises that is owned from the start.
    #[default]
    CountsAndOwned,
    /// What the base raises, and no other area.
    CountsAndBase,
    Counts,
}

/// Who wins when both sides are equally strong at the end. [SC-A8]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tie {
    #[default]
    Defender,
    Attacker,
}

/// Whom an enemy Blast strikes. [SC-A14]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EnemyBlast {
    #[default]
    Lowest,
    Random,
}

/// What becomes of half a point of combat factor. [SC-A15]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Halves {
    #[default]
    Kept,
    Dropped,
}

/// The switches; the default of each is what is in force without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The highest face at which the army is intercepted. [SC-A1]
    pub intercept_max: u8,
    pub below_one: BelowOne,
    pub rough: Rough,
    pub cavalry: Mounted,
    /// Whether the dead of an enemy empire stay dead. [SC-A5]
    pub enemy_losses_persist: bool,
    pub expansion: Grows,
    pub initial_max: FirstMax,
    pub tie: Tie,
    /// Whether conquest brings a free unit. [SC-A10]
    pub free_unit: bool,
    /// Whether the wizard may be chosen as a loss. [SC-A11]
    pub wizard_loss: bool,
    /// Whether the army may march on after taking an enemy area without a fight. [SC-A12]
    pub march_on: bool,
    /// Whether evoked units vanish after the battle. [SC-A13]
    pub evoked_vanish: bool,
    pub enemy_blast: EnemyBlast,
    pub halves: Halves,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            intercept_max: 3,
            below_one: BelowOne::default(),
            rough: Rough::default(),
            cavalry: Mounted::default(),
            enemy_losses_persist: false,
            expansion: Grows::default(),
            initial_max: FirstMax::default(),
            tie: Tie::default(),
            free_unit: true,
            wizard_loss: false,
            march_on: true,
            evoked_vanish: true,
            enemy_blast: EnemyBlast::default(),
            halves: Halves::default(),
        }
    }
}

impl Rules {
    /// Every switch with its values, the default first, and its ruling.
    pub const SWITCHES: [(&'static str, &'static [&'static str], Rule); 14] = [
        ("intercept_max", &["3", "2"], INTERCEPTION),
        ("below_one", &["clamp", "swap"], BELOW_ONE),
        ("rough", &["mountain-forest", "hills", "mountain"], ROUGH),
        ("cavalry", &["lc-hc", "lc-hc-ch", "lc-hc-el-ch"], CAVALRY),
        ("enemy_losses_persist", &["false", "true"], ENEMY_ARMY),
        ("expansion", &["neutral_first", "neutral_only"], NEAREST),
        ("initial_max", &["counts_and_owned", "counts_and_base", "counts"], FIRST_MAX),
        ("tie", &["defender", "attacker"], RETREAT),
        ("free_unit", &["true", "false"], FREE_UNIT),
        ("wizard_loss", &["false", "true"], WIZARD_LOSS),
        ("march_on", &["true", "false"], MARCH_ON),
        ("evoked_vanish", &["true", "false"], EVOKED),
        ("enemy_blast", &["lowest", "random"], VICTIMS),
        ("halves", &["kept", "dropped"], HALVES),
    ];

    /// Sets one switch by name.
    ///
    /// # Errors
    /// No such switch, or no such value of it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let Some((_, values, rule)) = Rules::SWITCHES.iter().find(|(known, ..)| *known == name) else {
            let names = Rules::SWITCHES.map(|(name, ..)| name);
            let hint = nearest(name, names).map_or_else(|| names.join(", "), |near| format!("did you mean {near}?"));
            return Err(Fault::new(format!("\"{name}\" is no switch of Steel and Crystal")).hint(hint));
        };
        if !values.contains(&value) {
            return Err(Fault::new(format!("{name} cannot be \"{value}\"")).rule(*rule).hint(values.join(", ")));
        }
        let unreadable = |error: serde_json::Error| Fault::new(error.to_string());
        let mut all = serde_json::to_value(*self).map_err(unreadable)?;
        all[name] = serde_json::from_str(value).unwrap_or_else(|_| serde_json::Value::from(value));
        *self = serde_json::from_value(all).map_err(unreadable)?;
        Ok(())
    }
}

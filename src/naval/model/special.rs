//! Special rules: their keys, their state, and why they forbid something. [9.2]
mod key;
mod rule_state;
mod when;

pub(crate) use super::zone::TOLERANCE_DEG;
pub use super::zone::{Sector, TablePoint};
pub use key::{
    AppliedBy, Broadside, Fatigue, MineRollPer, RollFrequency, RuleDie, RuleEffect, SpecialRule, SteerLimit, Weapon,
};
pub use rule_state::{NEVER_ENTERS, RuleFact, RuleState};
pub use when::{NearCondition, RuleCondition, RuleTest, ShipCount};

use super::{Id, Inches};

/// Why a special rule forbids something. `rule` is the index of the key.
#[derive(Clone, PartialEq, Debug)]
pub enum SpecialReason {
    /// The plot steers against the rule.
    Course { unit: Id, rule: u16 },
    /// The plot ends where it may not.
    Place { unit: Id, rule: u16 },
    /// The plot is filed a turn ahead, so it is not known yet whether it obeys the rule.
    Ahead { unit: Id, rule: u16 },
    /// The speed exceeds its limit.
    Speed { ship: Id, rule: u16, speed: Inches, max: Inches },
    /// The rule holds the weapon back, or spares the target.
    HeldBack { ship: Id, target: Id, rule: u16 },
    /// The broadside that fires decides, and was not named.
    AmbiguousBroadside { ship: Id, target: Id, rule: u16 },
    /// No rule lets this ship make unplotted smoke now.
    NoSmoke { ship: Id },
    /// The scenario has no such sentence.
    Unknown { of: u8, sentences: u8 },
}

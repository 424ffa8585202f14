//! 9.2: special rules of a scenario as keys, beside the sentences that people read.
//!
//! A key names its sentence (`of: 2` is the second of `special_rules`), its conditions and its effect. The chapters ask
//! here whether a plot, a shot or a launch breaks a rule, and how rules change a number.
pub(crate) mod conditions;
pub(crate) mod fire;
pub(crate) mod minefield;
pub(crate) mod moments;
pub(crate) mod orders;
pub(crate) mod sea;
pub(crate) mod sentences;
pub(crate) mod set_down;
pub(crate) mod steer;

pub use crate::model::special::{
    AppliedBy, Broadside, NEVER_ENTERS, NearCondition, RollFrequency, RuleCondition, RuleDie, RuleEffect, RuleFact,
    RuleState, RuleTest, Sector, ShipCount, SpecialReason, SpecialRule, SteerLimit, Weapon,
};
pub use conditions::is_active;
pub use fire::{check_fire_allowed, check_launch_allowed};
pub use minefield::KnownMines;
pub use moments::{Reminder, reminders};
pub use sentences::{is_known_to, may_know, secret_to, sentence, sentences};
pub use steer::{AWAY_DEG, allowance, exit_ban};

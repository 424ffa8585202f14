//! 9.2: special rules of a scenario in keys, beside the sentences that people read.
//!
//! A key names its sentence (`of: 2` is the second of `special_rules`), says when it is in force, and what it does.
//! The chapters ask here: whether a plot, a shot or a launch is against one, and what one makes of a number.
mod fire;
mod force;
mod moments;
mod orders;
mod sea;
mod sentences;
mod steer;

pub(crate) use orders::{damage_control, flag_is_mute, freed_from_orders, orders};
pub use sentences::{MOST_KEYS, MOST_SENTENCES, SPECIAL, is_open_to, may_know, secret_to, sentence, sentences};
pub(crate) use sentences::{last_sentence, numbered_from_one};

pub(crate) use crate::model::special::EXACT_DEG;
pub use crate::model::special::{
    Broadside, Condition, Count, Die, Each, KeptBy, Key, Memory, NEVER, Near, Per, RuleFact, Sector, SpecialReason,
    SpecialRule, Spot, Steer, Test, Tired, Weapon,
};
pub use fire::{Factors, factors, fire_quality, launch_forbidden, may_fire, may_fire_starshell, on_target};
pub(crate) use force::{any_true, awaits_its_die, in_force, is_open, numbered, to_spot};
pub use force::{holds, open_land, sight_base};
pub use moments::{Reminder, reminders};
pub(crate) use moments::{count_fast, ended_by, throw_dice, watch};
pub(crate) use sea::{after_moving, ashore, duds, score_fire, smoke};
pub use steer::{Plotted, allowance, may_leave, may_make, may_plot, may_plot_ahead, speed_cap};

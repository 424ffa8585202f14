//! 9.2: what special rules may say in keys, what has come of them, and why they forbid something.
mod key;
mod memory;
mod when;

pub(crate) use super::zone::EXACT_DEG;
pub use super::zone::{Sector, Spot};
pub use key::{Broadside, Die, Each, KeptBy, Key, Per, SpecialRule, Steer, Tired, Weapon};
pub use memory::{Memory, NEVER, RuleFact};
pub use when::{Condition, Count, Near, Test};

use super::{Id, Inches};

/// Why a special rule forbids something; the number is its place among the keys.
#[derive(Clone, PartialEq, Debug)]
pub enum SpecialReason {
    /// A plot that steers against it.
    Course { unit: Id, rule: u16 },
    /// A plot that ends where it may not.
    Place { unit: Id, rule: u16 },
    /// A plot filed a turn ahead, where nobody can say yet whether it keeps to it.
    Ahead { unit: Id, rule: u16 },
    /// Faster than it allows.
    Speed { ship: Id, rule: u16, speed: Inches, max: Inches },
    /// A weapon that it holds back, or a target that it spares.
    Held { ship: Id, target: Id, rule: u16 },
    /// Which broadside fires decides, and was not said.
    WhichBroadside { ship: Id, target: Id, rule: u16 },
    /// Nothing lets this ship make smoke without a plot, or not now.
    NoSmoke { ship: Id },
    /// The scenario has no such sentence.
    Unknown { of: u8, sentences: u8 },
}

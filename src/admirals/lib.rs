//! Computer players of the naval game that know only what their side knows, and battles between them.
//!
//! Only `battle` (the referee), `start` and `luck` use the true state. Players see an
//! [`Outlook`](naval::view::Outlook). `guess` samples possible true states. Begin with `policy`.
mod admiral;
mod ahead;
mod aimed;
mod aims;
pub mod allot;
pub mod audit;
mod battle;
mod berth;
mod between;
mod captain;
mod certificate;
mod commander;
mod contact;
mod control;
mod due;
pub mod every;
pub mod expect;
mod fleet;
mod foe;
mod guess;
mod guns;
mod helm;
mod leaf;
mod level;
mod lights;
pub mod luck;
mod memory;
mod midshipman;
mod plan;
mod policy;
pub mod proof;
pub mod puzzle;
mod reasons;
mod start;
pub mod strength;
mod torpedoes;
mod turning;
mod worth;

pub use admiral::Admiral;
pub use battle::{Battle, BattleResult, ExecutedCommand, Fault, Player, continue_from, fight, seed_of};
pub use captain::Captain;
pub use certificate::{Balance, PairedBattles, changes, classify_share, win_rate, win_rates, with_change};
pub use commander::Commander;
pub use due::{PendingDecision, Task, due};
pub use guess::{SampledState, StateSampler};
pub use level::Level;
pub use memory::{Memory, ScoredHits};
pub use midshipman::Midshipman;
pub use plan::Plan;
pub use policy::{Choice, Policy, PolicyAnswer, decision_rng};
pub use reasons::{Reasons, ScoredOption, Term, TermKind};
pub use start::BattleStart;

/// The edition of the players. It changes only with a release in which players choose differently. Certificates of
/// other editions are then no longer valid.
pub const EDITION: u32 = 1;

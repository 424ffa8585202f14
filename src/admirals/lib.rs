//! Computer players of the naval game that know only what their side knows, and battles between them.
//!
//! Only `battle` (the referee), `start` and `luck` use the true state. Players see a
//! [`PlayerView`](naval::view::PlayerView). `sampling` draws possible true states. Begin with `policy`.
mod admiral;
mod aims;
pub mod audit;
mod battle;
mod captain;
mod certificate;
mod commander;
mod contact;
mod control;
mod decisions;
mod enemy_contact;
mod evaluation;
pub mod expect;
mod expected_position;
mod fleet;
mod gun_targets;
mod guns;
mod helm;
mod ladder;
mod level;
mod lights;
pub mod luck;
mod memory;
mod midshipman;
mod plan;
mod plan_search;
mod policy;
pub mod proof;
pub mod puzzle;
mod random;
mod reasons;
mod relative_position;
mod sampling;
mod start;
pub mod strength;
pub mod target_allotment;
mod torpedoes;
mod turning;
pub mod unlisted;
mod weights;
mod worth;

pub use admiral::Admiral;
pub use battle::{Battle, BattleResult, ExecutedCommand, Player, RefusedOrder, continue_from, fight, seed_of};
pub use captain::Captain;
pub use certificate::{Balance, PairedBattles, changes, classify_share, win_rate, win_rates, with_change};
pub use commander::Commander;
pub use decisions::{PendingDecision, Task, pending_decisions};
pub use ladder::LADDER;
pub use level::Level;
pub use memory::{Memory, ScoredHits};
pub use midshipman::Midshipman;
pub use plan::Plan;
pub use policy::{Choice, Policy, PolicyAnswer, decision_rng};
pub use random::RandomPlayer;
pub use reasons::{Reasons, ScoredOption, Term, TermKind};
pub use sampling::{SampledState, StateSampler};
pub use start::BattleStart;
pub use weights::Weights;

/// The edition of the players. It changes only with a release in which players choose differently. Certificates of
/// other editions are then no longer valid.
pub const EDITION: u32 = 1;

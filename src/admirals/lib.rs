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
pub use battle::{Battle, Deed, Fault, Fought, Player, fight, go_on, seed_of};
pub use captain::Captain;
pub use certificate::{Four, Judged, changed, changes, judged, share, win_shares};
pub use commander::Commander;
pub use due::{Due, Task, due};
pub use guess::{Guess, World};
pub use level::Level;
pub use memory::{Memory, Scored};
pub use midshipman::Midshipman;
pub use plan::Plan;
pub use policy::{Choice, Chosen, Policy, rng_of};
pub use reasons::{Reasons, Term, TermKind, Weighed};
pub use start::Start;

/// The edition of the players. It changes only with a release in which players choose differently. Certificates of
/// other editions are then no longer valid.
pub const EDITION: u32 = 1;

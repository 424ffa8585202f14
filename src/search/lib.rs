//! Game tree search: alpha-beta with iterative deepening over [`Lookahead`](play::Lookahead). See `threads.rs` first.
//!
//! For moves that can only be sampled, [`halving`] finds the best of a few arms by sequential halving.
//!
//! It knows no game and no clock: callers with a time limit pass a closure that says when to stop. With one thread, the
//! same position, limits and seed give the same answer on any machine.
mod alphabeta;
mod found;
mod halving;
mod limits;
mod sets;
mod shared;
mod table;
mod threads;

use alphabeta::{Best, Stopped, Worker};
pub use found::{Found, OnDepth, SEEN_TO_THE_END, WON, ends_in, keep_win};
use found::{ended, ended_later};
pub use halving::{Fared, Halved, Sample, Trial, halving};
pub use limits::{Level, Limits, Stop, Unit};
pub use sets::{Worlds, among, averaged};
pub use shared::shared;
pub use table::{Bound, Known, Table};
pub use threads::lines;

//! Game tree search: alpha-beta with iterative deepening over [`Lookahead`](play::Lookahead). See `threads.rs` first.
//!
//! For moves that can only be sampled, [`sequential_halving`] finds the best of a few arms by sequential halving.
//!
//! The crate knows no game and no clock: callers with a time limit pass a closure that says when to stop. With one
//! thread, the same position, limits and seed give the same answer on any machine.
mod alphabeta;
mod found;
mod halving;
mod information_sets;
mod limits;
mod parallel;
mod table;
mod threads;

use alphabeta::{ScoredLine, Stopped, Worker};
pub use found::{OnDepth, PROVED_WIN, SearchResult, WIN_SCORE, keep_win, plies_to_end};
use found::{end_score, shift_end};
pub use halving::{ArmResult, Experiment, HalvingResult, Sample, sequential_halving};
pub use information_sets::{Worlds, average_over_worlds, search_worlds};
pub use limits::{Level, Limits, Stop, Unit};
pub use parallel::run_parallel;
pub use table::{Bound, Table, TableEntry};
pub use threads::search_multi_pv;

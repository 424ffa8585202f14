//! Chapter 5: divisions form, file plots, and move by them.
pub(crate) mod by_hand;
pub(crate) mod filing;
pub(crate) mod lookahead;
mod next_turn;
pub(crate) mod place;
mod predicted;
pub(crate) mod run;
mod simulated;
pub(crate) mod stragglers;

pub use by_hand::PLOTTED;
pub use predicted::{
    PlotPredictor, course_seen, distances_to_keep, edge_crossed, faster_leader, fastest, first_turn_to_leave,
    may_leave, predicted_runs, runs_ashore, speed_without_plot,
};

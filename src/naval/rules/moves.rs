//! Chapter 5: divisions form, file plots, and move by them.
pub(crate) mod by_hand;
pub(crate) mod filing;
mod foreseen;
pub(crate) mod lookahead;
mod next_turn;
pub(crate) mod place;
pub(crate) mod run;
mod simulated;
pub(crate) mod stragglers;

pub use by_hand::PLOTTED;
pub use foreseen::{
    PlotPredictor, course_seen, edge_crossed, fastest, kept_beyond, leads_instead, may_leave, may_leave_from,
    predicted_runs, runs_ashore, speed_without_plot,
};

//! Chapter 5: divisions, their plots, and the move that carries them out.
mod ahead;
mod columns;
mod filing;
mod halves;
mod helm;
mod lawful;
mod lie;
mod pace;
mod place;
mod rudder;
mod run;
mod swerve;
mod tracks;

pub(crate) use crate::detach::leave_division;
pub(crate) use ahead::{Converging, QUICK_TURNS, converging, tell_converging, would_leave};
pub(crate) use columns::{astern_of, in_bend, leader_of, place_of, speed_now, tracked};
pub(crate) use filing::{file, file_engines};
pub(crate) use helm::{Moved, bases};
pub(crate) use lawful::{
    in_turn, is_convoy, makes_smoke_under_way, smoke_is_of_the_division, speed_holds, straight_by_rule,
};
pub(crate) use lie::{astern_in_column, course_alone, formed_again, on_table};
pub(crate) use pace::{
    able, fastest, fastest_of, fastest_of_all, keeps_up, leading, least_after, nearest_to, slowest,
    speed_of_all_allowed, speeds_changed,
};
pub(crate) use place::{act_alone, checks, form_division, place};
pub(crate) use rudder::{held_way, helm_now, jammed};
pub(crate) use run::carry_out;
pub(crate) use tracks::{Orders, all_moves, goes_round, hangs_on, move_of, orders, speed_ordered, unplotted};

use helm::{Helm, Misfit};
use rudder::engines_alone;

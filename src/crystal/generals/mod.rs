//! Machines that play whole campaigns, and what many of these have in common.
pub mod campaign;
pub mod general;
pub mod stake;

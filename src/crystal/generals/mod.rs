//! Computer players of complete campaigns, and their statistics.
pub mod campaign;
pub mod general;
pub mod stake;

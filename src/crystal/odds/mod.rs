//! What may come of a battle before it is fought, under a stated policy.
pub mod approach;
pub mod bench;
pub mod forecast;
pub mod guess;
pub mod keys;
pub mod plan;
pub mod policy;
pub mod walk;
pub mod web;

//! Every verb of the prompt, in the order in which help lists them.
pub mod fighting;
pub mod moving;
pub mod ruling;
pub mod session;
pub mod slots;

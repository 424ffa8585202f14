//! Every verb of the prompt, in the order of the help.
pub mod fighting;
pub mod moving;
pub mod ruling;
pub mod session;
pub mod slots;

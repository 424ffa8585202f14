//! Campaigns of Steel and Crystal from outside.
mod log;
mod prompt;
mod words;
mod wrong_input;

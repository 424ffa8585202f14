//! Campaigns of Steel and Crystal from outside.
mod log;
mod prompt;
mod strange;
mod words;

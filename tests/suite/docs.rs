//! The pages of the documentation that are generated from the program. `BLESS=1` writes them.
mod commands;
mod keys;
mod types;

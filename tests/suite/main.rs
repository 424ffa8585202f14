//! Everything the program promises, in one crate.
mod calibration;
mod cli;
mod data;
mod fixture;
mod journal;
mod notation;
mod odds;
mod ring;
mod rules_damage;
mod rules_gunnery;
mod rules_torpedo;
mod rules_turn;
mod show;
mod store;
mod terminal;
mod tidy;
mod ulsan;

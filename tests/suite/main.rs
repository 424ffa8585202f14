//! What the program promises to whoever runs it, and what holds between the rooms.
mod boards;
mod cli;
mod crystal;
mod first_shape;
mod fuzz;
mod journals;
mod odds;
mod passing;
mod print;
mod ring;
mod scripts;
mod ship_verbs;
mod store;
mod terminal;
mod tidy;
mod ulsan;
mod ulsan_tracked;

//! A command-line referee for tabletop naval miniatures.
//!
//! One road for every feature:
//! text or machine → command → decide → events → journal → state → view → text.
pub mod boards;
pub mod cli;
pub mod crystal;
pub mod geometry;
pub mod journal;
pub mod load;
pub mod naval;
pub mod odds;
pub mod play;
pub mod search;
pub mod show;

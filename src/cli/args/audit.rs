//! What may be typed after `kaiser audit`.
use clap::{Args as ClapArgs, Subcommand};

#[derive(Subcommand, Debug)]
pub enum AuditVerb {
    /// The points for each type of ship: random forces meet, captains fight for strength, and what a ship was worth is fitted
    /// to who kept more of his.
    Points(AuditPoints),
}

#[derive(ClapArgs, Debug)]
pub struct AuditPoints {
    /// The war from whose theatres forces are drawn: rjw or ww1.
    #[arg(long)]
    pub war: String,
    /// How many battles.
    #[arg(short, default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Seed of the days, the battles and the intervals.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles at the same time; the table does not hang on it. As many as there are cores, if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

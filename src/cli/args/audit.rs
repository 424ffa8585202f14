//! The arguments of `kaiser audit`.
use clap::{Args as ClapArgs, Subcommand};

#[derive(Subcommand, Debug)]
pub enum AuditVerb {
    /// Fit the points of each ship type to simulated battles
    ///
    /// Captains fight with random forces. Each type's value is fitted to which side kept a greater share of strength.
    Points(AuditPoints),
}

#[derive(ClapArgs, Debug)]
pub struct AuditPoints {
    /// War whose theatres supply the forces: rjw or ww1
    #[arg(long)]
    pub war: String,
    /// Number of battles
    #[arg(short, default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Seed of days, battles and intervals
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

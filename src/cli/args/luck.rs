//! The arguments of `kaiser luck`.
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

#[derive(ClapArgs, Debug)]
pub struct LuckArgs {
    /// Journal of a battle that is over
    pub file: PathBuf,
    /// Battles to simulate from every moment
    #[arg(short, default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Level of both computer players
    #[arg(long, default_value = "captain")]
    pub level: String,
    /// How to sum up the dice (`throw` lists the rolls that changed most)
    #[arg(long, value_enum, default_value_t = LuckBy::Throw)]
    pub by: LuckBy,
    /// Compare each roll with its exact mean, without simulation
    #[arg(long, conflicts_with_all = ["n", "level", "threads", "seed"])]
    pub exact: bool,
    /// Seed of the battles' seeds
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LuckBy {
    Throw,
    Ship,
    Kind,
    Turn,
}

impl From<LuckBy> for show::luck::Grouping {
    fn from(by: LuckBy) -> show::luck::Grouping {
        match by {
            LuckBy::Throw => show::luck::Grouping::Roll,
            LuckBy::Ship => show::luck::Grouping::Ship,
            LuckBy::Kind => show::luck::Grouping::Kind,
            LuckBy::Turn => show::luck::Grouping::Turn,
        }
    }
}

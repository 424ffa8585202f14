//! The arguments of `kaiser luck`.
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};

const DEFAULT_BATTLES: u64 = 50;
const DEFAULT_LEVEL: &str = "captain";
const DEFAULT_SEED: u64 = 1;

#[derive(ClapArgs, Debug)]
pub struct LuckArgs {
    /// Journal of a battle that is over
    pub file: PathBuf,
    /// Battles to simulate from every moment
    #[arg(short, default_value_t = DEFAULT_BATTLES, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Level of both computer players
    #[arg(long, default_value = DEFAULT_LEVEL)]
    pub level: String,
    /// How to sum up the dice (`throw` lists the rolls that changed most)
    #[arg(long, value_enum, default_value_t = LuckBy::Throw)]
    pub by: LuckBy,
    /// Compare each roll with its exact mean, without simulation
    #[arg(long, conflicts_with_all = ["n", "level", "threads", "seed"])]
    pub exact: bool,
    /// Seed of the battles' seeds
    #[arg(long, default_value_t = DEFAULT_SEED)]
    pub seed: u64,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

impl LuckArgs {
    /// Returns the arguments of a file, all others as if not typed.
    pub fn for_file(file: &Path) -> LuckArgs {
        let (n, level, by, seed) = (DEFAULT_BATTLES, DEFAULT_LEVEL.to_owned(), LuckBy::Throw, DEFAULT_SEED);
        LuckArgs { file: file.to_owned(), n, level, by, exact: false, seed, threads: None }
    }
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

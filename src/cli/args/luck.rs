//! What may be typed to have a battle accounted for.
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

#[derive(ClapArgs, Debug)]
pub struct LuckArgs {
    /// The journal of a battle that is over.
    pub file: PathBuf,
    /// Battles that are played on from every moment.
    #[arg(short, default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Who plays on, on both sides.
    #[arg(long, default_value = "captain")]
    pub level: String,
    /// Dice summed up by ship, kind or turn; left out, the throws that changed most.
    #[arg(long, value_enum, default_value_t = LuckBy::Throw)]
    pub by: LuckBy,
    /// Each throw against its own exact mean instead, without playing on.
    #[arg(long, conflicts_with_all = ["n", "level", "threads", "seed"])]
    pub exact: bool,
    /// Seed of the battles' seeds.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles at the same time; the account does not hang on it. As many as there are cores, if left out.
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

impl From<LuckBy> for show::luck::By {
    fn from(by: LuckBy) -> show::luck::By {
        match by {
            LuckBy::Throw => show::luck::By::Throw,
            LuckBy::Ship => show::luck::By::Ship,
            LuckBy::Kind => show::luck::By::Kind,
            LuckBy::Turn => show::luck::By::Turn,
        }
    }
}

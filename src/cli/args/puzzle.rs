//! The arguments of `kaiser puzzle`.
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct PuzzleArgs {
    #[command(subcommand)]
    pub verb: Option<PuzzleVerb>,
    /// Built-in puzzle or a YAML file of one [default: list the built-in ones]
    pub what: Option<String>,
    /// Your answer as an order, such as `plot vladivostok 1-CL30 speed 2.25`, or `nothing`
    ///
    /// Without it, the program asks, or reads it from a pipe.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    pub answer: Vec<String>,
}

#[derive(Subcommand, Debug)]
pub enum PuzzleVerb {
    /// Search battles for decisions that make good puzzles
    ///
    /// One answer must be clearly the best, and not what rules of thumb would order.
    Find(FindPuzzles),
}

#[derive(ClapArgs, Debug)]
pub struct FindPuzzles {
    /// Journals of battles whose positions the program tracks
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Directory for the puzzles, one file each [default: only print them]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Maximum number of battles to simulate from each answer
    #[arg(short, default_value_t = 1_600, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    pub n: u64,
    /// Number of the most promising decisions to measure in each battle
    ///
    /// Each round fights more battles for the better half.
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub most: u64,
    /// First turn to search
    #[arg(long, default_value_t = 1, value_name = "TURN")]
    pub from: u16,
    /// Last turn to search [default: the last of the battle]
    #[arg(long, value_name = "TURN")]
    pub to: Option<u16>,
    /// Only decisions of this side
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Seed of the battles' seeds
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

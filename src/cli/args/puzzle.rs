//! What may be typed after `kaiser puzzle`.
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct PuzzleArgs {
    #[command(subcommand)]
    pub verb: Option<PuzzleVerb>,
    /// A built-in puzzle, or the file of one, FILE.yaml; left out, all built-in ones are listed.
    pub what: Option<String>,
    /// The answer, as it is ordered: plot vladivostok 1-CL30 speed 2.25, or `nothing`. Left out, it is asked for at a
    /// terminal and read from a pipe.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    pub answer: Vec<String>,
}

#[derive(Subcommand, Debug)]
pub enum PuzzleVerb {
    /// Look through battles that were played for decisions of which one answer is the best beyond doubt, and not what rules
    /// of thumb would have ordered.
    Find(FindPuzzles),
}

#[derive(ClapArgs, Debug)]
pub struct FindPuzzles {
    /// Journals of battles whose ships the program tracks.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A directory for what is found, a file each; nothing is ever overwritten. Left out, it is told only.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The most battles that are played on from each answer.
    #[arg(short, default_value_t = 1_600, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    pub n: u64,
    /// Decisions of each battle that are measured at all, those that promise most; by a few battles first, and then the
    /// better half of them by more, and so on.
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub most: u64,
    /// No decisions before this turn.
    #[arg(long, default_value_t = 1, value_name = "TURN")]
    pub from: u16,
    /// None after it.
    #[arg(long, value_name = "TURN")]
    pub to: Option<u16>,
    /// Those of one side only.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Seed of the battles' seeds.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles at the same time; what is found does not hang on it. As many as there are cores, if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

//! The arguments to play, count, match and record the board games and the campaign.
use boards::clock::TimeControl;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::shared::{DICE, Lines, one_of};
use crate::boards::MachineArgs;
use session::DiceMode;

#[derive(ClapArgs, Debug)]
pub struct BoardGameArgs {
    /// Journal to write [default: NAME.kaiser, NAME-2.kaiser ...]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Switches of the rules, such as king_capture=linnaean
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Position to begin with, as text [default: the set-up of the game]
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Seed of the dice [default: random]
    ///
    /// Line 1 of the journal records it.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who rolls the dice
    #[arg(long, value_parser = one_of(&DICE), default_value = "roll")]
    pub dice: DiceMode,
    /// Thinking time of each side, such as 20m+10s [default: no clock]
    ///
    /// This is 20 minutes and 10 seconds for each move. 20m+3x30s has three periods of 30 seconds at the end.
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,
    #[command(flatten)]
    pub lines: Lines,
    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Subcommand, Debug)]
pub enum CrystalVerb {
    /// Let a computer general play many campaigns and report its win rate
    Simulate(Simulate),
    /// Fight the battle for every area many times and compare with the odds
    ///
    /// The army at the start fights in every area.
    Battles(Battles),
}

#[derive(ClapArgs, Debug)]
pub struct Battles {
    /// Built-in campaign or a YAML file
    pub what: String,
    /// Number of battles in each area
    #[arg(short, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub n: u32,
    /// Army that fights, such as "2BD SP LC" [default: the army at the start]
    #[arg(long, value_name = "TROOPS")]
    pub army: Option<String>,
    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(ClapArgs, Debug)]
pub struct Simulate {
    /// Built-in campaign or a YAML file
    pub what: String,
    /// Number of campaigns
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub n: u64,
    /// Computer general: thumb, odds or search
    #[arg(long, default_value = "search")]
    pub policy: String,
    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Switches of the rules, such as below_one=swap
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Picture of the report to write: FILE.svg or FILE.png
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CrystalPlay {
    #[command(subcommand)]
    pub verb: Option<CrystalVerb>,
    /// Built-in campaign or a YAML file, or `list` [default: aidlon]
    pub what: Option<String>,
    /// Journal to write [default: NAME.kaiser, NAME-2.kaiser ...]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Switches of the rules, such as below_one=swap
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Seed of the dice [default: random]
    ///
    /// Line 1 of the journal records it.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who rolls the dice
    #[arg(long, value_parser = one_of(&DICE), default_value = "roll")]
    pub dice: DiceMode,
    /// Let a computer general play to the end: thumb, odds or search
    ///
    /// Without a name, search plays.
    #[arg(long, value_name = "GENERAL", num_args = 0..=1, default_missing_value = "search", conflicts_with = "script")]
    pub auto: Option<String>,
    #[command(flatten)]
    pub lines: Lines,
}

#[derive(ClapArgs, Debug)]
pub struct Perft {
    /// Game: tafl, acre or coal-steel
    pub game: String,
    /// Depth in moves, at most 100
    #[arg(value_parser = clap::value_parser!(u32).range(..=100))]
    pub depth: u32,
    /// Position to begin with, as text [default: the set-up of the game]
    ///
    /// For Coal and Steel the default is a fixed placement.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Also print a line for each first move
    #[arg(long)]
    pub divide: bool,
    /// Switches of the rules, such as king_capture=linnaean
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
}

#[derive(ClapArgs, Debug)]
pub struct Match {
    /// Game: tafl, acre or coal-steel
    pub game: String,
    /// First player: random, beginner, club, full, depth:D, nodes:N or time:MS
    pub one: String,
    /// Other player, one of the same
    pub other: String,
    /// Number of games
    #[arg(short, long, value_name = "N", default_value = "20")]
    pub n: usize,
    /// Seed of openings and random players
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Switches of the rules, such as king_capture=linnaean
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Position to begin with, as text [default: the set-up of the game]
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Positions that `full` searches for a move (trials in Coal and Steel)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Random moves at the start of each pair
    #[arg(long, value_name = "N")]
    pub opening: Option<usize>,
    /// Moves of both sides after which a game is drawn
    #[arg(long, value_name = "N", default_value = "400")]
    pub longest: usize,
    /// Games to play in parallel
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: u16,
    /// Directory for a journal of every game
    ///
    /// An existing file is never overwritten.
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct AnnotateArgs {
    /// Journal of a board game
    pub file: PathBuf,
    /// Graph to write: FILE.svg or FILE.png
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Level of the engine that judges: beginner, club or full
    #[arg(long, default_value = "club")]
    pub level: String,
    /// Positions to search for each turn, instead of the level's (trials in Coal and Steel)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Also judge an unfinished game and reveal what is hidden
    #[arg(long)]
    pub reveal: bool,
}

#[derive(ClapArgs, Debug)]
pub struct ExportArgs {
    /// Journal of a board game
    pub file: PathBuf,
    /// Record to write [default: standard output]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Tag to add, such as White=Anna or Date=2026.05.01 (may be repeated)
    #[arg(long = "tag", value_name = "NAME=VALUE")]
    pub tags: Vec<String>,
    /// Also write an unfinished game and reveal what is hidden
    #[arg(long)]
    pub reveal: bool,
}

#[derive(ClapArgs, Debug)]
pub struct ImportArgs {
    /// File of records, in OpenTafl's notation or from `kaiser export`
    pub file: PathBuf,
    /// Journal to write
    ///
    /// Several games go to FILE-1, FILE-2 ... An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    pub output: Option<PathBuf>,
    /// Only check the record and print it in standard form
    #[arg(long)]
    pub check: bool,
}

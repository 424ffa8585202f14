//! What may be typed to play, count, match and write down the board games and the campaign.
use boards::clock::Control;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::shared::{DICE, Lines, one_of};
use crate::boards::MachineArgs;
use session::Mode;

#[derive(ClapArgs, Debug)]
pub struct BoardGame {
    /// Where the journal goes; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Switches of the rules: king_capture=linnaean,no_move=draw.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// The position to begin with, as text.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Seed of the dice; without it one is drawn and written in line 1.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who throws: the program, or the table.
    #[arg(long, value_parser = one_of(&DICE), default_value = "roll")]
    pub dice: Mode,
    /// Time to think: 20m, 20m+10s (more a move), 20m+3x30s (then three periods of thirty seconds).
    #[arg(long, value_name = "TIME")]
    pub clock: Option<Control>,
    #[command(flatten)]
    pub lines: Lines,
    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Subcommand, Debug)]
pub enum CrystalVerb {
    /// Let a general play many campaigns on every core, and tell the share it wins.
    Simulate(Simulate),
    /// Play the battle of the army at the start in every area many times, beside its exact odds.
    Battles(Battles),
}

#[derive(ClapArgs, Debug)]
pub struct Battles {
    /// A built-in campaign or a YAML file.
    pub what: String,
    /// How many battles in each area.
    #[arg(short, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub n: u32,
    /// Another army than that of the start: "2BD SP LC".
    #[arg(long, value_name = "TROOPS")]
    pub army: Option<String>,
    /// Seed of the dice.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(ClapArgs, Debug)]
pub struct Simulate {
    /// A built-in campaign or a YAML file.
    pub what: String,
    /// How many campaigns.
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub n: u64,
    /// The general: thumb, odds or search.
    #[arg(long, default_value = "search")]
    pub policy: String,
    /// Seed of the dice.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Switches of the rules: below_one=swap.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Also draws the report: FILE.svg or FILE.png; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CrystalPlay {
    #[command(subcommand)]
    pub verb: Option<CrystalVerb>,
    /// A built-in campaign (`kaiser crystal list` names them) or a YAML file; aidlon without a word.
    pub what: Option<String>,
    /// Where the journal goes; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Switches of the rules: below_one=swap,free_unit=false.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Seed of the dice; without it one is drawn and written in line 1.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who throws: the program, or the table.
    #[arg(long, value_parser = one_of(&DICE), default_value = "roll")]
    pub dice: Mode,
    /// Let a general play it to the end, as a demonstration: thumb, odds or search.
    #[arg(long, value_name = "GENERAL", num_args = 0..=1, default_missing_value = "search", conflicts_with = "script")]
    pub auto: Option<String>,
    #[command(flatten)]
    pub lines: Lines,
}

#[derive(ClapArgs, Debug)]
pub struct Perft {
    /// tafl, acre or coal-steel.
    pub game: String,
    /// How many moves deep.
    #[arg(value_parser = clap::value_parser!(u32).range(..=100))]
    pub depth: u32,
    /// The position to count from, as text; without it the set-up (for Coal and Steel a fixed placement).
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Also a line per first move.
    #[arg(long)]
    pub divide: bool,
    /// Switches of the rules: king_capture=linnaean.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
}

#[derive(ClapArgs, Debug)]
pub struct Match {
    /// tafl, acre or coal-steel.
    pub game: String,
    /// random, beginner, club, full, depth:D, nodes:N or time:MS.
    pub one: String,
    /// The other player.
    pub other: String,
    /// How many games; every two have the same opening and sides swapped.
    #[arg(short, long, value_name = "N", default_value = "20")]
    pub n: usize,
    /// Openings and chance players are drawn from it.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Switches of the rules: king_capture=linnaean.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// The position to begin with, as text.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Positions that `full` looks at for a move; in Coal and Steel, trials.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Moves by chance at the beginning of each pair.
    #[arg(long, value_name = "N")]
    pub opening: Option<usize>,
    /// Moves of both sides after which a game is given up as drawn.
    #[arg(long, value_name = "N", default_value = "400")]
    pub longest: usize,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value = "1")]
    pub threads: usize,
    /// Every game is saved there as a journal; nothing is ever overwritten.
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct AnnotateArgs {
    /// The journal of a board game.
    pub file: PathBuf,
    /// Where the graph goes: FILE.svg or FILE.png; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How well the machine looks at each position: beginner, club or full.
    #[arg(long, default_value = "club")]
    pub level: String,
    /// How many positions it looks at for each turn, in Coal and Steel how many trials it makes, instead of the level's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// A game that goes on too, although that tells what is hidden.
    #[arg(long)]
    pub reveal: bool,
}

#[derive(ClapArgs, Debug)]
pub struct ExportArgs {
    /// The journal of a board game.
    pub file: PathBuf,
    /// Where the record goes; standard output without it. Nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Tags of your own: White=Anna, Date=2026.05.01.
    #[arg(long = "tag", value_name = "NAME=VALUE")]
    pub tags: Vec<String>,
    /// The record of a game that goes on too, although it tells what is hidden.
    #[arg(long)]
    pub reveal: bool,
}

#[derive(ClapArgs, Debug)]
pub struct ImportArgs {
    /// A file with one record or several: OpenTafl's notation, or as `kaiser export` writes them.
    pub file: PathBuf,
    /// Where the journal goes; of several games FILE-1, FILE-2 and so on. Nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    pub output: Option<PathBuf>,
    /// Only replay it, and print it in good order.
    #[arg(long)]
    pub check: bool,
}

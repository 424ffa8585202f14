//! The arguments to let computer players of the naval game fight.
use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug)]
pub struct CertifyArgs {
    /// Built-in scenario or a YAML file
    pub name: String,
    /// Number of seeds, with four battles for each
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Level of the better player
    #[arg(long, default_value = "captain", value_name = "LEVEL")]
    pub a: String,
    /// Level of the other player
    #[arg(long, default_value = "midshipman", value_name = "LEVEL")]
    pub b: String,
    /// Seed of the battles' seeds
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Make the existing certificate again by its own command, and compare
    #[arg(long, conflicts_with_all = ["n", "a", "b", "seed", "output"])]
    pub check: bool,
    /// Certificate to write: FILE.yaml
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct SimulateBattles {
    /// Built-in scenario, YAML file, or a journal to continue
    ///
    /// With --compare, it may be left out for twelve battles.
    #[arg(required_unless_present = "compare")]
    pub what: Option<String>,
    /// Number of battles, or of pairs with --compare
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub n: u64,
    /// Computer player for a side, such as japan=midshipman [default: captain]
    ///
    /// Add a doctrine card after a colon, as in russia=captain:jessen. May be given for both sides.
    #[arg(long = "policy", value_name = "SIDE=LEVEL[:CARD]")]
    pub policies: Vec<String>,
    /// Report how far one player leads another, such as captain,midshipman
    ///
    /// It fights pairs of battles on the same dice, with the players swapped. Each side keeps its card.
    #[arg(
        long,
        value_name = "LEVEL,LEVEL",
        value_delimiter = ',',
        conflicts_with_all = ["policies", "battle", "output", "cost"]
    )]
    pub compare: Vec<String>,
    /// Seed of the battles' seeds
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Number of turns [default: the scenario's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    pub turns: Option<u16>,
    /// Switches of the rules, such as melees=true,interval=0.25
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub set: Vec<String>,
    /// Moment to continue a journal from, such as 7/gunfire [default: its end]
    #[arg(long, value_name = "TURN/SEGMENT")]
    pub at: Option<String>,
    /// Fight only battle I and write its journal
    #[arg(long, value_name = "I", requires = "output", value_parser = clap::value_parser!(u64).range(1..))]
    pub battle: Option<u64>,
    /// Picture of the report to write: FILE.svg or FILE.png
    ///
    /// With --battle, its journal: FILE.kaiser. An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also report the computing time of a battle
    ///
    /// For every twentieth battle, it is divided by the time to replay the commands.
    #[arg(long)]
    pub cost: bool,
}

#[derive(ClapArgs, Debug)]
pub struct HistoryArgs {
    /// Scenarios with known historical figures [default: all of them]
    pub scenarios: Vec<String>,
    /// Number of battles of each scenario
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Seed of the battles' seeds
    #[arg(long, default_value_t = 1904)]
    pub seed: u64,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Table to write as Markdown: FILE.md
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

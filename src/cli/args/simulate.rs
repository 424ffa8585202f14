//! What may be typed to let players of the naval game fight.
use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug)]
pub struct CertifyArgs {
    /// A built-in scenario or a YAML file.
    pub name: String,
    /// How many seeds; of each four battles are fought.
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// The better player.
    #[arg(long, default_value = "captain", value_name = "LEVEL")]
    pub a: String,
    /// The other one.
    #[arg(long, default_value = "midshipman", value_name = "LEVEL")]
    pub b: String,
    /// Seed of the battles' seeds.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles at the same time; the certificate does not hang on it. As many as there are cores, if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Makes the certificate that there is once more, by its own command, and tells whether it is the same.
    #[arg(long, conflicts_with_all = ["n", "a", "b", "seed", "output"])]
    pub check: bool,
    /// Where it goes: FILE.yaml; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct SimulateBattles {
    /// A built-in scenario, a YAML file, or a journal, which is played on.
    pub what: String,
    /// How many battles.
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub n: u64,
    /// Who plays a side, and how well: japan=midshipman, russia=captain:jessen; may be given for both. Left out, captains.
    #[arg(long = "policy", value_name = "SIDE=LEVEL[:CARD]")]
    pub policies: Vec<String>,
    /// Every battle also with the two players changed round, in a report of its own; of two reports no picture is drawn.
    #[arg(long)]
    pub swap: bool,
    /// Seed of the battles' seeds.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Battles at the same time; the report does not hang on it. As many as there are cores, if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// So many turns instead of the scenario's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    pub turns: Option<u16>,
    /// Switches of the rules: melees=true,interval=0.25.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub set: Vec<String>,
    /// The moment from which a journal is played on, TURN/SEGMENT: 7/gunfire. From where it stands, if left out.
    #[arg(long, value_name = "TURN/SEGMENT")]
    pub at: Option<String>,
    /// Only battle number I of them, written as a journal.
    #[arg(long, value_name = "I", requires = "output", conflicts_with = "swap", value_parser = clap::value_parser!(u64).range(1..))]
    pub battle: Option<u64>,
    /// The report as a picture, FILE.svg or FILE.png, or with --battle the journal, FILE.kaiser; nothing is ever
    /// overwritten.
    #[arg(short, long, value_name = "FILE", conflicts_with = "swap")]
    pub output: Option<PathBuf>,
    /// Also what a battle costs: its time over that of deciding and applying its commands again, of every twentieth.
    #[arg(long)]
    pub cost: bool,
}

#[derive(ClapArgs, Debug)]
pub struct HistoryArgs {
    /// Scenarios of which figures of history are known; all of them, if left out.
    pub scenarios: Vec<String>,
    /// Battles of each.
    #[arg(short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub n: u64,
    /// Seed of the battles' seeds.
    #[arg(long, default_value_t = 1904)]
    pub seed: u64,
    /// Battles at the same time; the table does not hang on it. As many as there are cores, if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Where the table goes as a page has it: FILE.md; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

//! What may be typed after `kaiser`.
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use super::hand::Mode;

/// A referee for tabletop naval miniatures, 1904 to 1918.
#[derive(Parser, Debug)]
#[command(name = "kaiser", version, about, max_term_width = 100, disable_help_subcommand = true)]
pub struct Args {
    /// A directory of data files that go before the built-in ones.
    #[arg(long, global = true, value_name = "DIR", env = "KAISER_DATA")]
    pub data: Option<PathBuf>,
    /// Print JSON instead of prose.
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Play a scenario (a built-in name or a YAML file), or go on with a journal.
    Play(Play),
    /// Decide every entry of a journal again; name the first that disagrees.
    Verify { file: PathBuf },
    /// Tell the story of a journal.
    Log(Past),
    /// Show the state of a game.
    Show(Past),
    /// Count the points of a game.
    Tally(Past),
    /// The built-in data, to be edited and used with --data.
    Data {
        #[command(subcommand)]
        verb: DataVerb,
    },
    /// Ships of the library.
    Ship {
        #[command(subcommand)]
        verb: ShipVerb,
    },
    /// Built-in and own scenarios.
    Scenario {
        #[command(subcommand)]
        verb: ScenarioVerb,
    },
    /// The charts.
    Table {
        #[command(subcommand)]
        verb: TableVerb,
    },
    /// A paragraph of the rules, a search, or what the program covers.
    Rules {
        /// A paragraph (6.5.1), or `search` and words.
        words: Vec<String>,
        /// Every paragraph and who decides it.
        #[arg(long)]
        coverage: bool,
    },
    /// Throw dice: 3d20, d100, 2d6+1.
    Roll {
        expression: String,
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Exact odds without a game.
    Odds {
        #[command(subcommand)]
        verb: OddsVerb,
    },
    /// A completion script for a shell.
    Completions { shell: clap_complete::Shell },
    /// The manual page, in roff.
    Man,
}

#[derive(ClapArgs, Debug)]
pub struct Play {
    /// A built-in scenario, a scenario file, or a journal.
    pub what: String,
    /// Where the journal goes; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Seed of the dice; without it one is drawn and written in line 1.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who throws: the program, or the table.
    #[arg(long, value_enum, default_value = "roll")]
    pub dice: Mode,
    /// Commands from a file; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub script: Option<String>,
    /// Go on after a refused command of a script.
    #[arg(long)]
    pub keep_going: bool,
}

/// A journal, and the moment to look at.
#[derive(ClapArgs, Debug)]
pub struct Past {
    pub file: PathBuf,
    /// The moment when a segment began: 7/gunfire.
    #[arg(long, value_name = "TURN/SEGMENT")]
    pub at: Option<String>,
    /// Only the ships of this side.
    #[arg(long, value_name = "NAME")]
    pub side: Option<String>,
}

#[derive(Subcommand, Debug)]
pub enum DataVerb {
    /// Write the built-in data and scenarios into a directory.
    Export { dir: PathBuf },
}

#[derive(Subcommand, Debug)]
pub enum ShipVerb {
    /// Every ship.
    List {
        /// Only this navy.
        #[arg(long)]
        navy: Option<String>,
        /// Only this type: BB, CA, TBD...
        #[arg(long = "type", value_name = "TYPE")]
        kind: Option<String>,
    },
    /// Characteristics, card, sources, and how each figure was found.
    Show { name: String },
    /// The data card.
    Card { name: String },
}

#[derive(Subcommand, Debug)]
pub enum ScenarioVerb {
    /// Every scenario.
    List,
    /// Forces, visibility, special rules.
    Show { name: String },
    /// Every flaw of a scenario file, or of a built-in one by its name, at once.
    Check { file: String },
}

#[derive(Subcommand, Debug)]
pub enum TableVerb {
    /// Every chart of a set.
    List {
        /// The chart set: rjw or ww1.
        #[arg(long, default_value = "rjw")]
        charts: String,
    },
    /// One chart.
    Show {
        name: String,
        /// The chart set: rjw or ww1. Left out: wherever the table is.
        #[arg(long)]
        charts: Option<String>,
    },
}

#[derive(Subcommand, Debug)]
pub enum OddsVerb {
    /// A big-gun salvo: three rolls.
    Guns {
        #[arg(long, value_parser = clap::value_parser!(u16).range(0..=40))]
        dice: u16,
        #[arg(long, allow_negative_numbers = true)]
        hit: i32,
        #[arg(long, allow_negative_numbers = true)]
        size: i32,
        #[arg(long, allow_negative_numbers = true)]
        power: i32,
        /// A positive number, as in the data; a card prints it with a minus.
        #[arg(long, allow_negative_numbers = true, default_value_t = 0)]
        armour: i32,
    },
    /// Medium and light guns: strength against defence.
    Battery {
        #[arg(long)]
        strength: String,
        #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
        defence: i32,
        /// The optional D100.
        #[arg(long)]
        d100: bool,
    },
    /// Whether fires are put out before they put out the ship.
    Fires {
        #[arg(long, value_parser = clap::value_parser!(u8).range(0..=4))]
        burning: u8,
        /// D10 at or below which a fire is put out.
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
        number: u8,
    },
}

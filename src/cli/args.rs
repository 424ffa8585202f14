//! The arguments of `kaiser`: the doc comments of these types are the help texts.
//!
//! The first paragraph is what `-h` shows, the following ones are added by `--help`. `commands` adds the examples.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args as ClapArgs, Parser, Subcommand};

use super::boards::MachineArgs;
use load::MeetingSize;
use session::{DiceMode, RulingDetail};

mod audit;
mod dice_ledger;
mod doctrine;
pub mod fittings;
mod games;
mod luck;
mod page;
#[cfg(feature = "paper")]
pub mod paper;
mod puzzle;
pub mod sentence;
pub mod shared;
mod ships;
mod simulate;
mod turn;
pub mod values;

#[cfg(feature = "paper")]
use self::paper::PrintArgs;
pub use audit::{AuditPoints, AuditVerb};
pub use dice_ledger::DiceArgs;
pub use doctrine::DoctrineVerb;
pub use games::{
    AnnotateArgs, Battles, BoardGameArgs, CrystalPlay, CrystalVerb, ExportArgs, ImportArgs, Match, Perft, Simulate,
};
pub use luck::LuckArgs;
pub use page::{BookArgs, PageArgs};
pub use puzzle::{FindPuzzles, PuzzleArgs, PuzzleVerb};
use shared::{DICE, Lines, SHOW, day, one_of};
pub use ships::{ShipDraft, ShipFilter, ShipVerb};
pub use simulate::{CertifyArgs, HistoryArgs, SimulateBattles};
pub use turn::TurnArgs;

/// Place in a command's help of the options that every command has: the last.
const GLOBAL_ORDER: usize = 900;

/// The command line.
#[derive(Parser, Debug)]
#[command(
    name = "kaiser",
    version,
    about = "A command-line referee for tabletop naval miniatures, 1904-1918",
    long_about = None,
)]
pub struct Args {
    /// Directory of data files that override the built-in ones [env: KAISER_DATA]
    #[arg(long, global = true, value_name = "DIR", display_order = GLOBAL_ORDER)]
    pub data: Option<PathBuf>,
    /// Print JSON instead of text
    #[arg(long, global = true, display_order = GLOBAL_ORDER)]
    pub json: bool,
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Play a scenario or a war, or resume a journal
    ///
    /// `kaiser scenario list` lists the built-in scenarios and wars.
    Play(Play),
    /// Replay a journal and check every ruling and die
    ///
    /// It names the first entry that disagrees.
    Verify {
        /// Also ask each computer player again for its orders, with only what its side knew
        #[arg(long)]
        admirals: bool,
        /// List every false die, however many there are
        #[arg(long)]
        all: bool,
        /// Journals to check
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Recover a damaged journal into a new file and list what was lost
    Mend(MendArgs),
    /// Print the entries of a journal and their results
    Log {
        #[command(flatten)]
        past: Past,
        /// Print every sentence of every ruling of a battle [default: a line for each]
        #[arg(long)]
        full: bool,
    },
    /// Show the state of a game
    Show(Past),
    /// Tell the story of a war by battles, or of a campaign by turns
    ///
    /// FILE is a journal of a war or of Steel and Crystal.
    Chronicle(Past),
    /// Count the points of a game
    Tally(Past),
    /// Draw the table in the terminal, or to scale as SVG or PNG
    ///
    /// FILE may also be a scenario: a built-in name or a YAML file.
    Map(MapArgs),
    /// Write a battle as an HTML page for one viewer
    ///
    /// It needs no network, and steps by entry, segment and turn.
    Page(PageArgs),
    /// Tell a battle as a book, with charts, figures and cards
    ///
    /// It is HTML, PDF, or text at the terminal. The same journal always gives the same bytes.
    Book(BookArgs),
    /// Test all dice of journals against fair ones
    ///
    /// It counts every die that fell, also of entries that were undone.
    Dice(DiceArgs),
    /// Write the sheet on which a side sends its orders for a turn
    ///
    /// It shows what the side knows. `take` at the prompt reads it back.
    Turn(TurnArgs),
    #[cfg(feature = "paper")]
    /// Print cards, sheets and charts as text, PDF, SVG or PNG
    ///
    /// They are for a scenario, a moment of a game, or ships by name.
    Print(Box<PrintArgs>),
    /// Export the built-in data, to edit it and use it with --data
    #[command(subcommand)]
    Data(DataVerb),
    /// List and check doctrine cards: how computer players fight
    #[command(subcommand)]
    Doctrine(DoctrineVerb),
    /// List, show, compare, design and check ships
    #[command(subcommand)]
    Ship(ShipVerb),
    /// List, show, generate, certify and check scenarios
    #[command(subcommand)]
    Scenario(ScenarioVerb),
    /// List and show the charts
    #[command(subcommand)]
    Table(TableVerb),
    /// Show or search rules and rulings, or list what is covered
    Rules {
        /// Paragraph (6.5.1, TF-8), ruling (Q19, H-2.7-3), book (TF, BA, CS, SC), or search WORDS
        words: Vec<String>,
        /// List every paragraph and what decides it
        #[arg(long)]
        coverage: bool,
    },
    /// Roll dice
    Roll {
        /// Dice to roll: 3d20, d100, 2d6+1
        expression: String,
        /// Seed of the dice [default: random]
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Compute exact odds without a game
    #[command(subcommand)]
    Odds(OddsVerb),
    /// Play Tafl: sixteen Russians against eight Swedes and their king
    Tafl(BoardGameArgs),
    /// Play Battle Acre: chess on 160 triangles
    Acre(BoardGameArgs),
    /// Play Coal and Steel: hidden pieces, walls and tunnels
    CoalSteel(BoardGameArgs),
    /// Play Steel and Crystal, the solo campaign
    ///
    /// `kaiser crystal list` lists the built-in campaigns.
    Crystal(CrystalPlay),
    /// Count the move sequences of a board game to a depth
    Perft(Perft),
    /// Match two computer players of a board game
    ///
    /// Each pair of games has one opening and swapped sides.
    Match(Match),
    /// Fight a battle many times and report wins, points and losses
    ///
    /// Computer players fight on both sides.
    Simulate(SimulateBattles),
    /// Fight historical battles again and compare with what happened
    ///
    /// Computer captains fight on both sides.
    History(HistoryArgs),
    /// Split a battle's result into expectation, orders and luck
    ///
    /// Expectation is the likely result at the start. Orders and luck are what each changed.
    Luck(LuckArgs),
    /// Test figures of the rules by simulated battles
    #[command(subcommand)]
    Audit(AuditVerb),
    /// Decide a moment of a battle yourself and be graded
    Puzzle(PuzzleArgs),
    /// Judge every turn of a board game and draw a graph
    Annotate(AnnotateArgs),
    /// Write the record of a board game
    ///
    /// Tafl uses OpenTafl's notation.
    Export(ExportArgs),
    /// Replay a record of a board game into a journal
    ///
    /// The referee checks every move.
    Import(ImportArgs),
    /// Run the engine of a board game on a pipe for other programs
    ///
    /// It reads lines from standard input and writes lines to standard output.
    Engine {
        /// Game: tafl, acre or coal-steel
        game: String,
    },
    /// Print a completion script for a shell
    Completions {
        /// Shell that reads the script
        shell: clap_complete::Shell,
    },
    /// Print a manual page, or write the pages of all commands
    ///
    /// `man` reads the pages (roff).
    Man {
        /// Command of the page [default: kaiser itself]
        #[arg(conflicts_with = "output")]
        command: Vec<String>,
        /// Directory for the pages of all commands
        ///
        /// An existing file is never overwritten.
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

#[derive(ClapArgs, Debug, Default)]
pub struct Play {
    /// Built-in scenario or war, a YAML file of one, or a journal
    pub what: String,
    /// Begin a what-if from a moment, such as 7/gunfire or 102 (with -o)
    ///
    /// It copies the journal up to there. The dice go on from its seed, or from --seed.
    #[arg(long, value_name = "MOMENT")]
    pub at: Option<String>,
    /// Journal of the previous battle of a war, whose survivors come to this one
    #[arg(long, value_name = "FILE")]
    pub after: Option<PathBuf>,
    /// Journal to write [default: NAME.kaiser, NAME-2.kaiser ...]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Seed of the dice [default: random]
    ///
    /// Line 1 of the journal records it.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Derive seal salts from this number, for reproducible scripts
    ///
    /// Line 1 of the journal records it.
    #[arg(long, value_name = "N")]
    pub salts: Option<u64>,
    /// Keep secrets in FILE.private, so that the journal can be shown
    ///
    /// Secrets are the seed, which only the program may draw, the salts, and plots that are not revealed yet.
    #[arg(long)]
    pub private: bool,
    /// Who rolls the dice [default: roll]
    #[arg(long, value_parser = one_of(&DICE))]
    pub dice: Option<DiceMode>,
    /// How much of a ruling is shown, for this run only
    ///
    /// The journal saves `show full` at the prompt.
    #[arg(long, value_parser = one_of(&SHOW))]
    pub show: Option<RulingDetail>,
    /// Switch of the rules, such as alternation=strict (may be repeated)
    ///
    /// Line 1 of the journal records it.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub set: Vec<String>,
    /// Play without positions: you move the ships and type the ranges
    #[arg(long)]
    pub measured: bool,
    /// Computer player for a side of a battle, such as russia=captain
    ///
    /// Add a doctrine card after a colon, as in russia=captain:jessen. For the level `admiral`, add after @ how many
    /// orders it simulates in a turn, as in russia=admiral@5000 [default: 20000].
    #[arg(long = "admiral", value_name = "SIDE=LEVEL[:CARD][@N]")]
    pub admirals: Vec<String>,
    /// Keep the referee's view of both sides (with --admiral)
    #[arg(long, requires = "admirals")]
    pub open: bool,
    /// Folder for pages of the current state, written after each entry
    ///
    /// Its index.html is for the table. Each side's page has an address that nobody can guess. SIDE=DIR puts a side's
    /// page into a folder of its own.
    #[arg(long = "mirror", value_name = "[SIDE=]DIR")]
    pub mirrors: Vec<String>,
    #[command(flatten)]
    pub lines: Lines,
    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(ClapArgs, Debug)]
pub struct MendArgs {
    /// Damaged journal, which is not changed
    pub file: PathBuf,
    /// New journal [default: FILE-mended.kaiser]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also enter the entries after the damage again
    ///
    /// It stops when the rules give a different result.
    #[arg(long)]
    pub further: bool,
}

/// A journal, and the moment to look at.
#[derive(ClapArgs, Debug)]
pub struct Past {
    /// Journal of the game
    pub file: PathBuf,
    /// When a segment began, such as 7/gunfire, or after an entry, such as 102 [default: now]
    ///
    /// Entries are numbered as in the log of the same viewer.
    #[arg(long, value_name = "MOMENT")]
    pub at: Option<String>,
    /// Only what this side, or `table`, may know at that moment [default: referee, who sees all]
    #[arg(long, value_name = "NAME")]
    pub side: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub struct MapArgs {
    #[command(flatten)]
    pub past: Past,
    /// What to draw, as at the prompt [default: the whole table]
    ///
    /// A part of the table: a ship or division, `near NAME N`, or two corners. Additions: `arcs SHIP`,
    /// `rings SHIP N...`, `sight SHIP`, `wakes`, `speeds`, `damage`.
    #[arg(allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// Picture to write: FILE.svg or FILE.png, and tiles as FILE.pdf too
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw the table at full size on sheets of a4 or letter
    ///
    /// Trim the sheets and paste them together, as one more page shows. Without -o, only their number is printed.
    #[arg(long, value_name = "PAPER")]
    pub tiles: Option<String>,
    /// Only tiles that show more than open sea
    #[arg(long, requires = "tiles")]
    pub used: bool,
    /// Width of a PNG in pixels
    #[arg(long, value_parser = clap::value_parser!(u32).range(64..=8000))]
    pub width: Option<u32>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Subcommand, Debug)]
pub enum DataVerb {
    /// Write the built-in data and scenarios into a directory
    Export {
        /// Directory for the files
        ///
        /// An existing file is never overwritten.
        dir: PathBuf,
    },
}

#[derive(ClapArgs, Debug)]
pub struct GenerateArgs {
    /// Theatre, or the beginning of its name
    #[arg(long, default_value = "yellow-sea")]
    pub theatre: String,
    /// Day of the battle [default: middle of the theatre's time]
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub date: Option<NaiveDate>,
    /// Size of the battle: small, medium or large
    #[arg(long, default_value = "medium")]
    pub size: MeetingSize,
    /// Seed of the dice [default: random, and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who rolls the dice
    #[arg(long, value_parser = one_of(&DICE), default_value = "roll")]
    pub dice: DiceMode,
    /// Where a side enters, such as japan=18@225 [default: rolled]
    ///
    /// DISTANCE is in inches from the centre. May be given for both sides.
    #[arg(long = "approach", value_name = "SIDE=DISTANCE@BEARING")]
    pub approaches: Vec<String>,
    /// Ask each player in turn where it enters, hidden from the other
    #[arg(long)]
    pub ask: bool,
    /// Roll again until both sides can score equally within this many points
    #[arg(long, value_name = "POINTS")]
    pub even: Option<u32>,
    /// Roll again until captains win equally often, give or take this percentage: 1 to 12
    ///
    /// The win rate's 95% interval must be within twice this number of 50%. Without a number, 5 is used. The printed
    /// seed makes the same battle without this option. `--threads` belongs to it.
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "5", conflicts_with = "ask",
        value_parser = clap::value_parser!(u32).range(1..=12))]
    pub fair: Option<u32>,
    /// Battles to run in parallel (no effect on results) [default: all cores]
    #[arg(long, value_name = "N", requires = "fair", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Scenario file to write [default: THEATRE-DATE.yaml]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub enum ScenarioVerb {
    /// List every scenario and war
    List,
    /// Show forces, visibility and special rules
    Show {
        /// Built-in scenario or war, or a YAML file
        name: String,
    },
    /// Generate a battle by the dice of chapter 10
    ///
    /// It writes a scenario file, and a page for each side and the referee.
    Generate(GenerateArgs),
    /// Measure how a scenario favours each side, by simulated battles
    Certify(CertifyArgs),
    /// List every error of a scenario file at once
    Check {
        /// YAML file, or the name of a built-in scenario
        file: String,
    },
}

#[derive(Subcommand, Debug)]
pub enum TableVerb {
    /// List every chart of a set
    List {
        /// Chart set: rjw or ww1
        #[arg(long, default_value = "rjw")]
        charts: String,
    },
    /// Show one chart
    Show {
        /// Name of the chart, as `kaiser table list` prints it
        name: String,
        /// Chart set: rjw or ww1 [default: the set that has the chart]
        #[arg(long)]
        charts: Option<String>,
    },
}

/// Parses armour as a card prints it. Of two values, returns the first, which is against shells. [6.5.1.5]
fn armour(typed: &str) -> Result<i32, String> {
    let max = *naval::model::checks::ARMOUR.end();
    let numbers: Vec<Option<i32>> = typed.split('/').map(|part| part.trim().parse().ok()).collect();
    let ([Some(armour)] | [Some(armour), Some(_)]) = numbers[..] else {
        return Err("armour is a whole number, or two as on a card: 8 or -8/-1".to_owned());
    };
    if armour.abs() <= max { Ok(armour) } else { Err(format!("armour is at most {max}")) }
}

#[derive(Subcommand, Debug)]
pub enum OddsVerb {
    /// Compute the odds of a big-gun salvo: three rolls
    Guns {
        /// Dice of the first roll
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(0..=40))]
        dice: u16,
        /// Number to hit after modifiers (at 0 or less only a 1 hits)
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-100..=100))]
        hit: i32,
        /// Size of the target, after modifiers
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(1..=40))]
        size: i32,
        /// Power of the gun
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(0..=100))]
        power: i32,
        /// Armour of the target (8 and -8 are the same, and -8/-1 of a card is 8)
        #[arg(long, allow_hyphen_values = true, default_value_t = 0, value_parser = armour)]
        armour: i32,
    },
    /// Compute the odds of medium and light guns: strength against defence
    Battery {
        /// Joint strength of all batteries that fire, such as 86, 12.5 or 43/2
        #[arg(long, allow_negative_numbers = true)]
        strength: String,
        /// Defence of the target
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(1..=100_000))]
        defence: i32,
        /// Use the optional D100
        #[arg(long)]
        d100: bool,
    },
    /// Compute the odds that fires are put out before the ship is abandoned
    Fires {
        /// Fires aboard (at 5 a ship is abandoned)
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=4))]
        burning: u8,
        /// Highest D10 roll that puts out a fire
        #[arg(
            long,
            allow_negative_numbers = true,
            default_value_t = 2,
            value_parser = clap::value_parser!(u8).range(1..=8)
        )]
        number: u8,
    },
}

//! What may be typed after `kaiser`.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args as ClapArgs, Parser, Subcommand};

use super::boards::MachineArgs;
use load::MeetingSize;
use session::{Mode, Telling};

mod audit;
mod doctrine;
mod games;
mod luck;
#[cfg(feature = "paper")]
pub mod paper;
mod puzzle;
pub mod shared;
mod ships;
mod simulate;

#[cfg(feature = "paper")]
use self::paper::PrintArgs;
pub use audit::{AuditPoints, AuditVerb};
pub use doctrine::DoctrineVerb;
pub use games::{
    AnnotateArgs, Battles, BoardGame, CrystalPlay, CrystalVerb, ExportArgs, ImportArgs, Match, Perft, Simulate,
};
pub use luck::LuckArgs;
pub use puzzle::{FindPuzzles, PuzzleArgs, PuzzleVerb};
use shared::{DICE, Lines, SHOW, day, one_of};
pub use ships::{ShipDraft, ShipFilter, ShipVerb};
pub use simulate::{CertifyArgs, HistoryArgs, SimulateBattles};

/// A referee for tabletop naval miniatures, 1904 to 1918.
#[derive(Parser, Debug)]
#[command(
    name = "kaiser",
    version,
    about = "A command-line referee for tabletop naval miniatures, 1904-1918",
    max_term_width = 100
)]
pub struct Args {
    /// A directory of data files that go before the built-in ones; without it, the one that KAISER_DATA names.
    #[arg(long, global = true, value_name = "DIR")]
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
    /// Decide every entry of a journal again and throw its dice again; name the first that disagrees.
    Verify {
        /// Ask each admiral who played again at each of his orders, by what his side knew then.
        #[arg(long)]
        admirals: bool,
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Save what can be saved of a damaged journal into a new one, and tell exactly what could not.
    Mend(MendArgs),
    /// Tell the story of a journal.
    Log(Past),
    /// Show the state of a game.
    Show(Past),
    /// Tell a war battle by battle, or a campaign turn by turn.
    Chronicle(Past),
    /// Count the points of a game.
    Tally(Past),
    /// Draw the table: in the terminal, or to scale as SVG or PNG.
    Map(MapArgs),
    #[cfg(feature = "paper")]
    /// Print cards, sheets and charts: of a scenario, of a game at any moment, or of ships by name.
    Print(Box<PrintArgs>),
    /// The built-in data, to be edited and used with --data.
    #[command(subcommand)]
    Data(DataVerb),
    /// How admirals fight: the cards by which players of the naval game go.
    #[command(subcommand)]
    Doctrine(DoctrineVerb),
    /// Ships of the library.
    #[command(subcommand)]
    Ship(ShipVerb),
    /// Built-in and own scenarios.
    #[command(subcommand)]
    Scenario(ScenarioVerb),
    /// The charts.
    #[command(subcommand)]
    Table(TableVerb),
    /// A paragraph of the rules, a search, or what the program covers.
    Rules {
        /// A paragraph (6.5.1, TF-8), the letters of another book (TF, BA, CS, SC), or `search` and words.
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
    #[command(subcommand)]
    Odds(OddsVerb),
    /// Play Tafl: sixteen Russians against eight Swedes and their king.
    Tafl(BoardGame),
    /// Play Battle Acre: chess on 160 triangles.
    Acre(BoardGame),
    /// Play Coal and Steel: hidden men, walls and tunnels.
    CoalSteel(BoardGame),
    /// Play Steel and Crystal, the solo campaign.
    Crystal(CrystalPlay),
    /// Count the lines of play of a board game, so many moves deep.
    Perft(Perft),
    /// Two players of a board game against each other, with sides swapped: kaiser match tafl full beginner -n 20.
    Match(Match),
    /// Players of the naval game fight many battles: who wins how often, by how much, at what loss.
    Simulate(SimulateBattles),
    /// Battles of history fought again by captains, beside what happened.
    History(HistoryArgs),
    /// Account for a battle that was fought: what was to be expected, what orders brought, and what was luck.
    Luck(LuckArgs),
    /// What the figures of the rules are worth, by battles that the program fights.
    #[command(subcommand)]
    Audit(AuditVerb),
    /// Decisions of battles to be made by you, and graded: kaiser puzzle lists those that there are.
    Puzzle(PuzzleArgs),
    /// Judge every turn of a board game that was played, and draw how it stood.
    Annotate(AnnotateArgs),
    /// Write the record of a board game: Tafl in OpenTafl's notation.
    Export(ExportArgs),
    /// Replay a record of a board game through the referee, into a journal.
    Import(ImportArgs),
    /// The machine on a pipe, for other programs: lines in, lines out.
    Engine {
        /// tafl, acre or coal-steel.
        game: String,
    },
    /// A completion script for a shell.
    Completions { shell: clap_complete::Shell },
    /// The manual page, in roff.
    Man,
}

#[derive(ClapArgs, Debug, Default)]
pub struct Play {
    /// A built-in scenario or war, the file of one, or a journal.
    pub what: String,
    /// Of a war: the journal of the battle before, whose survivors come to this one.
    #[arg(long, value_name = "FILE")]
    pub after: Option<PathBuf>,
    /// Where the journal goes; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Seed of the dice; without it one is drawn and written in line 1.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Salts of the seals from this number, which line 1 then tells: for scripts that must come out the same.
    #[arg(long, value_name = "N")]
    pub salts: Option<u64>,
    /// Keeps seed, salts and plots that are still secret in FILE.private, so that the journal itself can be shown.
    #[arg(long)]
    pub private: bool,
    /// Who throws: the program, which does so unless told otherwise, or the table.
    #[arg(long, value_parser = one_of(&DICE))]
    pub dice: Option<Mode>,
    /// How rulings are told this time; `show full` at the prompt keeps it.
    #[arg(long, value_parser = one_of(&SHOW))]
    pub show: Option<Telling>,
    /// Without positions: ships are moved by hand, ranges are typed.
    #[arg(long)]
    pub measured: bool,
    /// Who plays a side of a battle by himself: russia=captain, by a card of his own,
    /// russia=captain:jessen, or russia=admiral@5000, who tries so many orders a turn in thought (20,000 if left out).
    #[arg(long = "admiral", value_name = "SIDE=LEVEL[:CARD][@N]")]
    pub admirals: Vec<String>,
    /// With --admiral: the keyboard stays with the referee, who sees both sides.
    #[arg(long, requires = "admirals")]
    pub open: bool,
    #[command(flatten)]
    pub lines: Lines,
    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(ClapArgs, Debug)]
pub struct MendArgs {
    /// The damaged journal, which is left as it is.
    pub file: PathBuf,
    /// Where the new journal goes; FILE-mended.kaiser without it. Nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also gives the entries behind the damage once more, as far as the rules still come to what they say.
    #[arg(long)]
    pub further: bool,
}

/// A journal, and the moment to look at.
#[derive(ClapArgs, Debug)]
pub struct Past {
    pub file: PathBuf,
    /// The moment when a segment began: 7/gunfire.
    #[arg(long, value_name = "TURN/SEGMENT")]
    pub at: Option<String>,
    /// Only what this side may know at that moment.
    #[arg(long, value_name = "NAME")]
    pub side: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub struct MapArgs {
    #[command(flatten)]
    pub past: Past,
    /// As at the prompt: a ship or division to look at, near NAME N, or two corners; arcs SHIP, rings SHIP N..., sight
    /// SHIP, wakes, speeds, damage.
    #[arg(allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// Write a picture instead: FILE.svg or FILE.png, and tiles as FILE.pdf too; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The table at its own size, on sheets of a4 or letter that are trimmed and pasted together, with a page that shows
    /// which is where; without -o, how many there are.
    #[arg(long, value_name = "PAPER")]
    pub tiles: Option<String>,
    /// Of the tiles, those alone on which anything but open sea lies.
    #[arg(long, requires = "tiles")]
    pub used: bool,
    /// Points across a PNG.
    #[arg(long, value_parser = clap::value_parser!(u32).range(64..=8000))]
    pub width: Option<u32>,
    /// No letters but ASCII.
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Subcommand, Debug)]
pub enum DataVerb {
    /// Write the built-in data and scenarios into a directory.
    Export { dir: PathBuf },
}

#[derive(ClapArgs, Debug)]
pub struct GenerateArgs {
    /// Where it is; the start of its name will do.
    #[arg(long, default_value = "yellow-sea")]
    pub theatre: String,
    /// The day; left out, one in the middle of the theatre's time.
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub date: Option<NaiveDate>,
    /// small, medium or large.
    #[arg(long, default_value = "medium")]
    pub size: MeetingSize,
    /// Seed of the dice: the same seed draws up the same battle for ever; without it one is drawn and told.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who throws: the program, or the table.
    #[arg(long, value_parser = one_of(&DICE), default_value = "roll")]
    pub dice: Mode,
    /// Whence a side comes, as inches from the centre and bearing: japan=18@225; may be given for both. Left out, diced for.
    #[arg(long = "approach", value_name = "SIDE=DISTANCE@BEARING")]
    pub approaches: Vec<String>,
    /// Asks each player in turn whence he comes, hidden from the other.
    #[arg(long)]
    pub ask: bool,
    /// Draws anew until the sides could score as much as each other, but for so many points.
    #[arg(long, value_name = "POINTS")]
    pub even: Option<u32>,
    /// Draws anew until captains on both sides win alike, to within so many in a hundred, 1 to 12 (5 if left out); the seed that
    /// is told draws up the same battle without this.
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "5", conflicts_with = "ask",
        value_parser = clap::value_parser!(u32).range(1..=12))]
    pub fair: Option<u32>,
    /// Battles at the same time, for `--fair`; what is found does not hang on it. As many as there are cores, if left out.
    #[arg(long, value_name = "N", requires = "fair", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// The scenario file; THEATRE-SEED.yaml if left out. Nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub enum ScenarioVerb {
    /// Every scenario.
    List,
    /// Forces, visibility, special rules.
    Show { name: String },
    /// Draws up a battle by the dice of chapter 10: a scenario file, a page for each side and one for the referee.
    Generate(GenerateArgs),
    /// What a scenario is worth to either side, by battles between players.
    Certify(CertifyArgs),
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
        /// Dice of the first roll
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(0..=40))]
        dice: u16,
        /// Number to hit after modifiers; at 0 or less only a 1 hits
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-100..=100))]
        hit: i32,
        /// Size of the target, after modifiers
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(1..=40))]
        size: i32,
        /// Power of the gun
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(0..=100))]
        power: i32,
        /// Armour of the target. A card prints it with a minus: 8 and -8 are the same
        #[arg(
            long,
            allow_negative_numbers = true,
            default_value_t = 0,
            value_parser = clap::value_parser!(i32).range(-60..=60)
        )]
        armour: i32,
    },
    /// Medium and light guns: strength against defence.
    Battery {
        /// Strength of all batteries that fire together, such as 86, 12.5 or 43/2
        #[arg(long, allow_negative_numbers = true)]
        strength: String,
        /// Defence of the target
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(1..=100_000))]
        defence: i32,
        /// The optional D100.
        #[arg(long)]
        d100: bool,
    },
    /// Whether fires are put out before they put out the ship.
    Fires {
        /// Fires aboard; at five a ship is abandoned
        #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=4))]
        burning: u8,
        /// D10 at or below which a fire is put out.
        #[arg(
            long,
            allow_negative_numbers = true,
            default_value_t = 2,
            value_parser = clap::value_parser!(u8).range(1..=8)
        )]
        number: u8,
    },
}

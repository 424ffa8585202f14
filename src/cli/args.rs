//! What may be typed after `kaiser`.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args as ClapArgs, Parser, Subcommand};

use super::{
    boards::{ExportArgs, ImportArgs, MachineArgs, Match},
    hand::Mode,
    mend::MendArgs,
    print::arguments::PrintArgs,
};
use load::MeetingSize;

/// A referee for tabletop naval miniatures, 1904 to 1918.
#[derive(Parser, Debug)]
#[command(
    name = "kaiser",
    version,
    about = "A command-line referee for tabletop naval miniatures, 1904-1918",
    max_term_width = 100,
    disable_help_subcommand = true
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
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Save what can be saved of a damaged journal into a new one, and tell exactly what could not.
    Mend(MendArgs),
    /// Tell the story of a journal.
    Log(Past),
    /// Show the state of a game.
    Show(Past),
    /// Count the points of a game.
    Tally(Past),
    /// Draw the table: in the terminal, or to scale as SVG or PNG.
    Map(MapArgs),
    /// Print cards, sheets and charts: of a scenario, of a game at any moment, or of ships by name.
    Print(Box<PrintArgs>),
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
    /// Salts of the seals from this number, which line 1 then tells: for scripts that must come out the same.
    #[arg(long, value_name = "N")]
    pub salts: Option<u64>,
    /// Keeps seed, salts and plots that are still secret in FILE.private, so that the journal itself can be shown.
    #[arg(long)]
    pub private: bool,
    /// Who throws: the program, which does so unless told otherwise, or the table.
    #[arg(long, value_enum)]
    pub dice: Option<Mode>,
    /// Without positions: ships are moved by hand, ranges are typed.
    #[arg(long)]
    pub measured: bool,
    /// Commands from a file; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub script: Option<String>,
    /// Go on after a refused command of a script.
    #[arg(long)]
    pub keep_going: bool,
    #[command(flatten)]
    pub machine: MachineArgs,
}

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
    #[arg(long, value_enum, default_value = "roll")]
    pub dice: Mode,
    /// Commands from a file; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub script: Option<String>,
    /// Go on after a refused command of a script.
    #[arg(long)]
    pub keep_going: bool,
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
    #[arg(long, value_enum, default_value = "roll")]
    pub dice: Mode,
    /// Let a general play it to the end, as a demonstration: thumb, odds or search.
    #[arg(long, value_name = "GENERAL", num_args = 0..=1, default_missing_value = "search", conflicts_with = "script")]
    pub auto: Option<String>,
    /// Commands from a file; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub script: Option<String>,
    /// Go on after a refused command of a script.
    #[arg(long)]
    pub keep_going: bool,
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
    /// As at the prompt: a ship or division to look at, or two corners; arcs SHIP, rings SHIP N..., sight SHIP, wakes.
    #[arg(allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// Write a picture instead: FILE.svg or FILE.png; nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
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

#[derive(Subcommand, Debug)]
pub enum ShipVerb {
    /// The ships of the library.
    List(ShipFilter),
    /// Characteristics, card, sources, and how each figure was found.
    Show {
        name: String,
        /// The day for which the card holds: 1916-05-31.
        #[arg(long)]
        date: Option<NaiveDate>,
    },
    /// The data card.
    Card {
        name: String,
        /// The day for which the card holds.
        #[arg(long)]
        date: Option<NaiveDate>,
    },
    /// Two cards side by side, with what makes the difference.
    Diff {
        a: String,
        b: String,
        /// The day for which the cards hold.
        #[arg(long)]
        date: Option<NaiveDate>,
    },
    /// A ship of one's own: asks for her characteristics, reckons her card, writes a file.
    New(Box<ShipDraft>),
    /// Every flaw of a ship file at once.
    Check { file: PathBuf },
}

/// Which ships are listed; without any of these, all.
#[derive(ClapArgs, Debug)]
pub struct ShipFilter {
    /// Only this navy: britain, germany, japan...
    #[arg(long)]
    pub navy: Option<String>,
    /// Only this type: BB, CA, TBD...
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<String>,
    /// Only this war: rjw or ww1.
    #[arg(long)]
    pub war: Option<String>,
    /// Only ships in service on this day.
    #[arg(long)]
    pub date: Option<NaiveDate>,
    /// Only ships whose name, class or id holds this.
    #[arg(long)]
    pub name: Option<String>,
}

/// The characteristics of a new ship; what is needed and left out is asked for at a terminal.
#[derive(ClapArgs, Debug)]
pub struct ShipDraft {
    /// Her name.
    #[arg(long)]
    pub name: Option<String>,
    /// Her id; made from the name if left out.
    #[arg(long)]
    pub id: Option<String>,
    /// Her class; her own name if left out.
    #[arg(long)]
    pub class: Option<String>,
    #[arg(long)]
    pub navy: Option<String>,
    /// rjw or ww1.
    #[arg(long)]
    pub war: Option<String>,
    /// BB, CA, TBD...
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<String>,
    /// Day on which she was completed.
    #[arg(long, value_name = "DATE")]
    pub completed: Option<NaiveDate>,
    /// Normal displacement in tons.
    #[arg(long, value_name = "TONS")]
    pub displacement: Option<u32>,
    /// Length in metres.
    #[arg(long, value_name = "METRES")]
    pub length: Option<f64>,
    /// Beam in metres.
    #[arg(long, value_name = "METRES")]
    pub beam: Option<f64>,
    /// Speed in knots.
    #[arg(long, value_name = "KNOTS")]
    pub speed: Option<f64>,
    /// Big guns as bore/calibre x guns to a mount : mounts that bear ahead-abeam-astern: 12/40x2:1-2-1.
    #[arg(long, value_name = "GUNS")]
    pub main: Option<String>,
    /// Medium guns that bear on a side: 6/40x7; may be given again.
    #[arg(long, value_name = "GUNS")]
    pub medium: Vec<String>,
    /// Light guns that bear on a side: 3/40x10; may be given again.
    #[arg(long, value_name = "GUNS")]
    pub light: Vec<String>,
    /// Torpedo tubes as all/a side/inches: 4/2/18.
    #[arg(long, value_name = "TUBES")]
    pub torpedo: Option<String>,
    /// Armour as kind/belt/ends/turrets/deck in millimetres: KC/229/102/254/76.
    #[arg(long, value_name = "PLATES")]
    pub armour: Option<String>,
    /// Torpedo bulkhead: none, partial, full.
    #[arg(long, default_value = "none")]
    pub bulkhead: String,
    /// Base of the rangefinder in metres.
    #[arg(long, value_name = "METRES")]
    pub rangefinder: Option<f64>,
    /// Day on which her director was fitted.
    #[arg(long, value_name = "DATE")]
    pub director: Option<NaiveDate>,
    /// A page that was read; may be given again.
    #[arg(long = "source", value_name = "PAGE")]
    pub sources: Vec<String>,
    /// A field that was read there, such as displacement_t; may be given again.
    #[arg(long = "read", value_name = "FIELD")]
    pub read: Vec<String>,
    /// Anything a player should know.
    #[arg(long)]
    pub notes: Option<String>,
    /// The file to write; WAR-ID.yaml if left out. Nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct GenerateArgs {
    /// Where it is; the start of its name will do.
    #[arg(long, default_value = "yellow-sea")]
    pub theatre: String,
    /// The day; left out, one in the middle of the theatre's time.
    #[arg(long, value_name = "DATE")]
    pub date: Option<NaiveDate>,
    /// small, medium or large.
    #[arg(long, default_value = "medium")]
    pub size: MeetingSize,
    /// Seed of the dice: the same seed draws up the same battle for ever; without it one is drawn and told.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who throws: the program, or the table.
    #[arg(long, value_enum, default_value = "roll")]
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

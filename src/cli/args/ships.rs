//! The arguments of `kaiser ship`.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args as ClapArgs, Subcommand};

use super::shared::day;

#[derive(Subcommand, Debug)]
pub enum ShipVerb {
    /// List the ships of the library
    List(ShipFilter),
    /// Show characteristics, card, sources, and how each figure was found
    Show {
        /// Name or id of the ship
        name: String,
        /// Day of the card, such as 1916-05-31
        #[arg(long, value_parser = day, visible_alias = "on")]
        date: Option<NaiveDate>,
    },
    /// Show the data card of a ship
    Card {
        /// Name or id of the ship
        name: String,
        /// Day of the card, such as 1916-05-31
        #[arg(long, value_parser = day, visible_alias = "on")]
        date: Option<NaiveDate>,
    },
    /// Compare two cards and explain the difference
    Diff {
        /// First ship
        a: String,
        /// Second ship
        b: String,
        /// Day of the card, such as 1916-05-31
        #[arg(long, value_parser = day, visible_alias = "on")]
        date: Option<NaiveDate>,
    },
    /// Design a ship: enter its data, calculate its card, write a file
    ///
    /// At a terminal, the program asks for each value that a card needs and no option gave. Enter skips optional ones.
    New(Box<ShipDraft>),
    /// List every error of a ship file at once
    Check {
        /// YAML file of ships
        file: PathBuf,
    },
}

/// The ships to list; without any of these, all ships.
#[derive(ClapArgs, Debug)]
pub struct ShipFilter {
    /// Words that must all fit, such as `britain monitors 1916` [default: all ships]
    ///
    /// A word is a navy, type, war, year, day, kind or part of a name.
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
    /// Only this navy: britain, germany, japan...
    #[arg(long)]
    pub navy: Option<String>,
    /// Only this type: BB, CA, TBD...
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<String>,
    /// Only this war: rjw or ww1
    #[arg(long)]
    pub war: Option<String>,
    /// Only ships in service on this day
    #[arg(long, value_parser = day)]
    pub date: Option<NaiveDate>,
    /// Only ships whose name, class or id contains this
    #[arg(long)]
    pub name: Option<String>,
}

/// The characteristics of a new ship. The program asks for missing required ones at a terminal.
#[derive(ClapArgs, Debug)]
pub struct ShipDraft {
    /// Name of the ship
    #[arg(long)]
    pub name: Option<String>,
    /// Id of the ship [default: from the name]
    #[arg(long)]
    pub id: Option<String>,
    /// Class of the ship [default: its name]
    #[arg(long)]
    pub class: Option<String>,
    /// Navy of the ship: britain, germany, japan...
    #[arg(long)]
    pub navy: Option<String>,
    /// War: rjw or ww1
    #[arg(long)]
    pub war: Option<String>,
    /// Type of the ship: BB, CA, TBD...
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<String>,
    /// Day of completion
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub completed: Option<NaiveDate>,
    /// Normal displacement in tons
    #[arg(long, value_name = "TONS")]
    pub displacement: Option<u32>,
    /// Length in metres
    #[arg(long, value_name = "METRES")]
    pub length: Option<f64>,
    /// Beam in metres
    #[arg(long, value_name = "METRES")]
    pub beam: Option<f64>,
    /// Speed in knots
    #[arg(long, value_name = "KNOTS")]
    pub speed: Option<f64>,
    /// Big guns, such as 12/40x2:1-2-1
    ///
    /// Write bore/calibre, x guns in a mount, then the mounts that bear ahead-abeam-astern.
    #[arg(long, value_name = "GUNS")]
    pub main: Option<String>,
    /// Medium guns on one side, such as 6/40x7 (may be repeated)
    #[arg(long, value_name = "GUNS")]
    pub medium: Vec<String>,
    /// Light guns on one side, such as 3/40x10 (may be repeated)
    #[arg(long, value_name = "GUNS")]
    pub light: Vec<String>,
    /// Torpedo tubes, such as 4/2/18: total/on one side/inches
    #[arg(long, value_name = "TUBES")]
    pub torpedo: Option<String>,
    /// Armour in mm, such as KC/229/102/254/76: kind/belt/ends/turrets/deck
    #[arg(long, value_name = "PLATES")]
    pub armour: Option<String>,
    /// Torpedo bulkhead: none, partial or full
    #[arg(long, default_value = "none")]
    pub bulkhead: String,
    /// Rangefinder base in metres
    #[arg(long, value_name = "METRES")]
    pub rangefinder: Option<f64>,
    /// Day of fitting a director
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub director: Option<NaiveDate>,
    /// Source that was read (may be repeated)
    #[arg(long = "source", value_name = "PAGE")]
    pub sources: Vec<String>,
    /// Field read there, such as displacement_t (may be repeated)
    #[arg(long = "read", value_name = "FIELD")]
    pub read: Vec<String>,
    /// Anything a player should know
    #[arg(long)]
    pub notes: Option<String>,
    /// File to write [default: ID.yaml]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

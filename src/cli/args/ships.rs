//! What may be typed after `kaiser ship`.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args as ClapArgs, Subcommand};

use super::shared::day;

#[derive(Subcommand, Debug)]
pub enum ShipVerb {
    /// The ships of the library.
    List(ShipFilter),
    /// Characteristics, card, sources, and how each figure was found.
    Show {
        name: String,
        /// The day for which the card holds: 1916-05-31.
        #[arg(long, value_parser = day, visible_alias = "on")]
        date: Option<NaiveDate>,
    },
    /// The data card.
    Card {
        name: String,
        /// The day for which the card holds.
        #[arg(long, value_parser = day, visible_alias = "on")]
        date: Option<NaiveDate>,
    },
    /// Two cards side by side, with what makes the difference.
    Diff {
        a: String,
        b: String,
        /// The day for which the cards hold.
        #[arg(long, value_parser = day, visible_alias = "on")]
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
    /// What they are, in words that all fit: a navy, type, war, year, day, kind or part of a name: `britain monitors 1916`.
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
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
    #[arg(long, value_parser = day)]
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
    #[arg(long, value_parser = day, value_name = "DATE")]
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
    #[arg(long, value_parser = day, value_name = "DATE")]
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
    /// The file to write; ID.yaml if left out. Nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

//! What may be typed after `kaiser print`.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::Args as ClapArgs;

use super::shared::{Choice, day, one_of};
use paper::{Format, Paper, Part};

#[derive(ClapArgs, Debug)]
pub struct PrintArgs {
    /// A scenario, a journal, the names of ships, or a board game: tafl, acre, coal-steel.
    #[arg(required = true)]
    pub what: Vec<String>,
    /// Write FILE.pdf, or pages as FILE.svg or FILE.png; without it, text. Nothing is ever overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only what this side may know.
    #[arg(long, value_name = "NAME")]
    pub side: Option<String>,
    /// Of a journal, the moment when a segment began: 7/gunfire.
    #[arg(long, value_name = "TURN/SEGMENT")]
    pub at: Option<String>,
    /// Of ships by name, the day for which the cards hold.
    #[arg(long, value_parser = day)]
    pub date: Option<NaiveDate>,
    /// What is printed; cards of ships by name, else all that there is.
    #[arg(long, value_parser = one_of(&PARTS), value_delimiter = ',')]
    pub parts: Vec<Part>,
    #[arg(long, value_parser = one_of(&PAPERS), default_value = "a4")]
    pub paper: Paper,
    /// Cards to a page: 1, 2 or 4; if left out 2, and 4 of more than 24 cards.
    #[arg(long, value_name = "N", value_parser = per_page)]
    pub per_page: Option<Format>,
    /// Small cards to be cut out, in place of --per-page.
    #[arg(long, value_parser = one_of(&SIZES), conflicts_with = "per_page")]
    pub size: Option<Format>,
    /// For printing on both sides, turned over the long edge: backs of cards where the cards lie, every sheet on paper of
    /// its own.
    #[arg(long)]
    pub duplex: bool,
    /// Dots to the inch of a PNG.
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(36..=600))]
    pub dpi: u32,
}

/// Parts of a pack.
pub const PARTS: [Choice<Part>; 9] = [
    ("summary", Part::Summary, "The scenario and every ship on one page"),
    ("briefing", Part::Briefing, "What a side is told"),
    ("cards", Part::Cards, "Ship data cards"),
    ("divisions", Part::Divisions, "Division record sheets"),
    ("trackers", Part::Trackers, "Torpedoes in the water, fires on board"),
    ("reference", Part::Reference, "One page: the turn, the dice, what the letters mean"),
    ("charts", Part::Charts, "The charts that the scenario needs"),
    ("cutouts", Part::Cutouts, "Markers, counters, templates and slips to be cut out"),
    ("result", Part::Result, "Points, line by line"),
];
pub const PAPERS: [Choice<Paper>; 2] = [("a4", Paper::A4, ""), ("letter", Paper::Letter, "")];
/// Sizes of cards that are cut out.
pub const SIZES: [Choice<Format>; 2] =
    [("poker", Format::Poker, "63 by 88 mm"), ("index", Format::Index, "5 by 3 inches")];

/// So many cards to a page.
pub fn per_page(word: &str) -> Result<Format, String> {
    match word {
        "1" => Ok(Format::One),
        "2" => Ok(Format::Two),
        "4" => Ok(Format::Four),
        _ => Err("1, 2 or 4 cards lie on a page".to_owned()),
    }
}

//! The arguments of `kaiser print`.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::Args as ClapArgs;

use super::shared::{Choice, day, one_of};
use load::MeetingSize;
use paper::{Format, Paper, Part};

#[derive(ClapArgs, Debug)]
pub struct PrintArgs {
    /// Scenario, journal, names of ships, theatre, or a board game: tafl, acre, coal-steel
    ///
    /// A theatre prints the sheets to roll a battle on paper.
    #[arg(required = true)]
    pub what: Vec<String>,
    /// File to write: FILE.pdf, or pages as FILE.svg or FILE.png [default: print text]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only what this side, or `table`, may know at that moment [default: referee, who sees all]
    #[arg(long, value_name = "NAME")]
    pub side: Option<String>,
    /// When a segment began, such as 7/gunfire, or after an entry, such as 102 [default: now]
    ///
    /// Entries are numbered as in the log of the same viewer.
    #[arg(long, value_name = "MOMENT")]
    pub at: Option<String>,
    /// Day of the ships' cards, or of a theatre's battle
    #[arg(long, value_parser = day)]
    pub date: Option<NaiveDate>,
    /// Parts to print [default: cards for ships by name, else all parts]
    #[arg(long, value_parser = one_of(&PARTS), value_delimiter = ',')]
    pub parts: Vec<Part>,
    /// Size of the paper
    #[arg(long, value_parser = one_of(&PAPERS), default_value = "a4")]
    pub paper: Paper,
    /// Cards to a page: 1, 2, or 4 small ones [default: 2, or 4 for over 24 cards]
    #[arg(long, value_name = "N", value_parser = per_page)]
    pub per_page: Option<Format>,
    /// Size of a theatre's battle: small, medium or large [default: medium]
    #[arg(long, value_name = "SIZE")]
    pub meeting: Option<MeetingSize>,
    /// Small cards to cut out, instead of --per-page
    #[arg(long, value_parser = one_of(&SIZES), conflicts_with = "per_page")]
    pub size: Option<Format>,
    /// Arrange pages for both sides of the paper, turned over the long edge
    ///
    /// Each card gets its back. Every part begins on new paper, and nothing is printed behind pages to cut out.
    #[arg(long)]
    pub duplex: bool,
    /// Dots per inch of a PNG
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(36..=600))]
    pub dpi: u32,
}

/// Parts of a pack.
pub const PARTS: [Choice<Part>; 10] = [
    ("summary", Part::Summary, "The scenario, its victory conditions and every ship"),
    ("briefing", Part::Briefing, "What a side may know"),
    ("generation", Part::Generation, "Dice and tables of a generated battle"),
    ("cards", Part::Cards, "Ship data cards"),
    ("divisions", Part::Divisions, "Division record sheets"),
    ("trackers", Part::Trackers, "Torpedoes in the water, fires aboard"),
    ("reference", Part::Reference, "A turn, then rarely needed rules (2 to 4 pages)"),
    ("charts", Part::Charts, "Charts of the scenario"),
    ("cutouts", Part::Cutouts, "Markers, counters, templates and slips to cut out"),
    ("result", Part::Result, "Points, line by line"),
];
pub const PAPERS: [Choice<Paper>; 2] = [("a4", Paper::A4, ""), ("letter", Paper::Letter, "")];
/// Sizes of cards to cut out.
pub const SIZES: [Choice<Format>; 2] =
    [("poker", Format::Poker, "63 by 88 mm"), ("index", Format::Index, "5 by 3 inches")];

/// Reads the number of cards to a page.
pub fn per_page(word: &str) -> Result<Format, String> {
    match word {
        "1" => Ok(Format::One),
        "2" => Ok(Format::Two),
        "4" => Ok(Format::Four),
        _ => Err("1, 2 or 4 cards fit on a page".to_owned()),
    }
}

//! What may be typed after `kaiser print`.
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args as ClapArgs, ValueEnum};

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
    #[arg(long)]
    pub date: Option<NaiveDate>,
    /// What is printed; cards of ships by name, else all that there is.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub parts: Vec<PaperPart>,
    #[arg(long, value_enum, default_value = "a4")]
    pub paper: PaperSize,
    /// Cards to a page: 1, 2 or 4; 2 if left out.
    #[arg(long, value_name = "N", value_parser = per_page)]
    pub per_page: Option<u8>,
    /// Small cards to be cut out, in place of --per-page.
    #[arg(long, value_enum, conflicts_with = "per_page")]
    pub size: Option<CardSize>,
    /// For printing on both sides, turned over the long edge: backs of cards where the cards lie, every sheet on paper of
    /// its own.
    #[arg(long)]
    pub duplex: bool,
    /// Dots to the inch of a PNG.
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(36..=600))]
    pub dpi: u32,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperSize {
    A4,
    Letter,
}

/// Parts of a pack.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperPart {
    /// The scenario and every ship on one page.
    Summary,
    /// What a side is told.
    Briefing,
    /// Ship data cards.
    Cards,
    /// Division record sheets.
    Divisions,
    /// Torpedoes in the water, fires on board.
    Trackers,
    /// The charts that the scenario needs.
    Charts,
    /// Points, line by line.
    Result,
}

/// Sizes of cards that are cut out.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardSize {
    /// 63 by 88 mm.
    Poker,
    /// 5 by 3 inches.
    Index,
}

fn per_page(word: &str) -> Result<u8, String> {
    match word {
        "1" => Ok(1),
        "2" => Ok(2),
        "4" => Ok(4),
        _ => Err("1, 2 or 4 cards lie on a page".to_owned()),
    }
}

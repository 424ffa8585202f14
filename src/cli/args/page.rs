//! The arguments of `kaiser page` and `kaiser book`.
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::Past;

#[derive(ClapArgs, Debug)]
pub struct PageArgs {
    #[command(flatten)]
    pub past: Past,
    /// Only these turns, such as 5-9 or 7 [default: all]
    #[arg(long, value_parser = turn_range, value_name = "TURNS")]
    pub turns: Option<RangeInclusive<u16>>,
    /// Page to write: FILE.html [default: the journal's name]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct BookArgs {
    #[command(flatten)]
    pub past: Past,
    /// Only these turns, such as 5-9 or 7 [default: all]
    #[arg(long, value_parser = turn_range, value_name = "TURNS")]
    pub turns: Option<RangeInclusive<u16>>,
    /// Add the account of luck of `kaiser luck`, which takes minutes
    #[arg(long, conflicts_with_all = ["side", "at", "turns"])]
    pub luck: bool,
    /// Add the ledger of dice of `kaiser dice`
    #[arg(long, conflicts_with_all = ["side", "at", "turns"])]
    pub dice: bool,
    /// Book to write: FILE.html or FILE.pdf [default: print it as text]
    ///
    /// An existing file is never overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Parses `5-9` or `7`.
fn turn_range(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("turns are 5-9, or one turn: 7".to_owned()),
    }
}

//! The arguments of `kaiser dice`.
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use show::dice_ledger::DiceGrouping;

#[derive(ClapArgs, Debug)]
pub struct DiceArgs {
    /// Journals whose dice are added up
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What each row adds up
    #[arg(long, value_enum, default_value_t = DiceBy::Owner)]
    pub by: DiceBy,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceBy {
    Owner,
    Purpose,
    // Journals record no dates, so a day is a sitting.
    #[value(alias = "day")]
    Sitting,
}

impl From<DiceBy> for DiceGrouping {
    fn from(by: DiceBy) -> DiceGrouping {
        match by {
            DiceBy::Owner => DiceGrouping::Owner,
            DiceBy::Purpose => DiceGrouping::Purpose,
            DiceBy::Sitting => DiceGrouping::Sitting,
        }
    }
}

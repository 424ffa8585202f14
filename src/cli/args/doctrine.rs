//! What may be typed after `kaiser doctrine`.
use std::path::PathBuf;

use clap::Subcommand;

#[derive(Subcommand, Debug)]
pub enum DoctrineVerb {
    /// Every card.
    List,
    /// What one card says.
    Show { name: String },
    /// Every flaw of a file of cards at once.
    Check { file: PathBuf },
}

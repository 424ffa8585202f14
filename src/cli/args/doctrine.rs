//! The arguments of `kaiser doctrine`.
use std::path::PathBuf;

use clap::Subcommand;

#[derive(Subcommand, Debug)]
pub enum DoctrineVerb {
    /// List every doctrine card
    List,
    /// Show one doctrine card
    Show {
        /// Name of the card, as `kaiser doctrine list` prints it
        name: String,
    },
    /// List every error of a file of doctrine cards at once
    Check {
        /// YAML file of doctrine cards
        file: PathBuf,
    },
}

//! The arguments of `kaiser turn`.
use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug)]
pub struct TurnArgs {
    /// Journal of the battle
    pub file: PathBuf,
    /// Side whose orders they are
    #[arg(long, value_name = "NAME")]
    pub side: String,
    /// Last segment with lines, such as gunfire [default: plotting, later all that are left]
    #[arg(long = "for", value_name = "SEGMENT")]
    pub until: Option<String>,
    /// File to write [default: print it]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

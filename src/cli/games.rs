//! The five games, each by the journal that it leaves.
use std::{path::Path, process::ExitCode};

use super::{
    args::{MapArgs, Past, Play},
    boards, crystal, open,
    output::Out,
    past,
    problem::Problem,
};
use load::Sources;

/// What a command line does with a journal, whichever game it is of.
pub trait Journalled {
    /// `kaiser play FILE`.
    ///
    /// # Errors
    /// The journal cannot be opened; an option that stands in its first line.
    fn go_on(&self, sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem>;

    /// `kaiser verify FILE`.
    ///
    /// # Errors
    /// A torn journal; the first entry that comes out otherwise.
    fn verify(&self, sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem>;

    /// `kaiser log FILE`.
    ///
    /// # Errors
    /// The journal cannot be read; no such moment or side.
    fn log(&self, past: &Past, out: &mut Out) -> Result<(), Problem>;

    /// `kaiser show FILE`.
    ///
    /// # Errors
    /// As [`log`](Journalled::log).
    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Problem>;

    /// `kaiser map FILE`.
    ///
    /// # Errors
    /// As [`log`](Journalled::log); a file that is there already.
    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Problem>;

    /// `kaiser tally FILE`: of a battle only, which has points.
    ///
    /// # Errors
    /// As [`log`](Journalled::log); a journal of another game.
    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Problem> {
        past::tally(past, out)
    }
}

/// The game whose journal a file is, by its first line; a battle where that does not say.
pub fn of_file(file: &Path) -> &'static dyn Journalled {
    match open::game_of(file).as_deref() {
        Some(crystal::NAME) => &crystal::Campaign,
        Some(name) => match boards::which(name) {
            Some(game) => boards::journalled(game),
            None => &past::Battle,
        },
        None => &past::Battle,
    }
}

/// Whether a file is the journal of another game than a battle.
pub fn is_companion(file: &Path) -> bool {
    boards::named(file).is_some() || crystal::named(file)
}

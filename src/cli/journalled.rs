//! What a command line does with a journal, whichever game it is of.
use std::{path::Path, process::ExitCode};

use crate::args::{MapArgs, Past, Play};
use crate::{forged::Forged, output::Out, prompt::Keyboard};
use load::Sources;
use play::{Game, journal::Journal};
use session::Refusal;

/// Where the game of a journal stands, at a glance.
pub struct Glance {
    /// The name under which its journals are begun: `ulsan` of `ulsan.kaiser` and `ulsan-2.kaiser`.
    pub stem: String,
    /// `turn 6, Plotting Segment`.
    pub says: String,
    pub is_over: bool,
}

/// The journals of a game.
pub trait Journalled {
    /// Where the game of a journal stands. Refused where the file is no journal of this game that can be read.
    fn glance(&self, file: &Path) -> Result<Glance, Refusal>;

    /// `kaiser play FILE`. An option that stands in its first line is refused.
    fn go_on(&self, sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal>;

    /// `kaiser verify FILE`, and its exit code. A torn journal is refused, and the first entry that comes out otherwise.
    fn verify(&self, sources: &Sources, file: &Path, forged: Forged, out: &mut Out) -> Result<u8, Refusal>;

    /// `kaiser log FILE`, of a battle in short or in full.
    fn log(&self, past: &Past, full: bool, out: &mut Out) -> Result<(), Refusal>;

    /// `kaiser show FILE`.
    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Refusal>;

    /// `kaiser map FILE`.
    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Refusal>;

    /// `kaiser chronicle FILE`: of a battle of a war, or of a campaign.
    fn chronicle(&self, past: &Past, out: &mut Out) -> Result<(), Refusal>;

    /// `kaiser tally FILE`: of a battle only, which has points.
    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Refusal>;
}

/// The state just after the entry that `--at` names; the state now without it.
pub fn state_at<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<G::State, Refusal> {
    Ok(entry(journal, at)?.map_or_else(|| journal.state().clone(), |number| journal.state_after(number)))
}

/// The entry that `--at` names where a journal has no turns and segments, as `log` numbers them; `None` without it.
pub fn entry<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<Option<usize>, Refusal> {
    let Some(at) = at else { return Ok(None) };
    let last = journal.entries().len();
    let number = at.parse::<usize>().ok().filter(|number| *number <= last);
    number.map(Some).ok_or_else(|| {
        let what = format!("\"{at}\" is no entry of this journal");
        Refusal::usage(what).hint(format!("--at 0 to --at {last}; kaiser log numbers them"))
    })
}

//! The commands that read or resume a journal, for every game.
use std::{path::Path, process::ExitCode};

use crate::args::{MapArgs, Past, Play};
use crate::{false_dice::ForgedScope, journal_dice::JournalDice, output::Out, prompt::Keyboard};
use load::Sources;
use play::{Game, journal::Journal};
use session::Refusal;
use show::dice_ledger::DiceGrouping;

pub struct GameSummary {
    /// The name stem of its journals: `ulsan` of `ulsan.kaiser` and `ulsan-2.kaiser`.
    pub stem: String,
    /// `turn 6, Plotting Segment`.
    pub description: String,
    pub is_over: bool,
}

/// The journal commands of a game. [`crate::games`] chooses the game of a file.
pub trait JournalCommands {
    /// Returns a summary of the game. Refused if the file is no readable journal of this game.
    fn summarise(&self, file: &Path) -> Result<GameSummary, Refusal>;

    /// `kaiser play FILE`. An option that line 1 already states is refused.
    fn resume(&self, sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal>;

    /// `kaiser verify FILE` and its exit code. A torn journal and the first entry with a different result are refused.
    fn verify(&self, sources: &Sources, file: &Path, forged: ForgedScope, out: &mut Out) -> Result<u8, Refusal>;

    /// Returns the dice of a journal, each named for the rows of `kaiser dice`.
    fn fallen_dice(&self, file: &Path, by: DiceGrouping, out: &mut Out) -> Result<JournalDice, Refusal>;

    /// `kaiser log FILE`. A battle is listed in short or in full.
    fn log(&self, past: &Past, full: bool, out: &mut Out) -> Result<(), Refusal>;

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Refusal>;

    fn map(&self, args: &MapArgs, out: &mut Out) -> Result<(), Refusal>;

    /// `kaiser chronicle FILE`, for a battle of a war or a campaign.
    fn chronicle(&self, past: &Past, out: &mut Out) -> Result<(), Refusal>;

    /// `kaiser tally FILE`, only for a battle, which has points.
    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Refusal>;
}

/// Returns the state just after the entry that `--at` names, by default the current state.
pub fn state_at<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<G::State, Refusal> {
    Ok(entry_named(journal, at)?.map_or_else(|| journal.state().clone(), |number| journal.state_after(number)))
}

/// Returns the entry that `--at` names, as `log` numbers them, in a game without turns and segments. `None` without it.
pub fn entry_named<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<Option<usize>, Refusal> {
    let Some(at) = at else { return Ok(None) };
    let last = journal.entries().len();
    let number = at.parse::<usize>().ok().filter(|number| *number <= last);
    number.map(Some).ok_or_else(|| {
        let what = format!("This journal has no entry \"{at}\".");
        Refusal::usage(what).hint(format!("use --at 0 to --at {last}, as `kaiser log` numbers them"))
    })
}

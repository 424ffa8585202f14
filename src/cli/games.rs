//! The five games, each found by its journal.
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::output::{self, Out};
use crate::{
    args::Play, battle_journal::BattleJournals, boards, crystal::CampaignJournals, false_dice::ForgedScope,
    journal_commands::JournalCommands, open, prompt::Keyboard, proof, verdict::severity,
};
use crystal::Crystal;
use load::Sources;
use session::{PlayableGame as _, Refusal};

/// Returns the commands for journals of the game that line 1 names so, by default for those of battles.
fn game_named(game: &str) -> &'static dyn JournalCommands {
    match boards::kind_named(game) {
        Some(which) => boards::journal_commands(which),
        None if game == Crystal::NAME => &CampaignJournals,
        None => &BattleJournals,
    }
}

/// Returns the commands for a journal file. If its first line names no game, it is a battle.
pub fn for_file(file: &Path) -> &'static dyn JournalCommands {
    game_named(&open::game_of(file).unwrap_or_default())
}

pub fn play(sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
    let game = open::game_of(Path::new(&play.what)).unwrap_or_default();
    if play.machine.is_given() && boards::kind_named(&game).is_none() {
        return Err(Refusal::usage("The engine plays only the board games.").line("kaiser tafl --machine white"));
    }
    if play.at.is_some() && !game.is_empty() && game != naval::Naval::NAME {
        let what = format!("{} is not a battle, and only battles have what-ifs.", play.what);
        return Err(Refusal::usage(what).hint("omit --at"));
    }
    if !play.admirals.is_empty() && !game.is_empty() && game != naval::Naval::NAME {
        return Err(Refusal::usage("Admirals play only battles of Coal, and the Kaiser.")
            .line("kaiser play ulsan --admiral russia=captain"));
    }
    if !play.mirrors.is_empty() && !game.is_empty() && game != naval::Naval::NAME {
        return Err(Refusal::usage("Only battles of Coal, and the Kaiser have a mirror.")
            .line("kaiser play ulsan --mirror pages"));
    }
    game_named(&game).resume(sources, keyboard, play, out)
}

/// Refuses `--admirals` for other games than battles.
fn check_is_battle(file: &Path) -> Result<(), Refusal> {
    match open::game_of(file) {
        Some(game) if game != naval::Naval::NAME => {
            let what = format!("{} is of a game that no admirals play.", file.display());
            Err(Refusal::usage(what).form("kaiser verify FILE"))
        }
        Some(_) | None => Ok(()),
    }
}

/// Reports each error of several files, and returns the worst exit code or the error of a single file.
pub fn verify(
    sources: &Sources,
    files: &[PathBuf],
    admirals: bool,
    forged: ForgedScope,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let mut worst = 0;
    for file in files {
        let verified = match admirals {
            true => check_is_battle(file).and_then(|()| proof::verify_battle(sources, file, true, forged, out)),
            false => for_file(file).verify(sources, file, forged, out),
        };
        match verified {
            Err(problem) if files.len() == 1 => return Err(problem),
            Err(problem) => {
                output::report(&problem, out.json);
                worst = worse_code(worst, problem.kind.exit_code());
            }
            Ok(code) => worst = worse_code(worst, code),
        }
    }
    Ok(ExitCode::from(worst))
}

fn worse_code(left: u8, right: u8) -> u8 {
    if severity(left) < severity(right) { right } else { left }
}

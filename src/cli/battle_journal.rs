//! Reads journals of battles: log, show, tally, map, verify.
use std::{path::Path, process::ExitCode};

use super::journal_commands::{GameSummary, JournalCommands};
use super::journal_dice::{JournalDice, read_dice};
use super::{battle, false_dice::ForgedScope, map, open, output::Out, prompt::Keyboard, proof, viewers};
use crate::args::{MapArgs, Past, Play, values::read_moment};
use load::Sources;
use naval::model::Purpose;
use naval::view::{View, Viewer};
use naval::{Naval, State};
use session::naval::{BattleAt, LogScope, battle_at, log_of, no_war_refusal, verdict_and_points};
use session::{Refusal, RulingDetail};
use show::dice_ledger::{DiceGrouping, NOBODY};

pub struct BattleJournals;

impl JournalCommands for BattleJournals {
    fn summarise(&self, file: &Path) -> Result<GameSummary, Refusal> {
        battle::summarise(file)
    }

    fn resume(&self, sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
        battle::play(sources, keyboard, play, out)
    }

    fn verify(&self, sources: &Sources, file: &Path, forged: ForgedScope, out: &mut Out) -> Result<u8, Refusal> {
        proof::verify_battle(sources, file, false, forged, out)
    }

    fn fallen_dice(&self, file: &Path, by: DiceGrouping, out: &mut Out) -> Result<JournalDice, Refusal> {
        read_dice::<Naval>(file, by, out, side_name, show::purpose::purpose_name)
    }

    fn log(&self, past: &Past, full: bool, out: &mut Out) -> Result<(), Refusal> {
        let seen = open::open_with_notes(&past.file, |words| out.say(words))?;
        let viewer = viewers::viewer_named(seen.journal.state(), &Viewer::Referee, past.side.as_deref())?;
        let scope = LogScope::until(&seen.journal, read_moment(past.at.as_deref())?, &viewer)?;
        let detail = if full { RulingDetail::Full } else { RulingDetail::Brief };
        out.print_page(log_of(&seen.journal, &scope.with_detail(detail)));
        Ok(())
    }

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let (state, viewer) = battle_and_viewer(past, out)?;
        let view = View::seen_by(&state, &viewer);
        out.print(show::status::status(&view, show::status::StatusDetail::Open), &show::json::status_json(&view));
        Ok(())
    }

    fn map(&self, args: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
        let seen = open::open_with_notes(&args.past.file, |words| out.say(words))?;
        let viewer = viewers::viewer_named(seen.journal.state(), &Viewer::Referee, args.past.side.as_deref())?;
        let battle = battle_at(&seen.journal, read_moment(args.past.at.as_deref())?, &viewer)?;
        battle.note.iter().for_each(|note| out.say(note));
        out.print_answer(&map::map_of_journal(&seen.journal, &battle.state, &viewer, args)?);
        Ok(())
    }

    fn chronicle(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let (state, viewer) = battle_and_viewer(past, out)?;
        let view = View::seen_by(&state, &viewer);
        let text = show::war::chronicle(&view).ok_or_else(no_war_refusal)?;
        out.print(text, &show::war::chronicle_json(&view));
        Ok(())
    }

    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let (state, viewer) = battle_and_viewer(past, out)?;
        out.print_page(verdict_and_points(&state, &viewer));
        Ok(())
    }
}

/// Returns the name of the side that rolls a die.
fn side_name(state: &State, purpose: &Purpose) -> String {
    purpose.side(state).map_or(NOBODY, |side| &side.name).to_owned()
}

/// Opens a journal at a moment, for the viewer of `--side`.
fn battle_and_viewer(past: &Past, out: &mut Out) -> Result<(State, Viewer), Refusal> {
    let seen = open::open_with_notes(&past.file, |words| out.say(words))?;
    let viewer = viewers::viewer_named(seen.journal.state(), &Viewer::Referee, past.side.as_deref())?;
    let BattleAt { state, note } = battle_at(&seen.journal, read_moment(past.at.as_deref())?, &viewer)?;
    note.iter().for_each(|note| out.say(note));
    Ok((state, viewer))
}

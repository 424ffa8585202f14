//! Reads journals of campaigns: verify, log, show, map.
use std::{path::Path, process::ExitCode};

use serde_json::json;

use super::{begin, maps};
use crate::args::{MapArgs, Past, Play};
use crate::journal_commands::{GameSummary, JournalCommands, entry_named, state_at};
use crate::journal_dice::{JournalDice, read_dice};
use crate::setup_origin::{self, ExpectedSetup, ExtraFindings};
use crate::{false_dice::ForgedScope, notices, open, output::Out, prompt::Keyboard, proof};
use crystal::{Crystal, Setup, rules::Rules};
use load::Sources;
use play::journal::Journal;
use session::{PlayableGame as _, Refusal, crystal::log_of};
use show::crystal as words;
use show::dice_ledger::DiceGrouping;

pub struct CampaignJournals;

impl JournalCommands for CampaignJournals {
    fn resume(&self, sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
        begin::resume_game(sources, keyboard, play, out)
    }

    fn summarise(&self, file: &Path) -> Result<GameSummary, Refusal> {
        begin::summarise(file)
    }

    fn verify(&self, sources: &Sources, file: &Path, forged: ForgedScope, out: &mut Out) -> Result<u8, Refusal> {
        let ending = |journal: &Journal<Crystal>| {
            notices::check_notices(journal, notices::SessionKind::Solo, &[], |_, _, _| false, |_, _| None)?;
            Ok(ExtraFindings::from_outcome(words::status(journal.state())))
        };
        proof::verify_journal::<Crystal>(sources, file, forged, out, |setup| expected_setup(sources, setup), ending)
    }

    fn fallen_dice(&self, file: &Path, by: DiceGrouping, out: &mut Out) -> Result<JournalDice, Refusal> {
        read_dice::<Crystal>(
            file,
            by,
            out,
            |state, purpose| words::dice_owner(state, *purpose),
            |purpose| words::purpose_name(*purpose),
        )
    }

    fn log(&self, past: &Past, _: bool, out: &mut Out) -> Result<(), Refusal> {
        let journal = open_journal(past, out)?;
        let last = entry_named(&journal, requested_entry(past)?)?.unwrap_or(journal.entries().len());
        out.print_page(log_of(&journal, last));
        Ok(())
    }

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let state = &state_at(&open_journal(past, out)?, requested_entry(past)?)?;
        let status = words::status(state);
        let mut value = words::chart_json(state);
        value["game"] = json!(Crystal::NAME);
        value["scenario"] = json!(state.scenario().id);
        value["status"] = json!(status);
        out.print(format!("{}\n{status}", words::chart_text(state)), &value);
        Ok(())
    }

    fn map(&self, args: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
        let state = state_at(&open_journal(&args.past, out)?, requested_entry(&args.past)?)?;
        out.print_answer(&maps::map_of_journal(&state, args)?);
        Ok(())
    }

    fn chronicle(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        requested_entry(past)?;
        let journal = open_journal(past, out)?;
        out.print_answer(&maps::chronicle_of_journal(&journal)?);
        Ok(())
    }

    fn tally(&self, past: &Past, _: &mut Out) -> Result<(), Refusal> {
        let file = past.file.display();
        let what = format!("{file} is the journal of a campaign, which is won or lost and has no points.");
        Err(Refusal::cannot(what).line(format!("kaiser show {file}")))
    }
}

/// Returns the campaign of that name in this program, with the journal's switches. The error states why it is missing.
fn expected_setup(sources: &Sources, setup: &Setup) -> Result<ExpectedSetup<Setup>, String> {
    let id = &setup.scenario.id;
    let scenario = load::campaign(sources, id).map_err(|_| format!("this program has no campaign \"{id}\""))?;
    let plain = Setup { scenario: setup.scenario.clone(), rules: Rules::default() };
    let chosen = setup_origin::choices(setup, &plain);
    Ok(ExpectedSetup { chosen, ..ExpectedSetup::built_in(Setup { scenario, rules: setup.rules }) })
}

fn open_journal(past: &Past, out: &mut Out) -> Result<Journal<Crystal>, Refusal> {
    Ok(open::open_with_notes(&past.file, |words| out.say(words))?.journal)
}

/// Returns the entry that `--at` names. Refuses `--side`, because a campaign has one side.
fn requested_entry(past: &Past) -> Result<Option<&str>, Refusal> {
    if let Some(side) = &past.side {
        let what = format!("A campaign has only one side, so it has no side \"{side}\".");
        return Err(Refusal::usage(what).hint("omit --side"));
    }
    Ok(past.at.as_deref())
}

//! Generates a battle again from the options that its file records.
use clap::Parser;

use super::{draw_battle, find_theatre, parse_approaches, title};
use crate::{args::GenerateArgs, setup_origin::ExpectedSetup};
use load::{BattleLabel, Meeting, Provenance, Sources};
use naval::model::Setup;
use session::{DiceMode, Refusal};

/// Parses the recorded options.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct RecordedArgs {
    #[command(flatten)]
    args: GenerateArgs,
}

/// Returns the setup of a generated battle as its own command makes it today. The error states why not: it was never
/// generated, or by other data, with typed dice, or in a way that cannot be repeated.
pub fn regenerate(sources: &Sources, setup: &Setup) -> Result<ExpectedSetup<Setup>, String> {
    let id = &setup.scenario;
    let Some(made) = load::provenance(setup) else {
        return Err(format!("this program has no scenario \"{id}\""));
    };
    let not_again = || format!("\"{id}\" was generated in a way that cannot be repeated");
    let edition = made.edition.as_ref().ok_or_else(not_again)?;
    if *edition != load::edition(sources) {
        return Err(format!("\"{id}\" was generated with data edition {edition}"));
    }
    let RecordedArgs { args } = RecordedArgs::try_parse_from(made.args.split_whitespace()).map_err(|_| not_again())?;
    let setup = draw_from_args(sources, setup, &args, &made)
        .map_err(|problem| format!("{}: {}", not_again(), problem.error.what))?;
    let text = format!("as `kaiser scenario generate {}` generates it", made.args);
    setup.map(|setup| ExpectedSetup { setup, origin: text, chosen: Vec::new() }).ok_or_else(not_again)
}

/// Draws the battle again. `None` if the day or the seed is missing, or if a person rolled or was asked.
fn draw_from_args(
    sources: &Sources,
    setup: &Setup,
    args: &GenerateArgs,
    made: &Provenance,
) -> Result<Option<Setup>, Refusal> {
    let (Some(date), Some(seed), DiceMode::Roll, false) = (args.date, args.seed, args.dice, args.ask) else {
        return Ok(None);
    };
    let theatre = find_theatre(sources, &args.theatre)?;
    let mut meeting = Meeting::prepare(sources, &theatre, date, args.size)?;
    let approaches = parse_approaches(&meeting.setup, args)?;
    let drawn = draw_battle(&meeting.setup, args, seed, &approaches)?;
    let label = BattleLabel { id: setup.scenario.clone(), title: title(&theatre, date), provenance: made.clone() };
    let text = load::meeting_file(&theatre, &drawn.state, &label)?;
    Ok(Some(meeting.read_drawn(sources, &format!("{}.yaml", label.id), &text)?))
}

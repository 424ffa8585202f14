//! Generates a battle again from the options that its file records.
use clap::Parser;

use super::{approaches, drawn, theatre, title};
use crate::{args::GenerateArgs, origin::Model};
use load::{About, Made, Meeting, Sources};
use naval::model::Setup;
use session::{Mode, Refusal};

/// Parses the recorded options.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    args: GenerateArgs,
}

/// Returns the setup of a generated battle as its own command makes it today. The error states why not: it was never
/// generated, or by other data, with typed dice, or in a way that cannot be repeated.
pub fn again(sources: &Sources, setup: &Setup) -> Result<Model<Setup>, String> {
    let id = &setup.scenario;
    let Some(made) = load::made(setup) else {
        return Err(format!("\"{id}\" is no scenario of this program"));
    };
    let not_again = || format!("\"{id}\" was drawn up in a way that cannot be taken again");
    let edition = made.edition.as_ref().ok_or_else(not_again)?;
    if *edition != load::edition(sources) {
        return Err(format!("\"{id}\" was drawn up with data edition {edition}"));
    }
    let Words { args } = Words::try_parse_from(made.words.split_whitespace()).map_err(|_| not_again())?;
    let setup =
        drawn_up(sources, setup, &args, &made).map_err(|problem| format!("{}: {}", not_again(), problem.fault.what))?;
    let says = format!("as `kaiser scenario generate {}` draws it up", made.words);
    setup.map(|setup| Model { setup, says, chosen: Vec::new() }).ok_or_else(not_again)
}

/// `None` if the day or the seed is missing, or if a person rolled or was asked.
fn drawn_up(sources: &Sources, setup: &Setup, args: &GenerateArgs, made: &Made) -> Result<Option<Setup>, Refusal> {
    let (Some(date), Some(seed), Mode::Roll, false) = (args.date, args.seed, args.dice, args.ask) else {
        return Ok(None);
    };
    let theatre = theatre(sources, &args.theatre)?;
    let mut meeting = Meeting::of(sources, &theatre, date, args.size)?;
    let said = approaches(&meeting.setup, args)?;
    let drawn = drawn(&meeting.setup, args, seed, &said)?;
    let about = About { id: setup.scenario.clone(), title: title(&theatre, date), made: made.clone() };
    let text = load::meeting_file(&theatre, &drawn.state, &about)?;
    Ok(Some(meeting.drawn(sources, &format!("{}.yaml", about.id), &text)?))
}

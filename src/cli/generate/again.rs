//! A battle that was drawn up, drawn up once more by what its file says of itself.
use clap::Parser;

use super::{approaches, drawn, theatre, title};
use crate::{args::GenerateArgs, origin::Model};
use load::{About, Made, Meeting, Sources};
use naval::model::Setup;
use session::{Mode, Refusal};

/// What follows.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    args: GenerateArgs,
}

/// The set-up of a drawn-up battle as its own command makes it today. Else why not: it never was drawn up, by other
/// data, with dice that were typed, or not so.
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

/// Nothing where the day or the seed is not said, or a person threw or was asked.
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

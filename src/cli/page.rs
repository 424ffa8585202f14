//! `kaiser page`: a battle as one HTML file for one viewer.
use std::path::{Path, PathBuf};

use naval::view::Viewer;
use naval::{Naval, State};
use play::journal::Journal;
use serde_json::json;
use session::naval::{Moment, commands_before, entry_shown_to, for_each_step};
use session::{PlayableGame as _, Refusal, branch_text};
use show::page::{PageBuilder, PageHeading, PageUse};

use super::args::{PageArgs, Past, values::read_moment};
use super::{file, open, output::Out, viewers};

const ENDING: &str = "html";
/// The heading of a what-if for players. Its number of copied entries would reveal how many orders the enemy gave.
const WHAT_IF: &str = "A what-if, not the battle as it was played";

/// Writes the page of a journal.
///
/// # Errors
/// The file is no journal of a battle, the moment or the turns were not played, or the page's file exists.
pub fn write_page(args: &PageArgs, out: &mut Out) -> Result<(), Refusal> {
    let path = &args.past.file;
    let (journal, viewer) = open_battle(&args.past, "pages", out)?;
    let journal = &journal;
    let target = target(args, &viewer)?;
    file::check_free(&target)?;
    let until = last_entry(journal, read_moment(args.past.at.as_deref())?, &viewer)?;
    let mut builder = PageBuilder::default();
    for_each_step(journal, until, &viewer, args.turns.as_ref(), |step| builder.add(step));
    let Some(turn) = builder.last_turn().map(str::to_owned) else {
        return Err(no_such_turns(path, journal));
    };
    let moments = builder.moments();
    let page = builder.page(&heading(journal, &viewer), PageUse::Keeping);
    file::write(&target, page.as_bytes())?;
    let knows = if viewer.is_referee() { "everything".to_owned() } else { knowledge(journal.state(), &viewer) };
    let kilobytes = page.len().div_ceil(1000);
    let text = format!(
        "The page is in {} ({moments} moments, {kilobytes} kB): {knows}, up to turn {turn}.",
        file::as_typed(&target).display()
    );
    out.print(text, &json!({ "file": target.display().to_string(), "moments": moments, "bytes": page.len() }));
    Ok(())
}

pub fn no_such_turns(path: &Path, journal: &Journal<Naval>) -> Refusal {
    let what = format!("No turn of {} is in that range.", path.display());
    Refusal::not_there(what).hint(format!("the battle is at turn {}", journal.state().turn))
}

/// Opens the journal of a battle for a viewer. `things` are what only battles have: `pages`.
pub fn open_battle(past: &Past, things: &str, out: &mut Out) -> Result<(Journal<Naval>, Viewer), Refusal> {
    let path = &past.file;
    if open::game_of(path).is_some_and(|game| game != Naval::NAME) {
        let what = format!("{} is not a battle, and only battles have {things}.", path.display());
        return Err(Refusal::usage(what).line(format!("kaiser show {}", path.display())));
    }
    let seen = open::open_with_notes::<Naval>(path, |words| out.say(words))?;
    let viewer = viewers::viewer_named(seen.journal.state(), &Viewer::Referee, past.side.as_deref())?;
    Ok((seen.journal, viewer))
}

/// `as Japan knows it`, or `for all at the table`.
pub fn knowledge(state: &State, viewer: &Viewer) -> String {
    match viewer {
        Viewer::Table => "for all at the table".to_owned(),
        Viewer::Referee | Viewer::Side(_) => format!("as {} knows it", viewer.name(state)),
    }
}

/// Returns the heading of a viewer's page.
pub fn heading(journal: &Journal<Naval>, viewer: &Viewer) -> PageHeading {
    let (state, branch) = (journal.state(), journal.header().branch.as_ref());
    let words = match viewer {
        Viewer::Referee => "The referee's page: shows everything".to_owned(),
        Viewer::Table | Viewer::Side(_) => show::lines::capital(&knowledge(state, viewer)),
    };
    PageHeading {
        title: state.setup.title.trim_end_matches('.').to_owned(),
        date: state.setup.date.format("%-d %B %Y").to_string(),
        viewer: words,
        shows_everything: viewer.is_referee(),
        branch: branch.map(|branch| if viewer.is_referee() { branch_text(branch) } else { WHAT_IF.to_owned() }),
    }
}

/// Returns the file to write: the one of `-o`, or the journal's name with the viewer's.
fn target(args: &PageArgs, viewer: &Viewer) -> Result<PathBuf, Refusal> {
    let Some(output) = &args.output else {
        let stem = args.past.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = viewer.journal_name().map_or_else(|| stem.clone(), |name| format!("{stem}-{name}"));
        return Ok(PathBuf::from(format!("{stem}.{ENDING}")));
    };
    if has_ending(output) {
        return Ok(output.clone());
    }
    let what = format!("A page is written as FILE.{ENDING}, not {}.", output.display());
    Err(Refusal::usage(what).hint(format!("-o {}", output.with_extension(ENDING).display())))
}

fn has_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
}

/// Returns the last entry on the page: the one that `at` numbers, or the last before its segment. `None` for all.
pub fn last_entry(journal: &Journal<Naval>, at: Option<Moment>, viewer: &Viewer) -> Result<Option<usize>, Refusal> {
    match at {
        None => Ok(None),
        Some(Moment::Entry(number)) => entry_shown_to(journal, number, viewer).map(Some),
        Some(Moment::Segment(_)) => {
            let commands = commands_before(journal, at)?;
            Ok(Some(commands.last().map_or(0, |applied| applied.entry)))
        }
    }
}

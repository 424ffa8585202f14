//! A battle begun, gone on with, and what its lines ask of the door.
use std::process::ExitCode;

use super::evening::{self, Anew, AtDoor, Evening};
use super::{args::Play, guide, map, open, output::Out, store::Store};
use load::Sources;
use naval::Naval;
use session::naval::Seat;
use session::{Answer, Playable as _, Problem, Session};

/// A scenario begun, or the journal of a battle gone on with.
pub fn go_on(sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
    let evening = Evening::of(sources, &play.lines, play.dice)?;
    let store = start(sources, play)?;
    let fills = |session: &Session<'_, Naval>, line: &str| guide::fill(&session.known(), line);
    let battle = AtDoor { seat: Seat::of(store.journal()), draws: draw, fills };
    evening.hold(store, battle, |_| Ok(()), out)
}

fn start(sources: &Sources, play: &Play) -> Result<Store<Naval>, Problem> {
    if open::is_journal(&play.what) {
        says_nothing_anew(play)?;
        return evening::go_on(play);
    }
    if play.private && play.seed.is_some() {
        let what = "with --private the seed is drawn: one that is typed could be tried until the dice come out";
        return Err(Problem::usage(what).hint("leave --seed out"));
    }
    let mut setup = open::setup(sources, &play.what)?;
    if play.measured {
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    }
    let stem = setup.scenario.to_string();
    let (seed, salts, private) = (play.seed, play.salts, play.private);
    Anew { seed, salts, private, output: play.output.as_deref(), stem: &stem }.begin(sources, setup)
}

/// Nobody says anew what stands in the first line of a battle's journal.
fn says_nothing_anew(play: &Play) -> Result<(), Problem> {
    let file = &play.what;
    let (what, hint) = if let Some(output) = &play.output {
        (format!("{file} is a journal and goes on in its own file, not in {}", output.display()), "leave -o out")
    } else if play.measured {
        (format!("{file} goes on as it was begun"), "leave --measured out")
    } else if play.private {
        return Err(goes_on_in_one_file(play));
    } else if play.salts.is_some() {
        (format!("where the salts of {file} come from stands in its first line"), "leave --salts out")
    } else if play.seed.is_some() {
        (format!("the seed of {file} stands in its first line"), "leave --seed out")
    } else {
        return Ok(());
    };
    Err(Problem::usage(what).hint(hint))
}

/// A journal goes on as it was begun.
pub fn goes_on_in_one_file(play: &Play) -> Problem {
    let what = format!("{} was begun without a second file, or has it already", play.what);
    Problem::usage(what).hint("leave --private out")
}

/// Answers what is drawn.
fn draw(session: &mut Session<'_, Naval>, text: &str) -> Result<Answer, Problem> {
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (rest, reader) = (rest.trim(), &session.seat.reader);
    match Naval::word(verb).as_str() {
        "map" => map::at_prompt(session.journal(), reader, rest),
        #[cfg(feature = "paper")]
        _ => super::print::at_prompt::at_prompt(session.state(), reader, rest),
        #[cfg(not(feature = "paper"))]
        _ => Err(super::picture::no_paper()),
    }
}

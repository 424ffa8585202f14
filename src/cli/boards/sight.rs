//! A board looked at: on the terminal, as a picture, as any side sees it, at any moment.
use std::{
    io::{self, IsTerminal},
    path::Path,
};

use serde_json::json;

use super::{Companion, Eyes, seen, table};
use crate::{
    args::MapArgs,
    evening::told,
    map::file_named,
    output::Out,
    past,
    picture::{self, Picture},
    problem::Problem,
    terminal,
};
use boards::Sided;
use play::journal::Journal;
use session::{
    Answer, Session,
    boards::{EyesOf, check_moment},
};
use show::{
    boards::{self as words, Diagram, picture::svg},
    map::{Lettering, Page},
};

const PICTURE: Picture = Picture { what: "board", named: "board to game.svg", width: 1_000, wider: "width 1000" };
const USAGE: &str = "board [all | SIDE] [ascii | unicode] [width N] [to FILE.svg | FILE.png]";

/// What is asked of a board.
struct Wish<S> {
    eyes: Eyes<S>,
    lettering: Option<Lettering>,
    file: Option<String>,
    width: Option<u32>,
}

impl<S: Sided> Wish<S> {
    fn read(words: &[&str], eyes: Eyes<S>) -> Result<Wish<S>, Problem> {
        let mut wish = Wish { eyes, lettering: None, file: None, width: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.to_lowercase().as_str() {
                "all" => wish.eyes = Eyes::All,
                "ascii" => wish.lettering = Some(Lettering::Ascii),
                "unicode" => wish.lettering = Some(Lettering::Unicode),
                "width" => {
                    let width = words.next().and_then(|width| width.parse().ok());
                    let width = width.ok_or_else(|| Problem::new("width needs a number of points").hint("width 1000"));
                    wish.width = Some(width?);
                }
                "to" => wish.file = Some(file_named(words.by_ref().copied(), "board to game.svg")?),
                other => match S::named(other) {
                    Some(side) => wish.eyes = Eyes::Side(side),
                    None => return Err(Problem::new(format!("\"{other}\" is no part of a board")).hint(USAGE)),
                },
            }
        }
        Ok(wish)
    }
}

/// The eyes of a side by its name, or the referee's for `all`; without one, of the side to move.
///
/// # Errors
/// The game has no such side.
pub fn eyes<S: Sided>(name: Option<&str>) -> Result<Eyes<S>, Problem> {
    let Some(name) = name else { return Ok(Eyes::Mover) };
    if name.eq_ignore_ascii_case("all") {
        return Ok(Eyes::All);
    }
    let [first, second] = S::BOTH.map(Sided::name);
    let none = || Problem::usage(format!("\"{name}\" is no side of this game"));
    S::named(&name.to_lowercase()).map(Eyes::Side).ok_or_else(|| none().hint(format!("{first}, {second} or all")))
}

/// The state just after an entry, as `log` numbers them, for these eyes; the state now without one.
///
/// # Errors
/// There is no such entry; the eyes would see there what was shown and taken back.
pub fn moment<G: Companion>(journal: &Journal<G>, at: Option<&str>, eyes: EyesOf<G>) -> Result<G::State, Problem> {
    check_moment(journal, past::entry(journal, at)?, eyes)?;
    past::state_at(journal, at)
}

/// The board for standard output: plain ASCII in a pipe and where the terminal knows no more, unless it is chosen.
pub fn page(diagram: &Diagram, chosen: Option<Lettering>) -> Page {
    let usual = || if io::stdout().is_terminal() { terminal::lettering(false) } else { Lettering::Ascii };
    words::page(diagram, chosen.unwrap_or_else(usual))
}

/// `board [all | SIDE] [ascii | unicode] [width N] [to FILE]`, as the side to move sees it or as is asked.
///
/// # Errors
/// A word that is no part of it; nobody may look; a file that is there already.
pub fn at_prompt<G: Companion>(session: &mut Session<'_, G>, text: &str) -> Result<Answer, Problem> {
    let words: Vec<&str> = text.split_whitespace().skip(1).collect();
    let wish = Wish::read(&words, session.eyes())?;
    session.looks(wish.eyes, text)?;
    shown::<G>(session.state(), &wish)
}

fn shown<G: Companion>(state: &G::State, wish: &Wish<G::Side>) -> Result<Answer, Problem> {
    let diagram = G::diagram(state, wish.eyes);
    match &wish.file {
        Some(file) => {
            let written = picture::write(&svg(&diagram), Path::new(file), wish.width, &PICTURE)?;
            Ok(Answer::text(written.said).with(json!({ "file": written.file })))
        }
        None => Ok(Answer::page(page(&diagram, wish.lettering)).key("board", json!(diagram))),
    }
}

/// `kaiser map FILE [all | SIDE] [--at ENTRY] [--side SIDE] [-o FILE]`.
///
/// # Errors
/// The journal cannot be read; no such entry or side; a file that is there already.
pub fn map_of<G: Companion>(asked: &MapArgs, out: &mut Out) -> Result<(), Problem> {
    let seen = seen::<G>(&asked.past.file)?;
    let words: Vec<&str> = asked.words.iter().map(String::as_str).collect();
    let mut wish = Wish::<G::Side>::read(&words, Eyes::Mover)?;
    if asked.past.side.is_some() {
        wish.eyes = eyes(asked.past.side.as_deref())?;
    }
    wish.eyes = table::open_to(&seen.journal, wish.eyes)?;
    let state = moment::<G>(&seen.journal, asked.past.at.as_deref(), wish.eyes)?;
    if asked.ascii {
        wish.lettering = Some(Lettering::Ascii);
    }
    wish.file = asked.output.as_ref().map(|file| file.display().to_string()).or(wish.file);
    wish.width = asked.width.or(wish.width);
    let answer = shown::<G>(&state, &wish)?;
    told(out, answer);
    Ok(())
}

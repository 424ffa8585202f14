//! Shows a board on the terminal or as a picture, for any side and at any moment.
use serde_json::json;

use crate::journalled::{entry, state_at};
use crate::picture::{self, Picture, file_named};
use crate::{args::MapArgs, open, output::Out, terminal};
use boards::Sided;
use play::{journal::Journal, verbs::did_you_mean};
use session::boards::{Companion, Eyes, EyesOf, check_moment, table};
use session::{Refusal, Session, Told};
use show::boards::{self as words, Diagram, picture::svg};
use show::map::{Lettering, Page};

const PICTURE: Picture = Picture { what: "board", named: "board to game.svg", width: 1_000, wider: "width 1000" };
const PARTS: [&str; 7] = ["all", "ascii", "unicode", "compact", "tall", "width", "to"];
const USAGE: &str = "board [all | SIDE] [compact | tall] [ascii | unicode] [width N] [to FILE.svg | FILE.png]";

/// The options of a board.
struct Wish<S> {
    eyes: Eyes<S>,
    lettering: Option<Lettering>,
    /// The most lines it may take. `None` is unlimited.
    lines: Option<usize>,
    file: Option<String>,
    width: Option<u32>,
}

impl<S: Sided> Wish<S> {
    fn read<'a>(mut words: impl Iterator<Item = &'a str>, eyes: Eyes<S>) -> Result<Wish<S>, Refusal> {
        let mut wish = Wish { eyes, lettering: None, lines: terminal::lines(), file: None, width: None };
        while let Some(word) = words.next() {
            match word.to_lowercase().as_str() {
                "all" => wish.eyes = Eyes::All,
                "ascii" => wish.lettering = Some(Lettering::Ascii),
                "unicode" => wish.lettering = Some(Lettering::Unicode),
                "compact" => wish.lines = Some(0),
                "tall" => wish.lines = None,
                "width" => wish.width = Some(PICTURE.points(words.next())?),
                "to" => wish.file = Some(file_named(words.by_ref(), PICTURE.named)?),
                other => match S::called(other) {
                    Some(side) => wish.eyes = Eyes::Side(side),
                    None => {
                        let words = S::BOTH.map(Sided::name).into_iter().chain(PARTS);
                        let hint = did_you_mean(other, words, USAGE);
                        return Err(Refusal::read(format!("\"{other}\" is no part of a board")).hint(hint));
                    }
                },
            }
        }
        Ok(wish)
    }
}

/// Returns the eyes of the named side, or the referee's for `all`. Without a name, those of the side to move.
pub fn eyes<S: Sided>(name: Option<&str>) -> Result<Eyes<S>, Refusal> {
    let Some(name) = name else { return Ok(Eyes::Mover) };
    if name.eq_ignore_ascii_case("all") {
        return Ok(Eyes::All);
    }
    let [first, second] = S::BOTH.map(Sided::name);
    let none = || Refusal::usage(format!("\"{name}\" is no side of this game"));
    let hint = || did_you_mean(name, [first, second, "all"], format!("{first}, {second} or all"));
    S::called(name).map(Eyes::Side).ok_or_else(|| none().hint(hint()))
}

/// Returns the state just after an entry (numbered as in `log`), or the current one. Eyes may not see there what was
/// shown and then undone.
pub fn moment<G: Companion>(journal: &Journal<G>, at: Option<&str>, eyes: EyesOf<G>) -> Result<G::State, Refusal> {
    check_moment(journal, entry(journal, at)?, eyes)?;
    state_at(journal, at)
}

/// Renders the board for standard output. Plain ASCII in a pipe or on a limited terminal, unless chosen otherwise.
pub fn page(diagram: &Diagram, chosen: Option<Lettering>, lines: Option<usize>) -> Page {
    words::page(diagram, chosen.unwrap_or_else(terminal::usual_lettering), lines)
}

/// `board [all | SIDE] [ascii | unicode] [width N] [to FILE]`, by default as the side to move sees it.
pub fn at_prompt<G: Companion>(session: &mut Session<'_, G>, how: &str) -> Result<Told, Refusal> {
    let wish = Wish::read(how.split_whitespace(), session.eyes())?;
    session.looks(wish.eyes, format!("board {how}").trim_end())?;
    shown::<G>(session.state(), &wish)
}

fn shown<G: Companion>(state: &G::State, wish: &Wish<G::Side>) -> Result<Told, Refusal> {
    let diagram = G::diagram(state, wish.eyes);
    match &wish.file {
        Some(file) => Ok(picture::write(&svg(&diagram), file, wish.width, &PICTURE)?.0),
        None => Ok(Told::page(page(&diagram, wish.lettering, wish.lines)).key("board", json!(diagram))),
    }
}

/// Whether a typed line looks at hidden things: at the position, or at the board as a side or the referee sees it.
pub fn is_look<S: Sided>(line: &str) -> bool {
    let line = line.to_lowercase();
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["position"] | ["save", "position"] => true,
        ["board", ref rest @ ..] => {
            Wish::<S>::read(rest.iter().copied(), Eyes::Mover).is_ok_and(|wish| wish.eyes != Eyes::Mover)
        }
        _ => false,
    }
}

/// `kaiser map FILE [all | SIDE] [--at ENTRY] [--side SIDE] [-o FILE]`.
pub fn map_of<G: Companion>(asked: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
    crate::map::without_tiles(asked)?;
    let seen = open::look::<G>(&asked.past.file, |words| out.say(words))?;
    let mut wish = Wish::<G::Side>::read(asked.words.iter().map(String::as_str), Eyes::Mover)?;
    if let Some(side) = &asked.past.side {
        wish.eyes = eyes(Some(side))?;
    }
    wish.eyes = table::open_to(&seen.journal, wish.eyes)?;
    let state = moment::<G>(&seen.journal, asked.past.at.as_deref(), wish.eyes)?;
    if asked.ascii {
        wish.lettering = Some(Lettering::Ascii);
    }
    wish.file = asked.output.as_ref().map(|file| file.display().to_string()).or(wish.file);
    wish.width = asked.width.or(wish.width);
    out.found(&shown::<G>(&state, &wish)?);
    Ok(())
}

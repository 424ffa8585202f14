//! Shows a board on the terminal or as a picture, for any side and at any moment.
use serde_json::json;

use crate::journal_commands::{entry_named, state_at};
use crate::picture::{self, Picture, file_named};
use crate::{args::MapArgs, open, output::Out, terminal};
use boards::Sided;
use play::{journal::Journal, verbs::did_you_mean};
use session::boards::{BoardGame, BoardViewer, EyesOf, check_moment, table};
use session::{Answer, Refusal, Session};
use show::boards::{self as words, Diagram, picture::svg};
use show::map::{CharacterSet, Page};

const PICTURE: Picture = Picture { what: "board", naming: "board to game.svg", width: 1_000, width_hint: "width 1000" };
const PARTS: [&str; 7] = ["all", "ascii", "unicode", "compact", "tall", "width", "to"];
const USAGE: &str = "board [all | SIDE] [compact | tall] [ascii | unicode] [width N] [to FILE.svg | FILE.png]";

/// The options of a board.
struct BoardOptions<S> {
    eyes: BoardViewer<S>,
    lettering: Option<CharacterSet>,
    /// The most lines it may take. `None` is unlimited.
    lines: Option<usize>,
    file: Option<String>,
    width: Option<u32>,
}

impl<S: Sided> BoardOptions<S> {
    fn read<'a>(mut words: impl Iterator<Item = &'a str>, eyes: BoardViewer<S>) -> Result<BoardOptions<S>, Refusal> {
        let mut wish = BoardOptions { eyes, lettering: None, lines: terminal::lines(), file: None, width: None };
        while let Some(word) = words.next() {
            match word.to_lowercase().as_str() {
                "all" => wish.eyes = BoardViewer::Referee,
                "ascii" => wish.lettering = Some(CharacterSet::Ascii),
                "unicode" => wish.lettering = Some(CharacterSet::Unicode),
                "compact" => wish.lines = Some(0),
                "tall" => wish.lines = None,
                "width" => wish.width = Some(PICTURE.parse_width(words.next())?),
                "to" => wish.file = Some(file_named(words.by_ref(), PICTURE.naming)?),
                other => match S::from_prefix(other) {
                    Some(side) => wish.eyes = BoardViewer::Side(side),
                    None => {
                        let words = S::BOTH.map(Sided::name).into_iter().chain(PARTS);
                        let hint = did_you_mean(other, words, USAGE);
                        return Err(Refusal::read(format!("`board` does not understand \"{other}\".")).hint(hint));
                    }
                },
            }
        }
        Ok(wish)
    }
}

/// Returns the eyes of the named side, or the referee's for `all`. Without a name, those of the side to move.
pub fn eyes<S: Sided>(name: Option<&str>) -> Result<BoardViewer<S>, Refusal> {
    let Some(name) = name else { return Ok(BoardViewer::Mover) };
    if name.eq_ignore_ascii_case("all") {
        return Ok(BoardViewer::Referee);
    }
    let [first, second] = S::BOTH.map(Sided::name);
    let none = || Refusal::usage(format!("This game has no side \"{name}\"."));
    let hint = || did_you_mean(name, [first, second, "all"], format!("{first}, {second} or all"));
    S::from_prefix(name).map(BoardViewer::Side).ok_or_else(|| none().hint(hint()))
}

/// Returns the state just after an entry (numbered as in `log`), or the current one. Eyes may not see there what was
/// shown and then undone.
pub fn moment<G: BoardGame>(journal: &Journal<G>, at: Option<&str>, eyes: EyesOf<G>) -> Result<G::State, Refusal> {
    check_moment(journal, entry_named(journal, at)?, eyes)?;
    state_at(journal, at)
}

/// Renders the board for standard output. Plain ASCII in a pipe or on a limited terminal, unless chosen otherwise.
pub fn page(diagram: &Diagram, chosen: Option<CharacterSet>, lines: Option<usize>) -> Page {
    words::page(diagram, chosen.unwrap_or_else(terminal::usual_lettering), lines)
}

/// `board [all | SIDE] [ascii | unicode] [width N] [to FILE]`, by default as the side to move sees it.
pub fn at_prompt<G: BoardGame>(session: &mut Session<'_, G>, how: &str) -> Result<Answer, Refusal> {
    let wish = BoardOptions::read(how.split_whitespace(), session.default_viewer())?;
    session.record_look_as(wish.eyes, format!("board {how}").trim_end())?;
    render::<G>(session.state(), &wish)
}

fn render<G: BoardGame>(state: &G::State, wish: &BoardOptions<G::Side>) -> Result<Answer, Refusal> {
    let diagram = G::diagram(state, wish.eyes);
    match &wish.file {
        Some(file) => Ok(picture::write(&svg(&diagram), file, wish.width, &PICTURE)?.0),
        None => Ok(Answer::page(page(&diagram, wish.lettering, wish.lines)).with_key("board", json!(diagram))),
    }
}

/// Whether a typed line looks at hidden things: at the position, or at the board as a side or the referee sees it.
pub fn is_look<S: Sided>(line: &str) -> bool {
    let line = line.to_lowercase();
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["position"] | ["save", "position"] => true,
        ["board", ref rest @ ..] => BoardOptions::<S>::read(rest.iter().copied(), BoardViewer::Mover)
            .is_ok_and(|wish| wish.eyes != BoardViewer::Mover),
        _ => false,
    }
}

/// `kaiser map FILE [all | SIDE] [--at ENTRY] [--side SIDE] [-o FILE]`.
pub fn map_of<G: BoardGame>(asked: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
    crate::map::without_tiles(asked)?;
    let seen = open::open_with_notes::<G>(&asked.past.file, |words| out.say(words))?;
    let mut wish = BoardOptions::<G::Side>::read(asked.words.iter().map(String::as_str), BoardViewer::Mover)?;
    if let Some(side) = &asked.past.side {
        wish.eyes = eyes(Some(side))?;
    }
    wish.eyes = table::viewer_from_outside(&seen.journal, wish.eyes)?;
    let state = moment::<G>(&seen.journal, asked.past.at.as_deref(), wish.eyes)?;
    if asked.ascii {
        wish.lettering = Some(CharacterSet::Ascii);
    }
    wish.file = asked.output.as_ref().map(|file| file.display().to_string()).or(wish.file);
    wish.width = asked.width.or(wish.width);
    out.print_answer(&render::<G>(&state, &wish)?);
    Ok(())
}

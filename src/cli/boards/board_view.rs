//! Shows a board on the terminal or as a picture, for any side and at any moment.
use serde_json::json;

use crate::journal_commands::{entry_named, state_at};
use crate::picture::{self, Picture, file_named};
use crate::{args::MapArgs, open, output::Out, terminal};
use boards::Sided;
use play::{journal::Journal, verbs::did_you_mean};
use session::boards::{BoardGame, BoardViewer, ViewerOf, check_moment, table};
use session::{Answer, Refusal, Session};
use show::boards::{self as words, Diagram, picture::svg};
use show::map::{CharacterSet, Page};

const PICTURE: Picture =
    Picture { what: "board", naming_hint: "board to game.svg", width: 1_000, width_hint: "width 1000" };
const PARTS: [&str; 7] = ["all", "ascii", "unicode", "compact", "tall", "width", "to"];
const USAGE: &str = "board [all | SIDE] [compact | tall] [ascii | unicode] [width N] [to FILE.svg | FILE.png]";

struct BoardOptions<S> {
    viewer: BoardViewer<S>,
    characters: Option<CharacterSet>,
    /// Maximum lines. `None` is unlimited.
    lines: Option<usize>,
    file: Option<String>,
    width: Option<u32>,
}

impl<S: Sided> BoardOptions<S> {
    fn read<'a>(mut words: impl Iterator<Item = &'a str>, viewer: BoardViewer<S>) -> Result<BoardOptions<S>, Refusal> {
        let mut options = BoardOptions { viewer, characters: None, lines: terminal::lines(), file: None, width: None };
        while let Some(word) = words.next() {
            match word.to_lowercase().as_str() {
                "all" => options.viewer = BoardViewer::Referee,
                "ascii" => options.characters = Some(CharacterSet::Ascii),
                "unicode" => options.characters = Some(CharacterSet::Unicode),
                "compact" => options.lines = Some(0),
                "tall" => options.lines = None,
                "width" => options.width = Some(PICTURE.parse_width(words.next())?),
                "to" => options.file = Some(file_named(words.by_ref(), PICTURE.naming_hint)?),
                other => match S::from_prefix(other) {
                    Some(side) => options.viewer = BoardViewer::Side(side),
                    None => {
                        let words = S::BOTH.map(Sided::name).into_iter().chain(PARTS);
                        let hint = did_you_mean(other, words, USAGE);
                        return Err(Refusal::read(format!("`board` does not understand \"{other}\".")).hint(hint));
                    }
                },
            }
        }
        Ok(options)
    }
}

/// Returns the named side as viewer, or the referee for `all`. Without a name, the side to move.
pub fn named_viewer<S: Sided>(name: Option<&str>) -> Result<BoardViewer<S>, Refusal> {
    let Some(name) = name else { return Ok(BoardViewer::Mover) };
    if name.eq_ignore_ascii_case("all") {
        return Ok(BoardViewer::Referee);
    }
    let [first, second] = S::BOTH.map(Sided::name);
    let no_side = || Refusal::usage(format!("This game has no side \"{name}\"."));
    let hint = || did_you_mean(name, [first, second, "all"], format!("{first}, {second} or all"));
    S::from_prefix(name).map(BoardViewer::Side).ok_or_else(|| no_side().hint(hint()))
}

/// Returns the state just after an entry (numbered as in `log`), or the current one. A viewer may not see there what
/// was shown and then undone.
pub fn state_after_entry<G: BoardGame>(
    journal: &Journal<G>,
    at: Option<&str>,
    viewer: ViewerOf<G>,
) -> Result<G::State, Refusal> {
    check_moment(journal, entry_named(journal, at)?, viewer)?;
    state_at(journal, at)
}

/// Renders the board for standard output. Plain ASCII in a pipe or on a limited terminal, unless chosen otherwise.
pub fn board_page(diagram: &Diagram, chosen: Option<CharacterSet>, lines: Option<usize>) -> Page {
    words::page(diagram, chosen.unwrap_or_else(terminal::default_character_set), lines)
}

/// Draws the board as `USAGE` says, by default as the person sees it, or the side to move if two people play.
pub fn board_at_prompt<G: BoardGame>(session: &mut Session<'_, G>, how: &str) -> Result<Answer, Refusal> {
    let options = BoardOptions::read(how.split_whitespace(), session.default_viewer())?;
    session.record_look_as(options.viewer, format!("board {how}").trim_end())?;
    render::<G>(session.state(), &options)
}

fn render<G: BoardGame>(state: &G::State, options: &BoardOptions<G::Side>) -> Result<Answer, Refusal> {
    let diagram = G::diagram(state, options.viewer);
    match &options.file {
        Some(file) => Ok(picture::write(&svg(&diagram), file, options.width, &PICTURE)?.0),
        None => {
            Ok(Answer::page(board_page(&diagram, options.characters, options.lines)).with_key("board", json!(diagram)))
        }
    }
}

/// Whether a typed line looks at hidden things: at the position, or at the board as a side or the referee sees it.
pub fn looks_at_hidden<S: Sided>(line: &str) -> bool {
    let line = line.to_lowercase();
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["position"] | ["save", "position"] => true,
        ["board", ref rest @ ..] => BoardOptions::<S>::read(rest.iter().copied(), BoardViewer::Mover)
            .is_ok_and(|options| options.viewer != BoardViewer::Mover),
        _ => false,
    }
}

/// `kaiser map FILE [all | SIDE] [--at ENTRY] [--side SIDE] [-o FILE]`.
pub fn print_map<G: BoardGame>(args: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
    crate::map::refuse_tiles(args)?;
    let seen = open::open_with_notes::<G>(&args.past.file, |words| out.say(words))?;
    let mut options = BoardOptions::<G::Side>::read(args.words.iter().map(String::as_str), BoardViewer::Mover)?;
    if let Some(side) = &args.past.side {
        options.viewer = named_viewer(Some(side))?;
    }
    options.viewer = table::viewer_from_outside(&seen.journal, options.viewer)?;
    let state = state_after_entry::<G>(&seen.journal, args.past.at.as_deref(), options.viewer)?;
    if args.ascii {
        options.characters = Some(CharacterSet::Ascii);
    }
    options.file = args.output.as_ref().map(|file| file.display().to_string()).or(options.file);
    options.width = args.width.or(options.width);
    out.print_answer(&render::<G>(&state, &options)?);
    Ok(())
}

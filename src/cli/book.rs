//! `kaiser book`: the story of a battle for one viewer, as text, HTML or PDF.
use std::path::Path;

use naval::view::{View, Viewer};
use naval::{Naval, Segment, State};
use play::journal::{Journal, code_of};
use serde_json::json;
use session::Refusal;
use session::naval::{
    Moment, TurnSegment, commands_before, effective_state_until, for_each_book_step, players_in_header,
};
use show::book::{Book, BookBlock, BookBuilder, BookHeading, book_html, book_text};
use show::dice_ledger::{DiceGrouping, dice_ledger};
use show::page::PageHeading;

use super::args::{BookArgs, values::read_moment};
use super::page::{self, knowledge, last_entry, no_such_turns, open_battle};
use super::{file, games, luck, output::Out};

/// The format of a book by the ending of its file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BookFormat {
    Html,
    Pdf,
}

/// Writes or prints the book of a journal.
///
/// # Errors
/// The file is no journal of a battle, the moment or the turns were not played, nothing has happened yet, or the book's
/// file exists.
pub fn write_book(args: &BookArgs, out: &mut Out) -> Result<(), Refusal> {
    let path = &args.past.file;
    let format = args.output.as_deref().map(format_of).transpose()?;
    if let Some(output) = &args.output {
        file::check_free(output)?;
    }
    let (journal, viewer) = open_battle(&args.past, "books", out)?;
    let mut until = last_entry(&journal, read_moment(args.past.at.as_deref())?, &viewer)?;
    if let Some(turns) = &args.turns {
        let end = last_entry_of_turn(&journal, *turns.end());
        until = match (until, end) {
            (Some(until), Some(end)) => Some(until.min(end)),
            (until, end) => until.or(end),
        };
    }
    let mut builder = BookBuilder::default();
    for_each_book_step(&journal, until, &viewer, |step| builder.add(step));
    let turns = args.turns.clone().unwrap_or(0..=u16::MAX);
    let Some(turn) = builder.last_turn().filter(|turn| turns.start() <= turn).map(|turn| turn.min(*turns.end())) else {
        return Err(no_such_turns(path, &journal));
    };
    if !builder.has_story() {
        let what = format!("Nothing has happened in {} that a book could tell.", path.display());
        return Err(Refusal::not_there(what).hint("play a turn first"));
    }
    let state = until.map_or_else(|| journal.state().clone(), |until| effective_state_until(&journal, until).0);
    let view = View::seen_by(&state, &viewer);
    let extras = extras(args, &journal, out)?;
    let book = builder.finish(heading(&journal, &state, &viewer, path, turn)?, &view, &turns, extras);
    let (Some(output), Some(format)) = (&args.output, format) else {
        let text = book_text(&book);
        out.print(&text, &json!({ "book": text, "turn": turn }));
        return Ok(());
    };
    match format {
        BookFormat::Html => file::write(output, book_html(&book, &view).as_bytes())?,
        BookFormat::Pdf => write_pdf(output, &book, &view)?,
    }
    let knows = if viewer.is_referee() { "everything".to_owned() } else { knowledge(&state, &viewer) };
    let text = format!("The book is in {}: {knows}, up to turn {turn}.", file::as_typed(output).display());
    out.print(text, &json!({ "file": output.display().to_string(), "turn": turn }));
    Ok(())
}

fn format_of(path: &Path) -> Result<BookFormat, Refusal> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    match ending.as_deref() {
        Some("html") => Ok(BookFormat::Html),
        Some("pdf") => Ok(BookFormat::Pdf),
        Some(_) | None => {
            let what = format!("A book is written as .pdf or .html, not {}.", path.display());
            Err(Refusal::usage(what).hint(format!("-o {}", path.with_extension("html").display())))
        }
    }
}

#[cfg(feature = "paper")]
fn write_pdf(path: &Path, book: &Book, view: &View<'_>) -> Result<(), Refusal> {
    const DOTS: u32 = 150;
    let typesetter = paper::Typesetter::open();
    let pages = paper::book_pages(&typesetter, book, view, paper::Paper::A4);
    super::print::write_all(&typesetter, &book.title, pages, path, DOTS).map(|_| ())
}

#[cfg(not(feature = "paper"))]
fn write_pdf(_: &Path, _: &Book, _: &View<'_>) -> Result<(), Refusal> {
    Err(Refusal::cannot("This program was built without paper.").hint("-o book.html"))
}

/// Returns the last entry before the turn after `turn`. `None` if the battle has not reached that.
fn last_entry_of_turn(journal: &Journal<Naval>, turn: u16) -> Option<usize> {
    let next = TurnSegment { turn: turn.checked_add(1)?, second_half: false, segment: Segment::Plotting };
    let commands = commands_before(journal, Some(Moment::Segment(next))).ok()?;
    Some(commands.last().map_or(0, |applied| applied.entry))
}

/// Returns the parts that were asked for: luck and dice. They know everything, so they are in the referee's book alone.
fn extras(args: &BookArgs, journal: &Journal<Naval>, out: &mut Out) -> Result<Vec<BookBlock>, Refusal> {
    let mut blocks = Vec::new();
    let mut add = |title: &str, text: String| {
        blocks.extend([BookBlock::Heading(title.to_owned()), BookBlock::Lines(text)]);
    };
    if args.luck {
        add("Luck", luck::account(journal, &args.past.file)?);
    }
    if args.dice {
        let fallen = games::for_file(&args.past.file).fallen_dice(&args.past.file, DiceGrouping::Owner, out)?;
        let dice: Vec<_> = fallen.dice.into_iter().map(|(_, die)| die).collect();
        add("Dice", dice_ledger(&dice, DiceGrouping::Owner).0);
    }
    Ok(blocks)
}

/// Returns the title page and the sources. A side's book has no figure that depends on what is hidden from it.
fn heading(
    journal: &Journal<Naval>,
    state: &State,
    viewer: &Viewer,
    path: &Path,
    turn: u16,
) -> Result<BookHeading, Refusal> {
    let header = journal.header();
    let PageHeading { title, date, branch, .. } = page::heading(journal, viewer);
    let (mut notes, mut sources) = (Vec::new(), Vec::new());
    if !viewer.is_referee() {
        notes.push(format!("{}.", show::lines::capital(&knowledge(state, viewer))));
    }
    notes.extend(branch.map(|branch| format!("{branch}.")));
    if state.end.is_none() {
        let goes_on = journal.state().end.is_some();
        let why = if goes_on { "The battle goes on after this book" } else { "The battle is not over" };
        notes.push(format!("{why}: it is told to turn {turn}."));
    }
    if viewer.is_referee() {
        let players = players_in_header(header.players.as_ref());
        let players = players.iter().map(|(side, player)| {
            let (level, has_doctrine) = (player.level.name(), player.name() != player.level.name());
            let doctrine = if has_doctrine { format!(", doctrine of {}", player.doctrine.name) } else { String::new() };
            format!("{}: the computer ({level}{doctrine}).", state.name(side))
        });
        notes.extend(players.collect::<Vec<String>>());
        let bytes = file::read_bytes(path, file::JOURNAL).map_err(|error| error.into_refusal(path))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        sources.push(format!(
            "Told from {name}, {}, code {}. `kaiser verify {name}` decides every entry again and prints that code.",
            show::lines::count(journal.entries().len(), "entry"),
            code_of(&bytes)
        ));
    }
    sources.push(format!(
        "Rules: Coal, and the Kaiser, by Leonard Heinz, with edition {} of the house rulings. Ships and charts: data {}.",
        header.rulings, header.data
    ));
    Ok(BookHeading { title, date, notes, sources })
}

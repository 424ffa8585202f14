//! `kaiser print`: cards, sheets and charts on paper. Start with [`print()`].
pub mod at_prompt;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::paper::{PAPERS, PARTS, PrintArgs};
use super::args::shared::value_of;
use super::args::values::read_moment;
use super::boards::{self, BoardGameKind, of_game};
use super::{
    certify, file, generate, open, output, picture::Tiling, ships::ship_on_day, store::ENDING, viewers::viewer_named,
};
use load::{DataErrors, Sources};
use naval::model::library::{ShipRecord, TheatreLine};
use naval::view::{View, Viewer};
use naval::{Id, Naval, State, model::chart::Charts};
use paper::{LibraryShip, Part, PrintOptions, PrintedPage, RasterError, TileSelection, Typesetter};
use play::{Game, journal::Journal, verbs::nearest};
use session::{
    Answer, Refusal,
    boards::{BoardGame as _, BoardViewer},
    naval::{BattleAt, battle_at},
};
use show::map::{Scene, Window};

pub fn print(sources: &Sources, args: &PrintArgs) -> Result<Answer, Refusal> {
    let typesetter = Typesetter::open();
    if let Some(game) = board_game(args)? {
        return print_board(&typesetter, game, args);
    }
    let subject = find_subject(sources, args)?;
    let options = print_options(sources, args, &subject)?;
    let (title, pages, cards, names) = match &subject {
        PrintSubject::Battle(state) | PrintSubject::Theatre(state) => {
            let view = View::seen_by(state, &viewer_named(state, &Viewer::Referee, args.side.as_deref())?);
            (
                view.setup.title.clone(),
                paper::pack(&typesetter, &view, &options),
                card_texts(&view, &[]),
                ship_names(&view),
            )
        }
        PrintSubject::Ships(ships) => {
            let cards = ships.iter().map(|ship| show::card::card_blank(&ship.card)).collect();
            let names = ships.iter().map(|ship| ship.card.name.clone()).collect();
            ("Ship data cards".to_owned(), paper::library_cards(&typesetter, ships, &options), cards, names)
        }
    };
    match &args.output {
        Some(file) => {
            let notes = missing_letter_notes(Some(sources), &typesetter, &names, &pages, &args.what.join(" "));
            Ok(with_notes(write_all(&typesetter, &title, pages, file, args.dpi)?, &notes))
        }
        None => Ok(as_text(&pages, &cards)),
    }
}

/// Prints the notes and adds them to the answer.
fn with_notes(answer: Answer, notes: &[String]) -> Answer {
    notes.iter().for_each(|note| output::note(&format!("note:  {note}")));
    if notes.is_empty() { answer } else { answer.with_key("notes", json!(notes)) }
}

fn ship_names(view: &View) -> Vec<String> {
    let listed = view.setup.generator.iter().flat_map(|generator| &generator.forces).flat_map(|table| &table.pool);
    view.ships
        .iter()
        .map(|ship| &ship.card)
        .chain(listed.map(|ship| &ship.card))
        .map(|card| card.name.clone())
        .collect()
}

/// Returns notes on letters that no font of the program has, each with the file of the ship or the printed item.
fn missing_letter_notes(
    sources: Option<&Sources>,
    typesetter: &Typesetter,
    names: &[String],
    pages: &[PrintedPage],
    printed: &str,
) -> Vec<String> {
    let note_text = |name: &str, file: &str, missing: &[char]| {
        let missing: Vec<String> =
            missing.iter().map(|letter| format!("\"{letter}\" (U+{:04X})", u32::from(*letter))).collect();
        format!("{name} ({file}): the font has no {}, so the page shows an empty box", missing.join(", "))
    };
    let file_of = |name: &str| {
        let file = sources.and_then(|sources| sources.file_containing("data/ships", name));
        file.unwrap_or(printed).to_owned()
    };
    let mut noted: Vec<char> = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for name in names {
        let missing = typesetter.missing(name);
        if !missing.is_empty() {
            notes.push(note_text(name, &file_of(name), &missing));
            noted.extend(missing);
        }
    }
    notes.dedup();
    let words: String = pages.iter().flat_map(PrintedPage::texts).collect();
    let others: Vec<char> = typesetter.missing(&words).into_iter().filter(|letter| !noted.contains(letter)).collect();
    if !others.is_empty() {
        notes.push(note_text("other words", printed, &others));
    }
    notes
}

fn board_game(args: &PrintArgs) -> Result<Option<BoardGameKind>, Refusal> {
    let [only] = &args.what[..] else { return Ok(None) };
    let Some(game) = boards::kind_named(only) else { return Ok(None) };
    let has_ship_options = args.side.is_some() || args.at.is_some() || args.date.is_some() || args.size.is_some();
    if has_ship_options || !args.parts.is_empty() || args.per_page.is_some() {
        let what = "A board game has one board and one rule card. Only -o, --paper and --dpi apply.";
        return Err(Refusal::usage(what).line(format!("kaiser print {only} -o board.pdf")));
    }
    Ok(Some(game))
}

fn print_board(typesetter: &Typesetter, game: BoardGameKind, args: &PrintArgs) -> Result<Answer, Refusal> {
    let (diagram, card) =
        of_game!(game, G => (G::diagram(&G::initial_state(&Default::default()), BoardViewer::Referee), G::RULES));
    match &args.output {
        Some(file) => {
            let pages = paper::boards(typesetter, &diagram, card, args.paper);
            write_all(typesetter, card.title, pages, file, args.dpi)
        }
        None => Ok(Answer::text(card.text()).with_key("card", json!(card.text()))),
    }
}

fn as_text(pages: &[PrintedPage], cards: &[String]) -> Answer {
    let mut texts: Vec<(Part, String)> = Vec::new();
    for page in pages {
        let has_cards = texts.iter().any(|(part, _)| *part == Part::Cards);
        if page.part == Part::Cards && !has_cards {
            texts.push((Part::Cards, cards.join("\n\n")));
        } else if !page.plain_text.is_empty() {
            texts.push((page.part, page.plain_text.clone()));
        }
    }
    let word = |part: Part| PARTS.iter().find(|(_, known, _)| *known == part).map(|(word, ..)| *word);
    let parts: Vec<Value> = texts.iter().map(|(part, text)| json!({ "id": word(*part), "text": text })).collect();
    let text: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
    Answer::text(text.join("\n\n\n")).with_key("parts", json!(parts))
}

/// Returns the text cards of the ships that the viewer knows, or only of the named ones.
fn card_texts(view: &View, only: &[Id]) -> Vec<String> {
    let wanted = view.ships.iter().filter(|ship| only.is_empty() || only.contains(&ship.id));
    wanted.map(|ship| show::card::card_text(view, &ship.id)).collect()
}

fn print_options(sources: &Sources, args: &PrintArgs, subject: &PrintSubject) -> Result<PrintOptions, Refusal> {
    let mut parts = args.parts.clone();
    if args.date.is_some() && matches!(subject, PrintSubject::Battle(_)) {
        let what = "A battle has its own day: --date is for ships by name.";
        return Err(Refusal::usage(what).line("kaiser print mikasa --date 1905-05-27"));
    }
    if args.meeting.is_some() && !matches!(subject, PrintSubject::Theatre(_)) {
        let what = "--meeting is for a theatre, whose battles are not rolled yet.";
        return Err(Refusal::usage(what).line("kaiser print black-sea --meeting large"));
    }
    match subject {
        PrintSubject::Ships(_) => {
            if args.side.is_some() || args.at.is_some() {
                let alone = "Ships by name have no side and no moment";
                return Err(Refusal::usage(format!("{alone}: --side and --at are for a scenario or a journal.")));
            }
            if parts.iter().any(|part| *part != Part::Cards) {
                let what = "Ships by name have only cards: the other parts are for a scenario or a journal.";
                return Err(Refusal::usage(what).line("kaiser print ulsan"));
            }
            parts = vec![Part::Cards];
        }
        PrintSubject::Battle(state) | PrintSubject::Theatre(state) if parts.is_empty() => {
            parts = default_parts(state, args.side.is_some())
        }
        PrintSubject::Battle(_) | PrintSubject::Theatre(_) => {}
    }
    let format = args.size.or(args.per_page);
    let balance = match subject {
        PrintSubject::Battle(state) => certify::page_text(sources, state)?,
        PrintSubject::Ships(_) | PrintSubject::Theatre(_) => None,
    };
    Ok(PrintOptions { parts, paper: args.paper, format, duplex: args.duplex, ships: Vec::new(), balance })
}

/// Prints the table at full size: the sheets in a file, or in words how many and which they are.
pub fn tiles(scene: &Scene, part: Window, tiling: &Tiling, file: Option<&str>) -> Result<Answer, Refusal> {
    const DPI: u32 = 150;
    let paper = value_of(&PAPERS, &tiling.paper.to_lowercase()).ok_or_else(|| {
        let what = format!("Tiles are printed on a4 or letter, not on \"{}\".", tiling.paper);
        Refusal::read(what).form("map tiles a4 used to tiles.pdf")
    })?;
    let typesetter = Typesetter::open();
    let printed_pages = paper::tiles(&typesetter, scene, paper, TileSelection { part, only_marked: tiling.only_used });
    let pages = printed_pages.len();
    let answer = match file {
        Some(file) => {
            let written =
                write_all(&typesetter, scene.title.trim_end_matches('.'), printed_pages, Path::new(file), DPI)?;
            return Ok(written.with_key("pages", json!(pages)));
        }
        None => Answer::text(printed_pages.first().map(|index| index.plain_text.clone()).unwrap_or_default()),
    };
    Ok(answer.with_key("pages", json!(pages)))
}

/// Returns all parts that apply: a briefing for a side, a result once something has happened.
fn default_parts(state: &State, for_a_side: bool) -> Vec<Part> {
    let has_begun = state.end.is_some() || 1 < state.turn;
    let is_usual = |part: &Part| match part {
        Part::Briefing => for_a_side,
        Part::Result => has_begun,
        Part::Generation => state.is_placing(),
        Part::Summary
        | Part::Cards
        | Part::Divisions
        | Part::Trackers
        | Part::Reference
        | Part::Charts
        | Part::Cutouts => true,
    };
    Part::ALL.into_iter().filter(is_usual).collect()
}

enum PrintSubject {
    Battle(Box<State>),
    /// A battle of a theatre that is still to be generated.
    Theatre(Box<State>),
    Ships(Vec<LibraryShip>),
}

fn find_subject(sources: &Sources, args: &PrintArgs) -> Result<PrintSubject, Refusal> {
    let [only] = &args.what[..] else {
        let ships = ships_named(sources, args).map_err(|errors| not_only_ships(sources, &args.what, errors))?;
        return with_charts(sources, ships);
    };
    if Path::new(only).extension().is_some_and(|ending| ending == ENDING) {
        let seen = open::open_with_notes(Path::new(only), output::note)?;
        let viewer = viewer_named(seen.journal.state(), &Viewer::Referee, args.side.as_deref())?;
        let BattleAt { state, note } = battle_at(&seen.journal, read_moment(args.at.as_deref())?, &viewer)?;
        note.iter().for_each(|note| output::note(note));
        return Ok(PrintSubject::Battle(Box::new(with_title(&seen.journal, state))));
    }
    match open::setup(sources, only) {
        Ok(_) if args.at.is_some() => {
            let what = format!("{only} is a scenario, but --at needs a journal.");
            Err(Refusal::usage(what).form(format!("kaiser print GAME.{ENDING} --at 7/gunfire")))
        }
        Ok(setup) => Ok(PrintSubject::Battle(Box::new(Naval::initial_state(&setup)))),
        Err(problem) if Path::new(only).extension().is_some() || is_scenario(sources, only) => Err(problem),
        // An error in the file of a war's theatres must not stop the printing of a ship.
        Err(_) => {
            let theatres = load::theatres(sources).unwrap_or_default();
            if let Some(theatre) = theatres.iter().find(|theatre| is_theatre(theatre, only)) {
                return undrawn_battle(sources, theatre, args);
            }
            let ships =
                ships_named(sources, args).map_err(|errors| suggest_others(sources, &theatres, only, errors))?;
            with_charts(sources, ships)
        }
    }
}

/// Marks the title of the state's battle as that of a what-if, if the journal is one.
pub fn with_title(journal: &Journal<Naval>, mut state: State) -> State {
    if journal.header().branch.is_some() {
        let title = &mut Arc::make_mut(&mut state.setup).title;
        *title = format!("{} (what-if)", title.trim_end_matches('.'));
    }
    state
}

/// Suggests a battle or a theatre if no ship has that name.
fn suggest_others(sources: &Sources, theatres: &[TheatreLine], name: &str, errors: DataErrors) -> Refusal {
    let battles = load::scenario_list(sources).unwrap_or_default();
    let battle = nearest(name, battles.iter().map(|line| line.id.as_str())).map(str::to_owned);
    let theatre =
        nearest(name, theatres.iter().map(|theatre| theatre.id.as_str())).map(|near| format!("the theatre {near}"));
    let ship = errors.0.iter().find_map(|error| error.nearest.as_ref()).map(|near| format!("the ship {near}"));
    if battle.is_none() && theatre.is_none() {
        return errors.into();
    }
    let near: Vec<String> = [battle, theatre, ship].into_iter().flatten().collect();
    Refusal::from(errors).hint(format!("did you mean {}?", near.join(", or ")))
}

fn is_theatre(theatre: &TheatreLine, word: &str) -> bool {
    theatre.id == *word.trim().to_lowercase()
}

/// Returns a battle of a theatre on a day, before any die is rolled. [1.2, 10.1]
fn undrawn_battle(sources: &Sources, theatre: &TheatreLine, args: &PrintArgs) -> Result<PrintSubject, Refusal> {
    if args.at.is_some() {
        let what = format!("{} is a theatre, but --at needs a journal.", theatre.id);
        return Err(Refusal::usage(what).form(format!("kaiser print GAME.{ENDING} --at 7/gunfire")));
    }
    let date = generate::battle_day(theatre, args.date)?;
    let meeting = load::Meeting::prepare(sources, theatre, date, args.meeting.unwrap_or_default())?;
    Ok(PrintSubject::Theatre(Box::new(Naval::initial_state(&meeting.setup))))
}

/// Whether the data has a battle of that name, with errors or without.
fn is_scenario(sources: &Sources, name: &str) -> bool {
    sources.text(&format!("scenarios/{}.yaml", name.trim().to_lowercase())).is_some()
}

fn ships_named(sources: &Sources, args: &PrintArgs) -> Result<Vec<ShipRecord>, DataErrors> {
    args.what.iter().map(|name| ship_on_day(sources, name, args.date)).collect()
}

/// Returns why several names are not all ships.
fn not_only_ships(sources: &Sources, names: &[String], errors: DataErrors) -> Refusal {
    if let Some(part) = names.iter().find(|name| value_of(&PARTS, name).is_some()) {
        let what = format!("`{part}` is a part, not a ship: separate parts with commas.");
        return Refusal::usage(what).form("--parts cards,briefing");
    }
    match names.iter().find(|name| is_scenario(sources, name)) {
        Some(battle) => Refusal::usage(format!("`{battle}` is a battle. A battle is printed alone.")),
        None => errors.into(),
    }
}

/// Adds the charts of their wars to ships.
fn with_charts(sources: &Sources, ships: Vec<ShipRecord>) -> Result<PrintSubject, Refusal> {
    let mut wars: Vec<Arc<Charts>> = Vec::new();
    let mut library_ships = Vec::new();
    for ship in ships {
        let charts = match wars.iter().find(|charts| charts.id == ship.war) {
            Some(charts) => charts.clone(),
            None => {
                let charts = Arc::new(load::charts(sources, ship.war.as_str())?);
                wars.push(charts.clone());
                charts
            }
        };
        library_ships.push(LibraryShip { card: ship.card, charts, day: ship.on });
    }
    Ok(PrintSubject::Ships(library_ships))
}

/// Writes the pages by the file's ending: one PDF, or a picture for each page.
pub fn write_all(
    typesetter: &Typesetter,
    title: &str,
    printed_pages: Vec<PrintedPage>,
    file: &Path,
    dpi: u32,
) -> Result<Answer, Refusal> {
    let svgs: Vec<String> = printed_pages.into_iter().map(PrintedPage::svg).collect();
    let failed = |error: RasterError| Refusal::cannot(error.to_string()).form("--dpi 150");
    let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let all = svgs.len();
    let show_page = |index: usize| output::show_progress(&format!("page {} of {all}", index + 1));
    let written = match ending.as_deref() {
        Some("pdf") => {
            let pages = paper::pdf(typesetter, title, &svgs, show_page);
            output::show_progress("");
            vec![(file.to_owned(), pages.map_err(failed)?)]
        }
        Some("svg") => {
            let pages = svgs.iter().map(|svg| paper::outlined(typesetter, svg).map(String::into_bytes).map_err(failed));
            number_pages(file, pages.collect::<Result<_, _>>()?)
        }
        Some("png") => {
            let pages = svgs.iter().enumerate().map(|(index, svg)| {
                show_page(index);
                paper::png(typesetter, svg, dpi).map_err(failed)
            });
            let pages = pages.collect::<Result<_, _>>();
            output::show_progress("");
            number_pages(file, pages?)
        }
        Some(_) | None => {
            let what = format!("{}: pages must be .pdf, .svg or .png.", file.display());
            return Err(Refusal::usage(what).form("-o cards.pdf"));
        }
    };
    file::write_all(&written)?;
    let files: Vec<String> = written.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(Answer::text(files.join("\n")).with_key("files", json!(files)))
}

/// One page keeps the file's name. Several are numbered `cards-1.svg`, ten or more `cards-01.svg`, to sort in order.
fn number_pages(file: &Path, pages: Vec<Vec<u8>>) -> Vec<(PathBuf, Vec<u8>)> {
    if pages.len() == 1 {
        return pages.into_iter().map(|page| (file.to_owned(), page)).collect();
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("page").to_owned();
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_owned();
    let digits = pages.len().to_string().len();
    let name = |index: usize| file.with_file_name(format!("{stem}-{:0digits$}.{ending}", index + 1));
    pages.into_iter().enumerate().map(|(index, page)| (name(index), page)).collect()
}

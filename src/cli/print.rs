//! `kaiser print`: cards, sheets and charts on paper. Start with [`print()`].
pub mod at_prompt;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::paper::{PAPERS, PARTS, PrintArgs};
use super::args::shared::meant;
use super::args::values::when;
use super::boards::{self, Which, of_game};
use super::{certify, eyes::eyes, file, generate, open, output, picture::Tiling, ships::found_ship, store::ENDING};
use load::{Flaws, Sources};
use naval::model::library::{ShipRecord, TheatreLine};
use naval::view::{View, Viewer};
use naval::{Id, Naval, State, model::chart::Charts};
use paper::{Leaf, Letters, Listed, Part, RasterError, Wanted, Wish};
use play::{Game, verbs::nearest};
use session::{
    Refusal, Told,
    boards::{Companion as _, Eyes},
    naval::moment_of,
};
use show::map::{Scene, Window};

/// `kaiser print WHAT...`.
pub fn print(sources: &Sources, asked: &PrintArgs) -> Result<Told, Refusal> {
    let letters = Letters::open();
    if let Some(game) = board_game(asked)? {
        return board(&letters, game, asked);
    }
    let found = found(sources, asked)?;
    let wish = wish(sources, asked, &found)?;
    let (title, leaves, cards, names) = match &found {
        Found::Battle(state) | Found::Theatre(state) => {
            let view = View::seen_by(state, &eyes(state, &Viewer::Referee, asked.side.as_deref())?);
            (view.setup.title.clone(), paper::pack(&letters, &view, &wish), card_texts(&view, &[]), names_of(&view))
        }
        Found::Ships(ships) => {
            let cards = ships.iter().map(|ship| show::card::card_blank(&ship.card)).collect();
            let names = ships.iter().map(|ship| ship.card.name.clone()).collect();
            ("Ship data cards".to_owned(), paper::listed(&letters, ships, &wish), cards, names)
        }
    };
    match &asked.output {
        Some(file) => {
            let notes = unlettered(Some(sources), &letters, &names, &leaves, &asked.what.join(" "));
            Ok(noted(write_all(&letters, &title, leaves, file, asked.dpi)?, &notes))
        }
        None => Ok(told(&leaves, &cards)),
    }
}

/// Returns the answer and prints its notes beside it.
fn noted(answer: Told, notes: &[String]) -> Told {
    notes.iter().for_each(|note| output::aside(&format!("note:  {note}")));
    if notes.is_empty() { answer } else { answer.key("notes", json!(notes)) }
}

/// Returns the names of the ships on a viewer's paper.
fn names_of(view: &View) -> Vec<String> {
    let listed = view.setup.generator.iter().flat_map(|generator| &generator.forces).flat_map(|table| &table.pool);
    view.ships.iter().map(|ship| &ship.card).chain(listed.map(|one| &one.card)).map(|card| card.name.clone()).collect()
}

/// Notes letters that no font of the program has: for each ship the file with its name, for other words the printed
/// item.
fn unlettered(
    sources: Option<&Sources>,
    letters: &Letters,
    names: &[String],
    leaves: &[Leaf],
    printed: &str,
) -> Vec<String> {
    let says = |whose: &str, file: &str, missing: &[char]| {
        let missing: Vec<String> =
            missing.iter().map(|letter| format!("\"{letter}\" (U+{:04X})", u32::from(*letter))).collect();
        format!("{whose} ({file}): the font has no {}; the page shows an empty box instead", missing.join(", "))
    };
    let file_of = |name: &str| {
        let file = sources.and_then(|sources| sources.file_with("data/ships", name));
        file.unwrap_or(printed).to_owned()
    };
    let mut told: Vec<char> = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for name in names {
        let missing = letters.missing(name);
        if !missing.is_empty() {
            notes.push(says(name, &file_of(name), &missing));
            told.extend(missing);
        }
    }
    notes.dedup();
    let words: String = leaves.iter().flat_map(Leaf::words).collect();
    let others: Vec<char> = letters.missing(&words).into_iter().filter(|letter| !told.contains(letter)).collect();
    if !others.is_empty() {
        notes.push(says("other words", printed, &others));
    }
    notes
}

/// Returns the board game whose board and rule card are requested.
fn board_game(asked: &PrintArgs) -> Result<Option<Which>, Refusal> {
    let [only] = &asked.what[..] else { return Ok(None) };
    let Some(game) = boards::which(only) else { return Ok(None) };
    let for_ships = asked.side.is_some() || asked.at.is_some() || asked.date.is_some() || asked.size.is_some();
    if for_ships || !asked.parts.is_empty() || asked.per_page.is_some() {
        let what = "a board game has one board and one rule card: of the options only -o, --paper and --dpi are for it";
        return Err(Refusal::usage(what).line(format!("kaiser print {only} -o board.pdf")));
    }
    Ok(Some(game))
}

fn board(letters: &Letters, game: Which, asked: &PrintArgs) -> Result<Told, Refusal> {
    let (diagram, card) = of_game!(game, G => (G::diagram(&G::begin(&Default::default()), Eyes::All), G::RULES));
    match &asked.output {
        Some(file) => {
            let leaves = paper::boards(letters, &diagram, card, asked.paper);
            write_all(letters, card.title, leaves, file, asked.dpi)
        }
        None => Ok(Told::text(card.told()).key("card", json!(card.told()))),
    }
}

/// The same as text for the terminal.
fn told(leaves: &[Leaf], cards: &[String]) -> Told {
    let mut said: Vec<(Part, String)> = Vec::new();
    for leaf in leaves {
        let cards_said = said.iter().any(|(part, _)| *part == Part::Cards);
        if leaf.part == Part::Cards && !cards_said {
            said.push((Part::Cards, cards.join("\n\n")));
        } else if !leaf.told.is_empty() {
            said.push((leaf.part, leaf.told.clone()));
        }
    }
    let word = |part: Part| PARTS.iter().find(|(_, known, _)| *known == part).map(|(word, ..)| *word);
    let parts: Vec<Value> = said.iter().map(|(part, text)| json!({ "id": word(*part), "text": text })).collect();
    let text: Vec<String> = said.into_iter().map(|(_, text)| text).collect();
    Told::text(text.join("\n\n\n")).key("parts", json!(parts))
}

/// Returns the text cards of the ships that the viewer knows, or only of the named ones.
fn card_texts(view: &View, only: &[Id]) -> Vec<String> {
    let wanted = view.ships.iter().filter(|ship| only.is_empty() || only.contains(&ship.id));
    wanted.map(|ship| show::card::card(view, &ship.id)).collect()
}

fn wish(sources: &Sources, asked: &PrintArgs, found: &Found) -> Result<Wish, Refusal> {
    let mut parts = asked.parts.clone();
    if asked.date.is_some() && matches!(found, Found::Battle(_)) {
        let what = "a battle has its own day: --date belongs to ships by name";
        return Err(Refusal::usage(what).line("kaiser print mikasa --date 1905-05-27"));
    }
    if asked.meeting.is_some() && !matches!(found, Found::Theatre(_)) {
        let what = "--meeting belongs to a theatre, whose battles are still to be rolled";
        return Err(Refusal::usage(what).line("kaiser print black-sea --meeting large"));
    }
    match found {
        Found::Ships(_) => {
            if asked.side.is_some() || asked.at.is_some() {
                let alone = "ships by name have no side and no moment";
                return Err(Refusal::usage(format!("{alone}: --side and --at belong to a scenario or a journal")));
            }
            if parts.iter().any(|part| *part != Part::Cards) {
                let what = "ships by name have cards alone: the other parts belong to a scenario or a journal";
                return Err(Refusal::usage(what).line("kaiser print ulsan"));
            }
            parts = vec![Part::Cards];
        }
        Found::Battle(state) | Found::Theatre(state) if parts.is_empty() => {
            parts = usual_parts(state, asked.side.is_some())
        }
        Found::Battle(_) | Found::Theatre(_) => {}
    }
    let format = asked.size.or(asked.per_page);
    let balance = match found {
        Found::Battle(state) => certify::on_paper(sources, state)?,
        Found::Ships(_) | Found::Theatre(_) => None,
    };
    Ok(Wish { parts, paper: asked.paper, format, duplex: asked.duplex, ships: Vec::new(), balance })
}

/// Prints the table at full size: the sheets in a file, or in words how many and which they are.
pub fn tiles(scene: &Scene, part: Window, tiling: &Tiling, file: Option<&str>) -> Result<Told, Refusal> {
    const DOTS: u32 = 150;
    let paper = meant(&PAPERS, &tiling.paper.to_lowercase()).ok_or_else(|| {
        let what = format!("tiles are printed on a4 or letter, not on \"{}\"", tiling.paper);
        Refusal::read(what).form("map tiles a4 used to tiles.pdf")
    })?;
    let letters = Letters::open();
    let leaves = paper::tiles(&letters, scene, paper, Wanted { part, marked: tiling.used });
    let pages = leaves.len();
    let answer = match file {
        Some(file) => {
            let written = write_all(&letters, scene.title.trim_end_matches('.'), leaves, Path::new(file), DOTS)?;
            return Ok(written.key("pages", json!(pages)));
        }
        None => Told::text(leaves.first().map(|index| index.told.clone()).unwrap_or_default()),
    };
    Ok(answer.key("pages", json!(pages)))
}

/// All parts that apply: a briefing for a side, a result once something has happened.
fn usual_parts(state: &State, for_a_side: bool) -> Vec<Part> {
    let begun = state.over.is_some() || 1 < state.turn;
    let usual = |part: &Part| match part {
        Part::Briefing => for_a_side,
        Part::Result => begun,
        Part::Generation => state.is_placing(),
        Part::Summary
        | Part::Cards
        | Part::Divisions
        | Part::Trackers
        | Part::Reference
        | Part::Charts
        | Part::Cutouts => true,
    };
    Part::ALL.into_iter().filter(usual).collect()
}

/// What the words name.
enum Found {
    Battle(Box<State>),
    /// A battle of a theatre that is still to be generated.
    Theatre(Box<State>),
    Ships(Vec<Listed>),
}

fn found(sources: &Sources, asked: &PrintArgs) -> Result<Found, Refusal> {
    let [only] = &asked.what[..] else { return with_charts(sources, records(sources, asked)?) };
    if Path::new(only).extension().is_some_and(|ending| ending == ENDING) {
        let seen = open::look(Path::new(only), output::aside)?;
        return Ok(Found::Battle(Box::new(moment_of(&seen.journal, when(asked.at.as_deref())?)?)));
    }
    match open::setup(sources, only) {
        Ok(_) if asked.at.is_some() => {
            let what = format!("{only} is a scenario, in which nothing has happened: --at belongs to a journal");
            Err(Refusal::usage(what).form(format!("kaiser print GAME.{ENDING} --at 7/gunfire")))
        }
        Ok(setup) => Ok(Found::Battle(Box::new(Naval::begin(&setup)))),
        Err(problem) if Path::new(only).extension().is_some() || is_scenario(sources, only) => Err(problem),
        // An error in the file of a war's theatres must not stop the printing of a ship.
        Err(_) => {
            let theatres = load::theatres(sources).unwrap_or_default();
            if let Some(theatre) = theatres.iter().find(|one| is_theatre(one, only)) {
                return undrawn(sources, theatre, asked);
            }
            let ships = records(sources, asked).map_err(|flaws| or_a_battle(sources, &theatres, only, flaws))?;
            with_charts(sources, ships)
        }
    }
}

/// Suggests a battle or a theatre if no ship has that name.
fn or_a_battle(sources: &Sources, theatres: &[TheatreLine], name: &str, flaws: Flaws) -> Refusal {
    let battles = load::scenario_list(sources).unwrap_or_default();
    let battle = nearest(name, battles.iter().map(|line| line.id.as_str())).map(str::to_owned);
    let theatre = nearest(name, theatres.iter().map(|one| one.id.as_str())).map(|near| format!("the theatre {near}"));
    let ship = flaws.0.iter().find_map(|flaw| flaw.nearest.as_ref()).map(|near| format!("the ship {near}"));
    if battle.is_none() && theatre.is_none() {
        return flaws.into();
    }
    let near: Vec<String> = [battle, theatre, ship].into_iter().flatten().collect();
    Refusal::from(flaws).hint(format!("did you mean {}?", near.join(", or ")))
}

fn is_theatre(theatre: &TheatreLine, word: &str) -> bool {
    theatre.id == *word.trim().to_lowercase()
}

/// A battle of a theatre on a day, before any die is rolled. [1.2, 10.1]
fn undrawn(sources: &Sources, theatre: &TheatreLine, asked: &PrintArgs) -> Result<Found, Refusal> {
    if asked.at.is_some() {
        let what = format!("{} is a theatre, in which nothing has happened: --at belongs to a journal", theatre.id);
        return Err(Refusal::usage(what).form(format!("kaiser print GAME.{ENDING} --at 7/gunfire")));
    }
    let date = generate::day(theatre, asked.date)?;
    let meeting = load::Meeting::of(sources, theatre, date, asked.meeting.unwrap_or_default())?;
    Ok(Found::Theatre(Box::new(Naval::begin(&meeting.setup))))
}

/// Whether the data has a battle of that name, with errors or without.
fn is_scenario(sources: &Sources, name: &str) -> bool {
    sources.text(&format!("scenarios/{}.yaml", name.trim().to_lowercase())).is_some()
}

/// Returns the ships with the given names.
fn records(sources: &Sources, asked: &PrintArgs) -> Result<Vec<ShipRecord>, Flaws> {
    asked.what.iter().map(|name| found_ship(sources, name, asked.date)).collect()
}

/// Adds the charts of their wars to ships.
fn with_charts(sources: &Sources, ships: Vec<ShipRecord>) -> Result<Found, Refusal> {
    let mut wars: Vec<Arc<Charts>> = Vec::new();
    let mut found = Vec::new();
    for ship in ships {
        let charts = match wars.iter().find(|charts| charts.id == ship.war) {
            Some(charts) => charts.clone(),
            None => {
                let charts = Arc::new(load::charts(sources, ship.war.as_str())?);
                wars.push(charts.clone());
                charts
            }
        };
        found.push(Listed { card: ship.card, charts, on: ship.on });
    }
    Ok(Found::Ships(found))
}

/// Writes the pages by the file's ending: one PDF, or a picture for each page.
fn write_all(letters: &Letters, title: &str, leaves: Vec<Leaf>, file: &Path, dpi: u32) -> Result<Told, Refusal> {
    let svgs: Vec<String> = leaves.into_iter().map(Leaf::svg).collect();
    let failed = |error: RasterError| Refusal::cannot(error.to_string()).form("--dpi 150");
    let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let all = svgs.len();
    let drawn = |at: usize| output::passing(&format!("page {} of {all}", at + 1));
    let written = match ending.as_deref() {
        Some("pdf") => {
            let pages = paper::pdf(letters, title, &svgs, drawn);
            output::passing("");
            vec![(file.to_owned(), pages.map_err(failed)?)]
        }
        Some("svg") => {
            let pages = svgs.iter().map(|svg| paper::outlined(letters, svg).map(String::into_bytes).map_err(failed));
            numbered(file, pages.collect::<Result<_, _>>()?)
        }
        Some("png") => {
            let pages = svgs.iter().enumerate().map(|(at, svg)| {
                drawn(at);
                paper::png(letters, svg, dpi).map_err(failed)
            });
            let pages = pages.collect::<Result<_, _>>();
            output::passing("");
            numbered(file, pages?)
        }
        Some(_) | None => {
            let what = format!("{}: paper is written as .pdf, .svg or .png", file.display());
            return Err(Refusal::usage(what).form("-o cards.pdf"));
        }
    };
    file::write_all(&written)?;
    let files: Vec<String> = written.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(Told::text(files.join("\n")).key("files", json!(files)))
}

/// Names the pages: one page keeps the file's name. Several are numbered `cards-1.svg`, and ten or more `cards-01.svg`,
/// so that they sort in order.
fn numbered(file: &Path, pages: Vec<Vec<u8>>) -> Vec<(PathBuf, Vec<u8>)> {
    if pages.len() == 1 {
        return pages.into_iter().map(|page| (file.to_owned(), page)).collect();
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("page").to_owned();
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_owned();
    let digits = pages.len().to_string().len();
    let name = |at: usize| file.with_file_name(format!("{stem}-{:0digits$}.{ending}", at + 1));
    pages.into_iter().enumerate().map(|(at, page)| (name(at), page)).collect()
}

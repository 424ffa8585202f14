//! `map`: which part, which marks, for whom, and where to.
use std::{
    env,
    fs::File,
    io::{self, IsTerminal, Write},
    path::Path,
};

use dialoguer::console::Term;
use serde_json::json;

use super::{args::MapArgs, passing::side, problem::Problem, session::Answer};
use geometry::Point;
use naval::{
    Naval, State,
    half_move::Half,
    measure::Id,
    notation,
    state::Segment,
    view::{self, View, Viewer},
};
use play::journal::Journal;
use show::map::{self, Lettering, Page, Scene, Window};

/// Columns where nobody says how many there are.
const COLUMNS: usize = 100;
/// Columns of the broadest map.
const BROADEST: usize = 400;
/// Points across a picture.
const WIDTH: u32 = 1_800;

/// What is asked of a map.
#[derive(Default)]
struct Wish {
    side: Option<String>,
    look: Look,
    marks: Vec<Mark>,
    wakes: bool,
    ascii: bool,
    file: Option<String>,
    width: Option<u32>,
}

/// Which part of the table.
#[derive(Default)]
enum Look {
    #[default]
    All,
    At(String),
    Between(Point, Point),
}

/// What is drawn about a ship.
enum Mark {
    Arcs(String),
    Rings(String, Vec<f64>),
    Sight(String),
}

const USAGE: &str = "map [NAME | X Y X Y] [arcs SHIP] [rings SHIP N...] [sight SHIP] [wakes] [side NAME] [ascii] [to FILE.svg|FILE.png]";

/// A map of the battle for whoever reads, as a line at the prompt asks for it.
///
/// # Errors
/// Words that are no part of such a line, names that the reader does not know, a file that is there already.
pub fn at_prompt(journal: &Journal<Naval>, reader: &Viewer, words: &str) -> Result<Answer, Problem> {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    answer(journal, journal.state(), reader, Wish::read(&words)?)
}

/// `kaiser map FILE`, at the moment that was asked for.
///
/// # Errors
/// As [`at_prompt`].
pub fn of_journal(journal: &Journal<Naval>, state: &State, asked: &MapArgs) -> Result<Answer, Problem> {
    let wish = Wish::read(&asked.words)?;
    let wish = Wish {
        side: asked.past.side.clone().or(wish.side),
        ascii: asked.ascii || wish.ascii,
        file: asked.output.as_ref().map(|file| file.display().to_string()).or(wish.file),
        width: asked.width.or(wish.width),
        ..wish
    };
    answer(journal, state, &Viewer::Referee, wish)
}

impl Wish {
    fn read(words: &[String]) -> Result<Wish, Problem> {
        let mut wish = Wish::default();
        let mut words = words.iter().map(|word| word.trim_end_matches(',')).peekable();
        while let Some(word) = words.next() {
            let mut name = || {
                let name = words.next_if(|next| number(next).is_none()).map(str::to_owned);
                name.ok_or_else(|| Problem::new(format!("{word} needs a name")).hint(USAGE))
            };
            match word.to_lowercase().as_str() {
                "ascii" => wish.ascii = true,
                "wakes" | "wake" => wish.wakes = true,
                "side" => wish.side = Some(name()?),
                "arcs" => wish.marks.push(Mark::Arcs(name()?)),
                "sight" | "sighting" => wish.marks.push(Mark::Sight(name()?)),
                "rings" | "ring" => {
                    let ship = name()?;
                    let mut radii = Vec::new();
                    while let Some(radius) = words.next_if(|next| number(next).is_some()) {
                        radii.extend(number(radius));
                    }
                    wish.marks.push(Mark::Rings(ship, radii_of(radii)?));
                }
                "to" => {
                    let file: Vec<&str> = words.by_ref().collect();
                    if file.is_empty() {
                        return Err(Problem::new("to needs the name of a file").hint("map to battle.svg"));
                    }
                    wish.file = Some(file.join(" "));
                }
                "width" => {
                    let width = words.next().and_then(|width| width.parse().ok());
                    let width = width.ok_or_else(|| Problem::new("width needs a number of points").hint("width 1800"));
                    wish.width = Some(width?);
                }
                _ => match number(word) {
                    Some(first) => {
                        let rest: Vec<f64> = words.by_ref().take(3).map_while(number).collect();
                        let [y, x2, y2] = rest[..] else {
                            let what = "a part of the table is two corners: four numbers of inches";
                            return Err(Problem::new(what).hint("map 20 10 40 30"));
                        };
                        wish.look = Look::Between(Point::new(first, y), Point::new(x2, y2));
                    }
                    None => wish.look = Look::At(word.to_owned()),
                },
            }
        }
        Ok(wish)
    }
}

fn number(word: &str) -> Option<f64> {
    let number = word.trim_end_matches(['"', '″', '”']).parse::<f64>().ok()?;
    number.is_finite().then_some(number)
}

/// Radii of rings: more than nothing, and no wider than any table.
fn radii_of(radii: Vec<f64>) -> Result<Vec<f64>, Problem> {
    const FARTHEST_IN: f64 = 200.0;
    let lawful = |radius: &f64| 0.0 < *radius && *radius <= FARTHEST_IN;
    if radii.is_empty() || !radii.iter().all(lawful) {
        return Err(Problem::new("rings need a ship and their radii in inches").hint("map rings asahi 5 10 15"));
    }
    Ok(radii)
}

fn answer(journal: &Journal<Naval>, state: &State, reader: &Viewer, wish: Wish) -> Result<Answer, Problem> {
    let viewer = viewer(state, reader, &wish)?;
    let (view, known) = match &viewer {
        Viewer::Referee => (View::referee(state), state.clone()),
        Viewer::Side(side) => (View::of(state, side), view::known_to(state, side)),
    };
    let mut scene = map::scene(&view);
    let window = window(&scene, &known, &wish.look)?;
    if wish.wakes {
        add_wakes(&mut scene, journal, state, &viewer);
    }
    for mark in &wish.marks {
        draw(&mut scene, &known, mark)?;
    }
    if scene.ships.is_empty() && scene.markers.is_empty() && show::nobody_is_left(&known) {
        return Err(Problem::new("no ship is on the table: all have left it or are sunk").hint("status"));
    }
    if scene.ships.is_empty() && scene.markers.is_empty() {
        let what = "no ship has a position: this game is played with measured ranges";
        return Err(Problem::new(what).hint("place asahi at 10 20 heading 90"));
    }
    match &wish.file {
        Some(file) => picture(&scene, window, Path::new(file), wish.width),
        None => {
            let page = map::terminal(&scene, window, columns(), lettering(wish.ascii));
            Ok(Answer { page: Some(page.clone()), ..Answer::text(page.plain()).with(json!({ "map": scene })) })
        }
    }
}

/// Every move before this turn, each as far as the viewer could tell when it had been made.
fn add_wakes(scene: &mut Scene, journal: &Journal<Naval>, now: &State, viewer: &Viewer) {
    let turn = |state: &State| (state.turn, state.half == Some(Half::Second));
    let mut drawn = None;
    let _now = journal.replay_until(|then| {
        if turn(then) >= turn(now) {
            return true;
        }
        if then.segment == Segment::Illumination && drawn != Some(turn(then)) {
            drawn = Some(turn(then));
            let view = match viewer {
                Viewer::Referee => View::referee(then),
                Viewer::Side(side) => View::of(then, side),
            };
            scene.add_wakes(&map::scene(&view));
        }
        false
    });
}

/// Through whose eyes: those of whoever reads, or, for the referee, of a side that he names.
fn viewer(state: &State, reader: &Viewer, wish: &Wish) -> Result<Viewer, Problem> {
    let named = match (&wish.side, &wish.look) {
        (Some(name), _) => Some(side(state, name)?),
        // `map japan`: the table as that side knows it, where no ship goes by the name.
        (None, Look::At(name)) if notation::unit(state, name).is_err() => side(state, name).ok(),
        (None, _) => None,
    };
    match (reader, named) {
        (Viewer::Referee, Some(side)) => Ok(Viewer::Side(side)),
        (Viewer::Side(own), Some(side)) if *own != side => {
            let what = format!("that is not for {} to see", state.name(own));
            Err(Problem::new(what).hint("pass to referee"))
        }
        (reader, _) => Ok(reader.clone()),
    }
}

fn window(scene: &Scene, known: &State, look: &Look) -> Result<Window, Problem> {
    match look {
        Look::All => Ok(Window::of(scene.table)),
        Look::Between(one, other) => Window::between(scene.table, *one, *other).ok_or_else(|| {
            Problem::new("that part lies off the table")
                .hint(format!("the table reaches from 0 0 to {} {}", scene.table.width_in, scene.table.depth_in))
        }),
        Look::At(name) if notation::unit(known, name).is_err() && side(known, name).is_ok() => {
            Ok(Window::of(scene.table))
        }
        Look::At(name) => {
            let unit = unit(known, name)?;
            Window::about(scene.table, &scene.places(unit.as_str())).ok_or_else(|| nowhere(known, &unit))
        }
    }
}

fn draw(scene: &mut Scene, known: &State, mark: &Mark) -> Result<(), Problem> {
    let (name, radii): (&str, &[f64]) = match mark {
        Mark::Arcs(name) | Mark::Sight(name) => (name, &[]),
        Mark::Rings(name, radii) => (name, radii),
    };
    let unit = unit(known, name)?;
    // A division is measured from its flagship, or its first ship on the map.
    let ship = known.division(&unit).map_or(&unit, |division| &division.flagship);
    let ship = known.ships_of(&unit).map(|ship| &ship.id).find(|id| *id == ship).unwrap_or(ship).to_string();
    let drawn = match mark {
        Mark::Arcs(_) => scene.add_arcs(&ship),
        Mark::Rings(..) => scene.add_rings(&ship, radii),
        Mark::Sight(_) if scene.sight_in.is_none() => {
            return Err(Problem::new("the sighting range of this turn is not known yet"));
        }
        Mark::Sight(_) => scene.add_sighting(&ship),
    };
    drawn.ok_or_else(|| nowhere(known, &unit))
}

fn unit(known: &State, name: &str) -> Result<Id, Problem> {
    notation::unit(known, name).map_err(|fault| Problem::new(fault.what).rule(fault.rule).maybe_hint(fault.hint))
}

fn nowhere(known: &State, unit: &Id) -> Problem {
    Problem::new(format!("{} is not on the map.", known.name(unit))).hint("where")
}

/// Writes a picture beside what is there; nothing is ever overwritten.
fn picture(scene: &Scene, window: Window, file: &Path, width: Option<u32>) -> Result<Answer, Problem> {
    let svg = map::svg(scene, window);
    let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let width = width.unwrap_or(WIDTH);
    let bytes = match ending.as_deref() {
        Some("svg") => svg.into_bytes(),
        Some("png") => map::png(&svg, width).map_err(|error| Problem::new(error.to_string()).hint("width 1800"))?,
        Some(_) | None => {
            let what = format!("{}: a map is written as .svg or as .png", file.display());
            return Err(Problem::usage(what).hint("map to battle.svg"));
        }
    };
    write(file, &bytes)?;
    let said = format!("The map is in {} ({} kB).", file.display(), bytes.len().div_ceil(1_000));
    Ok(Answer::text(said).with(json!({ "file": file.display().to_string(), "bytes": bytes.len() })))
}

/// Writes a new file; nothing is ever overwritten.
///
/// # Errors
/// It exists, or cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let name = path.display();
    let mut file = File::options().write(true).create_new(true).open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Problem::new(format!("{name} exists; nothing is ever overwritten")).hint("name another file")
        }
        _ => Problem::new(format!("{name} cannot be written: {error}")),
    })?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|error| {
        // Ours, made a moment ago, and not whole: the error to report is the first one.
        let _left = std::fs::remove_file(path);
        Problem::new(format!("{name} cannot be written: {error}"))
    })
}

/// As COLUMNS says, else as broad as the terminal, else a hundred.
pub fn columns() -> usize {
    let stdout = || io::stdout().is_terminal().then(Term::stdout).as_ref().and_then(columns_of);
    columns_said().or_else(stdout).unwrap_or(COLUMNS).clamp(map::NARROWEST, BROADEST)
}

/// As COLUMNS says.
pub fn columns_said() -> Option<usize> {
    env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok())
}

/// As broad as a terminal is, where it says so.
pub fn columns_of(terminal: &Term) -> Option<usize> {
    terminal.size_checked().map(|(_, columns)| usize::from(columns))
}

/// Unicode, unless it was refused or the terminal does not know it.
pub fn lettering(ascii: bool) -> Lettering {
    let set = |name: &&str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(set).and_then(|name| env::var(name).ok());
    let knows = locale.is_some_and(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
    let plain = ascii || (io::stdout().is_terminal() && !knows && !cfg!(windows));
    if plain { Lettering::Ascii } else { Lettering::Unicode }
}

/// What a map's inks look like on a terminal.
pub fn style(ink: map::Ink) -> anstyle::Style {
    use anstyle::AnsiColor;
    match ink {
        map::Ink::Plain => anstyle::Style::new(),
        map::Ink::Faint => anstyle::Style::new().dimmed(),
        map::Ink::Land => AnsiColor::Yellow.on_default(),
        map::Ink::Smoke => AnsiColor::BrightBlack.on_default(),
        map::Ink::Torpedo => AnsiColor::Magenta.on_default().bold(),
        map::Ink::Mark => AnsiColor::Green.on_default(),
        map::Ink::Side(0) => AnsiColor::Red.on_default().bold(),
        map::Ink::Side(1) => AnsiColor::Cyan.on_default().bold(),
        map::Ink::Side(_) => anstyle::Style::new().bold(),
    }
}

/// A page with its colours, where they are wanted.
pub fn painted(page: &Page, visible: impl Fn(&str) -> String) -> String {
    let line = |spans: &Vec<map::Span>| {
        let span = |span: &map::Span| {
            let style = style(span.ink);
            format!("{style}{}{style:#}", visible(&span.text))
        };
        spans.iter().map(span).collect::<String>()
    };
    page.lines.iter().map(line).collect::<Vec<String>>().join("\n")
}

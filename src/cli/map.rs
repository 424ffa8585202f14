//! `map`: which part, which marks, for whom, and where to.
use serde_json::json;

use super::eyes::eyes;
use super::picture::{self, Picture, Tiling, file_named};
use super::terminal::{columns, lettering};
use super::{args::MapArgs, open};
use geometry::Point;
use load::Sources;
use naval::view::{View, Viewer};
use naval::{Half, Id, Naval, Segment, State, notation};
use play::journal::{Header, Journal};
use session::{Answer, Playable as _, Problem};
use show::map::{self, Scene, Window};

const PICTURE: Picture = Picture { what: "map", named: "map to battle.svg", width: 1_800, wider: "width 1800" };

/// What is asked of a map.
#[derive(Default)]
struct Wish {
    side: Option<String>,
    look: Look,
    marks: Vec<(Mark, String)>,
    wakes: bool,
    speeds: bool,
    damage: bool,
    ascii: bool,
    tiles: Option<Tiling>,
    file: Option<String>,
    width: Option<u32>,
}

/// Which part of the table.
#[derive(Default)]
enum Look {
    #[default]
    All,
    At(String),
    /// So many inches about a ship or division.
    Near(String, f64),
    Between(Point, Point),
}

/// What is drawn about a ship.
enum Mark {
    Arcs,
    Rings(Vec<f64>),
    Sight,
}

const USAGE: &str = "map [NAME | near NAME N | X Y X Y] [arcs SHIP] [rings SHIP N...] [sight SHIP] [wakes] [speeds] [damage] [side NAME] [ascii] [tiles a4|letter [used]] [to FILE.svg|FILE.png|FILE.pdf]";

/// A map of the battle for the reader, as a line at the prompt asks for it, in the state as it is told to the reader.
pub fn at_prompt(journal: &Journal<Naval>, told: &State, reader: &Viewer, words: &str) -> Result<Answer, Problem> {
    answer(journal, told, reader, Wish::read(words.split_whitespace())?)
}

/// `kaiser map FILE`, at the moment that was asked for.
pub fn of_journal(journal: &Journal<Naval>, state: &State, asked: &MapArgs) -> Result<Answer, Problem> {
    let wish = Wish::read(asked.words.iter().map(String::as_str))?;
    let wish = Wish {
        side: asked.past.side.clone().or(wish.side),
        ascii: asked.ascii || wish.ascii,
        tiles: match &asked.tiles {
            Some(paper) => Some(Tiling { paper: paper.clone(), used: asked.used }),
            None => wish.tiles,
        },
        file: asked.output.as_ref().map(|file| file.display().to_string()).or(wish.file),
        width: asked.width.or(wish.width),
        ..wish
    };
    answer(journal, state, &Viewer::Referee, wish)
}

/// `kaiser map SCENARIO`, before anybody plays it; `None` where no battle goes by that name, or a journal does.
pub fn of_scenario(sources: &Sources, asked: &MapArgs) -> Result<Option<Answer>, Problem> {
    let file = &asked.past.file;
    let name = file.display().to_string();
    let setup = match open::setup(sources, &name) {
        Ok(setup) if open::is_yaml(file) || !file.exists() => setup,
        Err(problem) if open::is_yaml(file) => return Err(problem),
        Ok(_) | Err(_) => return Ok(None),
    };
    if asked.past.at.is_some() {
        let what = format!("{name} is a scenario, in which nothing has happened: --at belongs to a journal");
        return Err(Problem::usage(what).hint(format!("kaiser map {name}")));
    }
    let journal = Journal::new(Header::of::<Naval>(Naval::NAME, &load::data_hash(sources), 0, setup));
    of_journal(&journal, journal.state(), asked).map(Some)
}

/// Of a game that is played on no table there are none to print.
pub fn without_tiles(asked: &MapArgs) -> Result<(), Problem> {
    if asked.tiles.is_none() {
        return Ok(());
    }
    Err(Problem::usage("--tiles belongs to a battle, which lies on a table").hint("kaiser map ulsan --tiles a4"))
}

impl Wish {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Wish, Problem> {
        let mut wish = Wish::default();
        let mut words = words.map(|word| word.trim_end_matches(',')).peekable();
        while let Some(word) = words.next() {
            // A name may have several words.
            let of_name = |next: &&str| number(next).is_none() && !KEYS.contains(&next.to_lowercase().as_str());
            let mut name = || {
                let named: Vec<&str> = std::iter::from_fn(|| words.next_if(of_name)).collect();
                let some = Some(named.join(" ")).filter(|name| !name.is_empty());
                some.ok_or_else(|| Problem::new(format!("{word} needs a name")).hint(USAGE))
            };
            let mut look = |look: Look| match std::mem::replace(&mut wish.look, look) {
                Look::All => Ok(()),
                Look::Between(..) | Look::At(_) | Look::Near(..) => {
                    Err(Problem::new("one part of the table at a time").hint(USAGE))
                }
            };
            match word.to_lowercase().as_str() {
                "ascii" => wish.ascii = true,
                "tiles" => {
                    let Some(paper) = words.next() else {
                        return Err(Problem::new("tiles need a paper: a4 or letter").hint(TILES));
                    };
                    let used = words.next_if(|next| next.eq_ignore_ascii_case("used")).is_some();
                    wish.tiles = Some(Tiling { paper: paper.to_owned(), used });
                }
                "wakes" | "wake" => wish.wakes = true,
                "speeds" | "speed" => wish.speeds = true,
                "damage" => wish.damage = true,
                "near" => {
                    let named = name()?;
                    let reach = words.next_if(|next| number(next).is_some()).and_then(number);
                    let Some(reach) = reach.filter(|reach| 0.0 < *reach) else {
                        let what = "near needs a ship or division, and how many inches about it";
                        return Err(Problem::new(what).hint(format!("map near {named} 10")));
                    };
                    look(Look::Near(named, reach))?;
                }
                "side" => wish.side = Some(name()?),
                "arcs" => wish.marks.push((Mark::Arcs, name()?)),
                "sight" | "sighting" => wish.marks.push((Mark::Sight, name()?)),
                "rings" | "ring" => {
                    let ship = name()?;
                    let mut radii = Vec::new();
                    while let Some(radius) = words.next_if(|next| number(next).is_some()) {
                        radii.extend(number(radius));
                    }
                    wish.marks.push((Mark::Rings(radii_of(radii)?), ship));
                }
                "to" => wish.file = Some(file_named(words.by_ref(), PICTURE.named)?),
                "width" => wish.width = Some(PICTURE.points(words.next())?),
                _ => match number(word) {
                    Some(first) => {
                        let rest: Vec<f64> = words.by_ref().take(3).map_while(number).collect();
                        let [y, x2, y2] = rest[..] else {
                            let what = "a part of the table is two corners: four numbers of inches";
                            return Err(Problem::new(what).hint("map 20 10 40 30"));
                        };
                        look(Look::Between(Point::new(first, y), Point::new(x2, y2)))?;
                    }
                    None => {
                        let rest = name().map(|rest| format!(" {rest}")).unwrap_or_default();
                        look(Look::At(format!("{word}{rest}")))?;
                    }
                },
            }
        }
        Ok(wish)
    }
}

const TILES: &str = "map tiles a4 used to tiles.pdf";

/// Words that are part of no name.
const KEYS: [&str; 16] = [
    "tiles", "ascii", "wakes", "wake", "speeds", "speed", "damage", "near", "side", "arcs", "sight", "sighting",
    "rings", "ring", "to", "width",
];

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
    let known = View::seen_by(state, &viewer);
    let mut scene = map::scene(&known);
    let window = window(&scene, &known, &wish.look)?;
    map::add_notes(&mut scene, &known, wish.speeds, wish.damage);
    if wish.wakes {
        add_wakes(&mut scene, journal, state, &viewer);
    }
    for (mark, ship) in &wish.marks {
        draw(&mut scene, &known, mark, ship)?;
    }
    if let Some(tiling) = &wish.tiles {
        return tiled(&scene, window, tiling, &wish);
    }
    let is_empty = scene.ships.is_empty() && scene.markers.is_empty();
    if is_empty && (!known.is_laid_out() || show::places::nobody_is_left(&known)) {
        let (what, hint) = if show::places::nobody_is_left(&known) {
            ("no ship is on the table: all have left it or are sunk", "status")
        } else {
            ("no ship has a position: this game is played with measured ranges", "place asahi at 10 20 heading 90")
        };
        return Err(Problem::new(what).hint(hint));
    }
    match &wish.file {
        Some(file) => {
            let (answer, bytes) = picture::write(&map::svg(&scene, window), file, wish.width, &PICTURE)?;
            Ok(answer.key("bytes", json!(bytes)))
        }
        None => {
            let page = map::terminal(&scene, window, columns(), lettering(wish.ascii));
            Ok(Answer::page(page).key("map", json!(scene)))
        }
    }
}

/// The same at the table's own size, on as many sheets as it takes; without a file, how many and which they are.
#[cfg(feature = "paper")]
fn tiled(scene: &Scene, window: Window, tiling: &Tiling, wish: &Wish) -> Result<Answer, Problem> {
    if wish.width.is_some() || wish.ascii {
        let what = "sheets have the size of their paper: width and ascii belong to a picture and to the terminal";
        return Err(Problem::new(what).hint(TILES));
    }
    super::print::tiles(scene, window, tiling, wish.file.as_deref())
}

#[cfg(not(feature = "paper"))]
fn tiled(_: &Scene, _: Window, Tiling { paper, used }: &Tiling, _: &Wish) -> Result<Answer, Problem> {
    let which = if *used { "the used sheets" } else { "sheets" };
    Err(picture::no_paper().hint(format!("{which} of {paper} are printed by a program with paper")))
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
            scene.add_wakes(&map::scene(&View::seen_by(then, viewer)));
        }
        false
    });
}

/// Through whose eyes: those of whoever reads, or, for the referee, of a side that he names.
fn viewer(state: &State, reader: &Viewer, wish: &Wish) -> Result<Viewer, Problem> {
    let name = match (&wish.side, &wish.look) {
        // `map japan`: the table as that side knows it, where no ship goes by the name.
        (None, Look::At(name))
            if notation::unit(state, name).is_err() && notation::side(&state.setup, name).is_ok() =>
        {
            Some(name)
        }
        (side, _) => side.as_ref(),
    };
    eyes(state, reader, name.map(String::as_str))
}

fn window(scene: &Scene, known: &State, look: &Look) -> Result<Window, Problem> {
    match look {
        Look::All => Ok(Window::of(scene.table)),
        Look::Between(one, other) => Window::between(scene.table, *one, *other).ok_or_else(|| {
            Problem::new("that part lies off the table")
                .hint(format!("the table reaches from 0 0 to {} {}", scene.table.width_in, scene.table.depth_in))
        }),
        Look::At(name) if notation::unit(known, name).is_err() && notation::side(&known.setup, name).is_ok() => {
            Ok(Window::of(scene.table))
        }
        Look::At(name) | Look::Near(name, _) => {
            let unit = notation::unit(known, name)?;
            let places = scene.places(unit.as_str());
            let window = match look {
                Look::Near(_, reach) => Window::near(scene.table, &places, *reach),
                Look::All | Look::At(_) | Look::Between(..) => Window::about(scene.table, &places),
            };
            window.ok_or_else(|| nowhere(known, &unit))
        }
    }
}

fn draw(scene: &mut Scene, known: &State, mark: &Mark, name: &str) -> Result<(), Problem> {
    let unit = notation::unit(known, name)?;
    // A division is measured from its flagship, or its first ship on the map.
    let flagship = known.division(&unit).map(|division| &division.flagship);
    let drawn = |id: &&Id| !scene.places(id.as_str()).is_empty();
    let all = || known.ships_of(&unit).map(|ship| &ship.id);
    let ship = flagship.filter(drawn).or_else(|| all().find(drawn)).unwrap_or(&unit).to_string();
    let drawn = match mark {
        Mark::Arcs => scene.add_arcs(&ship),
        Mark::Rings(radii) => scene.add_rings(&ship, radii),
        Mark::Sight if scene.sight_in.is_none() => {
            return Err(Problem::new("the sighting range of this turn is not known yet"));
        }
        Mark::Sight => scene.add_sighting(&ship),
    };
    drawn.ok_or_else(|| nowhere(known, &unit))
}

fn nowhere(known: &State, unit: &Id) -> Problem {
    Problem::new(format!("{} is not on the map.", known.name(unit))).hint("where")
}

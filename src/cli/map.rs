//! Maps of a battle: which part, which marks, for which viewer, and to which file. Start with [`at_prompt`].
use serde_json::json;

use super::eyes::eyes_of;
use super::picture::{self, Picture, Tiling};
use super::terminal::{columns, lettering};
use super::{args::MapArgs, open};
use geometry::Point;
use load::Sources;
use naval::view::{View, Viewer};
use naval::{
    Id, Naval, Segment, State,
    model::Half,
    notation::{self, MapAsked, Mark, Part},
};
use play::journal::{Header, Journal};
use session::{AtTable as _, Refusal, Told};
use show::map::{self, Scene, Window};

const PICTURE: Picture = Picture { what: "map", named: "map to battle.svg", width: 1_800, wider: "width 1800" };

/// Draws a map for the reader, as a line at the prompt requests, from the state that the reader knows.
pub fn at_prompt(journal: &Journal<Naval>, told: &State, reader: &Viewer, asked: &MapAsked) -> Result<Told, Refusal> {
    answer(journal, told, reader, asked, asked.width.map(u32::from))
}

/// `kaiser map FILE`, at the requested moment.
pub fn of_journal(journal: &Journal<Naval>, state: &State, asked: &MapArgs) -> Result<Told, Refusal> {
    let words = asked.words.join(" ");
    let said = notation::map(state, &words).map_err(|fault| Refusal::in_line(&words, fault))?;
    let side = asked.past.side.as_deref().map(|name| notation::side(&state.setup, name)).transpose()?;
    let wish = MapAsked {
        side: side.or(said.side),
        ascii: asked.ascii || said.ascii,
        tiles: asked.tiles.clone().or(said.tiles),
        used: if asked.tiles.is_some() { asked.used } else { said.used },
        file: asked.output.as_ref().map(|file| file.display().to_string()).or(said.file),
        ..said
    };
    answer(journal, state, &Viewer::Referee, &wish, asked.width.or(wish.width.map(u32::from)))
}

/// `kaiser map SCENARIO`, before it is played. `None` if no battle has that name, or a journal has it.
pub fn of_scenario(sources: &Sources, asked: &MapArgs) -> Result<Option<Told>, Refusal> {
    let file = &asked.past.file;
    let name = file.display().to_string();
    let setup = match open::setup(sources, &name) {
        Ok(setup) if open::is_yaml(file) || !file.exists() => setup,
        Err(problem) if open::is_yaml(file) => return Err(problem),
        Ok(_) | Err(_) => return Ok(None),
    };
    if asked.past.at.is_some() {
        let what = format!("{name} is a scenario, in which nothing has happened: --at belongs to a journal");
        return Err(Refusal::usage(what).line(format!("kaiser map {name}")));
    }
    let journal = Journal::new(Header::of::<Naval>(Naval::NAME, &load::data_hash(sources), 0, setup));
    of_journal(&journal, journal.state(), asked).map(Some)
}

/// Refuses tiles for a game that is not played on a table.
pub fn without_tiles(asked: &MapArgs) -> Result<(), Refusal> {
    if asked.tiles.is_none() {
        return Ok(());
    }
    Err(Refusal::usage("--tiles belongs to a battle, which lies on a table").line("kaiser map ulsan --tiles a4"))
}

const TILES: &str = "map tiles a4 used to tiles.pdf";

fn answer(
    journal: &Journal<Naval>,
    state: &State,
    reader: &Viewer,
    wish: &MapAsked,
    width: Option<u32>,
) -> Result<Told, Refusal> {
    // `map japan`: the table as that side knows it.
    let of_part = if let Some(Part::Side(side)) = &wish.part { Some(side) } else { None };
    let viewer = eyes_of(state, reader, wish.side.as_ref().or(of_part))?;
    let known = View::seen_by(state, &viewer);
    let mut scene = map::scene(&known);
    let window = window(&scene, &known, wish.part.as_ref())?;
    map::add_notes(&mut scene, &known, wish.speeds, wish.damage);
    if wish.wakes {
        add_wakes(&mut scene, journal, state, &viewer);
    }
    for (mark, ship) in &wish.marks {
        draw(&mut scene, &known, mark, ship)?;
    }
    if let Some(paper) = &wish.tiles {
        if width.is_some() || wish.ascii {
            let what = "sheets have the size of their paper: width and ascii belong to a picture and to the terminal";
            return Err(Refusal::read(what).hint(TILES));
        }
        return tiled(&scene, window, &Tiling { paper: paper.clone(), used: wish.used }, wish.file.as_deref());
    }
    let is_empty = scene.ships.is_empty() && scene.markers.is_empty();
    if is_empty && (!known.is_laid_out() || show::places::nobody_is_left(&known)) {
        let (what, hint) = if show::places::nobody_is_left(&known) {
            ("no ship is on the table: all have left it or are sunk", "status".to_owned())
        } else {
            let division = known.divisions.first().map_or("DIVISION", |division| division.id.as_str());
            let fix = format!("fix {division} from nw 31.4 from sw 22.8 heading 105");
            ("no ship has a position: this game is played with measured ranges", fix)
        };
        return Err(Refusal::cannot(what).hint(hint));
    }
    match &wish.file {
        Some(file) => {
            let (answer, bytes) = picture::write(&map::svg(&scene, window), file, width, &PICTURE)?;
            Ok(answer.key("bytes", json!(bytes)))
        }
        None => {
            let page = map::terminal(&scene, window, columns(), lettering(wish.ascii));
            Ok(Told::page(page).key("map", json!(scene)))
        }
    }
}

/// Draws the table at full size on as many sheets as needed. Without a file, reports how many and which sheets.
#[cfg(feature = "paper")]
fn tiled(scene: &Scene, window: Window, tiling: &Tiling, file: Option<&str>) -> Result<Told, Refusal> {
    super::print::tiles(scene, window, tiling, file)
}

#[cfg(not(feature = "paper"))]
fn tiled(_: &Scene, _: Window, Tiling { paper, used }: &Tiling, _: Option<&str>) -> Result<Told, Refusal> {
    let which = if *used { "the used sheets" } else { "sheets" };
    Err(picture::no_paper().hint(format!("{which} of {paper} are printed by a program with paper")))
}

/// Adds every move before this turn, each as the viewer knew it when it had been made.
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

fn window(scene: &Scene, known: &State, part: Option<&Part>) -> Result<Window, Refusal> {
    let (unit, window) = match part {
        None | Some(Part::Side(_)) => return Ok(Window::of(scene.table)),
        Some(Part::Between([x, y, x2, y2])) => {
            let window = Window::between(scene.table, Point::new(*x, *y), Point::new(*x2, *y2));
            return window.ok_or_else(|| {
                let (width, depth) = (scene.table.width_in, scene.table.depth_in);
                Refusal::read("that part lies off the table")
                    .hint(format!("the table reaches from 0 0 to {width} {depth}"))
            });
        }
        Some(Part::At(unit)) => (unit, Window::about(scene.table, &scene.places(unit.as_str()))),
        Some(Part::Near(unit, reach)) => (unit, Window::near(scene.table, &scene.places(unit.as_str()), *reach)),
    };
    window.ok_or_else(|| nowhere(known, unit))
}

fn draw(scene: &mut Scene, known: &State, mark: &Mark, unit: &Id) -> Result<(), Refusal> {
    // A division is measured from its flagship, or else from its first ship on the map.
    let flagship = known.division(unit).map(|division| &division.flagship);
    let drawn = |id: &&Id| !scene.places(id.as_str()).is_empty();
    let all = || known.ships_of(unit).map(|ship| &ship.id);
    let ship = flagship.filter(drawn).or_else(|| all().find(drawn)).unwrap_or(unit).to_string();
    let drawn = match mark {
        Mark::Arcs => scene.add_arcs(&ship),
        Mark::Rings(radii) => scene.add_rings(&ship, radii),
        Mark::Sight if scene.sight_in.is_none() => {
            return Err(Refusal::not_there("the sighting range of this turn is not known yet"));
        }
        Mark::Sight => scene.add_sighting(&ship),
    };
    drawn.ok_or_else(|| nowhere(known, unit))
}

fn nowhere(known: &State, unit: &Id) -> Refusal {
    Refusal::not_there(format!("{} is not on the map.", known.name(unit))).line("where")
}

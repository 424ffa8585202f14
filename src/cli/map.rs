//! Maps of a battle: which part, which marks, for which viewer, and to which file. Start with [`map_at_prompt`].
use std::path::Path;

use serde_json::json;

use super::picture::{self, Picture, Tiling};
use super::terminal::{character_set, columns};
use super::viewers::{viewer_for, viewer_named};
use super::{args::MapArgs, open, own_files::OwnFiles};
use geometry::Point;
use load::Sources;
use naval::view::{View, Viewer};
use naval::{
    Id, Naval, Segment, State,
    model::Half,
    notation::{self, MapMark, MapPart, MapRequest},
};
use play::journal::{Header, Journal};
use session::{Answer, PlayableGame as _, Refusal};
use show::map::{self, Scene, Window};

const PICTURE: Picture =
    Picture { what: "map", naming_hint: "map to battle.svg", width: 1_800, width_hint: "width 1800" };

/// Draws a map for the reader, as a line at the prompt requests, from the state that the reader knows.
pub fn map_at_prompt(
    journal: &Journal<Naval>,
    known: &State,
    reader: &Viewer,
    request: &MapRequest,
    own_files: &OwnFiles,
) -> Result<Answer, Refusal> {
    draw_map((journal, known), reader, request, request.width.map(u32::from), own_files)
}

/// `kaiser map FILE`, at the requested moment.
pub fn map_of_journal(
    journal: &Journal<Naval>,
    state: &State,
    viewer: &Viewer,
    args: &MapArgs,
) -> Result<Answer, Refusal> {
    let words = args.words.join(" ");
    let typed = notation::map(state, &words).map_err(|error| Refusal::in_line(&words, error))?;
    let side = viewer.knows_as();
    let options = MapRequest {
        side: side.or(typed.side),
        ascii: args.ascii || typed.ascii,
        tiles: args.tiles.clone().or(typed.tiles),
        used: if args.tiles.is_some() { args.used } else { typed.used },
        file: args.output.as_ref().map(|file| file.display().to_string()).or(typed.file),
        ..typed
    };
    let width = args.width.or(options.width.map(u32::from));
    draw_map((journal, state), &Viewer::Referee, &options, width, &OwnFiles::default())
}

/// `kaiser map SCENARIO`, before it is played. `None` if no battle has that name, or a file other than YAML has it.
pub fn map_of_scenario(sources: &Sources, args: &MapArgs) -> Result<Option<Answer>, Refusal> {
    let file = &args.past.file;
    let name = file.display().to_string();
    let setup = match open::setup(sources, &name) {
        Ok(setup) if open::is_yaml(file) || !file.exists() => setup,
        Err(problem) if open::is_yaml(file) => return Err(problem),
        Ok(_) | Err(_) => return Ok(None),
    };
    if args.past.at.is_some() {
        let what = format!("{name} is a scenario, but --at needs a journal.");
        return Err(Refusal::usage(what).line(format!("kaiser map {name}")));
    }
    let journal = Journal::new(Header::current::<Naval>(Naval::NAME, &load::data_hash(sources), 0, setup));
    let viewer = viewer_named(journal.state(), &Viewer::Referee, args.past.side.as_deref())?;
    map_of_journal(&journal, journal.state(), &viewer, args).map(Some)
}

/// Refuses tiles for a game that is not played on a table.
pub fn refuse_tiles(args: &MapArgs) -> Result<(), Refusal> {
    if args.tiles.is_none() {
        return Ok(());
    }
    Err(Refusal::usage("--tiles needs a battle on a table.").line("kaiser map ulsan --tiles a4"))
}

const TILES: &str = "map tiles a4 used to tiles.pdf";

/// Draws a map on the terminal or into a file. `own_files` are the maps that may be replaced.
fn draw_map(
    (journal, state): (&Journal<Naval>, &State),
    reader: &Viewer,
    options: &MapRequest,
    width: Option<u32>,
    own_files: &OwnFiles,
) -> Result<Answer, Refusal> {
    // `map japan`: the table as that side knows it.
    let part_side = if let Some(MapPart::Side(side)) = &options.part { Some(side) } else { None };
    let viewer = viewer_for(state, reader, options.side.as_ref().or(part_side))?;
    let known = View::seen_by(state, &viewer);
    let mut scene = map::scene(&known);
    if journal.header().branch.is_some() {
        scene.title = format!("{} (what-if).", scene.title.trim_end_matches('.'));
    }
    let window = window(&scene, &known, options.part.as_ref())?;
    map::add_notes(&mut scene, &known, options.speeds, options.damage);
    if options.wakes {
        add_wakes(&mut scene, journal, state, &viewer);
    }
    for (mark, ship) in &options.marks {
        draw_mark(&mut scene, &known, mark, ship)?;
    }
    if let Some(paper) = &options.tiles {
        if width.is_some() || options.ascii {
            let what = "Tiles have a fixed size: width is for pictures and ascii for the terminal.";
            return Err(Refusal::read(what).hint(TILES));
        }
        return draw_tiles(
            &scene,
            window,
            &Tiling { paper: paper.clone(), only_used: options.used },
            options.file.as_deref(),
        );
    }
    let is_empty = scene.ships.is_empty() && scene.markers.is_empty();
    if is_empty && (!known.has_positions() || show::places::is_no_ship_left(&known)) {
        let (what, hint) = if show::places::is_no_ship_left(&known) {
            ("No ship is on the table: all have left it or are sunk.", "status".to_owned())
        } else {
            let division = known.divisions.first().map_or("DIVISION", |division| division.id.as_str());
            let fix = format!("fix {division} from nw 31.4 from sw 22.8 heading 105");
            ("No ship has a position: this game uses measured ranges.", fix)
        };
        return Err(Refusal::cannot(what).hint(hint));
    }
    match &options.file {
        Some(file) => {
            let (svg, path) = (map::svg(&scene, window), Path::new(file));
            own_files.check(path)?;
            let (answer, bytes) = picture::write_by(&svg, path, width, &PICTURE, |bytes| own_files.write(path, bytes))?;
            Ok(answer.with_key("bytes", json!(bytes)))
        }
        None => {
            let page = map::terminal_map(&scene, window, columns(), character_set(options.ascii));
            Ok(Answer::page(page).with_key("map", json!(scene)))
        }
    }
}

#[cfg(feature = "paper")]
fn draw_tiles(scene: &Scene, window: Window, tiling: &Tiling, file: Option<&str>) -> Result<Answer, Refusal> {
    super::print::tiles(scene, window, tiling, file)
}

#[cfg(not(feature = "paper"))]
fn draw_tiles(_: &Scene, _: Window, Tiling { paper, only_used }: &Tiling, _: Option<&str>) -> Result<Answer, Refusal> {
    let which = if *only_used { "the used sheets" } else { "sheets" };
    Err(picture::no_paper().hint(format!("a program built with paper is needed for {which} of {paper}")))
}

/// Adds every move before this turn, each as the viewer knew it when it had been made.
fn add_wakes(scene: &mut Scene, journal: &Journal<Naval>, now: &State, viewer: &Viewer) {
    let turn_and_half = |state: &State| (state.turn, state.half == Some(Half::Second));
    let mut last_drawn = None;
    let _now = journal.replay_until(|earlier| {
        if turn_and_half(earlier) >= turn_and_half(now) {
            return true;
        }
        if earlier.segment == Segment::Illumination && last_drawn != Some(turn_and_half(earlier)) {
            last_drawn = Some(turn_and_half(earlier));
            scene.add_wakes(&map::scene(&View::seen_by(earlier, viewer)));
        }
        false
    });
}

fn window(scene: &Scene, known: &State, part: Option<&MapPart>) -> Result<Window, Refusal> {
    let (unit, window) = match part {
        None | Some(MapPart::Side(_)) => return Ok(Window::whole_table(scene.table)),
        Some(MapPart::Between([x, y, x2, y2])) => {
            let window = Window::between(scene.table, Point::new(*x, *y), Point::new(*x2, *y2));
            return window.ok_or_else(|| {
                let (width, depth) = (scene.table.width_in, scene.table.depth_in);
                Refusal::read("That part is off the table.")
                    .hint(format!("the table extends from 0 0 to {width} {depth}"))
            });
        }
        Some(MapPart::At(unit)) => (unit, Window::around(scene.table, &scene.places(unit.as_str()))),
        Some(MapPart::Near(unit, reach)) => (unit, Window::near(scene.table, &scene.places(unit.as_str()), *reach)),
    };
    window.ok_or_else(|| not_on_map(known, unit))
}

fn draw_mark(scene: &mut Scene, known: &State, mark: &MapMark, unit: &Id) -> Result<(), Refusal> {
    // A division is measured from its flagship, or else from its first ship on the map.
    let flagship = known.division(unit).map(|division| &division.flagship);
    let is_drawn = |id: &&Id| !scene.places(id.as_str()).is_empty();
    let all = || known.ships_of(unit).map(|ship| &ship.id);
    let ship = flagship.filter(is_drawn).or_else(|| all().find(is_drawn)).unwrap_or(unit).to_string();
    let added = match mark {
        MapMark::Arcs => scene.add_arcs(&ship),
        MapMark::Rings(radii) => scene.add_rings(&ship, radii),
        MapMark::Sight if scene.sight_in.is_none() => {
            return Err(Refusal::not_there("The sighting range of this turn is not known yet."));
        }
        MapMark::Sight => scene.add_sighting(&ship),
    };
    added.ok_or_else(|| not_on_map(known, unit))
}

fn not_on_map(known: &State, unit: &Id) -> Refusal {
    Refusal::not_there(format!("{} is not on the map.", known.name(unit))).line("where")
}

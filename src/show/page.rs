//! A page of a battle for one viewer: one HTML file that needs no network. Begin with [`PageBuilder`].
//!
//! Everything is drawn here. The page's script only puts fragments into slots, so that any step costs the same in both
//! directions. A page is made from views and sentences alone: what a viewer may not know never reaches this module.
mod cards;
mod compact;
mod log;
mod sentence;
mod shell;
mod ships;
mod slots;

use std::collections::BTreeMap;

use geometry::Point;
use maud::{Markup, html};
use naval::model::Half;
use naval::view::View;
use naval::{Id, Segment};

use crate::map::{
    self, Scene,
    screen::{Screen, ShotLine},
};
pub(crate) use cards::{final_cards, known_ships};
pub(crate) use compact::compact_style;
use log::PageLog;
pub(crate) use shell::source_hash;
use slots::SlotHistory;

pub use sentence::{Sentence, Shot, Weight};
pub(crate) use sentence::{weight_of, weight_of_sight};
pub use shell::{PageHeading, PageUse};

/// The state after one entry of a journal, as the viewer knows it, and what the viewer was told of the entry.
pub struct PageStep<'a> {
    /// The number that the viewer's log prints, with a letter if the entry passed several segments: `34a`.
    pub label: Option<String>,
    pub view: View<'a>,
    pub sentences: Vec<Sentence>,
    pub shots: Vec<Shot>,
}

/// Builds the page of a battle, moment by moment.
#[derive(Default)]
pub struct PageBuilder {
    screen: Option<Screen>,
    ground: Markup,
    slots: SlotHistory,
    /// The side of each ship that was ever drawn, as the index of its colour.
    sides: BTreeMap<String, usize>,
    log: PageLog,
    /// Turn, segment, number of the entry and clock of each moment.
    moments: Vec<[String; 4]>,
    /// The part of the table with ships at each moment: left, top, width and height in tenths of an inch.
    windows: Vec<[i32; 4]>,
    strip: Vec<StripTurn>,
    table: [f64; 2],
    /// The scene of the last moment.
    last_scene: Option<Scene>,
}

/// A turn on the strip above the slider. `first` and `end` are the indices of its first and last moment.
struct StripTurn {
    turn: String,
    first: usize,
    end: usize,
    /// Hits on the ships of each side, in the scenario's order.
    hits: [u16; 2],
    has_loss: bool,
}

/// The sea around the ships in a new window, and how much of it they may use up before it moves, in tenths of an inch.
const MARGIN: f64 = 45.0;
const SLACK: f64 = 30.0;
/// The width of the narrowest window, in tenths of an inch.
const MIN_WIDTH: f64 = 180.0;

impl PageBuilder {
    /// Returns the turn of the last moment, if there is any.
    pub fn last_turn(&self) -> Option<&str> {
        self.strip.last().map(|turn| turn.turn.as_str())
    }

    pub fn moments(&self) -> usize {
        self.moments.len()
    }

    pub fn add(&mut self, moment: &PageStep<'_>) {
        let view = &moment.view;
        let scene = map::scene(view);
        if self.screen.is_none() {
            let screen = Screen::new(&scene.table);
            self.ground = screen.ground(&scene);
            self.table = [scene.table.width_in * 10.0, scene.table.depth_in * 10.0];
            self.screen = Some(screen);
        }
        self.slots.begin_step();
        self.draw_chart(view, &scene, &moment.shots);
        self.slots.fill("head".to_owned(), shell::moment_text(view));
        ships::fill(&mut self.slots, view);
        cards::fill(&mut self.slots, view);
        self.slots.fill("points".to_owned(), html! { pre { (crate::tally::tally_text(view)) } });
        self.slots.end_step();
        self.last_scene = Some(scene);
        self.log.add(view, moment);
        self.add_to_strip(view, moment);
        let segment = if view.end.is_some() { "End".to_owned() } else { segment_name(view.segment) };
        self.moments.push([turn_text(view), segment, moment.label.clone().unwrap_or_default(), clock_text(view)]);
    }

    fn draw_chart(&mut self, view: &View<'_>, scene: &Scene, shots: &[Shot]) {
        let Some(screen) = &mut self.screen else { return };
        let slots = &mut self.slots;
        slots.fill("mines".to_owned(), screen.mines(scene));
        slots.fill("smoke".to_owned(), screen.smoke(&scene.smoke));
        slots.fill("torpedoes".to_owned(), screen.torpedoes(&scene.torpedoes));
        slots.fill("markers".to_owned(), screen.markers(&scene.markers));
        for ship in &scene.ships {
            self.sides.insert(ship.id.clone(), ship.side);
            let leads = leads_own_division(view, ship);
            let of_side = |content: Markup| html! { g class={ "s" (ship.side) } { (content) } };
            slots.fill(format!("t:{}", ship.id), of_side(screen.track(ship)));
            slots.fill(format!("m:{}", ship.id), of_side(screen.ship(ship)));
            slots.fill(format!("n:{}", ship.id), of_side(screen.name(ship, leads)));
        }
        let (lines, struck) = shot_lines(view, scene, shots);
        slots.fill("shots".to_owned(), screen.shots(&lines));
        slots.fill("bursts".to_owned(), screen.bursts(&struck));
        let points: Vec<(f64, f64)> = scene.ships.iter().map(|ship| screen.position(ship.pose.at)).collect();
        let window = self.window_around(&points);
        self.windows.push(window);
    }

    /// Returns a window that shows these points: the last one, if it shows them all and is not much too wide.
    fn window_around(&self, points: &[(f64, f64)]) -> [i32; 4] {
        let bounds = points.iter().fold(None, |bounds: Option<[f64; 4]>, (x, y)| {
            let [west, north, east, south] = bounds.unwrap_or([*x, *y, *x, *y]);
            Some([west.min(*x), north.min(*y), east.max(*x), south.max(*y)])
        });
        let Some([west, north, east, south]) = bounds else {
            return [0, 0, self.table[0].round() as i32, self.table[1].round() as i32];
        };
        let (mut west, mut east) = (west - MARGIN, east + MARGIN);
        let (north, south) = (north - MARGIN, south + MARGIN);
        if east - west < MIN_WIDTH {
            let middle = (west + east) / 2.0;
            (west, east) = (middle - MIN_WIDTH / 2.0, middle + MIN_WIDTH / 2.0);
        }
        if let Some(last) = self.windows.last() {
            let [x, y, width, height] = last.map(f64::from);
            let holds =
                x <= west + SLACK && y <= north + SLACK && east - SLACK <= x + width && south - SLACK <= y + height;
            if holds && width < 1.5 * (east - west) {
                return *last;
            }
        }
        [west, north, east - west, south - north].map(|units| units.round() as i32)
    }

    fn add_to_strip(&mut self, view: &View<'_>, moment: &PageStep<'_>) {
        let (turn, at) = (turn_text(view), self.moments.len());
        if self.strip.last().is_none_or(|last| last.turn != turn) {
            self.strip.push(StripTurn { turn, first: at, end: at, hits: [0; 2], has_loss: false });
        }
        let Some(last) = self.strip.last_mut() else { return };
        last.end = at;
        for shot in &moment.shots {
            let side = view.ships_of(&shot.target).next().map(|ship| side_index(view, ship));
            if let Some(hits) = side.and_then(|side| last.hits.get_mut(side)) {
                *hits += shot.hits;
            }
        }
        last.has_loss |= moment.sentences.iter().any(|sentence| sentence.is_loss);
    }

    /// Returns the page of the moments so far.
    pub fn page(&self, heading: &PageHeading, purpose: PageUse) -> String {
        shell::page(self, heading, purpose)
    }
}

/// Returns the fire to draw, and where hits struck: shots of this moment, and declarations not fired yet.
fn shot_lines(view: &View<'_>, scene: &Scene, shots: &[Shot]) -> (Vec<ShotLine>, Vec<Point>) {
    let open = view.this_move.declarations.iter().filter(|declaration| !declaration.fired);
    let declared = open.map(|declaration| (&declaration.firer, &declaration.target, 0));
    let fired = shots.iter().map(|shot| (&shot.firer, &shot.target, shot.hits));
    let mut lines: Vec<(&Id, &Id, ShotLine)> = Vec::new();
    for (firer, target, hits) in fired.chain(declared) {
        let known = lines.iter().any(|(known_firer, known_target, _)| (*known_firer, *known_target) == (firer, target));
        let (Some(from), Some(to)) = (scene.ship(firer.as_str()), scene.ship(target.as_str())) else { continue };
        if !known {
            let line = ShotLine { from: from.pose.at, to: to.pose.at, side: from.side, hits: 0 < hits };
            lines.push((firer, target, line));
        }
    }
    let hit = shots.iter().filter(|shot| 0 < shot.hits);
    let struck = hit.filter_map(|shot| scene.ship(shot.target.as_str())).map(|ship| ship.pose.at).collect();
    (lines.into_iter().map(|(_, _, line)| line).collect(), struck)
}

/// Whether a ship leads a division of the viewer. Who leads an enemy division is hidden.
pub(crate) fn leads_own_division(view: &View<'_>, ship: &map::scene::Ship) -> bool {
    view.own_divisions().any(|division| ship.has_id(division.flagship.as_str()))
}

/// Returns the index of a ship's side in the scenario, which is also that of its colour.
fn side_index(view: &View<'_>, ship: &naval::model::Ship) -> usize {
    view.setup.sides.iter().position(|side| side.id == ship.side).unwrap_or(0)
}

/// `12`, or `12.5` in the second half of a turn. [3.4]
fn turn_text(view: &View<'_>) -> String {
    let half = if view.half == Some(Half::Second) { ".5" } else { "" };
    format!("{}{half}", view.turn)
}

/// Writes out letters that reverse or hide others, as `\u202e`, so that a reader sees every letter of a player's text.
pub(crate) fn visible(markup: String) -> String {
    if !markup.contains(is_hidden) {
        return markup;
    }
    let mut text = String::with_capacity(markup.len());
    for letter in markup.chars() {
        if is_hidden(letter) { text.push_str(&format!("\\u{:04x}", letter as u32)) } else { text.push(letter) }
    }
    text
}

fn is_hidden(letter: char) -> bool {
    letter != '\n' && play::is_hidden_char(letter)
}

pub(crate) fn clock_text(view: &View<'_>) -> String {
    view.clock().format("%H:%M").to_string()
}

/// Returns a segment's name without the word `Segment`.
fn segment_name(segment: Segment) -> String {
    segment.to_string().trim_end_matches(" Segment").to_owned()
}

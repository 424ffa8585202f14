//! The book of a battle: who fought, what happened phase by phase, and how it ended. Begin at [`BookBuilder`].
//!
//! A book is made from views and incidents alone: what a viewer may not know never reaches this module. Its contents
//! are [`BookBlock`]s, which the terminal, an HTML file and a PDF show each in its own way.
mod graph;
mod html;
mod incident;
mod narrative;
mod phases;
mod tables;
mod text;

use std::ops::RangeInclusive;

use geometry::Point;
use naval::model::Fate;
use naval::view::View;
use naval::{Id, Inches};

use crate::joined;
use crate::map::{
    self, Scene, Window,
    scene::{ShipStatus, Tick},
};
use graph::{TurnStanding, graph_svg};

use crate::page::{clock_text, leads_own_division};
use narrative::{Narrator, TurnIncident, TurnStory};
use phases::{Phase, TurnPoints, TurningPoint, phases};

pub use html::book_html;
pub use incident::{DatedIncident, Guns, Incident, IncidentList, Loss, Shot, ShotResult, Unit};
pub use narrative::BookSentence;
pub use text::book_text;

/// The battle after a told entry, as the viewer knows it, and what the viewer was told of the entry.
pub struct BookStep<'a> {
    /// The number that the viewer's log prints. `None` at the beginning.
    pub entry: Option<String>,
    pub view: View<'a>,
    pub incidents: Vec<DatedIncident>,
}

/// What the title page says, besides what the battle itself tells.
pub struct BookHeading {
    pub title: String,
    /// `14 August 1904`
    pub date: String,
    /// Whose book it is, who played, and the like. A line each.
    pub notes: Vec<String>,
    /// What proves the journal, and the editions of rules and data. A sentence each.
    pub sources: Vec<String>,
}

/// A book, ready to be shown.
pub struct Book {
    pub title: String,
    pub subtitle: String,
    pub blocks: Vec<BookBlock>,
}

/// A part of a book. Blocks follow one another.
#[derive(Clone)]
pub enum BookBlock {
    Heading(String),
    Paragraph(String),
    /// One turn, or several quiet ones, with its label: `Turn 6, 05:43.`
    Turn {
        label: String,
        sentences: Vec<BookSentence>,
    },
    Table(BookTable),
    Picture {
        /// What it shows, for those who cannot see it.
        caption: String,
        svg: String,
    },
    /// Text in columns, line by line.
    Lines(String),
}

#[derive(Clone)]
pub struct BookTable {
    pub title: String,
    pub head: Vec<&'static str>,
    /// The columns with figures.
    pub figures: Vec<usize>,
    pub rows: Vec<Vec<String>>,
}

/// Builds a book, step by step.
#[derive(Default)]
pub struct BookBuilder {
    /// The conditions of victory before the battle.
    conditions: Vec<BookBlock>,
    /// The first sighting range known.
    sighting_range: Option<Inches>,
    turns: Vec<BookTurn>,
}

/// What a turn shows and tells.
struct BookTurn {
    turn: u16,
    clock: String,
    incidents: Vec<TurnIncident>,
    /// Whether the viewer sees an enemy at any moment of it.
    has_contact: bool,
    standing: TurnStanding,
    /// Whether each side lost a ship.
    has_loss: [bool; 2],
    /// The chart after each of its moves.
    scenes: Vec<Scene>,
    /// Where the flagships of the viewer's divisions were at its end.
    leaders: Vec<(usize, Point)>,
    /// Where hits struck.
    struck: Vec<Point>,
}

impl BookBuilder {
    pub fn last_turn(&self) -> Option<u16> {
        self.turns.last().map(|turn| turn.turn)
    }

    /// Whether anything happened that a book tells.
    pub fn has_story(&self) -> bool {
        self.turns.iter().any(|turn| !turn.incidents.is_empty())
    }

    pub fn add(&mut self, step: BookStep<'_>) {
        let BookStep { entry, view, incidents } = step;
        let scene = map::scene(&view);
        if self.turns.is_empty() {
            self.conditions = tables::conditions(&view);
        }
        self.sighting_range = self.sighting_range.or(view.sighting_base);
        if self.turns.last().is_none_or(|last| last.turn != view.turn) {
            // The entry that begins a turn also ends the one before, with its damage.
            if let Some(last) = self.turns.last_mut() {
                last.standing = TurnStanding { turn: last.turn, ..TurnStanding::from_view(&view) };
            }
            self.turns.push(BookTurn::begin(&view));
        }
        let entry = entry.unwrap_or_default();
        for DatedIncident { turn, incident } in incidents {
            self.add_incident(turn, entry.clone(), incident, &scene);
        }
        let Some(turn) = self.turns.last_mut() else { return };
        turn.standing = TurnStanding::from_view(&view);
        // The hour of a generated battle is found in turn 1.
        turn.clock = clock_text(&view);
        turn.has_contact |= has_contact(&view);
        let here = scene.ships.iter().filter(|ship| matches!(ship.status, ShipStatus::Seen | ShipStatus::Unsighted));
        let leaders = here.filter(|ship| leads_own_division(&view, ship));
        turn.leaders = leaders.map(|ship| (ship.side, ship.pose.at)).collect();
        // A chart that shows the same moves replaces the one before it.
        if turn.scenes.last().is_some_and(|last| have_same_tracks(last, &scene)) {
            turn.scenes.pop();
        }
        turn.scenes.push(scene);
    }

    /// Adds an incident to the turn in which it happened: the entry that ends a turn also begins the next.
    fn add_incident(&mut self, turn: u16, entry: String, incident: Incident, scene: &Scene) {
        let index = self.turns.iter().rposition(|known| known.turn <= turn);
        let Some(turn) = self.turns.get_mut(index.unwrap_or(0)) else { return };
        match &incident {
            Incident::Fired(shot) if 0 < shot.hits() => turn.struck.extend(place(scene, &shot.target.id)),
            Incident::Torpedoed { target: Some(ship), hits: 1.., .. } => turn.struck.extend(place(scene, &ship.id)),
            Incident::Lost(ship, _) => turn.has_loss.iter_mut().skip(ship.side).take(1).for_each(|lost| *lost = true),
            _ => {}
        }
        turn.incidents.push((entry, incident));
    }

    /// Returns the book of these turns. `view` is the battle at their end, and `extras` are parts that were asked for.
    pub fn finish(
        mut self,
        heading: BookHeading,
        view: &View<'_>,
        told_turns: &RangeInclusive<u16>,
        extras: Vec<BookBlock>,
    ) -> Book {
        let sides: Vec<String> = view.setup.sides.iter().map(|side| side.name.clone()).collect();
        let notes = heading.notes.into_iter().chain(tables::winner(view));
        let mut blocks: Vec<BookBlock> = notes.map(BookBlock::Paragraph).collect();
        blocks.extend(tables::introduction(view));
        blocks.append(&mut self.conditions);
        blocks.extend(tables::forces(view));
        // What was told of earlier turns is known in the later ones: fire is opened only once.
        let mut narrator = Narrator::new(sides.clone(), self.sighting_range);
        let told = self.turns.iter().map(|turn| narrator.tell(turn.turn, turn.clock.clone(), &turn.incidents));
        let mut stories: Vec<TurnStory> = told.collect();
        let mut points = turning_points(&self.turns);
        self.turns.retain(|turn| told_turns.contains(&turn.turn));
        stories.retain(|story| told_turns.contains(&story.turn));
        points.retain(|points| told_turns.contains(&points.turn));
        for phase in phases(&points) {
            blocks.push(BookBlock::Heading(phase.heading()));
            blocks.extend(self.chart(&phase));
            let told = self.turns.iter().zip(&stories).filter(|(turn, _)| phase.turns().contains(&turn.turn));
            blocks.extend(narrative_blocks(&told.collect::<Vec<_>>()));
        }
        blocks.push(BookBlock::Heading("Points and strength".to_owned()));
        let standings: Vec<_> = self.turns.iter().map(|turn| (turn.standing.clone(), turn.has_loss)).collect();
        let caption = graph::graph_caption(&standings, &sides);
        blocks.push(BookBlock::Paragraph(caption));
        let caption = "Graph of points and strength by turn".to_owned();
        blocks.push(BookBlock::Picture { caption, svg: graph_svg(&standings, &sides) });
        let incidents = self.turns.iter().flat_map(|turn| &turn.incidents).map(|(_, incident)| incident);
        blocks.extend(tables::fire_and_hits(incidents));
        blocks.extend(tables::result(view));
        blocks.extend(extras);
        blocks.push(BookBlock::Heading("Sources".to_owned()));
        blocks.extend(heading.sources.into_iter().map(BookBlock::Paragraph));
        Book { title: heading.title, subtitle: heading.date, blocks }
    }

    /// Draws the tracks of a phase, with the turns along the tracks of the leaders. `None` without positions.
    fn chart(&self, phase: &Phase) -> Option<BookBlock> {
        let turns: Vec<&BookTurn> = self.turns.iter().filter(|turn| phase.turns().contains(&turn.turn)).collect();
        let scenes: Vec<&Scene> = turns.iter().flat_map(|turn| &turn.scenes).collect();
        let (last, earlier) = scenes.split_last()?;
        let mut scene = (*last).clone();
        earlier.iter().for_each(|then| scene.add_wakes(then));
        // A track stays until the next move, so that several moments show it.
        scene.wakes = play::distinct(std::mem::take(&mut scene.wakes));
        scene.wakes.retain(|wake| last.ships.iter().all(|ship| ship.track != wake.track));
        // The last turn needs no ticks: the ships are drawn there.
        for turn in turns.iter().rev().skip(1) {
            scene.ticks.extend(turn.leaders.iter().map(|(side, at)| Tick { side: *side, at: *at, turn: turn.turn }));
        }
        scene.struck = turns.iter().flat_map(|turn| turn.struck.iter().copied()).collect();
        let tracks = scene.wakes.iter().flat_map(|wake| wake.track.iter().copied());
        let ships = scene.ships.iter().filter(|ship| 1 < ship.track.len()).map(|ship| ship.pose.at);
        let mut places: Vec<Point> = tracks.chain(ships).collect();
        if places.is_empty() {
            places = scene.ships.iter().map(|ship| ship.pose.at).collect();
        }
        let window = Window::around(scene.table, &places)?;
        let caption = format!("Chart of the tracks: {}", phase.heading());
        Some(BookBlock::Picture { caption, svg: map::svg_with_letter_scale(&scene, window, LETTER_SCALE) })
    }
}

impl BookTurn {
    fn begin(view: &View<'_>) -> BookTurn {
        BookTurn {
            turn: view.turn,
            clock: clock_text(view),
            incidents: Vec::new(),
            has_contact: false,
            standing: TurnStanding::from_view(view),
            has_loss: [false, false],
            scenes: Vec::new(),
            leaders: Vec::new(),
            struck: Vec::new(),
        }
    }
}

fn have_same_tracks(left: &Scene, right: &Scene) -> bool {
    left.ships.iter().map(|ship| &ship.track).eq(right.ships.iter().map(|ship| &ship.track))
}

fn place(scene: &Scene, unit: &Id) -> Option<Point> {
    scene.places(unit.as_str()).first().copied()
}

fn has_contact(view: &View<'_>) -> bool {
    let enemies = view.ships.iter().filter(|ship| view.is_referee() || !view.owns(&ship.side));
    let mut there = enemies.filter(|ship| !matches!(ship.fate, Fate::Exploded | Fate::Sunk | Fate::Exited { .. }));
    there.any(|ship| ship.sighted)
}

/// Finds the turning points of each turn.
fn turning_points(turns: &[BookTurn]) -> Vec<TurnPoints> {
    let (mut has_seen, mut has_fire, mut has_hit, mut turns_without_contact) = (false, false, false, 0_usize);
    let mut all: Vec<TurnPoints> = Vec::new();
    for BookTurn { turn, incidents, has_contact, .. } in turns {
        let mut points = Vec::new();
        let (mut lost, mut entered) = (Vec::new(), Vec::new());
        for (_, incident) in incidents {
            match incident {
                Incident::Lost(ship, _) => lost.push(ship.name.clone()),
                Incident::Entered(ship) => entered.push(ship.name.clone()),
                _ => {}
            }
        }
        let fires = incidents.iter().any(|(_, incident)| matches!(incident, Incident::Fired(_)));
        points.extend((!lost.is_empty()).then_some(TurningPoint::Loss(lost)));
        points.extend(
            ((has_seen || *has_contact) && !entered.is_empty()).then_some(TurningPoint::Reinforcement(entered)),
        );
        let hits = incidents.iter().any(|(_, incident)| matches!(incident, Incident::Fired(shot) if 0 < shot.hits()));
        points.extend((hits && !has_hit).then_some(TurningPoint::FirstHit));
        points.extend((fires && !has_fire).then_some(TurningPoint::FireOpened));
        points.extend((*has_contact && !has_seen).then_some(TurningPoint::FirstSighting));
        if *has_contact {
            points.extend(
                (has_seen && TURNS_OUT_OF_SIGHT <= turns_without_contact).then_some(TurningPoint::InSightAgain),
            );
            turns_without_contact = 0;
        } else if has_seen {
            turns_without_contact += 1;
            // Contact was lost when the first of these turns began.
            let first_without = (all.len() + 1).checked_sub(TURNS_OUT_OF_SIGHT);
            if turns_without_contact == TURNS_OUT_OF_SIGHT
                && let Some(first) = first_without.and_then(|index| all.get_mut(index))
            {
                first.points.push(TurningPoint::ContactLost);
            }
        }
        has_seen |= *has_contact;
        has_fire |= fires;
        has_hit |= hits;
        all.push(TurnPoints { turn: *turn, points });
    }
    all
}

/// The size of a chart's letters, which must be read when the chart is as wide as a page.
const LETTER_SCALE: f64 = 1.6;

/// Contact is lost when nothing is in sight for so many turns.
const TURNS_OUT_OF_SIGHT: usize = 2;

/// Returns the turns of a phase. Quiet turns in a row share a line, and what does not fit into a turn follows in a table.
fn narrative_blocks(told: &[(&BookTurn, &TurnStory)]) -> Vec<BookBlock> {
    let mut blocks = Vec::new();
    for turns in told.chunk_by(|(left, a), (right, b)| {
        a.sentences.is_empty() && b.sentences.is_empty() && left.has_contact == right.has_contact
    }) {
        let (Some((first, story)), Some((last, _))) = (turns.first(), turns.last()) else { continue };
        if story.sentences.is_empty() {
            let label = match turns.len() {
                1 => format!("Turn {}, {}.", first.turn, first.clock),
                _ => format!("Turns {} to {}, {} to {}.", first.turn, last.turn, first.clock, last.clock),
            };
            let text = if first.has_contact { "Nobody fires." } else { "Nothing is in sight and nobody fires." };
            let quiet = BookSentence { text: text.to_owned(), entries: Vec::new() };
            blocks.push(BookBlock::Turn { label, sentences: vec![quiet] });
        } else {
            let label = format!("Turn {}, {}.", story.turn, story.clock);
            blocks.push(BookBlock::Turn { label, sentences: story.sentences.clone() });
        }
    }
    let more: Vec<Vec<String>> = told
        .iter()
        .filter(|(_, story)| !story.more.is_empty())
        .map(|(_, story)| vec![story.turn.to_string(), joined(story.more.iter().map(|sentence| &sentence.text), " ")])
        .collect();
    // Every phase may have such a table, and a screen reader tells tables apart by their names.
    let title = match &more[..] {
        [] => return blocks,
        [row] => format!("Also in turn {}", row[0]),
        [first, .., last] => format!("Also in turns {} to {}", first[0], last[0]),
    };
    let head = vec!["Turn", "What happened"];
    blocks.push(BookBlock::Table(BookTable { title, head, figures: vec![0], rows: more }));
    blocks
}

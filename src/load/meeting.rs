//! Generates battles: the scenario before the dice, and the file of the result. [10.1 to 10.3]
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use chrono::NaiveDate;
use serde::Serialize;

use crate::scenario::{ReusableData, read_with_reuse};
use crate::{DataError, DataErrors, MeetingSize, Sources, TheatreLine};
use naval::model::{BattleKind, Edge, Fine, Handicap, Land, Place, Setup, ShipType, Wind, WindForce};
use naval::rules::tally::{self, ScoredFate};
use naval::{Id, Inches, SideId, State};

/// Turns of a generated scenario. [10.4]
const TURNS: u16 = 30;

#[derive(Serialize)]
struct ScenarioOutput {
    id: Id,
    title: String,
    war: Id,
    date: NaiveDate,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    kind: BattleKind,
    turns: u16,
    introduction: String,
    happened: String,
    sources: Vec<String>,
    sides: Vec<SideOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generated: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<MeetingSize>,
    divisions: Vec<DivisionOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<BTreeMap<&'static str, Vec<VisibilityOutput>>>,
    night: bool,
    wind: Wind,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    land: Vec<Land>,
    hidden: bool,
    /// Options that a generated battle's file keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<BTreeMap<&'static str, Handicap>>,
    special_rules: Vec<String>,
    victory: Vec<String>,
    decide: Vec<DecideOutput>,
}

/// A generated battle is decided by points. [10.5]
#[derive(Serialize)]
struct DecideOutput {
    points: BTreeMap<&'static str, u16>,
    of: u16,
}

#[derive(Serialize)]
struct SideOutput {
    id: SideId,
    name: String,
    friendly_edge: Edge,
    #[serde(skip_serializing_if = "Option::is_none")]
    force_flag: Option<Id>,
}

#[derive(Serialize)]
struct DivisionOutput {
    id: Id,
    name: String,
    side: SideId,
    ships: Vec<Id>,
    flagship: Id,
    one_base: bool,
    signalling: i32,
    initiative: i32,
    speed: Inches,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Place>,
}

#[derive(Serialize)]
struct VisibilityOutput {
    from_turn: u16,
    range: Inches,
}

/// The meeting of a theatre's two navies on a day, before its dice are rolled, with the data read for it. Reading the
/// generated file reuses these data. [1.2, 10.1]
pub struct Meeting {
    pub setup: Setup,
    reusable: Option<ReusableData>,
}

impl Meeting {
    /// Reads the scenario of a theatre before its dice are rolled.
    ///
    /// # Errors
    /// Returns every error of the data files. Fails if the theatre is closed that day or a table's type has no ship.
    pub fn prepare(
        sources: &Sources,
        theatre: &TheatreLine,
        date: NaiveDate,
        size: MeetingSize,
    ) -> Result<Meeting, DataErrors> {
        let mut reusable = None;
        let text = to_yaml(&scenario_before_dice(theatre, date, size))?;
        let checked = read_with_reuse(sources, &format!("{}.yaml", theatre.id), &text, &mut reusable)?;
        Ok(Meeting { setup: checked.value, reusable })
    }

    /// Reads the file that [`meeting_file`] made of the meeting.
    pub fn read_drawn(&mut self, sources: &Sources, file: &str, text: &str) -> Result<Setup, DataErrors> {
        Ok(read_with_reuse(sources, file, text, &mut self.reusable)?.value)
    }
}

fn scenario_before_dice(theatre: &TheatreLine, date: NaiveDate, size: MeetingSize) -> ScenarioOutput {
    let side = |(id, friendly_edge): (&Id, Edge)| SideOutput {
        id: id.to_kind(),
        name: nation_name(id),
        friendly_edge,
        force_flag: None,
    };
    ScenarioOutput {
        id: theatre.id.clone(),
        title: format!("A meeting: {}", theatre.name),
        war: theatre.war.clone(),
        date,
        start: None,
        kind: BattleKind::Generated,
        turns: TURNS,
        introduction: "Neither side knows what it will meet.".to_owned(),
        happened: "This battle never happened.".to_owned(),
        sources: vec!["house: the theatres and tables of data/naval/generators".to_owned()],
        sides: theatre.navies.iter().zip([Edge::South, Edge::North]).map(side).collect(),
        generated: Some(theatre.id.clone()),
        size: Some(size),
        divisions: Vec::new(),
        visibility: None,
        night: false,
        wind: Wind { force: WindForce::Calm, from_deg: 0 },
        land: Vec::new(),
        hidden: true,
        options: None,
        special_rules: Vec::new(),
        victory: vec!["The points decide, with the handicap if one is played. [10.5]".to_owned()],
        decide: vec![DecideOutput { points: [("lead", 1)].into(), of: 1 }],
    }
}

/// Returns a navy's nation from its id: `austria-hungary` is Austria-Hungary.
fn nation_name(navy: &Id) -> String {
    match navy.as_str() {
        "ottoman" => "Ottoman Empire".to_owned(),
        "usa" => "United States".to_owned(),
        other => other.split('-').map(capitalised).collect::<Vec<String>>().join("-"),
    }
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn with_article(nation: &str) -> String {
    let article = if nation.ends_with("Empire") || nation.ends_with("States") { "the " } else { "" };
    format!("{article}{nation}")
}

fn to_yaml(file: &ScenarioOutput) -> Result<String, DataErrors> {
    let data_error = |error: serde_yaml::Error| DataError {
        file: format!("{}.yaml", file.id),
        what: error.to_string(),
        ..DataError::default()
    };
    serde_yaml::to_string(file).map_err(|error| data_error(error).into())
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// The arguments of `kaiser scenario generate`.
    pub args: String,
    pub edition: Option<String>,
}

const COMMAND: &str = "kaiser scenario generate ";
const DATA: &str = ", data ";

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{COMMAND}{}", self.args)?;
        self.edition.as_ref().map_or(Ok(()), |edition| write!(f, "{DATA}{edition}"))
    }
}

/// Returns how a battle was generated, or `None` if it was not.
pub fn provenance(setup: &Setup) -> Option<Provenance> {
    let provenance_text = setup.sources.iter().find_map(|source| source.strip_prefix(HOUSE)?.strip_prefix(COMMAND))?;
    Some(match provenance_text.rsplit_once(DATA) {
        Some((words, edition)) => Provenance { args: words.to_owned(), edition: Some(edition.to_owned()) },
        None => Provenance { args: provenance_text.to_owned(), edition: None },
    })
}

/// Prefix of a source that is not a book.
const HOUSE: &str = "house: ";

pub struct BattleLabel {
    pub id: Id,
    pub title: String,
    pub provenance: Provenance,
}

/// Returns the scenario file of a battle whose forces have been drawn and placed. [10.3] A side's friendly edge is its
/// home edge nearest to its start, or without `home` the nearest edge. Two sides never share an edge. (Q44)
///
/// # Errors
/// Fails if a value cannot be written as YAML.
pub fn meeting_file(theatre: &TheatreLine, state: &State, label: &BattleLabel) -> Result<String, DataErrors> {
    let first_edge = state.setup.sides.first().map(|side| friendly_edge(state, &side.id));
    let sides = state.setup.sides.iter().enumerate().map(|(index, side)| {
        let own = friendly_edge(state, &side.id);
        let is_shared = 0 < index && Some(own) == first_edge;
        let friendly_edge = if is_shared { own.opposite() } else { own };
        SideOutput {
            id: side.id.clone(),
            name: side.name.clone(),
            friendly_edge,
            force_flag: force_flag(state, &side.id),
        }
    });
    let divisions = state.divisions.iter().map(|division| DivisionOutput {
        id: division.id.clone(),
        name: division.name.clone(),
        side: division.side.clone(),
        ships: division.ships.clone(),
        flagship: division.flagship.clone(),
        one_base: division.one_base,
        signalling: division.signalling,
        initiative: division.initiative,
        speed: state.ships_of_division(&division.id).map(|ship| ship.speed).min().unwrap_or(Inches::ZERO),
        at: division.ships.first().and_then(|lead| state.ship(lead)?.at),
    });
    let range = state.sighting_base.unwrap_or(Inches::ZERO);
    let file = ScenarioOutput {
        id: label.id.clone(),
        title: label.title.clone(),
        start: Some(state.setup.start.format("%H:%M").to_string()),
        introduction: format!(
            "{} and {} meet in the {}. Neither knows what it will find.",
            capitalised(&with_article(side_name(state, 0))),
            with_article(side_name(state, 1)),
            theatre.name.split(',').next().unwrap_or(&theatre.name)
        ),
        happened: "This battle never happened: dice generated it.".to_owned(),
        sources: vec![format!("{HOUSE}{}", label.provenance)],
        sides: sides.collect(),
        generated: None,
        size: None,
        divisions: divisions.collect(),
        visibility: Some([("steps", vec![VisibilityOutput { from_turn: 1, range }])].into()),
        wind: state.setup.wind.clone(),
        land: state.setup.land.clone(),
        options: Some([("handicap", state.setup.options.handicap)].into()),
        ..scenario_before_dice(theatre, state.setup.date, MeetingSize::default())
    };
    Ok(format!("# {} [10.1 to 10.3]\n{}", label.provenance, to_yaml(&file)?))
}

fn side_name(state: &State, index: usize) -> &str {
    state.setup.sides.get(index).map_or("", |side| side.name.as_str())
}

/// Returns the theatre's most senior flagship present, or else the flagship worth most points. If fleets fill the
/// divisions, ties go to dreadnoughts before predreadnoughts, destroyers before torpedo boats. [5.10.1, 10.5]
fn force_flag(state: &State, side: &SideId) -> Option<Id> {
    let generator = state.setup.generator.as_ref();
    let table = generator.and_then(|generator| generator.table_of(side));
    let by_fleets = generator.is_some_and(|generator| generator.company.keeps_fleets());
    let own = state.divisions.iter().filter(|division| division.side == *side).map(|division| &division.flagship);
    let precedence = |flag: &&Id| {
        let seniority = table.and_then(|table| table.flag_seniority(flag)).unwrap_or(usize::MAX);
        let kind = state.ship(flag).map(|ship| ship.card.kind);
        let worth = kind.map_or(0, |kind| tally::points_for(kind, ScoredFate::Sunk).0);
        let rank = kind.filter(|_| by_fleets).map_or(0, ShipType::flag_rank);
        (seniority, Reverse(worth), rank)
    };
    own.min_by_key(precedence).cloned()
}

/// Returns the edge nearest to a side's start, among its home edges if the theatre names any.
fn friendly_edge(state: &State, side: &SideId) -> Edge {
    let (width, depth) = (Fine::from(state.setup.table.width), Fine::from(state.setup.table.height));
    let first = state.ships_of_side(side).find_map(|ship| ship.at);
    let start = first.unwrap_or(Place { x: Fine::ZERO, y: Fine::ZERO, heading: Fine::ZERO });
    let distances =
        [(start.y, Edge::South), (depth - start.y, Edge::North), (start.x, Edge::West), (width - start.x, Edge::East)];
    let table = state.setup.generator.as_ref().and_then(|generator| generator.table_of(side));
    let of_theatre = table.map_or(&[][..], |table| &table.home);
    let is_legal = |edge: &Edge| of_theatre.is_empty() || of_theatre.contains(edge);
    distances
        .into_iter()
        .filter(|(_, edge)| is_legal(edge))
        .min_by_key(|(inches, _)| *inches)
        .map_or(Edge::South, |(_, edge)| edge)
}

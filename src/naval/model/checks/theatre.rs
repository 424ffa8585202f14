//! Checks a theatre, and the war to which a battle belongs. [9.1, 10.1]
use super::bounds::{
    BATTLES, D6_RESULTS, D10_RESULTS, MAX_DAYS_BETWEEN_BATTLES, MAX_NAME_LETTERS, MAX_SIGHTING, RATING, ROLLS,
    SHIPS_PER_ROW,
};
use super::card;
use super::error::{ErrorCollector, SetupError};
use super::names::is_name;
use crate::model::{
    ForceTable, Generator, Id, Inches, Setup, SideId, WindForce,
    generator::{PoolShip, TypeRow},
    path::KeyPath,
    war::War,
};
use play::{Rule, is_file_name};

const FORCES: Rule = Rule::new("10.1.2");

pub(super) fn theatre_error(setup: &Setup, theatre: &Generator) -> Option<String> {
    let describe = |what: &str| Some(format!("the theatre {} has {what}", theatre.theatre));
    if !is_name(&theatre.name, MAX_NAME_LETTERS) {
        return describe("no name that can be typed");
    }
    let weather = weather_errors(&theatre.visibility, &theatre.winds, &KeyPath::default());
    if let Some(error) = weather.first() {
        return Some(format!("the theatre {}: {error}", theatre.theatre));
    }
    if ![0, D6_RESULTS].contains(&theatre.hours.len()) {
        return describe("not six hours");
    }
    let is_once = |side: &&crate::model::Side| theatre.forces.iter().filter(|force| force.side == side.id).count() == 1;
    if theatre.forces.len() != setup.sides.len() || !setup.sides.iter().all(|side| is_once(&side)) {
        return describe("not exactly one table of forces for each side");
    }
    let wrong = theatre.forces.iter().find(|force| !is_sound_force(force))?;
    describe(&format!("a figure of the forces of {} out of range", wrong.side))
}

fn is_sound_force(force: &ForceTable) -> bool {
    let has_sound_figures = |listed: &PoolShip| {
        card::is_sound(&listed.card) && RATING.contains(&listed.signalling) && RATING.contains(&listed.initiative)
    };
    type_table_errors(&force.types, &[force.rolls], &KeyPath::default()).is_empty()
        && force.pool.iter().chain(&force.leaders).all(has_sound_figures)
        && force.flagships.iter().all(|flag| force.pool.iter().any(|listed| listed.card.id == *flag))
}

/// Returns errors of a theatre's weather, which must have six sighting ranges and six winds. [10.1.1]
pub fn weather_errors(visibility: &[Inches], winds: &[WindForce], path: &KeyPath) -> Vec<SetupError> {
    let mut collector = ErrorCollector::<()>::default();
    let is_range = |range: &Inches| Inches::ZERO < *range && *range <= MAX_SIGHTING;
    if visibility.len() != D6_RESULTS || !visibility.iter().all(is_range) {
        let error = collector.add_error(&path.key("visibility"), "the weather of a theatre needs six sighting ranges");
        error.legal("six ranges above 0, up to 100 inches, one for each result of a D6");
    }
    if winds.len() != D6_RESULTS {
        let error = collector.add_error(&path.key("winds"), "a theatre needs six winds");
        error.legal("calm, moderate or high for each result of a D6");
    }
    collector.errors
}

/// Returns errors of a Ship Type Table (every D10 result must be in one row) and of its numbers of rolls. [10.1.2]
pub fn type_table_errors(types: &[TypeRow], rolls: &[u8], path: &KeyPath) -> Vec<SetupError> {
    let (mut collector, path) = (ErrorCollector::<()>::default(), path.key("types"));
    let row_count = |face: u8| types.iter().filter(|row| row.faces.0 <= face && face <= row.faces.1).count();
    let wrong: Vec<String> =
        (1..=D10_RESULTS).filter(|face| row_count(*face) != 1).map(|face| face.to_string()).collect();
    if !wrong.is_empty() {
        let message = format!("every result of the D10 must be in one row of types: check {}", wrong.join(", "));
        collector.add_error(&path, message).legal(format!("1 to 10, each once [{FORCES}]")).depends_on.clear();
    }
    let is_sound_row =
        |row: &TypeRow| row.ships.len() == D6_RESULTS && row.ships.iter().all(|ships| SHIPS_PER_ROW.contains(ships));
    if !types.iter().all(is_sound_row) || !rolls.iter().all(|rolls| ROLLS.contains(rolls)) {
        let error = collector.add_error(&path, "a number of ships is out of range");
        error.legal("six numbers from 1 to 6 in a row, and 1 to 9 rolls for each of three sizes").depends_on.clear();
    }
    collector.errors
}

pub(super) fn war_error(setup: &Setup, war: &War) -> Option<String> {
    let describe = |what: &str| Some(format!("the war {} has {what}", war.id));
    if !is_file_name(war.id.as_str()) || war.title.trim().is_empty() {
        return describe("no name or no title");
    }
    if !BATTLES.contains(&war.battles.len()) || war.battles.iter().any(|battle| MAX_DAYS_BETWEEN_BATTLES < battle.days)
    {
        return describe("too few or too many battles, or too many days between two");
    }
    if war.battle().is_none_or(|battle| battle.scenario != setup.scenario) {
        return describe(&format!("no battle {} of this name", war.number));
    }
    let has_side = |side: &SideId| setup.sides.iter().any(|known_side| known_side.id == *side);
    let yards = war.battles.iter().flat_map(|battle| &battle.yards);
    let astray_sides = war.battles.iter().flat_map(|battle| &battle.astray).map(|(side, _)| side);
    let is_known_yard =
        |(side, yard): &(SideId, Id)| has_side(side) && war.yards.iter().any(|known_yard| known_yard.id == *yard);
    if !yards.into_iter().all(is_known_yard) || !astray_sides.into_iter().all(has_side) {
        return describe("a yard or a side that does not exist");
    }
    None
}

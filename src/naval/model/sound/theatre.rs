//! Bounds of what a theatre brings, and of the war of which a battle is one. [9.1, 10.1]
use super::bounds::{
    BATTLES, FACES_OF_NUMBERS, FACES_OF_TYPES, LONGEST_DAYS, LONGEST_NAME, LONGEST_SIGHTING, RATING, ROLLS,
    SHIPS_OF_ROW,
};
use super::card;
use super::words::is_name;
use crate::model::{
    ForceTable, Generator, Id, Inches, Setup, SideId,
    generator::{Listed, TypeRow},
    war::War,
};
use play::is_file_name;

/// What makes a theatre impossible for a battle.
pub(super) fn fault_of_theatre(setup: &Setup, theatre: &Generator) -> Option<String> {
    let says = |what: &str| Some(format!("the theatre {} has {what}", theatre.theatre));
    if !is_name(&theatre.name, LONGEST_NAME) {
        return says("no name that a line holds");
    }
    let is_range = |range: &Inches| Inches::ZERO < *range && *range <= LONGEST_SIGHTING;
    if theatre.visibility.len() != FACES_OF_NUMBERS || !theatre.visibility.iter().all(is_range) {
        return says("not six sighting ranges");
    }
    if theatre.winds.len() != FACES_OF_NUMBERS || ![0, FACES_OF_NUMBERS].contains(&theatre.hours.len()) {
        return says("not six winds or not six hours");
    }
    let is_once =
        |side: &&crate::model::setup::Side| theatre.forces.iter().filter(|force| force.side == side.id).count() == 1;
    if theatre.forces.len() != setup.sides.len() || !setup.sides.iter().all(|side| is_once(&side)) {
        return says("not one table of forces for each side");
    }
    let wrong = theatre.forces.iter().find(|force| !is_force(force))?;
    says(&format!("a figure of the forces of {} out of range", wrong.side))
}

fn is_force(force: &ForceTable) -> bool {
    let times = |face: u8| force.types.iter().filter(|row| row.faces.0 <= face && face <= row.faces.1).count();
    let is_row = |row: &TypeRow| {
        row.ships.len() == FACES_OF_NUMBERS && row.ships.iter().all(|ships| SHIPS_OF_ROW.contains(ships))
    };
    let is_listed = |listed: &Listed| {
        card::is_sound(&listed.card) && RATING.contains(&listed.signalling) && RATING.contains(&listed.initiative)
    };
    ROLLS.contains(&force.rolls)
        && (1..=FACES_OF_TYPES).all(|face| times(face) == 1)
        && force.types.iter().all(is_row)
        && force.pool.iter().chain(&force.leaders).all(is_listed)
        && force.flagships.iter().all(|flag| force.pool.iter().any(|listed| listed.card.id == *flag))
}

/// What makes a war impossible of which a battle is one.
pub(super) fn fault_of_war(setup: &Setup, war: &War) -> Option<String> {
    let says = |what: &str| Some(format!("the war {} has {what}", war.id));
    if !is_file_name(war.id.as_str()) || war.title.trim().is_empty() {
        return says("no name or no title");
    }
    if !BATTLES.contains(&war.battles.len()) || war.battles.iter().any(|battle| LONGEST_DAYS < battle.days) {
        return says("too few or too many battles, or too many days between two");
    }
    if war.battle().is_none_or(|battle| battle.scenario != setup.scenario) {
        return says(&format!("no battle {} of this name", war.number));
    }
    let has_side = |side: &SideId| setup.sides.iter().any(|one| one.id == *side);
    let yards = war.battles.iter().flat_map(|battle| &battle.yards);
    let astray = war.battles.iter().flat_map(|battle| &battle.astray).map(|(side, _)| side);
    let is_yard = |(side, yard): &(SideId, Id)| has_side(side) && war.yards.iter().any(|one| one.id == *yard);
    if !yards.into_iter().all(is_yard) || !astray.into_iter().all(has_side) {
        return says("a yard or a side that there is not");
    }
    None
}

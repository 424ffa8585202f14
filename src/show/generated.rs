//! Forces that the dice made, and where they begin.
use super::{faces, joined, span};
use naval::{Fact, ForceTable, NavalEvent, ShipType, SideId, State, Wind, WindForce};

/// `Japan: 3 of type BB, only 2 left (typed 4 2).`
pub(super) fn type_rolled(
    before: &State,
    event: &NavalEvent,
    side: &SideId,
    kind: ShipType,
    count: (u8, u8),
) -> String {
    let (wanted, found) = count;
    let short = if found < wanted { format!(", only {found} left") } else { String::new() };
    format!("{}: {wanted} of type {kind}{short} ({}).", before.name(side), faces(&event.dice))
}

/// What the faces of the D10 mean for a side.
pub(super) fn type_needs(before: &State, side: &SideId) -> Option<String> {
    let (generator, table) = (before.setup.generator.as_ref()?, table_of(before, side)?);
    let rows = joined(table.types.iter().map(|one| format!("{} {}", span(one.faces.0, one.faces.1), one.kind)), ", ");
    let (name, theatre) = (before.name(side), &generator.name);
    Some(format!("Ship types of {name} in the {theatre}, by the face of the D10: {rows}."))
}

/// What the faces of the D6 mean for a type that was rolled.
pub(super) fn number_needs(before: &State, event: &NavalEvent, side: &SideId) -> Option<String> {
    let (table, Fact::TypeRolled { kind, .. }) = (table_of(before, side)?, &event.fact) else { return None };
    let row = table.types.iter().find(|row| row.kind == *kind)?;
    let numbers = joined((1..).zip(&row.ships).map(|(face, ships)| format!("{face} {ships}")), ", ");
    Some(format!("Ships of type {kind}, by the face of the D6: {numbers}."))
}

/// Among whom the die for a ship chooses.
pub(super) fn ship_needs(before: &State, event: &NavalEvent, side: &SideId) -> Option<String> {
    let table = table_of(before, side)?;
    let (list, who, left) = match event.fact {
        Fact::TypeRolled { kind, .. } => {
            let of_type = table.pool.iter().filter(|one| one.card.kind == kind).collect::<Vec<_>>();
            (of_type, format!("ships of type {kind}"), "that are in no division yet")
        }
        _ => (table.leaders.iter().collect(), "leaders".to_owned(), "that lead such boats"),
    };
    let names = joined(list.iter().map(|one| one.card.name.clone()), ", ");
    Some(format!("The die chooses among the {who} {left}, as many faces to each, in the order of the list: {names}."))
}

fn table_of<'s>(before: &'s State, side: &SideId) -> Option<&'s ForceTable> {
    before.setup.generator.as_ref()?.forces.iter().find(|table| table.side == *side)
}

/// What the faces of the D6 mean for the wind.
pub(super) fn wind_needs(before: &State) -> Option<String> {
    let generator = before.setup.generator.as_ref()?;
    let rows = joined((1..).zip(&generator.winds).map(|(face, force)| format!("{face} {}", force_word(*force))), ", ");
    Some(format!("Wind in the {}, by the face of the D6: {rows}.", generator.name))
}

/// `calm`, or `moderate wind from 252`.
pub fn wind(wind: &Wind) -> String {
    match wind.force {
        WindForce::Calm => force_word(WindForce::Calm).to_owned(),
        force @ (WindForce::Moderate | WindForce::High) => format!("{} wind from {}", force_word(force), wind.from_deg),
    }
}

/// `It is calm`, or `A moderate wind from 252`.
pub(super) fn wind_found(found: &Wind) -> String {
    let article = if found.force == WindForce::Calm { "It is" } else { "A" };
    format!("{article} {}", wind(found))
}

fn force_word(force: WindForce) -> &'static str {
    match force {
        WindForce::Calm => "calm",
        WindForce::Moderate => "moderate",
        WindForce::High => "high",
    }
}

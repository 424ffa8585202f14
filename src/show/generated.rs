//! Forces that the dice made, and where they begin.
use super::lines::{faces, list};
use naval::{Id, Inches, NavalEvent, ShipType, State, Wind, WindForce, generated::RaisedDivision, placement::Approach};

/// `Japan: 3 of type BB, only 2 left (typed 4 2).`
pub(super) fn type_rolled(before: &State, event: &NavalEvent, side: &Id, kind: ShipType, count: (u8, u8)) -> String {
    let (wanted, found) = count;
    let short = if found < wanted { format!(", only {found} left") } else { String::new() };
    format!("{}: {wanted} of type {kind}{short} ({}).", before.name(side), faces(&event.dice))
}

/// `Japan 1st (japan-1): Asahi and Mikasa.`
pub(super) fn raised(division: &RaisedDivision) -> String {
    let ships: Vec<&str> = division.ships.iter().map(|raised| raised.card.name.as_str()).collect();
    format!("{} ({}): {}.", division.name, division.id, list(&ships))
}

/// `Japan comes from 24.0" off the centre, bearing 225.0.`
pub(super) fn approach(before: &State, approach: &Approach) -> String {
    let (side, distance, bearing) = (before.name(&approach.side), approach.distance, approach.bearing);
    format!("{side} comes from {distance}\" off the centre, bearing {bearing}.")
}

/// `They would begin in sight of each other and draw back: Japan 2.0" and Russia 2.0".`
pub(super) fn drew_back(before: &State, back: &[(Id, Inches)]) -> String {
    let sides: Vec<String> = back.iter().map(|(side, inches)| format!("{} {inches}\"", before.name(side))).collect();
    format!("They would begin in sight of each other and draw back: {}.", list(&sides))
}

pub(super) fn stay_in_sight(range: Inches) -> String {
    format!(
        "They begin in sight of each other, {range}\" apart, and going back along their courses does not part them: they \
         come from nearly one bearing. The referee lets it stand, or lays one of them elsewhere with `set`."
    )
}

/// What the faces of the D10 mean for a side.
pub(super) fn type_needs(before: &State, side: &Id) -> Option<String> {
    let generator = before.setup.generator.as_ref()?;
    let table = generator.forces.iter().find(|table| table.side == *side)?;
    let row = |faces: (u8, u8), kind: ShipType| match faces {
        (from, to) if from == to => format!("{from} {kind}"),
        (from, to) => format!("{from}-{to} {kind}"),
    };
    let rows: Vec<String> = table.types.iter().map(|one| row(one.faces, one.kind)).collect();
    let (name, theatre) = (before.name(side), &generator.name);
    Some(format!("Ship types of {name} in the {theatre}, by the face of the D10: {}.", rows.join(", ")))
}

/// What the faces of the D6 mean for the wind.
pub(super) fn wind_needs(before: &State) -> Option<String> {
    let generator = before.setup.generator.as_ref()?;
    let faces: Vec<String> =
        generator.winds.iter().enumerate().map(|(at, force)| format!("{} {}", at + 1, force_word(*force))).collect();
    Some(format!("Wind in the {}, by the face of the D6: {}.", generator.name, faces.join(", ")))
}

/// `A moderate wind from 252`.
pub(super) fn wind(wind: &Wind) -> String {
    match wind.force {
        WindForce::Calm => "It is calm".to_owned(),
        WindForce::Moderate | WindForce::High => {
            format!("A {} wind from {:03}", force_word(wind.force), wind.from_deg)
        }
    }
}

fn force_word(force: WindForce) -> &'static str {
    match force {
        WindForce::Calm => "calm",
        WindForce::Moderate => "moderate",
        WindForce::High => "high",
    }
}

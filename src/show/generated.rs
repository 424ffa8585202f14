//! Forces drawn with dice, and where they begin.
use super::{
    count, dice_note, faces, joined,
    lines::{faces_for_each, unfolded},
    list, span,
};
use naval::model::{Card, DrawnDivision, ForceTable, Purpose, ShipType, Wind, WindForce};
use naval::rules::generated::{FACE_DEG, leaders_left, ships_left, type_rows};
use naval::rules::placement::{approach_distance, possible_bearings};
use naval::{Fact, Id, NavalEvent, SideId, State, rules::formation::BOATS_PER_BASE};
use play::{Roll, Rule};

const BASES: Rule = Rule::new("2.4");
const MAX_SHIPS_ON_ONE_DIE: usize = 100;

/// `Japan: CP (D10: typed 2), 3 ships (D6: typed 4): Suma (D20: typed 7), with Akashi, and no others sail with it.`
pub(super) fn type_sentence(
    before: &State,
    event: &NavalEvent,
    (side, ships): (&SideId, &[Id]),
    kind: ShipType,
    (wanted, found): (u8, u8),
) -> String {
    let name = before.name(side);
    let Some((first, others)) = ships.split_first() else {
        let short = if found < wanted { format!(", only {found} left") } else { String::new() };
        return format!("{name}: {wanted} of type {kind}{short} ({}).", faces(&event.dice));
    };
    let dice_for = |has_purpose: fn(&Purpose) -> bool| {
        let rolls: Vec<Roll<Purpose>> = event.dice.iter().filter(|roll| has_purpose(&roll.purpose)).cloned().collect();
        dice_note(&rolls)
    };
    let type_die = dice_for(|purpose| matches!(purpose, Purpose::ForceType(_)));
    let number_die = dice_for(|purpose| matches!(purpose, Purpose::ForceNumber(_)));
    let ship_die = dice_for(|purpose| matches!(purpose, Purpose::ForceShip(_)));
    let others_text = if others.is_empty() {
        String::new()
    } else {
        format!(", with {}", list(others.iter().map(|ship| name_of(before, side, ship))))
    };
    let short = if found < wanted { ", and no others sail with it" } else { "" };
    let ships = count(wanted, "ship");
    let replaced = replaced_type(before, event, side, kind)
        .map_or(String::new(), |replaced| format!("{replaced} gives no ships now, so "));
    format!(
        "{name}: {replaced}{kind}{type_die}, {ships}{number_die}: {}{ship_die}{others_text}{short}.",
        name_and_class(before, side, first)
    )
}

/// Returns the type that the die showed, if another replaced it: it was used up, or the last roll excludes it. [10.1.2]
fn replaced_type(before: &State, event: &NavalEvent, side: &SideId, kind: ShipType) -> Option<ShipType> {
    let face = event.dice.iter().find(|roll| matches!(roll.purpose, Purpose::ForceType(_)))?.face;
    let row = table_of(before, side)?.types.iter().find(|row| row.faces.0 <= face && face <= row.faces.1)?;
    (row.kind != kind).then_some(row.kind)
}

/// `Asahi, class Mikasa`, for a ship in a side's tables.
pub(super) fn name_and_class(before: &State, side: &SideId, ship: &Id) -> String {
    card_of(before, side, ship).map_or_else(|| ship.to_string(), |card| by_class([card]))
}

fn name_of(before: &State, side: &SideId, ship: &Id) -> String {
    card_of(before, side, ship).map_or_else(|| ship.to_string(), |card| card.name.clone())
}

fn card_of<'s>(before: &'s State, side: &SideId, ship: &Id) -> Option<&'s Card> {
    let table = table_of(before, side)?;
    table.pool.iter().chain(&table.leaders).map(|listed| &*listed.card).find(|card| card.id == *ship)
}

/// Returns ships by class: `Broke, class Faulknor; Lucifer and Lookout, class Laforey`. If every class is named
/// after one of the ships listed, the classes are omitted: `Suma, Akashi and Fuji`.
pub(super) fn by_class<'c>(cards: impl IntoIterator<Item = &'c Card>) -> String {
    let cards: Vec<&Card> = cards.into_iter().collect();
    let classes: Vec<&[&Card]> = cards.chunk_by(|left, right| left.class == right.class).collect();
    let class_of = |class: &[&Card]| class[0].class.split(" (").next().unwrap_or_default().to_owned();
    let is_class_named = |class: &[&Card]| class.iter().any(|card| card.name == class_of(class));
    if classes.iter().all(|class| is_class_named(class)) {
        return list(cards.iter().map(|card| &card.name));
    }
    let group = |class: &&[&Card]| {
        let names = list(class.iter().map(|card| &card.name));
        if is_class_named(class) { names } else { format!("{names}, class {}", class_of(class)) }
    };
    joined(classes.iter().map(group), "; ")
}

/// Returns a note on a base with more boats than it may hold. [2.4, Q3]
pub(super) fn crowded_base_note(division: &DrawnDivision) -> Option<String> {
    let boats = division.ships.len();
    let note = format!("{boats} boats share one base, which holds {BOATS_PER_BASE}. [{BASES}]");
    (division.one_base && BOATS_PER_BASE < boats).then(|| unfolded(&note, 2))
}

/// Returns the meaning of the D10's faces for a side.
pub(super) fn type_faces_text(before: &State, side: &SideId) -> Option<String> {
    let (generator, table) = (before.setup.generator.as_ref()?, table_of(before, side)?);
    if let Some(rows) = type_rows(before, side) {
        let (roll, rolls) = (before.drawn_ships.len() + 1, table.rolls);
        let rows = joined(rows.iter().map(|row| format!("{} {}", span(row.faces.0, row.faces.1), row.kind)), ", ");
        return Some(format!("Ship types of {}, roll {roll} of {rolls}: {rows}.", before.name(side)));
    }
    let rows = joined(table.types.iter().map(|row| format!("{} {}", span(row.faces.0, row.faces.1), row.kind)), ", ");
    let (name, theatre) = (before.name(side), &generator.name);
    let used_up_note = "Results of a type that is used up go to the next type, those of the last to the one before";
    let screen_note = "The last of three or more rolls gives light ships if the earlier rolls gave none";
    let screen = if generator.company.keeps_squadrons() { format!(" {screen_note}.") } else { String::new() };
    let boats_note =
        "The last roll gives no boats if the earlier ones gave only boats and the enemy may have large ships";
    let by_fleets = generator.company.keeps_fleets() && !table.boats_alone;
    let boats = if by_fleets { format!(" {boats_note}.") } else { String::new() };
    Some(format!("Ship types of {name} in the {theatre}, by the D10: {rows}. {used_up_note}.{screen}{boats}"))
}

/// Returns the meaning of the D6's faces for a type that was rolled.
pub(super) fn number_faces_text(before: &State, event: &NavalEvent, side: &SideId) -> Option<String> {
    let (table, Fact::TypeRolled { kind, .. }) = (table_of(before, side)?, &event.fact) else { return None };
    let row = table.types.iter().find(|row| row.kind == *kind)?;
    let numbers = faces_by_meaning(row.ships.iter().map(|ships| format!("for {ships}")));
    Some(format!("Ships of type {kind}, by the die: {numbers}."))
}

/// Returns the ships between which the die chooses.
pub(super) fn ship_faces_text(before: &State, event: &NavalEvent, side: &SideId) -> Option<String> {
    let table = table_of(before, side)?;
    let (ships_on_die, what) = match event.fact {
        Fact::TypeRolled { kind, .. } => (ships_left(before, side, kind), format!("First ship of type {kind}")),
        _ => (leaders_left(before, side), "Leader of the boats".to_owned()),
    };
    let die = event.dice.iter().find(|die| matches!(die.purpose, Purpose::ForceShip(_)));
    if let (Some(cards), Some(die)) = (ships_on_die.filter(|cards| cards.len() <= MAX_SHIPS_ON_ONE_DIE), die) {
        let names = cards.iter().map(|card| &card.name);
        return Some(format!("{what}, by the die: {}.", faces_for_each(names, die.sides)));
    }
    let (list, who, left) = match event.fact {
        Fact::TypeRolled { kind, .. } => {
            let of_type = table.pool.iter().filter(|listed| listed.card.kind == kind).collect::<Vec<_>>();
            (of_type, format!("ships of type {kind}"), "that are in no division yet")
        }
        _ => (table.leaders.iter().collect(), "leaders".to_owned(), "that lead such boats"),
    };
    let names = joined(list.iter().map(|listed| listed.card.name.clone()), ", ");
    Some(format!("The die chooses evenly among the {who} {left}, in the order of the list: {names}."))
}

/// `1-2 calm, 3 moderate`: the meaning of each face. Faces with the same meaning are grouped.
fn faces_by_meaning(meanings: impl Iterator<Item = String>) -> String {
    let meanings: Vec<(usize, String)> = (1..).zip(meanings).collect();
    let groups = meanings.chunk_by(|left, right| left.1 == right.1);
    joined(groups.map(|group| format!("{} {}", span(group[0].0, group[group.len() - 1].0), group[0].1)), ", ")
}

fn table_of<'s>(before: &'s State, side: &SideId) -> Option<&'s ForceTable> {
    before.setup.generator.as_ref()?.table_of(side)
}

/// Returns the meaning of the D6's faces for the wind.
pub(super) fn wind_faces_text(before: &State) -> Option<String> {
    let generator = before.setup.generator.as_ref()?;
    let rows = faces_by_meaning(generator.winds.iter().map(|force| wind_force_word(*force).to_owned()));
    Some(format!("Wind in the {}, by the die: {rows}.", generator.name))
}

/// Returns the meaning of the D10's faces for the bearing of the wind.
pub(super) fn wind_from_faces_text() -> String {
    let bearings = faces_by_meaning((0..10).map(|face| format!("for {}\u{b0}", FACE_DEG * face)));
    format!("Bearing from which the wind blows, by the die: {bearings}.")
}

/// Returns the meaning of the D6's faces for the hour.
pub(super) fn hour_faces_text(before: &State) -> Option<String> {
    let hours = &before.setup.generator.as_ref()?.hours;
    let rows = faces_by_meaning(hours.iter().map(|hour| format!("for {}", hour.format("%H:%M"))));
    Some(format!("Hour of the first turn, by the die: {rows}."))
}

/// Returns the meaning of the faces for the bearing from which a side comes.
pub(super) fn bearing_faces_text(before: &State, event: &NavalEvent, side: &SideId) -> Option<String> {
    let die = event.dice.iter().find(|die| matches!(die.purpose, Purpose::ApproachBearing(_)))?;
    let bearings = possible_bearings(before, side);
    let bearings: Vec<String> = bearings.iter().map(|bearing| format!("for {bearing:.0}\u{b0}")).collect();
    let from = format!("{} enters, bearing from the centre by the die", before.name(side));
    Some(format!("{from}: {}.", faces_for_each(bearings.iter(), die.sides)))
}

/// Returns the meaning of the D6's faces for the distance from which a side comes.
pub(super) fn distance_faces_text(before: &State, event: &NavalEvent, side: &SideId) -> Option<String> {
    let Fact::ApproachStated(approach) = &event.fact else { return None };
    let distance = |face: u8| approach_distance(before, side, approach.bearing.as_f64(), face);
    let rows = faces_by_meaning((1..=6).map(|face| format!("for {}\"", distance(face))));
    Some(format!("Distance of {} from the centre, by the die: {rows}.", before.name(side)))
}

/// `calm`, or `moderate wind from 252`.
pub fn wind_text(wind: &Wind) -> String {
    match wind.force {
        WindForce::Calm => wind_force_word(WindForce::Calm).to_owned(),
        force @ (WindForce::Moderate | WindForce::High) => {
            format!("{} wind from {}", wind_force_word(force), wind.from_deg)
        }
    }
}

/// `It is calm`, or `A moderate wind from 252`.
pub(super) fn wind_sentence(wind: &Wind) -> String {
    let article = if wind.force == WindForce::Calm { "It is" } else { "A" };
    format!("{article} {}", wind_text(wind))
}

fn wind_force_word(force: WindForce) -> &'static str {
    match force {
        WindForce::Calm => "calm",
        WindForce::Moderate => "moderate",
        WindForce::High => "high",
    }
}

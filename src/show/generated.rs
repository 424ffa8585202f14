//! Forces that the dice made, and where they begin.
use super::{count, dice_note, faces, joined, lines::unfolded, list, span};
use naval::{
    Card, Fact, ForceTable, Id, NavalEvent, Purpose, RaisedDivision, ShipType, SideId, State, Wind, WindForce,
    formation::BASE_HOLDS,
};
use play::{Roll, Rule};

const BASES: Rule = Rule::new("2.4");

/// `Japan: BB (D10: typed 2), 3 ships (D6: typed 4): Asahi, class Mikasa (D20: typed 7), with Fuji; no more sail together.`
pub(super) fn type_rolled(
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
    let of = |is: fn(&Purpose) -> bool| {
        let rolls: Vec<Roll<Purpose>> = event.dice.iter().filter(|roll| is(&roll.purpose)).cloned().collect();
        dice_note(&rolls)
    };
    let type_die = of(|purpose| matches!(purpose, Purpose::ForceType(_)));
    let number_die = of(|purpose| matches!(purpose, Purpose::ForceNumber(_)));
    let ship_die = of(|purpose| matches!(purpose, Purpose::ForceShip(_)));
    let with = if others.is_empty() {
        String::new()
    } else {
        format!(", with {}", list(others.iter().map(|ship| name_of(before, side, ship))))
    };
    let short = if found < wanted { "; no more sail together" } else { "" };
    let ships = count(wanted, "ship");
    let used_up = used_up(before, event, side, kind).map_or(String::new(), |gone| format!("{gone} falls to "));
    format!(
        "{name}: {used_up}{kind}{type_die}, {ships}{number_die}: {}{ship_die}{with}{short}.",
        drawn(before, side, first)
    )
}

/// The type on which the die fell, where it is another than that of the ships.
fn used_up(before: &State, event: &NavalEvent, side: &SideId, kind: ShipType) -> Option<ShipType> {
    let face = event.dice.iter().find(|roll| matches!(roll.purpose, Purpose::ForceType(_)))?.face;
    let row = table_of(before, side)?.types.iter().find(|row| row.faces.0 <= face && face <= row.faces.1)?;
    (row.kind != kind).then_some(row.kind)
}

/// `Asahi, class Mikasa`, of a ship of the tables of a side.
pub(super) fn drawn(before: &State, side: &SideId, ship: &Id) -> String {
    card_of(before, side, ship).map_or_else(|| ship.to_string(), |card| by_class([card]))
}

fn name_of(before: &State, side: &SideId, ship: &Id) -> String {
    card_of(before, side, ship).map_or_else(|| ship.to_string(), |card| card.name.clone())
}

fn card_of<'s>(before: &'s State, side: &SideId, ship: &Id) -> Option<&'s Card> {
    let table = table_of(before, side)?;
    table.pool.iter().chain(&table.leaders).map(|listed| &*listed.card).find(|card| card.id == *ship)
}

/// Ships by their classes: `Broke, class Faulknor; Lucifer and Lookout, class Laforey`; without them where in each class one
/// of the ships gave it her name: `Suma, Akashi and Fuji`.
pub(super) fn by_class<'c>(cards: impl IntoIterator<Item = &'c Card>) -> String {
    let cards: Vec<&Card> = cards.into_iter().collect();
    let classes: Vec<&[&Card]> = cards.chunk_by(|one, other| one.class == other.class).collect();
    let class_of = |alike: &[&Card]| alike[0].class.split(" (").next().unwrap_or_default().to_owned();
    let is_told = |alike: &[&Card]| alike.iter().any(|card| card.name == class_of(alike));
    if classes.iter().all(|alike| is_told(alike)) {
        return list(cards.iter().map(|card| &card.name));
    }
    let group = |alike: &&[&Card]| {
        let names = list(alike.iter().map(|card| &card.name));
        if is_told(alike) { names } else { format!("{names}, class {}", class_of(alike)) }
    };
    joined(classes.iter().map(group), "; ")
}

/// The note of a base with more boats than it holds. [2.4, Q3]
pub(super) fn crowded(division: &RaisedDivision) -> Option<String> {
    let boats = division.ships.len();
    let note = format!("{boats} boats share one base, which holds {BASE_HOLDS}. [{BASES}]");
    (division.one_base && BASE_HOLDS < boats).then(|| unfolded(&note, 2))
}

/// What the faces of the D10 mean for a side.
pub(super) fn type_needs(before: &State, side: &SideId) -> Option<String> {
    let (generator, table) = (before.setup.generator.as_ref()?, table_of(before, side)?);
    let rows = joined(table.types.iter().map(|one| format!("{} {}", span(one.faces.0, one.faces.1), one.kind)), ", ");
    let (name, theatre) = (before.name(side), &generator.name);
    let gone = "The faces of a type that is used up fall to the next, those of the last to the one before";
    let screen = "The last of three throws or more gives light ships where those before gave none";
    let screen = if generator.company.is_by_squadrons() { format!(" {screen}.") } else { String::new() };
    let boats = "The last throw gives no boats where those before gave nothing else and the enemy may have large ships";
    let by_fleets = generator.company.is_by_fleets() && !table.boats_alone;
    let boats = if by_fleets { format!(" {boats}.") } else { String::new() };
    Some(format!("Ship types of {name} in the {theatre}, by the face of the D10: {rows}. {gone}.{screen}{boats}"))
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
    before.setup.generator.as_ref()?.table_of(side)
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

//! 10.1: weather and forces of a generated scenario, by theatre and date.
use crate::generator::{Listed, Raised};
use crate::{
    Card, Fact, ForceTable, Generator, Id, Inches, NavalDraft, NavalHalt, Purpose, RaisedDivision, Reason, ShipType,
    SideId, State, TableReason, Wind, WindForce, formation::kinds::sizes, rolls::one_of,
};
use play::{Ask, Rule};
use std::sync::Arc;

const GENERATED: Rule = Rule::new("10.1");
const WEATHER: Rule = Rule::new("10.1.1");
const FORCES: Rule = Rule::new("10.1.2");

/// Degrees of the compass to a face of a D10.
pub(crate) const FACE_DEG: u16 = 36;

/// Boats of a side beyond which each division of them stands on one base. [5.1.1]
const BOATS_ON_OWN_BASES: usize = 4;

/// What the forces are drawn from, while they are.
fn generator(draft: &NavalDraft<'_>) -> Result<Arc<Generator>, NavalHalt> {
    let state = draft.state();
    let generator = state.setup.generator.clone().filter(|_| state.is_placing());
    generator.map_or_else(|| draft.refuse(GENERATED, TableReason::NothingGenerated.into()), Ok)
}

/// Rolls the weather of the day. Refused where nothing is generated, and when it has been rolled. [10.1.1]
pub(crate) fn weather(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let generator = generator(draft)?;
    if let Some(range) = draft.state().sighting_base {
        return draft.refuse(WEATHER, TableReason::WeatherRolled { range }.into());
    }
    let face = draft.roll(Ask::one(6, Purpose::SightingBase, WEATHER))?;
    let base = generator.visibility.get(usize::from(face) - 1).copied().unwrap_or_default();
    draft.note(WEATHER, Fact::SightingBaseFound { base, quality: None });
    let face = draft.roll(Ask::one(6, Purpose::Wind, WEATHER))?;
    let force = generator.winds.get(usize::from(face) - 1).copied().unwrap_or(WindForce::Calm);
    let from_deg = match force {
        WindForce::Calm => 0,
        WindForce::Moderate | WindForce::High => (draft.roll(Ask::one(10, Purpose::WindFrom, WEATHER))? - 1).into(),
    };
    draft.note(WEATHER, Fact::WindFound { wind: Wind { force, from_deg: from_deg * FACE_DEG } });
    Ok(())
}

/// Rolls the force of a side: types, numbers, ships. Refused where nothing is generated, for a side that is none, and
/// when it has its force. [10.1.2]
pub(crate) fn muster(draft: &mut NavalDraft<'_>, side: &SideId) -> Result<(), NavalHalt> {
    let generator = generator(draft)?;
    let Some(table) = generator.forces.iter().find(|table| table.side == *side) else {
        return draft.refuse(FORCES, Reason::UnknownSide { side: side.clone() });
    };
    if draft.state().mustered.contains(side) {
        return draft.refuse(FORCES, TableReason::HasItsForce { side: side.clone() }.into());
    }
    let mut pool: Vec<Listed> = table.pool.clone();
    let drawn = (0..table.rolls).map(|_| draw(draft, table, &mut pool));
    let mut drawn = drawn.collect::<Result<Vec<Vec<Listed>>, NavalHalt>>()?;
    drawn.retain(|ships| !ships.is_empty());
    let divisions = organised(draft.state(), side, regrouped(drawn));
    draft.note_all(FORCES, divisions.into_iter().map(Fact::DivisionRaised));
    draft.note(FORCES, Fact::ForceMustered { side: side.clone() });
    Ok(())
}

/// One roll on the Ship Type Table, and that many ships of the type, none twice: the first from all of them, then her
/// sisters while there are any. Never fewer than make a division, unless no more are left. [5.1.1]
fn draw(draft: &mut NavalDraft<'_>, table: &ForceTable, pool: &mut Vec<Listed>) -> Result<Vec<Listed>, NavalHalt> {
    let face = draft.roll(Ask::one(10, Purpose::ForceType(table.side.clone()), FORCES))?;
    let Some(row) = table.types.iter().find(|row| (row.faces.0..=row.faces.1).contains(&face)) else {
        return draft.refuse(FORCES, TableReason::TypeFaceLeftOut.into());
    };
    let number = draft.roll(Ask::one(6, Purpose::ForceNumber(table.side.clone()), FORCES))?;
    let said = row.ships.get(usize::from(number) - 1).copied().unwrap_or(1);
    let left = pool.iter().filter(|one| one.card.kind == row.kind).count();
    let (least, _) = sizes(row.kind);
    let wanted = said.max(u8::try_from(least.min(left)).unwrap_or(said));
    let mut ships: Vec<Listed> = Vec::new();
    while ships.len() < usize::from(wanted) {
        let mut left: Vec<usize> = (0..pool.len()).filter(|at| pool[*at].card.kind == row.kind).collect();
        let sister = |at: &usize| ships.last().is_some_and(|last| last.card.class == pool[*at].card.class);
        if left.iter().any(sister) {
            left.retain(sister);
        }
        if left.is_empty() {
            break;
        }
        let chosen = one_of(draft, left.len(), Purpose::ForceShip, &table.side, FORCES)?;
        ships.push(pool.remove(left[chosen]));
    }
    let (side, kind, found) = (table.side.clone(), row.kind, ships.len() as u8);
    draft.note(FORCES, Fact::TypeRolled { side, kind, wanted, found });
    Ok(ships)
}

/// Ships too few for a division join a division of their kind, or of a kind that may sail with them; of several the one
/// nearest in speed. They go astern of it where there is room, else its last ships come to them. They stay alone only
/// when there is no such division. [5.1.1]
fn regrouped(mut drawn: Vec<Vec<Listed>>) -> Vec<Vec<Listed>> {
    let kind = |ships: &[Listed]| ships.first().map(|one| one.card.kind);
    let lacking = |ships: &[Listed]| kind(ships).map_or(0, |kind| sizes(kind).0.saturating_sub(ships.len()));
    let mut at = 0;
    while at < drawn.len() {
        let short = lacking(&drawn[at]);
        let Some(own) = kind(&drawn[at]).filter(|_| 0 < short) else {
            at += 1;
            continue;
        };
        let (least, most) = sizes(own);
        let count = drawn[at].len();
        let mut mates: Vec<usize> = (0..drawn.len())
            .filter(|other| *other != at && kind(&drawn[*other]).is_some_and(|other| may_sail_with(own, other)))
            .collect();
        let apart = |other: usize| (slowest(&drawn[at]) - slowest(&drawn[other])).abs();
        mates.sort_by_key(|other| (kind(&drawn[*other]) != Some(own), apart(*other)));
        if let Some(room) = mates.iter().copied().find(|other| drawn[*other].len() + count <= most) {
            let few = std::mem::take(&mut drawn[at]);
            drawn[room].extend(few);
            drawn.remove(at);
            continue;
        }
        if let Some(giver) = mates.iter().copied().find(|other| least + short <= drawn[*other].len()) {
            let keeps = drawn[giver].len() - short;
            let lent = drawn[giver].split_off(keeps);
            drawn[at].extend(lent);
        }
        at += 1;
    }
    drawn
}

/// The speed of the slowest of them.
fn slowest(ships: &[Listed]) -> Inches {
    ships.iter().map(|one| one.card.speed).min().unwrap_or(Inches::ZERO)
}

/// Whether ships of two kinds may be one division: boats with boats, cruisers with cruisers, large ships with large
/// ships. [5.1.1, Q6]
fn may_sail_with(one: ShipType, other: ShipType) -> bool {
    sizes(one) == sizes(other)
}

/// Divisions of what was drawn, numbered in order, boats on bases by how many there are. [3.1, 5.1.1]
fn organised(state: &State, side: &SideId, drawn: Vec<Vec<Listed>>) -> Vec<RaisedDivision> {
    let boats = drawn.iter().flatten().filter(|one| one.card.kind.is_torpedo_craft()).count();
    let mut number = 0;
    let mut numbered = |card: Arc<Card>| {
        let is_numbered = card.big.is_some();
        number += u8::from(is_numbered);
        Raised { card, number: is_numbered.then_some(number) }
    };
    let divisions = drawn.into_iter().zip(1..).map(|(listed, at)| {
        let (id, name) = (Id::new(format!("{side}-{at}")), format!("{} {}", state.name(side), ordinal(at)));
        let one_base = BOATS_ON_OWN_BASES < boats && listed.iter().all(|one| one.card.kind.is_torpedo_craft());
        let (signalling, initiative) = listed.first().map_or((0, 0), |lead| (lead.signalling, lead.initiative));
        let ships = listed.into_iter().map(|one| numbered(one.card)).collect();
        RaisedDivision { id, name, side: side.clone(), ships, one_base, signalling, initiative }
    });
    divisions.collect()
}

/// `1st`, `2nd`.
fn ordinal(number: usize) -> String {
    let ending = match number {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

//! Ships that a ship sees, ships that see its target, and what to type if it does not. [4.3, Q36]
use crate::{block_word, list, shot::shot};
use naval::rules::sighting::{glance, judged, watchers};
use naval::rules::{lookout::Glance, survey};
use naval::{Id, Inches, Segment, SideId, State, model::Ship, notation::typed_name};
use play::Hint;

/// At most this many names are listed. More are counted.
const TOLD: usize = 4;

/// Whether every ship of a unit sees an enemy.
pub(super) fn sees(state: &State, unit: &Id, enemy: &Ship) -> bool {
    judged(state, unit, &enemy.id, false).is_ok()
}

/// Returns the command to try if no ship of a side has the target in sight.
pub(super) fn not_sighted(state: &State, ship: &Id, target: &Id) -> Option<Hint> {
    if between(state, ship, target).is_some() {
        return who_sees(state, ship, target);
    }
    let tape = measured(state, ship, target);
    Some(if may_sight(state) {
        let sight = Hint::line(format!("sight {}", typed_name(state, target)));
        "type " + tape + " with the range on the table, or " + sight + "."
    } else {
        "a range within it sights her: " + tape + "."
    })
}

/// Returns the command that states the range between two ships.
fn measured(state: &State, ship: &Id, target: &Id) -> Hint {
    Hint::form(format!("measure {} {} RANGE", typed_name(state, ship), typed_name(state, target)))
}

/// Whether `sight` is allowed in this segment.
fn may_sight(state: &State) -> bool {
    matches!(state.segment, Segment::Sighting | Segment::Illumination | Segment::Damage)
}

/// Explains why no ship of a side has the target in sight. If both ships have positions, the reason comes from them.
pub(super) fn nobody_sees(state: &State, ship: &Id, target: &Id) -> String {
    let (who, whom) = (state.name(ship), state.name(target));
    let Some(base) = state.sighting_base else {
        return format!("{who} has not sighted {whom}: the sighting range is not rolled yet.");
    };
    let why = match between(state, ship, target).map(|(by, enemy, range)| (glance(state, by, enemy), range)) {
        Some((Glance::Beyond { sight, .. }, range)) => format!("the range is {range}\", her sight {sight}\""),
        Some((Glance::Behind(block), _)) => format!("{} lies between", block_word(block)),
        Some((Glance::Sees, _)) | None => {
            let light = side_of(state, target).and_then(|side| state.light_on(side));
            format!("the sighting range is {}\"", light.map_or(base, |light| base.min(light.range)))
        }
    };
    format!("{who} has not sighted {whom}: {why}.")
}

/// Returns the first ships of two units, and the range between them if known from positions.
fn between<'a>(state: &'a State, ship: &'a Id, target: &'a Id) -> Option<(&'a Ship, &'a Ship, Inches)> {
    let range = survey::range_as_they_lie(state, ship, target)?;
    Some((state.ships_of(ship).next()?, state.ships_of(target).next()?, range))
}

/// Returns ships that do see the target, and advice for one that does not: another target, or a measured range.
pub(super) fn who_sees(state: &State, ship: &Id, target: &Id) -> Option<Hint> {
    let side = side_of(state, ship)?;
    let seers = watchers(state, side, target).into_iter().filter(|one| one.id != *ship);
    let seers: Vec<&str> = seers.map(|one| one.card.name.as_str()).collect();
    let told = match seers.len() {
        0 => "no other ship of hers is known to see her".to_owned(),
        1 => format!("{} does", seers[0]),
        few if few <= TOLD => format!("{} do", list(&seers)),
        many => format!("{} and {} more do", seers[..TOLD].join(", "), many - TOLD),
    };
    let another = |enemy: &&Ship| enemy.id != *target && enemy.division != *target;
    let other = enemies_in_action(state, ship).filter(another).find(|enemy| sees(state, ship, enemy));
    if let Some(enemy) = other.filter(|_| state.segment == Segment::Gunfire) {
        let seen = Hint::says(format!("{told}; she sees {}: ", enemy.card.name));
        return Some(seen + Hint::line(shot(state, ship, &enemy.id)) + ".");
    }
    let seen = other.map(|enemy| format!("; she sees {}", enemy.card.name)).unwrap_or_default();
    let word = if may_sight(state) {
        Hint::line(format!("sight {} by {}", typed_name(state, target), typed_name(state, ship)))
    } else {
        measured(state, ship, target)
    };
    Some(Hint::says(format!("{told}{seen}. If the tape says that she sees her too, type ")) + word + ".")
}

pub(super) fn side_of<'a>(state: &'a State, unit: &'a Id) -> Option<&'a SideId> {
    state.ships_of(unit).next().map(|ship| &ship.side)
}

pub(super) fn enemies_in_action<'a>(state: &'a State, unit: &'a Id) -> impl Iterator<Item = &'a Ship> {
    let side = side_of(state, unit);
    state.afloat().filter(move |ship| side.is_some_and(|side| ship.side != *side))
}

//! Ships that a ship sees, ships that see its target, and what to type if it does not. [4.3, Q36]
use crate::{block_word, fire_hints::target_line, list};
use naval::rules::sighting::{check_sees, look_at, watchers};
use naval::rules::{lookout::SightResult, survey};
use naval::{Id, Inches, Segment, SideId, State, model::Ship, notation::typed_name};
use play::Hint;

/// At most this many names are listed. More are counted.
const MAX_NAMES_LISTED: usize = 4;

/// Whether every ship of a unit sees an enemy.
pub(super) fn sees(state: &State, unit: &Id, enemy: &Ship) -> bool {
    check_sees(state, unit, &enemy.id, false).is_ok()
}

/// Returns the command to try if no ship of a side has the target in sight.
pub(super) fn sighting_hint(state: &State, ship: &Id, target: &Id) -> Option<Hint> {
    if pair_and_range(state, ship, target).is_some() {
        return seers_hint(state, ship, target);
    }
    let tape = measure_form(state, ship, target);
    Some(if may_sight(state) {
        let sight = Hint::line(format!("sight {}", typed_name(state, target)));
        "type " + tape + " with the measured range, or " + sight + "."
    } else {
        "a range within the sighting range sights it: " + tape + "."
    })
}

/// Returns the command that states the range between two ships.
fn measure_form(state: &State, ship: &Id, target: &Id) -> Hint {
    Hint::form(format!("measure {} {} RANGE", typed_name(state, ship), typed_name(state, target)))
}

fn may_sight(state: &State) -> bool {
    matches!(state.segment, Segment::Sighting | Segment::Illumination | Segment::Damage)
}

/// Explains why no ship of a side has the target in sight. If both ships have positions, the reason comes from them.
pub(super) fn unsighted_explanation(state: &State, ship: &Id, target: &Id) -> String {
    let (firer_name, target_name) = (state.name(ship), state.name(target));
    let Some(base) = state.sighting_base else {
        return format!("{firer_name} has not sighted {target_name}: the sighting range is not rolled yet.");
    };
    let why = match pair_and_range(state, ship, target)
        .map(|(watcher, enemy, range)| (look_at(state, watcher, enemy), range))
    {
        Some((SightResult::Beyond { sight, .. }, range)) => format!("the range is {range}\", its sight {sight}\""),
        Some((SightResult::Behind(block), _)) => format!("{} is in the way", block_word(block)),
        Some((SightResult::Sees, _)) | None => {
            let light = side_of(state, target).and_then(|side| state.light_on(side));
            format!("the sighting range is {}\"", light.map_or(base, |light| base.min(light.range)))
        }
    };
    format!("{firer_name} has not sighted {target_name}: {why}.")
}

/// Returns the first ships of two units, and the range between them if known from positions.
fn pair_and_range<'a>(state: &'a State, ship: &'a Id, target: &'a Id) -> Option<(&'a Ship, &'a Ship, Inches)> {
    let range = survey::range_by_position(state, ship, target)?;
    Some((state.ships_of(ship).next()?, state.ships_of(target).next()?, range))
}

/// Returns ships that do see the target, and advice for one that does not: another target, or a measured range.
pub(super) fn seers_hint(state: &State, ship: &Id, target: &Id) -> Option<Hint> {
    let side = side_of(state, ship)?;
    let seers = watchers(state, side, target).into_iter().filter(|seer| seer.id != *ship);
    let seers: Vec<&str> = seers.map(|seer| seer.card.name.as_str()).collect();
    let seers_text = match seers.len() {
        0 => "no other ship of its side is known to see it".to_owned(),
        1 => format!("{} does", seers[0]),
        count if count <= MAX_NAMES_LISTED => format!("{} do", list(&seers)),
        count => format!("{} and {} more do", seers[..MAX_NAMES_LISTED].join(", "), count - MAX_NAMES_LISTED),
    };
    let is_other = |enemy: &&Ship| enemy.id != *target && enemy.division != *target;
    let other = enemies_in_action(state, ship).filter(is_other).find(|enemy| sees(state, ship, enemy));
    let name = state.name(ship);
    if let Some(enemy) = other.filter(|_| state.segment == Segment::Gunfire) {
        let seen = Hint::words(format!("{seers_text}. {name} sees {}: ", enemy.card.name));
        return Some(seen + Hint::line(target_line(state, ship, &enemy.id)) + ".");
    }
    let seen = other.map(|enemy| format!(". {name} sees {}", enemy.card.name)).unwrap_or_default();
    let word = if may_sight(state) {
        Hint::line(format!("sight {} by {}", typed_name(state, target), typed_name(state, ship)))
    } else {
        measure_form(state, ship, target)
    };
    let condition = if pair_and_range(state, ship, target).is_none() {
        format!("If {name} sees it")
    } else if state.segment == Segment::Plotting {
        "Launch when it is in sight. If the table shows otherwise".to_owned()
    } else {
        "If the table shows otherwise".to_owned()
    };
    Some(Hint::words(format!("{seers_text}{seen}. {condition}, type ")) + word + ".")
}

pub(super) fn side_of<'a>(state: &'a State, unit: &'a Id) -> Option<&'a SideId> {
    state.ships_of(unit).next().map(|ship| &ship.side)
}

pub(super) fn enemies_in_action<'a>(state: &'a State, unit: &'a Id) -> impl Iterator<Item = &'a Ship> {
    let side = side_of(state, unit);
    state.ships_in_action().filter(move |ship| side.is_some_and(|side| ship.side != *side))
}

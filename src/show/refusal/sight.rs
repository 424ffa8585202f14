//! Whom a ship sees, who sees her target, and what to type when she does not. [4.3, Q36]
use super::{
    super::lines::list,
    hints::{enemies_in_action, side_of},
};
use crate::naval::{
    State,
    measure::Id,
    ship::Ship,
    sighting::{judged, watchers},
    state::Segment,
};

/// So many names are told; more are counted.
const TOLD: usize = 4;

/// Whether every ship of a unit sees an enemy.
pub(super) fn sees(state: &State, unit: &Id, enemy: &Ship) -> bool {
    judged(state, unit, &enemy.id, false).is_ok()
}

/// What to type when nobody of a side has the target in sight.
pub(super) fn not_sighted(state: &State, ship: &Id, target: &Id) -> Option<String> {
    Some(match state.segment {
        Segment::Sighting | Segment::Illumination | Segment::Damage => {
            format!("type `measure {ship} {target} 8` with the range on the table, or `sight {target}`.")
        }
        Segment::Plotting | Segment::Movement | Segment::Gunfire | Segment::Torpedo | Segment::DamageControl => {
            format!("a range within it sights her: `measure {ship} {target} 8`.")
        }
    })
}

/// Who does see her target, and what the one who does not may do: another target, or the tape's word.
pub(super) fn who_sees(state: &State, ship: &Id, target: &Id) -> Option<String> {
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
        return Some(format!("{told}; she sees {}: `target {ship} at {}`.", enemy.card.name, enemy.id));
    }
    let seen = other.map(|enemy| format!("; she sees {}", enemy.card.name)).unwrap_or_default();
    let word = match state.segment {
        Segment::Sighting | Segment::Illumination | Segment::Damage => format!("`sight {target} by {ship}`"),
        Segment::Plotting | Segment::Movement | Segment::Gunfire | Segment::Torpedo | Segment::DamageControl => {
            format!("`measure {ship} {target} RANGE`")
        }
    };
    Some(format!("{told}{seen}. If the tape says that she sees her too, type {word}."))
}

//! Turns along the templates. [5.7.2]
use naval::model::{Division, ShipType, Turn, TurnKind, TurnSide};
use naval::view::PlayerView;

/// Degrees of one template step. [5.7.2]
pub const STEP_DEG: i32 = 15;

/// A turn of this many degrees, to starboard positive: in column if the division is in column without merchantmen.
pub fn turn_by(view: &PlayerView, division: &Division, degrees: i32) -> Turn {
    let state = view.state();
    let merchants = state.ships_of(&division.id).any(|ship| ship.card.kind == ShipType::MM);
    let manner = if state.is_in_column(division) && !merchants { TurnKind::Column } else { TurnKind::Ships };
    let hand = TurnSide::from_degrees(f64::from(degrees));
    Turn { manner, hand, degrees: degrees.unsigned_abs() as u16, radius: None }
}

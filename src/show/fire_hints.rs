//! Declarations of fire in hints.
use naval::{Id, State, notation::typed_name};
use play::Hint;

/// Returns a declaration as typed, with only firer and target.
pub(super) fn target_line(state: &State, firer: &Id, target: &Id) -> String {
    format!("target {} at {}", typed_name(state, firer), typed_name(state, target))
}

/// Returns a hint for a declaration that must name one of two broadsides.
pub(super) fn broadside_hint(state: &State, firer: &Id, target: &Id) -> Hint {
    "end with port or starboard: " + Hint::line(format!("{} port", target_line(state, firer, target))) + "."
}

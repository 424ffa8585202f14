//! Declarations as a hint writes them.
use naval::{Id, State, notation::typed_name};
use play::Hint;

/// A declaration as it is typed, with nothing but who fires at whom.
pub(super) fn shot(state: &State, firer: &Id, target: &Id) -> String {
    format!("target {} at {}", typed_name(state, firer), typed_name(state, target))
}

/// The same, on which of two broadsides.
pub(super) fn broadside(state: &State, firer: &Id, target: &Id) -> Hint {
    "end with port or starboard: " + Hint::line(format!("{} port", shot(state, firer, target))) + "."
}

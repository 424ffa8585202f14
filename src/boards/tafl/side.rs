//! The two sides.
use crate::kit::two_sides;

two_sides! {
    /// A side; its colour is fixed, the lot decides only who begins.
    Side:
    /// The Russians, who attack.
    Black 'b',
    /// The Swedes, who defend their king.
    White 'w'
}

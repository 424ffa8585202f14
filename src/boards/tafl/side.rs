//! The two sides.
use crate::kit::two_sides;

two_sides! {
    /// A side: the Russians, who attack, and the Swedes, who defend their king; the lot decides only who begins.
    Side: Black "black", White "white"
}

//! The two sides.
use crate::kit::two_sides;

two_sides! {
    /// A side: the Russians attack, and the Swedes defend their king. The lot only decides which side begins.
    Side: Black "black", White "white"
}

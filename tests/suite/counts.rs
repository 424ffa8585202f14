//! The limit of the counts bench, which no test runs. `tests/bench/counts.rs` prints what is judged here.
#[path = "../bench/judged.rs"]
mod judged;

use judged::{Judged, judged};

#[test]
fn a_row_of_the_counts_may_take_twelve_tenths_and_no_more() {
    for (count, published, fails, says) in [
        (100, Some(100), false, "  1.00"),
        (120, Some(100), false, "  1.20"),
        (121, Some(100), true, "  1.21  too many"),
        (50, Some(100), false, "  0.50"),
        // To the instruction: no rounding of a ratio that is printed as 1.20 lets more through.
        (1_200_000, Some(1_000_000), false, "  1.20"),
        (1_200_001, Some(1_000_000), true, "  1.20  too many"),
        // A row that nobody has published guards nothing.
        (7, None, true, "   new  not published: BLESS=1 writes it"),
        (7, Some(0), true, "   new  not published: BLESS=1 writes it"),
    ] {
        let judged = judged(count, published);
        assert_eq!((judged.fails(), judged.to_string().as_str()), (fails, says), "{count} of {published:?}");
    }
    assert_eq!(judged(90, Some(75)), Judged::Kept(1.2));
}

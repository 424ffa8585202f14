//! The limit of the counts bench, which no test runs. `tests/bench/counts.rs` prints what is checked here.
#[path = "../bench/comparison.rs"]
mod comparison;

use comparison::{Comparison, compare};

#[test]
fn a_row_of_the_counts_may_take_at_most_twelve_tenths() {
    for (count, published, fails, expected) in [
        (100, Some(100), false, "  1.00"),
        (120, Some(100), false, "  1.20"),
        (121, Some(100), true, "  1.21  too many"),
        (50, Some(100), false, "  0.50"),
        // Exact to the instruction: rounding of a printed ratio of 1.20 must not let more through.
        (1_200_000, Some(1_000_000), false, "  1.20"),
        (1_200_001, Some(1_000_000), true, "  1.20  too many"),
        // A row without a published figure fails.
        (7, None, true, "   new  not published: BLESS=1 writes it"),
        (7, Some(0), true, "   new  not published: BLESS=1 writes it"),
    ] {
        let judged = compare(count, published);
        assert_eq!((judged.fails(), judged.to_string().as_str()), (fails, expected), "{count} of {published:?}");
    }
    assert_eq!(compare(90, Some(75)), Comparison::Kept(1.2));
}

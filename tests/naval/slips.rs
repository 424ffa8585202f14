//! 2.7: measuring errors on random tables: correct ranges are never doubted, and which wrong ones are.
#![expect(clippy::print_stdout, reason = "the shares in docs/explanation/measurements.md are read off this test")]
mod tables;

use naval::{Inches, view::suspect_range};
use tables::{RandomTable, RangeReading, StartPositions, TableKind};

/// Tables on which every range is correct.
const TABLES: u64 = 10_000;
/// Tables of each kind with measuring errors.
const SLIPPED: u64 = 400;

/// How many of the errors made were doubted.
#[derive(Default, Debug)]
struct Count {
    caught: u32,
    made: u32,
}

impl Count {
    fn add(&mut self, caught: bool) {
        self.made += 1;
        self.caught += u32::from(caught);
    }
    fn total(left: &Count, right: &Count) -> Count {
        Count { caught: left.caught + right.caught, made: left.made + right.made }
    }
    fn share_text(&self) -> String {
        format!("{} of {} ({:.1}%)", self.caught, self.made, self.percent())
    }
    fn percent(&self) -> f64 {
        100.0 * f64::from(self.caught) / f64::from(self.made.max(1))
    }
}

/// Draws tables of these kinds, moves each three times, and passes every reading to `check_reading` before typing it.
fn for_each_table(
    kinds: &[TableKind],
    start: StartPositions,
    tables: u64,
    mut check_reading: impl FnMut(&RandomTable, usize, &RangeReading),
) {
    for seed in 0..tables {
        let mut table = RandomTable::new(seed, kinds[seed as usize % kinds.len()], start);
        for turn in 1..=3 {
            table.move_ships();
            for reading in table.readings() {
                check_reading(&table, turn, &reading);
                table.type_range(&reading);
            }
        }
    }
}

/// Whether a range would be doubted if it were typed now.
fn is_suspect(table: &RandomTable, reading: &RangeReading, typed: Inches) -> bool {
    suspect_range(&table.state, &reading.from, &reading.to, typed).is_some()
}

#[test]
fn r2_7_true_ranges_are_never_doubted_on_ten_thousand_tables() {
    let mut seen = 0;
    for_each_table(&TableKind::ALL, StartPositions::Anywhere, TABLES, |table, turn, reading| {
        seen += 1;
        let suspect = suspect_range(&table.state, &reading.from, &reading.to, reading.range);
        assert!(suspect.is_none(), "table {}, move {turn}: {reading:?} {suspect:?}", table.seed);
    });
    assert!(15 * TABLES < seen, "{seen} readings");
}

/// The range typed without its decimal point (`greater`), or with the point one place too far left.
fn ten_times(reading: &RangeReading, greater: bool) -> Inches {
    if greater { reading.range * 10 } else { Inches(reading.range.0 / 10) }
}

#[test]
fn r2_7_nine_in_ten_tenfold_errors_are_doubted_if_the_pair_was_read_in_the_move_before() {
    for kind in TableKind::ALL {
        let mut counts: [[Count; 2]; 2] = Default::default();
        for_each_table(&[kind], StartPositions::Apart, SLIPPED, |table, _, reading| {
            for greater in [false, true] {
                let count = &mut counts[usize::from(table.was_read_last(reading))][usize::from(greater)];
                count.add(is_suspect(table, reading, ten_times(reading, greater)));
            }
        });
        let [elsewhere, again] = counts.map(|[less, more]| Count::total(&less, &more));
        println!(
            "{kind:?}: {} of pairs read in the move before too, {} of others",
            again.share_text(),
            elsewhere.share_text()
        );
        assert!(90.0 <= again.percent(), "{kind:?}: {}", again.share_text());
    }
}

#[test]
fn r2_7_errors_of_two_inches_are_doubted_if_ranges_fix_a_ship_to_an_inch() {
    for kind in TableKind::ALL {
        let (mut fixed, mut elsewhere) = (Count::default(), Count::default());
        for_each_table(&[kind], StartPositions::Apart, SLIPPED, |table, _, reading| {
            for slip in [Inches(200), Inches(-200)] {
                let typed = reading.range + slip;
                if typed <= Inches::ZERO {
                    continue;
                }
                let is_fixed = table.is_fixed_by_earlier_ranges(reading);
                let caught = is_suspect(table, reading, typed);
                assert!(caught || !is_fixed, "table {}: {reading:?} read as {typed}", table.seed);
                if is_fixed { fixed.add(caught) } else { elsewhere.add(caught) }
            }
        });
        println!("{kind:?}: {} where they fix the ship, {} elsewhere", fixed.share_text(), elsewhere.share_text());
        assert!(kind != TableKind::Positions || 30 < fixed.made, "{}", fixed.share_text());
    }
}

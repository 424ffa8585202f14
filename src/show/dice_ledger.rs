//! The ledger of dice: which faces fell, and how often fair dice would differ as much.
//!
//! It states frequencies of dice and says nothing about people.
use serde_json::{Value, json};

use crate::{fold_paragraph, joined, plain_table};
use play::fairness::{Method, TestResult, compare_means, corrected_for_number, dice_needed, test_faces, test_mean};
use play::{Source, distinct};

/// The owner of dice that belong to no side.
pub const NOBODY: &str = "the table";
/// Below this chance after the correction, the ledger asks for more dice. (house)
const RARE: f64 = 0.01;
/// The most sides whose faces are drawn as bars.
const MAX_SIDES_DRAWN: u8 = 20;
/// The most kinds of dice for which the ledger states how many dice it needs.
const MAX_KINDS_NAMED: usize = 4;

/// What a row of the ledger adds up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceGrouping {
    Owner,
    Purpose,
    Sitting,
}

/// A die with the name of its row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerDie {
    pub group: String,
    pub sides: u8,
    pub face: u8,
    pub source: Source,
    pub in_force: bool,
}

/// All dice of one kind and source with the same name.
struct LedgerRow {
    group: String,
    sides: u8,
    source: Source,
    in_force: Vec<usize>,
    taken_back: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TestKind {
    Faces,
    Mean,
    TakenBack,
}

/// A test of a row, by its index.
struct RowTest {
    row: usize,
    kind: TestKind,
    result: TestResult,
    corrected: f64,
}

/// Returns the ledger as text, and as the JSON keys `by`, `rows`, `tests` and `needed`.
pub fn dice_ledger(dice: &[LedgerDie], by: DiceGrouping) -> (String, Value) {
    let rows = rows(dice);
    let tests = tests(&rows);
    let text = if rows.is_empty() { "No dice fell.".to_owned() } else { ledger_text(&rows, &tests, by) };
    let rows_json: Vec<Value> = rows.iter().enumerate().map(|(index, row)| row_json(row, index, &tests)).collect();
    let needed =
        kinds(&rows).into_iter().filter_map(|sides| Some(json!({ "sides": sides, "dice": dice_needed(sides, RARE)? })));
    let needed: Vec<Value> = needed.collect();
    (text, json!({ "by": group_word(by), "rows": rows_json, "tests": tests.len(), "needed": needed }))
}

/// Returns the rows in the order in which their first dice fell.
fn rows(dice: &[LedgerDie]) -> Vec<LedgerRow> {
    let mut rows: Vec<LedgerRow> = Vec::new();
    for die in dice {
        let found =
            rows.iter().position(|row| row.group == die.group && row.sides == die.sides && row.source == die.source);
        let index = found.unwrap_or_else(|| {
            let none = vec![0; usize::from(die.sides)];
            let (group, sides, source) = (die.group.clone(), die.sides, die.source);
            rows.push(LedgerRow { group, sides, source, in_force: none.clone(), taken_back: none });
            rows.len() - 1
        });
        let row = &mut rows[index];
        let counts = if die.in_force { &mut row.in_force } else { &mut row.taken_back };
        // A journal that was edited may have other faces.
        if let Some(count) = usize::from(die.face).checked_sub(1).and_then(|face| counts.get_mut(face)) {
            *count += 1;
        }
    }
    let groups = distinct(rows.iter().map(|row| row.group.clone()));
    rows.sort_by_key(|row| groups.iter().position(|group| *group == row.group));
    rows
}

impl LedgerRow {
    fn counts(&self) -> Vec<usize> {
        self.in_force.iter().zip(&self.taken_back).map(|(left, right)| left + right).collect()
    }

    fn dice(&self) -> usize {
        self.counts().iter().sum()
    }

    fn mean(&self) -> Option<f64> {
        let counts = self.counts();
        let sum: usize = (1..).zip(&counts).map(|(face, count): (usize, &usize)| face * count).sum();
        let dice = self.dice();
        (0 < dice).then(|| sum as f64 / dice as f64)
    }

    /// Returns the expected face of fair dice.
    fn fair_mean(&self) -> f64 {
        f64::from(u16::from(self.sides) + 1) / 2.0
    }

    /// `Japan, typed D20`.
    fn name(&self) -> String {
        format!("{}, {} D{}", self.group, source_word(self.source), self.sides)
    }
}

fn source_word(source: Source) -> &'static str {
    match source {
        Source::Typed => "typed",
        Source::Rolled => "rolled",
    }
}

/// Returns all tests, corrected for their number. A rolled die that is taken back is rolled again the same, so only
/// typed ones are compared.
fn tests(rows: &[LedgerRow]) -> Vec<RowTest> {
    let mut tests = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let counts = row.counts();
        let compared = (row.source == Source::Typed).then(|| compare_means(&row.taken_back, &row.in_force)).flatten();
        for (kind, result) in [
            (TestKind::Faces, test_faces(&counts)),
            (TestKind::Mean, test_mean(&counts)),
            (TestKind::TakenBack, compared),
        ] {
            tests.extend(result.map(|result| RowTest { row: index, kind, result, corrected: 1.0 }));
        }
    }
    let p_values: Vec<f64> = tests.iter().map(|test| test.result.p).collect();
    for (test, corrected) in tests.iter_mut().zip(corrected_for_number(&p_values)) {
        test.corrected = corrected;
    }
    tests
}

fn ledger_text(rows: &[LedgerRow], tests: &[RowTest], by: DiceGrouping) -> String {
    let mut parts = vec![faces_table(rows, by)];
    if tests.is_empty() {
        parts.push("No row has enough dice to test.".to_owned());
        return parts.join("\n\n");
    }
    parts.push(tests_table(rows, tests));
    let mut sentences = findings(rows, tests);
    if 1 < tests.len() {
        let many = tests.len();
        sentences.push(format!("These are {many} tests, so the last column allows for {many} looks (Holm)."));
    }
    sentences.extend(needed_sentence(rows, by));
    parts.push(joined(sentences.iter().map(|sentence| fold_paragraph(sentence, 0)), "\n"));
    parts.join("\n\n")
}

/// Returns what fell: a row for each group, kind of die and source.
fn faces_table(rows: &[LedgerRow], by: DiceGrouping) -> String {
    let has_taken_back = rows.iter().any(|row| row.taken_back.iter().any(|count| 0 < *count));
    let mut heading = vec![group_word(by), "die", "source", "dice", "mean", "fair", "faces from 1 up"];
    if has_taken_back {
        heading.insert(4, "back");
    }
    let cells = rows.iter().map(|row| {
        let mean = row.mean().map_or_else(String::new, |mean| format!("{mean:.1}"));
        let mut cells = vec![row.group.clone(), format!("D{}", row.sides), source_word(row.source).to_owned()];
        cells.push(row.dice().to_string());
        cells.extend(has_taken_back.then(|| row.taken_back.iter().sum::<usize>().to_string()));
        cells.extend([mean, format!("{:.1}", row.fair_mean()), bars(row)]);
        cells
    });
    let numbers: &[usize] = if has_taken_back { &[3, 4, 5, 6] } else { &[3, 4, 5] };
    plain_table(&heading, numbers, cells.collect())
}

/// Returns a bar for each face, as high as it fell often. A dot is a face that did not fall.
fn bars(row: &LedgerRow) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let counts = row.counts();
    let most = counts.iter().copied().max().unwrap_or(0);
    if most == 0 || MAX_SIDES_DRAWN < row.sides {
        return "-".to_owned();
    }
    let heights = counts.iter().map(|count| (HEIGHTS.len() * count).div_ceil(most));
    heights.map(|height| height.checked_sub(1).map_or('.', |index| HEIGHTS[index])).collect()
}

fn tests_table(rows: &[LedgerRow], tests: &[RowTest]) -> String {
    let cells = tests.iter().map(|test| {
        let method = method_word(test.result.method).to_owned();
        vec![test_name(rows, test), chance_text(test.result.p), method, chance_text(test.corrected)]
    });
    let heading = ["tested", "fair dice differ as much", "method", "corrected"];
    plain_table(&heading, &[1, 3], cells.collect())
}

fn method_word(method: Method) -> &'static str {
    match method {
        Method::Exact => "exact",
        Method::ChiSquare => "chi-square",
        Method::Normal => "normal",
    }
}

fn test_name(rows: &[LedgerRow], test: &RowTest) -> String {
    let what = match test.kind {
        TestKind::Faces => "faces",
        TestKind::Mean => "mean",
        TestKind::TakenBack => "taken back against the rest",
    };
    format!("{}: {what}", rows[test.row].name())
}

/// `15 in 100`
fn chance_text(chance: f64) -> String {
    for (of, digits) in [(100_u32, "100"), (1_000, "1,000"), (10_000, "10,000"), (1_000_000, "1,000,000")] {
        let cases = (chance * f64::from(of)).round();
        if f64::from(of) <= cases {
            return format!("{digits} in {digits}");
        }
        if 1.0 <= cases {
            return format!("{cases} in {digits}");
        }
    }
    "under 1 in 1,000,000".to_owned()
}

/// Returns a sentence for each test whose corrected chance is under 1 in 100.
fn findings(rows: &[LedgerRow], tests: &[RowTest]) -> Vec<String> {
    let rare = tests.iter().filter(|test| test.corrected < RARE);
    let found: Vec<String> = rare
        .map(|test| {
            let row = &rows[test.row];
            let again = match (row.source, dice_needed(row.sides, RARE)) {
                (Source::Typed, Some(dice)) => format!("throw these dice {dice} times and look again"),
                (Source::Rolled, _) | (Source::Typed, None) => {
                    "`kaiser verify` compares each of these dice with the seed".to_owned()
                }
            };
            let (name, chance) = (test_name(rows, test), chance_text(test.corrected));
            format!("{name}: {chance}, corrected. This is rarer than chance would often bring: {again}.")
        })
        .collect();
    if found.is_empty() { vec!["Nothing here speaks against the dice.".to_owned()] } else { found }
}

/// Returns the kinds of dice, the most frequent first.
fn kinds(rows: &[LedgerRow]) -> Vec<u8> {
    let mut kinds = distinct(rows.iter().map(|row| row.sides));
    kinds.sort_by_key(|sides| std::cmp::Reverse(dice_in_rows(rows, *sides).sum::<usize>()));
    kinds
}

/// Returns how many dice of a kind each row has.
fn dice_in_rows(rows: &[LedgerRow], sides: u8) -> impl Iterator<Item = usize> {
    rows.iter().filter(move |row| row.sides == sides).map(LedgerRow::dice)
}

/// States how many dice the test needs, for kinds of dice of which every row has fewer.
fn needed_sentence(rows: &[LedgerRow], by: DiceGrouping) -> Option<String> {
    let needs = kinds(rows).into_iter().filter_map(|sides| Some((sides, dice_needed(sides, RARE)?)));
    let mut too_few =
        needs.filter(|(sides, needed)| dice_in_rows(rows, *sides).all(|dice| dice < *needed)).take(MAX_KINDS_NAMED);
    let (first, needed) = too_few.next()?;
    let others: Vec<String> = too_few.map(|(sides, needed)| format!("a D{sides} {needed}")).collect();
    let others = if others.is_empty() { String::new() } else { format!(", {}", joined(others, ", ")) };
    let of = match by {
        DiceGrouping::Owner => "of one owner",
        DiceGrouping::Purpose => "for one purpose",
        DiceGrouping::Sitting => "in one sitting",
    };
    Some(format!(
        "So few dice say little: to find, 4 times in 5, a D{first} that shows one face twice as often as each other takes \
        {needed} dice {of}{others}."
    ))
}

fn group_word(by: DiceGrouping) -> &'static str {
    match by {
        DiceGrouping::Owner => "owner",
        DiceGrouping::Purpose => "purpose",
        DiceGrouping::Sitting => "sitting",
    }
}

fn row_json(row: &LedgerRow, index: usize, tests: &[RowTest]) -> Value {
    let of_row = tests.iter().filter(|test| test.row == index).map(|test| {
        let kind = match test.kind {
            TestKind::Faces => "faces",
            TestKind::Mean => "mean",
            TestKind::TakenBack => "taken_back",
        };
        let method = method_word(test.result.method).replace('-', "_");
        json!({ "test": kind, "p": test.result.p, "method": method, "corrected": test.corrected })
    });
    json!({
        "group": row.group,
        "sides": row.sides,
        "source": row.source,
        "dice": row.dice(),
        "mean": row.mean(),
        "fair_mean": row.fair_mean(),
        "in_force": row.in_force,
        "taken_back": row.taken_back,
        "tests": of_row.collect::<Vec<Value>>(),
    })
}

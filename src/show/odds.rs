//! Odds as a page: exact fractions beside their percentages.
use super::lines::plain_table;

/// One line of odds: what, its exact chance, and the same in percent.
#[derive(Clone, PartialEq, Debug)]
pub struct OddsLine {
    pub label: String,
    /// Numerator and denominator in lowest terms, as digits.
    pub chance: (String, String),
    pub percent: f64,
}

/// Digits beyond which a fraction is told by its percentage alone in prose; `--json` keeps it exact.
const LONGEST: usize = 44;

/// A titled table of chances: at least or exactly so many hits, a fire out, a ship lost.
pub fn odds_table(title: &str, lines: &[OddsLine]) -> String {
    let rows = lines.iter().map(|line| vec![line.label.clone(), percent(line), fraction(line)]).collect();
    format!("{title}\n{}", plain_table(&["", "chance", "exactly"], &[1], rows))
}

fn percent(line: &OddsLine) -> String {
    format!("{:.1}%", line.percent)
}

fn fraction(line: &OddsLine) -> String {
    let (numerator, denominator) = (&line.chance.0, &line.chance.1);
    if denominator == "1" {
        return numerator.clone();
    }
    let exact = format!("{numerator}/{denominator}");
    if exact.len() <= LONGEST { exact } else { format!("a fraction over {} digits", denominator.len()) }
}

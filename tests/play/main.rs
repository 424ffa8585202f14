//! Tests of what all games share: dice, hints, journal and paragraphs.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
mod dice;
mod fairness;
mod hint;
mod journal;
mod paragraphs;
mod words;

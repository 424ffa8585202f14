//! What every game is: its paragraphs and its journal.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
mod dice;
mod hint;
mod journal;
mod paragraphs;
mod words;

//! Turn files of a session: the code of their journal, and the faults of their lines.
use crate::Refusal;
use naval::{model::Setup, notation::FileLine};
use play::LineError;
use play::journal::{Chain, Header, digest_of, grouped};
use serde_json::{Value, json};

/// Groups of four digits that name a journal.
const CODE_GROUPS: usize = 4;

/// Returns the code of a journal: the first digits of the SHA-256 of its first line.
///
/// # Errors
/// The first line cannot be written.
pub(super) fn journal_code(header: &Header<Setup>) -> Result<String, Refusal> {
    let line = Chain::first_line(header).map_err(|error| Refusal::journal(error.to_string()))?;
    Ok(grouped(&digest_of(line.text.trim_end().as_bytes()), CODE_GROUPS))
}

/// A refused line of a turn file.
pub(super) struct Fault {
    pub line: FileLine,
    pub refusal: Refusal,
}

impl Fault {
    /// `2nd Division gains 0.5" at most. [5.5] Hint: plot 2nd 2.75`
    pub(super) fn words(&self) -> String {
        let LineError { what, rule, hint, .. } = &self.refusal.error;
        let rule = rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        let hint = hint.as_ref().map_or_else(String::new, |hint| format!(" Hint: {hint}"));
        format!("{what}{rule}{hint}")
    }

    pub(super) fn json(&self) -> Value {
        json!({ "line": self.line.number, "text": self.line.text, "error": self.refusal.json() })
    }
}

/// Lists faults, each below its line.
pub(super) fn list_faults(faults: &[Fault]) -> String {
    let lines = faults.iter().map(|fault| {
        let FileLine { number, text } = &fault.line;
        format!("  line {number}: {}\n    {}", shortened(text), fault.words())
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// Most letters of a line that a list of faults repeats.
const MAX_LETTERS_SHOWN: usize = 60;

/// Returns the beginning of a long line.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LETTERS_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

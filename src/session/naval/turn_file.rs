//! Turn files of a session: the secret behind their codes, and the faults of their lines.
use crate::Refusal;
use naval::notation::{FileLine, KEY_DIGITS, SessionVerb};
use naval::{Naval, SideId};
use play::LineError;
use play::journal::{Journal, digest_of, grouped, is_hexadecimal, salt};
use serde_json::{Value, json};

/// Groups of four digits that name a battle.
const CODE_GROUPS: usize = 4;

/// The secret of a battle from which its sheets get their code and keys. It does not depend on the seed, which players
/// could find from it by trying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetSecret(String);

impl SheetSecret {
    /// Takes 32 random hexadecimal digits. `None` for anything else.
    pub fn from_digits(digits: &str) -> Option<SheetSecret> {
        (digits.len() == KEY_DIGITS && is_hexadecimal(digits)).then(|| SheetSecret(digits.to_owned()))
    }

    /// Makes the secret from the number for the journal's salts. If `None`, draw one at random.
    pub fn from_salts(journal: &Journal<Naval>) -> Option<SheetSecret> {
        // Seals count from 1, so 0 is free.
        journal.header().salts.map(|salts| SheetSecret(salt(salts, 0, 0)))
    }

    /// Returns the code that names the battle in its sheets.
    pub(super) fn code(&self) -> String {
        grouped(&self.derive("battle"), CODE_GROUPS)
    }

    /// Returns the key of a side's sheets, which nobody else knows.
    pub(super) fn key(&self, side: &SideId) -> String {
        self.derive(&format!("side {side}")).chars().take(KEY_DIGITS).collect()
    }

    fn derive(&self, what: &str) -> String {
        digest_of(format!("{} {what}", self.0).as_bytes())
    }
}

/// A refused line of a turn file.
pub(super) struct Fault {
    pub line: FileLine,
    pub refusal: Refusal,
}

impl Fault {
    /// `2nd Division gains 0.5" at most. [5.5] Hint: plot 2nd 2.75`
    ///
    /// Omits a hint to pass the keyboard: the player who reads this in a file has none.
    pub(super) fn words(&self) -> String {
        let LineError { what, rule, hint, .. } = &self.refusal.error;
        let rule = rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        let passes =
            |line: &str| line.split_whitespace().next().and_then(SessionVerb::by_name) == Some(SessionVerb::Pass);
        let hint = hint.as_ref().filter(|hint| !hint.lines().any(passes));
        let hint = hint.map_or_else(String::new, |hint| format!(" Hint: {hint}"));
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

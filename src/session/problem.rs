//! One clear error and the exit code that it means.
use std::fmt::{self, Display};

use serde_json::{Value, json};

use load::{Flaw, Flaws};
use play::{Fault, INDENT, Rule, clipped};

/// Why the program stops or a command is not carried out: a fault, and how it is answered with.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    pub fault: Fault,
    /// The typed line with a mark under the fault.
    pub shown: Option<String>,
    /// Of a data file, for `--json`: every flaw with its place under `flaws`, and under `warnings` what is hard to believe.
    pub flaws: Option<Box<Value>>,
    /// 1: refused or found wrong; 2: usage.
    pub code: u8,
    /// A person went back at a question: no mistake was made.
    pub is_taken_back: bool,
    /// What was typed where an order stands is none of the game's: a question, or a word to the program.
    pub is_no_order: bool,
}

impl Problem {
    /// Refused or found wrong: exit code 1.
    pub fn new(what: impl Into<String>) -> Problem {
        Fault::new(what).into()
    }
    /// Wrong use of the program: exit code 2.
    pub fn usage(what: impl Into<String>) -> Problem {
        Problem { code: 2, ..Problem::new(what) }
    }
    /// A question, or a word to the program, where only an order can stand.
    pub fn no_order() -> Problem {
        Problem { is_no_order: true, ..Problem::new("only a command of the game can stand in the place of one") }
    }
    /// A fault with its place in the typed line.
    pub fn in_line(line: &str, fault: Fault) -> Problem {
        Problem { shown: Some(fault.caret(line)), ..Problem::from(fault) }
    }
    pub fn rule(mut self, rule: Option<Rule>) -> Problem {
        self.fault.rule = rule;
        self
    }
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.fault.hint = Some(hint.into());
        self
    }
    pub fn maybe_hint(mut self, hint: Option<String>) -> Problem {
        self.fault.hint = hint;
        self
    }
    /// The same, with the place before it: `line 4: ...`.
    pub fn of(mut self, place: impl Display) -> Problem {
        self.fault.what = format!("{place}: {}", self.fault.what);
        self
    }
    /// The same, of the typed line no more than so many columns have room for, about the fault.
    pub fn clipped(&self, columns: usize) -> Problem {
        let shown = self.shown.as_deref().map(|shown| clipped(shown, columns.saturating_sub(INDENT.len())));
        Problem { shown, ..self.clone() }
    }
    /// The contract's form: `{"what":..., "rule":..., "hint":...}`.
    pub fn json(&self) -> Value {
        let mut error = json!({ "what": self.fault.what, "rule": self.fault.rule, "hint": self.fault.hint });
        for (key, found) in self.flaws.iter().filter_map(|flaws| flaws.as_object()).flatten() {
            error[key.as_str()] = found.clone();
        }
        error
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault.printed(self.shown.as_deref()))
    }
}

impl std::error::Error for Problem {}

/// Refused or found wrong.
impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        Problem { fault, shown: None, flaws: None, code: 1, is_taken_back: false, is_no_order: false }
    }
}

/// Flaws of data as one error: a name that is not there gets the nearest as its hint; doubts follow the flaws.
impl From<Flaws> for Problem {
    fn from(flaws: Flaws) -> Problem {
        let problem = match &flaws.0[..] {
            [Flaw { line: None, what, lawful, nearest, .. }] => {
                let did_you_mean = nearest.as_ref().map(|nearest| format!("did you mean {nearest}?"));
                Problem::new(what).maybe_hint(did_you_mean.or(lawful.clone()))
            }
            _ => Problem::new(flaws.to_string()),
        };
        let (doubts, flaws): (Vec<Flaw>, Vec<Flaw>) = flaws.0.into_iter().partition(|flaw| flaw.doubt);
        let mut found = json!({ "flaws": flaws });
        if !doubts.is_empty() {
            found["warnings"] = json!(doubts);
        }
        Problem { flaws: Some(Box::new(found)), ..problem }
    }
}

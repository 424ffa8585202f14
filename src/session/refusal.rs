//! Refusals: why a line is not carried out or the program stops, and the exit code.
use std::fmt::{self, Display};

use serde_json::{Value, json};

use load::{DataError, DataErrors};
use play::{Hint, INDENT, LineError, Rule, clipped};

#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    pub kind: Kind,
    pub error: LineError,
    /// The typed line with a mark under the error.
    pub shown: Option<Box<str>>,
}

/// Defines the kinds, each with its word, which is also the name of its constructor.
macro_rules! kinds {
    ($($(#[$says:meta])* $word:ident = $kind:ident,)*) => {
        #[derive(Clone, PartialEq, Debug)]
        pub enum Kind {
            $($(#[$says])* $kind,)*
            /// Data have errors: a file, or text typed on the command line instead of one. `found` is for `--json`:
            /// every error with its place under `flaws`, and doubtful values under `warnings`.
            Data { found: Box<Value>, is_typed: bool },
        }

        impl Kind {
            /// Returns its name in JSON.
            pub fn word(&self) -> &'static str {
                match self {
                    $(Kind::$kind => stringify!($word),)*
                    Kind::Data { .. } => "data",
                }
            }
        }

        impl Refusal {
            $($(#[$says])*
            pub fn $word(error: impl Into<LineError>) -> Refusal {
                Refusal { kind: Kind::$kind, error: error.into(), shown: None }
            })*
        }
    };
}

kinds! {
    /// The input is not understood.
    read = Read,
    /// The rules of the game refuse it.
    rules = Rules,
    /// The viewer may not order or see it.
    not_yours = NotYours,
    /// The true state refuses it, for a reason that the side at the keyboard does not know.
    only_the_referee = OnlyTheReferee,
    /// A person went back at a question, or ended a long run: no mistake was made.
    stopped = Stopped,
    /// Typed dice were not needed.
    left_over = LeftOver,
    /// A question or session command was typed where an order is needed.
    no_order = NoOrder,
    /// The order requires a reason, and none was given.
    needs_reason = NeedsReason,
    /// Nothing has that name or number, or there is nothing to do it with.
    not_there = NotThere,
    /// The request cannot be met now, here or by this program.
    cannot = Cannot,
    /// A journal, its private file or a record is damaged or forged, or belongs to something else.
    journal = Journal,
    /// A file or a stream cannot be read or written.
    disk = Disk,
    /// Wrong use of the program.
    usage = Usage,
}

impl Kind {
    /// Returns 1 if refused or found wrong, 2 for wrong use of the program or wrong data on its command line.
    pub fn exit_code(&self) -> u8 {
        if matches!(self, Kind::Usage | Kind::Data { is_typed: true, .. }) { 2 } else { 1 }
    }
}

impl Refusal {
    /// An error at its place in a typed line that is not understood.
    pub fn in_line(line: &str, error: LineError) -> Refusal {
        Refusal { shown: Some(error.caret(line).into()), ..Refusal::read(error) }
    }
    pub fn marked_as_typed(mut self) -> Refusal {
        if let Kind::Data { is_typed, .. } = &mut self.kind {
            *is_typed = true;
        }
        self
    }
    pub fn is_stopped(&self) -> bool {
        self.kind == Kind::Stopped
    }
    pub fn rule(mut self, rule: impl Into<Option<Rule>>) -> Refusal {
        self.error.rule = rule.into();
        self
    }
    pub fn hint(mut self, hint: impl Into<Hint>) -> Refusal {
        self.error.hint = Some(hint.into());
        self
    }
    /// Sets the hint to a line that may be typed as shown.
    pub fn line(self, line: impl Into<String>) -> Refusal {
        self.hint(Hint::line(line))
    }
    /// Sets the hint to the form in which an order is typed.
    pub fn form(self, form: impl Into<String>) -> Refusal {
        self.hint(Hint::form(form))
    }
    /// Replaces the hint, or removes it if `hint` is `None`.
    pub fn maybe_hint(mut self, hint: Option<impl Into<Hint>>) -> Refusal {
        self.error.hint = hint.map(Into::into);
        self
    }
    /// Prefixes the place: `line 4: ...`.
    pub fn at_place(mut self, place: impl Display) -> Refusal {
        self.error.what = format!("{place}: {}", self.error.what);
        self
    }
    /// Shortens the typed line around the error to this many columns.
    pub fn clipped(&self, columns: usize) -> Refusal {
        let shown = self.shown.as_deref().map(|shown| clipped(shown, columns.saturating_sub(INDENT.len())).into());
        Refusal { shown, ..self.clone() }
    }
    /// Returns `{"kind":..., "what":..., "rule":..., "hint":...}`, as the JSON contract requires.
    pub fn json(&self) -> Value {
        let hint = self.error.hint.as_ref().map(Hint::to_string);
        let mut error =
            json!({ "kind": self.kind.word(), "what": self.error.what, "rule": self.error.rule, "hint": hint });
        if let Kind::Data { found, .. } = &self.kind {
            for (key, found) in found.as_object().into_iter().flatten() {
                error[key.as_str()] = found.clone();
            }
        }
        error
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.as_error(self.shown.as_deref()))
    }
}

impl std::error::Error for Refusal {}

impl From<LineError> for Refusal {
    fn from(error: LineError) -> Refusal {
        Refusal::read(error)
    }
}

/// Combines errors in data into one refusal. A single error without a line gets the nearest name as its hint, if any.
impl From<DataErrors> for Refusal {
    fn from(errors: DataErrors) -> Refusal {
        let (what, hint) = match &errors.0[..] {
            [DataError { line: None, what, legal, nearest, .. }] => {
                let did_you_mean = nearest.as_ref().map(|nearest| format!("did you mean {nearest}?"));
                (what.clone(), did_you_mean.or_else(|| legal.clone()))
            }
            _ => (errors.to_string(), None),
        };
        let (warnings, errors): (Vec<DataError>, Vec<DataError>) =
            errors.0.into_iter().partition(|error| error.is_warning);
        let mut found = json!({ "flaws": errors });
        if !warnings.is_empty() {
            found["warnings"] = json!(warnings);
        }
        let kind = Kind::Data { found: Box::new(found), is_typed: false };
        Refusal { kind, error: LineError::new(what), shown: None }.maybe_hint(hint)
    }
}

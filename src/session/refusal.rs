//! One clear refusal: of what kind it is, and how the program ends by it.
use std::fmt::{self, Display};

use serde_json::{Value, json};

use load::{Flaw, Flaws};
use play::{Fault, Hint, INDENT, Rule, clipped};

/// Why the program stops or a command is not carried out: a fault, and of what kind it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    pub kind: Kind,
    pub fault: Fault,
    /// The typed line with a mark under the fault.
    pub shown: Option<Box<str>>,
}

/// The kinds: each with its word, which is also the name of its constructor.
macro_rules! kinds {
    ($($(#[$says:meta])* $word:ident = $kind:ident,)*) => {
        /// What kind of refusal it is.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Kind {
            $($(#[$says])* $kind,)*
            /// Data have flaws: a file, or what was typed on the command line in the place of one. `found` is for `--json`: every
            /// flaw with its place under `flaws`, and under `warnings` what is hard to believe.
            Data { found: Box<Value>, is_typed: bool },
        }

        impl Kind {
            /// As JSON has it.
            pub fn word(&self) -> &'static str {
                match self {
                    $(Kind::$kind => stringify!($word),)*
                    Kind::Data { .. } => "data",
                }
            }
        }

        impl Refusal {
            $($(#[$says])*
            pub fn $word(fault: impl Into<Fault>) -> Refusal {
                Refusal { kind: Kind::$kind, fault: fault.into(), shown: None }
            })*
        }
    };
}

kinds! {
    /// What was typed is not understood.
    read = Read,
    /// The rules of the game refuse it.
    rules = Rules,
    /// Whoever has the keyboard may not order it, or not see it.
    not_yours = NotYours,
    /// The truth refuses it, for a reason that the side at the keyboard does not know.
    only_the_referee = OnlyTheReferee,
    /// A person went back at a question, or ended a long run: no mistake was made.
    stopped = Stopped,
    /// Faces were typed that no die asked for.
    left_over = LeftOver,
    /// What was typed where an order stands is none of the game's: a question, or a word to the program.
    no_order = NoOrder,
    /// It is done for a reason only, and none was given.
    needs_reason = NeedsReason,
    /// Nothing has that name or number, or there is nothing to do it with.
    not_there = NotThere,
    /// It cannot be done now, here or by this program.
    cannot = Cannot,
    /// A journal, its private file or a record is damaged or forged, or belongs to something else.
    journal = Journal,
    /// A file or a stream cannot be read or written.
    disk = Disk,
    /// Wrong use of the program.
    usage = Usage,
}

impl Kind {
    /// 1: refused or found wrong; 2: wrong use of the program.
    pub fn exit_code(&self) -> u8 {
        if matches!(self, Kind::Usage | Kind::Data { is_typed: true, .. }) { 2 } else { 1 }
    }
}

impl Refusal {
    /// A fault with its place in the typed line, which is not understood.
    pub fn in_line(line: &str, fault: Fault) -> Refusal {
        Refusal { shown: Some(fault.caret(line).into()), ..Refusal::read(fault) }
    }
    /// The same, where flawed data were typed on the command line.
    pub fn typed(mut self) -> Refusal {
        if let Kind::Data { is_typed, .. } = &mut self.kind {
            *is_typed = true;
        }
        self
    }
    /// Whether a person went back at a question.
    pub fn is_stopped(&self) -> bool {
        self.kind == Kind::Stopped
    }
    pub fn rule(mut self, rule: impl Into<Option<Rule>>) -> Refusal {
        self.fault.rule = rule.into();
        self
    }
    pub fn hint(mut self, hint: impl Into<Hint>) -> Refusal {
        self.fault.hint = Some(hint.into());
        self
    }
    /// With a line that may be typed as it stands.
    pub fn line(self, line: impl Into<String>) -> Refusal {
        self.hint(Hint::line(line))
    }
    /// With how an order is typed.
    pub fn form(self, form: impl Into<String>) -> Refusal {
        self.hint(Hint::form(form))
    }
    pub fn maybe_hint(mut self, hint: Option<impl Into<Hint>>) -> Refusal {
        self.fault.hint = hint.map(Into::into);
        self
    }
    /// The same, with the place before it: `line 4: ...`.
    pub fn of(mut self, place: impl Display) -> Refusal {
        self.fault.what = format!("{place}: {}", self.fault.what);
        self
    }
    /// The same, of the typed line no more than so many columns have room for, about the fault.
    pub fn clipped(&self, columns: usize) -> Refusal {
        let shown = self.shown.as_deref().map(|shown| clipped(shown, columns.saturating_sub(INDENT.len())).into());
        Refusal { shown, ..self.clone() }
    }
    /// The contract's form: `{"kind":..., "what":..., "rule":..., "hint":...}`.
    pub fn json(&self) -> Value {
        let hint = self.fault.hint.as_ref().map(Hint::to_string);
        let mut error =
            json!({ "kind": self.kind.word(), "what": self.fault.what, "rule": self.fault.rule, "hint": hint });
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
        f.write_str(&self.fault.printed(self.shown.as_deref()))
    }
}

impl std::error::Error for Refusal {}

/// A text that is not understood.
impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::read(fault)
    }
}

/// Flaws of data as one error: a name that is not there gets the nearest as its hint; doubts follow the flaws.
impl From<Flaws> for Refusal {
    fn from(flaws: Flaws) -> Refusal {
        let (what, hint) = match &flaws.0[..] {
            [Flaw { line: None, what, lawful, nearest, .. }] => {
                let did_you_mean = nearest.as_ref().map(|nearest| format!("did you mean {nearest}?"));
                (what.clone(), did_you_mean.or_else(|| lawful.clone()))
            }
            _ => (flaws.to_string(), None),
        };
        let (doubts, flaws): (Vec<Flaw>, Vec<Flaw>) = flaws.0.into_iter().partition(|flaw| flaw.doubt);
        let mut found = json!({ "flaws": flaws });
        if !doubts.is_empty() {
            found["warnings"] = json!(doubts);
        }
        let kind = Kind::Data { found: Box::new(found), is_typed: false };
        Refusal { kind, fault: Fault::new(what), shown: None }.maybe_hint(hint)
    }
}

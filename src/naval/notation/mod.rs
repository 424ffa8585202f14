//! Commands as text, both ways: what the referee types, and the one form in which it is printed.
//!
//! A pure reading of a line against the names of a battle; whether the rules allow it is not asked here.
mod bearing;
mod by_hand;
mod complete;
mod example;
mod fire;
mod formations;
mod generated;
mod help;
mod names;
mod pair;
mod parse;
mod plot;
mod precontact;
mod print;
mod questions;
mod reader;
mod settings;
mod table;
mod torpedo;
mod words;

use std::ops::Range;

pub use complete::complete;
pub use example::of as example;
pub use help::{Speaker, VERBS, VerbHelp, help, verb};
pub use parse::{both, division, parse, ship, target, two_units, unit};
pub use plot::{plot_text, turn_text};
pub use print::{name as typed_name, print};
pub use questions::{Question, guided_line, questions};

use super::command::{Command, Setting};
use play::Rule;

/// A setting as it is typed: `flotation 4`.
pub fn setting(setting: &Setting) -> String {
    settings::print(setting)
}

/// A line understood.
#[derive(Clone, PartialEq, Debug)]
pub struct Typed {
    pub command: Command,
    /// Faces typed after `dice`, in the order in which the procedure needs them; see [`face`].
    pub dice: Option<Vec<u8>>,
    /// `fire ... declared`: whoever has not declared stays silent, said with the fire itself. [3.3.5]
    pub declared: bool,
}

/// A line not understood: what is wrong, where, and the nearest thing that would be right.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    /// A sentence.
    pub what: String,
    pub rule: Option<Rule>,
    /// Bytes of the line; empty at its end when something is missing.
    pub at: Range<usize>,
    pub hint: Option<String>,
}

impl Fault {
    fn new(at: Range<usize>, what: impl Into<String>) -> Fault {
        Fault { what: what.into(), rule: None, at, hint: None }
    }
    fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }
    fn maybe_hint(mut self, hint: Option<String>) -> Fault {
        self.hint = hint;
        self
    }
    /// The line with a mark under the fault: two lines without a closing new line.
    pub fn caret(&self, line: &str) -> String {
        let columns = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
        let before = columns(line.get(..self.at.start));
        let under = columns(line.get(self.at.clone())).max(1);
        format!("{line}\n{}{}", " ".repeat(before), "^".repeat(under))
    }
}

/// The face meant by a typed number: 0 is the highest face of a D10 and of a D100 (`00`), as the dice show it. [2.5]
///
/// `None` when a die of so many sides has no such face.
pub fn face(sides: u8, typed: u8) -> Option<u8> {
    match typed {
        0 if matches!(sides, 10 | 100) => Some(sides),
        0 => None,
        typed if typed <= sides => Some(typed),
        _ => None,
    }
}

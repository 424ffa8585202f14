//! What a line editor shows of the line under way: nothing that moves the cursor, or turns others round.
use std::cell::{Cell, RefCell};
use std::{borrow::Cow, rc::Rc};

use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};
use rustyline::{completion::Completer, history::FileHistory, validate::Validator};

use super::output;
use session::{Completes, Refusal};

/// A line editor that remembers nothing.
///
/// What it echoes goes through the highlighter, which is not asked where colours are not wanted unless they are forced;
/// ours colours nothing.
pub fn editor() -> Result<Editor<Help, FileHistory>, Refusal> {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false);
    let editor = Editor::with_config(config.color_mode(ColorMode::Forced).build());
    editor.map_err(|error| Refusal::disk(format!("no prompt: {error}")))
}

/// A line as it is echoed: a control byte as one strange letter, a mark without width not at all, so that the cursor
/// stands where the editor believes it.
pub fn echoed(line: &str) -> Cow<'_, str> {
    let is_kept = |letter: char| matches!(letter, '\n' | '\t') || !play::is_unseen(letter);
    if line.chars().all(is_kept) {
        return Cow::Borrowed(line);
    }
    let shown = |letter: char| match letter {
        kept if is_kept(kept) => Some(kept),
        '\u{2028}' | '\u{2029}' => Some(char::REPLACEMENT_CHARACTER),
        control if control.is_control() => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    };
    Cow::Owned(line.chars().filter_map(shown).collect())
}

/// What is said behind a line; nobody completes it.
pub struct Behind(String);

/// What stands on a line and is not seen; empty where everything is.
fn unseen(line: &str) -> String {
    let unseen = line.chars().filter(|letter| !matches!(letter, '\n' | '\t') && play::is_unseen(*letter));
    let written = output::visible(&unseen.collect::<String>());
    if written.is_empty() { written } else { format!("   [not seen: {written}]") }
}

impl Hint for Behind {
    fn display(&self) -> &str {
        &self.0
    }
    fn completion(&self) -> Option<&str> {
        None
    }
}

/// What stands under a line by what is typed so far: lines, each behind a line feed.
pub type Below = Rc<dyn Fn(&str) -> String>;

/// How a line editor helps with the line under way; by itself it completes nothing.
#[derive(Clone, Default)]
pub struct Help {
    pub completing: Rc<RefCell<Option<Completes>>>,
    /// Whether something stands on the line: told by the editor, which asks for a hint after every key.
    pub begun: Rc<Cell<bool>>,
    /// For a word that nobody at the table is to read.
    pub is_veiled: bool,
    /// A list under the line.
    pub below: Option<Below>,
}

impl Completer for Help {
    type Candidate = String;
    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let completing = self.completing.borrow();
        let completed = completing.as_ref().map(|completing| completing(line, cursor));
        let (start, mut words) = completed.unwrap_or((cursor, Vec::new()));
        words.retain(|word| output::is_plain(word));
        Ok((start, words))
    }
}
impl Hinter for Help {
    type Hint = Behind;
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<Behind> {
        self.begun.set(!line.is_empty());
        let below = self.below.as_ref().map(|below| below(line)).unwrap_or_default();
        let says = if self.is_veiled { String::new() } else { unseen(line) + &below };
        (!says.is_empty()).then_some(Behind(says))
    }
}
impl Highlighter for Help {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.is_veiled { Cow::Owned("*".repeat(line.chars().count())) } else { echoed(line) }
    }
    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.is_veiled
    }
}
impl Validator for Help {}
impl Helper for Help {}

//! How a line editor shows the current line: without characters that move the cursor or reverse other text.
use std::cell::{Cell, RefCell};
use std::{borrow::Cow, rc::Rc};

use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};
use rustyline::{completion::Completer, history::FileHistory, validate::Validator};

use super::output;
use session::{Completion, Refusal};

/// Makes a line editor that adds no lines to its history by itself.
///
/// Echoed text goes through our highlighter, which colours nothing. rustyline uses a highlighter only with colours, so
/// these are forced.
pub fn editor() -> Result<Editor<Help, FileHistory>, Refusal> {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false);
    let editor = Editor::with_config(config.color_mode(ColorMode::Forced).build());
    editor.map_err(|error| Refusal::disk(format!("The prompt failed: {error}.")))
}

/// Returns a line as it is echoed. A control byte becomes one replacement character and a zero-width mark disappears,
/// so the cursor stays where the editor expects it.
pub fn echoed(line: &str) -> Cow<'_, str> {
    let is_kept = |letter: char| matches!(letter, '\n' | '\t') || !play::is_hidden_char(letter);
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

/// A hint shown behind a line. It never completes the line.
pub struct LineHint(String);

/// Names the characters of a line that cannot be seen, or returns an empty text.
fn unseen(line: &str) -> String {
    let unseen = line.chars().filter(|letter| !matches!(letter, '\n' | '\t') && play::is_hidden_char(*letter));
    let written = output::visible(&unseen.collect::<String>());
    if written.is_empty() { written } else { format!("   [not seen: {written}]") }
}

impl Hint for LineHint {
    fn display(&self) -> &str {
        &self.0
    }
    fn completion(&self) -> Option<&str> {
        None
    }
}

/// Makes the text below a line from what is typed so far: lines, each preceded by a line feed.
pub type ListBelow = Rc<dyn Fn(&str) -> String>;

/// How a line editor helps with the current line. By default it completes nothing.
#[derive(Clone, Default)]
pub struct Help {
    pub completing: Rc<RefCell<Option<Completion>>>,
    /// Whether the line has text. The editor asks for a hint after every key, which sets this.
    pub has_text: Rc<Cell<bool>>,
    /// Shows asterisks, for a password that no one at the table may read.
    pub is_veiled: bool,
    pub below: Option<ListBelow>,
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
    type Hint = LineHint;
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<LineHint> {
        self.has_text.set(!line.is_empty());
        let below = self.below.as_ref().map(|below| below(line)).unwrap_or_default();
        let hint = if self.is_veiled { String::new() } else { unseen(line) + &below };
        (!hint.is_empty()).then_some(LineHint(hint))
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

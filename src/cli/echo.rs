//! What a line editor shows of the line under way: nothing that moves the cursor, or turns others round.
use std::borrow::Cow;

use rustyline::{
    ColorMode, CompletionType, Config, Editor, Helper,
    completion::Completer,
    highlight::{CmdKind, Highlighter},
    hint::Hint,
    history::FileHistory,
    validate::Validator,
};

use super::{output, problem::Problem};

/// How every line editor of ours works.
///
/// What it echoes goes through the highlighter, which is not asked where colours are not wanted unless they are forced;
/// ours colours nothing.
pub fn config() -> Config {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true);
    config.color_mode(ColorMode::Forced).build()
}

/// A line editor that remembers nothing yet.
///
/// # Errors
/// The terminal cannot be used.
pub fn editor<H: Helper>(helper: H) -> Result<Editor<H, FileHistory>, Problem> {
    let mut editor = Editor::with_config(config()).map_err(|error| Problem::new(format!("no prompt: {error}")))?;
    editor.set_helper(Some(helper));
    Ok(editor)
}

/// A line as it is echoed: a control byte as one strange letter, a mark without width not at all, so that the cursor
/// stands where the editor believes it.
pub fn echoed(line: &str) -> Cow<'_, str> {
    let is_kept = |letter: char| matches!(letter, '\n' | '\t') || !output::is_unseen(letter);
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

/// What stands on a line and is not seen, said behind it; nobody completes it.
pub struct Unseen(String);

impl Unseen {
    /// `None` where everything is seen.
    pub fn on(line: &str) -> Option<Unseen> {
        let unseen = line.chars().filter(|letter| !matches!(letter, '\n' | '\t') && output::is_unseen(*letter));
        let written = output::visible(&unseen.collect::<String>());
        (!written.is_empty()).then(|| Unseen(format!("   [not seen: {written}]")))
    }
}

impl Hint for Unseen {
    fn display(&self) -> &str {
        &self.0
    }
    fn completion(&self) -> Option<&str> {
        None
    }
}

/// For a line that is completed by nothing.
pub struct Plain;

impl Completer for Plain {
    type Candidate = String;
}
impl rustyline::hint::Hinter for Plain {
    type Hint = Unseen;
    fn hint(&self, line: &str, _: usize, _: &rustyline::Context<'_>) -> Option<Unseen> {
        Unseen::on(line)
    }
}
impl Highlighter for Plain {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        echoed(line)
    }
}
impl Validator for Plain {}
impl Helper for Plain {}

/// For a word that nobody at the table is to read.
pub struct Veiled;

impl Completer for Veiled {
    type Candidate = String;
}
impl rustyline::hint::Hinter for Veiled {
    type Hint = Unseen;
}
impl Highlighter for Veiled {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned("*".repeat(line.chars().count()))
    }
    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}
impl Validator for Veiled {}
impl Helper for Veiled {}

//! The prompt line: editing, history and completion by the game's own notation.
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, mem, path::PathBuf, rc::Rc};

use rustyline::history::{FileHistory, History as _};
use rustyline::{Editor, error::ReadlineError};

use super::line_editor::{self, Help, ListBelow};
use super::output::{self, Out, visible};
use super::{file, script};
use session::{Completion, Input, Refusal};

enum EditorResult {
    Line(String),
    /// Ctrl-C with something on the line.
    Dropped,
    /// Ctrl-C on an empty line.
    Interrupted,
    /// A byte was not UTF-8. The text of the line is lost.
    Garbled,
    /// Ctrl-D or the end of the input.
    End,
}

/// The program's only line editor. It reads the lines of the prompt and the answers to questions.
///
/// An editor keeps what it has read ahead, so a second one would lose lines typed ahead. A paste of several lines is
/// read one line after another. A clone shares the same editor.
#[derive(Clone, Default)]
pub struct Keyboard {
    /// Made at the first reading, because a script needs none.
    editor: Rc<RefCell<Option<Editor<Help, FileHistory>>>>,
    pasted: Rc<RefCell<VecDeque<String>>>,
    /// The question that a pasted line answered, and whether a message was shown since.
    pasted_answer: Rc<RefCell<Option<(String, bool)>>>,
}

impl Keyboard {
    /// Reads one line in answer to a question, without completion or history.
    pub fn read_answer(&self, question: &str) -> Result<Input, Refusal> {
        self.ask(question, &Help::default(), "")
    }

    /// Asks the question again, with the earlier answer on the line to correct.
    pub fn correct_answer(&self, question: &str, answer: &str) -> Result<Input, Refusal> {
        self.refuse_pasted();
        self.ask(question, &Help::default(), answer.trim())
    }

    /// Returns the answer to a question. `else_what` is the refusal without an answer.
    pub fn answer_or_refuse(&self, question: &str, else_what: &str) -> Result<String, Refusal> {
        match self.read_answer(question)? {
            Input::Line(text) => Ok(text),
            Input::Interrupted | Input::End => Err(Refusal::cannot(else_what)),
        }
    }

    /// As [`Keyboard::read_answer`], for a password: it is not shown while it is typed, and no paste answers it.
    pub fn read_password(&self, question: &str) -> Result<Input, Refusal> {
        self.refuse_pasted();
        self.ask(question, &Help { is_veiled: true, ..Help::default() }, "")
    }

    /// As [`Keyboard::read_answer`], with a list below the line that depends on what is typed so far.
    pub fn read_with_list(&self, question: &str, list: ListBelow) -> Result<Input, Refusal> {
        self.ask(question, &Help { below: Some(list), ..Help::default() }, "")
    }

    fn ask(&self, question: &str, help: &Help, initial_text: &str) -> Result<Input, Refusal> {
        // The same question after a message means that the pasted line was no valid answer.
        if self.pasted_answer.take().is_some_and(|(answered, is_refused)| is_refused && answered == question) {
            self.refuse_pasted();
        }
        let shown = output::folded_question(question);
        if let Some(line) = self.next_pasted() {
            output::note(&format!("{question}{line}"));
            self.pasted_answer.replace(Some((question.to_owned(), false)));
            return Ok(Input::Line(line));
        }
        loop {
            match self.read(&shown, help, initial_text, None)? {
                EditorResult::Garbled => output::report(&script::not_utf8(), false),
                EditorResult::Line(text) => return Ok(Input::Line(text)),
                EditorResult::Dropped | EditorResult::Interrupted => return Ok(Input::Interrupted),
                EditorResult::End => return Ok(Input::End),
            }
        }
    }

    /// Notes that a message was shown. The next question may then be the previous one again.
    pub fn note_message(&self) {
        if let Some((_, is_refused)) = &mut *self.pasted_answer.borrow_mut() {
            *is_refused = true;
        }
    }

    fn next_pasted(&self) -> Option<String> {
        self.pasted.borrow_mut().pop_front()
    }

    /// Drops and names the lines pasted after a refused line, and returns them.
    fn refuse_pasted(&self) -> Vec<String> {
        let dropped: Vec<String> = self.pasted.take().into();
        if !dropped.is_empty() {
            let (lines, were) = if dropped.len() == 1 { ("line", "was") } else { ("lines", "were") };
            let count = dropped.len();
            output::note(&format!("{count} pasted {lines} {were} not carried out: {}", dropped.join("; ")));
        }
        dropped
    }

    /// Prepares for another player: drops the rest of a paste unseen, and the editor forgets its text.
    fn hand_over(&self) {
        let dropped = self.pasted.take().len();
        if 0 < dropped {
            let lines = if dropped == 1 { "line was" } else { "lines were" };
            output::note(&format!("{dropped} pasted {lines} not carried out."));
        }
        // A new editor, because the old one keeps text that was cut out of a line.
        self.editor.replace(None);
    }

    /// Reads a line with this history, or without one for a question.
    fn read(
        &self,
        prompt: &str,
        help: &Help,
        initial_text: &str,
        history: Option<&mut FileHistory>,
    ) -> Result<EditorResult, Refusal> {
        let mut slot = self.editor.borrow_mut();
        let editor = match &mut *slot {
            Some(editor) => editor,
            none => none.insert(line_editor::editor()?),
        };
        editor.set_helper(Some(help.clone()));
        let mut no_history = FileHistory::new();
        let history = history.unwrap_or(&mut no_history);
        mem::swap(editor.history_mut(), history);
        let line = editor.readline_with_initial(prompt, (initial_text, ""));
        mem::swap(editor.history_mut(), history);
        let result = classify(line, help)?;
        let EditorResult::Line(text) = result else { return Ok(result) };
        let mut lines = text.lines().map(str::to_owned);
        let first = lines.next().unwrap_or_default();
        self.pasted.borrow_mut().extend(lines.filter(|line| !line.trim().is_empty()));
        Ok(EditorResult::Line(first))
    }
}

/// The prompt of each line of a block.
const BLOCK_PROMPT: &str = ". ends> ";

pub struct Prompt<'k> {
    pub keyboard: &'k Keyboard,
    help: Help,
    recalled_lines: FileHistory,
    history_path: Option<PathBuf>,
    /// Whether the next player may read what is typed.
    is_open: bool,
    /// Whether a line must not be kept at all.
    is_secret_line: fn(&str) -> bool,
}

impl<'k> Prompt<'k> {
    /// If `open`, lines are kept for later sessions, and lines of earlier sessions can be recalled. Lines for which
    /// `is_secret_line` holds are never kept.
    pub fn new(keyboard: &'k Keyboard, open: bool, is_secret_line: fn(&str) -> bool) -> Prompt<'k> {
        let (help, lines) = (Help::default(), FileHistory::new());
        let mut prompt = Prompt {
            keyboard,
            help,
            recalled_lines: lines,
            history_path: history_file(),
            is_open: open,
            is_secret_line,
        };
        prompt.load_history();
        prompt
    }

    /// Prepares for another player.
    ///
    /// Earlier lines and cut text cannot be recalled, and later lines are kept only if `open`.
    pub fn hand_over(&mut self, open: bool) {
        self.keyboard.hand_over();
        self.recalled_lines = FileHistory::new();
        self.is_open = open;
        self.load_history();
    }

    fn load_history(&mut self) {
        if let Some(file) = self.history_path.as_ref().filter(|_| self.is_open) {
            // At first there is no file.
            let _none_yet = self.recalled_lines.load(file);
        }
    }

    /// Returns the next line. `None` if the person leaves, by Ctrl-D, or by Ctrl-C twice on an empty line.
    pub fn line(&mut self, completing: Completion, prompt: &str, out: &mut Out) -> Result<Option<String>, Refusal> {
        if let Some(line) = self.keyboard.next_pasted() {
            out.say(format!("{prompt}{line}"));
            self.keep_line(&line);
            return Ok(Some(line));
        }
        *self.help.completing.borrow_mut() = Some(completing);
        let mut was_interrupted = false;
        loop {
            let result = self.keyboard.read(&visible(prompt), &self.help, "", Some(&mut self.recalled_lines))?;
            let was_interrupted_before =
                mem::replace(&mut was_interrupted, matches!(result, EditorResult::Interrupted));
            match result {
                EditorResult::Line(text) => {
                    self.keep_line(&text);
                    return Ok(Some(text));
                }
                EditorResult::End => return Ok(None),
                EditorResult::Interrupted if was_interrupted_before => return Ok(None),
                EditorResult::Dropped => out.say("Line dropped. Nothing changed."),
                EditorResult::Interrupted => {
                    out.say("Everything typed is in the journal. Ctrl-C again, Ctrl-D or `quit` quits.");
                }
                EditorResult::Garbled => output::report(&script::not_utf8(), out.json),
            }
        }
    }

    /// Returns the next line of a block, which is not kept for recall. `None` if the person drops the block.
    pub fn block_line(&self, out: &mut Out) -> Result<Option<String>, Refusal> {
        if let Some(line) = self.keyboard.next_pasted() {
            out.say(format!("{BLOCK_PROMPT}{line}"));
            return Ok(Some(line));
        }
        match self.keyboard.read(BLOCK_PROMPT, &Help::default(), "", None)? {
            EditorResult::Line(text) => Ok(Some(text)),
            EditorResult::End | EditorResult::Dropped | EditorResult::Interrupted => Ok(None),
            EditorResult::Garbled => Err(script::not_utf8()),
        }
    }

    /// After a refused line, names the lines pasted after it. They can be recalled.
    pub fn note_refusal(&mut self) {
        for line in self.keyboard.refuse_pasted() {
            self.keep_line(&line);
        }
    }

    /// Keeps a line for recall, in later sessions too if the prompt is open. Secret lines are not kept.
    fn keep_line(&mut self, line: &str) {
        if (self.is_secret_line)(line) {
            return;
        }
        // A disk that refuses the history must not stop the game.
        let _kept = self.recalled_lines.add(line);
        if let (Some(file), true) = (&self.history_path, self.is_open) {
            let _unsaved = self.recalled_lines.append(file);
        }
    }
}

/// Catches Ctrl-C between two prompts. A Ctrl-C then waits until it can be answered, and ends nothing halfway.
pub struct Interrupts(Arc<AtomicBool>);

impl Interrupts {
    /// Begins to catch. If the system does not allow it, Ctrl-C ends the program as usual.
    pub fn catch() -> Interrupts {
        let pressed = Arc::new(AtomicBool::new(false));
        let pressed_flag = pressed.clone();
        let _unheard = ctrlc::set_handler(move || pressed_flag.store(true, Ordering::Relaxed));
        Interrupts(pressed)
    }
    /// Whether Ctrl-C was pressed and is unanswered.
    pub fn is_pending(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
    /// Whether Ctrl-C was pressed since the last call.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Converts a line editor's result. The meaning of Ctrl-C depends on whether the line had text.
fn classify(line: rustyline::Result<String>, help: &Help) -> Result<EditorResult, Refusal> {
    match line {
        Ok(line) => Ok(EditorResult::Line(line)),
        Err(ReadlineError::Interrupted) => {
            Ok(if help.has_text.get() { EditorResult::Dropped } else { EditorResult::Interrupted })
        }
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            drain();
            Ok(EditorResult::Garbled)
        }
        Err(ReadlineError::Eof) => Ok(EditorResult::End),
        Err(error) => Err(Refusal::disk(format!("The prompt failed: {error}."))),
    }
}

/// Discards input that arrived with an unreadable line, so that its rest is not read as the next line.
#[cfg(unix)]
fn drain() {
    use nix::sys::termios::{FlushArg, tcflush};
    // Longer than a pasted line takes to arrive, shorter than reading the refusal takes.
    std::thread::sleep(std::time::Duration::from_millis(30));
    if io::stdin().is_terminal() {
        // Input that arrives later is refused or carried out as a line, and shown.
        let _left = tcflush(io::stdin(), FlushArg::TCIFLUSH);
    }
}

#[cfg(not(unix))]
fn drain() {}

/// Where the typed lines are kept. `None` if the name belongs to something other than a file of typed lines.
fn history_file() -> Option<PathBuf> {
    let file = history_name()?;
    let usable = !file.exists() || file::read_bytes(&file, file::HISTORY).is_ok();
    usable.then_some(file)
}

fn history_name() -> Option<PathBuf> {
    if let Some(state) = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|dir| dir.is_dir()) {
        return Some(state.join("kaiser_history"));
    }
    env::var_os("HOME").map(|home| PathBuf::from(home).join(".kaiser_history"))
}

//! The prompt line: editing, history, completion by the game's own notation.
use std::{
    cell::RefCell,
    env,
    path::PathBuf,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::FileHistory, validate::Validator,
};

use super::{output::visible, problem::Problem};
use crate::naval::{State, notation};

/// What was typed at the prompt.
pub enum Typed {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the input has ended.
    End,
}

/// The line editor with its history file.
pub struct Prompt {
    editor: Editor<Words, FileHistory>,
    state: Rc<RefCell<Option<State>>>,
    history: Option<PathBuf>,
    /// What is typed may be read by whoever comes next.
    open: bool,
}

impl Prompt {
    /// # Errors
    /// The terminal cannot be used.
    pub fn new() -> Result<Prompt, Problem> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(|error| Problem::new(format!("no prompt: {error}")))?;
        let state = Rc::new(RefCell::new(None));
        editor.set_helper(Some(Words { state: state.clone() }));
        let history = history_file();
        if let Some(file) = &history {
            // The first time there is none.
            let _none_yet = editor.load_history(file);
        }
        Ok(Prompt { editor, state, history, open: true })
    }

    /// Somebody else types from here on: what was typed before cannot be called up again, and what a side types is kept
    /// nowhere.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn pass(&mut self, to_referee: bool) -> Result<(), Problem> {
        self.editor.clear_history().map_err(|error| Problem::new(format!("the prompt fails: {error}")))?;
        self.open = to_referee;
        if let Some(file) = self.history.as_ref().filter(|_| to_referee) {
            // The first time there is none.
            let _none_yet = self.editor.load_history(file);
        }
        Ok(())
    }

    /// One line.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn line(&mut self, state: &State, prompt: &str) -> Result<Typed, Problem> {
        *self.state.borrow_mut() = Some(state.clone());
        let line = self.editor.readline(&visible(prompt));
        if let (Ok(_), Some(file), true) = (&line, &self.history, self.open) {
            // History is a comfort: a disk that refuses it must not stop the game.
            let _unsaved = self.editor.append_history(file);
        }
        typed(line)
    }
}

/// Ctrl-C pressed between two prompts: it is kept until it can be answered, and ends nothing halfway.
pub struct Interrupts(Arc<AtomicBool>);

impl Interrupts {
    /// From here on. Where the system lets nobody listen, Ctrl-C ends the program as it always did.
    pub fn caught() -> Interrupts {
        let pressed = Arc::new(AtomicBool::new(false));
        let heard = pressed.clone();
        let _unheard = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
        Interrupts(pressed)
    }
    /// Whether it was pressed and has not been answered.
    pub fn waits(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
    /// Whether it was pressed since it was last asked for.
    pub fn any(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// One line in answer to a question, without completion or history.
///
/// # Errors
/// The terminal fails.
pub fn once(prompt: &str) -> Result<Typed, Problem> {
    let editor = rustyline::DefaultEditor::new();
    typed(editor.and_then(|mut editor| editor.readline(&visible(prompt))))
}

/// Faces thrown on the table, no more than are missing; an empty answer takes the command back.
///
/// # Errors
/// The command is taken back; the terminal fails.
pub fn faces(question: &str, sides: u8, missing: u16) -> Result<Vec<u8>, Problem> {
    let back = || Problem::new("the command is taken back; nothing has changed");
    loop {
        let Typed::Line(text) = once(&format!("{question}: "))? else { return Err(back()) };
        let parts = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|part| !part.is_empty());
        let faces: Option<Vec<u8>> =
            parts.map(|part| part.parse().ok().filter(|face| (1..=sides).contains(face))).collect();
        match faces {
            Some(faces) if faces.is_empty() => return Err(back()),
            Some(faces) if faces.len() <= usize::from(missing) => return Ok(faces),
            Some(_) | None => {
                let needed = if missing == 1 { "One face is".to_owned() } else { format!("{missing} faces are") };
                let all = format!("{needed} needed of a D{sides}, 1 to {sides}.");
                super::output::aside(&format!("{all} An empty line takes the command back."));
            }
        }
    }
}

pub fn typed(line: rustyline::Result<String>) -> Result<Typed, Problem> {
    match line {
        Ok(line) => Ok(Typed::Line(line)),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(error) => Err(Problem::new(format!("the prompt fails: {error}"))),
    }
}

/// Where the lines typed at the prompt are kept.
pub fn history_file() -> Option<PathBuf> {
    if let Some(state) = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|dir| dir.is_dir()) {
        return Some(state.join("kaiser_history"));
    }
    env::var_os("HOME").map(|home| PathBuf::from(home).join(".kaiser_history"))
}

struct Words {
    state: Rc<RefCell<Option<State>>>,
}

impl Completer for Words {
    type Candidate = String;
    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let state = self.state.borrow();
        let (start, mut words) =
            state.as_ref().map_or((cursor, Vec::new()), |state| notation::complete(state, line, cursor));
        if let [only] = &mut words[..] {
            only.push(' ');
        }
        Ok((start, words))
    }
}
impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

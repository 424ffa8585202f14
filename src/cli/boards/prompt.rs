//! The prompt line of a board game: editing, history, completion by verbs and lawful moves.
use std::{borrow::Cow, cell::RefCell, path::PathBuf, rc::Rc};

use rustyline::{
    Context, Editor, Helper, completion::Completer, highlight::Highlighter, hint::Hinter, history::FileHistory,
    validate::Validator,
};

use crate::{
    echo::{self, Unseen},
    output::{is_plain, visible},
    problem::Problem,
    prompt::{Begun, Keyed, history_file, keyed},
};

/// The line editor and what may be typed next.
pub struct Prompt {
    editor: Editor<Words, FileHistory>,
    lines: Rc<RefCell<Vec<String>>>,
    begun: Begun,
    history: Option<PathBuf>,
}

impl Prompt {
    /// With or without the lines of earlier days, to which those of today are added.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn new(keeps: bool) -> Result<Prompt, Problem> {
        let (lines, begun) = (Rc::new(RefCell::new(Vec::new())), Begun::default());
        let mut editor = Words::editor(&lines, &begun)?;
        let history = history_file().filter(|_| keeps);
        if let Some(file) = &history {
            // The first time there is none.
            let _none_yet = editor.load_history(file);
        }
        Ok(Prompt { editor, lines, begun, history })
    }

    /// What was typed before, or cut out of a line, cannot be called up again.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn forget(&mut self) -> Result<(), Problem> {
        self.editor = Words::editor(&self.lines, &self.begun)?;
        Ok(())
    }

    /// One line, completed by whole `lines`.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn line(&mut self, lines: Vec<String>, prompt: &str) -> Result<Keyed, Problem> {
        *self.lines.borrow_mut() = lines;
        let line = self.editor.readline(&visible(prompt));
        if let (Ok(_), Some(file)) = (&line, &self.history) {
            // History is a comfort: a disk that refuses it must not stop the game.
            let _unsaved = self.editor.append_history(file);
        }
        keyed(line, &self.begun)
    }
}

struct Words {
    lines: Rc<RefCell<Vec<String>>>,
    begun: Begun,
}

impl Words {
    fn editor(lines: &Rc<RefCell<Vec<String>>>, begun: &Begun) -> Result<Editor<Words, FileHistory>, Problem> {
        echo::editor(Words { lines: lines.clone(), begun: begun.clone() })
    }
}

impl Completer for Words {
    type Candidate = String;
    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..cursor).unwrap_or_default().to_lowercase();
        let lines = self.lines.borrow();
        let fits = |line: &&String| line.to_lowercase().starts_with(&begun) && is_plain(line);
        Ok((0, lines.iter().filter(fits).cloned().collect()))
    }
}
impl Hinter for Words {
    type Hint = Unseen;
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<Unseen> {
        self.begun.is(line);
        Unseen::on(line)
    }
}
impl Highlighter for Words {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        echo::echoed(line)
    }
}
impl Validator for Words {}
impl Helper for Words {}

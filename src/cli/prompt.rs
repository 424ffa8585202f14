//! The prompt line: editing, history, completion by the game's own notation.
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, mem, path::PathBuf};

use rustyline::{Editor, error::ReadlineError, history::FileHistory};

use super::echo::{self, Below, Completing, Help};
use super::output::{self, Out, visible};
use super::{file, script};
use session::{Problem, Typed};

/// What came of a line editor.
enum Keyed {
    Line(String),
    /// Ctrl-C with something on the line.
    Dropped,
    /// Ctrl-C on an empty line.
    Interrupted,
    /// A byte came that is no UTF-8: what was on the line is gone.
    Garbled,
    /// Ctrl-D, or the input has ended.
    End,
}

/// The line editor with its history file.
pub struct Prompt {
    editor: Editor<Help, FileHistory>,
    help: Help,
    history: Option<PathBuf>,
    /// What is typed may be read by whoever comes next.
    open: bool,
    /// Whether a line is kept nowhere.
    is_kept_out: fn(&str) -> bool,
}

impl Prompt {
    /// `open`: what is typed is kept for later days, and what was typed on earlier ones can be called up; but for what
    /// `is_kept_out`.
    pub fn new(open: bool, is_kept_out: fn(&str) -> bool) -> Result<Prompt, Problem> {
        let help = Help::default();
        let mut prompt = Prompt { editor: echo::editor(&help)?, help, history: history_file(), open, is_kept_out };
        prompt.remember();
        Ok(prompt)
    }

    /// Somebody else types from here on: what was typed or cut out before cannot be called up again, and is kept nowhere
    /// unless it is `open`.
    pub fn pass(&mut self, open: bool) -> Result<(), Problem> {
        // A new editor, because the old one keeps what was cut out of a line.
        self.editor = echo::editor(&self.help)?;
        self.open = open;
        self.remember();
        Ok(())
    }

    /// Takes in what was typed on earlier days.
    fn remember(&mut self) {
        if let Some(file) = self.history.as_ref().filter(|_| self.open) {
            // The first time there is none.
            let _none_yet = self.editor.load_history(file);
        }
    }

    /// One line; `None` when the person leaves: by Ctrl-D, or by Ctrl-C twice on an empty line, and never by dropping a
    /// line.
    pub fn line(&mut self, completing: Completing, prompt: &str, out: &mut Out) -> Result<Option<String>, Problem> {
        *self.help.completing.borrow_mut() = Some(completing);
        let mut asked = false;
        loop {
            let keyed = keyed(self.editor.readline(&visible(prompt)), &self.help)?;
            let asked_before = mem::replace(&mut asked, matches!(keyed, Keyed::Interrupted));
            match keyed {
                Keyed::Line(text) => {
                    self.keep(&text);
                    return Ok(Some(text));
                }
                Keyed::End => return Ok(None),
                Keyed::Interrupted if asked_before => return Ok(None),
                Keyed::Dropped => out.say("The line is dropped; nothing has changed."),
                Keyed::Interrupted => {
                    out.say("Everything typed is in the journal. Ctrl-C again, Ctrl-D or `quit` leaves.");
                }
                Keyed::Garbled => output::report(&script::garbled(), out.json),
            }
        }
    }

    /// Keeps a line to be called up again, an open one also on later days; no secret one.
    fn keep(&mut self, line: &str) {
        if (self.is_kept_out)(line) {
            return;
        }
        // History is a comfort: a disk that refuses it must not stop the game.
        let _kept = self.editor.add_history_entry(line);
        if let (Some(file), true) = (&self.history, self.open) {
            let _unsaved = self.editor.append_history(file);
        }
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
pub fn once(prompt: &str) -> Result<Typed, Problem> {
    asked(prompt, &Help::default(), "")
}

/// The same, with what was answered before on the line, to be put right.
pub fn once_more(prompt: &str, answer: &str) -> Result<Typed, Problem> {
    asked(prompt, &Help::default(), answer.trim())
}

/// What somebody answers to a question; when nobody does, `else_what` says what comes of that.
pub fn answered(prompt: &str, else_what: &str) -> Result<String, Problem> {
    match once(prompt)? {
        Typed::Line(text) => Ok(text),
        Typed::Interrupted | Typed::End => Err(Problem::new(else_what)),
    }
}

/// As [`once`], for a word that is not shown while it is typed.
pub fn unseen(prompt: &str) -> Result<Typed, Problem> {
    asked(prompt, &Help { is_veiled: true, ..Help::default() }, "")
}

/// As [`once`], with a list under the line that goes by what is typed so far.
pub fn with_list(prompt: &str, list: Below) -> Result<Typed, Problem> {
    asked(prompt, &Help { below: Some(list), ..Help::default() }, "")
}

fn asked(prompt: &str, help: &Help, begun: &str) -> Result<Typed, Problem> {
    let prompt = output::question(prompt);
    loop {
        let line = echo::editor(help)?.readline_with_initial(&prompt, (begun, ""));
        match keyed(line, help)? {
            Keyed::Garbled => output::report(&script::garbled(), false),
            Keyed::Line(text) => return Ok(Typed::Line(text)),
            Keyed::Dropped | Keyed::Interrupted => return Ok(Typed::Interrupted),
            Keyed::End => return Ok(Typed::End),
        }
    }
}

/// What a line editor came back with, which had something on its line or nothing.
fn keyed(line: rustyline::Result<String>, help: &Help) -> Result<Keyed, Problem> {
    match line {
        Ok(line) => Ok(Keyed::Line(line)),
        Err(ReadlineError::Interrupted) => Ok(if help.begun.get() { Keyed::Dropped } else { Keyed::Interrupted }),
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            drain();
            Ok(Keyed::Garbled)
        }
        Err(ReadlineError::Eof) => Ok(Keyed::End),
        Err(error) => Err(Problem::new(format!("the prompt fails: {error}"))),
    }
}

/// The rest of a line that cannot be read is not the beginning of the next: what has come with it is thrown away.
#[cfg(unix)]
fn drain() {
    use nix::sys::termios::{FlushArg, tcflush};
    // Longer than a pasted line takes to come, shorter than anybody needs to read why it is refused.
    std::thread::sleep(std::time::Duration::from_millis(30));
    if io::stdin().is_terminal() {
        // What is left then is refused by itself, or lawful by itself and said.
        let _left = tcflush(io::stdin(), FlushArg::TCIFLUSH);
    }
}

#[cfg(not(unix))]
fn drain() {}

/// Where the lines typed at the prompt are kept; nowhere when something else than a file has that name, or a file that
/// nobody has typed.
fn history_file() -> Option<PathBuf> {
    let file = history_name()?;
    let usable = !file.exists() || file::bytes(&file, file::HISTORY).is_ok();
    usable.then_some(file)
}

fn history_name() -> Option<PathBuf> {
    if let Some(state) = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|dir| dir.is_dir()) {
        return Some(state.join("kaiser_history"));
    }
    env::var_os("HOME").map(|home| PathBuf::from(home).join(".kaiser_history"))
}

//! The program at a real terminal, and the text on its screen.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

/// How long the program may take to answer one line.
const PATIENCE: Duration = Duration::from_secs(120);
/// The program counts as waiting after the screen has not changed for this long.
const STILL: Duration = Duration::from_millis(60);
/// This many looks at the screen must find no change, however long each takes on a busy computer.
const STILL_LOOKS: u32 = 12;
/// How long the screen must not change if no prompt is seen.
const LONG_STILL: Duration = Duration::from_secs(2);
/// Lines of a screen that is too high for anything to scroll away.
const HIGH: u16 = 4000;

/// A folder with the program on its path.
pub struct Desk {
    pub folder: TempDir,
    /// Columns and lines of the terminal.
    pub size: (usize, usize),
}

impl Desk {
    pub fn command(&self, line: &str) -> Command {
        let bin = Path::new(env!("CARGO_BIN_EXE_kaiser")).parent().unwrap();
        let path =
            env::join_paths([bin.to_path_buf()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(self.folder.path()).env("PATH", path.unwrap());
        command.env("HOME", self.folder.path()).env("LANG", "C.UTF-8").env("TERM", "xterm").env("NO_COLOR", "1");
        command.env_remove("KAISER_DATA").env_remove("XDG_STATE_HOME").env_remove("COLUMNS");
        command
    }
    pub fn opens(&self, line: &str) -> Screen {
        let (columns, rows) = self.size;
        // The program replaces the shell and keeps its process number.
        let command = self.command(&format!("stty cols {columns} rows {rows}; echo $$ > .process; exec {line}"));
        let terminal = spawn_command(command, Some(PATIENCE.as_millis() as u64)).unwrap();
        let process = self.folder.path().join(".process");
        Screen { terminal, process, bytes: Vec::new(), columns: columns as u16, has_ended: false }
    }
}

/// A program at a terminal, and its output so far.
pub struct Screen {
    terminal: PtySession,
    /// The file with the number of its process.
    process: PathBuf,
    pub bytes: Vec<u8>,
    columns: u16,
    pub has_ended: bool,
}

impl Screen {
    /// Reads until the program waits for a line, or has ended.
    pub fn settles(&mut self) -> Result<(), String> {
        let (start, mut last) = (Instant::now(), Instant::now());
        let mut still = STILL;
        while start.elapsed() < PATIENCE {
            if let Some(byte) = self.terminal.try_read() {
                self.bytes.push(byte as u8);
                last = Instant::now();
            } else if still < last.elapsed() && (self.is_gone() || self.is_idle() && self.is_asking(last)) {
                self.has_ended = self.is_gone();
                return Ok(());
            } else {
                let looked = Instant::now();
                std::thread::sleep(Duration::from_millis(5));
                still = still.max(STILL_LOOKS * looked.elapsed());
            }
        }
        Err(format!("still busy after {} s", PATIENCE.as_secs()))
    }
    fn is_gone(&self) -> bool {
        let status = self.terminal.process().status();
        status.is_none_or(|status| format!("{status:?}") != "StillAlive")
    }
    /// Whether the cursor is behind a prompt and its space, or nothing has been printed for long.
    fn is_asking(&self, last: Instant) -> bool {
        let screen = self.drawn();
        let (row, column) = screen.screen().cursor_position();
        let before = screen.screen().rows(0, column).nth(row.into()).unwrap_or_default();
        let is_behind_a_blank = 0 < column && before.trim_end().chars().count() + 1 == usize::from(column);
        is_behind_a_blank || LONG_STILL < last.elapsed()
    }
    /// Whether every thread of the program sleeps. Where that cannot be known, an unchanged screen counts as sleep.
    fn is_idle(&self) -> bool {
        let Ok(process) = fs::read_to_string(&self.process) else { return false };
        let Ok(tasks) = fs::read_dir(format!("/proc/{}/task", process.trim())) else { return true };
        let states = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("stat")).ok());
        states.into_iter().all(|stat| stat.rsplit(") ").next().is_some_and(|part| part.starts_with('S')))
    }
    pub fn types(&mut self, line: &str) -> Result<(), String> {
        self.presses(&format!("{line}\r"))
    }
    /// Sends keys in one write.
    pub fn presses(&mut self, keys: &str) -> Result<(), String> {
        self.terminal.send(keys).and_then(|_| self.terminal.flush()).map_err(|error| error.to_string())?;
        self.settles()
    }
    /// The text on a screen that is high enough for a complete page.
    pub fn text(&self) -> String {
        self.drawn().screen().contents()
    }
    fn drawn(&self) -> vt100::Parser {
        let mut screen = vt100::Parser::new(HIGH, self.columns, 0);
        screen.process(&self.bytes);
        screen
    }
    /// The question on the last line, or `None` if the last line is a prompt.
    pub fn question(&self) -> Option<String> {
        let text = self.text();
        let last = text.rsplit('\n').next().unwrap_or_default().trim_end();
        (!last.ends_with('>')).then(|| last.to_owned())
    }
}

pub trait ClearBefore {
    fn clear_before_the_last_line(&mut self);
}

impl ClearBefore for Vec<u8> {
    /// Keeps the line on which the program waits.
    fn clear_before_the_last_line(&mut self) {
        let end = self.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        self.drain(..end);
    }
}

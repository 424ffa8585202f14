//! Files to set-ups: data directories, scenarios, journals.
use std::{
    fs::{self, OpenOptions},
    io::{self, BufRead as _, BufReader, Read as _},
    path::Path,
};

use super::{
    file, output,
    problem::Problem,
    store::{ENDING, Seen, Store, StoreError},
};
use load::{self, Checked, Flaws, Sources};
use naval::{Naval, Setup};
use play::journal::{self, game_named};

/// The name of the naval game in line 1.
pub const GAME: &str = "naval";
/// The first line of a journal holds a whole set-up, and is shorter than this by far.
const LONGEST_FIRST: u64 = 16 << 20;

/// The built-in data, behind the files of a directory when one is given.
///
/// # Errors
/// The directory cannot be read.
pub fn sources(dir: Option<&Path>) -> Result<Sources, Problem> {
    let builtin = load::builtin();
    let Some(dir) = dir else { return Ok(builtin) };
    if !dir.is_dir() {
        let hint = "kaiser data export DIR writes one to start from";
        return Err(Problem::new(format!("{} is not a directory of data files", dir.display())).hint(hint));
    }
    let mut files = Vec::new();
    gather(dir, dir, &mut files)?;
    Ok(builtin.over(Sources { files }))
}

fn gather(root: &Path, dir: &Path, files: &mut Vec<(String, std::borrow::Cow<'static, str>)>) -> Result<(), Problem> {
    let unreadable = |error: std::io::Error| Problem::new(format!("{} cannot be read: {error}", dir.display()));
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            gather(root, &path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.push((name, read(&path)?.into()));
        }
    }
    Ok(())
}

/// The text of a data file.
///
/// # Errors
/// It is no file, cannot be read, is over 1 MiB, or is no text.
pub fn read(path: &Path) -> Result<String, Problem> {
    file::text(path, file::DATA).map_err(|unread| unread.problem(path))
}

/// A built-in scenario by name, or a scenario file; what is odd about a file is said aloud.
///
/// # Errors
/// Every flaw of the file, or no such scenario.
pub fn setup(sources: &Sources, what: &str) -> Result<Setup, Problem> {
    let Checked { value, warnings } = checked(sources, what)?;
    for warning in warnings.iter().filter(|_| is_file(what)) {
        output::aside(&format!("note:  {warning}"));
    }
    Ok(value)
}

/// As [`setup`], with what is odd about it.
///
/// # Errors
/// As [`setup`].
pub fn checked(sources: &Sources, what: &str) -> Result<Checked<Setup>, Problem> {
    let campaign = || {
        let problem = Problem::new(format!("{what} is a campaign of Steel and Crystal, and no battle"));
        problem.hint(format!("kaiser crystal {what}"))
    };
    let checked = if is_file(what) {
        let text = read(Path::new(what))?;
        if is_campaign(&text) {
            return Err(campaign());
        }
        load::scenario_text_checked(sources, what, &text)
    } else {
        let checked = load::scenario_checked(sources, what);
        if let (Err(_), Some(special)) = (&checked, file::special_at(Path::new(what))) {
            return Err(special.problem(Path::new(what)));
        }
        if checked.is_err() && load::campaign_names(sources).iter().any(|name| name.eq_ignore_ascii_case(what.trim())) {
            return Err(campaign());
        }
        checked
    };
    checked.map_err(flawed)
}

/// Whether a text is that of a campaign: it has areas, which no battle has.
pub fn is_campaign(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("areas:"))
}

fn is_file(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

/// Flaws of data as one error.
pub fn flawed(flaws: Flaws) -> Problem {
    flaws.into()
}

/// A journal to look at.
///
/// # Errors
/// It is torn beyond its last line, edited, of another format, or no journal.
pub fn seen(path: &Path) -> Result<Seen<Naval>, Problem> {
    Store::<Naval>::open_read_only(path, GAME).map_err(stored)
}

/// Whether a name is meant as a journal: by its ending, or because the file is one.
pub fn is_journal(what: &str) -> bool {
    has_ending(what) || begins_as_journal(Path::new(what)).unwrap_or(false)
}

/// Whether a name ends like a journal's.
pub fn has_ending(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|ending| ending == ENDING)
}

fn begins_as_journal(path: &Path) -> io::Result<bool> {
    Ok(game_named(&first_line(path)?).is_ok())
}

/// The game whose journal a file is; `None` when it is none, or cannot be read.
pub fn game_of(path: &Path) -> Option<String> {
    game_named(&first_line(path).ok()?).ok()
}

fn first_line(path: &Path) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    let file = file::open(path, OpenOptions::new().read(true))?;
    BufReader::new(file).take(LONGEST_FIRST).read_until(b'\n', &mut first)?;
    Ok(first)
}

/// A failure of the store as the one clear error.
pub fn stored(error: StoreError) -> Problem {
    error.into()
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let hint = match &error {
            StoreError::Exists { .. } => Some("name another file with -o, or leave -o out".to_owned()),
            StoreError::Locked { .. } => {
                Some("close the other program first; `kaiser show FILE` reads without a lock".to_owned())
            }
            StoreError::Flawed { path, flaw: journal::Flaw::Damaged { .. } } => {
                Some(format!("kaiser mend {} saves what can be saved", path.display()))
            }
            StoreError::Open { .. }
            | StoreError::Flawed { .. }
            | StoreError::Torn { .. }
            | StoreError::OutOfPlace(_)
            | StoreError::Unwritable(_)
            | StoreError::Write { .. }
            | StoreError::Spoilt { .. }
            | StoreError::Changed { kept: None, .. }
            | StoreError::Spent { kept: None, .. } => None,
            StoreError::Meddled { path, .. } => Some(format!("put {} back as it was", path.display())),
            StoreError::Kept { private, .. } => Some(format!(
                "lay {} beside it; `kaiser log` and `show` tell what comes before",
                private.file_name().unwrap_or_default().display()
            )),
            StoreError::Changed { kept: Some(kept), .. } | StoreError::Spent { kept: Some(kept), .. } => {
                Some(format!("quit, then kaiser play {}", kept.display()))
            }
        };
        Problem::new(error.to_string()).maybe_hint(hint)
    }
}

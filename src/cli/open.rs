//! Opens files: data directories, scenarios, journals.
use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use super::store::{ENDING, ReadOnlyJournal, Store, StoreError};
use super::{file, output};
use load::{Checked, Sources};
use naval::model::Setup;
use play::journal::{JournalError, Missing, UnknownFrom, game_named};
use session::{PlayableGame, Refusal, branch_text};

/// A journal's first line holds a complete setup and is much shorter than this.
const MAX_FIRST_LINE_BYTES: u64 = 16 << 20;

/// Returns the built-in data, overridden by the files of a directory if one is given.
pub fn sources(built_in: Sources, dir: Option<&Path>) -> Result<Sources, Refusal> {
    let Some(dir) = dir else { return Ok(built_in) };
    if !dir.is_dir() {
        let hint = "`kaiser data export DIR` writes one to start from";
        return Err(Refusal::not_there(format!("{} is not a directory of data files.", dir.display())).hint(hint));
    }
    let mut files = Vec::new();
    collect_files(dir, dir, &mut files)?;
    let sources = built_in.with_overrides(Sources { files, ..Sources::default() });
    note_unread_files(&load::unread_files(&sources));
    Ok(sources)
}

/// Notes files that no game reads, with the name that was perhaps meant.
fn note_unread_files(unread: &[(&str, Option<String>)]) {
    const MAX_FILES_NOTED: usize = 5;
    for (file, nearest) in unread.iter().take(MAX_FILES_NOTED) {
        let nearest = nearest.as_ref().map_or_else(
            || "`kaiser data export DIR` shows the valid names".to_owned(),
            |nearest| format!("did you mean {nearest}?"),
        );
        output::note(&format!("note:  no game reads {file}: {nearest}"));
    }
    if MAX_FILES_NOTED < unread.len() {
        output::note(&format!("note:  no game reads {} more files", unread.len() - MAX_FILES_NOTED));
    }
}

fn collect_files(root: &Path, dir: &Path, files: &mut Vec<(String, Cow<'static, str>)>) -> Result<(), Refusal> {
    let unreadable = |error: io::Error| Refusal::disk(format!("{} cannot be read: {error}.", dir.display()));
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
            continue;
        }
        if path.is_dir() {
            collect_files(root, &path, files)?;
        } else if is_yaml(&path) {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.push((name, read_data_file(&path)?.into()));
        }
    }
    Ok(())
}

pub fn read_data_file(path: &Path) -> Result<String, Refusal> {
    file::read_text(path, file::DATA).map_err(|error| error.into_refusal(path))
}

/// Loads a built-in scenario by name or a scenario file. Warnings of a file are printed.
pub fn setup(sources: &Sources, what: &str) -> Result<Setup, Refusal> {
    let Checked { value, warnings } = setup_with_warnings(sources, what)?;
    for warning in warnings.iter().filter(|_| is_yaml(Path::new(what))) {
        output::note(&format!("note:  {warning}"));
    }
    Ok(value)
}

pub fn setup_with_warnings(sources: &Sources, what: &str) -> Result<Checked<Setup>, Refusal> {
    let path = Path::new(what);
    let campaign = || {
        let problem = Refusal::cannot(format!("{what} is a campaign of Steel and Crystal, not a battle."));
        problem.line(format!("kaiser crystal {what}"))
    };
    if is_yaml(path) {
        let text = read_data_file(path)?;
        let checked = || load::scenario_text_checked(sources, what, &text).map_err(Refusal::from);
        return if is_campaign(&text) { Err(campaign()) } else { checked() };
    }
    load::scenario_checked(sources, what).map_err(|errors| {
        let is_campaign = |name: &String| name.eq_ignore_ascii_case(what.trim());
        match file::special_file_error(path) {
            Some(special) => special.into_refusal(path),
            None if load::campaign_names(sources).iter().any(is_campaign) => campaign(),
            None => errors.into(),
        }
    })
}

/// Whether a text is a campaign: it has areas, which no battle has.
pub fn is_campaign(text: &str) -> bool {
    load::has_key(text, "areas")
}

pub fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

pub fn open_read_only<G: PlayableGame>(path: &Path) -> Result<ReadOnlyJournal<G>, Refusal> {
    Ok(Store::<G>::open_read_only(path, G::NAME)?)
}

/// As [`open_read_only`], but notes what is left out, and that a journal is a what-if.
pub fn open_with_notes<G: PlayableGame>(
    path: &Path,
    mut note: impl FnMut(&str),
) -> Result<ReadOnlyJournal<G>, Refusal> {
    let seen = open_read_only(path)?;
    if seen.torn.is_some() {
        note("(The torn last line is omitted.)");
    }
    if let Some(branch) = &seen.journal.header().branch {
        note(&format!("({}.)", branch_text(branch)));
    }
    if let Some(UnknownFrom { entry, why }) = seen.unknown_from {
        let name = path.display();
        let lacks = if why == Missing::Text { String::new() } else { format!(", but {why}") };
        note(&format!("(From entry {entry} on, {name} is still secret: the rest is in {name}.private{lacks}.)"));
    }
    Ok(seen)
}

/// Whether a name means a journal: by its ending, or because the file is one.
pub fn is_journal(what: &str) -> bool {
    has_ending(what) || game_of(Path::new(what)).is_some()
}

/// Whether a name ends like a journal's.
pub fn has_ending(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|ending| ending == ENDING)
}

/// Returns the game of a journal file. `None` if it is no journal or cannot be read.
pub fn game_of(path: &Path) -> Option<String> {
    game_named(&first_line(path).ok()?).ok()
}

/// Returns the first line of a journal, with its end.
pub fn first_line(path: &Path) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    let file = file::open(path, OpenOptions::new().read(true))?;
    BufReader::new(file).take(MAX_FIRST_LINE_BYTES).read_until(b'\n', &mut first)?;
    Ok(first)
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        let is_of_journal = matches!(
            error,
            StoreError::Invalid { .. } | StoreError::InvalidEntry(_) | StoreError::SecretsUnreadable { .. }
        );
        let to_refusal = if is_of_journal { Refusal::journal } else { Refusal::disk };
        let problem = to_refusal(error.to_string());
        let hint = match &error {
            StoreError::Exists { .. } => "name another file with -o, or omit -o".to_owned(),
            StoreError::Locked { .. } => {
                "close the other program first, or only look at it with `kaiser show FILE`".to_owned()
            }
            StoreError::Invalid { path, error: JournalError::Damaged { .. } } => {
                format!("`kaiser mend {}` recovers what it can", path.display())
            }
            StoreError::Invalid { error: JournalError::BeforeRelease, .. } => {
                "use the version of the program that wrote it".to_owned()
            }
            StoreError::SecretsUnreadable { private, why, .. } => {
                let name = private.file_name().unwrap_or_default().display();
                let which = if *why == Missing::Text { "" } else { "an undamaged copy of " };
                format!("put {which}{name} beside it. `kaiser log` and `kaiser show` print what comes before")
            }
            StoreError::Changed { kept: Some(kept), .. } | StoreError::AlreadyFailed { kept: Some(kept), .. } => {
                format!("quit, then type `kaiser play {}`", kept.display())
            }
            StoreError::Open { .. }
            | StoreError::Invalid { .. }
            | StoreError::Torn { .. }
            | StoreError::InvalidEntry(_)
            | StoreError::Unwritable(_)
            | StoreError::Write { .. }
            | StoreError::PartialWrite { .. }
            | StoreError::Changed { kept: None, .. }
            | StoreError::AlreadyFailed { kept: None, .. } => return problem,
        };
        problem.hint(hint)
    }
}

//! Reading and writing of all files. Only regular files of limited size are read. Only new files are written, except by
//! [`replace`].
use session::Refusal;
use std::fmt::Display;
use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The kind, as in "a script has at most 64 MiB".
    what: &'static str,
    mebibytes: u64,
}

/// Scenarios, campaigns, ships and the other files of a data directory.
pub const DATA: Limit = Limit { what: "a data file", mebibytes: 1 };
/// Records of board games.
pub const RECORD: Limit = Limit { what: "a record", mebibytes: 16 };
pub const TURN_FILE: Limit = Limit { what: "a turn file", mebibytes: 1 };
pub const SCRIPT: Limit = Limit { what: "a script", mebibytes: 64 };
/// Maps that a battle may draw again.
pub const PICTURE: Limit = Limit { what: "a picture", mebibytes: 256 };
/// Journals. A hundred thousand entries take a tenth of this limit.
pub const JOURNAL: Limit = Limit { what: "a journal", mebibytes: 1 << 10 };
pub const HISTORY: Limit = Limit { what: "a command history", mebibytes: 16 };

impl Limit {
    fn bytes(self) -> u64 {
        self.mebibytes << 20
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("it is {0}, not a file")]
    Special(&'static str),
    #[error("it has {bytes} bytes, but {} has at most {} MiB", limit.what, limit.mebibytes)]
    TooLong { bytes: u64, limit: Limit },
    #[error("line {line} is not UTF-8 text (byte {byte:02x})")]
    NotText { line: usize, byte: u8 },
    #[error(transparent)]
    Failed(#[from] io::Error),
}

impl From<ReadError> for io::Error {
    fn from(unread: ReadError) -> io::Error {
        match unread {
            ReadError::Failed(error) => error,
            ReadError::Special(_) | ReadError::TooLong { .. } | ReadError::NotText { .. } => io::Error::other(unread),
        }
    }
}

impl ReadError {
    pub fn into_refusal(self, path: &Path) -> Refusal {
        let hint = match &self {
            ReadError::Special(_) => Some("name a file, or `-` for standard input where commands are read"),
            ReadError::NotText { .. } => Some("save it as UTF-8"),
            ReadError::TooLong { .. } | ReadError::Failed(_) => None,
        };
        let what = match &self {
            ReadError::Failed(error) if error.kind() == io::ErrorKind::NotFound => {
                format!("There is no file {}.", path.display())
            }
            _ => format!("{} cannot be read: {self}.", path.display()),
        };
        Refusal::disk(what).maybe_hint(hint.map(str::to_owned))
    }
}

/// Opens a regular file or a link to one. Anything that could block or never end is refused.
pub fn open(path: &Path, options: &OpenOptions) -> Result<File, ReadError> {
    // Checked before opening, because a pipe without a writer would block, and afterwards, in case it was replaced.
    check_regular(fs::metadata(path)?.file_type())?;
    let file = options.open(path)?;
    check_regular(file.metadata()?.file_type())?;
    Ok(file)
}

fn check_regular(kind: FileType) -> Result<(), ReadError> {
    if kind.is_file() { Ok(()) } else { Err(ReadError::Special(special_kind(kind))) }
}

#[cfg(unix)]
fn special_kind(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    match kind {
        _ if kind.is_dir() => "a directory",
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ if kind.is_char_device() || kind.is_block_device() => "a device",
        _ => "something else",
    }
}

#[cfg(not(unix))]
fn special_kind(kind: FileType) -> &'static str {
    if kind.is_dir() { "a directory" } else { "something else" }
}

pub fn read_bytes(path: &Path, limit: Limit) -> Result<Vec<u8>, ReadError> {
    read(&open(path, OpenOptions::new().read(true))?, limit)
}

pub fn read(file: &File, limit: Limit) -> Result<Vec<u8>, ReadError> {
    let too_long = |bytes| ReadError::TooLong { bytes, limit };
    let length = file.metadata()?.len();
    if limit.bytes() < length {
        return Err(too_long(length));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    // The file may grow while it is read.
    file.take(limit.bytes() + 1).read_to_end(&mut bytes)?;
    let read = bytes.len() as u64;
    if limit.bytes() < read { Err(too_long(read)) } else { Ok(bytes) }
}

pub fn read_text(path: &Path, limit: Limit) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|error| {
        let valid_bytes = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..valid_bytes].iter().filter(|byte| **byte == b'\n').count() + 1;
        ReadError::NotText { line, byte: bytes.get(valid_bytes).copied().unwrap_or_default() }
    })
}

/// Returns the error if something other than a regular file has that name.
pub fn special_file_error(path: &Path) -> Option<ReadError> {
    let kind = fs::metadata(path).ok()?.file_type();
    check_regular(kind).err()
}

/// Returns a path as a person in the current directory would type it.
pub fn as_typed(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

/// Writes a new file. Nothing is ever overwritten.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    create(path, bytes, Readers::All).map_err(|error| publish_error(path, error))
}

fn publish_error(path: &Path, error: io::Error) -> Refusal {
    if error.kind() == io::ErrorKind::AlreadyExists { exists_error(path) } else { write_error(path, error) }
}

/// Writes several new files, all of them or none. Refuses before the first if any name is taken.
pub fn write_all<B: AsRef<[u8]>>(files: &[(PathBuf, B)]) -> Result<(), Refusal> {
    files.iter().try_for_each(|(path, _)| check_free(path))?;
    let stage = |(path, bytes): &(PathBuf, B)| {
        StagedFile::write(path, bytes.as_ref(), Readers::All).map_err(|error| write_error(path, error))
    };
    // No file gets its final name before all are on the disk.
    let staged = files.iter().map(stage).collect::<Result<Vec<StagedFile>, Refusal>>()?;
    for (index, file) in staged.iter().enumerate() {
        file.publish().map_err(|error| publish_error(&file.path, error)).inspect_err(|_| {
            for published in &staged[..index] {
                // Made a moment ago. The first error is the one to report.
                let _left = fs::remove_file(&published.path);
            }
        })?;
    }
    Ok(())
}

/// Refuses a name that exists, even as a dangling link.
pub fn check_free(path: &Path) -> Result<(), Refusal> {
    if fs::symlink_metadata(path).is_ok() { Err(exists_error(path)) } else { Ok(()) }
}

/// Returns the first of NAME, NAME-2, NAME-3 ... that is free, or NAME if none is.
pub fn free_stem(stem: &str, is_free: impl Fn(&str) -> bool) -> String {
    let others = (2_u32..).map(|number| format!("{stem}-{number}"));
    std::iter::once(stem.to_owned()).chain(others).find(|name| is_free(name)).unwrap_or_else(|| stem.to_owned())
}

fn exists_error(path: &Path) -> Refusal {
    Refusal::disk(format!("{} exists, and files are never overwritten.", path.display())).hint("name another file")
}

pub fn write_error(path: &Path, error: impl Display) -> Refusal {
    Refusal::disk(format!("{} cannot be written: {error}.", path.display()))
}

/// Makes a new file with all these bytes, or no file, even if the program is killed. `AlreadyExists` if it exists.
pub fn create(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    StagedFile::write(path, bytes, readers)?.publish()
}

/// Writes a file in place of the one of that name, if there is one. Readers find the old bytes or the new ones, never a
/// part, even if the program is killed.
pub fn replace(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    if let Some(error) = special_file_error(path) {
        return Err(error.into());
    }
    let staged = StagedFile::write(path, bytes, readers)?;
    fs::rename(&staged.temporary, &staged.path)
}

/// The ending of temporary names.
pub const TEMPORARY: &str = "partial";

/// The users who may read a new file, on Unix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readers {
    All,
    Owner,
}

/// A complete file under a temporary name. Dropping this value removes that name.
struct StagedFile {
    path: PathBuf,
    temporary: PathBuf,
}

impl StagedFile {
    /// Writes the bytes to disk in the directory of `path`.
    fn write(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<StagedFile> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if readers == Readers::Owner {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let directory = path.parent().unwrap_or(Path::new(""));
        let (staged, mut file) = make_temporary(directory, |name| options.open(name))?;
        let staged = StagedFile { path: path.to_owned(), temporary: staged };
        file.write_all(bytes).and_then(|()| file.sync_all())?;
        Ok(staged)
    }

    /// Gives the file its final name, unless the name is taken.
    fn publish(&self) -> io::Result<()> {
        match fs::hard_link(&self.temporary, &self.path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                // Some file systems have no hard links.
                if fs::symlink_metadata(&self.path).is_ok() {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                fs::rename(&self.temporary, &self.path)
            }
            done => done,
        }
    }
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        // Already gone if it was renamed. If removal fails, nothing else can be done.
        let _left = fs::remove_file(&self.temporary);
    }
}

/// Makes something in a directory under the first free temporary name.
fn make_temporary<T>(directory: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(PathBuf, T)> {
    let process = std::process::id();
    for number in 0_u32.. {
        let name = directory.join(format!(".kaiser-{process}-{number}.{TEMPORARY}"));
        match make(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|made| (name, made)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Writes files into a directory, new or existing, all of them or none, even if the program is killed. They are written
/// under temporary names beside their places and moved once all are on disk. Refused if any name is taken.
pub fn write_tree(directory: &Path, files: &[(String, String)]) -> Result<(), Refusal> {
    files.iter().try_for_each(|(name, _)| check_free(&directory.join(name)))?;
    let (is_new, root) = (fs::symlink_metadata(directory).is_err(), directory.join(""));
    let staging_parent = if is_new { directory.parent().unwrap_or(Path::new("")) } else { directory };
    if is_new && !staging_parent.as_os_str().is_empty() {
        fs::create_dir_all(staging_parent).map_err(|error| write_error(&root, error))?;
    }
    let (staged, ()) =
        make_temporary(staging_parent, |name| fs::create_dir(name)).map_err(|error| write_error(&root, error))?;
    let written = files.iter().try_for_each(|(name, text)| {
        let in_tree = |tree: &Path| {
            let path = tree.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            let mut file = File::create_new(path)?;
            file.write_all(text.as_bytes()).and_then(|()| file.sync_all())
        };
        in_tree(&staged).map_err(|error| write_error(&directory.join(name), error))
    });
    let mut moved = Vec::new();
    let placed = written.and_then(|()| {
        let placed =
            if is_new { rename_new(&staged, directory, &mut moved) } else { merge(&staged, directory, &mut moved) };
        placed.map_err(|error| publish_error(&root, error))
    });
    if placed.is_err() {
        for (from, to) in moved.iter().rev() {
            // Moved a moment ago. The first error is the one to report.
            let _left = fs::rename(to, from);
        }
    }
    // The rest of the tree is temporary. If removal fails, nothing else can be done.
    let _left = fs::remove_dir_all(&staged);
    placed
}

/// Moves everything of a tree into a directory. Existing folders receive what they lack.
fn merge(tree: &Path, directory: &Path, moved: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(tree)? {
        let entry = entry?;
        let destination = directory.join(entry.file_name());
        if entry.file_type()?.is_dir() && fs::metadata(&destination).is_ok_and(|existing| existing.is_dir()) {
            merge(&entry.path(), &destination, moved)?;
        } else {
            rename_new(&entry.path(), &destination, moved)?;
        }
    }
    Ok(())
}

/// Moves something to a free name.
fn rename_new(from: &Path, to: &Path, moved: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)?;
    moved.push((from.to_owned(), to.to_owned()));
    Ok(())
}

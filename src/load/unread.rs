//! Finds files in the user's data directory that nothing reads, because a folder or name is misspelt.
use crate::{Sources, certificate, charts, class_file, crystal, generator, nearest, puzzle, scenario, stem_in, wars};

/// Directories in which files of any name are read.
const OPEN_DIRECTORIES: [&str; 8] = [
    scenario::DIRECTORY,
    wars::DIRECTORY,
    class_file::DIRECTORY,
    crystal::DIRECTORY,
    charts::DIRECTORY,
    generator::DIRECTORY,
    certificate::DIRECTORY,
    puzzle::DIRECTORY,
];

/// Returns the files that nothing reads, each with the nearest name that would be read.
pub fn unread_files(sources: &Sources) -> Vec<(&str, Option<String>)> {
    let is_open = |path: &str, directory: &str| stem_in(path, directory).is_some();
    let is_read =
        |path: &str| sources.is_built_in(path) || OPEN_DIRECTORIES.iter().any(|directory| is_open(path, directory));
    sources.paths().filter(|path| !is_read(path)).map(|path| (path, nearest_readable(path, sources, is_read))).collect()
}

/// Returns the nearest path among files that are read, and among this file's name in every open directory.
fn nearest_readable(path: &str, sources: &Sources, is_read: impl Fn(&str) -> bool) -> Option<String> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let candidates = OPEN_DIRECTORIES.map(|directory| format!("{directory}/{stem}.yaml"));
    // With a wrong extension, or in a subdirectory, the name itself may be right.
    let directory_index =
        OPEN_DIRECTORIES.iter().position(|directory| stem_in(path, directory).is_none() && path.starts_with(directory));
    if let Some(name) = directory_index.map(|index| &candidates[index]).filter(|name| is_read(name)) {
        return Some(name.clone());
    }
    let names = sources.paths().chain(candidates.iter().map(String::as_str));
    nearest(path, names.filter(|name| is_read(name)))
}

/// Whether a data file has a top-level key, which shows its kind before it is read.
pub fn has_key(text: &str, key: &str) -> bool {
    text.lines().any(|line| line.strip_prefix(key).is_some_and(|after| after.starts_with(':')))
}

//! Files of a club's directory that nothing reads: a folder or a name is misspelt.
use crate::{Sources, certificate, charts, class_file, crystal, generator, nearest, puzzle, scenario, stem_in, wars};

/// Where any name is read.
const OPEN: [&str; 8] = [
    scenario::DIRECTORY,
    wars::DIRECTORY,
    class_file::DIRECTORY,
    crystal::DIRECTORY,
    charts::DIRECTORY,
    generator::DIRECTORY,
    certificate::DIRECTORY,
    puzzle::DIRECTORY,
];

/// The files that are read by nothing, each with the nearest name that is.
pub fn unread(sources: &Sources) -> Vec<(&str, Option<String>)> {
    let is_open = |path: &str, directory: &str| stem_in(path, directory).is_some();
    let is_read = |path: &str| sources.is_built_in(path) || OPEN.iter().any(|directory| is_open(path, directory));
    sources.paths().filter(|path| !is_read(path)).map(|path| (path, nearest_read(path, sources, is_read))).collect()
}

/// The name nearest to a path, of those that are read and those that would be under this file's own name.
fn nearest_read(path: &str, sources: &Sources, is_read: impl Fn(&str) -> bool) -> Option<String> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let here = OPEN.map(|directory| format!("{directory}/{stem}.yaml"));
    // With another ending, or in a folder too deep, the name itself may be right.
    let around = OPEN.iter().position(|directory| stem_in(path, directory).is_none() && path.starts_with(directory));
    if let Some(name) = around.map(|at| &here[at]).filter(|name| is_read(name)) {
        return Some(name.clone());
    }
    let names = sources.paths().chain(here.iter().map(String::as_str));
    nearest(path, names.filter(|name| is_read(name)))
}

/// Whether a data file has a key at its top, by which it is told what it is before it is read.
pub fn has_key(text: &str, key: &str) -> bool {
    text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
}

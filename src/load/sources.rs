//! Holds the data texts: built-in ones, and the user's files that override them.
use std::borrow::Cow;

use crate::{
    DataError, DataErrors, Node, certificate, class_file::ClassFilter, compile::is_in_parts, join_names, nearest,
    puzzle,
};
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use crystal::Crystal;
use naval::Naval;
use play::Game;

/// Directory of JSON schemas for editors. The program does not read them.
const SCHEMAS: &str = "data/schemas";

/// Named texts, such as `data/ships/japan.yaml`. If two have the same name, the first is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    pub files: Vec<(String, Cow<'static, str>)>,
    pub built_in: &'static [BuiltIn],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// Path from the root of the repository.
    pub path: &'static str,
    pub text: &'static str,
    /// Result of [`compile`](crate::compile::compile). Empty if the file is not compiled.
    pub compiled: &'static [u8],
}

/// A text, with its compiled form if it equals the built-in file of the same path.
#[derive(Clone, Copy)]
pub(super) struct SourceText<'t> {
    pub(super) text: &'t str,
    built_in: Option<&'static BuiltIn>,
}

impl<'t> From<&'t str> for SourceText<'t> {
    fn from(words: &'t str) -> SourceText<'t> {
        SourceText { text: words, built_in: None }
    }
}

impl SourceText<'_> {
    /// Returns the compiled text, if any. In a list of classes, `Null` stands for each unwanted class.
    pub(super) fn compiled(self, wanted: ClassFilter) -> Option<Node> {
        let BuiltIn { path, compiled, .. } = self.built_in?;
        if is_in_parts(path) { read_parts(compiled, wanted) } else { postcard::from_bytes(compiled).ok() }
    }
}

/// Reads a list of classes compiled by `compile.rs`.
fn read_parts(compiled: &'static [u8], wanted: ClassFilter) -> Option<Node> {
    let ((keys_length, lengths), remaining): ((usize, Vec<usize>), _) = postcard::take_from_bytes(compiled).ok()?;
    let (keys, mut remaining) = remaining.split_at_checked(keys_length)?;
    let keys: Vec<Node> = wanted.map_or(Some(Vec::new()), |_| postcard::from_bytes(keys).ok())?;
    let mut classes = Vec::with_capacity(lengths.len());
    for (index, length) in lengths.into_iter().enumerate() {
        let (class, others) = remaining.split_at_checked(length)?;
        let is_wanted = wanted.is_none_or(|wanted| keys.get(index).is_some_and(wanted));
        classes.push(if is_wanted { postcard::from_bytes(class).ok()? } else { Node::Null });
        remaining = others;
    }
    Some(Node::List(classes))
}

/// Returns every text with its path, to be written to a directory, edited and used as override.
pub fn export(sources: &Sources) -> Vec<(String, String)> {
    sources.unique_files().into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

/// Returns the checksum of the data texts and of the editions of the rulings. Two games with the same hash use the same
/// rules and figures. Certificates, puzzles and schemas do not count: they change no game.
pub fn data_hash(sources: &Sources) -> String {
    let mut hash = crc32fast::Hasher::new();
    let mut files = sources.unique_files();
    let is_excluded = |path: &str| {
        [certificate::DIRECTORY, puzzle::DIRECTORY, SCHEMAS].iter().any(|directory| path.starts_with(directory))
    };
    files.retain(|(path, _)| !is_excluded(path));
    files.sort_unstable();
    for part in files.into_iter().flat_map(|(path, text)| [path, "\0", text, "\0"]) {
        hash.update(part.as_bytes());
    }
    for rulings in [Naval::RULINGS, Tafl::RULINGS, BattleAcre::RULINGS, CoalAndSteel::RULINGS, Crystal::RULINGS] {
        hash.update(&rulings.to_le_bytes());
    }
    format!("{:08x}", hash.finalize())
}

/// Returns the version of the program with the hash of its data.
pub fn edition(sources: &Sources) -> String {
    format!("{}+{}", env!("CARGO_PKG_VERSION"), data_hash(sources))
}

impl Sources {
    pub fn built_in(built_in: &'static [BuiltIn]) -> Sources {
        let data = built_in.iter().filter(|file| !is_ruling_page(file));
        let files = data.map(|file| (file.path.to_owned(), Cow::Borrowed(file.text))).collect();
        Sources { files, built_in }
    }

    /// Overrides files: if `overrides` has a file of the same path, that one is read.
    pub fn with_overrides(self, overrides: Sources) -> Sources {
        let mut files = overrides.files;
        files.extend(self.files);
        Sources { files, built_in: self.built_in }
    }

    fn unique_files(&self) -> Vec<(&str, &str)> {
        let mut files: Vec<(&str, &str)> = Vec::with_capacity(self.files.len());
        for (path, text) in &self.files {
            if files.iter().all(|(other, _)| other != path) {
                files.push((path, text));
            }
        }
        files
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(path, _)| path.as_str())
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|(name, _)| name == path).map(|(_, text)| &**text)
    }

    /// Returns the built-in pages of rulings, in order.
    pub(super) fn ruling_pages(&self) -> impl Iterator<Item = &'static str> {
        self.built_in.iter().filter(|file| is_ruling_page(file)).map(|file| file.text)
    }

    pub(super) fn is_built_in(&self, path: &str) -> bool {
        self.built_in.iter().any(|file| file.path == path)
    }

    /// Whether the text under this path equals the built-in file.
    pub(super) fn is_as_built(&self, path: &str) -> bool {
        self.text(path).is_some_and(|text| self.with_compiled(path, text).built_in.is_some())
    }

    fn with_compiled<'t>(&self, path: &str, words: &'t str) -> SourceText<'t> {
        let is_same = |file: &&BuiltIn| file.path == path && (std::ptr::eq(file.text, words) || file.text == words);
        SourceText { text: words, built_in: self.built_in.iter().find(is_same) }
    }

    /// Returns the first file of a directory that contains the words.
    pub fn file_containing(&self, directory: &str, words: &str) -> Option<&str> {
        self.yaml_files_in(directory).into_iter().find(|(_, text)| text.text.contains(words)).map(|(path, _)| path)
    }

    pub(super) fn required_text(&self, path: &str) -> Result<SourceText<'_>, DataErrors> {
        self.text(path).map(|text| self.with_compiled(path, text)).ok_or_else(|| {
            let what = "the file does not exist".to_owned();
            let nearest = nearest(path, self.paths());
            DataError { file: path.to_owned(), what, nearest, ..DataError::default() }.into()
        })
    }

    /// Returns the names of the YAML files of a directory, in order.
    pub(super) fn names_in(&self, directory: &str) -> Vec<&str> {
        self.yaml_files_in(directory).into_iter().filter_map(|(path, _)| stem_in(path, directory)).collect()
    }

    /// Returns path and text of `directory/name.yaml`, or an error with all names and the nearest.
    pub(super) fn file_by_name(&self, directory: &str, kind: &str, name: &str) -> Result<(String, &str), DataErrors> {
        let word = name.trim().to_lowercase();
        let file = format!("{directory}/{word}.yaml");
        if let Some(text) = self.text(&file) {
            return Ok((file, text));
        }
        let (what, names) = (format!("there is no {kind} `{name}`"), self.names_in(directory));
        let (legal, nearest) = (Some(join_names(&names)), nearest(&word, names.iter().copied()));
        Err(DataError { file: directory.to_owned(), what, legal, nearest, ..DataError::default() }.into())
    }

    /// Returns the YAML files of a directory, sorted by path, each once.
    pub(super) fn yaml_files_in(&self, directory: &str) -> Vec<(&str, SourceText<'_>)> {
        let mut files = self.unique_files();
        files.retain(|(path, _)| stem_in(path, directory).is_some());
        files.sort_unstable();
        files.into_iter().map(|(path, text)| (path, self.with_compiled(path, text))).collect()
    }
}

fn is_ruling_page(file: &BuiltIn) -> bool {
    file.path.ends_with(".md")
}

/// Returns the name of a YAML file of a directory, without directory and extension.
pub(super) fn stem_in<'p>(path: &'p str, directory: &str) -> Option<&'p str> {
    path.strip_prefix(directory)?.strip_prefix('/')?.strip_suffix(".yaml").filter(|stem| !stem.contains('/'))
}

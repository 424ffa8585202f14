//! The data texts: those inside the program, and those a club lays in front of them.
use std::borrow::Cow;

use crate::{Flaw, Flaws, Node, certificate, class_file::Only, listed, nearest, puzzle};
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use crystal::Crystal;
use naval::Naval;
use play::Game;

/// Named texts, such as `data/ships/japan.yaml`; of two with one name the first is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    pub files: Vec<(String, Cow<'static, str>)>,
}

/// A text inside the program.
struct BuiltIn {
    path: &'static str,
    text: &'static str,
    /// The same as the build script read it: a `Node` in the form of `postcard`; empty where the file is no YAML.
    compiled: &'static [u8],
    /// Whether it is a list of which some items can be read without the others, as the build script lays it out.
    in_parts: bool,
}

/// Every file of `data` and `scenarios`, by path.
const BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// What a text says that stands in the program letter by letter, under the same path; of a list of classes those that are
/// wanted, and nothing in the places of the others.
pub(super) fn compiled(path: &str, text: &str, wanted: Only) -> Option<Node> {
    let at = BUILT_IN.binary_search_by(|file| file.path.cmp(path)).ok()?;
    let file = BUILT_IN.get(at).filter(|file| std::ptr::eq(file.text, text) || file.text == text)?;
    if file.in_parts { parts(file.compiled, wanted) } else { postcard::from_bytes(file.compiled).ok() }
}

fn parts(compiled: &'static [u8], wanted: Only) -> Option<Node> {
    let ((known, lengths), rest): ((usize, Vec<usize>), _) = postcard::take_from_bytes(compiled).ok()?;
    let (known, mut rest) = rest.split_at_checked(known)?;
    let known: Vec<Node> = wanted.map_or(Some(Vec::new()), |_| postcard::from_bytes(known).ok())?;
    let mut classes = Vec::with_capacity(lengths.len());
    for (at, length) in lengths.into_iter().enumerate() {
        let (own, others) = rest.split_at_checked(length)?;
        let is_wanted = wanted.is_none_or(|wanted| known.get(at).is_some_and(wanted));
        classes.push(if is_wanted { postcard::from_bytes(own).ok()? } else { Node::Null });
        rest = others;
    }
    Some(Node::List(classes))
}

/// Whether the program has a file under this path.
pub(super) fn is_built_in(path: &str) -> bool {
    BUILT_IN.binary_search_by(|file| file.path.cmp(path)).is_ok()
}

/// Whether a text stands in the program under this path letter by letter.
pub(super) fn is_as_built(path: &str, text: &str) -> bool {
    let at = BUILT_IN.binary_search_by(|file| file.path.cmp(path)).ok();
    at.and_then(|at| BUILT_IN.get(at)).is_some_and(|file| file.text == text)
}

/// The texts inside the program.
pub fn builtin() -> Sources {
    Sources { files: BUILT_IN.iter().map(|file| (file.path.to_owned(), Cow::Borrowed(file.text))).collect() }
}

/// Every text with its path, to be written to a directory, edited and laid in front of the built-in ones.
pub fn export(sources: &Sources) -> Vec<(String, String)> {
    sources.each().into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

/// Version of the program, and checksum of every data text and of the editions of the rulings: two games of one edition
/// play by the same rules and figures. Certificates and puzzles change no game.
pub fn edition(sources: &Sources) -> String {
    let mut hash = crc32fast::Hasher::new();
    let mut files = sources.each();
    let is_beside = |path: &str| [certificate::DIRECTORY, puzzle::DIRECTORY].iter().any(|one| path.starts_with(one));
    files.retain(|(path, _)| !is_beside(path));
    files.sort_unstable();
    for part in files.into_iter().flat_map(|(path, text)| [path, "\0", text, "\0"]) {
        hash.update(part.as_bytes());
    }
    for rulings in [Naval::RULINGS, Tafl::RULINGS, BattleAcre::RULINGS, CoalAndSteel::RULINGS, Crystal::RULINGS] {
        hash.update(&rulings.to_le_bytes());
    }
    format!("{}+{:08x}", env!("CARGO_PKG_VERSION"), hash.finalize())
}

impl Sources {
    /// Puts another directory's files in front: where both have a file, `front` is read.
    pub fn over(self, front: Sources) -> Sources {
        let mut files = front.files;
        files.extend(self.files);
        Sources { files }
    }

    /// Path and text of every file, each once.
    fn each(&self) -> Vec<(&str, &str)> {
        let mut files: Vec<(&str, &str)> = Vec::with_capacity(self.files.len());
        for (path, text) in &self.files {
            if files.iter().all(|(other, _)| other != path) {
                files.push((path, text));
            }
        }
        files
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|(name, _)| name == path).map(|(_, text)| &**text)
    }

    /// The file of a directory in which some words stand, if there is one.
    pub fn file_with(&self, directory: &str, words: &str) -> Option<&str> {
        self.within(directory).into_iter().find(|(_, text)| text.contains(words)).map(|(path, _)| path)
    }

    /// The text of a file that must be there.
    pub(super) fn must(&self, path: &str) -> Result<&str, Flaws> {
        self.text(path).ok_or_else(|| {
            let what = "there is no such file".to_owned();
            let nearest = nearest(path, self.files.iter().map(|(name, _)| name.as_str()));
            Flaw { file: path.to_owned(), what, nearest, ..Flaw::default() }.into()
        })
    }

    /// The names of the YAML files of a directory, in order.
    pub(super) fn stems(&self, directory: &str) -> Vec<&str> {
        self.within(directory).into_iter().filter_map(|(path, _)| stem_in(path, directory)).collect()
    }

    /// The text of `directory/name.yaml`, and what the file is called; or the names that there are, and the nearest.
    pub(super) fn named(&self, directory: &str, kind: &str, name: &str) -> Result<(String, &str), Flaws> {
        let word = name.trim().to_lowercase();
        let file = format!("{directory}/{word}.yaml");
        if let Some(text) = self.text(&file) {
            return Ok((file, text));
        }
        let (what, names) = (format!("there is no {kind} `{name}`"), self.stems(directory));
        let (lawful, nearest) = (Some(listed(&names)), nearest(&word, names.iter().copied()));
        Err(Flaw { file: directory.to_owned(), what, lawful, nearest, ..Flaw::default() }.into())
    }

    /// The YAML files of a directory, by path, each once.
    pub(super) fn within(&self, directory: &str) -> Vec<(&str, &str)> {
        let mut files = self.each();
        files.retain(|(path, _)| stem_in(path, directory).is_some());
        files.sort_unstable();
        files
    }
}

/// The name of a YAML file of a directory, without directory and ending.
pub(super) fn stem_in<'p>(path: &'p str, directory: &str) -> Option<&'p str> {
    path.strip_prefix(directory)?.strip_prefix('/')?.strip_suffix(".yaml").filter(|stem| !stem.contains('/'))
}

//! Which turn files are held, opened or dropped.
use std::collections::{BTreeMap, BTreeSet};

use super::{
    entry::{Entry, Notice},
    private::digest,
    record::Journal,
    turn_file::HeldFile,
};
use crate::Game;

/// The turn files of a journal, up to some notice.
#[derive(Default)]
pub struct TurnFiles<'j> {
    pub held: Vec<&'j HeldFile>,
    /// The sides whose orders were opened, by digest.
    pub opened: BTreeMap<String, &'j str>,
    /// Digests of files that were withdrawn or replaced.
    pub dropped: BTreeSet<&'j str>,
}

impl<'j> TurnFiles<'j> {
    /// Applies a notice. A held file replaces an earlier one of its side, turn and segment.
    pub fn apply(&mut self, what: &'j Notice) {
        match what {
            Notice::TurnFileHeld(file) => {
                self.drop_if(|old| (&old.side, old.turn, &old.segment) == (&file.side, file.turn, &file.segment));
                self.held.push(file);
            }
            Notice::TurnFileDropped(file) => self.drop_if(|old| old == file),
            Notice::TurnFileOpened { line } => {
                let code = digest(line);
                let opened = self.held.extract_if(.., |file| file.digest == code);
                self.opened.extend(opened.map(|file| (file.digest.clone(), file.side.as_str())));
            }
            _ => {}
        }
    }

    /// Whether a digest belongs to a file of this journal, whatever has become of it.
    pub fn is_known(&self, digest: &str) -> bool {
        self.held.iter().any(|file| file.digest == digest)
            || self.opened.contains_key(digest)
            || self.dropped.contains(digest)
    }

    fn drop_if(&mut self, is_dropped: impl Fn(&HeldFile) -> bool) {
        self.dropped.extend(self.held.extract_if(.., |file| is_dropped(file)).map(|file| file.digest.as_str()));
    }
}

impl<G: Game> Journal<G> {
    pub fn turn_files(&self) -> TurnFiles<'_> {
        let mut files = TurnFiles::default();
        for entry in self.entries() {
            if let Entry::Noticed { what } = entry {
                files.apply(what);
            }
        }
        files
    }
}

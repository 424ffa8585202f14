//! What-if journals: they begin with entries of another journal and continue differently.
use serde::{Deserialize, Serialize};

use super::code::{CODE_GROUPS, is_hexadecimal};

/// The journal from which a what-if branches, as line 1 of the what-if names it. Its entries up to `entry` are copied
/// unchanged into the what-if, where they cannot be undone, redone or amended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The name of its file, without a directory.
    pub name: String,
    /// The closing code of its first `length` bytes: five groups of four hexadecimal digits.
    pub code: String,
    /// The last copied entry. 0 if none.
    pub entry: usize,
    /// Its length in bytes when it was read.
    pub length: u64,
    /// The seed of the dice for later entries. Absent if the seed of the copied journal is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The branch of the copied journal, if that is itself a what-if that branched at `entry` or earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Box<Branch>>,
}

/// Maximum bytes of a file name, as in common file systems.
const MAX_FILE_NAME_BYTES: usize = 255;

impl Branch {
    pub(super) fn header_error(&self, is_private: bool) -> Option<String> {
        let Branch { name, code, length, seed, parent, .. } = self;
        let is_in_a_directory = name.contains(['/', '\\']) || [".", ".."].contains(&name.as_str());
        if !crate::is_line(name) || is_in_a_directory || MAX_FILE_NAME_BYTES < name.len() {
            return Some("it branches from a journal whose name is not a file name".to_owned());
        }
        let groups: Vec<&str> = code.split('-').collect();
        if groups.len() != CODE_GROUPS || !groups.iter().all(|group| group.len() == 4 && is_hexadecimal(group)) {
            return Some(format!("it branches from {name} with \"{}\", not a closing code", code.escape_debug()));
        }
        if *length == 0 {
            return Some(format!("it branches from {name} but read nothing of it"));
        }
        if is_private && seed.is_some() {
            return Some("it states that the seed is kept elsewhere, but contains that of its branch".to_owned());
        }
        let parent = parent.as_ref()?;
        if self.entry < parent.entry {
            return Some(format!("it branches from {name} before {name} itself branched"));
        }
        parent.header_error(is_private)
    }

    /// Whether an entry is copied from the other journal.
    pub fn contains(&self, entry: usize) -> bool {
        entry <= self.entry
    }

    /// Returns the seed of an entry's dice, unless it is that of the header.
    pub(super) fn seed_of(&self, entry: usize) -> Option<u64> {
        let own_seed = self.seed.filter(|_| !self.contains(entry));
        own_seed.or_else(|| self.parent.as_ref()?.seed_of(entry))
    }

    /// Returns the `parent` of a what-if that copies this one up to `entry`. `None` if this one branched later.
    pub fn inherited_after(&self, entry: usize) -> Option<Box<Branch>> {
        (self.entry <= entry).then(|| Box::new(self.clone()))
    }
}

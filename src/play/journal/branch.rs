//! What-if journals: they begin with entries of another journal and continue differently.
use serde::{Deserialize, Serialize};

use super::code::{CODE_GROUPS, is_hexadecimal};

/// The journal from which a what-if branches, as its header (line 1) names it. The what-if copies its entries up to
/// `entry` unchanged. They cannot be undone, redone or amended there.
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
}

/// Maximum bytes of a file name, as in common file systems.
const MAX_FILE_NAME_BYTES: usize = 255;

impl Branch {
    pub(super) fn header_error(&self, is_private: bool) -> Option<String> {
        let Branch { name, code, length, seed, .. } = self;
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
        let tells_seed = is_private && seed.is_some();
        tells_seed.then(|| "it states that the seed is kept elsewhere, but contains that of its branch".to_owned())
    }

    /// Whether an entry is copied from the other journal.
    pub fn contains(&self, entry: usize) -> bool {
        entry <= self.entry
    }
}

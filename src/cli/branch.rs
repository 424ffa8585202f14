//! Checks a what-if (a journal branched from another) against its parent: the first entries must be the same.
use std::path::Path;

use play::journal::{Branch, code_of, sum_and_rest};
use serde_json::{Map, Value, json};
use session::{Refusal, branch_text};

use super::{file, setup_origin::ExtraFindings};

/// The keys of the first line in which a what-if may differ from its parent.
const OWN_KEYS: [&str; 4] = ["sum", "program", "players", "branch"];

/// Compares a what-if with the journal that its first line names, if that is in the same directory. `entries` is the
/// number of entries of the what-if.
///
/// # Errors
/// It has fewer entries than were copied, or its parent is a different journal or has different entries.
pub fn check_parent(branch: Option<&Branch>, entries: usize, journal: &Path) -> Result<ExtraFindings, Refusal> {
    let Some(branch) = branch else { return Ok(ExtraFindings::default()) };
    let Branch { name, code, entry, .. } = branch;
    if entries < *entry {
        let what = format!(
            "it branches from entry {entry} of {name} according to line 1, but has only {entries} \
        entries"
        );
        return Err(Refusal::journal(what).hint("a what-if begins with the entries of its original"));
    }
    let path = journal.parent().unwrap_or(Path::new("")).join(name);
    let is_beside = path.exists();
    if is_beside {
        check_copied(branch, &read_journal(&path)?, &read_journal(journal)?)?;
    }
    let comparison = if is_beside { "its first entries are those of" } else { "it was not compared with" };
    let text = format!("{}; {comparison} {name} ({code})", branch_text(branch));
    let value = json!({ "name": name, "code": code, "entry": entry, "seed": branch.seed, "looked_at": is_beside });
    let keys = Map::from_iter([("branch".to_owned(), value)]);
    Ok(ExtraFindings { lines: vec![("branch", text)], keys, findings: Vec::new() })
}

fn read_journal(path: &Path) -> Result<Vec<u8>, Refusal> {
    file::read_bytes(path, file::JOURNAL).map_err(|error| error.into_refusal(path))
}

/// Checks that a what-if begins like its parent, in the setup of the first line and in every copied entry.
fn check_copied(branch: &Branch, parent: &[u8], what_if: &[u8]) -> Result<(), Refusal> {
    let Branch { name, code, entry, length, .. } = branch;
    let parent_prefix = usize::try_from(*length).ok().and_then(|length| parent.get(..length));
    let actual = parent_prefix.map(code_of);
    let Some(parent_prefix) = parent_prefix.filter(|_| actual.as_ref() == Some(code)) else {
        let found_text =
            actual.map_or_else(|| "that file is shorter".to_owned(), |found| format!("that file gives {found}"));
        let what = format!("it branches from {name} with the code {code}, but {found_text}");
        return Err(Refusal::journal(what).hint("put the journal from which it branches beside it"));
    };
    let hint = "the what-if was edited";
    let (mut parent_lines, mut own_lines) = (lines_without_checksums(parent_prefix), lines_without_checksums(what_if));
    let first = parent_lines.next();
    if first.map(shared_keys) != own_lines.next().map(shared_keys)
        || recorded_parent(branch) != inherited(first, *entry)
    {
        return Err(Refusal::journal(format!("its first line differs from that of {name}")).hint(hint));
    }
    for number in 1..=*entry {
        let (copied, own) = (parent_lines.next(), own_lines.next());
        if copied != own && copied.map(|line| cut_group(line, number, *entry)) != own.map(object_in) {
            return Err(Refusal::journal(format!("entry {number} differs from that of {name}")).hint(hint));
        }
    }
    Ok(())
}

/// Returns the branch of the parent as the what-if records it.
fn recorded_parent(branch: &Branch) -> Option<Value> {
    branch.parent.as_ref().map(|parent| json!(parent))
}

/// Returns the branch of the parent as a what-if from `entry` on should record it.
fn inherited(first_line: Option<&[u8]>, entry: usize) -> Option<Value> {
    let parent: Branch = serde_json::from_value(object_in(first_line?)?.remove("branch")?).ok()?;
    parent.inherited_after(entry).map(|parent| json!(parent))
}

/// Returns a line of the parent as it is in a what-if that copied entries up to `last`: a longer group is cut there.
fn cut_group(line: &[u8], number: usize, last: usize) -> Option<Map<String, Value>> {
    let mut keys = object_in(line)?;
    let size = keys.get("of").and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
    if size.is_some_and(|size| last + 1 < number.saturating_add(size)) {
        match last + 1 - number {
            1 => drop(keys.remove("of")),
            size => drop(keys.insert("of".to_owned(), json!(size))),
        }
    }
    Some(keys)
}

fn lines_without_checksums(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').map(|line| sum_and_rest(line).map_or(&[][..], |(_, rest)| rest))
}

/// Returns the part of a first line that must be the same as in the parent's.
fn shared_keys(line: &[u8]) -> Option<Map<String, Value>> {
    let mut keys = object_in(line)?;
    keys.retain(|key, _| !OWN_KEYS.contains(&key.as_str()));
    Some(keys)
}

/// Returns the object of a line without its checksum.
fn object_in(line: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(&[b"{", line].concat()).ok()
}

//! Checks names and ids: not empty, not repeated, and fit for a page or a prompt line.
use crate::{Path, Report};
use naval::model::sound::{self, LONGEST_ID, LONGEST_NAME, LONGEST_TITLE};
use naval::notation;

/// Checks an id, which is typed at the prompt.
pub(super) fn check_id(id: &str, kind: &str, path: &Path, report: &mut Report) {
    let typed: String = plain(id, "-_.'").chars().take(LONGEST_ID).collect();
    let typed = typed.trim_end_matches(['-', '_', '.', '\'']).to_owned();
    let what = if id.trim().is_empty() {
        format!("a {kind} has an id")
    } else if LONGEST_ID < id.chars().count() {
        format!("an id of {} letters is too long", id.chars().count())
    } else if !sound::can_be_typed(id) {
        format!("`{}` cannot be typed as the id of a {kind}", id.escape_debug())
    } else {
        if notation::rows().any(|row| row.word == id) {
            let warning = report.warn(path, format!("`{id}` is a verb of the prompt, and easily taken for it"));
            warning.usual(format!("an id that is no verb, for every {kind}")).nearest(format!("{id}-1"));
        }
        return;
    };
    let flaw = report.flaw(path, what).lawful(format!("letters, digits, hyphens, {LONGEST_ID} at most"));
    flaw.nearest = Some(typed).filter(|typed| !typed.is_empty());
}

/// Replaces all but letters, digits and `marks` by hyphens, and trims marks at both ends.
fn plain(id: &str, marks: &str) -> String {
    let plain = id.chars().map(|letter| if letter.is_alphanumeric() || marks.contains(letter) { letter } else { '-' });
    plain.collect::<String>().trim_matches(|letter: char| marks.contains(letter)).to_owned()
}

/// Checks an id that names journals.
pub(super) fn check_file_name(id: &str, path: &Path, report: &mut Report) {
    if !play::is_file_name(id) {
        let flaw = report.flaw(path, format!("`{}` names no file", id.escape_debug()));
        flaw.lawful("letters, digits, hyphens, as journals are named by it");
        flaw.nearest = Some(plain(id, "-_.")).filter(|plain| !plain.is_empty());
    }
}

/// Whether a name is certainly good.
pub(super) fn is_plain_name(words: &str) -> bool {
    let starts = words.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    starts && words.bytes().all(|byte| (b' '..0x7f).contains(&byte)) && words.len() <= LONGEST_NAME
}

/// Whether an id is certainly good. Nearly all are, so their paths need not be built.
pub(super) fn is_plain(words: &str) -> bool {
    let letters = words.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    letters && (1..=LONGEST_ID).contains(&words.len()) && notation::rows().all(|row| row.word != words)
}

/// Checks the name of a side, division or ship for printing.
pub(super) fn check_name(name: &str, kind: &str, path: &Path, report: &mut Report) {
    check_words(name, &format!("a {kind} has a name"), LONGEST_NAME, path, report);
}

/// Checks the title of a scenario.
pub(super) fn check_title(title: &str, path: &Path, report: &mut Report) {
    check_words(title, "a scenario has a title", LONGEST_TITLE, path, report);
}

fn check_words(words: &str, has: &str, longest: usize, path: &Path, report: &mut Report) {
    let letters = words.chars().count();
    if words.trim().is_empty() {
        report.flaw(path, has).lawful(format!("1 to {longest} letters"));
    } else if words.contains(char::is_control) {
        let parts: Vec<&str> = words.split(char::is_control).filter(|part| !part.is_empty()).collect();
        let flaw = report.flaw(path, format!("`{}` holds a sign that is no letter", shown(words)));
        flaw.lawful("letters, digits, marks and spaces on one line").nearest(parts.join(" "));
    } else if longest < letters {
        let flaw = report.flaw(path, format!("{letters} letters are too many here"));
        let cut: String = words.chars().take(longest).collect();
        flaw.lawful(format!("1 to {longest} letters")).nearest(cut.trim_end());
    }
}

/// Returns the beginning of a text, with control characters escaped.
fn shown(words: &str) -> String {
    words.chars().take(LONGEST_NAME).collect::<String>().escape_debug().to_string()
}

/// Reports repeated names of things that are distinguished by name.
pub(super) fn twice_called(kind: &str, names: &[(String, Path)], report: &mut Report) {
    let mut seen = std::collections::HashSet::new();
    for (name, path) in names.iter().filter(|(name, _)| !name.trim().is_empty()) {
        if !seen.insert(name.trim().to_lowercase()) {
            let mut others = (2..).map(|number| format!("{name} {number}"));
            let free = others.find(|other| names.iter().all(|(known, _)| known != other));
            let flaw = report.flaw(path, format!("another {kind} is called `{name}` too"));
            flaw.lawful(format!("a name of its own for every {kind}")).nearest = free;
        }
    }
}

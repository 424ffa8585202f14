//! Checks names and ids: not empty, not repeated, and fit for a page or a prompt line.
use crate::{KeyPath, Report};
use naval::model::checks::{self, MAX_ID_LETTERS, MAX_NAME_LETTERS, MAX_TITLE_LETTERS};
use naval::notation;

/// Checks an id, which is typed at the prompt.
pub(super) fn check_id(id: &str, kind: &str, path: &KeyPath, report: &mut Report) {
    let typed: String = hyphenated(id, "-_.'").chars().take(MAX_ID_LETTERS).collect();
    let typed = typed.trim_end_matches(['-', '_', '.', '\'']).to_owned();
    let what = if id.trim().is_empty() {
        format!("a {kind} needs an id")
    } else if MAX_ID_LETTERS < id.chars().count() {
        format!("an id of {} letters is too long", id.chars().count())
    } else if !checks::can_be_typed(id) {
        format!("`{}` cannot be typed as the id of a {kind}", id.escape_debug())
    } else {
        if notation::all_verbs().any(|row| row.word == id) {
            let warning = report.add_warning(path, format!("`{id}` is also a command, so the two are easily confused"));
            warning.usual(format!("an id that is not a command, for every {kind}")).nearest(format!("{id}-1"));
        }
        return;
    };
    let error = report.add_error(path, what).legal(format!("letters, digits and hyphens, at most {MAX_ID_LETTERS}"));
    error.nearest = Some(typed).filter(|typed| !typed.is_empty());
}

/// Replaces all but letters, digits and `marks` by hyphens, and trims marks at both ends.
fn hyphenated(id: &str, marks: &str) -> String {
    let plain = id.chars().map(|letter| if letter.is_alphanumeric() || marks.contains(letter) { letter } else { '-' });
    plain.collect::<String>().trim_matches(|letter: char| marks.contains(letter)).to_owned()
}

/// Checks an id that names journals.
pub(super) fn check_file_name(id: &str, path: &KeyPath, report: &mut Report) {
    if !play::is_file_name(id) {
        let error = report.add_error(path, format!("`{}` cannot be a file name", id.escape_debug()));
        error.legal("letters, digits and hyphens, because journals are named after it");
        error.nearest = Some(hyphenated(id, "-_.")).filter(|plain| !plain.is_empty());
    }
}

pub(super) fn is_certainly_good_name(words: &str) -> bool {
    let starts_well = words.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    starts_well && words.bytes().all(|byte| (b' '..0x7f).contains(&byte)) && words.len() <= MAX_NAME_LETTERS
}

/// Whether an id is certainly good. Nearly all are, so their paths need not be built.
pub(super) fn is_certainly_good_id(words: &str) -> bool {
    let is_plain = words.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_plain && (1..=MAX_ID_LETTERS).contains(&words.len()) && notation::all_verbs().all(|row| row.word != words)
}

/// Checks the name of a side, division or ship for printing.
pub(super) fn check_name(name: &str, kind: &str, path: &KeyPath, report: &mut Report) {
    check_words(name, &format!("a {kind} needs a name"), MAX_NAME_LETTERS, path, report);
}

pub(super) fn check_title(title: &str, path: &KeyPath, report: &mut Report) {
    check_words(title, "a scenario needs a title", MAX_TITLE_LETTERS, path, report);
}

fn check_words(words: &str, requirement: &str, longest: usize, path: &KeyPath, report: &mut Report) {
    let letters = words.chars().count();
    if words.trim().is_empty() {
        report.add_error(path, requirement).legal(format!("1 to {longest} letters"));
    } else if words.contains(char::is_control) {
        let parts: Vec<&str> = words.split(char::is_control).filter(|part| !part.is_empty()).collect();
        let error = report.add_error(path, format!("`{}` contains a control character", excerpt(words)));
        error.legal("letters, digits, marks and spaces on one line").nearest(parts.join(" "));
    } else if longest < letters {
        let error = report.add_error(path, format!("{letters} letters are too many"));
        let cut: String = words.chars().take(longest).collect();
        error.legal(format!("1 to {longest} letters")).nearest(cut.trim_end());
    }
}

/// Returns the beginning of a text, with control characters escaped.
fn excerpt(words: &str) -> String {
    words.chars().take(MAX_NAME_LETTERS).collect::<String>().escape_debug().to_string()
}

pub(super) fn report_equal_names(kind: &str, names: &[(String, KeyPath)], report: &mut Report) {
    let mut seen = std::collections::HashSet::new();
    for (name, path) in names.iter().filter(|(name, _)| !name.trim().is_empty()) {
        if !seen.insert(name.trim().to_lowercase()) {
            let mut others = (2..).map(|number| format!("{name} {number}"));
            let free = others.find(|other| names.iter().all(|(known, _)| known != other));
            let error = report.add_error(path, format!("another {kind} is also called `{name}`"));
            error.legal(format!("a different name for every {kind}")).nearest = free;
        }
    }
}

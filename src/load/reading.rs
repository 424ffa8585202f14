//! Reads a document twice, for its syntax and for its types, and notes every flaw on the way.
use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value, with::singleton_map_recursive};

use super::{
    flaw::{Flaw, Flaws, nearest},
    place::{self, Path},
};

/// The largest file that is read. [house]
const LARGEST_BYTES: usize = 1 << 20;

/// A file under reading: its text, and what was found wrong or worth a warning.
pub(super) struct Report<'t> {
    file: &'t str,
    text: &'t str,
    flaws: Vec<Flaw>,
    warnings: Vec<Flaw>,
}

impl<'t> Report<'t> {
    /// Reads the syntax.
    pub(super) fn open(file: &'t str, text: &'t str) -> Result<(Report<'t>, Value), Flaws> {
        let report = Report { file, text, flaws: Vec::new(), warnings: Vec::new() };
        if LARGEST_BYTES < text.len() {
            let what = format!("the file has {} bytes", text.len());
            let lawful = Some("no more than 1 MiB (1,048,576 bytes)".to_owned());
            return Err(Flaw { file: file.to_owned(), what, lawful, ..Flaw::default() }.into());
        }
        match serde_yaml::from_str::<Value>(text) {
            Ok(root) => Ok((report, root)),
            Err(error) => Err(report.syntax(&error).into()),
        }
    }

    fn syntax(&self, error: &serde_yaml::Error) -> Flaw {
        let message = error.to_string();
        let lines = self.text.lines().count();
        let began = places(&message).last().filter(|_| place::position(error).is_none_or(|(line, _)| lines < line));
        let mut flaw = self.placed(&Path::default(), began.or(place::position(error)), placeless(&message));
        let line = flaw.line.unwrap_or(1);
        let tabbed = |text: &str| text.trim_start_matches(' ').starts_with('\t');
        let from = line.saturating_sub(2);
        if let Some((at, text)) = self.text.lines().enumerate().skip(from).take(2).find(|(_, text)| tabbed(text)) {
            let column = text.find('\t').map_or(1, |tab| tab + 1);
            flaw = self.placed(&Path::default(), Some((at + 1, column)), "a tab indents the line".to_owned());
            flaw.lawful = Some("YAML is indented by spaces only".to_owned());
        }
        flaw
    }

    fn placed(&self, path: &Path, position: Option<(usize, usize)>, what: String) -> Flaw {
        let (line, column) = position.unzip();
        Flaw {
            file: self.file.to_owned(),
            line,
            column,
            path: path.to_string(),
            what,
            lawful: None,
            usual: None,
            nearest: None,
            snippet: line.and_then(|line| self.text.lines().nth(line - 1)).map(str::to_owned),
        }
    }

    /// A flaw of the value at `path`; what is lawful and nearest may be added to it.
    pub(super) fn flaw(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        let flaw = self.placed(path, place::of_value(self.text, path), what.into());
        self.flaws.push(flaw);
        let last = self.flaws.len() - 1;
        &mut self.flaws[last]
    }

    /// A name that is not among the lawful ones.
    pub(super) fn unknown<'n>(
        &mut self,
        path: &Path,
        kind: &str,
        given: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) {
        let names: Vec<&str> = names.into_iter().collect();
        let flaw = self.flaw(path, format!("there is no {kind} `{given}`"));
        flaw.nearest = nearest(given, names.iter().copied());
        flaw.lawful = Some(listed(&names));
    }

    /// Lawful, but worth a second look; what is usual and nearest may be added to it.
    pub(super) fn warn(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        let warning = self.placed(path, place::of_value(self.text, path), what.into());
        self.warnings.push(warning);
        let last = self.warnings.len() - 1;
        &mut self.warnings[last]
    }

    /// The value as a `T`; else why it is none.
    pub(super) fn typed<T: DeserializeOwned>(&mut self, value: &Value, path: &Path) -> Option<T> {
        match singleton_map_recursive::deserialize::<T, _>(value) {
            Ok(typed) => Some(typed),
            Err(error) => {
                let error = place::of_fault::<T>(self.text, path).unwrap_or(error);
                let flaw = self.mistyped(&error, path);
                self.flaws.push(flaw);
                None
            }
        }
    }

    fn mistyped(&self, error: &serde_yaml::Error, path: &Path) -> Flaw {
        let message = placeless(&error.to_string());
        let (inner, message) = bare(&message);
        let mut flaw = self.placed(path, place::position(error), message.to_owned());
        if !inner.is_empty() {
            flaw.path = inner.trim_start_matches('.').to_owned();
        }
        if let Some((what, lawful)) = in_words(message) {
            (flaw.what, flaw.lawful) = (what, Some(lawful));
            return flaw;
        }
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        if let [given, lawful @ ..] = &names[..] {
            let kind = if message.starts_with("unknown field") {
                "key"
            } else if message.starts_with("unknown variant") {
                "word"
            } else if message.starts_with("missing field") {
                flaw.what = format!("the key `{given}` is missing");
                return flaw;
            } else {
                return flaw;
            };
            flaw.what = format!("unknown {kind} `{given}`");
            flaw.lawful = (!lawful.is_empty()).then(|| listed(lawful));
            flaw.nearest = nearest(given, lawful.iter().copied());
        }
        flaw
    }

    /// The items of a list, each with its path.
    pub(super) fn items<'v>(&mut self, value: &'v Value, path: &Path) -> Vec<(&'v Value, Path)> {
        match value {
            Value::Sequence(items) => items.iter().enumerate().map(|(at, item)| (item, path.at(at))).collect(),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Mapping(_)
            | Value::Tagged(_) => {
                self.flaw(path, "a list belongs here");
                Vec::new()
            }
        }
    }

    /// Is everything right so far?
    pub(super) fn clean(&self) -> bool {
        self.flaws.is_empty()
    }

    /// Flaws, and warnings, from the top of the file down.
    pub(super) fn close(mut self) -> (Vec<Flaw>, Vec<Flaw>) {
        self.flaws.sort_by_key(|flaw| (flaw.line, flaw.column));
        self.warnings.sort_by_key(|warning| (warning.line, warning.column));
        (self.flaws, self.warnings)
    }

    /// The value, if the file had no flaw.
    pub(super) fn answer<T>(self, value: Option<T>) -> Result<T, Flaws> {
        let (flaws, _) = self.close();
        match value {
            Some(value) if flaws.is_empty() => Ok(value),
            Some(_) | None => Err(Flaws(flaws)),
        }
    }

    /// Ids that come twice in a list of `(id, path)`.
    pub(super) fn twice(&mut self, kind: &str, ids: &[(String, Path)]) {
        let mut seen = HashSet::new();
        for (id, path) in ids {
            if !seen.insert(id) {
                self.flaw(path, format!("the {kind} `{id}` comes twice"));
            }
        }
    }
}

/// The path in front of a message of the YAML reader, and the message.
fn bare(message: &str) -> (&str, &str) {
    match message.split_once(": ") {
        Some((path, rest)) if !path.contains(' ') && !rest.is_empty() => (path, rest),
        _ => ("", message),
    }
}

/// The places named in a message: `at line 3 column 5`.
fn places(message: &str) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
    let place = move |rest: &str| {
        let (line, column) = rest.split_once(" column ")?;
        Some((number(line)?, number(column)?))
    };
    message.split(" at line ").skip(1).filter_map(place).collect::<Vec<_>>().into_iter()
}

/// A message without the places named in it.
fn placeless(message: &str) -> String {
    let mut parts = message.split(" at line ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.split_once(" column ").map_or(part, |(_, column)| column);
        text += after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    text
}

/// What a reader of types means, said to a person: what is wrong and what is lawful.
fn in_words(message: &str) -> Option<(String, String)> {
    if ["input contains invalid characters", "premature end of input", "input is out of range", "trailing input"]
        .contains(&message)
    {
        let lawful = "a date such as 1904-08-14, or a time such as \"05:23\"".to_owned();
        return Some(("this is no date or time".to_owned(), lawful));
    }
    let (found, wanted) = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))?
        .rsplit_once(", expected ")?;
    let lawful = match wanted {
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "a sequence" => "a list",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" => "words",
        other if other.starts_with("struct ") => "keys with values",
        other => other,
    };
    Some((format!("{found} does not fit here"), lawful.to_owned()))
}

/// Names as a list, cut when it would fill the page.
pub(super) fn listed(names: &[&str]) -> String {
    const MOST: usize = 24;
    let shown = names[..names.len().min(MOST)].join(", ");
    if MOST < names.len() { format!("{shown} and {} more", names.len() - MOST) } else { shown }
}

/// A mapping read key by key; at its end every key that nobody asked for is a flaw.
pub(super) struct Fields<'v> {
    map: &'v Mapping,
    pub(super) path: Path,
    known: Vec<&'static str>,
}

impl<'v> Fields<'v> {
    pub(super) fn of(value: &'v Value, path: Path, report: &mut Report) -> Option<Fields<'v>> {
        match value {
            Value::Mapping(map) => Some(Fields { map, path, known: Vec::new() }),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Sequence(_)
            | Value::Tagged(_) => {
                report.flaw(&path, "keys with values belong here");
                None
            }
        }
    }

    /// The value of a key; `null` counts as left out.
    pub(super) fn get(&mut self, key: &'static str) -> Option<(&'v Value, Path)> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.map.get(key).filter(|value| !value.is_null()).map(|value| (value, self.path.key(key)))
    }

    /// A key that must be there.
    pub(super) fn need<T: DeserializeOwned>(&mut self, report: &mut Report, key: &'static str) -> Option<T> {
        let Some((value, path)) = self.get(key) else {
            report.flaw(&self.path.clone(), format!("the key `{key}` is missing"));
            return None;
        };
        report.typed(value, &path)
    }

    /// A key that may be left out.
    pub(super) fn may<T: DeserializeOwned>(&mut self, report: &mut Report, key: &'static str) -> Option<T> {
        let (value, path) = self.get(key)?;
        report.typed(value, &path)
    }

    /// The items of a list; none when the key is left out.
    pub(super) fn list(&mut self, report: &mut Report, key: &'static str) -> Vec<(&'v Value, Path)> {
        self.get(key).map(|(value, path)| report.items(value, &path)).unwrap_or_default()
    }

    /// The items of a list that must be there and hold something.
    pub(super) fn filled(&mut self, report: &mut Report, key: &'static str) -> Vec<(&'v Value, Path)> {
        let there = self.get(key).is_some();
        let items = self.list(report, key);
        if !there {
            report.flaw(&self.path.clone(), format!("the key `{key}` is missing"));
        } else if self.map.get(key).and_then(Value::as_sequence).is_some_and(Vec::is_empty) {
            report.flaw(&self.path.key(key), "the list is empty");
        }
        items
    }

    /// A list whose items are read one by one.
    pub(super) fn each<T: DeserializeOwned>(&mut self, report: &mut Report, key: &'static str) -> Vec<(T, Path)> {
        let items = self.list(report, key);
        items.into_iter().filter_map(|(item, path)| Some((report.typed(item, &path)?, path))).collect()
    }

    /// Every key that nobody asked for is a flaw.
    pub(super) fn done(self, report: &mut Report) {
        for key in self.map.keys() {
            let Some(key) = key.as_str() else {
                report.flaw(&self.path, "a key must be a word");
                continue;
            };
            if !self.known.contains(&key) {
                let path = self.path.key(key);
                let mut flaw = report.placed(&path, place::of_key(report.text, &path), format!("unknown key `{key}`"));
                flaw.lawful = Some(listed(&self.known));
                flaw.nearest = nearest(key, self.known.iter().copied());
                report.flaws.push(flaw);
            }
        }
    }
}

//! Reads a document twice, for its syntax and for its types, and notes every flaw on the way.
use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value, with::singleton_map_recursive};

use super::{
    doubled,
    flaw::{Flaw, Flaws, nearest},
    mending::{self, Fault, FaultKind},
    place::{self, Path},
    placing::{Spot, placed},
    plain::plain,
};

/// The largest file that is read. [house]
const LARGEST_BYTES: usize = 1 << 20;
/// Brackets within brackets: no file of ours needs more than a few.
const DEEPEST: usize = 100;

/// What the reader of YAML says of a second document, and of aliases of aliases.
const SEVERAL: &str = "more than one document";
const REPEATED: &str = "repetition limit exceeded";
/// Names that are compared before nearest ones are no longer told: a file of so many wrong names has one cause. [house]
const MOST_COMPARED: usize = 500_000;

/// The line on which brackets lie too deep within each other to be read in good time.
fn nested_too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, line) in text.lines().enumerate() {
        for letter in line.bytes() {
            match letter {
                b'[' | b'{' if depth == DEEPEST => return Some(at + 1),
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    None
}

/// A file under reading: its text, and what was found wrong or worth a warning.
pub(super) struct Report<'t> {
    file: &'t str,
    text: &'t str,
    flaws: Vec<(Flaw, Spot)>,
    warnings: Vec<(Flaw, Spot)>,
    /// What is missing or does not fit: told once, and not judged again by what stands in for it.
    mended: Vec<Path>,
    /// Where something is wrong with a value itself.
    judged: Vec<Path>,
    /// Names that were compared with unknown ones.
    compared: usize,
    /// Takes what is said of a mended place.
    unsaid: Flaw,
}

impl<'t> Report<'t> {
    /// Reads the syntax.
    pub(super) fn open(file: &'t str, text: &'t str) -> Result<(Report<'t>, Value), Flaws> {
        let mut report = Report {
            file,
            text,
            flaws: Vec::new(),
            warnings: Vec::new(),
            mended: Vec::new(),
            judged: Vec::new(),
            compared: 0,
            unsaid: Flaw::default(),
        };
        if LARGEST_BYTES < text.len() {
            let what = format!("the file has {} bytes", text.len());
            let lawful = Some("no more than 1 MiB (1,048,576 bytes)".to_owned());
            return Err(Flaw { file: file.to_owned(), what, lawful, ..Flaw::default() }.into());
        }
        if let Some(line) = nested_too_deep(text) {
            let (what, line) = (format!("brackets lie more than {DEEPEST} deep"), Some(line));
            return Err(Flaw { file: file.to_owned(), line, what, ..Flaw::default() }.into());
        }
        match plain(text).map_or_else(|| serde_yaml::from_str::<Value>(text), Ok) {
            Ok(root) => Ok((report, root)),
            Err(error) => match doubled::read(text).ok().filter(|(_, doubled)| !doubled.is_empty()) {
                Some((root, doubled)) => {
                    doubled.iter().for_each(|path| report.doubled(path));
                    Ok((report, root))
                }
                None => Err(report.syntax(&error).into()),
            },
        }
    }

    fn doubled(&mut self, path: &Path) {
        let key = path.last().map_or_else(String::new, |(step, _)| step.to_string());
        let mut flaw = self.of(path, format!("the key `{key}` comes twice"));
        flaw.lawful = Some("every key once".to_owned());
        self.flaws.push((flaw, Spot::SecondKey(path.clone())));
    }

    fn syntax(&self, error: &serde_yaml::Error) -> Flaw {
        let message = error.to_string();
        let lines = self.text.lines().count();
        let began = places(&message).last().filter(|_| place::position(error).is_none_or(|(line, _)| lines < line));
        let (line, column) = began.or(place::position(error)).or_else(|| self.unplaced(&message)).unzip();
        let mut flaw = Flaw { line, column, ..self.of(&Path::default(), placeless(&message)) };
        let line = line.unwrap_or(1);
        let tabbed = |text: &str| text.trim_start_matches(' ').starts_with('\t');
        let from = line.saturating_sub(2);
        if let Some((at, text)) = self.text.lines().enumerate().skip(from).take(2).find(|(_, text)| tabbed(text)) {
            let column = text.find('\t').map_or(1, |tab| tab + 1);
            (flaw.line, flaw.column, flaw.what) = (Some(at + 1), Some(column), "a tab indents the line".to_owned());
            flaw.lawful = Some("YAML is indented by spaces only".to_owned());
        }
        if message.contains(SEVERAL) {
            "a second document begins here".clone_into(&mut flaw.what);
            flaw.lawful = Some("one document a file".to_owned());
        } else if message.contains(REPEATED) {
            "what is repeated by `*` repeats too much in its turn".clone_into(&mut flaw.what);
            flaw.lawful = Some("values written out".to_owned());
        }
        flaw.snippet = flaw.line.and_then(|line| self.text.lines().nth(line - 1)).map(str::to_owned);
        flaw
    }

    /// Line and column of what the reader of YAML tells without a place.
    fn unplaced(&self, message: &str) -> Option<(usize, usize)> {
        let lines = self.text.lines().enumerate();
        if message.contains(SEVERAL) {
            let mut said = lines.skip_while(|(_, line)| line.trim().is_empty() || line.starts_with('#')).skip(1);
            return said.find(|(_, line)| line.starts_with("---")).map(|(at, _)| (at + 1, 1));
        }
        let alias = |line: &str| Some(line.find(" *").or_else(|| line.find("[*"))? + 2);
        let repeats = message.contains(REPEATED);
        let (at, line) = lines.filter(|(_, line)| repeats && alias(line).is_some()).last()?;
        Some((at + 1, alias(line)?))
    }

    fn of(&self, path: &Path, what: String) -> Flaw {
        Flaw { file: self.file.to_owned(), path: path.to_string(), what, ..Flaw::default() }
    }

    /// A flaw of the value at `path`; what is lawful and nearest may be added to it.
    pub(super) fn flaw(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        if self.is_mended(path) {
            self.unsaid = Flaw::default();
            return &mut self.unsaid;
        }
        self.judged.push(path.clone());
        self.told(path, what.into())
    }

    fn told(&mut self, path: &Path, what: String) -> &mut Flaw {
        self.flaws.push((self.of(path, what), Spot::Value(path.clone())));
        let last = self.flaws.len() - 1;
        &mut self.flaws[last].0
    }

    /// The nearest of some names, as long as not too many were compared.
    fn nearest(&mut self, given: &str, names: &[&str]) -> Option<String> {
        self.compared += names.len();
        if self.compared <= MOST_COMPARED { nearest(given, names.iter().copied()) } else { None }
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
        let near = self.nearest(given, &names);
        let flaw = self.flaw(path, format!("there is no {kind} `{given}`"));
        flaw.nearest = near;
        flaw.lawful = Some(listed(&names));
    }

    /// A turn that the battle has not.
    pub(super) fn turn_of_battle(&mut self, turn: u16, turns: u16, path: &Path) {
        if !(1..=turns).contains(&turn) {
            let flaw = self.flaw(path, format!("turn {turn} is not a turn of the battle"));
            (flaw.lawful, flaw.nearest) = (Some(format!("1 to {turns}")), Some(turn.clamp(1, turns).to_string()));
        }
    }

    /// A list that nobody would read to its end is a flaw.
    pub(super) fn no_more_than(&mut self, most: usize, there: usize, path: &Path) {
        if most < there {
            self.flaw(path, format!("the list has {there} items")).lawful = Some(format!("no more than {most}"));
        }
    }

    /// Lawful, but worth a second look; what is usual and nearest may be added to it.
    pub(super) fn warn(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        if !self.is_sound(path) {
            self.unsaid = Flaw::default();
            return &mut self.unsaid;
        }
        let warning = Flaw { doubt: true, ..self.of(path, what.into()) };
        self.warnings.push((warning, Spot::Value(path.clone())));
        let last = self.warnings.len() - 1;
        &mut self.warnings[last].0
    }

    /// Does something else stand in for what the file has there?
    fn is_mended(&self, path: &Path) -> bool {
        self.mended.iter().any(|place| path.is_within(place))
    }

    /// Is there nothing wrong with the value itself?
    pub(super) fn is_sound(&self, path: &Path) -> bool {
        !self.is_mended(path) && !self.judged.contains(path)
    }

    /// Is something wrong inside the value?
    pub(super) fn is_flawed_within(&self, path: &Path) -> bool {
        self.mended.iter().chain(&self.judged).any(|place| place.is_within(path))
    }

    /// Does something stand in for a part of the value, or for all of it?
    pub(super) fn is_mended_within(&self, path: &Path) -> bool {
        self.is_mended(path) || self.mended.iter().any(|place| place.is_within(path))
    }

    /// A key that must be there is not.
    fn missing(&mut self, around: &Path, key: &str) {
        if !self.is_mended(around) {
            self.told(around, format!("the key `{key}` is missing"));
        }
        self.mended.push(around.key(key));
    }

    /// The value as a `T`; else everything that keeps it from being one.
    ///
    /// Where parts of it do not fit, others stand in for them, so that the rest can be checked.
    pub(super) fn typed<T: DeserializeOwned>(&mut self, value: &Value, path: &Path) -> Option<T> {
        if let Ok(typed) = singleton_map_recursive::deserialize::<T, _>(value) {
            return Some(typed);
        }
        let read = mending::mended::<T>(value);
        for fault in &read.faults {
            let path = path.then(&fault.path);
            let flaw = self.mistyped(fault, &path);
            let spot = match fault.kind {
                FaultKind::UnknownKey => Spot::Key(path),
                FaultKind::MissingKey | FaultKind::Unfit => Spot::Value(path),
            };
            self.flaws.push((flaw, spot));
        }
        self.mended.extend(read.places.iter().map(|place| path.then(place)));
        read.value
    }

    fn mistyped(&self, fault: &Fault, path: &Path) -> Flaw {
        let message = placeless(&fault.message);
        let mut flaw = self.of(path, message.clone());
        if let Some((what, lawful)) = in_words(&message) {
            (flaw.what, flaw.lawful) = (what, Some(lawful));
            return flaw;
        }
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let [given, lawful @ ..] = &names[..] else { return flaw };
        let kind = match fault.kind {
            FaultKind::MissingKey => {
                flaw.what = format!("the key `{given}` is missing");
                return flaw;
            }
            FaultKind::UnknownKey => "key",
            FaultKind::Unfit if message.starts_with("unknown variant") => "word",
            FaultKind::Unfit => return flaw,
        };
        flaw.what = format!("unknown {kind} `{given}`");
        flaw.lawful = (!lawful.is_empty()).then(|| listed(lawful));
        flaw.nearest = nearest(given, lawful.iter().copied());
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
    pub(super) fn close(self) -> (Vec<Flaw>, Vec<Flaw>) {
        (placed(self.text, self.flaws), placed(self.text, self.warnings))
    }

    /// The flaws alone, from the top of the file down: where nobody hears warnings, no place is sought for them.
    pub(super) fn flaws(self) -> Vec<Flaw> {
        placed(self.text, self.flaws)
    }

    /// The value, if the file had no flaw.
    pub(super) fn answer<T>(self, value: Option<T>) -> Result<T, Flaws> {
        let flaws = self.flaws();
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
                self.flaw(path, format!("the {kind} `{id}` comes twice")).lawful = Some(format!("every {kind} once"));
            }
        }
    }

    /// The same of things that may be called otherwise: the next free id is told.
    pub(super) fn twice_named(&mut self, kind: &str, ids: &[(String, Path)]) {
        let mut seen: HashSet<String> = HashSet::new();
        for (id, path) in ids {
            if !seen.insert(id.clone()) {
                let free = (2..).map(|number| format!("{id}-{number}"));
                let nearest = free.into_iter().find(|other| ids.iter().all(|(known, _)| known != other));
                let flaw = self.flaw(path, format!("the {kind} `{id}` comes twice"));
                flaw.lawful = Some(format!("an id of its own for every {kind}"));
                flaw.nearest = nearest;
            }
        }
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
pub(super) fn in_words(message: &str) -> Option<(String, String)> {
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
            report.missing(&self.path, key);
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
            report.missing(&self.path, key);
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

    /// Is there a key that nobody has asked for yet?
    pub(super) fn has_strange_key(&self) -> bool {
        self.map.keys().any(|key| key.as_str().is_none_or(|key| !self.known.contains(&key)))
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
                let mut flaw = report.of(&path, format!("unknown key `{key}`"));
                flaw.lawful = Some(listed(&self.known));
                flaw.nearest = report.nearest(key, &self.known);
                report.flaws.push((flaw, Spot::Key(path)));
            }
        }
    }
}

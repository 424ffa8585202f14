//! Opens a document, reads its values as types, and collects every error with its place. Begin with [`Report`].
use std::{collections::HashSet, fmt, marker::PhantomData, ops::RangeInclusive};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use crate::node::Told;
use crate::places::{Malformed, Place, Places, Spot, malformed};
use crate::tree::DecimalComma;
use crate::typed::{self, Misread, fitting, mended};
use naval::model::sound::Fault;

use crate::{Checked, Flaw, Flaws, Node, Path, Step, Text, class_file::Only, commas, listed, nearest, wording};

/// Size of the largest file that is read. (house)
const LARGEST_BYTES: usize = 1 << 20;
/// Largest depth of nested brackets. Our files need only a few.
const DEEPEST: usize = 100;

/// After this many comparisons, nearest names are omitted: this many wrong names have one cause. (house)
const MOST_COMPARED: usize = 500_000;

/// Returns the line where brackets nest too deep to be read in good time.
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

/// A file being read: its text, errors and warnings.
#[derive(Default)]
pub(super) struct Report<'t> {
    file: &'t str,
    text: &'t str,
    /// Errors, and warnings (`doubt`).
    found: Vec<(Flaw, Spot)>,
    /// Decimals written with a comma.
    commas: Vec<DecimalComma>,
    /// Paths of missing or misfit values. Each is reported once, and its placeholder is never checked.
    mended: Vec<Path>,
    /// Paths of values that are wrong themselves.
    judged: Vec<Path>,
    /// Number of names compared with unknown ones.
    compared: usize,
    /// Receives errors about a placeholder, which are discarded.
    unsaid: Flaw,
}

impl<'t> Report<'t> {
    /// Parses the text. Built-in texts were parsed when the program was built.
    ///
    /// # Errors
    /// Fails if the text is not one YAML document of legal size.
    pub(super) fn open(file: &'t str, text: impl Into<Text<'t>>) -> Result<(Report<'t>, Node), Flaws> {
        Report::open_where(file, text.into(), None)
    }

    /// Opens a file of classes. Classes that are not `wanted` may be read as `Null`.
    pub(super) fn open_where(file: &'t str, from: Text<'t>, wanted: Only) -> Result<(Report<'t>, Node), Flaws> {
        let text = from.words;
        let mut report = Report { file, text, ..Report::default() };
        if let Some(root) = from.compiled(wanted) {
            return Ok((report, root));
        }
        if LARGEST_BYTES < text.len() {
            let mut flaw = report.of(&Path::default(), format!("the file has {} bytes", text.len()));
            flaw.line = Some(1);
            return Err(flaw.lawful("no more than 1 MiB (1,048,576 bytes)").clone().into());
        }
        if let Some(line) = nested_too_deep(text) {
            let flaw = report.of(&Path::default(), format!("brackets lie more than {DEEPEST} deep"));
            return Err(Flaw { line: Some(line), ..flaw }.into());
        }
        let mut root = Node::read(text).map_err(|error| Flaws::from(report.syntax(&error)))?;
        for comma in root.mend_decimal_commas() {
            let what = format!("`{}` has a comma: write {}", comma.written, comma.meant);
            let flaw = report.of(&comma.half, what).lawful(wording::POINT).clone();
            report.found.push((flaw, comma.spot()));
            report.commas.push(comma);
        }
        for (path, after) in root.take_doubled() {
            let key = path.last().map_or_else(String::new, |(step, _)| step.to_string());
            let flaw = report.of(&path, format!("the key `{key}` comes twice")).lawful("every key once").clone();
            report.found.push((flaw, Spot::Key(path, after)));
        }
        Ok((report, root))
    }

    /// Returns the error of a text that is not YAML, or is several documents.
    fn syntax(&self, error: &serde_yaml::Error) -> Flaw {
        let told = error.location().map(|place| Place { line: place.line(), column: place.column() });
        let (says, wants) = wording::syntax(&error.to_string());
        let (mut place, mut what, mut lawful) = match malformed(self.text) {
            Malformed::Syntax(place) => (Some(place), says, wants),
            Malformed::SecondDocument(place) => (Some(place), "a second document begins here", "one document a file"),
            Malformed::Sound(Some(place)) if told.is_none() => {
                (Some(place), "what is repeated by `*` repeats too much in its turn", "values written out")
            }
            Malformed::Sound(_) => (told, says, wants),
        };
        if let Some(tab) = self.tabbed(place.map_or(1, |place| place.line)) {
            (place, what, lawful) = (Some(tab), "a tab indents the line", "YAML is indented by spaces only");
        }
        let mut flaw = self.of(&Path::default(), what);
        (flaw.line, flaw.column) = place.map(|place| (place.line, place.column)).unzip();
        flaw.snippet = flaw.line.and_then(|line| self.text.lines().nth(line - 1)).map(str::to_owned);
        flaw.lawful(lawful);
        flaw
    }

    /// Returns the tab that indents this line or the line before or after.
    fn tabbed(&self, line: usize) -> Option<Place> {
        let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
        let mut near = self.text.lines().enumerate().skip(line.saturating_sub(2)).take(3);
        let (at, text) = near.find(|(_, text)| text[spaces(text)..].starts_with('\t'))?;
        Some(Place { line: at + 1, column: spaces(text) + 1 })
    }

    fn of(&self, path: &Path, what: impl Into<String>) -> Flaw {
        Flaw { file: self.file.to_owned(), path: path.to_string(), what: what.into(), ..Flaw::default() }
    }

    /// Adds an error about the value at `path`. The caller may add legal and nearest values.
    pub(super) fn flaw(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        if self.is_mended(path) {
            self.unsaid = Flaw::default();
            return &mut self.unsaid;
        }
        self.judged.push(path.clone());
        self.told(path, what)
    }

    fn told(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        self.found.push((self.of(path, what), Spot::Value(path.clone())));
        let last = self.found.len() - 1;
        &mut self.found[last].0
    }

    /// Adds an error found by the rules, unless it depends on an unreadable value.
    pub(super) fn fault(&mut self, Fault { path, rests_on, what, lawful, nearest, .. }: Fault) {
        if !rests_on.iter().any(|part| self.is_mended_within(part)) {
            let flaw = self.flaw(&path, what);
            (flaw.lawful, flaw.nearest) = (lawful, nearest);
        }
    }

    /// Returns the nearest name, unless too many were compared already.
    fn nearest(&mut self, given: &str, names: &[&str]) -> Option<String> {
        self.compared += names.len();
        if self.compared <= MOST_COMPARED { nearest(given, names.iter().copied()) } else { None }
    }

    /// Adds an error about an unknown name.
    pub(super) fn unknown<'n>(&mut self, path: &Path, kind: &str, given: &str, names: impl Iterator<Item = &'n str>) {
        let mut names: Vec<&str> = names.collect();
        let mut told = HashSet::new();
        names.retain(|name| told.insert(*name));
        let near = self.nearest(given, &names);
        self.flaw(path, format!("there is no {kind} `{given}`")).lawful(listed(&names)).nearest = near;
    }

    /// Adds an error unless the name is one of these.
    pub(super) fn known<'n, N>(&mut self, path: &Path, kind: &str, given: &str, names: N)
    where
        N: Iterator<Item = &'n str> + Clone,
    {
        if !names.clone().any(|name| name == given) {
            self.unknown(path, kind, given, names);
        }
    }

    /// Adds an error unless the figure is in the range, with the nearer end of the range.
    pub(super) fn range<T: PartialOrd + fmt::Display>(
        &mut self,
        path: &Path,
        figure: T,
        lawful: RangeInclusive<T>,
        what: impl FnOnce(&T) -> String,
    ) {
        if !lawful.contains(&figure) {
            let (from, to) = lawful.into_inner();
            let flaw = self.flaw(path, what(&figure)).lawful(format!("{from} to {to}"));
            if figure < from {
                flaw.nearest(from);
            } else if to < figure {
                flaw.nearest(to);
            }
        }
    }

    /// Adds an error if the list is longer than `most`.
    pub(super) fn no_more_than(&mut self, most: usize, there: usize, path: &Path) {
        if most < there {
            self.flaw(path, format!("the list has {there} items")).lawful(format!("no more than {most}"));
        }
    }

    /// Adds an error if the list is empty.
    pub(super) fn empty<T>(&mut self, list: &[T], path: &Path) {
        if list.is_empty() {
            self.flaw(path, "the list is empty");
        }
    }

    /// Adds a warning about a legal but doubtful value. The caller may add usual and nearest values.
    pub(super) fn warn(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        if !self.is_sound(path) {
            self.unsaid = Flaw::default();
            return &mut self.unsaid;
        }
        let warning = self.told(path, what);
        warning.doubt = true;
        warning
    }

    /// Whether a placeholder replaces the value at `path`, or a value around it.
    pub(super) fn is_mended(&self, path: &Path) -> bool {
        self.mended.iter().any(|place| path.is_within(place))
    }

    /// Whether nothing is wrong with the value itself.
    pub(super) fn is_sound(&self, path: &Path) -> bool {
        !self.is_mended(path) && !self.judged.contains(path)
    }

    /// Whether something is wrong inside the value.
    pub(super) fn is_flawed_within(&self, path: &Path) -> bool {
        self.mended.iter().chain(&self.judged).any(|place| place.is_within(path))
    }

    /// Whether a placeholder replaces the value or a part of it.
    pub(super) fn is_mended_within(&self, path: &Path) -> bool {
        self.is_mended(path) || self.mended.iter().any(|place| place.is_within(path))
    }

    /// Adds an error about a missing key.
    pub(super) fn missing(&mut self, around: &Path, key: &str) {
        if !self.is_mended(around) {
            self.told(around, format!("the key `{key}` is missing"));
        }
        self.mended.push(around.key(key));
    }

    /// Reads the value as a `T`, or reports every reason why it cannot.
    ///
    /// Parts that do not fit get placeholders, so that the rest can be checked.
    pub(super) fn typed<T: DeserializeOwned>(&mut self, node: &Node, path: &Path) -> Option<T> {
        if let Some(typed) = fitting(node) {
            return Some(typed);
        }
        if node.is_null() && path.0.is_empty() {
            self.flaw(path, "keys with values belong here");
            return None;
        }
        let read = mended::<T>(node);
        for misread in &read.faults {
            self.misread(misread, path.then(&misread.path()));
        }
        self.mended.extend(read.places.iter().map(|place| path.then(place)));
        read.value
    }

    fn misread(&mut self, misread: &Misread, path: Path) {
        let (mut what, lawful) = misread.fault.words();
        // The misfit is the real error. Do not also report the comma.
        let comma = self.commas.iter().find(|comma| comma.whole == path);
        if let (typed::Fault::Unfit { .. }, Some(comma)) = (&misread.fault, comma) {
            what = wording::unfit(&format!("`{}`", comma.written));
            self.found.retain(|(_, spot)| *spot != comma.spot());
        }
        let nearest = match &misread.fault {
            typed::Fault::UnknownKey { key: word, lawful } | typed::Fault::UnknownWord { word, lawful } => {
                self.nearest(word, lawful)
            }
            fault => fault.nearest(),
        };
        let is_key = match &misread.fault {
            typed::Fault::UnknownKey { .. } => true,
            // An enum's word that has a value is a key.
            typed::Fault::UnknownWord { word, .. } => matches!(path.last(), Some((Step::Key(key), _)) if key == word),
            typed::Fault::MissingKey(_) | typed::Fault::Unfit { .. } => false,
            typed::Fault::NoDay(_) | typed::Fault::NoTime(_) | typed::Fault::Refused(_) => false,
        };
        let spot = if is_key { Spot::Key(path.clone(), 0) } else { Spot::Value(path.clone()) };
        self.found.push((Flaw { lawful, nearest, ..self.of(&path, what) }, spot));
    }

    /// Returns the items of a list, each with its path.
    pub(super) fn items<'v>(&mut self, node: &'v Node, path: &Path) -> Vec<(&'v Node, Path)> {
        let Some(items) = node.as_list() else {
            self.flaw(path, "a list belongs here");
            return Vec::new();
        };
        items.iter().enumerate().map(|(at, item)| (item, path.at(at))).collect()
    }

    /// Reads the items of a list.
    pub(super) fn each<T: DeserializeOwned>(&mut self, node: &Node, path: &Path) -> Vec<(T, Path)> {
        let items = self.items(node, path).into_iter();
        items.filter_map(|(item, path)| Some((self.typed(item, &path)?, path))).collect()
    }

    /// Whether the file has no error yet.
    pub(super) fn clean(&self) -> bool {
        self.found.iter().all(|(flaw, _)| flaw.doubt)
    }

    /// Returns the value with its warnings, unless this file or another has errors. Errors and warnings are sorted by
    /// place.
    pub(super) fn checked<T>(mut self, value: Option<T>, others: Vec<Flaw>) -> Result<Checked<T>, Flaws> {
        // A warning may have come before an error about the same value.
        let judged = &self.judged;
        self.found.retain(|(flaw, spot)| !(flaw.doubt && matches!(spot, Spot::Value(path) if judged.contains(path))));
        let found = placed(self.text, self.found).into_iter();
        let (warnings, mut flaws): (Vec<Flaw>, Vec<Flaw>) = found.partition(|flaw| flaw.doubt);
        flaws.extend(others);
        match value {
            Some(value) if flaws.is_empty() => Ok(Checked { value, warnings }),
            Some(_) | None => Err(Flaws(flaws.into_iter().chain(warnings).collect())),
        }
    }

    /// Returns the value if the file has no error. Drops the warnings, so that no positions are computed for them.
    pub(super) fn answer<T>(mut self, value: Option<T>) -> Result<T, Flaws> {
        self.found.retain(|(flaw, _)| !flaw.doubt);
        self.checked(value, Vec::new()).map(|checked| checked.value)
    }

    /// Reports repeated ids.
    pub(super) fn twice(&mut self, kind: &str, ids: impl IntoIterator<Item = (String, Path)>) {
        let mut seen = HashSet::new();
        for (id, path) in ids {
            if seen.contains(&id) {
                self.flaw(&path, format!("the {kind} `{id}` comes twice")).lawful(format!("every {kind} once"));
            }
            seen.insert(id);
        }
    }

    /// Reports things of a list with a repeated `id`.
    pub(super) fn ids_twice<T>(&mut self, kind: &str, list: &[(T, Path)], id: impl Fn(&T) -> &str) {
        self.twice(kind, list.iter().map(|(one, path)| (id(one).to_string(), path.key("id"))));
    }

    /// Reports repeated ids of things that can be renamed, with the next free id.
    pub(super) fn twice_named(&mut self, kind: &str, ids: &[(String, Path)]) {
        let mut seen = HashSet::new();
        for (id, path) in ids {
            if !seen.insert(id) {
                let mut free = (2..).map(|number| format!("{id}-{number}"));
                let nearest = free.find(|other| ids.iter().all(|(known, _)| known != other));
                let flaw = self.flaw(path, format!("the {kind} `{id}` comes twice"));
                flaw.lawful(format!("an id of its own for every {kind}")).nearest = nearest;
            }
        }
    }
}

/// Returns the values without their paths.
pub(super) fn bare<T>(read: Vec<(T, Path)>) -> Vec<T> {
    read.into_iter().map(|(one, _)| one).collect()
}

/// Adds line, column and snippet to errors, and sorts them by position.
fn placed(text: &str, found: Vec<(Flaw, Spot)>) -> Vec<Flaw> {
    if found.is_empty() {
        return Vec::new();
    }
    let (lines, places): (Vec<&str>, Places) = (text.lines().collect(), Places::of(text));
    let placed = found.into_iter().map(|(flaw, spot)| {
        // An empty file has no document, so no position.
        let Place { line, column } = places.find(&spot).unwrap_or(Place { line: 1, column: 1 });
        let snippet = lines.get(line - 1).map(|line| (*line).to_owned());
        let meant = commas::meant(&lines, Place { line, column }).filter(|_| !flaw.doubt);
        let flaw = match meant {
            Some(meant) => {
                Flaw { what: format!("{}; write {meant} with a point, if that is meant", flaw.what), ..flaw }
            }
            None => flaw,
        };
        Flaw { line: Some(line), column: Some(column), snippet, ..flaw }
    });
    let mut flaws: Vec<Flaw> = placed.collect();
    flaws.sort_by_key(|flaw| (flaw.line, flaw.column));
    flaws
}

/// A value that is read on demand, so that an error in it does not stop the rest of the file.
///
/// A key without a value counts as omitted.
pub(super) struct Later<T>(Option<Node>, PhantomData<T>);

impl<'de, T> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(format: D) -> Result<Later<T>, D::Error> {
        Ok(Later(Option::<Told>::deserialize(format)?.map(|Told(node)| node), PhantomData))
    }
}

/// Reads a required value.
pub(super) fn there<'de, T, D: Deserializer<'de>>(format: D) -> Result<Later<T>, D::Error> {
    Node::told_by(format).map(|node| Later(Some(node), PhantomData))
}

impl<T: DeserializeOwned> Later<T> {
    /// Returns the value as the file writes it.
    pub(super) fn node(&self) -> Option<&Node> {
        self.0.as_ref()
    }

    /// Returns the value, unless it is omitted or does not fit.
    pub(super) fn read(&self, report: &mut Report, path: &Path) -> Option<T> {
        self.fitting(report, path).and_then(|node| report.typed(node, path))
    }

    /// Returns the value, unless a placeholder replaces it.
    fn fitting(&self, report: &Report, path: &Path) -> Option<&Node> {
        self.node().filter(|_| !report.is_mended(path))
    }

    /// Adds an error if the key is missing.
    pub(super) fn must(&self, report: &mut Report, path: &Path) {
        if let (None, Some((Step::Key(key), around))) = (self.node(), path.last()) {
            report.missing(&around, key);
        }
    }
}

impl<T: DeserializeOwned> Later<Vec<T>> {
    /// Reads the items of a list one by one. An omitted list is empty.
    pub(super) fn each(&self, report: &mut Report, path: &Path) -> Vec<(T, Path)> {
        self.fitting(report, path).map(|node| report.each(node, path)).unwrap_or_default()
    }

    /// Reads a list that must exist and must not be empty.
    pub(super) fn some(&self, report: &mut Report, path: &Path) -> Vec<(T, Path)> {
        self.must(report, path);
        if let Some(items) = self.fitting(report, path).and_then(Node::as_list) {
            report.empty(items, path);
        }
        self.each(report, path)
    }
}

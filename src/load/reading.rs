//! Opens a document, reads its values as types, and notes every flaw on the way with its place.
use std::{collections::HashSet, fmt, marker::PhantomData, ops::RangeInclusive};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use crate::node::Told;
use crate::places::{Malformed, Place, Places, Spot, malformed};
use crate::tree::DecimalComma;
use crate::typed::{self, Misread, fitting, mended};
use naval::model::sound::Fault;

use crate::{Checked, Flaw, Flaws, Node, Path, Step, Text, class_file::Only, commas, listed, nearest, wording};

/// The largest file that is read. (house)
const LARGEST_BYTES: usize = 1 << 20;
/// Brackets within brackets: no file of ours needs more than a few.
const DEEPEST: usize = 100;

/// Names that are compared before nearest ones are no longer told: a file of so many wrong names has one cause. (house)
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
#[derive(Default)]
pub(super) struct Report<'t> {
    file: &'t str,
    text: &'t str,
    /// Flaws, and doubts, which are warnings.
    found: Vec<(Flaw, Spot)>,
    /// Decimals with a comma that were found.
    commas: Vec<DecimalComma>,
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
    /// Reads the syntax, unless the text is one of those inside the program, which were read when it was built.
    ///
    /// # Errors
    /// What keeps the text from being one YAML document of lawful size.
    pub(super) fn open(file: &'t str, text: impl Into<Text<'t>>) -> Result<(Report<'t>, Node), Flaws> {
        Report::open_where(file, text.into(), None)
    }

    /// The same of a file of classes, where those that are not wanted may be left out: nothing stands in their places.
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

    /// What is wrong with a text that is no YAML, or more than one document of it.
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

    /// A tab that indents a line or one beside it.
    fn tabbed(&self, line: usize) -> Option<Place> {
        let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
        let mut near = self.text.lines().enumerate().skip(line.saturating_sub(2)).take(3);
        let (at, text) = near.find(|(_, text)| text[spaces(text)..].starts_with('\t'))?;
        Some(Place { line: at + 1, column: spaces(text) + 1 })
    }

    fn of(&self, path: &Path, what: impl Into<String>) -> Flaw {
        Flaw { file: self.file.to_owned(), path: path.to_string(), what: what.into(), ..Flaw::default() }
    }

    /// A flaw of the value at `path`; what is lawful and nearest may be added to it.
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

    /// A fault that the rules find too, unless it rests on something unreadable.
    pub(super) fn fault(&mut self, Fault { path, rests_on, what, lawful, nearest, .. }: Fault) {
        if !rests_on.iter().any(|part| self.is_mended_within(part)) {
            let flaw = self.flaw(&path, what);
            (flaw.lawful, flaw.nearest) = (lawful, nearest);
        }
    }

    /// The nearest of some names, as long as not too many were compared.
    fn nearest(&mut self, given: &str, names: &[&str]) -> Option<String> {
        self.compared += names.len();
        if self.compared <= MOST_COMPARED { nearest(given, names.iter().copied()) } else { None }
    }

    /// A name that is not among the lawful ones.
    pub(super) fn unknown<'n>(&mut self, path: &Path, kind: &str, given: &str, names: impl Iterator<Item = &'n str>) {
        let mut names: Vec<&str> = names.collect();
        let mut told = HashSet::new();
        names.retain(|name| told.insert(*name));
        let near = self.nearest(given, &names);
        self.flaw(path, format!("there is no {kind} `{given}`")).lawful(listed(&names)).nearest = near;
    }

    /// A name is a flaw unless it is one of these.
    pub(super) fn known<'n, N>(&mut self, path: &Path, kind: &str, given: &str, names: N)
    where
        N: Iterator<Item = &'n str> + Clone,
    {
        if !names.clone().any(|name| name == given) {
            self.unknown(path, kind, given, names);
        }
    }

    /// A figure is a flaw unless it lies in the range, whose nearer end is told.
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

    /// A list that nobody would read to its end is a flaw.
    pub(super) fn no_more_than(&mut self, most: usize, there: usize, path: &Path) {
        if most < there {
            self.flaw(path, format!("the list has {there} items")).lawful(format!("no more than {most}"));
        }
    }

    /// A list that must hold something holds nothing.
    pub(super) fn empty<T>(&mut self, list: &[T], path: &Path) {
        if list.is_empty() {
            self.flaw(path, "the list is empty");
        }
    }

    /// Lawful, but worth a second look; what is usual and nearest may be added to it.
    pub(super) fn warn(&mut self, path: &Path, what: impl Into<String>) -> &mut Flaw {
        if !self.is_sound(path) {
            self.unsaid = Flaw::default();
            return &mut self.unsaid;
        }
        let warning = self.told(path, what);
        warning.doubt = true;
        warning
    }

    /// Does something else stand in for what the file has there?
    pub(super) fn is_mended(&self, path: &Path) -> bool {
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
    pub(super) fn missing(&mut self, around: &Path, key: &str) {
        if !self.is_mended(around) {
            self.told(around, format!("the key `{key}` is missing"));
        }
        self.mended.push(around.key(key));
    }

    /// The value as a `T`; else everything that keeps it from being one.
    ///
    /// Where parts of it do not fit, others stand in for them, so that the rest can be checked.
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
        // A number with decimals is not asked for where none fits.
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
            // The word of an enum that has a value is a key.
            typed::Fault::UnknownWord { word, .. } => matches!(path.last(), Some((Step::Key(key), _)) if key == word),
            typed::Fault::MissingKey(_) | typed::Fault::Unfit { .. } => false,
            typed::Fault::NoDay(_) | typed::Fault::NoTime(_) | typed::Fault::Refused(_) => false,
        };
        let spot = if is_key { Spot::Key(path.clone(), 0) } else { Spot::Value(path.clone()) };
        self.found.push((Flaw { lawful, nearest, ..self.of(&path, what) }, spot));
    }

    /// The items of a list, each with its path.
    pub(super) fn items<'v>(&mut self, node: &'v Node, path: &Path) -> Vec<(&'v Node, Path)> {
        let Some(items) = node.as_list() else {
            self.flaw(path, "a list belongs here");
            return Vec::new();
        };
        items.iter().enumerate().map(|(at, item)| (item, path.at(at))).collect()
    }

    /// The items of a list, each read as what it is.
    pub(super) fn each<T: DeserializeOwned>(&mut self, node: &Node, path: &Path) -> Vec<(T, Path)> {
        let items = self.items(node, path).into_iter();
        items.filter_map(|(item, path)| Some((self.typed(item, &path)?, path))).collect()
    }

    /// Is everything right so far?
    pub(super) fn clean(&self) -> bool {
        self.found.iter().all(|(flaw, _)| flaw.doubt)
    }

    /// The value with its warnings, unless there are flaws, in this file or in others; all from the top of the file
    /// down.
    pub(super) fn checked<T>(mut self, value: Option<T>, others: Vec<Flaw>) -> Result<Checked<T>, Flaws> {
        // A doubt may have been told before the value was judged.
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

    /// The value, if the file had no flaw; where nobody hears warnings, no place is sought for them.
    pub(super) fn answer<T>(mut self, value: Option<T>) -> Result<T, Flaws> {
        self.found.retain(|(flaw, _)| !flaw.doubt);
        self.checked(value, Vec::new()).map(|checked| checked.value)
    }

    /// Ids that come twice in a list.
    pub(super) fn twice(&mut self, kind: &str, ids: impl IntoIterator<Item = (String, Path)>) {
        let mut seen = HashSet::new();
        for (id, path) in ids {
            if seen.contains(&id) {
                self.flaw(&path, format!("the {kind} `{id}` comes twice")).lawful(format!("every {kind} once"));
            }
            seen.insert(id);
        }
    }

    /// Things of a list whose `id` comes twice.
    pub(super) fn ids_twice<T>(&mut self, kind: &str, list: &[(T, Path)], id: impl Fn(&T) -> &str) {
        self.twice(kind, list.iter().map(|(one, path)| (id(one).to_string(), path.key("id"))));
    }

    /// The same of things that may be called otherwise: the next free id is told.
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

/// What was read, without where it stands.
pub(super) fn bare<T>(read: Vec<(T, Path)>) -> Vec<T> {
    read.into_iter().map(|(one, _)| one).collect()
}

/// The flaws with line, column and snippet, from the top of the text down.
fn placed(text: &str, found: Vec<(Flaw, Spot)>) -> Vec<Flaw> {
    if found.is_empty() {
        return Vec::new();
    }
    let (lines, places): (Vec<&str>, Places) = (text.lines().collect(), Places::of(text));
    let placed = found.into_iter().map(|(flaw, spot)| {
        // An empty file has no document, and so no place of its own.
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

/// A value that is read when it is asked for, so that a fault in it keeps nothing else of its file from being read.
///
/// A key without a value counts as left out.
pub(super) struct Later<T>(Option<Node>, PhantomData<T>);

impl<'de, T> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(format: D) -> Result<Later<T>, D::Error> {
        Ok(Later(Option::<Told>::deserialize(format)?.map(|Told(node)| node), PhantomData))
    }
}

/// Reads a value that must be there.
pub(super) fn there<'de, T, D: Deserializer<'de>>(format: D) -> Result<Later<T>, D::Error> {
    Node::told_by(format).map(|node| Later(Some(node), PhantomData))
}

impl<T: DeserializeOwned> Later<T> {
    /// The value as the file writes it.
    pub(super) fn node(&self) -> Option<&Node> {
        self.0.as_ref()
    }

    /// The value, unless it is left out or does not fit.
    pub(super) fn read(&self, report: &mut Report, path: &Path) -> Option<T> {
        self.fitting(report, path).and_then(|node| report.typed(node, path))
    }

    /// What is there, unless a stand-in is.
    fn fitting(&self, report: &Report, path: &Path) -> Option<&Node> {
        self.node().filter(|_| !report.is_mended(path))
    }

    /// A key that must be there is a flaw if it is not.
    pub(super) fn must(&self, report: &mut Report, path: &Path) {
        if let (None, Some((Step::Key(key), around))) = (self.node(), path.last()) {
            report.missing(&around, key);
        }
    }
}

impl<T: DeserializeOwned> Later<Vec<T>> {
    /// The items of a list, read one by one; none if it is left out.
    pub(super) fn each(&self, report: &mut Report, path: &Path) -> Vec<(T, Path)> {
        self.fitting(report, path).map(|node| report.each(node, path)).unwrap_or_default()
    }

    /// The same of a list that must be there and hold something.
    pub(super) fn some(&self, report: &mut Report, path: &Path) -> Vec<(T, Path)> {
        self.must(report, path);
        if let Some(items) = self.fitting(report, path).and_then(Node::as_list) {
            report.empty(items, path);
        }
        self.each(report, path)
    }
}

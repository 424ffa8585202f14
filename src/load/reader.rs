//! Opens a document, reads its values as types, and collects every error with its place. Begin with [`Report`].
use std::{collections::HashSet, fmt, marker::PhantomData, ops::RangeInclusive};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use crate::node::AnyNode;
use crate::places::{Location, PositionIndex, SyntaxFinding, TextPosition, find_syntax_error};
use crate::tree::DecimalComma;
use crate::typed::{self, LocatedMismatch, read_with_placeholders, try_read};
use naval::model::checks::SetupError;

use crate::{
    Checked, DataError, DataErrors, KeyPath, Node, SourceText, Step, class_file::ClassFilter, commas, join_names,
    nearest, plain_messages,
};

/// Size of the largest file that is read. (house)
const MAX_FILE_BYTES: usize = 1 << 20;
/// Largest depth of nested brackets. Our files need only a few.
const MAX_BRACKET_DEPTH: usize = 100;

/// After this many comparisons, nearest names are omitted: this many wrong names have one cause. (house)
const MAX_NAMES_COMPARED: usize = 500_000;

/// Returns the line where brackets nest too deep to be read in good time.
fn too_deep_line(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, line) in text.lines().enumerate() {
        for letter in line.bytes() {
            match letter {
                b'[' | b'{' if depth == MAX_BRACKET_DEPTH => return Some(index + 1),
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
    errors: Vec<(DataError, Location)>,
    commas: Vec<DecimalComma>,
    /// Paths of missing or mistyped values. Each is reported once, and its placeholder is never checked.
    placeholders: Vec<KeyPath>,
    /// Paths of values that are wrong themselves.
    wrong_values: Vec<KeyPath>,
    names_compared: usize,
    /// Receives errors about a placeholder, which are discarded.
    discarded: DataError,
}

impl<'t> Report<'t> {
    /// Parses the text. Built-in texts were parsed when the program was built.
    ///
    /// # Errors
    /// Fails if the text is not one YAML document of legal size.
    pub(super) fn parse(file: &'t str, text: impl Into<SourceText<'t>>) -> Result<(Report<'t>, Node), DataErrors> {
        Report::parse_wanted(file, text.into(), None)
    }

    /// Opens a file of classes. Classes that are not `wanted` may be read as `Null`.
    pub(super) fn parse_wanted(
        file: &'t str,
        from: SourceText<'t>,
        wanted: ClassFilter,
    ) -> Result<(Report<'t>, Node), DataErrors> {
        let text = from.text;
        let mut report = Report { file, text, ..Report::default() };
        if let Some(root) = from.compiled(wanted) {
            return Ok((report, root));
        }
        if MAX_FILE_BYTES < text.len() {
            let mut error = report.new_error(&KeyPath::default(), format!("the file has {} bytes", text.len()));
            error.line = Some(1);
            return Err(error.legal("at most 1 MiB (1,048,576 bytes)").clone().into());
        }
        if let Some(line) = too_deep_line(text) {
            let error =
                report.new_error(&KeyPath::default(), format!("brackets are more than {MAX_BRACKET_DEPTH} deep"));
            return Err(DataError { line: Some(line), ..error }.into());
        }
        let mut root = Node::read(text).map_err(|error| DataErrors::from(report.syntax_error(&error)))?;
        for comma in root.repair_decimal_commas() {
            let what = format!("`{}` has a comma: write {}", comma.written, comma.meant);
            let error = report.new_error(&comma.decimals_path, what).legal(plain_messages::DECIMAL_POINT).clone();
            report.errors.push((error, comma.location()));
            report.commas.push(comma);
        }
        for (path, earlier_count) in root.remove_duplicate_keys() {
            let key = path.last().map_or_else(String::new, |(step, _)| step.to_string());
            let error =
                report.new_error(&path, format!("the key `{key}` appears twice")).legal("every key once").clone();
            report.errors.push((error, Location::Key(path, earlier_count)));
        }
        Ok((report, root))
    }

    /// Returns the error of a text that is not YAML, or is several documents.
    fn syntax_error(&self, yaml_error: &serde_yaml::Error) -> DataError {
        let reported =
            yaml_error.location().map(|position| TextPosition { line: position.line(), column: position.column() });
        let (message, legal) = plain_messages::syntax_message(&yaml_error.to_string());
        let (mut position, mut what, mut legal) = match find_syntax_error(self.text) {
            SyntaxFinding::Syntax(position) => (Some(position), message, legal),
            SyntaxFinding::SecondDocument(position) => {
                (Some(position), "a second document begins here", "one document a file")
            }
            SyntaxFinding::Sound(Some(position)) if reported.is_none() => {
                (Some(position), "what `*` repeats contains too many repetitions itself", "values written out")
            }
            SyntaxFinding::Sound(_) => (reported, message, legal),
        };
        if let Some(tab) = self.find_tab_indent(position.map_or(1, |position| position.line)) {
            (position, what, legal) = (Some(tab), "the line is indented by a tab", "only spaces, as YAML requires");
        }
        let mut error = self.new_error(&KeyPath::default(), what);
        (error.line, error.column) = position.map(|position| (position.line, position.column)).unzip();
        error.snippet = error.line.and_then(|line| self.text.lines().nth(line - 1)).map(str::to_owned);
        error.legal(legal);
        error
    }

    /// Returns the tab that indents this line or the line before or after.
    fn find_tab_indent(&self, line: usize) -> Option<TextPosition> {
        let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
        let mut near = self.text.lines().enumerate().skip(line.saturating_sub(2)).take(3);
        let (index, text) = near.find(|(_, text)| text[spaces(text)..].starts_with('\t'))?;
        Some(TextPosition { line: index + 1, column: spaces(text) + 1 })
    }

    fn new_error(&self, path: &KeyPath, what: impl Into<String>) -> DataError {
        DataError { file: self.file.to_owned(), path: path.to_string(), what: what.into(), ..DataError::default() }
    }

    /// Adds an error about the value at `path`. The caller may add legal and nearest values.
    pub(super) fn add_error(&mut self, path: &KeyPath, what: impl Into<String>) -> &mut DataError {
        if self.has_placeholder(path) {
            self.discarded = DataError::default();
            return &mut self.discarded;
        }
        self.wrong_values.push(path.clone());
        self.push_error(path, what)
    }

    fn push_error(&mut self, path: &KeyPath, what: impl Into<String>) -> &mut DataError {
        self.errors.push((self.new_error(path, what), Location::Value(path.clone())));
        let last = self.errors.len() - 1;
        &mut self.errors[last].0
    }

    /// Adds an error found by the rules, unless it depends on an unreadable value.
    pub(super) fn add_check_error(&mut self, SetupError { path, depends_on, message, legal, nearest, .. }: SetupError) {
        if !depends_on.iter().any(|part| self.has_placeholder_within(part)) {
            let error = self.add_error(&path, message);
            (error.legal, error.nearest) = (legal, nearest);
        }
    }

    /// Returns the nearest name, unless too many were compared already.
    fn nearest(&mut self, given: &str, names: &[&str]) -> Option<String> {
        self.names_compared += names.len();
        if self.names_compared <= MAX_NAMES_COMPARED { nearest(given, names.iter().copied()) } else { None }
    }

    pub(super) fn add_unknown_name<'n>(
        &mut self,
        path: &KeyPath,
        kind: &str,
        given: &str,
        names: impl Iterator<Item = &'n str>,
    ) {
        let mut names: Vec<&str> = names.collect();
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(*name));
        let near = self.nearest(given, &names);
        self.add_error(path, format!("there is no {kind} `{given}`")).legal(join_names(&names)).nearest = near;
    }

    pub(super) fn require_known<'n, N>(&mut self, path: &KeyPath, kind: &str, given: &str, names: N)
    where
        N: Iterator<Item = &'n str> + Clone,
    {
        if !names.clone().any(|name| name == given) {
            self.add_unknown_name(path, kind, given, names);
        }
    }

    /// Adds an error unless the figure is in the range, with the nearer end of the range.
    pub(super) fn require_in_range<T: PartialOrd + fmt::Display>(
        &mut self,
        path: &KeyPath,
        figure: T,
        legal: RangeInclusive<T>,
        what: impl FnOnce(&T) -> String,
    ) {
        if !legal.contains(&figure) {
            let (from, to) = legal.into_inner();
            let error = self.add_error(path, what(&figure)).legal(format!("{from} to {to}"));
            if figure < from {
                error.nearest(from);
            } else if to < figure {
                error.nearest(to);
            }
        }
    }

    pub(super) fn require_at_most(&mut self, most: usize, count: usize, path: &KeyPath) {
        if most < count {
            self.add_error(path, format!("the list has {count} items")).legal(format!("at most {most}"));
        }
    }

    pub(super) fn require_items<T>(&mut self, list: &[T], path: &KeyPath) {
        if list.is_empty() {
            self.add_error(path, "the list is empty");
        }
    }

    /// Adds a warning about a legal but doubtful value. The caller may add usual and nearest values.
    pub(super) fn add_warning(&mut self, path: &KeyPath, what: impl Into<String>) -> &mut DataError {
        if !self.is_sound(path) {
            self.discarded = DataError::default();
            return &mut self.discarded;
        }
        let warning = self.push_error(path, what);
        warning.is_warning = true;
        warning
    }

    /// Whether a placeholder replaces the value at `path`, or a value around it.
    pub(super) fn has_placeholder(&self, path: &KeyPath) -> bool {
        self.placeholders.iter().any(|place| path.is_within(place))
    }

    /// Whether nothing is wrong with the value itself.
    pub(super) fn is_sound(&self, path: &KeyPath) -> bool {
        !self.has_placeholder(path) && !self.wrong_values.contains(path)
    }

    pub(super) fn has_error_within(&self, path: &KeyPath) -> bool {
        self.placeholders.iter().chain(&self.wrong_values).any(|place| place.is_within(path))
    }

    /// Whether a placeholder replaces the value or a part of it.
    pub(super) fn has_placeholder_within(&self, path: &KeyPath) -> bool {
        self.has_placeholder(path) || self.placeholders.iter().any(|place| place.is_within(path))
    }

    pub(super) fn add_missing_key(&mut self, parent: &KeyPath, key: &str) {
        if !self.has_placeholder(parent) {
            self.push_error(parent, format!("the key `{key}` is missing"));
        }
        self.placeholders.push(parent.key(key));
    }

    /// Reads the value as a `T`. Reports each part that does not fit, and puts a placeholder there to check the rest.
    /// Returns `None` if no placeholder works.
    pub(super) fn read_typed<T: DeserializeOwned>(&mut self, node: &Node, path: &KeyPath) -> Option<T> {
        if let Some(typed) = try_read(node) {
            return Some(typed);
        }
        if node.is_null() && path.0.is_empty() {
            self.add_error(path, "keys with values are needed here");
            return None;
        }
        let read = read_with_placeholders::<T>(node);
        for mismatch in &read.mismatches {
            self.add_mismatch(mismatch, path.join(&mismatch.path()));
        }
        self.placeholders.extend(read.placeholders.iter().map(|place| path.join(place)));
        read.value
    }

    fn add_mismatch(&mut self, mismatch: &LocatedMismatch, path: KeyPath) {
        let (mut what, legal) = mismatch.mismatch.describe();
        // The mismatch is the real error. Do not also report the comma.
        let comma = self.commas.iter().find(|comma| comma.number_path == path);
        if let (typed::TypeMismatch::WrongType { .. }, Some(comma)) = (&mismatch.mismatch, comma) {
            what = plain_messages::mismatch_message(&format!("`{}`", comma.written));
            self.errors.retain(|(_, location)| *location != comma.location());
        }
        let nearest = match &mismatch.mismatch {
            typed::TypeMismatch::UnknownKey { key: word, legal } | typed::TypeMismatch::UnknownWord { word, legal } => {
                self.nearest(word, legal)
            }
            error => error.nearest(),
        };
        let is_key = match &mismatch.mismatch {
            typed::TypeMismatch::UnknownKey { .. } => true,
            // An enum's word that has a value is a key.
            typed::TypeMismatch::UnknownWord { word, .. } => {
                matches!(path.last(), Some((Step::Key(key), _)) if key == word)
            }
            typed::TypeMismatch::MissingKey(_) | typed::TypeMismatch::WrongType { .. } => false,
            typed::TypeMismatch::NotADate(_) | typed::TypeMismatch::NotATime(_) | typed::TypeMismatch::Refused(_) => {
                false
            }
        };
        let location = if is_key { Location::Key(path.clone(), 0) } else { Location::Value(path.clone()) };
        self.errors.push((DataError { legal, nearest, ..self.new_error(&path, what) }, location));
    }

    pub(super) fn read_items<'v>(&mut self, node: &'v Node, path: &KeyPath) -> Vec<(&'v Node, KeyPath)> {
        let Some(items) = node.as_list() else {
            self.add_error(path, "a list is needed here");
            return Vec::new();
        };
        items.iter().enumerate().map(|(index, item)| (item, path.at(index))).collect()
    }

    pub(super) fn read_each<T: DeserializeOwned>(&mut self, node: &Node, path: &KeyPath) -> Vec<(T, KeyPath)> {
        let items = self.read_items(node, path).into_iter();
        items.filter_map(|(item, path)| Some((self.read_typed(item, &path)?, path))).collect()
    }

    pub(super) fn has_no_errors(&self) -> bool {
        self.errors.iter().all(|(error, _)| error.is_warning)
    }

    /// Returns the value with its warnings, unless this file or another has errors. Both are sorted by place.
    pub(super) fn into_checked<T>(
        mut self,
        value: Option<T>,
        other_errors: Vec<DataError>,
    ) -> Result<Checked<T>, DataErrors> {
        // A warning may have come before an error about the same value.
        let wrong_values = &self.wrong_values;
        self.errors.retain(|(error, location)| {
            !(error.is_warning && matches!(location, Location::Value(path) if wrong_values.contains(path)))
        });
        let found = with_positions(self.text, self.errors).into_iter();
        let (warnings, mut errors): (Vec<DataError>, Vec<DataError>) = found.partition(|error| error.is_warning);
        errors.extend(other_errors);
        match value {
            Some(value) if errors.is_empty() => Ok(Checked { value, warnings }),
            Some(_) | None => Err(DataErrors(errors.into_iter().chain(warnings).collect())),
        }
    }

    /// Returns the value if the file has no error. Drops the warnings, so that no positions are computed for them.
    pub(super) fn into_result<T>(mut self, value: Option<T>) -> Result<T, DataErrors> {
        self.errors.retain(|(error, _)| !error.is_warning);
        self.into_checked(value, Vec::new()).map(|checked| checked.value)
    }

    pub(super) fn report_duplicates(&mut self, kind: &str, ids: impl IntoIterator<Item = (String, KeyPath)>) {
        let mut seen = HashSet::new();
        for (id, path) in ids {
            if seen.contains(&id) {
                self.add_error(&path, format!("the {kind} `{id}` appears twice")).legal(format!("every {kind} once"));
            }
            seen.insert(id);
        }
    }

    pub(super) fn report_duplicate_ids<T>(&mut self, kind: &str, list: &[(T, KeyPath)], id: impl Fn(&T) -> &str) {
        self.report_duplicates(kind, list.iter().map(|(entry, path)| (id(entry).to_string(), path.key("id"))));
    }

    /// Reports repeated ids of things that can be renamed, with the next free id.
    pub(super) fn report_duplicate_names(&mut self, kind: &str, ids: &[(String, KeyPath)]) {
        let mut seen = HashSet::new();
        for (id, path) in ids {
            if !seen.insert(id) {
                let mut free = (2..).map(|number| format!("{id}-{number}"));
                let nearest = free.find(|other| ids.iter().all(|(known, _)| known != other));
                let error = self.add_error(path, format!("the {kind} `{id}` appears twice"));
                error.legal(format!("a different id for every {kind}")).nearest = nearest;
            }
        }
    }
}

pub(super) fn without_paths<T>(read: Vec<(T, KeyPath)>) -> Vec<T> {
    read.into_iter().map(|(value, _)| value).collect()
}

/// Adds line, column and snippet to errors, and sorts them by position.
fn with_positions(text: &str, found: Vec<(DataError, Location)>) -> Vec<DataError> {
    if found.is_empty() {
        return Vec::new();
    }
    let (lines, places): (Vec<&str>, PositionIndex) = (text.lines().collect(), PositionIndex::parse(text));
    let placed = found.into_iter().map(|(error, location)| {
        // An empty file has no document, so no position.
        let TextPosition { line, column } =
            places.position_of(&location).unwrap_or(TextPosition { line: 1, column: 1 });
        let snippet = lines.get(line - 1).map(|line| (*line).to_owned());
        let suggested_decimal =
            commas::suggested_decimal(&lines, TextPosition { line, column }).filter(|_| !error.is_warning);
        let error = match suggested_decimal {
            Some(meant) => {
                DataError { what: format!("{}: write {meant} with a point, if you mean that", error.what), ..error }
            }
            None => error,
        };
        DataError { line: Some(line), column: Some(column), snippet, ..error }
    });
    let mut errors: Vec<DataError> = placed.collect();
    errors.sort_by_key(|error| (error.line, error.column));
    errors
}

/// A value that is read on demand, so that an error in it does not stop the rest of the file.
/// A key without a value counts as omitted.
pub(super) struct Deferred<T>(Option<Node>, PhantomData<T>);

impl<'de, T> Deserialize<'de> for Deferred<T> {
    fn deserialize<D: Deserializer<'de>>(format: D) -> Result<Deferred<T>, D::Error> {
        Ok(Deferred(Option::<AnyNode>::deserialize(format)?.map(|AnyNode(node)| node), PhantomData))
    }
}

pub(super) fn required<'de, T, D: Deserializer<'de>>(format: D) -> Result<Deferred<T>, D::Error> {
    Node::from_deserializer(format).map(|node| Deferred(Some(node), PhantomData))
}

impl<T: DeserializeOwned> Deferred<T> {
    pub(super) fn node(&self) -> Option<&Node> {
        self.0.as_ref()
    }

    /// Returns the value, or `None` if it is omitted or cannot be read even with placeholders.
    pub(super) fn read(&self, report: &mut Report, path: &KeyPath) -> Option<T> {
        self.readable_node(report, path).and_then(|node| report.read_typed(node, path))
    }

    /// Returns the value, unless a placeholder replaces it.
    fn readable_node(&self, report: &Report, path: &KeyPath) -> Option<&Node> {
        self.node().filter(|_| !report.has_placeholder(path))
    }

    pub(super) fn require(&self, report: &mut Report, path: &KeyPath) {
        if let (None, Some((Step::Key(key), parent))) = (self.node(), path.last()) {
            report.add_missing_key(&parent, key);
        }
    }
}

impl<T: DeserializeOwned> Deferred<Vec<T>> {
    /// Reads the items of a list one by one. An omitted list is empty.
    pub(super) fn read_items(&self, report: &mut Report, path: &KeyPath) -> Vec<(T, KeyPath)> {
        self.readable_node(report, path).map(|node| report.read_each(node, path)).unwrap_or_default()
    }

    /// Reads a list that must exist and must not be empty.
    pub(super) fn read_nonempty(&self, report: &mut Report, path: &KeyPath) -> Vec<(T, KeyPath)> {
        self.require(report, path);
        if let Some(items) = self.readable_node(report, path).and_then(Node::as_list) {
            report.require_items(items, path);
        }
        self.read_items(report, path)
    }
}

//! Gives flaws their lines, all of them in one reading of the text where it is plainly written.
use std::collections::{HashMap, hash_map::Entry};

use serde_yaml::Value;

use super::{
    flaw::Flaw,
    place::{self, Path},
    plain::{Mark, marked},
};

/// Of a text that is not plainly written, so many places are sought: each costs a reading of it.
const MOST_SOUGHT: usize = 200;
/// So many bytes are read over again for that, or few more. [house]
const MOST_READ: usize = 4 << 20;

/// What of a document a flaw points at.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Spot {
    Value(Path),
    /// The key that the path ends with.
    Key(Path),
    /// The same, where it comes again.
    SecondKey(Path),
}

impl Spot {
    pub(super) fn path(&self) -> &Path {
        match self {
            Spot::Value(path) | Spot::Key(path) | Spot::SecondKey(path) => path,
        }
    }

    fn sought(&self, text: &str) -> Option<(usize, usize)> {
        match self {
            Spot::Value(path) => place::of_value(text, path),
            Spot::Key(path) => place::of_key(text, path),
            Spot::SecondKey(path) => place::of_second_key(text, path),
        }
    }
}

/// The flaws with line, column and snippet, from the top of the text down.
pub(super) fn placed(text: &str, found: Vec<(Flaw, Spot)>) -> Vec<Flaw> {
    if found.is_empty() {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    let marks = marked(text).map(|(root, marks)| Marks::of(text, &root, &marks, found.iter().map(|(_, spot)| spot)));
    let most = MOST_SOUGHT.min(MOST_READ / text.len().max(1) + 1);
    let mut sought: HashMap<Spot, Option<(usize, usize)>> = HashMap::new();
    let mut position = |spot: Spot| match &marks {
        Some(marks) => marks.position(&spot),
        None => {
            let is_enough = sought.len() == most;
            match sought.entry(spot) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(_) if is_enough => None,
                Entry::Vacant(new) => {
                    let place = new.key().sought(text);
                    *new.insert(place)
                }
            }
        }
    };
    let mut flaws: Vec<Flaw> = Vec::with_capacity(found.len());
    for (flaw, spot) in found {
        let (line, column) = position(spot).unzip();
        let snippet = line.and_then(|line: usize| lines.get(line - 1)).map(|line| (*line).to_owned());
        flaws.push(Flaw { line, column, snippet, ..flaw });
    }
    flaws.sort_by_key(|flaw| (flaw.line, flaw.column));
    flaws
}

/// Where the paths that are sought stand in a plainly written text.
struct Marks<'t> {
    text: &'t str,
    line_begins: Vec<usize>,
    of: HashMap<Path, Option<Mark>>,
}

impl<'t> Marks<'t> {
    fn of<'s>(text: &'t str, root: &Value, marks: &[Mark], spots: impl Iterator<Item = &'s Spot>) -> Marks<'t> {
        let line_begins = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut sought = Marks { text, line_begins, of: spots.map(|spot| (spot.path().clone(), None)).collect() };
        sought.walk(root, &Path::default(), &mut marks.iter().copied());
        sought
    }

    /// Marks stand in the order in which values begin.
    fn walk(&mut self, value: &Value, path: &Path, marks: &mut impl Iterator<Item = Mark>) {
        let mark = marks.next();
        if let Some(found) = self.of.get_mut(path) {
            *found = mark;
        }
        match value {
            Value::Sequence(items) => {
                items.iter().enumerate().for_each(|(at, item)| self.walk(item, &path.at(at), marks));
            }
            Value::Mapping(map) => {
                map.iter().for_each(|(key, item)| self.walk(item, &path.key(key.as_str().unwrap_or_default()), marks));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Tagged(_) => {}
        }
    }

    fn position(&self, spot: &Spot) -> Option<(usize, usize)> {
        let mark = (*self.of.get(spot.path())?)?;
        let at = match spot {
            Spot::Value(_) => mark.value,
            Spot::Key(_) => mark.key?,
            Spot::SecondKey(_) => return None,
        };
        let line = self.line_begins.partition_point(|begin| *begin <= at);
        let column = self.text[self.line_begins[line - 1]..at].chars().count() + 1;
        Some((line, column))
    }
}

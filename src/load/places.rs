//! Finds the positions of values in a YAML text, and its syntax errors, with `saphyr-parser`.
//!
//! `serde_yaml` reads values but not their positions. This parser runs only if a position is needed.
use std::collections::HashMap;

use saphyr_parser::{Event, Marker, Parser, ScanError, Span};

use crate::{Path, Step};

/// A line and column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl From<&Marker> for Place {
    fn from(marker: &Marker) -> Place {
        Place { line: marker.line(), column: marker.col() + 1 }
    }
}

/// The part of a document that an error points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    Value(Path),
    /// The last key of the path. If it is repeated, the number of earlier ones.
    Key(Path, usize),
}

/// The positions of everything in a text. Empty if the text cannot be parsed.
pub(super) struct Places(Option<Stand>);

/// Position of a value and of everything inside it.
#[derive(Clone, Debug)]
struct Stand {
    at: Place,
    inside: Inside,
}

#[derive(Clone, Debug)]
enum Inside {
    Nothing,
    Items(Vec<Stand>),
    /// Entries by key, one for each time the key appears.
    Entries(HashMap<String, Vec<Entry>>),
    /// A `*` alias of a value elsewhere.
    Repeated,
}

#[derive(Clone, Debug)]
struct Entry {
    key: Place,
    value: Stand,
}

impl Places {
    /// Finds the positions in a text of one document.
    pub(super) fn of(text: &str) -> Places {
        let mut events = Parser::new_from_str(text);
        let begins = |event: &Event| {
            !matches!(event, Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_))
        };
        let first = events.by_ref().map_while(Result::ok).find(|(event, _)| begins(event));
        Places(first.and_then(|first| stand(first, &mut events)))
    }

    /// Returns the position of a spot, if it exists.
    pub(super) fn find(&self, spot: &Spot) -> Option<Place> {
        let root = self.0.as_ref()?;
        match spot {
            Spot::Value(path) => Some(root.within(&path.0)?.at),
            Spot::Key(path, after) => {
                let (key, around) = path.last()?;
                let around = root.within(&around.0)?;
                match (&around.inside, key) {
                    // A number as a key has several spellings. If none is found, use the map's position.
                    (Inside::Entries(entries), Step::Key(key)) => {
                        let known = entries.get(key).or_else(|| same_number(entries, key));
                        Some(known.and_then(|times| times.get(*after)).map_or(around.at, |entry| entry.key))
                    }
                    (Inside::Repeated, Step::Key(_)) => Some(around.at),
                    (Inside::Nothing | Inside::Items(_), _) | (_, Step::At(_)) => None,
                }
            }
        }
    }
}

/// Returns entries whose key is the same number written differently: `5.50` for 5.5.
fn same_number<'e>(entries: &'e HashMap<String, Vec<Entry>>, key: &str) -> Option<&'e Vec<Entry>> {
    let number: f64 = key.parse().ok()?;
    entries.iter().find(|(written, _)| written.parse() == Ok(number)).map(|(_, times)| times)
}

impl Stand {
    fn within(&self, steps: &[Step]) -> Option<&Stand> {
        let Some((step, rest)) = steps.split_first() else { return Some(self) };
        match (&self.inside, step) {
            (Inside::Items(items), Step::At(index)) => items.get(*index)?.within(rest),
            (Inside::Entries(entries), Step::Key(key)) => entries.get(key)?.first()?.value.within(rest),
            (Inside::Repeated, _) => Some(self),
            (Inside::Nothing | Inside::Items(_) | Inside::Entries(_), _) => None,
        }
    }
}

/// Reads a value from its first event to its last.
fn stand<'t>(
    (event, span): (Event<'t>, Span),
    events: &mut impl Iterator<Item = Result<(Event<'t>, Span), ScanError>>,
) -> Option<Stand> {
    let inside = match event {
        Event::Scalar(..) => Inside::Nothing,
        Event::Alias(_) => Inside::Repeated,
        Event::SequenceStart(..) => {
            let mut items = Vec::new();
            loop {
                match events.next()?.ok()? {
                    (Event::SequenceEnd, _) => break Inside::Items(items),
                    item => items.push(stand(item, events)?),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut entries: HashMap<String, Vec<Entry>> = HashMap::new();
            loop {
                let key = match events.next()?.ok()? {
                    (Event::MappingEnd, _) => break Inside::Entries(entries),
                    key => key,
                };
                let name = if let Event::Scalar(words, ..) = &key.0 { words.to_string() } else { String::new() };
                let place = stand(key, events)?.at;
                let value = stand(events.next()?.ok()?, events)?;
                entries.entry(name).or_default().push(Entry { key: place, value });
            }
        }
        _ => return None,
    };
    Some(Stand { at: Place::from(&span.start), inside })
}

/// Why a text is not one YAML document.
pub(super) enum Malformed {
    /// Position of the syntax error.
    Syntax(Place),
    SecondDocument(Place),
    /// The syntax is correct. Position of the last `*` alias, if any.
    Sound(Option<Place>),
}

/// Finds the error in a text that `serde_yaml` has refused.
pub(super) fn malformed(text: &str) -> Malformed {
    let (mut documents, mut repeats) = (0, None);
    for event in Parser::new_from_str(text) {
        match event {
            Err(error) => return Malformed::Syntax(Place::from(error.marker())),
            Ok((Event::DocumentStart(_), span)) if documents == 1 => {
                return Malformed::SecondDocument(Place::from(&span.start));
            }
            Ok((Event::DocumentStart(_), _)) => documents += 1,
            Ok((Event::Alias(_), span)) => repeats = Some(Place::from(&span.start)),
            Ok(_) => {}
        }
    }
    Malformed::Sound(repeats)
}

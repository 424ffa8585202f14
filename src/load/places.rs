//! Finds the positions of values in a YAML text, and its syntax errors, with `saphyr-parser`.
//!
//! `serde_yaml` reads values but not their positions. This parser runs only if a position is needed.
use std::collections::HashMap;

use saphyr_parser::{Event, Marker, Parser, ScanError, Span};

use crate::{KeyPath, Step};

/// A line and column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TextPosition {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl From<&Marker> for TextPosition {
    fn from(marker: &Marker) -> TextPosition {
        TextPosition { line: marker.line(), column: marker.col() + 1 }
    }
}

/// The part of a document that an error points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Location {
    Value(KeyPath),
    /// The last key of the path, and how many equal keys come before it.
    Key(KeyPath, usize),
}

/// The positions of everything in a text. Empty if the text cannot be parsed.
pub(super) struct PositionIndex(Option<PositionNode>);

/// Position of a value and of everything inside it.
#[derive(Clone, Debug)]
struct PositionNode {
    position: TextPosition,
    contents: Contents,
}

#[derive(Clone, Debug)]
enum Contents {
    Nothing,
    Items(Vec<PositionNode>),
    /// Entries by key, one for each time the key appears.
    Entries(HashMap<String, Vec<PositionEntry>>),
    /// A `*` alias of a value elsewhere.
    Repeated,
}

#[derive(Clone, Debug)]
struct PositionEntry {
    key: TextPosition,
    value: PositionNode,
}

impl PositionIndex {
    /// Finds the positions in a text of one document.
    pub(super) fn parse(text: &str) -> PositionIndex {
        let mut events = Parser::new_from_str(text);
        let begins = |event: &Event| {
            !matches!(event, Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_))
        };
        let first = events.by_ref().map_while(Result::ok).find(|(event, _)| begins(event));
        PositionIndex(first.and_then(|first| read_position(first, &mut events)))
    }

    pub(super) fn position_of(&self, location: &Location) -> Option<TextPosition> {
        let root = self.0.as_ref()?;
        match location {
            Location::Value(path) => Some(root.descend(&path.0)?.position),
            Location::Key(path, earlier) => {
                let (key, parent) = path.last()?;
                let parent = root.descend(&parent.0)?;
                match (&parent.contents, key) {
                    // A number as a key has several spellings. If none is found, use the map's position.
                    (Contents::Entries(entries), Step::Key(key)) => {
                        let known = entries.get(key).or_else(|| same_number(entries, key));
                        Some(known.and_then(|found| found.get(*earlier)).map_or(parent.position, |entry| entry.key))
                    }
                    (Contents::Repeated, Step::Key(_)) => Some(parent.position),
                    (Contents::Nothing | Contents::Items(_), _) | (_, Step::At(_)) => None,
                }
            }
        }
    }
}

/// Returns entries whose key is the same number written differently: `5.50` for 5.5.
fn same_number<'e>(entries: &'e HashMap<String, Vec<PositionEntry>>, key: &str) -> Option<&'e Vec<PositionEntry>> {
    let number: f64 = key.parse().ok()?;
    entries.iter().find(|(written, _)| written.parse() == Ok(number)).map(|(_, found)| found)
}

impl PositionNode {
    fn descend(&self, steps: &[Step]) -> Option<&PositionNode> {
        let Some((step, inner_steps)) = steps.split_first() else { return Some(self) };
        match (&self.contents, step) {
            (Contents::Items(items), Step::At(index)) => items.get(*index)?.descend(inner_steps),
            (Contents::Entries(entries), Step::Key(key)) => entries.get(key)?.first()?.value.descend(inner_steps),
            (Contents::Repeated, _) => Some(self),
            (Contents::Nothing | Contents::Items(_) | Contents::Entries(_), _) => None,
        }
    }
}

/// Reads a value from its first event to its last.
fn read_position<'t>(
    (event, span): (Event<'t>, Span),
    events: &mut impl Iterator<Item = Result<(Event<'t>, Span), ScanError>>,
) -> Option<PositionNode> {
    let inside = match event {
        Event::Scalar(..) => Contents::Nothing,
        Event::Alias(_) => Contents::Repeated,
        Event::SequenceStart(..) => {
            let mut items = Vec::new();
            loop {
                match events.next()?.ok()? {
                    (Event::SequenceEnd, _) => break Contents::Items(items),
                    item => items.push(read_position(item, events)?),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut entries: HashMap<String, Vec<PositionEntry>> = HashMap::new();
            loop {
                let key = match events.next()?.ok()? {
                    (Event::MappingEnd, _) => break Contents::Entries(entries),
                    key => key,
                };
                let name = if let Event::Scalar(words, ..) = &key.0 { words.to_string() } else { String::new() };
                let place = read_position(key, events)?.position;
                let value = read_position(events.next()?.ok()?, events)?;
                entries.entry(name).or_default().push(PositionEntry { key: place, value });
            }
        }
        _ => return None,
    };
    Some(PositionNode { position: TextPosition::from(&span.start), contents: inside })
}

/// What the parser finds in a text that `serde_yaml` has refused.
pub(super) enum SyntaxFinding {
    Syntax(TextPosition),
    SecondDocument(TextPosition),
    /// The syntax is correct. Position of the last `*` alias, if any.
    Sound(Option<TextPosition>),
}

/// Finds why `serde_yaml` refused a text that `serde_yaml` has refused.
pub(super) fn find_syntax_error(text: &str) -> SyntaxFinding {
    let (mut documents, mut last_alias) = (0, None);
    for event in Parser::new_from_str(text) {
        match event {
            Err(error) => return SyntaxFinding::Syntax(TextPosition::from(error.marker())),
            Ok((Event::DocumentStart(_), span)) if documents == 1 => {
                return SyntaxFinding::SecondDocument(TextPosition::from(&span.start));
            }
            Ok((Event::DocumentStart(_), _)) => documents += 1,
            Ok((Event::Alias(_), span)) => last_alias = Some(TextPosition::from(&span.start)),
            Ok(_) => {}
        }
    }
    SyntaxFinding::Sound(last_alias)
}

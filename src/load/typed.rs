//! Reads a value as a type and goes on where something does not fit: a stand-in takes its place, so that one reading
//! finds every fault.
//!
//! What is read so is good for further checks alone: a file with a fault is never answered with a value.
use std::{fmt, slice};

use serde::de::{
    DeserializeOwned, DeserializeSeed, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::{Deserializer, de::value::MapAccessDeserializer, forward_to_deserialize_any};

use crate::{Node, Path, Step, listed};

/// Stand-ins that are tried in one value before it is given up.
const MOST_ROUNDS: usize = 1000;

/// What of a value does not fit its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// The keys of the type are others.
    UnknownKey { key: String, lawful: &'static [&'static str] },
    /// A key that the type needs is not there.
    MissingKey(String),
    /// The words of the type are others.
    UnknownWord { word: String, lawful: &'static [&'static str] },
    /// Something else than what the type expects.
    Unfit { found: String, wanted: String },
    /// In the words of the type, and what it expects.
    Refused { says: String, wanted: Option<String> },
}

impl Fault {
    /// What is wrong and what is lawful, said to a person.
    pub(super) fn words(&self) -> (String, Option<String>) {
        match self {
            Fault::UnknownKey { key, lawful } => (format!("unknown key `{key}`"), listed_if_any(lawful)),
            Fault::MissingKey(key) => (format!("the key `{key}` is missing"), None),
            Fault::UnknownWord { word, lawful } => (format!("unknown word `{word}`"), listed_if_any(lawful)),
            Fault::Unfit { found, wanted } => (format!("{found} does not fit here"), Some(plain(wanted))),
            Fault::Refused { says, wanted } => match wanted.as_deref() {
                Some("a formatted date string" | "a formatted time string") => {
                    let lawful = "a date such as 1904-08-14, or a time such as \"05:23\"";
                    ("this is no date or time".to_owned(), Some(lawful.to_owned()))
                }
                Some(_) | None => (says.clone(), None),
            },
        }
    }
}

fn listed_if_any(names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| listed(names))
}

/// What a type expects, said to a person.
fn plain(wanted: &str) -> String {
    let plain = match wanted {
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "a sequence" => "a list",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" => "words",
        other if other.starts_with("struct ") => "keys with values",
        other => other,
    };
    plain.to_owned()
}

/// A fault, and where it is in the value that was read; of a missing key the keys around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misread {
    pub(super) fault: Fault,
    /// From the inside out.
    steps: Vec<Step>,
}

impl Misread {
    fn of(fault: Fault) -> Misread {
        Misread { fault, steps: Vec::new() }
    }
    fn inside(mut self, step: Step) -> Misread {
        self.steps.push(step);
        self
    }
    fn under(mut self, key: &Node) -> Misread {
        self.steps.extend(key.key().map(|key| Step::Key(key.into_owned())));
        self
    }
    pub(super) fn path(&self) -> Path {
        Path(self.steps.iter().rev().cloned().collect())
    }
    /// The place that must become another before the value can be read.
    fn culprit(&self) -> Path {
        if let Fault::MissingKey(key) = &self.fault { self.path().key(key) } else { self.path() }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault.words().0)
    }
}
impl std::error::Error for Misread {}

impl Error for Misread {
    fn custom<T: fmt::Display>(says: T) -> Misread {
        Misread::of(Fault::Refused { says: says.to_string(), wanted: None })
    }
    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Misread {
        Misread::of(Fault::Unfit { found: found.to_string(), wanted: wanted.to_string() })
    }
    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Misread {
        Misread::invalid_type(found, wanted)
    }
    fn unknown_variant(word: &str, lawful: &'static [&'static str]) -> Misread {
        Misread::of(Fault::UnknownWord { word: word.to_owned(), lawful })
    }
    fn unknown_field(key: &str, lawful: &'static [&'static str]) -> Misread {
        Misread::of(Fault::UnknownKey { key: key.to_owned(), lawful })
    }
    fn missing_field(key: &'static str) -> Misread {
        Misread::of(Fault::MissingKey(key.to_owned()))
    }
}

/// The value as a `T`, if it is one.
pub(super) fn fitting<T: DeserializeOwned>(node: &Node) -> Option<T> {
    T::deserialize(Reader { node, telling: false }).ok()
}

/// The value as a `T`, or the first thing in it that does not fit.
pub(super) fn typed<T: DeserializeOwned>(node: &Node) -> Result<T, Misread> {
    T::deserialize(Reader { node, telling: true })
}

/// A value read in spite of its faults.
pub(super) struct Mended<T> {
    /// None when no stand-in serves.
    pub(super) value: Option<T>,
    pub(super) faults: Vec<Misread>,
    /// Where stand-ins are: nothing there is to be judged again.
    pub(super) places: Vec<Path>,
}

/// Reads a `T`, fault by fault.
pub(super) fn mended<T: DeserializeOwned>(node: &Node) -> Mended<T> {
    let mut root = node.clone();
    let mut faults: Vec<Misread> = Vec::new();
    // Every place that was tried, once for each stand-in there.
    let mut tried: Vec<Path> = Vec::new();
    let mut value = None;
    for _ in 0..MOST_ROUNDS {
        let misread = match typed::<T>(&root) {
            Ok(read) => {
                value = Some(read);
                break;
            }
            Err(misread) => misread,
        };
        let place = misread.culprit();
        let round = tried.iter().filter(|known| **known == place).count();
        if !tried.iter().any(|known| place.is_within(known)) {
            faults.push(misread.clone());
        }
        tried.push(place.clone());
        if !mend(&mut root, &place, &misread.fault, round) {
            break;
        }
    }
    Mended { value, faults, places: tried }
}

/// Puts something else there, or takes away what nobody knows; was there anything to try?
fn mend(root: &mut Node, place: &Path, fault: &Fault, round: usize) -> bool {
    let stand_in = match fault {
        Fault::UnknownKey { .. } => return take_away(root, place),
        Fault::UnknownWord { lawful, .. } => lawful.first().map(|word| Node::Words((*word).into())),
        Fault::MissingKey(_) | Fault::Unfit { .. } | Fault::Refused { .. } => stand_in(round),
    };
    let put = stand_in.zip(place_of(root, place)).map(|(stand_in, slot)| *slot = stand_in);
    put.is_some()
}

/// Something that may fit where the last thing did not: one kind of value after another, and what reads itself from words.
fn stand_in(round: usize) -> Option<Node> {
    let words = |words: &'static str| Node::Words(words.into());
    let things = [
        Node::Count(1),
        words(""),
        Node::List(Vec::new()),
        Node::Map(Vec::new()),
        words("1904-08-14"),
        words("12:00:00"),
        Node::Bool(false),
        words("1"),
        Node::Null,
    ];
    things.into_iter().nth(round)
}

/// The value at a place; a key that is not there yet is made.
fn place_of<'n>(root: &'n mut Node, path: &Path) -> Option<&'n mut Node> {
    path.0.iter().try_fold(root, |node, step| match (step, node) {
        (Step::Key(key), Node::Map(entries)) => {
            let at = entries.iter().position(|(known, _)| known.key().as_deref() == Some(key));
            let at = at.unwrap_or_else(|| {
                entries.push((Node::Words(key.clone().into()), Node::Null));
                entries.len() - 1
            });
            entries.get_mut(at).map(|(_, value)| value)
        }
        (Step::At(index), Node::List(items)) => items.get_mut(*index),
        (Step::Key(_) | Step::At(_), _) => None,
    })
}

/// Takes the last key of a path out; was it there?
fn take_away(root: &mut Node, path: &Path) -> bool {
    let Some((Step::Key(key), around)) = path.last() else { return false };
    let Some(Node::Map(entries)) = place_of(root, &around) else { return false };
    let there = entries.len();
    entries.retain(|(known, _)| known.key().as_deref() != Some(key));
    entries.len() < there
}

/// A value under reading.
#[derive(Clone, Copy)]
struct Reader<'n> {
    node: &'n Node,
    /// Whether anybody hears what does not fit.
    telling: bool,
}

impl<'n> Reader<'n> {
    fn of(self, node: &'n Node) -> Reader<'n> {
        Reader { node, ..self }
    }
    fn entries(self, entries: &'n [(Node, Node)]) -> Entries<'n> {
        Entries { reader: self, entries: entries.iter(), next: None, leaves_null: false }
    }
    fn unfit<V: Expected>(self, wanted: &V) -> Misread {
        Misread::invalid_type(self.node.unexpected(), wanted)
    }
}

impl<'n> Deserializer<'n> for Reader<'n> {
    type Error = Misread;

    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        match self.node {
            Node::Null => visitor.visit_unit(),
            Node::Bool(said) => visitor.visit_bool(*said),
            Node::Count(number) => visitor.visit_u64(*number),
            Node::Below(number) => visitor.visit_i64(*number),
            Node::Real(number) => visitor.visit_f64(*number),
            Node::Words(words) => visitor.visit_borrowed_str(words),
            Node::List(items) => {
                let mut list = Items { reader: self, items: items.iter(), at: 0 };
                let read = visitor.visit_seq(&mut list)?;
                match list.items.len() {
                    0 => Ok(read),
                    _ => Err(Misread::of(Fault::Unfit {
                        found: format!("a list of {}", items.len()),
                        wanted: format!("a list of {}", list.at),
                    })),
                }
            }
            Node::Map(entries) => visitor.visit_map(self.entries(entries)),
            Node::Tagged => Err(self.unfit(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        let expected = (self.telling && self.node.as_str().is_some()).then(|| (&visitor as &dyn Expected).to_string());
        self.deserialize_any(visitor).map_err(|mut misread| {
            // What reads itself from words tells in its own what it has against them.
            if let Fault::Refused { wanted: wanted @ None, .. } = &mut misread.fault {
                *wanted = expected;
            }
            misread
        })
    }

    fn deserialize_option<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        if self.node.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'n>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_newtype_struct(self)
    }

    /// A word, or one key with what belongs to it: `fire`, `{guns: {quarters: 1}}`.
    fn deserialize_enum<V: Visitor<'n>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misread> {
        match (self.node.as_str(), self.node.as_map()) {
            (Some(word), _) => visitor.visit_enum(IntoDeserializer::<Misread>::into_deserializer(word)),
            (None, Some(entries @ [_])) => visitor.visit_enum(MapAccessDeserializer::new(self.entries(entries))),
            (None, Some(_)) => Err(self.unfit(&"one key with its value")),
            (None, None) => Err(self.unfit(&visitor)),
        }
    }

    /// A key without a value counts as left out.
    fn deserialize_struct<V: Visitor<'n>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misread> {
        match self.node.as_map() {
            Some(entries) => visitor.visit_map(Entries { leaves_null: true, ..self.entries(entries) }),
            None => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        <V: Visitor<'n>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

struct Items<'n> {
    reader: Reader<'n>,
    items: slice::Iter<'n, Node>,
    at: usize,
}

impl<'n> SeqAccess<'n> for Items<'n> {
    type Error = Misread;
    fn next_element_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<Option<S::Value>, Misread> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let at = self.at;
        self.at += 1;
        seed.deserialize(self.reader.of(node)).map(Some).map_err(|misread| misread.inside(Step::At(at)))
    }
}

struct Entries<'n> {
    reader: Reader<'n>,
    entries: slice::Iter<'n, (Node, Node)>,
    next: Option<&'n (Node, Node)>,
    /// Whether keys without a value are passed over.
    leaves_null: bool,
}

impl<'n> MapAccess<'n> for Entries<'n> {
    type Error = Misread;
    fn next_key_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<Option<S::Value>, Misread> {
        let leaves_null = self.leaves_null;
        self.next = self.entries.find(|(_, value)| !(leaves_null && value.is_null()));
        let Some((key, _)) = self.next else { return Ok(None) };
        seed.deserialize(self.reader.of(key)).map(Some).map_err(|misread| misread.under(key))
    }
    fn next_value_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<S::Value, Misread> {
        let Some((key, value)) = self.next.take() else { return Err(Misread::custom("a value without a key")) };
        seed.deserialize(self.reader.of(value)).map_err(|misread| misread.under(key))
    }
}

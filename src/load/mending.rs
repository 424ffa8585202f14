//! Reads a value as a type and goes on where something does not fit: a stand-in takes its place, so that one reading
//! finds every fault.
//!
//! What is read so is good for further checks alone: a file with a fault is never answered with a value.
use std::{cell::RefCell, iter::Enumerate, slice, vec};

use serde::{
    Deserializer,
    de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
    forward_to_deserialize_any,
};
use serde_yaml::{Error, Mapping, Value, with::singleton_map_recursive};

use super::place::{Path, Step};

/// Stand-ins that are tried in one value before it is given up.
const MOST_ROUNDS: usize = 400;

/// What of a value does not fit its type.
pub(super) struct Fault {
    /// From the value that was read; of a missing key the keys around it.
    pub(super) path: Path,
    /// In the words of the reader of types.
    pub(super) message: String,
    pub(super) kind: FaultKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FaultKind {
    UnknownKey,
    MissingKey,
    Unfit,
}

/// A value read in spite of its faults.
pub(super) struct Mended<T> {
    /// None when no stand-in serves.
    pub(super) value: Option<T>,
    pub(super) faults: Vec<Fault>,
    /// Where stand-ins are: nothing there is to be judged again.
    pub(super) places: Vec<Path>,
}

/// Reads a `T`, fault by fault.
pub(super) fn mended<T: DeserializeOwned>(value: &Value) -> Mended<T> {
    let mut root = value.clone();
    let mut faults: Vec<Fault> = Vec::new();
    let mut tried: Vec<(Path, usize)> = Vec::new();
    let places = |tried: Vec<(Path, usize)>| tried.into_iter().map(|(place, _)| place).collect();
    for _ in 0..MOST_ROUNDS {
        let trace = RefCell::new(None);
        let node = Node { value: &root, path: Path::default(), trace: &trace };
        let error = match singleton_map_recursive::deserialize::<T, _>(node) {
            Ok(value) => return Mended { value: Some(value), faults, places: places(tried) },
            Err(error) => error,
        };
        let message = error.to_string();
        let path = trace.take().unwrap_or_default();
        let (kind, place) = match message.split('`').nth(1) {
            Some(key) if message.starts_with("missing field") => (FaultKind::MissingKey, path.key(key)),
            Some(_) if message.starts_with("unknown field") => (FaultKind::UnknownKey, path.clone()),
            Some(_) | None => (FaultKind::Unfit, path.clone()),
        };
        let round = match tried.iter_mut().find(|(known, _)| *known == place) {
            Some((_, rounds)) => {
                *rounds += 1;
                *rounds
            }
            None => {
                if !tried.iter().any(|(known, _)| place.is_within(known)) {
                    faults.push(Fault { path, message: message.clone(), kind });
                }
                tried.push((place.clone(), 0));
                0
            }
        };
        let stand_in = if kind == FaultKind::UnknownKey { None } else { Some(stand_in(round, &message)) };
        let put = match stand_in {
            Some(None) => false,
            Some(Some(value)) => place_of(&mut root, &place).map(|slot| *slot = value).is_some(),
            None => take_away(&mut root, &place),
        };
        if !put {
            return Mended { value: None, faults, places: places(tried) };
        }
    }
    Mended { value: None, faults, places: places(tried) }
}

/// Something that may fit where the last thing did not: a word that the message names, else one thing after another.
fn stand_in(round: usize, message: &str) -> Option<Value> {
    if message.starts_with("unknown variant")
        && let Some(word) = message.split('`').nth(3)
    {
        return Some(Value::from(word));
    }
    let things: [Value; 9] = [
        Value::from(1),
        Value::from(""),
        Value::Sequence(Vec::new()),
        Value::Mapping(Mapping::new()),
        Value::from("1904-08-14"),
        Value::from("12:00:00"),
        Value::from(false),
        Value::from("1"),
        Value::Null,
    ];
    things.into_iter().nth(round)
}

/// The value at a place; a key that is not there yet is made.
fn place_of<'v>(root: &'v mut Value, path: &Path) -> Option<&'v mut Value> {
    path.steps().iter().try_fold(root, |value, step| match (step, value) {
        (Step::Key(key), Value::Mapping(map)) => Some(map.entry(Value::from(key.as_str())).or_insert(Value::Null)),
        (Step::At(index), Value::Sequence(items)) => items.get_mut(*index),
        (Step::Key(_) | Step::At(_), _) => None,
    })
}

/// Takes the last key of a path out; was it there?
fn take_away(root: &mut Value, path: &Path) -> bool {
    let Some((Step::Key(key), around)) = path.last() else { return false };
    let map = place_of(root, &around).and_then(Value::as_mapping_mut);
    map.is_some_and(|map| map.shift_remove(key.as_str()).is_some())
}

/// A value under reading; the first fault leaves its path in the trace.
struct Node<'v, 't> {
    value: &'v Value,
    path: Path,
    trace: &'t RefCell<Option<Path>>,
}

impl Node<'_, '_> {
    fn traced<T>(trace: &RefCell<Option<Path>>, path: Path, read: Result<T, Error>) -> Result<T, Error> {
        if read.is_err() {
            trace.borrow_mut().get_or_insert(path);
        }
        read
    }
}

impl<'de> Deserializer<'de> for Node<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Node { value, path, trace } = self;
        let read = match value {
            Value::Sequence(items) => {
                visitor.visit_seq(Items { items: items.iter().enumerate(), path: path.clone(), trace })
            }
            Value::Mapping(map) => {
                let entries = map.iter().collect::<Vec<_>>().into_iter();
                visitor.visit_map(Entries { entries, next: None, path: path.clone(), trace })
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Tagged(_) => {
                value.deserialize_any(visitor)
            }
        };
        Node::traced(trace, path, read)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        let (path, trace) = (self.path.clone(), self.trace);
        Node::traced(trace, path, visitor.visit_newtype_struct(self))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

struct Items<'v, 't> {
    items: Enumerate<slice::Iter<'v, Value>>,
    path: Path,
    trace: &'t RefCell<Option<Path>>,
}

impl<'v> SeqAccess<'v> for Items<'v, '_> {
    type Error = Error;
    fn next_element_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((at, value)) = self.items.next() else { return Ok(None) };
        let path = self.path.at(at);
        let read = seed.deserialize(Node { value, path: path.clone(), trace: self.trace });
        Node::traced(self.trace, path, read).map(Some)
    }
}

struct Entries<'v, 't> {
    entries: vec::IntoIter<(&'v Value, &'v Value)>,
    next: Option<(Path, &'v Value)>,
    path: Path,
    trace: &'t RefCell<Option<Path>>,
}

impl<'v> MapAccess<'v> for Entries<'v, '_> {
    type Error = Error;
    fn next_key_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        let path = key.as_str().map_or_else(|| self.path.clone(), |key| self.path.key(key));
        self.next = Some((path.clone(), value));
        Node::traced(self.trace, path, seed.deserialize(key)).map(Some)
    }
    fn next_value_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some((path, value)) = self.next.take() else { return Err(Error::custom("a value without a key")) };
        let read = seed.deserialize(Node { value, path: path.clone(), trace: self.trace });
        Node::traced(self.trace, path, read)
    }
}

//! Reads a value as a type and continues after a mismatch with a placeholder, so that one reading finds every mismatch.
//!
//! A value with placeholders serves only for further checks. A file with a mismatch never yields a value.
use std::{borrow::Cow, fmt, slice};

use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};

use crate::{KeyPath, Node, Step, join_names, plain_messages};
use naval::model::calendar::{self, DateError};

/// How the types of dates and times describe themselves.
const DATE: &str = "a formatted date string";
const TIME: &str = "a formatted time string";

/// Largest number of placeholders tried in one value.
const MAX_PLACEHOLDERS_TRIED: usize = 1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypeMismatch {
    UnknownKey {
        key: String,
        legal: &'static [&'static str],
    },
    MissingKey(String),
    UnknownWord {
        word: String,
        legal: &'static [&'static str],
    },
    WrongType {
        found: String,
        wanted: String,
    },
    NotADate(DateError),
    NotATime(String),
    /// Refused, in the words of the type.
    Refused(String),
}

impl TypeMismatch {
    /// Returns what is wrong and what is legal, in plain words.
    pub(super) fn describe(&self) -> (String, Option<String>) {
        match self {
            TypeMismatch::UnknownKey { key, legal } => {
                (format!("unknown key `{}`", shortened(key)), listed_if_any(legal))
            }
            TypeMismatch::MissingKey(key) => (format!("the key `{key}` is missing"), None),
            TypeMismatch::UnknownWord { word, legal } => {
                (format!("unknown word `{}`", shortened(word)), listed_if_any(legal))
            }
            TypeMismatch::WrongType { found, wanted } if found == plain_messages::NOTHING => {
                ("a value is missing here".to_owned(), Some(plain_messages::describe_expected(wanted)))
            }
            TypeMismatch::WrongType { found, wanted } => {
                match decimal_with_point(found.trim_matches('`')).filter(|_| !is_whole_number_type(wanted)) {
                    Some(meant) => {
                        (format!("{found} has a comma: write {meant}"), Some(plain_messages::DECIMAL_POINT.to_owned()))
                    }
                    None => (
                        plain_messages::mismatch_message(&shortened(found)),
                        Some(plain_messages::describe_expected(wanted)),
                    ),
                }
            }
            TypeMismatch::NotADate(date_error) => (date_error.message(), Some(calendar::DATE_FORM.to_owned())),
            TypeMismatch::NotATime(given) => {
                (format!("`{}` is not a time", shortened(given)), Some("a time such as \"05:23\"".to_owned()))
            }
            TypeMismatch::Refused(message) => (message.clone(), None),
        }
    }

    pub(super) fn nearest(&self) -> Option<String> {
        match self {
            TypeMismatch::UnknownKey { key: word, legal } | TypeMismatch::UnknownWord { word, legal } => {
                crate::nearest(word, legal.iter().copied())
            }
            TypeMismatch::NotADate(date_error) => date_error.hint(),
            TypeMismatch::MissingKey(_)
            | TypeMismatch::WrongType { .. }
            | TypeMismatch::NotATime(_)
            | TypeMismatch::Refused(_) => None,
        }
    }
}

fn is_whole_number_type(wanted: &str) -> bool {
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"].contains(&wanted)
}

/// Returns a decimal comma as a point: `2,5` is 2.5.
fn decimal_with_point(words: &str) -> Option<String> {
    let (whole, part) = words.split_once(',')?;
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_digits(whole.trim_start_matches('-')) && is_digits(part)).then(|| format!("{whole}.{part}"))
}

/// Longest part of a value shown in an error. (house)
const MAX_VALUE_SHOWN: usize = 60;

fn shortened(found: &str) -> Cow<'_, str> {
    match found.char_indices().nth(MAX_VALUE_SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}...", &found[..end])),
        None => Cow::Borrowed(found),
    }
}

fn listed_if_any(names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| join_names(names))
}

/// A mismatch and its place in the value. For a missing key, the place is the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LocatedMismatch {
    pub(super) mismatch: TypeMismatch,
    /// Steps of the path from the inside out.
    steps: Vec<Step>,
}

impl LocatedMismatch {
    fn new(mismatch: TypeMismatch) -> LocatedMismatch {
        LocatedMismatch { mismatch, steps: Vec::new() }
    }
    fn inside(mut self, step: Step) -> LocatedMismatch {
        self.steps.push(step);
        self
    }
    fn under_key(mut self, key: &Node) -> LocatedMismatch {
        self.steps.push(Step::Key(key.any_path_key().into_owned()));
        self
    }
    pub(super) fn path(&self) -> KeyPath {
        KeyPath(self.steps.iter().rev().cloned().collect())
    }
    /// Returns the place that must change before the value can be read.
    fn path_to_change(&self) -> KeyPath {
        if let TypeMismatch::MissingKey(key) = &self.mismatch { self.path().key(key) } else { self.path() }
    }
}

impl fmt::Display for LocatedMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mismatch.describe().0)
    }
}
impl std::error::Error for LocatedMismatch {}

impl Error for LocatedMismatch {
    fn custom<T: fmt::Display>(message: T) -> LocatedMismatch {
        LocatedMismatch::new(TypeMismatch::Refused(message.to_string()))
    }
    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> LocatedMismatch {
        LocatedMismatch::new(TypeMismatch::WrongType {
            found: plain_messages::describe_found(found),
            wanted: wanted.to_string(),
        })
    }
    fn invalid_length(length: usize, wanted: &dyn Expected) -> LocatedMismatch {
        LocatedMismatch::new(TypeMismatch::WrongType {
            found: format!("a list of {length}"),
            wanted: wanted.to_string(),
        })
    }
    fn duplicate_field(key: &'static str) -> LocatedMismatch {
        LocatedMismatch::new(TypeMismatch::Refused(format!("the key `{key}` appears twice")))
    }
    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> LocatedMismatch {
        LocatedMismatch::invalid_type(found, wanted)
    }
    fn unknown_variant(word: &str, legal: &'static [&'static str]) -> LocatedMismatch {
        LocatedMismatch::new(TypeMismatch::UnknownWord { word: word.to_owned(), legal })
    }
    fn unknown_field(key: &str, legal: &'static [&'static str]) -> LocatedMismatch {
        LocatedMismatch::new(TypeMismatch::UnknownKey { key: key.to_owned(), legal })
    }
    fn missing_field(key: &'static str) -> LocatedMismatch {
        LocatedMismatch::new(TypeMismatch::MissingKey(key.to_owned()))
    }
}

pub(super) fn try_read<T: DeserializeOwned>(node: &Node) -> Option<T> {
    T::deserialize(Reader { node, needs_messages: false }).ok()
}

/// Reads the value as a `T`, or returns the first mismatch.
pub(super) fn read<T: DeserializeOwned>(node: &Node) -> Result<T, LocatedMismatch> {
    T::deserialize(Reader { node, needs_messages: true })
}

/// A value read in spite of its mismatches.
pub(super) struct Recovered<T> {
    /// `None` if no placeholder works.
    pub(super) value: Option<T>,
    pub(super) mismatches: Vec<LocatedMismatch>,
    /// Paths of placeholders, which must not be checked again.
    pub(super) placeholders: Vec<KeyPath>,
}

pub(super) fn read_with_placeholders<T: DeserializeOwned>(node: &Node) -> Recovered<T> {
    let mut root = node.clone();
    let mut mismatches: Vec<LocatedMismatch> = Vec::new();
    // Every place that was tried, once for each placeholder tried there.
    let mut tried: Vec<KeyPath> = Vec::new();
    let mut value = None;
    for _ in 0..MAX_PLACEHOLDERS_TRIED {
        let located = match read::<T>(&root) {
            Ok(read) => {
                value = Some(read);
                break;
            }
            Err(located) => located,
        };
        if let TypeMismatch::UnknownKey { legal, .. } = located.mismatch {
            let Some(unknown) = remove_unknown_keys(&mut root, &located.path(), legal) else { break };
            let is_unreported = |located: &LocatedMismatch| !tried.iter().any(|known| located.path().is_within(known));
            let (unreported, places) =
                (unknown.iter().filter(|key| is_unreported(key)).cloned(), unknown.iter().map(LocatedMismatch::path));
            mismatches.extend(unreported);
            tried.extend(places.collect::<Vec<_>>());
            continue;
        }
        let path = located.path_to_change();
        let round = tried.iter().filter(|known| **known == path).count();
        // A map may refuse the placeholder of one of its parts, and a word put in place of an unknown one has no value.
        let lacks_value =
            matches!(&located.mismatch, TypeMismatch::WrongType { found, .. } if found == plain_messages::LONE_WORD);
        let is_of_a_part = (lacks_value || matches!(located.mismatch, TypeMismatch::Refused(_)))
            && tried.iter().any(|known| known.is_within(&path));
        if !is_of_a_part && !tried.iter().any(|known| path.is_within(known)) {
            mismatches.push(located.clone());
        }
        tried.push(path.clone());
        if !insert_placeholder(&mut root, &path, &located.mismatch, round) {
            break;
        }
    }
    Recovered { value, mismatches, placeholders: tried }
}

/// Inserts the next placeholder. Returns whether one was left to try.
fn insert_placeholder(root: &mut Node, path: &KeyPath, mismatch: &TypeMismatch, round: usize) -> bool {
    let mut path = Cow::Borrowed(path);
    let stand_in = match mismatch {
        TypeMismatch::UnknownWord { word, legal } => {
            // A word with a value is a key. Another word replaces both.
            if let Some((_, around)) = path.last().filter(|(last, _)| *last == &Step::Key(word.clone())) {
                path = Cow::Owned(around);
            }
            legal.get(round).map(|word| Node::Text((*word).into()))
        }
        TypeMismatch::UnknownKey { .. } | TypeMismatch::MissingKey(_) | TypeMismatch::WrongType { .. } => {
            placeholder(round)
        }
        TypeMismatch::NotADate(_) | TypeMismatch::NotATime(_) | TypeMismatch::Refused(_) => placeholder(round),
    };
    let inserted = stand_in.zip(slot_at(root, &path)).map(|(stand_in, slot)| *slot = stand_in);
    inserted.is_some()
}

/// Returns the placeholder to try in a round: one kind of value after another, then strings in special forms.
fn placeholder(round: usize) -> Option<Node> {
    let words = |words: &'static str| Node::Text(words.into());
    let values = [
        Node::Unsigned(1),
        words(""),
        Node::List(Vec::new()),
        Node::Map(Vec::new()),
        words("1904-08-14"),
        words("12:00:00"),
        Node::Bool(false),
        words("1"),
        Node::Null,
    ];
    values.into_iter().nth(round)
}

/// Returns the value at a path, and adds a missing key.
fn slot_at<'n>(root: &'n mut Node, path: &KeyPath) -> Option<&'n mut Node> {
    path.0.iter().try_fold(root, |node, step| match (step, node) {
        (Step::Key(key), Node::Map(entries)) => {
            let position = entries.iter().position(|(known, _)| known.any_path_key() == *key);
            let position = position.unwrap_or_else(|| {
                entries.push((Node::Text(key.clone().into()), Node::Null));
                entries.len() - 1
            });
            entries.get_mut(position).map(|(_, value)| value)
        }
        (Step::At(index), Node::List(items)) => items.get_mut(*index),
        (Step::Key(_) | Step::At(_), _) => None,
    })
}

/// Removes every unknown key from the map around `path`. Each is a mismatch.
fn remove_unknown_keys(
    root: &mut Node,
    path: &KeyPath,
    legal: &'static [&'static str],
) -> Option<Vec<LocatedMismatch>> {
    let (_, around) = path.last()?;
    let Node::Map(entries) = slot_at(root, &around)? else { return None };
    let mut found = Vec::new();
    entries.retain(|(key, _)| {
        let key = key.any_path_key();
        let is_known = legal.contains(&&*key);
        if !is_known {
            let steps = std::iter::once(Step::Key(key.clone().into_owned()));
            let steps = steps.chain(around.0.iter().rev().cloned()).collect();
            found.push(LocatedMismatch { mismatch: TypeMismatch::UnknownKey { key: key.into_owned(), legal }, steps });
        }
        is_known
    });
    (!found.is_empty()).then_some(found)
}

#[derive(Clone, Copy)]
struct Reader<'n> {
    node: &'n Node,
    /// Whether errors are shown. If not, their texts are not built.
    needs_messages: bool,
}

impl<'n> Reader<'n> {
    fn with_node(self, node: &'n Node) -> Reader<'n> {
        Reader { node, ..self }
    }
    fn entries(self, entries: &'n [(Node, Node)]) -> Entries<'n> {
        Entries { reader: self, entries: entries.iter(), next: None, skips_null: false }
    }
    fn mismatch<V: Expected>(self, wanted: &V) -> LocatedMismatch {
        LocatedMismatch::invalid_type(self.node.unexpected(), wanted)
    }
}

impl<'n> Deserializer<'n> for Reader<'n> {
    type Error = LocatedMismatch;

    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, LocatedMismatch> {
        match self.node {
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(*value),
            Node::Unsigned(number) => visitor.visit_u64(*number),
            Node::Negative(number) => visitor.visit_i64(*number),
            Node::Real(number) => visitor.visit_f64(*number),
            Node::Text(words) => visitor.visit_borrowed_str(words),
            Node::List(items) => {
                let mut list = Items { reader: self, items: items.iter(), index: 0 };
                let read = visitor.visit_seq(&mut list)?;
                match list.items.len() {
                    0 => Ok(read),
                    _ => Err(LocatedMismatch::new(TypeMismatch::WrongType {
                        found: format!("a list of {}", items.len()),
                        wanted: plain_messages::describe_list_length(items, list.index),
                    })),
                }
            }
            Node::Map(entries) => visitor.visit_map(self.entries(entries)),
            Node::Tagged => Err(self.mismatch(&visitor)),
        }
    }

    /// Reads old-style dates as new-style ones if a date is expected.
    fn deserialize_str<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, LocatedMismatch> {
        let Some(words) = self.node.as_str() else { return self.deserialize_any(visitor) };
        let is_old = calendar::is_old_style(words);
        let expected = (self.needs_messages || is_old).then(|| (&visitor as &dyn Expected).to_string());
        match expected.as_deref() {
            Some(DATE) => {
                let day = calendar::parse_day(words)
                    .map_err(|date_error| LocatedMismatch::new(TypeMismatch::NotADate(date_error)))?;
                visitor.visit_string(day.to_string())
            }
            Some(TIME) => visitor.visit_borrowed_str(words).map_err(|located: LocatedMismatch| {
                let is_no_time = matches!(located.mismatch, TypeMismatch::Refused(_));
                if is_no_time {
                    LocatedMismatch { mismatch: TypeMismatch::NotATime(words.to_owned()), ..located }
                } else {
                    located
                }
            }),
            Some(_) | None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, LocatedMismatch> {
        if self.node.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'n>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, LocatedMismatch> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads a word, or one key with its value: `fire`, `{guns: {quarters: 1}}`.
    fn deserialize_enum<V: Visitor<'n>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, LocatedMismatch> {
        match self.node {
            Node::Text(_) => visitor.visit_enum(Variant { reader: self, key: self.node, value: None }),
            Node::Map(entries) => match &entries[..] {
                [(key, value)] => visitor.visit_enum(Variant { reader: self, key, value: Some(value) }),
                _ => Err(self.mismatch(&"one key with its value")),
            },
            Node::Bool(_) | Node::Unsigned(_) | Node::Negative(_) | Node::Real(_) => {
                Err(LocatedMismatch::unknown_variant(&self.node.any_path_key(), words))
            }
            Node::Null | Node::List(_) | Node::Tagged => Err(self.mismatch(&visitor)),
        }
    }

    /// Reads the keys of a struct. A key without a value counts as omitted, but an unknown one is still a mismatch.
    fn deserialize_struct<V: Visitor<'n>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, LocatedMismatch> {
        let Some(entries) = self.node.as_map() else { return self.deserialize_any(visitor) };
        if let Some((key, _)) = entries.iter().find(|(key, _)| !keys.contains(&&*key.any_path_key())) {
            return Err(LocatedMismatch::unknown_field(&key.any_path_key(), keys).under_key(key));
        }
        visitor.visit_map(Entries { skips_null: true, ..self.entries(entries) })
    }

    forward_to_deserialize_any! {
        <V: Visitor<'n>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

struct Variant<'n> {
    reader: Reader<'n>,
    key: &'n Node,
    /// `None` if the word stands alone.
    value: Option<&'n Node>,
}

/// The value of a word that stands alone, in case all of its keys are optional.
static NO_VALUE: Node = Node::Map(Vec::new());

impl<'n> Variant<'n> {
    /// Reads the value of the variant.
    fn inside<T>(
        self,
        wanted: &str,
        read: impl FnOnce(Reader<'n>) -> Result<T, LocatedMismatch>,
    ) -> Result<T, LocatedMismatch> {
        match self.value {
            Some(value) => read(self.reader.with_node(value)).map_err(|located| located.under_key(self.key)),
            None => read(self.reader.with_node(&NO_VALUE))
                .map_err(|_| LocatedMismatch::invalid_type(Unexpected::UnitVariant, &wanted)),
        }
    }
}

impl<'n> EnumAccess<'n> for Variant<'n> {
    type Error = LocatedMismatch;
    type Variant = Variant<'n>;
    fn variant_seed<S: DeserializeSeed<'n>>(self, seed: S) -> Result<(S::Value, Variant<'n>), LocatedMismatch> {
        let word = seed.deserialize(Key(self.reader.with_node(self.key)));
        let word = word.map_err(|located| if self.value.is_some() { located.under_key(self.key) } else { located })?;
        Ok((word, self))
    }
}

impl<'n> VariantAccess<'n> for Variant<'n> {
    type Error = LocatedMismatch;
    fn unit_variant(self) -> Result<(), LocatedMismatch> {
        match self.value.filter(|value| !value.is_null()) {
            Some(value) => {
                Err(self.reader.with_node(value).mismatch(&"the word alone, without a value").under_key(self.key))
            }
            None => Ok(()),
        }
    }
    fn newtype_variant_seed<S: DeserializeSeed<'n>>(self, seed: S) -> Result<S::Value, LocatedMismatch> {
        self.inside("newtype variant", |value| seed.deserialize(value))
    }
    fn tuple_variant<V: Visitor<'n>>(self, _: usize, visitor: V) -> Result<V::Value, LocatedMismatch> {
        self.inside("tuple variant", |value| value.deserialize_any(visitor))
    }
    fn struct_variant<V: Visitor<'n>>(
        self,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, LocatedMismatch> {
        self.inside("struct variant", |value| value.deserialize_struct("", keys, visitor))
    }
}

/// A key of a map. It is a name even if YAML reads a number.
struct Key<'n>(Reader<'n>);

impl<'n> Deserializer<'n> for Key<'n> {
    type Error = LocatedMismatch;
    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, LocatedMismatch> {
        self.0.deserialize_any(visitor)
    }
    fn deserialize_str<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, LocatedMismatch> {
        match self.0.node {
            Node::Text(words) => visitor.visit_borrowed_str(words),
            other => visitor.visit_str(&other.any_path_key()),
        }
    }
    fn deserialize_string<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, LocatedMismatch> {
        self.deserialize_str(visitor)
    }
    fn deserialize_identifier<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, LocatedMismatch> {
        self.deserialize_str(visitor)
    }
    fn deserialize_newtype_struct<V: Visitor<'n>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, LocatedMismatch> {
        visitor.visit_newtype_struct(self)
    }
    fn deserialize_enum<V: Visitor<'n>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, LocatedMismatch> {
        self.0.deserialize_enum(name, words, visitor)
    }
    forward_to_deserialize_any! {
        <V: Visitor<'n>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct ignored_any
    }
}

struct Items<'n> {
    reader: Reader<'n>,
    items: slice::Iter<'n, Node>,
    index: usize,
}

impl<'n> SeqAccess<'n> for Items<'n> {
    type Error = LocatedMismatch;
    fn next_element_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<Option<S::Value>, LocatedMismatch> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(self.reader.with_node(node)).map(Some).map_err(|located| located.inside(Step::At(index)))
    }
}

struct Entries<'n> {
    reader: Reader<'n>,
    entries: slice::Iter<'n, (Node, Node)>,
    next: Option<&'n (Node, Node)>,
    skips_null: bool,
}

impl<'n> MapAccess<'n> for Entries<'n> {
    type Error = LocatedMismatch;
    fn next_key_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<Option<S::Value>, LocatedMismatch> {
        let skips_null = self.skips_null;
        self.next = self.entries.find(|(_, value)| !(skips_null && value.is_null()));
        let Some((key, _)) = self.next else { return Ok(None) };
        seed.deserialize(Key(self.reader.with_node(key))).map(Some).map_err(|located| located.under_key(key))
    }
    fn next_value_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<S::Value, LocatedMismatch> {
        let Some((key, value)) = self.next.take() else { return Err(LocatedMismatch::custom("a value without a key")) };
        seed.deserialize(self.reader.with_node(value)).map_err(|located| located.under_key(key))
    }
}

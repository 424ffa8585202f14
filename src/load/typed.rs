//! Reads a value as a type and continues after misfits with placeholders, so that one reading finds every fault.
//!
//! A value with placeholders serves only for further checks. A file with a fault never yields a value.
use std::{borrow::Cow, fmt, slice};

use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};

use crate::{Node, Path, Step, listed, wording};
use naval::model::calendar::{self, NotADay};

/// How the types of dates and times describe themselves.
const DATE: &str = "a formatted date string";
const TIME: &str = "a formatted time string";

/// Largest number of placeholders tried in one value.
const MOST_ROUNDS: usize = 1000;

/// A misfit of a value and its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// The type has no such key.
    UnknownKey {
        key: String,
        lawful: &'static [&'static str],
    },
    /// A required key is missing.
    MissingKey(String),
    /// The type has no such word.
    UnknownWord {
        word: String,
        lawful: &'static [&'static str],
    },
    /// The value has another type than expected.
    Unfit {
        found: String,
        wanted: String,
    },
    NoDay(NotADay),
    NoTime(String),
    /// Refused, in the words of the type.
    Refused(String),
}

impl Fault {
    /// Returns what is wrong and what is legal, in plain words.
    pub(super) fn words(&self) -> (String, Option<String>) {
        match self {
            Fault::UnknownKey { key, lawful } => (format!("unknown key `{}`", in_short(key)), listed_if_any(lawful)),
            Fault::MissingKey(key) => (format!("the key `{key}` is missing"), None),
            Fault::UnknownWord { word, lawful } => {
                (format!("unknown word `{}`", in_short(word)), listed_if_any(lawful))
            }
            Fault::Unfit { found, wanted } if found == wording::NOTHING => {
                ("a value is missing here".to_owned(), Some(wording::wanted(wanted)))
            }
            Fault::Unfit { found, wanted } => match with_point(found.trim_matches('`')).filter(|_| !is_whole(wanted)) {
                Some(meant) => (format!("{found} has a comma: write {meant}"), Some(wording::POINT.to_owned())),
                None => (wording::unfit(&in_short(found)), Some(wording::wanted(wanted))),
            },
            Fault::NoDay(no_day) => (no_day.what(), Some(calendar::FORM.to_owned())),
            Fault::NoTime(given) => {
                (format!("`{}` is no time", in_short(given)), Some("a time such as \"05:23\"".to_owned()))
            }
            Fault::Refused(says) => (says.clone(), None),
        }
    }

    /// Returns the most similar legal value.
    pub(super) fn nearest(&self) -> Option<String> {
        match self {
            Fault::UnknownKey { key: word, lawful } | Fault::UnknownWord { word, lawful } => {
                crate::nearest(word, lawful.iter().copied())
            }
            Fault::NoDay(no_day) => no_day.hint(),
            Fault::MissingKey(_) | Fault::Unfit { .. } | Fault::NoTime(_) | Fault::Refused(_) => None,
        }
    }
}

/// Whether a type accepts only whole numbers.
fn is_whole(wanted: &str) -> bool {
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"].contains(&wanted)
}

/// Returns a decimal comma as a point: `2,5` is 2.5.
fn with_point(words: &str) -> Option<String> {
    let (whole, part) = words.split_once(',')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (digits(whole.trim_start_matches('-')) && digits(part)).then(|| format!("{whole}.{part}"))
}

/// Longest part of a value shown in an error. (house)
const LONGEST: usize = 60;

/// Shortens a value for an error.
fn in_short(found: &str) -> Cow<'_, str> {
    match found.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}...", &found[..end])),
        None => Cow::Borrowed(found),
    }
}

fn listed_if_any(names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| listed(names))
}

/// A fault and its place in the value. For a missing key, the place is the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misread {
    pub(super) fault: Fault,
    /// Steps of the path from the inside out.
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
        self.steps.push(Step::Key(key.as_key().into_owned()));
        self
    }
    pub(super) fn path(&self) -> Path {
        Path(self.steps.iter().rev().cloned().collect())
    }
    /// Returns the place that must change before the value can be read.
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
        Misread::of(Fault::Refused(says.to_string()))
    }
    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Misread {
        Misread::of(Fault::Unfit { found: wording::found(found), wanted: wanted.to_string() })
    }
    fn invalid_length(length: usize, wanted: &dyn Expected) -> Misread {
        Misread::of(Fault::Unfit { found: format!("a list of {length}"), wanted: wanted.to_string() })
    }
    fn duplicate_field(key: &'static str) -> Misread {
        Misread::of(Fault::Refused(format!("the key `{key}` comes twice")))
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

/// Reads the value as a `T`, if it fits.
pub(super) fn fitting<T: DeserializeOwned>(node: &Node) -> Option<T> {
    T::deserialize(Reader { node, telling: false }).ok()
}

/// Reads the value as a `T`, or returns the first misfit.
pub(super) fn typed<T: DeserializeOwned>(node: &Node) -> Result<T, Misread> {
    T::deserialize(Reader { node, telling: true })
}

/// A value read in spite of its faults.
pub(super) struct Mended<T> {
    /// `None` if no placeholder works.
    pub(super) value: Option<T>,
    pub(super) faults: Vec<Misread>,
    /// Paths of placeholders, which must not be checked again.
    pub(super) places: Vec<Path>,
}

/// Reads a `T` and collects every fault.
pub(super) fn mended<T: DeserializeOwned>(node: &Node) -> Mended<T> {
    let mut root = node.clone();
    let mut faults: Vec<Misread> = Vec::new();
    // Every place that was tried, once for each placeholder tried there.
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
        if let Fault::UnknownKey { lawful, .. } = misread.fault {
            let Some(unknown) = take_unknown(&mut root, &misread.path(), lawful) else { break };
            let is_told = |one: &Misread| !tried.iter().any(|known| one.path().is_within(known));
            let (told, places) =
                (unknown.iter().filter(|one| is_told(one)).cloned(), unknown.iter().map(Misread::path));
            faults.extend(told);
            tried.extend(places.collect::<Vec<_>>());
            continue;
        }
        let place = misread.culprit();
        let round = tried.iter().filter(|known| **known == place).count();
        // A map may refuse the placeholder of one of its parts.
        let is_of_a_part =
            matches!(misread.fault, Fault::Refused(_)) && tried.iter().any(|known| known.is_within(&place));
        if !is_of_a_part && !tried.iter().any(|known| place.is_within(known)) {
            faults.push(misread.clone());
        }
        tried.push(place.clone());
        if !mend(&mut root, &place, &misread.fault, round) {
            break;
        }
    }
    Mended { value, faults, places: tried }
}

/// Inserts the next placeholder. Returns whether one was left to try.
fn mend(root: &mut Node, place: &Path, fault: &Fault, round: usize) -> bool {
    let mut place = Cow::Borrowed(place);
    let stand_in = match fault {
        Fault::UnknownWord { word, lawful } => {
            // A word with a value is a key. Another word replaces both.
            if let Some((_, around)) = place.last().filter(|(last, _)| *last == &Step::Key(word.clone())) {
                place = Cow::Owned(around);
            }
            lawful.get(round).map(|word| Node::Words((*word).into()))
        }
        Fault::UnknownKey { .. } | Fault::MissingKey(_) | Fault::Unfit { .. } => stand_in(round),
        Fault::NoDay(_) | Fault::NoTime(_) | Fault::Refused(_) => stand_in(round),
    };
    let put = stand_in.zip(place_of(root, &place)).map(|(stand_in, slot)| *slot = stand_in);
    put.is_some()
}

/// Returns the placeholder to try in a round: one kind of value after another, then strings in special forms.
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

/// Returns the value at a path, and adds a missing key.
fn place_of<'n>(root: &'n mut Node, path: &Path) -> Option<&'n mut Node> {
    path.0.iter().try_fold(root, |node, step| match (step, node) {
        (Step::Key(key), Node::Map(entries)) => {
            let at = entries.iter().position(|(known, _)| known.as_key() == *key);
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

/// Removes every unknown key from the map around `path`. Each is a fault.
fn take_unknown(root: &mut Node, path: &Path, lawful: &'static [&'static str]) -> Option<Vec<Misread>> {
    let (_, around) = path.last()?;
    let Node::Map(entries) = place_of(root, &around)? else { return None };
    let mut faults = Vec::new();
    entries.retain(|(key, _)| {
        let key = key.as_key();
        let is_known = lawful.contains(&&*key);
        if !is_known {
            let steps = std::iter::once(Step::Key(key.clone().into_owned()));
            let steps = steps.chain(around.0.iter().rev().cloned()).collect();
            faults.push(Misread { fault: Fault::UnknownKey { key: key.into_owned(), lawful }, steps });
        }
        is_known
    });
    (!faults.is_empty()).then_some(faults)
}

/// Deserialises a node.
#[derive(Clone, Copy)]
struct Reader<'n> {
    node: &'n Node,
    /// Whether errors are shown. If not, their texts are not built.
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
                        wanted: wording::shorter_list(items, list.at),
                    })),
                }
            }
            Node::Map(entries) => visitor.visit_map(self.entries(entries)),
            Node::Tagged => Err(self.unfit(&visitor)),
        }
    }

    /// Reads old-style dates as new-style ones if a date is expected.
    fn deserialize_str<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        let Some(words) = self.node.as_str() else { return self.deserialize_any(visitor) };
        let is_old = calendar::is_old_style(words);
        let expected = (self.telling || is_old).then(|| (&visitor as &dyn Expected).to_string());
        match expected.as_deref() {
            Some(DATE) => {
                let day = calendar::day(words).map_err(|no_day| Misread::of(Fault::NoDay(no_day)))?;
                visitor.visit_string(day.to_string())
            }
            Some(TIME) => visitor.visit_borrowed_str(words).map_err(|misread: Misread| {
                let is_no_time = matches!(misread.fault, Fault::Refused(_));
                if is_no_time { Misread { fault: Fault::NoTime(words.to_owned()), ..misread } } else { misread }
            }),
            Some(_) | None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        if self.node.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'n>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads a word, or one key with its value: `fire`, `{guns: {quarters: 1}}`.
    fn deserialize_enum<V: Visitor<'n>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misread> {
        match self.node {
            Node::Words(_) => visitor.visit_enum(Variant { reader: self, key: self.node, value: None }),
            Node::Map(entries) => match &entries[..] {
                [(key, value)] => visitor.visit_enum(Variant { reader: self, key, value: Some(value) }),
                _ => Err(self.unfit(&"one key with its value")),
            },
            Node::Bool(_) | Node::Count(_) | Node::Below(_) | Node::Real(_) => {
                Err(Misread::unknown_variant(&self.node.as_key(), words))
            }
            Node::Null | Node::List(_) | Node::Tagged => Err(self.unfit(&visitor)),
        }
    }

    /// Reads the keys of a struct. A key without a value counts as omitted, but an unknown one is still a fault.
    fn deserialize_struct<V: Visitor<'n>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misread> {
        let Some(entries) = self.node.as_map() else { return self.deserialize_any(visitor) };
        if let Some((key, _)) = entries.iter().find(|(key, _)| !keys.contains(&&*key.as_key())) {
            return Err(Misread::unknown_field(&key.as_key(), keys).under(key));
        }
        visitor.visit_map(Entries { leaves_null: true, ..self.entries(entries) })
    }

    forward_to_deserialize_any! {
        <V: Visitor<'n>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// A variant of an enum, with its value.
struct Variant<'n> {
    reader: Reader<'n>,
    key: &'n Node,
    /// `None` if the word stands alone.
    value: Option<&'n Node>,
}

/// The value of a word that stands alone, in case all of its keys are optional.
static ALONE: Node = Node::Map(Vec::new());

impl<'n> Variant<'n> {
    /// Reads the value of the variant.
    fn inside<T>(self, wanted: &str, read: impl FnOnce(Reader<'n>) -> Result<T, Misread>) -> Result<T, Misread> {
        match self.value {
            Some(value) => read(self.reader.of(value)).map_err(|misread| misread.under(self.key)),
            None => read(self.reader.of(&ALONE)).map_err(|_| Misread::invalid_type(Unexpected::UnitVariant, &wanted)),
        }
    }
}

impl<'n> EnumAccess<'n> for Variant<'n> {
    type Error = Misread;
    type Variant = Variant<'n>;
    fn variant_seed<S: DeserializeSeed<'n>>(self, seed: S) -> Result<(S::Value, Variant<'n>), Misread> {
        let word = seed.deserialize(Key(self.reader.of(self.key)));
        let word = word.map_err(|misread| if self.value.is_some() { misread.under(self.key) } else { misread })?;
        Ok((word, self))
    }
}

impl<'n> VariantAccess<'n> for Variant<'n> {
    type Error = Misread;
    fn unit_variant(self) -> Result<(), Misread> {
        match self.value.filter(|value| !value.is_null()) {
            Some(value) => Err(self.reader.of(value).unfit(&"the word alone, without a value").under(self.key)),
            None => Ok(()),
        }
    }
    fn newtype_variant_seed<S: DeserializeSeed<'n>>(self, seed: S) -> Result<S::Value, Misread> {
        self.inside("newtype variant", |value| seed.deserialize(value))
    }
    fn tuple_variant<V: Visitor<'n>>(self, _: usize, visitor: V) -> Result<V::Value, Misread> {
        self.inside("tuple variant", |value| value.deserialize_any(visitor))
    }
    fn struct_variant<V: Visitor<'n>>(self, keys: &'static [&'static str], visitor: V) -> Result<V::Value, Misread> {
        self.inside("struct variant", |value| value.deserialize_struct("", keys, visitor))
    }
}

/// A key of a map. It is a name even if YAML reads a number.
struct Key<'n>(Reader<'n>);

impl<'n> Deserializer<'n> for Key<'n> {
    type Error = Misread;
    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        self.0.deserialize_any(visitor)
    }
    fn deserialize_str<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        match self.0.node {
            Node::Words(words) => visitor.visit_borrowed_str(words),
            other => visitor.visit_str(&other.as_key()),
        }
    }
    fn deserialize_string<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        self.deserialize_str(visitor)
    }
    fn deserialize_identifier<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Misread> {
        self.deserialize_str(visitor)
    }
    fn deserialize_newtype_struct<V: Visitor<'n>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_newtype_struct(self)
    }
    fn deserialize_enum<V: Visitor<'n>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misread> {
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
    /// Whether keys without a value are skipped.
    leaves_null: bool,
}

impl<'n> MapAccess<'n> for Entries<'n> {
    type Error = Misread;
    fn next_key_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<Option<S::Value>, Misread> {
        let leaves_null = self.leaves_null;
        self.next = self.entries.find(|(_, value)| !(leaves_null && value.is_null()));
        let Some((key, _)) = self.next else { return Ok(None) };
        seed.deserialize(Key(self.reader.of(key))).map(Some).map_err(|misread| misread.under(key))
    }
    fn next_value_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<S::Value, Misread> {
        let Some((key, value)) = self.next.take() else { return Err(Misread::custom("a value without a key")) };
        seed.deserialize(self.reader.of(value)).map_err(|misread| misread.under(key))
    }
}

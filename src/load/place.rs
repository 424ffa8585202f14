//! Finds the line and column of a place in a document, by reading it again up to there.
use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

/// A step into a document.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Step {
    Key(String),
    At(usize),
}

/// The way from the root of a document to a place in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Path(Vec<Step>);

impl Path {
    pub(super) fn key(&self, key: &str) -> Path {
        self.with(Step::Key(key.to_owned()))
    }
    pub(super) fn at(&self, index: usize) -> Path {
        self.with(Step::At(index))
    }
    pub(super) fn steps(&self) -> &[Step] {
        &self.0
    }
    /// The last step, and the path without it.
    pub(super) fn last(&self) -> Option<(&Step, Path)> {
        self.0.split_last().map(|(last, around)| (last, Path(around.to_vec())))
    }
    /// Is it this place, or one inside it?
    pub(super) fn is_within(&self, outer: &Path) -> bool {
        self.0.starts_with(&outer.0)
    }
    /// A path that starts where this one ends.
    pub(super) fn then(&self, inner: &Path) -> Path {
        Path(self.0.iter().chain(&inner.0).cloned().collect())
    }
    fn with(&self, step: Step) -> Path {
        let mut steps = self.0.clone();
        steps.push(step);
        Path(steps)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Key(key) => f.write_str(key),
            Step::At(index) => write!(f, "[{index}]"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(_) if at != 0 => write!(f, ".{step}")?,
                Step::Key(_) | Step::At(_) => write!(f, "{step}")?,
            }
        }
        Ok(())
    }
}

/// Line and column of a place, both from 1.
pub(super) fn of_value(text: &str, path: &Path) -> Option<(usize, usize)> {
    stop(text, path, None).as_ref().and_then(position)
}

/// Line and column of the last key of `path`.
pub(super) fn of_key(text: &str, path: &Path) -> Option<(usize, usize)> {
    stop(text, path, Some(0)).as_ref().and_then(position)
}

/// Line and column of the last key of `path`, where it comes for the second time.
pub(super) fn of_second_key(text: &str, path: &Path) -> Option<(usize, usize)> {
    stop(text, path, Some(1)).as_ref().and_then(position)
}

pub(super) fn position(error: &serde_yaml::Error) -> Option<(usize, usize)> {
    error.location().map(|place| (place.line(), place.column()))
}

fn stop(text: &str, path: &Path, at_key: Option<usize>) -> Option<serde_yaml::Error> {
    let seek = Seek { steps: &path.0, at_key };
    seek.deserialize(serde_yaml::Deserializer::from_str(text)).err()
}

/// Walks down the steps and stops at their end: at the value, or at the key where it comes again so many times.
#[derive(Clone, Copy)]
struct Seek<'p> {
    steps: &'p [Step],
    at_key: Option<usize>,
}

impl<'p> Seek<'p> {
    fn deeper(&self) -> Seek<'p> {
        Seek { steps: self.steps.get(1..).unwrap_or_default(), at_key: self.at_key }
    }
}

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.steps.first() {
            None => Here::deserialize(deserializer).map(drop),
            Some(Step::Key(_)) => deserializer.deserialize_map(self),
            Some(Step::At(_)) => deserializer.deserialize_seq(self),
        }
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the place sought")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some(Step::Key(wanted)) = self.steps.first() else { return Ok(()) };
        let mut before = self.at_key.filter(|_| self.steps.len() == 1);
        while let Some(found) = map.next_key_seed(IsKey { wanted, stop: before == Some(0) })? {
            match before.as_mut().filter(|_| found) {
                Some(before) => {
                    *before -= 1;
                    map.next_value::<IgnoredAny>()?;
                }
                None if found => map.next_value_seed(self.deeper())?,
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some(Step::At(index)) = self.steps.first() else { return Ok(()) };
        for _ in 0..*index {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(self.deeper())?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// Tells whether a key is the one wanted; stops there if asked.
struct IsKey<'p> {
    wanted: &'p str,
    stop: bool,
}

impl<'de> DeserializeSeed<'de> for IsKey<'_> {
    type Value = bool;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for IsKey<'_> {
    type Value = bool;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }
    fn visit_str<E: Error>(self, key: &str) -> Result<bool, E> {
        if key == self.wanted && self.stop { Err(E::custom("here")) } else { Ok(key == self.wanted) }
    }
}

/// A type that nothing can be: reading it stops at the place.
struct Here;

impl<'de> Deserialize<'de> for Here {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Here, D::Error> {
        deserializer.deserialize_any(Here)
    }
}

macro_rules! stops {
    ($($visit:ident($kind:ty)),*) => {
        $(fn $visit<E: Error>(self, _: $kind) -> Result<Here, E> {
            Err(E::custom("here"))
        })*
    };
}

impl<'de> Visitor<'de> for Here {
    type Value = Here;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("nothing")
    }
    stops!(visit_bool(bool), visit_i64(i64), visit_u64(u64), visit_f64(f64), visit_str(&str));
    fn visit_unit<E: Error>(self) -> Result<Here, E> {
        Err(E::custom("here"))
    }
    fn visit_none<E: Error>(self) -> Result<Here, E> {
        Err(E::custom("here"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Here, A::Error> {
        Err(A::Error::custom("here"))
    }
    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Here, A::Error> {
        Err(A::Error::custom("here"))
    }
    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Here, A::Error> {
        Err(A::Error::custom("here"))
    }
}

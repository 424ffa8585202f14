//! Ids of units, sides, markers and formations. Each kind is a separate type, so they cannot be confused.
use std::{borrow::Borrow, convert::Infallible, fmt, marker::PhantomData, ops::Deref, str::FromStr, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub mod kind {
    /// A ship, a division, or anything else without a kind below.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Unit {}
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Side {}
    /// A torpedo marker: its letter and its side.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Marker {}
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Formation {}
}

pub type SideId = Id<kind::Side>;
pub type MarkerId = Id<kind::Marker>;
pub type FormationId = Id<kind::Formation>;

/// An id of some kind, such as `mikasa`. Typed ids are in small letters.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id<Kind = kind::Unit> {
    word: Arc<str>,
    kind: PhantomData<Kind>,
}

impl<Kind> Id<Kind> {
    pub fn new(word: impl AsRef<str>) -> Id<Kind> {
        Id { word: Arc::from(word.as_ref()), kind: PhantomData }
    }
    pub fn as_str(&self) -> &str {
        &self.word
    }
    /// Converts to an id of another kind, for typed words whose meaning only the context shows.
    pub fn to_kind<Other>(&self) -> Id<Other> {
        Id { word: self.word.clone(), kind: PhantomData }
    }
    /// Returns the id of something of a side, such as `van:japan`. The other side may then have a `van` too, and
    /// neither learns of the other's. (Q48)
    pub fn of_side(&self, side: &SideId) -> Id<Kind> {
        Id::new(format!("{}:{side}", self.word()))
    }
    /// Returns the word without the side.
    pub fn word(&self) -> &str {
        self.word.split_once(':').map_or(&self.word, |(word, _)| word)
    }
}
/// The default is the empty id, which names nothing.
impl<Kind> Default for Id<Kind> {
    fn default() -> Id<Kind> {
        Id::new("")
    }
}
impl<Kind> Clone for Id<Kind> {
    fn clone(&self) -> Id<Kind> {
        self.to_kind()
    }
}
impl<Kind> Serialize for Id<Kind> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.word)
    }
}
impl<'de, Kind> Deserialize<'de> for Id<Kind> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id<Kind>, D::Error> {
        play::parse_str_value(deserializer)
    }
}
impl<Kind> FromStr for Id<Kind> {
    type Err = Infallible;
    fn from_str(word: &str) -> Result<Id<Kind>, Infallible> {
        Ok(Id::new(word))
    }
}
impl<Kind> From<&str> for Id<Kind> {
    fn from(word: &str) -> Id<Kind> {
        Id::new(word)
    }
}
/// An id can be printed and looked up as a string.
impl<Kind> Deref for Id<Kind> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.word
    }
}
impl<Kind> Borrow<str> for Id<Kind> {
    fn borrow(&self) -> &str {
        &self.word
    }
}
impl<Kind> PartialEq<str> for Id<Kind> {
    fn eq(&self, word: &str) -> bool {
        &*self.word == word
    }
}
impl<Kind> PartialEq<&str> for Id<Kind> {
    fn eq(&self, word: &&str) -> bool {
        &*self.word == *word
    }
}
impl<Kind> fmt::Display for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.word)
    }
}
impl<Kind> fmt::Debug for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.word)
    }
}

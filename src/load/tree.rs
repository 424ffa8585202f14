//! Queries and repairs an untyped document ([`Node`]).
use std::{borrow::Cow, collections::HashMap};

use serde::de::Unexpected;

use crate::{KeyPath, Node, places::Location};

impl Node {
    pub(super) fn is_null(&self) -> bool {
        *self == Node::Null
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        if let Node::Text(words) = self { Some(words) } else { None }
    }

    pub(super) fn as_unsigned(&self) -> Option<u64> {
        if let Node::Unsigned(number) = self { Some(*number) } else { None }
    }

    pub(super) fn as_list(&self) -> Option<&[Node]> {
        if let Node::List(items) = self { Some(items) } else { None }
    }

    pub(super) fn as_map(&self) -> Option<&[(Node, Node)]> {
        if let Node::Map(entries) = self { Some(entries) } else { None }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.as_map()?.iter().find(|(known, _)| known.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// Keeps only these keys, for lists of files.
    pub(super) fn retain_keys(&mut self, keys: &[&str]) {
        if let Node::Map(entries) = self {
            entries.retain(|(key, _)| key.as_str().is_some_and(|key| keys.contains(&key)));
        }
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Node> {
        let Node::Map(entries) = self else { return None };
        let index = entries.iter().position(|(known, _)| known.as_str() == Some(key))?;
        Some(entries.remove(index).1)
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let Node::Map(entries) = self else { return None };
        entries.iter_mut().find(|(known, _)| known.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// Returns the string value, or the digits of the number, under a key.
    pub(super) fn scalar(&self, key: &str) -> Option<Cow<'_, str>> {
        self.get(key)?.path_key()
    }

    /// Returns the node as a key in a path: a string, or the digits of a whole number.
    pub(super) fn path_key(&self) -> Option<Cow<'_, str>> {
        match self {
            Node::Text(words) => Some(Cow::Borrowed(words)),
            Node::Unsigned(number) => Some(Cow::Owned(number.to_string())),
            Node::Negative(number) => Some(Cow::Owned(number.to_string())),
            Node::Null | Node::Bool(_) | Node::Real(_) | Node::List(_) | Node::Map(_) | Node::Tagged => None,
        }
    }

    /// Returns any scalar as a key. Lists, maps and tagged values give an empty string.
    pub(super) fn any_path_key(&self) -> Cow<'_, str> {
        match self {
            Node::Null => Cow::Borrowed("null"),
            Node::Bool(value) => Cow::Owned(value.to_string()),
            Node::Real(number) => Cow::Owned(number.to_string()),
            Node::List(_) | Node::Map(_) | Node::Tagged => Cow::Borrowed(""),
            Node::Text(_) | Node::Unsigned(_) | Node::Negative(_) => self.path_key().unwrap_or_default(),
        }
    }

    pub(super) fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Node::Null => Unexpected::Unit,
            Node::Bool(value) => Unexpected::Bool(*value),
            Node::Unsigned(number) => Unexpected::Unsigned(*number),
            Node::Negative(number) => Unexpected::Signed(*number),
            Node::Real(number) => Unexpected::Float(*number),
            Node::Text(words) => Unexpected::Str(words),
            Node::List(_) => Unexpected::Seq,
            Node::Map(_) => Unexpected::Map,
            Node::Tagged => Unexpected::Other("a tag"),
        }
    }

    /// Removes repeated keys, except the first. Returns each with the number of equal keys before it.
    pub(super) fn remove_duplicate_keys(&mut self) -> Vec<(KeyPath, usize)> {
        let mut duplicates = Vec::new();
        remove_duplicate_keys_in(self, &KeyPath::default(), &mut duplicates);
        duplicates
    }
}

fn remove_duplicate_keys_in(node: &mut Node, path: &KeyPath, duplicates: &mut Vec<(KeyPath, usize)>) {
    if let Node::List(items) = node {
        items
            .iter_mut()
            .enumerate()
            .for_each(|(index, item)| remove_duplicate_keys_in(item, &path.at(index), duplicates));
    } else if let Node::Map(entries) = node {
        let mut seen: HashMap<String, usize> = HashMap::new();
        entries.retain_mut(|(key, value)| {
            let key = key.any_path_key();
            let value_path = path.key(&key);
            let count = seen.entry(key.into_owned()).or_default();
            *count += 1;
            if *count == 1 {
                remove_duplicate_keys_in(value, &value_path, duplicates);
            } else {
                duplicates.push((value_path, *count - 1));
            }
            *count == 1
        });
    }
}

/// A decimal written with a comma: YAML reads `{speed: 2,5}` as `{speed: 2, 5: null}`.
pub(super) struct DecimalComma {
    pub(super) number_path: KeyPath,
    /// Path of the decimals, which YAML reads as a key.
    pub(super) decimals_path: KeyPath,
    /// Number of equal keys before it.
    pub(super) earlier_count: usize,
    /// The number as written: `2,5`.
    pub(super) written: String,
    /// The number as meant: `2.5`.
    pub(super) meant: String,
}

impl DecimalComma {
    pub(super) fn location(&self) -> Location {
        Location::Key(self.decimals_path.clone(), self.earlier_count)
    }
}

impl Node {
    pub(super) fn repair_decimal_commas(&mut self) -> Vec<DecimalComma> {
        let mut found = Vec::new();
        repair_decimal_commas_in(self, &KeyPath::default(), &mut found);
        found
    }
}

fn repair_decimal_commas_in(node: &mut Node, path: &KeyPath, found: &mut Vec<DecimalComma>) {
    if let Node::List(items) = node {
        items.iter_mut().enumerate().for_each(|(index, item)| repair_decimal_commas_in(item, &path.at(index), found));
    } else if let Node::Map(entries) = node {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut kept_entries: Vec<(Node, Node)> = Vec::with_capacity(entries.len());
        for (key, mut value) in std::mem::take(entries) {
            let decimals = key.any_path_key().into_owned();
            let last_entry = kept_entries.last_mut().filter(|_| value.is_null() && is_digits(&decimals));
            if let Some((key, whole @ (Node::Unsigned(_) | Node::Negative(_)))) = last_entry {
                let (units, count) = (whole.any_path_key().into_owned(), counts.entry(decimals.clone()).or_default());
                let meant = format!("{units}.{decimals}");
                *whole = meant.parse().map_or(Node::Null, Node::Real);
                let (decimals_path, written) = (path.key(&decimals), format!("{units},{decimals}"));
                found.push(DecimalComma {
                    number_path: path.key(&key.any_path_key()),
                    decimals_path,
                    earlier_count: *count,
                    written,
                    meant,
                });
                *count += 1;
            } else {
                repair_decimal_commas_in(&mut value, &path.key(&decimals), found);
                kept_entries.push((key, value));
            }
        }
        *entries = kept_entries;
    }
}

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

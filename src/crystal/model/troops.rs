//! The troops of an area as written in scenarios: `2SK BD (3MO/Giant Worm:9)`.
use std::{fmt, str::FromStr, sync::Arc};

use super::{Army, Kind, LineError, nearest};

/// A unit of a garrison or enemy host: a type, or a monster with its name and combat factor. [SC-18]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Troop {
    pub kind: Kind,
    pub combat_factor: u8,
    /// Only for monsters.
    pub name: Option<Arc<str>>,
}

impl TroopGroup {
    /// Whether it fights. A wizard does not.
    pub fn fights(&self) -> bool {
        self.count > 0 && self.troop.kind != Kind::Wizard
    }
}

impl Troop {
    pub fn without_name(kind: Kind) -> Troop {
        Troop { kind, combat_factor: kind.combat_factor(), name: None }
    }
}

impl fmt::Display for Troop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "MO/{name}:{}", self.combat_factor),
            None => f.write_str(self.kind.code()),
        }
    }
}

/// Units of one kind in a list of troops. Those in parentheses fight but are never recruited. [SC-2]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TroopGroup {
    pub count: u8,
    pub troop: Troop,
    pub local: bool,
}

/// A list of troops, written `2SK BD (3MO/Giant Worm:9)`.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Troops(pub Vec<TroopGroup>);

impl Troops {
    /// Reads a list of troops. Refused with the first error of [`read_all`](Troops::read_all).
    pub fn read(text: &str) -> Result<Troops, LineError> {
        Troops::read_all(text).map_err(|mut errors| errors.swap_remove(0))
    }

    /// Reads a list of troops. Returns all errors at once.
    ///
    /// # Errors
    /// Each invalid item, with the nearest valid one, unmatched parentheses, and more units of a kind than a side can
    /// count.
    ///
    /// # Source
    /// SC-2 and SC-18; A16: a number before MO counts units, and several groups may share one pair of parentheses.
    pub fn read_all(text: &str) -> Result<Troops, Vec<LineError>> {
        let (mut groups, mut errors) = (Vec::new(), Vec::new());
        let mut wrong = |what: &str| errors.push(LineError::new(what).hint("(2BD MO/Orcs:2)"));
        let mut item_errors = Vec::new();
        let mut unread = text.trim_start();
        let mut local = false;
        while let Some(first) = unread.chars().next() {
            let mut length = 1;
            match (first, local) {
                ('(', false) | (')', true) => local = !local,
                ('(', true) => wrong("a parenthesis is inside another"),
                (')', false) => wrong("a parenthesis is closed but none is open"),
                _ => {
                    let (read, length_read) = read_group(unread, local);
                    read.map_or_else(|error| item_errors.push(error), |group| groups.push(group));
                    length = length_read;
                }
            }
            unread = unread[length..].trim_start();
        }
        if local {
            wrong("a parenthesis is not closed");
        }
        item_errors.extend(uncountable_kinds(&groups));
        item_errors.append(&mut errors);
        if item_errors.is_empty() { Ok(Troops(groups)) } else { Err(item_errors) }
    }

    /// Counts the units that fight: all except wizards.
    pub fn fighters(&self) -> u32 {
        self.0.iter().filter(|group| group.fights()).map(|group| u32::from(group.count)).sum()
    }

    /// Returns what a conquering empire may recruit: neither monsters nor units in parentheses. [SC-2]
    pub fn recruits(&self) -> Army {
        let mut army = Army::NONE;
        self.0.iter().filter(|group| !group.local).for_each(|group| army.join(group.troop.kind, group.count));
        army
    }
}

const SAMPLE: &str = "2SK, BD, MO/Orcs:2, (3MO/Giant Worm:9)";
const SEPARATORS: [char; 6] = [' ', '\t', '\n', ',', '(', ')'];

/// Reports kinds with more units than can be counted.
fn uncountable_kinds(groups: &[TroopGroup]) -> Vec<LineError> {
    let mut sums: Vec<(&Troop, u32)> = Vec::new();
    for group in groups {
        match sums.iter_mut().find(|(troop, _)| **troop == group.troop) {
            Some((_, sum)) => *sum += u32::from(group.count),
            None => sums.push((&group.troop, u32::from(group.count))),
        }
    }
    let too_many = sums.into_iter().filter(|(_, sum)| u32::from(u8::MAX) < *sum);
    too_many
        .map(|(troop, sum)| LineError::new(format!("{sum} {troop} in all are too many")).hint("at most 255 of a kind"))
        .collect()
}

/// Returns the group or the error at the start of `text`, and the number of bytes it takes.
fn read_group(text: &str, local: bool) -> (Result<TroopGroup, LineError>, usize) {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let after = &text[digits..];
    let (troop, item, min_length) = if is_monster(after) {
        let item = &text[..digits + monster_length(after)];
        (read_monster(item, digits), item, 0)
    } else {
        let item = text.split(SEPARATORS).next().unwrap_or_default();
        (read_unit(item, digits), item, text.chars().next().map_or(1, char::len_utf8))
    };
    let count = if digits == 0 { Some(1) } else { parse_positive(&text[..digits]) };
    let no_count = || LineError::new(format!("\"{item}\" needs a count from 1 to 255")).hint(SAMPLE);
    let group = troop.and_then(|troop| Ok(TroopGroup { count: count.ok_or_else(no_count)?, troop, local }));
    (group, (item.len() + usize::from(text[item.len()..].starts_with(','))).max(min_length))
}

fn parse_positive(digits: &str) -> Option<u8> {
    digits.parse().ok().filter(|number| *number > 0)
}

/// Reads a monster such as `3MO/Giant Worm:9`. `digits`: how many digits it begins with.
fn read_monster(item: &str, digits: usize) -> Result<Troop, LineError> {
    let wrong = |what: &str| LineError::new(format!("\"{item}\" {what}")).hint(SAMPLE);
    let named = item[digits + 3..].split_once(':').filter(|(name, _)| !name.trim().is_empty());
    let (name, factor) = named.ok_or_else(|| wrong("is not a monster: type name, colon, combat factor"))?;
    let combat_factor = parse_positive(factor);
    let combat_factor = combat_factor.ok_or_else(|| wrong("has no combat factor from 1 to 255 after its colon"))?;
    Ok(Troop { kind: Kind::Monster, combat_factor, name: Some(name.trim().into()) })
}

/// Reads a unit such as `2SK`. `digits`: how many digits it begins with.
fn read_unit(word: &str, digits: usize) -> Result<Troop, LineError> {
    let code = &word[digits.min(word.len())..];
    let known = Kind::from_code(code).filter(|kind| *kind != Kind::Monster);
    known.map(Troop::without_name).ok_or_else(|| {
        let near = nearest(code, Kind::RECRUITS.map(Kind::code));
        let hint = near.map_or_else(|| SAMPLE.to_owned(), |near| format!("{near}; {SAMPLE}"));
        LineError::new(format!("\"{word}\" is not a unit")).hint(hint)
    })
}

fn is_monster(text: &str) -> bool {
    text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("MO/"))
}

/// Returns how many bytes of `MO/Giant Worm:9 2BD` belong to the monster: up to the end of the word after its colon, or
/// without a colon, up to the next word that begins a group.
fn monster_length(text: &str) -> usize {
    let end = text.find(['(', ')', '\n', ',']).unwrap_or(text.len());
    let text = &text[..end];
    let begins_group =
        |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit()) || Kind::from_code(word).is_some();
    let mut length = 0;
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 && (is_monster(word) || begins_group(word)) && !word.contains(':') {
            break;
        }
        length += word.len() + usize::from(index > 0);
        if word.contains(':') {
            break;
        }
    }
    text[..length].trim_end().len()
}

impl fmt::Display for TroopGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = if self.count == 1 { String::new() } else { self.count.to_string() };
        if self.local { write!(f, "({count}{})", self.troop) } else { write!(f, "{count}{}", self.troop) }
    }
}

impl fmt::Display for Troops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups: Vec<String> = self.0.iter().map(TroopGroup::to_string).collect();
        f.write_str(&groups.join(" "))
    }
}

impl FromStr for Troops {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Troops, LineError> {
        Troops::read(text)
    }
}

impl FromStr for Troop {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Troop, LineError> {
        match read_group(text, false) {
            (Ok(group), length) if length != text.len() || group.count != 1 => {
                Err(LineError::new("type one unit here"))
            }
            (read, _) => Ok(read?.troop),
        }
    }
}

impl FromStr for Army {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Army, LineError> {
        if text == "none" { Ok(Army::NONE) } else { Troops::read(text).map(|troops| troops.recruits()) }
    }
}

play::as_text!(Troops);
play::as_text!(Troop);
play::as_text!(Army);

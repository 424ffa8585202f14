//! The troops of an area as the scenario writes them: `2SK BD (3MO/Giant Worm:9)`.
use std::{fmt, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{
    kind::{Army, Kind},
    text::Fault,
};

/// One unit of a garrison or of an enemy host: a type, or a monster with its name and combat factor. [SC-18]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Troop {
    pub kind: Kind,
    pub combat_factor: u8,
    /// Of monsters only.
    pub name: Option<Arc<str>>,
}

impl Band {
    /// Whether it fights: a wizard does not.
    pub fn fights(&self) -> bool {
        self.count > 0 && self.troop.kind != Kind::Wizard
    }
}

impl Troop {
    pub fn of(kind: Kind) -> Troop {
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

/// Units of one kind in a list of troops; those in parentheses fight and are never recruited. [SC-2]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    pub count: u8,
    pub troop: Troop,
    pub local: bool,
}

/// A list of troops, written `2SK BD (3MO/Giant Worm:9)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Troops(pub Vec<Band>);

impl Troops {
    /// Reads a list of troops.
    ///
    /// # Errors
    /// The first flaw of [`read_all`](Troops::read_all).
    pub fn read(text: &str) -> Result<Troops, Fault> {
        Troops::read_all(text).map_err(|mut faults| faults.swap_remove(0))
    }

    /// The same, with every flaw at once.
    ///
    /// # Errors
    /// Each item that is none, with the nearest lawful one; parentheses without their other half; more units of a kind
    /// than a side can count.
    ///
    /// # Source
    /// SC-2 and SC-18; A16: a number before MO counts units, and several bands may share one pair of parentheses.
    pub fn read_all(text: &str) -> Result<Troops, Vec<Fault>> {
        let (mut bands, mut faults) = (Vec::new(), Vec::new());
        let mut wrong = |what: &str| faults.push(Fault::new(what).hint("(2BD MO/Orcs:2)"));
        let mut misread = Vec::new();
        let mut rest = text.trim_start();
        let mut local = false;
        while let Some(first) = rest.chars().next() {
            match first {
                '(' if !local => local = true,
                ')' if local => local = false,
                '(' => wrong("a parenthesis stands inside another"),
                ')' => wrong("a parenthesis is closed and none is open"),
                _ => {
                    let length = match read_band(rest, local) {
                        Ok((band, length)) => {
                            bands.push(band);
                            length
                        }
                        Err((fault, length)) => {
                            misread.push(fault);
                            length
                        }
                    };
                    rest = rest[length..].trim_start();
                    continue;
                }
            }
            rest = rest[1..].trim_start();
        }
        if local {
            wrong("a parenthesis is not closed");
        }
        misread.extend(too_many(&bands));
        misread.append(&mut faults);
        if misread.is_empty() { Ok(Troops(bands)) } else { Err(misread) }
    }

    /// Units in all, wizards aside: those that fight.
    pub fn fighters(&self) -> u32 {
        let fight = self.0.iter().filter(|band| band.troop.kind != Kind::Wizard);
        fight.map(|band| u32::from(band.count)).sum()
    }

    /// What an empire that conquers them may recruit: neither monsters nor what stands in parentheses. [SC-2]
    pub fn recruits(&self) -> Army {
        let mut army = Army::NONE;
        self.0.iter().filter(|band| !band.local).for_each(|band| army.join(band.troop.kind, band.count));
        army
    }
}

const SAMPLE: &str = "2SK, BD, MO/Orcs:2, (3MO/Giant Worm:9)";
const PARTS: [char; 6] = [' ', '\t', '\n', ',', '(', ')'];

/// Kinds of which there are more than can be counted.
fn too_many(bands: &[Band]) -> Vec<Fault> {
    let mut sums: Vec<(&Troop, u32)> = Vec::new();
    for band in bands {
        match sums.iter_mut().find(|(troop, _)| **troop == band.troop) {
            Some((_, sum)) => *sum += u32::from(band.count),
            None => sums.push((&band.troop, u32::from(band.count))),
        }
    }
    let over = sums.into_iter().filter(|(_, sum)| u32::from(u8::MAX) < *sum);
    over.map(|(troop, sum)| Fault::new(format!("{sum} {troop} in all are too many")).hint("no more than 255 of a kind"))
        .collect()
}

/// The band at the start of `text`, and how many bytes it takes.
///
/// # Errors
/// What is wrong with it, and how many bytes to leave out.
fn read_band(text: &str, local: bool) -> Result<(Band, usize), (Fault, usize)> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let word = text.split(PARTS).next().unwrap_or_default();
    let comma = |length: usize| length + usize::from(text[length..].starts_with(','));
    let number = |digits: &str| digits.parse::<u8>().ok().filter(|number| *number > 0);
    let count = if digits == 0 { Some(1) } else { number(&text[..digits]) };
    let after = &text[digits..];
    if after.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("MO/")) {
        let length = digits + monster_length(after);
        let whole = &text[..length];
        let wrong = |what: &str| (Fault::new(format!("\"{whole}\" {what}")).hint(SAMPLE), comma(length));
        let shapeless = || wrong("is no monster: its name, a colon and its combat factor");
        let (name, factor) = whole[digits + 3..].split_once(':').ok_or_else(shapeless)?;
        if name.trim().is_empty() {
            return Err(shapeless());
        }
        let combat_factor =
            number(factor).ok_or_else(|| wrong("has no combat factor from 1 to 255 after its colon"))?;
        let count = count.ok_or_else(|| wrong("counts no units: 1 to 255"))?;
        let troop = Troop { kind: Kind::Monster, combat_factor, name: Some(name.trim().into()) };
        return Ok((Band { count, troop, local }, comma(length)));
    }
    let length = comma(word.len()).max(text.chars().next().map_or(1, char::len_utf8));
    let code = &word[digits.min(word.len())..];
    let known = Kind::coded(code).filter(|kind| *kind != Kind::Monster);
    let kind = known.ok_or_else(|| {
        let near = super::text::nearest(code, Kind::RECRUITS.map(Kind::code));
        let hint = near.map_or_else(|| SAMPLE.to_owned(), |near| format!("{near}; {SAMPLE}"));
        (Fault::new(format!("\"{word}\" is no unit")).hint(hint), length)
    })?;
    let none = || (Fault::new(format!("\"{word}\" counts no units: 1 to 255")).hint(SAMPLE), length);
    Ok((Band { count: count.ok_or_else(none)?, troop: Troop::of(kind), local }, length))
}

/// How many bytes of `MO/Giant Worm:9 2BD` belong to the monster: up to the end of the word after its colon; without a
/// colon, its words up to one that is a band of its own.
fn monster_length(text: &str) -> usize {
    let end = text.find(['(', ')', '\n', ',']).unwrap_or(text.len());
    let text = &text[..end];
    let own = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit()) || Kind::coded(word).is_some();
    let mut length = 0;
    for (at, word) in text.split(' ').enumerate() {
        let new = word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("MO/")) || own(word);
        if at > 0 && new && !word.contains(':') {
            break;
        }
        length += word.len() + usize::from(at > 0);
        if word.contains(':') {
            break;
        }
    }
    text[..length].trim_end().len()
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = if self.count == 1 { String::new() } else { self.count.to_string() };
        if self.local { write!(f, "({count}{})", self.troop) } else { write!(f, "{count}{}", self.troop) }
    }
}

impl fmt::Display for Troops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bands: Vec<String> = self.0.iter().map(Band::to_string).collect();
        f.write_str(&bands.join(" "))
    }
}

impl Serialize for Troops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Troops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Troops, D::Error> {
        Troops::read(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Troop {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Troop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Troop, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (band, length) = read_band(&text, false).map_err(|(fault, _)| D::Error::custom(fault))?;
        if length == text.len() && band.count == 1 {
            Ok(band.troop)
        } else {
            Err(D::Error::custom("one unit belongs here"))
        }
    }
}

/// An army is text in a journal.
impl Serialize for Army {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Army {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Army, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "none" {
            return Ok(Army::NONE);
        }
        Ok(Troops::read(&text).map_err(D::Error::custom)?.recruits())
    }
}

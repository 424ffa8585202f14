//! Reading a line word by word, with a fault for whatever does not fit.
use std::ops::Range;

use super::{
    Fault, example,
    names::{Found, Name, Names, Sort},
    words::{Word, fold, nearest},
};
use crate::{
    measure::{Id, Inches},
    ship::{BatteryKind, Bearing},
    state::State,
};

/// Longer than the table is across: a slip of the finger. [2.1]
const LONGEST: Inches = Inches::whole(100);

pub(super) const BEARINGS: [(&str, Bearing); 5] = [
    ("broadside", Bearing::Broadside),
    ("bow", Bearing::Bow),
    ("stern", Bearing::Stern),
    ("port", Bearing::Port),
    ("starboard", Bearing::Starboard),
];
pub(super) const BATTERIES: [(&str, BatteryKind); 3] =
    [("big", BatteryKind::Big), ("medium", BatteryKind::Medium), ("light", BatteryKind::Light)];

/// A line on its way to a command.
pub(super) struct Reader<'a> {
    pub state: &'a State,
    pub line: &'a str,
    pub words: Vec<Word<'a>>,
    pub at: usize,
    /// Where the order ends and the dice begin.
    pub end: usize,
    pub usage: &'static str,
    pub example: &'static str,
    pub names: Names<'a>,
}

impl<'a> Reader<'a> {
    pub fn peek(&self) -> Option<&Word<'a>> {
        self.words.get(self.at)
    }
    /// The next word as the grammar compares it; empty at the end of the line.
    pub fn key(&self) -> &str {
        self.peek().map_or("", |word| word.key.as_str())
    }
    /// The last word of the line.
    pub fn last_key(&self) -> &str {
        self.words.last().map_or("", |word| word.key.as_str())
    }
    pub fn key_after(&self) -> &str {
        self.words.get(self.at + 1).map_or("", |word| word.key.as_str())
    }
    pub fn skip(&mut self) {
        self.at += 1;
    }
    /// Passes over a word that only makes the line read well.
    pub fn pass(&mut self, fillers: &[&str]) {
        if fillers.contains(&self.key()) {
            self.skip();
        }
    }
    /// Place of the next word, or the end of the order.
    pub fn here(&self) -> Range<usize> {
        self.peek().map_or(self.end..self.end, |word| word.at.clone())
    }
    pub fn at_number(&self) -> bool {
        self.peek().is_some_and(|word| !word.quoted && looks_numeric(&word.text))
    }

    /// Something that the line must say and does not.
    pub fn missing(&self, what: &str) -> Fault {
        Fault::new(self.end..self.end, format!("{what} is missing."))
            .hint(format!("for example: {}", example::here(self)))
    }
    /// A word that belongs nowhere.
    pub fn unexpected(&self, keywords: &[&str]) -> Fault {
        let Some(word) = self.peek() else { return self.missing("A word") };
        let near = nearest(&word.text, keywords.iter().copied());
        let hint = near.map_or_else(|| format!("usage: {}", self.usage), |near| format!("did you mean {near}?"));
        Fault::new(word.at.clone(), format!("\"{}\" has no meaning here.", word.text)).hint(hint)
    }
    /// # Errors
    /// A fault at the first word that nobody has read.
    pub fn finish(&self) -> Result<(), Fault> {
        if self.at < self.words.len() { Err(self.unexpected(&[])) } else { Ok(()) }
    }
    /// Reads into a slot that may be filled once.
    ///
    /// # Errors
    /// What `read` finds wrong; a slot that is full.
    pub fn once<T>(
        &mut self,
        slot: &mut Option<T>,
        what: &str,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        let from = self.here().start;
        let value = read(self)?;
        if slot.is_some() {
            let to = self.at.checked_sub(1).and_then(|last| self.words.get(last)).map_or(self.end, |word| word.at.end);
            let fault = Fault::new(from..to, format!("{what} is given twice."));
            return Err(fault.hint(format!("usage: {}", self.usage)));
        }
        *slot = Some(value);
        Ok(())
    }

    /// The next word, whatever it is.
    ///
    /// # Errors
    /// A fault when the line is at its end.
    pub fn word(&mut self, what: &str) -> Result<Word<'a>, Fault> {
        let Some(word) = self.peek().cloned() else { return Err(self.missing(what)) };
        self.skip();
        Ok(word)
    }

    /// One of a few words, perhaps cut short.
    ///
    /// # Errors
    /// A fault that lists what may stand here.
    pub fn choose<T: Copy>(&mut self, what: &str, options: &[(&str, T)]) -> Result<T, Fault> {
        let word = self.word(what)?;
        let typed = fold(&word.key, false);
        let cut = |name: &str| !typed.is_empty() && fold(name, false).starts_with(&typed);
        let starts: Vec<&(&str, T)> = options.iter().filter(|(name, _)| cut(name)).collect();
        match (options.iter().find(|(name, _)| fold(name, false) == typed), &starts[..]) {
            (Some((_, value)), _) | (None, [(_, value)]) => return Ok(*value),
            (None, []) => {}
            (None, several) => {
                let list = one_of(&several.iter().map(|(name, _)| *name).collect::<Vec<&str>>());
                let fault = Fault::new(word.at, format!("\"{}\" may be {list}.", word.text));
                return Err(fault.hint(format!("type more of it: {list}")));
            }
        }
        let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
        let list = one_of(&names);
        let hint = match nearest(&word.text, names.iter().copied()) {
            Some(near) => format!("did you mean {near}? Lawful: {list}"),
            None => format!("type {list}"),
        };
        Err(Fault::new(word.at, format!("{what} cannot be \"{}\".", word.text)).hint(hint))
    }

    /// # Errors
    /// A fault for what is no length from 0 to 100 inches.
    pub fn length(&mut self, what: &str) -> Result<Inches, Fault> {
        let word = self.word(what)?;
        let text = word.text.trim_end_matches(['"', '”', '“', '″', '′', '\'']);
        let text = text.strip_suffix("in").unwrap_or(text);
        let lawful = "a length is a number of table inches, such as 8 or 3.25";
        if let Ok(inches) = text.parse::<Inches>()
            && inches <= LONGEST
        {
            return Ok(inches);
        }
        let fault = |says: String, hint: String| Err(Fault::new(word.at.clone(), says).hint(hint));
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number < 0.0 => {
                fault(format!("{what} cannot be less than 0."), lawful.to_owned())
            }
            Ok(number) if number.is_finite() && LONGEST.as_f64() < number => fault(
                format!("{what} of {text}\" is longer than any table."),
                format!("lengths run from 0 to {LONGEST}"),
            ),
            _ if text.contains(',') && text.replace(',', ".").parse::<Inches>().is_ok() => {
                fault(format!("{what} cannot be \"{}\".", word.text), format!("write {}", text.replace(',', ".")))
            }
            _ => fault(format!("{what} must be a number, not \"{}\".", word.text), lawful.to_owned()),
        }
    }

    /// A place or a heading: any finite number of a size that a table can have.
    ///
    /// # Errors
    /// A fault for what is no such number.
    pub fn coordinate(&mut self, what: &str) -> Result<f64, Fault> {
        let word = self.word(what)?;
        let text = word.text.trim_end_matches(['"', '”', '°']);
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number.abs() <= 1000.0 => Ok(number),
            _ => {
                let fault = Fault::new(word.at, format!("{what} cannot be \"{}\".", word.text));
                Err(fault.hint(
                    "places are inches from the south-west corner, x east and y north; headings degrees from north",
                ))
            }
        }
    }

    /// A whole number from `least` to `most`.
    ///
    /// # Errors
    /// A fault for anything else.
    pub fn whole(&mut self, what: &str, least: u16, most: u16) -> Result<u16, Fault> {
        let word = self.word(what)?;
        let digits = word.text.trim_end_matches('°');
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = if plain { digits.parse::<u16>().ok() } else { None };
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(number),
            None => {
                let fault = Fault::new(word.at, format!("{what} cannot be \"{}\".", word.text));
                Err(fault.hint(format!("type a whole number from {least} to {most}")))
            }
        }
    }
    /// # Errors
    /// As [`whole`](Reader::whole), for a number of things.
    pub fn count(&mut self, what: &str) -> Result<u8, Fault> {
        self.whole(what, 0, u16::from(u8::MAX)).map(|number| number as u8)
    }
    /// # Errors
    /// As [`whole`](Reader::whole), for degrees.
    pub fn degrees(&mut self, what: &str) -> Result<u16, Fault> {
        self.whole(what, 0, 360)
    }

    /// A reason in words: a quotation, or the rest of the order as it stands.
    ///
    /// # Errors
    /// A fault when nothing is said.
    pub fn reason(&mut self, what: &str) -> Result<String, Fault> {
        // After the verb alone its example says more than a pair of quotes.
        let Some(word) = self.peek().cloned() else {
            if self.at < 2 {
                return Err(self.missing(what));
            }
            let line = self.line[..self.end].trim_end();
            let fault = Fault::new(self.end..self.end, format!("{what} is missing."));
            return Err(fault.hint(format!("say it in words: {line} \"the players agree\"")));
        };
        let said = if word.quoted {
            self.skip();
            word.text.into_owned()
        } else {
            self.at = self.words.len();
            self.line[word.at.start..self.end].trim_end().to_owned()
        };
        if said.trim().is_empty() {
            return Err(Fault::new(word.at, format!("{what} is empty.")).hint("say it in words: \"...\""));
        }
        Ok(said)
    }

    /// A name, of one word or of several.
    ///
    /// # Errors
    /// A fault that names who was perhaps meant, or between whom the line leaves the choice.
    pub fn name(&mut self, sort: Sort) -> Result<Id, Fault> {
        self.name_or(sort, &[])
    }

    /// A name, where these words of the grammar might stand too.
    ///
    /// # Errors
    /// As [`name`](Reader::name).
    pub fn name_or(&mut self, sort: Sort, keywords: &[&str]) -> Result<Id, Fault> {
        let Some(word) = self.peek() else { return Err(self.missing(&format!("The name of a {}", sort.noun()))) };
        if !word.quoted
            && let Some((id, read)) = self.name_of_several_words(sort)
        {
            self.at += read;
            return Ok(id);
        }
        match self.names.find(sort, &word.text) {
            Found::One(name) => {
                let id = name.id.clone();
                self.skip();
                Ok(id)
            }
            Found::Many(names) => Err(ambiguous(word, &names)),
            Found::Nobody => Err(self.unknown(sort, word, keywords)),
        }
    }

    fn name_of_several_words(&self, sort: Sort) -> Option<(Id, usize)> {
        let plain = self.words[self.at..].iter().take_while(|word| !word.quoted).take(4);
        let (id, count) = self.names.find_words(sort, plain.map(|word| word.text.as_ref()))?;
        Some((id.clone(), count))
    }

    fn unknown(&self, sort: Sort, word: &Word, keywords: &[&str]) -> Fault {
        let other =
            [Sort::Ship, Sort::Division, Sort::Side, Sort::Marker, Sort::Formation].into_iter().find_map(|other| {
                match self.names.find(other, &word.text) {
                    Found::One(name) => Some((name.shown, other.noun())),
                    Found::Many(_) | Found::Nobody => None,
                }
            });
        if let Some((shown, noun)) = other.filter(|_| word.text.len() > 1) {
            let what = format!("{shown} is a {noun}; a {} is needed here.", sort.noun());
            return Fault::new(word.at.clone(), what).maybe_hint(self.list(sort));
        }
        let what = format!("No {} is called \"{}\".", sort.noun(), word.text);
        let near = self.names.nearest(sort, &word.text, keywords);
        let hint = near.map(|near| format!("did you mean {near}?")).or_else(|| self.list(sort));
        Fault::new(word.at.clone(), what).maybe_hint(hint)
    }

    fn list(&self, sort: Sort) -> Option<String> {
        let mut ids: Vec<&str> = self.names.all(sort).map(|name| name.id.as_str()).collect();
        if ids.is_empty() {
            return match sort {
                Sort::Marker => Some("no torpedo marker is on the table".to_owned()),
                Sort::Formation => Some("make one first: formation van 1st 2nd".to_owned()),
                Sort::Ship | Sort::Division | Sort::Unit | Sort::Side => None,
            };
        }
        let more = if ids.len() > 12 { " ..." } else { "" };
        ids.truncate(12);
        Some(format!("there are: {}{more}", ids.join(", ")))
    }
}

fn ambiguous(word: &Word, names: &[&Name]) -> Fault {
    let ids: Vec<&str> = names.iter().take(8).map(|name| name.id.as_str()).collect();
    // Markers of both sides may bear one letter: then only the id tells them apart.
    let shown: Vec<&str> = names.iter().take(8).map(|name| told(name)).collect();
    Fault::new(word.at.clone(), format!("\"{}\" may be {}.", word.text, one_of(&shown)))
        .hint(format!("type more of the name: {}", one_of(&ids)))
}

fn told<'s>(name: &Name<'s>) -> &'s str {
    if name.sort == Sort::Marker { name.id.as_str() } else { name.shown }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether a bare word is meant as a number, rightly written or not.
pub(super) fn looks_numeric(text: &str) -> bool {
    let number = text.trim_end_matches(['"', '”', '“', '″', '°', '\'']);
    let digit = number.bytes().any(|byte| byte.is_ascii_digit());
    let marks = number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+'));
    digit && (marks || number.strip_suffix("in").unwrap_or(number).parse::<f64>().is_ok())
}

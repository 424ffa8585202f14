//! Finds ships by a sentence: `japanese battleships 1904`, `the german raiders of 1914`.
use chrono::NaiveDate;

use load::Navy;
use naval::model::library::ShipLine;
use naval::model::{ShipType, calendar};
use play::verbs::{fold, nearest};
use session::Refusal;

/// Filler words, which are ignored.
const FILLER_WORDS: [&str; 38] = [
    "of", "the", "in", "on", "and", "or", "a", "an", "all", "any", "every", "at", "by", "from", "for", "with",
    "during", "class", "ship", "navy", "fleet", "war", "vessel", "warship", "what", "which", "who", "did", "do",
    "have", "has", "had", "was", "were", "are", "there", "show", "me",
];

/// Words that select lost ships, in the years that are named.
const LOST_WORDS: [&str; 2] = ["lost", "sunk"];

/// Wars by their names.
const WARS: [(&str, &str); 6] = [
    ("rjw", "rjw"),
    ("russo japanese war", "rjw"),
    ("ww1", "ww1"),
    ("first world war", "ww1"),
    ("great war", "ww1"),
    ("world war", "ww1"),
];

/// The kinds of ships by their names, in the singular. The longest name that fits is used.
const KINDS: [(&str, KindMeaning); 38] = {
    use KindMeaning::{BuiltAs, Dreadnought, Kinds, PreDreadnought};
    use ShipType::{BB, BC, CA, CB, CL, CP, MM, OBB, TB, TBD};
    [
        ("armed merchant cruiser", BuiltAs("armed merchant cruiser")),
        ("auxiliary cruiser", BuiltAs("armed merchant cruiser")),
        ("merchant cruiser", BuiltAs("armed merchant cruiser")),
        ("armed liner", BuiltAs("armed merchant cruiser")),
        ("raider", BuiltAs("armed merchant cruiser")),
        ("coast defence ship", BuiltAs("coast defence ship")),
        ("coast defense ship", BuiltAs("coast defence ship")),
        ("torpedo gunboat", BuiltAs("torpedo gunboat")),
        ("flotilla leader", BuiltAs("flotilla leader")),
        ("torpedo boat destroyer", Kinds(&[TBD])),
        ("torpedo craft", Kinds(&[TBD, TB])),
        ("torpedo boat", Kinds(&[TB])),
        ("destroyer", Kinds(&[TBD])),
        ("coast battery", Kinds(&[CB])),
        ("shore battery", Kinds(&[CB])),
        ("coastal battery", Kinds(&[CB])),
        ("battery", Kinds(&[CB])),
        ("fort", Kinds(&[CB])),
        ("fortress", Kinds(&[CB])),
        ("merchantman", Kinds(&[MM])),
        ("merchant ship", Kinds(&[MM])),
        ("auxiliary", Kinds(&[MM])),
        ("super dreadnought", Dreadnought),
        ("pre dreadnought", PreDreadnought),
        ("predreadnought", PreDreadnought),
        ("dreadnought", Dreadnought),
        ("capital ship", Kinds(&[BB, OBB, BC])),
        ("old battleship", Kinds(&[OBB])),
        ("battleship", Kinds(&[BB, OBB])),
        ("battle cruiser", Kinds(&[BC])),
        ("battlecruiser", Kinds(&[BC])),
        ("armoured cruiser", Kinds(&[CA])),
        ("armored cruiser", Kinds(&[CA])),
        ("protected cruiser", Kinds(&[CP])),
        ("light cruiser", Kinds(&[CL, CP])),
        ("scout cruiser", Kinds(&[CL])),
        ("small cruiser", Kinds(&[CL, CP])),
        ("cruiser", Kinds(&[CA, CL, CP])),
    ]
};

/// The kind of ship that a part of the sentence selects.
#[derive(Clone, Copy)]
enum KindMeaning {
    Kinds(&'static [ShipType]),
    /// By the letters of the type.
    Kind(ShipType),
    BuiltAs(&'static str),
    Dreadnought,
    PreDreadnought,
}

/// What a sentence asks for. A ship must match one of the navies, one of the kinds, and all the rest.
#[derive(Default)]
pub struct ShipQuery {
    navies: Vec<String>,
    kinds: Vec<(String, KindMeaning)>,
    /// Groups of days. On at least one day of each group the ship must have been in service.
    days: Vec<Vec<NaiveDate>>,
    wars: Vec<&'static str>,
    /// Only lost ships. If days are named, lost in that time.
    only_lost: bool,
    /// Parts of a ship's names, or of what it was built as.
    names: Vec<String>,
}

impl ShipQuery {
    /// Parses a sentence. A word without another meaning is part of a name.
    pub fn read(words: &[String], navies: &[Navy]) -> ShipQuery {
        let lowered: Vec<String> =
            words.iter().flat_map(|text| text.split([' ', ',', ';'])).map(str::to_lowercase).collect();
        let spoken: Vec<&str> = lowered.iter().map(|word| word.trim_matches(['.', '?', '!'])).collect();
        let mut query = ShipQuery::default();
        let mut rest = &spoken[..];
        while let Some((word, later)) = rest.split_first() {
            rest = if let [day, style, later @ ..] = rest
                && let Some(day) = old_style_day(day, style)
            {
                query.days.push(vec![day]);
                later
            } else if let Some((words, war)) = longest_phrase(&WARS, rest) {
                query.wars.push(war);
                &rest[words..]
            } else if let Some((words, kind)) = longest_phrase(&KINDS, rest) {
                query.kinds.push((rest[..words].join(" "), kind));
                &rest[words..]
            } else {
                query.read_word(word, navies);
                later
            };
        }
        query
    }

    fn read_word(&mut self, word: &str, navies: &[Navy]) {
        if word.is_empty() || FILLER_WORDS.contains(&word) || FILLER_WORDS.contains(&&*singular(word)) {
            return;
        }
        if LOST_WORDS.contains(&word) {
            self.only_lost = true;
            return;
        }
        let plain = fold(word, false);
        let navy = navies.iter().find(|navy| {
            let mut words = std::iter::once(navy.id.as_str()).chain(adjectives(navy));
            words.any(|known| known == word || fold(known, false) == plain)
        });
        let kind = ShipType::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(word));
        if let Some(navy) = navy {
            self.navies.push(navy.id.to_string());
        } else if let Some(kind) = kind {
            self.kinds.push((word.to_owned(), KindMeaning::Kind(kind)));
        } else if let Some(days) = days_in(word) {
            self.days.push(days);
        } else {
            self.names.push(word.to_owned());
        }
    }

    /// Returns the day for which types and speeds are listed.
    pub fn day(&self) -> Option<NaiveDate> {
        let days = self.days.first()?;
        days.get(days.len() / 2).copied()
    }

    /// Whether a ship matches the query.
    pub fn fits(&self, ship: &ShipLine) -> bool {
        (self.navies.is_empty() || self.navies.iter().any(|navy| ship.navy == **navy))
            && (self.kinds.is_empty() || self.kinds.iter().any(|(phrase, kind)| is_of_kind(ship, phrase, *kind)))
            && (!self.only_lost || ship.ship.lost.is_some())
            && self.days.iter().all(|days| self.matches_days(ship, days))
            && self.wars.iter().all(|war| ship.wars.iter().any(|known| known == war))
            && self.names.iter().all(|word| is_named_or_built_as(ship, word))
    }

    /// Whether the ship was in service on one of the days. If lost ships are wanted: lost between first and last day.
    fn matches_days(&self, ship: &ShipLine, days: &[NaiveDate]) -> bool {
        match ship.ship.lost.filter(|_| self.only_lost) {
            Some(lost) => days.first() <= Some(&lost) && Some(&lost) <= days.last(),
            None => days.iter().any(|day| ship.in_service_on(*day)),
        }
    }

    /// Explains why nothing matches, and names a word that no ship has, if there is one.
    pub fn no_match(&self, ships: &[ShipLine], navies: &[Navy]) -> Refusal {
        match self.names.iter().find(|word| !ships.iter().any(|ship| is_named_or_built_as(ship, word))) {
            Some(word) => {
                let day_hint = calendar::parse_day(word).err().and_then(|no_day| no_day.hint());
                let near = day_hint.or_else(|| nearest_word(word, ships, navies));
                let hint = near.map(|near| format!("did you mean {near}?"));
                let example = "name a navy, a type, a war, a year or a ship: `japanese battleships 1904`";
                Refusal::not_there(format!("No ship in the library is called or was built as \"{word}\"."))
                    .hint(hint.unwrap_or_else(|| example.to_owned()))
            }
            None => Refusal::not_there("No ship in the library matches that.").hint("`kaiser ship list` lists ships"),
        }
    }
}

/// Returns the nearest word for a navy or a kind, or in a ship's name.
fn nearest_word(word: &str, ships: &[ShipLine], navies: &[Navy]) -> Option<String> {
    let navy_words =
        navies.iter().flat_map(|navy| std::iter::once(&navy.id).map(|id| id.as_str()).chain(adjectives(navy)));
    let kinds = KINDS.iter().map(|(phrase, _)| *phrase).filter(|phrase| !phrase.contains(' '));
    let names = ships.iter().flat_map(|ship| ship.name.split(' '));
    nearest(word, navy_words.chain(kinds).chain(names)).map(str::to_lowercase)
}

/// Returns the words for ships of a navy, such as `japanese`.
fn adjectives(navy: &Navy) -> impl Iterator<Item = &str> {
    navy.called.iter().map(String::as_str)
}

/// Parses a day and the word after it that names the old Russian calendar.
fn old_style_day(day: &str, style: &str) -> Option<NaiveDate> {
    let typed = format!("{day} {style}");
    calendar::parse_day(&typed).ok().filter(|_| calendar::is_old_style(&typed))
}

/// Returns the number of words and the meaning of the longest phrase of a table that the words begin with.
fn longest_phrase<T: Copy>(table: &[(&'static str, T)], words: &[&str]) -> Option<(usize, T)> {
    let fits = |phrase: &'static str| {
        let phrase_words: Vec<&str> = phrase.split(' ').collect();
        let mut rest = &phrase_words[..];
        for (index, word) in words.iter().enumerate() {
            for part in word.split('-') {
                let (phrase_word, later) = rest.split_first()?;
                if part != *phrase_word && singular(part) != *phrase_word {
                    return None;
                }
                rest = later;
            }
            if rest.is_empty() {
                return Some(index + 1);
            }
        }
        None
    };
    let found = table.iter().filter_map(|(phrase, meaning)| Some((fits(phrase)?, phrase.len(), *meaning)));
    found.max_by_key(|(_, length, _)| *length).map(|(words, _, meaning)| (words, meaning))
}

/// Returns the singular: `battery` of `batteries`, `merchantman` of `merchantmen`.
fn singular(word: &str) -> String {
    let stem = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let stem = stem.or_else(|| word.strip_suffix("men").map(|stem| format!("{stem}man")));
    let stem = stem.or_else(|| word.strip_suffix("sses").map(|stem| format!("{stem}ss")));
    stem.unwrap_or_else(|| word.strip_suffix('s').unwrap_or(word).to_owned())
}

fn is_of_kind(ship: &ShipLine, phrase: &str, kind: KindMeaning) -> bool {
    let built_as = ship.built_as.as_deref().unwrap_or_default();
    let is_liner = built_as == "armed merchant cruiser";
    match kind {
        // An armed liner counts as a cruiser only by its type.
        KindMeaning::Kinds(kinds) => kinds.contains(&ship.kind) && !(is_liner && phrase.contains("cruiser")),
        KindMeaning::Kind(kind) => ship.kind == kind,
        KindMeaning::BuiltAs(what) => built_as == what,
        // In the singular, ships named Dreadnought too.
        KindMeaning::Dreadnought => ship.all_big || (phrase == "dreadnought" && is_called(ship, phrase)),
        KindMeaning::PreDreadnought => [ShipType::BB, ShipType::OBB].contains(&ship.kind) && !ship.all_big,
    }
}

/// Whether a word, singular or plural, is part of a ship's names, or of its type or what it was built as.
fn is_named_or_built_as(ship: &ShipLine, word: &str) -> bool {
    let singular = singular(word);
    let built_as = ship.built_as.as_deref().unwrap_or_default().to_lowercase();
    [word, &singular].iter().any(|word| built_as.contains(word) || is_called(ship, word))
        || show::lines::type_word(ship.kind).split(' ').any(|known| known == word || known == singular)
}

/// Whether a word is part of a ship's class, or of an id or name that it ever had. Accents may be left out.
pub fn is_called(ship: &ShipLine, word: &str) -> bool {
    let called = ship.called.iter().flat_map(|(id, name)| [id.as_str(), name.as_str()]);
    called.chain([ship.class.as_str()]).any(|name| contains_folded(name, word))
}

/// Whether a word is part of a name, as written or without accents.
fn contains_folded(name: &str, word: &str) -> bool {
    let plain = fold(word, false);
    let in_plain =
        || !plain.is_empty() && [false, true].into_iter().any(|umlauts| fold(name, umlauts).contains(&plain));
    name.to_lowercase().contains(&word.to_lowercase()) || in_plain()
}

/// Returns the days that a word means: the day itself, or the first, middle and last day of a month or year.
fn days_in(word: &str) -> Option<Vec<NaiveDate>> {
    if let Ok(day) = calendar::parse_day(word) {
        return Some(vec![day]);
    }
    let (year, month) = word.split_once('-').map_or((word, None), |(year, month)| (year, Some(month)));
    let year: i32 = year.parse().ok().filter(|_| year.len() == 4)?;
    let days = match month {
        Some(month) => {
            let month: u32 = month.parse().ok().filter(|_| month.len() == 2)?;
            let first = NaiveDate::from_ymd_opt(year, month, 1)?;
            let last = first.checked_add_months(chrono::Months::new(1))?.pred_opt()?;
            [Some(first), NaiveDate::from_ymd_opt(year, month, 15), Some(last)]
        }
        None => [(1, 1), (7, 1), (12, 31)].map(|(month, day)| NaiveDate::from_ymd_opt(year, month, day)),
    };
    days.into_iter().collect()
}

//! The values that the referee may set: one row each, read and printed like the rows of verbs.
use super::{
    kind::{Answer, Kind, Notation, Or, Reader, Row, Slot, Switch, Value, words_of},
    names::Sort,
    picks::{self, choice},
    read::{self, name_or},
};
use crate::model::{Fate, Hand, Place, Rudder, Setting, chart::Quality};
use crate::{Id, State};
use play::{
    Fault,
    verbs::{self, Filled, Given, Grammar, Offer, Piece, Place as Stands, Question, Takes, nearest, shown},
};

/// The unit of a setting of the complete table.
pub const TABLE: &str = "battle";
const NOBODY: &str = "nobody";
pub const FATES: [&str; 7] = ["fighting", "sinking", "sunk", "exploded", "abandoned", "exited", "waiting"];

/// A value that may be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dial {
    At,
    Speed,
    Top,
    Fires,
    Flotation,
    Mounts,
    Guns,
    Torpedoes,
    Sighted,
    Lit,
    Rudder,
    Fate,
    Sighting,
    Visibility,
    Rule,
    Condition,
    Sentence,
}

const fn dial(dial: Dial, word: &'static str, says: &'static str, slots: &'static [Slot]) -> (Dial, Row) {
    (dial, Row { says, slots, ..Row::session(word) })
}
const fn of(kind: Kind, what: &'static str) -> Slot {
    Slot::fixed(kind, what, "")
}
const ANSWER: Slot = of(Kind::Word(words_of::<Answer>), "The answer").of(|_| Offer::words(["yes", "no"]));

/// Every setting with its word, its description in lists, and its slots in order.
pub static DIALS: [(Dial, Row); 17] = [
    dial(
        Dial::At,
        "at",
        "where she lies: X Y in inches from the south-west corner, and heading DEGREES",
        &[of(Kind::At, "The place"), of(Kind::Heading, "The heading").keys(&["heading"])],
    ),
    dial(Dial::Speed, "speed", "speed now, in inches a turn", &[of(Kind::Length, "The speed")]),
    dial(
        Dial::Top,
        "top",
        "top speed that her damage leaves her, in inches a turn",
        &[of(Kind::Length, "The top speed")],
    ),
    dial(Dial::Fires, "fires", "number of fires burning", &[of(Kind::Count, "The number of fires")]),
    dial(Dial::Flotation, "flotation", "flotation hits suffered", &[of(Kind::Count, "The number of flotation hits")]),
    dial(
        Dial::Mounts,
        "mounts",
        "big-gun mounts lost, by their names on the card, or none",
        &[of(Kind::Mounts, "The number of mounts lost")],
    ),
    dial(Dial::Guns, "guns", "quarters of the battery points lost", &[of(Kind::Count, "The number of quarters lost")]),
    dial(Dial::Torpedoes, "torpedoes", "torpedo factors left", &[of(Kind::Count, "The number of torpedo factors")]),
    dial(Dial::Sighted, "sighted", "seen by the enemy, yes or no", &[ANSWER]),
    dial(Dial::Lit, "lit", "lit by searchlight or starshell, yes or no", &[ANSWER]),
    dial(
        Dial::Rudder,
        "rudder",
        "jammed to port, starboard or amidships, for so many turns or a D6, or free",
        &[
            of(Kind::Word(words_of::<Or<Option<Hand>>>), "The rudder").tail(&["for", "turns"]),
            of(Kind::Count, "The number of turns").bare().tail(&["turns", "turn"]),
        ],
    ),
    dial(Dial::Fate, "fate", "fighting, sinking, sunk, exploded, abandoned, exited", &[of(Kind::Fate, "Her fate")]),
    dial(Dial::Sighting, "sighting", "sighting base of the turn, in inches", &[of(Kind::Length, "The sighting base")]),
    dial(
        Dial::Visibility,
        "visibility",
        "clear, poor, very-poor or extreme",
        &[of(Kind::Word(words_of::<Or<Quality>>), "The visibility")],
    ),
    dial(
        Dial::Rule,
        "rule",
        "a special rule by its number, on or off",
        &[of(Kind::Count, "The number of the special rule"), ANSWER],
    ),
    dial(
        Dial::Condition,
        "condition",
        "a condition of victory by its number: yes, no, or open again",
        &[of(Kind::Count, "The number of the condition"), of(Kind::Word(words_of::<Or<bool>>), "The answer")],
    ),
    dial(
        Dial::Sentence,
        "sentence",
        "a sentence of victory left to the referee, by its number: the side that wins, or nobody",
        &[of(Kind::Count, "The number of the sentence"), of(Kind::Name(Sort::Side), "").instead(&[NOBODY]).always()],
    ),
];

impl Dial {
    pub fn named(key: &str) -> Option<Dial> {
        let key = if key == "top-speed" { "top" } else { key };
        DIALS.iter().find(|(_, row)| row.word == key).map(|(dial, _)| *dial)
    }
    fn row(self) -> &'static Row {
        &DIALS[self as usize].1
    }
    fn is_of_the_table(self) -> bool {
        matches!(self, Dial::Sighting | Dial::Visibility | Dial::Rule | Dial::Condition | Dial::Sentence)
    }
    /// Returns the possible values. Empty for numbers.
    fn offers(self, r: &Reader) -> Vec<Offer> {
        let slot = &self.row().slots[0];
        slot.of.map_or_else(|| Notation::offers(r, slot.kind), |of| of(r))
    }
    /// Whether a word can be the value.
    fn takes(self, r: &Reader) -> bool {
        let words = Notation::words(self.row().slots[0].kind);
        let begun = |word: &&str| !r.key().is_empty() && word.starts_with(r.key());
        if words.is_empty() { r.at_number() } else { words.iter().any(begun) }
    }
}

/// The slots of the unit and of the value in `set`.
pub const WHOSE: usize = 0;
pub const VALUE: usize = 1;

/// Whether the next word names a setting. Two coordinates and a heading need no word before them.
pub fn looks(r: &Reader) -> bool {
    Dial::named(r.key()).is_some() || (r.at_number() && r.filled.is_said(WHOSE) && !r.filled.is_said(VALUE))
}

/// Reads a ship or division, or the complete table. Setting words are possible only before the setting is known.
pub fn whose(r: &mut Reader) -> Result<Id, Fault> {
    if r.key() == TABLE {
        r.skip();
        return Ok(Id::new(TABLE));
    }
    let only_names =
        matches!(r.filling, Some((VALUE, _))) || r.filled.is_said(VALUE) || Dial::named(r.key_after()).is_some();
    let dials = DIALS.each_ref().map(|(_, row)| row.word);
    name_or(r, Sort::Unit, if only_names { &[] } else { &dials })
}

/// Returns the unit for a line without one. Settings of the table need none.
pub fn left_out(r: &Reader) -> Result<Vec<Value>, Fault> {
    match r.filled.get::<Setting>(VALUE) {
        None => Err(r.missing("What is to be set")),
        Some(setting) if setting.is_of_the_table() => Ok(vec![Value::Name(Id::new(TABLE))]),
        Some(_) => Err(r.missing("The ship or division")),
    }
}

/// Returns the error for a word in place of a setting.
pub fn no_dial(r: &Reader) -> Option<Fault> {
    let word = r.peek().filter(|_| r.filled.is_said(WHOSE) && !r.filled.is_said(VALUE))?;
    let dials = DIALS.each_ref().map(|(_, row)| row.word);
    let near = nearest(&word.text, dials);
    let hint = near.map_or_else(|| format!("one of: {}", dials.join(", ")), |near| format!("did you mean {near}?"));
    Some(Fault::at(word.at.clone(), format!("\"{}\" is nothing that can be set.", word.text)).hint(hint))
}

/// Reads `speed 2.0` or `top speed to 2`, and `fires asahi 2` if the line has no unit yet.
pub fn setting(r: &mut Reader) -> Result<Setting, Fault> {
    let dial = Dial::named(r.key()).inspect(|_| r.skip()).unwrap_or(Dial::At);
    if dial == Dial::Top {
        r.pass(&["speed"]);
    }
    r.pass(&["to", "="]);
    let at_end = |r: &Reader| r.peek().is_none() || r.key() == "because";
    if !r.filled.is_said(WHOSE) && !dial.is_of_the_table() && !dial.takes(r) && !at_end(r) {
        let at = r.here();
        let value = Some(Value::Name(whose(r)?));
        r.filled.slots[WHOSE].push(Given { value, at });
        r.pass(&["to", "="]);
    }
    if at_end(r) {
        return Err(r.missing("The new value"));
    }
    let mut values = Filled::new(dial.row());
    for (given, slot) in values.slots.iter_mut().zip(dial.row().slots) {
        r.pass(slot.keys);
        let at = r.here();
        if slot.instead.contains(&r.key()) {
            r.skip();
        } else if slot.place == Stands::Fixed || r.at_number() {
            given.push(Given { value: Some(Notation::read(r, slot)?), at });
        }
        slot.tail.iter().for_each(|word| r.pass(&[word]));
    }
    made(dial, &mut values)
}

fn made(dial: Dial, values: &mut Filled<Notation>) -> Result<Setting, Fault> {
    Ok(match dial {
        Dial::At => {
            let ((x, y), heading) = (values.take()?, values.take()?);
            Setting::At(Place::new(x, y, heading))
        }
        Dial::Speed => Setting::Speed(values.take()?),
        Dial::Top => Setting::TopSpeed(values.take()?),
        Dial::Fires => Setting::Fires(values.take()?),
        Dial::Flotation => Setting::Flotation(values.take()?),
        Dial::Mounts | Dial::Fate => values.take()?,
        Dial::Guns => Setting::GunQuartersLost(values.take()?),
        Dial::Torpedoes => Setting::Torpedoes(values.take()?),
        Dial::Sighted => Setting::Sighted(values.take::<Answer>()?.0),
        Dial::Lit => Setting::Lit(values.take::<Answer>()?.0),
        Dial::Rudder => match values.take::<Or<Option<Hand>>>()?.0 {
            Some(circles) => Setting::Rudder(Rudder::Jammed { circles, turns: values.take()? }),
            None => Setting::Rudder(Rudder::Free),
        },
        Dial::Sighting => Setting::SightingBase(values.take()?),
        Dial::Visibility => Setting::Visibility(values.take::<Or<Quality>>()?.0),
        Dial::Rule => Setting::SpecialRule { of: values.take()?, on: values.take::<Answer>()?.0 },
        Dial::Condition => Setting::Condition { number: values.take()?, holds: values.take::<Or<bool>>()?.0 },
        Dial::Sentence => Setting::Sentence { of: values.take()?, side: values.take()? },
    })
}

/// Returns a setting as its row and the values of its slots.
fn spelled(setting: &Setting) -> (Dial, Vec<Vec<Value>>) {
    match setting {
        Setting::At(at) => (Dial::At, vec![(at.x.as_f64(), at.y.as_f64()).values(), at.heading.as_f64().values()]),
        Setting::Speed(speed) => (Dial::Speed, vec![speed.values()]),
        Setting::TopSpeed(speed) => (Dial::Top, vec![speed.values()]),
        Setting::Fires(fires) => (Dial::Fires, vec![fires.values()]),
        Setting::Flotation(hits) => (Dial::Flotation, vec![hits.values()]),
        Setting::MountsLost(mounts) => (Dial::Mounts, vec![mounts.values()]),
        Setting::Mounts(mounts) if mounts.is_empty() => (Dial::Mounts, vec![vec![Value::Word("none")]]),
        Setting::Mounts(mounts) => {
            (Dial::Mounts, vec![mounts.iter().map(|mount| Value::Bare(mount.to_string())).collect()])
        }
        Setting::GunQuartersLost(quarters) => (Dial::Guns, vec![quarters.values()]),
        Setting::Torpedoes(factors) => (Dial::Torpedoes, vec![factors.values()]),
        Setting::Sighted(seen) => (Dial::Sighted, vec![Answer(*seen).values()]),
        Setting::Lit(lit) => (Dial::Lit, vec![Answer(*lit).values()]),
        Setting::Fate(fate) => (Dial::Fate, vec![vec![Value::Bare(fate_text(fate))]]),
        Setting::Rudder(Rudder::Free) => (Dial::Rudder, vec![Or::<Option<Hand>>(None).values()]),
        Setting::Rudder(Rudder::Jammed { circles, turns }) => {
            (Dial::Rudder, vec![Or(Some(*circles)).values(), turns.values()])
        }
        Setting::SightingBase(base) => (Dial::Sighting, vec![base.values()]),
        Setting::Visibility(quality) => (Dial::Visibility, vec![Or(*quality).values()]),
        Setting::SpecialRule { of, on } => (Dial::Rule, vec![of.values(), Switch(*on).values()]),
        Setting::Condition { number, holds } => (Dial::Condition, vec![number.values(), Or(*holds).values()]),
        Setting::Sentence { of, side } => (Dial::Sentence, vec![of.values(), side.values()]),
    }
}

/// Returns a setting as typed: `flotation 4`.
pub fn print(state: &State, setting: &Setting) -> String {
    let (dial, values) = spelled(setting);
    verbs::print(state, dial.row(), &values)
}

/// Reads `mounts a y`, `mounts none` or `mounts 2`, with names as on the card, up to the reason.
pub fn mounts(r: &mut Reader, what: &str) -> Result<Setting, Fault> {
    if r.key() == "none" {
        r.skip();
        return Ok(Setting::MountsLost(0));
    }
    if r.at_number() {
        return Ok(Setting::MountsLost(read::count(r, what)? as u8));
    }
    let mut named = Vec::new();
    while r.peek().is_some_and(|word| word.key != "because" && !word.is_quoted()) {
        r.pass(&["and"]);
        named.push(Id::new(r.word("The mount")?.text.trim_end_matches(',')));
    }
    if named.is_empty() { Err(r.missing("The mounts lost")) } else { Ok(Setting::Mounts(named)) }
}

/// Reads `sunk`, `exited friendly` or `waiting 3`.
pub fn fate(r: &mut Reader, what: &str) -> Result<Setting, Fault> {
    Ok(Setting::Fate(match r.choose(what, &FATES)? {
        "fighting" => Fate::Fighting,
        "sinking" => Fate::Sinking,
        "sunk" => Fate::Sunk,
        "exploded" => Fate::Exploded,
        "abandoned" => Fate::Abandoned,
        "waiting" => Fate::Waiting { enters_turn: r.whole("The turn in which she enters", 1, 1000)? },
        _ => {
            let friendly = r.key() == "friendly";
            r.pass(&["friendly", "enemy"]);
            Fate::exited(friendly)
        }
    }))
}

fn fate_text(fate: &Fate) -> String {
    match fate {
        Fate::Fighting => "fighting".to_owned(),
        Fate::Sinking => "sinking".to_owned(),
        Fate::Exploded => "exploded".to_owned(),
        Fate::Sunk => "sunk".to_owned(),
        Fate::Abandoned => "abandoned".to_owned(),
        Fate::Exited { friendly, .. } => if *friendly { "exited friendly" } else { "exited" }.to_owned(),
        Fate::Waiting { enters_turn } => format!("waiting {enters_turn}"),
    }
}

/// Returns the words that may follow: settings, or values of the current setting.
pub fn offers(r: &Reader) -> Vec<Offer> {
    match r.filling {
        Some((VALUE, from)) if from < r.tokens.len() => {
            Dial::named(&r.tokens[from].key).map_or_else(Vec::new, |dial| dial.offers(r))
        }
        _ => Offer::words(DIALS.iter().map(|(_, row)| row.word)),
    }
}

/// Asks for the unit of a setting.
pub fn ask_whose(r: &Reader) -> Option<Question> {
    let table = ("the whole table".to_owned(), TABLE.to_owned());
    choice("For whom?", [shown(picks::units(r)), vec![table]].concat())
}

pub fn ask_dial(r: &Reader) -> Option<Question> {
    let table = r.filled.get::<Id>(WHOSE).is_some_and(|unit| unit == TABLE);
    let dials = DIALS.iter().filter(|(dial, _)| dial.is_of_the_table() == table);
    let shown = |row: &Row| (format!("{}: {}", row.word, row.says), row.word.to_owned());
    choice("What is to be set?", dials.map(|(_, row)| shown(row)).collect())
}

pub fn ask_value(r: &Reader) -> Option<Question> {
    let dial = Dial::named(r.last_key());
    if dial == Some(Dial::Mounts) {
        let ship = r.filled.get(WHOSE).and_then(|id: Id| r.state.ship(&id));
        let mounts = ship.iter().flat_map(|ship| &ship.card.big).flat_map(|big| &big.mounts);
        let names = Offer::words(["none"].into_iter().chain(mounts.map(|mount| mount.id.as_str())));
        return Some(Question {
            takes: Takes::Words,
            ..choice("Which mounts are lost? (several: a y)", shown(names))?
        });
    }
    match dial.map_or_else(Vec::new, |dial| dial.offers(r)) {
        words if words.is_empty() => Some(Question { takes: Takes::Figures, ..choice("To what number?", Vec::new())? }),
        words => choice("To what?", shown(words)),
    }
}

//! The values that the referee may set: one row each, read and printed like the rows of verbs.
use super::{
    kind::{Notation, OnOff, OptionalWord, Reader, Row, Slot, SlotKind, Value, YesNo, words_of},
    names::NameKind,
    offers::{self, choice_question},
    read::{self, name_or},
};
use crate::model::{Fate, Place, Rudder, Setting, TurnSide, chart::VisibilityQuality};
use crate::{Id, State};
use play::{
    LineError,
    verbs::{
        self, AcceptedAnswer, ArgumentPlace, FilledSlots, FromSlot, Grammar, Question, SlotValue, Suggestion, nearest,
        shown,
    },
};

/// The word in place of a unit's name, for a setting of the complete table.
pub const TABLE_UNIT: &str = "battle";
const NOBODY: &str = "nobody";
pub const FATES: [&str; 7] = ["fighting", "sinking", "sunk", "exploded", "abandoned", "exited", "waiting"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingKind {
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

const fn setting_row(
    kind: SettingKind,
    word: &'static str,
    description: &'static str,
    slots: &'static [Slot],
) -> (SettingKind, Row) {
    (kind, Row { summary: description, slots, ..Row::session(word) })
}
const fn value_slot(kind: SlotKind, what: &'static str) -> Slot {
    Slot::fixed(kind, what, "")
}
const ANSWER: Slot =
    value_slot(SlotKind::Word(words_of::<YesNo>), "The answer").with_offers(|_| Suggestion::words(["yes", "no"]));

/// Every setting with its word, its description in lists, and its slots in order.
pub static SETTING_ROWS: [(SettingKind, Row); 17] = [
    setting_row(
        SettingKind::At,
        "at",
        "position: X Y in inches from the south-west corner, and heading DEGREES",
        &[value_slot(SlotKind::At, "The place"), value_slot(SlotKind::Heading, "The heading").keys(&["heading"])],
    ),
    setting_row(
        SettingKind::Speed,
        "speed",
        "speed now, in inches a turn",
        &[value_slot(SlotKind::Length, "The speed")],
    ),
    setting_row(
        SettingKind::Top,
        "top",
        "top speed that damage leaves the ship, in inches a turn",
        &[value_slot(SlotKind::Length, "The top speed")],
    ),
    setting_row(
        SettingKind::Fires,
        "fires",
        "number of fires burning",
        &[value_slot(SlotKind::Count, "The number of fires")],
    ),
    setting_row(
        SettingKind::Flotation,
        "flotation",
        "flotation hits suffered",
        &[value_slot(SlotKind::Count, "The number of flotation hits")],
    ),
    setting_row(
        SettingKind::Mounts,
        "mounts",
        "big-gun mounts lost, by their names on the card, or `none`",
        &[value_slot(SlotKind::Mounts, "The number of mounts lost")],
    ),
    setting_row(
        SettingKind::Guns,
        "guns",
        "quarters of the battery points lost",
        &[value_slot(SlotKind::Count, "The number of quarters lost")],
    ),
    setting_row(
        SettingKind::Torpedoes,
        "torpedoes",
        "torpedo factors left",
        &[value_slot(SlotKind::Count, "The number of torpedo factors")],
    ),
    setting_row(SettingKind::Sighted, "sighted", "seen by the enemy, yes or no", &[ANSWER]),
    setting_row(SettingKind::Lit, "lit", "lit by searchlight or starshell, yes or no", &[ANSWER]),
    setting_row(
        SettingKind::Rudder,
        "rudder",
        "jammed to port, starboard or amidships, for N turns or a D6, or free",
        &[
            value_slot(SlotKind::Word(words_of::<OptionalWord<Option<TurnSide>>>), "The rudder")
                .tail(&["for", "turns"]),
            value_slot(SlotKind::Count, "The number of turns").bare().tail(&["turns", "turn"]),
        ],
    ),
    setting_row(
        SettingKind::Fate,
        "fate",
        "fighting, sinking, sunk, exploded, abandoned, exited",
        &[value_slot(SlotKind::Fate, "The fate")],
    ),
    setting_row(
        SettingKind::Sighting,
        "sighting",
        "sighting base of the turn, in inches",
        &[value_slot(SlotKind::Length, "The sighting base")],
    ),
    setting_row(
        SettingKind::Visibility,
        "visibility",
        "clear, poor, very-poor or extreme",
        &[value_slot(SlotKind::Word(words_of::<OptionalWord<VisibilityQuality>>), "The visibility")],
    ),
    setting_row(
        SettingKind::Rule,
        "rule",
        "a special rule by its number, on or off",
        &[value_slot(SlotKind::Count, "The number of the special rule"), ANSWER],
    ),
    setting_row(
        SettingKind::Condition,
        "condition",
        "a victory condition by its number: yes, no, or open again",
        &[
            value_slot(SlotKind::Count, "The number of the condition"),
            value_slot(SlotKind::Word(words_of::<OptionalWord<bool>>), "The answer"),
        ],
    ),
    setting_row(
        SettingKind::Sentence,
        "sentence",
        "a victory sentence left to the referee, by its number: the winning side, or `nobody`",
        &[
            value_slot(SlotKind::Count, "The number of the sentence"),
            value_slot(SlotKind::Name(NameKind::Side), "").with_empty_words(&[NOBODY]).always(),
        ],
    ),
];

impl SettingKind {
    pub fn from_word(key: &str) -> Option<SettingKind> {
        let key = if key == "top-speed" { "top" } else { key };
        SETTING_ROWS.iter().find(|(_, row)| row.word == key).map(|(kind, _)| *kind)
    }
    fn row(self) -> &'static Row {
        &SETTING_ROWS[self as usize].1
    }
    fn is_for_table(self) -> bool {
        matches!(
            self,
            SettingKind::Sighting
                | SettingKind::Visibility
                | SettingKind::Rule
                | SettingKind::Condition
                | SettingKind::Sentence
        )
    }
    /// Returns the possible values. Empty for numbers.
    fn offers(self, r: &Reader) -> Vec<Suggestion> {
        let slot = &self.row().slots[0];
        slot.suggestions.map_or_else(|| Notation::offers(r, slot.kind), |of| of(r))
    }
    /// Whether the next word can be the value.
    fn takes(self, r: &Reader) -> bool {
        let words = Notation::words(self.row().slots[0].kind);
        let is_begun = |word: &&str| !r.key().is_empty() && word.starts_with(r.key());
        if words.is_empty() { r.at_number() } else { words.iter().any(is_begun) }
    }
}

/// The slot of the unit in `set`.
pub const UNIT_SLOT: usize = 0;
/// The slot of the value in `set`.
pub const VALUE_SLOT: usize = 1;

/// Whether the next word names a setting. Two coordinates and a heading need no word before them.
pub fn is_setting(r: &Reader) -> bool {
    SettingKind::from_word(r.key()).is_some()
        || (r.at_number() && r.filled.is_filled(UNIT_SLOT) && !r.filled.is_filled(VALUE_SLOT))
}

/// Reads a ship or division, or the complete table. An error may suggest the word of a setting, if none is known yet.
pub fn setting_unit(r: &mut Reader) -> Result<Id, LineError> {
    if r.key() == TABLE_UNIT {
        r.skip();
        return Ok(Id::new(TABLE_UNIT));
    }
    let only_names = matches!(r.filling, Some((VALUE_SLOT, _)))
        || r.filled.is_filled(VALUE_SLOT)
        || SettingKind::from_word(r.key_after()).is_some();
    let words = SETTING_ROWS.each_ref().map(|(_, row)| row.word);
    name_or(r, NameKind::Unit, if only_names { &[] } else { &words })
}

/// Returns the unit for a line without one. Settings of the table need none.
pub fn default_unit(r: &Reader) -> Result<Vec<Value>, LineError> {
    match r.filled.get::<Setting>(VALUE_SLOT) {
        None => Err(r.missing("The setting")),
        Some(setting) if setting.is_for_table() => Ok(vec![Value::Name(Id::new(TABLE_UNIT))]),
        Some(_) => Err(r.missing("The ship or division")),
    }
}

/// Returns the error for a word in place of a setting.
pub fn unknown_setting(r: &Reader) -> Option<LineError> {
    let word = r.peek().filter(|_| r.filled.is_filled(UNIT_SLOT) && !r.filled.is_filled(VALUE_SLOT))?;
    let words = SETTING_ROWS.each_ref().map(|(_, row)| row.word);
    let near = nearest(&word.text, words);
    let hint = near.map_or_else(|| format!("one of: {}", words.join(", ")), |near| format!("did you mean {near}?"));
    Some(LineError::located(word.at.clone(), format!("There is no setting \"{}\".", word.text)).hint(hint))
}

/// Reads `speed 2.0` or `top speed to 2`, and `fires asahi 2` if the line has no unit yet.
pub fn setting(r: &mut Reader) -> Result<Setting, LineError> {
    let kind = SettingKind::from_word(r.key()).inspect(|_| r.skip()).unwrap_or(SettingKind::At);
    if kind == SettingKind::Top {
        r.pass(&["speed"]);
    }
    r.pass(&["to", "="]);
    let at_end = |r: &Reader| r.peek().is_none() || r.key() == "because";
    if !r.filled.is_filled(UNIT_SLOT) && !kind.is_for_table() && !kind.takes(r) && !at_end(r) {
        let at = r.next_place();
        let value = Some(Value::Name(setting_unit(r)?));
        r.filled.slots[UNIT_SLOT].push(SlotValue { value, at });
        r.pass(&["to", "="]);
    }
    if at_end(r) {
        return Err(r.missing("The new value"));
    }
    let mut values = FilledSlots::new(kind.row());
    for (filled_slot, slot) in values.slots.iter_mut().zip(kind.row().slots) {
        r.pass(slot.keys);
        let at = r.next_place();
        if slot.empty_words.contains(&r.key()) {
            r.skip();
        } else if slot.place == ArgumentPlace::Fixed || r.at_number() {
            filled_slot.push(SlotValue { value: Some(Notation::read(r, slot)?), at });
        }
        slot.trailing_fillers.iter().for_each(|word| r.pass(&[word]));
    }
    build_setting(kind, &mut values)
}

fn build_setting(kind: SettingKind, values: &mut FilledSlots<Notation>) -> Result<Setting, LineError> {
    Ok(match kind {
        SettingKind::At => {
            let ((x, y), heading) = (values.take()?, values.take()?);
            Setting::At(Place::new(x, y, heading))
        }
        SettingKind::Speed => Setting::Speed(values.take()?),
        SettingKind::Top => Setting::TopSpeed(values.take()?),
        SettingKind::Fires => Setting::Fires(values.take()?),
        SettingKind::Flotation => Setting::Flotation(values.take()?),
        SettingKind::Mounts | SettingKind::Fate => values.take()?,
        SettingKind::Guns => Setting::GunQuartersLost(values.take()?),
        SettingKind::Torpedoes => Setting::Torpedoes(values.take()?),
        SettingKind::Sighted => Setting::Sighted(values.take::<YesNo>()?.0),
        SettingKind::Lit => Setting::Lit(values.take::<YesNo>()?.0),
        SettingKind::Rudder => match values.take::<OptionalWord<Option<TurnSide>>>()?.0 {
            Some(circles) => Setting::Rudder(Rudder::Jammed { circles, turns: values.take()? }),
            None => Setting::Rudder(Rudder::Free),
        },
        SettingKind::Sighting => Setting::SightingBase(values.take()?),
        SettingKind::Visibility => Setting::Visibility(values.take::<OptionalWord<VisibilityQuality>>()?.0),
        SettingKind::Rule => Setting::SpecialRule { of: values.take()?, on: values.take::<YesNo>()?.0 },
        SettingKind::Condition => {
            Setting::Condition { number: values.take()?, holds: values.take::<OptionalWord<bool>>()?.0 }
        }
        SettingKind::Sentence => Setting::Sentence { of: values.take()?, side: values.take()? },
    })
}

/// Returns a setting as its row and the values of its slots.
fn spell_setting(setting: &Setting) -> (SettingKind, Vec<Vec<Value>>) {
    match setting {
        Setting::At(at) => {
            (SettingKind::At, vec![(at.x.as_f64(), at.y.as_f64()).values(), at.heading.as_f64().values()])
        }
        Setting::Speed(speed) => (SettingKind::Speed, vec![speed.values()]),
        Setting::TopSpeed(speed) => (SettingKind::Top, vec![speed.values()]),
        Setting::Fires(fires) => (SettingKind::Fires, vec![fires.values()]),
        Setting::Flotation(hits) => (SettingKind::Flotation, vec![hits.values()]),
        Setting::MountsLost(mounts) => (SettingKind::Mounts, vec![mounts.values()]),
        Setting::Mounts(mounts) if mounts.is_empty() => (SettingKind::Mounts, vec![vec![Value::Word("none")]]),
        Setting::Mounts(mounts) => {
            (SettingKind::Mounts, vec![mounts.iter().map(|mount| Value::Bare(mount.to_string())).collect()])
        }
        Setting::GunQuartersLost(quarters) => (SettingKind::Guns, vec![quarters.values()]),
        Setting::Torpedoes(factors) => (SettingKind::Torpedoes, vec![factors.values()]),
        Setting::Sighted(seen) => (SettingKind::Sighted, vec![YesNo(*seen).values()]),
        Setting::Lit(lit) => (SettingKind::Lit, vec![YesNo(*lit).values()]),
        Setting::Fate(fate) => (SettingKind::Fate, vec![vec![Value::Bare(fate_text(fate))]]),
        Setting::Rudder(Rudder::Free) => (SettingKind::Rudder, vec![OptionalWord::<Option<TurnSide>>(None).values()]),
        Setting::Rudder(Rudder::Jammed { circles, turns }) => {
            (SettingKind::Rudder, vec![OptionalWord(Some(*circles)).values(), turns.values()])
        }
        Setting::SightingBase(base) => (SettingKind::Sighting, vec![base.values()]),
        Setting::Visibility(quality) => (SettingKind::Visibility, vec![OptionalWord(*quality).values()]),
        Setting::SpecialRule { of, on } => (SettingKind::Rule, vec![of.values(), OnOff(*on).values()]),
        Setting::Condition { number, holds } => {
            (SettingKind::Condition, vec![number.values(), OptionalWord(*holds).values()])
        }
        Setting::Sentence { of, side } => (SettingKind::Sentence, vec![of.values(), side.values()]),
    }
}

/// Returns a setting as typed: `flotation 4`.
pub fn print(state: &State, setting: &Setting) -> String {
    let (kind, values) = spell_setting(setting);
    verbs::print(state, kind.row(), &values)
}

/// Reads `a y`, `none` or `2`, with names as on the card, up to the reason.
pub fn mounts(r: &mut Reader, what: &str) -> Result<Setting, LineError> {
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
pub fn fate(r: &mut Reader, what: &str) -> Result<Setting, LineError> {
    Ok(Setting::Fate(match r.choose(what, &FATES)? {
        "fighting" => Fate::Fighting,
        "sinking" => Fate::Sinking,
        "sunk" => Fate::Sunk,
        "exploded" => Fate::Exploded,
        "abandoned" => Fate::Abandoned,
        "waiting" => Fate::Waiting { enters_turn: r.whole_number("The turn in which the ship enters", 1, 1000)? },
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
pub fn offers(r: &Reader) -> Vec<Suggestion> {
    match r.filling {
        Some((VALUE_SLOT, from)) if from < r.tokens.len() => {
            SettingKind::from_word(&r.tokens[from].key).map_or_else(Vec::new, |kind| kind.offers(r))
        }
        _ => Suggestion::words(SETTING_ROWS.iter().map(|(_, row)| row.word)),
    }
}

pub fn ask_unit(r: &Reader) -> Option<Question> {
    let table = ("the whole table".to_owned(), TABLE_UNIT.to_owned());
    choice_question("What do you want to change?", [shown(offers::units(r)), vec![table]].concat())
}

pub fn ask_setting(r: &Reader) -> Option<Question> {
    let is_for_table = r.filled.get::<Id>(UNIT_SLOT).is_some_and(|unit| unit == TABLE_UNIT);
    let rows = SETTING_ROWS.iter().filter(|(kind, _)| kind.is_for_table() == is_for_table);
    let shown = |row: &Row| (format!("{}: {}", row.word, row.summary), row.word.to_owned());
    choice_question("Which setting?", rows.map(|(_, row)| shown(row)).collect())
}

pub fn ask_value(r: &Reader) -> Option<Question> {
    let kind = SettingKind::from_word(r.last_key());
    if kind == Some(SettingKind::Mounts) {
        let ship = r.filled.get(UNIT_SLOT).and_then(|id: Id| r.state.ship(&id));
        let mounts = ship.iter().flat_map(|ship| &ship.card.big).flat_map(|big| &big.mounts);
        let names = Suggestion::words(["none"].into_iter().chain(mounts.map(|mount| mount.id.as_str())));
        return Some(Question {
            takes: AcceptedAnswer::Words,
            ..choice_question("Which mounts are lost? (several: a y)", shown(names))?
        });
    }
    match kind.map_or_else(Vec::new, |kind| kind.offers(r)) {
        words if words.is_empty() => {
            Some(Question { takes: AcceptedAnswer::Figures, ..choice_question("Which number?", Vec::new())? })
        }
        words => choice_question("Which value?", shown(words)),
    }
}

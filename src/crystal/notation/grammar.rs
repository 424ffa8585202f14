//! How the content of each slot is read and printed.
use crate::model::{AreaId, Army, Kind, Spell, State, Troop, Troops, did_you_mean, nearest_first, rules};
use play::{
    Hint, LineError,
    verbs::{self, CommonKind, CommonValue, FromSlot, Grammar, Receiver},
};

/// The grammar of a campaign's commands.
pub struct CampaignCommands;

pub type Row = verbs::CommandSpec<CampaignCommands>;
pub type Slot = verbs::Argument<CampaignCommands>;
pub type Reader<'a> = verbs::Reader<'a, CampaignCommands>;

/// What a slot may hold. Units, a purchase, one unit, an area and targets take the rest of the line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SlotKind {
    Units,
    /// A number of units of one type.
    Bought,
    Unit,
    Area,
    Spell,
    Targets,
    /// Text after a session command.
    Common(CommonKind),
    /// Whether an optional word was typed.
    Flag,
}

/// The content of a slot.
#[derive(Clone, PartialEq)]
pub enum Value {
    Units(Army),
    Bought((u8, Kind)),
    Unit(Kind),
    Area(AreaId),
    Spell(Spell),
    Targets(Targets),
    Common(CommonValue),
    Flag,
}

#[derive(Clone, PartialEq, Default)]
pub struct Targets(pub Vec<Troop>);

play::pieces!(
    CampaignCommands: Army = Units, (u8, Kind) = Bought, Kind = Unit, AreaId = Area, Spell = Spell, Targets = Targets
);
play::common_grammar!(CampaignCommands: SlotKind::Common, Value::Common);

impl FromSlot<CampaignCommands> for String {
    fn from_values(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Common(CommonValue::Words(words))] => Some(words.clone()),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Common(CommonValue::Words(self.clone()))]
    }
}

/// Whether a word was typed.
impl FromSlot<CampaignCommands> for bool {
    fn from_values(values: &[&Value]) -> Option<Self> {
        Some(!values.is_empty())
    }
    fn values(&self) -> Vec<Value> {
        if *self { vec![Value::Flag] } else { Vec::new() }
    }
}

impl Grammar for CampaignCommands {
    type State = State;
    type Names<'a> = ();
    type Kind = SlotKind;
    type Value = Value;

    fn names(_: &State) {}
    fn is_unmistakable(_: &Reader, _: SlotKind) -> bool {
        true
    }
    fn read(r: &mut Reader, slot: &Slot) -> Result<Value, LineError> {
        match slot.kind {
            SlotKind::Common(kind) => return kind.read(r, slot.what).map(Value::Common),
            SlotKind::Flag => return Ok(Value::Flag),
            _ => {}
        }
        let words: Vec<&str> = r.line[r.next_place().start..r.end].split_whitespace().collect();
        let words = words.join(" ");
        let words = words.as_str();
        if slot.kind == SlotKind::Spell {
            return Ok(Value::Spell(spell(r.state, &r.word("")?.text)?));
        }
        r.at = r.tokens.len();
        Ok(match slot.kind {
            SlotKind::Units => Value::Units(units(r, slot, words)?),
            SlotKind::Bought => Value::Bought(purchase(r, slot, words)?),
            SlotKind::Unit if words.contains(char::is_whitespace) => return Err(r.missing(slot.what)),
            SlotKind::Unit => Value::Unit(kind(words)?),
            SlotKind::Area => Value::Area(area(r.state, words, r.row.example)?),
            SlotKind::Spell | SlotKind::Targets => Value::Targets(Targets(targets(r, words)?)),
            SlotKind::Common(_) | SlotKind::Flag => Value::Flag,
        })
    }
    fn print(_: &State, value: &Value) -> String {
        match value {
            Value::Units(army) => army.to_string(),
            Value::Bought((count, kind)) => format!("{count} {kind}"),
            Value::Unit(kind) => kind.to_string(),
            Value::Area(id) => id.to_string(),
            Value::Spell(spell) => spell.name().to_owned(),
            Value::Common(_) | Value::Flag => String::new(),
            Value::Targets(Targets(at)) => at.iter().map(Troop::to_string).collect::<Vec<_>>().join(", "),
        }
    }
    fn missing(r: &Reader, what: &str) -> LineError {
        let error = if r.row.receiver == Receiver::Session {
            LineError::located(r.end..r.end, what)
        } else {
            LineError::new(what)
        };
        LineError { rule: r.row.rule, ..error.hint(Hint::form(r.row.example)) }
    }
    fn slot_name(slot: &Slot) -> String {
        if let SlotKind::Common(_) = slot.kind { format!("{} is missing.", slot.what) } else { slot.what.to_owned() }
    }
    fn unexpected(r: &Reader) -> LineError {
        match r.row.slots {
            _ if r.row.receiver == Receiver::Session => {
                let (word, about) = (r.tokens[0].key.as_str(), r.row.about);
                let error = LineError::located(r.next_place(), format!("\"{}\" is not part of {word}.", r.key()));
                error.hint(if about.is_empty() { word } else { about })
            }
            [slot, ..] => r.missing(slot.what),
            [] => LineError::new(format!("`{}` takes no more words.", r.tokens[0].text)).hint(Hint::form(r.row.word)),
        }
    }
}

/// Reads units as typed: `2SK BD`, also `2 SK BD`.
fn units(r: &Reader, slot: &Slot, text: &str) -> Result<Army, LineError> {
    let mut joined = String::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let is_number = word.chars().all(|letter| letter.is_ascii_digit());
        joined.push_str(word);
        joined.push_str(if is_number { "" } else { " " });
    }
    let sample = || format!("type units such as {}.", Kind::FIGHTERS.map(Kind::code).join(", "));
    let wrong = |error: LineError| LineError::new(format!("{}.", error.what)).rule(rules::LOSSES).hint(sample());
    let troops = Troops::read(&joined).map_err(wrong)?;
    if troops.0.is_empty() {
        return Err(r.missing(slot.what));
    }
    match troops.0.iter().find(|group| group.troop.kind == Kind::Monster) {
        Some(monster) => Err(r.missing(&format!("{} is not one of your units.", monster.troop))),
        None => Ok(troops.recruits()),
    }
}

fn kind(word: &str) -> Result<Kind, LineError> {
    Kind::from_code(word).ok_or_else(|| {
        let hint = nearest_first(word, &Kind::RECRUITS.map(Kind::code));
        LineError::new(format!("\"{word}\" is not a unit.")).rule(rules::UNITS).hint(hint)
    })
}

/// Reads `2 BD`, `2BD` or `BD`.
fn purchase(r: &Reader, slot: &Slot, text: &str) -> Result<(u8, Kind), LineError> {
    let (count, code) = match text.split_whitespace().collect::<Vec<_>>()[..] {
        [word] if word.starts_with(|letter: char| letter.is_ascii_digit()) => word.split_at(digit_count(word)),
        [code] => ("1", code),
        [count, code] => (count, code),
        _ => return Err(r.missing(slot.what)),
    };
    let wrong = |_| r.missing(&format!("\"{count}\" is not a number of units."));
    Ok((count.parse().map_err(wrong)?, kind(code)?))
}

/// Returns how many digits a word begins with.
fn digit_count(word: &str) -> usize {
    word.len() - word.trim_start_matches(|letter: char| letter.is_ascii_digit()).len()
}

/// Reads an area by number, unchecked, or by the start of its name, quoted or not, which must fit exactly one area.
pub fn area(state: &State, text: &str, sample: &str) -> Result<AreaId, LineError> {
    let text = text.trim_matches(['"', ' ']);
    if text.is_empty() {
        return Err(LineError::new("An area is missing.").rule(rules::MOVEMENT).hint(sample));
    }
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    let areas = &state.scenario().areas;
    let lower = text.to_lowercase();
    let matches: Vec<_> = areas.iter().filter(|area| area.name.to_lowercase().starts_with(&lower)).collect();
    let (what, hint) = match matches[..] {
        [area] => return Ok(area.id),
        [] => {
            let names: Vec<&str> = areas.iter().map(|area| area.name.as_str()).collect();
            (format!("There is no area \"{text}\"."), did_you_mean(text, &names).unwrap_or_else(|| sample.to_owned()))
        }
        _ => {
            let names: Vec<String> = matches.iter().map(|area| format!("{} ({})", area.name, area.id)).collect();
            (format!("Several areas begin with \"{text}\"."), format!("type one of: {}.", names.join(", ")))
        }
    };
    Err(LineError::new(what).rule(rules::AREA).hint(hint))
}

pub fn known_spells(state: &State) -> Vec<&'static str> {
    state.scenario().spells.iter().map(|known| known.spell.name()).collect()
}

fn spell(state: &State, word: &str) -> Result<Spell, LineError> {
    let lower = word.to_lowercase().replace("armour", "armor");
    Spell::ALL.into_iter().find(|spell| spell.name() == lower).ok_or_else(|| {
        let hint = nearest_first(&lower, &known_spells(state));
        LineError::new(format!("There is no spell \"{word}\".")).rule(rules::SPELLS).hint(hint)
    })
}

/// Reads the targets of a spell: types by their letters, monsters by the start of their name.
fn targets(r: &Reader, text: &str) -> Result<Vec<Troop>, LineError> {
    let mut found = Vec::new();
    let roster = || r.state.field.roster.iter().map(|rank| &rank.troop);
    let parts = text.split([',', '+']).flat_map(|part| {
        let are_codes = part.split_whitespace().all(|word| count_and_kind(word).is_some());
        if are_codes { part.split_whitespace().collect() } else { vec![part.trim()] }
    });
    for part in parts.filter(|part| !part.is_empty()) {
        if let Some((count, kind)) = count_and_kind(part) {
            found.extend(std::iter::repeat_n(Troop::without_name(kind), usize::from(count.min(9))));
            continue;
        }
        let lower = part.to_lowercase();
        let is_named = |troop: &&Troop| {
            let has_prefix = troop.name.as_ref().is_some_and(|name| name.to_lowercase().starts_with(&lower));
            has_prefix || troop.to_string().to_lowercase() == lower
        };
        let troop = roster().find(is_named).cloned().ok_or_else(|| {
            let present: Vec<String> = roster().map(Troop::to_string).collect();
            let hint = if present.is_empty() { r.row.example.to_owned() } else { present.join(", ") };
            LineError::new(format!("\"{part}\" is not on this field.")).rule(rules::SPELLS).hint(hint)
        })?;
        found.push(troop);
    }
    Ok(found)
}

fn count_and_kind(word: &str) -> Option<(u8, Kind)> {
    let (count, code) = word.split_at(digit_count(word));
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    Some((count, Kind::from_code(code).filter(|kind| *kind != Kind::Monster)?))
}

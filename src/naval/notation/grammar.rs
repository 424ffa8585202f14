//! Reads, prints and suggests every kind of slot value.
use super::{
    example,
    kind::{Notation, Reader, Slot, SlotKind, Value, words_of},
    line::all_verbs,
    names::{NameKind, NameMatch, Names},
    offers,
    plot::{is_plot, plot_text, read_elements},
    precontact,
    read::{self, coordinate, degrees, division_of, led_division, length, missing_name_text, new_name, relative_arc},
    read_arguments,
    record::{is_record, new_marker, record, record_text},
    rows::slots::JOINING_WORDS,
    settings, ship_numbers,
    typed_names::typed_name,
};
use crate::model::{
    BatteryKind, Bearing, BearingLine, Corner, Fine, Plot, TapeEnd, TapeReading, checks::MAX_LINE_INTERVAL,
    command::MetShip, state::TABLE_VIEWER,
};
use crate::{Id, Inches, State};
use play::{
    Hint, LineError, Rule,
    verbs::{ArgumentPlace, FromSlot, Grammar, Receiver, Suggestion, quoted},
};

const LINES: Rule = Rule::new("5.3.4");
/// Default interval between divisions on a line of bearing. (house)
const DEFAULT_INTERVAL: Inches = Inches::whole(2);

impl Grammar for Notation {
    type State = State;
    type Names<'a> = Names<'a>;
    type Kind = SlotKind;
    type Value = Value;

    fn names(state: &State) -> Names<'_> {
        Names::in_battle(state)
    }
    fn words(kind: SlotKind) -> Vec<&'static str> {
        match kind {
            SlotKind::Word(words) => words(),
            SlotKind::Arc => words_of::<Bearing>(),
            SlotKind::Battery => words_of::<BatteryKind>(),
            SlotKind::Fate => settings::FATES.to_vec(),
            SlotKind::Mounts => vec!["none"],
            SlotKind::Common(kind) => kind.choices(),
            SlotKind::LargeCount | SlotKind::TurnRange | SlotKind::Addressee | SlotKind::Keyboard | SlotKind::Help => {
                Vec::new()
            }
            SlotKind::Rings | SlotKind::Near | SlotKind::Part | SlotKind::File => Vec::new(),
            SlotKind::Name(_)
            | SlotKind::DivisionOf
            | SlotKind::LedDivision
            | SlotKind::New(_)
            | SlotKind::Letter
            | SlotKind::SettingUnit => Vec::new(),
            SlotKind::Length
            | SlotKind::Count
            | SlotKind::Degrees
            | SlotKind::Heading
            | SlotKind::Turns
            | SlotKind::Salvoes => Vec::new(),
            SlotKind::At
            | SlotKind::From
            | SlotKind::Denial
            | SlotKind::Flag
            | SlotKind::Text
            | SlotKind::AnyWord
            | SlotKind::Hit => Vec::new(),
            SlotKind::Met
            | SlotKind::Taped
            | SlotKind::Line
            | SlotKind::Pace
            | SlotKind::Steer
            | SlotKind::Plot
            | SlotKind::Turn
            | SlotKind::Record
            | SlotKind::Setting => Vec::new(),
        }
    }
    fn is_unmistakable(r: &Reader, kind: SlotKind) -> bool {
        match kind {
            SlotKind::Word(words) => {
                r.peek().is_some_and(|word| !word.is_quoted()) && r.full_word_among(&words()).is_some()
            }
            SlotKind::Arc => Self::words(kind).contains(&r.key()),
            SlotKind::Battery => is_battery(r),
            SlotKind::Length => r.at_number() && !ship_numbers::names_firer(r),
            SlotKind::Count | SlotKind::At | SlotKind::From => r.at_number(),
            SlotKind::Text => r.peek().is_some_and(|word| word.is_quoted()),
            SlotKind::Plot => r.peek().is_some_and(is_plot),
            SlotKind::Record => r.peek().is_some_and(is_record),
            SlotKind::Setting => settings::is_setting(r),
            SlotKind::Name(_)
            | SlotKind::DivisionOf
            | SlotKind::LedDivision
            | SlotKind::New(_)
            | SlotKind::Letter
            | SlotKind::SettingUnit => false,
            SlotKind::Degrees
            | SlotKind::Heading
            | SlotKind::Turns
            | SlotKind::Salvoes
            | SlotKind::Denial
            | SlotKind::Flag => false,
            SlotKind::AnyWord
            | SlotKind::Hit
            | SlotKind::Met
            | SlotKind::Taped
            | SlotKind::Line
            | SlotKind::Pace
            | SlotKind::Steer => false,
            SlotKind::Turn
            | SlotKind::Fate
            | SlotKind::Mounts
            | SlotKind::Common(_)
            | SlotKind::LargeCount
            | SlotKind::TurnRange => false,
            SlotKind::Addressee
            | SlotKind::Keyboard
            | SlotKind::Help
            | SlotKind::Rings
            | SlotKind::Near
            | SlotKind::Part
            | SlotKind::File => false,
        }
    }
    fn read(r: &mut Reader, slot: &Slot) -> Result<Value, LineError> {
        let what = slot.name();
        Ok(match slot.kind {
            SlotKind::Name(sort) => Value::Name(read::name(r, sort)?),
            SlotKind::DivisionOf => Value::Name(division_of(r)?),
            SlotKind::LedDivision => Value::Name(led_division(r)?),
            SlotKind::New(sort) => Value::Name(new_name(r, sort, slot.what)?),
            SlotKind::Letter => Value::Bare(new_marker(r)?.to_string()),
            SlotKind::SettingUnit => Value::Name(settings::setting_unit(r)?),
            SlotKind::Length => Value::Length(length(r, what)?),
            SlotKind::Count => Value::Count(read::count(r, what)?),
            SlotKind::Degrees => Value::Count(degrees(r, what)?),
            SlotKind::Heading => Value::Heading(coordinate(r, what)?),
            SlotKind::Turns => Value::Count(r.whole_number(what, 1, 999)?),
            SlotKind::Salvoes => Value::Count(read_salvoes(r, what)?),
            SlotKind::At => Value::At(read::place(r)?),
            SlotKind::From => read_approach(r)?,
            SlotKind::Word(words) => Value::Word(read_choice(r, what, &words())?),
            SlotKind::Battery => Value::Word(r.choose(what, &Self::words(slot.kind))?),
            SlotKind::Arc if r.current_key == "bearing" => relative_arc(r)?.values().swap_remove(0),
            SlotKind::Arc => Value::Word(r.choose(what, &words_of::<Bearing>())?),
            SlotKind::Denial if r.key() == "no" => {
                r.skip();
                Value::Word("no")
            }
            SlotKind::Denial => Value::Word(""),
            SlotKind::Flag => Value::Flag,
            SlotKind::Text => Value::Text(r.reason(what)?),
            SlotKind::AnyWord => Value::Text(r.word(what)?.text.into_owned()),
            SlotKind::Hit => Value::Bare(read_hit(r)?),
            SlotKind::Met => Value::Met(read_met(r, slot.what)?),
            SlotKind::Taped => Value::Taped(read_taped(r)?),
            SlotKind::Line => Value::Line(read_bearing_line(r)?),
            SlotKind::Pace => {
                let unit = read::name(r, NameKind::Unit)?;
                r.pass(&["speed"]);
                Value::Pace((unit, length(r, "The speed")?))
            }
            SlotKind::Steer => {
                let unit = read::name(r, NameKind::Unit)?;
                Value::Steer((unit, degrees(r, "The degrees")?))
            }
            SlotKind::Plot => Value::Plot(Plot { elements: read_elements(r)?, ..Plot::default() }),
            SlotKind::Turn => Value::Turn(precontact::turns(r)?),
            SlotKind::Record => Value::Record(record(r)?),
            SlotKind::Setting => Value::Setting(settings::setting(r)?),
            SlotKind::Fate => Value::Setting(settings::fate(r, what)?),
            SlotKind::Mounts => Value::Setting(settings::mounts(r, what)?),
            SlotKind::Common(kind) => Value::Common(kind.read(r, what)?),
            SlotKind::LargeCount => Value::Count(r.whole_number(what, 0, u16::MAX)?),
            SlotKind::TurnRange => Value::TurnRange(turn_range(r, what)?),
            SlotKind::Addressee => Value::Addressee(read_arguments::addressee(r)?),
            SlotKind::Keyboard => Value::Keyboard(read_arguments::keyboard(r)?),
            SlotKind::Help => Value::Help(read_arguments::help(r)?),
            SlotKind::Rings => Value::Rings(read_arguments::rings(r)?),
            SlotKind::Near => Value::Near(read_arguments::near(r)?),
            SlotKind::Part => Value::Part(read_arguments::map_part(r)?),
            SlotKind::File => Value::Text(read_arguments::file(r, what)?),
        })
    }
    fn print(state: &State, value: &Value) -> String {
        match value {
            Value::Name(id) => typed_name(state, id),
            Value::Length(length) => length.to_string(),
            Value::Count(count) => count.to_string(),
            Value::Heading(degrees) => degrees.to_string(),
            Value::At((x, y)) => format!("{x} {y}"),
            Value::From((distance, bearing)) => format!("{distance} bearing {}", bearing.as_f64()),
            Value::Word(word) => (*word).to_owned(),
            Value::Flag => String::new(),
            Value::Text(text) => quoted(text),
            Value::Met(met) => format!("{} angle {}", typed_name(state, &met.ship), met.angle_deg),
            Value::Taped(taped) => format!("{} {}", tape_end(state, &taped.from), taped.range),
            Value::Line(line) => format!("{} interval {}", line.bearing_deg, line.interval),
            Value::Pace((unit, speed)) => format!("{} {speed}", typed_name(state, unit)),
            Value::Steer((unit, degrees)) => format!("{} {degrees}", typed_name(state, unit)),
            Value::Plot(plot) => plot_text(plot),
            Value::Turn((plot, times)) => precontact::turn_text(state, plot, *times),
            Value::Record(record) => record_text(record),
            Value::Setting(setting) => settings::print(state, setting),
            Value::Bare(text) => text.clone(),
            // Session commands are not printed, because no journal contains them.
            Value::Common(_) | Value::TurnRange(_) | Value::Addressee(_) | Value::Keyboard(_) => String::new(),
            Value::Help(_) | Value::Rings(_) | Value::Near(_) | Value::Part(_) => String::new(),
        }
    }
    fn offers(r: &Reader, kind: SlotKind) -> Vec<Suggestion> {
        match kind {
            SlotKind::Name(NameKind::Ship) => offers::ships(r),
            SlotKind::Name(NameKind::Unit) | SlotKind::Pace | SlotKind::Steer | SlotKind::SettingUnit => {
                offers::units(r)
            }
            SlotKind::Addressee | SlotKind::Near | SlotKind::Part => offers::units(r),
            SlotKind::Rings => offers::ships(r),
            SlotKind::Keyboard => [offers::sides(r), Suggestion::words(["table", "referee"])].concat(),
            SlotKind::Help => Suggestion::words(all_verbs().map(|row| row.word)),
            SlotKind::Common(kind) => kind.offers(),
            SlotKind::Name(NameKind::Division)
            | SlotKind::DivisionOf
            | SlotKind::LedDivision
            | SlotKind::New(NameKind::Division) => offers::divisions(r),
            SlotKind::Name(NameKind::Side) => offers::sides(r),
            SlotKind::Name(NameKind::Table | NameKind::Viewer) => {
                [offers::sides(r), Suggestion::words([TABLE_VIEWER])].concat()
            }
            SlotKind::Name(NameKind::Marker) => offers::markers(r),
            SlotKind::Name(NameKind::Formation) | SlotKind::New(NameKind::Formation) => offers::formations(r),
            SlotKind::Met => offers::possible_met_ships(r),
            SlotKind::Taped => offers::tape_ends(r),
            SlotKind::Hit => offers::hits(r),
            SlotKind::Setting => settings::offers(r),
            SlotKind::Word(_) | SlotKind::Arc | SlotKind::Battery | SlotKind::Fate | SlotKind::Mounts => {
                Suggestion::words(Self::words(kind))
            }
            SlotKind::New(
                NameKind::Ship
                | NameKind::Unit
                | NameKind::Side
                | NameKind::Table
                | NameKind::Viewer
                | NameKind::Marker,
            )
            | SlotKind::Letter => Vec::new(),
            SlotKind::Length
            | SlotKind::Count
            | SlotKind::Degrees
            | SlotKind::Heading
            | SlotKind::Turns
            | SlotKind::Salvoes => Vec::new(),
            SlotKind::At | SlotKind::From | SlotKind::Denial | SlotKind::Flag | SlotKind::Text | SlotKind::AnyWord => {
                Vec::new()
            }
            SlotKind::Line | SlotKind::Plot | SlotKind::Turn | SlotKind::Record => Vec::new(),
            SlotKind::LargeCount | SlotKind::TurnRange | SlotKind::File => Vec::new(),
        }
    }
    fn missing(r: &Reader, what: &str) -> LineError {
        LineError::located(r.end..r.end, format!("{what} is missing."))
            .hint(Hint::example(example::example_for_reader(r)))
    }
    /// Refuses an extra word. A side's name after a session command without arguments gets the hint to `pass` first.
    fn unexpected(r: &Reader) -> LineError {
        let is_alone = r.row.receiver == Receiver::Session && r.row.slots.is_empty();
        let Some(typed) = r.peek().filter(|_| is_alone) else { return r.unexpected() };
        let (word, text) = (r.row.word, &typed.text);
        let error = LineError::located(typed.at.clone(), format!("`{word}` takes nothing after it: \"{text}\"."));
        match r.names.find(NameKind::Side, text) {
            NameMatch::One(side) => {
                let pass = Hint::later(format!("pass to {}", side.id));
                error.hint("type " + Hint::line(word) + " alone, or " + pass + " and then " + Hint::later(word))
            }
            NameMatch::Many(_) | NameMatch::NotFound => error.hint(format!("type it without \"{text}\".")),
        }
    }
    fn slot_name(slot: &Slot) -> String {
        let sort = if let SlotKind::Name(sort) = slot.kind { sort } else { NameKind::Unit };
        if slot.what.is_empty() { missing_name_text(sort) } else { slot.what.to_owned() }
    }
}

play::common_grammar!(Notation: SlotKind::Common, Value::Common);

/// Reads `7` or `3-5`.
fn turn_range(r: &mut Reader, what: &str) -> Result<(u16, u16), LineError> {
    let word = r.word(what)?;
    let turns: Result<Vec<u16>, _> = word.text.split('-').map(str::parse).collect();
    match turns.as_deref() {
        Ok([turn]) => Ok((*turn, *turn)),
        Ok([from, to]) if from <= to => Ok((*from, *to)),
        _ => {
            let error = LineError::located(word.at, format!("{what} cannot be \"{}\".", word.text));
            Err(error.hint("type a turn, or the first and last: turn 7, turn 3-5"))
        }
    }
}

/// Reads one of `words`. An edge may also be typed as the adjective that the program prints: `northern`.
fn read_choice(r: &mut Reader, what: &str, words: &[&'static str]) -> Result<&'static str, LineError> {
    match words.iter().find(|word| r.key().strip_suffix("ern") == Some(word)) {
        Some(edge) => {
            r.skip();
            Ok(edge)
        }
        None => r.choose(what, words),
    }
}

/// Maximum letters of a shortened battery name that is typed without the key `battery`.
const MAX_SHORT_BATTERY_LETTERS: usize = 3;

/// Whether the next word is a battery: in full, or short, as `m` for medium, if it cannot name a ship.
fn is_battery(r: &Reader) -> bool {
    let key = r.key();
    let is_short = (1..=MAX_SHORT_BATTERY_LETTERS).contains(&key.len())
        && words_of::<BatteryKind>().iter().any(|word| word.starts_with(key));
    let target_has_a_key =
        r.row.slots.get(ship_numbers::TARGET_SLOT).is_some_and(|slot| slot.place == ArgumentPlace::Loose);
    let names_no_ship =
        target_has_a_key || r.filled.is_filled(ship_numbers::TARGET_SLOT) || JOINING_WORDS.contains(&r.key_after());
    words_of::<BatteryKind>().contains(&key) || (is_short && names_no_ship)
}

fn read_salvoes(r: &mut Reader, what: &str) -> Result<u16, LineError> {
    let at = r.next_place();
    match read::count(r, what)? {
        0 => Err(LineError::located(at, "Salvoes cannot be 0.").hint("type salvoes 1 or more, or omit it for all")),
        salvoes => Ok(salvoes),
    }
}

/// Reads `24 bearing 225`, from the centre of the table. [10.1.3]
fn read_approach(r: &mut Reader) -> Result<Value, LineError> {
    let distance = length(r, "The distance from the centre")?;
    r.pass(&["bearing"]);
    Ok(Value::From((distance, Fine::nearest(coordinate(r, "The bearing from the centre")?))))
}

/// Reads `retvizan angle 40`.
fn read_met(r: &mut Reader, what: &str) -> Result<MetShip, LineError> {
    if r.peek().is_none() {
        return Err(r.missing(what));
    }
    let ship = read::name(r, NameKind::Ship)?;
    r.pass(&["angle"]);
    let angle_deg = degrees(r, &format!("The angle of the torpedoes to {}", r.state.name(&ship)))?;
    Ok(MetShip { ship, angle_deg })
}

/// Reads `nw 31.4` or `rossia 8.5`.
fn read_taped(r: &mut Reader) -> Result<TapeReading, LineError> {
    let corner = Corner::WORDS.into_iter().find(|(word, _)| *word == r.key());
    let from = match corner {
        Some((_, corner)) => {
            r.skip();
            TapeEnd::Corner(corner)
        }
        None => TapeEnd::Ship(read::name(r, NameKind::Ship).map_err(|error| LineError {
            hint: Some("name a corner of the table (nw, ne, sw or se) or a ship with a position".into()),
            ..error
        })?),
    };
    let what = format!("The distance from {}", tape_end(r.state, &from));
    Ok(TapeReading { from, range: length(r, &what)? })
}

fn tape_end(state: &State, end: &TapeEnd) -> String {
    match end {
        TapeEnd::Corner(corner) => corner.word().to_owned(),
        TapeEnd::Ship(ship) => typed_name(state, ship),
    }
}

/// Reads `45 interval 2`.
fn read_bearing_line(r: &mut Reader) -> Result<BearingLine, LineError> {
    let line_count = r.filling.map_or(0, |(slot, _)| r.filled.slots[slot].len());
    if line_count == 2 {
        let at = r.tokens[r.at.saturating_sub(1)].at.clone();
        let error = LineError::located(at, "A formation has at most two lines of bearing.").rule(LINES);
        return Err(error.hint("omit the third"));
    }
    let bearing_place = r.next_place();
    let bearing_deg = degrees(r, "The line of bearing")?;
    let earlier_lines: Vec<BearingLine> = r.filling.and_then(|(slot, _)| r.filled.get(slot)).unwrap_or_default();
    if earlier_lines.iter().any(|line| line.bearing_deg % 360 == bearing_deg % 360) {
        let error = LineError::located(
            bearing_place,
            format!("Both lines bear {bearing_deg}, but an arrowhead has two bearings."),
        )
        .rule(LINES);
        return Err(error.hint("omit the second"));
    }
    if r.key() != "interval" {
        return Ok(BearingLine { bearing_deg, interval: DEFAULT_INTERVAL });
    }
    r.skip();
    let at = r.next_place();
    match length(r, "The interval")? {
        Inches::ZERO => {
            Err(LineError::located(at, "The interval cannot be 0.").rule(LINES).hint("type a length, such as 2"))
        }
        interval if MAX_LINE_INTERVAL < interval => {
            let message = format!("An interval of {interval}\" is above the maximum of {MAX_LINE_INTERVAL}\".");
            Err(LineError::located(at, message).rule(LINES).hint(format!("type {MAX_LINE_INTERVAL} or less")))
        }
        interval => Ok(BearingLine { bearing_deg, interval }),
    }
}

/// Reads a hit of the ship named first, by its kind or its code.
fn read_hit(r: &mut Reader) -> Result<String, LineError> {
    let from = r.next_place();
    let mut name = r.word("What to repair")?.text.into_owned();
    while let Some(word) = r.peek() {
        name = format!("{name}-{}", word.text);
        r.skip();
    }
    let is_allowed = |mark: char| mark.is_alphanumeric() || mark == '-';
    if name.is_empty() || !name.chars().all(is_allowed) {
        let error = LineError::located(from, format!("There is no hit \"{name}\" in the margin of a card."));
        return Err(error.hint("name a hit by its kind or its code, such as fire or F2"));
    }
    let ship = r.filled.get(0).and_then(|id: Id| r.state.ship(&id));
    let hit = ship.and_then(|ship| ship.hits.iter().find(|hit| hit.id.as_str().eq_ignore_ascii_case(&name)));
    // Codes are in capitals, such as `F2`. Kinds are in small letters, such as `fire`.
    let is_code = name.contains(|mark: char| mark.is_ascii_digit());
    let spelled = || if is_code { name.to_uppercase() } else { name.to_lowercase() };
    Ok(hit.map_or_else(spelled, |hit| hit.id.to_string()))
}

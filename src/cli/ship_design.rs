//! `kaiser ship new`: designs a ship from its characteristics, given as flags or asked for.
use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::{ops::RangeInclusive, str::FromStr};

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::{
    args::{
        ShipDraft,
        fittings::{parse_guns, parse_main_guns, parse_plates, parse_tubes, parse_word},
    },
    file, output,
    prompt::Keyboard,
};
use load::Sources;
use naval::Id;
use naval::model::library::{ArmourPlan, Bulkhead, FireControl, GunGroup, NamedShip, ShipClass, first_day_of};
use naval::model::{BatteryKind, ShipType};
use play::verbs::{self, did_you_mean};
use session::Refusal;

/// Asks for what is missing, calculates the card and writes the file.
pub fn build(sources: &Sources, draft: &ShipDraft) -> Result<(String, Value), Refusal> {
    let asks = io::stdin().is_terminal() && io::stderr().is_terminal();
    let navies = load::navies(sources)?;
    let questions = ShipQuestions {
        asks_person: asks,
        keyboard: Keyboard::default(),
        navies,
        wars: load::chart_names(sources),
        answers: RefCell::default(),
    };
    let class = questions.read_class(draft)?;
    let Some(id) = class.ships.first().map(|ship| &ship.id) else { return Err(Refusal::read("The ship has no name.")) };
    let path = draft.output.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.yaml")));
    let name = path.display().to_string();
    let text = load::ship_text(&class).map_err(Refusal::cannot)?;
    let checked = load::ship_file(sources, &name, &text).inspect_err(|_| questions.print_answers())?;
    let Some(ship) = checked.value.first() else { return Err(Refusal::cannot("No ship resulted.")) };
    file::write(&path, text.as_bytes())?;
    for warning in &checked.warnings {
        output::note(&format!("note:  {warning}"));
    }
    let words = format!("{}\nWritten: {name}", show::card::card_blank(&ship.card));
    Ok((words, json!({ "id": id, "file": name, "card": ship.card, "warnings": checked.warnings })))
}

/// Reads characteristics from flags first, and asks for the rest.
struct ShipQuestions {
    asks_person: bool,
    /// One editor reads all answers, so that answers typed ahead are not lost.
    keyboard: Keyboard,
    navies: Vec<Id>,
    wars: Vec<String>,
    /// The answers, with the flags that would give them.
    answers: RefCell<Vec<(&'static str, String)>>,
}

const TONS: RangeInclusive<u32> = 10..=60_000;
const METRES: RangeInclusive<f64> = 10.0..=300.0;
const KNOTS: RangeInclusive<f64> = 1.0..=45.0;

impl ShipQuestions {
    fn read_class(&self, draft: &ShipDraft) -> Result<ShipClass, Refusal> {
        self.check_required(draft)?;
        let navies: Vec<&str> = self.navies.iter().map(Id::as_str).collect();
        let wars: Vec<&str> = self.wars.iter().map(String::as_str).collect();
        let check_name = |words: &str| {
            let no_name = || Refusal::usage(format!("\"{words}\" is not a name.")).hint("use letters or digits");
            if id_of(words).is_empty() && draft.id.is_none() { Err(no_name()) } else { Ok(words.to_owned()) }
        };
        let name = self.required("--name", draft.name.as_deref(), "Name of the ship?", check_name)?;
        let id = draft.id.clone().unwrap_or_else(|| id_of(&name));
        let one_of = |words: &str, what: &str, names: &[&str]| {
            let word = words.to_lowercase();
            let hint = || did_you_mean(words, names.iter().copied(), names.join(", "));
            let wrong = || Refusal::usage(format!("\"{words}\" is not a {what}.")).hint(hint());
            names.contains(&word.as_str()).then_some(word).ok_or_else(wrong)
        };
        let navy = |words: &str| one_of(words, "navy", &navies);
        let navy = self.required("--navy", draft.navy.as_deref(), "Navy (britain, germany, japan...)?", navy)?;
        let war = |words: &str| one_of(words, "war", &wars);
        let war = self.required("--war", draft.war.as_deref(), "War (rjw or ww1)?", war)?;
        const TYPES: &str = "BB OBB BC CA CL CP TBD TB MM CB";
        let kind = |words: &str| parse_word::<ShipType>(&words.to_uppercase(), "type of ship", TYPES);
        let kind = self.required("--type", draft.kind.as_deref(), &format!("Type ({TYPES})?"), kind)?;
        let displacement_t = self.number("--displacement", draft.displacement, "Displacement in tons?", TONS)?;
        let length_m = self.number("--length", draft.length, "Length in metres?", METRES)?;
        let speed_kn = self.number("--speed", draft.speed, "Speed in knots?", KNOTS)?;
        let question = "Big guns (12/40x2:1-2-1, empty for none)?";
        let main = self.optional("--main", draft.main.as_deref(), question, parse_main_guns)?;
        let question = "Medium guns on one side (6/40x7, empty for none)?";
        let medium = self.guns("--medium", &draft.medium, question)?;
        let light = self.guns("--light", &draft.light, "Light guns on one side (3/40x10, empty for none)?")?;
        let question = "Torpedo tubes (total/on one side/inches: 4/2/18, empty for none)?";
        let tubes = |text: &str| parse_tubes(text, kind.is_torpedo_craft());
        let torpedo = self.optional("--torpedo", draft.torpedo.as_deref(), question, tubes)?;
        let bulkhead = parse_word::<Bulkhead>(&draft.bulkhead.to_lowercase(), "bulkhead", "none partial full")?;
        let question = "Armour (kind/belt/ends/turrets/deck in mm: KC/229/102/254/76, empty for none)?";
        let plates = |text: &str| parse_plates(text, bulkhead);
        let armour = self.optional("--armour", draft.armour.as_deref(), question, plates)?;
        let is_boat = kind.is_torpedo_craft();
        let mut centreline = Vec::new();
        centreline.extend((is_boat && !medium.is_empty()).then_some(BatteryKind::Medium));
        centreline.extend((is_boat && !light.is_empty()).then_some(BatteryKind::Light));
        let ship =
            NamedShip { id: Id::new(id), name: name.clone(), completed: draft.completed, ..NamedShip::default() };
        Ok(ShipClass {
            class: draft.class.clone().unwrap_or(name),
            navy: Id::new(navy),
            as_of: (war == "rjw").then(|| first_day_of(NaiveDate::MIN)),
            kind,
            ships: vec![ship],
            built_as: None,
            built: None,
            displacement_t,
            length_m,
            beam_m: draft.beam,
            speed_kn,
            speed_service_kn: None,
            main,
            main_2: None,
            medium_per_side: medium,
            light_per_side: light,
            centreline,
            torpedo,
            armour: armour.unwrap_or(ArmourPlan { bulkhead, ..ArmourPlan::BARE }),
            fire_control: FireControl { rangefinder_m: draft.rangefinder, director: draft.director },
            notes: draft.notes.clone().unwrap_or_default(),
            sources: draft.sources.clone(),
            read: draft.read.clone(),
            disputed: Vec::new(),
            set: Vec::new(),
            completed_until: None,
            refits: Vec::new(),
        })
    }

    /// Refuses missing required flags at once if no one can be asked.
    fn check_required(&self, draft: &ShipDraft) -> Result<(), Refusal> {
        let needed = [
            ("--name", draft.name.is_some()),
            ("--navy", draft.navy.is_some()),
            ("--war", draft.war.is_some()),
            ("--type", draft.kind.is_some()),
            ("--displacement", draft.displacement.is_some()),
            ("--length", draft.length.is_some()),
            ("--speed", draft.speed.is_some()),
        ];
        let missing: Vec<&str> = needed.iter().filter(|(_, is_given)| !is_given).map(|(flag, _)| *flag).collect();
        if self.asks_person || missing.is_empty() {
            return Ok(());
        }
        let hint = "`kaiser ship new --help` lists all options. At a terminal `kaiser ship new` asks for them";
        Err(Refusal::usage(format!("A new ship needs {}.", missing.join(", "))).hint(hint))
    }

    fn required<T>(
        &self,
        flag: &'static str,
        flag_value: Option<&str>,
        question: &str,
        read: impl Fn(&str) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        match flag_value {
            Some(words) => read(words),
            None => self.ask(flag, question, read),
        }
    }

    /// Returns an optional value. At a terminal it is asked for, and an empty answer gives `None`.
    fn optional<T>(
        &self,
        flag: &'static str,
        flag_value: Option<&str>,
        question: &str,
        read: impl Fn(&str) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let read_optional = |words: &str| if words.is_empty() { Ok(None) } else { read(words).map(Some) };
        match flag_value {
            Some(words) => read(words).map(Some),
            None if self.asks_person => self.ask(flag, question, read_optional),
            None => Ok(None),
        }
    }

    /// Returns several groups of guns. Commas separate them in an answer.
    fn guns(&self, flag: &'static str, flag_values: &[String], question: &str) -> Result<Vec<GunGroup>, Refusal> {
        if !flag_values.is_empty() || !self.asks_person {
            return flag_values.iter().map(|text| parse_guns(text)).collect();
        }
        let all =
            |words: &str| words.split(',').map(str::trim).filter(|word| !word.is_empty()).map(parse_guns).collect();
        self.ask(flag, question, all)
    }

    fn number<T>(
        &self,
        flag: &'static str,
        flag_value: Option<T>,
        question: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, Refusal>
    where
        T: FromStr + Copy + PartialOrd + Display,
    {
        let read = |words: &str| {
            let number = words.parse().ok().filter(|number| range.contains(number));
            let wrong = || Refusal::usage(format!("\"{words}\" is not valid here."));
            number.ok_or_else(|| wrong().hint(format!("use {} to {}", range.start(), range.end())))
        };
        // A flag out of range is reported with all other errors of the ship.
        flag_value.map_or_else(|| self.ask(flag, question, read), Ok)
    }

    /// Asks until an answer can be read, and explains every error.
    fn ask<T>(
        &self,
        flag: &'static str,
        question: &str,
        read: impl Fn(&str) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        loop {
            let words =
                self.keyboard.answer_or_refuse(&format!("{question} "), "No ship was designed.")?.trim().to_owned();
            match read(&words) {
                Ok(value) => {
                    self.answers.borrow_mut().push((flag, words));
                    return Ok(value);
                }
                Err(problem) => {
                    output::note(&problem.to_string());
                    self.keyboard.note_message();
                }
            }
        }
    }

    /// Prints the answers as flags if they make no valid ship, so that they can be corrected.
    fn print_answers(&self) {
        let answers = self.answers.borrow();
        let flags = answers.iter().filter(|(_, words)| !words.is_empty()).flat_map(|(flag, words)| {
            let values: Vec<&str> = if GUN_FLAGS.contains(flag) { words.split(',').collect() } else { vec![words] };
            values.into_iter().map(|words| format!(" {flag} \"{}\"", words.trim())).collect::<Vec<_>>()
        });
        let line: String = flags.collect();
        if !line.is_empty() {
            output::note(&format!("Your answers, to correct: kaiser ship new{line}"));
        }
    }
}

/// Flags that may be repeated.
const GUN_FLAGS: [&str; 2] = ["--medium", "--light"];

/// Returns the id for a name: `koenig-albert` for `König Albert`.
fn id_of(name: &str) -> String {
    let plain = |part: &str| verbs::fold(part, true).chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let parts = name.split(|letter: char| !letter.is_alphanumeric()).map(plain);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

//! What the referee may set, and how its values are typed.
use super::{
    Fault,
    names::Sort,
    print::place_words,
    reader::{Reader, looks_numeric},
    words::{nearest, quoted},
};
use crate::{
    Command,
    chart::Quality,
    command::{Rudder, Setting},
    measure::{Id, Inches},
    plot::Hand,
    ship::Fate,
    table::Place,
};

/// The unit of a setting of the whole table.
pub(super) const TABLE: &str = "battle";

pub(super) const QUALITIES: [(&str, Option<Quality>); 4] = [
    ("clear", None),
    ("poor", Some(Quality::Poor)),
    ("very-poor", Some(Quality::VeryPoor)),
    ("extreme", Some(Quality::Extreme)),
];
const YES_OR_NO: [(&str, bool); 8] = [
    ("yes", true),
    ("no", false),
    ("true", true),
    ("false", false),
    ("on", true),
    ("off", false),
    ("y", true),
    ("n", false),
];
/// How a condition stands.
const HOLDS: [(&str, Option<bool>); 3] = [("yes", Some(true)), ("no", Some(false)), ("open", None)];
const NOBODY: &str = "nobody";
const FATES: [&str; 7] = ["fighting", "sinking", "sunk", "exploded", "abandoned", "exited", "waiting"];

/// A value that may be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dial {
    Speed,
    Top,
    Fires,
    Flotation,
    Mounts,
    Guns,
    Torpedoes,
    Sighted,
    Lit,
    Fate,
    Sighting,
    Visibility,
    At,
    Rudder,
    Rule,
    Condition,
    Sentence,
}

pub(super) const DIALS: [(&str, Dial, &str); 17] = [
    ("at", Dial::At, "where she lies: X Y in inches from the south-west corner, and heading DEGREES"),
    ("speed", Dial::Speed, "speed now, in inches a turn"),
    ("top", Dial::Top, "top speed that her damage leaves her, in inches a turn"),
    ("fires", Dial::Fires, "number of fires burning"),
    ("flotation", Dial::Flotation, "flotation hits suffered"),
    ("mounts", Dial::Mounts, "big-gun mounts lost, by their names on the card, or none"),
    ("guns", Dial::Guns, "quarters of the battery points lost"),
    ("torpedoes", Dial::Torpedoes, "torpedo factors left"),
    ("sighted", Dial::Sighted, "seen by the enemy, yes or no"),
    ("lit", Dial::Lit, "lit by searchlight or starshell, yes or no"),
    ("rudder", Dial::Rudder, "jammed to port, starboard or amidships, for so many turns or a D6, or free"),
    ("fate", Dial::Fate, "fighting, sinking, sunk, exploded, abandoned, exited"),
    ("sighting", Dial::Sighting, "sighting base of the turn, in inches"),
    ("visibility", Dial::Visibility, "clear, poor, very-poor or extreme"),
    ("rule", Dial::Rule, "a special rule by its number, on or off"),
    ("condition", Dial::Condition, "a condition of victory by its number: yes, no, or open again"),
    (
        "sentence",
        Dial::Sentence,
        "a sentence of victory left to the referee, by its number: the side that wins, or nobody",
    ),
];

impl Dial {
    pub fn named(key: &str) -> Option<Dial> {
        let key = if key == "top-speed" { "top" } else { key };
        DIALS.iter().find(|(name, ..)| *name == key).map(|(_, dial, _)| *dial)
    }
    pub fn of_the_table(self) -> bool {
        matches!(self, Dial::Sighting | Dial::Visibility | Dial::Rule | Dial::Condition | Dial::Sentence)
    }
    /// The words that a value may be; empty for numbers.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Dial::Speed | Dial::Top | Dial::Fires | Dial::Flotation | Dial::Mounts | Dial::Guns => &[],
            Dial::Torpedoes | Dial::Sighting => &[],
            Dial::At | Dial::Rule | Dial::Condition | Dial::Sentence => &[],
            Dial::Sighted | Dial::Lit => &["yes", "no"],
            Dial::Fate => &FATES,
            Dial::Rudder => &["port", "starboard", "amidships", "free"],
            Dial::Visibility => &["clear", "poor", "very-poor", "extreme"],
        }
    }
    fn takes(self, word: &str) -> bool {
        match self {
            Dial::Sighted | Dial::Lit => YES_OR_NO.iter().any(|(name, _)| *name == word),
            Dial::Mounts => word == "none" || looks_numeric(word),
            Dial::Fate | Dial::Visibility | Dial::Rudder => self.words().iter().any(|name| name.starts_with(word)),
            Dial::Speed
            | Dial::Top
            | Dial::Fires
            | Dial::Flotation
            | Dial::Guns
            | Dial::Torpedoes
            | Dial::At
            | Dial::Rule
            | Dial::Condition
            | Dial::Sentence
            | Dial::Sighting => looks_numeric(word),
        }
    }
    fn value(self, r: &mut Reader) -> Result<Setting, Fault> {
        Ok(match self {
            Dial::Speed => Setting::Speed(r.length("The speed")?),
            Dial::Top => Setting::TopSpeed(r.length("The top speed")?),
            Dial::Fires => Setting::Fires(r.count("The number of fires")?),
            Dial::Flotation => Setting::Flotation(r.count("The number of flotation hits")?),
            Dial::Mounts => mounts(r)?,
            Dial::Guns => Setting::GunQuartersLost(r.count("The number of quarters lost")?),
            Dial::Torpedoes => Setting::Torpedoes(r.count("The number of torpedo factors")?),
            Dial::Sighted => Setting::Sighted(r.choose("The answer", &YES_OR_NO)?),
            Dial::Lit => Setting::Lit(r.choose("The answer", &YES_OR_NO)?),
            Dial::Fate => Setting::Fate(fate(r)?),
            Dial::Rudder => Setting::Rudder(rudder(r)?),
            Dial::Sighting => Setting::SightingBase(r.length("The sighting base")?),
            Dial::Visibility => Setting::Visibility(visibility(r, &QUALITIES)?),
            Dial::Rule => {
                let of = r.count("The number of the special rule")?;
                Setting::SpecialRule { of, on: r.choose("The answer", &YES_OR_NO)? }
            }
            Dial::Condition => {
                let number = r.count("The number of the condition")?;
                Setting::Condition { number, holds: r.choose("The answer", &HOLDS)? }
            }
            Dial::Sentence => {
                let of = r.count("The number of the sentence")?;
                if NOBODY.starts_with(r.key()) && !r.key().is_empty() {
                    r.skip();
                    Setting::Sentence { of, side: None }
                } else {
                    Setting::Sentence { of, side: Some(r.name_or(Sort::Side, &[NOBODY])?) }
                }
            }
            Dial::At => {
                let (x, y) =
                    (r.coordinate("The place from the west edge")?, r.coordinate("The place from the south edge")?);
                r.pass(&["heading"]);
                Setting::At(Place::new(x, y, r.coordinate("The heading")?))
            }
        })
    }
}

/// `rudder port`, `rudder amidships 3`, `rudder free`.
fn rudder(r: &mut Reader) -> Result<Rudder, Fault> {
    const HELD: [(&str, Option<Option<Hand>>); 4] = [
        ("port", Some(Some(Hand::Left))),
        ("starboard", Some(Some(Hand::Right))),
        ("amidships", Some(None)),
        ("free", None),
    ];
    let Some(circles) = r.choose("The rudder", &HELD)? else { return Ok(Rudder::Free) };
    r.pass(&["for", "turns"]);
    let turns = if r.at_number() { Some(r.count("The number of turns")?) } else { None };
    r.pass(&["turns", "turn"]);
    Ok(Rudder::Jammed { circles, turns })
}

fn print_rudder(rudder: Rudder) -> String {
    let Rudder::Jammed { circles, turns } = rudder else { return "rudder free".to_owned() };
    let held = match circles {
        Some(Hand::Left) => "port",
        Some(Hand::Right) => "starboard",
        None => "amidships",
    };
    let turns = turns.map(|turns| format!(" {turns}")).unwrap_or_default();
    format!("rudder {held}{turns}")
}

/// `mounts a y`, `mounts none`, `mounts 2`: names as the card has them, up to the reason.
fn mounts(r: &mut Reader) -> Result<Setting, Fault> {
    if r.key() == "none" {
        r.skip();
        return Ok(Setting::MountsLost(0));
    }
    if r.at_number() {
        return Ok(Setting::MountsLost(r.count("The number of mounts lost")?));
    }
    let mut named = Vec::new();
    while r.peek().is_some_and(|word| word.key != "because" && !word.quoted) {
        r.pass(&["and"]);
        named.push(Id::new(r.word("The mount")?.text.trim_end_matches(',')));
    }
    if named.is_empty() { Err(r.missing("The mounts lost")) } else { Ok(Setting::Mounts(named)) }
}

/// One of these qualities; `very poor` may be two words.
pub(super) fn visibility<T: Copy>(r: &mut Reader, options: &[(&str, T)]) -> Result<T, Fault> {
    let very = options.iter().find(|(name, _)| *name == "very-poor");
    if let ("very", "poor", Some((_, value))) = (r.key(), r.key_after(), very) {
        let value = *value;
        r.skip();
        r.skip();
        return Ok(value);
    }
    r.choose("The visibility", options)
}

fn fate(r: &mut Reader) -> Result<Fate, Fault> {
    let at = |word: &'static str| (word, word);
    let word = r.choose("Her fate", &FATES.map(at))?;
    Ok(match word {
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
    })
}

/// `set asahi speed 2.0 because "engine room flooded by ruling"`
pub(super) fn set(r: &mut Reader) -> Result<Command, Fault> {
    let (mut unit, mut dial, mut setting, mut because) = (None, None, None, None);
    while let Some(word) = r.peek() {
        if word.key == "because" || (word.quoted && setting.is_some()) {
            r.pass(&["because"]);
            r.once(&mut because, "The reason", |r| r.reason("The reason"))?;
            continue;
        }
        // `set asahi 10 20 90 because ...`: two places and a heading need no word before them.
        if dial.is_none() && unit.is_some() && looks_numeric(&word.key) {
            dial = Some(Dial::At);
        }
        let Some(word) = r.peek() else { break };
        match (dial, Dial::named(&word.key)) {
            (None, Some(named)) => {
                r.skip();
                if named == Dial::Top {
                    r.pass(&["speed"]);
                }
                r.pass(&["to", "="]);
                dial = Some(named);
            }
            (Some(dial), _)
                if setting.is_none() && (unit.is_some() || dial.of_the_table() || dial.takes(&word.key)) =>
            {
                r.pass(&["to", "="]);
                setting = Some(dial.value(r)?);
            }
            _ if unit.is_none() => unit = Some(named_unit(r, dial.is_some())?),
            _ => {
                let dials = DIALS.map(|(name, ..)| name);
                return Err(if dial.is_none() { no_dial(r, &dials) } else { r.unexpected(&["because"]) });
            }
        }
    }
    let Some(dial) = dial else { return Err(r.missing("What is to be set")) };
    let Some(setting) = setting else { return Err(r.missing("The new value")) };
    let table = || dial.of_the_table().then(|| Id::new(TABLE));
    let Some(unit) = unit.or_else(table) else { return Err(r.missing("The ship or division")) };
    let Some(because) = because else {
        return Err(Fault::new(r.end..r.end, "A value is set only with a reason.").hint("end with: because \"...\""));
    };
    Ok(Command::Set { unit, setting, because })
}

/// A ship or division; where what is set is said already, or next, nothing else can be meant.
fn named_unit(r: &mut Reader, dial_said: bool) -> Result<Id, Fault> {
    if r.key() == TABLE {
        r.skip();
        return Ok(Id::new(TABLE));
    }
    let only_names = dial_said || Dial::named(r.key_after()).is_some();
    let dials = DIALS.map(|(name, ..)| name);
    r.name_or(Sort::Unit, if only_names { &[] } else { &dials })
}

fn no_dial(r: &Reader, dials: &[&str]) -> Fault {
    let Some(word) = r.peek() else { return r.missing("What is to be set") };
    let near = nearest(&word.text, dials.iter().copied());
    let hint = near.map_or_else(|| format!("one of: {}", dials.join(", ")), |near| format!("did you mean {near}?"));
    Fault::new(word.at.clone(), format!("\"{}\" is nothing that can be set.", word.text)).hint(hint)
}

/// A setting as it is typed.
pub(super) fn print(setting: &Setting) -> String {
    let yes = |yes: &bool| if *yes { "yes" } else { "no" };
    let length = |word: &str, value: &Inches| format!("{word} {value}");
    let count = |word: &str, value: &u8| format!("{word} {value}");
    match setting {
        Setting::Speed(speed) => length("speed", speed),
        Setting::TopSpeed(speed) => length("top", speed),
        Setting::Fires(fires) => count("fires", fires),
        Setting::Flotation(hits) => count("flotation", hits),
        Setting::MountsLost(mounts) => count("mounts", mounts),
        Setting::Mounts(mounts) if mounts.is_empty() => "mounts none".to_owned(),
        Setting::Mounts(mounts) => {
            format!("mounts {}", mounts.iter().map(Id::as_str).collect::<Vec<&str>>().join(" "))
        }
        Setting::GunQuartersLost(quarters) => count("guns", quarters),
        Setting::Torpedoes(factors) => count("torpedoes", factors),
        Setting::Sighted(seen) => format!("sighted {}", yes(seen)),
        Setting::Lit(lit) => format!("lit {}", yes(lit)),
        Setting::Fate(fate) => format!("fate {}", print_fate(fate)),
        Setting::SightingBase(base) => length("sighting", base),
        Setting::At(at) => place_words(*at),
        Setting::Rudder(rudder) => print_rudder(*rudder),
        Setting::SpecialRule { of, on } => format!("rule {of} {}", if *on { "on" } else { "off" }),
        Setting::Condition { number, holds } => {
            let word = HOLDS.iter().find(|(_, one)| one == holds).map_or("open", |(word, _)| word);
            format!("condition {number} {word}")
        }
        Setting::Sentence { of, side } => {
            format!("sentence {of} {}", side.as_ref().map_or(NOBODY, Id::as_str))
        }
        Setting::Visibility(quality) => {
            let word = QUALITIES.iter().find(|(_, one)| one == quality).map_or("clear", |(word, _)| word);
            format!("visibility {word}")
        }
    }
}

fn print_fate(fate: &Fate) -> String {
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

/// A reason as it is typed.
pub(super) fn print_because(because: &str) -> String {
    format!("because {}", quoted(because))
}

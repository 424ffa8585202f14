//! What the slots of naval verbs hold.
use super::{
    asked::{HelpOn, Keyboard, Part, Whom},
    names::Sort,
};
use crate::model::command::{Block, Met};
use crate::model::{
    BatteryKind, Bearing, BearingLine, Edge, Fine, Hand, HowMet, Light, Plot, Record, Setting, Taped, chart::Quality,
};
use crate::{Id, Inches, Segment};
use play::verbs::{self, CommonKind, CommonValue, Piece};

/// The words of a naval battle.
pub struct Notation;

pub type Row = verbs::Row<Notation>;
pub type Slot = verbs::Slot<Notation>;
pub type Ask = verbs::Ask<Notation>;
pub type Reader<'a> = verbs::Reader<'a, Notation>;

#[derive(Clone, Copy)]
pub enum Kind {
    Name(Sort),
    /// A ship or division, which stands for the division.
    DivisionOf,
    /// A division, or the ship that is one by herself.
    Led,
    /// A name that nobody need have yet.
    New(Sort),
    /// The letter of a marker to be laid.
    Letter,
    /// The unit of a setting, or the whole table.
    Whose,
    Length,
    Count,
    Degrees,
    /// A heading: degrees that need not be whole.
    Heading,
    Turns,
    /// How many salvoes: one at least.
    Salvoes,
    /// Inches from the west and the south edge.
    At,
    /// Distance and bearing from the centre of the table.
    From,
    Word(fn() -> Vec<&'static str>),
    /// The name of an arc, or degrees off the bow. [6.4.4]
    Arc,
    /// The name of a battery, or its start behind the ships.
    Battery,
    /// A word alone, perhaps denied: `downwind`, `downwind no`.
    Denial,
    /// A word alone.
    Flag,
    /// Words of the referee's own.
    Text,
    /// One word, whatever it is.
    Any,
    /// A hit in the margin of a card.
    Hit,
    /// A ship that torpedoes met, and at what angle.
    Met,
    /// A line of bearing.
    Line,
    /// A corner or a ship, and the length of the tape from there.
    Taped,
    /// A unit and its speed.
    Pace,
    /// A unit and degrees.
    Steer,
    /// A written plot without its speed.
    Plot,
    /// The plot of one turn or of several alike.
    Turn,
    /// A launch as it is written into a plot. [7.4]
    Record,
    Setting,
    /// What a fate or the mounts lost are set to.
    Fate,
    Mounts,
    /// What stands behind the words of every session.
    Common(CommonKind),
    /// A number of entries of the log, or of points of a picture.
    Many,
    /// A turn, or the first and the last of several: `7`, `3-5`.
    TurnRange,
    /// A side, or a ship or division of one.
    Whom,
    /// Who gets the keyboard.
    Keyboard,
    /// The name of a command, or all of them.
    Help,
    /// A ship, and the radii of rings about her.
    Rings,
    /// A unit, and how many inches about it.
    Near,
    /// A part of the table.
    Part,
    /// The name of a file, of one word or of several.
    File,
}

/// What fills a slot.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Name(Id),
    Length(Inches),
    Count(u16),
    Heading(f64),
    At((f64, f64)),
    From((Inches, Fine)),
    Word(&'static str),
    Flag,
    Text(String),
    Met(Met),
    Taped(Taped),
    Line(BearingLine),
    Pace((Id, Inches)),
    Steer((Id, u16)),
    Plot(Plot),
    Turn((Plot, usize)),
    Record(Record),
    Setting(Setting),
    /// Words as they stand.
    Bare(String),
    Common(CommonValue),
    TurnRange((u16, u16)),
    Whom(Whom),
    Keyboard(Keyboard),
    Help(HelpOn),
    Rings((Id, Vec<f64>)),
    Near((Id, f64)),
    Part(Part),
}

play::pieces!(
    Notation:
    Inches = Length,
    u16 = Count,
    f64 = Heading,
    Met = Met,
    Taped = Taped,
    BearingLine = Line,
    Plot = Plot,
    Record = Record,
    Setting = Setting,
    (f64, f64) = At,
    (Inches, Fine) = From,
    (Id, Inches) = Pace,
    (Id, u16) = Steer,
    (Plot, usize) = Turn,
    (u16, u16) = TurnRange,
    Whom = Whom,
    Keyboard = Keyboard,
    HelpOn = Help,
    (Id, Vec<f64>) = Rings,
    (Id, f64) = Near,
    Part = Part,
);

impl Piece<Notation> for String {
    fn of(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Text(words) | Value::Common(CommonValue::Words(words))] => Some(words.clone()),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Text(self.clone())]
    }
}

/// One of the words of a slot, as it is spelt there.
impl Piece<Notation> for &'static str {
    fn of(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Word(word)] => Some(word),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Word(self)]
    }
}

/// A name, also of what has none in the battle.
impl<Kind> Piece<Notation> for Id<Kind> {
    fn of(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Name(id)] => Some(id.named()),
            [Value::Bare(word)] => Some(Id::new(word)),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Name(self.named())]
    }
}

impl Piece<Notation> for (Fine, Fine) {
    fn of(values: &[&Value]) -> Option<Self> {
        <(f64, f64)>::of(values).map(|(x, y)| (Fine::nearest(x), Fine::nearest(y)))
    }
    fn values(&self) -> Vec<Value> {
        (self.0.as_f64(), self.1.as_f64()).values()
    }
}

impl Piece<Notation> for u8 {
    fn of(values: &[&Value]) -> Option<Self> {
        u16::of(values).and_then(|count| u8::try_from(count).ok())
    }
    fn values(&self) -> Vec<Value> {
        u16::from(*self).values()
    }
}

/// Whether a word was said.
impl Piece<Notation> for bool {
    fn of(values: &[&Value]) -> Option<Self> {
        Some(!values.is_empty())
    }
    fn values(&self) -> Vec<Value> {
        if *self { vec![Value::Flag] } else { Vec::new() }
    }
}

/// What is chosen by a word.
pub trait Worded: Copy + PartialEq + 'static {
    /// Every word; of several with one meaning the first is printed.
    const WORDS: &'static [(&'static str, Self)];

    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(one, _)| *one == word).map(|(_, value)| *value)
    }
}

/// The words of a type, in order.
pub fn words_of<T: Worded>() -> Vec<&'static str> {
    T::WORDS.iter().map(|(word, _)| *word).collect()
}

/// A yes or a no.
#[derive(Clone, Copy, PartialEq)]
pub struct Answer(pub bool);

/// A word that is said, or denied by a `no`.
#[derive(Clone, Copy, PartialEq)]
pub struct Denial(pub bool);

/// On or off.
#[derive(Clone, Copy, PartialEq)]
pub struct Switch(pub bool);

/// How the sea is, or how a condition stands: nothing is a word as well.
#[derive(Clone, Copy, PartialEq)]
pub struct Or<T>(pub Option<T>);

macro_rules! worded {
    ($($Type:ty: $($word:literal = $value:expr),+;)*) => {
        $(
            impl Worded for $Type {
                const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),+];
            }
            impl Piece<Notation> for $Type {
                fn of(values: &[&Value]) -> Option<Self> {
                    match values {
                        [Value::Word(word)] => Self::named(word),
                        _ => None,
                    }
                }
                fn values(&self) -> Vec<Value> {
                    Self::WORDS.iter().find(|(_, one)| one == self).map(|(word, _)| Value::Word(word)).into_iter().collect()
                }
            }
        )*
    };
}
worded! {
    Segment:
        "plotting" = Segment::Plotting, "movement" = Segment::Movement, "sighting" = Segment::Sighting,
        "illumination" = Segment::Illumination, "gunfire" = Segment::Gunfire, "torpedo" = Segment::Torpedo,
        "damage-control" = Segment::DamageControl, "damage" = Segment::Damage;
    Light: "searchlight" = Light::Searchlight, "starshell" = Light::Starshell;
    Edge: "north" = Edge::North, "east" = Edge::East, "south" = Edge::South, "west" = Edge::West;
    HowMet: "ram" = HowMet::Ram, "bow" = HowMet::BowToBow, "scrape" = HowMet::Scrape;
    Block: "smoke" = Block::Smoke, "land" = Block::Land;
    Bearing:
        "broadside" = Bearing::Broadside, "bow" = Bearing::Bow, "stern" = Bearing::Stern, "port" = Bearing::Port,
        "starboard" = Bearing::Starboard;
    BatteryKind: "big" = BatteryKind::Big, "medium" = BatteryKind::Medium, "light" = BatteryKind::Light;
    Quality: "poor" = Quality::Poor, "very-poor" = Quality::VeryPoor, "extreme" = Quality::Extreme;
    Or<Quality>:
        "clear" = Or(None), "poor" = Or(Some(Quality::Poor)), "very-poor" = Or(Some(Quality::VeryPoor)),
        "extreme" = Or(Some(Quality::Extreme));
    Or<Option<Hand>>:
        "port" = Or(Some(Some(Hand::Left))), "starboard" = Or(Some(Some(Hand::Right))), "amidships" = Or(Some(None)),
        "free" = Or(None);
    Or<bool>: "yes" = Or(Some(true)), "no" = Or(Some(false)), "open" = Or(None);
    Answer:
        "yes" = Answer(true), "no" = Answer(false), "true" = Answer(true), "false" = Answer(false), "on" = Answer(true),
        "off" = Answer(false), "y" = Answer(true), "n" = Answer(false);
    Denial: "" = Denial(false), "no" = Denial(true);
    Switch: "on" = Switch(true), "off" = Switch(false);
}

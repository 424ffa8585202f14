//! The kinds and values of slots in naval verbs.
use super::{
    arguments::{Addressee, HelpTopic, Keyboard, MapPart},
    names::NameKind,
};
use crate::model::command::{LineBlock, MetShip};
use crate::model::{
    BatteryKind, Bearing, BearingLine, ContactKind, Edge, Fine, LaunchRecord, Light, Plot, Setting, TapeReading,
    TurnSide, chart::VisibilityQuality,
};
use crate::{Id, Inches, Segment};
use play::verbs::{self, CommonKind, CommonValue, FromSlot};

/// The grammar of a naval battle.
pub struct Notation;

pub type Row = verbs::CommandSpec<Notation>;
pub type Slot = verbs::Argument<Notation>;
pub type Prompt = verbs::Prompt<Notation>;
pub type Reader<'a> = verbs::Reader<'a, Notation>;

#[derive(Clone, Copy)]
pub enum SlotKind {
    Name(NameKind),
    /// A ship or division, read as the division.
    DivisionOf,
    /// A division, or a ship that is a division alone.
    LedDivision,
    /// A name that may be new.
    New(NameKind),
    /// The letter of a new marker.
    Letter,
    /// The unit of a setting, or the complete table.
    SettingUnit,
    Length,
    Count,
    Degrees,
    /// A heading in degrees, possibly fractional.
    Heading,
    Turns,
    /// A number of salvoes, at least one.
    Salvoes,
    /// Inches from the west and the south edge.
    At,
    /// Distance and bearing from the centre of the table.
    From,
    Word(fn() -> Vec<&'static str>),
    /// The name of an arc, or degrees off the bow. [6.4.4]
    Arc,
    /// The name of a battery. Its first letters are enough (`m`) where the word cannot name a ship.
    Battery,
    /// A word that `no` may deny: `downwind`, `downwind no`.
    Denial,
    /// A word that is either present or absent, such as `apart`.
    Flag,
    Text,
    AnyWord,
    /// A hit in the margin of a card.
    Hit,
    /// A ship that torpedoes met, and the angle.
    Met,
    /// A line of bearing.
    Line,
    /// A corner or a ship, and the measured distance from it.
    Taped,
    /// A unit and its speed.
    Pace,
    /// A unit and degrees.
    Steer,
    /// A written plot without its speed.
    Plot,
    /// The plot of one turn, or of several equal ones.
    Turn,
    /// A launch as written in a plot. [7.4]
    Record,
    Setting,
    /// A ship's fate, such as `sunk`.
    Fate,
    /// The names of the big-gun mounts lost, or `none`.
    Mounts,
    /// An argument of a shared session command.
    Common(CommonKind),
    /// A number of log entries, or of points in a picture.
    LargeCount,
    /// A turn, or the first and the last of several: `7`, `3-5`.
    TurnRange,
    Addressee,
    Keyboard,
    /// The name of a command, or all of them.
    Help,
    /// A ship, and the radii of rings around it.
    Rings,
    /// A unit, and a distance around it in inches.
    Near,
    Part,
    /// The name of a file, of one or several words.
    File,
}

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
    Met(MetShip),
    Taped(TapeReading),
    Line(BearingLine),
    Pace((Id, Inches)),
    Steer((Id, u16)),
    Plot(Plot),
    Turn((Plot, usize)),
    Record(LaunchRecord),
    Setting(Setting),
    /// Text printed as it is.
    Bare(String),
    Common(CommonValue),
    TurnRange((u16, u16)),
    Addressee(Addressee),
    Keyboard(Keyboard),
    Help(HelpTopic),
    Rings((Id, Vec<f64>)),
    Near((Id, f64)),
    Part(MapPart),
}

play::pieces!(
    Notation:
    Inches = Length,
    u16 = Count,
    f64 = Heading,
    MetShip = Met,
    TapeReading = Taped,
    BearingLine = Line,
    Plot = Plot,
    LaunchRecord = Record,
    Setting = Setting,
    (f64, f64) = At,
    (Inches, Fine) = From,
    (Id, Inches) = Pace,
    (Id, u16) = Steer,
    (Plot, usize) = Turn,
    (u16, u16) = TurnRange,
    Addressee = Addressee,
    Keyboard = Keyboard,
    HelpTopic = Help,
    (Id, Vec<f64>) = Rings,
    (Id, f64) = Near,
    MapPart = Part,
);

impl FromSlot<Notation> for String {
    fn from_values(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Text(words) | Value::Common(CommonValue::Words(words))] => Some(words.clone()),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Text(self.clone())]
    }
}

/// One of the words of a slot, spelt as the slot lists it.
impl FromSlot<Notation> for &'static str {
    fn from_values(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Word(word)] => Some(word),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Word(self)]
    }
}

/// A name, also one that the battle does not have.
impl<Kind> FromSlot<Notation> for Id<Kind> {
    fn from_values(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Name(id)] => Some(id.to_kind()),
            [Value::Bare(word)] => Some(Id::new(word)),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Name(self.to_kind())]
    }
}

impl FromSlot<Notation> for (Fine, Fine) {
    fn from_values(values: &[&Value]) -> Option<Self> {
        <(f64, f64)>::from_values(values).map(|(x, y)| (Fine::nearest(x), Fine::nearest(y)))
    }
    fn values(&self) -> Vec<Value> {
        (self.0.as_f64(), self.1.as_f64()).values()
    }
}

impl FromSlot<Notation> for u8 {
    fn from_values(values: &[&Value]) -> Option<Self> {
        u16::from_values(values).and_then(|count| u8::try_from(count).ok())
    }
    fn values(&self) -> Vec<Value> {
        u16::from(*self).values()
    }
}

/// Whether a word is present.
impl FromSlot<Notation> for bool {
    fn from_values(values: &[&Value]) -> Option<Self> {
        Some(!values.is_empty())
    }
    fn values(&self) -> Vec<Value> {
        if *self { vec![Value::Flag] } else { Vec::new() }
    }
}

pub trait WordChoice: Copy + PartialEq + 'static {
    /// Every word. If several have one meaning, the first is printed.
    const WORDS: &'static [(&'static str, Self)];

    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
    }
}

pub fn words_of<T: WordChoice>() -> Vec<&'static str> {
    T::WORDS.iter().map(|(word, _)| *word).collect()
}

#[derive(Clone, Copy, PartialEq)]
pub struct YesNo(pub bool);

/// Whether `no` denies the word before it.
#[derive(Clone, Copy, PartialEq)]
pub struct Denial(pub bool);

#[derive(Clone, Copy, PartialEq)]
pub struct OnOff(pub bool);

/// An optional value whose absence has a word too, such as `clear` or `open`.
#[derive(Clone, Copy, PartialEq)]
pub struct OptionalWord<T>(pub Option<T>);

macro_rules! worded {
    ($($Type:ty: $($word:literal = $value:expr),+;)*) => {
        $(
            impl WordChoice for $Type {
                const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),+];
            }
            impl FromSlot<Notation> for $Type {
                fn from_values(values: &[&Value]) -> Option<Self> {
                    match values {
                        [Value::Word(word)] => Self::from_word(word),
                        _ => None,
                    }
                }
                fn values(&self) -> Vec<Value> {
                    Self::WORDS.iter().find(|(_, value)| value == self).map(|(word, _)| Value::Word(word)).into_iter().collect()
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
    ContactKind: "ram" = ContactKind::Ram, "bow" = ContactKind::BowToBow, "scrape" = ContactKind::Scrape;
    LineBlock: "smoke" = LineBlock::Smoke, "land" = LineBlock::Land;
    Bearing:
        "broadside" = Bearing::Broadside, "bow" = Bearing::Bow, "stern" = Bearing::Stern, "port" = Bearing::Port,
        "starboard" = Bearing::Starboard;
    BatteryKind: "big" = BatteryKind::Big, "medium" = BatteryKind::Medium, "light" = BatteryKind::Light;
    VisibilityQuality: "poor" = VisibilityQuality::Poor, "very-poor" = VisibilityQuality::VeryPoor, "extreme" = VisibilityQuality::Extreme;
    OptionalWord<VisibilityQuality>:
        "clear" = OptionalWord(None), "poor" = OptionalWord(Some(VisibilityQuality::Poor)), "very-poor" = OptionalWord(Some(VisibilityQuality::VeryPoor)),
        "extreme" = OptionalWord(Some(VisibilityQuality::Extreme));
    OptionalWord<Option<TurnSide>>:
        "port" = OptionalWord(Some(Some(TurnSide::Left))), "starboard" = OptionalWord(Some(Some(TurnSide::Right))), "amidships" = OptionalWord(Some(None)),
        "free" = OptionalWord(None);
    OptionalWord<bool>: "yes" = OptionalWord(Some(true)), "no" = OptionalWord(Some(false)), "open" = OptionalWord(None);
    YesNo:
        "yes" = YesNo(true), "no" = YesNo(false), "true" = YesNo(true), "false" = YesNo(false), "on" = YesNo(true),
        "off" = YesNo(false), "y" = YesNo(true), "n" = YesNo(false);
    Denial: "" = Denial(false), "no" = Denial(true);
    OnOff: "on" = OnOff(true), "off" = OnOff(false);
}

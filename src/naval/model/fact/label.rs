//! What the numbers of a ruling are: facts hold labels, and `show` words them, so that a better word changes no journal.
//!
//! Formats 1 and 2 held the words themselves. Each is read as its label, by the alias of the label or by
//! [`Label::base_of`] and [`Label::term_of`], so that `verify` holds an old ruling against a new one exactly.
use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        self, DeserializeOwned, MapAccess, Visitor,
        value::{MapAccessDeserializer, StrDeserializer},
    },
};

use crate::model::{BatteryKind, Bearing, Inches, ShipType};

/// What the base of a sum or one of its terms stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
pub enum Label {
    /// Mounts that bear on the target. [6.4.1]
    MountsBear,
    /// The number to hit at this range. [6.5.1]
    AtRange(Inches),
    /// The size of the ship of this name, from the deck. [6.5.1.5]
    SizeOf(String),
    /// Power of big guns. [6.5.1]
    Power,
    /// Strength of a battery, from the card. [6.2.4]
    Battery(BatteryKind),
    #[serde(alias = "one torpedo factor")]
    OneTorpedoFactor,
    #[serde(alias = "torpedo factor", alias = "torpedo factors")]
    TorpedoFactors,
    /// The number to hit of torpedoes at this range. [7.5, 7.6]
    BaseAt(Inches),
    /// The number to hit of torpedoes with this run. [7.4.3]
    BaseAtRun(Inches),
    /// The size of the ship, from the side of the torpedo. [7.4.8]
    Size,
    #[serde(alias = "power of the torpedo")]
    PowerOfTheTorpedo,
    #[serde(alias = "damage control")]
    DamageControl,
    /// Damage control by the special rule of that sentence. [9.2]
    DamageControlByRule(u8),
    #[serde(alias = "orders received")]
    OrdersReceived,

    Armour,
    #[serde(alias = "armour against torpedoes")]
    ArmourAgainstTorpedoes,
    #[serde(alias = "half move, an enemy within 5.0\"")]
    HalfMoveNearEnemy,
    /// The special rule of that sentence. [9.2]
    SpecialRule(u8),
    /// Batteries fire into the bow or the stern arc. [6.4.3]
    IntoArc(Bearing),
    #[serde(alias = "extremely poor visibility")]
    ExtremelyPoorVisibility,
    /// Light guns at a ship of this type. [6.5.7]
    LightGunsAt(ShipType),
    #[serde(alias = "a cripple")]
    ACripple,
    #[serde(alias = "on the same line of bearing")]
    OnTheSameLineOfBearing,
    #[serde(alias = "combing the tracks")]
    CombingTheTracks,
    #[serde(alias = "no bonus: she used her weapons")]
    NoBonusUsedWeapons,
    #[serde(alias = "no bonus: she was fired upon")]
    NoBonusFiredUpon,
    #[serde(alias = "no bonus: she makes more than 2.00 inches")]
    NoBonusTooFast,
    Undisturbed,
    Signalling,
    #[serde(alias = "signalling, her bridge hit")]
    SignallingBridgeHit,
    Repeaters(u16),
    #[serde(alias = "plotted a turn ahead")]
    PlottedATurnAhead,
    FromTheForceFlag(Inches),
    Night,
    #[serde(alias = "fired on last turn")]
    FiredOnLastTurn,

    /// Words of the set-up, as a line of its gunnery chart has them, or of an old journal that no label stands for.
    #[serde(skip)]
    Said(String),
}

// A label with a figure is an object; a text is a label without one, or words.

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if let Label::Said(words) = self { to.serialize_str(words) } else { Label::serialize(self, to) }
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Label, D::Error> {
        struct Labels;
        impl<'de> Visitor<'de> for Labels {
            type Value = Label;
            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a label")
            }
            fn visit_str<E: de::Error>(self, words: &str) -> Result<Label, E> {
                let known = Label::deserialize(StrDeserializer::<Unknown>::new(words));
                Ok(known.unwrap_or_else(|_| Label::Said(words.to_owned())))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Label, A::Error> {
                Label::deserialize(MapAccessDeserializer::new(map))
            }
        }
        from.deserialize_any(Labels)
    }
}

/// No variant has this name. Unlike the errors of serde it makes no sentence of it, since words are common.
#[derive(Debug, thiserror::Error)]
#[error("no such name")]
struct Unknown;

impl de::Error for Unknown {
    fn custom<T: fmt::Display>(_: T) -> Unknown {
        Unknown
    }
}

impl Label {
    /// What a line of the gunnery chart says: the words of the set-up, which an old journal has as well.
    pub fn of_chart(words: &str) -> Label {
        named(words).unwrap_or_else(|| Label::Said(words.to_owned())).read_by(Label::term_of)
    }

    /// Reads the label of a base.
    pub(super) fn base<'de, D: Deserializer<'de>>(from: D) -> Result<Label, D::Error> {
        Ok(<Label as Deserialize>::deserialize(from)?.read_by(Label::base_of))
    }

    /// Reads the label of a term.
    pub(super) fn term<'de, D: Deserializer<'de>>(from: D) -> Result<Label, D::Error> {
        Ok(<Label as Deserialize>::deserialize(from)?.read_by(Label::term_of))
    }

    fn read_by(self, read: fn(&str) -> Option<Label>) -> Label {
        match self {
            Label::Said(words) => read(&words).unwrap_or(Label::Said(words)),
            label => label,
        }
    }

    /// `2 mounts bear`, `7 at 8.0"`, `power 6`, `medium battery 21.5`, `Retvizan 10`
    fn base_of(words: &str) -> Option<Label> {
        let range = |words: &str| words.strip_suffix('"')?.parse().ok();
        if words.ends_with(" mount bears") || words.ends_with(" mounts bear") {
            return Some(Label::MountsBear);
        }
        if let Some(run) = words.strip_prefix("base at a run of ") {
            return range(run).map(Label::BaseAtRun);
        }
        if let Some((number, at)) = words.split_once(" at ") {
            return range(at).map(if number == "base" { Label::BaseAt } else { Label::AtRange });
        }
        if let Some(rule) = words.strip_prefix("damage control, special rule ") {
            return rule.parse().ok().map(Label::DamageControlByRule);
        }
        match words.rsplit_once(' ')? {
            ("power", _) => Some(Label::Power),
            (battery, _) if battery.ends_with(" battery") => {
                battery.strip_suffix(" battery").and_then(named).map(Label::Battery)
            }
            (name, _) => Some(Label::SizeOf(name.to_owned())),
        }
    }

    /// `special rule 2`, `into the bow arc`, `light guns at a CA`, `2 repeaters`, `12.5" from the force flag`
    fn term_of(words: &str) -> Option<Label> {
        let between = |before: &str, after: &str| words.strip_prefix(before)?.strip_suffix(after);
        if let Some(rule) = between("special rule ", "") {
            rule.parse().ok().map(Label::SpecialRule)
        } else if let Some(arc) = between("into the ", " arc") {
            named(arc).map(Label::IntoArc)
        } else if let Some(kind) = between("light guns at a ", "") {
            named(kind).map(Label::LightGunsAt)
        } else if let Some(range) = between("", "\" from the force flag") {
            range.parse().ok().map(Label::FromTheForceFlag)
        } else {
            between("", " repeater").or_else(|| between("", " repeaters"))?.parse().ok().map(Label::Repeaters)
        }
    }
}

fn named<T: DeserializeOwned>(word: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Unknown>::new(word)).ok()
}

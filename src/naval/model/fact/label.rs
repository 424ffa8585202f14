//! Labels of the numbers in a ruling. Facts store labels and `show` words them, so new wording changes no journal.
use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        self, MapAccess, Visitor,
        value::{MapAccessDeserializer, StrDeserializer},
    },
};

use crate::model::{BatteryKind, Bearing, Inches, ShipType};

/// The meaning of a sum's base or of one of its terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
pub enum Label {
    /// Mounts that bear on the target. [6.4.1]
    MountsBear,
    /// To-hit number at this range. [6.5.1]
    AtRange(Inches),
    /// Size of the ship of this name, against guns. [6.5.1.5]
    SizeOf(String),
    /// Power of big guns. [6.5.1]
    Power,
    /// Strength of a battery, from the card. [6.2.4]
    Battery(BatteryKind),
    OneTorpedoFactor,
    TorpedoFactors,
    /// To-hit number of torpedoes at this range. [7.5, 7.6]
    #[serde(rename = "base_at")]
    ToHitAt(Inches),
    /// To-hit number of torpedoes with this run. [7.4.3]
    #[serde(rename = "base_at_run")]
    ToHitAtRun(Inches),
    /// Size of the ship against torpedoes. [7.4.8]
    Size,
    PowerOfTheTorpedo,
    DamageControl,
    /// Damage control by the special rule of this number. [9.2]
    DamageControlByRule(u8),
    OrdersReceived,

    Armour,
    ArmourAgainstTorpedoes,
    HalfMoveNearEnemy,
    /// The special rule of this number. [9.2]
    SpecialRule(u8),
    /// Batteries firing into the bow or stern arc. [6.4.3]
    IntoArc(Bearing),
    ExtremelyPoorVisibility,
    /// Light guns at a ship of this type. [6.5.7]
    LightGunsAt(ShipType),
    ACripple,
    OnTheSameLineOfBearing,
    CombingTheTracks,
    NoBonusUsedWeapons,
    NoBonusFiredUpon,
    NoBonusTooFast,
    Undisturbed,
    Signalling,
    SignallingBridgeHit,
    Repeaters(u16),
    PlottedATurnAhead,
    FromTheForceFlag(Inches),
    Night,
    FiredOnLastTurn,

    /// Text of the set-up, from a line of its gunnery chart.
    #[serde(skip)]
    Text(String),
}

// Serialised, a label with a value is an object. A string is a label without one, or free text.

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Label::Text(words) = self { serializer.serialize_str(words) } else { Label::serialize(self, serializer) }
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Label, D::Error> {
        struct Labels;
        impl<'de> Visitor<'de> for Labels {
            type Value = Label;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a label")
            }
            fn visit_str<E: de::Error>(self, words: &str) -> Result<Label, E> {
                Ok(Label::from_text(words))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Label, A::Error> {
                Label::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_any(Labels)
    }
}

/// The name of no variant. Unlike serde's errors it builds no message, because free text is common.
#[derive(Debug, thiserror::Error)]
#[error("no such name")]
struct Unknown;

impl de::Error for Unknown {
    fn custom<T: fmt::Display>(_: T) -> Unknown {
        Unknown
    }
}

impl Label {
    /// Returns the label named by a line of the gunnery chart, or its text as a label.
    pub fn from_text(words: &str) -> Label {
        Label::deserialize(StrDeserializer::<Unknown>::new(words)).unwrap_or_else(|_| Label::Text(words.to_owned()))
    }
}

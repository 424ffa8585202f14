//! What the numbers of a ruling are: facts hold labels, and `show` words them, so that a better word changes no journal.
use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        self, MapAccess, Visitor,
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
    OneTorpedoFactor,
    TorpedoFactors,
    /// The number to hit of torpedoes at this range. [7.5, 7.6]
    BaseAt(Inches),
    /// The number to hit of torpedoes with this run. [7.4.3]
    BaseAtRun(Inches),
    /// The size of the ship, from the side of the torpedo. [7.4.8]
    Size,
    PowerOfTheTorpedo,
    DamageControl,
    /// Damage control by the special rule of that sentence. [9.2]
    DamageControlByRule(u8),
    OrdersReceived,

    Armour,
    ArmourAgainstTorpedoes,
    HalfMoveNearEnemy,
    /// The special rule of that sentence. [9.2]
    SpecialRule(u8),
    /// Batteries fire into the bow or the stern arc. [6.4.3]
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

    /// Words of the set-up, as a line of its gunnery chart has them.
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
                Ok(Label::of_chart(words))
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
    /// What a line of the gunnery chart says: the label of that name, or the words of the set-up.
    pub fn of_chart(words: &str) -> Label {
        Label::deserialize(StrDeserializer::<Unknown>::new(words)).unwrap_or_else(|_| Label::Said(words.to_owned()))
    }
}

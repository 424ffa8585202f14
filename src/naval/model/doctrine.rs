//! Doctrine cards: how a computer player fights as an admiral. They affect choices, never dice, charts or ship cards.
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Id, Setup, SideId};

/// The card of an admiral, or of any admiral of a navy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doctrine {
    /// Identity of the card.
    pub id: Id,
    /// Name of the admiral.
    pub name: String,
    /// Navy of the admiral.
    pub navy: Id,
    /// The admiral's flagships (without any, a card for every admiral of the navy).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flagships: Vec<Id>,
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// From 0 to 1. Fire suffered counts 2^(1-2a) times as much as at 0.5: twice at 0, half at 1.
    pub aggression: f64,
    /// Ranges at which it fights (default: by what fire gains at each range).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<DesiredRange>,
    /// `wait`: stay out of reach until the enemy's sighting range is at most 75% of the side's own.
    #[serde(default)]
    pub light: Twilight,
    /// When boats launch.
    #[serde(default)]
    pub torpedoes: TorpedoDoctrine,
    /// When it breaks off.
    #[serde(default)]
    pub withdraw: Withdraw,
    /// How long it follows an enemy that breaks off.
    #[serde(default)]
    pub pursue: Pursue,
    /// `hold`: large ships keep to their destination despite damage.
    #[serde(default)]
    pub course: Steadiness,
    /// Make smoke when breaking off, also when closing, or never.
    #[serde(default)]
    pub smoke: SmokeDoctrine,
    /// `stand_by`: no ship leaves a large ship behind that lost half its speed.
    #[serde(default)]
    pub cripples: Cripples,
    /// How its line turns. [5.7]
    #[serde(default)]
    pub turns: Turns,
    /// What it does at night.
    #[serde(default)]
    pub night: Night,
    /// Which target, if expected fire leaves the choice.
    #[serde(default)]
    pub targets: TargetChoice,
    /// `strength`: a hit counts by the share of strength that it takes, not by 10.5.
    #[serde(default, skip_serializing_if = "Prizes::are_points")]
    pub prizes: Prizes,
    /// Grounds for the figures.
    pub reasons: String,
    /// Source of the figures.
    pub source: String,
}

/// The value of a ship when hits on it are scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prizes {
    /// The points for sinking it. [10.5]
    #[default]
    Points,
    /// Its remaining life times its fire.
    Strength,
}

impl Prizes {
    pub fn are_points(&self) -> bool {
        *self == Prizes::Points
    }
}

/// In inches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesiredRange {
    /// Inches. Before anyone has fired, big guns do not fire beyond this.
    pub open: f64,
    /// Inches. Where it keeps the enemy (without `range`: where fire gains most).
    pub seek: [f64; 2],
    /// Inches. It goes no closer.
    #[serde(default)]
    pub least: f64,
}

/// Whether the admiral waits until the light favours its side. [4.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Twilight {
    #[default]
    Whatever,
    /// Keeps out of reach until the enemy's sighting range is at most 75% of the side's own.
    Wait,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TorpedoDoctrine {
    /// Victory points that a launch must be worth. [10.5]
    pub launch_at: f64,
    /// Boats launch at the enemy that the first boat launched at.
    pub mass: bool,
}

impl Default for TorpedoDoctrine {
    fn default() -> TorpedoDoctrine {
        TorpedoDoctrine { launch_at: 0.2, mass: false }
    }
}

/// When the admiral breaks off.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Withdraw {
    /// From 0 to 1. Break off below this share of the first strength, and fight again only at 0.15 more.
    pub strength: f64,
    /// Break off at these alarms as well.
    pub when: Vec<Alarm>,
}

impl Default for Withdraw {
    fn default() -> Withdraw {
        Withdraw { strength: 0.4, when: Vec::new() }
    }
}

/// Events that make the admiral break off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alarm {
    /// A big gun has hit one of its large ships.
    FirstHeavyHit,
    /// One of its large ships has lost half its speed.
    HalfSpeed,
    /// Its flagship is out of action.
    FlagLost,
    /// It is night.
    Dark,
    /// Batteries on land can reach it.
    Forts,
    /// The enemy in sight is worth more than twice its own strength.
    FleetSighted,
    /// An enemy line is across its course, and for four turns after that.
    TCrossed,
}

impl Alarm {
    pub const ALL: [Alarm; 7] = [
        Alarm::FirstHeavyHit,
        Alarm::HalfSpeed,
        Alarm::FlagLost,
        Alarm::Dark,
        Alarm::Forts,
        Alarm::FleetSighted,
        Alarm::TCrossed,
    ];
}

/// How long the admiral pursues an enemy that breaks off.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pursue {
    /// Follow an enemy that breaks off until this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// Follow until the side is below this share of its first strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// Follow only while the enemy is in sight.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_sight: bool,
}

/// Whether the line manoeuvres.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Steadiness {
    #[default]
    Free,
    /// Large ships keep to their destination.
    Hold,
}

/// When the admiral makes smoke. [4.6]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmokeDoctrine {
    /// When it breaks off.
    #[default]
    Leaving,
    /// Also while it closes to its desired range.
    Closing,
    Never,
}

/// How the admiral treats a ship that cannot keep up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cripples {
    #[default]
    Leave,
    /// No ship goes home while a large ship that could still be saved is left behind.
    StandBy,
}

/// How the line turns. [5.7]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Turns {
    /// All ships turn at once to break off.
    pub together: bool,
    /// Degrees. A line's largest turn in one turn, except in danger.
    pub most_deg: u16,
}

impl Default for Turns {
    fn default() -> Turns {
        Turns { together: false, most_deg: 180 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Night {
    /// Whether large ships look for the enemy at night.
    pub seek: bool,
    /// When lights are shown (the default includes boats that are near).
    pub lights: Lights,
}

impl Default for Night {
    fn default() -> Night {
        Night { seek: true, lights: Lights::WhenFiredOn }
    }
}

/// When the admiral shows lights. [4.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lights {
    /// At ships that have fired, and at boats that are near.
    #[default]
    WhenFiredOn,
    Always,
    Never,
}

/// The choice of target when expected results are equal. [3.3.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetChoice {
    #[default]
    Opposite,
    /// The enemy's flagships.
    Flag,
    /// The leading ship of each line.
    Van,
    /// The ship nearest to its end.
    Weakest,
}

impl Doctrine {
    /// Returns the card for navies without one.
    pub fn default_card() -> Doctrine {
        Doctrine {
            id: Id::new("plain"),
            name: "any admiral".to_owned(),
            navy: Id::new("any"),
            flagships: Vec::new(),
            from: NaiveDate::MIN,
            to: NaiveDate::MAX,
            aggression: 0.5,
            range: None,
            light: Twilight::default(),
            torpedoes: TorpedoDoctrine::default(),
            withdraw: Withdraw::default(),
            pursue: Pursue::default(),
            course: Steadiness::default(),
            smoke: SmokeDoctrine::default(),
            cripples: Cripples::default(),
            turns: Turns::default(),
            night: Night::default(),
            targets: TargetChoice::default(),
            prizes: Prizes::default(),
            reasons: "Nothing is known about this admiral.".to_owned(),
            source: "house".to_owned(),
        }
    }

    /// Returns the first card that fits the side's flagships, navies and the day. A card for its force flagship goes
    /// before all others. If none fits, returns the default card.
    pub fn for_side(cards: &[Doctrine], setup: &Setup, side: &SideId) -> Doctrine {
        let flag = setup.sides.iter().find(|other| other.id == *side).and_then(|side| side.force_flag.as_ref());
        let divisions = || setup.divisions.iter().filter(|division| division.side == *side);
        let is_flagship = |ship: &Id| Some(ship) == flag || divisions().any(|division| division.flagship == *ship);
        let ships = || {
            let is_of_side =
                |ship: &&super::ShipSetup| divisions().any(|division| division.ships.contains(&ship.card.id));
            setup.ships.iter().filter(is_of_side)
        };
        let day = setup.date;
        let is_fitting = |card: &&Doctrine| {
            let is_for_fleet = if card.flagships.is_empty() {
                // Forces generated later are of the navy that names the side.
                let is_generated = ships().next().is_none() && side.as_str() == card.navy.as_str();
                is_generated || ships().any(|ship| ship.card.navy == card.navy)
            } else {
                let is_card_flagship =
                    |ship: &super::ShipSetup| is_flagship(&ship.card.id) && card.flagships.contains(&ship.card.id);
                ships().any(|ship| ship.card.navy == card.navy && is_card_flagship(ship))
            };
            is_for_fleet && (card.from..=card.to).contains(&day)
        };
        let flag_card =
            cards.iter().filter(is_fitting).find(|card| flag.is_some_and(|flag| card.flagships.contains(flag)));
        flag_card.or_else(|| cards.iter().find(is_fitting)).cloned().unwrap_or_else(Doctrine::default_card)
    }

    /// Returns the weight of a point suffered relative to a point inflicted.
    pub fn suffered_weight(&self) -> f64 {
        2.0_f64.powf(1.0 - 2.0 * self.aggression)
    }
}

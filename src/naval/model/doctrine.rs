//! How an admiral fights: what a player of his side goes by. It shapes choices, and touches no die, chart or card.
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Id, Setup, SideId};

/// The card of an admiral, or of any admiral of a navy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doctrine {
    pub id: Id,
    pub name: String,
    pub navy: Id,
    /// His flagships; without any the card is that of every admiral of the navy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flagships: Vec<Id>,
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// A point suffered weighs 2^(1-2a) points dealt: 0 twice, 0.5 alike, 1 half.
    pub aggression: f64,
    /// Left out: by what fire may be expected to do at each range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<WishedRange>,
    #[serde(default)]
    pub light: Twilight,
    #[serde(default)]
    pub torpedoes: TorpedoDoctrine,
    #[serde(default)]
    pub withdraw: Withdraw,
    #[serde(default)]
    pub pursue: Pursue,
    #[serde(default)]
    pub course: Steadiness,
    #[serde(default)]
    pub smoke: SmokeDoctrine,
    #[serde(default)]
    pub cripples: Cripples,
    #[serde(default)]
    pub turns: Turns,
    #[serde(default)]
    pub night: Night,
    #[serde(default)]
    pub targets: Laying,
    #[serde(default, skip_serializing_if = "Prizes::are_points")]
    pub prizes: Prizes,
    pub reasons: String,
    pub source: String,
}

/// What a ship counts for, to whoever weighs hits on her.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prizes {
    /// The points for sinking her. [10.5]
    #[default]
    Points,
    /// Her life times her fire.
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
pub struct WishedRange {
    /// No gun is fired farther off before anybody has fired.
    pub open: f64,
    /// Between these he fights.
    pub seek: [f64; 2],
    /// Nearer than this he does not go.
    #[serde(default)]
    pub least: f64,
}

/// Whether he fights before the light favours him. [4.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Twilight {
    #[default]
    Whatever,
    /// Keeps out of reach as long as the enemy is no easier to see than he is.
    Wait,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TorpedoDoctrine {
    /// Points that a launch must be worth.
    pub launch_at: f64,
    /// Boats launch together, at one enemy.
    pub mass: bool,
}

impl Default for TorpedoDoctrine {
    fn default() -> TorpedoDoctrine {
        TorpedoDoctrine { launch_at: 0.2, mass: false }
    }
}

/// When he breaks off.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Withdraw {
    /// Below this share of the strength with which his side began; 0: never.
    pub strength: f64,
    pub when: Vec<Alarm>,
}

impl Default for Withdraw {
    fn default() -> Withdraw {
        Withdraw { strength: 0.4, when: Vec::new() }
    }
}

/// What makes an admiral break off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alarm {
    /// A big gun has hit one of his large ships.
    FirstHeavyHit,
    /// A large ship of his has lost half her speed.
    HalfSpeed,
    /// His flagship is out of action.
    FlagLost,
    /// By night.
    Dark,
    /// Batteries on land bear on him.
    Forts,
    /// The enemy in sight is worth more than twice what he has.
    FleetSighted,
    /// An enemy line lies across his course.
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

/// How long he goes after an enemy who draws off.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pursue {
    /// Until this turn; to the end without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// Until his side is below this share of its first strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// Not where the enemy is no longer in sight.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_sight: bool,
}

/// Whether he manoeuvres.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Steadiness {
    #[default]
    Free,
    /// His large ships hold on to where they are bound for.
    Hold,
}

/// When he makes smoke. [4.6]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmokeDoctrine {
    /// When he breaks off.
    #[default]
    Leaving,
    /// Also while he closes to the range that he seeks.
    Closing,
    Never,
}

/// What he does with a ship that cannot keep up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cripples {
    #[default]
    Leave,
    /// Nobody goes home while a large ship lies behind that could still be saved.
    StandBy,
}

/// How his line turns. [5.7]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Turns {
    /// Large ships break off by turning all at once.
    pub together: bool,
    /// A line turns by no more than this in one turn, but for danger.
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
    /// Large ships look for the enemy by night; else they keep out of his reach.
    pub seek: bool,
    pub lights: Lights,
}

impl Default for Night {
    fn default() -> Night {
        Night { seek: true, lights: Lights::WhenFiredOn }
    }
}

/// When he shows lights. [4.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lights {
    /// At whoever has fired, and at boats that are near.
    #[default]
    WhenFiredOn,
    Always,
    Never,
}

/// At whom guns are laid where what is expected of it leaves the choice. [3.3.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Laying {
    #[default]
    Opposite,
    /// At the enemy's flagships.
    Flag,
    /// At the leading ship of each line.
    Van,
    /// At whoever is nearest to her end.
    Weakest,
}

impl Doctrine {
    /// What a player goes by whose navy has no card.
    pub fn plain() -> Doctrine {
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
            targets: Laying::default(),
            prizes: Prizes::default(),
            reasons: "Nothing is known of him.".to_owned(),
            source: "house".to_owned(),
        }
    }

    /// The first card that fits the flags of a side, its navies and the day, as ratings are chosen; else the plain one.
    pub fn of_side(cards: &[Doctrine], setup: &Setup, side: &SideId) -> Doctrine {
        let flag = setup.sides.iter().find(|one| one.id == *side).and_then(|side| side.force_flag.as_ref());
        let divisions = || setup.divisions.iter().filter(|division| division.side == *side);
        let led = |ship: &Id| Some(ship) == flag || divisions().any(|one| one.flagship == *ship);
        let ships = || {
            let of = |one: &&super::ShipSetup| divisions().any(|division| division.ships.contains(&one.card.id));
            setup.ships.iter().filter(of)
        };
        let day = setup.date;
        let fits = |card: &&Doctrine| {
            let navy = if card.flagships.is_empty() {
                // Forces that are drawn up later are of the navy whose name the side bears.
                let drawn = ships().next().is_none() && side.as_str() == card.navy.as_str();
                drawn || ships().any(|ship| ship.card.navy == card.navy)
            } else {
                // The flag of the side before those of its divisions.
                let his = |ship: &super::ShipSetup| led(&ship.card.id) && card.flagships.contains(&ship.card.id);
                ships().any(|ship| ship.card.navy == card.navy && his(ship))
            };
            navy && (card.from..=card.to).contains(&day)
        };
        let of_flag = cards.iter().filter(fits).find(|card| flag.is_some_and(|flag| card.flagships.contains(flag)));
        of_flag.or_else(|| cards.iter().find(fits)).cloned().unwrap_or_else(Doctrine::plain)
    }

    /// What a point suffered weighs against a point dealt.
    pub fn fear(&self) -> f64 {
        2.0_f64.powf(1.0 - 2.0 * self.aggression)
    }
}

//! The keys of a special rule.
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{RuleCondition, RuleTest};
use crate::model::{
    BatteryKind, Edge, Fraction, Id, Inches, Segment, ShipSet, SideId, TurnSide,
    chart::VisibilityQuality,
    sets::at_least_one,
    zone::{Sector, TablePoint},
};

/// One key of a special rule: its sentence, its conditions and its effect.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialRule {
    /// The sentence of `special_rules` that it carries out, from 1.
    pub of: u8,
    /// The only side that knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret_to: Option<SideId>,
    /// Applies only if the players agree: `set rule 2 on because "both wish it"`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_turn: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_turn: Option<u16>,
    /// Only while this is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<RuleCondition>,
    /// Only while this is false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<RuleCondition>,
    /// Only after this has become true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<RuleCondition>,
    /// Until this becomes true, and never again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<RuleCondition>,
    /// `after` restarts each time it becomes true again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// For this many turns after the turn in which `after` became true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<u16>,
    /// Only if this die succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<RuleDie>,
    pub does: RuleEffect,
}

impl SpecialRule {
    /// Returns a key without effect, which a side gets in place of one that it may not know.
    pub fn inert(sentence: u8) -> SpecialRule {
        SpecialRule { of: sentence, ..SpecialRule::default() }
    }
    pub fn conditions(&self) -> [(&'static str, &Option<RuleCondition>); 4] {
        [("when", &self.when), ("unless", &self.unless), ("after", &self.after), ("until", &self.until)]
    }
    /// Whether it depends on what ships see, by `when` or `unless`, or by the ships that it makes seen.
    pub(crate) fn depends_on_sight(&self) -> bool {
        let depends_on_sight = |test: &RuleTest| test.contains(|test| matches!(test, RuleTest::SeesEnemy));
        let conditions = [&self.when, &self.unless].into_iter().flatten();
        let are = if let RuleEffect::Sight { are, .. } = &self.does { are.as_slice() } else { &[] };
        conditions.flat_map(RuleCondition::tests).chain(are).any(depends_on_sight)
    }
    /// Returns every ship or division that it names.
    pub fn names(&self) -> Vec<Id> {
        let mut own = self.clone();
        let conditions = [&mut own.when, &mut own.unless, &mut own.after, &mut own.until];
        let sets = conditions.into_iter().flatten().flat_map(RuleCondition::sets_mut).chain(own.does.sets_mut());
        let ids_in = |ships: &mut ShipSet| {
            [&ships.ids, &ships.divisions, &ships.except].into_iter().flatten().cloned().collect::<Vec<_>>()
        };
        sets.flat_map(ids_in).collect()
    }
    /// Renames a side of an open table. [1.3]
    pub(crate) fn rename_sides(&mut self, rename: &dyn Fn(&mut SideId)) {
        self.secret_to.iter_mut().for_each(rename);
        let conditions = [&mut self.when, &mut self.unless, &mut self.after, &mut self.until];
        let sets = conditions.into_iter().flatten().flat_map(RuleCondition::sets_mut);
        sets.chain(self.does.sets_mut()).flat_map(|ships| &mut ships.side).for_each(rename);
    }
}

impl Default for RuleEffect {
    fn default() -> RuleEffect {
        RuleEffect::Kept(Vec::new())
    }
}

impl RuleEffect {
    /// Returns every set of ships it names, for changes: the ships it binds, and the ships it refers to.
    pub(crate) fn sets_mut(&mut self) -> Vec<&mut ShipSet> {
        match self {
            RuleEffect::Sight { by, at, .. }
            | RuleEffect::Fire { by, at, .. }
            | RuleEffect::Hold { ships: by, at, .. }
            | RuleEffect::SetDown { ships: by, of: at, .. } => vec![by, at],
            RuleEffect::Course { ships, steer: SteerLimit::Away(of) | SteerLimit::Toward(of) } => vec![ships, of],
            RuleEffect::Stay { ships, of, .. } => std::iter::once(ships).chain(of).collect(),
            RuleEffect::Course { ships, .. }
            | RuleEffect::Speed { ships, .. }
            | RuleEffect::NoExit { ships, .. }
            | RuleEffect::Orders { ships, .. }
            | RuleEffect::DamageControl { ships, .. }
            | RuleEffect::Harmed { ships, .. }
            | RuleEffect::LostAshore { ships }
            | RuleEffect::Entry { ships }
            | RuleEffect::Drift { ships, .. }
            | RuleEffect::Smoke { ships }
            | RuleEffect::PointsForFire { by: ships, .. }
            | RuleEffect::Duds { by: ships, .. } => vec![ships],
            RuleEffect::Kept(_)
            | RuleEffect::Words { .. }
            | RuleEffect::OpenLand(_)
            | RuleEffect::Mines { .. }
            | RuleEffect::Ends { .. } => Vec::new(),
        }
    }
    /// Returns the ships that it binds. `None` for an effect that names no ships.
    pub fn bound_ships(&self) -> Option<&ShipSet> {
        match self {
            RuleEffect::Sight { by, .. }
            | RuleEffect::Fire { by, .. }
            | RuleEffect::PointsForFire { by, .. }
            | RuleEffect::Duds { by, .. } => Some(by),
            RuleEffect::Speed { ships, .. }
            | RuleEffect::Course { ships, .. }
            | RuleEffect::Stay { ships, .. }
            | RuleEffect::Hold { ships, .. }
            | RuleEffect::NoExit { ships, .. }
            | RuleEffect::Orders { ships, .. }
            | RuleEffect::DamageControl { ships, .. }
            | RuleEffect::Harmed { ships, .. }
            | RuleEffect::LostAshore { ships }
            | RuleEffect::Entry { ships }
            | RuleEffect::Drift { ships, .. }
            | RuleEffect::SetDown { ships, .. }
            | RuleEffect::Smoke { ships } => Some(ships),
            RuleEffect::Kept(_)
            | RuleEffect::Words { .. }
            | RuleEffect::OpenLand(_)
            | RuleEffect::Mines { .. }
            | RuleEffect::Ends { .. } => None,
        }
    }
}

/// The die that activates a special rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleDie {
    pub sides: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u8>,
    #[serde(default)]
    pub each: RollFrequency,
}

impl RuleDie {
    pub fn is_met_by(&self, face: u8) -> bool {
        self.at_most.is_none_or(|most| face <= most) && self.at_least.is_none_or(|least| least <= face)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollFrequency {
    /// Once.
    #[default]
    Once,
    /// Every turn, for that turn.
    Turn,
    /// Every turn until it succeeds, then for good.
    UntilSo,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleEffect {
    /// Other keys of the file apply the sentence.
    Kept(Vec<AppliedBy>),
    /// Words only: a reminder when it starts to apply, in this segment if named.
    Words {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Segment>,
        /// Why the program cannot apply it.
        why: String,
    },
    /// How far some ships see others: at most, or at least. [4.3]
    Sight {
        #[serde(default)]
        by: ShipSet,
        #[serde(default)]
        at: ShipSet,
        /// Tests that the ships seen must all meet.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        are: Vec<super::RuleTest>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<Inches>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<Inches>,
    },
    /// Maximum speed of ships: inches, or a share of the card's. [5.4]
    Speed {
        ships: ShipSet,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<Inches>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        times: Option<Fraction>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tired: Option<Fatigue>,
    },
    /// Courses that ships must, or may not, plot. [5.7]
    Course { ships: ShipSet, steer: SteerLimit },
    /// Where plots may end: within or beyond a distance of ships or a place, or west of a line. [5.7]
    Stay {
        ships: ShipSet,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<Inches>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beyond: Option<Inches>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<ShipSet>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<TablePoint>,
        /// At most this x.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        west_of: Option<Inches>,
    },
    /// Changes to fire. [6.5]
    Fire {
        #[serde(default)]
        by: ShipSet,
        /// Tests that the firer must all meet.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by_are: Vec<super::RuleTest>,
        #[serde(default)]
        at: ShipSet,
        /// Default: all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        batteries: Vec<BatteryKind>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Broadside>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_hit_times: Option<Fraction>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice_times: Option<Fraction>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength_times: Option<Fraction>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quality: Option<VisibilityQuality>,
        /// Only if the wind blows from behind the firer, within 30 degrees of the line of fire.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        downwind: bool,
        /// Only in a turn in which the firer fires its big guns.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        with_big_guns: bool,
        /// Counts as fire that hit last turn if the target is within an inch of this place. [6.5.1.3]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on_target_at: Option<TablePoint>,
    },
    /// Weapons not used, or targets not fired at. [6.1, 7.1]
    Hold {
        #[serde(default)]
        ships: ShipSet,
        #[serde(default)]
        at: ShipSet,
        weapons: Vec<Weapon>,
        /// A ship is permanently exempt once one of these is true of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        each_until: Vec<super::RuleTest>,
        /// A ship is exempt while one of these is true of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        each_unless: Vec<super::RuleTest>,
    },
    /// Ships that may not choose to leave the table, by these edges or by any. [9.3]
    NoExit {
        ships: ShipSet,
        #[serde(default, deserialize_with = "at_least_one", skip_serializing_if = "Vec::is_empty")]
        by: Vec<Edge>,
    },
    /// Command checks. [5.10.3]
    Orders {
        ships: ShipSet,
        #[serde(default)]
        plus: i32,
        /// As if there were no force flagship. [5.10.1]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        without_flag: bool,
        /// No check in a turn in which one of their divisions plots a ships turn of at least this many degrees.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        freed_by_ships_turn: Option<u16>,
    },
    /// Highest D10 at which damage control succeeds. [8.6.1]
    DamageControl { ships: ShipSet, number: u8 },
    /// Initial damage that cannot be repaired. [8.2.4]
    Harmed {
        ships: ShipSet,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        mounts: Vec<Id>,
        #[serde(default)]
        gun_quarters: i32,
    },
    /// Land over which ships see and fire. [4.7]
    OpenLand(Vec<Id>),
    /// Ships that are lost when they run ashore. [5.12]
    LostAshore { ships: ShipSet },
    /// Ships that enter only if the die succeeds. [9.1]
    Entry { ships: ShipSet },
    /// A mined area: a D10 for each ship and turn, or inch, in it. On 1, a torpedo hit. [8.2.3]
    Mines {
        /// Corners of the mined areas, in table inches.
        areas: Vec<Vec<(Inches, Inches)>>,
        /// Swept lanes within them: lines of corners, `lane_half_width` to each side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lanes: Vec<Vec<(Inches, Inches)>>,
        #[serde(default)]
        lane_half_width: Inches,
        per: MineRollPer,
    },
    /// A current that carries ships after they have moved. [9.2]
    Drift { ships: ShipSet, bearing_deg: u16, inches: Inches },
    /// Ships set down again when a turn opens, in column: this far from the first ship of `of` in action, in this
    /// direction, on its course. [9.2]
    SetDown { ships: ShipSet, inches: Inches, bearing_deg: u16, of: ShipSet },
    /// Ships that may make smoke without having plotted it. [4.6]
    Smoke { ships: ShipSet },
    /// Points for firing at a ship near a coast, once for each firer. [10.5]
    PointsForFire {
        #[serde(default)]
        by: ShipSet,
        within: Inches,
        of: Id,
        points: i32,
    },
    /// The battle ends this many turns after `after` became true. [9.3]
    Ends {
        #[serde(default)]
        in_turns: u16,
    },
    /// Shells that do not burst: a D6 for each big-gun hit, no effect up to `at_most`. [6.5.1]
    Duds { by: ShipSet, at_most: u8 },
}

/// Keys of the file outside `rules` that carry out a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppliedBy {
    Light,
    WithoutPoints,
    Pickets,
    /// `enters_turn` of a division.
    EntersTurn,
    /// `at` of a division.
    At,
    /// `speed: 0` of a division.
    Speed,
}

/// Writes the key as in a file.
impl fmt::Display for AppliedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Ships that tire: after this many turns above a speed they cannot exceed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fatigue {
    pub above: Inches,
    pub turns: u16,
}

/// Courses that a plot must or may not steer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SteerLimit {
    /// The plot ends on one of these courses, the ends included.
    Between(Sector),
    /// No plotted course is between these two.
    Never(Sector),
    /// At least this much turning, to this side if named.
    Turn {
        at_least_deg: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<TurnSide>,
    },
    /// At most this much turning.
    AtMostDeg(u16),
    /// The plot ends within 45 degrees of straight away from the nearest of these that is in sight.
    Away(ShipSet),
    /// The plot ends within 45 degrees of straight towards the nearest of these, where they were last seen.
    Toward(ShipSet),
}

/// A broadside of a ship, by name or by the wind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Broadside {
    Port,
    Starboard,
    Weather,
    Lee,
}

/// Weapons that may be held back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    Big,
    Medium,
    Light,
    Torpedoes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MineRollPer {
    /// Once for each turn in the area.
    Turn,
    /// Once for each inch in the area, or part of one.
    Inch,
}

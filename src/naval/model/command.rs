//! The orders that a referee or a side can give, and the values that come with them.
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    BatteryKind, Bearing, BearingLine, Card, ContactKind, Edge, Fate, Fine, FormationId, Id, Inches, MarkerId, Place,
    Plot, Salt, Segment, SideId, TapeReading, TurnSide, chart::VisibilityQuality,
};

/// A command, as recorded in the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Closes this segment, or all segments up to `to`. `waive` gives the reason for leaving duties undone. [3.2]
    Next { to: Option<Segment>, waive: Option<String> },
    /// Records a range from the tape, perhaps with the arc of `from` in which `to` bears. Within sighting range it also
    /// sights. [2.7, 4.3]
    Measure { from: Id, to: Id, range: Inches, bearing: Option<Bearing> },
    /// Rules whether the enemy, or which of its ships, sees a ship or division. [4.3, 4.4]
    Sight {
        unit: Id,
        seen: bool,
        /// If empty, every enemy for which no tape reading decides it. (Q36)
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<Id>,
    },
    /// Lights a ship, or the boats of a base. [4.5]
    Illuminate {
        by: Id,
        target: Id,
        with: Light,
        /// If omitted, the range by their positions.
        range: Option<Inches>,
        /// The referee's word that nothing blocks the line, whatever the positions show. [2.7]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
    },
    /// Declares the fire of one battery, or of all batteries that the ship would use. [3.3.5]
    Target(FireOrder),
    /// Ends the declarations of a side, or of both. [3.3.5]
    Declared { side: Option<SideId> },
    /// Resolves the declared fire of these units, or of all if the list is empty. `apart`: no batteries combine. [6.5]
    Fire { units: Vec<Id>, apart: bool },
    /// Resolves the first `salvoes` salvoes that [`Fire`](Command::Fire) would resolve. The rest stay declared. [6.5]
    /// A salvo is one ship's big-gun fire, or the fire of batteries that fire together.
    FireSome { units: Vec<Id>, apart: bool, salvoes: u8 },
    /// Plots and marks a torpedo launch. [7.4]
    Launch {
        by: Id,
        target: Id,
        factors: u8,
        run: Inches,
        bearing: Bearing,
        marker: MarkerId,
        dummy: bool,
        /// What blocks the line between launcher and target, as the referee sees it. [7.3]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked_by: Option<LineBlock>,
        /// The referee's word that nothing blocks the line, whatever the positions show. [2.7]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
        /// Why it is ordered after the plots were revealed. [3.3.1, Q59]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// States which ships a marker's torpedoes met, and at what angle to the keel. [7.4.2]
    Meet { marker: MarkerId, targets: Vec<MetShip>, in_line: Vec<MetShip> },
    /// States that a marker's torpedoes met no ship this turn.
    Miss { marker: MarkerId },
    /// Rolls the D10 for a side's large-ship torpedo attacks. [7.5.1]
    TorpedoCheck {
        side: SideId,
        /// The side declines the attack that a 1 allows. [7.5.1]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hold: bool,
    },
    /// Fires torpedoes into a cripple. [7.6]
    CoupDeGrace {
        by: Id,
        target: Id,
        /// If omitted, the range by their positions.
        range: Option<Inches>,
        factors: u8,
        /// The referee's word that nothing blocks the line, whatever the positions show. [2.7]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
    },
    /// Makes one damage-control attempt. [8.6]
    Repair { ship: Id, item: Id },
    /// Rolls the fire dice of one ship, or of every burning ship. [8.5.3]
    Fires { ship: Option<Id> },
    /// Rolls the held hits on one target, or on all. [3.3.8]
    Damage { unit: Option<Id> },
    /// Tests whether a light division turns away. [5.15]
    React { division: Id },
    /// Makes the command check of a division moved by hand. `range` is its distance from the force flagship and
    /// `repeaters` the number of formations repeating the signals, if measured. [5.10.3, 5.10.4]
    Orders {
        unit: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<Inches>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeaters: Option<u8>,
    },
    /// States that no large ship of a side, or of both, has an enemy large ship in torpedo range. [7.5.1]
    NoneInReach {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideId>,
    },
    /// Tests two bases that overlap on the table for a collision. [5.11]
    Collide {
        one: Id,
        other: Id,
        /// If omitted, as the positions show, otherwise the first rams the second.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        how: Option<ContactKind>,
    },
    /// States that a ship moved by hand runs ashore. [5.12]
    Ashore { ship: Id },
    /// Makes unplotted smoke, where a special rule allows it. [4.6, 9.2]
    Smoke { ship: Id },
    /// Files the plot of a tracked division or ship, for this turn or in advance for the next. [5.7, 5.7.7]
    Plot {
        unit: Id,
        plot: Plot,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        advance: bool,
        /// Launches written into the plot. [7.4]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        launches: Vec<LaunchRecord>,
    },
    /// Seals the plots of a side, or of both, with a code that reveals nothing. [3.3.1]
    Seal {
        side: Option<SideId>,
        /// The typed salt, for every side without an entry in `salts`. Usually empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        salt: String,
        /// One drawn salt for each side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        salts: Vec<Salt>,
    },
    /// Puts a ship of this battle or of the library on the table. [3.1]
    Place {
        ship: Id,
        /// The card, if the ship is new to this battle.
        card: Option<Arc<Card>>,
        side: Option<SideId>,
        at: Place,
        speed: Option<Inches>,
    },
    /// Puts a division, in its present column, where two readings have its leader. [2.7]
    Fix {
        division: Id,
        by: [TapeReading; 2],
        heading: Fine,
        /// Why a ship is farther from its calculated position than it can have moved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// Forms a division, leader first. [5.1]
    FormDivision { division: Id, ships: Vec<Id> },
    /// Groups divisions of a side into a formation, leading division first. [5.2, 5.3]
    Formation {
        formation: FormationId,
        divisions: Vec<Id>,
        /// If empty, line ahead.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lines: Vec<BearingLine>,
    },
    /// Dissolves a formation. [5.2]
    Disband { formation: FormationId },
    /// Plots a flotilla's change of formation: to these lines of bearing, or to line ahead. [5.3.2, 5.3.4]
    Reform {
        formation: FormationId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lines: Vec<BearingLine>,
        speed: Option<Inches>,
    },
    /// Names a new flagship of a division. [5.9.1]
    Flag { division: Id, ship: Id },
    /// Turns command checks and speed limits on or off. [5.4, 5.10]
    Checks { on: bool },
    /// Rolls the weather of a generated scenario, or a side's force. [10.1.1, 10.1.2]
    Generate { side: Option<SideId> },
    /// States where a side enters: distance and bearing from the centre of the table. Rolled if omitted. [10.1.3]
    Approach {
        side: SideId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<(Inches, Fine)>,
    },
    /// Places a division of a generated scenario. By default the first of a side is placed at the point of its approach
    /// and every other beside the first. [10.2]
    Deploy {
        division: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(Fine, Fine)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<Inches>,
    },
    /// Plots the ten turns that a division runs before contact. [5.13.2]
    Preplot { unit: Id, plots: Vec<Plot> },
    /// Runs divisions on at these speeds on their courses, until a ship is sighted or for `turns` turns. [5.14]
    QuickStart {
        speeds: Vec<(Id, Inches)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<u16>,
    },
    /// Plays this turn in halves, as a side demands. [3.4]
    HalfMoves { side: Option<SideId> },
    /// States the headings of units moved by hand, in degrees. [6.5.1.3, Q56]
    Course { said: Vec<(Id, u16)> },
    /// States how far units moved by hand have turned in this move, in degrees. [6.5.1.3, Q30]
    Turned { said: Vec<(Id, u16)> },
    /// Sets the speed of a ship or a division for the turn. [5.4, 5.5]
    Speed { unit: Id, speed: Inches },
    /// Takes a ship off the table. [9.3]
    Exit {
        ship: Id,
        by: Option<Edge>,
        /// Why it leaves although a special rule forbids it. [9.2]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// Writes a note in the log. [9.2]
    Note { words: String },
    /// Sets a value, with the referee's reason.
    Set { unit: Id, setting: Setting, because: String },
    /// Ends the scenario and makes the rolls that follow it. [8.5.4, 8.6.3, 9.3]
    End { because: Option<String> },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Giver<'c> {
    /// The side of a ship or division.
    Unit(&'c Id),
    /// The side of a formation.
    Formation(&'c FormationId),
    Side(&'c SideId),
    /// No single side: the command concerns both, or the referee carries out what they ordered.
    Both,
    /// The referee alone, in every game. No side gives it, nor does the program for an admiral. [2.7, 9.2, 9.3]
    Referee,
}

/// The person who types a command when each side has a keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typist {
    /// The side itself, in secret. [3.3.1, 5.7, 7.4, 10.2]
    Side,
    /// The referee, for a side. Against a computer player, the side types the command itself. [2.7]
    ForSide,
    Referee,
}

impl Command {
    pub fn typist(&self) -> Typist {
        match self {
            Self::Plot { .. }
            | Self::Preplot { .. }
            | Self::Speed { .. }
            | Self::Flag { .. }
            | Self::Deploy { .. }
            | Self::Launch { .. }
            | Self::Formation { .. }
            | Self::FormDivision { .. }
            | Self::Reform { .. }
            | Self::Disband { .. }
            | Self::Approach { .. }
            | Self::Seal { side: Some(_), .. }
            | Self::HalfMoves { side: Some(_) }
            | Self::Generate { side: Some(_) } => Typist::Side,
            Self::Next { waive: None, .. }
            | Self::QuickStart { .. }
            | Self::Fire { .. }
            | Self::FireSome { .. }
            | Self::Target(_)
            | Self::Declared { .. }
            | Self::Illuminate { .. }
            | Self::CoupDeGrace { .. }
            | Self::Repair { .. }
            | Self::Smoke { .. }
            | Self::TorpedoCheck { .. } => Typist::ForSide,
            Self::Next { waive: Some(_), .. }
            | Self::Measure { .. }
            | Self::Sight { .. }
            | Self::Exit { .. }
            | Self::Meet { .. }
            | Self::Miss { .. }
            | Self::Fires { .. }
            | Self::Damage { .. }
            | Self::React { .. }
            | Self::Orders { .. }
            | Self::Course { .. }
            | Self::Turned { .. }
            | Self::NoneInReach { .. }
            | Self::Collide { .. }
            | Self::Ashore { .. }
            | Self::Seal { side: None, .. }
            | Self::HalfMoves { side: None }
            | Self::Generate { side: None }
            | Self::Place { .. }
            | Self::Fix { .. }
            | Self::Checks { .. }
            | Self::Set { .. }
            | Self::Note { .. }
            | Self::End { .. } => Typist::Referee,
        }
    }

    pub fn giver(&self) -> Giver<'_> {
        match self {
            Self::Plot { unit, .. } | Self::Preplot { unit, .. } | Self::Speed { unit, .. } => Giver::Unit(unit),
            Self::Flag { division, .. } | Self::Deploy { division, .. } => Giver::Unit(division),
            Self::Launch { by, .. } | Self::Illuminate { by, .. } | Self::CoupDeGrace { by, .. } => Giver::Unit(by),
            Self::Target(target) => Giver::Unit(&target.firer),
            Self::Repair { ship, .. } | Self::Smoke { ship } | Self::Exit { ship, .. } => Giver::Unit(ship),
            Self::Formation { divisions, .. } => divisions.first().map_or(Giver::Both, Giver::Unit),
            Self::FormDivision { ships, .. } => ships.first().map_or(Giver::Both, Giver::Unit),
            Self::Reform { formation, .. } | Self::Disband { formation } => Giver::Formation(formation),
            Self::TorpedoCheck { side, .. } | Self::Approach { side, .. } => Giver::Side(side),
            Self::HalfMoves { side } => side.as_ref().map_or(Giver::Both, Giver::Side),
            Self::Next { waive: Some(_), .. } | Self::End { because: Some(_) } => Giver::Referee,
            Self::Set { .. } | Self::Fix { .. } | Self::Note { .. } => Giver::Referee,
            Self::Next { .. }
            | Self::Measure { .. }
            | Self::Sight { .. }
            | Self::Declared { .. }
            | Self::Fire { .. }
            | Self::FireSome { .. }
            | Self::Meet { .. }
            | Self::Miss { .. }
            | Self::Fires { .. }
            | Self::Damage { .. }
            | Self::React { .. }
            | Self::Orders { .. }
            | Self::Course { .. }
            | Self::Turned { .. }
            | Self::NoneInReach { .. }
            | Self::Collide { .. }
            | Self::Ashore { .. }
            | Self::Seal { .. }
            | Self::Place { .. }
            | Self::Checks { .. }
            | Self::QuickStart { .. }
            | Self::Generate { .. }
            | Self::End { .. } => Giver::Both,
        }
    }
}

/// A means of illumination. [4.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Light {
    Searchlight,
    Starshell,
}

/// A declaration of fire as typed. [3.3.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireOrder {
    pub firer: Id,
    pub target: Id,
    /// If omitted, the range measured this turn, otherwise the range by the positions.
    pub range: Option<Inches>,
    /// If omitted: the arc measured this turn, else the touched arc with most guns, else a broadside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bearing: Option<Bearing>,
    pub battery: Option<BatteryKind>,
    pub conditions: Conditions,
}

/// A launch in the notation of 7.4: `T4/6/KONIG/10/P/Q`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchRecord {
    pub turn: u16,
    /// `None` for a dummy. [7.4.6]
    pub factors: Option<u8>,
    pub target: Id,
    pub run: Inches,
    pub bearing: Bearing,
    pub marker: MarkerId,
}

impl LaunchRecord {
    /// Returns the order for this launch, with the referee's word on the line.
    pub fn launch(&self, by: &Id, blocked_by: Option<LineBlock>, clear: bool, because: Option<String>) -> Command {
        Command::Launch {
            by: by.clone(),
            target: self.target.clone(),
            factors: self.factors.unwrap_or(0),
            run: self.run,
            bearing: self.bearing,
            marker: self.marker.clone(),
            dummy: self.factors.is_none(),
            blocked_by,
            clear,
            because,
        }
    }
}

/// The conditions along the line of fire, as the referee states them. [6.5.1.3]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conditions {
    /// Degrees that the firer and the target turned this turn. (Q30)
    #[serde(skip_serializing_if = "is_zero")]
    pub turned_deg: u16,
    #[serde(skip_serializing_if = "is_zero")]
    pub target_turned_deg: u16,
    /// Angle between the courses.
    #[serde(skip_serializing_if = "is_zero")]
    pub courses_deg: u16,
    /// A ship whose base the line of fire crosses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<Id>,
    /// Fires within 30 degrees of straight downwind.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub downwind: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<VisibilityQuality>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_by: Option<LineBlock>,
    /// Conditions that the positions show and the referee denies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<DeniedCondition>,
}

impl Conditions {
    pub(crate) fn denies(&self, condition: DeniedCondition) -> bool {
        self.denied.contains(&condition)
    }
    /// Returns the conditions in degrees that were typed or denied.
    pub(crate) fn stated_conditions_in_degrees(&self) -> Vec<DeniedCondition> {
        let degrees = [DeniedCondition::Turned, DeniedCondition::TargetTurned, DeniedCondition::Courses];
        degrees.into_iter().filter(|condition| self.stated_degrees(*condition).is_some()).collect()
    }
    /// Returns the degrees typed for a condition, 0 if it was denied, or `None` if neither.
    pub(crate) fn stated_degrees(&self, condition: DeniedCondition) -> Option<u16> {
        self.degrees(condition).filter(|typed| *typed != 0 || self.denies(condition))
    }
    /// Returns the degrees of a condition that is measured in degrees.
    pub(crate) fn degrees(&self, condition: DeniedCondition) -> Option<u16> {
        match condition {
            DeniedCondition::Turned => Some(self.turned_deg),
            DeniedCondition::TargetTurned => Some(self.target_turned_deg),
            DeniedCondition::Courses => Some(self.courses_deg),
            DeniedCondition::Through | DeniedCondition::Downwind | DeniedCondition::Block => None,
        }
    }
}

/// A condition along the line of fire that the referee denies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeniedCondition {
    Turned,
    TargetTurned,
    Courses,
    Through,
    Downwind,
    Block,
}

fn is_zero(degrees: &u16) -> bool {
    *degrees == 0
}

/// What stops guns and torpedoes. [4.6, 4.7, 7.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineBlock {
    Smoke,
    Land,
}

/// A ship that torpedoes met, and the angle between their line and its keel. [7.4.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetShip {
    pub ship: Id,
    pub angle_deg: u16,
}

/// A value that the referee may set. It replaces the value that play produced.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Setting {
    Speed(Inches),
    TopSpeed(Inches),
    Fires(u8),
    /// Flotation hits.
    Flotation(u8),
    /// Mounts lost: none, all or the present number. Otherwise [`Mounts`](Setting::Mounts) names them.
    MountsLost(u8),
    /// The lost mounts, by their names on the card.
    Mounts(Vec<Id>),
    /// Quarters of the battery points lost.
    GunQuartersLost(u8),
    Torpedoes(u8),
    Sighted(bool),
    Lit(bool),
    /// `fighting`, `sinking`, `sunk`, `exploded`, `abandoned`, `exited`.
    Fate(Fate),
    SightingBase(Inches),
    Visibility(Option<VisibilityQuality>),
    /// The ship's measured position. [2.7]
    At(Place),
    /// The ship's rudder, jammed or free. [8.4, Q39]
    Rudder(Rudder),
    /// Whether a special rule, by the number of its sentence, applies. [9.2]
    SpecialRule {
        of: u8,
        on: bool,
    },
    /// The referee's ruling on a victory condition, by number. `None` reopens it. [9.2]
    Condition {
        number: u8,
        holds: Option<bool>,
    },
    /// The side that wins by a victory sentence left to the referee, if any. [9.2]
    Sentence {
        of: u8,
        side: Option<SideId>,
    },
}

/// The state of a rudder, as the referee sets it. [8.4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Rudder {
    Free,
    Jammed {
        /// The direction in which the ship circles. `None` is straight on.
        circles: Option<TurnSide>,
        /// Turns after this one for which it stays jammed. If omitted, the die of 8.4 decides.
        turns: Option<u8>,
    },
}

impl Setting {
    pub fn is_for_table(&self) -> bool {
        matches!(
            self,
            Setting::SightingBase(_)
                | Setting::Visibility(_)
                | Setting::SpecialRule { .. }
                | Setting::Condition { .. }
                | Setting::Sentence { .. }
        )
    }
}

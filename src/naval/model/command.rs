//! What the referee may order, as lawful types.
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    BatteryKind, Bearing, BearingLine, Card, Edge, Fate, Fine, FormationId, Hand, HowMet, Id, Inches, MarkerId, Place,
    Plot, Salt, Segment, SideId, Taped, chart::Quality,
};

/// An order to the referee's book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Closes this segment, or every segment up to `to`; `waive` gives the reason to leave duties undone. [3.2]
    Next { to: Option<Segment>, waive: Option<String> },
    /// A range from the tape, perhaps with the arc in which `to` bears from `from`; within the sighting range it also
    /// sights. [2.7, 4.3]
    Measure { from: Id, to: Id, range: Inches, bearing: Option<Bearing> },
    /// The referee says whether the enemy sees a ship or division, or which of his ships do. [4.3, 4.4]
    Sight {
        unit: Id,
        seen: bool,
        /// Left out: every enemy of whom no tape says otherwise. (Q36)
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<Id>,
    },
    /// Lights a ship, or the boats of a base. [4.5]
    Illuminate {
        by: Id,
        target: Id,
        with: Light,
        /// Left out: the range at which they lie.
        range: Option<Inches>,
        /// The referee's word that nothing stands in the line, against the positions. [2.7]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
    },
    /// Declares fire: one battery, or those that the ship would use. [3.3.5]
    Target(Target),
    /// A side (or both) declares no more. [3.3.5]
    Declared { side: Option<SideId> },
    /// Resolves declared fire of these units, of all when the list is empty. [6.5]
    Fire { units: Vec<Id>, apart: bool },
    /// Resolves the first so many salvoes of what [`Fire`](Command::Fire) would; the rest stays declared. [6.5]
    ///
    /// A salvo is one ship's of her big guns, or that of the batteries which fire together.
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
        /// What the referee sees between launcher and target. [7.3]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked_by: Option<Block>,
        /// The referee's word that nothing stands in the line, against the positions. [2.7]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
        /// Why it is typed after the plots were laid open. [3.3.1, Q59]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// The referee says whom a marker's torpedoes met, at what angle to her keel. [7.4.2]
    Meet { marker: MarkerId, targets: Vec<Met>, in_line: Vec<Met> },
    /// The referee says that a marker's torpedoes met nobody this turn.
    Miss { marker: MarkerId },
    /// The D10 for large-ship torpedo attacks of one side. [7.5.1]
    TorpedoCheck {
        side: SideId,
        /// The side lets the attack be that a 1 brings. [7.5.1]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hold: bool,
    },
    /// A torpedo into a cripple. [7.6]
    CoupDeGrace {
        by: Id,
        target: Id,
        /// Left out: the range at which they lie.
        range: Option<Inches>,
        factors: u8,
        /// The referee's word that nothing stands in the line, against the positions. [2.7]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
    },
    /// One damage-control attempt. [8.6]
    Repair { ship: Id, item: Id },
    /// The fire dice of one ship, or of every ship that burns. [8.5.3]
    Fires { ship: Option<Id> },
    /// Rolls held hits on one target, or on all. [3.3.8]
    Damage { unit: Option<Id> },
    /// Tests whether a light division turns away. [5.15]
    React { division: Id },
    /// The command check of a division that is moved by hand: how far it lies from the force flag, and how many formations
    /// repeat the signals, where the tape says so. [5.10.3, 5.10.4]
    Orders {
        unit: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<Inches>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeaters: Option<u8>,
    },
    /// No large ship of a side, or of either, has an enemy large ship within torpedo range. [7.5.1]
    NoneInReach {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideId>,
    },
    /// Two bases overlap on the table: they risk a collision. [5.11]
    Collide {
        one: Id,
        other: Id,
        /// Left out: as the positions say, else the first rams the second.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        how: Option<HowMet>,
    },
    /// A ship that is moved by hand runs on to land. [5.12]
    Ashore { ship: Id },
    /// Smoke by a ship that has not plotted it, where a special rule lets her. [4.6, 9.2]
    Smoke { ship: Id },
    /// Files the plot of a tracked division or ship, for this turn or in advance for the next. [5.7, 5.7.7]
    Plot {
        unit: Id,
        plot: Plot,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        advance: bool,
        /// Launches written into the plot. [7.4]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        launches: Vec<Record>,
    },
    /// Seals the plots of a side, or of both, with a code that tells nothing of them. [3.3.1]
    Seal {
        side: Option<SideId>,
        /// As typed, for every side without one of its own; empty as a rule.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        salt: String,
        /// Drawn by whoever keeps the journal, one for each side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        salts: Vec<Salt>,
    },
    /// Puts a ship on the table, one of this battle or one of the library. [3.1]
    Place {
        ship: Id,
        /// Of a ship that this battle does not have yet.
        card: Option<Arc<Card>>,
        side: Option<SideId>,
        at: Place,
        speed: Option<Inches>,
    },
    /// Puts a division where two lengths of the tape have its leader, in column as it lay. [2.7]
    Fix {
        division: Id,
        by: [Taped; 2],
        heading: Fine,
        /// Why she lies farther off where she was reckoned than she can have run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// Forms a division, leader first. [5.1]
    FormDivision { division: Id, ships: Vec<Id> },
    /// Groups divisions of a side into a formation, leading division first. [5.2, 5.3]
    Formation {
        formation: FormationId,
        divisions: Vec<Id>,
        /// Left out: one astern of the other.
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
    /// Names another flagship of a division. [5.9.1]
    Flag { division: Id, ship: Id },
    /// Command checks and the limits of speed: asked for, or not. [5.4, 5.10]
    Checks { on: bool },
    /// Rolls the weather of a generated scenario, or the force of a side. [10.1.1, 10.1.2]
    Generate { side: Option<SideId> },
    /// Whence a side comes, from the centre of the table: distance and bearing; diced for where nothing is said. [10.1.3]
    Approach {
        side: SideId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<(Inches, Fine)>,
    },
    /// Places a division of a generated scenario; where no place is said, the first of its side at the point of the
    /// approach, every other beside it. [10.2]
    Deploy {
        division: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(Fine, Fine)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<Inches>,
    },
    /// The ten turns that a division runs before contact. [5.13.2]
    Preplot { unit: Id, plots: Vec<Plot> },
    /// Divisions run on at these speeds on their courses until somebody is sighted, or so many turns. [5.14]
    QuickStart {
        speeds: Vec<(Id, Inches)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<u16>,
    },
    /// A side has this turn played in halves. [3.4]
    HalfMoves { side: Option<SideId> },
    /// How units that are moved by hand head, in degrees. [6.5.1.3, Q56]
    Course { said: Vec<(Id, u16)> },
    /// How far units that are moved by hand have turned in this move. [6.5.1.3, Q30]
    Turned { said: Vec<(Id, u16)> },
    /// Speed of a ship or a division for the turn. [5.4, 5.5]
    Speed { unit: Id, speed: Inches },
    /// A ship leaves the table. [9.3]
    Exit {
        ship: Id,
        by: Option<Edge>,
        /// Why she leaves although a special rule speaks against it. [9.2]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// Words for the log. [9.2]
    Note { words: String },
    /// The referee sets a value, with his reason.
    Set { unit: Id, setting: Setting, because: String },
    /// Ends the scenario and rolls what is rolled afterwards. [8.5.4, 8.6.3, 9.3]
    End { because: Option<String> },
}

/// Who gives a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Giver<'c> {
    /// The side of a ship or division.
    Unit(&'c Id),
    /// The side of a formation.
    Formation(&'c FormationId),
    Side(&'c SideId),
    /// No side alone: it is for both, or the referee carries out what they ordered.
    Both,
    /// The referee alone, whoever plays: no side gives it, and the program does not for an admiral. [2.7, 9.2, 9.3]
    Referee,
}

/// At which keyboard a command is given, where sides have keyboards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyboard {
    /// The side's own, in secret. [3.3.1, 5.7, 7.4, 10.2]
    Side,
    /// The referee's, for a side. A side that plays against a computer player gives it itself. [2.7]
    ForSide,
    /// The referee's alone.
    Referee,
}

impl Command {
    /// At which keyboard this command is given.
    pub fn keyboard(&self) -> Keyboard {
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
            | Self::Generate { side: Some(_) } => Keyboard::Side,
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
            | Self::TorpedoCheck { .. } => Keyboard::ForSide,
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
            | Self::End { .. } => Keyboard::Referee,
        }
    }

    /// Who gives this command.
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

/// Searchlight or starshell. [4.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Light {
    Searchlight,
    Starshell,
}

/// A declaration of fire as typed. [3.3.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    pub firer: Id,
    pub target: Id,
    /// Left out: the range measured this turn, else that at which they lie.
    pub range: Option<Inches>,
    /// Left out: the arc measured this turn, else of the arcs in which she lies the one with most guns, else a broadside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bearing: Option<Bearing>,
    pub battery: Option<BatteryKind>,
    pub conditions: Conditions,
}

/// A launch as 7.4 writes it: `T4/6/KONIG/10/P/Q`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub turn: u16,
    /// `None` for a dummy. [7.4.6]
    pub factors: Option<u8>,
    pub target: Id,
    pub run: Inches,
    pub bearing: Bearing,
    pub marker: MarkerId,
}

impl Record {
    /// The order that it amounts to, and what the referee says of the line.
    pub fn launch(&self, by: &Id, blocked_by: Option<Block>, clear: bool, because: Option<String>) -> Command {
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

/// What the referee sees along the line of fire. [6.5.1.3]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conditions {
    /// Degrees the firer / the target turned this turn. (Q30)
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
    /// Fires down the wind (within 30 degrees of where it blows).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub downwind: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Quality>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_by: Option<Block>,
    /// What the referee denies though the positions say it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<Denied>,
}

impl Conditions {
    pub(crate) fn denies(&self, what: Denied) -> bool {
        self.denied.contains(&what)
    }
    /// Of which degrees somebody has typed something.
    pub(crate) fn all_degrees_said(&self) -> Vec<Denied> {
        let degrees = [Denied::Turned, Denied::TargetTurned, Denied::Courses];
        degrees.into_iter().filter(|what| self.degrees_said(*what).is_some()).collect()
    }
    /// Degrees that somebody typed, or denied: then there are none.
    pub(crate) fn degrees_said(&self, what: Denied) -> Option<u16> {
        self.degrees(what).filter(|typed| *typed != 0 || self.denies(what))
    }
    /// The degrees of what is told in degrees.
    pub(crate) fn degrees(&self, what: Denied) -> Option<u16> {
        match what {
            Denied::Turned => Some(self.turned_deg),
            Denied::TargetTurned => Some(self.target_turned_deg),
            Denied::Courses => Some(self.courses_deg),
            Denied::Through | Denied::Downwind | Denied::Block => None,
        }
    }
}

/// Something along the line of fire that the referee does not see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Denied {
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
pub enum Block {
    Smoke,
    Land,
}

/// A ship that torpedoes met, and the angle between their line and her keel. [7.4.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Met {
    pub ship: Id,
    pub angle_deg: u16,
}

/// A value that the referee may set. Each replaces what play has made of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Setting {
    Speed(Inches),
    TopSpeed(Inches),
    Fires(u8),
    /// Flotation hits.
    Flotation(u8),
    /// Number of mounts lost: none, all, or as many as are lost already; else [`Mounts`](Setting::Mounts) says which.
    MountsLost(u8),
    /// The mounts that are lost, by their names on the card.
    Mounts(Vec<Id>),
    /// Quarters of the battery points lost.
    GunQuartersLost(u8),
    Torpedoes(u8),
    Sighted(bool),
    Lit(bool),
    /// `fighting`, `sinking`, `sunk`, `exploded`, `abandoned`, `exited`.
    Fate(Fate),
    SightingBase(Inches),
    Visibility(Option<Quality>),
    /// Where the ship lies, as the tape says. [2.7]
    At(Place),
    /// Her rudder, jammed or free. [8.4, Q39]
    Rudder(Rudder),
    /// Whether a special rule, by the number of its sentence, is in force. [9.2]
    SpecialRule {
        of: u8,
        on: bool,
    },
    /// The referee's word on a condition of victory, by its number; none: it is open again. [9.2]
    Condition {
        number: u8,
        holds: Option<bool>,
    },
    /// His word on a sentence of victory that is left to him: who wins by it; none: nobody. [9.2]
    Sentence {
        of: u8,
        side: Option<SideId>,
    },
}

/// What the referee may say of a rudder. [8.4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Rudder {
    Free,
    Jammed {
        /// The hand to which she circles; straight on where there is none.
        circles: Option<Hand>,
        /// Turns after this one through which it stays so; left out, the die of 8.4 tells.
        turns: Option<u8>,
    },
}

impl Setting {
    /// Set for the whole table, and not for a ship.
    pub fn is_of_the_table(&self) -> bool {
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

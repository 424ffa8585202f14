//! Reasons for refusals, with the values that their sentences need. `show` has the words.
use chrono::NaiveDate;

use super::{BatteryKind, Bearing, Duty, Id, Inches, MarkerId, Plot, Segment, Setting, SideId, command::LineBlock};

mod formation;
mod table;

use super::special::SpecialReason;
pub use formation::FormationReason;
pub use table::TableReason;

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// A plot's speed cannot be reached. `plot` is the nearest that can be carried out.
    TooFastToPlot { why: Box<Reason>, division: Id, plot: Plot },
    /// One of the ten turns before contact cannot be run. [5.13.2]
    Preplot { turn: usize, why: Box<Reason> },
    /// The scenario is over. [9.3]
    BattleOver,
    /// A place or a plot is wrong.
    Table(TableReason),
    /// A formation, a flag or a plot filed ahead is wrong.
    Formation(FormationReason),
    /// A special rule of the scenario forbids it. [9.2]
    Special(SpecialReason),
    /// No ship, division or side has this name.
    UnknownUnit { unit: Id },
    /// No side has this name.
    UnknownSide { side: SideId },
    /// A single ship is needed.
    NotAShip { unit: Id },
    /// The order belongs to another segment. [3.2]
    WrongSegment { needed: Segment, now: Segment, verb: &'static str },
    /// These duties must be done or waived before the segment closes. [3.2]
    DutiesDue { duties: Vec<Duty> },
    /// The two must be enemies. [1.3]
    SameSide { one: Id, other: Id },
    /// The ship is lost, has left the table or has not entered. The refusal cites the paragraph that took it out of
    /// action. [8.3, 8.5.2, 8.7, 9.1, 9.3]
    NotInAction { ship: Id },
    /// The ship has no such battery, or none left.
    NoSuchBattery { ship: Id, battery: Option<BatteryKind> },
    /// A battery fires at one target in a turn. [6.2]
    BatteryDeclared { ship: Id, battery: BatteryKind, target: Id },
    /// The target is beyond the battery's maximum range. [6.1, 6.5.9]
    OutOfRange { ship: Id, battery: BatteryKind, range: Inches, max: Inches },
    /// No gun of the battery bears in that arc. [6.4]
    NoneBear { ship: Id, battery: BatteryKind, bearing: Bearing },
    /// After losses, the numbers of mounts that bear to port and starboard differ.
    AmbiguousBroadside { ship: Id, target: Id, port: usize, starboard: usize },
    /// The ship's other guns are declared at this enemy on the opposite broadside.
    OppositeBroadside { ship: Id, target: Id, bearing: Bearing },
    /// No range was measured, and the two have no positions. [2.7]
    NoRange { ship: Id, target: Id },
    /// No ship of the side sees the target. [6.3]
    NotSighted { ship: Id, target: Id },
    /// The side sees the target, but this ship does not. (Q36)
    NotSeenByShip {
        ship: Id,
        target: Id,
        /// As typed or by the positions, if known.
        range: Option<Inches>,
        sight: Inches,
    },
    /// By night the ship sees only targets that are lit, burning or firing. [6.3]
    NotLit { ship: Id, target: Id },
    /// Smoke or land is between them. [4.6, 4.7, 6.3]
    Blocked { ship: Id, target: Id, by: LineBlock },
    /// No medium or light guns may fire at a target of big guns. [6.5.10]
    BigGunTarget { target: Id, firer: Id },
    /// Big guns cannot follow so large a turn. [6.5.1.3]
    TurnedTooFar { ship: Id, degrees: u16 },
    /// Three fires or more bar every weapon. [8.5.1]
    WeaponsBarred { ship: Id, fires: usize },
    /// Side `due` declares next. [3.3.5]
    OutOfTurn { side: SideId, due: SideId },
    /// The side has closed its declarations. [3.3.5]
    SideClosed { side: SideId },
    /// The side has declared all its big guns. (Q45)
    BigGunsClosed { side: SideId },
    /// These sides must declare big guns before any side's medium and light guns. (Q45)
    BigGunsFirst { sides: Vec<SideId> },
    /// These sides could still declare fire. [3.3.5]
    NotDeclared { sides: Vec<SideId> },
    /// No declared fire, or none of this unit's, remains to be resolved. [3.3.5]
    NothingDeclared { unit: Option<Id> },
    /// The ship has fired what it declared. [6.2]
    AlreadyFired { ship: Id },
    /// The ship has made its one coup de grâce this turn.
    CoupMade { ship: Id },
    /// The target is out of reach of the ship's light. [4.5]
    CannotIlluminate { ship: Id, target: Id, range: Inches, max: Inches },
    /// The ship has no starshell before that day, or ever. [4.5.2]
    NoStarshell { ship: Id, from: Option<NaiveDate> },
    /// Each kind of light illuminates one target in a turn. [4.5]
    LightUsed { ship: Id },
    /// The ship carries no torpedoes. [7.4]
    NoTorpedoes { ship: Id },
    /// Fewer factors are left than the launch needs. [7.4.7]
    FactorsLeft { ship: Id, left: u8, wanted: u8 },
    /// Torpedoes are launched only to port or to starboard. [7.4]
    TorpedoArc { ship: Id, bearing: Bearing },
    /// The run exceeds the torpedoes' maximum. [7.4]
    RunTooLong { ship: Id, run: Inches, max: Inches },
    /// Another marker of this name is on the table. [7.4]
    MarkerInUse { marker: MarkerId },
    /// The boats of a base have already launched to this side this turn.
    SecondMarker { base: Id, bearing: Bearing, marker: MarkerId },
    /// A dummy spends nothing. [7.4.6]
    DummyWithFactors { marker: MarkerId, factors: u8 },
    /// The setting exceeds the ship's card.
    AboveCard { ship: Id, setting: Setting, most: Setting },
    /// The order does not name the lost mounts.
    AmbiguousMounts { ship: Id, count: u8, mounts: Vec<Id> },
    /// The ship has no big-gun mount of this name, or it is named twice. [8.2.4]
    NoSuchMount { ship: Id, mount: Id, have: Vec<Id> },
    /// No marker of this name is on the table. [7.4]
    UnknownMarker { marker: MarkerId },
    /// The ships that the marker met this turn are already recorded. [7.4.2]
    MeetingsKnown { marker: MarkerId },
    /// The torpedoes have not run this far yet. [7.4.2]
    OutOfReach { marker: MarkerId, radius: Inches },
    /// Coast batteries do not move, join no formation and cannot be torpedoed. (Q51)
    CoastBattery { battery: Id },
    /// The ship is not a light one. [1.4, 7.4]
    NotLight { ship: Id },
    /// Torpedoes attack only the formation at which they were launched. [7.4.4]
    NotInTargetFormation { marker: MarkerId, ship: Id },
    /// A side rolls one die a turn for its large ships' torpedoes. [7.5.1]
    TorpedoCheckMade { side: SideId },
    /// None of the side's large ships sees an enemy large ship within torpedo range. [7.5]
    NoneInTorpedoRange { side: SideId },
    /// The target of a coup de grâce makes 1.0" at most. [7.6]
    TooFast { ship: Id, speed: Inches },
    /// The target of a coup de grâce is too far away. [7.6]
    TooFar { ship: Id, range: Inches, max: Inches },
    /// A ship has one repair attempt in a turn. [8.6]
    RepairTried { ship: Id },
    /// A fire comes before every other repair. [8.6]
    FiresFirst { ship: Id },
    /// The ship has no such hit. `have` lists those it has. [8.6]
    NothingToRepair { ship: Id, item: Id, have: Vec<Id> },
    /// The hit is unrepairable. [8.6.2]
    Unrepairable { ship: Id, item: Id },
    /// The ship, or every ship, is without fires. [8.5]
    NoFires { ship: Option<Id> },
    /// The fires of this ship, or of all burning ships, were rolled this turn. [8.5.3]
    FiresRolled { ship: Option<Id> },
    /// No hits are held, or none on this unit. [3.3.8]
    NoHeldHits { unit: Option<Id> },
    /// No large ship's battery fired at it last turn. [5.15.5]
    NotFiredAt { division: Id },
    /// The division was tested this turn. [5.15]
    ReactionTested { division: Id },
    /// The ship's engines or fires do not allow this speed. [5.4, 8.5.1]
    AboveAllowance { ship: Id, speed: Inches, max: Inches },
    /// The referee must give a reason. [9.2]
    NoReason,
    /// The scenario's conditions have not ended it, and no reason was given.
    NotFinished,
    /// The command to check as a launch is not a launch.
    NotALaunch,
    /// A meeting was ordered without a ship. [7.4.2]
    NoShipMet,
    /// A ship or base is named twice among those met. [7.4.2]
    MetTwice,
    /// A torpedo attack has no factors. [7.4]
    NoFactors,
    /// The charts have no table for this hit. [8.2, 8.3]
    NoDamageTable,
    /// The damage table has no row for this die result. [8.2, 8.3]
    NoDamageRow,
    /// A range must exceed zero. [2.7]
    ZeroRange,
    /// A launch's run must exceed zero.
    ZeroRun { ship: Id, max: Inches },
    /// An angle to the keel is at most 180 degrees. [7.4.5]
    AngleTooLarge { degrees: u16 },
}

impl From<FormationReason> for Reason {
    fn from(reason: FormationReason) -> Reason {
        Reason::Formation(reason)
    }
}

impl From<TableReason> for Reason {
    fn from(reason: TableReason) -> Reason {
        Reason::Table(reason)
    }
}

impl From<SpecialReason> for Reason {
    fn from(reason: SpecialReason) -> Reason {
        Reason::Special(reason)
    }
}

//! Why the referee refuses, with what the sentence needs. The words are in `show`.
use chrono::NaiveDate;

use super::{BatteryKind, Bearing, Duty, Id, Inches, MarkerId, Plot, Segment, Setting, SideId, command::Block};

mod formation;
mod table;

use super::special::SpecialReason;
pub use formation::FormationReason;
pub use table::TableReason;

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// A plot at a speed that cannot be made, and the nearest to it that can be carried out.
    TooFastToPlot { why: Box<Reason>, division: Id, plot: Plot },
    /// One of the ten turns before contact cannot be run. [5.13.2]
    OfTheTen { turn: usize, why: Box<Reason> },
    /// The scenario is over. [9.3]
    Over,
    /// What is wrong with a place or a plot.
    Table(TableReason),
    /// What is wrong with a formation, a flag or a plot filed ahead.
    Formation(FormationReason),
    /// What a special rule of the scenario forbids. [9.2]
    Special(SpecialReason),
    /// No ship, division or side is called so.
    UnknownUnit { unit: Id },
    /// No side is called so.
    UnknownSide { side: SideId },
    /// One ship is needed, and this is none, or several.
    NotAShip { unit: Id },
    /// What was ordered belongs to another segment. [3.2]
    WrongSegment { needed: Segment, now: Segment, verb: &'static str },
    /// A segment cannot close before these are done or waived. [3.2]
    StillOwed { duties: Vec<Duty> },
    /// Enemies are needed. [1.3]
    SameSide { one: Id, other: Id },
    /// The ship is lost, has left the table, or is not there yet: by the paragraph that took it out of action.
    /// [8.3, 8.5.2, 8.7, 9.1, 9.3]
    NotInAction { ship: Id },
    /// The ship has no such battery, or none left.
    NoSuchBattery { ship: Id, battery: Option<BatteryKind> },
    /// A battery has one target in a turn. [6.2]
    BatteryDeclared { ship: Id, battery: BatteryKind, target: Id },
    /// Her guns do not reach so far. [6.1, 6.5.9]
    OutOfRange { ship: Id, battery: BatteryKind, range: Inches, max: Inches },
    /// No gun of the battery bears in that arc. [6.4]
    NoneBear { ship: Id, battery: BatteryKind, bearing: Bearing },
    /// Mounts are lost, and not as many are left on both sides.
    WhichBroadside { ship: Id, target: Id, port: usize, starboard: usize },
    /// Other guns of hers are declared at this enemy on the other hand.
    OnOtherHand { ship: Id, target: Id, bearing: Bearing },
    /// Nobody has read it from the tape, and nothing lies by positions. [2.7]
    NoRange { ship: Id, target: Id },
    /// Nobody of her side sees the target. [6.3]
    NotSighted { ship: Id, target: Id },
    /// Her side has the target in sight, and she has not. (Q36)
    OutOfHerSight {
        ship: Id,
        target: Id,
        /// As typed or as they lie; `None`: nobody has said it.
        range: Option<Inches>,
        sight: Inches,
    },
    /// By night she sees only who is lit, burns or fires. [6.3]
    NotLit { ship: Id, target: Id },
    /// Smoke or land lies between. [4.6, 4.7, 6.3]
    Blocked { ship: Id, target: Id, by: Block },
    /// Nobody's medium and light guns fire at a target of big guns. [6.5.10]
    BigGunTarget { target: Id, firer: Id },
    /// Her big guns cannot follow so great a turn. [6.5.1.3]
    TurnedTooFar { ship: Id, degrees: u16 },
    /// Three fires or more bar every weapon. [8.5.1]
    WeaponsBarred { ship: Id, fires: usize },
    /// The other side is to declare. [3.3.5]
    OutOfTurn { side: SideId, due: SideId },
    /// It has closed its declarations. [3.3.5]
    SideClosed { side: SideId },
    /// It has declared all its big guns. (Q45)
    BigGunsClosed { side: SideId },
    /// These sides have big guns to declare before anybody's medium and light ones. (Q45)
    BigGunsFirst { sides: Vec<SideId> },
    /// These sides could still declare fire. [3.3.5]
    NotDeclared { sides: Vec<SideId> },
    /// No declared fire, or none of this unit's, is left to resolve. [3.3.5]
    NothingDeclared { unit: Option<Id> },
    /// She has fired what she declared. [6.2]
    AlreadyFired { ship: Id },
    /// She has given one coup de grâce this turn.
    CoupMade { ship: Id },
    /// Her light does not reach so far. [4.5]
    CannotIlluminate { ship: Id, target: Id, range: Inches, max: Inches },
    /// She has none, or none before that day. [4.5.2]
    NoStarshell { ship: Id, from: Option<NaiveDate> },
    /// Each kind of light shows one target in a turn. [4.5]
    LightUsed { ship: Id },
    /// She carries none. [7.4]
    NoTorpedoes { ship: Id },
    /// Fewer factors are left than the launch would take. [7.4.7]
    FactorsLeft { ship: Id, left: u8, wanted: u8 },
    /// Torpedoes leave to port or to starboard only. [7.4]
    TorpedoArc { ship: Id, bearing: Bearing },
    /// They cannot run so far. [7.4]
    RunTooLong { ship: Id, run: Inches, max: Inches },
    /// Another marker of this name is on the table. [7.4]
    MarkerInUse { marker: MarkerId },
    /// The boats of a base have a marker to this side this turn.
    SecondMarker { base: Id, bearing: Bearing, marker: MarkerId },
    /// A dummy spends nothing. [7.4.6]
    DummyWithFactors { marker: MarkerId, factors: u8 },
    /// The referee would give a ship more than her card holds.
    BeyondCard { ship: Id, setting: Setting, most: Setting },
    /// It is not said which of her mounts are lost.
    WhichMount { ship: Id, count: u8, mounts: Vec<Id> },
    /// She has no big-gun mount of this name, or it is named twice. [8.2.4]
    NoSuchMount { ship: Id, mount: Id, have: Vec<Id> },
    /// No marker of this name is on the table. [7.4]
    UnknownMarker { marker: MarkerId },
    /// Whom it met this turn has been said. [7.4.2]
    MarkerAnswered { marker: MarkerId },
    /// The torpedoes have not come so far yet. [7.4.2]
    OutOfReach { marker: MarkerId, radius: Inches },
    /// Guns ashore make no way, join no formation, and no torpedo reaches them. (Q51)
    CoastBattery { battery: Id },
    /// The ship is not a light one. [1.4, 7.4]
    NotLight { ship: Id },
    /// Torpedoes attack the formation at which they were launched. [7.4.4]
    NotOfTarget { marker: MarkerId, ship: Id },
    /// A side throws one die a turn for its large ships' torpedoes. [7.5.1]
    CheckMade { side: SideId },
    /// None of its large ships sees an enemy large ship so near. [7.5]
    NoneInTorpedoRange { side: SideId },
    /// The target of a coup de grâce makes 1.0" at most. [7.6]
    TooFast { ship: Id, speed: Inches },
    /// The target of a coup de grâce lies farther off than that. [7.6]
    TooFar { ship: Id, range: Inches, max: Inches },
    /// A ship has one repair attempt in a turn. [8.6]
    RepairTried { ship: Id },
    /// A fire comes before every other repair. [8.6]
    FiresFirst { ship: Id },
    /// She has no such hit; these she has. [8.6]
    NothingToRepair { ship: Id, item: Id, have: Vec<Id> },
    /// The hit is past repair. [8.6.2]
    Unrepairable { ship: Id, item: Id },
    /// She does not burn, or nobody does. [8.5]
    NoFires { ship: Option<Id> },
    /// The fires of this ship, or of all that burn, have been rolled this turn. [8.5.3]
    FiresRolled { ship: Option<Id> },
    /// No hits are held, or none on this unit. [3.3.8]
    NoHeldHits { unit: Option<Id> },
    /// No large ship's battery fired at it last turn. [5.15.5]
    NotFiredAt { division: Id },
    /// It has been tested this turn. [5.15]
    ReactionTested { division: Id },
    /// The ship cannot make such a speed, by its engines or by its fires. [5.4, 8.5.1]
    AboveAllowance { ship: Id, speed: Inches, max: Inches },
    /// The referee must say why. [9.2]
    NoReason,
    /// The scenario has not ended by its own conditions, and nobody has said why it is to end.
    NotFinished,
    /// A command of another kind, where a launch is judged.
    NoLaunch,
    /// Torpedoes are said to have met, and nobody is named. [7.4.2]
    NobodyMet,
    /// A ship or base is named twice among those that torpedoes met. [7.4.2]
    MetTwice,
    /// Torpedoes attack without a factor. [7.4]
    NoFactors,
    /// The charts have no table for this hit. [8.2, 8.3]
    NoDamageTable,
    /// No row of the damage table has this face. [8.2, 8.3]
    DamageFaceLeftOut,
    /// A range of nothing is no range. [2.7]
    ZeroRange,
    /// A launch whose torpedoes would run nowhere.
    ZeroRun { ship: Id, max: Inches },
    /// An angle to the keel ends at 180 degrees. [7.4.5]
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

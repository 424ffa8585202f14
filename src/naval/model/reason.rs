//! Why the referee refuses, with what the sentence needs. The words are in `show`.
use chrono::NaiveDate;

use super::{BatteryKind, Bearing, Duty, Id, Inches, Plot, Segment, Setting, ShipType, chart::Quality, command::Block};

mod formation;
mod table;

use super::special::SpecialReason;
pub use formation::FormationReason;
pub use table::TableReason;

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// A plot at a speed that cannot be made, and the nearest to it that can be carried out.
    TooFastToPlot {
        why: Box<Reason>,
        division: Id,
        plot: Plot,
    },
    Over,
    /// What is wrong with a place or a plot.
    Table(TableReason),
    /// What is wrong with a formation, a flag or a plot filed ahead.
    Formation(FormationReason),
    /// What a special rule of the scenario forbids. [9.2]
    Special(SpecialReason),
    UnknownUnit {
        unit: Id,
    },
    NotAShip {
        unit: Id,
    },
    WrongSegment {
        needed: Segment,
        now: Segment,
        verb: &'static str,
    },
    StillOwed {
        duties: Vec<Duty>,
    },
    SameSide {
        one: Id,
        other: Id,
    },
    NotInAction {
        ship: Id,
    },
    /// The ship has no such battery, or none left.
    NoSuchBattery {
        ship: Id,
        battery: Option<BatteryKind>,
    },
    BatteryDeclared {
        ship: Id,
        battery: BatteryKind,
        target: Id,
    },
    OutOfRange {
        ship: Id,
        battery: BatteryKind,
        range: Inches,
        max: Inches,
    },
    NoneBear {
        ship: Id,
        battery: BatteryKind,
        bearing: Bearing,
    },
    /// Mounts are lost, and not as many are left on both sides.
    WhichBroadside {
        ship: Id,
        target: Id,
        port: usize,
        starboard: usize,
    },
    /// Other guns of hers are declared at this enemy on the other hand.
    OnOtherHand {
        ship: Id,
        target: Id,
        bearing: Bearing,
    },
    NoRange {
        ship: Id,
        target: Id,
    },
    NotSighted {
        ship: Id,
        target: Id,
    },
    /// Her side has the target in sight, and she has not. (Q36)
    OutOfHerSight {
        ship: Id,
        target: Id,
        /// As typed or as they lie; `None`: nobody has said it.
        range: Option<Inches>,
        sight: Inches,
    },
    NotLit {
        ship: Id,
        target: Id,
    },
    Blocked {
        ship: Id,
        target: Id,
        by: Block,
    },
    BigGunTarget {
        target: Id,
        firer: Id,
    },
    TurnedTooFar {
        ship: Id,
        degrees: u16,
    },
    WeaponsBarred {
        ship: Id,
        fires: usize,
    },
    OutOfTurn {
        side: Id,
        due: Id,
    },
    SideClosed {
        side: Id,
    },
    /// It has declared all its big guns. (Q45)
    BigGunsClosed {
        side: Id,
    },
    /// These sides have big guns to declare before anybody's medium and light ones. (Q45)
    BigGunsFirst {
        sides: Vec<Id>,
    },
    /// These sides could still declare fire. [3.3.5]
    NotDeclared {
        sides: Vec<Id>,
    },
    NothingDeclared {
        unit: Option<Id>,
    },
    AlreadyFired {
        ship: Id,
    },
    /// She has given one coup de grace this turn.
    CoupMade {
        ship: Id,
    },
    CannotIlluminate {
        ship: Id,
        target: Id,
        range: Inches,
        max: Inches,
    },
    NoStarshell {
        ship: Id,
        from: Option<NaiveDate>,
    },
    LightUsed {
        ship: Id,
    },
    NoTorpedoes {
        ship: Id,
    },
    FactorsLeft {
        ship: Id,
        left: u8,
        wanted: u8,
    },
    TorpedoArc {
        ship: Id,
        bearing: Bearing,
    },
    RunTooLong {
        ship: Id,
        run: Inches,
        max: Inches,
    },
    MarkerInUse {
        marker: Id,
    },
    /// The boats of a base have a marker to this side this turn.
    SecondMarker {
        base: Id,
        bearing: Bearing,
        marker: Id,
    },
    DummyWithFactors {
        marker: Id,
        factors: u8,
    },
    /// The referee would give a ship more than her card holds.
    BeyondCard {
        ship: Id,
        setting: Setting,
        most: Setting,
    },
    /// It is not said which of her mounts are lost.
    WhichMount {
        ship: Id,
        count: u8,
        mounts: Vec<Id>,
    },
    NoSuchMount {
        ship: Id,
        mount: Id,
        have: Vec<Id>,
    },
    UnknownMarker {
        marker: Id,
    },
    MarkerAnswered {
        marker: Id,
    },
    OutOfReach {
        marker: Id,
        radius: Inches,
    },
    NotLight {
        ship: Id,
    },
    NotLarge {
        ship: Id,
    },
    NotOfTarget {
        marker: Id,
        ship: Id,
    },
    CheckMade {
        side: Id,
    },
    NoneInTorpedoRange {
        side: Id,
    },
    TooFast {
        ship: Id,
        speed: Inches,
    },
    TooFar {
        ship: Id,
        range: Inches,
        max: Inches,
    },
    RepairTried {
        ship: Id,
    },
    FiresFirst {
        ship: Id,
    },
    NothingToRepair {
        ship: Id,
        item: Id,
        have: Vec<Id>,
    },
    Unrepairable {
        ship: Id,
        item: Id,
    },
    NoFires {
        ship: Option<Id>,
    },
    FiresRolled {
        ship: Id,
    },
    NoHeldHits {
        unit: Option<Id>,
    },
    NotFiredAt {
        division: Id,
    },
    ReactionTested {
        division: Id,
    },
    AboveAllowance {
        ship: Id,
        speed: Inches,
        max: Inches,
    },
    TooMuchAcceleration {
        ship: Id,
        speed: Inches,
        max: Inches,
        kind: ShipType,
    },
    NoReason,
    /// The scenario has not ended by its own conditions, and nobody has said why it is to end.
    NotFinished,
    Unlawful {
        what: &'static str,
    },
    ZeroRange,
    /// A launch whose torpedoes would run nowhere.
    ZeroRun {
        ship: Id,
        max: Inches,
    },
    AngleTooLarge {
        degrees: u16,
    },
    QualityUnknown {
        quality: Option<Quality>,
    },
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

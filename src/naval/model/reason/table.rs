//! Why a ship cannot be placed so, or a plot not steered.
use crate::model::{Arcs, Bearing, Duty, Edge, Fine, Id, Inches, Jam, Place, Plot, Segment, Turn};

#[derive(Clone, PartialEq, Debug)]
pub enum TableReason {
    /// No ship of that name is in the battle; on an `open` table the library has none either.
    NoSuchShip {
        ship: Id,
        open: bool,
    },
    SetUpOver {
        ship: Id,
    },
    OffTable {
        ship: Id,
        at: Place,
        width: Inches,
        height: Inches,
    },
    SideGiven {
        ship: Id,
        side: Id,
    },
    TwoSides {
        side: Id,
    },
    NameTaken {
        name: Id,
    },
    NamedTwice {
        ship: Id,
    },
    OtherSide {
        one: Id,
        other: Id,
    },
    NoPosition {
        unit: Id,
    },
    DivisionTooLarge {
        division: Id,
        ships: usize,
        max: usize,
    },
    /// Her kind does not sail with that of the leader. [5.1.1]
    OtherCompany {
        division: Id,
        ship: Id,
        with: Id,
    },
    /// No condition or sentence of victory of this number waits for the referee's word; those of these numbers do. [9.2]
    NotToRule {
        what: crate::model::command::Setting,
        have: Vec<usize>,
    },
    /// No plot moves a rudder that is jammed. [8.4]
    RudderJammed {
        ship: Id,
        jam: Jam,
    },
    /// Smoke is laid along a track. [4.6]
    NoSmokeStopped {
        ship: Id,
    },
    /// She would fall back more than an inch; the most that her division can do. [5.8.3]
    LagsTooFar {
        ship: Id,
        speed: Inches,
        own: Inches,
        max: Inches,
    },
    SharesBase {
        ship: Id,
        division: Id,
    },
    /// Nothing is plotted, by this side or by either.
    NothingToSeal {
        side: Option<Id>,
    },
    ChecksHold,
    NotOfDivision {
        ship: Id,
        division: Id,
    },
    PlotsInCircle {
        division: Id,
        other: Id,
    },
    NotAstern {
        division: Id,
        other: Id,
    },
    GainsTooMuch {
        ship: Id,
        speed: Inches,
        from: Inches,
        max: Inches,
    },
    SlowsTooMuch {
        ship: Id,
        speed: Inches,
        from: Inches,
        min: Inches,
    },
    /// The target of a light ship's torpedoes lies ahead or astern. [7.2]
    EndOn {
        ship: Id,
        target: Id,
        touched: Vec<Arcs>,
    },
    /// A side that says it comes from no distance at all. [10.1.3]
    ApproachAtCentre {
        side: Id,
    },
    ConvoyColumnTurn {
        division: Id,
    },
    PlotTooLong {
        division: Id,
        needs: Inches,
        speed: Inches,
        /// The same with its last legs cut.
        fits: Option<Plot>,
        /// The same legs at the speed that they need.
        faster: Box<Plot>,
    },
    /// `offset`: the degrees that ships turns add up to.
    OutOfColumn {
        division: Id,
        turn: Turn,
        offset: Inches,
    },
    ShipsTurnInBend {
        division: Id,
        turn: Turn,
    },
    /// An optional rule that is not played.
    OptionOff {
        option: &'static str,
    },
    /// It lies stopped in a melee this turn.
    InMelee {
        division: Id,
    },
    /// Strengths are not hidden in this battle.
    NothingHidden,
    /// Ten turns are plotted before turn 1, and not later.
    PreplotsOver {
        unit: Id,
    },
    NotTenTurns {
        unit: Id,
        turns: usize,
    },
    /// Only pickets that the scenario names are plotted alone before contact.
    NoPicket {
        ship: Id,
    },
    /// Its side has sighted nobody and runs its pre-plots; `first`: they may still be made.
    OnPreplots {
        unit: Id,
        first: bool,
    },
    /// A quick start ends with the first ship in sight.
    InSight {
        ship: Id,
    },
    NobodyTracked,
    /// Nothing is generated here, or no longer.
    NothingGenerated,
    WeatherRolled {
        range: Inches,
    },
    HasItsForce {
        side: Id,
    },
    PlacedAlready {
        division: Id,
    },
    /// Narrower than the template. [5.6]
    TooTight {
        division: Id,
        radius: Inches,
        least: Inches,
    },
    /// A division formed anew would leave a ship of its own without one. [5.1]
    LeftOver {
        division: Id,
        ship: Id,
    },
    /// Nowhere abeam of the first division is there sea enough.
    NoRoomBeside {
        division: Id,
        first: Id,
    },
    /// The first division of a side begins at the very point.
    NotAtStart {
        division: Id,
        x: Fine,
        y: Fine,
        start: Place,
    },
    /// A base would lie on a friend's. [5.11]
    OnFriend {
        division: Id,
        ship: Id,
        other: Id,
    },
    /// Nothing moves before the set-up is done.
    NotSetUp {
        duties: Vec<Duty>,
    },
    /// Two divisions of a side would run on to each other.
    FriendsConverge {
        one: Id,
        other: Id,
        turn: u16,
    },
    /// The two have risked it in this move.
    CollisionTested {
        one: Id,
        other: Id,
    },
    /// Whether she runs ashore is seen from where she runs. [5.12]
    LandByPosition {
        ship: Id,
    },
    /// She lies stopped, and runs on to nothing. [5.12]
    StrikesNothing {
        ship: Id,
    },
    /// Torpedoes of this turn went to her on the other hand of the launcher. [7.2]
    LaunchedOnOtherHand {
        ship: Id,
        target: Id,
        bearing: Bearing,
    },
    /// By the positions they do not overlap.
    BasesClear {
        one: Id,
        other: Id,
    },
    /// A division has run its risk with a ship that lies stopped.
    RiskRun {
        division: Id,
        ship: Id,
    },
    /// A special rule, by its place among the keys, speaks against her leaving the table so. [9.2]
    MayNotLeave {
        ship: Id,
        rule: u16,
        by: Option<Edge>,
    },
    /// She lies so far within the edge by which she would leave. [9.3]
    ShortOfEdge {
        ship: Id,
        edge: Edge,
        short: Inches,
    },
    /// A segment that `next` would have come to owes this.
    OwedLater {
        turn: u16,
        segment: Segment,
        duties: Vec<Duty>,
    },
    /// Whether anybody is in torpedo range hangs on no tape.
    ReachKnown {
        side: Option<Id>,
    },
    FarFromFirst {
        division: Id,
        first: Id,
        range: Inches,
    },
    HalvedAlready {
        turn: u16,
    },
    /// No opponents within 5.0 of each other, one of them sighted.
    NobodyNear,
    /// Without an opponent within 5.0 she does nothing else in the second half.
    OnlyMoves {
        unit: Id,
        turn: u16,
    },
    PlottedForWholeTurn {
        unit: Id,
        turn: u16,
    },
    /// The target's base lies in other arcs of the firer. [6.4.4]
    ArcNotTouched {
        ship: Id,
        target: Id,
        typed: Bearing,
        touched: Vec<Arcs>,
    },
    /// Nothing of the target's division lies in the broadside arc of the launch. [7.2]
    NotAbeam {
        ship: Id,
        target: Id,
        side: Bearing,
        touched: Vec<Arcs>,
    },
}

impl TableReason {
    /// A ship may leave the table all the same, if the referee says why. [9.2, 9.3]
    pub fn asks_why(&self) -> bool {
        matches!(self, TableReason::MayNotLeave { .. } | TableReason::ShortOfEdge { .. })
    }
}

//! Why a ship cannot be placed so, or a plot not steered.
use crate::model::{Arcs, Bearing, Duty, Edge, Fine, Id, Inches, Jam, Place, Plot, Segment, SideId, Taped, Turn};

#[derive(Clone, PartialEq, Debug)]
pub enum TableReason {
    /// No ship of that name is in the battle; on an `open` table the library has none either.
    NoSuchShip { ship: Id, open: bool },
    /// Ships are placed before the battle. [3.1]
    SetUpOver { ship: Id },
    /// That is off the table. [2.1]
    OffTable { ship: Id, at: Place, width: Inches, height: Inches },
    /// Some part of the ship's base would be on land. [5.12]
    OnLand { ship: Id, land: Id },
    /// A place on land, or too near its shore to begin there.
    BeginsAshore { unit: Id, land: Id },
    /// Her side is known already, and is this. [1.3]
    SideGiven { ship: Id, side: SideId },
    /// There are two sides, and this is neither. [1.3]
    TwoSides { side: SideId },
    /// Somebody is called so already. [5.1.3]
    NameTaken { name: Id },
    /// Whoever takes part is named once.
    NamedTwice { ship: Id },
    /// The two are not of one side. [1.3]
    OtherSide { one: Id, other: Id },
    /// Its position tells how it heads. [5.7]
    HasPosition { unit: Id },
    /// It is not known where the unit lies. [3.5]
    NoPosition { unit: Id },
    /// She has no place on the table from which the tape could be laid. [2.7]
    TapedFromNowhere { ship: Id },
    /// She is of the division that is to be put somewhere. [2.7]
    TapedFromItself { division: Id, ship: Id },
    /// Shots are declared, by where everybody lies: nobody is put elsewhere between them and their fire. [3.3.5]
    FixedAmidFire { division: Id },
    /// A ship of hers would lie farther off where she was reckoned than she can have run, and no reason is given. [2.7]
    FixedFarOff { division: Id, ship: Id, off: Inches, most: Inches },
    /// Both readings are from the same point. [2.7]
    TapedFromOnePoint { division: Id },
    /// Readings that meet nowhere, by so much: together too short, or one too long for the other. [2.7]
    TapesApart { by: [Taped; 2], apart: Inches, is_short: bool },
    /// They meet in two places, and nothing tells which. [2.7]
    TapedTwoPlaces { division: Id, places: [Place; 2] },
    /// No more than so many of this kind form a division. [5.1.1]
    DivisionTooLarge { division: Id, ships: usize, max: usize },
    /// Her kind does not sail with that of the leader. [5.1.1, 5.1.2]
    OtherCompany { division: Id, ship: Id, with: Id },
    /// No condition or sentence of victory of this number waits for the referee's word; those of these numbers do. [9.2]
    NotToRule { what: crate::model::Setting, have: Vec<usize> },
    /// No plot moves a rudder that is jammed. [8.4]
    RudderJammed { ship: Id, jam: Jam },
    /// Smoke is laid along a track. [4.6]
    NoSmokeStopped { ship: Id },
    /// The flagship makes `own` at most, and the speed would leave it behind; `next` could make it. [5.8.3, 5.9.1, Q57]
    LeavesFlagship { ship: Id, division: Id, speed: Inches, own: Inches, next: Id },
    /// Boats on one base are plotted together. [5.9.3]
    SharesBase { ship: Id, division: Id },
    /// Nothing is plotted, by this side or by either.
    NothingToSeal { side: Option<SideId> },
    /// Command checks are part of this battle. [5.10]
    ChecksHold,
    /// She is of another division.
    NotOfDivision { ship: Id, division: Id },
    /// Each of the two leans on the plot of the other. [5.7.4, 5.7.5]
    PlotsInCircle { division: Id, other: Id },
    /// No ship of the other is in action: there is no leader to follow or to mimic. [5.7.4, 5.7.5]
    NobodyLeads { division: Id, other: Id },
    /// It can follow only on whose track its leader lies. [5.7.4]
    NotAstern { division: Id, other: Id },
    /// She cannot gain so much speed in a turn. [5.4]
    GainsTooMuch { ship: Id, speed: Inches, from: Inches, max: Inches },
    /// She cannot lose so much speed in a turn. [5.4]
    SlowsTooMuch { ship: Id, speed: Inches, from: Inches, min: Inches },
    /// The target of a light ship's torpedoes lies ahead or astern. [7.2]
    EndOn { ship: Id, target: Id, touched: Vec<Arcs> },
    /// A side that says it comes from no distance at all. [10.1.3]
    ApproachAtCentre { side: SideId },
    /// A convoy makes ships turns only. [5.1.2]
    ConvoyColumnTurn { division: Id },
    /// The legs need more than the speed. [5.7]
    PlotTooLong {
        division: Id,
        needs: Inches,
        speed: Inches,
        /// The same with its last legs cut.
        fits: Option<Plot>,
        /// The same legs at the speed that they need.
        faster: Box<Plot>,
        /// It is for the next turn. [5.7.7]
        ahead: bool,
    },
    /// A plot for this turn would have the division out of column for a column turn of its plot for the next. [5.7.3]
    BreaksNextPlot { division: Id, ahead: Plot, turn: Turn },
    /// `offset`: how far ships turns have swung the ships off the column, in degrees clockwise, from 0 to 360.
    OutOfColumn { division: Id, turn: Turn, offset: Inches },
    /// Ships astern have not come to the leader's turning point. [5.7.2]
    ShipsTurnInBend { division: Id, turn: Turn },
    /// An optional rule that is not played.
    OptionOff { option: &'static str },
    /// It lies stopped in a melee this turn.
    InMelee { division: Id },
    /// Strengths are not hidden in this battle.
    NothingHidden,
    /// Ten turns are plotted before turn 1, and not later.
    PreplotsOver { unit: Id },
    /// Ten turns are plotted before contact, no more and no fewer. [5.13.2]
    NotTenTurns { unit: Id, turns: usize },
    /// Only pickets that the scenario names are plotted alone before contact.
    NoPicket { ship: Id },
    /// Its side has sighted nobody and runs its pre-plots; `first`: they may still be made.
    OnPreplots { unit: Id, first: bool },
    /// A quick start ends with the first ship in sight.
    InSight { ship: Id },
    /// Nobody has a position to run on from. [5.14]
    NobodyTracked,
    /// Nothing is generated here, or no longer.
    NothingGenerated,
    /// The weather of the battle is known. [10.1.1]
    WeatherRolled { range: Inches },
    /// The side has rolled for its force. [10.1.2]
    HasItsForce { side: SideId },
    /// No row of the Ship Type Table has this face. [10.1.2]
    TypeFaceLeftOut,
    /// The first division lies where the approach put it. [10.1.3]
    PlacedAlready { division: Id },
    /// Narrower than the template. [5.6]
    TooTight { division: Id, radius: Inches, least: Inches },
    /// A division formed anew would leave a ship of its own without one. [5.1]
    LeftOver { division: Id, ship: Id },
    /// Nowhere abeam of the first division is there sea enough.
    NoRoomBeside { division: Id, first: Id },
    /// The first division of a side begins at the very point.
    NotAtStart { division: Id, x: Fine, y: Fine, start: Place },
    /// A base would lie on a friend's. [5.11]
    OnFriend { division: Id, ship: Id, other: Id },
    /// Nothing moves before the set-up is done.
    NotSetUp { duties: Vec<Duty> },
    /// Two divisions of a side would run on to each other.
    FriendsConverge { one: Id, other: Id, turn: u16 },
    /// The two have risked it in this move.
    CollisionTested { one: Id, other: Id },
    /// Whether she runs ashore is seen from where she runs. [5.12]
    LandByPosition { ship: Id },
    /// She lies stopped, and runs on to nothing. [5.12]
    StrikesNothing { ship: Id },
    /// The plots of this turn are laid open: a launch is written with them. [3.3.1, Q59]
    LaunchedLate { ship: Id },
    /// The division turns away from fire this turn. [5.15.4]
    LaunchesNothing { division: Id },
    /// Torpedoes of this turn went to her on the other hand of the launcher. [7.2]
    LaunchedOnOtherHand { ship: Id, target: Id, bearing: Bearing },
    /// By the positions they do not overlap.
    BasesClear { one: Id, other: Id },
    /// A division has run its risk with a ship that lies stopped.
    RiskRun { division: Id, ship: Id },
    /// A special rule, by its place among the keys, speaks against her leaving the table so. [9.2]
    MayNotLeave { ship: Id, rule: u16, by: Option<Edge> },
    /// She lies so far within the edge by which she would leave. [9.3]
    ShortOfEdge { ship: Id, edge: Edge, short: Inches },
    /// A segment that `next` would have come to owes this.
    OwedLater { turn: u16, segment: Segment, duties: Vec<Duty> },
    /// Whether anybody is in torpedo range hangs on no tape.
    ReachKnown { side: Option<SideId> },
    /// No ship of it would lie within 6.0 of the first division. [10.2.2]
    FarFromFirst { division: Id, first: Id, range: Inches },
    /// The turn is played in halves. [3.4.1]
    HalvedAlready { turn: u16 },
    /// No opponents within 5.0 of each other, one of them sighted.
    NobodyNear,
    /// Without an opponent within 5.0 she does nothing else in the second half.
    OnlyMoves { unit: Id, turn: u16 },
    /// In the second half only torpedoes are plotted. [3.4.4]
    PlottedForWholeTurn { unit: Id, turn: u16 },
    /// The target's base lies in other arcs of the firer. [6.4.4]
    ArcNotTouched { ship: Id, target: Id, typed: Bearing, touched: Vec<Arcs> },
    /// Nothing of the target's division lies in the broadside arc of the launch. [7.2]
    NotAbeam { ship: Id, target: Id, side: Bearing, touched: Vec<Arcs> },
}

impl TableReason {
    /// A ship may leave the table all the same, if the referee says why. [9.2, 9.3]
    pub fn asks_why(&self) -> bool {
        matches!(self, TableReason::MayNotLeave { .. } | TableReason::ShortOfEdge { .. })
    }
}

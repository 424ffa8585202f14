//! Reasons why a ship cannot be placed, or a plot not steered.
use crate::model::{
    Bearing, Duty, Edge, Fine, FiringArc, Id, Inches, Place, Plot, RudderJam, Segment, SideId, TapeReading, Turn,
};

#[derive(Clone, PartialEq, Debug)]
pub enum TableReason {
    /// No ship in the battle has this name. On an `open` table the library has none either.
    NoSuchShip { ship: Id, open: bool },
    /// Ships are placed only before the battle. [3.1]
    SetUpOver { ship: Id },
    /// The position is off the table. [2.1]
    OffTable { ship: Id, at: Place, width: Inches, height: Inches },
    /// Some part of the ship's base would be on land. [5.12]
    OnLand { ship: Id, land: Id },
    /// The position is on land, or too close to shore to begin there.
    BeginsAshore { unit: Id, land: Id },
    /// The ship's side is already known. [1.3]
    SideKnown { ship: Id, side: SideId },
    /// There are two sides, and this is neither of them. [1.3]
    TwoSides { side: SideId },
    /// The name is taken. [5.1.3]
    NameTaken { name: Id },
    /// A ship is named twice.
    NamedTwice { ship: Id },
    /// The two are not on one side. [1.3]
    OtherSide { one: Id, other: Id },
    /// The unit's turns and heading follow from its positions. [5.7]
    HasPosition { unit: Id },
    /// The unit has no known position. [3.5]
    NoPosition { unit: Id },
    /// The ship has no position from which to measure. [2.7]
    TapeFromUnplacedShip { ship: Id },
    /// The reading is from a ship of the division to be fixed. [2.7]
    TapeFromOwnDivision { division: Id, ship: Id },
    /// Fire is declared for the present positions, so no division may be moved before it is resolved. [3.3.5]
    FixDuringFire { division: Id },
    /// The fix puts a ship farther from its calculated position than it can have moved, and gives no reason. [2.7]
    FixTooFar { division: Id, ship: Id, off: Inches, most: Inches },
    /// Both readings are from one point. [2.7]
    TapeFromOnePoint { division: Id },
    /// The readings do not meet, by `apart`: together too short, or one too long for the other. [2.7]
    TapesDoNotMeet { by: [TapeReading; 2], apart: Inches, is_short: bool },
    /// The readings meet in two places, and nothing decides between them. [2.7]
    TapesAmbiguous { division: Id, places: [Place; 2] },
    /// A division of this kind has at most `max` ships. [5.1.1]
    DivisionTooLarge { division: Id, ships: usize, max: usize },
    /// A ship's kind may not join the leader's. [5.1.1, 5.1.2]
    IncompatibleKind { division: Id, ship: Id, with: Id },
    /// No victory condition or sentence of this number is left to the referee. `have` lists those that are. [9.2]
    NotToRule { what: crate::model::Setting, have: Vec<usize> },
    /// A jammed rudder cannot be plotted. [8.4]
    RudderJammed { ship: Id, jam: RudderJam },
    /// A stopped ship cannot make smoke, which follows a track. [4.6]
    NoSmokeStopped { ship: Id },
    /// The speed exceeds the flagship's maximum, `own`, and leaves it behind. `next` could make it. [5.8.3, 5.9.1, Q57]
    LeavesFlagship { ship: Id, division: Id, speed: Inches, own: Inches, next: Id },
    /// Boats on one base are plotted together. [5.9.3]
    SharesBase { ship: Id, division: Id },
    /// There is no plot to seal, for this side or for either.
    NothingToSeal { side: Option<SideId> },
    /// This battle is always played with command checks. [5.10]
    ChecksAlwaysOn,
    /// The ship is of another division.
    NotOfDivision { ship: Id, division: Id },
    /// Each of the two plots depends on the other. [5.7.4, 5.7.5]
    CircularPlots { division: Id, other: Id },
    /// The other division has no ship in action to follow or mimic. [5.7.4, 5.7.5]
    NoLeaderInAction { division: Id, other: Id },
    /// A division can follow only the division on whose track its leader is. [5.7.4]
    LeaderOffTrack { division: Id, other: Id },
    /// The ship cannot gain so much speed in a turn. [5.4]
    GainsTooMuch { ship: Id, speed: Inches, from: Inches, max: Inches },
    /// The ship cannot lose so much speed in a turn. [5.4]
    SlowsTooMuch { ship: Id, speed: Inches, from: Inches, min: Inches },
    /// The target of a light ship's torpedoes is ahead or astern. [7.2]
    EndOn { ship: Id, target: Id, touched: Vec<FiringArc> },
    /// An approach must be at some distance from the centre. [10.1.3]
    ApproachAtCentre { side: SideId },
    /// A convoy makes only ships turns. [5.1.2]
    ConvoyColumnTurn { division: Id },
    /// The legs are longer than the speed allows. [5.7]
    PlotTooLong {
        division: Id,
        needs: Inches,
        speed: Inches,
        /// The plot with its last legs cut.
        fits: Option<Plot>,
        /// The same legs at the speed they need.
        faster: Box<Plot>,
        /// The plot is for the next turn. [5.7.7]
        ahead: bool,
    },
    /// This turn's plot would take the division out of column, and its next plot has a column turn. [5.7.3]
    BreaksNextPlot { division: Id, ahead: Plot, turn: Turn },
    /// Ships turns have swung the ships off the column by `offset` degrees clockwise, from 0 to 360.
    OutOfColumn { division: Id, turn: Turn, offset: Inches },
    /// Ships astern have not reached the leader's turning point. [5.7.2]
    ShipsTurnInBend { division: Id, turn: Turn },
    /// An optional rule is not in use.
    OptionOff { option: &'static str },
    /// The division is stopped in a melee this turn.
    InMelee { division: Id },
    /// This battle does not hide strengths.
    StrengthsNotHidden,
    /// The ten turns are plotted only before turn 1.
    PreplotsOver { unit: Id },
    /// Exactly ten turns are plotted before contact. [5.13.2]
    NotTenTurns { unit: Id, turns: usize },
    /// Only pickets named in the scenario are plotted alone before contact.
    NoPicket { ship: Id },
    /// The side has no contact and runs its pre-plots. `first`: the pre-plots may still be made.
    OnPreplots { unit: Id, first: bool },
    /// A quick start ends when a ship is in sight.
    InSight { ship: Id },
    /// No unit has a position to run on from. [5.14]
    NoPositions,
    /// Nothing is generated in this battle, or not any more.
    NothingGenerated,
    /// The weather is already known. [10.1.1]
    WeatherRolled { range: Inches },
    /// The side has already rolled for its force. [10.1.2]
    ForceRolled { side: SideId },
    /// The Ship Type Table has no row for this die result. [10.1.2]
    NoShipTypeRow,
    /// The first division is where the approach put it. [10.1.3]
    PlacedAlready { division: Id },
    /// The turn is tighter than the template. [5.6]
    TooTight { division: Id, radius: Inches, least: Inches },
    /// The new division would leave a ship without a division. [5.1]
    LeavesShipOut { division: Id, ship: Id },
    /// There is no room on open sea abeam of the first division.
    NoRoomBeside { division: Id, first: Id },
    /// The first division of a side begins at the point of its approach.
    NotAtStart { division: Id, x: Fine, y: Fine, start: Place },
    /// A base would overlap a friend's. [5.11]
    OverlapsFriend { division: Id, ship: Id, other: Id },
    /// No unit moves before the set-up is complete.
    NotSetUp { duties: Vec<Duty> },
    /// Two divisions of a side would collide.
    FriendsConverge { one: Id, other: Id, turn: u16 },
    /// The two have already been tested for collision in this move.
    CollisionTested { one: Id, other: Id },
    /// The ship's track decides whether it runs ashore. [5.12]
    LandByPosition { ship: Id },
    /// A stopped ship cannot run ashore. [5.12]
    StoppedNotAshore { ship: Id },
    /// This turn's plots are revealed, and launches are plotted with them. [3.3.1, Q59]
    LaunchedLate { ship: Id },
    /// The division turns away from fire this turn. [5.15.4]
    TurnsAwayNoLaunch { division: Id },
    /// This turn's torpedoes at this target left from the launcher's other side. [7.2]
    LaunchedToOtherSide { ship: Id, target: Id, bearing: Bearing },
    /// By their positions the bases do not overlap.
    BasesClear { one: Id, other: Id },
    /// The division has already taken its risk with this stopped ship.
    CollisionRiskTaken { division: Id, ship: Id },
    /// A special rule, by the index of its key, forbids the ship to leave like this. [9.2]
    MayNotLeave { ship: Id, rule: u16, by: Option<Edge> },
    /// The ship is this far short of the edge by which it would leave. [9.3]
    ShortOfEdge { ship: Id, edge: Edge, short: Inches },
    /// A later segment that `next` would reach cannot close because of these duties.
    LaterDutiesDue { turn: u16, segment: Segment, duties: Vec<Duty> },
    /// All ranges that decide whether a ship is in torpedo range are known.
    TorpedoReachKnown { side: Option<SideId> },
    /// No ship of the division would be within 6.0 of the first division. [10.2.2]
    FarFromFirst { division: Id, first: Id, range: Inches },
    /// The turn is already played in halves. [3.4.1]
    AlreadyHalved { turn: u16 },
    /// No opponents are within 5.0 of each other with one of them sighted.
    NoEnemyNear,
    /// A unit without an opponent within 5.0 only moves in the second half.
    OnlyMovesInSecondHalf { unit: Id, turn: u16 },
    /// In the second half only torpedo launches are plotted. [3.4.4]
    PlottedForWholeTurn { unit: Id, turn: u16 },
    /// The target's base touches other arcs of the firer. [6.4.4]
    ArcNotTouched { ship: Id, target: Id, typed: Bearing, touched: Vec<FiringArc> },
    /// No part of the target's division is in the broadside arc of the launch. [7.2]
    NotAbeam { ship: Id, target: Id, side: Bearing, touched: Vec<FiringArc> },
}

impl TableReason {
    /// Whether the ship may still leave the table if the referee gives a reason. [9.2, 9.3]
    pub fn needs_reason(&self) -> bool {
        matches!(self, TableReason::MayNotLeave { .. } | TableReason::ShortOfEdge { .. })
    }
}

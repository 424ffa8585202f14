//! The paragraphs that a refusal may cite for each reason, from the rulebook's titles. A reason without an arm here
//! does not compile.
use naval::model::{Bearing, FormationReason, TableReason};
use naval::{Reason, Segment};

/// Out of action: sunk outright, burnt out, foundered, blown up, still to come, or left the table.
const OUT_OF_ACTION: &[&str] = &["8.3", "8.5.2", "8.7", "9.1", "9.3"];

/// A refusal for this reason must cite one of these paragraphs.
pub fn citable_paragraphs(reason: &Reason) -> &'static [&'static str] {
    use Reason::*;
    match reason {
        TooFastToPlot { why, .. } | Preplot { why, .. } => citable_paragraphs(why),
        Table(reason) => table_paragraphs(reason),
        Formation(reason) => formation_paragraphs(reason),
        Special(_) => &["9.2"],
        BattleOver | NotFinished => &["9.2", "9.3", "10.4"],
        UnknownUnit { .. } => &[
            "1.3", "2.7", "3.5", "4.2", "4.5", "5.1", "5.2", "5.7", "5.7.4", "5.7.5", "5.9.1", "5.10.3", "5.11",
            "5.12", "5.13", "5.15", "6.2", "6.2.4", "7.4", "7.6", "8.1", "8.5.3", "8.6", "9.3", "10.2",
        ],
        UnknownSide { .. } => &["1.3", "3.4", "7.5", "10.1.2", "10.1.3"],
        NotAShip { .. } => &["3.5", "4.5", "5.9.3", "5.11", "5.12", "6.2", "8.2.4", "8.4", "8.6", "9.2"],
        WrongSegment { needed, .. } => segment_paragraphs(*needed),
        DutiesDue { .. } => &["3.2", "10.1.2", "10.2"],
        SameSide { .. } => &["1.3"],
        NotInAction { .. } => OUT_OF_ACTION,
        NoSuchBattery { .. } => &["4.5.2", "6.2.1", "6.2.2", "6.2.3", "6.2.4", "6.5"],
        BatteryDeclared { .. } => &["6.2", "6.4.2"],
        OutOfRange { .. } => &["6.1", "6.5.9"],
        NoneBear { .. } => &["6.4", "6.4.1", "6.4.3"],
        AmbiguousBroadside { .. } => &["6.4.1"],
        OppositeBroadside { .. } => &["6.4.4"],
        NoRange { .. } | ZeroRange => &["2.7"],
        NotSighted { .. } | NotSeenByShip { .. } => &["4.5", "6.3", "7.3", "7.6"],
        NotLit { .. } => &["6.1"],
        Blocked { .. } => &["4.5", "4.6", "4.7", "6.3", "7.3"],
        BigGunTarget { .. } => &["6.5.10"],
        TurnedTooFar { .. } => &["3.4.6", "6.5.1.3"],
        WeaponsBarred { .. } => &["8.5.1"],
        OutOfTurn { .. }
        | SideClosed { .. }
        | BigGunsClosed { .. }
        | BigGunsFirst { .. }
        | NotDeclared { .. }
        | NothingDeclared { .. } => &["3.3.5"],
        AlreadyFired { .. } => &["6.2"],
        CoupMade { .. } | TooFast { .. } | TooFar { .. } => &["7.6"],
        CannotIlluminate { .. } | LightUsed { .. } => &["4.5.1", "4.5.2"],
        NoStarshell { .. } => &["4.5.2"],
        NoTorpedoes { .. } => &["7.4", "7.4.6", "7.6"],
        FactorsLeft { .. } => &["7.4.7", "7.6"],
        // No launch is possible ahead or astern; a launch to a broadside names one of the two.
        TorpedoArc { bearing: Bearing::Bow | Bearing::Stern, .. } => &["7.2"],
        TorpedoArc { bearing: Bearing::Broadside | Bearing::Port | Bearing::Starboard, .. } => &["7.4"],
        RunTooLong { .. } | ZeroRun { .. } | MarkerInUse { .. } | UnknownMarker { .. } | NoFactors => &["7.4"],
        SecondMarker { .. } => &["7.4.1"],
        DummyWithFactors { .. } => &["7.4.6"],
        AboveCard { .. } => &["5.4", "6.2.4", "7.4.7", "8.4", "8.5.1", "8.5.2", "8.7"],
        AmbiguousMounts { .. } | NoSuchMount { .. } => &["8.2.4"],
        MeetingsKnown { .. } | OutOfReach { .. } | NoShipMet | MetTwice => &["7.4.2"],
        CoastBattery { .. } => &["5.2", "5.7", "5.11", "5.13", "7.4", "7.6", "9.3"],
        NotLight { .. } => &["1.4", "7.4"],
        NotInTargetFormation { .. } => &["7.4.4"],
        TorpedoCheckMade { .. } => &["7.5.1"],
        NoneInTorpedoRange { .. } => &["7.5"],
        RepairTried { .. } | FiresFirst { .. } | NothingToRepair { .. } => &["8.6"],
        Unrepairable { .. } => &["8.6.2"],
        NoFires { .. } => &["8.5"],
        FiresRolled { .. } => &["8.5.3"],
        NoHeldHits { .. } => &["3.3.8"],
        NotFiredAt { .. } => &["5.15.5"],
        ReactionTested { .. } => &["5.15"],
        AboveAllowance { .. } => &["5.4", "8.5.1"],
        NoReason => &["3.2", "3.3.1", "9.2"],
        NotALaunch => &["7.1"],
        NoDamageTable => &["8.2", "8.3"],
        NoDamageRow => &["8.2.1", "8.2.2", "8.2.3", "8.3", "8.4"],
        AngleTooLarge { .. } => &["7.4.5"],
    }
}

/// An order outside its segment: the segment's paragraph or the order's is cited.
fn segment_paragraphs(needed: Segment) -> &'static [&'static str] {
    match needed {
        Segment::Plotting => &["3.3.1", "3.4", "5.1", "5.2", "5.5", "5.14", "7.4"],
        Segment::Movement => &["3.3.2", "5.10.3", "5.11", "5.12", "9.2"],
        Segment::Sighting => &["4.2"],
        Segment::Illumination => &["3.3.4"],
        Segment::Gunfire => &["3.3.5"],
        Segment::Torpedo => &["3.3.6"],
        Segment::DamageControl => &["3.3.7"],
        Segment::Damage => &["8.1"],
    }
}

fn table_paragraphs(reason: &TableReason) -> &'static [&'static str] {
    use TableReason::*;
    match reason {
        NoSuchShip { .. } | SetUpOver { .. } => &["3.1"],
        OffTable { .. } => &["2.1"],
        OnLand { .. } => &["5.12"],
        BeginsAshore { .. } => &["10.1.3", "10.2.1", "10.2.2", "10.2.3"],
        SideKnown { .. } | TwoSides { .. } | OtherSide { .. } => &["1.3"],
        NameTaken { .. } => &["5.1.3", "5.2"],
        NamedTwice { .. } => &["5.1", "5.2", "5.11", "5.14"],
        HasPosition { .. } => &["5.7"],
        NoPosition { .. } => &["3.5", "5.1", "5.3.2", "5.7", "5.7.4", "5.7.5", "5.13"],
        TapeFromUnplacedShip { .. }
        | TapeFromOwnDivision { .. }
        | TapeFromOnePoint { .. }
        | TapesDoNotMeet { .. }
        | TapesAmbiguous { .. }
        | FixTooFar { .. } => &["2.7"],
        FixDuringFire { .. } => &["3.3.5"],
        DivisionTooLarge { .. } => &["5.1.1"],
        IncompatibleKind { .. } => &["5.1.1", "5.1.2"],
        NotToRule { .. } => &["9.2"],
        RudderJammed { .. } => &["8.4"],
        NoSmokeStopped { .. } => &["4.6"],
        LeavesFlagship { .. } => &["5.9.1"],
        SharesBase { .. } => &["5.9.3"],
        NothingToSeal { .. } => &["3.3.1"],
        ChecksAlwaysOn => &["5.10"],
        NotOfDivision { .. } => &["4.6", "5.9.1"],
        CircularPlots { .. } | NoLeaderInAction { .. } => &["5.7.4", "5.7.5"],
        LeaderOffTrack { .. } => &["5.7.4"],
        GainsTooMuch { .. } => &["5.5.1", "5.5.2", "5.5.3"],
        SlowsTooMuch { .. } => &["5.5"],
        EndOn { .. } | LaunchedToOtherSide { .. } | NotAbeam { .. } => &["7.2"],
        ApproachAtCentre { .. } | PlacedAlready { .. } => &["10.1.3"],
        ConvoyColumnTurn { .. } => &["5.1.2"],
        PlotTooLong { .. } => &["5.7"],
        BreaksNextPlot { .. } | OutOfColumn { .. } => &["5.7.3"],
        ShipsTurnInBend { .. } => &["5.7.2"],
        OptionOff { .. } => &["3.4", "5.10.3"],
        InMelee { .. } => &["5.16"],
        StrengthsNotHidden => &["5.13"],
        PreplotsOver { .. } | NotTenTurns { .. } => &["5.13.2"],
        NoPicket { .. } => &["5.13.5"],
        OnPreplots { .. } => &["4.1"],
        InSight { .. } | NoPositions => &["5.14"],
        NothingGenerated => &["10.1"],
        WeatherRolled { .. } => &["10.1.1"],
        ForceRolled { .. } | NoShipTypeRow => &["10.1.2"],
        TooTight { .. } => &["5.6"],
        LeavesShipOut { .. } => &["5.1"],
        NoRoomBeside { .. } | FarFromFirst { .. } => &["10.2.2"],
        NotAtStart { .. } => &["10.2.1"],
        OverlapsFriend { .. }
        | FriendsConverge { .. }
        | CollisionTested { .. }
        | BasesClear { .. }
        | CollisionRiskTaken { .. } => &["5.11"],
        NotSetUp { .. } => &["10.2"],
        LandByPosition { .. } | StoppedNotAshore { .. } => &["5.12"],
        LaunchedLate { .. } => &["3.3.1"],
        TurnsAwayNoLaunch { .. } => &["5.15.4"],
        MayNotLeave { .. } => &["9.2"],
        ShortOfEdge { .. } => &["9.3"],
        LaterDutiesDue { .. } => &["3.2"],
        TorpedoReachKnown { .. } => &["7.5.1"],
        AlreadyHalved { .. } => &["3.4.1"],
        NoEnemyNear => &["3.4"],
        OnlyMovesInSecondHalf { .. } => &["3.4.3"],
        PlottedForWholeTurn { .. } => &["3.4.4"],
        ArcNotTouched { .. } => &["6.4.4"],
    }
}

fn formation_paragraphs(reason: &FormationReason) -> &'static [&'static str] {
    use FormationReason::*;
    match reason {
        LeavesFirst { .. } => &["5.9.3"],
        ActsAlone { .. } => &["5.8"],
        TooFewDivisions { .. } | NotInPlace { .. } => &["5.2"],
        NoSuchFormation { .. } => &["5.2", "5.3"],
        TooFewInAction { .. } | NotAFlotilla { .. } => &["5.3.2"],
        TurnUnfinished { .. } => &["5.3.2", "5.9.1"],
        LeaderNotFirst { .. } => &["5.3.1"],
        NotOnOneTrack { .. } => &["5.7.6"],
        NoSpeed { .. } => &["5.4"],
        OtherFormation { .. } => &["5.7.4", "5.7.5"],
        DifferentHomeDivision { .. } => &["5.8.1"],
        OutsideGap { .. } => &["5.8.2"],
        SpeedDiffers { .. } => &["5.8.3"],
        FlagShifted { .. } | IsFlagship { .. } => &["5.9.1"],
        CheckedWhenMoving { .. } | OrdersChecked { .. } | FlagDistanceUnknown { .. } => &["5.10.3"],
        NeedsNoCheck { .. } => &["5.10.1", "5.10.2", "5.13.3", "5.15.3", "8.4", "9.2"],
        PlottedAhead { .. } => &["5.7.7"],
    }
}

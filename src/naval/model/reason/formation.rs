//! Why ships cannot be grouped so, a flag not be shifted, or a plot filed ahead not be changed.
use crate::model::{Id, Inches, Plot};

#[derive(Clone, PartialEq, Debug)]
pub enum FormationReason {
    /// A ship alone is of no division and so of no formation.
    /// Still of a division, she cannot be plotted alone for the turn after this.
    LeavesFirst {
        ship: Id,
        division: Id,
    },
    ActsAlone {
        ship: Id,
    },
    TooFewDivisions {
        formation: Id,
    },
    NoSuchFormation {
        formation: Id,
    },
    /// It does not lie where the formation would be extended.
    FarOff {
        formation: Id,
        division: Id,
        /// Clear water to it, and the most that there may be.
        gap: Inches,
        most: Inches,
    },
    LeaderNotFirst {
        ship: Id,
    },
    NoFlotilla {
        formation: Id,
    },
    TurnUnfinished {
        division: Id,
    },
    /// Its ships are not on one track, so there is no place to close up to.
    NotOnOneTrack {
        division: Id,
    },
    NoWay {
        unit: Id,
    },
    OtherFormation {
        division: Id,
        other: Id,
    },
    /// She was not in the division of the others when the battle began.
    OtherHome {
        ship: Id,
        home: Id,
    },
    OutOfChain {
        ship: Id,
        division: Id,
    },
    OutOfPace {
        ship: Id,
        speed: Inches,
        flagship: Inches,
    },
    /// Whoever shifts the flag steers straight ahead this turn.
    FlagShifted {
        division: Id,
    },
    IsFlagship {
        ship: Id,
    },
    /// A division with a position is checked as it moves.
    ChecksItself {
        division: Id,
    },
    /// By the paragraph that is cited.
    NeedsNoCheck {
        division: Id,
    },
    OrdersChecked {
        division: Id,
    },
    /// Nobody has said how far it lies from the force flag.
    FlagFarOff {
        division: Id,
        flag: Id,
    },
    /// A plot filed a turn ahead stands, unless orders failed since.
    PlottedAhead {
        division: Id,
        plot: Plot,
    },
}

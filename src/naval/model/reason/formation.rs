//! Why ships cannot be grouped so, a flag not be shifted, or a plot filed ahead not be changed.
use crate::model::{FormationId, Id, Inches, Plot};

#[derive(Clone, PartialEq, Debug)]
pub enum FormationReason {
    /// Still of a division, she cannot be plotted alone for the turn after this.
    LeavesFirst { ship: Id, division: Id },
    /// A ship alone is of no division and so of no formation. [5.8]
    ActsAlone { ship: Id },
    /// A formation has two divisions or more. [5.2]
    TooFewDivisions { formation: FormationId },
    /// One division of a formation is left in action, or none: there is no shape to change. [5.3.2]
    TooFewInAction { formation: FormationId },
    /// No formation is called so. [5.2]
    NoSuchFormation { formation: FormationId },
    /// It does not lie where the formation would be extended.
    FarOff {
        formation: FormationId,
        division: Id,
        /// Clear water to it, and the most that there may be.
        gap: Inches,
        most: Inches,
    },
    /// A light cruiser with the flag is the first ship of a flotilla. [5.3.1]
    LeaderNotFirst { ship: Id },
    /// Only torpedo craft change their formation. [5.3.2]
    NoFlotilla { formation: FormationId },
    /// It has still to finish a turn. [5.3.2, 5.9.1]
    TurnUnfinished { division: Id },
    /// Its ships are not on one track, so there is no place to close up to.
    NotOnOneTrack { division: Id },
    /// Nobody changes formation at speed 0. [5.4]
    NoWay { unit: Id },
    /// The two are not in one formation.
    OtherFormation { division: Id, other: Id },
    /// She was not in the division of the others when the battle began.
    OtherHome { ship: Id, home: Id },
    /// She does not lie within 2.0 of the others. [5.8.2]
    OutOfChain { ship: Id, division: Id },
    /// Her speed is more than 1.0 off that of the first ship. [5.8.3]
    OutOfPace { ship: Id, speed: Inches, flagship: Inches },
    /// Whoever shifts the flag steers straight ahead this turn.
    FlagShifted { division: Id },
    /// She carries the flag already. [5.9.1]
    IsFlagship { ship: Id },
    /// A division with a position is checked as it moves.
    ChecksItself { division: Id },
    /// By the paragraph that is cited.
    NeedsNoCheck { division: Id },
    /// One check a formation and turn. [5.10.3]
    OrdersChecked { division: Id },
    /// Nobody has said how far it lies from the force flag.
    FlagFarOff { division: Id, flag: Id },
    /// A plot filed a turn ahead stands, unless orders failed since.
    PlottedAhead { division: Id, plot: Plot },
}

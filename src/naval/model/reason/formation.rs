//! Reasons why ships cannot be grouped, a flag not be moved, or a plot filed ahead not be changed.
use crate::model::{FormationId, Id, Inches, Plot};

#[derive(Clone, PartialEq, Debug)]
pub enum FormationReason {
    /// The ship is still in a division, so it cannot be plotted alone for the next turn.
    LeavesFirst { ship: Id, division: Id },
    /// A single ship is in no division, and so in no formation. [5.8]
    ActsAlone { ship: Id },
    /// A formation has at least two divisions. [5.2]
    TooFewDivisions { formation: FormationId },
    /// Fewer than two divisions of the formation are in action, so it has no shape to change. [5.3.2]
    TooFewInAction { formation: FormationId },
    /// No formation has this name. [5.2]
    NoSuchFormation { formation: FormationId },
    /// The division is not in place to extend the formation.
    NotInPlace {
        formation: FormationId,
        division: Id,
        /// Clear water to it, and the maximum.
        gap: Inches,
        most: Inches,
    },
    /// A light cruiser with the flag must be the first ship of a flotilla. [5.3.1]
    LeaderNotFirst { ship: Id },
    /// Only torpedo craft change their formation. [5.3.2]
    NotAFlotilla { formation: FormationId },
    /// The division must first finish a turn. [5.3.2, 5.9.1]
    TurnUnfinished { division: Id },
    /// The division's ships are not on one track, so they cannot close up.
    NotOnOneTrack { division: Id },
    /// No formation changes at speed 0. [5.4]
    NoSpeed { unit: Id },
    /// The two are not in one formation.
    OtherFormation { division: Id, other: Id },
    /// The ship was not in the others' division when the battle began.
    DifferentHomeDivision { ship: Id, home: Id },
    /// The ship is not within 2.0 of the others. [5.8.2]
    OutsideGap { ship: Id, division: Id },
    /// The ship's speed differs from the first ship's by more than 1.0. [5.8.3]
    SpeedDiffers { ship: Id, speed: Inches, flagship: Inches },
    /// A division that changes its flagship goes straight ahead this turn.
    FlagShifted { division: Id },
    /// The ship is already the flagship. [5.9.1]
    IsFlagship { ship: Id },
    /// A division with a position is checked when it moves.
    CheckedWhenMoving { division: Id },
    /// By the paragraph cited, no check is needed.
    NeedsNoCheck { division: Id },
    /// A formation has one check a turn. [5.10.3]
    OrdersChecked { division: Id },
    /// The distance to the force flagship is not known.
    FlagDistanceUnknown { division: Id, flag: Id },
    /// A plot filed a turn ahead cannot change, unless orders have failed since.
    PlottedAhead { division: Id, plot: Plot },
}

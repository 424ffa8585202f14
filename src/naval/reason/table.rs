//! Why a ship cannot be placed so, or a plot not steered.
use super::Reason;
use crate::naval::{
    measure::{Id, Inches},
    plot::{Plot, Turn},
    ship::{Arcs, Bearing},
    table::Place,
};

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
    ConvoyColumnTurn {
        division: Id,
    },
    PlotTooLong {
        division: Id,
        needs: Inches,
        speed: Inches,
        fits: Option<Plot>,
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

impl From<TableReason> for Reason {
    fn from(reason: TableReason) -> Reason {
        Reason::Table(reason)
    }
}

//! The orders of a line: single commands, or orders that become commands in the state in which they are given.
use crate::{Command, Id, notation::volley::DivisionFire};

#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Command(TypedCommand),
    /// `2nd>vladivostok 8.5 8.9`: a division at a division, ship by ship.
    Volley(DivisionFire),
    /// `m izumo rossia 8.5 gromoboi 8.7`: several measured ranges.
    Ranges(TapedRanges),
    /// Plots straight ahead, for divisions without a plot or for all.
    Straight {
        all: bool,
    },
    /// Last turn's targets.
    Again,
    /// A question in the form of an order.
    Question(MeasuringQuery),
}

/// The ranges of one line, each a command.
#[derive(Clone, PartialEq, Debug)]
pub struct TapedRanges {
    pub measures: Vec<Command>,
    /// Pairs of opposite ships of the two measured units for which the line has no range.
    pub pairs_without_range: Vec<(Id, Id)>,
}

/// A question, which orders nothing.
#[derive(Clone, PartialEq, Debug)]
pub enum MeasuringQuery {
    /// `measure all`
    Ranges,
    /// `measure izumo rossia`
    Between(Id, Id),
    /// `plot 2nd CR30 ?`: where the plot would end.
    Preview(Command),
}

#[derive(Clone, PartialEq, Debug)]
pub struct TypedCommand {
    pub command: Command,
    /// Dice typed after `dice`, in the order in which the procedure needs them. See [`play::verbs::face`].
    pub dice: Option<Vec<u8>>,
    /// `fire ... declared`: the line itself states that ships that have not declared stay silent. [3.3.5]
    pub declared: bool,
}

impl Order {
    /// Returns the unit whose fire the order declares, if it declares fire.
    pub fn firer(&self) -> Option<&Id> {
        match self {
            Order::Command(TypedCommand { command: Command::Target(target), .. }) => Some(&target.firer),
            Order::Volley(volley) => Some(&volley.common_order.firer),
            _ => None,
        }
    }
}

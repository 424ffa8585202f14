//! What a line orders: one command, or what the state of its moment makes commands of.
use crate::{Command, Id, notation::volley::Volley};

#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Command(Typed),
    /// `2nd>vladivostok 8.5 8.9`: a division at a division, ship by ship.
    Volley(Volley),
    /// `m izumo rossia 8.5 gromoboi 8.7`: several ranges of the tape.
    Tape(Tape),
    /// Plots straight on, of divisions without one or of all.
    Straight {
        all: bool,
    },
    /// Last turn's targets.
    Again,
    /// A question in the words of an order.
    Look(Look),
}

/// Ranges that one line tells, each a command.
#[derive(Clone, PartialEq, Debug)]
pub struct Tape {
    pub measures: Vec<Command>,
    /// Pairs of two lines of ships, of which the line tells no more, that it leaves out.
    pub left_out: Vec<(Id, Id)>,
}

/// What is asked so, and nothing is ordered.
#[derive(Clone, PartialEq, Debug)]
pub enum Look {
    /// `measure all`
    Ranges,
    /// `measure izumo rossia`
    Between(Id, Id),
    /// `plot 2nd CR30 ?`: where the plot would end.
    Foreseen(Command),
}

/// A command as it was typed.
#[derive(Clone, PartialEq, Debug)]
pub struct Typed {
    pub command: Command,
    /// Faces typed after `dice`, in the order in which the procedure needs them; see [`play::verbs::face`].
    pub dice: Option<Vec<u8>>,
    /// `fire ... declared`: whoever has not declared stays silent, said with the fire itself. [3.3.5]
    pub declared: bool,
}

impl Order {
    /// The unit that it declares to fire.
    pub fn firer(&self) -> Option<&Id> {
        match self {
            Order::Command(Typed { command: Command::Target(target), .. }) => Some(&target.firer),
            Order::Volley(volley) => Some(&volley.target.firer),
            _ => None,
        }
    }
}

//! The data of a game of Tafl: state, commands, facts and reasons for refusals.
use serde::{Deserialize, Serialize};

use super::{Piece, Position, Rules, Side, Square, rules};
use crate::kit::CommonCommand;
use play::Rule;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tafl;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub rules: Rules,
    pub position: Position,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { rules: Rules::default(), position: Position::start(Side::Black) }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub rules: Rules,
    pub position: Position,
    /// Whether the lot that decides which side begins has not been drawn. [TF-4]
    pub lot_pending: bool,
    /// Earlier positions that may recur: those since the last capture.
    pub earlier: Vec<Position>,
    /// The last move.
    pub last: Option<(Square, Square)>,
    /// The side that has offered a draw not yet answered.
    pub offer: Option<Side>,
    pub result: Option<Ending>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ending {
    KingEscaped {
        at: Square,
    },
    KingCaptured {
        /// `None` if the game begins without a king.
        at: Option<Square>,
    },
    Repetition {
        winner: Option<Side>,
    },
    NoMove {
        side: Side,
        winner: Option<Side>,
    },
    NoRussians,
    Resigned {
        side: Side,
    },
    /// The time of a side is up.
    OutOfTime {
        side: Side,
    },
    Agreed,
}

impl Ending {
    /// The side that has won. `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::KingEscaped { .. } | Ending::NoRussians => Some(Side::White),
            Ending::KingCaptured { .. } => Some(Side::Black),
            Ending::Repetition { winner } | Ending::NoMove { winner, .. } => *winner,
            Ending::Resigned { side } | Ending::OutOfTime { side } => Some(side.other()),
            Ending::Agreed => None,
        }
    }

    /// The paragraph that ended the game.
    pub fn rule(&self) -> Rule {
        match self {
            Ending::KingEscaped { .. } => rules::ESCAPE,
            Ending::KingCaptured { .. } => rules::KING_CAPTURED,
            Ending::Repetition { .. } => rules::REPETITION,
            Ending::NoMove { .. } => rules::NO_MOVE,
            Ending::NoRussians => rules::CLAIM,
            Ending::Resigned { .. } | Ending::OutOfTime { .. } | Ending::Agreed => rules::AGREEMENT,
        }
    }
}

/// A command of a player, or of the referee. `Claim` claims the win because no Russian is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Lot,
    Move { from: Square, to: Square },
    Common(CommonCommand<Side>),
    Claim,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    LotDrawn {
        first: Side,
    },
    Moved {
        #[serde(rename = "man")]
        piece: Piece,
        from: Square,
        to: Square,
    },
    Captured {
        #[serde(rename = "man")]
        piece: Piece,
        at: Square,
    },
    DrawOffered {
        by: Side,
    },
    Ended(Ending),
}

/// The reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    LotPending,
    NoLotPending,
    Over(Ending),
    Empty { at: Square },
    NotYours { piece: Piece, at: Square },
    NotMoved { at: Square },
    NotStraight { from: Square, to: Square },
    Blocked { piece: Piece, by: Piece, at: Square },
    Gold { piece: Piece, at: Square },
    AlreadyOffered { by: Side },
    NothingOffered,
    RussiansLeft { count: u32 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Which side begins: 1 to 3 is Black.
    Lot,
}

impl State {
    /// The side whose turn it is. `None` before the lot and after the end.
    pub fn mover(&self) -> Option<Side> {
        (!self.lot_pending && self.result.is_none()).then_some(self.position.to_move())
    }
}

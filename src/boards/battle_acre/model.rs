//! The data of a game of Battle Acre: state, commands, facts and reasons for refusals.
use serde::{Deserialize, Serialize};

use super::{CastlingRefusal, Cell, Kind, Move, Piece, Position, Rules, Side, rules};
use crate::kit::CommonCommand;
use crate::kit::PositionErrors;
use play::Rule;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleAcre;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredSetup")]
pub struct Setup {
    pub rules: Rules,
    pub position: Position,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSetup {
    rules: Rules,
    position: String,
}

impl TryFrom<StoredSetup> for Setup {
    type Error = PositionErrors;

    /// The switches decide whether a position is valid.
    fn try_from(StoredSetup { rules, position }: StoredSetup) -> Result<Setup, PositionErrors> {
        let position = Position::read(&position, &rules)?;
        Ok(Setup { rules, position })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub rules: Rules,
    pub position: Position,
    /// The positions before each move since the last capture, as [`Position::repetition_key`] reduces them.
    pub earlier: Vec<Position>,
    /// The last move: from where to where, or king and spire.
    pub last: Option<(Cell, Cell)>,
    /// The side that has offered a draw not yet answered.
    pub offer: Option<Side>,
    pub result: Option<Ending>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ending {
    Checkmate {
        winner: Side,
    },
    Stalemate {
        winner: Option<Side>,
    },
    Repetition,
    FiftyMoves,
    BareKings,
    Agreed,
    Resigned {
        side: Side,
    },
    /// The time of a side is up.
    OutOfTime {
        side: Side,
    },
}

impl Ending {
    /// The side that has won. `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::Checkmate { winner } => Some(*winner),
            Ending::Stalemate { winner } => *winner,
            Ending::Resigned { side } | Ending::OutOfTime { side } => Some(side.other()),
            Ending::Repetition | Ending::FiftyMoves | Ending::BareKings | Ending::Agreed => None,
        }
    }

    /// The paragraph that ended the game.
    pub fn rule(&self) -> Rule {
        match self {
            Ending::Checkmate { .. } => rules::CHECK,
            Ending::Stalemate { .. } | Ending::Repetition | Ending::FiftyMoves => rules::DRAWS,
            Ending::BareKings | Ending::Agreed => rules::DRAWS,
            Ending::Resigned { .. } | Ending::OutOfTime { .. } => rules::RESIGNING,
        }
    }
}

/// A command of a player, or of the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Move {
        from: Cell,
        to: Cell,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promotion: Option<Kind>,
    },
    Castle {
        king: Cell,
        spire: Cell,
    },
    Common(CommonCommand<Side>),
}

/// Something that happened. `Moved` also removes the piece that `Captured` then reports. `promotion` is the new kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    Moved {
        #[serde(rename = "man")]
        piece: Piece,
        from: Cell,
        to: Cell,
        promotion: Option<Kind>,
    },
    Captured {
        #[serde(rename = "man")]
        piece: Piece,
        at: Cell,
    },
    Castled {
        side: Side,
        king: Cell,
        spire: Cell,
    },
    Checked {
        side: Side,
        by: Cell,
    },
    DrawOffered {
        by: Side,
    },
    Ended(Ending),
}

/// The reason of a refusal.
///
/// `OutOfReach` lists the legal targets. `NothingToCapture`: a pawn only reaches this cell by a capture. `PawnBlocked`:
/// a piece stands in the way of a step, and a pawn never captures straight ahead or sideways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    Over(Ending),
    Empty { at: Cell },
    NotYours { piece: Piece, at: Cell },
    OwnPiece { piece: Piece, at: Cell },
    NotMoved { at: Cell },
    OutOfReach { piece: Piece, from: Cell, to: Cell, legal: Vec<Cell> },
    Blocked { piece: Piece, from: Cell, to: Cell, by: Piece, at: Cell },
    NothingToCapture { from: Cell, to: Cell },
    PawnBlocked { by: Piece, at: Cell },
    LeavesCheck { king: Cell, by: Piece, at: Cell, was_in_check: bool },
    PromotionMissing { to: Cell },
    NoPromotion { piece: Piece, to: Cell },
    IllegalPromotion { kind: Kind },
    CannotCastle { why: CastlingRefusal },
    NotKingAndSpire { king: Cell, spire: Cell },
    AlreadyOffered { by: Side },
    NothingOffered,
    NoAgreement,
}

/// No dice are rolled in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {}

impl State {
    /// The side whose turn it is. `None` after the end.
    pub fn mover(&self) -> Option<Side> {
        self.result.is_none().then_some(self.position.to_move())
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { rules: Rules::default(), position: Position::start() }
    }
}

pub fn to_command(mv: &Move) -> Command {
    match *mv {
        Move::Go { from, to, promotion } => Command::Move { from, to, promotion },
        Move::Castle { king, spire } => Command::Castle { king, spire },
    }
}

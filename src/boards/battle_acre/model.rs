//! A game of Battle Acre as data: how it stands, what may be ordered, what has happened, why something is refused.
use serde::{Deserialize, Serialize};

use super::{Cell, Kind, Man, Move, NoCastling, Position, Rules, Side, rules};
use crate::kit::Common;
use crate::kit::Faults;
use play::Rule;

/// The game of Battle Acre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleAcre;

/// Rules and position with which a game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Setup {
    pub rules: Rules,
    pub position: Position,
}

/// A set-up as it is written down.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rules: Rules,
    position: String,
}

impl TryFrom<Written> for Setup {
    type Error = Faults;

    /// A position is judged by its switches.
    fn try_from(Written { rules, position }: Written) -> Result<Setup, Faults> {
        let position = Position::read(&position, &rules)?;
        Ok(Setup { rules, position })
    }
}

/// Everything that has happened, as far as it matters.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub rules: Rules,
    pub position: Position,
    /// Earlier positions that may occur again, by what makes them the same.
    pub earlier: Vec<Position>,
    /// The last move.
    pub last: Option<(Cell, Cell)>,
    /// The side whose offer of a draw stands.
    pub offer: Option<Side>,
    pub result: Option<Ending>,
}

/// How a game has ended.
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
    /// The side that has won; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::Checkmate { winner } => Some(*winner),
            Ending::Stalemate { winner } => *winner,
            Ending::Resigned { side } | Ending::OutOfTime { side } => Some(side.other()),
            Ending::Repetition | Ending::FiftyMoves | Ending::BareKings | Ending::Agreed => None,
        }
    }

    /// The paragraph by which the game has ended.
    pub fn rule(&self) -> Rule {
        match self {
            Ending::Checkmate { .. } => rules::CHECK,
            Ending::Stalemate { .. } | Ending::Repetition | Ending::FiftyMoves => rules::DRAWS,
            Ending::BareKings | Ending::Agreed => rules::DRAWS,
            Ending::Resigned { .. } | Ending::OutOfTime { .. } => rules::RESIGNING,
        }
    }
}

/// What a player, or the referee for them, may ask for.
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
    Common(Common<Side>),
}

/// What has happened. A man who has moved has taken whoever stood there, and with `promotion` become another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    Moved { man: Man, from: Cell, to: Cell, promotion: Option<Kind> },
    Captured { man: Man, at: Cell },
    Castled { side: Side, king: Cell, spire: Cell },
    Checked { side: Side, by: Cell },
    DrawOffered { by: Side },
    Ended(Ending),
}

/// Why a command is refused.
///
/// `OutOfReach` names the cells where the man may go. `NothingToCapture`: a pawn captures there and goes there in no
/// other way. `PawnBlocked`: straight ahead or sideways a pawn never captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    Over(Ending),
    Empty { at: Cell },
    NotYours { man: Man, at: Cell },
    OwnMan { man: Man, at: Cell },
    NotMoved { at: Cell },
    OutOfReach { man: Man, from: Cell, to: Cell, lawful: Vec<Cell> },
    Blocked { man: Man, from: Cell, to: Cell, by: Man, at: Cell },
    NothingToCapture { from: Cell, to: Cell },
    PawnBlocked { by: Man, at: Cell },
    LeavesCheck { king: Cell, by: Man, at: Cell, was_in_check: bool },
    PromotionMissing { to: Cell },
    NoPromotion { man: Man, to: Cell },
    IllegalPromotion { kind: Kind },
    CannotCastle { why: NoCastling },
    NotKingAndSpire { king: Cell, spire: Cell },
    AlreadyOffered { by: Side },
    NothingOffered,
    NoAgreement,
}

/// No die is thrown in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {}

impl State {
    /// The side whose turn it is; `None` after the end.
    pub fn mover(&self) -> Option<Side> {
        self.result.is_none().then_some(self.position.to_move())
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { rules: Rules::default(), position: Position::start() }
    }
}

/// A move as a command.
pub fn command(given: &Move) -> Command {
    match *given {
        Move::Go { from, to, promotion } => Command::Move { from, to, promotion },
        Move::Castle { king, spire } => Command::Castle { king, spire },
    }
}

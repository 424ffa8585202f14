//! The data of a game of Coal and Steel: state, commands, facts and reasons for refusals.
use serde::{Deserialize, Serialize};

use super::{Action, Kind, Piece, PieceCounts, Position, Repetition, Rules, Side, Square, Tile, rules};
use crate::kit::{CommonCommand, PerSide};
use play::{EventOf, Rule};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoalAndSteel;

/// The rules, and a position if the game does not begin with the placement.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub rules: Rules,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// The state of a game. The referee knows it, but no player does.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub rules: Rules,
    pub position: Position,
    /// The pieces not yet placed, during the placement.
    pub placing: Option<Placing>,
    /// Whether a trade was accepted in this turn.
    pub traded: bool,
    /// Pieces of the side to move that came back in this turn. [CS-21]
    pub returned: PieceCounts,
    pub pending: Option<Trade>,
    /// Every action, with the position after it.
    pub history: Vec<(Action, Position)>,
    /// The position at the start of play.
    pub first_position: Position,
    /// Two squares of the last action: from and to, Batled and partner, or the square of an entry twice.
    pub last: Option<(Square, Square)>,
    /// The side that has offered a draw not yet answered.
    pub offer: Option<Side>,
    pub result: Option<Ending>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    pub unplaced: PerSide<PieceCounts>,
    /// Sides that have finished placing.
    pub done: PerSide<bool>,
}

/// An offer to exchange captives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trade {
    pub by: Side,
    /// Pieces of the other side, returned to it.
    pub give: Vec<Kind>,
    /// Pieces of the offering side, returned to it.
    pub take: Vec<Kind>,
}

/// How a game has ended. `NotAvenged`: a side lost its Batled and did not take the enemy's within its two turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ending {
    NotAvenged {
        winner: Side,
    },
    BothTaken,
    Repetition,
    Stuck {
        side: Side,
    },
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
            Ending::NotAvenged { winner } => Some(*winner),
            Ending::Stuck { side } | Ending::Resigned { side } | Ending::OutOfTime { side } => Some(side.other()),
            Ending::BothTaken | Ending::Repetition | Ending::Agreed => None,
        }
    }

    /// The paragraph that ended the game.
    pub fn rule(&self) -> Rule {
        match self {
            Ending::NotAvenged { .. } | Ending::BothTaken => rules::WIN,
            Ending::Repetition => rules::REPETITION,
            Ending::Stuck { .. } => rules::STUCK,
            Ending::Resigned { .. } | Ending::OutOfTime { .. } | Ending::Agreed => rules::AGREEMENT,
        }
    }
}

/// A command of a player, or of the referee.
///
/// `Hold` keeps the one or two pieces left as the reserve. `Enter` brings a piece of it on. With `Swap`, the Batled
/// exchanges squares with an adjacent piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Place { kind: Kind, at: Square },
    Hold,
    Flip { at: Square },
    Trade { give: Vec<Kind>, take: Vec<Kind> },
    AcceptTrade,
    DeclineTrade,
    Move { from: Square, to: Square },
    Enter { kind: Kind, at: Square },
    Swap { with: Square },
    Pass,
    Common(CommonCommand<Side>),
}

impl Command {
    /// Whether it may be given while a trade is on offer: it answers the trade, or ends the game.
    pub(super) fn answers_trades(&self) -> bool {
        match self {
            Command::AcceptTrade | Command::DeclineTrade => true,
            Command::Common(common) => matches!(common, CommonCommand::Resign { .. } | CommonCommand::Flag { .. }),
            _ => false,
        }
    }

    /// Whether it is allowed before all pieces are placed. [CS-4]
    pub(super) fn may_come_early(&self) -> bool {
        matches!(self, Command::Place { .. } | Command::Hold | Command::Common(_))
    }

    /// Whether it is the action of a turn, and ends it. [CS-6]
    pub fn is_action(&self) -> bool {
        matches!(self, Command::Move { .. } | Command::Enter { .. } | Command::Swap { .. } | Command::Pass)
    }
}

/// Returns the squares of pieces hidden in the state before and known now: flipped, captured, or entered face up.
pub fn revealed_squares(before: &State, events: &[EventOf<CoalAndSteel>]) -> Vec<Square> {
    let revealed_at = |event: &EventOf<CoalAndSteel>| match event.fact {
        Fact::Flipped { at, .. } => {
            Some(at).filter(|at| before.position.piece_at(*at).is_some_and(|piece| piece.is_hidden()))
        }
        Fact::Captured { at, hidden: true, .. } | Fact::Entered { at, shown: true, .. } => Some(at),
        _ => None,
    };
    events.iter().filter_map(revealed_at).collect()
}

impl From<Action> for Command {
    fn from(action: Action) -> Command {
        match action {
            Action::Move { from, to } => Command::Move { from, to },
            Action::Enter { kind, at } => Command::Enter { kind, at },
            Action::Swap { with } => Command::Swap { with },
            Action::Pass => Command::Pass,
        }
    }
}

/// Something that happened, as the referee knows it: with the kinds of hidden pieces.
///
/// `Counted`: a Batled was captured, or its side has had another turn since. `TurnEnded` passes the turn to the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    Placed {
        side: Side,
        kind: Kind,
        at: Square,
    },
    HeldBack {
        side: Side,
    },
    PlayBegan,
    Flipped {
        side: Side,
        kind: Kind,
        at: Square,
        forced: bool,
    },
    TradeOffered(Trade),
    TradeDeclined,
    Traded(Trade),
    Moved {
        side: Side,
        from: Square,
        to: Square,
    },
    /// `hidden`: only its own side knew its kind.
    Captured {
        side: Side,
        kind: Kind,
        at: Square,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
    },
    TileTurned {
        at: Square,
        tile: Tile,
    },
    TileRemoved {
        at: Square,
    },
    /// `shown`: it entered face up, and its kind was not known.
    Entered {
        side: Side,
        kind: Kind,
        at: Square,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        shown: bool,
    },
    Swapped {
        side: Side,
        batled: Square,
        with: Square,
    },
    Passed {
        side: Side,
    },
    Counted {
        captor: Side,
        left: u8,
    },
    TurnEnded {
        action: Action,
    },
    DrawOffered {
        by: Side,
    },
    Ended(Ending),
}

/// The reason of a refusal. None reveals more than the side to move may know.
///
/// `Handicapped`: the stronger side places exactly 16 pieces. `BatledComesLast`: only its Batled can be the last now.
/// `HiddenStep`: a face-down piece steps one square, never backward. `TradeOnOffer`: the other side must first answer
/// the trade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    Over(Ending),
    StillPlacing,
    PlacingOver,
    OutsideZone { at: Square, side: Side },
    Occupied { at: Square },
    OnTile { at: Square },
    NoneLeft { kind: Kind },
    TooEarlyToHold { placed: u8 },
    BatledHeld,
    BatledComesLast,
    Handicapped { side: Side },
    Empty { at: Square },
    NotYours { at: Square },
    NotMoved { at: Square },
    AlreadyUp { at: Square },
    FlipAfterTrade,
    HiddenStep { from: Square, to: Square },
    Backward { kind: Kind },
    NotItsWay { kind: Kind, from: Square, to: Square },
    Wall { at: Square },
    WallDiagonal { at: Square },
    TunnelLine { at: Square },
    Blocked { at: Square },
    OwnPiece { at: Square },
    NoEntrySquare { at: Square, side: Side },
    NotInReserve { kind: Kind },
    ReserveEmpty,
    JustReturned { kind: Kind },
    SwapUsed,
    BatledGone,
    BatledHidden,
    NotAdjacent { batled: Square, with: Square },
    SwapTerrain { with: Square },
    SomethingToDo { example: Command },
    AlreadyTraded,
    NothingNamed,
    NotHeld { kind: Kind, holder: Side },
    BatledNotTraded,
    NoTrade,
    AlreadyOffered { by: Side },
    TradeOnOffer { by: Side },
    NothingOffered,
}

/// No dice are rolled in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {}

impl State {
    /// The side whose turn it is, to place or to play. `None` after the end.
    pub fn mover(&self) -> Option<Side> {
        self.result.is_none().then_some(self.position.to_move())
    }

    /// The side that decides now: the one that must answer a trade [CS-21], otherwise the one whose turn it is.
    pub fn decider(&self) -> Option<Side> {
        let answers = self.pending.as_ref().map(|trade| trade.by.other());
        self.mover().map(|mover| answers.unwrap_or(mover))
    }

    /// Returns the actions for step 3 [CS-6]. If only a pass is left and nothing was traded, returns instead the flips
    /// that would enable another action, if any. [CS-A13]
    pub(super) fn step_three_commands(&self) -> Vec<Command> {
        let actions = self.position.actions(&self.returned);
        if actions == [Action::Pass] && !self.traded {
            let would_act = |at: Square, piece: &Piece| {
                let mut flipped = self.position;
                flipped.flip(at);
                let swaps = piece.kind == Kind::Batled && !flipped.partners(piece.side).is_empty();
                !piece.face_up && (swaps || !flipped.targets(at).is_empty())
            };
            let flippable = self.position.pieces(self.position.to_move()).filter(|(at, piece)| would_act(*at, piece));
            let flips: Vec<Command> = flippable.map(|(at, _)| Command::Flip { at }).collect();
            if !flips.is_empty() {
                return flips;
            }
        }
        actions.into_iter().map(Command::from).collect()
    }

    pub(super) fn end_turn(&mut self, action: Action) {
        let side = self.position.to_move;
        self.position.to_move = side.other();
        self.traded = false;
        self.returned = PieceCounts::default();
        self.pending = None;
        self.offer = self.offer.filter(|by| *by == side);
        self.history.push((action, self.position));
    }

    /// Whether the play has repeated itself. [CS-23]
    pub fn has_repeated(&self) -> bool {
        let plies = &self.history;
        let last = plies.last().map(|(_, position)| position);
        match self.rules.repetition {
            Repetition::Cycle => (2..=plies.len() / 3).step_by(2).any(|length| {
                let (first, second) = (&plies[plies.len() - 3 * length..], &plies[plies.len() - 2 * length..]);
                let ends = [&first[length - 1].1, &second[length - 1].1];
                first.iter().zip(second).all(|(left, right)| left.0 == right.0)
                    && ends.iter().all(|end| Some(*end) == last)
            }),
            Repetition::Threefold => {
                let positions = plies.iter().map(|(_, position)| position).chain([&self.first_position]);
                last.is_some_and(|last| positions.filter(|position| *position == last).count() >= 3)
            }
        }
    }
}

//! A game of Coal and Steel as data: how it stands, what may be ordered, what has happened, why something is refused.
use serde::{Deserialize, Serialize};

use super::{
    men::{Hand, Kind},
    position::{Action, Position},
    rules::{self, Repetition, Rules},
    side::Side,
    squares::{Square, Tile},
};
use crate::kit::PerSide;
use play::{EventOf, Rule};

/// The game of Coal and Steel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoalAndSteel;

/// Rules with which a game begins, and a position when it does not begin with the placement.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub rules: Rules,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// Everything that has happened, as far as it matters; what the referee knows, not a player.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub rules: Rules,
    pub position: Position,
    /// The men not yet placed, while the placement goes on.
    pub placing: Option<Placing>,
    /// A trade was accepted in this turn.
    pub traded: bool,
    /// Men of the side to move that came back in this turn. [CS-21]
    pub returned: Hand,
    /// The trade on offer.
    pub pending: Option<Trade>,
    /// Every action, with the position after it.
    pub plies: Vec<(Action, Position)>,
    /// The position with which the play began.
    pub begun: Position,
    /// The last move.
    pub last: Option<(Square, Square)>,
    /// The side whose offer of a draw stands.
    pub offer: Option<Side>,
    pub result: Option<Ending>,
}

/// Men not yet placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    pub left: PerSide<Hand>,
    /// Sides that have placed all they will.
    pub done: PerSide<bool>,
}

impl Default for Placing {
    fn default() -> Placing {
        Placing { left: PerSide([Hand::full(); 2]), done: PerSide::default() }
    }
}

/// An offer of captives for captives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trade {
    pub by: Side,
    /// Men of the other side, to go back to it.
    pub give: Vec<Kind>,
    /// Men of the side that offers, to come back to it.
    pub take: Vec<Kind>,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The victim of a taken Batled did not take the other in its two turns. [CS-22]
    NotAvenged { winner: Side },
    /// Both Batleds have fallen. [CS-22]
    BothTaken,
    /// The play repeats itself. [CS-23]
    Repetition,
    /// A side can do nothing. [CS-A13]
    Stuck { side: Side },
    /// A side has given up. [CS-A18]
    Resigned { side: Side },
    /// Both have agreed on a draw. [CS-A18]
    Agreed,
}

impl Ending {
    /// The side that has won; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::NotAvenged { winner } => Some(*winner),
            Ending::Stuck { side } | Ending::Resigned { side } => Some(side.other()),
            Ending::BothTaken | Ending::Repetition | Ending::Agreed => None,
        }
    }

    /// The paragraph by which the game has ended.
    pub fn rule(&self) -> Rule {
        match self {
            Ending::NotAvenged { .. } | Ending::BothTaken => rules::WIN,
            Ending::Repetition => rules::REPETITION,
            Ending::Stuck { .. } => rules::STUCK,
            Ending::Resigned { .. } | Ending::Agreed => rules::AGREEMENT,
        }
    }
}

/// What a player, or the referee for them, may ask for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Place a man, face down. [CS-4]
    Place { kind: Kind, at: Square },
    /// Keep the one or two men left as the reserve. [CS-5]
    Hold,
    /// Turn up a man of one's own. [CS-6]
    Flip { at: Square },
    /// Offer a trade. [CS-21]
    Trade { give: Vec<Kind>, take: Vec<Kind> },
    /// Accept the trade on offer. [CS-21]
    AcceptTrade,
    /// Decline it. [CS-21]
    DeclineTrade,
    /// Move a man. [CS-7 to CS-19]
    Move { from: Square, to: Square },
    /// Bring on a man of the reserve. [CS-20]
    Enter { kind: Kind, at: Square },
    /// The Batled exchanges squares with a man beside him. [CS-9]
    Swap { with: Square },
    /// Nothing can be done. [CS-A13]
    Pass,
    /// Give the game up. [CS-A18]
    Resign { side: Side },
    /// Offer a draw, as the side to move.
    OfferDraw,
    /// Accept the draw that the other side has offered.
    AcceptDraw,
}

impl Command {
    /// Whether it may be given while a trade is on offer: it answers the trade, or ends the game.
    pub(super) fn answers_trades(&self) -> bool {
        matches!(self, Command::AcceptTrade | Command::DeclineTrade | Command::Resign { .. })
    }

    /// Whether it is what a turn is for, and ends it. [CS-6]
    pub fn is_action(&self) -> bool {
        matches!(self, Command::Move { .. } | Command::Enter { .. } | Command::Swap { .. } | Command::Pass)
    }
}

/// Squares on which the kind of a man has become known who was hidden in the state before: he was turned up, taken, or
/// came on face up.
pub fn revealed(before: &State, events: &[EventOf<CoalAndSteel>]) -> Vec<Square> {
    let hidden = |at: &Square| before.position.man(*at).is_some_and(|man| !man.up && !man.known);
    let comes_up = before.rules.enter_face == rules::EnterFace::Up;
    let shown = |event: &EventOf<CoalAndSteel>| {
        if let Fact::Flipped { at, .. } | Fact::Captured { at, .. } = &event.fact {
            return Some(*at).filter(hidden);
        }
        let Fact::Entered { side, kind, at } = &event.fact else { return None };
        let known = before.position.reserve(*side).known.count(*kind) > 0;
        (comes_up && !known).then_some(*at)
    };
    events.iter().filter_map(shown).collect()
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

/// What has happened; kinds are the referee's knowledge.
///
/// `Counted`: a Batled has fallen, or a turn of its side has gone by since. With `TurnEnded` the turn goes to the other
/// side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    Placed { side: Side, kind: Kind, at: Square },
    HeldBack { side: Side },
    PlayBegan,
    Flipped { side: Side, kind: Kind, at: Square, forced: bool },
    TradeOffered(Trade),
    TradeDeclined,
    Traded(Trade),
    Moved { side: Side, from: Square, to: Square },
    Captured { side: Side, kind: Kind, at: Square },
    TileTurned { at: Square, tile: Tile },
    TileRemoved { at: Square },
    Entered { side: Side, kind: Kind, at: Square },
    Swapped { side: Side, batled: Square, with: Square },
    Passed { side: Side },
    Counted { captor: Side, left: u8 },
    TurnEnded { action: Action },
    DrawOffered { by: Side },
    Ended(Ending),
}

/// Why a command is refused. None tells more than the side to move may know.
///
/// `HiddenStep`: a man that lies face down steps one square and never backward. `TradeOnOffer`: the other side answers
/// the trade first.
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
    OwnMan { at: Square },
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

/// No die is thrown in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {}

impl State {
    /// The side whose turn it is, to place or to play; `None` after the end.
    pub fn mover(&self) -> Option<Side> {
        self.result.is_none().then_some(self.position.to_move())
    }

    /// The side that is to decide now: who answers the trade on offer [CS-21], else whose turn it is.
    pub fn decider(&self) -> Option<Side> {
        let answers = self.pending.as_ref().map(|trade| trade.by.other());
        self.mover().map(|mover| answers.unwrap_or(mover))
    }

    pub(super) fn end_turn(&mut self, action: Action) {
        let side = self.position.to_move;
        self.position.to_move = side.other();
        self.traded = false;
        self.returned = Hand::default();
        self.pending = None;
        self.offer = self.offer.filter(|by| *by == side);
        self.plies.push((action, self.position));
    }

    /// Whether the play has repeated itself. [CS-23]
    pub fn has_repeated(&self) -> bool {
        let plies = &self.plies;
        match self.rules.repetition {
            Repetition::Cycle => (2..=plies.len() / 3).step_by(2).any(|length| {
                let blocks: Vec<_> = plies[plies.len() - 3 * length..].chunks(length).collect();
                let same = |one: &[(Action, Position)], other: &[(Action, Position)]| {
                    let actions = one.iter().zip(other).all(|(one, other)| one.0 == other.0);
                    actions && one.last().map(|ply| &ply.1) == other.last().map(|ply| &ply.1)
                };
                blocks.windows(2).all(|pair| same(pair[0], pair[1]))
            }),
            Repetition::Threefold => {
                let last = plies.last().map(|(_, position)| position);
                let stood = plies.iter().map(|(_, position)| position).chain([&self.begun]);
                last.is_some_and(|last| stood.filter(|position| *position == last).count() >= 3)
            }
        }
    }
}

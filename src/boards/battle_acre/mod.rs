//! Battle Acre: chess on 160 triangles, forty men a side.
mod ahead;
mod cells;
mod counting;
mod judge;
mod men;
mod moving;
pub mod notation;
mod position;
pub mod rules;
mod safety;
mod text;

pub use ahead::{Ahead, Terms};
pub use cells::{CELLS, Cell, Group, RANKS, Ride, Set, WIDTHS};
pub use men::{Kind, Man, Side, pawn_captures};
pub use position::{Move, NoCastling, Position, Rights};
use rules::Rules;
pub use safety::Safety;
use serde::{Deserialize, Serialize};
pub use text::START;

use crate::text::Faults;
use play::{Board, Draft, Game, HaltOf, Rule};

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

    /// A position is judged by its switches; what was lawful without them was begun once, and is still read.
    fn try_from(Written { rules, position }: Written) -> Result<Setup, Faults> {
        let read = Position::read(&position, &rules).or_else(|faults| position.parse().map_err(|_: Faults| faults))?;
        Ok(Setup { rules, position: read })
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
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Checkmate { winner: Side },
    Stalemate { winner: Option<Side> },
    Repetition,
    FiftyMoves,
    BareKings,
    Agreed,
    Resigned { side: Side },
}

impl Ending {
    /// The side that has won; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::Checkmate { winner } => Some(*winner),
            Ending::Stalemate { winner } => *winner,
            Ending::Resigned { side } => Some(side.other()),
            Ending::Repetition | Ending::FiftyMoves | Ending::BareKings | Ending::Agreed => None,
        }
    }

    /// The paragraph by which the game has ended.
    pub fn rule(&self) -> Rule {
        match self {
            Ending::Checkmate { .. } => rules::CHECK,
            Ending::Stalemate { .. } | Ending::Repetition | Ending::FiftyMoves => rules::DRAWS,
            Ending::BareKings | Ending::Agreed => rules::DRAWS,
            Ending::Resigned { .. } => rules::RESIGNING,
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
    Resign {
        side: Side,
    },
    /// Offer a draw, as the side to move.
    OfferDraw,
    /// Accept the draw that the other side has offered.
    AcceptDraw,
}

/// What has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A man has moved, taken whoever stood there, and with `promotion` become another.
    Moved {
        man: Man,
        from: Cell,
        to: Cell,
        promotion: Option<Kind>,
    },
    Captured {
        man: Man,
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

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    Over(Ending),
    Empty {
        at: Cell,
    },
    NotYours {
        man: Man,
        at: Cell,
    },
    OwnMan {
        man: Man,
        at: Cell,
    },
    NotMoved {
        at: Cell,
    },
    /// Not a cell that the man reaches; `lawful` are those where he may go.
    OutOfReach {
        man: Man,
        from: Cell,
        to: Cell,
        lawful: Vec<Cell>,
    },
    Blocked {
        man: Man,
        from: Cell,
        to: Cell,
        by: Man,
        at: Cell,
    },
    /// A pawn captures there and nowhere else, and nobody is there to be captured.
    NothingToCapture {
        from: Cell,
        to: Cell,
    },
    /// A pawn never captures straight ahead or sideways.
    PawnBlocked {
        by: Man,
        at: Cell,
    },
    LeavesCheck {
        king: Cell,
        by: Man,
        at: Cell,
        was_in_check: bool,
    },
    PromotionMissing {
        to: Cell,
    },
    NoPromotion {
        man: Man,
        to: Cell,
    },
    IllegalPromotion {
        kind: Kind,
    },
    CannotCastle {
        why: NoCastling,
    },
    NotKingAndSpire {
        king: Cell,
        spire: Cell,
    },
    AlreadyOffered {
        by: Side,
    },
    NothingOffered,
    NoAgreement,
}

/// No die is thrown in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {}

type Refused = HaltOf<BattleAcre>;

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

impl Game for BattleAcre {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    const RULINGS: u32 = 2;

    fn begin(setup: &Setup) -> State {
        let Setup { rules, mut position } = setup.clone();
        if let Some(first) = rules.first.side() {
            position.to_move = first;
        }
        let state = State { rules, position, earlier: Vec::new(), last: None, offer: None, result: None };
        State { result: judge::ending(&state), ..state }
    }

    fn decide(draft: &mut Draft<'_, BattleAcre>, command: &Command) -> Result<(), Refused> {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        match command {
            Command::Move { from, to, promotion } => judge::go(draft, *from, *to, *promotion),
            Command::Castle { king, spire } => judge::castle(draft, *king, *spire),
            Command::Resign { side } => {
                draft.note(rules::RESIGNING, Fact::Ended(Ending::Resigned { side: *side }));
                Ok(())
            }
            Command::OfferDraw => judge::offer(draft),
            Command::AcceptDraw => judge::accept(draft),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::Moved { man, from, to, promotion } => {
                let given = Move::Go { from: *from, to: *to, promotion: *promotion };
                state.turn(&given, man.side, (*from, *to));
            }
            Fact::Castled { side, king, spire } => {
                state.turn(&Move::Castle { king: *king, spire: *spire }, *side, (*king, *spire));
            }
            // The move itself has taken the man, but for a ruling that no longer holds: then he goes now, so that an old
            // game stands as it was played. Earlier positions cannot come again.
            Fact::Captured { man, at } => {
                if state.position.man(*at) == Some(*man) {
                    state.position.take(*at);
                }
                state.earlier.clear();
            }
            Fact::Checked { .. } => {}
            Fact::DrawOffered { by } => state.offer = Some(*by),
            Fact::Ended(ending) => state.result = Some(*ending),
        }
    }
}

impl State {
    fn turn(&mut self, given: &Move, side: Side, cells: (Cell, Cell)) {
        self.earlier.push(self.position.key(&self.rules));
        self.position = self.position.after(given);
        self.last = Some(cells);
        self.offer = self.offer.filter(|by| *by == side);
    }
}

/// A move as a command.
pub fn command(given: &Move) -> Command {
    match *given {
        Move::Go { from, to, promotion } => Command::Move { from, to, promotion },
        Move::Castle { king, spire } => Command::Castle { king, spire },
    }
}

/// The worth of a game that is won.
pub const WON: i32 = 1_000_000;

impl Board for BattleAcre {
    fn choices(state: &State) -> Vec<Command> {
        match state.result {
            Some(_) => Vec::new(),
            None => state.position.moves(&state.rules).iter().map(command).collect(),
        }
    }

    fn evaluate(state: &State) -> i32 {
        let mover = state.position.to_move();
        match state.result.map(|ending| ending.winner()) {
            Some(Some(winner)) if winner == mover => WON,
            Some(Some(_)) => -WON,
            Some(None) => 0,
            None => 50 * (state.position.half_points(mover) - state.position.half_points(mover.other())),
        }
    }
}

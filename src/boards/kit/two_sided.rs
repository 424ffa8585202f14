//! Games of two sides: the current status, and draws by agreement.
use serde::{Deserialize, Serialize};

use super::Sided;
use play::{Board, EventBuilder, GameResult, NotDecidedOf, Rule};

/// A command that every game of two sides has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CommonCommand<S> {
    Resign {
        side: S,
    },
    /// The time of this side is up.
    Flag {
        side: S,
    },
    /// Offers a draw, as the side to move. Accepts one that the other side has offered.
    OfferDraw,
    AcceptDraw,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameStatus<S> {
    /// The side to move, whether or not it may.
    pub to_move: S,
    /// The side that must decide something now, if any.
    pub mover: Option<S>,
    /// The side that has offered a draw not yet answered.
    pub offer: Option<S>,
    /// The winner, once the game has ended. `Some(None)` is a draw.
    pub outcome: Option<Option<S>>,
}

/// A game of two sides, which may resign or agree on a draw.
pub trait TwoSided: Board {
    type Side: Sided;
    /// The paragraph that allows agreement.
    const AGREEMENT: Rule;
    const NOTHING_OFFERED: Self::Reason;

    fn game_status(state: &Self::State) -> GameStatus<Self::Side>;
    fn from_common(common: CommonCommand<Self::Side>) -> Self::Command;
    /// The common command in a command. `None` for any other.
    fn common(command: &Self::Command) -> Option<CommonCommand<Self::Side>>;
    /// The fact that ends the game by a common command, and its paragraph.
    fn end(common: CommonCommand<Self::Side>) -> (Rule, Self::Fact);
    fn offer_fact(by: Self::Side) -> Self::Fact;
    fn repeat_offer_reason(by: Self::Side) -> Self::Reason;

    fn is_common(command: &Self::Command, common: CommonCommand<Self::Side>) -> bool {
        Self::common(command) == Some(common)
    }
    /// The side whose time is up according to a command. `None` for any other command.
    fn flagged_side(command: &Self::Command) -> Option<Self::Side> {
        if let Some(CommonCommand::Flag { side }) = Self::common(command) { Some(side) } else { None }
    }

    fn mover(state: &Self::State) -> Option<Self::Side> {
        Self::game_status(state).mover
    }
    fn is_over(state: &Self::State) -> bool {
        Self::game_status(state).outcome.is_some()
    }
    /// The side that has won. `None` for a draw, and before the end.
    fn winner(state: &Self::State) -> Option<Self::Side> {
        Self::game_status(state).outcome.flatten()
    }
}

/// Implements [`TwoSided`] for a game whose endings, facts and reasons have the usual names. `mover` is the state's
/// method that returns the side to decide.
macro_rules! two_sided {
    ($game:ident, $mover:ident, $agreement:expr) => {
        impl $crate::kit::TwoSided for $game {
            type Side = Side;
            const AGREEMENT: play::Rule = $agreement;
            const NOTHING_OFFERED: Reason = Reason::NothingOffered;

            fn game_status(state: &State) -> $crate::kit::GameStatus<Side> {
                let outcome = state.result.map(|ending| ending.winner());
                let (to_move, offer) = (state.position.to_move(), state.offer);
                $crate::kit::GameStatus { to_move, mover: state.$mover(), offer, outcome }
            }
            fn from_common(common: $crate::kit::CommonCommand<Side>) -> Command {
                Command::Common(common)
            }
            fn common(command: &Command) -> Option<$crate::kit::CommonCommand<Side>> {
                if let Command::Common(common) = command { Some(*common) } else { None }
            }
            fn end(common: $crate::kit::CommonCommand<Side>) -> (play::Rule, Fact) {
                use $crate::kit::CommonCommand::{AcceptDraw, Flag, OfferDraw, Resign};
                let ending = match common {
                    Resign { side } => Ending::Resigned { side },
                    Flag { side } => Ending::OutOfTime { side },
                    OfferDraw | AcceptDraw => Ending::Agreed,
                };
                (ending.rule(), Fact::Ended(ending))
            }
            fn offer_fact(by: Side) -> Fact {
                Fact::DrawOffered { by }
            }
            fn repeat_offer_reason(by: Side) -> Reason {
                Reason::AlreadyOffered { by }
            }
        }
    };
}
pub(crate) use two_sided;

pub(crate) fn decide_common<G: TwoSided>(
    draft: &mut EventBuilder<'_, G>,
    common: CommonCommand<G::Side>,
) -> Result<(), NotDecidedOf<G>> {
    let GameStatus { to_move, offer, .. } = G::game_status(draft.state());
    match (common, offer) {
        (CommonCommand::OfferDraw, None) => return draft.record_last(G::AGREEMENT, G::offer_fact(to_move)),
        (CommonCommand::OfferDraw, Some(side)) if side == to_move => {
            draft.refuse(G::AGREEMENT, G::repeat_offer_reason(to_move))?
        }
        (CommonCommand::AcceptDraw, None) => draft.refuse(G::AGREEMENT, G::NOTHING_OFFERED)?,
        // An offer that meets an offer accepts it.
        (CommonCommand::OfferDraw | CommonCommand::AcceptDraw, Some(_))
        | (CommonCommand::Resign { .. } | CommonCommand::Flag { .. }, _) => {}
    }
    let (rule, fact) = G::end(common);
    draft.record_last(rule, fact)
}

const WIN_SCORE: i32 = 1_000_000;

/// Scores a game for the side to move: by its winner if it has ended, otherwise by `heuristic`.
pub(crate) fn evaluate<G: TwoSided>(state: &G::State, heuristic: impl FnOnce(G::Side) -> i32) -> i32 {
    let GameStatus { to_move, outcome, .. } = G::game_status(state);
    match outcome.map(|winner| verdict(to_move, winner)) {
        None => heuristic(to_move),
        Some(GameResult::Won) => WIN_SCORE,
        Some(GameResult::Drawn) => 0,
        Some(GameResult::Lost) => -WIN_SCORE,
    }
}

/// The result of a game for one side. `None` is a draw.
pub(crate) fn verdict<S: PartialEq>(mover: S, winner: Option<S>) -> GameResult {
    match winner {
        None => GameResult::Drawn,
        Some(winner) if winner == mover => GameResult::Won,
        Some(_) => GameResult::Lost,
    }
}

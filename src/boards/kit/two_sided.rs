//! Games of two sides: the current status, and draws by agreement.
use serde::{Deserialize, Serialize};

use super::Sided;
use play::{Board, Draft, HaltOf, Rule, Verdict};

/// A command that every game of two sides has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Common<S> {
    Resign {
        side: S,
    },
    /// The time of this side is up.
    Flag {
        side: S,
    },
    /// Offers a draw, as the side to move. Accepts one that the other side has offered.
    OfferDraw,
    /// Accepts the draw that is on offer.
    AcceptDraw,
}

/// The status of a game between its sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing<S> {
    /// The side to move, whether or not it may.
    pub to_move: S,
    /// The side that must decide something now, if any.
    pub mover: Option<S>,
    /// The side that has offered a draw not yet answered.
    pub offer: Option<S>,
    /// The winner, once the game has ended. `Some(None)` is a draw.
    pub ended: Option<Option<S>>,
}

/// A game of two sides, which may resign or agree on a draw.
pub trait TwoSided: Board {
    type Side: Sided;
    /// The paragraph that allows agreement.
    const AGREEMENT: Rule;
    const NOTHING_OFFERED: Self::Reason;

    fn standing(state: &Self::State) -> Standing<Self::Side>;
    /// Converts a common command into the game's own.
    fn from_common(common: Common<Self::Side>) -> Self::Command;
    /// The common command in a command. `None` for any other.
    fn common(command: &Self::Command) -> Option<Common<Self::Side>>;
    /// The fact that ends the game by a common command, and its paragraph.
    fn end(common: Common<Self::Side>) -> (Rule, Self::Fact);
    fn offered(by: Self::Side) -> Self::Fact;
    fn already_offered(by: Self::Side) -> Self::Reason;

    /// Whether a command is this common one.
    fn is_common(command: &Self::Command, common: Common<Self::Side>) -> bool {
        Self::common(command) == Some(common)
    }
    /// The side whose time is up according to a command. `None` for any other command.
    fn flagged(command: &Self::Command) -> Option<Self::Side> {
        if let Some(Common::Flag { side }) = Self::common(command) { Some(side) } else { None }
    }

    fn mover(state: &Self::State) -> Option<Self::Side> {
        Self::standing(state).mover
    }
    fn is_over(state: &Self::State) -> bool {
        Self::standing(state).ended.is_some()
    }
    /// The side that has won. `None` for a draw, and before the end.
    fn winner(state: &Self::State) -> Option<Self::Side> {
        Self::standing(state).ended.flatten()
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

            fn standing(state: &State) -> $crate::kit::Standing<Side> {
                let ended = state.result.map(|ending| ending.winner());
                let (to_move, offer) = (state.position.to_move(), state.offer);
                $crate::kit::Standing { to_move, mover: state.$mover(), offer, ended }
            }
            fn from_common(common: $crate::kit::Common<Side>) -> Command {
                Command::Common(common)
            }
            fn common(command: &Command) -> Option<$crate::kit::Common<Side>> {
                if let Command::Common(common) = command { Some(*common) } else { None }
            }
            fn end(common: $crate::kit::Common<Side>) -> (play::Rule, Fact) {
                use $crate::kit::Common::{AcceptDraw, Flag, OfferDraw, Resign};
                let ending = match common {
                    Resign { side } => Ending::Resigned { side },
                    Flag { side } => Ending::OutOfTime { side },
                    OfferDraw | AcceptDraw => Ending::Agreed,
                };
                (ending.rule(), Fact::Ended(ending))
            }
            fn offered(by: Side) -> Fact {
                Fact::DrawOffered { by }
            }
            fn already_offered(by: Side) -> Reason {
                Reason::AlreadyOffered { by }
            }
        }
    };
}
pub(crate) use two_sided;

/// Decides a common command.
pub(crate) fn decide_common<G: TwoSided>(draft: &mut Draft<'_, G>, common: Common<G::Side>) -> Result<(), HaltOf<G>> {
    let Standing { to_move: by, offer, .. } = G::standing(draft.state());
    match (common, offer) {
        (Common::OfferDraw, None) => return draft.done(G::AGREEMENT, G::offered(by)),
        (Common::OfferDraw, Some(side)) if side == by => draft.refuse(G::AGREEMENT, G::already_offered(by))?,
        (Common::AcceptDraw, None) => draft.refuse(G::AGREEMENT, G::NOTHING_OFFERED)?,
        // An offer that meets an offer accepts it.
        (Common::OfferDraw | Common::AcceptDraw, Some(_)) | (Common::Resign { .. } | Common::Flag { .. }, _) => {}
    }
    let (rule, fact) = G::end(common);
    draft.done(rule, fact)
}

/// The score of a won game.
const WON: i32 = 1_000_000;

/// Scores a game for the side to move: by its winner if it has ended, otherwise by `going_on`.
pub(crate) fn evaluate<G: TwoSided>(state: &G::State, going_on: impl FnOnce(G::Side) -> i32) -> i32 {
    let Standing { to_move, ended, .. } = G::standing(state);
    match ended.map(|winner| verdict(to_move, winner)) {
        None => going_on(to_move),
        Some(Verdict::Won) => WON,
        Some(Verdict::Drawn) => 0,
        Some(Verdict::Lost) => -WON,
    }
}

/// The result of a game for one side. `None` is a draw.
pub(crate) fn verdict<S: PartialEq>(mover: S, winner: Option<S>) -> Verdict {
    match winner {
        None => Verdict::Drawn,
        Some(winner) if winner == mover => Verdict::Won,
        Some(_) => Verdict::Lost,
    }
}

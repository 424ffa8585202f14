//! A game of two sides: how it stands between them, and draws by agreement.
use super::Sided;
use play::{Board, Draft, HaltOf, Rule, Verdict};

/// How a game stands between its sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing<S> {
    /// The side to move, whether or not it may.
    pub to_move: S,
    /// Who is to decide something now; `None` when nobody is.
    pub mover: Option<S>,
    /// Who has offered a draw that still stands.
    pub offer: Option<S>,
    /// Who has won, once the game has ended: `Some(None)` is a draw.
    pub ended: Option<Option<S>>,
}

/// A game of two sides, which may resign or agree on a draw.
pub trait TwoSided: Board {
    type Side: Sided;
    /// Offers a draw, as the side to move.
    const OFFER: Self::Command;
    /// Accepts the draw that is on offer.
    const ACCEPT: Self::Command;
    /// The paragraph that lets both sides agree.
    const AGREEMENT: Rule;
    const AGREED: Self::Fact;
    const NOTHING_OFFERED: Self::Reason;

    fn standing(state: &Self::State) -> Standing<Self::Side>;
    /// Which side gives the game up by a command; `None` for any other command.
    fn resigns(command: &Self::Command) -> Option<Self::Side>;
    /// The command by which the game ends because the time of a side is up.
    fn flag(side: Self::Side) -> Self::Command;
    /// Whose time is up by a command; `None` for any other command.
    fn flagged(command: &Self::Command) -> Option<Self::Side>;
    fn offered(by: Self::Side) -> Self::Fact;
    fn already_offered(by: Self::Side) -> Self::Reason;

    fn mover(state: &Self::State) -> Option<Self::Side> {
        Self::standing(state).mover
    }
    fn is_over(state: &Self::State) -> bool {
        Self::standing(state).ended.is_some()
    }
    /// The side that has won; `None` for a draw, and while the game goes on.
    fn winner(state: &Self::State) -> Option<Self::Side> {
        Self::standing(state).ended.flatten()
    }
}

/// The side to move offers a draw, or accepts the one that it was offered.
pub(crate) fn offer_draw<G: TwoSided>(draft: &mut Draft<'_, G>) -> Result<(), HaltOf<G>> {
    let Standing { to_move: by, offer, .. } = G::standing(draft.state());
    match offer {
        Some(side) if side == by => draft.refuse(G::AGREEMENT, G::already_offered(by)),
        Some(_) => accept_draw(draft),
        None => draft.done(G::AGREEMENT, G::offered(by)),
    }
}

/// The other side agrees.
pub(crate) fn accept_draw<G: TwoSided>(draft: &mut Draft<'_, G>) -> Result<(), HaltOf<G>> {
    draft.refuse_if(G::standing(draft.state()).offer.is_none(), G::AGREEMENT, || G::NOTHING_OFFERED)?;
    draft.done(G::AGREEMENT, G::AGREED)
}

/// What a game that is won counts.
const WON: i32 = 1_000_000;

/// How good a game is for the side to move: by its winner when it has ended, else by `going_on`.
pub(crate) fn evaluate<G: TwoSided>(state: &G::State, going_on: impl FnOnce(G::Side) -> i32) -> i32 {
    let Standing { to_move, ended, .. } = G::standing(state);
    match ended.map(|winner| verdict(to_move, winner)) {
        None => going_on(to_move),
        Some(Verdict::Won) => WON,
        Some(Verdict::Drawn) => 0,
        Some(Verdict::Lost) => -WON,
    }
}

/// What the end of a game is to one side: `None` is a draw.
pub(crate) fn verdict<S: PartialEq>(mover: S, winner: Option<S>) -> Verdict {
    match winner {
        None => Verdict::Drawn,
        Some(winner) if winner == mover => Verdict::Won,
        Some(_) => Verdict::Lost,
    }
}

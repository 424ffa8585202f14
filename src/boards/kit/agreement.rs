//! Draws by agreement: offered by the side to move, accepted by the other.
use super::Sided;
use play::{Draft, Game, HaltOf, Rule};

/// What a game says of draws by agreement.
pub(crate) trait Agreement: Game {
    type Side: Sided;
    /// The paragraph that lets both sides agree.
    const AGREEMENT: Rule;
    const AGREED: Self::Fact;
    const NOTHING_OFFERED: Self::Reason;
    /// The side to move, and the side whose offer stands.
    fn sides(state: &Self::State) -> (Self::Side, Option<Self::Side>);
    fn offered(by: Self::Side) -> Self::Fact;
    fn already_offered(by: Self::Side) -> Self::Reason;
}

/// The side to move offers a draw, or accepts the one that it was offered.
pub(crate) fn offer_draw<G: Agreement>(draft: &mut Draft<'_, G>) -> Result<(), HaltOf<G>> {
    let (by, offer) = G::sides(draft.state());
    match offer {
        Some(side) if side == by => draft.refuse(G::AGREEMENT, G::already_offered(by)),
        Some(_) => accept_draw(draft),
        None => {
            draft.note(G::AGREEMENT, G::offered(by));
            Ok(())
        }
    }
}

/// The other side agrees.
pub(crate) fn accept_draw<G: Agreement>(draft: &mut Draft<'_, G>) -> Result<(), HaltOf<G>> {
    if G::sides(draft.state()).1.is_none() {
        return draft.refuse(G::AGREEMENT, G::NOTHING_OFFERED);
    }
    draft.note(G::AGREEMENT, G::AGREED);
    Ok(())
}

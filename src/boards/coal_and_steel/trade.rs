//! Exchanges of captives.
use super::{CoalAndSteel, Fact, Kind, PieceCounts, Reason, Side, State, Trade, rules};
use play::NotDecidedOf;

type Draft<'a> = play::EventBuilder<'a, CoalAndSteel>;
type Refused = NotDecidedOf<CoalAndSteel>;

/// CS-21: the side to move offers an exchange of captives, whatever their values.
pub fn offer_trade(draft: &mut Draft<'_>, give: &[Kind], take: &[Kind]) -> Result<(), Refused> {
    let State { position, traded, .. } = draft.state();
    let side = position.to_move();
    draft.refuse_if(*traded, rules::TRADE, || Reason::AlreadyTraded)?;
    draft.refuse_if(give.is_empty() && take.is_empty(), rules::TRADE, || Reason::NothingNamed)?;
    draft.refuse_if(give.iter().chain(take).any(|kind| *kind == Kind::Batled), rules::TRADE, || {
        Reason::BatledNotTraded
    })?;
    for (kinds, holder) in [(give, side), (take, side.other())] {
        let named: PieceCounts = kinds.iter().copied().collect();
        if let Some(kind) = named.minus(&position.captives(holder)).pieces().next() {
            return draft.refuse(rules::TRADE, Reason::NotHeld { kind, holder });
        }
    }
    draft.record_last(rules::TRADE, Fact::TradeOffered(Trade { by: side, give: give.to_vec(), take: take.to_vec() }))
}

/// CS-21: the other side accepts.
pub fn accept(draft: &mut Draft<'_>) -> Result<(), Refused> {
    match draft.state().pending.clone() {
        Some(trade) => draft.record_last(rules::TRADE, Fact::Traded(trade)),
        None => draft.refuse(rules::TRADE, Reason::NoTrade),
    }
}

/// CS-21: the other side declines.
pub fn decline(draft: &mut Draft<'_>) -> Result<(), Refused> {
    draft.refuse_if(draft.state().pending.is_none(), rules::TRADE, || Reason::NoTrade)?;
    draft.record_last(rules::TRADE, Fact::TradeDeclined)
}

/// Applies a trade: pieces return to their owners' reserves, known to the other side.
pub fn apply_trade(state: &mut State, trade: &Trade) {
    return_pieces(state, trade.by.other(), &trade.give);
    return_pieces(state, trade.by, &trade.take);
    state.returned = trade.take.iter().copied().collect();
    state.traded = true;
    state.pending = None;
}

fn return_pieces(state: &mut State, owner: Side, kinds: &[Kind]) {
    let reserve = &mut state.position.reserves[owner];
    for kind in kinds {
        reserve.pieces.add(*kind);
        reserve.known.add(*kind);
    }
}

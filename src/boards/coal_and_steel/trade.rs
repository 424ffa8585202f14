//! Captives for captives.
use super::{
    men::{Hand, Kind},
    model::{CoalAndSteel, Fact, Reason, State, Trade},
    rules,
    side::Side,
};
use play::{Draft, HaltOf};

type Refused = HaltOf<CoalAndSteel>;

/// CS-21: the side to move offers captives for captives, whatever their worth.
pub fn offer(draft: &mut Draft<'_, CoalAndSteel>, give: &[Kind], take: &[Kind]) -> Result<(), Refused> {
    let State { position, traded, .. } = draft.state();
    let by = position.to_move();
    if *traded {
        return draft.refuse(rules::TRADE, Reason::AlreadyTraded);
    }
    if give.is_empty() && take.is_empty() {
        return draft.refuse(rules::TRADE, Reason::NothingNamed);
    }
    if give.iter().chain(take).any(|kind| *kind == Kind::Batled) {
        return draft.refuse(rules::TRADE, Reason::BatledNotTraded);
    }
    for (kinds, holder) in [(give, by), (take, by.other())] {
        let wanted: Hand = kinds.iter().copied().collect();
        if let Some(kind) = wanted.less(&position.captives(holder)).men().next() {
            return draft.refuse(rules::TRADE, Reason::NotHeld { kind, holder });
        }
    }
    draft.note(rules::TRADE, Fact::TradeOffered(Trade { by, give: give.to_vec(), take: take.to_vec() }));
    Ok(())
}

/// CS-21: the other side accepts.
pub fn accept(draft: &mut Draft<'_, CoalAndSteel>) -> Result<(), Refused> {
    match draft.state().pending.clone() {
        Some(trade) => {
            draft.note(rules::TRADE, Fact::Traded(trade));
            Ok(())
        }
        None => draft.refuse(rules::TRADE, Reason::NoTrade),
    }
}

/// CS-21: the other side declines.
pub fn decline(draft: &mut Draft<'_, CoalAndSteel>) -> Result<(), Refused> {
    if draft.state().pending.is_none() {
        return draft.refuse(rules::TRADE, Reason::NoTrade);
    }
    draft.note(rules::TRADE, Fact::TradeDeclined);
    Ok(())
}

/// Writes a trade: men go back to the reserve of their owner, known to the other side.
pub fn traded(state: &mut State, trade: &Trade) {
    back(state, trade.by.other(), &trade.give);
    back(state, trade.by, &trade.take);
    state.returned = trade.take.iter().copied().collect();
    state.traded = true;
    state.pending = None;
}

fn back(state: &mut State, owner: Side, kinds: &[Kind]) {
    let reserve = &mut state.position.reserves[owner];
    for kind in kinds {
        reserve.men.add(*kind);
        reserve.known.add(*kind);
    }
}

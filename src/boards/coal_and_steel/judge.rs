//! Commands judged, carried out, and what they come to; placing and trading have files of their own.
use super::{
    men::{Hand, Kind, Man},
    model::{CoalAndSteel, Command, Ending, Fact, Placing, Purpose, Reason, Setup, State},
    placing,
    position::{Action, Countdown, Position},
    rules::{self, Adjacent, Stuck},
    side::Side,
    squares::{Square, Tile, Way},
    trade,
};
use crate::kit::{Agreement, accept_draw, evaluate, offer_draw};
use play::{Board, Draft, Game, HaltOf, Rule};

type Refused = HaltOf<CoalAndSteel>;

impl Game for CoalAndSteel {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    fn begin(setup: &Setup) -> State {
        let rules = setup.rules;
        let placing = setup.position.is_none().then(Placing::default);
        let position = setup.position.unwrap_or_else(|| Position::bare(&rules.layout.walls()));
        State {
            rules,
            position,
            placing,
            traded: false,
            returned: Hand::default(),
            pending: None,
            plies: Vec::new(),
            begun: position,
            last: None,
            offer: None,
            result: decided(&position),
        }
    }

    fn decide(draft: &mut Draft<'_, CoalAndSteel>, command: &Command) -> Result<(), Refused> {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        let offered = draft.state().pending.as_ref().map(|trade| trade.by);
        if let Some(by) = offered.filter(|_| !command.answers_trades()) {
            return draft.refuse(rules::TRADE, Reason::TradeOnOffer { by });
        }
        match command {
            Command::Resign { side } => {
                draft.note(rules::AGREEMENT, Fact::Ended(Ending::Resigned { side: *side }));
                Ok(())
            }
            Command::OfferDraw => offer_draw(draft),
            Command::AcceptDraw => accept_draw(draft),
            Command::Place { kind, at } => placing::place(draft, *kind, *at),
            Command::Hold => placing::hold(draft),
            Command::Flip { at } => in_play(draft, |draft| flip(draft, *at)),
            Command::Trade { give, take } => in_play(draft, |draft| trade::offer(draft, give, take)),
            Command::AcceptTrade => in_play(draft, trade::accept),
            Command::DeclineTrade => in_play(draft, trade::decline),
            Command::Move { from, to } => in_play(draft, |draft| shift(draft, *from, *to)),
            Command::Enter { kind, at } => in_play(draft, |draft| enter(draft, *kind, *at)),
            Command::Swap { with } => in_play(draft, |draft| swap(draft, *with)),
            Command::Pass => in_play(draft, pass),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        let position = &mut state.position;
        match fact {
            Fact::Placed { side, kind, at } => placing::placed(state, *side, *kind, *at),
            Fact::HeldBack { side } => placing::held_back(state, *side),
            Fact::PlayBegan => {
                state.placing = None;
                position.to_move = Side::Coal;
                state.begun = *position;
            }
            Fact::Flipped { at, .. } => position.flip(*at),
            Fact::TradeOffered(trade) => state.pending = Some(trade.clone()),
            Fact::TradeDeclined => state.pending = None,
            Fact::Traded(done) => trade::traded(state, done),
            Fact::Moved { from, to, .. } => {
                position.shift(*from, *to);
                state.last = Some((*from, *to));
            }
            // Whoever stood there went when the captor came, and is held by being nowhere else.
            Fact::Captured { .. } => {}
            Fact::TileTurned { at, tile } => position.lay(*at, Some(*tile)),
            Fact::TileRemoved { at } => position.lay(*at, None),
            Fact::Entered { kind, at, .. } => {
                position.enter(&state.rules, *kind, *at);
                state.last = Some((*at, *at));
            }
            Fact::Swapped { batled, with, .. } => {
                position.swap(*batled, *with);
                state.last = Some((*batled, *with));
            }
            Fact::Passed { .. } => state.last = None,
            Fact::Counted { captor, left } => position.countdown = Some(Countdown { captor: *captor, left: *left }),
            Fact::TurnEnded { action } => state.end_turn(*action),
            Fact::DrawOffered { by } => state.offer = Some(*by),
            Fact::Ended(ending) => state.result = Some(*ending),
        }
    }
}

/// CS-A18.
impl Agreement for CoalAndSteel {
    type Side = Side;
    const AGREEMENT: Rule = rules::AGREEMENT;
    const AGREED: Fact = Fact::Ended(Ending::Agreed);
    const NOTHING_OFFERED: Reason = Reason::NothingOffered;

    fn sides(state: &State) -> (Side, Option<Side>) {
        (state.position.to_move(), state.offer)
    }
    fn offered(by: Side) -> Fact {
        Fact::DrawOffered { by }
    }
    fn already_offered(by: Side) -> Reason {
        Reason::AlreadyOffered { by }
    }
}

impl Board for CoalAndSteel {
    fn choices(state: &State) -> Vec<Command> {
        if state.result.is_some() {
            return Vec::new();
        }
        if state.pending.is_some() {
            return vec![Command::AcceptTrade, Command::DeclineTrade];
        }
        match &state.placing {
            Some(placing) => placing.choices(state),
            None => state.position.actions(&state.returned).into_iter().map(Command::from).collect(),
        }
    }

    fn evaluate(state: &State) -> i32 {
        let mover = state.position.to_move();
        let men = |side| state.position.men(side).map(|(_, man)| man.kind.value()).sum::<i32>();
        let winner = state.result.map(|ending| ending.winner());
        evaluate(mover, winner, || men(mover) - men(mover.other()))
    }
}

type Turn<'a> = Draft<'a, CoalAndSteel>;

/// What waits until all are placed. [CS-4]
fn in_play<'a>(
    draft: &mut Turn<'a>,
    command: impl FnOnce(&mut Turn<'a>) -> Result<(), Refused>,
) -> Result<(), Refused> {
    if draft.state().placing.is_some() { draft.refuse(rules::PLACING, Reason::StillPlacing) } else { command(draft) }
}

/// How the Batleds have decided a position. [CS-22]
fn decided(position: &Position) -> Option<Ending> {
    position.decided().map(|winner| winner.map_or(Ending::BothTaken, |winner| Ending::NotAvenged { winner }))
}

/// CS-6, step 1: a man of one's own is turned up.
fn flip(draft: &mut Draft<'_, CoalAndSteel>, at: Square) -> Result<(), Refused> {
    let man = own_man(draft, at)?;
    if man.up {
        return draft.refuse(rules::MEN, Reason::AlreadyUp { at });
    }
    if draft.state().traded {
        return draft.refuse(rules::TURN, Reason::FlipAfterTrade);
    }
    draft.note(rules::TURN, Fact::Flipped { side: man.side, kind: man.kind, at, forced: false });
    Ok(())
}

fn own_man(draft: &Draft<'_, CoalAndSteel>, at: Square) -> Result<Man, Refused> {
    let position = &draft.state().position;
    match position.man(at) {
        None => draft.refuse(rules::TURN, Reason::Empty { at }),
        Some(man) if man.side != position.to_move() => draft.refuse(rules::TURN, Reason::NotYours { at }),
        Some(man) => Ok(*man),
    }
}

/// CS-7 to CS-19: a man moves.
fn shift(draft: &mut Draft<'_, CoalAndSteel>, from: Square, to: Square) -> Result<(), Refused> {
    let man = own_man(draft, from)?;
    if from == to {
        return draft.refuse(rules::TURN, Reason::NotMoved { at: from });
    }
    let position = draft.state().position;
    if !position.targets(from).contains(&to) {
        let (rule, reason) = why_not(&position, &man, from, to);
        return draft.refuse(rule, reason);
    }
    let victim = position.man(to).copied();
    draft.note(moved_by(&position, &man, from, to), Fact::Moved { side: man.side, from, to });
    if let Some(victim) = victim {
        draft.note(rules::CAPTURE, Fact::Captured { side: victim.side, kind: victim.kind, at: to });
    }
    match position.dug(from, to) {
        Some((at, Some(tile))) => draft.note(rules::WALL_TURNS, Fact::TileTurned { at, tile }),
        Some((at, None)) => draft.note(rules::TILE_REMOVED, Fact::TileRemoved { at }),
        None => {}
    }
    let batled_taken = victim.is_some_and(|victim| victim.kind == Kind::Batled);
    conclude(draft, &Action::Move { from, to }, &[to], batled_taken);
    Ok(())
}

/// The paragraph that has most to say of a lawful move.
fn moved_by(position: &Position, man: &Man, from: Square, to: Square) -> Rule {
    let tunnel = |at: Square| matches!(position.tile(at), Some(Tile::AlongFile | Tile::AlongRank));
    if !man.digs() && along(from, to).chain([from]).any(tunnel) {
        rules::TUNNEL
    } else if man.up {
        man.kind.rule()
    } else {
        rules::FACE_DOWN
    }
}

/// The squares after `from` up to `to`, in a straight line.
fn along(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let way = Way::between(from, to);
    std::iter::successors(Some(from), move |at| at.step(way?).filter(|_| *at != to)).skip(1)
}

/// Why a man may not go there: his own way of going, walls and tunnels, then men on the way.
fn why_not(position: &Position, man: &Man, from: Square, to: Square) -> (Rule, Reason) {
    let kind = man.kind;
    let far = from.apart(to);
    let way = Way::between(from, to);
    let steps = way.map_or(0, |way| man.steps(way));
    if !man.up && steps < far {
        return (rules::FACE_DOWN, Reason::HiddenStep { from, to });
    }
    if kind == Kind::Warrior && way.is_some_and(|way| way.is_backward(man.side)) {
        return (rules::WARRIOR, Reason::Backward { kind });
    }
    let Some(way) = way.filter(|_| far <= steps) else { return (kind.rule(), Reason::NotItsWay { kind, from, to }) };
    let mut here = from;
    for next in along(from, to) {
        if !position.is_way(man, here, way, next) {
            return no_way(position, man, here, next);
        }
        let met = position.man(next);
        if next == to && met.is_some_and(|other| other.side == man.side) {
            return (rules::CAPTURE, Reason::OwnMan { at: next });
        }
        if next != to && met.is_some() && !man.passes_over_men() {
            return (rules::PASSING, Reason::Blocked { at: next });
        }
        here = next;
    }
    (kind.rule(), Reason::NotItsWay { kind, from, to })
}

fn no_way(position: &Position, man: &Man, here: Square, next: Square) -> (Rule, Reason) {
    match (position.tile(next), position.tile(here)) {
        (Some(Tile::Wall), _) if man.digs() => (rules::TUNNELLER, Reason::WallDiagonal { at: next }),
        (Some(Tile::Wall), _) => (rules::PASSING, Reason::Wall { at: next }),
        (Some(Tile::AlongFile | Tile::AlongRank), _) => (rules::TUNNEL, Reason::TunnelLine { at: next }),
        (None, Some(Tile::Wall)) => (rules::TUNNELLER, Reason::WallDiagonal { at: here }),
        (None, _) => (rules::TUNNEL, Reason::TunnelLine { at: here }),
    }
}

/// CS-20: a man of the reserve enters.
fn enter(draft: &mut Draft<'_, CoalAndSteel>, kind: Kind, at: Square) -> Result<(), Refused> {
    let State { position, returned, .. } = draft.state();
    let side = position.to_move();
    let reserve = &position.reserve(side).men;
    let zone = at.rank() == side.first_rank() && (3..=6).contains(&at.file());
    if reserve.is_empty() {
        return draft.refuse(rules::ENTRY, Reason::ReserveEmpty);
    }
    if reserve.count(kind) == 0 {
        return draft.refuse(rules::ENTRY, Reason::NotInReserve { kind });
    }
    if reserve.less(returned).count(kind) == 0 {
        return draft.refuse(rules::TRADE, Reason::JustReturned { kind });
    }
    if !zone {
        return draft.refuse(rules::ENTRY, Reason::NoEntrySquare { at, side });
    }
    if position.man(at).is_some() {
        return draft.refuse(rules::ENTRY, Reason::Occupied { at });
    }
    if position.tile(at).is_some() {
        return draft.refuse(rules::ENTRY, Reason::OnTile { at });
    }
    draft.note(rules::ENTRY, Fact::Entered { side, kind, at });
    conclude(draft, &Action::Enter { kind, at }, &[at], false);
    Ok(())
}

/// CS-9: Batled and an adjacent man of its side exchange squares.
fn swap(draft: &mut Draft<'_, CoalAndSteel>, with: Square) -> Result<(), Refused> {
    let position = draft.state().position;
    let side = position.to_move();
    if !position.may_swap(side) {
        return draft.refuse(rules::SWAP, Reason::SwapUsed);
    }
    let Some(batled) = position.batled(side) else { return draft.refuse(rules::SWAP, Reason::BatledGone) };
    if position.man(batled).is_some_and(|man| !man.up) {
        return draft.refuse(rules::FACE_DOWN, Reason::BatledHidden);
    }
    own_man(draft, with)?;
    if !batled.around().any(|at| at == with) {
        return draft.refuse(rules::SWAP, Reason::NotAdjacent { batled, with });
    }
    if !position.partners(side).contains(&with) {
        return draft.refuse(rules::SWAP, Reason::SwapTerrain { with });
    }
    draft.note(rules::SWAP, Fact::Swapped { side, batled, with });
    conclude(draft, &Action::Swap { with }, &[batled, with], false);
    Ok(())
}

/// CS-A13: a side that can do nothing passes, or has lost.
fn pass(draft: &mut Draft<'_, CoalAndSteel>) -> Result<(), Refused> {
    let State { position, returned, rules, .. } = draft.state();
    let (side, stuck) = (position.to_move(), rules.stuck);
    if let Some(action) = position.actions(returned).into_iter().find(|action| *action != Action::Pass) {
        return draft.refuse(rules::STUCK, Reason::SomethingToDo { example: action.into() });
    }
    match stuck {
        Stuck::Loses => draft.note(rules::STUCK, Fact::Ended(Ending::Stuck { side })),
        Stuck::Pass => {
            draft.note(rules::STUCK, Fact::Passed { side });
            conclude(draft, &Action::Pass, &[], false);
        }
    }
    Ok(())
}

/// Step 4 and the end of the turn: enemies beside the men that moved turn up, the countdown goes on.
fn conclude(draft: &mut Draft<'_, CoalAndSteel>, action: &Action, ends: &[Square], batled_taken: bool) {
    let State { position, rules, .. } = draft.state();
    let side = position.to_move();
    let turned: Vec<(Square, Side, Kind)> = position
        .turned_up(rules, side, ends)
        .into_iter()
        .filter_map(|at| position.man(at).map(|man| (at, man.side, man.kind)))
        .collect();
    let by = match rules.adjacent {
        Adjacent::Eight => rules::TURN,
        Adjacent::Four => rules::ADJACENT,
    };
    let (before, counted) = (position.countdown(), position.counted(batled_taken));
    for (at, side, kind) in turned {
        draft.note(by, Fact::Flipped { side, kind, at, forced: true });
    }
    if let Some(count) = counted.filter(|count| before != Some(*count)) {
        draft.note(rules::WIN, Fact::Counted { captor: count.captor, left: count.left });
    }
    draft.note(rules::TURN, Fact::TurnEnded { action: *action });
    let state = draft.state();
    let repeated = state.has_repeated().then_some(Ending::Repetition);
    if let Some(ending) = decided(&state.position).or(repeated) {
        draft.note(ending.rule(), Fact::Ended(ending));
    }
}

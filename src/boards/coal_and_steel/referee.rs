//! Decides commands, applies facts and finds the end of the game. Placing and trading have separate files.
use super::{
    Action, Adjacent, CoalAndSteel, Command, Countdown, Direction, Ending, Fact, Kind, Piece, PieceCounts, Placing,
    Position, Purpose, Reason, Setup, Side, Square, State, Stuck, Tile, placing, rules, trade,
};
use crate::kit::{PerSide, decide_common, evaluate, two_sided};
use play::{Board, Game, NotDecidedOf, Rule};

type Draft<'a> = play::EventBuilder<'a, CoalAndSteel>;
type Refused = NotDecidedOf<CoalAndSteel>;

impl Game for CoalAndSteel {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    fn initial_state(setup: &Setup) -> State {
        let rules = setup.rules;
        let all = Placing { unplaced: PerSide([PieceCounts::full(); 2]), done: PerSide::default() };
        let placing = Some(all).filter(|_| setup.position.is_none());
        let position = setup.position.unwrap_or_else(|| Position::with_walls(&rules.layout.walls()));
        State {
            rules,
            position,
            placing,
            traded: false,
            returned: PieceCounts::default(),
            pending: None,
            history: Vec::new(),
            first_position: position,
            last: None,
            offer: None,
            result: ending_of(&position),
        }
    }

    fn reveals_to_enemy(fact: &Fact) -> bool {
        // At the end, all pieces become visible.
        let is_end = matches!(fact, Fact::Ended(_));
        is_end
            || matches!(
                fact,
                Fact::Flipped { .. } | Fact::Captured { hidden: true, .. } | Fact::Entered { shown: true, .. }
            )
    }

    fn decide(draft: &mut Draft<'_>, command: &Command) -> Result<(), Refused> {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        let offered = draft.state().pending.as_ref().map(|trade| trade.by);
        if let Some(by) = offered.filter(|_| !command.answers_trades()) {
            return draft.refuse(rules::TRADE, Reason::TradeOnOffer { by });
        }
        if draft.state().placing.is_some() && !command.may_come_early() {
            return draft.refuse(rules::PLACING, Reason::StillPlacing);
        }
        match command {
            Command::Common(common) => decide_common(draft, *common),
            Command::Place { kind, at } => placing::place(draft, *kind, *at),
            Command::Hold => placing::hold(draft),
            Command::Flip { at } => flip(draft, *at),
            Command::Trade { give, take } => trade::offer_trade(draft, give, take),
            Command::AcceptTrade => trade::accept(draft),
            Command::DeclineTrade => trade::decline(draft),
            Command::Move { from, to } => move_piece(draft, *from, *to),
            Command::Enter { kind, at } => enter(draft, *kind, *at),
            Command::Swap { with } => swap(draft, *with),
            Command::Pass => pass(draft),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        let position = &mut state.position;
        match fact {
            Fact::Placed { side, kind, at } => placing::apply_placement(state, *side, *kind, *at),
            Fact::HeldBack { side } => placing::apply_held_back(state, *side),
            Fact::PlayBegan => {
                state.placing = None;
                position.to_move = Side::Coal;
                state.first_position = *position;
            }
            Fact::Flipped { at, .. } => position.flip(*at),
            Fact::TradeOffered(trade) => state.pending = Some(trade.clone()),
            Fact::TradeDeclined => state.pending = None,
            Fact::Traded(accepted) => trade::apply_trade(state, accepted),
            Fact::Moved { from, to, .. } => {
                position.move_piece(*from, *to);
                state.last = Some((*from, *to));
            }
            // The victim left the board when the captor arrived. An enemy that is nowhere else counts as held.
            Fact::Captured { .. } => {}
            Fact::TileTurned { at, tile } => position.set_tile(*at, Some(*tile)),
            Fact::TileRemoved { at } => position.set_tile(*at, None),
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

// Resigning and draws by agreement. [CS-A18]
two_sided!(CoalAndSteel, decider, rules::AGREEMENT);

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
            None => state.step_three_commands(),
        }
    }

    fn evaluate(state: &State) -> i32 {
        let material = |side| state.position.pieces(side).map(|(_, piece)| piece.kind.value()).sum::<i32>();
        evaluate::<CoalAndSteel>(state, |mover| material(mover) - material(mover.other()))
    }
}

/// The ending of a position, as decided by the Batleds. [CS-22]
fn ending_of(position: &Position) -> Option<Ending> {
    position.outcome().map(|winner| winner.map_or(Ending::BothTaken, |winner| Ending::NotAvenged { winner }))
}

/// CS-6, step 1: flips an own piece.
fn flip(draft: &mut Draft<'_>, at: Square) -> Result<(), Refused> {
    let piece = own_piece(draft, at)?;
    draft.refuse_if(piece.face_up, rules::PIECES, || Reason::AlreadyUp { at })?;
    draft.refuse_if(draft.state().traded, rules::TURN, || Reason::FlipAfterTrade)?;
    draft.record_last(rules::TURN, Fact::Flipped { side: piece.side, kind: piece.kind, at, forced: false })
}

fn own_piece(draft: &Draft<'_>, at: Square) -> Result<Piece, Refused> {
    let position = &draft.state().position;
    let Some(piece) = position.piece_at(at) else { return draft.refuse(rules::TURN, Reason::Empty { at }) };
    draft.refuse_if(piece.side != position.to_move(), rules::TURN, || Reason::NotYours { at })?;
    Ok(*piece)
}

/// CS-7 to CS-19: moves a piece.
fn move_piece(draft: &mut Draft<'_>, from: Square, to: Square) -> Result<(), Refused> {
    let piece = own_piece(draft, from)?;
    draft.refuse_if(from == to, rules::TURN, || Reason::NotMoved { at: from })?;
    let position = draft.state().position;
    if !position.targets(from).contains(&to) {
        let (rule, reason) = move_refusal(&position, &piece, from, to);
        return draft.refuse(rule, reason);
    }
    let victim = position.piece_at(to).copied();
    draft.record(rule_of_move(&position, &piece, from, to), Fact::Moved { side: piece.side, from, to });
    if let Some(victim) = victim {
        draft.record(
            rules::CAPTURE,
            Fact::Captured { side: victim.side, kind: victim.kind, at: to, hidden: victim.is_hidden() },
        );
    }
    match position.tile_after_leaving(from, to) {
        Some((at, Some(tile))) => draft.record(rules::WALL_TURNS, Fact::TileTurned { at, tile }),
        Some((at, None)) => draft.record(rules::TILE_REMOVED, Fact::TileRemoved { at }),
        None => {}
    }
    let batled_taken = victim.is_some_and(|victim| victim.kind == Kind::Batled);
    conclude(draft, Action::Move { from, to }, &[to], batled_taken)
}

/// The most specific paragraph of a legal move.
fn rule_of_move(position: &Position, piece: &Piece, from: Square, to: Square) -> Rule {
    let tunnel = |at: Square| matches!(position.tile(at), Some(Tile::AlongFile | Tile::AlongRank));
    if !piece.can_dig() && squares_along(from, to).chain([from]).any(tunnel) {
        rules::TUNNEL
    } else if piece.face_up {
        piece.kind.rule()
    } else {
        rules::FACE_DOWN
    }
}

/// The squares after `from` up to `to`, in a straight line.
fn squares_along(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let way = Direction::between(from, to);
    std::iter::successors(Some(from), move |at| at.neighbour(way?).filter(|_| *at != to)).skip(1)
}

/// The reason why a piece may not move there: its own movement, walls and tunnels, then pieces on the path.
fn move_refusal(position: &Position, piece: &Piece, from: Square, to: Square) -> (Rule, Reason) {
    let kind = piece.kind;
    let distance = from.distance(to);
    let way = Direction::between(from, to);
    let steps = way.map_or(0, |way| piece.max_steps(way));
    if !piece.face_up && steps < distance {
        return (rules::FACE_DOWN, Reason::HiddenStep { from, to });
    }
    if kind == Kind::Warrior && way.is_some_and(|way| way.is_backward(piece.side)) {
        return (rules::WARRIOR, Reason::Backward { kind });
    }
    let Some(way) = way.filter(|_| distance <= steps) else {
        return (kind.rule(), Reason::NotItsWay { kind, from, to });
    };
    let mut here = from;
    for next in squares_along(from, to) {
        if !position.is_passable(piece, here, way, next) {
            return tile_refusal(position, piece, here, next);
        }
        let other_piece = position.piece_at(next);
        if next == to && other_piece.is_some_and(|other| other.side == piece.side) {
            return (rules::CAPTURE, Reason::OwnPiece { at: next });
        }
        if next != to && other_piece.is_some() && !piece.passes_over_pieces() {
            return (rules::PASSING, Reason::Blocked { at: next });
        }
        here = next;
    }
    (kind.rule(), Reason::NotItsWay { kind, from, to })
}

fn tile_refusal(position: &Position, piece: &Piece, here: Square, next: Square) -> (Rule, Reason) {
    match (position.tile(next), position.tile(here)) {
        (Some(Tile::Wall), _) if piece.can_dig() => (rules::TUNNELLER, Reason::WallDiagonal { at: next }),
        (Some(Tile::Wall), _) => (rules::PASSING, Reason::Wall { at: next }),
        (Some(Tile::AlongFile | Tile::AlongRank), _) => (rules::TUNNEL, Reason::TunnelLine { at: next }),
        (None, Some(Tile::Wall)) => (rules::TUNNELLER, Reason::WallDiagonal { at: here }),
        (None, _) => (rules::TUNNEL, Reason::TunnelLine { at: here }),
    }
}

/// CS-20: a piece of the reserve enters.
fn enter(draft: &mut Draft<'_>, kind: Kind, at: Square) -> Result<(), Refused> {
    let State { position, returned, .. } = draft.state();
    let side = position.to_move();
    let reserve = &position.reserve(side).pieces;
    let in_zone = at.rank() == side.first_rank() && (3..=6).contains(&at.file());
    draft.refuse_if(reserve.is_empty(), rules::ENTRY, || Reason::ReserveEmpty)?;
    draft.refuse_if(reserve.count(kind) == 0, rules::ENTRY, || Reason::NotInReserve { kind })?;
    draft.refuse_if(reserve.minus(returned).count(kind) == 0, rules::TRADE, || Reason::JustReturned { kind })?;
    draft.refuse_if(!in_zone, rules::ENTRY, || Reason::NoEntrySquare { at, side })?;
    draft.refuse_if(position.piece_at(at).is_some(), rules::ENTRY, || Reason::Occupied { at })?;
    draft.refuse_if(position.tile(at).is_some(), rules::ENTRY, || Reason::OnTile { at })?;
    let is_known = position.reserve(side).known.count(kind) > 0;
    let shown = draft.state().rules.enter_face == rules::EnterFace::Up && !is_known;
    draft.record(rules::ENTRY, Fact::Entered { side, kind, at, shown });
    conclude(draft, Action::Enter { kind, at }, &[at], false)
}

/// CS-9: Batled and an adjacent piece of its side exchange squares.
fn swap(draft: &mut Draft<'_>, with: Square) -> Result<(), Refused> {
    let position = draft.state().position;
    let side = position.to_move();
    draft.refuse_if(!position.may_swap(side), rules::SWAP, || Reason::SwapUsed)?;
    let Some(batled) = position.batled(side) else { return draft.refuse(rules::SWAP, Reason::BatledGone) };
    draft.refuse_if(position.piece_at(batled).is_some_and(|piece| !piece.face_up), rules::FACE_DOWN, || {
        Reason::BatledHidden
    })?;
    own_piece(draft, with)?;
    draft.refuse_if(!batled.around().any(|at| at == with), rules::SWAP, || Reason::NotAdjacent { batled, with })?;
    draft.refuse_if(!position.partners(side).contains(&with), rules::SWAP, || Reason::SwapTerrain { with })?;
    draft.record(rules::SWAP, Fact::Swapped { side, batled, with });
    conclude(draft, Action::Swap { with }, &[batled, with], false)
}

/// CS-A13: a side that can do nothing passes, or has lost. If a flip would let it act, it can do something.
fn pass(draft: &mut Draft<'_>) -> Result<(), Refused> {
    let state = draft.state();
    let (side, stuck) = (state.position.to_move(), state.rules.stuck);
    if let Some(example) = state.step_three_commands().into_iter().find(|command| *command != Command::Pass) {
        return draft.refuse(rules::STUCK, Reason::SomethingToDo { example });
    }
    match stuck {
        Stuck::Loses => draft.record_last(rules::STUCK, Fact::Ended(Ending::Stuck { side })),
        Stuck::Pass => {
            draft.record(rules::STUCK, Fact::Passed { side });
            conclude(draft, Action::Pass, &[], false)
        }
    }
}

/// Step 4 and the end of the turn: flips enemies next to the pieces that moved, updates the countdown and finds an end.
fn conclude(draft: &mut Draft<'_>, action: Action, ends: &[Square], batled_taken: bool) -> Result<(), Refused> {
    let State { position, rules, .. } = draft.state();
    let flipped_squares = position.flipped_by(rules, position.to_move(), ends);
    let flipped = |at: Square| {
        position.piece_at(at).map(|piece| Fact::Flipped { side: piece.side, kind: piece.kind, at, forced: true })
    };
    let flip_facts: Vec<Fact> = flipped_squares.into_iter().filter_map(flipped).collect();
    let rule = match rules.adjacent {
        Adjacent::Eight => rules::TURN,
        Adjacent::Four => rules::ADJACENT,
    };
    let (before, countdown) = (position.countdown(), position.next_countdown(batled_taken));
    flip_facts.into_iter().for_each(|fact| draft.record(rule, fact));
    if let Some(count) = countdown.filter(|count| before != Some(*count)) {
        draft.record(rules::WIN, Fact::Counted { captor: count.captor, left: count.left });
    }
    draft.record(rules::TURN, Fact::TurnEnded { action });
    let state = draft.state();
    let repeated = state.has_repeated().then_some(Ending::Repetition);
    let ending = ending_of(&state.position).or(repeated);
    ending.map_or(Ok(()), |ending| draft.record_last(ending.rule(), Fact::Ended(ending)))
}

//! Decides commands, applies facts and finds the end of the game.
use super::{
    BattleAcre, CastlingRefusal, Cell, Command, Ending, Fact, Kind, Move, Piece, Position, Purpose, Reason, Rules, Set,
    Setup, Side, Stalemate, State, pawn_captures, rules, to_command,
};
use crate::kit::{CommonCommand, decide_common, evaluate, two_sided};
use play::{Board, Game, NotDecidedOf, Rule};

type Draft<'a> = play::EventBuilder<'a, BattleAcre>;
type Refused = NotDecidedOf<BattleAcre>;

impl Game for BattleAcre {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    fn initial_state(setup: &Setup) -> State {
        let Setup { rules, mut position } = setup.clone();
        if let Some(first) = rules.first.side() {
            position.to_move = first;
        }
        let state = State { rules, position, earlier: Vec::new(), last: None, offer: None, result: None };
        State { result: ending(&state), ..state }
    }

    fn decide(draft: &mut Draft<'_>, command: &Command) -> Result<(), Refused> {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        match command {
            Command::Move { from, to, promotion } => move_piece(draft, *from, *to, *promotion),
            Command::Castle { king, spire } => castle(draft, *king, *spire),
            Command::Common(CommonCommand::OfferDraw) if !draft.state().rules.agreement => {
                draft.refuse(rules::DRAWS, Reason::NoAgreement)
            }
            Command::Common(common) => decide_common(draft, *common),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::Moved { piece, from, to, promotion } => {
                let mv = Move::Go { from: *from, to: *to, promotion: *promotion };
                state.make_move(&mv, piece.side, (*from, *to));
            }
            Fact::Castled { side, king, spire } => {
                state.make_move(&Move::Castle { king: *king, spire: *spire }, *side, (*king, *spire));
            }
            // The move itself has captured the piece, except under an old ruling. Then the piece is removed now, so
            // that old games replay as played. After a capture, earlier positions cannot recur.
            Fact::Captured { piece, at } => {
                if state.position.piece_at(*at) == Some(*piece) {
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
    fn make_move(&mut self, mv: &Move, side: Side, cells: (Cell, Cell)) {
        self.earlier.push(self.position.repetition_key(&self.rules));
        self.position = self.position.after_move(mv);
        self.last = Some(cells);
        self.offer = self.offer.filter(|by| *by == side);
    }
}

impl Board for BattleAcre {
    fn choices(state: &State) -> Vec<Command> {
        match state.result {
            Some(_) => Vec::new(),
            None => state.position.moves(&state.rules).iter().map(to_command).collect(),
        }
    }

    fn evaluate(state: &State) -> i32 {
        let points = |side| state.position.half_points(side);
        evaluate::<BattleAcre>(state, |mover| 50 * (points(mover) - points(mover.other())))
    }
}

/// BA-5 to BA-24: a piece moves as its kind may, and its king is not in check afterwards.
fn move_piece(draft: &mut Draft<'_>, from: Cell, to: Cell, promotion: Option<Kind>) -> Result<(), Refused> {
    let piece = own_piece(draft, from)?;
    check_movement(draft, piece, from, to)?;
    check_promotion(draft, piece, from, to, promotion)?;
    let mv = Move::Go { from, to, promotion };
    check_king_safety(draft, &mv)?;
    let position = draft.state().position;
    let pawn_taken = position.pawn_taken_en_passant(from, to);
    let rule = rule_of_move(&position, piece, from, to, promotion);
    draft.record(rule, Fact::Moved { piece, from, to, promotion });
    let (rule, at) = match pawn_taken {
        Some(at) => (rules::EN_PASSANT, at),
        None if piece.kind == Kind::Pawn => (rules::PAWN_CAPTURE, to),
        None => (rules::CAPTURES, to),
    };
    if let Some(piece) = position.piece_at(at) {
        draft.record(rule, Fact::Captured { piece, at });
    }
    conclude(draft)
}

/// BA-25: king and spire exchange cells.
fn castle(draft: &mut Draft<'_>, king: Cell, spire: Cell) -> Result<(), Refused> {
    let State { position, rules, .. } = draft.state();
    let side = position.to_move();
    let is_piece = |at: Cell, kind| position.piece_at(at) == Some(Piece { side, kind });
    if !is_piece(king, Kind::King) || !is_piece(spire, Kind::Spire) {
        return draft.refuse(rules::CASTLING, Reason::NotKingAndSpire { king, spire });
    }
    if let Err(why) = position.may_castle(rules, side, king, spire) {
        let rule = if matches!(why, CastlingRefusal::InCheck { .. }) { rules::CHECK } else { rules::CASTLING };
        return draft.refuse(rule, Reason::CannotCastle { why });
    }
    draft.record(rules::CASTLING, Fact::Castled { side, king, spire });
    conclude(draft)
}

fn own_piece(draft: &Draft<'_>, from: Cell) -> Result<Piece, Refused> {
    let position = &draft.state().position;
    let Some(piece) = position.piece_at(from) else { return draft.refuse(rules::TURNS, Reason::Empty { at: from }) };
    draft.refuse_if(piece.side != position.to_move(), rules::TURNS, || Reason::NotYours { piece, at: from })?;
    Ok(piece)
}

/// Checks the movement of the piece, ignoring the safety of its king.
fn check_movement(draft: &Draft<'_>, piece: Piece, from: Cell, to: Cell) -> Result<(), Refused> {
    let State { position, rules, .. } = draft.state();
    draft.refuse_if(from == to, rules::TURNS, || Reason::NotMoved { at: from })?;
    if position.targets(rules, from).contains(to) {
        return Ok(());
    }
    if let Some(own) = position.piece_at(to).filter(|other| other.side == piece.side) {
        return draft.refuse(piece.kind.rule(), Reason::OwnPiece { piece: own, at: to });
    }
    let legal = || legal_targets(position, rules, from);
    if piece.kind == Kind::Pawn {
        return refuse_pawn_move(draft, piece.side, from, to);
    }
    if !piece.kind.reach(rules, from).contains(to) {
        return draft.refuse(piece.kind.rule(), Reason::OutOfReach { piece, from, to, legal: legal() });
    }
    let rays = piece.kind.rides().iter().flat_map(|ride| ride.rays(from)).filter(|ray| ray.contains(&to));
    let mut passed = rays.flat_map(|ray| ray.iter().take_while(|cell| **cell != to));
    let reason = match passed.find_map(|at| Some((position.piece_at(*at)?, *at))) {
        Some((by, at)) => Reason::Blocked { piece, from, to, by, at },
        None => Reason::OutOfReach { piece, from, to, legal: legal() },
    };
    draft.refuse(piece.kind.rule(), reason)
}

fn refuse_pawn_move(draft: &Draft<'_>, side: Side, from: Cell, to: Cell) -> Result<(), Refused> {
    let State { position, rules, .. } = draft.state();
    if pawn_captures(rules, side, from).contains(to) {
        return draft.refuse(rules::PAWN_CAPTURE, Reason::NothingToCapture { from, to });
    }
    let rule = if from.rank() == side.pawn_rank() { rules::PAWN_START } else { rules::PAWN_STEP };
    let mut bare = *position;
    for at in position.occupied().without(Set::single(from)) {
        bare.take(at);
    }
    if bare.targets(rules, from).contains(to) {
        let passed = from.offset(0, side.forward()).filter(|_| from.rank().abs_diff(to.rank()) == 2);
        let blocker = passed.into_iter().chain([to]).find_map(|at| Some((position.piece_at(at)?, at)));
        if let Some((by, at)) = blocker {
            return draft.refuse(rule, Reason::PawnBlocked { by, at });
        }
    }
    let piece = Piece { side, kind: Kind::Pawn };
    draft.refuse(rule, Reason::OutOfReach { piece, from, to, legal: legal_targets(position, rules, from) })
}

fn legal_targets(position: &Position, rules: &Rules, from: Cell) -> Vec<Cell> {
    let is_safe = |to: &Cell| position.is_safe(rules, &Move::Go { from, to: *to, promotion: None });
    position.targets(rules, from).filter(is_safe).collect()
}

/// BA-23: a pawn must promote on the far rank, and no other piece may.
fn check_promotion(
    draft: &Draft<'_>,
    piece: Piece,
    from: Cell,
    to: Cell,
    promotion: Option<Kind>,
) -> Result<(), Refused> {
    let State { position, rules, .. } = draft.state();
    match (position.promotes(from, to), promotion) {
        (true, None) => draft.refuse(rules::PROMOTION, Reason::PromotionMissing { to }),
        (false, Some(_)) => draft.refuse(rules::PROMOTION, Reason::NoPromotion { piece, to }),
        (true, Some(kind)) if !position.promotions(rules).contains(&kind) => {
            draft.refuse(rules::PROMOTION, Reason::IllegalPromotion { kind })
        }
        (true, Some(_)) | (false, None) => Ok(()),
    }
}

/// BA-24: no move may leave its own king attacked. BA-12 if the king itself moves there.
fn check_king_safety(draft: &Draft<'_>, mv: &Move) -> Result<(), Refused> {
    let State { position, rules, .. } = draft.state();
    let side = position.to_move();
    let after = position.after_move(mv);
    let Some(at) = after.checker(rules, side) else { return Ok(()) };
    let (Some(king), Some(by)) = (after.king(side), after.piece_at(at)) else { return Ok(()) };
    let was_in_check = position.checker(rules, side).is_some();
    let rule = if position.king(side) == Some(king) { rules::CHECK } else { rules::KING };
    draft.refuse(rule, Reason::LeavesCheck { king, by, at, was_in_check })
}

/// The most specific paragraph of a legal move.
fn rule_of_move(position: &Position, piece: Piece, from: Cell, to: Cell, promotion: Option<Kind>) -> Rule {
    if promotion.is_some() {
        rules::PROMOTION
    } else if piece.kind != Kind::Pawn {
        piece.kind.rule()
    } else if position.piece_at(to).is_some() {
        rules::PAWN_CAPTURE
    } else if position.pawn_taken_en_passant(from, to).is_some() {
        rules::EN_PASSANT
    } else if from.rank() == piece.side.pawn_rank() {
        rules::PAWN_START
    } else {
        rules::PAWN_STEP
    }
}

/// Records a check after a move, and the end of the game if it is over.
fn conclude(draft: &mut Draft<'_>) -> Result<(), Refused> {
    let State { position, rules, .. } = draft.state();
    let side = position.to_move();
    if let Some(checker) = position.checker(rules, side) {
        draft.record(rules::CHECK, Fact::Checked { side, by: checker });
    }
    ending(draft.state()).map_or(Ok(()), |ending| draft.record_last(ending.rule(), Fact::Ended(ending)))
}

fn ending(state: &State) -> Option<Ending> {
    let State { rules, position, earlier, .. } = state;
    let side = position.to_move();
    if !position.can_move(rules) {
        return Some(match (position.checker(rules, side), rules.stalemate) {
            (Some(_), _) => Ending::Checkmate { winner: side.other() },
            (None, Stalemate::Draw) => Ending::Stalemate { winner: None },
            (None, Stalemate::Loses) => Ending::Stalemate { winner: Some(side.other()) },
        });
    }
    let key = position.repetition_key(rules);
    if rules.threefold && earlier.iter().filter(|before| **before == key).count() >= 2 {
        return Some(Ending::Repetition);
    }
    if rules.fifty_moves && position.half_moves >= 100 {
        return Some(Ending::FiftyMoves);
    }
    (rules.bare_kings && position.occupied().len() == 2).then_some(Ending::BareKings)
}

// Draws by agreement. [BA-29]
two_sided!(BattleAcre, mover, rules::DRAWS);

//! Decides commands, applies facts and finds the end of the game.
use super::{
    Command, Direction, Ending, Fact, First, KingEnding, MIDDLE, NoMove, Piece, Position, Purpose, Reason, Rules,
    Setup, Side, Square, State, Tafl, board, rules,
};
use crate::kit::{decide_common, evaluate, two_sided};
use play::{Board, DiceRequest, EventBuilder, Game, NotDecidedOf, Rule};

type Refused = NotDecidedOf<Tafl>;

impl Game for Tafl {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    fn initial_state(setup: &Setup) -> State {
        let mut position = setup.position;
        if let Some(first) = setup.rules.first.side() {
            position.set_to_move(first);
        }
        let rules = setup.rules;
        let result = ending_of(&rules, &position);
        let lot_pending = rules.first == First::Lot && result.is_none();
        State { rules, position, lot_pending, earlier: Vec::new(), last: None, offer: None, result }
    }

    fn decide(draft: &mut EventBuilder<'_, Tafl>, command: &Command) -> Result<(), Refused> {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        match command {
            Command::Lot => draw_lot(draft),
            Command::Move { from, to } => move_piece(draft, *from, *to),
            Command::Common(common) => decide_common(draft, *common),
            Command::Claim => claim(draft),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::LotDrawn { first } => {
                state.position.set_to_move(*first);
                state.lot_pending = false;
            }
            Fact::Moved { from, to, piece } => {
                state.earlier.push(state.position);
                state.position.move_without_capture(*from, *to);
                state.last = Some((*from, *to));
                state.offer = state.offer.filter(|by| *by == piece.side());
            }
            Fact::Captured { at, .. } => {
                state.position.remove(*at);
                state.earlier.clear();
            }
            Fact::DrawOffered { by } => state.offer = Some(*by),
            Fact::Ended(ending) => state.result = Some(*ending),
        }
    }
}

/// Returns how a position ends the game, apart from repetition.
fn ending_of(rules: &Rules, position: &Position) -> Option<Ending> {
    match position.king_ending() {
        Some(KingEnding::Escaped(at)) => Some(Ending::KingEscaped { at }),
        Some(KingEnding::Captured) => Some(Ending::KingCaptured { at: None }),
        None if !position.can_move() && rules.first != First::Lot => Some(stuck_ending(rules, position)),
        None => None,
    }
}

/// The ending if a side cannot move. [TF-Q4] Black without pieces loses, since White may claim the game. [TF-Q7]
fn stuck_ending(rules: &Rules, position: &Position) -> Ending {
    if rules.no_move == NoMove::Draw && position.is_without_russians() {
        return Ending::NoRussians;
    }
    Ending::NoMove { side: position.to_move(), winner: position.winner_if_stuck(rules) }
}

fn end(draft: &mut EventBuilder<'_, Tafl>, ending: Ending) -> Result<(), Refused> {
    draft.record_last(ending.rule(), Fact::Ended(ending))
}

/// TF-4: a die decides which side begins. 1 to 3 is Black.
fn draw_lot(draft: &mut EventBuilder<'_, Tafl>) -> Result<(), Refused> {
    draft.refuse_if(!draft.state().lot_pending, rules::TURNS, || Reason::NoLotPending)?;
    let black = draft.successes(DiceRequest::test(6, 3, Purpose::Lot, rules::TURNS))? > 0;
    draft.record(rules::TURNS, Fact::LotDrawn { first: if black { Side::Black } else { Side::White } });
    end_if_stuck(draft)
}

fn end_if_stuck(draft: &mut EventBuilder<'_, Tafl>) -> Result<(), Refused> {
    let State { rules, position, .. } = draft.state();
    let stuck = (!position.can_move()).then(|| stuck_ending(rules, position));
    stuck.map_or(Ok(()), |ending| end(draft, ending))
}

/// TF-5 to TF-13: move, captures, king captured, king on a corner, repetition, no move.
fn move_piece(draft: &mut EventBuilder<'_, Tafl>, from: Square, to: Square) -> Result<(), Refused> {
    let piece = check_move(draft, from, to)?;
    let rule = rule_of_move(&draft.state().position, piece, from, to);
    draft.record(rule, Fact::Moved { piece, from, to });
    capture(draft, piece, to)?;
    let State { rules, position, earlier, .. } = draft.state();
    let (winner, earlier_occurrences) =
        (rules.repetition.winner(), earlier.iter().filter(|before| *before == position).count());
    match position.king_ending() {
        // The capture has ended the game.
        Some(KingEnding::Captured) => Ok(()),
        Some(KingEnding::Escaped(at)) => end(draft, Ending::KingEscaped { at }),
        None if earlier_occurrences >= 2 && position.can_move() => end(draft, Ending::Repetition { winner }),
        None => end_if_stuck(draft),
    }
}

/// Checks that the side to move may move from one square to the other. Returns the piece.
fn check_move(draft: &EventBuilder<'_, Tafl>, from: Square, to: Square) -> Result<Piece, Refused> {
    let State { position, lot_pending, .. } = draft.state();
    draft.refuse_if(*lot_pending, rules::TURNS, || Reason::LotPending)?;
    let Some(piece) = position.piece_at(from) else { return draft.refuse(rules::TURNS, Reason::Empty { at: from }) };
    draft.refuse_if(piece.side() != position.to_move(), rules::TURNS, || Reason::NotYours { piece, at: from })?;
    draft.refuse_if(from == to, rules::TURNS, || Reason::NotMoved { at: from })?;
    draft.refuse_if(Direction::between(from, to).is_none(), rules::MOVES, || Reason::NotStraight { from, to })?;
    let obstacle = board::between(from, to).chain([to]).find_map(|at| Some((position.piece_at(at)?, at)));
    if let Some((by, at)) = obstacle {
        return draft.refuse(rules::MOVES, Reason::Blocked { piece, by, at });
    }
    draft.refuse_if(to.is_gold() && piece != Piece::King, rules::GOLD_STOP, || Reason::Gold { piece, at: to })?;
    Ok(piece)
}

/// The most specific paragraph of a legal move.
fn rule_of_move(position: &Position, piece: Piece, from: Square, to: Square) -> Rule {
    let is_enemy =
        |at: Option<Square>| at.and_then(|at| position.piece_at(at)).is_some_and(|other| other.side() != piece.side());
    let [north, east, south, west] = Direction::ALL.map(|way| is_enemy(to.neighbour(way)));
    if north && south || east && west {
        rules::MOVING_BETWEEN
    } else if board::between(from, to).any(|passed| passed == MIDDLE) {
        rules::GOLD_PASS
    } else if to.is_gold() {
        rules::GOLD_STOP
    } else {
        rules::MOVES
    }
}

/// Removes the pieces that the piece which moved to `square` captures, the king last: this ends the game.
fn capture(draft: &mut EventBuilder<'_, Tafl>, piece: Piece, square: Square) -> Result<(), Refused> {
    let State { rules, position, .. } = *draft.state();
    for victim in position.captures_at(&rules, piece.side(), square) {
        let behind = Direction::between(square, victim).and_then(|way| victim.neighbour(way));
        let rule = match (piece, behind) {
            (_, Some(behind)) if position.piece_at(behind).is_none() => rules::GOLD_CAPTURES,
            (Piece::King, _) => rules::KING_CAPTURES,
            (Piece::Russian | Piece::Swede, _) => rules::CAPTURE,
        };
        if let Some(piece) = position.piece_at(victim) {
            draft.record(rule, Fact::Captured { piece, at: victim });
        }
    }
    match position.king().filter(|_| piece == Piece::Russian && position.is_king_captured(&rules, square)) {
        Some(king) => {
            draft.record(rules::KING_CAPTURED, Fact::Captured { piece: Piece::King, at: king });
            end(draft, Ending::KingCaptured { at: Some(king) })
        }
        None => Ok(()),
    }
}

two_sided!(Tafl, mover, rules::AGREEMENT);

/// TF-Q7: White wins by claim if no Russian is left.
fn claim(draft: &mut EventBuilder<'_, Tafl>) -> Result<(), Refused> {
    let left = draft.state().position.pieces(Side::Black).len();
    if left > 0 {
        draft.refuse(rules::CLAIM, Reason::RussiansLeft { count: left })
    } else {
        end(draft, Ending::NoRussians)
    }
}

impl Board for Tafl {
    fn choices(state: &State) -> Vec<Command> {
        if state.result.is_some() {
            Vec::new()
        } else if state.lot_pending {
            vec![Command::Lot]
        } else {
            state.position.moves().map(|(from, to)| Command::Move { from, to }).collect()
        }
    }

    fn evaluate(state: &State) -> i32 {
        evaluate::<Tafl>(state, |_| state.position.evaluate_for_mover())
    }
}

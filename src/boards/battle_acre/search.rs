//! The engine's view of Battle Acre: captures, promotions and evaluation.
use super::{CELLS, Cell, Crooked, Kind, Move, Neighbourhood, Position, Rules, Set, Side, Stalemate};
use play::{GameResult, Lookahead, PairHash};

/// A position with its rules, and whether its king is in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcreSearchPosition {
    position: Position,
    rules: Rules,
    in_check: bool,
}

// Evaluation weights, in hundredths of a pawn, for one side.
const POINT: i32 = 100;
/// A step that a rider could make along one of its rays on an empty board.
const REACHED_BY_RIDER: i32 = 2;
/// A cell that a leaper would reach.
const REACHED_BY_LEAPER: i32 = 3;
/// An own piece next to the king. At most six count.
const SHELTER: i32 = 7;
/// An enemy, other than a pawn, a step or a leap away from the king.
const KING_ATTACKER: i32 = 9;
/// The right to move next.
const TEMPO: i32 = 12;

impl Position {
    /// Evaluates the position for a side: pieces, their mobility, advanced pawns and king safety.
    pub fn evaluate(&self, rules: &Rules, side: Side) -> i32 {
        let (mut mobility, mut advance) = (0, 0);
        for kind in Kind::ALL {
            let rides = kind.rides();
            let leaps = kind.leaps(rules.crooked);
            for cell in self.pieces_of_kind(side, kind) {
                if kind == Kind::Pawn {
                    let ranks = i32::from(cell.rank().abs_diff(side.pawn_rank()));
                    advance += ranks * ranks * 2;
                } else if kind != Kind::King {
                    let stepped: u32 = leaps.iter().map(|group| group.around(cell).len()).sum();
                    let ridden: u32 = rides.iter().map(|ride| ride.total_steps(cell)).sum();
                    mobility += stepped as i32 * REACHED_BY_LEAPER + ridden as i32 * REACHED_BY_RIDER;
                }
            }
        }
        let king = self.king(side).map_or(0, |king| self.king_safety(side, king));
        self.half_points(side) * POINT / 2 + mobility + advance + king
    }

    /// The safety of a king: shelter less danger.
    fn king_safety(&self, side: Side, king: Cell) -> i32 {
        let around = |groups: &[Neighbourhood]| groups.iter().fold(Set::EMPTY, |set, group| set.or(group.around(king)));
        let (touching, near) = (around(Kind::Guard.leaps(Crooked::Literal)), around(&Neighbourhood::ALL));
        let own = touching.and(self.pieces(side)).len() as i32;
        let enemies =
            near.and(self.pieces(side.other()).without(self.pieces_of_kind(side.other(), Kind::Pawn))).len() as i32;
        own.min(6) * SHELTER - enemies * KING_ATTACKER
    }

    fn after_null_move(&self) -> Position {
        Position { to_move: self.to_move.other(), en_passant: None, ..*self }
    }

    /// Returns a hash of pieces, turn, rights and the en passant cell.
    fn hash_key(&self) -> u64 {
        let white = self.sides[Side::White].words();
        let mut hash = PairHash::default();
        for pair in self.kinds.chunks_exact(2) {
            let (left, right) = (pair[0].words(), pair[1].words());
            hash = hash.pair(left[0], right[0]).pair(left[1], right[1]).pair(left[2], right[2]);
        }
        let en_passant = self.en_passant.map_or(0, |cell| cell.index() as u64 + 1);
        let flags = en_passant << 16 | u64::from(self.rights.0) << 8 | self.to_move as u64;
        hash.pair(white[0], white[1]).pair(white[2], flags).key()
    }
}

/// The value of capturing a piece. The king's value only affects move ordering.
fn value(kind: Kind) -> i32 {
    if kind == Kind::King { 100 * POINT } else { kind.half_points() * POINT / 2 }
}

impl AcreSearchPosition {
    pub fn new(position: Position, rules: Rules) -> AcreSearchPosition {
        AcreSearchPosition { in_check: position.checker(&rules, position.to_move()).is_some(), position, rules }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Lookahead for AcreSearchPosition {
    type Move = Move;
    const SLOTS: usize = CELLS * CELLS;

    fn add_moves(&self, moves: &mut Vec<(i32, Move)>, only_noisy: bool) {
        let AcreSearchPosition { position, rules, .. } = self;
        let side = position.to_move();
        let safety = position.safety(rules);
        let enemies = position.pieces(side.other());
        let promotion_rank = side.other().back_rank();
        let mut promotions = None;
        for kind in Kind::ALL {
            for from in position.pieces_of_kind(side, kind) {
                let targets = position.legal_targets(rules, &safety, from);
                let pawn = kind == Kind::Pawn;
                let en_passant = position.en_passant().filter(|to| position.pawn_taken_en_passant(from, *to).is_some());
                let captures = enemies.or(en_passant.map_or(Set::EMPTY, Set::single));
                let may_promote = pawn && from.rank().abs_diff(promotion_rank) <= 1;
                for to in if only_noisy && !may_promote { targets.and(captures) } else { targets } {
                    let gain = match position.piece_at(to) {
                        Some(piece) => value(piece.kind) - value(kind).min(14 * POINT) / 32,
                        None if pawn && captures.contains(to) => POINT,
                        None => 0,
                    };
                    if pawn && to.rank() == promotion_rank {
                        let kinds = promotions.get_or_insert_with(|| position.promotions(rules));
                        let promoted =
                            |kind: &Kind| (gain + value(*kind) - POINT, Move::Go { from, to, promotion: Some(*kind) });
                        moves.extend(kinds.iter().map(promoted));
                    } else if gain != 0 || !only_noisy {
                        moves.push((gain, Move::Go { from, to, promotion: None }));
                    }
                }
            }
        }
        if !only_noisy && safety.checker.is_none() {
            moves.extend(position.castlings(rules).map(|castling| (0, castling)));
        }
    }

    fn after(&self, mv: Move) -> Option<AcreSearchPosition> {
        Some(AcreSearchPosition::new(self.position.after_move(&mv), self.rules))
    }

    /// Null moves are not tried in check, nor with fewer than two pieces besides king and pawns (zugzwang).
    fn after_null_move(&self) -> Option<AcreSearchPosition> {
        let position = &self.position;
        let side = position.to_move();
        let pawns = position.pieces_of_kind(side, Kind::Pawn).len();
        let is_useful = !self.in_check && position.pieces(side).len() > pawns + 2;
        is_useful.then(|| AcreSearchPosition { position: position.after_null_move(), ..*self })
    }

    fn key(&self) -> u64 {
        self.position.hash_key()
    }

    fn game_result(&self) -> Option<GameResult> {
        let AcreSearchPosition { position, rules, .. } = self;
        let is_fifty_moves = rules.fifty_moves && position.half_moves >= 100;
        let is_bare_kings = rules.bare_kings && position.occupied().len() == 2;
        (is_fifty_moves || is_bare_kings).then_some(GameResult::Drawn)
    }

    fn result_without_moves(&self) -> GameResult {
        match self.rules.stalemate {
            Stalemate::Draw if !self.in_check => GameResult::Drawn,
            Stalemate::Draw | Stalemate::Loses => GameResult::Lost,
        }
    }

    fn must_search_all_moves(&self) -> bool {
        self.in_check
    }

    fn evaluate(&self) -> i32 {
        let AcreSearchPosition { position, rules, .. } = self;
        let side = position.to_move();
        position.evaluate(rules, side) - position.evaluate(rules, side.other()) + TEMPO
    }

    fn code(mv: Move) -> u32 {
        let becomes = match mv {
            Move::Go { promotion, .. } => promotion.map_or(0, |kind| kind as usize + 1),
            Move::Castle { .. } => 15,
        };
        (becomes * Self::SLOTS + Self::history_slot(mv)) as u32 + 1
    }

    fn history_slot(mv: Move) -> usize {
        match mv {
            Move::Go { from, to, .. } => from.index() * CELLS + to.index(),
            Move::Castle { king, spire } => king.index() * CELLS + spire.index(),
        }
    }
}

//! The possible kinds of hidden pieces: every arrangement that fits a view, counted and sampled.
use super::{Kind, Piece, PieceCounts, Position, Reserve, Square, View};
use play::Rng;

/// Every way to distribute the unseen kinds over the hidden pieces and the enemy's reserve.
///
/// Two arrangements differ if a hidden piece has a different kind, or the reserve has different pieces. The Batled,
/// unless captured, is always among the hidden pieces on the board. [CS-5]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belief {
    /// Squares of enemy pieces whose kind is not known.
    pub squares: Vec<Square>,
    /// Number of unknown enemy pieces in the reserve and out of the game.
    pub in_reserve: u8,
    /// All unknown pieces together, on the board and off.
    pub pool: PieceCounts,
    /// Possible unknown pieces of the reserve, with the number of arrangements of the others on the board.
    reserves: Vec<(PieceCounts, u128)>,
}

impl Belief {
    /// Builds the belief from a view during the play. It is not used during the placement.
    pub fn from_view(view: &View) -> Belief {
        let enemy = view.side.other();
        let pieces = || Square::all().filter_map(|square| view.piece_at(square).map(|piece| (square, piece)));
        let enemies = || pieces().filter(|(_, piece)| piece.side == enemy);
        let squares: Vec<Square> =
            enemies().filter(|(_, piece)| piece.kind.is_none()).map(|(square, _)| square).collect();
        let (reserve_size, known) = view.enemy_reserve;
        let seen: PieceCounts = enemies().filter_map(|(_, piece)| piece.kind).collect();
        let pool = PieceCounts::full().minus(&seen).minus(&view.captives.0).minus(&known);
        let in_reserve = reserve_size.saturating_sub(known.total()) + view.out.1;
        let (pool, reserves) = possible_reserves(pool, squares.len() as u8, in_reserve);
        Belief { squares, in_reserve, pool, reserves }
    }

    pub fn arrangements(&self) -> u128 {
        self.reserves.iter().map(|(_, ways)| ways).sum()
    }

    /// The probability that a hidden piece on the board has this kind, as a fraction, the same on every hidden square.
    pub fn chance(&self, kind: Kind) -> (u128, u128) {
        let left = |reserve: &PieceCounts| u128::from(self.pool.minus(reserve).count(kind));
        let arrangements_with_kind = self.reserves.iter().map(|(reserve, ways)| left(reserve) * ways).sum();
        (arrangements_with_kind, self.arrangements() * self.squares.len().max(1) as u128)
    }

    /// Draws an arrangement uniformly: the pieces on the hidden squares, and those of the reserve.
    pub fn sample(&self, rng: &mut Rng) -> (Vec<Kind>, PieceCounts) {
        let mut nth = random_below(self.arrangements().max(1), rng);
        let mut reserve = PieceCounts::default();
        for (kinds, ways) in &self.reserves {
            if nth < *ways {
                reserve = *kinds;
                break;
            }
            nth -= ways;
        }
        let mut kinds: Vec<Kind> = self.pool.minus(&reserve).pieces().collect();
        rng.shuffle(&mut kinds);
        (kinds, reserve)
    }
}

/// Returns a random number below `bound`, which may exceed 64 bits. The bias is below 2 to the -60th.
fn random_below(bound: u128, rng: &mut Rng) -> u128 {
    match u64::try_from(bound) {
        Ok(bound) => u128::from(rng.below(bound)),
        Err(_) => (u128::from(rng.below(u64::MAX)) << 64 | u128::from(rng.below(u64::MAX))) % bound,
    }
}

/// Returns the kinds of the unknown pieces, and the possible reserves.
///
/// A composed position may have more than the eighteen pieces, or fewer: Warriors are added, or left out first.
fn possible_reserves(mut pool: PieceCounts, on_board: u8, in_reserve: u8) -> (PieceCounts, Vec<(PieceCounts, u128)>) {
    while pool.total() < on_board + in_reserve {
        pool.add(Kind::Warrior);
    }
    while pool.total() > on_board + in_reserve {
        let spare = Kind::ALL.into_iter().rev().find(|kind| pool.count(*kind) > 0 && *kind != Kind::Batled);
        match spare {
            Some(kind) => pool.remove(kind),
            None => pool = PieceCounts::default(),
        }
    }
    let mut reserves = Vec::new();
    add_selections(&pool, &Kind::ALL[1..], in_reserve, PieceCounts::default(), &mut reserves);
    let counted = reserves.into_iter().map(|reserve| (reserve, permutations(&pool.minus(&reserve)))).collect();
    (pool, counted)
}

/// Adds to `found` every selection of `count` pieces of these kinds from the pool, each with the pieces of `hand`.
fn add_selections(pool: &PieceCounts, kinds: &[Kind], count: u8, hand: PieceCounts, found: &mut Vec<PieceCounts>) {
    let Some((kind, other_kinds)) = kinds.split_first() else {
        if count == 0 {
            found.push(hand);
        }
        return;
    };
    let mut hand = hand;
    for taken in 0..=pool.count(*kind).min(count) {
        add_selections(pool, other_kinds, count - taken, hand, found);
        hand.add(*kind);
    }
}

/// The number of distinct orders of these pieces.
fn permutations(pieces: &PieceCounts) -> u128 {
    let factorial = |number: u8| (1..=u128::from(number)).product::<u128>();
    let equal_orders: u128 = Kind::ALL.into_iter().map(|kind| factorial(pieces.count(kind))).product();
    factorial(pieces.total()) / equal_orders
}

impl View {
    /// The complete position, if the hidden pieces and the unknown reserve were these.
    pub fn position(&self, squares: &[Square], kinds: &[Kind], reserve: &PieceCounts) -> Position {
        let mut position = Position::with_walls(&[]);
        for square in Square::all() {
            position.set_tile(square, self.tile(square));
            let guessed = squares.iter().position(|hidden| *hidden == square).and_then(|index| kinds.get(index));
            let piece = self.piece_at(square).map(|seen| Piece {
                side: seen.side,
                kind: seen.kind.or(guessed.copied()).unwrap_or(Kind::Warrior),
                face_up: seen.up,
                known: false,
                entered_by: seen.entered_by,
            });
            position.set_piece(square, piece);
        }
        let enemy = self.side.other();
        let (mut enemy_reserve, mut out) = (self.enemy_reserve.1, PieceCounts::default());
        for kind in reserve.pieces() {
            (if out.total() < self.out.1 { &mut out } else { &mut enemy_reserve }).add(kind);
        }
        position.reserves[self.side] = Reserve { pieces: self.reserve, known: PieceCounts::default() };
        position.reserves[enemy] = Reserve { pieces: enemy_reserve, known: self.enemy_reserve.1 };
        position.out[self.side] = self.out.0;
        position.out[enemy] = out;
        position.swaps = self.may_swap;
        position.to_move = self.to_move;
        position.countdown = self.countdown;
        position
    }
}

//! Ranks and files encoded as numbers, so that a side's moves are counted by table lookup.
use super::{GOLD, Position, Rules, Set, Side, Square, WIDTH, board};
use crate::kit::PerSide;
use play::Rng;

/// Every rank and file as a number in base 3. Each square is a digit: 0 if empty, 1 for a Russian, 2 for a piece of
/// White. The first square of the line is the lowest digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCodes {
    codes: [u16; 18],
    /// Number of moves of plain pieces along each line, by side, padded to 24. The king counts as a plain piece.
    moves: PerSide<[u8; 24]>,
}

const CODES: usize = 19_683;
const POWERS: [u16; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = ONES << 7;

/// Numbers of moves of plain pieces of both sides along a line.
type LineMoveCounts = [[u8; 2]; CODES];

/// By the gold squares on the line: none, both ends, the centre.
static COUNTS: [LineMoveCounts; 3] = [build_counts(STOPS[0]), build_counts(STOPS[1]), build_counts(STOPS[2])];
/// The squares on which a plain piece may stop.
const STOPS: [u16; 3] = [0b111_111_111, 0b011_111_110, 0b111_101_111];
/// The index of each line in [`STOPS`]: the nine ranks, then the nine files.
const KINDS: [u8; 18] = [1, 0, 0, 0, 2, 0, 0, 0, 1, 1, 0, 0, 0, 2, 0, 0, 0, 1];

/// Builds the table of a line on which plain pieces may stop on the squares `stops`.
///
/// Each line extends a line that is one square shorter by a square: empty, with a Russian, or with a piece of White.
const fn build_counts(stops: u16) -> LineMoveCounts {
    let mut counts: LineMoveCounts = [[0; 2]; CODES];
    // The last piece met, 0 for none, and the empty squares after it on which a piece may stop.
    let mut last = [0_u8; CODES];
    let mut run = [0_u8; CODES];
    let mut length = 0;
    while length < 9 {
        let power = POWERS[length] as usize;
        let stop = (stops >> length & 1) as u8;
        let mut code = 0;
        while code < power {
            let mut piece = 1;
            while piece <= 2 {
                let next = code + piece * power;
                counts[next] = counts[code];
                counts[next][piece - 1] += run[code];
                last[next] = piece as u8;
                piece += 1;
            }
            run[code] += stop;
            if last[code] > 0 {
                counts[code][last[code] as usize - 1] += stop;
            }
            code += 1;
        }
        length += 1;
    }
    counts
}

/// The places of the Russians and of White's pieces on a line.
static MASKS: [[u16; 2]; CODES] = {
    let mut masks = [[0; 2]; CODES];
    let mut length = 0;
    while length < 9 {
        let power = POWERS[length] as usize;
        let mut code = 0;
        while code < power {
            masks[code + power] = [masks[code][0] | 1 << length, masks[code][1]];
            masks[code + 2 * power] = [masks[code][0], masks[code][1] | 1 << length];
            code += 1;
        }
        length += 1;
    }
    masks
};

/// The number of places in a set of nine, and the places, the lowest first.
static PLACES: [(u8, [u8; 9]); 512] = {
    let mut table = [(0, [0; 9]); 512];
    let mut entry = 0;
    while entry < 9 * 512 {
        let (place, set) = (entry / 512, entry % 512);
        if set >> place & 1 == 1 {
            table[set].1[table[set].0 as usize] = place as u8;
            table[set].0 += 1;
        }
        entry += 1;
    }
    table
};

impl LineCodes {
    pub fn from_position(position: &Position) -> LineCodes {
        let mut lines = LineCodes { codes: [0; 18], moves: PerSide([[0; 24]; 2]) };
        for side in Side::BOTH {
            position.pieces(side).for_each(|at| lines.add(at, digit(side)));
        }
        lines
    }

    /// Adds a digit on both lines of a square, and looks up their moves.
    #[inline]
    fn add(&mut self, square: Square, digit: u16) {
        for (line, place) in [(square.rank(), square.file()), (WIDTH + square.file(), square.rank())] {
            let line = usize::from(line);
            let code = self.codes[line].wrapping_add(POWERS[usize::from(place)].wrapping_mul(digit));
            self.codes[line] = code;
            let [black, white] = COUNTS[KINDS[line] as usize][usize::from(code)];
            self.moves[Side::Black][line] = black;
            self.moves[Side::White][line] = white;
        }
    }

    /// Follows a move of `side` that has captured these plain pieces.
    pub fn follow(&mut self, side: Side, from: Square, to: Square, victims: Set) {
        self.add(to, digit(side));
        self.add(from, digit(side).wrapping_neg());
        victims.for_each(|at| self.add(at, digit(side.other()).wrapping_neg()));
    }

    /// The number of legal moves, if the game is not over. These lines must belong to the position.
    pub fn count(&self, position: &Position) -> u32 {
        let side = position.to_move();
        let plain: u64 = self.packed_counts(side).map(|eight| eight.wrapping_mul(ONES) >> 56).iter().sum();
        plain as u32 + gold_stops(position).len()
    }

    /// A uniformly random legal move. `None` if there is none.
    pub fn random_move(&self, position: &Position, rng: &mut Rng) -> Option<(Square, Square)> {
        let side = position.to_move();
        let eights = self.packed_counts(side);
        let prefix_sums = eights.map(|eight| eight.wrapping_mul(ONES));
        let [first, second, third] = prefix_sums.map(|sum| sum >> 56);
        let gold = gold_stops(position);
        let plain = first + second + third;
        let moves = plain + u64::from(gold.len());
        if moves == 0 {
            return None;
        }
        let nth = rng.below(moves);
        if nth >= plain {
            return gold.into_iter().nth((nth - plain) as usize).and_then(|to| Some((position.king()?, to)));
        }
        let (eight, nth) = match nth {
            nth if nth < first => (0, nth),
            nth if nth < first + second => (1, nth - first),
            nth => (2, nth - first - second),
        };
        // A byte keeps its highest bit if at most `nth` moves lie up to that line.
        let lines_before = (((nth * ONES) | HIGHEST) - prefix_sums[eight]) & HIGHEST;
        let line = ((lines_before >> 7).wrapping_mul(ONES) >> 56) as u8;
        let before = (prefix_sums[eight] << 8 >> (8 * line)) as u8;
        self.nth_along(eight as u8 * 8 + line, side, (nth - u64::from(before)) as usize)
    }

    /// The moves of eight lines in each word, one line a byte. No eight lines have 128 moves together.
    fn packed_counts(&self, side: Side) -> [u64; 3] {
        let mut words = [0; 3];
        for (word, bytes) in words.iter_mut().zip(self.moves[side].as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        words
    }

    /// Returns the `nth` move of a plain piece along a line. The king counts as a plain piece.
    fn nth_along(&self, line: u8, side: Side, mut nth: usize) -> Option<(Square, Square)> {
        let masks = MASKS[usize::from(self.codes[usize::from(line)])];
        let free = !(masks[0] | masks[1]) & STOPS[usize::from(KINDS[usize::from(line)])];
        let mut own_pieces = masks[side as usize];
        while own_pieces != 0 {
            let place = own_pieces.trailing_zeros() as u8;
            let targets = usize::from(board::visible_on_line(place, masks[0] | masks[1]) & free);
            let (moves, places) = PLACES[targets];
            if nth < usize::from(moves) {
                let square = |place: u8| match line < WIDTH {
                    true => Square::from_file_rank(place, line),
                    false => Square::from_file_rank(line - WIDTH, place),
                };
                return Some((square(place)?, square(places[nth])?));
            }
            nth -= usize::from(moves);
            own_pieces &= own_pieces - 1;
        }
        None
    }

    /// Counts leaf nodes at a `depth` of 1 or more. These lines must belong to the position.
    pub fn perft(&self, position: &Position, rules: &Rules, depth: u32) -> u64 {
        if position.king_ending().is_some() {
            return 0;
        }
        if depth <= 1 {
            return u64::from(self.count(position));
        }
        let side = position.to_move();
        let mut nodes = 0;
        position.each_move(|from, to| {
            let (mut next, mut lines) = (*position, *self);
            let victims = next.play(rules, from, to);
            if next.king().is_some() {
                lines.follow(side, from, to, victims);
                nodes += lines.perft(&next, rules, depth - 1);
            }
        });
        nodes
    }
}

impl Position {
    /// Counts leaf nodes at `depth`. Repetition is ignored.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => LineCodes::from_position(self).perft(self, rules, depth),
        }
    }
}

const fn digit(side: Side) -> u16 {
    1 + side as u16
}

/// The gold squares on which the king may stop now, if it is White's turn.
fn gold_stops(position: &Position) -> Set {
    match (position.to_move(), position.king()) {
        (Side::White, Some(king)) if board::GOLD_LINES.contains(king) => {
            board::reach(king, position.occupied()).intersection(GOLD)
        }
        (Side::White | Side::Black, _) => Set::EMPTY,
    }
}

//! Pieces and tiles on the board, reserves, and the effect of an action.
use serde::{Deserialize, Serialize};

use super::{
    Adjacent, Direction, EnterFace, Kind, Piece, PieceCounts, Rules, SQUARES, Set, Side, Square, Tile, around,
};
use crate::kit::PerSide;
use play::PairHash;

/// A position. During the placement it may have tiles only.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    tiles: [Option<Tile>; SQUARES],
    pieces: [Option<Piece>; SQUARES],
    pub(super) tiled: Set,
    /// Squares of each side's pieces.
    occupied: PerSide<Set>,
    batleds: PerSide<Option<Square>>,
    pub(super) reserves: PerSide<Reserve>,
    /// Pieces that a side has left out of the game for a handicap. [CS-24]
    pub(super) out: PerSide<PieceCounts>,
    /// Sides whose Batled may still swap. [CS-9]
    pub(super) swaps: PerSide<bool>,
    pub(super) to_move: Side,
    pub(super) countdown: Option<Countdown>,
}

/// The pieces that a side may bring on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reserve {
    pub pieces: PieceCounts,
    /// Those that the other side knows, because it gave them back.
    pub known: PieceCounts,
}

/// A Batled has been captured. Its side has `left` turns to capture the captor's. [CS-22]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Countdown {
    pub captor: Side,
    pub left: u8,
}

/// Step 3 of a turn. [CS-6]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    Move { from: Square, to: Square },
    Enter { kind: Kind, at: Square },
    Swap { with: Square },
    Pass,
}

impl Position {
    /// Only tiles, before any piece is placed.
    pub(super) fn with_walls(walls: &[Square]) -> Position {
        let mut position = Position {
            tiles: [None; SQUARES],
            pieces: [None; SQUARES],
            tiled: Set::EMPTY,
            occupied: PerSide::default(),
            batleds: PerSide::default(),
            reserves: PerSide::default(),
            out: PerSide::default(),
            swaps: PerSide([true; 2]),
            to_move: Side::Coal,
            countdown: None,
        };
        walls.iter().for_each(|wall| position.set_tile(*wall, Some(Tile::Wall)));
        position
    }

    pub fn to_move(&self) -> Side {
        self.to_move
    }
    pub fn countdown(&self) -> Option<Countdown> {
        self.countdown
    }
    pub fn may_swap(&self, side: Side) -> bool {
        self.swaps[side]
    }
    pub fn reserve(&self, side: Side) -> &Reserve {
        &self.reserves[side]
    }
    /// Pieces of a side that are out of the game. [CS-24]
    pub fn out(&self, side: Side) -> &PieceCounts {
        &self.out[side]
    }
    /// The number of pieces of a kind that a side has in reserve and out of the game.
    pub(super) fn in_hand(&self, side: Side, kind: Kind) -> u8 {
        self.reserves[side].pieces.count(kind) + self.out[side].count(kind)
    }
    pub fn tile(&self, square: Square) -> Option<Tile> {
        self.tiles[square.index()]
    }
    pub fn piece_at(&self, square: Square) -> Option<&Piece> {
        self.pieces[square.index()].as_ref()
    }
    pub(super) fn set_tile(&mut self, square: Square, tile: Option<Tile>) {
        self.tiles[square.index()] = tile;
        self.tiled = if tile.is_some() { self.tiled.with(square) } else { self.tiled.difference(Set::single(square)) };
    }
    pub(super) fn set_piece(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(Piece { side, kind, .. }) = std::mem::replace(&mut self.pieces[square.index()], piece) {
            self.occupied[side] = self.occupied[side].difference(Set::single(square));
            if kind == Kind::Batled {
                self.batleds[side] = None;
            }
        }
        if let Some(Piece { side, kind, .. }) = piece {
            self.occupied[side] = self.occupied[side].with(square);
            if kind == Kind::Batled {
                self.batleds[side] = Some(square);
            }
        }
    }

    #[inline]
    pub fn squares_of(&self, side: Side) -> Set {
        self.occupied[side]
    }

    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, &Piece)> {
        self.squares_of(side).filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    pub fn batled(&self, side: Side) -> Option<Square> {
        self.batleds[side]
    }

    /// The pieces that a side has captured and holds: enemies neither on the board nor in reserve nor out of the game.
    pub fn captives(&self, holder: Side) -> PieceCounts {
        let owner = holder.other();
        let on_board: PieceCounts = self.pieces(owner).map(|(_, piece)| piece.kind).collect();
        PieceCounts::full().minus(&on_board).minus(&self.reserve(owner).pieces).minus(self.out(owner))
    }

    /// Whether the tiles let a piece step from one square to the next. Only a tunneller enters a wall. Others move
    /// along a tunnel's line. A tunneller steps straight into or out of any tile, never diagonally. [CS-14, CS-17]
    pub fn is_passable(&self, piece: &Piece, from: Square, way: Direction, to: Square) -> bool {
        let (here, there) = (self.tile(from), self.tile(to));
        if piece.can_dig() {
            return !way.is_diagonal() || here.is_none() && there.is_none();
        }
        here.is_none_or(|tile| tile.is_passable(way)) && there.is_none_or(|tile| tile.is_passable(way))
    }

    /// The squares that the piece on `from` may move to.
    pub fn targets(&self, from: Square) -> Vec<Square> {
        self.piece_at(from).map_or(Vec::new(), |piece| self.reachable(piece, from).collect())
    }

    /// The pieces with which a side's Batled may swap. [CS-9]
    pub fn partners(&self, side: Side) -> Vec<Square> {
        let Some(batled) = self.batled(side).filter(|_| self.may_swap(side)) else { return Vec::new() };
        let Some(piece) = self.piece_at(batled).filter(|piece| piece.face_up) else { return Vec::new() };
        let partner_at = |way: &Direction| {
            let partner = batled.neighbour(*way)?;
            let is_own = self.piece_at(partner).is_some_and(|other| other.side == side);
            (is_own && self.is_passable(piece, batled, *way, partner)).then_some(partner)
        };
        Direction::ALL.iter().filter_map(partner_at).collect()
    }

    /// Free squares on which a side's reserve may enter: d to g of its first rank, without piece or tile. [CS-20]
    pub fn entries(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let squares = (3..=6).filter_map(move |file| Square::from_file_rank(file, side.first_rank()));
        squares.filter(|square| self.piece_at(*square).is_none() && self.tile(*square).is_none())
    }

    /// Returns the square of a tile that changes when a tunneller leaves, and the new tile. A wall left opposite to the
    /// side of entry becomes a tunnel. [CS-16] A tunnel is removed unless the tunneller backs out. [CS-18]
    pub fn tile_after_leaving(&self, from: Square, to: Square) -> Option<(Square, Option<Tile>)> {
        let piece = self.piece_at(from).filter(|piece| piece.can_dig())?;
        let (way, entered_by) = (Direction::between(from, to)?, piece.entered_by?);
        match self.tile(from)? {
            Tile::Wall if way == entered_by.opposite() => Some((from, Tile::tunnel(way))),
            Tile::Wall => None,
            Tile::AlongFile | Tile::AlongRank if way != entered_by => Some((from, None)),
            Tile::AlongFile | Tile::AlongRank => None,
        }
    }

    /// Moves a piece. A piece on the target leaves the board.
    pub(super) fn move_piece(&mut self, from: Square, to: Square) {
        let piece = self.pieces[from.index()];
        self.set_piece(from, None);
        self.set_piece(to, piece.map(|piece| self.on_arrival(piece, from, to)));
    }

    /// Returns the piece as it arrives: a tunneller on a tile remembers the side by which it came in.
    fn on_arrival(&self, piece: Piece, from: Square, to: Square) -> Piece {
        let digger = piece.kind == Kind::Tunneller && self.tile(to).is_some();
        let entered_by = Direction::between(to, from).filter(|way| digger && !way.is_diagonal());
        Piece { entered_by, ..piece }
    }

    /// Exchanges Batled and partner, which the side may do once. [CS-9]
    pub(super) fn swap(&mut self, batled: Square, partner: Square) {
        let (batled_piece, partner_piece) = (self.pieces[batled.index()], self.pieces[partner.index()]);
        self.set_piece(batled, None);
        self.set_piece(partner, None);
        self.set_piece(partner, batled_piece.map(|piece| self.on_arrival(piece, batled, partner)));
        self.set_piece(batled, partner_piece.map(|piece| self.on_arrival(piece, partner, batled)));
        self.swaps[self.to_move] = false;
    }

    /// Brings a piece on from the reserve of the side to move. Of two of a kind, a known one comes first.
    pub(super) fn enter(&mut self, rules: &Rules, kind: Kind, square: Square) {
        let side = self.to_move;
        let reserve = &mut self.reserves[side];
        let known = reserve.known.count(kind) > 0;
        reserve.pieces.remove(kind);
        reserve.known.remove(kind);
        let up = rules.enter_face == EnterFace::Up;
        self.set_piece(square, Some(Piece { side, kind, face_up: up, known, entered_by: None }));
    }

    pub(super) fn flip(&mut self, square: Square) {
        if let Some(piece) = &mut self.pieces[square.index()] {
            piece.face_up = true;
        }
    }

    /// The enemies that are flipped because pieces of `side` have ended their move on these squares. [CS-6]
    pub fn flipped_by(&self, rules: &Rules, side: Side, ends: &[Square]) -> Vec<Square> {
        let mut flipped: Vec<Square> = Vec::new();
        for square in
            ends.iter().flat_map(|end| end.around().filter(move |square| is_adjacent(rules.adjacent, *end, *square)))
        {
            if self.piece_at(square).is_some_and(|piece| piece.side != side && !piece.face_up)
                && !flipped.contains(&square)
            {
                flipped.push(square);
            }
        }
        flipped
    }

    /// Flips the enemies next to this square. [CS-6]
    fn flip_adjacent(&mut self, rules: &Rules, side: Side, end: Square) {
        for square in around(end).intersection(self.squares_of(side.other())) {
            if is_adjacent(rules.adjacent, end, square) {
                self.flip(square);
            }
        }
    }

    /// The position after an action of the side to move, with captures, tiles, flips and the countdown.
    pub fn after_action(&self, rules: &Rules, action: &Action) -> Position {
        let mut next = *self;
        next.play(rules, action);
        next
    }

    /// Carries out an action of the side to move.
    pub(super) fn play(&mut self, rules: &Rules, action: &Action) {
        let side = self.to_move;
        let (mut ends, mut batled_taken) = ([None; 2], false);
        match *action {
            Action::Move { from, to } => {
                batled_taken = self.batled(side.other()) == Some(to);
                if !self.tiled.is_empty()
                    && let Some((at, tile)) = self.tile_after_leaving(from, to)
                {
                    self.set_tile(at, tile);
                }
                self.move_piece(from, to);
                ends[0] = Some(to);
            }
            Action::Enter { kind, at } => {
                self.enter(rules, kind, at);
                ends[0] = Some(at);
            }
            Action::Swap { with } => {
                if let Some(batled) = self.batled(side) {
                    self.swap(batled, with);
                    ends = [Some(batled), Some(with)];
                }
            }
            Action::Pass => {}
        }
        for end in ends.into_iter().flatten() {
            self.flip_adjacent(rules, side, end);
        }
        self.countdown = self.next_countdown(batled_taken);
        self.to_move = side.other();
    }

    /// The countdown after a turn of the side to move.
    pub fn next_countdown(&self, batled_taken: bool) -> Option<Countdown> {
        let side = self.to_move;
        match self.countdown {
            None => batled_taken.then_some(Countdown { captor: side, left: 2 }),
            // Both Batleds were captured: a draw, and the count stays as it was.
            Some(count) if batled_taken => Some(count),
            Some(count) if count.captor == side.other() => {
                Some(Countdown { left: count.left.saturating_sub(1), ..count })
            }
            Some(count) => Some(count),
        }
    }

    /// Returns the winner if the Batleds have decided the game. `Some(None)` is a draw.
    pub fn outcome(&self) -> Option<Option<Side>> {
        let count = self.countdown?;
        if self.batled(count.captor).is_none() {
            return Some(None);
        }
        (count.left == 0).then_some(Some(count.captor))
    }

    /// A hash: equal for equal positions, almost never for others.
    pub(super) fn key(&self) -> u64 {
        let mut hash = PairHash::default();
        // Sixteen squares at a time: two words with a byte for each piece (kind and state), then a pair with the tiles.
        for (pieces, tiles) in self.pieces.chunks(16).zip(self.tiles.chunks(16)) {
            let byte = |piece: &Option<Piece>| match piece {
                Some(piece) => {
                    let entered = piece.entered_by.map_or(0, |way| way as u64 / 2 + 1);
                    let known = u64::from(piece.known) << 4 | u64::from(piece.face_up) << 3;
                    (entered << 5 | known | piece.kind as u64) + 1
                }
                None => 0,
            };
            let word = |pieces: &[Option<Piece>]| pieces.iter().fold(0, |word: u64, piece| word << 8 | byte(piece));
            let (left, right) = pieces.split_at(pieces.len().min(8));
            let tiles = tiles.iter().fold(0_u64, |word, tile| word << 2 | tile.map_or(0, |tile| tile as u64 + 1));
            hash = hash.pair(word(left), word(right)).pair(tiles, 0);
        }
        let [coal, steel] = self.occupied.0.map(Set::words);
        let count = self.countdown.map_or(0, |count| u64::from(count.left) << 1 | count.captor as u64 | 8);
        let swaps = u64::from(self.swaps[Side::Coal]) | u64::from(self.swaps[Side::Steel]) << 1;
        let [first, second] = &self.reserves.0;
        hash.pair(coal.0, coal.1)
            .pair(steel.0, steel.1)
            .pair(first.pieces.packed(), second.pieces.packed())
            .pair(first.known.packed(), second.known.packed())
            .pair(self.out[Side::Coal].packed(), self.out[Side::Steel].packed())
            .pair(count << 8 | swaps << 4, self.to_move as u64)
            .key()
    }

    /// Counts leaf nodes at `depth`: only actions, without voluntary flips or trades.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome().is_some() {
            return 0;
        }
        let actions = self.actions(&PieceCounts::default());
        match depth {
            1 => actions.len() as u64,
            _ => actions.iter().map(|action| self.after_action(rules, action).perft(rules, depth - 1)).sum(),
        }
    }
}

fn is_adjacent(adjacent: Adjacent, left: Square, right: Square) -> bool {
    match adjacent {
        Adjacent::Eight => true,
        Adjacent::Four => left.file() == right.file() || left.rank() == right.rank(),
    }
}

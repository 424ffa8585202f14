//! Pieces and tiles on the board, reserves, and the effect of an action.
use serde::{Deserialize, Serialize};

use super::{Adjacent, EnterFace, Hand, Kind, Man, Rules, SQUARES, Set, Side, Square, Tile, Way, around};
use crate::kit::PerSide;
use play::PairHash;

/// A legal position of the play, after the placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    tiles: [Option<Tile>; SQUARES],
    men: [Option<Man>; SQUARES],
    /// Squares of the tiles, of each side's pieces, and of each Batled.
    pub(super) tiled: Set,
    sides: PerSide<Set>,
    batleds: PerSide<Option<Square>>,
    pub(super) reserves: PerSide<Reserve>,
    /// Pieces that a side has left out of the game for a handicap. [CS-24]
    pub(super) out: PerSide<Hand>,
    /// Sides whose Batled may still swap. [CS-9]
    pub(super) swaps: PerSide<bool>,
    pub(super) to_move: Side,
    pub(super) countdown: Option<Countdown>,
}

/// The pieces that a side may bring on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reserve {
    pub men: Hand,
    /// Those that the other side knows, because it gave them back.
    pub known: Hand,
}

/// A Batled has been captured. Its side has `left` turns to capture the other. [CS-22]
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
    pub(super) fn bare(walls: &[Square]) -> Position {
        let mut position = Position {
            tiles: [None; SQUARES],
            men: [None; SQUARES],
            tiled: Set::EMPTY,
            sides: PerSide::default(),
            batleds: PerSide::default(),
            reserves: PerSide::default(),
            out: PerSide::default(),
            swaps: PerSide([true; 2]),
            to_move: Side::Coal,
            countdown: None,
        };
        walls.iter().for_each(|wall| position.lay(*wall, Some(Tile::Wall)));
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
    pub fn out(&self, side: Side) -> &Hand {
        &self.out[side]
    }
    /// The number of pieces of a kind that a side has in reserve and out of the game.
    pub(super) fn in_hand(&self, side: Side, kind: Kind) -> u8 {
        self.reserves[side].men.count(kind) + self.out[side].count(kind)
    }
    pub fn tile(&self, at: Square) -> Option<Tile> {
        self.tiles[at.index()]
    }
    pub fn man(&self, at: Square) -> Option<&Man> {
        self.men[at.index()].as_ref()
    }
    pub(super) fn lay(&mut self, at: Square, tile: Option<Tile>) {
        self.tiles[at.index()] = tile;
        self.tiled = if tile.is_some() { self.tiled.with(at) } else { self.tiled.without(Set::of(at)) };
    }
    pub(super) fn put(&mut self, at: Square, man: Option<Man>) {
        if let Some(Man { side, kind, .. }) = std::mem::replace(&mut self.men[at.index()], man) {
            self.sides[side] = self.sides[side].without(Set::of(at));
            if kind == Kind::Batled {
                self.batleds[side] = None;
            }
        }
        if let Some(Man { side, kind, .. }) = man {
            self.sides[side] = self.sides[side].with(at);
            if kind == Kind::Batled {
                self.batleds[side] = Some(at);
            }
        }
    }

    /// The squares of a side's pieces, as a set.
    #[inline]
    pub fn of(&self, side: Side) -> Set {
        self.sides[side]
    }

    /// A side's pieces with their squares.
    pub fn men(&self, side: Side) -> impl Iterator<Item = (Square, &Man)> {
        self.of(side).filter_map(|at| Some((at, self.man(at)?)))
    }

    pub fn batled(&self, side: Side) -> Option<Square> {
        self.batleds[side]
    }

    /// The pieces that a side has captured and holds: those of the enemy that are not on the board, in reserve or out
    /// of the game.
    pub fn captives(&self, holder: Side) -> Hand {
        let owner = holder.other();
        let on_board: Hand = self.men(owner).map(|(_, man)| man.kind).collect();
        Hand::full().less(&on_board).less(&self.reserve(owner).men).less(self.out(owner))
    }

    /// Whether the tiles let a piece step from one square to the next. Only a tunneller enters a wall. Others move
    /// along a tunnel's line. A tunneller steps straight into or out of any tile, never diagonally. [CS-14, CS-17]
    pub fn is_way(&self, man: &Man, from: Square, way: Way, to: Square) -> bool {
        let (here, there) = (self.tile(from), self.tile(to));
        if man.digs() {
            return !way.is_diagonal() || here.is_none() && there.is_none();
        }
        here.is_none_or(|tile| tile.lets_pass(way)) && there.is_none_or(|tile| tile.lets_pass(way))
    }

    /// The squares that the piece on `from` may move to.
    pub fn targets(&self, from: Square) -> Vec<Square> {
        self.man(from).map_or(Vec::new(), |man| self.reach(man, from).collect())
    }

    /// The pieces with which a side's Batled may swap. [CS-9]
    pub fn partners(&self, side: Side) -> Vec<Square> {
        let Some(batled) = self.batled(side).filter(|_| self.may_swap(side)) else { return Vec::new() };
        let Some(man) = self.man(batled).filter(|man| man.up) else { return Vec::new() };
        let fits = |way: &Way| {
            let partner = batled.step(*way)?;
            let own = self.man(partner).is_some_and(|other| other.side == side);
            (own && self.is_way(man, batled, *way, partner)).then_some(partner)
        };
        Way::ALL.iter().filter_map(fits).collect()
    }

    /// Free squares on which a side's reserve may enter: d to g of its first rank, without piece or tile. [CS-20]
    pub fn entries(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let squares = (3..=6).filter_map(move |file| Square::at(file, side.first_rank()));
        squares.filter(|at| self.man(*at).is_none() && self.tile(*at).is_none())
    }

    /// The change of the tile that a tunneller leaves. A wall left by the side opposite to its entry becomes a tunnel.
    /// [CS-16] A tunnel is removed unless the tunneller backs out. [CS-18]
    pub fn dug(&self, from: Square, to: Square) -> Option<(Square, Option<Tile>)> {
        let man = self.man(from).filter(|man| man.digs())?;
        let (way, entered_by) = (Way::between(from, to)?, man.entered_by?);
        match self.tile(from)? {
            Tile::Wall if way == entered_by.opposite() => Some((from, Tile::tunnel(way))),
            Tile::Wall => None,
            Tile::AlongFile | Tile::AlongRank if way != entered_by => Some((from, None)),
            Tile::AlongFile | Tile::AlongRank => None,
        }
    }

    /// Moves a piece. A piece on the target leaves the board.
    pub(super) fn shift(&mut self, from: Square, to: Square) {
        let man = self.men[from.index()];
        self.put(from, None);
        self.put(to, man.map(|man| self.arrived(man, from, to)));
    }

    /// Returns the piece as it arrives: a tunneller on a tile remembers the side by which it came in.
    fn arrived(&self, man: Man, from: Square, to: Square) -> Man {
        let digger = man.kind == Kind::Tunneller && self.tile(to).is_some();
        let entered_by = Way::between(to, from).filter(|way| digger && !way.is_diagonal());
        Man { entered_by, ..man }
    }

    /// Exchanges Batled and partner. [CS-9]
    pub(super) fn swap(&mut self, batled: Square, with: Square) {
        let (one, other) = (self.men[batled.index()], self.men[with.index()]);
        self.put(batled, None);
        self.put(with, None);
        self.put(with, one.map(|man| self.arrived(man, batled, with)));
        self.put(batled, other.map(|man| self.arrived(man, with, batled)));
        self.swaps[self.to_move] = false;
    }

    /// Brings a piece on from the reserve of the side to move. Of two of a kind, a known one comes first.
    pub(super) fn enter(&mut self, rules: &Rules, kind: Kind, at: Square) {
        let side = self.to_move;
        let reserve = &mut self.reserves[side];
        let known = reserve.known.count(kind) > 0;
        reserve.men.take(kind);
        reserve.known.take(kind);
        let up = rules.enter_face == EnterFace::Up;
        self.put(at, Some(Man { side, kind, up, known, entered_by: None }));
    }

    pub(super) fn flip(&mut self, at: Square) {
        if let Some(man) = &mut self.men[at.index()] {
            man.up = true;
        }
    }

    /// The enemies that are flipped because pieces of `side` have ended their move on these squares. [CS-6]
    pub fn turned_up(&self, rules: &Rules, side: Side, ends: &[Square]) -> Vec<Square> {
        let mut turned: Vec<Square> = Vec::new();
        for at in ends.iter().flat_map(|end| end.around().filter(move |at| touches(rules.adjacent, *end, *at))) {
            if self.man(at).is_some_and(|man| man.side != side && !man.up) && !turned.contains(&at) {
                turned.push(at);
            }
        }
        turned
    }

    /// Flips the enemies next to this square. [CS-6]
    fn turn_up(&mut self, rules: &Rules, side: Side, end: Square) {
        for at in around(end).and(self.of(side.other())) {
            if touches(rules.adjacent, end, at) {
                self.flip(at);
            }
        }
    }

    /// The position after an action of the side to move, with captures, tiles, flips and the countdown.
    pub fn after(&self, rules: &Rules, action: &Action) -> Position {
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
                    && let Some((at, tile)) = self.dug(from, to)
                {
                    self.lay(at, tile);
                }
                self.shift(from, to);
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
            self.turn_up(rules, side, end);
        }
        self.countdown = self.counted(batled_taken);
        self.to_move = side.other();
    }

    /// The countdown after a turn of the side to move.
    pub fn counted(&self, batled_taken: bool) -> Option<Countdown> {
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

    /// Whether the Batleds have decided the game: `Some(None)` is a draw.
    pub fn decided(&self) -> Option<Option<Side>> {
        let count = self.countdown?;
        if self.batled(count.captor).is_none() {
            return Some(None);
        }
        (count.left == 0).then_some(Some(count.captor))
    }

    /// A hash: equal for equal positions, almost never for others.
    pub(super) fn key(&self) -> u64 {
        let mut hash = PairHash::default();
        // Eight squares in a word, a byte each: a piece's kind and state. Tiles follow in a second word.
        for (men, tiles) in self.men.chunks(16).zip(self.tiles.chunks(16)) {
            let byte = |man: &Option<Man>| match man {
                Some(man) => {
                    let entered = man.entered_by.map_or(0, |way| way as u64 / 2 + 1);
                    let known = u64::from(man.known) << 4 | u64::from(man.up) << 3;
                    (entered << 5 | known | man.kind as u64) + 1
                }
                None => 0,
            };
            let word = |men: &[Option<Man>]| men.iter().fold(0, |word: u64, man| word << 8 | byte(man));
            let (one, other) = men.split_at(men.len().min(8));
            let tiles = tiles.iter().fold(0_u64, |word, tile| word << 2 | tile.map_or(0, |tile| tile as u64 + 1));
            hash = hash.pair(word(one), word(other)).pair(tiles, 0);
        }
        let [coal, steel] = self.sides.0.map(Set::words);
        let count = self.countdown.map_or(0, |count| u64::from(count.left) << 1 | count.captor as u64 | 8);
        let swaps = u64::from(self.swaps[Side::Coal]) | u64::from(self.swaps[Side::Steel]) << 1;
        let [first, second] = &self.reserves.0;
        hash.pair(coal.0, coal.1)
            .pair(steel.0, steel.1)
            .pair(first.men.word(), second.men.word())
            .pair(first.known.word(), second.known.word())
            .pair(self.out[Side::Coal].word(), self.out[Side::Steel].word())
            .pair(count << 8 | swaps << 4, self.to_move as u64)
            .key()
    }

    /// Counts leaf nodes at `depth`: only actions, without voluntary flips or trades.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.decided().is_some() {
            return 0;
        }
        let actions = self.actions(&Hand::default());
        match depth {
            1 => actions.len() as u64,
            _ => actions.iter().map(|action| self.after(rules, action).perft(rules, depth - 1)).sum(),
        }
    }
}

fn touches(adjacent: Adjacent, one: Square, other: Square) -> bool {
    match adjacent {
        Adjacent::Eight => true,
        Adjacent::Four => one.file() == other.file() || one.rank() == other.rank(),
    }
}

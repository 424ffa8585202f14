//! What a side may know of a game.
use super::{Countdown, Direction, Kind, PieceCounts, Placing, SQUARES, Side, Square, State, Tile, Trade};
use crate::kit::PerSide;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenPiece {
    pub side: Side,
    pub up: bool,
    /// `None` for an enemy that is face down and was never held.
    pub kind: Option<Kind>,
    /// The side of the tile by which a tunneller came in, if it is known to be one.
    pub entered_by: Option<Direction>,
}

/// A game as one side may know it. It contains no hidden information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub side: Side,
    pub to_move: Side,
    pub tiles: [Option<Tile>; SQUARES],
    pub pieces: [Option<SeenPiece>; SQUARES],
    /// Its own reserve.
    pub reserve: PieceCounts,
    /// The number of pieces in the enemy's reserve, and the known ones among them.
    pub enemy_reserve: (u8, PieceCounts),
    /// Its own pieces out of the game, and the number of the enemy's. [CS-24]
    pub out: (PieceCounts, u8),
    /// Its own pieces still to be placed, and the number of the enemy's.
    pub to_place: Option<(PieceCounts, u8)>,
    /// Own pieces that it may place now.
    pub placeable: PieceCounts,
    /// Enemies that it holds, and its own pieces that the enemy holds.
    pub captives: (PieceCounts, PieceCounts),
    pub may_swap: PerSide<bool>,
    pub countdown: Option<Countdown>,
    pub pending: Option<Trade>,
    /// Pieces of the side to move that came back by a trade in this turn and cannot enter in it.
    pub returned: PieceCounts,
    pub last: Option<(Square, Square)>,
}

impl View {
    pub fn for_side(state: &State, side: Side) -> View {
        let position = &state.position;
        let mut pieces = [None; SQUARES];
        let mut tiles = [None; SQUARES];
        for square in Square::all() {
            tiles[square.index()] = position.tile(square);
            pieces[square.index()] = position.piece_at(square).map(|piece| {
                let is_known = piece.side == side || piece.face_up || piece.known;
                let (kind, entered_by) = (is_known.then_some(piece.kind), piece.entered_by.filter(|_| is_known));
                SeenPiece { side: piece.side, up: piece.face_up, kind, entered_by }
            });
        }
        let enemy = position.reserve(side.other());
        let captives = (position.captives(side), position.captives(side.other()));
        let left = |placing: &Placing| (placing.unplaced[side], placing.unplaced[side.other()].total());
        View {
            side,
            to_move: position.to_move(),
            tiles,
            pieces,
            reserve: position.reserve(side).pieces,
            enemy_reserve: (enemy.pieces.total(), enemy.known),
            out: (*position.out(side), position.out(side.other()).total()),
            to_place: state.placing.as_ref().map(left),
            placeable: state
                .placing
                .as_ref()
                .map_or(PieceCounts::default(), |placing| placing.placeable_pieces(&state.rules, side)),
            captives: if state.placing.is_some() { Default::default() } else { captives },
            may_swap: position.swaps,
            countdown: position.countdown(),
            pending: state.pending.clone(),
            returned: state.returned,
            last: state.last,
        }
    }

    pub fn piece_at(&self, square: Square) -> Option<&SeenPiece> {
        self.pieces[square.index()].as_ref()
    }

    pub fn tile(&self, square: Square) -> Option<Tile> {
        self.tiles[square.index()]
    }
}

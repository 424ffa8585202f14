//! The engine's placement of its pieces: random within sensible rules, from its own view alone.
use super::{Command, Kind, Square, View, WIDTH};
use play::Rng;

impl View {
    /// Returns a piece to place and its square. `None` if the side has nothing to place now.
    ///
    /// With some chance, Warriors go in front, the Batled on the first rank, the others behind the Warriors.
    pub fn random_placement(&self, rng: &mut Rng) -> Option<Command> {
        self.to_place.filter(|_| self.to_move == self.side)?;
        let kinds: Vec<Kind> = self.placeable.pieces().collect();
        let kind = *kinds.get(rng.below(kinds.len().max(1) as u64) as usize)?;
        let depth = |square: Square| square.rank().abs_diff(self.side.first_rank());
        let is_free =
            |square: &Square| depth(*square) <= 2 && self.piece_at(*square).is_none() && self.tile(*square).is_none();
        let scored_squares = Square::all()
            .filter(is_free)
            .map(|square| (placement_score(kind, depth(square), square) + rng.below(40) as i64, square));
        let best = scored_squares.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, square)| Command::Place { kind, at: square })
    }
}

/// Scores a kind's placement at this depth, in ranks from its side's first.
fn placement_score(kind: Kind, depth: u8, square: Square) -> i64 {
    let from_edge = i64::from(square.file().min(WIDTH - 1 - square.file()));
    match (kind, depth) {
        (Kind::Batled, 0) => 60 + from_edge.min(3) * 2,
        (Kind::Batled, _) => -60,
        (Kind::Warrior, 2) => 40 + from_edge,
        (Kind::Warrior, 1) => 25,
        (Kind::Warrior, _) => 5,
        (Kind::Squed | Kind::Charger | Kind::Caster, 1) => 40,
        (Kind::Squed | Kind::Charger | Kind::Caster, _) => 15,
        (Kind::Tunneller, 0) => 10,
        (Kind::Tunneller, _) => 30,
    }
}

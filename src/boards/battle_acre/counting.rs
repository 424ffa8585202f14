//! Counts a side's legal moves without listing them.
use super::{CELLS, Cell, CellContent, EDGE, Kind, KingSafety, Position, RIDERS, Ride, Rules, Set, Side};
use crate::kit::PerSide;

/// The cells relevant for a pawn. [`EDGE`] replaces those that do not exist.
#[derive(Clone, Copy)]
struct PawnCells {
    /// Steps: ahead, and to both sides unless the pawn is on its starting rank.
    steps: [u8; 3],
    /// The double step from its starting rank, allowed if the cell ahead is empty.
    double: u8,
    /// Captures, by the switch `pawn_capture`.
    captures: [[u8; 4]; 2],
}

static PAWNS: PerSide<[PawnCells; CELLS]> = {
    let edge = PawnCells { steps: [EDGE; 3], double: EDGE, captures: [[EDGE; 4]; 2] };
    let mut table = [[edge; CELLS]; 2];
    let mut entry = 0;
    while entry < 2 * CELLS {
        let (side, index) = (entry / CELLS, entry % CELLS);
        let (cell, forward) = (Cell::from_index(index as u8), Side::BOTH[side].forward());
        let pawn = &mut table[side][index];
        pawn.steps[0] = index_or_edge(cell.offset(0, forward));
        if cell.rank() == Side::BOTH[side].pawn_rank() {
            pawn.double = index_or_edge(cell.offset(0, 2 * forward));
        } else {
            pawn.steps[1] = index_or_edge(cell.offset(-1, 0));
            pawn.steps[2] = index_or_edge(cell.offset(1, 0));
        }
        let near = [index_or_edge(cell.offset(-1, forward)), index_or_edge(cell.offset(1, forward))];
        pawn.captures = [[near[0], near[1], EDGE, EDGE]; 2];
        if cell.is_up() == (side == Side::Red as usize) {
            pawn.captures[1][2] = index_or_edge(cell.offset(-2, forward));
            pawn.captures[1][3] = index_or_edge(cell.offset(2, forward));
        }
        entry += 1;
    }
    PerSide(table)
};

const fn index_or_edge(cell: Option<Cell>) -> u8 {
    match cell {
        Some(cell) => cell.index() as u8,
        None => EDGE,
    }
}

impl Position {
    pub fn count_moves(&self, rules: &Rules) -> u64 {
        let safety = self.safety(rules);
        if safety.checker.is_some() {
            return self.pieces(self.to_move).map(|from| self.count_from(rules, &safety, from)).sum();
        }
        let own = self.pieces(self.to_move);
        let pawns = self.pieces_of_kind(self.to_move, Kind::Pawn);
        let tested = self.pieces_to_test(rules, &safety).or(pawns.and(NEAR_PROMOTION[self.to_move]));
        let mut count: u64 = tested.map(|from| self.count_from(rules, &safety, from)).sum();
        count += pawns.without(tested).map(|from| u64::from(self.count_pawn(rules, from))).sum::<u64>();
        for kind in [Kind::Duke, Kind::Marquess, Kind::Champion, Kind::Guard, Kind::Earl, Kind::Viscount] {
            let leapers = self.pieces_of_kind(self.to_move, kind).without(tested);
            count += leapers.map(|from| u64::from(kind.leap_targets(rules, from).without(own).len())).sum::<u64>();
        }
        for (ride, first, second) in RIDERS {
            let riders =
                self.pieces_of_kind(self.to_move, first).or(self.pieces_of_kind(self.to_move, second)).without(tested);
            count += riders.map(|from| u64::from(self.count_ride(ride, from))).sum::<u64>();
        }
        count + self.castlings(rules).count() as u64
    }

    /// Returns the number of legal moves of one piece. Each move is tested for leaving the king in check.
    fn count_from(&self, rules: &Rules, safety: &KingSafety, from: Cell) -> u64 {
        let targets = self.legal_targets(rules, safety, from);
        let promotion_rank = self.to_move.other().back_rank();
        let mut count = u64::from(targets.len());
        if from.rank().abs_diff(promotion_rank) <= 1 && self.pieces_of_kind(self.to_move, Kind::Pawn).contains(from) {
            let promoting = targets.filter(|to| to.rank() == promotion_rank).count() as u64;
            count = count + promoting * self.promotions(rules).len() as u64 - promoting;
        }
        count
    }

    fn count_pawn(&self, rules: &Rules, from: Cell) -> u8 {
        let pawn = &PAWNS[self.to_move][from.index()];
        let count_free = |cell: u8| u8::from(self.cells[usize::from(cell)] == CellContent::EMPTY);
        let count_enemy = |cell: u8| u8::from(self.cells[usize::from(cell)].is_of(self.to_move.other()));
        let [ahead, left, right] = pawn.steps;
        let [near_left, near_right, wide_left, wide_right] = pawn.captures[rules.pawn_capture as usize];
        let ahead = count_free(ahead);
        let steps = ahead + count_free(left) + count_free(right) + (ahead & count_free(pawn.double));
        steps + count_enemy(near_left) + count_enemy(near_right) + count_enemy(wide_left) + count_enemy(wide_right)
    }

    /// Calls `on_target` with the targets of a pawn, except en passant. [BA-19 to BA-21]
    #[inline]
    pub(super) fn each_pawn_target(&self, rules: &Rules, side: Side, from: Cell, mut on_target: impl FnMut(Cell)) {
        let pawn = &PAWNS[side][from.index()];
        let enemy = side.other();
        let content = |cell: u8| self.cells[usize::from(cell)];
        let [ahead, left, right] = pawn.steps;
        for sideways in [left, right].into_iter().filter(|cell| content(*cell) == CellContent::EMPTY) {
            on_target(Cell::from_index(sideways));
        }
        for capture in pawn.captures[rules.pawn_capture as usize].into_iter().filter(|cell| content(*cell).is_of(enemy))
        {
            on_target(Cell::from_index(capture));
        }
        if content(ahead) == CellContent::EMPTY {
            on_target(Cell::from_index(ahead));
            if content(pawn.double) == CellContent::EMPTY {
                on_target(Cell::from_index(pawn.double));
            }
        }
    }

    /// Calls `on_target` with the targets of a rider of the side to move, for one way of riding.
    #[inline]
    pub(super) fn each_ride_target(&self, ride: Ride, from: Cell, mut on_target: impl FnMut(Cell)) {
        let enemy = self.to_move.other();
        for (way, ray) in ride.rays_with_edge(from).into_iter().enumerate() {
            // Each of a Tower's last three rays begins with the same cell as one of its first three.
            let mut is_duplicate = ride == Ride::Tower && way >= 3;
            for cell in ray {
                let content = self.cells[cell.index()];
                if !is_duplicate && (content == CellContent::EMPTY || content.is_of(enemy)) {
                    on_target(*cell);
                }
                is_duplicate = false;
                if content != CellContent::EMPTY {
                    break;
                }
            }
        }
    }

    /// The number of targets of a rider along its six rays, for one way of riding.
    fn count_ride(&self, ride: Ride, from: Cell) -> u32 {
        let mut count = 0;
        for (way, ray) in ride.rays_with_edge(from).into_iter().enumerate() {
            let mut steps = 0;
            let content = loop {
                let content = self.cells[ray[steps].index()];
                if content != CellContent::EMPTY {
                    break content;
                }
                steps += 1;
            };
            let reached = steps as u32 + u32::from(content.is_of(self.to_move.other()));
            // Each of a Tower's last three rays begins with the same cell as one of its first three.
            count += if ride == Ride::Tower && way >= 3 { reached.saturating_sub(1) } else { reached };
        }
        count
    }
}

/// Cells from which a pawn may reach its promotion rank.
static NEAR_PROMOTION: PerSide<Set> = {
    let mut sets = [Set::EMPTY; 2];
    let mut entry = 0;
    while entry < 2 * CELLS {
        let (side, cell) = (entry / CELLS, Cell::from_index((entry % CELLS) as u8));
        if cell.rank().abs_diff(Side::BOTH[side].other().back_rank()) <= 1 {
            sets[side] = sets[side].with(cell);
        }
        entry += 1;
    }
    PerSide(sets)
};

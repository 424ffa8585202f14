//! The placement: in turns, face down, on the own three ranks.
use super::{
    CoalAndSteel, Command, Fact, HandicapReserve, Kind, Piece, PieceCounts, Placing, Reason, Rules, Side, Square,
    State, rules,
};
use crate::kit::PerSide;
use play::{Hint, LineError, NotDecidedOf, Rule};

/// Number of ranks on which a side places its pieces. (CS-4)
const RANKS: u8 = 3;
/// Most pieces a side may keep back. The stronger side must keep this many. (CS-5, CS-24)
pub(super) const MAX_HELD_BACK: u8 = 2;
/// Pieces left when the stronger side places its last one.
const LAST_PLACED: u8 = MAX_HELD_BACK + 1;

type Draft<'a> = play::EventBuilder<'a, CoalAndSteel>;
type Refused = NotDecidedOf<CoalAndSteel>;

impl Placing {
    /// Returns the legal commands of the side that places next.
    pub fn choices(&self, state: &State) -> Vec<Command> {
        let side = state.position.to_move();
        let squares: Vec<Square> = Square::all().filter(|at| placement_obstacle(state, side, *at).is_none()).collect();
        let placeable = self.placeable_pieces(&state.rules, side);
        let kinds = Kind::ALL.into_iter().filter(|kind| placeable.count(*kind) > 0);
        let placings = kinds.flat_map(|kind| squares.iter().map(move |at| Command::Place { kind, at: *at }));
        placings.chain(check_hold(self, side).is_ok().then_some(Command::Hold)).collect()
    }

    /// Returns the pieces that a side may place now. The stronger side places 16, including its Batled. [CS-24]
    pub fn placeable_pieces(&self, rules: &Rules, side: Side) -> PieceCounts {
        let left = self.unplaced[side];
        match left.total() {
            ..=MAX_HELD_BACK if is_stronger(rules, side) => PieceCounts::default(),
            LAST_PLACED if is_stronger(rules, side) && left.count(Kind::Batled) > 0 => {
                [Kind::Batled].into_iter().collect()
            }
            _ => left,
        }
    }

    /// Checks whether a side may place a piece of this kind now, on any square.
    fn check_kind(&self, rules: &Rules, side: Side, kind: Kind) -> Result<(), (Reason, Rule)> {
        if self.unplaced[side].count(kind) == 0 {
            Err((Reason::NoneLeft { kind }, rules::PIECES))
        } else if self.placeable_pieces(rules, side).count(kind) > 0 {
            Ok(())
        } else if self.unplaced[side].total() <= MAX_HELD_BACK {
            Err((Reason::Handicapped { side }, rules::HANDICAP))
        } else {
            Err((Reason::BatledComesLast, rules::RESERVE))
        }
    }
}

fn is_stronger(rules: &Rules, side: Side) -> bool {
    rules.handicap.stronger() == Some(side)
}

/// Converts a line of pieces into the commands that place them on the ranks of the side to place. Letters go from file
/// a on, the side's first rank first. `.` leaves a square free, a digit that many, and `/` starts the next rank. (CS-4)
///
/// # Errors
/// Letters that are not pieces, and squares beyond the side's ranks.
pub fn placement_commands(state: &State, line: &str) -> Result<Vec<Command>, LineError> {
    let side = state.position.to_move();
    let placement_error =
        |what: &str| LineError::new(what.to_owned()).rule(rules::PLACING).hint(Hint::form("place line BWWWW/CTHWW"));
    let mut commands = Vec::new();
    for (depth, rank) in (0..).zip(line.split('/')) {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(free) = letter.to_digit(10).or((letter == '.').then_some(1)) {
                file += free as u8;
                continue;
            }
            let kind = Kind::from_letter(letter)
                .ok_or_else(|| placement_error(&format!("\"{letter}\" in \"{line}\" is not a piece.")))?;
            if depth == RANKS {
                return Err(placement_error("Pieces are placed on three ranks, and the line has more."));
            }
            let rank = side.first_rank().abs_diff(depth);
            let at = Square::from_file_rank(file, rank);
            let at = at.ok_or_else(|| placement_error(&format!("Rank {} has ten squares, a to j.", rank + 1)))?;
            commands.push(Command::Place { kind, at });
            file += 1;
        }
    }
    Ok(commands)
}

/// Checks that the side to move may place all these on different squares, turn by turn. Returns the first refusal.
pub fn check_placement(state: &State, commands: &[Command]) -> Result<(), (Reason, Rule)> {
    let side = state.position.to_move();
    let mut placing = state.placing.clone().ok_or((Reason::PlacingOver, rules::PLACING))?;
    for command in commands {
        let Command::Place { kind, at } = command else { continue };
        placing.check_kind(&state.rules, side, *kind)?;
        placing.unplaced[side].remove(*kind);
        placement_obstacle(state, side, *at).map_or(Ok(()), |reason| Err((reason, rules::PLACING)))?;
    }
    Ok(())
}

/// The reason why a piece of `side` cannot be placed on a square, if any.
fn placement_obstacle(state: &State, side: Side, at: Square) -> Option<Reason> {
    let depth = at.rank().abs_diff(side.first_rank());
    if depth >= RANKS {
        Some(Reason::OutsideZone { at, side })
    } else if state.position.piece_at(at).is_some() {
        Some(Reason::Occupied { at })
    } else {
        state.position.tile(at).map(|_| Reason::OnTile { at })
    }
}

/// Checks whether a side may keep its remaining pieces.
fn check_hold(placing: &Placing, side: Side) -> Result<(), Reason> {
    let remaining = placing.unplaced[side];
    if remaining.total() > MAX_HELD_BACK {
        Err(Reason::TooEarlyToHold { placed: PieceCounts::full().total() - remaining.total() })
    } else if remaining.count(Kind::Batled) > 0 {
        Err(Reason::BatledHeld)
    } else {
        Ok(())
    }
}

/// CS-4: places a piece.
pub fn place(draft: &mut Draft<'_>, kind: Kind, at: Square) -> Result<(), Refused> {
    let side = draft.state().position.to_move();
    let State { placing, rules, .. } = draft.state();
    let Some(placing) = placing else { return draft.refuse(rules::PLACING, Reason::PlacingOver) };
    if let Err((reason, rule)) = placing.check_kind(rules, side, kind) {
        return draft.refuse(rule, reason);
    }
    if let Some(reason) = placement_obstacle(draft.state(), side, at) {
        return draft.refuse(rules::PLACING, reason);
    }
    draft.record(rules::PLACING, Fact::Placed { side, kind, at });
    let left = draft.state().placing.as_ref().map_or(0, |placing| placing.unplaced[side].total());
    if left == MAX_HELD_BACK && is_stronger(&draft.state().rules, side) {
        draft.record(rules::HANDICAP, Fact::HeldBack { side });
    }
    begin_if_all_placed(draft)
}

/// CS-5: keeps the last one or two pieces as the reserve.
pub fn hold(draft: &mut Draft<'_>) -> Result<(), Refused> {
    let side = draft.state().position.to_move();
    let Some(placing) = &draft.state().placing else { return draft.refuse(rules::PLACING, Reason::PlacingOver) };
    if is_stronger(&draft.state().rules, side) {
        return draft.refuse(rules::HANDICAP, Reason::Handicapped { side });
    }
    match check_hold(placing, side) {
        Err(reason) => draft.refuse(rules::RESERVE, reason),
        Ok(()) => {
            draft.record(rules::RESERVE, Fact::HeldBack { side });
            begin_if_all_placed(draft)
        }
    }
}

fn begin_if_all_placed(draft: &mut Draft<'_>) -> Result<(), Refused> {
    let all_done = draft.state().placing.as_ref().is_some_and(|placing| placing.done == PerSide([true; 2]));
    if all_done { draft.record_last(rules::TURN, Fact::PlayBegan) } else { Ok(()) }
}

pub fn apply_placement(state: &mut State, side: Side, kind: Kind, at: Square) {
    state.position.set_piece(at, Some(Piece { side, kind, face_up: false, known: false, entered_by: None }));
    if let Some(placing) = &mut state.placing {
        placing.unplaced[side].remove(kind);
        placing.done[side] = placing.unplaced[side].is_empty();
    }
    pass_turn(state, side);
}

/// Applies what a side keeps back: its reserve, or by the switch `handicap_reserve` pieces out of the game. [CS-24]
pub fn apply_held_back(state: &mut State, side: Side) {
    let is_out = is_stronger(&state.rules, side) && state.rules.handicap_reserve == HandicapReserve::Out;
    if let Some(placing) = &mut state.placing {
        placing.done[side] = true;
        let held_back = std::mem::take(&mut placing.unplaced[side]);
        *(if is_out { &mut state.position.out[side] } else { &mut state.position.reserves[side].pieces }) = held_back;
    }
    pass_turn(state, side);
}

/// Passes the placement to the other side, unless that side has finished placing.
fn pass_turn(state: &mut State, side: Side) {
    let other_places = state.placing.as_ref().is_some_and(|placing| !placing.done[side.other()]);
    state.position.to_move = if other_places { side.other() } else { side };
    state.offer = state.offer.filter(|by| *by == side);
}

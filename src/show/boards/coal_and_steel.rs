//! Coal and Steel as text: boards as a side may see them, events, refusals, results.
//!
//! Sentences contain only what both sides may know, and never the kind of a face-down piece.
use super::{
    Diagram, Ground, PieceColour, PieceView, Shape, accept_hint, draw_offer_text, new_spot, outcome_text, over_hint,
};
use crate::{count, help::HelpCell, joined, list};
use boards::Notation as _;
use boards::coal_and_steel::{
    CoalAndSteel, Command, Ending, Fact, Kind, Piece, PieceCounts, Position, Reason, Side, Square, State, Tile, Trade,
    View, rules::HANDICAP,
};
use play::{EventOf, Hint, LineError, Rule};

pub const HELP: &str = "\
Coal and Steel: eighteen hidden pieces a side. Coal is upper case, Steel lower \
case, ' is face down, ? a hidden enemy.
B Batled, Q Squed, C Caster, H Charger, T Tunneller, W Warrior; # a wall. \
Tunnels are | and -.
Capture the enemy's Batled and keep your own for two more enemy turns. A piece face \
down steps one square, never back.
A turn: flip pieces, trade, then move, enter or swap. Enemies beside the \
piece that moved turn up.
";
/// Commands that only this game has, one or two to a line.
pub const WORDS: &[&[HelpCell<'static>]] = &[
    &[("place W d2", "place a piece, face down"), ("hold", "keep two in reserve")],
    &[("flip e3", "turn a piece up"), ("e3-e4", "move a piece")],
    &[("enter W d1", "bring on a reserve piece"), ("swap f2", "with Batled, once")],
    &[("trade give w,h for c", "offer captives"), ("accept, decline", "answer an offer")],
    &[("board all", "the referee's board"), ("pass", "nothing can be done")],
    &[("draw, resign", "offer a draw, give up"), ("flag [SIDE]", "its time is up")],
];

/// Returns the board, reserve and captives as a side may know them. Pieces that it knows to be capturable are marked.
pub fn side_diagram(view: &View, status: String) -> Diagram {
    let position = view.position(&[], &[], &PieceCounts::default());
    let has_begun = view.to_place.is_none();
    let threatened =
        threatened(&position, |at| has_begun && view.piece_at(at).is_some_and(|seen| seen.kind.is_some()), has_begun);
    let figure_at = |at: Square| {
        let seen = view.piece_at(at)?;
        let letter = seen.kind.map_or('?', |kind| seen.side.cased(kind.letter()));
        Some(PieceView { down: !seen.up, ..PieceView::from_letter(seen.side, letter) })
    };
    let mut notes = vec![format!("Seen by {}. Reserve: {}.", view.side, hand_text(&view.reserve))];
    let (count, known) = &view.enemy_reserve;
    if *count > 0 {
        notes[0] += &format!(" Enemy reserve: {count}, known: {}.", hand_text(known));
    }
    let (out, enemy_out) = &view.out;
    if !out.is_empty() {
        notes.push(format!("Out of the game: {}.", hand_text(out)));
    }
    if *enemy_out > 0 {
        notes.push(format!("Enemy out of the game: {enemy_out}."));
    }
    if let Some((own, enemy)) = &view.to_place {
        notes.push(format!("Still to place: {}; the enemy {enemy}.", hand_text(own)));
    }
    let (held, lost) = &view.captives;
    if !held.is_empty() || !lost.is_empty() {
        notes.push(format!("Holds: {}. Lost: {}.", hand_text(held), hand_text(lost)));
    }
    diagram(figure_at, |at| view.tile(at), view.last, &threatened, (status, notes))
}

/// Returns the referee's board, with every kind of piece.
pub fn referee_diagram(state: &State) -> Diagram {
    let position = &state.position;
    let threatened = threatened(position, |_| true, state.placing.is_none() && state.result.is_none());
    let figure_at = |at: Square| {
        let piece = position.piece_at(at)?;
        Some(PieceView { down: !piece.face_up, ..PieceView::from_letter(piece.side, piece.letter()) })
    };
    let reserves = Side::BOTH.map(|side| format!("{side}'s reserve: {}.", hand_text(&position.reserve(side).pieces)));
    let out = Side::BOTH.into_iter().filter(|side| !position.out(*side).is_empty());
    let out = out.map(|side| format!("{side}'s pieces out of the game: {}.", hand_text(position.out(side))));
    let notes = reserves.into_iter().chain(out).collect();
    diagram(figure_at, |at| position.tile(at), state.last, &threatened, (status(state), notes))
}

fn diagram(
    piece: impl Fn(Square) -> Option<PieceView>,
    tile: impl Fn(Square) -> Option<Tile>,
    last: Option<(Square, Square)>,
    threatened: &[Square],
    (status, notes): (String, Vec<String>),
) -> Diagram {
    let spot = |at: Square| {
        let ground = match tile(at) {
            None => Ground::Plain,
            Some(Tile::Wall) => Ground::Wall,
            Some(Tile::AlongFile) => Ground::TunnelAlongFile,
            Some(Tile::AlongRank) => Ground::TunnelAlongRank,
        };
        new_spot(at, (at.file(), at.rank()), (ground, piece(at)), last, threatened)
    };
    Diagram {
        title: "Coal and Steel".to_owned(),
        says: status,
        shape: Shape::Squares,
        is_wide: true,
        sides: [("Coal".to_owned(), PieceColour::Coal), ("Steel".to_owned(), PieceColour::Steel)],
        spots: Square::all().map(spot).collect(),
        notes,
    }
}

/// Returns pieces that the other side's next move could take, judged by the known kinds. A piece of known kind may
/// turn up first. A piece of unknown kind is taken to move as if face down, one square.
fn threatened(position: &Position, is_known: impl Fn(Square) -> bool, has_begun: bool) -> Vec<Square> {
    let mut reached = Vec::new();
    for side in Side::BOTH.into_iter().filter(|_| has_begun) {
        for (from, piece) in position.pieces(side) {
            reached.extend(position.reachable(piece, from));
            if !piece.face_up && is_known(from) {
                reached.extend(position.reachable(&Piece { face_up: true, ..*piece }, from));
            }
        }
    }
    reached.retain(|at| position.piece_at(*at).is_some());
    reached
}

fn hand_text(hand: &PieceCounts) -> String {
    let kinds = Kind::ALL.into_iter().filter(|kind| hand.count(*kind) > 0);
    let counted = joined(kinds.map(|kind| format!("{} {kind}", hand.count(kind))), ", ");
    if counted.is_empty() { "none".to_owned() } else { counted }
}

/// Returns the side to move, or the result.
pub fn status(state: &State) -> String {
    let side = state.position.to_move();
    if let Some(ending) = &state.result {
        return result_text(ending);
    }
    if let Some(placing) = &state.placing {
        return match placing.unplaced[side].total() {
            1 => format!("{side} to place, 1 piece left."),
            left => format!("{side} to place, {left} pieces left."),
        };
    }
    let fallen = state.position.countdown().map(|fallen| {
        format!(" {}'s Batled has fallen, and its side has {} left.", fallen.captor.other(), count(fallen.left, "turn"))
    });
    let trade = state.pending.as_ref().map(|trade| format!(" A trade is offered: {}.", trade_text(trade)));
    let offer = draw_offer_text(state.offer);
    format!("{side} to move.{}{}{offer}", fallen.unwrap_or_default(), trade.unwrap_or_default())
}

/// `Coal wins: Batled taken and not avenged`.
pub fn result_text(ending: &Ending) -> String {
    let how = match ending {
        Ending::NotAvenged { .. } => "Batled taken and not avenged".to_owned(),
        Ending::BothTaken => "both Batleds taken".to_owned(),
        Ending::Repetition => "repeated three times".to_owned(),
        Ending::Stuck { side } => format!("{side} can do nothing"),
        Ending::Resigned { side } => format!("{side} resigns"),
        Ending::OutOfTime { side } => format!("{side} is out of time"),
        Ending::Agreed => "agreed".to_owned(),
    };
    outcome_text(ending.winner(), &how)
}

fn trade_text(trade: &Trade) -> String {
    let pieces = |kinds: &[Kind]| if kinds.is_empty() { "nothing".to_owned() } else { list(kinds) };
    format!("{} gives {} for {}", trade.by, pieces(&trade.give), pieces(&trade.take))
}

/// Returns an event as a sentence with its paragraph. `None` if there is nothing to report.
pub fn event_sentence(event: &EventOf<CoalAndSteel>) -> Option<String> {
    let what = match &event.fact {
        Fact::Placed { side, at, .. } => format!("{side} places a piece on {at}."),
        Fact::HeldBack { side } if event.rule == HANDICAP => format!("{side}, the stronger side, keeps two back."),
        Fact::HeldBack { side } => format!("{side} keeps the rest as its reserve."),
        Fact::PlayBegan => "All are placed. Coal begins.".to_owned(),
        Fact::Flipped { side, kind, at, forced } => {
            let how = if *forced { "must turn up" } else { "turns up" };
            format!("{side}'s piece on {at} {how}: a {kind}.")
        }
        Fact::TradeOffered(trade) => format!("{}; accept or decline.", trade_text(trade)),
        Fact::TradeDeclined => "The trade is declined.".to_owned(),
        Fact::Traded(trade) => format!("Traded: {}.", trade_text(trade)),
        Fact::Moved { side, from, to } => format!("{side} moves {from}-{to}."),
        Fact::Captured { side, kind, at, .. } => format!("{side}'s {kind} on {at} is captured."),
        Fact::TileTurned { at, .. } => format!("The wall on {at} becomes a tunnel."),
        Fact::TileRemoved { at } => format!("The tunnel on {at} is removed."),
        Fact::Entered { side, at, .. } => format!("{side} brings a piece on at {at}."),
        Fact::Swapped { side, batled, with } => {
            format!("{side}'s Batled on {batled} and the piece on {with} change squares.")
        }
        Fact::Passed { side } => format!("{side} passes."),
        // The end of the game follows at once.
        Fact::Counted { left: 0, .. } => return None,
        Fact::Counted { captor, left } => {
            format!("{captor} wins unless its own Batled falls: {} has {} left.", captor.other(), count(*left, "turn"))
        }
        Fact::TurnEnded { .. } => return None,
        Fact::DrawOffered { by } => format!("{by} offers a draw."),
        Fact::Ended(ending) => format!("{}.", result_text(ending)),
    };
    Some(format!("{what} [{}]", event.rule))
}

/// Explains why a command is refused, with a hint what to type. It reveals no hidden kind.
pub fn refusal(reason: &Reason, rule: Rule) -> LineError {
    use Reason::*;
    let moves = Hint::line("moves");
    let (what, hint) = match reason {
        Over(ending) => (format!("The game is over. {}.", result_text(ending)), over_hint()),
        StillPlacing => ("Pieces are still being placed.".to_owned(), Hint::form("place W d2")),
        PlacingOver => ("Placing is over.".to_owned(), moves),
        OutsideZone { at, side } => {
            let ranks = if *side == Side::Coal { "1 to 3" } else { "8 to 10" };
            (format!("{side} cannot place a piece on {at}."), format!("{side} places on ranks {ranks}.").into())
        }
        Occupied { at } => (format!("A piece is on {at}."), moves),
        OnTile { at } => (format!("A tile is on {at}."), moves),
        NoneLeft { kind } => (format!("No {kind} is left to place."), Hint::line("board")),
        TooEarlyToHold { placed } => (
            format!("Only the last two pieces may be held back, and {placed} of 18 are placed."),
            Hint::form("place W d2"),
        ),
        BatledHeld => ("The Batled may not be held back.".to_owned(), Hint::form("place B d1")),
        BatledComesLast => {
            ("The Batled must be on the board, and only one more piece is placed.".to_owned(), Hint::form("place B d1"))
        }
        Handicapped { side } => (format!("{side}, the stronger side, places 16 pieces and keeps two back."), moves),
        Empty { at } => (format!("There is no piece on {at}."), moves),
        NotYours { at } => (format!("The piece on {at} is not of the side to move."), moves),
        NotMoved { at } => (format!("A move must leave {at}."), moves),
        AlreadyUp { at } => (format!("The piece on {at} is already face up, and stays so."), moves),
        FlipAfterTrade => ("Pieces are turned up before the trade.".to_owned(), moves),
        HiddenStep { from, to } => (
            format!("The piece on {from} cannot move to {to}: face down, it moves one square and never backward."),
            "type " + Hint::form(format!("flip {from}")) + " or " + Hint::form(format!("moves {from}")) + ".",
        ),
        Backward { kind } => (format!("A {kind} never moves backward."), moves),
        NotItsWay { kind, from, to } => {
            (format!("A {kind} cannot move from {from} to {to}."), Hint::line(format!("moves {from}")))
        }
        Wall { at } => (format!("A wall is on {at}: only a Tunneller that is face up enters it."), moves),
        WallDiagonal { at } => (format!("The tile on {at} is entered and left straight, not diagonally."), moves),
        TunnelLine { at } => (format!("The tunnel on {at} is passed only along its line."), moves),
        Blocked { at } => (format!("A piece on {at} is in the way."), moves),
        OwnPiece { at } => (format!("A piece of yours is on {at}."), moves),
        NoEntrySquare { at, side } => {
            let rank = side.first_rank() + 1;
            (format!("No piece enters {at}."), format!("{side} enters on d{rank}, e{rank}, f{rank} or g{rank}.").into())
        }
        NotInReserve { kind } => (format!("No {kind} is in reserve."), moves),
        ReserveEmpty => ("The reserve is empty.".to_owned(), moves),
        JustReturned { kind } => (format!("The {kind} came back only this turn."), moves),
        SwapUsed => ("The Batled has already swapped.".to_owned(), moves),
        BatledGone => ("The Batled is not on the board.".to_owned(), moves),
        BatledHidden => ("A Batled face down cannot swap.".to_owned(), "flip it first.".into()),
        NotAdjacent { batled, with } => (format!("Square {with} is not beside the Batled on {batled}."), moves),
        SwapTerrain { with } => (format!("The tiles do not let the Batled step to {with}."), moves),
        SomethingToDo { example } => {
            let what = match example {
                Command::Flip { .. } => {
                    "A side passes only when it can do nothing, and a piece that is turned up could act."
                }
                _ => "A side passes only when it can do nothing.",
            };
            (what.to_owned(), Hint::line(CoalAndSteel::command_text(example)))
        }
        AlreadyTraded => ("A side offers only one trade a turn.".to_owned(), moves),
        NothingNamed => ("The trade names no piece.".to_owned(), Hint::form("trade give w,h for c")),
        NotHeld { kind, holder } => {
            (format!("{holder} does not hold that many pieces of type {kind}."), Hint::line("board"))
        }
        BatledNotTraded => ("A captured Batled cannot be traded.".to_owned(), Hint::form("trade give w,h for c")),
        NoTrade => ("No trade is offered.".to_owned(), Hint::form("trade give w,h for c")),
        TradeOnOffer { by } => (
            format!("{by} has offered a trade, and {} answers it first.", by.other()),
            "type " + Hint::form("accept") + " or " + Hint::form("decline") + ".",
        ),
        AlreadyOffered { by } => (format!("{by} has already offered a draw."), accept_hint("accept draw")),
        NothingOffered => ("No draw is offered.".to_owned(), Hint::line("draw")),
    };
    LineError::new(what).rule(rule).hint(hint)
}

/// Returns a command as both sides may read it: `place ? d2` while the game continues.
pub fn redacted_command(command: &Command, over: bool) -> String {
    match command {
        Command::Place { at, .. } if !over => format!("place ? {at}"),
        Command::Enter { at, .. } if !over => format!("enter ? {at}"),
        other => CoalAndSteel::command_text(other),
    }
}

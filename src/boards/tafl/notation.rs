//! Commands as text, both ways: `d5-d2`, `d5 d2`, `e3-d3xd4`, `lot`, `resign`, `draw`, `accept`, `claim`.
use super::open_tafl::{StatedKingFate, StatedMove, read_move};
use super::{Command, Ending, Fact, Piece, Square, State, Tafl, rules};
use crate::kit::{LineError, Notation, Verb, common_text, from_and_to, not_understood};
use play::Script;

impl Notation for Tafl {
    const VERBS: &'static [Verb<Tafl>] = &[
        Verb::new("lot", &[], |_, _| Ok(Command::Lot)),
        Self::RESIGN,
        Self::FLAG,
        Self::DRAW,
        Self::ACCEPT,
        Verb::new("claim", &[], |_, _| Ok(Command::Claim)),
    ];

    /// Reads a typed or recorded move. Captures and results that it states must be true.
    fn read_move(state: &State, text: &str) -> Result<Command, LineError> {
        let typed = text;
        let text = text.replace(' ', "");
        if let Ok(stated) = read_move(&text) {
            check_stated(state, &text, &stated)?;
            return Ok(Command::Move { from: stated.from, to: stated.to });
        }
        let (from, to) = from_and_to(&text).ok_or_else(|| not_understood::<Tafl>(state, typed))?;
        Ok(Command::Move { from: square(from)?, to: square(to)? })
    }
    fn check_square(name: &str) -> Result<(), LineError> {
        square(name).map(drop)
    }
    fn command_text(command: &Command) -> String {
        match command {
            Command::Lot => "lot".to_owned(),
            Command::Move { from, to } => format!("{from}-{to}"),
            Command::Common(common) => common_text(common),
            Command::Claim => "claim".to_owned(),
        }
    }
}

/// Checks that a legal move has the captures, the king and the ending it states. An illegal move is refused elsewhere.
fn check_stated(state: &State, text: &str, stated: &StatedMove) -> Result<(), LineError> {
    let command = Command::Move { from: stated.from, to: stated.to };
    let Ok(events) = play::decide::<Tafl>(state, &command, &mut Script::typed([])) else { return Ok(()) };
    let happens = |is: fn(&Fact) -> bool| events.iter().any(|event| is(&event.fact));
    if stated.by_king && !happens(|fact| matches!(fact, Fact::Moved { piece: Piece::King, .. })) {
        return Err(
            LineError::new(format!("Move {text} is the king's, but no king is on {}.", stated.from)).rule(rules::MOVES)
        );
    }
    let (claim, is_so, rule) = match stated.king_fate {
        None => ("", true, rules::TURNS),
        Some(StatedKingFate::Captured) => {
            let is_so = happens(|fact| matches!(fact, Fact::Ended(Ending::KingCaptured { .. })));
            ("captured", is_so, rules::KING_CAPTURED)
        }
        Some(StatedKingFate::Escaped) => {
            let is_so = happens(|fact| matches!(fact, Fact::Ended(Ending::KingEscaped { .. })));
            ("in a corner", is_so, rules::ESCAPE)
        }
    };
    if !is_so {
        return Err(LineError::new(format!("Move {text} states that the king is {claim}, but it is not.")).rule(rule));
    }
    let Some(named) = &stated.captures else { return Ok(()) };
    let captured =
        events.iter().filter_map(|event| if let Fact::Captured { at, .. } = event.fact { Some(at) } else { None });
    let (named, captured) = (in_order(named.iter().copied()), in_order(captured));
    if named == captured {
        return Ok(());
    }
    let list = |squares: &[Square]| {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
    };
    let what = format!("Move {text} names {} as captured, but captures {}.", list(&named), list(&captured));
    Err(LineError::new(what).rule(rules::CAPTURE).hint(format!("{}-{}", stated.from, stated.to)))
}

fn in_order(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

fn square(name: &str) -> Result<Square, LineError> {
    let what = || format!("There is no square \"{name}\": files run a to i, ranks 1 to 9.");
    Square::from_name(name).ok_or_else(|| LineError::new(what()).rule(rules::BOARD))
}

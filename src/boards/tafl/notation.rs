//! Commands as text, both ways.
use super::{Command, Side, Square, State, rules};
use crate::kit::{Fault, side_by_side};

/// A typed line as a command: `d5-d2`, `d5 d2`, `lot`, `resign`, `draw`, `accept`, `claim`.
///
/// # Errors
/// One clear fault with the nearest lawful thing to type.
pub fn parse(state: &State, line: &str) -> Result<Command, Fault> {
    let line = line.trim().to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["lot"] => Ok(Command::Lot),
        ["resign"] => Ok(Command::Resign { side: state.position.to_move() }),
        ["resign", side] => Ok(Command::Resign { side: read_side(side)? }),
        ["draw"] => Ok(Command::OfferDraw),
        ["accept"] => Ok(Command::AcceptDraw),
        ["claim"] => Ok(Command::Claim),
        ["move", ref squares @ ..] | ref squares @ [_, ..] => read_move(&squares.concat()),
        [] => Err(Fault::new("nothing was typed").hint("d5-d2")),
    }
}

fn read_side(word: &str) -> Result<Side, Fault> {
    match word {
        "black" | "b" => Ok(Side::Black),
        "white" | "w" => Ok(Side::White),
        _ => Err(Fault::new(format!("\"{word}\" is no side")).hint("resign black, or resign white")),
    }
}

fn read_move(text: &str) -> Result<Command, Fault> {
    let parted = text.split_once(['-', 'x', ':']).or_else(|| side_by_side(text));
    let Some((from, to)) = parted.filter(|(from, to)| !from.is_empty() && !to.is_empty()) else {
        return Err(Fault::new(format!("\"{text}\" is neither a command nor a move")).hint("d5-d2, or `help`"));
    };
    Ok(Command::Move { from: square(from)?, to: square(to)? })
}

/// A square by name.
///
/// # Errors
/// The board has no such square.
pub fn square(name: &str) -> Result<Square, Fault> {
    let no_square =
        || Fault::new(format!("\"{name}\" is no square: files run a to i, ranks 1 to 9")).rule(rules::BOARD);
    Square::named(name).ok_or_else(no_square)
}

/// A command as it would be typed.
pub fn print(command: &Command) -> String {
    match command {
        Command::Lot => "lot".to_owned(),
        Command::Move { from, to } => format!("{from}-{to}"),
        Command::Resign { side } => format!("resign {side}").to_lowercase(),
        Command::OfferDraw => "draw".to_owned(),
        Command::AcceptDraw => "accept".to_owned(),
        Command::Claim => "claim".to_owned(),
    }
}

//! Commands as text, both ways.
use super::{Command, Kind, Side, Square, State, rules};
use crate::kit::{Fault, side_by_side};

/// A typed line as a command: `place W d2`, `hold`, `flip e3`, `trade give w,h for c`, `e3-e4`, `enter W d1`,
/// `swap f2`, `pass`, `accept`, `decline`, `resign`, `draw`.
///
/// `accept` answers the trade on offer, and without one the draw.
///
/// # Errors
/// One clear fault with the nearest lawful thing to type.
pub fn parse(state: &State, line: &str) -> Result<Command, Fault> {
    let line = line.trim().to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["place", man, at] => Ok(Command::Place { kind: kind(man)?, at: square(at)? }),
        ["hold"] => Ok(Command::Hold),
        ["flip", at] => Ok(Command::Flip { at: square(at)? }),
        ["trade", ref rest @ ..] => read_trade(rest),
        ["accept"] if state.pending.is_none() && state.offer.is_some() => Ok(Command::AcceptDraw),
        ["accept"] | ["accept", "trade"] => Ok(Command::AcceptTrade),
        ["accept", "draw"] => Ok(Command::AcceptDraw),
        ["decline"] => Ok(Command::DeclineTrade),
        ["enter", man, at] => Ok(Command::Enter { kind: kind(man)?, at: square(at)? }),
        ["swap", with] => Ok(Command::Swap { with: square(with)? }),
        ["pass"] => Ok(Command::Pass),
        ["resign"] => Ok(Command::Resign { side: state.decider().unwrap_or(state.position.to_move()) }),
        ["resign", side] => Ok(Command::Resign { side: read_side(side)? }),
        ["draw"] => Ok(Command::OfferDraw),
        ["place", ..] => Err(Fault::new("place needs a man and a square").hint("place W d2")),
        ["enter", ..] => Err(Fault::new("enter needs a man and a square").hint("enter W d1")),
        ["flip" | "swap", ..] => Err(Fault::new(format!("{} needs one square", words[0])).hint("flip e3, or swap f2")),
        ["move", ref squares @ ..] | ref squares @ [_, ..] => read_move(&squares.join(" ")),
        [] => Err(Fault::new("nothing was typed").hint("e3-e4")),
    }
}

/// A side by name.
///
/// # Errors
/// There is no such side.
pub fn read_side(word: &str) -> Result<Side, Fault> {
    match word {
        "coal" | "c" => Ok(Side::Coal),
        "steel" | "s" => Ok(Side::Steel),
        _ => Err(Fault::new(format!("\"{word}\" is no side")).hint("coal, or steel")),
    }
}

fn read_trade(words: &[&str]) -> Result<Command, Fault> {
    let wrong =
        || Fault::new("a trade names what is given and what is wanted").rule(rules::TRADE).hint("trade give w,h for c");
    let text = words.join(" ");
    let (give, take) = text.strip_prefix("give").and_then(|text| text.split_once("for")).ok_or_else(wrong)?;
    Ok(Command::Trade { give: kinds(give)?, take: kinds(take)? })
}

fn kinds(text: &str) -> Result<Vec<Kind>, Fault> {
    let words = text.split([',', ' ']).filter(|word| !matches!(*word, "" | "-" | "nothing"));
    words.map(kind).collect()
}

fn kind(word: &str) -> Result<Kind, Fault> {
    let named = Kind::ALL.into_iter().find(|kind| kind.to_string().to_lowercase() == word);
    let mut letters = word.chars();
    let lettered = letters.next().and_then(Kind::of_letter).filter(|_| letters.next().is_none());
    let hint = "B Q C H T W: Batled, Squed, Caster, Charger, Tunneller, Warrior";
    named.or(lettered).ok_or_else(|| Fault::new(format!("\"{word}\" is no man")).rule(rules::MEN).hint(hint))
}

fn read_move(text: &str) -> Result<Command, Fault> {
    let neither =
        || Fault::new(format!("\"{text}\" is neither a command nor a move")).hint("e3-e4, enter W d1, or `help`");
    let (from, to) = text.split_once(['-', 'x', ':', ' ']).or_else(|| side_by_side(text)).ok_or_else(neither)?;
    Ok(Command::Move { from: square(from.trim())?, to: square(to.trim())? })
}

/// A square by name.
///
/// # Errors
/// The board has no such square.
pub fn square(name: &str) -> Result<Square, Fault> {
    let no_square =
        || Fault::new(format!("\"{name}\" is no square: files run a to j, ranks 1 to 10")).rule(rules::BOARD);
    Square::named(name).ok_or_else(no_square)
}

/// A command as it would be typed.
pub fn print(command: &Command) -> String {
    match command {
        Command::Place { kind, at } => format!("place {} {at}", kind.letter()),
        Command::Hold => "hold".to_owned(),
        Command::Flip { at } => format!("flip {at}"),
        Command::Trade { give, take } => format!("trade give {} for {}", letters(give), letters(take)),
        Command::AcceptTrade => "accept trade".to_owned(),
        Command::DeclineTrade => "decline".to_owned(),
        Command::Move { from, to } => format!("{from}-{to}"),
        Command::Enter { kind, at } => format!("enter {} {at}", kind.letter()),
        Command::Swap { with } => format!("swap {with}"),
        Command::Pass => "pass".to_owned(),
        Command::Resign { side } => format!("resign {side}").to_lowercase(),
        Command::OfferDraw => "draw".to_owned(),
        Command::AcceptDraw => "accept draw".to_owned(),
    }
}

fn letters(kinds: &[Kind]) -> String {
    let letters: Vec<String> = kinds.iter().map(|kind| kind.letter().to_ascii_lowercase().to_string()).collect();
    if letters.is_empty() { "nothing".to_owned() } else { letters.join(",") }
}

//! Commands as text, both ways.
use super::{CoalAndSteel, Command, Kind, Square, State, rules};
use crate::kit::{BoardGrammar, CommonCommand, LineError, Notation, Verb, common_text, from_and_to, not_understood};
use crate::record::{ANNOTATION_MARKS, split_annotations};
use play::verbs::Argument;

const WORD: Argument<BoardGrammar<CoalAndSteel>> = Argument::fixed((), "", "WORD");
const fn pieces_slot(key: &'static [&'static str]) -> Argument<BoardGrammar<CoalAndSteel>> {
    Argument::loose(key, (), "", "MEN").required().list()
}

impl Notation for CoalAndSteel {
    const VERBS: &'static [Verb<CoalAndSteel>] = &[
        Verb::new("place", &[WORD, WORD], |_, args| {
            Ok(Command::Place { kind: kind(&args[0][0])?, at: square(&args[1][0])? })
        })
        .with_usage("`place` needs a piece and a square.", "place W d2"),
        Verb::new("hold", &[], |_, _| Ok(Command::Hold)),
        Verb::new("flip", &[WORD], |_, args| Ok(Command::Flip { at: square(&args[0][0])? }))
            .with_usage("`flip` needs one square.", "flip e3"),
        Verb::new("trade", &[pieces_slot(&["give"]), pieces_slot(&["for"])], |_, args| {
            Ok(Command::Trade { give: kinds(&args[0])?, take: kinds(&args[1])? })
        })
        .with_usage("A trade names the pieces you give and want.", "trade give w,h for c")
        .with_rule(rules::TRADE),
        Verb::new("accept", &[WORD.optional()], accept),
        Verb::new("decline", &[], |_, _| Ok(Command::DeclineTrade)),
        Verb::new("enter", &[WORD, WORD], |_, args| {
            Ok(Command::Enter { kind: kind(&args[0][0])?, at: square(&args[1][0])? })
        })
        .with_usage("`enter` needs a piece and a square.", "enter W d1"),
        Verb::new("swap", &[WORD], |_, args| Ok(Command::Swap { with: square(&args[0][0])? }))
            .with_usage("`swap` needs one square.", "swap f2"),
        Verb::new("pass", &[], |_, _| Ok(Command::Pass)),
        Self::RESIGN,
        Self::FLAG,
        Self::DRAW,
    ];

    fn read_move(state: &State, text: &str) -> Result<Command, LineError> {
        let (text, _) = split_annotations(text, &ANNOTATION_MARKS);
        let text = text.trim_end();
        let (from, to) = from_and_to(text).ok_or_else(|| not_understood::<CoalAndSteel>(state, text))?;
        Ok(Command::Move { from: square(from.trim())?, to: square(to.trim())? })
    }
    fn check_square(name: &str) -> Result<(), LineError> {
        square(name).map(drop)
    }
    fn command_text(command: &Command) -> String {
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
            Command::Common(CommonCommand::AcceptDraw) => "accept draw".to_owned(),
            Command::Common(common) => common_text(common),
        }
    }
}

/// Accepts the trade on offer, or without one the draw, unless the line names which.
fn accept(state: &State, args: &[Vec<String>]) -> Result<Command, LineError> {
    match args[0].first().map(String::as_str) {
        None if state.pending.is_none() && state.offer.is_some() => Ok(Command::Common(CommonCommand::AcceptDraw)),
        None | Some("trade") => Ok(Command::AcceptTrade),
        Some("draw") => Ok(Command::Common(CommonCommand::AcceptDraw)),
        Some(other) => Err(not_understood::<CoalAndSteel>(state, &format!("accept {other}"))),
    }
}

fn kinds(words: &[String]) -> Result<Vec<Kind>, LineError> {
    let words = words.iter().flat_map(|word| word.split(',')).filter(|word| !matches!(*word, "" | "-" | "nothing"));
    words.map(kind).collect()
}

fn kind(word: &str) -> Result<Kind, LineError> {
    let named = Kind::ALL.into_iter().find(|kind| kind.to_string().to_lowercase() == word);
    let mut letters = word.chars();
    let lettered = letters.next().and_then(Kind::from_letter).filter(|_| letters.next().is_none());
    let hint = "type B, Q, C, H, T or W: Batled, Squed, Caster, Charger, Tunneller, Warrior.";
    named
        .or(lettered)
        .ok_or_else(|| LineError::new(format!("\"{word}\" is not a piece.")).rule(rules::PIECES).hint(hint))
}

fn square(name: &str) -> Result<Square, LineError> {
    let what = || format!("There is no square \"{name}\": files run a to j, ranks 1 to 10.");
    Square::from_name(name).ok_or_else(|| LineError::new(what()).rule(rules::BOARD))
}

fn letters(kinds: &[Kind]) -> String {
    let letters: Vec<String> = kinds.iter().map(|kind| kind.letter().to_ascii_lowercase().to_string()).collect();
    if letters.is_empty() { "nothing".to_owned() } else { letters.join(",") }
}

//! Commands as text, both ways.
use super::{CoalAndSteel, Command, Kind, Square, State, rules};
use crate::kit::{Common, Fault, Notation, Typed, Verb, from_and_to, neither, typed_common};
use crate::record::{MARKS, split_praise};
use play::verbs::Slot;

const WORD: Slot<Typed<CoalAndSteel>> = Slot::fixed((), "", "WORD");
const fn men(key: &'static [&'static str]) -> Slot<Typed<CoalAndSteel>> {
    Slot::loose(key, (), "", "MEN").must().list()
}

impl Notation for CoalAndSteel {
    const VERBS: &'static [Verb<CoalAndSteel>] = &[
        Verb::new("place", &[WORD, WORD], |_, said| {
            Ok(Command::Place { kind: kind(&said[0][0])?, at: square(&said[1][0])? })
        })
        .needs("place needs a man and a square", "place W d2"),
        Verb::new("hold", &[], |_, _| Ok(Command::Hold)),
        Verb::new("flip", &[WORD], |_, said| Ok(Command::Flip { at: square(&said[0][0])? }))
            .needs("flip needs one square", "flip e3, or swap f2"),
        Verb::new("trade", &[men(&["give"]), men(&["for"])], |_, said| {
            Ok(Command::Trade { give: kinds(&said[0])?, take: kinds(&said[1])? })
        })
        .needs("a trade names what is given and what is wanted", "trade give w,h for c")
        .by(rules::TRADE),
        Verb::new("accept", &[WORD.may()], accept),
        Verb::new("decline", &[], |_, _| Ok(Command::DeclineTrade)),
        Verb::new("enter", &[WORD, WORD], |_, said| {
            Ok(Command::Enter { kind: kind(&said[0][0])?, at: square(&said[1][0])? })
        })
        .needs("enter needs a man and a square", "enter W d1"),
        Verb::new("swap", &[WORD], |_, said| Ok(Command::Swap { with: square(&said[0][0])? }))
            .needs("swap needs one square", "flip e3, or swap f2"),
        Verb::new("pass", &[], |_, _| Ok(Command::Pass)),
        Self::RESIGN,
        Self::FLAG,
        Self::DRAW,
    ];

    fn read_move(state: &State, text: &str) -> Result<Command, Fault> {
        let (text, _) = split_praise(text, &MARKS);
        let text = text.trim_end();
        let (from, to) = from_and_to(text).ok_or_else(|| neither::<CoalAndSteel>(state, text))?;
        Ok(Command::Move { from: square(from.trim())?, to: square(to.trim())? })
    }
    fn square(name: &str) -> Result<(), Fault> {
        square(name).map(drop)
    }
    fn typed(command: &Command) -> String {
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
            Command::Common(Common::AcceptDraw) => "accept draw".to_owned(),
            Command::Common(common) => typed_common(common),
        }
    }
}

/// Accepts the trade on offer, or without one the draw, unless the line names which.
fn accept(state: &State, said: &[Vec<String>]) -> Result<Command, Fault> {
    match said[0].first().map(String::as_str) {
        None if state.pending.is_none() && state.offer.is_some() => Ok(Command::Common(Common::AcceptDraw)),
        None | Some("trade") => Ok(Command::AcceptTrade),
        Some("draw") => Ok(Command::Common(Common::AcceptDraw)),
        Some(other) => Err(neither::<CoalAndSteel>(state, &format!("accept {other}"))),
    }
}

fn kinds(words: &[String]) -> Result<Vec<Kind>, Fault> {
    let words = words.iter().flat_map(|word| word.split(',')).filter(|word| !matches!(*word, "" | "-" | "nothing"));
    words.map(kind).collect()
}

fn kind(word: &str) -> Result<Kind, Fault> {
    let named = Kind::ALL.into_iter().find(|kind| kind.to_string().to_lowercase() == word);
    let mut letters = word.chars();
    let lettered = letters.next().and_then(Kind::of_letter).filter(|_| letters.next().is_none());
    let hint = "B Q C H T W: Batled, Squed, Caster, Charger, Tunneller, Warrior";
    named.or(lettered).ok_or_else(|| Fault::new(format!("\"{word}\" is no man")).rule(rules::MEN).hint(hint))
}

fn square(name: &str) -> Result<Square, Fault> {
    let what = || format!("\"{name}\" is no square: files run a to j, ranks 1 to 10");
    Square::named(name).ok_or_else(|| Fault::new(what()).rule(rules::BOARD))
}

fn letters(kinds: &[Kind]) -> String {
    let letters: Vec<String> = kinds.iter().map(|kind| kind.letter().to_ascii_lowercase().to_string()).collect();
    if letters.is_empty() { "nothing".to_owned() } else { letters.join(",") }
}

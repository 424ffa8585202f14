//! Commands as text, both ways: `d5-d2`, `d5 d2`, `lot`, `resign`, `draw`, `accept`, `claim`.
use super::{Command, Square, State, Tafl, rules};
use crate::kit::{Fault, Notation, Verb, neither, side, side_by_side, side_said};

impl Notation for Tafl {
    const VERBS: &'static [Verb<Tafl>] = &[
        Verb::new("lot", &[], |_, _| Ok(Command::Lot)),
        Verb::new("resign", &[side()], |state, said| {
            Ok(Command::Resign { side: side_said::<Tafl>(state, said, "resign black, or resign white")? })
        }),
        Verb::new("flag", &[side()], |state, said| {
            Ok(Command::Flag { side: side_said::<Tafl>(state, said, "flag black, or flag white")? })
        }),
        Verb::new("draw", &[], |_, _| Ok(Command::OfferDraw)),
        Verb::new("accept", &[], |_, _| Ok(Command::AcceptDraw)),
        Verb::new("claim", &[], |_, _| Ok(Command::Claim)),
    ];
    const HINT: &'static str = "d5-d2, or `help`";

    fn read_move(_: &State, text: &str) -> Result<Command, Fault> {
        let text = text.replace(' ', "");
        let parted = text.split_once(['-', 'x', ':']).or_else(|| side_by_side(&text));
        let (from, to) =
            parted.filter(|(from, to)| !from.is_empty() && !to.is_empty()).ok_or_else(|| neither::<Tafl>(&text))?;
        Ok(Command::Move { from: square(from)?, to: square(to)? })
    }
    fn square(name: &str) -> Result<(), Fault> {
        square(name).map(drop)
    }
    fn typed(command: &Command) -> String {
        match command {
            Command::Lot => "lot".to_owned(),
            Command::Move { from, to } => format!("{from}-{to}"),
            Command::Resign { side } => format!("resign {side}").to_lowercase(),
            Command::Flag { side } => format!("flag {side}").to_lowercase(),
            Command::OfferDraw => "draw".to_owned(),
            Command::AcceptDraw => "accept".to_owned(),
            Command::Claim => "claim".to_owned(),
        }
    }
}

fn square(name: &str) -> Result<Square, Fault> {
    let what = || format!("\"{name}\" is no square: files run a to i, ranks 1 to 9");
    Square::named(name).ok_or_else(|| Fault::new(what()).rule(rules::BOARD))
}

//! Which board game: by its name, and as a type for code that serves all of them.
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use play::verbs::did_you_mean;
use session::{Refusal, boards::BoardGame};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardGameKind {
    Tafl,
    Acre,
    CoalSteel,
}

/// Runs generic code for a game that is known only by its value. `G` is the game's type there.
macro_rules! of_game {
    ($which:expr, $G:ident => $does:expr) => {
        match $which {
            $crate::boards::BoardGameKind::Tafl => {
                type $G = ::boards::tafl::Tafl;
                $does
            }
            $crate::boards::BoardGameKind::Acre => {
                type $G = ::boards::battle_acre::BattleAcre;
                $does
            }
            $crate::boards::BoardGameKind::CoalSteel => {
                type $G = ::boards::coal_and_steel::CoalAndSteel;
                $does
            }
        }
    };
}
pub(crate) use of_game;

pub fn kind_named(name: &str) -> Option<BoardGameKind> {
    match name {
        Tafl::NAME => Some(BoardGameKind::Tafl),
        BattleAcre::NAME | "battle-acre" => Some(BoardGameKind::Acre),
        CoalAndSteel::NAME | "coal-and-steel" => Some(BoardGameKind::CoalSteel),
        _ => None,
    }
}

/// Every name that `kind_named` accepts.
const NAMES: [&str; 5] = [Tafl::NAME, BattleAcre::NAME, "battle-acre", CoalAndSteel::NAME, "coal-and-steel"];

pub fn requested_game(name: &str) -> Result<BoardGameKind, Refusal> {
    let hint = || did_you_mean(name, NAMES, "tafl, acre or coal-steel");
    kind_named(name).ok_or_else(|| Refusal::usage(format!("There is no board game \"{name}\".")).hint(hint()))
}

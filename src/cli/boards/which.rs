//! Which board game: by its name, and as a type for code that serves all of them.
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use play::verbs::did_you_mean;
use session::{Refusal, boards::Companion};

/// One of the board games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Tafl,
    Acre,
    CoalSteel,
}

/// Runs generic code for a game that is known only by its value. `G` is the game's type there.
macro_rules! of_game {
    ($which:expr, $G:ident => $does:expr) => {
        match $which {
            $crate::boards::Which::Tafl => {
                type $G = ::boards::tafl::Tafl;
                $does
            }
            $crate::boards::Which::Acre => {
                type $G = ::boards::battle_acre::BattleAcre;
                $does
            }
            $crate::boards::Which::CoalSteel => {
                type $G = ::boards::coal_and_steel::CoalAndSteel;
                $does
            }
        }
    };
}
pub(crate) use of_game;

/// Returns the game of that name, as commands and journals write it.
pub fn which(name: &str) -> Option<Which> {
    match name {
        Tafl::NAME => Some(Which::Tafl),
        BattleAcre::NAME | "battle-acre" => Some(Which::Acre),
        CoalAndSteel::NAME | "coal-and-steel" => Some(Which::CoalSteel),
        _ => None,
    }
}

/// Every name that `which` accepts.
const NAMES: [&str; 5] = [Tafl::NAME, BattleAcre::NAME, "battle-acre", CoalAndSteel::NAME, "coal-and-steel"];

/// Returns the requested game, or a refusal with a hint.
pub fn asked_for(name: &str) -> Result<Which, Refusal> {
    let hint = || did_you_mean(name, NAMES, "tafl, acre or coal-steel");
    which(name).ok_or_else(|| Refusal::usage(format!("\"{name}\" is no board game")).hint(hint()))
}

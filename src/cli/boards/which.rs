//! Which of the board games: by its name, and by its type for what is written once for all of them.
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use play::verbs::did_you_mean;
use session::{Refusal, boards::Companion};

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Tafl,
    Acre,
    CoalSteel,
}

/// What is written once for all of the games, for one that is known by its word only: `G` is its type there.
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

/// The game of that name, as commands and journals write it.
pub fn which(name: &str) -> Option<Which> {
    match name {
        Tafl::NAME => Some(Which::Tafl),
        BattleAcre::NAME | "battle-acre" => Some(Which::Acre),
        CoalAndSteel::NAME | "coal-and-steel" => Some(Which::CoalSteel),
        _ => None,
    }
}

/// Every name of a game that `which` knows.
const NAMES: [&str; 5] = [Tafl::NAME, BattleAcre::NAME, "battle-acre", CoalAndSteel::NAME, "coal-and-steel"];

/// The game that is asked for by its name.
pub fn asked_for(name: &str) -> Result<Which, Refusal> {
    let hint = || did_you_mean(name, NAMES, "tafl, acre or coal-steel");
    which(name).ok_or_else(|| Refusal::usage(format!("\"{name}\" is no board game")).hint(hint()))
}

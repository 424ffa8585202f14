//! Commands of the program's other games, typed in a game that lacks them.
use ::boards::{Notation, battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use play::{
    Hint,
    verbs::{CommandSpec, Grammar, Receiver, tokens},
};

use crate::{Refusal, boards::words::SessionVerb};

/// Similar commands of several games: if a word on the right is typed, offer the first on the left that this game has.
const SIMILAR_COMMANDS: [(&[&str], &[&str]); 9] = [
    (&["undo"], &["amend"]),
    (&["status"], &["duties", "tally", "declared"]),
    (&["board", "map"], &["board", "map", "chart", "view", "where", "ranges", "save"]),
    (&["log"], &["chronicle"]),
    (&["analyse", "advise", "odds"], &["analyse", "analyze", "odds", "belief"]),
    (&["hint", "advise"], &["hint", "advise", "explain"]),
    (&["next", "go"], &["go", "obey", "again", "all", "rest"]),
    (&["moves", "ways", "targets"], &["moves", "ways", "targets"]),
    (&["draw", "end", "quit"], &["draw", "accept", "claim", "resign", "flag"]),
];

/// Refuses a line that is not understood. If its first word belongs to another game and not to this one, the refusal
/// offers this game's equivalent. Other lines get the refusal `default`.
pub(crate) fn refuse(game: &str, has_command: impl Fn(&str) -> bool, line: &str, default: Refusal) -> Refusal {
    word_of_another(game, has_command, line).unwrap_or(default)
}

fn word_of_another(game: &str, has_command: impl Fn(&str) -> bool, line: &str) -> Option<Refusal> {
    let typed = tokens(line).into_iter().next()?.key;
    let receiver = receiver_of(&typed).filter(|_| !has_command(&typed))?;
    let similar = SIMILAR_COMMANDS.iter().find(|(_, words)| words.contains(&&*typed)).map_or(&[][..], |(here, _)| here);
    let orders: &[&str] = if receiver == Receiver::Order { &["moves", "status"] } else { &[] };
    let offered = similar.iter().chain(orders).find(|word| has_command(word));
    let help = Hint::line("help");
    let hint = offered.map_or(help.clone(), |word| Hint::line(*word) + ", or " + help);
    Some(Refusal::read(format!("{game} has no command `{typed}`.")).hint(hint))
}

/// Shortest word that is looked up, in letters. Shorter ones are abbreviations or slips.
const MIN_LETTERS: usize = 3;

/// Returns the kind of a command in the first game that has it. `None` for a short word, or if no game has it.
fn receiver_of(typed: &str) -> Option<Receiver> {
    if typed.len() < MIN_LETTERS {
        return None;
    }
    receiver_in(naval::notation::all_verbs(), typed)
        .or_else(|| receiver_in(crystal::notation::rows(), typed))
        .or_else(|| receiver_in(SessionVerb::ALL.iter().map(|verb| verb.row()), typed))
        .or_else(|| receiver_in(Tafl::VERBS.iter().map(|verb| &verb.row), typed))
        .or_else(|| receiver_in(BattleAcre::VERBS.iter().map(|verb| &verb.row), typed))
        .or_else(|| receiver_in(CoalAndSteel::VERBS.iter().map(|verb| &verb.row), typed))
}

fn receiver_in<G: Grammar>(mut rows: impl Iterator<Item = &'static CommandSpec<G>>, typed: &str) -> Option<Receiver> {
    rows.find(|row| row.begins(typed)).map(|row| row.receiver)
}

//! Words of the other games of the program, typed in a game that does not have them.
use ::boards::{Notation, battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use play::{
    Hint,
    verbs::{Grammar, Row, Speaker, tokens},
};

use crate::{Refusal, boards::words::SessionVerb};

/// Words that serve alike in several games, each list behind the words of which the first that a game has is offered.
const ALIKE: [(&[&str], &[&str]); 9] = [
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

/// Refuses a line that is not understood. If its first word belongs to another game and this game does not have it, the refusal
/// offers the word that this game has in its place. If not, the line is refused `otherwise`.
pub(crate) fn refused(game: &str, has: impl Fn(&str) -> bool, line: &str, otherwise: Refusal) -> Refusal {
    word_of_another(game, has, line).unwrap_or(otherwise)
}

fn word_of_another(game: &str, has: impl Fn(&str) -> bool, line: &str) -> Option<Refusal> {
    let typed = tokens(line).into_iter().next()?.key;
    let speaker = speaker(&typed).filter(|_| !has(&typed))?;
    let alike = ALIKE.iter().find(|(_, words)| words.contains(&&*typed)).map_or(&[][..], |(here, _)| here);
    let orders: &[&str] = if speaker == Speaker::Order { &["moves", "status"] } else { &[] };
    let offered = alike.iter().chain(orders).find(|word| has(word));
    let help = Hint::line("help");
    let hint = offered.map_or(help.clone(), |word| Hint::line(*word) + ", or " + help);
    Some(Refusal::read(format!("{game} has no `{typed}`")).hint(hint))
}

/// Letters of the shortest word that is looked up: fewer are a short form, or a slip.
const FEWEST: usize = 3;

/// Who acts on a word, in the first game that has it; `None` if no game has it.
fn speaker(typed: &str) -> Option<Speaker> {
    if typed.len() < FEWEST {
        return None;
    }
    of(naval::notation::rows(), typed)
        .or_else(|| of(crystal::notation::rows(), typed))
        .or_else(|| of(SessionVerb::ALL.iter().map(|verb| verb.row()), typed))
        .or_else(|| of(Tafl::VERBS.iter().map(|verb| &verb.row), typed))
        .or_else(|| of(BattleAcre::VERBS.iter().map(|verb| &verb.row), typed))
        .or_else(|| of(CoalAndSteel::VERBS.iter().map(|verb| &verb.row), typed))
}

fn of<G: Grammar>(mut rows: impl Iterator<Item = &'static Row<G>>, typed: &str) -> Option<Speaker> {
    rows.find(|row| row.begins(typed)).map(|row| row.speaker)
}

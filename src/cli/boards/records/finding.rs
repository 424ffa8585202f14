//! Which game a record is of: by its tags, or else by its first move.
use super::recorded::Recorded;
use crate::boards::which::{Which, which};
use boards::record::Unread;
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use play::Script;

/// The game that the next record of a text is of; `None` where neither its tags nor its first move say.
pub fn which_game(text: Unread<'_>) -> Option<Which> {
    match named(text.text) {
        Some(Named::Title(title)) => titled(title),
        Some(Named::Rules) => Some(Which::Tafl),
        None if begins::<BattleAcre>(text) => Some(Which::Acre),
        None if begins::<CoalAndSteel>(text) => Some(Which::CoalSteel),
        None => begins::<Tafl>(text).then_some(Which::Tafl),
    }
}

/// What the tags of a record say of its game.
enum Named<'t> {
    /// `[Game "Battle Acre"]`
    Title(&'t str),
    /// OpenTafl's record of rules.
    Rules,
}

/// Looks through the tags in front of a record for one that names its game.
fn named(text: &str) -> Option<Named<'_>> {
    let mut rest = text.trim_start();
    loop {
        if rest.starts_with("dim:") {
            return Some(Named::Rules);
        }
        let Some(inside) = rest.strip_prefix('[') else {
            let is_remark = rest.starts_with([';', '/']);
            rest = rest.split_once('\n').filter(|_| is_remark)?.1.trim_start();
            continue;
        };
        let (name, value) = inside.split_once(|letter: char| !letter.is_alphanumeric() && letter != '-')?;
        if inside[name.len()..].starts_with(':') && name.eq_ignore_ascii_case("rules") {
            return Some(Named::Rules);
        }
        let quoted = value.trim_start().strip_prefix('"');
        if let Some(title) = quoted.filter(|_| name.eq_ignore_ascii_case("game")) {
            return Some(Named::Title(title.split('"').next().unwrap_or_default()));
        }
        // A value in quotation marks may hold a bracket.
        let after = quoted.map_or(inside, |value| &value[closing_mark(value)..]);
        rest = after.split_once(']')?.1.trim_start();
    }
}

/// Where the quotation mark stands that closes a value.
fn closing_mark(value: &str) -> usize {
    let mut is_escaped = false;
    let closes = |(_, letter): &(usize, char)| {
        let closes = *letter == '"' && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        closes
    };
    value.char_indices().find(closes).map_or(value.len(), |(at, _)| at)
}

fn titled(title: &str) -> Option<Which> {
    let titles =
        [(Tafl::TITLE, Which::Tafl), (BattleAcre::TITLE, Which::Acre), (CoalAndSteel::TITLE, Which::CoalSteel)];
    let called = titles.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(title.trim()));
    called.map(|(_, game)| game).or_else(|| which(&title.trim().to_lowercase()))
}

/// Whether the next record of a text can be read as one of this game, and its first move is lawful in it.
fn begins<G: Recorded>(text: Unread<'_>) -> bool {
    let Ok((setup, record, _)) = G::read(text) else { return false };
    let Some(node) = record.moves.first() else { return false };
    let begun = G::begin(&setup);
    let Ok(commands) = G::commands(&begun, &node.text) else { return false };
    commands.first().is_some_and(|first| play::decide::<G>(&begun, first, &mut Script::typed([])).is_ok())
}

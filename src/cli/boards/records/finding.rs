//! Finds which game a record is of: by its tags, or else by its first move.
use std::ops::Range;

use super::recorded::Recorded;
use crate::boards::game_kind::{BoardGameKind, kind_named};
use boards::record::{Record, RecordForm, UnreadText};
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use play::Script;
use session::Refusal;

/// Returns the game of the next record of a text, by its tags or else by its first move. That is the game in which the
/// move is legal, or the only one that has such a move. Errors after that move do not matter here.
///
/// # Errors
/// `None` if neither decides. A refusal if the record's tags cannot be read.
pub fn which_game(text: UnreadText<'_>) -> Result<BoardGameKind, Option<Refusal>> {
    match game_tag(text.text) {
        Some(GameTag::Title(title)) => return game_by_title(title).ok_or(None),
        Some(GameTag::Rules) => return Ok(BoardGameKind::Tafl),
        None => {}
    }
    let first_moves = [
        (classify_first_move::<BattleAcre>(text), BoardGameKind::Acre),
        (classify_first_move::<CoalAndSteel>(text), BoardGameKind::CoalSteel),
        (classify_first_move::<Tafl>(text), BoardGameKind::Tafl),
    ];
    let legal = first_moves.iter().find(|(first_move, _)| *first_move == FirstMove::Legal).map(|(_, game)| *game);
    let mut known =
        first_moves.iter().filter(|(first_move, _)| *first_move != FirstMove::Unknown).map(|(_, game)| *game);
    let only = known.next().filter(|_| known.next().is_none());
    legal.or(only).ok_or_else(|| {
        let error = Record::read_next(text, RecordForm::Numbered).err().filter(|_| text.text.starts_with('['));
        error.map(Refusal::journal)
    })
}

enum GameTag<'t> {
    /// `[Game "Battle Acre"]`
    Title(&'t str),
    /// OpenTafl's record of rules.
    Rules,
}

/// Searches the tags before a record for one that names its game.
fn game_tag(text: &str) -> Option<GameTag<'_>> {
    let mut rest = text.trim_start();
    loop {
        if rest.starts_with("dim:") {
            return Some(GameTag::Rules);
        }
        let Some(inside) = rest.strip_prefix('[') else {
            let is_remark = rest.starts_with([';', '/', '%']);
            rest = rest.split_once('\n').filter(|_| is_remark)?.1.trim_start();
            continue;
        };
        let (name, value) = inside.split_once(|letter: char| !letter.is_alphanumeric() && letter != '-')?;
        if inside[name.len()..].starts_with(':') && name.eq_ignore_ascii_case("rules") {
            return Some(GameTag::Rules);
        }
        let quoted = value.trim_start().strip_prefix('"');
        if let Some(title) = quoted.filter(|_| name.eq_ignore_ascii_case("game")) {
            return Some(GameTag::Title(title.split('"').next().unwrap_or_default()));
        }
        // A quoted value may contain a bracket.
        let after = quoted.map_or(inside, |value| &value[closing_mark(value)..]);
        rest = after.split_once(']')?.1.trim_start();
    }
}

fn closing_mark(value: &str) -> usize {
    let mut is_escaped = false;
    let closes = |(_, letter): &(usize, char)| {
        let closes = *letter == '"' && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        closes
    };
    value.char_indices().find(closes).map_or(value.len(), |(at, _)| at)
}

fn game_by_title(title: &str) -> Option<BoardGameKind> {
    let titles = [
        (Tafl::TITLE, BoardGameKind::Tafl),
        (BattleAcre::TITLE, BoardGameKind::Acre),
        (CoalAndSteel::TITLE, BoardGameKind::CoalSteel),
    ];
    let found = titles.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(title.trim()));
    found.map(|(_, game)| game).or_else(|| kind_named(&title.trim().to_lowercase()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstMove {
    Unknown,
    /// A move of this game that the rules refuse.
    Illegal,
    Legal,
}

/// Classifies the first move of the next record in this game, from the position of its tags if they can be read, or
/// else from the usual one.
fn classify_first_move<G: Recorded>(text: UnreadText<'_>) -> FirstMove {
    let Some(first) = first_move(text.text, G::FORM) else { return FirstMove::Unknown };
    let with_tags = UnreadText { text: &text.text[..first.end], ..text };
    let move_only = UnreadText { text: &text.text[first], ..text };
    let Ok((setup, record, _)) = G::read(with_tags).or_else(|_| G::read(move_only)) else { return FirstMove::Unknown };
    let Some(node) = record.moves.first() else { return FirstMove::Unknown };
    let start = G::initial_state(&setup);
    let Ok(commands) = G::parse_move(&start, &node.text) else { return FirstMove::Unknown };
    let Some(first) = commands.first() else { return FirstMove::Unknown };
    match play::decide::<G>(&start, first, &mut Script::typed([])) {
        Ok(_) => FirstMove::Legal,
        Err(_) => FirstMove::Illegal,
    }
}

/// Returns the range of a record's first move, after its tags, comments and number.
fn first_move(text: &str, form: RecordForm) -> Option<Range<usize>> {
    let mut offset = 0;
    loop {
        let rest = text[offset..].trim_start();
        offset = text.len() - rest.len();
        let length = match rest.chars().next()? {
            '[' => {
                let quoted = rest.find('"').filter(|mark| rest.find(']').is_none_or(|end| *mark < end));
                let value = quoted.map_or(1, |mark| mark + 1 + closing_mark(&rest[mark + 1..]));
                value + rest[value..].find(']')? + 1
            }
            ';' => rest.find('\n')?,
            '{' => rest.find('}')? + 1,
            digit if digit.is_ascii_digit() && form == RecordForm::Numbered => {
                rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.').len()
            }
            _ => {
                let ends = |letter: char| match form {
                    RecordForm::Numbered => letter.is_whitespace() || "{}();[".contains(letter),
                    RecordForm::Plain => letter == '\n' || "{}();[".contains(letter),
                };
                return Some(offset..offset + rest.find(ends).unwrap_or(rest.len()));
            }
        };
        offset += length;
    }
}

//! Games in OpenTafl's notation: tags, a record of the rules, numbered moves with captures, comments.
//!
//! # Source
//! The notation's own description, `opentafl-notation-spec.txt` of the project OpenTafl.
use std::fmt::Write as _;

use super::{
    Ending, Man, Position, Setup, Side, Square, State,
    rules::{First, GoldHostileTo, KingCapture, Repetition, Rules},
};
use crate::boards::{
    record::{Node, Record, add},
    text::Fault,
};

/// A tag of ours: what the notation's record of rules cannot say.
pub const OWN_RULES: &str = "kaiser-rules";

/// Rows from rank 1 upward, as the notation has them, for rows from rank 9 downward, and the other way round.
fn turned(rows: &str) -> String {
    rows.trim_matches('/').split('/').rev().collect::<Vec<_>>().join("/")
}

/// The rules as the notation's record of them.
pub fn rules_text(rules: &Rules, position: &Position, first: Side) -> String {
    let strong = match rules.king_capture {
        KingCapture::Two => "w",
        KingCapture::Linnaean => "c",
        KingCapture::Four => "s",
    };
    let hostile = match rules.gold_hostile_to {
        GoldHostileTo::Both => "",
        GoldHostileTo::WhiteOnly => " corh:TK cenhe:TK cenh:",
    };
    let repetition = match rules.repetition {
        Repetition::Draw => " tfr:d",
        // Who repeats does not matter here: our own tag says which side loses.
        Repetition::AttackerLoses | Repetition::DefenderLoses => " tfr:i",
    };
    let attackers = if first == Side::Black { "y" } else { "n" };
    let rows = turned(position.to_string().split(' ').next().unwrap_or_default());
    format!("dim:9 name:Tafl surf:n atkf:{attackers}{repetition} ks:{strong}{hostile} start:/{rows}/")
}

/// Reads the notation's record of rules.
///
/// # Errors
/// An entry that the rules of Tafl as they are played here do not know; a position that is none.
pub fn read_rules(text: &str) -> Result<Setup, Fault> {
    let mut rules = Rules { first: First::Black, ..Rules::default() };
    let mut rows = None;
    for entry in text.split_whitespace() {
        let foreign = || Fault::new(format!("the rules say \"{entry}\", which is not played here"));
        let Some((key, value)) = entry.split_once(':') else { return Err(foreign()) };
        let lawful: &[&str] = match key {
            "dim" => &["9"],
            "esc" => &["c"],
            "surf" | "efe" | "swf" => &["n", "y"],
            "ka" => &["y"],
            "kj" | "sw" | "ber" => &["n"],
            "tfr" => &["d", "i", "w", "l"],
            "cor" | "cen" => &["default"],
            "cors" | "cens" => &["K"],
            "cenp" => &["tcnkTCNK", "tTK", "tcnkTCNK,"],
            "corp" => &["K", ""],
            "afor" | "dfor" => &[""],
            "atkf" => {
                rules.first = if value == "n" { First::White } else { First::Black };
                &["y", "n"]
            }
            "ks" => {
                rules.king_capture = match value {
                    "c" => KingCapture::Linnaean,
                    "s" | "y" => KingCapture::Four,
                    _ => KingCapture::Two,
                };
                &["n", "w", "c", "s", "y"]
            }
            "corh" | "cenhe" => {
                rules.gold_hostile_to =
                    if value.contains('t') { GoldHostileTo::Both } else { GoldHostileTo::WhiteOnly };
                &["tcnkTCNK", "tTK", "tTKk", "TK", "TCNK", "T"]
            }
            "start" => {
                rows = Some(value);
                continue;
            }
            // What a variant is called, and the jumps of men that this game does not have.
            "name" | "cenh" | "nj" | "cj" | "aforh" | "dforh" | "aforp" | "dforp" | "afors" | "dfors" | "tl" => {
                continue;
            }
            _ => return Err(foreign()),
        };
        if !lawful.contains(&value) {
            return Err(foreign().hint(format!("{key}:{}", lawful.join(&format!(", {key}:")))));
        }
    }
    if !text.split_whitespace().any(|entry| entry.starts_with("ks:")) {
        // The notation's own default.
        rules.king_capture = KingCapture::Four;
    }
    let rows = rows.ok_or_else(|| Fault::new("the rules name no starting position").hint("start:/3ttt3/.../"))?;
    Ok(Setup { position: read_position(rows, rules.first.side().unwrap_or(Side::Black))?, rules })
}

/// Reads a position as the notation writes it: `/3ttt3/.../`.
///
/// # Errors
/// It is no position of this game.
pub fn read_position(rows: &str, first: Side) -> Result<Position, Fault> {
    let letter = if first == Side::Black { 'b' } else { 'w' };
    let text = format!("{} {letter}", turned(rows));
    text.parse().map_err(|faults| Fault::new(format!("the starting position is none: {faults}")))
}

/// A move as the notation writes it: `e4-e6xe7/d6`, `Ke5-e1`, with `++` or `--` when it ends the game.
pub fn move_text(man: Man, from: Square, to: Square, captured: &[Square], ending: Option<&Ending>) -> String {
    let captured: Vec<String> = captured.iter().map(Square::to_string).collect();
    let taken = if captured.is_empty() { String::new() } else { format!("x{}", captured.join("/")) };
    let king = if man == Man::King { "K" } else { "" };
    let end = if matches!(ending, Some(Ending::KingEscaped { .. })) {
        "--"
    } else if matches!(ending, Some(Ending::KingCaptured { .. })) {
        "++"
    } else {
        ""
    };
    format!("{king}{from}-{to}{taken}{end}")
}

/// A game in the notation: the moves of `record`, which are in its own form already.
pub fn write(setup: &Setup, first: Side, record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        // Writing to a string cannot fail.
        let _written = writeln!(text, "[{name}:{}]", value.replace(']', ")"));
    }
    if let Some(comment) = &record.comment {
        let _written = writeln!(text, "[start-comment:{}]", comment.replace(']', ")"));
    }
    let _written = writeln!(text, "[rules:{}]\n", rules_text(&setup.rules, &setup.position, first));
    for (at, pair) in record.moves.chunks(2).enumerate() {
        let moves: Vec<&str> = pair.iter().map(|node| node.text.as_str()).collect();
        let _written = writeln!(text, "{}. {}", at + 1, moves.join(" "));
        if pair.iter().any(|node| node.comment.is_some()) {
            let said: Vec<String> =
                pair.iter().map(|node| node.comment.as_deref().unwrap_or_default().replace([']', '|'], ")")).collect();
            let _written = writeln!(text, "[{}]", said.join("|"));
        }
    }
    text
}

/// A game that was read: how it begins, its moves, and how many variations were passed over.
pub struct Read {
    pub setup: Setup,
    pub record: Record,
    pub passed_over: usize,
}

/// Reads a game.
///
/// # Errors
/// A bracket that does not end; no record of rules, or rules that are not played here. With its line.
pub fn read(text: &str) -> Result<Read, Fault> {
    let mut record = Record::default();
    let (mut rules, mut position, mut passed_over) = (None, None, 0);
    let mut rest = text.trim_start_matches('\u{feff}');
    let (mut line, mut counted) = (1, rest);
    loop {
        rest = rest.trim_start();
        line += counted[..counted.len() - rest.len()].matches('\n').count();
        counted = rest;
        if rest.is_empty() {
            break;
        }
        if let Some(inside) = rest.strip_prefix('[') {
            let end = inside
                .find(']')
                .ok_or_else(|| Fault::new(format!("line {line}: a bracket does not end")).hint("close it with ]"))?;
            let said = &inside[..end];
            rest = &inside[end + 1..];
            if record.moves.is_empty() {
                let named = said.split_once(':').map(|(name, value)| (name.trim(), value));
                let named = named.filter(|(name, _)| !name.is_empty() && !name.contains(char::is_whitespace));
                let Some((name, value)) = named else {
                    add(&mut record.comment, &said.split_whitespace().collect::<Vec<_>>().join(" "));
                    continue;
                };
                match name {
                    "rules" => rules = Some(value.to_owned()),
                    "start-comment" => {
                        add(&mut record.comment, &value.split_whitespace().collect::<Vec<_>>().join(" "));
                    }
                    name => record.tags.push((name.to_owned(), value.trim().to_owned())),
                }
            } else {
                comment(&mut record, said);
            }
            continue;
        }
        let end = rest.find('\n').unwrap_or(rest.len());
        let (words, after) = rest.split_at(end);
        rest = after;
        if words.starts_with("dim:") {
            rules = Some(words.to_owned());
        } else if words.starts_with('/') {
            position = Some(words.trim().to_owned());
        } else if !add_moves(&mut record, words, line) {
            passed_over += 1;
            // What is said of a variation belongs to it.
            if let Some(inside) = rest.trim_start().strip_prefix('[') {
                rest = inside.split_once(']').map_or("", |(_, after)| after);
            }
        }
    }
    let rules = rules.ok_or_else(|| Fault::new("no record of rules stands in this game").hint("[rules:dim:9 ...]"))?;
    let mut setup = read_rules(&rules)?;
    if let Some(rows) = position {
        setup.position = read_position(&rows, setup.rules.first.side().unwrap_or(Side::Black))?;
    }
    Ok(Read { setup, record, passed_over })
}

/// `[first|second]`: what is said of the last pair of moves.
fn comment(record: &mut Record, said: &str) {
    let pair = if record.moves.len().is_multiple_of(2) { 2 } else { 1 };
    let begun = record.moves.len() - pair.min(record.moves.len());
    for (node, said) in record.moves[begun..].iter_mut().zip(said.splitn(2, '|')) {
        add(&mut node.comment, &said.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

/// `3. d6-a6xa5 d5-a5xa6`; not a variation such as `8a.1.1a. e5-e3`.
fn add_moves(record: &mut Record, words: &str, line: usize) -> bool {
    let mut moves = words.split_whitespace().peekable();
    if let Some(number) = moves.peek().and_then(|word| word.strip_suffix('.')) {
        if !number.is_empty() && number.bytes().all(|letter| letter.is_ascii_digit()) {
            moves.next();
        } else if number.starts_with(|letter: char| letter.is_ascii_digit()) {
            return false;
        }
    }
    record.moves.extend(moves.filter(|word| !word.starts_with("..")).map(|word| Node { line, ..Node::new(word) }));
    true
}

/// A move of the notation: its squares, and what it says is captured where it says so.
///
/// # Errors
/// It is no move.
pub fn read_move(text: &str) -> Result<(Square, Square, Option<Vec<Square>>), Fault> {
    let none = || Fault::new(format!("\"{text}\" is no move")).hint("e4-e6xe7");
    let bare = text.trim_end_matches(['+', '-', '!', '?']);
    let bare = bare.strip_prefix(['K', 'k', 'T', 't']).unwrap_or(bare);
    let (squares, taken) = match bare.split_once('x') {
        Some((squares, taken)) => (squares, Some(taken)),
        None => (bare, None),
    };
    let (from, to) = squares.split_once('-').ok_or_else(none)?;
    let square = |name: &str| {
        let bare = name.strip_prefix(['K', 'k', 'T', 't']).unwrap_or(name);
        Square::named(bare).ok_or_else(none)
    };
    let taken = taken.map(|taken| taken.split(['/', ',']).map(square).collect::<Result<Vec<_>, _>>()).transpose()?;
    Ok((square(from)?, square(to)?, taken))
}

/// `1` when Black, who attacks, has won, `-1` for White, `0` for a draw, `?` while the game goes on.
pub fn result_text(state: &State) -> &'static str {
    match state.result.as_ref().map(Ending::winner) {
        Some(Some(Side::Black)) => "1",
        Some(Some(Side::White)) => "-1",
        Some(None) => "0",
        None => "?",
    }
}

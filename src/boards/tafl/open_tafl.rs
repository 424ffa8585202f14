//! Games in OpenTafl's notation, by its own description (`opentafl-notation-spec.txt`): tags, a record of the rules,
//! numbered moves with captures, comments.
use std::fmt::Write as _;

use super::{
    Address, Ending, First, GoldHostileTo, KingCapture, Man, Position, Repetition, Rules, Setup, Side, Square, State,
    variations,
};
use crate::{
    kit::Fault,
    record::{Node, Record, add, plain},
};
use play::Switch;

/// A tag of ours: what the notation's record of rules cannot say.
pub const OWN_RULES: &str = "kaiser-rules";

/// Rows from rank 1 upward, as the notation has them, for rows from rank 9 downward, and the other way round.
fn turned(rows: &str) -> String {
    rows.trim_matches('/').split('/').rev().collect::<Vec<_>>().join("/")
}

/// The rules as the notation's record of them.
pub fn rules_text(rules: &Rules, position: &Position, first: Side) -> String {
    let strong = ["w", "c", "s"][rules.king_capture as usize];
    let hostile = ["", " corh:TK cenhe:TK cenh:"][rules.gold_hostile_to as usize];
    // Who repeats does not matter here: our own tag says which side loses.
    let repetition = if rules.repetition == Repetition::Draw { " tfr:d" } else { " tfr:i" };
    let attackers = if first == Side::Black { "y" } else { "n" };
    let rows = turned(position.to_string().split(' ').next().unwrap_or_default());
    format!("dim:9 name:Tafl surf:n atkf:{attackers}{repetition} ks:{strong}{hostile} start:/{rows}/")
}

/// Reads the notation's record of rules, with what our own tag says where the notation has no word for it; refuses an
/// entry that is not played here, and a position that is none.
fn read_rules(text: &str, own: &[(&str, &str)]) -> Result<Setup, Fault> {
    let mut rules = Rules { first: First::Black, ..Rules::default() };
    let mut rows = None;
    // A draw is the notation's own default, and of what it knows beside it nothing is played here but by our own tag.
    let repetitions: &[&str] = match own.iter().find(|(key, _)| *key == "repetition") {
        Some((_, "draw")) | None => &["d"],
        Some(_) => &["i", "w", "l"],
    };
    for entry in text.split_whitespace() {
        let foreign = || Fault::new(format!("the rules say \"{entry}\", which is not played here"));
        let Some((key, value)) = entry.split_once(':') else { return Err(foreign()) };
        let lawful: &[&str] = match key {
            "dim" => &["9"],
            "esc" => &["c"],
            "surf" | "swf" => &["n", "y"],
            "ka" => &["y"],
            "kj" | "sw" | "ber" | "efe" | "linc" => &["n"],
            "tfr" => repetitions,
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
            "name" | "cenh" | "nj" | "cj" | "mj" | "gj" | "aforh" | "dforh" | "aforp" | "dforp" | "afors" | "dfors"
            | "tl" => {
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
    let first = rules.first;
    for (key, value) in own {
        Switch::set(Rules::SWITCHES, &mut rules, "this game", (key, value), |names| names.join(", "))?;
    }
    rules.first = first;
    let rows = rows.ok_or_else(|| Fault::new("the rules name no starting position").hint("start:/3ttt3/.../"))?;
    Ok(Setup { position: read_position(rows, rules.first.side().unwrap_or(Side::Black))?, rules })
}

/// Reads a position as the notation writes it: `/3ttt3/.../`.
fn read_position(rows: &str, first: Side) -> Result<Position, Fault> {
    let letter = if first == Side::Black { 'b' } else { 'w' };
    let text = format!("{} {letter}", turned(rows));
    text.parse().map_err(|faults| Fault::new(format!("the starting position is none: {faults}")))
}

/// A move as the notation writes it: `e4-e6xe7/d6`, `Ke5-e1`, `e3-e4xKe5`, with `++` or `--` when it ends the game.
pub fn move_text(man: Man, from: Square, to: Square, captured: &[(Man, Square)], ending: Option<&Ending>) -> String {
    let called = |man: Man| if man == Man::King { "K" } else { "" };
    let captured: Vec<String> = captured.iter().map(|(man, at)| format!("{}{at}", called(*man))).collect();
    let taken = if captured.is_empty() { String::new() } else { format!("x{}", captured.join("/")) };
    let end = if matches!(ending, Some(Ending::KingEscaped { .. })) {
        "--"
    } else if matches!(ending, Some(Ending::KingCaptured { .. })) {
        "++"
    } else {
        ""
    };
    format!("{}{from}-{to}{taken}{end}", called(man))
}

/// A game in the notation: the tags and moves of `record`, which are in its own form already.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        // Writing to a string cannot fail.
        let _written = writeln!(text, "[{name}:{}]", value.replace(']', ")"));
    }
    text.push('\n');
    variations::write_line(&mut text, &record.moves, "", 0);
    text
}

/// The rules and the position that these tags begin a game with; refused where no record of rules stands among them, or
/// rules that are not played here, or a position that is none.
pub fn begun(tags: &[(String, String)]) -> Result<Setup, Fault> {
    let tag = |name: &str| tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value);
    let missing = || Fault::new("no record of rules stands in this game").hint("[rules:dim:9 ...]");
    let own = tag(OWN_RULES).unwrap_or_default().split(',').map(str::trim).filter(|switch| !switch.is_empty());
    let own: Vec<(&str, &str)> = own.map(|switch| switch.split_once('=').unwrap_or((switch, ""))).collect();
    let mut setup = read_rules(tag("rules").ok_or_else(missing)?, &own)?;
    if let Some(rows) = tag("position") {
        setup.position = read_position(rows, setup.rules.first.side().unwrap_or(Side::Black))?;
    }
    Ok(setup)
}

/// A line of moves, that of the game without an address, and how many were last added to it.
type Said = (Option<Address>, usize);

/// Reads a game: how it begins, its tags and its moves. Refuses, with its line, a bracket that does not end, rules that
/// are missing or not played here, and a variation that stands beside no move.
pub fn read(text: &str) -> Result<(Setup, Record), Fault> {
    let (mut record, mut said) = (Record::default(), (None, 0));
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
            let endless = || Fault::new(format!("line {line}: a bracket does not end")).hint("close it with ]");
            let (words, after) = inside.split_once(']').ok_or_else(endless)?;
            rest = after;
            if record.moves.is_empty() {
                tag(&mut record, words)
            } else {
                comment(&mut record, &said, words)
            }
            continue;
        }
        let (words, after) = rest.split_at(rest.find('\n').unwrap_or(rest.len()));
        rest = after;
        if words.starts_with("dim:") {
            record.tags.push(("rules".to_owned(), words.trim().to_owned()));
        } else if words.starts_with('/') {
            record.tags.push(("position".to_owned(), words.trim().to_owned()));
        } else {
            said = add_moves(&mut record, words, line)?;
        }
    }
    Ok((begun(&record.tags)?, record))
}

/// `[name:value]`, or what is said before the first move.
fn tag(record: &mut Record, words: &str) {
    let named = words.split_once(':').map(|(name, value)| (name.trim(), plain(value)));
    match named.filter(|(name, _)| !name.is_empty() && !name.contains(char::is_whitespace)) {
        None => add(&mut record.comment, &plain(words)),
        Some((name, value)) => {
            if name.eq_ignore_ascii_case("start-comment") {
                add(&mut record.comment, &value);
            }
            record.tags.push((name.to_owned(), value));
        }
    }
}

/// `[first|second]`: what is said of the moves last added; in the game of the last pair, whatever stood on their line.
fn comment(record: &mut Record, (address, added): &Said, words: &str) {
    let count = if address.is_some() { *added } else { 2 - record.moves.len() % 2 };
    // The line has just been found and added to.
    let Ok(nodes) = line_of(record, address) else { return };
    let begun = nodes.len() - count.min(nodes.len());
    for (node, words) in nodes[begun..].iter_mut().zip(words.splitn(count.max(1), '|')) {
        add(&mut node.comment, &plain(words));
    }
}

fn line_of<'a>(record: &'a mut Record, address: &Option<Address>) -> Result<&'a mut Vec<Node>, Fault> {
    match address {
        Some(address) => address.line(&mut record.moves),
        None => Ok(&mut record.moves),
    }
}

/// `3. d6-a6xa5 d5-a5xa6`, or a variation such as `8a.1.1a. e5-e3`.
fn add_moves(record: &mut Record, words: &str, line: usize) -> Result<Said, Fault> {
    let mut moves = words.split_whitespace().peekable();
    let number = moves.next_if(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
    let address = number.map(Address::read).transpose().map_err(|fault| at_line(fault, line))?.flatten();
    let found = moves.filter(|word| !word.starts_with("..")).map(|word| Node { line, ..Node::new(word) });
    let nodes = line_of(record, &address).map_err(|fault| at_line(fault, line))?;
    let before = nodes.len();
    nodes.extend(found);
    let added = nodes.len() - before;
    Ok((address, added))
}

fn at_line(fault: Fault, line: usize) -> Fault {
    Fault { what: format!("line {line}: {}", fault.what), ..fault }
}

/// A move of the notation: its squares, and what it says is captured where it says so.
pub fn read_move(text: &str) -> Result<(Square, Square, Option<Vec<Square>>), Fault> {
    let none = || Fault::new(format!("\"{text}\" is no move")).hint("e4-e6xe7");
    let bare = text.trim_end_matches(['+', '-', '!', '?']);
    let (squares, taken) = bare.split_once('x').map_or((bare, None), |(squares, taken)| (squares, Some(taken)));
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

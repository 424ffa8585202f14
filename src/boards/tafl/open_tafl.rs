//! Games in OpenTafl's notation (`opentafl-notation-spec.txt`): tags, a rules record, numbered moves with captures, and
//! comments. Begin with [`read_next`] and [`write()`].
use std::fmt::Write as _;

pub use super::rules_record::rules_text;
use super::rules_record::{read_position, read_rules};
use super::{
    Address, Ending, Piece, Rules, Setup, Side, Square, State,
    variations::{self, chess_tag, is_chess_tag, is_tag},
};
use crate::{
    kit::{LineError, check_hyphens},
    record::{MoveNode, Record, UNKNOWN, UnreadText, append_comment, single_spaced, split_annotations},
};
use play::Switch;

/// Our own tag, for rules that the notation's record cannot express.
pub const OWN_RULES: &str = "kaiser-rules";

/// A move in the notation: `e4-e6xe7/d6`, `Ke5-e1`, `e3-e4xKe5`, with `++` or `--` if the king's fate ends the game.
pub fn format_move(
    piece: Piece,
    from: Square,
    to: Square,
    captured: &[(Piece, Square)],
    ending: Option<&Ending>,
) -> String {
    let prefix = |piece: Piece| if piece == Piece::King { "K" } else { "" };
    let captured: Vec<String> = captured.iter().map(|(piece, at)| format!("{}{at}", prefix(*piece))).collect();
    let taken = if captured.is_empty() { String::new() } else { format!("x{}", captured.join("/")) };
    let end = if matches!(ending, Some(Ending::KingEscaped { .. })) {
        "--"
    } else if matches!(ending, Some(Ending::KingCaptured { .. })) {
        "++"
    } else {
        ""
    };
    format!("{}{from}-{to}{taken}{end}", prefix(piece))
}

/// Returns a game in the notation. The tags and moves of `record` are already in the notation's form.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        // Writing to a string cannot fail.
        let _written = writeln!(text, "[{name}:{}]", variations::escape(value));
    }
    text.push('\n');
    variations::write_line(&mut text, &record.moves, "", 0);
    text
}

fn tag<'t>(tags: &'t [(String, String)], name: &str) -> Option<&'t str> {
    tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
}

/// Whether these tags include a rules record.
pub fn has_rules(tags: &[(String, String)]) -> bool {
    tag(tags, "rules").is_some()
}

/// The switches in our own tag.
fn own_switches(tags: &[(String, String)]) -> Vec<(&str, &str)> {
    let own_tag =
        tag(tags, OWN_RULES).unwrap_or_default().split(',').map(str::trim).filter(|switch| !switch.is_empty());
    own_tag.map(|switch| switch.split_once('=').unwrap_or((switch, ""))).collect()
}

/// The usual setup with the switches of our own tag, for a record without rules. By default, the side of the first move
/// begins.
///
/// # Errors
/// An unknown switch.
pub fn default_setup(record: &Record) -> Result<Setup, LineError> {
    let (mut setup, own) = (Setup::default(), own_switches(&record.tags));
    Switch::refuse_contradictions(own.iter().copied())?;
    for (key, value) in &own {
        Switch::set(Rules::SWITCHES, &mut setup.rules, "this game", (key, value))?;
    }
    let from = record.moves.first().and_then(|node| read_move(&node.text).ok()).map(|stated| stated.from);
    let mover = from.and_then(|from| setup.position.piece_at(from)).map_or(Side::Black, Piece::side);
    let first = setup.rules.first.side().filter(|_| own.iter().any(|(key, _)| *key == "first")).unwrap_or(mover);
    setup.position.set_to_move(first);
    setup.rules.first = first.into();
    Ok(setup)
}

/// The initial rules and position from these tags. Refused without a rules record, and for an unsupported rule
/// or an invalid position.
pub fn setup_from_tags(tags: &[(String, String)]) -> Result<Setup, LineError> {
    let missing = || LineError::new("This game has no record of rules.").hint("add one: [rules:dim:9 ...]");
    let mut setup = read_rules(tag(tags, "rules").ok_or_else(missing)?, &own_switches(tags))?;
    if let Some(rows) = tag(tags, "position") {
        setup.position = read_position(rows, setup.rules.first.side().unwrap_or(setup.position.to_move()))?;
    }
    Ok(setup)
}

/// Reads the only game of a text: its setup, tags and moves.
///
/// # Errors
/// Those of [`read_next`] and [`setup_from_tags`], and a second game.
pub fn read(text: &str) -> Result<(Setup, Record), LineError> {
    let (record, left) = read_next(UnreadText::new(text))?;
    match left.text.trim() {
        "" => Ok((setup_from_tags(&record.tags)?, record)),
        _ => Err(LineError::new(format!("line {}: Another game begins.", left.next_line())).hint("give one game")),
    }
}

/// The address of a line of moves (`None` for the main line), and the number of moves last added to it.
type CommentTarget = (Option<Address>, usize);

/// Reads the next game of a text, its tags and its moves. Returns the rest of the text.
///
/// # Errors
/// With its line: a bracket that does not end, a refused tag or move, and a variation without a move.
pub fn read_next(text: UnreadText<'_>) -> Result<(Record, UnreadText<'_>), LineError> {
    let (mut record, mut target) = (Record { result: UNKNOWN.to_owned(), ..Record::default() }, (None, 0));
    let (mut left, mut run) = (text, BracketRun::default());
    loop {
        let before = left;
        left = left.trimmed();
        if left.text.is_empty() {
            return Ok((record, left));
        }
        if !left.text.starts_with('[') {
            let words = left.text.split('\n').next().unwrap_or_default();
            if let Some((name, value)) = bare_tag(words) {
                if !record.moves.is_empty() || tag(&record.tags, name).is_some() {
                    return Ok((record, left));
                }
                record.add_tag((name.to_owned(), value.to_owned()), left.line)?;
            } else if !words.starts_with('%') {
                target = add_moves(&mut record, words, left.line)?;
            }
            left = left.after(words.len());
            continue;
        }
        // The tags of another game end this one, even if it has only rules and no moves.
        if !record.moves.is_empty() || has_rules(&record.tags) {
            if run.end.is_none_or(|end| left.text.len() <= end) {
                run = BracketRun::scan(before, &record);
            }
            if run.header == Some(left.text.len()) {
                return Ok((record, left));
            }
        }
        let ((words, after), line) = (bracket(left)?, left.line);
        left = after;
        if record.moves.is_empty() {
            add_tag(&mut record, words, line)?
        } else {
            add_comments(&mut record, &target, words)
        }
    }
}

/// The contents of the bracket at the start of a text, and the rest.
fn bracket(text: UnreadText<'_>) -> Result<(&str, UnreadText<'_>), LineError> {
    let endless = || LineError::new(format!("line {}: A bracket does not end.", text.line)).hint("close it with ]");
    let (words, _) = text.text[1..].split_once(']').ok_or_else(endless)?;
    Ok((words, text.after(words.len() + 2)))
}

/// A rules record or a position on a line without brackets.
fn bare_tag(line: &str) -> Option<(&'static str, &str)> {
    match line {
        _ if line.starts_with("dim:") => Some(("rules", line.trim())),
        _ if line.starts_with('/') => Some(("position", line.trim())),
        _ => None,
    }
}

/// Brackets after moves: comments, then perhaps tags of another game. Places are bytes left to the end of the text.
#[derive(Default)]
struct BracketRun {
    end: Option<usize>,
    /// Where the tags begin.
    header: Option<usize>,
}

impl BracketRun {
    /// Scans the brackets at the start of a text. They include another game's tags if there is a rules record or a PGN
    /// tag. The tags begin after an empty line, or with the first bracket that looks like a tag. Before the first move,
    /// they begin with the first tag that the game already has.
    fn scan(text: UnreadText<'_>, game: &Record) -> BracketRun {
        let mut left = text;
        let is_begun = !game.moves.is_empty();
        let is_another = |words: &str| match words.split_once(':') {
            _ if is_begun => is_tag(words),
            Some((name, _)) => tag(&game.tags, name.trim()).is_some(),
            None => false,
        };
        let (mut after_gap, mut first_tag) = (None, None);
        loop {
            let next = left.trimmed();
            let gap = &left.text[..left.text.len() - next.text.len()];
            let begins = next.text.len();
            if !next.text.starts_with('[') {
                let header = after_gap.or(first_tag).filter(|_| next.text.starts_with("dim:"));
                return BracketRun { end: Some(begins), header };
            }
            let Ok((words, after)) = bracket(next) else { return BracketRun { end: Some(begins), header: None } };
            if gap.matches('\n').count() > 1 {
                after_gap = after_gap.or(Some(begins));
            }
            if is_another(words) {
                first_tag = first_tag.or(Some(begins));
            }
            let is_chess = is_chess_tag(words) && (is_begun || after_gap.is_some());
            let header = after_gap.or(first_tag).filter(|_| words.trim_start().starts_with("rules:") || is_chess);
            if header.is_some() {
                return BracketRun { end: Some(begins), header };
            }
            left = after;
        }
    }
}

/// Adds `[name:value]` or `[Name "value"]`, or a comment before the first move.
///
/// # Errors
/// A PGN tag for rules or result, and a tag that contradicts an earlier one.
fn add_tag(record: &mut Record, words: &str, line: usize) -> Result<(), LineError> {
    if let Some((name, value)) = chess_tag(words) {
        if let Some(hint) = own_form(name, value) {
            return Err(LineError::new(format!("line {line}: A record of Tafl has no tag [{words}].")).hint(hint));
        }
        return record.add_tag((name.to_owned(), variations::unescape(&single_spaced(value))), line);
    }
    let named = words.split_once(':').map(|(name, value)| (name.trim(), variations::unescape(&single_spaced(value))));
    match named.filter(|(name, _)| !name.is_empty() && !name.contains(char::is_whitespace)) {
        None => append_comment(&mut record.comment, &variations::unescape(&single_spaced(words))),
        Some((name, value)) => {
            if name.eq_ignore_ascii_case("start-comment") {
                append_comment(&mut record.comment, &value);
            }
            record.add_tag((name.to_owned(), value), line)?;
        }
    }
    Ok(())
}

/// Our form of a PGN tag for rules or result. `None` for other tags.
fn own_form(name: &str, value: &str) -> Option<String> {
    Some(match name.to_lowercase().as_str() {
        "rules" => format!("[{OWN_RULES}:{value}]"),
        "position" => "[rules:dim:9 ... start:/3ttt3/.../], rank 1 first".to_owned(),
        "result" => "[result:1] if Black has won, [result:-1] if White has, [result:0] for a draw".to_owned(),
        "termination" => format!("[termination:{value}]"),
        _ => return None,
    })
}

/// `[first|second]`: comments on the moves last added. In the main line, always on the last turn.
fn add_comments(record: &mut Record, (address, added): &CommentTarget, words: &str) {
    let count = if address.is_some() { *added } else { 2 - record.moves.len() % 2 };
    // The line was just found and added to.
    let Ok(nodes) = line_of(record, address) else { return };
    let first = nodes.len() - count.min(nodes.len());
    for (node, words) in nodes[first..].iter_mut().zip(words.splitn(count.max(1), '|')) {
        append_comment(&mut node.comment, &variations::unescape(&single_spaced(words)));
    }
}

fn line_of<'a>(record: &'a mut Record, address: &Option<Address>) -> Result<&'a mut Vec<MoveNode>, LineError> {
    match address {
        Some(address) => address.line_mut(&mut record.moves),
        None => Ok(&mut record.moves),
    }
}

/// `3. d6-a6xa5 d5-a5xa6`, or a variation such as `8a.1.1a. e5-e3`.
fn add_moves(record: &mut Record, words: &str, line: usize) -> Result<CommentTarget, LineError> {
    check_hyphens(words).map_err(|error| at_line(error, line))?;
    let mut words = words.split_whitespace().flat_map(split_number).peekable();
    let number = words.next_if(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
    let address = number.map(Address::parse).transpose().map_err(|error| at_line(error, line))?.flatten();
    let moves = words.filter(|word| !word.starts_with("..")).map(|word| {
        let (text, comment) = split_annotations(word, &['!', '?']);
        MoveNode { line, comment, ..MoveNode::new(text) }
    });
    let nodes = line_of(record, &address).map_err(|error| at_line(error, line))?;
    let before = nodes.len();
    for node in moves {
        match (nodes.last_mut().filter(|_| node.text.is_empty()), &node.comment) {
            // An annotation by itself belongs to the move before it.
            (Some(last), Some(annotation)) => append_comment(&mut last.comment, annotation),
            _ => nodes.push(node),
        }
    }
    let added = nodes.len() - before;
    Ok((address, added))
}

/// Splits a turn's number from a move written directly behind it.
fn split_number(word: &str) -> impl Iterator<Item = &str> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = digits.trim_start_matches('.');
    let glued = digits.len() < word.len() && bare.len() < digits.len() && bare.starts_with(char::is_alphabetic);
    let split_at = if glued { word.len() - bare.len() } else { 0 };
    [&word[..split_at], &word[split_at..]].into_iter().filter(|part| !part.is_empty())
}

fn at_line(error: LineError, line: usize) -> LineError {
    LineError { what: format!("line {line}: {}", error.what), ..error }
}

/// A move in the notation, with what it states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedMove {
    pub from: Square,
    pub to: Square,
    /// Whether the record names the king as the moving piece.
    pub by_king: bool,
    pub captures: Option<Vec<Square>>,
    pub king_fate: Option<StatedKingFate>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatedKingFate {
    /// `++`
    Captured,
    /// `--`
    Escaped,
}

/// Reads a move of the notation.
///
/// # Errors
/// If it is not a move.
pub fn read_move(text: &str) -> Result<StatedMove, LineError> {
    let not_a_move = || LineError::new(format!("\"{text}\" is not a move.")).hint("such as e4-e6xe7");
    let (bare, _) = split_annotations(text, &['!', '?']);
    let king_fate = match bare {
        _ if bare.ends_with("++") => Some(StatedKingFate::Captured),
        _ if bare.ends_with("--") => Some(StatedKingFate::Escaped),
        _ => None,
    };
    let bare = bare.trim_end_matches(['+', '-']);
    let (squares, captures) = bare.split_once('x').map_or((bare, None), |(squares, taken)| (squares, Some(taken)));
    let (from, to) = squares.split_once('-').ok_or_else(not_a_move)?;
    let square = |name: &str| {
        let bare = name.strip_prefix(['K', 'k', 'T', 't']).unwrap_or(name);
        Square::from_name(bare).ok_or_else(not_a_move)
    };
    let captures =
        captures.map(|taken| taken.split(['/', ',']).map(square).collect::<Result<Vec<_>, _>>()).transpose()?;
    let by_king = from.starts_with(['K', 'k']);
    Ok(StatedMove { from: square(from)?, to: square(to)?, by_king, captures, king_fate })
}

/// `1` if Black, the attacker, has won, `-1` for White, `0` for a draw, `?` before the end.
pub fn result_text(state: &State) -> &'static str {
    match state.result.as_ref().map(Ending::winner) {
        Some(Some(Side::Black)) => "1",
        Some(Some(Side::White)) => "-1",
        Some(None) => "0",
        None => "?",
    }
}

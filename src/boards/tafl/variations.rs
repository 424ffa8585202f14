//! Variations in OpenTafl's notation: on separate lines with an address.
//!
//! `3b.2.1a. ..... a4-a3xa2` is the first turn of the second variation beside the second move of the third turn. Dots
//! stand for the move before it. Within a variation, an address names the move *after* which another one begins:
//! `3a.2.1a.1.1a.` begins a variation of what follows the move `3a.2.1a`.
use std::fmt::Write as _;

use crate::{kit::LineError, record::MoveNode};

/// Deepest nesting of variations.
const MAX_DEPTH: usize = 40;

/// The address of a line of moves: a move, a variation beside it, a move in that, and so on. The final turn is left
/// out, because lines of one variation follow each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The moves, by turn and by index within it, both from 0.
    moves: Vec<(usize, usize)>,
    /// The variations at these moves, from 0.
    variations: Vec<usize>,
}

impl Address {
    /// Reads the address of a variation. `None` for the number of a turn of the game.
    pub fn parse(word: &str) -> Result<Option<Address>, LineError> {
        let wrong = || LineError::new(format!("\"{word}\" is not a turn or variation.")).hint("type 3. or 3a.1.1a.");
        let parts: Vec<&str> = word.trim_end_matches('.').split('.').collect();
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=100_000).contains(number));
        if let [turn] = parts[..] {
            return if number(turn).is_some() { Ok(None) } else { Err(wrong()) };
        }
        if parts.len().is_multiple_of(2) || parts.len() > 2 * MAX_DEPTH {
            return Err(wrong());
        }
        let (mut moves, mut variations) = (Vec::new(), Vec::new());
        for pair in parts[..parts.len() - 1].chunks_exact(2) {
            let (turn, place) = pair[0].split_at(pair[0].len() - pair[0].chars().last().map_or(0, char::len_utf8));
            let place = ["a", "b"].iter().position(|known| *known == place).ok_or_else(wrong)?;
            moves.push((number(turn).ok_or_else(wrong)? - 1, place));
            variations.push(number(pair[1]).ok_or_else(wrong)? - 1);
        }
        let last = parts[parts.len() - 1];
        let turn = last.trim_end_matches(['a', 'b']);
        if turn.len() + 1 != last.len() || number(turn).is_none() {
            return Err(wrong());
        }
        Ok(Some(Address { moves, variations }))
    }

    /// Returns the line at the address, and creates it if needed. Refused if there is no move for the variation.
    pub fn line_mut<'a>(&self, game: &'a mut Vec<MoveNode>) -> Result<&'a mut Vec<MoveNode>, LineError> {
        let (mut line, mut first_index) = (game, 0);
        for (depth, ((turn, place), number)) in self.moves.iter().zip(&self.variations).enumerate() {
            let index = (2 * turn + place).checked_sub(first_index);
            // In the game, the move itself is replaced. In a variation, the move after it is.
            let replaced = index.map(|named| named + usize::from(depth > 0));
            let letter = if *place == 0 { 'a' } else { 'b' };
            let missing = || LineError::new(format!("There is no move {}{letter} for a variation.", turn + 1));
            let replaced = replaced.ok_or_else(missing)?;
            if depth > 0 && replaced == line.len() {
                // Nothing follows yet, so the variation itself continues.
                return Ok(line);
            }
            let node = line.get_mut(replaced).ok_or_else(missing)?;
            if *number >= node.variations.len() {
                node.variations.push(Vec::new());
            }
            let number = (*number).min(node.variations.len() - 1);
            first_index = (first_index + replaced) % 2;
            line = &mut node.variations[number];
        }
        Ok(line)
    }
}

/// Signs that a comment or tag cannot contain, with our escapes. The notation itself has no escapes.
const ESCAPES: [(&str, &str); 3] = [("&#", "&#38;#"), ("]", "&#93;"), ("|", "&#124;")];
/// Signs that would turn a comment into a tag.
const TAG_ESCAPES: [(&str, &str); 2] = [(":", "&#58;"), ("\"", "&#34;")];

/// Escapes a text for use inside brackets.
pub fn escape(words: &str) -> String {
    ESCAPES.iter().fold(words.to_owned(), |words, (sign, written)| words.replace(sign, written))
}

/// Whether a bracket is a tag: `Name "value"`, or `name:value` without a `|`, which separates comments on two moves.
pub fn is_tag(words: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
    is_chess_tag(words) || !words.contains('|') && words.split_once(':').is_some_and(|(name, _)| is_name(name.trim()))
}

/// Whether a bracket has the form `Name "value"`.
pub fn is_chess_tag(words: &str) -> bool {
    chess_tag(words).is_some()
}

/// Name and value of a PGN tag: `Name "value"`.
pub fn chess_tag(words: &str) -> Option<(&str, &str)> {
    let (name, value) = words.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!name.is_empty() && name.chars().all(char::is_alphanumeric)).then_some((name, value))
}

pub fn unescape(words: &str) -> String {
    let signs = TAG_ESCAPES.iter().chain(ESCAPES.iter().rev());
    signs.fold(words.to_owned(), |words, (sign, written)| words.replace(written, sign))
}

/// Writes a line of moves turn by turn, each with its comments and then its variations. For the main line `address` is
/// empty. A variation begins with the move `first_index` (0 or 1) of its first turn.
pub fn write_line(text: &mut String, nodes: &[MoveNode], address: &str, first_index: usize) {
    let (mut at, mut turn, mut previous_address) = (0, 1, String::new());
    while at < nodes.len() {
        let skipped = if at == 0 { first_index } else { 0 };
        let moves = &nodes[at..nodes.len().min(at + 2 - skipped)];
        let name = if address.is_empty() { format!("{turn}.") } else { format!("{address}{turn}a.") };
        let words: Vec<&str> =
            ["....."][..skipped].iter().copied().chain(moves.iter().map(|node| &*node.text)).collect();
        // Writing to a string cannot fail.
        let _written = writeln!(text, "{name} {}", words.join(" "));
        if moves.iter().any(|node| node.comment.is_some()) {
            let comment = |node: &MoveNode| escape(node.comment.as_deref().unwrap_or_default());
            let mut comments = moves.iter().map(comment).collect::<Vec<_>>().join("|");
            if is_tag(&comments) {
                comments = TAG_ESCAPES
                    .iter()
                    .fold(comments, |comment_text, (sign, written)| comment_text.replace(sign, written));
            }
            let _written = writeln!(text, "[{comments}]");
        }
        for (node, place) in moves.iter().zip(skipped..) {
            let move_address = format!("{address}{turn}{}.", if place == 0 { 'a' } else { 'b' });
            let root = if address.is_empty() { &move_address } else { &previous_address };
            for (number, variation) in node.variations.iter().enumerate() {
                write_line(text, variation, &format!("{root}{}.", number + 1), place);
            }
            previous_address = move_address;
        }
        at += moves.len();
        turn += 1;
    }
}

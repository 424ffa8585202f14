//! Game records: tags, moves, comments and variations, as text both ways. Independent of any game's rules.
//!
//! The form is that of chess (PGN): `[Tag "value"]`, numbered moves, `{comments}`, `(variations)`, `;` for the rest of
//! a line, and a result at the end. A text may contain several games.
use std::fmt::Write as _;

use super::kit::{LineError, check_hyphens};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub comment: Option<String>,
    pub moves: Vec<MoveNode>,
    /// Whether the second side moves first, as a position may require. The record then begins with `1...`.
    pub second_first: bool,
    /// The stated result: `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game. It need not follow from the moves.
    pub result: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveNode {
    pub text: String,
    /// Line of the source text, from 1. 0 if the move was not read from a text.
    pub line: usize,
    pub comment: Option<String>,
    pub variations: Vec<Vec<MoveNode>>,
}

/// The form of a list of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordForm {
    /// Numbered pairs. A move is one word, with `_` for a space.
    Numbered,
    /// One command on each line, as typed at the prompt.
    Plain,
}

pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNKNOWN];
/// The result of an unfinished game, or of one with an unknown result.
pub const UNKNOWN: &str = "*";
/// First words of commands that are not moves, so they have no number.
const UNNUMBERED: [&str; 4] = ["draw", "accept", "resign", "flag"];
/// The unnumbered first words that may end a game.
const ENDING_WORDS: [&str; 3] = ["accept", "resign", "flag"];
/// Tags about the game, its rules and its result. Each may have only one value.
const UNIQUE_TAGS: [&str; 7] = ["game", "rules", "position", "result", "termination", "kaiser-rules", "kaiser-offer"];
/// PGN's annotation signs, numbered from 1.
const ANNOTATIONS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// Deepest nesting of variations.
const MAX_DEPTH: usize = 40;

impl MoveNode {
    pub fn new(text: impl Into<String>) -> MoveNode {
        MoveNode { text: text.into(), ..MoveNode::default() }
    }

    /// The number of moves: 1, or 0 for draw offers and resignations. In the plain form, every command counts.
    pub fn plies(&self, form: RecordForm) -> usize {
        usize::from(form == RecordForm::Plain || !UNNUMBERED.contains(&self.first_word()))
    }

    fn first_word(&self) -> &str {
        self.text.split([' ', '_']).next().unwrap_or_default()
    }
}

impl Record {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Adds a tag read from a line.
    ///
    /// # Errors
    /// A second value of a tag that may have only one.
    pub(crate) fn add_tag(&mut self, (name, value): (String, String), line: usize) -> Result<(), LineError> {
        let is_unique = UNIQUE_TAGS.iter().any(|known| known.eq_ignore_ascii_case(&name));
        if let Some(before) =
            self.tag(&name).filter(|before| is_unique && single_spaced(before) != single_spaced(&value))
        {
            let what = format!(
                "line {line}: The tag {name} is {}, but an earlier one is {}.",
                single_spaced(&value),
                single_spaced(before)
            );
            return Err(LineError::new(what).hint("keep one of them"));
        }
        self.tags.push((name, value));
        Ok(())
    }

    /// Reads the only game of a text.
    ///
    /// # Errors
    /// Those of [`read_next`](Record::read_next), and text after the game.
    pub fn read(text: &str, form: RecordForm) -> Result<Record, LineError> {
        let (record, left) = Record::read_next(UnreadText::new(text), form)?;
        match left.text.trim() {
            "" => Ok(record),
            _ => Err(LineError::new(format!("line {}: There is more after the result.", left.next_line()))
                .hint("give one game")),
        }
    }

    /// Reads the next game and returns the rest of the text. A game ends with its result, or before new tags or move 1.
    ///
    /// # Errors
    /// With its line: a tag, comment or variation that does not end, contradictory tags about rules or result, a
    /// variation before any move, moves after the result, and a result that the tag `Result` contradicts.
    pub fn read_next(text: UnreadText<'_>, form: RecordForm) -> Result<(Record, UnreadText<'_>), LineError> {
        let mut reader = RecordReader { left: text, form, bytes_at_start: text.text.len() };
        let mut record = Record { result: UNKNOWN.to_owned(), ..Record::default() };
        while let Some(letter) = reader.peek() {
            match letter {
                '[' => {
                    let line = reader.left.line;
                    let tag = reader.read_tag()?;
                    record.add_tag(tag, line)?;
                }
                ';' => append_comment(&mut record.comment, &reader.rest_of_line()),
                _ => break,
            }
        }
        let (comment, moves, result) = reader.read_moves(0)?;
        comment.iter().for_each(|words| append_comment(&mut record.comment, words));
        record.moves = moves;
        let line = reader.left.line;
        if result.is_some() && !reader.at_game_start() {
            let what = format!("line {}: There is more after the result.", reader.left.next_line());
            let hint = match form {
                RecordForm::Numbered => "another game begins with its tags, or with 1.",
                RecordForm::Plain => "another game begins with its tags",
            };
            return Err(LineError::new(what).hint(hint));
        }
        let claim = |result: &str| is_claim(result) && RESULTS.contains(&result);
        let tag = record.tag("Result").map(str::trim).filter(|tag| claim(tag)).map(str::to_owned);
        let stated = result.filter(|result| claim(result));
        if let (Some(tag), Some(stated_result)) = (&tag, &stated)
            && tag != stated_result
        {
            let what = format!("line {line}: The game ends with {stated_result}, but its tag Result is {tag}.");
            return Err(LineError::new(what).hint("make them the same"));
        }
        if let Some(claimed) = stated.or(tag) {
            record.result = claimed;
        }
        Ok((record, reader.left))
    }

    /// The number of its first move, counting both sides, from 0.
    pub fn first_ply(&self) -> usize {
        usize::from(self.second_first)
    }

    /// The record as text. [`Record::read`] reads it back.
    pub fn write(&self, form: RecordForm) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            // Writing to a string cannot fail.
            let _written = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
        text.push('\n');
        let mut words: Vec<String> = self.comment.iter().map(|comment| comment_text(comment)).collect();
        push_moves(&mut words, &self.moves, self.first_ply(), form);
        words.push(self.result.clone());
        match form {
            RecordForm::Numbered => text += &wrap(&words),
            RecordForm::Plain => text += &(words.join("\n") + "\n"),
        }
        text
    }
}

/// Whether a result states how a game ended. OpenTafl writes `?` for an unknown result.
pub fn is_claim(result: &str) -> bool {
    !matches!(result.trim(), "" | "?" | UNKNOWN)
}

/// Whether a name is valid for a tag: one word, without the characters that end a name in the notations.
pub fn is_tag_name(name: &str) -> bool {
    let mut letters = name.chars();
    !name.is_empty() && !letters.any(|letter| letter.is_whitespace() || letter.is_control() || "[]\":".contains(letter))
}

/// Whether a value is valid for a tag: no control character except the end of a line.
pub fn is_tag_value(value: &str) -> bool {
    value.chars().all(|letter| letter == '\n' || !letter.is_control())
}

/// Removes control characters except line ends. Tabs and carriage returns become spaces.
pub fn without_controls(words: &str) -> String {
    let words = words.replace(['\t', '\r'], " ");
    words.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}

/// The rest of a text after the games read, and its line number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnreadText<'t> {
    pub text: &'t str,
    /// The number of its first line, from 1.
    pub line: usize,
}

impl<'t> UnreadText<'t> {
    /// A complete text, without its byte order mark.
    pub fn new(text: &'t str) -> UnreadText<'t> {
        UnreadText { text: text.trim_start_matches('\u{feff}'), line: 1 }
    }

    pub fn after(self, bytes: usize) -> UnreadText<'t> {
        let (read, text) = self.text.split_at(bytes);
        UnreadText { text, line: self.line + read.matches('\n').count() }
    }

    /// Without white space at its start.
    pub fn trimmed(self) -> UnreadText<'t> {
        self.after(self.text.len() - self.text.trim_start().len())
    }

    /// The number of the next line that is not empty.
    pub fn next_line(self) -> usize {
        self.trimmed().line
    }
}

/// Annotations after a move: evaluation, check and mate.
pub const ANNOTATION_MARKS: [char; 4] = ['!', '?', '+', '#'];

/// Splits a move from its annotations: `!` from `k4-k6!` and `k4-k6$1`, `!? $14` from `k4-k6!?$14`.
pub fn split_annotations<'w>(word: &'w str, marks: &[char]) -> (&'w str, Option<String>) {
    let mut parts = word.split('$');
    let (written, numbers) = (parts.next().unwrap_or_default(), parts.collect::<Vec<_>>());
    if numbers.iter().any(|number| number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit())) {
        return (word, None);
    }
    let bare = written.trim_end_matches(marks);
    let sign: String = written[bare.len()..].chars().filter(|letter| "!?".contains(*letter)).collect();
    let annotation = |number: &str| {
        let sign = number.parse().ok().and_then(|number: usize| ANNOTATIONS.get(number.checked_sub(1)?));
        sign.map_or_else(|| format!("${number}"), |sign| (*sign).to_owned())
    };
    let annotations = [sign].into_iter().filter(|sign| !sign.is_empty()).chain(numbers.into_iter().map(annotation));
    let comment = annotations.collect::<Vec<_>>().join(" ");
    (bare, (!comment.is_empty()).then_some(comment))
}

pub(crate) fn single_spaced(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn append_comment(comment: &mut Option<String>, words: &str) {
    if !words.is_empty() {
        *comment = Some(comment.take().map_or(words.to_owned(), |before| format!("{before} {words}")));
    }
}

/// A comment in braces. If it contains a brace, it runs to the end of its line instead.
fn comment_text(comment: &str) -> String {
    let text = single_spaced(comment);
    if text.contains('}') { format!("; {text}") } else { format!("{{{text}}}") }
}

fn push_moves(words: &mut Vec<String>, moves: &[MoveNode], from: usize, form: RecordForm) {
    let mut number_again = true;
    let mut ply = from;
    for node in moves {
        match form {
            RecordForm::Numbered => {
                if node.plies(form) > 0 && (ply.is_multiple_of(2) || number_again) {
                    words.push(format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." }));
                }
                words.push(node.text.replace(' ', "_"));
            }
            RecordForm::Plain => words.push(node.text.clone()),
        }
        number_again = node.comment.is_some() || !node.variations.is_empty();
        words.extend(node.comment.iter().map(|comment| comment_text(comment)));
        for variation in &node.variations {
            words.push("(".to_owned());
            push_moves(words, variation, ply, form);
            words.push(")".to_owned());
        }
        ply += node.plies(form);
    }
}

/// Wraps words into lines of at most 100 characters. A comment to the end of its line has a separate line.
fn wrap(words: &[String]) -> String {
    const MAX_WIDTH: usize = 100;
    let (mut text, mut width) = (String::new(), 0);
    for entry in words {
        if entry.starts_with(';') {
            text += if width > 0 { "\n" } else { "" };
            text += &format!("{entry}\n");
            width = 0;
            continue;
        }
        for word in entry.split_whitespace() {
            let letters = word.chars().count();
            let fits = width > 0 && width + 1 + letters <= MAX_WIDTH;
            text.extend((width > 0).then_some(if fits { ' ' } else { '\n' }));
            text += word;
            width = letters + if fits { width + 1 } else { 0 };
        }
    }
    text + "\n"
}

struct RecordReader<'t> {
    left: UnreadText<'t>,
    form: RecordForm,
    /// Length of the unread text when the game's first line began.
    bytes_at_start: usize,
}

/// The comment before the first move, the moves, and the result after them.
type ParsedMoves = (Option<String>, Vec<MoveNode>, Option<String>);

impl RecordReader<'_> {
    /// The next character that is not white space, without taking it. Skips lines that begin with `%`.
    fn peek(&mut self) -> Option<char> {
        loop {
            let (before, left) = (self.left.text, self.left.trimmed());
            let gap = &before[..before.len() - left.text.len()];
            let begins_line = gap.ends_with('\n') || left.text.len() == self.bytes_at_start;
            self.left = left;
            if !(begins_line && left.text.starts_with('%')) {
                return left.text.chars().next();
            }
            self.rest_of_line();
        }
    }

    /// Whether the game is followed by nothing, or by the beginning of another game.
    fn at_game_start(&mut self) -> bool {
        match self.peek() {
            None | Some('[') => true,
            Some(_) => self.left.text.starts_with("1.") && self.form == RecordForm::Numbered,
        }
    }

    /// Whether the next number is that of a first move, after a game without a result.
    fn restarts_numbering(&self, moves: &[MoveNode]) -> bool {
        let is_first = self.left.text.strip_prefix("1.").is_some_and(|rest| !rest.starts_with('.'));
        let plies = || moves.iter().map(|node| node.plies(self.form)).sum::<usize>();
        let is_last = |node: &MoveNode| ENDING_WORDS.contains(&node.first_word());
        self.form == RecordForm::Numbered && is_first && (moves.last().is_some_and(is_last) || 1 < plies())
    }

    fn read_comment(&mut self) -> Result<String, LineError> {
        self.next_char();
        Ok(single_spaced(&self.read_until('}', "A comment")?))
    }

    fn rest_of_line(&mut self) -> String {
        let line = self.left.text.split('\n').next().unwrap_or_default();
        self.left = self.left.after(line.len());
        single_spaced(line.trim_start_matches(';'))
    }

    fn next_char(&mut self) -> Option<char> {
        let letter = self.left.text.chars().next()?;
        self.left = self.left.after(letter.len_utf8());
        Some(letter)
    }

    /// Reads up to `end`, and skips that character. In quotes, a backslash marks the next character as text.
    fn read_until(&mut self, end: char, what: &str) -> Result<String, LineError> {
        let (first_line, mut text) = (self.left.line, String::new());
        while let Some(letter) = self.next_char() {
            match letter {
                '\\' if end == '"' => text.extend(self.next_char()),
                letter if letter == end => return Ok(text),
                letter => text.push(letter),
            }
        }
        Err(LineError::new(format!("line {first_line}: {what} does not end.")).hint(format!("close it with {end}")))
    }

    /// Reads `[Name "value"]`.
    fn read_tag(&mut self) -> Result<(String, String), LineError> {
        let line = self.left.line;
        self.next_char();
        let name = self.read_until('"', "A tag")?;
        let value = self.read_until('"', "A tag's value")?;
        self.read_until(']', "A tag")?;
        let name = name.trim().to_owned();
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(
                LineError::new(format!("line {line}: A tag is a name and a value.")).hint("as [White \"Anna\"]")
            );
        }
        Ok((name, value))
    }

    /// Reads moves up to the end of their variation, a result or the start of another game.
    fn read_moves(&mut self, depth: usize) -> Result<ParsedMoves, LineError> {
        let (mut comment, mut moves): (Option<String>, Vec<MoveNode>) = (None, Vec::new());
        if depth > MAX_DEPTH {
            return Err(LineError::new(format!("line {}: Variations go at most {MAX_DEPTH} deep.", self.left.line)));
        }
        while let Some(letter) = self.peek() {
            let line = self.left.line;
            let wrong = |what: &str| LineError::new(format!("line {line}: {what}"));
            match letter {
                '{' | ';' => {
                    let comment_text = if letter == ';' { self.rest_of_line() } else { self.read_comment()? };
                    append_comment(moves.last_mut().map_or(&mut comment, |node| &mut node.comment), &comment_text);
                }
                '(' => {
                    self.next_char();
                    let (first_comment, mut variation, _) = self.read_moves(depth + 1)?;
                    let node = moves.last_mut().ok_or_else(|| wrong("A variation comes before any move."))?;
                    let Some(first) = variation.first_mut() else {
                        first_comment.iter().for_each(|words| append_comment(&mut node.comment, words));
                        continue;
                    };
                    let (comment_after, mut comment_before) = (first.comment.take(), first_comment);
                    comment_after.iter().for_each(|words| append_comment(&mut comment_before, words));
                    first.comment = comment_before;
                    // A variation of a variation's first move also replaces the move that this first move replaces.
                    let beside = std::mem::take(&mut first.variations);
                    node.variations.push(variation);
                    node.variations.extend(beside);
                }
                ')' if depth > 0 => {
                    self.next_char();
                    return Ok((comment, moves, None));
                }
                ')' => return Err(wrong("A variation ends that did not begin.")),
                '}' => return Err(wrong("A comment ends that did not begin.")),
                '[' if depth == 0 => return Ok((comment, moves, None)),
                '[' => return Err(wrong("A tag is inside a variation.")),
                '1' if depth == 0 && self.restarts_numbering(&moves) => return Ok((comment, moves, None)),
                _ => {
                    let (word, annotations) = self.read_move_word();
                    let is_result = RESULTS.contains(&word.as_str());
                    if is_result && depth == 0 {
                        return Ok((comment, moves, Some(word)));
                    } else if word.starts_with(char::is_alphabetic) || word.starts_with("0-0") {
                        moves.push(MoveNode { line, ..MoveNode::new(word) });
                    } else if !is_result && !word.is_empty() {
                        let error = check_hyphens(&word).err();
                        let error = error.unwrap_or_else(|| LineError::new(format!("\"{word}\" is not a move.")));
                        return Err(LineError { what: format!("line {line}: {}", error.what), ..error });
                    }
                    if let (Some(annotations), Some(node)) = (annotations, moves.last_mut()) {
                        append_comment(&mut node.comment, &annotations);
                    }
                }
            }
        }
        if depth > 0 {
            let what = format!("line {}: A variation does not end.", self.left.line);
            return Err(LineError::new(what).hint("close it with )"));
        }
        Ok((comment, moves, None))
    }

    /// Reads a move without its number, empty for a number alone, and its annotations, such as `!?` or `$5`.
    fn read_move_word(&mut self) -> (String, Option<String>) {
        let ends = |letter: char| match self.form {
            RecordForm::Numbered => letter.is_whitespace() || "{}();".contains(letter),
            RecordForm::Plain => letter == '\n' || "{}();".contains(letter),
        };
        let text = self.left.text;
        let word = &text[..text.find(ends).unwrap_or(text.len())];
        self.left = self.left.after(word.len());
        let mut word = word.trim();
        if RESULTS.contains(&word) {
            return (word.to_owned(), None);
        }
        while self.form == RecordForm::Numbered
            && let Some(bare) = word.trim_start_matches(|letter: char| letter.is_ascii_digit()).strip_prefix('.')
        {
            word = bare;
        }
        let (bare, annotations) = split_annotations(word, &ANNOTATION_MARKS);
        let bare = if self.form == RecordForm::Numbered { bare.replace('_', " ") } else { bare.trim_end().to_owned() };
        (bare, annotations)
    }
}

//! A game written down: tags, moves, comments and variations, as text both ways. It knows no rule.
//!
//! The form is that of chess's game notation: `[Tag "value"]`, moves with numbers, `{comments}`, `(variations)`, `;` for
//! the rest of a line, a result at the end. A text may hold several games.
use std::fmt::Write as _;

use super::kit::{Fault, has_hyphens};

/// A game written down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: Option<String>,
    pub moves: Vec<Node>,
    /// Whether the second side moves first, as it may in a position: the record begins with `1...` then.
    pub second_first: bool,
    /// What it says of the end: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that goes on. The moves may prove less.
    pub result: String,
}

/// A move with what is said of it, and what might have been played instead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    pub text: String,
    /// The line of the text it stood on, from 1; 0 where it was never read.
    pub line: usize,
    pub comment: Option<String>,
    pub variations: Vec<Vec<Node>>,
}

/// How moves follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Numbered pairs; a move is one word, `_` standing for a space in it.
    Numbered,
    /// A line for each command, in the words of the prompt.
    Plain,
}

/// Results as records write them.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNKNOWN];
/// The result of a game that goes on, or of which nothing is known.
pub const UNKNOWN: &str = "*";
/// Commands in a line of moves that are no move, by their first word: they have no number.
const TALK: [&str; 4] = ["draw", "accept", "resign", "flag"];
/// Those that may end a game.
const LAST: [&str; 3] = ["accept", "resign", "flag"];
/// Tags that say of which game a record is, how it is played and how it has ended: each says one thing.
const SAID_ONCE: [&str; 7] = ["game", "rules", "position", "result", "termination", "kaiser-rules", "kaiser-offer"];
/// What chess's game notation numbers from 1 on.
const PRAISE: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// Variations within variations, at most.
const DEEPEST: usize = 40;

impl Node {
    pub fn new(text: impl Into<String>) -> Node {
        Node { text: text.into(), ..Node::default() }
    }

    /// How many moves it is: one, or none where the players talk of the end; in the plain form commands are counted.
    pub fn plies(&self, form: Form) -> usize {
        usize::from(form == Form::Plain || !TALK.contains(&self.word()))
    }

    fn word(&self) -> &str {
        self.text.split([' ', '_']).next().unwrap_or_default()
    }
}

impl Record {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Adds a tag that stands on a line.
    ///
    /// # Errors
    /// Where the record has said something else already of what is said once.
    pub(crate) fn add_tag(&mut self, (name, value): (String, String), line: usize) -> Result<(), Fault> {
        let is_said_once = SAID_ONCE.iter().any(|known| known.eq_ignore_ascii_case(&name));
        if let Some(before) = self.tag(&name).filter(|before| is_said_once && plain(before) != plain(&value)) {
            let what =
                format!("line {line}: the tag {name} says {}, and before it says {}", plain(&value), plain(before));
            return Err(Fault::new(what).hint("leave one of them"));
        }
        self.tags.push((name, value));
        Ok(())
    }

    /// Reads the only game of a text.
    ///
    /// # Errors
    /// As of [`read_next`](Record::read_next), and where more stands after the game.
    pub fn read(text: &str, form: Form) -> Result<Record, Fault> {
        let (record, left) = Record::read_next(Unread::of(text), form)?;
        match left.text.trim() {
            "" => Ok(record),
            _ => Err(Fault::new(format!("line {}: more stands after the result", left.next_line())).hint("one game")),
        }
    }

    /// Reads the next game of a text, and returns what follows it: a game ends with its result, or where the tags of
    /// another begin.
    ///
    /// # Errors
    /// With its line: a tag, comment or variation that does not end, a tag that says two things of how a game is played
    /// or has ended, a variation before any move, moves after the result, and a result that the tag `Result` contradicts.
    pub fn read_next(text: Unread<'_>, form: Form) -> Result<(Record, Unread<'_>), Fault> {
        let mut reader = Reader { left: text, form, whole: text.text.len() };
        let mut record = Record { result: UNKNOWN.to_owned(), ..Record::default() };
        while let Some(letter) = reader.peek() {
            match letter {
                '[' => {
                    let line = reader.left.line;
                    let tag = reader.tag()?;
                    record.add_tag(tag, line)?;
                }
                ';' => add(&mut record.comment, &reader.rest_of_line()),
                _ => break,
            }
        }
        let (comment, moves, result) = reader.moves(0)?;
        comment.iter().for_each(|words| add(&mut record.comment, words));
        record.moves = moves;
        let line = reader.left.line;
        if result.is_some() && !reader.begins_another() {
            let what = format!("line {}: more stands after the result", reader.left.next_line());
            let hint = match form {
                Form::Numbered => "another game begins with its tags, or with 1.",
                Form::Plain => "another game begins with its tags",
            };
            return Err(Fault::new(what).hint(hint));
        }
        let claim = |result: &str| is_claim(result) && RESULTS.contains(&result);
        let tag = record.tag("Result").map(str::trim).filter(|tag| claim(tag)).map(str::to_owned);
        let said = result.filter(|result| claim(result));
        if let (Some(tag), Some(said)) = (&tag, &said)
            && tag != said
        {
            let what = format!("line {line}: the game ends with {said}, and its tag Result says {tag}");
            return Err(Fault::new(what).hint("make them the same"));
        }
        if let Some(claimed) = said.or(tag) {
            record.result = claimed;
        }
        Ok((record, reader.left))
    }

    /// The number of its first move, both sides counted, from 0.
    pub fn first_ply(&self) -> usize {
        usize::from(self.second_first)
    }

    /// The record as text, which [`Record::read`] reads back.
    pub fn write(&self, form: Form) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            // Writing to a string cannot fail.
            let _written = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
        text.push('\n');
        let mut words: Vec<String> = self.comment.iter().map(|comment| remark(comment)).collect();
        add_line(&mut words, &self.moves, self.first_ply(), form);
        words.push(self.result.clone());
        match form {
            Form::Numbered => text += &folded(&words),
            Form::Plain => text += &(words.join("\n") + "\n"),
        }
        text
    }
}

/// Whether a result says how a game has ended: OpenTafl writes `?` where nothing is known.
pub fn is_claim(result: &str) -> bool {
    !matches!(result.trim(), "" | "?" | UNKNOWN)
}

/// Whether a tag may be called so: one word, without the marks that end a name in the notations.
pub fn is_tag_name(name: &str) -> bool {
    let mut letters = name.chars();
    !name.is_empty() && !letters.any(|one| one.is_whitespace() || one.is_control() || "[]\":".contains(one))
}

/// Whether a tag may have this value: no control character except the end of a line.
pub fn is_tag_value(value: &str) -> bool {
    value.chars().all(|letter| letter == '\n' || !letter.is_control())
}

/// Words of a record without control characters: blanks stand for those between words.
pub fn without_controls(words: &str) -> String {
    let words = words.replace(['\t', '\r'], " ");
    words.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}

/// A text of which the first games were read, and how many lines that was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unread<'t> {
    pub text: &'t str,
    /// The number of its first line, from 1.
    pub line: usize,
}

impl<'t> Unread<'t> {
    /// A whole text, without its byte order mark.
    pub fn of(text: &'t str) -> Unread<'t> {
        Unread { text: text.trim_start_matches('\u{feff}'), line: 1 }
    }

    /// What follows the first bytes of it.
    pub fn past(self, bytes: usize) -> Unread<'t> {
        let (read, text) = self.text.split_at(bytes);
        Unread { text, line: self.line + read.matches('\n').count() }
    }

    /// Without white space at its start.
    pub fn trimmed(self) -> Unread<'t> {
        self.past(self.text.len() - self.text.trim_start().len())
    }

    /// The number of the line on which something next stands.
    pub fn next_line(self) -> usize {
        self.trimmed().line
    }
}

/// What stands behind a move for a reader: praise and blame, check and mate.
pub const MARKS: [char; 4] = ['!', '?', '+', '#'];

/// A move without such marks at its end, and the praise or blame among them in words: `k4-k6!`, `k4-k6$1`, `k4-k6!?$14`.
pub fn split_praise<'w>(word: &'w str, marks: &[char]) -> (&'w str, Option<String>) {
    let mut parts = word.split('$');
    let (written, numbers) = (parts.next().unwrap_or_default(), parts.collect::<Vec<_>>());
    if numbers.iter().any(|number| number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit())) {
        return (word, None);
    }
    let bare = written.trim_end_matches(marks);
    let praise: String = written[bare.len()..].chars().filter(|letter| "!?".contains(*letter)).collect();
    let known = |number: &str| {
        let praise = number.parse().ok().and_then(|number: usize| PRAISE.get(number.checked_sub(1)?));
        praise.map_or_else(|| format!("${number}"), |praise| (*praise).to_owned())
    };
    let said = [praise].into_iter().filter(|praise| !praise.is_empty()).chain(numbers.into_iter().map(known));
    let said = said.collect::<Vec<_>>().join(" ");
    (bare, (!said.is_empty()).then_some(said))
}

/// Words with one space between them.
pub(crate) fn plain(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Says something more in the same place.
pub fn add(comment: &mut Option<String>, words: &str) {
    if !words.is_empty() {
        *comment = Some(comment.take().map_or(words.to_owned(), |before| format!("{before} {words}")));
    }
}

/// A comment in brackets; to the end of its line where a bracket in it would end it too early.
fn remark(comment: &str) -> String {
    let said = plain(comment);
    if said.contains('}') { format!("; {said}") } else { format!("{{{said}}}") }
}

fn add_line(words: &mut Vec<String>, moves: &[Node], from: usize, form: Form) {
    let mut number_again = true;
    let mut ply = from;
    for node in moves {
        match form {
            Form::Numbered => {
                if node.plies(form) > 0 && (ply.is_multiple_of(2) || number_again) {
                    words.push(format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." }));
                }
                words.push(node.text.replace(' ', "_"));
            }
            Form::Plain => words.push(node.text.clone()),
        }
        number_again = node.comment.is_some() || !node.variations.is_empty();
        words.extend(node.comment.iter().map(|comment| remark(comment)));
        for variation in &node.variations {
            words.push("(".to_owned());
            add_line(words, variation, ply, form);
            words.push(")".to_owned());
        }
        ply += node.plies(form);
    }
}

/// Words in lines of at most a hundred letters; a comment to the end of its line has one to itself.
fn folded(words: &[String]) -> String {
    const WIDE: usize = 100;
    let (mut text, mut wide) = (String::new(), 0);
    for said in words {
        if said.starts_with(';') {
            text += if wide > 0 { "\n" } else { "" };
            text += &format!("{said}\n");
            wide = 0;
            continue;
        }
        for word in said.split_whitespace() {
            let letters = word.chars().count();
            let fits = wide > 0 && wide + 1 + letters <= WIDE;
            text.extend((wide > 0).then_some(if fits { ' ' } else { '\n' }));
            text += word;
            wide = letters + if fits { wide + 1 } else { 0 };
        }
    }
    text + "\n"
}

struct Reader<'t> {
    left: Unread<'t>,
    form: Form,
    /// How many bytes were left before the game.
    whole: usize,
}

type Line = (Option<String>, Vec<Node>, Option<String>);

impl Reader<'_> {
    /// The next letter that is no space, without taking it. A line that begins with `%` is for other programs.
    fn peek(&mut self) -> Option<char> {
        loop {
            let (before, left) = (self.left.text, self.left.trimmed());
            let gap = &before[..before.len() - left.text.len()];
            let begins_line = gap.ends_with('\n') || left.text.len() == self.whole;
            self.left = left;
            if !(begins_line && left.text.starts_with('%')) {
                return left.text.chars().next();
            }
            self.rest_of_line();
        }
    }

    /// Whether nothing stands after a game, or something with which another begins.
    fn begins_another(&mut self) -> bool {
        match self.peek() {
            None | Some('[') => true,
            Some(_) => self.left.text.starts_with("1.") && self.form == Form::Numbered,
        }
    }

    /// Whether the next number is that of a first move, behind a game that has no result.
    fn counts_anew(&self, moves: &[Node]) -> bool {
        let is_first = self.left.text.strip_prefix("1.").is_some_and(|rest| !rest.starts_with('.'));
        let plies = || moves.iter().map(|node| node.plies(self.form)).sum::<usize>();
        let is_last = |node: &Node| LAST.contains(&node.word());
        self.form == Form::Numbered && is_first && (moves.last().is_some_and(is_last) || 1 < plies())
    }

    fn comment(&mut self) -> Result<String, Fault> {
        self.take();
        Ok(plain(&self.until('}', "a comment")?))
    }

    fn rest_of_line(&mut self) -> String {
        let rest = self.left.text.split('\n').next().unwrap_or_default();
        self.left = self.left.past(rest.len());
        plain(rest.trim_start_matches(';'))
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.left.text.chars().next()?;
        self.left = self.left.past(letter.len_utf8());
        Some(letter)
    }

    /// Everything up to a letter, which is taken too.
    fn until(&mut self, end: char, what: &str) -> Result<String, Fault> {
        let (begun, mut text) = (self.left.line, String::new());
        while let Some(letter) = self.take() {
            match letter {
                '\\' if end == '"' => text.extend(self.take()),
                letter if letter == end => return Ok(text),
                letter => text.push(letter),
            }
        }
        Err(Fault::new(format!("line {begun}: {what} does not end")).hint(format!("close it with {end}")))
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), Fault> {
        let line = self.left.line;
        self.take();
        let name = self.until('"', "a tag")?;
        let value = self.until('"', "a tag's value")?;
        self.until(']', "a tag")?;
        let name = name.trim().to_owned();
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(Fault::new(format!("line {line}: a tag is a name and a value")).hint("[White \"Anna\"]"));
        }
        Ok((name, value))
    }

    /// A line of moves, up to its bracket, its result or the tags of another game.
    fn moves(&mut self, depth: usize) -> Result<Line, Fault> {
        let (mut comment, mut moves): (Option<String>, Vec<Node>) = (None, Vec::new());
        if depth > DEEPEST {
            return Err(Fault::new(format!("line {}: variations lie {DEEPEST} deep at most", self.left.line)));
        }
        while let Some(letter) = self.peek() {
            let line = self.left.line;
            let wrong = |what: &str| Fault::new(format!("line {line}: {what}"));
            match letter {
                '{' | ';' => {
                    let said = if letter == ';' { self.rest_of_line() } else { self.comment()? };
                    add(moves.last_mut().map_or(&mut comment, |node| &mut node.comment), &said);
                }
                '(' => {
                    self.take();
                    let (begins, mut variation, _) = self.moves(depth + 1)?;
                    let node = moves.last_mut().ok_or_else(|| wrong("a variation stands before any move"))?;
                    let Some(first) = variation.first_mut() else {
                        begins.iter().for_each(|words| add(&mut node.comment, words));
                        continue;
                    };
                    let (after, mut said) = (first.comment.take(), begins);
                    after.iter().for_each(|words| add(&mut said, words));
                    first.comment = said;
                    // What stands beside a variation's first move stands beside the move that it replaces.
                    let beside = std::mem::take(&mut first.variations);
                    node.variations.push(variation);
                    node.variations.extend(beside);
                }
                ')' if depth > 0 => {
                    self.take();
                    return Ok((comment, moves, None));
                }
                ')' => return Err(wrong("a variation ends that never began")),
                '}' => return Err(wrong("a comment ends that never began")),
                '[' if depth == 0 => return Ok((comment, moves, None)),
                '[' => return Err(wrong("a tag stands within a variation")),
                '1' if depth == 0 && self.counts_anew(&moves) => return Ok((comment, moves, None)),
                _ => {
                    let (word, praise) = self.word();
                    let is_result = RESULTS.contains(&word.as_str());
                    if is_result && depth == 0 {
                        return Ok((comment, moves, Some(word)));
                    } else if word.starts_with(char::is_alphabetic) || word.starts_with("0-0") {
                        moves.push(Node { line, ..Node::new(word) });
                    } else if !is_result && !word.is_empty() {
                        let fault = has_hyphens(&word).err();
                        let fault = fault.unwrap_or_else(|| Fault::new(format!("\"{word}\" is no move")));
                        return Err(Fault { what: format!("line {line}: {}", fault.what), ..fault });
                    }
                    if let (Some(praise), Some(node)) = (praise, moves.last_mut()) {
                        add(&mut node.comment, &praise);
                    }
                }
            }
        }
        if depth > 0 {
            let what = format!("line {}: a variation does not end", self.left.line);
            return Err(Fault::new(what).hint("close it with )"));
        }
        Ok((comment, moves, None))
    }

    /// A move without its number, empty for a number alone; and what praise or blame stands there, as `!?` or `$5`.
    fn word(&mut self) -> (String, Option<String>) {
        let ends = |letter: char| match self.form {
            Form::Numbered => letter.is_whitespace() || "{}();".contains(letter),
            Form::Plain => letter == '\n' || "{}();".contains(letter),
        };
        let text = self.left.text;
        let word = &text[..text.find(ends).unwrap_or(text.len())];
        self.left = self.left.past(word.len());
        let mut word = word.trim();
        if RESULTS.contains(&word) {
            return (word.to_owned(), None);
        }
        while self.form == Form::Numbered
            && let Some(bare) = word.trim_start_matches(|letter: char| letter.is_ascii_digit()).strip_prefix('.')
        {
            word = bare;
        }
        let (bare, praise) = split_praise(word, &MARKS);
        let bare = if self.form == Form::Numbered { bare.replace('_', " ") } else { bare.trim_end().to_owned() };
        (bare, praise)
    }
}

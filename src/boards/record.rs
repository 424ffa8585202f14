//! A game written down: tags, moves, comments and variations, as text both ways. It knows no rule.
//!
//! The form is that of chess's game notation: `[Tag "value"]`, moves with numbers, `{comments}`, `(variations)`, `;` for
//! the rest of a line, a result at the end.
use std::fmt::Write as _;

use super::kit::Fault;

/// A game written down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: Option<String>,
    pub moves: Vec<Node>,
    /// Whether the second side moves first, as it may in a position: the record begins with `1...` then.
    pub second_first: bool,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that goes on.
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
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// Commands in a line of moves that are no move, by their first word: they have no number.
const TALK: [&str; 3] = ["draw", "accept", "resign"];
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
        let word = self.text.split([' ', '_']).next().unwrap_or_default();
        usize::from(form == Form::Plain || !TALK.contains(&word))
    }
}

impl Record {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Reads a record; refuses, with its line, a tag, comment or variation that does not end, and a variation before any
    /// move.
    pub fn read(text: &str, form: Form) -> Result<Record, Fault> {
        let letters = text.trim_start_matches('\u{feff}').chars().collect();
        let mut reader = Reader { letters, at: 0, line: 1, form };
        let mut record = Record { result: "*".to_owned(), ..Record::default() };
        while let Some(letter) = reader.peek() {
            match letter {
                '[' => record.tags.push(reader.tag()?),
                ';' => add(&mut record.comment, &reader.rest_of_line()),
                _ => break,
            }
        }
        let (comment, moves, result) = reader.moves(0)?;
        comment.iter().for_each(|words| add(&mut record.comment, words));
        record.moves = moves;
        if let Some(result) = result {
            record.result = result;
            if reader.peek().is_some() {
                let what = format!("line {}: more stands after the result", reader.line);
                return Err(Fault::new(what).hint("one game a file"));
            }
        }
        Ok(record)
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

struct Reader {
    letters: Vec<char>,
    at: usize,
    line: usize,
    form: Form,
}

type Line = (Option<String>, Vec<Node>, Option<String>);

impl Reader {
    /// The next letter that is no space, without taking it.
    fn peek(&mut self) -> Option<char> {
        while self.letters.get(self.at)?.is_whitespace() {
            self.take();
        }
        self.letters.get(self.at).copied()
    }

    fn comment(&mut self) -> Result<String, Fault> {
        self.take();
        Ok(plain(&self.until('}', "a comment")?))
    }

    fn rest_of_line(&mut self) -> String {
        let rest: String = self.letters[self.at..].iter().take_while(|letter| **letter != '\n').collect();
        self.at += rest.chars().count();
        plain(rest.trim_start_matches(';'))
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.letters.get(self.at).copied()?;
        self.at += 1;
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    /// Everything up to a letter, which is taken too.
    fn until(&mut self, end: char, what: &str) -> Result<String, Fault> {
        let (begun, mut text) = (self.line, String::new());
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
        let line = self.line;
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

    /// A line of moves, up to its bracket or its result.
    fn moves(&mut self, depth: usize) -> Result<Line, Fault> {
        let (mut comment, mut moves): (Option<String>, Vec<Node>) = (None, Vec::new());
        if depth > DEEPEST {
            return Err(Fault::new(format!("line {}: variations lie {DEEPEST} deep at most", self.line)));
        }
        while let Some(letter) = self.peek() {
            let line = self.line;
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
                '[' => return Err(wrong("a tag stands after the first move")),
                _ => {
                    let (word, praise) = self.word();
                    let is_result = RESULTS.contains(&word.as_str());
                    if is_result && depth == 0 {
                        return Ok((comment, moves, Some(word)));
                    } else if word.starts_with(char::is_alphabetic) {
                        moves.push(Node { line, ..Node::new(word) });
                    } else if !is_result && !word.is_empty() {
                        return Err(wrong(&format!("\"{word}\" is no move")));
                    }
                    if let (Some(praise), Some(node)) = (praise, moves.last_mut()) {
                        add(&mut node.comment, &praise);
                    }
                }
            }
        }
        if depth > 0 {
            return Err(Fault::new(format!("line {}: a variation does not end", self.line)).hint("close it with )"));
        }
        Ok((comment, moves, None))
    }

    /// A move without its number, empty for a number alone; and what praise or blame stands there, as `!?` or `$5`.
    fn word(&mut self) -> (String, Option<String>) {
        let ends = |letter: char, form: Form| match form {
            Form::Numbered => letter.is_whitespace() || "{}();".contains(letter),
            Form::Plain => letter == '\n' || "{}();".contains(letter),
        };
        let mut word = String::new();
        while let Some(letter) = self.letters.get(self.at).copied().filter(|letter| !ends(*letter, self.form)) {
            word.push(letter);
            self.at += 1;
        }
        let mut word = word.trim();
        if RESULTS.contains(&word) {
            return (word.to_owned(), None);
        }
        let is_digit = |letter: char| letter.is_ascii_digit();
        while self.form == Form::Numbered
            && let Some(bare) = word.trim_start_matches(is_digit).strip_prefix('.')
        {
            word = bare;
        }
        if let Some(number) = word.strip_prefix('$') {
            let known = number.parse().ok().and_then(|number: usize| PRAISE.get(number.checked_sub(1)?));
            return (String::new(), Some(known.map_or(word.to_owned(), |praise| (*praise).to_owned())));
        }
        let bare = word.trim_end_matches(['!', '?', '+', '#']);
        let praise: String = word[bare.len()..].chars().filter(|letter| "!?".contains(*letter)).collect();
        let bare = if self.form == Form::Numbered { bare.replace('_', " ") } else { bare.to_owned() };
        (bare, (!praise.is_empty()).then_some(praise))
    }
}

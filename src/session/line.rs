//! A typed line: a word to the session, which every game knows, or one of the game's own.
use crate::{Mode, Problem};
use play::verbs::{self, Common, TokenKind};

/// An order as it was typed.
#[derive(Clone, Debug)]
pub struct Order<C> {
    pub command: C,
    /// Faces typed after it, in the order in which the procedure needs them.
    pub dice: Option<Vec<u8>>,
    /// What the order leaves open is meant so: nobody is asked for it again.
    pub is_final: bool,
}

impl<C> Order<C> {
    /// A command that brings no dice and leaves nothing open.
    pub fn plain(command: C) -> Order<C> {
        Order { command, dice: None, is_final: false }
    }
}

/// What a line asks of the session.
#[derive(Debug)]
pub enum Line {
    Nothing,
    Undo(TakingBack),
    /// To that entry, or all that was taken back last.
    Redo(Option<usize>),
    Amend(Amending),
    Why(Option<usize>),
    Log,
    Dice(Mode),
    Quit,
    /// An order, or a word that only this game knows.
    Own,
}

/// What `undo` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakingBack {
    /// The entry from which on, as whoever reads numbers them; without one the last line.
    pub from: Option<usize>,
    pub because: Option<String>,
}

impl TakingBack {
    /// Reads what stands after `undo`: the number of an entry, `because "a reason"`, both, or nothing.
    pub fn read(rest: &str) -> Result<TakingBack, Problem> {
        let (head, because) = reasoned(rest, HINT)?;
        let from = if head.is_empty() { Ok(None) } else { entry(head).map(Some) };
        let from = from.map_err(|_| {
            Problem::new(format!("undo takes an entry and a reason after it, not \"{head}\"")).hint(HINT)
        })?;
        Ok(TakingBack { from, because })
    }
}

/// What stands before `because`, and the reason after it, in quotation marks or without.
///
/// # Errors
/// Where `because` stands without a reason; the hint is how the word is typed.
pub(crate) fn reasoned<'a>(rest: &'a str, hint: &str) -> Result<(&'a str, Option<String>), Problem> {
    let Some(at) = find(rest, "because") else { return Ok((rest.trim(), None)) };
    let said = rest[at + "because".len()..].trim();
    let words = match &verbs::tokens(said)[..] {
        [one] if one.is_quoted() => one.text.trim().to_owned(),
        _ => said.to_owned(),
    };
    if !play::says_something(&words) {
        return Err(Problem::new("because needs the reason after it").hint(hint));
    }
    Ok((rest[..at].trim(), Some(words)))
}

/// How `undo` is typed.
pub const HINT: &str = "undo, undo 118, or undo because \"a slip\"";

/// Reads what stands after `redo`: the number of an entry, or nothing.
pub fn redone_to(rest: &str) -> Result<Option<usize>, Problem> {
    let rest = rest.trim();
    let to = if rest.is_empty() { Ok(None) } else { entry(rest).map(Some) };
    to.map_err(|_| Problem::new(format!("redo takes an entry after it, not \"{rest}\"")).hint("redo, or redo 120"))
}

/// What `amend` asks for, read from what stands after it: `12 because "a slip" target ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amending {
    pub entry: usize,
    pub because: Option<String>,
    /// The command in its place.
    pub line: String,
}

impl Amending {
    /// The reason stands before the command, which may have a reason of its own. `sample` is a line that works.
    pub fn read(rest: &str, sample: &str) -> Result<Amending, Problem> {
        let usage = || Problem::new("amend needs the number of an entry and the corrected line").hint(sample);
        let (number, rest) = rest.trim().split_once(char::is_whitespace).ok_or_else(usage)?;
        let entry = entry(number)?;
        let rest = rest.trim();
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if !word.eq_ignore_ascii_case("because") {
            return Ok(before_dice(rest).map_or_else(
                || Amending { entry, because: None, line: rest.to_owned() },
                |(because, line)| Amending { entry, because: Some(because), line },
            ));
        }
        let said = verbs::tokens(after).into_iter().next().filter(|word| word.kind == TokenKind::Quoted);
        let said = said.filter(|reason| play::says_something(&reason.text)).ok_or_else(|| {
            Problem::new("because needs the reason in quotation marks, and after it the corrected line").hint(sample)
        })?;
        let line = after[said.at.end..].trim();
        if line.is_empty() {
            return Err(usage());
        }
        Ok(Amending { entry, because: Some(said.text.trim().to_owned()), line: line.to_owned() })
    }
}

/// A reason in quotation marks that stands between a name and dice, and the line without it: `izumo because "misread" dice 3 9`.
fn before_dice(rest: &str) -> Option<(String, String)> {
    let words = verbs::tokens(rest);
    let at = words.iter().position(|word| !word.is_quoted() && word.key == "because")?;
    let (because, reason, dice) = (&words[at], words.get(at + 1)?, words.get(at + 2)?);
    let is_so = reason.kind == TokenKind::Quoted
        && !dice.is_quoted()
        && dice.key == "dice"
        && play::says_something(&reason.text);
    is_so.then(|| (reason.text.trim().to_owned(), format!("{}{}", &rest[..because.at.start], &rest[dice.at.start..])))
}

/// Bytes of the longest line that is read: a note of several pages.
const LONGEST: usize = 10_000;

/// A line cut into its first word and the rest.
pub fn verb_and_rest(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(verb, rest)| (verb, rest.trim()))
}

/// The number of an entry: `12` or `#12`.
pub fn entry(word: &str) -> Result<usize, Problem> {
    let number = word.trim_start_matches('#').parse();
    number.map_err(|_| Problem::new(format!("\"{word}\" is no number of an entry")).hint("`log` shows the numbers"))
}

impl Line {
    /// Reads a line as far as every game understands it alike: `common` knows the words of every session that the game has,
    /// and `example` is an amendment as it might be typed.
    pub fn read(
        text: &str,
        common: impl Fn(&str) -> Option<Common>,
        example: impl FnOnce() -> String,
    ) -> Result<Line, Problem> {
        if LONGEST < text.len() {
            let what = format!("the line has {} bytes, and a line has at most {LONGEST}", text.len());
            return Err(Problem::new(what).hint("several lines, or several notes"));
        }
        let (verb, rest) = verb_and_rest(text);
        if verb.is_empty() || verb.starts_with('#') {
            return Ok(Line::Nothing);
        }
        let Some(word) = common(verb) else { return Ok(Line::Own) };
        // What stands behind such a mark is a remark, unless it is the number of an entry.
        let is_remark =
            rest.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_digit()));
        let words = if is_remark { "" } else { rest };
        Ok(match (word, words) {
            (Common::Undo, words) => Line::Undo(TakingBack::read(words)?),
            (Common::Redo, words) => Line::Redo(redone_to(words)?),
            (Common::Amend, _) => Line::Amend(Amending::read(rest, &example())?),
            (Common::Why, _) if rest.is_empty() => Line::Why(None),
            (Common::Why, _) if !rest.contains(char::is_whitespace) => Line::Why(Some(entry(rest)?)),
            (Common::Log, "") => Line::Log,
            (Common::Dice, words) => match words.to_lowercase().as_str() {
                "ask" => Line::Dice(Mode::Ask),
                "roll" => Line::Dice(Mode::Roll),
                _ => return Err(Problem::new("dice are asked for or rolled").hint("dice ask, or dice roll")),
            },
            (Common::Quit, "") => Line::Quit,
            (Common::Why | Common::Log | Common::Quit, _) => Line::Own,
        })
    }
}

/// An order and the faces typed after it: `fight dice 4`.
pub fn with_dice(text: &str) -> Result<(&str, Option<Vec<u8>>), Problem> {
    let taken = verbs::take_dice(text, &mut verbs::tokens(text), 1, false);
    let (dice, end) = taken.map_err(|fault| Problem::in_line(text, fault))?;
    Ok((&text[..end], dice))
}

/// Whole lines that begin like the one under way.
pub fn completed(mut lines: Vec<String>, line: &str, cursor: usize) -> (usize, Vec<String>) {
    let begun = line.get(..cursor).unwrap_or_default().to_lowercase();
    lines.retain(|line| line.to_lowercase().starts_with(&begun));
    (0, lines)
}

/// Where a word stands by itself, in any case of letters.
fn find(text: &str, word: &str) -> Option<usize> {
    let alone = |at: &usize| {
        let is_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        is_end(text[..*at].chars().next_back()) && is_end(text[at + word.len()..].chars().next())
    };
    // Small letters of ASCII take as many bytes as large ones: the word's place is the same in them.
    text.to_ascii_lowercase().match_indices(word).map(|(at, _)| at).find(alone)
}

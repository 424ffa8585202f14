//! Parts of a typed line that are common to all games.
use crate::Refusal;
use play::verbs;

#[derive(Clone, Debug)]
pub struct Order<C> {
    pub command: C,
    /// Dice typed after it: in the order of the questions if a person plays, otherwise in that of the rules.
    pub dice: Option<Vec<u8>>,
    /// Whether what the order leaves open is intended, so that it is not asked for.
    pub is_final: bool,
}

impl<C> Order<C> {
    /// Returns an order without dice. Parts that it leaves open are asked for.
    pub fn plain(command: C) -> Order<C> {
        Order { command, dice: None, is_final: false }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AmendRequest {
    pub entry: usize,
    pub because: Option<String>,
    /// The correction.
    pub line: String,
}

/// Splits off `because` and the reason after it, quoted or not.
///
/// # Errors
/// `because` without a reason. The hint shows how the command is typed.
pub(crate) fn split_reason<'a>(text: &'a str, hint: &str) -> Result<(&'a str, Option<String>), Refusal> {
    let tokens = verbs::tokens(text);
    let Some(because) = tokens.iter().position(|word| word.key == "because") else { return Ok((text.trim(), None)) };
    let reason = match &tokens[because + 1..] {
        [token] if token.is_quoted() => token.text.trim().to_owned(),
        _ => text[tokens[because].at.end..].trim().to_owned(),
    };
    if !play::has_visible_text(&reason) {
        return Err(Refusal::read("`because` needs a reason after it.").form(hint));
    }
    Ok((text[..tokens[because].at.start].trim(), Some(reason)))
}

pub const UNDO_FORMS: &str = "undo, undo ENTRY, or undo because \"a slip\"";

/// Longest line in bytes that is read: a note of several pages.
const MAX_LINE_BYTES: usize = 10_000;

/// Trims a line. A `#` comment becomes empty.
///
/// # Errors
/// The line is too long.
pub fn clean_line(text: &str) -> Result<&str, Refusal> {
    if MAX_LINE_BYTES < text.len() {
        let what = format!("The line has {} bytes, more than the limit of {MAX_LINE_BYTES}.", text.len());
        return Err(Refusal::read(what).hint("use several lines or several notes"));
    }
    let text = text.trim();
    Ok(if text.starts_with('#') { "" } else { text })
}

pub fn verb_and_rest(text: &str) -> (&str, &str) {
    let first = verbs::tokens(text).into_iter().next().map_or(0..0, |first| first.at);
    (&text[first.clone()], text[first.end..].trim())
}

/// Splits off the dice typed after an order: `fight dice 4`.
pub fn split_dice(text: &str) -> Result<(&str, Option<Vec<u8>>), Refusal> {
    let taken = verbs::take_dice(text, &mut verbs::tokens(text), 1, false);
    let (dice, end) = taken.map_err(|error| Refusal::in_line(text, error))?;
    Ok((&text[..end], dice))
}

/// Completes a line up to the cursor from these lines: returns those that begin like it, to replace it from byte 0.
pub fn complete_lines(mut lines: Vec<String>, line: &str, cursor: usize) -> (usize, Vec<String>) {
    let typed = line.get(..cursor).unwrap_or_default().to_lowercase();
    lines.retain(|line| line.to_lowercase().starts_with(&typed));
    (0, lines)
}

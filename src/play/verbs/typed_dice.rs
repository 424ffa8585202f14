//! Dice at the end of a line.
use super::{tokens::Token, words::looks_numeric};
use crate::{Hint, LineError};

/// Takes `dice 3 9 4 2` from the end of a line, searching the tokens from `start` on. Also returns where the order
/// before it ends.
///
/// `d`, and in a line that may have free text also `dice`, counts only if numbers follow and nothing else.
///
/// # Errors
/// An impossible face, a word after the dice, or no face at all.
pub fn take_dice(
    line: &str,
    tokens: &mut Vec<Token>,
    start: usize,
    has_free_text: bool,
) -> Result<(Option<Vec<u8>>, usize), LineError> {
    let line_end = tokens.last().map_or(0, |last| last.at.end);
    let is_dice = |word: &Token| matches!(word.key.as_str(), "dice" | "d");
    let only_numbers = |index: usize| tokens[index + 1..].iter().all(|word| looks_numeric(&word.text));
    // A unit may be called d. A number with a decimal point is a length, not a face.
    let has_point = |index: usize| tokens[index + 1..].iter().any(|word| word.text.contains('.'));
    let index = (start..tokens.len()).find(|index| {
        let is_in_full = tokens[*index].key == "dice" && !has_free_text;
        let is_unit = tokens[*index].key == "d" && has_point(*index);
        is_dice(&tokens[*index]) && !is_unit && (is_in_full || (only_numbers(*index) && *index + 1 < tokens.len()))
    });
    let Some(index) = index else { return Ok((None, line_end)) };
    let dice_at = tokens[index].at.clone();
    let mut faces = Vec::new();
    for word in &tokens[index + 1..] {
        let mut from = word.at.start;
        for part in word.text.split(',') {
            let place = from..from + part.len();
            from = place.end + 1;
            match part.parse::<u8>() {
                Ok(face) if face <= 100 && part.bytes().all(|byte| byte.is_ascii_digit()) => faces.push(face),
                _ if !word.text.contains(|letter: char| letter.is_ascii_digit()) => {
                    let (order, dice) =
                        (line[..dice_at.start].trim_end(), line[dice_at.start..word.at.start].trim_end());
                    let what = format!("\"{}\" comes after the dice, which must be last.", word.text);
                    let corrected = format!("{order} {} {dice}", word.text);
                    // With dice the corrected line is complete. Without any, the rules check it and show its form.
                    let hint = if faces.is_empty() { Hint::line(corrected) } else { Hint::later(corrected) };
                    return Err(LineError::located(place, what).hint(hint));
                }
                _ => {
                    let hint = "dice show 0 to 100: 0 means 10 on a D10, 00 means 100 on a D100";
                    return Err(LineError::located(place, format!("No die can show \"{part}\".")).hint(hint));
                }
            }
        }
    }
    if faces.is_empty() {
        return Err(LineError::located(dice_at, "There are no dice after \"dice\".")
            .hint("type the dice in order: dice 3 9 4 2"));
    }
    tokens.truncate(index);
    Ok((Some(faces), line[..dice_at.start].trim_end().len()))
}

/// Returns the face for a typed number. As on the dice, 0 is the highest face of a D10 and of a D100 (`00`).
///
/// `None` if a die with this many sides has no such face.
pub fn face(sides: u8, typed: u8) -> Option<u8> {
    match typed {
        0 => matches!(sides, 10 | 100).then_some(sides),
        typed => (typed <= sides).then_some(typed),
    }
}

//! Finds decimals written with a comma in a list, such as `[30,5, 20]`. YAML reads an extra item, but the source text
//! shows the missing blank.
use crate::places::TextPosition;

/// Largest number of lines of a list to read. (house)
const MAX_LINES_READ: usize = 40;

/// Returns the decimal meant, such as `30.5`. The list at `place`, or around it on its line, must hold exactly one pair
/// of whole numbers joined by a comma without a blank.
pub(super) fn suggested_decimal(lines: &[&str], place: TextPosition) -> Option<String> {
    let line = lines.get(place.line.checked_sub(1)?)?;
    let offset = line.char_indices().nth(place.column.checked_sub(1)?).map(|(offset, _)| offset)?;
    let from = if line[offset..].starts_with('[') { offset } else { open_bracket_position(&line[..offset])? };
    let text: Vec<&str> =
        std::iter::once(&line[from..]).chain(lines[place.line..].iter().copied().take(MAX_LINES_READ)).collect();
    let items = split_items(&text.join("\n"))?;
    let mut pairs = items
        .windows(2)
        .filter_map(|pair| Some((adjoining_integer(&pair[0], true)?, adjoining_integer(&pair[1], false)?)));
    let (units, decimals) = pairs.next()?;
    pairs.next().is_none().then(|| format!("{units}.{decimals}"))
}

/// Returns the byte position of the innermost open bracket, or `None` if it is not that of a list.
fn open_bracket_position(before: &str) -> Option<usize> {
    let mut brackets = Vec::new();
    for (offset, letter) in before.char_indices() {
        match letter {
            '[' | '{' => brackets.push((offset, letter)),
            ']' | '}' => drop(brackets.pop()),
            _ => {}
        }
    }
    brackets.pop().filter(|(_, letter)| *letter == '[').map(|(offset, _)| offset)
}

/// Splits a list at its commas, keeping blanks. Returns `None` if the list does not end.
fn split_items(text: &str) -> Option<Vec<String>> {
    let (mut items, mut depth) = (vec![String::new()], 0_usize);
    for letter in text.chars() {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' if depth == 1 => return Some(items),
            ']' | '}' => depth -= 1,
            ',' if depth == 1 => {
                items.push(String::new());
                continue;
            }
            _ => {}
        }
        // Keep nested contents, so that the item does not look like a number.
        if 1 < depth || !matches!(letter, '[' | '{') {
            items.last_mut()?.push(letter);
        }
    }
    None
}

/// Returns the whole number if it touches the comma after it (`is_before`) or before it.
fn adjoining_integer(item: &str, is_before: bool) -> Option<&str> {
    let number = if is_before { item.trim_start() } else { item.trim_end() };
    let digits = if is_before { number.strip_prefix('-').unwrap_or(number) } else { number };
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

//! 5.7: written plots, `1-CL60-1-SR30`, read and printed.
use std::ops::Range;

use super::{
    kind::Reader,
    names::{NameKind, NameMatch},
    read::name_or,
};
use crate::model::{Element, Plot, Turn, TurnKind, TurnSide};
use crate::{Id, Inches};
use play::{LineError, Rule, is_dash, verbs::Token};

const STRAIGHT: Rule = Rule::new("5.7.1");
const SHIPS_TURN: Rule = Rule::new("5.7.2");
const COLUMN_TURN: Rule = Rule::new("5.7.3");
const FOLLOW: Rule = Rule::new("5.7.4");
const MIMIC: Rule = Rule::new("5.7.5");
const CLOSE_UP: Rule = Rule::new("5.7.6");
const NOTATION: Rule = Rule::new("5.7.8");
const PLOT_FORM: &str = "use inches straight on, SR or SL (ships turn) and CR or CL (column turn) with degrees, \
                       joined by hyphens (1-CL60-1-SR30), or F or M with a division, or CU";

/// Whether a word can only be a plot.
pub fn is_plot(word: &Token) -> bool {
    let key = word.key.as_str();
    let turn = |part: &str| {
        let mut marks = part.chars();
        matches!(marks.next(), Some('s' | 'c'))
            && matches!(marks.next(), Some('l' | 'r'))
            && marks.next().is_none_or(|mark| mark.is_ascii_digit())
    };
    let is_straight = |part: &str| part.starts_with(|mark: char| mark.is_ascii_digit());
    !word.is_quoted() && (key == "cu" || key.split('-').next().is_some_and(|first| turn(first) || is_straight(first)))
}

/// Reads one written plot, without its speed. An error describes the valid forms of the first invalid element.
pub fn read_elements(r: &mut Reader) -> Result<Vec<Element>, LineError> {
    let word = r.word("The plot")?;
    if let Some(error) = refuse_spaces(r, &word) {
        return Err(error);
    }
    if let Some(error) = refuse_other_marks(&word) {
        return Err(error);
    }
    if word.key == "cu" {
        return Ok(vec![Element::CloseUp]);
    }
    if let Some(element) = follow_or_mimic(r, &word)? {
        return Ok(vec![element]);
    }
    let mut elements = Vec::new();
    let mut from = word.at.start;
    for part in word.text.split('-') {
        let at = from..from + part.len();
        from = at.end + 1;
        elements.push(read_element(part, at)?);
    }
    Ok(elements)
}

/// Returns the error for spaces around hyphens, or before the degrees of a turn: `1 - CL 60 - 2`. [5.7.8]
fn refuse_spaces(r: &Reader, first: &Token) -> Option<LineError> {
    let (mut plot, mut end) = (first.text.to_string(), first.at.end);
    for next in r.tokens.iter().skip(r.at).take_while(|next| !next.is_quoted()) {
        let gives_degrees = lacks_degrees(&plot) && next.text.starts_with(|mark: char| mark.is_ascii_digit());
        if !plot.ends_with(is_joint) && !next.text.starts_with(is_joint) && !gives_degrees {
            break;
        }
        plot.push_str(&next.text);
        end = next.at.end;
    }
    if end == first.at.end {
        return None;
    }
    let error = LineError::located(first.at.start..end, "A plot is one word, without spaces.");
    Some(error.rule(NOTATION).hint(format!("write {}", with_plain_marks(&plot))))
}

/// Whether a plot ends with a turn to one side that has no degrees yet.
fn lacks_degrees(plot: &str) -> bool {
    let last = plot.rsplit(is_joint).next().unwrap_or_default();
    ["sl", "sr", "cl", "cr"].iter().any(|turn| last.eq_ignore_ascii_case(turn))
}

/// Whether a character is a hyphen, or one that telephones and word processors put in its place.
fn is_joint(mark: char) -> bool {
    mark == '-' || is_dash(mark)
}

/// Returns the error for a dash in place of a hyphen, or a comma in place of a decimal point. [5.7.8]
fn refuse_other_marks(word: &Token) -> Option<LineError> {
    let corrected = with_plain_marks(&word.text);
    if corrected == word.text {
        return None;
    }
    let message = match word.text.chars().find(|mark| is_dash(*mark)) {
        Some(dash) => format!("A plot is joined by hyphens (-), not by \"{dash}\"."),
        None if in_whole_degrees(&word.text) != word.text => "Degrees are whole numbers without a comma.".to_owned(),
        None => "Inches have a decimal point, not a comma.".to_owned(),
    };
    Some(LineError::located(word.at.clone(), message).rule(NOTATION).hint(format!("write {corrected}")))
}

/// Returns a plot with hyphens for dashes, and decimal points for commas in its inches.
fn with_plain_marks(text: &str) -> String {
    let joined: String = text.chars().map(|mark| if is_dash(mark) { '-' } else { mark }).collect();
    let with_point = |inches: &str| if is_with_comma(inches) { inches.replace(',', ".") } else { inches.to_owned() };
    let correct_part = |part: &str| match part.split_once('@') {
        Some((turn, radius)) => format!("{turn}@{}", with_point(radius)),
        None => with_point(part),
    };
    in_whole_degrees(&joined).split('-').map(correct_part).collect::<Vec<_>>().join("-")
}

/// Whether a text is a decimal with a comma, such as `2,5`.
fn is_with_comma(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|mark| mark.is_ascii_digit());
    text.split_once(',').is_some_and(|(whole, part)| is_digits(whole) && is_digits(part))
}

/// Returns a plot with whole degrees in its turns: `CR30` for `CR30,5`.
fn in_whole_degrees(text: &str) -> String {
    let without_fraction = |part: &str| {
        let (turn, radius) = part.split_once('@').map_or((part, String::new()), |(turn, at)| (turn, format!("@{at}")));
        let degrees = turn.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let is_turn = degrees.len() < turn.len() && is_with_comma(degrees);
        let turn = if is_turn { turn.split(',').next().unwrap_or(turn) } else { turn };
        format!("{turn}{radius}")
    };
    text.split('-').map(without_fraction).collect::<Vec<_>>().join("-")
}

/// Reads `F2nd` and `M2nd`, also `follow 2nd` and `mimic 2nd`.
fn follow_or_mimic(r: &mut Reader, word: &Token) -> Result<Option<Element>, LineError> {
    let (rule, make): (Rule, fn(Id) -> Element) = match word.key.chars().next() {
        Some('f') => (FOLLOW, Element::Follow),
        Some('m') => (MIMIC, Element::Mimic),
        _ => return Ok(None),
    };
    if matches!(word.key.as_str(), "f" | "follow" | "m" | "mimic") {
        return division_after_letter(r, rule).map(|id| Some(make(id)));
    }
    match r.names.find(NameKind::Division, &word.text[1..]) {
        NameMatch::One(name) => Ok(Some(make(name.id.clone()))),
        NameMatch::Many(_) | NameMatch::NotFound => {
            if let Some(single) = single_ship(r, &word.text[1..]) {
                return Ok(Some(make(single)));
            }
            let message = format!("There is no division \"{}\".", &word.text[1..]);
            let near = r.names.nearest(NameKind::Division, &word.text[1..], &[]);
            let hint = near.map_or_else(
                || format!("{}; {PLOT_FORM}", division_list(r)),
                |near| format!("did you mean {}{near}?", &word.text[..1]),
            );
            let at = word.at.start + 1..word.at.end;
            Err(LineError::located(at, message).rule(rule).hint(hint))
        }
    }
}

/// Reads the division after `F` or `M`. A division of one ship may have that ship's name.
fn division_after_letter(r: &mut Reader, rule: Rule) -> Result<Id, LineError> {
    let (word, from) = (r.peek().cloned(), r.at);
    if let Some(single) = word.as_ref().and_then(|word| single_ship(r, &word.text)) {
        r.skip();
        return Ok(single);
    }
    name_or(r, NameKind::Division, &[]).map_err(|error| {
        let error = match word.filter(|_| r.at == from || r.at == from + 1) {
            None => error,
            Some(Token { at, text, .. }) => LineError::located(
                at,
                format!("F and M need a division to follow or mimic, and \"{text}\" is not one."),
            ),
        };
        error.rule(rule).hint(division_list(r))
    })
}

/// Returns a division of one ship by that ship's name.
fn single_ship(r: &Reader, typed: &str) -> Option<Id> {
    let NameMatch::One(name) = r.names.find(NameKind::Ship, typed) else { return None };
    let division = r.state.division_of(&name.id)?;
    division.is_single().then(|| division.id.clone())
}

fn division_list(r: &Reader) -> String {
    // The id of a division of one ship is that ship's id.
    let ids: Vec<&str> = r.state.divisions.iter().take(12).map(|division| division.id.as_str()).collect();
    format!("divisions: {}", ids.join(", "))
}

fn read_element(part: &str, at: Range<usize>) -> Result<Element, LineError> {
    let error = |what: String, rule: Rule, hint: String| LineError::located(at.clone(), what).rule(rule).hint(hint);
    if part.is_empty() {
        return Err(error("Something is missing before or after a hyphen.".into(), NOTATION, PLOT_FORM.into()));
    }
    if part.starts_with(|mark: char| mark.is_ascii_digit() || mark == '.') {
        return match part.parse::<Inches>() {
            Ok(length) => Ok(Element::Straight(length)),
            Err(reason) => Err(error(format!("\"{part}\" is not a length: {reason}."), STRAIGHT, PLOT_FORM.into())),
        };
    }
    let key = part.to_ascii_lowercase();
    if key == "cu" {
        let message = "CU must be alone, without legs or turns.";
        return Err(error(message.into(), CLOSE_UP, "type CU alone or with a speed: CU speed 2".into()));
    }
    let manner = match key.as_bytes().first() {
        Some(b's') => TurnKind::Ships,
        Some(b'c') => TurnKind::Column,
        _ => return Err(error(format!("\"{part}\" is not an element of a plot."), NOTATION, PLOT_FORM.into())),
    };
    let rule = if manner == TurnKind::Ships { SHIPS_TURN } else { COLUMN_TURN };
    let hand = match key.as_bytes().get(1) {
        Some(b'l') => TurnSide::Left,
        Some(b'r') => TurnSide::Right,
        _ => {
            let hint = format!("write {}L or {}R and the degrees", &part[..1], &part[..1]);
            return Err(error(format!("\"{part}\" does not say whether to turn left or right."), rule, hint));
        }
    };
    let (degrees, radius) = match key[2..].split_once('@') {
        Some((degrees, radius)) => (degrees, Some(radius)),
        None => (&key[2..], None),
    };
    let is_whole = !degrees.is_empty() && degrees.bytes().all(|byte| byte.is_ascii_digit());
    let Some(degrees) = degrees.parse::<u16>().ok().filter(|_| is_whole) else {
        let hint = format!("write the degrees after it: {}60", &part[..2]);
        return Err(error(format!("\"{part}\" has no valid number of degrees."), rule, hint));
    };
    if !(15..=180).contains(&degrees) || !degrees.is_multiple_of(15) {
        let near = (((u32::from(degrees) + 7) / 15) * 15).clamp(15, 180);
        let message = format!("A turn of {degrees} degrees cannot be plotted: use a multiple of 15, from 15 to 180.");
        return Err(error(message, SHIPS_TURN, format!("the nearest is {}{near}", &part[..2])));
    }
    let radius = match radius.map(str::parse::<Inches>) {
        None => None,
        Some(Ok(radius)) if Inches::ZERO < radius && radius <= Inches::whole(12) => Some(radius),
        Some(_) => {
            let message = "The radius after @ must be above 0, up to 12 inches.".to_owned();
            let hint = format!("write it in inches: {}{degrees}@0.8", &part[..2]);
            return Err(error(message, Rule::new("5.6"), hint));
        }
    };
    Ok(Element::Turn(Turn { manner, hand, degrees, radius }))
}

/// Returns a plot in its canonical form: `1-CL60-1-SR30`, without speed and smoke.
pub fn plot_text(plot: &Plot) -> String {
    let text = |element: &Element| match element {
        Element::Straight(length) => short_length(*length),
        Element::Turn(turn) => turn_text(turn),
        Element::Follow(other) => format!("F{other}"),
        Element::Mimic(other) => format!("M{other}"),
        Element::CloseUp => "CU".to_owned(),
    };
    plot.elements.iter().map(text).collect::<Vec<String>>().join("-")
}

/// Returns `CL60` or `SR30@0.8`.
pub fn turn_text(turn: &Turn) -> String {
    let manner = if turn.manner == TurnKind::Ships { 'S' } else { 'C' };
    let hand = if turn.hand == TurnSide::Left { 'L' } else { 'R' };
    let radius = turn.radius.map_or_else(String::new, |radius| format!("@{}", short_length(radius)));
    format!("{manner}{hand}{}{radius}", turn.degrees)
}

/// Returns `1` for 1.0, because plots are short on paper.
fn short_length(length: Inches) -> String {
    let text = length.to_string();
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

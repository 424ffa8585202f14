//! Launches as written in a plot, `T4/6/KONIG/10/P/Q`, and the names of torpedo markers. [7.4]
use std::ops::Range;

use super::{
    decimal::decimal_point_hint,
    kind::Reader,
    names::{NameKind, NameMatch},
};
use crate::model::{Bearing, LaunchRecord};
use crate::{Id, Inches};
use play::{Hint, LineError, Rule, verbs::Token};

const LAUNCHES: Rule = Rule::new("7.4");

/// Whether a word can only be the record of a launch.
pub fn is_record(word: &Token) -> bool {
    let mut marks = word.key.chars();
    !word.is_quoted()
        && marks.next() == Some('t')
        && marks.next().is_some_and(|mark| mark.is_ascii_digit())
        && word.key.contains('/')
}

/// Reads `T4/6/KONIG/10/P/Q`: turn, factors (D for a dummy), target, run, side and marker. [7.4]
pub fn record(r: &mut Reader) -> Result<LaunchRecord, LineError> {
    const FORM: &str = "a launch is written T4/6/KONIG/10/P/Q: turn 4, 6 factors, at Konig, run 10, to port, marker Q";
    let word = r.word("The launch")?;
    let mut from = word.at.start;
    let mut parts = Vec::new();
    for part in word.text.split('/') {
        parts.push((part, from..from + part.len()));
        from += part.len() + 1;
    }
    let error = |at: &Range<usize>, what: String| LineError::located(at.clone(), what).rule(LAUNCHES);
    let [turn, factors, target, run, side, marker] = &parts[..] else {
        return Err(error(&word.at, format!("A launch has six parts, not {}.", parts.len())).hint(FORM));
    };
    let now = r.state.turn;
    match turn.0[1..].parse::<u16>() {
        Ok(turn) if turn == now => {}
        Ok(turn) => {
            let hint = format!("write T{now}/ for this turn");
            let message = format!("The launch is for turn {turn}, but this is turn {now}.");
            return Err(error(&parts[0].1, message).hint(hint));
        }
        Err(_) => return Err(error(&turn.1, format!("\"{}\" is not a turn.", turn.0)).hint(FORM)),
    }
    let dummy = factors.0.eq_ignore_ascii_case("d");
    let Some(count) = factors.0.parse::<u8>().ok().or(dummy.then_some(0)) else {
        return Err(error(&factors.1, format!("\"{}\" is not a number of torpedo factors.", factors.0)).hint(FORM));
    };
    let NameMatch::One(found) = r.names.find(NameKind::Unit, target.0) else {
        let near = r.names.nearest(NameKind::Unit, target.0, &[]).map(|near| format!("did you mean {near}?"));
        let message = format!("\"{}\" does not name exactly one ship or division.", target.0);
        return Err(LineError { hint: near.map(Hint::from), ..error(&target.1, message) });
    };
    let found = found.id.clone();
    let Ok(run) = run.0.parse::<Inches>() else {
        let hint = decimal_point_hint(run.0).unwrap_or_else(|| FORM.to_owned());
        return Err(error(&run.1, format!("\"{}\" is not a run in inches.", run.0)).hint(hint));
    };
    let bearing = match side.0.to_lowercase().as_str() {
        "p" | "port" => Bearing::Port,
        "s" | "starboard" => Bearing::Starboard,
        _ => return Err(error(&side.1, format!("\"{}\" is not a side: type P or S.", side.0)).hint(FORM)),
    };
    if !names_a_marker(marker.0) {
        return Err(marker_name_error(&marker.1, marker.0));
    }
    let marker = Id::new(marker.0);
    Ok(LaunchRecord { turn: now, factors: (!dummy).then_some(count), target: found, run, bearing, marker })
}

/// Returns a record in its canonical form.
pub fn record_text(record: &LaunchRecord) -> String {
    let factors = record.factors.map_or_else(|| "D".to_owned(), |factors| factors.to_string());
    let side = if record.bearing == Bearing::Port { "P" } else { "S" };
    let LaunchRecord { turn, target, run, marker, .. } = record;
    format!("T{turn}/{factors}/{target}/{run}/{side}/{marker}")
}

/// Reads a marker's letter as typed.
pub fn new_marker(r: &mut Reader) -> Result<Id, LineError> {
    let word = r.word("The marker")?;
    if names_a_marker(&word.text) {
        Ok(Id::new(word.text.as_ref()))
    } else {
        Err(marker_name_error(&word.at, &word.text))
    }
}

fn names_a_marker(text: &str) -> bool {
    let fits = |mark: char| mark.is_alphanumeric() || mark == '-';
    !text.is_empty() && text.chars().count() <= 8 && text.chars().all(fits)
}

fn marker_name_error(at: &Range<usize>, text: &str) -> LineError {
    let error = LineError::located(at.clone(), format!("\"{text}\" cannot name a marker."));
    error.hint("a marker is a letter or a short word, such as Q")
}

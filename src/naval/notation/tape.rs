//! Measurements by tape: one range, several in one line, or a question. [2.7]
use super::{
    kind::Reader,
    names::NameKind,
    order::{Order, OrderQuestion, TapedRanges, Typed},
    read::{length, name_or, two_units},
    rows::slots::JOINING_WORDS,
};
use crate::rules::{torpedo, turn::duties};
use crate::{Command, Id, Inches, Segment, State, model::Task};
use play::{LineError, Rule, verbs::Token};

const TAPE: Rule = Rule::new("2.7");

/// Reads the arguments of `measure`, unless they are one range of two named units.
pub fn read(r: &mut Reader) -> Option<Result<Order, LineError>> {
    let begins = r.at;
    if let Some(look) = question(r) {
        return Some(look.map(Order::Look));
    }
    r.at = begins;
    if let Some(measure) = read_due_range(r) {
        return Some(Ok(Order::Command(Typed { command: measure, dice: None, declared: false })));
    }
    let tape = read_several(r);
    r.at = begins;
    tape.map(|tape| tape.map(Order::Tape))
}

/// Reads a question: `measure` without a range asks for it between two units, or between all.
pub fn question(r: &mut Reader) -> Option<Result<OrderQuestion, LineError>> {
    let behind = &r.tokens[r.at..];
    if behind.len() == 1 && r.key() == "all" {
        return Some(Ok(OrderQuestion::Ranges));
    }
    let has_number = behind.iter().any(|token| token.text.contains(|letter: char| letter.is_ascii_digit()));
    let between = two_units(r).and_then(|(from, other)| match r.peek() {
        Some(_) => Err(r.unexpected()),
        None => Ok(OrderQuestion::Between(from, other)),
    });
    if has_number { between.ok().map(Ok) } else { Some(between) }
}

/// Reads `m 4.5` in the Torpedo Segment if a range is due: it is between the two units of the duty. [7.5.1, Q47]
fn read_due_range(r: &mut Reader) -> Option<Command> {
    let is_alone = r.at + 1 == r.tokens.len() && r.peek().is_some_and(is_range);
    if !is_alone || r.state.segment != Segment::Torpedo {
        return None;
    }
    let (from, to) = duties(r.state).into_iter().find_map(|duty| match duty.task {
        Task::MeasureReach { side } => torpedo::nearest_unmeasured_pair(r.state, &side),
        _ => None,
    })?;
    Some(Command::Measure { from, to, range: length(r, "The range").ok()?, bearing: None })
}

fn is_range(token: &Token) -> bool {
    !token.is_quoted() && token.text.trim_end_matches('"').parse::<Inches>().is_ok()
}

/// Reads repeated names and ranges, in which a single name continues from the previous ship, or two divisions with
/// several ranges for opposite ships in order. `None` if the line is one measurement or something else.
///
/// # Errors
/// More ranges than ships: none is left out silently.
fn read_several(r: &mut Reader) -> Option<Result<TapedRanges, LineError>> {
    let behind = &r.tokens[r.at..];
    let ranges = behind.iter().filter(|token| is_range(token)).count();
    let ends_in_range = behind.last().is_some_and(is_range);
    if ranges < 2 || !ends_in_range {
        return None;
    }
    let mut tape = TapedRanges { measures: Vec::new(), left_out: Vec::new() };
    let (mut from, mut groups) = (None, 0);
    while r.peek().is_some() {
        let (one, other) = read_pair(r, from.take()).ok()?;
        match ranges_between(r, (&one, &other), &mut tape) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(fault) => return Some(Err(fault)),
        }
        (from, groups) = (Some(one), groups + 1);
    }
    if 1 < groups {
        tape.left_out.clear();
    }
    Some(Ok(tape))
}

/// Reads two units, or one that continues from the previous ship.
fn read_pair(r: &mut Reader, from: Option<Id>) -> Result<(Id, Id), LineError> {
    let begins = r.at;
    let one = name_or(r, NameKind::Unit, JOINING_WORDS)?;
    match from {
        Some(from) if r.peek().is_some_and(is_range) => Ok((from, one)),
        _ => {
            r.at = begins;
            two_units(r)
        }
    }
}

/// Reads the ranges after two units, and returns how many there are. A single range is for the two units as named.
/// Several are for their ships in order.
fn ranges_between(r: &mut Reader, (one, other): (&Id, &Id), tape: &mut TapedRanges) -> Result<usize, LineError> {
    let first = r.at;
    let mut ranges = Vec::new();
    while r.peek().is_some_and(is_range) {
        ranges.push(length(r, "The range")?);
    }
    let pairs = match ranges.len() {
        1 => vec![(one.clone(), other.clone())],
        _ => opposite_pairs(r.state, one, other),
    };
    if pairs.len() < ranges.len() {
        return Err(surplus_ranges(r, &r.tokens[first + pairs.len()..r.at], (ranges.len(), pairs.len())));
    }
    let given = ranges.len();
    tape.left_out = pairs[given..].to_vec();
    for ((from, to), range) in pairs.into_iter().zip(ranges) {
        tape.measures.push(Command::Measure { from, to, range, bearing: None });
    }
    Ok(given)
}

/// Returns the error for surplus ranges.
fn surplus_ranges(r: &Reader, over: &[Token], (given, ships): (usize, usize)) -> LineError {
    let at = over.first().map_or(r.end, |first| first.at.start)..over.last().map_or(r.end, |last| last.at.end);
    let pairs = if ships == 1 { "1 pair of ships".to_owned() } else { format!("{ships} pairs of ships") };
    let (line, over) = (&r.line[r.tokens[0].at.start..r.end], &r.line[at.clone()]);
    let what = format!("\"{line}\" has {given} ranges for {pairs} (left over: {over}).");
    LineError::located(at, what).rule(TAPE).hint("type one range for each pair, in order")
}

/// Returns opposite ships of two units in order. The last ship of the shorter line is opposite all that remain.
fn opposite_pairs(state: &State, one: &Id, other: &Id) -> Vec<(Id, Id)> {
    let (own, other_bases) = (state.base_ids(one), state.base_ids(other));
    let pair =
        |at: usize| Some((own.get(at).or(own.last())?.clone(), other_bases.get(at).or(other_bases.last())?.clone()));
    (0..own.len().max(other_bases.len())).filter_map(pair).collect()
}

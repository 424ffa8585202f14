//! Measurements by tape: one range, several in one line, or a question. [2.7]
use super::{
    kind::Reader,
    names::NameKind,
    order::{MeasuringQuery, Order, TapedRanges, TypedCommand},
    read::{length, name_or, two_units},
    rows::slots::JOINING_WORDS,
};
use crate::rules::{torpedo, turn::duties};
use crate::{Command, Id, Inches, Segment, State, model::Task};
use play::{LineError, Rule, verbs::Token};

const TAPE: Rule = Rule::new("2.7");

/// Reads the arguments of `measure`, unless they are one range of two named units.
pub fn read(r: &mut Reader) -> Option<Result<Order, LineError>> {
    let start = r.at;
    if let Some(question) = question(r) {
        return Some(question.map(Order::Question));
    }
    r.at = start;
    if let Some(measure) = read_due_range(r) {
        return Some(Ok(Order::Command(TypedCommand { command: measure, dice: None, declared: false })));
    }
    let tape = read_several(r);
    r.at = start;
    tape.map(|tape| tape.map(Order::Ranges))
}

/// Reads a question: `measure` without a range asks for it between two units, or between all.
pub fn question(r: &mut Reader) -> Option<Result<MeasuringQuery, LineError>> {
    let arguments = &r.tokens[r.at..];
    if arguments.len() == 1 && r.key() == "all" {
        return Some(Ok(MeasuringQuery::Ranges));
    }
    let has_number = arguments.iter().any(|token| token.text.contains(|letter: char| letter.is_ascii_digit()));
    let between = two_units(r).and_then(|(from, other)| match r.peek() {
        Some(_) => Err(r.unexpected()),
        None => Ok(MeasuringQuery::Between(from, other)),
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

/// Reads pairs of names with ranges. A single name is measured from the first ship of the previous pair. Several ranges
/// after two divisions are for opposite ships in order. `None` if the line is one measurement or something else.
///
/// # Errors
/// More ranges than ships: none is left out silently.
fn read_several(r: &mut Reader) -> Option<Result<TapedRanges, LineError>> {
    let arguments = &r.tokens[r.at..];
    let ranges = arguments.iter().filter(|token| is_range(token)).count();
    let ends_in_range = arguments.last().is_some_and(is_range);
    if ranges < 2 || !ends_in_range {
        return None;
    }
    let mut tape = TapedRanges { measures: Vec::new(), pairs_without_range: Vec::new() };
    let (mut from, mut groups) = (None, 0);
    while r.peek().is_some() {
        let (first, second) = read_pair(r, from.take()).ok()?;
        match ranges_between(r, (&first, &second), &mut tape) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
        (from, groups) = (Some(first), groups + 1);
    }
    if 1 < groups {
        tape.pairs_without_range.clear();
    }
    Some(Ok(tape))
}

/// Reads two units, or a single unit that is measured from `from`, the first of the previous pair.
fn read_pair(r: &mut Reader, from: Option<Id>) -> Result<(Id, Id), LineError> {
    let start = r.at;
    let unit = name_or(r, NameKind::Unit, JOINING_WORDS)?;
    match from {
        Some(from) if r.peek().is_some_and(is_range) => Ok((from, unit)),
        _ => {
            r.at = start;
            two_units(r)
        }
    }
}

/// Reads the ranges after two units, and returns how many there are. A single range is for the two units as named.
/// Several are for their ships in order.
fn ranges_between(r: &mut Reader, (first, second): (&Id, &Id), tape: &mut TapedRanges) -> Result<usize, LineError> {
    let start = r.at;
    let mut ranges = Vec::new();
    while r.peek().is_some_and(is_range) {
        ranges.push(length(r, "The range")?);
    }
    let pairs = match ranges.len() {
        1 => vec![(first.clone(), second.clone())],
        _ => opposite_pairs(r.state, first, second),
    };
    if pairs.len() < ranges.len() {
        return Err(surplus_ranges(r, &r.tokens[start + pairs.len()..r.at], (ranges.len(), pairs.len())));
    }
    let count = ranges.len();
    tape.pairs_without_range = pairs[count..].to_vec();
    for ((from, to), range) in pairs.into_iter().zip(ranges) {
        tape.measures.push(Command::Measure { from, to, range, bearing: None });
    }
    Ok(count)
}

fn surplus_ranges(r: &Reader, surplus: &[Token], (ranges, ships): (usize, usize)) -> LineError {
    let at = surplus.first().map_or(r.end, |first| first.at.start)..surplus.last().map_or(r.end, |last| last.at.end);
    let pairs = if ships == 1 { "1 pair of ships".to_owned() } else { format!("{ships} pairs of ships") };
    let (line, surplus) = (&r.line[r.tokens[0].at.start..r.end], &r.line[at.clone()]);
    let message = format!("\"{line}\" has {ranges} ranges for {pairs} (left over: {surplus}).");
    LineError::located(at, message).rule(TAPE).hint("type one range for each pair, in order")
}

/// Returns opposite ships of two units in order. The last ship of the shorter line is opposite all that remain.
fn opposite_pairs(state: &State, first: &Id, second: &Id) -> Vec<(Id, Id)> {
    let (first_bases, second_bases) = (state.base_ids(first), state.base_ids(second));
    let pair = |index: usize| {
        Some((
            first_bases.get(index).or(first_bases.last())?.clone(),
            second_bases.get(index).or(second_bases.last())?.clone(),
        ))
    };
    (0..first_bases.len().max(second_bases.len())).filter_map(pair).collect()
}

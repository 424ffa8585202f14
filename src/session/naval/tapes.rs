//! Several ranges of the tape in one line: `m izumo rossia 8.5 gromoboi 8.7`, `m 2nd v 8.5 8.9`. [2.7]
use super::{slips, volleys::bases};
use crate::{Answer, Problem, Session, line::verb_and_rest};
use naval::{
    Fact, Id, Inches, Naval, NavalEvent, Segment, State, Task, notation, state::Measure, torpedo, turn::duties,
};
use play::{self, Rule, verbs};

const TAPE: Rule = Rule::new("2.7");
/// So many ranges of before the move are told.
const MOST_EARLY: usize = 3;

/// The measurements that a line comes to: names and their range again and again, a name alone going on from the ship before
/// it; or two divisions with several ranges, those of her ships to their opposite numbers in their order. Nothing where the
/// line is one measurement, or none.
///
/// # Errors
/// More ranges than there are ships: none of them is left out without a word.
pub(super) fn measurements(state: &State, line: &str) -> Option<Result<Vec<String>, Problem>> {
    let (verb, rest) = verb_and_rest(line);
    if !notation::is_measure(verb) {
        return None;
    }
    let words = verbs::words(rest);
    let is_range = |word: &verbs::Word| !word.quoted && word.text.trim_end_matches('"').parse::<Inches>().is_ok();
    let groups: Vec<(&[verbs::Word], &[verbs::Word])> = words
        .chunk_by(|one, other| !is_range(one) || is_range(other))
        .map(|group| group.split_at(group.iter().take_while(|word| !is_range(word)).count()))
        .collect();
    if groups.iter().any(|(names, ranges)| names.is_empty() || ranges.is_empty()) {
        return None;
    }
    let several = 1 < words.iter().filter(|word| is_range(word)).count();
    let text = |words: &[verbs::Word]| Some(&rest[words.first()?.at.start..words.last()?.at.end]);
    let mut pairs: Vec<(Id, Id, String)> = Vec::new();
    let mut from: Option<Id> = None;
    for (names, ranges) in &groups {
        let named = text(names)?;
        let alone = || Some((from.clone()?, notation::unit(state, named).ok()?));
        let (one, other) = alone().or_else(|| notation::both(state, named).ok())?;
        match opposite(state, (&one, &other), ranges) {
            Ok(some) => pairs.extend(some),
            Err(ships) => return several.then(|| Err(surplus(line, ships, ranges))),
        }
        from = Some(one);
    }
    let lines = pairs.into_iter().map(|(one, other, range)| format!("measure {one} {other} {range}"));
    several.then(|| Ok(lines.collect()))
}

/// The refusal of ranges that are for nobody.
fn surplus(line: &str, ships: usize, ranges: &[verbs::Word]) -> Problem {
    let over: Vec<&str> = ranges[ships..].iter().map(|word| &*word.text).collect();
    let pairs = if ships == 1 { "1 pair".to_owned() } else { format!("{ships} pairs of ships") };
    let (given, over) = (ranges.len(), over.join(" "));
    let what = format!("\"{line}\" gives {given} ranges to {pairs}, and {over} is for nobody");
    Problem::new(what).rule(Some(TAPE)).hint("a range for each ship, in the order of the line")
}

/// Ships of two divisions whose ranges a line tells and that it leaves out, with their opposite numbers: those that the tape has
/// not shown this turn. [2.7]
fn left_out(state: &State, line: &str) -> Option<String> {
    let (verb, rest) = verb_and_rest(line);
    let words = verbs::words(rest);
    let is_range = |word: &verbs::Word| word.text.trim_end_matches('"').parse::<Inches>().is_ok();
    let names = words.iter().take_while(|word| !is_range(word)).count();
    let ranges = words[names..].iter().filter(|word| is_range(word)).count();
    let alone = 1 < ranges && names + ranges == words.len();
    let (one, other) = notation::both(state, &rest[..words.get(names)?.at.start]).ok().filter(|_| alone)?;
    let pairs = notation::is_measure(verb).then(|| opposites(state, (&one, &other)))?;
    let left: Vec<String> = pairs
        .into_iter()
        .skip(ranges)
        .filter(|(one, other)| state.measured_of_pair(one, other).is_none())
        .map(|(one, other)| format!("{} to {}", state.name(&one), state.name(&other)))
        .collect();
    (!left.is_empty()).then(|| format!("Not told: {}.", left.join(", ")))
}

/// `m 4.5` in the Torpedo Segment, where a range is owed: it is that of the two that are named. [7.5.1, Q47]
pub(super) fn of_nearest_two(state: &State, line: &str) -> Option<String> {
    let (verb, range) = verb_and_rest(line);
    let is_range = range.trim_end_matches('"').parse::<Inches>().is_ok();
    if !notation::is_measure(verb) || !is_range || state.segment != Segment::Torpedo {
        return None;
    }
    let owed = duties(state).into_iter().find_map(|duty| match duty.task {
        Task::MeasureReach { side } => torpedo::nearest_two(state, &side),
        _ => None,
    });
    owed.map(|(own, enemy)| format!("measure {own} {enemy} {range}"))
}

/// One range holds for the two as they are named; more are those of their ships in order, the last ship of the shorter line
/// to all that are left.
///
/// # Errors
/// There are more ranges than pairs of ships: so many are there.
fn opposite(state: &State, (one, other): (&Id, &Id), ranges: &[verbs::Word]) -> Result<Vec<(Id, Id, String)>, usize> {
    let of = |word: &verbs::Word| word.text.trim_end_matches('"').to_owned();
    if let [range] = ranges {
        return Ok(vec![(one.clone(), other.clone(), of(range))]);
    }
    let pairs = opposites(state, (one, other));
    if pairs.len() < ranges.len() {
        return Err(pairs.len());
    }
    Ok(pairs.into_iter().zip(ranges).map(|((one, other), range)| (one, other, of(range))).collect())
}

/// The ships of two units in order, the last ship of the shorter line with all that are left.
fn opposites(state: &State, (one, other): (&Id, &Id)) -> Vec<(Id, Id)> {
    let (own, theirs) = (bases(state, one), bases(state, other));
    let pair = |at: usize| Some((own.get(at).or(own.last())?.clone(), theirs.get(at).or(theirs.last())?.clone()));
    (0..own.len().max(theirs.len())).filter_map(pair).collect()
}

/// As the guns come: ranges that were read before all moved and have not been read again. [2.7]
pub(super) fn read_earlier(after: &State, events: &[NavalEvent]) -> Option<String> {
    let begins = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { segment: Segment::Gunfire, .. });
    if after.segment != Segment::Gunfire || !events.iter().any(begins) {
        return None;
    }
    // Only the last range of a pair holds: those it replaced are not listed.
    let holds = |one: &&Measure| {
        let bases = |measure: &Measure| [after.base_of(&measure.from), after.base_of(&measure.to)];
        let [from, to] = bases(one);
        let is_of_pair = |other: &&Measure| {
            let [start, end] = bases(other);
            (start == from && end == to) || (start == to && end == from)
        };
        after.this_move.measures.iter().rfind(is_of_pair).is_some_and(|last| std::ptr::eq(last, *one))
    };
    let pairs: Vec<String> = after
        .read_before_the_move()
        .into_iter()
        .filter(holds)
        .map(|one| format!("{} to {} {}\"", after.name(&one.from), after.name(&one.to), one.range))
        .collect();
    let rest = pairs.len().saturating_sub(MOST_EARLY);
    let more = if rest == 0 { String::new() } else { format!("; {rest} more") };
    let some = pairs.iter().take(MOST_EARLY).cloned().collect::<Vec<_>>().join("; ");
    (!pairs.is_empty())
        .then(|| format!("Read before the move: {some}{more}. All have moved since: lay the tape again. [2.7]"))
}

impl Session<'_, Naval> {
    /// Writes all of them down that a line tells, or none, and tells them in few lines.
    pub(super) fn measurements(&mut self, line: &str, orders: &[String]) -> Result<Answer, Problem> {
        let standing = self.journal().deeds().len();
        let answer = self.several_orders(&orders.iter().map(String::as_str).collect::<Vec<_>>())?;
        if !self.seat.reader.is_referee() {
            return Ok(answer);
        }
        let (mut ranges, mut sighted, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut doubted: Vec<String> = Vec::new();
        let deeds: Vec<(usize, Vec<NavalEvent>)> =
            self.journal().deeds()[standing..].iter().map(|deed| (deed.entry, deed.events.to_vec())).collect();
        for (entry, events) in deeds {
            let before = self.journal().state_before(entry);
            let mut after = before.clone();
            play::apply_all::<Naval>(&mut after, &events);
            for event in &events {
                if let Fact::Measured { from, to, range, replaces: None, .. } = &event.fact {
                    ranges.push((from.clone(), to.clone(), *range));
                } else if let Fact::Sighted { ship } = &event.fact {
                    sighted.push(ship.clone());
                } else {
                    others.extend(show::brief(&before, std::slice::from_ref(event), entry, 0));
                }
            }
            // One slip stands against the ranges of several others.
            for says in slips::told(&before, &after, &events) {
                if !doubted.iter().any(|other| slips::is_of_the_same(other, &says)) {
                    doubted.push(says);
                }
            }
        }
        let mut text = show::measured(self.state(), &ranges, &sighted);
        text.extend(others);
        text.extend(doubted);
        text.extend(left_out(self.state(), line));
        if text.is_empty() {
            text.push("These ranges stand.".to_owned());
        }
        Ok(Answer { text: text.join("\n"), ..answer })
    }
}

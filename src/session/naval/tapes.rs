//! Several ranges of the tape in one line: `m izumo rossia 8.5 gromoboi 8.7`, `m 2nd v 8.5 8.9`. [2.7]
use super::{slips, together::Step};
use crate::{Problem, Session, Told};
use naval::{Fact, Id, Naval, NavalEvent, Segment, State, notation::Tape, state::Measure};

/// So many ranges of before the move are told.
const MOST_EARLY: usize = 3;

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

/// Ships of two lines whose ranges a line has told, and that it leaves out: those that the tape has not shown this turn.
fn left_out(state: &State, pairs: &[(Id, Id)]) -> Option<String> {
    let left: Vec<String> = pairs
        .iter()
        .filter(|(one, other)| state.measured_of_pair(one, other).is_none())
        .map(|(one, other)| format!("{} to {}", state.name(one), state.name(other)))
        .collect();
    (!left.is_empty()).then(|| format!("Not told: {}.", left.join(", ")))
}

impl Session<'_, Naval> {
    /// Writes all of them down that a line tells, or none, and tells them in few lines.
    pub(super) fn measurements(&mut self, tape: Tape) -> Result<Told, Problem> {
        let standing = self.journal().deeds().len();
        let step = |command| Step::of(self.state(), command);
        let steps = tape.measures.into_iter().map(step).collect();
        let answer = self.all_of(steps)?;
        if !self.seat.reader.is_referee() {
            return Ok(answer);
        }
        let (mut ranges, mut sighted, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut filed: Vec<(State, Vec<NavalEvent>)> = Vec::new();
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
                    others.extend(show::brief::brief(&before, std::slice::from_ref(event), entry, 0));
                }
            }
            filed.push((after, events));
        }
        let mut text = show::slips::measured(self.state(), &ranges, &sighted);
        text.extend(others);
        // One slip stands against the ranges of several others.
        text.extend(slips::each_once(filed.iter().map(|(after, events)| (after, &events[..]))));
        text.extend(left_out(self.state(), &tape.left_out));
        if text.is_empty() {
            text.push("These ranges stand.".to_owned());
        }
        Ok(Told { text: text.join("\n"), ..answer })
    }
}

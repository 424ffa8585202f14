//! Hints that can be taken: what a refusal offers is put to the rules first.
use super::{chances, nobody_fires};
use crate::{AtTable as _, DiceAtHand, Problem, Session, line::verb_and_rest};
use naval::{
    Command, Fact, Naval, NavalHalt, Reason, Segment, State, TableReason,
    notation::{self, SessionVerb, SessionWord, Speaker},
};
use play::Halt;

/// So many refusals are followed, from the line that is offered to the one that would have to come before it.
const STEPS: usize = 3;

impl Session<'_, Naval> {
    /// A refusal whose hint holds no order that would be refused in its turn, by what whoever reads knows: what could be
    /// typed stands there instead, or how the order is written.
    pub(super) fn advised(&self, mut problem: Problem) -> Problem {
        let Some(hint) = problem.fault.hint.take() else { return problem };
        let known = self.known();
        let mut hint = Some(hint);
        for _ in 0..STEPS {
            let refuse = |hint: &String| offered(hint).iter().find_map(|line| self.refusal(&known, line, hint));
            let Some(refused) = hint.as_ref().and_then(refuse) else {
                return problem.maybe_hint(hint);
            };
            hint = refused;
        }
        problem.hint("`duties` lists what is owed")
    }

    /// How the referee goes back to a segment of this turn that is over, for an order that belongs there; else nothing.
    pub(super) fn way_back(&self, command: &Command, halt: &NavalHalt) -> Option<String> {
        let Halt::Refused { reason: Reason::WrongSegment { needed, .. }, .. } = halt else { return None };
        let state = self.state();
        if !self.seat.reader.is_referee() || state.over.is_some() {
            return None;
        }
        let (mut ended, mut is_in_it) = (None, state.turn == 1 && *needed == Segment::Plotting);
        for deed in self.journal().deeds() {
            for event in deed.events {
                let Fact::SegmentBegan { turn, segment, .. } = &event.fact else { continue };
                if std::mem::take(&mut is_in_it) {
                    ended = Some(deed.entry);
                }
                is_in_it = (*turn, segment) == (state.turn, needed);
                if is_in_it {
                    ended = None;
                }
            }
        }
        let ended = ended?;
        Some(if matches!(command, Command::Plot { .. } | Command::Speed { .. }) {
            let back = format!("undo {ended} because \"a plot was forgotten\"");
            format!("`{back}` goes back to the plots; else those of this turn stand.")
        } else {
            let back = format!("undo {ended} because \"it was forgotten\"");
            format!("`{back}` goes back before the {needed} ended; the next one comes after `next to plotting`.")
        })
    }

    /// Whether the questions for an order may begin: its segment is at hand, and somebody may be named.
    ///
    /// # Errors
    /// The order belongs to another segment, whatever is answered.
    pub fn may_begin(&self, verb: &str) -> Result<(), Problem> {
        let known = self.known();
        let Ok(row) = notation::verb(verb) else { return Ok(()) };
        if let Some(problem) = nobody_fires(&known, row.word) {
            return Err(problem);
        }
        let Ok(order) = Naval::read(&known, &notation::example(&known, row.word)) else { return Ok(()) };
        let halt = play::decide::<Naval>(&known, &order.command, &mut DiceAtHand::supposed(&[])).err();
        let is_out_of_turn = |halt: &NavalHalt| {
            use Reason::{Over, Table, WrongSegment};
            let Halt::Refused { reason, .. } = halt else { return false };
            matches!(reason, WrongSegment { .. } | Over | Table(TableReason::LaunchedLate { .. }))
        };
        match halt.filter(is_out_of_turn) {
            Some(halt) => Err(Naval::refused(Some(self), &known, &order.command, halt)),
            None => Ok(()),
        }
    }

    /// Another hint in the place of one whose order would be refused. A sentence that only begins with a verb holds no order,
    /// and one that names the segment of its order says when to type it.
    fn refusal(&self, known: &State, line: &str, hint: &str) -> Option<Option<String>> {
        let (verb, _) = verb_and_rest(line);
        let row = notation::verb(verb).ok()?;
        let form = || Some(Some(format!("{} is typed: {}", row.word, notation::usage(row))));
        if row.speaker == Speaker::Session {
            let word = notation::session_word(&self.view(), self.seat.reader.side(), line);
            let is_refused = match (SessionVerb::called(row.word), word.ok().flatten()) {
                (Some(SessionVerb::Card | SessionVerb::Odds), None) => true,
                (_, Some(SessionWord::Odds(asked))) => chances::chances(&self.view(), &asked).is_err(),
                (Some(verb @ (SessionVerb::Rest | SessionVerb::All)), _) => {
                    self.straight_plots(self.state(), verb == SessionVerb::All).is_err()
                }
                (Some(_) | None, _) => false,
            };
            return form().filter(|_| is_refused);
        }
        // Faces stand as the person typed them, with whatever stood before them.
        if line.contains(" dice ") {
            return None;
        }
        let Ok(order) = Naval::read(known, line) else { return form().filter(|_| !is_sentence(hint)) };
        let Ok(command) = self.completed(known, &order.command) else { return form() };
        if let Err(problem) = self.may_order(&command) {
            // Nobody but she has the keyboard.
            if self.seat.plays_against_admirals() {
                return Some(Some("`duties` lists what is owed".to_owned()));
            }
            return Some(problem.fault.hint);
        }
        let halt = play::decide::<Naval>(known, &command, &mut DiceAtHand::supposed(&[])).err()?;
        let Halt::Refused { reason, .. } = &halt else { return None };
        let before = show::ask::halt(known, &halt).hint;
        match reason {
            Reason::WrongSegment { needed, .. } if hint.contains(&needed.to_string()) => None,
            Reason::WrongSegment { needed, .. } => {
                Some(Some(format!("{} is for the {needed}: {}", row.word, before.unwrap_or_default())))
            }
            _ if row.word == "next" => Some(before),
            _ => form(),
        }
    }
}

/// What of a hint is meant to be typed as it stands: what it quotes, or all of it; no form with something to be put in.
fn offered(hint: &str) -> Vec<String> {
    let quoted: Vec<&str> = hint.split('`').skip(1).step_by(2).collect();
    // A sentence that quotes nothing is no line, unless it begins as one does.
    let begins = |word: &str| notation::rows().any(|row| row.word == word);
    if is_sentence(hint) && !begins(verb_and_rest(hint).0) {
        return Vec::new();
    }
    let plain = hint.trim_start_matches("for example: ").trim_start_matches("type ").trim_end_matches('.');
    let all = if quoted.is_empty() { vec![plain] } else { quoted };
    let is_whole = |line: &str| plain.trim_matches('`') == line;
    let lines = all.into_iter().filter(|line| !is_form(line) && (is_whole(line) || !is_mention(line)));
    lines.map(str::to_owned).collect()
}

/// Whether a hint is a sentence that quotes nothing.
fn is_sentence(hint: &str) -> bool {
    !hint.contains('`') && hint.ends_with('.') && !hint.starts_with("type ")
}

/// Whether a line is a bare verb that is no order without arguments: a sentence only mentions it.
fn is_mention(line: &str) -> bool {
    let needs = |usage: &str| usage.split(' ').nth(1).is_some_and(|word| !word.starts_with('['));
    !line.contains(' ') && notation::verb(line).is_ok_and(|row| needs(&notation::usage(row)))
}

/// Whether something stands in a line that is to be put in, or several ways to go on.
fn is_form(line: &str) -> bool {
    let capitals = |word: &str| 1 < word.len() && word.chars().all(|letter| letter.is_ascii_uppercase());
    let outside: Vec<&str> = line.split('"').step_by(2).collect();
    let marks = ["...", "[", "|", ", ", ": ", "; "];
    line.contains("...")
        || outside.iter().any(|part| marks.iter().any(|mark| part.contains(mark)) || part.split(' ').any(capitals))
}

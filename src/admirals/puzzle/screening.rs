//! Measures many decisions at once: each with a few battles, then the more promising half with more.
use super::{Decision, Found, Measuring, Why};
use crate::{Player, seed_of};
use search::Stop;

/// Least number of decisions kept in each round, if there are that many.
const KEPT: usize = 4;

/// The measuring budget.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The most battles that are continued from each answer.
    pub most: usize,
    /// Seed of the battles.
    pub seed: u64,
    pub threads: usize,
}

/// A decision, and its measured result.
pub struct Screened {
    pub decision: Decision,
    pub measuring: Measuring,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Puzzle,
    Nothing(Why),
    /// Other decisions were more promising.
    Left,
    Stopped,
}

/// Measures decisions in rounds (successive halving). At most half continue in the next round, those with the largest
/// leads. Returns all in their order. `tell` receives the current decision and its battles so far.
pub fn screened(
    decisions: Vec<Decision>,
    players: &[Player<'_>],
    effort: Effort,
    tell: &mut dyn FnMut(&Decision, usize),
    stop: Stop<'_>,
) -> Vec<Screened> {
    let begun = |decision: Decision| {
        let midshipman = decision.answers.iter().position(|answer| answer.midshipman).unwrap_or_default();
        let measuring = Measuring::of(decision.answers.len(), midshipman, effort.most);
        Screened { decision, measuring, outcome: Outcome::Stopped }
    };
    let mut all: Vec<Screened> = decisions.into_iter().map(begun).collect();
    let mut open: Vec<usize> = (0..all.len()).collect();
    let mut room = open.len();
    while !open.is_empty() {
        let mut wanting = Vec::new();
        for place in open {
            let one = &mut all[place];
            tell(&one.decision, one.measuring.fought());
            if !one.goes_on(players, effort, stop) {
                return all;
            }
            match one.measuring.found() {
                Found::Wants(..) => wanting.push(place),
                Found::Puzzle => one.outcome = Outcome::Puzzle,
                Found::Nothing(why) => one.outcome = Outcome::Nothing(why),
            }
        }
        room = room.div_ceil(2).max(KEPT);
        // Stable: on a tie the first continues.
        wanting.sort_by(|one, other| all[*other].measuring.lead().total_cmp(&all[*one].measuring.lead()));
        for left in wanting.drain(room.min(wanting.len())..) {
            all[left].outcome = Outcome::Left;
        }
        wanting.sort_unstable();
        open = wanting;
    }
    all
}

impl Screened {
    /// Plays the battles of a round. Returns whether it was not stopped.
    fn goes_on(&mut self, players: &[Player<'_>], effort: Effort, stop: Stop<'_>) -> bool {
        let Found::Wants(wants, upto) = self.measuring.found() else { return true };
        let of = |answer: usize| (self.measuring.battles(answer)..upto).map(move |battle| (answer, battle as u64));
        let work: Vec<(usize, u64)> = wants.into_iter().flat_map(of).collect();
        let add = |own: &mut Vec<(usize, Option<i32>)>, at: u64| {
            let place = at as usize;
            let (answer, battle) = work[place];
            own.push((place, self.decision.played_on(answer, players, seed_of(effort.seed, battle + 1), stop)));
        };
        let mut played = search::shared(work.len() as u64, effort.threads, add, |_| ()).concat();
        played.sort_by_key(|(place, _)| *place);
        let margins: Option<Vec<i32>> = played.into_iter().map(|(_, margin)| margin).collect();
        let Some(margins) = margins else { return false };
        for ((answer, _), margin) in work.iter().zip(margins) {
            self.measuring.take(*answer, [margin]);
        }
        true
    }
}

//! Measures many decisions at once: each with a few battles, then the more promising half with more.
use super::{AnswerMeasurement, MeasurementState, NoPuzzleReason, PuzzleDecision};
use crate::{Player, seed_of};
use search::Stop;

/// Least number of decisions kept in each round, if there are that many.
const MIN_KEPT: usize = 4;

#[derive(Clone, Copy)]
pub struct ScreeningBudget {
    /// The most battles that are continued from each answer.
    pub max_battles: usize,
    pub seed: u64,
    pub threads: usize,
}

pub struct ScreenedDecision {
    pub decision: PuzzleDecision,
    pub measuring: AnswerMeasurement,
    pub outcome: ScreeningOutcome,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScreeningOutcome {
    Puzzle,
    Nothing(NoPuzzleReason),
    /// Other decisions were more promising.
    Dropped,
    Stopped,
}

/// Measures decisions in rounds (successive halving). At most half continue in the next round, those with the largest
/// leads. Returns all in their order. `on_decision` receives the current decision and its battles so far.
pub fn screen_decisions(
    decisions: Vec<PuzzleDecision>,
    players: &[Player<'_>],
    budget: ScreeningBudget,
    on_decision: &mut dyn FnMut(&PuzzleDecision, usize),
    stop: Stop<'_>,
) -> Vec<ScreenedDecision> {
    let start_measuring = |decision: PuzzleDecision| {
        let midshipman = decision.answers.iter().position(|answer| answer.midshipman).unwrap_or_default();
        let measuring = AnswerMeasurement::new(decision.answers.len(), midshipman, budget.max_battles);
        ScreenedDecision { decision, measuring, outcome: ScreeningOutcome::Stopped }
    };
    let mut all: Vec<ScreenedDecision> = decisions.into_iter().map(start_measuring).collect();
    let mut open: Vec<usize> = (0..all.len()).collect();
    let mut max_kept = open.len();
    while !open.is_empty() {
        let mut undecided = Vec::new();
        for place in open {
            let screened = &mut all[place];
            on_decision(&screened.decision, screened.measuring.battles_fought());
            if !screened.play_round(players, budget, stop) {
                return all;
            }
            match screened.measuring.state() {
                MeasurementState::NeedsBattles(..) => undecided.push(place),
                MeasurementState::Puzzle => screened.outcome = ScreeningOutcome::Puzzle,
                MeasurementState::Nothing(reason) => screened.outcome = ScreeningOutcome::Nothing(reason),
            }
        }
        max_kept = max_kept.div_ceil(2).max(MIN_KEPT);
        // Stable: on a tie the first continues.
        undecided.sort_by(|left, right| all[*right].measuring.lead().total_cmp(&all[*left].measuring.lead()));
        for dropped in undecided.drain(max_kept.min(undecided.len())..) {
            all[dropped].outcome = ScreeningOutcome::Dropped;
        }
        undecided.sort_unstable();
        open = undecided;
    }
    all
}

impl ScreenedDecision {
    /// Plays the battles of a round. Returns whether it was not stopped.
    fn play_round(&mut self, players: &[Player<'_>], budget: ScreeningBudget, stop: Stop<'_>) -> bool {
        let MeasurementState::NeedsBattles(answers, battles) = self.measuring.state() else { return true };
        let battles_for =
            |answer: usize| (self.measuring.battles(answer)..battles).map(move |battle| (answer, battle as u64));
        let work: Vec<(usize, u64)> = answers.into_iter().flat_map(battles_for).collect();
        let add = |own: &mut Vec<(usize, Option<i32>)>, task: u64| {
            let place = task as usize;
            let (answer, battle) = work[place];
            own.push((place, self.decision.final_margin(answer, players, seed_of(budget.seed, battle + 1), stop)));
        };
        let mut played = search::run_parallel(work.len() as u64, budget.threads, add, |_| ()).concat();
        played.sort_by_key(|(place, _)| *place);
        let margins: Option<Vec<i32>> = played.into_iter().map(|(_, margin)| margin).collect();
        let Some(margins) = margins else { return false };
        for ((answer, _), margin) in work.iter().zip(margins) {
            self.measuring.add_margins(*answer, [margin]);
        }
        true
    }
}

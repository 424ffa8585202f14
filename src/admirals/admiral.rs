//! The player that simulates its fleet's plans in sampled states.
use super::{
    Captain, Choice, Memory, PendingDecision, Policy, PolicyAnswer, Reasons, ScoredOption, Task, TermKind,
    evaluation::TERMS,
    plan_search::{PlanComparison, SearchBudget, candidates, compare},
    reasons::Term,
};
use naval::{Command, Id, model::doctrine::Doctrine, view::PlayerView};
use play::{Millionths, Rng, Rule};
use search::Stop;

const PLOTS: Rule = Rule::new("5.7");

/// Chooses among four plans for its fleet when plotting. All other decisions it makes like a captain.
pub struct Admiral {
    card: Doctrine,
    budget: SearchBudget,
}

impl Admiral {
    /// An admiral with this card and this many simulated orders a turn.
    pub fn new(card: Doctrine, nodes: u64) -> Admiral {
        Admiral { card, budget: SearchBudget { nodes, threads: 1 } }
    }

    /// Returns the admiral with this many threads. Its choices stay the same.
    pub fn with_threads(self, threads: usize) -> Admiral {
        Admiral { budget: SearchBudget { threads, ..self.budget }, ..self }
    }
}

impl Policy for Admiral {
    fn choose(
        &self,
        view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        if decision.task != Task::Plots {
            return Captain::new(self.card.clone()).choose(view, memory, decision, rng, stop);
        }
        let mut candidates = candidates(view, memory, &self.card, decision, stop);
        if candidates.len() < 2 {
            // If stopped before there is a second plan, the choice is not final.
            let choices = candidates.pop().map(|(only, _)| only.choices).unwrap_or_default();
            return PolicyAnswer { choices, is_complete: !stop() };
        }
        let comparison = compare(view, memory, candidates, self.budget, rng, stop);
        PolicyAnswer { choices: explained_choices(&comparison), is_complete: comparison.halving.is_complete }
    }
}

/// Returns the orders of the chosen plan, each compared with the other plans' orders for the same division.
fn explained_choices(comparison: &PlanComparison) -> Vec<Choice> {
    let chosen = &comparison.candidates[comparison.chosen];
    chosen.choices.iter().map(|choice| compare_across_plans(comparison, choice)).collect()
}

fn compare_across_plans(comparison: &PlanComparison, choice: &Choice) -> Choice {
    let Some(unit) = plotted_unit(&choice.command) else { return choice.clone() };
    let mut options: Vec<ScoredOption> = Vec::new();
    // An order given by several plans is listed once, under the chosen plan if it is one of them.
    let others = (0..comparison.candidates.len()).filter(|plan| *plan != comparison.chosen);
    for plan in std::iter::once(comparison.chosen).chain(others) {
        let orders = comparison.candidates[plan].choices.iter().map(|other| &other.command);
        let for_unit = orders.filter(|command| plotted_unit(command) == Some(unit));
        for command in for_unit {
            if options.iter().all(|option| option.command != *command) {
                options.push(score_by_plan(comparison, plan, command.clone()));
            }
        }
    }
    // If all plans agree, the captain's reasons are shown.
    if options.len() < 2 {
        return choice.clone();
    }
    Choice { command: choice.command.clone(), reasons: Reasons { options, chosen: 0 } }
}

fn score_by_plan(comparison: &PlanComparison, plan: usize, command: Command) -> ScoredOption {
    let result = &comparison.halving.arms[plan];
    let mut terms =
        vec![Term { kind: TermKind::Plan(comparison.candidates[plan].plan), points: Millionths(0), rule: PLOTS }];
    terms.extend(TERMS.iter().zip(result.gains).map(|((kind, rule), points)| Term {
        kind: *kind,
        points: Millionths(points),
        rule: *rule,
    }));
    ScoredOption { error: result.error.map(Millionths), ..ScoredOption::from_terms(command, terms) }
}

fn plotted_unit(command: &Command) -> Option<&Id> {
    if let Command::Plot { unit, .. } = command { Some(unit) } else { None }
}

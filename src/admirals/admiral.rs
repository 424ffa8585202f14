//! The player that simulates its fleet's plans in sampled states.
use super::{
    Captain, Choice, Chosen, Due, Memory, Policy, Reasons, Task, TermKind, Weighed,
    ahead::{Comparison, Effort, candidates, compared},
    leaf::TERMS,
    reasons::Term,
};
use naval::{Command, Id, model::doctrine::Doctrine, view::Outlook};
use play::{Millionths, Rng, Rule};
use search::Stop;

const PLOTS: Rule = Rule::new("5.7");

/// Chooses among four plans for its fleet when plotting. All other decisions it makes like a captain.
pub struct Admiral {
    card: Doctrine,
    effort: Effort,
}

impl Admiral {
    /// An admiral with this card and this many simulated orders a turn.
    pub fn of(card: Doctrine, nodes: u64) -> Admiral {
        Admiral { card, effort: Effort { nodes, threads: 1 } }
    }

    /// The same on this many threads, with the same choices.
    pub fn on(self, threads: usize) -> Admiral {
        Admiral { effort: Effort { threads, ..self.effort }, ..self }
    }
}

impl Policy for Admiral {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, rng: &mut Rng, stop: Stop<'_>) -> Chosen {
        if due.task != Task::Plots {
            return Captain::of(self.card.clone()).choose(at, memory, due, rng, stop);
        }
        let mut candidates = candidates(at, memory, &self.card, due, stop);
        if candidates.len() < 2 {
            // If stopped before there is a second plan, the choice is not final.
            let choices = candidates.pop().map(|(only, _)| only.choices).unwrap_or_default();
            return Chosen { choices, is_whole: !stop() };
        }
        let compared = compared(at, memory, candidates, self.effort, rng, stop);
        Chosen { choices: reasoned(&compared), is_whole: compared.found.whole }
    }
}

/// Returns the orders of the chosen plan, each compared with the other plans' orders for the same division.
fn reasoned(compared: &Comparison) -> Vec<Choice> {
    let chosen = &compared.candidates[compared.chosen];
    chosen.choices.iter().map(|choice| among_plans(compared, choice)).collect()
}

fn among_plans(compared: &Comparison, choice: &Choice) -> Choice {
    let Some(unit) = plotted(&choice.command) else { return choice.clone() };
    let mut options: Vec<Weighed> = Vec::new();
    // An order given by several plans is listed once, under the chosen plan if it is one of them.
    let others = (0..compared.candidates.len()).filter(|plan| *plan != compared.chosen);
    for plan in std::iter::once(compared.chosen).chain(others) {
        let orders = compared.candidates[plan].choices.iter().map(|other| &other.command);
        let of_her = orders.filter(|command| plotted(command) == Some(unit));
        for command in of_her {
            if options.iter().all(|option| option.command != *command) {
                options.push(weighed(compared, plan, command.clone()));
            }
        }
    }
    // If all plans agree, the captain's reasons are shown.
    if options.len() < 2 {
        return choice.clone();
    }
    Choice { command: choice.command.clone(), reasons: Reasons { options, chosen: 0 } }
}

/// Scores an order by the result of its plan.
fn weighed(compared: &Comparison, plan: usize, command: Command) -> Weighed {
    let result = &compared.found.arms[plan];
    let mut terms =
        vec![Term { kind: TermKind::Plan(compared.candidates[plan].plan), points: Millionths(0), rule: PLOTS }];
    terms.extend(TERMS.iter().zip(result.gains).map(|((kind, rule), points)| Term {
        kind: *kind,
        points: Millionths(points),
        rule: *rule,
    }));
    Weighed { error: result.error.map(Millionths), ..Weighed::by(command, terms) }
}

/// Returns the division that a plot is for.
fn plotted(command: &Command) -> Option<&Id> {
    if let Command::Plot { unit, .. } = command { Some(unit) } else { None }
}

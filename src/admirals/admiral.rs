//! The player who tries plans of his fleet in thought, in battles that may be the true one.
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

/// Chooses among four plans for his fleet when he plots; whatever else there is to decide he does as the captain does.
pub struct Admiral {
    card: Doctrine,
    effort: Effort,
}

impl Admiral {
    /// One who fights as the card says, and tries so many orders a turn in thought.
    pub fn of(card: Doctrine, nodes: u64) -> Admiral {
        Admiral { card, effort: Effort { nodes, threads: 1 } }
    }

    /// The same on so many threads: he chooses the same.
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
            // Whoever is stopped before he has a second plan has not chosen either.
            let choices = candidates.pop().map(|(only, _)| only.choices).unwrap_or_default();
            return Chosen { choices, is_whole: !stop() };
        }
        let compared = compared(at, memory, candidates, self.effort, rng, stop);
        Chosen { choices: reasoned(&compared), is_whole: compared.found.whole }
    }
}

/// The orders of the plan that is taken, each with those of the other plans for the same division and how they fared.
fn reasoned(compared: &Comparison) -> Vec<Choice> {
    let chosen = &compared.candidates[compared.chosen];
    chosen.choices.iter().map(|choice| among_plans(compared, choice)).collect()
}

fn among_plans(compared: &Comparison, choice: &Choice) -> Choice {
    let Some(unit) = plotted(&choice.command) else { return choice.clone() };
    let mut options: Vec<Weighed> = Vec::new();
    // An order that several plans give stands once, with the plan that is taken if it is hers.
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
    // Where all plans order the same, it is told why a captain does.
    if options.len() < 2 {
        return choice.clone();
    }
    Choice { command: choice.command.clone(), reasons: Reasons { options, chosen: 0 } }
}

/// An order by how its plan fared.
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

/// The division that a plot is for.
fn plotted(command: &Command) -> Option<&Id> {
    if let Command::Plot { unit, .. } = command { Some(unit) } else { None }
}

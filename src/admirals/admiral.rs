//! The player who tries plans of his fleet in thought, in battles that may be the true one.
use super::{
    Captain, Choice, Due, Memory, Policy, Reasons, Task, TermKind, Weighed,
    ahead::{Effort, Tried, ordered, tried},
    leaf::PARTS,
    reasons::Term,
};
use naval::{Command, Id, doctrine::Doctrine, view::Outlook};
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
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, lot: &mut Rng, stop: Stop<'_>) -> Vec<Choice> {
        if due.task != Task::Plots {
            return Captain::of(self.card.clone()).choose(at, memory, due, lot, stop);
        }
        let mut plans = ordered(at, memory, &self.card, due, stop);
        if plans.len() < 2 {
            return plans.pop().map(|(ordered, _)| ordered.choices).unwrap_or_default();
        }
        reasoned(&tried(at, memory, plans, self.effort, lot, stop))
    }
}

/// The orders of the plan that is taken, each with those of the other plans for the same division and how they fared.
fn reasoned(tried: &Tried) -> Vec<Choice> {
    tried.plans[tried.chosen].choices.iter().map(|choice| among_plans(tried, choice)).collect()
}

fn among_plans(tried: &Tried, choice: &Choice) -> Choice {
    let Some(unit) = plotted(&choice.command) else { return choice.clone() };
    let mut options: Vec<Weighed> = Vec::new();
    // An order that several plans give stands once, with the plan that is taken if it is hers.
    let taken_first = (0..tried.plans.len()).filter(|plan| *plan == tried.chosen);
    for plan in taken_first.chain((0..tried.plans.len()).filter(|plan| *plan != tried.chosen)) {
        let orders = tried.plans[plan].choices.iter().map(|other| &other.command);
        let of_her = orders.filter(|command| plotted(command) == Some(unit));
        for command in of_her {
            if options.iter().all(|option| option.command != *command) {
                options.push(fared(tried, plan, command.clone()));
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
fn fared(tried: &Tried, plan: usize, command: Command) -> Weighed {
    let fared = &tried.fared.arms[plan];
    let mut terms = vec![Term { kind: TermKind::Plan(tried.plans[plan].plan), points: Millionths(0), rule: PLOTS }];
    terms.extend(PARTS.iter().zip(fared.gains).map(|((kind, rule), points)| Term {
        kind: *kind,
        points: Millionths(points),
        rule: *rule,
    }));
    Weighed { error: fared.error.map(Millionths), ..Weighed::by(command, terms) }
}

/// The division that a plot is for.
fn plotted(command: &Command) -> Option<&Id> {
    if let Command::Plot { unit, .. } = command { Some(unit) } else { None }
}

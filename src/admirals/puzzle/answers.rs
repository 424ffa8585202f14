//! Collects the answers to a decision: players' orders, and an admiral's other plans if they differ enough.
use super::{Tried, choices, leans, near, ordered};
use crate::{Choice, Commander, Memory, Midshipman, Plan, Weighed, plan::near_in, turning::turned};
use naval::model::{Element, Plot, puzzle::Asks};
use naval::{Command, Id, view::Outlook};
use std::cmp::Reverse;

/// Least number of answers, if that many differ and are allowed.
const LEAST_ANSWERS: usize = 4;
/// Turns that a player at the table would think of, added regardless of scores.
const TURNS_DEG: [i32; 8] = [0, 90, -90, 180, 60, -60, 120, -120];

/// Players' orders of one kind, for all units.
pub(super) struct Ordered<'o> {
    at: &'o Outlook,
    asks: Asks,
    captain: Vec<Choice>,
    midshipman: Vec<Choice>,
    /// Orders by the other plans an admiral would try.
    plans: Vec<Choice>,
}

impl<'o> Ordered<'o> {
    pub(super) fn of(at: &'o Outlook, memory: &Memory, captain: &Commander, asks: Asks) -> Ordered<'o> {
        let others = Plan::ALL.into_iter().filter(|plan| *plan != Plan::Best);
        // An admiral makes all other decisions like a captain.
        let near = near_in(at).filter(|_| asks == Asks::Plot);
        let officers = near.into_iter().flat_map(|near| others.clone().map(move |plan| (plan, near)));
        let by_plan = |(plan, near): (Plan, f64)| choices(&plan.officer(&captain.doctrine, near), at, memory, asks);
        Ordered {
            at,
            asks,
            captain: choices(captain.policy().as_ref(), at, memory, asks),
            midshipman: choices(&Midshipman, at, memory, asks),
            plans: officers.flat_map(by_plan).collect(),
        }
    }

    /// Units for which the captain or the midshipman gives an order.
    pub(super) fn units(&self) -> Vec<Id> {
        let all = self.captain.iter().chain(&self.midshipman).filter_map(|one| ordered(&one.command));
        play::each_once(all.map(|(_, unit)| unit.clone()))
    }

    fn whose<'c>(&self, all: &'c [Choice], unit: &Id) -> impl Iterator<Item = &'c Choice> {
        let (asks, unit) = (self.asks, unit.clone());
        all.iter().filter(move |one| ordered(&one.command) == Some((asks, &unit)))
    }

    /// Returns the answers worth measuring, the captain's first, and how much better than the midshipman's the captain
    /// scores the best other one. `None` if there are fewer than two, or the unit follows another.
    pub(super) fn answers(&self, unit: &Id, allowed: &dyn Fn(&Command) -> bool) -> Option<(Vec<Tried>, f64)> {
        let his = self.whose(&self.captain, unit).next();
        let captains = his.map(|one| &one.command);
        let plains = self.whose(&self.midshipman, unit).next().map(|one| &one.command);
        let is_parted = captains != plains && !captains.zip(plains).is_some_and(|(one, other)| near(one, other));
        let is_missing = !self.may_be_nothing() && (captains.is_none() || plains.is_none());
        let follows = captains.is_some_and(leans);
        if is_missing || follows || !self.is_asked(is_parted) || !captains.into_iter().chain(plains).all(allowed) {
            return None;
        }
        let mut tried = Vec::new();
        if is_parted {
            tried.push(Tried { command: captains.cloned(), midshipman: false, captain: true });
        }
        tried.push(Tried { command: plains.cloned(), midshipman: true, captain: !is_parted });
        if self.may_be_nothing() && captains.is_some() && plains.is_some() {
            tried.push(Tried { command: None, midshipman: false, captain: false });
        }
        let mut answers = Answers { tried, allowed };
        self.whose(&self.plans, unit).for_each(|one| answers.add(&one.command));
        let mut options = his.map(|one| one.reasons.options.clone()).unwrap_or_default();
        options.sort_by_key(|option| Reverse(option.value));
        let weighed = options.iter().map(|option| option.command.clone());
        for command in weighed.chain(captains.into_iter().flat_map(|command| self.turned(command))) {
            if answers.tried.len() < LEAST_ANSWERS {
                answers.add(&command);
            }
        }
        let promise = promised(&answers.tried, &options);
        (1 < answers.tried.len()).then_some((answers.tried, promise))
    }

    /// Turns all round the compass at a plot's speed, for the same division.
    fn turned(&self, command: &Command) -> Vec<Command> {
        let Command::Plot { unit, plot, .. } = command else { return Vec::new() };
        let Some((division, speed)) = self.at.state().division(unit).zip(plot.speed) else { return Vec::new() };
        let turn = |degrees: i32| match degrees {
            0 => Plot::straight(speed),
            _ => Plot {
                elements: vec![Element::Turn(turned(self.at, division, degrees))],
                speed: Some(speed),
                smoke: Vec::new(),
            },
        };
        let order = |plot| Command::Plot { unit: unit.clone(), plot, advance: false, launches: Vec::new() };
        TURNS_DEG.into_iter().map(turn).map(order).collect()
    }

    fn may_be_nothing(&self) -> bool {
        match self.asks {
            Asks::Launch | Asks::Target => true,
            Asks::Plot | Asks::Repair => false,
        }
    }

    /// Targets and repairs hardly ever matter if captain and midshipman agree.
    fn is_asked(&self, is_parted: bool) -> bool {
        match self.asks {
            Asks::Plot | Asks::Launch => true,
            Asks::Target | Asks::Repair => is_parted,
        }
    }
}

/// Returns the best other answer's score minus the midshipman's, both by the captain's scores (sorted, best first).
fn promised(tried: &[Tried], options: &[Weighed]) -> f64 {
    let worth = |one: &Tried| {
        let command = one.command.as_ref()?;
        let is_it = |option: &&Weighed| option.command == *command || near(&option.command, command);
        options.iter().find(is_it).map(|option| option.value.points())
    };
    let best =
        |midshipman| tried.iter().filter(|one| one.midshipman == midshipman).filter_map(worth).max_by(f64::total_cmp);
    best(false).unwrap_or_default() - best(true).unwrap_or_default()
}

/// Distinct, allowed answers.
struct Answers<'a> {
    tried: Vec<Tried>,
    allowed: &'a dyn Fn(&Command) -> bool,
}

impl Answers<'_> {
    fn add(&mut self, command: &Command) {
        let is_it = |one: &Tried| one.command.as_ref().is_some_and(|one| one == command || near(one, command));
        if !leans(command) && !self.tried.iter().any(is_it) && (self.allowed)(command) {
            self.tried.push(Tried { command: Some(command.clone()), midshipman: false, captain: false });
        }
    }
}

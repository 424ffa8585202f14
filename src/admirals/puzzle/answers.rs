//! Collects the answers to a decision: players' orders, and an admiral's other plans if they differ enough.
use super::{TriedAnswer, choices_of, follows_another, is_same_course, order_kind};
use crate::{
    Choice, Commander, Memory, Midshipman, Plan, ScoredOption, plan::nearest_enemy_range_in, turning::turn_by,
};
use naval::model::{Element, Plot, puzzle::PuzzleKind};
use naval::{Command, Id, view::PlayerView};
use std::cmp::Reverse;

/// Least number of answers, if that many differ and are allowed.
const MIN_ANSWERS: usize = 4;
/// Turns that a player at the table would think of, added regardless of scores.
const TURNS_DEG: [i32; 8] = [0, 90, -90, 180, 60, -60, 120, -120];

/// Players' orders of one kind, for all units.
pub(super) struct PlayerOrders<'o> {
    view: &'o PlayerView,
    kind: PuzzleKind,
    captain: Vec<Choice>,
    midshipman: Vec<Choice>,
    /// Orders by the other plans an admiral would try.
    plans: Vec<Choice>,
}

impl<'o> PlayerOrders<'o> {
    pub(super) fn collect(
        view: &'o PlayerView,
        memory: &Memory,
        captain: &Commander,
        kind: PuzzleKind,
    ) -> PlayerOrders<'o> {
        let others = Plan::ALL.into_iter().filter(|plan| *plan != Plan::Best);
        // An admiral makes all other decisions like a captain.
        let range_in = nearest_enemy_range_in(view).filter(|_| kind == PuzzleKind::Plot);
        let other_plans = range_in.into_iter().flat_map(|range_in| others.clone().map(move |plan| (plan, range_in)));
        let by_plan =
            |(plan, range_in): (Plan, f64)| choices_of(&plan.captain(&captain.doctrine, range_in), view, memory, kind);
        PlayerOrders {
            view,
            kind,
            captain: choices_of(captain.policy().as_ref(), view, memory, kind),
            midshipman: choices_of(&Midshipman, view, memory, kind),
            plans: other_plans.flat_map(by_plan).collect(),
        }
    }

    /// Returns the units for which the captain or the midshipman gives an order.
    pub(super) fn units(&self) -> Vec<Id> {
        let all = self.captain.iter().chain(&self.midshipman).filter_map(|choice| order_kind(&choice.command));
        play::distinct(all.map(|(_, unit)| unit.clone()))
    }

    fn for_unit<'c>(&self, all: &'c [Choice], unit: &Id) -> impl Iterator<Item = &'c Choice> {
        let (kind, unit) = (self.kind, unit.clone());
        all.iter().filter(move |choice| order_kind(&choice.command) == Some((kind, &unit)))
    }

    /// Returns the answers worth measuring, the captain's first, and the gain over the midshipman's answer that the
    /// captain's scores promise. `None` if there are fewer than two, or the unit follows another.
    pub(super) fn answers(&self, unit: &Id, allowed: &dyn Fn(&Command) -> bool) -> Option<(Vec<TriedAnswer>, f64)> {
        let captains_choice = self.for_unit(&self.captain, unit).next();
        let captains_order = captains_choice.map(|choice| &choice.command);
        let midshipmans_order = self.for_unit(&self.midshipman, unit).next().map(|choice| &choice.command);
        let is_different = captains_order != midshipmans_order
            && !captains_order.zip(midshipmans_order).is_some_and(|(left, right)| is_same_course(left, right));
        let is_missing = !self.allows_no_order() && (captains_order.is_none() || midshipmans_order.is_none());
        let follows = captains_order.is_some_and(follows_another);
        if is_missing
            || follows
            || !self.is_worth_asking(is_different)
            || !captains_order.into_iter().chain(midshipmans_order).all(allowed)
        {
            return None;
        }
        let mut tried = Vec::new();
        if is_different {
            tried.push(TriedAnswer { command: captains_order.cloned(), midshipman: false, captain: true });
        }
        tried.push(TriedAnswer { command: midshipmans_order.cloned(), midshipman: true, captain: !is_different });
        if self.allows_no_order() && captains_order.is_some() && midshipmans_order.is_some() {
            tried.push(TriedAnswer { command: None, midshipman: false, captain: false });
        }
        let mut answers = AnswerList { tried, allowed };
        self.for_unit(&self.plans, unit).for_each(|choice| answers.add(&choice.command));
        let mut options = captains_choice.map(|choice| choice.reasons.options.clone()).unwrap_or_default();
        options.sort_by_key(|option| Reverse(option.value));
        let scored = options.iter().map(|option| option.command.clone());
        for command in scored.chain(captains_order.into_iter().flat_map(|command| self.compass_turns(command))) {
            if answers.tried.len() < MIN_ANSWERS {
                answers.add(&command);
            }
        }
        let promise = expected_gain(&answers.tried, &options);
        (1 < answers.tried.len()).then_some((answers.tried, promise))
    }

    /// Returns plots with turns all round the compass, for a plot's division and at its speed.
    fn compass_turns(&self, command: &Command) -> Vec<Command> {
        let Command::Plot { unit, plot, .. } = command else { return Vec::new() };
        let Some((division, speed)) = self.view.state().division(unit).zip(plot.speed) else { return Vec::new() };
        let turn = |degrees: i32| match degrees {
            0 => Plot::straight(speed),
            _ => Plot {
                elements: vec![Element::Turn(turn_by(self.view, division, degrees))],
                speed: Some(speed),
                smoke: Vec::new(),
            },
        };
        let order = |plot| Command::Plot { unit: unit.clone(), plot, advance: false, launches: Vec::new() };
        TURNS_DEG.into_iter().map(turn).map(order).collect()
    }

    fn allows_no_order(&self) -> bool {
        match self.kind {
            PuzzleKind::Launch | PuzzleKind::Target => true,
            PuzzleKind::Plot | PuzzleKind::Repair => false,
        }
    }

    /// Whether the answers may matter: those to targets and repairs hardly do if captain and midshipman agree.
    fn is_worth_asking(&self, is_different: bool) -> bool {
        match self.kind {
            PuzzleKind::Plot | PuzzleKind::Launch => true,
            PuzzleKind::Target | PuzzleKind::Repair => is_different,
        }
    }
}

/// Returns the best other answer's score minus the midshipman's, both by the captain's scores (sorted, best first).
fn expected_gain(tried: &[TriedAnswer], options: &[ScoredOption]) -> f64 {
    let worth = |answer: &TriedAnswer| {
        let command = answer.command.as_ref()?;
        let is_same = |option: &&ScoredOption| option.command == *command || is_same_course(&option.command, command);
        options.iter().find(is_same).map(|option| option.value.points())
    };
    let best = |midshipman| {
        tried.iter().filter(|answer| answer.midshipman == midshipman).filter_map(worth).max_by(f64::total_cmp)
    };
    best(false).unwrap_or_default() - best(true).unwrap_or_default()
}

/// Distinct, allowed answers.
struct AnswerList<'a> {
    tried: Vec<TriedAnswer>,
    allowed: &'a dyn Fn(&Command) -> bool,
}

impl AnswerList<'_> {
    fn add(&mut self, command: &Command) {
        let is_same = |answer: &TriedAnswer| {
            answer.command.as_ref().is_some_and(|other| other == command || is_same_course(other, command))
        };
        if !follows_another(command) && !self.tried.iter().any(is_same) && (self.allowed)(command) {
            self.tried.push(TriedAnswer { command: Some(command.clone()), midshipman: false, captain: false });
        }
    }
}

//! `advise` in ten lines a side: what to order, why, and what the next best order would cost.
use super::advice_terms::{MIN_SHOWN, Weight, advice_json, gain, plan_of, task_name, term_name, weights};
use super::obey::ordered_unit;
use admirals::{ScoredOption, Task, TermKind};
use naval::{Command, SideId, State, notation};
use play::Millionths;
use serde_json::Value;

/// The most lines of an answer for one side.
pub const MAX_LINES: usize = 10;
/// The columns of a line.
const WIDTH: usize = 80;
/// The most reasons given for an order.
const MAX_REASONS: usize = 3;
/// A reason that weighs less than this part of the weightiest is omitted.
const LEAST_PART: i64 = 4;
/// If not all orders fit, at least this many are given with reasons.
const MIN_EXPLAINED: usize = 2;

/// The options of one decision. The first is the order advised, or the best of those advised against.
pub struct AdvisedOptions {
    pub task: Task,
    /// Whether the first is to be ordered.
    pub is_ordered: bool,
    pub options: Vec<ScoredOption>,
}

impl AdvisedOptions {
    pub fn command(&self) -> &Command {
        &self.options[0].command
    }

    /// Whether a player may as well order nothing, which scores 0.
    fn may_be_omitted(&self) -> bool {
        match self.task {
            Task::BigGuns | Task::Batteries | Task::Coups | Task::Repairs => true,
            Task::Approach | Task::Deploy | Task::Preplots | Task::Plots | Task::Launches | Task::Lights => false,
        }
    }
}

/// What a player would order for a side, as the side knows the battle.
pub struct SideAdvice {
    pub side: SideId,
    pub state: State,
    /// In the order in which they are decided. None is empty.
    pub decisions: Vec<AdvisedOptions>,
    /// Whether the player finished each search.
    pub is_complete: bool,
}

impl SideAdvice {
    pub fn new(side: &SideId, state: State) -> SideAdvice {
        SideAdvice { side: side.clone(), state, decisions: Vec::new(), is_complete: true }
    }

    /// Adds a decision, unless none of its options is allowed.
    pub fn add(&mut self, task: Task, is_ordered: bool, options: Vec<ScoredOption>) {
        if !options.is_empty() {
            self.decisions.push(AdvisedOptions { task, is_ordered, options });
        }
    }

    pub fn to_json(&self) -> Vec<Value> {
        let value = |advised: &AdvisedOptions| {
            let options: Vec<&ScoredOption> = advised.options.iter().collect();
            advice_json(&self.state, &self.side, advised.task, &options, advised.is_ordered)
        };
        self.decisions.iter().map(value).collect()
    }

    /// Returns the advice in at most so many lines. The orders that matter most come first, each with its reasons. The
    /// others share lines. `None` if there is nothing to order.
    pub fn brief_lines(&self, max_lines: usize) -> Option<String> {
        let orders: Vec<BriefOrder> = self.orders().map(|advised| self.brief_order(advised)).collect();
        if orders.is_empty() {
            return None;
        }
        let (lines, shown) = fit(&orders, max_lines - 1);
        let mut tasks: Vec<&str> = self.orders().map(|advised| task_name(advised.task)).collect();
        tasks.dedup();
        let total = orders.len();
        let part = if shown < total { format!(": {shown} of {total} orders") } else { String::new() };
        let heading = format!("{}, {}{part}", self.state.name(&self.side), tasks.join(" and "));
        Some(format!("{heading}\n{}", lines.join("\n")))
    }

    fn orders(&self) -> impl Iterator<Item = &AdvisedOptions> {
        self.decisions.iter().filter(|advised| advised.is_ordered)
    }

    fn brief_order(&self, advised: &AdvisedOptions) -> BriefOrder {
        let chosen = &advised.options[0];
        let next = self.next_best(advised);
        let cost = next.map(|next| chosen.value.0 - next.map_or(0, |next| next.value.0));
        let stakes = match (cost, &chosen.command) {
            (Some(cost), _) => cost.max(0),
            // A follower has no other plot.
            (None, Command::Plot { .. }) => 0,
            (None, _) => i64::MAX,
        };
        // Next to what the player weighed, what it rejected says little.
        let is_weighed = 1 < advised.options.len() || cost.is_none() || advised.may_be_omitted();
        let next_text = next.zip(cost).map(|(next, cost)| {
            let line = next.map(|next| notation::print_short(&self.state, &next.command));
            format!("{} {}", line.as_deref().unwrap_or("inaction"), cost_text(cost))
        });
        BriefOrder {
            line: notation::print_short(&self.state, &chosen.command),
            why: why_lines(reasons(chosen, next.flatten()), next_text),
            stakes: (is_weighed, stakes),
            is_idle: advised.may_be_omitted() && chosen.value < Millionths(MIN_SHOWN),
        }
    }

    /// Returns the best option after the first: another of the decision, or no order (`Some(None)`), or else one that
    /// the player would not consider. `None` if there is nothing else.
    fn next_best<'a>(&'a self, advised: &'a AdvisedOptions) -> Option<Option<&'a ScoredOption>> {
        let chosen = &advised.options[0];
        let other = advised.options[1..].iter().max_by_key(|option| option.value);
        if advised.may_be_omitted() {
            return Some(other.filter(|other| Millionths(0) <= other.value));
        }
        let unit = ordered_unit(&chosen.command);
        let is_rejected = |rejected: &&AdvisedOptions| {
            !rejected.is_ordered && rejected.task == advised.task && ordered_unit(rejected.command()) == unit
        };
        let rejected = self.decisions.iter().filter(is_rejected).flat_map(|rejected| &rejected.options);
        let rejected = rejected.filter(|option| option.value <= chosen.value).max_by_key(|option| option.value);
        other.or(rejected.filter(|_| unit.is_some())).map(Some)
    }
}

/// An order in short.
struct BriefOrder {
    line: String,
    why: Vec<String>,
    /// Whether the player weighed another order, and what the next best would cost, in millionths of a point.
    stakes: (bool, i64),
    /// Whether doing nothing is as good.
    is_idle: bool,
}

/// Returns up to three reasons for an order: what it gains over the next best, or else what speaks for it.
fn reasons(chosen: &ScoredOption, next: Option<&ScoredOption>) -> Vec<String> {
    let is_gain = |weight: &Weight| Millionths(0) < weight.points;
    let (mut weighted, mut name): (Vec<Weight>, fn(TermKind) -> &'static str) = (weights(chosen, next), gain);
    if next.is_none() || !weighted.iter().any(is_gain) {
        (weighted, name) = (weights(chosen, None), term_name);
    }
    // Without anything to compare, what speaks against an order is all there is to say of it.
    if next.is_some() || weighted.iter().any(is_gain) {
        weighted.retain(is_gain);
    }
    let most = weighted.first().map_or(0, |weight| weight.points.0.abs());
    weighted.retain(|weight| most <= LEAST_PART * weight.points.0.abs());
    let words = weighted.iter().take(MAX_REASONS).map(|weight| format!("{} [{}]", name(weight.kind), weight.rule));
    plan_of(chosen).map(str::to_owned).into_iter().chain(words).collect()
}

fn cost_text(cost: i64) -> String {
    match cost {
        MIN_SHOWN.. => format!("costs {:.2}", Millionths(cost).points()),
        cost if -MIN_SHOWN < cost => "costs nothing".to_owned(),
        _ => format!("scores {:.2} more", -Millionths(cost).points()),
    }
}

/// Puts the reasons and the next best order on one line, with as many reasons as fit, or else on two.
fn why_lines(mut reasons: Vec<String>, next: Option<String>) -> Vec<String> {
    let why = |reasons: &[String]| {
        let parts = [(!reasons.is_empty()).then(|| reasons.join(", ")), next.clone()];
        format!("      {}", parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    };
    while 1 < reasons.len() && WIDTH < width(&why(&reasons)) {
        reasons.pop();
    }
    match (&reasons[..], &next) {
        ([], None) => Vec::new(),
        ([reason], Some(next)) if WIDTH < width(&why(&reasons)) => {
            vec![format!("      {reason};"), format!("      {next}")]
        }
        _ => vec![why(&reasons)],
    }
}

/// Returns the lines of the orders, and how many orders they show. As many as possible get reasons, those with the
/// highest stakes first.
fn fit(orders: &[BriefOrder], max_lines: usize) -> (Vec<String>, usize) {
    let mut by_stakes: Vec<usize> = (0..orders.len()).filter(|index| !orders[*index].is_idle).collect();
    by_stakes.sort_by_key(|index| std::cmp::Reverse(orders[*index].stakes));
    let least = MIN_EXPLAINED.min(by_stakes.len());
    for count in (0..=by_stakes.len()).rev() {
        let is_explained = |index: &usize| by_stakes[..count].contains(index);
        let mut lines: Vec<String> = Vec::new();
        for order in (0..orders.len()).filter(is_explained).map(|index| &orders[index]) {
            lines.push(format!("  {}", order.line));
            lines.extend_from_slice(&order.why);
        }
        let mut others: Vec<&BriefOrder> =
            (0..orders.len()).filter(|index| !is_explained(index)).map(|index| &orders[index]).collect();
        others.sort_by_key(|order| order.is_idle);
        let left = max_lines.saturating_sub(screen_lines(&lines));
        let (shared, shown) = share_lines(&others, left);
        if screen_lines(&lines) <= max_lines && (shown == others.len() || count <= least) {
            lines.extend(shared);
            return (lines, count + shown);
        }
    }
    (Vec::new(), 0)
}

/// Joins orders into at most so many lines that can be typed. Returns them and the number of orders.
fn share_lines(orders: &[&BriefOrder], max_lines: usize) -> (Vec<String>, usize) {
    let mut lines: Vec<String> = Vec::new();
    for (index, order) in orders.iter().enumerate() {
        match lines.last_mut() {
            Some(last) if width(last) + 2 + width(&order.line) <= WIDTH => *last += &format!("; {}", order.line),
            _ => lines.push(format!("  {}", order.line)),
        }
        if max_lines < screen_lines(&lines) {
            lines.pop();
            return (lines, index);
        }
    }
    (lines, orders.len())
}

/// The number of lines that texts take on the screen.
fn screen_lines(lines: &[String]) -> usize {
    lines.iter().map(|line| width(line).div_ceil(WIDTH).max(1)).sum()
}

fn width(text: &str) -> usize {
    text.chars().count()
}

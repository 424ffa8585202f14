//! The terms of a computer player's score: their words, their weights, and their JSON.
use admirals::{Plan, ScoredOption, Task, TermKind};
use naval::{SideId, State, notation};
use play::{Millionths, Rule};
use serde_json::{Value, json};

/// Smallest difference shown, in millionths of a point.
pub const MIN_SHOWN: i64 = 5_000;

/// The sum of an option's terms of one kind, or how it differs from another option's.
pub struct Weight {
    pub kind: TermKind,
    pub points: Millionths,
    pub rule: Rule,
}

/// Returns the weights of an option, or its differences from another option, the largest first.
pub fn weights(option: &ScoredOption, from: Option<&ScoredOption>) -> Vec<Weight> {
    let sum = |scored: &ScoredOption, kind| {
        scored.terms.iter().filter(|term| term.kind == kind).map(|term| term.points.0).sum::<i64>()
    };
    let mut weights: Vec<Weight> = Vec::new();
    for term in option.terms.iter().chain(from.iter().flat_map(|from| &from.terms)) {
        if weights.iter().all(|weight| weight.kind != term.kind) {
            let points = Millionths(sum(option, term.kind) - from.map_or(0, |from| sum(from, term.kind)));
            weights.push(Weight { kind: term.kind, points, rule: term.rule });
        }
    }
    weights.retain(|weight| MIN_SHOWN <= weight.points.0.abs());
    weights.sort_by_key(|weight| std::cmp::Reverse(weight.points.0.abs()));
    weights
}

/// Returns the fleet plan that such an order belongs to.
pub fn plan_of(option: &ScoredOption) -> Option<&'static str> {
    option.terms.iter().find_map(|term| if let TermKind::Plan(plan) = term.kind { Some(plan_word(plan)) } else { None })
}

fn plan_word(plan: Plan) -> &'static str {
    match plan {
        Plan::Best => "as a captain",
        Plan::Press => "to press",
        Plan::BreakOff => "to draw off",
        Plan::Attack => "to attack with the flotillas",
    }
}

pub fn points(value: Millionths) -> String {
    format!("{:+.2}", value.points())
}

pub fn advice_json(state: &State, side: &SideId, task: Task, options: &[&ScoredOption], is_ordered: bool) -> Value {
    let option = |option: &&ScoredOption| {
        let term = |term: &admirals::Term| json!({ "why": term_name(term.kind), "points": term.points.points(), "rule": term.rule.to_string() });
        let counted = option.terms.iter().filter(|term| !matches!(term.kind, TermKind::Plan(_)));
        let terms: Vec<Value> = counted.map(term).collect();
        let line = notation::print(state, &option.command);
        let mut value = json!({ "line": line, "points": option.value.points(), "terms": terms });
        if let Some(plan) = plan_of(option) {
            value["plan"] = json!(plan);
            value["error"] = json!(option.error.map(Millionths::points));
        }
        value
    };
    let options: Vec<Value> = options.iter().map(option).collect();
    json!({ "side": side.as_str(), "decision": task_name(task), "ordered": is_ordered, "options": options })
}

pub fn task_name(task: Task) -> &'static str {
    match task {
        Task::Approach => "where the force enters",
        Task::Deploy => "where a division starts",
        Task::Preplots => "the turns before contact",
        Task::Plots => "course and speed",
        Task::Launches => "torpedoes",
        Task::Lights => "lights",
        Task::BigGuns => "big guns",
        Task::Batteries => "batteries",
        Task::Coups => "coup de grâce",
        Task::Repairs => "damage control",
    }
}

pub fn term_name(kind: TermKind) -> &'static str {
    match kind {
        TermKind::HitLastTurn => "hit last turn",
        TermKind::Decides => "decides the battle",
        TermKind::OppositeNumber => "opposite number",
        TermKind::Kind => "kind of ship",
        TermKind::Range => "range",
        TermKind::Course => "preferred course",
        TermKind::Speed => "speed",
        TermKind::Formation => "formation",
        TermKind::Damage => "damage",
        TermKind::Torpedoes => "torpedoes",
        TermKind::Danger => "danger",
        TermKind::Place => "place",
        TermKind::Dealt => "fire dealt",
        TermKind::Suffered => "fire suffered",
        TermKind::Lookahead => "future turns",
        TermKind::Preferred => "doctrine's target",
        TermKind::Unengaged => "an enemy under no fire rolls 1.5 times the dice",
        TermKind::Overkill => "others fire at it too",
        TermKind::BatteriesClosed => "closed to the batteries",
        TermKind::Station => "preferred range",
        TermKind::Objective => "objective",
        TermKind::Cripple => "cripple",
        TermKind::TorpedoTracks => "running torpedoes",
        TermKind::Contact => "contact",
        TermKind::ChangeCost => "turning or slowing",
        TermKind::Plan(plan) => plan_word(plan),
    }
}

/// How an order is better than another by terms of this kind.
pub fn gain(kind: TermKind) -> &'static str {
    match kind {
        TermKind::Kind => "a better kind of ship",
        TermKind::Range => "a shorter range",
        TermKind::Course => "nearer the preferred course",
        TermKind::Speed => "a better speed",
        TermKind::Formation => "formation kept",
        TermKind::Damage => "worse damage repaired",
        TermKind::Torpedoes => "better torpedoes",
        TermKind::Danger => "less danger",
        TermKind::Place => "a better place",
        TermKind::Dealt => "more fire dealt",
        TermKind::Suffered => "less fire suffered",
        TermKind::Lookahead => "better future turns",
        TermKind::Overkill => "fewer others on the same target",
        TermKind::BatteriesClosed => "less closed to the batteries",
        TermKind::Station => "nearer the preferred range",
        TermKind::Objective => "nearer the objective",
        TermKind::TorpedoTracks => "clear of running torpedoes",
        TermKind::Contact => "contact kept",
        TermKind::ChangeCost => "less turning or slowing",
        TermKind::HitLastTurn
        | TermKind::Decides
        | TermKind::OppositeNumber
        | TermKind::Preferred
        | TermKind::Unengaged
        | TermKind::Cripple
        | TermKind::Plan(_) => term_name(kind),
    }
}

//! The reasons of naval choices.
use super::{Choice, Plan};
use naval::{Command, view::PlayerView};
use play::{Millionths, Rule};

/// The scored options of a naval decision, each with its reasons, and which one was chosen.
pub type Reasons = play::ScoredOptions<Command, TermKind>;
pub type ScoredOption = play::ScoredOption<Command, TermKind>;
pub type Term = play::Term<TermKind>;

/// A reason for or against an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TermKind {
    /// The target was hit last turn. [6.5.1.2]
    HitLastTurn,
    /// The target's fate decides the battle. [9.2]
    Decides,
    /// The target has the same place in its line as the firer in its own.
    OppositeNumber,
    /// The kind of target: a large ship for big guns, a light one or a boat that may launch for batteries. [1.4]
    Kind,
    /// Distance of the target.
    Range,
    /// Angle from the wanted course.
    Course,
    /// The speed ordered for the turn. [5.4]
    Speed,
    /// Follows or mimics the division ahead. [5.7.4, 5.7.5]
    Formation,
    /// Priority of a repair. [8.6]
    Damage,
    /// Torpedoes would meet their target, or finish off a ship that hardly moves. [7.4, 7.6]
    Torpedoes,
    /// Land, an edge or a friend in the way. [5.11, 5.12, 9.3]
    Danger,
    /// Where a force starts. [10.1.3, 10.2]
    Place,
    /// Expected damage by own fire. [6.5]
    Dealt,
    /// Expected damage by enemy fire. [6.5]
    Suffered,
    /// The target that the doctrine card prefers.
    Preferred,
    /// Hits of other ships on the same target leave less of it to win.
    Overkill,
    /// An enemy left alone rolls 1.5 times as many dice. [6.5.1.3]
    Unengaged,
    /// A large target of big guns is closed to the batteries. [6.5.10]
    BatteriesClosed,
    /// How well the card's range is kept.
    Station,
    /// How far the order brings ships to the place where the battle is decided. [9.2]
    Objective,
    /// Standing by a cripple, or leaving it.
    Cripple,
    /// Torpedoes on the table that might be met. [7.4]
    TorpedoTracks,
    /// Value of the next turns, all ships going straight on. [6.4, 6.5]
    Lookahead,
    /// No enemy within reach or in sight, for a side that wants to fight. [4.3, 6.1]
    Contact,
    /// The fleet's plan that the order belongs to.
    Plan(Plan),
    /// A turn or a lower speed is an order that may fail, and disturbs the line. [5.10.2]
    ChangeCost,
}

pub fn term(kind: TermKind, points: f64, rule: Rule) -> Term {
    Term { kind, points: Millionths::nearest(points), rule }
}

/// Takes the best allowed option and assumes it. Ties go to the first. Refused options are dropped.
pub fn choose_best(view: &mut PlayerView, mut options: Vec<ScoredOption>) -> Option<Choice> {
    // Stable: options of equal value stay in the order in which they were found.
    options.sort_by_key(|option| std::cmp::Reverse(option.value));
    let first = options.iter().position(|option| view.try_order(&option.command))?;
    options.drain(..first);
    Some(Choice { command: options[0].command.clone(), reasons: Reasons { options, chosen: 0 } })
}

/// Takes the only option, if it is allowed.
pub fn choose_only(view: &mut PlayerView, command: Command, terms: Vec<Term>) -> Option<Choice> {
    choose_best(view, vec![ScoredOption::from_terms(command, terms)])
}

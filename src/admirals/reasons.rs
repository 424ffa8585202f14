//! What a naval choice is weighed by.
use super::{Choice, Plan};
use naval::{Command, view::Outlook};
use play::{Millionths, Rule};

/// The options of a naval decision.
pub type Reasons = play::Reasons<Command, TermKind>;
/// One of them.
pub type Weighed = play::Weighed<Command, TermKind>;
/// What adds to its worth.
pub type Term = play::Term<TermKind>;

/// What speaks for an order, or against it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TermKind {
    /// She was hit last turn. [6.5.1.2]
    HitLastTurn,
    /// What becomes of her decides the battle. [9.2]
    Decides,
    /// Her place in the line is that of the firer in hers.
    OppositeNumber,
    /// The kind of ship at which such guns are laid. [1.4]
    Kind,
    /// How far off it is.
    Range,
    /// How far the course lies from the one that is wished.
    Course,
    /// The speed of the turn. [5.4]
    Speed,
    /// It does what the division ahead does. [5.7.4, 5.7.5]
    Formation,
    /// Which damage is made good first. [8.6]
    Damage,
    /// Torpedoes would meet their target, or finish off whoever hardly makes way. [7.4, 7.6]
    Torpedoes,
    /// Land, an edge or a friend in the way. [5.11, 5.12, 9.3]
    Danger,
    /// Where a force begins. [10.1.3, 10.2]
    Place,
    /// What own fire may be expected to do. [6.5]
    Dealt,
    /// What enemy fire may be expected to do. [6.5]
    Suffered,
    /// At whom the card of the admiral lays guns.
    Laying,
    /// An enemy left alone throws half as many dice again. [6.5.1.3]
    Unengaged,
    /// A large target of big guns is closed to the batteries. [6.5.10]
    Closed,
    /// How the card's range is kept.
    Station,
    /// How far it brings ships to where the battle is decided. [9.2]
    Objective,
    /// A cripple is stood by, or left.
    Cripple,
    /// Torpedoes on the table that might be met. [7.4]
    Tracks,
    /// What the turns to come are worth, all going straight on. [6.4, 6.5]
    Lie,
    /// No enemy in reach or in sight, for a side that wants the fight. [4.3, 6.1]
    Contact,
    /// Of which plan of the fleet an order is.
    Plan(Plan),
    /// A turn, or less way, is an order that may not come through, and spoils the line. [5.10.2]
    Steady,
}

/// A consideration worth so many points.
pub fn term(kind: TermKind, points: f64, rule: Rule) -> Term {
    Term { kind, points: Millionths::nearest(points), rule }
}

/// Takes the best option that is allowed, and supposes it: of equal ones the first. Options that are refused are dropped.
pub fn best(at: &mut Outlook, mut options: Vec<Weighed>) -> Option<Choice> {
    // Stable: what is worth the same stays in the order in which it was found.
    options.sort_by_key(|option| std::cmp::Reverse(option.value));
    let first = options.iter().position(|option| at.suppose(&option.command))?;
    options.drain(..first);
    Some(Choice { command: options[0].command.clone(), reasons: Reasons { options, chosen: 0 } })
}

/// The only thing to do, where it is allowed.
pub fn only(at: &mut Outlook, command: Command, terms: Vec<Term>) -> Option<Choice> {
    best(at, vec![Weighed::by(command, terms)])
}

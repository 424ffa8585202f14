//! Bounds of the keys of victory. [9.2, 10.5]
use crate::model::{
    Fraction, Inches, Setup,
    victory::{Bound, Condition, Entry, HowMany, Is, Lead, Moment, Share, TurnIs, Wins},
    zone::Zone,
};

/// What makes an entry of `decide` impossible.
pub(super) fn fault(setup: &Setup, entry: &Entry) -> Option<&'static str> {
    if entry.of.is_some_and(|of| !is_sentence(setup, of)) {
        return Some("stands for a sentence of `victory` that there is not");
    }
    let is_sound = match &entry.wins {
        Wins::Leader(lead) => is_lead(lead),
        Wins::Side(wins) if entry.is_moral() && wins.at == Moment::Once => false,
        Wins::Side(wins) => is_condition(setup, &wins.condition),
    };
    (!is_sound).then_some("has a figure out of range, or asks for nothing")
}

/// Whether the prose of `victory` has a sentence of that number, from 1.
pub(super) fn is_sentence(setup: &Setup, of: u16) -> bool {
    (1..=setup.victory.len()).contains(&usize::from(of))
}

fn is_lead(lead: &Lead) -> bool {
    match lead {
        Lead::By(points) => 0 < *points,
        Lead::Ratio(ratio) => Fraction::ONE <= *ratio,
    }
}

fn is_turn(setup: &Setup, turn: u16) -> bool {
    (1..=setup.turns).contains(&turn)
}

fn is_condition(setup: &Setup, condition: &Condition) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            !parts.is_empty() && parts.iter().all(|part| is_condition(setup, part))
        }
        Condition::Not(part) => is_condition(setup, part),
        Condition::Turn(TurnIs::At(turn) | TurnIs::From(turn) | TurnIs::To(turn)) => is_turn(setup, *turn),
        Condition::Ships(ships) => {
            let is_count = match ships.count {
                HowMany::AtLeast(least) => 0 < least,
                HowMany::AtMost(_) | HowMany::Every | HowMany::None => true,
            };
            is_count && !ships.are.is_empty() && ships.are.iter().all(|is| is_asked(setup, is))
        }
        Condition::Points(points) => {
            let is_bound = match &points.bound {
                Bound::Lead(lead) => is_lead(lead),
                Bound::AtLeast(points) | Bound::Under(points) => 0 < *points,
            };
            is_bound && points.times.iter().all(|times| 0 < times.by)
        }
        Condition::More(..) => true,
    }
}

fn is_asked(setup: &Setup, is: &Is) -> bool {
    match is {
        Is::Sunk | Is::Immobile | Is::Lost | Is::Afloat | Is::CanMove => true,
        Is::Exited(exit) => {
            let turns = [exit.from, exit.to];
            turns.into_iter().flatten().all(|turn| is_turn(setup, turn))
                && exit.from.zip(exit.to).is_none_or(|(from, to)| from <= to)
        }
        Is::CanMake(speed) | Is::Below(speed) | Is::SlowerBy(speed) => Inches::ZERO < *speed,
        Is::FlotationHits(hits) => 0 < *hits,
        Is::MountsLost(Share::Number(number)) | Is::BatteryLost(Share::Number(number)) => 0 < *number,
        Is::MountsLost(Share::Half) | Is::BatteryLost(Share::Half) => true,
        Is::Inside(zone) => zone.is_sound(),
        Is::Within(_) | Is::Beyond(_) => true,
        Is::All(all) | Is::Any(all) => !all.is_empty() && all.iter().all(|one| is_asked(setup, one)),
        Is::Not(one) => is_asked(setup, one),
    }
}

impl Zone {
    /// Whether it has any extent, and its corners are in order.
    pub fn is_sound(&self) -> bool {
        match self {
            Zone::Circle(circle) => Inches::ZERO < circle.radius,
            Zone::Rectangle(rectangle) => rectangle.from.0 < rectangle.to.0 && rectangle.from.1 < rectangle.to.1,
        }
    }
}

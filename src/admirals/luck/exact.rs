//! Compares rolls with their exact means, without continuing the battle.
use super::{JournalCommand, LuckStep, cause, split_at_cuts};
use crate::{BattleStart, worth::hit_values};
use naval::model::luck::{Amount, Cause, MarginBreakdown, MarginItem, RollKind};
use naval::model::{HitKind, Setup, doctrine::Prizes};
use naval::{Command, Fact, Naval, NavalEvent, State};
use play::Millionths;

/// Most dice in a roll for which all outcomes are enumerated.
const MAX_DICE: usize = 40;

/// Compares every salvo, volley and torpedo at a cripple with its exact mean. Hits count with their expected value.
/// Other rolls are left out.
pub fn exact_account(setup: &Setup, commands: &[JournalCommand<'_>]) -> (MarginBreakdown, Vec<LuckStep>) {
    let mut moment = BattleStart::from_setup(setup);
    let (mut items, mut steps) = (Vec::new(), Vec::new());
    for (entry, command, events) in commands.iter().filter(|(_, _, events)| !events.is_empty()) {
        for piece in split_at_cuts(events) {
            let before = moment.state.clone();
            if let Some(points) = above_mean(&before, command, piece) {
                let (turn, segment, cause) = (before.turn, before.segment, cause(piece));
                let change = Amount { points, ..Amount::default() };
                items.push(MarginItem { entry: *entry, turn, segment, cause: cause.clone(), change });
                let (events, halves) = (piece.to_vec(), Vec::new());
                steps.push(LuckStep { entry: *entry, turn, segment, cause, before, events, halves, rounds_up: false });
            }
            moment.apply_events(piece);
        }
        moment.end_command(events);
    }
    let margin = Millionths(items.iter().map(|item| item.change.points.0).sum());
    (MarginBreakdown { battles: 0, moments: 0, expected: Amount::default(), items, margin }, steps)
}

/// Returns the first side's gain over the roll's exact mean. `None` if this kind of roll is left out.
fn above_mean(state: &State, command: &Command, piece: &[NavalEvent]) -> Option<Millionths> {
    let Cause::Dice { kind: RollKind::Gunfire | RollKind::Torpedoes, .. } = cause(piece) else { return None };
    let dice: usize = piece.iter().map(|event| event.dice.len()).sum();
    let single_command = match command {
        Command::Fire { units, apart } | Command::FireSome { units, apart, .. } => {
            Command::FireSome { units: units.clone(), apart: *apart, salvoes: 1 }
        }
        Command::CoupDeGrace { .. } => command.clone(),
        _ => return None,
    };
    if dice == 0 || MAX_DICE < dice {
        return None;
    }
    let worth = |events: &[NavalEvent]| worth_of_hits(state, events);
    let outcomes = play::odds::explore::<Naval, _>(state, &single_command, worth).ok()?;
    Some(Millionths(worth(piece) - outcomes.expected(|worth| *worth as f64).round() as i64))
}

/// Returns the value of marked hits to the first side, in millionths of a point.
fn worth_of_hits(state: &State, events: &[NavalEvent]) -> i64 {
    let first = state.setup.sides.first().map(|side| side.id.clone());
    let value_of = |event: &NavalEvent| {
        let Fact::HitsMarked(hit) = &event.fact else { return 0 };
        let Some(ship) = state.ships_of(&hit.target).next() else { return 0 };
        let values = hit_values(ship, Prizes::Points);
        let points = match hit.kind {
            HitKind::Penetrating | HitKind::Torpedo => values.piercing,
            HitKind::NonPenetrating => values.other,
            HitKind::Effective | HitKind::FireSpread => values.battery,
        };
        let sign = if Some(&ship.side) == first.as_ref() { -1 } else { 1 };
        sign * Millionths::nearest(points * f64::from(hit.count)).0
    };
    events.iter().map(value_of).sum()
}

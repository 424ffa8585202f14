//! The legal command nearest to a refused one.
use std::fmt::Display;

use super::{
    sight,
    sight::{enemies_in_action, side_of},
    trial,
};
use crate::{count, fire_hints::target_line, labels, list, unambiguous_marker};
use naval::model::{
    Alternation, BatteryKind, Bearing, Duty, FireOrder, Fraction, HeldHit, HitState, MarkerId, Ship, Task,
    command::Conditions, state::Marker,
};
use naval::{
    Command, Id, Inches, State,
    notation::{self, typed_name},
    rules::gunnery,
};
use play::Hint;

/// At most this many ships are named. If more duties are due, the first is named and the rest are counted.
const MAX_LISTED: usize = 4;

/// Whether the side of a unit has closed its declarations. [3.3.5]
pub(super) fn has_closed(state: &State, unit: &Id) -> bool {
    state.ships_of(unit).any(|ship| state.this_move.closed_sides.contains(&ship.side))
}

/// Returns duties that are due, short enough to read.
pub(super) fn first_duties(state: &State, duties: &[Duty]) -> String {
    match &labels::duty_texts(state, duties)[..] {
        [first, rest @ ..] if MAX_LISTED <= rest.len() => {
            format!("{first}, and {} more (`duties` lists them)", rest.len())
        }
        few => list(few),
    }
}

/// Returns the items after the words `some`. Without items it returns the words `none`.
pub(super) fn list_or(items: impl IntoIterator<Item: Display>, none: impl Into<Hint>, some: &str) -> Hint {
    let mut things = items.into_iter().peekable();
    if things.peek().is_none() { none.into() } else { format!("{some} {}.", list(things)).into() }
}

/// Returns the command for the first duty that is due, and how to waive it.
pub(super) fn duty_hint(state: &State, duties: &[Duty]) -> Hint {
    let waive = Hint::line("next waive \"REASON\"");
    let fires = duties.iter().filter(|duty| matches!(duty.task, Task::Fire { .. })).count();
    let has_undeclared =
        state.setup.options.alternation == Alternation::Loose && !gunnery::sides_still_to_declare(state).is_empty();
    let first = match duties.first().map(|duty| &duty.task) {
        Some(Task::Fire { .. }) if 1 < fires && has_undeclared => Some(Hint::line("fire all declared")),
        Some(Task::Fire { .. }) if 1 < fires => Some(Hint::line("fire all")),
        Some(Task::Fire { firer, .. }) if has_undeclared => Some(Hint::line(format!("fire {firer} declared"))),
        Some(task) => duty_command(state, task),
        None => None,
    };
    match first {
        Some(order) => "type " + order + ", or " + waive + ".",
        None => Hint::line("duties") + " lists what to type, or skip it: " + waive + ".",
    }
}

/// Returns the command for a duty, if it has one. Capitals or dots mark what the tape or the player must add.
fn duty_command(state: &State, task: &Task) -> Option<Hint> {
    Some(Hint::line(match task {
        Task::RollWeather => "generate visibility".to_owned(),
        Task::RaiseForce { side } => format!("generate {side}", side = typed_name(state, side)),
        Task::SayApproach { side, bearing_deg } => {
            format!("approach {side} 24 bearing {bearing_deg}", side = typed_name(state, side))
        }
        Task::Deploy { division } => format!("deploy {division}", division = typed_name(state, division)),
        Task::Preplot { division, straight } => format!("preplot {} {straight} x10", typed_name(state, division)),
        Task::Plot { division, straight, speed } => {
            let speed = speed.map(|speed| format!(" speed {speed}")).unwrap_or_default();
            format!("plot {division} {straight}{speed}", division = typed_name(state, division))
        }
        Task::PlotAnew { ship, .. } => return Some(Hint::form(format!("plot {} PLOT", typed_name(state, ship)))),
        Task::CheckOrders { division, range_known: true } => {
            format!("orders {division}", division = typed_name(state, division))
        }
        Task::CheckOrders { division, range_known: false } => {
            return Some(Hint::form(format!("orders {} range ...", typed_name(state, division))));
        }
        Task::React { division, .. } => format!("react {division}", division = typed_name(state, division)),
        Task::Fire { firer, .. } => format!("fire {firer}", firer = typed_name(state, firer)),
        Task::Meet { marker, .. } => format!("miss {}", notation::typed_name(state, marker)),
        Task::MeasureReach { side } => format!("none in reach {side}", side = typed_name(state, side)),
        Task::Repair { ship, hits } => format!("repair {ship} {}", hits.first()?, ship = typed_name(state, ship)),
        Task::LeadAnew { division, next, .. } => {
            format!("flag {} {}", typed_name(state, division), typed_name(state, next))
        }
        Task::HoldJammed { .. } | Task::StopBoats { .. } => return None,
    }))
}

/// Returns the first few of some ships, or the words for none.
pub(super) fn first_few_or<'s>(ships: impl Iterator<Item = &'s Ship>, none: &str, some: &str) -> Hint {
    list_or(ships.map(|ship| &ship.id).take(MAX_LISTED), none, some)
}

/// Returns the name most similar to what was typed, or else the command that lists all names.
pub(super) fn nearest(state: &State, typed: &Id) -> Option<Hint> {
    let divisions = state.divisions.iter().map(|division| division.id.as_str());
    let sides = state.setup.sides.iter().map(|side| side.id.as_str());
    let ids = state.ships.iter().map(|ship| ship.id.as_str()).chain(divisions).chain(sides);
    let near = play::verbs::nearest(typed.as_str(), ids).map(|near| format!("did you mean `{near}`?").into());
    near.or_else(|| Some(Hint::line("status") + " lists every name."))
}

pub(super) fn enemies(state: &State, unit: &Id) -> Option<Hint> {
    enemies_in_action(state, unit).next()?;
    Some(first_few_or(enemies_in_action(state, unit), "", "its enemies are"))
}

pub(super) fn other_enemies(state: &State, unit: &Id, target: &Id) -> Option<Hint> {
    let is_seen = |ship: &&Ship| sight::sees(state, unit, ship) && ship.id != *target && ship.division != *target;
    Some(first_few_or(enemies_in_action(state, unit).filter(is_seen), "it sees no other enemy.", "it also sees:"))
}

pub(super) fn declaration_hint(state: &State, unit: &Id) -> Option<Hint> {
    if has_positions(state) {
        let takes = |enemy: &&Ship| trial::accepts(state, &fire_at(unit, &enemy.id));
        let mut seen = enemies_in_action(state, unit).filter(|ship| sight::sees(state, unit, ship)).peekable();
        return Some(match (seen.peek().is_some(), seen.find(takes)) {
            (_, Some(enemy)) => "type " + Hint::line(target_line(state, unit, &enemy.id)) + ".",
            (true, None) => "it can fire at no enemy that it sees.".into(),
            (false, None) => "it sees no enemy.".into(),
        });
    }
    let enemy = enemies_in_action(state, unit)
        .find(|ship| sight::sees(state, unit, ship))
        .or_else(|| enemies_in_action(state, unit).next());
    enemy.map(|enemy| {
        let shot = target_line(state, unit, &enemy.id);
        let is_known = state.measured_range(unit, &enemy.id).is_some();
        let shot = if is_known { Hint::line(shot) } else { Hint::form(format!("{shot} range RANGE")) };
        "type " + shot + "."
    })
}

/// Returns a declaration with only firer and target.
pub(super) fn fire_at(firer: &Id, target: &Id) -> Command {
    let conditions = Conditions::default();
    let (firer, target) = (firer.clone(), target.clone());
    Command::Target(FireOrder { firer, target, range: None, bearing: None, battery: None, conditions })
}

/// Whether any ship has a position. If so, no hint makes up a measured range.
pub(super) fn has_positions(state: &State) -> bool {
    state.ships.iter().any(|ship| ship.at.is_some())
}

pub(super) fn batteries(state: &State, ship: &Id) -> Option<Hint> {
    let ship = state.ship(ship)?;
    let is_able = |kind: &BatteryKind| match kind {
        BatteryKind::Big => !ship.mounts_left().is_empty(),
        BatteryKind::Medium | BatteryKind::Light => ship.battery_strength(*kind) > Fraction::ZERO,
    };
    let kinds = [BatteryKind::Big, BatteryKind::Medium, BatteryKind::Light].into_iter().filter(is_able);
    Some(list_or(kinds, "all its guns are out of action.", "it has"))
}

/// Returns the nearest measured enemy in reach, otherwise the battery's reach.
pub(super) fn out_of_range(state: &State, ship: &Id, battery: BatteryKind, max: Inches) -> Option<Hint> {
    let within = enemies_in_action(state, ship)
        .filter(|enemy| sight::sees(state, ship, enemy))
        .filter_map(|enemy| Some((state.measured_range(ship, &enemy.id)?, enemy)))
        .filter(|(range, _)| *range <= max)
        .min_by_key(|(range, _)| *range);
    Some(match within {
        Some((range, enemy)) => {
            let near = Hint::words(format!("{} is {range}\" away: type ", enemy.card.name));
            near + Hint::line(target_line(state, ship, &enemy.id)) + "."
        }
        None => format!("its {battery} guns reach {max}\", and no sighted enemy is known to be that near.").into(),
    })
}

pub(super) fn bearing_arcs(state: &State, ship: &Id, battery: BatteryKind) -> Option<Hint> {
    let ship = state.ship(ship)?;
    let arcs = [Bearing::Bow, Bearing::Port, Bearing::Starboard, Bearing::Stern];
    let able: Vec<String> = match battery {
        BatteryKind::Big => {
            let able = arcs.into_iter().filter(|arc| 0 < ship.mounts_bearing(*arc));
            able.map(|arc| format!("{arc} ({})", count(ship.mounts_bearing(arc), "mount"))).collect()
        }
        BatteryKind::Medium | BatteryKind::Light => vec!["port".to_owned(), "starboard".to_owned()],
    };
    Some(list_or(able, "all its mounts are out of action.", "they bear:"))
}

pub(super) fn with_torpedoes(state: &State, ship: &Id) -> Option<Hint> {
    let side = side_of(state, ship)?;
    let armed = state.ships_of_side(side).filter(|ship| ship.is_in_action() && 0 < ship.torpedoes_left);
    Some(first_few_or(armed, "no ship of its side has torpedoes left.", "torpedoes are left in"))
}

/// Returns a marker letter that this marker's side does not use, or `A` if it uses all.
pub(super) fn free_marker(state: &State, taken: &MarkerId) -> char {
    let with_letter = |letter: &char| taken.as_str().replacen(Marker::letter(taken), &letter.to_string(), 1);
    let is_free = |letter: &char| {
        let other = with_letter(letter);
        state.markers.iter().all(|marker| !marker.id.as_str().eq_ignore_ascii_case(&other))
    };
    ('a'..='z').find(is_free).map_or('A', |letter| letter.to_ascii_uppercase())
}

/// Returns options for a base that already has a marker on this side.
pub(super) fn second_marker(state: &State, base: &Id, bearing: Bearing) -> Hint {
    let again = Hint::line("undo") + " that launch and type one line with all the factors.";
    let other = match bearing {
        Bearing::Port => Some(Bearing::Starboard),
        Bearing::Starboard => Some(Bearing::Port),
        Bearing::Bow | Bearing::Broadside | Bearing::Stern => None,
    };
    let is_taken = |side: &Bearing| {
        state
            .markers
            .iter()
            .any(|marker| marker.launcher == *base && marker.turn == state.turn && marker.bearing == *side)
    };
    match other.filter(|side| !is_taken(side)) {
        Some(side) => Hint::words(format!("type `{side}` for the other side, or ")) + again,
        None => again,
    }
}

pub(super) fn markers(state: &State) -> Hint {
    let open = state.markers.iter().filter(|marker| marker.answered_turn != Some(state.turn));
    list_or(
        open.map(|marker| unambiguous_marker(state, &marker.id)),
        "no marker is still to be resolved.",
        "still to be resolved:",
    )
}

pub(super) fn repairable(state: &State, ship: &Id) -> Option<Hint> {
    let ship = state.ship(ship)?;
    let open = ship.hits.iter().filter(|hit| hit.state == HitState::Active);
    let ids: Vec<&str> = open.map(|hit| hit.id.as_str()).collect();
    Some(if ids.is_empty() {
        "none of its hits can be repaired.".into()
    } else {
        let line = format!("repair {} {}", typed_name(state, &ship.id), ids[0]);
        Hint::words(format!("{} can be repaired: ", list(&ids))) + Hint::line(line) + "."
    })
}

/// Returns a hint whether a ship that has tried a repair this turn has anything left to repair.
pub(super) fn repair_tried(state: &State, ship: &Id) -> &'static str {
    let is_left = state.ship(ship).is_some_and(|ship| ship.hits.iter().any(|hit| hit.state == HitState::Active));
    if is_left { "it may try again next turn." } else { "none of its hits can be repaired any more." }
}

pub(super) fn held_hits_hint(state: &State) -> Hint {
    let targets = play::distinct(state.held_hits.iter().map(|HeldHit { target, .. }| target));
    list_or(targets, "no hits are held.", "hits are held on")
}

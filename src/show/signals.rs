//! Formations, flags, orders received or not, and actions without orders.
use std::iter;

use super::{
    below_headline,
    chart::{independent_result_for, modified_rolls},
    cited_terms, faces, joined,
    lines::{has_plural_name, unfolded},
    list, moves, name_list, sentence, span, verb_for,
};
use naval::model::chart::{Independent, UnitKind};
use naval::model::{
    BearingLine, DetachReason, Fine, Flagship, Formation, FormationId, Plot, Ship, Sum, TurnSide, UnfinishedTurn,
};
use naval::{Id, Inches, NavalEvent, State, rules::signals, view::View};

/// `Formation van: 1st and 2nd, one astern of the other.`
pub(super) fn formation_sentence(before: &State, formation: &Formation) -> String {
    let names = name_list(before, &formation.divisions);
    format!("Formation {}: {names}, {}{}.", formation.id.word(), shape_text(&formation.lines), from_next_plot(before))
}

/// `Formation van is dissolved.`
pub(super) fn disbanded_sentence(before: &State, formation: &FormationId) -> String {
    format!("Formation {} is dissolved{}.", formation.word(), from_next_plot(before))
}

/// Says when an order takes effect that is given outside the Plotting Segment. [5.2]
fn from_next_plot(before: &State) -> &'static str {
    if before.is_plotting() { "" } else { ", from the next plot on" }
}

/// `on a line bearing 45, 2.0" apart`
pub(super) fn shape_text(lines: &[BearingLine]) -> String {
    match lines {
        [] => "one astern of the other".to_owned(),
        [line] => format!("on a line bearing {}, {}\" apart", line.bearing_deg, line.interval),
        lines => {
            let each = |line: &BearingLine| format!("{} ({}\")", line.bearing_deg, line.interval);
            format!("as an arrowhead on lines bearing {}", list(lines.iter().map(each)))
        }
    }
}

/// `2nd is 7.3" from formation van: its orders are checked alone until it has closed up.`
pub(super) fn formation_gaps(before: &State, id: &FormationId, off: &[(Id, Inches)]) -> Vec<String> {
    let earlier_off = before.formation(id).map_or(&[][..], |formation| &formation.off[..]);
    let fallen = off.iter().filter(|(division, _)| !earlier_off.contains(division)).map(|(division, gap)| {
        let name = before.name(division);
        format!("{name} is {gap}\" from formation {}: its orders are checked alone until it has closed up.", id.word())
    });
    let again =
        earlier_off.iter().filter(|division| !off.iter().any(|(fallen_division, _)| fallen_division == *division));
    let again = again.map(|division| format!("{} has closed up on formation {}.", before.name(division), id.word()));
    fallen.chain(again).collect()
}

/// `2nd had the longest way: screen has formed.`
pub(super) fn change_sentence(before: &State, formation: &FormationId, farthest: &Id, short: &[Id]) -> String {
    let formation = formation.word();
    if short.is_empty() {
        return format!("{} had the longest way: {formation} has formed.", before.name(farthest));
    }
    let short = list(short.iter().map(|division| before.name(division)));
    format!("{short} fell short: {formation} has not formed yet. Order it again.")
}

/// `Pobeda makes 0.0" and will fall out of Rus.`
pub(super) fn straggler_sentence(before: &State, division: &Id, ships: &[(Id, Inches)]) -> String {
    let each = |(ship, own): &(Id, Inches)| format!("{} makes {own}\"", before.name(ship));
    let each: Vec<String> = ships.iter().map(each).collect();
    format!("{} and will fall out of {}.", list(each), before.name(division))
}

/// `Behind a gap, Asama (2.5") and Yakumo (4.5") will fall out of 1st.`
pub(super) fn gap_sentence(before: &State, division: &Id, ships: &[(Id, Inches)]) -> String {
    let each = ships.iter().map(|(ship, gap)| format!("{} ({gap}\")", before.name(ship)));
    format!("Behind a gap, {} will fall out of {}.", list(each), before.name(division))
}

/// Returns the viewer's unplotted divisions that are held back, with the speed at which they continue. [5.8.3]
pub fn held_back_notes(view: &View) -> Vec<String> {
    let is_own = |id: &Id| view.division(id).is_some_and(|division| view.owns(&division.side));
    let held = signals::unplotted_slowed_divisions(view).into_iter().filter(|(id, _)| is_own(id));
    held.flat_map(|(id, speed)| {
        sentence(&format!("{} [{}]", unplotted_sentence(view, &id, speed), signals::SPEED_MEMBERSHIP), 0)
    })
    .collect()
}

/// `Vladivostok cruisers, unplotted, stay at 1.0".`
pub(super) fn unplotted_sentence(before: &State, division: &Id, speed: Inches) -> String {
    let stays = verb_for(before, division, "stays", "stay");
    format!("{}, unplotted, {stays} at {speed}\".", before.name(division))
}

/// `Fuji is detached from 1st: a gap of 2.4" to it, more than 2.0".`
pub(super) fn detached_sentence(before: &State, ship: &Id, from: &Id, why: DetachReason) -> String {
    let why = match why {
        DetachReason::Gap { inches } => format!("a gap of {inches}\" to it, more than 2.0\""),
        DetachReason::Steering => "the ship cannot steer".to_owned(),
        DetachReason::Speed { own, flagship } => format!("the ship's speed is {own}\", the flagship's {flagship}\""),
    };
    format!("{} is detached from {}: {why}.", before.name(ship), before.name(from))
}

/// `The flag of 1st passes to Fuji: signalling 0, initiative -1; straight ahead this turn.`
pub(super) fn flag_sentence(
    before: &State,
    division: &Id,
    flag: &Flagship,
    ordered: bool,
    straight_in: Option<u16>,
) -> String {
    let (name, ship) = (before.name(division), before.name(&flag.ship));
    let rating = |rating: i32| if rating == 0 { "0".to_owned() } else { format!("{rating:+}") };
    let ratings = format!("signalling {}, initiative {}", rating(flag.signalling), rating(flag.initiative));
    let stays = before.division(division).is_some_and(|division| division.flagship == flag.ship);
    let straight = match straight_in.filter(|_| before.checks || ordered) {
        Some(turn) if turn == before.turn => "; straight ahead this turn",
        Some(_) => "; straight ahead next turn",
        None => "",
    };
    match (stays, ordered) {
        (true, _) => format!("{name} under {ship}: {ratings}."),
        (false, true) => format!("{name} shifts its flag to {ship}: {ratings}{straight}."),
        (false, false) => format!("The flag of {name} passes to {ship}: {ratings}{straight}."),
    }
}

/// Returns the names of a division and of those that share its orders.
pub(super) fn joint_names(before: &State, unit: &Id, with: &[Id]) -> String {
    name_list(before, iter::once(unit).chain(with))
}

pub(super) fn received_word(received: bool) -> &'static str {
    if received { "received" } else { "not received" }
}

/// Returns the number that orders need, and the dice.
pub(super) fn orders_lines(event: &NavalEvent, who: &str, needed: &Sum, received: bool) -> Vec<String> {
    let result = received_word(received);
    let (on, rolled) = (needed.result, faces(&event.dice));
    let head = format!("Orders of {who}, on {on} or less (D10): {rolled} -> {result}. [{}]", event.rule);
    below_headline(vec![unfolded(&head, 0)], &cited_terms(needed))
}

/// `2nd acts without orders (D10): typed 3, initiative +1 = 4 -> it goes straight on at the same speed.`
pub(super) fn independent_sentence(
    before: &State,
    faces: &str,
    unit: &Id,
    initiative: i32,
    roll: i32,
    does: Independent,
) -> String {
    let initiative_text = if initiative == 0 { String::new() } else { format!(", initiative {initiative:+} = {roll}") };
    let (it, does_it) =
        (verb_for(before, unit, "it", "they"), independent_result_for(does, has_plural_name(before, unit)));
    let text = format!("{} (D10): {faces}{initiative_text} -> {it} {does_it}.", acts_alone(before, unit));
    if !does.turns_by_enemy() || signals::sees_an_enemy(before, unit) {
        return text;
    }
    format!("{text} No enemy is in sight: {it} {} straight on.", verb_for(before, unit, "goes", "go"))
}

/// `2nd acts without orders`, `Cruisers act without orders`
fn acts_alone(before: &State, unit: &Id) -> String {
    format!("{} {}", before.name(unit), verb_for(before, unit, "acts without orders", "act without orders"))
}

/// Returns the rows of the table of independent movement, before the die is rolled.
pub(super) fn independent_needs(before: &State, unit: &Id, kind: UnitKind, initiative: i32) -> String {
    let table = before.setup.charts.independent(kind);
    let rows = table.into_iter().flat_map(modified_rolls).map(|(low, up_to, does)| {
        let rolls = match (low, up_to) {
            (None, Some(to)) => format!("to {to}"),
            (Some(low), Some(to)) => span(low, to),
            (Some(low), None) => format!("from {low}"),
            (None, None) => "any".to_owned(),
        };
        format!("{rolls} {}", independent_result_for(does, has_plural_name(before, unit)))
    });
    let initiative_text = if initiative == 0 { String::new() } else { format!(" with initiative {initiative:+}") };
    format!("{}, D10{initiative_text}: {}.", acts_alone(before, unit), joined(rows, "; "))
}

/// `2nd does this instead: CL45 at speed 2.0".`
pub(super) fn replaced_plot_sentence(
    before: &State,
    division: &Id,
    plot: &Plot,
    carried: Option<UnfinishedTurn>,
) -> String {
    let name = before.name(division);
    if plot.elements.is_empty() && carried.is_none() {
        return format!("{name}'s plot is void: its rudder is jammed.");
    }
    let plot = moves::plot_description(plot);
    match carried.filter(|carried| carried.degrees > Fine::ZERO) {
        Some(carried) => {
            let hand = if carried.turn.hand == TurnSide::Left { "left" } else { "right" };
            let turns = verb_for(before, division, "turns", "turn");
            format!("{name} {turns} {} degrees {hand}, then {plot}.", carried.degrees)
        }
        None => format!(
            "{name} {} this instead{}: {plot}.",
            verb_for(before, division, "does", "do"),
            lost_leader_note(before, division)
        ),
    }
}

/// `, because 1st Division is lost`: for a plot that depends on a lost division. [5.7.4, 5.7.5]
fn lost_leader_note(before: &State, division: &Id) -> String {
    let plot = before.division(division).and_then(|found| found.plot.as_ref());
    let other = plot.and_then(Plot::depends_on).filter(|other| !before.ships_of(other).any(Ship::is_in_action));
    other.map_or_else(String::new, |other| format!(", because {} is lost", before.name(other)))
}

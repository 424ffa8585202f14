//! 5.13 and 5.14: moves before the sides have met, when neither knows the other's strength.
pub use crate::model::Contact;

use crate::{
    Division, Element, Fact, Id, Inches, NavalDraft, NavalHalt, Place, Plot, Reason, Segment, Ship, State, TableReason,
    movement::{self, Converging},
    special, survey,
};
use play::Rule;

const DEPARTURE: Rule = Rule::new("4.1");
const ALLOWANCE: Rule = Rule::new("5.4");
const GAIN: Rule = Rule::new("5.5");
const COLLISIONS: Rule = Rule::new("5.11");
const HIDDEN: Rule = Rule::new("5.13");
/// A marker for each division, its ships known only to its owner.
pub const MARKERS: Rule = Rule::new("5.13.1");
const TEN_TURNS: Rule = Rule::new("5.13.2");
const CONTACT: Rule = Rule::new("5.13.3");
const SINGLE_SHIPS: Rule = Rule::new("5.13.4");
const ALONE: Rule = Rule::new("5.13.5");
const FUNNEL_SMOKE: Rule = Rule::new("5.13.6");

/// Turns plotted before play. [5.13.2]
pub const TURNS: usize = 10;
/// Speeds this near to the top make funnel smoke. [5.13.6]
const NEAR_TOP: Inches = Inches::whole(1);
/// Large ships whose smoke is seen far off. [5.13.6]
const SMOKING_SHIPS: usize = 2;

/// The marker of a division that the enemy has not seen. [5.13.1]
#[derive(Clone, PartialEq, Debug)]
pub struct ForceMarker {
    pub division: Id,
    /// Where its leading ship lies; `None` for a division without positions.
    pub at: Option<Place>,
}

/// One marker for each division that has ships on the table and has not been seen. [5.13.1]
pub fn force_markers(state: &State) -> Vec<ForceMarker> {
    let marker = |division: &Division| ForceMarker { division: division.id.clone(), at: leader_at(state, division) };
    unseen(state).map(marker).collect()
}

fn unseen(state: &State) -> impl Iterator<Item = &Division> {
    let hidden = state.setup.hidden;
    let there = |division: &&Division| state.ships_of_division(&division.id).any(Ship::in_action);
    state.divisions.iter().map(AsRef::as_ref).filter(move |division| hidden && !division.revealed).filter(there)
}

fn leader_at(state: &State, division: &Division) -> Option<Place> {
    movement::bases(state, division).first().and_then(|(ship, _)| ship.at)
}

/// Files the ten turns that a division runs before contact. [5.13.2]
///
/// # Errors
/// Refused unless: strengths are hidden; it is the Plotting Segment of turn 1 and its side has met nobody; the division is
/// tracked and in action; a ship that is not the whole of it is a picket; there are ten plots; every speed can be
/// made and gained; and every plot can be steered from where the one before leads.
pub(crate) fn file(draft: &mut NavalDraft<'_>, unit: &Id, plots: &[Plot]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if !state.setup.hidden {
        return draft.refuse(HIDDEN, TableReason::NothingHidden.into());
    }
    let Some(division) = state.division_of(unit) else {
        return draft.refuse(HIDDEN, Reason::UnknownUnit { unit: unit.clone() });
    };
    if state.turn != 1 || now != Segment::Plotting || !state.on_preplots(&division.side) {
        return draft.refuse(TEN_TURNS, TableReason::PreplotsOver { unit: unit.clone() }.into());
    }
    if !state.ships_of(unit).any(Ship::in_action) {
        return draft.refuse(HIDDEN, Reason::NotInAction { ship: unit.clone() });
    }
    if !state.is_tracked(unit) {
        return draft.refuse(HIDDEN, TableReason::NoPosition { unit: unit.clone() }.into());
    }
    if plots.len() != TURNS {
        return draft.refuse(TEN_TURNS, TableReason::NotTenTurns { unit: unit.clone(), turns: plots.len() }.into());
    }
    if !state.is_whole(division, unit) {
        post_picket(draft, unit)?;
    }
    let state = draft.state();
    let Some(division) = state.division_of(unit).cloned() else { return Ok(()) };
    speeds_made(draft, &division, plots)?;
    let mut speed = movement::speed_now(state, &division);
    for plot in plots {
        speed = speed_of(plot).unwrap_or(speed);
        movement::makes_smoke_under_way(draft, plot, speed)?;
    }
    movement::in_turn(draft, &division.id, plots)?;
    draft.note(TEN_TURNS, Fact::PreplotFiled { division: division.id.clone(), plots: plots.to_vec() });
    tell_converging(draft, &division);
    Ok(())
}

/// Friends plotted already whose tracks would meet those of a division are told before any plot runs. [5.11, Q44]
fn tell_converging(draft: &mut NavalDraft<'_>, division: &Division) {
    let state = draft.state();
    let plotted = |id: &Id| state.division(id).is_some_and(|one| one.plot.is_some());
    let of_these = |pair: &Converging| {
        (pair.one == division.id || pair.other == division.id) && plotted(&pair.one) && plotted(&pair.other)
    };
    let found: Vec<Converging> =
        movement::converging(state, Some(&division.side), TURNS as u16).into_iter().filter(of_these).collect();
    for Converging { one, other, turn } in found {
        draft.note(COLLISIONS, Fact::FriendsConverge { one, other, turn });
    }
}

/// A picket that the scenario names leaves her division and is plotted alone. [5.13.5]
fn post_picket(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    if !draft.state().setup.pickets.contains(ship) {
        return draft.refuse(ALONE, TableReason::NoPicket { ship: ship.clone() }.into());
    }
    movement::act_alone(draft, ship)
}

/// Every plot's speed can be made by the slowest ship, and be reached from that of the plot before, up and down. [5.4, 5.5]
fn speeds_made(draft: &NavalDraft<'_>, division: &Division, plots: &[Plot]) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    let mut before = movement::speed_now(state, division);
    let mut later = state.clone();
    for plot in plots {
        let speed = speed_of(plot).unwrap_or(before);
        if let Some((reason, _)) = special::too_fast(&later, &division.id, speed) {
            return draft.refuse(special::SPECIAL, reason.into());
        }
        later.turn += 1;
        for ship in state.ships_of_division(&division.id).filter(|ship| ship.in_action()) {
            let line = state.setup.charts.movement_of(ship.card.kind);
            let max = before + line.map_or(Inches::ZERO, |line| line.acceleration);
            if ship.allowance() < speed {
                let max = ship.allowance();
                return draft.refuse(ALLOWANCE, Reason::AboveAllowance { ship: ship.id.clone(), speed, max });
            }
            if max < speed {
                let reason = TableReason::GainsTooMuch { ship: ship.id.clone(), speed, from: before, max };
                return draft.refuse(GAIN, reason.into());
            }
            if let Some(min) = movement::least_after(state, before).filter(|min| speed < *min) {
                let reason = TableReason::SlowsTooMuch { ship: ship.id.clone(), speed, from: before, min };
                return draft.refuse(GAIN, reason.into());
            }
        }
        before = speed;
    }
    Ok(())
}

fn speed_of(plot: &Plot) -> Option<Inches> {
    match plot.elements[..] {
        [Element::Straight(length)] => plot.speed.or(Some(length)),
        _ => plot.speed,
    }
}

/// Before a side has sighted an enemy it does not depart from what it plotted before turn 1. [4.1, 5.13.3, 5.13.5]
///
/// # Errors
/// Refused while the side of a tracked unit runs its pre-plots.
pub(crate) fn may_steer(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(division) = state.division_of(unit).filter(|division| state.on_preplots(&division.side)) else {
        return Ok(());
    };
    if !state.is_tracked(unit) {
        return Ok(());
    }
    let whole = state.is_whole(division, unit);
    if !whole && !state.setup.pickets.contains(unit) {
        return draft.refuse(ALONE, TableReason::NoPicket { ship: unit.clone() }.into());
    }
    let first = state.turn == 1 && state.segment == Segment::Plotting;
    draft.refuse(DEPARTURE, TableReason::OnPreplots { unit: unit.clone(), first }.into())
}

/// Who has met whom by now: seen divisions lose their markers, sides that know of the enemy plot turn by turn.
/// [5.13.1, 5.13.3, 5.13.4, 5.13.6]
pub(crate) fn look(draft: &mut NavalDraft<'_>) {
    if !draft.state().setup.hidden {
        return;
    }
    let state = draft.state();
    let seen = |division: &&Division| state.ships_of_division(&division.id).any(|ship| ship.sighted);
    let revealed: Vec<Id> = unseen(state).filter(seen).map(|division| division.id.clone()).collect();
    for division in revealed {
        draft.note(SINGLE_SHIPS, Fact::MarkerReplaced { division });
    }
    let sides: Vec<Id> = draft.state().setup.sides.iter().map(|side| side.id.clone()).collect();
    for side in sides {
        let state = draft.state();
        if !state.on_preplots(&side) {
            continue;
        }
        let enemy = state.ships.iter().find(|ship| ship.side != side && ship.sighted);
        if let Some(enemy) = enemy {
            let by = Contact::Sighted(enemy.id.clone());
            draft.note(CONTACT, Fact::ContactMade { side, by });
        } else if let Some(by) = smoke_seen_by(state, &side) {
            draft.note(FUNNEL_SMOKE, Fact::ContactMade { side, by });
        }
    }
}

/// Funnel smoke of an enemy formation that one of a side's markers is near enough to see. [5.13.6]
fn smoke_seen_by(state: &State, side: &Id) -> Option<Contact> {
    let moved = !matches!(state.segment, Segment::Plotting | Segment::Movement);
    let reach = state.sighting_base.filter(|_| moved && !state.setup.night)? * 2;
    let enemies = state.divisions.iter().filter(|division| division.side != *side);
    for division in enemies {
        let group = state.group_of(&division.id);
        if group.first().is_none_or(|lead| lead.id != division.id) || !makes_smoke(state, &group) {
            continue;
        }
        for marker in unseen(state).filter(|marker| marker.side == *side) {
            if let Some(range) = range_to(state, marker, &group).filter(|range| *range <= reach) {
                return Some(Contact::Smoke { of: division.id.clone(), seen_by: marker.id.clone(), range });
            }
        }
    }
    None
}

/// Two large ships or more, and the formation within 1.0 of the top speed of its slowest ship. [5.13.6, Q25]
fn makes_smoke(state: &State, group: &[&Division]) -> bool {
    let ships: Vec<&Ship> = group
        .iter()
        .flat_map(|division| state.ships_of_division(&division.id))
        .filter(|ship| ship.in_action())
        .collect();
    let large = ships.iter().filter(|ship| ship.card.kind.is_large()).count();
    let top = ships.iter().map(|ship| ship.top_speed()).min().unwrap_or(Inches::ZERO);
    let speed = ships.iter().map(|ship| ship.speed).min().unwrap_or(Inches::ZERO);
    SMOKING_SHIPS <= large && Inches::ZERO < speed && top - NEAR_TOP <= speed
}

/// From a division's marker to the nearest ship of a formation.
fn range_to(state: &State, marker: &Division, group: &[&Division]) -> Option<Inches> {
    let place = movement::bases(state, marker).first().map(|(ship, _)| ship.id.clone());
    let from = place.unwrap_or_else(|| marker.id.clone());
    let ships = group.iter().flat_map(|division| state.ships_of_division(&division.id)).filter(|ship| ship.in_action());
    ships.filter_map(|ship| survey::range(state, &from, &ship.id)).min()
}

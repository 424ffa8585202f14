//! Special rules that set ships down again for another contact. [9.2]
use super::{conditions::active_rules, sentences::SPECIAL};
use crate::model::special::{RuleEffect, RuleFact};
use crate::model::{ColumnState, Division, Place, Ship, ShipSet};
use crate::rules::columns::placed_course::{astern_in_column, check_on_table, course_of};
use crate::rules::survey::land;
use crate::{Fact, Id, NavalDraft, State};
use geometry::{Bearing, Pose};

/// A division that a rule sets down.
struct SetDown {
    rule: u16,
    division: Id,
    places: Vec<(Id, Place)>,
}

/// Sets ships down again when a turn opens: in one column, a division behind the other, the first at a distance from
/// the first ship of `of` and on its course. A division whose place is on land or off the table stays where it is.
///
/// Returns whether any ship was set down.
pub(crate) fn set_ships_down(draft: &mut NavalDraft<'_>) -> bool {
    let state = draft.state();
    let mut all: Vec<SetDown> = Vec::new();
    for (rule, key) in active_rules(state, |key| matches!(key.does, RuleEffect::SetDown { .. })) {
        let RuleEffect::SetDown { ships, inches, bearing_deg, of } = &key.does else { continue };
        let Some(mark) = of.ships_in(state).find(|ship| ship.is_in_action()).and_then(|ship| ship.at) else { continue };
        let at = mark.point().moved(Bearing::new(f64::from(*bearing_deg)), inches.as_f64());
        let mut lead = Pose { at, heading: mark.pose().heading };
        for division in &state.divisions {
            let column = column_to_set_down(state, division, ships);
            let Some(last) = column.last() else { continue };
            let asterns = if division.one_base { vec![0.0; column.len()] } else { astern_in_column(state, &column) };
            let column = column.iter().zip(&asterns);
            let column = column.map(|(ship, astern)| (ship.id.clone(), Place::rounded(lead.advanced(-astern))));
            all.push(SetDown { rule, division: division.id.clone(), places: column.collect() });
            let gap_in = last.card.base_length.as_f64() + state.setup.options.interval.as_f64();
            lead = lead.advanced(-(asterns.last().copied().unwrap_or_default() + gap_in));
        }
    }
    all.retain(|set_down| set_down.places.iter().all(|(ship, place)| can_stand(draft, ship, *place)));
    all.iter().for_each(|set_down| set_division_down(draft, set_down));
    !all.is_empty()
}

/// Returns the ships of a division that can be set down, the leader first. Boats on one base stay together.
fn column_to_set_down<'s>(state: &'s State, division: &'s Division, ships: &ShipSet) -> Vec<&'s Ship> {
    let in_action = state.ships_of(&division.id).filter(|ship| ship.is_in_action() && ship.has_position());
    in_action.filter(|ship| ships.holds(ship) && (division.one_base || !ship.is_stopped_by_damage())).collect()
}

fn can_stand(draft: &NavalDraft<'_>, ship: &Id, place: Place) -> bool {
    check_on_table(draft, ship, place).is_ok() && !land(draft.state()).iter().any(|area| area.contains(place.point()))
}

fn set_division_down(draft: &mut NavalDraft<'_>, SetDown { rule, division, places }: &SetDown) {
    let state = draft.state();
    let Some(known_division) = state.division(division) else { return };
    let bases = if known_division.one_base { &places[..1] } else { &places[..] };
    let ordered = known_division.course.ordered;
    let course = ColumnState { ordered, ..course_of(state, &ColumnState::default(), bases) };
    for (ship, at) in places {
        draft.record(SPECIAL, Fact::Special(RuleFact::Drifted { rule: *rule, ship: ship.clone(), at: *at }));
    }
    draft.record(SPECIAL, Fact::CourseRecorded { division: division.clone(), course });
}

//! Ships that will fall out of a division by its plot, named before the move. [5.8.2, 5.8.3, Q57]
use super::predicted::predicted_runs;
use crate::model::{Division, Half, ShipMove};
use crate::rules::formation::membership::{CHAIN, is_one_chain, ships_detached_by_gaps};
use crate::rules::signals::by_hand;
use crate::rules::steering::pace::{check_speed_allowed, fastest_of_all, left_behind, record_stragglers};
use crate::rules::steering::tracks::{depends_on, speed_ordered};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Segment, State};

/// Ships that will fall out: too slow, with the speed that each makes, or behind a gap, with its width.
#[derive(Default)]
pub(crate) struct Stragglers {
    slow: Vec<(Id, Inches)>,
    behind_gap: Vec<(Id, Inches)>,
}

pub(crate) type DivisionStragglers = Vec<(Id, Stragglers)>;

/// Returns a division's stragglers by its plot, or without positions by its ships' speeds alone.
fn stragglers_of(state: &State, division: &Division) -> Stragglers {
    if !state.has_position(&division.id) {
        return Stragglers { slow: by_hand::ships_falling_out(state, division), behind_gap: Vec::new() };
    }
    let Some(plot) = division.plot.as_ref() else { return Stragglers::default() };
    let speed = speed_ordered(state, division);
    let slow = left_behind(state, division, speed).into_iter().map(|(ship, own)| (ship.id.clone(), own)).collect();
    let runs = || predicted_runs(state, division, plot).unwrap_or_default();
    Stragglers { slow, behind_gap: behind_gaps(state, division, speed, runs) }
}

/// Returns ships that gaps detach from a division because a ship ahead lags. [5.8.2]
pub(crate) fn behind_gaps(
    state: &State,
    division: &Division,
    speed: Inches,
    runs: impl Fn() -> Vec<ShipMove>,
) -> Vec<(Id, Inches)> {
    let stays_together =
        division.one_base || (speed <= fastest_of_all(state, division) && is_one_chain(state, &division.id));
    if stays_together || !state.checks { Vec::new() } else { ships_detached_by_gaps(state, &division.id, runs()) }
}

pub(crate) fn dependent_divisions<'s>(state: &'s State, division: &'s Id) -> impl Iterator<Item = &'s Division> {
    let depends = |member: &&Division| member.id != *division && depends_on(state, member, division);
    state.divisions.iter().map(AsRef::as_ref).filter(depends)
}

/// Returns the present stragglers of these divisions, empty if no plots are made now.
pub(crate) fn stragglers_of_all<'s>(
    state: &State,
    divisions: impl Iterator<Item = &'s Division>,
) -> DivisionStragglers {
    let is_plotting = state.checks && state.segment == Segment::Plotting && state.half != Some(Half::Second);
    let with_id = |division: &Division| (division.id.clone(), stragglers_of(state, division));
    divisions.filter(|_| is_plotting).map(with_id).collect()
}

pub(crate) fn stragglers_with_dependents(state: &State, division: &Id) -> DivisionStragglers {
    stragglers_of_all(state, state.division(division).into_iter().chain(dependent_divisions(state, division)))
}

/// Records stragglers that are not among `old`. [5.8.2, 5.8.3]
pub(crate) fn record_new_stragglers(draft: &mut NavalDraft<'_>, old: DivisionStragglers) {
    for (id, old) in old {
        let state = draft.state();
        let Some(new) = state.division(&id).map(|division| stragglers_of(state, division)) else { continue };
        let slow = new.slow.into_iter().filter(|straggler| !old.slow.contains(straggler)).collect();
        let is_named = |ship: &Id| old.behind_gap.iter().any(|(name, _)| name == ship);
        let behind = new.behind_gap.into_iter().filter(|(ship, _)| !is_named(ship)).collect();
        record_stragglers(draft, &id, slow);
        record_gaps(draft, &id, behind);
    }
}

/// Refuses a new flagship that the current plot of a division with positions would leave behind. Without positions the
/// move decides the division's speed. [5.8.3, 5.9.1, Q57]
pub(crate) fn plot_keeps_flagship(draft: &NavalDraft<'_>, id: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let tracked = state.division(id).filter(|_| state.is_plotting() && state.has_position(id));
    match tracked.filter(|division| division.plot.is_some()) {
        Some(division) => Ok(check_speed_allowed(state, division, speed_ordered(state, division))?),
        None => Ok(()),
    }
}

/// Records the ships, if any, that a gap will detach, each with the gap's width. [5.8.2, Q57]
pub(crate) fn record_gaps(draft: &mut NavalDraft<'_>, id: &Id, ships: Vec<(Id, Inches)>) {
    if !ships.is_empty() {
        draft.record(CHAIN, Fact::GapsForeseen { division: id.clone(), ships });
    }
}

//! 5.13 and 5.14: moves before contact, while neither side knows the other's strength.
use crate::model::{Contact, DetachReason, Division, FormationReason, Place, Plot, Ship, TableReason};
use crate::rules::moves::lookahead::CollisionCourse;
use crate::rules::moves::{self, stragglers};
use crate::rules::steering::{pace, plot_checks, tracks};
use crate::rules::{columns, detach, formation::kinds, signals, survey};
use crate::{Fact, Id, Inches, Naval, NavalDraft, NavalHalt, Reason, Segment, SideId, State, refuse_out_of_action};
use play::{Game, Rule};

const HIDDEN: Rule = Rule::new("5.13");
/// A marker for each division. Only its owner knows its ships.
pub const MARKERS: Rule = Rule::new("5.13.1");
const TEN_TURNS: Rule = Rule::new("5.13.2");
const CONTACT: Rule = Rule::new("5.13.3");
const SINGLE_SHIPS: Rule = Rule::new("5.13.4");
const NEW_FLAG: Rule = Rule::new("5.9.1");
const FUNNEL_SMOKE: Rule = Rule::new("5.13.6");

/// Turns plotted before play. [5.13.2]
pub const PREPLOT_TURNS: usize = 10;
/// A speed this close to the top speed makes funnel smoke. [5.13.6]
const NEAR_TOP: Inches = Inches::whole(1);
/// Fewest large ships whose smoke is seen far off. [5.13.6]
const SMOKING_SHIPS: usize = 2;

/// The marker of a division that the enemy has not seen. [5.13.1]
#[derive(Clone, PartialEq, Debug)]
pub struct ForceMarker {
    pub division: Id,
    /// Position of its leading ship, or `None` if that ship has none.
    pub at: Option<Place>,
}

/// Returns a marker for each unseen division with ships on the table. [5.13.1]
pub fn force_markers(state: &State) -> Vec<ForceMarker> {
    let place_of = |division: &Division| columns::place_of(state, division);
    unseen_divisions(state)
        .map(|division| ForceMarker { division: division.id.clone(), at: place_of(division) })
        .collect()
}

fn unseen_divisions(state: &State) -> impl Iterator<Item = &Division> {
    let hidden = state.setup.hidden;
    // A battery has no marker, because it would reveal its position. [Q51]
    let is_marked = |ship: &Ship| ship.is_in_action() && !ship.card.kind.is_coast_battery();
    let has_ships = move |division: &&Division| state.ships_of_division(&division.id).any(is_marked);
    state.divisions.iter().map(AsRef::as_ref).filter(move |division| hidden && !division.is_revealed).filter(has_ships)
}

/// Files the ten turns that a division runs before contact. [5.13.2]
///
/// Refused unless strengths are hidden, it is the Plotting Segment of turn 1, the side has no contact, and the division
/// is tracked and in action. A single ship of it must be a picket. There must be ten plots. A ship of it and, within an
/// inch, its flagship must reach every speed. Each plot must be possible where the one before it ends.
pub(crate) fn file_preplots(draft: &mut NavalDraft<'_>, unit: &Id, plots: &[Plot]) -> Result<(), NavalHalt> {
    let (state, unit_id) = (draft.state(), || unit.clone());
    draft.refuse_if(!state.setup.hidden, HIDDEN, || TableReason::StrengthsNotHidden)?;
    let division = draft.need(state.division_of(unit), HIDDEN, || Reason::UnknownUnit { unit: unit_id() })?;
    let first = state.turn == 1 && state.segment == Segment::Plotting;
    let is_over = !first || !state.is_on_preplots(&division.side);
    draft.refuse_if(is_over, TEN_TURNS, || TableReason::PreplotsOver { unit: unit_id() })?;
    kinds::refuse_coast_battery(draft, unit, HIDDEN)?;
    let lost = !state.ships_of(unit).any(Ship::is_in_action);
    refuse_out_of_action(draft, lost, unit, HIDDEN)?;
    draft.refuse_if(!state.has_position(unit), HIDDEN, || TableReason::NoPosition { unit: unit_id() })?;
    let turns = plots.len();
    draft.refuse_if(turns != PREPLOT_TURNS, TEN_TURNS, || TableReason::NotTenTurns { unit: unit_id(), turns })?;
    if !state.is_entire_division(division, unit) {
        // A picket named by the scenario leaves its division and is plotted alone. [5.13.5]
        moves::filing::check_picket(draft, unit)?;
        moves::place::detach_ship(draft, unit)?;
    }
    let Some(division) = draft.state().division_of(unit).cloned() else { return Ok(()) };
    check_straight_under_new_flag(draft, &division, plots)?;
    let (slow, behind) = check_speeds(draft.state(), &division, plots)?;
    let mut speed = pace::speed_now(draft.state(), &division);
    for (index, plot) in plots.iter().enumerate() {
        speed = plot.own_speed().unwrap_or(speed);
        plot_checks::check_smoke_under_way(draft, plot, speed)
            .map_err(|halt| plot_checks::as_preplot_refusal(index, halt))?;
    }
    plot_checks::check_sequence(draft, &division.id, plots)?;
    draft.record(TEN_TURNS, Fact::PreplotFiled { division: division.id.clone(), plots: plots.to_vec() });
    pace::record_stragglers(draft, &division.id, slow);
    stragglers::record_gaps(draft, &division.id, behind);
    let found = would_converge(draft.state(), &division);
    moves::lookahead::record_converging(draft, found);
    Ok(())
}

/// Refuses a turn in the first plot of a division under a new flagship, as in any plot. [5.9.1]
fn check_straight_under_new_flag(draft: &NavalDraft<'_>, division: &Division, plots: &[Plot]) -> Result<(), NavalHalt> {
    let has_new_flag = draft.state().checks && signals::orders::has_new_flag(draft.state(), division);
    let turns = has_new_flag && plots.first().is_some_and(|plot| !plot.goes_straight());
    draft
        .refuse_if(turns, NEW_FLAG, || FormationReason::FlagShifted { division: division.id.clone() })
        .map_err(|halt: NavalHalt| plot_checks::as_preplot_refusal(0, halt))
}

/// Returns friends with plots whose tracks would meet a division's, before any plot is run. [5.11, Q44]
fn would_converge(state: &State, division: &Division) -> Vec<CollisionCourse> {
    let has_plot = |id: &Id| state.division(id).is_some_and(|member| member.plot.is_some());
    let mut found = moves::lookahead::friends_on_collision_course(state, Some(&division.side), PREPLOT_TURNS as u16);
    found.retain(|pair| {
        [&pair.first, &pair.second].contains(&&division.id) && has_plot(&pair.first) && has_plot(&pair.second)
    });
    found
}

/// Ships, each with a speed or the width of its gap.
type ShipAmounts = Vec<(Id, Inches)>;

/// Checks that each plot's speed can be made by one ship of the division and, within an inch, by its flagship, and
/// reached from the previous plot's, up and down. Returns ships that fall out: too slow, with their speeds, or behind a
/// gap, until a plot depends on another division. [5.4, 5.5, 5.8.2, 5.8.3, Q57]
fn check_speeds(
    state: &State,
    division: &Division,
    plots: &[Plot],
) -> Result<(ShipAmounts, ShipAmounts), (Rule, Reason)> {
    let (mut later, mut slow_ships, mut behind) = (state.clone(), ShipAmounts::new(), ShipAmounts::new());
    let mut speed = pace::speed_now(state, division);
    let mut is_predictable = true;
    for (index, plot) in plots.iter().enumerate() {
        let Some(division) = later.division(&division.id).cloned() else { break };
        speed = plot.own_speed().unwrap_or(speed);
        pace::check_speed_allowed(&later, &division, speed)
            .map_err(|(rule, why)| (rule, Reason::Preplot { turn: index + 1, why: Box::new(why) }))?;
        let slow: ShipAmounts =
            pace::left_behind(&later, &division, speed).into_iter().map(|(ship, own)| (ship.id.clone(), own)).collect();
        is_predictable &= plot.depends_on().is_none();
        let orders = || tracks::orders(&later, &division, Some(plot));
        let outcome =
            is_predictable.then(|| tracks::move_of(&later, &division, &tracks::Moves::new(), orders())).flatten();
        let runs = || outcome.as_ref().map(|outcome| outcome.runs.clone()).unwrap_or_default();
        let behind_gap =
            if outcome.is_some() { stragglers::behind_gaps(&later, &division, speed, runs) } else { Vec::new() };
        match outcome {
            Some(outcome) => {
                outcome.runs.into_iter().for_each(|run| Naval::apply(&mut later, &Fact::Moved(run)));
                let course_recorded = Fact::CourseRecorded { division: division.id.clone(), course: outcome.course };
                Naval::apply(&mut later, &course_recorded);
            }
            None => {
                let changed = pace::speed_changes(&later, &division, speed);
                changed.iter().for_each(|fact| Naval::apply(&mut later, fact));
            }
        }
        for (ship, own) in &slow {
            let why = DetachReason::Speed { own: *own, flagship: speed };
            let fact = detach::detachment_fact(&later, ship, &division.id, why);
            Naval::apply(&mut later, &fact);
        }
        // Ships behind a gap still count for speeds: a gap must not change whether a plot is legal.
        let is_named = |named: &ShipAmounts, ship: &Id| named.iter().any(|(id, _)| id == ship);
        slow_ships.extend(slow.into_iter().filter(|(ship, _)| !is_named(&behind, ship)));
        let behind_gap = behind_gap.into_iter().filter(|(ship, _)| !is_named(&behind, ship));
        behind.extend(behind_gap.collect::<ShipAmounts>());
        let turn = later.turn + 1;
        Naval::apply(&mut later, &Fact::SegmentBegan { turn, segment: Segment::Plotting });
    }
    Ok((slow_ships, behind))
}

/// Removes seen divisions' markers and records contact: the side then plots each turn. [5.13.1, 5.13.3, 5.13.4, 5.13.6]
pub(crate) fn update_contact(draft: &mut NavalDraft<'_>) {
    if !draft.state().setup.hidden {
        return;
    }
    let state = draft.state();
    let has_sighted_ship = |division: &&Division| state.ships_of_division(&division.id).any(|ship| ship.sighted);
    let to_fact = |division: &Division| Fact::MarkerReplaced { division: division.id.clone() };
    let revealed: Vec<Fact> = unseen_divisions(state).filter(has_sighted_ship).map(to_fact).collect();
    draft.record_all(SINGLE_SHIPS, revealed);
    let sides = draft.state().setup.sides.iter().map(|side| side.id.clone());
    let without_contact: Vec<SideId> = sides.filter(|side| draft.state().is_on_preplots(side)).collect();
    for side in without_contact {
        let state = draft.state();
        let enemy = state.ships.iter().find(|ship| ship.side != side && ship.sighted);
        if let Some(enemy) = enemy {
            let by = Contact::Sighted(enemy.id.clone());
            draft.record(CONTACT, Fact::ContactMade { side, by });
        } else if let Some(by) = smoke_seen_by(state, &side) {
            draft.record(FUNNEL_SMOKE, Fact::ContactMade { side, by });
        }
    }
}

/// Returns funnel smoke of an enemy formation close enough to one of a side's markers to be seen. [5.13.6]
fn smoke_seen_by(state: &State, side: &SideId) -> Option<Contact> {
    let moved = !matches!(state.segment, Segment::Plotting | Segment::Movement);
    let reach = state.sighting_base.filter(|_| moved && !state.setup.night)? * 2;
    state.divisions.iter().filter(|division| division.side != *side).find_map(|division| {
        let group = state.divisions_in_formation_of(&division.id);
        let is_smoking = group.first().is_some_and(|lead| lead.id == division.id) && makes_smoke(state, &group);
        unseen_divisions(state).filter(|marker| is_smoking && marker.side == *side).find_map(|marker| {
            let range = range_to(state, marker, &group).filter(|range| *range <= reach)?;
            Some(Contact::Smoke { of: division.id.clone(), seen_by: marker.id.clone(), range })
        })
    })
}

fn ships_in_action<'s>(state: &'s State, group: &'s [&Division]) -> impl Iterator<Item = &'s Ship> {
    group.iter().flat_map(|division| state.ships_of_division(&division.id)).filter(|ship| ship.is_in_action())
}

/// Whether a formation has at least two large ships and moves within 1.0 of its slowest ship's top speed. [5.13.6, Q25]
fn makes_smoke(state: &State, group: &[&Division]) -> bool {
    let large = ships_in_action(state, group).filter(|ship| ship.card.kind.is_large()).count();
    let top = ships_in_action(state, group).map(|ship| ship.top_speed()).min().unwrap_or(Inches::ZERO);
    let speed = ships_in_action(state, group).map(|ship| ship.speed).min().unwrap_or(Inches::ZERO);
    SMOKING_SHIPS <= large && Inches::ZERO < speed && top - NEAR_TOP <= speed
}

/// Returns the range from a division's marker to the nearest ship of a formation.
fn range_to(state: &State, marker: &Division, group: &[&Division]) -> Option<Inches> {
    let from = columns::leader_of(state, marker).map_or(&marker.id, |leader| &leader.id);
    ships_in_action(state, group).filter_map(|ship| survey::range(state, from, &ship.id)).min()
}

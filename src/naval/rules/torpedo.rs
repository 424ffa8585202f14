//! Chapter 7: torpedo combat. Launches, the ships they meet, and the end of their run.
mod attack;
mod cited;
pub(crate) mod close_quarters;
pub(crate) mod run;

pub use close_quarters::{
    CRIPPLE_RANGE, CRIPPLE_TIMES, CRIPPLED_SPEED, PairScope, is_measured, nearest_unmeasured_pair, tied_targets,
};
pub use run::{is_computed, sector};

use crate::model::command::{LineBlock, MetShip};
use crate::model::{
    Bearing, Duty, Fate, Half, LaunchRecord, MarkerId, Purpose, Ship, TableReason, Task, ThisTurn, TorpedoAttackKind,
    state::Marker,
};
use crate::rules::{formation::kinds, half_move, lines, rolls::choose_evenly, sighting, special};
use crate::{Command, Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, require_segment};
use cited::{ARCS, COMBING, DUMMY, LAUNCH, RUNNING, SEGMENT, SIDES, SIGHTED, check_factors, side_in_action};
use play::Rule;

const PLOTTING: Rule = Rule::new("3.3.1");
const CANCELLED: Rule = Rule::new("5.15.4");
const KINDS: Rule = Rule::new("7.1");
const LAND: Rule = Rule::new("4.7");
const ONE_MARKER: Rule = Rule::new("7.4.1");
const WHICH: Rule = Rule::new("7.4.4");

/// Plots a launch and places its marker, or a dummy. [7.4] Refused after the plots, and for a formation that turns away
/// from fire. Launcher and target must be enemies in action, the side port or starboard, and the run within reach. The
/// marker must be free and the base's only one to that side this turn. A dummy needs a launcher with torpedoes, and no
/// factors. A true launch needs a light ship not ablaze, a sighted target, no smoke or land between, and factors left.
pub(crate) fn launch(draft: &mut NavalDraft<'_>, command: &Command) -> Result<(), NavalHalt> {
    let Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear, because } = command
    else {
        return draft.refuse(KINDS, Reason::NotALaunch);
    };
    let state = draft.state();
    let launcher = state.base_id(by);
    half_move::check_may_act(draft, &launcher)?;
    let dot = run::dot_place(state, &launcher, *bearing);
    check_launch_time(draft, &launcher, dot.is_some(), because.as_deref())?;
    let mut launch = Marker {
        id: marker.clone(),
        side: side_in_action(draft, by)?,
        launcher,
        factors: *factors,
        target: target.clone(),
        run: *run,
        bearing: *bearing,
        turn: state.turn,
        dummy: *dummy,
        answered_turn: None,
        second_half: state.half == Some(Half::Second),
        dot,
        track: None,
    };
    if side_in_action(draft, target)? == launch.side {
        return draft.refuse(SIDES, Reason::SameSide { one: by.clone(), other: target.clone() });
    }
    launch.id = Marker::id_of(marker, &launch.side);
    check_broadside(draft, &launch)?;
    if !launch.dummy {
        check_light_ships(draft, &launch)?;
    }
    check_run(draft, &launch)?;
    check_marker(draft, &launch)?;
    if launch.dummy {
        check_dummy(draft, &launch)?;
    } else {
        check_line(draft, &launch, *blocked_by, *clear)?;
        check_may_launch(draft, &launch, *clear)?;
        run::check_abeam(draft, &launch)?;
        check_same_side(draft, &launch)?;
    }
    launch.track = run::ray_bearing(draft.state(), &launch);
    draft.record(if launch.dummy { DUMMY } else { LAUNCH }, Fact::TorpedoesLaunched(launch));
    Ok(())
}

/// Checks the time of a launch, which is written while plots are made. Without a position it may be typed until the end
/// of the Torpedo Segment, with a reason once plots are revealed. A formation that turns away this turn launches
/// nothing. [3.3.1, 3.3.2, 5.15.4, 7.4, Q59]
fn check_launch_time(
    draft: &NavalDraft<'_>,
    launcher: &Id,
    is_tracked: bool,
    because: Option<&str>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let division = state.division_of(launcher).map(|division| division.id.clone());
    let turns_away = division.filter(|division| state.this_turn.reacting.contains(division));
    draft.refuse_found(turns_away, CANCELLED, |division| TableReason::TurnsAwayNoLaunch { division })?;
    let no_reason = because.is_some_and(|because| !play::has_visible_text(because));
    draft.refuse_if(no_reason, PLOTTING, || Reason::NoReason)?;
    match state.segment {
        Segment::Movement | Segment::Sighting | Segment::Illumination | Segment::Gunfire | Segment::Torpedo
            if !is_tracked =>
        {
            let is_late = because.is_none() && are_plots_open(state);
            draft.refuse_if(is_late, PLOTTING, || TableReason::LaunchedLate { ship: launcher.clone() })
        }
        Segment::Plotting
        | Segment::Movement
        | Segment::Sighting
        | Segment::Illumination
        | Segment::Gunfire
        | Segment::Torpedo
        | Segment::DamageControl
        | Segment::Damage => require_segment(draft, Segment::Plotting, "launch", LAUNCH),
    }
}

/// Whether the other side knows plots of this turn: a division was plotted, tested, checked or moved, a ship ran ashore
/// or left the table, or all have moved. [3.3.2, Q59]
fn are_plots_open(state: &State) -> bool {
    let ThisTurn { reactions_tested, orders_checked, changed_by_hand, speeds_at_start, .. } = &state.this_turn;
    let ships = state.ships_in_action().filter(|ship| !ship.card.kind.is_coast_battery());
    state.segment != Segment::Movement
        || !reactions_tested.is_empty()
        || [orders_checked, changed_by_hand].iter().any(|divisions| !divisions.is_empty())
        || !speeds_at_start.is_empty()
        || !state.this_move.steered.is_empty()
        || !state.this_move.slowed_ships.is_empty()
        || state.ships.iter().any(|ship| matches!(ship.fate, Fate::Exited { turn, .. } if turn == Some(state.turn)))
        || !state.this_move.collisions_tested.is_empty()
        || state.divisions.iter().any(|division| division.plot.is_some())
        || ships.into_iter().any(|ship| ship.at.is_some())
}

/// Launches torpedoes written into a plot. An earlier launch of the plot with the same marker is cancelled first. [7.4]
pub(crate) fn launch_by_plot(draft: &mut NavalDraft<'_>, unit: &Id, records: &[LaunchRecord]) -> Result<(), NavalHalt> {
    for (index, record) in records.iter().enumerate() {
        let same_letter = |earlier: &LaunchRecord| {
            Marker::letter(&earlier.marker).eq_ignore_ascii_case(Marker::letter(&record.marker))
        };
        if records[..index].iter().any(same_letter) {
            return draft.refuse(LAUNCH, Reason::MarkerInUse { marker: record.marker.clone() });
        }
        let state = draft.state();
        let launcher = state.base_id(unit);
        let is_earlier = |marker: &&Marker| {
            marker.has_letter_of(&record.marker) && marker.launcher == launcher && marker.turn == state.turn
        };
        if let Some(old_launch) = state.markers.iter().find(is_earlier).cloned() {
            crate::rules::reaction::cancel_launch(draft, LAUNCH, &old_launch);
        }
        launch(draft, &record.launch(unit, None, false, None))?;
    }
    Ok(())
}

/// Refuses a launch unless it is to port or starboard, through a broadside arc. [7.2, 7.4]
fn check_broadside(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let rule = match launch.bearing {
        Bearing::Port | Bearing::Starboard => return Ok(()),
        Bearing::Bow | Bearing::Stern => ARCS,
        Bearing::Broadside => LAUNCH,
    };
    draft.refuse(rule, Reason::TorpedoArc { ship: launch.launcher.clone(), bearing: launch.bearing })
}

/// Refuses launches at one enemy base to both sides, if positions are unknown. [7.2]
fn check_same_side(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    let target = state.base_id(&launch.target);
    let is_at_target = |marker: &&Marker| {
        marker.launcher == launch.launcher && marker.turn == launch.turn && state.base_id(&marker.target) == target
    };
    let is_opposite = |marker: &&Marker| !marker.dummy && marker.dot.is_none() && marker.bearing != launch.bearing;
    let Some(marker) = state.markers.iter().filter(is_at_target).find(is_opposite) else { return Ok(()) };
    let (ship, target, bearing) = (launch.launcher.clone(), launch.target.clone(), marker.bearing);
    draft.refuse(ARCS, TableReason::LaunchedToOtherSide { ship, target, bearing }.into())
}

/// Refuses a run beyond the launcher's torpedoes. [7.4, 7.4.6]
fn check_run(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships = state.ships_of(&launch.launcher).filter(|ship| ship.is_in_action());
    let reaches = ships.filter_map(|ship| ship.card.torpedo.as_ref()?.bands.last());
    let Some(max) = reaches.map(|band| band.to).min() else {
        let rule = if launch.dummy { DUMMY } else { LAUNCH };
        return draft.refuse(rule, Reason::NoTorpedoes { ship: launch.launcher.clone() });
    };
    if launch.run <= Inches::ZERO {
        return draft.refuse(LAUNCH, Reason::ZeroRun { ship: launch.launcher.clone(), max });
    }
    if max < launch.run {
        return draft.refuse(LAUNCH, Reason::RunTooLong { ship: launch.launcher.clone(), run: launch.run, max });
    }
    Ok(())
}

/// Refuses factors typed with a dummy, which spends none. [7.4.6]
fn check_dummy(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let (marker, factors) = (launch.id.clone(), launch.factors);
    if factors == 0 { Ok(()) } else { draft.refuse(DUMMY, Reason::DummyWithFactors { marker, factors }) }
}

/// Refuses if smoke or land is between launcher and target, unless the referee rules the line clear. [7.3, 4.7]
fn check_line(
    draft: &mut NavalDraft<'_>,
    launch: &Marker,
    blocked_by: Option<LineBlock>,
    clear: bool,
) -> Result<(), NavalHalt> {
    let (ship, target) = (launch.launcher.clone(), launch.target.clone());
    let by_position = obstacle_to_target(draft.state(), launch);
    if clear {
        sighting::record_clear_ruling(draft, &ship, &target, by_position);
        return Ok(());
    }
    let Some(by) = blocked_by.or(by_position) else { return Ok(()) };
    draft.refuse(if by == LineBlock::Smoke { SIGHTED } else { LAND }, Reason::Blocked { ship, target, by })
}

/// Returns the obstacle, if one blocks a tracked launcher from every tracked ship of the target. [7.3, 4.7]
fn obstacle_to_target(state: &State, launch: &Marker) -> Option<LineBlock> {
    let lines = state.ships_of(&launch.target).filter(|ship| ship.is_in_action());
    let mut surveys = lines.filter_map(|ship| lines::between(state, &launch.launcher, &ship.id));
    let first = surveys.next()?.blocked_by?;
    surveys.all(|survey| survey.blocked_by.is_some()).then_some(first)
}

/// Refuses a marker that the side already uses, and a shared base's second to the same side this turn, even a dummy.
/// The enemy's markers do not matter. [7.4, 7.4.1]
fn check_marker(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    if state
        .markers
        .iter()
        .any(|other_marker| other_marker.side == launch.side && other_marker.has_letter_of(&launch.id))
    {
        return draft.refuse(LAUNCH, Reason::MarkerInUse { marker: launch.id.clone() });
    }
    let shared = state.division(&launch.launcher).is_some_and(|division| division.one_base);
    let is_same_base = |other_marker: &&Marker| {
        other_marker.launcher == launch.launcher
            && other_marker.turn == launch.turn
            && other_marker.bearing == launch.bearing
    };
    let Some(other_marker) = state.markers.iter().find(is_same_base).filter(|_| shared) else { return Ok(()) };
    let (base, bearing, marker) = (launch.launcher.clone(), launch.bearing, other_marker.id.clone());
    draft.refuse(ONE_MARKER, Reason::SecondMarker { base, bearing, marker })
}

/// Refuses launches by large ships, before their run is checked. [7.4]
fn check_light_ships(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let mut ships = draft.state().ships_of(&launch.launcher).filter(|ship| ship.is_in_action());
    let Some(ship) = ships.find(|ship| !ship.card.kind.is_light()) else { return Ok(()) };
    draft.refuse(LAUNCH, Reason::NotLight { ship: ship.id.clone() })
}

/// Checks that the launcher is not ablaze, sees the target and has the factors. [7.1, 7.3, 7.4.7, 8.5.1]
fn check_may_launch(draft: &NavalDraft<'_>, launch: &Marker, clear: bool) -> Result<(), NavalHalt> {
    let state = draft.state();
    let unit = &launch.launcher;
    kinds::refuse_coast_battery(draft, &launch.target, LAUNCH)?;
    sighting::by_ship::check_sees(state, unit, &launch.target, clear).map_err(|reason| (SIGHTED, reason))?;
    special::fire::check_launch_allowed(state, unit, &launch.target)?;
    check_factors(draft, unit, launch.factors)
}

/// Resolves the ships that the referee says a marker's torpedoes met: one is attacked, those in line at half. Refused
/// outside the Torpedo Segment. The torpedoes must run this turn and be unanswered, with at least one ship met. Ships
/// met must be of the target's formation, in action, named once, at angles up to 180 degrees. [7.4.2, 7.4.4]
pub(crate) fn resolve_meeting(
    draft: &mut NavalDraft<'_>,
    marker: &MarkerId,
    targets: &[MetShip],
    in_line: &[MetShip],
) -> Result<(), NavalHalt> {
    let marker = find_unanswered_marker(draft, marker, "meet")?;
    if targets.is_empty() && in_line.is_empty() && is_computed(draft.state(), &marker) {
        return resolve_by_position(draft, &marker);
    }
    let (targets, in_line) = (base_meetings(draft.state(), targets), base_meetings(draft.state(), in_line));
    check_met_ships(draft, &marker, &targets, &in_line)?;
    if marker.dummy {
        draft.record(DUMMY, Fact::TorpedoesRanOn { marker: marker.id });
        return Ok(());
    }
    let chosen = pick_intercepted_ship(draft, &marker.id, targets.iter().map(|met| &met.ship))?;
    attack_ships(draft, &marker, &targets[chosen], &in_line)
}

/// Rolls which of several possible ships the torpedoes meet. [7.4.4]
fn pick_intercepted_ship<'a>(
    draft: &mut NavalDraft<'_>,
    marker: &MarkerId,
    mut ships: impl ExactSizeIterator<Item = &'a Id>,
) -> Result<usize, NavalHalt> {
    let count = ships.len();
    let chosen =
        choose_evenly(draft, count, |marker: MarkerId| Purpose::TorpedoTarget(marker.to_kind()), marker, WHICH)?;
    if let Some(ship) = ships.nth(chosen).filter(|_| 1 < count) {
        draft.record(WHICH, Fact::TorpedoTargetDrawn { marker: Some(marker.clone()), ship: ship.clone() });
    }
    Ok(chosen)
}

/// Attacks one ship and those in line with it. Hits remove the marker. [7.4.2]
fn attack_ships(
    draft: &mut NavalDraft<'_>,
    marker: &Marker,
    met: &MetShip,
    in_line: &[MetShip],
) -> Result<(), NavalHalt> {
    let mut hits = attack::roll_launched(draft, marker, met, TorpedoAttackKind::Launched)?;
    for other in in_line.iter().filter(|other| other.ship != met.ship) {
        hits += attack::roll_launched(draft, marker, other, TorpedoAttackKind::InLine)?;
    }
    if hits > 0 {
        draft.record(RUNNING, Fact::MarkerRemoved { marker: marker.id.clone(), spent: true });
    }
    Ok(())
}

/// Attacks the ship that a marker's torpedoes met by positions, rolled for if there are several. [7.4.2, 7.4.4]
fn resolve_by_position(draft: &mut NavalDraft<'_>, marker: &Marker) -> Result<(), NavalHalt> {
    let meetings = run::meetings_of(draft.state(), &marker.id);
    if marker.dummy || meetings.is_empty() {
        // Whether they are real is not known yet. [7.4.6]
        draft.record(RUNNING, Fact::TorpedoesRanOn { marker: marker.id.clone() });
        return Ok(());
    }
    let meeting = &meetings[pick_intercepted_ship(draft, &marker.id, meetings.iter().map(|meeting| &meeting.ship))?];
    let is_afloat = |met: &&MetShip| draft.state().ships_of(&met.ship).any(Ship::is_in_action);
    let in_line: Vec<MetShip> = meeting.in_line.iter().filter(is_afloat).cloned().collect();
    attack_ships(draft, marker, &meeting.to_met_ship(), &in_line)
}

/// Returns the bases met: a boat on a shared base represents the base.
fn base_meetings(state: &State, met: &[MetShip]) -> Vec<MetShip> {
    met.iter().map(|met| MetShip { ship: state.base_id(&met.ship), ..*met }).collect()
}

fn check_met_ships(
    draft: &NavalDraft<'_>,
    marker: &Marker,
    targets: &[MetShip],
    in_line: &[MetShip],
) -> Result<(), NavalHalt> {
    let state = draft.state();
    if targets.is_empty() {
        return draft.refuse(RUNNING, Reason::NoShipMet);
    }
    for list in [targets, in_line] {
        for (index, met) in list.iter().enumerate() {
            side_in_action(draft, &met.ship)?;
            if 180 < met.angle_deg {
                return draft.refuse(COMBING, Reason::AngleTooLarge { degrees: met.angle_deg });
            }
            if list[..index].iter().any(|earlier| earlier.ship == met.ship) {
                return draft.refuse(RUNNING, Reason::MetTwice);
            }
        }
    }
    let is_of_target = run::is_of_target(state, marker);
    let stranger = targets.iter().find(|met| !state.ships_of(&met.ship).any(&is_of_target));
    let Some(met) = stranger else { return Ok(()) };
    draft.refuse(WHICH, Reason::NotInTargetFormation { marker: marker.id.clone(), ship: met.ship.clone() })
}

/// Records the referee's ruling that a marker's torpedoes met no ship this turn. Refused outside the Torpedo Segment,
/// for an unknown marker, and if it was answered already. [7.4.2]
pub(crate) fn rule_missed(draft: &mut NavalDraft<'_>, marker: &MarkerId) -> Result<(), NavalHalt> {
    let marker = find_unanswered_marker(draft, marker, "miss")?;
    draft.record(RUNNING, Fact::TorpedoesRanOn { marker: marker.id });
    Ok(())
}

/// Finds a marker by its id, or by its letter if only one side uses that.
fn find_unanswered_marker(draft: &NavalDraft<'_>, marker: &MarkerId, verb: &'static str) -> Result<Marker, NavalHalt> {
    require_segment(draft, Segment::Torpedo, verb, SEGMENT)?;
    let state = draft.state();
    // An id names exactly one marker. Only a bare letter is ambiguous.
    let is_letter = !marker.as_str().contains(':');
    let mut same_letter = state.markers.iter().filter(|other_marker| is_letter && other_marker.has_letter_of(marker));
    let only_match = same_letter.next().filter(|_| same_letter.next().is_none());
    let Some(found) = state.markers.iter().find(|other_marker| other_marker.id == *marker).or(only_match) else {
        return draft.refuse(LAUNCH, Reason::UnknownMarker { marker: marker.clone() });
    };
    if !found.is_running_in(state.current_moment()) {
        let radius = found.distance_run_after(state.current_moment().end_half_turns());
        return draft.refuse(RUNNING, Reason::OutOfReach { marker: found.id.clone(), radius });
    }
    if found.answered_turn == Some(state.turn) {
        return draft.refuse(RUNNING, Reason::MeetingsKnown { marker: found.id.clone() });
    }
    Ok(found.clone())
}

/// Returns markers that ran this turn and need the referee's ruling on the ships they met, and sides whose torpedo
/// range is not measured. [7.4.2, 7.5.1]
///
/// If positions decide, no ruling is needed.
pub fn torpedo_duties(state: &State, pairs: PairScope) -> Vec<Duty> {
    if state.segment != Segment::Torpedo {
        return Vec::new();
    }
    meeting_duties(state).chain(close_quarters::reach_duties(state, pairs)).collect()
}

/// Returns duties for markers whose meetings only the table knows. [7.4.2]
fn meeting_duties(state: &State) -> impl Iterator<Item = Duty> {
    let is_unresolved = |marker: &&Marker| run::is_unanswered(state, marker) && !is_computed(state, marker);
    let to_duty = move |marker: &Marker| {
        let (id, launcher, ran) = (
            marker.id.clone(),
            marker.launcher.clone(),
            marker.distance_run_after(state.current_moment().end_half_turns()),
        );
        Duty { rule: RUNNING, task: Task::Meet { marker: id, launcher, ran, run: marker.run } }
    };
    state.markers.iter().filter(is_unresolved).map(to_duty)
}

/// Resolves torpedoes at the end of the battle: those that met ships attack, and large ships make checks due in the
/// Torpedo Segment. Returns the duties that only the table can settle, to be waived. [3.3.6, 7.4.2, 7.5.1, Q63]
pub(crate) fn attack_at_the_end(draft: &mut NavalDraft<'_>) -> Result<Vec<Duty>, NavalHalt> {
    let segment = draft.state().segment;
    match segment {
        Segment::Movement | Segment::Sighting | Segment::Illumination | Segment::Gunfire | Segment::Torpedo => {}
        Segment::Plotting | Segment::DamageControl | Segment::Damage => return Ok(Vec::new()),
    }
    for marker in run::markers_to_resolve(draft.state()) {
        if !run::meetings_of(draft.state(), &marker.id).is_empty() {
            resolve_by_position(draft, &marker)?;
        }
    }
    let mut duties: Vec<Duty> = meeting_duties(draft.state()).collect();
    if segment == Segment::Torpedo {
        close_quarters::make_due_checks(draft)?;
        duties.extend(close_quarters::reach_duties(draft.state(), PairScope::All));
    }
    Ok(duties)
}

/// Closes the segment: attacks found by positions, large ships' checks due, and finished runs. [7.4.2, 7.5.1, 7.4.6]
pub(crate) fn close_segment(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    for marker in run::markers_to_resolve(draft.state()) {
        resolve_by_position(draft, &marker)?;
    }
    close_quarters::make_due_checks(draft)?;
    run::reveal_outrun(draft);
    let end = draft.state().current_moment().end_half_turns();
    let has_ended = |marker: &&Marker| marker.distance_run_after(end) >= marker.run;
    for marker in draft.state().markers.iter().filter(has_ended).cloned().collect::<Vec<Marker>>() {
        let rule = if marker.dummy { DUMMY } else { RUNNING };
        draft.record(rule, Fact::MarkerRemoved { marker: marker.id, spent: false });
    }
    Ok(())
}

//! Chapter 7: torpedo combat. Launches, the ships they meet, and the end of their run.
mod attack;
mod cited;
pub(crate) mod close_quarters;
pub(crate) mod run;

pub use close_quarters::{CRIPPLE_RANGE, CRIPPLE_TIMES, CRIPPLED_SPEED, Pairs, drawn_among, is_laid, nearest_two};
pub use run::{is_computed, sector};

use crate::model::command::{Block, Met};
use crate::model::{
    Bearing, Duty, Fate, Half, MarkerId, Purpose, Record, Ship, TableReason, Task, ThisTurn, TorpedoManner,
    state::Marker,
};
use crate::rules::{formation::kinds, half_move, lines, rolls::one_of, sighting, special};
use crate::{Command, Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, in_segment};
use cited::{ARCS, COMBING, DUMMY, LAUNCH, RUNNING, SEGMENT, SIDES, SIGHTED, side_in_action, spendable};
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
        return draft.refuse(KINDS, Reason::NoLaunch);
    };
    let state = draft.state();
    let launcher = state.base_of(by);
    half_move::may_act(draft, &launcher)?;
    let dot = run::dot(state, &launcher, *bearing);
    with_the_plots(draft, &launcher, dot.is_some(), because.as_deref())?;
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
    to_one_side(draft, &launch)?;
    if !launch.dummy {
        of_light_ships(draft, &launch)?;
    }
    within_reach(draft, &launch)?;
    marker_free(draft, &launch)?;
    if launch.dummy {
        nothing_goes_with_it(draft, &launch)?;
    } else {
        clear_water(draft, &launch, *blocked_by, *clear)?;
        may_launch(draft, &launch, *clear)?;
        run::abeam(draft, &launch)?;
        on_one_hand(draft, &launch)?;
    }
    launch.track = run::track(draft.state(), &launch);
    draft.note(if launch.dummy { DUMMY } else { LAUNCH }, Fact::TorpedoesLaunched(launch));
    Ok(())
}

/// Checks the time of a launch, which is written while plots are made. Without a position it may be typed until the end
/// of the Torpedo Segment, with a reason once plots are revealed. A formation that turns away this turn launches
/// nothing. [3.3.1, 3.3.2, 5.15.4, 7.4, Q59]
fn with_the_plots(
    draft: &NavalDraft<'_>,
    launcher: &Id,
    is_tracked: bool,
    because: Option<&str>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let division = state.division_of(launcher).map(|division| division.id.clone());
    let turns_away = division.filter(|division| state.this_turn.reacting.contains(division));
    draft.refuse_found(turns_away, CANCELLED, |division| TableReason::LaunchesNothing { division })?;
    let no_reason = because.is_some_and(|because| !play::says_something(because));
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
        | Segment::Damage => in_segment(draft, Segment::Plotting, "launch", LAUNCH),
    }
}

/// Whether the other side knows plots of this turn: a division was plotted, tested, checked or moved, a ship ran ashore
/// or left the table, or all have moved. [3.3.2, Q59]
fn are_plots_open(state: &State) -> bool {
    let ThisTurn { reactions_tested, orders_checked, changed_by_hand, speeds, .. } = &state.this_turn;
    let ships = state.afloat().filter(|ship| !ship.card.kind.is_battery());
    state.segment != Segment::Movement
        || !reactions_tested.is_empty()
        || [orders_checked, changed_by_hand].iter().any(|divisions| !divisions.is_empty())
        || !speeds.is_empty()
        || !state.this_move.steered.is_empty()
        || !state.this_move.slowed.is_empty()
        || state.ships.iter().any(|ship| matches!(ship.fate, Fate::Exited { turn, .. } if turn == Some(state.turn)))
        || !state.this_move.collisions_tested.is_empty()
        || state.divisions.iter().any(|division| division.plot.is_some())
        || ships.into_iter().any(|ship| ship.at.is_some())
}

/// Launches torpedoes written into a plot. An earlier launch of the plot with the same marker is cancelled first. [7.4]
pub(crate) fn launch_by_plot(draft: &mut NavalDraft<'_>, unit: &Id, records: &[Record]) -> Result<(), NavalHalt> {
    for (at, record) in records.iter().enumerate() {
        let alike = |one: &Record| Marker::letter(&one.marker).eq_ignore_ascii_case(Marker::letter(&record.marker));
        if records[..at].iter().any(alike) {
            return draft.refuse(LAUNCH, Reason::MarkerInUse { marker: record.marker.clone() });
        }
        let state = draft.state();
        let launcher = state.base_of(unit);
        let again = |one: &&Marker| one.is_called(&record.marker) && one.launcher == launcher && one.turn == state.turn;
        if let Some(before) = state.markers.iter().find(again).cloned() {
            crate::rules::reaction::cancel_launch(draft, LAUNCH, &before);
        }
        launch(draft, &record.launch(unit, None, false, None))?;
    }
    Ok(())
}

/// Refuses a launch unless it is to port or starboard, through a broadside arc. [7.2, 7.4]
fn to_one_side(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let rule = match launch.bearing {
        Bearing::Port | Bearing::Starboard => return Ok(()),
        Bearing::Bow | Bearing::Stern => ARCS,
        Bearing::Broadside => LAUNCH,
    };
    draft.refuse(rule, Reason::TorpedoArc { ship: launch.launcher.clone(), bearing: launch.bearing })
}

/// Refuses launches at one enemy base to both sides, if positions are unknown. [7.2]
fn on_one_hand(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    let target = state.base_of(&launch.target);
    let at_her = |one: &&Marker| {
        one.launcher == launch.launcher && one.turn == launch.turn && state.base_of(&one.target) == target
    };
    let opposite = |one: &&Marker| !one.dummy && one.dot.is_none() && one.bearing != launch.bearing;
    let Some(one) = state.markers.iter().filter(at_her).find(opposite) else { return Ok(()) };
    let (ship, target, bearing) = (launch.launcher.clone(), launch.target.clone(), one.bearing);
    draft.refuse(ARCS, TableReason::LaunchedOnOtherHand { ship, target, bearing }.into())
}

/// Refuses a run beyond the launcher's torpedoes. [7.4, 7.4.6]
fn within_reach(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships = state.ships_of(&launch.launcher).filter(|ship| ship.in_action());
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
fn nothing_goes_with_it(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let (marker, factors) = (launch.id.clone(), launch.factors);
    if factors == 0 { Ok(()) } else { draft.refuse(DUMMY, Reason::DummyWithFactors { marker, factors }) }
}

/// Refuses if smoke or land is between launcher and target, unless the referee rules the line clear. [7.3, 4.7]
fn clear_water(
    draft: &mut NavalDraft<'_>,
    launch: &Marker,
    blocked_by: Option<Block>,
    clear: bool,
) -> Result<(), NavalHalt> {
    let (ship, target) = (launch.launcher.clone(), launch.target.clone());
    let stands = blocked(draft.state(), launch);
    if clear {
        sighting::word_for_clear(draft, &ship, &target, stands);
        return Ok(());
    }
    let Some(by) = blocked_by.or(stands) else { return Ok(()) };
    draft.refuse(if by == Block::Smoke { SIGHTED } else { LAND }, Reason::Blocked { ship, target, by })
}

/// Returns the obstacle, if one blocks a tracked launcher from every tracked ship of the target. [7.3, 4.7]
fn blocked(state: &State, launch: &Marker) -> Option<Block> {
    let lines = state.ships_of(&launch.target).filter(|ship| ship.in_action());
    let mut found = lines.filter_map(|ship| lines::between(state, &launch.launcher, &ship.id));
    let first = found.next()?.blocked_by?;
    found.all(|lies| lies.blocked_by.is_some()).then_some(first)
}

/// Refuses a marker that the side already uses, and a second one of a base to the same side this turn, even a dummy.
/// The enemy's markers do not matter. [7.4, 7.4.1]
fn marker_free(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    if state.markers.iter().any(|one| one.side == launch.side && one.is_called(&launch.id)) {
        return draft.refuse(LAUNCH, Reason::MarkerInUse { marker: launch.id.clone() });
    }
    let shared = state.division(&launch.launcher).is_some_and(|division| division.one_base);
    let same =
        |one: &&Marker| one.launcher == launch.launcher && one.turn == launch.turn && one.bearing == launch.bearing;
    let Some(one) = state.markers.iter().find(same).filter(|_| shared) else { return Ok(()) };
    let (base, bearing, marker) = (launch.launcher.clone(), launch.bearing, one.id.clone());
    draft.refuse(ONE_MARKER, Reason::SecondMarker { base, bearing, marker })
}

/// Refuses launches by large ships, before their run is checked. [7.4]
fn of_light_ships(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let mut ships = draft.state().ships_of(&launch.launcher).filter(|ship| ship.in_action());
    let Some(ship) = ships.find(|ship| !ship.card.kind.is_light()) else { return Ok(()) };
    draft.refuse(LAUNCH, Reason::NotLight { ship: ship.id.clone() })
}

/// Checks that the launcher is not ablaze, sees the target and has the factors. [7.1, 7.3, 7.4.7, 8.5.1]
fn may_launch(draft: &NavalDraft<'_>, launch: &Marker, clear: bool) -> Result<(), NavalHalt> {
    let state = draft.state();
    let unit = &launch.launcher;
    kinds::is_afloat(draft, &launch.target, LAUNCH)?;
    sighting::by_ship::judged(state, unit, &launch.target, clear).map_err(|reason| (SIGHTED, reason))?;
    special::fire::launch_forbidden(state, unit, &launch.target)?;
    spendable(draft, unit, launch.factors)
}

/// Resolves the ships that the referee says a marker's torpedoes met: one is attacked, those in line at half. Refused
/// outside the Torpedo Segment. The torpedoes must run this turn and be unanswered, with at least one ship met. Ships
/// met must be of the target's formation, in action, named once, at angles up to 180 degrees. [7.4.2, 7.4.4]
pub(crate) fn meet(
    draft: &mut NavalDraft<'_>,
    marker: &MarkerId,
    targets: &[Met],
    in_line: &[Met],
) -> Result<(), NavalHalt> {
    let marker = unanswered(draft, marker, "meet")?;
    if targets.is_empty() && in_line.is_empty() && is_computed(draft.state(), &marker) {
        return meet_as_they_lie(draft, &marker);
    }
    let (targets, in_line) = (bases(draft.state(), targets), bases(draft.state(), in_line));
    may_have_met(draft, &marker, &targets, &in_line)?;
    if marker.dummy {
        draft.note(DUMMY, Fact::TorpedoesRanOn { marker: marker.id });
        return Ok(());
    }
    let drawn = drawn(draft, &marker.id, targets.iter().map(|met| &met.ship))?;
    strike(draft, &marker, &targets[drawn], &in_line)
}

/// Rolls which of several possible ships the torpedoes meet. [7.4.4]
fn drawn<'a>(
    draft: &mut NavalDraft<'_>,
    marker: &MarkerId,
    mut ships: impl ExactSizeIterator<Item = &'a Id>,
) -> Result<usize, NavalHalt> {
    let count = ships.len();
    let drawn = one_of(draft, count, |marker: MarkerId| Purpose::TorpedoTarget(marker.named()), marker, WHICH)?;
    if let Some(ship) = ships.nth(drawn).filter(|_| 1 < count) {
        draft.note(WHICH, Fact::TorpedoTargetDrawn { marker: Some(marker.clone()), ship: ship.clone() });
    }
    Ok(drawn)
}

/// Attacks one ship and those in line with it. Hits remove the marker. [7.4.2]
fn strike(draft: &mut NavalDraft<'_>, marker: &Marker, met: &Met, in_line: &[Met]) -> Result<(), NavalHalt> {
    let mut hits = attack::launched(draft, marker, met, TorpedoManner::Launched)?;
    for other in in_line.iter().filter(|other| other.ship != met.ship) {
        hits += attack::launched(draft, marker, other, TorpedoManner::InLine)?;
    }
    if hits > 0 {
        draft.note(RUNNING, Fact::MarkerRemoved { marker: marker.id.clone(), spent: true });
    }
    Ok(())
}

/// Attacks the ship that a marker's torpedoes met by positions, rolled for if there are several. [7.4.2, 7.4.4]
fn meet_as_they_lie(draft: &mut NavalDraft<'_>, marker: &Marker) -> Result<(), NavalHalt> {
    let meetings = run::meetings_of(draft.state(), &marker.id);
    if marker.dummy || meetings.is_empty() {
        // Whether they are real is not known yet. [7.4.6]
        draft.note(RUNNING, Fact::TorpedoesRanOn { marker: marker.id.clone() });
        return Ok(());
    }
    let meeting = &meetings[drawn(draft, &marker.id, meetings.iter().map(|meeting| &meeting.ship))?];
    let afloat = |met: &&Met| draft.state().ships_of(&met.ship).any(Ship::in_action);
    let in_line: Vec<Met> = meeting.in_line.iter().filter(afloat).cloned().collect();
    strike(draft, marker, &meeting.met(), &in_line)
}

/// Returns the bases met: a boat on a shared base represents the base.
fn bases(state: &State, met: &[Met]) -> Vec<Met> {
    met.iter().map(|met| Met { ship: state.base_of(&met.ship), ..*met }).collect()
}

fn may_have_met(draft: &NavalDraft<'_>, marker: &Marker, targets: &[Met], in_line: &[Met]) -> Result<(), NavalHalt> {
    let state = draft.state();
    if targets.is_empty() {
        return draft.refuse(RUNNING, Reason::NobodyMet);
    }
    for list in [targets, in_line] {
        for (at, met) in list.iter().enumerate() {
            side_in_action(draft, &met.ship)?;
            if 180 < met.angle_deg {
                return draft.refuse(COMBING, Reason::AngleTooLarge { degrees: met.angle_deg });
            }
            if list[..at].iter().any(|earlier| earlier.ship == met.ship) {
                return draft.refuse(RUNNING, Reason::MetTwice);
            }
        }
    }
    let of_target = run::of_target(state, marker);
    let stranger = targets.iter().find(|met| !state.ships_of(&met.ship).any(&of_target));
    let Some(met) = stranger else { return Ok(()) };
    draft.refuse(WHICH, Reason::NotOfTarget { marker: marker.id.clone(), ship: met.ship.clone() })
}

/// Records the referee's ruling that a marker's torpedoes met no ship this turn. Refused outside the Torpedo Segment,
/// for an unknown marker, and if it was answered already. [7.4.2]
pub(crate) fn miss(draft: &mut NavalDraft<'_>, marker: &MarkerId) -> Result<(), NavalHalt> {
    let marker = unanswered(draft, marker, "miss")?;
    draft.note(RUNNING, Fact::TorpedoesRanOn { marker: marker.id });
    Ok(())
}

/// Finds a marker by its id, or by its letter if only one side uses that.
fn unanswered(draft: &NavalDraft<'_>, marker: &MarkerId, verb: &'static str) -> Result<Marker, NavalHalt> {
    in_segment(draft, Segment::Torpedo, verb, SEGMENT)?;
    let state = draft.state();
    // An id names exactly one marker. Only a bare letter is ambiguous.
    let bare = !marker.as_str().contains(':');
    let mut alike = state.markers.iter().filter(|one| bare && one.is_called(marker));
    let only = alike.next().filter(|_| alike.next().is_none());
    let Some(found) = state.markers.iter().find(|one| one.id == *marker).or(only) else {
        return draft.refuse(LAUNCH, Reason::UnknownMarker { marker: marker.clone() });
    };
    if !found.runs_during(state.now()) {
        let radius = found.radius_after(state.now().ends());
        return draft.refuse(RUNNING, Reason::OutOfReach { marker: found.id.clone(), radius });
    }
    if found.answered_turn == Some(state.turn) {
        return draft.refuse(RUNNING, Reason::MarkerAnswered { marker: found.id.clone() });
    }
    Ok(found.clone())
}

/// Returns markers that ran this turn and need the referee's ruling on the ships they met, and sides whose torpedo
/// range is not measured. [7.4.2, 7.5.1]
///
/// If positions decide, no ruling is needed.
pub fn owed(state: &State, pairs: Pairs) -> Vec<Duty> {
    if state.segment != Segment::Torpedo {
        return Vec::new();
    }
    meetings_owed(state).chain(close_quarters::reach_owed(state, pairs)).collect()
}

/// Returns duties for markers whose meetings only the table knows. [7.4.2]
fn meetings_owed(state: &State) -> impl Iterator<Item = Duty> {
    let open = |marker: &&Marker| run::is_open(state, marker) && !is_computed(state, marker);
    let meet = move |marker: &Marker| {
        let (id, launcher, ran) = (marker.id.clone(), marker.launcher.clone(), marker.radius_after(state.now().ends()));
        Duty { rule: RUNNING, task: Task::Meet { marker: id, launcher, ran, run: marker.run } }
    };
    state.markers.iter().filter(open).map(meet)
}

/// Resolves torpedoes at the end of the battle: those that met ships attack, and large ships make checks due in the
/// Torpedo Segment. Returns the duties that only the table can settle, to be waived. [3.3.6, 7.4.2, 7.5.1, Q63]
pub(crate) fn attack_at_the_end(draft: &mut NavalDraft<'_>) -> Result<Vec<Duty>, NavalHalt> {
    let segment = draft.state().segment;
    match segment {
        Segment::Movement | Segment::Sighting | Segment::Illumination | Segment::Gunfire | Segment::Torpedo => {}
        Segment::Plotting | Segment::DamageControl | Segment::Damage => return Ok(Vec::new()),
    }
    for marker in run::unanswered(draft.state()) {
        if !run::meetings_of(draft.state(), &marker.id).is_empty() {
            meet_as_they_lie(draft, &marker)?;
        }
    }
    let mut owed: Vec<Duty> = meetings_owed(draft.state()).collect();
    if segment == Segment::Torpedo {
        close_quarters::checks_due(draft)?;
        owed.extend(close_quarters::reach_owed(draft.state(), Pairs::All));
    }
    Ok(owed)
}

/// Closes the Torpedo Segment: attacks found by positions, large ships' checks still due, and finished runs. [7.4.2,
/// 7.5.1, 7.4.6]
pub(crate) fn close(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    for marker in run::unanswered(draft.state()) {
        meet_as_they_lie(draft, &marker)?;
    }
    close_quarters::checks_due(draft)?;
    run::reveal_outrun(draft);
    let end = draft.state().now().ends();
    let over = |marker: &&Marker| marker.radius_after(end) >= marker.run;
    for marker in draft.state().markers.iter().filter(over).cloned().collect::<Vec<Marker>>() {
        let rule = if marker.dummy { DUMMY } else { RUNNING };
        draft.note(rule, Fact::MarkerRemoved { marker: marker.id, spent: false });
    }
    Ok(())
}

//! Torpedoes by position: the marker, the ships they could have met, and the end of the run. [7.2, 7.4]
use super::cited::{ARCS, DUMMY, RUNNING};
use crate::model::{
    Bearing as TypedArc, Fine, FiringArc, MarkerId, Meeting, Place, Ship, ShipMove, TableReason, TorpedoModel,
    command::MetShip, fact::ceil_degrees, state::Marker,
};
use crate::rules::survey::{PlacedBase, arcs_of_fire, land, motion_of, placed_bases, representative_of};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Segment, State};
use geometry::{
    Area, Base, Bearing, Front, Interception, Motion, Point, Pose, Ray, SightLine, Span, Wedge, keel_angle_deg,
    range_in, round_to_hundredth,
};

/// Distance from the edge of the launcher's base to the dot: half a marker. (2.3.2, house)
const BESIDE_IN: f64 = 0.25;
/// Distance that torpedoes run in a turn. [7.4.2]
const RUN_PER_TURN_IN: f64 = 5.0;
/// Angle to either side of the beam. [6.4.4, 7.2]
const BROADSIDE_DEG: f64 = 60.0;

/// Returns where a tracked launcher places the dot: abeam of its centre, half a marker's breadth off its side. [7.4]
pub(super) fn dot_place(state: &State, launcher: &Id, side: TypedArc) -> Option<Place> {
    let base = PlacedBase::from_ship(state, representative_of(state, launcher)?)?;
    let beam = base.pose.heading.turned(beam_deg(side));
    let point = base.pose.at.moved(beam, base.base.width_in / 2.0 + BESIDE_IN);
    Some(Place::rounded(Pose { at: point, heading: base.pose.heading }))
}

fn beam_deg(side: TypedArc) -> f64 {
    match side {
        TypedArc::Port => -90.0,
        TypedArc::Starboard | TypedArc::Broadside => 90.0,
        TypedArc::Bow => 0.0,
        TypedArc::Stern => 180.0,
    }
}

/// Returns the true bearings into which a marker's torpedoes were launched. [7.2]
pub fn sector(dot: Place, side: TypedArc) -> Wedge {
    Wedge::around(dot.pose().heading.turned(beam_deg(side)).degrees(), BROADSIDE_DEG)
}

/// Returns the bearing of torpedoes that do not spread. It leads to where they meet the target if it keeps course and
/// speed, or straight at it if that point is outside the sector. (Q20: `ray`)
pub(super) fn ray_bearing(state: &State, launch: &Marker) -> Option<Fine> {
    let dot = launch.dot.filter(|_| state.setup.options.torpedo_model == TorpedoModel::Ray)?;
    let target = representative_of(state, &launch.target).and_then(|ship| PlacedBase::from_ship(state, ship))?;
    let from = dot.point();
    let turns = turns_to_meet(from, &target.pose, target.ship.speed.as_f64());
    let ahead = turns.map(|turns| target.pose.ahead(turns * target.ship.speed.as_f64()));
    let is_in_sector =
        |point: &Point| Bearing::between(from, *point).is_ok_and(|way| sector(dot, launch.bearing).contains(way));
    let aim = ahead.filter(is_in_sector).unwrap_or(target.pose.at);
    Some(Fine::nearest(Bearing::between(from, aim).map_or(dot.pose().heading.degrees(), Bearing::degrees)))
}

/// Returns the turns until torpedoes from a point meet a ship that goes straight on.
fn turns_to_meet(from: Point, target: &Pose, speed_in: f64) -> Option<f64> {
    let distance = range_in(from, target.at);
    let away = Bearing::between(from, target.at).ok()?.angle_to(target.heading).to_radians().cos();
    // Solve distance^2 + 2 distance away speed t + speed^2 t^2 = 5^2 t^2 for the first t above 0.
    let (a, b, c) =
        (RUN_PER_TURN_IN * RUN_PER_TURN_IN - speed_in * speed_in, distance * away * speed_in, distance * distance);
    (a > 0.0).then(|| (b + (b * b + a * c).sqrt()) / a)
}

/// Refuses unless a ship of the target's formation is in the launch's broadside arc, by positions, or by arcs measured
/// before the move if launcher or target has none. [7.2]
pub(super) fn check_abeam(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(dot) = launch.dot else { return check_abeam_by_arc(draft, launch) };
    let sector = sector(dot, launch.bearing);
    let is_target = is_of_target(state, launch);
    let targets: Vec<PlacedBase> = placed_bases(state).into_iter().filter(|base| is_target(base.ship)).collect();
    let is_abeam =
        |base: &PlacedBase| sector.touches(Bearing::NORTH, &Span::subtended_by(dot.point(), &base.base, base.pose));
    if targets.is_empty() {
        return check_abeam_by_arc(draft, launch);
    }
    if targets.iter().any(is_abeam) {
        return Ok(());
    }
    let touched = |base: &PlacedBase| {
        let span = Span::subtended_by(dot.point(), &base.base, base.pose);
        let arcs = arcs_of_fire().into_iter();
        arcs.filter(|(_, wedge)| wedge.touches(dot.pose().heading, &span)).map(|(arc, _)| arc).collect()
    };
    let (ship, target, side) = (launch.launcher.clone(), launch.target.clone(), launch.bearing);
    let touched = targets.first().map(touched).unwrap_or_default();
    draft.refuse(ARCS, TableReason::NotAbeam { ship, target, side, touched }.into())
}

/// Refuses if the target was measured in another arc, and no ship of its formation is in the launch's arc. [7.2]
fn check_abeam_by_arc(draft: &NavalDraft<'_>, launch: &Marker) -> Result<(), NavalHalt> {
    let state = draft.state();
    let arc_of = |target: &Id| state.arc_measured_before_movement(&launch.launcher, target);
    let is_target = is_of_target(state, launch);
    let mut formation = state.ships_in_action().filter(|ship| is_target(ship)).filter_map(|ship| arc_of(&ship.id));
    let touched = match arc_of(&launch.target) {
        Some(TypedArc::Bow) => FiringArc::Bow,
        Some(TypedArc::Stern) => FiringArc::Stern,
        Some(TypedArc::Port) => FiringArc::Port,
        Some(TypedArc::Starboard) => FiringArc::Starboard,
        Some(TypedArc::Broadside) | None => return Ok(()),
    };
    if formation.any(|arc| arc == launch.bearing || arc == TypedArc::Broadside) {
        return Ok(());
    }
    let (ship, target, side) = (launch.launcher.clone(), launch.target.clone(), launch.bearing);
    draft.refuse(ARCS, TableReason::NotAbeam { ship, target, side, touched: vec![touched] }.into())
}

/// Returns the test whether a ship is of the marker's target formation: its division and those grouped with it. [7.4.4]
pub(super) fn is_of_target<'a>(state: &'a State, marker: &Marker) -> impl Fn(&Ship) -> bool + use<'a> {
    let division = state.division_of(&marker.target).map(|division| &division.id);
    let formation = division.and_then(|division| state.formation_of(division));
    move |ship| {
        division == Some(&ship.division)
            || formation.is_some_and(|formation| formation.divisions.contains(&ship.division))
    }
}

/// Whether positions decide a marker's meetings: it has a dot, and all ships of its target a position.
pub fn is_computed(state: &State, marker: &Marker) -> bool {
    let is_target = is_of_target(state, marker);
    marker.dot.is_some() && !state.ships_in_action().any(|ship| ship.at.is_none() && is_target(ship))
}

/// A base with its motion in this move, if any, and its pose after all have moved.
struct ShipUnderWay<'a> {
    unit: Id,
    ship: &'a Ship,
    base: Base,
    motion: Motion,
    end: Pose,
}

impl ShipUnderWay<'_> {
    /// Returns the angle between the line from a point and the keel, to 0.01 degree. A ship over the point is abeam.
    fn keel_angle(&self, pose: Pose, from: Point) -> Fine {
        Fine::nearest(round_to_hundredth(keel_angle_deg(pose, from).unwrap_or(90.0)))
    }
}

struct TorpedoWaters<'a> {
    state: &'a State,
    ships: Vec<ShipUnderWay<'a>>,
    land: Vec<Area>,
}

impl<'a> TorpedoWaters<'a> {
    /// Returns all ships afloat as they moved in this turn's Movement Segment. (Q51)
    fn from_move(state: &'a State) -> TorpedoWaters<'a> {
        let mut ships = Vec::new();
        for PlacedBase { ship, base, pose } in
            placed_bases(state).into_iter().filter(|base| !base.ship.card.kind.is_coast_battery())
        {
            let motion = ship.run.as_ref().map_or_else(|| Motion::still(pose), |run| motion_of(run));
            // The current carries ships after all have moved. [9.2]
            let drifted = ship.run.as_ref().is_some_and(|run| Some(run.to) != ship.at);
            let end = if drifted { pose } else { motion.end() };
            ships.push(ShipUnderWay { unit: state.base_id(&ship.id), ship, base, motion, end });
        }
        TorpedoWaters { state, ships, land: land(state) }
    }

    /// Returns meetings with all ships of the target's formation that torpedoes could have met. [7.4.2, 7.4.4]
    fn meetings(&self, marker: &Marker) -> Vec<Meeting> {
        let Some(dot) = marker.dot else { return Vec::new() };
        let is_target = is_of_target(self.state, marker);
        let targets = self.ships.iter().filter(|mover| is_target(mover.ship));
        targets.filter_map(|mover| self.meeting_with(marker, dot, mover)).collect()
    }

    /// Returns a marker's meetings after `unit` was relocated. Those of other ships keep time and place, but the ships
    /// on their line are found again.
    fn meetings_after_shift(&self, marker: &Marker, unit: &Id) -> Vec<Meeting> {
        let Some(dot) = marker.dot else { return Vec::new() };
        let mover = |id: &Id| self.ships.iter().find(|mover| mover.unit == *id);
        let known = &self.state.this_move.meetings;
        let others = known.iter().filter(|meeting| meeting.marker == marker.id && meeting.ship != *unit);
        let with_line = |meeting: &Meeting| {
            let in_line = match mover(&meeting.ship) {
                Some(attacked) => self.ships_in_line(marker, dot, attacked),
                None => meeting.in_line.clone(),
            };
            Meeting { in_line, ..meeting.clone() }
        };
        let mut meetings: Vec<Meeting> = others.map(with_line).collect();
        let own = mover(unit).filter(|mover| is_of_target(self.state, marker)(mover.ship));
        meetings.extend(own.and_then(|mover| self.meeting_with(marker, dot, mover)));
        meetings
    }

    fn meeting_with(&self, marker: &Marker, dot: Place, mover: &ShipUnderWay) -> Option<Meeting> {
        let interception = intercepts(self.state, marker, dot, mover)?;
        if self.is_behind_land(dot, interception.pose.at) {
            return None;
        }
        Some(Meeting {
            marker: marker.id.clone(),
            ship: mover.unit.clone(),
            time: Fine::nearest(interception.time),
            range: Inches::nearest(interception.range_in),
            angle: mover.keel_angle(interception.pose, dot.point()),
            in_line: self.ships_in_line(marker, dot, mover),
        })
    }

    /// Whether land is on the torpedoes' straight way to a point. [4.7, Q41]
    fn is_behind_land(&self, dot: Place, to: Point) -> bool {
        let line = SightLine::new(dot.point(), to);
        self.land.iter().any(|area| line.crosses_area(area))
    }

    /// Returns other bases that end the turn on the line from the dot towards the attacked ship, within the distance
    /// run and with no land before them. (Q34, Q41)
    fn ships_in_line(&self, marker: &Marker, dot: Place, attacked: &ShipUnderWay) -> Vec<MetShip> {
        let run_in = marker.distance_run_after(self.state.current_moment().end_half_turns()).as_f64();
        let line = SightLine::towards(dot.point(), attacked.end.at, run_in);
        let others = self.ships.iter().filter(|other| other.unit != attacked.unit);
        let touched = others.filter(|other| line.touches(&other.base, other.end));
        let to_met = |other: &ShipUnderWay| MetShip {
            ship: other.unit.clone(),
            angle_deg: ceil_degrees(other.keel_angle(other.end, dot.point())),
        };
        touched.filter(|other| !self.is_behind_land(dot, other.end.at)).map(to_met).collect()
    }
}

/// Records the ships that each marker's torpedoes could have met while all moved together. [7.4.2]
pub(crate) fn record_meetings(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let running =
        |marker: &&Marker| !marker.dummy && marker.is_running_in(state.current_moment()) && is_computed(state, marker);
    let running: Vec<&Marker> = state.markers.iter().filter(running).collect();
    if running.is_empty() {
        return;
    }
    let waters = TorpedoWaters::from_move(state);
    let facts: Vec<Fact> = running.iter().flat_map(|marker| waters.meetings(marker)).map(Fact::TorpedoesMet).collect();
    draft.record_all(RUNNING, facts);
}

/// Finds again the ships that running torpedoes could have met after the referee relocated a unit. It counts as having
/// run straight to its new position. Meetings that are already answered stay. [2.7, 7.4.2]
pub(crate) fn update_meetings(draft: &mut NavalDraft<'_>, unit: &Id, old_run: Option<&ShipMove>) {
    let state = draft.state();
    let has_moved = match state.segment {
        Segment::Movement | Segment::Sighting | Segment::Illumination | Segment::Gunfire | Segment::Torpedo => true,
        Segment::Plotting | Segment::DamageControl | Segment::Damage => false,
    };
    let unit = state.base_id(unit);
    let markers: Vec<Marker> =
        markers_to_resolve(state).into_iter().filter(|marker| has_moved && !marker.dummy).collect();
    if markers.is_empty() {
        return;
    }
    let mut waters = TorpedoWaters::from_move(state);
    if let (Some(relocated), Some(old_run)) = (waters.ships.iter_mut().find(|mover| mover.unit == unit), old_run) {
        relocated.motion = straight_to(old_run.from.pose(), relocated.end);
    }
    let found = markers.iter().filter_map(|marker| {
        let meetings = waters.meetings_after_shift(marker, &unit);
        let old_meetings = state.this_move.meetings.iter().filter(|meeting| meeting.marker == marker.id);
        let is_unchanged = old_meetings.eq(&meetings);
        (!is_unchanged).then(|| Fact::MeetingsFoundAgain { marker: marker.id.clone(), meetings })
    });
    let found: Vec<Fact> = found.collect();
    draft.record_all(RUNNING, found);
}

/// Returns a straight motion between two poses. Its final heading is the direction of that run.
fn straight_to(from: Pose, to: Pose) -> Motion {
    match Bearing::between(from.at, to.at) {
        Ok(heading) => Motion::straight(Pose { heading, ..from }, range_in(from.at, to.at)),
        Err(_) => Motion::still(to),
    }
}

/// Returns when and where torpedoes reach a ship in this move. The front also acts at the end of the move, so that it
/// meets a ship that a current carries on to it. (Q20, Q34)
fn intercepts(state: &State, marker: &Marker, dot: Place, mover: &ShipUnderWay) -> Option<Interception> {
    let (moment, run_in) = (state.current_moment(), marker.run.as_f64());
    let radius_in = marker.distance_run_after(moment.start_half_turns()).as_f64();
    let growth_in = RUN_PER_TURN_IN * f64::from(moment.end_half_turns() - moment.start_half_turns()) / 2.0;
    match marker.track {
        None => {
            let front = Front { dot: dot.point(), radius_in, growth_in, run_in, sector: sector(dot, marker.bearing) };
            let final_front = Front { radius_in: radius_in + growth_in, growth_in: 0.0, ..front };
            let by_current = || final_front.intercepts(&straight_to(mover.motion.end(), mover.end));
            front.intercepts(&mover.motion).or_else(|| {
                let range_in = range_in(dot.point(), mover.end.at);
                by_current().map(|_| Interception { time: 1.0, pose: mover.end, range_in })
            })
        }
        Some(track) => {
            let bearing = Bearing::new(track.as_f64());
            Ray { dot: dot.point(), bearing, radius_in, growth_in, run_in }.intercepts(&mover.base, &mover.motion)
        }
    }
}

/// Reveals dummies whose torpedoes would have outrun all their targets. [7.4.6]
pub(super) fn reveal_outrun(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let bases = placed_bases(state);
    let is_outrun = |marker: &&Marker| {
        let Some(dot) = marker.dot.filter(|_| marker.dummy && is_computed(state, marker)) else { return false };
        let is_target = is_of_target(state, marker);
        let mut targets = bases.iter().filter(|base| is_target(base.ship));
        let radius = marker.distance_run_after(state.current_moment().end_half_turns());
        radius < marker.run && targets.all(|base| Inches::nearest(range_in(dot.point(), base.pose.at)) <= radius)
    };
    let revealed = state.markers.iter().filter(is_outrun);
    let facts: Vec<Fact> = revealed.map(|marker| Fact::DummyRevealed { marker: marker.id.clone() }).collect();
    draft.record_all(DUMMY, facts);
}

/// Returns a marker's meetings this turn with ships that can still be attacked.
pub(super) fn meetings_of(state: &State, marker: &MarkerId) -> Vec<Meeting> {
    let can_attack =
        |meeting: &&Meeting| meeting.marker == *marker && state.ships_of(&meeting.ship).any(Ship::is_in_action);
    state.this_move.meetings.iter().filter(can_attack).cloned().collect()
}

/// Returns unanswered markers whose meetings are computed.
pub(super) fn markers_to_resolve(state: &State) -> Vec<Marker> {
    let is_unresolved = |marker: &&Marker| is_unanswered(state, marker) && is_computed(state, marker);
    state.markers.iter().filter(is_unresolved).cloned().collect()
}

/// Whether a marker's torpedoes run in this move and have no answer yet.
pub(super) fn is_unanswered(state: &State, marker: &Marker) -> bool {
    marker.is_running_in(state.current_moment()) && marker.answered_turn != Some(state.turn)
}

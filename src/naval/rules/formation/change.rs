//! 5.3.2 to 5.3.4: a flotilla changes between line ahead and lines of bearing.
use super::kinds::is_flotilla;
use crate::columns::{self, helm};
use crate::{
    BearingLine, Change, Course, Division, Fact, Fine, Follower, Formation, FormationId, FormationReason, Half, Id,
    Inches, Leg, NavalDraft, NavalHalt, Place, Reason, Run, State, TableReason, base::base_of, half_move, special,
    steering::pace,
};
use geometry::{Bearing, Point, Pose, SamePoint, range_in};
use play::Rule;

const FORMATIONS: Rule = Rule::new("5.2");
const FLOTILLAS: Rule = Rule::new("5.3");
const SHAPES: Rule = Rule::new("5.3.2");
const FARTHEST: Rule = Rule::new("5.3.3");
const PLOTTED: Rule = Rule::new("5.3.4");
const SPEED: Rule = Rule::new("5.4");
const SHIFTED: Rule = Rule::new("5.9.1");

/// Plots the change of a flotilla to lines of bearing, or to line ahead; it stands in place of its divisions' plots.
///
/// Refused unless: it is the Plotting Segment; the formation is a flotilla, tracked, its leading division with no turn
/// to finish; there are two lines of bearing at most; every ship can make the speed.
pub(crate) fn plot(
    draft: &mut NavalDraft<'_>,
    id: &FormationId,
    lines: &[BearingLine],
    speed: Option<Inches>,
) -> Result<(), NavalHalt> {
    half_move::plotting(draft, &id.named(), "reform", FORMATIONS)?;
    let (state, own) = (draft.state(), || id.clone());
    let formation = state.formation(id).cloned();
    let formation = draft.need(formation, FLOTILLAS, || FormationReason::NoSuchFormation { formation: own() })?;
    let other = !is_flotilla(state, &formation);
    draft.refuse_if(other, SHAPES, || FormationReason::NoFlotilla { formation: own() })?;
    let divisions: Vec<&Division> = formation.divisions.iter().filter_map(|id| state.division(id)).collect();
    let lost = divisions.iter().find(|one| !state.is_tracked(&one.id));
    draft.refuse_found(lost, SHAPES, |lost| TableReason::NoPosition { unit: lost.id.clone() })?;
    let shifted = divisions.iter().find(|one| state.checks && one.flag_turn == Some(state.turn));
    draft.refuse_found(shifted, SHIFTED, |one| FormationReason::FlagShifted { division: one.id.clone() })?;
    let turning = divisions.first().filter(|one| one.course.carried.is_some());
    draft.refuse_found(turning, SHAPES, |one| FormationReason::TurnUnfinished { division: one.id.clone() })?;
    let most = divisions.iter().map(|division| pace::fastest_of_all(state, division)).min();
    let speed = speed.or(most).unwrap_or(Inches::ZERO);
    divisions.iter().try_for_each(|division| pace::speed_of_all_allowed(draft, division, speed))?;
    draft.refuse_if(speed == Inches::ZERO, SPEED, || FormationReason::NoWay { unit: id.named() })?;
    let change = Change { lines: lines.to_vec(), speed };
    within_special_rules(state, &formation, &change, &divisions)?;
    draft.note(PLOTTED, Fact::ChangePlotted { formation: formation.id, change });
    Ok(())
}

/// A change of formation keeps to the special rules of the scenario as a plot does. [9.2]
fn within_special_rules(
    state: &State,
    formation: &Formation,
    change: &Change,
    divisions: &[&Division],
) -> Result<(), (Rule, Reason)> {
    let Some(placing) = placing(state, formation, change) else { return Ok(()) };
    divisions.iter().try_for_each(|division| {
        let of_it = |run: &&Run| division.ships.contains(&run.ship);
        let runs: Vec<Run> = placing.runs.iter().filter(of_it).cloned().collect();
        let plotted = special::steer::Plotted { elements: &[], runs: &runs, follows: None, ahead: false };
        special::steer::may_plot(state, division, &plotted)
    })
}

/// How a flotilla is placed that changes its formation.
struct Placing {
    runs: Vec<Run>,
    courses: Vec<(Id, Course)>,
    /// Whoever has the farthest to go.
    farthest: Id,
    /// It has formed when the move is over.
    done: bool,
}

/// A base under way to its station.
struct Moving {
    ship: Id,
    division: Id,
    from: Pose,
    /// Where she is to be while the leading ship has not moved.
    station: Point,
    astern: f64,
}

/// Runs every change of formation plotted for this turn. [5.3.3]
///
/// The leading division steers straight on. Whoever has the farthest to go runs the flotilla's speed, and that settles
/// how far the leader comes; the others are placed.
pub(crate) fn run(draft: &mut NavalDraft<'_>) {
    for formation in draft.state().formations.clone() {
        let placing = formation.change.as_ref().and_then(|change| placing(draft.state(), &formation, change));
        let Some(Placing { runs, courses, farthest, done }) = placing else { continue };
        draft.note_all(FARTHEST, runs.into_iter().map(Fact::Moved));
        let kept = |(division, course)| Fact::CourseKept { division, course };
        draft.note_all(FARTHEST, courses.into_iter().map(kept));
        // Who has not formed in the first half has the second.
        if done || draft.state().half != Some(Half::First) {
            draft.note(FARTHEST, Fact::FormationChanged { formation: formation.id, farthest, done });
        }
    }
}

/// Where a change of formation puts every base. [5.3.3]
fn placing(state: &State, formation: &Formation, change: &Change) -> Option<Placing> {
    let afloat = |id: &Id| state.division(id).filter(|division| !helm::bases(state, division).is_empty());
    let divisions: Vec<&Division> = formation.divisions.iter().filter_map(afloat).collect();
    let lead = columns::place_of(state, divisions.first()?)?.pose();
    let slowest = divisions.iter().map(|division| pace::slowest(state, division)).min();
    let speed = if state.checks { change.speed.min(slowest.unwrap_or(change.speed)) } else { change.speed };
    let moving = stations(state, &divisions, lead, &change.lines);
    // In a half move half the way. [3.4.2]
    let reach = speed.as_f64() / if state.half.is_some() { 2.0 } else { 1.0 };
    let (ahead, farthest) = how_far(lead, &moving, reach);
    Some(Placing {
        runs: moving.iter().map(|one| placed(one, lead, ahead.unwrap_or(0.0), (speed, reach))).collect(),
        courses: divisions.iter().map(|one| (one.id.clone(), course(&moving, &one.id))).collect(),
        farthest: farthest.unwrap_or_else(|| divisions[0].id.clone()),
        done: ahead.is_some(),
    })
}

/// Where every base is to be while the leading ship has not moved; all steer her course.
fn stations(state: &State, divisions: &[&Division], lead: Pose, lines: &[BearingLine]) -> Vec<Moving> {
    let mut moving = Vec::new();
    let clear = state.setup.options.interval.as_f64();
    // Where the stern of the ship before ends, for line ahead.
    let mut stern: Option<f64> = None;
    for (at, division) in divisions.iter().enumerate() {
        let mut first: Option<f64> = None;
        for (ship, _) in helm::bases(state, division) {
            let Some(place) = ship.at else { continue };
            let half = base_of(state, ship).length_in / 2.0;
            let in_line = lines.is_empty() || first.is_some();
            let astern = match stern {
                Some(stern) if in_line => stern + clear + half,
                Some(_) | None => 0.0,
            };
            stern = Some(astern + half);
            let first = *first.get_or_insert(astern);
            let corner = corner(lead, at, lines);
            let station = corner.moved(lead.heading, -astern);
            let (ship, division) = (ship.id.clone(), division.id.clone());
            moving.push(Moving { ship, division, from: place.pose(), station, astern: astern - first });
        }
    }
    moving
}

/// Where the leader of a division stands on the lines of bearing: one after the other on one line, by turns on two.
fn corner(lead: Pose, at: usize, lines: &[BearingLine]) -> Point {
    match (at.checked_sub(1), lines) {
        (None, _) | (_, []) => lead.at,
        (Some(at), lines) => {
            let line = lines[at % lines.len()];
            let rank = (at / lines.len() + 1) as f64;
            lead.at.moved(Bearing::new(f64::from(line.bearing_deg)), line.interval.as_f64() * rank)
        }
    }
}

/// How far the leader can come so that nobody runs farther than the flotilla's speed, and whose way sets that limit;
/// `None` when some station cannot be reached this turn.
fn how_far(lead: Pose, moving: &[Moving], speed: f64) -> (Option<f64>, Option<Id>) {
    let ahead = Point::new(0.0, 0.0).moved(lead.heading, 1.0);
    let (mut least, mut most, mut whose) = (0.0_f64, speed, None);
    for one in moving {
        let (x, y) = (one.station.x() - one.from.at.x(), one.station.y() - one.from.at.y());
        // The way from her place to her station, when the leader has come s: |w + s u| <= speed.
        let along = x * ahead.x() + y * ahead.y();
        let root = along * along - (x * x + y * y) + speed * speed;
        if root < -1e-9 {
            return (None, Some(one.division.clone()));
        }
        let half = root.max(0.0).sqrt();
        least = least.max(-along - half);
        if -along + half < most - 1e-9 {
            most = -along + half;
            whose = Some(one.division.clone());
        }
    }
    (Some(most).filter(|most| least - 1e-6 <= *most).map(|most| most.max(0.0)), whose)
}

/// A base is put where she belongs, or as far on the straight way there as the speed allows. [5.3.3]
fn placed(one: &Moving, leader: Pose, ahead: f64, (speed, reach): (Inches, f64)) -> Run {
    let wanted = one.station.moved(leader.heading, ahead);
    let way = range_in(one.from.at, wanted);
    let ran = way.min(reach);
    let turn = |from: Bearing, to: Bearing| on_the_spot(from.signed_difference(to));
    let (from, heading) = (one.from, leader.heading);
    let (at, legs) = match Bearing::to(from.at, wanted) {
        Ok(way) => {
            let straight = Leg::Straight { length: Fine::nearest(ran) };
            (from.at.moved(way, ran), [turn(from.heading, way), Some(straight), turn(way, heading)])
        }
        Err(SamePoint) => (from.at, [turn(from.heading, heading), None, None]),
    };
    Run {
        ship: one.ship.clone(),
        from: Place::rounded(from),
        to: Place::rounded(Pose { at, heading }),
        legs: legs.into_iter().flatten().collect(),
        speed,
        turned: Fine::ZERO,
        smoke: false,
    }
}

/// A base is turned without a template, as she is placed.
fn on_the_spot(degrees: f64) -> Option<Leg> {
    let degrees = Fine::nearest(degrees);
    (degrees != Fine::ZERO).then_some(Leg::Arc { degrees, radius: Inches::ZERO })
}

fn course(moving: &[Moving], division: &Id) -> Course {
    let own = moving.iter().filter(|one| one.division == *division);
    let column = own.map(|one| Follower { ship: one.ship.clone(), astern: Fine::nearest(one.astern) });
    Course { column: column.collect(), ..Course::default() }
}

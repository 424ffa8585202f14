//! Brings a division that has lost the track of the one ahead back to its place astern. [5.7.4, 5.8.2]
use super::{
    Choice, Lanes, Mind, TermKind, Weighed, best, leader, mind::LEAST, order, safety::Danger, term, turned, weighed,
};
use geometry::{Bearing, Pose, range_in};
use naval::model::{Division, Element, Plot, Run};
use naval::rules::moves::{self, Foresight};
use naval::{Id, Inches, view::Outlook};
use play::Rule;

const PLACE: Rule = Rule::new("5.8.2");
const STEADY: Rule = Rule::new("5.10.2");
/// Cost of each remaining inch of the way, in points.
const AN_INCH: f64 = 0.12;
/// A moving station is met where it will be at most this many turns later.
const MET_TURNS: f64 = 3.0;
/// Distance from the centre of the last ship ahead to that of the leader.
const ASTERN_IN: f64 = 2.0;
/// A leader this close to its station, and within this angle of its course, is in place.
const KEEPS_IN: f64 = 1.5;
const KEEPS_DEG: f64 = 20.0;
/// Within this distance of the station its course counts, not its bearing.
const NEAR_IN: f64 = 2.0;
/// Each degree still to turn counts as this distance.
const WAY_A_DEG_IN: f64 = 0.012;
/// Cost of each inch ahead of the station: the division waits for it.
const AHEAD: f64 = 2.0;
/// Speed below that of the division ahead, to fall back. Never so slow that the ship could be finished off. [7.6]
const SLOWER: Inches = Inches(50);
/// Turns away from the course and back, which shift a column sideways.
const ASIDE_DEG: [i32; 10] = [15, -15, 30, -30, 45, -45, 60, -60, 90, -90];
const STEP_DEG: f64 = 15.0;

/// Returns a leader's station astern of another division after that one has run as planned.
pub fn station(at: &Outlook, ahead: &Id, planned: &[Run]) -> Option<Pose> {
    let state = at.state();
    let division = state.division(ahead)?;
    let column = division.course.column.iter().map(|one| &one.ship).chain(&division.ships);
    let last = column.filter_map(|id| state.ship(id)).rfind(|ship| ship.is_tracked() && ship.division == *ahead)?;
    let run = planned.iter().find(|run| run.ship == last.id);
    let now = last.at?.pose();
    let then = run.map_or(Pose { at: now.ahead(last.speed.as_f64()), ..now }, |run| run.to.pose());
    Some(Pose { at: then.at.moved(then.heading.opposite(), ASTERN_IN), ..then })
}

/// Whether a plot leaves the leader on its station.
pub fn keeps(at: &Outlook, division: &Division, plot: &Plot, station: Pose) -> bool {
    let runs = moves::foreseen(at.state(), division, plot);
    let end = runs.as_ref().and_then(|runs| runs.first()).map(|run| run.to.pose());
    end.is_some_and(|end| {
        range_in(end.at, station.at) <= KEEPS_IN && end.heading.difference(station.heading) <= KEEPS_DEG
    })
}

/// Returns the plot that brings the leader closest to its station and the course of the division ahead.
pub fn plotted(at: &mut Outlook, mind: &Mind, division: &Division, planned: &[Run], station: Pose) -> Option<Choice> {
    let pose = leader(at, division)?.at?.pose();
    let fastest = moves::fastest(at.state(), division);
    let ahead = planned.iter().map(|run| run.speed).max().unwrap_or(fastest).min(fastest);
    let mut speeds = vec![fastest, ahead, (ahead - SLOWER).max(LEAST.min(ahead))];
    speeds.dedup();
    let turns = ((range_in(pose.at, station.at) - NEAR_IN).max(0.0) / fastest.as_f64().max(1.0)).min(MET_TURNS);
    let station = Pose { at: station.ahead(ahead.as_f64() * turns), ..station };
    let lanes = Lanes::of(at, division, planned);
    let stakes = weighed::stakes(at, mind, division);
    let options: Vec<Weighed> = {
        let foresight = Foresight::of(at.state(), division);
        let plots = speeds.into_iter().flat_map(|speed| tried(at, division, &foresight, pose, station, speed));
        plots.filter_map(|plot| reached(at, division, &foresight, plot, (&lanes, stakes), station)).collect()
    };
    best(at, options)
}

/// Returns turns at once, a turn onto the track, and turns away from the course and back onto it.
fn tried(
    at: &Outlook,
    division: &Division,
    foresight: &Foresight,
    pose: Pose,
    station: Pose,
    speed: Inches,
) -> Vec<Plot> {
    let plot = |elements: Vec<Element>| Plot { elements, speed: Some(speed), ..Plot::default() };
    let turn = |degrees: i32| Element::Turn(turned(at, division, degrees));
    let mut plots = vec![plot(Vec::new())];
    let all = (1..=12).flat_map(|step| [step * 15, step * -15]).filter(|degrees| *degrees != -180);
    plots.extend(all.map(|degrees| plot(vec![turn(degrees)])));
    let round =
        |course: Bearing| (course.signed_difference(station.heading) / STEP_DEG).round() as i32 * STEP_DEG as i32;
    // Goes straight on until the turn after it ends on the track.
    let straight = |before: Vec<Element>, course: Bearing, after: i32| {
        let so = |inches: Inches| {
            let mut elements = before.clone();
            elements.extend((Inches::ZERO < inches).then_some(Element::Straight(inches)));
            elements.extend((after != 0).then(|| turn(after)));
            plot(elements)
        };
        let runs = foresight.runs(&so(Inches::ZERO))?;
        let aside = aside_in(runs.first()?.to.pose(), station);
        let gained = course.signed_difference(station.heading).to_radians().sin();
        let inches = -aside / gained;
        (0.0..=speed.as_f64()).contains(&inches).then(|| so(Inches::nearest(inches)))
    };
    plots.extend(straight(Vec::new(), pose.heading, round(pose.heading)));
    plots.extend(ASIDE_DEG.iter().filter_map(|degrees| {
        let course = pose.heading.turned(f64::from(*degrees));
        straight(vec![turn(*degrees)], course, round(course))
    }));
    plots
}

/// Returns how far a position is to port of the track that leads to the station, in inches.
fn aside_in(pose: Pose, station: Pose) -> f64 {
    let (x, y) = (pose.at.x() - station.at.x(), pose.at.y() - station.at.y());
    let (sin, cos) = station.heading.degrees().to_radians().sin_cos();
    y * sin - x * cos
}

fn reached(
    at: &Outlook,
    division: &Division,
    foresight: &Foresight,
    plot: Plot,
    (lanes, stakes): (&Lanes, f64),
    station: Pose,
) -> Option<Weighed> {
    let runs = foresight.runs(&plot)?;
    let end = runs.first()?.to.pose();
    let danger = Danger::of(at, &runs, lanes, None).all();
    let steady = weighed::unsteady(division, &plot, 0.0, stakes);
    let mut terms = vec![term(TermKind::Formation, -AN_INCH * way_in(end, station), PLACE)];
    terms.extend((0.0 < steady).then(|| term(TermKind::Steady, -steady, STEADY)));
    terms.extend((0.0 < danger).then(|| term(TermKind::Danger, -danger, PLACE)));
    Some(Weighed::by(order(division, plot), terms))
}

/// Estimates the length of the way from a position to the station and onto its course.
fn way_in(end: Pose, station: Pose) -> f64 {
    let apart = range_in(end.at, station.at);
    let turn = end.heading.difference(station.heading);
    let far = (apart / NEAR_IN).min(1.0);
    let by_way = Bearing::to(end.at, station.at)
        .map_or(turn, |line| line.difference(end.heading) + line.difference(station.heading));
    let (x, y) = (end.at.x() - station.at.x(), end.at.y() - station.at.y());
    let (sin, cos) = station.heading.degrees().to_radians().sin_cos();
    let before = (x * sin + y * cos).max(0.0);
    let turns = far * by_way + (1.0 - far) * 2.0 * turn;
    apart + AHEAD * before + (1.0 - far) * aside_in(end, station).abs() + WAY_A_DEG_IN * turns
}

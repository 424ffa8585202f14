//! Brings a division that has lost the track of the one ahead back to its place astern. [5.7.4, 5.8.2]
use super::{
    Choice, Posture, PredictedTracks, ScoredOption, TermKind, choose_best, leader, plot_command, posture::LEAST_SPEED,
    safety::Danger, scoring, term, turn_by,
};
use geometry::{Bearing, Pose, range_in};
use naval::model::{Division, Element, Plot, ShipMove};
use naval::rules::moves::{self, PlotPredictor};
use naval::{Id, Inches, view::PlayerView};
use play::Rule;

const PLACE: Rule = Rule::new("5.8.2");
const STEADY: Rule = Rule::new("5.10.2");
/// Cost of each remaining inch of the way, in points.
const COST_PER_INCH: f64 = 0.12;
/// A moving station is met where it will be at most this many turns later.
const MAX_MEETING_TURNS: f64 = 3.0;
/// Distance from the centre of the last ship ahead to that of the leader.
const ASTERN_IN: f64 = 2.0;
/// A leader this close to its station, and within this angle of its course, is in place.
const IN_PLACE_IN: f64 = 1.5;
const IN_PLACE_DEG: f64 = 20.0;
/// Within this distance of the station, the station's course counts, not the bearing to it.
const NEAR_IN: f64 = 2.0;
/// Each degree still to turn counts as this distance.
const INCHES_PER_DEG: f64 = 0.012;
/// Cost of each inch ahead of the station: the division waits for it.
const AHEAD_COST: f64 = 2.0;
/// Speed reduction below the division ahead, to fall back. Never so slow that the ship could be finished off. [7.6]
const SLOWER: Inches = Inches(50);
/// Turns away from the course and back, which shift a column sideways.
const SIDESTEP_DEG: [i32; 10] = [15, -15, 30, -30, 45, -45, 60, -60, 90, -90];
const STEP_DEG: f64 = 15.0;

/// Returns a leader's station astern of another division after that one has run as planned.
pub fn station(view: &PlayerView, ahead: &Id, planned: &[ShipMove]) -> Option<Pose> {
    let state = view.state();
    let division = state.division(ahead)?;
    let column = division.course.column.iter().map(|entry| &entry.ship).chain(&division.ships);
    let last = column.filter_map(|id| state.ship(id)).rfind(|ship| ship.has_position() && ship.division == *ahead)?;
    let run = planned.iter().find(|run| run.ship == last.id);
    let current_pose = last.at?.pose();
    let next_pose =
        run.map_or(Pose { at: current_pose.ahead(last.speed.as_f64()), ..current_pose }, |run| run.to.pose());
    Some(Pose { at: next_pose.at.moved(next_pose.heading.opposite(), ASTERN_IN), ..next_pose })
}

/// Whether a plot leaves the leader on its station.
pub fn is_in_place(view: &PlayerView, division: &Division, plot: &Plot, station: Pose) -> bool {
    let runs = moves::predicted_runs(view.state(), division, plot);
    let end = runs.as_ref().and_then(|runs| runs.first()).map(|run| run.to.pose());
    end.is_some_and(|end| {
        range_in(end.at, station.at) <= IN_PLACE_IN && end.heading.angle_to(station.heading) <= IN_PLACE_DEG
    })
}

/// Returns the plot that brings the leader closest to its station and the course of the division ahead.
pub fn best_plot(
    view: &mut PlayerView,
    posture: &Posture,
    division: &Division,
    planned: &[ShipMove],
    station: Pose,
) -> Option<Choice> {
    let pose = leader(view, division)?.at?.pose();
    let fastest = moves::fastest(view.state(), division);
    let speed_ahead = planned.iter().map(|run| run.speed).max().unwrap_or(fastest).min(fastest);
    let mut speeds = vec![fastest, speed_ahead, (speed_ahead - SLOWER).max(LEAST_SPEED.min(speed_ahead))];
    speeds.dedup();
    let turns = ((range_in(pose.at, station.at) - NEAR_IN).max(0.0) / fastest.as_f64().max(1.0)).min(MAX_MEETING_TURNS);
    let station = Pose { at: station.ahead(speed_ahead.as_f64() * turns), ..station };
    let tracks = PredictedTracks::predict(view, division, planned);
    let stakes = scoring::fire_exchanged(view, posture, division);
    let options: Vec<ScoredOption> = {
        let predictor = PlotPredictor::new(view.state(), division);
        let plots =
            speeds.into_iter().flat_map(|speed| candidate_plots(view, division, &predictor, pose, station, speed));
        let context = (&tracks, stakes, posture);
        plots.filter_map(|plot| score_plot(view, division, &predictor, plot, context, station)).collect()
    };
    choose_best(view, options)
}

/// Returns turns at once, a turn onto the track, and turns away from the course and back onto it.
fn candidate_plots(
    view: &PlayerView,
    division: &Division,
    predictor: &PlotPredictor,
    pose: Pose,
    station: Pose,
    speed: Inches,
) -> Vec<Plot> {
    let plot = |elements: Vec<Element>| Plot { elements, speed: Some(speed), ..Plot::default() };
    let turn = |degrees: i32| Element::Turn(turn_by(view, division, degrees));
    let mut plots = vec![plot(Vec::new())];
    let degrees_tried = (1..=12).flat_map(|step| [step * 15, step * -15]).filter(|degrees| *degrees != -180);
    plots.extend(degrees_tried.map(|degrees| plot(vec![turn(degrees)])));
    let round =
        |course: Bearing| (course.signed_difference(station.heading) / STEP_DEG).round() as i32 * STEP_DEG as i32;
    // Goes straight on until the turn after it ends on the track.
    let straight_then_turn = |before: Vec<Element>, course: Bearing, after: i32| {
        let plot_with = |inches: Inches| {
            let mut elements = before.clone();
            elements.extend((Inches::ZERO < inches).then_some(Element::Straight(inches)));
            elements.extend((after != 0).then(|| turn(after)));
            plot(elements)
        };
        let runs = predictor.predicted_runs(&plot_with(Inches::ZERO))?;
        let aside = aside_in(runs.first()?.to.pose(), station);
        let aside_per_inch = course.signed_difference(station.heading).to_radians().sin();
        let inches = -aside / aside_per_inch;
        (0.0..=speed.as_f64()).contains(&inches).then(|| plot_with(Inches::nearest(inches)))
    };
    plots.extend(straight_then_turn(Vec::new(), pose.heading, round(pose.heading)));
    plots.extend(SIDESTEP_DEG.iter().filter_map(|degrees| {
        let course = pose.heading.turned(f64::from(*degrees));
        straight_then_turn(vec![turn(*degrees)], course, round(course))
    }));
    plots
}

/// Returns how far a position is to port of the track that leads to the station, in inches.
fn aside_in(pose: Pose, station: Pose) -> f64 {
    let (x, y) = (pose.at.x() - station.at.x(), pose.at.y() - station.at.y());
    let (sin, cos) = station.heading.degrees().to_radians().sin_cos();
    y * sin - x * cos
}

fn score_plot(
    view: &PlayerView,
    division: &Division,
    predictor: &PlotPredictor,
    plot: Plot,
    (tracks, stakes, posture): (&PredictedTracks, f64, &Posture),
    station: Pose,
) -> Option<ScoredOption> {
    let runs = predictor.predicted_runs(&plot)?;
    let end = runs.first()?.to.pose();
    let danger = Danger::assess(view, &runs, tracks, None, posture).total();
    let change_cost = scoring::change_cost(division, &plot, 0.0, stakes, posture.weights);
    let mut terms = vec![term(TermKind::Formation, -COST_PER_INCH * remaining_way_in(end, station), PLACE)];
    terms.extend((0.0 < change_cost).then(|| term(TermKind::ChangeCost, -change_cost, STEADY)));
    terms.extend((0.0 < danger).then(|| term(TermKind::Danger, -danger, PLACE)));
    Some(ScoredOption::from_terms(plot_command(division, plot), terms))
}

/// Estimates the length of the way from a position to the station and onto its course.
fn remaining_way_in(end: Pose, station: Pose) -> f64 {
    let distance_in = range_in(end.at, station.at);
    let turn = end.heading.angle_to(station.heading);
    let far_share = (distance_in / NEAR_IN).min(1.0);
    let by_way = Bearing::between(end.at, station.at)
        .map_or(turn, |line| line.angle_to(end.heading) + line.angle_to(station.heading));
    let (x, y) = (end.at.x() - station.at.x(), end.at.y() - station.at.y());
    let (sin, cos) = station.heading.degrees().to_radians().sin_cos();
    let ahead_in = (x * sin + y * cos).max(0.0);
    let turns = far_share * by_way + (1.0 - far_share) * 2.0 * turn;
    distance_in + AHEAD_COST * ahead_in + (1.0 - far_share) * aside_in(end, station).abs() + INCHES_PER_DEG * turns
}

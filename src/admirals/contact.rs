//! Decisions before contact: where a force enters, its deployment and its preplotted course. [5.13, 10.1.3, 10.2]
use super::{
    Choice, PendingDecision, ScoredOption, TermKind,
    reasons::{choose_best, choose_only, term},
    turning::{STEP_DEG, turn_by},
};
use geometry::{Bearing, Point, range_in};
use naval::model::{Edge, Element, Fine, Plot, Ship};
use naval::rules::{moves, precontact::PREPLOT_TURNS, survey};
use naval::{Command, Id, Inches, view::PlayerView};
use play::Rule;

const APPROACH: Rule = Rule::new("10.1.3");
const SET_UP: Rule = Rule::new("10.2");
const TEN_TURNS: Rule = Rule::new("5.13.2");
const SMOKELESS: Rule = Rule::new("5.13.6");
/// Share of the way from the centre to the corner.
const CORNER_SHARE: f64 = 0.7;
/// At this much below top speed a ship makes no funnel smoke. [5.13.6]
const BELOW_TOP: Inches = Inches(125);

/// Approaches from the corner at the left end of the own edge, seen from outside the table. So opposite edges give
/// opposite corners. If the rules refuse that approach, it is rolled.
pub fn approach(view: &mut PlayerView) -> Option<Choice> {
    let (state, side) = (view.state(), view.side().clone());
    let edge = state.side(&side)?.friendly_edge;
    let table = survey::surface(state);
    let (east, north) = match edge {
        Edge::South => (0.0, 0.0),
        Edge::West => (0.0, 1.0),
        Edge::North => (1.0, 1.0),
        Edge::East => (1.0, 0.0),
    };
    let centre = Point::new(table.width_in / 2.0, table.depth_in / 2.0);
    let corner = Point::new(east * table.width_in, north * table.depth_in);
    let distance = Inches::nearest(CORNER_SHARE * range_in(centre, corner));
    let bearing = Bearing::between(centre, corner).map_or(0.0, |bearing| bearing.degrees().round());
    let chosen = Command::Approach { side: side.clone(), from: Some((distance, Fine::nearest(bearing))) };
    let rolled = Command::Approach { side, from: None };
    let options = [(chosen, 1.0), (rolled, 0.0)];
    let options_scored = options
        .map(|(command, points)| ScoredOption::from_terms(command, vec![term(TermKind::Place, points, APPROACH)]));
    choose_best(view, options_scored.into())
}

/// Deploys heavy ships first, so that they are in the centre, and boats last.
pub fn deploy(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    let size_rank = |division: &Id| {
        let ships = view.state().ships_of(division).filter(|ship| ship.is_in_action());
        ships.map(|ship| ship.card.kind).min().map_or(usize::MAX, |kind| kind as usize)
    };
    let mut order: Vec<(usize, Id)> = decision.units.iter().map(|id| (size_rank(id), id.clone())).collect();
    order.sort_by_key(|(weight, _)| *weight);
    let deploy_order = |(_, division): (usize, Id)| {
        let command = Command::Deploy { division, at: None, speed: None };
        choose_only(view, command, vec![term(TermKind::Place, 0.0, SET_UP)])
    };
    order.into_iter().filter_map(deploy_order).collect()
}

/// Preplots ten turns straight on, accelerating to the highest speed without funnel smoke. If a special rule forbids
/// the course, the closest allowed one is taken.
pub fn preplots(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &decision.units {
        let Some(division) = view.state().division(unit) else { continue };
        let ships: Vec<&Ship> = view.state().ships_of(unit).filter(|ship| ship.is_in_action()).collect();
        let top_speed = ships.iter().map(|ship| ship.speed_allowance()).min().unwrap_or_default();
        let acceleration = ships.iter().filter_map(|ship| view.state().setup.charts.movement_of(ship.card.kind));
        let gain = acceleration.map(|line| line.acceleration).min().unwrap_or_default();
        let current_speed = moves::speed_without_plot(view.state(), division);
        let cruise = (top_speed - BELOW_TOP).max(current_speed.min(top_speed));
        let gaining: Vec<Inches> =
            (1..=PREPLOT_TURNS).map(|turn| cruise.min(current_speed + gain * turn as i32)).collect();
        let option = |speeds: &[Inches], degrees: i32, gains: f64| {
            let mut plots: Vec<Plot> = speeds.iter().copied().map(Plot::straight).collect();
            if let (Some(first), true) = (plots.first_mut(), degrees != 0) {
                first.elements = vec![Element::Turn(turn_by(view, division, degrees))];
            }
            let course_term = term(TermKind::Course, -f64::from(degrees.abs()) / 30.0, TEN_TURNS);
            let command = Command::Preplot { unit: unit.clone(), plots };
            ScoredOption::from_terms(command, vec![course_term, term(TermKind::Speed, gains, SMOKELESS)])
        };
        let steps = (0..=12).flat_map(|step| if step == 0 { vec![0] } else { vec![step, -step] });
        let steady = vec![current_speed; PREPLOT_TURNS];
        let options = steps.flat_map(|step| {
            [(&gaining, 0.1), (&steady, 0.0)].map(|(speeds, gains)| option(speeds, step * STEP_DEG, gains))
        });
        let options = options.collect();
        chosen.extend(choose_best(view, options));
    }
    chosen
}

//! Decisions before contact: where a force enters, its deployment and its preplotted course. [5.13, 10.1.3, 10.2]
use super::{
    Choice, Due, TermKind, Weighed,
    reasons::{best, only, term},
    turning::{STEP_DEG, turned},
};
use geometry::{Bearing, Point, range_in};
use naval::model::{Edge, Element, Fine, Plot, Ship};
use naval::rules::{moves, precontact::TURNS, survey};
use naval::{Command, Id, Inches, view::Outlook};
use play::Rule;

const APPROACH: Rule = Rule::new("10.1.3");
const SET_UP: Rule = Rule::new("10.2");
const TEN_TURNS: Rule = Rule::new("5.13.2");
const SMOKELESS: Rule = Rule::new("5.13.6");
/// Share of the way from the centre to the corner.
const OUT: f64 = 0.7;
/// At this much below top speed a ship makes no funnel smoke. [5.13.6]
const BELOW_TOP: Inches = Inches(125);

/// Approaches from a corner of the own edge, on the left of a viewer who looks from there at the table: opposite edges
/// have opposite corners. If that is not allowed, the approach is rolled.
pub fn approach(at: &mut Outlook) -> Option<Choice> {
    let (state, side) = (at.state(), at.side().clone());
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
    let distance = Inches::nearest(OUT * range_in(centre, corner));
    let bearing = Bearing::to(centre, corner).map_or(0.0, |bearing| bearing.degrees().round());
    let from = Command::Approach { side: side.clone(), from: Some((distance, Fine::nearest(bearing))) };
    let diced = Command::Approach { side, from: None };
    let options = [(from, 1.0), (diced, 0.0)];
    let weighed = options.map(|(command, points)| Weighed::by(command, vec![term(TermKind::Place, points, APPROACH)]));
    best(at, weighed.into())
}

/// Deploys heavy ships first, so that they are in the centre, and boats last.
pub fn deploy(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let heavy = |division: &Id| {
        let ships = at.state().ships_of(division).filter(|ship| ship.in_action());
        ships.map(|ship| ship.card.kind).min().map_or(usize::MAX, |kind| kind as usize)
    };
    let mut order: Vec<(usize, Id)> = due.units.iter().map(|id| (heavy(id), id.clone())).collect();
    order.sort_by_key(|(weight, _)| *weight);
    let put = |(_, division): (usize, Id)| {
        let command = Command::Deploy { division, at: None, speed: None };
        only(at, command, vec![term(TermKind::Place, 0.0, SET_UP)])
    };
    order.into_iter().filter_map(put).collect()
}

/// Preplots ten turns straight on, accelerating to the highest speed without funnel smoke. If a special rule forbids
/// the course, the closest allowed one is taken.
pub fn preplots(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &due.units {
        let Some(division) = at.state().division(unit) else { continue };
        let ships: Vec<&Ship> = at.state().ships_of(unit).filter(|ship| ship.in_action()).collect();
        let top = ships.iter().map(|ship| ship.allowance()).min().unwrap_or_default();
        let gain = ships.iter().filter_map(|ship| at.state().setup.charts.movement_of(ship.card.kind));
        let gain = gain.map(|line| line.acceleration).min().unwrap_or_default();
        let now = moves::speed(at.state(), division);
        let cruise = (top - BELOW_TOP).max(now.min(top));
        let gaining: Vec<Inches> = (1..=TURNS).map(|turn| cruise.min(now + gain * turn as i32)).collect();
        let option = |speeds: &[Inches], degrees: i32, gains: f64| {
            let mut plots: Vec<Plot> = speeds.iter().copied().map(Plot::straight).collect();
            if let (Some(first), true) = (plots.first_mut(), degrees != 0) {
                first.elements = vec![Element::Turn(turned(at, division, degrees))];
            }
            let off = term(TermKind::Course, -f64::from(degrees.abs()) / 30.0, TEN_TURNS);
            let command = Command::Preplot { unit: unit.clone(), plots };
            Weighed::by(command, vec![off, term(TermKind::Speed, gains, SMOKELESS)])
        };
        let steps = (0..=12).flat_map(|step| if step == 0 { vec![0] } else { vec![step, -step] });
        let steady = vec![now; TURNS];
        let options = steps.flat_map(|step| {
            [(&gaining, 0.1), (&steady, 0.0)].map(|(speeds, gains)| option(speeds, step * STEP_DEG, gains))
        });
        let options = options.collect();
        chosen.extend(best(at, options));
    }
    chosen
}

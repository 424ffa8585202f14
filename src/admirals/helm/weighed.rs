//! A course by what it may be expected to bring: fire dealt less fire suffered, this turn and some turns straight on.
use super::{
    MOST_STEPS, STEP_DEG, leader,
    mind::{Mind, Wish},
    order, plot_of,
    safety::hazard_of,
};
use crate::{
    Choice, TermKind, Weighed,
    aims::Aims,
    expect::{Berth, at_most, fire},
    reasons::{best, term},
    torpedoes::{self, A_TURN_IN},
    worth,
};
use geometry::{Bearing, Front, Pose, Wedge, range_in};
use naval::{Division, Inches, Plot, Run, Ship, movement, survey, view::Outlook};
use play::Rule;

const FIRE: Rule = Rule::new("6.5.1");
const ARCS: Rule = Rule::new("6.4");
const PLOTS: Rule = Rule::new("5.7");
const RANGE: Rule = Rule::new("6.1");
const TRACKS: Rule = Rule::new("7.4");
const LEAVING: Rule = Rule::new("9.3");

/// What each turn that is gone straight on counts after the first.
const LATER: [f64; 3] = [0.7, 0.5, 0.35];
/// Fire suffered counts so much, at an aggression of a half: the enemy's guns are shared by all who are in his reach.
const FEAR: f64 = 0.5;
/// An inch outside the ranges that the card seeks, and one nearer than it goes at all.
const OFF_STATION: f64 = 0.06;
const TOO_NEAR: f64 = 0.4;
/// An enemy marker is a dummy as often as that. [7.4.6]
const TRUE_MARKER: f64 = 2.0 / 3.0;
/// What is thought of torpedoes of which nothing is known: factors, number to hit, how far they run.
const UNKNOWN: (f64, i32, f64) = (2.0, 7, 15.0);
/// What lies nearer to the wish of the rules of thumb, where fire does not tell.
const WISH: f64 = 0.02;
/// Farther than this nobody fires.
const FARTHEST_IN: f64 = 25.0;
/// A little slower, where that is worth more.
const SLOWER: Inches = Inches(50);
/// Wider turns than this are tried in double steps.
const FINE_STEPS: i32 = 6;

/// The plot that is worth most; `None` where nobody is in reach, and rules of thumb say where to go.
pub fn steer(at: &mut Outlook, mind: &Mind, division: &Division, planned: &[Run]) -> Option<Choice> {
    let pose = leader(at, division)?.at?.pose();
    let wish = mind.wish(at, &Aims::of(at), division, pose);
    let fights =
        at.state().ships_of_division(&division.id).any(|ship| ship.in_action() && !ship.card.kind.is_torpedo_craft());
    if wish.fixed || !fights || !in_reach(at, division) {
        return None;
    }
    let mut options = Vec::new();
    for slower in [Inches::ZERO, SLOWER] {
        let speed = (wish.speed - slower).max(Inches::ZERO);
        let most = i32::from(mind.card.turns.most_deg) / STEP_DEG;
        let each = (-MOST_STEPS..=MOST_STEPS).filter(|step| step.abs() <= FINE_STEPS || step % 2 == 0);
        let each = each.filter(|step| step.abs() <= most);
        for step in each.filter(|step| -MOST_STEPS < *step) {
            let plot = plot_of(at, division, step * STEP_DEG, &Wish { speed, ..wish });
            options.extend(weighed(at, mind, division, plot, pose, &wish, planned));
        }
    }
    best(at, options)
}

/// Some ship of the division could reach an enemy in sight, or be reached.
fn in_reach(at: &Outlook, division: &Division) -> bool {
    let own: Vec<&Ship> = at.state().ships_of_division(&division.id).filter(|ship| ship.is_tracked()).collect();
    let near = |one: &Ship, other: &Ship| {
        let apart = one.at.zip(other.at).map(|(one, other)| range_in(one.point(), other.point()));
        apart.is_some_and(|apart| apart <= reach_in(one).max(reach_in(other)))
    };
    enemies(at).any(|enemy| own.iter().any(|ship| near(ship, enemy)))
}

fn reach_in(ship: &Ship) -> f64 {
    let big = ship.card.big.as_ref().and_then(|big| big.bands.last()).map_or(0.0, |band| band.to.as_f64());
    if !ship.mounts_left().is_empty() { big.min(FARTHEST_IN) } else { naval::gunnery::BATTERY_REACH.as_f64() }
}

fn enemies(at: &Outlook) -> impl Iterator<Item = &Ship> {
    at.state().afloat().filter(|ship| ship.side != *at.side() && ship.sighted && ship.at.is_some())
}

fn weighed(
    at: &Outlook,
    mind: &Mind,
    division: &Division,
    plot: Plot,
    pose: Pose,
    wish: &Wish,
    planned: &[Run],
) -> Option<Weighed> {
    let fear = mind.card.fear() * FEAR;
    let runs = movement::foreseen(at.state(), division, &plot)?;
    let own: Vec<&Run> = runs.iter().filter(|run| division.ships.contains(&run.ship)).collect();
    let berths = |turns: f64| -> Vec<Berth> {
        let berth = |run: &&Run| {
            let ship = at.state().ship(&run.ship)?;
            let turned_deg = if turns == 0.0 { run.turned.as_f64() } else { 0.0 };
            let end = run.to.pose();
            Some(Berth { ship, pose: Pose { at: end.ahead(run.speed.as_f64() * turns), ..end }, turned_deg })
        };
        own.iter().filter_map(berth).collect()
    };
    let foes = |turns: f64| -> Vec<Berth> { enemies(at).filter_map(|ship| straight_on(ship, turns + 1.0)).collect() };
    let exchange = |turns: f64| {
        let (own, foes) = (berths(turns), foes(turns));
        (most(at, &own, &foes), fear * most(at, &foes, &own))
    };
    let (dealt, suffered) = exchange(0.0);
    let lie: f64 = LATER
        .iter()
        .zip(1..)
        .map(|(share, turn)| {
            let (dealt, suffered) = exchange(f64::from(turn));
            share * (dealt - suffered)
        })
        .sum();
    let end = own.first().map_or(pose, |run| run.to.pose());
    let aside = end.heading.difference(wish.course) / 180.0;
    let danger = hazard_of(at, division, &runs, planned, wish.out);
    let turned = Bearing::difference(end.heading, pose.heading);
    let station = station(at, mind, division, end, &foes(0.0));
    let tracks = tracks(at, &own);
    let mut terms = vec![
        term(TermKind::Dealt, dealt, FIRE),
        term(TermKind::Suffered, -suffered, FIRE),
        term(TermKind::Lie, lie, ARCS),
        term(TermKind::Danger, -danger, LEAVING),
        term(TermKind::Course, -WISH * aside - turned * 1e-6, PLOTS),
    ];
    if station != 0.0 {
        terms.push(term(TermKind::Station, -station, RANGE));
    }
    if tracks != 0.0 {
        terms.push(term(TermKind::Tracks, -tracks, TRACKS));
    }
    Some(Weighed::by(order(division, plot), terms))
}

/// How far the division would lie outside the ranges of its admiral's card, from the enemy nearest to it.
fn station(at: &Outlook, mind: &Mind, division: &Division, end: Pose, foes: &[Berth]) -> f64 {
    let Some(range) = mind.card.range else { return 0.0 };
    let [from, to] = if mind.waits(at) { [range.open + 1.0; 2] } else { mind.seek(at, division) };
    let near = foes.iter().map(|foe| range_in(end.at, foe.pose.at)).fold(f64::INFINITY, f64::min);
    if near.is_infinite() {
        return 0.0;
    }
    let off = (from - near).max(near - to).max(0.0);
    OFF_STATION * off + TOO_NEAR * (range.least - near).max(0.0)
}

/// What torpedoes on the table may be expected to do to ships that run so, wherever they were aimed. [7.4.2, 7.4.5]
fn tracks(at: &Outlook, runs: &[&Run]) -> f64 {
    let state = at.state();
    let (factors, to_hit, run_in) = UNKNOWN;
    let open = state.markers.iter().filter(|marker| marker.side != *at.side());
    let open =
        open.filter_map(|marker| Some((marker.dot?.point(), f64::from(state.turn - marker.turn.min(state.turn)))));
    open.map(|(dot, turns)| {
        let sector = Wedge::about(0.0, 180.0);
        let front = Front { dot, radius_in: A_TURN_IN * turns, growth_in: A_TURN_IN, run_in, sector };
        let met = |run: &&&Run| {
            let ship = state.ship(&run.ship)?;
            let met = front.intercepts(&survey::motion_of(run))?;
            let angle = geometry::keel_angle_deg(met.pose, dot).unwrap_or(90.0);
            let size = torpedoes::size_met(ship, angle);
            Some(TRUE_MARKER * factors * at_most(to_hit) * at_most(size) * worth::of_torpedo(ship) / 2.0)
        };
        runs.iter().filter_map(|run| met(&run)).fold(0.0, f64::max)
    })
    .sum()
}

/// A ship after so many turns straight on.
fn straight_on(ship: &Ship, turns: f64) -> Option<Berth<'_>> {
    let now = ship.at?.pose();
    Some(Berth { ship, pose: Pose { at: now.ahead(ship.speed.as_f64() * turns), ..now }, turned_deg: 0.0 })
}

/// What ships may do to others in a turn, each at whom she hurts most.
fn most(at: &Outlook, from: &[Berth], to: &[Berth]) -> f64 {
    let best = |one: &Berth| to.iter().map(|other| fire(&at.state().setup.charts, one, other)).fold(0.0, f64::max);
    from.iter().map(best).sum()
}

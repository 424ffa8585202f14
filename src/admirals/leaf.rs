//! Evaluates a simulated battle.
use super::{
    TermKind, World,
    aims::Aims,
    berth::{Berth, fire},
    helm::distance_in,
    worth,
};
use naval::SideId;
use naval::model::victory::{How, Wins};
use naval::model::{Setup, Ship};
use naval::rules::verdict::{self, Verdict};
use play::{Millionths, Rule};

/// The evaluated terms, each with its paragraph.
///
/// Fire counts by expected hits, not by the dice rolled: the mean is the same, with a twelfth of the error.
pub const TERMS: [(TermKind, Rule); 4] = [
    (TermKind::Dealt, Rule::new("6.5.1")),
    (TermKind::Suffered, Rule::new("6.5.1")),
    (TermKind::Objective, Rule::new("9.2")),
    (TermKind::Lie, Rule::new("6.4")),
];

/// A victory's value in addition to its points: outright, plain, and narrow or marginal.
const OUTRIGHT: i32 = 24;
const PLAIN: i32 = 16;
const NARROW: i32 = 8;
/// A ship too far away to leave in time counts as lost by up to this share of its points, in proportion to the turns it
/// lacks.
const LATE: f64 = 0.3;
/// The fire exchanged from the final positions counts for this many turns.
const TURNS: f64 = 1.5;

/// Returns the value for the side that drew the state, term by term, in millionths of a point.
pub fn evaluate(world: &World) -> [i64; TERMS.len()] {
    let [dealt, suffered] = world.exchanged();
    let [objective, position] = [objective(world), position(world)].map(|points| Millionths::nearest(points).0);
    [dealt.0, -suffered.0, objective, position]
}

/// Returns the value of a victory if the battle is over, less the cost of own ships too late for their exit edge.
fn objective(world: &World) -> f64 {
    let at = world.outlook();
    let aims = Aims::of(&at);
    let left = f64::from(at.state().setup.turns.saturating_sub(at.state().turn)) + 1.0;
    let late = |ship: &Ship| {
        let (edges, _) = aims.way_out(ship)?;
        let point = ship.at?.point();
        let away = edges.iter().map(|edge| distance_in(&at, point, *edge)).min_by(f64::total_cmp)?;
        let needed = away / ship.allowance().as_f64().max(0.1);
        Some(LATE * worth::of_ship(ship, world.prizes()) * (1.0 - left / needed.max(left)))
    };
    let own = at.state().ships_of_side(world.side()).filter(|ship| ship.in_action());
    won(world, world.side()) - own.filter_map(late).sum::<f64>()
}

fn won(world: &World, side: &SideId) -> f64 {
    let verdict = world.verdict();
    let prize = if world.is_over() { prize(world.setup(), &verdict) } else { 0 };
    f64::from(if verdict.side.as_ref() == Some(side) { prize } else { -prize })
}

/// Returns a victory's value in addition to its points. 0 if points decide. [9.2, 10.5]
pub fn prize(setup: &Setup, verdict: &Verdict) -> i32 {
    let entries = verdict::entries(setup);
    let by = verdict.by.and_then(|number| entries.get(number.checked_sub(1)?));
    let by_points = by.is_none_or(|entry| matches!(entry.wins, Wins::Leader(_)));
    match verdict.how {
        _ if verdict.side.is_none() => 0,
        How::Outright => OUTRIGHT,
        How::Plain if by_points => 0,
        How::Plain => PLAIN,
        How::Narrow | How::Marginal => NARROW,
        How::Moral => 0,
    }
}

/// Returns the value of some turns of fire from the final positions, less the enemy's.
fn position(world: &World) -> f64 {
    let at: Vec<Berth> = world.ships().filter_map(|ship| Berth::as_she_lies(ship, world.prizes())).collect();
    let most = |one: &Berth| {
        let seen = at.iter().filter(|other| other.ship.side != one.ship.side && other.ship.sighted);
        seen.map(|other| fire(world.charts(), one, other)).fold(0.0, f64::max)
    };
    let signed = |one: &Berth| if one.ship.side == *world.side() { most(one) } else { -most(one) };
    TURNS * at.iter().map(signed).sum::<f64>()
}

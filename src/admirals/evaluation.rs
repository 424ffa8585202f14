//! Evaluates a simulated battle.
use super::{
    SampledState, TermKind,
    aims::Aims,
    expected_position::{ExpectedPosition, expected_fire},
    helm::distance_in,
    worth,
};
use naval::SideId;
use naval::model::victory::{VictoryDegree, VictoryRule};
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
    (TermKind::Lookahead, Rule::new("6.4")),
];

/// A victory's value in addition to its points: outright, plain, and narrow or marginal.
const OUTRIGHT: i32 = 24;
const PLAIN: i32 = 16;
const NARROW: i32 = 8;
/// A ship too late to leave counts as lost by up to this share of its points, in proportion to the turns it lacks.
const LATE_SHARE: f64 = 0.3;
/// The fire exchanged from the final positions counts for this many turns.
const FINAL_FIRE_TURNS: f64 = 1.5;

/// Returns the value for the side that drew the state, term by term, in millionths of a point.
pub fn evaluate(sample: &SampledState) -> [i64; TERMS.len()] {
    let [dealt, suffered] = sample.expected_damage();
    let [objective, position] = [objective(sample), position(sample)].map(|points| Millionths::nearest(points).0);
    [dealt.0, -suffered.0, objective, position]
}

/// Returns the value of a victory if the battle is over, less the cost of own ships too late for their exit edge.
fn objective(sample: &SampledState) -> f64 {
    let view = sample.view();
    let aims = Aims::from_view(&view);
    let turns_left = f64::from(view.state().setup.turns.saturating_sub(view.state().turn)) + 1.0;
    let late_cost = |ship: &Ship| {
        let (edges, _) = aims.exit_for(ship)?;
        let point = ship.at?.point();
        let away = edges.iter().map(|edge| distance_in(&view, point, *edge)).min_by(f64::total_cmp)?;
        let needed = away / ship.speed_allowance().as_f64().max(0.1);
        Some(LATE_SHARE * worth::ship_points(ship, sample.prizes()) * (1.0 - turns_left / needed.max(turns_left)))
    };
    let own_ships = view.state().ships_of_side(sample.side()).filter(|ship| ship.is_in_action());
    victory_value(sample, sample.side()) - own_ships.filter_map(late_cost).sum::<f64>()
}

fn victory_value(sample: &SampledState, side: &SideId) -> f64 {
    let verdict = sample.verdict();
    let prize = if sample.is_over() { victory_prize(sample.setup(), &verdict) } else { 0 };
    f64::from(if verdict.side.as_ref() == Some(side) { prize } else { -prize })
}

/// Returns a victory's value in addition to its points. 0 if points decide. [9.2, 10.5]
pub fn victory_prize(setup: &Setup, verdict: &Verdict) -> i32 {
    let entries = verdict::entries(setup);
    let deciding_entry = verdict.by.and_then(|number| entries.get(number.checked_sub(1)?));
    let by_points = deciding_entry.is_none_or(|entry| matches!(entry.wins, VictoryRule::Leader(_)));
    match verdict.how {
        _ if verdict.side.is_none() => 0,
        VictoryDegree::Outright => OUTRIGHT,
        VictoryDegree::Plain if by_points => 0,
        VictoryDegree::Plain => PLAIN,
        VictoryDegree::Narrow | VictoryDegree::Marginal => NARROW,
        VictoryDegree::Moral => 0,
    }
}

/// Returns the value of some turns of fire from the final positions, less the enemy's.
fn position(sample: &SampledState) -> f64 {
    let positions: Vec<ExpectedPosition> =
        sample.ships().filter_map(|ship| ExpectedPosition::from_current(ship, sample.prizes())).collect();
    let best_fire = |ship: &ExpectedPosition| {
        let seen = positions.iter().filter(|other| other.ship.side != ship.ship.side && other.ship.sighted);
        seen.map(|other| expected_fire(sample.charts(), ship, other)).fold(0.0, f64::max)
    };
    let signed_fire =
        |ship: &ExpectedPosition| if ship.ship.side == *sample.side() { best_fire(ship) } else { -best_fire(ship) };
    FINAL_FIRE_TURNS * positions.iter().map(signed_fire).sum::<f64>()
}

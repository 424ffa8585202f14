//! Targets by what may be expected of fire at them.
use super::{MOST_TRIED, THREAT_IN, marks, order};
use crate::{
    Choice, Due, TermKind, Weighed,
    aims::Aims,
    expect::{self, Berth, Hits},
    reasons::{best, term},
};
use geometry::Pose;
use naval::{BatteryKind, Declaration, Fraction, Id, Ship, gunnery, view::Outlook};
use play::Rule;

const SALVO: Rule = Rule::new("6.5.1");
const UNDER_FIRE: Rule = Rule::new("6.5.1.3");
const VICTORY: Rule = Rule::new("9.2");
const ODDS: Rule = Rule::new("6.5.2");
const LAUNCHES: Rule = Rule::new("7.4");

/// One whom nobody fires at throws half as many dice again. [6.5.1.3]
const UNDISTURBED: f64 = 0.33;
/// What decides the battle counts so much more.
const DECIDES: f64 = 0.5;
/// A boat that may launch is dearer than her points.
const THREAT: f64 = 2.0;

/// Big guns, ship by ship: each at whom it hurts most, those before her counted.
pub fn big(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &due.units {
        let options = options(at, unit, BatteryKind::Big);
        chosen.extend(best(at, options));
    }
    chosen
}

/// Medium and light guns.
pub fn batteries(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &due.units {
        for battery in [BatteryKind::Medium, BatteryKind::Light] {
            let options = options(at, unit, battery);
            chosen.extend(best(at, options));
        }
    }
    chosen
}

fn options(at: &Outlook, unit: &Id, battery: BatteryKind) -> Vec<Weighed> {
    let (state, aims) = (at.state(), Aims::of(at));
    let declared = |one: &Declaration| one.firer == *unit && one.battery == battery;
    let Some(firer) = state.ship(unit).filter(|_| !state.this_move.declarations.iter().any(declared)) else {
        return Vec::new();
    };
    let reach = match battery {
        BatteryKind::Big => firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to),
        BatteryKind::Medium | BatteryKind::Light => {
            (Fraction::ZERO < firer.battery_strength(battery)).then_some(gunnery::BATTERY_REACH)
        }
    };
    let Some(reach) = reach else { return Vec::new() };
    let mut options = Vec::new();
    for mark in marks(at, firer, reach).iter().take(MOST_TRIED) {
        let command = order(unit, mark.target.clone(), battery);
        let mut trial = at.clone();
        if !trial.suppose(&command) {
            continue;
        }
        let hits =
            trial.state().this_move.declarations.iter().rev().find(|one| declared(one)).and_then(|one| match battery {
                BatteryKind::Big => expect::salvo(trial.state(), one),
                BatteryKind::Medium | BatteryKind::Light => expect::battery(trial.state(), one),
            });
        let (hits, rule) = (hits.unwrap_or_default(), if battery == BatteryKind::Big { SALVO } else { ODDS });
        let worth = hits.worth(mark.ship);
        let mut terms = vec![term(TermKind::Dealt, worth, rule)];
        let mut add = |holds: bool, kind, points: f64, rule| terms.extend(holds.then(|| term(kind, points, rule)));
        add(aims.hunts(mark.ship, at.side()), TermKind::Decides, DECIDES * worth, VICTORY);
        add(
            battery == BatteryKind::Big,
            TermKind::Undisturbed,
            undisturbed(at, firer, mark.ship, &mark.target),
            UNDER_FIRE,
        );
        let boat = mark.ship.card.kind.is_torpedo_craft() && mark.range_in <= THREAT_IN;
        add(boat && hits != Hits::default(), TermKind::Kind, THREAT * worth, LAUNCHES);
        // Of equals the nearest.
        terms.push(term(TermKind::Range, -0.000_1 * mark.range_in, super::RANGE));
        options.push(Weighed::by(command, terms));
    }
    options
}

/// What it is worth to disturb an enemy at whom nobody has declared big guns yet.
fn undisturbed(at: &Outlook, firer: &Ship, enemy: &Ship, target: &Id) -> f64 {
    let state = at.state();
    let fired_at = |one: &Declaration| one.battery == BatteryKind::Big && one.target == *target;
    if state.this_move.declarations.iter().any(fired_at) {
        return 0.0;
    }
    let pose = |ship: &Ship| ship.at.map(|place| -> Pose { place.pose() });
    let (Some(here), Some(there)) = (pose(firer), pose(enemy)) else { return 0.0 };
    let berth = |ship, pose| Berth { ship, pose, turned_deg: 0.0 };
    UNDISTURBED * expect::fire(state, &berth(enemy, there), &berth(firer, here))
}

//! Where every division goes by its plot. [5.7, 5.12]
use super::columns::{astern_of, speed_now, tracked};
use super::helm::Helm;
use super::helm::{Moved, bases};
use super::pace;
use super::pace::{able, fastest, slowest};
use super::rudder::engines_alone;
use super::rudder::{held_way, jammed};
use crate::{Division, Element, Id, Inches, Plot, State, ashore, half_move::Half, melee};
use geometry::Path;
use std::collections::BTreeMap;

/// What a division does this turn: its plot with the plots it leans on put in their place, and its speed.
pub(crate) struct Orders {
    pub(crate) elements: Vec<Element>,
    pub(crate) speed: Inches,
    /// The division whose track it follows. [5.7.4]
    pub(crate) follows: Option<Id>,
    pub(crate) closes_up: bool,
}

/// Orders of a division by a plot; without one it goes straight on as it went. [5.14]
pub(crate) fn orders(state: &State, division: &Division, plot: Option<&Plot>) -> Orders {
    let now = speed_now(state, division);
    let Some(plot) = plot else {
        return Orders { elements: Vec::new(), speed: now, follows: None, closes_up: false };
    };
    let other = |id: &Id| state.division(id).map(|other| orders(state, other, other.plot.as_ref()));
    match &plot.elements[..] {
        [Element::Follow(id)] => {
            let speed = plot.speed.or_else(|| other(id).map(|other| other.speed)).unwrap_or(now);
            Orders { elements: Vec::new(), speed, follows: Some(id.clone()), closes_up: false }
        }
        [Element::Mimic(id)] => match other(id) {
            Some(same) => Orders { speed: plot.speed.unwrap_or(same.speed), follows: None, ..same },
            None => Orders { elements: Vec::new(), speed: now, follows: None, closes_up: false },
        },
        [Element::CloseUp] => {
            Orders { elements: Vec::new(), speed: plot.speed.unwrap_or(now), follows: None, closes_up: true }
        }
        [Element::Straight(length)] => Orders {
            elements: plot.elements.clone(),
            speed: plot.speed.unwrap_or(*length),
            follows: None,
            closes_up: false,
        },
        elements => {
            Orders { elements: elements.to_vec(), speed: plot.speed.unwrap_or(now), follows: None, closes_up: false }
        }
    }
}

/// The speed at which a division's own plot would send it. [5.5]
pub(crate) fn speed_ordered(state: &State, division: &Division) -> Inches {
    orders(state, division, division.plot.as_ref()).speed
}

/// Where every tracked division goes, as far as nothing stops it.
pub(crate) fn all_moves(state: &State) -> BTreeMap<Id, Moved> {
    let mut done: BTreeMap<Id, Moved> = BTreeMap::new();
    let mut waiting: Vec<&Division> = tracked(state).filter(|division| !state.is_changing(&division.id)).collect();
    while !waiting.is_empty() {
        let ready = |division: &&Division| {
            let leans = division.plot.as_ref().and_then(Plot::leans_on);
            leans.is_none_or(|other| !waiting.iter().any(|one| one.id == *other))
        };
        // Filing refuses circles; should one stand in an old journal, its first division goes straight on.
        let now: Vec<Id> = waiting.iter().filter(|one| ready(one)).map(|one| one.id.clone()).collect();
        let now = if now.is_empty() { vec![waiting[0].id.clone()] } else { now };
        for id in &now {
            if let Some(moved) = state.division(id).and_then(|division| clear_move(state, division, &done)) {
                done.insert(id.clone(), moved);
            }
        }
        waiting.retain(|division| !now.contains(&division.id));
    }
    done
}

/// The move of one division; one that steers by itself turns just enough to clear land. [5.12]
pub(crate) fn clear_move(state: &State, division: &Division, done: &BTreeMap<Id, Moved>) -> Option<Moved> {
    let orders = || orders(state, division, division.plot.as_ref());
    let straight = move_of(state, division, done, orders())?;
    if !ashore::keeps_off(state, division) || !ashore::reaches_land(state, &straight) {
        return Some(straight);
    }
    let clear = ashore::ways_clear(state, division).find_map(|turn| {
        let mut orders = orders();
        (orders.follows, orders.closes_up) = (None, false);
        orders.elements.insert(0, Element::Turn(turn));
        let moved = move_of(state, division, done, orders)?;
        (!ashore::reaches_land(state, &moved)).then_some(Moved { cleared_by: Some(turn), ..moved })
    });
    Some(clear.unwrap_or(straight))
}

/// The move of one division by its orders, when those it follows have moved.
pub(crate) fn move_of(state: &State, division: &Division, done: &BTreeMap<Id, Moved>, orders: Orders) -> Option<Moved> {
    let mut helm = Helm::of(state, division)?;
    if let Some((ship, jam)) = jammed(state, division) {
        let ordered = engines_alone(division).unwrap_or(ship.speed);
        let speed = if state.checks { pace::nearest_to(state, division, ordered) } else { ordered };
        helm.hold(held_way(state, ship, jam, speed.as_f64()));
        return Some(helm.done(speed));
    }
    if melee::is_held(state, division) {
        // Stationary, and counted as going as fast as it can. [5.16]
        return Some(helm.done(slowest(state, division)));
    }
    let speed = if state.checks { pace::nearest_to(state, division, orders.speed) } else { orders.speed };
    let helm_of = || Helm::of(state, division).map(|helm| paced(state, division, helm, speed));
    let mut helm = paced(state, division, helm, speed);
    if orders.closes_up {
        let (proper, spare) = closing(state, division, speed);
        helm.close_up(speed, &proper, &spare);
        return Some(helm.done(speed));
    }
    if let Some((track, astern, ran)) = orders.follows.as_ref().and_then(|other| ahead(state, division, other, done)) {
        helm.follow(track, astern, ran, speed);
        return Some(helm.done(speed));
    }
    if helm.run(&orders.elements, speed, false).is_err() {
        // Damage since the plot was filed may have made it too long: as far as it goes, then.
        helm = helm_of()?;
        let fits = shortened(&orders.elements, |elements| {
            helm_of().is_some_and(|mut trial| trial.run(elements, speed, false).is_ok())
        });
        // The longest beginning that fits was just tried.
        let _ = helm.run(&fits, speed, false);
    }
    Some(helm.done(speed))
}

/// Every ship at the speed of the division, or at the most that she can make: she lags by that, and in column nobody
/// passes her. [5.8.3, 5.9]
pub(crate) fn paced(state: &State, division: &Division, mut helm: Helm, speed: Inches) -> Helm {
    if !state.checks {
        return helm;
    }
    let column = helm.in_column();
    let mut ahead: Option<(Inches, f64, f64)> = None;
    let mut own = Vec::new();
    for (ship, astern) in bases(state, division) {
        let half = ship.card.base_length.as_f64() / 2.0;
        let able = fastest(state, ship).min(speed);
        let makes = match ahead {
            Some((before, place, other_half)) if column && before < able => {
                let clear = astern - place - other_half - half - state.setup.options.interval.as_f64();
                able.min(before + Inches::nearest(clear.max(0.0)))
            }
            Some(_) => able,
            None => speed,
        };
        ahead = Some((makes, astern, half));
        own.push(makes);
    }
    helm.lag(speed, &own);
    helm
}

/// The longest beginning of a plot that can be steered.
pub(crate) fn shortened(elements: &[Element], fits: impl Fn(&[Element]) -> bool) -> Vec<Element> {
    let count = (0..=elements.len()).rev().find(|count| fits(&elements[..*count])).unwrap_or(0);
    elements[..count].to_vec()
}

/// Track of the division ahead after its move, how far astern of its leader ours was, and how far that one ran.
pub(crate) fn ahead<'a>(
    state: &State,
    division: &Division,
    other: &Id,
    done: &'a BTreeMap<Id, Moved>,
) -> Option<(&'a Path, f64, f64)> {
    let astern = astern_of(state, division, other)?;
    let moved = done.get(other)?;
    let ran: f64 = moved.runs.first()?.legs.iter().map(|leg| leg.length_in()).sum();
    Some((&moved.track, astern, ran))
}

/// Proper distances astern, and how much faster than the division each ship can go: no more than keeps her in it, and
/// less than nothing for one that lags. [5.7.6, 5.8.3]
pub(crate) fn closing(state: &State, division: &Division, speed: Inches) -> (Vec<f64>, Vec<f64>) {
    let mut proper = Vec::new();
    let mut spare = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for (ship, _) in bases(state, division) {
        let half = ship.card.base_length.as_f64() / 2.0;
        let gap = state.setup.options.interval.as_f64();
        let astern = before.map_or(0.0, |(astern, other_half)| astern + other_half + gap + half);
        before = Some((astern, half));
        proper.push(astern);
        let most = (fastest(state, ship) - speed).min(pace::WITHIN);
        spare.push(if state.checks { most } else { most.max(Inches::ZERO) }.as_f64());
    }
    (proper, spare)
}

/// Divisions that owe a plot. [3.3.1]
pub(crate) fn unplotted(state: &State) -> impl Iterator<Item = &Division> {
    let plotting = state.checks && state.half != Some(Half::Second);
    let runs_on = |division: &Division| state.on_preplots(&division.side) && 1 < state.turn;
    let held = |division: &Division| melee::is_held(state, division) || jammed(state, division).is_some();
    let owes =
        move |division: &&Division| division.plot.is_none() && !state.is_changing(&division.id) && !held(division);
    let owes = move |division: &&Division| owes(division) && !runs_on(division);
    tracked(state).filter(move |division| plotting && owes(division) && able(state, division) > Inches::ZERO)
}

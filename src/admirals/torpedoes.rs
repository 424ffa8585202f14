//! When torpedoes are launched. [7.4]
use super::{
    Choice, Due, TermKind,
    reasons::{only, term},
};
use geometry::{Front, Motion};
use naval::{Bearing, Command, Id, Inches, MarkerId, Place, Ship, state::Marker, torpedo, view::Outlook};
use play::Rule;

const LAUNCH: Rule = Rule::new("7.4");
/// Inches that torpedoes run in a turn. [7.4.2]
const A_TURN_IN: f64 = 5.0;

/// All factors of a base at the nearest large enemy that torpedoes would meet in their first band if he did not turn.
pub fn launches(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let mut bases: Vec<Id> = due.units.iter().map(|unit| at.state().base_of(unit)).collect();
    bases.dedup();
    let mut chosen = Vec::new();
    for base in bases {
        let found = shots(at, &base)
            .into_iter()
            .find_map(|command| only(at, command, vec![term(TermKind::Torpedoes, 1.0, LAUNCH)]));
        chosen.extend(found);
    }
    chosen
}

/// Launches that would meet somebody, the nearest first, with all factors before fewer.
fn shots(at: &Outlook, base: &Id) -> Vec<Command> {
    let state = at.state();
    let Some(launcher) = state.ships_of(base).find(|ship| ship.in_action()) else { return Vec::new() };
    let (Some(place), Some(torpedo)) = (launcher.at, &launcher.card.torpedo) else { return Vec::new() };
    let Some(band) = torpedo.bands.first() else { return Vec::new() };
    let worth = |ship: &&Ship| ship.side != *at.side() && ship.sighted && ship.card.kind.is_large();
    let mut met: Vec<(f64, Id, Bearing)> = Vec::new();
    for target in state.afloat().filter(worth) {
        for bearing in [Bearing::Port, Bearing::Starboard] {
            met.extend(meets(place, bearing, band.to, target).map(|range| (range, target.id.clone(), bearing)));
        }
    }
    met.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
    let Some(marker) = free_marker(at) else { return Vec::new() };
    let own = state.ships_of(base).filter(|ship| ship.in_action());
    let left = own.fold(0_u8, |sum, ship| sum.saturating_add(ship.torpedoes_left));
    let mut counts = vec![left, launcher.torpedoes_left, left / 2, 1];
    counts.retain(|factors| 0 < *factors);
    counts.dedup();
    let launch = |(target, bearing, factors): (&Id, Bearing, u8)| Command::Launch {
        by: base.clone(),
        target: target.clone(),
        factors,
        run: band.to,
        bearing,
        marker: marker.clone(),
        dummy: false,
        blocked_by: None,
        clear: false,
    };
    let each =
        met.iter().take(2).flat_map(|(_, target, bearing)| counts.iter().map(move |count| (target, *bearing, *count)));
    each.map(launch).collect()
}

/// How far a target that does not turn would be met, if it is.
fn meets(from: Place, bearing: Bearing, run: Inches, target: &Ship) -> Option<f64> {
    let pose = target.at?.pose();
    let motion = Motion::straight(pose, target.speed.as_f64());
    let sector = torpedo::sector(from, bearing);
    let run_in = run.as_f64().min(A_TURN_IN);
    let front = Front { dot: from.point(), radius_in: 0.0, growth_in: A_TURN_IN, run_in, sector };
    front.intercepts(&motion).map(|meeting| meeting.range_in)
}

/// A counter that the side has not put down.
fn free_marker(at: &Outlook) -> Option<MarkerId> {
    let own: Vec<&str> =
        at.state().markers.iter().filter(|one| one.side == *at.side()).map(|one| Marker::letter(&one.id)).collect();
    let letters =
        ('A'..='Z').map(String::from).chain(('A'..='Z').flat_map(|one| (1..=9).map(move |two| format!("{one}{two}"))));
    letters.into_iter().find(|letter| !own.iter().any(|one| one.eq_ignore_ascii_case(letter))).map(MarkerId::new)
}

//! The alarms that make an admiral break off at any strength. [9.3]
use crate::worth::strength;
use geometry::{Bearing, Pose, range_in};
use naval::model::{Ship, doctrine::Alarm};
use naval::view::Outlook;

/// An enemy fleet stays a threat for this many turns after it was seen.
const RECKONED_TURNS: u16 = 6;
/// A side heading away from a fort continues until it is this far outside the fort's range.
const OFF_FORTS_IN: f64 = 3.0;
/// A line across the course within this range crosses the T.
const T_IN: f64 = 14.0;

/// Whether an alarm ends as soon as ships have moved. Damage lasts anyway. Forts and sighted fleets are remembered.
pub fn is_of_the_moment(alarm: Alarm) -> bool {
    alarm == Alarm::TCrossed
}

/// Whether an alarm of the card is raised, as far as the side knows.
pub fn is_alarmed(at: &Outlook, alarm: Alarm) -> bool {
    let state = at.state();
    let own = || state.ships_of_side(at.side());
    let large = || own().filter(|ship| ship.in_action() && ship.card.kind.is_large());
    let enemies = || state.afloat().filter(|ship| ship.side != *at.side() && ship.sighted && ship.in_action());
    let lately = |ship: &&Ship| {
        let seen = ship.seen.as_ref().is_some_and(|seen| state.turn <= seen.turn + RECKONED_TURNS);
        ship.side != *at.side() && ship.in_action() && (ship.sighted || seen)
    };
    let seen_lately = || state.ships.iter().map(std::sync::Arc::as_ref).filter(lately);
    match alarm {
        Alarm::FirstHeavyHit => large().any(|ship| !ship.hit_by.is_empty()),
        Alarm::HalfSpeed => large().any(|ship| ship.top_speed() * 2 <= ship.card.speed),
        Alarm::FlagLost => {
            let flag = state.side(at.side()).and_then(|side| side.force_flag.as_ref());
            flag.and_then(|flag| state.ship(flag)).is_some_and(|ship| !ship.in_action())
        }
        Alarm::Dark => state.setup.night,
        Alarm::Forts => enemies().filter(|ship| ship.card.kind.is_battery()).any(|fort| {
            let reach = fort.card.big.as_ref().and_then(|big| big.bands.last()).map_or(0.0, |band| band.to.as_f64());
            let near = |ship: &Ship| {
                ship.at.zip(fort.at).is_some_and(|(one, other)| {
                    let line = Bearing::to(one.point(), other.point());
                    let away = line.is_ok_and(|line| 90.0 < line.difference(one.pose().heading));
                    let margin = if away { OFF_FORTS_IN } else { 0.0 };
                    range_in(one.point(), other.point()) <= reach + margin
                })
            };
            large().any(near)
        }),
        Alarm::FleetSighted => {
            let now: f64 = own().filter(|ship| ship.in_action()).map(strength).sum();
            2.0 * now < seen_lately().map(strength).sum()
        }
        Alarm::TCrossed => {
            let across = |ship: &Ship, pose: Pose| {
                let Some(there) = ship.at.map(|place| place.pose()) else { return false };
                let ahead = Bearing::to(pose.at, there.at).is_ok_and(|line| line.difference(pose.heading) < 45.0);
                let courses = there.heading.difference(pose.heading);
                ahead && (45.0..=135.0).contains(&courses) && range_in(pose.at, there.at) <= T_IN
            };
            let line = enemies().filter(|ship| ship.card.kind.is_large());
            let line: Vec<&Ship> = line.collect();
            let crossed = |pose: Pose| 3 <= line.iter().filter(|ship| across(ship, pose)).count();
            large().filter_map(|ship| ship.at).any(|place| crossed(place.pose()))
        }
    }
}

//! The alarms that make an admiral break off at any strength. [9.3]
use crate::worth::remaining_strength;
use geometry::{Bearing, Pose, range_in};
use naval::model::{Ship, doctrine::Alarm};
use naval::view::PlayerView;

/// An enemy fleet stays a threat for this many turns after it was seen.
const REMEMBERED_TURNS: u16 = 6;
/// A side heading away from a fort continues until it is this far outside the fort's range.
const FORT_MARGIN_IN: f64 = 3.0;
/// A line across the course within this range crosses the T.
const CROSSED_T_RANGE_IN: f64 = 14.0;

/// Whether an alarm ends as soon as ships have moved. Damage lasts anyway. Forts and sighted fleets are remembered.
pub fn is_of_the_moment(alarm: Alarm) -> bool {
    alarm == Alarm::TCrossed
}

/// Whether an alarm of the card is raised, judged by what the side knows.
pub fn is_alarmed(view: &PlayerView, alarm: Alarm) -> bool {
    let state = view.state();
    let own_ships = || state.ships_of_side(view.side());
    let large = || own_ships().filter(|ship| ship.is_in_action() && ship.card.kind.is_large());
    let enemies =
        || state.ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted && ship.is_in_action());
    let is_seen_lately = |ship: &&Ship| {
        let seen = ship.seen.as_ref().is_some_and(|seen| state.turn <= seen.turn + REMEMBERED_TURNS);
        ship.side != *view.side() && ship.is_in_action() && (ship.sighted || seen)
    };
    let seen_lately = || state.ships.iter().map(std::sync::Arc::as_ref).filter(is_seen_lately);
    match alarm {
        Alarm::FirstHeavyHit => large().any(|ship| !ship.hit_by.is_empty()),
        Alarm::HalfSpeed => large().any(|ship| ship.top_speed() * 2 <= ship.card.speed),
        Alarm::FlagLost => {
            let flag = state.side(view.side()).and_then(|side| side.force_flag.as_ref());
            flag.and_then(|flag| state.ship(flag)).is_some_and(|ship| !ship.is_in_action())
        }
        Alarm::Dark => state.setup.night,
        Alarm::Forts => enemies().filter(|ship| ship.card.kind.is_coast_battery()).any(|fort| {
            let reach = fort.card.big.as_ref().and_then(|big| big.bands.last()).map_or(0.0, |band| band.to.as_f64());
            let is_in_range = |ship: &Ship| {
                ship.at.zip(fort.at).is_some_and(|(ship, fort)| {
                    let line = Bearing::between(ship.point(), fort.point());
                    let away = line.is_ok_and(|line| 90.0 < line.angle_to(ship.pose().heading));
                    let margin = if away { FORT_MARGIN_IN } else { 0.0 };
                    range_in(ship.point(), fort.point()) <= reach + margin
                })
            };
            large().any(is_in_range)
        }),
        Alarm::FleetSighted => {
            let now: f64 = own_ships().filter(|ship| ship.is_in_action()).map(remaining_strength).sum();
            2.0 * now < seen_lately().map(remaining_strength).sum()
        }
        Alarm::TCrossed => {
            let is_across = |ship: &Ship, pose: Pose| {
                let Some(there) = ship.at.map(|place| place.pose()) else { return false };
                let ahead = Bearing::between(pose.at, there.at).is_ok_and(|line| line.angle_to(pose.heading) < 45.0);
                let courses = there.heading.angle_to(pose.heading);
                ahead && (45.0..=135.0).contains(&courses) && range_in(pose.at, there.at) <= CROSSED_T_RANGE_IN
            };
            let line = enemies().filter(|ship| ship.card.kind.is_large());
            let line: Vec<&Ship> = line.collect();
            let is_crossed = |pose: Pose| 3 <= line.iter().filter(|ship| is_across(ship, pose)).count();
            large().filter_map(|ship| ship.at).any(|place| is_crossed(place.pose()))
        }
    }
}

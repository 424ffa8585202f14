//! Bounds of the keys of special rules. [9.2]
use super::bounds::{DAMAGE_CONTROL, DICE, MOST_FIRES};
use crate::model::{
    Id, Inches, Setup,
    special::{Condition, Die, Each, Key, SpecialRule, Steer, Test},
};
use geometry::{Area, Point};

/// What makes a key of a special rule impossible.
pub(super) fn fault(setup: &Setup, rule: &SpecialRule) -> Option<&'static str> {
    let sentences = setup.special_rules.len();
    let is_turn = |turn: &u16| (1..=setup.turns).contains(turn);
    if !(1..=sentences).contains(&usize::from(rule.of)) {
        return Some("stands for a sentence that there is not");
    }
    if ![rule.from_turn, rule.to_turn].iter().flatten().all(is_turn) {
        return Some("begins or ends in a turn that is not one of the battle");
    }
    if rule.from_turn.zip(rule.to_turn).is_some_and(|(from, to)| to < from) {
        return Some("ends before it begins");
    }
    if rule.after.is_none() && (rule.again || rule.lasts.is_some()) {
        return Some("counts from something that it does not name");
    }
    if rule.die.is_some_and(|die| !is_die(die)) {
        return Some("throws a die that there is not");
    }
    if rule.conditions().into_iter().any(|(_, condition)| condition.as_ref().is_some_and(asks_too_many_fires)) {
        return Some("asks for more fires than a ship can have, or for none");
    }
    (!is_key(setup, rule)).then_some("has a figure out of range, or does nothing")
}

fn is_die(die: Die) -> bool {
    let faces = [die.at_most, die.at_least];
    DICE.contains(&die.sides)
        && faces.iter().flatten().count() == 1
        && faces.iter().flatten().all(|face| (1..=die.sides).contains(face))
}

fn asks_too_many_fires(condition: &Condition) -> bool {
    let is_of_fires = |test: &Test| matches!(test, Test::Fires(fires) if !(1..=MOST_FIRES).contains(fires));
    condition.tests().into_iter().any(is_of_fires)
}

/// Whether a key says what it does, and every figure of it is one that it may have.
fn is_key(setup: &Setup, rule: &SpecialRule) -> bool {
    let is_land = |land: &Id| setup.land.iter().any(|one| one.id == *land);
    let is_sector = |from: u16, to: u16| from <= 360 && to <= 360;
    match &rule.does {
        Key::Sight { at_most, at_least, .. } => at_most.or(*at_least).is_some(),
        Key::Speed { at_most, times, .. } => at_most.is_some() || times.is_some(),
        Key::Course { steer: Steer::Between(sector) | Steer::Never(sector), .. } => {
            is_sector(sector.from_deg, sector.to_deg)
        }
        Key::Stay { within, beyond, of, place, west_of, .. } => {
            let has_range = within.or(*beyond).is_some();
            (has_range || west_of.is_some()) && (!has_range || of.is_some() || place.is_some())
        }
        Key::Fire { to_hit_times, dice_times, strength_times, quality, on_target_at, .. } => {
            let has_factor = to_hit_times.or(*dice_times).or(*strength_times).is_some();
            has_factor || quality.is_some() || on_target_at.is_some()
        }
        Key::Hold { weapons, .. } => !weapons.is_empty(),
        Key::Orders { plus, without_flag, freed_by_ships_turn, .. } => {
            *plus != 0 || *without_flag || freed_by_ships_turn.is_some()
        }
        Key::DamageControl { number, .. } => DAMAGE_CONTROL.contains(number),
        Key::Harmed { .. } => !waits(rule),
        Key::OpenLand(open) => open.iter().all(is_land),
        Key::Entry { .. } => rule.die.is_some_and(|die| die.each == Each::Once),
        Key::Mines { areas, lanes, .. } => {
            let is_area = |corners: &Vec<(Inches, Inches)>| {
                let points: Vec<Point> = corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect();
                Area::new(&points).is_ok()
            };
            areas.iter().all(is_area) && lanes.iter().all(|lane| 2 <= lane.len())
        }
        Key::Drift { bearing_deg, .. } => *bearing_deg <= 360,
        Key::PointsForFire { of, .. } => is_land(of),
        Key::Ends { .. } => rule.after.is_some(),
        Key::Course { .. } | Key::NoExit { .. } | Key::Words { .. } | Key::LostAshore { .. } => true,
        Key::Kept(_) | Key::Smoke { .. } | Key::Duds { .. } => true,
    }
}

/// Whether a key waits for a turn, a die or something that comes about: ships are harmed before the first turn. [8.2.4]
fn waits(rule: &SpecialRule) -> bool {
    rule.conditions().iter().any(|(_, condition)| condition.is_some())
        || rule.from_turn.or(rule.to_turn).is_some()
        || rule.die.is_some()
}

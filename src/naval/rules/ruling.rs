//! Rulings by the referee, which override the book as the scenario does. [9.2]
use std::sync::Arc;

use crate::model::{
    BatteryKind, Fate, Purpose, Rudder, Setting, Ship, ShipMove, TableReason, checks::MAX_FIRES,
    special::SpecialReason, victory::VictoryRule,
};
use crate::rules::moves::stragglers::{
    DivisionStragglers, record_new_stragglers, stragglers_of_all, stragglers_with_dependents,
};
use crate::rules::{
    columns::placed_course, damage, detach, flags, sighting, special, steering::pace::limit_of, tally, torpedo, verdict,
};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action};
use play::{DiceRequest, Rule};

const BASE: Rule = Rule::new("3.5");
const SIDES: Rule = Rule::new("1.3");
const ALLOWANCE: Rule = Rule::new("5.4");
const CARD: Rule = Rule::new("6.2.4");
const FACTORS: Rule = Rule::new("7.4.7");
const RECORD: Rule = Rule::new("8.2.4");
const EXPLODED: Rule = Rule::new("8.4");
const BURNT_OUT: Rule = Rule::new("8.5.2");
const FLOODED: Rule = Rule::new("8.7");

/// Sides of the die for the number of turns that a rudder is jammed. [8.4]
const LONGEST_JAM: u8 = 6;

/// Sets a value by the referee's ruling, which overrides the book, with the same results as by dice. Refused without
/// a reason, for an unknown name, above the limits of a ship's card, and if it is unclear which mounts are lost. [9.2]
pub(crate) fn set_value(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    setting: &Setting,
    because: &str,
) -> Result<(), NavalHalt> {
    let whole_table = setting.is_for_table();
    if !play::has_visible_text(because) {
        return draft.refuse(special::sentences::SPECIAL, Reason::NoReason);
    }
    if !whole_table && draft.state().ships_of(unit).next().is_none() {
        return draft.refuse(SIDES, Reason::UnknownUnit { unit: unit.clone() });
    }
    if let Setting::SpecialRule { of, .. } = setting {
        let sentences = special::sentences::last_sentence(&draft.state().setup);
        if !(1..=sentences).contains(of) {
            return draft.refuse(special::sentences::SPECIAL, SpecialReason::Unknown { of: *of, sentences }.into());
        }
    }
    check_ruling_subject(draft, setting)?;
    check_card_limits(draft, unit, setting)?;
    let setting = mounts_lost(draft, unit, setting)?;
    let setting = jam_duration(draft, unit, setting)?;
    if let Setting::At(place) = setting {
        check_one_base(draft, unit)?;
        placed_course::check_on_table(draft, unit, place)?;
    }
    let old_stragglers = stragglers_before(draft.state(), unit, &setting);
    let old_run = draft.state().ships_of(unit).find_map(|ship| ship.run.clone());
    for (unit, setting) in recorded_settings(draft.state(), unit, &setting) {
        draft.record(special::sentences::SPECIAL, Fact::ValueSet { unit, setting, because: because.to_owned() });
    }
    if let Setting::At(_) = setting {
        reset_after_relocation(draft, unit, &[(unit.clone(), old_run)]);
    }
    if let Setting::Sighted(false) = setting {
        sighting::revoke_stated_sightings(draft, unit);
    }
    if let Setting::Fate(fate) = &setting {
        lose_as_ruled(draft, unit, fate);
    }
    if let Setting::Rudder(Rudder::Jammed { .. }) = setting {
        detach::leave_division(draft, unit);
    }
    lose_doomed_ships(draft, unit);
    slow_down(draft, unit);
    record_new_stragglers(draft, old_stragglers);
    if affects_sighting(&setting) {
        update_sighting(draft);
    }
    if draft.state().segment == Segment::Plotting {
        flags::pass_flags(draft);
    }
    Ok(())
}

/// Returns the settings to record. The state deducts damage from a top speed, so a ship's damage is added to it. [5.4]
fn recorded_settings(state: &State, unit: &Id, setting: &Setting) -> Vec<(Id, Setting)> {
    let Setting::TopSpeed(top_speed) = setting else { return vec![(unit.clone(), setting.clone())] };
    let is_damaged = |ship: &Ship| ship.is_in_action() && ship.speed_lost() != Inches::ZERO;
    if !state.ships_of(unit).any(is_damaged) {
        return vec![(unit.clone(), setting.clone())];
    }
    state.ships_of(unit).map(|ship| (ship.id.clone(), Setting::TopSpeed(*top_speed + ship.speed_lost()))).collect()
}

/// Refuses conditions that the scenario lacks and sentences not left to the referee. The program counts points. [9.2]
fn check_ruling_subject(draft: &NavalDraft<'_>, setting: &Setting) -> Result<(), NavalHalt> {
    let setup = &draft.state().setup;
    let (number, choices): (u8, Vec<usize>) = if let Setting::Condition { number, .. } = setting {
        let ruled = verdict::entries(setup).into_iter().enumerate();
        let of_a_side = ruled.filter(|(_, entry)| matches!(entry.wins, VictoryRule::Side(_)));
        (*number, of_a_side.map(|(index, _)| index + 1).collect())
    } else if let Setting::Sentence { of, .. } = setting {
        (*of, verdict::sentences_for_referee(setup).iter().map(|sentence| usize::from(sentence.of)).collect())
    } else {
        return Ok(());
    };
    if choices.contains(&usize::from(number)) {
        return Ok(());
    }
    let what = setting.clone();
    draft.refuse(special::sentences::SPECIAL, TableReason::NotToRule { what, have: choices }.into())
}

/// Returns the mounts lost, by their names on the card. A number suffices for none, for all, and for as many as are
/// lost already. Refused for any other number, for several ships, and for an unknown or repeated mount. [8.2.4]
fn mounts_lost(draft: &NavalDraft<'_>, unit: &Id, setting: &Setting) -> Result<Setting, NavalHalt> {
    let (count, named): (Option<u8>, &[Id]) = if let Setting::MountsLost(count) = setting {
        (Some(*count), &[])
    } else if let Setting::Mounts(named) = setting {
        (None, named)
    } else {
        return Ok(setting.clone());
    };
    let state = draft.state();
    let ships: Vec<&Ship> = state.ships_of(unit).collect();
    let names = |ship: &Ship| -> Vec<Id> {
        ship.card.big.iter().flat_map(|big| &big.mounts).map(|mount| mount.id.clone()).collect()
    };
    let is_clear = |ship: &&Ship| count.is_some_and(|count| count == 0 || usize::from(count) == names(ship).len());
    if ships.iter().all(is_clear) {
        return Ok(setting.clone());
    }
    let [ship] = ships[..] else { return draft.refuse(RECORD, Reason::NotAShip { unit: unit.clone() }) };
    let mounts = names(ship);
    if let Some(count) = count {
        let lost = ship.mounts_lost();
        if lost.len() != usize::from(count) {
            return draft.refuse(RECORD, Reason::AmbiguousMounts { ship: ship.id.clone(), count, mounts });
        }
        return Ok(Setting::Mounts(lost));
    }
    let mut lost: Vec<Id> = Vec::new();
    for name in named {
        let found = mounts.iter().find(|mount| mount.as_str().eq_ignore_ascii_case(name.as_str()));
        match found.filter(|mount| !lost.contains(mount)) {
            Some(mount) => lost.push(mount.clone()),
            None => {
                let reason = Reason::NoSuchMount { ship: ship.id.clone(), mount: name.clone(), have: mounts };
                return draft.refuse(RECORD, reason);
            }
        }
    }
    Ok(Setting::Mounts(lost))
}

/// Rolls how long a rudder is jammed, as for a hit, unless the number of turns is given. Refused for several ships, a
/// ship out of action, and numbers that the die does not have. [8.4, Q39]
fn jam_duration(draft: &mut NavalDraft<'_>, unit: &Id, setting: Setting) -> Result<Setting, NavalHalt> {
    let Setting::Rudder(rudder) = setting else { return Ok(setting) };
    let Some(ship) = draft.state().ship(unit) else {
        return draft.refuse(EXPLODED, Reason::NotAShip { unit: unit.clone() });
    };
    let (id, in_action) = (ship.id.clone(), ship.is_in_action());
    let Rudder::Jammed { circles, turns } = rudder else { return Ok(setting) };
    refuse_out_of_action(draft, !in_action, &id, EXPLODED)?;
    let turns = match turns {
        Some(turns) if (1..=LONGEST_JAM).contains(&turns) => turns,
        Some(_) => {
            let most = Setting::Rudder(Rudder::Jammed { circles, turns: Some(LONGEST_JAM) });
            return draft.refuse(EXPLODED, Reason::AboveCard { ship: id, setting, most });
        }
        None => draft.roll_die(DiceRequest::roll_one(LONGEST_JAM, Purpose::Steering(id), EXPLODED))?,
    };
    Ok(Setting::Rudder(Rudder::Jammed { circles, turns: Some(turns) }))
}

/// Refuses a position for more than one base. [3.5]
fn check_one_base(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    let is_one = draft.state().target_unit(unit).is_some();
    if is_one { Ok(()) } else { draft.refuse(BASE, Reason::NotAShip { unit: unit.clone() }) }
}

/// Refuses values above the limits of a ship's card. [5.4, 6.2.4, 7.4.7, 8.5.2, 8.7]
fn check_card_limits(draft: &NavalDraft<'_>, unit: &Id, setting: &Setting) -> Result<(), NavalHalt> {
    for ship in draft.state().ships_of(unit) {
        if let Some((rule, most)) = exceeded_limit(ship, setting) {
            let reason = Reason::AboveCard { ship: ship.id.clone(), setting: setting.clone(), most };
            return draft.refuse(rule, reason);
        }
    }
    Ok(())
}

fn exceeded_limit(ship: &Ship, setting: &Setting) -> Option<(Rule, Setting)> {
    let card = &ship.card;
    let guns = [BatteryKind::Medium, BatteryKind::Light].iter().any(|kind| card.battery(*kind).is_some());
    let mounts = card.big.as_ref().map_or(0, |big| big.mounts.len() as u8);
    let factors = card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors);
    let flotation = card.flotation.clamp(0, i32::from(u8::MAX)) as u8;
    let quarters = if guns { 4 } else { 0 };
    let (exceeds, rule, most) = match setting {
        Setting::Speed(speed) => {
            (ship.speed_allowance() < *speed, limit_of(ship), Setting::Speed(ship.speed_allowance()))
        }
        Setting::TopSpeed(speed) => (card.speed < *speed, ALLOWANCE, Setting::TopSpeed(card.speed)),
        Setting::Fires(fires) => (MAX_FIRES < *fires, BURNT_OUT, Setting::Fires(MAX_FIRES)),
        Setting::Flotation(hits) => (flotation < *hits, FLOODED, Setting::Flotation(flotation)),
        Setting::MountsLost(lost) => (mounts < *lost, CARD, Setting::MountsLost(mounts)),
        Setting::GunQuartersLost(lost) => (quarters < *lost, CARD, Setting::GunQuartersLost(quarters)),
        Setting::Torpedoes(left) => (factors < *left, FACTORS, Setting::Torpedoes(factors)),
        Setting::Mounts(_)
        | Setting::Sighted(_)
        | Setting::Lit(_)
        | Setting::Fate(_)
        | Setting::At(_)
        | Setting::Rudder(_)
        | Setting::SightingBase(_)
        | Setting::SpecialRule { .. }
        | Setting::Condition { .. }
        | Setting::Sentence { .. }
        | Setting::Visibility(_) => return None,
    };
    exceeds.then_some((rule, most))
}

/// Loses a ship by the referee's ruling, as by dice: it loses its way, and an explosion darkens the sea. A ship ruled
/// sunk is removed, although by the book a sinking ship stays as a hazard. [8.4, 8.5.2, 8.7, 9.2]
fn lose_as_ruled(draft: &mut NavalDraft<'_>, unit: &Id, fate: &Fate) {
    let losses = |ship: &Ship| {
        let by_the_book = tally::sunk_rule(ship, fate)?;
        let rule = if *fate == Fate::Sunk { special::sentences::SPECIAL } else { by_the_book };
        Some((rule, Fact::ShipLost { ship: ship.id.clone(), fate: fate.clone() }))
    };
    let losses: Vec<(Rule, Fact)> = draft.state().ships_of(unit).filter_map(losses).collect();
    losses.into_iter().for_each(|(rule, fact)| draft.record(rule, fact));
}

/// Limits a ship's speed to what engines, flooding or three fires leave it. [5.4, 8.5.1]
fn slow_down(draft: &mut NavalDraft<'_>, unit: &Id) {
    let state = draft.state();
    let is_too_fast = |ship: &&Ship| ship.is_in_action() && ship.speed_allowance() < ship.speed;
    let is_limited = |ship: &&Ship| state.checks || ship.are_weapons_barred() || ship.speed_allowance() == Inches::ZERO;
    let slowed = state.ships_of(unit).filter(is_too_fast).filter(is_limited);
    let fact = |ship: &Ship| Fact::SpeedChanged { ship: ship.id.clone(), speed: ship.speed_allowance() };
    for (rule, fact) in slowed.map(|ship| (limit_of(ship), fact(ship))).collect::<Vec<_>>() {
        draft.record(rule, fact);
    }
}

/// Returns the present stragglers of divisions that a setting may affect. [5.8.2, 5.8.3, Q57]
fn stragglers_before(state: &State, unit: &Id, setting: &Setting) -> DivisionStragglers {
    let Some(division) = state.division_of(unit).filter(|_| !setting.is_for_table()) else {
        return stragglers_of_all(state, state.divisions.iter().map(AsRef::as_ref));
    };
    stragglers_with_dependents(state, &division.id)
}

/// Updates the course of `unit`'s division and the ships that torpedoes meet, given the earlier runs. [5.9, 7.4]
pub(crate) fn reset_after_relocation(draft: &mut NavalDraft<'_>, unit: &Id, old_runs: &[(Id, Option<Arc<ShipMove>>)]) {
    placed_course::update_course(draft, unit);
    for (ship, old_run) in old_runs {
        torpedo::run::update_meetings(draft, ship, old_run.as_deref());
    }
}

/// Whether a setting affects sighting. [4.2]
fn affects_sighting(setting: &Setting) -> bool {
    matches!(
        setting,
        Setting::SightingBase(_) | Setting::Lit(_) | Setting::Fires(_) | Setting::Fate(_) | Setting::At(_)
    )
}

/// Determines sighting again at once, in the segments in which it changes continuously. [4.2]
pub(crate) fn update_sighting(draft: &mut NavalDraft<'_>) {
    if matches!(draft.state().segment, Segment::Sighting | Segment::Illumination) {
        sighting::look::update_sighting(draft);
    }
}

/// Sinks or abandons ships by values set by hand, as in play. [8.5.2, 8.7]
fn lose_doomed_ships(draft: &mut NavalDraft<'_>, unit: &Id) {
    let ships: Vec<Id> = draft.state().ships_of(unit).map(|ship| ship.id.clone()).collect();
    ships.iter().for_each(|ship| damage::sink_if_flooded(draft, ship));
    ships.iter().for_each(|ship| damage::abandon_if_burning(draft, ship));
}

//! What the referee rules by hand: the scenario and he override the book. [9.2]
use super::{
    Fact, NavalDraft, NavalHalt, Reason,
    command::Setting,
    measure::Id,
    movement,
    ship::{BatteryKind, Fate, Ship},
    signals,
    special::SpecialReason,
    state::Segment,
    torpedo,
};
use crate::play::Rule;

const BASE: Rule = Rule::new("3.5");
const SIDES: Rule = Rule::new("1.3");
const ALLOWANCE: Rule = Rule::new("5.4");
const CARD: Rule = Rule::new("6.2.4");
const FACTORS: Rule = Rule::new("7.4.7");
const BURNT_OUT: Rule = Rule::new("8.5.2");
const FLOODED: Rule = Rule::new("8.7");
const SPECIAL: Rule = Rule::new("9.2");

/// Fires that drive the crew off, and so the most that can be set. [8.5.2]
const MOST_FIRES: u8 = 5;

/// The referee sets a value: the scenario and he override the book. [9.2]
///
/// # Errors
/// Refused without a reason, for a name that stands for nothing, and for more than a ship's card holds.
pub(super) fn set(draft: &mut NavalDraft<'_>, unit: &Id, setting: &Setting, because: &str) -> Result<(), NavalHalt> {
    let whole_table = setting.is_of_the_table();
    if because.trim().is_empty() {
        return draft.refuse(SPECIAL, Reason::NoReason);
    }
    if !whole_table && draft.state().ships_of(unit).next().is_none() {
        return draft.refuse(SIDES, Reason::UnknownUnit { unit: unit.clone() });
    }
    if let Setting::SpecialRule { of, .. } = setting {
        let sentences = draft.state().setup.special_rules.len() as u8;
        if !(1..=sentences).contains(of) {
            return draft.refuse(SPECIAL, SpecialReason::Unknown { of: *of, sentences }.into());
        }
    }
    within_the_card(draft, unit, setting)?;
    if let Setting::At(at) = setting {
        one_base(draft, unit)?;
        movement::on_table(draft, unit, *at)?;
    }
    let ran = draft.state().ships_of(unit).find_map(|ship| ship.run.clone());
    let fact = Fact::ValueSet { unit: unit.clone(), setting: setting.clone(), because: because.to_owned() };
    draft.note(SPECIAL, fact);
    if let Setting::At(_) = setting {
        movement::formed_again(draft, unit);
        torpedo::run_again(draft, unit, ran.as_deref());
    }
    lose_what_is_past_saving(draft, unit);
    if draft.state().segment == Segment::Plotting {
        signals::pass_flags(draft);
    }
    Ok(())
}

/// A place is that of one base. [3.5]
fn one_base(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    if state.ship(unit).is_some() || state.target_unit(unit).is_some() {
        return Ok(());
    }
    draft.refuse(BASE, Reason::NotAShip { unit: unit.clone() })
}

/// No ship of the unit is given more than her card holds. [5.4, 6.2.4, 7.4.7, 8.5.2, 8.7]
fn within_the_card(draft: &NavalDraft<'_>, unit: &Id, setting: &Setting) -> Result<(), NavalHalt> {
    for ship in draft.state().ships_of(unit) {
        if let Some((rule, most)) = exceeded(ship, setting) {
            let reason = Reason::BeyondCard { ship: ship.id.clone(), setting: setting.clone(), most };
            return draft.refuse(rule, reason);
        }
    }
    Ok(())
}

/// The most that may be set for a ship, where the setting is more.
fn exceeded(ship: &Ship, setting: &Setting) -> Option<(Rule, Setting)> {
    let card = &ship.card;
    let guns = [BatteryKind::Medium, BatteryKind::Light].iter().any(|kind| card.battery(*kind).is_some());
    let mounts = card.big.as_ref().map_or(0, |big| big.mounts.len() as u8);
    let factors = card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors);
    let flotation = card.flotation.clamp(0, i32::from(u8::MAX)) as u8;
    let quarters = if guns { 4 } else { 0 };
    let (exceeds, rule, most) = match setting {
        Setting::Speed(speed) => (card.speed < *speed, ALLOWANCE, Setting::Speed(card.speed)),
        Setting::TopSpeed(speed) => (card.speed < *speed, ALLOWANCE, Setting::TopSpeed(card.speed)),
        Setting::Fires(fires) => (MOST_FIRES < *fires, BURNT_OUT, Setting::Fires(MOST_FIRES)),
        Setting::Flotation(hits) => (flotation < *hits, FLOODED, Setting::Flotation(flotation)),
        Setting::MountsLost(lost) => (mounts < *lost, CARD, Setting::MountsLost(mounts)),
        Setting::GunQuartersLost(lost) => (quarters < *lost, CARD, Setting::GunQuartersLost(quarters)),
        Setting::Torpedoes(left) => (factors < *left, FACTORS, Setting::Torpedoes(factors)),
        Setting::Sighted(_)
        | Setting::Lit(_)
        | Setting::Fate(_)
        | Setting::At(_)
        | Setting::SightingBase(_)
        | Setting::SpecialRule { .. }
        | Setting::Visibility(_) => return None,
    };
    exceeds.then_some((rule, most))
}

/// Values set by hand sink or burn out a ship as play would. [8.5.2, 8.7]
fn lose_what_is_past_saving(draft: &mut NavalDraft<'_>, unit: &Id) {
    let fighting: Vec<&Ship> = draft.state().ships_of(unit).filter(|ship| ship.in_action()).collect();
    let flooded = |ship: &&&Ship| 0 < ship.card.flotation && ship.card.flotation <= ship.flotation_hits();
    let sunk: Vec<Id> = fighting.iter().filter(flooded).map(|ship| ship.id.clone()).collect();
    let burnt = |ship: &&&Ship| 5 <= ship.fires() && !sunk.contains(&ship.id);
    let abandoned: Vec<Id> = fighting.iter().filter(burnt).map(|ship| ship.id.clone()).collect();
    for ship in sunk {
        draft.note(FLOODED, Fact::ShipLost { ship, fate: Fate::Sinking });
    }
    for ship in abandoned {
        draft.note(BURNT_OUT, Fact::ShipLost { ship, fate: Fate::Abandoned });
    }
}

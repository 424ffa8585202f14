//! Medium and light guns: strength against defence, by odds. [6.5.2 to 6.5.11]
use super::cited::{CARD, ENDS};
use super::numbers;
use crate::model::{
    BatteryCount, BatteryKind, Bearing, Declaration, Fraction, HeldHit, HitKind, Label, Purpose, Sum, Volley,
    VolleyPart, chart::VisibilityQuality,
};
use crate::rules::{half_move, special};
use crate::{Fact, Id, NavalDraft, NavalHalt, State, not_in_action};
use play::{DiceRequest, Rule};

const ODDS: Rule = Rule::new("6.5.2");
const TENS: Rule = Rule::new("6.5.3");
const COMBINED: Rule = Rule::new("6.5.5");
const DARK: Rule = Rule::new("6.5.6");
const LIGHT_GUNS: Rule = Rule::new("6.5.7");
const NO_PIERCING: Rule = Rule::new("6.5.4");
const COUNTED: Rule = Rule::new("6.5.8");
const D100: Rule = Rule::new("6.5.11");

/// Fires batteries, at most `most` times. Those of one side at one target combine unless `apart`. [6.5.5]
pub(super) fn fire_batteries(
    draft: &mut NavalDraft<'_>,
    batteries: Vec<Declaration>,
    apart: bool,
    most: usize,
) -> Result<(), NavalHalt> {
    let mut groups: Vec<Vec<Declaration>> = Vec::new();
    for declaration in batteries {
        match groups.iter_mut().find(|group| !apart && group[0].target == declaration.target) {
            Some(group) => group.push(declaration),
            None => groups.push(vec![declaration]),
        }
    }
    groups.iter().take(most).try_for_each(|group| fire_volley(draft, group))
}

fn fire_volley(draft: &mut NavalDraft<'_>, group: &[Declaration]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let target = group[0].target.clone();
    let parts: Vec<VolleyPart> = group.iter().filter_map(|declaration| volley_part(state, declaration)).collect();
    let Some(ship) = state.ships_of(&target).find(|ship| ship.is_in_action()) else {
        return Err(not_in_action(state, &target, CARD).into());
    };
    let defence = ship.card.defence;
    let strength: Fraction = parts.iter().map(|part| part.points).sum();
    let dice = quotient(strength, defence, state.setup.options.d100);
    let is_large = state.ships_of(&target).any(|ship| ship.card.kind.is_large());
    let counts = battery_counts(state, &target, &parts);
    let Quotient { quotient, automatic, needed, sides, rule } = dice;
    let mut hits = automatic;
    if needed > 0 {
        hits += draft.successes(DiceRequest::test(sides, needed, Purpose::Volley(target.clone()), rule))?;
    }
    let range = group[0].range;
    let held = HeldHit {
        target: target.clone(),
        firer: Some(group[0].firer.clone()),
        kind: if is_large { HitKind::NonPenetrating } else { HitKind::Effective },
        battery: Some(group[0].battery),
        range: Some(range),
        count: hits,
    };
    let volley = Volley { target, range, parts, strength, defence, quotient, automatic, needed, sides, hits };
    draft.record(if group.len() > 1 { COMBINED } else { rule }, Fact::BatteriesFired(volley));
    draft.record_all(COUNTED, counts.into_iter().map(Fact::BatteriesCounted));
    for declaration in group {
        special::sea::score_fire(draft, &declaration.firer, &declaration.target);
    }
    if hits > 0 {
        draft.record(if is_large { NO_PIERCING } else { rule }, Fact::HitsMarked(held));
    }
    Ok(())
}

/// Returns counts of the batteries of large ships and guns ashore at a light division, by firing division. [6.5.8, Q51]
fn battery_counts(state: &State, target: &Id, parts: &[VolleyPart]) -> Vec<BatteryCount> {
    let Some(target) = state.ships_of(target).next().filter(|ship| ship.card.kind.is_light()) else {
        return Vec::new();
    };
    let mut counts: Vec<BatteryCount> = Vec::new();
    let large = parts
        .iter()
        .filter_map(|part| state.ship(&part.firer))
        .filter(|ship| ship.card.kind.is_large() || ship.card.kind.is_coast_battery());
    for firer in large {
        match counts.iter_mut().find(|count| count.firer == firer.division) {
            Some(count) => count.batteries += 1,
            None => {
                let (target, firer) = (target.division.clone(), firer.division.clone());
                counts.push(BatteryCount { target, firer, batteries: 1 });
            }
        }
    }
    counts
}

/// Returns a battery's strength with cited factors, or `None` if the firer is unknown or the target gone.
pub fn volley_part(state: &State, declared: &Declaration) -> Option<VolleyPart> {
    let firer = state.ship(&declared.firer)?;
    let target = state.ships_of(&declared.target).find(|ship| ship.is_in_action())?;
    let whole = firer.battery_strength(declared.battery);
    let mut strength = Sum::from_base(whole, Label::Battery(declared.battery), CARD);
    if matches!(declared.bearing, Bearing::Bow | Bearing::Stern) {
        strength.times(Fraction::new(1, 4), Label::IntoArc(declared.bearing), ENDS);
    }
    if numbers::visibility(state, declared) == Some(VisibilityQuality::Extreme) {
        strength.times(Fraction::new(1, 2), Label::ExtremelyPoorVisibility, DARK);
    }
    let small = target.card.kind.is_torpedo_craft() || target.card.kind == crate::model::ShipType::MM;
    if declared.battery == BatteryKind::Light && !small {
        strength.times(Fraction::new(1, 2), Label::LightGunsAt(target.card.kind), LIGHT_GUNS);
    }
    if let Some(factor) = half_move::fire_factor(state, &declared.firer, declared.range) {
        strength.times(factor, Label::HalfMoveNearEnemy, half_move::FIRE);
    }
    for factors in special::fire::fire_factors(state, declared) {
        if let Some(factor) = factors.strength {
            strength.times(factor, Label::SpecialRule(factors.of), special::sentences::SPECIAL);
        }
    }
    let points = strength.product();
    Some(VolleyPart { firer: firer.id.clone(), battery: declared.battery, strength, points })
}

/// Automatic hits, and the die for one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotient {
    pub quotient: Fraction,
    pub automatic: u16,
    /// At 0 no die is rolled.
    pub needed: u8,
    pub sides: u8,
    pub rule: Rule,
}

/// Divides strength by defence, rounded half up to wholes for a D10, to tenths for a D100. [6.5.2, 6.5.3, 6.5.11]
pub fn quotient(strength: Fraction, defence: i32, d100: bool) -> Quotient {
    let exact = strength / Fraction::from(i64::from(defence.max(1)));
    if d100 {
        let tens = (exact.0 / 10).floor().to_integer();
        let remainder = exact - Fraction::from(tens * 10);
        let percent = (remainder * Fraction::from(10)).rounded();
        return Quotient { quotient: exact, automatic: tens as u16, needed: percent as u8, sides: 100, rule: D100 };
    }
    let rounded = exact.rounded();
    let (automatic, needed, rule) = if rounded <= 10 { (0, rounded, ODDS) } else { (rounded / 10, rounded % 10, TENS) };
    Quotient { quotient: exact, automatic: automatic as u16, needed: needed as u8, sides: 10, rule }
}

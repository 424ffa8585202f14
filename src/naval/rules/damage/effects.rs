//! The effects of a row of a damage table on a ship. [8.2, 8.4]
use crate::model::chart::{Charts, DamageRow, DamageTable, HitCase, TableKind};
use crate::model::{BatteryKind, Fate, HeldHit, HitKind, Purpose, Ship, ShipType};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, State};
use play::{DiceRequest, Rule};

const OUTRIGHT: Rule = Rule::new("6.5.12");
const LARGE: Rule = Rule::new("8.2");
pub(super) const PENETRATING: Rule = Rule::new("8.2.1");
pub(super) const NON_PENETRATING: Rule = Rule::new("8.2.2");
const TORPEDO: Rule = Rule::new("8.2.3");
pub(super) const LIGHT: Rule = Rule::new("8.3");
pub(super) const COLLATERAL: Rule = Rule::new("8.4");

pub(crate) struct Lookup {
    pub(crate) kind: TableKind,
    pub(crate) rule: Rule,
    pub(crate) purpose: fn(Id) -> Purpose,
}

pub(crate) const SPECIAL: Lookup = Lookup { kind: TableKind::Special, rule: PENETRATING, purpose: Purpose::Special };
pub(crate) const GUNS_GONE: Lookup = Lookup { kind: TableKind::GunsGone, rule: COLLATERAL, purpose: Purpose::GunsGone };

/// Returns the table for a hit. [8.2, 8.3]
pub(crate) fn lookup_for(target: ShipType, hit: HitKind) -> Lookup {
    let (kind, rule) = table_of(target, hit);
    Lookup { kind, rule, purpose: Purpose::Damage }
}

/// The gun points of a card, in quarters. (T6)
const ALL_QUARTERS: i32 = 4;

/// Returns the quarters of gun points that a ship has left. (T6)
pub(crate) fn quarters_left(ship: &Ship) -> i32 {
    let armed = ship.card.medium.is_some() || ship.card.light.is_some();
    if armed { (ALL_QUARTERS - ship.gun_quarters_lost()).max(0) } else { 0 }
}

/// The source of a hit, to the extent that tables depend on it.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) firer: Option<Id>,
    pub(crate) range: Option<Inches>,
    pub(crate) battery: Option<BatteryKind>,
    pub(crate) other_type: Option<ShipType>,
}

impl Origin {
    /// Returns the source of a hit. The extra hit of a fire counts as a hit by light guns. (Q15)
    pub(crate) fn from_hit(hit: &HeldHit) -> Origin {
        let battery = match hit.kind {
            HitKind::FireSpread => Some(BatteryKind::Light),
            HitKind::Penetrating | HitKind::NonPenetrating | HitKind::Effective | HitKind::Torpedo => hit.battery,
        };
        Origin { firer: hit.firer.clone(), range: hit.range, battery, other_type: None }
    }
}

pub(crate) fn case_table<'c>(
    state: &State,
    charts: &'c Charts,
    ship: &Id,
    kind: TableKind,
    origin: &Origin,
) -> Option<&'c DamageTable> {
    let firer = origin.firer.as_ref().and_then(|firer| state.ships_of(firer).next());
    let case = HitCase {
        target: &state.ship(ship)?.card,
        firer_navy: firer.map(|firer| &firer.card.navy),
        date: state.setup.date,
        range: origin.range,
        battery: origin.battery,
        by: origin.other_type,
    };
    charts.damage_table(kind, &case)
}

pub(crate) fn roll_explosion(
    draft: &mut NavalDraft<'_>,
    ship: &Id,
    at_most: u8,
    purpose: fn(Id) -> Purpose,
) -> Result<bool, NavalHalt> {
    let face = draft.roll_die(DiceRequest::test(10, at_most, purpose(ship.clone()), COLLATERAL))?;
    if face <= at_most {
        record_loss(draft, ship, COLLATERAL, Fate::Exploded);
    } else {
        draft.record(COLLATERAL, Fact::MagazineHeld { ship: ship.clone() });
    }
    Ok(face <= at_most)
}

/// Rolls a D10 for a card with `flash` when a mount is lost. At that number or less the ship explodes. [8.4]
pub(crate) fn roll_flash(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let flash = draft.state().ship(ship).map_or(0, |ship| ship.card.flash).clamp(0, 10) as u8;
    if flash > 0 {
        roll_explosion(draft, ship, flash, Purpose::Flash)?;
    }
    Ok(())
}

pub(crate) fn record_loss(draft: &mut NavalDraft<'_>, ship: &Id, rule: Rule, fate: Fate) {
    draft.record(rule, Fact::ShipLost { ship: ship.clone(), fate });
}

fn chapter(state: &State, ship: &Id) -> Rule {
    if state.ship(ship).is_some_and(|ship| ship.card.kind.is_large()) { LARGE } else { LIGHT }
}

pub(crate) fn no_effect(draft: &mut NavalDraft<'_>, ship: &Id) {
    draft.record(chapter(draft.state(), ship), Fact::NoEffect { ship: ship.clone() });
}

/// Returns the table on which a hit is rolled and its paragraph. [8.2.1, 8.2.2, 8.2.3, 8.3, Q15]
pub(crate) fn table_of(target: ShipType, hit: HitKind) -> (TableKind, Rule) {
    match (hit, target.is_large()) {
        (HitKind::Penetrating, true) => (TableKind::Penetrating, PENETRATING),
        (HitKind::NonPenetrating | HitKind::Effective | HitKind::FireSpread, true) => {
            (TableKind::NonPenetrating, NON_PENETRATING)
        }
        (HitKind::Torpedo, true) => (TableKind::Torpedo, TORPEDO),
        (HitKind::Torpedo, false) => (TableKind::Torpedo, LIGHT),
        (HitKind::Penetrating | HitKind::NonPenetrating | HitKind::Effective | HitKind::FireSpread, false) => {
            (TableKind::Light, LIGHT)
        }
    }
}

/// Rolls on a table and records the row. A table of one row needs no die: shells sink boats outright. [6.5.12]
pub(crate) fn roll_on_table(
    draft: &mut NavalDraft<'_>,
    ship: &Id,
    lookup: &Lookup,
    origin: &Origin,
) -> Result<DamageRow, NavalHalt> {
    let charts = draft.state().setup.charts.clone();
    let Some(table) = case_table(draft.state(), &charts, ship, lookup.kind, origin) else {
        return draft.refuse(chapter(draft.state(), ship), Reason::NoDamageTable);
    };
    let (row, rule) = match &table.rows[..] {
        [only] if lookup.kind == TableKind::Light => (Some(only), OUTRIGHT),
        [only] => (Some(only), lookup.rule),
        _ => {
            let face =
                draft.roll_die(DiceRequest::roll_one(table.sides, (lookup.purpose)(ship.clone()), lookup.rule))?;
            (table.row(face), lookup.rule)
        }
    };
    let Some(row) = row else {
        return draft.refuse(lookup.rule, Reason::NoDamageRow);
    };
    let fact = Fact::HitRolled { target: ship.clone(), table: table.id.clone(), code: row.code.clone() };
    draft.record(rule, fact);
    Ok(row.clone())
}

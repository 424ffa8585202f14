//! The effects of a battle on the next battle of its war, and repairs between battles. [9.1, Q55]
use crate::model::war::{
    AbsenceReason, AstrayRuling, CarriedOver, DamagedShip, PastBattle, Predecessor, ShipLoss, ShipOutcome,
    StoppedRuling, Veteran, War, Yard, lasting_hits,
};
use crate::model::{Card, Fate, Harm, Hit, HitState, Ship};
use crate::rules::{tally, verdict};
use crate::{Inches, SideId, State};
use std::sync::Arc;

/// Speed is repaired in steps of this size: a quarter of an inch.
const QUARTER: Inches = Inches(25);

/// Returns the war after this battle, with repairs made before the next one. `after` names this battle's journal.
pub fn war_after_battle(war: &War, state: &State, after: Predecessor) -> War {
    let mut next = war.clone();
    next.past.push(battle_record(war, state));
    for ship in &state.ships {
        let veteran = ship_after_battle(war, state, ship);
        next.roll.retain(|listed| listed.ship != veteran.ship);
        next.roll.push(veteran);
    }
    next.after = Some(after);
    advance_to_next_battle(&mut next);
    next
}

/// Skips the battle because this side has no ships to fight it.
pub fn skip_battle(war: &mut War, absent: SideId) {
    if let Some(battle) = war.battle() {
        let (title, date) = (battle.title.clone(), battle.date);
        let (number, absent) = (war.number, Some(absent));
        war.past.push(PastBattle { number, title, date, absent, ..PastBattle::default() });
    }
    advance_to_next_battle(war);
}

fn advance_to_next_battle(war: &mut War) {
    let next_battle = war.next().cloned();
    let mut roll = std::mem::take(&mut war.roll);
    if let Some(battle) = &next_battle {
        for veteran in roll.iter_mut().filter(|veteran| veteran.is == ShipOutcome::Home) {
            let yard = war.yard(battle, &veteran.side);
            veteran.carried = repaired_damage(&veteran.carried, yard, battle.days);
        }
    }
    for damaged in war.past.last_mut().into_iter().flat_map(|last_battle| &mut last_battle.hurt) {
        let veteran = roll.iter().find(|veteran| veteran.ship == damaged.ship);
        damaged.left = veteran
            .map_or_else(Vec::new, |veteran| veteran.carried.hits.iter().map(|hit| hit.effect.clone()).collect());
    }
    war.roll = roll;
    war.number += 1;
}

pub fn battle_record(war: &War, state: &State) -> PastBattle {
    let points = tally::tally(state).sides.iter().map(|side| (side.side.clone(), side.points)).collect();
    let veterans: Vec<(&Ship, Veteran)> =
        state.ships.iter().map(|ship| (ship.as_ref(), ship_after_battle(war, state, ship))).collect();
    let losses = veterans.iter().filter(|(_, veteran)| veteran.is != ShipOutcome::Home);
    let damaged =
        veterans.iter().filter(|(_, veteran)| veteran.is == ShipOutcome::Home && !veteran.carried.hits.is_empty());
    let harms = |veteran: &Veteran| veteran.carried.hits.iter().map(|hit| hit.effect.clone()).collect::<Vec<Harm>>();
    PastBattle {
        number: war.number,
        title: state.setup.title.clone(),
        date: state.setup.date,
        absent: None,
        turn: state.turn,
        end: state.end.clone(),
        winner: verdict::verdict(state).side,
        points,
        losses: losses
            .map(|(ship, veteran)| ShipLoss {
                ship: veteran.ship.clone(),
                name: veteran.name.clone(),
                side: veteran.side.clone(),
                fate: ship.fate.clone(),
                is: veteran.is,
                turn: ship.lost_turn,
            })
            .collect(),
        hurt: damaged
            .map(|(_, veteran)| DamagedShip {
                ship: veteran.ship.clone(),
                name: veteran.name.clone(),
                side: veteran.side.clone(),
                harms: harms(veteran),
                left: harms(veteran),
            })
            .collect(),
    }
}

fn ship_after_battle(war: &War, state: &State, ship: &Ship) -> Veteran {
    let stays_behind = ship.is_immobile() && !are_stopped_towed(state, &ship.side, war.rulings.stopped);
    let is = match &ship.fate {
        Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned => ShipOutcome::Lost,
        Fate::Fighting if stays_behind => ShipOutcome::Lost,
        Fate::Exited { friendly: false, .. } => match war.astray_fate(&ship.side) {
            AstrayRuling::Interned => ShipOutcome::Interned,
            AstrayRuling::Home => ShipOutcome::Home,
            AstrayRuling::Lost => ShipOutcome::Lost,
        },
        Fate::Fighting | Fate::Exited { friendly: true, .. } | Fate::Waiting { .. } => ShipOutcome::Home,
    };
    let full = ship.card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors);
    let carried = CarriedOver { hits: lasting_hits(ship), torpedoes_spent: full.saturating_sub(ship.torpedoes_left) };
    Veteran {
        ship: ship.id.clone(),
        name: ship.card.name.clone(),
        side: ship.side.clone(),
        is,
        scuttled: ship.fate == Fate::Fighting && stays_behind,
        carried: if is == ShipOutcome::Home { carried } else { CarriedOver::default() },
    }
}

fn are_stopped_towed(state: &State, side: &SideId, stopped: StoppedRuling) -> bool {
    let under_way = |own: bool| {
        let ships =
            state.ships_in_action().filter(|ship| (ship.side == *side) == own && !ship.card.kind.is_coast_battery());
        ships.filter(|ship| Inches::ZERO < ship.top_speed()).count()
    };
    match stopped {
        StoppedRuling::Towed => true,
        StoppedRuling::Lost => false,
        StoppedRuling::Field => under_way(false) <= under_way(true),
    }
}

/// Returns the damage left after `days` days in a yard. At sea nothing is repaired. The kinds of damage are repaired in
/// parallel, the hits of one kind one after another. Damage left after a day or more is beyond the crew's repair.
pub fn repaired_damage(carried: &CarriedOver, yard: Option<&Yard>, days: u16) -> CarriedOver {
    let capacity = |rate: Option<u16>| match rate {
        Some(0) => i64::MAX,
        Some(rate) => i64::from(days / rate),
        None => 0,
    };
    let [mut flotation, mut speed, mut mounts, mut guns, mut bridges] = match yard {
        Some(yard) => {
            [yard.flotation_days, yard.speed_days, yard.mount_days, yard.guns_days, yard.bridge_days].map(capacity)
        }
        None => [0; 5],
    };
    let mut hits: Vec<Hit> = Vec::new();
    for hit in &carried.hits {
        let effect = match &hit.effect {
            Harm::Flotation { hits } => {
                let left = subtract_repairs(i64::from(*hits), &mut flotation);
                (0 < left).then_some(Harm::Flotation { hits: saturating_i32(left) })
            }
            Harm::Guns { quarters } => {
                let left = subtract_repairs(i64::from(*quarters), &mut guns);
                (0 < left).then_some(Harm::Guns { quarters: saturating_i32(left) })
            }
            Harm::Speed(lost) => {
                let quarters = (i64::from(lost.0) + i64::from(QUARTER.0) - 1) / i64::from(QUARTER.0);
                let repaired = quarters - subtract_repairs(quarters, &mut speed);
                let left = *lost - QUARTER * saturating_i32(repaired);
                (Inches::ZERO < left).then_some(Harm::Speed(left))
            }
            Harm::Mount(_) => (0 < subtract_repairs(1, &mut mounts)).then(|| hit.effect.clone()),
            Harm::Bridge | Harm::FireControl => (0 < subtract_repairs(1, &mut bridges)).then(|| hit.effect.clone()),
            Harm::Fire | Harm::Steering { .. } => None,
        };
        if let Some(effect) = effect {
            let (turn, state) = if days == 0 { (0, hit.state) } else { (0, HitState::Unrepairable) };
            hits.push(Hit { id: hit.id.clone(), turn, effect, state });
        }
    }
    let reloads = 0 < days && yard.is_some_and(|yard| yard.reload);
    CarriedOver { hits, torpedoes_spent: if reloads { 0 } else { carried.torpedoes_spent } }
}

/// Returns how much of `damage` is left after repairs up to `capacity`. Takes the repairs off the capacity.
fn subtract_repairs(damage: i64, capacity: &mut i64) -> i64 {
    let repaired = damage.min(*capacity).max(0);
    *capacity -= repaired;
    damage - repaired
}

fn saturating_i32(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

pub fn why_missing(war: &War, card: &Arc<Card>, side: &SideId) -> Option<AbsenceReason> {
    let veteran = war.veteran(&card.id)?;
    match veteran.is {
        ShipOutcome::Lost => Some(AbsenceReason::Lost),
        ShipOutcome::Interned => Some(AbsenceReason::Interned),
        ShipOutcome::Home => {
            let mut ship = Ship::new(card.clone(), side.clone(), card.id.clone(), None, Inches::ZERO);
            ship.hits = veteran.carried.hits.clone();
            (ship.is_stopped_by_damage()).then_some(AbsenceReason::InDock)
        }
    }
}

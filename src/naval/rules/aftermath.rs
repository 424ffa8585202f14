//! The effects of a battle on the next battle of its war, and repairs between battles. [9.1, Q55]
use crate::model::war::{
    Afterwards, Astray, CarriedOver, Fought, Hurt, Loss, Missing, Predecessor, Stopped, Veteran, War, Yard, lasting,
};
use crate::model::{Card, Fate, Harm, Hit, HitState, Ship};
use crate::rules::{tally, verdict};
use crate::{Inches, SideId, State};
use std::sync::Arc;

/// Speed is repaired in steps of this size: a quarter of an inch.
const QUARTER: Inches = Inches(25);

/// Returns the war before its next battle: this battle's results, less what the days between have repaired. `after`
/// names this battle's journal.
pub fn after(war: &War, state: &State, after: Predecessor) -> War {
    let mut next = war.clone();
    next.past.push(fought(war, state));
    for ship in &state.ships {
        let veteran = veteran(war, state, ship);
        next.roll.retain(|one| one.ship != veteran.ship);
        next.roll.push(veteran);
    }
    next.after = Some(after);
    go_on(&mut next);
    next
}

/// Skips the battle because this side has no ships to fight it.
pub fn pass_over(war: &mut War, absent: SideId) {
    if let Some(battle) = war.battle() {
        let (title, date) = (battle.title.clone(), battle.date);
        let (number, absent) = (war.number, Some(absent));
        war.past.push(Fought { number, title, date, absent, ..Fought::default() });
    }
    go_on(war);
}

/// Passes the days before the next battle.
fn go_on(war: &mut War) {
    let coming = war.next().cloned();
    let mut roll = std::mem::take(&mut war.roll);
    if let Some(battle) = &coming {
        for veteran in roll.iter_mut().filter(|veteran| veteran.is == Afterwards::Home) {
            let yard = war.yard(battle, &veteran.side);
            veteran.carried = mended(&veteran.carried, yard, battle.days);
        }
    }
    for hurt in war.past.last_mut().into_iter().flat_map(|fought| &mut fought.hurt) {
        let now = roll.iter().find(|veteran| veteran.ship == hurt.ship);
        hurt.left = now.map_or_else(Vec::new, |now| now.carried.hits.iter().map(|hit| hit.effect.clone()).collect());
    }
    war.roll = roll;
    war.number += 1;
}

/// Summarises this battle for the record of a war.
pub fn fought(war: &War, state: &State) -> Fought {
    let points = tally::tally(state).sides.iter().map(|side| (side.side.clone(), side.points)).collect();
    let veterans: Vec<(&Ship, Veteran)> =
        state.ships.iter().map(|ship| (ship.as_ref(), veteran(war, state, ship))).collect();
    let losses = veterans.iter().filter(|(_, veteran)| veteran.is != Afterwards::Home);
    let hurt =
        veterans.iter().filter(|(_, veteran)| veteran.is == Afterwards::Home && !veteran.carried.hits.is_empty());
    let harms = |veteran: &Veteran| veteran.carried.hits.iter().map(|hit| hit.effect.clone()).collect::<Vec<Harm>>();
    Fought {
        number: war.number,
        title: state.setup.title.clone(),
        date: state.setup.date,
        absent: None,
        turn: state.turn,
        end: state.over.clone(),
        winner: verdict::verdict(state).side,
        points,
        losses: losses
            .map(|(ship, veteran)| Loss {
                ship: veteran.ship.clone(),
                name: veteran.name.clone(),
                side: veteran.side.clone(),
                fate: ship.fate.clone(),
                is: veteran.is,
                turn: ship.lost_turn,
            })
            .collect(),
        hurt: hurt
            .map(|(_, veteran)| Hurt {
                ship: veteran.ship.clone(),
                name: veteran.name.clone(),
                side: veteran.side.clone(),
                harms: harms(veteran),
                left: harms(veteran),
            })
            .collect(),
    }
}

/// Returns a ship's condition after the battle.
fn veteran(war: &War, state: &State, ship: &Ship) -> Veteran {
    let stays_behind = ship.is_immobile() && !is_saved(state, &ship.side, war.rulings.stopped);
    let is = match &ship.fate {
        Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned => Afterwards::Lost,
        Fate::Fighting if stays_behind => Afterwards::Lost,
        Fate::Exited { friendly: false, .. } => match war.astray(&ship.side) {
            Astray::Interned => Afterwards::Interned,
            Astray::Home => Afterwards::Home,
            Astray::Lost => Afterwards::Lost,
        },
        Fate::Fighting | Fate::Exited { friendly: true, .. } | Fate::Waiting { .. } => Afterwards::Home,
    };
    let full = ship.card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors);
    let carried = CarriedOver { hits: lasting(ship), torpedoes_spent: full.saturating_sub(ship.torpedoes_left) };
    Veteran {
        ship: ship.id.clone(),
        name: ship.card.name.clone(),
        side: ship.side.clone(),
        is,
        scuttled: ship.fate == Fate::Fighting && stays_behind,
        carried: if is == Afterwards::Home { carried } else { CarriedOver::default() },
    }
}

/// Whether stopped ships of a side are towed home.
fn is_saved(state: &State, side: &SideId, stopped: Stopped) -> bool {
    let under_way = |own: bool| {
        let mine = state.afloat().filter(|ship| (ship.side == *side) == own && !ship.card.kind.is_battery());
        mine.filter(|ship| Inches::ZERO < ship.top_speed()).count()
    };
    match stopped {
        Stopped::Towed => true,
        Stopped::Lost => false,
        Stopped::Field => under_way(false) <= under_way(true),
    }
}

/// Returns the damage left after `days` days in a yard. At sea nothing is repaired. The kinds of damage are repaired in
/// parallel, the hits of one kind one after another. Damage that outlasts a night in port is beyond the crew's repair.
pub fn mended(carried: &CarriedOver, yard: Option<&Yard>, days: u16) -> CarriedOver {
    let done = |rate: Option<u16>| match rate {
        Some(0) => i64::MAX,
        Some(rate) => i64::from(days / rate),
        None => 0,
    };
    let [mut flotation, mut speed, mut mounts, mut guns, mut bridges] = match yard {
        Some(yard) => {
            [yard.flotation_days, yard.speed_days, yard.mount_days, yard.guns_days, yard.bridge_days].map(done)
        }
        None => [0; 5],
    };
    let mut hits: Vec<Hit> = Vec::new();
    for hit in &carried.hits {
        let effect = match &hit.effect {
            Harm::Flotation { hits } => {
                let left = less(i64::from(*hits), &mut flotation);
                (0 < left).then_some(Harm::Flotation { hits: small(left) })
            }
            Harm::Guns { quarters } => {
                let left = less(i64::from(*quarters), &mut guns);
                (0 < left).then_some(Harm::Guns { quarters: small(left) })
            }
            Harm::Speed(lost) => {
                let quarters = (i64::from(lost.0) + i64::from(QUARTER.0) - 1) / i64::from(QUARTER.0);
                let mends = quarters - less(quarters, &mut speed);
                let left = *lost - QUARTER * small(mends);
                (Inches::ZERO < left).then_some(Harm::Speed(left))
            }
            Harm::Mount(_) => (0 < less(1, &mut mounts)).then(|| hit.effect.clone()),
            Harm::Bridge | Harm::FireControl => (0 < less(1, &mut bridges)).then(|| hit.effect.clone()),
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

/// Returns how much of `there` is left after a gang has repaired what it can. Takes that off the gang's capacity.
fn less(there: i64, gang: &mut i64) -> i64 {
    let done = there.min(*gang).max(0);
    *gang -= done;
    there - done
}

fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Returns why a ship of the scenario is not in the battle, or `None` if it is.
pub fn why_missing(war: &War, card: &Arc<Card>, side: &SideId) -> Option<Missing> {
    let veteran = war.veteran(&card.id)?;
    match veteran.is {
        Afterwards::Lost => Some(Missing::Lost),
        Afterwards::Interned => Some(Missing::Interned),
        Afterwards::Home => {
            let mut ship = Ship::new(card.clone(), side.clone(), card.id.clone(), None, Inches::ZERO);
            ship.hits = veteran.carried.hits.clone();
            (ship.has_no_way()).then_some(Missing::InDock)
        }
    }
}

//! Writes facts into the state; judges nothing.
use super::{
    command::{Light, Setting},
    fact::Fact,
    fact::{Salvo, TorpedoAttack, TorpedoManner, Volley},
    measure::Id,
    ship::BatteryKind,
    ship::{Fate, Harm, Hit, HitState, Ship, ShipType},
    state::{BatteryCount, Declaration, HeldHit, HitKind, Measure, Segment, State},
};

pub(super) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::SegmentBegan { turn, segment } => begin_segment(state, *turn, *segment),
        Fact::SightingBaseFound { base, quality } => (state.sighting_base, state.quality) = (*base, *quality),
        Fact::ShipEntered { ship } => with(state, ship, |ship| ship.fate = Fate::Fighting),
        Fact::Measured { from, to, range } => {
            state.measures.push(Measure { from: from.clone(), to: to.clone(), range: *range });
        }
        Fact::Sighted { ship } => with(state, ship, |ship| ship.sighted = true),
        Fact::LostFromSight { ship } => with(state, ship, |ship| ship.sighted = false),
        Fact::Illuminated { by, target, with: light } => {
            with(state, by, |ship| match light {
                Light::Searchlight => ship.searchlight_used = true,
                Light::Starshell => ship.starshell_used = true,
            });
            for_unit(state, target, |ship| ship.lit = true);
        }
        Fact::FireDeclared(declaration) => state.declarations.push(declaration.clone()),
        Fact::DeclarationVoided { firer, battery, target } => {
            let voided = |one: &Declaration| one.firer == *firer && one.battery == *battery && one.target == *target;
            state.declarations.retain(|one| !voided(one));
        }
        Fact::DeclarationsClosed { side } => state.closed.push(side.clone()),
        Fact::BigGunOrder { first } => state.big_first = Some(first.clone()),
        Fact::SecondaryFireOrder { first } => state.secondary_first = Some(first.clone()),
        Fact::SalvoFired(salvo) => salvo_fired(state, salvo),
        Fact::BatteriesFired(volley) => batteries_fired(state, volley),
        Fact::HitsMarked(hit) => hits_marked(state, hit),
        Fact::BatteriesCounted(count) => batteries_counted(state, count),
        Fact::TorpedoesLaunched(marker) => {
            if !marker.dummy {
                spend_torpedoes(state, &marker.launcher, marker.factors);
            }
            state.markers.push(marker.clone());
        }
        Fact::TorpedoesAttacked(attack) => torpedoes_attacked(state, attack),
        Fact::TorpedoesRanOn { marker } => {
            let turn = state.turn;
            if let Some(marker) = state.markers.iter_mut().find(|one| one.id == *marker) {
                marker.answered_turn = Some(turn);
            }
        }
        Fact::MarkerRemoved { marker, .. } => state.markers.retain(|one| one.id != *marker),
        Fact::TorpedoCheckMade { side, .. } => state.torpedo_checks.push(side.clone()),
        Fact::ReactionTested { division, reacts, .. } => {
            state.reactions_tested.push(division.clone());
            if *reacts {
                state.reacting.push(division.clone());
            }
        }
        Fact::LaunchCancelled { marker } => launch_cancelled(state, marker),
        Fact::HitTaken { ship, id, harm } => {
            let hit = Hit { id: id.clone(), turn: state.turn, effect: harm.clone(), state: HitState::Active };
            with(state, ship, |ship| {
                ship.hits.push(hit);
                ship.speed = ship.speed.min(ship.allowance());
            });
        }
        Fact::ShipLost { ship, fate } => with(state, ship, |ship| {
            ship.fate = fate.clone();
            ship.speed = super::measure::Inches::ZERO;
        }),
        Fact::HeldHitsResolved { target } => state.held.retain(|held| held.target != *target),
        Fact::FiresRolled { ship, hits, .. } => {
            with(state, ship, |ship| ship.fires_rolled = true);
            if *hits > 0 {
                let target = state.target_unit(ship).unwrap_or_else(|| ship.clone());
                hold(
                    state,
                    HeldHit {
                        target,
                        firer: None,
                        kind: HitKind::FireSpread,
                        battery: None,
                        range: None,
                        count: *hits,
                    },
                );
            }
        }
        Fact::RepairRolled { ship, item, result, .. } => with(state, ship, |ship| {
            ship.repair_tried = true;
            if let Some(hit) = ship.hits.iter_mut().find(|hit| hit.id == *item) {
                hit.state = *result;
            }
        }),
        Fact::SpeedChanged { ship, speed } => with(state, ship, |ship| ship.speed = *speed),
        Fact::ShipExited { ship, friendly } => {
            with(state, ship, |ship| ship.fate = Fate::Exited { friendly: *friendly })
        }
        Fact::ValueSet { unit, setting, .. } => set(state, unit, setting),
        Fact::ScenarioEnded { end } => state.over = Some(end.clone()),
        Fact::DutiesWaived { .. }
        | Fact::DeclaredOutOfTurn { .. }
        | Fact::TorpedoTargetDrawn { .. }
        | Fact::TurnedAway { .. }
        | Fact::HitRolled { .. }
        | Fact::NoEffect { .. }
        | Fact::HitsWasted { .. }
        | Fact::MagazineHeld { .. }
        | Fact::Noted { .. } => {}
    }
}

fn with(state: &mut State, ship: &Id, change: impl FnOnce(&mut Ship)) {
    if let Some(ship) = state.ship_mut(ship) {
        change(ship);
    }
}

/// Changes every ship of a unit, or the one ship it names.
fn for_unit(state: &mut State, unit: &Id, change: impl Fn(&mut Ship)) {
    let ids: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    for id in ids {
        with(state, &id, &change);
    }
}

fn begin_segment(state: &mut State, turn: u16, segment: Segment) {
    if turn != state.turn {
        begin_turn(state, turn);
    }
    state.segment = segment;
}

fn begin_turn(state: &mut State, turn: u16) {
    state.turn = turn;
    state.measures.clear();
    state.declarations.clear();
    state.closed.clear();
    state.big_first = None;
    state.secondary_first = None;
    state.batteries_last_turn = std::mem::take(&mut state.batteries_this_turn);
    state.reactions_tested.clear();
    state.reacting.clear();
    state.torpedo_checks.clear();
    let ids: Vec<Id> = state.ships.iter().map(|ship| ship.id.clone()).collect();
    for id in ids {
        with(state, &id, |ship| {
            ship.lit = false;
            ship.searchlight_used = false;
            ship.starshell_used = false;
            ship.used_weapons = false;
            ship.fired_upon = false;
            ship.repair_tried = false;
            ship.fires_rolled = false;
            ship.coup_made = false;
            ship.hit_by.retain(|(_, hit_turn)| turn <= hit_turn + 1);
            if let Some(torpedo) = ship.card.torpedo.as_ref().filter(|torpedo| torpedo.reloads) {
                ship.torpedoes_left = torpedo.factors;
            }
        });
    }
}

fn hold(state: &mut State, hit: HeldHit) {
    if hit.count > 0 {
        state.held.push(hit);
    }
}

fn fired(state: &mut State, firer: &Id, battery: BatteryKind, target: &Id) {
    let mine = |one: &&mut Declaration| one.firer == *firer && one.battery == battery && one.target == *target;
    if let Some(declaration) = state.declarations.iter_mut().find(mine) {
        declaration.fired = true;
    }
    with(state, firer, |ship| ship.used_weapons = true);
    for_unit(state, target, |ship| ship.fired_upon = true);
}

fn salvo_fired(state: &mut State, salvo: &Salvo) {
    fired(state, &salvo.firer, BatteryKind::Big, &salvo.target);
}

fn batteries_fired(state: &mut State, volley: &Volley) {
    for part in &volley.parts {
        fired(state, &part.firer, part.battery, &volley.target);
    }
}

/// Holds the hits; a big-gun hit also makes the firer "on target" for the next turn.
fn hits_marked(state: &mut State, hit: &HeldHit) {
    let turn = state.turn;
    if let (Some(firer), Some(BatteryKind::Big)) = (&hit.firer, hit.battery) {
        for_unit(state, &hit.target, |ship| {
            ship.hit_by.retain(|(by, _)| by != firer);
            ship.hit_by.push((firer.clone(), turn));
        });
    }
    hold(state, hit.clone());
}

fn batteries_counted(state: &mut State, count: &BatteryCount) {
    let counts = &mut state.batteries_this_turn;
    match counts.iter_mut().find(|one| one.target == count.target && one.firer == count.firer) {
        Some(one) => one.batteries += count.batteries,
        None => counts.push(count.clone()),
    }
}

/// Takes spent factors from the ships of a unit in order.
fn spend_torpedoes(state: &mut State, unit: &Id, factors: u8) {
    let mut owed = factors;
    let able = state.ships_of(unit).filter(|ship| ship.in_action() && !ship.weapons_barred());
    let ids: Vec<Id> = able.map(|ship| ship.id.clone()).collect();
    for id in ids {
        with(state, &id, |ship| {
            let spent = owed.min(ship.torpedoes_left);
            ship.torpedoes_left -= spent;
            owed -= spent;
            ship.used_weapons |= spent > 0;
        });
    }
}

fn launch_cancelled(state: &mut State, marker: &Id) {
    let Some(at) = state.markers.iter().position(|one| one.id == *marker) else { return };
    let marker = state.markers.remove(at);
    if marker.dummy {
        return;
    }
    let mut owed = marker.factors;
    let ids: Vec<Id> = state.ships_of(&marker.launcher).map(|ship| ship.id.clone()).collect();
    for id in ids {
        with(state, &id, |ship| {
            let whole = ship.card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors);
            let back = owed.min(whole - ship.torpedoes_left);
            ship.torpedoes_left += back;
            owed -= back;
        });
    }
}

fn torpedoes_attacked(state: &mut State, attack: &TorpedoAttack) {
    for_unit(state, &attack.target, |ship| ship.fired_upon = true);
    match attack.manner {
        TorpedoManner::Launched | TorpedoManner::InLine => {
            let turn = state.turn;
            if let Some(marker) = state.markers.iter_mut().find(|one| Some(&one.id) == attack.marker.as_ref()) {
                marker.answered_turn = Some(turn);
            }
        }
        TorpedoManner::CoupDeGrace => {
            if state.ships_of(&attack.by).any(|ship| ship.card.kind.is_light()) {
                spend_torpedoes(state, &attack.by, attack.factors.result.clamp(0, 255) as u8);
            }
            for_unit(state, &attack.by, |ship| {
                ship.coup_made = true;
                ship.used_weapons = true;
            });
        }
        TorpedoManner::LargeShip => with(state, &attack.by, |ship| ship.used_weapons = true),
    }
    hold(
        state,
        HeldHit {
            target: attack.target.clone(),
            firer: Some(attack.by.clone()),
            kind: HitKind::Torpedo,
            battery: None,
            range: None,
            count: attack.hits,
        },
    );
}

fn set(state: &mut State, unit: &Id, setting: &Setting) {
    match setting {
        Setting::SightingBase(base) => state.sighting_base = *base,
        Setting::Visibility(quality) => state.quality = *quality,
        Setting::Speed(speed) => for_unit(state, unit, |ship| ship.speed = *speed),
        Setting::TopSpeed(speed) => for_unit(state, unit, |ship| ship.top_speed_set = Some(*speed)),
        Setting::Fires(count) => for_unit(state, unit, |ship| replace(ship, "F", usize::from(*count), |_| Harm::Fire)),
        Setting::Flotation(hits) => {
            for_unit(state, unit, |ship| {
                let hits = i32::from(*hits);
                replace(ship, "FL", usize::from(hits > 0), |_| Harm::Flotation { hits });
            });
        }
        Setting::MountsLost(count) => for_unit(state, unit, |ship| {
            let mounts: Vec<Id> =
                ship.card.big.iter().flat_map(|big| &big.mounts).map(|mount| mount.id.clone()).rev().collect();
            let count = usize::from(*count).min(mounts.len());
            replace(ship, "M", count, |at| Harm::Mount(mounts[at].clone()));
        }),
        Setting::GunQuartersLost(quarters) => for_unit(state, unit, |ship| {
            replace(ship, "G", usize::from(*quarters), |_| Harm::Guns { quarters: 1 });
        }),
        Setting::Torpedoes(factors) => for_unit(state, unit, |ship| ship.torpedoes_left = *factors),
        Setting::Sighted(seen) => for_unit(state, unit, |ship| ship.sighted = *seen),
        Setting::Lit(lit) => for_unit(state, unit, |ship| ship.lit = *lit),
        Setting::Fate(fate) => for_unit(state, unit, |ship| ship.fate = fate.clone()),
    }
}

/// Replaces every active hit of one sort with `count` new ones.
fn replace(ship: &mut Ship, code: &str, count: usize, harm: impl Fn(usize) -> Harm) {
    let sort = |harm: &Harm| harm.letter(ShipType::CL);
    ship.hits.retain(|hit| hit.state == HitState::Repaired || sort(&hit.effect) != code);
    for at in 0..count {
        let hit = Hit { id: ship.next_hit_id(code), turn: 0, effect: harm(at), state: HitState::Active };
        ship.hits.push(hit);
    }
}

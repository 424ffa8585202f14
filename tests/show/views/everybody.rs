//! The table is told what every side is told, and never more than any one of them is told. [2.7, 4.3]
use std::sync::Arc;

use naval::model::Harm;
use naval::view::{Disclosure, TABLE_VIEWER, VisiblePart, may_read_order, visible_to};
use naval::{Fact, Id, Naval, NavalEvent, SideId, State, model::Side};
use naval_kit::battle::{Play, setups};
use play::Game;

fn table() -> SideId {
    SideId::new(TABLE_VIEWER)
}

/// Whether one disclosure reveals at most what another does. Fields are compared one by one.
fn is_at_most(told: &Disclosure, other: &Disclosure) -> bool {
    match (told, other) {
        (Disclosure::Nothing, _) | (_, Disclosure::Whole) => true,
        (Disclosure::Whole, _) | (_, Disclosure::Nothing) => false,
        (
            Disclosure::Visible(VisiblePart::Fire { firer, others, target }),
            Disclosure::Visible(VisiblePart::Fire { firer: known_firer, others: known_others, target: known_target }),
        ) => {
            (firer.is_none() || firer == known_firer)
                && others.iter().all(|firer| known_others.contains(firer))
                && target == known_target
        }
        (Disclosure::Visible(told), Disclosure::Visible(other)) => told == other,
    }
}

/// Plays random battles, and calls `check` with the states before and after each command, and its events.
fn for_each_command(games: u64, lines: u32, mut check: impl FnMut(&State, &State, &[NavalEvent])) {
    for setup in setups() {
        for seed in 0..games {
            let mut play = Play::new(&setup, seed);
            for _ in 0..lines {
                let before = play.state.clone();
                let events = play.type_random_line();
                check(&before, &play.state, &events);
            }
        }
    }
}

#[test]
fn the_table_is_told_no_more_than_each_side_of_every_fact() {
    let (mut whole, mut visible) = (0, 0);
    for_each_command(24, 160, |before, after, events| {
        let mut state = before.clone();
        for event in events {
            let told = visible_to(&state, after, &event.fact, &table());
            for side in &before.setup.sides {
                let known = visible_to(&state, after, &event.fact, &side.id);
                assert!(is_at_most(&told, &known), "{:?}\ntable {told:?}\n{} {known:?}", event.fact, side.id);
            }
            whole += u32::from(told == Disclosure::Whole);
            visible += u32::from(matches!(told, Disclosure::Visible(_)));
            Naval::apply(&mut state, &event.fact);
        }
    });
    assert!(500 < whole && 20 < visible, "{whole} {visible}");
}

/// Returns the same state with a ship that no enemy sees.
fn with_unseen(state: &State, ship: &Id) -> State {
    let mut state = state.clone();
    state.ships.iter_mut().filter(|other| other.id == *ship).for_each(|ship| Arc::make_mut(ship).sighted = false);
    state
}

/// The table sees who fires at whom and what hits, of ships in sight. It learns no sums and no damage. The near miss is a
/// firer out of sight, who is not named.
#[test]
fn r6_5_1_the_table_is_told_of_fire_and_hits_but_of_no_damage() {
    let [mut fire, mut hits, mut damage] = [0; 3];
    for_each_command(24, 160, |before, after, events| {
        let is_seen = |id: &Id| [before, after].iter().any(|state| state.ship(id).is_some_and(|ship| ship.sighted));
        let mut state = before.clone();
        for event in events {
            let told = visible_to(&state, after, &event.fact, &table());
            match &event.fact {
                Fact::SalvoFired(salvo) if is_seen(&salvo.firer) => {
                    let target = salvo.target.clone();
                    let firer = Some((salvo.firer.clone(), salvo.range));
                    let shot = |firer| VisiblePart::Fire { firer, others: Vec::new(), target: target.clone() };
                    assert_eq!(told, Disclosure::Visible(shot(firer)));
                    let unseen = [&state, after].map(|state| with_unseen(state, &salvo.firer));
                    let without_firer = visible_to(&unseen[0], &unseen[1], &event.fact, &table());
                    assert_eq!(without_firer, Disclosure::Visible(shot(None)));
                    fire += 1;
                }
                Fact::HitsMarked(hit) if hit.firer.as_ref().is_some_and(is_seen) && is_seen(&hit.target) => {
                    assert_eq!(told, Disclosure::Whole);
                    let firer = hit.firer.as_ref().unwrap();
                    let unseen = [&state, after].map(|state| with_unseen(state, firer));
                    let held = VisiblePart::Hits { target: hit.target.clone(), kind: hit.kind, count: hit.count };
                    assert_eq!(visible_to(&unseen[0], &unseen[1], &event.fact, &table()), Disclosure::Visible(held));
                    hits += 1;
                }
                Fact::HitRolled { .. } | Fact::RepairRolled { .. } => {
                    assert_eq!(told, Disclosure::Nothing, "{:?}", event.fact);
                    damage += 1;
                }
                _ => {}
            }
            Naval::apply(&mut state, &event.fact);
        }
    });
    assert!(10 < fire && 0 < hits && 10 < damage, "{fire} {hits} {damage}");
}

/// Flames are seen, other damage is not. Nor are flames of a ship that burns already, or that nobody sees.
#[test]
fn r8_5_the_table_sees_a_ship_begin_to_burn() {
    let mut flames = 0;
    for setup in setups() {
        let mut play = Play::new(&setup, 1);
        for _ in 0..80 {
            play.type_random_line();
            let state = &play.state;
            for ship in state.ships.iter().filter(|ship| ship.is_in_action()) {
                let hit = |harm| Fact::HitTaken { ship: ship.id.clone(), id: Id::new("f9"), harm };
                let told = |harm| visible_to(state, state, &hit(harm), &table());
                assert_eq!(told(Harm::Flotation { hits: 1 }), Disclosure::Nothing);
                assert_eq!(told(Harm::Bridge), Disclosure::Nothing);
                let is_seen_to_burn = ship.sighted && ship.fires() == 0;
                let burning = Disclosure::Visible(VisiblePart::Flames { ship: ship.id.clone() });
                assert_eq!(told(Harm::Fire), if is_seen_to_burn { burning } else { Disclosure::Nothing });
                flames += u32::from(is_seen_to_burn);
            }
        }
    }
    assert!(20 < flames, "{flames}");
}

#[test]
fn the_table_may_read_an_order_only_if_every_side_may() {
    let (mut read, mut secret) = (0, 0);
    for setup in setups() {
        for seed in 0..12 {
            let mut play = Play::new(&setup, seed);
            for _ in 0..120 {
                let before = play.state.clone();
                let Some((command, _)) = play.order_random_line() else { continue };
                let by_side = |side: &Side| may_read_order(&before, &play.state, &command, &side.id);
                let may_read = may_read_order(&before, &play.state, &command, &table());
                assert_eq!(may_read, before.setup.sides.iter().all(by_side), "{command:?}");
                read += u32::from(may_read);
                secret += u32::from(!may_read);
            }
        }
    }
    assert!(100 < read && 100 < secret, "{read} {secret}");
}

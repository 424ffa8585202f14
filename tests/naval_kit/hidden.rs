//! Changes each thing that a side may not know.
use std::sync::Arc;

use naval::model::state::{Marker, Measurement};
use naval::model::{
    Bearing, DeferredOrder, Edge, Fate, Fine, Flagship, Harm, HeldHit, Hit, HitKind, HitState, Meeting, NewDivision,
    Place, Plot, Ship, command::MetShip,
};
use naval::{Fact, Id, Inches, Naval, SideId, State, rules::precontact::force_markers};
use play::Game;

use crate::battle::Chance;

/// Changes a ship's damage, speed, torpedoes and attempts of this turn, but not whether it burns.
pub fn damage(ship: &mut Ship, chance: &mut Chance) {
    let burns = ship.fires() > 0;
    let hit = |id: &str, effect| Hit { id: id.into(), turn: 1, effect, state: HitState::Active };
    ship.hits.clear();
    if burns {
        for fire in 0..1 + chance.below(3) {
            ship.hits.push(hit(&format!("F{}", 1 + fire), Harm::Fire));
        }
    }
    for number in 0..chance.below(3) {
        ship.hits.push(hit(&format!("FL{}", 1 + number), Harm::Flotation { hits: 1 }));
    }
    if chance.one_in(2) {
        ship.hits.push(hit("B1", Harm::Bridge));
        ship.hits.push(hit("FC1", Harm::FireControl));
        ship.hits.push(hit("S1", Harm::Guns { quarters: 1 + chance.below(3) as i32 }));
        // Permanently stopped and half disarmed, as some victory conditions require.
        ship.hits.push(Hit { state: HitState::Unrepairable, ..hit("V1", Harm::Speed(Inches(900))) });
        let mounts = ship.card.big.iter().flat_map(|big| &big.mounts).map(|mount| mount.id.clone());
        let mounts: Vec<Id> = mounts.collect();
        ship.hits.extend(mounts.into_iter().map(|mount| hit("M1", Harm::Mount(mount))));
    }
    ship.speed = Inches(chance.below(300) as i32);
    ship.torpedoes_left = chance.below(4) as u8;
    ship.top_speed_override = chance.one_in(3).then(|| Inches(chance.below(200) as i32));
    for flag in [&mut ship.repair_tried, &mut ship.fires_rolled, &mut ship.coup_made, &mut ship.fired_upon] {
        *flag = chance.one_in(2);
    }
    ship.used_weapons = chance.one_in(2);
}

/// Changes position, course, last run, fate and lights of an unseen ship.
pub fn move_away(ship: &mut Ship, chance: &mut Chance) {
    let (x, y) = (1.0 + chance.below(70) as f64, 1.0 + chance.below(46) as f64);
    ship.at = ship.at.map(|_| Place::new(x, y, (15 * chance.below(24)) as f64));
    if chance.one_in(2) {
        ship.run = None;
    }
    let away = Fate::Exited { friendly: false, edge: Some(Edge::East), turn: Some(2) };
    ship.fate = chance.pick(&[Fate::Fighting, Fate::Sunk, Fate::Sinking, Fate::exited(true), away]).clone();
    ship.helm.course = chance.one_in(2).then(|| Fine::nearest((15 * chance.below(24)) as f64));
    ship.lit = chance.one_in(2);
    ship.searchlight_used = chance.one_in(2);
    ship.starshell_used = chance.one_in(2);
}

/// Removes some enemy ships that were never seen. Those of the divisions `behind` force markers stay.
pub fn remove_unseen_ships(state: &mut State, side: &SideId, behind: &[Id], chance: &mut Chance) {
    let stays = |ship: &Ship| behind.contains(&ship.division) || ship.sighted || ship.seen.is_some();
    state.ships.retain(|ship| ship.side == *side || stays(ship) || chance.one_in(2));
}

/// Replaces the division behind an enemy's force marker: a new name, other ships, more or fewer of them. Only the
/// leading ship's position, under the marker, stays. [5.13.1]
pub fn change_hidden_forces(state: &mut State, side: &SideId, behind: &[Id], chance: &mut Chance) {
    let cards: Vec<_> = state.ships.iter().map(|ship| ship.card.clone()).collect();
    let markers = force_markers(state);
    for (index, marker) in markers.iter().enumerate().filter(|(_, marker)| behind.contains(&marker.division)) {
        let old = &marker.division;
        let of_old = |ship: &&Arc<Ship>| ship.division == *old;
        let is_known = |ship: &Arc<Ship>| ship.side == *side || ship.sighted || ship.seen.is_some();
        let leads = |ship: &&Arc<Ship>| ship.is_in_action() && ship.at == marker.at;
        if state.ships.iter().filter(of_old).any(is_known) {
            continue;
        }
        let Some(leader) = state.ships.iter().filter(of_old).find(leads).map(|ship| ship.as_ref().clone()) else {
            continue;
        };
        let Some(division) = state.divisions.iter_mut().map(Arc::make_mut).find(|division| division.id == *old) else {
            continue;
        };
        let (name, count) = (Id::new(format!("zz-{index}-{}", chance.below(1000))), 1 + chance.below(5));
        let ships: Vec<Id> = (0..count).map(|ship| Id::new(format!("{name}-{ship}"))).collect();
        division.id = name.clone();
        division.name = format!("Division {name}");
        division.ships = ships.clone();
        division.flagship = ships[0].clone();
        division.one_base = false;
        division.preplots.truncate(chance.below(10));
        division.course = naval::model::ColumnState::default();
        state.ships.retain(|ship| ship.division != *old);
        for (index, id) in ships.into_iter().enumerate() {
            let mut ship = leader.clone();
            ship.card = chance.pick(&cards).clone();
            (ship.id, ship.division, ship.home_division) = (id, name.clone(), name.clone());
            // The leader's heading is random; the others get random positions too.
            let place = |place: Place, chance: &mut Chance| {
                let heading = (15 * chance.below(24)) as f64;
                match index {
                    0 => Place::new(place.x.as_f64(), place.y.as_f64(), heading),
                    _ => Place::new(1.0 + chance.below(70) as f64, 1.0 + chance.below(46) as f64, heading),
                }
            };
            ship.at = ship.at.map(|there| place(there, chance));
            ship.run = None;
            damage(&mut ship, chance);
            state.ships.push(Arc::new(ship));
        }
    }
}

/// Changes the enemy's plots of this turn and the next, its tracks, its ratings and its sealed lines.
pub fn change_plots(state: &mut State, side: &SideId, chance: &mut Chance) {
    for division in state.divisions.iter_mut().map(Arc::make_mut).filter(|division| division.side != *side) {
        let mut plot = || chance.one_in(2).then(|| Plot::straight(Inches(25 * chance.below(9) as i32)));
        (division.plot, division.next_plot) = (plot(), plot());
        division.course.offset = naval::model::Fine(10_000 * chance.below(90) as i64);
        division.signalling = chance.below(4) as i32;
        division.initiative = chance.below(4) as i32;
        division.course.ordered = chance.one_in(2).then(|| Inches(25 * chance.below(9) as i32));
        division.fell_out_of = chance.one_in(2).then(|| division.id.clone());
        // The orders for its next plot, and the events that slowed its ships in this move.
        let flag = Flagship { ship: division.flagship.clone(), signalling: 0, initiative: 0 };
        if chance.one_in(2) {
            state.deferred_orders.push(DeferredOrder::Flag { division: division.id.clone(), flag });
            state.this_move.slowed_ships.push((division.flagship.clone(), Inches(chance.below(300) as i32)));
            state.this_move.changed_formation.push(division.id.clone());
        }
    }
    for seal in state.seals.iter_mut().filter(|seal| seal.side != *side) {
        seal.salt = format!("{:x}", chance.below(1 << 30));
        seal.lines.truncate(chance.below(3));
    }
}

/// While plots are filed: changes which enemy ships have been plotted out of their divisions. (Q48)
pub fn change_organisation(state: &mut State, side: &SideId, chance: &mut Chance) {
    if state.segment != naval::Segment::Plotting || chance.one_in(2) {
        return;
    }
    let shares = |ship: &Ship| state.division(&ship.division).is_none_or(|division| division.one_base);
    let leaves = state.ships.iter().filter(|ship| ship.side != *side && ship.is_in_action() && !shares(ship));
    let leaves: Vec<(Id, SideId)> = leaves.map(|ship| (ship.id.clone(), ship.side.clone())).collect();
    if leaves.is_empty() {
        return;
    }
    let (ship, owner) = chance.pick(&leaves).clone();
    let course = naval::model::ColumnState::default();
    let (division, ships, standing) = (ship.clone(), vec![ship], naval::model::DivisionOrigin::Alone);
    let (flag, straight_turn) = (None, None);
    let formed =
        Fact::DivisionFormed(NewDivision { division, side: owner, ships, course, standing, flag, straight_turn });
    Naval::apply(state, &formed);
}

/// Changes the enemy's torpedoes under markers; in the Plotting Segment even whether the markers are there.
pub fn change_torpedoes(state: &mut State, side: &SideId, chance: &mut Chance) {
    let (turn, plotting) = (state.turn, state.segment == naval::Segment::Plotting);
    state.markers.retain(|marker| marker.side == *side || !plotting || marker.turn < turn || chance.one_in(2));
    if plotting {
        plot_launches(state, side, chance);
    }
    let enemies: Vec<Id> = state.ships.iter().filter(|ship| ship.side != *side).map(|ship| ship.id.clone()).collect();
    let own: Vec<Id> = state.ships_of_side(side).map(|ship| ship.id.clone()).collect();
    // If a side has no ships left here, the markers stay as they are.
    let known = !enemies.is_empty() && !own.is_empty();
    for marker in state.markers.iter_mut().filter(|marker| known && marker.side != *side) {
        marker.launcher = chance.pick(&enemies).clone();
        marker.target = chance.pick(&own).clone();
        marker.factors = chance.below(6) as u8;
        marker.dummy = chance.one_in(2);
        marker.run = Inches::whole(1 + chance.below(12) as i32);
        marker.answered_turn = chance.one_in(2).then_some(turn);
    }
}

/// Changes which unseen enemy ships the side's torpedoes have met, and which are in line with a sighted one.
pub fn change_meetings(state: &mut State, side: &SideId, chance: &mut Chance) {
    let is_hidden = |unit: &Id| state.ships_of(unit).all(|ship| ship.side != *side && !ship.sighted);
    let unseen: Vec<Id> = state.ships.iter().map(|ship| ship.id.clone()).filter(is_hidden).collect();
    let Some(marker) = state.markers.iter().find(|marker| marker.side == *side) else { return };
    let marker = marker.id.clone();
    let mut meetings = state.this_move.meetings.clone();
    meetings.retain(|meeting| !is_hidden(&meeting.ship));
    for meeting in &mut meetings {
        meeting.in_line.retain(|ship| !is_hidden(&ship.ship));
    }
    if !unseen.is_empty() {
        let mut random_met = || MetShip { ship: chance.pick(&unseen).clone(), angle_deg: chance.below(180) as u16 };
        meetings.iter_mut().for_each(|meeting| meeting.in_line.push(random_met()));
        let (ship, in_line) = (random_met().ship, vec![random_met()]);
        let (time, range, angle) = (Fine(5_000), Inches::whole(3), Fine(900_000));
        meetings.push(Meeting { marker, ship, time, range, angle, in_line });
    }
    state.this_move.meetings = meetings;
}

/// Adds launches that the enemy has plotted this turn, under any letters.
fn plot_launches(state: &mut State, side: &SideId, chance: &mut Chance) {
    let Some(launcher) = state.ships.iter().find(|ship| ship.side != *side).cloned() else { return };
    for letter in ["Q", "R", "S", "V", "W"] {
        let id = Marker::id_of(letter, &launcher.side);
        if chance.one_in(2) || state.markers.iter().any(|marker| marker.side != *side && marker.has_letter_of(&id)) {
            continue;
        }
        state.markers.push(Marker {
            id,
            launcher: launcher.id.clone(),
            side: launcher.side.clone(),
            factors: 1,
            target: launcher.id.clone(),
            run: Inches::whole(2),
            bearing: Bearing::Port,
            turn: state.turn,
            dummy: false,
            answered_turn: None,
            second_half: false,
            dot: launcher.at,
            track: None,
        });
    }
}

/// Changes the referee's records: penetrating hits, ranges to unseen ships, hits held on the enemy without a firer, and
/// the enemy's reactions and torpedo checks.
pub fn rewrite_records(state: &mut State, side: &SideId, chance: &mut Chance) {
    let sides = state.setup.sides.iter().map(|side| side.id.clone());
    state.penetrating_hits = sides.map(|side| (side, chance.below(5) as u32)).collect();
    let enemies: Vec<&Arc<Ship>> = state.ships.iter().filter(|ship| ship.side != *side).collect();
    let unseen: Vec<Id> = enemies.iter().filter(|ship| !ship.sighted).map(|ship| ship.id.clone()).collect();
    let has_own_base = |id: &Id| state.division_of(id).is_none_or(|division| !division.one_base);
    let unseen: Vec<Id> = unseen.into_iter().filter(has_own_base).collect();
    let target = enemies.first().map(|ship| ship.id.clone());
    let own = state.ships_of_side(side).next().map(|ship| ship.id.clone());
    let division = enemies.first().map(|ship| ship.division.clone());
    if let (Some(from), false) = (own, unseen.is_empty()) {
        let (to, range) = (chance.pick(&unseen).clone(), Inches(chance.below(2000) as i32));
        state.this_move.measures.push(Measurement { from, to, range, bearing: None });
    }
    if let Some(target) = target {
        let count = 1 + chance.below(3) as u16;
        state.held_hits.push(HeldHit {
            target,
            firer: None,
            kind: HitKind::FireSpread,
            battery: None,
            range: None,
            count,
        });
    }
    state.this_turn.reacting.extend(division);
    state.this_turn.torpedo_checks.extend(state.setup.sides.iter().map(|side| side.id.clone()).filter(|id| id != side));
}

/// Changes which never-seen enemy ships the scenario lists as pickets or as ships without points.
pub fn change_lists(state: &mut State, side: &SideId, chance: &mut Chance) {
    let is_unseen = |ship: &&Arc<Ship>| ship.side != *side && !ship.sighted && ship.seen.is_none();
    let unseen: Vec<Id> = state.ships.iter().filter(is_unseen).map(|ship| ship.id.clone()).collect();
    let setup = Arc::make_mut(&mut state.setup);
    for list in [&mut setup.pickets, &mut setup.without_points] {
        list.retain(|ship| !unseen.contains(ship));
        list.extend(unseen.iter().filter(|_| chance.one_in(2)).cloned());
    }
}

/// Changes everything that `side` may not know and keeps what it knows.
pub fn possible_state(state: &State, side: &SideId, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let sides: Vec<(Id, SideId)> = state.ships.iter().map(|ship| (ship.id.clone(), ship.side.clone())).collect();
    let own = |unit: &Id| sides.iter().any(|(ship, owner)| ship == unit && owner == side);
    // A force marker is on the table for all to see; the ships behind it are unknown. [5.13.1]
    let behind: Vec<Id> = force_markers(state).into_iter().map(|marker| marker.division).collect();
    let varies = |ship: &Ship| ship.side != *side && !behind.contains(&ship.division);
    // A sighted base shows which boats are on it. [2.4]
    let is_seen = |ship: &&Ship| ship.sighted && ship.is_in_action();
    let bases: Vec<Id> =
        state.ships.iter().map(Arc::as_ref).filter(is_seen).map(|ship| ship.division.clone()).collect();
    let is_shared = |ship: &Ship| state.division(&ship.division).is_some_and(|division| division.one_base);
    for ship in other.ships.iter_mut().map(Arc::make_mut).filter(|ship| varies(ship)) {
        damage(ship, chance);
        let shows = ship.sighted || is_shared(ship) && bases.contains(&ship.division);
        if !shows {
            move_away(ship, chance);
        }
        ship.hit_by.retain(|(by, _)| own(by));
    }
    remove_unseen_ships(&mut other, side, &behind, chance);
    // Once plots have changed divisions, the side keeps the divisions from before.
    if other.shown_divisions.is_none() {
        change_hidden_forces(&mut other, side, &behind, chance);
    }
    change_plots(&mut other, side, chance);
    change_torpedoes(&mut other, side, chance);
    change_meetings(&mut other, side, chance);
    rewrite_records(&mut other, side, chance);
    change_lists(&mut other, side, chance);
    change_organisation(&mut other, side, chance);
    other
}

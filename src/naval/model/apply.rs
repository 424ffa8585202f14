//! Writes facts into the state and judges nothing. Begin with `apply`, then read the file of the subject.
mod deferred_orders;
mod divisions;
mod hits;
mod movement;
mod sight;
mod special;
mod units;

use std::{iter::repeat_n, sync::Arc};

pub(crate) use special::apply_initial_damage;
use units::{for_unit, hold_hit, with_division, with_ship};

use super::{
    BatteryCount, BatteryKind, Card, DeferredOrder, DetachReason, Division, Fact, Fate, Half, Harm, HeldHit, Hit,
    HitKind, HitState, Id, Inches, Light, MarkerId, OverruledValue, Place, Rudder, Seal, Segment, Setting, Ship,
    ShipType, SideId, State, ThisMove, ThisTurn, TorpedoAttack, TorpedoAttackKind, chart::Independent,
    state::Measurement,
};

pub(crate) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::SegmentBegan { turn, segment } => begin_segment(state, *turn, *segment),
        Fact::WindFound { wind } => Arc::make_mut(&mut state.setup).wind = wind.clone(),
        Fact::HourFound { start } => Arc::make_mut(&mut state.setup).start = *start,
        Fact::SightingBaseFound { base, quality } => {
            (state.sighting_base, state.visibility_quality) = (Some(*base), *quality)
        }
        Fact::ShipEntered { ship } => {
            state.forget_readings_of(ship);
            with_ship(state, ship, |ship| ship.fate = Fate::Fighting);
        }
        Fact::Measured { from, to, range, bearing, .. } => {
            let measure = Measurement { from: from.clone(), to: to.clone(), range: *range, bearing: *bearing };
            state.this_move.measures.push(measure);
            state.record_reading(from, to, *range);
        }
        Fact::Overruled { unit, word: OverruledValue::Sight { .. }, .. } => sight::mark_sight_ruled(state, unit),
        Fact::Sighted { ship } => {
            let turn = state.turn;
            with_ship(state, ship, |ship| ship.sight(turn));
        }
        Fact::LostFromSight { ship } => with_ship(state, ship, Ship::lose_from_sight),
        Fact::SightRuled { ship, by, seen } => sight::add_sight_rulings(state, ship, by.as_ref(), *seen),
        Fact::Illuminated { by, target, with: light } => {
            with_ship(state, by, |ship| match light {
                Light::Searchlight => ship.searchlight_used = true,
                Light::Starshell => (ship.starshell_used, ship.used_weapons) = (true, true),
            });
            for_unit(state, target, |ship| ship.lit = true);
        }
        Fact::FireDeclared(declaration) => state.this_move.declarations.push(declaration.clone()),
        Fact::DeclarationVoided { firer, battery, target } => {
            state.this_move.declarations.retain(|declaration| !declaration.is_for(firer, *battery, target));
        }
        Fact::ActedAlone { unit, does, .. } => {
            if *does == Independent::AsPlotted {
                let division = state.division_of(unit).map_or_else(|| unit.clone(), |division| division.id.clone());
                state.this_turn.running_plots_alone.push(division);
            }
        }
        Fact::ObeyedByHand { division } => state.this_turn.orders_checked.push(division.clone()),
        Fact::FireRemeasured { firer, battery, target, range, bearing } => {
            let declarations = state.this_move.declarations.iter_mut();
            let matching = declarations.filter(|declaration| declaration.is_for(firer, *battery, target));
            matching.for_each(|declaration| (declaration.range, declaration.bearing) = (*range, *bearing));
        }
        Fact::DeclarationsClosed { side } => state.this_move.closed_sides.push(side.clone()),
        Fact::BigGunsDeclared { side } => state.this_move.big_guns_closed_sides.push(side.clone()),
        Fact::BigGunOrder { first } => state.this_move.big_first = Some(first.clone()),
        Fact::SecondaryFireOrder { first } => state.this_move.secondary_first = Some(first.clone()),
        Fact::SalvoFired(salvo) => record_fire(state, &salvo.firer, BatteryKind::Big, &salvo.target),
        Fact::BatteriesFired(volley) => {
            volley.parts.iter().for_each(|part| record_fire(state, &part.firer, part.battery, &volley.target));
        }
        Fact::HitsMarked(hit) => hits::mark_hits(state, hit),
        Fact::BatteriesCounted(count) => count_batteries(state, count),
        Fact::TorpedoesLaunched(marker) => {
            if !marker.dummy {
                spend_torpedoes(state, &marker.launcher, marker.factors);
            }
            state.markers.push(marker.clone());
        }
        Fact::TorpedoesMet(meeting) => state.this_move.meetings.push(meeting.clone()),
        Fact::MeetingsFoundAgain { marker, meetings } => {
            state.this_move.meetings.retain(|meeting| meeting.marker != *marker);
            state.this_move.meetings.extend(meetings.iter().cloned());
        }
        Fact::TorpedoesAttacked(attack) => apply_torpedo_attack(state, attack),
        Fact::TorpedoesRanOn { marker } => mark_answered(state, marker),
        Fact::DummyRevealed { marker } | Fact::MarkerRemoved { marker, .. } => {
            state.markers.retain(|other| other.id != *marker)
        }
        Fact::TorpedoCheckMade { side, .. } => state.this_turn.torpedo_checks.push(side.clone()),
        Fact::NoneInTorpedoReach { side } => state.this_move.torpedo_reach_known.push(side.clone()),
        Fact::HoldsOnByHand { division } => state.this_turn.changed_by_hand.retain(|changed| changed != division),
        Fact::SteeredByHand { ships, said } => state.record_steering(ships, *said),
        Fact::ChangedByHand { division, .. } => state.this_turn.changed_by_hand.push(division.clone()),
        Fact::TurnedAway { division, .. } => state.forget_course(division),
        Fact::ReactionTested { division, reacts, with, .. } => {
            let all_divisions = || std::iter::once(division).chain(with).cloned();
            state.this_turn.reactions_tested.extend(all_divisions());
            if *reacts {
                state.this_turn.reacting.extend(all_divisions());
            }
        }
        Fact::LaunchCancelled { marker, unused } => {
            cancel_launch(state, marker);
            unused.iter().for_each(|ship| with_ship(state, ship, |ship| ship.used_weapons = false));
        }
        Fact::HitTaken { ship, id, harm } => {
            let hit = Hit { id: id.clone(), turn: state.turn, effect: harm.clone(), state: HitState::Active };
            movement::remember_slowed(state, ship);
            with_ship(state, ship, |ship| {
                ship.hits.push(hit);
                ship.speed = ship.speed.min(ship.speed_allowance());
            });
        }
        Fact::ShipLost { ship, fate } => {
            let turn = state.turn;
            with_ship(state, ship, |ship| {
                ship.fate = fate.clone();
                ship.speed = Inches::ZERO;
                ship.lost_turn = Some(turn);
            });
        }
        Fact::HeldHitsResolved { target } => state.held_hits.retain(|held| held.target != *target),
        Fact::FiresRolled { ship, hits, .. } => {
            with_ship(state, ship, |ship| ship.fires_rolled = true);
            let (target, kind, count) = (state.base_id(ship), HitKind::FireSpread, *hits);
            hold_hit(state, HeldHit { target, firer: None, kind, battery: None, range: None, count });
        }
        Fact::RepairRolled { ship, item, result, .. } => with_ship(state, ship, |ship| {
            ship.repair_tried = true;
            if let Some(hit) = ship.hits.iter_mut().find(|hit| hit.id == *item) {
                hit.state = *result;
            }
        }),
        Fact::ShipPlaced { ship, card, side, at, speed } => place_ship(state, ship, card.as_ref(), side, *at, *speed),
        Fact::DivisionFixed { places, .. } => places.iter().for_each(|(ship, at)| fix_position(state, ship, *at)),
        Fact::SideNamed { side, name } => rename_side(state, side, name),
        Fact::DivisionFormed(formed) => divisions::form_division(state, formed),
        Fact::PlotsSealed(seal) => {
            state.seals.retain(|other| other.side != seal.side || (other.covers_preplots() && other.turn < state.turn));
            state.seals.push(seal.clone());
        }
        Fact::ShipDetached { ship, from, why, course, flag } => {
            divisions::detach_ship(state, ship, course, flag);
            let falls_out = matches!(why, DetachReason::Gap { .. } | DetachReason::Speed { .. });
            with_division(state, ship, |division| division.fell_out_of = falls_out.then(|| from.clone()));
        }
        Fact::ShipRejoined { ship, division, course } => divisions::rejoin_ship(state, ship, division, course),
        Fact::FormationFormed(formation) => {
            deferred_orders::carry_out_or_defer(state, DeferredOrder::Formed(formation.clone()))
        }
        Fact::FormationDisbanded { formation } => {
            if let Some(side) = state.formation_or_ordered(formation).map(|formation| formation.side.clone()) {
                deferred_orders::carry_out_or_defer(
                    state,
                    DeferredOrder::Disbanded { formation: formation.clone(), side },
                );
            }
        }
        Fact::FormationMeasured { formation, off } => {
            if let Some(formation) = state.formation_mut(formation) {
                formation.off = off.iter().map(|(division, _)| division.clone()).collect();
            }
        }
        Fact::ChangePlotted { formation, change } => divisions::plot_change(state, formation, change),
        Fact::FormationChanged { formation, short, .. } => divisions::finish_change(state, formation, short.is_empty()),
        Fact::FlagPassed { division, flag, ordered: true, .. } if !state.is_plotting() => {
            deferred_orders::carry_out_or_defer(
                state,
                DeferredOrder::Flag { division: division.clone(), flag: flag.clone() },
            );
        }
        Fact::FlagPassed { division, flag, ordered, straight_turn } => {
            let straight_turn = straight_turn.or(ordered.then_some(state.turn));
            divisions::pass_flag(state, division, flag, straight_turn);
        }
        Fact::ForceFlagPassed { side, ship } => state.force_flags.push((side.clone(), ship.clone())),
        Fact::OrdersChecked { unit, with, received, .. } => {
            state.this_turn.orders_checked.extend(std::iter::once(unit).chain(with).cloned());
            divisions::record_order_check(state, unit, with, *received);
            if !received {
                std::iter::once(unit).chain(with).for_each(|division| state.forget_course(division));
            }
        }
        Fact::PlotFiled { division, plot, advance } => divisions::file_plot(state, division, plot, *advance),
        Fact::PlotReplaced { division, plot, carried } => divisions::replace_plot(state, division, plot, *carried),
        Fact::Moved(run) => movement::apply_run(state, run),
        Fact::CourseRecorded { division, course } => {
            with_division(state, division, |division| division.course = course.clone());
        }
        Fact::ChecksSet { on } => state.checks = *on,
        Fact::HalfMovesInvoked { .. } => state.half = Some(Half::First),
        Fact::SecondHalfBegan => begin_second_half(state),
        Fact::RestKept(rest) => state.this_turn.remaining_moves.push(rest.clone()),
        Fact::MeleeJoined { division, .. } => {
            state.this_turn.remaining_moves.retain(|rest| rest.division != *division);
            let turn = state.turn;
            with_division(state, division, |division| division.melee_turn = Some(turn));
        }
        Fact::DivisionRaised(division) => divisions::add_drawn_division(state, division),
        Fact::TypeRolled { ships, .. } => state.drawn_ships.push(ships.clone()),
        Fact::ForceMustered { side } => {
            state.mustered_sides.push(side.clone());
            state.drawn_ships.clear();
        }
        Fact::ApproachStated(approach) => {
            state.approaches.retain(|other| other.side != approach.side);
            state.approaches.push(approach.clone());
        }
        Fact::DivisionDeployed { division, first } => {
            let side = state.division(division).filter(|_| *first).map(|division| division.side.clone());
            let approach = state.approaches.iter_mut().find(|approach| Some(&approach.side) == side.as_ref());
            if let Some(approach) = approach {
                approach.first = Some(division.clone());
            }
        }
        Fact::ForcesPlaced => state.are_forces_placed = true,
        Fact::PreplotFiled { division, plots } => divisions::file_preplots(state, division, plots),
        Fact::MarkerReplaced { division } => divisions::reveal(state, division),
        Fact::ContactMade { side, .. } => divisions::make_contact(state, side),
        Fact::CollisionTested(collision) => {
            state.collision_risks.extend(collision.stopped.clone());
            state.this_move.collisions_tested.push((collision.one.clone(), collision.other.clone()));
        }
        Fact::RanAshore { ship, .. } => {
            movement::remember_slowed(state, ship);
            for_unit(state, &state.base_id(ship), |ship| ship.speed = Inches::ZERO);
            state.this_turn.remaining_moves.iter_mut().for_each(|rest| rest.runs.retain(|run| run.ship != *ship));
        }
        Fact::SpeedChanged { ship, speed } => {
            let turn = state.turn;
            // A ship moved by hand that gets a speed is no longer stopped. [5.11]
            if *speed > Inches::ZERO && state.ship(ship).is_some_and(|ship| ship.at.is_none()) {
                state.collision_risks.retain(|risk| risk.ship != *ship);
            }
            movement::remember_speed(state, ship, *speed);
            movement::forget_slowed(state, ship);
            let (is_plotting, is_moving) = (state.segment == Segment::Plotting, state.segment == Segment::Movement);
            with_ship(state, ship, |ship| {
                ship.speed = *speed;
                // A plotted speed shows only when the ship moves.
                if !is_plotting {
                    sight::update_sight(ship, turn, is_moving);
                }
            });
        }
        Fact::ShipExited { ship, friendly, edge, turn } => {
            with_ship(state, ship, |ship| ship.fate = Fate::Exited { friendly: *friendly, edge: *edge, turn: *turn })
        }
        Fact::ValueSet { unit, setting, .. } => apply_setting(state, unit, setting),
        Fact::ScenarioEnded { end } => state.end = Some(end.clone()),
        Fact::Special(fact) => special::apply(state, fact),
        Fact::FriendsCleared { division, degrees } => divisions::record_swerve(state, division, *degrees),
        // Order checks are due from the Movement Segment on. Those waived then are not due again. [5.10]
        Fact::DutiesWaived { .. } if state.segment != Segment::Plotting => state.this_turn.changed_by_hand.clear(),
        Fact::DutiesWaived { .. }
        | Fact::Overruled { .. }
        | Fact::DeclaredOutOfTurn { .. }
        | Fact::FriendsConverge { .. }
        | Fact::StragglersNamed { .. }
        | Fact::GapsForeseen { .. }
        | Fact::GoesOnUnplotted { .. }
        | Fact::QuickStarted { .. }
        | Fact::LeaderDrawn { .. }
        | Fact::SidesDrewBack { .. }
        | Fact::StayInSight { .. }
        | Fact::LandCleared { .. }
        | Fact::TorpedoTargetDrawn { .. }
        | Fact::HitRolled { .. }
        | Fact::NoEffect { .. }
        | Fact::HitsWasted { .. }
        | Fact::MagazineHeld { .. }
        | Fact::Noted { .. } => {}
    }
}

fn begin_segment(state: &mut State, turn: u16, segment: Segment) {
    if turn != state.turn {
        begin_turn(state, turn);
    }
    state.segment = segment;
    let ships = state.ships.iter_mut().map(Arc::make_mut);
    match segment {
        Segment::Movement => {
            // Plots are revealed. [3.3.2, Q48]
            state.shown_divisions = None;
            state.this_move.measures_before_move = state.this_move.measures.len();
            state.this_move.calculated_positions.clear();
            ships.for_each(|ship| sight::update_sight(ship, turn, true));
        }
        Segment::Sighting => ships.for_each(|ship| ship.prepare_for_sighting(turn)),
        Segment::Illumination => ships.for_each(|ship| ship.seen_before = None),
        Segment::Gunfire => sight::save_sighting_basis(state),
        Segment::Plotting | Segment::Torpedo | Segment::DamageControl | Segment::Damage => {}
    }
}

/// Begins the second half: new ranges, declarations and lights. Ships that fired in the first are kept. [3.4.4, Q11]
fn begin_second_half(state: &mut State) {
    sight::save_sighting_basis(state);
    save_ships_that_fired(state);
    state.half = Some(Half::Second);
    begin_move(state);
    state.markers.iter_mut().for_each(|marker| marker.answered_turn = None);
    for ship in state.ships.iter_mut().map(Arc::make_mut) {
        ship.showed_in_first_half = ship.visible_signs().has_flashed;
        (ship.searchlight_used, ship.starshell_used) = (false, false);
    }
}

/// Resets the state of the move, except calculated positions, which apply until ships move. [2.7]
fn begin_move(state: &mut State) {
    state.this_move = ThisMove {
        calculated_positions: std::mem::take(&mut state.this_move.calculated_positions),
        ..ThisMove::default()
    };
}

fn save_ships_that_fired(state: &mut State) {
    let fired = state.this_move.declarations.iter().filter(|declaration| declaration.fired);
    let firers = fired.map(|declaration| declaration.firer.clone());
    state.fired_in_last_half = if state.half.is_some() { firers.collect() } else { Vec::new() };
}

fn begin_turn(state: &mut State, turn: u16) {
    sight::save_sighting_basis(state);
    save_ships_that_fired(state);
    state.half = None;
    state.turn = turn;
    state.this_turn = ThisTurn::default();
    begin_move(state);
    // Plots from before contact still apply, and so do their seals. [5.13.2]
    state.seals.retain(Seal::covers_preplots);
    // Smoke at the last sighting is still needed until the next. [4.2, 4.6, Q36]
    state.smoke.retain(|smoke| turn < smoke.turn + 3);
    for division in state.divisions.iter_mut().map(Arc::make_mut) {
        division.plot = division.next_plot.take();
        if !division.preplots.is_empty() {
            division.plot = Some(division.preplots.remove(0));
        }
        division.plotted_ahead = division.plot.is_some();
    }
    state.formations.iter_mut().for_each(|formation| formation.change = None);
    deferred_orders::carry_out_all(state);
    state.batteries_last_turn = std::mem::take(&mut state.batteries_this_turn);
    for ship in state.ships.iter_mut().map(Arc::make_mut) {
        ship.lit_last_turn = std::mem::take(&mut ship.lit);
        ship.showed_last_turn = ship.visible_signs().has_flashed || std::mem::take(&mut ship.showed_in_first_half);
        ship.fired_upon_last_turn = std::mem::take(&mut ship.fired_upon);
        (ship.searchlight_used, ship.starshell_used) = (false, false);
        (ship.used_weapons, ship.fired_guns, ship.coup_made) = (false, false, false);
        (ship.repair_tried, ship.fires_rolled) = (false, false);
        ship.hit_by.retain(|(_, hit_turn)| turn <= hit_turn + 1);
        if let Some(torpedo) = ship.card.torpedo.as_ref().filter(|torpedo| torpedo.reloads) {
            ship.torpedoes_left = torpedo.factors;
        }
    }
}

fn record_fire(state: &mut State, firer: &Id, battery: BatteryKind, target: &Id) {
    let mut declarations = state.this_move.declarations.iter_mut();
    if let Some(declaration) = declarations.find(|declaration| declaration.is_for(firer, battery, target)) {
        declaration.fired = true;
    }
    with_ship(state, firer, |ship| (ship.used_weapons, ship.fired_guns) = (true, true));
    for_unit(state, target, |ship| ship.fired_upon = true);
}

fn count_batteries(state: &mut State, count: &BatteryCount) {
    let counts = &mut state.batteries_this_turn;
    match counts.iter_mut().find(|counted| counted.target == count.target && counted.firer == count.firer) {
        Some(counted) => counted.batteries += count.batteries,
        None => counts.push(count.clone()),
    }
}

/// Takes spent factors from the ships of a unit, in order.
fn spend_torpedoes(state: &mut State, unit: &Id, factors: u8) {
    let mut remaining = factors;
    for ship in state.ships_of_mut(unit).filter(|ship| ship.is_in_action() && !ship.are_weapons_barred()) {
        let spent = remaining.min(ship.torpedoes_left);
        ship.torpedoes_left -= spent;
        remaining -= spent;
        ship.used_weapons |= spent > 0;
    }
}

fn cancel_launch(state: &mut State, marker: &MarkerId) {
    let Some(index) = state.markers.iter().position(|other| other.id == *marker) else { return };
    let marker = state.markers.remove(index);
    let mut remaining = if marker.dummy { 0 } else { marker.factors };
    for ship in state.ships_of_mut(&marker.launcher) {
        let capacity = ship.card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors);
        let returned = remaining.min(capacity.saturating_sub(ship.torpedoes_left));
        ship.torpedoes_left += returned;
        remaining -= returned;
    }
}

/// Records that the ships met by a marker's torpedoes this turn are known.
fn mark_answered(state: &mut State, marker: &MarkerId) {
    if let Some(marker) = state.markers.iter_mut().find(|other| other.id == *marker) {
        marker.answered_turn = Some(state.turn);
    }
}

fn apply_torpedo_attack(state: &mut State, attack: &TorpedoAttack) {
    for_unit(state, &attack.target, |ship| ship.fired_upon = true);
    match attack.manner {
        TorpedoAttackKind::Launched | TorpedoAttackKind::InLine => {
            attack.marker.iter().for_each(|marker| mark_answered(state, marker));
        }
        TorpedoAttackKind::CoupDeGrace => {
            if state.ships_of(&attack.by).any(|ship| ship.card.kind.is_light()) {
                spend_torpedoes(state, &attack.by, attack.factors.result.clamp(0, 255) as u8);
            }
            for_unit(state, &attack.by, |ship| (ship.coup_made, ship.used_weapons) = (true, true));
        }
        TorpedoAttackKind::LargeShip => with_ship(state, &attack.by, |ship| ship.used_weapons = true),
    }
    let (target, firer, kind) = (attack.target.clone(), Some(attack.by.clone()), HitKind::Torpedo);
    hold_hit(state, HeldHit { target, firer, kind, battery: None, range: None, count: attack.hits });
}

fn apply_setting(state: &mut State, unit: &Id, setting: &Setting) {
    let (turn, is_moving) = (state.turn, state.segment == Segment::Movement);
    match setting {
        Setting::SightingBase(base) => {
            state.sighting_base = Some(*base);
            if let Some(sighting) = &mut state.last_sighting {
                sighting.base = Some(*base);
            }
        }
        Setting::Visibility(quality) => state.visibility_quality = *quality,
        Setting::Speed(speed) => {
            movement::forget_speeds(state, unit);
            movement::forget_slowed(state, unit);
            if let Some(division) = state.division_of(unit).map(|division| division.id.clone()) {
                with_division(state, &division, |division| division.course.ordered = None);
            }
            let is_plotting = state.segment == Segment::Plotting;
            for_unit(state, unit, |ship| {
                ship.speed = *speed;
                // A plotted speed shows only when the ship moves.
                if !is_plotting {
                    sight::update_sight(ship, turn, is_moving);
                }
            });
        }
        Setting::TopSpeed(speed) => for_unit(state, unit, |ship| ship.top_speed_override = Some(*speed)),
        Setting::Fires(count) => for_unit(state, unit, |ship| {
            replace_hits(ship, "F", repeat_n(Harm::Fire, (*count).into()));
            ship.shown_at_sighting.burning = *count > 0;
        }),
        Setting::Flotation(hits) => for_unit(state, unit, |ship| {
            let harm = Harm::Flotation { hits: (*hits).into() };
            replace_hits(ship, "FL", Some(harm).filter(|_| *hits > 0));
        }),
        Setting::MountsLost(count) => for_unit(state, unit, |ship| {
            let card = ship.card.clone();
            let mounts = card.big.iter().flat_map(|big| &big.mounts).rev().take((*count).into());
            replace_hits(ship, "M", mounts.map(|mount| Harm::Mount(mount.id.clone())));
        }),
        Setting::Mounts(mounts) => {
            for_unit(state, unit, |ship| replace_hits(ship, "M", mounts.iter().cloned().map(Harm::Mount)));
        }
        Setting::GunQuartersLost(quarters) => for_unit(state, unit, |ship| {
            replace_hits(ship, "G", repeat_n(Harm::Guns { quarters: 1 }, (*quarters).into()));
        }),
        Setting::Torpedoes(factors) => for_unit(state, unit, |ship| ship.torpedoes_left = *factors),
        Setting::Sighted(seen) => {
            for_unit(state, unit, |ship| if *seen { ship.sight(turn) } else { ship.lose_from_sight() });
            sight::add_sight_rulings(state, unit, None, *seen);
            sight::mark_sight_ruled(state, unit);
        }
        Setting::Lit(lit) => for_unit(state, unit, |ship| (ship.lit, ship.shown_at_sighting.lit) = (*lit, *lit)),
        Setting::At(at) => {
            state.this_move.calculated_positions.retain(|(ship, _)| ship != unit);
            set_position(state, unit, *at);
        }
        Setting::Rudder(Rudder::Free) => for_unit(state, unit, |ship| replace_hits(ship, "ST", None)),
        Setting::Rudder(Rudder::Jammed { circles, turns }) => for_unit(state, unit, |ship| {
            let until_turn = turn + u16::from(turns.unwrap_or_default());
            replace_hits(ship, "ST", [Harm::Steering { until_turn, circles: *circles }]);
        }),
        Setting::Fate(fate) => for_unit(state, unit, |ship| ship.fate = fate.clone()),
        Setting::SpecialRule { of, on } => special::set_agreement(state, *of, *on),
        Setting::Condition { number, holds } => state.victory_rulings.conditions.push((*number, *holds)),
        Setting::Sentence { of, side } => state.victory_rulings.sentences.push((*of, side.clone())),
    }
}

/// Puts a base at its measured position, and remembers its calculated one until ships move. [2.7]
fn fix_position(state: &mut State, unit: &Id, at: Place) {
    let calculated = state.calculated_position(unit);
    if let Some(calculated) =
        calculated.filter(|_| state.this_move.calculated_positions.iter().all(|(ship, _)| ship != unit))
    {
        state.this_move.calculated_positions.push((unit.clone(), calculated));
    }
    set_position(state, unit, at);
}

/// Puts a base somewhere by hand.
fn set_position(state: &mut State, unit: &Id, at: Place) {
    let (turn, is_moving) = (state.turn, state.segment == Segment::Movement);
    state.forget_readings_of(unit);
    for_unit(state, &state.base_id(unit), |ship| {
        (ship.at, ship.run) = (Some(at), None);
        sight::update_sight(ship, turn, is_moving);
    });
}

/// Places a ship. A new ship becomes a division of one.
fn place_ship(state: &mut State, id: &Id, card: Option<&Arc<Card>>, side: &SideId, at: Place, speed: Inches) {
    let (turn, is_moving) = (state.turn, state.segment == Segment::Movement);
    if let Some(card) = card {
        state.ships.push(Arc::new(Ship::new(card.clone(), side.clone(), id.clone(), None, speed)));
        divisions::add_division(state, Arc::new(Division::of_one_ship(id, &card.name, side)));
        state.distinguish_namesakes();
    }
    state.forget_readings_of(id);
    for_unit(state, &state.base_id(id), |ship| {
        (ship.at, ship.speed, ship.run) = (Some(at), speed, None);
        sight::update_sight(ship, turn, is_moving);
    });
}

fn rename_side(state: &mut State, side: &SideId, name: &SideId) {
    let setup = Arc::make_mut(&mut state.setup);
    if let Some(side) = setup.sides.iter_mut().find(|other| other.id == *side) {
        side.id = name.clone();
        let mut letters = name.as_str().chars();
        side.name = letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect());
    }
    let rename = |id: &mut SideId| {
        if id == side {
            *id = name.clone();
        }
    };
    setup.light.iter_mut().for_each(|light| rename(&mut light.side));
    setup.rules.iter_mut().for_each(|rule| rule.rename_sides(&rename));
    setup.decide.iter_mut().flatten().for_each(|entry| entry.rename_sides(&rename));
    state.victory_rulings.sentences.iter_mut().flat_map(|(_, side)| side).for_each(rename);
    state.force_flags.iter_mut().for_each(|(side, _)| rename(side));
    state.formations.iter_mut().for_each(|formation| rename(&mut formation.side));
}

/// Replaces a ship's hits of one code, except repaired ones.
fn replace_hits(ship: &mut Ship, code: &str, harms: impl IntoIterator<Item = Harm>) {
    ship.hits.retain(|hit| hit.state == HitState::Repaired || hit.effect.code(ShipType::CL) != code);
    for effect in harms {
        // The id is as after a gun hit: on a large ship a hit on a quarter of the guns has an S. [8.2.4]
        let id = ship.next_hit_id(effect.code(ship.card.kind));
        let hit = Hit { id, turn: 0, effect, state: HitState::Active };
        ship.hits.push(hit);
    }
}

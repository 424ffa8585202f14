//! The fog of war: copies a state without what one side may not know.
//!
//! It copies the state, the scenario and the enemy's units field by field. A new field therefore does not compile until
//! its author decides who may see it. A side's own units are copied completely.
mod force_markers;
mod visible_actions;
mod war;

use std::{borrow::Cow, sync::Arc};

use crate::model::state::{Marker, Measurement};
use crate::model::{
    Approach, BatteryCount, Bearing, ColumnState, Declaration, Division, DivisionSetup, Fate, Fine, FormationSetup,
    Harm, HeldHit, Hit, HitState, KnownCourse, MarkerId, Meeting, Place, Seal, Setup, Ship, Side, SightRuling,
    SightingBasis, Smoke, SteeringRecord, ThisMove, ThisTurn, command::LineBlock, namesakes::has_distinguishing_part,
    ship::VisibleSigns,
};
use crate::rules::special::{self, SpecialRule};
use crate::rules::survey::{self, PlacedBase};
use crate::rules::{lines, sighting};
use crate::{Id, Inches, Segment, SideId, State};

pub use force_markers::{ForceMarkerSeen, force_markers};
pub(super) use visible_actions::{heard_declaration, visible_meeting};
use visible_actions::{is_order_of, without_seed};

/// Returns the battle as a side knows it, as a state that the rules accept.
///
/// Own ships and divisions are complete. Enemy ships in sight are included, without damage except visible flames, and
/// ships seen earlier, without a position. Plots, held hits and torpedoes that the side could not see are left out.
pub fn known_to(state: &State, side: &SideId) -> State {
    known_with_setup(state, side, known_scenario(state, side))
}

/// Returns what a side knows of the scenario. It depends only on which ships the side knows.
pub(super) fn known_scenario(state: &State, side: &SideId) -> Arc<Setup> {
    Arc::new(Fog { state, side }.setup())
}

pub(super) fn known_ships(state: &State, side: &SideId) -> Vec<Id> {
    let fog = Fog { state, side };
    state.ships.iter().filter(|ship| fog.is_known(ship)).map(|ship| ship.id.clone()).collect()
}

pub(super) fn known_with_setup(state: &State, side: &SideId, setup: Arc<Setup>) -> State {
    let organised = with_shown_divisions(state, side);
    let state = organised.as_ref();
    let fog = Fog { state, side };
    let counts = |counts: &[BatteryCount]| {
        counts
            .iter()
            .filter(|count: &&BatteryCount| fog.is_visible(&count.target) && fog.is_visible(&count.firer))
            .cloned()
            .collect()
    };
    let mut known = State {
        setup,
        turn: state.turn,
        half: state.half,
        fired_in_last_half: state.fired_in_last_half.iter().filter(|ship| fog.is_visible(ship)).cloned().collect(),
        segment: state.segment,
        end: state.end.clone(),
        sighting_base: state.sighting_base,
        visibility_quality: state.visibility_quality,
        ships: state.ships.iter().filter_map(|ship| fog.ship(ship)).collect(),
        // Own divisions first, so that the order reveals nothing of the enemy's new divisions. [Q48]
        divisions: own_first(&state.divisions, side).filter_map(|division| fog.division(division)).collect(),
        shown_divisions: None,
        checks: state.checks,
        seals: state.seals.iter().map(|seal| fog.seal(seal)).collect(),
        smoke: state.smoke.iter().filter_map(|smoke| fog.smoke(smoke)).collect(),
        held_hits: state.held_hits.iter().filter_map(|hit| fog.known_hit(hit)).collect(),
        batteries_this_turn: counts(&state.batteries_this_turn),
        batteries_last_turn: counts(&state.batteries_last_turn),
        markers: state.markers.iter().filter_map(|marker| fog.marker(marker)).collect(),
        this_turn: fog.this_turn(&state.this_turn),
        this_move: fog.this_move(&state.this_move),
        // Sides do not see tape measurements: one taken while the enemy was hidden would reveal it.
        readings: Vec::new(),
        last_sighting: state.last_sighting.as_ref().map(|look| fog.known_sighting(look)),
        formations: state.formations.iter().filter(|formation| formation.side == *side).cloned().collect(),
        collision_risks: state.collision_risks.iter().filter(|risk| fog.is_own(&risk.division)).cloned().collect(),
        sides_in_contact: state.sides_in_contact.iter().filter(|contact_side| *contact_side == side).cloned().collect(),
        // Whose shells penetrated is shown after the battle.
        penetrating_hits: Vec::new(),
        victory_rulings: Default::default(),
        mustered_sides: state.mustered_sides.clone(),
        drawn_ships: Vec::new(),
        approaches: state.approaches.iter().map(|approach| fog.approach(approach)).collect(),
        are_forces_placed: state.are_forces_placed,
        deferred_orders: state
            .deferred_orders
            .iter()
            .filter(|order| is_order_of(order, side, |id| fog.is_own(id)))
            .cloned()
            .collect(),
        force_flags: state.force_flags.iter().filter(|(flag_side, _)| flag_side == side).cloned().collect(),
        rule_states: state
            .rule_states
            .iter()
            .enumerate()
            .map(|(index, rule)| fog.known_rule_state(index, rule))
            .collect(),
    };
    // An own ship's name must not reveal that an enemy ship has the same name.
    if known.ships.iter().any(|ship| has_distinguishing_part(&ship.card.name)) {
        known.distinguish_namesakes();
    }
    known
}

fn own_first<'s>(divisions: &'s [Arc<Division>], side: &'s SideId) -> impl Iterator<Item = &'s Arc<Division>> {
    let own = divisions.iter().filter(move |division| division.side == *side);
    own.chain(divisions.iter().filter(move |division| division.side != *side))
}

/// Returns the battle with the enemy still in the divisions that the side knows. Ships plotted out of a division, and
/// new divisions, are revealed in the Movement Segment. [3.3.1, Q48]
pub(super) fn with_shown_divisions<'s>(state: &'s State, side: &SideId) -> Cow<'s, State> {
    let Some(shown) = &state.shown_divisions else { return Cow::Borrowed(state) };
    let mut shown_state = state.clone();
    shown_state.shown_divisions = None;
    shown_state.divisions.retain(|division| division.side == *side);
    for division in shown.iter().filter(|division| division.side != *side) {
        for ship in &division.ships {
            if let Some(ship) = shown_state.ship_mut(ship) {
                ship.division = division.id.clone();
            }
        }
        shown_state.divisions.push(division.clone());
    }
    Cow::Owned(shown_state)
}

struct Fog<'a> {
    state: &'a State,
    side: &'a SideId,
}

impl Fog<'_> {
    fn is_own(&self, unit: &Id) -> bool {
        let ship = self.state.ship(unit).map(|ship| &ship.side);
        ship.or_else(|| self.state.division(unit).map(|division| &division.side)) == Some(self.side)
    }
    /// Whether a unit is own, or an enemy in sight.
    fn is_visible(&self, unit: &Id) -> bool {
        self.is_own(unit) || self.state.ships_of(unit).any(|ship| ship.sighted)
    }
    /// Whether a ship is own, or an enemy that is or was in sight.
    fn is_known(&self, ship: &Ship) -> bool {
        ship.side == *self.side || ship.sighted || ship.seen.is_some()
    }

    fn ship(&self, ship: &Ship) -> Option<Arc<Ship>> {
        let own = ship.side == *self.side;
        self.is_known(ship).then(|| Arc::new(if own { self.own_ship(ship) } else { self.enemy(ship) }))
    }

    /// Whether a ship is in sight now. In the Movement Segment, from where all ships have ended. [4.4, Q49]
    ///
    /// Not so for the table, which both sides read: it would reveal whether the enemy still sees the ship. There the
    /// ship stays where both sides knew it to be when the move began.
    fn is_visible_now(&self, ship: &Ship) -> bool {
        let moving = self.state.segment == Segment::Movement && ship.at.is_some();
        let still_seen =
            || self.state.side(self.side).is_some() && sighting::enemy_sees(self.state, ship) == Some(true);
        ship.sighted && (!moving || still_seen())
    }
    fn knows_ruling(&self, ruling: &SightRuling) -> bool {
        self.is_visible(&ruling.ship) && ruling.by.as_ref().is_none_or(|by| self.is_visible(by))
    }
    fn known_sighting(&self, look: &SightingBasis) -> SightingBasis {
        SightingBasis {
            turn: look.turn,
            base: look.base,
            measures: look.measures.iter().filter(|measure| self.may_read_range(measure)).cloned().collect(),
            rulings: look.rulings.iter().filter(|ruling| self.knows_ruling(ruling)).cloned().collect(),
        }
    }

    /// Returns an own ship, without the names of unseen ships that hit it and without the enemy's memory of it. The
    /// side does know that its coast battery was detected, since it is then seen from farther off. (Q51)
    fn own_ship(&self, ship: &Ship) -> Ship {
        let mut own = ship.clone();
        (own.seen, own.seen_before) = (own.seen.filter(|_| ship.card.kind.is_coast_battery()), None);
        own.hit_by.retain(|(by, _)| self.is_visible(by));
        own
    }

    /// Returns the visible part of an enemy ship.
    fn enemy(&self, ship: &Ship) -> Ship {
        let sighted = ship.sighted;
        let burns = sighted && ship.fires() > 0;
        let flames = Hit { id: Id::new("F1"), turn: 0, effect: Harm::Fire, state: HitState::Active };
        let watched = self.is_visible_now(ship);
        let (place, known_speed, run) = match &ship.seen {
            // Still in sight where its move ended.
            Some(seen) if watched && self.state.segment == Segment::Movement && ship.at.is_some() => {
                (ship.at, ship.run.as_ref().map_or(seen.speed, |run| run.speed), ship.run.clone())
            }
            Some(seen) => (seen.at, seen.speed, seen.run.clone()),
            None => (ship.at, Inches::ZERO, None),
        };
        let fires_guns = |declaration: &Declaration| {
            declaration.fired && declaration.firer == ship.id && self.knows_of_declaration(declaration)
        };
        let fired_guns = self.state.this_move.declarations.iter().any(fires_guns);
        Ship {
            id: ship.id.clone(),
            card: ship.card.clone(),
            side: ship.side.clone(),
            division: ship.division.clone(),
            home_division: self.known_home(ship),
            number: ship.number,
            speed: known_speed,
            at: if watched { ship.at } else { place.filter(|_| sighted) },
            run: run.filter(|_| sighted),
            helm: KnownCourse { course: ship.helm.course.filter(|_| watched) },
            fate: if sighted || self.is_loss_visible(ship) { visible_fate(&ship.fate) } else { Fate::Fighting },
            hits: burns.then_some(flames).into_iter().collect(),
            sighted,
            seen: ship.seen.clone(),
            seen_before: None,
            shown_at_sighting: if sighted { ship.shown_at_sighting } else { VisibleSigns::default() },
            lit: ship.lit && sighted,
            searchlight_used: ship.searchlight_used && sighted,
            starshell_used: ship.starshell_used && sighted,
            torpedoes_left: ship.card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors),
            hit_by: ship.hit_by.iter().filter(|(by, _)| self.is_own(by)).cloned().collect(),
            used_weapons: fired_guns,
            fired_guns,
            fired_upon: false,
            fired_upon_last_turn: false,
            repair_tried: false,
            fires_rolled: false,
            coup_made: false,
            top_speed_override: None,
            lost_turn: ship.lost_turn.filter(|_| sighted),
            showed_last_turn: ship.showed_last_turn && sighted,
            lit_last_turn: ship.lit_last_turn && sighted,
            showed_in_first_half: false,
        }
    }

    /// Returns an enemy's division in the scenario, which all sides can read. A ship organised differently, or of
    /// unknown strength, shows its current division. Special rules depend on it. [5.8.1, 5.13, 9.2]
    fn known_home(&self, ship: &Ship) -> Id {
        if self.state.setup.hidden {
            return ship.division.clone();
        }
        let is_home = |home: &&DivisionSetup| home.id == ship.home_division && home.ships.contains(&ship.id);
        let home = self.state.setup.divisions.iter().find(is_home);
        home.map_or_else(|| ship.division.clone(), |division| division.id.clone())
    }

    /// Whether a boat was lost from a shared base in sight, which shows that the boat is missing. [2.4]
    fn is_loss_visible(&self, ship: &Ship) -> bool {
        let base = self.state.division(&ship.division).filter(|division| division.one_base && !ship.is_in_action());
        base.is_some_and(|base| self.state.ships_of_division(&base.id).any(|boat| boat.is_in_action() && boat.sighted))
    }

    /// Returns an own division completely, and an enemy division with its known ships, if there are any.
    fn division(&self, division: &Arc<Division>) -> Option<Arc<Division>> {
        if division.side == *self.side {
            return Some(division.clone());
        }
        let is_known = |ship: &&Id| self.state.ship(ship).is_some_and(|ship| self.is_known(ship));
        let ships: Vec<Id> = division.ships.iter().filter(is_known).cloned().collect();
        Some(Arc::new(Division {
            id: division.id.clone(),
            name: division.name.clone(),
            side: division.side.clone(),
            flagship: ships.first()?.clone(),
            ships,
            one_base: division.one_base,
            signalling: 0,
            initiative: 0,
            course: ColumnState::default(),
            plot: None,
            next_plot: None,
            plotted_ahead: false,
            is_alone: false,
            fell_out_of: None,
            orders_failed_turn: None,
            melee_turn: None,
            preplots: Vec::new(),
            is_revealed: division.is_revealed,
            new_flag_turn: None,
            plot_records: Vec::new(),
        }))
    }

    /// Returns the actions and checks of the own side, and rulings on ships that it sees.
    fn this_turn(&self, turn: &ThisTurn) -> ThisTurn {
        let own_ids = |ids: &[Id]| ids.iter().filter(|id| self.is_own(id)).cloned().collect();
        let own_sides = |sides: &[SideId]| sides.iter().filter(|side| *side == self.side).cloned().collect();
        ThisTurn {
            remaining_moves: turn.remaining_moves.iter().filter(|part| self.is_own(&part.division)).cloned().collect(),
            reactions_tested: own_ids(&turn.reactions_tested),
            reacting: own_ids(&turn.reacting),
            torpedo_checks: own_sides(&turn.torpedo_checks),
            ships_with_ruled_sight: turn
                .ships_with_ruled_sight
                .iter()
                .filter(|unit| self.is_visible(unit))
                .cloned()
                .collect(),
            sight_rulings: turn.sight_rulings.iter().filter(|ruling| self.knows_ruling(ruling)).cloned().collect(),
            changed_by_hand: own_ids(&turn.changed_by_hand),
            orders_checked: own_ids(&turn.orders_checked),
            running_plots_alone: own_ids(&turn.running_plots_alone),
            speeds_at_start: turn.speeds_at_start.iter().filter(|(ship, _)| self.is_own(ship)).cloned().collect(),
        }
    }

    /// Removes the earlier course of an enemy in sight.
    fn known_steering(&self, steering: &SteeringRecord) -> SteeringRecord {
        let before = if self.is_own(&steering.ship) { steering.before.clone() } else { KnownCourse::default() };
        SteeringRecord { ship: steering.ship.clone(), turned: steering.turned, is_stated: steering.is_stated, before }
    }

    /// Returns what the side measured, heard and saw.
    fn this_move(&self, this: &ThisMove) -> ThisMove {
        let both_visible = |(left, other): &&(Id, Id)| self.is_visible(left) && self.is_visible(other);
        ThisMove {
            measures: this.measures.iter().filter(|measure| self.may_read_range(measure)).cloned().collect(),
            measures_before_move: {
                let before = this.measures.iter().take(this.measures_before_move);
                before.filter(|measure| self.may_read_range(measure)).count()
            },
            calculated_positions: this
                .calculated_positions
                .iter()
                .filter(|(ship, _)| self.is_own(ship))
                .cloned()
                .collect(),
            steered: this
                .steered
                .iter()
                .filter(|steering| self.is_visible(&steering.ship))
                .map(|steering| self.known_steering(steering))
                .collect(),
            declarations: this.declarations.iter().filter_map(|declaration| self.declaration(declaration)).collect(),
            closed_sides: this.closed_sides.clone(),
            big_guns_closed_sides: this.big_guns_closed_sides.clone(),
            big_first: this.big_first.clone(),
            secondary_first: this.secondary_first.clone(),
            meetings: this.meetings.iter().filter_map(|meeting| self.meeting(meeting)).collect(),
            changed_formation: this.changed_formation.iter().filter(|id| self.is_own(id)).cloned().collect(),
            torpedo_reach_known: this.torpedo_reach_known.iter().filter(|side| *side == self.side).cloned().collect(),
            collisions_tested: this.collisions_tested.iter().filter(both_visible).cloned().collect(),
            slowed_ships: this.slowed_ships.iter().filter(|(ship, _)| self.is_own(ship)).cloned().collect(),
        }
    }

    /// Returns the scenario without forces that were never seen and without the enemy's starting positions.
    fn setup(&self) -> Setup {
        let Setup {
            scenario,
            title,
            introduction,
            date,
            start,
            kind,
            turns,
            sides,
            divisions,
            ships,
            formations,
            visibility,
            light,
            night,
            wind,
            table,
            land,
            charts,
            options,
            hidden,
            pickets,
            without_points,
            generator,
            special_rules,
            rules,
            victory,
            decide,
            left,
            sources,
            war,
        } = self.state.setup.as_ref();
        let known = |id: &&Id| self.state.ship(id).is_some_and(|ship| self.is_known(ship));
        let known_ids = |ids: &[Id]| ids.iter().filter(known).cloned().collect();
        let is_own = |id: &Id| divisions.iter().any(|division| division.id == *id && division.side == *self.side);
        let is_all_own = |formation: &&FormationSetup| formation.divisions.iter().all(is_own);
        // A key is cited by its index, so a secret key stays as an empty one.
        let is_secret = |number: u8| !special::may_know(&self.state.setup, number, Some(self.side));
        let sentence = |(index, sentence): (usize, &String)| {
            if is_secret(special::sentences::sentence_number(index)) { String::new() } else { sentence.clone() }
        };
        let rule = |rule: &SpecialRule| if is_secret(rule.of) { SpecialRule::inert(rule.of) } else { rule.clone() };
        let mut setup = Setup {
            scenario: scenario.clone(),
            title: title.clone(),
            introduction: introduction.clone(),
            date: *date,
            start: *start,
            kind: *kind,
            turns: *turns,
            sides: sides.iter().map(|side| self.starting_side(side)).collect(),
            divisions: divisions.iter().filter_map(|division| self.starting_division(division)).collect(),
            ships: ships.iter().filter(|ship| known(&&ship.card.id)).map(|ship| self.starting_ship(ship)).collect(),
            formations: formations.iter().filter(is_all_own).cloned().collect(),
            visibility: visibility.clone(),
            light: light.clone(),
            night: *night,
            wind: wind.clone(),
            table: *table,
            land: land.clone(),
            charts: charts.clone(),
            options: options.clone(),
            hidden: *hidden,
            pickets: known_ids(pickets),
            without_points: known_ids(without_points),
            generator: generator.clone(),
            special_rules: special_rules.iter().enumerate().map(sentence).collect(),
            rules: rules.iter().map(rule).collect(),
            // All sides know the victory conditions.
            victory: victory.clone(),
            decide: decide.clone(),
            left: left.clone(),
            sources: sources.iter().map(|source| if *hidden { without_seed(source) } else { source.clone() }).collect(),
            war: war.as_ref().map(|war| Arc::new(self.war(war))),
        };
        if setup.ships.iter().any(|ship| has_distinguishing_part(&ship.card.name)) {
            setup.distinguish_namesakes();
        }
        setup
    }
    /// Removes the enemy's force flag, which is secret.
    fn starting_side(&self, side: &Side) -> Side {
        Side {
            id: side.id.clone(),
            name: side.name.clone(),
            friendly_edge: side.friendly_edge,
            force_flag: side.force_flag.clone().filter(|_| side.id == *self.side),
            damage_control: side.damage_control,
        }
    }
    /// Returns an own division as it begins, and the known ships of an enemy division.
    fn starting_division(&self, division: &DivisionSetup) -> Option<DivisionSetup> {
        if division.side == *self.side {
            return Some(division.clone());
        }
        let is_known = |id: &&Id| self.state.ship(id).is_some_and(|ship| self.is_known(ship));
        let ships: Vec<Id> = division.ships.iter().filter(is_known).cloned().collect();
        Some(DivisionSetup {
            id: division.id.clone(),
            name: division.name.clone(),
            side: division.side.clone(),
            flagship: ships.first()?.clone(),
            ships,
            one_base: division.one_base,
            signalling: 0,
            initiative: 0,
            enters_turn: 1,
            speed: Inches::ZERO,
            at: None,
            course: None,
        })
    }

    /// Returns the effects of a rule that the side knows and that binds it or no side in particular.
    fn known_rule_state(&self, index: usize, rule_state: &special::RuleState) -> special::RuleState {
        let rule = self.state.setup.rules.get(index);
        let open = rule.is_some_and(|rule| special::is_known_to(self.state, rule, self.side));
        if !open {
            return special::RuleState {
                agreement: rule_state.agreement,
                points: rule_state.points.clone(),
                ..special::RuleState::default()
            };
        }
        special::RuleState {
            began: rule_state.began,
            ended: rule_state.ended,
            last_die: rule_state.last_die,
            agreement: rule_state.agreement,
            counts: rule_state.counts.iter().filter(|(ship, _)| self.is_own(ship)).cloned().collect(),
            exempt_ships: rule_state.exempt_ships.iter().filter(|ship| self.is_own(ship)).cloned().collect(),
            reminded_turn: rule_state.reminded_turn,
            points: rule_state.points.clone(),
            half_move_mine_runs: rule_state
                .half_move_mine_runs
                .iter()
                .filter(|(base, _, _)| self.is_own(base))
                .cloned()
                .collect(),
        }
    }

    /// Returns smoke that the side laid, saw laid, or sees because it hides a sighted enemy from an own ship. The last
    /// has no known origin. [4.6]
    fn smoke(&self, smoke: &Smoke) -> Option<Smoke> {
        if smoke.seen || self.is_own(&smoke.by) {
            return Some(smoke.clone());
        }
        let by = self.state.enemy_of(self.side)?.id.to_kind();
        let Smoke { by: _, from, legs, turn, seen } = smoke.clone();
        self.is_hidden_by(smoke).then_some(Smoke { by, from, legs, turn, seen })
    }
    fn is_hidden_by(&self, smoke: &Smoke) -> bool {
        let mut smoke_state = self.state.clone();
        smoke_state.smoke = vec![smoke.clone()];
        let (sea, bases) = (lines::current_sea(&smoke_state), survey::placed_bases(&smoke_state));
        let ranges = smoke_state.setup.options.ranges;
        let (own, others): (Vec<&PlacedBase>, Vec<_>) = bases.iter().partition(|base| base.ship.side == *self.side);
        let hides = |from: &PlacedBase, to: &PlacedBase| sea.blocks(from.line(ranges, to)) == Some(LineBlock::Smoke);
        others.iter().filter(|to| to.ship.sighted).any(|to| own.iter().any(|from| hides(from, to)))
    }

    /// Returns only the code of an enemy seal.
    fn seal(&self, seal: &Seal) -> Seal {
        if seal.side == *self.side {
            return seal.clone();
        }
        let (side, code) = (seal.side.clone(), seal.code.clone());
        Seal { side, salt: String::new(), code, lines: Vec::new(), turn: seal.turn }
    }

    /// Returns an enemy's approach without its values. [10.1.3]
    fn approach(&self, approach: &Approach) -> Approach {
        if approach.side == *self.side {
            return approach.clone();
        }
        Approach { side: approach.side.clone(), distance: Inches::ZERO, bearing: Fine::ZERO, first: None }
    }

    /// Whether the side may read a range. A range to a ship out of sight would reveal its position.
    fn may_read_range(&self, measure: &Measurement) -> bool {
        self.is_visible(&measure.from) && self.is_visible(&measure.to)
    }
    fn knows_of_declaration(&self, declaration: &Declaration) -> bool {
        self.is_visible(&declaration.firer) && self.is_visible(&declaration.target)
    }

    fn declaration(&self, declaration: &Declaration) -> Option<Declaration> {
        self.knows_of_declaration(declaration).then(|| heard_declaration(declaration, |unit| self.is_visible(unit)))
    }

    /// Returns a hit if it is on an own ship, or an own hit on a ship in sight.
    fn known_hit(&self, hit: &HeldHit) -> Option<HeldHit> {
        let scored = hit.firer.as_ref().is_some_and(|firer| self.is_own(firer));
        if self.is_own(&hit.target) {
            let firer = hit.firer.clone().filter(|firer| self.is_visible(firer));
            return Some(HeldHit { firer, ..hit.clone() });
        }
        (scored && self.is_visible(&hit.target)).then(|| hit.clone())
    }

    /// Returns the visible ships that own torpedoes met.
    fn meeting(&self, meeting: &Meeting) -> Option<Meeting> {
        let seen = |unit: &Id| self.is_own(unit) || self.state.ships_of(unit).any(|ship| self.is_visible_now(ship));
        self.is_own_marker(&meeting.marker).then(|| visible_meeting(meeting, seen))?
    }
    fn is_own_marker(&self, marker: &MarkerId) -> bool {
        self.state.markers.iter().any(|candidate| candidate.id == *marker && candidate.side == *self.side)
    }

    /// Returns an own marker completely, and an enemy marker's position once it is placed at the start of the move.
    fn marker(&self, marker: &Marker) -> Option<Marker> {
        if marker.side == *self.side {
            return Some(marker.clone());
        }
        let is_placed = marker.turn < self.state.turn || self.state.segment != Segment::Plotting;
        is_placed.then(|| Marker {
            id: marker.id.clone(),
            launcher: marker.side.to_kind(),
            side: marker.side.clone(),
            factors: 0,
            target: self.side.to_kind(),
            run: Inches::ZERO,
            bearing: Bearing::Broadside,
            turn: marker.turn,
            dummy: false,
            answered_turn: None,
            second_half: marker.second_half,
            // The counter is visible on the table, but not the heading of the ship that launched it.
            dot: marker.dot.map(|dot| Place { heading: Fine::ZERO, ..dot }),
            track: None,
        })
    }
}

/// Hides that a ship waits off the table. How a ship left the battle is visible.
fn visible_fate(fate: &Fate) -> Fate {
    match fate {
        Fate::Fighting | Fate::Waiting { enters_turn: _ } => Fate::Fighting,
        Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned => fate.clone(),
        Fate::Exited { friendly, edge, turn } => Fate::Exited { friendly: *friendly, edge: *edge, turn: *turn },
    }
}

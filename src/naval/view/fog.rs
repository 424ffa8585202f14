//! A state with everything taken out that a side may not know.
//!
//! Every type is taken apart field by field, so that nothing new in a state comes into a view by itself.
use std::{borrow::Cow, sync::Arc};

use crate::{
    Bearing, Declaration, Division, Fate, Fine, Harm, HeldHit, Hit, HitState, Id, Inches, Place, Seal, Segment, Setup,
    Ship, Smoke, State, ThisMove, ThisTurn,
    placement::Approach,
    precontact,
    ship::Shown,
    sighting::{self, Look, SightWord},
    special,
    state::{Marker, Measure},
    view::TABLE,
};

/// The battle as a side knows it, in the form of a state: the rules can be asked of it what that side may ask.
///
/// Own ships and divisions are whole. Of the enemy there are the ships in sight, undamaged but for the flames that show,
/// and those once seen, where nobody knows; nothing is plotted, held or running that the side could not see.
pub fn known_to(state: &State, side: &Id) -> State {
    let organised = as_it_lay(state, side);
    let state = organised.as_ref();
    let fog = Fog { state, side };
    let State {
        setup,
        turn,
        half,
        fired_before,
        segment,
        over,
        sighting_base,
        quality,
        ships,
        divisions,
        shown_divisions: _,
        checks,
        seals,
        smoke,
        held,
        batteries_this_turn,
        batteries_last_turn,
        markers,
        this_turn,
        this_move,
        look,
        formations,
        force_flags,
        risked,
        contact,
        // Whose shells went through is told when the battle is over.
        pierced: _,
        victory_ruled: _,
        mustered,
        approaches,
        placed,
        special,
    } = state;
    let counts = |counts: &[_]| counts.iter().filter(|count| fog.counted(count)).cloned().collect();
    State {
        setup: Arc::new(fog.setup(setup)),
        turn: *turn,
        half: *half,
        fired_before: fired_before.iter().filter(|ship| fog.sees(ship)).cloned().collect(),
        segment: *segment,
        over: over.clone(),
        sighting_base: *sighting_base,
        quality: *quality,
        ships: ships.iter().filter_map(|ship| fog.ship(ship)).collect(),
        // Own ones first, so that the order tells nothing of what the enemy has formed. [Q48]
        divisions: own_first(divisions, side).filter_map(|division| fog.division(division)).collect(),
        shown_divisions: None,
        checks: *checks,
        seals: seals.iter().map(|seal| fog.seal(seal)).collect(),
        smoke: smoke.iter().filter(|smoke| fog.sees_smoke(smoke)).cloned().collect(),
        held: held.iter().filter_map(|hit| fog.held(hit)).collect(),
        batteries_this_turn: counts(batteries_this_turn),
        batteries_last_turn: counts(batteries_last_turn),
        markers: markers.iter().filter_map(|marker| fog.marker(marker)).collect(),
        this_turn: fog.this_turn(this_turn),
        this_move: fog.this_move(this_move),
        look: look.as_ref().map(|look| fog.look(look)),
        formations: formations.iter().filter(|formation| formation.side == *side).cloned().collect(),
        risked: risked.iter().filter(|risk| fog.is_own(&risk.division)).cloned().collect(),
        contact: contact.iter().filter(|one| *one == side).cloned().collect(),
        pierced: Vec::new(),
        victory_ruled: Default::default(),
        mustered: mustered.clone(),
        approaches: approaches.iter().map(|approach| fog.approach(approach)).collect(),
        placed: *placed,
        force_flags: force_flags.iter().filter(|(of, _)| of == side).cloned().collect(),
        special: special.iter().enumerate().map(|(at, kept)| fog.memory(at, kept)).collect(),
    }
}

fn own_first<'s>(divisions: &'s [Arc<Division>], side: &'s Id) -> impl Iterator<Item = &'s Arc<Division>> {
    let own = divisions.iter().filter(move |division| division.side == *side);
    own.chain(divisions.iter().filter(move |division| division.side != *side))
}

/// The battle with the enemy of a side in the divisions in which that side still sees him: who was plotted out of one,
/// and who was formed anew, comes to light in the Movement Segment. [3.3.1, Q48]
pub(super) fn as_it_lay<'s>(state: &'s State, side: &Id) -> Cow<'s, State> {
    let Some(shown) = &state.shown_divisions else { return Cow::Borrowed(state) };
    let mut lay = state.clone();
    lay.shown_divisions = None;
    lay.divisions.retain(|division| division.side == *side);
    for division in shown.iter().filter(|division| division.side != *side) {
        for ship in &division.ships {
            if let Some(ship) = lay.ship_mut(ship) {
                ship.division = division.id.clone();
            }
        }
        lay.divisions.push(division.clone());
    }
    Cow::Owned(lay)
}

/// Markers of the enemy's forces that nobody has seen: which division one stands for is not told. [5.13.1]
pub fn force_markers(state: &State, side: &Id) -> Vec<ForceMarkerSeen> {
    let organised = as_it_lay(state, side);
    let state = organised.as_ref();
    let mut seen = Vec::new();
    for marker in precontact::force_markers(state) {
        let Some(division) = state.division(&marker.division).filter(|division| division.side != *side) else {
            continue;
        };
        let fellows = state.divisions.iter().filter(|one| one.side == division.side);
        let number = 1 + fellows.take_while(|one| one.id != division.id).count();
        let id = Id::new(format!("{}-{number}", division.side));
        seen.extend(marker.at.map(|at| ForceMarkerSeen {
            id,
            side: division.side.clone(),
            at: Place { heading: Fine::ZERO, ..at },
        }));
    }
    seen
}

/// What lies between a side and the truth.
struct Fog<'a> {
    state: &'a State,
    side: &'a Id,
}

impl Fog<'_> {
    /// A ship or division of the side itself.
    fn is_own(&self, unit: &Id) -> bool {
        let ship = self.state.ship(unit).map(|ship| &ship.side);
        ship.or_else(|| self.state.division(unit).map(|division| &division.side)) == Some(self.side)
    }
    /// In the enemy's ranks and in sight, or own.
    fn sees(&self, unit: &Id) -> bool {
        self.is_own(unit) || self.state.ships_of(unit).any(|ship| ship.sighted)
    }
    /// Own, or an enemy that was in sight once.
    fn knows(&self, ship: &Ship) -> bool {
        ship.side == *self.side || ship.sighted || ship.seen.is_some()
    }

    fn ship(&self, ship: &Arc<Ship>) -> Option<Arc<Ship>> {
        if !self.knows(ship) {
            return None;
        }
        Some(Arc::new(if ship.side == *self.side { self.own_ship(ship) } else { self.enemy(ship) }))
    }

    /// Seen where she lies now: in the Movement Segment only if she would be in sight from where all have come to lie.
    /// [4.4, Q49]
    ///
    /// At the table, where her enemy reads too, that would tell him who still sees her: there she lies where both had
    /// her when the move began.
    fn watches(&self, ship: &Ship) -> bool {
        let moving = self.state.segment == Segment::Movement && ship.at.is_some();
        let still_seen = || self.side.as_str() != TABLE && sighting::sees(self.state, ship) == Some(true);
        ship.sighted && (!moving || still_seen())
    }
    /// Who the referee says sees whom, as far as both are known.
    fn hears_of(&self, word: &SightWord) -> bool {
        self.sees(&word.ship) && word.by.as_ref().is_none_or(|by| self.sees(by))
    }
    /// By what the side's ships were last seen, and saw.
    fn look(&self, look: &Look) -> Look {
        let Look { turn, base, measures, words } = look;
        Look {
            turn: *turn,
            base: *base,
            measures: measures.iter().filter(|measure| self.reads(measure)).cloned().collect(),
            words: words.iter().filter(|word| self.hears_of(word)).cloned().collect(),
        }
    }

    /// Whole, but for the names of those who hit her out of the dark.
    fn own_ship(&self, ship: &Ship) -> Ship {
        let mut own = ship.clone();
        (own.seen, own.seen_before) = (None, None);
        own.hit_by.retain(|(by, _)| self.sees(by));
        own
    }

    /// What shows of an enemy.
    fn enemy(&self, ship: &Ship) -> Ship {
        let Ship {
            id,
            card,
            side,
            division,
            number,
            speed: _,
            at,
            run: _,
            fate,
            hits: _,
            sighted,
            seen,
            seen_before: _,
            shown: at_a_look,
            lit,
            searchlight_used,
            starshell_used,
            torpedoes_left: _,
            hit_by,
            used_weapons: _,
            fired_guns: _,
            fired_upon: _,
            repair_tried: _,
            fires_rolled: _,
            coup_made: _,
            lost_turn,
            home: _,
            fired_upon_last_turn: _,
            top_speed_set: _,
            showed_last_turn,
            lit_last_turn,
            showed_in_first_half: _,
        } = ship;
        let burns = *sighted && ship.fires() > 0;
        let flames = Hit { id: Id::new("F1"), turn: 0, effect: Harm::Fire, state: HitState::Active };
        let watched = self.watches(ship);
        let (place, way, run) = match seen {
            // Still in his eyes where her move has ended.
            Some(seen) if watched && self.state.segment == Segment::Movement && ship.at.is_some() => {
                (ship.at, ship.run.as_ref().map_or(seen.speed, |run| run.speed), ship.run.clone())
            }
            Some(seen) => (seen.at, seen.speed, seen.run.clone()),
            None => (ship.at, Inches::ZERO, None),
        };
        let fires_guns = |one: &Declaration| one.fired && one.firer == *id && self.hears(one);
        Ship {
            id: id.clone(),
            card: card.clone(),
            side: side.clone(),
            division: division.clone(),
            number: *number,
            speed: way,
            at: if watched { *at } else { place.filter(|_| *sighted) },
            run: run.filter(|_| *sighted),
            fate: if *sighted { shown(fate) } else { Fate::Fighting },
            hits: burns.then_some(flames).into_iter().collect(),
            sighted: *sighted,
            seen: seen.clone(),
            seen_before: None,
            shown: if *sighted { *at_a_look } else { Shown::default() },
            lit: *lit && *sighted,
            searchlight_used: *searchlight_used && *sighted,
            starshell_used: *starshell_used && *sighted,
            torpedoes_left: card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors),
            hit_by: hit_by.iter().filter(|(by, _)| self.is_own(by)).cloned().collect(),
            used_weapons: self.state.this_move.declarations.iter().any(fires_guns),
            fired_guns: self.state.this_move.declarations.iter().any(fires_guns),
            fired_upon: false,
            repair_tried: false,
            fires_rolled: false,
            coup_made: false,
            lost_turn: lost_turn.filter(|_| *sighted),
            home: division.clone(),
            fired_upon_last_turn: false,
            top_speed_set: None,
            showed_last_turn: *showed_last_turn && *sighted,
            lit_last_turn: *lit_last_turn && *sighted,
            showed_in_first_half: false,
        }
    }

    /// Own divisions whole; of the enemy's only who of them is known.
    fn division(&self, division: &Arc<Division>) -> Option<Arc<Division>> {
        if division.side == *self.side {
            return Some(division.clone());
        }
        let Division {
            id,
            name,
            side,
            ships,
            flagship: _,
            one_base,
            signalling: _,
            initiative: _,
            course: _,
            plot: _,
            advance: _,
            plotted_ahead: _,
            alone: _,
            failed_turn: _,
            melee: _,
            preplots: _,
            revealed,
            flag_turn: _,
            record: _,
        } = division.as_ref();
        let known = |ship: &&Id| self.state.ship(ship).is_some_and(|ship| self.knows(ship));
        let ships: Vec<Id> = ships.iter().filter(known).cloned().collect();
        let first = ships.first()?.clone();
        Some(Arc::new(Division {
            ships,
            flagship: first,
            one_base: *one_base,
            revealed: *revealed,
            ..Division::single(id, name, side)
        }))
    }

    /// What the own side did and was asked, and what was ruled of ships that it sees.
    fn this_turn(&self, turn: &ThisTurn) -> ThisTurn {
        let own = |ids: &[Id]| ids.iter().filter(|id| self.is_own(id)).cloned().collect();
        let own_side = |sides: &[Id]| sides.iter().filter(|side| *side == self.side).cloned().collect();
        ThisTurn {
            rests: turn.rests.iter().filter(|rest| self.is_own(&rest.division)).cloned().collect(),
            reactions_tested: own(&turn.reactions_tested),
            reacting: own(&turn.reacting),
            torpedo_checks: own_side(&turn.torpedo_checks),
            sight_ruled: turn.sight_ruled.iter().filter(|unit| self.sees(unit)).cloned().collect(),
            sight_words: turn.sight_words.iter().filter(|word| self.hears_of(word)).cloned().collect(),
            reach_answered: own_side(&turn.reach_answered),
            changed_by_hand: own(&turn.changed_by_hand),
            orders_checked: own(&turn.orders_checked),
            speeds: turn.speeds.iter().filter(|(ship, _)| self.is_own(ship)).cloned().collect(),
        }
    }

    /// What it measured, heard and saw.
    fn this_move(&self, this: &ThisMove) -> ThisMove {
        let seen = |(one, other): &&(Id, Id)| self.sees(one) && self.sees(other);
        ThisMove {
            measures: this.measures.iter().filter(|measure| self.reads(measure)).cloned().collect(),
            declarations: this.declarations.iter().filter(|one| self.hears(one)).cloned().collect(),
            closed: this.closed.clone(),
            big_closed: this.big_closed.clone(),
            big_first: this.big_first.clone(),
            secondary_first: this.secondary_first.clone(),
            meetings: this.meetings.iter().filter(|one| self.launched(&one.marker)).cloned().collect(),
            collisions_tested: this.collisions_tested.iter().filter(seen).cloned().collect(),
        }
    }

    /// The scenario without the forces that were never seen, and without where the enemy began.
    fn setup(&self, setup: &Setup) -> Setup {
        let mut setup = setup.clone();
        let known = |id: &Id| self.state.ship(id).is_some_and(|ship| self.knows(ship));
        setup.ships.retain(|ship| known(&ship.card.id));
        for division in setup.divisions.iter_mut().filter(|division| division.side != *self.side) {
            division.ships.retain(&known);
            division.at = None;
            division.enters_turn = 1;
            division.speed = Inches::ZERO;
            (division.signalling, division.initiative) = (0, 0);
            if let Some(first) = division.ships.first() {
                division.flagship = first.clone();
            }
        }
        setup.divisions.retain(|division| division.side == *self.side || !division.ships.is_empty());
        for side in setup.sides.iter_mut().filter(|side| side.id != *self.side) {
            side.force_flag = None;
        }
        let own: Vec<Id> =
            setup.divisions.iter().filter(|one| one.side == *self.side).map(|one| one.id.clone()).collect();
        // The place of a key is its name: one that is secret stays as an empty one.
        let secret = |of: u8| !special::may_know(setup_of(self.state), of, Some(self.side));
        for (at, says) in setup.special_rules.iter_mut().enumerate() {
            if secret(special::numbered_from_one(at)) {
                says.clear();
            }
        }
        for rule in setup.rules.iter_mut().filter(|rule| secret(rule.of)) {
            *rule = special::SpecialRule::nothing(rule.of);
        }
        setup.formations.retain(|formation| formation.divisions.iter().all(|division| own.contains(division)));
        setup
    }

    /// What has come of a rule that the side knows and that binds it, or nobody in particular.
    fn memory(&self, at: usize, kept: &special::Memory) -> special::Memory {
        let rule = self.state.setup.rules.get(at);
        let open = rule.is_some_and(|rule| special::is_open_to(self.state, rule, self.side));
        if !open {
            return special::Memory { agreed: kept.agreed, points: kept.points.clone(), ..special::Memory::default() };
        }
        let special::Memory { began, ended, diced, agreed, counts, lifted, recalled, points, mined } = kept;
        special::Memory {
            began: *began,
            ended: *ended,
            diced: *diced,
            agreed: *agreed,
            counts: counts.iter().filter(|(ship, _)| self.is_own(ship)).cloned().collect(),
            lifted: lifted.iter().filter(|ship| self.is_own(ship)).cloned().collect(),
            recalled: *recalled,
            points: points.clone(),
            mined: mined.iter().filter(|(base, _, _)| self.is_own(base)).cloned().collect(),
        }
    }

    /// Of the enemy's seal the code alone.
    fn seal(&self, seal: &Seal) -> Seal {
        if seal.side == *self.side {
            return seal.clone();
        }
        let Seal { side, salt: _, code, lines: _, turn } = seal;
        Seal { side: side.clone(), salt: String::new(), code: code.clone(), lines: Vec::new(), turn: *turn }
    }

    /// Of the enemy's approach that it has been said. [10.1.3]
    fn approach(&self, approach: &Approach) -> Approach {
        if approach.side == *self.side {
            return approach.clone();
        }
        let Approach { side, distance: _, bearing: _, first: _ } = approach;
        Approach { side: side.clone(), distance: Inches::ZERO, bearing: Fine::ZERO, first: None }
    }

    /// Smoke that the side laid, or saw being laid.
    fn sees_smoke(&self, smoke: &Smoke) -> bool {
        smoke.seen || self.is_own(&smoke.by)
    }
    /// A range to a ship out of sight would tell where she is.
    fn reads(&self, measure: &Measure) -> bool {
        self.sees(&measure.from) && self.sees(&measure.to)
    }
    fn hears(&self, declaration: &Declaration) -> bool {
        self.sees(&declaration.firer) && self.sees(&declaration.target)
    }

    /// Hits that the side scored on a ship it sees, and hits on its own.
    fn held(&self, hit: &HeldHit) -> Option<HeldHit> {
        let scored = hit.firer.as_ref().is_some_and(|firer| self.is_own(firer));
        if self.is_own(&hit.target) {
            let firer = hit.firer.clone().filter(|firer| self.sees(firer));
            return Some(HeldHit { firer, ..hit.clone() });
        }
        (scored && self.sees(&hit.target)).then(|| hit.clone())
    }

    /// Torpedoes of the side itself.
    fn launched(&self, marker: &Id) -> bool {
        self.state.markers.iter().any(|one| one.id == *marker && one.side == *self.side)
    }

    fn counted(&self, count: &crate::state::BatteryCount) -> bool {
        self.sees(&count.target) && self.sees(&count.firer)
    }

    /// An own marker whole; of the enemy's that it lies there, once it has been laid at the start of the move.
    fn marker(&self, marker: &Marker) -> Option<Marker> {
        let Marker {
            id,
            launcher: _,
            side,
            factors: _,
            target: _,
            run: _,
            bearing: _,
            turn,
            dummy: _,
            answered_turn: _,
            second_half,
            dot,
            track: _,
        } = marker;
        if side == self.side {
            return Some(marker.clone());
        }
        let laid = *turn < self.state.turn || self.state.segment != Segment::Plotting;
        laid.then(|| Marker {
            id: id.clone(),
            launcher: side.clone(),
            side: side.clone(),
            factors: 0,
            target: self.side.clone(),
            run: Inches::ZERO,
            bearing: Bearing::Broadside,
            turn: *turn,
            dummy: false,
            answered_turn: None,
            second_half: *second_half,
            // The counter lies on the table for all to see; how she headed who laid it does not.
            dot: dot.map(|dot| Place { heading: Fine::ZERO, ..dot }),
            track: None,
        })
    }
}

fn setup_of(state: &State) -> &Setup {
    &state.setup
}

/// A ship that waits off the table was never seen; how she left it everybody saw.
fn shown(fate: &Fate) -> Fate {
    match fate {
        Fate::Fighting | Fate::Waiting { .. } => Fate::Fighting,
        Fate::Sinking => Fate::Sinking,
        Fate::Exploded => Fate::Exploded,
        Fate::Sunk => Fate::Sunk,
        Fate::Abandoned => Fate::Abandoned,
        Fate::Exited { friendly, edge, turn } => Fate::Exited { friendly: *friendly, edge: *edge, turn: *turn },
    }
}

/// A counter for a force that nobody has seen. [5.13]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForceMarkerSeen {
    pub id: Id,
    pub side: Id,
    pub at: Place,
}

//! The state of a battle, built from its facts. Begin with [`State`].
use std::sync::Arc;

use chrono::{NaiveTime, TimeDelta};
use serde::{Deserialize, Serialize};

use super::{
    Approach, BatteryKind, CollisionRisk, ColumnState, DeferredOrder, DivisionSetup, Fate, Fine, Follower, Formation,
    Half, Id, Inches, Place, Plot, Seal, Setup, Ship, Side, SideId, SideLight, SightingBasis, Smoke, ThisMove,
    ThisTurn, Visibility, chart::VisibilityQuality, convoy, half_turn::TurnSpan, special::RuleState,
};
pub use super::{
    marker::Marker,
    segment::Segment,
    sighting::{Measurement, Reading},
    this_turn::Declaration,
};

mod formations;
mod sets;
mod special;
mod tape;

/// The viewer who sees only what is public. No side has this name.
pub const TABLE_VIEWER: &str = "table";

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub setup: Arc<Setup>,
    /// From 1.
    pub turn: u16,
    /// The half of the turn, if it is played in halves. [3.4]
    pub half: Option<Half>,
    /// Ships that fired in the previous half move. [6.3, Q11]
    pub fired_in_last_half: Vec<Id>,
    pub segment: Segment,
    /// Set when the last turn is over or the referee ends the scenario. [9.3, 10.4]
    pub end: Option<BattleEnd>,
    /// Sighting base of the turn; `None` until a variable one is first rolled. [4.3, 3.3.1]
    pub sighting_base: Option<Inches>,
    pub visibility_quality: Option<VisibilityQuality>,
    pub ships: Vec<Arc<Ship>>,
    /// In the scenario's order, then as they were formed. [5.1]
    pub divisions: Vec<Arc<Division>>,
    /// The divisions as the other side still sees them, if plots or damage have changed them. Cleared when the Movement
    /// Segment begins. [3.3.1, Q48]
    pub shown_divisions: Option<Vec<Arc<Division>>>,
    /// Whether command checks and speed limits apply. [5.4, 5.10]
    pub checks: bool,
    /// Seals of this turn's plots, and of plots made before contact. [3.3.1, 5.13.2]
    pub seals: Vec<Seal>,
    /// Smoke laid in this turn and the two before. [4.6]
    pub smoke: Vec<Smoke>,
    /// Hits not yet rolled for. [3.3.8]
    pub held_hits: Vec<HeldHit>,
    /// Medium and light batteries of large ships that fired on light divisions. [6.5.8]
    pub batteries_this_turn: Vec<BatteryCount>,
    pub batteries_last_turn: Vec<BatteryCount>,
    pub markers: Vec<Marker>,
    /// The basis of the last sighting, once guns may fire on it. [4.2]
    pub last_sighting: Option<SightingBasis>,
    pub this_turn: ThisTurn,
    pub this_move: ThisMove,
    /// Ranges measured in this and the last moves, used to notice a misread tape. [2.7]
    pub readings: Vec<Reading>,
    /// Sides of a generated scenario that have their forces. `approaches` has where they enter. [10.1.2, 10.1.3]
    pub mustered_sides: Vec<SideId>,
    /// Ships of the force being drawn, roll by roll. Empty between commands. [10.1.2]
    pub drawn_ships: Vec<Vec<Id>>,
    pub approaches: Vec<Approach>,
    /// Whether the forces of a generated scenario are placed. [10.2]
    pub are_forces_placed: bool,
    /// Divisions that act together. [5.2]
    pub formations: Vec<Formation>,
    /// Formations and flags ordered since the plots were made, in order. [5.2, 5.9.1]
    pub deferred_orders: Vec<DeferredOrder>,
    /// Side and ship of force flagships that replaced the scenario's. [5.10.6]
    pub force_flags: Vec<(SideId, Id)>,
    /// Collision risks that divisions have taken with stopped ships. [5.11]
    pub collision_risks: Vec<CollisionRisk>,
    /// Penetrating big-gun hits that each side has scored. [6.5.1]
    pub penetrating_hits: Vec<(SideId, u32)>,
    /// The referee's rulings on victory. [9.2]
    pub victory_rulings: VictoryRulings,
    /// Sides that have met the enemy or its smoke, and plot turn by turn. [5.13.3, 5.13.6]
    pub sides_in_contact: Vec<SideId>,
    /// What special rules have recorded, by the index of their key. [9.2]
    pub rule_states: Vec<RuleState>,
}

/// A division as it is now. [5.1.3]
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Division {
    pub id: Id,
    pub name: String,
    pub side: SideId,
    /// In the order of the division sheet.
    pub ships: Vec<Id>,
    pub flagship: Id,
    /// Boats that share a base. [5.1.1, 7.4.1]
    pub one_base: bool,
    pub signalling: i32,
    pub initiative: i32,
    pub course: ColumnState,
    /// Plot of this turn, and the one filed in advance for the next. [5.7, 5.7.7]
    pub plot: Option<Plot>,
    pub next_plot: Option<Plot>,
    /// This turn's plot was filed a turn ahead. [5.7.7]
    pub plotted_ahead: bool,
    /// A single ship outside any division: detached, or plotted alone. [5.9.2, 5.9.3]
    pub is_alone: bool,
    /// The division that this ship fell out of by speed or a gap, and rejoins once closed up. [5.8, Q57]
    pub fell_out_of: Option<Id>,
    /// Last turn in which no orders reached it. [5.7.7]
    pub orders_failed_turn: Option<u16>,
    /// The turn in which a melee stopped it. [5.16]
    pub melee_turn: Option<u16>,
    /// Remaining turns plotted before contact, the next one first. [5.13.2]
    pub preplots: Vec<Plot>,
    /// Its ships are on the table instead of its force marker. [5.13.1]
    pub is_revealed: bool,
    /// The turn in which its new flag first leads it. It then goes straight ahead. [5.9.1, Q40]
    pub new_flag_turn: Option<u16>,
    /// Its plots, turn by turn. [5.1.3]
    pub plot_records: Vec<PlotRecord>,
}

/// A line of the division sheet: the plot of one turn. [5.1.3]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotRecord {
    pub turn: u16,
    pub plot: Plot,
    /// The move made instead. [5.10.3, 5.15.3]
    pub instead: Option<Plot>,
}

/// The referee's rulings on victory conditions and on sentences left to the referee, in order. [9.2]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VictoryRulings {
    /// Condition numbers, from 1. `None` reopens a condition.
    pub conditions: Vec<(u8, Option<bool>)>,
    /// Sentence numbers, with the side that wins by each.
    pub sentences: Vec<(u8, Option<SideId>)>,
}

impl VictoryRulings {
    /// Returns the latest ruling on a condition.
    pub fn condition(&self, number: usize) -> Option<bool> {
        self.conditions.iter().rev().find(|(ruled, _)| usize::from(*ruled) == number)?.1
    }
    /// Returns the latest ruling on a sentence: the side, if any, that wins by it.
    pub fn sentence(&self, number: u16) -> Option<&Option<SideId>> {
        self.sentences.iter().rev().find(|(ruled, _)| u16::from(*ruled) == number).map(|(_, side)| side)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BattleEnd {
    /// The last turn was played. [9.3, 10.4]
    Duration,
    /// This side has moved all its mobile ships off by its own edge. [9.3]
    Exited(SideId),
    /// An entry of the scenario's `decide`, numbered from 1, came true for this side and ended it at once. [9.2]
    Decided { by: u16, side: SideId },
    /// The referee ended it, with this reason.
    Ruled(String),
    /// A special rule of the scenario ended it, by the number of its sentence. [9.2]
    SpecialRule(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitKind {
    Penetrating,
    NonPenetrating,
    /// By medium or light guns, or by big guns on a light ship.
    Effective,
    Torpedo,
    /// The extra hit of a fire. [8.5.3, Q15]
    FireSpread,
}

/// Hits on one target by one battery, held for the Damage Segment. [3.3.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldHit {
    pub target: Id,
    pub firer: Option<Id>,
    pub kind: HitKind,
    pub battery: Option<BatteryKind>,
    pub range: Option<Inches>,
    pub count: u16,
}

/// Batteries of one firing division at one light division. [5.15.5, 6.5.8]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryCount {
    pub target: Id,
    pub firer: Id,
    pub batteries: u16,
}

impl State {
    /// Builds the state as the scenario sets it up, before any rule applies.
    pub fn new(setup: &Setup) -> State {
        let mut ships = Vec::with_capacity(setup.ships.len());
        for DivisionSetup { id, side, ships: names, speed, enters_turn, course, .. } in &setup.divisions {
            for ship in names.iter().filter_map(|name| setup.ships.iter().find(|ship| ship.card.id == *name)) {
                let speed = (*speed).min(ship.card.speed);
                let mut new_ship = Ship::new(ship.card.clone(), side.clone(), id.clone(), ship.number, speed);
                ship.carried.apply_to(&mut new_ship);
                new_ship.helm.course = *course;
                if *enters_turn > 1 {
                    new_ship.fate = Fate::Waiting { enters_turn: *enters_turn };
                }
                ships.push(Arc::new(new_ship));
            }
        }
        // The weather of a generated scenario is rolled. [10.1.1]
        let is_weather_rolled = setup.generator.is_some() || matches!(setup.visibility, Visibility::Rolled(_));
        let (base, quality) = setup.visibility_in(1);
        let mut divisions: Vec<Arc<Division>> =
            setup.divisions.iter().map(|division| Arc::new(Division::new(division))).collect();
        for (division_setup, division) in setup.divisions.iter().zip(&mut divisions) {
            let convoy = convoy::is_convoy(division_setup, &ships);
            let place_ships = if convoy { convoy::place_in_parallel_columns } else { place_in_column };
            if let Some(at) = division_setup.at {
                Arc::make_mut(division).course = place_ships(division_setup, at, setup.options.interval, &mut ships);
            } else if division_setup.course.is_some() {
                // Moved by hand, a ship has no position, only a place in the column. (Q56)
                let at = Place::new(0.0, 0.0, 0.0);
                let mut column = ships.clone();
                Arc::make_mut(division).course =
                    place_in_column(division_setup, at, setup.options.interval, &mut column);
            }
        }
        State {
            setup: Arc::new(setup.clone()),
            turn: 1,
            half: None,
            fired_in_last_half: Vec::new(),
            segment: Segment::Plotting,
            end: None,
            sighting_base: (!is_weather_rolled).then_some(base),
            visibility_quality: quality.filter(|_| !is_weather_rolled),
            ships,
            divisions,
            shown_divisions: None,
            checks: setup.options.checks,
            seals: Vec::new(),
            smoke: Vec::new(),
            held_hits: Vec::new(),
            batteries_this_turn: Vec::new(),
            batteries_last_turn: Vec::new(),
            markers: Vec::new(),
            last_sighting: None,
            this_turn: ThisTurn::default(),
            this_move: ThisMove::default(),
            readings: Vec::new(),
            mustered_sides: Vec::new(),
            drawn_ships: Vec::new(),
            approaches: Vec::new(),
            are_forces_placed: false,
            formations: setup.formations.iter().map(|formation| Formation::from_setup(setup, formation)).collect(),
            deferred_orders: Vec::new(),
            force_flags: Vec::new(),
            collision_risks: Vec::new(),
            penetrating_hits: Vec::new(),
            victory_rulings: VictoryRulings::default(),
            sides_in_contact: Vec::new(),
            rule_states: Vec::new(),
        }
    }
    pub fn ship(&self, id: &Id) -> Option<&Ship> {
        self.ships.iter().find(|ship| ship.id == *id).map(Arc::as_ref)
    }
    pub fn ship_mut(&mut self, id: &Id) -> Option<&mut Ship> {
        self.ships.iter_mut().find(|ship| ship.id == *id).map(Arc::make_mut)
    }
    pub fn division(&self, id: &Id) -> Option<&Division> {
        self.divisions.iter().find(|division| division.id == *id).map(Arc::as_ref)
    }
    pub fn division_mut(&mut self, id: &Id) -> Option<&mut Division> {
        self.divisions.iter_mut().find(|division| division.id == *id).map(Arc::make_mut)
    }
    pub fn division_ids(&self) -> Vec<Id> {
        self.divisions.iter().map(|division| division.id.clone()).collect()
    }
    /// Returns the division of this name, or the division of the ship of this name.
    pub fn division_of(&self, unit: &Id) -> Option<&Division> {
        let ship = self.ship(unit).map(|ship| &ship.division);
        self.division(ship.unwrap_or(unit))
    }
    pub fn ships_of_division<'a>(&'a self, division: &'a Id) -> impl Iterator<Item = &'a Ship> + 'a {
        self.ships.iter().map(Arc::as_ref).filter(move |ship| ship.division == *division)
    }
    /// Whether orders are plotted now: in the Plotting Segment, but not in that of a second half. [3.3.1, 3.4.4]
    pub fn is_plotting(&self) -> bool {
        self.segment == Segment::Plotting && self.half != Some(Half::Second)
    }
    /// Whether a ship of this unit has a position. [3.5]
    pub fn has_position(&self, unit: &Id) -> bool {
        self.ships_of(unit).any(|ship| ship.at.is_some())
    }
    /// Whether ranges are measured: the battle began without positions, and a ship in action has none. [2.7]
    pub fn ranges_are_measured(&self) -> bool {
        self.setup.begins_without_positions() && self.ships_in_action().any(|ship| ship.at.is_none())
    }
    /// Whether the division can make column turns: it has one base, or its ships are on one track. (Q8)
    pub fn is_in_column(&self, division: &Division) -> bool {
        let mut bases = self.ships_of_division(&division.id).filter(|ship| ship.is_in_action() && ship.at.is_some());
        let is_single_base = bases.next().is_some() && (division.one_base || bases.next().is_none());
        is_single_base || division.course.is_in_column()
    }
    /// Whether a side's divisions still run the plots made before turn 1. [5.13.3]
    pub fn is_on_preplots(&self, side: &SideId) -> bool {
        self.setup.hidden && !self.sides_in_contact.contains(side)
    }
    /// Whether the hour at which a generated scenario begins is still to be rolled. (Q65)
    pub fn is_hour_open(&self) -> bool {
        let has_hours = self.setup.generator.as_ref().is_some_and(|generator| !generator.hours.is_empty());
        has_hours && self.sighting_base.is_none()
    }

    /// Whether the forces of a generated scenario are still being generated and placed. [10.2]
    pub fn is_placing(&self) -> bool {
        self.setup.generator.is_some() && !self.are_forces_placed
    }
    pub(crate) fn approach_of(&self, side: &SideId) -> Option<&Approach> {
        self.approaches.iter().find(|approach| approach.side == *side)
    }
    pub fn side(&self, id: &SideId) -> Option<&Side> {
        self.setup.sides.iter().find(|side| side.id == *id)
    }
    /// Returns the ships of a unit: the ship itself, or the ships of a division in order.
    pub fn ships_of<'a>(&'a self, unit: &'a Id) -> impl Iterator<Item = &'a Ship> + 'a {
        self.ships.iter().map(Arc::as_ref).filter(move |ship| ship.id == *unit || ship.division == *unit)
    }
    pub(crate) fn ships_of_mut<'a>(&'a mut self, unit: &'a Id) -> impl Iterator<Item = &'a mut Ship> + 'a {
        let is_of_unit = |ship: &&mut Arc<Ship>| ship.id == *unit || ship.division == *unit;
        self.ships.iter_mut().filter(is_of_unit).map(Arc::make_mut)
    }
    pub fn ships_of_side<'a>(&'a self, side: &'a SideId) -> impl Iterator<Item = &'a Ship> + 'a {
        self.ships.iter().map(Arc::as_ref).filter(move |ship| ship.side == *side)
    }
    pub fn ships_in_action(&self) -> impl Iterator<Item = &Ship> {
        self.ships.iter().map(Arc::as_ref).filter(|ship| ship.is_in_action())
    }
    /// Returns the target that a name means: for a boat on a shared base, its division. `None` if no target. [7.4.1]
    pub fn target_unit(&self, id: &Id) -> Option<Id> {
        if let Some(ship) = self.ship(id) {
            let is_shared = self.division(&ship.division).is_some_and(|division| division.one_base);
            return Some(if is_shared { ship.division.clone() } else { ship.id.clone() });
        }
        self.division(id).filter(|division| division.one_base).map(|division| division.id.clone())
    }
    /// As [`State::target_unit`], but returns any other name unchanged.
    pub fn base_id(&self, id: &Id) -> Id {
        self.target_unit(id).unwrap_or_else(|| id.clone())
    }
    /// Returns the bases of a unit's ships in action, by target name.
    pub fn base_ids(&self, unit: &Id) -> Vec<Id> {
        play::distinct(self.ships_of(unit).filter(|ship| ship.is_in_action()).map(|ship| self.base_id(&ship.id)))
    }
    /// Returns the name to print for a ship, division or side.
    pub fn name<'a>(&'a self, word: &'a str) -> &'a str {
        if let Some(ship) = self.ships.iter().find(|ship| ship.id == *word) {
            return &ship.card.name;
        }
        if word == TABLE_VIEWER {
            return "the table";
        }
        let division = self.divisions.iter().find(|division| division.id == *word).map(|division| &division.name);
        let side_name = || self.setup.sides.iter().find(|side| side.id == *word).map(|side| &side.name);
        division.or_else(side_name).map_or_else(|| Marker::letter(word), String::as_str)
    }
    /// Returns [`State::name`] as a function, for text with several names.
    pub fn name_printer<'a>(&'a self) -> impl Fn(&'a str) -> &'a str {
        |word| self.name(word)
    }
    pub fn enemy_of(&self, side: &SideId) -> Option<&Side> {
        self.setup.sides.iter().find(|other| other.id != *side)
    }
    /// Returns the current turn and half. [3.4.1]
    pub fn current_moment(&self) -> TurnSpan {
        TurnSpan { turn: self.turn, half: self.half }
    }
    /// Returns the clock at the start of the move: four minutes a turn, two a half. [3.2, 3.4]
    pub fn clock(&self) -> NaiveTime {
        self.clock_at(self.current_moment())
    }
    pub fn clock_at(&self, moment: TurnSpan) -> NaiveTime {
        self.setup.start + TimeDelta::minutes(2 * (i64::from(moment.start_half_turns()) - 2))
    }
    /// Returns how the ships of a side are seen this turn, if the light differs by side. [4.3]
    pub fn light_on(&self, side: &SideId) -> Option<&SideLight> {
        self.light_in(self.turn, side)
    }
    /// As [`State::light_on`], for any turn.
    pub fn light_in(&self, turn: u16, side: &SideId) -> Option<&SideLight> {
        let lights = self.setup.light.iter().filter(|light| light.side == *side && light.from_turn <= turn);
        lights.max_by_key(|light| light.from_turn)
    }
}

impl Division {
    pub(crate) fn new(setup: &DivisionSetup) -> Division {
        Division {
            ships: setup.ships.clone(),
            flagship: setup.flagship.clone(),
            one_base: setup.one_base,
            signalling: setup.signalling,
            initiative: setup.initiative,
            ..Division::of_one_ship(&setup.id, &setup.name, &setup.side)
        }
    }
    pub fn of_one_ship(ship: &Id, name: &str, side: &SideId) -> Division {
        let (id, name, side) = (ship.clone(), name.to_owned(), side.clone());
        Division { id, name, side, ships: vec![ship.clone()], flagship: ship.clone(), ..Division::default() }
    }
    /// Whether this is a division of one ship that bears the ship's name.
    pub fn is_single(&self) -> bool {
        matches!(&self.ships[..], [ship] if *ship == self.id)
    }
}

/// Puts a division's ships in column behind the leader, and boats on one base all at the base's position. [3.1, 5.9]
fn place_in_column(division: &DivisionSetup, at: Place, interval: Inches, ships: &mut [Arc<Ship>]) -> ColumnState {
    let mut course = ColumnState::default();
    let mut before: Option<(Fine, Inches)> = None;
    for id in &division.ships {
        let Some(ship) = ships.iter_mut().find(|ship| ship.id == *id).map(Arc::make_mut) else { continue };
        let length = ship.card.base_length;
        let next_astern =
            |(astern, ahead): (Fine, Inches)| astern + Fine((i64::from(ahead.0) + i64::from(length.0)) * 50);
        let astern = match before {
            Some(_) if division.one_base => Fine::ZERO,
            Some(ahead) => next_astern(ahead) + Fine::from(interval),
            None => Fine::ZERO,
        };
        ship.at = Some(Place::rounded(at.pose().advanced(-astern.as_f64())));
        if before.is_none() || !division.one_base {
            course.column.push(Follower::new(id.clone(), astern));
        }
        before = Some((astern, length));
    }
    course
}

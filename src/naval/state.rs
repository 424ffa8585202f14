//! What the facts say so far.
use std::{fmt, sync::Arc};

use chrono::{NaiveTime, TimeDelta};
use serde::{Deserialize, Serialize};

use super::{
    chart::Quality,
    command::Conditions,
    measure::{Id, Inches},
    setup::{DivisionSetup, Setup, Side, Visibility},
    ship::{BatteryKind, Bearing, Fate, Ship},
};

/// The eight segments of a turn, in order. [3.3]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Segment {
    Plotting,
    Movement,
    Sighting,
    Illumination,
    Gunfire,
    Torpedo,
    DamageControl,
    Damage,
}

impl Segment {
    pub const ALL: [Segment; 8] = [
        Segment::Plotting,
        Segment::Movement,
        Segment::Sighting,
        Segment::Illumination,
        Segment::Gunfire,
        Segment::Torpedo,
        Segment::DamageControl,
        Segment::Damage,
    ];
    /// The next segment of the same turn, if there is one.
    pub fn next(self) -> Option<Segment> {
        Segment::ALL.get(self as usize + 1).copied()
    }
    /// The word that names it in commands: `gunfire`, `damage-control`.
    pub fn word(self) -> &'static str {
        match self {
            Segment::Plotting => "plotting",
            Segment::Movement => "movement",
            Segment::Sighting => "sighting",
            Segment::Illumination => "illumination",
            Segment::Gunfire => "gunfire",
            Segment::Torpedo => "torpedo",
            Segment::DamageControl => "damage-control",
            Segment::Damage => "damage",
        }
    }
}
impl fmt::Display for Segment {
    /// As the book writes it: `Damage Control Segment`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Segment::Plotting => "Plotting Segment",
            Segment::Movement => "Movement Segment",
            Segment::Sighting => "Sighting Segment",
            Segment::Illumination => "Illumination Segment",
            Segment::Gunfire => "Gunfire Segment",
            Segment::Torpedo => "Torpedo Segment",
            Segment::DamageControl => "Damage Control Segment",
            Segment::Damage => "Damage Segment",
        })
    }
}

/// A battle in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub setup: Arc<Setup>,
    /// From 1.
    pub turn: u16,
    pub segment: Segment,
    /// Set when the last turn is over or the referee ends the scenario. [9.3, 10.4]
    pub over: Option<End>,
    /// Sighting base of the turn. [4.3]
    pub sighting_base: Inches,
    pub quality: Option<Quality>,
    pub ships: Vec<Arc<Ship>>,
    /// Ranges typed this turn, latest last.
    pub measures: Vec<Measure>,
    /// Fire declared this turn. [3.3.5]
    pub declarations: Vec<Declaration>,
    /// Sides that have declared all they will this turn.
    pub closed: Vec<Id>,
    /// Side that declares its first big-gun target first, once diced for. [3.3.5, Q4]
    pub big_first: Option<Id>,
    /// Side that allocates medium and light fire first, once diced for. [3.3.5]
    pub secondary_first: Option<Id>,
    /// Hits scored and not yet rolled for. [3.3.8]
    pub held: Vec<HeldHit>,
    /// Medium and light batteries of large ships that fired on light divisions. [6.5.8]
    pub batteries_this_turn: Vec<BatteryCount>,
    pub batteries_last_turn: Vec<BatteryCount>,
    /// Light divisions whose reaction has been tested this turn. [5.15]
    pub reactions_tested: Vec<Id>,
    pub reacting: Vec<Id>,
    pub markers: Vec<Marker>,
    /// Large-ship torpedo check of each side made this turn. [7.5.1]
    pub torpedo_checks: Vec<Id>,
}

/// How the scenario ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The last turn was played. [9.3, 10.4]
    Duration,
    /// This side has taken all ships that can move off by its own edge. [9.3]
    Exited(Id),
    /// By the referee, in his words.
    Ruled(String),
}

/// A range read from the tape. [2.7]
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    pub from: Id,
    pub to: Id,
    pub range: Inches,
}

/// Fire declared by one battery. [3.3.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Declaration {
    pub firer: Id,
    pub battery: BatteryKind,
    /// A ship, or a division of boats on one base.
    pub target: Id,
    pub range: Inches,
    pub bearing: Bearing,
    pub conditions: Conditions,
    #[serde(default)]
    pub fired: bool,
}

/// What kind of hit waits for the Damage Segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitKind {
    Penetrating,
    NonPenetrating,
    /// By medium or light guns, or big guns on a light ship.
    Effective,
    Torpedo,
    /// The extra hit of a fire. [8.5.3, Q15]
    FireSpread,
}

/// Hits on one target by one battery, held for the Damage Segment. [3.3.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
pub struct BatteryCount {
    pub target: Id,
    pub firer: Id,
    pub batteries: u16,
}

/// A torpedo marker on the table. [7.4]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Marker {
    pub id: Id,
    pub launcher: Id,
    pub side: Id,
    pub factors: u8,
    pub target: Id,
    pub run: Inches,
    pub bearing: Bearing,
    pub turn: u16,
    /// A dummy spends nothing and hits nothing. [7.4.6]
    pub dummy: bool,
    /// Last turn in which the referee said whom it met.
    pub answered_turn: Option<u16>,
}

impl Marker {
    /// How far its torpedoes have run at the end of `turn`: 5.0 a turn, no farther than plotted. [7.4.2]
    pub fn radius(&self, turn: u16) -> Inches {
        let turns = i32::from(turn.saturating_sub(self.turn)) + 1;
        (Inches::whole(5) * turns).min(self.run)
    }
    /// Still running in `turn`: it had run left when the turn began.
    pub fn runs_in(&self, turn: u16) -> bool {
        self.turn == turn || (self.turn < turn && self.radius(turn - 1) < self.run)
    }
}

impl State {
    pub fn new(setup: &Setup) -> State {
        let mut ships = Vec::with_capacity(setup.ships.len());
        for Placed { division, ship } in in_order(setup) {
            ships.push(Arc::new(Ship {
                id: ship.card.id.clone(),
                card: ship.card.clone(),
                side: division.side.clone(),
                division: division.id.clone(),
                number: ship.number,
                speed: division.speed.min(ship.card.speed),
                fate: if division.enters_turn > 1 {
                    Fate::Waiting { enters_turn: division.enters_turn }
                } else {
                    Fate::Fighting
                },
                hits: Vec::new(),
                sighted: false,
                lit: false,
                searchlight_used: false,
                starshell_used: false,
                torpedoes_left: ship.card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors),
                hit_by: Vec::new(),
                used_weapons: false,
                fired_upon: false,
                repair_tried: false,
                fires_rolled: false,
                coup_made: false,
                top_speed_set: None,
            }));
        }
        let (sighting_base, quality) = match &setup.visibility {
            Visibility::Steps(_) => step(setup, 1),
            Visibility::Rolled(_) => (Inches::ZERO, None),
        };
        State {
            setup: Arc::new(setup.clone()),
            turn: 1,
            segment: Segment::Plotting,
            over: None,
            sighting_base,
            quality,
            ships,
            measures: Vec::new(),
            declarations: Vec::new(),
            closed: Vec::new(),
            big_first: None,
            secondary_first: None,
            held: Vec::new(),
            batteries_this_turn: Vec::new(),
            batteries_last_turn: Vec::new(),
            reactions_tested: Vec::new(),
            reacting: Vec::new(),
            markers: Vec::new(),
            torpedo_checks: Vec::new(),
        }
    }

    pub fn ship(&self, id: &Id) -> Option<&Ship> {
        self.ships.iter().find(|ship| ship.id == *id).map(Arc::as_ref)
    }
    pub fn ship_mut(&mut self, id: &Id) -> Option<&mut Ship> {
        self.ships.iter_mut().find(|ship| ship.id == *id).map(Arc::make_mut)
    }
    pub fn division(&self, id: &Id) -> Option<&DivisionSetup> {
        self.setup.divisions.iter().find(|division| division.id == *id)
    }
    pub fn side(&self, id: &Id) -> Option<&Side> {
        self.setup.sides.iter().find(|side| side.id == *id)
    }
    /// Ships of a unit: the ship herself, or the ships of a division in order.
    pub fn ships_of<'a>(&'a self, unit: &'a Id) -> impl Iterator<Item = &'a Ship> + 'a {
        self.ships.iter().map(Arc::as_ref).filter(move |ship| ship.id == *unit || ship.division == *unit)
    }
    pub fn ships_of_side<'a>(&'a self, side: &'a Id) -> impl Iterator<Item = &'a Ship> + 'a {
        self.ships.iter().map(Arc::as_ref).filter(move |ship| ship.side == *side)
    }
    /// Ships and hulks on the table.
    pub fn afloat(&self) -> impl Iterator<Item = &Ship> {
        self.ships.iter().map(Arc::as_ref).filter(|ship| ship.in_action())
    }
    /// What a name stands for as a target: a boat on a shared base stands for her division. [7.4.1]
    pub fn target_unit(&self, id: &Id) -> Option<Id> {
        if let Some(ship) = self.ship(id) {
            let shared = self.division(&ship.division).is_some_and(|division| division.one_base);
            return Some(if shared { ship.division.clone() } else { ship.id.clone() });
        }
        self.division(id).filter(|division| division.one_base).map(|division| division.id.clone())
    }
    /// The name to print for a ship, division or side.
    pub fn name<'a>(&'a self, id: &'a Id) -> &'a str {
        if let Some(ship) = self.ship(id) {
            return &ship.card.name;
        }
        let division = self.division(id).map(|division| division.name.as_str());
        division.or_else(|| self.side(id).map(|side| side.name.as_str())).unwrap_or(id.as_str())
    }
    /// The other side.
    pub fn enemy_of(&self, side: &Id) -> Option<&Side> {
        self.setup.sides.iter().find(|other| other.id != *side)
    }
    /// Clock at the start of the turn: four minutes a turn. [3.2]
    pub fn clock(&self) -> NaiveTime {
        self.setup.start + TimeDelta::minutes(4 * (i64::from(self.turn) - 1))
    }
    /// The latest range typed this turn between two units, either way round.
    pub fn measured(&self, one: &Id, other: &Id) -> Option<Inches> {
        let pair = |measure: &&Measure| {
            (measure.from == *one && measure.to == *other) || (measure.from == *other && measure.to == *one)
        };
        self.measures.iter().rev().find(pair).map(|measure| measure.range)
    }
    /// Sighting base and visibility of a turn by the scenario's steps. [4.3]
    pub fn scheduled_visibility(&self, turn: u16) -> (Inches, Option<Quality>) {
        step(&self.setup, turn)
    }
}

struct Placed<'a> {
    division: &'a DivisionSetup,
    ship: &'a super::setup::ShipSetup,
}

/// Ships by division and place in it.
fn in_order(setup: &Setup) -> impl Iterator<Item = Placed<'_>> {
    setup.divisions.iter().flat_map(move |division| {
        let ships = division.ships.iter();
        ships
            .filter_map(move |id| setup.ships.iter().find(|ship| ship.card.id == *id))
            .map(move |ship| Placed { division, ship })
    })
}

fn step(setup: &Setup, turn: u16) -> (Inches, Option<Quality>) {
    match &setup.visibility {
        Visibility::Steps(steps) => {
            let step = steps.iter().filter(|step| step.from_turn <= turn).max_by_key(|step| step.from_turn);
            step.map_or((Inches::ZERO, None), |step| (step.range, step.quality))
        }
        Visibility::Rolled(_) => (Inches::ZERO, None),
    }
}

//! Random play of scenarios: random inputs, executed if the rules allow them.
use naval::model::{Place, Setup};
use naval::{Command, Id, Naval, NavalEvent, SideId, State, notation};
use play::{self, Game, Seeded};

/// A raid by night in January 1915: big ships on both sides, cruisers with torpedoes, no positions in the file.
const RAID: &str = "\
id: raid
title: A raid
war: ww1
date: 1915-01-24
start: \"04:00\"
turns: 20
introduction: A test.
happened: Nothing of the kind.
sources: [a test]
sides:
  - {id: britain, name: Britain, friendly_edge: west, force_flag: lion, damage_control: 3}
  - {id: germany, name: Germany, friendly_edge: east, force_flag: seydlitz, damage_control: 3}
divisions:
  - {id: 1st-bcs, name: 1st Battle Cruiser Squadron, side: britain, ships: [lion, princess-royal], speed: 3.0}
  - {id: 2nd-bcs, name: 2nd Battle Cruiser Squadron, side: britain, ships: [invincible], speed: 3.0}
  - {id: scouts, name: Scouting Group, side: germany, ships: [seydlitz, luetzow], speed: 3.0}
  - {id: light, name: Light cruisers, side: germany, ships: [emden, dresden], speed: 3.0}
visibility:
  steps: [{from_turn: 1, range: 8}]
night: true
wind: {force: moderate, from_deg: 270}
special_rules: []
decide:
  - {side: britain, if: {ships: {at_least: 1, among: {side: germany, large: true}, are: [lost]}}}
  - {side: germany, if: {ships: {at_least: 1, among: {side: britain}, are: [{any: [{mounts_lost: 1}, {below: 2.5}, {flotation_hits: 1}]}]}}}
  - {side: britain, if: {ships: {every: true, among: {side: germany, types: [CL]}, are: [{not: {battery_lost: half}}, can_move]}}}
  - {side: germany, if: {ships: {none: true, among: [lion, emden], are: [{exited: {by: [east]}}]}}}
  - {side: britain, if: {points: {side: britain, at_least: 4}}}
  - {side: germany, if: {points: {side: britain, under: 4}}}
  - {side: germany, if: {more: penetrating_hits, side: germany}}
  - {points: {lead: 1}}
";

/// Two forces of unknown strength: each division is a marker until it is sighted. [5.13]
const UNKNOWN: &str = "\
id: unknown
title: Out of the haze
war: rjw
date: 1904-08-10
start: \"06:00\"
turns: 30
introduction: A test.
happened: Nothing of the kind.
sources: [a test]
sides:
  - {id: japan, name: Japan, friendly_edge: south, force_flag: mikasa, damage_control: 2}
  - {id: russia, name: Russia, friendly_edge: north, force_flag: retvizan, damage_control: 2}
divisions:
  - {id: jd, name: 1st Division, side: japan, ships: [mikasa, asahi], speed: 2.0, at: {x: 30, y: 12, heading: 0}}
  - {id: jc, name: Cruisers, side: japan, ships: [kasagi, chitose], speed: 2.0, at: {x: 40, y: 14, heading: 0}}
  - {id: jt, name: 2nd Destroyers, side: japan, ships: [ikazuchi, inazuma, akebono], speed: 2.0, at: {x: 46, y: 12, heading: 330}}
  - {id: rd, name: Battleships, side: russia, ships: [retvizan, pobeda], speed: 2.0, at: {x: 34, y: 36, heading: 180}}
  - {id: rc, name: Askold, side: russia, ships: [askold, novik], speed: 2.0, at: {x: 44, y: 34, heading: 180}}
  - {id: rt, name: 1st Destroyers, side: russia, ships: [smely, serdity, skory], speed: 2.0, at: {x: 24, y: 34, heading: 165}}
hidden: true
visibility:
  steps: [{from_turn: 1, range: 10}]
night: false
wind: {force: calm, from_deg: 0}
special_rules: []
decide:
  - {side: japan, if: {ships: {at_least: 2, among: {side: russia}, are: [{any: [lost, {slower_by: 0.5}]}]}}}
  - {side: russia, if: {ships: {at_most: 4, among: {side: japan}, are: [{within: {of: retvizan, inches: 12}}]}}}
  - {side: japan, if: {ships: {at_least: 1, among: {side: russia, types: [BB, CP]}, are: [{beyond: {edge: south, of: askold}}]}}}
  - {side: russia, if: {ships: {every: true, among: [retvizan, pobeda, askold], are: [{inside: {rectangle: {from: [10, 10], to: [50, 40]}}}]}}}
  - {side: russia, how: moral, if: {ships: {none: true, among: {side: russia}, are: [immobile]}}}
  - {side: japan, if: {points: {side: japan, times: {rd: 2}}}}
";

/// Endless random numbers, the same on every machine.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

pub fn setups() -> Vec<Setup> {
    let named = ["ulsan", "torpedo-boats-misread"].map(crate::scenario);
    let raid = crate::scenario_text(&crate::builtin(), "raid.yaml", RAID).unwrap();
    let unknown = crate::scenario_text(&crate::builtin(), "unknown.yaml", UNKNOWN).unwrap();
    named.into_iter().chain([raid, unknown]).collect()
}

/// A battle played with random commands.
pub struct Play {
    pub state: State,
    chance: Chance,
}

impl Play {
    /// Begins a battle. Hidden divisions file ten plots. Otherwise, three seeds in four place the divisions at random.
    /// The fourth leaves them as in the file, which may have no positions.
    pub fn new(setup: &Setup, seed: u64) -> Play {
        let mut play = Play { state: Naval::initial_state(setup), chance: Chance::new(seed) };
        if setup.hidden {
            play.file_ten_turns();
        } else if seed % 4 != 3 {
            let divisions: Vec<Id> = play.state.divisions.iter().map(|division| division.id.clone()).collect();
            for (index, division) in divisions.iter().enumerate() {
                play.place_division(division, index);
            }
        }
        play
    }

    /// All divisions file ten plots, which the other side may not know. [5.13.2]
    fn file_ten_turns(&mut self) {
        let divisions: Vec<Id> = self.state.divisions.iter().map(|division| division.id.clone()).collect();
        for division in divisions {
            let first = *self.chance.pick(&["2", "1-CL15 speed 2", "1-CR15-0.5 speed 2"]);
            let typed = notation::parse(&self.state, &format!("preplot {division} {first}; 2 x9")).unwrap();
            self.order(&typed.command).unwrap();
        }
    }

    fn place_division(&mut self, division: &Id, index: usize) {
        let heading = 15 * self.chance.below(24);
        let (x, y) = (20.0 + 6.0 * index as f64, 14.0 + self.chance.below(20) as f64);
        let astern = (heading as f64).to_radians();
        let ships: Vec<Id> = self.state.ships_of_division(division).map(|ship| ship.id.clone()).collect();
        for (place, ship) in ships.into_iter().enumerate() {
            let back = 2.5 * place as f64;
            let place = Place::new(x - back * astern.sin(), y - back * astern.cos(), heading as f64);
            let _off_the_table = self.order(&Command::Place { ship, card: None, side: None, at: place, speed: None });
        }
    }

    pub fn order(&mut self, command: &Command) -> Option<Vec<NavalEvent>> {
        let mut chance = Chance::new(self.chance.below(1 << 30) as u64);
        let mut dice = Seeded::new(move || chance.below(1 << 31) as u32 * 2);
        let events = play::decide::<Naval>(&self.state, command, &mut dice).ok()?;
        play::apply_all::<Naval>(&mut self.state, &events);
        Some(events)
    }

    /// Types a random input and applies it if it is understood and allowed.
    pub fn type_random_line(&mut self) -> Vec<NavalEvent> {
        self.order_random_line().map(|(_, events)| events).unwrap_or_default()
    }

    /// Types a random input. Returns its command and events if it is understood and allowed.
    pub fn order_random_line(&mut self) -> Option<(Command, Vec<NavalEvent>)> {
        let line = self.line();
        let command = notation::parse(&self.state, &line).ok()?.command;
        let events = self.order(&command)?;
        Some((command, events))
    }

    fn line(&mut self) -> String {
        let side = self.chance.below(2);
        let sides: Vec<SideId> = self.state.setup.sides.iter().map(|side| side.id.clone()).collect();
        let ships = |side: &SideId| -> Vec<Id> { self.state.ships_of_side(side).map(|ship| ship.id.clone()).collect() };
        let (own, enemies) = (ships(&sides[side]), ships(&sides[1 - side]));
        let divisions: Vec<Id> = self.state.divisions.iter().map(|division| division.id.clone()).collect();
        let chance = &mut self.chance;
        let (ship, enemy) = (chance.pick(&own), chance.pick(&enemies));
        let (division, range) = (chance.pick(&divisions), 2 + chance.below(10));
        match chance.below(20) {
            0..=2 => {
                let plots = ["2 speed 2", "1-CL30-1 speed 2.25", "CR45-0.5 speed 2", "SL30-1 speed 2.25", "1 speed 1"];
                let smoke = if chance.one_in(4) { format!(" smoke {ship}") } else { String::new() };
                let next = if chance.one_in(3) { " next" } else { "" };
                format!("plot {division} {}{smoke}{next}", chance.pick(&plots))
            }
            3 => format!("speed {ship} {}", 1 + chance.below(2)),
            4..=5 => {
                let marker = chance.pick(&["Q", "R", "S", "V", "W"]);
                let what = if chance.one_in(2) { "factors 1" } else { "factors 0" };
                let dummy = if what == "factors 0" { " dummy" } else { "" };
                let hand = chance.pick(&["port", "starboard"]);
                format!("launch {ship} at {enemy} {what} run {} {hand} marker {marker}{dummy}", 1 + chance.below(4))
            }
            6..=8 => format!("measure {ship} {enemy} {range}"),
            9 => format!("sight {ship}"),
            10 => format!("unsight {ship}"),
            11..=13 => format!("target {ship} at {enemy} range {range}"),
            14 => "fire all".to_owned(),
            15 => "damage all".to_owned(),
            16 => format!("set {ship} {} {} because \"a test\"", chance.pick(&["fires", "flotation"]), chance.below(3)),
            17 => "seal".to_owned(),
            _ => "next waive \"on with it\"".to_owned(),
        }
    }
}

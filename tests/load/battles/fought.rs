//! One script for every side of every battle: it steers straight, fires at the nearest enemy and stays on the table.
use naval::model::{BatteryKind, BattleKind, Setup, Ship, ShipSet, TableReason};
use naval::rules::special::{RuleEffect, SpecialRule};
use naval::rules::tally::{ScoredFate, Tally, tally};
use naval::{Fact, Id, Inches, Naval, Reason, Segment, State, notation, rules::survey};
use play::journal::{Entry, Header, Journal};
use play::{self, NotDecided, Rule};

use super::*;

const SEED: u64 = 1916;
/// The last turn with fire. After it, all ships only steam on until the end.
const FOUGHT: u16 = 10;
/// Number of commands after which an unfinished battle is an error.
const TOO_MANY: usize = 20_000;

/// A battle in progress, with its journal.
struct Battle {
    id: String,
    journal: Journal<Naval>,
    shots: usize,
}

impl Battle {
    fn begin(id: &str) -> Battle {
        let header = Header::current::<Naval>("naval", "test", SEED, setup(id));
        Battle { id: id.to_owned(), journal: Journal::new(header), shots: 0 }
    }

    fn state(&self) -> &State {
        self.journal.state()
    }

    /// Types a line; a refusal changes nothing.
    fn order(&mut self, line: &str) -> Result<(), (Reason, Rule)> {
        let typed = notation::parse(self.state(), line).unwrap_or_else(|error| panic!("{}: {line}: {error}", self.id));
        let mut dice = self.journal.dice();
        match play::decide::<Naval>(self.state(), &typed.command, &mut dice) {
            Ok(events) => {
                self.journal.add(self.journal.new_command_entry(typed.command, events)).unwrap();
                Ok(())
            }
            Err(NotDecided::Refused { reason, rule }) => Err((reason, rule)),
            Err(halt) => panic!("{}: {line}: rolled dice never run out: {halt:?}", self.id),
        }
    }

    /// Types a line that must be allowed.
    fn must(&mut self, line: &str) {
        let turn = self.state().turn;
        if let Err(refused) = self.order(line) {
            panic!("{} turn {turn}: {line}: {refused:?}", self.id);
        }
    }

    /// Plays until the battle is over.
    fn fight(&mut self) {
        for _ in 0..TOO_MANY {
            if self.state().end.is_some() {
                return;
            }
            let setup = &self.state().setup;
            if setup.kind == BattleKind::Drill && setup.turns < self.state().turn {
                // Only the referee ends a drill. [Q60]
                self.must("end because \"the drill is over\"");
                continue;
            }
            let fighting = self.state().turn <= FOUGHT;
            match self.state().segment {
                Segment::Illumination | Segment::Gunfire | Segment::DamageControl if !fighting => {}
                Segment::Plotting => self.plot(),
                Segment::Illumination => self.light_up(),
                Segment::Gunfire => self.fire(),
                Segment::DamageControl => self.mend(),
                Segment::Movement | Segment::Sighting | Segment::Torpedo | Segment::Damage => {}
            }
            self.must("next waive \"by script\"");
        }
        panic!("{} does not end", self.id);
    }

    /// Plots each division straight on at its current speed, or a turn if the edge or the shore is near.
    fn plot(&mut self) {
        let divisions: Vec<Id> = self.state().divisions.iter().map(|division| division.id.clone()).collect();
        for division in divisions {
            let Some(lead) = self.state().ships_of_division(&division).find(|ship| ship.is_in_action()) else {
                continue;
            };
            let (speed, ahead) = (lead.speed.min(lead.speed_allowance()), self.clear_ahead(lead));
            let straight = format!("plot {division} {speed} speed {speed}");
            let turn = format!("plot {division} CR60 speed {speed}");
            let lines = if ahead { [straight, turn] } else { [turn, straight] };
            let _owed_and_waived = lines.iter().any(|line| self.order(line).is_ok());
        }
    }

    /// Whether the point six inches ahead of the ship is sea, and on the table.
    fn clear_ahead(&self, ship: &Ship) -> bool {
        let Some(place) = ship.at else { return true };
        let pose = place.pose();
        let ahead = pose.at.moved(pose.heading, 6.0);
        let table = self.state().setup.table;
        let is_on = |place: f64, size: Inches| (0.0..=size.as_f64()).contains(&place);
        let dry = survey::land(self.state()).iter().any(|land| land.contains(ahead));
        is_on(ahead.x(), table.width) && is_on(ahead.y(), table.height) && !dry
    }

    /// By night each ship lights the nearest enemy in sight.
    fn light_up(&mut self) {
        if !self.state().setup.night {
            return;
        }
        for (ship, target, _) in self.nearest() {
            let _out_of_reach = self.order(&format!("illuminate {ship} {target} searchlight"));
        }
    }

    /// Each ship fires at the nearest enemy in sight, big guns first, smaller ones within their ten inches.
    fn fire(&mut self) {
        let typed = !is_placed(&self.state().setup);
        let mut lines: Vec<String> = Vec::new();
        for (firer, target, range) in self.nearest() {
            let Some(ship) = self.state().ship(&firer) else { continue };
            let near = range <= Inches::whole(10);
            let range = if typed { format!(" range {range}") } else { String::new() };
            for (battery, has) in [
                (BatteryKind::Big, ship.card.big.is_some()),
                (BatteryKind::Medium, ship.card.medium.is_some() && near),
                (BatteryKind::Light, ship.card.light.is_some() && near),
            ] {
                if has {
                    lines.push(format!("target {firer} at {target} battery {battery}{range}"));
                }
            }
        }
        for line in lines {
            self.shots += usize::from(self.order(&line).is_ok());
        }
        self.assert_no_fire_beyond_sight();
        if !self.state().this_move.declarations.is_empty() {
            self.must("fire all");
        }
    }

    /// Checks declared ranges against Q36, calculated here from the figures: the base, twice it for fires, 1.5 times
    /// for searchlights used by night, and 1.5 times more for lit ships.
    fn assert_no_fire_beyond_sight(&self) {
        let state = self.state();
        let base = state.sighting_base.unwrap().as_f64();
        for declaration in state
            .this_move
            .declarations
            .iter()
            .filter(|declaration| !self.sight_is_ruled(&declaration.firer, &declaration.target))
        {
            let targets = || state.ships_of(&declaration.target).filter(|ship| ship.is_in_action());
            let burning = if targets().any(|ship| 0 < ship.fires()) { 2.0 } else { 1.0 };
            let flashes = if state.setup.night && targets().any(|ship| ship.searchlight_used) { 1.5 } else { 1.0 };
            let lit = if targets().any(|ship| ship.lit) { 1.5 } else { 1.0 };
            let sight = base * f64::max(burning, flashes) * lit + 0.005;
            assert!(
                declaration.range.as_f64() <= sight,
                "{} turn {}: {declaration:?} beyond {sight}",
                self.id,
                state.turn
            );
        }
    }

    /// Whether a special rule sets the sight between the two this turn; its own test checks the distance. [9.2]
    fn sight_is_ruled(&self, firer: &Id, target: &Id) -> bool {
        let state = self.state();
        let turns = |rule: &SpecialRule| rule.from_turn.unwrap_or(1)..=rule.to_turn.unwrap_or(u16::MAX);
        let now = state.setup.rules.iter().filter(|rule| turns(rule).contains(&state.turn));
        now.filter_map(|rule| match &rule.does {
            RuleEffect::Sight { by, at: targets, .. } => Some((by, targets)),
            _ => None,
        })
        .any(|(by, targets)| {
            let has_ship = |unit: &Id, set: &ShipSet| state.ships_of(unit).any(|ship| set.holds(ship));
            has_ship(firer, by) && has_ship(target, targets)
        })
    }

    /// Returns the nearest enemy in sight of every ship in action. Without positions, the first enemy, at 7 inches.
    fn nearest(&self) -> Vec<(Id, Id, Inches)> {
        let state = self.state();
        let tracked = is_placed(&state.setup);
        let to = |ship: &Ship| {
            let enemies =
                state.ships_in_action().filter(|other| other.side != ship.side && (other.sighted || !tracked));
            let range = |other: &Ship| match tracked {
                true => survey::range(state, &ship.id, &other.id),
                false => Some(Inches::whole(7)),
            };
            enemies.filter_map(|other| Some((range(other)?, other.id.clone()))).min()
        };
        state
            .ships_in_action()
            .filter_map(|ship| to(ship).map(|(range, target)| (ship.id.clone(), target, range)))
            .collect()
    }

    fn mend(&mut self) {
        let burning: Vec<Id> =
            self.state().ships_in_action().filter(|ship| 0 < ship.fires()).map(|ship| ship.id.clone()).collect();
        for ship in burning {
            let _may_be_refused = self.order(&format!("repair {ship} fire"));
        }
    }
}

/// Asserts that the points add up, that they are for damaged enemies, and that the winner has more.
fn assert_sound(id: &str, setup: &Setup, state: &State, tally: &Tally) {
    assert!(tally.over, "{id}");
    assert_eq!(tally.sides.len(), 2, "{id}");
    for side in &tally.sides {
        let ships: i32 = side.lines.iter().map(|line| line.points).sum();
        let ruled: i32 = side.special.iter().map(|line| line.points).sum();
        assert_eq!(side.points, ships + ruled, "{id}: the lines add up to the points");
        assert_eq!(side.total, side.points + side.handicap, "{id}");
        assert!(side.points <= side.could_score, "{id}: {} scored more than it could", side.side);
        assert!(setup.sides.iter().any(|listed| listed.id == side.side), "{id}");
        for line in &side.lines {
            let ship = state.ship(&line.ship).unwrap();
            assert_ne!(ship.side, side.side, "{id}: no side scores for its own ship");
            let lost = !matches!(ship.fate, Fate::Fighting | Fate::Exited { .. } | Fate::Waiting { .. });
            assert_eq!(lost, line.standing == ScoredFate::Sunk, "{id}: {}", line.ship);
            assert!(0 < line.points || !ship.card.kind.is_large(), "{id}: {}", line.ship);
        }
        let mut once: Vec<&Id> = side.lines.iter().map(|line| &line.ship).collect();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), side.lines.len(), "{id}: a ship counts once");
    }
    let [left, right] = &tally.sides[..] else { panic!("two sides") };
    let winner = match left.total.cmp(&right.total) {
        std::cmp::Ordering::Greater => Some(&left.side),
        std::cmp::Ordering::Less => Some(&right.side),
        std::cmp::Ordering::Equal => None,
    };
    assert_eq!(tally.leader.as_ref(), winner, "{id}");
}

#[test]
fn r5_14_every_scenario_quick_starts_or_states_why_not() {
    for id in named() {
        let mut battle = Battle::begin(&id);
        let placed = is_placed(&battle.state().setup);
        match battle.order("quickstart turns 30") {
            Ok(()) => {
                let state = battle.state();
                let contact = state.ships_in_action().any(|ship| ship.sighted) || !state.sides_in_contact.is_empty();
                assert!(placed && (contact || state.end.is_some() || 30 < state.turn), "{id}: no contact, no end");
            }
            Err((reason, rule)) => {
                assert!(!placed && rule == Rule::new("5.14"), "{id}: {reason:?}");
                assert!(matches!(reason, Reason::Table(TableReason::NoPositions)), "{id}: {reason:?}");
            }
        }
    }
}

/// Running on through turn 1 brings no friends into contact: our positions are far enough apart.
#[test]
fn r5_11_no_battle_begins_with_friends_about_to_collide() {
    for id in named() {
        let mut battle = Battle::begin(&id);
        if !is_placed(&battle.state().setup) {
            continue;
        }
        battle.must("next to sighting waive \"by script\"");
        let state = battle.state();
        let side = |unit: &Id| state.ships_of(unit).next().map(|ship| ship.side.clone());
        let Some(Entry::Did { events, .. }) = battle.journal.entries().last() else { panic!("{id}: nothing") };
        for event in events {
            if let Fact::CollisionTested(test) = &event.fact {
                assert_ne!(side(&test.one), side(&test.other), "{id}: {} and {}", test.one, test.other);
            }
        }
    }
}

/// At 18:30 at Jutland sight is 12", for the Germans 9", and the heads of the lines are in sight of each other.
#[test]
fn r6_3_at_jutland_friedrich_der_grosse_does_not_see_conqueror() {
    let mut battle = Battle::begin("jutland-1830");
    battle.must("next to gunfire waive \"by script\"");
    let refused = battle.order("target friedrich-der-grosse at conqueror");
    let Err((Reason::NotSeenByShip { range: Some(range), sight, .. }, rule)) = refused else { panic!("{refused:?}") };
    assert!(sight < range, "{sight} {range}");
    assert_eq!((sight, rule), (Inches::whole(9), Rule::new("6.3")));
    assert!(battle.state().ship(&Id::new("conqueror")).unwrap().sighted, "other Germans see it");
}

#[test]
fn r9_1_every_scenario_is_fought_to_a_tally_and_verifies() {
    for id in named() {
        let mut battle = Battle::begin(&id);
        battle.fight();
        assert!(0 < battle.shots, "{id}: no ship fired");
        let state = battle.state();
        assert!(waiting(state).is_empty(), "{id}: {:?} never entered", waiting(state));
        assert_sound(&id, &setup(&id), state, &tally(state));
        battle.journal.verify().unwrap_or_else(|disagreement| panic!("{id}: {disagreement}"));
    }
}

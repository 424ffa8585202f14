//! An open table: tests place ships, type lines and compare positions.
use std::sync::Arc;

use naval::model::{Card, Place, Plot, Setting, Setup, Ship, ShipType};
use naval::{Command, Fact, Id, Inches, Naval, NavalEvent, State, notation};
use play::{self, Game, NotDecided, Script, Seeded};

use crate::fixture;

/// A table in play: open, unless a test sets up a battle.
pub struct Table {
    pub state: State,
}

impl Table {
    pub fn new() -> Table {
        Table::set_up(|_| ())
    }

    /// An open table with something changed before it begins.
    pub fn set_up(change: impl FnOnce(&mut Setup)) -> Table {
        let mut setup = crate::scenario("sandbox");
        change(&mut setup);
        Table { state: Naval::initial_state(&setup) }
    }

    /// Types a line with these dice, all of which it must use.
    pub fn rolled(&mut self, line: &str, faces: &[u8]) -> Vec<Fact> {
        let typed = notation::parse(&self.state, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut dice = Script::typed(faces.iter().copied());
        let events = play::decide::<Naval>(&self.state, &typed.command, &mut dice);
        let events = events.unwrap_or_else(|halt| panic!("{line}: {halt:?}"));
        assert_eq!(dice.unused(), 0, "{line}: too many dice");
        play::apply_all::<Naval>(&mut self.state, &events);
        events.into_iter().map(|event| event.fact).collect()
    }

    /// Places a ship of this type for a side.
    pub fn place(&mut self, name: &str, kind: ShipType, side: &str, (x, y, heading): (f64, f64, f64)) {
        let mut card: Card = fixture::card(name, side, kind);
        card.base_length = Inches(match kind {
            ShipType::TB | ShipType::TBD | ShipType::CB => 100,
            ShipType::CA | ShipType::CL | ShipType::CP | ShipType::MM => 150,
            ShipType::BB | ShipType::OBB | ShipType::BC => 200,
        });
        let place = Place::new(x, y, heading);
        let (ship, side) = (card.id.clone(), Some(Id::new(side)));
        self.order(&Command::Place { ship, card: Some(Arc::new(card)), side, at: place, speed: None }).unwrap();
    }

    pub fn order(&mut self, command: &Command) -> Result<Vec<NavalEvent>, String> {
        let mut word = 0_u32;
        let mut dice = Seeded::new(move || {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            word
        });
        let events = play::decide::<Naval>(&self.state, command, &mut dice).map_err(|halt| format!("{halt:?}"))?;
        play::apply_all::<Naval>(&mut self.state, &events);
        Ok(events)
    }

    /// Types a line; returns the refusal or error as text.
    pub fn line(&mut self, line: &str) -> Result<Vec<NavalEvent>, String> {
        let typed = notation::parse(&self.state, line).map_err(|error| format!("{error} {:?}", error.hint))?;
        self.order(&typed.command)
    }

    pub fn lines(&mut self, lines: &[&str]) -> Vec<Fact> {
        let events = lines.iter().flat_map(|line| self.line(line).unwrap_or_else(|why| panic!("{line}: {why}")));
        events.map(|event| event.fact).collect()
    }

    /// Returns the table as it would be after a line.
    pub fn after(&self, line: &str) -> Table {
        let mut after = Table { state: self.state.clone() };
        after.apply_line(line, &[]);
        after
    }
    /// Returns the facts of a line, or its refusal, and leaves the table unchanged.
    pub fn facts_on_copy(&self, line: &str) -> Result<Vec<Fact>, String> {
        let mut copy = Table { state: self.state.clone() };
        copy.line(line).map(|events| events.into_iter().map(|event| event.fact).collect())
    }

    /// Applies an event to the state without any rules.
    pub fn apply(&mut self, fact: &Fact) {
        Naval::apply(&mut self.state, fact);
    }

    pub fn set(&mut self, ship: &str, setting: Setting) {
        self.apply(&Fact::ValueSet { unit: ship.into(), setting, because: "test".to_owned() });
    }

    pub fn ship(&self, ship: &str) -> &Ship {
        self.state.ship(&Id::new(ship)).unwrap()
    }

    /// Types a line that must be refused; returns the reason.
    #[track_caller]
    pub fn refusal(&mut self, line: &str) -> String {
        match self.line(line) {
            Ok(events) => panic!("{line} was not refused: {events:?}"),
            Err(refusal) => refusal,
        }
    }

    /// The paragraph that refuses a line.
    #[track_caller]
    pub fn refusing_paragraph(&self, line: &str) -> String {
        let typed = notation::parse(&self.state, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        match play::decide::<Naval>(&self.state, &typed.command, &mut Script::default()) {
            Err(NotDecided::Refused { rule, .. }) => rule.to_string(),
            other => panic!("{line} was not refused: {other:?}"),
        }
    }

    pub fn position_of(&self, ship: &str) -> (f64, f64, f64) {
        let place = self.state.ship(&Id::new(ship)).unwrap().at.unwrap();
        (place.x.as_f64(), place.y.as_f64(), place.heading.as_f64())
    }
}

impl Table {
    /// Plots that divisions without a plot continue as before.
    fn plot_idle_divisions(&mut self) {
        if !self.state.is_plotting() {
            return;
        }
        let idle = self
            .state
            .divisions
            .iter()
            .filter(|division| division.plot.is_none() && !self.state.is_changing(&division.id));
        let idle: Vec<(Id, Inches)> = idle
            .filter_map(|division| {
                self.state.ships_of_division(&division.id).find(|ship| ship.is_in_action() && ship.at.is_some())
            })
            .filter(|ship| !ship.is_rudder_jammed(self.state.turn))
            .map(|ship| (ship.division.clone(), ship.speed))
            .collect();
        for (unit, speed) in idle {
            self.order(&Command::Plot { unit, plot: Plot::straight(speed), advance: false, launches: Vec::new() })
                .unwrap();
        }
    }
    /// Types a line with exactly the dice that it needs. At `next`, divisions without a plot first get one.
    pub fn decide_line(&mut self, line: &str, faces: &[u8]) -> Result<Vec<NavalEvent>, String> {
        if line.starts_with("next") {
            self.plot_idle_divisions();
        }
        let typed = notation::parse(&self.state, line).map_err(|error| format!("{error} {:?}", error.hint))?;
        let mut dice = Script::typed(faces.iter().copied());
        match play::decide::<Naval>(&self.state, &typed.command, &mut dice) {
            Ok(events) => {
                assert_eq!(dice.unused(), 0, "{line}: unused dice");
                play::apply_all::<Naval>(&mut self.state, &events);
                Ok(events)
            }
            Err(NotDecided::NeedsRoll { request, .. }) => {
                Err(format!("needs {:?} {:?}", request.purpose, request.at_most))
            }
            Err(halt) => Err(format!("{halt:?}")),
        }
    }
    #[track_caller]
    pub fn apply_line(&mut self, line: &str, faces: &[u8]) -> Vec<NavalEvent> {
        self.decide_line(line, faces).unwrap_or_else(|why| panic!("{line}: {why}"))
    }
    #[track_caller]
    pub fn assert_refused(&mut self, line: &str, reason: &str) {
        let refusal = self.decide_line(line, &[]).unwrap_err();
        assert!(refusal.contains(reason), "{line}: {refusal}");
    }
}

/// Text without line breaks.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Asserts that positions agree to 0.01 inch and 0.01 degree, plus the last digit of a rounded record.
#[track_caller]
pub fn near(what: &str, got: (f64, f64, f64), wanted: (f64, f64, f64)) {
    let turn = (got.2 - wanted.2).rem_euclid(360.0);
    let off = [(got.0 - wanted.0).abs(), (got.1 - wanted.1).abs(), turn.min(360.0 - turn)];
    assert!(off.iter().all(|off| *off <= 0.011), "{what}: {got:?}, not {wanted:?}");
}

//! Battles with command checks, made by hand.
use naval::{
    Command, Naval, NavalEvent, Setup,
    measure::{Id, Inches},
    notation,
    plot::Plot,
    setup::{DivisionSetup, ShipSetup},
    ship::ShipType,
    state::Segment,
    table::Place,
};
use play::{self, Game, Halt, Script};

use super::Table;
use crate::fixture;

/// A division as a test writes it: side, name, ships, where its leader lies.
pub struct Written<'a> {
    pub side: &'a str,
    pub id: &'a str,
    pub ships: &'a [(&'a str, ShipType)],
    pub at: (f64, f64, f64),
}

pub fn division<'a>(
    side: &'a str,
    id: &'a str,
    ships: &'a [(&'a str, ShipType)],
    x: f64,
    y: f64,
    heading: f64,
) -> Written<'a> {
    Written { side, id, ships, at: (x, y, heading) }
}

/// A battle of these divisions: Japan's force flag is its first ship, Russia's likewise; all make 2 inches.
pub fn setup(divisions: &[Written]) -> Setup {
    let mut setup = fixture::duel();
    setup.divisions.clear();
    setup.ships.clear();
    for written in divisions {
        let cards = written.ships.iter().map(|(name, kind)| {
            let mut card = fixture::card(name, written.side, *kind);
            card.base_length = Inches(match kind {
                ShipType::TB | ShipType::TBD => 100,
                ShipType::CA | ShipType::CL | ShipType::CP | ShipType::MM => 150,
                ShipType::BB | ShipType::OBB | ShipType::BC => 200,
            });
            card
        });
        let cards: Vec<_> = cards.collect();
        let (x, y, heading) = written.at;
        setup.divisions.push(DivisionSetup {
            id: written.id.into(),
            name: written.id.to_owned(),
            side: written.side.into(),
            ships: cards.iter().map(|card| card.id.clone()).collect(),
            flagship: cards[0].id.clone(),
            one_base: false,
            signalling: 0,
            initiative: 0,
            enters_turn: 1,
            speed: fixture::inches("2"),
            at: Some(Place::new(x, y, heading)),
        });
        let side = setup.sides.iter_mut().find(|side| side.id == *written.side).unwrap();
        side.force_flag.get_or_insert(cards[0].id.clone());
        setup.ships.extend(cards.into_iter().map(|card| ShipSetup { card: card.into(), number: None }));
    }
    setup
}

/// That battle, begun.
pub fn battle(divisions: &[Written]) -> Table {
    Table { state: Naval::begin(&setup(divisions)) }
}

impl Table {
    /// Whoever has no plot goes on as before.
    fn carry_on(&mut self) {
        if self.state.segment != Segment::Plotting {
            return;
        }
        let idle = self.state.divisions.iter().filter(|one| one.plot.is_none() && !self.state.is_changing(&one.id));
        let idle: Vec<(Id, Inches)> = idle
            .filter_map(|one| self.state.ships_of_division(&one.id).find(|ship| ship.in_action() && ship.at.is_some()))
            .filter(|ship| !ship.steering_jammed(self.state.turn))
            .map(|ship| (ship.division.clone(), ship.speed))
            .collect();
        for (unit, speed) in idle {
            self.order(&Command::Plot { unit, plot: Plot::straight(speed), advance: false, launches: Vec::new() })
                .unwrap();
        }
    }
    /// Types a line with the dice that it needs, no more and no fewer.
    pub fn typed(&mut self, line: &str, faces: &[u8]) -> Result<Vec<NavalEvent>, String> {
        if line.starts_with("next") {
            self.carry_on();
        }
        let typed = notation::parse(&self.state, line).map_err(|fault| format!("{fault} {:?}", fault.hint))?;
        let mut dice = Script::typed(faces.iter().copied());
        match play::decide::<Naval>(&self.state, &typed.command, &mut dice) {
            Ok(events) => {
                assert_eq!(dice.left(), 0, "{line}: dice that nobody asked for");
                play::apply_all::<Naval>(&mut self.state, &events);
                Ok(events)
            }
            Err(Halt::NeedsRoll { ask, .. }) => Err(format!("needs {:?} {:?}", ask.purpose, ask.at_most)),
            Err(halt) => Err(format!("{halt:?}")),
        }
    }
    #[track_caller]
    pub fn does(&mut self, line: &str, faces: &[u8]) -> Vec<NavalEvent> {
        self.typed(line, faces).unwrap_or_else(|why| panic!("{line}: {why}"))
    }
    #[track_caller]
    pub fn refused(&mut self, line: &str, reason: &str) {
        let why = self.typed(line, &[]).unwrap_err();
        assert!(why.contains(reason), "{line}: {why}");
    }
}

//! Builds battles with command checks from lists of divisions.
use naval::model::{DivisionSetup, Place, Setup, ShipSetup, ShipType};
use naval::{Inches, Naval};
use play::Game;

use super::Table;
use naval_kit::fixture;

/// A division for a test: side, name, ships, and its leader's position.
pub struct DivisionSpec<'a> {
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
) -> DivisionSpec<'a> {
    DivisionSpec { side, id, ships, at: (x, y, heading) }
}

/// A battle of these divisions. Each side's force flag is its first ship; all go at 2 inches.
pub fn setup(divisions: &[DivisionSpec]) -> Setup {
    let mut setup = fixture::duel();
    setup.divisions.clear();
    setup.ships.clear();
    for spec in divisions {
        let cards = spec.ships.iter().map(|(name, kind)| {
            let mut card = fixture::card(name, spec.side, *kind);
            card.base_length = Inches(match kind {
                ShipType::TB | ShipType::TBD | ShipType::CB => 100,
                ShipType::CA | ShipType::CL | ShipType::CP | ShipType::MM => 150,
                ShipType::BB | ShipType::OBB | ShipType::BC => 200,
            });
            card
        });
        let cards: Vec<_> = cards.collect();
        let (x, y, heading) = spec.at;
        setup.divisions.push(DivisionSetup {
            id: spec.id.into(),
            name: spec.id.to_owned(),
            side: spec.side.into(),
            ships: cards.iter().map(|card| card.id.clone()).collect(),
            flagship: cards[0].id.clone(),
            one_base: false,
            signalling: 0,
            initiative: 0,
            enters_turn: 1,
            speed: fixture::inches("2"),
            at: Some(Place::new(x, y, heading)),
            course: None,
        });
        let side = setup.sides.iter_mut().find(|side| side.id == *spec.side).unwrap();
        side.force_flag.get_or_insert(cards[0].id.clone());
        setup.ships.extend(cards.into_iter().map(|card| ShipSetup::undamaged(card.into(), None)));
    }
    setup
}

/// A battle of these divisions, begun.
pub fn battle(divisions: &[DivisionSpec]) -> Table {
    Table { state: Naval::initial_state(&setup(divisions)) }
}

/// The force flag far off, two divisions of cruisers, the second half an inch astern of the first, and an enemy.
pub fn cruisers() -> Setup {
    setup(&[
        division("japan", "main", &[("Mikasa", ShipType::BB), ("Asahi", ShipType::BB)], 40.0, 20.0, 0.0),
        division("japan", "1st", &[("Izumo", ShipType::CA), ("Iwate", ShipType::CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asama", ShipType::CA), ("Yakumo", ShipType::CA)], 20.0, 16.0, 0.0),
        division("russia", "rd", &[("Retvizan", ShipType::BB)], 60.0, 40.0, 180.0),
    ])
}

/// A light cruiser and two divisions of three boats, in line ahead with half an inch of clear water between ships.
pub fn flotilla() -> Setup {
    let boats = |names: [&'static str; 3]| names.map(|name| (name, ShipType::TBD));
    let (first, second) = (boats(["T1", "T2", "T3"]), boats(["T4", "T5", "T6"]));
    setup(&[
        division("japan", "flag", &[("Mikasa", ShipType::BB)], 60.0, 10.0, 0.0),
        division("japan", "leader", &[("Tatsuta", ShipType::CL)], 20.0, 20.0, 0.0),
        division("japan", "1st", &first, 20.0, 18.25, 0.0),
        division("japan", "2nd", &second, 20.0, 13.75, 0.0),
        division("russia", "rd", &[("Retvizan", ShipType::BB)], 5.0, 40.0, 90.0),
    ])
}

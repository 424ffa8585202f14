//! The naval game for the tests of the contract that every game fulfils.
use kit::{Chance, pick};
use naval::model::{BatteryKind, Bearing, ShipType, command};
use naval::{self, Inches, Segment};

use crate::fixture;

/// Returns a random order for the current segment, right or wrong.
pub fn naval_command(state: &naval::State, chance: &mut Chance<'_>) -> naval::Command {
    use naval::Command as Does;
    let ship = |chance: &mut Chance<'_>| pick(chance, &state.ships).card.id.clone();
    let range = |chance: &mut Chance<'_>| Inches(100 + 25 * chance(24) as i32);
    let side = |chance: &mut Chance<'_>| pick(chance, &state.setup.sides).id.clone();
    let division = |chance: &mut Chance<'_>| pick(chance, &state.setup.divisions).id.clone();
    const BEARINGS: [Bearing; 5] =
        [Bearing::Bow, Bearing::Broadside, Bearing::Port, Bearing::Starboard, Bearing::Stern];
    const BATTERIES: [Option<BatteryKind>; 4] =
        [None, Some(BatteryKind::Big), Some(BatteryKind::Medium), Some(BatteryKind::Light)];
    match chance(20) {
        0 => return Does::Next { to: None, waive: Some("a drill".to_owned()) },
        1 => return Does::Note { words: "so it went \u{2693}".to_owned() },
        2 => {
            let setting = match chance(4) {
                0 => command::Setting::Fires(chance(2) as u8),
                1 => command::Setting::Torpedoes(chance(3) as u8),
                2 => command::Setting::Speed(range(chance)),
                _ => command::Setting::Sighted(chance(5) > 0),
            };
            return Does::Set { unit: ship(chance), setting, because: "chance".to_owned() };
        }
        3 => {
            let (from, to) = (ship(chance), ship(chance));
            return Does::Measure { from, to, range: range(chance), bearing: None };
        }
        _ => {}
    }
    if chance(3) == 0 && state.held_hits.is_empty() && state.markers.is_empty() {
        return Does::Next { to: None, waive: None };
    }
    match state.segment {
        Segment::Plotting if chance(2) == 0 => {
            let dummy = chance(4) == 0;
            Does::Launch {
                by: ship(chance),
                target: ship(chance),
                factors: if dummy { 0 } else { 1 + chance(2) as u8 },
                run: range(chance),
                bearing: *pick(chance, &BEARINGS),
                marker: (*pick(chance, &["q", "r"])).into(),
                dummy,
                blocked_by: None,
                clear: false,
                because: None,
            }
        }
        Segment::Plotting => Does::Speed { unit: division(chance), speed: Inches(25 * chance(10) as i32) },
        Segment::Movement if chance(3) == 0 => Does::Course { said: vec![(ship(chance), 15 * chance(25) as u16)] },
        Segment::Movement if chance(3) == 0 => Does::Turned { said: vec![(division(chance), chance(100) as u16)] },
        Segment::Movement => Does::React { division: division(chance) },
        Segment::Illumination => Does::Next { to: Some(*pick(chance, &Segment::ALL)), waive: None },
        Segment::Sighting => {
            let ships = if chance(3) == 0 { vec![ship(chance)] } else { Vec::new() };
            Does::Sight { unit: ship(chance), seen: !ships.is_empty() || chance(5) > 0, by: ships }
        }
        Segment::Gunfire => match chance(6) {
            0 => Does::Fire { units: Vec::new(), apart: chance(2) == 0 },
            1 => Does::Fire { units: vec![ship(chance)], apart: chance(2) == 0 },
            2 if chance(3) == 0 => Does::Declared { side: (chance(2) == 0).then(|| side(chance)) },
            _ => Does::Target(command::FireOrder {
                firer: ship(chance),
                target: ship(chance),
                range: (chance(4) > 0).then(|| range(chance)),
                bearing: (chance(3) > 0).then(|| *pick(chance, &BEARINGS)),
                battery: *pick(chance, &BATTERIES),
                conditions: command::Conditions { turned_deg: chance(4) as u16 * 30, ..Default::default() },
            }),
        },
        Segment::Torpedo => {
            let marker = (*pick(chance, &["q", "r"])).into();
            let meeting = command::MetShip { ship: ship(chance), angle_deg: chance(10) as u16 * 10 };
            match chance(5) {
                0 => Does::Miss { marker },
                1 => Does::TorpedoCheck { side: side(chance), hold: chance(4) == 0 },
                2 => Does::CoupDeGrace {
                    by: ship(chance),
                    target: ship(chance),
                    range: Some(Inches(50)),
                    factors: 1,
                    clear: false,
                },
                _ => Does::Meet { marker, targets: vec![meeting], in_line: Vec::new() },
            }
        }
        Segment::DamageControl => match chance(3) {
            0 => Does::Fires { ship: (chance(2) == 0).then(|| ship(chance)) },
            _ => Does::Repair { ship: ship(chance), item: "fire".into() },
        },
        Segment::Damage => Does::Damage { unit: (chance(2) == 0).then(|| ship(chance)) },
    }
}

/// Two ships a side, without positions.
pub fn naval_setup() -> naval::model::Setup {
    let card = |name, navy, kind| fixture::card(name, navy, kind);
    let mut setup = fixture::setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Naniwa", "japan", ShipType::CL)],
        vec![card("Retvizan", "russia", ShipType::BB), card("Boyarin", "russia", ShipType::CL)],
    );
    // The complete charts of a war: the fixture's charts lack some types of ships, so no journal opens with them.
    setup.charts = crate::scenario("ulsan").charts;
    setup
}

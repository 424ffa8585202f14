//! Whether guns can decide a battle: ships that could never hit their enemies. [6.5.2, 6.5.11]
use std::collections::BTreeMap;

use naval::{SideId, model::ShipType, odds};

use super::*;

const BOATS: &str = "boats attack large ships, with torpedoes";
const LINES: &str = "the big guns of the lines decide it, and the light cruisers look on";
/// Battles with the D10 although many ships could not hit their enemies on it, and why.
const BY_D10: [(&str, &str); 7] = [
    ("dogger-bank", LINES),
    ("drill-boats-attack", BOATS),
    ("jutland-1830", LINES),
    ("jutland-4th-flotilla", BOATS),
    ("jutland-run-south", LINES),
    ("port-arthur-night", BOATS),
    ("torpedo-boats-misread", BOATS),
];

/// Whether a ship's guns can hit another: big guns, or the batteries that bear on one side. [6.5.1, 6.5.2, 6.5.7]
fn can_hit(firer: &Card, target: &Card, d100: bool) -> bool {
    let is_small = [ShipType::TBD, ShipType::TB, ShipType::MM].contains(&target.kind);
    let points =
        |battery: &Option<naval::model::Battery>| battery.as_ref().map_or(Fraction::ZERO, |battery| battery.strength);
    let light = points(&firer.light) * if is_small { Fraction::ONE } else { Fraction::new(1, 2) };
    let chances = odds::battery_odds(points(&firer.medium) + light, target.defence, d100);
    let never = odds::battery_odds(Fraction::ZERO, target.defence, d100);
    firer.big.is_some() || chances != never
}

fn is_armed(card: &Card) -> bool {
    card.big.is_some() || card.medium.is_some() || card.light.is_some()
}

fn is_cruiser(card: &Card) -> bool {
    [ShipType::CL, ShipType::CP, ShipType::CA].contains(&card.kind)
}

/// Ships that cannot hit their enemies with this kind of die, and sides whose cruisers mostly cannot.
struct OutrangedSides {
    /// Pairs of an armed ship and an enemy it cannot hit, and all pairs.
    pairs: (usize, usize),
    /// Sides at least half of whose cruisers can hit fewer than half of the enemy's cruisers.
    sides: Vec<SideId>,
}

impl OutrangedSides {
    fn find(setup: &Setup, d100: bool) -> OutrangedSides {
        let side = |card: &Card| {
            setup.divisions.iter().find(|division| division.ships.contains(&card.id)).unwrap().side.clone()
        };
        let ships: Vec<(&Card, SideId)> = setup.ships.iter().map(|ship| (&*ship.card, side(&ship.card))).collect();
        let armed = || ships.iter().filter(|(card, _)| is_armed(card));
        let foes = |own_side: SideId| ships.iter().filter(move |(_, side)| *side != own_side).map(|(card, _)| *card);
        let pairs = || armed().flat_map(|(card, ours)| foes(ours.clone()).map(move |foe| (*card, foe)));
        let silent = pairs().filter(|(firer, target)| !can_hit(firer, target, d100)).count();
        let is_mute = |firer: &Card, ours: &SideId| {
            let cruisers: Vec<&Card> = foes(ours.clone()).filter(|foe| is_cruiser(foe)).collect();
            2 * cruisers.iter().filter(|foe| can_hit(firer, foe, d100)).count() < cruisers.len()
        };
        let is_hopeless = |own_side: &SideId| {
            let own: Vec<&Card> =
                armed().filter(|(card, ours)| ours == own_side && is_cruiser(card)).map(|(card, _)| *card).collect();
            let mute = own.iter().filter(|card| is_mute(card, own_side)).count();
            0 < mute && own.len() <= 2 * mute
        };
        let sides = setup.sides.iter().map(|side| side.id.clone()).filter(is_hopeless).collect();
        OutrangedSides { pairs: (silent, pairs().count()), sides }
    }

    fn is_undecided(&self) -> bool {
        0 < self.pairs.0 && self.pairs.1 <= 2 * self.pairs.0 || !self.sides.is_empty()
    }
}

#[test]
fn r6_5_11_battles_of_ships_that_could_not_hit_each_other_use_the_d100() {
    let reasons: BTreeMap<&str, &str> = BY_D10.into_iter().collect();
    let (mut wrong, mut by_d10) = (Vec::new(), Vec::new());
    for line in unwrap_or_report(load::scenario_list(&naval_kit::builtin())) {
        let setup = scenario(line.id.as_str());
        let found = OutrangedSides::find(&setup, false);
        if found.is_undecided() && !setup.options.d100 {
            by_d10.push(line.id.to_string());
        }
        if !found.is_undecided() && setup.options.d100 {
            wrong.push(line.id.to_string());
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "D100 without need");
    assert_eq!(by_d10, reasons.into_keys().collect::<Vec<_>>(), "neither D100 nor a reason");
}

#[test]
fn r6_5_11_with_the_d100_most_cruisers_of_a_side_can_hit_enemy_cruisers() {
    let mut found = 0;
    for line in unwrap_or_report(load::scenario_list(&naval_kit::builtin())) {
        let setup = scenario(line.id.as_str());
        if setup.options.d100 {
            found += 1;
            assert!(OutrangedSides::find(&setup, true).sides.is_empty(), "{}", line.id);
        }
    }
    assert_eq!(found, 10);
}

#[test]
fn r6_5_11_every_switch_of_the_book_is_a_key_of_the_options() {
    let takes = |key: &str, value: serde_json::Value| {
        let mut options = serde_json::to_value(naval::model::Options::default()).unwrap();
        let value = if value.is_null() { options.get(key).cloned().unwrap_or_default() } else { value };
        options[key] = value;
        serde_json::from_value::<naval::model::Options>(options).is_ok()
    };
    let book = unwrap_or_report(load::rulebook(&naval_kit::builtin()));
    let switches: Vec<&str> = book.paragraphs.iter().filter_map(|paragraph| paragraph.switch.as_deref()).collect();
    assert!(switches.contains(&"d100") && switches.contains(&"melees"));
    // 3.5.1 names the value with the key because the key chooses between two paragraphs.
    assert!(switches.contains(&"ranges: counter"));
    for switch in switches {
        let (key, value) = switch.split_once(": ").map_or((switch, None), |(key, value)| (key, Some(value)));
        let value = value.map(|value| serde_json::from_str(value).unwrap_or_else(|_| value.into()));
        assert!(takes(key, value.unwrap_or_default()), "{switch}");
    }
    // Near misses: a value and a key that the options do not have.
    assert!(!takes("ranges", "counters".into()) && !takes("range", "counter".into()));
}

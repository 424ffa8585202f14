//! Complete battles: legal, finished and reproducible.
use std::env;

use admirals::{Battle, Captain, Midshipman, Player, fight, seed_of};
use kit::on_threads;
use load::{Meeting, MeetingSize};
use naval::model::{FireOrder, Setup, doctrine::Doctrine};
use naval::{Command, Fact, Naval, view::PlayerView};
use naval_kit::scenario;
use play::{
    Game, Script,
    journal::{Header, Journal},
};

pub fn never() -> bool {
    false
}

pub fn fought(setup: &Setup, seed: u64) -> Battle {
    fight(setup, &[&Midshipman, &Midshipman], seed, true, &never)
}

/// Midshipmen play, or captains in every second battle.
fn fought_by_alternate_players(setup: &Setup, seed: u64, number: u64) -> Battle {
    let captain = Captain::plain();
    let player: Player = if number.is_multiple_of(2) { &captain } else { &Midshipman };
    fight(setup, &[player, player], seed, true, &never)
}

/// Returns how many battles of each kind to fight: `modest`, or the number that the variable LONG gives, as in
/// `LONG=200 cargo test --test admirals_tests`.
pub fn battle_count(modest: u64) -> u64 {
    env::var("LONG").ok().and_then(|long| long.parse().ok()).unwrap_or(modest)
}

/// Returns what went wrong in a battle, if anything: a refused order, a waived duty, no end.
fn battle_faults(what: &str, battle: &Battle) -> Vec<String> {
    let short = |text: String| text.chars().take(400).collect::<String>();
    let refusals =
        battle.refusals.iter().map(|refusal| short(format!("{what}: {:?}: {:?}", refusal.command, refusal.halt)));
    let endless = battle.result.end.is_none().then(|| format!("{what}: no end"));
    refusals.chain(endless).collect()
}

/// Checks that every ruling and die of the battle verifies as a journal.
fn check_proof(what: &str, setup: &Setup, seed: u64, battle: Battle) {
    let header = Header::current::<Naval>("naval", "test", seed, setup.clone());
    let mut journal = Journal::<Naval>::new(header);
    for applied in battle.commands {
        journal.add(journal.new_command_entry(applied.command, applied.events)).unwrap();
    }
    let proof = journal.prove().unwrap_or_else(|disagreement| panic!("{what}: {disagreement}"));
    assert!(proof.differing.is_empty(), "{what}");
}

/// Trying a declaration without its ruling leaves the same state as the ruling does. [3.3.5, 6.2]
#[test]
fn a_tried_declaration_leaves_the_state_its_ruling_leaves() {
    for name in ["ulsan", "drill-two-lines", "drill-boats-attack"] {
        let setup = scenario(name);
        let mut state = Naval::initial_state(&setup);
        let mut legal = 0;
        for applied in fought_by_alternate_players(&setup, 8, 2).commands {
            if let Command::Target(order) = &applied.command {
                for (side, enemy) in
                    setup.sides.iter().flat_map(|side| state.ships_in_action().map(move |enemy| (side, enemy)))
                {
                    let order = FireOrder { target: enemy.id.clone(), ..order.clone() };
                    let mut supposed = PlayerView::for_side(&state, &side.id);
                    let mut ruled = supposed.state().clone();
                    let declared = supposed.declaration(&order);
                    let command = Command::Target(order);
                    let events = play::decide_and_apply::<Naval>(&mut ruled, &command, &mut Script::default());
                    assert_eq!(supposed.try_order(&command), events.is_ok(), "{name}: {command:?}");
                    assert!(*supposed.state() == ruled, "{name}: {command:?}");
                    let fire_declared =
                        |fact: Fact| if let Fact::FireDeclared(declaration) = fact { Some(declaration) } else { None };
                    let fire =
                        events.ok().and_then(|events| events.into_iter().find_map(|event| fire_declared(event.fact)));
                    assert_eq!(declared, fire, "{name}: {command:?}");
                    legal += usize::from(fire.is_some());
                }
            }
            play::apply_all::<Naval>(&mut state, &applied.events);
        }
        assert!(0 < legal, "{name}");
    }
}

#[track_caller]
fn assert_none(faults: Vec<String>) {
    let shown = faults.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} faults\n{shown}", faults.len());
}

/// Collects the faults that the work finds for each of these numbers.
fn collect_faults(n: usize, work: impl Fn(usize) -> Vec<String> + Sync) -> Vec<String> {
    on_threads(2, 0..n, work).concat()
}

/// Scenarios in which each side has a division with a position, or that are generated.
pub fn placed_setups() -> Vec<Setup> {
    let all = load::scenario_list(&naval_kit::builtin()).unwrap();
    let setups = all.into_iter().map(|entry| scenario(entry.id.as_str()));
    let is_placed = |setup: &Setup| {
        let has_position = |side: &naval::model::Side| {
            setup.divisions.iter().any(|division| division.side == side.id && division.at.is_some())
        };
        setup.generator.is_some() || setup.sides.iter().all(has_position)
    };
    setups.filter(is_placed).collect()
}

#[test]
fn every_scenario_with_positions_ends_without_a_refusal_and_verifies() {
    let setups = placed_setups();
    assert!(30 < setups.len(), "{}", setups.len());
    let is_light = |setup: &Setup| setup.ships.len() < 30 && setup.land.is_empty();
    assert_none(collect_faults(setups.len(), |index| {
        let setup = &setups[index];
        let battles = if is_light(setup) { battle_count(4) } else { battle_count(1) };
        let fight = |number: u64| {
            let (seed, what) = (seed_of(1904, number), format!("{} {number}", setup.scenario));
            let battle = fought_by_alternate_players(setup, seed, number);
            let faults = battle_faults(&what, &battle);
            if number % 100 < 3 {
                check_proof(&what, setup, seed, battle);
            }
            faults
        };
        (1..=battles).flat_map(fight).collect()
    }));
}

#[test]
fn generated_battles_of_every_theatre_end_without_a_refusal() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    assert!(20 < theatres.len(), "{}", theatres.len());
    assert_none(collect_faults(theatres.len(), |index| {
        let theatre = &theatres[index];
        let meeting = Meeting::prepare(&sources, theatre, theatre.from, MeetingSize::Small).unwrap();
        let fight = |number: u64| {
            let mut setup = meeting.setup.clone();
            let has_bit = |bit: u64| number >> bit & 1 == 1;
            (setup.night, setup.hidden) = (has_bit(0), has_bit(1));
            (setup.options.half_moves, setup.options.melees) = (has_bit(2), has_bit(3));
            setup.options.ranges =
                if has_bit(4) { naval::model::Ranges::Counter } else { naval::model::Ranges::Miniature };
            setup.options.alternation = if has_bit(0) != has_bit(2) {
                naval::model::Alternation::Strict
            } else {
                naval::model::Alternation::Loose
            };
            let what = format!("{} {number}", theatre.id);
            let seed = seed_of(14, number * 100 + index as u64);
            let battle = fought_by_alternate_players(&setup, seed, number);
            let faults = battle_faults(&what, &battle);
            if number % 100 < 3 {
                check_proof(&what, &setup, seed, battle);
            }
            faults
        };
        (1..=battle_count(12)).flat_map(fight).collect()
    }));
}

#[test]
fn the_same_seed_repeats_a_battle_and_another_seed_does_not() {
    let setup = scenario("ulsan");
    let commands_and_events = |seed| {
        fought(&setup, seed).commands.into_iter().map(|applied| (applied.command, applied.events)).collect::<Vec<_>>()
    };
    let (left, again, right) = (commands_and_events(7), commands_and_events(7), commands_and_events(8));
    assert!(left == again, "every order, fact and die");
    assert!(left != right);
    let seeds: Vec<u64> = (1..=100).map(|number| seed_of(1, number)).collect();
    let mut words = play::Rng(1);
    assert!(seeds.iter().all(|seed| *seed == words.word()), "battle i uses the i-th word of the seed");
}

/// Special rules that once led to refused orders or neglected duties. A sighting rule names a division that an enemy
/// ship has left. A squadron beyond a line that it may not cross can only turn all its ships on the spot. [4.3, 9.2]
#[test]
fn battles_whose_special_rules_bind_players_run_without_a_refusal() {
    let cards = load::doctrines(&naval_kit::builtin()).unwrap();
    let all =
        [("jutland-run-north", 2, [true; 2]), ("heligoland-1917", 23, [false, true]), ("ulsan", 19, [true, false])];
    assert_none(collect_faults(all.len(), |index| {
        let (name, number, captains) = all[index];
        let setup = scenario(name);
        let players: Vec<Captain> =
            setup.sides.iter().map(|side| Captain::new(Doctrine::for_side(&cards, &setup, &side.id))).collect();
        let player = |side: usize| -> Player { if captains[side] { &players[side] } else { &Midshipman } };
        battle_faults(name, &fight(&setup, &[player(0), player(1)], seed_of(1, number), false, &never))
    }));
}

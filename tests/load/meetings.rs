//! Battles drawn up by chapter 10: every theatre, a thousand seeds, and the files that are written.
use std::{collections::BTreeMap, thread};

use chrono::Days;
use load::{self, About, Meeting, MeetingSize};
use naval::library::TheatreLine;
use naval::{
    Command, Fact, Handicap, Id, Naval, Segment, Setup, ShipType, State, Task, formation, placement, survey, turn,
};
use play::{self, Game, Seeded};

/// Dice of our own for a seed: a plain linear congruence will do, since nothing is compared with the program's dice.
fn dice(seed: u64) -> Seeded<impl FnMut() -> u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    Seeded::new(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    })
}

fn drawn(setup: &Setup, seed: u64) -> State {
    let (mut dice, mut state) = (dice(seed), naval::begin(setup));
    while let Some(command) = placement::next_step(&state, &[]) {
        let events = play::decide::<Naval>(&state, &command, &mut dice);
        let events = events.unwrap_or_else(|halt| panic!("{} {seed}: {halt:?}", setup.scenario));
        play::apply_all::<Naval>(&mut state, &events);
    }
    state
}

/// What became of a quick start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Start {
    Contact,
    NoContact,
}

/// Draws up one battle, reads its file as a stranger's, and runs it until somebody is sighted.
fn one(theatre: &TheatreLine, setup: &Setup, seed: u64) -> Start {
    let sources = load::builtin();
    let state = drawn(setup, seed);
    let about =
        About { id: Id::new(format!("meeting-{seed}")), title: format!("Meeting {seed}"), made: "a test".into() };
    let file = load::meeting_file(theatre, &state, &about).unwrap();
    let name = format!("{}-{seed}", theatre.id);
    let checked = load::scenario_text_checked(&sources, &name, &file).unwrap_or_else(|flaws| panic!("{flaws}\n{file}"));
    let read = Naval::begin(&checked.value);
    lawful(&name, &state, &read);
    quick_start(&name, read, seed)
}

/// The file says what was drawn: ships, places, speeds, and nobody twice.
fn lawful(name: &str, drawn: &State, read: &State) {
    assert_eq!(drawn.ships.len(), read.ships.len(), "{name}");
    for (one, other) in drawn.ships.iter().zip(&read.ships) {
        assert_eq!((&one.card, &one.side, one.number), (&other.card, &other.side, other.number), "{name}");
        let (Some(one_at), Some(other_at)) = (one.at, other.at) else {
            assert_eq!(one.at, other.at, "{name} {}", one.id);
            continue;
        };
        let off = (one_at.x.0 - other_at.x.0).abs().max((one_at.y.0 - other_at.y.0).abs());
        assert!(off <= 10, "{name} {}: {one_at} {other_at}", one.id);
        assert!(one_at.x.0 >= 0 && one_at.y.0 >= 0, "{name} {}: {one_at}", one.id);
    }
    let mut ids: Vec<&Id> = read.ships.iter().map(|ship| &ship.id).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{name}");
    assert_eq!(drawn.sighting_base, read.sighting_base, "{name}");
    assert_eq!(drawn.setup.wind, read.setup.wind, "{name}");
    let handicap = drawn.setup.options.handicap;
    assert_eq!((handicap, read.setup.options.handicap), (Handicap::Weaker, Handicap::Weaker), "{name}");
    clear_of_each_other(name, read);
    parallel(name, read);
}

/// No base of one division lies on that of another. [5.11]
fn clear_of_each_other(name: &str, state: &State) {
    let stands = survey::stands(state);
    for (at, one) in stands.iter().enumerate() {
        let of_others = stands[at + 1..].iter().filter(|other| other.ship.division != one.ship.division);
        for other in of_others {
            let (here, there) = (&one.ship.id, &other.ship.id);
            let turn = state.turn;
            assert!(!one.base.overlaps(one.pose, &other.base, other.pose), "{name}, turn {turn}: {here} {there}");
        }
    }
}

/// No base of one division lies on that of another of its side, whoever the enemy runs into. [5.11]
fn clear_of_friends(name: &str, state: &State) {
    for side in &state.setup.sides {
        let mut own = state.clone();
        own.ships.retain(|ship| ship.side == side.id);
        clear_of_each_other(name, &own);
    }
}

/// The divisions of a side steer as its first does. [10.3, Q44]
fn parallel(name: &str, state: &State) {
    for side in &state.setup.sides {
        let headings: Vec<i64> = state.ships_of_side(&side.id).filter_map(|ship| Some(ship.at?.heading.0)).collect();
        assert!(headings.iter().all(|heading| *heading == headings[0]), "{name}, {}: {headings:?}", side.id);
    }
}

fn quick_start(name: &str, mut state: State, seed: u64) -> Start {
    // Nothing is owed but the plots whose place a quick start takes. [5.14]
    assert!(turn::duties(&state).iter().all(|duty| matches!(duty.task, Task::Preplot { .. })), "{name}");
    let command = Command::QuickStart { speeds: Vec::new(), turns: None };
    let events = play::decide::<Naval>(&state, &command, &mut dice(seed + 1_000_000));
    let events = events.unwrap_or_else(|halt| panic!("{name}: {halt:?}"));
    for event in &events {
        let side = |id: &Id| state.ships_of(id).next().map(|ship| ship.side.clone());
        let of_friends = match &event.fact {
            Fact::CollisionTested(met) => side(&met.one) == side(&met.other),
            Fact::FriendsConverge { .. } => true,
            _ => false,
        };
        assert!(!of_friends, "{name}: {event:?}");
        Naval::apply(&mut state, &event.fact);
        if matches!(event.fact, Fact::SegmentBegan { segment: Segment::Sighting, .. }) {
            clear_of_friends(name, &state);
        }
    }
    let met = events.iter().any(|event| matches!(event.fact, Fact::ContactMade { .. }));
    if met { Start::Contact } else { Start::NoContact }
}

#[test]
fn r10_1_a_thousand_meetings_are_lawful_and_run_on_to_contact_or_none() {
    const SEEDS: u64 = 1_000;
    let sources = load::builtin();
    let theatres = load::theatres(&sources).unwrap();
    assert!(theatres.len() >= 9);
    let sizes = [MeetingSize::Small, MeetingSize::Medium, MeetingSize::Large];
    let outcomes: Vec<(String, Start)> = thread::scope(|scope| {
        let work = theatres.iter().enumerate().map(|(at, theatre)| {
            let sources = &sources;
            let count = theatres.len() as u64;
            scope.spawn(move || {
                let days = theatre.to.signed_duration_since(theatre.from).num_days().unsigned_abs();
                let mut outcomes = Vec::new();
                // Three days and three sizes for each theatre; every seed from 0 to 999 is drawn in one of them.
                let setups: Vec<Setup> = (0..9_u64)
                    .map(|kind| {
                        let date = theatre.from.checked_add_days(Days::new(days * (kind / 3) / 2)).unwrap();
                        Meeting::of(sources, theatre, date, sizes[(kind % 3) as usize]).unwrap().setup
                    })
                    .collect();
                for seed in (0..SEEDS).filter(|seed| seed % count == at as u64) {
                    let setup = &setups[(seed / count % 9) as usize];
                    outcomes.push((theatre.id.to_string(), one(theatre, setup, seed)));
                }
                outcomes
            })
        });
        work.collect::<Vec<_>>().into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(outcomes.len(), SEEDS as usize);
    let mut counts: BTreeMap<(String, Start), u32> = BTreeMap::new();
    for outcome in outcomes {
        *counts.entry(outcome).or_default() += 1;
    }
    for theatre in &theatres {
        let met = counts.get(&(theatre.id.to_string(), Start::Contact)).copied().unwrap_or_default();
        assert!(0 < met, "{}: nobody ever met: {counts:?}", theatre.id);
    }
}

#[test]
fn r10_1_2_no_battery_merchantman_or_auxiliary_is_drawn_by_accident() {
    let sources = load::builtin();
    let library: BTreeMap<Id, Option<String>> =
        load::ship_list(&sources).unwrap().into_iter().map(|line| (line.id, line.built_as)).collect();
    for theatre in load::theatres(&sources).unwrap() {
        let setup = Meeting::of(&sources, &theatre, theatre.to, MeetingSize::Large).unwrap().setup;
        let pools = setup.generator.iter().flat_map(|generator| &generator.forces).flat_map(|force| &force.pool);
        let mut drawn = 0;
        for card in pools.map(|listed| &listed.card) {
            let auxiliary = library[&card.id].as_deref().is_some_and(|what| {
                ["armed merchant cruiser", "monitor", "sloop", "minelayer", "seaplane carrier"].contains(&what)
            });
            assert!(!matches!(card.kind, ShipType::MM | ShipType::CB) && !auxiliary, "{}: {}", theatre.id, card.id);
            drawn += 1;
        }
        assert!(5 < drawn, "{}", theatre.id);
    }
}

#[test]
fn r10_1_the_same_dice_draw_up_the_same_battle() {
    let sources = load::builtin();
    for theatre in load::theatres(&sources).unwrap() {
        let setup = Meeting::of(&sources, &theatre, theatre.from, MeetingSize::Medium).unwrap().setup;
        let about = || About { id: "same".into(), title: "Same".into(), made: "a test".into() };
        let file = |seed| load::meeting_file(&theatre, &drawn(&setup, seed), &about()).unwrap();
        assert_eq!(file(11), file(11), "{}", theatre.id);
        assert_ne!(file(11), file(12), "{}", theatre.id);
    }
}

/// Sizes by 5.1.1; ships that are too few stay together, and alone only where the side has no others to sail with.
fn by_the_book(name: &str, state: &State) -> usize {
    let mut alone = 0;
    for division in &state.divisions {
        let kinds: Vec<ShipType> = state.ships_of_division(&division.id).map(|ship| ship.card.kind).collect();
        let (least, most) = formation::sizes(kinds[0]);
        let company = |kind: &ShipType| formation::sizes(*kind) == (least, most);
        assert!(kinds.iter().all(company), "{name}, {}: {kinds:?} in one division", division.id);
        assert!(kinds.len() <= most, "{name}, {}: {kinds:?}", division.id);
        if kinds.len() < least {
            let of_side = state.ships_of_side(&division.side).filter(|ship| company(&ship.card.kind)).count();
            assert_eq!(of_side, kinds.len(), "{name}, {}: {kinds:?}, and there are others", division.id);
            alone += 1;
        }
    }
    alone
}

#[test]
fn r5_1_1_every_division_that_is_drawn_up_has_a_lawful_size() {
    const SEEDS: u64 = 120;
    let sources = load::builtin();
    let theatres = load::theatres(&sources).unwrap();
    let (mut drawn_up, mut alone) = (0, 0);
    for theatre in &theatres {
        for date in [theatre.from, theatre.to] {
            let setup = Meeting::of(&sources, theatre, date, MeetingSize::Large).unwrap().setup;
            for seed in 0..SEEDS {
                let state = drawn(&setup, seed);
                alone += by_the_book(&format!("{} {date} {seed}", theatre.id), &state);
                drawn_up += state.divisions.len();
            }
        }
    }
    assert!(10_000 < drawn_up, "{drawn_up}");
    // Goeben, Averof, and Australia, when the dice bring them no others.
    assert!(alone * 40 < drawn_up, "{alone} of {drawn_up} stay alone");
}

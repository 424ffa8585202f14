//! Battles drawn up by chapter 10: every theatre, a thousand seeds, and the files that are written.
use std::{collections::BTreeMap, sync::Arc};

use chrono::{Days, NaiveDate};
use kit::on_threads;
use load::{self, BattleLabel, Meeting, MeetingSize, Provenance};
use naval::model::generator::PoolShip;
use naval::model::library::{ShipLine, TheatreLine};
use naval::model::{Card, Edge, Fine, Handicap, Setup, Ship, ShipType, Task};
use naval::rules::{formation, placement, survey, turn};
use naval::{Command, Fact, Id, Inches, Naval, Segment, SideId, State};
use play::{self, Game, Seeded};

/// Dice of our own for a seed: a plain linear congruence will do, since nothing is compared with the program's dice.
fn dice(seed: u64) -> Seeded<impl FnMut() -> u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    Seeded::new(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    })
}

pub(crate) fn drawn(setup: &Setup, seed: u64) -> State {
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
    let sources = naval_kit::builtin();
    let state = drawn(setup, seed);
    let about = BattleLabel {
        id: Id::new(format!("meeting-{seed}")),
        title: format!("Meeting {seed}"),
        made: Provenance { words: "a test".into(), edition: None },
    };
    let file = load::meeting_file(theatre, &state, &about).unwrap();
    let name = format!("{}-{seed}", theatre.id);
    let checked = load::scenario_text_checked(&sources, &name, &file).unwrap_or_else(|flaws| panic!("{flaws}\n{file}"));
    assert_eq!(checked.value.kind, naval::model::BattleKind::Generated, "its length is that of 10.4");
    let read = Naval::initial_state(&checked.value);
    lawful(&name, &state, &read);
    at_home(&name, &state, &read);
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

/// Each side is at home at an edge of its own coast, which is never the enemy's. [9.3, Q44]
fn at_home(name: &str, drawn: &State, read: &State) {
    let forces = &drawn.setup.generator.as_ref().unwrap().forces;
    for side in &read.setup.sides {
        let edge = side.friendly_edge;
        for force in forces {
            assert_eq!(force.home.contains(&edge), force.side == side.id, "{name}: {} at the {edge:?}", side.id);
        }
    }
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
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    assert!(theatres.len() >= 9);
    let sizes = [MeetingSize::Small, MeetingSize::Medium, MeetingSize::Large];
    let count = theatres.len() as u64;
    let outcomes = on_threads(2, theatres.iter().enumerate(), |(at, theatre)| {
        let days = theatre.to.signed_duration_since(theatre.from).num_days().unsigned_abs();
        // Three days and three sizes for each theatre; every seed from 0 to 999 is drawn in one of them.
        let setups: Vec<Setup> = (0..9_u64)
            .map(|kind| {
                let date = theatre.from.checked_add_days(Days::new(days * (kind / 3) / 2)).unwrap();
                let date = theatre.nearest_open_day(date);
                Meeting::prepare(&sources, theatre, date, sizes[(kind % 3) as usize]).unwrap().setup
            })
            .collect();
        let seeds = (0..SEEDS).filter(|seed| seed % count == at as u64);
        let drawn =
            seeds.map(|seed| (theatre.id.to_string(), one(theatre, &setups[(seed / count % 9) as usize], seed)));
        drawn.collect::<Vec<(String, Start)>>()
    })
    .concat();
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
    let sources = naval_kit::builtin();
    let library: BTreeMap<Id, Option<String>> =
        load::ship_list(&sources).unwrap().into_iter().map(|line| (line.id, line.built_as)).collect();
    for theatre in load::theatres(&sources).unwrap() {
        let setup = Meeting::prepare(&sources, &theatre, theatre.to, MeetingSize::Large).unwrap().setup;
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
    let sources = naval_kit::builtin();
    for theatre in load::theatres(&sources).unwrap() {
        let setup = Meeting::prepare(&sources, &theatre, theatre.from, MeetingSize::Medium).unwrap().setup;
        let about = || BattleLabel {
            id: "same".into(),
            title: "Same".into(),
            made: Provenance { words: "a test".into(), edition: None },
        };
        let file = |seed| load::meeting_file(&theatre, &drawn(&setup, seed), &about()).unwrap();
        assert_eq!(file(11), file(11), "{}", theatre.id);
        assert_ne!(file(11), file(12), "{}", theatre.id);
    }
}

#[test]
fn r9_3_who_comes_by_the_enemys_edge_is_at_home_at_his_own() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    let theatre = theatres.iter().find(|one| one.id == *"black-sea").unwrap();
    let setup = Meeting::prepare(&sources, theatre, theatre.from, MeetingSize::Small).unwrap().setup;
    let about = || BattleLabel {
        id: "home".into(),
        title: "Home".into(),
        made: Provenance { words: "a test".into(), edition: None },
    };
    let edges = |setup: &Setup, russia: i64, ottoman: i64| {
        let from = |bearing: i64| (Inches::whole(20), Fine(bearing * 10_000));
        let said = [(SideId::new("russia"), from(russia)), (SideId::new("ottoman"), from(ottoman))];
        let (mut dice, mut state) = (dice(5), naval::begin(setup));
        while let Some(command) = placement::next_step(&state, &said) {
            let events = play::decide::<Naval>(&state, &command, &mut dice).unwrap();
            play::apply_all::<Naval>(&mut state, &events);
        }
        let file = load::meeting_file(theatre, &state, &about()).unwrap();
        let read = load::scenario_text_checked(&sources, "home", &file).unwrap().value;
        read.sides.iter().map(|side| side.friendly_edge).collect::<Vec<Edge>>()
    };
    use Edge::{East, North, South};
    // Sevastopol and Batum, the Bosporus: of its own edges the one nearest to where a side begins.
    for (russia, ottoman, expect) in [(0, 180, [North, South]), (90, 270, [East, South])] {
        assert_eq!(edges(&setup, russia, ottoman), expect, "{russia} {ottoman}");
    }
    // By the enemy's edge, and yet at home at his own.
    for (russia, ottoman) in [(180, 0), (200, 20), (270, 90)] {
        let found = edges(&setup, russia, ottoman);
        assert!([North, East].contains(&found[0]) && found[1] == South, "{russia}: {found:?}");
    }
    // A theatre of before has no homes: the edge by which they come, whoever's coast that is.
    let mut before = setup.clone();
    for force in &mut Arc::make_mut(before.generator.as_mut().unwrap()).forces {
        (force.home, force.from) = (Vec::new(), Vec::new());
    }
    assert_eq!(edges(&before, 180, 0), [South, North]);
}

#[test]
fn r10_1_2_the_faces_of_a_type_that_is_not_there_fall_to_the_row_beside_it() {
    use ShipType::{BC, CL, CP, OBB, TBD};
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    let rows = |theatre: &TheatreLine, day: NaiveDate| {
        let setup = Meeting::prepare(&sources, theatre, day, MeetingSize::Small).unwrap().setup;
        let forces = setup.generator.iter().flat_map(|generator| generator.forces.clone()).collect::<Vec<_>>();
        forces
            .into_iter()
            .map(|force| force.types.iter().map(|row| (row.faces, row.kind)).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    for (theatre, day, side, expect) in [
        // Before Slava came, and after.
        ("gulf-of-riga-1915", "1915-07-30", 0, vec![((1, 4), CP), ((5, 10), TBD)]),
        ("gulf-of-riga-1915", "1915-07-31", 0, vec![((1, 2), OBB), ((3, 4), CP), ((5, 10), TBD)]),
        // After the sortie of Yavuz and Midilli neither is left, and the torpedo cruisers are back.
        ("aegean-1915", "1918-01-19", 1, vec![((1, 2), BC), ((3, 4), OBB), ((5, 6), CL), ((7, 10), TBD)]),
        ("aegean-1915", "1918-01-21", 1, vec![((1, 4), OBB), ((5, 6), CL), ((7, 10), TBD)]),
    ] {
        let theatre = theatres.iter().find(|one| one.id == *theatre).unwrap();
        assert_eq!(rows(theatre, day.parse().unwrap())[side], expect, "{} {day}", theatre.id);
    }
    for theatre in &theatres {
        let days = theatre.to.signed_duration_since(theatre.from).num_days().unsigned_abs();
        for part in 0..=12 {
            let date = theatre.nearest_open_day(theatre.from.checked_add_days(Days::new(days * part / 12)).unwrap());
            for of_side in rows(theatre, date) {
                let faces: Vec<u8> = of_side.iter().flat_map(|((from, to), _)| *from..=*to).collect();
                assert_eq!(faces, (1..=10).collect::<Vec<u8>>(), "{} {date}", theatre.id);
            }
        }
    }
}

/// Who steam in one squadron: battleships old and new, light cruisers, boats; else nobody but ships of one type.
fn sort(kind: ShipType) -> ShipType {
    match kind {
        ShipType::BB | ShipType::OBB => ShipType::BB,
        ShipType::CL | ShipType::CP => ShipType::CL,
        ShipType::TBD | ShipType::TB => ShipType::TBD,
        ShipType::BC | ShipType::CA | ShipType::MM | ShipType::CB => kind,
    }
}

/// The group of the theatre to which a ship belongs.
fn group_of(state: &State, card: &Card) -> Option<(Id, u8)> {
    let forces = &state.setup.generator.as_ref().unwrap().forces;
    let mut listed = forces.iter().flat_map(|force| force.pool.iter().map(move |listed| (&force.side, listed)));
    let (side, found) = listed.find(|(_, listed)| listed.card.id == card.id)?;
    found.group.map(|group| (side.named(), group))
}

/// Ships no sisters sail together of one group, or without one of one sort and whose speeds lie 0.40" apart at the most.
fn keep_company(state: &State, ships: &[&Ship], others: &[&Ship]) -> bool {
    let fit = |one: &Card, other: &Card| match (group_of(state, one), group_of(state, other)) {
        (None, None) => sort(one.kind) == sort(other.kind) && (one.speed - other.speed).abs() <= Inches(40),
        (one_group, other_group) => one_group == other_group,
    };
    let sisters = |one: &Card, other: &Card| one.class == other.class;
    ships.iter().all(|one| others.iter().all(|two| sisters(&one.card, &two.card) || fit(&one.card, &two.card)))
}

/// The leader at the head of a division, and the years and speeds between her and her boats, and whether the theatre
/// names them.
fn leader_of<'s>(state: &'s State, ships: &[&Ship]) -> Option<&'s PoolShip> {
    let generator = state.setup.generator.as_ref()?;
    let mut leaders = generator.forces.iter().flat_map(|force| &force.leaders);
    leaders.find(|leader| leader.card.id == ships[0].card.id)
}

/// The year in which a ship of the theatre was completed.
fn year_of(state: &State, ship: &Ship) -> Option<i32> {
    let mut forces = state.setup.generator.iter().flat_map(|generator| &generator.forces);
    forces.find_map(|force| force.pool.iter().find(|listed| listed.card.id == ship.card.id)?.completed)
}

/// What was seen of the divisions of many battles.
#[derive(Default)]
struct Seen {
    divisions: usize,
    alone: usize,
    led: usize,
    /// Ships of two classes in one division.
    mixed: usize,
    /// Sides that come by the enemy's edge.
    elsewhere: Vec<String>,
}

/// Whether a division could lend ships to one that lacks some, and part no sisters but for sisters.
fn lends(mates: &[&Ship], few: &[&Ship], least: usize) -> bool {
    let short = least - few.len();
    let class = |ship: &&Ship| ship.card.class.clone();
    let is_of = |ships: &[&Ship], one: &str| ships.iter().any(|ship| ship.card.class == one);
    least + short <= mates.len()
        && (0..=mates.len() - short).any(|from| {
            let (lent, left) = (&mates[from..from + short], [&mates[..from], &mates[from + short..]].concat());
            lent.iter().map(class).all(|one| is_of(few, &one) || !is_of(&left, &one))
        })
}

/// A side of three divisions or more has light ships, where the theatre has any. [10.1.2]
fn screened(name: &str, state: &State) {
    let is_light = |kind: ShipType| [ShipType::CL, ShipType::CP, ShipType::TBD, ShipType::TB].contains(&kind);
    for force in &state.setup.generator.as_ref().unwrap().forces {
        let there = force.pool.iter().any(|listed| is_light(listed.card.kind));
        let drawn = state.ships_of_side(&force.side).any(|ship| is_light(ship.card.kind));
        assert!(drawn || !there || force.rolls < 3, "{name}: {} has no light ship", force.side);
    }
}

/// Who comes as the dice will comes from its own side: the nearest of all named edges is its own. [10.1.3, Q44]
fn comes_from_home(name: &str, state: &State, seen: &mut Seen) {
    let middle = |edge: Edge| match edge {
        Edge::North => 0.0,
        Edge::East => 90.0,
        Edge::South => 180.0,
        Edge::West => 270.0_f64,
    };
    let forces = &state.setup.generator.as_ref().unwrap().forces;
    for approach in &state.approaches {
        let off = |edge: &Edge| {
            let turned = (approach.bearing.as_f64() - middle(*edge)).rem_euclid(360.0);
            turned.min(360.0 - turned)
        };
        let all = forces.iter().flat_map(|force| force.approach_edges().iter().map(|edge| (off(edge), &force.side)));
        let (_, nearest) = all.min_by(|(one, _), (other, _)| one.total_cmp(other)).unwrap();
        if *nearest != approach.side {
            seen.elsewhere.push(format!("{name}: {} from {}", approach.side, approach.bearing));
        }
    }
}

/// Sizes by 5.1.1, squadrons and flotillas of ships that would steam together, and leaders with boats of their time; ships
/// that are too few stay alone only where nobody of their side could sail with them. [5.1.1, 10.1.2]
fn like_squadrons(name: &str, state: &State, seen: &mut Seen) {
    let divisions: Vec<Vec<&Ship>> =
        state.divisions.iter().map(|division| state.ships_of_division(&division.id).collect()).collect();
    for (at, ships) in divisions.iter().enumerate() {
        let names: Vec<String> = ships.iter().map(|ship| format!("{} {}", ship.id, ship.card.kind)).collect();
        let name = format!("{name}, {}: {names:?}", state.divisions[at].id);
        let (least, most) = formation::division_sizes(ships[0].card.kind);
        assert!(ships.len() <= most, "{name}");
        let leader = leader_of(state, ships);
        let company = &ships[usize::from(leader.is_some())..];
        assert!(keep_company(state, company, company), "{name}");
        assert!(company.iter().all(|ship| leader_of(state, &[ship]).is_none()), "{name}: two leaders");
        if let Some(leader) = leader {
            assert!(4 <= company.len(), "{name}");
            for boat in company {
                assert!(boat.card.kind.is_torpedo_craft(), "{name}");
                let years = leader.completed.zip(year_of(state, boat)).map_or(0, |(hers, its)| (hers - its).abs());
                let faster = leader.card.speed - boat.card.speed;
                let of_her_time = years <= 6 && Inches(-25) <= faster && faster <= Inches(80);
                assert!(of_her_time || leader.leads.contains(&boat.card.class), "{name}: {years} years, {faster}");
            }
            seen.led += 1;
        }
        if ships.len() < least {
            let mates = divisions.iter().enumerate().filter(|(other, mates)| {
                *other != at && mates[0].side == ships[0].side && leader_of(state, mates).is_none()
            });
            for (_, mates) in mates.filter(|(_, mates)| keep_company(state, ships, mates)) {
                let room = mates.len() + ships.len() <= most;
                assert!(!room && !lends(mates, ships, least), "{name}, and there are others");
            }
            seen.alone += 1;
        }
        seen.divisions += 1;
        seen.mixed += usize::from(company.iter().any(|ship| ship.card.class != company[0].card.class));
    }
}

/// She was completed, and neither lost nor away nor in dock, and bore the name.
fn of_the_day(line: &ShipLine, card: &Card, date: NaiveDate) {
    let (ship, name) = (&line.ship, format!("{} {date}", card.id));
    assert_eq!((ship.absence_on(date), ship.out_of_service_on(date)), (None, None), "{name}");
    assert!(ship.transferred.is_none_or(|day| date < day), "{name}: {:?}", ship.service);
    assert_eq!(card.name, line.name, "{name}");
}

#[test]
fn r10_1_2_who_is_damaged_or_has_another_name_is_not_drawn() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    let pool = |theatre: &str, day: &str| {
        let theatre = theatres.iter().find(|one| one.id == *theatre).unwrap();
        let setup = Meeting::prepare(&sources, theatre, day.parse().unwrap(), MeetingSize::Large).unwrap().setup;
        let forces = setup.generator.iter().flat_map(|generator| &generator.forces);
        forces.flat_map(|force| &force.pool).map(|listed| listed.card.id.to_string()).collect::<Vec<String>>()
    };
    for (theatre, day, ship, there) in [
        ("yellow-sea", "1904-08-10", "askold", true),
        ("yellow-sea", "1904-08-11", "askold", false),
        ("yellow-sea", "1904-07-25", "chiyoda", true),
        ("yellow-sea", "1904-07-26", "chiyoda", false),
        ("north-sea-1914", "1914-11-04", "invincible", true),
        ("north-sea-1914", "1914-11-05", "invincible", false),
        ("north-sea-1914", "1915-02-08", "tiger", false),
        ("north-sea-1914", "1915-02-09", "tiger", true),
        ("gulf-of-riga", "1916-11-06", "letun", true),
        ("gulf-of-riga", "1917-10-01", "letun", false),
        ("mediterranean", "1916-05-15", "csepel", false),
        ("pacific", "1914-09-15", "newcastle", false),
        ("north-sea-1914", "1915-01-23", "lion", true),
        ("north-sea-1914", "1915-01-25", "lion", false),
        ("north-sea-1914", "1915-04-07", "lion", false),
        ("north-sea-1914", "1915-04-08", "lion", true),
        ("north-sea-1916", "1917-10-19", "hindenburg", false),
        ("north-sea-1916", "1917-10-20", "hindenburg", true),
        ("north-sea-1916", "1918-06-14", "kronprinz", true),
        ("north-sea-1916", "1918-06-15", "kronprinz", false),
        ("north-sea-1916", "1918-06-15", "kronprinz-wilhelm", true),
        ("gulf-of-riga", "1917-05-01", "grazhdanin", true),
        ("gulf-of-riga", "1917-05-01", "tsesarevich", false),
        ("black-sea", "1914-12-26", "yavuz-sultan-selim", true),
        ("black-sea", "1914-12-27", "yavuz-sultan-selim", false),
        ("baltic", "1915-06-01", "roon", true),
        ("baltic", "1914-10-01", "roon", false),
        ("baltic", "1915-07-03", "prinz-adalbert", false),
        ("dover-straits", "1917-08-01", "moon", false),
        ("aegean-1915", "1917-08-31", "acheron", false),
        ("aegean-1915", "1917-09-01", "acheron", true),
        ("aegean-1915", "1917-09-01", "lurcher", false),
        ("yellow-sea", "1904-08-15", "chitose", true),
        ("yellow-sea", "1904-08-20", "chitose", false),
        ("yellow-sea", "1904-08-24", "chitose", true),
        ("north-sea-1914", "1914-11-15", "derfflinger", false),
        ("north-sea-1914", "1914-11-16", "derfflinger", true),
        ("baltic", "1915-11-09", "schwaben", true),
        ("baltic", "1915-11-10", "schwaben", false),
        ("pacific", "1914-08-10", "hampshire", false),
        ("pacific", "1914-08-10", "australia", true),
        ("dover-straits", "1916-04-24", "v67", true),
        ("dover-straits", "1916-10-22", "v69", false),
        ("dover-straits", "1916-10-23", "v69", true),
        ("dover-straits", "1916-10-22", "g85", false),
        ("dover-straits", "1916-10-23", "g85", true),
    ] {
        assert_eq!(pool(theatre, day).iter().any(|one| one == ship), there, "{theatre} {day} {ship}");
    }
}

#[test]
fn r1_2_nobody_fights_where_there_is_ice() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    for (theatre, day, open) in [
        ("baltic", "1914-12-14", true),
        ("baltic", "1914-12-15", false),
        ("baltic", "1915-01-01", false),
        ("baltic", "1915-04-25", false),
        ("baltic", "1915-04-26", true),
        ("gulf-of-riga", "1917-01-02", false),
        ("gulf-of-riga-1915", "1915-04-30", false),
        ("gulf-of-riga-1915", "1915-05-01", true),
        ("black-sea", "1915-01-01", true),
    ] {
        let (theatre, day) = (theatres.iter().find(|one| one.id == *theatre).unwrap(), day.parse().unwrap());
        assert_eq!(theatre.closed_on(day).is_none(), open, "{} {day}", theatre.id);
        let meeting = Meeting::prepare(&sources, theatre, day, MeetingSize::Small);
        match meeting {
            Ok(_) => assert!(open, "{} {day}", theatre.id),
            Err(flaws) => assert!(!open && flaws.to_string().contains("ice from"), "{flaws}"),
        }
    }
    let baltic = theatres.iter().find(|one| one.id == *"baltic").unwrap();
    let opens = |day: &str| baltic.nearest_open_day(day.parse().unwrap()).to_string();
    assert_eq!((opens("1915-01-10"), opens("1915-12-20")), ("1915-04-26".to_owned(), "1915-12-14".to_owned()));
}

#[test]
fn r10_1_2_every_division_that_is_drawn_is_of_ships_that_steam_together() {
    const SEEDS: u64 = 60;
    let sources = naval_kit::builtin();
    let mut seen = Seen::default();
    let library: BTreeMap<Id, ShipLine> =
        load::ship_list(&sources).unwrap().into_iter().map(|line| (line.id.clone(), line)).collect();
    for theatre in &load::theatres(&sources).unwrap() {
        let days = theatre.to.signed_duration_since(theatre.from).num_days().unsigned_abs();
        for part in 0..4 {
            let date = theatre.nearest_open_day(theatre.from.checked_add_days(Days::new(days * part / 3)).unwrap());
            let setup = Meeting::prepare(&sources, theatre, date, MeetingSize::Large).unwrap().setup;
            for seed in 0..SEEDS {
                let state = drawn(&setup, seed);
                let name = format!("{} {date} {seed}", theatre.id);
                like_squadrons(&name, &state, &mut seen);
                screened(&name, &state);
                comes_from_home(&name, &state, &mut seen);
                for ship in &state.ships {
                    of_the_day(&library[&ship.card.id], &ship.card, date);
                }
            }
        }
    }
    let Seen { divisions, alone, led, mixed, elsewhere } = seen;
    assert!(elsewhere.is_empty(), "{} of them: {:?}", elsewhere.len(), elsewhere.iter().step_by(7).collect::<Vec<_>>());
    println!("{divisions} divisions, {alone} alone, {led} led, {mixed} of several classes");
    assert!(10_000 < divisions && 500 < led && 1_000 < mixed, "{divisions} {led} {mixed}");
    // Goeben, Averof, Australia, a dreadnought in the Black Sea.
    assert!(alone * 20 < divisions, "{alone} of {divisions} stay alone");
}

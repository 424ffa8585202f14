//! Every die that decides something is in the answer and in the log. [2.5]
use std::{collections::BTreeSet, fs};

use naval::model::{Alternation, BatteryKind, Harm, HeldHit, HitKind, Purpose, Setup};
use naval::{Fact, Id, Inches, Naval, NavalEvent, Segment, State, notation, rules::placement};
use naval_kit::battle::{Play, setups};
use play::{Game, Roll, Seeded, journal::Journal};

/// The name of every purpose of a roll. A purpose that is not listed does not compile.
macro_rules! purposes {
    ($($Variant:ident)+) => {
        const PURPOSES: &[&str] = &[$(stringify!($Variant)),+];

        fn word(purpose: &Purpose) -> &'static str {
            match purpose {
                $(Purpose::$Variant { .. } => stringify!($Variant),)+
            }
        }
    };
}
purposes! {
    SightingBase Wind WindFrom Hour DeclareFirst SecondaryFirst ToHit Size Penetration Volley TorpedoTarget TorpedoToHit TorpedoSize TorpedoPenetration TorpedoCheck Reaction ForceType ForceNumber ForceShip ApproachBearing ApproachDistance Orders Independent Collision Damage Special Magazine Flash Mount Steering BridgeOrFireControl GunsGone Fire FireFought Repair AfterFire AfterRepair SpecialRule Mine Dud
}

/// Whether a text contains all dice as numbers, each as often as it was rolled.
fn shows_all_dice(text: &str, dice: &[&Roll<Purpose>]) -> bool {
    let mut numbers: Vec<&str> = text.split(|letter: char| !letter.is_ascii_digit()).collect();
    dice.iter().all(|die| {
        let place = numbers.iter().position(|number| *number == die.face.to_string());
        place.map(|place| numbers.swap_remove(place)).is_some()
    })
}

fn check(before: &State, events: &[NavalEvent]) -> usize {
    check_and_count(before, events, &mut BTreeSet::new())
}

fn check_and_count(before: &State, events: &[NavalEvent], seen: &mut BTreeSet<&'static str>) -> usize {
    let mut state = before.clone();
    for event in events {
        let text = show::event::event_text(&state, event);
        let dice: Vec<&Roll<Purpose>> = event.dice.iter().collect();
        assert!(shows_all_dice(&text, &dice), "{event:?}\n{text}");
        Naval::apply(&mut state, &event.fact);
    }
    let dice: Vec<&Roll<Purpose>> = events.iter().flat_map(|event| &event.dice).collect();
    let answer = show::brief::brief_lines(before, events, 0, 0).join("\n");
    assert!(shows_all_dice(&answer, &dice), "{dice:?}\n{answer}");
    seen.extend(dice.iter().map(|die| word(&die.purpose)));
    dice.len()
}

/// Checks the commands in force of the naval journals in `tests/suite/journals`.
fn check_journals(seen: &mut BTreeSet<&'static str>) {
    for file in fs::read_dir(kit::root().join("tests/suite/journals")).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read(&path).unwrap();
        let Ok(read) = Journal::<Naval>::read("naval", &text[..]) else { continue };
        let mut state = Naval::initial_state(&read.journal.header().setup);
        for applied in read.journal.commands() {
            check_and_count(&state, applied.events, seen);
            play::apply_all::<Naval>(&mut state, applied.events);
        }
    }
}

/// Checks the dice of generated battles. [10.1]
fn check_generated(seen: &mut BTreeSet<&'static str>) {
    let setup = naval_kit::scenario("generated-yellow-sea");
    for seed in 0..4 {
        let (mut state, mut next_random) = (Naval::initial_state(&setup), kit::random_numbers(seed));
        let mut dice = Seeded::new(&mut next_random);
        while let Some(command) = placement::next_setup_command(&state, &[]) {
            let events = play::decide::<Naval>(&state, &command, &mut dice).unwrap();
            check_and_count(&state, &events, seen);
            play::apply_all::<Naval>(&mut state, &events);
        }
    }
}

/// A battle whose orders are decided with the dice of a seed, and in which every die must be reported.
struct DriverWithDice<'s> {
    state: State,
    seen: &'s mut BTreeSet<&'static str>,
}

impl DriverWithDice<'_> {
    fn new<'s>(setup: &Setup, seen: &'s mut BTreeSet<&'static str>) -> DriverWithDice<'s> {
        DriverWithDice { state: Naval::initial_state(setup), seen }
    }
    fn apply(&mut self, fact: &Fact) {
        Naval::apply(&mut self.state, fact);
    }
    fn begin_segment(&mut self, turn: u16, segment: Segment) {
        self.apply(&Fact::SegmentBegan { turn, segment });
    }
    /// Carries out a line with the dice of a seed. A refused line changes nothing.
    fn type_line(&mut self, line: &str, seed: u64) {
        let typed = notation::parse(&self.state, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut next_random = kit::random_numbers(seed);
        let Ok(events) = play::decide::<Naval>(&self.state, &typed.command, &mut Seeded::new(&mut next_random)) else {
            return;
        };
        check_and_count(&self.state, &events, self.seen);
        play::apply_all::<Naval>(&mut self.state, &events);
    }
}

/// Rolls rare dice: hits of every kind on every ship, torpedoes of large ships, an end with fires and hits, special
/// rules, and the dice of strict house rules. [3.3.5, 7.5, 8.2, 8.5.4, 8.6.3, 9.2]
fn check_rare_dice(seen: &mut BTreeSet<&'static str>) {
    for (id, seed) in
        ["ulsan", "tsushima", "jutland-run-south"].into_iter().flat_map(|id| (0..6).map(move |index| (id, index)))
    {
        let mut play = DriverWithDice::new(&naval_kit::scenario(id), seen);
        play.begin_segment(2, Segment::Damage);
        let ships: Vec<Id> = play.state.ships_in_action().map(|ship| ship.id.clone()).collect();
        for (index, ship) in ships.iter().enumerate() {
            for kind in [HitKind::Penetrating, HitKind::NonPenetrating, HitKind::Torpedo] {
                let (target, battery) = (ship.clone(), Some(BatteryKind::Big));
                play.apply(&Fact::HitsMarked(HeldHit { target, firer: None, kind, battery, range: None, count: 2 }));
            }
            play.type_line(&format!("damage {ship}"), 100 * seed + index as u64);
        }
        play.type_line("end because \"late\"", seed);
    }
    // A ship without way repairs its speed damage after the end.
    let mut play = DriverWithDice::new(&naval_kit::scenario("ulsan"), seen);
    play.apply(&Fact::HitTaken { ship: "rurik".into(), id: "SP1".into(), harm: Harm::Speed(Inches::whole(9)) });
    play.type_line("end because \"late\"", 1);
    for seed in 0..400 {
        let mut table = naval_kit::table::Table::new();
        for (name, side, at) in [("One", "a", (20.0, 20.0)), ("Two", "b", (24.0, 20.0)), ("Three", "b", (16.0, 20.0))] {
            table.place(name, naval::model::ShipType::BB, side, (at.0, at.1, 0.0));
        }
        table.lines(&["next to torpedo"]);
        DriverWithDice { state: table.state, seen }.type_line("torpedoes a", seed);
    }
    let field = "[{of: 1, does: {mines: {areas: [[[0, 0], [70, 0], [70, 47], [0, 47]]], lanes: [], lane_half_width: 1, per: turn}}}]";
    let mut mined = naval_kit::scenario("drill-two-lines");
    (mined.special_rules, mined.rules) = (vec!["The first.".to_owned()], naval_kit::keys(field));
    DriverWithDice::new(&mined, seen).type_line("next to sighting waive \"test\"", 1);
    DriverWithDice::new(&naval_kit::scenario("goeben-1914"), seen).type_line("next waive \"test\"", 1);
    let mut strict = naval_kit::scenario("drill-two-lines");
    strict.options.alternation = Alternation::Strict;
    for seed in 0..10 {
        let mut play = DriverWithDice::new(&strict, seen);
        play.type_line("next to gunfire waive \"test\"", seed);
        play.type_line("declared", seed);
        play.type_line("declared", seed);
        let mut play = DriverWithDice::new(&naval_kit::scenario("tsushima"), play.seen);
        play.begin_segment(5, Segment::Gunfire);
        let ships: Vec<Id> = play.state.ships.iter().map(|ship| ship.id.clone()).collect();
        ships.iter().for_each(|ship| play.apply(&Fact::Sighted { ship: ship.clone() }));
        play.type_line("set rule 3 on because \"both agree\"", seed);
        play.type_line("target oslyabya at mikasa range 6 port", seed);
        play.type_line("fire oslyabya", seed);
    }
}

#[test]
fn r2_5_every_die_rolled_is_in_the_answer_and_in_the_log() {
    let (mut dice, mut seen) = (0, BTreeSet::new());
    check_journals(&mut seen);
    check_generated(&mut seen);
    check_rare_dice(&mut seen);
    for (index, setup) in setups().iter().enumerate() {
        for seed in 0..5 {
            let mut play = Play::new(setup, 100 * index as u64 + seed);
            for _ in 0..120 {
                let before = play.state.clone();
                let events = play.type_random_line();
                dice += check_and_count(&before, &events, &mut seen);
            }
        }
    }
    assert!(60 < dice, "{dice} dice were rolled");
    let unseen: Vec<&&str> = PURPOSES.iter().filter(|word| !seen.contains(*word)).collect();
    assert!(unseen.is_empty(), "no die was rolled for {unseen:?}");
}

/// Two battleships are equally near: a die picks one of them. [7.5.2]
#[test]
fn r7_5_2_the_die_that_picks_the_nearest_is_shown() {
    let mut table = naval_kit::table::Table::new();
    for (name, side, at) in [("One", "a", (20.0, 20.0)), ("Two", "b", (24.0, 20.0)), ("Three", "b", (16.0, 20.0))] {
        table.place(name, naval::model::ShipType::BB, side, (at.0, at.1, 0.0));
    }
    table.lines(&["next to torpedo"]);
    let before = table.state.clone();
    let events = table.apply_line("torpedoes a", &[1, 5, 20]);
    check(&before, &events);
    let answer = show::brief::brief_lines(&before, &events, 0, 0).join("\n");
    assert!(answer.contains("The die picks Three from the ships equally near (D6: typed 5). [7.5.2]"), "{answer}");
}

/// The first hit sinks the ship. The second would have cost guns, but a hulk can only explode. [8.7, Q46]
#[test]
fn r8_7_a_row_without_effect_on_a_hulk_says_so() {
    let mut table = naval_kit::table::Table::new();
    table.place("Asahi", naval::model::ShipType::BB, "a", (20.0, 20.0, 90.0));
    table.place("Retvizan", naval::model::ShipType::BB, "b", (20.0, 26.0, 90.0));
    table.lines(&["set retvizan flotation 2 because \"a mine\"", "next to damage"]);
    let hits = naval::model::HeldHit {
        target: "retvizan".into(),
        firer: Some("asahi".into()),
        kind: naval::model::HitKind::Penetrating,
        battery: Some(naval::model::BatteryKind::Big),
        range: Some(naval::Inches::whole(6)),
        count: 2,
    };
    table.apply(&naval::Fact::HitsMarked(hits));
    let before = table.state.clone();
    let events = table.apply_line("damage retvizan", &[17, 3]);
    check(&before, &events);
    let answer = show::brief::brief_lines(&before, &events, 0, 0);
    let line_with = |face: &str| answer.iter().find(|line| line.contains(face)).cloned().unwrap_or_default();
    assert!(!line_with("D20 17").contains("no effect"), "{answer:?}");
    assert!(line_with("D20 3").ends_with("; no effect: the target is already lost"), "{answer:?}");
}

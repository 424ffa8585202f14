//! Scripts that a reader can follow, run through the program itself: a convoy [5.1.2], and a flotilla [5.2, 5.3].
use std::{fs, path::PathBuf, process::Command as Process};

use naval::model::{Fate, convoy::column_lengths};
use naval::{Fact, Id, Inches, Naval, Segment, State, rules::survey};
use play::Game;
use play::journal::Journal;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_kaiser");

/// A script played to its end, verified, and read back.
struct Played {
    /// Facts with their turns.
    facts: Vec<(u16, Fact)>,
    /// The table at the start of each turn's Plotting Segment, turn 1 first.
    turns: Vec<State>,
    end: State,
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(name)
}

fn played(scenario: &str, script: &str, seed: &str) -> Played {
    let folder = TempDir::new().unwrap();
    let kaiser = |args: &[&str]| {
        let output = Process::new(PROGRAM).args(args).current_dir(folder.path()).env("HOME", folder.path()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let script = file(script);
    kaiser(&["play", scenario, "--script", script.to_str().unwrap(), "--seed", seed, "-o", "game.kaiser"]);
    assert!(kaiser(&["verify", "game.kaiser"]).contains("all agree"));
    let bytes = fs::read(folder.path().join("game.kaiser")).unwrap();
    let journal = Journal::<Naval>::read("naval", &bytes).unwrap().journal;
    let mut state = Naval::initial_state(&journal.header().setup);
    let (mut facts, mut turns) = (Vec::new(), vec![state.clone()]);
    for event in journal.commands().iter().flat_map(|applied| applied.events) {
        facts.push((state.turn, event.fact.clone()));
        Naval::apply(&mut state, &event.fact);
        if matches!(event.fact, Fact::SegmentBegan { segment: Segment::Plotting, .. }) {
            turns.push(state.clone());
        }
    }
    Played { facts, turns, end: state }
}

impl Played {
    /// The turns in which something happened.
    fn when(&self, happened: impl Fn(&Fact) -> bool) -> Vec<u16> {
        let mut turns: Vec<u16> = self.facts.iter().filter(|(_, fact)| happened(fact)).map(|(turn, _)| *turn).collect();
        turns.dedup();
        turns
    }
    fn fate_of(&self, ship: &str) -> Fate {
        self.end.ship(&Id::new(ship)).unwrap().fate.clone()
    }
}

/// The position of the second ship relative to the first, in hundredths of an inch.
fn offset_of(state: &State, first: &str, second: &str) -> (i64, i64) {
    let position = |ship: &str| state.ship(&Id::new(ship)).unwrap().at.unwrap();
    let (left, right) = (position(first), position(second));
    let hundredths = |there: f64, here: f64| ((there - here) * 100.0).round() as i64;
    (hundredths(right.x.as_f64(), left.x.as_f64()), hundredths(right.y.as_f64(), left.y.as_f64()))
}

const STEAMERS: [&str; 10] = [
    "nippon-maru",
    "america-maru",
    "hongkong-maru",
    "manshu-maru",
    "yawata-maru",
    "nikko-maru",
    "kumano-maru",
    "kasuga-maru",
    "taichu-maru",
    "tainan-maru",
];

/// 5.1.2, 5.7.2: for sixty plotted turns each of ten ships keeps its place in four columns, whatever happens.
#[test]
fn r5_1_2_a_convoy_of_ten_keeps_its_columns_for_sixty_turns() {
    let path = file("convoy.yaml");
    let game = played(path.to_str().unwrap(), "convoy.script", "60");
    assert_eq!((game.end.turn, game.turns.len()), (61, 61));
    assert_eq!(column_lengths(STEAMERS.len()), [3, 3, 2, 2]);
    // Columns of three, three, two and two ships, all 2.0 apart, on the first course, which is east.
    let stations: Vec<(i64, i64)> = [3, 3, 2, 2]
        .iter()
        .enumerate()
        .flat_map(|(column, rows)| (0..*rows).map(move |row| (row, column)))
        .map(|(row, column)| (-200 * row as i64, -200 * column as i64))
        .collect();
    for state in &game.turns {
        for (ship, (x, y)) in STEAMERS.iter().zip(&stations) {
            let (east, north) = offset_of(state, STEAMERS[0], ship);
            // Each ship turns where it is: the pattern keeps its bearings on every course. [5.7.2]
            assert!((east - x).abs() <= 2 && (north - y).abs() <= 2, "turn {}: {ship} at {east}, {north}", state.turn);
        }
        assert!(state.division(&"convoy".into()).unwrap().ships.len() == 10, "turn {}", state.turn);
    }
    // A plot for the convoy every turn, one of them filed in advance. [5.7.7]
    let filed = |advance: bool| {
        game.when(|fact| {
            matches!(fact, Fact::PlotFiled { division, advance: ahead, .. } if *division == *"convoy" && *ahead == advance)
        })
    };
    let missing: Vec<u16> = (1..=60).filter(|turn| !filed(false).contains(turn)).collect();
    assert_eq!((missing, filed(true)), (vec![49], vec![48]));
    // With the force flagship, convoy and escort need no orders. The scout's own formation does. [5.10.1, 5.10.3]
    let checks = |unit: &str| {
        game.when(|fact| matches!(fact, Fact::OrdersChecked { unit: checked, with, .. } if *checked == *unit || with.contains(&unit.into())))
    };
    assert_eq!((checks("convoy"), checks("escort")), (vec![], vec![]));
    assert_eq!(checks("leader").len() + checks("flotilla").len(), 0, "Novik flies the flag of the other side");
    assert!(checks("scout").first() == Some(&33) && checks("scout").len() > 5, "{:?}", checks("scout"));
}

/// 4.6, 5.3.2, 5.11, 7.4, 7.4.6: what the convoy's script shows on the way.
#[test]
fn r5_3_2_the_convoys_script_has_smoke_an_attack_and_changes_of_formation() {
    let path = file("convoy.yaml");
    let game = played(path.to_str().unwrap(), "convoy.script", "60");
    let smoke = game.when(|fact| matches!(fact, Fact::Moved(run) if run.smoke));
    assert_eq!(smoke, [22, 23]);
    // Laid on turn 23, it is there on turns 23 and 24, and gone in 25. [4.6]
    let smoke_turns: Vec<u16> =
        game.turns.iter().filter(|state| !survey::smoke(state).is_empty()).map(|state| state.turn).collect();
    assert_eq!(smoke_turns, [23, 24]);
    assert_eq!(game.when(|fact| matches!(fact, Fact::BatteriesFired(_))), [24, 25, 26]);
    assert_eq!(
        (game.fate_of("silny"), game.fate_of("statny"), game.fate_of("smely")),
        (Fate::Sunk, Fate::Sunk, Fate::Fighting)
    );
    assert_eq!(game.when(|fact| matches!(fact, Fact::TorpedoesMet(_) | Fact::TorpedoesAttacked(_))), [28]);
    let dummies = game.when(|fact| matches!(fact, Fact::TorpedoesLaunched(marker) if marker.dummy));
    assert_eq!(dummies, [29]);
    assert!(game.facts.iter().any(|(_, fact)| matches!(fact, Fact::CollisionTested(met) if met.collides)));
    let formed = game.when(|fact| matches!(fact, Fact::FormationChanged { short, .. } if short.is_empty()));
    assert_eq!(formed, [37, 44, 45]);
    assert_eq!(game.when(|fact| matches!(fact, Fact::ShipExited { friendly: true, .. })), [58, 59, 60]);
    assert!(game.end.end.is_some());
}

/// 5.2, 5.3: four divisions behind a light cruiser, from line ahead to line abreast, into fire and out of it.
#[test]
fn r5_3_a_flotilla_of_four_divisions_fights_by_script() {
    let game = played("sandbox", "flotilla.script", "36");
    let formation = |turn: usize| game.turns[turn - 1].formation(&"screen".into()).cloned();
    assert_eq!(formation(2).unwrap().divisions.len(), 5);
    // In seven turns two divisions reach their places, each leader 2.0 north of the one before. Two fall short. [5.3.3]
    assert_eq!(game.when(|fact| matches!(fact, Fact::FormationChanged { .. })), (2..=8).collect::<Vec<u16>>());
    let short = |fact: &Fact| match fact {
        Fact::FormationChanged { short, .. } => Some(short.iter().map(ToString::to_string).collect::<Vec<_>>()),
        _ => None,
    };
    assert_eq!(
        game.facts.iter().filter_map(|(_, fact)| short(fact)).next_back(),
        Some(vec!["3rd".into(), "4th".into()])
    );
    for (index, leader) in ["tatsuta", "ikazuchi", "murakumo"].iter().enumerate() {
        assert_eq!(offset_of(&game.turns[8], "tatsuta", leader), (0, 200 * index as i64), "{leader}");
    }
    assert_eq!(formation(10).unwrap().lines[0].interval, Inches(200));
    // On turn 1 they followed: 1st its leader, 2nd the 1st, and so on. [5.7.4]
    assert_eq!(offset_of(&game.turns[1], "tatsuta", "hayatori"), (-1825, 0));
    let smoke = game.when(|fact| matches!(fact, Fact::Moved(run) if run.smoke));
    assert_eq!(smoke, [9]);
}

/// 5.11, 5.15, 7.4: the flotilla turns away under fire with its torpedoes, comes again, launches and collides.
#[test]
fn r5_15_the_flotillas_script_reacts_launches_and_collides() {
    let game = played("sandbox", "flotilla.script", "36");
    let tested: Vec<(u16, u16, bool, usize)> = game
        .facts
        .iter()
        .filter_map(|(turn, fact)| match fact {
            Fact::ReactionTested { batteries, reacts, with, .. } => Some((*turn, *batteries, *reacts, with.len())),
            _ => None,
        })
        .collect();
    // Three batteries on two of its divisions, one roll for all five. [5.15.1, 5.15.5]
    assert_eq!(tested, [(10, 3, true, 4)]);
    assert_eq!(game.when(|fact| matches!(fact, Fact::LaunchCancelled { .. })), [10]);
    let left = |turn: usize, ship: &str| game.turns[turn - 1].ship(&Id::new(ship)).unwrap().torpedoes_left;
    assert_eq!((left(11, "harusame"), left(14, "shinonome")), (1, 0), "unspent [5.15.4], and spent [7.4.7]");
    let turned = game.when(|fact| matches!(fact, Fact::TurnedAway { .. }));
    assert_eq!(turned, [10]);
    // They turned west, away from battleships in the east. [5.15.3]
    for (ship, heading) in [("tatsuta", 240.0), ("ikazuchi", 255.0), ("shinonome", 270.0), ("harusame", 300.0)] {
        assert_eq!(game.turns[10].ship(&Id::new(ship)).unwrap().at.unwrap().heading.as_f64(), heading, "{ship}");
    }
    let launches: Vec<(u16, String)> = game
        .facts
        .iter()
        .filter_map(|(turn, fact)| match fact {
            Fact::TorpedoesLaunched(marker) => Some((*turn, marker.id.to_string())),
            _ => None,
        })
        .collect();
    assert_eq!(launches, [(10, "Q:japan".to_owned()), (13, "R:japan".to_owned()), (13, "S:japan".to_owned())]);
    let attacked: Vec<String> = game
        .facts
        .iter()
        .filter_map(|(_, fact)| match fact {
            Fact::TorpedoesAttacked(attack) => Some(attack.target.to_string()),
            _ => None,
        })
        .collect();
    // Marker S, launched at Pobeda, meets Pobeda's consort. A friend is on the line. [7.4.2, 7.4.4]
    assert_eq!(attacked, ["retvizan", "retvizan", "akebono"]);
    let collided = game.when(|fact| matches!(fact, Fact::CollisionTested(met) if met.collides));
    assert_eq!((collided, game.fate_of("ikazuchi")), (vec![14], Fate::Sinking));
}

//! Chapter 7, paragraph by paragraph.
mod close_quarters;

use naval::model::command::{LineBlock, MetShip};
use naval::model::{
    BatteryCount, Label, Setting, Setup, Sum, TableReason, TorpedoAttack, TorpedoAttackKind, half_turn::TurnSpan,
    ship::*, state::Marker,
};
use naval::{Command, Fact, NavalEvent, Reason, Segment, rules::torpedo};
use play::NotDecided;

use naval_kit::fixture::*;

/// Six factors of German destroyers on one base against two British battleships, with 1914 torpedoes of 5" and 10".
fn boats() -> Setup {
    let boat = |name: &str| {
        let mut boat = card(name, "germany", ShipType::TBD);
        boat.torpedo = boat.torpedo.map(|torpedo| Torpedoes {
            bands: [("5", 8), ("10", 4)].map(|(to, to_hit)| Band { to: inches(to), to_hit }).to_vec(),
            ..torpedo
        });
        boat
    };
    let boats = ["V1", "V2", "V3"].map(boat).to_vec();
    setup(boats, vec![card("Konig", "britain", ShipType::BB), card("Kaiser", "britain", ShipType::BB)])
}

/// The boats see both battleships, and it is the Plotting Segment.
fn plotting() -> Battle {
    let mut battle = Battle::new(&boats());
    battle.set("rd", Setting::Sighted(true));
    battle
}

fn launch() -> Command {
    launch_by("jd", 6, "10", Bearing::Port, "q")
}

fn launch_by(launcher: &str, factors: u8, run: &str, bearing: Bearing, marker: &str) -> Command {
    launch_at("konig", launcher, factors, run, bearing, marker)
}

fn launch_at(target: &str, launcher: &str, factors: u8, run: &str, bearing: Bearing, marker: &str) -> Command {
    Command::Launch {
        by: launcher.into(),
        target: target.into(),
        factors,
        run: inches(run),
        bearing,
        marker: marker.into(),
        dummy: false,
        blocked_by: None,
        clear: false,
        because: None,
    }
}

fn dummy(launcher: &str) -> Command {
    match launch_by(launcher, 0, "4", Bearing::Port, "d") {
        Command::Launch { by, target, factors, run, bearing, marker, .. } => Command::Launch {
            by,
            target,
            factors,
            run,
            bearing,
            marker,
            dummy: true,
            blocked_by: None,
            clear: false,
            because: None,
        },
        other => other,
    }
}

/// A spread of `factors` launched to run 10", in the Torpedo Segment of the same turn.
fn running(factors: u8) -> Battle {
    let mut battle = plotting();
    battle.does(&launch_by("jd", factors, "10", Bearing::Port, "q"), &[]);
    battle.segment(1, Segment::Torpedo);
    battle
}

fn meeting(ship: &str, angle_deg: u16) -> MetShip {
    MetShip { ship: ship.into(), angle_deg }
}

fn meet(targets: &[MetShip], in_line: &[MetShip]) -> Command {
    Command::Meet { marker: "q".into(), targets: targets.to_vec(), in_line: in_line.to_vec() }
}

fn attacks(events: &[NavalEvent]) -> Vec<&TorpedoAttack> {
    let attack = |event: &'_ NavalEvent| matches!(&event.fact, Fact::TorpedoesAttacked(_));
    events
        .iter()
        .filter(|event| attack(event))
        .map(|event| match &event.fact {
            Fact::TorpedoesAttacked(attack) => &**attack,
            other => panic!("{other:?}"),
        })
        .collect()
}

fn cited(sum: &Sum) -> Vec<String> {
    sum.terms.iter().map(|term| term.rule.to_string()).collect()
}

fn markers(battle: &Battle) -> Vec<&str> {
    battle.state.markers.iter().map(|marker| Marker::letter(&marker.id)).collect()
}

#[test]
fn r7_1_light_ships_launch_and_large_ships_do_not() {
    for kind in [ShipType::TBD, ShipType::TB, ShipType::CL, ShipType::CP] {
        let setup = setup(vec![card("V1", "germany", kind)], vec![card("Konig", "britain", ShipType::BB)]);
        let mut battle = Battle::new(&setup);
        battle.set("konig", Setting::Sighted(true));
        battle.does(&launch_by("v1", 2, "4", Bearing::Starboard, "q"), &[]);
    }
    for kind in [ShipType::BB, ShipType::OBB, ShipType::BC, ShipType::CA, ShipType::MM] {
        let setup = setup(vec![card("V1", "germany", kind)], vec![card("Konig", "britain", ShipType::BB)]);
        let mut battle = Battle::new(&setup);
        battle.set("konig", Setting::Sighted(true));
        let refused = battle.refuses(&launch_by("v1", 2, "4", Bearing::Starboard, "q"));
        assert_eq!(refused, (Reason::NotLight { ship: "v1".into() }, "7.4".to_owned()));
    }
}

#[test]
fn r7_2_launches_leave_abeam() {
    for bearing in [Bearing::Bow, Bearing::Stern] {
        let (reason, rule) = plotting().refuses(&launch_by("jd", 6, "10", bearing, "q"));
        assert_eq!((reason, rule.as_str()), (Reason::TorpedoArc { ship: "jd".into(), bearing }, "7.2"));
    }
    for bearing in [Bearing::Port, Bearing::Starboard] {
        plotting().does(&launch_by("jd", 6, "10", bearing, "q"), &[]);
    }
}

#[test]
fn r7_3_the_target_must_be_sighted_and_need_not_be_lit() {
    let mut night = boats();
    night.night = true;
    let mut battle = Battle::new(&night);
    let (reason, rule) = battle.refuses(&launch());
    assert_eq!((reason, rule.as_str()), (Reason::NotSighted { ship: "jd".into(), target: "konig".into() }, "7.3"));
    battle.set("konig", Setting::Sighted(true));
    battle.does(&launch(), &[]);
    assert!(!battle.ship("konig").lit);
}

#[test]
fn r7_4_the_books_own_launch_and_its_life() {
    // T4/6/KONIG/10/P/Q
    let mut battle = plotting();
    battle.segment(4, Segment::Plotting);
    battle.does(&launch(), &[]);
    let marker = Marker {
        id: "q:japan".into(),
        launcher: "jd".into(),
        side: "japan".into(),
        factors: 6,
        target: "konig".into(),
        run: inches("10"),
        bearing: Bearing::Port,
        turn: 4,
        dummy: false,
        answered_turn: None,
        second_half: false,
        dot: None,
        track: None,
    };
    assert_eq!(battle.state.markers, std::slice::from_ref(&marker));
    assert_eq!([4, 5, 6].map(|turn| marker.radius(turn)), ["5", "10", "10"].map(inches));
    assert_eq!(
        [3, 4, 5, 6].map(|turn| marker.is_running_in(TurnSpan { turn, half: None })),
        [false, true, true, false]
    );
    for turn in [4, 5] {
        battle.segment(turn, Segment::Torpedo);
        assert_eq!(torpedo::torpedo_duties(&battle.state, torpedo::PairScope::Near).len(), 1, "turn {turn}");
        battle.does(&Command::Miss { marker: "q".into() }, &[]);
        assert!(torpedo::torpedo_duties(&battle.state, torpedo::PairScope::Near).is_empty());
        battle.does(&Command::Next { to: None, waive: None }, &[]);
    }
    assert!(battle.state.markers.is_empty(), "the run is over at the end of turn 5");
}

#[test]
fn r7_4_launches_that_cannot_be_plotted() {
    let refused = |command: &Command| {
        let (reason, rule) = plotting().refuses(command);
        (format!("{reason:?}"), rule)
    };
    for (command, word, rule) in [
        (launch_by("jd", 6, "0", Bearing::Port, "q"), "ZeroRun", "7.4"),
        (launch_by("jd", 6, "10.01", Bearing::Port, "q"), "RunTooLong", "7.4"),
        (launch_by("jd", 6, "10", Bearing::Broadside, "q"), "TorpedoArc", "7.4"),
        (launch_by("jd", 7, "10", Bearing::Port, "q"), "FactorsLeft", "7.4.7"),
        (launch_by("jd", 0, "10", Bearing::Port, "q"), "NoFactors", "7.4"),
        (launch_by("oslyabya", 6, "10", Bearing::Port, "q"), "UnknownUnit", "7.4"),
        (launch_by("konig", 1, "4", Bearing::Port, "q"), "SameSide", "1.3"),
    ] {
        let (reason, found) = refused(&command);
        assert!(reason.starts_with(word) && found == rule, "{command:?}: {reason} [{found}]");
    }
    let mut battle = plotting();
    battle.does(&launch_by("jd", 2, "10", Bearing::Port, "q"), &[]);
    let again = launch_by("jd", 2, "10", Bearing::Starboard, "q");
    assert_eq!(battle.refuses(&again), (Reason::MarkerInUse { marker: "q:japan".into() }, "7.4".to_owned()));
    for segment in Segment::ALL {
        battle.segment(1, segment);
        let may_launch = matches!(segment, Segment::Plotting | Segment::Movement);
        let other = launch_at("kaiser", "jd", 2, "5", Bearing::Starboard, "r");
        let is_refused = matches!(battle.decide(&other, &[]), Err(NotDecided::Refused { .. }));
        assert_eq!(may_launch, !is_refused, "{segment}");
        let may_launch_late = !matches!(segment, Segment::DamageControl | Segment::Damage);
        let late_launch = late_because(other, "it was written");
        assert_eq!(battle.decide(&late_launch, &[]).is_ok(), may_launch_late, "{segment}");
    }
}

fn late_because(launch: Command, words: &str) -> Command {
    let Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear, .. } = launch else {
        panic!("{launch:?}")
    };
    let because = Some(words.to_owned());
    Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear, because }
}

#[test]
fn q59_a_launch_in_the_movement_segment_needs_a_reason_after_a_reveal() {
    let charts = naval_kit::scenario("ulsan").charts;
    let movement_after = |before: &[Command], after: &[(Command, &[u8])]| {
        let mut battle = plotting();
        std::sync::Arc::make_mut(&mut battle.state.setup).charts = charts.clone();
        for command in before {
            battle.does(command, &[]);
        }
        battle.segment(1, Segment::Movement);
        for (command, faces) in after {
            battle.does(command, faces);
        }
        battle
    };
    let plot = |unit: &str, speed: &str| Command::Speed { unit: unit.into(), speed: inches(speed) };
    let turned = Command::Turned { said: vec![("rd".into(), 30)] };
    let ashore = Command::Ashore { ship: "konig".into() };
    let exit = Command::Exit { ship: "kaiser".into(), by: None, because: None };
    assert!(movement_after(&[], &[]).decide(&launch(), &[]).is_ok(), "the plots are on paper, and none was revealed");
    for revealed in [
        movement_after(&[plot("jd", "1")], &[]),
        movement_after(&[plot("rd", "0")], &[]),
        movement_after(&[], &[(turned, &[])]),
        movement_after(&[], &[(ashore, &[10])]),
        movement_after(&[], &[(exit, &[])]),
    ] {
        let (reason, rule) = revealed.refuses(&launch());
        assert_eq!((reason, rule.as_str()), (TableReason::LaunchedLate { ship: "jd".into() }.into(), "3.3.1"));
        assert_eq!(revealed.refuses(&late_because(launch(), " ")), (Reason::NoReason, "3.3.1".to_owned()));
        assert!(revealed.decide(&late_because(launch(), "it was written"), &[]).is_ok());
    }
}

#[test]
fn r5_15_4_a_division_that_turns_away_launches_neither_before_nor_after() {
    let fired_on = || {
        let mut battle = plotting();
        let counted = BatteryCount { firer: "rd".into(), target: "jd".into(), batteries: 3 };
        battle.state.batteries_last_turn.push(counted);
        battle.segment(1, Segment::Movement);
        battle
    };
    let react = Command::React { division: "jd".into() };
    let mut early = fired_on();
    early.does(&launch(), &[]);
    early.does(&react, &[3]);
    assert!(early.state.markers.is_empty(), "the launch is cancelled");
    let mut late = fired_on();
    late.does(&react, &[3]);
    let (reason, rule) = late.refuses(&late_because(launch(), "it was written"));
    assert_eq!((reason, rule.as_str()), (TableReason::TurnsAwayNoLaunch { division: "jd".into() }.into(), "5.15.4"));
    let mut holds = fired_on();
    holds.does(&react, &[4]);
    assert!(holds.decide(&late_because(launch(), "it was written"), &[]).is_ok(), "a 4 against three batteries");
}

/// The same launch with a block in its way.
fn launch_across(launch: Command, block: LineBlock) -> Command {
    match launch {
        Command::Launch { by, target, factors, run, bearing, marker, dummy, .. } => Command::Launch {
            by,
            target,
            factors,
            run,
            bearing,
            marker,
            dummy,
            blocked_by: Some(block),
            clear: false,
            because: None,
        },
        other => other,
    }
}

#[test]
fn r7_3_no_launch_through_smoke_nor_across_land() {
    for (by, paragraph) in [(LineBlock::Smoke, "7.3"), (LineBlock::Land, "4.7")] {
        let (reason, rule) = plotting().refuses(&launch_across(launch(), by));
        let blocked = Reason::Blocked { ship: "jd".into(), target: "konig".into(), by };
        assert_eq!((reason, rule.as_str()), (blocked, paragraph));
        plotting().does(&launch_across(dummy("jd"), by), &[]);
    }
}

#[test]
fn r7_4_1_one_marker_a_base_and_side() {
    let mut battle = plotting();
    battle.does(&launch_by("v2", 2, "10", Bearing::Port, "q"), &[]);
    assert_eq!(battle.state.markers[0].launcher, "jd", "a boat stands for its base");
    let (reason, rule) = battle.refuses(&launch_by("jd", 2, "10", Bearing::Port, "r"));
    let second = Reason::SecondMarker { base: "jd".into(), bearing: Bearing::Port, marker: "q:japan".into() };
    assert_eq!((&reason, rule.as_str()), (&second, "7.4.1"));
    assert_eq!(battle.refuses(&dummy("v1")), (second, "7.4.1".to_owned()), "a second marker would reveal the dummy");
    let (reason, rule) = battle.refuses(&launch_by("jd", 2, "10", Bearing::Starboard, "q"));
    assert_eq!((reason, rule.as_str()), (Reason::MarkerInUse { marker: "q:japan".into() }, "7.4"));
    battle.does(&launch_at("kaiser", "jd", 2, "10", Bearing::Starboard, "r"), &[]);
    battle.segment(2, Segment::Plotting);
    battle.does(&launch_by("jd", 2, "10", Bearing::Port, "s"), &[]);
    assert_eq!(markers(&battle), ["q", "r", "s"]);
    let mut alone =
        Battle::new(&setup(vec![card("V1", "germany", ShipType::CL)], vec![card("Konig", "britain", ShipType::BB)]));
    alone.set("konig", Setting::Sighted(true));
    for marker in ["q", "r"] {
        alone.does(&launch_by("v1", 1, "4", Bearing::Port, marker), &[]);
    }
    assert_eq!(markers(&alone), ["q", "r"], "a ship on a separate base may use a marker for each launch");
}

#[test]
fn r7_4_2_the_referee_states_once_a_turn_which_ships_torpedoes_met() {
    let mut battle = running(2);
    battle.segment(1, Segment::Gunfire);
    assert_eq!(battle.refuses(&meet(&[meeting("konig", 90)], &[])).1, "3.3.6");
    battle.segment(1, Segment::Torpedo);
    let blocked = battle.refuses(&Command::Next { to: None, waive: None });
    assert!(matches!(blocked.0, Reason::DutiesDue { .. }));
    let unknown = Command::Miss { marker: "z".into() };
    assert_eq!(battle.refuses(&unknown).0, Reason::UnknownMarker { marker: "z".into() });
    assert_eq!(battle.refuses(&meet(&[], &[])).1, "7.4.2");
    let twice = [meeting("konig", 90), meeting("konig", 80)];
    assert_eq!(battle.refuses(&meet(&twice, &[])).1, "7.4.2");
    battle.does(&meet(&[meeting("konig", 90)], &[]), &[20, 20]);
    let answered = (Reason::MeetingsKnown { marker: "q:japan".into() }, "7.4.2".to_owned());
    assert_eq!(battle.refuses(&meet(&[meeting("konig", 90)], &[])), answered);
    assert_eq!(markers(&battle), ["q"], "no success: it runs on");
    battle.segment(2, Segment::Torpedo);
    battle.does(&meet(&[meeting("konig", 90)], &[]), &[4, 20, 11, 18]);
    assert!(markers(&battle).is_empty(), "a successful attack takes the marker off");
    battle.segment(3, Segment::Torpedo);
    assert!(torpedo::torpedo_duties(&battle.state, torpedo::PairScope::Near).is_empty());
}

#[test]
fn r7_4_2_ships_in_line_are_attacked_at_half_the_number() {
    for (run, full, half) in [("5", 8, 4), ("10", 4, 2)] {
        let mut battle = plotting();
        battle.does(&launch_by("jd", 2, run, Bearing::Port, "q"), &[]);
        battle.segment(1, Segment::Torpedo);
        let command = meet(&[meeting("konig", 90)], &[meeting("kaiser", 90), meeting("konig", 90)]);
        let events = battle.does(&command, &[full + 1, 20, half, half + 1, 11, 18]);
        let found: Vec<_> = attacks(&events)
            .into_iter()
            .map(|attack| (attack.target.as_str().to_owned(), attack.manner, attack.to_hit.result, attack.hits))
            .collect();
        assert_eq!(
            found,
            [
                ("konig".to_owned(), TorpedoAttackKind::Launched, i32::from(full), 0),
                ("kaiser".to_owned(), TorpedoAttackKind::InLine, i32::from(half), 1),
            ]
        );
        assert!(markers(&battle).is_empty());
    }
}

#[test]
fn r7_4_2_half_of_an_odd_number_is_rounded_up_and_a_one_always_hits() {
    for (base, half) in [(7, 4), (1, 1), (0, 0)] {
        let mut setup = boats();
        for ship in setup.ships.iter_mut().take(3) {
            let card = std::sync::Arc::make_mut(&mut ship.card);
            card.torpedo.as_mut().unwrap().bands = vec![Band { to: inches("10"), to_hit: base }];
        }
        let mut battle = Battle::new(&setup);
        battle.set("rd", Setting::Sighted(true));
        battle.does(&launch_by("jd", 1, "10", Bearing::Port, "q"), &[]);
        battle.segment(1, Segment::Torpedo);
        let events = battle.does(&meet(&[meeting("konig", 90)], &[meeting("kaiser", 90)]), &[20, 1, 1, 1]);
        let in_line = attacks(&events)[1];
        assert_eq!((in_line.to_hit.result, in_line.hits), (half, 1), "base {base}");
    }
}

#[test]
fn r7_4_3_three_rolls_by_the_plotted_run() {
    // Run, to-hit number; torpedoes may meet the target much sooner.
    for (run, to_hit) in [("1", 8), ("5", 8), ("5.01", 4), ("10", 4)] {
        for (die, hits) in [(to_hit, 1), (to_hit + 1, 0), (1, 1), (20, 0)] {
            let mut battle = plotting();
            battle.does(&launch_by("jd", 1, run, Bearing::Port, "q"), &[]);
            battle.segment(1, Segment::Torpedo);
            let dice: &[u8] = if hits == 1 { &[die, 11, 18] } else { &[die] };
            let events = battle.does(&meet(&[meeting("konig", 31)], &[]), dice);
            let attack = attacks(&events)[0];
            assert_eq!((attack.to_hit.result, attack.hits), (i32::from(to_hit), hits), "run {run}, die {die}");
            assert_eq!(attack.factors.base_label, Label::TorpedoFactors);
        }
    }
    let mut battle = running(3);
    let events = battle.does(&meet(&[meeting("konig", 90)], &[]), &[4, 4, 5, 11, 12, 19]);
    let attack = attacks(&events)[0];
    let numbers = [&attack.to_hit, &attack.size, &attack.penetration].map(|sum| sum.result);
    assert_eq!((numbers, attack.on_successes, attack.strikes, attack.hits), ([4, 11, 18], 2, 1, 0));
    assert!(battle.state.held_hits.is_empty());
}

#[test]
fn r7_4_4_one_ship_of_the_formation_is_drawn_with_equal_chances() {
    let candidates = [meeting("konig", 90), meeting("kaiser", 90)];
    for face in 1..=6 {
        let mut battle = running(1);
        let events = battle.does(&meet(&candidates, &[]), &[face, 20]);
        let drawn = if face <= 3 { "konig" } else { "kaiser" };
        assert_eq!(events[0].fact, Fact::TorpedoTargetDrawn { marker: Some("q:japan".into()), ship: drawn.into() });
        assert_eq!((events[0].rule.to_string().as_str(), attacks(&events)[0].target.as_str()), ("7.4.4", drawn));
    }
    let alone = running(1).does(&meet(&candidates[1..], &[]), &[20]);
    assert_eq!(alone.len(), 1, "no die for one");
    let mut setup = boats();
    setup.divisions[1].ships.pop();
    let mut other = setup.divisions[1].clone();
    (other.id, other.ships) = ("re".into(), vec!["kaiser".into()]);
    setup.divisions.push(other);
    let mut battle = Battle::new(&setup);
    battle.set("rd", Setting::Sighted(true));
    battle.does(&launch(), &[]);
    battle.segment(1, Segment::Torpedo);
    let (reason, rule) = battle.refuses(&meet(&candidates, &[]));
    assert_eq!(
        (reason, rule.as_str()),
        (Reason::NotInTargetFormation { marker: "q:japan".into(), ship: "kaiser".into() }, "7.4.4")
    );
}

#[test]
fn r7_4_5_combing_within_thirty_degrees_of_the_keel() {
    let size_of = |size: i32, kind: ShipType, angle: u16| {
        let mut target = card("Konig", "britain", kind);
        target.size = Dual { gun: 20, torpedo: size };
        let mut setup = boats();
        setup.ships[3].card = target.into();
        let mut battle = Battle::new(&setup);
        battle.set("konig", Setting::Sighted(true));
        battle.does(&launch_by("jd", 1, "10", Bearing::Port, "q"), &[]);
        battle.segment(1, Segment::Torpedo);
        let events = battle.does(&meet(&[meeting("konig", angle)], &[]), &[20]);
        let size = &attacks(&events)[0].size;
        (size.result, cited(size))
    };
    let combs = |size| (size, vec!["7.4.5".to_owned()]);
    for (angle, combing) in
        [(0, true), (20, true), (30, true), (31, false), (90, false), (149, false), (150, true), (180, true)]
    {
        let expect = |size, full| if combing { combs(size) } else { (full, Vec::new()) };
        assert_eq!(size_of(11, ShipType::BB, angle), expect(4, 11), "large at {angle}");
        assert_eq!(size_of(6, ShipType::CL, angle), expect(2, 6), "light at {angle}");
    }
    assert_eq!(size_of(3, ShipType::BB, 0), (3, Vec::new()), "a smaller size is not raised");
    assert_eq!(size_of(2, ShipType::TBD, 0), (2, Vec::new()));
    let (reason, rule) = running(1).refuses(&meet(&[meeting("konig", 181)], &[]));
    assert_eq!((reason, rule.as_str()), (Reason::AngleTooLarge { degrees: 181 }, "7.4.5"));
}

#[test]
fn r7_4_6_dummies_spend_nothing_and_hit_nothing() {
    let mut battle = Battle::new(&boats());
    battle.does(&dummy("jd"), &[]);
    assert_eq!(battle.ship("v1").torpedoes_left, 2);
    let mut with_factors = dummy("jd");
    if let Command::Launch { factors, bearing, marker, .. } = &mut with_factors {
        (*factors, *bearing, *marker) = (3, Bearing::Starboard, "e".into());
    }
    let refused = battle.refuses(&with_factors);
    assert_eq!(refused, (Reason::DummyWithFactors { marker: "e:japan".into(), factors: 3 }, "7.4.6".to_owned()));
    battle.segment(1, Segment::Torpedo);
    let command = Command::Meet { marker: "d".into(), targets: vec![meeting("konig", 90)], in_line: vec![] };
    let events = battle.does(&command, &[]);
    assert_eq!(facts(&events), [&Fact::TorpedoesRanOn { marker: "d:japan".into() }]);
    let events = battle.does(&Command::Next { to: None, waive: None }, &[]);
    assert_eq!(
        (&events[0].fact, events[0].rule.to_string().as_str()),
        (&Fact::MarkerRemoved { marker: "d:japan".into(), spent: false }, "7.4.6")
    );
    let large = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![card("Konig", "russia", ShipType::BB)]);
    Battle::new(&large).does(&dummy("asahi"), &[]);
    let mut without = card("Asahi", "japan", ShipType::BB);
    without.torpedo = None;
    let bare = setup(vec![without], vec![card("Konig", "russia", ShipType::BB)]);
    let refused = Battle::new(&bare).refuses(&dummy("asahi"));
    assert_eq!(refused, (Reason::NoTorpedoes { ship: "asahi".into() }, "7.4.6".to_owned()));
}

#[test]
fn r7_4_7_each_factor_once_unless_the_card_reloads() {
    for reloads in [false, true] {
        let mut setup = boats();
        for ship in setup.ships.iter_mut().take(3) {
            std::sync::Arc::make_mut(&mut ship.card).torpedo.as_mut().unwrap().reloads = reloads;
        }
        let mut battle = Battle::new(&setup);
        battle.set("rd", Setting::Sighted(true));
        battle.does(&launch_by("jd", 5, "5", Bearing::Port, "q"), &[]);
        assert_eq!(["v1", "v2", "v3"].map(|id| battle.ship(id).torpedoes_left), [0, 0, 1]);
        let more = launch_by("jd", 2, "5", Bearing::Starboard, "r");
        let (reason, rule) = battle.refuses(&more);
        assert_eq!((reason, rule.as_str()), (Reason::FactorsLeft { ship: "jd".into(), left: 1, wanted: 2 }, "7.4.7"));
        battle.segment(2, Segment::Plotting);
        assert_eq!(battle.decide(&more, &[]).is_ok(), reloads);
        battle.does(&launch_by("jd", 1, "5", Bearing::Starboard, "r"), &[]);
    }
}

#[test]
fn r7_4_8_the_second_armour_figure_counts() {
    let mut setup = boats();
    std::sync::Arc::make_mut(&mut setup.ships[3].card).armour = Dual { gun: 12, torpedo: 3 };
    let mut battle = Battle::new(&setup);
    battle.set("konig", Setting::Sighted(true));
    battle.does(&launch_by("jd", 2, "10", Bearing::Port, "q"), &[]);
    battle.segment(1, Segment::Torpedo);
    let events = battle.does(&meet(&[meeting("konig", 90)], &[]), &[1, 1, 1, 1, 15, 16]);
    let attack = attacks(&events)[0];
    assert_eq!((attack.penetration.result, cited(&attack.penetration), attack.hits), (15, vec!["7.4.8".to_owned()], 1));
}

#[test]
fn r7_7_the_second_size_figure_counts() {
    let mut setup = boats();
    std::sync::Arc::make_mut(&mut setup.ships[3].card).size = Dual { gun: 13, torpedo: 9 };
    let mut battle = Battle::new(&setup);
    battle.set("konig", Setting::Sighted(true));
    battle.does(&launch_by("jd", 2, "10", Bearing::Port, "q"), &[]);
    battle.segment(1, Segment::Torpedo);
    let events = battle.does(&meet(&[meeting("konig", 90)], &[]), &[1, 1, 9, 10, 18]);
    let attack = attacks(&events)[0];
    assert_eq!((attack.size.result, attack.size.base_rule.to_string().as_str(), attack.strikes), (9, "7.7", 1));
}

#[test]
fn r8_5_1_three_fires_bar_torpedoes() {
    let cruiser = setup(vec![card("Novik", "japan", ShipType::CL)], vec![card("Konig", "russia", ShipType::BB)]);
    for (fires, barred) in [(2, false), (3, true)] {
        let mut battle = Battle::new(&cruiser);
        battle.set("konig", Setting::Sighted(true));
        battle.set("novik", Setting::Fires(fires));
        let launched = battle.decide(&launch_by("novik", 1, "4", Bearing::Port, "q"), &[]);
        let refused = matches!(launched, Err(NotDecided::Refused { reason: Reason::WeaponsBarred { .. }, rule }) if rule.to_string() == "8.5.1");
        assert_eq!(refused, barred, "{fires} fires");
    }
}

#[test]
fn r7_4_1_boats_on_one_base_are_one_target() {
    let mut setup = boats();
    setup.divisions.swap(0, 1);
    let mut battle = Battle::new(&setup);
    battle.set("jd", Setting::Sighted(true));
    let cruiser = Command::Launch {
        by: "konig".into(),
        target: "v1".into(),
        factors: 1,
        run: inches("4"),
        bearing: Bearing::Port,
        marker: "q".into(),
        dummy: false,
        blocked_by: None,
        clear: false,
        because: None,
    };
    std::sync::Arc::make_mut(battle.state.ships.iter_mut().find(|ship| ship.id == "konig").unwrap()).card =
        card("Konig", "britain", ShipType::CL).into();
    battle.does(&cruiser, &[]);
    battle.segment(1, Segment::Torpedo);
    let events = battle.does(&meet(&[meeting("v3", 90)], &[]), &[1, 1, 1]);
    assert_eq!(attacks(&events)[0].target, "jd");
    battle.segment(1, Segment::Damage);
    battle.does(&Command::Damage { unit: None }, &[]);
    assert_eq!(["v1", "v2", "v3"].map(|id| battle.ship(id).is_in_action()), [true, true, false]);
}

#[test]
fn r7_4_each_side_has_its_own_markers() {
    let cruiser = |name: &str, navy: &str| card(name, navy, ShipType::CL);
    let mut battle = Battle::new(&setup(vec![cruiser("V1", "germany")], vec![cruiser("Konig", "britain")]));
    battle.set("konig", Setting::Sighted(true));
    battle.set("v1", Setting::Sighted(true));
    battle.does(&launch_by("v1", 1, "4", Bearing::Port, "q"), &[]);
    let launch = Command::Launch {
        by: "konig".into(),
        target: "v1".into(),
        factors: 1,
        run: inches("4"),
        bearing: Bearing::Port,
        marker: "Q".into(),
        dummy: false,
        blocked_by: None,
        clear: false,
        because: None,
    };
    battle.does(&launch, &[]);
    assert_eq!(markers(&battle), ["q", "Q"], "the enemy's letters do not matter");
    let again = battle.refuses(&launch_by("v1", 1, "4", Bearing::Starboard, "Q"));
    assert_eq!(again, (Reason::MarkerInUse { marker: "Q:japan".into() }, "7.4".to_owned()), "its own letter is taken");
    battle.segment(1, Segment::Torpedo);
    // A letter that both sides use is ambiguous alone; with the side it is not.
    assert_eq!(battle.refuses(&Command::Miss { marker: "q".into() }).0, Reason::UnknownMarker { marker: "q".into() });
    let error = naval::notation::parse(&battle.state, "miss q").unwrap_err();
    assert!(error.hint.unwrap().to_string().contains("q:japan or Q:russia"));
    let events = battle.does(&Command::Miss { marker: "q:japan".into() }, &[]);
    assert_eq!(facts(&events), [&Fact::TorpedoesRanOn { marker: "q:japan".into() }]);
    let text = show::event::events_text(&battle.state, &events);
    assert!(text.starts_with("Marker Q of Side japan") || text.starts_with("Marker Q of Japan"), "{text}");
}

/// Without positions an enemy base is on one side of the launcher; the other ship of the target's division may be on
/// the other side, and a dummy may go anywhere. [7.2]
#[test]
fn r7_2_an_enemy_is_on_one_side_of_the_launcher() {
    let launch = |target, bearing, marker| launch_at(target, "jd", 2, "10", bearing, marker);
    let mut battle = plotting();
    battle.does(&launch("konig", Bearing::Port, "q"), &[]);
    let (reason, rule) = battle.refuses(&launch("konig", Bearing::Starboard, "r"));
    assert!(format!("{reason:?}").contains("LaunchedToOtherSide") && rule == "7.2", "{reason:?}");
    battle.does(&launch("kaiser", Bearing::Starboard, "r"), &[]);
}

/// Torpedoes leave only through a broadside arc, even if only a measurement shows the arc. [7.2]
#[test]
fn r7_2_a_measured_arc_bars_a_launch_through_another() {
    let measure = |from: &str, to: &str, arc| Command::Measure {
        from: from.into(),
        to: to.into(),
        range: inches("4"),
        bearing: Some(arc),
    };
    let bars = |measured: &[Command], launch: &Command| {
        let mut battle = plotting();
        measured.iter().for_each(|command| drop(battle.does(command, &[])));
        let bars = format!("{:?}", battle.decide(launch, &[])).contains("NotAbeam");
        if bars {
            assert_eq!(battle.refuses(launch).1, "7.2");
        }
        bars
    };
    let port = launch_at("konig", "jd", 2, "10", Bearing::Port, "q");
    for (arc, is_barred) in [
        (Bearing::Bow, true),
        (Bearing::Stern, true),
        (Bearing::Starboard, true),
        (Bearing::Port, false),
        (Bearing::Broadside, false),
    ] {
        // The arc to the ship, or to its division.
        let target = if arc == Bearing::Stern { "rd" } else { "konig" };
        assert_eq!(bars(&[measure("jd", target, arc)], &port), is_barred, "{arc:?}");
        // A dummy needs no arc. [7.4.6]
        let mut battle = plotting();
        battle.does(&measure("jd", target, arc), &[]);
        let mut dummy = port.clone();
        if let Command::Launch { factors, dummy, .. } = &mut dummy {
            (*factors, *dummy) = (0, true);
        }
        battle.does(&dummy, &[]);
    }
    // Nothing measured, or only from the other ship: the arc is unknown.
    assert!(!bars(&[], &port));
    assert!(!bars(&[measure("konig", "jd", Bearing::Bow)], &port));
    // Another ship of the target's formation, not named in the order, is abeam.
    let both = [measure("jd", "konig", Bearing::Bow), measure("jd", "kaiser", Bearing::Port)];
    assert!(!bars(&both, &port));
    assert!(bars(&[measure("jd", "konig", Bearing::Bow), measure("jd", "kaiser", Bearing::Stern)], &port));
}

/// A launch was plotted before the move, so an arc measured after it does not matter. [3.3.1, 7.2]
#[test]
fn r7_2_an_arc_measured_after_the_move_bars_no_launch() {
    for (before, is_barred) in [(true, true), (false, false)] {
        let mut battle = plotting();
        let arc =
            Command::Measure { from: "jd".into(), to: "konig".into(), range: inches("4"), bearing: Some(Bearing::Bow) };
        if before {
            battle.does(&arc, &[]);
        }
        battle.does(&Command::Next { to: None, waive: Some("quiet".into()) }, &[]);
        if !before {
            battle.does(&arc, &[]);
        }
        let mut late = launch_at("konig", "jd", 2, "10", Bearing::Port, "q");
        if let Command::Launch { because, .. } = &mut late {
            *because = Some("it was written".to_owned());
        }
        let result = format!("{:?}", battle.decide(&late, &[]));
        assert_eq!(result.contains("NotAbeam"), is_barred, "{result}");
    }
}

#[test]
fn q63_the_end_waives_open_marker_duties_with_the_reason() {
    let waived_duties = |segment: Segment| {
        let mut battle = running(2);
        battle.segment(1, segment);
        let events = battle.does(&Command::End { because: Some("night fell".to_owned()) }, &[]);
        let is_waived = |fact: &&Fact| matches!(fact, Fact::DutiesWaived { because, duties } if because == "night fell" && duties.len() == 1);
        facts(&events).into_iter().filter(is_waived).count()
    };
    assert_eq!([Segment::Movement, Segment::Gunfire, Segment::Torpedo].map(waived_duties), [1, 1, 1]);
    assert_eq!([Segment::Plotting, Segment::DamageControl].map(waived_duties), [0, 0]);
}

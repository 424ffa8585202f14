//! 7.5 and 7.6: torpedoes without a marker.
use naval::model::{Setting, TorpedoAttackKind, ship::*};
use naval::{Command, Fact, Id, Reason, Segment};

use super::{attacks, cited};
use naval_kit::fixture::*;

fn check(side: &str) -> Command {
    Command::TorpedoCheck { side: side.into(), hold: false }
}

fn finish(launcher: &str, range: &str, factors: u8) -> Command {
    Command::CoupDeGrace {
        by: launcher.into(),
        target: "retvizan".into(),
        range: Some(inches(range)),
        factors,
        clear: false,
    }
}

/// Returns the card with torpedoes that run 10".
fn far_running(mut card: Card) -> Card {
    let bands = [("5", 8), ("10", 4)].map(|(to, to_hit)| Band { to: inches(to), to_hit });
    card.torpedo.as_mut().unwrap().bands = bands.to_vec();
    card
}

/// Asahi, Mikasa against Retvizan, Poltava in the Torpedo Segment, all in sight, at typed ranges.
fn large_ships(ranges: &[(&str, &str, &str)]) -> Battle {
    let bb = |name: &str, navy: &str| far_running(card(name, navy, ShipType::BB));
    let setup = setup(
        vec![bb("Asahi", "japan"), bb("Mikasa", "japan")],
        vec![bb("Retvizan", "russia"), bb("Poltava", "russia")],
    );
    let mut battle = Battle::new(&setup);
    for (from, to, range) in ranges {
        battle.does(
            &Command::Measure { from: (*from).into(), to: (*to).into(), range: inches(range), bearing: None },
            &[],
        );
    }
    battle.segment(1, Segment::Torpedo);
    battle
}

#[test]
fn r7_5_a_large_ship_threatens_large_ships_in_its_torpedo_range() {
    let assert_out_of_range = |battle: &Battle| {
        assert_eq!(
            battle.refuses(&check("japan")),
            (Reason::NoneInTorpedoRange { side: "japan".into() }, "7.5".to_owned())
        );
    };
    assert_out_of_range(&large_ships(&[]));
    assert_out_of_range(&large_ships(&[("asahi", "retvizan", "10.1")]));
    let mut short = far_running(card("Asahi", "japan", ShipType::BB));
    short.torpedo.as_mut().unwrap().attack_range = Some(inches("4"));
    for (range, kind, in_range) in
        [("4", ShipType::CA, true), ("4.01", ShipType::CA, false), ("4", ShipType::CL, false)]
    {
        let setup = setup(vec![short.clone()], vec![card("Retvizan", "russia", kind)]);
        let mut battle = Battle::new(&setup);
        let measure =
            Command::Measure { from: "retvizan".into(), to: "asahi".into(), range: inches(range), bearing: None };
        battle.does(&measure, &[]);
        battle.segment(1, Segment::Torpedo);
        assert_eq!(battle.decide(&check("japan"), &[2]).is_ok(), in_range, "{range} at {kind}");
        if in_range {
            battle.set("asahi", Setting::Fires(3));
            assert_out_of_range(&battle);
        }
    }
}

#[test]
fn r7_5_a_divisions_typed_range_applies_to_ships_without_their_own() {
    for (ranges, in_range) in [
        (&[("jd", "retvizan", "9")][..], true),
        (&[("rd", "asahi", "9")], true),
        (&[("jd", "rd", "9")], true),
        (&[("jd", "rd", "11")], false),
        (&[("jd", "rd", "9"), ("jd", "rd", "11")], false),
        (&[("asahi", "poltava", "10"), ("jd", "rd", "11")], true),
    ] {
        let battle = large_ships(ranges);
        assert_eq!(battle.decide(&check("japan"), &[2]).is_ok(), in_range, "{ranges:?}");
    }
    let battle = large_ships(&[("jd", "rd", "9"), ("mikasa", "poltava", "3")]);
    assert_eq!(battle.state.measured_range(&"poltava".into(), &"mikasa".into()), Some(inches("3")));
    assert_eq!(battle.state.measured_range(&"asahi".into(), &"poltava".into()), Some(inches("9")));
    let mut battle = large_ships(&[("jd", "rd", "9"), ("mikasa", "poltava", "3")]);
    let events = battle.does(&check("japan"), &[1, 20]);
    let attack = attacks(&events)[0];
    assert_eq!((attack.by.as_str(), attack.target.as_str()), ("mikasa", "poltava"), "the nearest by its own range");
}

#[test]
fn r7_5_1_one_die_for_the_side_and_only_a_one_attacks() {
    for face in 1..=10 {
        let mut battle = large_ships(&[("asahi", "retvizan", "8"), ("mikasa", "poltava", "9")]);
        let dice: &[u8] = if face == 1 { &[1, 20] } else { &[face] };
        let events = battle.does(&check("japan"), dice);
        assert_eq!(events[0].fact, Fact::TorpedoCheckMade { side: "japan".into(), attack: face == 1, held: false });
        assert_eq!(attacks(&events).len(), usize::from(face == 1));
        assert_eq!(
            battle.refuses(&check("japan")),
            (Reason::TorpedoCheckMade { side: "japan".into() }, "7.5.1".to_owned())
        );
        battle.does(&Command::Next { to: None, waive: None }, &[2]);
        assert_eq!(battle.state.segment, Segment::DamageControl, "Russia's die was rolled when the segment closed");
    }
}

#[test]
fn r7_5_1_to_hit_is_four_up_to_five_inches_and_two_up_to_ten() {
    for (range, to_hit) in [("0.5", 4), ("5", 4), ("5.1", 2), ("10", 2)] {
        let mut battle = large_ships(&[("asahi", "retvizan", range)]);
        let events = battle.does(&check("japan"), &[1, to_hit, 11, 18]);
        let attack = attacks(&events)[0];
        let numbers = [&attack.factors, &attack.to_hit, &attack.size, &attack.penetration].map(|sum| sum.result);
        assert_eq!((numbers, attack.hits), ([1, i32::from(to_hit), 11, 18], 1), "{range}");
        assert_eq!(battle.state.held_hits.len(), 1);
    }
}

#[test]
fn r7_5_2_the_nearest_is_attacked_and_a_die_settles_a_tie() {
    let mut battle = large_ships(&[("asahi", "retvizan", "8"), ("mikasa", "poltava", "7.9")]);
    let events = battle.does(&check("japan"), &[1, 20]);
    assert_eq!((attacks(&events)[0].by.as_str(), attacks(&events)[0].target.as_str()), ("mikasa", "poltava"));
    for face in 1..=6 {
        let mut battle =
            large_ships(&[("asahi", "retvizan", "8"), ("mikasa", "poltava", "8"), ("mikasa", "retvizan", "8")]);
        let events = battle.does(&check("japan"), &[1, face, 20]);
        let target: Id = if face <= 3 { "retvizan".into() } else { "poltava".into() };
        assert_eq!(attacks(&events)[0].target, target, "face {face}");
        // The choice records the die and its paragraph.
        let drawn = &events[1];
        assert_eq!(drawn.fact, Fact::TorpedoTargetDrawn { marker: None, ship: target });
        assert_eq!((drawn.rule.to_string().as_str(), drawn.dice[0].face, drawn.dice.len()), ("7.5.2", face, 1));
    }
    let mut battle =
        large_ships(&[("asahi", "retvizan", "8"), ("mikasa", "retvizan", "8"), ("mikasa", "poltava", "8.01")]);
    let events = battle.does(&check("japan"), &[1, 20]);
    assert_eq!(events.len(), 2, "one target is nearest, and no die picks it: {events:?}");
}

#[test]
fn r7_5_3_the_attack_is_resolved_in_the_turn_it_is_made() {
    let mut battle = large_ships(&[("asahi", "retvizan", "10")]);
    let events = battle.does(&check("japan"), &[1, 1, 1, 1]);
    assert_eq!(events[1].rule.to_string(), "7.5.3");
    assert!(battle.state.markers.is_empty());
    let Fact::TorpedoesAttacked(attack) = &events[1].fact else { panic!("{events:?}") };
    assert_eq!((attack.manner, attack.hits), (TorpedoAttackKind::LargeShip, 1));
    assert_eq!(battle.ship("asahi").torpedoes_left, 2, "a large ship spends no factor");
}

/// A ship of the given type next to Retvizan, which makes `speed`.
fn beside(kind: ShipType, speed: &str) -> Battle {
    let mut battle = Battle::at(
        &setup(vec![card("Asahi", "japan", kind)], vec![card("Retvizan", "russia", ShipType::BB)]),
        Segment::Torpedo,
    );
    battle.set("retvizan", Setting::Speed(inches(speed)));
    battle
}

#[test]
fn r7_6_a_coup_de_grace_triples_the_to_hit_number() {
    // Large ships 3 x 4. Light ships three times the number of the band that reaches (8 up to 2", 4 up to 4"), or else
    // of the last band.
    for (kind, range, to_hit) in [
        (ShipType::BB, "5", 12),
        (ShipType::CA, "1", 12),
        (ShipType::TBD, "2", 24),
        (ShipType::CL, "4", 12),
        (ShipType::CL, "5", 12),
    ] {
        let mut battle = beside(kind, "1");
        let events = battle.does(&finish("asahi", range, 1), &[to_hit.min(19), 11, 18]);
        let attack = attacks(&events)[0];
        assert_eq!((attack.to_hit.result, attack.hits), (i32::from(to_hit), 1), "{kind} at {range}");
        assert_eq!(cited(&attack.to_hit), ["7.6"]);
        let left = if kind.is_light() { 1 } else { 2 };
        assert_eq!(battle.ship("asahi").torpedoes_left, left, "light ships spend the factor");
        assert_eq!(battle.state.held_hits.len(), 1, "damage waits for its segment");
    }
    let mut battle = beside(ShipType::TBD, "1");
    battle.does(&finish("asahi", "2", 2), &[20, 20]);
    assert_eq!(battle.ship("asahi").torpedoes_left, 0, "both factors are spent, and a natural 20 fails even at 24");
}

#[test]
fn r7_6_only_a_cripple_close_by() {
    let refused = |battle: &Battle, command: &Command| {
        let (reason, rule) = battle.refuses(command);
        (format!("{reason:?}").split([' ', '{']).next().unwrap().to_owned(), rule)
    };
    let bb = |speed| beside(ShipType::BB, speed);
    let expected = |word: &str, rule: &str| (word.to_owned(), rule.to_owned());
    assert_eq!(refused(&bb("1.01"), &finish("asahi", "5", 1)), expected("TooFast", "7.6"));
    assert_eq!(refused(&bb("1"), &finish("asahi", "5.01", 1)), expected("TooFar", "7.6"));
    assert_eq!(refused(&bb("1"), &finish("asahi", "0", 1)), expected("ZeroRange", "2.7"));
    assert_eq!(refused(&bb("1"), &finish("asahi", "5", 2)), expected("FactorsLeft", "7.6"));
    assert_eq!(refused(&beside(ShipType::TBD, "1"), &finish("asahi", "5", 3)), expected("FactorsLeft", "7.4.7"));
    assert_eq!(refused(&bb("1"), &finish("retvizan", "5", 1)), expected("SameSide", "1.3"));
    let mut once = bb("1");
    once.does(&finish("asahi", "5", 1), &[20]);
    assert_eq!(refused(&once, &finish("asahi", "5", 1)), expected("CoupMade", "7.6"));
    once.segment(2, Segment::Torpedo);
    once.does(&finish("asahi", "5", 1), &[20]);
    let mut dark = bb("1");
    dark.set("asahi", Setting::SightingBase(inches("4")));
    assert_eq!(refused(&dark, &finish("asahi", "5", 1)), expected("NotSighted", "7.3"));
    dark.does(&finish("asahi", "4", 1), &[20]);
    let mut ablaze = bb("1");
    ablaze.set("asahi", Setting::Fires(3));
    assert_eq!(refused(&ablaze, &finish("asahi", "5", 1)), expected("WeaponsBarred", "8.5.1"));
    let mut without = card("Asahi", "japan", ShipType::BB);
    without.torpedo = None;
    let mut bare = Battle::at(&setup(vec![without], vec![card("Retvizan", "russia", ShipType::BB)]), Segment::Torpedo);
    bare.set("retvizan", Setting::Speed(inches("0")));
    assert_eq!(refused(&bare, &finish("asahi", "5", 1)), expected("NoTorpedoes", "7.6"));
}

#[test]
fn r3_3_6_torpedo_attacks_belong_to_the_torpedo_segment() {
    let mut battle = large_ships(&[("asahi", "retvizan", "4")]);
    battle.set("retvizan", Setting::Speed(inches("0")));
    for segment in Segment::ALL.into_iter().filter(|segment| *segment != Segment::Torpedo) {
        battle.segment(1, segment);
        for command in [check("japan"), finish("asahi", "4", 1), Command::Miss { marker: "q".into() }] {
            assert_eq!(battle.refuses(&command).1, "3.3.6", "{segment} {command:?}");
        }
    }
}

/// Whether Japan may roll for an attack if Asahi, with this change to its card, is this far from Retvizan.
fn in_reach(range: &str, change: impl FnOnce(&mut Torpedoes)) -> bool {
    let mut asahi = far_running(card("Asahi", "japan", ShipType::BB));
    change(asahi.torpedo.as_mut().unwrap());
    let mut battle = Battle::new(&setup(vec![asahi], vec![card("Retvizan", "russia", ShipType::BB)]));
    let measure = Command::Measure { from: "asahi".into(), to: "retvizan".into(), range: inches(range), bearing: None };
    battle.does(&measure, &[]);
    battle.segment(1, Segment::Torpedo);
    battle.decide(&check("japan"), &[2]).is_ok()
}

/// Q50: the range on the card, but never beyond the ship's longest run or beyond 10.
#[test]
fn r7_5_the_attack_range_is_on_the_card_and_at_most_the_torpedo_run() {
    let bands = |to: &str| vec![Band { to: inches("2"), to_hit: 8 }, Band { to: inches(to), to_hit: 4 }];
    for (stated, run, reach, beyond) in [
        (None, "4", "4", "4.01"),
        (Some("10"), "4", "4", "4.01"),
        (Some("3"), "4", "3", "3.01"),
        (None, "12", "10", "10.01"),
        (Some("12"), "12", "10", "10.01"),
    ] {
        for (range, lies_within) in [(reach, true), (beyond, false)] {
            let change = |torpedo: &mut Torpedoes| {
                torpedo.attack_range = stated.map(inches);
                torpedo.bands = bands(run);
            };
            assert_eq!(in_reach(range, change), lies_within, "{stated:?}, run {run}, at {range}");
        }
    }
    let mut boat = card("Boat", "japan", ShipType::TBD);
    boat.torpedo.as_mut().unwrap().attack_range = Some(inches("4"));
    assert_eq!(boat.torpedo_attack_range(), None, "7.5 is for large ships");
}

/// Q36: without positions, measured ranges and the referee's rulings decide which ships see.
#[test]
fn r7_5_a_large_ship_attacks_only_ships_it_sees_itself() {
    let may_attack = |base: &str, observer: &str| {
        let mut battle = large_ships(&[]);
        battle.set("asahi", Setting::SightingBase(inches(base)));
        battle.segment(1, Segment::Sighting);
        let measure = |to: &str, range| Command::Measure {
            from: "asahi".into(),
            to: to.into(),
            range: inches(range),
            bearing: None,
        };
        battle.does(&measure("retvizan", "8"), &[]);
        let sight = Command::Sight { unit: "retvizan".into(), seen: true, by: vec![observer.into()] };
        battle.does(&sight, &[]);
        battle.segment(1, Segment::Torpedo);
        assert!(battle.ship("retvizan").sighted);
        battle.decide(&check("japan"), &[2]).is_ok()
    };
    assert!(may_attack("8", "mikasa"));
    assert!(!may_attack("7.99", "mikasa"), "Mikasa sees it but has no range; Asahi has one but does not see");
    assert!(may_attack("7.99", "asahi"), "the referee's ruling for Asahi");
}

#[test]
fn r7_6_a_ship_makes_the_coup_de_grace_only_at_a_target_it_sees_itself() {
    for (base, is_allowed) in [("4", true), ("3.99", false)] {
        let mut battle = beside(ShipType::BB, "1");
        battle.set("retvizan", Setting::Sighted(true));
        battle.set("asahi", Setting::SightingBase(inches(base)));
        let result = battle.decide(&finish("asahi", "4", 1), &[20]);
        assert_eq!(result.is_ok(), is_allowed, "{base}: {result:?}");
        if !is_allowed {
            let (reason, rule) = battle.refuses(&finish("asahi", "4", 1));
            let (ship, target) = ("asahi".into(), "retvizan".into());
            let (range, sight) = (Some(inches("4")), inches("3.99"));
            assert_eq!((reason, rule.as_str()), (Reason::NotSeenByShip { ship, target, range, sight }, "7.3"));
        }
    }
}

/// Q46: any stopped ship close by, hulks included.
#[test]
fn r7_6_a_hulk_may_be_the_target_of_a_coup_de_grace() {
    for (fate, possible) in [
        (Fate::Sinking, true),
        (Fate::Abandoned, true),
        (Fate::Sunk, false),
        (Fate::Exploded, false),
        (Fate::exited(true), false),
    ] {
        let mut battle = beside(ShipType::BB, "0");
        battle.set("retvizan", Setting::Sighted(true));
        battle.set("retvizan", Setting::Fate(fate.clone()));
        if !possible {
            assert!(matches!(battle.refuses(&finish("asahi", "4", 1)).0, Reason::NotInAction { .. }), "{fate:?}");
            continue;
        }
        let events = battle.does(&finish("asahi", "4", 1), &[12, 11, 18]);
        assert_eq!(attacks(&events)[0].hits, 1);
        assert!(matches!(battle.refuses(&finish("asahi", "4", 1)).0, Reason::CoupMade { .. }), "{fate:?}");
        // A 1 on the torpedo table makes it explode; any other result has no effect.
        battle.segment(1, Segment::Damage);
        let mut other = Battle { state: battle.state.clone() };
        battle.does(&Command::Damage { unit: None }, &[1]);
        assert_eq!(battle.ship("retvizan").fate, Fate::Exploded, "{fate:?}");
        other.does(&Command::Damage { unit: None }, &[2]);
        assert_eq!((&other.ship("retvizan").fate, other.ship("retvizan").hits.len()), (&fate, 0));
        assert!(other.state.held_hits.is_empty());
    }
    // A hulk cannot make a coup de grâce.
    let mut battle = beside(ShipType::BB, "0");
    battle.set("asahi", Setting::Fate(Fate::Sinking));
    battle.set("retvizan", Setting::Sighted(true));
    assert!(matches!(battle.refuses(&finish("asahi", "4", 1)).0, Reason::NotInAction { .. }));
}

/// An arc measured for the ship or its division stays valid whatever range is typed later. [7.2]
#[test]
fn r7_2_a_measured_arc_applies_to_the_coup_de_grace_at_any_range() {
    for (unit, arc, may_launch) in [
        ("asahi", None, true),
        ("asahi", Some(Bearing::Bow), false),
        ("asahi", Some(Bearing::Stern), false),
        ("asahi", Some(Bearing::Port), true),
        ("asahi", Some(Bearing::Broadside), true),
        ("jd", Some(Bearing::Bow), false),
        ("jd", Some(Bearing::Starboard), true),
    ] {
        let mut battle = beside(ShipType::TBD, "0");
        battle.set("retvizan", Setting::Sighted(true));
        let (from, to) = (unit.into(), "retvizan".into());
        battle.does(&Command::Measure { from, to, range: inches("4"), bearing: arc }, &[]);
        for range in ["4", "3"] {
            let result = battle.decide(&finish("asahi", range, 1), &[20]);
            assert_eq!(result.is_ok(), may_launch, "{unit} {arc:?} {range}: {result:?}");
        }
    }
}

/// The attack is optional: on a 1, `hold` declines it; any other result is as usual. (Q22)
#[test]
fn r7_5_1_a_side_may_decline_the_attack_of_a_one() {
    let hold = || Command::TorpedoCheck { side: "japan".into(), hold: true };
    for face in [1, 2, 10] {
        let mut battle = large_ships(&[("asahi", "retvizan", "8")]);
        let events = battle.does(&hold(), &[face]);
        assert_eq!(events.len(), 1, "no attack");
        let made = Fact::TorpedoCheckMade { side: "japan".into(), attack: false, held: face == 1 };
        assert_eq!(events[0].fact, made);
        assert_eq!(
            battle.refuses(&check("japan")),
            (Reason::TorpedoCheckMade { side: "japan".into() }, "7.5.1".to_owned())
        );
    }
    // Without `hold` the attack is also made as the segment closes.
    let mut battle = large_ships(&[("asahi", "retvizan", "8")]);
    let events = battle.does(&Command::Next { to: None, waive: None }, &[1, 20, 2]);
    assert_eq!(attacks(&events).len(), 1);
}

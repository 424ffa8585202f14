//! Chapter 8, paragraph by paragraph: the effects of hits.
mod fires;
mod points;

use naval::model::{HeldHit, HitKind, Setting, Setup, chart::TableKind, ship::*};
use naval::{Command, Fact, NavalEvent, Reason, Segment, rules::damage};

use naval_kit::fixture::*;

/// Asahi against Retvizan in the Damage Segment, still without hits.
fn duel_at_damage() -> Battle {
    Battle::at(&duel(), Segment::Damage)
}

/// The Japanese ship Naniwa of the given type against Retvizan in the Damage Segment, still without hits.
fn victim(kind: ShipType) -> Battle {
    let mut target = card("Naniwa", "japan", kind);
    target.big = target.big.filter(|_| kind.is_large());
    Battle::at(&setup(vec![target], vec![card("Retvizan", "russia", ShipType::BB)]), Segment::Damage)
}

fn add_held_hit(
    battle: &mut Battle,
    target: &str,
    firer: &str,
    kind: HitKind,
    battery: Option<BatteryKind>,
    count: u16,
) {
    battle.state.held_hits.push(HeldHit {
        target: target.into(),
        firer: Some(firer.into()),
        kind,
        battery,
        range: Some(inches("8")),
        count,
    });
}

fn damage_all() -> Command {
    Command::Damage { unit: None }
}

/// The events in short: `M:` for a row of a damage table, then its effect, such as `M1=y` for the mount y.
fn damage_texts(events: &[NavalEvent]) -> String {
    let mut words = Vec::new();
    for event in events {
        words.push(match &event.fact {
            Fact::HitRolled { code, .. } => format!("{code}:"),
            Fact::HitTaken { harm, id, .. } => match harm {
                Harm::Mount(mount) => format!("{id}={mount}"),
                Harm::Guns { quarters } => format!("{id}={quarters}"),
                Harm::Flotation { hits } => format!("{id}={hits}"),
                Harm::Speed(loss) => format!("{id}={loss}"),
                Harm::Steering { until_turn, .. } => format!("{id}={until_turn}"),
                Harm::Fire | Harm::Bridge | Harm::FireControl => id.to_string(),
            },
            Fact::NoEffect { .. } => "none".to_owned(),
            Fact::ShipLost { ship, fate } => format!("{ship} {fate:?}"),
            Fact::MagazineHeld { .. } => "held".to_owned(),
            Fact::HitsWasted { count, .. } => format!("{count} wasted"),
            Fact::HeldHitsResolved { .. } => continue,
            other => format!("{other:?}"),
        });
    }
    words.join(" ")
}

/// Rolls one hit with each set of dice and checks the results.
#[track_caller]
fn check(mut battle: Battle, target: &str, firer: &str, kind: HitKind, gun: Option<BatteryKind>, table: &[Case]) {
    let fresh = battle.state.clone();
    for (faces, dice, expect) in table {
        for face in faces.0..=faces.1 {
            battle.state = fresh.clone();
            add_held_hit(&mut battle, target, firer, kind, gun, 1);
            let dice: Vec<u8> = std::iter::once(face).chain(dice.iter().copied()).collect();
            assert_eq!(damage_texts(&battle.does(&damage_all(), &dice)), *expect, "face {face}");
            assert!(battle.state.held_hits.is_empty());
        }
    }
}

/// First and last face of the first die, the dice after it, and the events as `damage_texts` gives them.
type Case<'a> = ((u8, u8), &'a [u8], &'a str);

fn rules(events: &[NavalEvent]) -> Vec<String> {
    events.iter().map(|event| event.rule.to_string()).collect()
}

#[test]
fn r8_1_hits_become_damage_in_the_damage_segment_only() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    for segment in Segment::ALL.into_iter().filter(|segment| *segment != Segment::Damage) {
        battle.segment(1, segment);
        let (reason, rule) = battle.refuses(&damage_all());
        assert!(matches!(reason, Reason::WrongSegment { needed: Segment::Damage, .. }));
        assert_eq!(rule, "8.1");
    }
    battle.segment(1, Segment::Damage);
    assert_eq!(battle.refuses(&Command::Damage { unit: Some("oslyabya".into()) }).1, "8.1");
    battle.does(&damage_all(), &[19]);
    assert_eq!(battle.refuses(&damage_all()), (Reason::NoHeldHits { unit: None }, "3.3.8".to_owned()));
}

#[test]
fn r3_3_8_held_hits_are_rolled_ship_by_ship_in_the_order_scored() {
    let mut battle = duel_at_damage();
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 2);
    add_held_hit(&mut battle, "asahi", "retvizan", HitKind::NonPenetrating, Some(BatteryKind::Big), 1);
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Effective, Some(BatteryKind::Medium), 1);
    assert_eq!(damage::targets_with_held_hits(&battle.state), ["asahi", "retvizan"]);
    let events = battle.does(&Command::Damage { unit: Some("asahi".into()) }, &[3]);
    assert_eq!(damage_texts(&events), "F: F1");
    let rest = battle.does(&damage_all(), &[9, 17, 2]);
    assert_eq!(damage_texts(&rest), "F: F1 FL: FL1=1 F: F2");
    assert_eq!(rules(&rest), ["8.2.1", "8.5", "8.2.1", "8.2.4", "8.2.2", "8.5", "3.3.8"]);
    assert_eq!(rest[0].dice.len(), 1, "the die is in the event that it decided");
}

#[test]
fn r3_3_8_hits_still_held_are_rolled_when_the_segment_closes() {
    let mut battle = duel_at_damage();
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    let events = battle.does(&Command::Next { to: None, waive: None }, &[10]);
    assert_eq!(rules(&events)[..3], ["8.2.1", "8.5", "3.3.8"]);
    assert_eq!((battle.state.turn, battle.state.segment), (2, Segment::Plotting));
    assert_eq!(battle.ship("retvizan").fires(), 1);
}

#[test]
fn r8_2_1_japanese_big_guns_every_face() {
    let (kind, gun) = (HitKind::Penetrating, Some(BatteryKind::Big));
    check(
        duel_at_damage(),
        "retvizan",
        "asahi",
        kind,
        gun,
        &[
            ((1, 2), &[4], "M: M1=y"),
            ((3, 8), &[], "S: S1=1"),
            ((9, 12), &[], "F: F1"),
            ((13, 16), &[8], "SP: NE: none"),
            ((17, 18), &[], "FL: FL1=1"),
            ((19, 20), &[], "NE: none"),
        ],
    );
}

#[test]
fn r8_2_1_russian_big_guns_every_face() {
    let (kind, gun) = (HitKind::Penetrating, Some(BatteryKind::Big));
    check(
        duel_at_damage(),
        "asahi",
        "retvizan",
        kind,
        gun,
        &[
            ((1, 2), &[3], "M: M1=a"),
            ((3, 8), &[], "S: S1=1"),
            ((9, 10), &[], "F: F1"),
            ((11, 12), &[10], "SP: NE: none"),
            ((13, 16), &[], "FL: FL1=1"),
            ((17, 20), &[], "NE: none"),
        ],
    );
}

#[test]
fn r8_2_1_special_hits_every_face() {
    let table: [(u8, &[u8], &str); 12] = [
        (1, &[3], "SP: MG: retvizan Exploded"),
        (1, &[4, 1], "SP: MG: held M1=a"),
        (2, &[1], "SP: ST: ST1=2"),
        (2, &[6], "SP: ST: ST1=7"),
        (3, &[], "SP: V: V1=0.5"),
        (4, &[], "SP: B: B1"),
        (5, &[], "SP: FC: FC1"),
        (6, &[], "SP: FL: FL1=1"),
        (7, &[], "SP: FL: FL1=1"),
        (8, &[], "SP: NE: none"),
        (9, &[], "SP: NE: none"),
        (10, &[], "SP: NE: none"),
    ];
    for (face, dice, expect) in table {
        let mut battle = duel_at_damage();
        add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
        let dice: Vec<u8> = [14, face].into_iter().chain(dice.iter().copied()).collect();
        assert_eq!(damage_texts(&battle.does(&damage_all(), &dice)), expect);
    }
}

#[test]
fn r8_2_2_non_penetrating_big_guns_every_face() {
    let (kind, gun) = (HitKind::NonPenetrating, Some(BatteryKind::Big));
    check(
        duel_at_damage(),
        "retvizan",
        "asahi",
        kind,
        gun,
        &[
            ((1, 2), &[], "FL: FL1=1"),
            ((3, 4), &[], "F: F1"),
            ((5, 8), &[], "S: S1=1"),
            ((9, 10), &[3], "B: B1"),
            ((9, 10), &[4], "B: FC1"),
            ((11, 20), &[], "NE: none"),
        ],
    );
}

#[test]
fn r8_2_2_medium_and_light_guns_every_face() {
    for gun in [BatteryKind::Medium, BatteryKind::Light] {
        check(duel_at_damage(), "retvizan", "asahi", HitKind::Effective, Some(gun), SMALL_GUNS);
    }
}

const SMALL_GUNS: &[Case] = &[
    ((1, 1), &[], "FL: FL1=1"),
    ((2, 2), &[], "F: F1"),
    ((3, 7), &[], "S: S1=1"),
    ((8, 8), &[1], "B: B1"),
    ((8, 8), &[6], "B: FC1"),
    ((9, 20), &[], "NE: none"),
];

#[test]
fn r8_5_3_the_extra_hit_of_a_fire_is_rolled_on_the_column_for_small_guns() {
    check(duel_at_damage(), "retvizan", "asahi", HitKind::FireSpread, None, SMALL_GUNS);
}

#[test]
fn r8_2_3_torpedoes_at_large_ships_every_face() {
    let kind = HitKind::Torpedo;
    let table: &[Case] = &[
        ((1, 1), &[], "EX: retvizan Exploded"),
        ((2, 4), &[], "FL: FL1=3 retvizan Sinking"),
        ((5, 8), &[], "FL: FL1=2 V1=0.5"),
        ((9, 10), &[], "FL: FL1=1"),
    ];
    check(duel_at_damage(), "retvizan", "asahi", kind, None, table);
    let mut stout = card("Retvizan", "russia", ShipType::BB);
    stout.flotation = 4;
    let battle = Battle::at(&setup(vec![card("Asahi", "japan", ShipType::BB)], vec![stout]), Segment::Damage);
    check(battle, "retvizan", "asahi", kind, None, &[((2, 4), &[], "FL: FL1=3 V1=1.0")]);
}

#[test]
fn r8_2_large_ships_of_every_type_use_the_large_ship_tables() {
    for kind in ShipType::ALL.into_iter().filter(|kind| kind.is_large()) {
        let mut battle = victim(kind);
        add_held_hit(&mut battle, "naniwa", "retvizan", HitKind::Penetrating, Some(BatteryKind::Big), 1);
        let events = battle.does(&damage_all(), &[20]);
        assert_eq!((damage_texts(&events).as_str(), rules(&events)[1].as_str()), ("NE: none", "8.2"), "{kind}");
    }
    let mut bare = duel();
    let mut charts = charts();
    charts.damage.retain(|table| table.kind != TableKind::Penetrating);
    bare.charts = charts.into();
    let mut battle = Battle::at(&bare, Segment::Damage);
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    assert_eq!(battle.refuses(&damage_all()).1, "8.2", "a chart without the table refuses the roll");
}

#[test]
fn r8_2_4_every_hit_is_on_the_card_with_letter_and_number() {
    let mut battle = duel_at_damage();
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 5);
    battle.does(&damage_all(), &[1, 6, 2, 17, 17, 3]);
    let ids = |battle: &Battle| -> Vec<String> {
        battle.ship("retvizan").hits.iter().map(|hit| hit.id.to_string()).collect()
    };
    assert_eq!(ids(&battle), ["M1", "M2", "FL1", "FL2", "S1"], "the last mount needs no die");
    assert_eq!(battle.ship("retvizan").mounts_bearing(Bearing::Broadside), 0);
    let fl1 = Fact::RepairRolled {
        ship: "retvizan".into(),
        item: "FL1".into(),
        needed: naval::model::Sum::from_base(2, naval::model::Label::DamageControl, play::Rule::new("8.6.1")),
        result: HitState::Repaired,
    };
    battle.apply(&fl1);
    assert_eq!(battle.ship("retvizan").flotation_hits(), 1, "a repaired hit no longer counts");
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 2);
    assert_eq!(
        damage_texts(&battle.does(&damage_all(), &[18, 1])),
        "FL: FL3=1 M: none",
        "numbers are never used twice"
    );
}

#[test]
fn r8_2_4_a_mount_is_drawn_with_equal_chances() {
    // Mounts left, the die rolled, and the mount for each result in order; `*` is rolled again.
    let table = [
        (2, 6, "aaabbb"),
        (3, 6, "aabbcc"),
        (4, 20, "aaaaabbbbbcccccddddd"),
        (5, 10, "aabbccddee"),
        (6, 6, "abcdef"),
        (7, 10, "abcdefg***"),
    ];
    for (count, sides, expect) in table {
        let mut target = card("Retvizan", "russia", ShipType::BB);
        let mounts = ["a", "b", "c", "d", "e", "f", "g"];
        target.big.as_mut().unwrap().mounts = mounts[..count].iter().map(|id| mount(id, &[FiringArc::Port])).collect();
        let setup = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![target]);
        for (face, expect) in (1..=sides).zip(expect.chars()) {
            let mut battle = Battle::at(&setup, Segment::Damage);
            add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
            let again: &[u8] = if expect == '*' { &[1, face, 1] } else { &[1, face] };
            let events = battle.does(&damage_all(), again);
            let expect = if expect == '*' { 'a' } else { expect };
            assert_eq!(damage_texts(&events), format!("M: M1={expect}"), "face {face} of {count}");
            assert_eq!(events[1].dice[0].sides, sides);
        }
    }
}

#[test]
fn r8_3_cruisers_every_face() {
    for kind in [ShipType::CL, ShipType::CP] {
        for (hit, gun) in [
            (HitKind::Effective, Some(BatteryKind::Medium)),
            (HitKind::Penetrating, Some(BatteryKind::Big)),
            (HitKind::NonPenetrating, Some(BatteryKind::Big)),
            (HitKind::FireSpread, None),
        ] {
            let table: &[Case] = &[
                ((1, 2), &[], "2G: G1=2"),
                ((3, 5), &[], "G: G1=1"),
                ((6, 7), &[], "2FL: FL1=2"),
                ((8, 9), &[], "FL: FL1=1"),
                ((10, 10), &[], "F: F1"),
            ];
            check(victim(kind), "naniwa", "retvizan", hit, gun, table);
        }
        let table: &[Case] = &[
            ((1, 1), &[], "EX: naniwa Exploded"),
            ((2, 4), &[], "FL: FL1=4 naniwa Sinking"),
            ((5, 8), &[], "FL: FL1=3 naniwa Sinking"),
            ((9, 10), &[], "FL: FL1=2"),
        ];
        check(victim(kind), "naniwa", "retvizan", HitKind::Torpedo, None, table);
    }
}

#[test]
fn r8_3_merchantmen_every_face() {
    let table: &[Case] = &[((1, 5), &[], "FL: FL1=1"), ((6, 8), &[], "F: F1"), ((9, 10), &[], "NE: none")];
    check(victim(ShipType::MM), "naniwa", "retvizan", HitKind::Effective, Some(BatteryKind::Medium), table);
}

#[test]
fn r8_3_each_hit_sinks_one_boat_without_a_die_the_rearmost_first() {
    let boats = |kind| {
        let boats = ["Shirakumo", "Asashio", "Kasumi"].map(|name| card(name, "japan", kind)).to_vec();
        Battle::at(&setup(boats, vec![card("Retvizan", "russia", ShipType::BB)]), Segment::Damage)
    };
    for kind in [ShipType::TBD, ShipType::TB] {
        for hit in [HitKind::Effective, HitKind::Penetrating, HitKind::Torpedo] {
            let mut battle = boats(kind);
            add_held_hit(&mut battle, "jd", "retvizan", hit, Some(BatteryKind::Medium), 2);
            let events = battle.does(&Command::Damage { unit: Some("asashio".into()) }, &[]);
            assert_eq!(damage_texts(&events), "X: kasumi Sunk X: asashio Sunk");
            assert_eq!(battle.state.ships_of(&"jd".into()).filter(|ship| ship.is_in_action()).count(), 1);
        }
    }
    let mut battle = boats(ShipType::TBD);
    add_held_hit(&mut battle, "jd", "retvizan", HitKind::Effective, Some(BatteryKind::Medium), 5);
    assert_eq!(
        damage_texts(&battle.does(&damage_all(), &[])),
        "X: kasumi Sunk X: asashio Sunk X: shirakumo Sunk 2 wasted",
        "more hits than boats"
    );
}

#[test]
fn r8_4_a_card_with_flash_may_blow_up_at_each_mount_lost() {
    let battle_with_flash = |flash| {
        let mut lion = card("Lion", "britain", ShipType::BC);
        lion.flash = flash;
        let mut battle = Battle::at(&setup(vec![card("Asahi", "japan", ShipType::BB)], vec![lion]), Segment::Damage);
        add_held_hit(&mut battle, "lion", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
        battle
    };
    for flash in 1..=2 {
        for face in 1..=10 {
            let mut battle = battle_with_flash(flash);
            let end = if i32::from(face) <= flash { "lion Exploded" } else { "held" };
            assert_eq!(
                damage_texts(&battle.does(&damage_all(), &[1, 6, face])),
                format!("M: M1=y {end}"),
                "{flash} {face}"
            );
        }
    }
    assert_eq!(
        damage_texts(&battle_with_flash(0).does(&damage_all(), &[1, 6])),
        "M: M1=y",
        "no die without a flash figure"
    );
    let mut battle = battle_with_flash(1);
    battle.set("lion", Setting::MountsLost(2));
    assert_eq!(damage_texts(&battle.does(&damage_all(), &[1])), "M: none", "no mount is left to hit");
}

#[test]
fn r8_4_a_magazine_explodes_on_three_or_less_else_a_mount_is_flooded() {
    for face in 1..=10 {
        let mut battle = duel_at_damage();
        add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
        let (dice, expect): (&[u8], &str) = if face <= 3 { (&[], "retvizan Exploded") } else { (&[1], "held M1=a") };
        let dice: Vec<u8> = [13, 1, face].into_iter().chain(dice.iter().copied()).collect();
        assert_eq!(damage_texts(&battle.does(&damage_all(), &dice)), format!("SP: MG: {expect}"));
    }
}

#[test]
fn r8_4_each_gun_beyond_the_last_is_rolled_separately_every_face() {
    // Quarters of the guns lost before, face of the first die, dice after it, expected events.
    let table: [(u8, u8, &[u8], &str); 9] = [
        (3, 1, &[1], "2G: G4=1 EX: naniwa Exploded"),
        (3, 3, &[], "G: G4=1"),
        (4, 3, &[1], "G: EX: naniwa Exploded"),
        (4, 3, &[2], "G: F: F1"),
        (4, 3, &[4], "G: F: F1"),
        (4, 3, &[5], "G: NE: none"),
        (4, 3, &[10], "G: NE: none"),
        (4, 2, &[3, 3], "2G: F: F1 F: F2"),
        (4, 2, &[1], "2G: EX: naniwa Exploded"),
    ];
    for (lost, face, dice, expect) in table {
        let mut battle = victim(ShipType::CP);
        battle.set("naniwa", Setting::GunQuartersLost(lost));
        add_held_hit(&mut battle, "naniwa", "retvizan", HitKind::Effective, Some(BatteryKind::Medium), 1);
        let dice: Vec<u8> = std::iter::once(face).chain(dice.iter().copied()).collect();
        assert_eq!(damage_texts(&battle.does(&damage_all(), &dice)), expect);
    }
    let mut battle = duel_at_damage();
    battle.set("retvizan", Setting::GunQuartersLost(4));
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    assert_eq!(
        damage_texts(&battle.does(&damage_all(), &[3])),
        "S: none",
        "a large ship has no gun left to lose there"
    );
}

#[test]
fn r8_7_a_ship_flooded_to_its_maximum_stops_and_wastes_later_hits() {
    let mut battle = duel_at_damage();
    battle.set("retvizan", Setting::Flotation(2));
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 4);
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::NonPenetrating, Some(BatteryKind::Big), 3);
    // Each penetrating hit could still reach a magazine by SP and is rolled for; the others are wasted. (Q46)
    let events = battle.does(&damage_all(), &[17, 17, 1, 20]);
    assert_eq!(damage_texts(&events), "FL: FL2=1 retvizan Sinking FL: none M: none NE: none 3 wasted");
    let cited = ["8.2.1", "8.2.4", "8.7", "8.2.1", "8.2", "8.2.1", "8.2", "8.2.1", "8.2", "8.7", "3.3.8"];
    assert_eq!(rules(&events), cited);
    let hulk = battle.ship("retvizan");
    assert!(hulk.counts_as_sunk() && !hulk.is_in_action());
    assert_eq!(hulk.speed, inches("0"));
    let mut battle = duel_at_damage();
    battle.set("retvizan", Setting::Flotation(1));
    add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    battle.does(&damage_all(), &[18]);
    assert!(battle.ship("retvizan").is_in_action(), "one hit below the maximum it still fights");
}

/// Q46: hits on a ship that is already sinking are rolled for only if they could make it explode.
#[test]
fn r8_7_hits_can_only_explode_a_hulk() {
    let hulk = |kind: HitKind, gun, fate: Fate| {
        let mut battle = duel_at_damage();
        battle.set("retvizan", Setting::Fate(fate));
        add_held_hit(&mut battle, "retvizan", "asahi", kind, gun, 2);
        battle
    };
    let big = Some(BatteryKind::Big);
    for fate in [Fate::Sinking, Fate::Abandoned] {
        let texts_of = |kind, gun, dice: &[u8]| damage_texts(&hulk(kind, gun, fate.clone()).does(&damage_all(), dice));
        // SP, then magazine, then 3 or less on a D10: the second hit is wasted.
        let magazine = texts_of(HitKind::Penetrating, big, &[13, 1, 3]);
        assert_eq!(magazine, "SP: MG: retvizan Exploded 1 wasted");
        assert_eq!(texts_of(HitKind::Penetrating, big, &[13, 1, 4, 20]), "SP: MG: held none NE: none");
        assert_eq!(texts_of(HitKind::Penetrating, big, &[13, 2, 12]), "SP: ST: none F: none");
        assert_eq!(texts_of(HitKind::Torpedo, None, &[2, 1]), "FL: none EX: retvizan Exploded");
        assert_eq!(texts_of(HitKind::NonPenetrating, big, &[]), "2 wasted");
        assert_eq!(texts_of(HitKind::FireSpread, None, &[]), "2 wasted");
    }
    for fate in [Fate::Sunk, Fate::Exploded, Fate::exited(false)] {
        assert_eq!(damage_texts(&hulk(HitKind::Penetrating, big, fate).does(&damage_all(), &[])), "2 wasted");
    }
}

/// Q46: mounts of a card with a flash number, and guns of a light ship beyond its last.
#[test]
fn r8_7_flash_and_ammunition_of_a_hulk() {
    let mut setup = duel();
    let mut flashing = (*setup.ships[1].card).clone();
    flashing.flash = 1;
    setup.ships[1].card = flashing.into();
    for (face, expect) in [(1, "M: retvizan Exploded"), (2, "M: held none")] {
        let mut battle = Battle::at(&setup, Segment::Damage);
        battle.set("retvizan", Setting::Fate(Fate::Sinking));
        add_held_hit(&mut battle, "retvizan", "asahi", HitKind::Penetrating, Some(BatteryKind::Big), 1);
        assert_eq!(damage_texts(&battle.does(&damage_all(), &[1, face])), expect);
    }
    // Two guns from a cruiser with one quarter left: the second is beyond its last, and only then can it explode.
    for (lost, dice, expect) in [
        (3, &[1, 1][..], "2G: EX: naniwa Exploded"),
        (3, &[1, 5], "2G: NE: none"),
        (3, &[3], "G: none"),
        (2, &[], "1 wasted"),
    ] {
        let mut battle = victim(ShipType::CL);
        battle.set("naniwa", Setting::GunQuartersLost(lost));
        battle.set("naniwa", Setting::Fate(Fate::Sinking));
        add_held_hit(&mut battle, "naniwa", "retvizan", HitKind::Effective, Some(BatteryKind::Big), 1);
        assert_eq!(damage_texts(&battle.does(&damage_all(), dice)), expect, "{lost} {dice:?}");
    }
}

#[test]
fn r8_7_flooding_beyond_half_the_maximum_costs_a_quarter_inch_each() {
    let mut stout = card("Koenig", "germany", ShipType::BB);
    stout.flotation = 6;
    let setup: Setup = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![stout]);
    for (hits, speed) in [(0, "2.5"), (3, "2.5"), (4, "2.25"), (5, "2.0"), (6, "0")] {
        let mut battle = Battle::at(&setup, Segment::Damage);
        battle.set("koenig", Setting::Flotation(hits));
        assert_eq!(battle.ship("koenig").top_speed(), inches(speed), "{hits} hits");
    }
}

#[test]
fn r8_3_the_tables_of_these_tests_cover_every_face() {
    for table in &charts().damage {
        let missing: Vec<u8> = (1..=table.sides).filter(|face| table.row(*face).is_none()).collect();
        assert!(missing.is_empty(), "{} leaves out {missing:?}", table.id);
    }
}

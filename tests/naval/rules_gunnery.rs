//! Chapter 6, paragraph by paragraph.
use naval::model::command::{Conditions, LineBlock};
use naval::model::{
    Alternation, BatteryKind, Bearing, FireOrder, FiringArc, Fraction, HitKind, Mount, NonPen, Salvo, Setting, Setup,
    ShipType, Volley, chart::VisibilityQuality, ship::arcs_at,
};
use naval::rules::gunnery::{band_edge_nearby, quotient, salvo_numbers, salvo_odds};
use naval::{Command, Fact, Id, Reason, Segment, rules::rolls::natural_limit};

use naval_kit::fixture::*;

fn with_battery(mut order: FireOrder, battery: BatteryKind) -> FireOrder {
    order.battery = Some(battery);
    order
}

fn at_arc(mut order: FireOrder, bearing: Bearing) -> FireOrder {
    order.bearing = Some(bearing);
    order
}

fn with_conditions(mut order: FireOrder, change: impl FnOnce(&mut Conditions)) -> FireOrder {
    change(&mut order.conditions);
    order
}

fn fire(unit: &str) -> Command {
    Command::Fire { units: vec![unit.into()], apart: false }
}

fn gunfire(setup: &Setup) -> Battle {
    Battle::at(setup, Segment::Gunfire)
}

/// Both ships declare at `range`; returns Asahi's salvo with these dice.
fn duel_salvo(range: &str, faces: &[u8]) -> Salvo {
    let mut battle = gunfire(&duel());
    battle.does(&Command::Target(order("asahi", "retvizan", range)), &[]);
    battle.does(&Command::Target(order("retvizan", "asahi", range)), &[]);
    salvo(&battle.does(&fire("asahi"), faces))
}

fn salvo(events: &[naval::NavalEvent]) -> Salvo {
    let found = events.iter().find_map(|event| match &event.fact {
        Fact::SalvoFired(salvo) => Some((**salvo).clone()),
        _ => None,
    });
    found.expect("a salvo")
}

fn volley(events: &[naval::NavalEvent]) -> Volley {
    let found = events.iter().find_map(|event| match &event.fact {
        Fact::BatteriesFired(volley) => Some(volley.clone()),
        _ => None,
    });
    found.expect("a volley")
}

/// The number of dice, then the numbers needed to hit, for the target's size and to penetrate.
fn needs(salvo: &Salvo) -> [i32; 4] {
    [salvo.dice.result, salvo.to_hit.result, salvo.size.result, salvo.penetration.result]
}

/// The same four numbers of Asahi's declared salvo after a change to its conditions, before any die.
fn numbers(setup: &Setup, change: impl FnOnce(&mut Conditions)) -> [i32; 4] {
    let mut battle = gunfire(setup);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    battle.does(&Command::Target(with_conditions(order("asahi", "retvizan", "8"), change)), &[]);
    let declared = battle.state.this_move.declarations.last().unwrap();
    let needs = salvo_numbers(&battle.state, declared).unwrap();
    [needs.dice.result, needs.to_hit.result, needs.size.result, needs.penetration.result]
}

#[test]
fn r6_5_1_6_asahi_at_retvizan() {
    let salvo = duel_salvo("8", &[3, 9, 4, 2]);
    assert_eq!(needs(&salvo), [2, 7, 11, 10]);
    assert_eq!((salvo.on_successes, salvo.strikes, salvo.penetrating, salvo.non_penetrating), (1, 1, 1, 0));
    let salvo = duel_salvo("8", &[3, 9, 4, 11]);
    assert_eq!((salvo.on_successes, salvo.strikes, salvo.penetrating, salvo.non_penetrating), (1, 1, 0, 0));
}

#[test]
fn r6_5_1_every_face_of_each_roll() {
    for face in 1..=20 {
        let hits = face <= 7;
        let faces: &[u8] = if hits { &[face, 20, 20] } else { &[face, 20] };
        assert_eq!(duel_salvo("8", faces).on_successes, u16::from(hits), "to hit, face {face}");
        let strikes = face <= 11;
        let faces: &[u8] = if strikes { &[1, 20, face, 20] } else { &[1, 20, face] };
        assert_eq!(duel_salvo("8", faces).strikes, u16::from(strikes), "size, face {face}");
        assert_eq!(duel_salvo("8", &[1, 20, 1, face]).penetrating, u16::from(face <= 10), "penetration, face {face}");
    }
}

/// `salvo_odds` agrees with the rulings for all dice: for each option for shells that cannot penetrate, one to five
/// mounts, armour just below, at and above the guns' power, and numbers that only a natural 1 or 20 decides.
#[test]
fn r6_5_1_the_odds_of_a_salvo_are_those_of_its_ruling() {
    let mut cases = 0;
    for nonpen in [NonPen::AllHits, NonPen::Nat1Penetrates, NonPen::Stage3] {
        for (mounts, armour, size, range) in
            [(1, 0, 1, "8"), (2, 9, 5, "4"), (3, -1, 4, "8"), (5, 0, 19, "3"), (4, 30, 25, "8"), (5, 1, 5, "1.5")]
        {
            let mut setup = duel();
            setup.options.nonpen = nonpen;
            let (mut asahi, mut retvizan) = ((*setup.ships[0].card).clone(), (*setup.ships[1].card).clone());
            let big = asahi.big.as_mut().unwrap();
            let mount = |index| Mount { id: format!("m{index}").as_str().into(), arcs: vec![FiringArc::Port] };
            big.mounts = (0..mounts).map(mount).collect();
            (retvizan.armour.gun, retvizan.size.gun) = (big.power + armour, size);
            (setup.ships[0].card, setup.ships[1].card) = (asahi.into(), retvizan.into());
            let mut battle = gunfire(&setup);
            battle.does(&Command::Target(order("asahi", "retvizan", range)), &[]);
            let declared = &battle.state.this_move.declarations[0];
            let quick = salvo_odds(&battle.state, declared, |strikes, through, others| (strikes, through, others));
            let key = |events: &[naval::NavalEvent]| {
                let Salvo { strikes, penetrating, non_penetrating, .. } = salvo(events);
                (strikes, penetrating, non_penetrating)
            };
            let whole = play::odds::explore::<naval::Naval, _>(&battle.state, &fire("asahi"), key).unwrap();
            cases += whole.outcomes().count();
            assert_eq!(quick, Some(whole), "{nonpen:?} {mounts} {armour}");
        }
    }
    assert!(100 < cases, "{cases} outcomes");
}

#[test]
fn r6_5_1_the_number_falls_with_each_band() {
    for (range, to_hit) in
        [("0.5", 12), ("4", 12), ("4.01", 7), ("8", 7), ("8.01", 3), ("12", 3), ("12.01", 1), ("16", 1)]
    {
        assert_eq!(duel_salvo(range, &[20, 20]).to_hit.result, to_hit, "{range}");
    }
}

#[test]
fn r6_5_1_4_a_one_succeeds_and_a_twenty_fails() {
    for (needed, limit) in [(-3, 1), (0, 1), (1, 1), (2, 2), (10, 10), (19, 19), (20, 19), (25, 19)] {
        assert_eq!(natural_limit(needed), limit);
    }
    let mut setup = duel();
    let mut hopeless = card("Asahi", "japan", ShipType::BB);
    hopeless.big.as_mut().unwrap().bands[1].to_hit = 0;
    setup.ships[0].card = std::sync::Arc::new(hopeless);
    let mut battle = gunfire(&setup);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    assert_eq!(salvo(&battle.does(&fire("asahi"), &[1, 20, 20])).on_successes, 1);
}

#[test]
fn r6_1_range_and_one_salvo_a_turn() {
    let mut battle = gunfire(&duel());
    assert!(matches!(
        battle.refuses(&Command::Target(order("asahi", "retvizan", "16.01"))),
        (Reason::OutOfRange { max, .. }, rule) if max == inches("16") && rule == "6.1"
    ));
    battle.does(&Command::Target(order("asahi", "retvizan", "16")), &[]);
    battle.does(&fire("asahi"), &[20, 20, 20]);
    assert!(matches!(battle.refuses(&fire("asahi")), (Reason::AlreadyFired { .. }, rule) if rule == "6.2"));
}

#[test]
fn r6_1_by_night_a_target_must_be_lit_burning_or_firing() {
    let mut setup = duel();
    setup.night = true;
    let shot = Command::Target(order("asahi", "retvizan", "4"));
    assert!(matches!(gunfire(&setup).refuses(&shot), (Reason::NotLit { .. }, rule) if rule == "6.1"));
    for setting in [Setting::Lit(true), Setting::Fires(1)] {
        let mut battle = gunfire(&setup);
        battle.set("retvizan", setting);
        battle.does(&shot, &[]);
    }
}

#[test]
fn r6_3_a_target_must_be_sighted_and_firing_reveals_a_ship_by_night() {
    let mut setup = duel();
    setup.visibility = naval::model::Visibility::Steps(vec![naval::model::VisibilityStep {
        from_turn: 1,
        range: inches("6"),
        quality: None,
    }]);
    let unseen = gunfire(&setup).refuses(&Command::Target(order("asahi", "retvizan", "6.01")));
    assert!(matches!(unseen, (Reason::NotSighted { .. }, rule) if rule == "6.3"));
    gunfire(&setup).does(&Command::Target(order("asahi", "retvizan", "6")), &[]);
    setup.night = true;
    let mut battle = gunfire(&setup);
    battle.set("asahi", Setting::Lit(true));
    battle.does(&Command::Target(order("retvizan", "asahi", "4")), &[]);
    battle.does(&Command::Target(order("asahi", "retvizan", "4")), &[]);
}

#[test]
fn r6_2_a_battery_has_one_target() {
    let setup = setup(
        vec![card("Asahi", "japan", ShipType::BB)],
        vec![card("Retvizan", "russia", ShipType::BB), card("Peresvet", "russia", ShipType::BB)],
    );
    let mut battle = gunfire(&setup);
    battle.does(&Command::Target(with_battery(order("asahi", "retvizan", "8"), BatteryKind::Big)), &[]);
    let (reason, rule) =
        battle.refuses(&Command::Target(with_battery(order("asahi", "peresvet", "8"), BatteryKind::Big)));
    assert_eq!(rule, "6.2");
    assert_eq!(
        reason,
        Reason::BatteryDeclared { ship: "asahi".into(), battery: BatteryKind::Big, target: "retvizan".into() }
    );
    battle.does(&Command::Target(with_battery(order("asahi", "peresvet", "8"), BatteryKind::Medium)), &[]);
}

#[test]
fn r6_2_1_big_guns_only_where_the_card_has_them() {
    let setup = setup(vec![card("Naniwa", "japan", ShipType::CP)], vec![card("Askold", "russia", ShipType::CP)]);
    let (reason, rule) =
        gunfire(&setup).refuses(&Command::Target(with_battery(order("naniwa", "askold", "4"), BatteryKind::Big)));
    assert_eq!(rule, "6.2.1");
    assert_eq!(reason, Reason::NoSuchBattery { ship: "naniwa".into(), battery: Some(BatteryKind::Big) });
}

#[test]
fn r6_2_2_a_medium_battery_each_side() {
    let setup = setup(
        vec![card("Asahi", "japan", ShipType::BB)],
        vec![card("Askold", "russia", ShipType::CP), card("Novik", "russia", ShipType::CP)],
    );
    let mut battle = gunfire(&setup);
    let medium = |target, bearing| {
        Command::Target(at_arc(with_battery(order("asahi", target, "4"), BatteryKind::Medium), bearing))
    };
    battle.does(&medium("askold", Bearing::Port), &[]);
    assert!(
        matches!(battle.refuses(&medium("novik", Bearing::Port)), (Reason::BatteryDeclared { .. }, rule) if rule == "6.2")
    );
    battle.does(&medium("novik", Bearing::Starboard), &[]);
    let mut boat = card("Kasumi", "japan", ShipType::TBD);
    boat.medium = None;
    let boats = naval_kit::fixture::setup(vec![boat], vec![card("Askold", "russia", ShipType::CP)]);
    let refused =
        gunfire(&boats).refuses(&Command::Target(with_battery(order("kasumi", "askold", "2"), BatteryKind::Medium)));
    assert!(matches!(refused, (Reason::NoSuchBattery { .. }, rule) if rule == "6.2.2"));
}

#[test]
fn r6_2_3_a_light_battery_only_where_the_card_has_it() {
    let mut bare = card("Asahi", "japan", ShipType::BB);
    bare.light = None;
    let setup = setup(vec![bare], vec![card("Askold", "russia", ShipType::CP)]);
    let refused =
        gunfire(&setup).refuses(&Command::Target(with_battery(order("asahi", "askold", "2"), BatteryKind::Light)));
    assert!(matches!(refused, (Reason::NoSuchBattery { .. }, rule) if rule == "6.2.3"));
}

#[test]
fn r6_2_4_the_card_lists_the_guns() {
    let card = card("Asahi", "japan", ShipType::BB);
    let bearing = [Bearing::Bow, Bearing::Broadside, Bearing::Stern].map(|bearing| card.mounts_bearing(bearing));
    assert_eq!(bearing, [1, 2, 1]);
    let mut battle = gunfire(&duel());
    battle.does(&Command::Target(with_battery(order("asahi", "retvizan", "4"), BatteryKind::Medium)), &[]);
    let part = naval::rules::gunnery::volley_part(&battle.state, &battle.state.this_move.declarations[0]).unwrap();
    assert_eq!((part.strength.base, part.strength.base_rule.to_string()), (Fraction::from(24), "6.2.4".to_owned()));
}

#[test]
fn r6_4_guns_must_bear() {
    let mut setup = duel();
    let mut asahi = card("Asahi", "japan", ShipType::BB);
    for mount in &mut asahi.big.as_mut().unwrap().mounts {
        mount.arcs = vec![FiringArc::Port, FiringArc::Starboard];
    }
    setup.ships[0].card = std::sync::Arc::new(asahi);
    let (reason, rule) =
        gunfire(&setup).refuses(&Command::Target(at_arc(order("asahi", "retvizan", "8"), Bearing::Bow)));
    assert_eq!(rule, "6.4");
    assert_eq!(reason, Reason::NoneBear { ship: "asahi".into(), battery: BatteryKind::Big, bearing: Bearing::Bow });
}

#[test]
fn r6_4_a_measured_arc_is_the_arc_of_later_declarations() {
    let measured = |from: &str, to: &str, bearing| Command::Measure {
        from: from.into(),
        to: to.into(),
        range: inches("8"),
        bearing,
    };
    let unranged = |arc: Option<Bearing>| FireOrder { range: None, bearing: arc, ..order("asahi", "retvizan", "8") };
    let declared_arc = |before: &[Command], order: FireOrder| {
        let mut battle = gunfire(&duel());
        before.iter().for_each(|command| drop(battle.does(command, &[])));
        battle.does(&Command::Target(order), &[]);
        battle.state.this_move.declarations[0].bearing
    };
    let bow = || measured("asahi", "retvizan", Some(Bearing::Bow));
    assert_eq!(declared_arc(&[bow()], unranged(None)), Bearing::Bow);
    assert_eq!(
        declared_arc(&[measured("asahi", "retvizan", None), bow()], unranged(None)),
        Bearing::Bow,
        "range known"
    );
    assert_eq!(declared_arc(&[bow(), measured("asahi", "retvizan", None)], unranged(None)), Bearing::Bow, "the same");
    assert_eq!(declared_arc(&[measured("jd", "rd", Some(Bearing::Stern))], unranged(None)), Bearing::Stern);
    assert_eq!(declared_arc(&[bow(), measured("jd", "rd", Some(Bearing::Stern))], unranged(None)), Bearing::Bow);
    assert_eq!(declared_arc(&[bow()], unranged(Some(Bearing::Port))), Bearing::Port, "a typed arc counts");
    let retvizan = measured("retvizan", "asahi", Some(Bearing::Stern));
    assert_eq!(declared_arc(&[retvizan], unranged(None)), Bearing::Broadside, "the enemy's arc is not the ship's own");
    let mut battle = gunfire(&duel());
    battle.does(&bow(), &[]);
    battle.segment(2, Segment::Gunfire);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert_eq!(battle.state.this_move.declarations[0].bearing, Bearing::Broadside, "only for that turn");
}

#[test]
fn r6_4_1_bow_broadside_and_stern_mounts() {
    for (bearing, dice) in [(Bearing::Bow, 1), (Bearing::Broadside, 2), (Bearing::Port, 2), (Bearing::Stern, 1)] {
        let mut battle = gunfire(&duel());
        battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
        battle.does(&Command::Target(at_arc(order("asahi", "retvizan", "8"), bearing)), &[]);
        let faces = vec![20; dice];
        assert_eq!(salvo(&battle.does(&fire("asahi"), &faces)).dice.result, dice as i32, "{bearing}");
    }
    let mut battle = gunfire(&duel());
    battle.set("asahi", Setting::MountsLost(2));
    let refused = battle.refuses(&Command::Target(order("asahi", "retvizan", "8")));
    assert!(matches!(refused, (Reason::NoneBear { .. }, rule) if rule == "6.4.1"));
}

#[test]
fn r6_4_2_a_centreline_battery_fires_one_side_a_turn() {
    let mut ship = card("Novik", "russia", ShipType::CP);
    ship.medium.as_mut().unwrap().centreline = true;
    let setup =
        setup(vec![card("Naniwa", "japan", ShipType::CP), card("Takachiho", "japan", ShipType::CP)], vec![ship]);
    let mut battle = gunfire(&setup);
    let medium = |target, bearing| {
        Command::Target(at_arc(with_battery(order("novik", target, "4"), BatteryKind::Medium), bearing))
    };
    battle.does(&medium("naniwa", Bearing::Port), &[]);
    let refused = battle.refuses(&medium("takachiho", Bearing::Starboard));
    assert!(matches!(refused, (Reason::BatteryDeclared { .. }, rule) if rule == "6.4.2"));
}

#[test]
fn r6_4_3_a_quarter_ahead_and_astern_without_big_guns() {
    let mut askold = card("Askold", "russia", ShipType::CP);
    askold.defence = 4;
    askold.light = None;
    for bearing in [Bearing::Bow, Bearing::Stern] {
        let setup = setup(vec![card("Naniwa", "japan", ShipType::CP)], vec![askold.clone()]);
        let mut battle = gunfire(&setup);
        let shot = at_arc(with_battery(order("naniwa", "askold", "4"), BatteryKind::Medium), bearing);
        battle.does(&Command::Target(shot), &[]);
        let volley = volley(&battle.does(&fire("naniwa"), &[2]));
        assert_eq!((volley.strength, volley.needed, volley.hits), (Fraction::from(6), 2, 1));
    }
    let shot = at_arc(with_battery(order("asahi", "retvizan", "8"), BatteryKind::Medium), Bearing::Bow);
    let refused = gunfire(&duel()).refuses(&Command::Target(shot));
    assert!(matches!(refused, (Reason::NoneBear { .. }, rule) if rule == "6.4.3"));
}

#[test]
fn r6_4_4_arcs_by_bearing() {
    use FiringArc::{Bow, Port, Starboard, Stern};
    for (bearing, arcs) in [
        (0, vec![Bow]),
        (29, vec![Bow]),
        (30, vec![Bow, Starboard]),
        (31, vec![Starboard]),
        (149, vec![Starboard]),
        (150, vec![Starboard, Stern]),
        (151, vec![Stern]),
        (180, vec![Stern]),
        (209, vec![Stern]),
        (210, vec![Stern, Port]),
        (211, vec![Port]),
        (329, vec![Port]),
        (330, vec![Bow, Port]),
        (331, vec![Bow]),
        (360, vec![Bow]),
        (-30, vec![Bow, Port]),
    ] {
        assert_eq!(arcs_at(bearing).collect::<Vec<_>>(), arcs, "{bearing}");
    }
}

#[test]
fn r6_5_a_shot_without_a_battery_is_of_big_guns_or_of_both_batteries() {
    let mut battle = gunfire(&duel());
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert_eq!(battle.state.this_move.declarations[0].battery, BatteryKind::Big);
    let setup = setup(vec![card("Naniwa", "japan", ShipType::CP)], vec![card("Askold", "russia", ShipType::CP)]);
    let mut battle = gunfire(&setup);
    battle.does(&Command::Target(order("naniwa", "askold", "8")), &[]);
    let batteries: Vec<_> = battle.state.this_move.declarations.iter().map(|declaration| declaration.battery).collect();
    assert_eq!(batteries, [BatteryKind::Medium, BatteryKind::Light]);
    let refused = battle.refuses(&Command::Target(order("naniwa", "askold", "8")));
    assert!(matches!(refused, (Reason::BatteryDeclared { .. }, rule) if rule == "6.2"));
    battle.set("naniwa", Setting::GunQuartersLost(4));
    battle.segment(2, Segment::Gunfire);
    let refused = battle.refuses(&Command::Target(order("naniwa", "askold", "8")));
    assert_eq!(refused, (Reason::NoSuchBattery { ship: "naniwa".into(), battery: None }, "6.2.4".to_owned()));
}

#[test]
fn r6_5_1_1_the_firer_is_marked_on_its_target() {
    let mut battle = gunfire(&duel());
    let events = battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let declared = events.iter().find(|event| matches!(event.fact, Fact::FireDeclared(_))).unwrap();
    assert_eq!(declared.rule.to_string(), "6.5.1.1");
    assert_eq!(battle.ship("asahi").number, Some(1));
}

#[test]
fn r6_5_1_2_hits_are_counted_and_remembered_one_turn() {
    let mut battle = gunfire(&duel());
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    battle.does(&fire("asahi"), &[3, 3, 4, 4, 2, 2]);
    let held = &battle.state.held_hits[0];
    assert_eq!((held.kind, held.count, held.firer.clone()), (HitKind::Penetrating, 2, Some(Id::from("asahi"))));
    assert_eq!(battle.ship("retvizan").hit_by, [(Id::from("asahi"), 1)]);
    battle.segment(2, Segment::Plotting);
    assert_eq!(battle.ship("retvizan").hit_by.len(), 1);
    battle.segment(3, Segment::Plotting);
    assert_eq!(battle.ship("retvizan").hit_by.len(), 0);
}

#[test]
fn r6_5_1_3_not_under_big_gun_fire() {
    let mut battle = gunfire(&duel());
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let salvo = salvo(&battle.does(&fire("asahi"), &[20, 20, 20]));
    assert_eq!(needs(&salvo), [3, 7, 11, 10]);
    assert_eq!(salvo.dice.terms[0].times, Some(Fraction::new(3, 2)));
    assert_eq!(salvo.dice.terms[0].rule.to_string(), "6.5.1.3");
}

#[test]
fn r6_5_1_3_on_target_doubles_for_one_turn_unless_the_ship_turned() {
    for (turn, turned, to_hit) in [(3, 0, 14), (3, 52, 14), (3, 53, 7), (3, 60, 7), (4, 0, 7)] {
        let mut battle = gunfire(&duel());
        battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
        battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
        battle.does(&fire("asahi"), &[3, 9, 4, 11]);
        battle.does(&fire("retvizan"), &[20, 20]);
        assert!(battle.state.held_hits.is_empty(), "a strike that does not penetrate is no hit");
        battle.segment(2, Segment::Gunfire);
        battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
        battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
        assert_eq!(salvo(&battle.does(&fire("asahi"), &[3, 9, 4, 2])).to_hit.result, 7);
        battle.segment(turn, Segment::Gunfire);
        battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
        let shot = with_conditions(order("asahi", "retvizan", "8"), |conditions| conditions.target_turned_deg = turned);
        battle.does(&Command::Target(shot), &[]);
        let needs = salvo_numbers(&battle.state, battle.state.this_move.declarations.last().unwrap()).unwrap();
        assert_eq!(needs.to_hit.result, to_hit, "turn {turn}, target turned {turned}");
    }
}

#[test]
fn r6_5_1_3_visibility_takes_from_size_and_the_worst_counts() {
    for (quality, size) in [
        (None, 11),
        (Some(VisibilityQuality::Poor), 10),
        (Some(VisibilityQuality::VeryPoor), 8),
        (Some(VisibilityQuality::Extreme), 6),
    ] {
        assert_eq!(numbers(&duel(), |conditions| conditions.visibility = quality), [2, 7, size, 10]);
    }
    let mut battle = gunfire(&duel());
    battle.set("x", Setting::Visibility(Some(VisibilityQuality::VeryPoor)));
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    let shot = with_conditions(order("asahi", "retvizan", "8"), |conditions| {
        conditions.visibility = Some(VisibilityQuality::Poor);
    });
    battle.does(&Command::Target(shot), &[]);
    let needs = salvo_numbers(&battle.state, battle.state.this_move.declarations.last().unwrap()).unwrap();
    assert_eq!(needs.size.result, 8);
}

#[test]
fn r6_5_1_3_no_size_falls_below_one() {
    let mut setup = duel();
    let mut small = card("Retvizan", "russia", ShipType::BB);
    small.size.gun = 3;
    setup.ships[1].card = std::sync::Arc::new(small);
    assert_eq!(numbers(&setup, |conditions| conditions.visibility = Some(VisibilityQuality::Extreme))[2], 1);
}

#[test]
fn r6_5_1_3_the_firers_turn_by_degrees() {
    for (turned, dice, to_hit) in [(0, 2, 7), (15, 2, 4), (30, 2, 4), (45, 1, 4), (60, 1, 4)] {
        let needs = numbers(&duel(), |conditions| conditions.turned_deg = turned);
        assert_eq!([needs[0], needs[1]], [dice, to_hit], "turned {turned}");
    }
    let shot = with_conditions(order("asahi", "retvizan", "8"), |conditions| conditions.turned_deg = 75);
    let (reason, rule) = gunfire(&duel()).refuses(&Command::Target(shot));
    assert_eq!((reason, rule.as_str()), (Reason::TurnedTooFar { ship: "asahi".into(), degrees: 75 }, "6.5.1.3"));
}

#[test]
fn r6_5_1_3_diverging_courses_halve_and_two_halves_make_a_quarter() {
    for (courses, turned, to_hit) in [(44, 0, 7), (45, 0, 4), (45, 15, 2), (90, 45, 2)] {
        let needs = numbers(&duel(), |seen| {
            seen.courses_deg = courses;
            seen.turned_deg = turned;
        });
        assert_eq!(needs[1], to_hit, "courses {courses}, turned {turned}");
    }
}

#[test]
fn r6_5_1_3_smoke_of_fires_and_of_the_firer() {
    let mut setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)],
        vec![card("Retvizan", "russia", ShipType::BB)],
    );
    setup.wind.force = naval::model::setup::WindForce::Moderate;
    let size = |battle: &mut Battle, change: fn(&mut Conditions)| {
        battle.does(&Command::Target(with_conditions(order("asahi", "retvizan", "8"), change)), &[]);
        salvo_numbers(&battle.state, battle.state.this_move.declarations.last().unwrap()).unwrap().size.result
    };
    let through: fn(&mut Conditions) = |conditions| conditions.through = Some("mikasa".into());
    assert_eq!(size(&mut gunfire(&setup), through), 11);
    let mut battle = gunfire(&setup);
    battle.set("mikasa", Setting::Fires(1));
    assert_eq!(size(&mut battle, through), 8);
    let exploded = || Fact::ShipLost { ship: "mikasa".into(), fate: naval::model::Fate::Exploded };
    let mut battle = gunfire(&setup);
    battle.apply(&exploded());
    assert_eq!(size(&mut battle, through), 6);
    // The wreck's smoke lasts until the end of the next turn, whichever ship reports that the line crosses it.
    for (turns, expected) in [(1, 6), (2, 11)] {
        let mut battle = gunfire(&setup);
        battle.apply(&exploded());
        battle.state.turn += turns;
        assert_eq!(size(&mut battle, through), expected, "{turns} turns later");
    }
    for (speed, expected) in [("1.49", 11), ("1.5", 10), ("2.5", 10)] {
        let mut battle = gunfire(&setup);
        battle.set("asahi", Setting::Speed(inches(speed)));
        assert_eq!(size(&mut battle, |conditions| conditions.downwind = true), expected, "speed {speed}");
    }
}

#[test]
fn r6_5_1_5_the_first_figure_serves_guns() {
    let mut setup = duel();
    let mut dual = card("Retvizan", "russia", ShipType::BB);
    (dual.size.torpedo, dual.armour.torpedo) = (4, 1);
    setup.ships[1].card = std::sync::Arc::new(dual);
    assert_eq!(numbers(&setup, |_| ()), [2, 7, 11, 10]);
}

#[test]
fn r6_5_2_strength_by_defence_rounded_half_up() {
    for (strength, defence, needed) in
        [("0.49", 1, 0), ("0.5", 1, 1), ("24", 35, 1), ("24", 12, 2), ("86", 20, 4), ("10", 1, 10)]
    {
        let odds = quotient(strength.parse().unwrap(), defence, false);
        assert_eq!((odds.automatic, odds.needed), (0, needed), "{strength} against {defence}");
    }
    let setup = setup(vec![card("Naniwa", "japan", ShipType::CP)], vec![card("Askold", "russia", ShipType::CP)]);
    for face in 1..=10 {
        let mut battle = gunfire(&setup);
        battle.does(&Command::Target(with_battery(order("naniwa", "askold", "8"), BatteryKind::Medium)), &[]);
        assert_eq!(volley(&battle.does(&fire("naniwa"), &[face])).hits, u16::from(face <= 2), "face {face}");
    }
}

#[test]
fn r6_5_3_sure_hits_above_ten() {
    for (strength, automatic, needed) in [(11, 1, 1), (20, 2, 0), (22, 2, 2), (23, 2, 3), (30, 3, 0)] {
        let odds = quotient(Fraction::from(strength), 1, false);
        assert_eq!((odds.automatic, odds.needed), (automatic, needed), "{strength}");
    }
    for (face, hits) in [(3, 3), (4, 2)] {
        assert_eq!(volley_at_boats(23, 1, false, &[face]).hits, hits);
    }
    assert_eq!(volley_at_boats(20, 1, false, &[]).hits, 2);
}

/// One battery of `strength` at three boats of `defence`.
fn volley_at_boats(strength: i64, defence: i32, d100: bool, faces: &[u8]) -> Volley {
    let mut askold = card("Askold", "russia", ShipType::CP);
    askold.medium = battery(strength, "6");
    askold.light = None;
    let boats = ["Harusame", "Murasame", "Hayatori"].map(|name| {
        let mut boat = card(name, "japan", ShipType::TBD);
        boat.defence = defence;
        boat
    });
    let mut setup = setup(boats.to_vec(), vec![askold]);
    setup.options.d100 = d100;
    let mut battle = gunfire(&setup);
    battle.does(&Command::Target(order("askold", "jd", "4")), &[]);
    volley(&battle.does(&fire("askold"), faces))
}

#[test]
fn r6_5_4_batteries_do_not_pierce_large_ships() {
    for (kind, expected) in [(ShipType::BB, HitKind::NonPenetrating), (ShipType::CP, HitKind::Effective)] {
        let setup = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![card("Retvizan", "russia", kind)]);
        let mut battle = gunfire(&setup);
        battle.does(&Command::Target(with_battery(order("asahi", "retvizan", "8"), BatteryKind::Medium)), &[]);
        battle.does(&fire("asahi"), &[1]);
        assert_eq!(battle.state.held_hits[0].kind, expected);
    }
}

#[test]
fn r6_5_5_batteries_add_their_strengths() {
    let setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)],
        vec![card("Askold", "russia", ShipType::CP)],
    );
    let declare = |battle: &mut Battle| {
        for ship in ["asahi", "mikasa"] {
            battle.does(&Command::Target(with_battery(order(ship, "askold", "8"), BatteryKind::Medium)), &[]);
        }
    };
    let mut battle = gunfire(&setup);
    declare(&mut battle);
    let together = battle.does(&Command::Fire { units: vec![], apart: false }, &[4]);
    assert_eq!(volley(&together).strength, Fraction::from(48));
    assert_eq!((volley(&together).needed, volley(&together).hits), (4, 1));
    assert!(together.iter().any(|event| event.rule.to_string() == "6.5.5"));
    let mut battle = gunfire(&setup);
    declare(&mut battle);
    let apart = battle.does(&Command::Fire { units: vec![], apart: true }, &[2, 3]);
    let hits: Vec<u16> = apart
        .iter()
        .filter_map(|event| if let Fact::BatteriesFired(fired) = &event.fact { Some(fired.hits) } else { None })
        .collect();
    assert_eq!(hits, [1, 0]);
}

#[test]
fn r6_5_6_half_strength_in_extreme_visibility_and_at_night() {
    let mut setup = setup(vec![card("Naniwa", "japan", ShipType::CP)], vec![card("Askold", "russia", ShipType::CP)]);
    let shot = |quality| {
        with_conditions(with_battery(order("naniwa", "askold", "4"), BatteryKind::Medium), |conditions| {
            conditions.visibility = quality
        })
    };
    for (quality, strength) in
        [(None, 24), (Some(VisibilityQuality::VeryPoor), 24), (Some(VisibilityQuality::Extreme), 12)]
    {
        let mut battle = gunfire(&setup);
        battle.does(&Command::Target(shot(quality)), &[]);
        assert_eq!(volley(&battle.does(&fire("naniwa"), &[10])).strength, Fraction::from(strength));
    }
    setup.night = true;
    let mut battle = gunfire(&setup);
    battle.set("askold", Setting::Lit(true));
    battle.does(&Command::Target(shot(None)), &[]);
    assert_eq!(volley(&battle.does(&fire("naniwa"), &[10])).strength, Fraction::from(12));
}

#[test]
fn r6_5_7_light_guns_halve_against_anything_but_small_craft() {
    let mut cruiser = card("Askold", "russia", ShipType::CL);
    cruiser.defence = 6;
    for (kind, night, strength) in [
        (ShipType::CL, false, 12),
        (ShipType::CL, true, 6),
        (ShipType::TBD, false, 24),
        (ShipType::TB, true, 12),
        (ShipType::MM, false, 24),
        (ShipType::BB, false, 12),
    ] {
        let mut firer = card("Naniwa", "japan", ShipType::CP);
        firer.light = battery(24, "3");
        let mut target = card("Askold", "russia", kind);
        target.defence = 6;
        let mut setup = setup(vec![firer], vec![target]);
        setup.night = night;
        let mut battle = gunfire(&setup);
        battle.set("askold", Setting::Lit(true));
        battle.does(&Command::Target(with_battery(order("naniwa", "askold", "4"), BatteryKind::Light)), &[]);
        assert_eq!(
            volley(&battle.does(&fire("naniwa"), &[10])).strength,
            Fraction::from(strength),
            "{kind} night {night}"
        );
    }
}

#[test]
fn r6_5_8_batteries_of_large_ships_are_counted_at_light_divisions() {
    let setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)],
        vec![card("Askold", "russia", ShipType::CP)],
    );
    let mut battle = gunfire(&setup);
    for (ship, kind) in [("asahi", BatteryKind::Medium), ("asahi", BatteryKind::Light), ("mikasa", BatteryKind::Medium)]
    {
        battle.does(&Command::Target(with_battery(order(ship, "askold", "8"), kind)), &[]);
    }
    battle.does(&Command::Fire { units: vec![], apart: false }, &[10]);
    assert_eq!(battle.state.batteries_this_turn.iter().map(|count| count.batteries).sum::<u16>(), 3);
    battle.segment(2, Segment::Plotting);
    assert_eq!(battle.state.batteries_last_turn.len(), 1);
    let light = naval_kit::fixture::setup(
        vec![card("Naniwa", "japan", ShipType::CP)],
        vec![card("Askold", "russia", ShipType::CP)],
    );
    let mut battle = gunfire(&light);
    battle.does(&Command::Target(with_battery(order("naniwa", "askold", "8"), BatteryKind::Medium)), &[]);
    battle.does(&fire("naniwa"), &[10]);
    assert!(battle.state.batteries_this_turn.is_empty(), "only batteries of large ships count for reactions");
}

#[test]
fn r6_5_9_ten_inches_at_most() {
    for (range, legal) in [("4", true), ("10", true), ("10.01", false), ("10.1", false)] {
        let shot = Command::Target(with_battery(order("asahi", "retvizan", range), BatteryKind::Medium));
        let mut battle = gunfire(&duel());
        if legal {
            battle.does(&shot, &[]);
        } else {
            assert!(matches!(battle.refuses(&shot), (Reason::OutOfRange { .. }, rule) if rule == "6.5.9"));
        }
    }
}

#[test]
fn r6_5_10_not_at_a_big_gun_target() {
    let setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)],
        vec![card("Retvizan", "russia", ShipType::BB)],
    );
    let mut battle = gunfire(&setup);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let medium = Command::Target(with_battery(order("mikasa", "retvizan", "8"), BatteryKind::Medium));
    let (reason, rule) = battle.refuses(&medium);
    assert_eq!(
        (reason, rule.as_str()),
        (Reason::BigGunTarget { target: "retvizan".into(), firer: "asahi".into() }, "6.5.10")
    );
    let mut battle = gunfire(&setup);
    battle.does(&medium, &[]);
    let events = battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert!(facts(&events).iter().any(|fact| matches!(fact, Fact::DeclarationVoided { .. })));
    assert_eq!(battle.state.this_move.declarations.len(), 1);
}

#[test]
fn r6_5_11_the_d100_reads_the_fraction() {
    for (strength, defence, automatic, percent) in [
        ("86", 4, 2, 15),
        ("23", 1, 2, 30),
        ("10", 1, 1, 0),
        ("20", 1, 2, 0),
        ("0.49", 1, 0, 5),
        ("1", 2, 0, 5),
        ("24", 6, 0, 40),
        ("9.96", 1, 0, 100),
    ] {
        let odds = quotient(strength.parse().unwrap(), defence, true);
        assert_eq!(
            (odds.automatic, odds.needed, odds.sides),
            (automatic, percent, 100),
            "{strength} against {defence}"
        );
    }
    for face in 1..=100 {
        assert_eq!(volley_at_boats(86, 4, true, &[face]).hits, 2 + u16::from(face <= 15), "face {face}");
    }
}

#[test]
fn r6_5_12_the_books_example_of_86_against_4() {
    for face in 1..=10 {
        let volley = volley_at_boats(86, 4, false, &[face]);
        assert_eq!((volley.automatic, volley.needed, volley.hits), (2, 2, 2 + u16::from(face <= 2)), "face {face}");
    }
}

#[test]
fn r1_4_big_guns_silence_batteries_only_at_large_ships() {
    let setup = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![card("Askold", "russia", ShipType::CP)]);
    let mut battle = gunfire(&setup);
    battle.does(&Command::Target(order("asahi", "askold", "8")), &[]);
    battle.does(&Command::Target(with_battery(order("asahi", "askold", "8"), BatteryKind::Medium)), &[]);
    use ShipType::*;
    assert_eq!(
        ShipType::ALL.map(ShipType::is_large),
        [BB, OBB, BC, CA, CL, CP, TBD, TB, MM, CB].map(|kind| matches!(kind, BB | OBB | BC | CA))
    );
    assert_eq!(
        ShipType::ALL.map(ShipType::is_light),
        [BB, OBB, BC, CA, CL, CP, TBD, TB, MM, CB].map(|kind| matches!(kind, CL | CP | TBD | TB))
    );
}

#[test]
fn r8_2_2_shells_that_cannot_pierce() {
    for (nonpen, faces, expected) in [
        (NonPen::AllHits, &[1, 20, 1][..], (0, 1)),
        (NonPen::Nat1Penetrates, &[1, 20, 1, 1], (1, 0)),
        (NonPen::Nat1Penetrates, &[1, 20, 1, 2], (0, 1)),
        (NonPen::Stage3, &[1, 20, 1, 1], (1, 0)),
        (NonPen::Stage3, &[1, 20, 1, 2], (0, 0)),
    ] {
        let mut setup = duel();
        let mut thick = card("Retvizan", "russia", ShipType::BB);
        thick.armour.gun = 18;
        setup.ships[1].card = std::sync::Arc::new(thick);
        setup.options.nonpen = nonpen;
        let mut battle = gunfire(&setup);
        battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
        battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
        let salvo = salvo(&battle.does(&fire("asahi"), faces));
        assert_eq!((salvo.penetrating, salvo.non_penetrating), expected, "{nonpen:?}");
    }
}

#[test]
fn r4_6_smoke_and_r4_7_land_stop_the_shot() {
    for (by, paragraph) in [(LineBlock::Smoke, "4.6"), (LineBlock::Land, "4.7")] {
        let shot = with_conditions(order("asahi", "retvizan", "8"), |conditions| conditions.blocked_by = Some(by));
        let (reason, rule) = gunfire(&duel()).refuses(&Command::Target(shot));
        assert_eq!(reason, Reason::Blocked { ship: "asahi".into(), target: "retvizan".into(), by });
        assert_eq!(rule, paragraph);
    }
}

#[test]
fn r3_3_5_declaring_in_turn() {
    let mut setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)],
        vec![card("Retvizan", "russia", ShipType::BB)],
    );
    let mut battle = gunfire(&setup);
    let events = battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    let out_of_turn = Fact::DeclaredOutOfTurn { side: "russia".into(), due: "japan".into() };
    assert!(facts(&events).contains(&&out_of_turn));
    setup.options.alternation = Alternation::Strict;
    let mut battle = gunfire(&setup);
    let (reason, rule) = battle.refuses(&Command::Target(order("retvizan", "asahi", "8")));
    assert_eq!((reason, rule.as_str()), (Reason::OutOfTurn { side: "russia".into(), due: "japan".into() }, "3.3.5"));
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let refused = battle.refuses(&Command::Target(order("mikasa", "retvizan", "8")));
    assert!(matches!(refused, (Reason::OutOfTurn { .. }, _)));
    battle.does(&Command::Declared { side: Some("russia".into()) }, &[]);
    battle.does(&Command::Target(order("mikasa", "retvizan", "8")), &[6, 1]);
    let refused = battle.refuses(&Command::Target(with_battery(order("retvizan", "asahi", "8"), BatteryKind::Big)));
    assert!(matches!(refused, (Reason::BigGunsClosed { .. }, rule) if rule == "3.3.5"));
    battle.does(&Command::Declared { side: Some("russia".into()) }, &[]);
    let refused = battle.refuses(&Command::Target(order("retvizan", "asahi", "8")));
    assert!(matches!(refused, (Reason::SideClosed { .. }, rule) if rule == "3.3.5"));
}

#[test]
fn r3_3_5_fire_closes_what_is_undeclared_and_wrong_segments_are_refused() {
    let mut battle = gunfire(&duel());
    let refused = battle.refuses(&fire("asahi"));
    assert_eq!(refused, (Reason::NothingDeclared { unit: Some("asahi".into()) }, "3.3.5".to_owned()));
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let events = battle.does(&fire("asahi"), &[20, 20, 20]);
    let closed = |fact: &&&Fact| matches!(fact, Fact::DeclarationsClosed { .. });
    assert_eq!(facts(&events).iter().filter(closed).count(), 2);
    for segment in Segment::ALL.into_iter().filter(|segment| *segment != Segment::Gunfire) {
        let battle = Battle::at(&duel(), segment);
        for command in
            [fire("asahi"), Command::Target(order("asahi", "retvizan", "8")), Command::Declared { side: None }]
        {
            assert!(matches!(battle.refuses(&command), (Reason::WrongSegment { .. }, rule) if rule == "3.3.5"));
        }
    }
}

#[test]
fn r1_3_an_unknown_side_cannot_declare() {
    let battle = gunfire(&duel());
    for name in ["asahi", "britain", "table"] {
        let refused = battle.refuses(&Command::Declared { side: Some(name.into()) });
        assert_eq!(refused, (Reason::UnknownSide { side: name.into() }, "1.3".to_owned()));
    }
}

#[test]
fn r8_5_1_a_ship_with_three_fires_may_not_fire() {
    for (fires, legal) in [(0, true), (2, true), (3, false), (4, false)] {
        let mut battle = gunfire(&duel());
        battle.set("asahi", Setting::Fires(fires));
        let shot = Command::Target(order("asahi", "retvizan", "8"));
        if legal {
            battle.does(&shot, &[]);
        } else {
            assert!(matches!(battle.refuses(&shot), (Reason::WeaponsBarred { .. }, rule) if rule == "8.5.1"));
        }
    }
}

#[test]
fn r6_2_declared_fire_by_or_at_a_lost_ship_is_cancelled() {
    let assert_cancelled = |change: fn(&mut Battle), rule: &str| {
        let mut battle = gunfire(&duel());
        battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
        change(&mut battle);
        let events = battle.does(&Command::Fire { units: vec![], apart: false }, &[]);
        let last = events.last().unwrap();
        assert!(matches!(last.fact, Fact::DeclarationVoided { .. }));
        assert_eq!(last.rule.to_string(), rule);
        assert!(battle.state.this_move.declarations.is_empty());
        let mut again = gunfire(&duel());
        again.state.ships = battle.state.ships.clone();
        let (_, refused) = again.refuses(&Command::Target(order("asahi", "retvizan", "8")));
        assert_eq!(refused, rule, "declaring and firing follow the same rule");
    };
    assert_cancelled(|battle| battle.set("asahi", Setting::MountsLost(2)), "6.4.1");
    assert_cancelled(|battle| battle.set("asahi", Setting::Fires(3)), "8.5.1");
    assert_cancelled(|battle| battle.set("asahi", Setting::Fate(naval::model::Fate::exited(true))), "9.3");
    assert_cancelled(|battle| battle.set("retvizan", Setting::Fate(naval::model::Fate::Exploded)), "8.7");
}

#[test]
fn r6_3_a_target_lost_from_sight_before_the_shot_is_not_fired_at() {
    let mut battle = gunfire(&duel());
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    battle.set("retvizan", Setting::Sighted(false));
    let events = battle.does(&fire("asahi"), &[]);
    assert_eq!(events.last().unwrap().rule.to_string(), "6.3");
    assert!(battle.state.this_move.declarations.is_empty());
}

#[test]
fn r6_2_declaring_the_same_guns_twice_is_refused() {
    let mut battle = gunfire(&duel());
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let (reason, rule) = battle.refuses(&Command::Target(order("asahi", "retvizan", "9")));
    assert_eq!(rule, "6.2");
    assert_eq!(
        reason,
        Reason::BatteryDeclared { ship: "asahi".into(), battery: BatteryKind::Big, target: "retvizan".into() }
    );
}

/// "Hit last turn" means the turn before: neither a hit in this turn's first half nor one two turns ago.
#[test]
fn r6_5_1_3_only_a_hit_of_last_turn_doubles_the_number() {
    let mut battle = gunfire(&duel());
    battle.segment(3, Segment::Gunfire);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let declared = battle.state.this_move.declarations[0].clone();
    let mut to_hit = |turn| {
        battle.state.ship_mut(&"retvizan".into()).unwrap().hit_by = vec![("asahi".into(), turn)];
        salvo_numbers(&battle.state, &declared).unwrap().to_hit.result
    };
    assert_eq!([1, 2, 3].map(&mut to_hit), [7, 14, 7]);
}

/// Near the end of a band, the nearest range in the next band, the to-hit number now and the number there. Bands end at
/// 4, 8, 12 and 16, and near means within a quarter of an inch.
#[test]
fn r6_5_1_the_end_of_a_band_is_near_within_the_tolerance() {
    for (range, near) in [
        ("7.75", None),
        ("7.76", Some(("8.01", 7, 3))),
        ("8", Some(("8.01", 7, 3))),
        ("8.01", Some(("8", 3, 7))),
        ("8.25", Some(("8", 3, 7))),
        ("8.26", None),
        ("16", Some(("16.01", 1, 0))),
    ] {
        let mut battle = gunfire(&duel());
        battle.does(&Command::Target(order("asahi", "retvizan", range)), &[]);
        let declared = &battle.state.this_move.declarations[0];
        let expected = near.map(|(next_range, now, there)| (inches(next_range), now, there));
        assert_eq!(band_edge_nearby(&battle.state, declared), expected, "{range}");
    }
}

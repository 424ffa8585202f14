//! Values that the referee types or sets have the same effects as dice: 4.2, 4.5, 5.4, 8.2.4, 8.5, 8.7.
use super::*;

#[test]
fn r4_5_a_range_typed_with_a_light_sights_like_any_typed_range() {
    let illuminate = |range: Inches| Command::Illuminate {
        by: "asahi".into(),
        target: "retvizan".into(),
        with: Light::Searchlight,
        range: Some(range),
        clear: false,
    };
    let light = |range: &str| illuminate(inches(range));
    let mut near = duel();
    near.visibility =
        Visibility::Steps(vec![naval::model::VisibilityStep { from_turn: 1, range: inches("3"), quality: None }]);
    let mut battle = Battle::at(&near, Segment::Illumination);
    let events = battle.does(&light("3"), &[]);
    assert!(battle.ship("retvizan").sighted && battle.ship("retvizan").lit, "{events:?}");
    // One hundredth beyond the sighting range the ship is neither seen nor lit.
    let battle = Battle::at(&near, Segment::Illumination);
    assert!(matches!(battle.refuses(&light("3.01")), (Reason::NotSighted { .. }, rule) if rule == "4.5"));
    for nothing in [0, -1, -500].map(Inches) {
        assert_eq!(battle.refuses(&illuminate(nothing)).0, Reason::ZeroRange, "{nothing}");
    }
    // On a tracked table a measured range sights too.
    let mut table = Table::set_up(|setup| setup.visibility = near.visibility.clone());
    table.place("asahi", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("retvizan", ShipType::BB, "b", (23.5, 20.0, 0.0));
    table.lines(&["next to illumination"]);
    assert!(table.refusal("illuminate asahi retvizan searchlight").contains("NotSighted"));
    table.lines(&["illuminate asahi retvizan searchlight range 3"]);
    assert!(table.ship("retvizan").lit);
}

/// The prompt refuses such a range, but a journal could contain it.
#[test]
fn r2_7_a_range_of_zero_or_less_is_always_refused() {
    let battle = Battle::at(&duel(), Segment::Gunfire);
    let measure =
        |range: Inches| Command::Measure { from: "asahi".into(), to: "retvizan".into(), range, bearing: None };
    for nothing in [0, -1, -500].map(Inches) {
        assert_eq!(battle.refuses(&measure(nothing)).0, Reason::ZeroRange, "{nothing}");
        let target = Command::Target(FireOrder { range: Some(nothing), ..order("asahi", "retvizan", "8") });
        assert_eq!(battle.refuses(&target).0, Reason::ZeroRange, "{nothing}");
    }
    assert!(battle.decide(&measure(Inches(1)), &[]).is_ok(), "the near miss");
}

#[test]
fn r8_5_1_setting_three_fires_limits_speed_to_two_inches() {
    for (fires, then) in [(2, "2.5"), (3, "2.0")] {
        let mut battle = Battle::new(&duel());
        battle.does(&speed("asahi", "2.5"), &[]);
        let events = battle.does(&set("asahi", Setting::Fires(fires)), &[]);
        assert_eq!(battle.ship("asahi").speed, inches(then), "{fires}");
        if fires == 3 {
            assert!(matches!(events[1].fact, Fact::SpeedChanged { .. }) && events[1].rule.to_string() == "8.5.1");
            let (reason, rule) = battle.refuses(&set("asahi", Setting::Speed(inches("2.01"))));
            let (setting, most) = (Setting::Speed(inches("2.01")), Setting::Speed(inches("2")));
            assert_eq!(reason, Reason::AboveCard { ship: "asahi".into(), setting, most });
            assert_eq!(rule, "8.5.1");
            battle.does(&set("asahi", Setting::Speed(inches("2"))), &[]);
        }
    }
    let mut table = Table::new();
    table.place("asahi", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.lines(&["checks on", "set asahi speed 2.5 because x", "set asahi fires 3 because x"]);
    assert!(table.refusal("plot asahi 2.01").contains("AboveAllowance"));
    table.lines(&["plot asahi 2", "next"]);
    assert_eq!(table.ship("asahi").speed, inches("2"));
    assert_eq!(table.position_of("asahi").1, 22.0, "it ran two inches");
}

#[test]
fn r8_5_2_setting_five_fires_abandons_a_ship_and_four_do_not() {
    for (fires, fate) in [(4, Fate::Fighting), (5, Fate::Abandoned)] {
        let mut battle = Battle::new(&duel());
        battle.does(&set("asahi", Setting::Fires(fires)), &[]);
        assert_eq!(battle.ship("asahi").fate, fate);
    }
}

#[test]
fn r5_4_a_setting_that_limits_speed_applies_at_once() {
    for (setting, then) in [
        (Setting::TopSpeed(inches("1.25")), "1.25"),
        (Setting::TopSpeed(inches("2.25")), "2.0"),
        // Flotation 3: past half of it, rounded down, each hit costs a quarter inch.
        (Setting::Flotation(1), "2.0"),
        (Setting::Flotation(2), "2.0"),
        (Setting::TopSpeed(inches("0")), "0.0"),
    ] {
        let mut battle = Battle::new(&duel());
        battle.does(&set("retvizan", setting.clone()), &[]);
        assert_eq!(battle.ship("retvizan").speed.to_string(), then, "{setting:?}");
    }
}

#[test]
fn r8_7_a_ship_set_as_lost_is_lost_as_if_by_dice() {
    for (fate, rule) in
        [(Fate::Sinking, "8.7"), (Fate::Sunk, "9.2"), (Fate::Exploded, "8.4"), (Fate::Abandoned, "8.5.2")]
    {
        let mut battle = Battle::new(&duel());
        let events = battle.does(&set("asahi", Setting::Fate(fate.clone())), &[]);
        assert_eq!(events[1].rule.to_string(), rule);
        let ship = battle.ship("asahi");
        assert_eq!((&ship.fate, ship.speed, ship.lost_turn), (&fate, inches("0"), Some(1)));
    }
    // Flooding to the card's maximum sinks the ship, one hit less does not.
    for (hits, fate) in [(2, Fate::Fighting), (3, Fate::Sinking)] {
        let mut battle = Battle::new(&duel());
        battle.does(&set("asahi", Setting::Flotation(hits)), &[]);
        assert_eq!(battle.ship("asahi").fate, fate);
    }
}

#[test]
fn r8_2_4_the_program_asks_which_mount_is_lost() {
    let battle = Battle::new(&duel());
    let mounts = |names: &[&str]| Setting::Mounts(names.iter().map(|name| Id::from(*name)).collect());
    let (reason, rule) = battle.refuses(&set("asahi", Setting::MountsLost(1)));
    let which = Reason::AmbiguousMounts { ship: "asahi".into(), count: 1, mounts: vec!["a".into(), "y".into()] };
    assert_eq!((reason, rule.as_str()), (which, "8.2.4"));
    // None and all need no question; a mount's name answers it.
    for (setting, lost) in [
        (Setting::MountsLost(0), &[][..]),
        (Setting::MountsLost(2), &["y", "a"]),
        (mounts(&["a"]), &["a"]),
        (mounts(&["Y"]), &["y"]),
        (mounts(&["y", "a"]), &["y", "a"]),
    ] {
        let mut battle = Battle::new(&duel());
        battle.does(&set("asahi", setting), &[]);
        let found: Vec<String> = battle.ship("asahi").mounts_lost().iter().map(Id::to_string).collect();
        assert_eq!(found, lost);
        // Setting the number already lost changes nothing.
        battle.does(&set("asahi", Setting::MountsLost(lost.len() as u8)), &[]);
        assert_eq!(battle.ship("asahi").mounts_lost().len(), lost.len());
    }
    for wrong in [mounts(&["x"]), mounts(&["a", "a"])] {
        assert!(matches!(battle.refuses(&set("asahi", wrong)).0, Reason::NoSuchMount { .. }));
    }
    assert!(
        matches!(battle.refuses(&set("jd", Setting::MountsLost(1))).0, Reason::AmbiguousMounts { .. }),
        "the division's only ship"
    );
}

#[test]
fn r4_2_sighting_is_checked_again_after_a_setting_in_its_segment() {
    let mut table = Table::new();
    table.place("asahi", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("retvizan", ShipType::BB, "b", (30.0, 20.0, 0.0));
    table.lines(&["next to sighting"]);
    assert!(table.ship("retvizan").sighted);
    table.lines(&["set sighting 9.99 because fog"]);
    assert!(!table.ship("retvizan").sighted);
    table.lines(&["set sighting 10 because fog"]);
    assert!(table.ship("retvizan").sighted);
    // In the Gunfire Segment sighting is not checked again.
    table.lines(&["next to gunfire", "set sighting 5 because fog"]);
    assert!(table.ship("retvizan").sighted);
}

//! Q36 without positions: measured ranges and referee's rulings decide which ships see. [2.7, 4.1, 4.2, 6.3, 7.3]
use naval::model::{Bearing, Light, Options, Setting, Setup, ShipType, Sighting};
use naval::{Command, Id, Reason, Segment};

use naval_kit::fixture::*;

/// Asahi and Mikasa, one division, against Retvizan, with this sighting base.
fn duel_at_base(base: &str, night: bool) -> Battle {
    let mut setup = two_against_one(ShipType::BB);
    setup.night = night;
    let mut battle = Battle::at(&setup, Segment::Sighting);
    battle.set("asahi", Setting::SightingBase(inches(base)));
    battle
}

fn two_against_one(kind: ShipType) -> Setup {
    let own = ["Asahi", "Mikasa"].map(|name| card(name, "japan", kind)).to_vec();
    let mut setup = setup(own, vec![card("Retvizan", "russia", ShipType::BB)]);
    setup.divisions[0].one_base = false;
    setup
}

fn measure(from: &str, range: &str) -> Command {
    Command::Measure { from: from.into(), to: "retvizan".into(), range: inches(range), bearing: None }
}

fn sight(by: &[&str]) -> Command {
    Command::Sight { unit: "retvizan".into(), seen: true, by: by.iter().map(|by| Id::from(*by)).collect() }
}

/// Whether the rules accept this declaration. Otherwise the reason must be that the firer does not see the target.
fn may_fire(battle: &Battle, firer: &str, range: &str) -> bool {
    match battle.decide(&Command::Target(order(firer, "retvizan", range)), &[]) {
        Ok(_) => true,
        Err(halt) => {
            assert!(format!("{halt:?}").contains("NotSeenByShip"), "{halt:?}");
            false
        }
    }
}

fn launch(launcher: &str) -> Command {
    Command::Launch {
        by: launcher.into(),
        target: "retvizan".into(),
        factors: 1,
        run: inches("4"),
        bearing: Bearing::Port,
        marker: "q".into(),
        dummy: false,
        blocked_by: None,
        clear: false,
        because: None,
    }
}

#[test]
fn r6_3_the_typed_range_determines_whether_the_firer_sees() {
    let mut battle = duel_at_base("12", false);
    battle.does(&measure("asahi", "12"), &[]);
    battle.segment(1, Segment::Gunfire);
    assert!(battle.ship("retvizan").sighted);
    assert!(may_fire(&battle, "asahi", "12"));
    assert!(may_fire(&battle, "mikasa", "12") && !may_fire(&battle, "mikasa", "12.01"));
    let (reason, rule) = battle.refuses(&Command::Target(order("mikasa", "retvizan", "12.01")));
    let (ship, target) = ("mikasa".into(), "retvizan".into());
    assert_eq!(reason, Reason::NotSeenByShip { ship, target, range: Some(inches("12.01")), sight: inches("12") });
    assert_eq!(rule, "6.3");
    let text = show::refusal::refusal(&battle.state, &reason, "6.3".parse().unwrap());
    assert_eq!(text.what, "Mikasa does not see Retvizan: the range is 12.01\", its sight 12.0\".");
    let hint = "Asahi does. If Mikasa sees it, type `measure mikasa retvizan RANGE`.";
    assert_eq!(text.hint.as_ref().map(ToString::to_string).as_deref(), Some(hint));
    // A range for the division applies to both ships.
    battle.does(
        &Command::Measure { from: "jd".into(), to: "retvizan".into(), range: inches("12.5"), bearing: None },
        &[],
    );
    let mut unmeasured = order("mikasa", "retvizan", "1");
    unmeasured.range = None;
    assert!(matches!(battle.refuses(&Command::Target(unmeasured)).0, Reason::NotSeenByShip { .. }));
}

#[test]
fn r6_3_with_sighting_by_side_one_observer_is_enough() {
    let mut setup = two_against_one(ShipType::BB);
    setup.options = Options { sighting: Sighting::BySide, ..setup.options };
    let mut battle = Battle::at(&setup, Segment::Gunfire);
    battle.set("asahi", Setting::SightingBase(inches("12")));
    battle.does(&measure("asahi", "12"), &[]);
    assert!(may_fire(&battle, "mikasa", "15"));
}

#[test]
fn r4_3_the_referees_ruling_applies_to_the_named_observers() {
    // Without named observers, a pair's measured range takes precedence.
    let mut battle = duel_at_base("12", false);
    battle.does(&sight(&[]), &[]);
    battle.segment(1, Segment::Gunfire);
    assert!(
        battle.ship("retvizan").sighted && !may_fire(&battle, "mikasa", "12.01") && may_fire(&battle, "mikasa", "12")
    );
    // Only for Mikasa.
    let mut battle = duel_at_base("12", false);
    battle.does(&sight(&["mikasa"]), &[]);
    battle.segment(1, Segment::Gunfire);
    assert!(may_fire(&battle, "mikasa", "15") && !may_fire(&battle, "asahi", "15"));
    // For the division.
    let mut battle = duel_at_base("12", false);
    battle.does(&sight(&["jd"]), &[]);
    battle.segment(1, Segment::Gunfire);
    assert!(may_fire(&battle, "mikasa", "15") && may_fire(&battle, "asahi", "15"));
    // The ruling expires after the turn.
    battle.segment(2, Segment::Gunfire);
    assert!(!may_fire(&battle, "mikasa", "15"));
}

#[test]
fn r4_2_by_night_a_ship_lit_by_a_friend_is_seen_half_as_far_again() {
    let light = Command::Illuminate {
        by: "asahi".into(),
        target: "retvizan".into(),
        with: Light::Searchlight,
        range: Some(inches("4")),
        clear: false,
    };
    for lit in [true, false] {
        let mut battle = duel_at_base("6", true);
        battle.does(&measure("asahi", "4"), &[]);
        battle.segment(1, Segment::Illumination);
        if lit {
            battle.does(&light, &[]);
        } else {
            battle.set("retvizan", Setting::Fires(0));
        }
        battle.segment(1, Segment::Gunfire);
        // An unlit ship may not be fired at by night at all; this tests only which ships see it.
        let sees = |range: &str| {
            let mut battle = Battle { state: battle.state.clone() };
            battle.does(&measure("mikasa", range), &[]);
            naval::rules::sighting::check_sees(&battle.state, &"mikasa".into(), &"retvizan".into(), false).is_ok()
        };
        assert_eq!([sees("6"), sees("6.01"), sees("9"), sees("9.01")], [true, lit, lit, false]);
        if lit {
            assert!(may_fire(&battle, "mikasa", "9") && !may_fire(&battle, "mikasa", "9.01"));
        }
    }
}

#[test]
fn r4_2_a_burning_ship_is_seen_at_twice_the_range() {
    let mut battle = duel_at_base("6", false);
    battle.set("retvizan", Setting::Fires(1));
    battle.does(&measure("asahi", "12"), &[]);
    battle.segment(1, Segment::Gunfire);
    assert!(may_fire(&battle, "mikasa", "12") && !may_fire(&battle, "mikasa", "12.01"));
}

/// A range measured last turn counts, because the last sighting check used it. A turn later it no longer counts.
#[test]
fn r7_3_a_launch_uses_the_measured_range_of_the_last_sighting_check() {
    let mut battle = Battle::at(&two_against_one(ShipType::TBD), Segment::Sighting);
    battle.set("asahi", Setting::SightingBase(inches("8")));
    battle.does(&measure("asahi", "8"), &[]);
    battle.does(&measure("mikasa", "8.01"), &[]);
    battle.segment(2, Segment::Plotting);
    battle.decide(&launch("asahi"), &[]).unwrap();
    let (reason, rule) = battle.refuses(&launch("mikasa"));
    let (ship, target) = ("mikasa".into(), "retvizan".into());
    assert_eq!(reason, Reason::NotSeenByShip { ship, target, range: Some(inches("8.01")), sight: inches("8") });
    assert_eq!(rule, "7.3");
    assert!(battle.decide(&launch("jd"), &[]).is_err(), "a division launches if all its ships see");
    // Before the ships move, a new measurement may change it.
    battle.does(&measure("mikasa", "8"), &[]);
    battle.decide(&launch("mikasa"), &[]).unwrap();
    battle.segment(3, Segment::Plotting);
    battle.decide(&launch("mikasa"), &[]).unwrap();
    let (reason, _) = battle.refuses(&launch("asahi"));
    assert!(matches!(reason, Reason::NotSeenByShip { range: None, .. }), "no range was measured since");
    let text = show::refusal::refusal(&battle.state, &reason, "7.3".parse().unwrap());
    assert_eq!(
        text.what,
        "It is not known whether Asahi sees Retvizan: Asahi's side does, and Asahi's own sight is 8.0\"."
    );
    let hint = "Mikasa does. If Asahi sees it, type `measure asahi retvizan RANGE`.";
    assert_eq!(text.hint.as_ref().map(ToString::to_string).as_deref(), Some(hint));
}

#[test]
fn r4_5_a_ship_lights_a_target_it_sees_by_measured_range() {
    let light = |range: &str| Command::Illuminate {
        by: "mikasa".into(),
        target: "retvizan".into(),
        with: Light::Searchlight,
        range: Some(inches(range)),
        clear: false,
    };
    let mut battle = duel_at_base("3", true);
    battle.does(&measure("asahi", "3"), &[]);
    battle.segment(1, Segment::Illumination);
    assert!(matches!(battle.refuses(&light("3.01")), (Reason::NotSeenByShip { .. }, rule) if rule == "4.5"));
    battle.does(&light("3"), &[]);
}

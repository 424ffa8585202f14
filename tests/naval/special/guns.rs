//! Fire, torpedoes and sight. [4.3, 6.5, 7.1, 9.2]
use naval::model::{BatteryKind, Bearing, Declaration, Fraction, chart::VisibilityQuality, command::Conditions};
use naval::rules::gunnery::{check_fire, salvo_numbers, visibility, volley_part};
use naval::rules::special::{SpecialReason, check_fire_allowed};
use naval::{Inches, Segment, rules::sighting::sight_range};

use super::*;

pub(super) fn fire(firer: &str, battery: BatteryKind, target: &str, bearing: Bearing) -> Declaration {
    Declaration {
        firer: firer.into(),
        battery,
        target: target.into(),
        range: Inches::whole(6),
        bearing,
        conditions: Conditions::default(),
        said: Vec::new(),
        fired: false,
    }
}

fn rule_factors(sum: &naval::model::Sum) -> Vec<Fraction> {
    sum.terms.iter().filter(|term| term.rule.to_string() == "9.2").filter_map(|term| term.times).collect()
}

fn is_held_back(play: &Play, declaration: &Declaration) -> bool {
    match check_fire_allowed(&play.state, declaration) {
        Err((rule, Reason::Special(SpecialReason::HeldBack { .. }))) => rule.to_string() == "9.2",
        Ok(()) | Err(_) => false,
    }
}

#[test]
fn r9_2_the_master_ship_halves_the_others_numbers_for_two_turns() {
    for make in [Play::begin, Play::measured] {
        let to_hit = |turn, ship: &str, target: &str| {
            let play = make("cape-sarych").moved_to(turn, Segment::Gunfire).all_seen();
            let numbers = salvo_numbers(&play.state, &fire(ship, BatteryKind::Big, target, Bearing::Port)).unwrap();
            rule_factors(&numbers.to_hit)
        };
        let half = vec![Fraction::new(1, 2)];
        assert_eq!(to_hit(1, "panteleimon", "yavuz-sultan-selim"), half);
        assert_eq!(to_hit(2, "panteleimon", "yavuz-sultan-selim"), half);
        assert_eq!(to_hit(3, "panteleimon", "yavuz-sultan-selim"), []);
        assert_eq!(to_hit(1, "evstafi", "yavuz-sultan-selim"), [], "the ship that passes the range");
        assert_eq!(to_hit(1, "yavuz-sultan-selim", "panteleimon"), [], "the other side");
    }
}

#[test]
fn r9_2_german_shells_are_short_from_turn_26_on() {
    for make in [Play::begin, Play::measured] {
        let dice = |turn, ship: &str, target: &str| {
            let play = make("falklands").moved_to(turn, Segment::Gunfire).all_seen();
            rule_factors(
                &salvo_numbers(&play.state, &fire(ship, BatteryKind::Big, target, Bearing::Port)).unwrap().dice,
            )
        };
        assert_eq!(dice(25, "scharnhorst", "invincible"), []);
        assert_eq!(dice(26, "scharnhorst", "invincible"), [Fraction::new(1, 2)]);
        assert_eq!(dice(26, "invincible", "scharnhorst"), []);
    }
}

#[test]
fn r9_2_the_british_overestimate_the_range_on_turn_1_alone() {
    let dice = |turn, ship: &str, target: &str| {
        let play = Play::begin("jutland-run-south").moved_to(turn, Segment::Gunfire).all_seen();
        rule_factors(&salvo_numbers(&play.state, &fire(ship, BatteryKind::Big, target, Bearing::Port)).unwrap().dice)
    };
    assert_eq!(dice(1, "lion", "luetzow"), [Fraction::new(1, 2)]);
    assert_eq!(dice(2, "lion", "luetzow"), []);
    assert_eq!(dice(1, "luetzow", "lion"), []);
}

#[test]
fn r9_2_the_sea_weakens_british_medium_guns_to_port_only() {
    for make in [Play::begin, Play::measured] {
        let play = make("coronel").moved_to(1, Segment::Gunfire).all_seen();
        let strength = |ship: &str, battery, target: &str, bearing| {
            rule_factors(&volley_part(&play.state, &fire(ship, battery, target, bearing)).unwrap().strength)
        };
        let half = vec![Fraction::new(1, 2)];
        assert_eq!(strength("good-hope", BatteryKind::Medium, "scharnhorst", Bearing::Port), half);
        assert_eq!(strength("good-hope", BatteryKind::Medium, "scharnhorst", Bearing::Starboard), []);
        assert_eq!(strength("good-hope", BatteryKind::Light, "scharnhorst", Bearing::Port), []);
        assert_eq!(strength("scharnhorst", BatteryKind::Medium, "good-hope", Bearing::Port), []);
    }
}

#[test]
fn r9_2_a_measured_broadside_must_be_named_if_a_rule_depends_on_it() {
    let play = Play::measured("coronel").moved_to(1, Segment::Gunfire).all_seen();
    let check =
        |ship: &str, battery, target: &str, bearing| check_fire(&play.state, &fire(ship, battery, target, bearing));
    let unnamed = check("good-hope", BatteryKind::Medium, "scharnhorst", Bearing::Broadside).unwrap_err();
    assert!(matches!(unnamed.1, Reason::Special(SpecialReason::AmbiguousBroadside { .. })), "{unnamed:?}");
    assert_eq!(check("good-hope", BatteryKind::Medium, "scharnhorst", Bearing::Port), Ok(()));
    assert_eq!(check("good-hope", BatteryKind::Big, "scharnhorst", Bearing::Broadside), Ok(()));
    assert_eq!(check("scharnhorst", BatteryKind::Medium, "good-hope", Bearing::Broadside), Ok(()));
}

#[test]
fn r9_2_the_weather_side_depends_on_wind_and_heading() {
    // The wind at Tsushima blows from 225. It comes over the port quarter of a ship that heads 23, and over the
    // starboard bow of one that heads 224.
    let strength = |heading, bearing, ship: &str| {
        let mut play = Play::begin("tsushima").moved_to(1, Segment::Gunfire).all_seen();
        play.put(ship, 40.0, 30.0, heading);
        let part = volley_part(&play.state, &fire(ship, BatteryKind::Medium, "mikasa", bearing));
        rule_factors(&part.unwrap().strength)
    };
    let half = vec![Fraction::new(1, 2)];
    assert_eq!(strength(23.0, Bearing::Port, "borodino"), half);
    assert_eq!(strength(23.0, Bearing::Starboard, "borodino"), []);
    assert_eq!(strength(224.0, Bearing::Starboard, "borodino"), half);
    assert_eq!(strength(226.0, Bearing::Port, "borodino"), half, "a degree beyond the wind's direction");
    assert_eq!(strength(23.0, Bearing::Port, "oslyabya"), [], "another division");
}

#[test]
fn r9_2_derfflinger_is_spared_until_turn_3() {
    for make in [Play::begin, Play::measured] {
        let is_held = |turn, ship: &str, target: &str| {
            let play = make("jutland-run-south").moved_to(turn, Segment::Gunfire).all_seen();
            is_held_back(&play, &fire(ship, BatteryKind::Big, target, Bearing::Port))
        };
        assert!(is_held(1, "queen-mary", "derfflinger") && is_held(2, "queen-mary", "derfflinger"));
        assert!(!is_held(3, "queen-mary", "derfflinger"));
        assert!(!is_held(1, "queen-mary", "seydlitz") && !is_held(1, "derfflinger", "queen-mary"));
    }
}

#[test]
fn r9_2_midilli_is_spared_by_big_guns_and_not_by_smaller_ones() {
    let is_held = |turn, battery, target: &str| {
        let play = Play::begin("cape-sarych").moved_to(turn, Segment::Gunfire).all_seen();
        is_held_back(&play, &fire("evstafi", battery, target, Bearing::Port))
    };
    assert!(is_held(3, BatteryKind::Big, "midilli") && !is_held(4, BatteryKind::Big, "midilli"));
    assert!(!is_held(3, BatteryKind::Medium, "midilli") && !is_held(3, BatteryKind::Big, "yavuz-sultan-selim"));
}

#[test]
fn r9_2_flotillas_launch_from_turn_7_on_and_cruisers_before() {
    for make in [Play::begin, Play::measured] {
        let is_refused = |turn, by: &str| {
            let play = make("jutland-run-south").moved_to(turn, Segment::Plotting).all_seen();
            naval::rules::special::check_launch_allowed(&play.state, &by.into(), &"lion".into()).is_err()
        };
        assert!(is_refused(6, "9f-a") && !is_refused(7, "9f-a"));
        assert!(!is_refused(6, "regensburg"));
    }
    let play = Play::begin("jutland-run-south").moved_to(6, Segment::Plotting).all_seen();
    let (reason, text) = play.refused("launch 9f-a at lion run 5 port marker Q factors 1");
    assert!(matches!(reason, SpecialReason::HeldBack { .. }));
    assert!(text.contains("Flotillas on either side may attack from turn 7"), "{text}");
}

#[test]
fn r9_2_boats_hold_their_fire_until_lit_or_within_an_inch() {
    let gun = fire("tipperary", BatteryKind::Light, "westfalen", Bearing::Starboard);
    let ready = || Play::begin("jutland-4th-flotilla").moved_to(1, Segment::Gunfire).all_seen();
    let dark = ready();
    assert!(is_held_back(&dark, &gun));
    assert!(
        !is_held_back(&dark, &fire("westfalen", BatteryKind::Medium, "tipperary", Bearing::Port)),
        "the other side"
    );
    let mut lit = ready();
    lit.set("tipperary", Setting::Lit(true));
    assert!(!is_held_back(&lit, &gun));
    assert!(is_held_back(&lit, &fire("fortune", BatteryKind::Light, "westfalen", Bearing::Starboard)), "another boat");
    let is_held_at = |range| {
        let mut play = Play::begin("jutland-4th-flotilla").moved_to(1, Segment::Gunfire).all_seen();
        for ship in ["tipperary", "spitfire", "sparrowhawk", "garland", "contest"] {
            play.put(ship, 10.0, 10.0, 90.0);
        }
        play.put("westfalen", 10.0, 10.0 + range, 90.0);
        is_held_back(&play, &gun)
    };
    // The range is from funnel to funnel: each is 0.3 inches ahead of the centre of its 2-inch base.
    assert!(!is_held_at(1.0) && is_held_at(1.02));
}

#[test]
fn r9_2_a_boat_once_freed_stays_free() {
    let mut play = Play::begin("jutland-4th-flotilla").moved_to(2, Segment::Sighting).all_seen();
    play.set("tipperary", Setting::Lit(true));
    let events = play.apply_with_dice("next");
    assert!(rule_facts(&events).contains(&&RuleFact::Lifted { rule: 0, ship: "tipperary".into() }));
    let play = play.moved_to(3, Segment::Gunfire);
    assert!(!play.ship("tipperary").lit);
    assert!(!is_held_back(&play, &fire("tipperary", BatteryKind::Light, "westfalen", Bearing::Starboard)));
}

#[test]
fn r9_2_ships_that_have_not_turned_yet_do_not_fire_until_turn_5() {
    let is_held = |turn, ship: &str, target: &str| {
        let play = Play::begin("tsushima").moved_to(turn, Segment::Gunfire).all_seen();
        is_held_back(&play, &fire(ship, BatteryKind::Big, target, Bearing::Starboard))
    };
    assert!(!is_held(1, "mikasa", "oslyabya"), "it has turned");
    assert!(is_held(1, "asahi", "oslyabya") && is_held(4, "asahi", "oslyabya"));
    assert!(!is_held(5, "asahi", "oslyabya") && !is_held(1, "oslyabya", "mikasa"));
    let measured = Play::measured("tsushima").moved_to(1, Segment::Gunfire).all_seen();
    assert!(
        !is_held_back(&measured, &fire("asahi", BatteryKind::Big, "oslyabya", Bearing::Starboard)),
        "the players know"
    );
    let recalled = naval::rules::special::reminders(&measured.state, None);
    assert!(recalled.iter().any(|reminder| reminder.of == 1), "{recalled:?}");
}

#[test]
fn r9_2_fire_at_the_turning_point_counts_as_on_target_within_an_inch() {
    let doublings = |x, ship: &str, turn| {
        let mut play = Play::begin("tsushima").moved_to(turn, Segment::Gunfire).all_seen();
        play.put("nisshin", x, 34.4, 225.0);
        let numbers = salvo_numbers(&play.state, &fire(ship, BatteryKind::Big, "nisshin", Bearing::Port)).unwrap();
        numbers.to_hit.terms.iter().filter(|term| term.times == Some(Fraction::from(2))).count()
    };
    assert_eq!(doublings(30.0, "oslyabya", 1), 1);
    assert_eq!(doublings(30.01, "oslyabya", 1), 0, "a hundredth outside");
    assert_eq!(doublings(30.0, "oslyabya", 5), 0, "a turn later");
}

#[test]
fn r9_2_smoke_downwind_makes_poor_visibility_within_thirty_degrees() {
    // The wind at the Falklands blows from 315, so fire on a bearing of 135 goes downwind.
    let quality = |bearing: f64| {
        let mut play = Play::begin("falklands").moved_to(1, Segment::Gunfire).all_seen();
        let (dx, dy) = (bearing.to_radians().sin(), bearing.to_radians().cos());
        play.put("invincible", 40.0, 40.0, 0.0);
        play.put("scharnhorst", 40.0 + 10.0 * dx, 40.0 + 10.0 * dy, 0.0);
        play.set("invincible", Setting::Speed(Inches::whole(1)));
        visibility(&play.state, &fire("invincible", BatteryKind::Big, "scharnhorst", Bearing::Starboard))
    };
    assert_eq!(quality(135.0), Some(VisibilityQuality::Poor));
    assert_eq!(quality(104.0), None);
    assert_eq!(quality(106.0), Some(VisibilityQuality::Poor));
    assert_eq!(quality(315.0), None, "into the wind");
}

#[test]
fn r9_2_black_powder_darkens_koreets_own_big_guns() {
    let play = Play::begin("chemulpo").moved_to(1, Segment::Gunfire).all_seen();
    let mut play = play;
    let shot = fire("koreets", BatteryKind::Big, "asama", Bearing::Bow);
    assert_eq!(visibility(&play.state, &shot), None, "it has not declared them yet");
    play.apply(&Fact::FireDeclared(shot.clone()));
    assert_eq!(visibility(&play.state, &shot), Some(VisibilityQuality::Poor));
    assert_eq!(visibility(&play.state, &fire("asama", BatteryKind::Big, "koreets", Bearing::Bow)), None);
}

#[test]
fn r9_2_a_sides_sight_is_limited_by_its_rule_for_the_turn() {
    let yaml = "[{of: 1, from_turn: 3, does: {sight: {by: {side: russia}, at_most: 9}}}]";
    for make in [Play::drill, Play::measured_drill] {
        let before = make(yaml).moved_to(2, Segment::Sighting);
        assert_eq!(sight_range(&before.state, before.ship("mikasa")), Inches::whole(20));
        let from = make(yaml).moved_to(3, Segment::Sighting);
        assert_eq!(sight_range(&from.state, from.ship("mikasa")), Inches::whole(9), "seen by the Russians");
        assert_eq!(sight_range(&from.state, from.ship("retvizan")), Inches::whole(20), "seen by the Japanese");
    }
}

#[test]
fn r9_2_a_ship_that_showed_a_light_is_seen_at_six_inches_next_turn() {
    let mut play = Play::begin("tsushima-night").moved_to(2, Segment::Gunfire);
    play.state.ship_mut(&"orel".into()).unwrap().searchlight_used = true;
    let play = play.moved_to(3, Segment::Sighting);
    assert_eq!(sight_range(&play.state, play.ship("orel")), Inches::whole(6));
    assert!(sight_range(&play.state, play.ship("navarin")) < Inches::whole(6));
    let play = play.moved_to(4, Segment::Sighting);
    assert!(sight_range(&play.state, play.ship("orel")) < Inches::whole(6), "a turn later");
}

#[test]
fn r9_2_slavas_fore_turret_is_out_from_the_start() {
    let play = Play::begin("moon-sound");
    assert_eq!(play.ship("slava").mounts_lost(), [Id::new("fore")]);
    assert_eq!(play.ship("grazhdanin").mounts_lost(), Vec::<Id>::new());
}

#[test]
fn r9_2_shells_that_may_not_burst_are_rolled_for_if_both_agree() {
    let mut play = Play::begin("tsushima").moved_to(5, Segment::Gunfire).all_seen();
    play.apply_line("target oslyabya at mikasa range 6 port", &[]);
    let plain = play.apply_with_dice("fire oslyabya");
    assert!(purposes(&plain).iter().all(|purpose| !matches!(purpose, Purpose::Dud(_))));
    let mut agreed = Play::begin("tsushima").moved_to(5, Segment::Gunfire).all_seen();
    agreed.apply_line("set rule 3 on because \"both agree\"", &[]);
    agreed.apply_line("target oslyabya at mikasa range 6 port", &[]);
    let dice = salvo_numbers(&agreed.state, &agreed.state.this_move.declarations[0]).unwrap().dice.result as usize;
    // All dice of the salvo hit. Of the dice for duds, the 2 is a dud and every 3 bursts.
    let (mut faces, mut dud_dice) = (Vec::new(), 0);
    let with_dud = loop {
        match agreed.decide("fire oslyabya", &faces) {
            Err(NotDecided::NeedsRoll { request, missing }) if matches!(request.purpose, Purpose::Dud(_)) => {
                dud_dice = usize::from(missing);
                faces.extend(std::iter::once(2).chain(std::iter::repeat_n(3, dud_dice - 1)));
            }
            Err(NotDecided::NeedsRoll { missing, .. }) => faces.extend(std::iter::repeat_n(1, usize::from(missing))),
            other => break other.unwrap(),
        }
    };
    assert_eq!(dud_dice, dice, "a die for every hit");
    assert!(rule_facts(&with_dud).iter().any(|fact| matches!(fact, RuleFact::Duds { duds: 1, .. })), "{with_dud:?}");
    let marked: u16 = with_dud
        .iter()
        .filter_map(|event| if let Fact::HitsMarked(hit) = &event.fact { Some(hit.count) } else { None })
        .sum();
    assert_eq!(usize::from(marked), dice - 1);
    // A shell that does not burst counts for neither side. [9.2]
    let pierced = with_dud.iter().find_map(|event| match &event.fact {
        Fact::SalvoFired(salvo) => Some(u32::from(salvo.penetrating)),
        _ => None,
    });
    play::apply_all::<Naval>(&mut agreed.state, &with_dud);
    assert_eq!(agreed.state.penetrating_hits, [("russia".into(), pierced.unwrap() - 1)]);
    let all = plain.iter().find_map(|event| match &event.fact {
        Fact::SalvoFired(salvo) => Some(u32::from(salvo.penetrating)),
        _ => None,
    });
    let counted: u32 = play.state.penetrating_hits.iter().map(|(_, hits)| hits).sum();
    assert_eq!(counted, all.unwrap(), "without the rule all hits count");
}

#[test]
fn r9_2_hood_sees_and_is_seen_at_ten_inches_and_lion_at_twelve_and_nine() {
    let sees = |watcher: &str, target: &str, range: f64| {
        let mut play = Play::begin("jutland-1830").moved_to(1, Segment::Sighting);
        let ships: Vec<Id> = play.state.ships.iter().map(|ship| ship.id.clone()).collect();
        for (index, ship) in ships.iter().enumerate() {
            // At first all ships, friends of Hood too, are in the far corner of their side.
            let (x, y) = if play.ship(ship.as_str()).side == "germany" { (2.0, 2.0) } else { (140.0, 94.0) };
            play.put(ship.as_str(), x, y + index as f64 / 100.0, 0.0);
        }
        play.put(watcher, 70.0, 50.0, 0.0);
        play.put(target, 70.0 + range, 50.0, 0.0);
        naval::rules::sighting::enemy_sees(&play.state, play.ship(target))
    };
    assert_eq!((sees("luetzow", "lion", 9.0), sees("luetzow", "lion", 9.01)), (Some(true), Some(false)));
    assert_eq!((sees("lion", "luetzow", 12.0), sees("lion", "luetzow", 12.01)), (Some(true), Some(false)));
    assert_eq!((sees("luetzow", "invincible", 10.0), sees("luetzow", "invincible", 10.01)), (Some(true), Some(false)));
    assert_eq!((sees("invincible", "luetzow", 10.0), sees("invincible", "luetzow", 10.01)), (Some(true), Some(false)));
}

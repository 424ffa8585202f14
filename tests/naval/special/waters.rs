//! Mines, currents, smoke, entries, points and ends. [9.1, 9.2, 9.3]
use naval::model::{BattleEnd, Fate, Harm, HitKind};
use naval::rules::{ending, special::SpecialReason};
use naval::{Inches, Segment, view::View};

use super::*;

const FIELD: &str = "[{of: 1, from_turn: 2, does: {mines: {areas: [[[30, 10], [50, 10], [50, 22], [30, 22]]], \
                     lanes: [[[30, 14], [50, 14]]], lane_half_width: 1, per: turn}}}]";

/// How many mine dice are rolled when Mikasa and Asahi run east along this line.
fn mine_rolls(yaml: &str, turn: u16, y: f64) -> usize {
    let mut play = Play::drill(yaml).moved_to(turn, Segment::Plotting);
    play.put("mikasa", 36.0, y, 90.0);
    play.put("asahi", 33.0, y, 90.0);
    play.put("tsesarevich", 60.0, 40.0, 90.0);
    play.put("retvizan", 57.0, 40.0, 90.0);
    let events = play.apply_with_dice("next to sighting waive \"test\"");
    purposes(&events).iter().filter(|purpose| matches!(purpose, Purpose::Mine(_))).count()
}

#[test]
fn r9_2_mines_are_rolled_for_only_inside_the_area() {
    assert_eq!(mine_rolls(FIELD, 2, 20.0), 2, "one for each ship");
    assert_eq!(mine_rolls(FIELD, 1, 20.0), 0, "the turn before");
    assert_eq!(mine_rolls(FIELD, 2, 23.0), 0, "an inch outside");
    assert_eq!(mine_rolls(FIELD, 2, 21.9), 2, "just inside");
    assert_eq!(mine_rolls(FIELD, 2, 15.0), 0, "on the edge of the lane");
    assert_eq!(mine_rolls(FIELD, 2, 15.1), 2, "just beside the lane");
}

#[test]
fn r9_2_mines_by_the_inch_need_a_die_for_each_inch_in_the_field() {
    let per_inch = FIELD.replace("per: turn", "per: inch");
    // Both run 2.0 inches, so each rolls two dice.
    assert_eq!(mine_rolls(&per_inch, 2, 20.0), 4);
    assert_eq!(mine_rolls(&per_inch, 2, 15.0), 0);
}

#[test]
fn r9_2_a_mine_strike_is_a_torpedo_hit_for_the_damage_segment() {
    let mut play = Play::drill(FIELD).moved_to(2, Segment::Plotting);
    play.put("mikasa", 36.0, 20.0, 90.0);
    play.put("asahi", 33.0, 30.0, 90.0);
    play.apply_line("plot 1st 2", &[]);
    play.apply_line("plot squadron 2", &[]);
    // Asahi follows on the same track, so each ship rolls a die.
    let events = play.decide("next", &[1, 2]).unwrap();
    assert!(rule_facts(&events).contains(&&RuleFact::Mined {
        rule: 0,
        ship: "mikasa".into(),
        struck: 1,
        first_half: None
    }));
    let held = events.iter().filter_map(|event| if let Fact::HitsMarked(hit) = &event.fact { Some(hit) } else { None });
    let held: Vec<_> = held.collect();
    assert_eq!((held.len(), held[0].kind, held[0].count), (1, HitKind::Torpedo, 1));
    let spared = play.decide("next", &[2, 2]).unwrap();
    assert!(rule_facts(&spared).contains(&&RuleFact::Mined {
        rule: 0,
        ship: "mikasa".into(),
        struck: 0,
        first_half: None
    }));
    assert!(!spared.iter().any(|event| matches!(event.fact, Fact::HitsMarked(_))));
}

#[test]
fn r9_2_the_mines_of_battles_are_where_their_sentences_say() {
    let rolls_for_mines = |id: &str, turn, ship: &str, (x, y): (f64, f64)| {
        let mut play = Play::begin_changed(id, |setup| setup.hidden = false).moved_to(turn, Segment::Plotting);
        play.put(ship, x, y, 90.0);
        let events = play.apply_with_dice("next to sighting waive \"test\"");
        purposes(&events).iter().any(|purpose| matches!(purpose, Purpose::Mine(target) if *target == ship))
    };
    assert!(
        rolls_for_mines("heligoland-1917", 6, "courageous", (60.0, 30.0))
            && !rolls_for_mines("heligoland-1917", 5, "courageous", (60.0, 30.0))
    );
    assert!(!rolls_for_mines("heligoland-1917", 6, "courageous", (60.0, 27.9)));
    assert!(
        rolls_for_mines("moon-sound", 1, "slava", (31.0, 20.0))
            && !rolls_for_mines("moon-sound", 1, "slava", (35.0, 20.0))
    );
}

#[test]
fn r9_2_in_a_measured_game_mines_are_recalled() {
    let play = Play::measured_drill(FIELD);
    let count_reminders = |play: &Play| naval::rules::special::reminders(&play.state, None).len();
    assert_eq!(count_reminders(&play), 0, "the turn before");
    let play = play.moved_to(2, Segment::Movement);
    assert_eq!(count_reminders(&play), 1);
    assert!(show::status::duties_text(&View::referee(&play.state)).contains("Remember special rule 1: The first."));
    let play = play.moved_to(2, Segment::Gunfire);
    assert_eq!(count_reminders(&play), 0, "another segment");
}

#[test]
fn r9_2_the_ebb_carries_the_russians_alone_and_only_when_both_agree() {
    let carried = |agreed: bool| {
        let mut play = Play::begin("chemulpo");
        if agreed {
            play.apply_line("set rule 1 on because \"both wish it\"", &[]);
        }
        let before = play.ship("varyag").at.unwrap();
        play.apply_line("plot varyag-alone 0", &[]);
        let events = play.apply_with_dice("next to sighting waive \"test\"");
        let after = play.ship("varyag").at.unwrap();
        let drifted = rule_facts(&events).iter().filter(|fact| matches!(fact, RuleFact::Drifted { .. })).count();
        ((after.x.as_f64() - before.x.as_f64(), after.y.as_f64() - before.y.as_f64()), drifted)
    };
    assert_eq!(carried(false), ((0.0, 0.0), 0));
    let ((dx, dy), drifted) = carried(true);
    assert_eq!(drifted, 2, "Varyag and Koreets");
    let along = 0.35 * 0.5_f64.sqrt();
    assert!((dx + along).abs() < 0.001 && (dy + along).abs() < 0.001, "{dx} {dy}");
}

#[test]
fn r9_2_horthy_makes_smoke_unplotted_from_turn_2_to_8() {
    let smokes = |turn, ship: &str| {
        let mut play = Play::begin("otranto").moved_to(turn, Segment::Plotting);
        play.apply_with_dice("next waive \"test\"");
        play.decide(&format!("smoke {ship}"), &[]).is_ok()
    };
    assert!(smokes(2, "novara") && smokes(8, "novara"));
    assert!(!smokes(1, "novara") && !smokes(9, "novara") && !smokes(2, "dartmouth"));
    let mut play = Play::begin("otranto").moved_to(2, Segment::Plotting);
    play.apply_with_dice("next waive \"test\"");
    play.apply_line("smoke novara", &[]);
    assert_eq!(play.state.smoke.len(), 1);
    assert!(matches!(play.refused("smoke novara").0, SpecialReason::NoSmoke { .. }), "once a turn");
}

#[test]
fn r9_2_dublin_comes_on_a_five_and_stays_away_on_a_four() {
    for make in [Play::begin, Play::measured] {
        let fate = |face| {
            let mut play = make("goeben-1914");
            let events = play.apply_line("next waive \"test\"", &[face]);
            assert_eq!(purposes(&events), [&Purpose::SpecialRule(4)]);
            (play.ship("dublin").fate.clone(), play.ship("beagle").fate.clone())
        };
        let on_turn_8 = Fate::Waiting { enters_turn: 8 };
        assert_eq!(fate(5), (on_turn_8.clone(), on_turn_8));
        let never = Fate::Waiting { enters_turn: naval::rules::special::NEVER_ENTERS };
        assert_eq!(fate(4), (never.clone(), never));
    }
}

#[test]
fn r9_2_fire_into_swedish_water_costs_six_points() {
    let scored_at = |inches_off: f64| {
        let mut play = Play::begin("gotland").moved_to(1, Segment::Gunfire).all_seen();
        let land = &play.state.setup.land[0];
        let east = land.corners.iter().map(|(x, _)| x.as_f64()).fold(0.0, f64::max);
        let y = land.corners.iter().find(|(x, _)| x.as_f64() == east).unwrap().1.as_f64();
        play.put("albatross", east + inches_off, y, 180.0);
        play.put("bayan-1914", east + inches_off + 4.0, y, 180.0);
        play.apply_line("target bayan-1914 at albatross", &[]);
        let events = play.apply_with_dice("fire bayan-1914");
        let side = play.state.special_points(&"russia".into());
        let tally = naval::rules::tally::tally(&play.state);
        assert_eq!(tally.sides[0].points, side.iter().map(|(_, points)| points).sum::<i32>(), "Russia's tally");
        (rule_facts(&events).iter().filter(|fact| matches!(fact, RuleFact::Scored { .. })).count(), side)
    };
    assert_eq!(scored_at(6.0), (1, vec![(0, -6)]));
    assert_eq!(scored_at(6.01), (0, vec![]));
}

#[test]
fn r9_2_a_named_ship_ashore_is_lost_and_another_is_not() {
    let yaml = "[{of: 1, does: {lost_ashore: {ships: [mikasa]}}}]";
    for (ship, lost) in [("mikasa", true), ("retvizan", false)] {
        let mut play = Play::begin_changed("drill-two-lines", |setup| {
            setup.special_rules = vec!["One.".to_owned()];
            setup.rules = keys(yaml);
            let corners = [(20, 0), (24, 0), (24, 48), (20, 48)];
            setup.land = vec![naval::model::Land {
                id: "shore".into(),
                name: "Shore".to_owned(),
                corners: corners.map(|(x, y)| (Inches::whole(x), Inches::whole(y))).to_vec(),
            }];
        });
        play.put(ship, 18.0, 30.0, 90.0);
        play.apply_with_dice("next to sighting waive \"test\"");
        assert_eq!(play.ship(ship).fate == Fate::Abandoned, lost, "{ship}");
    }
}

#[test]
fn r9_2_the_battle_ends_when_kaiserin_has_opened_fire() {
    let ended = |fired: bool| {
        let mut play = Play::begin("heligoland-1917").moved_to(31, Segment::Gunfire);
        play.state.ship_mut(&"kaiserin".into()).unwrap().used_weapons = fired;
        play.apply_with_dice("next to damage waive \"test\"");
        ending::end_without_ruling(&play.state)
    };
    assert_eq!(ended(true), Some(BattleEnd::SpecialRule(4)));
    assert_eq!(ended(false), None);
}

#[test]
fn r9_2_the_run_to_the_south_ends_two_turns_after_the_van_is_seen() {
    let mut play = Play::begin("jutland-run-south").moved_to(12, Segment::Movement);
    play.apply(&Fact::Sighted { ship: "koenig".into() });
    let seen = play.apply_with_dice("next");
    assert!(rule_facts(&seen).iter().any(|fact| matches!(fact, RuleFact::Began { .. })), "{seen:?}");
    let play = play.moved_to(13, Segment::Damage);
    assert_eq!(ending::end_without_ruling(&play.state), None);
    let play = play.moved_to(14, Segment::Damage);
    assert!(ending::end_without_ruling(&play.state).is_some());
}

#[test]
fn r9_2_guns_landed_for_the_fortress_are_gone_when_both_agree() {
    let mut play = Play::begin("yellow-sea");
    let quarters = |play: &Play| (play.ship("peresvet").gun_quarters_lost(), play.ship("retvizan").gun_quarters_lost());
    assert_eq!(quarters(&play), (0, 0));
    play.apply_line("set rule 4 on because \"both agree\"", &[]);
    assert_eq!(quarters(&play), (1, 0));
    play.apply_line("set rule 4 on because \"said twice\"", &[]);
    assert_eq!(quarters(&play), (1, 0), "no more for a second time");
    let is_gun_hit = |hit: &naval::model::Hit| hit.effect == Harm::Guns { quarters: 1 };
    assert!(play.ship("peresvet").hits.iter().any(is_gun_hit));
}

#[test]
fn r9_2_damage_of_the_first_hour_is_removed_and_restored_with_its_rule() {
    for make in [Play::begin, Play::measured] {
        let mut play = make("yellow-sea");
        let quarters = |play: &Play| play.ship("peresvet").gun_quarters_lost();
        let set = |play: &mut Play, to: &str| play.apply_line(&format!("set rule 4 {to} because \"test\""), &[]);
        // Only the rule's own hit comes and goes. A later hit of the battle (S2) stays.
        for (to, expected) in [("on", 1), ("off", 0), ("off", 0), ("on", 1), ("on", 1)] {
            set(&mut play, to);
            assert_eq!(quarters(&play), expected, "{to}");
        }
        let harm = Harm::Guns { quarters: 1 };
        play.apply(&Fact::HitTaken { ship: "peresvet".into(), id: "S2".into(), harm });
        assert_eq!(quarters(&play), 2);
        set(&mut play, "off");
        assert_eq!((quarters(&play), play.ship("peresvet").hits[0].id.as_str()), (1, "S2"));
        set(&mut play, "on");
        let ids: Vec<&str> = play.ship("peresvet").hits.iter().map(|hit| hit.id.as_str()).collect();
        assert_eq!((quarters(&play), &ids[..]), (2, &["S2", "S3"][..]), "no two hits with the same name");
    }
}

#[test]
fn r9_2_slavas_turret_is_lost_only_once_even_if_it_is_set_again() {
    let mut play = Play::begin("moon-sound");
    let harm_rule = play
        .state
        .setup
        .rules
        .iter()
        .find(|rule| matches!(rule.does, naval::rules::special::RuleEffect::Harmed { .. }));
    let number = harm_rule.unwrap().of;
    let lost = |play: &Play| play.ship("slava").mounts_lost().len();
    for (to, expected) in [("on", 1), ("off", 0), ("on", 1), ("off", 0)] {
        play.apply_line(&format!("set rule {number} {to} because \"test\""), &[]);
        assert_eq!(lost(&play), expected, "{to}");
    }
    // Lost in battle and then to the rule too: still only one turret.
    play.apply(&Fact::HitTaken { ship: "slava".into(), id: "M1".into(), harm: Harm::Mount("fore".into()) });
    play.apply_line(&format!("set rule {number} on because \"test\""), &[]);
    assert_eq!(lost(&play), 1);
}

/// Mine dice for Mikasa in each half of a turn: it runs from x = 36 to 37 and on to 38, through a field between two x.
fn mined_in_halves(per: &str, (from, to): (f64, f64)) -> (usize, usize) {
    let area = format!("[[[{from}, 10], [{to}, 10], [{to}, 22], [{from}, 22]]]");
    let yaml = format!("[{{of: 1, does: {{mines: {{areas: {area}, per: {per}}}}}}}]");
    let mut play = Play::drill(&yaml).moved_to(2, Segment::Plotting);
    play.put("mikasa", 36.0, 20.0, 90.0);
    play.put("asahi", 20.0, 40.0, 90.0);
    play.put("tsesarevich", 60.0, 40.0, 90.0);
    play.put("retvizan", 57.0, 40.0, 90.0);
    play.apply_line("plot 1st 2", &[]);
    play.apply_line("plot squadron 2", &[]);
    play.apply(&Fact::HalfMovesInvoked { by: None, one: "mikasa".into(), other: "retvizan".into() });
    let dice = |events: &[NavalEvent]| {
        purposes(events)
            .iter()
            .filter(|purpose| matches!(purpose, Purpose::Mine(target) if *target == "mikasa"))
            .count()
    };
    let first = dice(&play.apply_with_dice("next waive \"test\""));
    assert_eq!(play.ship("mikasa").at.unwrap().x.as_f64(), 37.0);
    play.apply_with_dice("next to plotting waive \"test\"");
    let second = dice(&play.apply_with_dice("next waive \"test\""));
    assert_eq!(play.ship("mikasa").at.unwrap().x.as_f64(), 38.0);
    (first, second)
}

#[test]
fn r3_4_2_mines_are_rolled_for_once_in_a_turn_of_two_halves() {
    assert_eq!(mined_in_halves("turn", (36.2, 36.8)), (1, 0), "crossed in the first half");
    assert_eq!(mined_in_halves("turn", (37.2, 37.8)), (0, 1), "in the second");
    assert_eq!(mined_in_halves("turn", (36.2, 37.8)), (1, 0), "in both");
    assert_eq!(mined_in_halves("turn", (38.2, 39.8)), (0, 0), "in neither");
}

#[test]
fn r3_4_2_inches_among_mines_are_those_of_both_halves() {
    assert_eq!(mined_in_halves("inch", (36.6, 37.35)), (1, 0), "three quarters of an inch in all");
    assert_eq!(mined_in_halves("inch", (36.6, 37.85)), (1, 1), "an inch and a quarter");
    assert_eq!(mined_in_halves("inch", (36.2, 36.8)), (1, 0));
    assert_eq!(mined_in_halves("inch", (37.2, 37.8)), (0, 1));
    assert_eq!(mined_in_halves("inch", (35.0, 39.0)), (1, 1));
}

/// Stops the 1st division and plots no move for it.
fn stop(play: &mut Play) {
    for ship in ["mikasa", "asahi"] {
        play.set(ship, Setting::Speed(Inches::ZERO));
    }
    play.apply_line("plot 1st 0", &[]);
}

/// Two currents at once: the second starts where the first has carried the ship.
#[test]
fn r9_2_two_currents_add_up() {
    let yaml = "[{of: 1, does: {drift: {ships: [mikasa], bearing_deg: 90, inches: 1}}}, \
                {of: 2, does: {drift: {ships: [mikasa, asahi], bearing_deg: 0, inches: 2}}}]";
    let mut play = Play::drill(yaml);
    let place_of = |play: &Play, ship: &str| play.ship(ship).at.map(|pose| (pose.x.as_f64(), pose.y.as_f64())).unwrap();
    play.put("mikasa", 30.0, 19.0, 90.0);
    stop(&mut play);
    play.apply_with_dice("next waive \"test\"");
    assert_eq!((place_of(&play, "mikasa"), place_of(&play, "asahi")), ((31.0, 21.0), (27.5, 21.0)));
}

/// The table ends at 0. A current carries a ship over this edge as its own movement would. [9.3]
#[test]
fn r9_3_a_ship_carried_over_the_edge_is_out_of_play() {
    let yaml = "[{of: 1, does: {drift: {ships: [mikasa], bearing_deg: 180, inches: 0.35}}}]";
    for (y, gone) in [(0.2, true), (0.34, true), (0.36, false), (1.0, false)] {
        let mut play = Play::drill(yaml);
        play.put("mikasa", 30.0, y, 90.0);
        play.put("asahi", 20.0, 10.0, 90.0);
        stop(&mut play);
        play.apply_with_dice("next waive \"test\"");
        let fate = &play.ship("mikasa").fate;
        assert_eq!(matches!(fate, Fate::Exited { friendly: true, .. }), gone, "{y}: {fate:?}");
        assert_eq!(play.ship("asahi").fate, Fate::Fighting);
    }
}

#[test]
fn r9_1_an_entry_die_affects_only_ships_that_have_not_entered() {
    let yaml = "[{of: 1, die: {sides: 6, at_least: 5}, does: {entry: {ships: {side: russia}}}}]";
    let mut play = Play::drill(yaml);
    play.set("retvizan", Setting::Fate(Fate::Waiting { enters_turn: 3 }));
    play.apply(&Fact::Special(RuleFact::Diced { rule: 0, so: false }));
    assert_eq!(play.ship("tsesarevich").fate, Fate::Fighting);
    assert_eq!(play.ship("retvizan").fate, Fate::Waiting { enters_turn: naval::rules::special::NEVER_ENTERS });
}

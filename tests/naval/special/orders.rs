//! Orders, lasting effects of events, and numbers of damage control. [5.10, 8.6.1, 9.2]
use naval::model::{BatteryKind, Bearing, Declaration, Edge, Fate, Fraction};
use naval::rules::signals::{orders_number, orders_number_or_exemption};
use naval::rules::special::{SpecialReason, exit_ban};
use naval::rules::{control::repair_number, gunnery::volley_part};
use naval::{Inches, Segment};

use super::*;

fn began(rule: u16) -> Fact {
    Fact::Special(RuleFact::Began { rule })
}

fn rule_triggered(rule: u16) -> Fact {
    Fact::Special(RuleFact::Diced { rule, so: true })
}

/// Whether a line is refused for the courses it steers.
fn course_refused(play: &Play, line: &str) -> bool {
    matches!(
        play.decide(line, &[]),
        Err(NotDecided::Refused { reason: Reason::Special(SpecialReason::Course { .. }), .. })
    )
}

#[test]
fn r9_2_allies_not_of_dartmouths_navy_roll_with_two_less() {
    let play = Play::begin("otranto");
    let rule_additions = |division: &str| -> Vec<i32> {
        let sum = orders_number(&play.state, play.state.division(&division.into()).unwrap());
        sum.terms.iter().filter(|term| term.rule.to_string() == "9.2").filter_map(|term| term.plus).collect()
    };
    assert_eq!(rule_additions("french"), [-2]);
    assert_eq!(rule_additions("italian-tbd"), [-2]);
    assert_eq!(rule_additions("dartmouth-div"), Vec::<i32>::new());
    assert_eq!(rule_additions("horthy"), Vec::<i32>::new());
}

#[test]
fn r9_2_the_russian_line_has_no_flag_for_three_turns_after_a_bridge_hit() {
    let excused = |turn, division: &str| {
        let mut play = Play::begin("yellow-sea").moved_to(2, Segment::Plotting);
        play.apply(&began(1));
        let mut play = play.moved_to(turn, Segment::Plotting);
        play.apply_line(&format!("plot {division} CL15"), &[]);
        orders_number_or_exemption(&play.state, play.state.division(&division.into()).unwrap())
            .err()
            .map(|rule| rule.to_string())
    };
    assert_eq!(excused(2, "battleships-a"), None);
    assert_eq!(excused(5, "battleships-a"), None, "the third turn after it");
    assert_eq!(excused(6, "battleships-a"), Some("5.10.1".to_owned()));
    assert_eq!(excused(2, "1st-a"), Some("5.10.1".to_owned()), "Togo's flag flies");
}

#[test]
fn r9_2_only_a_hit_on_this_ships_bridge_starts_the_rule() {
    for (ship, starts_rule) in [("tsesarevich", true), ("retvizan", false)] {
        let mut play = Play::begin("yellow-sea").moved_to(2, Segment::Torpedo);
        let harm = naval::model::ship::Harm::Bridge;
        play.apply(&Fact::HitTaken { ship: ship.into(), id: "B1".into(), harm });
        let events = play.apply_with_dice("next");
        assert_eq!(rule_facts(&events).contains(&&RuleFact::Began { rule: 1 }), starts_rule, "{ship}");
    }
}

#[test]
fn r9_2_the_battle_turn_excuses_all_germans_and_a_smaller_turn_none() {
    let excused = |turn: &str, division: &str| {
        let mut play = Play::begin("jutland-1830");
        play.apply_line(&format!("plot 3s-a {turn}"), &[]);
        let own = play.state.division(&division.into()).unwrap().side == "germany";
        play.apply_line(&format!("plot {division} {}", if own { "CR30" } else { "CL30" }), &[]);
        orders_number_or_exemption(&play.state, play.state.division(&division.into()).unwrap())
            .err()
            .map(|rule| rule.to_string())
    };
    assert_eq!(excused("SR180", "1s-b"), Some("9.2".to_owned()));
    assert_eq!(excused("SR165", "1s-b"), None);
    assert_eq!(excused("CR180", "1s-b"), None, "in succession");
    assert_eq!(excused("SR180", "5th-div"), None, "the British");
}

#[test]
fn r9_2_jellicoe_does_not_follow_for_three_turns_after_a_ships_turn() {
    let mut large_turn = Play::begin("jutland-1830");
    let events = large_turn.apply_line("plot 3s-a SR90", &[]);
    assert!(rule_facts(&events).is_empty(), "a plot is a secret");
    assert!(rule_facts(&large_turn.apply_with_dice("next waive \"test\"")).contains(&&RuleFact::Began { rule: 4 }));
    let mut small_turn = Play::begin("jutland-1830");
    small_turn.apply_line("plot 3s-a SR75", &[]);
    assert!(!rule_facts(&small_turn.apply_with_dice("next waive \"test\"")).contains(&&RuleFact::Began { rule: 4 }));
    let refused = |turn, line: &str| {
        let mut play = Play::begin("jutland-1830").moved_to(2, Segment::Movement);
        play.apply(&began(4));
        let mut play = play.moved_to(turn, Segment::Plotting);
        play.apply(&rule_triggered(4));
        course_refused(&play, line)
    };
    // The 1st division heads 123: 30 to starboard leads to 153, 15 to 138.
    assert!(refused(3, "plot 1st-div CR30") && refused(5, "plot 1st-div CR30"));
    assert!(!refused(6, "plot 1st-div CR30") && !refused(3, "plot 1st-div CR15"));
    assert!(!refused(3, "plot 3rd-bcs CR45") && !refused(3, "plot 2nd-cs CR30"), "no battle squadrons");
}

#[test]
fn r9_2_after_suvorov_the_line_turns_at_most_thirty_degrees_for_3_turns() {
    let refused = |turn, line: &str| {
        let mut play = Play::begin("tsushima").moved_to(2, Segment::Movement);
        play.apply(&began(4));
        course_refused(&play.moved_to(turn, Segment::Plotting), line)
    };
    assert!(refused(3, "plot 3rd CR45") && refused(5, "plot 3rd CR45"));
    assert!(!refused(6, "plot 3rd CR45") && !refused(3, "plot 3rd CR30") && !refused(3, "plot 1st-a CR45"));
}

#[test]
fn r9_2_spee_turns_away_from_a_cruiser_within_five_inches() {
    let play = |turn, gap: f64| {
        let mut play = Play::begin("coronel").moved_to(1, Segment::Movement).all_seen();
        for ship in ["glasgow", "otranto", "good-hope", "monmouth"] {
            play.put(ship, 60.0, 2.0, 90.0);
        }
        play.put("glasgow", 21.0, 26.3 - gap, 90.0);
        play.apply_with_dice("next");
        play.moved_to(turn, Segment::Plotting).all_seen()
    };
    // Glasgow is due south, so away means within 45 degrees of north. Both funnels are equally far ahead of mid-base.
    assert!(course_refused(&play(2, 4.9), "plot spee 2.5") && course_refused(&play(2, 4.9), "plot spee CL30"));
    assert!(!course_refused(&play(2, 4.9), "plot spee CL45"));
    assert!(!course_refused(&play(3, 4.9), "plot spee 2.5"), "for one turn");
    assert!(!course_refused(&play(2, 5.5), "plot spee 2.5"));
}

#[test]
fn r9_2_the_germans_steer_for_arethusa_until_a_battlecruiser_is_sighted() {
    let mut play = Play::begin_changed("heligoland-1914", |setup| setup.hidden = false);
    assert!(!course_refused(&play, "plot coeln-alone CR60"), "it was never sighted");
    play.apply(&Fact::Sighted { ship: "arethusa".into() });
    // From 42, 32 the bearing of Arethusa is 233; Coeln heads 240.
    assert!(course_refused(&play, "plot coeln-alone CR60") && !course_refused(&play, "plot coeln-alone CR30"));
    assert!(!course_refused(&play, "plot fearless-alone CR60"));
    play.apply(&Fact::Sighted { ship: "lion".into() });
    play.apply_with_dice("next waive \"test\"");
    let play = play.moved_to(2, Segment::Plotting);
    assert!(!course_refused(&play, "plot coeln-alone CR60"));
}

#[test]
fn r9_2_a_beaten_squadron_rolls_every_turn_until_it_breaks_off() {
    let beaten_squadron = || {
        let mut play = Play::begin_changed("goeben-1914", |setup| setup.hidden = false).moved_to(4, Segment::Movement);
        play.apply(&Fact::Special(RuleFact::Diced { rule: 3, so: true }));
        // Not the flagship, because after a change of flag the division would go straight ahead. [5.9.1]
        play.set("black-prince", Setting::Fate(Fate::Sinking));
        play.set("warrior", Setting::Fate(Fate::Sinking));
        play.apply(&began(1));
        play.moved_to(5, Segment::Damage)
    };
    let mut leaving = beaten_squadron();
    assert_eq!(rule_facts(&leaving.apply_line("next", &[3])), [&RuleFact::Diced { rule: 1, so: true }]);
    assert!(course_refused(&leaving, "plot 1st-cs 2.5"), "it heads 165");
    assert!(!course_refused(&leaving, "plot 1st-cs CL150"), "15 counts as north");
    let mut leaving = leaving.moved_to(6, Segment::Damage);
    assert!(rule_facts(&leaving.apply_line("next", &[])).is_empty(), "no more dice are rolled");
    assert!(course_refused(&leaving, "plot 1st-cs 2.5"));
    let mut staying = beaten_squadron();
    staying.apply_line("next", &[4]);
    assert!(!course_refused(&staying, "plot 1st-cs 2.5"));
    let mut staying = staying.moved_to(6, Segment::Damage);
    assert_eq!(
        rule_facts(&staying.apply_line("next", &[1])),
        [&RuleFact::Diced { rule: 1, so: true }],
        "rolled for again"
    );
}

#[test]
fn r9_2_sturdee_stays_beyond_twelve_inches_until_the_enemy_is_beaten() {
    let mut play = Play::begin("falklands").all_seen();
    play.put("invincible", 40.0, 40.0, 90.0);
    play.put("inflexible", 37.0, 40.0, 90.0);
    play.put("scharnhorst", 54.0, 40.0, 0.0);
    play.put("gneisenau", 60.0, 40.0, 0.0);
    let strays = |play: &Play, line: &str| {
        matches!(
            play.decide(line, &[]),
            Err(NotDecided::Refused { reason: Reason::Special(SpecialReason::Place { .. }), .. })
        )
    };
    assert!(strays(&play, "plot battlecruisers 2"), "12.0 is not more than 12");
    assert!(!strays(&play, "plot battlecruisers 1.75") && !strays(&play, "plot chase 3"));
    let mounts = play.ship("scharnhorst").card.big.as_ref().unwrap().mounts.len() as u8;
    play.set("scharnhorst", Setting::MountsLost(mounts.div_ceil(2) - 1));
    assert!(strays(&play, "plot battlecruisers 2"), "one mount fewer than half");
    play.set("scharnhorst", Setting::MountsLost(mounts.div_ceil(2)));
    assert!(!strays(&play, "plot battlecruisers 2"));
}

#[test]
fn r9_2_a_column_inside_a_bound_is_judged_by_its_leaders_move() {
    let play_at = |x: f64| {
        let mut play = Play::begin("falklands").all_seen();
        play.put("invincible", x, 40.0, 90.0);
        play.put("inflexible", x - 3.0, 40.0, 90.0);
        play.put("scharnhorst", 49.0, 40.0, 0.0);
        play.put("gneisenau", 52.0, 40.0, 0.0);
        play
    };
    let strays = |play: &Play, line: &str| {
        matches!(
            play.decide(line, &[]),
            Err(NotDecided::Refused { reason: Reason::Special(SpecialReason::Place { .. }), .. })
        )
    };
    // 9" off: a ship that turns about opens the range, while its consort runs on to the turning point.
    let inside = play_at(40.0);
    for line in ["CL180", "CR180", "CR135", "CL105"] {
        assert!(!strays(&inside, &format!("plot battlecruisers {line} speed 3.5")), "{line}");
    }
    assert!(!strays(&inside, "plot battlecruisers CR180 speed 1"), "allowed at once, even over a short distance");
    for line in ["CL90 speed 3.5", "CR45 speed 3.5", "1-CL180 speed 2", "0.5", "3.5"] {
        assert!(strays(&inside, &format!("plot battlecruisers {line}")), "{line}");
    }
    // No ship of the column is inside: the bound holds for each.
    let outside = play_at(36.0);
    assert!(strays(&outside, "plot battlecruisers 1") && !strays(&outside, "plot battlecruisers 0.75"));
}

#[test]
fn r9_2_the_stop_line_is_crossed_on_a_five_and_not_on_a_four() {
    let after_die = |face| {
        let mut play = Play::begin("heligoland-1917").moved_to(13, Segment::Damage);
        play.put("courageous", 69.0, 24.0, 90.0);
        play.put("glorious", 66.0, 24.0, 90.0);
        play.apply_line("next", &[face]);
        play
    };
    let strays = |play: &Play, line: &str| {
        matches!(
            play.decide(line, &[]),
            Err(NotDecided::Refused { reason: Reason::Special(SpecialReason::Place { .. }), .. })
        )
    };
    assert!(strays(&after_die(4), "plot 1st-cs 1.25") && !strays(&after_die(4), "plot 1st-cs 1"));
    assert!(!strays(&after_die(5), "plot 1st-cs 1.25"));
    let mut early = Play::begin("heligoland-1917").moved_to(12, Segment::Damage);
    assert!(rule_facts(&early.apply_line("next", &[])).is_empty(), "turn 13 needs no die");
}

#[test]
fn r9_2_bayan_is_the_last_ship_out() {
    let mut play = Play::begin("moon-sound");
    let is_kept = |play: &Play, ship: &str| exit_ban(&play.state, play.ship(ship), Some(Edge::East)).is_some();
    assert!(is_kept(&play, "bayan-1914") && !is_kept(&play, "grazhdanin"));
    let others: Vec<Id> =
        play.state.ships.iter().filter(|ship| ship.side == "russia").map(|ship| ship.id.clone()).collect();
    let others: Vec<&Id> = others.iter().filter(|ship| **ship != *"bayan-1914").collect();
    for ship in &others[1..] {
        play.set(ship.as_str(), Setting::Fate(Fate::Sinking));
    }
    assert!(is_kept(&play, "bayan-1914"), "one is left");
    play.set(others[0].as_str(), Setting::Fate(Fate::Sinking));
    assert!(!is_kept(&play, "bayan-1914"));
}

#[test]
fn r9_2_damage_control_has_its_number_by_side_and_turn() {
    let yaml = "[{of: 1, from_turn: 3, does: {damage_control: {ships: {side: japan}, number: 4}}}]";
    for make in [Play::drill, Play::measured_drill] {
        let number = |turn, ship: &str| {
            let play = make(yaml).moved_to(turn, Segment::DamageControl);
            repair_number(&play.state, play.ship(ship), false).result
        };
        assert_eq!((number(2, "mikasa"), number(3, "mikasa"), number(3, "retvizan")), (2, 4, 2));
    }
}

#[test]
fn r9_2_a_boat_lit_last_turn_fires_at_half_strength() {
    let strength = |turn, ship: &str| {
        let mut play = Play::begin("jutland-4th-flotilla").moved_to(2, Segment::Illumination).all_seen();
        play.set("tipperary", Setting::Lit(true));
        let mut play = play.moved_to(3, Segment::Plotting);
        if turn == 4 {
            play = play.moved_to(4, Segment::Plotting);
        }
        let shot = Declaration {
            firer: ship.into(),
            battery: BatteryKind::Light,
            target: "westfalen".into(),
            range: Inches::whole(1),
            bearing: Bearing::Starboard,
            conditions: Default::default(),
            said: Vec::new(),
            fired: false,
        };
        let part = volley_part(&play.state, &shot).unwrap().strength;
        let rule_terms = part.terms.iter().filter(|term| term.rule.to_string() == "9.2");
        rule_terms.filter_map(|term| term.times).collect::<Vec<Fraction>>()
    };
    assert_eq!(strength(3, "tipperary"), [Fraction::new(1, 2)]);
    assert_eq!(strength(4, "tipperary"), [], "a turn later");
    assert_eq!(strength(3, "fortune"), [], "another boat");
}

/// Jessen may go when two of his three ships have lost half their guns; a ship that blew up has lost all of them.
#[test]
fn r8_7_a_sunk_ship_has_lost_its_mounts_for_special_rules_too() {
    use naval::model::{Fate, Harm};
    let may_leave = |lost: &[(&str, Fate)], harmed: &[&str]| {
        let mut play = Play::begin("ulsan");
        for (ship, fate) in lost {
            play.set(ship, Setting::Fate(fate.clone()));
        }
        for ship in harmed {
            let mounts: Vec<Id> =
                play.ship(ship).card.big.iter().flat_map(|big| &big.mounts).map(|mount| mount.id.clone()).collect();
            for (index, mount) in mounts.iter().take(mounts.len().div_ceil(2)).enumerate() {
                let (ship, id) = ((*ship).into(), format!("M{}", index + 1).as_str().into());
                play.apply(&Fact::HitTaken { ship, id, harm: Harm::Mount(mount.clone()) });
            }
        }
        naval::rules::special::exit_ban(&play.state, play.ship("gromoboi"), None).is_none()
    };
    assert!(may_leave(&[("rossia", Fate::Exploded)], &["gromoboi"]));
    assert!(may_leave(&[("rossia", Fate::Sinking)], &["gromoboi"]));
    assert!(!may_leave(&[("rossia", Fate::exited(true))], &["gromoboi"]), "a ship that left has not lost its guns");
    assert!(!may_leave(&[("rossia", Fate::Exploded)], &[]));
    assert!(!may_leave(&[], &["gromoboi"]));
    assert!(may_leave(&[], &["gromoboi", "rossia"]));
}

/// Whether the condition of `after` holds, which starts the key of this sentence.
fn is_triggered(play: &Play, number: u8) -> bool {
    let mut rules = play.state.setup.rules.iter().filter(|rule| rule.of == number);
    rules.find_map(|rule| rule.after.as_ref()).unwrap().evaluate(&play.state) == naval::model::Truth::Holds
}

/// Cape Sarych: hit this turn or, while a turn opens, in the turn before.
#[test]
fn r9_2_a_big_gun_hit_counts_this_turn_and_while_the_next_turn_opens() {
    let hit = |turn, segment| {
        let mut play = Play::begin("cape-sarych").moved_to(3, Segment::Gunfire);
        play.apply(&Fact::HitsMarked(naval::model::HeldHit {
            target: "yavuz-sultan-selim".into(),
            firer: Some("evstafi".into()),
            kind: naval::model::HitKind::Penetrating,
            battery: Some(BatteryKind::Big),
            range: None,
            count: 1,
        }));
        assert!(is_triggered(&play, 2), "held for the Damage Segment");
        play.state.held_hits.clear();
        is_triggered(&play.moved_to(turn, segment), 2)
    };
    assert!(hit(3, Segment::Damage) && hit(4, Segment::Plotting));
    assert!(!hit(4, Segment::Movement) && !hit(5, Segment::Plotting));
}

/// Port Arthur: a Japanese battleship with three fires, or sunk.
#[test]
fn r9_2_three_fires_start_the_rule_and_two_do_not() {
    for make in [Play::begin, Play::measured] {
        for (fires, expected) in [(2, false), (3, true), (4, true)] {
            let mut play = make("port-arthur");
            play.set("mikasa", Setting::Fires(fires));
            assert_eq!(is_triggered(&play, 4), expected, "{fires} fires");
        }
        for (fate, expected) in [(Fate::Sinking, true), (Fate::Exploded, true), (Fate::exited(true), false)] {
            let mut play = make("port-arthur");
            play.set("mikasa", Setting::Fate(fate.clone()));
            assert_eq!(is_triggered(&play, 4), expected, "{fate:?}");
        }
    }
}

#[test]
fn r9_2_an_event_after_the_last_turn_of_a_key_does_not_start_it() {
    let yaml = "[{of: 1, from_turn: 2, to_turn: 3, after: {ships: {among: [mikasa], are: [{fires: 1}]}}, \
                does: {speed: {ships: {side: japan}, at_most: 1}}}]";
    for (turn, begins) in [(1, false), (2, true), (3, true), (4, false)] {
        let mut play = Play::drill(yaml).moved_to(turn, Segment::Sighting);
        play.set("mikasa", Setting::Fires(1));
        let events = play.apply_with_dice("next waive \"test\"");
        assert_eq!(rule_facts(&events).contains(&&RuleFact::Began { rule: 0 }), begins, "turn {turn}");
    }
}

/// The maximum turn count of a file must not overflow.
#[test]
fn r9_2_a_key_can_last_for_ever() {
    let yaml = "[{of: 1, after: {ships: {among: [mikasa], are: [stopped]}}, lasts: 65535, \
                does: {speed: {ships: {side: japan}, at_most: 1}}}, \
                {of: 1, after: {ships: {among: [mikasa], are: [stopped]}}, does: {ends: {in_turns: 65535}}}]";
    let mut play = Play::drill(yaml).moved_to(3, Segment::Damage);
    play.apply(&began(0));
    play.apply(&began(1));
    assert_eq!(naval::rules::ending::end_without_ruling(&play.state), None);
    let play = play.moved_to(900, Segment::Plotting);
    let allowed = |ship: &str| naval::rules::special::allowance(&play.state, play.ship(ship));
    assert_eq!((allowed("mikasa"), Inches::whole(1) < allowed("retvizan")), (Inches::whole(1), true));
}

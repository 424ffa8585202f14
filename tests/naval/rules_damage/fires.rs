//! 8.5, 8.6, 9.3 and 10.4: fires, damage control, the end of a battle, and dice rolled after it.
use naval::model::{BattleEnd, BattleKind, Edge, HitKind, Light, Setting, Setup, ship::*};
use naval::rules::{control, ending};
use naval::{Command, Fact, Naval, NavalEvent, Reason, Segment};
use play::odds;
use play::{self, NotDecided};

use super::{add_held_hit, rules};
use naval_kit::fixture::*;

fn repair(item: &str) -> Command {
    Command::Repair { ship: "asahi".into(), item: item.into() }
}

fn burning(setup: &Setup, fires: u8) -> Battle {
    let mut battle = Battle::at(setup, Segment::DamageControl);
    battle.set("asahi", Setting::Fires(fires));
    battle
}

fn fires() -> Command {
    Command::Fires { ship: None }
}

fn end(because: Option<&str>) -> Command {
    Command::End { because: because.map(str::to_owned) }
}

fn extra_hits_held(battle: &Battle) -> u16 {
    battle.state.held_hits.iter().filter(|held| held.kind == HitKind::FireSpread).map(|held| held.count).sum()
}

fn state_of(battle: &Battle, id: &str) -> HitState {
    battle.ship("asahi").hits.iter().find(|hit| hit.id == id).unwrap().state
}

#[test]
fn r8_5_a_fire_continues_from_turn_to_turn() {
    let mut battle = burning(&duel(), 1);
    battle.does(&fires(), &[5]);
    battle.segment(2, Segment::DamageControl);
    assert_eq!(battle.ship("asahi").fires(), 1);
    assert_eq!(control::ships_with_fire_rolls_due(&battle.state), ["asahi"], "it is rolled for again");
    battle.does(&fires(), &[2]);
    assert_eq!(battle.refuses(&fires()), (Reason::NoFires { ship: None }, "8.5".to_owned()));
}

#[test]
fn r8_5_1_three_fires_bar_weapons_and_limit_speed_to_two_inches() {
    for (count, barred, allowance) in [(2, false, "2.5"), (3, true, "2"), (4, true, "2")] {
        let battle = burning(&duel(), count);
        let asahi = battle.ship("asahi");
        assert_eq!((asahi.are_weapons_barred(), asahi.speed_allowance()), (barred, inches(allowance)), "{count} fires");
    }
    let mut battle = Battle::at(&duel(), Segment::Damage);
    battle.set("asahi", Setting::Fires(2));
    battle.set("asahi", Setting::Speed(inches("2.5")));
    add_held_hit(&mut battle, "asahi", "retvizan", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    battle.does(&Command::Damage { unit: None }, &[9]);
    assert_eq!(battle.ship("asahi").speed, inches("2"), "the third fire slows it at once");
}

#[test]
fn r8_5_2_a_ship_with_five_fires_is_abandoned_after_all_dice() {
    for (count, lost) in [(1, false), (2, true)] {
        let mut battle = Battle::at(&duel(), Segment::Damage);
        battle.set("asahi", Setting::Fires(3));
        add_held_hit(&mut battle, "asahi", "retvizan", HitKind::Penetrating, Some(BatteryKind::Big), count);
        let events = battle.does(&Command::Damage { unit: None }, &vec![10; usize::from(count)]);
        assert_eq!(battle.ship("asahi").fate == Fate::Abandoned, lost);
        assert_eq!(rules(&events).last().unwrap() == "8.5.2", lost);
        assert_eq!(battle.ship("asahi").counts_as_sunk(), lost);
    }
    // Five fires would abandon the ship, but only the number after all dice counts: 4 - 1 + 1 = 4.
    let mut battle = burning(&duel(), 4);
    battle.does(&fires(), &[1, 10, 5, 5]);
    assert_eq!((battle.ship("asahi").fires(), &battle.ship("asahi").fate), (4, &Fate::Fighting));
    let mut battle = burning(&duel(), 4);
    battle.does(&fires(), &[3, 10, 5, 5]);
    assert_eq!(battle.ship("asahi").fate, Fate::Abandoned);
}

#[test]
fn r8_5_3_one_fire_every_face() {
    for face in 1..=10 {
        let mut battle = burning(&duel(), 1);
        let events = battle.does(&repair("fire"), &[face]);
        let (left, hits) = match face {
            1 | 2 => (0, 0),
            9 => (1, 1),
            10 => (2, 0),
            _ => (1, 0),
        };
        assert_eq!((battle.ship("asahi").fires(), extra_hits_held(&battle)), (left, hits), "face {face}");
        assert_eq!(state_of(&battle, "F1") == HitState::Repaired, face <= 2, "never unrepairable");
        assert_eq!(events[0].dice.len(), 1);
    }
}

#[test]
fn r8_5_3_of_two_fires_only_the_first_die_can_put_one_out() {
    for first in 1..=10 {
        for second in 1..=10 {
            let mut battle = burning(&duel(), 2);
            battle.does(&fires(), &[first, second]);
            let kindled = usize::from(first == 10) + usize::from(second == 10);
            let spread = u16::from(first == 9) + u16::from(second == 9);
            let out = usize::from(first <= 2);
            assert_eq!(
                (battle.ship("asahi").fires(), extra_hits_held(&battle)),
                (2 - out + kindled, spread),
                "{first} {second}"
            );
        }
    }
}

#[test]
fn r8_5_3_the_odds_of_one_segment_are_exact() {
    // Number of fires, then the chance of each number after the dice, from an independent implementation.
    type Chances<'a> = &'a [(usize, u32, u32)];
    let table: [(u8, Chances); 4] = [
        (1, &[(0, 1, 5), (1, 7, 10), (2, 1, 10)]),
        (2, &[(1, 9, 50), (2, 13, 20), (3, 4, 25), (4, 1, 100)]),
        (3, &[(2, 81, 500), (3, 603, 1000), (4, 209, 1000), (5, 1, 40), (6, 1, 1000)]),
        (4, &[(3, 729, 5000), (4, 5589, 10000), (5, 621, 2500), (6, 217, 5000), (7, 17, 5000), (8, 1, 10000)]),
    ];
    for (burning_now, chances) in table {
        let battle = burning(&duel(), burning_now);
        let count = |events: &[NavalEvent]| {
            let mut after = battle.state.clone();
            play::apply_all::<Naval>(&mut after, events);
            after.ship(&"asahi".into()).unwrap().fires()
        };
        let found = odds::explore::<Naval, _>(&battle.state, &fires(), count).unwrap();
        for (count, top, bottom) in chances {
            let chance = odds::Chance::new((*top).into(), (*bottom).into());
            assert_eq!(found.chance(|fires| fires == count), chance, "{burning_now} fires to {count}");
        }
    }
}

#[test]
fn r8_5_3_the_declared_fire_is_put_out_and_dice_are_rolled_once() {
    let mut battle = burning(&duel(), 2);
    battle.does(&repair("f2"), &[2, 9]);
    assert_eq!([state_of(&battle, "F1"), state_of(&battle, "F2")], [HitState::Active, HitState::Repaired]);
    let all = Command::Fires { ship: Some("asahi".into()) };
    assert_eq!(battle.refuses(&all), (Reason::FiresRolled { ship: Some("asahi".into()) }, "8.5.3".to_owned()));
    assert_eq!(battle.ship("asahi").fires(), 1, "it still burns");
    assert_eq!(battle.refuses(&fires()), (Reason::FiresRolled { ship: None }, "8.5.3".to_owned()));
    assert!(control::ships_with_fire_rolls_due(&battle.state).is_empty());
    // The extra hit waits for the Damage Segment of the same turn.
    battle.does(&Command::Next { to: None, waive: None }, &[]);
    let events = battle.does(&Command::Damage { unit: None }, &[1]);
    assert_eq!(super::damage_texts(&events), "FL: FL1=1");
}

#[test]
fn r8_5_3_a_ship_whose_fires_are_out_is_not_burning() {
    let mut battle = burning(&duel(), 1);
    battle.does(&repair("fire"), &[1]);
    assert_eq!(battle.ship("asahi").fires(), 0);
    assert_eq!(battle.refuses(&fires()), (Reason::NoFires { ship: None }, "8.5".to_owned()));
}

#[test]
fn r8_6_a_jammed_rudder_is_repaired_by_word_or_by_its_status_letters() {
    for word in ["rudder", "ST", "st1"] {
        let mut battle = burning(&duel(), 0);
        battle.set("asahi", Setting::Rudder(naval::model::Rudder::Jammed { circles: None, turns: Some(4) }));
        battle.does(&repair(word), &[1]);
        assert_eq!(state_of(&battle, "ST1"), HitState::Repaired, "{word}");
    }
    let battle = burning(&duel(), 0);
    let (reason, _) = battle.refuses(&repair("rudder"));
    assert_eq!(reason, Reason::NothingToRepair { ship: "asahi".into(), item: "rudder".into(), have: Vec::new() });
}

#[test]
fn r8_2_4_guns_lost_by_ruling_are_named_like_guns_lost_to_hits() {
    let mut battle = burning(&duel(), 0);
    battle.set("asahi", Setting::GunQuartersLost(2));
    let names: Vec<&str> = battle.ship("asahi").hits.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!(names, ["S1", "S2"], "S on a large ship");
    let kind = naval::model::Harm::Guns { quarters: 1 };
    assert_eq!([kind.code(naval::model::ShipType::BB), kind.code(naval::model::ShipType::CL)], ["S", "G"]);
    battle.set("asahi", Setting::GunQuartersLost(1));
    assert_eq!(battle.ship("asahi").hits.len(), 1, "a new number replaces the old one");
}

#[test]
fn r8_5_3_dice_still_due_are_rolled_when_the_segment_closes() {
    let mut battle = burning(&duel(), 2);
    battle.set("retvizan", Setting::Fires(1));
    battle.does(&Command::Next { to: None, waive: None }, &[2, 5, 1]);
    assert_eq!((battle.ship("asahi").fires(), battle.ship("retvizan").fires()), (1, 0));
}

#[test]
fn r3_3_7_damage_control_is_for_its_segment_and_for_hits_already_rolled() {
    let mut battle = burning(&duel(), 1);
    for segment in Segment::ALL.into_iter().filter(|segment| *segment != Segment::DamageControl) {
        battle.segment(1, segment);
        assert_eq!(battle.refuses(&repair("fire")).1, "3.3.7");
        assert_eq!(battle.refuses(&fires()).1, "3.3.7");
    }
    let mut battle = Battle::at(&duel(), Segment::DamageControl);
    add_held_hit(&mut battle, "asahi", "retvizan", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    let have = Vec::new();
    let nothing = Reason::NothingToRepair { ship: "asahi".into(), item: "FL1".into(), have };
    assert_eq!(battle.refuses(&repair("FL1")), (nothing, "8.6".to_owned()), "this turn's hit is no damage yet");
}

#[test]
fn r8_5_4_after_the_end_fires_continue_until_out_or_out_of_control() {
    let mut battle = burning(&duel(), 1);
    let events = battle.does(&end(Some("dark")), &[5, 9, 20, 10, 2, 3, 1]);
    assert_eq!(battle.ship("asahi").fires(), 0);
    assert!(rules(&events).contains(&"8.5.4".to_owned()));
    let mut battle = burning(&duel(), 4);
    battle.does(&end(Some("dark")), &[5, 5, 5, 10]);
    assert_eq!(battle.ship("asahi").fate, Fate::Abandoned);
    let mut battle = burning(&duel(), 1);
    battle.set("asahi", Setting::Flotation(2));
    battle.does(&end(Some("dark")), &[9, 1]);
    assert_eq!(battle.ship("asahi").fate, Fate::Sinking, "the extra hit of a fire can also sink the ship");
}

#[test]
fn r8_6_one_attempt_a_turn_and_fires_first() {
    let mut battle = burning(&duel(), 1);
    battle.set("asahi", Setting::Flotation(1));
    let (reason, rule) = battle.refuses(&repair("FL1"));
    assert_eq!((reason, rule), (Reason::FiresFirst { ship: "asahi".into() }, "8.6".to_owned()));
    battle.does(&repair("fire"), &[1]);
    let tried = (Reason::RepairTried { ship: "asahi".into() }, "8.6".to_owned());
    assert_eq!(battle.refuses(&repair("FL1")), tried);
    battle.segment(2, Segment::DamageControl);
    battle.does(&repair("FL1"), &[2]);
    assert_eq!(battle.ship("asahi").flotation_hits(), 0);
    battle.segment(3, Segment::DamageControl);
    assert!(matches!(battle.refuses(&repair("FL1")).0, Reason::NothingToRepair { .. }), "already repaired");
    for (ship, reason) in
        [("jd", Reason::NotAShip { unit: "jd".into() }), ("fuji", Reason::UnknownUnit { unit: "fuji".into() })]
    {
        assert_eq!(battle.refuses(&Command::Repair { ship: ship.into(), item: "F1".into() }).0, reason);
    }
    battle.set("asahi", Setting::Fate(Fate::Sinking));
    assert_eq!(battle.refuses(&repair("M1")).0, Reason::NotInAction { ship: "asahi".into() });
}

#[test]
fn r8_6_1_repaired_on_one_or_two_or_the_scenarios_number() {
    for number in 1..=4 {
        let mut setup = duel();
        setup.sides[0].damage_control = number;
        for face in 1..=10 {
            let mut battle = Battle::at(&setup, Segment::DamageControl);
            battle.set("asahi", Setting::MountsLost(1));
            battle.does(&repair("m1"), &[face]);
            let expect = match face {
                face if face <= number => HitState::Repaired,
                9 | 10 => HitState::Unrepairable,
                _ => HitState::Active,
            };
            assert_eq!(state_of(&battle, "M1"), expect, "face {face} at {number}");
        }
    }
}

#[test]
fn r8_6_2_unrepairable_on_nine_or_ten_but_never_a_fire_by_default() {
    let mut battle = Battle::at(&duel(), Segment::DamageControl);
    battle.set("asahi", Setting::MountsLost(1));
    let events = battle.does(&repair("M1"), &[9]);
    assert_eq!(rules(&events), ["8.6.2"]);
    battle.segment(2, Segment::DamageControl);
    let (reason, rule) = battle.refuses(&repair("M1"));
    assert_eq!(reason, Reason::Unrepairable { ship: "asahi".into(), item: "M1".into() });
    assert_eq!(rule, "8.6.2");
    let mut setup = duel();
    setup.options.fire_unrepairable = true;
    for face in [9, 10] {
        let mut battle = burning(&setup, 1);
        battle.does(&repair("fire"), &[face]);
        assert_eq!(state_of(&battle, "F1"), HitState::Unrepairable, "only with the switch");
        assert_eq!(battle.ship("asahi").fires(), usize::from(face) - 8, "it still burns");
    }
}

#[test]
fn r8_6_3_a_stopped_ship_continues_repairs_after_the_end() {
    let stopped = || {
        let mut battle = Battle::at(&duel(), Segment::DamageControl);
        let slow = |id: &str| Fact::HitTaken { ship: "asahi".into(), id: id.into(), harm: Harm::Speed(inches("1.5")) };
        battle.apply(&slow("V1"));
        battle.apply(&slow("V2"));
        battle
    };
    for (dice, speed) in [(&[5, 1][..], "1"), (&[9, 3, 2], "1"), (&[10, 9], "0")] {
        let mut battle = stopped();
        assert!(battle.ship("asahi").is_stopped_by_damage() && !battle.ship("asahi").is_immobile());
        let events = battle.does(&end(Some("dark")), dice);
        assert_eq!(battle.ship("asahi").top_speed(), inches(speed));
        assert_eq!(battle.ship("asahi").is_immobile(), speed == "0");
        assert!(rules(&events).iter().any(|rule| ["8.6.1", "8.6.2", "8.6.3"].contains(&rule.as_str())));
    }
    let mut battle = Battle::at(&duel(), Segment::DamageControl);
    battle.set("asahi", Setting::Flotation(2));
    assert_eq!(battle.does(&end(Some("dark")), &[]).len(), 1, "a ship that can move rolls nothing");
}

/// Asahi's repair number for a fire, or else for other damage, and the paragraphs of its terms.
fn number(battle: &Battle, fire: bool) -> (i32, Vec<String>) {
    let sum = control::repair_number(&battle.state, battle.ship("asahi"), fire);
    (sum.result, sum.terms.iter().map(|term| term.rule.to_string()).collect())
}

fn undisturbed() -> Battle {
    let mut setup = duel();
    setup.options.damage_control_bonus = true;
    let mut battle = burning(&setup, 1);
    battle.set("asahi", Setting::Speed(inches("2")));
    battle
}

#[test]
fn r8_6_4_the_number_is_one_higher_for_an_undisturbed_ship() {
    let mut battle = undisturbed();
    assert_eq!(number(&battle, true), (3, vec!["8.6.4".to_owned()]));
    let events = battle.does(&repair("fire"), &[3]);
    assert_eq!(battle.ship("asahi").fires(), 0);
    let needed = |event: &NavalEvent| match &event.fact {
        Fact::RepairRolled { needed, .. } => Some(needed.result),
        _ => None,
    };
    assert_eq!(events.iter().find_map(needed), Some(3));
    let mut plain = burning(&duel(), 1);
    plain.does(&repair("fire"), &[3]);
    assert_eq!(plain.ship("asahi").fires(), 1, "off unless a switch turns it on");
}

#[test]
fn r8_6_4_1_no_bonus_for_a_ship_that_used_a_weapon() {
    let mut battle = undisturbed();
    battle.state.ship_mut(&"asahi".into()).unwrap().used_weapons = true;
    assert_eq!(number(&battle, true), (2, vec!["8.6.4.1".to_owned()]));
}

/// Q37: starshell is fired from guns; a searchlight is not a weapon.
#[test]
fn r8_6_4_1_starshell_counts_as_a_weapon_and_a_searchlight_does_not() {
    for (with, expect) in [(Light::Starshell, 2), (Light::Searchlight, 3)] {
        let mut battle = undisturbed();
        battle.apply(&Fact::Illuminated { by: "asahi".into(), target: "retvizan".into(), with });
        assert_eq!(number(&battle, true).0, expect, "{with:?}");
    }
}

#[test]
fn r8_6_4_2_no_bonus_for_a_ship_fired_upon() {
    let mut battle = undisturbed();
    battle.state.ship_mut(&"asahi".into()).unwrap().fired_upon = true;
    assert_eq!(number(&battle, false), (2, vec!["8.6.4.2".to_owned()]));
}

#[test]
fn r8_6_4_3_no_bonus_against_fire_above_two_inches() {
    let mut battle = undisturbed();
    battle.set("asahi", Setting::Speed(inches("2.01")));
    assert_eq!(number(&battle, true), (2, vec!["8.6.4.3".to_owned()]));
    assert_eq!(number(&battle, false).0, 3, "the speed matters only for fires");
}

#[test]
fn r9_3_a_battle_ends_after_its_last_turn() {
    let mut setup = duel();
    setup.turns = 2;
    setup.sources = Vec::new();
    let mut battle = Battle::at(&setup, Segment::Damage);
    assert_eq!(battle.refuses(&end(None)), (Reason::NotFinished, "9.3".to_owned()));
    battle.does(&Command::Next { to: Some(Segment::Damage), waive: None }, &[]);
    assert_eq!(ending::end_without_ruling(&battle.state), Some(BattleEnd::Duration));
    let events = battle.does(&Command::Next { to: None, waive: None }, &[]);
    assert_eq!((battle.state.end.clone(), rules(&events)), (Some(BattleEnd::Duration), vec!["9.3".to_owned()]));
    assert_eq!(battle.refuses(&fires()).0, Reason::BattleOver);
}

#[test]
fn r9_3_a_battle_ends_when_all_ships_of_a_side_that_can_move_have_left() {
    let two = vec![card("Rossia", "russia", ShipType::CA), card("Rurik", "russia", ShipType::CA)];
    let setup = setup(vec![card("Asahi", "japan", ShipType::BB)], two);
    let after_exit_by = |by| {
        let mut battle = Battle::at(&setup, Segment::Movement);
        battle.does(&Command::Exit { ship: "rossia".into(), by: Some(by), because: None }, &[]);
        battle
    };
    let mut battle = after_exit_by(Edge::North);
    assert_eq!(ending::end_without_ruling(&battle.state), None, "Rurik can still move");
    battle.set("rurik", Setting::TopSpeed(inches("0")));
    assert_eq!(ending::end_without_ruling(&battle.state), Some(BattleEnd::Exited("russia".into())));
    battle.segment(1, Segment::Damage);
    battle.does(&Command::Next { to: None, waive: None }, &[]);
    assert_eq!(battle.state.end, Some(BattleEnd::Exited("russia".into())));
    let mut battle = after_exit_by(Edge::South);
    battle.set("rurik", Setting::Fate(Fate::Exploded));
    assert_eq!(ending::end_without_ruling(&battle.state), None, "not by its own edge");
}

#[test]
fn r9_3_the_referee_ends_a_battle_with_a_reason_and_held_hits_are_rolled() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    add_held_hit(&mut battle, "asahi", "retvizan", HitKind::Penetrating, Some(BatteryKind::Big), 1);
    assert!(matches!(battle.decide(&end(Some("truce")), &[]), Err(NotDecided::NeedsRoll { .. })));
    battle.does(&end(Some("truce")), &[13]);
    assert_eq!(battle.ship("asahi").flotation_hits(), 1);
    assert_eq!(battle.state.end, Some(BattleEnd::Ruled("truce".to_owned())));
    assert_eq!(Battle::at(&duel(), Segment::Gunfire).refuses(&end(Some("  "))).0, Reason::NotFinished);
}

#[test]
fn r10_4_a_generated_battle_lasts_its_thirty_turns() {
    let mut battle = Battle::at(&generated(), Segment::Damage);
    battle.segment(29, Segment::Damage);
    assert_eq!(ending::end_without_ruling(&battle.state), None);
    assert_eq!(battle.refuses(&end(None)), (Reason::NotFinished, "10.4".to_owned()));
    battle.segment(30, Segment::Damage);
    let events = battle.does(&end(None), &[]);
    assert_eq!(rules(&events), ["10.4"]);
    assert_eq!(battle.refuses(&fires()), (Reason::BattleOver, "10.4".to_owned()));
}

#[test]
fn q60_only_the_referee_ends_a_generated_battle_if_a_side_has_no_ships() {
    let after_exit = |setup: &Setup| {
        let mut battle = Battle::at(setup, Segment::Movement);
        battle.does(&Command::Exit { ship: "retvizan".into(), by: Some(Edge::North), because: None }, &[]);
        battle.segment(2, Segment::Damage);
        battle
    };
    assert_eq!(
        ending::end_without_ruling(&after_exit(&duel()).state),
        Some(BattleEnd::Exited("russia".into())),
        "a historical battle ends"
    );
    let mut battle = after_exit(&generated());
    assert_eq!(ending::end_without_ruling(&battle.state), None);
    assert_eq!(rules(&battle.does(&end(Some("nobody is left")), &[])), ["10.4"]);
}

#[test]
fn q60_a_drill_has_no_fixed_end() {
    let setup = Setup { kind: BattleKind::Drill, turns: 2, ..duel() };
    let mut battle = Battle::at(&setup, Segment::Movement);
    battle.does(&Command::Exit { ship: "retvizan".into(), by: Some(Edge::North), because: None }, &[]);
    battle.segment(3, Segment::Damage);
    battle.does(&Command::Next { to: None, waive: None }, &[]);
    assert_eq!((battle.state.turn, &battle.state.end), (4, &None));
    assert_eq!(battle.refuses(&end(None)), (Reason::NotFinished, "9.2".to_owned()));
    assert_eq!(rules(&battle.does(&end(Some("an evening is over")), &[])), ["9.2"]);
}

fn generated() -> Setup {
    Setup { kind: BattleKind::Generated, ..duel() }
}

#[test]
fn q63_the_end_rolls_the_fire_dice_of_the_segment_before_those_after_it() {
    // A 10 in the segment starts a second fire. Then 1 and 2 are rolled for both fires: only the first die can put one
    // out. The last 1 puts the other out.
    let mut battle = burning(&duel(), 1);
    let events = battle.does(&end(Some("truce")), &[10, 1, 2, 1]);
    let rolled = facts(&events).into_iter().filter(|fact| matches!(fact, Fact::FiresRolled { .. })).count();
    assert_eq!((rolled, battle.ship("asahi").fires()), (3, 0));
    let mut late = burning(&duel(), 1);
    late.segment(1, Segment::Damage);
    late.does(&end(Some("truce")), &[1]);
    assert_eq!(late.ship("asahi").fires(), 0, "the Damage Control Segment is over");
}

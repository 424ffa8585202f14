//! Land across which ships see and fire, and which is land in every other respect. [4.7, 5.12, 9.2, Q41]
use naval::model::{Land, command::LineBlock};
use naval::rules::lines::between;
use naval::rules::survey::{PlacedBase, Sea};

use super::*;

const OPEN: &str = "[{of: 1, does: {open_land: [shoal]}}]";

/// Mikasa and Tsesarevich 3 inches apart, and a shoal between them up to y = `north`, with these rule keys.
fn across(rules: &str, north: f64) -> Play {
    let mut play = Play::begin_changed("drill-two-lines", |setup| {
        setup.special_rules = vec!["The first.".to_owned()];
        setup.rules = keys(rules);
        let corners = [(38.0, 20.0), (39.0, 20.0), (39.0, north), (38.0, north)];
        let corners = corners.map(|(x, y)| (naval::Inches::nearest(x), naval::Inches::nearest(y)));
        setup.land = vec![Land { id: "shoal".into(), name: "Shoal".to_owned(), corners: corners.to_vec() }];
    });
    play.put("asahi", 2.0, 2.0, 0.0);
    play.put("retvizan", 70.0, 46.0, 0.0);
    play.put("mikasa", 37.0, 24.0, 0.0);
    play.put("tsesarevich", 40.0, 24.0, 0.0);
    play
}

fn blocked(play: &Play) -> Option<LineBlock> {
    between(&play.state, &"mikasa".into(), &"tsesarevich".into()).unwrap().blocked_by
}

/// Returns what stops torpedoes from Mikasa to Tsesarevich, if anything does.
fn blocked_under_water(play: &Play) -> Option<LineBlock> {
    let stand = |id: &str| PlacedBase::from_ship(&play.state, play.ship(id)).unwrap();
    let line = stand("mikasa").line(play.state.setup.options.ranges, &stand("tsesarevich"));
    Sea::for_torpedoes(&play.state).blocks(line)
}

#[test]
fn r4_7_ships_see_and_fire_across_the_flats_of_chemulpo_not_the_island() {
    let mut play = Play::begin("chemulpo").moved_to(1, Segment::Gunfire).all_seen();
    play.put("asama", 29.0, 35.0, 90.0);
    play.put("varyag", 35.0, 30.5, 225.0);
    let block = |play: &Play| between(&play.state, &"asama".into(), &"varyag".into()).unwrap().blocked_by;
    assert_eq!(block(&play), None, "mud");
    play.allows("target asama at varyag");
    play.apply_line("set rule 2 off because \"high walls of reeds\"", &[]);
    assert_eq!(block(&play), Some(LineBlock::Land), "struck");
    play.apply_line("set rule 2 on because \"cut down\"", &[]);
    assert_eq!(block(&play), None);
    play.put("asama", 34.0, 24.0, 90.0);
    play.put("varyag", 38.0, 24.0, 270.0);
    assert_eq!(block(&play), Some(LineBlock::Land), "Yodolmi");
}

/// Varyag is carried a quarter of an inch west and a quarter south; the mud begins at 48 inches.
#[test]
fn r5_12_the_ebb_carries_no_ship_on_to_the_mud() {
    for (x, carried) in [(48.2, false), (48.24, false), (48.26, true), (48.3, true)] {
        let mut play = Play::begin("chemulpo");
        play.apply_line("set rule 1 on because \"both wish it\"", &[]);
        play.put("varyag", x, 44.0, 225.0);
        play.apply_line("plot varyag-alone 0", &[]);
        let events = play.apply_with_dice("next waive \"test\"");
        let drifts = |ship: &str| {
            rule_facts(&events)
                .iter()
                .any(|fact| matches!(fact, RuleFact::Drifted { ship: drifted, .. } if *drifted == ship))
        };
        assert_eq!((drifts("varyag"), drifts("koreets")), (carried, true), "{x}");
    }
}

#[test]
fn r4_7_land_opened_by_a_key_is_open_while_the_key_is_in_force() {
    let by_land = Some(LineBlock::Land);
    assert_eq!((blocked(&across("[]", 26.0)), blocked(&across(OPEN, 26.0))), (by_land, None));
    let optional = OPEN.replace("of: 1", "of: 1, optional: true");
    let mut play = across(&optional, 26.0);
    assert_eq!(blocked(&play), by_land, "the players have not agreed");
    play.apply_line("set rule 1 on because \"both wish it\"", &[]);
    assert_eq!(blocked(&play), None);
    let later = OPEN.replace("of: 1", "of: 1, from_turn: 2, to_turn: 3");
    for (turn, block) in [(1, by_land), (2, None), (3, None), (4, by_land)] {
        assert_eq!(blocked(&across(&later, 26.0).moved_to(turn, Segment::Gunfire)), block, "turn {turn}");
    }
}

#[test]
fn r7_5_large_ships_have_no_torpedo_attack_across_land_they_see_across() {
    for rules in ["[]", OPEN] {
        for (north, runs) in [(26.0, false), (24.5, false), (23.5, true)] {
            let play = across(rules, north).moved_to(1, Segment::Torpedo).all_seen();
            assert_eq!(blocked_under_water(&play).is_none(), runs, "{rules} {north}");
            let check = play.decide("torpedoes japan", &[10]);
            assert_eq!(check.is_ok(), runs, "{rules} {north}: {check:?}");
        }
    }
}

#[test]
fn r7_6_a_coup_de_grace_crosses_no_land_that_is_seen_across() {
    for (north, runs) in [(26.0, false), (23.5, true)] {
        let mut play = across(OPEN, north).moved_to(1, Segment::Torpedo).all_seen();
        play.set("tsesarevich", Setting::Speed(naval::Inches::ZERO));
        match play.decide("coup mikasa at tsesarevich factors 1", &[]) {
            Err(NotDecided::Refused { reason: Reason::Blocked { by: LineBlock::Land, .. }, rule }) => {
                assert!(!runs, "{north}");
                assert_eq!(rule.to_string(), "4.7");
            }
            Err(NotDecided::NeedsRoll { .. }) => assert!(runs, "{north}"),
            other => panic!("{north}: {other:?}"),
        }
        play.apply_with_dice("coup mikasa at tsesarevich factors 1 clear");
    }
}

/// Whether land is open and what ships see must not depend on each other in a circle.
#[test]
fn r9_2_a_key_may_depend_on_what_ships_see() {
    let sees = "[{of: 1, when: {ships: {among: [mikasa], are: [sees_enemy]}}, does: {open_land: [shoal]}}]";
    let mut play = across(sees, 26.0);
    assert_eq!(blocked(&play), Some(LineBlock::Land));
    // In sight of others, but behind the shoal that no other rule opens: Mikasa sees no enemy.
    play.apply(&Fact::Sighted { ship: "tsesarevich".into() });
    assert_eq!(blocked(&play), Some(LineBlock::Land));
    play.put("retvizan", 37.0, 30.0, 0.0);
    play.apply(&Fact::Sighted { ship: "retvizan".into() });
    assert_eq!(blocked(&play), None);
}

//! Q36 from positions: a ship fires, launches and shows lights only at enemies that it sees. [4.1, 4.2, 6.3, 7.3]
use naval::model::{Land, Setting, ShipType, SideLight, Sighting, Visibility, VisibilityStep, Wind, WindForce};
use naval::rules::sighting::{look_at, sight_range};
use naval::{Fact, Id, Inches, Naval, Reason, notation, rules::lookout::SightResult, view::View};
use play::{self, NotDecided, Script};

use super::Table;

fn sea(range: i32, night: bool) -> Table {
    Table::set_up(|setup| {
        let step = VisibilityStep { from_turn: 1, range: Inches::whole(range), quality: None };
        setup.visibility = Visibility::Steps(vec![step]);
        setup.night = night;
    })
}

/// One and Mate of side a and Foe of side b, all stopped and heading north. One is `range` due west of Foe; Mate, to
/// the south-west of Foe, is at its own distance.
fn with_observers(mut table: Table, range: f64, mate: (ShipType, f64)) -> Table {
    table.place("Foe", ShipType::BB, "b", (40.0, 30.0, 0.0));
    table.place("One", ShipType::BB, "a", (40.0 - range, 30.0, 0.0));
    let (kind, far) = mate;
    let funnel = |kind: ShipType| if kind == ShipType::TBD { 0.15 } else { 0.3 };
    let down = 0.8 * far;
    let aside = (far * far - down * down).sqrt();
    table.place("Mate", kind, "a", (40.0 - aside, 30.0 - down + funnel(ShipType::BB) - funnel(kind), 0.0));
    table
}

/// The refusal of a line with its hint, as the referee reads it.
fn refused(table: &Table, line: &str) -> (String, String) {
    let typed = notation::parse(&table.state, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    match play::decide::<Naval>(&table.state, &typed.command, &mut Script::default()) {
        Err(halt @ NotDecided::Refused { .. }) => {
            let refusal = show::dice_prompts::naval_halt_error(&table.state, &halt);
            let rule = refusal.rule.map(|rule| rule.to_string()).unwrap_or_default();
            (format!("{} [{rule}]", refusal.what), refusal.hint.map(|hint| hint.to_string()).unwrap_or_default())
        }
        other => panic!("{line} was not refused: {other:?}"),
    }
}

fn is_refused_as_unseen(table: &Table, line: &str) -> bool {
    table.facts_on_copy(line).is_err_and(|refusal| refusal.contains("NotSeenByShip"))
}

#[test]
fn r6_3_by_day_each_ship_fires_at_enemies_it_sees_itself() {
    for (far, sees) in [(12.0, true), (12.01, false)] {
        let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, far));
        table.lines(&["next to gunfire"]);
        assert!(table.ship("foe").sighted, "its enemies see it anyway");
        assert!(table.facts_on_copy("target one at foe").is_ok());
        assert_eq!(table.facts_on_copy("target mate at foe").is_ok(), sees, "{far}");
        if sees {
            continue;
        }
        let (what, hint) = refused(&table, "target mate at foe");
        assert_eq!(what, "Mate does not see Foe: the range is 12.01\", its sight 12.0\". [6.3]");
        assert_eq!(hint, "One does. If the table shows otherwise, type `measure mate foe RANGE`.");
        // The hinted order is legal, and the tape decides. [2.7]
        assert!(table.facts_on_copy("target mate at foe range 12").is_ok());
        table.lines(&["measure mate foe 12"]);
        assert!(table.facts_on_copy("target mate at foe").is_ok());
        assert!(is_refused_as_unseen(&table, "target mate at foe range 12.01"));
    }
}

/// Two ships of a division: the order to both names the ship that does not see the target.
#[test]
fn r6_3_a_division_fires_ship_by_ship() {
    let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, 12.3));
    table.lines(&["division pair one mate", "next to gunfire"]);
    let (what, _) = refused(&table, "target pair at foe");
    assert!(what.starts_with("Mate does not see Foe: the range is 12.3\""), "{what}");
    assert!(table.facts_on_copy("target one at foe").is_ok());
}

/// The hint offers another enemy that the ship sees.
#[test]
fn r6_3_the_refusal_names_possible_targets() {
    let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, 14.0));
    table.place("Near", ShipType::BB, "b", (30.0, 17.0, 0.0));
    table.lines(&["next to gunfire"]);
    let (_, hint) = refused(&table, "target mate at foe");
    assert_eq!(hint, "One does. Mate sees Near: `target mate at near`.");
    assert!(table.facts_on_copy("target mate at near").is_ok());
}

#[test]
fn r6_3_an_option_lets_the_whole_side_share_its_sightings() {
    let mate_may_fire = |sighting| {
        let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, 14.0));
        std::sync::Arc::make_mut(&mut table.state.setup).options.sighting = sighting;
        table.lines(&["next to gunfire"]);
        table.facts_on_copy("target mate at foe").is_ok()
    };
    assert!(mate_may_fire(Sighting::BySide));
    assert!(!mate_may_fire(Sighting::ByShip));
}

#[test]
fn r6_3_a_declaration_is_checked_again_when_it_is_fired() {
    let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, 12.0));
    table.lines(&["next to gunfire", "target mate at foe"]);
    // A range typed later puts the target beyond the firer's sight.
    let facts = table.lines(&["measure mate foe 12.01"]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::DeclarationVoided { .. })), "{facts:?}");
}

/// 4.2, 8.5: a burning ship is seen at twice the range from the next sighting check on.
#[test]
fn r4_2_a_fire_is_seen_at_twice_the_range_from_the_next_sighting_on() {
    for (far, sees) in [(12.0, true), (12.01, false)] {
        let mut table = with_observers(sea(6, false), 6.0, (ShipType::BB, far));
        table.lines(&["next to gunfire"]);
        let burns = Fact::HitTaken { ship: "foe".into(), id: "F1".into(), harm: naval::model::Harm::Fire };
        table.apply(&burns);
        assert!(is_refused_as_unseen(&table, "target mate at foe"), "at the last sighting it was not on fire");
        table.lines(&["next to plotting", "next to gunfire"]);
        assert!(table.ship("foe").fires() > 0);
        assert_eq!(table.facts_on_copy("target mate at foe").is_ok(), sees, "{far}");
        // Twice and not three times: of fire and flash only the greater counts.
        assert_eq!(sight_range(&table.state, table.ship("foe")), Inches::whole(12));
    }
}

/// 4.2, 4.5: an illuminated ship is seen at 1.5 times the range by all enemies while the light lasts.
#[test]
fn r4_2_an_illuminated_ship_is_seen_at_one_and_a_half_times_the_range() {
    for (far, seen) in [(9.0, true), (9.01, false)] {
        let mut table = with_observers(sea(6, true), 4.0, (ShipType::BB, far));
        table.lines(&["next to illumination"]);
        let dark = table.facts_on_copy("illuminate mate foe searchlight range 4");
        assert!(dark.is_ok(), "a typed range sights like any other: {dark:?}");
        let mut unlit = Table { state: table.state.clone() };
        unlit.lines(&["next to gunfire"]);
        assert!(!mate_sees_foe(&unlit));
        table.lines(&["illuminate one foe searchlight", "next to gunfire"]);
        assert_eq!(table.facts_on_copy("target mate at foe").is_ok(), seen, "{far}");
        assert_eq!(is_refused_as_unseen(&table, "target mate at foe"), !seen);
        assert!(table.facts_on_copy("target one at foe").is_ok());
        // The light is out in the next turn.
        table.lines(&["next to plotting", "next to gunfire"]);
        assert!(!mate_sees_foe(&table));
    }
}

fn mate_sees_foe(table: &Table) -> bool {
    look_at(&table.state, table.ship("mate"), table.ship("foe")) == SightResult::Sees
}

/// T13: by night a searchlight's user is seen at 1.5 times the range; by day it has no effect.
#[test]
fn r4_2_a_searchlight_shows_its_user_by_night() {
    for (far, night, sees) in [(9.0, true, true), (9.01, true, false), (9.0, false, false)] {
        let mut table = with_observers(sea(6, night), 4.0, (ShipType::TBD, far));
        table.lines(&["next to illumination", "illuminate foe one searchlight"]);
        let seen = look_at(&table.state, table.ship("mate"), table.ship("foe")) == SightResult::Sees;
        assert_eq!(seen, sees, "{far}, night {night}");
        // That sighting still allows a launch in the next Plotting Segment, when its light is out.
        table.lines(&["next to plotting"]);
        let launch = table.facts_on_copy("launch mate at foe factors 1 run 4 starboard marker Q");
        assert_eq!(launch.is_ok(), sees, "{far}, night {night}: {launch:?}");
        // The next sighting check finds it dark.
        table.lines(&["next to sighting", "next to plotting"]);
        assert!(is_refused_as_unseen(&table, "launch mate at foe factors 1 run 4 starboard marker Q"));
    }
}

/// Q37: guns flash, torpedoes do not.
#[test]
fn r7_3_a_launch_by_night_does_not_show_the_launcher() {
    let mut table = with_observers(sea(6, true), 4.0, (ShipType::TBD, 8.0));
    table.set("foe", Setting::Fires(1));
    table.lines(&["next to plotting", "launch mate at foe factors 1 run 4 starboard marker Q"]);
    assert!(table.ship("mate").used_weapons);
    assert!(!table.ship("mate").sighted);
    table.lines(&["next to sighting"]);
    assert!(!table.ship("mate").sighted, "at 8.0 it would be seen if the range were 9.0");
    assert_eq!(sight_range(&table.state, table.ship("mate")), Inches::whole(6));
    // Guns show the ship at 4.0 in the sighting of the Damage Segment.
    table.lines(&["next to gunfire", "target one at foe", "fire one", "next to damage"]);
    assert_eq!(sight_range(&table.state, table.ship("one")), Inches::whole(9));
    assert_eq!(sight_range(&table.state, table.ship("mate")), Inches::whole(6));
}

#[test]
fn r4_5_a_ship_illuminates_enemies_it_sees_itself() {
    for (far, sees) in [(3.0, true), (3.01, false)] {
        let mut table = with_observers(sea(3, true), 3.0, (ShipType::BB, far));
        table.lines(&["next to illumination"]);
        assert_eq!(table.facts_on_copy("illuminate mate foe searchlight").is_ok(), sees, "{far}");
        if !sees {
            let (what, hint) = refused(&table, "illuminate mate foe searchlight");
            assert_eq!(what, "Mate does not see Foe: the range is 3.01\", its sight 3.0\". [4.5]");
            assert_eq!(hint, "One does. If the table shows otherwise, type `sight foe by mate`.");
            table.lines(&["sight foe by mate"]);
            assert!(table.facts_on_copy("illuminate mate foe searchlight").is_ok());
        }
    }
}

#[test]
fn r7_3_a_boat_launches_at_enemies_it_sees_itself() {
    let line = "launch mate at foe factors 1 run 4 starboard marker Q";
    for (far, sees) in [(8.0, true), (8.01, false)] {
        // Before the first Sighting Segment of the battle, and after it.
        let mut table = with_observers(sea(8, false), 8.0, (ShipType::TBD, far));
        assert_eq!(table.facts_on_copy(line).is_ok(), sees, "turn 1, {far}");
        table.lines(&["next to sighting", "next to plotting"]);
        assert_eq!(table.facts_on_copy(line).is_ok(), sees, "turn 2, {far}");
        if !sees {
            assert_eq!(refused(&table, line).0, "Mate does not see Foe: the range is 8.01\", its sight 8.0\". [7.3]");
            assert!(table.facts_on_copy("plot mate 0 T2/1/foe/4/S/Q").is_err(), "nor by plot");
        }
    }
}

/// The referee's sighting for all ships overrides positions. The tape of a pair overrides that, and the referee's
/// sighting for a pair overrides all. [2.7, 4.3]
#[test]
fn r4_3_a_stated_pair_overrides_the_tape_and_the_tape_a_statement_for_all() {
    let mut table = with_observers(sea(5, false), 12.0, (ShipType::BB, 12.0));
    table.lines(&["next to sighting", "sight foe by one"]);
    let fires = |table: &Table, line: &str| table.facts_on_copy(line).is_ok();
    let mut named = Table { state: table.state.clone() };
    named.lines(&["next to gunfire"]);
    assert!(fires(&named, "target one at foe") && fires(&named, "target one at foe range 12"));
    assert!(!fires(&named, "target mate at foe"));
    table.lines(&["sight foe", "next to gunfire"]);
    assert!(fires(&table, "target mate at foe"));
    assert!(is_refused_as_unseen(&table, "target mate at foe range 12"));
    assert!(fires(&table, "target mate at foe range 5"));
    // Sightings stated for the turn end with it.
    table.lines(&["next to plotting", "next to gunfire"]);
    assert!(table.facts_on_copy("target one at foe").is_err_and(|refusal| refusal.contains("NotSighted")));
}

#[test]
fn r4_3_friends_are_not_named_as_watchers() {
    let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, 12.0));
    table.lines(&["next to sighting"]);
    assert!(table.refusal("sight one by mate").contains("SameSide"));
    assert!(table.refusal("unsight one by foe").contains("by"), "no ship is ordered to see less");
}

/// Smoke and land hide the target from the ship behind them, whatever other ships see.
#[test]
fn r4_7_land_before_one_ship_does_not_block_another() {
    let corners = [(36, 22), (37, 22), (37, 27), (36, 27)].map(|(x, y)| (Inches::whole(x), Inches::whole(y)));
    let land = Land { id: "isle".into(), name: "Isle".to_owned(), corners: corners.to_vec() };
    let table = Table::set_up(|setup| setup.land = vec![land]);
    let mut table = with_observers(table, 10.0, (ShipType::TBD, 10.0));
    table.lines(&["next to sighting", "next to plotting"]);
    assert!(table.ship("foe").sighted);
    let by_land = |why: String| why.contains("Blocked") && why.contains("4.7");
    assert!(by_land(table.refusal("launch mate at foe factors 1 run 4 starboard marker Q")));
    assert_eq!(
        look_at(&table.state, table.ship("mate"), table.ship("foe")),
        SightResult::Behind(naval::model::command::LineBlock::Land)
    );
    assert_eq!(look_at(&table.state, table.ship("one"), table.ship("foe")), SightResult::Sees);
    // The referee may still rule that the line is clear.
    assert!(table.facts_on_copy("launch mate at foe factors 1 run 4 starboard marker Q clear").is_ok());
}

/// The scenario's limit for a side applies to each ship that looks at it.
#[test]
fn r4_3_the_scenarios_limit_for_a_side_is_each_ships_own() {
    for (far, sees) in [(6.0, true), (6.01, false)] {
        let mut table = Table::set_up(|setup| {
            let light = SideLight { side: "b".into(), from_turn: 1, range: Inches::whole(6), quality: None };
            setup.light = vec![light];
        });
        table = with_observers(table, 6.0, (ShipType::BB, far));
        table.lines(&["next to gunfire"]);
        assert_eq!(table.facts_on_copy("target mate at foe").is_ok(), sees, "{far}");
        assert!(table.facts_on_copy("target foe at mate").is_ok(), "Foe sees the other side farther");
    }
}

#[test]
fn r7_5_and_r7_6_large_ships_launch_at_enemies_they_see_themselves() {
    for (far, sees) in [(3.0, true), (3.01, false)] {
        let mut table = with_observers(sea(3, false), 3.0, (ShipType::BB, far));
        // The only ship that sees it anyway carries no torpedoes.
        let index = table.state.ships.iter().position(|ship| ship.id == *"one").unwrap();
        let mut ship = (*table.state.ships[index]).clone();
        let mut card = (*ship.card).clone();
        card.torpedo = None;
        ship.card = card.into();
        table.state.ships[index] = ship.into();
        table.lines(&["next to torpedo"]);
        assert_eq!(table.facts_on_copy("torpedoes a").is_ok(), sees, "{far}");
        assert_eq!(table.facts_on_copy("coup mate foe").is_ok(), sees, "{far}");
        if !sees {
            let (what, _) = refused(&table, "coup mate foe");
            assert_eq!(what, "Mate does not see Foe: the range is 3.01\", its sight 3.0\". [7.3]");
            assert!(table.facts_on_copy("coup mate foe range 3").is_ok(), "by the tape");
        }
    }
}

/// Ranges, prompt offers and odds agree with the guns.
#[test]
fn r4_3_ranges_offers_and_odds_agree() {
    let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, 14.0));
    table.place("Near", ShipType::BB, "b", (30.0, 17.0, 0.0));
    table.lines(&["next to gunfire"]);
    let (text, values) = show::ruler::ranges_text_and_json(&View::referee(&table.state), Some(&Id::new("mate")), false);
    let line =
        |name: &str| text.lines().find(|line| line.starts_with("Mate") && line.contains(name)).unwrap().to_owned();
    assert!(line("Foe").contains(" none ") && line("Near").contains(" both "), "{text}");
    assert!(
        line("Foe").ends_with("-/-") && !line("Near").ends_with("-/-"),
        "a target it does not see has no number: {text}"
    );
    let sees: Vec<_> = values.iter().map(|value| (value["to"].as_str(), value["sees"].as_bool())).collect();
    assert_eq!(sees, [(Some("near"), Some(true)), (Some("foe"), Some(false))]);
    let offers = notation::complete(&table.state, "target mate at ", "target mate at ".len());
    let offers = format!("{offers:?}");
    assert!(offers.find("near") < offers.find("foe"), "{offers}");
    let (one, foe) = (Id::new("one"), Id::new("foe"));
    let Err(Reason::NotSeenByShip { range, sight, .. }) =
        naval::rules::sighting::check_sees(&table.state, &Id::new("mate"), &foe, false)
    else {
        panic!("Mate sees Foe")
    };
    assert_eq!((range, sight), (Some(Inches::whole(14)), Inches::whole(12)));
    assert!(naval::rules::sighting::check_sees(&table.state, &one, &foe, false).is_ok());
}

/// Sighting covers a hulk like any ship. [4.4, 8.7]
#[test]
fn r4_4_a_hulk_goes_out_of_sight_like_any_ship() {
    let mut table = with_observers(sea(12, false), 12.0, (ShipType::BB, 12.0));
    table.lines(&["next to sighting"]);
    table.set("foe", Setting::Fate(naval::model::Fate::Sinking));
    table.lines(&["next to plotting", "next to sighting"]);
    assert!(table.ship("foe").sighted);
    table.lines(&["next to plotting", "set sighting 11 because \"mist\"", "next to sighting"]);
    assert!(!table.ship("foe").sighted);
}

#[test]
fn r3_3_5_a_ship_without_an_enemy_in_sight_or_reach_owes_no_target() {
    // One and Foe see each other. With Mate, side a has more ships that fire; without it, neither has more. (Q4)
    let due = |range: i32, far: f64| {
        let mut table = with_observers(sea(range, false), 12.0, (ShipType::BB, far));
        table.lines(&["next to gunfire"]);
        naval::rules::gunnery::side_to_declare(&table.state).map(|side| side.to_string())
    };
    assert_eq!((due(12, 12.0), due(12, 12.01)), (Some("a".to_owned()), None), "in sight, and a hundredth beyond");
    assert_eq!((due(20, 16.0), due(20, 16.01)), (Some("a".to_owned()), None), "within reach, and a hundredth beyond");
    // If no ship sees an enemy, no declaration is due.
    let mut table = with_observers(sea(11, false), 12.0, (ShipType::BB, 12.0));
    table.lines(&["next to gunfire"]);
    assert_eq!(naval::rules::gunnery::side_to_declare(&table.state), None);
}

/// By night, untracked: a cruiser that fires is seen at 1.5 times the range in the turn's last sighting, by the tape
/// from before it fired. [4.2, Q36]
#[test]
fn r4_2_the_last_sighting_by_hand_finds_ships_that_fired() {
    for (range, fires, seen) in [("6.0", true, true), ("6.01", true, false), ("6.0", false, false)] {
        let mut table = sea(4, true);
        for (name, kind, side) in
            [("Boat", ShipType::TBD, "a"), ("Light", ShipType::CL, "b"), ("Far", ShipType::CL, "b")]
        {
            table.place(name, kind, side, (30.0, 30.0, 0.0));
        }
        table.state.ships.iter_mut().for_each(|ship| std::sync::Arc::make_mut(ship).at = None);
        table.lines(&["next to sighting", "measure boat light 2.5", "measure boat far 6", "next"]);
        table.lines(&["illuminate light boat searchlight", "next"]);
        if fires {
            table.lines(&["target far at boat", "fire far declared"]);
        }
        assert!(!table.state.ship(&"far".into()).unwrap().sighted);
        if range != "6.0" {
            table.lines(&[&format!("measure boat far {range}")]);
        }
        table.lines(&["next to damage", "next"]);
        assert_eq!(table.state.ship(&"far".into()).unwrap().sighted, seen, "{range} {fires}");
    }
}

/// In a calm, smoke of turn 1 stays through turn 2. A ship that it hid in turn 2's sighting is not seen as turn 3 is
/// plotted, although the smoke has gone by then. [4.6, 7.3, Q5, Q36]
#[test]
fn r4_6_a_launch_uses_the_smoke_of_the_last_sighting() {
    let line = "launch mate at foe factors 1 run 4 starboard marker Q";
    for (force, smoke, turn, sees) in [
        (WindForce::Calm, 1, 3, false),
        (WindForce::Calm, 1, 4, true),
        (WindForce::Moderate, 1, 3, true),
        (WindForce::Moderate, 2, 3, false),
        (WindForce::Calm, 0, 3, true),
    ] {
        let mut table = Table::set_up(|setup| setup.wind = Wind { force, from_deg: 0 });
        table.place("Foe", ShipType::BB, "b", (40.0, 30.0, 0.0));
        table.place("One", ShipType::BB, "a", (40.0, 40.0, 0.0));
        table.place("Mate", ShipType::TBD, "a", (32.0, 30.0, 0.0));
        table.place("Maker", ShipType::TBD, "b", (36.0, if smoke == 2 { 24.0 } else { 28.0 }, 0.0));
        for now in 1..turn {
            let plot = if now == smoke { "plot maker 4 smoke maker" } else { "plot maker 4" };
            table.lines(&[plot, "next to plotting"]);
        }
        assert!(table.ship("foe").sighted, "One sees it all along");
        let launch = table.facts_on_copy(line);
        assert_eq!(launch.is_ok(), sees, "{force:?}, laid {smoke}, turn {turn}: {launch:?}");
        if sees {
            continue;
        }
        let (what, _) = refused(&table, line);
        assert!(what.contains("smoke") && what.ends_with("[7.3]"), "{what}");
        assert!(
            table.facts_on_copy(&format!("{line} clear")).is_ok(),
            "the referee may still rule that the line is clear"
        );
    }
}

/// Withdrawing a ship's sighting withdraws its pairs' sightings. A later sighting by another ship restores none. [4.4]
#[test]
fn r4_4_a_withdrawn_sighting_of_a_pair_lets_no_ship_see() {
    let fires = |lines: &[&str]| {
        let mut table = with_observers(sea(5, false), 12.0, (ShipType::BB, 12.0));
        table.lines(&["next to sighting"]);
        table.lines(lines);
        table.lines(&["next to gunfire"]);
        ["one", "mate"].map(|ship| table.facts_on_copy(&format!("target {ship} at foe")).is_ok())
    };
    assert_eq!(fires(&["sight foe by one", "sight foe by mate"]), [true, true]);
    assert_eq!(fires(&["sight foe by one", "unsight foe", "sight foe by mate"]), [false, true]);
    let set = "set foe sighted no because \"a mistake\"";
    assert_eq!(fires(&["sight foe by one", set, "sight foe by mate"]), [false, true]);
    assert_eq!(fires(&["sight foe by one", "unsight foe", "sight foe by one"]), [true, false], "stated again");
    assert_eq!(fires(&["sight foe by one", "unsight foe", "sight foe"]), [true, true], "all ships");
    assert_eq!(fires(&["sight foe by one", "unsight foe"]), [false, false]);
    assert_eq!(fires(&["sight foe by one", "unsight mate", "sight foe by mate"]), [true, true], "another is withdrawn");
    // The tape may decide again once the statement is withdrawn, but not while it stands.
    let by_tape = |lines: &[&str], range: &str| {
        let mut table = with_observers(sea(5, false), 12.0, (ShipType::BB, 12.0));
        table.lines(&["next to sighting"]);
        table.lines(lines);
        table.lines(&["next to gunfire"]);
        table.facts_on_copy(&format!("target one at foe range {range}")).is_ok()
    };
    let statements = ["sight foe by one", "unsight foe", "sight foe by mate"];
    assert_eq!(
        [by_tape(&statements, "5"), by_tape(&statements, "5.01"), by_tape(&statements[..1], "5.01")],
        [true, false, true]
    );
}

/// A tracked ship that shows itself is sighted by the tape from a ship without a position: exactly within its sighting
/// range, not 0.01 beyond. [2.7, 4.2, Q36]
#[test]
fn r4_2_the_last_sighting_finds_a_tracked_ship_by_anothers_tape() {
    for (range, seen) in [("6.0", true), ("6.01", false)] {
        let mut table = sea(4, true);
        for (name, kind, side) in
            [("Boat", ShipType::TBD, "a"), ("Light", ShipType::CL, "b"), ("Far", ShipType::CL, "b")]
        {
            table.place(name, kind, side, (30.0, 30.0, 0.0));
        }
        let by_hand = table.state.ships.iter_mut().filter(|ship| ship.id != *"far");
        by_hand.for_each(|ship| std::sync::Arc::make_mut(ship).at = None);
        table.lines(&["next to sighting", "measure boat light 2.5", "measure boat far 6", "next"]);
        table.lines(&["illuminate light boat searchlight", "next", "target far at boat", "fire far declared"]);
        assert!(!table.ship("far").sighted);
        table.lines(&[&format!("measure boat far {range}"), "next to damage", "next"]);
        assert_eq!(table.ship("far").sighted, seen, "{range}");
    }
}

/// A base on the table is visible: if one of its two boats was lost unseen, it is the base of one and measured so.
#[test]
fn r2_4_a_shared_base_shows_how_many_boats_it_bears() {
    use naval::model::ShipType::{BB, TBD};
    let mut setup = super::fleet::setup(&[
        super::fleet::division("japan", "t", &[("T1", TBD), ("T2", TBD)], 20.0, 20.0, 90.0),
        super::fleet::division("russia", "rd", &[("Retvizan", BB)], 30.0, 20.0, 90.0),
    ]);
    setup.divisions[0].one_base = true;
    let ranges = |state: &naval::State| {
        let known = naval::view::known_to(state, &"russia".into());
        [state, &known].map(|state| naval::rules::survey::range(state, &"retvizan".into(), &"t1".into()))
    };
    let mut table = Table { state: naval::begin(&setup) };
    for boat in ["t1", "t2"] {
        table.apply(&Fact::Sighted { ship: boat.into() });
    }
    let [whole, known] = ranges(&table.state);
    assert_eq!(known, whole);
    // Both boats go out of sight and one sinks unseen. Then the base comes in sight again.
    for boat in ["t1", "t2"] {
        table.apply(&Fact::LostFromSight { ship: boat.into() });
    }
    table.apply_line("set t2 fate sinking because \"mined\"", &[]);
    let before = naval::view::known_to(&table.state, &"russia".into());
    assert_eq!(
        before.ship(&"t2".into()).map(|ship| ship.fate.clone()),
        Some(naval::model::Fate::Fighting),
        "Russia did not see it"
    );
    table.apply(&Fact::Sighted { ship: "t1".into() });
    let [alone, known] = ranges(&table.state);
    assert_eq!(known, alone);
    assert!(whole < alone, "{whole:?} {alone:?}");
}

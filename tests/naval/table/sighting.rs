//! Chapter 4 from positions: which ships see which.
use geometry::{Point, SightLine};
use naval::model::{
    Fine, Land, OverruledValue, Place, Setting, ShipMove, ShipType, SideLight, TrackLeg, Visibility, VisibilityStep,
    Wind, WindForce, base::path_of, chart::VisibilityQuality,
};
use naval::{Fact, Inches, rules::survey::smoke, view::View};

use super::Table;
use naval_kit::fixture::inches;

fn sea(range: i32, night: bool) -> Table {
    Table::set_up(|setup| {
        let step = VisibilityStep { from_turn: 1, range: Inches::whole(range), quality: None };
        setup.visibility = Visibility::Steps(vec![step]);
        setup.night = night;
    })
}

fn pair(mut table: Table, east: f64) -> Table {
    table.place("One", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("Two", ShipType::BB, "b", (20.0 + east, 20.0, 0.0));
    table
}

fn set_navy(table: &mut Table, ship: &str, navy: &str) {
    let index = table.state.ships.iter().position(|other| other.id == *ship).unwrap();
    let mut ship = (*table.state.ships[index]).clone();
    let mut card = (*ship.card).clone();
    card.navy = navy.into();
    ship.card = card.into();
    table.state.ships[index] = ship.into();
}

fn are_sighted(table: &Table) -> [bool; 2] {
    ["one", "two"].map(|ship| table.ship(ship).sighted)
}

#[test]
fn r4_3_ships_within_the_sighting_range_are_sighted_automatically() {
    for (east, sighted) in [(10.0, true), (10.01, false)] {
        let mut table = pair(sea(10, false), east);
        assert_eq!(are_sighted(&table), [false, false]);
        table.lines(&["next to sighting"]);
        assert_eq!(are_sighted(&table), [sighted, sighted], "{east}");
    }
}

/// One is in the dark, Two against the glow of the sky: the scenario's light sets how far each is seen.
#[test]
fn r4_3_light_may_favour_one_side() {
    for (east, expected) in [(6.0, [true, true]), (6.01, [false, true]), (10.0, [false, true]), (10.01, [false, false])]
    {
        let mut table = Table::set_up(|setup| {
            let step = VisibilityStep { from_turn: 1, range: Inches::whole(10), quality: None };
            setup.visibility = Visibility::Steps(vec![step]);
            let light = |from_turn, range, quality| SideLight {
                side: "a".into(),
                from_turn,
                range: Inches::whole(range),
                quality,
            };
            setup.light = vec![light(1, 6, Some(VisibilityQuality::Poor)), light(2, 3, None)];
        });
        table.place("One", ShipType::BB, "a", (20.0, 20.0, 0.0));
        table.place("Two", ShipType::BB, "b", (20.0 + east, 20.0, 0.0));
        table.lines(&["next to sighting"]);
        assert_eq!(are_sighted(&table), expected, "{east}");
        let text = show::status::status(&View::referee(&table.state), show::status::StatusDetail::Open);
        assert!(text.contains("are seen to 6.0\", visibility poor [4.3]."), "{text}");
    }
}

#[test]
fn r4_4_a_ship_is_sighted_until_no_enemy_sees_it() {
    let mut table = pair(sea(10, false), 9.0);
    table.place("Third", ShipType::BB, "a", (31.0, 20.0, 0.0));
    table.lines(&[
        "next to sighting",
        "next to plotting",
        "set one at 10 20 heading 0 because \"tape\"",
        "next to sighting",
    ]);
    // Third still sees Two, and no ship sees One.
    assert_eq!(are_sighted(&table), [false, true]);
    let facts = table.lines(&["next to plotting", "set third at 60 20 heading 0 because \"tape\"", "next to sighting"]);
    assert!(facts.contains(&Fact::LostFromSight { ship: "two".into() }));
}

#[test]
fn r4_2_fires_and_lights_show_a_ship_farther_off() {
    let mut table = pair(sea(10, false), 15.0);
    table.lines(&["next to damage"]);
    table.set("two", Setting::Fires(1));
    assert_eq!(are_sighted(&table), [false, false]);
    let facts = table.lines(&["next to plotting"]);
    assert!(facts.contains(&Fact::Sighted { ship: "two".into() }), "{facts:?}");
    assert_eq!(are_sighted(&table), [false, true]);
    // By night a searchlight shows its user: 4.0 becomes 6.0, for an enemy 5.0 away.
    let mut table = sea(4, true);
    table.place("One", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("Two", ShipType::BB, "b", (15.0, 20.0, 0.0));
    table.place("Third", ShipType::BB, "b", (25.0, 20.0, 0.0));
    table.set("two", Setting::Fires(1));
    table.lines(&["next to illumination"]);
    assert_eq!(are_sighted(&table), [false, true]);
    let facts = table.lines(&["measure one two 4", "set one sighted no because \"dark\""]);
    assert!(!facts.is_empty() && !table.ship("one").sighted);
    table.state.this_turn.ships_with_ruled_sight.clear();
    table.state.this_move.measures.clear();
    // The enemy is too far for the light itself, but the tape shows 4.0.
    let facts = table.lines(&["illuminate one two searchlight range 4"]);
    assert!(facts.contains(&Fact::Sighted { ship: "one".into() }), "{facts:?}");
}

#[test]
fn r4_5_1_the_navy_sets_the_reach_of_a_searchlight() {
    for (navy, kind, reach) in
        [("germany", ShipType::CL, 4.0), ("britain", ShipType::BB, 4.0), ("britain", ShipType::CL, 3.0)]
    {
        for (past, lit) in [(0.0, true), (0.1, false)] {
            let mut table = sea(10, true);
            table.place("Aa", kind, "a", (20.0, 20.0, 0.0));
            table.place("Bb", kind, "b", (20.0 + reach + past, 20.0, 0.0));
            set_navy(&mut table, "aa", navy);
            table.lines(&["next to illumination"]);
            assert_eq!(table.line("illuminate aa bb searchlight").is_ok(), lit, "{navy} {kind} {reach} {past}");
        }
    }
}

#[test]
fn r4_5_2_starshell_comes_with_its_year_and_reaches_fifteen() {
    for (navy, year, east, why) in [
        ("britain", 1917, 15.0, Some("NoStarshell")),
        ("germany", 1916, 15.0, None),
        ("germany", 1916, 15.1, Some("CannotIlluminate")),
    ] {
        let mut table = Table::set_up(|setup| {
            setup.night = true;
            setup.date = chrono::NaiveDate::from_ymd_opt(year, 6, 1).unwrap();
        });
        table.place("One", ShipType::BB, "a", (20.0, 20.0, 0.0));
        table.place("Two", ShipType::BB, "b", (20.0 + east, 20.0, 0.0));
        set_navy(&mut table, "one", navy);
        table.lines(&["next to illumination"]);
        match why {
            Some(why) => assert!(table.refusal("illuminate one two starshell").contains(why), "{navy} {year} {east}"),
            None => assert!(table.line("illuminate one two starshell").is_ok(), "{navy} {year} {east}"),
        }
    }
}

/// Smoke is laid across the line between two stopped ships in turn 3.
#[test]
fn r4_6_the_wind_decides_how_long_smoke_lasts() {
    for (force, hidden_from_turn_3) in [
        (WindForce::Calm, [true, true, false]),
        (WindForce::Moderate, [true, false, false]),
        (WindForce::High, [false, false, false]),
    ] {
        let windy = Table::set_up(|setup| setup.wind = Wind { force, from_deg: 0 });
        let mut table = pair(windy, 10.0);
        table.place("Maker", ShipType::TBD, "b", (25.0, 18.0, 0.0));
        for turn in 1..=5_usize {
            let plot = if turn == 3 { "plot maker 4 smoke maker" } else { "plot maker 0" };
            table.lines(&[plot, "next to sighting"]);
            let hidden = turn >= 3 && hidden_from_turn_3[turn - 3];
            // The maker is off the line, and the enemy sees it.
            assert_eq!(are_sighted(&table)[1], !hidden, "{force:?} turn {turn}");
            table.lines(&["next to gunfire"]);
            let fire = table.facts_on_copy("target one at two");
            assert_eq!(
                fire.as_ref().is_err_and(|refusal| refusal.contains("Blocked")),
                hidden,
                "{force:?} turn {turn}: {fire:?}"
            );
            assert_eq!(fire.is_ok(), !hidden, "{force:?} turn {turn}");
            table.lines(&["next to plotting"]);
        }
    }
}

/// A maker of smoke, with a base of 1 inch, after this plot from 20, 20, heading east.
fn maker(plot: &str) -> Table {
    let mut table = Table::new();
    table.place("Maker", ShipType::TBD, "b", (20.0, 20.0, 90.0));
    table.lines(&[&format!("plot maker {plot} smoke maker"), "next"]);
    table
}

fn is_clear(table: &Table, from: (f64, f64), to: (f64, f64)) -> bool {
    let line = SightLine::new(Point::new(from.0, from.1), Point::new(to.0, to.1));
    !smoke(&table.state).iter().any(|band| line.crosses_band(band))
}

/// Smoke reaches from where the maker's stern was to where it is, as smoke counters are laid.
#[test]
fn r4_6_smoke_begins_behind_the_stern_of_its_maker() {
    let table = maker("4");
    for (x, hidden) in [(19.49, false), (19.51, true), (23.49, true), (23.51, false)] {
        assert_eq!(is_clear(&table, (x, 15.0), (x, 25.0)), !hidden, "{x}");
    }
}

/// A line from the maker's funnel at 24.15 passes its stern at 23.5. Less than 0.25 inches abeam it meets the smoke.
#[test]
fn r4_6_a_line_from_the_makers_funnel_past_its_stern_is_clear() {
    let are_clear_on_both_sides = |abeam: f64| {
        let table = maker("4");
        let slope = abeam / 0.65;
        [1.0, -1.0].map(|side| is_clear(&table, (24.15, 20.0), (24.15 - 3.0, 20.0 + side * 3.0 * slope)))
    };
    assert_eq!(are_clear_on_both_sides(0.26), [true, true]);
    assert_eq!(are_clear_on_both_sides(0.24), [false, false]);
}

#[test]
fn r4_6_the_maker_fires_over_its_quarter_not_through_its_own_smoke() {
    for (degrees, hidden) in [(12.0, false), (10.0, true)] {
        let mut table = Table::new();
        table.place("Maker", ShipType::BB, "a", (20.0, 20.0, 90.0));
        // Maker ends at 24, its funnel 0.3 ahead of its middle, its stern an inch behind. The other funnel is 6 away.
        let angle = f64::to_radians(degrees);
        let pose = (24.6 - 6.0 * angle.cos(), 20.0 - 6.0 * angle.sin(), 270.0);
        table.place("Other", ShipType::BB, "b", pose);
        table.lines(&["plot maker 4 smoke maker", "plot other 0", "next to gunfire"]);
        let fire = table.facts_on_copy("target maker at other");
        let blocked = fire.as_ref().is_err_and(|refusal| refusal.contains("Blocked") || refusal.contains("NotSighted"));
        assert_eq!(blocked, hidden, "{degrees}: {fire:?}");
        assert_eq!(fire.is_ok(), !hidden, "{degrees}: {fire:?}");
    }
}

/// In a turn the smoke follows the track half a base behind the ship, and is as long as its move.
#[test]
fn r4_6_smoke_lies_half_a_base_behind_on_the_track() {
    let straight = |length: f64| TrackLeg::Straight { length: Fine::nearest(length) };
    let arc = |degrees: f64| TrackLeg::Arc { degrees: Fine::nearest(degrees), radius: inches("2") };
    let (from, half) = (Place::new(20.0, 20.0, 0.0), Fine::nearest(0.5));
    let run = |legs: Vec<TrackLeg>| {
        let to = Place::rounded(path_of(from, &legs).end());
        ShipMove { ship: "maker".into(), from, to, legs, speed: inches("4"), turned: Fine::ZERO, smoke: true }
    };
    // Half an inch of an arc of 2 inches is 14.3239 degrees.
    for (legs, smoke_legs) in [
        (vec![straight(4.0)], vec![straight(0.5), straight(3.5)]),
        (vec![straight(1.0), arc(90.0)], vec![straight(0.5), straight(1.0), arc(75.6761)]),
        (vec![straight(1.0), arc(-90.0), straight(0.5)], vec![straight(0.5), straight(1.0), arc(-90.0)]),
        (vec![straight(1.0), arc(-90.0), straight(0.3)], vec![straight(0.5), straight(1.0), arc(-84.2704)]),
        // A ship that runs less than half its base leaves smoke astern of its starting point.
        (vec![straight(0.3)], vec![straight(0.3)]),
        (vec![straight(0.5)], vec![straight(0.5)]),
    ] {
        assert_eq!(run(legs.clone()).trailing_track(half), (Place::new(20.0, 19.5, 0.0), smoke_legs), "{legs:?}");
        assert_eq!(run(legs.clone()).trailing_track(Fine::ZERO), (from, legs), "from the middle");
    }
    // Its stern is clear of the smoke after any turn.
    for plot in ["4", "1-CR60-1 speed 4", "CL90 speed 4", "0.25"] {
        let table = maker(plot);
        let pose = table.ship("maker").at.unwrap().pose();
        let [stern, wake] = [-0.5, -0.75].map(|ahead| pose.advanced(ahead).at);
        let is_held = |point| smoke(&table.state).iter().any(|band| band.contains(point));
        assert!(!is_held(stern), "{plot}");
        assert!(is_held(wake) || plot == "0.25", "{plot}");
    }
}

#[test]
fn r4_6_losing_a_ship_in_smoke_cites_that_paragraph() {
    let mut table = pair(Table::new(), 10.0);
    table.place("Maker", ShipType::TBD, "b", (25.0, 18.0, 0.0));
    table.lines(&["plot maker 0", "next to sighting", "next to plotting"]);
    let events = ["plot maker 4 smoke maker", "next to sighting"].map(|line| table.line(line).unwrap()).concat();
    let lost = |ship: &str| events.iter().find(|event| event.fact == Fact::LostFromSight { ship: ship.into() });
    assert_eq!(lost("two").map(|event| event.rule.to_string()), Some("4.6".to_owned()));
    // Another enemy, the maker, still sees One.
    assert!(lost("one").is_none());
}

#[test]
fn r4_7_land_hides_ships_from_each_other() {
    let corners = [(24, 10), (26, 10), (26, 30), (24, 30)].map(|(x, y)| (Inches::whole(x), Inches::whole(y)));
    let land = Land { id: "cape".into(), name: "Cape".to_owned(), corners: corners.to_vec() };
    let mut table = pair(Table::set_up(|setup| setup.land = vec![land]), 10.0);
    table.lines(&["next to sighting"]);
    assert_eq!(are_sighted(&table), [false, false]);
    table.lines(&["next to plotting", "set two at 25 35 heading 90 because \"tape\"", "next to sighting"]);
    assert_eq!(are_sighted(&table), [true, true]);
}

#[test]
fn r4_1_guns_fire_only_at_sighted_ships() {
    let mut table = pair(sea(5, false), 8.0);
    table.lines(&["next to gunfire"]);
    assert!(table.refusal("target one at two").contains("NotSighted"));
}

#[test]
fn r4_3_the_referees_statement_on_sighting_holds_for_the_turn() {
    let mut table = pair(sea(5, false), 8.0);
    table.lines(&["next to sighting"]);
    let facts = table.lines(&["sight two"]);
    let is_warning = |fact: &Fact| matches!(fact, Fact::Overruled { word: OverruledValue::Sight { typed: true }, .. });
    assert!(facts.iter().any(is_warning), "{facts:?}");
    table.lines(&["next to plotting"]);
    assert_eq!(are_sighted(&table), [false, true]);
    table.lines(&["next to sighting"]);
    assert_eq!(are_sighted(&table), [false, false]);
}

#[test]
fn r4_3_a_ship_without_a_position_is_sighted_only_by_statement_or_tape() {
    let mut table = pair(sea(10, false), 8.0);
    let index = table.state.ships.iter().position(|ship| ship.id == *"one").unwrap();
    let mut ship = (*table.state.ships[index]).clone();
    ship.at = None;
    table.state.ships[index] = ship.into();
    table.lines(&["next to sighting"]);
    assert_eq!(are_sighted(&table), [false, false]);
    table.lines(&["sight one", "measure one two 8"]);
    assert_eq!(are_sighted(&table), [true, true]);
    // No ship with a position sees Two, so the statement stays.
    table.lines(&["next to plotting", "next to sighting"]);
    assert_eq!(are_sighted(&table), [true, true]);
}

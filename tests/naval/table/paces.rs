//! 5.7.6 and 5.8.3: the speed actually made, and ships that lag. [Q42]
use naval::model::{Setup, ship::ShipType::*};
use naval::{Fact, Inches, Naval, NavalEvent};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
    near,
};
use naval_kit::fixture::inches;

fn begin(setup: &Setup) -> Table {
    Table { state: Naval::initial_state(setup) }
}

/// Four cruisers in line ahead that go 2 inches and can make 2.5.
fn line() -> Setup {
    setup(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA), ("Asama", CA), ("Yakumo", CA)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ])
}

/// The four cruisers, one of which can make at most this speed.
fn slow(ship: &str, top: &str) -> Table {
    let mut table = begin(&line());
    table.apply_line(&format!("set {ship} top {top} because \"boilers\""), &[]);
    table
}

/// Two of the cruisers, the second this far astern of its place.
fn gap(extra: f64) -> Table {
    let mut setup = line();
    setup.divisions[0].ships.truncate(2);
    setup.ships.retain(|ship| !["asama", "yakumo"].contains(&ship.card.id.as_str()));
    let mut table = begin(&setup);
    table.apply_line(&format!("set iwate at 20 {} heading 0 because \"tape\"", 18.0 - extra), &[]);
    table
}

#[test]
fn r5_7_6_a_ship_that_closes_up_makes_the_speed_it_really_runs() {
    let mut table = gap(0.6);
    table.apply_line("plot 1st CU speed 1.5", &[]);
    table.apply_line("next to plotting", &[]);
    near("iwate", table.position_of("iwate"), (20.0, 17.4 + 2.1, 0.0));
    assert_eq!((table.ship("izumo").speed, table.ship("iwate").speed), (inches("1.5"), inches("2.1")));
    // The gain counts from each ship's own speed.
    table.assert_refused("plot iwate 2.6", "AboveAllowance");
    table.assert_refused("plot izumo 2.01", "GainsTooMuch");
    table.apply_line("plot iwate 2.5", &[]);
}

#[test]
fn r5_7_6_a_laggard_gains_at_most_an_inch_on_its_division() {
    // 5.8.3 limits the speed it makes: any faster, and it would be detached for closing up.
    let mut table = gap(1.9);
    let events = table.apply_line("plot 1st CU speed 0.5", &[]);
    assert!(!events.is_empty());
    let events = table.apply_line("next to plotting", &[]);
    assert_eq!(table.ship("iwate").speed, inches("1.5"));
    assert!(!events.iter().any(|event| matches!(event.fact, Fact::ShipDetached { .. })));
}

#[test]
fn r7_6_a_ship_that_closes_up_counts_at_its_real_speed() {
    for (extra, legal) in [(0.5, true), (0.51, false)] {
        let mut table = gap(extra);
        table.apply_line("plot 1st CU speed 0.5", &[]);
        table.apply_line("next to torpedo", &[]);
        let (x, y, _) = table.position_of("iwate");
        table.apply_line(&format!("set retvizan at {} {y} heading 180 because \"tape\"", x + 4.0), &[]);
        for ship in ["retvizan", "iwate"] {
            table.apply_line(&format!("set {ship} sighted yes because \"seen\""), &[]);
        }
        match table.decide_line("coup retvizan at iwate range 4 factors 1", &[20]) {
            Ok(_) => assert!(legal, "{extra}"),
            Err(refusal) => assert!(!legal && refusal.contains("TooFast"), "{extra}: {refusal}"),
        }
        // The leader makes half an inch whatever its consort does.
        assert_eq!(table.ship("izumo").speed, inches("0.5"));
    }
}

fn has_detachment(events: &[NavalEvent]) -> bool {
    events.iter().any(|event| matches!(event.fact, Fact::ShipDetached { .. }))
}

#[test]
fn r5_8_3_a_ship_that_lags_by_an_inch_stays_in_its_divisions_plot() {
    let mut table = slow("yakumo", "1.5");
    table.apply_line("plot 1st 2.5", &[]);
    assert!(!has_detachment(&table.apply_line("next to plotting", &[])));
    assert_eq!((table.ship("izumo").speed, table.ship("yakumo").speed), (inches("2.5"), inches("1.5")));
    near("izumo", table.position_of("izumo"), (20.0, 22.5, 0.0));
    near("asama", table.position_of("asama"), (20.0, 18.5, 0.0));
    near("yakumo", table.position_of("yakumo"), (20.0, 15.5, 0.0));
    assert_eq!(table.ship("yakumo").division, *"1st");
    // A second such turn opens the gap above 2.0.
    table.apply_line("plot 1st 2.5", &[]);
    assert!(has_detachment(&table.apply_line("next to plotting", &[])));
}

#[test]
fn r5_8_3_a_speed_that_keeps_all_within_an_inch_detaches_no_ship() {
    let mut table = slow("yakumo", "1.49");
    table.apply_line("plot 1st 2.49", &[]);
    assert!(!has_detachment(&table.apply_line("next to plotting", &[])));
    // A leader that lags by less does not slow the others.
    let mut table = slow("izumo", "1.5");
    table.apply_line("plot 1st 2", &[]);
    assert!(!has_detachment(&table.apply_line("next to plotting", &[])));
    near("izumo", table.position_of("izumo"), (20.0, 21.5, 0.0));
    near("iwate", table.position_of("iwate"), (20.0, 20.0, 0.0));
}

#[test]
fn r5_10_2_a_division_with_a_lagging_leader_keeps_the_ordered_speed() {
    let mut table = slow("izumo", "1.5");
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("next to plotting", &[]);
    let division = table.state.division(&"1st".into()).unwrap();
    assert_eq!(naval::rules::moves::speed_without_plot(&table.state, division), inches("2"));
}

#[test]
fn r5_8_3_the_speed_of_the_flagship_is_what_counts() {
    // The flagship itself lags by an inch: no ship may be faster than it by more than that.
    let mut table = slow("iwate", "1.5");
    table.apply_line("flag 1st iwate", &[]);
    table.apply_line("plot 1st 2.5", &[]);
    let mut table = slow("iwate", "1.4");
    table.apply_line("flag 1st iwate", &[]);
    table.assert_refused("plot 1st 2.5", "LeavesFlagship");
    table.apply_line("plot 1st 2.4", &[]);
}

#[test]
fn r5_8_3_a_lagging_ship_follows_the_track_and_turns_with_the_others() {
    let mut table = slow("yakumo", "1.5");
    table.apply_line("plot 1st 1-CR90 speed 2.5", &[]);
    table.apply_line("next", &[]);
    near("on the old leg", table.position_of("yakumo"), (20.0, 15.5, 0.0));
    // Later it turns where the leader turned.
    table.apply_line("set yakumo top 2.5 because \"mended\"", &[]);
    table.apply_line("next to plotting", &[]);
    for _ in 0..4 {
        table.apply_line("plot 1st 2", &[]);
        table.apply_line("next to plotting", &[]);
    }
    let (_, y, heading) = table.position_of("yakumo");
    assert!((y - 21.5).abs() < 0.02 && heading == 90.0, "{y} {heading}");
    // All turn at once, and the slow ship goes no farther than it can.
    let mut table = slow("yakumo", "1.5");
    table.apply_line("plot 1st 1-SR90 speed 2.5", &[]);
    table.apply_line("next", &[]);
    let way: f64 = table.ship("yakumo").run.as_ref().unwrap().legs.iter().map(|leg| leg.length_in()).sum();
    assert!((way - 1.5).abs() < 0.001 && table.position_of("yakumo").2 == 90.0, "{way}");
    near("yakumo", table.position_of("yakumo"), (20.0 + 0.5 + 0.115, 14.0 + 0.6 + 0.5, 90.0));
}

#[test]
fn r5_8_3_on_the_measured_table_a_member_lags_too() {
    for (top, stays) in [("1.5", true), ("1.49", false)] {
        let mut setup = line();
        setup.divisions.iter_mut().for_each(|division| division.at = None);
        let mut table = begin(&setup);
        table.apply_line(&format!("set yakumo top {top} because \"boilers\""), &[]);
        table.apply_line("speed 1st 2.5", &[]);
        let speeds = ["izumo", "yakumo"].map(|ship| table.ship(ship).speed);
        assert_eq!(speeds, [Inches(250), inches(top)]);
        assert_eq!(!has_detachment(&table.apply_line("next to sighting", &[])), stays, "{top}");
    }
}

/// The first ship named for a reorganised division is its flagship. [5.8.3, 5.9.1]
#[test]
fn r5_8_3_on_the_measured_table_the_first_named_of_a_division_leads() {
    for (slow, legal) in [("izumo", true), ("yakumo", false)] {
        let mut setup = line();
        setup.divisions.iter_mut().for_each(|division| division.at = None);
        let mut table = begin(&setup);
        let mut order: Vec<String> = setup.divisions[0].ships.iter().map(ToString::to_string).collect();
        order.reverse();
        assert_eq!((order.first().unwrap().as_str(), order.last().unwrap().as_str()), ("yakumo", "izumo"));
        table.apply_line(&format!("division 1st {}", order.join(" ")), &[]);
        table.apply_line(&format!("set {slow} top 1.4 because \"boilers\""), &[]);
        match table.decide_line("plot 1st 2.5", &[]) {
            Ok(_) => assert!(legal && table.ship(slow).speed == Inches(140), "{slow}"),
            Err(refusal) => assert!(!legal && refusal.contains("LeavesFlagship"), "{slow}: {refusal}"),
        }
    }
}

#[test]
fn r5_4_boats_on_one_base_move_at_the_slowest_boats_speed() {
    let mut setup = setup(&[
        division("japan", "t", &[("T1", TBD), ("T2", TBD), ("T3", TBD)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    setup.divisions[0].one_base = true;
    let mut table = begin(&setup);
    table.apply_line("set t3 top 2 because \"boilers\"", &[]);
    table.assert_refused("plot t 2.01", "AboveAllowance");
    table.apply_line("plot t 2", &[]);
}

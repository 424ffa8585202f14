//! Q57: a slow ship does not slow its division. [5.8, 5.8.3, 5.9.1, 5.9.2]
use naval::model::{DetachReason, Setup, Task, ship::ShipType::*};
use naval::rules::turn::{duties, segment_reminders, straight_on_for};
use naval::rules::{moves, signals::orders_number_or_exemption};
use naval::{Fact, Naval, NavalEvent};
use play::Game;

use super::{
    Table,
    fleet::{cruisers, division, setup},
    near, refused,
};
use naval_kit::fixture::inches;

/// The force flag far off, and four cruisers in line ahead that go 2 and can make 2.5, half an inch of water apart.
fn fleet() -> Setup {
    setup(&[
        division("japan", "main", &[("Mikasa", BB), ("Asahi", BB)], 40.0, 20.0, 0.0),
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA), ("Asama", CA), ("Yakumo", CA)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ])
}

fn begin(tracked: bool) -> Table {
    let mut setup = fleet();
    if !tracked {
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    }
    Table { state: Naval::initial_state(&setup) }
}

fn slow(tracked: bool, ship: &str, top: &str) -> Table {
    let mut table = begin(tracked);
    table.apply_line(&format!("set {ship} top {top} because \"boilers\""), &[]);
    table
}

/// Moves, passes the orders that are checked, and closes the Movement Segment.
fn moves_on(table: &mut Table) -> Vec<NavalEvent> {
    for unit in ["main", "rd"] {
        if table.state.has_position(&unit.into()) && table.state.division(&unit.into()).unwrap().plot.is_none() {
            table.apply_line(&format!("plot {unit} 2"), &[]);
        }
    }
    let dice: [&[u8]; 3] = [&[], &[1], &[1, 1]];
    let mut events = dice.iter().find_map(|dice| table.decide_line("next", dice).ok()).expect("moves");
    events.extend(table.apply_line("next waive \"orders arrive\"", &[]));
    events
}

fn straggler_texts(events: &[NavalEvent]) -> Vec<String> {
    let describe = |event: &NavalEvent| match &event.fact {
        Fact::StragglersNamed { ships, .. } => {
            assert_eq!(event.rule.to_string(), "5.8.3");
            ships.iter().map(|(ship, own)| format!("{ship} {own}")).collect()
        }
        _ => Vec::new(),
    };
    events.iter().flat_map(describe).collect()
}

fn detached_for_speed(events: &[NavalEvent]) -> Vec<String> {
    let describe = |event: &NavalEvent| match &event.fact {
        Fact::ShipDetached { ship, why: DetachReason::Speed { .. }, .. } => {
            assert_eq!(event.rule.to_string(), "5.8.3");
            Some(ship.to_string())
        }
        _ => None,
    };
    events.iter().filter_map(describe).collect()
}

fn speeds(table: &Table) -> Vec<String> {
    ["izumo", "iwate", "asama", "yakumo"].map(|ship| table.ship(ship).speed.to_string()).to_vec()
}

#[test]
fn q57_a_plot_too_fast_for_a_ship_is_accepted_and_names_it() {
    for tracked in [true, false] {
        for (top, falls_out) in [("1.5", false), ("1.49", true), ("0", true)] {
            let mut table = slow(tracked, "yakumo", top);
            let expected: Vec<String> = if falls_out { vec![format!("yakumo {}", inches(top))] } else { Vec::new() };
            assert_eq!(straggler_texts(&table.apply_line("plot 1st 2.5", &[])), expected, "{tracked} {top}");
            let gone = detached_for_speed(&moves_on(&mut table));
            assert_eq!(gone, if falls_out { vec!["yakumo"] } else { Vec::new() }, "{tracked} {top}");
            let top = inches(top).to_string();
            assert_eq!(speeds(&table), ["2.5", "2.5", "2.5", &top], "{tracked}");
        }
    }
}

/// A ship slowed after its division was plotted is named at once, as by a later plot.
#[test]
fn q57_a_ship_that_is_slowed_after_the_plot_is_named_at_once() {
    let mut table = begin(true);
    assert_eq!(straggler_texts(&table.apply_line("plot 1st 2", &[])), Vec::<String>::new());
    assert_eq!(straggler_texts(&table.apply_line("set asama top 0.5 because \"boilers\"", &[])), ["asama 0.5"]);
    // The near misses: within an inch of the flagship, and before there is a plot.
    assert_eq!(straggler_texts(&table.apply_line("set yakumo top 1 because \"boilers\"", &[])), Vec::<String>::new());
    let events = begin(true).apply_line("set asama top 0.5 because \"boilers\"", &[]);
    assert_eq!(straggler_texts(&events), Vec::<String>::new());
}

/// A setting names every ship that newly falls out, even as fast as last turn, and the ships behind its gap.
#[test]
fn q57_a_setting_names_the_ships_that_newly_fall_out() {
    // Still as fast as last turn, but too slow for the plot.
    let mut table = begin(true);
    table.apply_line("set iwate speed 1 because \"behind\"", &[]);
    table.apply_line("plot 1st 2.5", &[]);
    let before = copy(&table);
    let events = table.apply_line("set iwate top 1 because \"boilers\"", &[]);
    // Ships astern of the gap are named too, as by a plot.
    assert_eq!(
        (straggler_texts(&events), behind_a_gap(&events)),
        (strings(&["iwate 1.0"]), strings(&["asama 2.5", "yakumo 4.5"]))
    );
    // The speed of last turn counts, because it limits the gain. [5.5]
    assert_eq!(
        straggler_texts(&copy(&before).apply_line("set asama speed 0.25 because \"late\"", &[])),
        ["asama 0.75"]
    );
    // The near misses: a ship that falls out already, or that keeps up, is not named.
    assert_eq!(straggler_texts(&table.apply_line("set asama top 1.5 because \"boilers\"", &[])), [""; 0]);
    assert_eq!(straggler_texts(&table.apply_line("set iwate fires 1 because \"a fire\"", &[])), [""; 0]);
}

/// A new flagship under a standing plot may be too fast for a ship that kept up with the old one.
#[test]
fn q57_a_new_flagship_under_a_standing_plot_names_ships_that_fall_out() {
    for (top, expected) in [("0.5", vec!["yakumo 0.5"]), ("1.25", Vec::new())] {
        let mut table = begin(true);
        table.apply_line("set asama top 1.25 because \"boilers\"", &[]);
        table.apply_line(&format!("set yakumo top {top} because \"boilers\""), &[]);
        table.apply_line("flag 1st asama", &[]);
        assert_eq!(straggler_texts(&table.apply_line("plot 1st 2.25", &[])), [""; 0], "{top}");
        assert_eq!(straggler_texts(&table.apply_line("flag 1st izumo", &[])), expected, "{top}");
    }
}

/// A flagship that the standing plot would leave behind is refused, as is that plot under its flag.
#[test]
fn q57_no_ship_that_the_standing_plot_leaves_behind_takes_the_flag() {
    for (top, refused) in [("1.25", false), ("1.24", true)] {
        let mut table = begin(true);
        table.apply_line("plot 1st 2.25", &[]);
        table.apply_line(&format!("set iwate top {top} because \"boilers\""), &[]);
        assert_eq!(table.decide_line("flag 1st iwate", &[]).is_err(), refused, "{top}");
    }
}

/// Without positions a division keeps its speed: a ship that lags by a setting is named, with or without a plot.
#[test]
fn q57_on_the_measured_table_a_setting_names_ships_that_fall_out() {
    for plotted in [false, true] {
        let mut table = begin(false);
        if plotted {
            table.apply_line("plot 1st 2.5", &[]);
        }
        let events = table.apply_line("set yakumo top 0.5 because \"boilers\"", &[]);
        assert_eq!(straggler_texts(&events), ["yakumo 0.5"], "{plotted}");
        assert_eq!(
            straggler_texts(&table.apply_line("set asama top 1.75 because \"boilers\"", &[])),
            [""; 0],
            "{plotted}"
        );
        assert_eq!(detached_for_speed(&moves_on(&mut table)), ["yakumo"], "{plotted}");
    }
}

/// Two divisions in formation, the second half an inch of clear water astern of the first.
fn van_and_main(tracked: bool) -> Table {
    let mut setup = cruisers();
    if !tracked {
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    }
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("formation van 1st 2nd", &[]);
    table
}

#[test]
fn q57_a_plot_names_ships_that_fall_out_of_divisions_following_it() {
    for (tracked, following) in [(true, "F1st"), (true, "M1st"), (false, "F1st"), (false, "M1st")] {
        let mut table = van_and_main(tracked);
        table.apply_line("set yakumo top 0.75 because \"boilers\"", &[]);
        table.apply_line("plot 1st 1.5", &[]);
        assert_eq!(
            straggler_texts(&table.apply_line(&format!("plot 2nd {following}"), &[])),
            [""; 0],
            "{tracked} {following}"
        );
        let events = table.apply_line("plot 1st 2", &[]);
        assert_eq!(straggler_texts(&events), ["yakumo 0.75"], "{tracked} {following}");
        if !tracked {
            assert_eq!(table.ship("asama").speed, inches("2"), "{following}");
        }
        // The near misses: at a speed that all keep, and if the other division has its own plot.
        assert_eq!(straggler_texts(&table.apply_line("plot 1st 1.75", &[])), [""; 0], "{tracked} {following}");
        table.apply_line("plot 2nd 1.5", &[]);
        assert_eq!(straggler_texts(&table.apply_line("plot 1st 2", &[])), [""; 0], "{tracked} {following}");
    }
}

#[test]
fn r5_9_1_a_plot_that_leaves_a_followers_flagship_behind_is_refused() {
    for tracked in [true, false] {
        let mut table = van_and_main(tracked);
        table.apply_line("set asama top 1 because \"boilers\"", &[]);
        table.apply_line("plot 1st 2", &[]);
        table.apply_line("plot 2nd M1st", &[]);
        let text = refused(&table, "plot 1st 2.25");
        assert!(text.contains("would leave the flagship of"), "{tracked}: {text}");
        // The near miss: a plot of its own frees the second division from the first.
        table.apply_line("plot 2nd 2", &[]);
        table.apply_line("plot 1st 2.25", &[]);
    }
}

#[test]
fn q57_a_slow_ship_does_not_slow_a_division_that_keeps_its_course() {
    // On the measured table without a plot, on the tracked table with the offered plot.
    for tracked in [true, false] {
        let mut table = slow(tracked, "yakumo", "0");
        if tracked {
            let straight = straight_on_for(&table.state, true);
            assert!(straight.contains(&("1st".into(), inches("2"), None)), "{straight:?}");
            table.apply_line("plot 1st 2", &[]);
        }
        assert_eq!(detached_for_speed(&moves_on(&mut table)), ["yakumo"]);
        assert_eq!(speeds(&table), ["2.0", "2.0", "2.0", "0.0"], "{tracked}");
    }
}

#[test]
fn q57_ships_astern_pass_a_slow_ship() {
    let mut table = slow(true, "iwate", "0");
    table.apply_line("plot 1st 2.5", &[]);
    let events = moves_on(&mut table);
    for (ship, y) in [("izumo", 22.5), ("iwate", 18.0), ("asama", 18.5), ("yakumo", 16.5)] {
        near(ship, table.position_of(ship), (20.0, y, 0.0));
    }
    assert!(!events.iter().any(|event| matches!(event.fact, Fact::CollisionTested(_))));
    // The gap that it leaves counts like any other: 2.5 inches of clear water from Izumo to Asama. [5.8.2]
    let gaps = events.iter().filter_map(|event| match &event.fact {
        Fact::ShipDetached { ship, why: DetachReason::Gap { inches }, .. } => Some(format!("{ship} {inches}")),
        _ => None,
    });
    assert_eq!(gaps.collect::<Vec<_>>(), ["asama 2.5", "yakumo 4.5"]);
    // A ship that lags by less than an inch slows no other ship either.
    let mut table = slow(true, "iwate", "1.75");
    table.apply_line("plot 1st 2.5", &[]);
    assert_eq!(detached_for_speed(&moves_on(&mut table)), [""; 0]);
    near("iwate", table.position_of("iwate"), (20.0, 19.75, 0.0));
    near("asama", table.position_of("asama"), (20.0, 18.5, 0.0));
}

fn behind_a_gap(events: &[NavalEvent]) -> Vec<String> {
    let describe = |event: &NavalEvent| match &event.fact {
        Fact::GapsForeseen { ships, .. } => {
            assert_eq!(event.rule.to_string(), "5.8.2");
            ships.iter().map(|(ship, gap)| format!("{ship} {gap}")).collect()
        }
        _ => Vec::new(),
    };
    events.iter().flat_map(describe).collect()
}

#[test]
fn r5_8_2_a_plot_names_all_ships_that_a_gap_will_detach() {
    for (ship, top, lags, behind_gap) in [
        // Ships astern of a ship that falls out are behind the gap that it leaves.
        ("iwate", "0", &["iwate 0.0"][..], &["asama 2.5", "yakumo 4.5"][..]),
        ("asama", "0", &["asama 0.0"], &["yakumo 2.5"]),
        ("yakumo", "0", &["yakumo 0.0"], &[]),
        // Within an inch it stays, and the ships astern keep up.
        ("iwate", "1.5", &[], &[]),
    ] {
        let mut table = slow(true, ship, top);
        let before = table.state.clone();
        let events = table.apply_line("plot 1st 2.5", &[]);
        assert_eq!(
            (straggler_texts(&events), behind_a_gap(&events)),
            (strings(lags), strings(behind_gap)),
            "{ship} {top}"
        );
        let text = show::brief::brief_lines(&before, &events, 1, 0).join("\n");
        assert_eq!(
            text.contains("Behind a gap, Asama (2.5\") and Yakumo (4.5\") will fall out of"),
            behind_gap.len() == 2,
            "{text}"
        );
        // The forecast comes true.
        let gone = moves_on(&mut table);
        let gaps = gone.iter().filter_map(|event| match &event.fact {
            Fact::ShipDetached { ship, why: DetachReason::Gap { inches }, .. } => Some(format!("{ship} {inches}")),
            _ => None,
        });
        assert_eq!(gaps.collect::<Vec<_>>(), strings(behind_gap), "{ship} {top}");
    }
}

#[test]
fn r5_8_2_a_plot_names_a_gap_that_exists_already() {
    // Clear water is half an inch between two ships of the line; Yakumo is 2.01, or 2.00, inches astern of Asama.
    for (y, behind_gap) in [("12.49", &["yakumo 2.01"][..]), ("12.5", &[])] {
        let mut table = begin(true);
        table.apply_line(&format!("set yakumo at 20 {y} heading 0 because \"astern\""), &[]);
        assert_eq!(behind_a_gap(&copy(&table).apply_line("plot 1st 2", &[])), strings(behind_gap), "{y}");
        // Closing up removes the gap.
        assert_eq!(behind_a_gap(&copy(&table).apply_line("plot 1st CU speed 2", &[])), [""; 0], "{y}");
    }
}

fn copy(table: &Table) -> Table {
    Table { state: table.state.clone() }
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn q57_a_division_without_a_plot_shows_its_flagships_limit() {
    let unplotted = |events: &[NavalEvent]| {
        let describe = |event: &NavalEvent| match &event.fact {
            Fact::GoesOnUnplotted { division, speed } => Some(format!("{division} {speed} [{}]", event.rule)),
            _ => None,
        };
        events.iter().filter_map(describe).collect::<Vec<String>>()
    };
    for (ship, top, expected) in [
        ("izumo", "0", Some("1st 1.0 [5.8.3]")),
        ("izumo", "0.99", Some("1st 1.99 [5.8.3]")),
        // It keeps its speed, although it could go faster under another flag.
        ("izumo", "1.25", Some("1st 2.0 [5.8.3]")),
        // Within an inch it slows no other ship, and nor does another slow ship.
        ("izumo", "1.5", None),
        ("yakumo", "0", None),
    ] {
        let mut table = slow(false, ship, top);
        let before = table.state.clone();
        let events = table.apply_line("next", &[]);
        assert_eq!(unplotted(&events), expected.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{ship} {top}");
        let brief = show::brief::brief_lines(&before, &events, 1, 0).join("\n");
        let line = expected.map(|text| format!("unplotted, stays at {}\". [5.8.3]", text.split(' ').nth(1).unwrap()));
        assert!(line.is_none_or(|line| brief.contains(&line)), "{brief}");
    }
    // A plot states its speed itself. On the tracked table a plot is due.
    let mut table = slow(false, "izumo", "0");
    table.apply_line("plot 1st 1", &[]);
    assert_eq!(unplotted(&table.apply_line("next", &[])), [""; 0]);
}

#[test]
fn q57_a_refusal_offers_the_fastest_plot_that_keeps_all_ships() {
    for (top, keeps) in [("1.5", "2.5"), ("1.49", "2.49"), ("0.3", "1.3"), ("0", "1.0")] {
        let table = slow(true, "yakumo", top);
        let text = refused(&table, "plot 1st 2.6");
        assert!(text.contains(&format!("`plot 1st {keeps}`")), "{top}: {text}");
    }
}

#[test]
fn q57_the_flagship_is_not_left_behind() {
    for tracked in [true, false] {
        // Within an inch it lags, and the others move as plotted.
        let mut table = slow(tracked, "izumo", "1.5");
        assert_eq!(straggler_texts(&table.apply_line("plot 1st 2.5", &[])), [""; 0]);
        assert_eq!(detached_for_speed(&moves_on(&mut table)), [""; 0]);
        assert_eq!(speeds(&table), ["1.5", "2.5", "2.5", "2.5"], "{tracked}");
        // 0.01 slower, and another ship must take the flag first.
        let mut table = slow(tracked, "izumo", "1.49");
        let text = refused(&table, "plot 1st 2.5");
        assert!(text.contains("flagship") && text.contains("`flag 1st iwate`"), "{text}");
        assert!(text.contains("`plot 1st 2.49`"), "{text}");
        table.assert_refused("plot 1st 2.5", "LeavesFlagship");
        table.facts_on_copy("plot 1st 2.49").unwrap();
        table.apply_line("flag 1st iwate", &[]);
        table.assert_refused("plot 1st 1-CR15 speed 2.5", "FlagShifted");
        assert_eq!(straggler_texts(&table.apply_line("plot 1st 2.5", &[])), ["izumo 1.49"]);
        assert_eq!(detached_for_speed(&moves_on(&mut table)), ["izumo"], "{tracked}");
        assert_eq!(table.state.division(&"1st".into()).unwrap().flagship, *"iwate");
        assert_eq!(speeds(&table), ["1.49", "2.5", "2.5", "2.5"], "{tracked}");
    }
}

#[test]
fn q57_the_next_ship_leads_when_the_lead_ship_is_slow() {
    let mut table = begin(true);
    table.apply_line("flag 1st iwate", &[]);
    table.apply_line("plot 1st 2", &[]);
    moves_on(&mut table);
    table.apply_line("next to plotting", &[]);
    table.apply_line("set izumo top 0.5 because \"boilers\"", &[]);
    assert_eq!(straggler_texts(&table.apply_line("plot 1st 1-CR90 speed 2.5", &[])), ["izumo 0.5"]);
    assert_eq!(detached_for_speed(&moves_on(&mut table)), ["izumo"]);
    // Iwate turns an inch ahead of its position. Izumo goes straight on as far as it gets.
    let (x, y, heading) = table.position_of("iwate");
    assert!(heading == 90.0 && 20.0 < x && (y - 21.5).abs() < 0.2, "{x} {y} {heading}");
    near("izumo", table.position_of("izumo"), (20.0, 22.5, 0.0));
    near("yakumo", table.position_of("yakumo"), (20.0, 18.5, 0.0));
}

#[test]
fn q57_the_next_turn_follows_5_9_2() {
    let mut table = slow(true, "yakumo", "0.5");
    table.apply_line("plot 1st 2", &[]);
    moves_on(&mut table);
    table.apply_line("next to plotting", &[]);
    let alone = table.state.division(&"yakumo".into()).unwrap().clone();
    assert!(alone.is_alone);
    table.apply_line("plot yakumo 0.5", &[]);
    let alone = table.state.division(&"yakumo".into()).unwrap().clone();
    assert!(orders_number_or_exemption(&table.state, &alone).is_ok(), "a ship alone checks though it holds on");
}

#[test]
fn q57_speed_lost_on_land_detaches_no_ship_in_that_turn() {
    let mut setup = fleet();
    setup.charts = naval_kit::scenario("ulsan").charts;
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("next", &[]);
    table.apply_line("collide yakumo land", &[10]);
    assert_eq!(table.ship("yakumo").speed, inches("0"));
    let events = table.apply_line("next", &[]);
    assert!(!events.iter().any(|event| matches!(event.fact, Fact::ShipDetached { .. })));
    table.apply_line("next to plotting", &[]);
    // It gains half an inch a turn, so the next plot leaves it behind.
    assert_eq!(straggler_texts(&table.apply_line("plot 1st 2", &[])), ["yakumo 0.5"]);
    assert_eq!(straggler_texts(&table.apply_line("plot 1st 1.5", &[])), [""; 0]);
}

#[test]
fn q57_a_ship_rejoins_within_1_inch_of_speed_and_2_of_distance() {
    for (speed, rejoins) in [("0.5", true), ("0.51", false)] {
        let mut table = slow(true, "yakumo", "0.5");
        table.apply_line("plot 1st 2.5", &[]);
        assert_eq!(detached_for_speed(&moves_on(&mut table)), ["yakumo"]);
        table.apply_line("next to plotting", &[]);
        table.apply_line("set yakumo top 2.5 because \"mended\"", &[]);
        // Clear water is 2.5: Yakumo makes 1.0, the others 0.5, so 2.0 remains.
        table.apply_line("plot yakumo 1", &[]);
        table.apply_line(&format!("plot 1st {speed}"), &[]);
        let events = moves_on(&mut table);
        let rule = events.iter().find_map(|event| match &event.fact {
            Fact::ShipRejoined { ship, division, .. } => {
                assert_eq!((ship.as_str(), division.as_str()), ("yakumo", "1st"));
                Some(event.rule.to_string())
            }
            _ => None,
        });
        assert_eq!(rule, rejoins.then(|| "5.8".to_owned()), "{speed}");
        let division = table.state.division(&"1st".into()).unwrap();
        assert_eq!(division.ships.len(), if rejoins { 4 } else { 3 });
        assert!(division.course.is_in_column());
    }
}

#[test]
fn q57_a_forced_change_of_speed_owes_its_check_measured_or_tracked() {
    let owes = |table: &Table| {
        let checks = |task: &Task| matches!(task, Task::CheckOrders { division, .. } if *division == "1st");
        duties(&table.state).iter().any(|duty| checks(&duty.task))
    };
    // A slow ship forces no change of speed. A slow flagship forces one on its division.
    for (ship, top, forced) in [("yakumo", "0", false), ("izumo", "1", false), ("izumo", "0.99", true)] {
        let mut table = slow(false, ship, top);
        table.apply_line("next", &[]);
        assert_eq!(owes(&table), forced, "{ship} {top}");
        let mut table = slow(true, ship, top);
        let speed = if forced { "1.99" } else { "2" };
        table.apply_line(&format!("plot 1st {speed}"), &[]);
        let division = table.state.division(&"1st".into()).unwrap();
        assert_eq!(orders_number_or_exemption(&table.state, division).is_ok(), forced, "{ship} {top}");
    }
}

#[test]
fn q57_captains_keep_the_ships_that_can_stay_within_an_inch() {
    for (ship, top, plots) in
        [("yakumo", "0", "2.5"), ("yakumo", "1.49", "2.5"), ("yakumo", "1.5", "1.5"), ("izumo", "0.5", "1.5")]
    {
        let table = slow(true, ship, top);
        let division = table.state.division(&"1st".into()).unwrap();
        assert_eq!(moves::fastest(&table.state, division), inches(plots), "{ship} {top}");
    }
}

/// After a turn at 2 inches under the flag of Iwate, or of the leader Izumo, Izumo is slowed.
fn slow_leader(flag: &str, top: &str) -> Table {
    let mut table = begin(true);
    if flag != "izumo" {
        table.apply_line(&format!("flag 1st {flag}"), &[]);
    }
    table.apply_line("plot 1st 2", &[]);
    moves_on(&mut table);
    table.apply_line("next to damage", &[]);
    table.apply_line(&format!("set izumo top {top} because \"boilers\""), &[]);
    table.apply_line("next to plotting", &[]);
    table
}

fn offered_speed(table: &Table) -> String {
    let straight = straight_on_for(&table.state, true);
    straight.iter().find(|(division, ..)| *division == *"1st").unwrap().1.to_string()
}

#[test]
fn q57_a_slow_lead_ship_does_not_slow_the_offered_plot() {
    // Izumo leads. As an ordinary ship it is left behind and named; as flagship it limits the others to an inch more.
    for (flag, top, offer, names) in [
        ("iwate", "0.5", "2.0", &["izumo 0.5"][..]),
        ("iwate", "1", "2.0", &[]),
        ("izumo", "0.5", "1.5", &[]),
        ("izumo", "1", "2.0", &[]),
        ("izumo", "0.99", "1.99", &[]),
    ] {
        let mut table = slow_leader(flag, top);
        assert_eq!(offered_speed(&table), offer, "{flag} {top}");
        assert_eq!(straggler_texts(&table.apply_line(&format!("plot 1st {offer}"), &[])), names, "{flag} {top}");
        // A division that keeps the same speed without a plot needs no slower plot.
        let division = table.state.division(&"1st".into()).unwrap();
        assert_eq!(moves::speed_without_plot(&table.state, division).to_string(), offer);
        assert_eq!(
            orders_number_or_exemption(&table.state, division).is_err(),
            offer == "2.0",
            "a forced change is a change [5.10.2]"
        );
    }
}

#[test]
fn q57_a_ship_that_closes_up_does_not_speed_up_the_offered_plot() {
    let mut table = slow(true, "izumo", "2");
    table.apply_line("set yakumo at 20 13.5 heading 0 because \"astern\"", &[]);
    table.apply_line("plot 1st CU speed 2", &[]);
    moves_on(&mut table);
    table.apply_line("next to plotting", &[]);
    assert_eq!((speeds(&table)[3].as_str(), offered_speed(&table).as_str()), ("2.5", "2.0"));
}

#[test]
fn q57_independent_movement_straight_on_uses_the_divisions_speed() {
    for (flag, top, goes) in [("iwate", "0.5", "2.0"), ("izumo", "1", "2.0"), ("izumo", "0.75", "1.75")] {
        let mut table = slow_leader(flag, top);
        table.apply_line(&format!("plot 1st SR30 speed {goes}"), &[]);
        for unit in ["main", "rd"] {
            table.apply_line(&format!("plot {unit} 2"), &[]);
        }
        let events = table.apply_line("next", &[10, 4]);
        let straight = events.iter().find_map(|event| match &event.fact {
            Fact::PlotReplaced { plot, .. } => plot.speed.or(plot.own_speed()),
            _ => None,
        });
        assert_eq!(straight, Some(inches(goes)), "{flag} {top}");
        assert_eq!(speeds(&table)[1..], [goes; 3], "{flag} {top}");
    }
}

#[test]
fn q57_a_quick_start_uses_the_divisions_speed() {
    let mut setup = fleet();
    setup.divisions.truncate(2);
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("flag 1st iwate", &[]);
    table.apply_line("set izumo top 0.5 because \"boilers\"", &[]);
    table.apply_line("quickstart turns 1", &[]);
    assert_eq!(speeds(&table), ["0.5", "2.0", "2.0", "2.0"]);
}

#[test]
fn q57_measured_the_answer_names_a_faster_ship_for_a_slow_flagship() {
    let slow_flagships = |table: &Table| {
        let describe = |task: &Task| match task {
            Task::LeadAnew { division, flagship, most, next } => Some(format!("{division} {flagship} {most} {next}")),
            _ => None,
        };
        segment_reminders(&table.state).iter().filter_map(|duty| describe(&duty.task)).collect::<Vec<String>>()
    };
    let mut table = slow(false, "izumo", "0");
    assert_eq!(slow_flagships(&table), ["1st izumo 1.0 iwate"]);
    table.facts_on_copy("flag 1st iwate").unwrap();
    assert!(slow_flagships(&table.after("flag 1st iwate")).is_empty());
    assert!(slow_flagships(&table.after("plot 1st 1")).is_empty(), "it is plotted");
    table.apply_line("next", &[]);
    assert!(slow_flagships(&table).is_empty(), "plots are closed");
    // Within an inch it slows no other ship, nor does another slow ship. On the tracked table a plot is due.
    for table in [slow(false, "izumo", "1.5"), slow(false, "yakumo", "0"), slow(true, "izumo", "0")] {
        assert!(slow_flagships(&table).is_empty());
    }
}

#[test]
fn q57_a_captain_leaves_a_slow_flagship_and_shifts_its_flag() {
    let new_leader = |ship: &str, top: &str| {
        let table = slow(true, ship, top);
        let division = table.state.division(&"1st".into()).unwrap();
        moves::faster_leader(&table.state, division).map(|ship| ship.id.to_string())
    };
    assert_eq!(new_leader("izumo", "0"), Some("iwate".to_owned()));
    assert_eq!(new_leader("izumo", "1.49"), Some("iwate".to_owned()));
    assert_eq!(new_leader("izumo", "1.5"), None);
    assert_eq!(new_leader("yakumo", "0"), None);
    // The next ship cannot take the flag if it is as slow.
    let mut table = slow(true, "izumo", "0");
    table.apply_line("set iwate top 1 because \"boilers\"", &[]);
    let division = table.state.division(&"1st".into()).unwrap();
    assert_eq!(moves::faster_leader(&table.state, division).unwrap().id, *"asama");
}

#[test]
fn q57_a_refused_turn_under_a_slow_flagship_offers_a_plot_for_all() {
    let mut table = slow(true, "izumo", "1");
    table.apply_line("plot 1st SR30 speed 2", &[]);
    // The flag cannot be shifted while the plot contains a turn.
    let text = refused(&table, "plot 1st SR30 speed 2.25");
    assert!(text.contains("`plot 1st SR30 speed 2.0`") && !text.contains("`flag"), "{text}");
    let text = refused(&slow(true, "izumo", "1"), "plot 1st SR30 speed 2.25");
    assert!(text.contains("`flag 1st iwate`"), "{text}");
    // Under a new flag the hint is to go straight on, as fast as it goes.
    let mut table = slow_leader("iwate", "0");
    table.apply_line("flag 1st asama", &[]);
    let text = refused(&table, "plot 1st SR30 speed 2");
    assert!(text.contains("`plot 1st 2.0`"), "{text}");
}

/// Executes a line with dice by which orders arrive, overlapping ships pass clear, and no large ship makes a torpedo
/// attack. [5.10.3, 5.11, 7.5.1]
fn apply_with_lucky_dice(table: &mut Table, line: &str) {
    let dice: [&[u8]; 9] =
        [&[], &[1], &[10], &[1, 10], &[10, 10], &[1, 10, 10], &[10, 10, 10], &[1, 10, 10, 10], &[10; 4]];
    dice.iter().find_map(|dice| table.decide_line(line, dice).ok()).expect("moves");
}

/// How far Iwate turns by a ships turn that its division plots, in degrees, and how far it runs, in inches.
fn turn_of_iwate(table: &mut Table, plot: &str) -> (f64, f64) {
    table.apply_line(plot, &[]);
    for unit in ["main", "rd"] {
        if table.state.division(&unit.into()).unwrap().plot.is_none() {
            table.apply_line(&format!("plot {unit} 2"), &[]);
        }
    }
    apply_with_lucky_dice(table, "next");
    table.apply_line("next waive \"orders arrive\"", &[]);
    let run = table.ship("iwate").run.clone().unwrap();
    (run.turned.as_f64(), run.legs.iter().map(|leg| leg.length_in()).sum())
}

#[test]
fn r5_4_a_slow_ship_turns_as_far_as_its_own_way_allows() {
    for (top, plot, turned, way_in) in [
        // The arc of 90 degrees with a radius of 0.5" takes 0.785".
        ("0", "plot 1st SR90 speed 2.25", 0.0, 0.0),
        ("0.1", "plot 1st SR180 speed 2.25", 0.1 / 0.5, 0.1),
        ("0.5", "plot 1st SR45-0.5-SL45 speed 2", 0.5 / 0.5, 0.5),
        ("1", "plot 1st 1-SR90 speed 2", 0.5 / 0.5, 1.0),
        // If its way lasts, it makes the complete turn and goes straight on with the rest.
        ("0.8", "plot 1st SR90 speed 2", 90f64.to_radians(), 0.8),
    ] {
        let (degrees, inches) = turn_of_iwate(&mut slow(true, "iwate", top), plot);
        assert!((degrees - turned.to_degrees()).abs() < 0.01, "{top} {plot}: {degrees}");
        assert!((inches - way_in).abs() < 0.001, "{top} {plot}: {inches}");
    }
}

/// A turn that is not finished continues at the start of the next move, also for a single ship. [Q29]
#[test]
fn r5_7_2_a_slow_ship_that_stays_finishes_its_turn_in_the_next_move() {
    let mut table = slow(true, "iwate", "1.25");
    let (degrees, inches) = turn_of_iwate(&mut table, "plot 1st SR180 speed 2");
    assert!((degrees - 2.5f64.to_degrees()).abs() < 0.01 && (inches - 1.25).abs() < 0.001, "{degrees} {inches}");
    assert_eq!(table.ship("asama").run.as_ref().unwrap().turned.as_f64(), 180.0);
    assert_eq!(*table.ship("iwate").division, *"1st", "within an inch it stays");
    table.apply_line("next to plotting", &[]);
    let (rest, inches) = turn_of_iwate(&mut table, "plot 1st 1.25");
    assert!((degrees + rest - 180.0).abs() < 0.01 && (inches - 1.25).abs() < 0.001, "{rest} {inches}");
    for ship in ["izumo", "iwate", "asama", "yakumo"] {
        assert!((table.position_of(ship).2 - 180.0).abs() < 0.01, "{ship}");
    }
}

/// Ships that turn back into a column stay where they are: a ship that lagged is not moved to the track.
#[test]
fn r5_7_2_a_ship_that_lagged_abeam_is_not_moved_to_its_place() {
    let mut table = slow(true, "iwate", "1.25");
    turn_of_iwate(&mut table, "plot 1st SR90 speed 2");
    table.apply_line("next to plotting", &[]);
    let (_, inches) = turn_of_iwate(&mut table, "plot 1st SL90 speed 1.25");
    assert!((inches - 1.25).abs() < 0.001, "{inches}");
    let x_of = |ship: &str| table.position_of(ship).0;
    assert!((x_of("asama") - x_of("izumo")).abs() < 0.01);
    assert!((x_of("izumo") - x_of("iwate") - 0.75).abs() < 0.01, "it stays as far behind as it lagged");
}

#[test]
fn r5_4_a_measured_slow_ship_turns_as_far_as_its_way_allows() {
    for (top, plot, turned, course) in [
        ("0", "plot 1st SR90 speed 2.25", 0, 0.0),
        ("0.25", "plot 1st SR90 speed 2.25", 30, 28.6479),
        ("0.8", "plot 1st SR90 speed 2", 90, 90.0),
    ] {
        let mut setup = fleet();
        setup.remove_positions();
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.apply_line(&format!("set iwate top {top} because \"boilers\""), &[]);
        table.apply_line(plot, &[]);
        table.apply_line("next", &[]);
        for (ship, turned, course) in [("iwate", turned, course), ("asama", 90, 90.0)] {
            let now = table.state.steering_of(&ship.into());
            assert_eq!(now.map_or(Some(0), |steering| steering.turned), Some(turned), "{top} {ship}");
            assert_eq!(table.ship(ship).helm.course.unwrap().as_f64(), course, "{top} {ship}");
        }
    }
}

#[test]
fn r3_4_2_a_slow_ship_turns_as_far_in_half_moves_as_in_a_whole_one() {
    let mut setup = fleet();
    setup.options.half_moves = true;
    setup.divisions.last_mut().unwrap().at = Some(naval::model::Place::new(23.0, 20.0, 180.0));
    let mut table = Table { state: Naval::initial_state(&setup) };
    apply_with_lucky_dice(&mut table, "next to plotting waive \"quiet\"");
    table.apply_line("half japan", &[]);
    table.apply_line("set iwate top 0.5 because \"boilers\"", &[]);
    let (first, inches) = turn_of_iwate(&mut table, "plot 1st SR180 speed 2");
    assert!((first - 0.5f64.to_degrees()).abs() < 0.01 && (inches - 0.25).abs() < 0.001, "{first} {inches}");
    let before = table.position_of("iwate").2;
    apply_with_lucky_dice(&mut table, "next to plotting waive \"quiet\"");
    apply_with_lucky_dice(&mut table, "next");
    assert!((table.position_of("iwate").2 - before - 0.5f64.to_degrees()).abs() < 0.01);
}

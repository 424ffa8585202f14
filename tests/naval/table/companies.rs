//! 4.6, 5.1.1, 5.10.1, 5.10.3: which ships make smoke, sail together, and roll for orders.
use naval::model::chart::{DamageTable, TableConditions, TableKind};
use naval::model::{HeldHit, HitKind, Setting, Setup, WindForce, ship::ShipType::*};
use naval::{Fact, Naval, NavalEvent, view::View};
use play::Game;

use super::{
    Table, flat,
    fleet::{DivisionSpec, battle, division, setup},
};

fn begin(setup: &Setup) -> Table {
    Table { state: Naval::initial_state(setup) }
}

fn cruisers() -> Vec<DivisionSpec<'static>> {
    vec![
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA), ("Asama", CA), ("Yakumo", CA)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]
}

#[test]
fn r5_1_1_incompatible_types_form_no_division() {
    for (left, right, legal) in [
        (CA, BB, true),
        (BC, OBB, true),
        (CL, CP, true),
        (TB, TBD, true),
        (CA, CL, false),
        (CL, TBD, false),
        (BB, TB, false),
        (MM, CP, false),
        (MM, MM, true),
    ] {
        let first = [("One", left)];
        let second = [("Two", right)];
        let mut table = battle(&[
            division("japan", "1st", &first, 20.0, 20.0, 0.0),
            division("japan", "2nd", &second, 20.0, 17.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
        ]);
        match table.decide_line("division both one two", &[]) {
            Ok(_) => assert!(legal, "{left} {right}"),
            Err(refusal) => {
                assert!(!legal && refusal.contains("IncompatibleKind"), "{left} {right}: {refusal}")
            }
        }
    }
}

#[test]
fn r5_1_1_a_mixed_division_of_the_scenario_may_form_again() {
    let mut table = battle(&[
        division("japan", "1st", &[("Izumo", CA), ("Naniwa", CP)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    table.apply_line("plot naniwa 2", &[]);
    table.apply_line("division 1st izumo naniwa", &[]);
}

#[test]
fn r5_1_1_a_remainder_that_is_too_small_gives_a_warning() {
    let mut table = battle(&cruisers());
    let before = table.state.clone();
    let events = table.apply_line("division van izumo iwate asama", &[]);
    let text = flat(&show::event::events_text(&before, &events));
    assert!(text.contains("1st keeps Yakumo. A division of CA has at least 2 ships."), "{text}");
    let mut table = battle(&cruisers());
    let before = table.state.clone();
    let events = table.apply_line("division van izumo iwate", &[]);
    let text = flat(&show::event::events_text(&before, &events));
    assert!(!text.contains("keeps") && !text.contains("at least"), "{text}");
}

#[test]
fn r5_1_1_the_open_table_allows_a_mixed_division_with_a_warning() {
    let mut table = Table::new();
    for (index, (name, kind)) in [("One", BB), ("Two", TBD)].into_iter().enumerate() {
        table.place(name, kind, "a", (20.0, 20.0 - 3.0 * index as f64, 0.0));
    }
    let before = table.state.clone();
    let events = table.line("division both one two").unwrap();
    assert!(flat(&show::event::events_text(&before, &events)).contains("would not sail in one division"));
    // With checks on, the open table refuses it like a battle.
    let mut table = Table::new();
    for (index, (name, kind)) in [("One", BB), ("Two", TBD)].into_iter().enumerate() {
        table.place(name, kind, "a", (20.0, 20.0 - 3.0 * index as f64, 0.0));
    }
    table.lines(&["checks on"]);
    assert!(table.refusal("division both one two").contains("IncompatibleKind"));
}

#[test]
fn r4_6_smoke_in_a_high_wind_is_accepted_with_a_warning() {
    for (force, expected) in [(WindForce::Calm, false), (WindForce::Moderate, false), (WindForce::High, true)] {
        let mut setup = setup(&cruisers());
        setup.wind.force = force;
        let mut table = begin(&setup);
        let before = table.state.clone();
        let events = table.apply_line("plot 1st 2 smoke izumo", &[]);
        assert_eq!(
            flat(&show::event::events_text(&before, &events)).contains("the smoke hides nothing [4.6]"),
            expected,
            "{force:?}"
        );
        table.apply_line("next", &[]);
        assert_eq!(table.state.smoke.iter().any(|smoke| smoke.lasts_in(1, force)), !expected);
    }
}

#[test]
fn r4_6_a_stopped_or_lost_ship_makes_no_smoke() {
    let mut table = battle(&cruisers());
    table.assert_refused("plot 1st 0 smoke izumo", "NoSmokeStopped");
    table.apply_line("plot 1st 0.25 smoke izumo", &[]);
    table.apply_line("plot 1st 0", &[]);
    for fate in ["sinking", "abandoned"] {
        let mut table = battle(&cruisers());
        table.apply_line(&format!("set yakumo fate {fate} because \"a mine\""), &[]);
        table.assert_refused("plot 1st 2 smoke yakumo", "NotInAction");
        table.apply_line("plot 1st 2 smoke asama", &[]);
    }
    // A ship without speed makes no smoke, whatever the others do.
    let mut table = battle(&cruisers());
    table.apply_line("set yakumo top 0 because \"boilers\"", &[]);
    table.assert_refused("plot 1st 1 smoke yakumo", "NoSmokeStopped");
}

fn needs_orders(table: &Table, unit: &str) -> bool {
    let mut copy = Table { state: table.state.clone() };
    copy.decide_line("next", &[]).is_err_and(|refusal| refusal.contains(&format!("Orders({unit})")))
}

#[test]
fn r5_10_3_a_force_flagship_plotted_out_of_its_division_rolls() {
    let written = [
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB)], 10.0, 10.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ];
    let mut table = battle(&written);
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot mikasa 2", &[]);
    assert!(needs_orders(&table, "mikasa"));
    assert!(!needs_orders(&table, "1st"));
    let (sheet, _) = show::sheet::sheets(&View::referee(&table.state), Some(&"mikasa".into()));
    assert!(!sheet.contains("without a check"), "{sheet}");
}

#[test]
fn r5_10_1_a_division_of_one_ship_is_a_division() {
    let mut table = battle(&[
        division("japan", "1st", &[("Mikasa", BB)], 10.0, 10.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    table.apply_line("plot mikasa 1-CR15 speed 2", &[]);
    table.apply_line("next", &[]);
    // The last ship of a larger division counts as a division too.
    let mut table = battle(&[
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB)], 10.0, 10.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    table.apply_line("set asahi fate sunk because \"a mine\"", &[]);
    table.apply_line("plot mikasa 1-CR15 speed 2", &[]);
    assert!(!table.state.division_of(&"mikasa".into()).unwrap().is_alone);
    table.apply_line("next", &[]);
    // If two ships are left and each sails alone, neither is a division.
    let mut table = battle(&[
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB), ("Fuji", BB)], 10.0, 10.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    table.apply_line("set fuji fate sunk because \"a mine\"", &[]);
    table.apply_line("plot asahi 2", &[]);
    assert!(table.state.division_of(&"asahi".into()).unwrap().is_alone && needs_orders(&table, "asahi"));
}

fn damage_table(events: &[NavalEvent]) -> String {
    let table = events.iter().find_map(|event| match &event.fact {
        Fact::HitRolled { table, .. } => Some(table.to_string()),
        _ => None,
    });
    table.unwrap()
}

#[test]
fn r8_2_1_the_mounts_on_the_card_choose_the_column_of_the_chart() {
    // Fore and aft turrets are two mounts. With a third amidships the other column is used, whatever has been lost.
    for (mounts, lost, column) in
        [(2, 0, "few"), (3, 0, "rjw-japanese-guns"), (3, 1, "rjw-japanese-guns"), (3, 2, "rjw-japanese-guns")]
    {
        let mut setup = naval_kit::fixture::duel();
        let charts = std::sync::Arc::make_mut(&mut setup.charts);
        let mut few: DamageTable = charts.damage[0].clone();
        few.id = "few".into();
        few.kind = TableKind::Penetrating;
        few.when = TableConditions { types: vec![BB], mounts_to: Some(2), ..TableConditions::default() };
        charts.damage.insert(0, few);
        if mounts == 3 {
            let card = std::sync::Arc::make_mut(&mut setup.ships[1].card);
            let big = card.big.as_mut().unwrap();
            big.mounts.push(naval_kit::fixture::mount("q", &big.mounts[0].arcs.clone()));
        }
        let mut table = begin(&setup);
        table.set("retvizan", Setting::MountsLost(lost));
        table.apply_line("next to damage", &[]);
        let battery = Some(naval::model::BatteryKind::Big);
        let (target, firer, range) = ("retvizan".into(), Some("asahi".into()), Some(naval_kit::fixture::inches("8")));
        table.state.held_hits.push(HeldHit { target, firer, kind: HitKind::Penetrating, battery, range, count: 1 });
        assert_eq!(damage_table(&table.apply_line("damage all", &[20])), column, "{mounts} mounts, {lost} lost");
    }
}

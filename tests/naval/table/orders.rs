//! 5.10: orders received or not, repeaters, independent movement, flags.
use naval::model::chart::{Independent, UnitKind};
use naval::model::{Harm, Setting, ship::ShipType::*};
use naval::rules::signals::{orders_number, repeaters};
use naval::{
    Command, Fact, Id, Inches, NavalEvent, State,
    seal::{OpenedSeal, SealError, open_last_seal},
    view::View,
};
use play::Game;

use super::{
    Table,
    fleet::{DivisionSpec, battle, division},
    near,
    records::{number, records},
};

/// The admiral alone, a division east of it that must check orders, and an enemy to the north.
fn admiral_checker_and_enemy() -> Vec<DivisionSpec<'static>> {
    vec![
        division("japan", "1st", &[("Mikasa", BB)], 10.0, 10.0, 0.0),
        division("japan", "2nd", &[("Izumo", CA), ("Iwate", CA)], 16.0, 10.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 16.0, 40.0, 180.0),
    ]
}

fn number_needed(state: &State, id: &str) -> i32 {
    orders_number(state, state.division(&id.into()).unwrap()).result
}

fn modifier_texts(state: &State, id: &str) -> Vec<String> {
    let sum = orders_number(state, state.division(&id.into()).unwrap());
    sum.terms.iter().map(|term| format!("{:?} {:+} {}", term.label, term.plus.unwrap(), term.rule)).collect()
}

fn is_received(events: &[NavalEvent]) -> Option<bool> {
    events.iter().find_map(|event| match &event.fact {
        Fact::OrdersChecked { received, .. } => Some(*received),
        _ => None,
    })
}

fn independent_result(events: &[NavalEvent]) -> Option<Independent> {
    events.iter().find_map(|event| match &event.fact {
        Fact::ActedAlone { does, .. } => Some(*does),
        _ => None,
    })
}

#[test]
fn r5_10_1_the_force_flags_formation_never_checks() {
    let mut written = admiral_checker_and_enemy();
    written[1].at.0 = 12.0;
    let mut table = battle(&written);
    table.apply_line("plot 1st 1-CL15 speed 2", &[]);
    table.apply_line("plot 2nd 1-CL15 speed 2", &[]);
    assert!(table.decide_line("next", &[]).unwrap_err().contains("Orders(2nd)"));
    table.apply_line("formation van 1st 2nd", &[]);
    assert_eq!(is_received(&table.apply_line("next", &[])), None);
}

#[test]
fn r5_10_2_carrying_on_needs_no_check() {
    for (plot, checks) in [
        ("2", false),
        ("1-1", false),
        ("CU", false),
        ("2 speed 2", false),
        ("2.1", true),
        ("1.5", true),
        ("0", true),
        ("SR15 speed 2", true),
        ("CR15 speed 2", true),
    ] {
        let mut table = battle(&admiral_checker_and_enemy());
        table.apply_line("plot 1st 2", &[]);
        table.apply_line(&format!("plot 2nd {plot}"), &[]);
        assert_eq!(table.decide_line("next", &[]).is_err(), checks, "{plot}");
    }
    // A follower's orders are unchanged when its leader's are.
    let mut written = admiral_checker_and_enemy();
    written.push(division("japan", "3rd", &[("Asama", CA)], 16.0, 6.0, 0.0));
    for (lead, checks) in [("2", false), ("1-CR15 speed 2", true)] {
        let mut table = battle(&written);
        table.apply_line("formation van 2nd 3rd", &[]);
        for line in ["plot 1st 2", "plot 3rd F2nd"] {
            table.apply_line(line, &[]);
        }
        table.apply_line(&format!("plot 2nd {lead}"), &[]);
        assert_eq!(table.decide_line("next", &[]).is_err(), checks, "{lead}");
    }
}

#[test]
fn r5_10_3_every_result_of_the_order_check() {
    for signalling in -2..=2 {
        for face in 1..=10 {
            let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
            setup.divisions[1].signalling = signalling;
            let mut table = Table { state: naval::Naval::initial_state(&setup) };
            table.apply_line("plot 1st 2", &[]);
            table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
            let reached = i32::from(face) <= 6 + signalling;
            let faces: &[u8] = if reached { &[face] } else { &[face, 4] };
            let events = table.apply_line("next", faces);
            assert_eq!(is_received(&events), Some(reached), "{face} with {signalling}");
            assert_eq!(independent_result(&events).is_none(), reached);
            assert_eq!(table.position_of("izumo").2, if reached { 15.0 } else { 0.0 });
        }
    }
}

#[test]
fn r5_10_3_the_sum_counts_distance_night_and_the_bridge() {
    for (x, worth) in [(19.99, 0), (20.0, -1), (29.99, -1), (30.0, -2), (40.0, -3)] {
        let mut written = admiral_checker_and_enemy();
        written[1].at.0 = x;
        let table = battle(&written);
        assert_eq!(number_needed(&table.state, "2nd"), 6 + worth, "flag at 10, checker at {x}");
    }
    let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
    setup.night = true;
    setup.divisions[1].signalling = 2;
    let mut table = Table { state: naval::Naval::initial_state(&setup) };
    assert_eq!(modifier_texts(&table.state, "2nd"), ["Signalling +2 5.10.3", "Night -2 5.10.3"]);
    naval::Naval::apply(
        &mut table.state,
        &Fact::HitTaken { ship: "izumo".into(), id: "B1".into(), harm: Harm::Bridge },
    );
    assert_eq!(
        modifier_texts(&table.state, "2nd"),
        ["Night -2 5.10.3"],
        "a bridge that is hit signals no better than 0"
    );
}

#[test]
fn r5_10_3_fire_counts_if_the_option_is_set() {
    let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
    std::sync::Arc::make_mut(&mut setup.charts).command_check.under_fire = -1;
    let mut table = Table { state: naval::Naval::initial_state(&setup) };
    table.state.ship_mut(&"iwate".into()).unwrap().fired_upon = true;
    assert_eq!(number_needed(&table.state, "2nd"), 6);
    for line in ["plot 1st 2", "plot 2nd 2", "next to plotting"] {
        table.apply_line(line, &[]);
    }
    assert_eq!(modifier_texts(&table.state, "2nd"), ["FiredOnLastTurn -1 5.10.3"]);
}

#[test]
fn r5_7_7_a_plot_filed_ahead_is_received_more_easily_and_stands() {
    let mut table = battle(&admiral_checker_and_enemy());
    for line in ["plot 1st 2", "plot 2nd 2", "plot 2nd 1-CR15 speed 2 next", "next to plotting"] {
        table.apply_line(line, &[]);
    }
    assert_eq!(modifier_texts(&table.state, "2nd"), ["PlottedATurnAhead +2 5.7.7"]);
    table.assert_refused("plot 2nd 2", "PlottedAhead");
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    assert_eq!(number_needed(&table.state, "2nd"), 8, "the same plot once more is no new one");
    // Orders fail after the next plot was filed: that plot may be changed.
    table.apply_line("plot 2nd 1-CL30 speed 2 next", &[]);
    table.apply_line("plot 1st 2", &[]);
    assert_eq!(is_received(&table.apply_line("next to plotting", &[9, 4])), Some(false));
    table.apply_line("plot 2nd 2", &[]);
    assert_eq!(number_needed(&table.state, "2nd"), 6);
}

#[test]
fn r5_10_4_repeaters_are_between_checker_and_flag() {
    // The flag is at 10, 10 and the checker 20 inches east of it. A repeater must be closer to both than they are to
    // each other. A point 16 inches aside and 12 north of one is exactly 20 away.
    for (x, y, repeats) in [
        (20.0, 12.0, true),
        (31.0, 10.0, false),
        (9.0, 10.0, false),
        (20.0, 27.0, true),
        (26.0, 22.0, false),
        (25.9, 22.0, true),
        (14.0, 22.0, false),
        (14.1, 22.0, true),
    ] {
        let mut written = admiral_checker_and_enemy();
        written[1].at.0 = 30.0;
        written.push(division("japan", "3rd", &[("Tatsuta", CL)], x, y, 0.0));
        let table = battle(&written);
        let found = repeaters(&table.state, table.state.division(&"2nd".into()).unwrap());
        assert_eq!(found.len() == 1, repeats, "{x}, {y}");
        assert_eq!(number_needed(&table.state, "2nd"), 6 - 2 + i32::from(repeats));
    }
    // At most two count.
    let mut written = admiral_checker_and_enemy();
    written[1].at.0 = 30.0;
    let names = [("a", "Asama"), ("b", "Yakumo"), ("c", "Azuma")];
    let ships: Vec<[(&str, naval::model::ShipType); 1]> = names.iter().map(|(_, name)| [(*name, CA)]).collect();
    for (index, ((id, _), ships)) in names.iter().zip(&ships).enumerate() {
        written.push(division("japan", id, ships, 20.0, 8.0 + 2.0 * index as f64, 0.0));
    }
    let table = battle(&written);
    assert_eq!(modifier_texts(&table.state, "2nd"), ["Repeaters(3) +2 5.10.4", "FromTheForceFlag(20.0\") -2 5.10.3"]);
}

#[test]
fn r5_10_4_repeaters_match_the_records() {
    for record in records("repeaters") {
        let mut table = Table::new();
        let place = |at: &serde_json::Value| (number(&at["x"]), number(&at["y"]), 0.0);
        table.place("Flag", BB, "a", place(&record["flag"]));
        table.place("Checker", CA, "a", place(&record["checker"]));
        for other in record["others"].as_array().unwrap() {
            table.place(other["name"].as_str().unwrap(), CL, "a", place(other));
        }
        let found = repeaters(&table.state, table.state.division(&"checker".into()).unwrap());
        let shown = record["others"].as_array().unwrap().iter().filter(|other| other["repeater"].as_bool().unwrap());
        let repeaters: Vec<Id> = shown.map(|other| Id::new(other["name"].as_str().unwrap())).collect();
        assert_eq!(found, repeaters, "{}", record["id"]);
        assert_eq!(found.len() as u64, record["count"].as_u64().unwrap());
    }
}

#[test]
fn r5_10_3_every_result_of_independent_movement() {
    for initiative in -2..=2 {
        for face in 1..=10 {
            let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
            setup.divisions[1].initiative = initiative;
            let mut table = Table { state: naval::Naval::initial_state(&setup) };
            table.apply_line("plot 1st 2", &[]);
            table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
            let wanted = match i32::from(face) + initiative {
                ..=2 => Independent::TurnAway { degrees: 45 },
                3..=6 => Independent::StraightSameSpeed,
                7 | 8 => Independent::FollowNearestAhead,
                9 => Independent::TurnTowardEnemy { degrees: 45 },
                _ => Independent::AsPlotted,
            };
            assert_eq!(
                independent_result(&table.apply_line("next", &[10, face])),
                Some(wanted),
                "{face} with {initiative}"
            );
        }
    }
}

/// The table after the 2nd division's move without orders, with this result of the second die.
fn moved_without_orders(written: &[DivisionSpec], plot: &str, face: u8) -> Table {
    let mut table = battle(written);
    table.state.ship_mut(&"retvizan".into()).unwrap().sighted = true;
    table.apply_line("plot 1st 2", &[]);
    table.apply_line(&format!("plot 2nd {plot}"), &[]);
    let events = table.apply_line("next", &[10, face]);
    assert!(independent_result(&events).is_some());
    table
}

#[test]
fn r5_10_5_independent_moves_are_made_in_column() {
    // The enemy bears 0: away is a turn of 45, toward is no turn.
    assert_eq!(moved_without_orders(&admiral_checker_and_enemy(), "1-CR15 speed 2", 1).position_of("izumo").2, 45.0);
    near(
        "straight",
        moved_without_orders(&admiral_checker_and_enemy(), "1-CR15 speed 2", 4).position_of("izumo"),
        (16.0, 12.0, 0.0),
    );
    near(
        "toward",
        moved_without_orders(&admiral_checker_and_enemy(), "1-CR15 speed 2", 9).position_of("izumo"),
        (16.0, 12.0, 0.0),
    );
    let mut aside = admiral_checker_and_enemy();
    aside[2].at = (60.0, 10.0, 270.0);
    assert_eq!(moved_without_orders(&aside, "1-CL15 speed 2", 9).position_of("izumo").2, 45.0, "toward the east");
    assert_eq!(moved_without_orders(&aside, "1-CL15 speed 2", 1).position_of("izumo").2, 315.0, "away to the west");
    aside[2].at = (22.0, 40.0, 180.0);
    assert_eq!(
        moved_without_orders(&aside, "1-CL15 speed 2", 9).position_of("izumo").2,
        15.0,
        "no farther than to the enemy"
    );
    // As plotted, but never together: the second ship has not turned.
    let table = moved_without_orders(&admiral_checker_and_enemy(), "1-SR30 speed 2", 10);
    assert_eq!((table.position_of("izumo").2, table.position_of("iwate").2), (30.0, 0.0));
    let sheet = &table.state.division(&"2nd".into()).unwrap().plot_records;
    assert_eq!(sheet.len(), 1, "the filed plot stays on the sheet");
    assert_ne!(Some(&sheet[0].plot), sheet[0].instead.as_ref());
}

#[test]
fn r5_10_5_the_nearest_friends_ahead_are_followed() {
    let mut written = admiral_checker_and_enemy();
    written.push(division("japan", "3rd", &[("Asama", CA)], 16.0, 14.0, 0.0));
    written.push(division("japan", "4th", &[("Yakumo", CA)], 30.0, 12.0, 0.0));
    let go = |written: &[DivisionSpec], plot: &str| {
        let mut table = battle(written);
        for line in ["plot 1st 2", "plot 3rd 2", "plot 4th 2"] {
            table.apply_line(line, &[]);
        }
        table.apply_line(&format!("plot 2nd {plot}"), &[]);
        table.apply_line("next", &[10, 7]);
        table
    };
    // On the track of the 3rd, right astern of it: there it stays.
    near("astern", go(&written, "1-CR15 speed 2").position_of("izumo"), (16.0, 12.0, 0.0));
    // Off its track: it steers for the 3rd, to the nearest 15 degrees.
    written[3].at = (20.0, 14.0, 0.0);
    assert_eq!(go(&written, "2.5").position_of("izumo").2, 45.0);
    // No friends ahead: straight on.
    written[3].at = (16.0, 2.0, 0.0);
    written[4].at = (30.0, 4.0, 0.0);
    near("alone", go(&written, "2.5").position_of("izumo"), (16.0, 12.0, 0.0));
}

#[test]
fn r5_10_5_what_was_done_last_turn_may_be_done_again() {
    let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
    for table in &mut std::sync::Arc::make_mut(&mut setup.charts).independent_movement {
        table.rows = vec![naval::model::chart::IndependentRow { up_to: None, does: Independent::RepeatLastTurn }];
    }
    let mut table = Table { state: naval::Naval::initial_state(&setup) };
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    table.apply_line("next to plotting", &[1]);
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot 2nd 1.5", &[]);
    table.apply_line("next", &[10, 5]);
    assert_eq!(table.position_of("izumo").2, 30.0);
}

#[test]
fn r5_9_3_a_ship_plotted_alone_always_checks() {
    let mut table = battle(&admiral_checker_and_enemy());
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot 2nd 2", &[]);
    table.apply_line("plot iwate 2", &[]);
    let events = table.apply_line("next", &[10, 4]);
    let kind = events.iter().find_map(|event| match &event.fact {
        Fact::ActedAlone { kind, .. } => Some((*kind, event.rule.to_string())),
        _ => None,
    });
    assert_eq!(kind, Some((UnitKind::Single, "5.9.2".to_owned())));
}

#[test]
fn r5_9_2_a_detached_ship_steering_for_its_own_edge_is_excused() {
    // Japan's own edge is the south.
    for (heading, plot, checks) in
        [(180.0, "2", false), (180.0, "1.5", false), (180.0, "1-CR15 speed 2", true), (90.0, "2", true)]
    {
        let mut written = admiral_checker_and_enemy();
        written[1].at = (16.0, 30.0, heading);
        let mut table = battle(&written);
        table.apply_line("plot 1st 2", &[]);
        table.apply_line("plot 2nd 2", &[]);
        table.apply_line(&format!("plot iwate {plot}"), &[]);
        assert_eq!(table.decide_line("next", &[]).is_err(), checks, "{heading} {plot}");
    }
}

#[test]
fn r5_9_2_the_sheet_of_a_ship_alone_shows_whether_its_plot_is_checked() {
    // Japan's own edge is the south.
    for (heading, plot, checks) in [(180.0, "2", false), (180.0, "1-CR15 speed 2", true), (90.0, "2", true)] {
        let mut written = admiral_checker_and_enemy();
        written[1].at = (16.0, 30.0, heading);
        let mut table = battle(&written);
        table.apply_line(&format!("plot iwate {plot}"), &[]);
        let (text, _) = show::sheet::sheets(&View::referee(&table.state), Some(&"iwate".into()));
        assert_eq!(text.contains("carried out without a check [5.9.2]"), !checks, "{heading} {plot}: {text}");
        assert_eq!(text.contains("its orders need a command check"), checks, "{heading} {plot}: {text}");
    }
}

#[test]
fn r5_10_the_sheet_shows_orders_not_carried_out_after_a_failed_check() {
    for (faces, carried_out) in [(&[1_u8][..], true), (&[10, 4], false)] {
        let mut table = battle(&admiral_checker_and_enemy());
        table.apply_line("plot 1st 2", &[]);
        table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
        table.apply_line("next", faces);
        let sheet = |table: &Table| show::sheet::sheets(&View::referee(&table.state), Some(&"2nd".into())).0;
        let text = sheet(&table);
        assert_eq!(text.contains("not carried out this turn"), !carried_out, "{text}");
        assert!(!text.contains("without a check"), "{text}");
        // By the next turn the mark is gone.
        if table.decide_line("next to plotting", &[]).is_err() {
            table.apply_line("next to plotting", &[10]);
        }
        let text = sheet(&table);
        assert!(!text.contains("not carried out this turn"), "{text}");
    }
}

#[test]
fn r5_10_6_a_new_flagship_is_no_better_than_0() {
    let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
    (setup.divisions[1].signalling, setup.divisions[1].initiative) = (2, -1);
    let mut table = Table { state: naval::Naval::initial_state(&setup) };
    table.apply_line("set izumo fate sunk because \"a mine\"", &[]);
    for line in ["plot 1st 2", "plot 2nd 2"] {
        table.apply_line(line, &[]);
    }
    table.apply_line("next", &[]);
    let division = table.state.division(&"2nd".into()).unwrap();
    assert_eq!(division.flagship, *"iwate");
    assert_eq!((division.signalling, division.initiative), (0, -1));
}

#[test]
fn r5_10_6_the_force_flag_passes_to_the_next_on_the_list() {
    let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
    (setup.divisions[1].signalling, setup.divisions[1].initiative) = (1, 1);
    let mut table = Table { state: naval::Naval::initial_state(&setup) };
    table.apply_line("set mikasa fate sunk because \"a mine\"", &[]);
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    assert_eq!(is_received(&table.apply_line("next", &[])), None, "the 2nd has the force flag now");
    assert_eq!(naval::rules::flags::force_flag(&table.state, &"japan".into()), Some("izumo".into()));
    let division = table.state.division(&"2nd".into()).unwrap();
    assert_eq!((division.signalling, division.initiative), (0, 0));
}

#[test]
fn r5_9_1_a_division_that_shifts_its_flag_steers_straight_ahead() {
    let mut setup = super::fleet::setup(&admiral_checker_and_enemy());
    (setup.divisions[1].signalling, setup.divisions[1].initiative) = (2, -1);
    let mut table = Table { state: naval::Naval::initial_state(&setup) };
    table.assert_refused("flag 2nd mikasa", "NotOfDivision");
    table.assert_refused("flag 2nd izumo", "IsFlagship");
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    table.assert_refused("flag 2nd iwate", "FlagShifted");
    table.apply_line("plot 2nd 2", &[]);
    table.apply_line("flag 2nd iwate", &[]);
    let division = table.state.division(&"2nd".into()).unwrap();
    assert_eq!((division.flagship.as_str(), division.signalling, division.initiative), ("iwate", 0, -1));
    table.assert_refused("plot 2nd 1-CR15 speed 2", "FlagShifted");
    table.apply_line("plot 2nd CU", &[]);
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("next to plotting", &[]);
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
}

#[test]
fn r5_10_the_numbers_needed_are_shown_before_the_dice() {
    let mut table = battle(&admiral_checker_and_enemy());
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    let before = table.state.clone();
    let events = table.apply_line("next", &[10, 4]);
    let mut state = before;
    let mut needs = Vec::new();
    for event in &events {
        needs.extend(event.dice.iter().filter_map(|die| show::needs::dice_needs(&state, event, &die.purpose)));
        naval::Naval::apply(&mut state, &event.fact);
    }
    assert_eq!(needs.len(), 2);
    assert!(needs[0].starts_with("2nd: orders are received on 6 or less (D10):"), "{}", needs[0]);
    assert!(needs[1].contains("7-8 follows the nearest friends ahead"), "{}", needs[1]);
    let (_, sheet) = show::sheet::sheets(&View::referee(&table.state), Some(&"2nd".into()));
    assert_eq!(sheet[0]["plots"][0]["plot"], "1-CR15 at speed 2.0\"");
    assert_eq!(sheet[0]["plots"][0]["instead"], "2 at speed 2.0\"");
}

#[test]
fn r5_5_acceleration_by_type() {
    // The speed that each type may plot, in inches, from its speed in hundredths of an inch.
    for (kind, from, most, beyond) in
        [(TBD, 200, "4", Some("4.1")), (BC, 300, "4", None), (CA, 300, "3.5", Some("3.6")), (BB, 300, "0", None)]
    {
        let mut written = admiral_checker_and_enemy();
        let ships = [("Ship", kind)];
        written[1] = division("japan", "2nd", &ships, 16.0, 10.0, 0.0);
        let mut setup = super::fleet::setup(&written);
        for ship in &mut setup.ships {
            std::sync::Arc::make_mut(&mut ship.card).speed = Inches(500);
        }
        let mut table = Table { state: naval::Naval::initial_state(&setup) };
        let set = naval::Command::Set {
            unit: "2nd".into(),
            setting: Setting::Speed(Inches(from)),
            because: "test".to_owned(),
        };
        table.order(&set).unwrap();
        table.apply_line(&format!("plot 2nd {most}"), &[]);
        if let Some(beyond) = beyond {
            table.assert_refused(&format!("plot 2nd {beyond}"), "GainsTooMuch");
        }
    }
}

/// The result of opening Japan's seal after a change and an order check with these dice.
fn opened_after(change: &str, faces: &[u8]) -> Result<OpenedSeal, SealError> {
    let mut table = battle(&admiral_checker_and_enemy());
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot 2nd 1-CL15 speed 2", &[]);
    let seal = Command::Seal { side: Some("japan".into()), salt: "a1".to_owned(), salts: Vec::new() };
    table.order(&seal).unwrap();
    if !change.is_empty() {
        table.apply_line(change, &[]);
    }
    table.apply_line("next", faces);
    open_last_seal(&table.state, &"japan".into())
}

#[test]
fn r3_3_1_a_seal_survives_failed_orders_but_not_a_changed_plot() {
    for (faces, replaced) in [(&[1][..], 0), (&[10, 3][..], 1)] {
        let opened = opened_after("", faces).unwrap();
        assert_eq!((opened.replaced.len(), opened.later.len()), (replaced, 0), "{opened:?}");
    }
    for faces in [&[1][..], &[10, 3][..]] {
        let other = opened_after("plot 2nd 1-CR15 speed 2", faces);
        assert!(matches!(other, Err(SealError::Changed { .. })), "{other:?}");
    }
}

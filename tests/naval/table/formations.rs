//! 5.1 to 5.3, 5.8 and 5.9: divisions, formations, flotillas, convoys and their ships.
use naval::model::{DetachReason, Place, Setup, convoy::column_lengths, ship::ShipType::*};
use naval::{Fact, Id, Inches, Naval, NavalEvent, notation, rules::formation::division_sizes, view::View};
use play::Game;

use super::{
    Table,
    fleet::{self, battle, division, setup},
    near,
};

/// The ships detached by a gap or by their speed, each with the paragraph.
fn detached_ships(events: &[NavalEvent]) -> Vec<(String, String)> {
    let describe = |event: &NavalEvent| match &event.fact {
        Fact::ShipDetached { ship, why: DetachReason::Gap { .. }, .. } => {
            Some((ship.to_string(), event.rule.to_string()))
        }
        Fact::ShipDetached { ship, why: DetachReason::Speed { .. }, .. } => {
            Some((ship.to_string(), event.rule.to_string()))
        }
        _ => None,
    };
    events.iter().filter_map(describe).collect()
}

/// A line of three cruisers behind their flagship, and an enemy.
fn line() -> Setup {
    setup(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA), ("Asama", CA), ("Yakumo", CA)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ])
}

#[test]
fn r5_1_a_division_is_formed_and_plotted_as_one() {
    let mut table = Table { state: Naval::initial_state(&line()) };
    table.apply_line("division van asama yakumo", &[]);
    let van = table.state.division(&"van".into()).unwrap();
    assert_eq!((van.flagship.as_str(), van.ships.len()), ("asama", 2));
    table.apply_line("plot van 1-CR15 speed 2", &[]);
    table.assert_refused("plot yakumo 1-CR15-CL15-9 speed 2", "PlotTooLong");
}

#[test]
fn r5_1_1_the_type_sets_the_size_of_a_division() {
    for (kind, least, most) in [
        (TB, 3, 6),
        (TBD, 3, 6),
        (CL, 1, 4),
        (CP, 1, 4),
        (BB, 2, 4),
        (OBB, 2, 4),
        (BC, 2, 4),
        (CA, 2, 4),
        (MM, 1, usize::MAX),
    ] {
        assert_eq!(division_sizes(kind), (least, most), "{kind}");
    }
    let names = ["A1", "A2", "A3", "A4", "A5", "A6", "A7"];
    for (kind, most) in [(TBD, 6), (CL, 4), (CA, 4)] {
        let ships: Vec<_> = names.iter().map(|name| (*name, kind)).collect();
        let mut table = battle(&[
            division("japan", "all", &ships, 20.0, 20.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
        ]);
        let list = |count: usize| names[..count].join(" ").to_lowercase();
        table.assert_refused(&format!("division d {}", list(most + 1)), "DivisionTooLarge");
        let events = table.apply_line(&format!("division d {}", list(most)), &[]);
        assert!(!show::event::events_text(&table.state, &events).contains("at least"));
    }
    // Too few ships are allowed, with a warning.
    let mut table = Table { state: Naval::initial_state(&line()) };
    let before = table.state.clone();
    let events = table.apply_line("division alone yakumo", &[]);
    assert_eq!(
        show::event::events_text(&before, &events),
        "Division alone: Yakumo. A division of CA has at least 2 ships. [5.1]"
    );
    let mut boats = battle(&[
        division("japan", "t", &[("T1", TBD), ("T2", TBD), ("T3", TBD)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    let before = boats.state.clone();
    let events = boats.apply_line("division u t1 t2", &[]);
    assert!(show::event::events_text(&before, &events).contains("A division of TBD has at least 3 ships."));
}

#[test]
fn r5_1_2_columns_of_a_convoy() {
    for (ships, wanted) in [
        (0, vec![]),
        (1, vec![1]),
        (2, vec![1, 1]),
        (3, vec![2, 1]),
        (4, vec![2, 2]),
        (5, vec![2, 2, 1]),
        (7, vec![3, 2, 2]),
        (9, vec![3, 3, 3]),
        (10, vec![3, 3, 2, 2]),
        (16, vec![4, 4, 4, 4]),
        (17, vec![4, 4, 3, 3, 3]),
    ] {
        assert_eq!(column_lengths(ships), wanted, "{ships}");
    }
    for ships in 1..200 {
        let columns = column_lengths(ships);
        assert_eq!(columns.iter().sum::<usize>(), ships);
        assert!(columns[0] <= columns.len() && columns[0] - columns[columns.len() - 1] <= 1, "{ships}");
    }
}

#[test]
fn r5_1_2_a_convoy_lies_in_columns_and_turns_together() {
    let names = ["M1", "M2", "M3", "M4", "M5", "M6", "M7"];
    let ships: Vec<_> = names.iter().map(|name| (*name, MM)).collect();
    let mut table = battle(&[
        division("japan", "flag", &[("Mikasa", BB)], 10.0, 10.0, 0.0),
        division("japan", "convoy", &ships, 30.0, 30.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    // Columns of 3, 2 and 2, 2.0 between ships either way.
    for (name, (x, y)) in
        [("m1", (30.0, 30.0)), ("m3", (30.0, 26.0)), ("m4", (32.0, 30.0)), ("m5", (32.0, 28.0)), ("m7", (34.0, 28.0))]
    {
        near(name, table.position_of(name), (x, y, 0.0));
    }
    table.assert_refused("plot convoy CR30 speed 2", "ConvoyColumnTurn");
    table.assert_refused("plot convoy CU", "NotOnOneTrack");
    table.apply_line("plot convoy SR90 speed 2", &[]);
    let events = table.apply_line("next to plotting", &[1]);
    assert_eq!(detached_ships(&events), []);
    for name in names {
        assert_eq!(table.position_of(&name.to_lowercase()).2, 90.0);
    }
    // Without orders the convoy cannot turn in column, so it keeps its course.
    table.apply_line("plot convoy SL90 speed 2", &[]);
    table.apply_line("next to plotting", &[10, 1]);
    assert_eq!(table.position_of("m1").2, 90.0);
}

#[test]
fn r5_1_3_the_sheet_shows_ships_flagship_and_plots() {
    let mut table = Table { state: Naval::initial_state(&line()) };
    table.apply_line("plot 1st 1-CR15 speed 2", &[]);
    let (text, sheet) = show::sheet::sheets(&View::referee(&table.state), Some(&"1st".into()));
    assert_eq!(sheet.len(), 1);
    assert_eq!(sheet[0]["ships"], serde_json::json!(["izumo", "iwate", "asama", "yakumo"]));
    assert_eq!(sheet[0]["flagship"], "izumo");
    assert_eq!(sheet[0]["plots"][0], serde_json::json!({"turn": 1, "plot": "1-CR15 at speed 2.0\"", "instead": null}));
    assert!(text.contains("Izumo, Iwate, Asama and Yakumo") && text.contains("with the force flag"), "{text}");
    assert!(text.contains("carried out without a check [5.10.1]"), "{text}");
    table.apply_line("next to plotting", &[]);
    table.apply_line("plot 1st 2 next", &[]);
    let (_, sheet) = show::sheet::sheets(&View::referee(&table.state), Some(&"1st".into()));
    let turns: Vec<_> =
        sheet[0]["plots"].as_array().unwrap().iter().map(|line| line["turn"].as_u64().unwrap()).collect();
    assert_eq!(turns, [1, 3]);
}

#[test]
fn r5_2_formations_are_made_and_dissolved_while_plotting() {
    let two = [
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asama", CA), ("Yakumo", CA)], 20.0, 16.0, 0.0),
        division("japan", "3rd", &[("Naniwa", CP)], 21.5, 16.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ];
    let mut table = battle(&two);
    table.assert_refused("plot 2nd F1st", "OtherFormation");
    table.assert_refused("plot 2nd M1st", "OtherFormation");
    table.assert_refused("formation van 1st rd", "OtherSide");
    table.assert_refused("formation van 1st 1st", "NamedTwice");
    table.assert_refused("formation van 1st", "TooFewDivisions");
    table.assert_refused("formation 3rd 1st 2nd", "NameTaken");
    table.apply_line("formation van 1st 2nd bearing 45 interval 3", &[]);
    assert_eq!(table.state.formation(&"van".into()).unwrap().lines[0].interval, Inches(300));
    table.apply_line("plot 2nd F1st", &[]);
    // A division is in one formation at most, and one division alone is no formation.
    table.apply_line("formation rear 2nd naniwa", &[]);
    assert!(table.state.formation(&"van".into()).is_none());
    table.apply_line("formation rear disband", &[]);
    assert!(table.state.formations.is_empty());
    assert!(table.decide_line("formation rear disband", &[]).is_err());
}

#[test]
fn r5_2_an_order_outside_the_plotting_segment_applies_from_the_next_plot() {
    let mut setup = setup(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asama", CA), ("Yakumo", CA)], 20.0, 16.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    assert_formed_from_the_next_plot(Table { state: Naval::initial_state(&setup) });
    // Also on the measured table.
    setup.remove_positions();
    assert_formed_from_the_next_plot(Table { state: Naval::initial_state(&setup) });
}

fn assert_formed_from_the_next_plot(mut table: Table) {
    for segment in ["movement", "sighting", "illumination", "gunfire", "torpedo", "damage-control", "damage"] {
        table.apply_line(&format!("next to {segment}"), &[]);
        let mut table = Table { state: table.state.clone() };
        let events = table.apply_line("formation van 1st 2nd", &[]);
        assert_eq!(events[0].rule.to_string(), "5.2", "{segment}");
        assert!(table.state.formations.is_empty(), "{segment}");
        table.apply_line("next to plotting", &[]);
        assert_eq!(table.state.formation_of(&"2nd".into()).unwrap().id.word(), "van", "{segment}");
        table.apply_line("plot 2nd F1st", &[]);
        // A formation is dissolved in the same way.
        table.apply_line("next to movement", &[]);
        table.apply_line("formation van disband", &[]);
        assert!(table.state.formation_of(&"2nd".into()).is_some());
        table.apply_line("next to plotting", &[]);
        assert!(table.state.formations.is_empty());
    }
    // An order may be withdrawn before it takes effect. An illegal order is refused at once.
    let mut table = Table { state: table.state.clone() };
    table.assert_refused("formation van 1st rd", "OtherSide");
    assert!(table.decide_line("formation van disband", &[]).is_err());
    table.apply_line("formation van 1st 2nd", &[]);
    table.apply_line("formation van disband", &[]);
    table.apply_line("next to plotting", &[]);
    assert!(table.state.formations.is_empty());
}

#[test]
fn r5_2_a_scenario_may_begin_with_formations() {
    let text = std::fs::read_to_string(kit::root().join("scenarios/ulsan.yaml")).unwrap();
    let with_formations =
        |formations: &str| text.replace("\nvisibility:", &format!("\nformations:\n{formations}\nvisibility:"));
    let read =
        |formations: &str| naval_kit::scenario_text(&naval_kit::builtin(), "test.yaml", &with_formations(formations));
    let setup = read("  - {id: kamimura, divisions: [2nd, 4th-a], lines: [{bearing_deg: 90, interval: 2}]}").unwrap();
    let state = Naval::initial_state(&setup);
    assert_eq!(state.formation_of(&"4th-a".into()).unwrap().id, *"kamimura");
    for (formations, what) in [
        ("  - {id: x, divisions: [2nd, vladivostok]}", "the other side"),
        ("  - {id: x, divisions: [2nd]}", "at least two divisions"),
        ("  - {id: x, divisions: [2nd, fifth]}", "fifth"),
        ("  - {id: 2nd, divisions: [2nd, 4th-a]}", "already used"),
        ("  - {id: x, divisions: [2nd, 4th-a]}\n  - {id: y, divisions: [4th-a, 2nd]}", "twice"),
        ("  - {id: x, divisions: [2nd, 4th-a], lines: [{bearing_deg: 400, interval: 2}]}", "400"),
        ("  - {id: x, divisions: [2nd, 4th-a], lines: [{bearing_deg: 40, interval: 0}]}", "interval"),
    ] {
        let errors = read(formations).unwrap_err();
        assert!(errors.to_string().contains(what), "{formations}: {errors}");
    }
}

/// A light cruiser and two divisions of three boats, in line ahead, all at a speed of 4 inches.
fn flotilla() -> Setup {
    let mut setup = fleet::flotilla();
    for ship in &mut setup.ships {
        std::sync::Arc::make_mut(&mut ship.card).speed = Inches(400);
    }
    for division in &mut setup.divisions {
        division.speed = Inches(400);
    }
    setup
}

/// The same flotilla, with the force flag's division close enough for one formation. [5.2]
fn flotilla_beside_the_flag() -> Setup {
    let mut setup = flotilla();
    setup.divisions[0].at = Some(Place::new(21.5, 18.25, 0.0));
    setup
}

#[test]
fn r5_3_a_flotilla_is_torpedo_craft_behind_a_light_cruiser() {
    let mut table = Table { state: Naval::initial_state(&flotilla_beside_the_flag()) };
    let events = table.apply_line("formation screen leader 1st 2nd", &[]);
    assert_eq!(events[0].rule.to_string(), "5.3");
    let events = table.apply_line("formation fleet flag 1st", &[]);
    assert_eq!(events[0].rule.to_string(), "5.2");
    table.assert_refused("reform fleet ahead", "NotAFlotilla");
}

#[test]
fn r5_3_1_a_light_cruiser_leads() {
    let mut table = Table { state: Naval::initial_state(&flotilla()) };
    table.assert_refused("formation screen 1st leader 2nd", "LeaderNotFirst");
    table.apply_line("formation screen leader 1st 2nd", &[]);
    // A force flagship that is a light cruiser leads as well.
    let mut setup = flotilla_beside_the_flag();
    setup.sides[0].force_flag = Some("tatsuta".into());
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.assert_refused("formation fleet flag leader", "LeaderNotFirst");
    table.apply_line("formation fleet leader flag", &[]);
}

fn names(ids: &[Id]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

/// Plays a turn in which orders are received and no large ship makes a torpedo attack.
fn play_turn(table: &mut Table) -> Vec<NavalEvent> {
    let dice: [&[u8]; 3] = [&[1], &[1, 10], &[1, 10, 10]];
    dice.iter().find_map(|dice| table.decide_line("next to plotting", dice).ok()).unwrap()
}

#[test]
fn r5_3_2_a_flotilla_forms_a_line_of_bearing_and_line_ahead_again() {
    let mut table = Table { state: Naval::initial_state(&flotilla()) };
    table.apply_line("formation screen leader 1st 2nd", &[]);
    let events = table.apply_line("reform screen bearing 90 interval 2", &[]);
    assert_eq!(events[0].rule.to_string(), "5.3.4");
    // The second division is 6.25 astern: it cannot reach its place in one turn if the leader moves at all.
    let events = play_turn(&mut table);
    let formation_result = |events: &[NavalEvent]| {
        events.iter().find_map(|event| match &event.fact {
            Fact::FormationChanged { short, .. } => Some((short.is_empty(), names(short))),
            _ => None,
        })
    };
    assert_eq!(formation_result(&events), Some((false, vec!["1st".to_owned(), "2nd".to_owned()])));
    near("the leader goes half the flotilla's speed", table.position_of("tatsuta"), (20.0, 22.0, 0.0));
    let mut turns = 1;
    while table.state.formation(&"screen".into()).unwrap().lines.is_empty() {
        table.apply_line("reform screen bearing 90 interval 2", &[]);
        play_turn(&mut table);
        turns += 1;
    }
    assert!(turns <= 5, "{turns}");
    let (x, y, _) = table.position_of("tatsuta");
    for (ship, aside, astern) in [("t1", 2.0, 0.0), ("t2", 2.0, 1.5), ("t4", 4.0, 0.0), ("t6", 4.0, 3.0)] {
        near(ship, table.position_of(ship), (x + aside, y - astern, 0.0));
    }
    assert_eq!(table.state.formation(&"screen".into()).unwrap().lines.len(), 1);
    // Back into line ahead.
    for _ in 0..5 {
        table.apply_line("reform screen ahead", &[]);
        if formation_result(&play_turn(&mut table)).is_some_and(|(done, _)| done) {
            break;
        }
    }
    let (x, y, _) = table.position_of("tatsuta");
    near("t1", table.position_of("t1"), (x, y - 1.75, 0.0));
    near("t6", table.position_of("t6"), (x, y - 9.25, 0.0));
    assert_eq!(table.state.formation(&"screen".into()).unwrap().lines, []);
}

#[test]
fn r5_3_3_a_plot_that_replaces_a_change_of_formation_says_so() {
    let text_and_changes = |lines: &[&str], last: &str| {
        let mut table = Table { state: Naval::initial_state(&flotilla()) };
        table.apply_line("formation screen leader 1st 2nd", &[]);
        lines.iter().for_each(|line| drop(table.apply_line(line, &[])));
        let before = table.state.clone();
        let events = table.apply_line(last, &[]);
        let text = show::event::events_text(&before, &events).split_whitespace().collect::<Vec<_>>().join(" ");
        (text, table.state.formation(&"screen".into()).unwrap().change.is_some())
    };
    let reform = "reform screen bearing 90 interval 2";
    let dropped = "It replaces the change of formation screen, whose other divisions need plots [5.3.3].";
    let (text, changes) = text_and_changes(&[reform], "plot leader 2");
    assert!(text.contains(dropped) && !changes, "{text}");
    // A second plot replaces no change any more; a plot for the next turn, or of an enemy division, leaves it in place.
    for (lines, last, stands) in [
        (&[reform, "plot leader 2"][..], "plot 1st 2", false),
        (&[], "plot leader 2", false),
        (&[reform], "plot leader 2 next", true),
        (&[reform], "plot rd 2", true),
    ] {
        let (text, changes) = text_and_changes(lines, last);
        assert!(!text.contains("It replaces the change") && changes == stands, "{last}: {text}");
    }
}

#[test]
fn r5_3_3_the_farthest_division_makes_the_flotillas_speed() {
    let mut setup = flotilla();
    setup.divisions[3].at = Some(Place::new(19.5, 18.25, 0.0));
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("formation screen leader 1st 2nd", &[]);
    table.apply_line("reform screen bearing 90 interval 1 bearing 270 interval 1 speed 4", &[]);
    let events = table.apply_line("next", &[1]);
    let runs: Vec<_> = events
        .iter()
        .filter_map(|event| match &event.fact {
            Fact::Moved(run) if run.ship != *"mikasa" && run.ship != *"retvizan" => {
                let way: f64 = run.legs.iter().map(|leg| leg.length_in()).sum();
                Some((run.ship.to_string(), way))
            }
            _ => None,
        })
        .collect();
    let longest = runs.iter().max_by(|left, right| left.1.total_cmp(&right.1)).unwrap();
    assert!((longest.1 - 4.0).abs() < 2e-2, "{runs:?}");
    assert!(longest.0 != "tatsuta" && runs.iter().all(|(_, way)| *way <= 4.0 + 2e-2), "{runs:?}");
    let (x, y, _) = table.position_of("tatsuta");
    near("t1", table.position_of("t1"), (x + 1.0, y, 0.0));
    near("t4", table.position_of("t4"), (x - 1.0, y, 0.0));
}

/// The leader slows so that the boats can form. The boats with the longest way make the ordered speed.
#[test]
fn q42_in_a_change_of_formation_each_division_makes_its_own_speed() {
    let mut table = abreast();
    table.apply_line("reform screen ahead speed 3", &[]);
    play_turn(&mut table);
    let (_, y, _) = table.position_of("tatsuta");
    let speed = |table: &Table, ship: &str| table.ship(ship).speed;
    assert!((speed(&table, "tatsuta").as_f64() - (y - 20.0)).abs() < 0.011, "{} {y}", speed(&table, "tatsuta"));
    let boats = ["t1", "t2", "t3", "t4", "t5", "t6"].map(|boat| speed(&table, boat));
    // No boat falls out of its division.
    assert!(
        boats[..3].iter().all(|boat| *boat == boats[0]) && boats[3..].iter().all(|boat| *boat == boats[3]),
        "{boats:?}"
    );
    assert_eq!(boats.iter().max(), Some(&Inches(300)));
    assert_eq!(table.state.division(&"1st".into()).unwrap().ships.len(), 3);
    // The near miss: a leader that does not wait for boats makes the ordered speed.
    let mut setup = flotilla();
    setup.divisions[3].at = Some(Place::new(20.0, 12.75, 0.0));
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("formation screen leader 1st 2nd", &[]);
    table.apply_line("plot leader 3", &[]);
    table.apply_line("plot 1st 3", &[]);
    table.apply_line("plot 2nd 3", &[]);
    play_turn(&mut table);
    assert_eq!(speed(&table, "tatsuta"), Inches(300));
}

/// The divisions of a flotilla and their speeds, as duties and `rest straight` give them.
fn speeds_by_division(table: &Table) -> Vec<(String, Inches)> {
    let flotilla_ids = ["leader", "1st", "2nd"];
    let all = naval::rules::turn::straight_on_for(&table.state, true).into_iter();
    all.filter(|(id, ..)| flotilla_ids.contains(&id.as_str())).map(|(id, speed, _)| (id.to_string(), speed)).collect()
}

fn all_at(speed: Inches) -> Vec<(String, Inches)> {
    ["leader", "1st", "2nd"].map(|id| (id.to_owned(), speed)).to_vec()
}

/// Whether the flotilla needs no command check if all its divisions plot straight on at this speed. [5.10.2]
fn keeps_formation_speed(table: &Table, speed: Inches) -> bool {
    let mut table = Table { state: table.state.clone() };
    for unit in ["leader", "1st", "2nd"] {
        table.apply_line(&format!("plot {unit} {speed}"), &[]);
    }
    let lead = table.state.division(&"leader".into()).unwrap().clone();
    naval::rules::signals::orders_number_or_exemption(&table.state, &lead)
        .err()
        .is_some_and(|rule| rule.to_string() == "5.10.2")
}

/// The gain of speed counts from the way made. The flotilla continues at its own speed. [5.3.3, 5.10.2, Q61]
#[test]
fn r5_3_3_after_a_change_all_divisions_continue_at_the_flotillas_speed() {
    let mut table = abreast();
    table.apply_line("reform screen ahead speed 3", &[]);
    play_turn(&mut table);
    // Unfinished: the leader made less than the boats, and gains an inch a turn. [5.5.2]
    let speed = table.ship("tatsuta").speed;
    assert!(speed < Inches(200), "{speed}");
    let most = (speed + Inches(100)).min(Inches(300));
    assert_eq!(speeds_by_division(&table), all_at(most));
    for _ in 0..5 {
        table.apply_line("reform screen ahead speed 2", &[]);
        play_turn(&mut table);
        if table.state.formation(&"screen".into()).unwrap().lines.is_empty() {
            break;
        }
    }
    let lowest = ["tatsuta", "t1", "t4"].map(|ship| table.ship(ship).speed).into_iter().min();
    assert!(lowest < Some(Inches(200)), "some division made less than the flotilla");
    assert_eq!(speeds_by_division(&table), all_at(Inches(200)));
    assert!(keeps_formation_speed(&table, Inches(200)));
    // The near miss: a speed other than the flotilla's is a change, even the speed that a division made.
    assert!(!keeps_formation_speed(&table, Inches(210)) && !keeps_formation_speed(&table, lowest.unwrap()));
    // A turn later all ships have kept their places.
    let apart = |table: &Table| table.position_of("tatsuta").1 - table.position_of("t6").1;
    let before = apart(&table);
    for (id, speed) in speeds_by_division(&table) {
        table.apply_line(&format!("plot {id} {speed}"), &[]);
    }
    // No check is rolled.
    table.apply_line("next to plotting", &[]);
    assert!((apart(&table) - before).abs() < 0.011, "{} {before}", apart(&table));
}

/// A flotilla that has formed in the first half continues in the second. [3.4.2, 5.3.3]
#[test]
fn r3_4_2_a_flotilla_that_forms_in_the_first_half_runs_the_second() {
    let mut setup = flotilla();
    setup.options.half_moves = true;
    setup.divisions[4].at = Some(Place::new(62.0, 10.0, 0.0));
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("formation screen leader 1st 2nd", &[]);
    // A 1 passes the orders, and a 10 gives no torpedo attack.
    let next = |table: &mut Table, dice: [&[u8]; 3]| {
        assert!(dice.iter().any(|dice| table.decide_line("next to plotting", dice).is_ok()));
    };
    next(&mut table, [&[], &[10], &[10, 10]]);
    table.apply_line("half japan", &[]);
    table.apply_line("reform screen ahead speed 2", &[]);
    let before = table.position_of("tatsuta").1;
    next(&mut table, [&[1], &[1, 10], &[1, 10, 10]]);
    let first = table.position_of("tatsuta").1;
    next(&mut table, [&[], &[10], &[10, 10]]);
    let second = table.position_of("tatsuta").1;
    assert!((first - before - 1.0).abs() < 0.011 && (second - first - 1.0).abs() < 0.011, "{before} {first} {second}");
    assert_eq!(table.ship("tatsuta").speed, Inches(200));
}

/// A flotilla whose two divisions are abreast of the leader, 2 and 4 inches off.
fn abreast() -> Table {
    let mut setup = flotilla();
    for (index, x) in [(1, 20.0), (2, 22.0), (3, 24.0)] {
        setup.divisions[index].at = Some(Place::new(x, 20.0, 0.0));
    }
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("formation screen leader 1st 2nd bearing 90 interval 2", &[]);
    table
}

/// The answer for these events, in one line.
fn event_texts(table: &Table, events: &[NavalEvent]) -> String {
    let text =
        events.iter().flat_map(|event| show::brief::brief_lines(&table.state, std::slice::from_ref(event), 1, 0));
    text.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn q61_a_flotilla_that_forms_line_ahead_goes_ahead() {
    let mut table = abreast();
    table.apply_line("reform screen ahead speed 3", &[]);
    let events = play_turn(&mut table);
    // The leader goes at least half, no ship above 3, and each on its turning circles.
    let (_, y, heading) = table.position_of("tatsuta");
    assert!((21.5 - 1e-9..=23.0).contains(&y) && heading == 0.0, "{y}");
    let mut turned = 0;
    for event in &events {
        let Fact::Moved(run) = &event.fact else { continue };
        let is_in_flotilla = ["tatsuta", "t1", "t2", "t3", "t4", "t5", "t6"].contains(&run.ship.as_str());
        if !is_in_flotilla {
            continue;
        }
        let way: f64 = run.legs.iter().map(|leg| leg.length_in()).sum();
        assert!(way <= 3.0 + 2e-2, "{} {way}", run.ship);
        let on_the_spot = |leg: &naval::model::TrackLeg| matches!(leg, naval::model::TrackLeg::Arc { radius, .. } if *radius == Inches::ZERO);
        assert!(!run.legs.iter().any(on_the_spot), "{:?}", run.legs);
        let arcs: f64 = run.legs.iter().map(|leg| leg.to_piece().turn_deg().abs()).sum();
        assert!((run.turned.as_f64() - arcs).abs() < 0.1, "{} {:?}", run.ship, run.legs);
        turned += u32::from(0.0 < arcs);
    }
    assert_eq!(turned, 6, "all boats turn and count as turned");
    let short = events.iter().find_map(|event| match &event.fact {
        Fact::FormationChanged { short, .. } => Some(names(short)),
        _ => None,
    });
    assert!(short.as_ref().unwrap().contains(&"2nd".to_owned()), "{short:?}");
    // The answer names exactly the divisions that fell short.
    let short = short.unwrap();
    let text = event_texts(&table, &events);
    let named = format!("[5.3.3] {} fell short: screen has not formed yet", short.join(" and "));
    assert!(!short.is_empty() && text.contains(&named), "{text}");
    let mut last = events;
    for _ in 0..5 {
        if table.state.formation(&"screen".into()).unwrap().lines.is_empty() {
            break;
        }
        // The leader gains an inch a turn from what it made. [5.5.2, Q42]
        table.apply_line("reform screen ahead", &[]);
        last = play_turn(&mut table);
    }
    // The near miss: if all arrive, no division is named as short.
    assert!(table.state.formation(&"screen".into()).unwrap().lines.is_empty());
    let text = event_texts(&table, &last);
    assert!(text.contains("had the longest way: screen has formed.") && !text.contains("fell short"), "{text}");
    let (x, y, _) = table.position_of("tatsuta");
    near("t1", table.position_of("t1"), (x, y - 1.75, 0.0));
    near("t6", table.position_of("t6"), (x, y - 9.25, 0.0));
}

#[test]
fn q61_a_refused_change_of_formation_shows_the_speed_all_can_make() {
    let mut table = abreast();
    // A boat of the second division is slow; one of the first makes at most 3.5.
    table.apply_line("set t5 top 1 because \"boilers\"", &[]);
    table.apply_line("set t2 top 3.5 because \"boilers\"", &[]);
    for line in ["reform screen ahead speed 4", "reform screen ahead speed 3", "reform screen ahead speed 1.01"] {
        let text = super::refused(&table, line);
        assert!(text.contains("a speed of 1.0 or less"), "{line}: {text}");
    }
    table.facts_on_copy("reform screen ahead speed 1").unwrap();
    table.assert_refused("reform screen ahead speed 1.01", "AboveAllowance");
}

#[test]
fn q61_a_change_of_formation_defaults_to_the_slowest_ships_speed() {
    let speed = |table: &mut Table, line: &str| {
        let events = table.apply_line(line, &[]);
        let plotted = events.iter().find_map(|event| match &event.fact {
            Fact::ChangePlotted { change, .. } => Some(change.speed.to_string()),
            _ => None,
        });
        plotted.unwrap()
    };
    // All can make at least the speed of the cruiser, which leads.
    let fastest = speed(&mut abreast(), "reform screen ahead");
    assert!("1.0" < fastest.as_str(), "{fastest}");
    let mut table = abreast();
    table.apply_line("set t5 top 1 because \"boilers\"", &[]);
    assert_eq!(speed(&mut table, "reform screen ahead"), "1.0");
    // The order may give a lower speed, but not a higher one.
    assert_eq!(speed(&mut table, "reform screen ahead speed 0.75"), "0.75");
    table.assert_refused("reform screen ahead speed 1.01", "AboveAllowance");
    // A permanently stopped boat cannot change formation.
    table.apply_line("set t5 top 0 because \"boilers\"", &[]);
    table.assert_refused("reform screen ahead", "NoSpeed");
}

/// The 1st division ends an inch east of the leader, which steers north at 20. A change of formation obeys the rules on
/// where plots may end and which courses are required, ship by ship.
#[test]
fn r9_2_a_change_of_formation_obeys_the_special_rules() {
    let refusal_kinds = |rules: &str| {
        let mut setup = flotilla();
        setup.divisions[3].at = Some(Place::new(19.5, 18.25, 0.0));
        setup.special_rules = vec!["The first.".to_owned()];
        setup.rules = naval_kit::keys(rules);
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.apply_line("formation screen leader 1st 2nd", &[]);
        let plotted = table.decide_line("reform screen bearing 90 interval 1 bearing 270 interval 1 speed 4", &[]);
        plotted.err().map(|why| ["Place", "Course"].map(|what| why.contains(what) && why.contains("9.2")))
    };
    let stay =
        |ship: &str, x: &str| refusal_kinds(&format!("[{{of: 1, does: {{stay: {{ships: [{ship}], west_of: {x}}}}}}}]"));
    assert_eq!(stay("t1", "21.01"), None);
    assert_eq!(stay("t1", "20.99"), Some([true, false]));
    assert_eq!(stay("tatsuta", "20.99"), None, "the leader goes no farther east");
    let turn = |ship: &str| {
        refusal_kinds(&format!(
            "[{{of: 1, does: {{course: {{ships: [{ship}], steer: {{turn: {{at_least_deg: 15}}}}}}}}}}]"
        ))
    };
    assert_eq!(turn("t1"), Some([false, true]), "a boat that forms up has not turned away");
    assert_eq!(turn("retvizan"), None, "another ship");
    let from = |turn: u8| {
        refusal_kinds(&format!("[{{of: 1, from_turn: {turn}, does: {{stay: {{ships: [t1], west_of: 20.99}}}}}}]"))
    };
    assert_eq!((from(1), from(2)), (Some([true, false]), None), "a turn later");
}

#[test]
fn r5_3_4_an_arrowhead_is_two_lines_of_bearing() {
    let table = Table { state: Naval::initial_state(&flotilla()) };
    let mut table = table;
    table.apply_line("formation screen leader 1st 2nd", &[]);
    let line = "reform screen bearing 135 interval 2.0 bearing 225 interval 3.0 speed 4.0";
    let typed = notation::parse(&table.state, line).unwrap();
    assert_eq!(notation::print(&table.state, &typed.command), line);
    assert!(notation::parse(&table.state, "reform screen bearing 1 bearing 2 bearing 3").is_err());
    assert!(notation::parse(&table.state, "reform screen bearing 1 ahead").is_err());
    assert!(notation::parse(&table.state, "reform screen").is_err());
    assert!(notation::parse(&table.state, "reform screen bearing 45 interval 0").is_err());
    for (verb, wrong, hint) in [
        ("reform screen", "bearing 45 interval 6.01", "type 6.0 or less"),
        ("formation van leader 1st", "bearing 45 interval 40", "type 6.0 or less"),
        ("reform screen", "bearing 90 interval 2 bearing 90 interval 2", "omit the second"),
        ("reform screen", "bearing 360 interval 2 bearing 0 interval 4", "omit the second"),
    ] {
        let error = notation::parse(&table.state, &format!("{verb} {wrong}")).unwrap_err();
        assert_eq!(
            (
                error.hint.as_ref().map(ToString::to_string).as_deref(),
                error.rule.map(|rule| rule.to_string()).as_deref()
            ),
            (Some(hint), Some("5.3.4"))
        );
    }
    for legal in ["reform screen bearing 45 interval 6", "reform screen bearing 90 interval 2 bearing 91 interval 2"] {
        notation::parse(&table.state, legal).unwrap();
    }
    table.assert_refused("reform screen ahead speed 5", "AboveAllowance");
    table.assert_refused("reform screen ahead speed 0", "NoSpeed");
    // A plot for one of its divisions replaces the change, and the change replaces plots.
    table.apply_line("plot 1st 4", &[]);
    table.apply_line(line, &[]);
    assert!(table.state.division(&"1st".into()).unwrap().plot.is_none());
    table.apply_line("plot 1st 4", &[]);
    assert!(!table.state.is_changing(&"2nd".into()));
    // Without orders no division changes formation.
    table.apply_line(line, &[]);
    let events = table.apply_line("next", &[10, 4]);
    assert!(!events.iter().any(|event| matches!(event.fact, Fact::FormationChanged { .. })));
    near("t4", table.position_of("t4"), (20.0, 17.75, 0.0));
}

#[test]
fn r5_8_2_a_gap_of_more_than_2_inches_detaches_a_ship() {
    for (y, detaches) in [(12.51, false), (12.5, false), (12.49, true), (9.0, true)] {
        let mut table = Table { state: Naval::initial_state(&line()) };
        table.apply_line("next", &[]);
        // `y` is Yakumo's place if Asama's is 16. Bases are 1.5 inches long, so 12.5 leaves 2 inches of clear water.
        let moved = table.position_of("asama").1;
        let y_now = moved - 16.0 + y;
        table.apply_line(&format!("set yakumo at 20 {y_now} heading 0 because \"tape\""), &[]);
        let wanted: Vec<(String, String)> =
            if detaches { vec![("yakumo".to_owned(), "5.8.2".to_owned())] } else { Vec::new() };
        assert_eq!(detached_ships(&table.apply_line("next", &[])), wanted, "{y}");
        assert_eq!(table.state.division(&"yakumo".into()).is_some_and(|division| division.is_alone), detaches);
    }
}

#[test]
fn r5_8_2_all_ships_behind_the_gap_are_detached() {
    let mut table = Table { state: Naval::initial_state(&line()) };
    table.apply_line("next", &[]);
    table.apply_line("set iwate at 50 20 heading 0 because \"tape\"", &[]);
    let lost: Vec<String> = detached_ships(&table.apply_line("next", &[])).into_iter().map(|(ship, _)| ship).collect();
    assert_eq!(lost, ["iwate", "asama", "yakumo"], "2.5 inches of clear water behind the flagship");
}

#[test]
fn r5_8_3_a_ship_more_than_an_inch_slower_is_detached() {
    for (speed, detaches) in [("1.0", false), ("0.99", true), ("0", true)] {
        let mut table = Table { state: Naval::initial_state(&line()) };
        table.apply_line("next", &[]);
        table.apply_line(&format!("set yakumo speed {speed} because \"engines\""), &[]);
        let wanted: Vec<(String, String)> =
            if detaches { vec![("yakumo".to_owned(), "5.8.3".to_owned())] } else { Vec::new() };
        assert_eq!(detached_ships(&table.apply_line("next", &[])), wanted, "{speed}");
    }
}

#[test]
fn r5_8_1_only_ships_of_one_original_division_rejoin() {
    let mut written = vec![
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA), ("Asama", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Yakumo", CA), ("Azuma", CA)], 20.0, 14.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ];
    written[0].at.2 = 0.0;
    let mut table = battle(&written);
    table.apply_line("next to plotting", &[]);
    table.assert_refused("division 1st izumo iwate asama yakumo", "DifferentHomeDivision");
    // A ship plotted alone leaves, and may rejoin while it keeps position and speed.
    table.apply_line("plot asama 2", &[]);
    assert!(table.state.division(&"asama".into()).unwrap().is_alone);
    table.apply_line("next to plotting", &[1]);
    table.apply_line("division 1st izumo iwate asama", &[]);
    let first = table.state.division(&"1st".into()).unwrap();
    assert_eq!((first.ships.len(), first.flagship.as_str(), first.is_alone), (3, "izumo", false));
    assert!(table.state.division(&"asama".into()).is_none());
    // Not from a distance, nor at a different speed.
    table.apply_line("plot asama 2", &[]);
    table.apply_line("set asama at 50 20 heading 0 because \"tape\"", &[]);
    table.assert_refused("division 1st izumo iwate asama", "OutsideGap");
    let (x, y, _) = table.position_of("iwate");
    table.apply_line(&format!("set asama at {x} {} heading 0 because \"tape\"", y - 2.0), &[]);
    // Up to an inch slower than the leader is close enough, 0.01 more is not. [5.8.3]
    let pace = table.ship("izumo").speed.as_f64();
    for (speed, keeps) in [(pace - 1.0, true), (pace - 1.01, false), (pace, true)] {
        table.apply_line(&format!("set asama speed {speed:.2} because \"engines\""), &[]);
        let typed = table.facts_on_copy("division 1st izumo iwate asama");
        assert_eq!(typed.is_ok(), keeps, "{speed}: {typed:?}");
        assert_eq!(typed.is_err_and(|refusal| refusal.contains("SpeedDiffers")), !keeps, "{speed}");
    }
}

#[test]
fn r5_8_a_detached_ship_is_in_no_formation() {
    let mut table = battle(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Yakumo", CA), ("Azuma", CA)], 20.0, 14.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    table.apply_line("plot azuma 2", &[]);
    table.assert_refused("formation van 1st azuma", "ActsAlone");
}

#[test]
fn r5_9_all_follow_the_leader() {
    let mut table = Table { state: Naval::initial_state(&line()) };
    table.apply_line("plot 1st 1-CR90 speed 2", &[]);
    table.apply_line("next to plotting", &[]);
    for _ in 0..4 {
        table.apply_line("next to plotting", &[]);
    }
    let (x, y, _) = table.position_of("izumo");
    near("last", table.position_of("yakumo"), (x - 6.0, y, 90.0));
}

#[test]
fn r5_9_2_a_ship_alone_does_not_have_its_flagships_ratings() {
    let mut setup = line();
    (setup.divisions[0].signalling, setup.divisions[0].initiative) = (2, -1);
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("plot yakumo 2", &[]);
    let ratings = |id: &str| {
        let division = table.state.division(&Id::new(id)).unwrap();
        (division.signalling, division.initiative)
    };
    assert_eq!((ratings("1st"), ratings("yakumo")), ((2, -1), (0, -1)));
}

#[test]
fn r5_1_forming_a_division_again_leaves_no_ship_without_one() {
    let mut table = Table::new();
    for (index, name) in ["one", "two", "three"].into_iter().enumerate() {
        table.place(name, BB, "a", (40.0 - 3.0 * index as f64, 20.0, 90.0));
    }
    table.lines(&["division 1st one two three"]);
    let refused = table.line("division 1st one two").unwrap_err();
    assert!(refused.contains("LeavesShipOut") && refused.contains("three"), "{refused}");
    table.lines(&["division 2nd three", "division 1st one two"]);
    assert_eq!(table.state.division(&"1st".into()).unwrap().ships.len(), 2);
    assert_eq!(table.state.ship(&"three".into()).unwrap().division, *"2nd");
}

#[test]
fn r5_4_a_plot_filed_in_advance_keeps_within_the_allowance() {
    let mut table = Table::new();
    table.place("one", BB, "a", (20.0, 20.0, 90.0));
    table.lines(&["checks on"]);
    assert!(table.line("plot one 9 next").unwrap_err().contains("AboveAllowance"));
    table.lines(&["plot one 2 next"]);
}

/// Four boats 1.5 inches apart on a heading, the last one `gap` farther. The third is lost, which leaves 2.0 inches
/// and `gap` of clear water.
fn boats(table: &mut Table, heading: f64, gap: f64) {
    let way = heading.to_radians();
    for (index, name) in ["S1", "S2", "S3", "S4"].into_iter().enumerate() {
        let astern = 1.5 * index as f64 + if index == 3 { gap } else { 0.0 };
        table.place(name, TBD, "b", (30.0 - astern * way.sin(), 24.0 - astern * way.cos(), heading));
    }
    table.place("Slava", BB, "a", (60.0, 40.0, 0.0));
    table.lines(&["division boats s1 s2 s3 s4", "checks on", "set s3 fate sunk because \"test\""]);
}

/// A gap of 2.00 counts as 2 inches on every heading, despite rounding. [2.7]
#[test]
fn r5_8_2_a_gap_of_exactly_2_inches_is_allowed_on_every_heading() {
    for heading in (0..360).step_by(9).map(f64::from).chain([31.0, 47.0, 100.0]) {
        for (gap, detaches) in [(0.0, false), (0.01, true)] {
            let mut table = Table::new();
            boats(&mut table, heading, gap);
            table.lines(&["plot boats 0", "plot slava 0", "next"]);
            let events = table.line("next").unwrap();
            assert_eq!(!detached_ships(&events).is_empty(), detaches, "heading {heading}, {gap} more");
        }
    }
}

#[test]
fn r5_2_divisions_2_inches_apart_join_on_every_heading() {
    for heading in (0..360).step_by(9).map(f64::from).chain([31.0, 47.0]) {
        for (gap, joins) in [(0.0, true), (0.01, false)] {
            let mut table = Table::new();
            let way = f64::to_radians(heading);
            // Bases of 2 inches: the second leader is 4 inches behind the last ship of the first division.
            for (name, astern) in [("A1", 0.0), ("A2", 2.5), ("B1", 6.5 + gap), ("B2", 9.0 + gap)] {
                table.place(name, BB, "b", (30.0 - astern * way.sin(), 24.0 - astern * way.cos(), heading));
            }
            table.lines(&["division aa a1 a2", "division bb b1 b2", "checks on"]);
            assert_eq!(table.line("formation ff aa bb").is_ok(), joins, "heading {heading}, {gap} more");
        }
    }
}

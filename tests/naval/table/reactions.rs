//! 5.15: light ships that turn away on the table.
use naval::model::{BatteryCount, Bearing, Element, Fate, Place, Setting, Setup, ship::ShipType::*, state::Marker};
use naval::{Fact, Id, Inches, Naval, NavalEvent, Segment, view::View};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
    near,
};

/// A flotilla of two divisions 4 inches south of two Russian battleships, steering for them.
fn boats() -> Setup {
    let first = [("Ikazuchi", TBD), ("Inazuma", TBD), ("Akebono", TBD)];
    let second = [("Sazanami", TBD), ("Oboro", TBD), ("Niji", TBD)];
    let mut setup = setup(&[
        division("japan", "flag", &[("Mikasa", BB)], 10.0, 40.0, 0.0),
        division("japan", "1st", &first, 30.0, 20.0, 0.0),
        division("japan", "2nd", &second, 34.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB), ("Poltava", BB)], 30.0, 24.0, 90.0),
        division("russia", "re", &[("Askold", CA), ("Bayan", CA)], 40.0, 24.0, 90.0),
    ]);
    for ship in &mut setup.ships {
        std::sync::Arc::make_mut(&mut ship.card).speed = Inches(450);
    }
    setup
}

fn count_batteries(table: &mut Table, target: &str, firer: &str, batteries: u16) {
    let (target, firer) = (target.into(), firer.into());
    Naval::apply(&mut table.state, &Fact::BatteriesCounted(BatteryCount { target, firer, batteries }));
}

/// The movement of turn 2, after fire in turn 1: target, firer, number of batteries.
fn move_after_fire(setup: &Setup, counts: &[(&str, &str, u16)], faces: &[u8]) -> (Table, Vec<NavalEvent>) {
    let mut table = Table { state: Naval::initial_state(setup) };
    for (target, firer, batteries) in counts {
        count_batteries(&mut table, target, firer, *batteries);
    }
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    let events = table.apply_line("next", faces);
    (table, events)
}

fn reacts(events: &[NavalEvent]) -> Option<bool> {
    events.iter().find_map(|event| match &event.fact {
        Fact::ReactionTested { reacts, .. } => Some(*reacts),
        _ => None,
    })
}

#[test]
fn r5_15_2_initiative_counts_on_the_tracked_table_too() {
    for (initiative, batteries, face, wanted) in
        [(-1, 5, 4, true), (-1, 4, 4, false), (1, 3, 4, true), (1, 2, 4, false), (0, 4, 4, true), (0, 3, 4, false)]
    {
        let mut setup = boats();
        setup.divisions[1].initiative = initiative;
        let (table, events) = move_after_fire(&setup, &[("1st", "rd", batteries)], &[face]);
        assert_eq!(reacts(&events), Some(wanted), "{face} with {initiative} against {batteries}");
        assert_eq!(table.position_of("ikazuchi").2, if wanted { 165.0 } else { 0.0 });
    }
}

#[test]
fn r5_15_3_a_reacting_division_turns_straight_away_at_its_best_speed() {
    let (table, events) = move_after_fire(&boats(), &[("1st", "rd", 4)], &[4]);
    // The middle of the enemy is at 28.75, 24. The ship bears 162.6 from it, to the nearest 15 that is 165.
    assert_eq!(table.position_of("ikazuchi").2, 165.0);
    let ship = table.state.ship(&Id::new("ikazuchi")).unwrap();
    assert_eq!(ship.speed, Inches(400), "2.0 faster than 2.0, in column");
    assert_eq!(table.position_of("inazuma").2, 165.0);
    near("the second division goes on", table.position_of("sazanami"), (34.0, 22.0, 0.0));
    // The sheet shows the turn.
    let line = &table.state.division(&"1st".into()).unwrap().plot_records[0];
    let instead = line.instead.as_ref().unwrap();
    assert!(matches!(&instead.elements[..], [Element::Turn(turn)] if turn.degrees == 165), "{instead:?}");
    assert!(!show::sheet::sheets(&View::referee(&table.state), Some(&"1st".into())).0.contains("straight on"));
    // Tested once, before moving. Closing the segment does not test again.
    let is_reaction = |event: &&NavalEvent| matches!(event.fact, Fact::ReactionTested { .. });
    assert_eq!(events.iter().filter(is_reaction).count(), 1);
    let mut table = table;
    assert!(!table.apply_line("next", &[]).iter().any(|event| is_reaction(&event)));
}

/// A ship already heading straight away goes straight on, and its rudder is not reported as jammed. [8.4]
#[test]
fn r5_15_3_a_division_already_heading_away_goes_straight_on() {
    let mut setup = boats();
    setup.divisions[1].at = Some(naval::model::Place::new(30.0, 20.0, 165.0));
    for (setup, turns) in [(setup, false), (boats(), true)] {
        let before = Naval::initial_state(&setup);
        let (table, events) = move_after_fire(&setup, &[("1st", "rd", 4)], &[4]);
        let text = show::event::events_text(&before, &events);
        assert!(!text.contains("jammed"), "{text}");
        let sheet = show::sheet::sheets(&View::referee(&table.state), Some(&"1st".into())).0;
        assert!(!sheet.contains("rudder"), "{sheet}");
        let is_straight = |event: &NavalEvent| matches!(&event.fact, Fact::PlotReplaced { plot, carried: None, .. } if plot.is_straight() && !plot.elements.is_empty());
        assert_eq!(events.iter().any(is_straight), !turns, "{events:?}");
    }
}

#[test]
fn r5_15_3_any_heading_is_rounded_to_the_nearest_15() {
    let mut setup = boats();
    setup.divisions[1].at = Some(naval::model::Place::new(30.0, 20.0, 7.3));
    let (table, _) = move_after_fire(&setup, &[("1st", "rd", 9)], &[1]);
    assert_eq!(table.position_of("ikazuchi").2, 165.0);
}

#[test]
fn r5_15_3_the_division_that_fired_most_counts_then_the_nearest() {
    let away = |counts: &[(&str, &str, u16)]| {
        let (_, events) = move_after_fire(&boats(), counts, &[1]);
        events.iter().find_map(|event| match &event.fact {
            Fact::TurnedAway { from, .. } => Some(from.to_string()),
            _ => None,
        })
    };
    assert_eq!(away(&[("1st", "rd", 2), ("1st", "re", 3)]), Some("re".to_owned()));
    assert_eq!(away(&[("1st", "re", 3), ("1st", "rd", 3)]), Some("rd".to_owned()), "the nearer one");
}

#[test]
fn r5_15_1_a_formation_is_tested_as_one() {
    let mut table = Table { state: Naval::initial_state(&boats()) };
    table.apply_line("formation screen 1st 2nd bearing 90 interval 4", &[]);
    count_batteries(&mut table, "1st", "rd", 2);
    count_batteries(&mut table, "2nd", "rd", 2);
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    let events = table.apply_line("next", &[4]);
    assert_eq!(reacts(&events), Some(true), "4 batteries in all");
    assert_eq!(table.position_of("ikazuchi").2, 165.0);
    assert_eq!(table.position_of("sazanami").2, 120.0, "each away from the middle of the enemy");
    assert_eq!(table.state.this_turn.reacting.len(), 2);
}

#[test]
fn r5_15_4_launches_of_the_turn_are_cancelled() {
    let mut table = Table { state: Naval::initial_state(&boats()) };
    count_batteries(&mut table, "1st", "rd", 9);
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    Naval::apply(
        &mut table.state,
        &Fact::TorpedoesLaunched(Marker {
            id: "Q".into(),
            launcher: "ikazuchi".into(),
            side: "japan".into(),
            factors: 1,
            target: "retvizan".into(),
            run: Inches(400),
            bearing: Bearing::Port,
            turn: 2,
            dummy: false,
            answered_turn: None,
            second_half: false,
            dot: None,
            track: None,
        }),
    );
    table.apply_line("next", &[1]);
    assert!(table.state.markers.is_empty());
    assert_eq!(table.state.ship(&"ikazuchi".into()).unwrap().torpedoes_left, 2);
}

#[test]
fn r5_15_a_division_without_position_is_tested_before_it_is_moved() {
    let mut setup = boats();
    setup.divisions[1].at = None;
    let (mut table, events) = move_after_fire(&setup, &[("1st", "rd", 4)], &[]);
    assert_eq!(reacts(&events), None);
    table.assert_refused("next", "DutiesDue");
    assert_eq!(reacts(&Table { state: table.state.clone() }.apply_line("react 1st", &[4])), Some(true));
    // A waived test is rolled as the segment closes.
    assert_eq!(reacts(&table.apply_line("next waive \"moved already\"", &[4])), Some(true));
}

/// 5.15.3: a ship that turns away need not collide with friends.
#[test]
fn r5_15_3_a_division_that_turns_away_keeps_clear_of_friends() {
    let swerved = |events: &[NavalEvent]| {
        events.iter().find_map(|event| match &event.fact {
            Fact::FriendsCleared { division, degrees } => {
                Some((division.to_string(), *degrees, event.rule.to_string()))
            }
            _ => None,
        })
    };
    let collided = |events: &[NavalEvent]| events.iter().any(|event| matches!(event.fact, Fact::CollisionTested(_)));
    let (alone, events) = move_after_fire(&boats(), &[("1st", "rd", 4)], &[4]);
    assert_eq!(swerved(&events), None);
    // A stopped cruiser is where they would end, so straight away is not clear.
    let end = alone.position_of("ikazuchi");
    let ships = [("Naniwa", CA)];
    let mut written = boats();
    let mut more = setup(&[division("japan", "3rd", &ships, end.0, end.1, 90.0)]);
    more.divisions[0].speed = Inches::ZERO;
    written.divisions.append(&mut more.divisions);
    written.ships.append(&mut more.ships);
    let (table, events) = move_after_fire(&written, &[("1st", "rd", 4)], &[4]);
    let (division, degrees, rule) = swerved(&events).expect("swerves");
    assert_eq!((division.as_str(), degrees % 15, rule.as_str()), ("1st", 0, "5.15.3"));
    let heading = (165.0 + f64::from(degrees)).rem_euclid(360.0);
    assert_eq!((table.position_of("ikazuchi").2, table.ship("ikazuchi").speed), (heading, Inches(400)));
    assert!(!collided(&events) && degrees.abs() <= 75);
    // The sheet shows the turn made, not the one without the cruiser.
    let turned = |table: &Table| {
        let division = table.state.division(&"1st".into()).expect("there");
        let done = division.plot_records.last().and_then(|line| line.instead.clone()).expect("turned away");
        match done.elements.first() {
            Some(Element::Turn(turn)) => turn.hand.sign() as i64 * i64::from(turn.degrees),
            _ => 0,
        }
    };
    assert_ne!(turned(&alone), 0);
    assert_eq!((turned(&table) - turned(&alone) - i64::from(degrees)).rem_euclid(360), 0);
}

/// The movement of turn 2, for which a turn was plotted, after a change to the firers of turn 1.
/// `dice` decide the reaction and, if the division stays, its command check.
fn move_of_plotted_turn(
    change: impl FnOnce(&mut Table),
    counts: &[(&str, &str, u16)],
    dice: &[u8],
) -> (Table, Vec<NavalEvent>) {
    let mut table = Table { state: Naval::initial_state(&boats()) };
    for (target, firer, batteries) in counts {
        count_batteries(&mut table, target, firer, *batteries);
    }
    change(&mut table);
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    table.apply_line("plot 1st 1-SL45 speed 2", &[]);
    let events = table.apply_line("next", dice);
    (table, events)
}

fn lose_ships(table: &mut Table, ships: &[&str], fate: &Fate) {
    for ship in ships {
        Naval::apply(&mut table.state, &Fact::ShipLost { ship: (*ship).into(), fate: fate.clone() });
    }
}

/// The plot is cancelled even if no firer is left: the ship turns away from their last position.
#[test]
fn r5_15_3_turning_away_from_lost_ships_cancels_the_plot_too() {
    for fate in [Fate::Sinking, Fate::Exploded, Fate::exited(true)] {
        let (table, events) =
            move_of_plotted_turn(|table| lose_ships(table, &["retvizan", "poltava"], &fate), &[("1st", "rd", 4)], &[4]);
        assert_eq!(reacts(&events), Some(true));
        assert!(events.iter().any(|event| matches!(event.fact, Fact::PlotReplaced { .. })), "{fate:?}");
        assert_eq!((table.position_of("ikazuchi").2, table.ship("ikazuchi").speed), (165.0, Inches(400)), "{fate:?}");
    }
    // If one firer is left, only that one counts: from 30, 24 straight south.
    let (table, _) =
        move_of_plotted_turn(|table| lose_ships(table, &["poltava"], &Fate::Sinking), &[("1st", "rd", 4)], &[4]);
    assert_eq!(table.position_of("ikazuchi").2, 180.0);
    // A division that no longer exists has no position: straight on, as fast as possible.
    let out_of_the_way = |table: &mut Table| {
        for (ship, x) in [("retvizan", 60.0), ("poltava", 57.5)] {
            table.set(ship, Setting::At(Place::new(x, 40.0, 90.0)));
        }
    };
    let (table, events) = move_of_plotted_turn(out_of_the_way, &[("1st", "nobody", 4)], &[4]);
    assert!(events.iter().any(|event| matches!(event.fact, Fact::PlotReplaced { .. })));
    near("straight on", table.position_of("ikazuchi"), (30.0, 24.0, 0.0));
    // A formation that does not react keeps the plot.
    let (table, events) = move_of_plotted_turn(
        |table| lose_ships(table, &["retvizan", "poltava"], &Fate::Sinking),
        &[("1st", "rd", 3)],
        &[4, 1],
    );
    assert_eq!((reacts(&events), table.position_of("ikazuchi").2), (Some(false), 315.0));
}

/// A cancelled launch is no use of a weapon, but other uses remain. [8.6.4.1]
#[test]
fn r8_6_4_1_a_cancelled_launch_is_no_use_of_a_weapon() {
    let used = |markers: &[(&str, Bearing, bool)], fired: bool| {
        let mut table = Table { state: Naval::initial_state(&boats()) };
        count_batteries(&mut table, "1st", "rd", 9);
        Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
        for (id, bearing, dummy) in markers {
            let marker = Marker {
                id: (*id).into(),
                launcher: "ikazuchi".into(),
                side: "japan".into(),
                factors: u8::from(!dummy),
                target: "retvizan".into(),
                run: Inches(400),
                bearing: *bearing,
                turn: 2,
                dummy: *dummy,
                answered_turn: None,
                second_half: false,
                dot: None,
                track: None,
            };
            Naval::apply(&mut table.state, &Fact::TorpedoesLaunched(marker));
        }
        assert_eq!(table.ship("ikazuchi").used_weapons, markers.iter().any(|(_, _, dummy)| !dummy));
        if fired {
            let ship = table.state.ship_mut(&"ikazuchi".into()).unwrap();
            (ship.used_weapons, ship.starshell_used) = (true, true);
        }
        table.apply_line("next", &[1]);
        assert!(table.state.markers.is_empty());
        table.ship("ikazuchi").used_weapons
    };
    let (port, starboard) = (("Q", Bearing::Port, false), ("R", Bearing::Starboard, false));
    assert!(!used(&[port], false));
    assert!(!used(&[port, starboard], false), "both");
    assert!(!used(&[port, ("R", Bearing::Starboard, true)], false), "and a dummy");
    assert!(used(&[port], true), "starshell is fired from guns (Q37)");
}

/// A light ship in a division with large ships is fired on, but its division never turns away.
#[test]
fn r5_15_a_division_with_a_large_ship_is_never_tested() {
    for (kind, tested) in [(CL, true), (CA, false)] {
        let mut setup = setup(&[
            division("japan", "mixed", &[("Niitaka", CL), ("Asama", kind)], 30.0, 20.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB), ("Poltava", BB)], 30.0, 26.0, 90.0),
        ]);
        setup.divisions[0].flagship = "niitaka".into();
        let (table, events) = move_after_fire(&setup, &[("mixed", "rd", 9)], if tested { &[10] } else { &[] });
        assert_eq!(reacts(&events).is_some(), tested, "{kind:?}");
        assert_eq!(table.state.segment, Segment::Movement, "the segment is closed and the next begins");
    }
}

/// The flagship of the 1st division cannot keep within an inch of the best speed of the others, or only just. [Q57]
#[test]
fn r5_15_3_a_slow_flagship_does_not_hold_back_a_reacting_division() {
    for tracked in [true, false] {
        for (top, passes) in [(50, true), (299, true), (300, false)] {
            let mut setup = boats();
            setup.divisions[1].at = setup.divisions[1].at.filter(|_| tracked);
            let slow = setup.ships.iter_mut().find(|ship| ship.card.id == *"ikazuchi").unwrap();
            std::sync::Arc::make_mut(&mut slow.card).speed = Inches(top);
            let mut table = Table { state: Naval::initial_state(&setup) };
            count_batteries(&mut table, "1st", "rd", 4);
            Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
            let before = table.state.clone();
            let mut events = table.apply_line("next", if tracked { &[4] } else { &[] });
            if !tracked {
                events.extend(table.apply_line("react 1st", &[4]));
            }
            let is_flag_passed =
                |event: &NavalEvent| matches!(&event.fact, Fact::FlagPassed { flag, .. } if flag.ship == *"inazuma");
            assert_eq!(
                events.iter().any(is_flag_passed),
                passes,
                "{tracked} {top}: {}",
                show::event::events_text(&before, &events)
            );
            let speed = |ship: &str| table.state.ship(&Id::new(ship)).unwrap().speed;
            assert_eq!(speed("inazuma"), Inches(400), "{tracked} {top}");
            assert_eq!(speed("ikazuchi"), Inches(top.min(400)), "{tracked} {top}");
        }
    }
}

//! A line re-forms, cruisers stay behind it, a chase continues, and a side that breaks off stays away.
use admirals::{Choice, Memory, Task, TermKind};
use geometry::{Point, Pose, range_in};
use naval::model::doctrine::{Alarm, DesiredRange, Withdraw};
use naval::model::{Element, FormationId, Plot, Setup};
use naval::{Fact, Id, Naval, Segment, SideId, State, view::PlayerView};
use naval_kit::scenario;
use play::{Game, Millionths};

use crate::{
    doctrine::{answers, card, state_at},
    steering::{begin, off_ulsan, orders, placed_setup, plot_of, runs},
};

/// Returns where the ships of a division end by a plot, leader first.
fn final_poses(state: &State, division: &str, plot: &Plot) -> Vec<Pose> {
    runs(state, division, plot).iter().map(|run| run.to.pose()).collect()
}

fn depends_on_another(plot: &Plot) -> bool {
    plot.elements.iter().any(|element| matches!(element, Element::Mimic(_) | Element::Follow(_)))
}

/// The first division leads the second in column in one formation; all other ships are far away.
pub fn in_file(rear: [f64; 3]) -> State {
    let far = [("2nd-a", [10.0, 69.0, 90.0], 1.5), ("2nd-b", [10.0, 45.0, 90.0], 1.5)];
    let mut setup: Setup =
        placed_setup("tsushima", &[("1st-a", [60.0, 60.0, 90.0], 1.5), ("1st-b", rear, 1.5), far[0], far[1]]);
    setup.formations.clear();
    let divisions = vec![Id::new("1st-a"), Id::new("1st-b")];
    setup.formations.push(naval::model::FormationSetup { id: FormationId::new("file"), divisions, lines: Vec::new() });
    Naval::initial_state(&setup)
}

#[test]
fn r5_7_4_a_division_off_the_track_of_the_one_ahead_steers_for_it() {
    let plotted = |state: &State| plot_of(&orders(state, "japan", None), "1st-b");
    let tail =
        |state: &State| *final_poses(state, "1st-a", &plot_of(&orders(state, "japan", None), "1st-a")).last().unwrap();
    // On the track it follows.
    let plot = plotted(&in_file([53.5, 60.0, 90.0]));
    assert!(matches!(plot.elements[..], [Element::Follow(_)]), "{plot:?}");
    // Off the track it steers independently, toward the track and its course.
    for rear in [[53.0, 57.5, 90.0], [53.0, 62.5, 60.0], [55.0, 57.0, 270.0]] {
        let state = in_file(rear);
        let plot = plotted(&state);
        assert!(!depends_on_another(&plot), "{rear:?}: {plot:?}");
        let (end, tail) = (final_poses(&state, "1st-b", &plot)[0], tail(&state));
        let post = tail.at.moved(tail.heading.opposite(), 2.0);
        let was = range_in(Point::new(rear[0], rear[1]), post) - 1.5;
        let by_mimic =
            final_poses(&state, "1st-b", &Plot { elements: vec![Element::Mimic(Id::new("1st-a"))], ..Plot::default() });
        let mimics = range_in(by_mimic[0].at, post);
        assert!(range_in(end.at, post) < mimics.max(was), "{rear:?}: {end:?} {post:?} {mimics}");
    }
}

#[test]
fn r5_8_2_the_head_of_a_line_waits_for_ships_that_fell_behind() {
    let speed = |off: bool| {
        let mut state = in_file([53.5, 60.0, 90.0]);
        if off {
            let formation = state.formations.iter_mut().find(|formation| formation.id == *"file").unwrap();
            formation.off = vec![Id::new("1st-b")];
        }
        plot_of(&orders(&state, "japan", None), "1st-a").speed
    };
    assert!(speed(true) < speed(false), "{:?} {:?}", speed(true), speed(false));
}

/// Returns the order of a division's plot, with its reasons.
fn plot_choice(
    state: &State,
    side: &str,
    division: &str,
    memory: &Memory,
    card: &naval::model::doctrine::Doctrine,
) -> Choice {
    let all = answers(state, side, Task::Plots, card, memory);
    let is_plot = |choice: &Choice| matches!(&choice.command, naval::Command::Plot { unit, .. } if *unit == *division);
    all.into_iter().find(is_plot).unwrap()
}

#[test]
fn r4_3_a_chasing_ship_does_not_turn_away_to_open_its_arcs() {
    // Hipper is 15" off, fine on the bow and running; all other ships are far away.
    let gained = |strength: f64| {
        let places = [
            ("1st-bcs", [40.0, 16.0, 90.0], 3.75),
            ("1sg", [62.0, 20.0, 90.0], 3.0),
            ("2nd-bcs", [6.0, 4.0, 90.0], 2.5),
            ("harwich", [6.0, 44.0, 90.0], 2.5),
            ("1st-lcs", [6.0, 40.0, 90.0], 2.5),
            ("m-class", [6.0, 36.0, 90.0], 2.5),
            ("2sg", [150.0, 40.0, 90.0], 2.5),
            ("boats-a", [150.0, 44.0, 90.0], 2.5),
            ("boats-b", [150.0, 36.0, 90.0], 2.5),
        ];
        let beatty = card(|card| {
            card.aggression = 1.0;
            card.range = Some(DesiredRange { open: 20.0, seek: [12.0, 13.0], least: 0.0 });
            card.withdraw.strength = strength;
        });
        // Its speed is known once it has moved.
        let hipper = card(|card| card.withdraw.strength = 2.0);
        let state = state_at(&placed_setup("dogger-bank", &places), [&beatty, &hipper], 2, Segment::Plotting);
        let choice = plot_choice(&state, "britain", "1st-bcs", &Memory::default(), &beatty);
        let was = state.ship(&Id::new("lion")).unwrap().at.unwrap().point().x();
        final_poses(&state, "1st-bcs", &plot_of(&[choice.command], "1st-bcs"))[0].at.x() - was
    };
    assert!(3.4 < gained(0.0), "the captain chases: {}", gained(0.0));
    assert!(gained(2.0) < gained(0.0), "a captain that breaks off lets it go: {}", gained(2.0));
}

#[test]
fn r5_8_light_cruisers_stay_behind_their_line_near_large_enemies_only() {
    // Light cruisers stay with their line while it is between them and the enemy's. If light enemies are near, they
    // leave it to fight.
    let toward = |light: f64, line: f64| {
        let places = [
            ("1st-lcs", [47.0, 26.0, 90.0], 2.5),
            ("1st-bcs", [40.0, line, 90.0], 2.5),
            ("2nd-bcs", [33.0, line, 90.0], 2.5),
            ("harwich", [3.0, 45.0, 90.0], 2.5),
            ("m-class", [3.0, 47.0, 90.0], 2.5),
            ("1sg", [40.0, 14.0, 90.0], 2.5),
            ("2sg", [47.0, light, 90.0], 2.5),
            ("boats-a", [120.0, 6.0, 90.0], 2.5),
            ("boats-b", [125.0, 4.0, 90.0], 2.5),
        ];
        let state = begin(&placed_setup("dogger-bank", &places));
        let plot = plot_of(&orders(&state, "britain", None), "1st-lcs");
        final_poses(&state, "1st-lcs", &plot)[0].at.y() - 26.0
    };
    let behind = toward(2.0, 23.0);
    assert!(-0.8 <= behind, "{behind}");
    let fights = toward(17.5, 23.0);
    assert!(fights < behind, "{fights} {behind}");
}

#[test]
fn r5_10_2_a_wide_turn_has_a_cost_even_under_little_fire() {
    // Light cruisers at the limit of their range; all other ships are far away.
    let places = [
        ("harwich", [40.0, 26.0, 90.0], 2.5),
        ("2sg", [40.0, 20.5, 90.0], 2.5),
        ("1st-bcs", [10.0, 44.0, 90.0], 2.5),
        ("2nd-bcs", [10.0, 41.0, 90.0], 2.5),
        ("1st-lcs", [10.0, 38.0, 90.0], 2.5),
        ("m-class", [10.0, 35.0, 90.0], 2.5),
        ("1sg", [140.0, 4.0, 90.0], 2.5),
        ("boats-a", [150.0, 6.0, 90.0], 2.5),
        ("boats-b", [150.0, 9.0, 90.0], 2.5),
    ];
    let state = begin(&placed_setup("dogger-bank", &places));
    let choice = plot_choice(&state, "britain", "harwich", &Memory::default(), &card(|_| {}));
    let term_value = |option: &admirals::ScoredOption, kind: TermKind| -> f64 {
        option.terms.iter().filter(|term| term.kind == kind).map(|term| term.points.points()).sum()
    };
    let costs = |degrees: u16| {
        let options = choice.reasons.options.iter().filter(|option| {
            let plot = plot_of(std::slice::from_ref(&option.command), "harwich");
            let turn = |element: &Element| matches!(element, Element::Turn(turn) if turn.degrees == degrees);
            plot.elements.iter().any(turn)
        });
        options.map(|option| term_value(option, TermKind::ChangeCost)).fold(f64::NEG_INFINITY, f64::max)
    };
    let dealt = choice.reasons.options.iter().map(|option| term_value(option, TermKind::Dealt)).fold(0.0, f64::max);
    assert!(dealt < 0.5, "{dealt}");
    assert!(costs(120) < -0.05 && costs(120) < 2.0 * costs(15), "{} {}", costs(120), costs(15));
    let straight = |option: &&admirals::ScoredOption| {
        let plot = plot_of(std::slice::from_ref(&option.command), "harwich");
        plot.is_straight() && term_value(option, TermKind::ChangeCost) == 0.0
    };
    assert!(choice.reasons.options.iter().any(|option| straight(&option)));
}

#[test]
fn r9_3_a_side_that_broke_off_fights_again_only_with_strength_to_spare() {
    // At full strength the captain fights. After breaking off at less it stays away, unless enough more is left now.
    let setup = off_ulsan([44.0, 30.0, 270.0], [44.0, 22.0, 270.0], 1.2);
    let goes_home = |least: Option<f64>, strength: f64| {
        let memory = Memory { lowest_share: least.map(Millionths::nearest), ..Memory::default() };
        let card = card(|card| card.withdraw.strength = strength);
        let choice = plot_choice(&begin(&setup), "japan", "2nd", &memory, &card);
        // A captain that fights scores its fire.
        let terms = &choice.reasons.options[choice.reasons.chosen].terms;
        terms.iter().all(|term| term.kind != TermKind::Dealt)
    };
    // The break-off strength at which it would just fight, to within 0.05.
    let fights = |twentieth: &u32| !goes_home(None, f64::from(*twentieth) / 20.0);
    let strength = f64::from((1..=19).rev().find(fights).unwrap()) / 20.0;
    assert!(goes_home(None, strength + 0.05));
    assert!(goes_home(Some(strength - 0.01), strength), "the side had broken off");
    assert!(!goes_home(Some(strength + 0.01), strength), "the side never broke off");
    assert!(!goes_home(Some(0.01), strength - 0.2), "there is more than 0.15 to spare");
}

#[test]
fn r9_3_a_side_that_broke_off_for_an_alarm_stays_away_for_four_turns() {
    let setup = off_ulsan([44.0, 30.0, 270.0], [44.0, 22.0, 270.0], 1.2);
    let goes_home = |when: Alarm, remembered: Alarm, turn: u16| {
        let memory = Memory { alarms: vec![(remembered, 3)], ..Memory::default() };
        let card = card(|card| card.withdraw = Withdraw { strength: 0.0, when: vec![when] });
        let mut state = begin(&setup);
        state.turn = turn;
        let choice = plot_choice(&state, "japan", "2nd", &memory, &card);
        let terms = &choice.reasons.options[choice.reasons.chosen].terms;
        terms.iter().all(|term| term.kind != TermKind::Dealt)
    };
    let crossed = Alarm::TCrossed;
    assert!(goes_home(crossed, crossed, 4) && goes_home(crossed, crossed, 7));
    assert!(!goes_home(crossed, crossed, 8), "five turns after it the captain fights");
    assert!(!goes_home(Alarm::Forts, crossed, 4), "the card does not name it");
    assert!(!goes_home(Alarm::FleetSighted, Alarm::FleetSighted, 4), "this alarm counts only while it lasts");
}

#[test]
fn r9_3_a_side_remembers_when_its_line_was_last_crossed() {
    let remembers = |enemy: [f64; 3]| {
        let mut state = begin(&off_ulsan([44.0, 30.0, 0.0], enemy, 1.2));
        let mut memory = Memory::default();
        let side = SideId::new("japan");
        // The alarm is checked only as a turn begins, and the last turn counts.
        for (turn, segment) in [(4, Segment::Plotting), (5, Segment::Plotting), (6, Segment::Movement)] {
            state.turn = turn;
            memory.record_turn_start(&Fact::SegmentBegan { turn, segment }, || PlayerView::for_side(&state, &side));
        }
        let is_t_crossed = |alarm: &&(Alarm, u16)| alarm.0 == Alarm::TCrossed;
        assert!(memory.alarms.iter().filter(is_t_crossed).count() <= 1);
        memory.alarms.iter().find(is_t_crossed).map(|alarm| alarm.1)
    };
    assert_eq!(remembers([42.0, 40.0, 270.0]), Some(5), "across the bows");
    assert_eq!(remembers([42.0, 46.0, 270.0]), None, "too far off");
    assert_eq!(remembers([42.0, 40.0, 0.0]), None, "on the same course");
    assert_eq!(remembers([42.0, 20.0, 270.0]), None, "astern");
}

#[test]
fn r5_10_5_captains_stay_far_enough_from_an_edge_to_turn_before_it() {
    // Alone along the northern edge: a near ship turns off it, a farther one runs along it.
    let gained = |y: f64| {
        let state = begin(&off_ulsan([44.0, y, 90.0], [70.0, y, 90.0], 1.5));
        let card = card(|card| card.withdraw.strength = 0.0);
        let choice = plot_choice(&state, "japan", "2nd", &Memory::default(), &card);
        y - final_poses(&state, "2nd", &plot_of(&[choice.command], "2nd"))[0].at.y()
    };
    let north = scenario("ulsan").table.height.as_f64();
    assert!(0.2 < gained(north - 1.0), "{}", gained(north - 1.0));
    assert!(gained(north - 8.0).abs() < 0.2, "{}", gained(north - 8.0));
}

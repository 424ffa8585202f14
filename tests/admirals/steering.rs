//! A line stays a line, fights at its range, and turns only for a reason.
use std::sync::Arc;

use admirals::{
    Captain, Memory, Midshipman, PendingDecision, Policy, ScoredOption, Task, pending_decisions, puzzle::turn_deg,
};
use geometry::{Path, Point, Pose, range_in};
use naval::model::doctrine::{DesiredRange, Doctrine};
use naval::model::{Place, Plot, Setup, ShipMove};
use naval::{Command, Id, Inches, Naval, SideId, State, rules::moves, view::PlayerView};
use naval_kit::{scenario, table::Table};
use play::{Game, Rng, Rule};

use crate::battles::never;

/// A battle whose divisions have these positions: x, y, heading and speed.
pub fn placed_setup(name: &str, places: &[(&str, [f64; 3], f64)]) -> Setup {
    let mut setup = scenario(name);
    for (division, [x, y, heading], speed) in places {
        let chosen = setup.divisions.iter_mut().find(|candidate| candidate.id == **division).unwrap();
        chosen.at = Some(Place::new(*x, *y, *heading));
        chosen.speed = Inches::nearest(*speed);
    }
    setup
}

/// The cruisers of both sides off Ulsan at one speed: x, y and heading of the Japanese, then of the Russians.
pub fn off_ulsan(japan: [f64; 3], russia: [f64; 3], speed: f64) -> Setup {
    placed_setup("ulsan", &[("2nd", japan, speed), ("vladivostok", russia, speed)])
}

/// The start of the battle, with all ships in sight.
pub fn begin(setup: &Setup) -> State {
    let mut state = Naval::initial_state(setup);
    state.ships.iter_mut().for_each(|ship| std::sync::Arc::make_mut(ship).sighted = true);
    state
}

/// What a side's captain orders in the Plotting Segment, with this card or its admiral's.
pub fn orders(state: &State, side: &str, card: Option<&Doctrine>) -> Vec<Command> {
    let cards = load::doctrines(&naval_kit::builtin()).unwrap();
    let side = SideId::new(side);
    let card = card.cloned().unwrap_or_else(|| Doctrine::for_side(&cards, &state.setup, &side));
    let player_view = PlayerView::for_side(state, &side);
    let decisions: Vec<PendingDecision> =
        pending_decisions(&player_view).into_iter().filter(|decision| decision.task == Task::Plots).collect();
    let captain = Captain::new(card);
    let answers = decisions
        .iter()
        .flat_map(|decision| captain.choose(&player_view, &Memory::default(), decision, &mut Rng(1), &never));
    answers.map(|choice| choice.command).collect()
}

pub fn plot_of(orders: &[Command], division: &str) -> Plot {
    let found = orders.iter().find_map(|order| match order {
        Command::Plot { unit, plot, .. } if *unit == *division => Some(plot.clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{division} is plotted for: {orders:?}"))
}

pub fn runs(state: &State, division: &str, plot: &Plot) -> Vec<ShipMove> {
    moves::predicted_runs(state, state.division(&Id::new(division)).unwrap(), plot).unwrap()
}

fn lines_at(range: f64) -> State {
    begin(&off_ulsan([44.0, 30.0, 270.0], [44.0, 30.0 - range, 270.0], 1.2))
}

#[test]
fn r5_10_2_lines_abeam_of_each_other_at_their_range_keep_their_course() {
    let state = lines_at(7.5);
    for (side, division) in [("japan", "2nd"), ("russia", "vladivostok")] {
        let plot = plot_of(&orders(&state, side, None), division);
        assert!(plot.is_straight(), "{side}: {plot:?}");
    }
    // Much nearer or farther than the range it seeks, the captain turns.
    for range in [2.5, 12.0] {
        let state = lines_at(range);
        let plot = plot_of(&orders(&state, "russia", None), "vladivostok");
        assert!(!plot.is_straight(), "{range}: {plot:?}");
        let end = runs(&state, "vladivostok", &plot)[0].to;
        assert_eq!(range < 7.0, end.point().y() < 30.0 - range, "{range}: toward the range it seeks, {end:?}");
    }
}

#[test]
fn r5_2_divisions_of_large_ships_in_column_are_one_formation() {
    let formed = |setup: &Setup| -> Vec<Vec<Id>> {
        let orders = orders(&Naval::initial_state(setup), "japan", None);
        let formed = orders.into_iter().filter_map(|order| match order {
            Command::Formation { divisions, .. } => Some(divisions),
            _ => None,
        });
        formed.collect()
    };
    let one_line = |astern: f64| {
        let lead = ("1st-a", [60.0, 60.0, 90.0], 1.5);
        let far = [("2nd-a", [20.0, 65.0, 90.0], 1.5), ("2nd-b", [20.0, 55.0, 90.0], 1.5)];
        placed_setup("tsushima", &[lead, ("1st-b", [60.0 - astern, 60.0, 90.0], 1.5), far[0], far[1]])
    };
    let both = vec![Id::new("1st-a"), Id::new("1st-b")];
    assert_eq!(formed(&one_line(6.5)), [both], "Mikasa leads");
    assert_eq!(formed(&one_line(10.0)), Vec::<Vec<Id>>::new(), "too far astern");
    // Mikasa does not lead a division that is ahead of it.
    let ahead = placed_setup("tsushima", &[("1st-a", [50.0, 60.0, 90.0], 1.5), ("1st-b", [56.5, 60.0, 90.0], 1.5)]);
    assert!(formed(&ahead).iter().all(|line| line.first() != Some(&Id::new("1st-a")) || line[1] != *"1st-b"));
}

#[test]
fn r5_8_2_a_division_that_follows_steers_for_its_place_in_the_line() {
    // The rear is on the beam of the van; no enemy is near enough to be fought.
    let setup = |off: f64| {
        let van = ("1st-a", [60.0, 60.0, 90.0], 1.5);
        let far = [("2nd-a", [10.0, 69.0, 90.0], 1.5), ("2nd-b", [10.0, 45.0, 90.0], 1.5)];
        placed_setup("tsushima", &[van, ("1st-b", [55.0, 60.0 - off, 90.0], 1.5), far[0], far[1]])
    };
    let end = |off: f64| {
        let state = Naval::initial_state(&setup(off));
        let orders = orders(&state, "japan", None);
        let (van, rear) = (plot_of(&orders, "1st-a"), plot_of(&orders, "1st-b"));
        let tail = runs(&state, "1st-a", &van).last().unwrap().to.point();
        let lead = runs(&state, "1st-b", &rear)[0].to.point();
        (range_in(tail, lead), lead.y() - (60.0 - off))
    };
    let (apart, north) = end(6.0);
    assert!(0.2 < north, "{north:.2}\" toward the van, {apart:.1}\" from it");
    // Too far off it fights independently: it goes toward the enemy.
    let (_, north) = end(20.0);
    assert!(north <= 0.2, "{north:.2}\"");
}

#[test]
fn r5_11_captains_do_not_steer_across_an_enemy_line_that_keeps_its_course() {
    let bold = Doctrine {
        aggression: 1.0,
        range: Some(DesiredRange { open: 25.0, seek: [0.0, 25.0], least: 0.0 }),
        ..Doctrine::default_card()
    };
    let state = |north: f64| begin(&off_ulsan([30.0, 30.0, 0.0], [30.5, 30.0 + north, 270.0], 1.5));
    let nearest = |state: &State, plot: &Plot| {
        let own = runs(state, "2nd", plot);
        let position_at = |run: &ShipMove, time: f64| -> Point {
            let path = Path::from_pieces(run.from.pose(), run.legs.iter().map(|leg| leg.to_piece()));
            path.pose_at(path.length_in() * time).at
        };
        let enemies: Vec<(Pose, f64)> = state
            .ships_of(&Id::new("vladivostok"))
            .filter_map(|ship| Some((ship.at?.pose(), ship.speed.as_f64())))
            .collect();
        let apart = own.iter().flat_map(|run| {
            let enemies = &enemies;
            [0.5, 1.0].into_iter().flat_map(move |time| {
                let place = position_at(run, time);
                enemies.iter().map(move |(pose, speed)| range_in(place, pose.ahead(speed * time)))
            })
        });
        apart.fold(f64::INFINITY, f64::min)
    };
    let close = state(2.6);
    let straight = Plot::straight(Inches::nearest(1.5));
    assert!(nearest(&close, &straight) < 1.5, "straight on they would meet");
    let plot = plot_of(&orders(&close, "japan", Some(&bold)), "2nd");
    assert!(1.5 <= nearest(&close, &plot), "{plot:?}: {:.2}", nearest(&close, &plot));
}

#[test]
fn r4_3_a_captain_that_waits_for_the_light_keeps_off_until_it_favours_it() {
    // Parallel, 9" apart. The Germans see 14". In turn 3 they are seen at 11", in turn 4 at 10".
    let end = |turn: u16| {
        let places = [("spee", [40.0, 28.0, 90.0], 1.7), ("cradock", [40.0, 19.0, 90.0], 1.7)];
        let mut state = begin(&placed_setup("coronel", &places));
        state.turn = turn;
        let plot = plot_of(&orders(&state, "germany", None), "spee");
        runs(&state, "spee", &plot)[0].to.point().y()
    };
    assert!(28.2 < end(3), "away from them: {:.2}", end(3));
    assert!(end(4) <= 28.2, "no more: {:.2}", end(4));
}

#[test]
fn r9_2_no_captain_plots_a_course_over_an_edge_that_is_closed_to_it() {
    // Head on to the northern edge, which the Russian cruisers may not cross while their line stays together.
    let leaves = |y: f64, captain: bool| {
        let mut state = begin(&placed_setup("yellow-sea", &[("cruisers", [42.0, y, 0.0], 2.5)]));
        state.turn = 5;
        let card = captain.then(Doctrine::default_card);
        let plot = plot_of(&orders(&state, "russia", card.as_ref()), "cruisers");
        runs(&state, "cruisers", &plot).iter().any(|run| moves::edge_crossed(&state, run).is_some())
    };
    for (y, captain) in [(47.6, false), (47.6, true), (46.0, true), (40.0, true)] {
        assert!(!leaves(y, captain), "{y} {captain}");
    }
}

#[test]
fn r5_2_divisions_near_the_flag_form_no_line_without_it() {
    let formed = |van: [f64; 3]| -> Vec<Vec<Id>> {
        let places = [
            ("1st-a", van, 1.5),
            ("1st-b", [60.0, 60.0, 90.0], 1.5),
            ("2nd-a", [53.5, 60.0, 90.0], 1.5),
            ("2nd-b", [47.0, 60.0, 90.0], 1.5),
        ];
        let orders = orders(&Naval::initial_state(&placed_setup("tsushima", &places)), "japan", None);
        let formed = orders.into_iter().filter_map(|order| match order {
            Command::Formation { divisions, .. } => Some(divisions),
            _ => None,
        });
        formed.collect()
    };
    // With Mikasa on their beam, too far off to be followed, they steer for their places.
    assert_eq!(formed([70.0, 66.0, 90.0]), Vec::<Vec<Id>>::new());
    // With Mikasa far away they form a separate line.
    let rest = ["1st-b", "2nd-a", "2nd-b"].map(Id::new).to_vec();
    assert!(formed([20.0, 20.0, 90.0]).contains(&rest));
    // Behind it they follow.
    let all = ["1st-a", "1st-b", "2nd-a", "2nd-b"].map(Id::new).to_vec();
    assert_eq!(formed([68.5, 60.0, 90.0]), [all]);
}

#[test]
fn r4_3_a_side_that_seeks_battle_pays_for_losing_sight_of_the_enemy() {
    // At the limit of sight, with the enemy drawing away: losing sight has a cost, except for a side that breaks off.
    let has_contact_cost = |card: &Doctrine| {
        // In turn 1 ships are seen at 14".
        let state = begin(&off_ulsan([30.0, 30.0, 90.0], [34.0, 18.0, 120.0], 2.0));
        let player_view = PlayerView::for_side(&state, &SideId::new("japan"));
        let pending =
            pending_decisions(&player_view).into_iter().find(|decision| decision.task == Task::Plots).unwrap();
        let choices =
            Captain::new(card.clone()).choose(&player_view, &Memory::default(), &pending, &mut Rng(1), &never).choices;
        let is_plot =
            |choice: &&admirals::Choice| matches!(&choice.command, Command::Plot { unit, .. } if *unit == *"2nd");
        let choice = choices.iter().find(is_plot).unwrap().clone();
        let priced =
            |option: &admirals::ScoredOption| option.terms.iter().any(|term| term.kind == admirals::TermKind::Contact);
        choice.reasons.options.iter().any(priced)
    };
    let bold = Doctrine { aggression: 1.0, ..Doctrine::default_card() };
    assert!(has_contact_cost(&bold));
    let mut home = bold.clone();
    home.withdraw.strength = 2.0;
    assert!(!has_contact_cost(&home), "a side that breaks off pays nothing for it");
}

#[test]
fn r7_6_a_slow_ship_near_the_enemy_expects_finishing_shots() {
    let feared = |range: f64, makes: f64| {
        let mut state = lines_at(range);
        for ship in state.ships.iter_mut().filter(|ship| ship.division == *"2nd") {
            Arc::make_mut(ship).top_speed_override = Some(Inches::nearest(makes));
        }
        let player_view = PlayerView::for_side(&state, &SideId::new("japan"));
        let pending =
            pending_decisions(&player_view).into_iter().find(|decision| decision.task == Task::Plots).unwrap();
        let chosen = Captain::plain().choose(&player_view, &Memory::default(), &pending, &mut Rng(1), &never).choices;
        let options = chosen.iter().flat_map(|choice| &choice.reasons.options);
        let is_ahead = |option: &ScoredOption| match &option.command {
            Command::Plot { unit, .. } if *unit == *"2nd" => turn_deg(&option.command) == Some(0),
            _ => false,
        };
        let terms = options.filter(|option| is_ahead(option)).flat_map(|option| &option.terms);
        terms.filter(|term| term.rule == Rule::new("7.6")).map(|term| term.points.points()).sum::<f64>()
    };
    // Half an inch below the possible speed is tried as well.
    assert!(feared(6.0, 1.5) < -0.01, "an inch of way, within 7\" of three torpedo carriers: {}", feared(6.0, 1.5));
    assert!(feared(5.0, 1.5) < feared(6.0, 1.5), "the closer, the higher the cost");
    assert_eq!(feared(6.0, 1.75), 0.0, "a ship that makes more than an inch is no cripple");
    assert_eq!(feared(7.5, 1.5), 0.0, "no enemy is near enough, or can be soon");
}

#[test]
fn r5_2_the_force_flags_line_takes_in_divisions_ahead_and_astern() {
    let formed = |moved: &[(&str, [f64; 3], f64)]| -> Vec<Id> {
        let orders = orders(&Naval::initial_state(&placed_setup("jutland-1830", moved)), "britain", None);
        let line = |order: Command| match order {
            Command::Formation { divisions, .. } => divisions.contains(&Id::new("3rd-div")).then_some(divisions),
            _ => None,
        };
        orders.into_iter().find_map(line).unwrap_or_default()
    };
    // Jellicoe in the third division leads the fourth. King George V and Orion are ahead in column, Lion before them.
    let ids = |all: &[&str]| -> Vec<Id> { all.iter().map(|id| Id::new(*id)).collect() };
    assert_eq!(formed(&[]), ids(&["1st-div", "2nd-div", "3rd-div", "4th-div"]));
    let near = [("5th-div", [44.0, 69.6, 123.0], 2.0)];
    assert_eq!(formed(&near), ids(&["1st-div", "2nd-div", "3rd-div", "4th-div", "5th-div"]));
    let off = [("1st-div", [80.0, 58.0, 123.0], 2.0)];
    assert_eq!(formed(&off), ids(&["2nd-div", "3rd-div", "4th-div"]), "a division abeam is not taken in");
    // Far faster ships do not join, however close they are.
    let fast = [("bcf", [81.5, 45.1, 123.0], 2.0)];
    assert_eq!(formed(&fast), ids(&["1st-div", "2nd-div", "3rd-div", "4th-div"]));
}

#[test]
fn r5_11_a_turn_is_only_as_wide_as_it_takes_to_come_clear() {
    // The card allows turns of 15 degrees. The edge is close ahead, or far off.
    let narrow =
        Doctrine { turns: naval::model::doctrine::Turns { together: false, most_deg: 15 }, ..Doctrine::default_card() };
    let widest = |from_edge: f64| {
        let y = scenario("ulsan").table.height.as_f64() - from_edge;
        let state = begin(&off_ulsan([44.0, y, 45.0], [44.0, y - 9.0, 90.0], 1.5));
        let player_view = PlayerView::for_side(&state, &SideId::new("japan"));
        let pending =
            pending_decisions(&player_view).into_iter().find(|decision| decision.task == Task::Plots).unwrap();
        let chosen =
            Captain::new(narrow.clone()).choose(&player_view, &Memory::default(), &pending, &mut Rng(1), &never);
        let is_plot =
            |choice: &admirals::Choice| matches!(&choice.command, Command::Plot { unit, .. } if *unit == *"2nd");
        let choice = chosen.choices.into_iter().find(is_plot).unwrap();
        let turned = |option: &ScoredOption| turn_deg(&option.command).map_or(0, i32::abs);
        choice.reasons.options.iter().map(turned).max().unwrap()
    };
    assert_eq!(widest(14.0), 15, "in open water as the card says");
    let by_the_edge = widest(1.5);
    assert!((30..=105).contains(&by_the_edge), "{by_the_edge}");
}

/// Rossia is the flagship of its division and of the force. [5.9.1]
#[test]
fn q57_no_player_stops_behind_a_crippled_flagship() {
    let ordered = |policy: &dyn Policy, top: &str| {
        let mut table =
            Table { state: Naval::initial_state(&off_ulsan([44.0, 40.0, 270.0], [44.0, 10.0, 270.0], 2.0)) };
        table.apply_line(&format!("set rossia top {top} because \"boilers\""), &[]);
        let player_view = PlayerView::for_side(&table.state, &SideId::new("russia"));
        let decisions: Vec<PendingDecision> =
            pending_decisions(&player_view).into_iter().filter(|decision| decision.task == Task::Plots).collect();
        let answers = decisions.iter().flat_map(|decision| {
            policy.choose(&player_view, &Memory::default(), decision, &mut Rng(1), &never).choices
        });
        let orders: Vec<Command> = answers.map(|choice| choice.command).collect();
        for order in &orders {
            play::decide_and_apply::<Naval>(&mut table.state, order, &mut play::Script::default()).unwrap();
        }
        let plot = plot_of(&orders, "vladivostok");
        (table.state.division(&Id::new("vladivostok")).unwrap().flagship.to_string(), plot.speed.or(plot.own_speed()))
    };
    let doctrine = load::doctrines(&naval_kit::builtin()).unwrap()[0].clone();
    for policy in [&Midshipman as &dyn Policy, &Captain::plain(), &admirals::Admiral::new(doctrine, 100)] {
        let (flag, speed) = ordered(policy, "0");
        assert_eq!(flag, "gromoboi");
        assert!(Some(Inches(200)) <= speed, "{speed:?}");
        // A flagship within an inch of their speed leads on, and they keep with it.
        let (flag, speed) = ordered(policy, "2");
        assert_eq!(flag, "rossia");
        assert!(speed <= Some(Inches(200)), "{speed:?}");
    }
}

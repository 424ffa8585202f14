//! Friends keep clear of each other, no ship waits in vain, and a ship that must keep off keeps a margin.
use std::sync::Arc;

use admirals::{Choice, Memory, PendingDecision, Task, TermKind, pending_decisions, unlisted::unlisted_options};
use geometry::{Point, range_in};
use naval::model::{Element, Plot, doctrine::DesiredRange};
use naval::{Command, Id, Inches, Segment, SideId, State, view::PlayerView};

use crate::{
    doctrine::{answers, card, state_at},
    lines::in_file,
    steering::{begin, off_ulsan, orders, placed_setup, plot_of, runs},
};

/// Where all ships of a division end by a plot.
pub fn final_points(state: &State, division: &str, plot: &Plot) -> Vec<Point> {
    runs(state, division, plot).iter().map(|run| run.to.point()).collect()
}

#[test]
fn r5_11_a_later_plot_keeps_clear_of_a_friends_track_without_stopping() {
    // Cruisers and boats run for the same water ahead of the battlecruisers. The enemy is ahead, out of range of all.
    let plotted = |cruisers: [f64; 3]| {
        let places = [
            ("1st-bcs", [40.0, 20.0, 90.0], 3.0),
            ("1st-lcs", cruisers, 3.0),
            ("2nd-bcs", [6.0, 4.0, 90.0], 2.5),
            ("harwich", [6.0, 44.0, 90.0], 2.5),
            ("m-class", [6.0, 36.0, 90.0], 2.5),
            ("1sg", [57.0, 20.0, 90.0], 3.0),
            ("2sg", [150.0, 40.0, 90.0], 2.5),
            ("boats-a", [150.0, 44.0, 90.0], 2.5),
            ("boats-b", [150.0, 36.0, 90.0], 2.5),
        ];
        let state = begin(&placed_setup("dogger-bank", &places));
        let orders = orders(&state, "britain", None);
        let (van, light) = (plot_of(&orders, "1st-bcs"), plot_of(&orders, "1st-lcs"));
        let (van, ends) = (final_points(&state, "1st-bcs", &van), final_points(&state, "1st-lcs", &light));
        let near = |end: &Point| van.iter().map(|other| range_in(*end, *other)).fold(f64::INFINITY, f64::min);
        let distance_run = range_in(ends[0], Point::new(cruisers[0], cruisers[1]));
        (ends.iter().map(near).fold(f64::INFINITY, f64::min), distance_run)
    };
    // On their present course they would be on top of Lion at the end of this turn or the next.
    for cruisers in [[43.0, 17.0, 0.0], [43.5, 23.0, 180.0], [42.0, 18.0, 45.0]] {
        let (apart, distance_run) = plotted(cruisers);
        assert!(1.0 < apart && 0.5 < distance_run, "{cruisers:?}: {apart:.2}\" from it, {distance_run:.2}\" run");
    }
}

#[test]
fn r5_8_2_a_line_does_not_wait_for_a_division_far_behind() {
    let speed = |rear: [f64; 3], off: bool| {
        let mut state = in_file(rear);
        if off {
            let formation = state.formations.iter_mut().find(|formation| formation.id == *"file").unwrap();
            formation.off = vec![Id::new("1st-b")];
        }
        plot_of(&orders(&state, "japan", None), "1st-a").speed
    };
    let (near, far) = ([52.0, 60.0, 90.0], [46.0, 60.0, 90.0]);
    assert!(speed(near, true) < speed(near, false), "the head waits for the rear");
    assert_eq!(speed(far, true), speed(far, false));
}

#[test]
fn r5_9_3_a_ship_that_hardly_makes_way_leaves_its_line() {
    let places = [
        ("1st", [60.0, 36.0, 0.0], 1.0),
        ("2nd", [60.0, 28.0, 0.0], 1.0),
        ("3rd", [60.0, 20.0, 0.0], 1.0),
        ("1st-a", [66.0, 40.0, 0.0], 1.5),
        ("1st-b", [72.0, 34.0, 0.0], 1.5),
        ("2nd-a", [72.0, 28.0, 0.0], 1.5),
        ("2nd-b", [72.0, 22.0, 0.0], 1.5),
    ];
    let alone = |top_speed: Option<f64>| {
        let mut state = begin(&placed_setup("tsushima", &places));
        if let Some(top_speed) = top_speed {
            let ship = state.ships.iter_mut().find(|ship| ship.id == *"borodino").unwrap();
            Arc::make_mut(ship).top_speed_override = Some(Inches::nearest(top_speed));
        }
        let orders = orders(&state, "russia", None);
        let own = |order: &&Command| matches!(order, Command::Plot { unit, .. } if *unit == *"borodino");
        let plot = orders.iter().find(own).map(|_| plot_of(&orders, "borodino"));
        (plot, plot_of(&orders, "1st").speed)
    };
    let (plot, others) = alone(Some(0.25));
    let turns = |plot: &Plot| {
        plot.elements
            .iter()
            .any(|element| matches!(element, Element::Turn(turn) if turn.hand == naval::model::TurnSide::Left))
    };
    assert!(plot.as_ref().is_some_and(turns), "away from Togo, to starboard of it: {plot:?}");
    assert!(others.is_none_or(|speed| Inches::nearest(0.5) < speed), "{others:?}: the others go on");
    assert_eq!(alone(Some(1.25)).0, None, "a ship that nearly keeps up stays");
    assert_eq!(alone(None).0, None);
}

#[test]
fn r9_2_a_ship_that_must_keep_off_allows_for_an_enemy_turning_towards_it() {
    // Spee crosses the bows 13" off. Each course shows this cost, less when turning away; without the rule, none.
    let costs = |kept: bool| -> Vec<(bool, f64)> {
        let places = [
            ("battlecruisers", [30.0, 50.0, 90.0], 3.25),
            ("chase", [6.0, 20.0, 195.0], 3.0),
            ("spee", [42.0, 45.0, 0.0], 2.75),
            ("light", [6.0, 6.0, 195.0], 2.75),
        ];
        let mut setup = placed_setup("falklands", &places);
        if !kept {
            setup.rules.clear();
        }
        let choices = answers(&begin(&setup), "britain", Task::Plots, &card(|_| {}), &Memory::default());
        let is_plot =
            |choice: &&Choice| matches!(&choice.command, Command::Plot { unit, .. } if *unit == *"battlecruisers");
        let choice = choices.iter().find(is_plot).unwrap();
        let options = choice.reasons.options.iter().map(|option| {
            let away = plot_of(std::slice::from_ref(&option.command), "battlecruisers")
                .elements
                .iter()
                .any(|element| matches!(element, Element::Turn(turn) if turn.hand == naval::model::TurnSide::Left && 120 <= turn.degrees));
            let limits = option.terms.iter().filter(|term| term.rule == play::Rule::new("9.2"));
            (away, limits.map(|term| term.points.points()).sum())
        });
        options.collect()
    };
    let most = |costs: &[(bool, f64)], away: bool| {
        costs.iter().filter(|(turns, _)| *turns == away).map(|(_, points)| *points).fold(0.0, f64::min)
    };
    let kept = costs(true);
    assert!(most(&kept, false) + 0.5 < most(&kept, true), "{} {}", most(&kept, false), most(&kept, true));
    assert!(costs(false).iter().all(|(_, points)| *points == 0.0));
}

#[test]
fn r6_1_shots_beyond_the_cards_opening_range_are_listed_beside_the_orders() {
    let setup = off_ulsan([44.0, 30.0, 270.0], [44.0, 23.0, 270.0], 1.2);
    let order_and_option_counts = |open: f64, opened: bool| {
        let kamimura = card(|card| card.range = Some(DesiredRange { open, seek: [5.0, 6.0], least: 0.0 }));
        let state = state_at(&setup, [&kamimura, &kamimura], 1, Segment::Gunfire);
        let memory = Memory { has_opened_fire: opened, ..Memory::default() };
        let player_view = PlayerView::for_side(&state, &SideId::new("japan"));
        let choices = answers(&state, "japan", Task::BigGuns, &kamimura, &memory);
        let pending: PendingDecision =
            pending_decisions(&player_view).into_iter().find(|decision| decision.task == Task::BigGuns).unwrap();
        let unlisted = unlisted_options(&player_view, &memory, &kamimura, &pending, &choices);
        let dealt = |option: &admirals::ScoredOption| option.terms.iter().any(|term| term.kind == TermKind::Dealt);
        assert!(unlisted.iter().flatten().all(dealt));
        (choices.len(), unlisted.len())
    };
    let (fires, steps) = order_and_option_counts(3.0, false);
    assert!(fires == 0 && 0 < steps, "{fires} {steps}");
    assert_eq!(order_and_option_counts(25.0, false).1, 0, "the captain opens fire");
    assert_eq!(order_and_option_counts(3.0, true).1, 0, "a ship has fired");
}

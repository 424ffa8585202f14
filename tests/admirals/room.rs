//! Friends keep clear of each other, nobody waits for what cannot be helped, and who is kept off keeps a margin.
use admirals::{Due, Memory, Task, TermKind, due, every::besides};
use geometry::{Point, range_in};
use naval::{FormationId, Id, Naval, Plot, Segment, SideId, State, doctrine::WishedRange, movement, view::Outlook};
use play::Game;

use crate::{
    doctrine::{answers, card, state_at},
    steering::{begun, laid, orders, plot_of},
};

/// Where all ships of a division come to lie by a plot.
fn ends(state: &State, division: &str, plot: &Plot) -> Vec<Point> {
    let runs = movement::foreseen(state, state.division(&Id::new(division)).unwrap(), plot).unwrap();
    runs.iter().map(|run| run.to.point()).collect()
}

#[test]
fn r5_11_who_plots_later_keeps_clear_of_a_friends_track_and_does_not_stop() {
    // Cruisers and boats run for the same water ahead of the battlecruisers; the enemy is ahead, out of reach of everybody.
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
        let state = begun(&laid("dogger-bank", &places));
        let orders = orders(&state, "britain", None);
        let (van, light) = (plot_of(&orders, "1st-bcs"), plot_of(&orders, "1st-lcs"));
        let (van, ends) = (ends(&state, "1st-bcs", &van), ends(&state, "1st-lcs", &light));
        let near = |end: &Point| van.iter().map(|other| range_in(*end, *other)).fold(f64::INFINITY, f64::min);
        let made = range_in(ends[0], Point::new(cruisers[0], cruisers[1]));
        (ends.iter().map(near).fold(f64::INFINITY, f64::min), made)
    };
    // As they go they would lie on Lion at the end of the turn, and a turn later.
    for cruisers in [[43.0, 17.0, 0.0], [43.5, 23.0, 180.0], [42.0, 18.0, 45.0]] {
        let (apart, made) = plotted(cruisers);
        assert!(1.0 < apart && 1.0 < made, "{cruisers:?}: {apart:.2}\" from her, {made:.2}\" run");
    }
}

/// The first division leads the second in one formation, one astern of the other.
fn in_file(rear: [f64; 3]) -> State {
    let far = [("2nd-a", [10.0, 69.0, 90.0], 1.5), ("2nd-b", [10.0, 45.0, 90.0], 1.5)];
    let mut setup = laid("tsushima", &[("1st-a", [60.0, 60.0, 90.0], 1.5), ("1st-b", rear, 1.5), far[0], far[1]]);
    setup.formations.clear();
    let divisions = vec![Id::new("1st-a"), Id::new("1st-b")];
    setup.formations.push(naval::FormationSetup { id: FormationId::new("file"), divisions, lines: Vec::new() });
    Naval::begin(&setup)
}

#[test]
fn r5_8_2_nobody_waits_for_a_division_that_has_been_left_far_behind() {
    let speed = |rear: [f64; 3], off: bool| {
        let mut state = in_file(rear);
        if off {
            let formation = state.formations.iter_mut().find(|one| one.id == *"file").unwrap();
            formation.off = vec![Id::new("1st-b")];
        }
        plot_of(&orders(&state, "japan", None), "1st-a").speed
    };
    let (near, far) = ([52.0, 60.0, 90.0], [46.0, 60.0, 90.0]);
    assert!(speed(near, true) < speed(near, false), "she is waited for");
    assert_eq!(speed(far, true), speed(far, false));
}

#[test]
fn r6_1_shots_beyond_the_range_at_which_the_card_opens_are_told_beside_his_orders() {
    let setup = laid("ulsan", &[("2nd", [44.0, 30.0, 270.0], 1.2), ("vladivostok", [44.0, 23.0, 270.0], 1.2)]);
    let left = |open: f64, opened: bool| {
        let kamimura = card(|card| card.range = Some(WishedRange { open, seek: [5.0, 6.0], least: 0.0 }));
        let state = state_at(&setup, [&kamimura, &kamimura], 1, Segment::Gunfire);
        let memory = Memory { opened, ..Memory::default() };
        let at = Outlook::of(&state, &SideId::new("japan"));
        let choices = answers(&state, "japan", Task::BigGuns, &kamimura, &memory);
        let due: Due = due(&at).into_iter().find(|due| due.task == Task::BigGuns).unwrap();
        let besides = besides(&at, &memory, &kamimura, &due, &choices);
        let dealt = |option: &admirals::Weighed| option.terms.iter().any(|term| term.kind == TermKind::Dealt);
        assert!(besides.iter().flatten().all(dealt));
        (choices.len(), besides.len())
    };
    let (fires, told) = left(3.0, false);
    assert!(fires == 0 && 0 < told, "{fires} {told}");
    assert_eq!(left(25.0, false).1, 0, "he opens");
    assert_eq!(left(3.0, true).1, 0, "somebody has fired");
}

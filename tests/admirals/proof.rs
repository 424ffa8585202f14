//! An admiral who played is asked again, and whoever ordered in his name otherwise is found out.
use admirals::{
    Admiral, Captain, Choice, Commander, Due, Level, Memory, Midshipman, Player, Policy, Task, cut_short, fight,
    proof::prove,
};
use naval::{Command, Naval, NavalEvent, Segment, Setup, SideId, doctrine::Doctrine, view::Outlook};
use naval_kit::scenario;
use play::{Game, Rng};
use search::Stop;

use crate::battles::never;

/// What an admiral tries here in a turn.
const NODES: u64 = 400;

/// A captain who in one turn goes slower than he would: as one might who has seen the enemy's plots.
struct Peeks {
    captain: Captain,
    turn: u16,
}

impl Policy for Peeks {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, lot: &mut Rng, stop: Stop<'_>) -> Vec<Choice> {
        let mut choices = self.captain.choose(at, memory, due, lot, stop);
        if due.task == Task::Plots && at.state().turn == self.turn {
            for choice in &mut choices {
                if let Command::Plot { plot, .. } = &mut choice.command {
                    plot.elements.clear();
                    plot.speed = Some(naval::Inches::whole(1));
                }
            }
        }
        choices
    }
}

fn seats(setup: &Setup, level: Level) -> Vec<(SideId, Commander)> {
    let seat =
        |side: &naval::Side| (side.id.clone(), Commander { nodes: NODES, ..Commander::of(level, Doctrine::plain()) });
    setup.sides.iter().map(seat).collect()
}

/// How many orders were proved, and the entry that was not, with its side and what would have been ordered.
fn proved(setup: &Setup, players: &[Player], level: Level) -> (usize, Option<(usize, String, bool)>, usize) {
    let battle = fight(setup, players, 3, true, &never);
    let deeds = battle.deeds.iter().enumerate().map(|(at, deed)| (at + 1, &deed.command, &deed.events[..]));
    let proved = prove(setup, 3, &seats(setup, level), deeds);
    let otherwise = proved.otherwise.map(|one| (one.entry, one.side.to_string(), one.would.is_some()));
    (proved.orders, otherwise, battle.deeds.len())
}

#[test]
fn whole_battles_of_admirals_are_asked_for_again_and_agree() {
    for (name, level) in [("drill-two-lines", Level::Captain), ("drill-boats-attack", Level::Captain)] {
        let setup = scenario(name);
        let captain = Captain::plain();
        let (orders, otherwise, deeds) = proved(&setup, &[&captain, &captain], level);
        assert_eq!(otherwise, None, "{name}");
        assert!(deeds < 3 * orders, "{name}: {orders} of {deeds} entries are orders");
    }
    let setup = scenario("drill-two-lines");
    let (orders, otherwise, deeds) = proved(&setup, &[&Midshipman, &Midshipman], Level::Midshipman);
    assert_eq!(otherwise, None);
    assert!(deeds < 3 * orders, "{orders} of {deeds}");
    // An admiral draws the same worlds by the seed of the battle; by another he would choose otherwise somewhere.
    let admiral = Admiral::of(Doctrine::plain(), NODES);
    let (orders, otherwise, deeds) = proved(&setup, &[&admiral, &admiral], Level::Admiral);
    assert_eq!(otherwise, None);
    assert!(deeds < 3 * orders, "{orders} of {deeds}");
}

/// An admiral who answered before he had finished is not asked again for what he ordered then.
#[test]
fn orders_of_an_admiral_who_was_cut_short_are_counted_and_not_proved() {
    let setup = scenario("drill-two-lines");
    let (captain, peeks) = (Captain::plain(), Peeks { captain: Captain::plain(), turn: 4 });
    let battle = fight(&setup, &[&captain, &peeks], 3, true, &never);
    let mut deeds: Vec<(Command, Vec<NavalEvent>)> =
        battle.deeds.into_iter().map(|deed| (deed.command, deed.events)).collect();
    let mut state = Naval::begin(&setup);
    let plots_of_turn_4 = deeds.iter().position(|(_, events)| {
        play::apply_all::<Naval>(&mut state, events);
        state.turn == 4 && state.segment == Segment::Plotting
    });
    let words = cut_short(&setup.sides[1].id);
    deeds.insert(plots_of_turn_4.unwrap() + 1, (Command::Note { words }, Vec::new()));
    let numbered = deeds.iter().enumerate().map(|(at, (command, events))| (at + 1, command, &events[..]));
    let proved = prove(&setup, 3, &seats(&setup, Level::Captain), numbered);
    assert_eq!(proved.otherwise, None);
    assert!(0 < proved.hurried && 10 * proved.hurried < proved.orders, "{proved:?}");
}

#[test]
fn an_order_that_the_admiral_would_not_have_given_by_what_he_knew_is_found() {
    let setup = scenario("drill-two-lines");
    let (captain, peeks) = (Captain::plain(), Peeks { captain: Captain::plain(), turn: 4 });
    for (players, side) in [([&captain as Player, &peeks], 1), ([&peeks, &captain], 0)] {
        let (orders, otherwise, _) = proved(&setup, &players, Level::Captain);
        let (_, found, would) = otherwise.unwrap();
        assert_eq!(found, setup.sides[side].id.to_string());
        assert!(would && 0 < orders);
    }
    // Whoever is no admiral is not asked; another level would have ordered otherwise.
    let (_, otherwise, _) = proved(&setup, &[&captain, &captain], Level::Midshipman);
    assert!(otherwise.is_some());
}

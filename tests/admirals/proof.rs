//! An admiral who played is asked again, and whoever ordered in his name otherwise is found out.
use admirals::{
    Admiral, Battle, Captain, Chosen, Commander, Due, Level, Memory, Midshipman, Player, Policy, Task, fight,
    proof::{Proved, cut_short, prove},
};
use naval::{Command, Naval, Segment, Setup, SideId, State, doctrine::Doctrine, view::Outlook};
use naval_kit::scenario;
use play::{
    Rng,
    journal::{Entry, EntryOf, Header, Journal, Notice},
};
use search::Stop;

use crate::battles::never;

/// What an admiral tries here in a turn.
const NODES: u64 = 2_500;

/// A captain who in one turn goes slower than he would: as one might who has seen the enemy's plots.
struct Peeks {
    captain: Captain,
    turn: u16,
}

impl Policy for Peeks {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, rng: &mut Rng, stop: Stop<'_>) -> Chosen {
        let mut chosen = self.captain.choose(at, memory, due, rng, stop);
        if due.task == Task::Plots && at.state().turn == self.turn {
            for choice in &mut chosen.choices {
                if let Command::Plot { plot, .. } = &mut choice.command {
                    plot.elements.clear();
                    plot.speed = Some(naval::Inches::whole(1));
                }
            }
        }
        chosen
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
    let proved = prove(setup, 3, &seats(setup, level), &[], deeds);
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
}

#[test]
fn an_admiral_draws_the_same_battles_by_the_seed_and_others_by_another() {
    let mut setup = scenario("drill-two-lines");
    setup.turns = 9;
    let (admiral, captain) = (Admiral::of(Doctrine::plain(), NODES), Captain::plain());
    let battle = fight(&setup, &[&admiral, &captain], 3, true, &never);
    let seats = &seats(&setup, Level::Admiral)[..1];
    let by = |seed| {
        let deeds = battle.deeds.iter().enumerate().map(|(at, deed)| (at + 1, &deed.command, &deed.events[..]));
        prove(&setup, seed, seats, &[], deeds)
    };
    let found = by(3);
    assert_eq!(found.otherwise, None);
    assert!(0 < found.orders);
    assert!((4..24).any(|seed| by(seed).otherwise.is_some()), "he never leaves the captain's plan");
}

/// A battle as a journal, up to and with the first entry after which `cut` holds; then the rest, behind this entry.
fn journal_of(setup: &Setup, battle: Battle, cut: impl Fn(&State) -> bool, then: EntryOf<Naval>) -> Journal<Naval> {
    let mut journal = Journal::<Naval>::new(Header::of::<Naval>("naval", "test", 3, setup.clone()));
    let mut then = Some(then);
    for deed in battle.deeds {
        journal.add(Entry::Did { command: deed.command, events: deed.events }).unwrap();
        if let Some(entry) = then.take_if(|_| cut(journal.state())) {
            journal.add(entry).unwrap();
        }
    }
    assert!(then.is_none());
    journal
}

fn proved_in(journal: &Journal<Naval>) -> Proved {
    let (setup, deeds) = (&journal.header().setup, journal.deeds());
    let deeds = deeds.iter().map(|deed| (deed.entry, deed.command, deed.events));
    prove(setup, 3, &seats(setup, Level::Captain), &cut_short(journal), deeds)
}

/// An admiral who answered before he had finished is not asked again for what he ordered then; what anybody types of it
/// excuses nobody.
#[test]
fn orders_of_an_admiral_who_was_cut_short_are_counted_and_not_proved() {
    let setup = scenario("drill-two-lines");
    let plots_of_turn_4 = |state: &State| state.turn == 4 && state.segment == Segment::Plotting;
    let side = setup.sides[1].id.to_string();
    let with = |entry: EntryOf<Naval>| {
        let (captain, peeks) = (Captain::plain(), Peeks { captain: Captain::plain(), turn: 4 });
        let battle = fight(&setup, &[&captain, &peeks], 3, true, &never);
        journal_of(&setup, battle, plots_of_turn_4, entry)
    };
    let notice = Notice::CutShort { side: side.clone() };
    let mut journal = with(Entry::Noticed { what: notice.clone() });
    let found = proved_in(&journal);
    assert_eq!(found.otherwise, None);
    assert!(0 < found.hurried && 10 * found.hurried < found.orders, "{found:?}");
    let words = session_words(&side);
    assert!(proved_in(&with(Entry::Remarked { words })).otherwise.is_some(), "a note proves nothing");
    let other = Notice::CutShort { side: setup.sides[0].id.to_string() };
    assert!(proved_in(&with(Entry::Noticed { what: other })).otherwise.is_some(), "it is another side's");
    // Taken back with the orders that came next.
    assert_eq!(cut_short(&journal).len(), 1);
    let last = journal.deeds().len();
    for _ in 0..last {
        journal.add(Entry::Undid).unwrap();
    }
    assert_eq!(cut_short(&journal), []);
}

fn session_words(side: &str) -> String {
    format!("the admiral of {side} was cut short: what he orders is not reproducible")
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

//! Admirals that played are asked again, and orders that they would not have given are found.
use admirals::{
    Admiral, Battle, Captain, Commander, Level, Memory, Midshipman, PendingDecision, Player, Policy, PolicyAnswer,
    RandomPlayer, Task, fight,
    proof::{PlayerTerm, ProofResult, cut_short_entries, prove},
};
use naval::model::{Setup, doctrine::Doctrine};
use naval::{Command, Naval, Segment, State, view::PlayerView};
use naval_kit::scenario;
use play::{
    Rng,
    journal::{Entry, EntryOf, Header, Journal, Notice},
};
use search::Stop;

use crate::battles::never;

/// The nodes that an admiral tries in a turn here.
const NODES: u64 = 2_500;

/// A captain that goes slower in one turn than it would, as if it had seen the enemy's plots.
struct PeekingPlayer {
    captain: Captain,
    turn: u16,
}

impl Policy for PeekingPlayer {
    fn choose(
        &self,
        player_view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        let mut chosen = self.captain.choose(player_view, memory, decision, rng, stop);
        if decision.task == Task::Plots && player_view.state().turn == self.turn {
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

fn seats(setup: &Setup, level: Level) -> Vec<PlayerTerm> {
    let commander = || Some(Commander { nodes: NODES, ..Commander::new(level, Doctrine::default_card()) });
    let seat = |side: &naval::model::Side| PlayerTerm { from: 0, side: side.id.clone(), commander: commander() };
    setup.sides.iter().map(seat).collect()
}

struct Proof {
    proved_orders: usize,
    mismatch: Option<admirals::proof::Mismatch>,
    commands: usize,
}

/// Fights a battle and asks admirals of a level for its orders again.
fn prove_battle(setup: &Setup, players: &[Player], level: Level) -> Proof {
    let battle = fight(setup, players, 3, true, &never);
    let commands =
        battle.commands.iter().enumerate().map(|(index, applied)| (index + 1, &applied.command, &applied.events[..]));
    let proved = prove(setup, 3, &seats(setup, level), &[], commands);
    Proof { proved_orders: proved.orders, mismatch: proved.mismatch, commands: battle.commands.len() }
}

#[test]
fn orders_of_whole_battles_are_asked_for_again_and_agree() {
    for (name, level) in [("drill-two-lines", Level::Captain), ("drill-boats-attack", Level::Captain)] {
        let setup = scenario(name);
        let captain = Captain::plain();
        let Proof { proved_orders, mismatch, commands } = prove_battle(&setup, &[&captain, &captain], level);
        assert_eq!(mismatch, None, "{name}");
        assert!(commands < 4 * proved_orders, "{name}: {proved_orders} of {commands} entries are orders");
    }
    let setup = scenario("drill-two-lines");
    let midshipmen = prove_battle(&setup, &[&Midshipman, &Midshipman], Level::Midshipman);
    assert_eq!(midshipmen.mismatch, None);
    let (orders, commands) = (midshipmen.proved_orders, midshipmen.commands);
    assert!(commands < 3 * orders, "{orders} of {commands}");
}

/// Also at night, when fire of either side reveals new targets to the other. [6.3]
#[test]
fn a_random_player_draws_each_order_again() {
    for name in ["drill-two-lines", "ulsan", "port-arthur-night", "jutland-4th-flotilla", "moon-sound"] {
        let setup = scenario(name);
        let Proof { proved_orders, mismatch, .. } =
            prove_battle(&setup, &[&RandomPlayer, &RandomPlayer], Level::Random);
        assert_eq!(mismatch, None, "{name}");
        assert!(0 < proved_orders, "{name}");
    }
    let setup = scenario("drill-two-lines");
    let found = prove_battle(&setup, &[&RandomPlayer, &Midshipman], Level::Random).mismatch;
    assert!(found.is_some(), "a midshipman passes for a random player");
}

#[test]
fn an_admirals_samples_depend_only_on_the_seed() {
    let mut setup = scenario("drill-two-lines");
    setup.turns = 14;
    let (admiral, captain) = (Admiral::new(Doctrine::default_card(), NODES), Captain::plain());
    let battle = fight(&setup, &[&admiral, &captain], 3, true, &never);
    let seats = &seats(&setup, Level::Admiral)[..1];
    let prove_with = |seed| {
        let commands = battle
            .commands
            .iter()
            .enumerate()
            .map(|(index, applied)| (index + 1, &applied.command, &applied.events[..]));
        prove(&setup, seed, seats, &[], commands)
    };
    let found = prove_with(3);
    assert_eq!(found.mismatch, None);
    assert!(0 < found.orders);
    assert!((4..24).any(|seed| prove_with(seed).mismatch.is_some()), "the admiral never leaves the captain's plan");
}

/// A battle as a journal, with the entry `then` after the first command after which `is_cut` holds.
fn journal_of(setup: &Setup, battle: Battle, is_cut: impl Fn(&State) -> bool, then: EntryOf<Naval>) -> Journal<Naval> {
    let mut journal = Journal::<Naval>::new(Header::current::<Naval>("naval", "test", 3, setup.clone()));
    let mut then = Some(then);
    for applied in battle.commands {
        journal.add(journal.new_command_entry(applied.command, applied.events)).unwrap();
        if let Some(entry) = then.take_if(|_| is_cut(journal.state())) {
            journal.add(entry).unwrap();
        }
    }
    assert!(then.is_none());
    journal
}

fn proved_in(journal: &Journal<Naval>) -> ProofResult {
    let (setup, applied) = (&journal.header().setup, journal.commands());
    let commands = applied.iter().map(|applied| (applied.entry, applied.command, applied.events));
    prove(setup, 3, &seats(setup, Level::Captain), &cut_short_entries(journal), commands)
}

/// An admiral that was interrupted is not asked again for the orders it gave then. A note typed by a player excuses no
/// order.
#[test]
fn orders_of_an_interrupted_admiral_are_counted_and_not_proved() {
    let setup = scenario("drill-two-lines");
    let plots_of_turn_4 = |state: &State| state.turn == 4 && state.segment == Segment::Plotting;
    let side = setup.sides[1].id.to_string();
    let journal_with = |entry: EntryOf<Naval>| {
        let (captain, peeks) = (Captain::plain(), PeekingPlayer { captain: Captain::plain(), turn: 4 });
        let battle = fight(&setup, &[&captain, &peeks], 3, true, &never);
        journal_of(&setup, battle, plots_of_turn_4, entry)
    };
    let notice = Notice::CutShort { side: side.clone() };
    let mut journal = journal_with(Entry::Noticed { what: notice.clone() });
    let found = proved_in(&journal);
    assert_eq!(found.mismatch, None);
    assert!(0 < found.cut_short && 10 * found.cut_short < found.orders, "{found:?}");
    let words = session_words(&side);
    assert!(proved_in(&journal_with(Entry::Remarked { words })).mismatch.is_some(), "a note proves nothing");
    let other = Notice::CutShort { side: setup.sides[0].id.to_string() };
    assert!(proved_in(&journal_with(Entry::Noticed { what: other })).mismatch.is_some(), "it is the other side's");
    // The notice is undone together with the orders that followed.
    assert_eq!(cut_short_entries(&journal).len(), 1);
    let from = journal.active_entries().numbers()[0];
    journal.add(Entry::TakenBack { from, because: None }).unwrap();
    assert_eq!(cut_short_entries(&journal), []);
}

fn session_words(side: &str) -> String {
    format!("the admiral of {side} was interrupted: its orders cannot be repeated")
}

#[test]
fn an_order_that_the_admirals_knowledge_does_not_explain_is_found() {
    let setup = scenario("drill-two-lines");
    let (captain, peeks) = (Captain::plain(), PeekingPlayer { captain: Captain::plain(), turn: 4 });
    for (players, side) in [([&captain as Player, &peeks], 1), ([&peeks, &captain], 0)] {
        let proof = prove_battle(&setup, &players, Level::Captain);
        let mismatch = proof.mismatch.unwrap();
        assert_eq!(mismatch.side, setup.sides[side].id);
        assert!(mismatch.would_order.is_some() && 0 < proof.proved_orders);
    }
    // A player of another level would have ordered differently.
    assert!(prove_battle(&setup, &[&captain, &captain], Level::Midshipman).mismatch.is_some());
}

/// A captain that a midshipman relieves as a turn begins.
struct ReplacedPlayer {
    captain: Captain,
    turn: u16,
}

impl Policy for ReplacedPlayer {
    fn choose(
        &self,
        player_view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        let is_captains_turn = player_view.state().turn < self.turn;
        let policy: &dyn Policy = if is_captains_turn { &self.captain } else { &Midshipman };
        policy.choose(player_view, memory, decision, rng, stop)
    }
}

#[test]
fn a_later_player_is_asked_from_its_first_entry_or_counted() {
    let setup = scenario("drill-two-lines");
    let (captain, relieved) = (Captain::plain(), ReplacedPlayer { captain: Captain::plain(), turn: 4 });
    let battle = fight(&setup, &[&captain, &relieved], 3, true, &never);
    let mut state = <Naval as play::Game>::initial_state(&setup);
    // The last commands of turns 2 and 3.
    let [mut last_of_turn_2, mut last_of_turn_3] = [0; 2];
    for (number, applied) in (1..).zip(&battle.commands) {
        play::apply_all::<Naval>(&mut state, &applied.events);
        for (turn, last) in [(3, &mut last_of_turn_2), (4, &mut last_of_turn_3)] {
            if *last == 0 && state.turn == turn {
                *last = number;
            }
        }
    }
    let sides = seats(&setup, Level::Captain);
    let term = |level: Option<Level>, from: usize| PlayerTerm {
        from,
        side: setup.sides[1].id.clone(),
        commander: level.map(|level| Commander { nodes: NODES, ..Commander::new(level, Doctrine::default_card()) }),
    };
    let proved = |later: &[PlayerTerm]| {
        let commands = battle
            .commands
            .iter()
            .enumerate()
            .map(|(index, applied)| (index + 1, &applied.command, &applied.events[..]));
        prove(&setup, 3, &[&sides[..], later].concat(), &[], commands)
    };
    let found = proved(&[term(Some(Level::Midshipman), last_of_turn_3)]);
    assert_eq!(found.mismatch, None);
    assert!(found.not_asked.is_empty());
    let accused = |later: &[PlayerTerm]| proved(later).mismatch.map(|mismatch| mismatch.entry);
    assert!(accused(&[]).is_some_and(|entry| last_of_turn_3 < entry), "the captain would order differently");
    assert_eq!(accused(&[term(Some(Level::Captain), last_of_turn_3)]), accused(&[]));
    // A turn earlier it was still the captain.
    let found_out = accused(&[term(Some(Level::Midshipman), last_of_turn_2)]).unwrap();
    assert!(last_of_turn_2 < found_out && found_out <= last_of_turn_3);
    // This player cannot be asked; the next one that takes the seat is asked again.
    let unasked = proved(&[term(None, last_of_turn_3)]);
    let count = unasked.not_asked[&last_of_turn_3];
    assert_eq!((unasked.mismatch, unasked.orders + count), (None, found.orders));
    let later = proved(&[term(None, last_of_turn_3), term(Some(Level::Midshipman), last_of_turn_3)]);
    assert_eq!((later.mismatch, later.not_asked.len()), (None, 0));
}

/// A notice of interruption does not excuse the player that takes the seat next.
#[test]
fn a_notice_of_interruption_covers_only_the_player_it_names() {
    let setup = scenario("drill-two-lines");
    let captain = Captain::plain();
    let cut_short_count = |sides: [usize; 2]| {
        let battle = fight(&setup, &[&captain, &captain], 3, true, &never);
        let hasty = Notice::CutShort { side: setup.sides[sides[0]].id.to_string() };
        let is_at = |state: &State| state.turn == 1 && state.segment == Segment::Plotting;
        let journal = journal_of(&setup, battle, is_at, Entry::Noticed { what: hasty });
        let mut anew = Journal::<Naval>::new(journal.header().clone());
        for entry in journal.entries() {
            let again = match entry {
                Entry::Did { command, events, .. } => anew.new_command_entry(command.clone(), events.clone()),
                other => other.clone(),
            };
            anew.add(again).unwrap();
            if matches!(entry, Entry::Noticed { .. }) {
                let side = setup.sides[sides[1]].id.to_string();
                anew.add(Entry::Noticed { what: Notice::Player { side, machine: None, player: None } }).unwrap();
            }
        }
        cut_short_entries(&anew).len()
    };
    assert_eq!((cut_short_count([1, 1]), cut_short_count([1, 0])), (0, 1));
}

//! Players know nothing that is hidden from their side.
use std::collections::BTreeMap;

use admirals::{
    Admiral, Captain, Choice, Memory, Midshipman, PendingDecision, Policy, PolicyAnswer, ScoredOption, Task,
    pending_decisions, unlisted::unlisted_options,
};
use naval::{
    Fact, Id, Naval, Segment, SideId, State,
    model::doctrine::Doctrine,
    rules::placement,
    view::{PlayerView, PlayerViewCache, visible_to},
};
use naval_kit::{
    battle::{Chance, Play, setups},
    hidden::possible_state,
};
use play::{Game, Rng, journal::DiceSequence};

use crate::battles::{fought, never, placed_setups};

/// Everything that a player answers in a position, with the legal orders that its answers do not list, as text.
fn answers(policy: &dyn Policy, player_view: &PlayerView, memory: &Memory, met: &mut BTreeMap<Task, usize>) -> String {
    let ask = |decision: PendingDecision| {
        let choices = policy.choose(player_view, memory, &decision, &mut Rng(7), &never).choices;
        let unlisted =
            unlisted_options(player_view, &Memory::default(), &Doctrine::default_card(), &decision, &choices);
        (decision, choices, unlisted)
    };
    let all: Vec<(PendingDecision, Vec<Choice>, Vec<Vec<ScoredOption>>)> =
        pending_decisions(player_view).into_iter().map(ask).collect();
    all.iter().for_each(|(decision, _, _)| *met.entry(decision.task).or_default() += 1);
    format!("{all:?}")
}

/// Returns the answers of the first side that answers differently in a state where everything hidden from it differs.
/// `None` if neither side does.
fn differing_answers(
    policy: &dyn Policy,
    state: &State,
    chance: &mut Chance,
    met: &mut BTreeMap<Task, usize>,
) -> Option<String> {
    let sides: Vec<SideId> = state.setup.sides.iter().map(|side| side.id.clone()).collect();
    sides.into_iter().find_map(|side| {
        let (first, second) =
            (PlayerView::for_side(state, &side), PlayerView::for_side(&possible_state(state, &side, chance), &side));
        let memory = Memory::default();
        let (left, right) = (answers(policy, &first, &memory, met), answers(policy, &second, &memory, met));
        (left != right).then(|| format!("{side}, turn {} {:?}:\n{left}\n{right}", state.turn, state.segment))
    })
}

/// Calls `each` with positions of generated, measured and fought battles, and of battles with random typed lines.
fn played_states(each: &mut dyn FnMut(&State)) {
    let mut each = |state: &State| {
        let has_ships = |side: &naval::model::Side| state.ships_of_side(&side.id).next().is_some();
        // Without ships nothing can vary.
        if state.setup.sides.iter().all(has_ships) {
            each(state);
        }
    };
    generated_states(&mut each);
    measured_states(&mut each);
    for setup in placed_setups().iter().filter(|setup| setup.ships.len() < 60) {
        let battle = fought(setup, 1904);
        let mut state = Naval::initial_state(setup);
        let mut segments: BTreeMap<(naval::Segment, bool), usize> = BTreeMap::new();
        for applied in &battle.commands {
            let begins = applied.events.iter().any(|event| matches!(event.fact, Fact::SegmentBegan { .. }));
            if begins || state.is_placing() {
                let seen = segments.entry((state.segment, state.is_placing())).or_default();
                *seen += 1;
                if *seen % 5 == 1 {
                    each(&state);
                }
            }
            play::apply_all::<Naval>(&mut state, &applied.events);
            if begins && state.segment == naval::Segment::DamageControl {
                each(&state);
            }
        }
    }
    for setup in setups() {
        for seed in 0..6 {
            let mut play = Play::new(&setup, seed);
            for _ in 0..40 {
                play.type_random_line();
                each(&play.state);
            }
        }
    }
}

/// Battles measured by hand, in each segment, with some ranges and arcs read from the tape.
fn measured_states(each: &mut dyn FnMut(&State)) {
    for name in ["ulsan", "tsushima-night", "drill-boats-attack"] {
        let mut setup = naval_kit::scenario(name);
        setup.remove_positions();
        let (mut state, mut dice, mut chance) =
            (Naval::initial_state(&setup), DiceSequence::new(1904), Chance::new(1904));
        for _ in 0..24 {
            let ships: Vec<Id> = state.ships_in_action().map(|ship| ship.id.clone()).collect();
            for _ in 0..12 {
                let (from, to) = (chance.pick(&ships).clone(), chance.pick(&ships).clone());
                let range = naval::Inches(chance.below(900) as i32 + 100);
                let bearing =
                    *chance.pick(&[None, Some(naval::model::Bearing::Port), Some(naval::model::Bearing::Starboard)]);
                let order = naval::Command::Measure { from, to, range, bearing };
                // A pair of one side's ships is refused.
                drop(play::decide_and_apply::<Naval>(&mut state, &order, &mut dice.dice()));
            }
            each(&state);
            let waive = Some("a trial".to_owned());
            let next = naval::Command::Next { to: None, waive };
            let events = play::decide_and_apply::<Naval>(&mut state, &next, &mut dice.dice()).unwrap();
            dice.record::<Naval>(&events);
        }
    }
}

/// Generated forces, step by step.
fn generated_states(each: &mut dyn FnMut(&State)) {
    let setup = naval_kit::scenario("generated-yellow-sea");
    for seed in 0..12 {
        let (mut state, mut dice) = (Naval::initial_state(&setup), DiceSequence::new(seed));
        while let Some(command) = placement::next_setup_command(&state, &[]) {
            each(&state);
            let events = play::decide_and_apply::<Naval>(&mut state, &command, &mut dice.dice()).unwrap();
            dice.record::<Naval>(&events);
        }
    }
}

#[test]
fn players_answer_the_same_whatever_is_hidden_from_them() {
    let (mut chance, mut met, mut seen, mut tried) = (Chance::new(1904), BTreeMap::new(), 0, 0);
    // Enough for two plans in some sampled states of a small battle.
    let admiral = Admiral::new(Doctrine::default_card(), 400);
    played_states(&mut |state| {
        seen += 1;
        let found = differing_answers(&Midshipman, state, &mut chance, &mut met);
        let found = found.or_else(|| differing_answers(&Captain::plain(), state, &mut chance, &mut met));
        assert_eq!(found, None);
        // The admiral decides everything except plots as a captain does. Its plots take long, so only some are tried.
        if state.segment == Segment::Plotting && state.ships.len() < 20 && seen % 4 == 0 {
            tried += 1;
            assert_eq!(differing_answers(&admiral, state, &mut chance, &mut met), None);
        }
    });
    assert!(30 < tried, "an admiral plotted in {tried} positions");
    assert!(500 < seen, "{seen} positions");
    for task in Task::ALL {
        assert!(20 <= met.get(&task).copied().unwrap_or_default(), "{task:?} was met too seldom: {met:?}");
    }
}

/// A player that was deliberately given the true state: the test above must detect it.
struct Cheat {
    truth: State,
}

impl Policy for Cheat {
    fn choose(
        &self,
        player_view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: search::Stop<'_>,
    ) -> PolicyAnswer {
        let hurt: i32 = self
            .truth
            .ships
            .iter()
            .filter(|ship| ship.side != *player_view.side())
            .map(|ship| ship.flotation_hits())
            .sum();
        let mut chosen = Midshipman.choose(player_view, memory, decision, rng, stop);
        // A player that knows the enemy to be badly damaged acts differently.
        chosen.choices.truncate(if 1 < hurt { 0 } else { usize::MAX });
        chosen
    }
}

#[test]
fn a_player_that_reads_hidden_information_is_found() {
    let mut chance = Chance::new(7);
    let mut found = 0;
    played_states(&mut |state| {
        let side = state.setup.sides[0].id.clone();
        let other = possible_state(state, &side, &mut chance);
        let cheat_answers = |truth: &State| {
            let cheat = Cheat { truth: truth.clone() };
            answers(&cheat, &PlayerView::for_side(truth, &side), &Memory::default(), &mut BTreeMap::new())
        };
        found += usize::from(cheat_answers(state) != cheat_answers(&other));
    });
    assert!(10 < found, "found {found} times");
}

/// A cached view is always exactly the one built afresh, whatever the cache held before.
#[test]
fn a_cached_view_equals_a_fresh_one_at_every_moment() {
    for setup in placed_setups().iter().filter(|setup| setup.ships.len() < 25) {
        let battle = fought(setup, 3);
        let mut state = Naval::initial_state(setup);
        let mut caches: Vec<PlayerViewCache> = setup.sides.iter().map(|side| PlayerViewCache::new(&side.id)).collect();
        for (index, applied) in battle.commands.iter().enumerate() {
            for cache in caches.iter_mut().filter(|_| index % 3 == 0) {
                let side = cache.side().clone();
                assert!(cache.player_view(&state) == PlayerView::for_side(&state, &side), "{} {index}", setup.scenario);
            }
            play::apply_all::<Naval>(&mut state, &applied.events);
        }
    }
}

#[test]
fn a_side_remembers_the_hits_it_scored_and_the_ships_that_fired_at_it() {
    let setup = &placed_setups().into_iter().find(|setup| setup.scenario == *"ulsan").unwrap();
    let battle = fought(setup, 1);
    let mut before = Naval::initial_state(setup);
    let mut memories: Vec<(SideId, Memory)> =
        setup.sides.iter().map(|side| (side.id.clone(), Memory::default())).collect();
    let mut marked: BTreeMap<Id, u32> = BTreeMap::new();
    for applied in &battle.commands {
        let mut after = before.clone();
        play::apply_all::<Naval>(&mut after, &applied.events);
        for event in applied.events.iter().filter(|event| Memory::is_relevant(&event.fact)) {
            for (side, memory) in &mut memories {
                let visible = visible_to(&before, &after, &event.fact, side);
                let side_of = |unit: &Id| after.ship(unit).map(|ship| ship.side.clone());
                memory.record_fact(side, side_of, before.turn, &event.fact, &visible);
            }
            if let Fact::HitsMarked(hit) = &event.fact {
                *marked.entry(hit.target.clone()).or_default() += u32::from(hit.count);
            }
        }
        before = after;
    }
    assert!(!marked.is_empty());
    for (ship, hits) in marked {
        let owner = before.ship(&ship).unwrap().side.clone();
        for (side, memory) in &memories {
            let knows = if *side == owner { 0 } else { hits };
            assert_eq!(memory.hits_on(&ship), knows, "{side} of {ship}");
        }
    }
    let are_enemies = |(side, memory): &(SideId, Memory)| {
        memory.enemy_fire.iter().all(|(ship, _)| before.ship(ship).unwrap().side != *side)
    };
    assert!(memories.iter().all(are_enemies) && memories.iter().all(|(_, memory)| !memory.enemy_fire.is_empty()));
}

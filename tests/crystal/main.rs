//! Steel and Crystal, by paragraph.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read the repository, and a failure says where"
)]
mod battle;
mod chances;
mod contract;
mod generals;
mod loader;
mod magic;
mod ring;
mod turns;
mod vectors;
mod words;

use crystal::{Army, BattleFact, Crystal, Fact, Field, Reason, Setup, State, Troops, notation, rules::Rules};
use play::{self, EventOf, Game, NotDecided, Rule, Script};

/// A shipped campaign with the default switches.
pub fn shipped(name: &str) -> Setup {
    Setup { scenario: load::campaign(&naval_kit::builtin(), name).unwrap(), rules: Rules::default() }
}

fn begin(name: &str) -> State {
    Crystal::initial_state(&shipped(name))
}

/// A campaign whose enemies have no army beyond their garrisons, so that a test can count their units.
fn begin_without_host(name: &str) -> State {
    let mut setup = shipped(name);
    let mut scenario = (*setup.scenario).clone();
    scenario.enemies.iter_mut().for_each(|enemy| enemy.army_extra = Troops::default());
    setup.scenario = scenario.into();
    Crystal::initial_state(&setup)
}

fn with_rule(mut state: State, name: &str, value: &str) -> State {
    state.setup.rules.set(name, value).unwrap();
    state
}

fn army(text: &str) -> Army {
    Troops::read(text).unwrap().recruits()
}

/// A field of battle: own army against troops.
fn field(own: &str, foes: &str, rough: bool) -> Field {
    let mut field = Field::at_peace(army(own));
    let state = begin("aidlon");
    let (ranks, wizard) = state.ranks(crystal::Opponent::Garrison, &Troops::read(foes).unwrap().0);
    crystal::apply_battle(&mut field, &BattleFact::Joined { foes: ranks, wizard, rough, rounds: 7 });
    field
}

/// Applies a line with these dice, all of which it must use, and returns its events.
#[track_caller]
fn apply_line(state: &mut State, line: &str, faces: &[u8]) -> Vec<EventOf<Crystal>> {
    let command = notation::parse(state, line).unwrap();
    let mut dice = Script::typed(faces.iter().copied());
    let events = match play::decide::<Crystal>(state, &command, &mut dice) {
        Ok(events) => events,
        Err(halt) => panic!("{line}: {halt:?}"),
    };
    assert_eq!(dice.unused(), 0, "{line}: unused dice");
    play::apply_all::<Crystal>(state, &events);
    events
}

/// The reason and paragraph of a line's refusal.
#[track_caller]
fn refused(state: &State, line: &str) -> (Reason, Rule) {
    let command = notation::parse(state, line).unwrap();
    match play::decide::<Crystal>(state, &command, &mut Script::typed([])) {
        Err(NotDecided::Refused { reason, rule }) => (reason, rule),
        other => panic!("{line}: {other:?}"),
    }
}

/// The facts of battle among events.
fn battle_facts(events: &[EventOf<Crystal>]) -> Vec<BattleFact> {
    let facts = events.iter().filter_map(|event| match &event.fact {
        Fact::Battle(fact) => Some(fact.clone()),
        _ => None,
    });
    facts.collect()
}

/// A campaign whose army has just been led into battle on its current area, with that many rounds.
fn in_battle(own: &str, foes: &str, rough: bool, rounds: u8) -> State {
    let mut state = begin("aidlon");
    state.army_at = 2;
    state.came_from = 1;
    state.phase = crystal::Phase::Conflict;
    let wizard = state.ranks(crystal::Opponent::Garrison, &Troops::read(foes).unwrap().0).1;
    let mut field = field(own, foes, rough);
    (field.rounds, field.round) = (rounds, 1);
    field.step = if wizard {
        crystal::Step::Magic
    } else if field.own.has_wizard() {
        crystal::Step::Spell
    } else {
        crystal::Step::Clash
    };
    state.field = field;
    state
}

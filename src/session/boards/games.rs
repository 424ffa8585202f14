//! The words of each game.
use super::{
    asked::{Asked, look},
    companion::{Companion, Eyes, unlawful},
    hidden,
};
use crate::Problem;
use boards::{
    Fault, Faults,
    battle_acre::{self, BattleAcre},
    coal_and_steel::{self, CoalAndSteel, Hand},
    tafl::{self, Tafl, rules::First},
};
use play::{EventOf, Game, Lookahead, Rule};
use search::{Found, OnDepth};
use show::{
    Refusal,
    boards::{
        self as words, Diagram,
        card::{self, Card},
    },
};

/// Sets every `key=value`.
fn switch(rules: &[String], mut set: impl FnMut(&str, &str) -> Result<(), Fault>) -> Result<(), Problem> {
    for rule in rules {
        let (key, value) = rule
            .split_once('=')
            .ok_or_else(|| Problem::usage(format!("\"{rule}\" is no switch")).hint("key=value, parted by commas"))?;
        set(key.trim(), value.trim()).map_err(|fault| Problem { code: 2, ..Problem::from(fault) })?;
    }
    Ok(())
}

fn read<P: std::str::FromStr<Err = Faults>>(text: &str) -> Result<P, Problem> {
    text.parse().map_err(|faults| unlawful(&faults))
}

impl Companion for Tafl {
    const NAME: &'static str = "tafl";
    const HELP: &'static str = words::tafl::HELP;
    const START: Option<&'static str> = Some(tafl::START);
    const SIDES: [&'static str; 2] = ["black", "white"];
    const HIDES: bool = false;
    const RULES: &'static Card = &card::TAFL;
    const OFFER: tafl::Command = tafl::Command::OfferDraw;
    const ACCEPT: tafl::Command = tafl::Command::AcceptDraw;

    fn setup(rules: &[String], position: Option<&str>) -> Result<tafl::Setup, Problem> {
        let mut setup = tafl::Setup::default();
        if let Some(text) = position {
            setup = tafl::Setup { position: read(text)?, ..setup };
            setup.rules.first = First::Position;
        }
        switch(rules, |key, value| setup.rules.set(key, value))?;
        Ok(setup)
    }
    fn parse(state: &tafl::State, line: &str) -> Result<tafl::Command, Fault> {
        tafl::notation::parse(state, line)
    }
    fn square(name: &str) -> Result<(), Fault> {
        tafl::notation::square(name).map(drop)
    }
    fn resigns(command: &tafl::Command) -> Option<usize> {
        if let tafl::Command::Resign { side } = command { Some(*side as usize) } else { None }
    }
    fn print(command: &tafl::Command) -> String {
        tafl::notation::print(command)
    }
    fn told(command: &tafl::Command, _: bool) -> String {
        tafl::notation::print(command)
    }
    fn event(event: &EventOf<Tafl>) -> Option<String> {
        Some(words::tafl::event(event))
    }
    fn refused(reason: &tafl::Reason, rule: Rule) -> Refusal {
        words::tafl::refused(reason, rule)
    }
    fn diagram(state: &tafl::State, _: Eyes) -> Diagram {
        words::tafl::diagram(state)
    }
    fn status(state: &tafl::State) -> String {
        words::tafl::status(state)
    }
    fn prompt(state: &tafl::State) -> String {
        words::prompt(state.mover(), "Tafl")
    }
    fn position(state: &tafl::State) -> Option<String> {
        Some(state.position.to_string())
    }
    fn is_over(state: &tafl::State) -> bool {
        state.result.is_some()
    }
    fn mover(state: &tafl::State) -> Option<usize> {
        state.mover().map(|side| side as usize)
    }
    fn winner(state: &tafl::State) -> Option<usize> {
        state.result?.winner().map(|side| side as usize)
    }
    fn advise(
        state: &tafl::State,
        asked: &Asked,
        stop: &(dyn Fn() -> bool + Sync),
        on_depth: OnDepth<'_, tafl::Command>,
    ) -> Vec<Found<tafl::Command>> {
        if state.mover().is_none() {
            return Vec::new();
        }
        let ahead = |position| tafl::Ahead { position, rules: state.rules };
        let earlier: Vec<u64> = state.earlier.iter().map(|position| ahead(*position).key()).collect();
        let command = |given: &(tafl::Square, tafl::Square)| tafl::Command::Move { from: given.0, to: given.1 };
        look(&ahead(state.position), &earlier, asked, stop, on_depth, command)
    }
    fn is_opened(_: &tafl::State, plies: usize) -> bool {
        plies >= 4
    }
    fn is_move(command: &tafl::Command) -> bool {
        matches!(command, tafl::Command::Move { .. })
    }
    fn offered(state: &tafl::State) -> Option<usize> {
        state.offer.map(|side| side as usize)
    }
    fn due(state: &tafl::State) -> Option<tafl::Command> {
        (state.lot_owed && state.result.is_none()).then_some(tafl::Command::Lot)
    }
    fn divide(setup: &tafl::Setup, depth: u32) -> Vec<(String, u64)> {
        let tafl::State { position, rules, .. } = Tafl::begin(setup);
        let nodes = |from, to| position.after(&rules, from, to).perft(&rules, depth - 1);
        position.moves().map(|(from, to)| (format!("{from}-{to}"), nodes(from, to))).collect()
    }
    fn lines(setup: &tafl::Setup, depth: u32) -> u64 {
        Tafl::begin(setup).position.perft(&setup.rules, depth)
    }
}

impl Companion for BattleAcre {
    const NAME: &'static str = "acre";
    const HELP: &'static str = words::battle_acre::HELP;
    const START: Option<&'static str> = Some(battle_acre::START);
    const SIDES: [&'static str; 2] = ["white", "red"];
    const HIDES: bool = false;
    const RULES: &'static Card = &card::BATTLE_ACRE;
    const OFFER: battle_acre::Command = battle_acre::Command::OfferDraw;
    const ACCEPT: battle_acre::Command = battle_acre::Command::AcceptDraw;

    fn setup(rules: &[String], position: Option<&str>) -> Result<battle_acre::Setup, Problem> {
        let mut setup = battle_acre::Setup::default();
        switch(rules, |key, value| setup.rules.set(key, value))?;
        if let Some(text) = position {
            setup.position = battle_acre::Position::read(text, &setup.rules).map_err(|faults| unlawful(&faults))?;
        }
        Ok(setup)
    }
    fn parse(state: &battle_acre::State, line: &str) -> Result<battle_acre::Command, Fault> {
        battle_acre::notation::parse(state, line)
    }
    fn square(name: &str) -> Result<(), Fault> {
        battle_acre::notation::cell(name).map(drop)
    }
    fn resigns(command: &battle_acre::Command) -> Option<usize> {
        if let battle_acre::Command::Resign { side } = command { Some(*side as usize) } else { None }
    }
    fn print(command: &battle_acre::Command) -> String {
        battle_acre::notation::print(command)
    }
    fn told(command: &battle_acre::Command, _: bool) -> String {
        battle_acre::notation::print(command)
    }
    fn event(event: &EventOf<BattleAcre>) -> Option<String> {
        Some(words::battle_acre::event(event))
    }
    fn refused(reason: &battle_acre::Reason, rule: Rule) -> Refusal {
        words::battle_acre::refused(reason, rule)
    }
    fn diagram(state: &battle_acre::State, _: Eyes) -> Diagram {
        words::battle_acre::diagram(state)
    }
    fn status(state: &battle_acre::State) -> String {
        words::battle_acre::status(state)
    }
    fn prompt(state: &battle_acre::State) -> String {
        words::prompt(state.mover(), "Battle Acre")
    }
    fn position(state: &battle_acre::State) -> Option<String> {
        Some(state.position.to_string())
    }
    fn is_over(state: &battle_acre::State) -> bool {
        state.result.is_some()
    }
    fn mover(state: &battle_acre::State) -> Option<usize> {
        state.mover().map(|side| side as usize)
    }
    fn winner(state: &battle_acre::State) -> Option<usize> {
        state.result?.winner().map(|side| side as usize)
    }
    fn advise(
        state: &battle_acre::State,
        asked: &Asked,
        stop: &(dyn Fn() -> bool + Sync),
        on_depth: OnDepth<'_, battle_acre::Command>,
    ) -> Vec<Found<battle_acre::Command>> {
        if state.mover().is_none() {
            return Vec::new();
        }
        let ahead = |position| battle_acre::Ahead::new(position, state.rules);
        let earlier: Vec<u64> = state.earlier.iter().map(|position| ahead(*position).key()).collect();
        look(&ahead(state.position), &earlier, asked, stop, on_depth, battle_acre::command)
    }
    fn is_opened(_: &battle_acre::State, plies: usize) -> bool {
        plies >= 6
    }
    fn is_move(command: &battle_acre::Command) -> bool {
        matches!(command, battle_acre::Command::Move { .. } | battle_acre::Command::Castle { .. })
    }
    fn moves_before(setup: &battle_acre::Setup) -> usize {
        setup.position.moves_before()
    }
    fn offered(state: &battle_acre::State) -> Option<usize> {
        state.offer.map(|side| side as usize)
    }
    fn due(_: &battle_acre::State) -> Option<battle_acre::Command> {
        None
    }
    fn divide(setup: &battle_acre::Setup, depth: u32) -> Vec<(String, u64)> {
        let position = BattleAcre::begin(setup).position;
        let line = |given: &battle_acre::Move| {
            let nodes = position.after(given).perft(&setup.rules, depth - 1);
            (battle_acre::notation::print(&battle_acre::command(given)), nodes)
        };
        position.moves(&setup.rules).iter().map(line).collect()
    }
    fn lines(setup: &battle_acre::Setup, depth: u32) -> u64 {
        BattleAcre::begin(setup).position.perft(&setup.rules, depth)
    }
}

/// Where Coal and Steel is counted from when no position is named: all 18 hidden on two ranks, no walls. [CS-3]
const FIXED: &str =
    "c'h't'w'b'w'w't'h'c'/1w'w'w'w'w'q'w'w'1/10/10/10/10/10/10/1W'W'Q'W'W'W'W'W'1/C'H'T'W'W'B'W'T'H'C' c - - Ss -";

/// The position of a set-up, or the fixed one.
fn counted_from(setup: &coal_and_steel::Setup) -> Option<coal_and_steel::Position> {
    setup.position.or_else(|| FIXED.parse().ok())
}

impl Companion for CoalAndSteel {
    const NAME: &'static str = "coal-steel";
    const HELP: &'static str = words::coal_and_steel::HELP;
    const START: Option<&'static str> = None;
    const SIDES: [&'static str; 2] = ["coal", "steel"];
    const HIDES: bool = true;
    const RULES: &'static Card = &card::COAL_AND_STEEL;
    const OFFER: coal_and_steel::Command = coal_and_steel::Command::OfferDraw;
    const ACCEPT: coal_and_steel::Command = coal_and_steel::Command::AcceptDraw;

    fn setup(rules: &[String], position: Option<&str>) -> Result<coal_and_steel::Setup, Problem> {
        let mut setup = coal_and_steel::Setup { position: position.map(read).transpose()?, ..Default::default() };
        switch(rules, |key, value| setup.rules.set(key, value))?;
        Ok(setup)
    }
    fn parse(state: &coal_and_steel::State, line: &str) -> Result<coal_and_steel::Command, Fault> {
        coal_and_steel::notation::parse(state, line)
    }
    fn square(name: &str) -> Result<(), Fault> {
        coal_and_steel::notation::square(name).map(drop)
    }
    fn resigns(command: &coal_and_steel::Command) -> Option<usize> {
        if let coal_and_steel::Command::Resign { side } = command { Some(*side as usize) } else { None }
    }
    fn print(command: &coal_and_steel::Command) -> String {
        coal_and_steel::notation::print(command)
    }
    fn told(command: &coal_and_steel::Command, over: bool) -> String {
        words::coal_and_steel::told(command, over)
    }
    fn event(event: &EventOf<CoalAndSteel>) -> Option<String> {
        words::coal_and_steel::event(event)
    }
    fn refused(reason: &coal_and_steel::Reason, rule: Rule) -> Refusal {
        words::coal_and_steel::refused(reason, rule)
    }
    fn diagram(state: &coal_and_steel::State, eyes: Eyes) -> Diagram {
        let side = match eyes {
            Eyes::All => return words::coal_and_steel::board(state),
            // Nothing is hidden any more when the game is over.
            Eyes::Mover => match state.decider() {
                Some(side) => side,
                None => return words::coal_and_steel::board(state),
            },
            Eyes::Side(side) => coal_and_steel::Side::BOTH[side % 2],
        };
        words::coal_and_steel::view(&coal_and_steel::View::of(state, side), words::coal_and_steel::status(state))
    }
    fn status(state: &coal_and_steel::State) -> String {
        words::coal_and_steel::status(state)
    }
    fn prompt(state: &coal_and_steel::State) -> String {
        words::prompt(state.decider(), "Coal and Steel")
    }
    fn position(state: &coal_and_steel::State) -> Option<String> {
        state.placing.is_none().then(|| state.position.to_string())
    }
    fn is_over(state: &coal_and_steel::State) -> bool {
        state.result.is_some()
    }
    fn mover(state: &coal_and_steel::State) -> Option<usize> {
        state.decider().map(|side| side as usize)
    }
    fn winner(state: &coal_and_steel::State) -> Option<usize> {
        state.result?.winner().map(|side| side as usize)
    }
    fn advise(
        state: &coal_and_steel::State,
        asked: &Asked,
        stop: &(dyn Fn() -> bool + Sync),
        on_depth: OnDepth<'_, coal_and_steel::Command>,
    ) -> Vec<Found<coal_and_steel::Command>> {
        let found = hidden::advise(state, asked, stop);
        on_depth(&found);
        found
    }
    fn is_opened(state: &coal_and_steel::State, plies: usize) -> bool {
        plies > 0 && state.placing.is_none()
    }
    fn weigh(
        state: &coal_and_steel::State,
        side: usize,
        asked: &Asked,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<i32> {
        hidden::weigh(state, coal_and_steel::Side::BOTH[side % 2], asked, stop)
    }
    fn trade_answer(state: &coal_and_steel::State, side: usize, seed: u64) -> Option<coal_and_steel::Command> {
        hidden::trade_answer(state, coal_and_steel::Side::BOTH[side % 2], seed)
    }
    fn belief(state: &coal_and_steel::State) -> Option<(String, serde_json::Value)> {
        Some(hidden::belief(state))
    }
    fn is_move(command: &coal_and_steel::Command) -> bool {
        command.is_action()
    }
    fn revealed(before: &coal_and_steel::State, events: &[EventOf<CoalAndSteel>]) -> Vec<String> {
        coal_and_steel::revealed(before, events).iter().map(ToString::to_string).collect()
    }
    fn may_unsee(state: &coal_and_steel::State) -> bool {
        state.rules.undo == coal_and_steel::rules::Allowed::On
    }
    fn may_peek(state: &coal_and_steel::State) -> bool {
        state.rules.peek == coal_and_steel::rules::Allowed::On
    }
    fn offered(state: &coal_and_steel::State) -> Option<usize> {
        state.offer.map(|side| side as usize)
    }
    fn due(_: &coal_and_steel::State) -> Option<coal_and_steel::Command> {
        None
    }
    fn divide(setup: &coal_and_steel::Setup, depth: u32) -> Vec<(String, u64)> {
        let Some(position) = counted_from(setup).filter(|position| position.decided().is_none()) else {
            return Vec::new();
        };
        let line = |action: coal_and_steel::Action| {
            let nodes = position.after(&setup.rules, &action).perft(&setup.rules, depth - 1);
            (coal_and_steel::notation::print(&action.into()), nodes)
        };
        position.actions(&Hand::default()).into_iter().map(line).collect()
    }
    fn lines(setup: &coal_and_steel::Setup, depth: u32) -> u64 {
        counted_from(setup).map_or(0, |position| position.perft(&setup.rules, depth))
    }
}

//! The interface of each board game.
use super::{Advice, BoardGame, BoardViewer, OnAdvice, SearchOptions, ViewerOf, hidden, invalid_position, search_open};
use crate::{Refusal, Session, Table, set_switches};
use boards::{
    Notation as _, PositionErrors,
    battle_acre::{self, BattleAcre},
    coal_and_steel::{self, CoalAndSteel, PieceCounts},
    tafl::{self, Tafl, rules::First},
};
use play::{EventOf, Game, LineError, Lookahead, Rule, Switch};
use search::Stop;
use serde::{Serialize, de::DeserializeOwned};
use show::{
    boards::{
        self as words, Diagram,
        card::{self, RuleCard},
    },
    help::HelpCell,
};

/// Sets each `key=value`.
fn set_each_switch<R: Serialize + DeserializeOwned>(
    all: &[Switch],
    rules: &mut R,
    typed: &[String],
) -> Result<(), Refusal> {
    set_switches(typed, |key, value| Switch::set(all, rules, "this game", (key, value)))
}

fn read<P: std::str::FromStr<Err = PositionErrors>>(text: &str) -> Result<P, Refusal> {
    text.parse().map_err(|faults| invalid_position(&faults))
}

/// The items that every game names alike in `show`.
macro_rules! shared_words {
    ($game:ident, $mover:ident, $name:literal) => {
        const HELP: &'static str = words::$game::HELP;
        const WORDS: &'static [&'static [HelpCell<'static>]] = words::$game::WORDS;

        fn refused(reason: &Self::Reason, rule: Rule) -> LineError {
            words::$game::refusal(reason, rule)
        }
        fn status(state: &Self::State) -> String {
            words::$game::status(state)
        }
        fn prompt(state: &Self::State) -> String {
            words::prompt(state.$mover(), $name)
        }
        fn as_table<'t>(session: &'t mut Session<'_, Self>) -> &'t mut dyn Table {
            session
        }
    };
}

impl BoardGame for Tafl {
    const NAME: &'static str = "tafl";
    const START: Option<&'static str> = Some(tafl::START);
    const HIDES: bool = false;
    const RULES: &'static RuleCard = &card::TAFL;

    shared_words!(tafl, mover, "Tafl");

    fn setup(rules: &[String], position: Option<&str>) -> Result<tafl::Setup, Refusal> {
        let mut setup = tafl::Setup::default();
        if let Some(text) = position {
            setup = tafl::Setup { position: read(text)?, ..setup };
            setup.rules.first = First::Position;
        }
        set_each_switch(tafl::rules::Rules::SWITCHES, &mut setup.rules, rules)?;
        Ok(setup)
    }
    fn event_sentence(event: &EventOf<Tafl>) -> Option<String> {
        Some(words::tafl::event_sentence(event))
    }
    fn diagram(state: &tafl::State, _: ViewerOf<Tafl>) -> Diagram {
        words::tafl::diagram(state)
    }
    fn position(state: &tafl::State) -> Option<String> {
        Some(state.position.to_string())
    }
    fn advise(
        state: &Self::State,
        options: &SearchOptions,
        stop: Stop<'_>,
        on_depth: OnAdvice<'_, Self>,
    ) -> Advice<Self> {
        if state.mover().is_none() {
            return Vec::new();
        }
        let search_position = |position| tafl::TaflSearchPosition { position, rules: state.rules };
        let earlier: Vec<u64> = state.earlier.iter().map(|position| search_position(*position).key()).collect();
        let command = |given: &(tafl::Square, tafl::Square)| tafl::Command::Move { from: given.0, to: given.1 };
        search_open(&search_position(state.position), &earlier, options, stop, on_depth, command)
    }
    fn has_left_opening(_: &tafl::State, plies: usize) -> bool {
        plies >= 4
    }
    fn is_move(command: &tafl::Command) -> bool {
        matches!(command, tafl::Command::Move { .. })
    }
    fn square_of(command: &tafl::Command) -> Option<String> {
        use tafl::Command::{Claim, Common, Lot, Move};
        match command {
            Move { from, .. } => Some(from.to_string()),
            Lot | Common(_) | Claim => None,
        }
    }
    fn due_command(state: &tafl::State) -> Option<tafl::Command> {
        (state.lot_pending && state.result.is_none()).then_some(tafl::Command::Lot)
    }
    fn perft_divide(setup: &tafl::Setup, depth: u32) -> Vec<(String, u64)> {
        let tafl::State { position, rules, .. } = Tafl::initial_state(setup);
        let nodes = |from, to| position.after_move(&rules, from, to).perft(&rules, depth - 1);
        position.moves().map(|(from, to)| (format!("{from}-{to}"), nodes(from, to))).collect()
    }
}

impl BoardGame for BattleAcre {
    const NAME: &'static str = "acre";
    const START: Option<&'static str> = Some(battle_acre::START);
    const HIDES: bool = false;
    const RULES: &'static RuleCard = &card::BATTLE_ACRE;

    shared_words!(battle_acre, mover, "Battle Acre");

    fn setup(rules: &[String], position: Option<&str>) -> Result<battle_acre::Setup, Refusal> {
        let mut setup = battle_acre::Setup::default();
        set_each_switch(battle_acre::rules::Rules::SWITCHES, &mut setup.rules, rules)?;
        if let Some(text) = position {
            setup.position =
                battle_acre::Position::read(text, &setup.rules).map_err(|faults| invalid_position(&faults))?;
        }
        Ok(setup)
    }
    fn event_sentence(event: &EventOf<BattleAcre>) -> Option<String> {
        Some(words::battle_acre::event_sentence(event))
    }
    fn diagram(state: &battle_acre::State, _: ViewerOf<BattleAcre>) -> Diagram {
        words::battle_acre::diagram(state)
    }
    fn position(state: &battle_acre::State) -> Option<String> {
        Some(state.position.to_string())
    }
    fn advise(
        state: &Self::State,
        options: &SearchOptions,
        stop: Stop<'_>,
        on_depth: OnAdvice<'_, Self>,
    ) -> Advice<Self> {
        if state.mover().is_none() {
            return Vec::new();
        }
        let search_position = |position| battle_acre::AcreSearchPosition::new(position, state.rules);
        let earlier: Vec<u64> = state.earlier.iter().map(|position| search_position(*position).key()).collect();
        search_open(&search_position(state.position), &earlier, options, stop, on_depth, battle_acre::to_command)
    }
    fn has_left_opening(_: &battle_acre::State, plies: usize) -> bool {
        plies >= 6
    }
    fn is_move(command: &battle_acre::Command) -> bool {
        matches!(command, battle_acre::Command::Move { .. } | battle_acre::Command::Castle { .. })
    }
    fn square_of(command: &battle_acre::Command) -> Option<String> {
        use battle_acre::Command::{Castle, Common, Move};
        match command {
            Move { from, .. } | Castle { king: from, .. } => Some(from.to_string()),
            Common(_) => None,
        }
    }
    fn moves_before(setup: &battle_acre::Setup) -> usize {
        setup.position.moves_before()
    }
    fn perft_divide(setup: &battle_acre::Setup, depth: u32) -> Vec<(String, u64)> {
        let position = BattleAcre::initial_state(setup).position;
        let line = |mv: &battle_acre::Move| {
            let nodes = position.after_move(mv).perft(&setup.rules, depth - 1);
            (BattleAcre::command_text(&battle_acre::to_command(mv)), nodes)
        };
        position.moves(&setup.rules).iter().map(line).collect()
    }
}

/// Position for `divide` if none is named: each side's 18 pieces hidden on two ranks, no walls. [CS-3]
const DIVIDE_START: &str =
    "c'h't'w'b'w'w't'h'c'/1w'w'w'w'w'q'w'w'1/10/10/10/10/10/10/1W'W'Q'W'W'W'W'W'1/C'H'T'W'W'B'W'T'H'C' c - - Ss -";

impl BoardGame for CoalAndSteel {
    const NAME: &'static str = "coal-steel";
    const START: Option<&'static str> = None;
    const HIDES: bool = true;
    const RULES: &'static RuleCard = &card::COAL_AND_STEEL;

    shared_words!(coal_and_steel, decider, "Coal and Steel");

    fn setup(rules: &[String], position: Option<&str>) -> Result<coal_and_steel::Setup, Refusal> {
        let mut setup = coal_and_steel::Setup { position: position.map(read).transpose()?, ..Default::default() };
        set_each_switch(coal_and_steel::rules::Rules::SWITCHES, &mut setup.rules, rules)?;
        Ok(setup)
    }
    fn log_text(command: &coal_and_steel::Command, over: bool) -> String {
        words::coal_and_steel::redacted_command(command, over)
    }
    fn event_sentence(event: &EventOf<CoalAndSteel>) -> Option<String> {
        words::coal_and_steel::event_sentence(event)
    }
    fn diagram(state: &coal_and_steel::State, viewer: ViewerOf<CoalAndSteel>) -> Diagram {
        let side = match viewer {
            BoardViewer::Referee => None,
            // No side once the game is over, because nothing is hidden any more.
            BoardViewer::Mover => state.decider(),
            BoardViewer::Side(side) => Some(side),
        };
        let Some(side) = side else { return words::coal_and_steel::referee_diagram(state) };
        words::coal_and_steel::side_diagram(
            &coal_and_steel::View::for_side(state, side),
            words::coal_and_steel::status(state),
        )
    }
    fn position(state: &coal_and_steel::State) -> Option<String> {
        state.placing.is_none().then(|| state.position.to_string())
    }
    fn advise(
        state: &Self::State,
        options: &SearchOptions,
        stop: Stop<'_>,
        on_depth: OnAdvice<'_, Self>,
    ) -> Advice<Self> {
        let found = hidden::advise(state, options, stop);
        on_depth(&found);
        found
    }
    fn has_left_opening(state: &coal_and_steel::State, plies: usize) -> bool {
        plies > 0 && state.placing.is_none()
    }
    fn score_for(state: &Self::State, side: Self::Side, options: &SearchOptions, stop: Stop<'_>) -> Option<i32> {
        hidden::score_for(state, side, options, stop)
    }
    fn trade_answer(state: &Self::State, side: Self::Side, seed: u64) -> Option<Self::Command> {
        hidden::evaluate_trade(state, side, seed).map(|(answer, _)| answer)
    }
    /// Returns flips of the mover's pieces that may be turned up before a move. [CS-6]
    fn before_a_move(state: &coal_and_steel::State) -> Vec<coal_and_steel::Command> {
        let Some(side) = state.decider() else { return Vec::new() };
        let flips = state.position.pieces(side).map(|(at, _)| coal_and_steel::Command::Flip { at });
        flips.filter(|flip| play::decide::<Self>(state, flip, &mut play::Script::typed([])).is_ok()).collect()
    }
    fn belief(state: &coal_and_steel::State) -> Option<(String, serde_json::Value)> {
        Some(hidden::belief(state))
    }
    fn placements_in(state: &coal_and_steel::State, line: &str) -> Result<Vec<coal_and_steel::Command>, Refusal> {
        Ok(coal_and_steel::placement_commands(state, line)?)
    }
    fn check_placements(state: &coal_and_steel::State, commands: &[coal_and_steel::Command]) -> Result<(), Refusal> {
        let refused = |(reason, rule)| Refusal::rules(Self::refused(&reason, rule));
        coal_and_steel::check_placement(state, commands).map_err(refused)
    }
    fn random_placement(state: &coal_and_steel::State, seed: u64) -> Option<coal_and_steel::Command> {
        let view = coal_and_steel::View::for_side(state, state.placing.as_ref().and(state.decider())?);
        view.random_placement(&mut play::Rng(seed))
    }
    fn is_move(command: &coal_and_steel::Command) -> bool {
        command.is_action()
    }
    fn square_of(command: &coal_and_steel::Command) -> Option<String> {
        use coal_and_steel::Command::*;
        match command {
            Move { from: at, .. } | Place { at, .. } | Flip { at } | Enter { at, .. } | Swap { with: at } => {
                Some(at.to_string())
            }
            Hold | Trade { .. } | AcceptTrade | DeclineTrade | Pass | Common(_) => None,
        }
    }
    fn revealed(before: &coal_and_steel::State, events: &[EventOf<CoalAndSteel>]) -> Vec<String> {
        coal_and_steel::revealed_squares(before, events).iter().map(ToString::to_string).collect()
    }
    fn may_undo_reveal(state: &coal_and_steel::State) -> bool {
        state.rules.undo == coal_and_steel::rules::Allowed::On
    }
    fn may_look(state: &coal_and_steel::State) -> bool {
        state.rules.peek == coal_and_steel::rules::Allowed::On
    }
    fn perft_divide(setup: &coal_and_steel::Setup, depth: u32) -> Vec<(String, u64)> {
        let from = setup.position.or_else(|| DIVIDE_START.parse().ok());
        let Some(position) = from.filter(|position| position.outcome().is_none()) else { return Vec::new() };
        let line = |action: coal_and_steel::Action| {
            let nodes = position.after_action(&setup.rules, &action).perft(&setup.rules, depth - 1);
            (CoalAndSteel::command_text(&action.into()), nodes)
        };
        position.actions(&PieceCounts::default()).into_iter().map(line).collect()
    }
}

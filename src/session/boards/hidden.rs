//! The engine for games with hidden pieces: it judges views only, never the state.
use serde_json::{Value, json};

use super::search_options::SearchOptions;
use boards::coal_and_steel::{
    Belief, CoalAndSteel, Command, DeterminizedPosition, Kind, Side, State, Turn, View, rules::Rules,
};
use play::{self, PairHash, Rng, Script};
use search::{self, Limits, SearchResult, Stop, Unit};

pub fn advise(state: &State, options: &SearchOptions, stop: Stop<'_>) -> Vec<SearchResult<Command>> {
    let Some(side) = state.decider() else { return Vec::new() };
    if let Some((answer, score)) = evaluate_trade(state, side, options.limits.seed) {
        return vec![SearchResult::without_search(answer, score)];
    }
    let memory = EngineMemory { stale: state.repeating_moves(), earlier: state.earlier_keys() };
    search_view(&View::for_side(state, side), &memory, state.rules, options, stop)
}

#[derive(Default)]
struct EngineMemory {
    /// Turns of the engine that would only repeat a position.
    stale: Vec<Turn>,
    /// Keys of the positions since the number of pieces last changed.
    earlier: Vec<u64>,
}

/// Returns the engine's lines. The engine knows the game only from `view` and `memory`.
fn search_view(
    view: &View,
    memory: &EngineMemory,
    rules: Rules,
    options: &SearchOptions,
    stop: Stop<'_>,
) -> Vec<SearchResult<Command>> {
    let limits = options.limits;
    if let Some((left, _)) = view.to_place {
        // A whole game may have one seed. Hashing in the pieces left gives each placement different numbers.
        let mut rng = Rng(PairHash::default().pair(limits.seed, left.total().into()).key());
        let placed = view.random_placement(&mut rng);
        return placed.into_iter().map(|command| SearchResult::without_search(command, 0)).collect();
    }
    let belief = Belief::from_view(view);
    let draw_world = |rng: &mut Rng| DeterminizedPosition::determinize(view, &belief, rules, rng);
    let found = if belief.arrangements() == 1 {
        search_resolved(&draw_world(&mut Rng(limits.seed)), &memory.earlier, options, stop)
    } else if options.is_fixed() {
        // Searches every move in every sampled state. Beyond depth 4 it would take too long.
        search::average_over_worlds(&draw_world, &Limits { depth: limits.depth.min(4), ..limits }, options.lines)
    } else {
        search::search_worlds(&draw_world, &memory.stale, &limits, options.lines, stop)
    };
    found.iter().map(|result| result.with_line(result.line.iter().flat_map(|turn| turn.commands()).collect())).collect()
}

/// Positions searched in the time of one trial.
const POSITIONS_A_TRIAL: u64 = 16;

/// Searches lines once nothing is hidden from the side any more, as in the open games.
fn search_resolved(
    world: &DeterminizedPosition,
    earlier: &[u64],
    options: &SearchOptions,
    stop: Stop<'_>,
) -> Vec<SearchResult<Turn>> {
    let limits = Limits { nodes: options.limits.nodes.saturating_mul(POSITIONS_A_TRIAL), ..options.limits };
    let mut found = search::search_multi_pv(world, earlier, &limits, options.lines, stop, &mut |_| {});
    if options.unit_counted() == Unit::Playouts {
        found.iter_mut().for_each(|line| line.nodes = line.nodes.div_ceil(POSITIONS_A_TRIAL));
    }
    found
}

/// Scores the position for a side from what it may know, or `None` before all pieces are placed.
pub fn score_for(state: &State, side: Side, options: &SearchOptions, stop: Stop<'_>) -> Option<i32> {
    if state.placing.is_some() {
        return None;
    }
    let score =
        search_view(&View::for_side(state, side), &EngineMemory::default(), state.rules, options, stop).first()?.score;
    Some(if state.mover() == Some(side) { score } else { -score })
}

/// Returns the engine's answer for `side` to the trade on offer, and its score afterwards, in hundredths of a Warrior.
/// It accepts if the score does not fall, for the same arrangement of the hidden pieces. [CS-21]
pub fn evaluate_trade(state: &State, side: Side, seed: u64) -> Option<(Command, i32)> {
    state.pending.as_ref().filter(|trade| trade.by != side)?;
    let events = play::decide::<CoalAndSteel>(state, &Command::AcceptTrade, &mut Script::typed([])).ok()?;
    let mut traded = state.clone();
    play::apply_all::<CoalAndSteel>(&mut traded, &events);
    let evaluate = |state: &State| {
        let view = View::for_side(state, side);
        let mut rng = Rng(seed);
        let world = DeterminizedPosition::determinize(&view, &Belief::from_view(&view), state.rules, &mut rng);
        world.evaluate_for(side) - world.evaluate_for(side.other())
    };
    let (before, after) = (evaluate(state), evaluate(&traded));
    Some(if before <= after { (Command::AcceptTrade, after) } else { (Command::DeclineTrade, before) })
}

/// Returns what the hidden pieces may be, for the side to move: in words, and as JSON.
pub fn belief(state: &State) -> (String, Value) {
    if state.placing.is_some() {
        return ("Nothing is known until all pieces are placed.".to_owned(), json!({ "arrangements": null }));
    }
    let view = View::for_side(state, state.decider().unwrap_or(state.position.to_move()));
    let belief = Belief::from_view(&view);
    let ways = belief.arrangements();
    let (hidden, held) = (belief.squares.len(), belief.in_reserve);
    let place = if view.out.1 > 0 { "in reserve or out of the game" } else { "in reserve" };
    let mut text = format!("{hidden} hidden pieces and {held} unknown {place}: {ways} arrangements.");
    let mut kinds = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|kind| hidden > 0 && belief.pool.count(*kind) > 0) {
        let (count, total) = reduced(belief.chance(kind));
        let chance = count as f64 / total as f64;
        text += &format!("\n{kind:<10} {:>5.1}%  ({count}/{total}) on each hidden square", chance * 100.0);
        kinds.push(json!({ "id": kind, "chance": format!("{count}/{total}"), "left": belief.pool.count(kind) }));
    }
    let squares: Vec<String> = belief.squares.iter().map(ToString::to_string).collect();
    if !squares.is_empty() {
        text += &format!("\nHidden: {}", squares.join(" "));
    }
    let value = json!({ "arrangements": ways.to_string(), "squares": squares, "in_reserve": held, "kinds": kinds });
    (text, value)
}

/// Reduces a fraction to lowest terms.
fn reduced((above, below): (u128, u128)) -> (u128, u128) {
    let (mut divisor, mut remainder) = (above, below);
    while remainder > 0 {
        (divisor, remainder) = (remainder, divisor % remainder);
    }
    (above / divisor.max(1), below / divisor.max(1))
}

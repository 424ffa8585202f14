//! The engine for games with hidden pieces: it is given views only, never the state.
use serde_json::{Value, json};

use super::asked::Asked;
use boards::coal_and_steel::{Belief, CoalAndSteel, Command, Kind, Side, State, Turn, View, World, rules::Rules};
use play::{self, PairHash, Rng, Script};
use search::{self, Found, Limits, Stop, Unit};

/// Returns the engine's lines for the side to move.
pub fn advise(state: &State, asked: &Asked, stop: Stop<'_>) -> Vec<Found<Command>> {
    let Some(side) = state.decider() else { return Vec::new() };
    if let Some((answer, score)) = weighed_trade(state, side, asked.limits.seed) {
        return vec![Found::at_once(answer, score)];
    }
    let past = Past { stale: state.stale(), earlier: state.earlier_keys() };
    of_view(&View::of(state, side), &past, state.rules, asked, stop)
}

/// What the engine remembers of the game.
#[derive(Default)]
struct Past {
    /// Its turns that would only repeat a position.
    stale: Vec<Turn>,
    /// Keys of the positions since the number of pieces last changed.
    earlier: Vec<u64>,
}

/// Returns the engine's lines for this view and past. It gets nothing else.
fn of_view(view: &View, past: &Past, rules: Rules, asked: &Asked, stop: Stop<'_>) -> Vec<Found<Command>> {
    let limits = asked.limits;
    if let Some((left, _)) = view.to_place {
        // One seed may serve a whole game: without the pieces left, every placement would use the same numbers.
        let mut rng = Rng(PairHash::default().pair(limits.seed, left.total().into()).key());
        let placed = view.placing_at_random(&mut rng);
        return placed.into_iter().map(|command| Found::at_once(command, 0)).collect();
    }
    let belief = Belief::of(view);
    let drawn = |rng: &mut Rng| World::drawn(view, &belief, rules, rng);
    let found = if belief.arrangements() == 1 {
        open(&drawn(&mut Rng(limits.seed)), &past.earlier, asked, stop)
    } else if asked.is_fixed() {
        // Searches every move in every sampled state. Beyond depth 4 it would take too long.
        search::averaged(&drawn, &Limits { depth: limits.depth.min(4), ..limits }, asked.lines)
    } else {
        search::among(&drawn, &past.stale, &limits, asked.lines, stop)
    };
    found.iter().map(|one| one.with_line(one.line.iter().flat_map(|turn| turn.commands()).collect())).collect()
}

/// Positions searched in the time of one trial.
const POSITIONS_A_TRIAL: u64 = 16;

/// Searches lines once nothing is hidden from the side any more, as in the open games.
fn open(world: &World, earlier: &[u64], asked: &Asked, stop: Stop<'_>) -> Vec<Found<Turn>> {
    let limits = Limits { nodes: asked.limits.nodes.saturating_mul(POSITIONS_A_TRIAL), ..asked.limits };
    let mut found = search::lines(world, earlier, &limits, asked.lines, stop, &mut |_| {});
    if asked.counts() == Unit::Trials {
        found.iter_mut().for_each(|line| line.nodes = line.nodes.div_ceil(POSITIONS_A_TRIAL));
    }
    found
}

/// Scores the position for a side from what it may know, or `None` before all pieces are placed.
pub fn weigh(state: &State, side: Side, asked: &Asked, stop: Stop<'_>) -> Option<i32> {
    if state.placing.is_some() {
        return None;
    }
    let score = of_view(&View::of(state, side), &Past::default(), state.rules, asked, stop).first()?.score;
    Some(if state.mover() == Some(side) { score } else { -score })
}

/// Returns the engine's answer for `side` to the trade on offer, and its score afterwards, in hundredths of a Warrior.
/// It accepts if the score does not fall, for the same arrangement of the hidden pieces. [CS-21]
pub fn weighed_trade(state: &State, side: Side, seed: u64) -> Option<(Command, i32)> {
    state.pending.as_ref().filter(|trade| trade.by != side)?;
    let events = play::decide::<CoalAndSteel>(state, &Command::AcceptTrade, &mut Script::typed([])).ok()?;
    let mut traded = state.clone();
    play::apply_all::<CoalAndSteel>(&mut traded, &events);
    let evaluate = |state: &State| {
        let view = View::of(state, side);
        let mut rng = Rng(seed);
        let world = World::drawn(&view, &Belief::of(&view), state.rules, &mut rng);
        world.weigh(side) - world.weigh(side.other())
    };
    let (before, after) = (evaluate(state), evaluate(&traded));
    Some(if before <= after { (Command::AcceptTrade, after) } else { (Command::DeclineTrade, before) })
}

/// Returns what the hidden pieces may be, for the side to move: in words, and as JSON.
pub fn belief(state: &State) -> (String, Value) {
    if state.placing.is_some() {
        return ("Nothing can be told before all men are placed.".to_owned(), json!({ "arrangements": null }));
    }
    let view = View::of(state, state.decider().unwrap_or(state.position.to_move()));
    let belief = Belief::of(&view);
    let ways = belief.arrangements();
    let (hidden, held) = (belief.squares.len(), belief.in_reserve);
    let place = if view.out.1 > 0 { "in reserve or out of the game" } else { "in reserve" };
    let mut text = format!("{hidden} hidden men and {held} unknown {place}: {ways} arrangements.");
    let mut kinds = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|kind| hidden > 0 && belief.pool.count(*kind) > 0) {
        let (among, of) = reduced(belief.chance(kind));
        let chance = among as f64 / of as f64;
        text += &format!("\n{kind:<10} {:>5.1}%  ({among}/{of}) on each hidden square", chance * 100.0);
        kinds.push(json!({ "id": kind, "chance": format!("{among}/{of}"), "left": belief.pool.count(kind) }));
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
    let (mut one, mut other) = (above, below);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    (above / one.max(1), below / one.max(1))
}

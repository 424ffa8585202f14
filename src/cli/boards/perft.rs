//! `kaiser perft`: counts the leaf nodes of all move sequences, which checks a move generator.
use serde_json::json;

use super::game_kind::{of_game, requested_game};
use crate::{args::Perft, output::Out};
use session::{Refusal, boards::BoardGame};

pub fn perft(perft: &Perft, out: &mut Out) -> Result<(), Refusal> {
    of_game!(requested_game(&perft.game)?, G => count::<G>(perft, out))
}

fn count<G: BoardGame>(perft: &Perft, out: &mut Out) -> Result<(), Refusal> {
    let setup = G::setup(&perft.rules, perft.position.as_deref())?;
    let depth = perft.depth;
    let mut moves = if depth > 0 { G::perft_divide(&setup, depth) } else { Vec::new() };
    moves.sort();
    let nodes: u64 = if depth > 0 { moves.iter().map(|(_, nodes)| nodes).sum() } else { 1 };
    for (text, nodes) in moves.iter().filter(|_| perft.divide) {
        out.say(format!("{text}: {nodes}"));
    }
    out.say(format!("perft {depth} = {nodes}"));
    let mut value = json!({ "game": G::NAME, "depth": depth, "nodes": nodes });
    if perft.divide {
        let node_json = |(text, nodes): &(String, u64)| json!({ "id": text, "move": text, "nodes": nodes });
        value["divide"] = moves.iter().map(node_json).collect();
    }
    out.print_json(&value);
    Ok(())
}

//! `kaiser annotate FILE`: judges every turn of a game, on all cores.
use super::which::{of_game, which};
use crate::args::AnnotateArgs;
use crate::output::{self, Out};
use crate::picture::{self, Picture};
use crate::{cores, open};
use search::Limits;
use session::Refusal;
use session::boards::{
    Companion, Eyes,
    annotating::{self, Judged},
    asked::{Asked, read_level},
    table,
};
use show::boards::annotated;

const GRAPH: Picture =
    Picture { what: "graph", named: "kaiser annotate game.kaiser -o game.svg", width: 1_800, wider: "-o FILE.svg" };

/// Prints the engine's judgement of a game and draws its graph.
pub fn annotate(asked: &AnnotateArgs, out: &mut Out) -> Result<(), Refusal> {
    let Some(game) = open::game_of(&asked.file).and_then(|game| which(&game)) else {
        let what = format!("{} is no journal of a board game", asked.file.display());
        return Err(Refusal::journal(what).hint("kaiser log tells a battle, the chronicle a campaign"));
    };
    of_game!(game, G => annotate_of::<G>(asked, out))
}

fn annotate_of<G: Companion<State: 'static + Sync, Command: Sync>>(
    asked: &AnnotateArgs,
    out: &mut Out,
) -> Result<(), Refusal> {
    if let Some(file) = &asked.output {
        // Check the name before the engine searches.
        GRAPH.is_png(file)?;
    }
    let level = read_level(&asked.level)?;
    let limits = asked.nodes.map_or(level.limits(G::UNIT), Limits::nodes);
    let machine = Asked { limits: Limits { threads: 1, seed: 1, ..limits }, ..G::asked(level) };
    let journal = open::look::<G>(&asked.file, output::aside)?.journal;
    if table::is_hidden::<G>(journal.state()) {
        if !asked.reveal {
            let what = "the game goes on, and what was played would tell where the hidden men are";
            return Err(Refusal::not_yours(what).hint("--reveal, for the referee"));
        }
        table::open_to(&journal, Eyes::All)?;
    }
    let turns = annotating::turns(&journal);
    if turns.is_empty() {
        return Err(Refusal::not_there("nobody has moved in this game").form("kaiser log"));
    }
    let add = |found: &mut Vec<(u64, Judged)>, at: u64| {
        found.push((at, annotating::judge(&turns[at as usize], &machine)));
    };
    let n = turns.len() as u64;
    let mut judged = search::shared(n, cores::all(), add, cores::bar(n, || false)).concat();
    judged.sort_by_key(|(at, _)| *at);
    let judged: Vec<Judged> = judged.into_iter().map(|(_, judged)| judged).collect();
    let game = annotating::annotated(&journal, &turns, &judged);
    let mut text = annotated::table(&game);
    let mut value = annotated::value(&game);
    if let Some(file) = &asked.output {
        text += &format!("\n{}", picture::write(&annotated::graph(&game), file, None, &GRAPH)?.0.text);
        value["file"] = file.display().to_string().into();
    }
    out.both(text, &value);
    Ok(())
}

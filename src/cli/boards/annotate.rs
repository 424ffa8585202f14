//! `kaiser annotate FILE`: judges every turn of a game, on all cores.
use super::game_kind::{kind_named, of_game};
use crate::args::AnnotateArgs;
use crate::output::{self, Out};
use crate::picture::{self, Picture};
use crate::{open, parallel};
use search::Limits;
use session::Refusal;
use session::boards::{
    BoardGame, BoardViewer,
    annotating::{self, EngineChoice},
    search_options::{SearchOptions, read_level},
    table,
};
use show::boards::annotated;

const GRAPH: Picture = Picture {
    what: "graph",
    naming_hint: "kaiser annotate game.kaiser -o game.svg",
    width: 1_800,
    width_hint: "-o FILE.svg",
};

pub fn annotate(args: &AnnotateArgs, out: &mut Out) -> Result<(), Refusal> {
    let Some(game) = open::game_of(&args.file).and_then(|game| kind_named(&game)) else {
        let what = format!("{} is not a journal of a board game.", args.file.display());
        return Err(Refusal::journal(what).hint("`kaiser log` prints a battle, `kaiser chronicle` a campaign"));
    };
    of_game!(game, G => annotate_of::<G>(args, out))
}

fn annotate_of<G: BoardGame<State: 'static + Sync, Command: Sync>>(
    args: &AnnotateArgs,
    out: &mut Out,
) -> Result<(), Refusal> {
    if let Some(file) = &args.output {
        // Check the name before the engine searches.
        GRAPH.is_png(file)?;
    }
    let level = read_level(&args.level)?;
    let limits = args.nodes.map_or(level.limits(G::UNIT), Limits::nodes);
    let engine = SearchOptions { limits: Limits { threads: 1, seed: 1, ..limits }, ..G::options_for(level) };
    let journal = open::open_with_notes::<G>(&args.file, output::note)?.journal;
    if table::is_hidden::<G>(journal.state()) {
        if !args.reveal {
            let what = "The game is not over, and its moves would reveal hidden pieces.";
            return Err(Refusal::not_yours(what).hint("the referee may add --reveal"));
        }
        table::viewer_from_outside(&journal, BoardViewer::Referee)?;
    }
    let turns = annotating::turns(&journal);
    if turns.is_empty() {
        return Err(Refusal::not_there("This game has no moves yet.").form("kaiser log"));
    }
    let judge_turn = |results: &mut Vec<(u64, EngineChoice)>, number: u64| {
        results.push((number, annotating::judge_turn(&turns[number as usize], &engine)));
    };
    let n = turns.len() as u64;
    let mut numbered =
        search::run_parallel(n, parallel::core_count(), judge_turn, parallel::progress_bar(n, || false)).concat();
    numbered.sort_by_key(|(number, _)| *number);
    let choices: Vec<EngineChoice> = numbered.into_iter().map(|(_, choice)| choice).collect();
    let game = annotating::annotate(&journal, &turns, &choices);
    let mut text = annotated::table(&game);
    let mut value = annotated::json(&game);
    if let Some(file) = &args.output {
        text += &format!("\n{}", picture::write(&annotated::graph(&game), file, None, &GRAPH)?.0.text);
        value["file"] = file.display().to_string().into();
    }
    out.print(text, &value);
    Ok(())
}

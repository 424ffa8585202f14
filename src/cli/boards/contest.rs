//! `kaiser match`: two players play the same openings with sides swapped, and the score shows the stronger one.
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;
use serde_json::{Value, json};

use super::game_kind::{of_game, requested_game};
use crate::file::{self, as_typed};
use crate::{args::Match, dice, parallel, person::Person};
use boards::Sided;
use load::Sources;
use play::journal::{Entry, Header, Journal};
use play::{Rng, odds::wilson_interval, verbs::did_you_mean};
use search::{Level, Limits};
use session::boards::{
    BoardGame,
    search_options::{SearchOptions, read_options},
};
use session::{Frontend as _, Refusal};

#[derive(Clone, Debug)]
enum MatchPlayer {
    /// Any legal move, all equally likely.
    Random,
    Machine(SearchOptions),
}

struct PlayedGame<G: BoardGame> {
    journal: Journal<G>,
    /// The first player's side.
    side: G::Side,
    winner: Option<G::Side>,
    finished: bool,
    plies: usize,
}

type NumberedGame<G> = (usize, Result<PlayedGame<G>, Refusal>);

pub fn run_match(sources: &Sources, args: &Match) -> Result<(String, Value), Refusal> {
    of_game!(requested_game(&args.game)?, G => play_match::<G>(sources, args))
}

fn parse_player<G: BoardGame>(name: &str, nodes: Option<u64>) -> Result<MatchPlayer, Refusal> {
    let words: Vec<&str> = name.split(':').collect();
    let options = match (&words[..], Level::named(name)) {
        (["random"], _) => return Ok(MatchPlayer::Random),
        (_, Some(level)) => {
            let limits = nodes.filter(|_| level == Level::Full).map_or(level.limits(G::UNIT), Limits::nodes);
            Some(SearchOptions { limits, ..G::options_for(level) })
        }
        (["depth" | "nodes" | "time", _], None) => read_options(&words, G::options_for(Level::Full)).ok(),
        (.., None) => None,
    };
    options.map(MatchPlayer::Machine).ok_or_else(|| {
        let players = ["random"].into_iter().chain(Level::ALL.map(Level::name)).chain(["depth:6", "nodes:100000"]);
        let hint = did_you_mean(name, players, "random, beginner, club, full, depth:6, nodes:100000 or time:500");
        Refusal::usage(format!("There is no player \"{name}\".")).hint(hint)
    })
}

fn play_match<G: BoardGame>(sources: &Sources, args: &Match) -> Result<(String, Value), Refusal>
where
    Journal<G>: Send,
    G::Setup: Sync,
{
    let setup = G::setup(&args.rules, args.position.as_deref())?;
    let players = [parse_player::<G>(&args.one, args.nodes)?, parse_player::<G>(&args.other, args.nodes)?];
    if args.nodes.is_some() && [&args.one, &args.other].iter().all(|name| *name != Level::Full.name()) {
        let what = "--nodes is for the player `full`, and neither player is.";
        return Err(Refusal::usage(what).hint("use `full` or `nodes:100000` as a player"));
    }
    if args.n == 0 {
        return Err(Refusal::usage("A match has at least one game.").form("-n 20"));
    }
    if let Some(dir) = &args.games {
        let create_error = |error| Refusal::disk(format!("{} cannot be created: {error}.", as_typed(dir).display()));
        fs::create_dir_all(dir).map_err(create_error)?;
    }
    let data = load::data_hash(sources);
    let has_failed = AtomicBool::new(false);
    let play_numbered = |games: &mut Vec<NumberedGame<G>>, number: u64| {
        if has_failed.load(Relaxed) {
            return;
        }
        let header = Header::current::<G>(G::NAME, &data, mix_seed(args.seed, number / 2), setup.clone());
        let number = number as usize;
        let game = play_game::<G>(header, &players, number, args);
        let game = game.and_then(|game| save_journal(args, number, &game).map(|()| game));
        has_failed.fetch_or(game.is_err(), Relaxed);
        games.push((number, game));
    };
    let games = search::run_parallel(
        args.n as u64,
        args.threads.into(),
        play_numbered,
        parallel::progress_bar(args.n as u64, || has_failed.load(Relaxed)),
    );
    let mut games: Vec<NumberedGame<G>> = games.into_iter().flatten().collect();
    games.sort_by_key(|(number, _)| *number);
    let games = games.into_iter().map(|(_, game)| game).collect::<Result<Vec<_>, _>>()?;
    Ok(match_report::<G>(args, &games))
}

/// Plays one game to its end, or to the longest allowed. Each even number and the next odd number share an opening.
fn play_game<G: BoardGame>(
    header: Header<G::Setup>,
    players: &[MatchPlayer; 2],
    number: usize,
    args: &Match,
) -> Result<PlayedGame<G>, Refusal> {
    let mut journal = Journal::<G>::new(header);
    let mut rng = Rng(mix_seed(args.seed, number as u64 / 2));
    let (mut plies, mut planned) = (0, Vec::new());
    // In even games the first player has the first side.
    let side = G::Side::BOTH[number % 2];
    while !G::is_over(journal.state()) && plies < args.longest {
        let state = journal.state();
        if let Some(command) = G::due_command(state) {
            play_command(&mut journal, command)?;
            continue;
        }
        let choices = G::choices(state);
        let Some(mover) = G::mover(state).filter(|_| !choices.is_empty()) else { break };
        if !args.opening.map_or_else(|| G::has_left_opening(state, plies), |opening| plies >= opening) {
            let command = quiet_choice::<G>(state, &choices, &mut rng);
            play_command(&mut journal, command)?;
            plies += 1;
            continue;
        }
        // From here on the random numbers of a pair of games differ.
        if plies % 2 == 0 {
            rng.0 = mix_seed(rng.0, number as u64);
        }
        let command = match &players[usize::from(mover != side)] {
            MatchPlayer::Random => choices[rng.below(choices.len() as u64) as usize].clone(),
            // The rest of a planned turn: a piece that was flipped in order to move now moves.
            MatchPlayer::Machine(_) if !planned.is_empty() => planned.remove(0),
            MatchPlayer::Machine(options) => {
                let mut options = options.clone();
                options.limits.seed = rng.word() | 1;
                let results = G::advise(state, &options, &*Person::script().stop_test(options.time), &mut |_| {});
                planned = results.into_iter().next().map(|result| result.line).unwrap_or_default();
                if planned.is_empty() { choices[0].clone() } else { planned.remove(0) }
            }
        };
        play_command(&mut journal, command)?;
        if G::mover(journal.state()) != Some(mover) {
            planned.clear();
            plies += 1;
        }
    }
    journal.add(Entry::Closed).map_err(|error| Refusal::journal(error.to_string()))?;
    let state = journal.state();
    let (winner, finished) = (G::winner(state), G::is_over(state));
    Ok(PlayedGame { side, winner, finished, plies, journal })
}

/// Draws a random move that does not end the game. If it finds none in 20 tries, any move.
fn quiet_choice<G: BoardGame>(state: &G::State, choices: &[G::Command], rng: &mut Rng) -> G::Command {
    for _ in 0..20 {
        let command = &choices[rng.below(choices.len() as u64) as usize];
        let decided = play::decide::<G>(state, command, &mut dice::seeded_stream(0, 0));
        let mut next = state.clone();
        if let Ok(events) = decided {
            play::apply_all::<G>(&mut next, &events);
            if !G::is_over(&next) {
                return command.clone();
            }
        }
    }
    choices[rng.below(choices.len() as u64) as usize].clone()
}

fn play_command<G: BoardGame>(journal: &mut Journal<G>, command: G::Command) -> Result<(), Refusal> {
    let events = play::decide::<G>(journal.state(), &command, &mut journal.dice());
    let illegal = || Refusal::cannot(format!("A player chose {}, which is not legal.", G::command_text(&command)));
    let events = events.map_err(|_| illegal())?;
    journal.add(journal.new_command_entry(command, events)).map_err(|error| Refusal::journal(error.to_string()))
}

fn save_journal<G: BoardGame>(args: &Match, number: usize, game: &PlayedGame<G>) -> Result<(), Refusal> {
    let Some(dir) = &args.games else { return Ok(()) };
    let path = dir.join(format!("{}-{:04}.kaiser", G::NAME, number + 1));
    let text = game.journal.text().map_err(|error| file::write_error(as_typed(&path), error))?;
    file::write(&path, text.as_bytes()).map_err(|problem| problem.hint("use an empty directory"))
}

/// Games won, drawn and lost, and the share of the points (a draw counts half) with its 95% Wilson score interval.
#[derive(Serialize)]
struct Score {
    won: usize,
    drawn: usize,
    lost: usize,
    share: f64,
    low: f64,
    high: f64,
}

impl Score {
    /// Counts results: `Some(true)` is won, `Some(false)` lost and `None` drawn.
    fn from_results(games: impl Iterator<Item = Option<bool>> + Clone) -> Score {
        let count = |what| games.clone().filter(|won| *won == what).count();
        let (won, drawn, lost) = (count(Some(true)), count(None), count(Some(false)));
        let games = (won + drawn + lost).max(1) as f64;
        let share = (won as f64 + drawn as f64 / 2.0) / games;
        let (low, high) = wilson_interval(share, games);
        Score { won, drawn, lost, share, low, high }
    }

    fn text(&self) -> String {
        let [share, low, high] = [self.share, self.low, self.high].map(|share| share * 100.0);
        format!("{}: {share:.1}% ({low:.1}% to {high:.1}%)", self.counts())
    }

    fn counts(&self) -> String {
        let Score { won, drawn, lost, .. } = self;
        format!("{won} won, {drawn} drawn, {lost} lost")
    }
}

fn match_report<G: BoardGame>(args: &Match, games: &[PlayedGame<G>]) -> (String, Value) {
    let all = Score::from_results(games.iter().map(|game| game.winner.map(|winner| winner == game.side)));
    let [first, second] = G::Side::BOTH;
    let first_side = Score::from_results(games.iter().map(|game| game.winner.map(|winner| winner == first)));
    let by_side = [first, second].map(|side| {
        let as_side = games.iter().filter(move |game| game.side == side);
        Score::from_results(as_side.map(move |game| game.winner.map(|winner| winner == side)))
    });
    let unfinished = games.iter().filter(|game| !game.finished).count();
    let plies = games.iter().map(|game| game.plies).sum::<usize>() / games.len().max(1);
    let (first_name, second_name, seed) = (&args.one, &args.other, args.seed);
    let mut text = format!("{}: {first_name} against {second_name}, {} games, seed {seed}\n", G::NAME, games.len());
    text += &format!("{first_name}: {}\n", all.text());
    let [first, second] = [first, second].map(Sided::name);
    for (side, score) in [first, second].iter().zip(&by_side) {
        text += &format!("  as {side}: {}\n", score.counts());
    }
    text += &format!("{first} against {second}: {}\n", first_side.text());
    text += &format!("{plies} moves a game, {unfinished} stopped as drawn after {}", args.longest);
    let game_json = |(number, game): (usize, &PlayedGame<G>)| {
        json!({ "id": number + 1, "side": game.side.name(), "winner": game.winner.map(Sided::name),
            "finished": game.finished, "moves": game.plies })
    };
    let value = json!({
        "game": G::NAME, "one": first_name, "other": second_name, "seed": seed, "rules": args.rules, "score": all,
        "as": { first: by_side[0], second: by_side[1] },
        "sides": { "side": first, "score": first_side }, "unfinished": unfinished,
        "games": games.iter().enumerate().map(game_json).collect::<Value>(),
    });
    (text, value)
}

fn mix_seed(seed: u64, other: u64) -> u64 {
    Rng(seed ^ other.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(17)).word()
}

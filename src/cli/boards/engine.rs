//! `kaiser engine GAME`: the engine on a pipe, for other programs. docs/reference/engine-protocol.md lists the lines.
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::{io, process::ExitCode, thread, time::Instant};

use super::game_kind::{of_game, requested_game};
use crate::{dice, output::Out, person::Person, script};
use boards::Sided;
use play::NotDecided;
use search::{Level, Limits, SearchResult};
use session::boards::search_options::{SearchOptions, read_options};
use session::{Frontend as _, Refusal, boards::BoardGame};

/// Serves until `quit` or the end of input.
pub fn engine(game: &str, out: &mut Out) -> Result<ExitCode, Refusal> {
    of_game!(requested_game(game)?, G => serve::<G>(out))
}

struct Engine<G: BoardGame> {
    rules: Vec<String>,
    state: G::State,
    search_options: SearchOptions,
}

/// A message to the engine's main loop.
enum Message {
    Line(String),
    /// A line from the running search.
    Output(String),
    /// The running search has sent its best move.
    SearchEnded,
    InputEnded(io::Result<()>),
}

struct RunningSearch {
    stop: Arc<AtomicBool>,
    is_endless: bool,
}

impl RunningSearch {
    /// Whether a message that arrived after the search began makes it stop and answer with what it has.
    fn is_ended_by(&self, message: &Message) -> bool {
        match message {
            Message::Line(line) => line == "stop" || line == "quit",
            Message::InputEnded(_) => self.is_endless,
            Message::Output(_) | Message::SearchEnded => false,
        }
    }
}

fn serve<G: BoardGame>(out: &mut Out) -> Result<ExitCode, Refusal>
where
    G::State: Send,
{
    let mut engine = Engine::<G> {
        rules: Vec::new(),
        state: G::initial_state(&G::setup(&[], G::START)?),
        search_options: G::options_for(Level::default()),
    };
    let (sender, receiver) = mpsc::channel();
    let reader = sender.clone();
    thread::scope(|scope| {
        scope.spawn(move || read_lines(&reader));
        let (mut waiting, mut thinking): (VecDeque<Message>, Option<RunningSearch>) = (VecDeque::new(), None);
        for message in receiver {
            match message {
                Message::SearchEnded => thinking = None,
                Message::Output(line) => out.print_plain(line),
                Message::Line(line) if line == "ready" && thinking.is_some() => out.print_plain(line),
                other => waiting.push_back(other),
            }
            loop {
                // Other lines wait for the running search, whose answer belongs to earlier lines. But a stop takes
                // effect at once, even behind other lines.
                if let Some(thinking) = &thinking {
                    if waiting.iter().any(|message| thinking.is_ended_by(message)) {
                        thinking.stop.store(true, Relaxed);
                    }
                    break;
                }
                let line = match waiting.pop_front() {
                    None => break,
                    Some(Message::Line(line)) => line,
                    Some(Message::Output(_) | Message::SearchEnded) => continue,
                    Some(Message::InputEnded(Ok(()))) => return Ok(ExitCode::SUCCESS),
                    Some(Message::InputEnded(Err(error))) => {
                        return Err(Refusal::disk(format!("Standard input cannot be read: {error}.")));
                    }
                };
                let words: Vec<&str> = line.split_whitespace().collect();
                let reply = match words[..] {
                    [] | ["stop"] => continue,
                    _ if MAX_LINE_BYTES < line.len() => {
                        let length = line.len();
                        let what = format!("The line has {length} bytes. The limit is {MAX_LINE_BYTES}.");
                        Err(Refusal::read(what))
                    }
                    ["ready"] => Ok("ready".to_owned()),
                    ["quit"] => return Ok(ExitCode::SUCCESS),
                    ["go", ref words @ ..] => match engine.parse_go(words) {
                        Ok((options, endless)) => {
                            let stop = Arc::new(AtomicBool::new(false));
                            thinking = Some(RunningSearch { stop: stop.clone(), is_endless: endless });
                            let (state, output) = (engine.state.clone(), sender.clone());
                            scope.spawn(move || {
                                search_and_report::<G>(&state, &options, &stop, &output);
                                // If the receiver is gone, the engine has ended.
                                let _ended = output.send(Message::SearchEnded);
                            });
                            continue;
                        }
                        Err(error) => Err(error),
                    },
                    _ => engine.answer(&words),
                };
                out.print_plain(reply.unwrap_or_else(|problem| error_line(&problem)));
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Passes lines on as they arrive, until `quit` or the end of input.
fn read_lines(sender: &Sender<Message>) {
    let mut input = io::stdin().lock();
    while let Some(line) = script::next_line(&mut input).transpose() {
        let message = match line {
            // Invalid UTF-8 leaves a mark that no command has, so the line is answered as unknown.
            Ok((line, _)) => Message::Line(line.trim().to_owned()),
            Err(error) => Message::InputEnded(Err(error)),
        };
        let is_last =
            matches!(&message, Message::InputEnded(_)) || matches!(&message, Message::Line(line) if line == "quit");
        if sender.send(message).is_err() || is_last {
            return;
        }
    }
    let _ended = sender.send(Message::InputEnded(Ok(())));
}

fn error_line(problem: &Refusal) -> String {
    let hint = problem.error.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
    format!("error {}{hint}", problem.error.what.replace('\n', " "))
}

/// Searches, and sends lines as they are found and the best move at the end.
fn search_and_report<G: BoardGame>(
    state: &G::State,
    options: &SearchOptions,
    stop: &AtomicBool,
    sender: &Sender<Message>,
) {
    // If the receiver is gone, the engine has ended.
    let say = |line: String| drop(sender.send(Message::Output(line)));
    let person = Person::script();
    let (start, clock) = (Instant::now(), person.stop_test(options.time));
    let signal = || stop.load(Relaxed) || clock();
    let mut report = |results: &[SearchResult<G::Command>]| {
        for (index, result) in results.iter().enumerate() {
            let line: Vec<String> = result.line.iter().map(G::command_text).collect();
            let time = start.elapsed().as_millis();
            let SearchResult { depth, nodes, .. } = result;
            let (score, number, line) = (score_text(result.score), index + 1, line.join(", "));
            say(format!("info depth {depth} nodes {nodes} time {time} number {number} {score} line {line}"));
        }
    };
    let results = G::advise(state, options, &signal, &mut report);
    let Some(best) = results.first() else { return say("bestmove none".to_owned()) };
    say(format!("bestmove {}", turn_text::<G>(state, &best.line)));
}

fn check_range(number: u64, max: usize) -> Result<usize, Refusal> {
    let found = usize::try_from(number).ok().filter(|number| (1..=max).contains(number));
    found.ok_or_else(|| Refusal::read(format!("{number} is out of range.")).hint(format!("1 to {max}")))
}

/// Returns the commands of one turn. In most games a turn is one command.
fn turn_text<G: BoardGame>(state: &G::State, line: &[G::Command]) -> String {
    let (side, mut state) = (G::mover(state), state.clone());
    let mut commands = Vec::new();
    for command in line {
        let Ok(events) = play::decide::<G>(&state, command, &mut dice::seeded_stream(0, 0)) else { break };
        play::apply_all::<G>(&mut state, &events);
        commands.push(G::command_text(command));
        if G::mover(&state) != side {
            break;
        }
    }
    commands.join(", ")
}

/// `score 35` in hundredths, or `wins 3` and `loses 4` in moves of either side.
fn score_text(score: i32) -> String {
    match search::plies_to_end(score) {
        Some(plies) if plies > 0 => format!("wins {plies}"),
        Some(plies) => format!("loses {}", -plies),
        None => format!("score {score}"),
    }
}

/// Reads a command of any number of words from the start of a list, and returns how many words it has. Commas or only
/// spaces separate the commands of a list.
fn next_command<G: BoardGame>(state: &G::State, words: &[&str]) -> Result<(String, G::Command, usize), Refusal> {
    let text = |length: usize| words[..length].join(" ").trim_matches([',', ' ']).to_owned();
    for length in (1..=words.len().min(MAX_COMMAND_WORDS)).rev() {
        let text = text(length);
        if let Ok(command) = G::parse(state, &text) {
            return Ok((text, command, length));
        }
    }
    let comma = words.iter().position(|word| word.ends_with(','));
    let length = comma.map_or(1, |index| index + 1);
    let wrong = text(length);
    let command = G::parse(state, &wrong)?;
    Ok((wrong, command, length))
}

/// Maximum words of a command: a trade of every captive for every captive.
const MAX_COMMAND_WORDS: usize = 40;

/// Maximum length of a line, in bytes. A position with a thousand turns takes a tenth of it. (house)
const MAX_LINE_BYTES: usize = 1 << 17;

impl<G: BoardGame> Engine<G> {
    fn answer(&mut self, words: &[&str]) -> Result<String, Refusal> {
        match words {
            ["about"] => {
                let sides = G::Side::BOTH.map(Sided::name).join(" ");
                Ok(format!("engine kaiser {}\ngame {}\nsides {sides}\nready", env!("CARGO_PKG_VERSION"), G::NAME))
            }
            ["options"] => Ok(self.options()),
            ["set", name, value] => self.set(name, value),
            ["position", rest @ ..] => self.position(&rest.join(" ")),
            ["show"] => Ok(self.position_line()),
            ["moves"] => {
                let moves: Vec<String> = G::choices(&self.state).iter().map(G::command_text).collect();
                Ok(format!("moves {}", moves.join(", ")))
            }
            ["status"] => Ok(format!("status {}", G::status(&self.state))),
            _ => {
                let hint = "about, options, set, position, show, moves, status, go, stop, ready, quit";
                Err(Refusal::read(format!("\"{}\" is not a line of the protocol.", words.join(" "))).hint(hint))
            }
        }
    }

    fn options(&self) -> String {
        let SearchOptions { limits: Limits { nodes, threads, seed, .. }, lines, .. } = &self.search_options;
        let search_options =
            format!("option nodes {nodes}\noption threads {threads}\noption seed {seed}\noption lines {lines}\n");
        let rule = |rule: &String| format!("option {}\n", rule.replacen('=', " ", 1));
        search_options + &self.rules.iter().map(rule).collect::<String>() + "ready"
    }

    fn set(&mut self, name: &str, value: &str) -> Result<String, Refusal> {
        let number = || value.parse::<u64>().map_err(|_| Refusal::read(format!("\"{value}\" is not a number.")));
        match name {
            "nodes" if number()? == 0 => return Err(Refusal::read("A search needs at least 1 node.")),
            "nodes" => self.search_options.limits.nodes = number()?,
            "threads" => self.search_options.limits.threads = check_range(number()?, 64)?,
            "seed" => self.search_options.limits.seed = number()?,
            "lines" => self.search_options.lines = check_range(number()?, 20)?,
            switch => {
                let mut rules: Vec<String> = self.rules.clone();
                rules.retain(|rule| rule.split('=').next() != Some(switch));
                rules.push(format!("{switch}={value}"));
                self.state = G::initial_state(&G::setup(&rules, G::START)?);
                self.rules = rules;
            }
        }
        Ok(format!("option {name} {value}"))
    }

    /// Sets the position: `start` or a position's text, with optional `moves` and moves after it.
    fn position(&mut self, text: &str) -> Result<String, Refusal> {
        let text = text.strip_suffix(" moves").unwrap_or(text);
        let (begin, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let begin = match begin.trim() {
            "start" => G::START.map(str::to_owned),
            text => Some(text.to_owned()),
        };
        let mut state = G::initial_state(&G::setup(&self.rules, begin.as_deref())?);
        let moves = moves.replace(',', ", ");
        let mut words: Vec<&str> = moves.split_whitespace().filter(|word| *word != ",").collect();
        while !words.is_empty() {
            let (typed, command, length) = next_command::<G>(&state, &words)?;
            words.drain(..length);
            let events =
                play::decide::<G>(&state, &command, &mut dice::seeded_stream(0, 0)).map_err(|halt| match halt {
                    NotDecided::Refused { reason, rule } => Refusal::rules(G::refused(&reason, rule)),
                    NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. } => {
                        Refusal::cannot(format!("{typed} needs dice."))
                    }
                })?;
            play::apply_all::<G>(&mut state, &events);
        }
        self.state = state;
        Ok(self.position_line())
    }

    fn position_line(&self) -> String {
        format!("position {}", G::position(&self.state).unwrap_or_else(|| "none".to_owned()))
    }

    /// Returns the seed of a search. If pieces are hidden and no seed is set, draws one for each search: a set-up of
    /// pieces that anyone can repeat would reveal them all.
    fn seed(&self) -> Result<u64, Refusal> {
        let set = self.search_options.limits.seed;
        if G::HIDES && set == 0 { dice::new_seed() } else { Ok(set) }
    }

    /// Reads the limits of `go`, and whether the search runs until `stop`.
    fn parse_go(&self, words: &[&str]) -> Result<(SearchOptions, bool), Refusal> {
        let seed = self.seed()?;
        let endless = words == ["infinite"];
        let mut options = read_options(if endless { &[] } else { words }, self.search_options.clone())?;
        if endless {
            options.limits.nodes = u64::MAX - 1;
        }
        options.limits.seed = seed;
        Ok((options, endless))
    }
}

//! `kaiser engine GAME`: the engine on a pipe, for other programs. docs/reference/engine-protocol.md lists the lines.
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::{io, process::ExitCode, thread, time::Instant};

use super::which::{asked_for, of_game};
use crate::{dice, output::Out, person::Person, script};
use boards::Sided;
use play::Halt;
use search::{Found, Level, Limits};
use session::boards::asked::{Asked, read_asked};
use session::{Door as _, Refusal, boards::Companion};

/// Serves until `quit` or the end of input.
pub fn engine(game: &str, out: &mut Out) -> Result<ExitCode, Refusal> {
    of_game!(asked_for(game)?, G => serve::<G>(out))
}

/// The current settings and position.
struct Engine<G: Companion> {
    rules: Vec<String>,
    state: G::State,
    asked: Asked,
}

/// A message to the engine's main loop.
enum Heard {
    Line(String),
    /// A line from the running search.
    Says(String),
    /// The running search has sent its best move.
    Found,
    /// The input has ended, perhaps with an error.
    Ended(io::Result<()>),
}

/// A running search, and the signal that stops it.
struct Thinking {
    stop: Arc<AtomicBool>,
    endless: bool,
}

impl Thinking {
    /// Whether a message that arrived after its start makes it stop and answer with what it has.
    fn is_ended_by(&self, heard: &Heard) -> bool {
        match heard {
            Heard::Line(line) => line == "stop" || line == "quit",
            Heard::Ended(_) => self.endless,
            Heard::Says(_) | Heard::Found => false,
        }
    }
}

fn serve<G: Companion>(out: &mut Out) -> Result<ExitCode, Refusal>
where
    G::State: Send,
{
    let mut engine = Engine::<G> {
        rules: Vec::new(),
        state: G::begin(&G::setup(&[], G::START)?),
        asked: G::asked(Level::default()),
    };
    let (tell, heard) = mpsc::channel();
    let reader = tell.clone();
    thread::scope(|scope| {
        scope.spawn(move || read(&reader));
        let (mut waiting, mut thinking): (VecDeque<Heard>, Option<Thinking>) = (VecDeque::new(), None);
        for heard in heard {
            match heard {
                Heard::Found => thinking = None,
                Heard::Says(line) => out.plain(line),
                Heard::Line(line) if line == "ready" && thinking.is_some() => out.plain(line),
                other => waiting.push_back(other),
            }
            loop {
                // Everything waits for the running search, whose answer belongs to earlier lines. But a stop takes
                // effect at once, even behind other lines.
                if let Some(thinking) = &thinking {
                    if waiting.iter().any(|heard| thinking.is_ended_by(heard)) {
                        thinking.stop.store(true, Relaxed);
                    }
                    break;
                }
                let line = match waiting.pop_front() {
                    None => break,
                    Some(Heard::Line(line)) => line,
                    Some(Heard::Says(_) | Heard::Found) => continue,
                    Some(Heard::Ended(Ok(()))) => return Ok(ExitCode::SUCCESS),
                    Some(Heard::Ended(Err(error))) => {
                        return Err(Refusal::disk(format!("standard input cannot be read: {error}")));
                    }
                };
                let words: Vec<&str> = line.split_whitespace().collect();
                let said = match words[..] {
                    [] | ["stop"] => continue,
                    _ if LONGEST_LINE < line.len() => {
                        let length = line.len();
                        let what = format!("the line has {length} bytes, and a line has at most {LONGEST_LINE}");
                        Err(Refusal::read(what))
                    }
                    ["ready"] => Ok("ready".to_owned()),
                    ["quit"] => return Ok(ExitCode::SUCCESS),
                    ["go", ref asked @ ..] => match engine.asked_by(asked) {
                        Ok((asked, endless)) => {
                            let stop = Arc::new(AtomicBool::new(false));
                            thinking = Some(Thinking { stop: stop.clone(), endless });
                            let (state, tell) = (engine.state.clone(), tell.clone());
                            scope.spawn(move || {
                                think::<G>(&state, &asked, &stop, &tell);
                                // If the receiver is gone, the engine has ended.
                                let _ended = tell.send(Heard::Found);
                            });
                            continue;
                        }
                        Err(error) => Err(error),
                    },
                    _ => engine.answer(&words),
                };
                out.plain(said.unwrap_or_else(|problem| error_line(&problem)));
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Passes lines on as they arrive, until `quit` or the end of input.
fn read(tell: &Sender<Heard>) {
    let mut input = io::stdin().lock();
    while let Some(line) = script::next_line(&mut input).transpose() {
        let heard = match line {
            // Invalid UTF-8 leaves a mark that no command has, so the line is answered as unknown.
            Ok((line, _)) => Heard::Line(line.trim().to_owned()),
            Err(error) => Heard::Ended(Err(error)),
        };
        let is_last = matches!(&heard, Heard::Ended(_)) || matches!(&heard, Heard::Line(line) if line == "quit");
        if tell.send(heard).is_err() || is_last {
            return;
        }
    }
    // If the receiver is gone, the engine has ended.
    let _ended = tell.send(Heard::Ended(Ok(())));
}

fn error_line(problem: &Refusal) -> String {
    let hint = problem.fault.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
    format!("error {}{hint}", problem.fault.what.replace('\n', " "))
}

/// Searches, and sends lines as they are found and the best move at the end.
fn think<G: Companion>(state: &G::State, asked: &Asked, stop: &AtomicBool, tell: &Sender<Heard>) {
    // If the receiver is gone, the engine has ended.
    let say = |line: String| drop(tell.send(Heard::Says(line)));
    let person = Person::nobody();
    let (begun, clock) = (Instant::now(), person.stop(asked.time));
    let signal = || stop.load(Relaxed) || clock();
    let mut told = |found: &[Found<G::Command>]| {
        for (at, found) in found.iter().enumerate() {
            let line: Vec<String> = found.line.iter().map(G::typed).collect();
            let time = begun.elapsed().as_millis();
            let Found { depth, nodes, .. } = found;
            let (score, number, line) = (score(found.score), at + 1, line.join(", "));
            say(format!("info depth {depth} nodes {nodes} time {time} number {number} {score} line {line}"));
        }
    };
    let found = G::advise(state, asked, &signal, &mut told);
    let Some(best) = found.first() else { return say("bestmove none".to_owned()) };
    say(format!("bestmove {}", turn::<G>(state, &best.line)));
}

fn within(number: u64, most: usize) -> Result<usize, Refusal> {
    let found = usize::try_from(number).ok().filter(|number| (1..=most).contains(number));
    found.ok_or_else(|| Refusal::read(format!("{number} is out of range")).hint(format!("1 to {most}")))
}

/// Returns the commands of one turn. In most games it is one.
fn turn<G: Companion>(state: &G::State, line: &[G::Command]) -> String {
    let (side, mut state) = (G::mover(state), state.clone());
    let mut commands = Vec::new();
    for command in line {
        let Ok(events) = play::decide::<G>(&state, command, &mut dice::thrown(0, 0)) else { break };
        play::apply_all::<G>(&mut state, &events);
        commands.push(G::typed(command));
        if G::mover(&state) != side {
            break;
        }
    }
    commands.join(", ")
}

/// `score 35` in hundredths, or `wins 3` and `loses 4` in moves of either side.
fn score(score: i32) -> String {
    match search::ends_in(score) {
        Some(plies) if plies > 0 => format!("wins {plies}"),
        Some(plies) => format!("loses {}", -plies),
        None => format!("score {score}"),
    }
}

/// Reads a command of any number of words from the start of a list, and returns how many words it has. Commas or only
/// spaces separate the commands of a list.
fn next_command<G: Companion>(state: &G::State, words: &[&str]) -> Result<(String, G::Command, usize), Refusal> {
    let text = |length: usize| words[..length].join(" ").trim_matches([',', ' ']).to_owned();
    for length in (1..=words.len().min(LONGEST)).rev() {
        let text = text(length);
        if let Ok(command) = G::parse(state, &text) {
            return Ok((text, command, length));
        }
    }
    let comma = words.iter().position(|word| word.ends_with(','));
    let length = comma.map_or(1, |at| at + 1);
    let wrong = text(length);
    let command = G::parse(state, &wrong)?;
    Ok((wrong, command, length))
}

/// The most words of a command: a trade of every captive for every captive.
const LONGEST: usize = 40;

/// The longest line that is answered, in bytes. A position with a thousand turns takes a tenth of it. (house)
const LONGEST_LINE: usize = 1 << 17;

impl<G: Companion> Engine<G> {
    fn answer(&mut self, words: &[&str]) -> Result<String, Refusal> {
        match words {
            ["about"] => {
                let sides = G::Side::BOTH.map(Sided::name).join(" ");
                Ok(format!("engine kaiser {}\ngame {}\nsides {sides}\nready", env!("CARGO_PKG_VERSION"), G::NAME))
            }
            ["options"] => Ok(self.options()),
            ["set", name, value] => self.set(name, value),
            ["position", rest @ ..] => self.position(&rest.join(" ")),
            ["show"] => Ok(self.shown()),
            ["moves"] => {
                let moves: Vec<String> = G::choices(&self.state).iter().map(G::typed).collect();
                Ok(format!("moves {}", moves.join(", ")))
            }
            ["status"] => Ok(format!("status {}", G::status(&self.state))),
            _ => {
                let hint = "about, options, set, position, show, moves, status, go, stop, ready, quit";
                Err(Refusal::read(format!("\"{}\" is no line of the protocol", words.join(" "))).hint(hint))
            }
        }
    }

    fn options(&self) -> String {
        let Asked { limits: Limits { nodes, threads, seed, .. }, lines, .. } = &self.asked;
        let own = format!("option nodes {nodes}\noption threads {threads}\noption seed {seed}\noption lines {lines}\n");
        let rule = |rule: &String| format!("option {}\n", rule.replacen('=', " ", 1));
        own + &self.rules.iter().map(rule).collect::<String>() + "ready"
    }

    fn set(&mut self, name: &str, value: &str) -> Result<String, Refusal> {
        let number = || value.parse::<u64>().map_err(|_| Refusal::read(format!("\"{value}\" is no number")));
        match name {
            "nodes" if number()? == 0 => return Err(Refusal::read("a search has a budget of at least 1")),
            "nodes" => self.asked.limits.nodes = number()?,
            "threads" => self.asked.limits.threads = within(number()?, 64)?,
            "seed" => self.asked.limits.seed = number()?,
            "lines" => self.asked.lines = within(number()?, 20)?,
            switch => {
                let mut rules: Vec<String> = self.rules.clone();
                rules.retain(|rule| rule.split('=').next() != Some(switch));
                rules.push(format!("{switch}={value}"));
                self.state = G::begin(&G::setup(&rules, G::START)?);
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
        let mut state = G::begin(&G::setup(&self.rules, begin.as_deref())?);
        let moves = moves.replace(',', ", ");
        let mut words: Vec<&str> = moves.split_whitespace().filter(|word| *word != ",").collect();
        while !words.is_empty() {
            let (given, command, length) = next_command::<G>(&state, &words)?;
            words.drain(..length);
            let events = play::decide::<G>(&state, &command, &mut dice::thrown(0, 0)).map_err(|halt| match halt {
                Halt::Refused { reason, rule } => Refusal::rules(G::refused(&reason, rule)),
                Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. } => Refusal::cannot(format!("{given} needs a die")),
            })?;
            play::apply_all::<G>(&mut state, &events);
        }
        self.state = state;
        Ok(self.shown())
    }

    fn shown(&self) -> String {
        format!("position {}", G::position(&self.state).unwrap_or_else(|| "none".to_owned()))
    }

    /// The seed of a search. If pieces are hidden and no seed is set, each search draws one: a setup that anyone can
    /// repeat would reveal every piece.
    fn seed(&self) -> Result<u64, Refusal> {
        let set = self.asked.limits.seed;
        if G::HIDES && set == 0 { dice::new_seed() } else { Ok(set) }
    }

    /// Reads the limits of `go`, and whether the search runs until `stop`.
    fn asked_by(&self, words: &[&str]) -> Result<(Asked, bool), Refusal> {
        let seed = self.seed()?;
        let endless = words == ["infinite"];
        let mut asked = read_asked(if endless { &[] } else { words }, self.asked.clone())?;
        if endless {
            asked.limits.nodes = u64::MAX - 1;
        }
        asked.limits.seed = seed;
        Ok((asked, endless))
    }
}

//! The machine at the prompt: what it is asked, what it answers, and when it moves by itself.
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use serde_json::{Value, json};

use super::{
    Companion,
    session::{Answer, Session, tell},
};
use crate::{
    output::{self, Out},
    problem::Problem,
    prompt::{Typed, once},
};
use play::Lookahead;
use play::journal::{Entry, EntryOf};
use search::{self, Found, Level, Limits, OnDepth};

/// How the machine is asked to play.
#[derive(ClapArgs, Debug, Clone, Default)]
pub struct MachineArgs {
    /// The side that the machine plays: black, white, red, coal or steel; `none` gives its side to a person.
    #[arg(long, value_name = "SIDE")]
    pub machine: Option<String>,
    /// How well it plays: beginner, club or full.
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<String>,
    /// Positions that `full` looks at for a move.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Milliseconds that `full` takes for a move, instead of a number of positions.
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    pub move_time: Option<u64>,
    /// Threads that search; only one gives the same answer every time.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// What the machine is asked: how far to look, how long, and how many lines to show.
#[derive(Clone, Debug)]
pub struct Asked {
    pub limits: Limits,
    pub time: Option<Duration>,
    pub lines: usize,
}

impl From<Level> for Asked {
    fn from(level: Level) -> Asked {
        Asked { limits: level.limits(), time: None, lines: 1 }
    }
}

impl Asked {
    /// A signal that is given when the time is up.
    pub fn clock(&self) -> impl Fn() -> bool + Sync + use<> {
        let until = self.time.map(|time| Instant::now() + time);
        move || until.is_some_and(|until| Instant::now() >= until)
    }

    /// For so long instead of so many positions.
    pub fn within(self, time: Duration) -> Asked {
        Asked { limits: Limits { nodes: u64::MAX, ..self.limits }, time: Some(time), ..self }
    }
}

/// Moves of each side before which the machine agrees to no draw.
const FIRST_MOVES: usize = 20;

/// What `--machine` says when the machine plays no side.
pub const NOBODY: &str = "none";

/// The machine as one of the players.
pub struct Machine {
    /// Which of the game's two sides it plays.
    pub side: usize,
    pub asked: Asked,
    /// How it was asked to play, in the words of `hint`: `full nodes 20000`.
    pub words: String,
}

impl Machine {
    /// The machine as a journal has it.
    ///
    /// # Errors
    /// Words that ask nothing of a machine.
    pub fn resumed(side: usize, words: &str) -> Result<Machine, Problem> {
        let asked: Vec<&str> = words.split_whitespace().collect();
        Ok(Machine { side, asked: read_asked(&asked, Level::default().into())?, words: words.to_owned() })
    }
}

impl MachineArgs {
    /// Whether it is said how the machine plays.
    pub fn is_tuned(&self) -> bool {
        self.level.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.threads.is_some()
    }

    /// Whether anything is said of a machine.
    pub fn is_asked(&self) -> bool {
        self.machine.is_some() || self.is_tuned()
    }

    /// The player that is asked for.
    ///
    /// # Errors
    /// No such side of this game, no such level; a level or budget for nobody.
    pub fn player<G: Companion>(&self) -> Result<Option<Machine>, Problem> {
        let sides = format!("--machine {} or --machine {}", G::SIDES[0], G::SIDES[1]);
        let Some(name) = &self.machine else {
            if self.is_tuned() {
                let what =
                    "--level, --nodes, --move-time and --threads say how the machine plays, and it plays no side";
                return Err(Problem::usage(what).hint(sides));
            }
            return Ok(None);
        };
        let name = name.to_lowercase();
        if name == NOBODY && !self.is_tuned() {
            return Ok(None);
        }
        let Some(side) = G::SIDES.iter().position(|side| *side == name) else {
            return Err(Problem::usage(format!("\"{name}\" is no side of this game")).hint(sides));
        };
        self.playing(side).map(Some)
    }

    /// The machine on this side.
    ///
    /// # Errors
    /// No such level.
    pub fn playing(&self, side: usize) -> Result<Machine, Problem> {
        let level = self.level.as_deref().map_or(Ok(Level::default()), |level| {
            read_level(&level.to_lowercase()).map_err(|problem| Problem { code: 2, ..problem })
        })?;
        let mut asked = Asked::from(level);
        let mut words = level.name().to_owned();
        asked.limits.threads = self.threads.unwrap_or(1).clamp(1, 64);
        if asked.limits.threads > 1 {
            words += &format!(" threads {}", asked.limits.threads);
        }
        if let Some(nodes) = self.nodes {
            asked.limits.nodes = nodes;
            words += &format!(" nodes {nodes}");
        }
        if let Some(time) = self.move_time {
            asked = asked.within(Duration::from_millis(time));
            words += &format!(" time {time}");
        }
        Ok(Machine { side, asked, words })
    }

    /// Who plays, asked of the person at the terminal; `None` when he leaves.
    ///
    /// # Errors
    /// No such level; a level or budget where two people play; the terminal fails.
    pub fn opponent<G: Companion>(&self) -> Result<Option<Option<Machine>>, Problem> {
        if self.machine.is_some() {
            return self.player::<G>().map(Some);
        }
        let [first, second] = G::SIDES;
        let question = format!("Who plays? 1 two people, 2 you {first}, 3 you {second} [1]: ");
        loop {
            let Typed::Line(answer) = once(&question)? else { return Ok(None) };
            let answer = answer.trim().to_lowercase();
            match answer.as_str() {
                "" | "1" | "two" | "two people" => return self.player::<G>().map(Some),
                "2" => return self.playing(1).map(|machine| Some(Some(machine))),
                "3" => return self.playing(0).map(|machine| Some(Some(machine))),
                "quit" | "exit" => return Ok(None),
                side if side == first => return self.playing(1).map(|machine| Some(Some(machine))),
                side if side == second => return self.playing(0).map(|machine| Some(Some(machine))),
                other => {
                    let hint = format!("1, 2 or 3; {first} or {second}; quit");
                    output::report(&Problem::new(format!("\"{other}\" plays nothing")).hint(hint), false);
                }
            }
        }
    }
}

/// A level by its name.
///
/// # Errors
/// There is none of that name.
pub fn read_level(word: &str) -> Result<Level, Problem> {
    let levels = || Level::ALL.map(Level::name).join(", ");
    Level::named(word).ok_or_else(|| Problem::new(format!("\"{word}\" is no level of play")).hint(levels()))
}

/// `full`, `depth 6`, `nodes 100000`, `time 2000`, and for an analysis a number of lines.
///
/// # Errors
/// A word that is none of these.
pub fn read_asked(words: &[&str], mut asked: Asked) -> Result<Asked, Problem> {
    let hint = "a level, depth 6, nodes 100000, time 2000 (milliseconds), or a number of lines";
    let number = |word: Option<&&str>| {
        let read = word.and_then(|word| word.parse::<u64>().ok()).filter(|number| *number > 0);
        read.ok_or_else(|| Problem::new("a number is missing").hint(hint))
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "depth" => {
                let depth = number(words.next())?.min(100) as u8;
                asked.limits = Limits { depth, nodes: u64::MAX, ..asked.limits };
            }
            "nodes" => asked.limits.nodes = number(words.next())?,
            "time" => asked = asked.within(Duration::from_millis(number(words.next())?)),
            "threads" => asked.limits.threads = number(words.next())?.min(64) as usize,
            word => match (word.parse::<usize>(), Level::named(word)) {
                (Ok(lines @ 1..=20), _) => asked.lines = lines,
                (_, Some(level)) => asked.limits = level.limits(),
                (..) => return Err(Problem::new(format!("\"{word}\" asks nothing of the machine")).hint(hint)),
            },
        }
    }
    Ok(asked)
}

/// Lines of a game in which nothing is hidden, by looking ahead.
pub fn look<P: Lookahead, C>(
    position: &P,
    earlier: &[u64],
    asked: &Asked,
    stop: &(dyn Fn() -> bool + Sync),
    on_depth: OnDepth<'_, C>,
    command: impl Fn(&P::Move) -> C,
) -> Vec<Found<C>> {
    let commands = |found: &[Found<P::Move>]| -> Vec<Found<C>> {
        found.iter().map(|one| one.with_line(one.line.iter().map(&command).collect())).collect()
    };
    let found =
        search::lines(position, earlier, &asked.limits, asked.lines, stop, &mut |found| on_depth(&commands(found)));
    commands(&found)
}

/// A score as people say it.
pub fn said(score: i32) -> String {
    match search::ends_in(score) {
        Some(plies) if plies > 0 => format!("wins in {}", (plies + 1) / 2),
        Some(plies) => format!("loses in {}", (1 - plies) / 2),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

impl<G: Companion> Session<G> {
    /// The best lines, the best one first.
    ///
    /// # Errors
    /// A die comes first; the game is over.
    pub fn search(&self, asked: &Asked) -> Result<Vec<Found<G::Command>>, Problem> {
        if let Some(due) = G::due(self.state()) {
            return Err(Problem::new("the machine does not throw for you").hint(G::print(&due)));
        }
        let found = G::advise(self.state(), asked, &self.stop(asked), &mut |_| {});
        if found.is_empty() { Err(Problem::new("the game is over").hint("undo, or log")) } else { Ok(found) }
    }

    /// What the machine would do, and what it expects after that.
    pub fn hint(&self, words: &[&str]) -> Result<Answer<G>, Problem> {
        let found = self.search(&read_asked(words, Level::default().into())?)?;
        let first = &found[0];
        let line: Vec<String> = first.line.iter().map(G::print).collect();
        let (depth, nodes) = (first.depth, first.nodes);
        let text = format!("{} ({}; {depth} moves ahead, {nodes} positions)", line.join(" "), said(first.score));
        let answer = Answer::text(text).with("line", json!(line)).with("score", json!(first.score));
        Ok(answer.with("depth", json!(depth)).with("nodes", json!(nodes)))
    }

    /// The best lines with their scores.
    pub fn analyse(&self, words: &[&str]) -> Result<Answer<G>, Problem> {
        let asked = Asked { lines: 3, ..Level::default().into() };
        let found = self.search(&read_asked(words, asked)?)?;
        let text: Vec<String> = found.iter().enumerate().map(|(at, found)| line::<G>(at + 1, found)).collect();
        let lines: Value = found.iter().enumerate().map(|(at, found)| value::<G>(at + 1, found)).collect();
        let summary = format!("{} moves ahead, {} positions", found[0].depth, found[0].nodes);
        Ok(Answer::text(format!("{}\n{summary}", text.join("\n"))).with("lines", lines))
    }

    /// The machine moves for the side to move.
    pub fn go(&mut self, words: &[&str]) -> Result<Answer<G>, Problem> {
        let asked = read_asked(words, Level::default().into())?;
        self.machine_moves(&asked).map(|(_, answer)| answer)
    }

    /// One turn of the machine: what it did, and what came of it.
    fn machine_moves(&mut self, asked: &Asked) -> Result<(Vec<G::Command>, Answer<G>), Problem> {
        let side = G::mover(self.state());
        let found = self.search(asked)?;
        let (mut done, mut answer) = (Vec::new(), Answer::text(""));
        for command in &found[0].line {
            let next = self.order(command, None)?;
            done.push(command.clone());
            answer = if done.len() == 1 { next } else { answer.and(next) };
            // A man is turned up and then moves: that is one turn.
            if G::mover(self.state()) != side {
                break;
            }
        }
        if done.is_empty() {
            return Err(Problem::new("the game is over").hint("undo, or log"));
        }
        let moves: Vec<String> = done.iter().map(G::print).collect();
        Ok((done, answer.with("move", json!(moves.join(", ")))))
    }

    /// Whether the machine is to move.
    pub fn is_machines_turn(&self) -> bool {
        let side = self.machine.as_ref().map(|machine| machine.side);
        let free = G::due(self.state()).is_none() && !G::is_over(self.state());
        free && side.is_some() && G::mover(self.state()) == side
    }

    /// The machine answers what it is offered, and moves for as long as it is its turn.
    pub fn answer_back(&mut self, out: &mut Out) -> Result<(), Problem> {
        self.answer_offers(out)?;
        while self.is_machines_turn() {
            let Some(machine) = &self.machine else { break };
            let mut asked = machine.asked.clone();
            asked.limits.seed = self.turn_seed();
            let (commands, answer) = self.machine_moves(&asked)?;
            let over = G::is_over(self.state());
            let told: Vec<String> = commands.iter().map(|command| G::told(command, over)).collect();
            let told = told.join(", ");
            out.say(format!("The machine plays {told}."));
            if self.is_curtained() {
                // Where nobody may look at what is hidden, what the machine sets down stays its own.
                tell(out, &told, &answer.untold().with("move", json!(told)));
            } else {
                let printed: Vec<String> = commands.iter().map(G::print).collect();
                tell(out, &printed.join(", "), &answer);
            }
        }
        Ok(())
    }

    /// What the person offers is answered at once: a trade by what the captives are worth to the machine, a draw by
    /// what its search says.
    fn answer_offers(&mut self, out: &mut Out) -> Result<(), Problem> {
        let Some(machine) = &self.machine else { return Ok(()) };
        let (side, mut asked) = (machine.side, machine.asked.clone());
        asked.limits.seed = self.turn_seed();
        if let Some(answer) = G::trade_answer(self.state(), side, asked.limits.seed) {
            let printed = G::print(&answer);
            out.say(format!("The machine answers: {printed}."));
            let answer = self.order(&answer, None)?;
            tell(out, &printed, &answer);
        }
        let is_offer = |entry: &EntryOf<G>| matches!(entry, Entry::Did { command, .. } if *command == G::OFFER);
        if G::is_over(self.state()) || !self.store.journal().entries().last().is_some_and(is_offer) {
            return Ok(());
        }
        if self.moves_made() < 2 * FIRST_MOVES {
            out.say("The machine declines the draw: it agrees to none in the first twenty moves.");
        } else if G::weigh(self.state(), side, &asked, &self.stop(&asked)).is_some_and(|score| score <= 0) {
            out.say("The machine accepts the draw.");
            let answer = self.order(&G::ACCEPT, None)?;
            tell(out, &G::print(&G::ACCEPT), &answer);
        } else {
            out.say("The machine declines the draw: the game goes on.");
        }
        Ok(())
    }

    /// Moves of either side so far, those before the position that the game began with among them.
    fn moves_made(&self) -> usize {
        let journal = self.store.journal();
        let moves = journal.deeds().iter().filter(|deed| deed.struck.is_none() && G::is_move(deed.command)).count();
        G::moves_before(&journal.header().setup) + moves
    }

    /// Another number for every turn of every game, the same when the game is played again, and when what came after
    /// it was taken back: nobody asks the machine until it moves otherwise.
    fn turn_seed(&self) -> u64 {
        let journal = self.store.journal();
        (journal.header().seed.unwrap_or_default() ^ journal.turn().wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
    }
}

/// `1. +0.35  d1-c1 e4-d4`.
pub fn line<G: Companion>(number: usize, found: &Found<G::Command>) -> String {
    let moves: Vec<String> = found.line.iter().map(G::print).collect();
    format!("{number}. {}  {}", said(found.score), moves.join(" "))
}

fn value<G: Companion>(number: usize, found: &Found<G::Command>) -> Value {
    let moves: Vec<String> = found.line.iter().map(G::print).collect();
    json!({ "id": number, "score": found.score, "line": moves, "depth": found.depth, "nodes": found.nodes })
}

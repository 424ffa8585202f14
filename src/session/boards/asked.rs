//! What the machine is asked, in its words.
use std::time::Duration;

use crate::Problem;
use play::{Lookahead, verbs::did_you_mean};
use search::{self, Found, Level, Limits, OnDepth, Stop, Unit};

/// What the machine is asked: how far to look, how long, and how many lines to show.
#[derive(Clone, Debug)]
pub struct Asked {
    pub limits: Limits,
    /// What the budget in the limits counts.
    pub unit: Unit,
    pub time: Option<Duration>,
    pub lines: usize,
}

impl Asked {
    /// One line at a level.
    pub fn at(level: Level, unit: Unit) -> Asked {
        Asked { limits: level.limits(unit), unit, time: None, lines: 1 }
    }

    /// For so long instead of so many positions or trials.
    pub fn within(self, time: Duration) -> Asked {
        Asked { limits: Limits { nodes: u64::MAX, ..self.limits }, time: Some(time), ..self }
    }
}

/// The machine as one of the players.
pub struct Machine<S> {
    /// The side that it plays.
    pub side: S,
    pub asked: Asked,
    /// How it was asked to play, in the words of `hint`: `full nodes 20000`.
    pub words: String,
}

impl<S> Machine<S> {
    /// The machine as it was asked to play, on the command line or by a journal: whatever is begun so is opened again.
    /// Refused where its words ask nothing of a machine.
    pub fn playing(side: S, words: &str, unit: Unit) -> Result<Machine<S>, Problem> {
        let asked: Vec<&str> = words.split_whitespace().collect();
        Ok(Machine { side, asked: read_asked(&asked, Asked::at(Level::default(), unit))?, words: words.to_owned() })
    }
}

/// A level by its name.
pub fn read_level(word: &str) -> Result<Level, Problem> {
    let levels = Level::ALL.map(Level::name);
    let hint = || did_you_mean(word, levels, levels.join(", "));
    Level::named(word).ok_or_else(|| Problem::new(format!("\"{word}\" is no level of play")).hint(hint()))
}

/// `full`, `depth 6`, `nodes 100000`, `time 2000`, and for an analysis a number of lines.
pub fn read_asked(words: &[&str], mut asked: Asked) -> Result<Asked, Problem> {
    let hint = "a level, depth 6, nodes 100000, time 2000 (milliseconds), or a number of lines";
    let number = |what: &str, word: Option<&&str>, most: u64| {
        let read = word.and_then(|word| word.parse::<u64>().ok()).filter(|number| *number > 0);
        let number = read.ok_or_else(|| Problem::new("a number is missing").hint(hint))?;
        let too_many = || Problem::new(format!("{number} is too many: {what} takes {most} at most")).hint(hint);
        if number <= most { Ok(number) } else { Err(too_many()) }
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "depth" => {
                let depth = number("depth", words.next(), 100)? as u8;
                asked.limits = Limits { depth, nodes: u64::MAX, ..asked.limits };
            }
            "nodes" => asked.limits.nodes = number("nodes", words.next(), u64::MAX)?,
            "time" => asked = asked.within(Duration::from_millis(number("time", words.next(), u64::MAX)?)),
            "threads" => asked.limits.threads = number("threads", words.next(), 64)? as usize,
            word => match (word.parse::<usize>(), Level::named(word)) {
                (Ok(lines @ 1..=20), _) => asked.lines = lines,
                (_, Some(level)) => asked.limits = level.limits(asked.unit),
                (..) => {
                    let known = Level::ALL.map(Level::name).into_iter().chain(["depth", "nodes", "time", "threads"]);
                    let hint = did_you_mean(word, known, hint);
                    return Err(Problem::new(format!("\"{word}\" asks nothing of the machine")).hint(hint));
                }
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
    stop: Stop<'_>,
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

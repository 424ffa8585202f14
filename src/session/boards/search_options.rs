//! Options of an engine search, and how they are typed.
use std::time::Duration;

use crate::Refusal;
use play::{Lookahead, verbs::did_you_mean};
use search::{self, Level, Limits, OnDepth, SearchResult, Stop, Unit};

#[derive(Clone, Debug)]
pub struct SearchOptions {
    pub limits: Limits,
    /// What the budget in the limits counts.
    pub unit: Unit,
    pub time: Option<Duration>,
    pub lines: usize,
}

impl SearchOptions {
    /// Returns a search for one line at a level.
    pub fn for_level(level: Level, unit: Unit) -> SearchOptions {
        SearchOptions { limits: level.limits(unit), unit, time: None, lines: 1 }
    }

    /// Applies the typed limits. Refused if pieces are hidden and a depth is typed together with another limit.
    fn with_limits(mut self, typed: &TypedLimits) -> Result<SearchOptions, Refusal> {
        let TypedLimits { depth, nodes, time } = *typed;
        if let Some(depth) = depth {
            let others =
                [nodes.map(|nodes| format!("nodes {nodes}")), time.map(|time| format!("time {}", time.as_millis()))];
            if let (Unit::Playouts, Some(other)) = (self.unit, others.into_iter().flatten().next()) {
                let what = "With hidden pieces, depth must be the only limit: trials follow each line to their own \
                depth.";
                return Err(Refusal::cannot(what).form(format!("depth {depth}, or {other}")));
            }
            self.limits.depth = depth;
        }
        if depth.is_some() || time.is_some() {
            self.limits.nodes = u64::MAX;
        }
        self.limits.nodes = nodes.unwrap_or(self.limits.nodes);
        self.time = time.or(self.time);
        Ok(self)
    }

    /// Whether every move is searched to a fixed depth, at any cost.
    pub fn is_fixed(&self) -> bool {
        self.limits.nodes == u64::MAX && self.time.is_none()
    }

    /// Returns what the search counts: a search to a fixed depth counts positions in every game.
    pub fn unit_counted(&self) -> Unit {
        if self.is_fixed() { Unit::Positions } else { self.unit }
    }

    /// Limits the search by time instead of by positions or trials.
    pub fn with_time(self, time: Duration) -> SearchOptions {
        SearchOptions { limits: Limits { nodes: u64::MAX, ..self.limits }, time: Some(time), ..self }
    }
}

pub struct EnginePlayer<S> {
    pub side: S,
    pub options: SearchOptions,
    /// Its options as typed, in the words of `hint`: `full nodes 20000`.
    pub options_text: String,
}

impl<S> EnginePlayer<S> {
    /// Reads the engine's options from the command line or a journal, so that a saved game can be resumed. Refused if a
    /// word is not an option.
    pub fn from_words(side: S, words: &str, unit: Unit) -> Result<EnginePlayer<S>, Refusal> {
        let option_words: Vec<&str> = words.split_whitespace().collect();
        Ok(EnginePlayer {
            side,
            options: read_options(&option_words, SearchOptions::for_level(Level::default(), unit))?,
            options_text: words.to_owned(),
        })
    }
}

pub fn read_level(word: &str) -> Result<Level, Refusal> {
    let levels = Level::ALL.map(Level::name);
    let hint = || did_you_mean(word, levels, levels.join(", "));
    Level::named(word).ok_or_else(|| Refusal::read(format!("There is no level \"{word}\".")).hint(hint()))
}

const OPTIONS_HINT: &str = "a level, depth 6, nodes 100000, time 2000 (milliseconds), or a number of lines";

#[derive(Default)]
struct TypedLimits {
    depth: Option<u8>,
    nodes: Option<u64>,
    time: Option<Duration>,
}

/// Reads `full`, `depth 6`, `nodes 100000`, `time 2000`, `threads 4`, and for an analysis a number of lines, in any
/// order. The search ends at whichever of depth, nodes and time it reaches first.
///
/// # Errors
/// An unknown word, a number missing or out of range, or, if pieces are hidden, a depth with another limit.
pub fn read_options(words: &[&str], mut options: SearchOptions) -> Result<SearchOptions, Refusal> {
    let mut typed = TypedLimits::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "depth" => typed.depth = Some(number("depth", words.next(), 100)? as u8),
            "nodes" => typed.nodes = Some(number("nodes", words.next(), u64::MAX)?),
            "time" => typed.time = Some(Duration::from_millis(number("time", words.next(), u64::MAX)?)),
            "threads" => options.limits.threads = number("threads", words.next(), 64)? as usize,
            word => match (word.parse::<usize>(), Level::named(word)) {
                (Ok(lines @ 1..=20), _) => options.lines = lines,
                (_, Some(level)) => {
                    options.limits = Limits { threads: options.limits.threads, ..level.limits(options.unit) };
                }
                (..) => {
                    let known = Level::ALL.map(Level::name).into_iter().chain(["depth", "nodes", "time", "threads"]);
                    let hint = did_you_mean(word, known, OPTIONS_HINT);
                    return Err(Refusal::read(format!("The engine has no option \"{word}\".")).hint(hint));
                }
            },
        }
    }
    options.with_limits(&typed)
}

/// Reads the number after a word, from 1 to `max`.
fn number(what: &str, word: Option<&&str>, max: u64) -> Result<u64, Refusal> {
    let missing = || Refusal::read(format!("A number is missing after {what}.")).form(OPTIONS_HINT);
    let word = word.ok_or_else(missing)?;
    let refuse = |message: String| Err(Refusal::read(message).form(OPTIONS_HINT));
    match word.parse::<i128>() {
        Err(_) => refuse(format!("\"{word}\" is not a number: {what} takes one of at least 1.")),
        Ok(..=0) => refuse(format!("{what} must be at least 1, not {word}.")),
        Ok(number) => match u64::try_from(number).ok().filter(|number| *number <= max) {
            Some(number) => Ok(number),
            None => refuse(format!("{number} is too many: {what} takes at most {max}.")),
        },
    }
}

/// Searches lines of a game without hidden information.
pub fn search_open<P: Lookahead, C>(
    position: &P,
    earlier: &[u64],
    options: &SearchOptions,
    stop: Stop<'_>,
    on_depth: OnDepth<'_, C>,
    command: impl Fn(&P::Move) -> C,
) -> Vec<SearchResult<C>> {
    let commands = |found: &[SearchResult<P::Move>]| -> Vec<SearchResult<C>> {
        found.iter().map(|result| result.with_line(result.line.iter().map(&command).collect())).collect()
    };
    let found = search::search_multi_pv(position, earlier, &options.limits, options.lines, stop, &mut |found| {
        on_depth(&commands(found))
    });
    commands(&found)
}

//! One campaign under way: lines in, entries and answers out.
use std::{io::BufRead, path::Path, process::ExitCode};

use serde_json::{Map, Value, json};

use super::{NAME, auto, faulty, halted, maps, past};
use crate::{
    args::{CrystalPlay, Play},
    begin::shown,
    dice,
    hand::Mode,
    line::not_too_long,
    open,
    output::{self, Out},
    problem::Problem,
    prompt::{self, Interrupts, Leaving, Next},
    script::{self, Then},
    session::code_line,
    store::{self, Store},
    taking_back::{Amending, TakingBack, bring_back, difference, entries_word, redo_steps, take_back, unchanged},
};
use crystal::{AreaId, Command, Crystal, Phase, Setup, State, Step, notation};
use load::{self, Sources};
use play::journal::{AmendError, Entry, Fresh, Header, Outcome, OutcomeOf};
use play::{self, Ask, EventOf, Halt, Script};
use show::crystal as words;

pub struct Session {
    pub store: Store<Crystal>,
    mode: Mode,
    /// A person sits at a terminal and may be asked.
    asks: bool,
}

/// What a line came to.
pub struct Answer {
    pub text: String,
    pub events: Vec<EventOf<Crystal>>,
    /// Keys added to the JSON line.
    extra: Map<String, Value>,
    quits: bool,
}

impl Answer {
    pub fn text(text: impl Into<String>) -> Answer {
        Answer { text: text.into(), events: Vec::new(), extra: Map::new(), quits: false }
    }
    /// The keys added to its JSON.
    pub fn extra(&self) -> &Map<String, Value> {
        &self.extra
    }
    pub fn with(mut self, key: &str, value: Value) -> Answer {
        self.extra.insert(key.to_owned(), value);
        self
    }
}

/// `kaiser crystal [SCENARIO|FILE]`: begins a journal and plays.
///
/// # Errors
/// A wrong scenario or switch; the journal cannot be made.
pub fn begin(sources: &Sources, game: &CrystalPlay, setup: Setup, out: &mut Out) -> Result<ExitCode, Problem> {
    let general = game.auto.as_deref().map(auto::style).transpose()?;
    let script = if general.is_some() { None } else { script::source(game.script.as_deref())? };
    let seed = match game.seed {
        Some(seed) => seed,
        None => dice::new_seed()
            .map_err(|error| Problem::new(format!("no seed can be drawn: {error}")).hint("give one with --seed"))?,
    };
    let stem = setup.scenario.id.clone();
    out.say(format!("{}\n\n{}\n", setup.scenario.name, setup.scenario.introduction));
    let header = Header::of::<Crystal>(NAME, &load::edition(sources), seed, setup);
    let path = game.output.clone().unwrap_or_else(|| store::free_name(Path::new("."), &stem));
    let store = Store::<Crystal>::create(&path, header).map_err(open::stored)?;
    output::aside(&format!("Journal: {}", shown(&path).display()));
    let mut session = Session { store, mode: game.dice, asks: script.is_none() };
    session.mode.settle(&mut session.store)?;
    match general {
        Some(style) => session.auto(style, out),
        None => session.run(script, game.keep_going, out),
    }
}

/// `kaiser play FILE`: goes on with the journal of a campaign.
///
/// # Errors
/// The journal cannot be opened; an option that stands in its first line.
pub fn go_on(play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
    if play.output.is_some() || play.seed.is_some() || play.measured {
        let what = format!("{} is a journal and goes on as it was begun, in its own file", play.what);
        return Err(Problem::usage(what).hint("leave -o, --seed and --measured out"));
    }
    let script = script::source(play.script.as_deref())?;
    let mut store = Store::<Crystal>::open(Path::new(&play.what), NAME).map_err(open::stored)?;
    if let Some(mended) = store.mended() {
        let (bytes, kept) = (mended.bytes, mended.kept.display());
        output::aside(&format!("The last line was torn: its {bytes} bytes were cut off and are kept in {kept}."));
    }
    let mode = play.dice.unwrap_or_else(|| Mode::in_force(store.journal()));
    mode.settle(&mut store)?;
    Session { store, mode, asks: script.is_none() }.run(script, play.keep_going, out)
}

/// What needs no choice of the player's: a roll that is due.
pub fn due(state: &State) -> Option<Command> {
    match (state.phase, state.field.step) {
        (Phase::Event, _) => Some(Command::Event),
        (Phase::Exploration, _) => Some(Command::Explore),
        (Phase::Conflict, Step::Idle) => Some(Command::Battle),
        (Phase::Conflict, Step::Magic) => Some(Command::Magic),
        (Phase::Conflict, Step::Clash) => Some(Command::Fight),
        (Phase::Conflict, Step::Spell | Step::Losses { .. } | Step::Over) => None,
        (Phase::Loss { .. } | Phase::Recruitment | Phase::Movement, _) => None,
        (Phase::Retreat | Phase::Conquest | Phase::Over, _) => None,
    }
}

impl Session {
    pub fn state(&self) -> &State {
        self.store.journal().state()
    }

    fn run(self, script: Option<Box<dyn BufRead>>, keep_going: bool, out: &mut Out) -> Result<ExitCode, Problem> {
        match script {
            Some(lines) => self.script(lines, keep_going, out),
            None => self.talk(out),
        }
    }

    /// Commands from a file: the first that is refused ends the run, unless told to keep going.
    fn script(mut self, lines: Box<dyn BufRead>, keep_going: bool, out: &mut Out) -> Result<ExitCode, Problem> {
        out.say(words::status(self.state()));
        let code = script::run(lines, keep_going, out, |text, out| {
            let answer = self.line(text)?;
            tell(out, text, &answer);
            Ok(if answer.quits { Then::Quits } else { Then::GoesOn })
        });
        self.store.close().map_err(open::stored)?;
        code
    }

    /// A person at the prompt; an empty line does what needs no choice.
    fn talk(mut self, out: &mut Out) -> Result<ExitCode, Problem> {
        let mut prompt = crate::boards::Prompt::new(true)?;
        let interrupts = Interrupts::caught();
        out.say(format!("{}\n{}", words::chart(self.state()), words::status(self.state())));
        out.say("`help` tells the rules and the commands, Enter rolls what is due, Tab completes, Ctrl-D leaves.");
        let mut leaving = Leaving::default();
        loop {
            let text = match leaving.next(prompt.line(self.completions(), &words::prompt(self.state()))?, out) {
                Next::Line(text) => text,
                Next::Again => continue,
                Next::Leaves => break,
            };
            let text = if text.trim().is_empty() { "next" } else { text.trim() };
            match self.line(text) {
                Ok(answer) => {
                    tell(out, text, &answer);
                    if answer.quits {
                        break;
                    }
                    if !answer.events.is_empty() {
                        out.say(words::status(self.state()));
                    }
                }
                Err(problem) => output::report(&problem, out.is_json()),
            }
            if interrupts.any() {
                out.say("Ctrl-C came while a line was carried out: what is done stands, and `undo` takes it back.");
            }
            if out.is_gone() {
                break;
            }
        }
        self.store.close().map_err(open::stored)?;
        let path = self.store.path().display();
        out.say(format!("{path} is closed; `kaiser play {path}` goes on."));
        out.say(code_line(&self.store));
        Ok(ExitCode::SUCCESS)
    }

    fn completions(&self) -> Vec<String> {
        let state = self.state();
        let mut lines: Vec<String> = crystal::choices(state).iter().map(notation::print).collect();
        let questions =
            ["next", "map", "chart", "ways", "armies ", "shop", "odds ", "hint", "log", "undo", "redo", "help", "quit"];
        lines.extend(questions.map(str::to_owned));
        lines
    }

    /// Carries out one line. Nothing has changed when it is refused.
    pub fn line(&mut self, text: &str) -> Result<Answer, Problem> {
        not_too_long(text)?;
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match words[..] {
            ["help", ..] => Ok(Answer::text(words::HELP)),
            ["quit" | "exit" | "bye"] => Ok(Answer { quits: true, ..Answer::text("") }),
            ["status" | "duties"] => {
                let state = self.state();
                let answer = Answer::text(words::status(state));
                Ok(answer.with("turn", json!(state.turn)).with("phase", json!(state.phase)))
            }
            ["map", ..] => maps::at_prompt(self.state(), text),
            ["chart", "to" | "blank", ..] => maps::chart_at_prompt(self.state(), text),
            ["chronicle", ref how @ ..] => maps::chronicle(self.store.journal(), how),
            ["hint"] => self.hint("search"),
            ["hint", name] => self.hint(name),
            ["chart"] => Ok(Answer::text(words::chart(self.state())).with("chart", words::chart_json(self.state()))),
            ["shop"] => Ok(Answer::text(words::shop(self.state())).with("shop", words::shop_json(self.state()))),
            ["ways"] => Ok(Answer::text(words::ways(self.state())).with("ways", words::ways_json(self.state()))),
            ["armies"] => self.armies(self.state().army_at),
            ["armies", ..] => {
                let name = text.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
                let id = notation::area(self.state(), &name, "armies 7").map_err(|fault| faulty(&fault))?;
                self.armies(id)
            }
            ["odds", ..] => self.odds(text),
            ["next"] => self.next(),
            ["undo", ..] => self.undo(&text.trim()["undo".len()..]),
            ["redo", ..] => self.redo(redo_steps(&text.trim()["redo".len()..])?),
            ["log"] => {
                let (text, value) = past::story(self.store.journal());
                Ok(Answer::text(text).with("log", value))
            }
            ["why"] => self.why(None),
            ["why", number] => self.why(Some(number)),
            ["dice", "roll"] => self.throws(Mode::Roll),
            ["dice", "ask"] => self.throws(Mode::Ask),
            ["dice", ..] => Err(Problem::new("dice are asked for or rolled").hint("dice ask, or dice roll")),
            ["amend", ..] => self.amend(text),
            [verb, other, ..] if ALONE.contains(&verb) => {
                Err(Problem::new(format!("\"{other}\" is no part of {verb}")).hint(alone(verb)))
            }
            _ => {
                let (line, faces) = with_dice(text)?;
                let command = notation::parse(self.state(), line).map_err(|fault| faulty(&fault))?;
                self.order(&command, faces)
            }
        }
    }

    /// Who would stand against whom in an area.
    fn armies(&self, area: AreaId) -> Result<Answer, Problem> {
        known(self.state(), area)?;
        let state = self.state();
        Ok(Answer::text(words::armies(state, area)).with("armies", words::armies_json(state, area)))
    }

    fn throws(&mut self, mode: Mode) -> Result<Answer, Problem> {
        mode.settle(&mut self.store)?;
        self.mode = mode;
        Ok(Answer::text(mode.says()))
    }

    /// What needs no choice.
    fn next(&mut self) -> Result<Answer, Problem> {
        match due(self.state()) {
            Some(command) => self.order(&command, None),
            None => Err(Problem::new("the choice is yours").hint(words::status(self.state()))),
        }
    }

    /// Decides a command and writes it down.
    pub fn order(&mut self, command: &Command, faces: Option<Vec<u8>>) -> Result<Answer, Problem> {
        let events = self.decide(command, faces)?;
        let text = past::told(self.state(), &events);
        self.store.record(Entry::Did { command: command.clone(), events: events.clone() }).map_err(open::stored)?;
        let over = self.state().result;
        Ok(Answer { events, ..Answer::text(text) }
            .with("phase", json!(self.state().phase))
            .with("turn", json!(self.state().turn))
            .with("result", json!(over)))
    }

    /// Decides with the faces typed, with the program's own, or with those it asks for.
    fn decide(&self, command: &Command, faces: Option<Vec<u8>>) -> Result<Vec<EventOf<Crystal>>, Problem> {
        let journal = self.store.journal();
        if faces.is_none() && self.mode == Mode::Roll {
            return play::decide::<Crystal>(self.state(), command, &mut journal.dice())
                .map_err(|halt| halted(self.state(), halt));
        }
        let mut faces = faces.unwrap_or_default();
        loop {
            let mut script = Script::typed(faces.iter().copied());
            match play::decide::<Crystal>(self.state(), command, &mut script) {
                Ok(_) if script.left() > 0 => {
                    return Err(not_needed(script.left()).hint(format!("dice, for `{}`", notation::print(command))));
                }
                Ok(events) => return Ok(events),
                Err(Halt::NeedsRoll { ask, missing }) => {
                    let mut so_far = Script::typed(faces.iter().copied());
                    let at = play::halted_in::<Crystal>(self.state(), command, &mut so_far);
                    if !self.asks {
                        return Err(halted(&at, Halt::NeedsRoll { ask, missing }));
                    }
                    faces.extend(asked(&at, &ask, missing)?);
                }
                Err(halt) => return Err(halted(self.state(), halt)),
            }
        }
    }

    fn undo(&mut self, rest: &str) -> Result<Answer, Problem> {
        let taken = take_back(&mut self.store, &TakingBack::read(rest)?, self.asks)?;
        let numbers: Vec<String> = taken.iter().map(|(number, _)| format!("entry {number}")).collect();
        Ok(Answer::text(format!("Taken back: {}. {}", numbers.join(", "), words::status(self.state()))))
    }

    fn redo(&mut self, steps: usize) -> Result<Answer, Problem> {
        let numbers = bring_back(&mut self.store, steps)?;
        Ok(Answer::text(format!("In force again: {}. {}", entries_word(&numbers), words::status(self.state()))))
    }

    /// Sums, dice and paragraphs of an entry; of the last without a number.
    fn why(&self, number: Option<&str>) -> Result<Answer, Problem> {
        let journal = self.store.journal();
        let deeds = journal.deeds();
        let wanted = number.map(read_entry).transpose()?;
        let deed = match wanted {
            Some(number) => deeds.iter().find(|deed| deed.entry == number),
            None => deeds.last(),
        };
        let missing = || Problem::new("that is no command in force").hint("`log` shows the numbers");
        let deed = deed.ok_or_else(missing)?;
        let before = journal.state_before(deed.entry);
        let told = past::told(&before, deed.events);
        Ok(Answer::text(format!("{}  {}\n{told}", deed.entry, notation::print(deed.command)))
            .with("events", json!(deed.events)))
    }

    /// Corrects a line: the same dice, ruled again, and everything after it.
    fn amend(&mut self, text: &str) -> Result<Answer, Problem> {
        let rest = text.trim().split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
        let amending = Amending::read(rest, "amend 12 because \"wrong area\" buy 1 BD")?;
        let entry = amending.entry;
        let journal = self.store.journal();
        let at = journal.state_before(entry);
        let (line, faces) = with_dice(&amending.line)?;
        let command = notation::parse(&at, line).map_err(|fault| faulty(&fault))?;
        let say = |state: &State, reason: &_, rule| words::refused(state, reason, rule).what;
        let throws = self.mode == Mode::Roll && faces.is_none();
        let mut faces = faces.unwrap_or_default();
        let amendment = loop {
            let mut typed = Script::typed(faces.iter().copied());
            let fresh = if throws { Fresh::Thrown } else { Fresh::Given(&mut typed) };
            match journal.amend(entry, &command, fresh, &say) {
                Ok(_) if typed.left() > 0 => {
                    let hint = "the dice that fell are kept: leave new ones out unless more are needed";
                    return Err(not_needed(typed.left()).hint(hint));
                }
                Ok(amendment) => break amendment,
                Err(AmendError::NeedsRoll { ask, missing, .. }) if self.asks => {
                    faces.extend(asked(&at, &ask, missing)?);
                }
                Err(error) => return Err(amend_problem(&at, error)),
            }
        };
        let because = amending.reason(&amendment, self.asks)?;
        let mut text = format!("Entry {entry} is now: {}", notation::print(&command));
        if amendment.differences.is_empty() {
            text.push_str("\nNothing comes out otherwise.");
        }
        for one in &amendment.differences {
            // The words of a refusal are told where they were found a moment ago and do not come out of the file.
            let outcome = |outcome: &OutcomeOf<Crystal>, is_new: bool| match outcome {
                Outcome::Stands(events) => past::each_told(&at, events),
                Outcome::Struck { rule, .. } if !is_new => vec![format!("no longer lawful [{rule}]")],
                Outcome::Struck { rule, why, .. } => vec![format!("no longer lawful: {why} [{rule}]")],
            };
            let (before, after) = (outcome(&one.before, false), outcome(&one.after, true));
            text.push_str(&difference(one.entry, &before, &after));
        }
        text.push_str(&unchanged(&amendment));
        let changed: Vec<Value> = amendment.differences.iter().map(|difference| json!(difference.entry)).collect();
        self.store.record(amendment.because(because)).map_err(open::stored)?;
        Ok(Answer::text(text).with("amended", json!(entry)).with("differences", Value::Array(changed)))
    }
}

/// Asks for faces thrown on the table; an empty answer takes the command back. `at` is the state at the question.
fn asked(at: &State, ask: &Ask<crystal::Purpose>, missing: u16) -> Result<Vec<u8>, Problem> {
    prompt::faces(&words::ask(at, ask), ask.sides, missing)
}

/// Whether there is such an area on the map.
///
/// # Errors
/// There is none.
pub fn known(state: &State, area: AreaId) -> Result<(), Problem> {
    if state.scenario().area(area).is_some() {
        return Ok(());
    }
    let hint = state.scenario().areas.last().map_or_else(String::new, |last| format!("1 to {}", last.id));
    Err(Problem::new(format!("there is no area {area}")).rule(Some(crystal::rules::AREA)).hint(hint))
}

/// More faces were typed than the rules ask for.
fn not_needed(left: usize) -> Problem {
    let are = if left == 1 { "is" } else { "are" };
    Problem::new(format!("{left} of the dice typed {are} not needed"))
}

fn amend_problem(at: &State, error: play::journal::AmendErrorOf<Crystal>) -> Problem {
    match error {
        AmendError::NotInForce { entry } => {
            Problem::new(format!("entry {entry} is not a command in force")).hint("`log` shows the numbers")
        }
        AmendError::Refused { reason, rule } => halted(at, Halt::Refused { reason, rule }),
        AmendError::NeedsRoll { entry, ask, missing } => {
            let problem = halted(at, Halt::NeedsRoll { ask, missing });
            Problem { what: format!("entry {entry}: {}", problem.what), ..problem }
        }
        AmendError::NoSuchFace { ask, face, .. } => halted(at, Halt::NoSuchFace { ask, face }),
    }
}

fn read_entry(word: &str) -> Result<usize, Problem> {
    let number = word.trim_start_matches('#').parse();
    number.map_err(|_| Problem::new(format!("\"{word}\" is no number of an entry")).hint("`log` shows the numbers"))
}

/// Questions that take no word, or none but those in the hint.
const ALONE: [&str; 11] = ["quit", "exit", "bye", "status", "duties", "chart", "shop", "ways", "next", "log", "why"];

fn alone(verb: &str) -> String {
    match verb {
        "chart" => "chart, chart to chart.svg, or chart blank to chart.svg".to_owned(),
        "why" => "why, or why 12".to_owned(),
        verb => verb.to_owned(),
    }
}

/// A line and the faces typed after it: `fight dice 4`.
fn with_dice(text: &str) -> Result<(&str, Option<Vec<u8>>), Problem> {
    if text.ends_with(" dice") {
        return Err(Problem::new("the faces are missing").hint("fight dice 4"));
    }
    let Some((line, faces)) = text.split_once(" dice ") else { return Ok((text, None)) };
    let read = |face: &str| {
        let wrong = || Problem::new(format!("\"{face}\" is no face of a die")).hint("fight dice 4");
        face.parse::<u8>().map_err(|_| wrong())
    };
    Ok((line, Some(faces.split([' ', ',']).filter(|face| !face.is_empty()).map(read).collect::<Result<_, _>>()?)))
}

/// An answer as prose, or as the contract's JSON line.
pub(super) fn tell(out: &mut Out, command: &str, answer: &Answer) {
    if !answer.text.is_empty() {
        out.say(&answer.text);
    }
    let mut value = json!({ "ok": true, "command": command, "events": answer.events, "text": answer.text });
    if let Value::Object(keys) = &mut value {
        keys.extend(answer.extra.clone());
    }
    out.value(&value);
}

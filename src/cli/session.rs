//! One game under way: lines in, entries and answers out.
use std::{
    cell::Cell,
    fs,
    io::{self, BufRead, IsTerminal},
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::{Value, json};

use super::{
    args::Play,
    dice, guide,
    hand::{Hand, Mode},
    line::{self, Line},
    open,
    output::{self, Out},
    problem::Problem,
    prompt::{self, Prompt, Typed},
    store::{self, Store},
    verbs,
};
use crate::{
    journal::{Entry, Header},
    load::{self, Sources},
    naval::{Command, Fact, Naval, NavalEvent, Purpose, State, gunnery, notation},
    play::{self, Ask, Event, Halt},
    show,
};

/// A game and the way in which it is played.
pub struct Session<'a> {
    pub store: Store<Naval>,
    pub sources: &'a Sources,
    pub mode: Mode,
    /// A person sits at a terminal and may be asked.
    asks: bool,
    /// That person has left at a question.
    left: Cell<bool>,
}

/// What a line came to.
#[derive(Default)]
pub struct Answer {
    pub text: String,
    pub events: Vec<NavalEvent>,
    /// Keys added to the JSON line.
    pub extra: serde_json::Map<String, Value>,
    pub quits: bool,
}

impl Answer {
    pub fn text(text: impl Into<String>) -> Answer {
        Answer { text: text.into(), ..Answer::default() }
    }
    /// Adds the keys of a JSON object.
    pub fn with(mut self, value: Value) -> Answer {
        if let Value::Object(keys) = value {
            self.extra.extend(keys);
        }
        self
    }
}

/// `kaiser play`.
pub fn play(sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
    let script: Option<Box<dyn BufRead>> = match play.script.as_deref() {
        Some("-") => Some(Box::new(io::stdin().lock())),
        Some(file) => {
            let text = fs::File::open(file).map_err(|error| Problem::new(format!("{file} cannot be read: {error}")))?;
            Some(Box::new(io::BufReader::new(text)))
        }
        None if io::stdin().is_terminal() => None,
        None => Some(Box::new(io::stdin().lock())),
    };
    let store = start(sources, play)?;
    let session = Session { store, sources, mode: play.dice, asks: script.is_none(), left: Cell::new(false) };
    match script {
        Some(lines) => session.script(lines, play.keep_going, out),
        None => session.talk(out),
    }
}

/// `kaiser` alone: what there is to play, and at a terminal the question which.
pub fn welcome(sources: &Sources, out: &mut Out) -> Result<ExitCode, Problem> {
    let scenarios = load::scenario_list(sources).map_err(open::flawed)?;
    let journals = journals_here();
    let shown = scenarios.iter().map(|one| format!("{:<24} {} (new)", one.id, one.title));
    let shown: Vec<String> = shown.chain(journals.iter().map(|name| format!("{name:<24} go on"))).collect();
    let names: Vec<String> = scenarios.iter().map(|one| one.id.to_string()).chain(journals).collect();
    let version = env!("CARGO_PKG_VERSION");
    let welcome = format!("kaiser {version}: a referee for Coal, and the Kaiser. `kaiser --help` shows everything.");
    out.say(welcome);
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !out.is_json() {
        let Some(what) = guide::choose_game(&shown, &names)? else { return Ok(ExitCode::SUCCESS) };
        let chosen = Play { what, output: None, seed: None, dice: Mode::Roll, script: None, keep_going: false };
        return play(sources, &chosen, out);
    }
    let how = "`kaiser play NAME` begins a scenario or goes on with a journal.";
    out.both(format!("{}\n{how}", shown.join("\n")), &json!({ "play": names }));
    Ok(ExitCode::SUCCESS)
}

/// Journals in this directory, the latest first.
fn journals_here() -> Vec<String> {
    let Ok(entries) = fs::read_dir(".") else { return Vec::new() };
    let dated = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let name = entry.file_name().into_string().ok().filter(|name| open::has_ending(name))?;
        Some((entry.metadata().ok()?.modified().ok()?, name))
    };
    let mut journals: Vec<_> = entries.filter_map(dated).collect();
    journals.sort_by(|a, b| b.cmp(a));
    journals.into_iter().map(|(_, name)| name).collect()
}

/// Begins a journal, or goes on with one.
fn start(sources: &Sources, play: &Play) -> Result<Store<Naval>, Problem> {
    if open::is_journal(&play.what) {
        if let Some(output) = &play.output {
            let what = format!("{} is a journal and goes on in its own file, not in {}", play.what, output.display());
            return Err(Problem::usage(what).hint("leave -o out"));
        }
        if play.seed.is_some() {
            return Err(
                Problem::usage(format!("the seed of {} stands in its first line", play.what)).hint("leave --seed out")
            );
        }
        let store = open::journal(Path::new(&play.what))?;
        if let Some(mended) = store.mended() {
            let kept = mended.kept.display();
            output::aside(&format!(
                "The last line was torn: its {} bytes were cut off and are kept in {kept}.",
                mended.bytes
            ));
        }
        return Ok(store);
    }
    let setup = open::setup(sources, &play.what)?;
    let seed = match play.seed {
        Some(seed) => seed,
        None => dice::new_seed()
            .map_err(|error| Problem::new(format!("no seed can be drawn: {error}")).hint("give one with --seed"))?,
    };
    let stem = setup.scenario.to_string();
    let header = Header::new(open::GAME, &load::edition(sources), seed, setup);
    let path = play.output.clone().unwrap_or_else(|| store::free_name(Path::new("."), &stem));
    let store = Store::create(&path, header).map_err(open::stored)?;
    output::aside(&format!("Journal: {}", shown(&path).display()));
    Ok(store)
}

fn shown(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}

impl Session<'_> {
    pub fn state(&self) -> &State {
        self.store.journal().state()
    }

    /// Whether a person can be asked for dice.
    pub fn can_ask(&self) -> bool {
        self.asks
    }

    /// Commands from a file: the first that is refused ends the run, unless told to keep going.
    ///
    /// Each line is answered before the next is read, so that another program may talk through a pipe.
    fn script(mut self, lines: Box<dyn BufRead>, keep_going: bool, out: &mut Out) -> Result<ExitCode, Problem> {
        out.say(show::banner(self.state()));
        let mut failed = ExitCode::SUCCESS;
        for (at, text) in lines.lines().enumerate() {
            let text = match text {
                Ok(text) => text,
                Err(error) => {
                    self.store.close().map_err(open::stored)?;
                    return Err(Problem::new(format!("line {}: the script cannot be read: {error}", at + 1)));
                }
            };
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            out.say(format!("> {text}"));
            match self.line(text) {
                Ok(answer) => {
                    tell(out, text, &answer);
                    if answer.quits {
                        break;
                    }
                }
                Err(problem) => {
                    let placed = Problem { what: format!("line {}: {}", at + 1, problem.what), ..problem.clone() };
                    out.value(&json!({ "ok": false, "command": text, "error": problem.json() }));
                    output::report(&placed, out.is_json());
                    failed = ExitCode::from(problem.code);
                    if !keep_going {
                        break;
                    }
                }
            }
            if out.is_gone() {
                break;
            }
        }
        self.store.close().map_err(open::stored)?;
        Ok(failed)
    }

    /// A person at the prompt.
    fn talk(mut self, out: &mut Out) -> Result<ExitCode, Problem> {
        let mut prompt = Prompt::new()?;
        out.say(show::banner(self.state()));
        out.say("`help` lists the commands, `duties` what is owed, Tab completes, Ctrl-D leaves.");
        let mut interrupted = false;
        loop {
            let typed = prompt.line(self.state(), &show::prompt(self.state()))?;
            let text = match typed {
                Typed::Line(text) => text,
                Typed::Interrupted if !interrupted => {
                    out.say("Everything typed is in the journal. Ctrl-C again, Ctrl-D or `quit` leaves.");
                    interrupted = true;
                    continue;
                }
                Typed::Interrupted | Typed::End => break,
            };
            interrupted = false;
            let line = match guide::fill(self.state(), &text) {
                Ok(Some(line)) => line,
                Ok(None) => continue,
                Err(problem) => {
                    output::report(&problem, out.is_json());
                    continue;
                }
            };
            if line != text.trim() {
                out.say(format!("> {line}"));
            }
            match self.line(&line) {
                Ok(answer) => {
                    tell(out, &line, &answer);
                    if answer.quits {
                        break;
                    }
                }
                Err(problem) => output::report(&problem, out.is_json()),
            }
            if out.is_gone() || self.left.get() {
                break;
            }
        }
        self.store.close().map_err(open::stored)?;
        out.say(format!(
            "{} is closed; `kaiser play {}` goes on.",
            self.store.path().display(),
            self.store.path().display()
        ));
        Ok(ExitCode::SUCCESS)
    }

    /// Carries out one line. Nothing has changed when it is refused.
    pub fn line(&mut self, text: &str) -> Result<Answer, Problem> {
        match line::read(self.state(), text)? {
            Line::Nothing => Ok(Answer::default()),
            Line::Order(typed) => self.order(&typed),
            Line::Undo => verbs::undo(self),
            Line::Redo => verbs::redo(self),
            Line::Amend { entry, line } => verbs::amend(self, entry, &line),
            Line::Dice(mode) => {
                self.mode = mode;
                Ok(Answer::text(match mode {
                    Mode::Roll => "The program throws the dice.",
                    Mode::Ask => "The program asks for the dice thrown on the table.",
                }))
            }
            Line::Quit => Ok(Answer { quits: true, ..Answer::default() }),
            question => verbs::ask(self, question),
        }
    }

    fn order(&mut self, typed: &notation::Typed) -> Result<Answer, Problem> {
        let events = self.decide(&typed.command, typed.dice.as_deref())?;
        let before = self.state().clone();
        let entry = Entry::Did { command: typed.command.clone(), events: events.clone() };
        self.store.record(entry).map_err(open::stored)?;
        let text = told(&before, self.state(), &typed.command, &events);
        Ok(Answer { text, events, ..Answer::default() })
    }

    /// Decides a command with the dice typed after it, thrown by the program, or asked for.
    fn decide(&self, command: &Command, typed: Option<&[u8]>) -> Result<Vec<NavalEvent>, Problem> {
        let mut faces = typed.map(<[u8]>::to_vec).unwrap_or_default();
        let throws = typed.is_none() && self.mode == Mode::Roll;
        loop {
            let journal = self.store.journal();
            let mut hand =
                if throws { Hand::thrown(journal.header().seed, journal.stream()) } else { Hand::typed(&faces) };
            match play::decide::<Naval>(self.state(), command, &mut hand) {
                Ok(events) => {
                    let left = hand.left();
                    return if left.is_empty() { Ok(events) } else { Err(too_many(left)) };
                }
                Err(Halt::NeedsRoll { ask, missing }) if self.asks => {
                    if let Some(numbers) = verbs::before_dice(self.state(), &ask) {
                        output::aside(&numbers);
                    }
                    self.ask_faces(&ask, missing, &mut faces)?;
                }
                Err(halt) => return Err(super::refused(self.state(), &halt)),
            }
        }
    }

    /// Asks the person at the terminal; `<` and Ctrl-C take the command back, Ctrl-D leaves.
    pub fn ask_faces(&self, ask: &Ask<Purpose>, missing: u16, faces: &mut Vec<u8>) -> Result<(), Problem> {
        let more = if missing < ask.count { format!(", {missing} more") } else { String::new() };
        loop {
            let text = match prompt::once(&format!("{}{more}: ", show::ask(self.state(), ask)))? {
                Typed::Line(text) if text.trim() != "<" => text,
                Typed::Line(_) | Typed::Interrupted => return Err(taken_back()),
                Typed::End => {
                    self.left.set(true);
                    return Err(taken_back());
                }
            };
            let words =
                text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
            let typed: Result<Vec<u8>, _> = words.map(str::parse).collect();
            match typed {
                Ok(typed)
                    if typed.iter().all(|face| notation::face(ask.sides, *face).is_some())
                        && typed.len() <= usize::from(missing) =>
                {
                    faces.extend(typed);
                    return Ok(());
                }
                Ok(_) | Err(_) => {
                    output::aside(&format!(
                        "{missing} faces of a D{} are needed, from 1 to {} (`<` takes the command back).",
                        ask.sides, ask.sides
                    ));
                }
            }
        }
    }
}

fn taken_back() -> Problem {
    Problem::new("the command is taken back; nothing has changed")
}

/// Typed faces that no die asked for.
pub fn too_many(left: &[u8]) -> Problem {
    let faces: Vec<String> = left.iter().map(u8::to_string).collect();
    let dice = if left.len() == 1 { "die" } else { "dice" };
    Problem::new(format!("{} {dice} too many: {}", left.len(), faces.join(" ")))
        .hint("leave them out; every die typed must be needed")
}

/// What a command came to, in prose; where a segment has begun, how things stand in it.
fn told(before: &State, after: &State, command: &Command, events: &[NavalEvent]) -> String {
    let mut parts = Vec::new();
    match (command, events) {
        // The banner says better what the last event says.
        (Command::Next { .. }, [earlier @ .., Event { fact: Fact::SegmentBegan { .. }, .. }]) => {
            parts.push(show::events(before, earlier));
            parts.push(show::banner(after));
        }
        (Command::Next { .. }, all) => {
            parts.push(show::events(before, all));
            parts.push(show::banner(after));
        }
        (_, all) => parts.push(show::events(before, all)),
    }
    parts.extend(edges(after, events));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Ranges near the end of a band: what would change there. [6.5.1]
fn edges(state: &State, events: &[NavalEvent]) -> Vec<String> {
    let mut lines = Vec::new();
    for event in events {
        let Fact::FireDeclared(declared) = &event.fact else { continue };
        if let Some((there, now, then)) = gunnery::near_edge(state, declared) {
            let firer = state.name(&declared.firer);
            lines.push(format!(
                "  Measure again? {firer} needs {now} at {}\", but {then} at {there}\".",
                declared.range
            ));
        }
    }
    lines
}

/// An answer as prose, or as the contract's JSON line.
fn tell(out: &mut Out, command: &str, answer: &Answer) {
    if !answer.text.is_empty() {
        out.say(&answer.text);
    }
    let events: Vec<Value> = answer.events.iter().map(show::event_json).collect();
    let mut value = json!({ "ok": true, "command": command, "events": events, "text": answer.text });
    if let Value::Object(keys) = &mut value {
        keys.extend(answer.extra.clone());
    }
    out.value(&value);
}

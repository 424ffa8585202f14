//! One board game under way: lines in, entries and answers out.
use std::{io::BufRead, path::Path, process::ExitCode};

use serde_json::{Map, Value, json};

use super::{
    Companion, Eyes, faulty,
    machine::{Asked, Machine},
    problem,
    prompt::Prompt,
    sight, story, table,
};
use crate::{
    args::{BoardGame, Play},
    begin::shown,
    dice,
    hand::Mode,
    line::not_too_long,
    open,
    output::{self, Out},
    problem::Problem,
    prompt::{self, Interrupts, Keyed, Leaving, Next},
    script::{self, Then},
    session::code_line,
    store::{self, Store},
    taking_back::{TakingBack, bring_back, entries_word, redo_steps, take_back, too_few_undone},
};
use load::{self, Sources};
use play::journal::{Entry, Header};
use play::{self, EventOf, Halt, Script};
use show::map::Page;

pub struct Session<G: Companion> {
    pub store: Store<G>,
    pub mode: Mode,
    /// The machine, where it is one of the players.
    pub machine: Option<Machine>,
    /// Whether a person can be asked for dice.
    asks: bool,
    /// Ctrl-C while the machine looks ahead, at a terminal.
    interrupts: Option<Interrupts>,
}

/// What a line came to.
pub struct Answer<G: Companion> {
    text: String,
    events: Vec<EventOf<G>>,
    /// Keys added to the JSON line.
    extra: Map<String, Value>,
    /// The text in its colours, where it has any.
    page: Option<Page>,
    quits: bool,
    /// Something was done, taken back or brought back.
    moved: bool,
}

impl<G: Companion> Answer<G> {
    pub fn text(text: impl Into<String>) -> Answer<G> {
        Answer { text: text.into(), events: Vec::new(), extra: Map::new(), page: None, quits: false, moved: false }
    }
    pub fn said(&self) -> &str {
        &self.text
    }
    pub fn coloured(&self) -> Option<&Page> {
        self.page.as_ref()
    }
    pub fn keys(&self) -> &Map<String, Value> {
        &self.extra
    }
    /// What followed at once.
    pub fn and(mut self, next: Answer<G>) -> Answer<G> {
        self.text = [self.text, next.text].join("\n");
        self.events.extend(next.events);
        self.extra.extend(next.extra);
        self
    }
    /// The same without its events and the position, which tell every kind.
    pub fn untold(mut self) -> Answer<G> {
        self.events.clear();
        self.extra.remove("position");
        self
    }
    /// Lines in their colours.
    pub fn page(page: Page) -> Answer<G> {
        Answer { page: Some(page.clone()), ..Answer::text(page.plain()) }
    }
    pub fn with(mut self, key: &str, value: Value) -> Answer<G> {
        self.extra.insert(key.to_owned(), value);
        self
    }
}

/// `kaiser tafl`, `kaiser acre`, `kaiser coal-steel`: begins a journal and plays.
///
/// # Errors
/// A wrong switch or position; the journal cannot be made.
pub fn begin<G: Companion>(sources: &Sources, game: &BoardGame, out: &mut Out) -> Result<ExitCode, Problem> {
    let setup = G::setup(&game.rules, game.position.as_deref())?;
    let script = script::source(game.script.as_deref())?;
    let machine = if script.is_none() && !out.is_json() {
        match game.machine.opponent::<G>()? {
            Some(machine) => machine,
            None => return Ok(ExitCode::SUCCESS),
        }
    } else {
        game.machine.player::<G>()?
    };
    let seed = match game.seed {
        Some(seed) => seed,
        None => dice::new_seed()
            .map_err(|error| Problem::new(format!("no seed can be drawn: {error}")).hint("give one with --seed"))?,
    };
    let header = Header::of::<G>(G::NAME, &load::edition(sources), seed, setup);
    let path = game.output.clone().unwrap_or_else(|| store::free_name(Path::new("."), G::NAME));
    let store = Store::<G>::create(&path, header).map_err(open::stored)?;
    output::aside(&format!("Journal: {}", shown(&path).display()));
    let mut session = Session { store, mode: game.dice, machine, asks: false, interrupts: None };
    session.settle()?;
    session.run(script, game.keep_going, out)
}

/// `kaiser play FILE`: goes on with the journal of a board game.
///
/// # Errors
/// The journal cannot be opened; an option that stands in its first line.
pub fn go_on<G: Companion>(play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
    if play.output.is_some() || play.seed.is_some() || play.measured {
        let what = format!("{} is a journal and goes on as it was begun, in its own file", play.what);
        return Err(Problem::usage(what).hint("leave -o, --seed and --measured out"));
    }
    let script = script::source(play.script.as_deref())?;
    let store = Store::<G>::open(Path::new(&play.what), G::NAME).map_err(open::stored)?;
    if let Some(mended) = store.mended() {
        let (bytes, kept) = (mended.bytes, mended.kept.display());
        output::aside(&format!("The last line was torn: its {bytes} bytes were cut off and are kept in {kept}."));
    }
    let (machine, mode) = table::gone_on(store.journal(), &play.machine, play.dice)?;
    let mut session = Session { store, mode, machine, asks: false, interrupts: None };
    session.settle()?;
    session.tell_players();
    session.run(script, play.keep_going, out)
}

impl<G: Companion> Session<G> {
    pub fn state(&self) -> &G::State {
        self.store.journal().state()
    }

    /// Plays until nobody has more to say; however that comes about, the journal is closed.
    fn run(mut self, script: Option<Box<dyn BufRead>>, keep_going: bool, out: &mut Out) -> Result<ExitCode, Problem> {
        let at_prompt = script.is_none();
        if at_prompt {
            self.asks = true;
            self.interrupts = Some(Interrupts::caught());
        }
        let code = self.play(script, keep_going, out);
        self.store.close().map_err(open::stored)?;
        if at_prompt && code.is_ok() {
            let path = self.store.path().display();
            out.say(format!("{path} is closed; `kaiser play {path}` goes on."));
            out.say(code_line(&self.store));
        }
        code
    }

    fn play(&mut self, script: Option<Box<dyn BufRead>>, keep_going: bool, out: &mut Out) -> Result<ExitCode, Problem> {
        if let Some(due) = G::due(self.state()).filter(|_| self.mode == Mode::Roll) {
            let answer = self.order(&due, None)?;
            tell(out, &G::print(&due), &answer);
        }
        self.answer_back(out)?;
        match script {
            Some(lines) => self.script(lines, keep_going, out),
            None => self.talk(out),
        }
    }

    /// Commands from a file: the first that is refused ends the run, unless told to keep going.
    fn script(&mut self, lines: Box<dyn BufRead>, keep_going: bool, out: &mut Out) -> Result<ExitCode, Problem> {
        out.say(G::status(self.state()));
        script::run(lines, keep_going, out, |text, out| {
            let answer = self.line(text)?;
            tell(out, text, &answer);
            if answer.quits {
                return Ok(Then::Quits);
            }
            if answer.moved {
                self.answer_back(out)?;
            }
            Ok(Then::GoesOn)
        })
    }

    /// A person at the prompt.
    fn talk(&mut self, out: &mut Out) -> Result<ExitCode, Problem> {
        let passes = G::HIDES && self.machine.is_none();
        let mut prompt = Prompt::new(!G::HIDES)?;
        let goes_on = self.store.journal().entries().iter().any(|entry| matches!(entry, Entry::Did { .. }));
        if passes && goes_on && G::mover(self.state()).is_some() && !self.passed(&mut prompt, out)? {
            return Ok(ExitCode::SUCCESS);
        }
        self.look(out);
        out.say("`help` tells the rules and the commands, Tab completes, Ctrl-D leaves.");
        let mut leaving = Leaving::default();
        loop {
            let mover = G::mover(self.state());
            match leaving.next(prompt.line(self.completions(), &G::prompt(self.state()))?, out) {
                Next::Again => {}
                Next::Line(text) if text.trim().is_empty() => {}
                Next::Line(text) => match self.line(text.trim()) {
                    Ok(answer) => {
                        tell(out, &text, &answer);
                        if answer.quits {
                            break;
                        }
                        if answer.moved {
                            self.answer_back(out)?;
                            let now = G::mover(self.state());
                            if passes && now != mover && now.is_some() {
                                if !self.passed(&mut prompt, out)? {
                                    break;
                                }
                                tell(out, "", &answer);
                            }
                            self.look(out);
                        }
                    }
                    Err(problem) => output::report(&problem, out.is_json()),
                },
                Next::Leaves => break,
            }
            self.interrupts.iter().for_each(|interrupts| {
                interrupts.any();
            });
            if out.is_gone() {
                break;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The screen is wiped for the other side, which says that it has come; false when nobody does.
    fn passed(&self, prompt: &mut Prompt, out: &mut Out) -> Result<bool, Problem> {
        prompt.forget()?;
        out.clear();
        let side = G::mover(self.state()).map_or_else(String::new, |side| G::SIDES[side].to_owned());
        let asks = format!("Pass the screen to {side}, who presses Enter: ");
        let came = loop {
            match prompt.line(Vec::new(), &asks)? {
                Keyed::Dropped | Keyed::Garbled => {}
                came => break came,
            }
        };
        prompt.forget()?;
        out.clear();
        Ok(matches!(came, Keyed::Line(_)))
    }

    /// Through whose eyes the board is seen when nobody else's are named: against the machine through the person's.
    pub fn eyes(&self) -> Eyes {
        self.machine.as_ref().map_or(Eyes::Mover, |machine| Eyes::Side(1 - machine.side))
    }

    /// The board and whose turn it is.
    fn look(&self, out: &mut Out) {
        out.paint(&sight::page(&G::diagram(self.state(), self.eyes()), None));
        out.say(G::status(self.state()));
    }

    fn completions(&self) -> Vec<String> {
        let words = [
            "moves",
            "why not ",
            "board",
            "undo",
            "redo",
            "log",
            "note ",
            "hint",
            "analyse",
            "go",
            "resign",
            "draw",
            "accept",
            "status",
            "save position",
            "help",
            "quit",
        ];
        let hidden: &[&str] = if G::HIDES { &["belief", "decline", "trade give "] } else { &[] };
        let moves = G::choices(self.state());
        moves.iter().map(G::print).chain(words.iter().chain(hidden).map(|word| (*word).to_owned())).collect()
    }

    /// Says when the machine is to answer with what it has: its time is up, or Ctrl-C was pressed.
    pub fn stop(&self, asked: &Asked) -> impl Fn() -> bool + Sync + use<'_, G> {
        let (clock, interrupts) = (asked.clock(), self.interrupts.as_ref());
        move || clock() || interrupts.is_some_and(Interrupts::waits)
    }

    /// Carries out one line. Nothing has changed when it is refused.
    fn line(&mut self, text: &str) -> Result<Answer<G>, Problem> {
        not_too_long(text)?;
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match words[..] {
            ["help"] => Ok(Answer::text(format!("{}\n\n{MORE_HELP}", G::HELP))),
            ["help", "rules"] => Ok(Answer::text(G::RULES.told())),
            ["help", word] => {
                let line = |line: &&str| line.starts_with("  ") && line.split([' ', ',']).any(|said| said == word);
                let lines: Vec<&str> = G::HELP.lines().filter(line).collect();
                let verbs = (!lines.is_empty()).then(|| lines.join("\n"));
                let said = [verbs, G::RULES.told_of(word)]
                    .into_iter()
                    .flatten()
                    .reduce(|verbs, rules| format!("{verbs}\n\n{rules}"));
                let none = || Problem::new(format!("the rules say nothing of \"{word}\"")).hint("help, or help rules");
                said.map(Answer::text).ok_or_else(none)
            }
            ["help", ..] => Err(Problem::new("help is asked for one word").hint("help rules, help capture")),
            ["quit" | "exit" | "bye"] => Ok(Answer { quits: true, ..Answer::text("") }),
            ["board", ..] => self.board(text),
            ["dice", "roll"] => self.throws(Mode::Roll),
            ["dice", "ask"] => self.throws(Mode::Ask),
            ["dice", ..] => Err(Problem::new("dice are asked for or rolled").hint("dice ask, or dice roll")),
            ["status"] => {
                let mover = G::mover(self.state()).map(|side| G::SIDES[side]);
                Ok(Answer::text(G::status(self.state())).with("to_move", json!(mover)))
            }
            ["moves"] => self.moves(None),
            ["moves", from] => self.moves(Some(from)),
            ["why", "not", ..] => self.why_not(text),
            ["belief"] => match G::belief(self.state()) {
                Some((text, value)) => Ok(Answer::text(text).with("belief", value)),
                None => Err(Problem::new("nothing is hidden in this game").hint("analyse")),
            },
            ["hint", ref asked @ ..] => self.hint(asked),
            ["analyse" | "analyze", ref asked @ ..] => self.analyse(asked),
            ["go", ref asked @ ..] => self.go(asked),
            ["note"] => Err(Problem::new("a note has words").hint("note the king should have gone to e4")),
            ["note", ..] => self.note(text),
            ["undo", ..] => self.undo(TakingBack::read(&text.trim()["undo".len()..])?),
            ["redo", ..] => self.redo(redo_steps(&text.trim()["redo".len()..])?),
            ["log"] => {
                let (text, value) = story(self.store.journal());
                Ok(Answer::text(text).with("log", value))
            }
            ["save", "position"] | ["position"] => {
                let none = || Problem::new("there is no position before all men are placed").hint("log");
                let position = G::position(self.state()).ok_or_else(none)?;
                self.peek(text)?;
                Ok(Answer::text(&position).with("position", json!(position)))
            }
            _ => {
                let (line, faces) = with_dice(text)?;
                let command = G::parse(self.state(), line).map_err(|fault| faulty(&fault))?;
                self.check_acceptance(&command)?;
                self.order(&command, faces)
            }
        }
    }

    /// Nobody accepts for the machine what it was offered, nor gives its game up.
    fn check_acceptance(&self, command: &G::Command) -> Result<(), Problem> {
        match &self.machine {
            Some(machine) if G::resigns(command) == Some(machine.side) => {
                let side = G::SIDES[machine.side];
                Err(Problem::new(format!("the machine plays {side}, and does not resign"))
                    .hint(format!("resign {}", G::SIDES[1 - machine.side])))
            }
            Some(machine)
                if *command == G::ACCEPT
                    && !G::is_over(self.state())
                    && G::offered(self.state()) == Some(1 - machine.side) =>
            {
                Err(Problem::new("the machine has declined the draw, and the offer was yours")
                    .hint("play on, or resign"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Decides a command and writes it down.
    ///
    /// # Errors
    /// The rules refuse; the journal cannot be written.
    pub fn order(&mut self, command: &G::Command, faces: Option<Vec<u8>>) -> Result<Answer<G>, Problem> {
        let events = self.decide(command, faces)?;
        self.store.record(Entry::Did { command: command.clone(), events: events.clone() }).map_err(open::stored)?;
        let text: Vec<String> = events.iter().filter_map(G::event).collect();
        let answer = Answer { events, moved: true, ..Answer::text(text.join("\n")) };
        let position = G::position(self.state()).filter(|_| !self.is_curtained());
        Ok(match position {
            Some(position) => answer.with("position", json!(position)),
            None => answer,
        })
    }

    /// Decides with the faces typed, or with the program's own where none are.
    fn decide(&self, command: &G::Command, faces: Option<Vec<u8>>) -> Result<Vec<EventOf<G>>, Problem> {
        let journal = self.store.journal();
        let decided = match faces {
            None if self.mode == Mode::Roll => play::decide::<G>(self.state(), command, &mut journal.dice()),
            faces => {
                let mut script = Script::typed(faces.clone().unwrap_or_default());
                let decided = play::decide::<G>(self.state(), command, &mut script);
                if let (Err(Halt::NeedsRoll { ask, missing }), true) = (&decided, self.asks) {
                    let asked = prompt::faces(&format!("{missing} D{0}, 1 to {0}", ask.sides), ask.sides, *missing)?;
                    return self.decide(command, Some(faces.into_iter().flatten().chain(asked).collect()));
                }
                let left = script.left();
                if decided.is_ok() && left > 0 {
                    return Err(Problem::new(format!("{left} of the dice typed are not needed")));
                }
                decided
            }
        };
        decided.map_err(|halt| match halt {
            Halt::Refused { reason, rule } => problem(G::refused(&reason, rule)),
            Halt::NeedsRoll { ask, missing } => {
                let what = format!("needs {missing} D{} more", ask.sides);
                Problem::new(what).rule(Some(ask.rule)).hint(format!("{} dice 4", G::print(command)))
            }
            Halt::NoSuchFace { ask, face } => {
                Problem::new(format!("a D{} has no face {face}", ask.sides)).rule(Some(ask.rule))
            }
        })
    }

    /// Lawful moves, or those of the man on a square and to it.
    ///
    /// # Errors
    /// The board has no such square.
    fn moves(&self, square: Option<&str>) -> Result<Answer<G>, Problem> {
        square.map_or(Ok(()), G::square).map_err(|fault| faulty(&fault))?;
        let mut moves: Vec<String> = G::choices(self.state()).iter().map(G::print).collect();
        if let Some(square) = square {
            let of = |text: &String| {
                let first = text.split(['-', '<']).next();
                first == Some(square) || text.split(' ').next_back() == Some(square)
            };
            moves.retain(of);
        }
        let text = if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
        Ok(Answer::text(text).with("moves", json!(moves)))
    }

    fn why_not(&self, text: &str) -> Result<Answer<G>, Problem> {
        let line = text.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
        let command = G::parse(self.state(), &line).map_err(|fault| faulty(&fault))?;
        let decided = play::decide::<G>(self.state(), &command, &mut dice::thrown(0, 0));
        let (lawful, says) = match decided {
            Err(Halt::Refused { reason, rule }) => (false, problem(G::refused(&reason, rule)).to_string()),
            Ok(_) | Err(Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. }) => (true, format!("{line} is lawful.")),
        };
        Ok(Answer::text(says.trim_start_matches("error: ")).with("lawful", json!(lawful)))
    }

    /// Something said of the game as it stands, kept for its record.
    fn note(&mut self, text: &str) -> Result<Answer<G>, Problem> {
        let words: Vec<&str> = text.split_whitespace().skip(1).collect();
        self.store.record(Entry::Remarked { words: words.join(" ") }).map_err(open::stored)?;
        Ok(Answer::text("Noted."))
    }

    /// Takes back the last command, or so many; against the machine the person's own, with all that the machine answered.
    fn undo(&mut self, back: TakingBack) -> Result<Answer<G>, Problem> {
        self.store.journal().undo_target().ok_or_else(|| Problem::new("there is nothing to undo"))?;
        let steps = match &self.machine {
            None => back.steps,
            Some(machine) => {
                let journal = self.store.journal();
                let deeds = journal.deeds();
                let mut state = G::begin(&journal.header().setup);
                let mut own = Vec::new();
                for (at, deed) in deeds.iter().enumerate() {
                    let person = 1 - machine.side;
                    let answers = *deed.command == G::ACCEPT && G::offered(&state) == Some(person);
                    if G::due(&state).is_none() && G::mover(&state) == Some(person) && !answers {
                        own.push(deeds.len() - at);
                    }
                    play::apply_all::<G>(&mut state, deed.events);
                }
                let place = own.len().checked_sub(back.steps);
                let steps = place.and_then(|place| own.get(place)).copied();
                steps.ok_or_else(|| match own.len() {
                    0 => Problem::new("you have done nothing yet that could be undone"),
                    own => Problem::new(format!("you have done {own} of them, not {}", back.steps)).hint("undo"),
                })?
            }
        };
        self.may_take_back(steps)?;
        let taken = take_back(&mut self.store, &back.by(steps), self.asks)?;
        let number = taken.last().map_or(0, |(number, _)| *number);
        let text = format!("Taken back: entry {number}. {}", G::status(self.state()));
        Ok(Answer { moved: true, ..Answer::text(text) })
    }

    /// Brings back what was taken back last, or so many commands; what the machine had answered comes back as well.
    fn redo(&mut self, steps: usize) -> Result<Answer<G>, Problem> {
        let first = self.store.journal().redo_target();
        let first = first.ok_or_else(|| too_few_undone(0, steps))?;
        let entries = self.entries_of(first, steps)?;
        let numbers = bring_back(&mut self.store, entries)?;
        let said = if self.machine.is_some() && steps == 1 { &numbers[..1] } else { &numbers[..] };
        let text = format!("In force again: {}. {}", entries_word(said), G::status(self.state()));
        Ok(Answer { moved: true, ..Answer::text(text) })
    }

    /// How many entries `steps` commands are with all that the machine answered them, from the entry `first` on.
    ///
    /// # Errors
    /// There are not so many.
    fn entries_of(&self, first: usize, steps: usize) -> Result<usize, Problem> {
        let journal = self.store.journal();
        let mut state = self.state().clone();
        let (mut own, mut entries) = (0, 0);
        for number in journal.redo_targets(usize::MAX) {
            if number == first || !self.is_the_machines(&state, number) {
                if own == steps {
                    break;
                }
                own += 1;
            }
            entries += 1;
            if let Some(Entry::Did { events, .. }) = journal.entry(number) {
                play::apply_all::<G>(&mut state, events);
            }
        }
        if own < steps { Err(too_few_undone(own, steps)) } else { Ok(entries) }
    }

    /// Whether an entry that was taken back was done by the machine: a turn of its own, or its word to an offer.
    fn is_the_machines(&self, state: &G::State, number: usize) -> bool {
        let Some(machine) = &self.machine else { return false };
        let accepts =
            matches!(self.store.journal().entry(number), Some(Entry::Did { command, .. }) if *command == G::ACCEPT);
        let free = G::due(state).is_none() && !G::is_over(state);
        (free && G::mover(state) == Some(machine.side)) || accepts && G::offered(state) == Some(1 - machine.side)
    }
}

/// Where more of the rules is told than `help` has room for.
const MORE_HELP: &str = "help rules       all the rules, as `kaiser print` puts them on a card
help WORD        what they say of a man or a word";

/// A line and the faces typed after it: `lot dice 4`.
fn with_dice(text: &str) -> Result<(&str, Option<Vec<u8>>), Problem> {
    let Some((line, faces)) = text.split_once(" dice ") else { return Ok((text, None)) };
    let read = |face: &str| face.parse::<u8>().map_err(|_| Problem::new(format!("\"{face}\" is no face of a die")));
    Ok((line, Some(faces.split_whitespace().map(read).collect::<Result<_, _>>()?)))
}

/// An answer as prose, or as the contract's JSON line.
pub fn tell<G: Companion>(out: &mut Out, command: &str, answer: &Answer<G>) {
    match &answer.page {
        Some(page) => out.paint(page),
        None if answer.text.is_empty() => {}
        None => out.say(&answer.text),
    }
    let events = json!(answer.events);
    let mut value = json!({ "ok": true, "command": command, "events": events, "text": answer.text });
    if let Value::Object(keys) = &mut value {
        keys.extend(answer.extra.clone());
    }
    out.value(&value);
}

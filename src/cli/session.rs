//! One game under way: lines in, entries and answers out.
use std::{cell::Cell, io::BufRead, path::Path, process::ExitCode};

use serde_json::{Value, json};

use super::{
    args::Play,
    asking::{self, Asking},
    begin::{goes_on_in_one_file, start},
    boards, crystal,
    guide::{self, Filled},
    hand::{Hand, Mode},
    line::{self, Line},
    open,
    output::{self, Out},
    past,
    problem::Problem,
    prompt::{self, Interrupts, Leaving, Next, Prompt, Typed},
    script::{self, Then},
    store::Store,
    verbs,
};
use load::{self, Sources};
use naval::{
    Command, Fact, Naval, NavalEvent, Reason, State, command::Setting, gunnery, measure::Id, notation,
    setup::Alternation, view::Viewer,
};
use play::journal::{Entry, Journal};
use play::{self, Event, Game, Halt};

/// A game and the way in which it is played.
pub struct Session<'a> {
    pub store: Store<Naval>,
    pub sources: &'a Sources,
    pub mode: Mode,
    /// Who has the keyboard.
    pub reader: Viewer,
    /// How many entries the journal had when that reader came.
    pub(super) came_at: usize,
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
    /// The text once more, with what a terminal may colour.
    pub page: Option<show::map::Page>,
    /// The keyboard has gone to somebody else.
    pub passed: bool,
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
    let companion = boards::named(Path::new(&play.what)).is_some() || crystal::named(Path::new(&play.what));
    if play.private && companion {
        return Err(goes_on_in_one_file(play));
    }
    if let Some(game) = boards::named(Path::new(&play.what)) {
        return boards::go_on(game, play, out);
    }
    if play.machine.is_asked() {
        let what = "the machine plays the board games only";
        return Err(Problem::usage(what).hint("kaiser tafl --machine white"));
    }
    if crystal::named(Path::new(&play.what)) {
        return crystal::go_on(play, out);
    }
    let script = script::source(play.script.as_deref())?;
    let store = start(sources, play)?;
    let mut session = Session {
        mode: Mode::in_force(store.journal()),
        store,
        sources,
        reader: Viewer::Referee,
        came_at: 0,
        asks: script.is_none(),
        left: Cell::new(false),
    };
    session.resume_reader();
    if let Some(mode) = play.dice.filter(|mode| *mode != session.mode) {
        session.throws(mode)?;
    }
    match script {
        Some(lines) => session.script(lines, play.keep_going, out),
        None => session.talk(out),
    }
}

impl Session<'_> {
    pub fn journal(&self) -> &Journal<Naval> {
        self.store.journal()
    }
    pub fn state(&self) -> &State {
        self.store.journal().state()
    }

    /// The program's dice for the next entry.
    pub fn thrown(&self) -> Hand {
        Hand::thrown(self.store.journal().dice())
    }

    /// The person goes when the line at hand is answered.
    pub fn leave(&self) {
        self.left.set(true);
    }

    /// Whether a person can be asked for dice.
    pub fn can_ask(&self) -> bool {
        self.asks
    }

    /// Commands from a file: the first that is refused ends the run, unless told to keep going.
    fn script(mut self, lines: Box<dyn BufRead>, keep_going: bool, out: &mut Out) -> Result<ExitCode, Problem> {
        out.say(self.banner());
        let code = script::run(lines, keep_going, out, |text, out| {
            let answer = self.line(text)?;
            tell(out, text, &answer);
            Ok(if answer.quits { Then::Quits } else { Then::GoesOn })
        });
        self.store.close().map_err(open::stored)?;
        code
    }

    /// A person at the prompt.
    fn talk(mut self, out: &mut Out) -> Result<ExitCode, Problem> {
        let mut prompt = Prompt::new()?;
        let interrupts = Interrupts::caught();
        if self.side().is_some() && !self.handed_on(&mut prompt, out)? {
            return self.left_open(out);
        }
        out.say(self.banner());
        out.say("`help` lists the commands, `duties` what is owed, Tab completes, Ctrl-D leaves.");
        let mut leaving = Leaving::default();
        loop {
            let text = match leaving.next(prompt.line(&self.known(), &self.prompt())?, out) {
                Next::Line(text) => text,
                Next::Again => continue,
                Next::Leaves => break,
            };
            let line = match guide::fill(&self.known(), &text) {
                Ok(Filled::Line(line)) => line,
                Ok(Filled::Cancelled) => {
                    output::aside("Never mind: nothing has changed.");
                    continue;
                }
                Ok(Filled::Gone) => break,
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
                    if answer.passed && !self.handed_on(&mut prompt, out)? {
                        break;
                    }
                    tell(out, &line, &answer);
                    if answer.quits {
                        break;
                    }
                }
                Err(problem) => output::report(&problem, out.is_json()),
            }
            if interrupts.any() {
                out.say("Ctrl-C came while a line was carried out: what is done stands, and `undo` takes it back.");
            }
            if out.is_gone() || self.left.get() {
                break;
            }
        }
        self.left_open(out)
    }

    /// The end of an evening.
    fn left_open(&mut self, out: &mut Out) -> Result<ExitCode, Problem> {
        self.store.close().map_err(open::stored)?;
        out.say(format!(
            "{} is closed; `kaiser play {}` goes on.",
            self.store.path().display(),
            self.store.path().display()
        ));
        out.say(code_line(&self.store));
        Ok(ExitCode::SUCCESS)
    }

    /// Wipes the screen and the memory of the prompt for whoever has the keyboard now; false when nobody takes it.
    fn handed_on(&self, prompt: &mut Prompt, out: &mut Out) -> Result<bool, Problem> {
        out.clear();
        prompt.pass(self.reader == Viewer::Referee)?;
        let taken = self.curtain()?;
        out.clear();
        Ok(taken)
    }

    /// Nothing is shown before whoever has the keyboard now says so; false when nobody does. What everybody may see
    /// waits for nobody.
    fn curtain(&self) -> Result<bool, Problem> {
        if self.reader.is_table() {
            return Ok(true);
        }
        let who = self.who();
        loop {
            match prompt::once(&format!("Pass the keyboard to {who}, who presses Enter: "))? {
                Typed::Line(_) => return Ok(true),
                Typed::Interrupted => {}
                Typed::End => return Ok(false),
            }
        }
    }

    /// Carries out one line. Nothing has changed when it is refused.
    pub fn line(&mut self, text: &str) -> Result<Answer, Problem> {
        let read = line::read(&self.known(), text)?;
        match read {
            Line::Nothing => Ok(Answer::default()),
            Line::Order(typed) => self.order(&typed),
            Line::Undo(back) => verbs::undo(self, &back),
            Line::Redo(steps) => verbs::redo(self, steps),
            Line::Amend(amending) => {
                self.referee_only()?;
                verbs::amend(self, &amending)
            }
            Line::Pass(to) => self.pass(&to),
            Line::Word(word) => self.set_word(word),
            Line::Dice(mode) => self.throws(mode),
            Line::Quit => Ok(Answer { quits: true, ..Answer::default() }),
            question => verbs::ask(self, question),
        }
    }

    /// Where dice come from, from here on: the referee's word, which stands in the journal.
    fn throws(&mut self, mode: Mode) -> Result<Answer, Problem> {
        self.referee_only()?;
        mode.settle(&mut self.store)?;
        self.mode = mode;
        Ok(Answer::text(mode.says()))
    }

    fn order(&mut self, typed: &notation::Typed) -> Result<Answer, Problem> {
        let command = self.completed(self.state(), &typed.command)?;
        self.may_order(&command)?;
        self.may_type(typed.dice.as_deref())?;
        if !typed.declared {
            self.may_fire(&command)?;
        }
        let command = self.with_mounts(self.with_leave(command)?)?;
        let Ruled { command, events, cut_short } = self.decide(command, typed.dice.as_deref())?;
        let before = self.state().clone();
        self.store.record(Entry::Did { command: command.clone(), events: events.clone() }).map_err(open::stored)?;
        if let Some(side) = self.side() {
            return Ok(told_to(side, &before, &events));
        }
        let mut text = told(&before, self.state(), &command, &events);
        if cut_short {
            text.push_str("\nThe salvoes whose dice were given are kept; the rest stays declared, for `fire` again.");
        }
        let leaves = |event: &NavalEvent| matches!(event.fact, Fact::ShipExited { .. } | Fact::ShipLost { .. });
        if let (Viewer::Referee, true) = (&self.reader, events.iter().any(leaves)) {
            text = [Some(text), show::side_has_gone(self.state())].into_iter().flatten().collect::<Vec<_>>().join("\n");
        }
        let answer = Answer { text, events, ..Answer::default() };
        Ok(if before.over.is_none() && self.state().over.is_some() { counted(answer, self.state()) } else { answer })
    }

    /// Fire leaves silent whoever has not declared: a person agrees in one word, a script says `declared`, alone before
    /// or with the fire. Where clubs play it strictly the rules themselves want it declared. [3.3.5, Q45]
    ///
    /// # Errors
    /// Refused in a script, and when the person takes the fire back.
    fn may_fire(&self, command: &Command) -> Result<(), Problem> {
        let state = self.state();
        let (Command::Fire { units, .. } | Command::FireSome { units, .. }) = command else { return Ok(()) };
        let sides = gunnery::undeclared(state);
        let strict = state.setup.options.alternation == Alternation::Strict;
        if strict || sides.is_empty() || !gunnery::has_fire(state, units) {
            return Ok(());
        }
        let reason = Reason::NotDeclared { sides };
        let problem = super::refused(state, &Halt::Refused { reason, rule: gunnery::DECLARING });
        if !self.asks {
            return Err(problem);
        }
        output::aside(&format!("{} [{}]", problem.what, gunnery::DECLARING));
        let word = self.answer("Type declared to leave them silent, or Enter to go back: ")?;
        if closes(&word) { Ok(()) } else { Err(asking::taken_back()) }
    }

    /// What a person types to a question; nothing takes the command back.
    ///
    /// # Errors
    /// The command is taken back: by an empty answer, by Ctrl-C, or by Ctrl-D, which leaves as well.
    fn answer(&self, question: &str) -> Result<String, Problem> {
        match prompt::once(question)? {
            Typed::Line(words) if !words.trim().is_empty() => Ok(words.trim().to_owned()),
            Typed::Line(_) | Typed::Interrupted => Err(asking::taken_back()),
            Typed::End => {
                self.leave();
                Err(asking::taken_back())
            }
        }
    }

    /// A special rule, or where she lies, speaks against a ship's leaving: a person is asked why she does. [9.2, 9.3]
    ///
    /// # Errors
    /// The person takes the order back.
    fn with_leave(&self, command: Command) -> Result<Command, Problem> {
        let Command::Exit { ship, by, because: None } = &command else { return Ok(command) };
        let decided = play::decide::<Naval>(self.state(), &command, &mut Hand::typed(&[])).err();
        let Some(halt) = decided.filter(|halt| self.asks && super::asks_why(halt)) else { return Ok(command) };
        output::aside(&super::refused(self.state(), &halt).what);
        let words = self.answer("Why does she leave all the same? (Enter to go back) ")?;
        let because = Some(words.trim_matches('"').to_owned());
        Ok(Command::Exit { ship: ship.clone(), by: *by, because })
    }

    /// A number of mounts lost does not say which: a person is asked.
    ///
    /// # Errors
    /// The person takes the order back.
    fn with_mounts(&self, command: Command) -> Result<Command, Problem> {
        let Command::Set { unit, setting: Setting::MountsLost(_), because } = &command else { return Ok(command) };
        let decided = play::decide::<Naval>(self.state(), &command, &mut Hand::typed(&[]));
        let Err(Halt::Refused { reason: Reason::WhichMount { ship, count, mounts }, .. }) = decided else {
            return Ok(command);
        };
        if !self.asks {
            return Ok(command);
        }
        let names: Vec<&str> = mounts.iter().map(Id::as_str).collect();
        let which = format!("Which of {}'s mounts ({} of {})? ", self.state().name(&ship), count, names.join(", "));
        let typed = self.answer(&which)?;
        let named = typed.split([' ', ',']).filter(|word| !word.is_empty()).map(Id::new).collect();
        Ok(Command::Set { unit: unit.clone(), setting: Setting::Mounts(named), because: because.clone() })
    }

    /// A command with what the journal needs besides what was typed: the salt of a seal, the card of a ship placed.
    ///
    /// # Errors
    /// No ship of the library is called so; no salt can be drawn.
    pub fn completed(&self, at: &State, command: &Command) -> Result<Command, Problem> {
        self.with_card(at, &self.salted(command)?)
    }

    /// A ship that the battle does not know yet comes with her card from the library, so that the journal holds it.
    fn with_card(&self, at: &State, command: &Command) -> Result<Command, Problem> {
        let open = !at.setup.options.checks;
        match command {
            Command::Place { ship, card: None, side, at: place, speed } if open && at.ship(ship).is_none() => {
                let found = load::ship_on(self.sources, ship.as_str(), at.setup.date);
                let found = found.or_else(|_| load::ship(self.sources, ship.as_str())).map_err(open::flawed)?;
                let (ship, side) = (found.card.id.clone(), side.clone());
                let card = at.ship(&ship).is_none().then(|| std::sync::Arc::new(found.card));
                Ok(Command::Place { ship, card, side, at: *place, speed: *speed })
            }
            other => Ok(other.clone()),
        }
    }

    /// Decides a command with the dice typed after it, thrown by the program, or asked for.
    ///
    /// A side is refused by what it knows; where only the truth refuses, it is not told why.
    fn decide(&self, command: Command, typed: Option<&[u8]>) -> Result<Ruled, Problem> {
        if self.reader == Viewer::Referee {
            return self.decide_in(self.state(), command, typed);
        }
        self.decide_in(&self.known(), command.clone(), typed)?;
        self.decide_in(self.state(), command, typed).map_err(|_| {
            Problem::new("that cannot be done, for a reason that only the referee knows").hint("pass to referee")
        })
    }

    fn decide_in(&self, state: &State, command: Command, typed: Option<&[u8]>) -> Result<Ruled, Problem> {
        let mut asking = Asking::new(typed.map(<[u8]>::to_vec).unwrap_or_default());
        let throws = typed.is_none() && self.mode == Mode::Roll;
        loop {
            let mut hand = if throws { self.thrown() } else { Hand::typed(&asking.faces) };
            match play::decide::<Naval>(state, &command, &mut hand) {
                Ok(events) => {
                    let left = hand.left();
                    let ruled = Ruled { command, events, cut_short: false };
                    return if left.is_empty() { Ok(ruled) } else { Err(too_many(left)) };
                }
                Err(Halt::NeedsRoll { ask, missing }) if self.asks => {
                    let needs = asking::needs(state, &command, &asking.faces, &ask);
                    if let Err(problem) = asking.ask(self, &ask, missing, needs) {
                        let finished = asking.stopped.then(|| asking::finished(state, &command, &asking.faces));
                        let (command, events) = finished.flatten().ok_or(problem)?;
                        return Ok(Ruled { command, events, cut_short: true });
                    }
                }
                Err(halt) => return Err(super::refused(state, &halt)),
            }
        }
    }
}

/// The code of a journal that has been left, for the players to write down.
pub fn code_line<G: Game>(store: &Store<G>) -> String {
    match store.code() {
        Some(code) => format!("Its code is {code}: whoever writes it down knows the file again by `kaiser verify`."),
        None => "It cannot be read once more, so no code of it is told.".to_owned(),
    }
}

/// The words that close the declarations before fire.
fn closes(word: &str) -> bool {
    let word = word.trim().to_lowercase();
    !word.is_empty() && ["declared", "yes"].iter().any(|one| one.starts_with(&word))
}

/// A command with what follows from it.
struct Ruled {
    command: Command,
    events: Vec<NavalEvent>,
    /// It was stopped at a question, and is no more than what was finished of it.
    cut_short: bool,
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

/// What a side is told of its own order: no more than its log tells it.
fn told_to(side: &Id, before: &State, events: &[NavalEvent]) -> Answer {
    let told = show::told_to(side, before, events);
    let text = match show::tellings(&told) {
        text if text.is_empty() => "Done; there is no more to tell.".to_owned(),
        text => text,
    };
    let events: Vec<Value> = told.into_iter().map(|one| one.json).collect();
    Answer::text(text).with(json!({ "events": events }))
}

/// With the verdict and the points, which everybody hears when the battle is over.
fn counted(answer: Answer, state: &State) -> Answer {
    let (text, tally) = past::whole_tally(state);
    let verdict = tally["verdict"].clone();
    let told = format!("{}\n\n{text}", answer.text);
    Answer { text: told, ..answer }.with(json!({ "tally": tally, "verdict": verdict }))
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
    match &answer.page {
        Some(page) => out.paint(page),
        None if !answer.text.is_empty() => out.say(&answer.text),
        None => {}
    }
    let events: Vec<Value> = answer.events.iter().map(show::event_json).collect();
    let mut value = json!({ "ok": true, "command": command, "events": events, "text": answer.text });
    if let Value::Object(keys) = &mut value {
        keys.extend(answer.extra.clone());
    }
    out.value(&value);
}

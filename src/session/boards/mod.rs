//! The companion board games at the table: one session for all three. [`Companion`] is what a game provides.
pub mod annotating;
pub mod asked;
mod companion;
mod games;
mod hidden;
pub mod machine;
mod setting_out;
mod story;
pub mod table;
mod timing;
mod veil;
pub(crate) mod words;

use serde_json::{Value, json};

use crate::{
    After, AtTable, Face, Followed, Mode, Order, Outcome, Question, Refusal, Ruling, Session, Stage, Told, Wording,
    elsewhere,
    line::with_dice,
    naval::books,
    story::{entries_word, no_command},
};
use boards::{Sided, Verb};
use play::journal::{Entry, thrown};
use play::{self, Halt, HaltOf, Hint, Rule, verbs::Nature};
use show::boards as drawn;

use asked::{Asked, Machine, look, read_asked};
use companion::{Advice, OnAdvice, said};
pub use companion::{Companion, Eyes, EyesOf, MachineOf, unlawful};
pub use setting_out::can_set_out;
pub use story::story;
use table::{is_hidden, men_on};
pub use timing::impossible_time;
pub use veil::check as check_moment;
pub use words::help;
use words::{SessionVerb, SessionWord};

/// The session's state apart from the journal.
pub struct Seat<S> {
    /// The engine, if it plays a side.
    pub machine: Option<Machine<S>>,
    /// The running clock.
    running: Option<timing::Running<S>>,
}

impl<S> Seat<S> {
    /// With the engine or without it. No clock runs yet.
    pub fn of(machine: Option<Machine<S>>) -> Seat<S> {
        Seat { machine, running: None }
    }
}

impl<G: Companion> AtTable for G {
    const NAME: &'static str = <G as Companion>::NAME;
    type Seat = Seat<G::Side>;
    /// How to show the board, in the words after `board`.
    type Drawing = str;

    fn nature(line: &str) -> Nature {
        SessionVerb::nature(line)
    }
    fn read(state: &G::State, line: &str) -> Result<Order<G::Command>, Refusal> {
        let (line, dice) = with_dice(line)?;
        let command = G::parse(state, line).map_err(|fault| misread::<G>(line, fault.into()))?;
        Ok(Order { command, dice, is_final: true })
    }
    fn print(_: &G::State, command: &G::Command) -> String {
        G::typed(command)
    }
    fn complete(known: &G::State, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let mut lines: Vec<String> = G::choices(known).iter().map(G::typed).collect();
        let verbs: Vec<String> = G::VERBS.iter().map(Verb::begun).filter(|verb| !lines.contains(verb)).collect();
        lines.extend(G::before_a_move(known).iter().map(G::typed));
        lines.extend(verbs);
        lines.extend(SessionVerb::known(G::HIDES).map(words::begun));
        crate::line::completed(lines, line, cursor)
    }
    fn answer(session: &mut Session<'_, G>, line: &str) -> Result<Told, Refusal> {
        match words::session_word(line) {
            None => session.typed(line),
            Some(Err((verb, fault))) => Err(Session::<G>::misread(verb, line, fault, || Hint::form(""))),
            Some(Ok(word)) => session.word(word, line),
        }
    }

    /// Against the engine, `undo` undoes the person's own commands with all the engine's answers.
    fn undo_from(session: &Session<'_, G>, named: Option<usize>) -> Result<usize, Refusal> {
        let from = session.undo_from(named)?;
        session.is_not_the_machines_alone(from)?;
        session.may_take_back(from)?;
        Ok(from)
    }
    /// Refuses commands that only the engine may give, such as accepting its draw or resigning for it, and a `flag`
    /// that the clocks do not allow.
    fn expand(
        session: &Session<'_, G>,
        at: &G::State,
        order: &Order<G::Command>,
        amends: Option<usize>,
    ) -> Result<G::Command, Refusal> {
        let command = &order.command;
        if let Some(side) = G::flagged(command) {
            match amends {
                Some(_) => session.may_flag_afterwards(side)?,
                None if G::is_over(at) => {}
                None => session.may_flag(side)?,
            }
        }
        if amends.is_none() {
            session.may_for_the_machine(command)?;
        }
        Ok(command.clone())
    }
    fn asked(session: &Session<'_, G>, question: &Question<'_, G>) -> Wording {
        let line = match question {
            Question::Faces { asks, missing, .. } => {
                let sides = asks.first().map_or(0, |ask| ask.sides);
                format!("{missing} D{sides}, 1 to {sides}")
            }
            Question::Revealed { since } => session.revealed_since(*since),
        };
        Wording { line, may_go_back: true, ..Wording::default() }
    }
    fn refused(_: Option<&Session<'_, G>>, _: &G::State, command: &G::Command, halt: HaltOf<G>) -> Refusal {
        Refusal::rules(show::ask::halted(&halt, G::refused, |_| G::typed(command)))
    }
    fn told(session: &Session<'_, G>, outcome: &Outcome<'_, G>) -> Told {
        match outcome {
            Outcome::Ruled(Ruling { events, .. }) => {
                let position = G::position(session.state()).filter(|_| !session.is_curtained());
                let told = Told::text(said::<G>(events).join("\n")).events_of::<G>(events);
                position.into_iter().fold(told, |told, position| told.key("position", json!(position)))
            }
            Outcome::TakenBack { entries, .. } => {
                let first = entries.first().map(|entry| format!("entry {entry}")).unwrap_or_default();
                Told::text(format!("Taken back: {first}. {}", G::status(session.state())))
            }
            // The engine's answers return with the line that they answered.
            Outcome::BroughtBack { entries, .. } => {
                let lines = entries.iter().filter(|number| session.journal().line_of(**number) == **number).count();
                let said = if session.seat.machine.is_some() && lines == 1 { &entries[..1] } else { entries };
                Told::text(format!("In force again: {}. {}", entries_word(said), G::status(session.state())))
            }
            Outcome::Amended(amended) => amended.in_full(session, |_, events| said::<G>(events), ""),
            Outcome::DiceFrom(Mode::Ask) => Told::text("The dice are thrown on the table and typed."),
            other => other.in_common_words(session),
        }
    }

    fn face(session: &Session<'_, G>) -> Face {
        let (state, door) = (session.state(), session.door);
        let mover = G::mover(state).map(Sided::name);
        let goes_on = session.journal().entries().iter().any(|entry| matches!(entry, Entry::Did { .. }));
        let standing = G::status(state);
        let board = drawn::page(&G::diagram(state, session.eyes()), door.lettering(), door.lines());
        let says = session.clocks_told().map_or(standing.clone(), |clocks| format!("{standing}\n{clocks}"));
        let reads = session.passes() && session.next_set_out().is_none();
        Face {
            welcome: "`help` tells the rules and the commands, Tab completes, Ctrl-D leaves.",
            opening: vec![Told::page(board), Told::text(says)],
            standing,
            after: After::Opening,
            prompt: <G as Companion>::prompt(state),
            reader: mover.filter(|_| reads).map(|mover| (mover.to_owned(), 0)),
            is_secret: G::HIDES,
            curtain: Some(format!("Pass the screen to {}, who presses Enter: ", mover.unwrap_or_default())),
            is_awaited: session.passes() && goes_on && mover.is_some(),
            is_stoppable: true,
            ..Face::default()
        }
    }
    fn follow(session: &mut Session<'_, G>, stage: Stage) -> Result<Option<Followed>, Refusal> {
        if stage == Stage::Leaving {
            return session.stop_clock(false).map(|()| None);
        }
        session.turn_clock()?;
        // Automatic steps are undone with the line that they follow.
        session.as_last_line(|session| session.next_by_itself(stage))
    }
}

/// Splits text into words.
fn parts(words: &str) -> Vec<&str> {
    words.split_whitespace().collect()
}

/// Refuses a line, with the refusal `otherwise` unless it begins with a word of another game.
fn misread<G: Companion>(line: &str, otherwise: Refusal) -> Refusal {
    elsewhere::refused(G::RULES.title, has::<G>, line, otherwise)
}

/// Whether a line of a game may begin with a word.
fn has<G: Companion>(word: &str) -> bool {
    let is_verb = G::VERBS.iter().any(|verb| verb.row.is_called(word));
    is_verb || word == "move" || SessionVerb::known(G::HIDES).any(|row| row.begins(word))
}

impl<G: Companion> Session<'_, G> {
    /// Answers a session command, typed as in `text`.
    fn word(&mut self, word: SessionWord, text: &str) -> Result<Told, Refusal> {
        use SessionWord::*;
        let asked = |words: Option<String>| words.unwrap_or_default().to_lowercase();
        match word {
            Help { words } => self.help(&parts(&asked(words))),
            Rules { words: None } => self.rules(&[G::AGREEMENT.book().unwrap_or_default()]),
            Rules { words } => self.rules(&parts(&asked(words))),
            Board { how } => self.draw(&how.unwrap_or_default()),
            Status => {
                let mover = G::mover(self.state()).map(Sided::name);
                Ok(Told::text(G::status(self.state())).key("to_move", json!(mover)))
            }
            Moves { from } => self.moves(from.as_deref()),
            WhyNot { line } => self.why_not(&line),
            Belief => match G::belief(self.state()) {
                Some((text, value)) => Ok(Told::text(text).key("belief", value)),
                None => Err(Refusal::cannot("nothing is hidden in this game").hint(play::Hint::line("analyse"))),
            },
            PlaceLine { line } => self.set_out(&line.to_lowercase()),
            PlaceRandom => self.set_out(setting_out::RANDOM),
            Hint { asked: words } => self.hint(&parts(&asked(words))),
            Analyse { asked: words } => self.analyse(&parts(&asked(words))),
            Go { asked: words } => self.go(&parts(&asked(words))),
            Clock { control, because } => self.clock(control.as_deref(), because),
            // A note on the current state, for the record.
            Note { words } => self.remark(&words),
            Position => {
                let none = || {
                    Refusal::not_there("there is no position before all men are placed").hint(play::Hint::line("log"))
                };
                let position = G::position(self.state()).ok_or_else(none)?;
                self.peek(text)?;
                Ok(Told::text(&position).key("position", json!(position)))
            }
            Log => {
                let (text, value) = story(self.journal());
                Ok(Told::text(text).key("log", value))
            }
            Why { entry } => self.why(entry),
            Undo(word) | Redo(word) | Dice(word) | Quit(word) => self.common(word),
        }
    }

    /// Reports the events of an effective command and the paragraphs behind them. It shows no more about hidden pieces
    /// than the log.
    fn why(&self, entry: Option<usize>) -> Result<Told, Refusal> {
        let deeds = self.journal().deeds();
        let mut in_force = deeds.iter().filter(|deed| deed.struck.is_none());
        let deed = match entry {
            Some(number) => in_force.find(|deed| deed.entry == number),
            None => in_force.next_back(),
        };
        let deed = deed.ok_or_else(|| no_command(self.journal(), entry))?;
        let book = load::other_rulebooks(self.sources)?;
        let told = deed.events.iter().filter(|event| G::event(event).is_some());
        let cited: Vec<Rule> = play::each_once(told.map(|event| event.rule));
        let paragraphs: Vec<_> = cited.into_iter().filter_map(|rule| book.get(rule)).collect();
        let command = G::told(deed.command, !is_hidden::<G>(self.state()));
        let mut lines = vec![format!("{}  {command}", deed.entry)];
        lines.extend(said::<G>(deed.events));
        lines.extend(paragraphs.iter().map(|paragraph| show::rulebook::saying(paragraph)));
        let rules: Vec<Value> = paragraphs.iter().map(|paragraph| show::rulebook::paragraph_json(paragraph)).collect();
        let value = json!({ "entry": deed.entry, "command": command, "rules": rules });
        Ok(Told::text(lines.join("\n")).key("why", value))
    }

    /// Says what was revealed since an entry, so that undoing it requires a reason.
    fn revealed_since(&self, entry: usize) -> String {
        let mut shown: Vec<String> = Vec::new();
        self.journal().walk(|line, before| {
            if let Entry::Did { events, .. } = line.entry
                && entry <= line.number
                && line.in_force
            {
                shown.extend(G::revealed(before, events));
            }
        });
        if shown.is_empty() {
            return format!("the game ended in entry {entry} or later, and every man was shown");
        }
        format!("{} turned up in entry {entry} or later", men_on(&shown))
    }

    /// Refuses commands that only the engine may give.
    fn may_for_the_machine(&self, command: &G::Command) -> Result<(), Refusal> {
        let (state, Some(machine)) = (self.state(), &self.seat.machine) else { return Ok(()) };
        let person = machine.side.other();
        if G::is_common(command, boards::Common::Resign { side: machine.side }) {
            let what = format!("the machine plays {}, and does not resign", machine.side.name());
            return Err(Refusal::cannot(what).form(format!("resign {}", person.name())));
        }
        if G::is_common(command, boards::Common::AcceptDraw)
            && !G::is_over(state)
            && G::standing(state).offer == Some(person)
        {
            let what = "the machine has declined the draw, and the offer was yours";
            return Err(Refusal::cannot(what).form("play on, or resign"));
        }
        Ok(())
    }

    /// Returns the default viewer of the board: against the engine, the person.
    pub fn eyes(&self) -> EyesOf<G> {
        self.seat.machine.as_ref().map_or(Eyes::Mover, |machine| Eyes::Side(machine.side.other()))
    }

    /// Shows paragraphs by number, by book, or by a search.
    fn rules(&self, asked: &[&str]) -> Result<Told, Refusal> {
        let (text, value) = books::rules_in(self.sources, G::AGREEMENT.book().unwrap_or_default(), asked)?;
        Ok(Told::text(text).key("rules", value))
    }

    /// Shows the rules in brief, the card, a paragraph, or what the card has on a word.
    fn help(&self, words: &[&str]) -> Result<Told, Refusal> {
        match words {
            [] => Ok(Told::page(words::help::<G>())),
            ["rules"] => Ok(Told::text(G::RULES.told())),
            [number] if books::is_number(number) => self.rules(words),
            [word] => {
                let is_said = |cell: &str| cell.split([' ', ',']).any(|said| said == *word);
                let words = words::cells::<G>().filter(|(typed, does)| is_said(typed) || is_said(does));
                let line = |(typed, does): (&str, &str)| format!("  {typed}  {does}").trim_end().to_owned();
                let lines: Vec<String> = words.map(line).collect();
                let verbs = (!lines.is_empty()).then(|| lines.join("\n"));
                let parts: Vec<String> = [verbs, G::RULES.told_of(word)].into_iter().flatten().collect();
                if parts.is_empty() {
                    let near = G::RULES.nearest(word).map(|near| format!("did you mean `help {near}`?"));
                    let hint = near.unwrap_or_else(|| "help, or help rules".to_owned());
                    let nothing = Refusal::not_there(format!("the rules say nothing of \"{word}\"")).hint(hint);
                    return Err(misread::<G>(word, nothing));
                }
                Ok(Told::text(parts.join("\n\n")))
            }
            _ => Err(Refusal::read("help is asked for one word").hint(play::Hint::form("help rules, help capture"))),
        }
    }

    /// Lists the legal moves, or those of the piece on a square and what else may be done there.
    fn moves(&self, square: Option<&str>) -> Result<Told, Refusal> {
        square.map_or(Ok(()), G::square)?;
        let mut commands = G::choices(self.state());
        commands.retain(|command| square.is_none() || G::place(command).as_deref() == square);
        let moves: Vec<String> = commands.iter().map(G::typed).collect();
        let text = if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
        Ok(Told::text(text).key("moves", json!(moves)))
    }

    fn why_not(&self, line: &str) -> Result<Told, Refusal> {
        let line = parts(line).join(" ");
        let command = G::parse(self.state(), &line)?;
        let decided = play::decide::<G>(self.state(), &command, &mut thrown(0, 0));
        let (lawful, says) = match decided {
            Err(Halt::Refused { reason, rule }) => (false, G::refused(&reason, rule).told(None)),
            Ok(_) | Err(Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. }) => (true, format!("{line} is lawful.")),
        };
        Ok(Told::text(says).key("lawful", json!(lawful)))
    }
}

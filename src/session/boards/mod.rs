//! The companion board games at the table: one session for all three. [`BoardGame`] is what a game provides.
pub mod annotating;
mod clocks;
mod companion;
mod games;
mod hidden;
pub mod machine;
pub mod search_options;
mod setting_out;
mod story;
pub mod table;
mod visibility;
pub(crate) mod words;

use serde_json::{Value, json};

use crate::{
    AfterLine, Answer, AutomaticStep, DiceMode, LineOutcome, Order, PlayableGame, PromptView, QuestionText, Refusal,
    RuledCommand, Session, SessionQuestion, Stage, elsewhere, line::split_dice, naval::books, story::not_explainable,
};
use boards::{Sided, Verb};
use play::journal::{Entry, seeded_stream};
use play::{self, Hint, NotDecided, NotDecidedOf, Rule, verbs::LineProperties};
use show::boards as drawn;

pub use clocks::impossible_time;
use companion::{Advice, OnAdvice, event_sentences};
pub use companion::{BoardGame, BoardViewer, EngineOf, ViewerOf, invalid_position};
use search_options::{EnginePlayer, SearchOptions, read_options, search_open};
pub use setting_out::can_place;
pub use story::log_of;
use table::{is_hidden, pieces_on};
pub use visibility::check_visible as check_moment;
pub use words::help;
use words::{SessionVerb, SessionWord};

pub struct BoardSeat<S> {
    pub engine: Option<EnginePlayer<S>>,
    running: Option<clocks::RunningClock<S>>,
}

impl<S> BoardSeat<S> {
    pub fn new(machine: Option<EnginePlayer<S>>) -> BoardSeat<S> {
        BoardSeat { engine: machine, running: None }
    }
}

impl<G: BoardGame> PlayableGame for G {
    const NAME: &'static str = <G as BoardGame>::NAME;
    type Seat = BoardSeat<G::Side>;
    /// How to show the board, in the words after `board`.
    type Drawing = str;

    fn nature(line: &str) -> LineProperties {
        SessionVerb::properties(line)
    }
    fn read(state: &G::State, line: &str) -> Result<Order<G::Command>, Refusal> {
        let (line, dice) = split_dice(line)?;
        let command = G::parse(state, line).map_err(|error| refuse_line::<G>(line, error.into()))?;
        Ok(Order { command, dice, is_final: true })
    }
    fn print(_: &G::State, command: &G::Command) -> String {
        G::command_text(command)
    }
    fn complete(known: &G::State, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let mut lines: Vec<String> = G::choices(known).iter().map(G::command_text).collect();
        let verbs: Vec<String> = G::VERBS.iter().map(Verb::line_start).filter(|verb| !lines.contains(verb)).collect();
        lines.extend(G::before_a_move(known).iter().map(G::command_text));
        lines.extend(verbs);
        lines.extend(SessionVerb::rows_for(G::HIDES).map(words::completion_start));
        crate::line::complete_lines(lines, line, cursor)
    }
    fn answer(session: &mut Session<'_, G>, line: &str) -> Result<Answer, Refusal> {
        match words::read_session_command(line) {
            None => session.carry_out_typed(line),
            Some(Err((verb, error))) => Err(Session::<G>::refuse_command(verb, line, error, || Hint::form(""))),
            Some(Ok(word)) => session.answer_session_word(word, line),
        }
    }

    /// Against the engine, `undo` undoes the person's own commands with all the engine's answers.
    fn undo_from(session: &Session<'_, G>, named: Option<usize>) -> Result<usize, Refusal> {
        let from = session.undo_from(named)?;
        session.check_person_has_acted(from)?;
        session.check_undo(from)?;
        Ok(from)
    }
    /// Refuses commands that only the engine may give, such as accepting its draw or resigning for it, and a `flag`
    /// that the clocks do not allow.
    fn expand(
        session: &Session<'_, G>,
        at: &G::State,
        order: &Order<G::Command>,
        amended: Option<usize>,
    ) -> Result<G::Command, Refusal> {
        let command = &order.command;
        if let Some(side) = G::flagged_side(command) {
            match amended {
                Some(_) => session.check_flag_amendment(side)?,
                None if G::is_over(at) => {}
                None => session.check_flag(side)?,
            }
        }
        if amended.is_none() {
            session.check_engine_only(command)?;
        }
        Ok(command.clone())
    }
    fn word_question(session: &Session<'_, G>, question: &SessionQuestion<'_, G>) -> QuestionText {
        let line = match question {
            SessionQuestion::Faces { requests, missing, .. } => {
                let sides = requests.first().map_or(0, |request| request.sides);
                format!("{missing} D{sides}, 1 to {sides}")
            }
            SessionQuestion::Revealed { since } => session.revealed_since(*since),
        };
        QuestionText { line, may_go_back: true, ..QuestionText::default() }
    }
    fn refusal_of(_: Option<&Session<'_, G>>, _: &G::State, command: &G::Command, halt: NotDecidedOf<G>) -> Refusal {
        Refusal::rules(show::dice_prompts::halt_error(&halt, G::refused, |_| G::command_text(command)))
    }
    fn report(session: &Session<'_, G>, outcome: &LineOutcome<'_, G>) -> Answer {
        match outcome {
            LineOutcome::Ruled(RuledCommand { events, .. }) => {
                let position = G::position(session.state()).filter(|_| !session.is_look_forbidden());
                let answer = Answer::text(event_sentences::<G>(events).join("\n")).with_game_events::<G>(events);
                position.into_iter().fold(answer, |answer, position| answer.with_key("position", json!(position)))
            }
            LineOutcome::Amended(amended) => amended.full_report(session, |_, events| event_sentences::<G>(events), ""),
            LineOutcome::DiceFrom(DiceMode::Ask) => Answer::text("You roll the dice at the table and type them."),
            other => other.common_text(session),
        }
    }

    fn prompt_view(session: &Session<'_, G>) -> PromptView {
        let (state, frontend) = (session.state(), session.frontend);
        let mover = G::mover(state).map(Sided::name);
        let has_begun = session.journal().entries().iter().any(|entry| matches!(entry, Entry::Did { .. }));
        let status = G::status(state);
        let board =
            drawn::page(&G::diagram(state, session.default_viewer()), frontend.board_style(), frontend.screen_lines());
        let opening_text = session.clocks_text().map_or(status.clone(), |clocks| format!("{status}\n{clocks}"));
        let hands_over = session.hands_over_keyboard() && session.next_placement().is_none();
        PromptView {
            welcome: "`help` shows the rules and commands, Tab completes, Ctrl-D quits.",
            opening: vec![Answer::page(board), Answer::text(opening_text)],
            status,
            shown_after: AfterLine::Opening,
            prompt: <G as BoardGame>::prompt(state),
            viewer: mover.filter(|_| hands_over).map(|mover| (mover.to_owned(), 0)),
            is_secret: G::HIDES,
            curtain_question: Some(format!("Pass the screen to {}, who presses Enter: ", mover.unwrap_or_default())),
            is_awaited: session.hands_over_keyboard() && has_begun && mover.is_some(),
            is_stoppable: true,
            ..PromptView::default()
        }
    }
    fn next_automatic_step(session: &mut Session<'_, G>, stage: Stage) -> Result<Option<AutomaticStep>, Refusal> {
        if stage == Stage::Leaving {
            return session.stop_clock(false).map(|()| None);
        }
        session.update_clock()?;
        // Automatic steps are undone with the line that they follow.
        session.as_last_line(|session| session.next_automatic_step(stage))
    }
}

fn split_words(words: &str) -> Vec<&str> {
    words.split_whitespace().collect()
}

/// Refuses a line. The refusal is `default`, unless the line begins with a word of another game.
fn refuse_line<G: BoardGame>(line: &str, default: Refusal) -> Refusal {
    elsewhere::refuse(G::RULES.title, knows_word::<G>, line, default)
}

/// Whether a line of a game may begin with a word.
fn knows_word<G: BoardGame>(word: &str) -> bool {
    let is_verb = G::VERBS.iter().any(|verb| verb.row.is_called(word));
    is_verb || word == "move" || SessionVerb::rows_for(G::HIDES).any(|row| row.begins(word))
}

impl<G: BoardGame> Session<'_, G> {
    /// Answers a session command, typed as in `text`.
    fn answer_session_word(&mut self, word: SessionWord, text: &str) -> Result<Answer, Refusal> {
        use SessionWord::*;
        let lower_words = |words: Option<String>| words.unwrap_or_default().to_lowercase();
        match word {
            Help { words } => self.help(&split_words(&lower_words(words))),
            Rules { words: None } => self.rules(&[G::AGREEMENT.book().unwrap_or_default()]),
            Rules { words } => self.rules(&split_words(&lower_words(words))),
            Board { how } => self.draw(&how.unwrap_or_default()),
            Status => {
                let mover = G::mover(self.state()).map(Sided::name);
                Ok(Answer::text(G::status(self.state())).with_key("to_move", json!(mover)))
            }
            Moves { from } => self.moves(from.as_deref()),
            WhyNot { line } => self.why_not(&line),
            Belief => match G::belief(self.state()) {
                Some((text, value)) => Ok(Answer::text(text).with_key("belief", value)),
                None => Err(Refusal::cannot("Nothing is hidden in this game.").hint(play::Hint::line("analyse"))),
            },
            PlaceLine { line } => self.place_by_line(&line.to_lowercase()),
            PlaceRandom => self.place_by_line(setting_out::RANDOM_PLACEMENT),
            Hint { asked: words } => self.hint(&split_words(&lower_words(words))),
            Analyse { asked: words } => self.analyse(&split_words(&lower_words(words))),
            Go { asked: words } => self.play_engine_move(&split_words(&lower_words(words))),
            Clock { control, because } => self.clock(control.as_deref(), because),
            Note { words } => self.add_note(&words),
            Position => {
                let no_position = || {
                    Refusal::not_there("There is no position until all pieces are placed.")
                        .hint(play::Hint::line("log"))
                };
                let position = G::position(self.state()).ok_or_else(no_position)?;
                self.record_look(text)?;
                Ok(Answer::text(&position).with_key("position", json!(position)))
            }
            Log => {
                let (text, value) = log_of(self.journal());
                Ok(Answer::text(text).with_key("log", value))
            }
            Why { entry } => self.explain_entry(entry),
            Undo(word) | Redo(word) | Dice(word) | Quit(word) => self.answer_common(word),
        }
    }

    /// Reports the events of an effective command and the paragraphs behind them. It shows no more about hidden pieces
    /// than the log.
    fn explain_entry(&self, entry: Option<usize>) -> Result<Answer, Refusal> {
        let commands = self.journal().commands();
        let mut effective = commands.iter().filter(|applied| applied.removed_by.is_none());
        let applied = match entry {
            Some(number) => effective.find(|applied| applied.entry == number),
            None => effective.next_back(),
        };
        let applied = applied.ok_or_else(|| not_explainable(self.journal(), entry))?;
        let book = load::other_rulebooks(self.sources)?;
        let described = applied.events.iter().filter(|event| G::event_sentence(event).is_some());
        let cited: Vec<Rule> = play::distinct(described.map(|event| event.rule));
        let paragraphs: Vec<_> = cited.into_iter().filter_map(|rule| book.get(rule)).collect();
        let command = G::log_text(applied.command, !is_hidden::<G>(self.state()));
        let mut lines = vec![format!("{}  {command}", applied.entry)];
        lines.extend(event_sentences::<G>(applied.events));
        lines.extend(paragraphs.iter().map(|paragraph| show::rulebook::paragraph_text(paragraph)));
        let rules: Vec<Value> = paragraphs.iter().map(|paragraph| show::rulebook::paragraph_json(paragraph)).collect();
        let value = json!({ "entry": applied.entry, "command": command, "rules": rules });
        Ok(Answer::text(lines.join("\n")).with_key("why", value))
    }

    /// Says what was revealed since an entry, so that undoing it requires a reason.
    fn revealed_since(&self, entry: usize) -> String {
        let mut shown: Vec<String> = Vec::new();
        self.journal().walk(|line, before| {
            if let Entry::Did { events, .. } = line.entry
                && entry <= line.number
                && line.is_active
            {
                shown.extend(G::revealed(before, events));
            }
        });
        if shown.is_empty() {
            return format!("The game ended in entry {entry} or later and showed every piece");
        }
        format!("In entry {entry} or later, {} turned up", pieces_on(&shown))
    }

    fn check_engine_only(&self, command: &G::Command) -> Result<(), Refusal> {
        let (state, Some(machine)) = (self.state(), &self.seat.engine) else { return Ok(()) };
        let person = machine.side.other();
        if G::is_common(command, boards::CommonCommand::Resign { side: machine.side }) {
            let what = format!("The engine plays {} and does not resign.", machine.side.name());
            return Err(Refusal::cannot(what).form(format!("resign {}", person.name())));
        }
        if G::is_common(command, boards::CommonCommand::AcceptDraw)
            && !G::is_over(state)
            && G::game_status(state).offer == Some(person)
        {
            let what = "The engine has already declined your draw offer.";
            return Err(Refusal::cannot(what).form("play on, or resign"));
        }
        Ok(())
    }

    /// Returns the default viewer of the board: against the engine the person, otherwise the side to move.
    pub fn default_viewer(&self) -> ViewerOf<G> {
        self.seat.engine.as_ref().map_or(BoardViewer::Mover, |machine| BoardViewer::Side(machine.side.other()))
    }

    /// Shows paragraphs by number, by book, or by a search.
    fn rules(&self, words: &[&str]) -> Result<Answer, Refusal> {
        let (text, value) = books::rules_in(self.sources, G::AGREEMENT.book().unwrap_or_default(), words)?;
        Ok(Answer::text(text).with_key("rules", value))
    }

    /// Shows the rules in brief, the card, a paragraph, or the commands and rules on a word.
    fn help(&self, words: &[&str]) -> Result<Answer, Refusal> {
        match words {
            [] => Ok(Answer::page(words::help::<G>())),
            ["rules"] => Ok(Answer::text(G::RULES.text())),
            [number] if books::is_number(number) => self.rules(words),
            [word] => {
                let contains_word = |cell: &str| cell.split([' ', ',']).any(|part| part == *word);
                let words =
                    words::help_cells::<G>().filter(|(typed, does)| contains_word(typed) || contains_word(does));
                let line = |(typed, does): (&str, &str)| format!("  {typed}  {does}").trim_end().to_owned();
                let lines: Vec<String> = words.map(line).collect();
                let verbs = (!lines.is_empty()).then(|| lines.join("\n"));
                let parts: Vec<String> = [verbs, G::RULES.text_about(word)].into_iter().flatten().collect();
                if parts.is_empty() {
                    let near = G::RULES.nearest(word).map(|near| format!("did you mean `help {near}`?"));
                    let hint = near.unwrap_or_else(|| "help, or help rules".to_owned());
                    let nothing = Refusal::not_there(format!("The rules do not mention \"{word}\".")).hint(hint);
                    return Err(refuse_line::<G>(word, nothing));
                }
                Ok(Answer::text(parts.join("\n\n")))
            }
            _ => Err(Refusal::read("`help` takes one word.").hint(play::Hint::form("help rules, help capture"))),
        }
    }

    /// Lists the legal moves, or those of the piece on a square and what else may be done there.
    fn moves(&self, square: Option<&str>) -> Result<Answer, Refusal> {
        square.map_or(Ok(()), G::check_square)?;
        let mut commands = G::choices(self.state());
        commands.retain(|command| square.is_none() || G::square_of(command).as_deref() == square);
        let moves: Vec<String> = commands.iter().map(G::command_text).collect();
        let text = if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
        Ok(Answer::text(text).with_key("moves", json!(moves)))
    }

    fn why_not(&self, line: &str) -> Result<Answer, Refusal> {
        let line = split_words(line).join(" ");
        let command = G::parse(self.state(), &line)?;
        let decided = play::decide::<G>(self.state(), &command, &mut seeded_stream(0, 0));
        let (legal, message) = match decided {
            Err(NotDecided::Refused { reason, rule }) => (false, G::refused(&reason, rule).as_answer(None)),
            Ok(_) | Err(NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. }) => {
                (true, format!("{line} is legal."))
            }
        };
        Ok(Answer::text(message).with_key("lawful", json!(legal)))
    }
}

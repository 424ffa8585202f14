//! What a game provides so that people can play it in a session.
use std::borrow::Cow;

use crate::{
    Answer, AutomaticStep, EarlyDice, LineOutcome, Order, PromptView, QuestionText, Refusal, Session, SessionQuestion,
    Stage,
};
use play::{DiceRequest, EventOf, Game, Hint, NotDecidedOf, verbs::LineProperties};

/// A game as a session plays it.
///
/// The rules are [`Game`]: they decide a command and apply its events. This trait adds what people need to play: lines,
/// permissions, questions and words. The session does the rest: it keeps the journal, asks for dice, undoes, amends,
/// and applies a line as one commit.
///
/// # How a line is processed
///
/// 1. [`answer`](PlayableGame::answer) gets each typed line. It hands common commands back to the session and answers
///    the game's own. Anything else is an order: [`read`](PlayableGame::read) makes a command of it, using what the
///    viewer [knows](PlayableGame::known_state).
/// 2. [`expand`](PlayableGame::expand) fills in what the order leaves open, and refuses it if the viewer may not give
///    it.
/// 3. [`ask_choices`](PlayableGame::ask_choices) asks the person for decisions.
/// 4. The session decides the command. If dice are missing, [`joint_rolls`](PlayableGame::joint_rolls) returns those
///    to ask for in one question, and [`word_question`](PlayableGame::word_question) words it. If the person stops there,
///    [`finished_part`](PlayableGame::finished_part) returns the part that still takes effect.
/// 5. The line is recorded. [`report`](PlayableGame::report) words the result, or
///    [`refusal_of`](PlayableGame::refusal_of) the refusal.
/// 6. [`next_automatic_step`](PlayableGame::next_automatic_step) performs automatic steps, and
///    [`prompt_view`](PlayableGame::prompt_view) shows the state of the game.
///
/// # A small game
///
/// A game on open boards without dice needs nine methods: `nature`, `read`, `print`, `complete`, `answer`,
/// `word_question`, `refusal_of`, `report` and `prompt_view`. Methods with a body are for games with hidden
/// information, with questions other than dice, or with a side played by the program. Steel and Crystal
/// (`session/crystal`) is the shortest example.
pub trait PlayableGame: Game {
    /// The game's name in the header (line 1) of a journal.
    const NAME: &'static str;

    /// What a session keeps apart from its journal: the viewer, and the side the engine plays.
    type Seat;
    /// What the game can be asked to draw.
    type Drawing: ?Sized;

    /// Returns the properties of a line that its verb determines, before the line is read.
    fn nature(line: &str) -> LineProperties;
    fn read(state: &Self::State, line: &str) -> Result<Order<Self::Command>, Refusal>;
    /// Prints a command as it would be typed.
    fn print(state: &Self::State, command: &Self::Command) -> String;
    /// Completes `line` up to `cursor`: returns the byte where the replacement begins, and the candidates.
    fn complete(known: &Self::State, line: &str, cursor: usize) -> (usize, Vec<String>);
    /// Whether a line could be meant for the prompt although something else was asked.
    fn is_command_line(session: &Session<'_, Self>, line: &str) -> bool {
        (!line.contains(char::is_whitespace) && Self::nature(line).common.is_some())
            || Self::read(&session.known_state(), line).is_ok()
    }
    /// Answers a line: carries out an order or a session command. Nothing has changed if it is refused.
    fn answer(session: &mut Session<'_, Self>, line: &str) -> Result<Answer, Refusal>;

    /// Answers the lines of a block together. Nothing has changed if one is refused.
    fn answer_block(_: &mut Session<'_, Self>, _: Vec<String>) -> Result<Answer, Refusal> {
        Err(Refusal::cannot("This game has no blocks of lines."))
    }

    /// Returns the game as the viewer may know it. Lines are read and refused from this.
    fn known_state<'s>(session: &'s Session<'_, Self>) -> Cow<'s, Self::State> {
        Cow::Borrowed(session.state())
    }
    /// Returns whose dice are rolled at the keyboard for this command.
    fn whose_dice(_: &Session<'_, Self>, _: &Self::Command) -> DiceOwner {
        DiceOwner::Own
    }
    fn may(_: &Session<'_, Self>, _: Permission<'_>) -> Result<(), Refusal> {
        Ok(())
    }
    /// Returns the entry from which the viewer undoes: `named` as typed, or the first entry of the last line.
    fn undo_from(session: &Session<'_, Self>, named: Option<usize>) -> Result<usize, Refusal> {
        session.undo_from(named)
    }
    /// Returns the entry up to which the viewer redoes: `named` as typed, or the last that was undone.
    fn redo_to(session: &Session<'_, Self>, named: Option<usize>) -> Result<usize, Refusal> {
        session.redo_to(named)
    }
    /// Returns what to type instead of an amendment of an entry into this command, which the rules refuse for this
    /// reason. `_at` is the state before the entry.
    fn hint_instead_of(
        _entry: usize,
        _at: &Self::State,
        _command: &Self::Command,
        _reason: &Self::Reason,
    ) -> Option<Hint> {
        None
    }
    /// Fills in what an order leaves open in a state. Refused if the viewer may not give the order, or may not
    /// amend the entry `amended` into it.
    fn expand(
        _: &Session<'_, Self>,
        _state: &Self::State,
        order: &Order<Self::Command>,
        _amended: Option<usize>,
    ) -> Result<Self::Command, Refusal> {
        Ok(order.command.clone())
    }
    /// Returns the command after asking the person, before it is ruled, or `None` if there is nothing to ask.
    fn ask_choices(
        _: &mut Session<'_, Self>,
        _: &Self::Command,
        _: AskPoint<'_, Self>,
    ) -> Result<Option<Self::Command>, Refusal> {
        Ok(None)
    }
    /// Returns the part that takes effect of a command that ends early: a command with its events. It is decided by the
    /// dice so far, and by those given before their turn.
    fn finished_part(
        _: &Self::State,
        _: &Self::Command,
        _: (&[u8], &EarlyDice<Self::Purpose>),
        _: EarlyEnd<'_, Self>,
    ) -> Option<(Self::Command, Vec<EventOf<Self>>)> {
        None
    }
    /// Returns the rolls that are asked for in one question, in its order. They are of one kind and depend on nothing
    /// but these dice and those already given for others. If there are fewer than two, dice are asked for roll by roll.
    fn joint_rolls(
        _: &Session<'_, Self>,
        _: &Self::State,
        _: &Self::Command,
        _: (&[u8], &EarlyDice<Self::Purpose>),
        _: &DiceRequest<Self::Purpose>,
    ) -> Vec<DiceRequest<Self::Purpose>> {
        Vec::new()
    }
    fn word_question(session: &Session<'_, Self>, question: &SessionQuestion<'_, Self>) -> QuestionText;
    /// Turns a halt of the rules into a refusal, for the viewer of a session or for a reader of everything.
    fn refusal_of(
        session: Option<&Session<'_, Self>>,
        state: &Self::State,
        command: &Self::Command,
        halt: NotDecidedOf<Self>,
    ) -> Refusal;
    /// Reads the text after `amend`: an order, or only the part of the command that changes.
    fn read_amended(
        _: &Session<'_, Self>,
        amended: &AmendedCommand<'_, Self>,
        line: &str,
    ) -> Result<EntryCorrection<Self>, Refusal> {
        Self::read(amended.at, line).map(EntryCorrection::Command)
    }
    fn report(session: &Session<'_, Self>, outcome: &LineOutcome<'_, Self>) -> Answer;

    fn prompt_view(session: &Session<'_, Self>) -> PromptView;
    fn next_automatic_step(_: &mut Session<'_, Self>, _: Stage) -> Result<Option<AutomaticStep>, Refusal> {
        Ok(None)
    }
}

pub enum Permission<'a> {
    /// Begin the questions for an order with this verb. Refused if no answers could make it legal now.
    Begin(&'a str),
    /// Do what only the referee may, such as choose where dice come from.
    ActAsReferee,
    /// Amend entries.
    Amend,
    /// Have `entry` ruled again because `amended`, an earlier entry, is amended.
    Reevaluate { entry: usize, amended: usize },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceOwner {
    /// Only the viewer's.
    Own,
    /// Also dice of others. The viewer does not know how many, so the true state asks for them.
    OfOthersToo,
}

/// When the person may be asked about a command.
pub enum AskPoint<'m, G: Game> {
    /// The command was typed. If `is_final`, the parts it leaves open are intended and not asked for.
    Typed { is_final: bool },
    /// Dice were rolled for it in this state, and these of its events are settled.
    Rolled(&'m G::State, &'m [EventOf<G>]),
}

pub enum EarlyEnd<'e, G: Game> {
    /// The person stopped at a question.
    Stopped,
    /// The command is refused after dice were rolled for it.
    Refused(&'e NotDecidedOf<G>),
}

pub struct AmendedCommand<'d, G: Game> {
    pub entry: usize,
    /// The state before the entry.
    pub at: &'d G::State,
    /// The entry's command, as last amended.
    pub command: &'d G::Command,
}

pub enum EntryCorrection<G: Game> {
    /// A new command for the entry.
    Command(Order<G::Command>),
    /// The command rests on another entry, which is amended with this line.
    Elsewhere { entry: usize, line: String },
    /// New results for all its dice.
    Dice(Vec<u8>),
    /// New results for the dice of one unit, with the unit's name as typed.
    UnitDice { unit: String, owns_die: BelongsToUnit<G>, faces: Vec<u8> },
}

/// Tests by its purpose whether a roll belongs to one unit.
pub type BelongsToUnit<G> = Box<dyn Fn(&<G as Game>::Purpose) -> bool>;

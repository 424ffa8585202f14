//! What a game brings to the table at which it is played.
use std::borrow::Cow;

use crate::{Face, Followed, Given, Order, Outcome, Question, Refusal, Session, Stage, Told, Wording};
use play::{Ask, EventOf, Game, HaltOf, verbs::Nature};

/// A game as a session plays it.
///
/// The rules are [`Game`]: they decide a command and apply its events. What is written here is all that a game brings besides,
/// so that people can play it: its lines, who may do what, its questions, and its words. The session does the rest: it keeps
/// the journal, asks for dice, takes back, amends, and puts a line in force as one commit.
///
/// # The way of a line
///
/// 1. [`answer`](AtTable::answer) gets each line that is typed. A word that every session knows goes back to the session, any
///    other the game answers. Anything else is an order: [`read`](AtTable::read) makes a command of it, by what whoever reads may
///    [know](AtTable::known).
/// 2. [`expand`](AtTable::expand) puts in what the order leaves open, and refuses it to whoever may not give it.
/// 3. [`before`](AtTable::before) asks a person what only a person can say.
/// 4. The session decides the command. If dice are missing, [`together`](AtTable::together) says which are asked for in one
///    question, and [`asked`](AtTable::asked) words it. If somebody stops there, [`finished`](AtTable::finished) says what
///    stands all the same.
/// 5. The commit is done. [`told`](AtTable::told) words what came of the line, or [`refused`](AtTable::refused) why nothing did.
/// 6. [`follow`](AtTable::follow) does what happens by itself, and [`face`](AtTable::face) shows how the game stands.
///
/// # A small game
///
/// A game of open boards without dice writes nine methods: `nature`, `read`, `print`, `complete`, `answer`, `asked`, `refused`,
/// `told` and `face`. What has a body here is for games that hide something, that ask for more than dice, or in which the
/// program plays a side. Steel and Crystal (`session/crystal`) is the shortest example.
pub trait AtTable: Game {
    /// Its name in line 1 of a journal.
    const NAME: &'static str;

    /// What a session of it has besides its journal: who reads, which side the machine plays.
    type Seat;
    /// What it can be asked to draw.
    type Drawing: ?Sized;

    /// What the row of the verb says of a line, before the line is read.
    fn nature(line: &str) -> Nature;
    /// Reads an order.
    fn read(state: &Self::State, line: &str) -> Result<Order<Self::Command>, Refusal>;
    /// A command as it would be typed.
    fn print(state: &Self::State, command: &Self::Command) -> String;
    /// What may be typed at the end of `line`, up to `cursor`, and the byte from which it replaces what stands there.
    fn complete(known: &Self::State, line: &str, cursor: usize) -> (usize, Vec<String>);
    /// Whether a line could be meant for the prompt, where something else is asked for.
    fn is_line(session: &Session<'_, Self>, line: &str) -> bool {
        (!line.contains(char::is_whitespace) && Self::nature(line).common.is_some())
            || Self::read(&session.known(), line).is_ok()
    }
    /// Answers a line: carries out an order, or answers a word to the session. Nothing has changed when it is refused.
    fn answer(session: &mut Session<'_, Self>, line: &str) -> Result<Told, Refusal>;

    /// The game as whoever reads may know it: lines are read, and refused, by this.
    fn known<'s>(session: &'s Session<'_, Self>) -> Cow<'s, Self::State> {
        Cow::Borrowed(session.state())
    }
    /// Whose dice fall at the keyboard when this command is carried out there.
    fn whose_dice(_: &Session<'_, Self>, _: &Self::Command) -> WhoseDice {
        WhoseDice::Own
    }
    /// Whether whoever reads may do this.
    fn may(_: &Session<'_, Self>, _: Act<'_>) -> Result<(), Refusal> {
        Ok(())
    }
    /// The entry from which whoever reads takes back: the one `named`, as it was typed, or the first of the last line.
    fn undo_from(session: &Session<'_, Self>, named: Option<usize>) -> Result<usize, Refusal> {
        session.undo_from(named)
    }
    /// The entry to which whoever reads brings back: the one `named`, as it was typed, or the last that was taken back.
    fn redo_to(session: &Session<'_, Self>, named: Option<usize>) -> Result<usize, Refusal> {
        session.redo_to(named)
    }
    /// An order as it is decided in the state `at`: what it leaves open is put in. Refused to whoever may not give it, or may
    /// not amend the entry `amends` into it.
    fn expand(
        _: &Session<'_, Self>,
        _at: &Self::State,
        order: &Order<Self::Command>,
        _amends: Option<usize>,
    ) -> Result<Self::Command, Refusal> {
        Ok(order.command.clone())
    }
    /// The command as a person wants it who is asked before it is ruled; `None` where there is nothing to ask.
    fn before(
        _: &mut Session<'_, Self>,
        _: &Self::Command,
        _: Moment<'_, Self>,
    ) -> Result<Option<Self::Command>, Refusal> {
        Ok(None)
    }
    /// What stands of a command that ends early, in its own words, with its events: with these faces, and those that were
    /// given before their turn.
    fn finished(
        _: &Self::State,
        _: &Self::Command,
        _: (&[u8], &Given<Self::Purpose>),
        _: Ending<'_, Self>,
    ) -> Option<(Self::Command, Vec<EventOf<Self>>)> {
        None
    }
    /// Dice of one kind that a command throws and that hang on nothing that is not known yet, of these faces and of those
    /// that were given for others before: what is asked in one question, in its order. Fewer than two are asked for one by
    /// one.
    fn together(
        _: &Session<'_, Self>,
        _: &Self::State,
        _: &Self::Command,
        _: (&[u8], &Given<Self::Purpose>),
        _: &Ask<Self::Purpose>,
    ) -> Vec<Ask<Self::Purpose>> {
        Vec::new()
    }
    /// A question in the words of the game.
    fn asked(session: &Session<'_, Self>, question: &Question<'_, Self>) -> Wording;
    /// A halt of the rules as the one clear error: to whoever sits at the keyboard of a session, or to whoever reads all.
    fn refused(
        session: Option<&Session<'_, Self>>,
        at: &Self::State,
        command: &Self::Command,
        halt: HaltOf<Self>,
    ) -> Refusal;
    /// Reads what stands behind `amend`: an order, or no more than what of the deed is different.
    fn read_amended(_: &Session<'_, Self>, deed: &Deed<'_, Self>, line: &str) -> Result<Change<Self>, Refusal> {
        Self::read(deed.at, line).map(Change::Whole)
    }
    /// What came of a line, in words and as data.
    fn told(session: &Session<'_, Self>, outcome: &Outcome<'_, Self>) -> Told;

    /// What the person at the keyboard sees and is asked before a line is typed.
    fn face(session: &Session<'_, Self>) -> Face;
    /// The next thing that happens by itself.
    fn follow(_: &mut Session<'_, Self>, _: Stage) -> Result<Option<Followed>, Refusal> {
        Ok(None)
    }
}

/// What whoever reads may do, or may not.
pub enum Act<'a> {
    /// Begin the questions for an order with this verb. Refused if nothing that is answered makes it lawful now.
    Begin(&'a str),
    /// Do what only the referee may: say where dice come from.
    Rule,
    /// Amend entries.
    Amend,
    /// Have this entry ruled again because `behind`, an entry before it, is amended.
    RuleAgain { entry: usize, behind: usize },
}

/// Whose dice a command throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhoseDice {
    /// Only the reader's.
    Own,
    /// Also dice of others. The reader does not know how many there are, so the true state asks for them.
    OfOthersToo,
}

/// When a person may be asked about a command.
pub enum Moment<'m, G: Game> {
    /// It was typed. What it leaves open may be meant so: nobody is asked for it again then.
    Typed { is_final: bool },
    /// Dice have fallen for it in this state, and these events of it are settled.
    Fallen(&'m G::State, &'m [EventOf<G>]),
}

/// Why a command ends before it is ruled as a whole.
pub enum Ending<'e, G: Game> {
    /// A person has stopped at a question.
    Stopped,
    /// It is refused behind its dice.
    Refused(&'e HaltOf<G>),
}

/// A deed that is amended.
pub struct Deed<'d, G: Game> {
    pub entry: usize,
    /// The state before it.
    pub at: &'d G::State,
    /// Its command, as last amended.
    pub now: &'d G::Command,
}

/// What stands behind `amend`.
pub enum Change<G: Game> {
    /// A command in the place of that of the deed.
    Whole(Order<G::Command>),
    /// The deed rests on another entry, which is amended by this line.
    Elsewhere { entry: usize, line: String },
    /// Other faces for all its dice.
    Faces(Vec<u8>),
    /// Other faces for the dice of one unit, which is called so in the line.
    FacesOf { unit: String, is_of: IsOf<G>, faces: Vec<u8> },
}

/// Which dice are of one unit, by what they are thrown for.
pub type IsOf<G> = Box<dyn Fn(&<G as Game>::Purpose) -> bool>;

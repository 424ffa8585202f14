//! One game under way, and what a game brings to the table at which it is played.
use std::{borrow::Cow, cell::Cell};

use serde_json::{Value, json};

use crate::{
    Answer, Common, CommonVerb, Door, Given, Keeper, Mode, Order, Problem, Table, Telling,
    dice::mode_in_force,
    line::{self, Amending},
    story::entries_word,
    telling::telling_in_force,
    transaction::UnderWay,
};
use load::Sources;
use play::journal::{Entry, Journal, Notice};
use play::{Ask, EventOf, Fault, Game, HaltOf};

/// One game under way: lines in, entries and answers out.
pub struct Session<'a, G: Playable> {
    pub(crate) keeper: &'a mut dyn Keeper<G>,
    pub door: &'a dyn Door,
    pub sources: &'a Sources,
    /// Where dice come from when a command brings none.
    pub mode: Mode,
    pub telling: Telling,
    pub seat: G::Seat,
    pub(crate) pages: Pages<G>,
    /// Whoever sits there has left at a question.
    pub(crate) left: Cell<bool>,
    pub(crate) under_way: UnderWay,
    /// The state before the last line that the front end sent.
    pub(crate) before: Option<G::State>,
}

impl<'a, G: Playable> Session<'a, G> {
    /// A journal taken up, by the dice that are in force in it.
    pub fn new(
        keeper: &'a mut dyn Keeper<G>,
        door: &'a dyn Door,
        sources: &'a Sources,
        seat: G::Seat,
        pages: Pages<G>,
    ) -> Session<'a, G> {
        let mode = mode_in_force(keeper.journal());
        let telling = telling_in_force(keeper.journal());
        let (left, under_way) = (Cell::new(false), UnderWay::default());
        Session { keeper, door, sources, mode, telling, seat, pages, left, under_way, before: None }
    }

    pub fn journal(&self) -> &Journal<G> {
        self.keeper.journal()
    }

    pub fn state(&self) -> &G::State {
        self.keeper.journal().state()
    }

    /// The game as whoever reads may know it.
    pub fn known(&self) -> Cow<'_, G::State> {
        G::known(self)
    }

    /// Whether whoever sits there has left at a question.
    pub fn is_left(&self) -> bool {
        self.left.get()
    }

    /// Whoever sits there goes when the line at hand is answered.
    pub(crate) fn leave(&self) {
        self.left.set(true);
    }

    /// Keeps something said of the game as it stands; on one line of the log, whatever blanks stand between the words.
    pub(crate) fn remark(&mut self, words: &str) -> Result<Answer, Problem> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !play::is_line(&words) {
            return Err(Problem::new("a note has words and no control characters").hint("note the words alone"));
        }
        self.record(Entry::Remarked { words })?;
        Ok(Answer::text("Noted."))
    }

    /// Draws what is asked for. Refused where a word is no part of it, or a file is there already.
    pub fn draw(&mut self, asked: &G::Drawing) -> Result<Answer, Problem> {
        (self.pages)(self, asked)
    }

    /// Carries out one line. Nothing has changed when it is refused.
    pub fn line(&mut self, text: &str) -> Result<Answer, Problem> {
        match line::said(text)? {
            "" => Ok(Answer::default()),
            line => G::answer(self, line),
        }
    }

    /// Answers a word that every session knows.
    pub(crate) fn common(&mut self, word: Common) -> Result<Answer, Problem> {
        match word {
            Common::Undo(back) => self.undo(back),
            Common::Redo { to } => self.redo(to),
            Common::Amend { entry, because, line } => self.amend(&Amending { entry, because, line }),
            Common::Why(entry) => G::why(self, entry),
            Common::Log => {
                let (text, value) = G::story(self);
                Ok(Answer::text(text).with(json!({ "log": value })))
            }
            Common::Dice(mode) => self.throw(mode),
            Common::Show(telling) => self.tell_in(telling),
            Common::Quit => Ok(Answer { quits: true, ..Answer::default() }),
        }
    }

    /// A word to the session that lacks something, or holds too much; where the corrected line is missing, with the last
    /// order as it could be amended.
    pub(crate) fn misread(&self, verb: Option<CommonVerb>, typed: &str, fault: Fault) -> Problem {
        let is_missing = fault.at.is_empty();
        let problem = Problem::in_line(typed, fault);
        match verb {
            Some(CommonVerb::Undo) => problem.hint(line::HINT),
            Some(CommonVerb::Redo) => problem.hint("redo, or redo 120"),
            Some(CommonVerb::Amend) if is_missing => problem.hint(G::amend_example(self)),
            _ => problem,
        }
    }

    /// Where dice come from, from here on, which stands in the journal. The referee alone may say so.
    pub fn throw(&mut self, mode: Mode) -> Result<Answer, Problem> {
        G::may_rule(self)?;
        self.settle(mode)?;
        Ok(Answer::text(match mode {
            Mode::Roll => "The program throws the dice.",
            Mode::Ask => G::DICE_ASKED,
        }))
    }

    /// Takes up this way to throw, and writes it down as far as the journal says otherwise.
    pub fn settle(&mut self, mode: Mode) -> Result<(), Problem> {
        if mode_in_force(self.journal()) != mode {
            self.notice(Notice::Dice { typed: mode == Mode::Ask })?;
        }
        self.mode = mode;
        Ok(())
    }

    /// Carries out an order as it was typed.
    pub fn typed(&mut self, text: &str) -> Result<Answer, Problem> {
        let order = G::read(&self.known(), text)?;
        self.order(order)
    }

    /// Carries out an order.
    pub fn order(&mut self, order: Order<G::Command>) -> Result<Answer, Problem> {
        let dice = order.dice.clone();
        let command = G::ordered(self, order)?;
        self.carry_out(command, dice.as_deref())
    }

    /// Carries out a command that brings no dice.
    pub fn command(&mut self, command: G::Command) -> Result<Answer, Problem> {
        self.carry_out(command, None)
    }

    /// An answer to what has changed the state `before`.
    pub(crate) fn moved(&self, before: &G::State, answer: Answer) -> Answer {
        Answer { moved: true, passed: G::is_passed_on(self, before), ..answer }
    }
}

/// Draws a map, a board, a printed page. A door does it, because it goes to files and knows how broad the terminal is.
pub type Pages<G> = fn(&mut Session<'_, G>, &<G as Playable>::Drawing) -> Result<Answer, Problem>;

/// Which dice are of one unit, by what they are thrown for.
pub type IsOf<G> = Box<dyn Fn(&<G as Game>::Purpose) -> bool>;

/// Something that happens without a line, and is told as if it had been typed.
pub struct Followed {
    /// A sentence before it.
    pub says: Option<String>,
    /// The line that it would have been, and what it came to.
    pub told: Option<(String, Answer)>,
}

/// What the person at the keyboard sees and is asked before a line is typed.
#[derive(Default)]
pub struct Face {
    /// How the game stands, in a few words.
    pub standing: String,
    /// What is shown to a person who sits down.
    pub opening: Vec<Answer>,
    /// What is shown after a line.
    pub after: After,
    /// What stands before the line that is typed.
    pub prompt: String,
    /// The next person at the keyboard may not read what is typed.
    pub is_secret: bool,
    /// The question that the next person answers before anything is shown; `None` if everybody may see it.
    pub curtain: Option<String>,
    /// Whether the first person at the keyboard is asked it too.
    pub is_awaited: bool,
    /// What an empty line stands for.
    pub enter: Option<&'static str>,
    /// Ctrl-C stops what the program does by itself, and nothing is said of it.
    pub is_stoppable: bool,
}

/// What is shown after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum After {
    #[default]
    Nothing,
    /// How the game stands, after a ruling.
    Standing,
    /// The same as to a person who sits down, if the line has moved.
    Opening,
}

impl Face {
    /// What is shown after a line with this answer.
    pub fn after(self, answer: &Answer) -> Vec<Answer> {
        match self.after {
            After::Standing if !answer.events.is_empty() => vec![Answer::text(self.standing)],
            After::Opening if answer.moved => self.opening,
            After::Nothing | After::Standing | After::Opening => Vec::new(),
        }
    }
}

/// When a session is asked whether something happens by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the first line.
    Beginning,
    /// Somebody has moved.
    Moved,
    /// Something has just happened by itself.
    Followed,
}

/// A game as a session plays it: its own words and questions, and how it tells what happens.
pub trait Playable: Game {
    /// Its name in line 1 of a journal.
    const NAME: &'static str;
    /// What is said once to whoever sits down.
    const WELCOME: &'static str;
    /// An empty answer to a question for dice takes the command back.
    const EMPTY_TAKES_BACK: bool = true;
    /// What is answered when the dice are thrown on the table from now on.
    const DICE_ASKED: &'static str = "The program asks for the dice thrown on the table.";
    /// What stands before each ruling of an entry that an amendment tells.
    const INDENT: &'static str = "";

    /// What a session of it has besides its journal: who reads, which side the machine plays.
    type Seat;
    /// What it can be asked to draw.
    type Drawing: ?Sized;

    /// The session as the front end plays it.
    fn table<'t>(session: &'t mut Session<'_, Self>) -> &'t mut dyn Table;

    /// The word of every session that is typed so, where the game knows it, and has no verb that is called so.
    fn common(verb: &str) -> Option<CommonVerb>;
    /// Reads an order.
    fn read(state: &Self::State, text: &str) -> Result<Order<Self::Command>, Problem>;
    fn print(state: &Self::State, command: &Self::Command) -> String;
    /// Whether a line could be meant for the prompt, where something else is asked for.
    fn is_line(session: &Session<'_, Self>, line: &str) -> bool {
        (!line.contains(char::is_whitespace) && Self::common(line).is_some())
            || Self::read(&session.known(), line).is_ok()
    }
    /// Whether a line only asks for something that is shown: it is answered at a question too.
    fn looks(_: &Session<'_, Self>, line: &str) -> bool {
        let word = line.split_whitespace().next().and_then(Self::common);
        matches!(word, Some(CommonVerb::Why | CommonVerb::Log))
    }
    /// Answers a line: carries out an order, or answers a word to the session. Nothing has changed when it is refused.
    fn answer(session: &mut Session<'_, Self>, text: &str) -> Result<Answer, Problem>;

    /// Whether the questions for an order may begin. Refused if nothing that is answered makes it lawful now.
    fn may_begin(_: &Session<'_, Self>, _verb: &str) -> Result<(), Problem> {
        Ok(())
    }
    /// The game as whoever reads may know it: lines are read, and refused, by this.
    fn known<'s>(session: &'s Session<'_, Self>) -> Cow<'s, Self::State> {
        Cow::Borrowed(session.state())
    }
    /// Whether whoever reads may do what only the referee may: amend, say where dice come from.
    fn may_rule(_: &Session<'_, Self>) -> Result<(), Problem> {
        Ok(())
    }
    /// Whether whoever reads may amend entries.
    fn may_amend(session: &Session<'_, Self>) -> Result<(), Problem> {
        Self::may_rule(session)
    }
    /// An order as it is decided: what it leaves open is filled in, asked for, or refused to whoever reads.
    fn ordered(_: &mut Session<'_, Self>, order: Order<Self::Command>) -> Result<Self::Command, Problem> {
        Ok(order.command)
    }
    /// The command as a person wants it who was asked, because dice that have fallen for it leave a choice; `None` where
    /// there is nothing to ask.
    fn chosen(
        _: &mut Session<'_, Self>,
        _: &Self::State,
        _: &Self::Command,
        _: &[EventOf<Self>],
    ) -> Result<Option<Self::Command>, Problem> {
        Ok(None)
    }
    /// Whether dice of a command, typed as they fall, also decide what whoever reads does not know: how many there are hangs on
    /// that, and they are asked for by the truth.
    fn throws_for_others(_: &Session<'_, Self>, _: &Self::Command) -> bool {
        false
    }
    /// What of a command is finished with these faces, and those that were given before their turn, when nothing more is
    /// answered, in its own words, with its events.
    fn finished(
        _: &Self::State,
        _: &Self::Command,
        _: (&[u8], &Given<Self::Purpose>),
    ) -> Option<(Self::Command, Vec<EventOf<Self>>)> {
        None
    }
    /// What of a command that is refused behind its dice is lawful with all of these faces, with its events.
    fn as_far_as(
        _: &Self::State,
        _: &Self::Command,
        _: &[u8],
        _: &HaltOf<Self>,
    ) -> Option<(Self::Command, Vec<EventOf<Self>>)> {
        None
    }
    /// What is told of a command that was carried out in the state `before`, and of its events; so many of them, from the
    /// first on, were told as their dice were typed.
    fn told(
        session: &Session<'_, Self>,
        before: &Self::State,
        command: &Self::Command,
        events: &[EventOf<Self>],
        already: usize,
    ) -> Answer;
    /// What is told of the events that the dice typed so far have settled, after the first `already` of them; `None` where
    /// all is told at the end.
    fn as_typed(_: &Session<'_, Self>, _: &Self::State, _: &[EventOf<Self>], _already: usize) -> Option<String> {
        None
    }
    /// What is said besides when a person stopped it, and only what was finished stands.
    const CUT_SHORT: &'static str = "";
    /// The rulings of a command in words, one by one.
    fn each_told(state: &Self::State, events: &[EventOf<Self>]) -> Vec<String>;
    /// A halt of the rules as the one clear error.
    fn halted(state: &Self::State, command: &Self::Command, halt: HaltOf<Self>) -> Problem;
    /// The same to whoever sits at the keyboard, who may not be told all that dice are held against.
    fn halted_here(_: &Session<'_, Self>, at: &Self::State, command: &Self::Command, halt: HaltOf<Self>) -> Problem {
        Self::halted(at, command, halt)
    }
    /// A question for faces, without its colon.
    fn question(_: &Session<'_, Self>, at: &Self::State, ask: &Ask<Self::Purpose>, missing: u16) -> String;
    /// Dice of one kind that a command throws and that hang on nothing that is not known yet, of these faces and of those
    /// that were given for others before: what is asked in one question, in its order. Fewer than two are asked for one by
    /// one.
    fn asked_together(
        _: &Session<'_, Self>,
        _: &Self::State,
        _: &Self::Command,
        _faces: &[u8],
        _given: &Given<Self::Purpose>,
        _: &Ask<Self::Purpose>,
    ) -> Vec<Ask<Self::Purpose>> {
        Vec::new()
    }
    /// What those are, and how many dice of what kind, as a question without its colon.
    fn question_together(
        session: &Session<'_, Self>,
        at: &Self::State,
        asks: &[Ask<Self::Purpose>],
        missing: u16,
    ) -> (String, String) {
        (String::new(), asks.first().map_or_else(String::new, |ask| Self::question(session, at, ask, missing)))
    }
    /// The numbers against which the dice of an event are held.
    fn numbers(_: &Session<'_, Self>, _: &Self::State, _: &EventOf<Self>, _: &Ask<Self::Purpose>) -> Option<String> {
        None
    }

    /// The entry from which it is taken back, by the number that was typed. Refused to whoever may not.
    fn taking_back(session: &Session<'_, Self>, from: Option<usize>) -> Result<usize, Problem> {
        session.undo_from(from)
    }
    /// The last entry that is brought back, by the number that was typed. Refused to whoever may not.
    fn bringing_back(session: &Session<'_, Self>, to: Option<usize>) -> Result<usize, Problem> {
        session.redo_to(to)
    }
    /// An entry, as it is named when it is taken back.
    fn named(_: &Session<'_, Self>, entry: usize) -> String {
        format!("entry {entry}")
    }
    /// What was revealed in an entry and since, so that a reason is owed for taking it back.
    fn revealed_since(_: &Session<'_, Self>, entry: usize) -> String {
        format!("sealed plots or something hidden were revealed after entry {entry}")
    }
    /// What is told when these entries were taken back in the state `before`; their names, as [`named`](Playable::named), begin
    /// with the last one.
    fn taken_back(session: &Session<'_, Self>, _before: &Self::State, _entries: &[usize], names: &[String]) -> String {
        format!("Taken back: {}. {}", names.join(", "), Self::face(session).standing)
    }
    /// What is told when these entries are in force again after the state `before`.
    fn brought_back(session: &Session<'_, Self>, _before: &Self::State, entries: &[usize]) -> String {
        format!("In force again: {}. {}", entries_word(entries), Self::face(session).standing)
    }
    /// Whether an amendment is told by what came out otherwise alone, and not ruling by ruling.
    fn in_brief(_: &Session<'_, Self>) -> bool {
        false
    }
    /// What dice decided in these events, for an amendment told in brief: of whom, and how it came out.
    fn outcomes(_: &Self::State, _: &[EventOf<Self>]) -> Vec<(String, String)> {
        Vec::new()
    }
    /// In which order faces of several throws were read that a person has typed in one line for these events, where it may
    /// be taken for another.
    fn order_of_faces(_: &Session<'_, Self>, _: &[EventOf<Self>]) -> Option<&'static str> {
        None
    }
    /// What of the game itself is another than it was, for the same.
    fn changes(_: &Session<'_, Self>, _was: &Self::State, _is: &Self::State) -> Vec<String> {
        Vec::new()
    }
    /// What of an amended command may be a slip, ruled so in the state `at`, in words and as JSON.
    fn doubts(_at: &Self::State, _events: &[EventOf<Self>]) -> (Vec<String>, Vec<Value>) {
        (Vec::new(), Vec::new())
    }
    /// An amendment, as it might be typed.
    fn amend_example(_: &Session<'_, Self>) -> String {
        String::new()
    }
    /// Reads what stands behind `amend`: an order, or no more than what of the command `now` is different.
    fn read_amended(at: &Self::State, _now: &Self::Command, line: &str) -> Result<Order<Self::Command>, Problem> {
        Self::read(at, line)
    }
    /// The entry on which another rests, with the line that corrects it there, where that is what a line behind `amend` means.
    fn rests_on(_: &Session<'_, Self>, _entry: usize, _line: &str) -> Result<Option<(usize, String)>, Problem> {
        Ok(None)
    }
    /// Which dice of a command, by what they are thrown for, are of the unit of that name; `None` if no unit is called so.
    fn dice_of(_at: &Self::State, _name: &str) -> Option<IsOf<Self>> {
        None
    }
    /// The command that an entry is given, with what the journal needs besides.
    fn amended(
        _: &Session<'_, Self>,
        _entry: usize,
        _at: &Self::State,
        command: Self::Command,
    ) -> Result<Self::Command, Problem> {
        Ok(command)
    }
    /// Whether the reader may not be told what an entry ordered, so that nothing may come out otherwise for it.
    fn is_untold(_: &Session<'_, Self>, _entry: usize) -> bool {
        false
    }
    /// Sums, dice and paragraphs of an entry; of the last without a number.
    fn why(session: &Session<'_, Self>, entry: Option<usize>) -> Result<Answer, Problem>;
    /// The journal as prose and as JSON, for whoever reads.
    fn story(session: &Session<'_, Self>) -> (String, Value);

    /// What the person at the keyboard sees and is asked before a line is typed.
    fn face(session: &Session<'_, Self>) -> Face;
    /// Whether a line is kept out of the history: it may hold a word that nobody may call up again.
    fn is_kept_out(_line: &str) -> bool {
        false
    }
    /// What may be typed at the end of `line`, up to `cursor`, and the byte from which it replaces what stands there.
    fn completed(known: &Self::State, line: &str, cursor: usize) -> (usize, Vec<String>);
    /// Whether somebody else reads from here on, by what was done in the state `before`.
    fn is_passed_on(_: &Session<'_, Self>, _before: &Self::State) -> bool {
        false
    }
    /// Whoever sits there goes, and the journal is about to be closed.
    fn leaving(_: &mut Session<'_, Self>) -> Result<(), Problem> {
        Ok(())
    }
    /// The next thing that happens by itself.
    fn follow(_: &mut Session<'_, Self>, _: Stage) -> Result<Option<Followed>, Problem> {
        Ok(None)
    }
}

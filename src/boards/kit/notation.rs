//! Parses what is typed at a board: verbs from one table for each game, and moves. Begin with [`Notation::parse`].
use std::marker::PhantomData;

use super::{CommonCommand, LineError, Sided, TwoSided, check_hyphens};
use play::{
    Game, Hint, Rule,
    verbs::{
        Argument, CommandSpec, Grammar, Multiplicity, Reader, Receiver, SlotValue, WhenMissing, fill, reader, tokens,
    },
};

pub trait Notation: TwoSided<State: 'static> + 'static {
    /// The game's verbs. A line that begins with none of them is a move.
    const VERBS: &'static [Verb<Self>];

    // The verbs of the common commands.
    const RESIGN: Verb<Self> = Verb::new("resign", &[side()], |state, args| {
        Ok(Self::from_common(CommonCommand::Resign { side: side_or_decider::<Self>(state, args, "resign")? }))
    });
    const FLAG: Verb<Self> = Verb::new("flag", &[side()], |state, args| {
        Ok(Self::from_common(CommonCommand::Flag { side: side_or_decider::<Self>(state, args, "flag")? }))
    });
    const DRAW: Verb<Self> = Verb::new("draw", &[], |_, _| Ok(Self::from_common(CommonCommand::OfferDraw)));
    const ACCEPT: Verb<Self> = Verb::new("accept", &[], |_, _| Ok(Self::from_common(CommonCommand::AcceptDraw)));

    /// Reads a move in lower case with single spaces, or returns an error with a legal line to type.
    fn read_move(state: &Self::State, text: &str) -> Result<Self::Command, LineError>;
    /// Checks that the board has a square of that name.
    fn check_square(name: &str) -> Result<(), LineError>;
    /// A command as it would be typed.
    fn command_text(command: &Self::Command) -> String;

    /// Parses a typed line into a command, or returns one error with a legal line to type.
    fn parse(state: &Self::State, line: &str) -> Result<Self::Command, LineError> {
        let line = line.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        check_hyphens(&line)?;
        let (first, after_first) = line.split_once(' ').unwrap_or((&line, ""));
        let Some(Verb { row, make }) = Self::VERBS.iter().find(|verb| verb.row.is_called(first)) else {
            return match first {
                "" => Err(LineError::new("Nothing was typed.").hint(legal_line_or_help::<Self>(state))),
                "move" => Self::read_move(state, after_first),
                _ => Self::read_move(state, &line),
            };
        };
        let mut r = reader(state, &line, tokens(&line), row)?;
        r.skip();
        fill(&mut r)?;
        let words = |values: Vec<SlotValue<_>>| values.into_iter().filter_map(|value| value.value).collect();
        let args: Vec<Vec<String>> = r.filled.slots.into_iter().map(words).collect();
        make(state, &args)
    }
}

/// A verb: its row, and the function that builds a command from its slots.
pub struct Verb<G: Notation> {
    pub row: CommandSpec<BoardGrammar<G>>,
    make: Make<G>,
}

type Make<G> = fn(&<G as Game>::State, &[Vec<String>]) -> Result<<G as Game>::Command, LineError>;

impl<G: Notation> Verb<G> {
    pub(crate) const fn new(word: &'static str, slots: &'static [Argument<BoardGrammar<G>>], make: Make<G>) -> Verb<G> {
        Verb { row: CommandSpec { slots, receiver: Receiver::Order, ..CommandSpec::session(word) }, make }
    }

    /// Adds the error text for wrong arguments, with an example.
    pub(crate) const fn with_usage(self, about: &'static str, example: &'static str) -> Verb<G> {
        Verb { row: CommandSpec { about, example, ..self.row }, ..self }
    }

    /// Adds the paragraph of that error.
    pub(crate) const fn with_rule(self, rule: Rule) -> Verb<G> {
        Verb { row: CommandSpec { rule: Some(rule), ..self.row }, ..self }
    }

    /// The beginning of a line with this verb, for completion with Tab.
    pub fn line_start(&self) -> String {
        let key = |slot: &Argument<BoardGrammar<G>>| slot.key().map_or_else(String::new, |key| format!("{key} "));
        let required = self.row.slots.first().filter(|slot| matches!(slot.when_missing, WhenMissing::Refused));
        required.map_or_else(|| self.row.word.to_owned(), |slot| format!("{} {}", self.row.word, key(slot)))
    }
}

/// The grammar of a game's verbs: a slot holds words, and its verb interprets them.
pub struct BoardGrammar<G>(PhantomData<G>);

impl<G: Notation> Grammar for BoardGrammar<G> {
    type State = G::State;
    type Names<'a> = ();
    type Kind = ();
    type Value = String;

    fn names(_: &G::State) {}
    /// Reads one word. In a list, returns an empty text at the end of the line or at another slot's key.
    fn read(r: &mut Reader<Self>, slot: &Argument<Self>) -> Result<String, LineError> {
        let ends = r.peek().is_none() || r.row.slots.iter().any(|slot| slot.keys.contains(&r.key()));
        if ends && slot.many == Multiplicity::List {
            Ok(String::new())
        } else {
            Ok(r.word(slot.what)?.text.into_owned())
        }
    }
    fn print(_: &G::State, value: &String) -> String {
        value.clone()
    }
    fn missing(r: &Reader<Self>, _: &str) -> LineError {
        Self::unexpected(r)
    }
    fn unexpected(r: &Reader<Self>) -> LineError {
        if r.row.about.is_empty() {
            return not_understood::<G>(r.state, r.line);
        }
        LineError { rule: r.row.rule, ..LineError::new(r.row.about).hint(Hint::form(r.row.example)) }
    }
}

/// The error for a line that is not a command.
pub(crate) fn not_understood<G: Notation>(state: &G::State, text: &str) -> LineError {
    LineError::new(format!("\"{text}\" is neither a command nor a move.")).hint(legal_line_or_help::<G>(state))
}

/// The hint for a line that is not a command: a legal line and `help`, or only `help` after the end.
fn legal_line_or_help<G: Notation>(state: &G::State) -> Hint {
    let help = Hint::line("help");
    match G::choices(state).first() {
        Some(choice) => "type " + Hint::line(G::command_text(choice)) + " or " + help + ".",
        None => help,
    }
}

/// The slot of an optional side.
const fn side<G: Notation>() -> Argument<BoardGrammar<G>> {
    Argument::fixed((), "", "SIDE").optional()
}

/// The side named in this slot, or else the side that decides now.
fn side_or_decider<G: Notation>(state: &G::State, args: &[Vec<String>], verb: &str) -> Result<G::Side, LineError> {
    let Some(word) = args.iter().flatten().next() else {
        let status = G::game_status(state);
        return Ok(status.mover.unwrap_or(status.to_move));
    };
    G::Side::from_prefix(word).ok_or_else(|| {
        let [first, second] = G::Side::BOTH.map(|side| Hint::form(format!("{verb} {}", side.name())));
        LineError::new(format!("There is no side \"{word}\".")).hint("type " + first + " or " + second + ".")
    })
}

/// A common command as it would be typed.
pub(crate) fn common_text<S: Sided>(common: &CommonCommand<S>) -> String {
    match common {
        CommonCommand::Resign { side } => format!("resign {}", side.name()),
        CommonCommand::Flag { side } => format!("flag {}", side.name()),
        CommonCommand::OfferDraw => "draw".to_owned(),
        CommonCommand::AcceptDraw => "accept".to_owned(),
    }
}

//! Parses what is typed at a board: verbs from one table for each game, and moves. Begin with [`Notation::parse`].
use std::marker::PhantomData;

use super::{Common, Fault, Sided, TwoSided, has_hyphens};
use play::{
    Game, Hint, Rule,
    verbs::{Given, Grammar, Lack, Many, Reader, Row, Slot, Speaker, fill, reader, tokens},
};

/// The notation of a game's commands.
pub trait Notation: TwoSided<State: 'static> + 'static {
    /// The game's verbs. A line that begins with none of them is a move.
    const VERBS: &'static [Verb<Self>];

    /// The verbs of the common commands.
    const RESIGN: Verb<Self> = Verb::new("resign", &[side()], |state, said| {
        Ok(Self::from_common(Common::Resign { side: side_said::<Self>(state, said, "resign")? }))
    });
    const FLAG: Verb<Self> = Verb::new("flag", &[side()], |state, said| {
        Ok(Self::from_common(Common::Flag { side: side_said::<Self>(state, said, "flag")? }))
    });
    const DRAW: Verb<Self> = Verb::new("draw", &[], |_, _| Ok(Self::from_common(Common::OfferDraw)));
    const ACCEPT: Verb<Self> = Verb::new("accept", &[], |_, _| Ok(Self::from_common(Common::AcceptDraw)));

    /// Reads a move in lower case with single spaces, or returns an error with a legal line to type.
    fn read_move(state: &Self::State, text: &str) -> Result<Self::Command, Fault>;
    /// Whether the board has a square of that name.
    fn square(name: &str) -> Result<(), Fault>;
    /// A command as it would be typed.
    fn typed(command: &Self::Command) -> String;

    /// Parses a typed line into a command, or returns one error with a legal line to type.
    fn parse(state: &Self::State, line: &str) -> Result<Self::Command, Fault> {
        let line = line.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        has_hyphens(&line)?;
        let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let Some(Verb { row, make }) = Self::VERBS.iter().find(|verb| verb.row.is_called(first)) else {
            return match first {
                "" => Err(Fault::new("nothing was typed").hint(legal_line_or_help::<Self>(state))),
                "move" => Self::read_move(state, rest),
                _ => Self::read_move(state, &line),
            };
        };
        let mut r = reader(state, &line, tokens(&line), row)?;
        r.skip();
        fill(&mut r)?;
        let said = |given: Vec<Given<_>>| given.into_iter().filter_map(|given| given.value).collect();
        let said: Vec<Vec<String>> = r.filled.slots.into_iter().map(said).collect();
        make(state, &said)
    }
}

/// A verb: its row, and the function that builds a command from its slots.
pub struct Verb<G: Notation> {
    pub row: Row<Typed<G>>,
    make: Make<G>,
}

type Make<G> = fn(&<G as Game>::State, &[Vec<String>]) -> Result<<G as Game>::Command, Fault>;

impl<G: Notation> Verb<G> {
    /// A verb with these slots.
    pub(crate) const fn new(word: &'static str, slots: &'static [Slot<Typed<G>>], make: Make<G>) -> Verb<G> {
        Verb { row: Row { slots, speaker: Speaker::Order, ..Row::session(word) }, make }
    }

    /// Adds the error text for wrong arguments, with an example.
    pub(crate) const fn needs(self, about: &'static str, example: &'static str) -> Verb<G> {
        Verb { row: Row { about, example, ..self.row }, ..self }
    }

    /// Adds the paragraph of that error.
    pub(crate) const fn by(self, rule: Rule) -> Verb<G> {
        Verb { row: Row { rule: Some(rule), ..self.row }, ..self }
    }

    /// The beginning of a line with this verb, for completion with Tab.
    pub fn begun(&self) -> String {
        let key = |slot: &Slot<Typed<G>>| slot.key().map_or_else(String::new, |key| format!("{key} "));
        let must = self.row.slots.first().filter(|slot| matches!(slot.lack, Lack::Missing));
        must.map_or_else(|| self.row.word.to_owned(), |slot| format!("{} {}", self.row.word, key(slot)))
    }
}

/// The grammar of a game's verbs: a slot holds words, and its verb interprets them.
pub struct Typed<G>(PhantomData<G>);

impl<G: Notation> Grammar for Typed<G> {
    type State = G::State;
    type Names<'a> = ();
    type Kind = ();
    type Value = String;

    fn names(_: &G::State) {}
    /// Reads one word. In a list, returns an empty text at the end of the line or at another slot's key.
    fn read(r: &mut Reader<Self>, slot: &Slot<Self>) -> Result<String, Fault> {
        let ends = r.peek().is_none() || r.row.slots.iter().any(|slot| slot.keys.contains(&r.key()));
        if ends && slot.many == Many::List { Ok(String::new()) } else { Ok(r.word(slot.what)?.text.into_owned()) }
    }
    fn print(_: &G::State, value: &String) -> String {
        value.clone()
    }
    fn missing(r: &Reader<Self>, _: &str) -> Fault {
        Self::unexpected(r)
    }
    fn unexpected(r: &Reader<Self>) -> Fault {
        if r.row.about.is_empty() {
            return neither::<G>(r.state, r.line);
        }
        Fault { rule: r.row.rule, ..Fault::new(r.row.about).hint(Hint::form(r.row.example)) }
    }
}

/// The error for a line that is not a command.
pub(crate) fn neither<G: Notation>(state: &G::State, text: &str) -> Fault {
    Fault::new(format!("\"{text}\" is neither a command nor a move")).hint(legal_line_or_help::<G>(state))
}

/// The hint for such a line: a legal line and `help`, or only `help` after the end.
fn legal_line_or_help<G: Notation>(state: &G::State) -> Hint {
    let help = Hint::line("help");
    match G::choices(state).first() {
        Some(choice) => Hint::line(G::typed(choice)) + ", or " + help,
        None => help,
    }
}

/// An optional side.
const fn side<G: Notation>() -> Slot<Typed<G>> {
    Slot::fixed((), "", "SIDE").may()
}

/// The side named in this slot, or else the side that decides now.
fn side_said<G: Notation>(state: &G::State, said: &[Vec<String>], verb: &str) -> Result<G::Side, Fault> {
    let Some(word) = said.iter().flatten().next() else {
        let standing = G::standing(state);
        return Ok(standing.mover.unwrap_or(standing.to_move));
    };
    G::Side::called(word).ok_or_else(|| {
        let hint = G::Side::BOTH.map(|side| format!("{verb} {}", side.name())).join(", or ");
        Fault::new(format!("\"{word}\" is no side")).hint(Hint::form(hint))
    })
}

/// A common command as it would be typed.
pub(crate) fn typed_common<S: Sided>(common: &Common<S>) -> String {
    match common {
        Common::Resign { side } => format!("resign {}", side.name()),
        Common::Flag { side } => format!("flag {}", side.name()),
        Common::OfferDraw => "draw".to_owned(),
        Common::AcceptDraw => "accept".to_owned(),
    }
}

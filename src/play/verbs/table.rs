//! What the table is made of: rows, their slots, and a line on its way through them.
use std::ops::Range;

use super::{common::CommonVerb, tokens::Token};
use crate::{Fault, Rule};

/// What a game adds to the table: the things that its slots may hold.
pub trait Grammar: Sized + 'static {
    /// What lines are read against.
    type State;
    /// The names that mean something in a state, worked out once a line.
    type Names<'a>;
    /// A kind of thing that a slot may hold.
    type Kind: Copy;
    /// A thing of such a kind.
    type Value: Clone + PartialEq;

    fn names(state: &Self::State) -> Self::Names<'_>;
    /// The words that a slot of this kind chooses between; none where anything may stand.
    fn words(_: Self::Kind) -> Vec<&'static str> {
        Vec::new()
    }
    /// Whether the next word can only be of this kind, so that no key need stand before it.
    fn looks(_: &Reader<Self>, _: Self::Kind) -> bool {
        false
    }
    fn read(r: &mut Reader<Self>, slot: &Slot<Self>) -> Result<Self::Value, Fault>;
    fn print(state: &Self::State, value: &Self::Value) -> String;
    /// What may be put into a slot of this kind, given what is said already.
    fn offers(_: &Reader<Self>, kind: Self::Kind) -> Vec<Offer> {
        Offer::words(Self::words(kind))
    }
    /// Something that the line must say and does not.
    fn missing(r: &Reader<Self>, what: &str) -> Fault;
    /// A word that belongs nowhere.
    fn unexpected(r: &Reader<Self>) -> Fault {
        r.unexpected()
    }
    /// What a slot is called in a fault.
    fn called(slot: &Slot<Self>) -> String {
        slot.what.to_owned()
    }
}

/// Who acts on a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// An order to the referee's book: it becomes a command.
    Order,
    /// The prompt itself: it answers, or steers the session.
    Session,
}

/// Words that stand in the table.
pub type Words = &'static [&'static str];

/// One verb: all that is known of it.
pub struct Row<G: Grammar> {
    pub word: &'static str,
    /// Short forms beside any unambiguous start.
    pub aliases: Words,
    pub speaker: Speaker,
    pub rule: Option<Rule>,
    /// What it does: an imperative of at most 69 characters, without a full stop.
    pub says: &'static str,
    pub example: &'static str,
    /// What is worth knowing beyond that: with it, `help VERB` has at most six lines of 100 columns.
    pub about: &'static str,
    /// What it takes, in the order in which it is printed.
    pub slots: &'static [Slot<G>],
    /// Words that only make a line read well, wherever they stand.
    pub fillers: Words,
    /// How it is typed, where the slots do not tell it well.
    pub usage: &'static str,
    /// Another form of the verb, and whether a line is in that form.
    pub other: Option<(Test<G>, &'static Row<G>)>,
    /// Tells a common mistake by its next word.
    pub mistake: Option<Mistake<G>>,
    /// What is asked again and again at the end, until nothing is answered.
    pub more: Option<More>,
    /// Whether the referee's own words may stand at its end, so that `dice` and `;` may be some of them.
    pub own_words: bool,
    /// The word of every session that it is.
    pub common: Option<CommonVerb>,
    /// Whether it only asks for something that is shown.
    pub looks: bool,
    /// A line with so many words behind the verb, keys aside, may hold a word that nobody may call up again.
    pub secret: Option<usize>,
}

/// What the row of a verb says of a line, before the line is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nature {
    /// The word of every session that the verb is.
    pub common: Option<CommonVerb>,
    /// It only asks for something that is shown: it is answered at a question too.
    pub looks: bool,
    /// It may hold a word that nobody may call up again: it is kept out of the history.
    pub is_secret: bool,
}

/// Whether a line is in another form.
pub type Test<G> = fn(&Reader<G>) -> bool;

/// Knows a common mistake.
pub type Mistake<G> = fn(&Reader<G>) -> Option<Fault>;

impl<G: Grammar> Row<G> {
    pub const fn order(word: &'static str, paragraph: &str) -> Row<G> {
        Row { rule: Some(Rule::new(paragraph)), speaker: Speaker::Order, ..Row::session(word) }
    }
    pub const fn session(word: &'static str) -> Row<G> {
        Row {
            word,
            aliases: &[],
            speaker: Speaker::Session,
            rule: None,
            says: "",
            example: word,
            about: "",
            slots: &[],
            fillers: &[],
            usage: "",
            other: None,
            mistake: None,
            more: None,
            own_words: false,
            common: None,
            looks: false,
            secret: None,
        }
    }
    /// What it says of a line that holds no secret.
    pub fn nature(&self) -> Nature {
        Nature { common: self.common, looks: self.looks, is_secret: false }
    }
    /// Whether a line with these words behind the verb may hold a word that nobody may call up again.
    pub fn is_secret<'w>(&self, words: impl Iterator<Item = &'w str>) -> bool {
        let own = words.filter(|word| !self.slots.iter().any(|slot| slot.keys.contains(word)));
        self.secret.is_some_and(|most| most <= own.count())
    }
    pub fn is_called(&self, key: &str) -> bool {
        self.word == key || self.aliases.contains(&key)
    }
    /// Whether a line with it begins with this word.
    pub fn begins(&self, word: &str) -> bool {
        self.is_called(word) || self.word.split(' ').next() == Some(word)
    }
    /// The words of the grammar that may stand somewhere in a line.
    pub fn keywords(&self) -> Vec<&'static str> {
        self.slots.iter().flat_map(Slot::keywords).collect()
    }
}

/// The last question of a verb.
pub struct More {
    pub says: &'static str,
    /// What is shown for the end of it.
    pub done: &'static str,
    pub choices: Words,
}

/// How a slot is found in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Filled in its turn by a word that begins nothing else.
    Fixed,
    /// Anywhere, behind one of its keys.
    Loose,
    /// Anywhere, behind a key or by a word that can be nothing else.
    Bare,
    /// The same, but by such a word only when nothing before it must still be said.
    Last,
}

/// How many things a slot takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Many {
    One,
    /// Several, each behind the key, if there is one.
    Each,
    /// Several, the key before the first.
    List,
}

/// What becomes of a slot that nothing fills.
pub enum Lack<G: Grammar> {
    Nothing,
    Missing,
    /// The state, or what else was said, may tell it.
    By(Known<G>),
}

/// Tells what fills a slot that the line leaves out, or that it must not be left out.
pub type Known<G> = fn(&Reader<G>) -> Result<Vec<<G as Grammar>::Value>, Fault>;

/// One thing that a verb takes.
pub struct Slot<G: Grammar> {
    pub kind: G::Kind,
    /// What it is called when it is missing or wrong: `The range`.
    pub what: &'static str,
    /// How it stands in the usage, such as `N` or, with its key and all, `[range N]`.
    pub shown: &'static str,
    /// What leads to it, each of one word or several; the first is printed, unless it is silent.
    pub keys: Words,
    pub silent: bool,
    pub place: Place,
    pub many: Many,
    /// What parts several of them in print.
    pub joint: &'static str,
    pub lack: Lack<G>,
    /// Words that may stand for nothing, or for all.
    pub instead: Words,
    /// Whether its key, or the word instead, is printed though nothing fills it.
    pub always: bool,
    /// Words that may follow within it.
    pub inner: Words,
    /// Words that may follow it and mean nothing.
    pub tail: Words,
    /// What is offered, where it is not the same for every slot of the kind.
    pub of: Option<Pick<G>>,
    pub asks: [Option<Ask<G>>; 2],
}

/// Lists what may be put into a slot.
pub type Pick<G> = fn(&Reader<G>) -> Vec<Offer>;

impl<G: Grammar> Slot<G> {
    /// What must be said, in its turn.
    pub const fn fixed(kind: G::Kind, what: &'static str, shown: &'static str) -> Slot<G> {
        Slot {
            kind,
            what,
            shown,
            keys: &[],
            silent: false,
            place: Place::Fixed,
            many: Many::One,
            joint: " ",
            lack: Lack::Missing,
            instead: &[],
            always: false,
            inner: &[],
            tail: &[],
            of: None,
            asks: [None, None],
        }
    }
    /// What may be said anywhere, behind a key.
    pub const fn loose(keys: Words, kind: G::Kind, what: &'static str, shown: &'static str) -> Slot<G> {
        Slot { keys, place: Place::Loose, lack: Lack::Nothing, ..Slot::fixed(kind, what, shown) }
    }
    pub const fn keys(self, keys: Words) -> Slot<G> {
        Slot { keys, ..self }
    }
    /// Its key may be typed, and is not printed.
    pub const fn silent(self) -> Slot<G> {
        Slot { silent: true, ..self }
    }
    pub const fn what(self, what: &'static str) -> Slot<G> {
        Slot { what, ..self }
    }
    pub const fn shown(self, shown: &'static str) -> Slot<G> {
        Slot { shown, ..self }
    }
    /// Anywhere, behind a key.
    pub const fn loosely(self) -> Slot<G> {
        Slot { place: Place::Loose, ..self }
    }
    /// Anywhere, also without a key.
    pub const fn bare(self) -> Slot<G> {
        Slot { place: Place::Bare, ..self }
    }
    /// Also without a key, once all is said that must be said before it.
    pub const fn last(self) -> Slot<G> {
        Slot { place: Place::Last, ..self }
    }
    pub const fn must(self) -> Slot<G> {
        Slot { lack: Lack::Missing, ..self }
    }
    pub const fn may(self) -> Slot<G> {
        Slot { lack: Lack::Nothing, ..self }
    }
    pub const fn known(self, known: Known<G>) -> Slot<G> {
        Slot { lack: Lack::By(known), ..self }
    }
    pub const fn each(self) -> Slot<G> {
        Slot { many: Many::Each, ..self }
    }
    pub const fn list(self) -> Slot<G> {
        Slot { many: Many::List, ..self }
    }
    pub const fn joint(self, joint: &'static str) -> Slot<G> {
        Slot { joint, ..self }
    }
    pub const fn instead(self, instead: Words) -> Slot<G> {
        Slot { instead, ..self }
    }
    pub const fn always(self) -> Slot<G> {
        Slot { always: true, ..self }
    }
    pub const fn inner(self, inner: Words) -> Slot<G> {
        Slot { inner, ..self }
    }
    pub const fn tail(self, tail: Words) -> Slot<G> {
        Slot { tail, ..self }
    }
    pub const fn of(self, of: Pick<G>) -> Slot<G> {
        Slot { of: Some(of), ..self }
    }
    /// Asked for in the guided form.
    pub const fn ask(self, ask: Ask<G>) -> Slot<G> {
        Slot { asks: [Some(ask), None], ..self }
    }
    pub const fn asked(self, says: &'static str) -> Slot<G> {
        self.ask(Ask::choose(says))
    }
    pub const fn ask_by(self, ask: fn(&Reader<G>) -> Option<Question>) -> Slot<G> {
        self.ask(Ask::by(ask))
    }
    /// Asked for in two questions, of which this is the second.
    pub const fn then(self, ask: Ask<G>) -> Slot<G> {
        let [first, _] = self.asks;
        Slot { asks: [first, Some(ask)], ..self }
    }
    /// The word that is printed before it.
    pub fn key(&self) -> Option<&'static str> {
        self.keys.first().copied()
    }
    /// What it is called within a sentence: `The place` of `The place, at X Y,`.
    pub fn name(&self) -> &'static str {
        self.what.split(',').next().unwrap_or(self.what)
    }
    fn keywords(&self) -> Vec<&'static str> {
        let words = if self.place == Place::Bare && self.silent { G::words(self.kind) } else { Vec::new() };
        let keys = self.keys.iter().filter(|_| self.place != Place::Fixed || !self.silent);
        let keys = keys.filter_map(|key| key.split(' ').next());
        keys.chain([self.instead, self.inner].concat()).chain(words).collect()
    }
}

/// One question of the guided form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is said with it, above the question.
    pub above: Option<String>,
    pub says: String,
    /// What is shown, and the answer that it stands for; an empty answer leaves the matter out.
    pub choices: Vec<(String, String)>,
    pub takes: Takes,
}

/// What answers a question besides the words of its choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A choice by its number, and nothing else.
    Listed,
    /// The same, or any other words.
    Words,
    /// Any other words, and among them numbers: 1 is 1, and not the first choice.
    Figures,
}

/// How a slot is asked for; a slot of several words may be asked for in several questions.
#[derive(Clone, Copy)]
pub struct Ask<G: Grammar> {
    /// The word that introduces the answer, where it is not the key of the slot.
    pub lead: Option<&'static str>,
    pub says: &'static str,
    pub how: How<G>,
}

/// How a question is put.
#[derive(Clone, Copy)]
pub enum How<G: Grammar> {
    /// By what may be put into the slot.
    Choose,
    /// By these instead.
    Among(Pick<G>),
    /// By what may be put into the slot, or nothing, which is shown as this.
    Or(&'static str),
    /// Freely.
    Free,
    /// In words of one's own, which stand in quotation marks.
    Said,
    /// As the state has it; `None` where the order is complete, or cannot be.
    By(fn(&Reader<G>) -> Option<Question>),
}

impl<G: Grammar> Ask<G> {
    pub const fn choose(says: &'static str) -> Ask<G> {
        Ask { lead: None, says, how: How::Choose }
    }
    pub const fn free(says: &'static str) -> Ask<G> {
        Ask { lead: None, says, how: How::Free }
    }
    pub const fn put(says: &'static str, how: How<G>) -> Ask<G> {
        Ask { lead: None, says, how }
    }
    /// The answer needs no word before it.
    pub const fn alone(says: &'static str) -> Ask<G> {
        Ask { lead: Some(""), says, how: How::Choose }
    }
    pub const fn by(ask: fn(&Reader<G>) -> Option<Question>) -> Ask<G> {
        Ask { lead: None, says: "", how: How::By(ask) }
    }
}

/// Something to type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub text: String,
    /// How a list shows it, where it is a name: it may be typed by the start of this as well.
    pub shown: Option<String>,
}

impl Offer {
    pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<Offer> {
        words.into_iter().map(|word| Offer { text: word.to_owned(), shown: None }).collect()
    }
}

/// A line on its way to a command.
pub struct Reader<'a, G: Grammar> {
    pub state: &'a G::State,
    pub names: G::Names<'a>,
    pub line: &'a str,
    pub tokens: Vec<Token<'a>>,
    pub at: usize,
    /// Where the order ends and the dice begin.
    pub end: usize,
    pub row: &'static Row<G>,
    /// The key that led to what is read; empty where none did.
    pub led: &'static str,
    /// The slot that is being filled, or was last, and the word with which it began.
    pub filling: Option<(usize, usize)>,
    pub filled: Filled<G>,
}

/// Something in a slot, and where it stands in the line.
pub struct Given<G: Grammar> {
    /// `None` for a word that stands for nothing, or for all.
    pub value: Option<G::Value>,
    pub at: Range<usize>,
}

/// The slots of a row, as far as a line fills them.
pub struct Filled<G: Grammar> {
    pub slots: Vec<Vec<Given<G>>>,
    next: usize,
}

impl<G: Grammar> Filled<G> {
    pub fn new(row: &Row<G>) -> Filled<G> {
        Filled { slots: row.slots.iter().map(|_| Vec::new()).collect(), next: 0 }
    }
    pub fn is_said(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(|given| !given.is_empty())
    }
    /// Whether a word stands there for nothing, or for all.
    pub fn is_instead(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(|given| given.iter().any(|given| given.value.is_none()))
    }
    /// The bytes of the line that fill a slot.
    pub fn place(&self, slot: usize) -> Option<Range<usize>> {
        let given = self.slots.get(slot)?;
        Some(given.first()?.at.start..given.last()?.at.end)
    }
    /// What fills a slot, where it is what is asked for.
    pub fn get<T: Piece<G>>(&self, slot: usize) -> Option<T> {
        let values: Vec<&G::Value> = self.slots.get(slot)?.iter().filter_map(|given| given.value.as_ref()).collect();
        T::of(&values)
    }
    /// The bytes of the line that fill the slot taken last.
    pub fn taken_from(&self) -> Option<Range<usize>> {
        self.place(self.next.checked_sub(1)?)
    }
    /// What fills the next slot; a fault where the row and the command do not fit each other.
    pub fn take<T: Piece<G>>(&mut self) -> Result<T, Fault> {
        self.next += 1;
        self.get(self.next - 1).ok_or_else(|| Fault::new("Something is missing."))
    }
}

/// A part of a command as what fills a slot, both ways.
pub trait Piece<G: Grammar>: Sized {
    fn of(values: &[&G::Value]) -> Option<Self>;
    fn values(&self) -> Vec<G::Value>;
}

impl<G: Grammar, T: Piece<G>> Piece<G> for Option<T> {
    fn of(values: &[&G::Value]) -> Option<Self> {
        if values.is_empty() { Some(None) } else { T::of(values).map(Some) }
    }
    fn values(&self) -> Vec<G::Value> {
        self.as_ref().map_or_else(Vec::new, T::values)
    }
}

impl<G: Grammar, T: Piece<G>> Piece<G> for Vec<T> {
    fn of(values: &[&G::Value]) -> Option<Self> {
        values.iter().map(|value| T::of(&[value])).collect()
    }
    fn values(&self) -> Vec<G::Value> {
        self.iter().flat_map(T::values).collect()
    }
}

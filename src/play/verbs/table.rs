//! The parts of the verb table: rows, their slots, and the reader of a line.
use std::ops::Range;

use super::{common::SharedVerb, tokens::Token};
use crate::{LineError, Rule};

/// The part of the table that each game defines: the values of its slots.
pub trait Grammar: Sized + 'static {
    /// The state that lines are read against.
    type State;
    /// The meaningful names in a state, collected once a line.
    type Names<'a>;
    /// The kind of a slot's values.
    type Kind: Copy;
    type Value: Clone + PartialEq;

    fn names(state: &Self::State) -> Self::Names<'_>;
    /// Returns the words that a slot of this kind chooses from. Empty if its values are not fixed words.
    fn words(_: Self::Kind) -> Vec<&'static str> {
        Vec::new()
    }
    /// Whether the next word can only be of this kind, so that it needs no key.
    fn is_unmistakable(_: &Reader<Self>, _: Self::Kind) -> bool {
        false
    }
    fn read(r: &mut Reader<Self>, slot: &Argument<Self>) -> Result<Self::Value, LineError>;
    fn print(state: &Self::State, value: &Self::Value) -> String;
    /// Returns the possible values of a slot of this kind, given the words before it.
    fn offers(_: &Reader<Self>, kind: Self::Kind) -> Vec<Suggestion> {
        Suggestion::words(Self::words(kind))
    }
    fn missing(r: &Reader<Self>, what: &str) -> LineError;
    fn unexpected(r: &Reader<Self>) -> LineError {
        r.unexpected()
    }
    /// Returns the name of a slot in an error.
    fn slot_name(slot: &Argument<Self>) -> String {
        slot.what.to_owned()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// The rules: it becomes a command.
    Order,
    /// The session: it answers, or changes its own settings.
    Session,
}

pub type Words = &'static [&'static str];

/// One verb, completely defined.
pub struct CommandSpec<G: Grammar> {
    pub word: &'static str,
    /// Short forms other than unambiguous starts.
    pub aliases: Words,
    pub receiver: Receiver,
    pub rule: Option<Rule>,
    /// Its effect: an imperative of at most 69 characters, without a full stop.
    pub summary: &'static str,
    pub example: &'static str,
    /// More help. With it, `help VERB` has at most six lines of 100 columns.
    pub about: &'static str,
    /// Its arguments, in the order in which they are printed.
    pub slots: &'static [Argument<G>],
    /// Optional words without meaning, allowed anywhere.
    pub fillers: Words,
    /// Its usage, if the slots do not show it well.
    pub usage: &'static str,
    /// The row to use instead if the test holds.
    pub other_form: Option<(FormTest<G>, &'static CommandSpec<G>)>,
    /// Recognises a common mistake by its next word.
    pub mistake: Option<MistakeCheck<G>>,
    /// The question that is repeated at the end until the answer is empty.
    pub repeated_question: Option<RepeatedQuestion>,
    /// Whether free text may be at its end, so that `dice` and `;` can be part of it.
    pub takes_free_text: bool,
    pub common: Option<SharedVerb>,
    pub only_shows: bool,
    /// A line with at least this many words after the verb, not counting keys, may contain a password.
    pub password_words: Option<usize>,
}

/// The properties of a line that its verb alone determines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineProperties {
    pub common: Option<SharedVerb>,
    /// Whether it only shows something, so that it is also answered at a question.
    pub looks: bool,
    /// Whether it may contain a password, so that it is kept out of the history.
    pub is_secret: bool,
}

pub type FormTest<G> = fn(&Reader<G>) -> bool;
pub type MistakeCheck<G> = fn(&Reader<G>) -> Option<LineError>;

impl<G: Grammar> CommandSpec<G> {
    pub const fn order(word: &'static str, paragraph: &str) -> CommandSpec<G> {
        CommandSpec { rule: Some(Rule::new(paragraph)), receiver: Receiver::Order, ..CommandSpec::session(word) }
    }
    pub const fn session(word: &'static str) -> CommandSpec<G> {
        CommandSpec {
            word,
            aliases: &[],
            receiver: Receiver::Session,
            rule: None,
            summary: "",
            example: word,
            about: "",
            slots: &[],
            fillers: &[],
            usage: "",
            other_form: None,
            mistake: None,
            repeated_question: None,
            takes_free_text: false,
            common: None,
            only_shows: false,
            password_words: None,
        }
    }
    /// Returns the properties of a line with this verb, as if it contained no password.
    pub fn properties(&self) -> LineProperties {
        LineProperties { common: self.common, looks: self.only_shows, is_secret: false }
    }
    /// Whether a line with these words after the verb may contain a password.
    pub fn is_secret<'w>(&self, words: impl Iterator<Item = &'w str>) -> bool {
        let values = words.filter(|word| !self.slots.iter().any(|slot| slot.keys.contains(word)));
        self.password_words.is_some_and(|limit| limit <= values.count())
    }
    pub fn is_called(&self, key: &str) -> bool {
        self.word == key || self.aliases.contains(&key)
    }
    /// Whether a line with this verb may begin with this word.
    pub fn begins(&self, word: &str) -> bool {
        self.is_called(word) || self.word.split(' ').next() == Some(word)
    }
    pub fn keywords(&self) -> Vec<&'static str> {
        self.slots.iter().flat_map(Argument::keywords).collect()
    }
}

pub struct RepeatedQuestion {
    pub text: &'static str,
    /// The choice that ends it.
    pub done: &'static str,
    pub choices: Words,
}

/// How a slot is found in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ArgumentPlace {
    /// In order, by a word that begins nothing else.
    Fixed,
    /// Anywhere, after one of its keys.
    Loose,
    /// Anywhere, after a key or by an unmistakable word.
    Bare,
    /// As `Bare`, except that an unmistakable word counts only if no required slot before it is empty.
    Last,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Multiplicity {
    One,
    /// Several, each after the key, if there is one.
    Each,
    /// Several, with the key before the first.
    List,
}

pub enum WhenMissing<G: Grammar> {
    Nothing,
    Refused,
    /// The state, or other words of the line, may supply it.
    By(DefaultValues<G>),
}

/// Returns the values of a slot that the line omits, or an error if it must not be omitted.
pub type DefaultValues<G> = fn(&Reader<G>) -> Result<Vec<<G as Grammar>::Value>, LineError>;

pub struct Argument<G: Grammar> {
    pub kind: G::Kind,
    /// Its name in errors: `The range`.
    pub what: &'static str,
    /// Its form in the usage, such as `N`, or complete with its key: `[range N]`.
    pub shown: &'static str,
    /// Keys before it, of one or more words. The first is printed, unless it is silent.
    pub keys: Words,
    pub silent: bool,
    pub place: ArgumentPlace,
    pub many: Multiplicity,
    /// The separator between several values in print.
    pub separator: &'static str,
    pub when_missing: WhenMissing<G>,
    /// Words for no value, or for all.
    pub empty_words: Words,
    /// Whether the first empty word (or the key, if there is none) is printed if the slot has no value.
    pub is_always_printed: bool,
    /// Words that may occur inside its value.
    pub inner: Words,
    /// Words without meaning that may follow it.
    pub trailing_fillers: Words,
    /// The suggestions, if they differ from those of its kind.
    pub suggestions: Option<SuggestionList<G>>,
    pub prompts: [Option<Prompt<G>>; 2],
}

pub type SuggestionList<G> = fn(&Reader<G>) -> Vec<Suggestion>;

impl<G: Grammar> Argument<G> {
    /// Creates a required slot, filled in order.
    pub const fn fixed(kind: G::Kind, what: &'static str, shown: &'static str) -> Argument<G> {
        Argument {
            kind,
            what,
            shown,
            keys: &[],
            silent: false,
            place: ArgumentPlace::Fixed,
            many: Multiplicity::One,
            separator: " ",
            when_missing: WhenMissing::Refused,
            empty_words: &[],
            is_always_printed: false,
            inner: &[],
            trailing_fillers: &[],
            suggestions: None,
            prompts: [None, None],
        }
    }
    /// Creates an optional slot, filled anywhere after a key.
    pub const fn loose(keys: Words, kind: G::Kind, what: &'static str, shown: &'static str) -> Argument<G> {
        Argument {
            keys,
            place: ArgumentPlace::Loose,
            when_missing: WhenMissing::Nothing,
            ..Argument::fixed(kind, what, shown)
        }
    }
    pub const fn keys(self, keys: Words) -> Argument<G> {
        Argument { keys, ..self }
    }
    /// Makes the key optional and does not print it.
    pub const fn silent(self) -> Argument<G> {
        Argument { silent: true, ..self }
    }
    pub const fn what(self, what: &'static str) -> Argument<G> {
        Argument { what, ..self }
    }
    pub const fn shown(self, shown: &'static str) -> Argument<G> {
        Argument { shown, ..self }
    }
    pub const fn loosely(self) -> Argument<G> {
        Argument { place: ArgumentPlace::Loose, ..self }
    }
    pub const fn bare(self) -> Argument<G> {
        Argument { place: ArgumentPlace::Bare, ..self }
    }
    pub const fn last(self) -> Argument<G> {
        Argument { place: ArgumentPlace::Last, ..self }
    }
    pub const fn required(self) -> Argument<G> {
        Argument { when_missing: WhenMissing::Refused, ..self }
    }
    pub const fn optional(self) -> Argument<G> {
        Argument { when_missing: WhenMissing::Nothing, ..self }
    }
    pub const fn with_default(self, known: DefaultValues<G>) -> Argument<G> {
        Argument { when_missing: WhenMissing::By(known), ..self }
    }
    pub const fn each(self) -> Argument<G> {
        Argument { many: Multiplicity::Each, ..self }
    }
    pub const fn list(self) -> Argument<G> {
        Argument { many: Multiplicity::List, ..self }
    }
    pub const fn joint(self, joint: &'static str) -> Argument<G> {
        Argument { separator: joint, ..self }
    }
    pub const fn with_empty_words(self, empty_words: Words) -> Argument<G> {
        Argument { empty_words, ..self }
    }
    pub const fn always(self) -> Argument<G> {
        Argument { is_always_printed: true, ..self }
    }
    pub const fn inner(self, inner: Words) -> Argument<G> {
        Argument { inner, ..self }
    }
    pub const fn tail(self, tail: Words) -> Argument<G> {
        Argument { trailing_fillers: tail, ..self }
    }
    pub const fn with_offers(self, list: SuggestionList<G>) -> Argument<G> {
        Argument { suggestions: Some(list), ..self }
    }
    pub const fn with_prompt(self, prompt: Prompt<G>) -> Argument<G> {
        Argument { prompts: [Some(prompt), None], ..self }
    }
    pub const fn with_question(self, text: &'static str) -> Argument<G> {
        self.with_prompt(Prompt::choose(text))
    }
    pub const fn with_question_from(self, question: fn(&Reader<G>) -> Option<Question>) -> Argument<G> {
        self.with_prompt(Prompt::depending_on(question))
    }
    pub const fn with_second_prompt(self, prompt: Prompt<G>) -> Argument<G> {
        let [first, _] = self.prompts;
        Argument { prompts: [first, Some(prompt)], ..self }
    }
    /// Returns the first key, which is printed before the value unless the slot is silent.
    pub fn key(&self) -> Option<&'static str> {
        self.keys.first().copied()
    }
    /// Returns its name within a sentence: `The place` for `The place, at X Y,`.
    pub fn name(&self) -> &'static str {
        self.what.split(',').next().unwrap_or(self.what)
    }
    fn keywords(&self) -> Vec<&'static str> {
        let words = if self.place == ArgumentPlace::Bare && self.silent { G::words(self.kind) } else { Vec::new() };
        let keys = self.keys.iter().filter(|_| self.place != ArgumentPlace::Fixed || !self.silent);
        let keys = keys.filter_map(|key| key.split(' ').next());
        keys.chain([self.empty_words, self.inner].concat()).chain(words).collect()
    }
}

/// One question of the guided form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub above: Option<String>,
    pub text: String,
    /// Each choice's text and the answer that it means. An empty answer omits the slot.
    pub choices: Vec<(String, String)>,
    pub takes: AcceptedAnswer,
}

/// The accepted answers other than the words of the choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptedAnswer {
    /// Only the number of a choice.
    Listed,
    /// The number of a choice, or any other words.
    Words,
    /// Any words or numbers. 1 means 1, not the first choice.
    Figures,
}

/// The question for a slot. A slot of several words may have several questions.
#[derive(Clone, Copy)]
pub struct Prompt<G: Grammar> {
    /// The word before the answer, if it is not the key of the slot.
    pub lead: Option<&'static str>,
    pub text: &'static str,
    pub how: PromptChoices<G>,
}

#[derive(Clone, Copy)]
pub enum PromptChoices<G: Grammar> {
    /// The possible values of the slot.
    Choose,
    /// The values of this list instead.
    Among(SuggestionList<G>),
    /// The possible values of the slot, or no value, shown as this text.
    OrNone(&'static str),
    /// Free text.
    Free,
    /// Free text, put in quotation marks.
    Quoted,
    /// Depends on the state. `None` if the order is complete or impossible.
    By(fn(&Reader<G>) -> Option<Question>),
}

impl<G: Grammar> Prompt<G> {
    pub const fn choose(text: &'static str) -> Prompt<G> {
        Prompt { lead: None, text, how: PromptChoices::Choose }
    }
    pub const fn free(text: &'static str) -> Prompt<G> {
        Prompt { lead: None, text, how: PromptChoices::Free }
    }
    pub const fn new(text: &'static str, how: PromptChoices<G>) -> Prompt<G> {
        Prompt { lead: None, text, how }
    }
    /// Asks for an answer without a word before it.
    pub const fn alone(text: &'static str) -> Prompt<G> {
        Prompt { lead: Some(""), text, how: PromptChoices::Choose }
    }
    pub const fn depending_on(question: fn(&Reader<G>) -> Option<Question>) -> Prompt<G> {
        Prompt { lead: None, text: "", how: PromptChoices::By(question) }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    pub text: String,
    /// Its text in a list, if it is a name. It can also be typed as the start of this text.
    pub shown: Option<String>,
}

impl Suggestion {
    pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<Suggestion> {
        words.into_iter().map(|word| Suggestion { text: word.to_owned(), shown: None }).collect()
    }
}

pub struct Reader<'a, G: Grammar> {
    pub state: &'a G::State,
    pub names: G::Names<'a>,
    pub line: &'a str,
    pub tokens: Vec<Token<'a>>,
    pub at: usize,
    /// The end of the order, where the dice begin.
    pub end: usize,
    pub row: &'static CommandSpec<G>,
    /// The key before the current value. Empty without a key.
    pub current_key: &'static str,
    /// The current or last slot, and the index of the word with which its value began.
    pub filling: Option<(usize, usize)>,
    pub filled: FilledSlots<G>,
}

pub struct SlotValue<G: Grammar> {
    /// `None` for a word that means no value, or all.
    pub value: Option<G::Value>,
    pub at: Range<usize>,
}

pub struct FilledSlots<G: Grammar> {
    pub slots: Vec<Vec<SlotValue<G>>>,
    next: usize,
}

impl<G: Grammar> FilledSlots<G> {
    pub fn new(row: &CommandSpec<G>) -> FilledSlots<G> {
        FilledSlots { slots: row.slots.iter().map(|_| Vec::new()).collect(), next: 0 }
    }
    pub fn is_filled(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(|values| !values.is_empty())
    }
    /// Whether a word for no value, or for all, filled the slot.
    pub fn is_empty_word(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(|values| values.iter().any(|slot_value| slot_value.value.is_none()))
    }
    /// Returns the bytes of the line that fill a slot.
    pub fn place(&self, slot: usize) -> Option<Range<usize>> {
        let values = self.slots.get(slot)?;
        Some(values.first()?.at.start..values.last()?.at.end)
    }
    pub fn get<T: FromSlot<G>>(&self, slot: usize) -> Option<T> {
        let values: Vec<&G::Value> =
            self.slots.get(slot)?.iter().filter_map(|slot_value| slot_value.value.as_ref()).collect();
        T::from_values(&values)
    }
    /// Returns the bytes of the line that fill the slot taken last.
    pub fn taken_from(&self) -> Option<Range<usize>> {
        self.place(self.next.checked_sub(1)?)
    }
    /// Takes the values of the next slot. Fails if the row does not fit the command.
    pub fn take<T: FromSlot<G>>(&mut self) -> Result<T, LineError> {
        self.next += 1;
        self.get(self.next - 1).ok_or_else(|| LineError::new("Something is missing."))
    }
}

/// A part of a command, converted to and from the values of a slot.
pub trait FromSlot<G: Grammar>: Sized {
    fn from_values(values: &[&G::Value]) -> Option<Self>;
    fn values(&self) -> Vec<G::Value>;
}

impl<G: Grammar, T: FromSlot<G>> FromSlot<G> for Option<T> {
    fn from_values(values: &[&G::Value]) -> Option<Self> {
        if values.is_empty() { Some(None) } else { T::from_values(values).map(Some) }
    }
    fn values(&self) -> Vec<G::Value> {
        self.as_ref().map_or_else(Vec::new, T::values)
    }
}

impl<G: Grammar, T: FromSlot<G>> FromSlot<G> for Vec<T> {
    fn from_values(values: &[&G::Value]) -> Option<Self> {
        values.iter().map(|value| T::from_values(&[value])).collect()
    }
    fn values(&self) -> Vec<G::Value> {
        self.iter().flat_map(T::values).collect()
    }
}

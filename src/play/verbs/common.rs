//! The commands that every game's session shares: their spelling, their arguments and how these are read.
use SharedVerb::{Amend, Dice, Log, Quit, Redo, Show, Undo, Why};

use super::{
    table::{Argument, Grammar, Reader, Suggestion, Words},
    tokens::TokenKind,
};
use crate::{Hint, LineError, has_visible_text};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharedVerb {
    Undo,
    Redo,
    Amend,
    Why,
    Log,
    Dice,
    Show,
    Quit,
}

impl SharedVerb {
    pub const ALL: [SharedVerb; 8] = [Undo, Redo, Amend, Why, Log, Dice, Show, Quit];

    /// Returns its name and its aliases. A game's own verb of the same name takes precedence.
    pub const fn name_and_aliases(self) -> (&'static str, Words) {
        match self {
            Undo => ("undo", &[]),
            Redo => ("redo", &[]),
            Amend => ("amend", &[]),
            Why => ("why", &[]),
            Log => ("log", &[]),
            Dice => ("dice", &[]),
            Show => ("show", &[]),
            Quit => ("quit", &["exit", "bye"]),
        }
    }

    /// Returns the verb with exactly this name or alias.
    pub fn named(typed: &str) -> Option<SharedVerb> {
        SharedVerb::ALL.into_iter().find(|verb| {
            let (name, aliases) = verb.name_and_aliases();
            name == typed || aliases.contains(&typed)
        })
    }
}

/// A shared session command as typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Common {
    Undo(UndoRequest),
    /// Redoes up to that entry, or everything undone last.
    Redo {
        to: Option<usize>,
    },
    /// Replaces a command: `amend 12 because "a slip" target ...`. The new one is read in the state of that entry.
    Amend {
        entry: usize,
        because: Option<String>,
        line: String,
    },
    Dice(DiceMode),
    Show(RulingDetail),
    Quit,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoRequest {
    /// The first entry to undo, as numbered for the viewer. `None` for the last line.
    pub from: Option<usize>,
    pub because: Option<String>,
}

/// The source of dice for commands without typed dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DiceMode {
    /// The program rolls.
    #[default]
    Roll,
    /// The program asks for dice rolled at the table.
    Ask,
}

/// How rulings are shown. `why` has the sums in either case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RulingDetail {
    /// One line each.
    #[default]
    Brief,
    /// With every number and its paragraph.
    Full,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommonKind {
    /// The number of an entry: `12`, `#12`.
    Entry,
    /// A reason, in quotation marks or to the end of the line.
    Reason,
    /// An optional reason, and a corrected line.
    Correction,
    Mode,
    Detail,
    Word,
    /// All remaining words, as typed.
    Rest,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommonValue {
    Entry(usize),
    Words(String),
    Correction { because: Option<String>, line: String },
    Mode(DiceMode),
    Detail(RulingDetail),
}

/// A grammar with the shared session commands. [`common_grammar`](crate::common_grammar) implements it.
pub trait CommonGrammar: Grammar {
    fn common(value: &Self::Value) -> Option<&CommonValue>;

    const OF_UNDO: &'static [Argument<Self>];
    const OF_REDO: &'static [Argument<Self>];
    const OF_AMEND: &'static [Argument<Self>];
    const OF_DICE: &'static [Argument<Self>];
    const OF_SHOW: &'static [Argument<Self>];
}

/// Adds the shared session commands to a grammar. `$Kind` and `$Value` are the variants that hold [`CommonKind`] and
/// [`CommonValue`].
#[macro_export]
macro_rules! common_grammar {
    ($Grammar:ty: $Kind:path, $Value:path) => {
        const _: () = {
            use $crate::verbs::{Argument, CommonGrammar, CommonKind, CommonValue, FromSlot, no_detail, no_mode};

            impl FromSlot<$Grammar> for usize {
                fn from_values(values: &[&<$Grammar as $crate::verbs::Grammar>::Value]) -> Option<Self> {
                    if let [$Value(CommonValue::Entry(entry))] = values { Some(*entry) } else { None }
                }
                fn values(&self) -> Vec<<$Grammar as $crate::verbs::Grammar>::Value> {
                    vec![$Value(CommonValue::Entry(*self))]
                }
            }

            impl CommonGrammar for $Grammar {
                fn common(value: &Self::Value) -> Option<&CommonValue> {
                    if let $Value(value) = value { Some(value) } else { None }
                }

                const OF_UNDO: &'static [Argument<Self>] = &[
                    Argument::fixed($Kind(CommonKind::Entry), "The entry", "ENTRY").optional(),
                    Argument::loose(&["because"], $Kind(CommonKind::Reason), "The reason", "WORDS"),
                ];
                const OF_REDO: &'static [Argument<Self>] =
                    &[Argument::fixed($Kind(CommonKind::Entry), "The entry", "ENTRY").optional()];
                const OF_AMEND: &'static [Argument<Self>] = &[
                    Argument::fixed($Kind(CommonKind::Entry), "The entry", "ENTRY"),
                    Argument::fixed($Kind(CommonKind::Correction), "The corrected line", "LINE"),
                ];
                const OF_DICE: &'static [Argument<Self>] =
                    &[Argument::fixed($Kind(CommonKind::Mode), "The dice mode", "ask|roll").with_default(no_mode)];
                const OF_SHOW: &'static [Argument<Self>] =
                    &[Argument::fixed($Kind(CommonKind::Detail), "The level of detail", "brief|full")
                        .with_default(no_detail)];
            }
        };
    };
}

const fn slots<G: CommonGrammar>(verb: SharedVerb) -> &'static [Argument<G>] {
    match verb {
        Undo => G::OF_UNDO,
        Redo | Why => G::OF_REDO,
        Amend => G::OF_AMEND,
        Dice => G::OF_DICE,
        Show => G::OF_SHOW,
        Log | Quit => &[],
    }
}

impl<G: CommonGrammar> super::CommandSpec<G> {
    pub const fn common(common: SharedVerb) -> super::CommandSpec<G> {
        let (word, aliases) = common.name_and_aliases();
        let takes_free_text = matches!(common, Undo | Amend);
        let only_shows = matches!(common, Why | Log);
        let spec = super::CommandSpec::session(word);
        super::CommandSpec { aliases, common: Some(common), slots: slots(common), takes_free_text, only_shows, ..spec }
    }
}

/// Refuses `dice` without its mode.
pub fn no_mode<G: Grammar>(r: &Reader<G>) -> Result<Vec<G::Value>, LineError> {
    Err(LineError::located(r.end..r.end, "The dice mode is missing.").hint(Hint::form("dice ask, or dice roll")))
}

/// Refuses `show` without its level of detail.
pub fn no_detail<G: Grammar>(r: &Reader<G>) -> Result<Vec<G::Value>, LineError> {
    Err(LineError::located(r.end..r.end, "The level of detail is missing.")
        .hint(Hint::form("show brief, or show full")))
}

/// Refuses an empty note.
pub fn no_words<G: Grammar>(r: &Reader<G>) -> Result<Vec<G::Value>, LineError> {
    Err(LineError::located(r.end..r.end, "A note needs words.").hint(Hint::line(r.row.example)))
}

const MODES: [(&str, DiceMode); 2] = [("ask", DiceMode::Ask), ("roll", DiceMode::Roll)];
const DETAILS: [(&str, RulingDetail); 2] = [("brief", RulingDetail::Brief), ("full", RulingDetail::Full)];

impl CommonKind {
    pub fn choices(self) -> Vec<&'static str> {
        match self {
            CommonKind::Mode => MODES.map(|(word, _)| word).to_vec(),
            CommonKind::Detail => DETAILS.map(|(word, _)| word).to_vec(),
            CommonKind::Entry | CommonKind::Reason | CommonKind::Correction => Vec::new(),
            CommonKind::Word | CommonKind::Rest => Vec::new(),
        }
    }
    pub fn offers(self) -> Vec<Suggestion> {
        Suggestion::words(self.choices())
    }
    pub fn read<G: Grammar>(self, r: &mut Reader<G>, what: &str) -> Result<CommonValue, LineError> {
        match self {
            CommonKind::Entry => read_entry(r, what).map(CommonValue::Entry),
            CommonKind::Reason => read_reason(r, what).map(CommonValue::Words),
            CommonKind::Correction => read_correction(r, what),
            CommonKind::Mode => read_choice(r, what, &MODES).map(CommonValue::Mode),
            CommonKind::Detail => read_choice(r, what, &DETAILS).map(CommonValue::Detail),
            CommonKind::Word => r.word(what).map(|word| CommonValue::Words(word.text.into_owned())),
            CommonKind::Rest => read_rest(r, what).map(CommonValue::Words),
        }
    }
}

/// Returns the command of filled slots. Refuses a row without a [`SharedVerb`], and `why` and `log`, which each game
/// answers itself.
pub fn shared_command<G: CommonGrammar>(r: &mut Reader<G>) -> Result<Common, LineError> {
    let Some(verb) = r.row.common else { return Err(r.unexpected()) };
    Ok(match (verb, slot_value(r, 0), slot_value(r, 1)) {
        (Undo, from, because) => {
            let because = if let Some(CommonValue::Words(words)) = because { Some(words.clone()) } else { None };
            Common::Undo(UndoRequest { from: number(from), because })
        }
        (Redo, to, _) => Common::Redo { to: number(to) },
        (Amend, Some(CommonValue::Entry(entry)), Some(CommonValue::Correction { because, line })) => {
            Common::Amend { entry: *entry, because: because.clone(), line: line.clone() }
        }
        (Dice, Some(CommonValue::Mode(mode)), _) => Common::Dice(*mode),
        (Show, Some(CommonValue::Detail(detail)), _) => Common::Show(*detail),
        (Quit, ..) => Common::Quit,
        (Why | Log | Amend | Dice | Show, ..) => return Err(r.unexpected()),
    })
}

fn slot_value<'r, G: CommonGrammar>(r: &'r Reader<G>, slot: usize) -> Option<&'r CommonValue> {
    r.filled.slots.get(slot)?.first()?.value.as_ref().and_then(G::common)
}

fn number(value: Option<&CommonValue>) -> Option<usize> {
    if let Some(CommonValue::Entry(entry)) = value { Some(*entry) } else { None }
}

fn read_choice<G: Grammar, T: Copy>(
    r: &mut Reader<G>,
    what: &str,
    options: &[(&'static str, T); 2],
) -> Result<T, LineError> {
    let words = options.map(|(word, _)| word);
    let word = r.choose(what, &words)?;
    let value = options.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    value.ok_or_else(|| r.unexpected())
}

/// Reads the number of an entry: `12` or `#12`.
fn read_entry<G: Grammar>(r: &mut Reader<G>, what: &str) -> Result<usize, LineError> {
    let word = r.word(what)?;
    word.text.trim_start_matches('#').parse().map_err(|_| {
        let what = format!("\"{}\" is not an entry number.", word.text);
        LineError::located(word.at, what).hint(Hint::about_entry_numbers())
    })
}

fn read_reason<G: Grammar>(r: &mut Reader<G>, what: &str) -> Result<String, LineError> {
    let at = r.next_place();
    let words = r.reason(what)?;
    if has_visible_text(&words) {
        return Ok(words.trim().to_owned());
    }
    Err(LineError::located(at, format!("{what} is empty.")).hint("type it in words: \"...\""))
}

fn read_rest<G: Grammar>(r: &mut Reader<G>, what: &str) -> Result<String, LineError> {
    let from = r.next_place().start;
    if r.peek().is_none() {
        return Err(r.missing(what));
    }
    r.at = r.tokens.len();
    Ok(r.line[from..r.end].trim_end().to_owned())
}

/// Reads a corrected line, perhaps after the amendment's reason. The reason may also stand within, just before `dice`.
/// A reason elsewhere within the line belongs to the corrected command.
fn read_correction<G: Grammar>(r: &mut Reader<G>, what: &str) -> Result<CommonValue, LineError> {
    let words = &r.tokens[r.at.min(r.tokens.len())..];
    let because = words.iter().position(|word| word.key == "because");
    let reason = because.and_then(|index| words.get(index + 1)).filter(|reason| reason.kind == TokenKind::Quoted);
    let reason = reason.filter(|reason| has_visible_text(&reason.text)).map(|reason| reason.text.trim().to_owned());
    match (because, reason) {
        (Some(0), None) => {
            let end = words[0].at.end;
            let what = "After \"because\", type the reason in quotation marks and then the corrected line.";
            Err(LineError::located(end..end, what).hint(Hint::form(r.row.example)))
        }
        (Some(0), because) => {
            r.at += 2;
            Ok(CommonValue::Correction { because, line: read_rest(r, what)? })
        }
        (Some(index), because @ Some(_)) if words.get(index + 2).is_some_and(|word| word.key == "dice") => {
            let (command, dice) = (words[0].at.start..words[index].at.start, words[index + 2].at.start..r.end);
            let line = format!("{}{}", &r.line[command], &r.line[dice]);
            r.at = r.tokens.len();
            Ok(CommonValue::Correction { because, line })
        }
        _ => Ok(CommonValue::Correction { because: None, line: read_rest(r, what)? }),
    }
}

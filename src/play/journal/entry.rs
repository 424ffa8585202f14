//! The entries of a journal and its first line.
use serde::{Deserialize, Serialize};

use super::{
    branch::Branch,
    dice::ALGORITHM,
    once,
    turn_file::{HeldFile, Origin},
};
use crate::{Event, Game, Roll, Rule};

/// The format of the text that this program writes and reads.
pub const FORMAT: u32 = 1;

/// What the first line holds; with it a journal needs no other file to be read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kaiser", rename = "journal")]
pub struct Header<S> {
    pub format: u32,
    /// The version of the program that began it, which can judge its rulings.
    pub program: String,
    /// The game's name: `naval`.
    pub game: String,
    /// The edition of the game's rulings with which it was begun: [`Game::RULINGS`].
    pub rulings: u32,
    /// The hash of the data with which it was begun.
    pub data: String,
    /// How its faces come from the seed.
    pub dice: String,
    /// `None` where it is kept elsewhere: the program then throws no dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// From what the salts of seals are drawn, for a script that must come out the same; as a rule the system draws them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salts: Option<u64>,
    /// The digest of the line of a second text that has the seed and the salts, where the journal can be shown; the first
    /// line then tells neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private: Option<String>,
    /// Who plays a side by himself, as the game writes it; left out where nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<serde_json::Value>,
    /// The journal whose first entries these are, of a what-if.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    pub setup: S,
}

impl<S> Header<S> {
    /// A header in the present [`FORMAT`], of the game `G` as it is ruled now.
    pub fn of<G: Game<Setup = S>>(game: &str, data: &str, seed: u64, setup: S) -> Header<S> {
        let (game, data, seed) = (game.to_owned(), data.to_owned(), Some(seed));
        let (program, dice) = (env!("CARGO_PKG_VERSION").to_owned(), ALGORITHM.to_owned());
        let (format, rulings) = (FORMAT, G::RULINGS);
        let (salts, private, players, branch) = (None, None, None, None);
        Header { format, program, game, data, rulings, dice, seed, salts, private, players, branch, setup }
    }
}

/// Something done to the game. Its number is its place, from 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry<C, F, P> {
    /// A command and what followed from it.
    Did {
        /// The number of the first command of the typed line that gave it: one `undo` takes back all of a line.
        line: usize,
        /// Where it came from; from the keyboard where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Origin>,
        command: C,
        events: Vec<Event<F, P>>,
    },
    /// Every deed and amendment in force from entry `from` on was taken back. A reason is owed if dice had fallen in them, if
    /// something was revealed since, or if they are of more than one typed line.
    TakenBack {
        from: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// What was taken back last was brought back, no further than entry `to`.
    Redid { to: usize },
    /// What was typed for the deed of number `entry` was corrected; it and every later deed in force was ruled again. A reason
    /// is owed if dice that had fallen decide nothing any more, or if a deed is struck out.
    Amended {
        entry: usize,
        to: Correction<C>,
        ruled: Vec<Ruled<F, P>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// Something was said of the game as it stands, which changes nothing.
    Remarked { words: String },
    /// Something happened at the table which changes neither the state nor any die.
    Noticed { what: Notice },
    /// The program came back after an orderly end.
    Opened,
    /// The program ended in an orderly way, so that a dropped last line is noticed.
    Closed,
}

/// What an amendment puts in the place of what was typed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction<C> {
    /// Another command, ruled by the dice that fell.
    Command(C),
    /// Other faces for all dice of the deed, in the order in which it is ruled. Its command stays as it is.
    Faces(Vec<u8>),
}

/// What has happened at the table beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Notice {
    /// From here on the machine plays a side, asked in these words; without any a person does.
    Player {
        side: String,
        machine: Option<String>,
        /// Who that is, as line 1 would have him.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "once::value")]
        player: Option<serde_json::Value>,
    },
    /// From here on dice are thrown on the table and typed, or thrown by the program.
    Dice { typed: bool },
    /// From here on rulings are told with their sums, or in a line each.
    Telling { full: bool },
    /// From here on, until something is taken back, the men of a side are set out so, each when its turn comes.
    SetOut { side: String, men: String },
    /// From here on both sides have so much time to think, as a time control is written; without one no clock runs. A
    /// reason is owed where moves were made by the clocks as they were.
    Clock {
        control: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// A side has thought so long by its clock, and then moved, or not.
    Thought { side: String, milliseconds: u64, moved: bool },
    /// Somebody looked at what is hidden, by the command in these words.
    Looked { at: String },
    /// A tag that the game's record carries.
    Tagged { name: String, value: String },
    /// The keyboard went to that side, or to the referee without one.
    Passed { to: Option<String> },
    /// Who plays that side was told to answer with the best so far: what he orders next he might not order again.
    CutShort { side: String },
    /// The seal of a side was opened at the referee's keyboard before all plots were.
    Revealed { side: String },
    /// Lines of the second text of a journal that can be shown: what they keep is secret no longer.
    LaidOpen { lines: Vec<String> },
    /// The referee has a word, without which nobody becomes the referee: the Argon2id hash of the word with this salt (19456
    /// KiB, two passes, one lane), 32 bytes in lower-case hexadecimals.
    Word { salt: String, hash: String },
    /// Another word was typed in its place; it is the try of that number since the word was set, from 1.
    WrongWord { tries: u32 },
    /// A turn file was read and is held.
    TurnFileHeld(HeldFile),
    /// A turn file that was held counts no more.
    TurnFileDropped(HeldFile),
    /// A turn file that was held is carried out: the line that kept its orders, which proves its digest.
    TurnFileOpened { line: String },
}

/// What an amendment made of one deed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruled<F, P> {
    /// The number of the deed's entry.
    pub entry: usize,
    pub outcome: Outcome<F, P>,
}

/// What came of a command when it was ruled again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome<F, P> {
    Stands(Vec<Event<F, P>>),
    /// It is no longer lawful by this paragraph, and therefore out of force.
    Struck {
        rule: Rule,
        /// The dice that fell before the rules refused it.
        #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
        dice: Vec<Roll<P>>,
    },
}

/// Something done to one game.
pub type EntryOf<G> = Entry<<G as Game>::Command, <G as Game>::Fact, <G as Game>::Purpose>;
/// What an amendment made of one deed of a game.
pub type RuledOf<G> = Ruled<<G as Game>::Fact, <G as Game>::Purpose>;
/// What came of a command of a game when it was ruled again.
pub type OutcomeOf<G> = Outcome<<G as Game>::Fact, <G as Game>::Purpose>;

/// How a deed was ruled: what followed from it, and of one that is struck the dice that fell before it was refused.
pub(super) type Ruling<'a, F, P> = (&'a [Event<F, P>], Option<&'a [Roll<P>]>);
/// How a deed of a game was ruled.
pub(super) type RulingOf<'a, G> = Ruling<'a, <G as Game>::Fact, <G as Game>::Purpose>;

impl<F, P> Outcome<F, P> {
    /// What followed; nothing from a command that is struck.
    pub fn events(&self) -> &[Event<F, P>] {
        self.ruling().0
    }

    pub(super) fn ruling(&self) -> Ruling<'_, F, P> {
        match self {
            Outcome::Stands(events) => (events, None),
            Outcome::Struck { dice, .. } => (&[], Some(dice)),
        }
    }

    /// Every die that fell for this ruling, in order.
    pub fn dice(&self) -> impl Iterator<Item = &Roll<P>> {
        dice_of(self.ruling())
    }
}

/// Every die that fell for a ruling, in order.
pub(super) fn dice_of<'a, F, P>((events, struck): Ruling<'a, F, P>) -> impl Iterator<Item = &'a Roll<P>> {
    events.iter().flat_map(|event| &event.dice).chain(struck.unwrap_or_default())
}

/// Why an entry cannot come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutOfPlace {
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to redo")]
    NothingToRedo,
    #[error("entry {entry} is not a command in force")]
    NotInForce { entry: usize },
    #[error("entry {entry} is not a command that was taken back")]
    NotTakenBack { entry: usize },
    #[error("it says that it is of the line of entry {entry}, and no line begins there")]
    NoLine { entry: usize },
    #[error("the amendment of entry {entry} does not rule it by the faces that it gives")]
    OtherFaces { entry: usize },
    #[error("the amendment of entry {entry} does not rule exactly the deeds in force from there on")]
    OtherDeeds { entry: usize },
    #[error("it goes back to other entries, or opens or closes the journal, and does not come first")]
    Behind,
    #[error("entry {entry} is of the journal from which this one branches")]
    OfTheParent { entry: usize },
    #[error("the journal has been closed and not opened again")]
    Closed,
    #[error("the journal is opened again without having been closed")]
    NotClosed,
}

/// A value that has no text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot be put into the journal's text: {0}")]
pub struct Unwritable(pub(super) String);

impl<C, F, P> Entry<C, F, P> {
    /// The rulings of the entry of that number, each with the number of its deed.
    pub(super) fn rulings(&self, number: usize) -> impl Iterator<Item = (usize, Ruling<'_, F, P>)> {
        let (did, ruled) = match self {
            Entry::Did { events, .. } => (Some((number, (&events[..], None))), &[][..]),
            Entry::Amended { ruled, .. } => (None, &ruled[..]),
            Entry::TakenBack { .. } | Entry::Redid { .. } => (None, &[][..]),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => (None, &[][..]),
        };
        did.into_iter().chain(ruled.iter().map(|ruled| (ruled.entry, ruled.outcome.ruling())))
    }

    /// Whether it takes back or brings back other entries.
    pub(super) fn goes_back(&self) -> bool {
        match self {
            Entry::TakenBack { .. } | Entry::Redid { .. } => true,
            Entry::Did { .. } | Entry::Amended { .. } => false,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => false,
        }
    }

    /// The faces that an amendment puts in the place of those that fell.
    pub fn other_faces(&self) -> Option<&[u8]> {
        if let Entry::Amended { to: Correction::Faces(faces), .. } = self { Some(faces) } else { None }
    }

    /// Every fact that it ruled.
    pub fn facts(&self) -> impl Iterator<Item = &F> {
        self.rulings(0).flat_map(|(_, (events, _))| events).map(|event| &event.fact)
    }
}

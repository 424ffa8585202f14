//! The entries of a journal and its header (line 1).
use serde::{Deserialize, Serialize};

use super::{
    branch::Branch,
    dice::ALGORITHM,
    turn_file::{HeldFile, Origin},
    unique_keys,
};
use crate::{Event, Game, Roll, Rule};

/// The version of the journal format that this program writes and reads.
pub const FORMAT: u32 = 1;

/// The header of a journal. With it a journal can be read without any other file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kaiser", rename = "journal")]
pub struct Header<S> {
    pub format: u32,
    /// The version of the program that began the journal. Only it can judge the recorded outcomes.
    pub program: String,
    /// The game's name: `naval`.
    pub game: String,
    /// The edition of the game's rulings when the journal began: [`Game::RULINGS`].
    pub rulings: u32,
    /// The hash of the data when the journal began.
    pub data: String,
    /// How dice come from the seed.
    pub dice: String,
    /// `None` if it is kept elsewhere. The program then rolls no dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The seed of the seal salts, for reproducible scripts. Normally absent: the system draws the salts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salts: Option<u64>,
    /// The digest of the line of the private text that holds the seed and the salts. The journal can then be shown, and
    /// its header has neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private: Option<String>,
    /// The sides that the computer plays, in the game's own format. Absent if people play all sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<serde_json::Value>,
    /// The journal that this what-if continues, with the entries copied from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    pub setup: S,
}

impl<S> Header<S> {
    /// Returns a header in the current [`FORMAT`], for the current rulings of game `G`.
    pub fn current<G: Game<Setup = S>>(game: &str, data: &str, seed: u64, setup: S) -> Header<S> {
        let (game, data, seed) = (game.to_owned(), data.to_owned(), Some(seed));
        let (program, dice) = (env!("CARGO_PKG_VERSION").to_owned(), ALGORITHM.to_owned());
        let (format, rulings) = (FORMAT, G::RULINGS);
        let (salts, private, players, branch) = (None, None, None, None);
        Header { format, program, game, data, rulings, dice, seed, salts, private, players, branch, setup }
    }
}

/// One recorded action. Its number is its position, from 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry<C, F, P> {
    /// A command and its events.
    Did {
        /// The number of the first command of its typed line. One `undo` undoes a complete line.
        line: usize,
        /// The origin of the command. Absent if it was typed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Origin>,
        command: C,
        events: Vec<Event<F, P>>,
    },
    /// Every active command and amendment from entry `from` on was undone. It requires a reason if they rolled dice, if
    /// something was revealed since, or if they come from more than one typed line.
    TakenBack {
        from: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// The last undone entries were redone, up to entry `to`.
    Redid { to: usize },
    /// The input of entry `entry` was corrected, and it and every later active command were decided again.
    /// [`ReasonsRequired`](super::ReasonsRequired) lists the effects that require a reason.
    Amended {
        entry: usize,
        to: Correction<C>,
        ruled: Vec<NewOutcome<F, P>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// A remark about the game, which changes nothing.
    Remarked { words: String },
    /// An event beside the game, which changes neither the state nor any die.
    Noticed { what: Notice },
    /// The program resumed after a normal exit.
    Opened,
    /// The program exited normally. Without this mark a lost last line would go unnoticed.
    Closed,
}

impl<C, F, P> Entry<C, F, P> {
    /// Returns the side whose turn file gave this command, if one did.
    pub fn turn_file_side(&self) -> Option<&str> {
        match self {
            Entry::Did { from: Some(Origin::TurnFile { side, .. }), .. } => Some(side),
            _ => None,
        }
    }
}

/// The corrected input of an amendment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction<C> {
    /// A different command, decided with the dice already rolled.
    Command(C),
    /// Different faces for all dice of the command, in the order of its new decision. The command stays the same.
    Faces(Vec<u8>),
}

/// An event beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Notice {
    /// From here on the computer plays a side, as requested in these words. Without words, a person plays it.
    Player {
        side: String,
        machine: Option<String>,
        /// The player, as the header would state it.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "unique_keys::value")]
        player: Option<serde_json::Value>,
    },
    /// From here on dice are rolled at the table and typed, or rolled by the program.
    Dice { typed: bool },
    /// From here on rulings are shown with their arithmetic, or in one line each.
    #[serde(rename = "telling")]
    Detail { full: bool },
    /// From here on, until an undo, a side's pieces are set up in this way, each when its turn comes.
    #[serde(rename = "set_out")]
    PiecesPlanned {
        side: String,
        #[serde(rename = "men")]
        pieces: String,
    },
    /// From here on both sides have this time control. Without one no clock runs. It requires a reason if moves were
    /// made under the earlier clocks.
    Clock {
        control: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// A side thought this long by its clock, and then moved or did not.
    Thought { side: String, milliseconds: u64, moved: bool },
    /// Someone looked at hidden information with this command.
    #[serde(rename = "looked")]
    PiecesLookedAt { at: String },
    /// A tag of the game's record.
    Tagged { name: String, value: String },
    /// The keyboard passed to that side, or to the referee if absent.
    Passed { to: Option<String> },
    /// That side's computer player was stopped and gave the best orders found so far. A check may find others.
    CutShort { side: String },
    /// A side's seal was opened at the referee's keyboard, before the plots were opened for all.
    #[serde(rename = "revealed")]
    SealOpened { side: String },
    /// Lines of the private text, published in the journal. Their content is not secret any more.
    #[serde(rename = "laid_open")]
    PrivatePublished { lines: Vec<String> },
    /// The referee set a password. Holds its Argon2id hash with this salt (19456 KiB, two passes, one lane): 32 bytes
    /// in lower-case hexadecimal.
    #[serde(rename = "word")]
    PasswordSet { salt: String, hash: String },
    /// A wrong password was typed. `tries` counts the attempts since the password was set, from 1.
    #[serde(rename = "wrong_word")]
    WrongPassword { tries: u32 },
    /// A turn file was read and is held.
    TurnFileHeld(HeldFile),
    /// A held turn file was discarded.
    TurnFileDropped(HeldFile),
    /// A held turn file was carried out. `line` is the private line with its orders. Its digest is that of the file.
    TurnFileOpened { line: String },
}

/// The new outcome of one command in an amendment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewOutcome<F, P> {
    /// The number of the command's entry.
    pub entry: usize,
    pub outcome: Outcome<F, P>,
}

/// The outcome of a command that was decided again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome<F, P> {
    Stands(Vec<Event<F, P>>),
    /// This paragraph now refuses the command, so it is not active.
    #[serde(rename = "struck")]
    NoLongerLegal {
        rule: Rule,
        /// The dice rolled before the rules refused it.
        #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
        dice: Vec<Roll<P>>,
    },
}

pub type EntryOf<G> = Entry<<G as Game>::Command, <G as Game>::Fact, <G as Game>::Purpose>;
pub type NewOutcomeOf<G> = NewOutcome<<G as Game>::Fact, <G as Game>::Purpose>;
pub type OutcomeOf<G> = Outcome<<G as Game>::Fact, <G as Game>::Purpose>;

/// An outcome: the events, and for a command that has become illegal, the dice rolled before it was refused.
pub(super) type OutcomeParts<'a, F, P> = (&'a [Event<F, P>], Option<&'a [Roll<P>]>);
pub(super) type OutcomePartsOf<'a, G> = OutcomeParts<'a, <G as Game>::Fact, <G as Game>::Purpose>;

impl<F, P> Outcome<F, P> {
    /// Returns the events. Empty if the command has become illegal.
    pub fn events(&self) -> &[Event<F, P>] {
        self.ruling().0
    }

    pub(super) fn ruling(&self) -> OutcomeParts<'_, F, P> {
        match self {
            Outcome::Stands(events) => (events, None),
            Outcome::NoLongerLegal { dice, .. } => (&[], Some(dice)),
        }
    }

    /// Returns every die rolled for this outcome, in order.
    pub fn dice(&self) -> impl Iterator<Item = &Roll<P>> {
        dice_of(self.ruling())
    }
}

pub(super) fn dice_of<'a, F, P>((events, struck): OutcomeParts<'a, F, P>) -> impl Iterator<Item = &'a Roll<P>> {
    events.iter().flat_map(|event| &event.dice).chain(struck.unwrap_or_default())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidEntry {
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to redo")]
    NothingToRedo,
    #[error("entry {entry} is not a command or was undone")]
    NotActive { entry: usize },
    #[error("entry {entry} is not a command that was undone")]
    NotUndone { entry: usize },
    #[error("it claims to belong to the typed line of entry {entry}, but none begins there")]
    NoLine { entry: usize },
    #[error("the amendment of entry {entry} names other dice than its outcome has")]
    OtherFaces { entry: usize },
    #[error("the amendment of entry {entry} does not rule exactly the commands that were effective from there on")]
    OtherCommands { entry: usize },
    #[error("it refers to other entries, or opens or closes the journal, but is not the first of its group")]
    NotFirst,
    #[error("entry {entry} belongs to the journal from which this one branches")]
    CopiedEntry { entry: usize },
    #[error("the journal was closed and not reopened")]
    Closed,
    #[error("the journal is reopened but was not closed")]
    NotClosed,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot be written to the journal: {0}")]
pub struct Unwritable(pub(super) String);

impl<C, F, P> Entry<C, F, P> {
    /// Returns the outcomes that this entry records, each with the number of its command. `number` is this entry's own.
    pub(super) fn rulings(&self, number: usize) -> impl Iterator<Item = (usize, OutcomeParts<'_, F, P>)> {
        let (did, ruled) = match self {
            Entry::Did { events, .. } => (Some((number, (&events[..], None))), &[][..]),
            Entry::Amended { ruled, .. } => (None, &ruled[..]),
            Entry::TakenBack { .. } | Entry::Redid { .. } => (None, &[][..]),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => (None, &[][..]),
        };
        did.into_iter().chain(ruled.iter().map(|ruled| (ruled.entry, ruled.outcome.ruling())))
    }

    pub(super) fn is_undo_or_redo(&self) -> bool {
        match self {
            Entry::TakenBack { .. } | Entry::Redid { .. } => true,
            Entry::Did { .. } | Entry::Amended { .. } => false,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => false,
        }
    }

    /// Returns the faces with which an amendment replaces the rolled ones.
    pub fn other_faces(&self) -> Option<&[u8]> {
        if let Entry::Amended { to: Correction::Faces(faces), .. } = self { Some(faces) } else { None }
    }

    pub fn facts(&self) -> impl Iterator<Item = &F> {
        self.rulings(0).flat_map(|(_, (events, _))| events).map(|event| &event.fact)
    }
}

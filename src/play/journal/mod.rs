//! The journal: all entries in order, added and never changed. Generic over [`Game`](crate::Game); does no I/O.
//!
//! Begin with `entry.rs` and `record.rs`. Replay applies facts without asking the rules, so an old game survives a
//! corrected rule. [`Journal::verify`] asks the rules again.
mod active_entries;
mod amend;
mod branch;
mod code;
mod dice;
mod entry;
mod fallen_dice;
mod held_files;
mod history;
mod kept_dice;
mod line;
mod mend;
mod private;
mod reading;
mod record;
mod revealed;
mod savepoint;
mod states;
mod timeline;
mod turn_file;
mod unique_keys;
mod verify;
mod what_if;

pub use active_entries::{ActiveEntries, ActivityChange};
pub use amend::{AmendError, AmendErrorOf, Amendment, Difference, NewDice, ReasonsRequired};
pub use branch::Branch;
pub use code::{code_of, digest_of, grouped, is_digest, is_hexadecimal};
pub use dice::{ALGORITHM, DiceSequence, SeededDice, salt, seeded_stream};
pub use entry::{
    Correction, Entry, EntryOf, FORMAT, Header, InvalidEntry, NewOutcome, NewOutcomeOf, Notice, Outcome, OutcomeOf,
    Unwritable,
};
pub use fallen_dice::FallenDie;
pub use held_files::TurnFiles;
pub use history::{Change, ChangedCommand, HistoryLine};
pub use line::{Chain, JournalError, Line, game_named, is_branch, is_private, is_unbegun, sum_and_rest};
pub use mend::{ChangedCommandAfterGap, HarmlessRepair, Loss, Lost, Recovery, Stopped, is_recovery_remark, mend};
pub use private::{
    LINE_BYTES, Missing, Private, PrivateLinks, PrivateSeeds, digest, group_size, orders_in, padded,
    private_group_line, private_line,
};
pub use reading::{PartialLine, Read, UnknownFrom};
pub use record::Journal;
pub use savepoint::Savepoint;
pub use timeline::AppliedCommand;
pub use turn_file::{HeldFile, Origin};
pub use verify::{Disagreement, DisagreementOf, Mismatch, MismatchOf, Proof};
pub use what_if::WhatIfText;

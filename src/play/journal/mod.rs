//! The journal: all entries in order, added and never changed. Generic over [`Game`](crate::Game); does no I/O.
//!
//! Begin with `entry.rs` and `record.rs`. Replay applies facts without asking the rules, so an old game survives a
//! corrected rule. [`Journal::verify`] asks the rules again.
mod amend;
mod branch;
mod code;
mod course;
mod dice;
mod entry;
mod history;
mod in_force;
mod kept;
mod line;
mod mend;
mod once;
mod private;
mod reading;
mod record;
mod revealed;
mod savepoint;
mod states;
mod turn_file;
mod verify;

pub use amend::{AmendError, AmendErrorOf, Amendment, Difference, Fresh, Owed};
pub use branch::Branch;
pub use code::{code_of, digest_of, grouped, is_digest, is_hexadecimal};
pub use course::Deed;
pub use dice::{ALGORITHM, Thrown, Throws, salt, thrown};
pub use entry::{
    Correction, Entry, EntryOf, FORMAT, Header, Notice, OutOfPlace, Outcome, OutcomeOf, Ruled, RuledOf, Unwritable,
};
pub use history::{Change, Changed, HistoryLine};
pub use in_force::{InForce, Moved};
pub use line::{Chain, Flaw, Line, game_named, is_private, is_unbegun, sum_and_rest};
pub use mend::{Astray, Loss, Lost, Mending, Righted, Stopped, is_of_a_mending, mend};
pub use private::{
    Chances, LINE_BYTES, Laid, Missing, Private, digest, keep, keep_together, kept_together, orders_in, padded,
};
pub use reading::{KeptFrom, Read, Torn};
pub use record::Journal;
pub use savepoint::Savepoint;
pub use turn_file::{HeldFile, Origin};
pub use verify::{Disagreement, DisagreementOf, Otherwise, OtherwiseOf, Proof};

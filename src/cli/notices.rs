//! Checks that every [`Notice`] in a journal is one that the program can write in that game.
use std::collections::BTreeSet;
use std::mem;

use serde_json::Value;

use super::private_check::first_mended_gap;
use boards::clock::TimeControl;
use boards::record::{is_tag_name, is_tag_value};
use play::Game;
use play::journal::{Entry, EntryOf, Journal, Notice, is_digest, is_hexadecimal};
use session::Refusal;

/// The longest thinking time of a side, in milliseconds: a week.
const LONGEST_THOUGHT_MS: u64 = 7 * 24 * 60 * 60 * 1000;

pub const NO_PROGRAM_HINT: &str = "no program writes such an entry";

/// The error of a command of [`misplaced_commands`], unless a computer player gave it.
pub const MISPLACED_COMMAND: &str = "belongs to an earlier typed line but was not written with it";

/// The kind of a game, which decides which notices its journal may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    /// Two sides with computer players, a keyboard that is handed over, and a password of the referee.
    Battle,
    /// Two sides with clocks, an engine, and a record with tags.
    Board,
    /// One player against the rules.
    Solo,
}

/// Refuses the first notice that no program writes. `is_player(side, words, description)`: whether these name a
/// computer player for the side. `hidden_error` returns what is wrong with a notice about hidden pieces.
pub fn check_notices<G: Game>(
    journal: &Journal<G>,
    kind: SessionKind,
    sides: &[&str],
    is_player: impl Fn(&str, &str, Option<&Value>) -> bool,
    hidden_error: impl Fn(&Notice, &G::State) -> Option<&'static str>,
) -> Result<(), Refusal> {
    if kind != SessionKind::Battle && journal.header().players.is_some() {
        return Err(Refusal::journal("line 1 lists computer players, which this game does not have"));
    }
    let (mut wrong_passwords, mut last_tag, mut group) = (None, 0, 0..0);
    let (mut dice_are_typed, mut log_is_full) = (false, false);
    let first_gap = first_mended_gap(journal);
    // The last entry that may have changed the state, and the state after an entry.
    let (mut last_change, mut state): (usize, Option<(usize, G::State)>) = (0, None);
    for (number, entry) in (1..).zip(journal.entries()) {
        if let Some(error) = entry_error::<G>(entry, kind) {
            return Err(Refusal::journal(format!("entry {number} {error}")).hint(NO_PROGRAM_HINT));
        }
        group = journal.joint_entries(number).map_or(group, |size| number..number + size);
        if group.contains(&number) && number <= first_gap && !may_share_line::<G>(entry, kind, number == group.start) {
            let what = format!("entry {number} was written together with entries that cannot share a typed line");
            return Err(Refusal::journal(what).hint(NO_PROGRAM_HINT));
        }
        let Entry::Noticed { what } = entry else {
            last_change = number;
            continue;
        };
        let mut error = notice_error(what, kind, sides, wrong_passwords, &is_player);
        // After a gap it is not known what was set in it.
        let repeats = matches!(what, Notice::Dice { typed } if mem::replace(&mut dice_are_typed, *typed) == *typed)
            || matches!(what, Notice::Detail { full } if mem::replace(&mut log_is_full, *full) == *full);
        error = error.or_else(|| (repeats && number <= first_gap).then(|| "sets what is already set".to_owned()));
        // A record's tags come before its first move.
        let is_late = matches!(what, Notice::Tagged { .. }) && last_tag + 1 < number;
        last_tag = if matches!(what, Notice::Tagged { .. }) { number } else { last_tag };
        error = error.or_else(|| is_late.then(|| "tags a record that has already begun".to_owned()));
        if error.is_none() && matches!(what, Notice::PiecesLookedAt { .. } | Notice::PiecesPlanned { .. }) {
            let known = state.take().filter(|(after, _)| *after == last_change);
            let (_, now) = state.insert(known.unwrap_or_else(|| (last_change, journal.state_after(last_change))));
            error = hidden_error(what, now).map(str::to_owned);
        }
        if let Some(error) = error {
            return Err(Refusal::journal(format!("entry {number} {error}")).hint(NO_PROGRAM_HINT));
        }
        match what {
            Notice::PasswordSet { .. } => wrong_passwords = Some(0),
            Notice::WrongPassword { tries: count } => wrong_passwords = Some(*count),
            _ => {}
        }
    }
    // In other games, computer players add commands to an earlier line.
    let mut misplaced = misplaced_commands(journal).filter(|_| kind == SessionKind::Solo);
    match misplaced.next() {
        Some((number, _)) => Err(Refusal::journal(format!("entry {number} {MISPLACED_COMMAND}")).hint(NO_PROGRAM_HINT)),
        None => Ok(()),
    }
}

/// Whether an entry may be one of several written together for one typed line.
fn may_share_line<G: Game>(entry: &EntryOf<G>, kind: SessionKind, is_first: bool) -> bool {
    match entry {
        Entry::Did { .. } => kind != SessionKind::Solo,
        Entry::Opened => is_first && kind != SessionKind::Solo,
        Entry::Noticed { what: Notice::CutShort { .. } | Notice::TurnFileHeld(_) | Notice::TurnFileDropped(_) } => {
            kind == SessionKind::Battle
        }
        Entry::Noticed { what: Notice::TurnFileOpened { .. } } => kind == SessionKind::Battle,
        Entry::Noticed { what: Notice::PiecesPlanned { .. } } => is_first && kind == SessionKind::Board,
        Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Closed => false,
        Entry::Amended { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => false,
    }
}

/// Returns why an entry that is no notice is impossible.
fn entry_error<G: Game>(entry: &EntryOf<G>, kind: SessionKind) -> Option<&'static str> {
    match entry {
        Entry::Remarked { words } if !play::is_line(words) => {
            Some("is a note of several lines, without words, or with control characters")
        }
        Entry::Did { from: Some(_), .. } if kind != SessionKind::Battle => {
            Some("comes from a turn file, which is impossible in this game")
        }
        _ => None,
    }
}

/// Returns the commands that belong to an earlier typed line but were not written with it, up to the first mended gap,
/// each with a flag: whether that line was the last effective one. One undo undoes a complete line.
pub fn misplaced_commands<G: Game>(journal: &Journal<G>) -> impl Iterator<Item = (usize, bool)> {
    let first_gap = first_mended_gap(journal);
    journal.late_line_members().into_iter().take_while(move |(number, _)| *number <= first_gap)
}

/// Returns why a notice is impossible. `tries` counts wrong passwords since the referee's password was set, if it was.
fn notice_error(
    what: &Notice,
    kind: SessionKind,
    sides: &[&str],
    tries: Option<u32>,
    is_player: &impl Fn(&str, &str, Option<&Value>) -> bool,
) -> Option<String> {
    let no_side = |side: &str| (!sides.contains(&side)).then(|| format!("names \"{side}\", which is not a side"));
    let requires_kind =
        |wanted: SessionKind, what: &str| (kind != wanted).then(|| format!("{what}, which is impossible in this game"));
    match what {
        Notice::Player { side, machine, player } => no_side(side).or_else(|| match machine {
            None => player.is_some().then(|| "describes a computer player but seats a person".to_owned()),
            Some(words) => (!is_player(side, words, player.as_ref())).then(|| {
                format!("seats \"{words}\" at {side}, which is not a player of this game or is not described")
            }),
        }),
        Notice::Dice { .. } | Notice::Detail { .. } => None,
        Notice::PiecesPlanned { side, pieces } => requires_kind(SessionKind::Board, "sets up pieces")
            .or_else(|| no_side(side))
            .or_else(|| pieces.trim().is_empty().then(|| "sets up no pieces".to_owned())),
        Notice::Clock { control, .. } => requires_kind(SessionKind::Board, "sets clocks").or_else(|| {
            let unknown = control.as_ref().filter(|control| control.parse::<TimeControl>().is_err())?;
            Some(format!("sets the clocks to \"{unknown}\", which is not a time control"))
        }),
        Notice::Thought { side, milliseconds, .. } => {
            requires_kind(SessionKind::Board, "counts time").or_else(|| no_side(side)).or_else(|| {
                (LONGEST_THOUGHT_MS < *milliseconds).then(|| "counts more than a week for one move".to_owned())
            })
        }
        Notice::PiecesLookedAt { at } => requires_kind(SessionKind::Board, "looks at hidden pieces").or_else(|| {
            let has_controls = at.contains(char::is_control);
            has_controls.then(|| "looks at hidden pieces with several lines or control characters".to_owned())
        }),
        Notice::Tagged { name, value } => requires_kind(SessionKind::Board, "tags a record").or_else(|| {
            if !is_tag_name(name) {
                return Some(format!("tags a record with \"{name}\", which is not a valid tag name"));
            }
            (!is_tag_value(value)).then(|| format!("gives the tag \"{name}\" a value with control characters"))
        }),
        Notice::Passed { to } => requires_kind(SessionKind::Battle, "hands over the keyboard").or_else(|| {
            to.as_ref().filter(|viewer| *viewer != naval::view::TABLE_VIEWER).and_then(|side| no_side(side))
        }),
        Notice::SealOpened { side } => requires_kind(SessionKind::Battle, "reveals plots").or_else(|| no_side(side)),
        Notice::CutShort { side } => {
            requires_kind(SessionKind::Battle, "interrupts an admiral").or_else(|| no_side(side))
        }
        Notice::PrivatePublished { lines } => lines.is_empty().then(|| "reveals nothing".to_owned()),
        Notice::PasswordSet { salt, hash } => requires_kind(SessionKind::Battle, "sets a password").or_else(|| {
            let is_valid = salt.len() == 32 && is_hexadecimal(salt) && is_digest(hash);
            (!is_valid).then(|| "sets a password without a salt of 32 digits and a hash of 64".to_owned())
        }),
        Notice::TurnFileHeld(file) | Notice::TurnFileDropped(file) => {
            requires_kind(SessionKind::Battle, "uses a turn file").or_else(|| no_side(&file.side))
        }
        Notice::TurnFileOpened { .. } => requires_kind(SessionKind::Battle, "uses a turn file"),
        Notice::WrongPassword { tries: count } => match tries {
            None => Some("counts a wrong password, but the referee has set none".to_owned()),
            Some(previous) => (previous.checked_add(1) != Some(*count))
                .then(|| format!("counts wrong password number {count} after number {previous}")),
        },
    }
}

/// Whether a JSON object has exactly these keys.
pub fn has_keys(value: &Value, wanted: &[&str]) -> bool {
    let keys = |fields: &serde_json::Map<String, Value>| fields.keys().cloned().collect::<BTreeSet<String>>();
    let wanted: BTreeSet<String> = wanted.iter().map(|key| (*key).to_owned()).collect();
    value.as_object().map(keys) == Some(wanted)
}

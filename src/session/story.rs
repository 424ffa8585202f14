//! Log entries in words, common to all games.
use crate::Refusal;
use play::journal::{Branch, Change, Entry, EntryOf, HeldFile, HistoryLine, Journal, Notice, Origin};
use play::journal::{digest, grouped};
use play::{Game, Hint};
use show::log::EntryFate;

/// Words an entry that is not a command, or `None` for a command or an amendment.
pub fn remark<G: Game>(entry: &EntryOf<G>) -> Option<String> {
    match entry {
        Entry::Did { .. } | Entry::Amended { .. } => None,
        Entry::TakenBack { from, because: None } => Some(format!("undo {from}")),
        Entry::TakenBack { from, because: Some(because) } => Some(format!("undo {from} because \"{because}\"")),
        Entry::Redid { to } => Some(format!("redo {to}")),
        Entry::Remarked { words } => Some(format!("note: {words}")),
        Entry::Noticed { what } => Some(notice_text(what)),
        Entry::Opened => Some("reopened".to_owned()),
        Entry::Closed => Some("closed".to_owned()),
    }
}

/// Returns the value of the last notice of a kind; `read` returns `None` for other kinds.
pub fn last_notice<'j, G: Game, T>(journal: &'j Journal<G>, read: impl Fn(&'j Notice) -> Option<T>) -> Option<T> {
    journal.entries().iter().rev().find_map(|entry| if let Entry::Noticed { what } = entry { read(what) } else { None })
}

pub fn entry_fate<G: Game>(line: &HistoryLine<'_, G>) -> EntryFate {
    match (line.is_active, &line.removed_by, line.changed) {
        (true, _, None) => EntryFate::Effective,
        (true, _, Some(Change { by, is_command: true })) => EntryFate::Amended(by),
        (true, _, Some(Change { by, is_command: false })) => EntryFate::Ruled(by),
        (false, Some(_), Some(Change { by, .. })) => EntryFate::NoLongerLegal(by),
        (false, None, _) | (false, Some(_), None) => EntryFate::Undone,
    }
}

/// Words an event beside the game as a sentence without full stop.
pub fn notice_text(notice: &Notice) -> String {
    match notice {
        Notice::Player { side, machine: Some(asked), .. } => format!("the engine plays {side} ({asked})"),
        Notice::Player { side, machine: None, .. } => format!("a person plays {side}"),
        Notice::Dice { typed: true } => "dice are rolled at the table and typed".to_owned(),
        Notice::Dice { typed: false } => "the program rolls the dice".to_owned(),
        Notice::Detail { full: true } => "rulings are shown with their sums".to_owned(),
        Notice::Detail { full: false } => "rulings are shown in brief".to_owned(),
        // The pieces are hidden, so their line is not shown.
        Notice::PiecesPlanned { side, .. } => format!("{side} places its pieces in one line"),
        Notice::Clock { control, because } => {
            let set = control.as_ref().map(|control| format!("both clocks are set to {control}"));
            let set = set.unwrap_or_else(|| "the clocks are stopped".to_owned());
            because.as_ref().map_or_else(|| set.clone(), |because| format!("{set}, because {because}"))
        }
        Notice::Thought { side, milliseconds, .. } => {
            format!("{side} thought for {}.{} s", milliseconds / 1000, milliseconds % 1000 / 100)
        }
        Notice::PiecesLookedAt { at } => format!("hidden information was viewed: {at}"),
        Notice::Tagged { name, value } => format!("tag {name}: {value}"),
        Notice::Passed { to: Some(side) } => format!("the keyboard went to {side}"),
        Notice::Passed { to: None } => "the keyboard went to the referee".to_owned(),
        Notice::SealOpened { side } => format!("the plots of {side} were revealed before all plots were made"),
        Notice::CutShort { side } => format!("the admiral of {side} was interrupted: its orders cannot be repeated"),
        Notice::PrivatePublished { lines } => match lines.len() {
            1 => "1 line of the private file was revealed".to_owned(),
            count => format!("{count} lines of the private file were revealed"),
        },
        Notice::PasswordSet { .. } => "the referee set a password".to_owned(),
        Notice::WrongPassword { tries } => {
            let times = if *tries == 1 { "once".to_owned() } else { format!("{tries} times") };
            format!("a wrong referee's password was typed, {times} since it was set")
        }
        Notice::TurnFileHeld(file) => format!("{} are held", held_orders(file)),
        Notice::TurnFileDropped(file) => format!("{} are withdrawn", held_orders(file)),
        Notice::TurnFileOpened { line } => format!("the orders {} are opened", short_digest(&digest(line))),
    }
}

/// Says what was revealed since an entry, so that undoing it requires a reason.
pub(crate) fn revealed_since(entry: usize) -> String {
    format!("Sealed plots or hidden information were revealed after entry {entry}")
}

/// Returns `the orders of japan for turn 7, gunfire, 2ee2-91c0,`.
fn held_orders(HeldFile { side, turn, segment, digest }: &HeldFile) -> String {
    format!("the orders of {side} for turn {turn}, {segment}, {},", short_digest(digest))
}

/// Shortens a digest for people to compare.
fn short_digest(digest: &str) -> String {
    grouped(digest, 2)
}

/// Says where a command came from, as the end of a sentence.
pub(crate) fn origin_text(Origin::TurnFile { side, digest }: &Origin) -> String {
    format!("from the turn file of {side}, {}", short_digest(digest))
}

/// Says from which journal a what-if branches, and where, as a sentence without full stop.
pub fn branch_text(Branch { name, entry, seed, .. }: &Branch) -> String {
    let from = if *entry == 0 { "the beginning".to_owned() } else { format!("entry {entry}") };
    let dice = seed.map_or_else(String::new, |seed| format!(", with the dice of seed {seed}"));
    format!("What-if of {name}, from {from}{dice}")
}

/// Returns the refusal to explain an entry that is not a command or not effective. It shows no more than the log.
pub(crate) fn not_explainable<G: Game>(journal: &Journal<G>, number: Option<usize>) -> Refusal {
    let entry = number.and_then(|number| Some((number, journal.entry(number)?)));
    let what = match (entry, number) {
        (Some((number, Entry::Did { .. })), _) => format!("Entry {number} was undone or removed."),
        (Some((number, Entry::Noticed { what })), _) => {
            format!("Entry {number} is not a command: {}.", notice_text(what))
        }
        (Some((number, Entry::Remarked { .. })), _) => format!("Entry {number} is not a command but a note."),
        (Some((number, Entry::Amended { entry, .. })), _) => {
            format!("Entry {number} is not a command: it amends entry {entry}.")
        }
        (Some((number, Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Opened | Entry::Closed)), _) => {
            format!("Entry {number} is not a command.")
        }
        (None, Some(number)) => format!("There is no entry {number}."),
        (None, None) => "There is no effective command.".to_owned(),
    };
    Refusal::not_there(what).hint(Hint::about_entry_numbers())
}

/// Returns `entry 4`, `entries 4, 5` or `entries 4 to 9`.
pub fn entries_text(numbers: &[usize]) -> String {
    if let [first, _, _, .., last] = numbers
        && last - first + 1 == numbers.len()
    {
        return format!("entries {first} to {last}");
    }
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("{} {}", if words.len() == 1 { "entry" } else { "entries" }, words.join(", "))
}

/// Returns ` dice 3 9 4` if an amendment has new dice.
pub(crate) fn new_dice_text<C, F, P>(entry: &Entry<C, F, P>) -> String {
    entry.other_faces().map(dice_text).unwrap_or_default()
}

/// Returns ` dice 3 9 4`.
pub(crate) fn dice_text(faces: &[u8]) -> String {
    format!(" dice{}", results_text(faces))
}

/// Returns ` 3 9 4`.
pub(crate) fn results_text(faces: &[u8]) -> String {
    faces.iter().map(|face| format!(" {face}")).collect()
}

//! `kaiser verify` for FILE.private, the second file of a journal that can be shown.
use play::Game;
use play::journal::{Entry, EntryOf, Journal, Missing, Proof, UnknownFrom, is_recovery_remark};
use session::Refusal;

use super::store::ReadOnlyJournal;
use super::verdict::{Defect, Finding};

/// Lines of FILE.private that a program leaves if it is killed before it writes their entry.
const MAX_UNREFERENCED_LINES: usize = 1;

/// Finds orders in the second file that the journal lacks, or a line that is not as it was written. After a mended gap,
/// lines may have lost their entries.
pub fn unreferenced_lines<G: Game>(seen: &ReadOnlyJournal<G>) -> Option<Finding> {
    let many = seen.private_links.unreferenced;
    let misplaced = seen.private_links.misplaced.filter(|_| first_mended_gap(&seen.journal) == usize::MAX);
    let text = match misplaced {
        _ if MAX_UNREFERENCED_LINES < many => format!(
            "FILE.private has {many} lines to which the journal never refers, but a killed program leaves only \
            {MAX_UNREFERENCED_LINES}: orders were removed"
        ),
        Some(line) => format!(
            "line {line} of FILE.private is not as the program wrote it, which only appends lines padded with spaces: \
             it or an earlier line was moved, doubled, changed or trimmed, or its order was removed from the journal"
        ),
        None => return None,
    };
    Some((Defect::SealBroken, text))
}

/// Checks that a file beside its journal has every line that the journal refers to.
pub fn check_has_all_lines<G: Game>(seen: &ReadOnlyJournal<G>) -> Result<(), Refusal> {
    let is_beside = |why: &Missing| *why != Missing::Text;
    let lacks = |line_name: String, why: Missing| {
        let what = format!("FILE.private is beside it but does not have the line {line_name} ({why})");
        Err(Refusal::journal(what)
            .hint("put an undamaged copy of FILE.private there, or remove it: then its lines are not proved"))
    };
    if let Some(why) = seen.missing_seeds.filter(is_beside) {
        return lacks("of the seed".to_owned(), why);
    }
    if let Some(UnknownFrom { entry, why }) = seen.unknown_from.filter(|kept| is_beside(&kept.why)) {
        return lacks(format!("of entry {entry}"), why);
    }
    match seen.private_links.missing.first() {
        // The journal itself has the line and proves it. The file is not the one that was written.
        Some(entry) => {
            let line_name = if *entry == 0 { "of the seed".to_owned() } else { format!("of entry {entry}") };
            let what =
                format!("FILE.private is beside it but lacks the line {line_name}, which the journal has revealed");
            Err(Refusal::journal(what)
                .hint("put an undamaged copy of FILE.private there, or remove it: the journal has that line"))
        }
        None => Ok(()),
    }
}

pub fn check_keeps_only_secrets<G: Game>(seen: &ReadOnlyJournal<G>) -> Result<(), Refusal> {
    if let Some(entry) = seen.private_links.kept_again.first() {
        let what = format!("entry {entry} refers to a line of FILE.private to which an earlier entry refers");
        return Err(Refusal::journal(what).hint("each line has its own salt and belongs to one entry"));
    }
    let Some(entry) = seen.private_links.no_secret.first() else { return Ok(()) };
    let what = format!("entry {entry} is kept in FILE.private but is not a secret order");
    Err(Refusal::journal(what).hint("the program keeps only secret orders there"))
}

pub fn check_shows_no_secret<G: Game>(seen: &ReadOnlyJournal<G>) -> Result<(), Refusal> {
    let Some(entry) = seen.private_links.in_clear.first() else { return Ok(()) };
    let what = format!("entry {entry} shows a secret order, but according to line 1 FILE.private keeps them");
    Err(Refusal::journal(what)
        .hint("a private journal has only the digest of a secret order, and reveals the order after the move"))
}

/// Checks that everything kept is revealed once there are no more secrets, that only kept lines are revealed, and that
/// the revealed lines have the seed of all dice.
pub fn check_revealed<G: Game>(seen: &ReadOnlyJournal<G>, proof: &Proof<G>) -> Result<(), Refusal> {
    let journal = &seen.journal;
    if seen.closed
        && seen.unknown_from.is_none()
        && !G::has_no_secrets(journal.state())
        && journal.next_publication().is_some()
    {
        let what = "some orders stopped being secret, but were not revealed before the journal was closed";
        return Err(Refusal::journal(what).hint("`kaiser play FILE`, then `quit`, reveals them"));
    }
    if let Some(entry) = seen.private_links.published_without_digest.first() {
        let what = format!("entry {entry} reveals a line that the journal never kept: no earlier digest matches it");
        return Err(Refusal::journal(what).hint("a revealed line is exactly a line of FILE.private"));
    }
    if let Some(entry) = seen.private_links.published_early.first().filter(|entry| **entry <= first_mended_gap(journal))
    {
        let what = format!("entry {entry} reveals a line that was still secret");
        return Err(
            Refusal::journal(what).hint("the program reveals a line after the move, and the seed after the end")
        );
    }
    if let Some(entry) = seen.private_links.published_again.first() {
        let what = format!("entry {entry} reveals a line that the journal already has");
        return Err(Refusal::journal(what).hint("each line of FILE.private is revealed once"));
    }
    if !journal.is_private() {
        return Ok(());
    }
    let is_over = match seen.unknown_from {
        None => G::has_no_secrets(journal.state()),
        Some(_) => seen.private_links.is_over(),
    };
    let (_, unrevealed) = journal.private_counts();
    let missing = match seen.unknown_from {
        _ if !is_over => return check_revealed_at_once(seen),
        Some(UnknownFrom { entry, .. }) => format!("entry {entry} is not revealed"),
        None if !journal.has_published_seeds() => "the seed of its dice is not revealed".to_owned(),
        None if 0 < unrevealed => format!("{unrevealed} entries are not revealed"),
        None if 0 < proof.unproved => "the revealed lines have no seed for its dice".to_owned(),
        None => return check_revealed_at_once(seen),
    };
    let hint = "at the end the journal contains all of FILE.private: ask the owner of that file";
    Err(Refusal::journal(format!("nothing is secret any more, but {missing}")).hint(hint))
}

/// Checks that lines were revealed as soon as they were not secret, which proves the dice and plots after them.
fn check_revealed_at_once<G: Game>(seen: &ReadOnlyJournal<G>) -> Result<(), Refusal> {
    let Some(entry) =
        seen.private_links.publication_missing.first().filter(|entry| **entry <= first_mended_gap(&seen.journal))
    else {
        return Ok(());
    };
    let what = format!("entry {entry} is where all lines that were no longer secret should be revealed, in order");
    Err(Refusal::journal(what).hint("the program writes them with the entry that ends their secrecy"))
}

/// Returns the last entry before the first mended gap, `usize::MAX` without one. The gap may have revealed lines.
pub fn first_mended_gap<G: Game>(journal: &Journal<G>) -> usize {
    let is_mending = |entry: &EntryOf<G>| matches!(entry, Entry::Remarked { words } if is_recovery_remark(words));
    journal.entries().iter().position(is_mending).unwrap_or(usize::MAX)
}

/// Finds lines of a mended journal revealed at another moment than expected. It cannot be proved that this was in time.
pub fn untimely_reveals<G: Game>(seen: &ReadOnlyJournal<G>) -> Option<Finding> {
    let mut entries = seen.private_links.published_early.iter().chain(&seen.private_links.publication_missing);
    let entry = entries.find(|entry| first_mended_gap(&seen.journal) < **entry)?;
    let text = format!("whether orders were revealed in time is not proved at entry {entry}, after a mended gap");
    Some((Defect::DiceNotProved, text))
}

/// Describes what a journal that can be shown does not contain, and how far it was checked.
pub fn secrets_text<G: Game>(seen: &ReadOnlyJournal<G>) -> Option<String> {
    if !seen.journal.is_private() {
        return None;
    }
    let (lines, unrevealed) = seen.journal.private_counts();
    // A file kept elsewhere is no error.
    let lacks = |why: Missing| if why == Missing::Text { String::new() } else { format!(" ({why})") };
    let what = match seen.unknown_from {
        Some(UnknownFrom { entry, why }) => {
            let lacks = lacks(why);
            format!("from entry {entry} on the rest is kept in FILE.private{lacks}, and only its chain was checked")
        }
        None if unrevealed == 0 => format!("{lines} entries were kept, and all are revealed as they were sealed"),
        None => format!("{lines} entries were kept, {unrevealed} are not revealed yet (each is as it was sealed)"),
    };
    let lacks = seen.missing_seeds.map(lacks).filter(|lacks| !lacks.is_empty());
    Some(what + &lacks.map_or_else(String::new, |lacks| format!(", and the seed is kept there too{lacks}")))
}

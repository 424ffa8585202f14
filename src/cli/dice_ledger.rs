//! `kaiser dice`: the ledger of all dice that fell in some journals.
use std::path::{Path, PathBuf};

use play::Source;
use play::journal::{is_branch, sum_and_rest};
use serde_json::{Value, json};
use session::Refusal;
use show::dice_ledger::{LedgerDie, dice_ledger};

use super::{args::DiceArgs, file, games, output::Out};

/// A journal that was named, and what of it counts.
struct NamedJournal<'a> {
    path: &'a Path,
    /// The checksums of its complete lines. Each covers all lines before it.
    sums: Vec<[u8; 8]>,
    is_what_if: bool,
    /// The longer or equally long journal that has the same first lines, and the number of these lines.
    same_as: Option<(&'a Path, usize)>,
}

impl NamedJournal<'_> {
    fn read(path: &Path) -> Result<NamedJournal<'_>, Refusal> {
        let bytes = file::read_bytes(path, file::JOURNAL).map_err(|error| error.into_refusal(path))?;
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let sums = lines.map_while(|line| sum_and_rest(line).map(|(sum, _)| sum)).collect();
        Ok(NamedJournal { path, sums, is_what_if: is_branch(&bytes), same_as: None })
    }

    /// How many of its entries another journal has too. Line 1 has no entry.
    fn shared_entries(&self) -> usize {
        self.same_as.map_or(0, |(_, lines)| lines - 1)
    }

    fn is_all_shared(&self) -> bool {
        self.same_as.is_some_and(|(_, lines)| lines == self.sums.len())
    }

    /// Why it counts in part or not at all. `None` if all of it counts.
    fn note(&self, is_left_out: bool) -> Option<String> {
        let name = self.path.display();
        if is_left_out {
            return Some(format!("{name} is a what-if and is left out: `kaiser dice {name}` counts it alone."));
        }
        let (other, entries) = (self.same_as?.0.display(), self.shared_entries());
        Some(if self.is_all_shared() {
            format!("{name} is {other} again, or its beginning, and counts once.")
        } else {
            format!("{name} begins like {other}: its first {entries} entries count once.")
        })
    }
}

/// Prints the ledger of the dice of journals. Lines that journals share count once. What-ifs count only if named alone.
///
/// # Errors
/// A file is no readable journal, or all of several are what-ifs.
pub fn dice(args: &DiceArgs, out: &mut Out) -> Result<(), Refusal> {
    let mut named = args.files.iter().map(|path| NamedJournal::read(path)).collect::<Result<Vec<_>, Refusal>>()?;
    let is_alone = named.len() == 1;
    if !is_alone && named.iter().all(|journal| journal.is_what_if) {
        let first = args.files.first().map(PathBuf::as_path).unwrap_or(Path::new("FILE"));
        let what = "All these journals are what-ifs, which count only one at a time.";
        return Err(Refusal::usage(what).line(format!("kaiser dice {}", first.display())));
    }
    mark_shared(&mut named, is_alone);
    let (mut dice, mut files, mut notes, mut is_for_referee) = (Vec::new(), Vec::new(), Vec::new(), false);
    let mut seeds: Vec<((u64, &str), &Path)> = Vec::new();
    for journal in &named {
        let is_left_out = journal.is_what_if && !is_alone;
        notes.extend(journal.note(is_left_out));
        let mut value = json!({ "file": journal.path.display().to_string(), "what_if": journal.is_what_if });
        value["shared_entries"] = json!(journal.shared_entries());
        if is_left_out || journal.is_all_shared() {
            value["dice"] = json!(0);
            files.push(value);
            continue;
        }
        let read = games::for_file(journal.path).fallen_dice(journal.path, args.by.into(), out)?;
        let before = dice.len();
        let first = journal.shared_entries();
        // A copy that was played on counts from where it parts from the other.
        let source = read.seed.filter(|_| journal.same_as.is_none()).map(|seed| (seed, read.game));
        let twin = seeds.iter().find(|(known, _)| Some(*known) == source);
        if let Some((_, other)) = twin {
            let (name, other) = (journal.path.display(), other.display());
            notes.push(format!("{name} has the seed of {other} and rolled the same dice: only its typed ones count."));
        }
        let counts = |die: &LedgerDie| twin.is_none() || die.source == Source::Typed;
        dice.extend(read.dice.into_iter().filter(|(entry, die)| first < *entry && counts(die)).map(|(_, die)| die));
        seeds.extend(source.map(|source| (source, journal.path)));
        is_for_referee |= read.is_for_referee;
        value["dice"] = json!(dice.len() - before);
        (value["game"], value["code"], value["secret_from"]) =
            (json!(read.game), json!(read.code), json!(read.secret_from));
        files.push(value);
    }
    notes.extend(
        is_for_referee
            .then(|| "This ledger is the referee's: it also counts dice that a side may not know of yet.".to_owned()),
    );
    let (text, mut value) = dice_ledger(&dice, args.by.into());
    (value["files"], value["referee_only"]) = (Value::Array(files), json!(is_for_referee));
    let notes = if notes.is_empty() { String::new() } else { notes.join("\n") + "\n\n" };
    out.print(notes + &text, &value);
    Ok(())
}

/// Finds for each journal the longer one, or the earlier one of the same length, that shares most of its first lines.
fn mark_shared(named: &mut [NamedJournal<'_>], is_alone: bool) {
    let mut order: Vec<usize> = (0..named.len()).filter(|index| is_alone || !named[*index].is_what_if).collect();
    order.sort_by_key(|index| std::cmp::Reverse(named[*index].sums.len()));
    for (rank, index) in order.iter().enumerate() {
        let same = order[..rank].iter().map(|other| {
            let lines = named[*other].sums.iter().zip(&named[*index].sums).take_while(|(left, right)| left == right);
            (named[*other].path, lines.count())
        });
        // Line 1 alone is shared by different games with the same seed and set-up.
        named[*index].same_as = same.filter(|(_, lines)| 1 < *lines).max_by_key(|(_, lines)| *lines);
    }
}

//! Recovers a damaged journal: every line that its checksum and the previous line prove, anywhere in the file.
use std::collections::{BTreeMap, BTreeSet};

use super::{
    entry::{Entry, EntryOf, InvalidEntry},
    line::{
        AFTER_SUM, BEFORE_SUM, Chain, Damage, JournalError, first_line, marker, parsed, sum_and_rest, without_marks,
    },
    private::Private,
    reading::{EntryIn, Read},
    record::Journal,
    verify::{MismatchOf, decide_again},
};
use crate::{Game, Source};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recovery {
    /// A readable text: the header and every proven entry, with checksums computed again where necessary.
    pub text: Vec<u8>,
    /// The line of the damaged text that held each saved entry, in the order of the entries.
    pub saved: Vec<usize>,
    /// Lines of the damaged text after the break whose entries the rules still allow.
    pub replayed: Vec<usize>,
    /// The first entry after the break that could not be replayed, by its number in the damaged text.
    pub stopped_at: Option<Stopped>,
    /// The lost lines, in order. Entries that are missing from the file come last.
    pub lost: Vec<Lost>,
    pub repairs: Vec<HarmlessRepair>,
    /// The private text of a private journal. Without it only what was published is known.
    pub private: Private,
}

/// The first entry that could not be replayed. [`Lost`] has the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped {
    pub entry: usize,
    /// Number of lines after it, which were not tried.
    pub untried: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// The line of the damaged text, from 1. `None` for an entry that is missing.
    pub line: Option<usize>,
    /// The number in the line itself, if it can be read.
    pub entry: Option<usize>,
    pub why: Loss,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Loss {
    #[error("it is incomplete: {bytes} bytes without an end")]
    Torn { bytes: usize },
    #[error("it is not a journal line")]
    Foreign,
    #[error("it was changed: its checksum is wrong")]
    Changed,
    #[error("another line with its number is the original")]
    Impostor,
    #[error("it is unchanged, but a line before it is lost")]
    AfterLoss,
    #[error("a line before it is lost, so nothing proves that it is unchanged")]
    Unproven,
    #[error("it is not in the file")]
    Missing,
    #[error("its typed line is incomplete: another entry of that line is lost")]
    Unfinished,
    #[error("{0}")]
    Unread(Damage),
    #[error("without the lost entries, the rules give a different result")]
    DifferentResult,
    #[error("its content is in the private file and is not copied to the open one")]
    InPrivateFile,
    #[error("it refers to earlier entries, some of which are lost")]
    Backward,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HarmlessRepair {
    #[error("line {line} contains the set-up and was changed: it is used as it is, without proof")]
    FirstLine { line: usize },
    #[error("the checksum of line {line} was changed, and the next line proves the original")]
    Sum { line: usize },
    #[error("line {line} repeats line {first} and was omitted")]
    Repeated { line: usize, first: usize },
    #[error("lines were out of order and were sorted")]
    Misplaced,
    #[error("another program had added marks before or after a line, and they were omitted")]
    Ends,
    #[error("empty lines were omitted")]
    Blank,
    #[error("line {line} lacked its end but is complete")]
    LastEnd { line: usize },
}

struct DamagedLine<'a> {
    /// From 1.
    number_in_file: usize,
    /// Without its line end and what other programs added.
    bytes: &'a [u8],
    has_end: bool,
    trimmed: bool,
    /// The sum as written, and everything after it.
    parts: Option<([u8; 8], &'a [u8])>,
    /// The number in the line itself.
    number: Option<usize>,
    /// The number of entries in the group that this one begins, if it begins one.
    group_size: Option<usize>,
}

impl<'a> DamagedLine<'a> {
    fn all(bytes: &'a [u8]) -> Vec<DamagedLine<'a>> {
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
        lines.map(|(index, line)| DamagedLine::parse(index + 1, line)).collect()
    }

    fn parse(number_in_file: usize, whole: &'a [u8]) -> DamagedLine<'a> {
        let ended = whole.strip_suffix(b"\n");
        let (bare, has_end) = (ended.unwrap_or(whole), ended.is_some());
        let bytes = without_marks(bare);
        let parts = sum_and_rest(bytes);
        let counted = parts.and_then(|(_, rest)| number_after_key(rest, b"\"n\":"));
        let group_size = counted.and_then(|(_, rest)| group_size_in(rest));
        let number = counted.map(|(number, _)| number);
        DamagedLine { number_in_file, bytes, has_end, trimmed: bytes.len() < bare.len(), parts, number, group_size }
    }

    /// Returns the chain after this line, if it follows `before`.
    fn after(&self, before: Chain) -> Option<Chain> {
        before.verify_next(self.bytes).ok()
    }

    /// Returns the chain for this line's own sum, whether or not the sum is right.
    fn own_chain(&self) -> Chain {
        Chain { sum: self.parts.map(|(sum, _)| sum) }
    }
}

fn number_after_key<'a>(bytes: &'a [u8], key: &[u8]) -> Option<(usize, &'a [u8])> {
    let digits = bytes.strip_prefix(key)?;
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    Some((str::from_utf8(&digits[..end]).ok()?.parse().ok()?, &digits[end..]))
}

fn group_size_in(bytes: &[u8]) -> Option<usize> {
    number_after_key(bytes, b",\"of\":").map(|(size, _)| size)
}

impl Chain {
    fn rechain(self, content: &[u8]) -> (Vec<u8>, Chain) {
        let chain = Chain::from_sum(self.sum_of(content));
        let sum = chain.sum.unwrap_or_default();
        ([BEFORE_SUM, &sum, AFTER_SUM, content, b"\n"].concat(), chain)
    }
}

/// Recovers what is certain: the header, and then each entry as long as the previous or the next line proves it.
///
/// Misplaced and doubled lines and changed line ends are corrected. Nothing is saved after the first damaged or missing
/// entry, because the state there is unknown. Fails without a readable header, or if a newer program wrote it.
pub fn mend(bytes: &[u8]) -> Result<Recovery, JournalError> {
    let text = DamagedText::new(DamagedLine::all(bytes));
    let is_first = |index: &usize| marker(text.lines[*index].bytes).is_ok();
    let firsts: Vec<usize> = (0..text.lines.len()).filter(is_first).collect();
    let proven = firsts.iter().find_map(|index| Some((*index, text.proven(*index, Chain::default(), 1)?)));
    let (first, chain_after_header, repairs) = match (proven, firsts.first()) {
        (Some((index, (chain, repairs))), _) => (index, chain, repairs),
        (None, Some(index)) => {
            let line = &text.lines[*index];
            (*index, line.own_chain(), Some(HarmlessRepair::FirstLine { line: line.number_in_file }))
        }
        (None, None) => {
            marker(first_line(bytes)?)?;
            return Err(JournalError::NotAJournal);
        }
    };
    let (mut chain, mut saved, mut repairs) = (chain_after_header, Vec::new(), Vec::from_iter(repairs));
    while let Some((index, (after, repair))) = text.next_in_chain(saved.len() + 1, chain) {
        saved.push(index);
        repairs.extend(repair);
        chain = after;
    }
    // Entries written together are saved all or not at all.
    let last_group =
        saved.iter().enumerate().filter_map(|(count, line)| Some((count, text.lines[*line].group_size?))).next_back();
    let cut = last_group.filter(|(count, size)| saved.len() < count.saturating_add(*size));
    let unfinished = saved.split_off(cut.map_or(saved.len(), |(count, _)| count));
    repairs.extend(text.harmless_repairs(first, &saved));
    let lost = text.lost_lines(first, &saved, &unfinished);
    let lines = saved.iter().map(|index| text.lines[*index].number_in_file).collect();
    let (text, private) = (text.chained_text(first, &saved), Private::default());
    Ok(Recovery { text, saved: lines, replayed: Vec::new(), stopped_at: None, lost, repairs, private })
}

struct DamagedText<'a> {
    /// Without empty lines.
    lines: Vec<DamagedLine<'a>>,
    has_blank: bool,
    /// The indices of the lines with each number. Lines without a number are under 0.
    numbered: BTreeMap<usize, Vec<usize>>,
}

impl<'a> DamagedText<'a> {
    fn new(all: Vec<DamagedLine<'a>>) -> DamagedText<'a> {
        let line_count = all.len();
        let lines: Vec<DamagedLine<'a>> = all.into_iter().filter(|line| !line.bytes.is_empty()).collect();
        let mut numbered: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, line) in lines.iter().enumerate() {
            numbered.entry(line.number.unwrap_or_default()).or_default().push(index);
        }
        DamagedText { has_blank: lines.len() < line_count, lines, numbered }
    }

    fn indices_of(&self, number: usize) -> impl Iterator<Item = usize> {
        self.numbered.get(&number).into_iter().flatten().copied()
    }

    /// Returns the index of the line with this number that continues the chain, the chain after it, and any repair.
    fn next_in_chain(&self, number: usize, before: Chain) -> Option<(usize, (Chain, Option<HarmlessRepair>))> {
        let sound = self.indices_of(number).find_map(|index| Some((index, (self.lines[index].after(before)?, None))));
        sound.or_else(|| {
            self.indices_of(number).find_map(|index| Some((index, self.proven(index, before, number + 1)?)))
        })
    }

    /// Returns the chain after a line, if its own sum or the line of number `next` after it proves that it follows.
    fn proven(&self, index: usize, before: Chain, next: usize) -> Option<(Chain, Option<HarmlessRepair>)> {
        let line = &self.lines[index];
        if let Some(after) = line.after(before) {
            return Some((after, None));
        }
        let (_, rest) = line.parts?;
        let after = Chain::from_sum(before.sum_of(rest));
        let is_proven = self.indices_of(next).any(|next_line| self.lines[next_line].after(after).is_some());
        is_proven.then_some((after, Some(HarmlessRepair::Sum { line: line.number_in_file })))
    }

    /// Returns the saved lines, each chained to the previous one. Lines that were chained so already stay unchanged.
    fn chained_text(&self, first: usize, saved: &[usize]) -> Vec<u8> {
        let (mut text, mut chain) = (Vec::new(), Chain::default());
        for line in [first].iter().chain(saved).map(|index| &self.lines[*index]) {
            let bare = line.bytes.strip_prefix(b"{").unwrap_or(line.bytes);
            let (new_line, after) = chain.rechain(line.parts.map_or(bare, |(_, rest)| rest));
            text.extend(new_line);
            chain = after;
        }
        text
    }

    fn harmless_repairs(&self, first: usize, saved: &[usize]) -> Vec<HarmlessRepair> {
        let used = || [first].into_iter().chain(saved.iter().copied());
        let mut repairs = Vec::new();
        if !used().is_sorted() {
            repairs.push(HarmlessRepair::Misplaced);
        }
        if used().any(|index| self.lines[index].trimmed) {
            repairs.push(HarmlessRepair::Ends);
        }
        if self.has_blank {
            repairs.push(HarmlessRepair::Blank);
        }
        let without_end = used().map(|index| &self.lines[index]).filter(|line| !line.has_end);
        repairs.extend(without_end.map(|line| HarmlessRepair::LastEnd { line: line.number_in_file }));
        let known: BTreeMap<&[u8], usize> = used().map(|index| (self.lines[index].bytes, index)).collect();
        for (index, line) in self.lines.iter().enumerate() {
            if let Some(original) = known.get(line.bytes).filter(|original| **original != index) {
                repairs.push(HarmlessRepair::Repeated {
                    line: line.number_in_file,
                    first: self.lines[*original].number_in_file,
                });
            }
        }
        repairs
    }

    fn lost_lines(&self, first: usize, saved: &[usize], unfinished: &[usize]) -> Vec<Lost> {
        let used: BTreeSet<usize> = saved.iter().copied().chain([first]).collect();
        let known: BTreeSet<&[u8]> = used.iter().map(|index| self.lines[*index].bytes).collect();
        let others = self.lines.iter().enumerate();
        let others = others.filter(|(index, line)| !used.contains(index) && !known.contains(line.bytes));
        let to_lost = |(index, line): (usize, &DamagedLine<'_>)| {
            let is_unfinished = unfinished.contains(&index);
            let why =
                if is_unfinished { Loss::Unfinished } else { self.why_lost(line, saved.len() + unfinished.len()) };
            Lost { line: Some(line.number_in_file), entry: line.number, why }
        };
        let mut lost: Vec<Lost> = others.map(to_lost).collect();
        // A damaged number can be any size, but there cannot be more missing entries than lines.
        let last = self.numbered.range(..=saved.len() + self.lines.len()).next_back().map_or(0, |(last, _)| *last);
        let missing = (saved.len() + 1..last).filter(|number| !self.numbered.contains_key(number));
        lost.extend(missing.map(|number| Lost { line: None, entry: Some(number), why: Loss::Missing }));
        lost
    }

    fn why_lost(&self, line: &DamagedLine<'_>, saved: usize) -> Loss {
        let previous = |number: usize| self.indices_of(number.wrapping_sub(1)).map(|index| &self.lines[index]);
        match line.number {
            _ if !line.has_end => Loss::Torn { bytes: line.bytes.len() },
            None => Loss::Foreign,
            Some(number) if number <= saved => Loss::Impostor,
            Some(number) if previous(number).any(|earlier| line.after(earlier.own_chain()).is_some()) => {
                Loss::AfterLoss
            }
            Some(number) if number == saved + 1 || previous(number).next().is_some() => Loss::Changed,
            Some(_) => Loss::Unproven,
        }
    }
}

impl Recovery {
    pub fn is_undamaged(&self) -> bool {
        self.lost.is_empty() && self.repairs.is_empty()
    }

    /// Reads what was saved, up to the first entry that cannot be read or does not fit.
    pub fn read<G: Game>(&mut self, game: &str) -> Result<Read<G>, JournalError> {
        loop {
            match Journal::read_with(game, &self.text, self.private.clone()) {
                Err(JournalError::Damaged { line, what }) if 1 < line => {
                    self.drop_from(line, Loss::Unread(what), Loss::AfterLoss)
                }
                Ok(read) if read.partial_line.is_some() => {
                    self.drop_from(read.lines + 1, Loss::Unfinished, Loss::Unfinished)
                }
                read => return read,
            }
        }
    }

    /// Removes the lines of the new text from `line` on: that one for the reason `first`, those after it for `others`.
    fn drop_from(&mut self, line: usize, first: Loss, others: Loss) {
        let mut ends = self.text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let end = ends.nth(line - 2).map_or(0, |(index, _)| index + 1);
        self.text.truncate(end);
        let dropped = self.saved.split_off(line - 2);
        let mut why = first;
        for (index, line_dropped) in dropped.into_iter().enumerate() {
            let entry = Some(line - 1 + index);
            self.lost.push(Lost { line: Some(line_dropped), entry, why: std::mem::replace(&mut why, others.clone()) });
        }
        self.lost.sort_by_key(|lost| (lost.line.is_none(), lost.line, lost.entry));
    }

    /// Replays the entries after the break, with their recorded dice as typed ones, while the rules produce the
    /// same outcome. A remark in the new text marks each gap. Returns the first command with a different outcome.
    pub fn replay_after_gap<G: Game>(
        &mut self,
        game: &str,
        damaged: &[u8],
    ) -> Result<Option<ChangedCommandAfterGap<G>>, JournalError> {
        let Read { journal, chain, .. } = self.read::<G>(game)?;
        let can_replay = |lost: &&Lost| matches!(lost.why, Loss::AfterLoss | Loss::Unproven);
        let after_break = self.lost.iter().filter(can_replay).filter_map(|lost| Some((lost.entry?, lost.line?)));
        let mut after_break: Vec<(usize, usize)> = after_break.collect();
        after_break.sort_unstable();
        // Use the first of two lines with the same number.
        after_break.dedup_by_key(|(number, _)| *number);
        let lines = DamagedLine::all(damaged);
        let mut rejoined = RejoinedJournal {
            journal,
            chain,
            last_damaged_number: self.saved.len(),
            renumbered: BTreeMap::new(),
            text: Vec::new(),
            changed_command: None,
        };
        for (index, (number, line_number)) in after_break.iter().enumerate() {
            let Some(line) = lines.get(line_number - 1) else { break };
            if let Err(why) = rejoined.replay(*number, line.bytes) {
                self.lost
                    .iter_mut()
                    .filter(|lost| lost.line == Some(*line_number))
                    .for_each(|lost| lost.why = why.clone());
                self.stopped_at = Some(Stopped { entry: *number, untried: after_break.len() - index - 1 });
                break;
            }
            self.replayed.push(*line_number);
        }
        self.text.extend(rejoined.text);
        self.remove_replayed(&lines);
        Ok(rejoined.changed_command)
    }

    /// Removes from the lost lines those that were replayed, and further copies of them.
    fn remove_replayed(&mut self, lines: &[DamagedLine<'_>]) {
        let bytes = |number_in_file: usize| Some(lines.get(number_in_file - 1)?.bytes);
        let replayed_lines: BTreeMap<&[u8], usize> =
            self.replayed.iter().filter_map(|line| Some((bytes(*line)?, *line))).collect();
        let replayed_copy = |lost: &Lost| replayed_lines.get(bytes(lost.line?)?).copied();
        for lost in &self.lost {
            let doubled = lost.line.zip(replayed_copy(lost)).filter(|(line, first)| line != first);
            self.repairs.extend(doubled.map(|(line, first)| HarmlessRepair::Repeated { line, first }));
        }
        self.lost.retain(|lost| replayed_copy(lost).is_none());
    }
}

pub struct ChangedCommandAfterGap<G: Game> {
    pub before: G::State,
    pub command: G::Command,
    pub mismatch: MismatchOf<G>,
}

/// The journal to which entries after a break are added by replaying them.
struct RejoinedJournal<G: Game> {
    journal: Journal<G>,
    chain: Chain,
    /// The number in the damaged text of the last accepted entry.
    last_damaged_number: usize,
    /// Maps numbers in the damaged text to numbers here, for commands after the last break. Only these may be undone.
    renumbered: BTreeMap<usize, usize>,
    /// Text to add to the new file.
    text: Vec<u8>,
    changed_command: Option<ChangedCommandAfterGap<G>>,
}

impl<G: Game> RejoinedJournal<G> {
    /// Replays an entry of the damaged text, after a remark if entries before it are missing.
    fn replay(&mut self, number: usize, line: &[u8]) -> Result<(), Loss> {
        let has_gap = number != self.last_damaged_number + 1;
        let read: EntryIn<G> = parsed(line).map_err(Loss::Unread)?;
        let notes = gap_notes(&self.journal, has_gap, (self.last_damaged_number + 1, number));
        if has_gap {
            self.renumbered.clear();
        }
        let numbers = (number, self.journal.next_number() + notes.len());
        let entry = self.adapt_entry(read.entry.ok_or(Loss::InPrivateFile)?, numbers)?;
        let misfit = |what: InvalidEntry| Loss::Unread(what.into());
        let (mut text, mut chain) = (Vec::new(), self.chain);
        for entry in notes.into_iter().chain([entry]) {
            let line = chain.line(self.journal.next_number(), None, &entry);
            let line = line.map_err(|unwritable| Loss::Unread(Damage::Json(unwritable.to_string())))?;
            self.journal.add(entry).map_err(misfit)?;
            text.extend(line.text.into_bytes());
            chain = line.chain;
        }
        self.text.extend(text);
        (self.chain, self.last_damaged_number) = (chain, number);
        Ok(())
    }

    fn adapt_entry(&mut self, entry: EntryOf<G>, (old, new): (usize, usize)) -> Result<EntryOf<G>, Loss> {
        match entry {
            Entry::Did { line, from, command, mut events } => {
                // The seeded dice depended on entries that are lost.
                events.iter_mut().flat_map(|event| &mut event.dice).for_each(|roll| roll.source = Source::Typed);
                match decide_again::<G>(self.journal.state(), &command, &events) {
                    Ok(events) => {
                        let line = self.renumbered.get(&line).copied().unwrap_or(new);
                        self.renumbered.insert(old, new);
                        Ok(Entry::Did { line, from, command, events })
                    }
                    Err(mismatch) => {
                        self.changed_command =
                            Some(ChangedCommandAfterGap { before: self.journal.state().clone(), command, mismatch });
                        Err(Loss::DifferentResult)
                    }
                }
            }
            Entry::TakenBack { from, because } => {
                let from = self.renumbered.split_off(&from).into_values().next().ok_or(Loss::Backward)?;
                Ok(Entry::TakenBack { from, because })
            }
            Entry::Redid { .. } | Entry::Amended { .. } => Err(Loss::Backward),
            entry @ (Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed) => Ok(entry),
        }
    }
}

const RECOVERY_PREFIX: &str = "mended: ";

pub fn is_recovery_remark(words: &str) -> bool {
    words.starts_with(RECOVERY_PREFIX)
}

/// Returns the entries that come first after a break: open the journal, and remark what is missing.
fn gap_notes<G: Game>(journal: &Journal<G>, has_gap: bool, (from, to): (usize, usize)) -> Vec<EntryOf<G>> {
    if !has_gap {
        return Vec::new();
    }
    let what_is_lost = match to - from {
        1 => format!("entry {from} of the damaged journal is lost"),
        _ => format!("entries {from} to {} of the damaged journal are lost", to - 1),
    };
    let words = format!("{RECOVERY_PREFIX}{what_is_lost}. What follows was given again, and its dice count as typed");
    let opened = journal.is_closed().then_some(Entry::Opened);
    opened.into_iter().chain([Entry::Remarked { words }]).collect()
}

//! A journal in memory: its entries, which of them are active, and which are kept in a private text.
use std::collections::BTreeMap;

use super::{
    active_entries::ActiveEntries,
    dice::{DiceIndex, SeededDice},
    entry::{Correction, Entry, EntryOf, Header, InvalidEntry, Notice, Unwritable, dice_of},
    line::{Chain, Line},
    private::{self, PrivateText},
    revealed::Revealed,
    timeline::{AppliedCommand, Timeline},
};
use crate::{EventOf, Game};

/// A game from its setup on, with the active entries.
///
/// ```
/// # use play::{DiceRequest, EventBuilder, NotDecidedOf, Rule};
/// # const RULE: Rule = Rule::new("1.1");
/// # struct Totals;
/// # impl play::Game for Totals {
/// #     type Setup = u32;
/// #     type State = u32;
/// #     type Command = ();
/// #     type Fact = u8;
/// #     type Reason = ();
/// #     type Purpose = ();
/// #     fn initial_state(setup: &u32) -> u32 {
/// #         *setup
/// #     }
/// #     fn decide(draft: &mut EventBuilder<'_, Self>, _: &()) -> Result<(), NotDecidedOf<Self>> {
/// #         let face = draft.roll_die(DiceRequest::roll_one(6, (), RULE))?;
/// #         draft.record_last(RULE, face)
/// #     }
/// #     fn apply(state: &mut u32, fact: &u8) {
/// #         *state += u32::from(*fact);
/// #     }
/// # }
/// use play::journal::{Header, Journal};
///
/// let mut journal = Journal::<Totals>::new(Header::current::<Totals>("totals", "example", 7, 10));
/// let events = play::decide::<Totals>(journal.state(), &(), &mut journal.dice()).unwrap();
/// let entry = journal.new_command_entry((), events);
/// journal.add(entry).unwrap();
/// assert_eq!(journal.entries().len(), 1);
/// assert!((11..=16).contains(journal.state()));
/// ```
pub struct Journal<G: Game> {
    pub(super) header: Header<G::Setup>,
    pub(super) entries: Vec<EntryOf<G>>,
    pub(super) timeline: Timeline<G>,
    pub(super) private_text: PrivateText,
    /// For each group of entries written together, the number of its first entry and its size.
    pub(super) groups: BTreeMap<usize, usize>,
    /// The entries from the first unknown private entry on, `None` for each unknown one. None of them is active.
    pub(super) unknown_tail: Vec<Option<EntryOf<G>>>,
}

impl<G: Game> Journal<G> {
    pub fn new(header: Header<G::Setup>) -> Journal<G> {
        let timeline = Timeline::begin(&header);
        let (private_text, groups) = (PrivateText::default(), BTreeMap::new());
        Journal { header, entries: Vec::new(), timeline, private_text, groups, unknown_tail: Vec::new() }
    }

    pub fn header(&self) -> &Header<G::Setup> {
        &self.header
    }

    /// Returns all entries. The first has number 1.
    pub fn entries(&self) -> &[EntryOf<G>] {
        &self.entries
    }

    /// Returns the entry of that number, from 1.
    pub fn entry(&self, number: usize) -> Option<&EntryOf<G>> {
        self.entries.get(number.checked_sub(1)?)
    }

    /// Returns the entry of that number, from 1, also after the first unknown entry.
    pub(super) fn entry_or_beyond(&self, number: usize) -> Option<&EntryOf<G>> {
        let index = number.checked_sub(1)?;
        self.entries.get(index).or_else(|| self.unknown_tail.get(index - self.entries.len().min(index))?.as_ref())
    }

    pub fn is_fully_known(&self) -> bool {
        self.unknown_tail.is_empty()
    }

    pub fn next_number(&self) -> usize {
        self.entries.len() + 1
    }

    /// Returns the dice that the program rolls for the next command.
    ///
    /// A command that was undone and is given again in the same state gets the same dice.
    pub fn dice(&self) -> SeededDice {
        self.dice_for(self.next_number(), self.timeline.places().next())
    }

    pub(super) fn dice_for(&self, number: usize, place: DiceIndex) -> SeededDice {
        let branch_seed = self.header.branch.as_ref().and_then(|branch| branch.seed_of(number));
        SeededDice::new(branch_seed.or(self.header.seed), place)
    }

    /// Returns the index of the next command among the active ones, from 1. Random choices other than dice use it.
    ///
    /// As with dice, undone entries and remarks do not count. So the same choice is made if a position comes again.
    pub fn next_command_index(&self) -> u64 {
        self.timeline.len() as u64 + 1
    }

    pub fn state(&self) -> &G::State {
        self.timeline.state()
    }

    /// Whether the program that wrote it exited normally.
    pub fn is_closed(&self) -> bool {
        matches!(self.entries.last(), Some(Entry::Closed))
    }

    pub fn active_entries(&self) -> &ActiveEntries {
        &self.timeline.active
    }

    /// Returns the typed line of a command, as the number of the line's first command. An amendment is a separate line.
    pub fn line_of(&self, number: usize) -> usize {
        if let Some(Entry::Did { line, .. }) = self.entry_or_beyond(number) { *line } else { number }
    }

    /// Returns the first active command of the last typed line, or the last amendment. One `undo` goes back to it.
    pub fn last_line(&self) -> Option<usize> {
        let last = self.timeline.active.last()?;
        self.timeline.active.from_number(self.line_of(last)).first().copied()
    }

    /// Returns the commands and amendments that were active just after entry `number`, earliest first.
    pub fn active_after(&self, number: usize) -> Vec<usize> {
        Timeline::<G>::after(&self.header, &self.entries, number).active.numbers().to_vec()
    }

    /// Returns how many dice, rolled and typed, entry `number` recorded. 0 for an entry without outcomes.
    pub fn dice_in(&self, number: usize) -> usize {
        let rulings = self.entry_or_beyond(number).into_iter().flat_map(|entry| entry.rulings(number));
        rulings.map(|(_, ruling)| dice_of(ruling).count()).sum()
    }

    /// Whether entry `number` ended a private game, so that its secrets and its seed are published.
    pub fn published_everything(&self, number: usize) -> bool {
        self.is_private() && self.entry_or_beyond(number).is_some_and(|entry| entry.facts().any(G::ends_secrecy))
    }

    /// Whether entry `number` or a later one opened sealed orders or revealed something hidden, even if undone since.
    pub fn is_revealed_since(&self, number: usize) -> bool {
        Revealed::from_entries::<G>(&self.entries).is_revealed_since(number)
    }

    pub fn check_next(&self, entry: &EntryOf<G>) -> Result<(), InvalidEntry> {
        if self.is_closed() != matches!(entry, Entry::Opened) {
            return Err(if self.is_closed() { InvalidEntry::Closed } else { InvalidEntry::NotClosed });
        }
        let active = &self.timeline.active;
        let branch = self.header.branch.as_ref().filter(|branch| !branch.contains(self.next_number()));
        let target = match entry {
            Entry::TakenBack { from, .. } => Some(*from),
            Entry::Amended { entry, .. } => Some(*entry),
            Entry::Redid { .. } => active.undone().next(),
            Entry::Did { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => None,
        };
        if let Some(entry) = target.filter(|entry| branch.is_some_and(|branch| branch.contains(*entry))) {
            return Err(InvalidEntry::CopiedEntry { entry });
        }
        match entry {
            Entry::TakenBack { .. } if active.last().is_none() => Err(InvalidEntry::NothingToUndo),
            Entry::TakenBack { from, .. } if !active.is_active(*from) => Err(InvalidEntry::NotActive { entry: *from }),
            Entry::Redid { .. } if active.redo_to().is_none() => Err(InvalidEntry::NothingToRedo),
            Entry::Redid { to } if !active.undone().any(|number| number == *to) => {
                Err(InvalidEntry::NotUndone { entry: *to })
            }
            amendment @ Entry::Amended { entry, ruled, .. } => {
                let from = self.timeline.find(*entry).ok_or(InvalidEntry::NotActive { entry: *entry })?;
                if !self.timeline.numbers(from).eq(ruled.iter().map(|ruled| ruled.entry)) {
                    return Err(InvalidEntry::OtherCommands { entry: *entry });
                }
                let dice = ruled.first().into_iter().flat_map(|first| first.outcome.dice());
                let is_same =
                    amendment.other_faces().is_none_or(|faces| dice.map(|roll| roll.face).eq(faces.iter().copied()));
                if is_same { Ok(()) } else { Err(InvalidEntry::OtherFaces { entry: *entry }) }
            }
            Entry::Did { line, .. } if !self.begins_line(*line) => Err(InvalidEntry::NoLine { entry: *line }),
            Entry::Did { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => Ok(()),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Ok(()),
        }
    }

    /// Whether a group of entries may come next. After the first, a group may hold only commands, remarks and notices.
    pub fn check_group(&self, entries: &[EntryOf<G>]) -> Result<(), InvalidEntry> {
        let Some((first, others)) = entries.split_first() else { return Ok(()) };
        self.check_next(first)?;
        (self.next_number() + 1..).zip(others).try_for_each(|(number, entry)| match entry {
            Entry::Did { line, .. } if *line <= number && self.begins_line_of(entries, *line) => Ok(()),
            Entry::Did { line, .. } => Err(InvalidEntry::NoLine { entry: *line }),
            Entry::Remarked { .. } | Entry::Noticed { .. } => Ok(()),
            Entry::Amended { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Opened | Entry::Closed => {
                Err(InvalidEntry::NotFirst)
            }
        })
    }

    /// Whether the command of that number begins a typed line, if these entries come next.
    fn begins_line_of(&self, entries: &[EntryOf<G>], number: usize) -> bool {
        match number.checked_sub(self.next_number()) {
            Some(index) => matches!(entries.get(index), Some(Entry::Did { line, .. }) if *line == number),
            None => self.begins_line(number),
        }
    }

    /// Whether the command of that number begins a typed line, or would if it came next.
    fn begins_line(&self, number: usize) -> bool {
        number == self.next_number() || matches!(self.entry(number), Some(Entry::Did { line, .. }) if *line == number)
    }

    /// Returns a command and its events as an entry with its own typed line.
    pub fn new_command_entry(&self, command: G::Command, events: Vec<EventOf<G>>) -> EntryOf<G> {
        // If the journal is closed, `Opened` is written first.
        let line = self.next_number() + usize::from(self.is_closed());
        Entry::Did { line, from: None, command, events }
    }

    pub fn add(&mut self, entry: EntryOf<G>) -> Result<(), InvalidEntry> {
        self.take(entry)?;
        self.timeline.refresh(&self.entries);
        Ok(())
    }

    /// Adds `entry` but does not update the state. [`refresh`](Timeline::refresh) does that later.
    pub(super) fn take(&mut self, mut entry: EntryOf<G>) -> Result<(), InvalidEntry> {
        self.check_next(&entry)?;
        if let Entry::Did { events, .. } = &mut entry {
            // Parsed vectors have room for four and mostly hold one, which would double the memory of a long journal.
            events.shrink_to_fit();
        }
        if let Entry::Noticed { what: Notice::PrivatePublished { lines } } = &entry {
            self.private_text.mark_published(lines);
        }
        self.entries.push(entry);
        self.timeline.apply(&self.entries, self.entries.len());
        Ok(())
    }

    /// Returns the commands that belong to an earlier typed line and were not written with it. The flag tells whether
    /// that line was the last active one at that moment.
    pub fn late_line_members(&self) -> Vec<(usize, bool)> {
        let (mut active, mut group) = (ActiveEntries::default(), 0..0);
        let mut found = Vec::new();
        for (number, entry) in (1..).zip(&self.entries) {
            if let Some(of) = self.groups.get(&number) {
                group = number..number.saturating_add(*of);
            }
            if let Entry::Did { line, .. } = entry
                && *line != number
                && !(group.contains(line) && group.contains(&number))
            {
                let last = active.last().and_then(|last| active.from_number(self.line_of(last)).first());
                found.push((number, last == Some(line)));
            }
            active.apply(number, entry);
        }
        found
    }

    /// Returns the active commands in order, including those that an amendment struck out.
    pub fn commands(&self) -> Vec<AppliedCommand<'_, G>> {
        self.timeline.applied_commands(&self.entries, 0).collect()
    }

    /// Returns the state just after entry `number`: the initial state for 0, the current one for the last or beyond.
    pub fn state_after(&self, number: usize) -> G::State {
        let timeline = Timeline::<G>::after(&self.header, &self.entries, number);
        timeline.state_of_first(&self.entries, timeline.len())
    }

    /// Returns the state in which the active command of that number is decided. For any other entry it is the state
    /// when that entry came.
    pub fn state_before(&self, number: usize) -> G::State {
        match self.timeline.find(number) {
            Some(at) => self.timeline.state_of_first(&self.entries, at),
            None => self.state_after(number.saturating_sub(1)),
        }
    }

    /// Applies the active facts one by one until `stop` holds. Returns the current state if it never does.
    pub fn replay_until(&self, mut stop: impl FnMut(&G::State) -> bool) -> G::State {
        let mut state = G::initial_state(&self.header.setup);
        if stop(&state) {
            return state;
        }
        for event in self.timeline.applied_commands(&self.entries, 0).flat_map(|applied| applied.events) {
            G::apply(&mut state, &event.fact);
            if stop(&state) {
                break;
            }
        }
        state
    }

    pub fn text(&self) -> Result<String, Unwritable> {
        let Line { mut text, mut chain } = Chain::first_line(&self.header)?;
        for (index, entry) in self.entries.iter().enumerate() {
            let (number, of) = (index + 1, self.groups.get(&(index + 1)).copied());
            let line = match self.private_text.lines.get(&number) {
                Some(kept) => chain.kept_line(number, of, kept)?,
                None => chain.line(number, of, entry)?,
            };
            text.push_str(&line.text);
            chain = line.chain;
        }
        Ok(text)
    }

    pub fn is_private(&self) -> bool {
        self.header.private.is_some()
    }

    /// Sets the line with the seed and the salts, whose digest is in the header.
    pub fn set_seeds_line(&mut self, line: String) {
        self.private_text.seeds_line = Some(line);
    }

    pub fn has_seeds_line(&self) -> bool {
        self.private_text.seeds_line.is_some()
    }

    pub fn has_published_seeds(&self) -> bool {
        self.private_text.are_seeds_published
    }

    pub fn seeds_published_in(&self) -> Option<usize> {
        let digest = self.header.private.as_deref()?;
        let publishes_seeds = |entry: &EntryOf<G>| {
            let Entry::Noticed { what: Notice::PrivatePublished { lines } } = entry else { return false };
            lines.iter().any(|line| private::digest(line) == digest)
        };
        self.entries.iter().position(publishes_seeds).map(|index| index + 1)
    }

    /// Whether an entry that comes next belongs in the private text.
    pub fn is_secret(&self, entry: &EntryOf<G>) -> bool {
        match entry {
            Entry::Did { command, events, .. } => G::is_secret(command, events),
            // An amendment may decide commands again whose content is not revealed yet.
            Entry::Amended { entry, to, .. } => {
                let own_command = || {
                    self.timeline
                        .applied_commands(&self.entries, self.timeline.index_of_entry(*entry))
                        .next()
                        .map(|applied| applied.command)
                };
                let command = if let Correction::Command(command) = to { Some(command) } else { own_command() };
                command.is_some_and(|command| G::is_secret(command, &[])) || !self.private_text.waiting.is_empty()
            }
            Entry::TakenBack { .. } | Entry::Redid { .. } => false,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => false,
        }
    }

    /// Adds an entry, with its private line if it has one. `of` is the size of the group that it begins, if any.
    pub fn add_kept(&mut self, entry: EntryOf<G>, of: Option<usize>, line: Option<String>) -> Result<(), InvalidEntry> {
        self.add(entry)?;
        let number = self.entries.len();
        self.groups.extend(of.map(|of| (number, of)));
        line.into_iter().for_each(|line| self.private_text.put(number, line));
        Ok(())
    }

    /// Returns how many entries are written together from that number on, if it begins a group.
    pub fn joint_entries(&self, number: usize) -> Option<usize> {
        self.groups.get(&number).copied()
    }

    /// Whether the entry of that number comes at the start of a session. Before it, only notices of dice and players,
    /// and lines published after a crash, may follow `Opened` or the header.
    pub fn is_at_a_start(&self, number: usize) -> bool {
        let before = self.entries.iter().take(number.saturating_sub(1)).rev();
        let mut earlier = before.skip_while(|entry| {
            matches!(
                entry,
                Entry::Noticed { what: Notice::Dice { .. } | Notice::Player { .. } | Notice::PrivatePublished { .. } }
            )
        });
        earlier.next().is_none_or(|entry| matches!(entry, Entry::Opened))
    }

    /// Whether the journal refers to a private line: the seed's, or an entry's.
    pub fn refers_to(&self, line: &str) -> bool {
        self.private_text.seeds_line.iter().chain(self.private_text.lines.values()).any(|kept| kept == line)
    }

    /// Returns how many entries are kept in the private text, and how many of these are not published.
    pub fn private_counts(&self) -> (usize, usize) {
        (self.private_text.lines.len(), self.private_text.waiting.len())
    }

    /// Returns the revealed private lines that are not published yet. Plots are revealed when every ship has moved and
    /// no plot still runs. At the end of the game, all lines and the seed are.
    pub fn next_publication(&self) -> Option<Notice> {
        let over = G::has_no_secrets(self.state());
        let is_open = |number: &&usize| over || self.is_revealed(**number);
        let (open, hidden): (Vec<usize>, Vec<usize>) =
            self.private_text.waiting.iter().partition(|number| is_open(number));
        // An amendment shows every command that it decided again, so it waits for all of them.
        let is_ready =
            |number: &usize| hidden.is_empty() || !matches!(self.entry(*number), Some(Entry::Amended { .. }));
        let entries =
            open.iter().filter(|number| is_ready(number)).filter_map(|number| self.private_text.lines.get(number));
        let seeds = self.private_text.seeds_line.as_ref().filter(|_| over && !self.private_text.are_seeds_published);
        let lines: Vec<String> = seeds.into_iter().chain(entries).cloned().collect();
        (!lines.is_empty()).then_some(Notice::PrivatePublished { lines })
    }

    /// Returns the lines that must be published next, from the entries recorded. `None` if that includes an unknown seed.
    pub(super) fn lines_to_publish(&mut self) -> Option<Vec<String>> {
        self.timeline.refresh(&self.entries);
        match self.next_publication() {
            _ if G::has_no_secrets(self.state()) && !self.has_seeds_line() => None,
            Some(Notice::PrivatePublished { lines }) => Some(lines),
            Some(_) | None => Some(Vec::new()),
        }
    }

    fn is_revealed(&self, number: usize) -> bool {
        let later_facts = self.entries.get(number..).unwrap_or_default().iter().flat_map(Entry::facts);
        let facts = self.entry(number).map(|entry| entry.facts().collect::<Vec<_>>()).unwrap_or_default();
        later_facts.into_iter().any(G::reveals_secrets)
            && !facts.into_iter().any(|fact| G::is_still_secret(self.state(), fact))
    }
}

//! A journal in memory: its entries, what of them is in force, and what of it is kept in a second text.
use std::collections::BTreeMap;

use super::{
    course::{Course, Deed},
    dice::{Place, Thrown},
    entry::{Correction, Entry, EntryOf, Header, Notice, OutOfPlace, Unwritable, dice_of},
    in_force::InForce,
    line::{Chain, Line},
    private::{self, Vault},
    revealed::Revealed,
};
use crate::{EventOf, Game};

/// A game from its set-up on, and what of it is in force.
pub struct Journal<G: Game> {
    pub(super) header: Header<G::Setup>,
    pub(super) entries: Vec<EntryOf<G>>,
    pub(super) course: Course<G>,
    pub(super) vault: Vault,
    /// Of entries that stand together the number of the first, and how many they are.
    pub(super) together: BTreeMap<usize, usize>,
    /// What was read behind the first entry that is kept elsewhere and not known, and that one first; each of these that is not
    /// known is `None`. None of it is in force.
    pub(super) beyond: Vec<Option<EntryOf<G>>>,
}

impl<G: Game> Journal<G> {
    /// A journal without entries.
    pub fn new(header: Header<G::Setup>) -> Journal<G> {
        let course = Course::begin(&header);
        let (vault, together) = (Vault::default(), BTreeMap::new());
        Journal { header, entries: Vec::new(), course, vault, together, beyond: Vec::new() }
    }

    pub fn header(&self) -> &Header<G::Setup> {
        &self.header
    }

    /// Every entry; the first has number 1.
    pub fn entries(&self) -> &[EntryOf<G>] {
        &self.entries
    }

    /// The entry of that number, from 1.
    pub fn entry(&self, number: usize) -> Option<&EntryOf<G>> {
        self.entries.get(number.checked_sub(1)?)
    }

    /// The entry of that number, from 1, also behind the first that is not known.
    pub(super) fn entry_or_beyond(&self, number: usize) -> Option<&EntryOf<G>> {
        let at = number.checked_sub(1)?;
        self.entries.get(at).or_else(|| self.beyond.get(at - self.entries.len().min(at))?.as_ref())
    }

    /// Whether every entry is known: none is kept elsewhere.
    pub fn is_whole(&self) -> bool {
        self.beyond.is_empty()
    }

    /// The number that the next entry will have.
    pub fn next_number(&self) -> usize {
        self.entries.len() + 1
    }

    /// The dice that the program throws for the next command.
    ///
    /// A command taken back and given again in the same state is given the same dice.
    pub fn dice(&self) -> Thrown {
        self.thrown(self.next_number(), self.course.places().next())
    }

    /// The dice of the deed of that number, which stands at that place.
    pub(super) fn thrown(&self, deed: usize, place: Place) -> Thrown {
        let branch = self.header.branch.as_ref().filter(|branch| !branch.has(deed));
        Thrown::of(branch.and_then(|branch| branch.seed).or(self.header.seed), place)
    }

    /// The place that the next deed takes among the deeds in force, from 1: other random choices than dice are drawn by
    /// it.
    ///
    /// As with the dice, what was taken back or only said is not counted, so that the same choice is made again in a
    /// position that is reached again.
    pub fn turn(&self) -> u64 {
        self.course.len() as u64 + 1
    }

    /// The state in force now.
    pub fn state(&self) -> &G::State {
        self.course.state()
    }

    /// Whether the program that wrote it left in an orderly way.
    pub fn closed(&self) -> bool {
        matches!(self.entries.last(), Some(Entry::Closed))
    }

    /// Which deeds and amendments are in force, and which were taken back.
    pub fn in_force(&self) -> &InForce {
        &self.course.in_force
    }

    /// The typed line of a deed: the number of its first command. An amendment is a line of its own.
    pub fn line_of(&self, number: usize) -> usize {
        if let Some(Entry::Did { line, .. }) = self.entry_or_beyond(number) { *line } else { number }
    }

    /// The first deed in force of the typed line that gave the last one, or the last amendment: what one `undo` goes back to.
    pub fn last_line(&self) -> Option<usize> {
        let last = self.course.in_force.last()?;
        self.course.in_force.from(self.line_of(last)).first().copied()
    }

    /// The deeds and amendments that were in force just after entry `number`, the earliest first.
    pub fn in_force_after(&self, number: usize) -> Vec<usize> {
        Course::<G>::after(&self.header, &self.entries, number).in_force.numbers().to_vec()
    }

    /// How many dice lie in what entry `number` ruled, thrown and typed; none in an entry that ruled nothing.
    pub fn dice_in(&self, number: usize) -> usize {
        let rulings = self.entry_or_beyond(number).into_iter().flat_map(|entry| entry.rulings(number));
        rulings.map(|(_, ruling)| dice_of(ruling).count()).sum()
    }

    /// Whether entry `number` ended a game whose secrets were kept apart until then, the seed of its dice among them.
    pub fn laid_all_open(&self, number: usize) -> bool {
        self.is_private() && self.entry_or_beyond(number).is_some_and(|entry| entry.facts().any(G::lays_all_open))
    }

    /// Whether sealed orders were opened, or something hidden was shown, by entry `number` or a later one, whatever of these
    /// is taken back now.
    pub fn is_revealed_since(&self, number: usize) -> bool {
        Revealed::by::<G>(&self.entries).since(number)
    }

    /// Whether `entry` may come next.
    pub fn fits(&self, entry: &EntryOf<G>) -> Result<(), OutOfPlace> {
        if self.closed() != matches!(entry, Entry::Opened) {
            return Err(if self.closed() { OutOfPlace::Closed } else { OutOfPlace::NotClosed });
        }
        let in_force = &self.course.in_force;
        let branch = self.header.branch.as_ref().filter(|branch| !branch.has(self.next_number()));
        let reached = match entry {
            Entry::TakenBack { from, .. } => Some(*from),
            Entry::Amended { entry, .. } => Some(*entry),
            Entry::Redid { .. } => in_force.undone().next(),
            Entry::Did { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => None,
        };
        if let Some(entry) = reached.filter(|entry| branch.is_some_and(|branch| branch.has(*entry))) {
            return Err(OutOfPlace::OfTheParent { entry });
        }
        match entry {
            Entry::TakenBack { .. } if in_force.last().is_none() => Err(OutOfPlace::NothingToUndo),
            Entry::TakenBack { from, .. } if !in_force.is_in_force(*from) => {
                Err(OutOfPlace::NotInForce { entry: *from })
            }
            Entry::Redid { .. } if in_force.redo_to().is_none() => Err(OutOfPlace::NothingToRedo),
            Entry::Redid { to } if !in_force.undone().any(|number| number == *to) => {
                Err(OutOfPlace::NotTakenBack { entry: *to })
            }
            faces @ Entry::Amended { entry, ruled, .. } => {
                let from = self.course.find(*entry).ok_or(OutOfPlace::NotInForce { entry: *entry })?;
                if !self.course.numbers(from).eq(ruled.iter().map(|ruled| ruled.entry)) {
                    return Err(OutOfPlace::OtherDeeds { entry: *entry });
                }
                let own = ruled.first().into_iter().flat_map(|own| own.outcome.dice());
                let are_its =
                    faces.other_faces().is_none_or(|faces| own.map(|roll| roll.face).eq(faces.iter().copied()));
                if are_its { Ok(()) } else { Err(OutOfPlace::OtherFaces { entry: *entry }) }
            }
            Entry::Did { line, .. } if !self.begins_line(*line) => Err(OutOfPlace::NoLine { entry: *line }),
            Entry::Did { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => Ok(()),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Ok(()),
        }
    }

    /// Whether entries may come next that stand or fall together. Behind the first only commands stand, and what changes
    /// none.
    pub fn fit(&self, entries: &[EntryOf<G>]) -> Result<(), OutOfPlace> {
        let Some((first, others)) = entries.split_first() else { return Ok(()) };
        self.fits(first)?;
        (self.next_number() + 1..).zip(others).try_for_each(|(number, entry)| match entry {
            Entry::Did { line, .. } if *line <= number && self.begins_line_of(entries, *line) => Ok(()),
            Entry::Did { line, .. } => Err(OutOfPlace::NoLine { entry: *line }),
            Entry::Remarked { .. } | Entry::Noticed { .. } => Ok(()),
            Entry::Amended { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Opened | Entry::Closed => {
                Err(OutOfPlace::Behind)
            }
        })
    }

    /// The same, where these entries come next.
    fn begins_line_of(&self, entries: &[EntryOf<G>], number: usize) -> bool {
        match number.checked_sub(self.next_number()) {
            Some(at) => matches!(entries.get(at), Some(Entry::Did { line, .. }) if *line == number),
            None => self.begins_line(number),
        }
    }

    /// Whether the command of that number begins a typed line, or would if it came next.
    fn begins_line(&self, number: usize) -> bool {
        number == self.next_number() || matches!(self.entry(number), Some(Entry::Did { line, .. }) if *line == number)
    }

    /// A command and what followed from it, as a line of its own.
    pub fn did(&self, command: G::Command, events: Vec<EventOf<G>>) -> EntryOf<G> {
        // The mark of coming back is written before it.
        let line = self.next_number() + usize::from(self.closed());
        Entry::Did { line, from: None, command, events }
    }

    /// Adds `entry` and brings the state up to date.
    pub fn add(&mut self, entry: EntryOf<G>) -> Result<(), OutOfPlace> {
        self.take(entry)?;
        self.course.refresh(&self.entries);
        Ok(())
    }

    /// As [`add`](Journal::add), leaving the state for [`refresh`](Course::refresh).
    pub(super) fn take(&mut self, mut entry: EntryOf<G>) -> Result<(), OutOfPlace> {
        self.fits(&entry)?;
        if let Entry::Did { events, .. } = &mut entry {
            // Read with room for four, and mostly one: a long journal would take twice the memory.
            events.shrink_to_fit();
        }
        if let Entry::Noticed { what: Notice::LaidOpen { lines } } = &entry {
            self.vault.opened(lines);
        }
        self.entries.push(entry);
        self.course.take(&self.entries, self.entries.len());
        Ok(())
    }

    /// Commands that belong to an earlier typed line and were not written with it, each with whether that line gave the last
    /// command in force then.
    pub fn followers(&self) -> Vec<(usize, bool)> {
        let (mut in_force, mut together) = (InForce::default(), 0..0);
        let mut found = Vec::new();
        for (number, entry) in (1..).zip(&self.entries) {
            if let Some(of) = self.together.get(&number) {
                together = number..number.saturating_add(*of);
            }
            if let Entry::Did { line, .. } = entry
                && *line != number
                && !(together.contains(line) && together.contains(&number))
            {
                let last = in_force.last().and_then(|last| in_force.from(self.line_of(last)).first());
                found.push((number, last == Some(line)));
            }
            in_force.take(number, entry);
        }
        found
    }

    /// What is in force, in order; deeds that an amendment struck out are among them, undone ones are not.
    pub fn deeds(&self) -> Vec<Deed<'_, G>> {
        self.course.deeds(&self.entries, 0).collect()
    }

    /// The state that was in force just after entry `number`: before the first for 0, now for the last and beyond.
    pub fn state_after(&self, number: usize) -> G::State {
        let course = Course::<G>::after(&self.header, &self.entries, number);
        course.state_of_first(&self.entries, course.len())
    }

    /// The state in which the deed of that number is ruled, by what is in force before it; for an entry that is no deed
    /// in force the state that was in force when it came.
    pub fn state_before(&self, number: usize) -> G::State {
        match self.course.find(number) {
            Some(at) => self.course.state_of_first(&self.entries, at),
            None => self.state_after(number.saturating_sub(1)),
        }
    }

    /// Applies what is in force fact by fact until `stop` holds; the state now when it never does.
    pub fn replay_until(&self, mut stop: impl FnMut(&G::State) -> bool) -> G::State {
        let mut state = G::begin(&self.header.setup);
        if stop(&state) {
            return state;
        }
        for event in self.course.deeds(&self.entries, 0).flat_map(|deed| deed.events) {
            G::apply(&mut state, &event.fact);
            if stop(&state) {
                break;
            }
        }
        state
    }

    /// The whole text.
    pub fn text(&self) -> Result<String, Unwritable> {
        let Line { mut text, mut chain } = Chain::first_line(&self.header)?;
        for (at, entry) in self.entries.iter().enumerate() {
            let (number, of) = (at + 1, self.together.get(&(at + 1)).copied());
            let line = match self.vault.lines.get(&number) {
                Some(kept) => chain.kept_line(number, of, kept)?,
                None => chain.line(number, of, entry)?,
            };
            text.push_str(&line.text);
            chain = line.chain;
        }
        Ok(text)
    }

    /// Whether the journal can be shown: what is secret stands in a second text.
    pub fn is_private(&self) -> bool {
        self.header.private.is_some()
    }

    /// Remembers the line that has the seed and the salts, whose digest stands in the first line.
    pub fn keep_chances(&mut self, line: String) {
        self.vault.chances = Some(line);
    }

    /// Whether the line with the seed and the salts is known.
    pub fn has_chances(&self) -> bool {
        self.vault.chances.is_some()
    }

    /// Whether the line with the seed and the salts stands in the journal itself.
    pub fn has_laid_chances_open(&self) -> bool {
        self.vault.chances_open
    }

    /// The entry that laid the line with the seed and the salts open.
    pub fn chances_laid_open_in(&self) -> Option<usize> {
        let digest = self.header.private.as_deref()?;
        let opens = |entry: &EntryOf<G>| {
            let Entry::Noticed { what: Notice::LaidOpen { lines } } = entry else { return false };
            lines.iter().any(|line| private::digest(line) == digest)
        };
        self.entries.iter().position(opens).map(|at| at + 1)
    }

    /// Whether an entry that comes next belongs into the second text.
    pub fn is_secret(&self, entry: &EntryOf<G>) -> bool {
        match entry {
            Entry::Did { command, events, .. } => G::is_secret(command, events),
            // It rules again what has not come to light.
            Entry::Amended { entry, to, .. } => {
                let own = || self.course.deeds(&self.entries, self.course.from(*entry)).next().map(|deed| deed.command);
                let command = if let Correction::Command(command) = to { Some(command) } else { own() };
                command.is_some_and(|command| G::is_secret(command, &[])) || !self.vault.waiting.is_empty()
            }
            Entry::TakenBack { .. } | Entry::Redid { .. } => false,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => false,
        }
    }

    /// Adds an entry, which a line of the second text keeps where there is one. It is the first `of` so many that stand or
    /// fall together, where it begins several.
    pub fn add_kept(&mut self, entry: EntryOf<G>, of: Option<usize>, line: Option<String>) -> Result<(), OutOfPlace> {
        self.add(entry)?;
        let number = self.entries.len();
        self.together.extend(of.map(|of| (number, of)));
        line.into_iter().for_each(|line| self.vault.put(number, line));
        Ok(())
    }

    /// How many entries stand together from that number on, if it begins several.
    pub fn group_of(&self, number: usize) -> Option<usize> {
        self.together.get(&number).copied()
    }

    /// Whether only what is said before anybody sits down stands between the entry of that number and the begin of the program:
    /// where dice come from, who plays, and what came to light when the program was killed.
    pub fn is_at_a_start(&self, number: usize) -> bool {
        let before = self.entries.iter().take(number.saturating_sub(1)).rev();
        let mut rest = before.skip_while(|entry| {
            matches!(
                entry,
                Entry::Noticed { what: Notice::Dice { .. } | Notice::Player { .. } | Notice::LaidOpen { .. } }
            )
        });
        rest.next().is_none_or(|entry| matches!(entry, Entry::Opened))
    }

    /// Whether the journal refers to a line of the second text: it has the seed, or an entry.
    pub fn refers_to(&self, line: &str) -> bool {
        self.vault.chances.iter().chain(self.vault.lines.values()).any(|kept| kept == line)
    }

    /// How many entries are kept in the second text, and how many of these are not laid open.
    pub fn kept(&self) -> (usize, usize) {
        (self.vault.lines.len(), self.vault.waiting.len())
    }

    /// What of the second text has come to light and is not in the journal yet: what was plotted, when everybody has
    /// moved and nothing of it is still running; all of it, with the seed, when the game is over.
    pub fn to_lay_open(&self) -> Option<Notice> {
        let over = G::hides_nothing(self.state());
        let is_open = |number: &&usize| over || self.has_come_to_light(**number);
        let (open, shut): (Vec<usize>, Vec<usize>) = self.vault.waiting.iter().partition(|number| is_open(number));
        // An amendment tells everything that it ruled again, and waits for all of it.
        let tells = |number: &usize| shut.is_empty() || !matches!(self.entry(*number), Some(Entry::Amended { .. }));
        let entries = open.iter().filter(|number| tells(number)).filter_map(|number| self.vault.lines.get(number));
        let chances = self.vault.chances.as_ref().filter(|_| over && !self.vault.chances_open);
        let lines: Vec<String> = chances.into_iter().chain(entries).cloned().collect();
        (!lines.is_empty()).then_some(Notice::LaidOpen { lines })
    }

    /// What has to be laid open next, by what the entries so far rule; `None` where that is the seed, which nobody has.
    pub(super) fn lines_to_lay_open(&mut self) -> Option<Vec<String>> {
        self.course.refresh(&self.entries);
        match self.to_lay_open() {
            _ if G::hides_nothing(self.state()) && !self.has_chances() => None,
            Some(Notice::LaidOpen { lines }) => Some(lines),
            Some(_) | None => Some(Vec::new()),
        }
    }

    fn has_come_to_light(&self, number: usize) -> bool {
        let since = self.entries.get(number..).unwrap_or_default().iter().flat_map(Entry::facts);
        let said = self.entry(number).map(|entry| entry.facts().collect::<Vec<_>>()).unwrap_or_default();
        since.into_iter().any(G::brings_to_light) && !said.into_iter().any(|fact| G::keeps(self.state(), fact))
    }
}

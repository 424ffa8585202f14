//! Which player has the keyboard of a battle by its journal, and which entries that player may not give.
//!
//! The journal records the holder if the referee has a password or a computer player plays a side. Otherwise the
//! keyboard is the referee's, who may give everything. Every error found is certain, but not every error is found.
use std::collections::{BTreeMap, BTreeSet};

use super::notices::{MISPLACED_COMMAND, misplaced_commands};
use super::turn_files::TurnFiles;

use naval::rules::secrecy::{
    is_done_for_own_side, is_late_launch, is_referee_only, shows_enemy_actions, sides_ordered, types_known_geometry,
};
use naval::{
    Command, Fact, Naval, NavalEvent, Segment, SideId, State, model::command::Typist, seal, view::TABLE_VIEWER,
};
use play::Source;
use play::journal::{Entry, EntryOf, HistoryLine, Journal, Notice, Origin, is_recovery_remark};

struct KeyboardTrace<'j> {
    journal: &'j Journal<Naval>,
    /// Commands that were not written together with their typed line, each with whether that line was the last one.
    followers: BTreeMap<usize, bool>,
    /// Sides that computer players play.
    playing: BTreeSet<&'j str>,
    sides: Vec<&'j str>,
    is_by_tape: bool,
    /// The side that received the keyboard last. `None` is no side, or the referee.
    holder: Option<&'j str>,
    /// The entry with which the reader received the keyboard.
    received_at: usize,
    /// Whether the keyboard was not passed since the program started. Against a computer it is then the person's.
    is_unpassed: bool,
    has_password: bool,
    /// Whether dice are rolled on the table and typed.
    is_typed: bool,
    /// Whether the program plays both sides by line 1, and no person has sat down yet. Such a battle has no seals.
    fights_itself: bool,
    /// The sides that sealed plots in a turn, or whose admirals were cut short in it.
    sealed: BTreeSet<(SideId, u16)>,
    /// The sides whose last seal was opened at the referee's keyboard.
    revealed: BTreeSet<&'j str>,
    last_command: usize,
    files: TurnFiles<'j>,
}

/// Returns the first entry that the player at the keyboard could not give, with what is wrong. After a mended gap the
/// journal no longer shows whose keyboard it is.
pub fn first_impossible_entry(journal: &Journal<Naval>) -> Option<(usize, String)> {
    let setup = &journal.header().setup;
    let first = journal.header().players.as_ref().and_then(|players| players.as_array()).into_iter().flatten();
    let playing: BTreeSet<&str> = first.filter_map(|player| player["side"].as_str()).collect();
    let mut keyboard = KeyboardTrace {
        journal,
        followers: misplaced_commands(journal).collect(),
        fights_itself: setup.sides.iter().all(|side| playing.contains(side.id.as_str())),
        playing,
        sides: setup.sides.iter().map(|side| side.id.as_str()).collect(),
        is_by_tape: setup.begins_without_positions(),
        holder: None,
        received_at: 0,
        is_unpassed: true,
        has_password: false,
        is_typed: false,
        sealed: BTreeSet::new(),
        revealed: BTreeSet::new(),
        last_command: 0,
        files: TurnFiles::default(),
    };
    let (mut found, mut is_mended) = (None, false);
    journal.walk(|line, before| {
        is_mended |= matches!(line.entry, Entry::Remarked { words } if is_recovery_remark(words));
        if found.is_some() || is_mended {
            return;
        }
        found = keyboard.entry_error(line, before).map(|error| (line.number, error));
        if let Some(entry) = journal.entry(line.number) {
            keyboard.apply_entry(line.number, entry, before.turn);
        }
    });
    found
}

impl<'j> KeyboardTrace<'j> {
    fn apply_entry(&mut self, number: usize, entry: &'j EntryOf<Naval>, turn: u16) {
        self.files.apply_entry(entry);
        for fact in entry.facts() {
            if let Fact::PlotsSealed(seal) = fact {
                self.sealed.insert((seal.side.clone(), turn));
                self.revealed.remove(seal.side.as_str());
            }
        }
        match entry {
            Entry::Noticed { what: Notice::Passed { to } } => {
                (self.holder, self.received_at) = (to.as_deref(), number);
                self.is_unpassed = false;
            }
            Entry::Noticed { what: Notice::Player { side, machine, .. } } => {
                if machine.is_some() {
                    self.playing.insert(side);
                } else {
                    self.playing.remove(side.as_str());
                }
                (self.is_unpassed, self.received_at, self.fights_itself) = (true, number, false);
            }
            Entry::Noticed { what: Notice::CutShort { side } } => drop(self.sealed.insert((SideId::new(side), turn))),
            Entry::Noticed { what: Notice::SealOpened { side } } => drop(self.revealed.insert(side)),
            Entry::Did { .. } => self.last_command = number,
            Entry::Noticed { what: Notice::PasswordSet { .. } } => self.has_password = true,
            Entry::Noticed { what: Notice::Dice { typed } } => self.is_typed = *typed,
            Entry::Opened => (self.is_unpassed, self.received_at) = (true, number),
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Closed => {}
            Entry::Amended { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => {}
        }
    }

    /// Returns the side, or the table, that certainly has the keyboard. `None` if it may be the referee.
    fn reader(&self) -> Option<&'j str> {
        let mut persons = self.sides.iter().copied().filter(|side| !self.playing.contains(side));
        let begins = self.is_unpassed && !self.is_by_tape && !self.playing.is_empty();
        match (persons.next(), persons.next()) {
            (Some(only), None) if begins => Some(only),
            _ => self.holder,
        }
    }

    fn entry_error(&self, line: &HistoryLine<'_, Naval>, before: &State) -> Option<String> {
        if let Some(error) = self.files.entry_error(line.entry, before, self.is_typed) {
            return Some(error);
        }
        if let Entry::Noticed { what } = line.entry {
            return self.notice_error(line.number, what, before);
        }
        if let Entry::Did { line: first, command, .. } = line.entry {
            let stray = self.followers.get(&line.number);
            if stray.is_some_and(|follows_last_line| !(*follows_last_line && self.is_admirals_order(command, before))) {
                return Some(MISPLACED_COMMAND.to_owned());
            }
            if let Some(side) = self.unsealed_side(line.number, *first, command, before) {
                let name = before.name(&side);
                return Some(format!("plots for {name} without a seal, but every admiral seals its plots"));
            }
            if let Some(what) = self.line_error(*first, command, before) {
                return Some(what.to_owned());
            }
        }
        let reader = self.reader()?;
        if let Entry::Did { from: Some(Origin::TurnFile { side, digest }), .. } = line.entry {
            // The side's right to give it is checked with its turn file.
            let is_due = side == reader || self.files.has_opened(digest);
            return (!is_due).then(|| format!("comes from a turn file of {side} while {reader} has the keyboard"));
        }
        match line.entry {
            Entry::Amended { .. } => Some("amends an entry while the referee does not have the keyboard".to_owned()),
            Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Did { .. } if reader == TABLE_VIEWER => {
                self.table_error(line.entry, before)
            }
            Entry::TakenBack { .. } => {
                let why = line.moved_entries.iter().find_map(|number| {
                    let undone = self.undone_entry(*number, before);
                    undone.foreign_reason(self.received_at).or_else(|| undone.irrevocable_reason())
                })?;
                Some(format!("undoes {why}"))
            }
            Entry::Redid { .. } => {
                let mut redone = line.moved_entries.iter().map(|number| self.undone_entry(*number, before));
                let why = redone.find_map(|undone| undone.foreign_reason(self.received_at))?;
                Some(format!("redoes {why}"))
            }
            Entry::Did { command, events, .. } => self.order_error(reader, command, events, before),
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Opened | Entry::Closed => None,
        }
    }

    /// Returns the side whose admiral plotted without sealing the plot before an order of the other side: it may have
    /// plotted after that side. The referee may plot for an admiral by tape, or after it has plotted. [2.7, 3.3.1]
    fn unsealed_side(&self, number: usize, line: usize, command: &Command, before: &State) -> Option<SideId> {
        let Command::Plot { unit, .. } = command else { return None };
        let is_placed = before.ships_of(unit).any(|ship| ship.at.is_some());
        let side = sides_ordered(before, command).into_iter().find(|side| self.playing.contains(side.as_str()))?;
        // In an open battle a person may have the keyboard of an admiral's side.
        let is_open = self.reader().is_none_or(|reader| self.playing.contains(reader));
        let may_be_the_referees = is_open && (!self.is_unpassed || self.sealed.contains(&(side.clone(), before.turn)));
        if self.fights_itself || may_be_the_referees || before.ranges_are_measured() || !is_placed {
            return None;
        }
        let line_commands = self.journal.entries()[number..].iter().map_while(|entry| match entry {
            Entry::Did { line: other_line, command, .. } if *other_line == line => Some(command),
            _ => None,
        });
        let mut own_orders =
            line_commands.take_while(|command| sides_ordered(before, command).iter().all(|orderer| *orderer == side));
        (!own_orders.any(|command| matches!(command, Command::Seal { .. }))).then_some(side)
    }

    /// Returns why a command cannot share a typed line with the previous one. A `next` or fire that rolled dice ends
    /// its line. Against an admiral, a side's line has none of the admiral's orders.
    fn line_error(&self, line: usize, command: &Command, before: &State) -> Option<&'static str> {
        let Some(Entry::Did { line: last_line, command: last, events, .. }) = self.journal.entry(self.last_command)
        else {
            return None;
        };
        let decides = matches!(last, Command::Next { .. } | Command::Fire { .. } | Command::FireSome { .. });
        let (left, right) = (sides_ordered(before, last), sides_ordered(before, command));
        let are_apart = !left.is_empty() && !right.is_empty() && left.iter().all(|side| !right.contains(side));
        if *last_line != line {
            None
        } else if self.playing.is_empty() {
            let is_end = decides && events.iter().any(|event| !event.dice.is_empty());
            is_end.then_some("follows dice that were rolled earlier in the same typed line")
        } else {
            let is_mixed = are_apart && self.reader().is_some();
            is_mixed.then_some("shares a typed line with an order of the other side")
        }
    }

    fn notice_error(&self, number: usize, what: &Notice, before: &State) -> Option<String> {
        let is_followed = self.has_password || !self.playing.is_empty();
        let error = match what {
            // With a password every pass is noticed, also in open battles. Without one, none goes to an admiral's side.
            Notice::Passed { to: Some(to) } if !self.has_password && self.playing.contains(to.as_str()) => {
                return Some(format!("hands the keyboard to {to}, which an admiral plays"));
            }
            Notice::Passed { to } if !is_followed && (to.is_some() || self.holder.is_none()) => {
                "hands over the keyboard, which is recorded only with a referee's password or an admiral"
            }
            Notice::PasswordSet { .. } if self.reader().is_some() => {
                "sets the referee's password while the referee does not have the keyboard"
            }
            Notice::WrongPassword { .. } if self.playing.is_empty() && self.reader().is_none() => {
                "counts a wrong password while the referee, which is never asked, has the keyboard"
            }
            Notice::SealOpened { .. } if self.reader().is_some() => {
                "reveals plots early while the referee does not have the keyboard"
            }
            Notice::SealOpened { side } if !self.is_under_seal(side, before) => {
                "reveals plots early that are not under an unopened seal in a Plotting Segment"
            }
            Notice::Dice { .. } if self.reader().is_some() && !self.is_from_command_line(number) => {
                "sets who rolls the dice while the referee does not have the keyboard"
            }
            _ => return None,
        };
        Some(error.to_owned())
    }

    /// Whether a side's plots of this segment are under an unopened seal.
    fn is_under_seal(&self, side: &str, before: &State) -> bool {
        let mut own_seals = before.seals.iter().filter(|seal| seal.side.as_str() == side);
        let is_sealed = own_seals.any(|sealed| seal::open_seal(before, sealed).is_ok());
        is_sealed && before.segment == Segment::Plotting && !self.revealed.contains(side)
    }

    /// Whether an entry was written from the command line, before any player sat down.
    fn is_from_command_line(&self, number: usize) -> bool {
        let begins = number == 1 || matches!(self.journal.entry(number - 1), Some(Entry::Opened));
        begins && self.holder.is_none()
    }

    /// Only computer players order while the table has the keyboard.
    fn table_error(&self, entry: &EntryOf<Naval>, before: &State) -> Option<String> {
        if let Entry::Did { command, .. } = entry
            && self.is_admirals_order(command, before)
        {
            return None;
        }
        Some("changes the game while the table has the keyboard, where only admirals order".to_owned())
    }

    /// Whether a command orders only for sides that computer players play.
    fn is_admirals_order(&self, command: &Command, before: &State) -> bool {
        let sides = sides_ordered(before, command);
        let is_of_admirals = !sides.is_empty() && sides.iter().all(|side| self.playing.contains(side.as_str()));
        is_of_admirals && !is_referee_only(command)
    }

    fn order_error(&self, reader: &str, command: &Command, events: &[NavalEvent], before: &State) -> Option<String> {
        let no_admirals = self.playing.is_empty();
        let mut dice = events.iter().flat_map(|event| &event.dice);
        let is_for_sides = match command.typist() {
            Typist::Side => true,
            Typist::ForSide => !no_admirals,
            Typist::Referee => !no_admirals && is_done_for_own_side(before, command, &SideId::new(reader)),
        };
        let what = if is_referee_only(command) || !is_for_sides || is_late_launch(before, command) {
            "is an order of the referee, which does not have the keyboard"
        } else if no_admirals && sides_ordered(before, command).iter().any(|side| side.as_str() != reader) {
            "is an order of the other side, which does not have the keyboard"
        } else if !no_admirals && types_known_geometry(before, command) && !self.is_admirals_order(command, before) {
            "overrides positions with a range, an angle or a word while the referee does not have the keyboard"
        } else if !self.is_typed && dice.any(|roll| roll.source == Source::Typed) {
            "has typed dice at a side's keyboard, where the program rolls them"
        } else {
            return None;
        };
        Some(what.to_owned())
    }

    fn undone_entry(&self, number: usize, now: &State) -> UndoneEntry {
        let (command, events) = match self.journal.entry(number) {
            Some(Entry::Did { command, events, .. }) => (Some(command), &events[..]),
            _ => (None, &[][..]),
        };
        // In an open battle a person may have ordered for the admiral's side.
        let is_open = self.holder.is_some_and(|holder| self.playing.contains(holder));
        let sides = command.map(|command| sides_ordered(now, command)).unwrap_or_default();
        UndoneEntry {
            number,
            dice: self.journal.dice_in(number),
            shows_others: shows_enemy_actions(events),
            is_an_admirals: !is_open && sides.iter().any(|side| self.playing.contains(side.as_str())),
        }
    }
}

/// An entry that is undone or redone at a side's keyboard.
struct UndoneEntry {
    number: usize,
    dice: usize,
    shows_others: bool,
    is_an_admirals: bool,
}

impl UndoneEntry {
    /// Returns why the side that received the keyboard with entry `received_at` did not order it.
    fn foreign_reason(&self, received_at: usize) -> Option<&'static str> {
        if self.is_an_admirals {
            return Some("an admiral's order at the keyboard of the other side");
        }
        (self.number <= received_at).then_some("an order from before the side at the keyboard received it")
    }

    /// Returns why even the side that ordered it may not undo it.
    fn irrevocable_reason(&self) -> Option<&'static str> {
        if 0 < self.dice {
            return Some("a decision by dice while the referee does not have the keyboard");
        }
        self.shows_others.then_some("an order that showed the enemy while the referee does not have the keyboard")
    }
}

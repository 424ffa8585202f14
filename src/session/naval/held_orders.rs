//! Held turn files: kept unread until the files of all sides are in, or until their segment comes. Begin at
//! [`Session::next_turn_file_step`].
use super::{moment::TurnSegment, reports::OrderResult, skipped::segment_with_duties, turn_file::list_faults};
use crate::{AutomaticStep, DiceSource, Order, Refusal, Session};
use naval::{Command, Naval, NavalHalt, Reason, Segment, SideId, notation::FileLine};
use play::journal::{Entry, HeldFile, Notice, digest, digest_of, grouped, orders_in, private_line};
use play::{Hint, NotDecided};

/// Digits of a salt.
const SALT_DIGITS: usize = 32;

/// Returns the digest as people compare it: `2ee2-91c0`.
pub(super) fn short_digest(digest: &str) -> String {
    grouped(digest, 2)
}

impl Session<'_, Naval> {
    /// Returns the line that keeps a side's orders, salted by the key of its file and by the number of files that the
    /// side had held before.
    ///
    /// # Errors
    /// The orders are too long.
    pub(super) fn salted_line(&self, key: &str, held_before: usize, lines: &[FileLine]) -> Result<String, Refusal> {
        let salt: String = digest_of(format!("{key} {held_before}").as_bytes()).chars().take(SALT_DIGITS).collect();
        let orders: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let line = private_line(&salt, &orders).map_err(|error| Refusal::journal(error.to_string()))?;
        if orders_in(&line).is_none() {
            return Err(Refusal::read("The orders are longer than 1 MiB.").hint("leave out what orders nothing"));
        }
        Ok(line)
    }

    /// Returns how many files of a side were held, before the one with this digest if given.
    pub(super) fn count_held(&self, side: &SideId, until: Option<&str>) -> usize {
        let held = self.journal().entries().iter().filter_map(|entry| match entry {
            Entry::Noticed { what: Notice::TurnFileHeld(file) } if side.as_str() == file.side => Some(&file.digest),
            _ => None,
        });
        held.take_while(|digest| until != Some(digest.as_str())).count()
    }

    /// Holds a side's orders for a segment of this turn.
    pub(super) fn hold(
        &mut self,
        side: &SideId,
        segment: Segment,
        key: &str,
        lines: &[FileLine],
    ) -> Result<String, Refusal> {
        let line = self.salted_line(key, self.count_held(side, None), lines)?;
        let (code, turn) = (digest(&line), self.state().turn);
        // The line is kept first: if the program is killed before the notice, a line without a notice is dropped.
        self.keep_held_lines(Some(line))?;
        let file = HeldFile { side: side.to_string(), turn, segment: segment.word().to_owned(), digest: code.clone() };
        self.record_notice(Notice::TurnFileHeld(file))?;
        Ok(code)
    }

    /// Keeps the lines of all held files, and a new one if given.
    pub(super) fn keep_held_lines(&mut self, new: Option<String>) -> Result<(), Refusal> {
        let files = self.journal().turn_files();
        let mut lines = self.known_lines()?;
        lines.retain(|line| files.held.iter().any(|file| file.digest == digest(line)));
        lines.extend(new.filter(|new| !lines.contains(new)));
        self.store.keep_orders(&lines)?;
        self.seat.held_lines = lines;
        Ok(())
    }

    fn known_lines(&self) -> Result<Vec<String>, Refusal> {
        let mut lines = self.seat.held_lines.clone();
        if lines.is_empty() && !self.journal().turn_files().held.is_empty() {
            lines = self.store.kept_orders()?;
        }
        Ok(lines)
    }

    /// Returns the orders of a held file, and the line that keeps them. `None` if it is lost.
    pub(super) fn held_orders(&self, file: &HeldFile) -> Result<Option<(String, Vec<FileLine>)>, Refusal> {
        let line = self.known_lines()?.into_iter().find(|line| digest(line) == file.digest);
        Ok(line.and_then(|line| {
            let orders = orders_in(&line)?;
            let lines = (1..).zip(orders).map(|(number, text)| FileLine { number, text }).collect();
            Some((line, lines))
        }))
    }

    /// Returns the held files of a segment of this turn, in the order of the sides.
    pub(super) fn held_for(&self, segment: Segment) -> Vec<HeldFile> {
        let turn = self.state().turn;
        let files = self.journal().turn_files().held.into_iter();
        let mut due: Vec<HeldFile> =
            files.filter(|file| file.turn == turn && file.segment == segment.word()).cloned().collect();
        due.sort_by_key(|file| self.place_of(&SideId::new(&file.side)));
        due
    }

    pub(super) fn held_of(&self, side: &SideId, segment: Segment) -> Option<HeldFile> {
        self.held_for(segment).into_iter().find(|file| side.as_str() == file.side)
    }

    /// Returns the sides of persons whose fire is awaited: their files are not in, and they may still declare.
    pub(super) fn awaited_for_fire(&self) -> Vec<SideId> {
        let held = self.held_for(Segment::Gunfire);
        let mut sides = self.persons();
        sides.retain(|side| !held.iter().any(|file| side.as_str() == file.side));
        sides.retain(|side| !self.state().this_move.closed_sides.contains(side));
        sides
    }

    /// Drops held files whose moment is over, tries those that are due, and gives them once all are in.
    pub(super) fn next_turn_file_step(&mut self) -> Result<Option<AutomaticStep>, Refusal> {
        if self.state().end.is_some() || self.journal().turn_files().held.is_empty() {
            return Ok(None);
        }
        if self.held_for(self.state().segment).is_empty() {
            // After an undo a file is tried again.
            self.seat.tried_files.clear();
        }
        let text = match self.drop_past_files()? {
            None => match self.try_held_files()? {
                None => self.open_held_files()?,
                tried => tried,
            },
            dropped => dropped,
        };
        Ok(text.map(|text| AutomaticStep { sentence: Some(text), line_and_answer: None }))
    }

    fn drop_past_files(&mut self) -> Result<Option<String>, Refusal> {
        let past: Vec<HeldFile> =
            self.journal().turn_files().held.into_iter().filter(|file| self.is_past(file)).cloned().collect();
        if past.is_empty() {
            return Ok(None);
        }
        let names: Vec<String> = past.iter().map(|file| self.held_name(file)).collect();
        self.drop_files(past)?;
        Ok(Some(format!("Dropped, because the segment is over: {}.", names.join("; "))))
    }

    pub(super) fn drop_files(&mut self, files: Vec<HeldFile>) -> Result<(), Refusal> {
        self.transact(|session| {
            files.into_iter().try_for_each(|file| session.record_notice(Notice::TurnFileDropped(file)))
        })?;
        self.keep_held_lines(None)
    }

    /// Whether the moment of a held file is over. In a turn of halves it was held in the half to which it belongs.
    fn is_past(&self, file: &HeldFile) -> bool {
        self.is_past_at(file, TurnSegment::at(self.state()))
    }

    fn is_past_at(&self, file: &HeldFile, now: TurnSegment) -> bool {
        let state = self.state();
        let Some(segment) = Segment::from_word(&file.segment) else {
            return true;
        };
        let entries = self.journal().entries();
        let held = entries
            .iter()
            .rposition(|entry| matches!(entry, Entry::Noticed { what: Notice::TurnFileHeld(held) } if held == file));
        let second_half = state.half.is_some()
            && held.is_some_and(|index| TurnSegment::at(&self.journal().state_after(index)).second_half);
        TurnSegment { turn: file.turn, second_half, segment } < now
    }

    /// Returns `Japan, gunfire (2ee2-91c0)`.
    pub(super) fn held_name(&self, HeldFile { side, segment, digest, .. }: &HeldFile) -> String {
        format!("{}, {segment} ({})", self.state().name(&SideId::new(side)), short_digest(digest))
    }

    /// Tries the due files that were not tried yet, up to one that is dropped for a refused line or reported as lost.
    fn try_held_files(&mut self) -> Result<Option<String>, Refusal> {
        let due = self.held_for(self.state().segment);
        let Some(file) = due.into_iter().find(|file| !self.seat.tried_files.contains(&file.digest)) else {
            return Ok(None);
        };
        self.seat.tried_files.insert(file.digest.clone());
        let name = self.held_name(&file);
        let Some((_, lines)) = self.held_orders(&file)? else {
            let side = &file.side;
            return Ok(Some(format!(
                "The held orders are lost: {name}. `take` the same file again, or `take back {side}`."
            )));
        };
        let faults = self.try_file(&SideId::new(&file.side), &lines);
        if faults.is_empty() {
            return self.try_held_files();
        }
        // Nobody else reads what a side has ordered.
        let viewer = &self.seat.viewer;
        let is_shown = viewer.is_referee() || viewer.side().is_some_and(|side| side.as_str() == file.side);
        self.drop_files(vec![file])?;
        let count = show::lines::count(lines.len(), "line");
        let are = if faults.len() == 1 { "is" } else { "are" };
        let mut lines = vec![format!("{} of {count} {are} refused now, so none is given: {name}.", faults.len())];
        lines.extend(is_shown.then(|| list_faults(&faults)));
        lines.extend(self.awaited_text());
        Ok(Some(lines.join("\n")))
    }

    /// Says whose fire is awaited, and how it comes in. `None` if none is.
    fn awaited_text(&self) -> Option<String> {
        let is_fire = self.state().segment == Segment::Gunfire && self.state().end.is_none();
        let awaited = if is_fire { self.awaited_for_fire() } else { Vec::new() };
        let first = awaited.first()?;
        let names: Vec<&str> = awaited.iter().map(|side| self.state().name(side)).collect();
        let or_typed = if self.seat.viewer.is_referee() {
            format!(" Or type its fire here, and then `declared {first}`.")
        } else {
            String::new()
        };
        Some(format!(
            "Awaited: {}. `kaiser turn FILE --side {first}` writes a sheet to fill in.{or_typed}",
            names.join(", ")
        ))
    }

    /// Says what is held, who is awaited, and how to go on. `None` if nothing is held that the viewer may know of.
    pub(super) fn held_note(&self) -> Option<String> {
        if self.state().end.is_some() {
            return None;
        }
        let held = self.journal().turn_files().held.into_iter().filter(|file| {
            let side = self.seat.viewer.side().map(SideId::as_str);
            self.seat.viewer.is_referee() || side == Some(file.side.as_str())
        });
        let held: Vec<&HeldFile> = held.collect();
        let first = &held.first()?.side;
        let names: Vec<String> = held.iter().map(|file| self.held_name(file)).collect();
        let note = format!("Held: {}. `take back {first}` gives it back unread.", names.join("; "));
        Some([Some(note), self.awaited_text()].into_iter().flatten().collect::<Vec<String>>().join("\n"))
    }

    /// Returns the hint for fire that cannot be resolved because it is held.
    pub(super) fn held_fire_hint(&self, halt: &NavalHalt) -> Option<Hint> {
        let NotDecided::Refused { reason: Reason::NothingDeclared { .. }, .. } = halt else { return None };
        self.held_note()?;
        Some("fire is held: " + (Hint::line("duties") + " says who is awaited"))
    }

    /// Refuses a command that would leave the segment of a held file before it is opened, unless a waiver says so.
    pub(super) fn check_held_files(&self, order: &Order<Command>) -> Result<(), Refusal> {
        let (Command::Next { waive: None, .. } | Command::QuickStart { .. }) = &order.command else { return Ok(()) };
        let held = self.journal().turn_files().held;
        if held.is_empty() {
            return Ok(());
        }
        let Some(after) = self.moment_after(order) else { return Ok(()) };
        let Some(lost) = held.into_iter().find(|file| self.is_past_at(file, after)) else { return Ok(()) };
        let refusal = Refusal::cannot(format!("Held orders would be dropped: {}.", self.held_name(lost)));
        let due = Segment::from_word(&lost.segment).filter(|segment| self.state().segment < *segment);
        Err(refusal.hint(match due {
            Some(segment) => Hint::line(format!("next to {}", segment.word())) + " gives them when they are due",
            None => {
                let back = Hint::line(format!("take back {}", lost.side));
                Hint::line("duties") + " says who is awaited, and " + back + " gives them back"
            }
        }))
    }

    /// Returns the moment after a command. `None` if the command is refused.
    fn moment_after(&self, order: &Order<Command>) -> Option<TurnSegment> {
        let (mut state, supposed) = (self.state().clone(), order.dice.as_deref().unwrap_or_default());
        match play::decide::<Naval>(&state, &order.command, &mut DiceSource::with_supposed(supposed)) {
            Ok(events) => {
                play::apply_all::<Naval>(&mut state, &events);
                Some(TurnSegment::at(&state))
            }
            Err(halt) => segment_with_duties(&halt).map(|segment| TurnSegment { segment, ..TurnSegment::at(&state) }),
        }
    }

    /// Gives the orders of the due files: those of fire when all are in, others at once.
    fn open_held_files(&mut self) -> Result<Option<String>, Refusal> {
        let is_fire = self.state().segment == Segment::Gunfire;
        let due = self.held_for(self.state().segment);
        if due.is_empty() || (is_fire && !self.awaited_for_fire().is_empty()) {
            return Ok(None);
        }
        let mut files = Vec::new();
        for file in due {
            // A lost file was reported.
            let Some((line, lines)) = self.held_orders(&file)? else { return Ok(None) };
            files.push((file, line, lines));
        }
        let attempt: Vec<&str> = files.iter().map(|(file, ..)| file.digest.as_str()).collect();
        if !self.seat.tried_files.insert(format!("all of {}", attempt.join(" "))) {
            return Ok(None);
        }
        let names: Vec<String> = files.iter().map(|(file, ..)| self.held_name(file)).collect();
        let given = self.transact(|session| session.give_held_orders(is_fire, &files));
        Ok(Some(match given {
            Ok(results) => {
                self.keep_held_lines(None)?;
                let report = self.report_all(&results, is_fire).text;
                format!("Opened: {}.\n{report}", names.join("; ")).trim_end().to_owned()
            }
            // The refusal may quote orders of both sides.
            Err(refusal) if self.seat.viewer.is_referee() => {
                format!("Not opened: {}.\n{}", names.join("; "), refusal.error.what)
            }
            Err(_) => format!("Not opened: {}. The referee reads why.", names.join("; ")),
        }))
    }

    fn give_held_orders(
        &mut self,
        is_fire: bool,
        files: &[(HeldFile, String, Vec<FileLine>)],
    ) -> Result<Vec<OrderResult>, Refusal> {
        for (_, line, _) in files {
            self.record_notice(Notice::TurnFileOpened { line: line.clone() })?;
        }
        let mut results = Vec::new();
        if !is_fire {
            for (HeldFile { side, digest, .. }, _, lines) in files {
                results.extend(self.give_lines(&SideId::new(side), digest, lines)?);
            }
            return Ok(results);
        }
        let (mut shots, mut faults) = (Vec::new(), Vec::new());
        for (HeldFile { side, digest, .. }, _, lines) in files {
            let (file_shots, unreadable) = self.read_shots(&SideId::new(side), digest, lines);
            shots.push(file_shots);
            faults.extend(unreadable);
        }
        let (declared, refused) = self.declare_in_turn(shots);
        results.extend(declared);
        faults.extend(refused);
        if faults.is_empty() { Ok(results) } else { Err(Refusal::rules(list_faults(&faults))) }
    }
}

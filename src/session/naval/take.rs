//! `take`: a side's turn file, a block of lines, or a held file given back. Begin at [`Session::take`].
use super::{
    held_orders::short_digest,
    moment::TurnSegment,
    reports::OrderResult,
    turn_file::{Fault, SheetSecret, list_faults},
};
use crate::{Answer, Kind, Refusal, Session, block::Block};
use naval::{
    Command, Fact, Naval, Reason, Segment, SideId,
    model::{TableReason, Task},
    notation::{FileLine, TakeRequest, TurnFile, TurnFileStamp},
    rules::{secrecy::side_of, turn},
    seal,
};
use play::{
    Hint, LineError,
    journal::{HeldFile, digest},
};
use serde_json::{Value, json};

const SHEET_HINT: &str = "kaiser turn FILE --side SIDE writes the sheet that is due";

/// A text that was handed in.
struct Delivery<'d> {
    /// The name of its file.
    name: &'d str,
    text: &'d str,
    /// The file to which its faults are written, if one was named.
    faults: Option<&'d str>,
}

/// What became of a part of a turn file.
struct TakenPart {
    segment: Segment,
    lines: usize,
    digest: String,
    is_held: bool,
    /// What its orders did, if they were given.
    results: Vec<OrderResult>,
}

impl Session<'_, Naval> {
    /// Answers `take`.
    pub(super) fn take(&mut self, request: TakeRequest) -> Result<Answer, Refusal> {
        if self.seat.viewer.is_table() {
            return Err(self.not_for_viewer());
        }
        match request {
            TakeRequest::Block => {
                self.block = Some(Block::default());
                let help = "Paste or type the lines. A full stop alone on a line ends them, Ctrl-C drops them.";
                Ok(if self.frontend.can_ask() { Answer::text(help) } else { Answer::default() })
            }
            TakeRequest::Back(side) => self.take_back(&side),
            TakeRequest::File { name, faults } => {
                let text = self.frontend.read_file(&name)?;
                self.take_file(&Delivery { name: &name, text: &text, faults: faults.as_deref() })
            }
        }
    }

    /// Answers the lines of a block: a turn file, or orders of the person at the keyboard.
    pub(super) fn take_block(&mut self, lines: &[String]) -> Result<Answer, Refusal> {
        let text = lines.join("\n");
        let file = TurnFile::read(&text)?;
        if file.stamp.is_some() {
            return self.take_file(&Delivery { name: "The block", text: &text, faults: None });
        }
        let lines: Vec<FileLine> = file.parts.into_iter().flat_map(|(_, lines)| lines).collect();
        if lines.is_empty() {
            return Err(Refusal::read("The block has no orders.").line("take"));
        }
        let last = lines.len() - 1;
        self.transact(|session| {
            let mut all = Answer::default();
            for (index, FileLine { number, text }) in lines.iter().enumerate() {
                let given = session.give_block_line(text, index == last);
                let answer = given.map_err(|refusal| refusal.at_place(format_args!("line {number}, {text}")))?;
                all = if all.text.is_empty() { answer.append_data(all.json) } else { all.append(answer) };
            }
            Ok(all)
        })
    }

    /// Carries out a line of a block as if typed. Refused if it rolls dice or closes a segment, unless it is the last.
    fn give_block_line(&mut self, text: &str, is_last: bool) -> Result<Answer, Refusal> {
        let text = crate::line::clean_line(text)?;
        let before = self.journal().commands().len();
        let phrases = self.phrases_of(text).map_err(|refusal| self.with_legal_hint(refusal))?;
        let answer = match phrases.as_slice() {
            [] => Answer::default(),
            phrases => self.orders(text, phrases).map_err(|refusal| self.with_legal_hint(refusal))?,
        };
        let commands = self.journal().commands();
        let must_be_read = commands[before..].iter().any(|given| {
            matches!(given.command, Command::Next { .. }) || given.events.iter().any(|event| !event.dice.is_empty())
        });
        if must_be_read && !is_last {
            let what = "Only the last line of a block may roll dice or close a segment.";
            return Err(Refusal::cannot(what).hint("type it alone, and the lines after it in another block"));
        }
        Ok(answer)
    }

    /// Takes a turn file: tries its lines for this segment as its side, and then files or holds all its parts.
    fn take_file(&mut self, delivery: &Delivery<'_>) -> Result<Answer, Refusal> {
        let Delivery { name, text, .. } = delivery;
        let file = TurnFile::read(text).map_err(|error| Refusal::read(error).at_place(name))?;
        let Some(stamp) = &file.stamp else {
            let what = format!("{name} has no line `# of ...`, so nobody knows whose orders it holds.");
            return Err(Refusal::read(what).hint(SHEET_HINT));
        };
        let side = self.side_of_stamp(name, stamp)?;
        let parts = self.parts_to_take(name, &file, stamp, &side)?;
        let now = self.state().segment;
        if let Some((_, lines)) = parts.iter().find(|(segment, _)| *segment == now) {
            let faults = self.try_file(&side, lines);
            if !faults.is_empty() {
                return Err(self.refuse_faults(delivery, lines.len(), &faults));
            }
        }
        let taken = self.transact(|session| {
            let parts = parts.iter().map(|(segment, lines)| session.take_part(&side, stamp, *segment, lines));
            parts.collect::<Result<Vec<TakenPart>, Refusal>>()
        })?;
        self.answer_taken(&side, &taken)
    }

    /// Carries out a part of a turn file ("files" it), or holds it.
    fn take_part(
        &mut self,
        side: &SideId,
        stamp: &TurnFileStamp,
        segment: Segment,
        lines: &[FileLine],
    ) -> Result<TakenPart, Refusal> {
        let now = self.state().segment;
        let count = lines.len();
        if segment != now || segment == Segment::Gunfire {
            let digest = self.hold_or_restore(side, stamp, segment, lines)?;
            if segment == now {
                self.seat.tried_files.insert(digest.clone());
            }
            return Ok(TakenPart { segment, lines: count, digest, is_held: true, results: Vec::new() });
        }
        let number = self.journal().next_number();
        let digest = digest(&self.salted_line(&format!("{} {number}", stamp.key), 0, lines)?);
        let mut results = self.give_lines(side, &digest, lines)?;
        if segment == Segment::Plotting {
            results.extend(self.seal_file(side, &digest)?);
        }
        Ok(TakenPart { segment, lines: count, digest, is_held: false, results })
    }

    /// Holds orders. If orders that the side had held are lost, only the same orders are accepted.
    fn hold_or_restore(
        &mut self,
        side: &SideId,
        stamp: &TurnFileStamp,
        segment: Segment,
        lines: &[FileLine],
    ) -> Result<String, Refusal> {
        if let Some(lost) = self.held_of(side, segment) {
            let line = self.salted_line(&stamp.key, self.count_held(side, Some(&lost.digest)), lines)?;
            if digest(&line) != lost.digest {
                let what = format!("These are not the held orders that are lost: {}.", self.held_name(&lost));
                return Err(Refusal::cannot(what).line(format!("take back {side}")));
            }
            self.keep_held_lines(Some(line))?;
            return Ok(lost.digest);
        }
        self.hold(side, segment, &stamp.key, lines)
    }

    /// Seals a side's plots, unless its file has sealed them or has none.
    fn seal_file(&mut self, side: &SideId, digest: &str) -> Result<Option<OrderResult>, Refusal> {
        let (state, turn) = (self.state(), self.state().turn);
        let is_sealed = seal::open_last_seal(state, side)
            .is_ok_and(|opened| (opened.seal.turn == turn || state.is_on_preplots(side)) && opened.later.is_empty());
        if is_sealed {
            return Ok(None);
        }
        let seal = Command::Seal { side: Some(side.clone()), salt: String::new(), salts: Vec::new() };
        let sealed = self.as_file(side, digest, |session| {
            let seal = session.fill_in_side(&seal)?;
            session.decide_and_record(seal, None)
        });
        match sealed {
            Ok(ruling) => Ok(Some(OrderResult::ByViewer(ruling))),
            Err(not_ruled) if matches!(not_ruled.reason(), Some(Reason::Table(TableReason::NothingToSeal { .. }))) => {
                Ok(None)
            }
            Err(not_ruled) => Err(not_ruled.into()),
        }
    }

    /// Returns the secret of this battle's sheets, or `None` if none were written.
    fn sheet_secret(&self) -> Result<Option<SheetSecret>, Refusal> {
        if let Some(secret) = SheetSecret::from_salts(self.journal()) {
            return Ok(Some(secret));
        }
        Ok(self.store.sheet_secret()?.and_then(|digits| SheetSecret::from_digits(&digits)))
    }

    /// Returns the side of a stamp. Refused for another battle, another turn, another side's keyboard, or if the key is
    /// not that of the side's sheets.
    fn side_of_stamp(&self, name: &str, stamp: &TurnFileStamp) -> Result<SideId, Refusal> {
        let state = self.state();
        let Some(secret) = self.sheet_secret()?.filter(|secret| secret.code() == stamp.code) else {
            let what = format!("{name} is not from a sheet of this battle.");
            return Err(Refusal::cannot(what).hint(SHEET_HINT));
        };
        let Some(side) = state.setup.sides.iter().map(|side| &side.id).find(|side| side.as_str() == stamp.side) else {
            return Err(
                Refusal::read(format!("{name} is for \"{}\", which is not a side.", stamp.side)).hint(SHEET_HINT)
            );
        };
        if let Some(own) = self.seat.viewer.side().filter(|own| *own != side) {
            let what = format!("{name} is for {}, and {} has the keyboard.", state.name(side), state.name(own));
            return Err(Refusal::not_yours(what).line("pass to referee"));
        }
        if stamp.key != secret.key(side) {
            let side = state.name(side);
            let what = format!("{name} is for {side}, but the code in its line 2 is not from a sheet of {side}.");
            return Err(Refusal::cannot(what).hint(format!("ask {side} to fill in its own sheet")));
        }
        if self.seat.is_an_admirals(side) {
            return Err(self.admirals_refusal(side));
        }
        if state.end.is_some() {
            return Err(Refusal::rules("The battle is over, and no orders are due."));
        }
        let now = TurnSegment::at(state);
        let TurnFileStamp { turn, second_half, segment, .. } = *stamp;
        if (turn, second_half) != (now.turn, now.second_half) {
            let moment = TurnSegment { turn, second_half, segment };
            let what = format!("{name} is for {}, and {} is due.", moment.words(), now.words());
            return Err(Refusal::cannot(what).hint(SHEET_HINT));
        }
        Ok(side.clone())
    }

    /// Returns the orders of a file by segment. Refused without any, for a segment that is over, and if orders for its
    /// segment are filed or held.
    fn parts_to_take(
        &self,
        name: &str,
        file: &TurnFile,
        stamp: &TurnFileStamp,
        side: &SideId,
    ) -> Result<Vec<(Segment, Vec<FileLine>)>, Refusal> {
        let now = TurnSegment::at(self.state());
        let parts = Segment::ALL.map(|segment| (segment, file.orders_for(segment, stamp.segment)));
        let parts: Vec<_> = parts.into_iter().filter(|(_, lines)| !lines.is_empty()).collect();
        if parts.is_empty() {
            let what = format!("{name} has no orders: nothing is written behind the names.");
            return Err(Refusal::read(what).hint("a side that fires at nothing writes `declared`"));
        }
        if let Some((past, _)) = parts.iter().find(|(segment, _)| *segment < now.segment) {
            let what = format!("{name} has orders for {}, and {} is due.", past.word(), now.words());
            return Err(Refusal::cannot(what).hint(SHEET_HINT));
        }
        if parts.iter().any(|(segment, _)| *segment == Segment::Gunfire) && !self.seat.admirals.is_empty() {
            let what = "Fire is declared at the prompt when a computer player declares too.";
            return Err(Refusal::cannot(what).rule(naval::rules::gunnery::DECLARING).line("targets"));
        }
        if parts.iter().any(|(segment, _)| *segment == now.segment) && self.is_filed(side) {
            let what = format!("The orders of {} for {} are filed.", self.state().name(side), now.words());
            return Err(
                Refusal::cannot(what).hint(Hint::line("undo") + " takes back the last file, if nothing came after it")
            );
        }
        for (segment, _) in &parts {
            // Lost orders are asked for again.
            if let Some(file) = self.held_of(side, *segment)
                && self.held_orders(&file)?.is_some()
            {
                let back = Hint::line(format!("take back {side}")) + " gives them back unread";
                return Err(Refusal::cannot(format!("Orders are held already: {}.", self.held_name(&file))).hint(back));
            }
        }
        Ok(parts)
    }

    /// Whether orders of a side's turn file are in force in this segment.
    fn is_filed(&self, side: &SideId) -> bool {
        let commands = self.journal().commands();
        let of_segment = commands
            .iter()
            .rev()
            .take_while(|applied| !applied.events.iter().any(|event| matches!(event.fact, Fact::SegmentBegan { .. })));
        let mut sides = of_segment.filter_map(|applied| self.journal().entry(applied.entry)?.turn_file_side());
        sides.any(|file_side| side.as_str() == file_side)
    }

    /// Returns the refusal of a file with faults, and writes them into the file that was asked for.
    fn refuse_faults(&self, delivery: &Delivery<'_>, lines: usize, faults: &[Fault]) -> Refusal {
        let Delivery { name, text, faults: target } = delivery;
        let are = if faults.len() == 1 { "is" } else { "are" };
        let count = show::lines::count(lines, "line");
        let mut what =
            format!("{name}: {} of {count} {are} refused, and none is filed.\n{}", faults.len(), list_faults(faults));
        if let Some(target) = target {
            let written = self.frontend.write_file(target, &text_with_faults(text, faults));
            what += &match written {
                Ok(()) => format!("\n{target} holds this to send back."),
                Err(refusal) => format!("\n{}", refusal.error.what),
            };
        }
        let found = json!({ "faults": faults.iter().map(Fault::json).collect::<Vec<Value>>() });
        let kind = Kind::Data { found: Box::new(found), is_typed: false };
        Refusal { kind, error: LineError::new(what), shown: None }
    }

    /// Reports what was taken, who is awaited, and what follows from it. A referee's screen shows no secret orders.
    fn answer_taken(&mut self, side: &SideId, taken: &[TakenPart]) -> Result<Answer, Refusal> {
        let name = self.state().name(side).to_owned();
        let (mut text, mut values) = (Vec::new(), Vec::new());
        let mut answer = Answer::default();
        for TakenPart { segment, lines, digest, is_held, results } in taken {
            let (count, segment) = (show::lines::count(*lines, "line"), segment.word());
            let are = if *lines == 1 { "is" } else { "are" };
            let fate = if *is_held { "held" } else { "filed" };
            text.push(format!("{name}: {count} for {segment} {are} {fate} ({}).", short_digest(digest)));
            values.push(json!({ "segment": segment, "lines": lines, "digest": digest, "held": is_held }));
            let is_own = self.seat.viewer.side() == Some(side);
            let shown: Vec<&OrderResult> = results.iter().filter(|result| is_own || is_seal(result)).collect();
            for result in shown {
                let report = self.report_all(std::slice::from_ref(result), false);
                text.push(report.text);
                answer = answer.append_data(report.json);
            }
        }
        while let Some(step) = self.next_turn_file_step()? {
            text.extend(step.sentence);
        }
        let awaited = self.awaited_sides();
        let names: Vec<&str> = awaited.iter().map(|side| self.state().name(side)).collect();
        if !names.is_empty() {
            text.push(format!("Awaited: {}.", names.join(", ")));
        }
        let keys = json!({ "side": side, "taken": values, "awaited": awaited });
        Ok(answer.with_text(text.join("\n")).with_keys(keys))
    }

    /// Returns the sides of persons that have not sealed in Plotting, or whose fire is awaited in Gunfire.
    fn awaited_sides(&self) -> Vec<SideId> {
        let state = self.state();
        match state.segment {
            Segment::Gunfire => self.awaited_for_fire(),
            Segment::Plotting => {
                let mut sides = self.persons();
                sides.retain(|side| {
                    !state.seals.iter().any(|sealed| sealed.side == *side && sealed.turn == state.turn)
                        && (!state.is_on_preplots(side) || self.owes_preplots(side))
                });
                sides
            }
            Segment::Movement | Segment::Sighting | Segment::Illumination => Vec::new(),
            Segment::Torpedo | Segment::DamageControl | Segment::Damage => Vec::new(),
        }
    }

    /// Whether a side still has to plot the ten turns before contact for a division. [5.13.2]
    fn owes_preplots(&self, side: &SideId) -> bool {
        turn::plot_duties(self.state()).iter().any(|duty| match &duty.task {
            Task::Preplot { division, .. } => side_of(self.state(), division).as_ref() == Some(side),
            _ => false,
        })
    }

    /// Answers `take back SIDE`: drops what the side has held.
    fn take_back(&mut self, side: &SideId) -> Result<Answer, Refusal> {
        if self.seat.viewer.side().is_some_and(|own| own != side) {
            return Err(self.not_for_viewer());
        }
        let files = self.journal().turn_files().held.into_iter();
        let held: Vec<HeldFile> = files.filter(|file| side.as_str() == file.side).cloned().collect();
        if held.is_empty() {
            let what = format!("No orders of {} are held.", self.state().name(side));
            return Err(Refusal::not_there(what).hint(Hint::line("undo") + " takes back what is filed"));
        }
        let names: Vec<String> = held.iter().map(|file| self.held_name(file)).collect();
        self.drop_files(held)?;
        Ok(Answer::text(format!("Given back unread: {}.", names.join("; "))))
    }
}

/// Whether a result is that of a seal, which everybody may read.
fn is_seal(result: &OrderResult) -> bool {
    result.ruling().is_some_and(|ruling| matches!(ruling.command, Command::Seal { .. }))
}

/// Returns a text with a remark above each refused line.
fn text_with_faults(text: &str, faults: &[Fault]) -> String {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for fault in faults.iter().filter(|fault| fault.line.number == number) {
            lines.push(format!("# Refused: {}", fault.words().replace('\n', " ")));
        }
        lines.push(line.to_owned());
    }
    lines.join("\n") + "\n"
}

//! Reports the results of a line of a battle.
use super::{
    log::{self, HIDDEN_ORDER},
    moment::TurnSegment,
    queries::verdict_and_points,
    skipped::{self, SkippedSegment},
    suspects,
};
use crate::{Answer, CutShortReason, LineOutcome, RuledCommand, RulingDetail, Session, story::dice_text};
use naval::model::{Element, state::Measurement};
use naval::{
    Command, Fact, Id, Naval, NavalEvent, Segment, SideId, State, notation,
    rules::gunnery,
    view::{View, Viewer},
};
use play::journal::{Correction, Entry};
use serde_json::json;
use show::brief::{BriefLine, lines_text};

/// The result of one order of a line. All results are reported together at the end of the line.
pub(super) enum OrderResult {
    ByViewer(RuledCommand<Naval>),
    ByAdmiral(RuledCommand<Naval>),
    /// Anything else.
    Text(Answer),
}

impl OrderResult {
    pub(super) fn words(text: impl Into<String>) -> OrderResult {
        OrderResult::Text(Answer::text(text))
    }

    pub(super) fn ruling(&self) -> Option<&RuledCommand<Naval>> {
        if let OrderResult::ByViewer(ruling) | OrderResult::ByAdmiral(ruling) = self { Some(ruling) } else { None }
    }
}

/// Added if a person stopped a fire, so that only the finished part took effect.
const CUT_SHORT: &str = "Salvoes with all dice are resolved. The rest stays declared: type `fire` and its dice again.";

/// Shown to a side whose order had no visible result.
const NO_VISIBLE_RESULT: &str = "Done. There is nothing more to show.";

/// Dice shown of undone entries.
const MAX_DICE_SHOWN: usize = 12;

impl Session<'_, Naval> {
    pub(super) fn report(&self, outcome: &LineOutcome<'_, Naval>) -> Answer {
        match outcome {
            LineOutcome::Ruled(ruling) => {
                let (lines, answer) = self.report_ruling(ruling, false);
                answer.with_text(lines_text(&lines))
            }
            // A side learns the results of its dice when all are rolled, as in its log.
            LineOutcome::Partial { before, events, reported }
                if self.side_at_keyboard().is_none() && self.detail == RulingDetail::Brief =>
            {
                let number = self.journal().entries().len() + 1;
                Answer::text(show::brief::partial_text(before, events, number, *reported))
            }
            LineOutcome::Undone { before, entries } => Answer::text(self.report_undo(before, entries)),
            LineOutcome::Redone { before, entries } => {
                let words: Vec<String> = entries.iter().map(|entry| self.entry_name(self.state(), *entry)).collect();
                Answer::text(self.report_state(before, format!("Redone: {}.", self.list_entries(&words))))
            }
            LineOutcome::Amended(amended) => self.report_amendment(amended),
            other => other.common_text(self),
        }
    }

    /// Reports the results of the orders of one line, in order. Joins them to few lines if `is_compact`.
    pub(super) fn report_all(&self, results: &[OrderResult], is_compact: bool) -> Answer {
        let is_for_side = self.seat.viewer.knows_as().is_some();
        let (mut lines, mut all) = (Vec::new(), Answer::default());
        for (index, result) in results.iter().enumerate() {
            let (more, answer) = match result {
                OrderResult::ByViewer(ruling) => match self.report_ruling(ruling, 0 < index) {
                    (none, answer) if none.is_empty() && is_for_side => {
                        (vec![BriefLine::from_text(NO_VISIBLE_RESULT)], answer)
                    }
                    some => some,
                },
                OrderResult::ByAdmiral(ruling) => (self.report_ruling(ruling, false).0, Answer::default()),
                OrderResult::Text(answer) => (vec![BriefLine::from_text(&answer.text)], answer.clone()),
            };
            lines.extend(more);
            all = all.append_data(answer.json);
        }
        all.with_text(if is_compact { show::brief::joined_answers(lines) } else { lines_text(&lines) })
    }

    /// Reports the result of a command, with its data in the second part. `continues` marks a declaration that is
    /// not the first of its line.
    fn report_ruling(&self, ruling: &RuledCommand<Naval>, continues: bool) -> (Vec<BriefLine>, Answer) {
        let (before, after) = (&ruling.before, &ruling.state_after());
        let side = self.seat.viewer.knows_as();
        let (mut lines, mut answer) = match &side {
            Some(side) => self.report_to_side(side, ruling, after),
            None => self.report_to_referee(ruling, after, continues),
        };
        // All sides learn verdict and points after the battle. [9.2, 10.5]
        if before.end.is_none() && after.end.is_some() {
            let (text, tally) = verdict_and_points(after, &Viewer::Referee);
            let verdict = tally["verdict"].clone();
            let next_battle =
                show::war::next_battle(&after.setup).map_or_else(String::new, |next| format!("\n\n{next}"));
            lines.push(BriefLine::from_text(format!("\n{text}{next_battle}")));
            lines.extend(side.map(|_| BriefLine::from_text(self.open_log_note())));
            answer = answer.with_keys(json!({ "tally": tally, "verdict": verdict }));
        }
        lines.extend(match &ruling.cut_short {
            None => None,
            Some(CutShortReason::Stopped) => Some(BriefLine::from_text(CUT_SHORT)),
            Some(CutShortReason::Refused(refusal)) => {
                Some(BriefLine::from_text(format!("The line stops here: {}", refusal.error.what)))
            }
        });
        (lines, answer)
    }

    /// Reports a side's own order with no more than its log shows. Entries keep the numbers of the moment `after` the
    /// ruling: later orders of the line may end the battle, and the log then shows everything.
    fn report_to_side(&self, side: &SideId, ruling: &RuledCommand<Naval>, after: &State) -> (Vec<BriefLine>, Answer) {
        let RuledCommand { before, events, entry, .. } = ruling;
        let disclosed = show::disclosed::disclosed_events(side, before, events);
        let lines = match self.detail {
            RulingDetail::Brief => show::disclosed::brief_for_side(side, before, events, || {
                let numbers = log::shown_numbers(self.journal(), &self.scope_in(after));
                numbers.get(entry).copied().unwrap_or(numbers.len())
            }),
            RulingDetail::Full => show::lines::page(&show::disclosed::disclosed_lines(&disclosed), 0)
                .into_iter()
                .map(BriefLine::from_text)
                .collect(),
        };
        (lines, Answer::default().with_events(disclosed.into_iter().map(|report| report.json).collect()))
    }

    fn report_to_referee(
        &self,
        ruling: &RuledCommand<Naval>,
        after: &State,
        continues: bool,
    ) -> (Vec<BriefLine>, Answer) {
        let RuledCommand { before, command, events, .. } = ruling;
        let is_next = matches!(command, Command::Next { .. });
        let passed = if is_next { skipped::skipped_segments(before, events) } else { Vec::new() };
        let mut lines = self.ruling_lines(ruling, after, continues, &passed);
        if lines.is_empty() {
            lines.extend(unchanged_note(after, command).map(BriefLine::from_text));
        }
        lines.extend(validity_note(before, after, command).map(|note| BriefLine::from_text(format!("  {note}"))));
        let leaves = |event: &NavalEvent| matches!(event.fact, Fact::ShipExited { .. } | Fact::ShipLost { .. });
        if events.iter().any(leaves) {
            lines.extend(show::places::gone_sides_note(&View::referee(after)).map(BriefLine::from_text));
        }
        let suspects = suspects::suspects_json(before, after, events);
        let mut answer =
            Answer::default().with_events(events.iter().map(|event| show::event::event_json(before, event)).collect());
        if !passed.is_empty() {
            answer = answer.with_key("passed", passed.iter().map(SkippedSegment::json).collect());
        }
        (lines, if suspects.is_empty() { answer } else { answer.with_key("doubts", suspects.into()) })
    }

    fn report_undo(&self, before: &State, entries: &[usize]) -> String {
        let names: Vec<String> = entries.iter().rev().map(|entry| self.entry_name(before, *entry)).collect();
        let faces = self.undone_dice(entries);
        let dice = match entries.iter().map(|number| self.journal().dice_in(*number)).sum() {
            0 => String::new(),
            1 => format!(" Its die stays in the journal.{faces}"),
            more => format!(" Its {more} dice stay in the journal.{faces}"),
        };
        let admiral_note = self.admiral_undo_note(entries);
        let files_note = self.undone_files_note(entries);
        self.report_state(before, format!("Undone: {}.{dice}{admiral_note}{files_note}", self.list_entries(&names)))
    }

    /// ` Take again: the turn files of Japan and Russia.` Empty if no undone order came from a turn file.
    fn undone_files_note(&self, entries: &[usize]) -> String {
        let sides = entries.iter().filter_map(|entry| self.journal().entry(*entry)?.turn_file_side());
        let mut sides: Vec<SideId> = play::distinct(sides).into_iter().map(SideId::new).collect();
        sides.sort_by_key(|side| self.place_of(side));
        match &sides[..] {
            [] => String::new(),
            [only] => format!(" Take again: the turn file of {}.", self.state().name(only)),
            _ => {
                let names: Vec<&str> = sides.iter().map(|side| self.state().name(side)).collect();
                format!(" Take again: the turn files of {}.", names.join(" and "))
            }
        }
    }

    /// Names an entry in a state. Only the referee gets its number: a side could count the enemy's orders by it.
    fn entry_name(&self, state: &State, entry: usize) -> String {
        let number = if self.seat.viewer.is_referee() { format!("entry {entry}, ") } else { String::new() };
        let known = self.view_of(state);
        let command = match self.journal().entry(entry) {
            Some(Entry::Did { .. }) if self.is_secret_entry(state, entry) => HIDDEN_ORDER.to_owned(),
            Some(Entry::Did { command, .. }) => notation::print(&known, command),
            Some(Entry::Amended { entry, to: Correction::Command(command), .. }) => {
                format!("amend {entry} {}", notation::print(&known, command))
            }
            Some(Entry::Amended { entry, to: Correction::Faces(faces), .. }) => {
                format!("amend {entry}{}", dice_text(faces))
            }
            Some(Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Remarked { .. })
            | Some(Entry::Noticed { .. } | Entry::Opened | Entry::Closed)
            | None => "no command".to_owned(),
        };
        format!("{number}{command}")
    }

    /// Lists the dice of commands just undone, to be typed again: ` Rolled: 7 9.`
    fn undone_dice(&self, undone: &[usize]) -> String {
        let mut faces: Vec<u8> = Vec::new();
        for number in undone {
            if let Some(Entry::Did { events, .. }) = self.journal().entry(*number) {
                faces.extend(events.iter().flat_map(|event| &event.dice).map(|roll| roll.face));
            }
        }
        if faces.is_empty() || MAX_DICE_SHOWN < faces.len() {
            return String::new();
        }
        format!(" Rolled: {}.", faces.iter().map(u8::to_string).collect::<Vec<String>>().join(" "))
    }

    /// Returns a note if all entries just undone were an admiral's in a battle by tape: the order that it responded to
    /// still holds. [2.7]
    fn admiral_undo_note(&self, undone: &[usize]) -> &'static str {
        let is_admirals = |number: &usize| match self.journal().entry(*number) {
            Some(Entry::Did { command, .. }) => self.is_admirals_order(command),
            Some(_) | None => false,
        };
        let are_admirals = self.state().ranges_are_measured() && undone.iter().all(is_admirals);
        if are_admirals { " That was an admiral's order: `undo` again undoes the one before it." } else { "" }
    }

    /// Lists entries by name, in brief only the first two and the last of many.
    fn list_entries(&self, entries: &[String]) -> String {
        match entries {
            [first, second, between @ .., last] if self.detail == RulingDetail::Brief && 1 < between.len() => {
                format!("{first}; {second}; {} more; {last}", between.len())
            }
            all => all.join("; "),
        }
    }

    /// Reports an undo or redo and the state of the battle, in brief only what changed.
    fn report_state(&self, before: &State, sentence: String) -> String {
        let now = self.state();
        let mut lines = vec![sentence];
        let has_moment_changed = TurnSegment::at(before) != TurnSegment::at(now) || before.end != now.end;
        if self.detail == RulingDetail::Brief {
            lines.extend(self.changes(before, now));
        }
        if self.detail == RulingDetail::Full || has_moment_changed {
            lines.push(self.banner());
        }
        lines.join("\n")
    }

    pub(super) fn changes(&self, old: &State, new: &State) -> Vec<String> {
        show::changes::changes(&self.view_of(old), &self.view_of(new))
    }

    /// Describes the result of a command. If a segment began, adds the state of the battle.
    fn ruling_lines(
        &self,
        ruling: &RuledCommand<Naval>,
        after: &State,
        continues: bool,
        passed: &[SkippedSegment],
    ) -> Vec<BriefLine> {
        let RuledCommand { before, command, reported, entry, .. } = ruling;
        let is_next = matches!(command, Command::Next { .. });
        let events = &*self.events_to_report(ruling, continues);
        // The banner shows the new segment better.
        let is_banner = |event: &NavalEvent| is_next && matches!(event.fact, Fact::SegmentBegan { .. });
        let mut lines = match self.detail {
            RulingDetail::Brief => {
                show::brief::event_lines(before, events, *entry, |at, event| *reported <= at && !is_banner(event))
            }
            RulingDetail::Full => {
                let shown =
                    events.split_last().filter(|(last, _)| is_banner(last)).map_or(events, |(_, earlier)| earlier);
                let folded = |text: String| BriefLine::from_text(show::lines::page(&text, 0).join("\n"));
                show::event::event_texts(before, shown).into_iter().map(folded).collect()
            }
        };
        let passed = passed.iter().flat_map(|segment| segment.skipped_lines(&self.seat.announced));
        let banner = is_next.then(|| show::status::banner(&View::referee(after)));
        let steered = steering_report(after, events).filter(|_| self.detail == RulingDetail::Brief);
        let more = passed.chain(banner).chain(steered).chain(early_ranges(after, events));
        lines.extend(more.map(BriefLine::from_text));
        lines.extend(BriefLine::edge_warning(after, events));
        lines.extend(suspects::suspect_warnings(before, after, events).into_iter().map(BriefLine::from_text));
        lines
    }
}

/// Lists how ships moved by hand steered by their plots, while fire may still depend on it. [6.5.1.3, Q56]
fn steering_report(after: &State, events: &[NavalEvent]) -> Option<String> {
    let is_movement = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { turn, segment: Segment::Movement } if turn == after.turn);
    let fire_comes = [Segment::Movement, Segment::Sighting, Segment::Illumination, Segment::Gunfire];
    let is_wanted = events.iter().any(is_movement) && fire_comes.contains(&after.segment);
    let view = View::referee(after);
    let plot_lines =
        || show::steered::steering_by_plots(&view).map(|plots| [Some(plots), show::steered::laggards_text(&view)]);
    is_wanted.then(plot_lines).flatten().map(|parts| parts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

fn unchanged_note(after: &State, command: &Command) -> Option<String> {
    match command {
        Command::Measure { from, to, range, .. } => {
            Some(format!("{} to {}: {range}\" is unchanged.", after.name(from), after.name(to)))
        }
        Command::Sight { unit, seen, .. } => {
            Some(show::places::sighting_holds_already(&View::referee(after), unit, *seen))
        }
        Command::Declared { .. } => Some(format!("All fire was already declared. [{}]", gunnery::DECLARING)),
        _ => None,
    }
}

/// Notes to which ships a division's range applies, that a course typed during plotting is the one before the move, or
/// which plot with turns was replaced. [2.7, 5.7, 6.5.1.3]
fn validity_note(before: &State, state: &State, command: &Command) -> Option<String> {
    let several = |unit: &Id| 1 < state.base_ids(unit).len();
    let plotted = |state: &State, unit: &Id| {
        let plot = state.division(unit).filter(|division| !division.plotted_ahead)?.plot.as_ref()?;
        let turns = plot.elements.iter().any(|element| !matches!(element, Element::Straight(_)));
        turns.then(|| notation::plot_text(plot))
    };
    match command {
        Command::Measure { from, to, .. } if several(from) || several(to) => {
            Some("This range applies to all their ships without a range of their own.".to_owned())
        }
        Command::Course { .. } if state.segment == Segment::Plotting => {
            Some("This is the course before the move. Plotted turns begin from it.".to_owned())
        }
        Command::Plot { unit, .. } | Command::Speed { unit, .. } => {
            let old_plot = plotted(before, unit)?;
            (plotted(state, unit).as_ref() != Some(&old_plot)).then(|| format!("It replaces the plot {old_plot}."))
        }
        _ => None,
    }
}

/// Maximum ranges from before the move that are listed.
const MAX_EARLY_RANGES_SHOWN: usize = 3;

/// Lists, at the start of gunfire, ranges measured before the move and not again since. [2.7]
pub(super) fn early_ranges(after: &State, events: &[NavalEvent]) -> Option<String> {
    let begins = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { segment: Segment::Gunfire, .. });
    if after.segment != Segment::Gunfire || !events.iter().any(begins) {
        return None;
    }
    // Only the last range of a pair applies, so replaced ones are not listed.
    let is_last_of_pair = |reading: &&Measurement| {
        let bases = |measure: &Measurement| [after.base_id(&measure.from), after.base_id(&measure.to)];
        let [from, to] = bases(reading);
        let is_of_pair = |other: &&Measurement| {
            let [start, end] = bases(other);
            (start == from && end == to) || (start == to && end == from)
        };
        after.this_move.measures.iter().rfind(is_of_pair).is_some_and(|last| std::ptr::eq(last, *reading))
    };
    let pairs: Vec<String> = after
        .stale_measures()
        .into_iter()
        .filter(is_last_of_pair)
        .map(|measure| format!("{} to {} {}\"", after.name(&measure.from), after.name(&measure.to), measure.range))
        .collect();
    let omitted = pairs.len().saturating_sub(MAX_EARLY_RANGES_SHOWN);
    let more = if omitted == 0 { String::new() } else { format!("; {omitted} more") };
    let some = pairs.iter().take(MAX_EARLY_RANGES_SHOWN).cloned().collect::<Vec<_>>().join("; ");
    (!pairs.is_empty())
        .then(|| format!("Measured before the move: {some}{more}. All have moved since: measure again. [2.7]"))
}

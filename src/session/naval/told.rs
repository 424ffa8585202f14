//! Reports the results of a line of a battle.
use super::{
    looks::points,
    moment::When,
    passed::{self, Passed},
    slips,
    story::{self, UNTOLD},
};
use crate::{Cut, Outcome, Ruling, Session, Telling, Told, story::dice_words};
use naval::model::{Element, state::Measure};
use naval::{
    Command, Fact, Id, Naval, NavalEvent, Segment, SideId, State, notation,
    rules::gunnery,
    view::{View, Viewer},
};
use play::journal::{Correction, Entry};
use serde_json::json;
use show::brief::{Line, text};

/// The result of one order of a line. All results are reported together at the end of the line.
pub(super) enum Came {
    /// An order of the viewer was ruled.
    Ordered(Ruling<Naval>),
    /// An admiral's order was ruled.
    Answered(Ruling<Naval>),
    /// Anything else.
    Told(Told),
}

impl Came {
    pub(super) fn words(says: impl Into<String>) -> Came {
        Came::Told(Told::text(says))
    }

    pub(super) fn ruling(&self) -> Option<&Ruling<Naval>> {
        if let Came::Ordered(ruling) | Came::Answered(ruling) = self { Some(ruling) } else { None }
    }
}

/// Added if a person stopped a fire and only the finished part holds.
const CUT_SHORT: &str = "The salvoes whose dice were given are kept; the rest stays declared, for `fire` again.";

/// Shown to a side whose order had no visible result.
const NO_MORE: &str = "Done; there is no more to tell.";

/// Dice shown of undone entries.
const MOST_FACES: usize = 12;

impl Session<'_, Naval> {
    /// Reports the result of a line.
    pub(super) fn tells(&self, outcome: &Outcome<'_, Naval>) -> Told {
        match outcome {
            Outcome::Ruled(ruling) => {
                let (lines, told) = self.tells_ruling(ruling, false);
                told.in_words(text(&lines))
            }
            // A side learns the results of its dice when all are rolled, as in its log.
            Outcome::SoFar { before, events, already } if self.sits().is_none() && self.telling == Telling::Brief => {
                let number = self.journal().entries().len() + 1;
                Told::text(show::brief::brief_so_far(before, events, number, *already))
            }
            Outcome::TakenBack { before, entries } => Told::text(self.tells_taken_back(before, entries)),
            Outcome::BroughtBack { before, entries } => {
                let words: Vec<String> = entries.iter().map(|entry| self.named(self.state(), *entry)).collect();
                Told::text(self.stands_again(before, format!("In force again: {}.", self.several(&words))))
            }
            Outcome::Amended(amended) => self.tells_amended(amended),
            other => other.in_common_words(self),
        }
    }

    /// Reports the results of the orders of one line, in order, and in a few lines if `in_few`.
    pub(super) fn tells_together(&self, came: &[Came], in_few: bool) -> Told {
        let is_a_sides = self.seat.reader.knows_as().is_some();
        let (mut lines, mut all) = (Vec::new(), Told::default());
        for (at, one) in came.iter().enumerate() {
            let (more, told) = match one {
                Came::Ordered(ruling) => match self.tells_ruling(ruling, 0 < at) {
                    (none, told) if none.is_empty() && is_a_sides => (vec![Line::words(NO_MORE)], told),
                    some => some,
                },
                Came::Answered(ruling) => (self.tells_ruling(ruling, false).0, Told::default()),
                Came::Told(told) => (vec![Line::words(&told.text)], told.clone()),
            };
            lines.extend(more);
            all = all.and_data(told.json);
        }
        all.in_words(if in_few { show::brief::in_few(lines) } else { text(&lines) })
    }

    /// Reports the result of a command, with its data in the second part. `goes_on` marks a declaration that is not the
    /// first of its line.
    fn tells_ruling(&self, ruling: &Ruling<Naval>, goes_on: bool) -> (Vec<Line>, Told) {
        let (before, after) = (&ruling.before, &ruling.after());
        let side = self.seat.reader.knows_as();
        let (mut lines, mut told) = match &side {
            Some(side) => self.tells_side(side, ruling, after),
            None => self.tells_referee(ruling, after, goes_on),
        };
        // All sides learn verdict and points after the battle. [9.2, 10.5]
        if before.over.is_none() && after.over.is_some() {
            let (text, tally) = points(after, &Viewer::Referee);
            let verdict = tally["verdict"].clone();
            let goes_on = show::war::goes_on(&after.setup).map_or_else(String::new, |next| format!("\n\n{next}"));
            lines.push(Line::words(format!("\n{text}{goes_on}")));
            lines.extend(side.map(|_| Line::words(self.all_is_open())));
            told = told.with(json!({ "tally": tally, "verdict": verdict }));
        }
        lines.extend(match &ruling.cut_short {
            None => None,
            Some(Cut::Stopped) => Some(Line::words(CUT_SHORT)),
            Some(Cut::Refused(problem)) => Some(Line::words(format!("The line stops here: {}", problem.fault.what))),
        });
        (lines, told)
    }

    /// Reports a side's own order with no more than its log shows. Entries keep the numbers of the moment `after` the
    /// ruling: later orders of the line may end the battle, and the log then shows everything.
    fn tells_side(&self, side: &SideId, ruling: &Ruling<Naval>, after: &State) -> (Vec<Line>, Told) {
        let Ruling { before, events, entry, .. } = ruling;
        let told = show::told::told_to(side, before, events);
        let lines = match self.telling {
            Telling::Brief => show::told::brief_to(side, before, events, || {
                let numbers = story::numbers(self.journal(), &self.scope_in(after));
                numbers.get(entry).copied().unwrap_or(numbers.len())
            }),
            Telling::Full => show::lines::page(&show::told::tellings(&told), 0).into_iter().map(Line::words).collect(),
        };
        (lines, Told::default().happened(told.into_iter().map(|one| one.json).collect()))
    }

    fn tells_referee(&self, ruling: &Ruling<Naval>, after: &State, goes_on: bool) -> (Vec<Line>, Told) {
        let Ruling { before, command, events, .. } = ruling;
        let is_next = matches!(command, Command::Next { .. });
        let passed = if is_next { passed::passed(before, events) } else { Vec::new() };
        let mut lines = self.says(ruling, after, goes_on, &passed);
        if lines.is_empty() {
            lines.extend(stands_as_it_was(after, command).map(Line::words));
        }
        lines.extend(holds_for(before, after, command).map(|whose| Line::words(format!("  {whose}"))));
        let leaves = |event: &NavalEvent| matches!(event.fact, Fact::ShipExited { .. } | Fact::ShipLost { .. });
        if events.iter().any(leaves) {
            lines.extend(show::places::side_has_gone(&View::referee(after)).map(Line::words));
        }
        let doubts = slips::json(before, after, events);
        let mut told =
            Told::default().happened(events.iter().map(|one| show::event::event_json(before, one)).collect());
        if !passed.is_empty() {
            told = told.key("passed", passed.iter().map(Passed::json).collect());
        }
        (lines, if doubts.is_empty() { told } else { told.key("doubts", doubts.into()) })
    }

    fn tells_taken_back(&self, before: &State, entries: &[usize]) -> String {
        let names: Vec<String> = entries.iter().rev().map(|entry| self.named(before, *entry)).collect();
        let faces = self.faces_of(entries);
        let dice = match entries.iter().map(|number| self.journal().dice_in(*number)).sum() {
            0 => String::new(),
            1 => format!(" Its die was seen and stays in the journal.{faces}"),
            more => format!(" Its {more} dice were seen and stay in the journal.{faces}"),
        };
        let whose = self.of_an_admiral(entries);
        self.stands_again(before, format!("Taken back: {}.{dice}{whose}", self.several(&names)))
    }

    /// Names an entry in a state. Only the referee gets its number: a side could count the enemy's orders by it.
    fn named(&self, state: &State, entry: usize) -> String {
        let number = if self.seat.reader.is_referee() { format!("entry {entry}, ") } else { String::new() };
        let known = self.view_of(state);
        let command = match self.journal().entry(entry) {
            Some(Entry::Did { .. }) if self.is_unread(state, entry) => UNTOLD.to_owned(),
            Some(Entry::Did { command, .. }) => notation::print(&known, command),
            Some(Entry::Amended { entry, to: Correction::Command(command), .. }) => {
                format!("amend {entry} {}", notation::print(&known, command))
            }
            Some(Entry::Amended { entry, to: Correction::Faces(faces), .. }) => {
                format!("amend {entry}{}", dice_words(faces))
            }
            Some(Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Remarked { .. })
            | Some(Entry::Noticed { .. } | Entry::Opened | Entry::Closed)
            | None => "no command".to_owned(),
        };
        format!("{number}{command}")
    }

    /// Lists the dice of commands just undone, to be typed again: ` Fallen: 7 9.`
    fn faces_of(&self, taken_back: &[usize]) -> String {
        let mut faces: Vec<u8> = Vec::new();
        for number in taken_back {
            if let Some(Entry::Did { events, .. }) = self.journal().entry(*number) {
                faces.extend(events.iter().flat_map(|event| &event.dice).map(|roll| roll.face));
            }
        }
        if faces.is_empty() || MOST_FACES < faces.len() {
            return String::new();
        }
        format!(" Fallen: {}.", faces.iter().map(u8::to_string).collect::<Vec<String>>().join(" "))
    }

    /// Returns a note if all entries just undone were an admiral's in a battle by tape: the order that it responded to
    /// still holds. [2.7]
    fn of_an_admiral(&self, taken_back: &[usize]) -> &'static str {
        let is_his = |number: &usize| match self.journal().entry(*number) {
            Some(Entry::Did { command, .. }) => self.is_ordered_by_an_admiral(command),
            Some(_) | None => false,
        };
        let are_his = self.state().is_by_tape() && taken_back.iter().all(is_his);
        if are_his { " That was an admiral's: `undo` again takes back what stands before it." } else { "" }
    }

    /// Lists entries by name, in brief only the first two and the last of many.
    fn several(&self, entries: &[String]) -> String {
        match entries {
            [first, second, between @ .., last] if self.telling == Telling::Brief && 1 < between.len() => {
                format!("{first}; {second}; {} more; {last}", between.len())
            }
            all => all.join("; "),
        }
    }

    /// Reports an undo or redo and the state of the battle, in brief only what changed.
    fn stands_again(&self, before: &State, says: String) -> String {
        let now = self.state();
        let mut lines = vec![says];
        let is_elsewhere = When::of(before) != When::of(now) || before.over != now.over;
        if self.telling == Telling::Brief {
            lines.extend(self.changes(before, now));
        }
        if self.telling == Telling::Full || is_elsewhere {
            lines.push(self.banner());
        }
        lines.join("\n")
    }

    /// Lists what differs between two states of the battle.
    pub(super) fn changes(&self, was: &State, is: &State) -> Vec<String> {
        show::changes::changes(&self.view_of(was), &self.view_of(is))
    }

    /// Describes the result of a command. If a segment began, adds the state of the battle.
    fn says(&self, ruling: &Ruling<Naval>, after: &State, goes_on: bool, passed: &[Passed]) -> Vec<Line> {
        let Ruling { before, command, already, entry, .. } = ruling;
        let is_next = matches!(command, Command::Next { .. });
        let events = &*self.without_needless_blame(ruling, goes_on);
        // The banner shows the new segment better.
        let is_banner = |event: &NavalEvent| is_next && matches!(event.fact, Fact::SegmentBegan { .. });
        let mut lines = match self.telling {
            Telling::Brief => {
                show::brief::lines(before, events, *entry, |at, event| *already <= at && !is_banner(event))
            }
            Telling::Full => {
                let told =
                    events.split_last().filter(|(last, _)| is_banner(last)).map_or(events, |(_, earlier)| earlier);
                let folded = |says: String| Line::words(show::lines::page(&says, 0).join("\n"));
                show::event::each_event(before, told).into_iter().map(folded).collect()
            }
        };
        let passed = passed.iter().flat_map(|one| one.told(&self.seat.named));
        let banner = is_next.then(|| show::status::banner(&View::referee(after)));
        let steered = steered(after, events).filter(|_| self.telling == Telling::Brief);
        let more = passed.chain(banner).chain(steered).chain(read_earlier(after, events));
        lines.extend(more.map(Line::words));
        lines.extend(Line::near_edges(after, events));
        lines.extend(slips::told(before, after, events).into_iter().map(Line::words));
        lines
    }
}

/// Lists how ships moved by hand steered by their plots, while fire may still depend on it. [6.5.1.3, Q56]
fn steered(after: &State, events: &[NavalEvent]) -> Option<String> {
    let moved = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { turn, segment: Segment::Movement } if turn == after.turn);
    let fire_comes = [Segment::Movement, Segment::Sighting, Segment::Illumination, Segment::Gunfire];
    let asked = events.iter().any(moved) && fire_comes.contains(&after.segment);
    let view = View::referee(after);
    let told = || show::steered::by_the_plots(&view).map(|plots| [Some(plots), show::steered::laggards(&view)]);
    asked.then(told).flatten().map(|told| told.into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

/// Describes a command that changed nothing.
fn stands_as_it_was(after: &State, command: &Command) -> Option<String> {
    match command {
        Command::Measure { from, to, range, .. } => {
            Some(format!("{} to {}: {range}\" stands.", after.name(from), after.name(to)))
        }
        Command::Sight { unit, seen, .. } => Some(show::places::sight_stands(&View::referee(after), unit, *seen)),
        Command::Declared { .. } => Some(format!("All fire was declared before. [{}]", gunnery::DECLARING)),
        _ => None,
    }
}

/// Notes to which ships a division's range applies, until when a course typed during plotting holds, or which plot with
/// turns was replaced. [2.7, 5.7, 6.5.1.3]
fn holds_for(before: &State, state: &State, command: &Command) -> Option<String> {
    let several = |unit: &Id| 1 < state.bases_of(unit).len();
    let plotted = |state: &State, unit: &Id| {
        let plot = state.division(unit).filter(|one| !one.plotted_ahead)?.plot.as_ref()?;
        let turns = plot.elements.iter().any(|one| !matches!(one, Element::Straight(_)));
        turns.then(|| notation::plot_text(plot))
    };
    match command {
        Command::Measure { from, to, .. } if several(from) || several(to) => {
            Some("It holds for all their ships but those that are measured by themselves.".to_owned())
        }
        Command::Course { .. } if state.segment == Segment::Plotting => {
            Some("So before the move: what is plotted turns on from there.".to_owned())
        }
        Command::Plot { unit, .. } | Command::Speed { unit, .. } => {
            let was = plotted(before, unit)?;
            (plotted(state, unit).as_ref() != Some(&was)).then(|| format!("It replaces the plot {was}."))
        }
        _ => None,
    }
}

/// Ranges from before the move that are listed.
const MOST_EARLY: usize = 3;

/// Lists, at the start of gunfire, ranges measured before the move and not again since. [2.7]
pub(super) fn read_earlier(after: &State, events: &[NavalEvent]) -> Option<String> {
    let begins = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { segment: Segment::Gunfire, .. });
    if after.segment != Segment::Gunfire || !events.iter().any(begins) {
        return None;
    }
    // Only the last range of a pair applies, so replaced ones are not listed.
    let holds = |one: &&Measure| {
        let bases = |measure: &Measure| [after.base_of(&measure.from), after.base_of(&measure.to)];
        let [from, to] = bases(one);
        let is_of_pair = |other: &&Measure| {
            let [start, end] = bases(other);
            (start == from && end == to) || (start == to && end == from)
        };
        after.this_move.measures.iter().rfind(is_of_pair).is_some_and(|last| std::ptr::eq(last, *one))
    };
    let pairs: Vec<String> = after
        .read_before_the_move()
        .into_iter()
        .filter(holds)
        .map(|one| format!("{} to {} {}\"", after.name(&one.from), after.name(&one.to), one.range))
        .collect();
    let rest = pairs.len().saturating_sub(MOST_EARLY);
    let more = if rest == 0 { String::new() } else { format!("; {rest} more") };
    let some = pairs.iter().take(MOST_EARLY).cloned().collect::<Vec<_>>().join("; ");
    (!pairs.is_empty())
        .then(|| format!("Read before the move: {some}{more}. All have moved since: lay the tape again. [2.7]"))
}

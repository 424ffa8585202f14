//! What came of a line, in the words of a battle.
use super::{
    looks::points,
    moment::When,
    passed::{self, Passed},
    slips,
    story::{self, UNTOLD},
};
use crate::{Cut, Outcome, Ruling, Session, Telling, Told, story::dice_words};
use naval::{
    Command, Element, Fact, Id, Naval, NavalEvent, Segment, SideId, State, gunnery, notation,
    secrecy::ordered_by,
    state::Measure,
    view::{View, Viewer},
};
use play::{
    Event,
    journal::{Correction, Entry},
};
use serde_json::json;

/// What is said besides when a person has stopped a fire, and only what was finished stands.
const CUT_SHORT: &str = "The salvoes whose dice were given are kept; the rest stays declared, for `fire` again.";

/// What a side hears that ordered something of which nothing more is to be told.
pub(super) const NO_MORE: &str = "Done; there is no more to tell.";

/// So many faces are told of what was taken back.
const MOST_FACES: usize = 12;

impl Session<'_, Naval> {
    /// What came of a line.
    pub(super) fn tells(&self, outcome: &Outcome<'_, Naval>) -> Told {
        match outcome {
            Outcome::Ruled(ruling) => self.tells_ruling(ruling),
            // What they did is told to a side when all have fallen, as its log tells it.
            Outcome::SoFar { before, events, already } if self.sits().is_none() && self.telling == Telling::Brief => {
                let number = self.journal().entries().len() + 1;
                Told::text(show::brief::brief_so_far(before, events, number, *already).join("\n"))
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

    /// What a command came to, and all that is to be said with it.
    fn tells_ruling(&self, ruling: &Ruling<Naval>) -> Told {
        let Ruling { before, events, .. } = ruling;
        let after = self.state();
        let told = match self.seat.reader.knows_as() {
            Some(side) => self.tells_side(&side, before, events),
            None => self.tells_referee(ruling),
        };
        let told = with_verdict(told, before, after);
        let told = match self.seat.reader.knows_as().filter(|_| before.over.is_none() && after.over.is_some()) {
            Some(_) => told.and(Told::text(self.all_is_open())),
            None => told,
        };
        let stops = match &ruling.cut_short {
            None => return told,
            Some(Cut::Stopped) => CUT_SHORT.to_owned(),
            Some(Cut::Refused(problem)) => format!("The line stops here: {}", problem.fault.what),
        };
        let text = format!("{}\n{stops}", told.text);
        told.in_words(text)
    }

    /// A side is told no more of its own order than its log tells it.
    fn tells_side(&self, side: &SideId, before: &State, events: &[NavalEvent]) -> Told {
        let told = show::told::told_to(side, before, events);
        let text = match self.telling {
            Telling::Brief => show::told::brief_to(side, before, events, || self.last_number()).join("\n"),
            Telling::Full => show::lines::page(&show::told::tellings(&told), 0).join("\n"),
        };
        let text = if text.is_empty() { NO_MORE.to_owned() } else { text };
        Told::text(text).happened(told.into_iter().map(|one| one.json).collect())
    }

    fn tells_referee(&self, ruling: &Ruling<Naval>) -> Told {
        let Ruling { before, command, events, already, .. } = ruling;
        let after = self.state();
        let is_next = matches!(command, Command::Next { .. });
        let passed = if is_next { passed::passed(before, events) } else { Vec::new() };
        let mut text = self.says(before, command, events, *already, &passed);
        if text.is_empty() {
            text = stands_as_it_was(after, command).unwrap_or_default();
        }
        if let Some(whose) = holds_for(before, after, command) {
            text = format!("{text}\n  {whose}");
        }
        let leaves = |event: &NavalEvent| matches!(event.fact, Fact::ShipExited { .. } | Fact::ShipLost { .. });
        if let Some(gone) = show::places::side_has_gone(&View::referee(after)).filter(|_| events.iter().any(leaves)) {
            text = format!("{text}\n{gone}");
        }
        let doubts = slips::json(before, after, events);
        let mut told =
            Told::text(text).happened(events.iter().map(|one| show::event::event_json(before, one)).collect());
        if !passed.is_empty() {
            told = told.key("passed", passed.iter().map(Passed::json).collect());
        }
        if doubts.is_empty() { told } else { told.key("doubts", doubts.into()) }
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

    /// An entry as it was named in a state, with its number for the referee alone: a side would count the enemy's orders by it.
    fn named(&self, state: &State, entry: usize) -> String {
        let number = if self.seat.reader.is_referee() { format!("entry {entry}, ") } else { String::new() };
        let known = self.view_of(state);
        let none = || "no command".to_owned();
        let command = match self.journal().entry(entry) {
            Some(Entry::Did { .. }) if self.is_unread(state, entry) => UNTOLD.to_owned(),
            Some(Entry::Did { command, .. }) => notation::print(&known, command),
            Some(Entry::Amended { entry, to: Correction::Command(command), .. }) => {
                format!("amend {entry} {}", notation::print(&known, command))
            }
            Some(Entry::Amended { entry, to: Correction::Faces(faces), .. }) => {
                format!("amend {entry}{}", dice_words(faces))
            }
            Some(Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Remarked { .. } | Entry::Noticed { .. }) => {
                none()
            }
            Some(Entry::Opened | Entry::Closed) | None => none(),
        };
        format!("{number}{command}")
    }

    /// The faces that fell in commands that were just taken back, to be typed again: ` Fallen: 7 9.`
    fn faces_of(&self, taken_back: &[usize]) -> String {
        let of = |number: &usize| match self.journal().entry(*number) {
            Some(Entry::Did { events, .. }) => {
                events.iter().flat_map(|event| &event.dice).map(|roll| roll.face).collect()
            }
            Some(_) | None => Vec::new(),
        };
        let faces: Vec<u8> = taken_back.iter().flat_map(of).collect();
        if faces.is_empty() || MOST_FACES < faces.len() {
            return String::new();
        }
        format!(" Fallen: {}.", faces.iter().map(u8::to_string).collect::<Vec<String>>().join(" "))
    }

    /// Of entries that were just taken back, that an admiral gave all of them by the tape: what he answered stands before
    /// them. [2.7]
    fn of_an_admiral(&self, taken_back: &[usize]) -> &'static str {
        let is_his = |number: &usize| match self.journal().entry(*number) {
            Some(Entry::Did { command, .. }) => {
                ordered_by(self.state(), command).is_some_and(|side| self.seat.is_an_admirals(&side))
            }
            Some(_) | None => false,
        };
        let are_his = self.state().is_by_tape() && taken_back.iter().all(is_his);
        if are_his { " That was an admiral's: `undo` again takes back what stands before it." } else { "" }
    }

    /// The number of the last entry, as whoever reads counts them.
    fn last_number(&self) -> usize {
        let numbers = story::numbers(self.journal(), &self.scope());
        numbers.get(&self.journal().entries().len()).copied().unwrap_or(numbers.len())
    }

    /// Entries by their names, in brief no more than the first and the last of many.
    fn several(&self, entries: &[String]) -> String {
        match entries {
            [first, second, between @ .., last] if self.telling == Telling::Brief && 1 < between.len() => {
                format!("{first}; {second}; {} more; {last}", between.len())
            }
            all => all.join("; "),
        }
    }

    /// What was taken back or brought back, and how things stand: in brief what is another than it was.
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

    /// What of the battle is another than it was.
    pub(super) fn changes(&self, was: &State, is: &State) -> Vec<String> {
        show::changes::changes(&self.view_of(was), &self.view_of(is))
    }

    /// What a command came to, in prose; where a segment has begun, how things stand in it.
    fn says(
        &self,
        before: &State,
        command: &Command,
        events: &[NavalEvent],
        already: usize,
        passed: &[Passed],
    ) -> String {
        let after = self.state();
        let is_next = matches!(command, Command::Next { .. });
        let events = &*self.without_needless_blame(before, events);
        let told = match events {
            // The banner says better what the last event says.
            [earlier @ .., Event { fact: Fact::SegmentBegan { .. }, .. }] if is_next => earlier,
            all => all,
        };
        let mut parts = match self.telling {
            Telling::Brief => {
                let mut lines = show::brief::brief(before, events, self.journal().entries().len(), already);
                if is_next {
                    // The banner says better which segment has begun.
                    let began = events.iter().rev().find(|one| matches!(one.fact, Fact::SegmentBegan { .. }));
                    let began = began.map(|one| show::event::event(before, one));
                    lines.retain(|line| Some(line) != began.as_ref());
                }
                lines
            }
            Telling::Full => vec![show::event::events(before, told)],
        };
        parts.extend(passed.iter().flat_map(|one| one.told(&self.seat.named)));
        parts.extend(is_next.then(|| show::status::banner(&View::referee(after))));
        parts.extend(steered(after, events).into_iter().filter(|_| self.telling == Telling::Brief));
        parts.extend(read_earlier(after, events));
        parts.extend(edges(after, events));
        parts.extend(slips::told(before, after, events));
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }
}

/// Who has moved by hand: how all have steered by their plots, while fire may still go by it. [6.5.1.3, Q56]
fn steered(after: &State, events: &[NavalEvent]) -> Option<String> {
    let moved = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { turn, segment: Segment::Movement } if turn == after.turn);
    let fire_comes = [Segment::Movement, Segment::Sighting, Segment::Illumination, Segment::Gunfire];
    let asked = events.iter().any(moved) && fire_comes.contains(&after.segment);
    let view = View::referee(after);
    let told = || show::steered::by_the_plots(&view).map(|plots| [Some(plots), show::steered::laggards(&view)]);
    asked.then(told).flatten().map(|told| told.into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

/// Ranges near the end of a band: what would change there, in one line. [6.5.1]
fn edges(state: &State, events: &[NavalEvent]) -> Option<String> {
    let near = events.iter().filter_map(|event| {
        let Fact::FireDeclared(declared) = &event.fact else { return None };
        let (there, now, then) = gunnery::near_edge(state, declared)?;
        Some(format!("{} {now}, but {then} at {there}\"", state.name(&declared.firer)))
    });
    let near: Vec<String> = near.collect();
    (!near.is_empty()).then(|| format!("{}{}.", show::brief::NEAR_AN_EDGE, near.join("; ")))
}

/// Everybody hears verdict and points when the battle is over. [9.2, 10.5]
fn with_verdict(answer: Told, before: &State, after: &State) -> Told {
    if before.over.is_some() || after.over.is_none() {
        return answer;
    }
    let (text, tally) = points(after, &Viewer::Referee);
    let verdict = tally["verdict"].clone();
    let goes_on = show::war::goes_on(&after.setup).map_or_else(String::new, |next| format!("\n\n{next}"));
    let told = format!("{}\n\n{text}{goes_on}", answer.text);
    Told { text: told, ..answer }.with(json!({ "tally": tally, "verdict": verdict }))
}

/// What is told of a command that has changed nothing.
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

/// For whom a range of a whole division holds, how long a course that is said while plots are made, and which plot with
/// turns another has replaced. [2.7, 5.7, 6.5.1.3]
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

/// So many ranges of before the move are told.
const MOST_EARLY: usize = 3;

/// As the guns come: ranges that were read before all moved and have not been read again. [2.7]
pub(super) fn read_earlier(after: &State, events: &[NavalEvent]) -> Option<String> {
    let begins = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { segment: Segment::Gunfire, .. });
    if after.segment != Segment::Gunfire || !events.iter().any(begins) {
        return None;
    }
    // Only the last range of a pair holds: those it replaced are not listed.
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

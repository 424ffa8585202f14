//! What came of a line, in the words of a battle.
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

/// What came of one order of a line. What came of all is told once, at the end of the line.
pub(super) enum Came {
    /// The order of whoever reads was ruled.
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

/// What is said besides when a person has stopped a fire, and only what was finished stands.
const CUT_SHORT: &str = "The salvoes whose dice were given are kept; the rest stays declared, for `fire` again.";

/// What a side hears that ordered something of which nothing more is to be told.
const NO_MORE: &str = "Done; there is no more to tell.";

/// So many faces are told of what was taken back.
const MOST_FACES: usize = 12;

impl Session<'_, Naval> {
    /// What came of a line.
    pub(super) fn tells(&self, outcome: &Outcome<'_, Naval>) -> Told {
        match outcome {
            Outcome::Ruled(ruling) => {
                let (lines, told) = self.tells_ruling(ruling, false);
                told.in_words(text(&lines))
            }
            // What they did is told to a side when all have fallen, as its log tells it.
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

    /// What came of the orders of one line, in their order; if they are of one kind, `in_few` lines.
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

    /// What a command came to, and all that is to be said with it; its data stand in the second part. A declaration `goes_on`
    /// where it is one of several in a line, after the first order.
    fn tells_ruling(&self, ruling: &Ruling<Naval>, goes_on: bool) -> (Vec<Line>, Told) {
        let (before, after) = (&ruling.before, &ruling.after());
        let side = self.seat.reader.knows_as();
        let (mut lines, mut told) = match &side {
            Some(side) => self.tells_side(side, ruling, after),
            None => self.tells_referee(ruling, after, goes_on),
        };
        // Everybody hears verdict and points when the battle is over. [9.2, 10.5]
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

    /// A side is told no more of its own order than its log tells it. Entries keep the numbers of the moment `after` the ruling:
    /// what follows in the same line may end the battle, and the log then shows all of it.
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

    /// An entry as it was named in a state, with its number for the referee alone: a side would count the enemy's orders by it.
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

    /// The faces that fell in commands that were just taken back, to be typed again: ` Fallen: 7 9.`
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

    /// Of entries that were just taken back, that an admiral gave all of them by the tape: what he answered stands before
    /// them. [2.7]
    fn of_an_admiral(&self, taken_back: &[usize]) -> &'static str {
        let is_his = |number: &usize| match self.journal().entry(*number) {
            Some(Entry::Did { command, .. }) => self.is_ordered_by_an_admiral(command),
            Some(_) | None => false,
        };
        let are_his = self.state().is_by_tape() && taken_back.iter().all(is_his);
        if are_his { " That was an admiral's: `undo` again takes back what stands before it." } else { "" }
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
    fn says(&self, ruling: &Ruling<Naval>, after: &State, goes_on: bool, passed: &[Passed]) -> Vec<Line> {
        let Ruling { before, command, already, entry, .. } = ruling;
        let is_next = matches!(command, Command::Next { .. });
        let events = &*self.without_needless_blame(ruling, goes_on);
        // The banner says better which segment has begun.
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

/// Who has moved by hand: how all have steered by their plots, while fire may still go by it. [6.5.1.3, Q56]
fn steered(after: &State, events: &[NavalEvent]) -> Option<String> {
    let moved = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { turn, segment: Segment::Movement } if turn == after.turn);
    let fire_comes = [Segment::Movement, Segment::Sighting, Segment::Illumination, Segment::Gunfire];
    let asked = events.iter().any(moved) && fire_comes.contains(&after.segment);
    let view = View::referee(after);
    let told = || show::steered::by_the_plots(&view).map(|plots| [Some(plots), show::steered::laggards(&view)]);
    asked.then(told).flatten().map(|told| told.into_iter().flatten().collect::<Vec<_>>().join("\n"))
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

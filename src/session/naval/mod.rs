//! Coal, and the Kaiser at the table.
mod admirals;
mod advising;
mod against;
mod amends;
mod asked;
pub mod books;
pub mod chances;
mod hints;
mod moment;
mod obeying;
mod orders;
mod out_of_turn;
mod passed;
mod passing;
mod placing;
mod positions;
mod preview;
mod questions;
mod rounds;
mod sealed;
mod seats;
mod slips;
mod story;
mod tapes;
mod thrown;
mod together;
mod volleys;
mod word;

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::session::IsOf;
use crate::{
    Answer, CommonVerb, Face, Followed, Given, Order, Playable, Problem, Session, Stage, Table, Telling,
    line::verb_and_rest, story::dice_words,
};
use naval::{
    Command, Element, Fact, Id, Naval, NavalEvent, NavalHalt, Purpose, Segment, State, gunnery,
    notation::{self, Line, MapAsked, Order as Meant, PrintAsked, Typed},
    secrecy::ordered_by,
    view::{self, View, Viewer},
};
use play::journal::{Correction, Entry};
use play::{self, Ask, Event, Fault};

pub use admirals::Admiral;
pub use advising::reasons;
pub use moment::{When, deeds_until, moment_of};
use orders::nobody_fires;
use passed::Passed;
pub use passing::Seat;
pub use questions::{GROUPS, no_war, points};
pub use seats::{is_of_this_edition, player_json, players_of, seated_later};
use story::UNTOLD;
pub use story::{Scope, story};

/// How a line of faces for several salvoes is read.
const ORDER_OF_FACES: &str =
    "The faces were read as they are asked for: to hit of all ships, then size of all, then penetration.";

/// What a side hears that ordered something of which nothing more is to be told.
const NO_MORE: &str = "Done; there is no more to tell.";

/// What a battle can be asked to draw.
pub enum Drawing {
    Map(MapAsked),
    Print(PrintAsked),
}

impl Playable for Naval {
    const NAME: &'static str = "naval";
    const WELCOME: &'static str = "`help` lists the commands, `duties` what is owed, Tab completes, Ctrl-D leaves.";
    const EMPTY_TAKES_BACK: bool = false;
    const INDENT: &'static str = "  ";
    const CUT_SHORT: &'static str =
        "\nThe salvoes whose dice were given are kept; the rest stays declared, for `fire` again.";
    type Seat = Seat;
    type Drawing = Drawing;

    /// Words to the program may be cut short like any verb.
    fn common(verb: &str) -> Option<CommonVerb> {
        notation::verb(verb).ok()?.common
    }
    fn read(state: &State, text: &str) -> Result<Order<Command>, Problem> {
        let in_line = |fault| Problem::in_line(text, fault);
        let Line::Orders(phrases) = notation::cut(state, text).map_err(in_line)? else { return Err(no_order()) };
        let [phrase] = &phrases[..] else {
            return Err(Problem::new("several orders cannot stand in the place of one").hint("type each by itself"));
        };
        if let Some(problem) = phrase.bare_verb().and_then(|verb| nobody_fires(state, verb)) {
            return Err(problem);
        }
        match phrase.read(state, None).map_err(in_line)? {
            Meant::Command(typed) => Ok(typed_order(typed)),
            Meant::Look(_) | Meant::Straight { .. } | Meant::Again => Err(no_order()),
            Meant::Volley(_) | Meant::Tape(_) => Ok(typed_order(phrase.command(state, None).map_err(in_line)?)),
        }
    }
    fn read_amended(at: &State, now: &Command, line: &str) -> Result<Order<Command>, Problem> {
        match notation::changed(at, now, line) {
            Some(typed) => Ok(typed_order(typed)),
            None => Naval::read(at, line),
        }
    }
    fn print(state: &State, command: &Command) -> String {
        notation::print(state, command)
    }
    fn answer(session: &mut Session<'_, Naval>, text: &str) -> Result<Answer, Problem> {
        session.answer(text)
    }
    fn is_line(session: &Session<'_, Naval>, line: &str) -> bool {
        let (verb, rest) = verb_and_rest(line);
        let row = notation::verb(verb);
        let known = session.known();
        // An order that lacks nothing but its end is no reason either.
        let is_cut_short = |fault: Fault| line.trim_end().len() <= fault.at.start;
        let lacks_its_end = || match notation::session_word(&known, session.seat.reader.side(), line) {
            Ok(Some(_)) => true,
            Ok(None) => notation::parse(&known, line).is_err_and(is_cut_short),
            Err(fault) => is_cut_short(fault),
        };
        row.is_ok_and(|row| rest.is_empty() || (row.word == verb && lacks_its_end()))
            || Naval::read(&known, line).is_ok()
    }
    fn looks(session: &Session<'_, Naval>, line: &str) -> bool {
        asked::looks(&session.view(), line)
    }
    fn may_begin(session: &Session<'_, Naval>, verb: &str) -> Result<(), Problem> {
        session.may_begin(verb)
    }
    fn known<'s>(session: &'s Session<'_, Naval>) -> Cow<'s, State> {
        let state = session.state();
        session.seat.reader.knows_as().map_or(Cow::Borrowed(state), |side| Cow::Owned(view::known_to(state, &side)))
    }
    fn may_rule(session: &Session<'_, Naval>) -> Result<(), Problem> {
        session.referee_only()
    }
    fn may_amend(session: &Session<'_, Naval>) -> Result<(), Problem> {
        session.may_amend()
    }
    fn ordered(session: &mut Session<'_, Naval>, order: Order<Command>) -> Result<Command, Problem> {
        let command = session.completed(session.state(), &order.command)?;
        session.may_order(&command)?;
        session.may_type(order.dice.as_deref())?;
        if !order.is_final {
            session.may_fire(&session.state().clone(), &command)?;
        }
        let command = session.with_edge(command)?;
        let command = session.with_leave(command)?;
        session.with_mounts(command)
    }
    fn chosen(
        session: &mut Session<'_, Naval>,
        state: &State,
        command: &Command,
        events: &[NavalEvent],
    ) -> Result<Option<Command>, Problem> {
        session.lets_be(state, command, events)
    }
    /// An admiral's guns fire with hers. [3.3.5]
    fn throws_for_others(session: &Session<'_, Naval>, command: &Command) -> bool {
        let fires = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
        fires && session.seat.plays_against_admirals()
    }
    fn finished(
        state: &State,
        command: &Command,
        faces: (&[u8], &Given<Purpose>),
    ) -> Option<(Command, Vec<NavalEvent>)> {
        rounds::finished(state, command, faces)
    }
    /// As far as the segment that owes something. [3.2]
    fn as_far_as(
        state: &State,
        command: &Command,
        faces: &[u8],
        halt: &NavalHalt,
    ) -> Option<(Command, Vec<NavalEvent>)> {
        passed::as_far_as(state, command, faces, halt)
    }
    fn told(
        session: &Session<'_, Naval>,
        before: &State,
        command: &Command,
        events: &[NavalEvent],
        already: usize,
    ) -> Answer {
        let after = session.state();
        if let Some(side) = session.seat.reader.knows_as() {
            // A side is told no more of its own order than its log tells it.
            let told = show::told::told_to(&side, before, events);
            let text = match session.telling {
                Telling::Brief => show::told::brief_to(&side, before, events, || session.last_number()).join("\n"),
                Telling::Full => show::lines::page(&show::told::tellings(&told), 0).join("\n"),
            };
            let text = if text.is_empty() { NO_MORE.to_owned() } else { text };
            let events: Vec<Value> = told.into_iter().map(|one| one.json).collect();
            let answer = with_verdict(Answer { events, ..Answer::text(text) }, before, after);
            let is_over = before.over.is_none() && after.over.is_some();
            return if is_over { answer.and(Answer::text(session.all_is_open())) } else { answer };
        }
        let is_next = matches!(command, Command::Next { .. });
        let passed = if is_next { passed::passed(before, events) } else { Vec::new() };
        let mut text = session.says(before, command, events, already, &passed);
        if let (Command::Measure { from, to, range, .. }, true) = (command, text.is_empty()) {
            text = format!("{} to {}: {range}\" stands.", after.name(from), after.name(to));
        }
        if let (Command::Sight { unit, seen, .. }, true) = (command, text.is_empty()) {
            text = show::places::sight_stands(&View::referee(after), unit, *seen);
        }
        if let (Command::Declared { .. }, true) = (command, text.is_empty()) {
            text = format!("All fire was declared before. [{}]", gunnery::DECLARING);
        }
        if let Some(whose) = holds_for(before, after, command) {
            text = format!("{text}\n  {whose}");
        }
        let leaves = |event: &NavalEvent| matches!(event.fact, Fact::ShipExited { .. } | Fact::ShipLost { .. });
        if let Some(gone) = show::places::side_has_gone(&View::referee(after)).filter(|_| events.iter().any(leaves)) {
            text = format!("{text}\n{gone}");
        }
        let doubts = slips::json(before, after, events);
        let events = events.iter().map(|one| show::event::event_json(before, one)).collect();
        let mut answer = Answer { events, ..Answer::text(text) };
        if !passed.is_empty() {
            answer = answer.key("passed", passed.iter().map(Passed::json).collect());
        }
        if !doubts.is_empty() {
            answer = answer.key("doubts", doubts.into());
        }
        with_verdict(answer, before, after)
    }
    fn as_typed(session: &Session<'_, Naval>, state: &State, events: &[NavalEvent], already: usize) -> Option<String> {
        // What they did is told to a side when all have fallen, as its log tells it.
        if session.sits().is_some() {
            return None;
        }
        let number = session.journal().entries().len() + 1;
        (session.telling == Telling::Brief)
            .then(|| show::brief::brief_so_far(state, events, number, already).join("\n"))
    }
    fn each_told(state: &State, events: &[NavalEvent]) -> Vec<String> {
        let folded = |one: &String| show::lines::page(one, 0).join("\n");
        show::event::each_event(state, events).iter().map(folded).collect()
    }
    fn halted(state: &State, command: &Command, halt: NavalHalt) -> Problem {
        show::refusal::halt_of(state, command, &halt).into()
    }
    fn halted_here(session: &Session<'_, Naval>, at: &State, command: &Command, halt: NavalHalt) -> Problem {
        let back = session.way_back(command, &halt);
        let problem = session.halted_untold(at, &halt).unwrap_or_else(|| Naval::halted(at, command, halt));
        if back.is_some() { problem.maybe_hint(back) } else { problem }
    }
    fn asked_together(
        session: &Session<'_, Naval>,
        state: &State,
        command: &Command,
        faces: &[u8],
        given: &Given<Purpose>,
        ask: &Ask<Purpose>,
    ) -> Vec<Ask<Purpose>> {
        // Told in full, each throw has its sum before it.
        match (session.telling, &ask.purpose) {
            (Telling::Full, _) => Vec::new(),
            (Telling::Brief, Purpose::Damage(_)) => rounds::blows(state, command, (faces, given), ask),
            (Telling::Brief, _) => {
                rounds::alike(state, command, (faces, given), ask, |purpose| session.is_untold(purpose))
            }
        }
    }
    fn question_together(
        session: &Session<'_, Naval>,
        at: &State,
        asks: &[Ask<Purpose>],
        missing: u16,
    ) -> (String, String) {
        let all: u16 = asks.iter().map(|ask| ask.count).sum();
        let sides = asks.first().map_or(0, |ask| ask.sides);
        let more = if missing < all { format!(", {missing} more") } else { String::new() };
        let known = session.sits().map_or(Cow::Borrowed(at), |side| Cow::Owned(view::known_to(at, side)));
        let whose = show::ask::ask_together(at, asks, (&*known, |purpose: &Purpose| session.is_untold(purpose)));
        (whose, format!("{all} D{sides}{more}"))
    }
    fn question(session: &Session<'_, Naval>, at: &State, ask: &Ask<Purpose>, missing: u16) -> String {
        let more = if missing < ask.count { format!(", {missing} more") } else { String::new() };
        let known = session.sits().filter(|_| session.is_untold(&ask.purpose)).map(|side| view::known_to(at, side));
        let asked = known.map_or_else(|| show::ask::ask(at, ask), |known| show::ask::ask_untold(&known, ask));
        format!("{asked}{more}")
    }
    /// In brief the question itself says the number, and the table of a hit is under `why`.
    fn numbers(session: &Session<'_, Naval>, before: &State, event: &NavalEvent, ask: &Ask<Purpose>) -> Option<String> {
        if session.is_untold(&ask.purpose) {
            return None;
        }
        let is_known =
            matches!(ask.purpose, Purpose::Damage(_) | Purpose::Special(_) | Purpose::Repair(_) | Purpose::Steering(_));
        let said = session.telling == Telling::Brief && (ask.at_most.is_some() || is_known);
        (!said).then(|| show::needs::needs(before, event, &ask.purpose)).flatten()
    }

    fn taking_back(session: &Session<'_, Naval>, from: Option<usize>) -> Result<usize, Problem> {
        let from = session.may_change(from, "undo", |session, from| session.undo_from(from))?;
        let numbers = session.journal().in_force().from(from);
        session.may_take_back(numbers)?;
        session.may_touch(numbers)?;
        session.may_unseal(numbers)?;
        Ok(from)
    }
    fn bringing_back(session: &Session<'_, Naval>, to: Option<usize>) -> Result<usize, Problem> {
        session.may_change(to, "redo", |session, to| session.redo_to(to))
    }
    /// An entry with its number for the referee alone: a side would count the enemy's orders by it.
    fn named(session: &Session<'_, Naval>, entry: usize) -> String {
        let number = if session.seat.reader.is_referee() { format!("entry {entry}, ") } else { String::new() };
        let state = session.state();
        let command = match session.journal().entry(entry) {
            Some(Entry::Did { .. }) if session.is_unread(entry) => UNTOLD.to_owned(),
            Some(Entry::Did { command, .. }) => notation::print(state, command),
            Some(Entry::Amended { entry, to: Correction::Command(command), .. }) => {
                format!("amend {entry} {}", notation::print(state, command))
            }
            Some(Entry::Amended { entry, to: Correction::Faces(faces), .. }) => {
                format!("amend {entry}{}", dice_words(faces))
            }
            Some(Entry::TakenBack { .. } | Entry::Redid { .. }) => "no command".to_owned(),
            Some(Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed) | None => {
                "no command".to_owned()
            }
        };
        format!("{number}{command}")
    }
    fn taken_back(session: &Session<'_, Naval>, before: &State, entries: &[usize], names: &[String]) -> String {
        let faces = session.faces_of(entries);
        let dice = match entries.iter().map(|number| session.journal().dice_in(*number)).sum() {
            0 => String::new(),
            1 => format!(" Its die was seen and stays in the journal.{faces}"),
            more => format!(" Its {more} dice were seen and stay in the journal.{faces}"),
        };
        let whose = session.of_an_admiral(entries);
        session.stands_again(before, format!("Taken back: {}.{dice}{whose}", session.several(names)))
    }
    fn brought_back(session: &Session<'_, Naval>, before: &State, entries: &[usize]) -> String {
        let words: Vec<String> = entries.iter().map(|entry| Self::named(session, *entry)).collect();
        session.stands_again(before, format!("In force again: {}.", session.several(&words)))
    }
    fn in_brief(session: &Session<'_, Naval>) -> bool {
        session.telling == Telling::Brief
    }
    fn outcomes(before: &State, events: &[NavalEvent]) -> Vec<(String, String)> {
        show::brief::outcomes(before, events)
    }
    fn order_of_faces(session: &Session<'_, Naval>, events: &[NavalEvent]) -> Option<&'static str> {
        let salvoes = events.iter().filter(|event| matches!(event.fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_)));
        let several = 1 < salvoes.filter(|event| !event.dice.is_empty()).count();
        (several && session.telling == Telling::Brief).then_some(ORDER_OF_FACES)
    }
    fn changes(session: &Session<'_, Naval>, was: &State, is: &State) -> Vec<String> {
        show::changes::changes(&session.view_of(was), &session.view_of(is))
    }
    fn doubts(at: &State, events: &[NavalEvent]) -> (Vec<String>, Vec<Value>) {
        let mut after = at.clone();
        play::apply_all::<Naval>(&mut after, events);
        (slips::told(at, &after, events), slips::json(at, &after, events))
    }
    /// The last order, in the words in which it could be given again.
    fn amend_example(session: &Session<'_, Naval>) -> String {
        match session.journal().deeds().last() {
            Some(last) if session.seat.reader.is_referee() && !session.is_unread(last.entry) => {
                let command = notation::print(session.state(), last.command);
                format!("amend {} because \"wrong ship\" {command}", last.entry)
            }
            Some(_) | None => "amend ENTRY because \"wrong ship\" LINE".to_owned(),
        }
    }
    fn rests_on(session: &Session<'_, Naval>, entry: usize, line: &str) -> Result<Option<(usize, String)>, Problem> {
        session.declaration_of(entry, line)
    }
    fn dice_of(at: &State, name: &str) -> Option<IsOf<Naval>> {
        amends::dice_of(at, name).map(|is_of| -> IsOf<Naval> { Box::new(is_of) })
    }
    fn amended(session: &Session<'_, Naval>, entry: usize, at: &State, command: Command) -> Result<Command, Problem> {
        let command = session.completed(at, &command)?;
        session.may_amend_as(entry, at, &command)?;
        Ok(session.resealed(entry, command))
    }
    fn is_untold(session: &Session<'_, Naval>, entry: usize) -> bool {
        session.is_unread(entry)
    }
    fn why(session: &Session<'_, Naval>, entry: Option<usize>) -> Result<Answer, Problem> {
        session.why(entry, None)
    }
    fn story(session: &Session<'_, Naval>) -> (String, Value) {
        story(session.journal(), &session.scope())
    }

    fn table<'t>(session: &'t mut Session<'_, Self>) -> &'t mut dyn Table {
        session
    }
    fn face(session: &Session<'_, Naval>) -> Face {
        let reader = &session.seat.reader;
        // What everybody may see waits for nobody.
        let who = (!reader.is_table()).then(|| session.who());
        let standing = session.banner();
        Face {
            opening: vec![Answer::text(&standing)],
            standing,
            prompt: show::status::prompt(&session.view()),
            is_secret: !reader.is_referee(),
            curtain: who.map(|who| format!("Pass the keyboard to {who}, who presses Enter: ")),
            is_awaited: !reader.is_referee() && session.seat.admirals.is_empty(),
            ..Face::default()
        }
    }
    fn is_kept_out(line: &str) -> bool {
        word::may_be_in(line)
    }
    fn completed(known: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let (start, mut words) = notation::complete(known, line, cursor);
        if let [only] = &mut words[..] {
            only.push(' ');
        }
        (start, words)
    }
    fn follow(session: &mut Session<'_, Naval>, _: Stage) -> Result<Option<Followed>, Problem> {
        session.admiral_follows()
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

fn typed_order(Typed { command, dice, declared }: Typed) -> Order<Command> {
    Order { command, dice, is_final: declared }
}

/// The refusal of a question, or of a word to the program, where only an order can stand.
fn no_order() -> Problem {
    let problem = Problem::no_order();
    problem.hint("the order in full, or what of a shot is another: range 9.8, at ROSSIA, battery medium")
}

/// So many faces are told of what was taken back.
const MOST_FACES: usize = 12;

impl Session<'_, Naval> {
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
            lines.extend(Naval::changes(self, before, now));
        }
        if self.telling == Telling::Full || is_elsewhere {
            lines.push(self.banner());
        }
        lines.join("\n")
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
        parts.extend(tapes::read_earlier(after, events));
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
fn with_verdict(answer: Answer, before: &State, after: &State) -> Answer {
    if before.over.is_some() || after.over.is_none() {
        return answer;
    }
    let (text, tally) = points(after, &Viewer::Referee);
    let verdict = tally["verdict"].clone();
    let goes_on = show::war::goes_on(&after.setup).map_or_else(String::new, |next| format!("\n\n{next}"));
    let told = format!("{}\n\n{text}{goes_on}", answer.text);
    Answer { text: told, ..answer }.with(json!({ "tally": tally, "verdict": verdict }))
}

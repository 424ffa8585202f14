//! Several orders at once: parted by `;`, last turn's targets again, all that are not plotted straight on.
use serde_json::{Value, json};

use crate::{
    Answer, DiceAtHand, Mode, Playable, Problem, Session, Telling, deciding::only_the_referee_knows,
    line::verb_and_rest,
};
use naval::{
    Command, Declaration, Fact, Id, Inches, Naval, NavalEvent, Plot, Reason, Segment, Target,
    command::Conditions,
    gunnery,
    notation::{self, Speaker, typed_name},
    turn, view,
};
use play::{self, Halt, verbs};

/// A line as the orders that it holds, where `;` parts several of them and nothing else: each begins with a verb of an
/// order, and the first is none that may hold a `;` of its own.
pub(super) fn parted(text: &str) -> Option<Vec<&str>> {
    let orders = pieces(text);
    let row = |order: &str| notation::verb(verb_and_rest(order).0).ok().filter(|row| row.speaker == Speaker::Order);
    let is_order = |order: &&str| order.contains('>') || row(order).is_some();
    let holds_its_own = |order: &&str| row(order).is_some_and(notation::holds_semicolons);
    let own = orders.split_last().is_some_and(|(_, before)| before.iter().any(holds_its_own));
    (1 < orders.len() && orders.iter().all(is_order) && !own).then_some(orders)
}

/// What the `;` of a line part, those in quotation marks not counted.
fn pieces(text: &str) -> Vec<&str> {
    let quoted: Vec<_> = verbs::words(text).into_iter().filter(|word| word.quoted).map(|word| word.at).collect();
    let parts = text.match_indices(';').map(|(at, _)| at).filter(|at| !quoted.iter().any(|words| words.contains(at)));
    let mut orders = Vec::new();
    let mut from = 0;
    for at in parts.chain([text.len()]) {
        orders.push(text[from..at].trim());
        from = at + 1;
    }
    orders.retain(|order| !order.is_empty());
    orders
}

/// The refusal of a line that has something to come after a `next`, what it brings unread.
pub(super) fn parts_a_next(text: &str) -> Option<Problem> {
    let orders = pieces(text);
    let is_next = |order: &&str| notation::verb(verb_and_rest(order).0).is_ok_and(|row| row.word == "next");
    let waives = text.to_lowercase().contains("waive");
    let (_, before) = orders.split_last()?;
    let next = before.iter().copied().find(is_next).filter(|_| !waives)?;
    let what = format!("\"{next}\" goes on, and what it brings is read before anything else is ordered");
    Some(Problem::new(what).hint(format!("{next}, and the rest in a line of its own")))
}

/// So many shots are told one by one that are not declared, and so many pairs that lack a range.
const TOLD: usize = 2;
const PAIRS: usize = 3;

/// Which shots are declared together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// Last turn's targets.
    Again,
    /// A division at a division.
    Volley,
}

/// A declaration that is not lawful now, and why.
pub(super) struct Refused {
    pub target: Target,
    pub why: Problem,
    /// Nobody has said how far off she is.
    lacks_range: bool,
    /// The range that was likely meant by the one that was typed.
    meant: Option<Inches>,
}

impl Session<'_, Naval> {
    /// Several orders, one after the other: all of them are tried first, and where one is refused none is filed. Dice may
    /// fall in the last alone. What a side gives is tried in what it knows and then in the truth, as an order alone is.
    pub(super) fn several_orders(&mut self, orders: &[&str]) -> Result<Answer, Problem> {
        let standing = self.journal().deeds().len();
        // A ship's repair hangs on nobody else's. [8.6]
        let repairs =
            orders.iter().all(|line| notation::verb(verb_and_rest(line).0).is_ok_and(|row| row.word == "repair"));
        let mut scratch = self.known().into_owned();
        let mut truth = (!self.seat.reader.is_referee()).then(|| self.state().clone());
        // Whether guns are to stay silent is asked before anything is filed, and an admiral answers.
        let mut fires_in: Option<naval::State> = None;
        for (at, line) in orders.iter().enumerate() {
            let refused = |problem: Problem| problem.of(format_args!("order {} of {}, {line}", at + 1, orders.len()));
            let order = Naval::read(&scratch, line).map_err(refused)?;
            let command = self.completed(&scratch, &order.command).map_err(refused)?;
            self.may_order(&command).map_err(refused)?;
            if !order.is_final && !self.door.asks() {
                self.may_fire(&scratch, &command).map_err(refused)?;
            }
            let fires = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
            if fires && !order.is_final && self.door.asks() && !self.seat.admirals.is_empty() {
                fires_in = Some(scratch.clone());
            }
            let faces = order.dice.as_deref().unwrap_or_default();
            let are_all = order.dice.is_some() || (self.mode == Mode::Ask && !self.door.asks());
            let mut hand = if are_all { DiceAtHand::typed(faces) } else { DiceAtHand::supposed(faces) };
            let is_next = matches!(command, Command::Next { .. });
            if let Some(truth) = truth.as_mut().filter(|_| is_next) {
                // Whether a segment may close hangs on what a side does not know of the admirals' orders.
                let closed = play::decide::<Naval>(truth, &command, &mut hand);
                let closed = closed.map_err(|halt| refused(Naval::halted_here(self, truth, &command, halt)))?;
                play::apply_all::<Naval>(truth, &closed);
                if let Some(side) = self.seat.reader.knows_as() {
                    scratch = view::known_to(truth, &side);
                }
                continue;
            }
            let events = play::decide::<Naval>(&scratch, &command, &mut hand);
            let events = events.map_err(|halt| refused(Naval::halted_here(self, &scratch, &command, halt)))?;
            if !repairs && at + 1 < orders.len() && events.iter().any(|event| !event.dice.is_empty()) {
                let what = format!("dice fall in \"{line}\", and what comes after it may hang on them");
                return Err(Problem::new(what).hint(format!("`{line}` alone, and the others in a line of their own")));
            }
            play::apply_all::<Naval>(&mut scratch, &events);
            if let Some(truth) = &mut truth {
                let so = play::decide::<Naval>(truth, &command, &mut DiceAtHand::supposed(faces));
                play::apply_all::<Naval>(truth, &so.map_err(|_| refused(only_the_referee_knows()))?);
            }
        }
        if let Some(state) = &fires_in {
            self.may_leave_silent(state)?;
        }
        self.all_or_nothing(|session| session.each_order(orders, standing, repairs, fires_in.is_some()))
    }

    /// Carries out the orders of a line one behind the other.
    fn each_order(
        &mut self,
        orders: &[&str],
        standing: usize,
        repairs: bool,
        is_agreed: bool,
    ) -> Result<Answer, Problem> {
        let mut told: Option<Answer> = None;
        for (at, line) in orders.iter().enumerate() {
            let answer = self.with_seat(
                |seat| &mut seat.agreed,
                is_agreed,
                |session| session.going_on(0 < at && line.contains('>'), |session| session.typed_among_admirals(line)),
            );
            let answer = match answer {
                Ok(answer) => answer,
                // What dice have decided stands.
                Err(problem) if repairs && told.is_some() => {
                    return Ok(told.unwrap_or_default().and(Answer::text(problem.fault.what)));
                }
                // An admiral has answered: that is not taken back, nor what he has answered.
                Err(problem) if self.has_answered(standing) => {
                    let says = match problem.is_taken_back {
                        true => super::against::STOPPED.to_owned(),
                        false => format!("Stopped: {}", problem.fault.told(None)),
                    };
                    return Ok(told.unwrap_or_default().and(Answer::text(says)));
                }
                // Whoever takes the last back at a question takes all back.
                Err(problem) => return Err(problem),
            };
            told = Some(told.map_or(answer.clone(), |told| told.and(answer)));
            // An admiral who is due declares before she goes on. [3.3.5]
            if at + 1 < orders.len() && self.state().segment == Segment::Gunfire {
                let said = self.admirals_answer()?.into_iter().map(Answer::text);
                told = said.fold(told, |told, said| told.map(|told| told.and(said)));
            }
        }
        let told = told.unwrap_or_default();
        if self.telling == Telling::Brief && orders.iter().all(|order| order.contains('>')) {
            let text = show::together_in_few(vec![told.text.clone()]).join("\n");
            return Ok(Answer { text, ..told });
        }
        Ok(told)
    }

    /// The plots of the reader's divisions that have none, or of all, as they might be typed. An admiral plots its own.
    fn straight_plots(&self, all: bool) -> Vec<String> {
        let view = self.view();
        let is_owned = |id: &Id| view.division(id).is_some_and(|division| view.owns(&division.side));
        let is_an_admirals = |id: &Id| {
            let plot = Command::Plot { unit: id.clone(), plot: Plot::default(), advance: false, launches: Vec::new() };
            self.seat.reader.is_referee() && self.the_admirals(self.state(), &plot).is_some()
        };
        let plots = turn::straight_on_for(&view, all).into_iter();
        let plots = plots.filter(|(id, ..)| is_owned(id) && !is_an_admirals(id));
        let speed = |speed: Option<Inches>| speed.map(|speed| format!(" speed {speed}")).unwrap_or_default();
        plots.map(|(id, straight, makes)| format!("plot {id} {straight}{}", speed(makes))).collect()
    }

    /// The plots of those that have none, or of all, straight on at what they made.
    pub(super) fn straight(&mut self, all: bool, rest: &str) -> Result<Answer, Problem> {
        let word = if all { "all" } else { "rest" };
        let lines = self.straight_plots(all);
        if lines.is_empty() {
            let by_hand =
                self.state().segment == Segment::Plotting && !self.state().ships.iter().any(|ship| ship.at.is_some());
            if by_hand && rest.eq_ignore_ascii_case("straight") {
                let says = "Nobody owes a plot: who is moved by hand goes straight on unless she is plotted.";
                let held = show::held_unplotted(&self.view());
                return Ok(Answer::text([says.to_owned()].into_iter().chain(held).collect::<Vec<_>>().join("\n")));
            }
            let what = if all { "nobody has a plot to file now" } else { "nobody owes a plot" };
            return Err(Problem::new(what).hint(if by_hand { "next" } else { "duties" }));
        }
        if !rest.eq_ignore_ascii_case("straight") {
            return Err(Problem::new(format!("{word} is followed by straight")).hint(format!("{word} straight")));
        }
        let standing = self.journal().deeds().len();
        let answer = self.several_orders(&lines.iter().map(String::as_str).collect::<Vec<_>>())?;
        // Who falls out by these plots is told with them. [5.8.3]
        let falls_out =
            |event: &&NavalEvent| matches!(event.fact, Fact::StragglersNamed { .. } | Fact::GapsForeseen { .. });
        let journal = self.journal();
        let deeds = journal.deeds();
        let named = deeds[standing..]
            .iter()
            .flat_map(|deed| deed.events.iter().filter(falls_out).map(|event| (deed.entry, event)));
        let told = named.flat_map(|(entry, event)| {
            show::brief(&journal.state_before(entry), std::slice::from_ref(event), entry, 0)
        });
        let held = show::held_unplotted(&self.view());
        let text = lines.iter().cloned().chain(told).chain(held).collect::<Vec<String>>().join("\n");
        Ok(Answer { text, ..answer })
    }

    /// Last turn's targets again, as far as they are lawful now; of the others it is told why not, and nothing filed.
    pub(super) fn again(&mut self) -> Result<Answer, Problem> {
        self.may_declare()?;
        let state = self.state();
        if state.segment != Segment::Gunfire {
            let reason = Reason::WrongSegment { needed: Segment::Gunfire, now: state.segment, verb: "again" };
            return Err(show::refusal(state, &reason, gunnery::DECLARING).into());
        }
        let refused = |what| Problem::new(what).rule(Some(gunnery::DECLARING)).hint("targets");
        let Some(turn) = state.turn.checked_sub(1).filter(|last| 0 < *last) else {
            return Err(refused("This is turn 1: nobody has declared fire in a turn before it.".to_owned()));
        };
        let again = |one: Declaration| {
            let Declaration { firer, target, battery, .. } = one;
            let (range, bearing, battery) = (None, None, Some(battery));
            Target { firer, target, range, bearing, battery, conditions: Conditions::default() }
        };
        let mut open = self.declared_last_turn();
        open.retain(|one| self.may_order(&Command::Target(again(one.clone()))).is_ok());
        if open.is_empty() {
            return Err(refused(format!("Nobody declared fire in turn {turn}.")));
        }
        open.retain(|one| !state.this_move.declarations.iter().any(|other| is_of_one_battery(one, other)));
        if open.is_empty() {
            return Err(refused(format!("Every battery that declared fire in turn {turn} has declared again.")));
        }
        let targets = open.iter().cloned().map(again).collect();
        let (mut told, not) = self.declare_each(targets, List::Again)?;
        if let Some(says) = self.other_arcs(&open) {
            told.text = format!("{}\n{says}", told.text);
        }
        let json = |one: &Refused| json!({ "ids": { "from": one.target.firer, "at": one.target.target }, "says": one.why.fault.what });
        Ok(told.with(json!({ "not_again": not.iter().map(json).collect::<Vec<Value>>() })))
    }

    /// Ships without positions that have declared in another arc than in the turn before, as nobody has said it again. [6.4.4]
    fn other_arcs(&self, before: &[Declaration]) -> Option<String> {
        let state = self.state();
        let now = |one: &Declaration| state.this_move.declarations.iter().find(|other| is_of_one_battery(one, other));
        let has_no_place = |ship: &Id| state.ship(ship).is_some_and(|ship| ship.at.is_none());
        let mut said: Vec<(String, String)> = Vec::new();
        for one in before.iter().filter(|one| has_no_place(&one.firer) && has_no_place(&one.target)) {
            let Some(now) = now(one).filter(|now| now.target == one.target && now.bearing != one.bearing) else {
                continue;
            };
            let (firer, target) = (state.name(&one.firer), state.name(&one.target));
            let says = format!("{firer} at {target} {}, {} last turn", now.bearing, one.bearing);
            if state.arc_measured(&one.firer, &one.target).is_none() && said.iter().all(|(other, _)| *other != says) {
                let (firer, target) = (typed_name(state, &one.firer), typed_name(state, &one.target));
                let line = format!("`measure {firer} {target} {} arc {}`", now.range, one.bearing);
                said.push((says, line));
            }
        }
        let (_, line) = said.first()?;
        let all: Vec<&str> = said.iter().map(|(says, _)| &**says).collect();
        Some(format!("Another arc: {}. Where it is as it was: {line}. [6.4.4]", all.join("; ")))
    }

    /// Declares what is lawful of these, round and round until nobody waits for his turn to declare; tells the others with
    /// why not, and files nothing of them.
    pub(super) fn declare_each(&mut self, open: Vec<Target>, list: List) -> Result<(Answer, Vec<Refused>), Problem> {
        self.all_or_nothing(|session| session.declare_lawful(open, list))
    }

    /// A [transaction](Session::transaction). If it fails, admirals do not remember what they answered in it.
    pub(super) fn all_or_nothing<T>(
        &mut self,
        does: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let admirals = self.seat.admirals.clone();
        let done = self.transaction(does);
        if done.is_err() {
            self.seat.admirals = admirals;
        }
        done
    }

    fn declare_lawful(&mut self, mut open: Vec<Target>, list: List) -> Result<(Answer, Vec<Refused>), Problem> {
        // A script whose dice fall on the table brings none here.
        let throws = self.mode == Mode::Roll || self.door.asks();
        let (mut told, mut lines) = (Answer::default(), Vec::new());
        let not = loop {
            let (before, mut not) = (open.len(), Vec::new());
            for target in open {
                let command = self.completed(&self.known(), &Command::Target(target.clone()))?;
                let mut hand = if throws { DiceAtHand::supposed(&[]) } else { DiceAtHand::typed(&[]) };
                let known = self.known();
                if let Err(halt) = play::decide::<Naval>(&known, &command, &mut hand) {
                    let lacks_range = matches!(halt, Halt::Refused { reason: Reason::NoRange { .. }, .. });
                    let meant = match &halt {
                        Halt::Refused { reason, .. } => show::meant_range(&known, &target, reason),
                        Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. } => None,
                    };
                    let why = Naval::halted(&known, &command, halt);
                    not.push(Refused { target, why, lacks_range, meant });
                    continue;
                }
                drop(known);
                let answer = match self.going_on(!lines.is_empty(), |session| session.command(command)) {
                    Ok(answer) => answer,
                    // Only the truth refuses it.
                    Err(why) if !self.seat.reader.is_referee() => {
                        not.push(Refused { target, why, lacks_range: false, meant: None });
                        continue;
                    }
                    Err(why) => return Err(why),
                };
                lines.push(answer.text.clone());
                told = told.and(answer);
                // An admiral who is due declares before she goes on. [3.3.5]
                lines.extend(self.admirals_answer()?);
            }
            if not.len() == before || not.is_empty() {
                break not;
            }
            open = not.into_iter().map(|one| one.target).collect();
        };
        let mut text = show::together_in_few(lines);
        text.extend(self.not_declared(&not, list));
        Ok((Answer { text: text.join("\n"), ..told }, not))
    }

    /// Why shots are not declared, in two lines however many they are: those that lack nothing but a range, and the first
    /// of the others with why not.
    fn not_declared(&self, not: &[Refused], list: List) -> Vec<String> {
        let state = self.state();
        let pair = |one: &Refused| format!("{} at {}", state.name(&one.target.firer), state.name(&one.target.target));
        let (unread, others): (Vec<&Refused>, Vec<&Refused>) = not.iter().partition(|one| one.lacks_range);
        let mut lines: Vec<String> = Vec::new();
        let mut said: Vec<String> = Vec::new();
        for one in others {
            let meant = one.meant.map(|meant| format!(" {meant}\" may be meant.")).unwrap_or_default();
            let says = format!("Not {}: {}{meant}", pair(one), one.why.fault.what);
            if !said.contains(&says) {
                said.push(says);
            }
        }
        match &said[..] {
            few if few.len() <= TOLD => lines.extend_from_slice(few),
            [first, more @ ..] => {
                lines.push(format!("{first} And {} more not lawful now: `targets` tells what is.", more.len()));
            }
            [] => {}
        }
        let mut pairs: Vec<String> = Vec::new();
        for says in unread.iter().map(|one| pair(one)) {
            if !pairs.contains(&says) {
                pairs.push(says);
            }
        }
        let more = pairs.len().saturating_sub(PAIRS);
        if let Some(first) = unread.first() {
            let Target { firer, target, .. } = &first.target;
            let (firer, target) = (typed_name(state, firer), typed_name(state, target));
            pairs.truncate(PAIRS);
            let more = if 0 < more { format!(" and {more} more") } else { String::new() };
            let says = "the range is not known this turn";
            let how = match list {
                List::Again => format!("`measure {firer} {target} RANGE`, then `again`."),
                // `again` would bring last turn's target.
                List::Volley => format!("With it: `{firer}>{target} RANGE`."),
            };
            lines.push(format!("Not {}{more}: {says}. {how}", pairs.join(", ")));
        }
        lines
    }

    /// Whether an admiral has ordered anything since so many deeds stood.
    fn has_answered(&self, standing: usize) -> bool {
        let state = self.state();
        let by = |command: &Command| naval::secrecy::ordered_by(state, command);
        let deeds = self.journal().deeds();
        let mut new = deeds.iter().skip(standing);
        new.any(|deed| by(deed.command).is_some_and(|side| self.seat.is_an_admirals(&side)))
    }

    /// Does something with one of several declarations of a line, which goes on behind the first.
    pub(super) fn going_on<T>(&mut self, goes_on: bool, does: impl FnOnce(&mut Self) -> T) -> T {
        self.with_seat(|seat| &mut seat.goes_on, goes_on, does)
    }

    /// An order among several, with what admirals have to do before it.
    fn typed_among_admirals(&mut self, line: &str) -> Result<Answer, Problem> {
        if self.seat.admirals.is_empty() {
            return self.typed(line);
        }
        match notation::verb(verb_and_rest(line).0).map(|row| row.word) {
            Ok("next") => self.next_among_admirals(line),
            Ok("fire") => self.fire_among_admirals(line),
            Ok(_) | Err(_) => self.typed(line),
        }
    }

    /// Of each battery the last declaration in the turn before.
    fn declared_last_turn(&self) -> Vec<Declaration> {
        let (mut turn, mut declared) = (1, Vec::<Declaration>::new());
        let now = self.state();
        for event in self.journal().deeds().iter().flat_map(|deed| deed.events) {
            if let Fact::SegmentBegan { turn: begun, .. } = &event.fact {
                turn = *begun;
            } else if let Fact::FireDeclared(one) = &event.fact
                && turn + 1 == now.turn
            {
                declared.retain(|other| !is_of_one_battery(one, other));
                declared.push(one.clone());
            }
        }
        declared
    }
}

fn is_of_one_battery(one: &Declaration, other: &Declaration) -> bool {
    one.firer == other.firer && one.battery == other.battery
}

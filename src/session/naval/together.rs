//! Several orders at once: parted by `;`, last turn's targets again, all that are not plotted straight on.
use serde_json::{Value, json};

use super::{no_order, nobody_fires, typed_order};
use crate::{AtTable as _, DiceAtHand, Mode, Order, Problem, Session, Telling, Told};
use naval::{
    Command, Declaration, Fact, Id, Inches, Naval, NavalEvent, Reason, Segment, SideId, State, Target,
    command::Conditions,
    gunnery,
    notation::{self, Order as Meant, Phrase, typed_name},
    turn,
    view::View,
};
use play::{self, Halt};

/// One command of a line, as it is called where it is refused.
pub(super) struct Step {
    pub says: String,
    pub order: Order<Command>,
}

impl Step {
    pub(super) fn of(state: &State, command: Command) -> Step {
        Step { says: notation::print(state, &command), order: Order::plain(command) }
    }
    fn declares(&self) -> bool {
        matches!(self.order.command, Command::Target(_))
    }
}

/// So many shots are told one by one that are not declared, and so many pairs that lack a range.
const TOLD: usize = 2;
const PAIRS: usize = 3;

/// How many turns `again` goes back. (house)
const TURNS_BACK: u16 = 2;

/// Which shots are declared together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// Last turn's targets.
    Again,
    /// A division at a division.
    Volley,
}

impl Filed {
    fn tells(&mut self, answer: Told) {
        self.told = Some(self.told.take().map_or(answer.clone(), |told| told.and(answer)));
    }
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

/// What the orders of a line have come to so far.
#[derive(Default)]
struct Filed {
    /// The deeds that stood before the line.
    standing: usize,
    /// All of them are repairs. A ship's repair depends on no other's. [8.6]
    are_repairs: bool,
    /// All of them declare fire.
    declare: bool,
    told: Option<Told>,
    /// A person has stopped at dice, and the rest of the line is left.
    has_stopped: bool,
}

impl Session<'_, Naval> {
    /// Carries out several orders, each read in the state that those before it have made. If one is refused, none is filed.
    pub(super) fn several_orders(&mut self, line: &str, phrases: &[Phrase]) -> Result<Told, Problem> {
        let are_repairs = phrases.iter().all(Phrase::is_repair);
        let of = |at: usize, problem: Problem| {
            if problem.is_taken_back {
                return problem;
            }
            problem.of(format_args!("order {} of {}, {}", at + 1, phrases.len(), phrases[at].text()))
        };
        if are_repairs {
            let mut lines = phrases.iter().enumerate();
            lines.try_for_each(|(at, phrase)| self.may_repair(line, phrase).map_err(|problem| of(at, problem)))?;
        }
        self.files(are_repairs, |session, filed| {
            let mut own = session.seat.reader.side().cloned();
            for (at, phrase) in phrases.iter().enumerate() {
                let of = |problem: Problem| of(at, problem);
                let steps = session.steps_of(line, phrase, &mut own).map_err(of)?;
                let (last, is_again) = (steps.len().saturating_sub(1), phrase.is_again());
                let (mut refused, before) = (None, session.journal().deeds().len());
                for (place, step) in steps.into_iter().enumerate() {
                    match session.files_step(filed, step, at + 1 == phrases.len() && place == last) {
                        // Of last turn's targets those are declared again that are lawful now.
                        Err(problem) if is_again && !problem.is_taken_back => refused = refused.or(Some(problem)),
                        done => done.map_err(of)?,
                    }
                    if filed.has_stopped {
                        return Ok(());
                    }
                }
                if let Some(problem) = refused.filter(|_| session.journal().deeds().len() == before) {
                    return Err(of(problem));
                }
            }
            Ok(())
        })
    }

    /// Commands of a line that is one order, all or none of them.
    pub(super) fn all_of(&mut self, steps: Vec<Step>) -> Result<Told, Problem> {
        self.files(false, |session, filed| {
            let all = steps.len();
            for (at, step) in steps.into_iter().enumerate() {
                let place = format!("order {} of {all}, {}", at + 1, step.says);
                session.files_step(filed, step, at + 1 == all).map_err(|problem| problem.of(place))?;
            }
            Ok(())
        })
    }

    /// Carries out the orders of a line in one transaction, and tells what came of them.
    fn files(
        &mut self,
        are_repairs: bool,
        does: impl FnOnce(&mut Self, &mut Filed) -> Result<(), Problem>,
    ) -> Result<Told, Problem> {
        let standing = self.journal().deeds().len();
        let mut filed = Filed { standing, are_repairs, declare: true, ..Filed::default() };
        self.all_or_nothing(|session| does(session, &mut filed))?;
        let told = filed.told.unwrap_or_default();
        if self.telling == Telling::Brief && filed.declare {
            let text = show::brief::together_in_few(vec![told.text.clone()]).join("\n");
            return Ok(Told { text, ..told });
        }
        Ok(told)
    }

    /// The commands that an order comes to now. Numbers of ships that fire are of the side of the first that does: its
    /// turn to declare goes over to the enemy with each of them, and nobody means that. [3.3.5, Q54]
    fn steps_of(&self, line: &str, phrase: &Phrase, own: &mut Option<SideId>) -> Result<Vec<Step>, Problem> {
        let state = &*self.known();
        if let Some(problem) = phrase.bare_verb().and_then(|verb| nobody_fires(state, verb)) {
            return Err(problem);
        }
        let order = phrase.read(state, own.as_ref()).map_err(|fault| Problem::in_line(line, fault))?;
        if own.is_none() {
            let firer = order.firer().and_then(|firer| state.ships_of(firer).next());
            *own = firer.map(|ship| ship.side.clone());
        }
        let targets = |all: Vec<Target>| all.into_iter().map(|one| Step::of(state, Command::Target(one))).collect();
        Ok(match order {
            Meant::Command(typed) => vec![Step { says: phrase.text().to_owned(), order: typed_order(typed) }],
            Meant::Volley(volley) => targets(volley.targets(state)),
            Meant::Tape(tape) => tape.measures.into_iter().map(|command| Step::of(state, command)).collect(),
            Meant::Straight { all } => self.straight_plots(state, all)?,
            Meant::Again => targets(self.open_again(state)?.into_iter().map(once_more).collect()),
            Meant::Look(_) => return Err(no_order()),
        })
    }

    /// Carries out one order of a line, and lets an admiral answer it if others follow.
    fn files_step(&mut self, filed: &mut Filed, step: Step, is_last: bool) -> Result<(), Problem> {
        let declares = step.declares();
        let Step { says, order } = step;
        if !is_last && !filed.are_repairs {
            self.throws_nothing(&says, &order)?;
        }
        filed.declare &= declares;
        // An admiral does not answer a line that is taken back at the question of the silent guns.
        let agreed = self.agrees_to_silence(&order, !self.has_answered(filed.standing))?;
        let goes_on = declares && filed.told.is_some();
        let answer = match self.going_on(goes_on, |session| session.among_admirals(order, &says, agreed)) {
            Ok(answer) => answer,
            // What dice have decided stands, and what an admiral has answered.
            Err(problem) if filed.are_repairs && filed.told.is_some() => {
                filed.has_stopped = true;
                Told::text(problem.fault.what)
            }
            Err(problem) if problem.is_taken_back && self.has_answered(filed.standing) => {
                filed.has_stopped = true;
                Told::text(super::against::STOPPED)
            }
            Err(problem) => return Err(problem),
        };
        filed.tells(answer);
        // An admiral who is due declares before she goes on. [3.3.5]
        if !is_last && !filed.has_stopped && self.state().segment == Segment::Gunfire {
            let said = self.admirals_answer()?;
            said.into_iter().for_each(|said| filed.tells(Told::text(said)));
        }
        Ok(())
    }

    /// Refused if dice fall in an order behind which others stand.
    fn throws_nothing(&self, says: &str, order: &Order<Command>) -> Result<(), Problem> {
        let known = self.known();
        let Ok(command) = self.completed(&known, &order.command) else { return Ok(()) };
        let mut hand = DiceAtHand::supposed(order.dice.as_deref().unwrap_or_default());
        let events = play::decide::<Naval>(&known, &command, &mut hand).unwrap_or_default();
        if events.iter().all(|event| event.dice.is_empty()) || self.may_order(&command).is_err() {
            return Ok(());
        }
        let what = format!("dice fall in \"{says}\", and what comes after it may hang on them");
        Err(Problem::new(what).hint(format!("`{says}` alone, and the others in a line of their own")))
    }

    /// Refused if a repair of several is refused whatever its die shows: no die may be thrown for a line that is refused.
    fn may_repair(&self, line: &str, phrase: &Phrase) -> Result<(), Problem> {
        let known = self.known();
        for Step { order, .. } in self.steps_of(line, phrase, &mut None)? {
            self.may_order(&order.command)?;
            let faces = order.dice.as_deref().unwrap_or_default();
            let are_all = order.dice.is_some() || (self.mode == Mode::Ask && !self.door.asks());
            let mut hand = if are_all { DiceAtHand::typed(faces) } else { DiceAtHand::supposed(faces) };
            let decided = play::decide::<Naval>(&known, &order.command, &mut hand);
            decided.map_err(|halt| Naval::refused(Some(self), &known, &order.command, halt))?;
        }
        Ok(())
    }

    /// Whether a person has agreed to the guns that an order to fire leaves silent; no if nobody is asked.
    fn agrees_to_silence(&mut self, order: &Order<Command>, may_look: bool) -> Result<bool, Problem> {
        let fires = matches!(order.command, Command::Fire { .. } | Command::FireSome { .. });
        let is_asked = fires && !order.is_final && self.door.asks() && !self.seat.admirals.is_empty();
        let is_asked = is_asked && !self.has_nothing_to_fire(&order.command);
        if is_asked {
            let known = self.known().into_owned();
            self.may_leave_silent(&known, may_look)?;
        }
        Ok(is_asked)
    }

    /// The plots of the reader's divisions that have none, or of all; none where all is moved by hand. An admiral plots its own.
    ///
    /// # Errors
    /// No division needs a plot.
    pub(super) fn straight_plots(&self, state: &State, all: bool) -> Result<Vec<Step>, Problem> {
        let view = View::seen_by(state, &self.seat.reader);
        let is_owned = |id: &Id| view.division(id).is_some_and(|division| view.owns(&division.side));
        let is_an_admirals = |id: &Id| self.seat.reader.is_referee() && self.is_plotted_by_an_admiral(state, id);
        let plots = turn::straight_on_for(&view, all).into_iter();
        let plots = plots.filter(|(id, ..)| is_owned(id) && !is_an_admirals(id));
        let step = |(id, straight, makes): (Id, Inches, Option<Inches>)| {
            let speed = makes.map(|speed| format!(" speed {speed}")).unwrap_or_default();
            let says = format!("plot {id} {straight}{speed}");
            Step { says, order: Order::plain(notation::straight_plot(&view, id, straight, makes)) }
        };
        let steps: Vec<Step> = plots.map(step).collect();
        let by_hand = view.segment == Segment::Plotting && !view.ships.iter().any(|ship| ship.at.is_some());
        if steps.is_empty() && !by_hand {
            let what = if all { "nobody has a plot to file now" } else { "nobody owes a plot" };
            return Err(Problem::new(what).hint("duties"));
        }
        Ok(steps)
    }

    /// The plots of those that have none, or of all, straight on at what they made.
    pub(super) fn straight(&mut self, all: bool) -> Result<Told, Problem> {
        let steps = self.straight_plots(self.state(), all)?;
        if steps.is_empty() {
            let says = "Nobody owes a plot: who is moved by hand goes straight on unless she is plotted.";
            let held = show::signals::held_unplotted(&self.view());
            return Ok(Told::text([says.to_owned()].into_iter().chain(held).collect::<Vec<_>>().join("\n")));
        }
        let standing = self.journal().deeds().len();
        let lines: Vec<String> = steps.iter().map(|step| step.says.clone()).collect();
        let answer = self.all_of(steps)?;
        // Who falls out by these plots is told with them. [5.8.3]
        let falls_out =
            |event: &&NavalEvent| matches!(event.fact, Fact::StragglersNamed { .. } | Fact::GapsForeseen { .. });
        let journal = self.journal();
        let deeds = journal.deeds();
        let named = deeds[standing..]
            .iter()
            .flat_map(|deed| deed.events.iter().filter(falls_out).map(|event| (deed.entry, event)));
        let told = named.flat_map(|(entry, event)| {
            show::brief::brief(&journal.state_before(entry), std::slice::from_ref(event), entry, 0)
        });
        let held = show::signals::held_unplotted(&self.view());
        let text = lines.into_iter().chain(told).chain(held).collect::<Vec<String>>().join("\n");
        Ok(Told { text, ..answer })
    }

    /// Last turn's targets again, as far as they are lawful now; of the others it is told why not, and nothing filed.
    pub(super) fn again(&mut self) -> Result<Told, Problem> {
        let open = self.open_again(self.state())?;
        let targets = open.iter().cloned().map(once_more).collect();
        let (mut told, not) = self.declare_each(targets, List::Again)?;
        if let Some(says) = self.other_arcs(&open) {
            told.text = format!("{}\n{says}", told.text);
        }
        let json = |one: &Refused| json!({ "ids": { "from": one.target.firer, "at": one.target.target }, "says": one.why.fault.what });
        Ok(told.with(json!({ "not_again": not.iter().map(json).collect::<Vec<Value>>() })))
    }

    /// Declarations of the turn before whose batteries have not declared again. Refused where there are none.
    fn open_again(&self, state: &State) -> Result<Vec<Declaration>, Problem> {
        self.may_declare()?;
        if state.segment != Segment::Gunfire {
            let reason = Reason::WrongSegment { needed: Segment::Gunfire, now: state.segment, verb: "again" };
            return Err(show::refusal::refusal(state, &reason, gunnery::DECLARING).into());
        }
        let refused = |what| Problem::new(what).rule(Some(gunnery::DECLARING)).hint("targets");
        let Some(turn) = state.turn.checked_sub(1).filter(|last| 0 < *last) else {
            return Err(refused("This is turn 1: nobody has declared fire in a turn before it.".to_owned()));
        };
        let mut open = self.declared_lately();
        open.retain(|one| self.may_order(&Command::Target(once_more(one.clone()))).is_ok());
        if open.is_empty() {
            return Err(refused(format!("Nobody declared fire in turn {turn}.")));
        }
        open.retain(|one| !state.this_move.declarations.iter().any(|other| is_of_one_battery(one, other)));
        if open.is_empty() {
            return Err(refused(format!("Every battery that declared fire in turn {turn} has declared again.")));
        }
        Ok(open)
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
    pub(super) fn declare_each(&mut self, open: Vec<Target>, list: List) -> Result<(Told, Vec<Refused>), Problem> {
        self.all_or_nothing(|session| session.declare_lawful(open, list))
    }

    /// A [transaction](Session::transaction). If it fails, admirals do not remember what they answered in it, and what was named
    /// as open is named again.
    pub(super) fn all_or_nothing<T>(
        &mut self,
        does: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let before = (self.seat.admirals.clone(), self.seat.named.clone());
        let done = self.transaction(does);
        if done.is_err() {
            (self.seat.admirals, self.seat.named) = before;
        }
        done
    }

    fn declare_lawful(&mut self, mut open: Vec<Target>, list: List) -> Result<(Told, Vec<Refused>), Problem> {
        // A script whose dice fall on the table brings none here.
        let throws = self.mode == Mode::Roll || self.door.asks();
        let (mut told, mut lines) = (Told::default(), Vec::new());
        let not = loop {
            let (before, mut not) = (open.len(), Vec::new());
            for target in open {
                let command = self.completed(&self.known(), &Command::Target(target.clone()))?;
                let mut hand = if throws { DiceAtHand::supposed(&[]) } else { DiceAtHand::typed(&[]) };
                let known = self.known();
                if let Err(halt) = play::decide::<Naval>(&known, &command, &mut hand) {
                    let lacks_range = matches!(halt, Halt::Refused { reason: Reason::NoRange { .. }, .. });
                    let meant = match &halt {
                        Halt::Refused { reason, .. } => show::refusal::meant_range(&known, &target, reason),
                        Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. } => None,
                    };
                    let why = Naval::refused(Some(self), &known, &command, halt);
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
        let mut text = show::brief::together_in_few(lines);
        text.extend(self.not_declared(&not, list));
        Ok((Told { text: text.join("\n"), ..told }, not))
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

    /// Of each battery the last declaration in the turns that `again` goes back to: a ship that missed one is kept.
    fn declared_lately(&self) -> Vec<Declaration> {
        let (mut turn, mut declared) = (1, Vec::<Declaration>::new());
        let now = self.state();
        for event in self.journal().deeds().iter().flat_map(|deed| deed.events) {
            if let Fact::SegmentBegan { turn: begun, .. } = &event.fact {
                turn = *begun;
            } else if let Fact::FireDeclared(one) = &event.fact
                && (1..=TURNS_BACK).contains(&now.turn.saturating_sub(turn))
            {
                declared.retain(|other| !is_of_one_battery(one, other));
                declared.push(one.clone());
            }
        }
        declared
    }
}

/// The same declaration, by the range and the conditions of this turn.
fn once_more(one: Declaration) -> Target {
    let Declaration { firer, target, battery, .. } = one;
    Target { firer, target, range: None, bearing: None, battery: Some(battery), conditions: Conditions::default() }
}

fn is_of_one_battery(one: &Declaration, other: &Declaration) -> bool {
    one.firer == other.firer && one.battery == other.battery
}

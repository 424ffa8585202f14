//! Several orders at once: parted by `;`, last turn's targets again, all that are not plotted straight on.
use serde_json::{Value, json};

use super::{no_order, nobody_fires, typed_order};
use crate::{Answer, DiceAtHand, Mode, Order, Playable, Problem, Session, Telling, deciding::only_the_referee_knows};
use naval::{
    Command, Declaration, Fact, Id, Inches, Naval, NavalEvent, Plot, Reason, Segment, SideId, State, Target,
    command::Conditions,
    gunnery,
    notation::{self, Order as Meant, Phrase, typed_name},
    turn,
    view::{self, View},
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

/// A declaration that is not lawful now, and why.
pub(super) struct Refused {
    pub target: Target,
    pub why: Problem,
    /// Nobody has said how far off she is.
    lacks_range: bool,
    /// The range that was likely meant by the one that was typed.
    meant: Option<Inches>,
}

/// The orders of a line tried one after the other, before any is filed.
struct Trial {
    /// What whoever reads knows behind the orders that were tried.
    scratch: State,
    /// The truth behind them, where a side reads.
    truth: Option<State>,
    /// The state in which a person leaves guns silent by a `fire` among them.
    fires_in: Option<State>,
    /// The places of the steps in which dice fall.
    dice_fell: Vec<usize>,
    tried: usize,
}

impl Trial {
    fn new(session: &Session<'_, Naval>) -> Trial {
        let truth = (!session.seat.reader.is_referee()).then(|| session.state().clone());
        let scratch = session.known().into_owned();
        Trial { scratch, truth, fires_in: None, dice_fell: Vec::new(), tried: 0 }
    }

    /// Decides the next command with dice that are supposed, or with those of the line.
    fn tries(&mut self, session: &Session<'_, Naval>, Step { order, .. }: &Step) -> Result<(), Problem> {
        let (door, seat) = (session.door, &session.seat);
        let command = session.completed(&self.scratch, &order.command)?;
        session.may_order(&command)?;
        if !order.is_final && !door.asks() {
            session.may_fire(&self.scratch, &command)?;
        }
        let fires = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
        if fires && !order.is_final && door.asks() && !seat.admirals.is_empty() {
            self.fires_in = Some(self.scratch.clone());
        }
        let faces = order.dice.as_deref().unwrap_or_default();
        let are_all = order.dice.is_some() || (session.mode == Mode::Ask && !door.asks());
        let mut hand = if are_all { DiceAtHand::typed(faces) } else { DiceAtHand::supposed(faces) };
        self.tried += 1;
        let is_next = matches!(command, Command::Next { .. });
        if let Some(truth) = self.truth.as_mut().filter(|_| is_next) {
            // Whether a segment may close depends on orders of admirals that the side does not know.
            let closed = play::decide::<Naval>(truth, &command, &mut hand);
            let closed = closed.map_err(|halt| Naval::halted_here(session, truth, &command, halt))?;
            play::apply_all::<Naval>(truth, &closed);
            if let Some(side) = seat.reader.knows_as() {
                self.scratch = view::known_to(truth, &side);
            }
            return Ok(());
        }
        let events = play::decide::<Naval>(&self.scratch, &command, &mut hand);
        let events = events.map_err(|halt| Naval::halted_here(session, &self.scratch, &command, halt))?;
        if events.iter().any(|event| !event.dice.is_empty()) {
            self.dice_fell.push(self.tried - 1);
        }
        play::apply_all::<Naval>(&mut self.scratch, &events);
        if let Some(truth) = &mut self.truth {
            let so = play::decide::<Naval>(truth, &command, &mut DiceAtHand::supposed(faces));
            play::apply_all::<Naval>(truth, &so.map_err(|_| only_the_referee_knows())?);
        }
        Ok(())
    }
}

impl Session<'_, Naval> {
    /// Several orders, one after the other: all of them are tried first, each read in the state that those before it make, and
    /// where one is refused none is filed. What a side gives is tried in what it knows and then in the truth, as an order
    /// alone is.
    pub(super) fn several_orders(&mut self, line: &str, phrases: &[Phrase]) -> Result<Answer, Problem> {
        let (mut trial, mut steps) = (Trial::new(self), Vec::new());
        let mut own = self.seat.reader.side().cloned();
        for (at, phrase) in phrases.iter().enumerate() {
            let of =
                |problem: Problem| problem.of(format_args!("order {} of {}, {}", at + 1, phrases.len(), phrase.text()));
            let begins = steps.len();
            steps.extend(self.steps_of(line, phrase, &trial.scratch, &mut own).map_err(of)?);
            steps[begins..].iter().try_for_each(|step| trial.tries(self, step)).map_err(of)?;
        }
        self.file(steps, trial)
    }

    /// Commands of a line that is one order, all or none of them.
    pub(super) fn all_of(&mut self, steps: Vec<Step>) -> Result<Answer, Problem> {
        let mut trial = Trial::new(self);
        for (at, step) in steps.iter().enumerate() {
            let of = |problem: Problem| problem.of(format_args!("order {} of {}, {}", at + 1, steps.len(), step.says));
            trial.tries(self, step).map_err(of)?;
        }
        self.file(steps, trial)
    }

    /// The commands that an order comes to in a state. Numbers of ships that fire are of the side of the first that does: its
    /// turn to declare goes over to the enemy with each of them, and nobody means that. [3.3.5, Q54]
    fn steps_of(
        &self,
        line: &str,
        phrase: &Phrase,
        state: &State,
        own: &mut Option<SideId>,
    ) -> Result<Vec<Step>, Problem> {
        if let Some(problem) = phrase.bare_verb().and_then(|verb| nobody_fires(state, verb)) {
            return Err(problem);
        }
        let order = phrase.read(state, own.as_ref()).map_err(|fault| Problem::in_line(line, fault))?;
        if own.is_none() {
            let firer = order.firer().and_then(|firer| state.ships_of(firer).next());
            *own = firer.map(|ship| ship.side.clone());
        }
        let all = |commands: Vec<Command>| commands.into_iter().map(|command| Step::of(state, command)).collect();
        Ok(match order {
            Meant::Command(typed) => vec![Step { says: phrase.text().to_owned(), order: typed_order(typed) }],
            Meant::Volley(volley) => all(volley.targets(state).into_iter().map(Command::Target).collect()),
            Meant::Tape(tape) => all(tape.measures),
            Meant::Straight { all } => self.straight_plots(state, all)?,
            Meant::Again => all(self.lawful_again(state)?),
            Meant::Look(_) => return Err(no_order()),
        })
    }

    /// Files what was tried.
    fn file(&mut self, steps: Vec<Step>, trial: Trial) -> Result<Answer, Problem> {
        let standing = self.journal().deeds().len();
        // A ship's repair depends on no other's. [8.6]
        let repairs = steps.iter().all(|step| matches!(step.order.command, Command::Repair { .. }));
        if let Some(at) = trial.dice_fell.first().filter(|at| **at + 1 < steps.len() && !repairs) {
            let line = &steps[*at].says;
            let what = format!("dice fall in \"{line}\", and what comes after it may hang on them");
            return Err(Problem::new(what).hint(format!("`{line}` alone, and the others in a line of their own")));
        }
        // Whether guns are to stay silent is asked before anything is filed, and an admiral answers.
        if let Some(state) = &trial.fires_in {
            self.may_leave_silent(state)?;
        }
        let agreed = trial.fires_in.is_some();
        self.all_or_nothing(|session| session.file_each(steps, standing, repairs, agreed))
    }

    /// Carries out the commands of a line one behind the other.
    fn file_each(&mut self, steps: Vec<Step>, standing: usize, repairs: bool, agreed: bool) -> Result<Answer, Problem> {
        let last = steps.len().saturating_sub(1);
        let in_few = self.telling == Telling::Brief && steps.iter().all(Step::declares);
        let mut told: Option<Answer> = None;
        for (at, Step { says, order }) in steps.into_iter().enumerate() {
            let goes_on = 0 < at && matches!(order.command, Command::Target(_));
            let does = |session: &mut Self| session.going_on(goes_on, |session| session.among_admirals(order, &says));
            let answer = match self.with_seat(|seat| &mut seat.agreed, agreed, does) {
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
                // A person who takes the last back at a question takes all back.
                Err(problem) => return Err(problem),
            };
            told = Some(told.map_or(answer.clone(), |told| told.and(answer)));
            // An admiral who is due declares before she goes on. [3.3.5]
            if at < last && self.state().segment == Segment::Gunfire {
                let said = self.admirals_answer()?.into_iter().map(Answer::text);
                told = said.fold(told, |told, said| told.map(|told| told.and(said)));
            }
        }
        let told = told.unwrap_or_default();
        if in_few {
            let text = show::together_in_few(vec![told.text.clone()]).join("\n");
            return Ok(Answer { text, ..told });
        }
        Ok(told)
    }

    /// The plots of the reader's divisions that have none, or of all; none where all is moved by hand. An admiral plots its own.
    ///
    /// # Errors
    /// No division needs a plot.
    pub(super) fn straight_plots(&self, state: &State, all: bool) -> Result<Vec<Step>, Problem> {
        let view = View::seen_by(state, &self.seat.reader);
        let is_owned = |id: &Id| view.division(id).is_some_and(|division| view.owns(&division.side));
        let is_an_admirals = |id: &Id| {
            let plot = Command::Plot { unit: id.clone(), plot: Plot::default(), advance: false, launches: Vec::new() };
            self.seat.reader.is_referee() && self.the_admirals(state, &plot).is_some()
        };
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
    pub(super) fn straight(&mut self, all: bool) -> Result<Answer, Problem> {
        let steps = self.straight_plots(self.state(), all)?;
        if steps.is_empty() {
            let says = "Nobody owes a plot: who is moved by hand goes straight on unless she is plotted.";
            let held = show::held_unplotted(&self.view());
            return Ok(Answer::text([says.to_owned()].into_iter().chain(held).collect::<Vec<_>>().join("\n")));
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
            show::brief(&journal.state_before(entry), std::slice::from_ref(event), entry, 0)
        });
        let held = show::held_unplotted(&self.view());
        let text = lines.into_iter().chain(told).chain(held).collect::<Vec<String>>().join("\n");
        Ok(Answer { text, ..answer })
    }

    /// Last turn's targets again, as far as they are lawful now; of the others it is told why not, and nothing filed.
    pub(super) fn again(&mut self) -> Result<Answer, Problem> {
        let open = self.open_again(self.state())?;
        let targets = open.iter().cloned().map(once_more).collect();
        let (mut told, not) = self.declare_each(targets, List::Again)?;
        if let Some(says) = self.other_arcs(&open) {
            told.text = format!("{}\n{says}", told.text);
        }
        let json = |one: &Refused| json!({ "ids": { "from": one.target.firer, "at": one.target.target }, "says": one.why.fault.what });
        Ok(told.with(json!({ "not_again": not.iter().map(json).collect::<Vec<Value>>() })))
    }

    /// Last turn's targets as far as they are lawful in a state, one after the other.
    fn lawful_again(&self, state: &State) -> Result<Vec<Command>, Problem> {
        let (mut at, mut lawful) = (state.clone(), Vec::new());
        let mut refused = None;
        for target in self.open_again(state)?.into_iter().map(once_more) {
            let command = Command::Target(target);
            match play::decide::<Naval>(&at, &command, &mut DiceAtHand::supposed(&[])) {
                Ok(events) => {
                    play::apply_all::<Naval>(&mut at, &events);
                    lawful.push(command);
                }
                Err(halt) => refused = refused.or(Some(Naval::halted(&at, &command, halt))),
            }
        }
        match refused.filter(|_| lawful.is_empty()) {
            Some(problem) => Err(problem),
            None => Ok(lawful),
        }
    }

    /// Declarations of the turn before whose batteries have not declared again. Refused where there are none.
    fn open_again(&self, state: &State) -> Result<Vec<Declaration>, Problem> {
        self.may_declare()?;
        if state.segment != Segment::Gunfire {
            let reason = Reason::WrongSegment { needed: Segment::Gunfire, now: state.segment, verb: "again" };
            return Err(show::refusal(state, &reason, gunnery::DECLARING).into());
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

//! Decides a command, with dice rolled, typed, or asked for until they suffice. Begin at [`Session::rule`].
use std::borrow::Cow;

use crate::{
    Act, AtTable, Cut, DiceAtHand, Ending, Mode, Moment, Outcome, Question, Refusal, Ruling, Session, WhoseDice,
    Wording,
    asking::{Asking, Put},
    story::faces_words,
};
use play::journal::Entry;
use play::{self, Ask, EventOf, Game, Halt, HaltOf, Source, verbs};

/// The answer to an offer of the earlier dice.
enum Again {
    AsBefore(Vec<u8>),
    /// These dice, in the order of the questions.
    Others(Vec<u8>),
    Nothing,
}

/// An offer to use the earlier dice again.
struct Offer<'f>(&'f [u8]);

impl Put for Offer<'_> {
    type Reply = Again;
    fn words(&self) -> String {
        format!("Again the dice as before,{}? [Y/n] ", faces_words(self.0))
    }
    fn read(&self, typed: &str) -> Result<Again, String> {
        let answer = typed.trim().to_lowercase();
        let others: Option<Vec<u8>> = answer.split_whitespace().map(|word| word.parse().ok()).collect();
        match (&*answer, others) {
            ("" | "y" | "yes", _) => Ok(Again::AsBefore(self.0.to_vec())),
            ("n" | "no", _) => Ok(Again::Nothing),
            (_, Some(others)) => Ok(Again::Others(others)),
            (_, None) => Err("Enter takes them; `n` asks for others, `<` takes the command back.".to_owned()),
        }
    }
}

/// Why a command is not ruled.
pub(crate) struct Unruled<G: Game> {
    pub refusal: Box<Refusal>,
    /// Halt of the rules, or `None` if something else prevents it.
    pub halt: Option<HaltOf<G>>,
}

impl<G: Game> Unruled<G> {
    /// Returns the rules' reason to refuse it.
    pub fn reason(&self) -> Option<&G::Reason> {
        if let Some(Halt::Refused { reason, .. }) = &self.halt { Some(reason) } else { None }
    }
}

impl<G: Game> From<Refusal> for Unruled<G> {
    fn from(refusal: Refusal) -> Unruled<G> {
        Unruled { refusal: Box::new(refusal), halt: None }
    }
}

impl<G: Game> From<Unruled<G>> for Refusal {
    fn from(unruled: Unruled<G>) -> Refusal {
        *unruled.refusal
    }
}

/// A decided command with its events, as in [`Ruling`], and the typed dice that no roll needed.
struct Ruled<G: AtTable> {
    command: G::Command,
    events: Vec<EventOf<G>>,
    cut_short: Option<Cut>,
    told: usize,
    left: Vec<u8>,
}

impl<G: AtTable> Session<'_, G> {
    /// Decides a command and records it.
    pub(crate) fn rule(&mut self, command: G::Command, dice: Option<&[u8]>) -> Result<Ruling<G>, Unruled<G>> {
        let before = self.state().clone();
        let ruled = self.decide(&before, command, dice)?;
        if ruled.left.is_empty() { self.file(before, ruled) } else { Err(too_many(&ruled.left).into()) }
    }

    /// As [`rule`](Session::rule), with as many of these dice as are needed, which are removed from `faces`.
    pub(crate) fn rule_by(&mut self, command: G::Command, faces: &mut Vec<u8>) -> Result<Ruling<G>, Unruled<G>> {
        let before = self.state().clone();
        let decided = self.decide(&before, command, Some(&faces[..]).filter(|faces| !faces.is_empty()));
        match &decided {
            Ok(ruled) => faces.clone_from(&ruled.left),
            // When dice are asked for, none is left.
            Err(unruled) if unruled.refusal.is_stopped() => faces.clear(),
            Err(_) => {}
        }
        self.file(before, decided?)
    }

    fn file(&mut self, before: G::State, ruled: Ruled<G>) -> Result<Ruling<G>, Unruled<G>> {
        let Ruled { command, events, cut_short, told, left: _ } = ruled;
        self.record_deed(command.clone(), events.clone())?;
        let entry = self.journal().entries().len();
        Ok(Ruling { before, command, already: told.min(events.len()), events, cut_short, entry })
    }

    /// Decides a command with dice typed after it, rolled by the program, or asked for. A side is refused from what it
    /// knows. If only the truth refuses, it gets no reason.
    fn decide(&mut self, truth: &G::State, command: G::Command, typed: Option<&[u8]>) -> Result<Ruled<G>, Unruled<G>> {
        let known = match self.known() {
            Cow::Owned(known) => known,
            Cow::Borrowed(_) => return self.decide_in((truth, true), command, typed, true),
        };
        // The command also rolls dice of others here, so `decide_in` asks for the dice of the true state. A test with
        // supposed dice first shows whether the order will be refused: from what the side knows, with the reason, else
        // from the truth, without one. Deciding in both states could refuse only after dice were rolled in vain.
        if self.mode == Mode::Ask && G::whose_dice(self, &command) == WhoseDice::OfOthersToo {
            let refused = |state: &G::State| play::decide::<G>(state, &command, &mut DiceAtHand::supposed(&[])).err();
            if let Some(halt) = refused(&known) {
                return Err(G::refused(None, &known, &command, halt).into());
            }
            if refused(truth).is_some() {
                return Err(only_the_referee_knows().into());
            }
            return self.decide_in((truth, true), command, typed, true);
        }
        let seen = self.decide_in((&known, false), command, typed, true)?;
        if !seen.left.is_empty() {
            return Err(too_many(&seen.left).into());
        }
        // Dice that were asked for are not asked for again.
        let rolls = seen.events.iter().flat_map(|event| &event.dice);
        let given: Vec<u8> = rolls.filter(|roll| roll.source == Source::Typed).map(|roll| roll.face).collect();
        let (typed, as_asked) = if given.is_empty() { (typed, true) } else { (Some(&given[..]), false) };
        let ruled = self.decide_in((truth, true), seen.command, typed, as_asked).ok();
        let ruled = ruled.filter(|ruled| ruled.left.is_empty()).ok_or_else(only_the_referee_knows)?;
        Ok(Ruled { cut_short: seen.cut_short.or(ruled.cut_short), ..ruled })
    }

    /// Decides a command in a state, which may be the truth. In a known state no decision is asked for.
    ///
    /// If `as_asked` and a person is there, dice in the line are in the order of the questions. Otherwise, and in a
    /// script, they are in the order in which the rules need them.
    fn decide_in(
        &mut self,
        (state, is_truth): (&G::State, bool),
        mut command: G::Command,
        typed: Option<&[u8]>,
        as_asked: bool,
    ) -> Result<Ruled<G>, Unruled<G>> {
        let mut asking = Asking::new(self.door, typed, as_asked && self.door.asks());
        let throws = typed.is_none() && self.mode == Mode::Roll;
        // A person who types all dice at once has made the choice.
        let mut may_choose = self.door.asks() && is_truth;
        let mut told = 0;
        if may_choose && typed.is_none() && !throws {
            match self.offers_again(state, &command)? {
                Again::AsBefore(faces) => asking.faces = faces,
                Again::Others(faces) => asking.line = faces,
                Again::Nothing => {}
            }
        }
        loop {
            let mut hand =
                if throws { DiceAtHand::thrown(self.journal().dice()) } else { DiceAtHand::typed(&asking.faces) };
            match play::decide::<G>(state, &command, &mut hand) {
                Ok(events) => {
                    let choice = if throws && may_choose {
                        G::before(self, &command, Moment::Fallen(state, &events))?
                    } else {
                        None
                    };
                    let Some(chosen) = choice else {
                        let left = [hand.left(), &asking.line].concat();
                        return Ok(Ruled { command, events, cut_short: None, told, left });
                    };
                    (command, may_choose) = (chosen, false);
                }
                Err(Halt::NeedsRoll { ask, missing }) => {
                    if self.lays_out(state, &command, &mut asking, (&ask, missing)) {
                        continue;
                    }
                    let at = play::halted_in::<G>(state, &command, &mut DiceAtHand::typed(&asking.faces));
                    if !self.door.asks() {
                        return Err(self.halted(&at, &command, Halt::NeedsRoll { ask, missing }));
                    }
                    if may_choose && !asking.faces.is_empty() {
                        let mut fallen = play::decide::<G>(state, &command, &mut DiceAtHand::supposed(&asking.faces))
                            .map_err(|halt| G::refused(Some(self), &at, &command, halt))?;
                        fallen.retain(|event| event.dice.iter().all(|roll| roll.source == Source::Typed));
                        if let Some(chosen) = G::before(self, &command, Moment::Fallen(state, &fallen))? {
                            (command, may_choose) = (chosen, false);
                            continue;
                        }
                    }
                    let (settled, decides) = self.settled(state, &command, &asking.faces);
                    told = told.min(settled.len());
                    let so_far = Outcome::SoFar { before: state, events: &settled, already: told };
                    let says = if is_truth { G::told(self, &so_far).text } else { String::new() };
                    if !says.is_empty() {
                        told = settled.len();
                        self.door.aside(&says);
                    }
                    let at = (state, &command, &at);
                    if let Err(problem) = self.ask_for_dice(&mut asking, at, (&ask, missing), decides.as_ref()) {
                        let stopped = Some(Ending::Stopped).filter(|_| asking.has_stopped);
                        let all = (&asking.faces[..], &asking.given);
                        let finished = stopped.and_then(|ending| G::finished(state, &command, all, ending));
                        let (command, events) = finished.ok_or(problem)?;
                        let cut_short = Some(Cut::Stopped);
                        return Ok(Ruled { command, events, cut_short, told, left: Vec::new() });
                    }
                }
                Err(halt) => {
                    // Dice rolled at the table before the command stopped are used if possible.
                    let thrown = self.door.asks() && asking.line.is_empty() && !asking.faces.is_empty();
                    let all = (&asking.faces[..], &asking.given);
                    let far = if thrown { G::finished(state, &command, all, Ending::Refused(&halt)) } else { None };
                    let unruled = self.halted(state, &command, halt);
                    let Some((command, events)) = far else { return Err(unruled) };
                    let cut_short = Some(Cut::Refused(unruled.into()));
                    return Ok(Ruled { command, events, cut_short, told, left: Vec::new() });
                }
            }
        }
    }

    fn halted(&self, at: &G::State, command: &G::Command, halt: HaltOf<G>) -> Unruled<G> {
        Unruled { refusal: Box::new(G::refused(Some(self), at, command, halt.clone())), halt: Some(halt) }
    }

    /// Offers the dice typed for the same command, if it was undone and nothing was rolled since.
    fn offers_again(&mut self, state: &G::State, command: &G::Command) -> Result<Again, Refusal> {
        let before = self.typed_before(command).filter(|faces| {
            let mut hand = DiceAtHand::typed(faces);
            play::decide::<G>(state, command, &mut hand).is_ok() && hand.left().is_empty()
        });
        let before = before.filter(|_| G::may(self, Act::Rule).is_ok());
        before.map_or(Ok(Again::Nothing), |faces| self.ask(&Offer(&faces)))
    }

    /// Returns the dice typed for a command that the last `undo` undid.
    fn typed_before(&self, command: &G::Command) -> Option<Vec<u8>> {
        let journal = self.journal();
        let last = journal.entries().iter().rposition(|entry| matches!(entry, Entry::TakenBack { .. }))? + 1;
        let Some(Entry::TakenBack { from, .. }) = journal.entry(last) else { return None };
        if (last..journal.next_number()).any(|number| 0 < journal.dice_in(number)) {
            return None;
        }
        let taken = (*from..last).rev().filter(|number| !journal.in_force().is_in_force(*number));
        let events = taken.filter_map(|number| journal.entry(number)).find_map(|entry| match entry {
            Entry::Did { command: same, events, .. } if same == command => Some(events),
            _ => None,
        })?;
        let rolls = events.iter().flat_map(|event| &event.dice).filter(|roll| roll.source == Source::Typed);
        Some(rolls.map(|roll| roll.face).collect()).filter(|faces: &Vec<u8>| !faces.is_empty())
    }

    /// Supplies dice to a roll: those given before its turn, else those left in the line. Returns false without any, or
    /// if the line has too few for all rolls in the same question.
    pub(crate) fn lays_out(
        &self,
        state: &G::State,
        command: &G::Command,
        asking: &mut Asking<'_, G::Purpose>,
        (ask, missing): (&Ask<G::Purpose>, u16),
    ) -> bool {
        if missing == ask.count
            && let Some(faces) = asking.given.take(&ask.purpose, asking.faces.len())
        {
            asking.faces.extend(faces);
            return true;
        }
        let asks = self.together(state, command, asking, (ask, missing));
        if asking.line.is_empty() || asking.line.len() < dice_of(&asks).into() {
            return false;
        }
        let mut line = std::mem::take(&mut asking.line);
        if asks.is_empty() {
            asking.faces.extend(line.drain(..line.len().min(missing.into())));
        }
        asking.line = asking.lay(line, &asks);
        true
    }

    /// Returns the rolls asked for in one question with `ask`, empty if it is asked for alone.
    fn together(
        &self,
        state: &G::State,
        command: &G::Command,
        asking: &Asking<'_, G::Purpose>,
        (ask, missing): (&Ask<G::Purpose>, u16),
    ) -> Vec<Ask<G::Purpose>> {
        if missing != ask.count {
            return Vec::new();
        }
        let mut asks = G::together(self, state, command, (&asking.faces, &asking.given), ask);
        if asks.len() < 2 {
            asks.clear();
        }
        asks
    }

    /// Asks for the next dice of a command: `state` is the state before it, `at` the one in which it halts. Rolls that
    /// depend on nothing unknown are asked for in one question. Dice left in the line begin the answer.
    pub(crate) fn ask_for_dice(
        &mut self,
        asking: &mut Asking<'_, G::Purpose>,
        (state, command, at): (&G::State, &G::Command, &G::State),
        (ask, missing): (&Ask<G::Purpose>, u16),
        decides: Option<&Decided<G>>,
    ) -> Result<(), Refusal> {
        let together = self.together(state, command, asking, (ask, missing));
        if let Some((ask, face)) = no_face_of(&together, &asking.line) {
            return Err(G::refused(Some(self), at, command, Halt::NoSuchFace { ask: ask.clone(), face }));
        }
        let answered = if together.is_empty() {
            self.ask_for_faces(asking, at, (ask, missing), decides)
        } else {
            self.ask_for_several(asking, at, &together)
        };
        asking.forget();
        answered
    }

    /// Asks for the dice of one roll.
    pub(crate) fn ask_for_faces(
        &mut self,
        asking: &mut Asking<'_, G::Purpose>,
        at: &G::State,
        (ask, missing): (&Ask<G::Purpose>, u16),
        decides: Option<&Decided<G>>,
    ) -> Result<(), Refusal> {
        let asks = std::slice::from_ref(ask);
        let decides = decides.map(|(before, event)| (before, event));
        let asked = G::asked(self, &Question::Faces { at, asks, missing, decides });
        asking.ask(&mut |faces| self.put(faces), asked, (ask.sides, missing))
    }

    /// Asks for the dice of several rolls in one question, and keeps them for their turn.
    fn ask_for_several(
        &mut self,
        asking: &mut Asking<'_, G::Purpose>,
        at: &G::State,
        asks: &[Ask<G::Purpose>],
    ) -> Result<(), Refusal> {
        let dice = (asks.first().map_or(0, |ask| ask.sides), dice_of(asks));
        let asked = |missing: u16| G::asked(self, &Question::Faces { at, asks, missing, decides: None });
        let questions: Vec<Wording> = (0..=dice.1).map(asked).collect();
        let question = |missing: u16| questions[usize::from(missing)].clone();
        let begun = std::mem::take(&mut asking.line);
        let answered = asking.ask_several(&mut |faces| self.put(faces), question, dice, begun);
        // If the person stops in the middle of an answer, the dice typed until then count as rolled.
        let faces = match &answered {
            Ok(faces) => faces.clone().unwrap_or_default(),
            Err(_) => std::mem::take(&mut asking.broken_off),
        };
        asking.lay(faces, asks);
        answered.map(drop)
    }

    /// Returns the events settled by the known dice, and the event that the next dice decide.
    ///
    /// The command is decided with supposed dice after the known ones. The first event that uses a supposed die is the
    /// one to ask for.
    fn settled(&self, state: &G::State, command: &G::Command, faces: &[u8]) -> (Vec<EventOf<G>>, Option<Decided<G>>) {
        let Ok(mut events) = play::decide::<G>(state, command, &mut DiceAtHand::supposed(faces)) else {
            return (Vec::new(), None);
        };
        let supposed = |event: &EventOf<G>| event.dice.iter().any(|roll| roll.source == Source::Thrown);
        let decides = decided::<G>(state, &events, supposed);
        events.truncate(events.iter().position(supposed).unwrap_or(events.len()));
        (events, decides)
    }
}

/// The state before an event that dice decide, and the event as supposed dice would have it.
pub(crate) type Decided<G> = (<G as Game>::State, EventOf<G>);

/// Returns the first of a command's events for which `asks` holds, with the state before it.
pub(crate) fn decided<G: AtTable>(
    state: &G::State,
    events: &[EventOf<G>],
    asks: impl Fn(&EventOf<G>) -> bool,
) -> Option<Decided<G>> {
    let at = events.iter().position(asks)?;
    let mut before = state.clone();
    play::apply_all::<G>(&mut before, &events[..at]);
    Some((before, events[at].clone()))
}

/// Returns the first die of a line that is impossible, if the line begins the answer to these rolls.
fn no_face_of<'a, P>(asks: &'a [Ask<P>], line: &[u8]) -> Option<(&'a Ask<P>, u8)> {
    let dice = asks.iter().flat_map(|ask| (0..ask.count).map(move |_| ask));
    dice.zip(line).map(|(ask, face)| (ask, *face)).find(|(ask, face)| verbs::face(ask.sides, *face).is_none())
}

/// Returns the number of dice in all these rolls.
fn dice_of<P>(asks: &[Ask<P>]) -> u16 {
    asks.iter().map(|ask| ask.count).sum()
}

/// Returns the refusal shown to a side if only the truth refuses.
pub(crate) fn only_the_referee_knows() -> Refusal {
    Refusal::only_the_referee("that cannot be done, for a reason that only the referee knows").line("pass to referee")
}

/// Returns the refusal of typed dice that no roll needed.
pub(crate) fn too_many(left: &[u8]) -> Refusal {
    let faces: Vec<String> = left.iter().map(u8::to_string).collect();
    let dice = if left.len() == 1 { "die" } else { "dice" };
    let what = format!("{} {dice} too many: {}", left.len(), faces.join(" "));
    Refusal::left_over(what).hint("leave them out; every die typed must be needed")
}

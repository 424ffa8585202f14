//! Decides a command, with dice rolled, typed, or asked for until they suffice. Begin at [`Session::rule`].
use std::borrow::Cow;

use crate::{
    AskPoint, DiceMode, DiceOwner, DiceSource, EarlyEnd, EndedEarly, LineOutcome, Permission, PlayableGame,
    QuestionText, Refusal, RuledCommand, Session, SessionQuestion,
    asking::{DiceCollector, Prompt},
    story::results_text,
};
use play::journal::Entry;
use play::{self, DiceRequest, EventOf, Game, NotDecided, NotDecidedOf, Source, verbs};

/// The answer to an offer of the earlier dice.
enum EarlierDiceAnswer {
    Same(Vec<u8>),
    /// These dice, in the order of the questions.
    New(Vec<u8>),
    None,
}

/// An offer to use the earlier dice again.
struct EarlierDiceOffer<'f>(&'f [u8]);

impl Prompt for EarlierDiceOffer<'_> {
    type Reply = EarlierDiceAnswer;
    fn text(&self) -> String {
        format!("Use the same dice,{}? [Y/n] ", results_text(self.0))
    }
    fn read(&self, typed: &str) -> Result<EarlierDiceAnswer, String> {
        let answer = typed.trim().to_lowercase();
        let others: Option<Vec<u8>> = answer.split_whitespace().map(|word| word.parse().ok()).collect();
        match (&*answer, others) {
            ("" | "y" | "yes", _) => Ok(EarlierDiceAnswer::Same(self.0.to_vec())),
            ("n" | "no", _) => Ok(EarlierDiceAnswer::None),
            (_, Some(others)) => Ok(EarlierDiceAnswer::New(others)),
            (_, None) => Err("Press Enter to use them, `n` for other dice, `<` to cancel the command.".to_owned()),
        }
    }
}

/// Why a command is not ruled.
pub(crate) struct NotRuled<G: Game> {
    pub refusal: Box<Refusal>,
    /// Halt of the rules, or `None` if something else prevents it.
    pub halt: Option<NotDecidedOf<G>>,
}

impl<G: Game> NotRuled<G> {
    /// Returns the rules' reason to refuse it.
    pub fn reason(&self) -> Option<&G::Reason> {
        if let Some(NotDecided::Refused { reason, .. }) = &self.halt { Some(reason) } else { None }
    }
}

impl<G: Game> From<Refusal> for NotRuled<G> {
    fn from(refusal: Refusal) -> NotRuled<G> {
        NotRuled { refusal: Box::new(refusal), halt: None }
    }
}

impl<G: Game> From<NotRuled<G>> for Refusal {
    fn from(unruled: NotRuled<G>) -> Refusal {
        *unruled.refusal
    }
}

/// A decided command with its events, as in [`Ruling`], and the typed dice that no roll needed.
struct DecidedCommand<G: PlayableGame> {
    command: G::Command,
    events: Vec<EventOf<G>>,
    cut_short: Option<EndedEarly>,
    told: usize,
    unused_dice: Vec<u8>,
}

impl<G: PlayableGame> Session<'_, G> {
    /// Decides a command and records it.
    pub(crate) fn rule(&mut self, command: G::Command, dice: Option<&[u8]>) -> Result<RuledCommand<G>, NotRuled<G>> {
        let before = self.state().clone();
        let ruled = self.decide(&before, command, dice)?;
        if ruled.unused_dice.is_empty() {
            self.record_ruled(before, ruled)
        } else {
            Err(too_many_dice(&ruled.unused_dice).into())
        }
    }

    /// As [`rule`](Session::rule), with as many of these dice as are needed, which are removed from `faces`.
    pub(crate) fn rule_with(
        &mut self,
        command: G::Command,
        faces: &mut Vec<u8>,
    ) -> Result<RuledCommand<G>, NotRuled<G>> {
        let before = self.state().clone();
        let decided = self.decide(&before, command, Some(&faces[..]).filter(|faces| !faces.is_empty()));
        match &decided {
            Ok(ruled) => faces.clone_from(&ruled.unused_dice),
            // When dice are asked for, none is left.
            Err(unruled) if unruled.refusal.is_stopped() => faces.clear(),
            Err(_) => {}
        }
        self.record_ruled(before, decided?)
    }

    fn record_ruled(&mut self, before: G::State, ruled: DecidedCommand<G>) -> Result<RuledCommand<G>, NotRuled<G>> {
        let DecidedCommand { command, events, cut_short, told, unused_dice: _ } = ruled;
        self.record_deed(command.clone(), events.clone())?;
        let entry = self.journal().entries().len();
        Ok(RuledCommand { before, command, already: told.min(events.len()), events, cut_short, entry })
    }

    /// Decides a command with dice typed after it, rolled by the program, or asked for. A side is refused from what it
    /// knows. If only the truth refuses, it gets no reason.
    fn decide(
        &mut self,
        truth: &G::State,
        command: G::Command,
        typed: Option<&[u8]>,
    ) -> Result<DecidedCommand<G>, NotRuled<G>> {
        let known = match self.known_state() {
            Cow::Owned(known) => known,
            Cow::Borrowed(_) => return self.decide_in((truth, true), command, typed, true),
        };
        // The command also rolls dice of others here, so `decide_in` asks for the dice of the true state. A test with
        // supposed dice first shows whether the order will be refused: from what the side knows, with the reason, else
        // from the truth, without one. Deciding in both states could refuse only after dice were rolled in vain.
        if self.mode == DiceMode::Ask && G::whose_dice(self, &command) == DiceOwner::OfOthersToo {
            let refused =
                |state: &G::State| play::decide::<G>(state, &command, &mut DiceSource::with_supposed(&[])).err();
            if let Some(halt) = refused(&known) {
                return Err(G::refusal_of(None, &known, &command, halt).into());
            }
            if refused(truth).is_some() {
                return Err(only_the_referee_knows().into());
            }
            return self.decide_in((truth, true), command, typed, true);
        }
        let decided = self.decide_in((&known, false), command, typed, true)?;
        if !decided.unused_dice.is_empty() {
            return Err(too_many_dice(&decided.unused_dice).into());
        }
        // Dice that were asked for are not asked for again.
        let rolls = decided.events.iter().flat_map(|event| &event.dice);
        let given: Vec<u8> = rolls.filter(|roll| roll.source == Source::Typed).map(|roll| roll.face).collect();
        let (typed, as_asked) = if given.is_empty() { (typed, true) } else { (Some(&given[..]), false) };
        let ruled = self.decide_in((truth, true), decided.command, typed, as_asked).ok();
        let ruled = ruled.filter(|ruled| ruled.unused_dice.is_empty()).ok_or_else(only_the_referee_knows)?;
        Ok(DecidedCommand { cut_short: decided.cut_short.or(ruled.cut_short), ..ruled })
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
    ) -> Result<DecidedCommand<G>, NotRuled<G>> {
        let mut asking = DiceCollector::new(self.door, typed, as_asked && self.door.can_ask());
        let rolls_dice = typed.is_none() && self.mode == DiceMode::Roll;
        // A person who types all dice at once has made the choice.
        let mut may_choose = self.door.can_ask() && is_truth;
        let mut told = 0;
        if may_choose && typed.is_none() && !rolls_dice {
            match self.offer_earlier_dice(state, &command)? {
                EarlierDiceAnswer::Same(faces) => asking.faces = faces,
                EarlierDiceAnswer::New(faces) => asking.line = faces,
                EarlierDiceAnswer::None => {}
            }
        }
        loop {
            let mut hand = if rolls_dice {
                DiceSource::thrown(self.journal().dice())
            } else {
                DiceSource::from_typed(&asking.faces)
            };
            match play::decide::<G>(state, &command, &mut hand) {
                Ok(events) => {
                    let choice = if rolls_dice && may_choose {
                        G::ask_choices(self, &command, AskPoint::Rolled(state, &events))?
                    } else {
                        None
                    };
                    let Some(chosen) = choice else {
                        let left = [hand.unused(), &asking.line].concat();
                        return Ok(DecidedCommand { command, events, cut_short: None, told, unused_dice: left });
                    };
                    (command, may_choose) = (chosen, false);
                }
                Err(NotDecided::NeedsRoll { ask, missing }) => {
                    if self.supply_from_line(state, &command, &mut asking, (&ask, missing)) {
                        continue;
                    }
                    let at = play::state_at_halt::<G>(state, &command, &mut DiceSource::from_typed(&asking.faces));
                    if !self.door.can_ask() {
                        return Err(self.not_ruled(&at, &command, NotDecided::NeedsRoll { ask, missing }));
                    }
                    if may_choose && !asking.faces.is_empty() {
                        let mut fallen =
                            play::decide::<G>(state, &command, &mut DiceSource::with_supposed(&asking.faces))
                                .map_err(|halt| G::refusal_of(Some(self), &at, &command, halt))?;
                        fallen.retain(|event| event.dice.iter().all(|roll| roll.source == Source::Typed));
                        if let Some(chosen) = G::ask_choices(self, &command, AskPoint::Rolled(state, &fallen))? {
                            (command, may_choose) = (chosen, false);
                            continue;
                        }
                    }
                    let (settled, decides) = self.settled_events(state, &command, &asking.faces);
                    told = told.min(settled.len());
                    let so_far = LineOutcome::Partial { before: state, events: &settled, already: told };
                    let says = if is_truth { G::report(self, &so_far).text } else { String::new() };
                    if !says.is_empty() {
                        told = settled.len();
                        self.door.aside(&says);
                    }
                    let at = (state, &command, &at);
                    if let Err(problem) = self.ask_for_dice(&mut asking, at, (&ask, missing), decides.as_ref()) {
                        let stopped = Some(EarlyEnd::Stopped).filter(|_| asking.has_stopped);
                        let all = (&asking.faces[..], &asking.given);
                        let finished = stopped.and_then(|ending| G::finished_part(state, &command, all, ending));
                        let (command, events) = finished.ok_or(problem)?;
                        let cut_short = Some(EndedEarly::Stopped);
                        return Ok(DecidedCommand { command, events, cut_short, told, unused_dice: Vec::new() });
                    }
                }
                Err(halt) => {
                    // Dice rolled at the table before the command stopped are used if possible.
                    let thrown = self.door.can_ask() && asking.line.is_empty() && !asking.faces.is_empty();
                    let all = (&asking.faces[..], &asking.given);
                    let partial =
                        if thrown { G::finished_part(state, &command, all, EarlyEnd::Refused(&halt)) } else { None };
                    let unruled = self.not_ruled(state, &command, halt);
                    let Some((command, events)) = partial else { return Err(unruled) };
                    let cut_short = Some(EndedEarly::Refused(unruled.into()));
                    return Ok(DecidedCommand { command, events, cut_short, told, unused_dice: Vec::new() });
                }
            }
        }
    }

    fn not_ruled(&self, at: &G::State, command: &G::Command, halt: NotDecidedOf<G>) -> NotRuled<G> {
        NotRuled { refusal: Box::new(G::refusal_of(Some(self), at, command, halt.clone())), halt: Some(halt) }
    }

    /// Offers the dice typed for the same command, if it was undone and nothing was rolled since.
    fn offer_earlier_dice(&mut self, state: &G::State, command: &G::Command) -> Result<EarlierDiceAnswer, Refusal> {
        let earlier = self.dice_before_undo(command).filter(|faces| {
            let mut hand = DiceSource::from_typed(faces);
            play::decide::<G>(state, command, &mut hand).is_ok() && hand.unused().is_empty()
        });
        let before = earlier.filter(|_| G::may(self, Permission::ActAsReferee).is_ok());
        before.map_or(Ok(EarlierDiceAnswer::None), |faces| self.ask(&EarlierDiceOffer(&faces)))
    }

    /// Returns the dice typed for a command that the last `undo` undid.
    fn dice_before_undo(&self, command: &G::Command) -> Option<Vec<u8>> {
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
    pub(crate) fn supply_from_line(
        &self,
        state: &G::State,
        command: &G::Command,
        asking: &mut DiceCollector<'_, G::Purpose>,
        (ask, missing): (&DiceRequest<G::Purpose>, u16),
    ) -> bool {
        if missing == ask.count
            && let Some(faces) = asking.given.take(&ask.purpose, asking.faces.len())
        {
            asking.faces.extend(faces);
            return true;
        }
        let asks = self.joint_rolls(state, command, asking, (ask, missing));
        if asking.line.is_empty() || asking.line.len() < count_dice(&asks).into() {
            return false;
        }
        let mut line = std::mem::take(&mut asking.line);
        if asks.is_empty() {
            asking.faces.extend(line.drain(..line.len().min(missing.into())));
        }
        asking.line = asking.supply(line, &asks);
        true
    }

    /// Returns the rolls asked for in one question with `ask`, empty if it is asked for alone.
    fn joint_rolls(
        &self,
        state: &G::State,
        command: &G::Command,
        asking: &DiceCollector<'_, G::Purpose>,
        (ask, missing): (&DiceRequest<G::Purpose>, u16),
    ) -> Vec<DiceRequest<G::Purpose>> {
        if missing != ask.count {
            return Vec::new();
        }
        let mut asks = G::joint_rolls(self, state, command, (&asking.faces, &asking.given), ask);
        if asks.len() < 2 {
            asks.clear();
        }
        asks
    }

    /// Asks for the next dice of a command: `state` is the state before it, `at` the one in which it halts. Rolls that
    /// depend on nothing unknown are asked for in one question. Dice left in the line begin the answer.
    pub(crate) fn ask_for_dice(
        &mut self,
        asking: &mut DiceCollector<'_, G::Purpose>,
        (state, command, at): (&G::State, &G::Command, &G::State),
        (ask, missing): (&DiceRequest<G::Purpose>, u16),
        decides: Option<&DecidedEvent<G>>,
    ) -> Result<(), Refusal> {
        let together = self.joint_rolls(state, command, asking, (ask, missing));
        if let Some((ask, face)) = first_impossible_die(&together, &asking.line) {
            return Err(G::refusal_of(Some(self), at, command, NotDecided::NoSuchFace { ask: ask.clone(), face }));
        }
        let answered = if together.is_empty() {
            self.ask_for_faces(asking, at, (ask, missing), decides)
        } else {
            self.ask_for_several(asking, at, &together)
        };
        asking.drop_taken_back();
        answered
    }

    /// Asks for the dice of one roll.
    pub(crate) fn ask_for_faces(
        &mut self,
        asking: &mut DiceCollector<'_, G::Purpose>,
        at: &G::State,
        (ask, missing): (&DiceRequest<G::Purpose>, u16),
        decides: Option<&DecidedEvent<G>>,
    ) -> Result<(), Refusal> {
        let asks = std::slice::from_ref(ask);
        let decides = decides.map(|(before, event)| (before, event));
        let asked = G::word_question(self, &SessionQuestion::Faces { at, asks, missing, decides });
        asking.ask(&mut |faces| self.ask_or_stop(faces), asked, (ask.sides, missing))
    }

    /// Asks for the dice of several rolls in one question, and keeps them for their turn.
    fn ask_for_several(
        &mut self,
        asking: &mut DiceCollector<'_, G::Purpose>,
        at: &G::State,
        asks: &[DiceRequest<G::Purpose>],
    ) -> Result<(), Refusal> {
        let dice = (asks.first().map_or(0, |ask| ask.sides), count_dice(asks));
        let word_question =
            |missing: u16| G::word_question(self, &SessionQuestion::Faces { at, asks, missing, decides: None });
        let questions: Vec<QuestionText> = (0..=dice.1).map(word_question).collect();
        let question = |missing: u16| questions[usize::from(missing)].clone();
        let begun = std::mem::take(&mut asking.line);
        let answered = asking.ask_several(&mut |faces| self.ask_or_stop(faces), question, dice, begun);
        // If the person stops in the middle of an answer, the dice typed until then count as rolled.
        let faces = match &answered {
            Ok(faces) => faces.clone().unwrap_or_default(),
            Err(_) => std::mem::take(&mut asking.unfinished_answer),
        };
        asking.supply(faces, asks);
        answered.map(drop)
    }

    /// Returns the events settled by the known dice, and the event that the next dice decide.
    ///
    /// The command is decided with supposed dice after the known ones. The first event that uses a supposed die is the
    /// one to ask for.
    fn settled_events(
        &self,
        state: &G::State,
        command: &G::Command,
        faces: &[u8],
    ) -> (Vec<EventOf<G>>, Option<DecidedEvent<G>>) {
        let Ok(mut events) = play::decide::<G>(state, command, &mut DiceSource::with_supposed(faces)) else {
            return (Vec::new(), None);
        };
        let supposed = |event: &EventOf<G>| event.dice.iter().any(|roll| roll.source == Source::Thrown);
        let decides = first_event::<G>(state, &events, supposed);
        events.truncate(events.iter().position(supposed).unwrap_or(events.len()));
        (events, decides)
    }
}

/// The state before an event that dice decide, and the event as supposed dice would have it.
pub(crate) type DecidedEvent<G> = (<G as Game>::State, EventOf<G>);

/// Returns the first of a command's events for which `asks` holds, with the state before it.
pub(crate) fn first_event<G: PlayableGame>(
    state: &G::State,
    events: &[EventOf<G>],
    asks: impl Fn(&EventOf<G>) -> bool,
) -> Option<DecidedEvent<G>> {
    let at = events.iter().position(asks)?;
    let mut before = state.clone();
    play::apply_all::<G>(&mut before, &events[..at]);
    Some((before, events[at].clone()))
}

/// Returns the first die of a line that is impossible, if the line begins the answer to these rolls.
fn first_impossible_die<'a, P>(asks: &'a [DiceRequest<P>], line: &[u8]) -> Option<(&'a DiceRequest<P>, u8)> {
    let dice = asks.iter().flat_map(|ask| (0..ask.count).map(move |_| ask));
    dice.zip(line).map(|(ask, face)| (ask, *face)).find(|(ask, face)| verbs::face(ask.sides, *face).is_none())
}

/// Returns the number of dice in all these rolls.
fn count_dice<P>(asks: &[DiceRequest<P>]) -> u16 {
    asks.iter().map(|ask| ask.count).sum()
}

/// Returns the refusal shown to a side if only the truth refuses.
pub(crate) fn only_the_referee_knows() -> Refusal {
    Refusal::only_the_referee("That is not possible, for a reason that only the referee knows.").line("pass to referee")
}

/// Returns the refusal of typed dice that no roll needed.
pub(crate) fn too_many_dice(left: &[u8]) -> Refusal {
    let faces: Vec<String> = left.iter().map(u8::to_string).collect();
    let dice = if left.len() == 1 { "die" } else { "dice" };
    let what = format!("{} {dice} too many: {}.", left.len(), faces.join(" "));
    Refusal::left_over(what).hint("omit dice that are not needed")
}

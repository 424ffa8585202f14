//! Decides a command, with dice rolled, typed, or asked for until they suffice. See `decide_and_record` first.
use std::borrow::Cow;

use crate::{
    AskPoint, CutShortReason, DiceMode, DiceOwner, DiceSource, EarlyEnd, LineOutcome, Permission, PlayableGame,
    QuestionText, Refusal, RuledCommand, Session, SessionQuestion,
    asking::{DiceCollector, Prompt},
    story::results_text,
};
use play::journal::Entry;
use play::{self, DiceRequest, EventOf, Game, NotDecided, NotDecidedOf, Source, verbs};

enum EarlierDiceAnswer {
    Same(Vec<u8>),
    /// These dice, in the order of the questions.
    New(Vec<u8>),
    None,
}

struct EarlierDiceOffer<'f>(&'f [u8]);

impl Prompt for EarlierDiceOffer<'_> {
    type Reply = EarlierDiceAnswer;
    fn text(&self) -> String {
        format!("Use the same dice,{}? [Y/n] ", results_text(self.0))
    }
    fn read(&self, typed: &str) -> Result<EarlierDiceAnswer, String> {
        let answer = typed.trim().to_lowercase();
        let new_dice: Option<Vec<u8>> = answer.split_whitespace().map(|word| word.parse().ok()).collect();
        match (&*answer, new_dice) {
            ("" | "y" | "yes", _) => Ok(EarlierDiceAnswer::Same(self.0.to_vec())),
            ("n" | "no", _) => Ok(EarlierDiceAnswer::None),
            (_, Some(new_dice)) => Ok(EarlierDiceAnswer::New(new_dice)),
            (_, None) => Err("Press Enter to use them, `n` for other dice, `<` to cancel the command.".to_owned()),
        }
    }
}

pub(crate) struct NotRuled<G: Game> {
    pub refusal: Box<Refusal>,
    /// Why the rules did not decide. `None` if something else refused the command.
    pub halt: Option<NotDecidedOf<G>>,
}

impl<G: Game> NotRuled<G> {
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
    fn from(not_ruled: NotRuled<G>) -> Refusal {
        *not_ruled.refusal
    }
}

/// A decided command with its events, as in [`RuledCommand`], and the typed dice that no roll needed.
struct DecidedCommand<G: PlayableGame> {
    command: G::Command,
    events: Vec<EventOf<G>>,
    cut_short: Option<CutShortReason>,
    /// Number of its first events that were reported while their dice were typed.
    reported: usize,
    unused_dice: Vec<u8>,
}

impl<G: PlayableGame> Session<'_, G> {
    /// Decides a command and records it.
    pub(crate) fn decide_and_record(
        &mut self,
        command: G::Command,
        dice: Option<&[u8]>,
    ) -> Result<RuledCommand<G>, NotRuled<G>> {
        let before = self.state().clone();
        let decided = self.decide(&before, command, dice)?;
        if decided.unused_dice.is_empty() {
            self.record_ruled(before, decided)
        } else {
            Err(too_many_dice(&decided.unused_dice).into())
        }
    }

    /// As `decide_and_record`, with as many of these dice as are needed, which are removed from `faces`.
    pub(crate) fn decide_and_record_with(
        &mut self,
        command: G::Command,
        faces: &mut Vec<u8>,
    ) -> Result<RuledCommand<G>, NotRuled<G>> {
        let before = self.state().clone();
        let decided = self.decide(&before, command, Some(&faces[..]).filter(|faces| !faces.is_empty()));
        match &decided {
            Ok(decided_command) => faces.clone_from(&decided_command.unused_dice),
            // A question was asked, so all typed dice were used before it.
            Err(not_ruled) if not_ruled.refusal.is_stopped() => faces.clear(),
            Err(_) => {}
        }
        self.record_ruled(before, decided?)
    }

    fn record_ruled(&mut self, before: G::State, decided: DecidedCommand<G>) -> Result<RuledCommand<G>, NotRuled<G>> {
        let DecidedCommand { command, events, cut_short, reported, unused_dice: _ } = decided;
        self.record_command(command.clone(), events.clone())?;
        let entry = self.journal().entries().len();
        Ok(RuledCommand { before, command, reported: reported.min(events.len()), events, cut_short, entry })
    }

    /// Decides a command with dice typed after it, rolled by the program, or asked for. A refusal to a side is worded
    /// from what the side knows. If only the truth refuses, the side gets no reason.
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
        // These dice belong to several sides, so they are asked for in the true state. First come trials with supposed
        // dice: a refusal in the known state has a reason, one only in the truth has none. No dice are rolled in vain.
        if self.dice_mode == DiceMode::Ask && G::whose_dice(self, &command) == DiceOwner::OfOthersToo {
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
        let typed_faces: Vec<u8> = rolls.filter(|roll| roll.source == Source::Typed).map(|roll| roll.face).collect();
        let (typed, as_asked) = if typed_faces.is_empty() { (typed, true) } else { (Some(&typed_faces[..]), false) };
        let ruled = self.decide_in((truth, true), decided.command, typed, as_asked).ok();
        let ruled = ruled.filter(|decided| decided.unused_dice.is_empty()).ok_or_else(only_the_referee_knows)?;
        Ok(DecidedCommand { cut_short: decided.cut_short.or(ruled.cut_short), ..ruled })
    }

    /// Decides a command in a state, which may be the truth. In a side's known state no choice is asked for.
    ///
    /// If `in_asked_order` and a person is there, dice in the line are in the order of the questions. Otherwise, and in
    /// a script, they are in the order in which the rules need them.
    fn decide_in(
        &mut self,
        (state, is_truth): (&G::State, bool),
        mut command: G::Command,
        typed: Option<&[u8]>,
        in_asked_order: bool,
    ) -> Result<DecidedCommand<G>, NotRuled<G>> {
        let mut collector = DiceCollector::new(self.frontend, typed, in_asked_order && self.frontend.can_ask());
        let rolls_dice = typed.is_none() && self.dice_mode == DiceMode::Roll;
        // A choice is asked for once some dice are rolled. A person who types all dice at once has already made it.
        let mut may_choose = self.frontend.can_ask() && is_truth;
        let mut reported = 0;
        if may_choose && typed.is_none() && !rolls_dice {
            match self.offer_earlier_dice(state, &command)? {
                EarlierDiceAnswer::Same(faces) => collector.faces = faces,
                EarlierDiceAnswer::New(faces) => collector.line_dice = faces,
                EarlierDiceAnswer::None => {}
            }
        }
        loop {
            let mut source = if rolls_dice {
                DiceSource::from_seed(self.journal().dice())
            } else {
                DiceSource::from_typed(&collector.faces)
            };
            match play::decide::<G>(state, &command, &mut source) {
                Ok(events) => {
                    let choice = if rolls_dice && may_choose {
                        G::ask_choices(self, &command, AskPoint::Rolled(state, &events))?
                    } else {
                        None
                    };
                    let Some(chosen) = choice else {
                        let unused_dice = [source.unused(), &collector.line_dice].concat();
                        return Ok(DecidedCommand { command, events, cut_short: None, reported, unused_dice });
                    };
                    (command, may_choose) = (chosen, false);
                }
                Err(NotDecided::NeedsRoll { request, missing }) => {
                    if self.supply_from_line(state, &command, &mut collector, (&request, missing)) {
                        continue;
                    }
                    let halted =
                        play::state_at_halt::<G>(state, &command, &mut DiceSource::from_typed(&collector.faces));
                    if !self.frontend.can_ask() {
                        return Err(self.not_ruled(&halted, &command, NotDecided::NeedsRoll { request, missing }));
                    }
                    if may_choose && !collector.faces.is_empty() {
                        let mut known_events =
                            play::decide::<G>(state, &command, &mut DiceSource::with_supposed(&collector.faces))
                                .map_err(|halt| G::refusal_of(Some(self), &halted, &command, halt))?;
                        known_events.retain(|event| event.dice.iter().all(|roll| roll.source == Source::Typed));
                        if let Some(chosen) = G::ask_choices(self, &command, AskPoint::Rolled(state, &known_events))? {
                            (command, may_choose) = (chosen, false);
                            continue;
                        }
                    }
                    let (settled, pending) = self.settled_events(state, &command, &collector.faces);
                    reported = reported.min(settled.len());
                    let partial = LineOutcome::Partial { before: state, events: &settled, reported };
                    let text = if is_truth { G::report(self, &partial).text } else { String::new() };
                    if !text.is_empty() {
                        reported = settled.len();
                        self.frontend.aside(&text);
                    }
                    let states = (state, &command, &halted);
                    if let Err(refusal) =
                        self.ask_for_dice(&mut collector, states, (&request, missing), pending.as_ref())
                    {
                        let stopped = Some(EarlyEnd::Stopped).filter(|_| collector.has_stopped);
                        let dice = (&collector.faces[..], &collector.early_dice);
                        let finished = stopped.and_then(|ending| G::finished_part(state, &command, dice, ending));
                        let (command, events) = finished.ok_or(refusal)?;
                        let cut_short = Some(CutShortReason::Stopped);
                        return Ok(DecidedCommand { command, events, cut_short, reported, unused_dice: Vec::new() });
                    }
                }
                Err(halt) => {
                    // Dice rolled at the table before the command stopped are used if possible.
                    let has_rolled =
                        self.frontend.can_ask() && collector.line_dice.is_empty() && !collector.faces.is_empty();
                    let dice = (&collector.faces[..], &collector.early_dice);
                    let partial = if has_rolled {
                        G::finished_part(state, &command, dice, EarlyEnd::Refused(&halt))
                    } else {
                        None
                    };
                    let not_ruled = self.not_ruled(state, &command, halt);
                    let Some((command, events)) = partial else { return Err(not_ruled) };
                    let cut_short = Some(CutShortReason::Refused(not_ruled.into()));
                    return Ok(DecidedCommand { command, events, cut_short, reported, unused_dice: Vec::new() });
                }
            }
        }
    }

    fn not_ruled(&self, state: &G::State, command: &G::Command, halt: NotDecidedOf<G>) -> NotRuled<G> {
        NotRuled { refusal: Box::new(G::refusal_of(Some(self), state, command, halt.clone())), halt: Some(halt) }
    }

    /// Offers the dice typed for the same command, if it was undone and nothing was rolled since.
    fn offer_earlier_dice(&mut self, state: &G::State, command: &G::Command) -> Result<EarlierDiceAnswer, Refusal> {
        let earlier = self.dice_before_undo(command).filter(|faces| {
            let mut source = DiceSource::from_typed(faces);
            play::decide::<G>(state, command, &mut source).is_ok() && source.unused().is_empty()
        });
        let offered = earlier.filter(|_| G::may(self, Permission::ActAsReferee).is_ok());
        offered.map_or(Ok(EarlierDiceAnswer::None), |faces| self.ask(&EarlierDiceOffer(&faces)))
    }

    /// Returns the dice typed for a command that the last `undo` undid.
    fn dice_before_undo(&self, command: &G::Command) -> Option<Vec<u8>> {
        let journal = self.journal();
        let last = journal.entries().iter().rposition(|entry| matches!(entry, Entry::TakenBack { .. }))? + 1;
        let Some(Entry::TakenBack { from, .. }) = journal.entry(last) else { return None };
        if (last..journal.next_number()).any(|number| 0 < journal.dice_in(number)) {
            return None;
        }
        let undone = (*from..last).rev().filter(|number| !journal.active_entries().is_active(*number));
        let events = undone.filter_map(|number| journal.entry(number)).find_map(|entry| match entry {
            Entry::Did { command: same, events, .. } if same == command => Some(events),
            _ => None,
        })?;
        let rolls = events.iter().flat_map(|event| &event.dice).filter(|roll| roll.source == Source::Typed);
        Some(rolls.map(|roll| roll.face).collect()).filter(|faces: &Vec<u8>| !faces.is_empty())
    }

    /// Supplies dice to a roll: those given before its turn, else those left in the line. Returns false if no dice
    /// are left, or too few for all rolls of the question.
    pub(crate) fn supply_from_line(
        &self,
        state: &G::State,
        command: &G::Command,
        collector: &mut DiceCollector<'_, G::Purpose>,
        (request, missing): (&DiceRequest<G::Purpose>, u16),
    ) -> bool {
        if missing == request.count
            && let Some(faces) = collector.early_dice.take(&request.purpose, collector.faces.len())
        {
            collector.faces.extend(faces);
            return true;
        }
        let requests = self.joint_rolls(state, command, collector, (request, missing));
        if collector.line_dice.is_empty() || collector.line_dice.len() < count_dice(&requests).into() {
            return false;
        }
        let mut line = std::mem::take(&mut collector.line_dice);
        if requests.is_empty() {
            collector.faces.extend(line.drain(..line.len().min(missing.into())));
        }
        collector.line_dice = collector.supply(line, &requests);
        true
    }

    /// Returns the rolls asked for in one question with `request`, empty if it is asked for alone.
    fn joint_rolls(
        &self,
        state: &G::State,
        command: &G::Command,
        collector: &DiceCollector<'_, G::Purpose>,
        (request, missing): (&DiceRequest<G::Purpose>, u16),
    ) -> Vec<DiceRequest<G::Purpose>> {
        if missing != request.count {
            return Vec::new();
        }
        let mut requests = G::joint_rolls(self, state, command, (&collector.faces, &collector.early_dice), request);
        if requests.len() < 2 {
            requests.clear();
        }
        requests
    }

    /// Asks for the next dice of a command: `state` is the state before it, `halted` the one in which it halts. Rolls
    /// that depend on nothing unknown are asked for in one question. Dice left in the line begin the answer.
    pub(crate) fn ask_for_dice(
        &mut self,
        collector: &mut DiceCollector<'_, G::Purpose>,
        (state, command, halted): (&G::State, &G::Command, &G::State),
        (request, missing): (&DiceRequest<G::Purpose>, u16),
        pending: Option<&PendingEvent<G>>,
    ) -> Result<(), Refusal> {
        let joint = self.joint_rolls(state, command, collector, (request, missing));
        if let Some((request, face)) = first_impossible_die(&joint, &collector.line_dice) {
            return Err(G::refusal_of(
                Some(self),
                halted,
                command,
                NotDecided::NoSuchFace { request: request.clone(), face },
            ));
        }
        let answered = if joint.is_empty() {
            self.ask_for_faces(collector, halted, (request, missing), pending)
        } else {
            self.ask_for_several(collector, halted, &joint)
        };
        collector.drop_taken_back();
        answered
    }

    /// Asks for the dice of one roll.
    pub(crate) fn ask_for_faces(
        &mut self,
        collector: &mut DiceCollector<'_, G::Purpose>,
        halted: &G::State,
        (request, missing): (&DiceRequest<G::Purpose>, u16),
        pending: Option<&PendingEvent<G>>,
    ) -> Result<(), Refusal> {
        let requests = std::slice::from_ref(request);
        let decides = pending.map(|(before, event)| (before, event));
        let wording =
            G::word_question(self, &SessionQuestion::Faces { at: halted, requests, missing, pending: decides });
        collector.ask(&mut |faces| self.ask_or_stop(faces), wording, (request.sides, missing))
    }

    /// Asks for the dice of several rolls in one question, and keeps them for their turn.
    fn ask_for_several(
        &mut self,
        collector: &mut DiceCollector<'_, G::Purpose>,
        halted: &G::State,
        requests: &[DiceRequest<G::Purpose>],
    ) -> Result<(), Refusal> {
        let (sides, count) = (requests.first().map_or(0, |request| request.sides), count_dice(requests));
        let word_question = |missing: u16| {
            G::word_question(self, &SessionQuestion::Faces { at: halted, requests, missing, pending: None })
        };
        let questions: Vec<QuestionText> = (0..=count).map(word_question).collect();
        let question = |missing: u16| questions[usize::from(missing)].clone();
        let line_dice = std::mem::take(&mut collector.line_dice);
        let answered = collector.ask_several(&mut |faces| self.ask_or_stop(faces), question, (sides, count), line_dice);
        // If the person stops in the middle of an answer, the dice typed until then count as rolled.
        let faces = match &answered {
            Ok(faces) => faces.clone().unwrap_or_default(),
            Err(_) => std::mem::take(&mut collector.unfinished_answer),
        };
        collector.supply(faces, requests);
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
    ) -> (Vec<EventOf<G>>, Option<PendingEvent<G>>) {
        let Ok(mut events) = play::decide::<G>(state, command, &mut DiceSource::with_supposed(faces)) else {
            return (Vec::new(), None);
        };
        // The known dice count as typed, supposed ones as rolled.
        let supposed = |event: &EventOf<G>| event.dice.iter().any(|roll| roll.source == Source::Rolled);
        let pending = first_event::<G>(state, &events, supposed);
        events.truncate(events.iter().position(supposed).unwrap_or(events.len()));
        (events, pending)
    }
}

/// The state before an event that dice decide, and the event as supposed dice would have it.
pub(crate) type PendingEvent<G> = (<G as Game>::State, EventOf<G>);

/// Returns the first of a command's events for which `is_wanted` holds, with the state before it.
pub(crate) fn first_event<G: PlayableGame>(
    state: &G::State,
    events: &[EventOf<G>],
    is_wanted: impl Fn(&EventOf<G>) -> bool,
) -> Option<PendingEvent<G>> {
    let index = events.iter().position(is_wanted)?;
    let mut before = state.clone();
    play::apply_all::<G>(&mut before, &events[..index]);
    Some((before, events[index].clone()))
}

/// Returns the first die of a line that is impossible, if the line begins the answer to these rolls.
fn first_impossible_die<'a, P>(requests: &'a [DiceRequest<P>], line: &[u8]) -> Option<(&'a DiceRequest<P>, u8)> {
    let dice = requests.iter().flat_map(|request| (0..request.count).map(move |_| request));
    dice.zip(line)
        .map(|(request, face)| (request, *face))
        .find(|(request, face)| verbs::face(request.sides, *face).is_none())
}

fn count_dice<P>(requests: &[DiceRequest<P>]) -> u16 {
    requests.iter().map(|request| request.count).sum()
}

/// Returns the refusal shown to a side if only the truth refuses.
pub(crate) fn only_the_referee_knows() -> Refusal {
    Refusal::only_the_referee("That is not possible, for a reason that only the referee knows.").line("pass to referee")
}

pub(crate) fn too_many_dice(unused: &[u8]) -> Refusal {
    let faces: Vec<String> = unused.iter().map(u8::to_string).collect();
    let dice = if unused.len() == 1 { "die" } else { "dice" };
    let what = format!("{} {dice} too many: {}.", unused.len(), faces.join(" "));
    Refusal::left_over(what).hint("omit dice that are not needed")
}

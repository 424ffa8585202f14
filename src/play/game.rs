//! A game: commands judged into cited events, and the state that the events make.
use std::{borrow::Cow, fmt::Debug, mem};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    dice::{Ask, Dice, Roll, Throw},
    rule::Rule,
};

/// Something that happened, the paragraph that made it happen, and the dice that decided it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event<F, P> {
    pub fact: F,
    pub rule: Rule,
    pub dice: Vec<Roll<P>>,
}

/// The events of one game.
pub type EventOf<G> = Event<<G as Game>::Fact, <G as Game>::Purpose>;

/// Why a command produced no events.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt<R, P> {
    /// The rules forbid it.
    Refused { reason: R, rule: Rule },
    /// The dice had no answer yet: `missing` more of the dice asked for, then decide again.
    NeedsRoll { ask: Ask<P>, missing: u16 },
    /// A face that the dice asked for do not have.
    NoSuchFace { ask: Ask<P>, face: u8 },
}

/// The halts of one game.
pub type HaltOf<G> = Halt<<G as Game>::Reason, <G as Game>::Purpose>;

/// A judgement that forbids a command refuses it.
impl<R, P> From<(Rule, R)> for Halt<R, P> {
    fn from((rule, reason): (Rule, R)) -> Halt<R, P> {
        Halt::Refused { reason, rule }
    }
}

/// The rules of one game.
pub trait Game: Sized {
    /// Everything known before the first command: forces, charts, options.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What the facts say so far and nothing else.
    type State: Clone + PartialEq + Debug;
    type Command: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    type Fact: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    type Reason: Clone + PartialEq + Debug;
    /// What a die is thrown for.
    type Purpose: Clone + PartialEq + Debug + Serialize + DeserializeOwned;

    /// The edition of the rulings. It changes with a release only: a released journal is ruled by the program that wrote it.
    const RULINGS: u32 = 1;

    /// Whether an earlier choice is changed for a reason only once dice have fallen in it or since, even where the same dice
    /// decide again: whoever chooses anew has seen them. Where inputs are measured, one that was misread is put right freely.
    const DICE_BIND_CHOICES: bool = false;

    /// Whether anything is ordered in secret, so that a journal may keep it in a second text.
    const KEEPS_SECRETS: bool = false;

    /// What makes a set-up impossible that a journal brings along: it lies beyond the bounds to which files are held.
    fn fault(_setup: &Self::Setup) -> Option<String> {
        None
    }

    /// The state before the first command.
    fn begin(setup: &Self::Setup) -> Self::State;

    /// Drafts what follows from `command`, or says why nothing does. Where it halts, nothing has happened.
    fn decide(draft: &mut Draft<'_, Self>, command: &Self::Command) -> Result<(), HaltOf<Self>>;

    /// Writes one fact into the state. Cannot fail and judges nothing.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// Whether a command is given in secret, or something that came of it is kept secret, so that nobody who looks at the
    /// journal may read it yet.
    fn is_secret(_: &Self::Command, _: &[EventOf<Self>]) -> bool {
        false
    }

    /// Whether this is the moment at which what was given in secret before comes to light.
    fn brings_to_light(_: &Self::Fact) -> bool {
        true
    }

    /// Whether a fact that was ruled in secret tells in this state what is still hidden.
    fn keeps(_: &Self::State, _: &Self::Fact) -> bool {
        false
    }

    /// Whether a fact puts what was ordered in secret under a seal, until it is brought to light.
    fn seals(_: &Self::Fact) -> bool {
        false
    }

    /// Whether a fact shows the other side what was hidden from it, sealed or not.
    fn reveals(_: &Self::Fact) -> bool {
        false
    }

    /// Whether nothing is hidden any more; a game without secret commands hides nothing from the first.
    fn hides_nothing(_: &Self::State) -> bool {
        true
    }

    /// Whether with this fact nothing is hidden any more, whatever came before it.
    fn lays_all_open(_: &Self::Fact) -> bool {
        false
    }
}

/// A game whose choices can be listed.
pub trait Board: Game {
    /// Every lawful choice of the side to move; empty exactly when the game is over.
    ///
    /// Resigning and agreeing to a draw are open at any time and are not listed, nor is what need not be done at all,
    /// such as turning up one's own men.
    fn choices(state: &Self::State) -> Vec<Self::Command>;
    /// How good `state` is for the side to move; larger is better.
    fn evaluate(state: &Self::State) -> i32;
}

/// Events under way: a scratch state, so that a later step sees what an earlier one did.
pub struct Draft<'a, G: Game> {
    state: Cow<'a, G::State>,
    dice: &'a mut dyn Dice<G::Purpose>,
    thrown: Vec<Roll<G::Purpose>>,
    events: Vec<EventOf<G>>,
}

impl<G: Game> Draft<'_, G> {
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Throws a pool. The next [`note`](Draft::note) says what it decided.
    pub fn throw(&mut self, ask: Ask<G::Purpose>) -> Result<Vec<u8>, HaltOf<G>> {
        if ask.count == 0 {
            return Ok(Vec::new());
        }
        let dice = match self.dice.throw(&ask) {
            Throw::Fell(dice) => dice,
            Throw::Missing(missing) => return Err(Halt::NeedsRoll { ask, missing }),
        };
        if let Some(die) = dice.iter().find(|die| die.face == 0 || ask.sides < die.face) {
            return Err(Halt::NoSuchFace { face: die.face, ask });
        }
        self.thrown.extend(dice.iter().map(|die| ask.fell(*die)));
        Ok(dice.into_iter().map(|die| die.face).collect())
    }

    /// Throws one die.
    pub fn roll(&mut self, ask: Ask<G::Purpose>) -> Result<u8, HaltOf<G>> {
        debug_assert_eq!(ask.count, 1);
        Ok(self.throw(ask)?[0])
    }

    /// Throws a pool and counts the faces at or below its `at_most`.
    pub fn successes(&mut self, ask: Ask<G::Purpose>) -> Result<u16, HaltOf<G>> {
        let at_most = ask.at_most.unwrap_or(ask.sides);
        Ok(self.throw(ask)?.iter().filter(|face| **face <= at_most).count() as u16)
    }

    /// Records a fact together with the dice thrown since the last one.
    pub fn note(&mut self, rule: Rule, fact: G::Fact) {
        G::apply(self.state.to_mut(), &fact);
        let dice = mem::take(&mut self.thrown);
        self.events.push(Event { fact, rule, dice });
    }

    /// Records facts of one paragraph, one after the other.
    pub fn note_all(&mut self, rule: Rule, facts: impl IntoIterator<Item = G::Fact>) {
        facts.into_iter().for_each(|fact| self.note(rule, fact));
    }

    /// Records the last fact that a command comes to.
    pub fn done(&mut self, rule: Rule, fact: G::Fact) -> Result<(), HaltOf<G>> {
        self.note(rule, fact);
        Ok(())
    }

    /// Refuses the command; typed to end any function of a rule.
    pub fn refuse<T>(&self, rule: Rule, reason: G::Reason) -> Result<T, HaltOf<G>> {
        Err(Halt::Refused { reason, rule })
    }

    /// Refuses the command if something is so.
    pub fn refuse_if<R>(&self, is_so: bool, rule: Rule, reason: impl FnOnce() -> R) -> Result<(), HaltOf<G>>
    where
        R: Into<G::Reason>,
    {
        self.refuse_found(is_so.then_some(()), rule, |()| reason())
    }

    /// Refuses the command for what was found against it, if anything was.
    pub fn refuse_found<T, R>(&self, found: Option<T>, rule: Rule, reason: impl FnOnce(T) -> R) -> Result<(), HaltOf<G>>
    where
        R: Into<G::Reason>,
    {
        found.map_or(Ok(()), |found| self.refuse(rule, reason(found).into()))
    }

    /// What the command needs; it is refused without.
    pub fn need<T, R>(&self, found: Option<T>, rule: Rule, reason: impl FnOnce() -> R) -> Result<T, HaltOf<G>>
    where
        R: Into<G::Reason>,
    {
        found.map_or_else(|| self.refuse(rule, reason().into()), Ok)
    }
}

/// What would follow from `command` in `state`. Changes nothing.
///
/// # Panics
/// When a die was thrown and no fact says what it decided: a fault of the rules, not of the input.
pub fn decide<G: Game>(
    state: &G::State,
    command: &G::Command,
    dice: &mut dyn Dice<G::Purpose>,
) -> Result<Vec<EventOf<G>>, HaltOf<G>> {
    drafted::<G>(state, command, dice).map(|draft| draft.events)
}

/// A whole ruling, with the state that it leaves.
fn drafted<'a, G: Game>(
    state: &'a G::State,
    command: &G::Command,
    dice: &'a mut dyn Dice<G::Purpose>,
) -> Result<Draft<'a, G>, HaltOf<G>> {
    let mut draft = Draft { state: Cow::Borrowed(state), dice, thrown: Vec::new(), events: Vec::new() };
    G::decide(&mut draft, command)?;
    assert!(draft.thrown.is_empty(), "a die was thrown and nothing was noted");
    Ok(draft)
}

/// Decides `command` and leaves in `state` what came of it: as [`decide`] and then [`apply_all`], but every fact is applied
/// once. Where it halts, the state is as it was.
///
/// # Panics
/// As [`decide`] does.
pub fn settle<G: Game>(
    state: &mut G::State,
    command: &G::Command,
    dice: &mut dyn Dice<G::Purpose>,
) -> Result<Vec<EventOf<G>>, HaltOf<G>> {
    let Draft { state: after, events, .. } = drafted::<G>(state, command, dice)?;
    if let Cow::Owned(after) = after {
        *state = after;
    }
    Ok(events)
}

/// The state after a command, and what came of it.
pub type Ruled<G> = (<G as Game>::State, Vec<EventOf<G>>);

/// What comes of `command`, and the state after it, for whoever needs the state before it too. Changes nothing.
///
/// # Panics
/// As [`decide`] does.
pub fn ruled<G: Game>(
    state: &G::State,
    command: &G::Command,
    dice: &mut dyn Dice<G::Purpose>,
) -> Result<Ruled<G>, HaltOf<G>> {
    let Draft { state: after, events, .. } = drafted::<G>(state, command, dice)?;
    Ok((after.into_owned(), events))
}

/// The state in which `command` halts with these dice, for the words of the question: what the dice so far have done is
/// done in it. Where it does not halt, the state after it.
pub fn halted_in<G: Game>(state: &G::State, command: &G::Command, dice: &mut dyn Dice<G::Purpose>) -> G::State {
    let mut draft = Draft { state: Cow::Borrowed(state), dice, thrown: Vec::new(), events: Vec::new() };
    // Why it halts is known to whoever asks.
    let _halt = G::decide(&mut draft, command);
    draft.state.into_owned()
}

/// Writes events into a state.
pub fn apply_all<G: Game>(state: &mut G::State, events: &[EventOf<G>]) {
    for event in events {
        G::apply(state, &event.fact);
    }
}

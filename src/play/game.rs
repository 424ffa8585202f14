//! The trait of a game: commands are decided into events, and events make up the state.
use std::{borrow::Cow, fmt::Debug, mem};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    dice::{Dice, DiceRequest, Roll, RollResult},
    rule::Rule,
};

/// One fact, the paragraph that caused it and the dice that decided it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event<F, P> {
    pub fact: F,
    pub rule: Rule,
    pub dice: Vec<Roll<P>>,
}

pub type EventOf<G> = Event<<G as Game>::Fact, <G as Game>::Purpose>;

/// Why a command produced no events.
#[derive(Clone, PartialEq, Debug)]
pub enum NotDecided<R, P> {
    /// The rules forbid the command.
    Refused { reason: R, rule: Rule },
    /// Dice are missing: roll `missing` more of the requested ones, then decide again.
    NeedsRoll { request: DiceRequest<P>, missing: u16 },
    /// A face that the requested dice do not have.
    NoSuchFace { request: DiceRequest<P>, face: u8 },
}

pub type NotDecidedOf<G> = NotDecided<<G as Game>::Reason, <G as Game>::Purpose>;

/// A rule check that fails becomes a refusal.
impl<R, P> From<(Rule, R)> for NotDecided<R, P> {
    fn from((rule, reason): (Rule, R)) -> NotDecided<R, P> {
        NotDecided::Refused { reason, rule }
    }
}

/// The rules of one game.
///
/// ```
/// use play::{DiceRequest, EventBuilder, Game, NotDecidedOf, Rule, Script};
///
/// /// Adds each rolled face to a total. The set-up is the total at the start, and the only command is to roll.
/// struct Totals;
/// impl Game for Totals {
///     type Setup = u32;
///     type State = u32;
///     type Command = ();
///     type Fact = u8;
///     type Reason = ();
///     type Purpose = ();
///     fn initial_state(setup: &u32) -> u32 {
///         *setup
///     }
///     fn decide(draft: &mut EventBuilder<'_, Self>, _: &()) -> Result<(), NotDecidedOf<Self>> {
///         let face = draft.roll_die(DiceRequest::roll_one(6, (), Rule::new("1.1")))?;
///         draft.record_last(Rule::new("1.1"), face)
///     }
///     fn apply(state: &mut u32, fact: &u8) {
///         *state += u32::from(*fact);
///     }
/// }
///
/// let mut state = Totals::initial_state(&10);
/// let events = play::decide_and_apply::<Totals>(&mut state, &(), &mut Script::typed([4])).unwrap();
/// assert_eq!((state, events[0].fact, events[0].dice[0].face), (14, 4, 4));
/// ```
pub trait Game: Sized {
    /// Everything known before the first command: forces, charts, options.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// The state made by the facts recorded and by nothing else.
    type State: Clone + PartialEq + Debug;
    type Command: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    type Fact: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    type Reason: Clone + PartialEq + Debug;
    type Purpose: Clone + PartialEq + Debug + Serialize + DeserializeOwned;

    /// The edition of the rulings, which changes only with a release. By another edition, the entries of a journal may
    /// be decided differently, which is no error.
    const RULINGS: u32 = 1;

    /// Whether changing a choice requires a reason once its dice or later ones are rolled. The players have seen these
    /// dice, and the same ones may decide again. `false` where inputs are measured: a misread one is corrected freely.
    const DICE_BIND_CHOICES: bool = false;

    /// Whether orders can be secret, so that a journal may keep them in a private text.
    const KEEPS_SECRETS: bool = false;

    /// Returns what makes a setup in a journal impossible, such as values outside the limits for files.
    fn setup_error(_setup: &Self::Setup) -> Option<String> {
        None
    }

    fn initial_state(setup: &Self::Setup) -> Self::State;

    /// Drafts the events of `command`, or returns why it has no events. Nothing has happened if it halts.
    fn decide(draft: &mut EventBuilder<'_, Self>, command: &Self::Command) -> Result<(), NotDecidedOf<Self>>;

    /// Applies one fact to the state. Cannot fail and checks nothing.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// Whether a command or one of its events is secret, so that readers of the journal may not see it yet.
    fn is_secret(_: &Self::Command, _: &[EventOf<Self>]) -> bool {
        false
    }

    /// Whether this fact reveals the secrets given before it.
    fn reveals_secrets(_: &Self::Fact) -> bool {
        true
    }

    /// Whether a secret fact contains information that is still hidden in this state.
    fn is_still_secret(_: &Self::State, _: &Self::Fact) -> bool {
        false
    }

    /// Whether a fact seals secret orders until they are revealed.
    fn seals_orders(_: &Self::Fact) -> bool {
        false
    }

    /// Whether a fact reveals hidden information to the other side, sealed or not.
    fn reveals_to_enemy(_: &Self::Fact) -> bool {
        false
    }

    /// Whether nothing is hidden any more. Always true in a game without secret commands.
    fn has_no_secrets(_: &Self::State) -> bool {
        true
    }

    /// Whether this fact reveals everything, whatever came before it.
    fn ends_secrecy(_: &Self::Fact) -> bool {
        false
    }
}

/// A game whose choices can be listed.
pub trait Board: Game {
    /// Returns every legal choice of the side to move. Empty exactly when the game is over.
    ///
    /// Omits resigning and agreeing to a draw, which are always possible, and optional extras such as revealing one's
    /// own pieces.
    fn choices(state: &Self::State) -> Vec<Self::Command>;
    /// Returns the score of `state` for the side to move. Larger is better.
    fn evaluate(state: &Self::State) -> i32;
}

/// Events in progress, with a scratch state, so that later steps see the effects of earlier ones.
///
/// ```
/// use play::{DiceRequest, EventBuilder, Game, NotDecidedOf, Rule};
///
/// /// A rule of a game whose facts and purposes are numbers: doubles the face of a D6.
/// fn roll_and_double<G>(draft: &mut EventBuilder<'_, G>) -> Result<(), NotDecidedOf<G>>
/// where
///     G: Game<Fact = u8, Purpose = ()>,
/// {
///     let rule = Rule::new("1.2");
///     let face = draft.roll_die(DiceRequest::roll_one(6, (), rule))?;
///     // The fact keeps the die. From here on, `draft.state()` has its effect.
///     draft.record_last(rule, 2 * face)
/// }
/// ```
pub struct EventBuilder<'a, G: Game> {
    state: Cow<'a, G::State>,
    dice: &'a mut dyn Dice<G::Purpose>,
    unrecorded_rolls: Vec<Roll<G::Purpose>>,
    events: Vec<EventOf<G>>,
}

impl<G: Game> EventBuilder<'_, G> {
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Rolls a pool. The next [`record`](EventBuilder::record) records what it decided.
    pub fn roll_pool(&mut self, request: DiceRequest<G::Purpose>) -> Result<Vec<u8>, NotDecidedOf<G>> {
        if request.count == 0 {
            return Ok(Vec::new());
        }
        let dice = match self.dice.roll(&request) {
            RollResult::Rolled(dice) => dice,
            RollResult::Missing(missing) => return Err(NotDecided::NeedsRoll { request, missing }),
        };
        if let Some(die) = dice.iter().find(|die| die.face == 0 || request.sides < die.face) {
            return Err(NotDecided::NoSuchFace { face: die.face, request });
        }
        self.unrecorded_rolls.extend(dice.iter().map(|die| request.as_roll(*die)));
        Ok(dice.into_iter().map(|die| die.face).collect())
    }

    pub fn roll_die(&mut self, request: DiceRequest<G::Purpose>) -> Result<u8, NotDecidedOf<G>> {
        debug_assert_eq!(request.count, 1);
        Ok(self.roll_pool(request)?[0])
    }

    /// Rolls a pool and counts the faces at or below its `at_most`.
    pub fn successes(&mut self, request: DiceRequest<G::Purpose>) -> Result<u16, NotDecidedOf<G>> {
        let at_most = request.at_most.unwrap_or(request.sides);
        Ok(self.roll_pool(request)?.iter().filter(|face| **face <= at_most).count() as u16)
    }

    /// Records a fact, with the dice rolled since the previous one.
    pub fn record(&mut self, rule: Rule, fact: G::Fact) {
        G::apply(self.state.to_mut(), &fact);
        let dice = mem::take(&mut self.unrecorded_rolls);
        self.events.push(Event { fact, rule, dice });
    }

    pub fn record_all(&mut self, rule: Rule, facts: impl IntoIterator<Item = G::Fact>) {
        facts.into_iter().for_each(|fact| self.record(rule, fact));
    }

    /// Records the last fact of a rule, and returns `Ok` so that the rule can end with this call.
    pub fn record_last(&mut self, rule: Rule, fact: G::Fact) -> Result<(), NotDecidedOf<G>> {
        self.record(rule, fact);
        Ok(())
    }

    /// Refuses the command. Its return type fits any function of a rule.
    pub fn refuse<T>(&self, rule: Rule, reason: G::Reason) -> Result<T, NotDecidedOf<G>> {
        Err(NotDecided::Refused { reason, rule })
    }

    pub fn refuse_if<R>(&self, condition: bool, rule: Rule, reason: impl FnOnce() -> R) -> Result<(), NotDecidedOf<G>>
    where
        R: Into<G::Reason>,
    {
        self.refuse_found(condition.then_some(()), rule, |()| reason())
    }

    pub fn refuse_found<T, R>(
        &self,
        found: Option<T>,
        rule: Rule,
        reason: impl FnOnce(T) -> R,
    ) -> Result<(), NotDecidedOf<G>>
    where
        R: Into<G::Reason>,
    {
        found.map_or(Ok(()), |found| self.refuse(rule, reason(found).into()))
    }

    pub fn need<T, R>(&self, found: Option<T>, rule: Rule, reason: impl FnOnce() -> R) -> Result<T, NotDecidedOf<G>>
    where
        R: Into<G::Reason>,
    {
        found.map_or_else(|| self.refuse(rule, reason().into()), Ok)
    }
}

/// Returns the events of `command` in `state`. Changes nothing.
///
/// # Panics
/// If dice were rolled and no fact recorded them: a bug in the rules, not in the input.
pub fn decide<G: Game>(
    state: &G::State,
    command: &G::Command,
    dice: &mut dyn Dice<G::Purpose>,
) -> Result<Vec<EventOf<G>>, NotDecidedOf<G>> {
    draft_events::<G>(state, command, dice).map(|draft| draft.events)
}

fn draft_events<'a, G: Game>(
    state: &'a G::State,
    command: &G::Command,
    dice: &'a mut dyn Dice<G::Purpose>,
) -> Result<EventBuilder<'a, G>, NotDecidedOf<G>> {
    let mut draft =
        EventBuilder { state: Cow::Borrowed(state), dice, unrecorded_rolls: Vec::new(), events: Vec::new() };
    G::decide(&mut draft, command)?;
    assert!(draft.unrecorded_rolls.is_empty(), "dice were rolled and no fact recorded them");
    Ok(draft)
}

/// Decides `command` and updates `state`, like [`decide`] followed by [`apply_all`], but applies every fact only once.
/// The state does not change if the command halts.
///
/// # Panics
/// If [`decide`] does.
pub fn decide_and_apply<G: Game>(
    state: &mut G::State,
    command: &G::Command,
    dice: &mut dyn Dice<G::Purpose>,
) -> Result<Vec<EventOf<G>>, NotDecidedOf<G>> {
    let EventBuilder { state: after, events, .. } = draft_events::<G>(state, command, dice)?;
    if let Cow::Owned(after) = after {
        *state = after;
    }
    Ok(events)
}

pub type StateAndEvents<G> = (<G as Game>::State, Vec<EventOf<G>>);

/// Returns the state after `command` and its events, and keeps `state` unchanged.
///
/// # Panics
/// If [`decide`] does.
pub fn decide_with_state<G: Game>(
    state: &G::State,
    command: &G::Command,
    dice: &mut dyn Dice<G::Purpose>,
) -> Result<StateAndEvents<G>, NotDecidedOf<G>> {
    let EventBuilder { state: after, events, .. } = draft_events::<G>(state, command, dice)?;
    Ok((after.into_owned(), events))
}

/// Returns the state in which `command` halts with these dice, to word a question; the state after it, if it does not.
pub fn state_at_halt<G: Game>(state: &G::State, command: &G::Command, dice: &mut dyn Dice<G::Purpose>) -> G::State {
    let mut draft =
        EventBuilder { state: Cow::Borrowed(state), dice, unrecorded_rolls: Vec::new(), events: Vec::new() };
    let _halt = G::decide(&mut draft, command);
    draft.state.into_owned()
}

pub fn apply_all<G: Game>(state: &mut G::State, events: &[EventOf<G>]) {
    for event in events {
        G::apply(state, &event.fact);
    }
}

//! Correcting an input after the dice: the same dice, ruled again.
use std::{collections::VecDeque, fmt::Debug};

use super::{Deed, Entry, Journal, Outcome, Ruled, course};
use crate::play::{self, Ask, Dice, Die, EventOf, Game, Halt, Roll, Rule, Throw};

/// A correction that the rules allow, not yet recorded.
pub struct Amendment<G: Game> {
    /// The [`Entry::Amended`] to record.
    pub entry: Entry<G>,
    /// The deeds that come out otherwise than before, in order.
    pub differences: Vec<Difference<G>>,
}

/// A deed that an amendment changes.
pub struct Difference<G: Game> {
    /// The number of its entry.
    pub entry: usize,
    pub before: Outcome<EventOf<G>>,
    pub after: Outcome<EventOf<G>>,
    /// Dice that decided something before and now decide nothing.
    pub dice_dropped: Vec<Roll<G::Purpose>>,
}

/// Why an entry cannot be amended so.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AmendError<R: Debug, P: Debug> {
    #[error("entry {entry} is not a command in force")]
    NotInForce { entry: usize },
    /// The rules refuse the new command itself.
    #[error("the corrected command is refused: {reason:?} [{rule}]")]
    Refused { reason: R, rule: Rule },
    /// Ruling `entry` again takes dice that were never thrown: throw `missing` of those asked for, then amend again.
    #[error("entry {entry} needs {missing} D{} more for {:?} [{}]", ask.sides, ask.purpose, ask.rule)]
    NeedsRoll { entry: usize, ask: Ask<P>, missing: u16 },
    #[error("a D{sides} has no face {face} (entry {entry})", sides = ask.sides)]
    NoSuchFace { entry: usize, ask: Ask<P>, face: u8 },
}

/// Words a refusal, given the state in which it was met.
pub type Say<'a, G> = dyn Fn(&<G as Game>::State, &<G as Game>::Reason, Rule) -> String + 'a;

/// The amendment errors of one game.
pub type AmendErrorOf<G> = AmendError<<G as Game>::Reason, <G as Game>::Purpose>;

impl<G: Game> Journal<G> {
    /// Rules the deed of number `entry` again as `command`, and every later deed in force after it.
    ///
    /// Each deed is given the dice that once fell for it, matched by sides and purpose in the order in which they
    /// fell, dropped ones of earlier amendments included; `fresh` is asked when these are used up.
    /// `say` words the refusal of a later deed that is no longer lawful, for the log.
    ///
    /// # Errors
    /// [`AmendError`]: nothing has changed then.
    pub fn amend(
        &self,
        entry: usize,
        command: &G::Command,
        fresh: &mut dyn Dice<G::Purpose>,
        say: &Say<'_, G>,
    ) -> Result<Amendment<G>, AmendErrorOf<G>> {
        let deeds = self.deeds();
        let Ok(from) = deeds.binary_search_by_key(&entry, |deed| deed.entry) else {
            return Err(AmendError::NotInForce { entry });
        };
        let mut state = course::replay::<G>(&self.header.setup, &deeds[..from]);
        let mut ruled = Vec::with_capacity(deeds.len() - from);
        let mut differences = Vec::new();
        for deed in &deeds[from..] {
            let command = if deed.entry == entry { command } else { deed.command };
            let mut kept = self.dice_of(&self.course.done, deed.entry);
            let decided = play::decide::<G>(&state, command, &mut kept.and_then(fresh));
            let after = match decided {
                Ok(events) => Outcome::Stands(events),
                Err(Halt::Refused { reason, rule }) if deed.entry == entry => {
                    return Err(AmendError::Refused { reason, rule });
                }
                Err(Halt::Refused { reason, rule }) => Outcome::Struck { rule, why: say(&state, &reason, rule) },
                Err(Halt::NeedsRoll { ask, missing }) => {
                    return Err(AmendError::NeedsRoll { entry: deed.entry, ask, missing });
                }
                Err(Halt::NoSuchFace { ask, face }) => {
                    return Err(AmendError::NoSuchFace { entry: deed.entry, ask, face });
                }
            };
            play::apply_all::<G>(&mut state, events(&after));
            differences.extend(difference(deed, &after));
            ruled.push(Ruled { entry: deed.entry, outcome: after });
        }
        Ok(Amendment { entry: Entry::Amended { entry, command: command.clone(), ruled }, differences })
    }

    /// Every die that fell for the deed of that number, as far as the entries in force know.
    ///
    /// Each ruling of a deed used its dice from the first on, so of two rulings the one with more of a kind has all.
    pub(super) fn dice_of(&self, done: &[usize], number: usize) -> Kept<G::Purpose> {
        let mut kept = Kept { kinds: Vec::new() };
        for at in done {
            match &self.entries[at - 1] {
                Entry::Did { events, .. } if *at == number => kept.widen(events),
                Entry::Amended { ruled, .. } => {
                    for ruled in ruled.iter().filter(|ruled| ruled.entry == number) {
                        kept.widen(events(&ruled.outcome));
                    }
                }
                Entry::Did { .. }
                | Entry::Undid
                | Entry::Redid
                | Entry::Remarked { .. }
                | Entry::Noticed { .. }
                | Entry::Opened
                | Entry::Closed => {}
            }
        }
        kept
    }
}

fn events<E>(outcome: &Outcome<E>) -> &[E] {
    match outcome {
        Outcome::Stands(events) => events,
        Outcome::Struck { .. } => &[],
    }
}

fn difference<G: Game>(deed: &Deed<'_, G>, after: &Outcome<EventOf<G>>) -> Option<Difference<G>> {
    let before = match deed.struck {
        Some(struck) => Outcome::Struck { rule: struck.rule, why: struck.why.to_owned() },
        None => Outcome::Stands(deed.events.to_vec()),
    };
    if before == *after {
        return None;
    }
    let mut used = Kept { kinds: Vec::new() };
    used.widen(events(after));
    let mut dice_dropped = Vec::new();
    for roll in deed.events.iter().flat_map(|event| &event.dice) {
        if used.take(roll.sides, &roll.purpose).is_none() {
            dice_dropped.push(roll.clone());
        }
    }
    Some(Difference { entry: deed.entry, before, after: after.clone(), dice_dropped })
}

/// Dice that once fell, by sides and purpose, to be handed out again in order.
pub(super) struct Kept<P> {
    kinds: Vec<Kind<P>>,
}

struct Kind<P> {
    sides: u8,
    purpose: P,
    dice: VecDeque<Die>,
}

impl<P: Clone + PartialEq> Kept<P> {
    /// Keeps of every kind the dice of `events` if these are more than are kept already.
    fn widen<F>(&mut self, events: &[play::Event<F, P>]) {
        let mut other = Kept { kinds: Vec::new() };
        for roll in events.iter().flat_map(|event| &event.dice) {
            other.kind(roll.sides, &roll.purpose).dice.push_back(roll.die());
        }
        for Kind { sides, purpose, dice } in other.kinds {
            let mine = self.kind(sides, &purpose);
            if mine.dice.len() < dice.len() {
                mine.dice = dice;
            }
        }
    }

    fn find(&mut self, sides: u8, purpose: &P) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.sides == sides && kind.purpose == *purpose)
    }

    fn kind(&mut self, sides: u8, purpose: &P) -> &mut Kind<P> {
        let at = self.find(sides, purpose).unwrap_or_else(|| {
            self.kinds.push(Kind { sides, purpose: purpose.clone(), dice: VecDeque::new() });
            self.kinds.len() - 1
        });
        &mut self.kinds[at]
    }

    fn take(&mut self, sides: u8, purpose: &P) -> Option<Die> {
        let at = self.find(sides, purpose)?;
        self.kinds[at].dice.pop_front()
    }

    /// These dice and no others.
    pub(super) fn alone(&mut self) -> KeptThen<'_, P> {
        KeptThen { kept: self, fresh: None }
    }

    /// These dice, and `fresh` ones when they are used up.
    fn and_then<'a>(&'a mut self, fresh: &'a mut dyn Dice<P>) -> KeptThen<'a, P> {
        KeptThen { kept: self, fresh: Some(fresh) }
    }
}

/// [`Kept`] dice as a source of faces.
pub(super) struct KeptThen<'a, P> {
    kept: &'a mut Kept<P>,
    fresh: Option<&'a mut dyn Dice<P>>,
}

impl<P: Clone + PartialEq> Dice<P> for KeptThen<'_, P> {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let mut fell = Vec::with_capacity(usize::from(ask.count));
        while fell.len() < usize::from(ask.count) {
            let Some(die) = self.kept.take(ask.sides, &ask.purpose) else { break };
            fell.push(die);
        }
        let missing = ask.count - fell.len() as u16;
        if missing == 0 {
            return Throw::Fell(fell);
        }
        let Some(fresh) = &mut self.fresh else { return Throw::Missing(missing) };
        match fresh.throw(&Ask { count: missing, ..ask.clone() }) {
            Throw::Fell(dice) => {
                fell.extend(dice);
                Throw::Fell(fell)
            }
            Throw::Missing(missing) => Throw::Missing(missing),
        }
    }
}

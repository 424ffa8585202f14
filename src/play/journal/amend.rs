//! Correcting an input after the dice: the same dice, ruled again.
use std::fmt::Debug;

use super::{
    course::Deed,
    dice::{Place, Thrown, Witnessed},
    entry::{Correction, Entry, EntryOf, Outcome, OutcomeOf, Ruled},
    kept::Kept,
    record::Journal,
};
use crate::{Ask, Dice, Die, Game, Halt, Roll, Rule, Throw};

/// A correction that the rules allow, not yet recorded.
pub struct Amendment<G: Game> {
    /// The [`Entry::Amended`] to record.
    pub entry: EntryOf<G>,
    /// The deeds that come out otherwise than before, in order.
    pub differences: Vec<Difference<G>>,
    /// For what a reason is owed.
    pub owed: Owed,
}

/// A deed that an amendment changes.
pub struct Difference<G: Game> {
    /// The number of its entry.
    pub entry: usize,
    pub before: OutcomeOf<G>,
    pub after: OutcomeOf<G>,
    /// Why it is struck out, in the light of all that is ruled before it.
    pub refused: Option<G::Reason>,
    /// Dice that decided something before and now decide nothing.
    pub dice_dropped: Vec<Roll<G::Purpose>>,
}

/// What an amendment takes from the game that dice had decided, and therefore owes a reason for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Owed {
    /// Dice that had fallen and decide nothing any more.
    pub dice: usize,
    /// Deeds that are struck out.
    pub struck: usize,
    /// Dice that have fallen in the entry that is amended or since, in a game where they [bind
    /// choices](Game::DICE_BIND_CHOICES); 0 where nothing comes out otherwise.
    pub since: usize,
    /// Sealed orders or something hidden were revealed since the entry that is amended. (Q64)
    pub is_revealed: bool,
}

impl Owed {
    pub fn is_nothing(self) -> bool {
        self == Owed::default()
    }
    pub(super) fn plus(self, other: Owed) -> Owed {
        Owed {
            dice: self.dice + other.dice,
            struck: self.struck + other.struck,
            since: self.since + other.since,
            is_revealed: self.is_revealed || other.is_revealed,
        }
    }
}

impl<G: Game> Amendment<G> {
    /// What is to be recorded, with the reason that was given.
    pub fn because(self, reason: Option<String>) -> EntryOf<G> {
        match self.entry {
            Entry::Amended { entry, to, ruled, .. } => Entry::Amended { entry, to, ruled, because: reason },
            other => other,
        }
    }
}

/// For what an amendment owes a reason that rules a deed so; a die whose face is another decides nothing any more.
pub(super) fn owed<G: Game>(deed: &Deed<'_, G>, after: &OutcomeOf<G>) -> Owed {
    let struck = usize::from(deed.struck.is_none() && matches!(after, Outcome::Struck { .. }));
    let dice = unlike(deed, after, |roll, die| die.face == roll.face).count();
    Owed { dice, struck, since: dice_seen(deed), is_revealed: false }
}

/// Dice of a deed that whoever changes a choice before it has seen.
fn dice_seen<G: Game>(deed: &Deed<'_, G>) -> usize {
    if G::DICE_BIND_CHOICES { deed.events.iter().map(|event| event.dice.len()).sum() } else { 0 }
}

/// Whether a deed comes out otherwise than before.
pub(super) fn is_otherwise<G: Game>(deed: &Deed<'_, G>, after: &OutcomeOf<G>) -> bool {
    match (deed.struck, after) {
        (Some(struck), Outcome::Struck { rule, .. }) => struck != *rule,
        (None, Outcome::Stands(events)) => deed.events != events,
        (Some(_), Outcome::Stands(_)) | (None, Outcome::Struck { .. }) => true,
    }
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

/// Where an amendment gets dice that never fell before.
pub enum Fresh<'a, P> {
    /// The program throws them.
    Thrown,
    /// These, in the order in which they are needed.
    Given(&'a mut dyn Dice<P>),
    /// The deed itself is ruled by these, and none that fell for it; later ones go on with them, or with thrown ones.
    Other { dice: &'a mut dyn Dice<P>, throws: bool },
}

/// The amendment errors of one game.
pub type AmendErrorOf<G> = AmendError<<G as Game>::Reason, <G as Game>::Purpose>;

impl<G: Game> Journal<G> {
    /// Rules the deed of number `entry` again as `command`, and every later deed in force after it.
    ///
    /// Each deed is given the dice that once fell for it, matched by sides and purpose in the order in which they
    /// fell, dropped ones of earlier amendments included; `fresh` is asked when these are used up. By [`Fresh::Other`] the
    /// deed itself is given other faces.
    pub fn amend(
        &self,
        entry: usize,
        command: &G::Command,
        mut fresh: Fresh<'_, G::Purpose>,
    ) -> Result<Amendment<G>, AmendErrorOf<G>> {
        let from = self.course.find(entry).ok_or(AmendError::NotInForce { entry })?;
        let mut state = self.course.state_of_first(&self.entries, from);
        let (mut ruled, mut differences) = (Vec::new(), Vec::new());
        let mut owing = Owed { is_revealed: self.is_revealed_since(entry), ..Owed::default() };
        let mut thrown = self.thrown(entry, Place::default());
        let other_faces = matches!(fresh, Fresh::Other { .. });
        for deed in self.course.deeds(&self.entries, from) {
            let command = if deed.entry == entry { command } else { deed.command };
            thrown.move_to(deed.place());
            let is_other = other_faces && deed.entry == entry;
            let given = match &mut fresh {
                Fresh::Thrown => None,
                Fresh::Given(dice) => Some(&mut **dice),
                Fresh::Other { dice, throws } => (is_other || !*throws).then_some(&mut **dice),
            };
            let kept = if is_other { Kept::nothing() } else { deed.kept() };
            let mut again = Again { kept, thrown: &mut thrown, given };
            let mut dice = Witnessed { dice: &mut again, fell: Vec::new() };
            let decided = crate::decide::<G>(&state, command, &mut dice);
            let at = deed.entry;
            let (after, refused) = match decided {
                Ok(events) => (Outcome::Stands(events), None),
                Err(Halt::Refused { reason, rule }) if at == entry => return Err(AmendError::Refused { reason, rule }),
                Err(Halt::Refused { reason, rule }) => (Outcome::Struck { rule, dice: dice.fell }, Some(reason)),
                Err(Halt::NeedsRoll { ask, missing }) => return Err(AmendError::NeedsRoll { entry: at, ask, missing }),
                Err(Halt::NoSuchFace { ask, face }) => return Err(AmendError::NoSuchFace { entry: at, ask, face }),
            };
            crate::apply_all::<G>(&mut state, after.events());
            differences.extend(difference(&deed, &after, refused));
            owing = owing.plus(owed(&deed, &after));
            ruled.push(Ruled { entry: deed.entry, outcome: after });
        }
        if differences.is_empty() {
            owing.since = 0;
        }
        let to = match (other_faces, ruled.first()) {
            (true, Some(own)) => Correction::Faces(own.outcome.dice().map(|roll| roll.face).collect()),
            (true, None) | (false, _) => Correction::Command(command.clone()),
        };
        let entry = Entry::Amended { entry, to, ruled, because: None };
        Ok(Amendment { entry, differences, owed: owing })
    }
}

fn difference<G: Game>(deed: &Deed<'_, G>, after: &OutcomeOf<G>, refused: Option<G::Reason>) -> Option<Difference<G>> {
    if !is_otherwise(deed, after) {
        return None;
    }
    let before = match deed.struck {
        Some(rule) => Outcome::Struck { rule, dice: Vec::new() },
        None => Outcome::Stands(deed.events.to_vec()),
    };
    let dice_dropped = dropped(deed, after);
    Some(Difference { entry: deed.entry, before, after: after.clone(), refused, dice_dropped })
}

/// Dice that decided something in the ruling before and decide nothing now.
fn dropped<G: Game>(deed: &Deed<'_, G>, after: &OutcomeOf<G>) -> Vec<Roll<G::Purpose>> {
    unlike(deed, after, |_, _| true).cloned().collect()
}

/// Dice of the ruling before, each without a die in its place now that is so alike.
fn unlike<'d, G: Game>(
    deed: &Deed<'d, G>,
    after: &OutcomeOf<G>,
    is_alike: impl Fn(&Roll<G::Purpose>, Die) -> bool,
) -> impl Iterator<Item = &'d Roll<G::Purpose>> {
    let mut used = Kept::of(after.dice());
    let dice = deed.events.iter().flat_map(|event| &event.dice);
    dice.filter(move |roll| !used.take(roll.sides, &roll.purpose).is_some_and(|die| is_alike(roll, die)))
}

/// The dice of a deed that is ruled again: those that fell for it, and then given or thrown ones.
pub(super) struct Again<'a, 'g, P> {
    pub(super) kept: Kept<P>,
    pub(super) thrown: &'a mut Thrown,
    pub(super) given: Option<&'a mut (dyn Dice<P> + 'g)>,
}

impl<P: Clone + PartialEq + serde::Serialize> Dice<P> for Again<'_, '_, P> {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let mut fell = Vec::with_capacity(usize::from(ask.count));
        while fell.len() < usize::from(ask.count) {
            let Some(die) = self.kept.take(ask.sides, &ask.purpose) else { break };
            // Its place in the row of its kind is taken.
            let _as_it_fell = self.thrown.next(ask.sides, &ask.purpose);
            fell.push(die);
        }
        let missing = ask.count - fell.len() as u16;
        if missing == 0 {
            return Throw::Fell(fell);
        }
        let rest = Ask { count: missing, ..ask.clone() };
        let more = match &mut self.given {
            Some(given) => given.throw(&rest),
            None => self.thrown.throw(&rest),
        };
        match more {
            Throw::Fell(dice) => {
                fell.extend(dice);
                Throw::Fell(fell)
            }
            Throw::Missing(missing) => Throw::Missing(missing),
        }
    }
}

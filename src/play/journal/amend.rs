//! Amendments: correct an earlier input, and decide it and everything after it again with the same dice.
use std::fmt::Debug;

use super::{
    dice::{DiceIndex, RecordingDice, SeededDice},
    entry::{Correction, Entry, EntryOf, NewOutcome, Outcome, OutcomeOf},
    kept_dice::KeptDice,
    record::Journal,
    timeline::AppliedCommand,
};
use crate::{Dice, DiceRequest, Die, Game, NotDecided, Roll, RollResult, Rule};

/// An amendment that the rules allow, not yet recorded.
pub struct Amendment<G: Game> {
    /// The [`Entry::Amended`] to record.
    pub entry: EntryOf<G>,
    /// The commands whose outcome changes, in order.
    pub differences: Vec<Difference<G>>,
    pub required: ReasonsRequired,
}

pub struct Difference<G: Game> {
    pub entry: usize,
    pub before: OutcomeOf<G>,
    pub after: OutcomeOf<G>,
    pub refused: Option<G::Reason>,
    pub dice_dropped: Vec<Roll<G::Purpose>>,
}

/// The effects of an amendment that require a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReasonsRequired {
    /// Dice that were rolled and are not used any more.
    pub dice: usize,
    /// Commands that the amendment strikes out.
    pub struck: usize,
    /// Dice rolled in the amended entry or since, in a game where they [bind choices](Game::DICE_BIND_CHOICES). 0 if no
    /// outcome changes.
    pub binding_dice: usize,
    /// Whether sealed orders or something hidden were revealed since the amended entry. (Q64)
    pub is_revealed: bool,
}

impl ReasonsRequired {
    pub fn is_nothing(self) -> bool {
        self == ReasonsRequired::default()
    }
    pub(super) fn combine(self, other: ReasonsRequired) -> ReasonsRequired {
        ReasonsRequired {
            dice: self.dice + other.dice,
            struck: self.struck + other.struck,
            binding_dice: self.binding_dice + other.binding_dice,
            is_revealed: self.is_revealed || other.is_revealed,
        }
    }
}

impl<G: Game> Amendment<G> {
    pub fn with_reason(self, because: Option<String>) -> EntryOf<G> {
        match self.entry {
            Entry::Amended { entry, to, ruled, .. } => Entry::Amended { entry, to, ruled, because },
            other => other,
        }
    }
}

/// Returns what requires a reason in the new outcome of a command. A die with a different face counts as unused.
pub(super) fn reason_required_for<G: Game>(applied: &AppliedCommand<'_, G>, after: &OutcomeOf<G>) -> ReasonsRequired {
    let struck = usize::from(applied.removed_by.is_none() && matches!(after, Outcome::NoLongerLegal { .. }));
    let dice = dice_without_match(applied, after, |roll, die| die.face == roll.face).count();
    ReasonsRequired { dice, struck, binding_dice: binding_dice(applied), is_revealed: false }
}

/// Returns how many dice of the command the players have seen, or 0 if dice bind no choice in this game.
fn binding_dice<G: Game>(applied: &AppliedCommand<'_, G>) -> usize {
    if G::DICE_BIND_CHOICES { applied.events.iter().map(|event| event.dice.len()).sum() } else { 0 }
}

pub(super) fn is_changed<G: Game>(applied: &AppliedCommand<'_, G>, after: &OutcomeOf<G>) -> bool {
    match (applied.removed_by, after) {
        (Some(struck), Outcome::NoLongerLegal { rule, .. }) => struck != *rule,
        (None, Outcome::Stands(events)) => applied.events != events,
        (Some(_), Outcome::Stands(_)) | (None, Outcome::NoLongerLegal { .. }) => true,
    }
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AmendError<R: Debug, P: Debug> {
    #[error("entry {entry} is not a command or was undone")]
    NotActive { entry: usize },
    #[error("the corrected command is refused: {reason:?} [{rule}]")]
    Refused { reason: R, rule: Rule },
    /// Dice that were never rolled are needed. Roll `missing` of the requested ones, then amend again.
    #[error("entry {entry} needs {missing} D{} more for {:?} [{}]", request.sides, request.purpose, request.rule)]
    NeedsRoll { entry: usize, request: DiceRequest<P>, missing: u16 },
    #[error("a D{sides} cannot show {face} (entry {entry})", sides = request.sides)]
    NoSuchFace { entry: usize, request: DiceRequest<P>, face: u8 },
}

/// The source of dice that an amendment needs and that were not rolled before.
pub enum NewDice<'a, P> {
    /// The program rolls them.
    Rolled,
    /// These dice, in the order in which they are needed.
    Given(&'a mut dyn Dice<P>),
    /// The amended command uses only these dice. Later commands that need more roll them (`rolls_more`) or use these.
    Replacing { dice: &'a mut dyn Dice<P>, rolls_more: bool },
}

pub type AmendErrorOf<G> = AmendError<<G as Game>::Reason, <G as Game>::Purpose>;

impl<G: Game> Journal<G> {
    /// Decides the command of entry `entry` again as `command`, and then every later active command.
    ///
    /// Each command first gets the dice that were rolled for it, matched by sides and purpose in the order of the
    /// rolls, including those that earlier amendments dropped. `new_dice` supplies any others. With
    /// [`NewDice::Replacing`] the amended command gets only new dice.
    pub fn amend(
        &self,
        entry: usize,
        command: &G::Command,
        mut new_dice: NewDice<'_, G::Purpose>,
    ) -> Result<Amendment<G>, AmendErrorOf<G>> {
        let from = self.timeline.find(entry).ok_or(AmendError::NotActive { entry })?;
        let mut state = self.timeline.state_of_first(&self.entries, from);
        let (mut ruled, mut differences) = (Vec::new(), Vec::new());
        let mut required = ReasonsRequired { is_revealed: self.is_revealed_since(entry), ..ReasonsRequired::default() };
        let mut stream = self.dice_for(entry, DiceIndex::default());
        let replaces_dice = matches!(new_dice, NewDice::Replacing { .. });
        for applied in self.timeline.applied_commands(&self.entries, from) {
            let command = if applied.entry == entry { command } else { applied.command };
            stream.move_to(applied.place());
            let gets_new_dice = replaces_dice && applied.entry == entry;
            let given = match &mut new_dice {
                NewDice::Rolled => None,
                NewDice::Given(dice) => Some(&mut **dice),
                NewDice::Replacing { dice, rolls_more } => (gets_new_dice || !*rolls_more).then_some(&mut **dice),
            };
            let kept = if gets_new_dice { KeptDice::empty() } else { applied.kept() };
            let mut reused = ReusedDice { kept, stream: &mut stream, given };
            let mut dice = RecordingDice { dice: &mut reused, rolls: Vec::new() };
            let decided = crate::decide::<G>(&state, command, &mut dice);
            let number = applied.entry;
            let (after, refused) = match decided {
                Ok(events) => (Outcome::Stands(events), None),
                Err(NotDecided::Refused { reason, rule }) if number == entry => {
                    return Err(AmendError::Refused { reason, rule });
                }
                Err(NotDecided::Refused { reason, rule }) => {
                    (Outcome::NoLongerLegal { rule, dice: dice.rolls }, Some(reason))
                }
                Err(NotDecided::NeedsRoll { request, missing }) => {
                    return Err(AmendError::NeedsRoll { entry: number, request, missing });
                }
                Err(NotDecided::NoSuchFace { request, face }) => {
                    return Err(AmendError::NoSuchFace { entry: number, request, face });
                }
            };
            crate::apply_all::<G>(&mut state, after.events());
            differences.extend(difference(&applied, &after, refused));
            required = required.combine(reason_required_for(&applied, &after));
            ruled.push(NewOutcome { entry: applied.entry, outcome: after });
        }
        if differences.is_empty() {
            required.binding_dice = 0;
        }
        let to = match (replaces_dice, ruled.first()) {
            (true, Some(first)) => Correction::Faces(first.outcome.dice().map(|roll| roll.face).collect()),
            (true, None) | (false, _) => Correction::Command(command.clone()),
        };
        let entry = Entry::Amended { entry, to, ruled, because: None };
        Ok(Amendment { entry, differences, required })
    }
}

fn difference<G: Game>(
    applied: &AppliedCommand<'_, G>,
    after: &OutcomeOf<G>,
    refused: Option<G::Reason>,
) -> Option<Difference<G>> {
    if !is_changed(applied, after) {
        return None;
    }
    let before = match applied.removed_by {
        Some(rule) => Outcome::NoLongerLegal { rule, dice: Vec::new() },
        None => Outcome::Stands(applied.events.to_vec()),
    };
    let dice_dropped = dropped_dice(applied, after);
    Some(Difference { entry: applied.entry, before, after: after.clone(), refused, dice_dropped })
}

fn dropped_dice<G: Game>(applied: &AppliedCommand<'_, G>, after: &OutcomeOf<G>) -> Vec<Roll<G::Purpose>> {
    dice_without_match(applied, after, |_, _| true).cloned().collect()
}

fn dice_without_match<'d, G: Game>(
    applied: &AppliedCommand<'d, G>,
    after: &OutcomeOf<G>,
    matches_die: impl Fn(&Roll<G::Purpose>, Die) -> bool,
) -> impl Iterator<Item = &'d Roll<G::Purpose>> {
    let mut used = KeptDice::from_rolls(after.dice());
    let dice = applied.events.iter().flat_map(|event| &event.dice);
    dice.filter(move |roll| !used.take(roll.sides, &roll.purpose).is_some_and(|die| matches_die(roll, die)))
}

/// The dice of a command that is decided again: first its own old dice, then given or rolled ones.
pub(super) struct ReusedDice<'a, 'g, P> {
    pub(super) kept: KeptDice<P>,
    pub(super) stream: &'a mut SeededDice,
    pub(super) given: Option<&'a mut (dyn Dice<P> + 'g)>,
}

impl<P: Clone + PartialEq + serde::Serialize> Dice<P> for ReusedDice<'_, '_, P> {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        let mut dice = Vec::with_capacity(usize::from(request.count));
        while dice.len() < usize::from(request.count) {
            let Some(die) = self.kept.take(request.sides, &request.purpose) else { break };
            // Advance the dice stream past the die that is used again.
            let _skipped = self.stream.next(request.sides, &request.purpose);
            dice.push(die);
        }
        let missing = request.count - dice.len() as u16;
        if missing == 0 {
            return RollResult::Rolled(dice);
        }
        let remaining = DiceRequest { count: missing, ..request.clone() };
        let more = match &mut self.given {
            Some(given) => given.roll(&remaining),
            None => self.stream.roll(&remaining),
        };
        match more {
            RollResult::Rolled(more_dice) => {
                dice.extend(more_dice);
                RollResult::Rolled(dice)
            }
            RollResult::Missing(missing) => RollResult::Missing(missing),
        }
    }
}

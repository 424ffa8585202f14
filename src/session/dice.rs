//! The dice of one command: typed, asked for, or rolled from the journal's seed.
use crate::story::last_notice;
use play::journal::{Journal, Notice, SeededDice, seeded_stream};
use play::{
    Dice, DiceRequest, Die, Game, RollResult, Source,
    verbs::{self, DiceMode},
};
use serde::Serialize;

/// Returns where dice come from according to the journal. By default the program rolls.
pub fn current_dice_mode<G: Game>(journal: &Journal<G>) -> DiceMode {
    let typed = last_notice(journal, |what| if let Notice::Dice { typed } = what { Some(*typed) } else { None });
    if typed == Some(true) { DiceMode::Ask } else { DiceMode::Roll }
}

/// Dice for one decision: typed ones, then rolled ones if allowed.
pub struct DiceSource<P> {
    typed: Vec<u8>,
    next: usize,
    rolled: Option<Box<dyn Dice<P>>>,
}

impl<P: Serialize> DiceSource<P> {
    /// Only these dice. Further ones must be typed.
    pub fn from_typed(faces: &[u8]) -> DiceSource<P> {
        DiceSource { typed: faces.to_vec(), next: 0, rolled: None }
    }
    pub fn from_seed(dice: SeededDice) -> DiceSource<P> {
        DiceSource { typed: Vec::new(), next: 0, rolled: Some(Box::new(dice)) }
    }
    /// These dice, then arbitrary ones: to learn which dice a ruling will ask for.
    pub fn with_supposed(faces: &[u8]) -> DiceSource<P> {
        DiceSource { typed: faces.to_vec(), next: 0, rolled: Some(Box::new(seeded_stream(0, 0))) }
    }
    pub fn unused(&self) -> &[u8] {
        &self.typed[self.next..]
    }
}

impl<P: Clone> Dice<P> for DiceSource<P> {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        let count = usize::from(request.count);
        let left = &self.typed[self.next..];
        let available = &left[..count.min(left.len())];
        // An impossible result is passed on as typed, so that the refusal names it.
        let face = |typed: &u8| verbs::face(request.sides, *typed).unwrap_or(*typed);
        let die = |typed: &u8| Die { sides: request.sides, face: face(typed), source: Source::Typed };
        let mut dice: Vec<Die> = available.iter().map(die).collect();
        let missing = count - dice.len();
        let impossible = available.iter().any(|typed| verbs::face(request.sides, *typed).is_none());
        if missing > 0 && !impossible {
            let Some(rolls) = &mut self.rolled else { return RollResult::Missing(missing as u16) };
            match rolls.roll(&DiceRequest { count: missing as u16, ..request.clone() }) {
                RollResult::Rolled(more) => dice.extend(more),
                RollResult::Missing(missing) => return RollResult::Missing(missing),
            }
        }
        self.next += count - missing;
        RollResult::Rolled(dice)
    }
}

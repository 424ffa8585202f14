//! The dice of one command: typed, asked for, or rolled from the journal's seed.
use crate::story::last_noticed;
use play::journal::{Journal, Notice, Thrown, thrown};
use play::{
    Ask, Dice, Die, Game, Source, Throw,
    verbs::{self, Mode},
};
use serde::Serialize;

/// Returns where dice come from according to the journal. By default the program rolls.
pub fn mode_in_force<G: Game>(journal: &Journal<G>) -> Mode {
    let typed = last_noticed(journal, |what| if let Notice::Dice { typed } = what { Some(*typed) } else { None });
    if typed == Some(true) { Mode::Ask } else { Mode::Roll }
}

/// Dice for one decision: typed ones, then rolled ones if allowed.
pub struct DiceAtHand<P> {
    typed: Vec<u8>,
    next: usize,
    thrown: Option<Box<dyn Dice<P>>>,
}

impl<P: Serialize> DiceAtHand<P> {
    /// Only these dice. Further ones must be typed.
    pub fn typed(faces: &[u8]) -> DiceAtHand<P> {
        DiceAtHand { typed: faces.to_vec(), next: 0, thrown: None }
    }
    /// Dice from the journal's seed.
    pub fn thrown(dice: Thrown) -> DiceAtHand<P> {
        DiceAtHand { typed: Vec::new(), next: 0, thrown: Some(Box::new(dice)) }
    }
    /// These dice, then arbitrary ones: to learn which dice a ruling will ask for.
    pub fn supposed(faces: &[u8]) -> DiceAtHand<P> {
        DiceAtHand { typed: faces.to_vec(), next: 0, thrown: Some(Box::new(thrown(0, 0))) }
    }
    /// Returns typed dice that were not needed.
    pub fn left(&self) -> &[u8] {
        &self.typed[self.next..]
    }
}

impl<P: Clone> Dice<P> for DiceAtHand<P> {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let count = usize::from(ask.count);
        let left = &self.typed[self.next..];
        let here = &left[..count.min(left.len())];
        // An impossible result is passed on as typed, so that the refusal names it.
        let face = |typed: &u8| verbs::face(ask.sides, *typed).unwrap_or(*typed);
        let die = |typed: &u8| Die { sides: ask.sides, face: face(typed), source: Source::Typed };
        let mut dice: Vec<Die> = here.iter().map(die).collect();
        let missing = count - dice.len();
        let impossible = here.iter().any(|typed| verbs::face(ask.sides, *typed).is_none());
        if missing > 0 && !impossible {
            let Some(thrown) = &mut self.thrown else { return Throw::Missing(missing as u16) };
            match thrown.throw(&Ask { count: missing as u16, ..ask.clone() }) {
                Throw::Fell(more) => dice.extend(more),
                Throw::Missing(missing) => return Throw::Missing(missing),
            }
        }
        self.next += count - missing;
        Throw::Fell(dice)
    }
}

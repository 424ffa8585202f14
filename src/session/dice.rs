//! Dice at hand for one command: faces typed with it or asked for, or thrown from the journal's seed.
use crate::story::last_noticed;
use play::journal::{Journal, Notice, Thrown, thrown};
use play::{
    Ask, Dice, Die, Game, Source, Throw,
    verbs::{self, Mode},
};
use serde::Serialize;

/// Where dice come from by the journal; the program throws where nothing is said of it.
pub fn mode_in_force<G: Game>(journal: &Journal<G>) -> Mode {
    let typed = last_noticed(journal, |what| if let Notice::Dice { typed } = what { Some(*typed) } else { None });
    if typed == Some(true) { Mode::Ask } else { Mode::Roll }
}

/// Faces for one decision: the typed ones, and thrown ones where these run out.
pub struct DiceAtHand<P> {
    typed: Vec<u8>,
    next: usize,
    thrown: Option<Box<dyn Dice<P>>>,
}

impl<P: Serialize> DiceAtHand<P> {
    /// Only these faces, and whatever is typed when they run out.
    pub fn typed(faces: &[u8]) -> DiceAtHand<P> {
        DiceAtHand { typed: faces.to_vec(), next: 0, thrown: None }
    }
    /// Faces of the journal's seed.
    pub fn thrown(dice: Thrown) -> DiceAtHand<P> {
        DiceAtHand { typed: Vec::new(), next: 0, thrown: Some(Box::new(dice)) }
    }
    /// These faces, and then any: to learn what a ruling asks before it is made.
    pub fn supposed(faces: &[u8]) -> DiceAtHand<P> {
        DiceAtHand { typed: faces.to_vec(), next: 0, thrown: Some(Box::new(thrown(0, 0))) }
    }
    /// Typed faces that nobody has asked for.
    pub fn left(&self) -> &[u8] {
        &self.typed[self.next..]
    }
}

impl<P: Clone> Dice<P> for DiceAtHand<P> {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let count = usize::from(ask.count);
        let left = &self.typed[self.next..];
        let here = &left[..count.min(left.len())];
        // A face that the die does not have is passed on as typed, so that it is refused by its own name.
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

//! Dice at hand for one command: faces typed with it or asked for, or thrown from the journal's seed.
use super::dice;
use crate::{
    naval::{Purpose, notation},
    play::{Ask, Dice, Die, Source, Throw},
};

/// Where faces come from when a command brings none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Mode {
    /// The program throws.
    Roll,
    /// The program asks for the faces thrown on the table.
    Ask,
}

/// Faces for one decision.
pub struct Hand {
    typed: Vec<u8>,
    next: usize,
    thrown: Option<Box<dyn Dice<Purpose>>>,
}

impl Hand {
    /// Only these faces, and whatever is typed when they run out.
    pub fn typed(faces: &[u8]) -> Hand {
        Hand { typed: faces.to_vec(), next: 0, thrown: None }
    }
    /// Faces of the journal's seed, from the stream of one entry.
    pub fn thrown(seed: u64, stream: u64) -> Hand {
        Hand { typed: Vec::new(), next: 0, thrown: Some(Box::new(dice::thrown(seed, stream))) }
    }
    /// Typed faces that nobody has asked for.
    pub fn left(&self) -> &[u8] {
        &self.typed[self.next..]
    }
}

impl Dice<Purpose> for Hand {
    fn throw(&mut self, ask: &Ask<Purpose>) -> Throw {
        if let Some(thrown) = &mut self.thrown {
            return thrown.throw(ask);
        }
        let count = usize::from(ask.count);
        let Some(faces) = self.typed.get(self.next..self.next + count) else {
            return Throw::Missing((count - self.left().len()) as u16);
        };
        self.next += count;
        // A face that the die does not have is passed on as typed, so that it is refused by its own name.
        let face = |typed: &u8| notation::face(ask.sides, *typed).unwrap_or(*typed);
        Throw::Fell(
            faces.iter().map(|typed| Die { sides: ask.sides, face: face(typed), source: Source::Typed }).collect(),
        )
    }
}

//! Dice at hand for one command: faces typed with it or asked for, or thrown from the journal's seed.
use super::{dice, open, problem::Problem, store::Store};
use naval::{Purpose, notation};
use play::journal::{Entry, Journal, Notice, Thrown};
use play::{Ask, Dice, Die, Game, Source, Throw};

/// Where faces come from when a command brings none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Mode {
    /// The program throws.
    #[default]
    Roll,
    /// The program asks for the faces thrown on the table.
    Ask,
}

impl Mode {
    /// Where dice come from by the journal; the program throws where nothing is said of it.
    pub fn in_force<G: Game>(journal: &Journal<G>) -> Mode {
        let typed = journal.entries().iter().rev().find_map(|entry| {
            let Entry::Noticed { what: Notice::Dice { typed } } = entry else { return None };
            Some(*typed)
        });
        if typed == Some(true) { Mode::Ask } else { Mode::Roll }
    }

    /// What is answered when it is changed.
    pub fn says(self) -> &'static str {
        match self {
            Mode::Roll => "The program throws the dice.",
            Mode::Ask => "The program asks for the dice thrown on the table.",
        }
    }

    /// Writes down where dice come from, as far as the journal says otherwise.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn settle<G: Game>(self, store: &mut Store<G>) -> Result<(), Problem> {
        if Mode::in_force(store.journal()) == self {
            return Ok(());
        }
        let what = Notice::Dice { typed: self == Mode::Ask };
        store.record(Entry::Noticed { what }).map_err(open::stored)
    }
}

/// Faces for one decision: the typed ones, and thrown ones where these run out.
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
    /// Faces of the journal's seed.
    pub fn thrown(dice: Thrown) -> Hand {
        Hand { typed: Vec::new(), next: 0, thrown: Some(Box::new(dice)) }
    }
    /// These faces, and then any: to learn what a ruling asks before it is made.
    pub fn supposed(faces: &[u8]) -> Hand {
        Hand { typed: faces.to_vec(), next: 0, thrown: Some(Box::new(dice::thrown(0, 0))) }
    }
    /// Typed faces that nobody has asked for.
    pub fn left(&self) -> &[u8] {
        &self.typed[self.next..]
    }
}

impl Dice<Purpose> for Hand {
    fn throw(&mut self, ask: &Ask<Purpose>) -> Throw {
        let count = usize::from(ask.count);
        let here = &self.left()[..count.min(self.left().len())];
        // A face that the die does not have is passed on as typed, so that it is refused by its own name.
        let face = |typed: &u8| notation::face(ask.sides, *typed).unwrap_or(*typed);
        let die = |typed: &u8| Die { sides: ask.sides, face: face(typed), source: Source::Typed };
        let mut dice: Vec<Die> = here.iter().map(die).collect();
        let missing = count - dice.len();
        let impossible = here.iter().any(|typed| notation::face(ask.sides, *typed).is_none());
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

//! What ships turned out to be worth in many battles, beside the points that the rules give for them. [10.5]
use super::{Id, ShipType};

/// Types and classes that were met in fewer battles are not judged.
pub const FEWEST: usize = 200;

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Audit {
    pub war: Id,
    /// Battles that were fought.
    pub battles: usize,
    /// Those in which both sides kept the same share of their strength.
    pub undecided: usize,
    /// Those with an order that was refused, or a duty that nobody had done.
    pub refused: usize,
    pub types: Vec<Rated>,
    /// Classes that were met often enough, each as what a ship of it is worth.
    pub classes: Vec<Rated>,
}

/// What a ship of a type, or of a class, is worth, where a battleship is worth 12.
#[derive(Clone, PartialEq, Debug)]
pub struct Rated {
    pub kind: ShipType,
    /// The class; of a type none.
    pub class: Option<String>,
    /// The points for sinking one.
    pub printed: i32,
    /// Battles in which one fought.
    pub battles: usize,
    /// Left out where there were too few of them.
    pub worth: Option<Worth>,
}

/// An estimate and its interval of 95%.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Worth {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Rated {
    /// Whether the interval excludes the printed value.
    pub fn is_off(&self) -> bool {
        let printed = f64::from(self.printed);
        self.worth.is_some_and(|worth| printed < worth.low || worth.high < printed)
    }
}

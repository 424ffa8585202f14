//! Divides a battle into phases at its turning points.
use std::ops::RangeInclusive;

use crate::lines::number_word;
use crate::{capital, list};

/// What changed the course of a battle in a turn, the least important first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TurningPoint {
    InSightAgain,
    FirstSighting,
    ContactLost,
    /// These ships came on to the table.
    Reinforcement(Vec<String>),
    FireOpened,
    FirstHit,
    /// These ships were lost.
    Loss(Vec<String>),
}

/// A turn with its turning points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnPoints {
    pub turn: u16,
    pub points: Vec<TurningPoint>,
}

/// Successive turns with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    pub title: String,
    pub first: u16,
    pub last: u16,
}

impl Phase {
    pub fn turns(&self) -> RangeInclusive<u16> {
        self.first..=self.last
    }

    /// `Fire is opened, turns 6 to 11`
    pub fn heading(&self) -> String {
        let Phase { title, first, last } = self;
        if first == last { format!("{title}, turn {first}") } else { format!("{title}, turns {first} to {last}") }
    }
}

/// The first turn of a phase, and what it is named after.
type Cut = (u16, Option<TurningPoint>);

const MAX_PHASES: usize = 8;
/// No phase is shorter, unless the whole battle is.
const MIN_TURNS: u16 = 2;
/// The end of the title of a divided phase's second half.
const CONTINUED: &str = ", continued";
/// A longer phase is divided, unless there are [`MAX_PHASES`] already.
const MAX_TURNS: u16 = 12;
/// A heading names at most this many ships.
const MAX_NAMES: usize = 3;

/// Divides turns into phases of at least two turns. Where turning points lie closer together, the most important names
/// the phase. The first phase begins with the first turn.
pub fn phases(turns: &[TurnPoints]) -> Vec<Phase> {
    let (Some(first), Some(last)) = (turns.first(), turns.last()) else { return Vec::new() };
    let mut cuts: Vec<Cut> = vec![(first.turn, None)];
    for TurnPoints { turn, points } in turns {
        for point in points {
            add_cut(&mut cuts, *turn, point);
        }
    }
    // A last phase of one turn begins a turn earlier, or belongs to the phase before it.
    if let [.., (before, before_point), (begin, point)] = &mut cuts[..]
        && last.turn < *begin + MIN_TURNS - 1
    {
        if *before + MIN_TURNS < *begin {
            *begin -= 1;
        } else {
            *before_point = more_important(before_point.take(), point.take());
            cuts.pop();
        }
    }
    while MAX_PHASES < cuts.len() {
        let least = (1..cuts.len()).min_by_key(|index| (&cuts[*index].1, std::cmp::Reverse(*index))).unwrap_or(1);
        let (_, point) = cuts.remove(least);
        let before = cuts[least - 1].1.take();
        cuts[least - 1].1 = more_important(before, point);
    }
    let ends = cuts.iter().skip(1).map(|(turn, _)| turn - 1).chain([last.turn]);
    let phases = cuts.iter().zip(ends).map(|((first, point), last)| Phase {
        title: point.as_ref().map_or_else(|| "The approach".to_owned(), title),
        first: *first,
        last,
    });
    let mut phases: Vec<Phase> = phases.collect();
    while phases.len() < MAX_PHASES && divide_longest(&mut phases) {}
    phases
}

/// Divides the longest phase in halves if it is too long for one chart. Returns whether it was.
fn divide_longest(phases: &mut Vec<Phase>) -> bool {
    let Some(index) = (0..phases.len()).max_by_key(|index| phases[*index].turns().len()) else { return false };
    let Phase { title, first, last } = phases[index].clone();
    if last - first < MAX_TURNS {
        return false;
    }
    let middle = first + (last - first) / 2;
    phases[index].last = middle;
    phases.insert(index + 1, Phase { title: continued(title), first: middle + 1, last });
    true
}

/// Begins a phase at a turning point. If the present phase has just begun, the more important point names it.
fn add_cut(cuts: &mut Vec<Cut>, turn: u16, point: &TurningPoint) {
    match cuts.last_mut() {
        Some((begin, named)) if turn < *begin + MIN_TURNS => *named = more_important(named.take(), Some(point.clone())),
        _ => cuts.push((turn, Some(point.clone()))),
    }
}

/// Returns the more important of two turning points. Ships lost, or arrived, one after the other are named together.
fn more_important(earlier: Option<TurningPoint>, later: Option<TurningPoint>) -> Option<TurningPoint> {
    match (earlier, later) {
        (Some(TurningPoint::Loss(first)), Some(TurningPoint::Loss(second))) => {
            Some(TurningPoint::Loss([first, second].concat()))
        }
        (Some(TurningPoint::Reinforcement(first)), Some(TurningPoint::Reinforcement(second))) => {
            Some(TurningPoint::Reinforcement([first, second].concat()))
        }
        (earlier, later) => earlier.max(later),
    }
}

fn continued(title: String) -> String {
    if title.ends_with(CONTINUED) { title } else { title + CONTINUED }
}

fn title(point: &TurningPoint) -> String {
    match point {
        TurningPoint::FirstSighting => "First sighting".to_owned(),
        TurningPoint::ContactLost => "Out of sight".to_owned(),
        TurningPoint::InSightAgain => "In sight again".to_owned(),
        TurningPoint::FireOpened => "Fire is opened".to_owned(),
        TurningPoint::FirstHit => "The first hit".to_owned(),
        TurningPoint::Reinforcement(ships) if ships.len() == 1 => format!("{} arrives", list(ships)),
        TurningPoint::Reinforcement(ships) if ships.len() <= MAX_NAMES => format!("{} arrive", list(ships)),
        TurningPoint::Reinforcement(ships) => format!("{} ships arrive", capital(&number_word(ships.len() as u32))),
        TurningPoint::Loss(ships) if ships.len() <= MAX_NAMES => format!("The loss of {}", list(ships)),
        TurningPoint::Loss(ships) => format!("The loss of {} ships", number_word(ships.len() as u32)),
    }
}

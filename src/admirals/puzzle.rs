//! Decisions of a fought battle, each with possible answers, and battles continued from them. Begin at [`decisions`].
use super::{Choice, Chosen, Commander, Due, Memory, Player, Policy, Start, Task, battle::go_on, due};
use naval::model::{Element, Hand, Setup, puzzle::Asks};
use naval::{Command, Id, NavalEvent, Segment, SideId, view::Outlook};
use play::Rng;
use search::Stop;

mod answers;
mod measuring;
mod screening;

pub use measuring::{Found, Measuring, Why};
pub use screening::{Effort, Outcome, Screened, screened};

/// From this edition of the players on, an answer's value includes a victory by a key in addition to points.
pub const COUNTS_VICTORY: u32 = 1;

/// Courses closer to each other than this are one answer.
const APART_DEG: i32 = 50;

/// A decision, with the answers to be measured.
pub struct Decision {
    pub side: SideId,
    pub asks: Asks,
    pub unit: Id,
    /// Number of commands before it.
    pub deeds: usize,
    pub turn: u16,
    pub answers: Vec<Tried>,
    /// How much better than the midshipman's choice the captain scores the best of the others.
    pub promise: f64,
    start: Start,
    segment: Segment,
}

/// An answer, and the players that would give it.
pub struct Tried {
    /// `None` if nothing is ordered.
    pub command: Option<Command>,
    pub midshipman: bool,
    /// Whether it is the captain's, or nearly.
    pub captain: bool,
}

/// Returns the decisions of a battle that a player may answer differently from the midshipman, and in which the side
/// sees every enemy on the table. Each is taken from the start of its segment, before any order.
pub fn decisions<'e>(
    setup: &Setup,
    captains: &[(SideId, Commander)],
    deeds: impl IntoIterator<Item = &'e [NavalEvent]>,
) -> Vec<Decision> {
    let mut now = Start::of(setup);
    let (mut found, mut seen) = (Vec::new(), None);
    for (number, events) in deeds.into_iter().enumerate() {
        if seen != Some(now.segment()) {
            seen = Some(now.segment());
            for (side, captain) in captains {
                found.extend(decided_now(&now, number, side, captain));
            }
        }
        now.take(events);
        now.done(events);
    }
    found
}

/// Returns a player's orders of a kind, unit by unit, with all scored options.
pub fn choices(who: &dyn Policy, at: &Outlook, memory: &Memory, asks: Asks) -> Vec<Choice> {
    let dues = due(at).into_iter().filter(|due| asked(due.task) == Some(asks));
    dues.flat_map(|due| who.choose(at, memory, &due, &mut Rng(0), &|| false)).collect()
}

/// Returns the kind of an order, and its unit.
pub fn ordered(command: &Command) -> Option<(Asks, &Id)> {
    match command {
        Command::Plot { unit, .. } => Some((Asks::Plot, unit)),
        Command::Launch { by, .. } => Some((Asks::Launch, by)),
        Command::Target(target) => Some((Asks::Target, &target.firer)),
        Command::Repair { ship, .. } => Some((Asks::Repair, ship)),
        _ => None,
    }
}

fn asked(task: Task) -> Option<Asks> {
    match task {
        Task::Plots => Some(Asks::Plot),
        Task::Launches => Some(Asks::Launch),
        Task::BigGuns => Some(Asks::Target),
        Task::Repairs => Some(Asks::Repair),
        Task::Approach | Task::Deploy | Task::Preplots | Task::Lights | Task::Batteries | Task::Coups => None,
    }
}

fn decided_now(now: &Start, deeds: usize, side: &SideId, captain: &Commander) -> Vec<Decision> {
    if !now.is_open_to(side) {
        return Vec::new();
    }
    let (at, none) = (now.outlook(side), Memory::default());
    let memory = now.memory(side).unwrap_or(&none);
    let (turn, segment, _) = now.segment();
    let allowed = |command: &Command| at.allows(command) && now.allows(command);
    let mut found = Vec::new();
    for asks in Asks::ALL {
        let ordered = answers::Ordered::of(&at, memory, captain, asks);
        for unit in ordered.units() {
            let Some((answers, promise)) = ordered.answers(&unit, &allowed) else { continue };
            let (side, start) = (side.clone(), now.clone());
            found.push(Decision { side, asks, unit, deeds, turn, answers, promise, start, segment });
        }
    }
    found
}

/// Whether a plot follows or mimics another division.
fn leans(command: &Command) -> bool {
    let Command::Plot { plot, .. } = command else { return false };
    plot.elements.iter().any(|element| matches!(element, Element::Follow(_) | Element::Mimic(_)))
}

/// Whether two plots have nearly the same course.
pub fn near(one: &Command, other: &Command) -> bool {
    apart_deg(one, other).is_some_and(|apart| apart < APART_DEG)
}

/// Returns the angle between the final courses of two plots, 0 to 180 degrees. `None` if either does something else.
pub fn apart_deg(one: &Command, other: &Command) -> Option<i32> {
    let apart = (turned_deg(one)? - turned_deg(other)?).rem_euclid(360);
    Some(apart.min(360 - apart))
}

/// Returns how far a plot turns in degrees, to starboard positive. `None` if it does something else.
pub fn turned_deg(command: &Command) -> Option<i32> {
    let Command::Plot { plot, .. } = command else { return None };
    let turn = |element: &Element| match element {
        Element::Turn(turn) => {
            let degrees = i32::from(turn.degrees);
            Some(if turn.hand == Hand::Left { -degrees } else { degrees })
        }
        _ => None,
    };
    if leans(command) { None } else { Some(plot.elements.iter().filter_map(turn).sum()) }
}

/// A player that gives no more orders for a unit whose answer was already given.
struct Answered<'p> {
    player: Player<'p>,
    turn: u16,
    segment: Segment,
    asks: Asks,
    unit: &'p Id,
}

impl Policy for Answered<'_> {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, rng: &mut Rng, stop: Stop<'_>) -> Chosen {
        let mut chosen = self.player.choose(at, memory, due, rng, stop);
        if (at.state().turn, at.state().segment) == (self.turn, self.segment) {
            chosen.choices.retain(|one| ordered(&one.command) != Some((self.asks, self.unit)));
        }
        chosen
    }
}

impl Decision {
    /// Returns the final margin of the deciding side, plus the value of a victory by a key, in a battle continued from
    /// an answer with a seed's dice. `None` if stopped.
    pub fn played_on(&self, answer: usize, players: &[Player<'_>], seed: u64, stop: Stop<'_>) -> Option<i32> {
        let sides = self.start.sides();
        let place = sides.iter().position(|side| **side == self.side)?;
        let answered = Answered {
            player: players[place],
            turn: self.turn,
            segment: self.segment,
            asks: self.asks,
            unit: &self.unit,
        };
        let mut seats: Vec<Player<'_>> = players.to_vec();
        seats[place] = &answered;
        let first = self.answers.get(answer)?.command.clone();
        let battle = go_on(&Start { first, ..self.start.clone() }, &seats, seed, false, stop);
        battle.fought.end.as_ref()?;
        let points = |at: usize| battle.fought.sides.get(at).map_or(0, |side| side.points);
        let prize = match &battle.fought.won {
            Some((side, _)) if *side == self.side => battle.prize,
            Some(_) => -battle.prize,
            None => 0,
        };
        Some(points(place) - points(1 - place.min(1)) + prize)
    }

    /// What the side knew.
    pub fn outlook(&self) -> Outlook {
        self.start.outlook(&self.side)
    }
}

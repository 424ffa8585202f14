//! Decisions of a battle that was fought, each with the answers that may be given, and battles played on from them.
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

/// From this edition of the players on, an answer is worth what it brings towards a victory by a key, besides its points.
pub const COUNTS_VICTORY: u32 = 1;

/// Courses that are nearer to each other are one answer.
const APART_DEG: i32 = 50;

/// A decision, with the answers that are to be measured.
pub struct Decision {
    pub side: SideId,
    pub asks: Asks,
    pub unit: Id,
    /// So many deeds came before it.
    pub deeds: usize,
    pub turn: u16,
    pub answers: Vec<Tried>,
    /// How much better than the midshipman's choice the captain thinks the best of the others.
    pub promise: f64,
    start: Start,
    segment: Segment,
}

/// An answer, and whose it would be.
pub struct Tried {
    /// None where nothing is ordered.
    pub command: Option<Command>,
    pub midshipman: bool,
    /// His, or nearly.
    pub captain: bool,
}

/// The decisions of a battle that may be answered otherwise than the midshipman does, and in which whoever decides sees
/// every enemy on the table; each as its segment began, before anybody had ordered anything in it.
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

/// What a player would order of such a kind, unit by unit, and all that he weighed.
pub fn choices(who: &dyn Policy, at: &Outlook, memory: &Memory, asks: Asks) -> Vec<Choice> {
    let dues = due(at).into_iter().filter(|due| asked(due.task) == Some(asks));
    dues.flat_map(|due| who.choose(at, memory, &due, &mut Rng(0), &|| false)).collect()
}

/// The kind of order, and whom it is for.
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

/// A plot that leans on another division.
fn leans(command: &Command) -> bool {
    let Command::Plot { plot, .. } = command else { return false };
    plot.elements.iter().any(|element| matches!(element, Element::Follow(_) | Element::Mimic(_)))
}

/// Two plots that come to nearly the same.
pub fn near(one: &Command, other: &Command) -> bool {
    apart_deg(one, other).is_some_and(|apart| apart < APART_DEG)
}

/// How many degrees, 0 to 180, the courses lie apart to which two plots turn; none where one of them does something else.
pub fn apart_deg(one: &Command, other: &Command) -> Option<i32> {
    let apart = (turned_deg(one)? - turned_deg(other)?).rem_euclid(360);
    Some(apart.min(360 - apart))
}

/// How far a plot turns, to starboard above 0; none where it does something else.
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

/// A player who orders nothing more for a unit of which it was ordered already what it does, or does not do.
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
    /// The margin of the side that decides, and what a victory by a key is worth besides, at the end of a battle that was
    /// played on from one of the answers on the dice of a seed; none where it was stopped.
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

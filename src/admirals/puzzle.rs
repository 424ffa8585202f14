//! Decisions of a fought battle, each with possible answers, and battles continued from them. Begin at [`decisions`].
use super::{
    BattleStart, Choice, Commander, Memory, PendingDecision, Player, Policy, PolicyAnswer, Task, battle::continue_from,
    decisions::pending_decisions,
};
use naval::model::{Element, Setup, TurnSide, puzzle::PuzzleKind};
use naval::{Command, Id, NavalEvent, Segment, SideId, view::PlayerView};
use play::Rng;
use search::Stop;

mod answers;
mod measuring;
mod screening;

pub use measuring::{AnswerMeasurement, MeasurementState, NoPuzzleReason};
pub use screening::{ScreenedDecision, ScreeningBudget, ScreeningOutcome, screen_decisions};

/// From this edition of the players on, an answer's value includes a victory that points do not decide.
pub const COUNTS_VICTORY: u32 = 1;

/// Courses closer to each other than this are one answer.
const SAME_COURSE_DEG: i32 = 50;

/// A decision, with the answers to be measured.
pub struct PuzzleDecision {
    pub side: SideId,
    pub kind: PuzzleKind,
    pub unit: Id,
    pub commands_before: usize,
    pub turn: u16,
    pub answers: Vec<TriedAnswer>,
    /// The captain's score of the best other answer, less that of the midshipman's answer.
    pub promise: f64,
    start: BattleStart,
    segment: Segment,
}

/// An answer, and the players that would give it.
pub struct TriedAnswer {
    /// `None` if nothing is ordered.
    pub command: Option<Command>,
    pub midshipman: bool,
    /// Whether the captain would give it, or a plot with nearly the same course.
    pub captain: bool,
}

/// Returns the decisions of a battle that a player may answer differently from the midshipman, and in which the side
/// sees every enemy on the table. Each is taken from the start of its segment, before any order.
pub fn decisions<'e>(
    setup: &Setup,
    captains: &[(SideId, Commander)],
    commands: impl IntoIterator<Item = &'e [NavalEvent]>,
) -> Vec<PuzzleDecision> {
    let mut moment = BattleStart::from_setup(setup);
    let (mut found, mut last_segment) = (Vec::new(), None);
    for (number, events) in commands.into_iter().enumerate() {
        if last_segment != Some(moment.phase()) {
            last_segment = Some(moment.phase());
            for (side, captain) in captains {
                found.extend(decisions_at(&moment, number, side, captain));
            }
        }
        moment.apply_events(events);
        moment.end_command(events);
    }
    found
}

/// Returns a player's orders of a kind, unit by unit, with all scored options.
pub fn choices_of(policy: &dyn Policy, view: &PlayerView, memory: &Memory, kind: PuzzleKind) -> Vec<Choice> {
    let decisions = pending_decisions(view).into_iter().filter(|decision| task_kind(decision.task) == Some(kind));
    decisions.flat_map(|decision| policy.choose(view, memory, &decision, &mut Rng(0), &|| false)).collect()
}

pub fn order_kind(command: &Command) -> Option<(PuzzleKind, &Id)> {
    match command {
        Command::Plot { unit, .. } => Some((PuzzleKind::Plot, unit)),
        Command::Launch { by, .. } => Some((PuzzleKind::Launch, by)),
        Command::Target(target) => Some((PuzzleKind::Target, &target.firer)),
        Command::Repair { ship, .. } => Some((PuzzleKind::Repair, ship)),
        _ => None,
    }
}

fn task_kind(task: Task) -> Option<PuzzleKind> {
    match task {
        Task::Plots => Some(PuzzleKind::Plot),
        Task::Launches => Some(PuzzleKind::Launch),
        Task::BigGuns => Some(PuzzleKind::Target),
        Task::Repairs => Some(PuzzleKind::Repair),
        Task::Approach | Task::Deploy | Task::Preplots | Task::Lights | Task::Batteries | Task::Coups => None,
    }
}

fn decisions_at(now: &BattleStart, command_count: usize, side: &SideId, captain: &Commander) -> Vec<PuzzleDecision> {
    if !now.sees_all_enemies(side) {
        return Vec::new();
    }
    let (view, none) = (now.view(side), Memory::default());
    let memory = now.memory(side).unwrap_or(&none);
    let (turn, segment, _) = now.phase();
    let allowed = |command: &Command| view.allows(command) && now.allows(command);
    let mut found = Vec::new();
    for kind in PuzzleKind::ALL {
        let orders = answers::PlayerOrders::collect(&view, memory, captain, kind);
        for unit in orders.units() {
            let Some((answers, promise)) = orders.answers(&unit, &allowed) else { continue };
            let (side, start) = (side.clone(), now.clone());
            found.push(PuzzleDecision {
                side,
                kind,
                unit,
                commands_before: command_count,
                turn,
                answers,
                promise,
                start,
                segment,
            });
        }
    }
    found
}

/// Whether a plot follows or mimics another division.
fn follows_another(command: &Command) -> bool {
    let Command::Plot { plot, .. } = command else { return false };
    plot.elements.iter().any(|element| matches!(element, Element::Follow(_) | Element::Mimic(_)))
}

/// Whether two plots have nearly the same course.
pub fn is_same_course(left: &Command, right: &Command) -> bool {
    course_difference_deg(left, right).is_some_and(|apart| apart < SAME_COURSE_DEG)
}

/// Returns the angle between the final courses of two plots, 0 to 180 degrees. `None` if either has no turn.
pub fn course_difference_deg(left: &Command, right: &Command) -> Option<i32> {
    let difference = (turn_deg(left)? - turn_deg(right)?).rem_euclid(360);
    Some(difference.min(360 - difference))
}

/// Returns how far a plot turns in degrees, to starboard positive. `None` if it follows a division, or is no plot.
pub fn turn_deg(command: &Command) -> Option<i32> {
    let Command::Plot { plot, .. } = command else { return None };
    let turn = |element: &Element| match element {
        Element::Turn(turn) => {
            let degrees = i32::from(turn.degrees);
            Some(if turn.hand == TurnSide::Left { -degrees } else { degrees })
        }
        _ => None,
    };
    if follows_another(command) { None } else { Some(plot.elements.iter().filter_map(turn).sum()) }
}

/// A player that gives no more orders for a unit whose answer was already given.
struct AnsweredPlayer<'p> {
    player: Player<'p>,
    turn: u16,
    segment: Segment,
    kind: PuzzleKind,
    unit: &'p Id,
}

impl Policy for AnsweredPlayer<'_> {
    fn choose(
        &self,
        view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        let mut chosen = self.player.choose(view, memory, decision, rng, stop);
        if (view.state().turn, view.state().segment) == (self.turn, self.segment) {
            chosen.choices.retain(|choice| order_kind(&choice.command) != Some((self.kind, self.unit)));
        }
        chosen
    }
}

impl PuzzleDecision {
    /// Returns the deciding side's final margin, plus the value of a victory that points do not decide, in a battle
    /// continued from an answer with a seed's dice. `None` if stopped.
    pub fn final_margin(&self, answer: usize, players: &[Player<'_>], seed: u64, stop: Stop<'_>) -> Option<i32> {
        let sides = self.start.sides();
        let place = sides.iter().position(|side| **side == self.side)?;
        let player = AnsweredPlayer {
            player: players[place],
            turn: self.turn,
            segment: self.segment,
            kind: self.kind,
            unit: &self.unit,
        };
        let mut seats: Vec<Player<'_>> = players.to_vec();
        seats[place] = &player;
        let first = self.answers.get(answer)?.command.clone();
        let battle = continue_from(&BattleStart { first, ..self.start.clone() }, &seats, seed, false, stop);
        battle.result.end.as_ref()?;
        let points = |index: usize| battle.result.sides.get(index).map_or(0, |side| side.points);
        let prize = match &battle.result.winner {
            Some((side, _)) if *side == self.side => battle.prize,
            Some(_) => -battle.prize,
            None => 0,
        };
        Some(points(place) - points(1 - place.min(1)) + prize)
    }

    pub fn view(&self) -> PlayerView {
        self.start.view(&self.side)
    }
}

//! Accounts for luck: cuts a battle at its orders and dice. Captains continue from every moment. See [`cut_battle`].
//!
//! A moment is worth the mean final margin of battles continued from it. Each moment is estimated once and used at the
//! end of one item and the start of the next. So the expected margin and all items add up to the final margin, to the
//! millionth of a point.
mod exact;

use super::{BattleStart, Player, battle::continue_from, decisions::pending_decisions};
pub use exact::exact_account;
use naval::model::luck::{Amount, Cause, MarginBreakdown, MarginItem, RollKind};
use naval::rules::{secrecy::ordering_side, tally};
use naval::{Command, Fact, Id, NavalEvent, Segment, SideId, State, model::Purpose, view::PlayerView};
use play::{Millionths, Rng};
use search::Stop;

/// Something ordered or rolled between two moments.
pub struct LuckStep {
    pub entry: usize,
    pub turn: u16,
    pub segment: Segment,
    pub cause: Cause,
    /// The state before the events.
    pub before: State,
    pub events: Vec<NavalEvent>,
    /// The step's value: the sum of these moments' values, each times half of the number beside it.
    halves: Vec<(usize, i32)>,
    /// Whether half a millionth is rounded up. Of the items of two sides, one is, so that their sum is exact.
    rounds_up: bool,
}

pub struct CutBattle {
    /// The states from which battles continue. A battle first gives the command `first`, if set, with its own dice.
    moments: Vec<BattleStart>,
    pub steps: Vec<LuckStep>,
    margin: i32,
}

/// Orders of a segment that are not yet in the account.
#[derive(Default)]
struct UncountedOrders {
    entry: usize,
    orders: Vec<(SideId, Command)>,
    events: Vec<NavalEvent>,
}

/// A command of a journal: its entry, the order and its events.
pub type JournalCommand<'d> = (usize, &'d Command, &'d [NavalEvent]);

/// Cuts a battle by its effective commands. `player` shows whether a silent side would have given orders.
pub fn cut_battle(setup: &naval::model::Setup, commands: &[JournalCommand<'_>], player: Player<'_>) -> CutBattle {
    let start = BattleStart::from_setup(setup);
    let mut splitter = MomentSplitter {
        cut: CutBattle { moments: vec![start.clone()], steps: Vec::new(), margin: 0 },
        player,
        orders_start: start.clone(),
        now: start,
        last_moment: 0,
        uncounted: UncountedOrders::default(),
        orders_counted: false,
    };
    for place in 0..commands.len() {
        splitter.add_command(commands, place);
    }
    splitter.count_orders(&[]);
    let entry = commands.last().map_or(0, |(entry, ..)| *entry);
    splitter.add_end(entry);
    splitter.cut
}

struct MomentSplitter<'p> {
    cut: CutBattle,
    player: Player<'p>,
    /// The current state, and the state before the orders that are not yet in the account.
    now: BattleStart,
    orders_start: BattleStart,
    /// Index of the latest moment. The current state has its value until the next item.
    last_moment: usize,
    uncounted: UncountedOrders,
    /// Whether this segment's orders are in the account. If so, a later silence is a choice already counted.
    orders_counted: bool,
}

impl MomentSplitter<'_> {
    fn add_command(&mut self, commands: &[JournalCommand<'_>], index: usize) {
        let (entry, command, events) = commands[index];
        if events.is_empty() {
            return;
        }
        let (phase_before, side) = (self.phase(), ordering_side(&self.now.state, command));
        let has_dice = events.iter().any(|event| !event.dice.is_empty());
        match side {
            Some(side) if !has_dice => {
                self.uncounted.entry = entry;
                self.uncounted.orders.push((side, command.clone()));
                self.uncounted.events.extend(events.iter().cloned());
                self.advance(events);
                return;
            }
            side => {
                self.count_orders(&commands[index..]);
                if has_dice {
                    self.count_dice(entry, side, command, events);
                } else {
                    self.add_without_dice(entry, command, events);
                }
            }
        }
        if self.phase() != phase_before {
            self.orders_counted = false;
        }
    }

    fn phase(&self) -> (u16, Segment, bool) {
        let state = &self.now.state;
        (state.turn, state.segment, state.half.is_some())
    }

    fn advance(&mut self, events: &[NavalEvent]) {
        self.now.apply_events(events);
        self.now.end_command(events);
    }

    fn add_moment(&mut self, start: BattleStart) -> usize {
        self.cut.moments.push(start);
        self.cut.moments.len() - 1
    }

    fn add_step(&mut self, entry: usize, cause: Cause, before: &State, events: &[NavalEvent], from: usize, to: usize) {
        let (turn, segment) = (before.turn, before.segment);
        let halves = vec![(to, 2), (from, -2)];
        let (before, events) = (before.clone(), events.to_vec());
        self.cut.steps.push(LuckStep { entry, turn, segment, cause, before, events, halves, rounds_up: false });
        self.last_moment = to;
    }

    /// Handles commands without dice that no side orders. A referee's decision is an item. The end of a segment is not:
    /// it keeps the value of the latest moment.
    fn add_without_dice(&mut self, entry: usize, command: &Command, events: &[NavalEvent]) {
        let before = self.now.state.clone();
        self.advance(events);
        let is_ruling = matches!(
            command,
            Command::Set { .. }
                | Command::Place { .. }
                | Command::Fix { .. }
                | Command::Sight { .. }
                | Command::End { .. }
                | Command::Meet { .. }
        );
        if is_ruling {
            let to = self.add_moment(self.now.clone());
            self.add_step(entry, Cause::Ruling, &before, events, self.last_moment, to);
        }
        self.orders_start = self.now.clone();
    }

    /// Accounts for the orders since the last dice: an item for each side that gave some or chose to stay silent.
    fn count_orders(&mut self, later: &[JournalCommand<'_>]) {
        let UncountedOrders { entry, orders, events } = std::mem::take(&mut self.uncounted);
        let entry = if entry == 0 { later.first().map_or(0, |(entry, ..)| *entry) } else { entry };
        let sides: Vec<SideId> = self.now.state.setup.sides.iter().map(|side| side.id.clone()).collect();
        let stays_silent = |splitter: &MomentSplitter, side: &SideId| {
            let more = orders_later_in_segment(&splitter.now.state, later, side);
            !more && !splitter.orders_counted && splitter.would_order(side)
        };
        let (silent, has_ordered): (Vec<bool>, Vec<bool>) = sides
            .iter()
            .map(|side| (stays_silent(self, side), orders.iter().any(|(side_of_order, _)| side_of_order == side)))
            .unzip();
        let choosing_sides: Vec<usize> =
            (0..sides.len()).filter(|side_index| silent[*side_index] || has_ordered[*side_index]).collect();
        let silent_sides = |indices: &[usize]| {
            indices.iter().filter(|index| silent[**index]).map(|index| sides[*index].clone()).collect::<Vec<_>>()
        };
        if choosing_sides.is_empty() {
            self.orders_start = self.now.clone();
            return;
        }
        let (before, from, began) = (self.orders_start.state.clone(), self.last_moment, self.orders_start.clone());
        let mut both = self.now.clone();
        both.silent.extend(silent_sides(&choosing_sides));
        self.now.silent = both.silent.clone();
        let to = self.add_moment(both);
        let cause = |side_index: usize| Cause::Orders(sides[side_index].clone());
        match choosing_sides[..] {
            [only] => self.add_step(entry, cause(only), &before, &events, from, to),
            _ => {
                let alone_moments: Vec<usize> = choosing_sides
                    .iter()
                    .map(|side_index| {
                        let mut start = began.clone();
                        let own_orders =
                            orders.iter().filter(|(side_of_order, _)| *side_of_order == sides[*side_index]);
                        own_orders.for_each(|(_, command)| drop(start.give_order(command)));
                        start.silent.extend(silent_sides(&[*side_index]));
                        self.add_moment(start)
                    })
                    .collect();
                for (number, side_index) in choosing_sides.iter().enumerate() {
                    // Two sides: the mean over both orders of evaluation (Shapley value).
                    let (own, other) = (alone_moments[number], alone_moments[1 - number.min(1)]);
                    let halves = vec![(own, 1), (from, -1), (to, 1), (other, -1)];
                    let (turn, segment) = (before.turn, before.segment);
                    let (before, events) = (before.clone(), events.clone());
                    let up = 0 < number;
                    self.cut.steps.push(LuckStep {
                        entry,
                        turn,
                        segment,
                        cause: cause(*side_index),
                        before,
                        events,
                        halves,
                        rounds_up: up,
                    });
                }
                self.last_moment = to;
            }
        }
        self.orders_counted = true;
        self.orders_start = self.now.clone();
    }

    fn would_order(&self, side: &SideId) -> bool {
        let view = PlayerView::for_side(&self.now.state, side);
        let Some(memory) = self.now.memory(side) else { return false };
        let orders =
            |decision| !self.player.choose(&view, memory, &decision, &mut Rng(0), &|| false).choices.is_empty();
        pending_decisions(&view).into_iter().any(orders)
    }

    /// Accounts for dice: each salvo, and the damage of each target, separately.
    fn count_dice(&mut self, entry: usize, side: Option<SideId>, command: &Command, events: &[NavalEvent]) {
        if let Some(side) = side {
            // A command that both orders and rolls is two items: the order, with each battle's own dice, then the dice.
            let (from, before) = (self.last_moment, self.now.state.clone());
            let to = self.add_moment(BattleStart { first: Some(command.clone()), ..self.now.clone() });
            self.add_step(entry, Cause::Orders(side), &before, &[], from, to);
        }
        let pieces = split_at_cuts(events);
        let last = pieces.len() - 1;
        for (index, piece) in pieces.into_iter().enumerate() {
            let (from, before) = (self.last_moment, self.now.state.clone());
            self.now.apply_events(piece);
            if index == last {
                self.now.end_command(events);
                if (before.turn, before.segment) != (self.now.state.turn, self.now.state.segment) {
                    self.now.silent.clear();
                }
            }
            let to = self.add_moment(self.now.clone());
            self.add_step(entry, cause(piece), &before, piece, from, to);
        }
        self.orders_start = self.now.clone();
    }

    /// Adds the final step. The last moment is the end and has the value of the final margin.
    fn add_end(&mut self, entry: usize) {
        self.cut.margin = margin(&self.now.state);
        let (from, before) = (self.last_moment, self.now.state.clone());
        let to = self.add_moment(self.now.clone());
        self.add_step(entry, Cause::Ruling, &before, &[], from, to);
    }
}

fn orders_later_in_segment(state: &State, later: &[JournalCommand<'_>], side: &SideId) -> bool {
    for (_, command, events) in later {
        if ordering_side(state, command).as_ref() == Some(side) {
            return true;
        }
        if events.iter().any(|event| matches!(event.fact, Fact::SegmentBegan { .. })) {
            return false;
        }
    }
    false
}

/// Returns the points of the first side less those of the second.
pub fn margin(state: &State) -> i32 {
    let mut totals = tally::tally(state).sides.into_iter().map(|side| side.total);
    totals.next().unwrap_or_default() - totals.next().unwrap_or_default()
}

/// Splits a command's events where another salvo is fired and where all hits on a target are resolved: players could
/// continue from there. Events after the last dice stay with them.
fn split_at_cuts(events: &[NavalEvent]) -> Vec<&[NavalEvent]> {
    let has_dice = |event: &NavalEvent| !event.dice.is_empty();
    let mut cuts = Vec::new();
    let mut piece_start = 0;
    for index in 1..events.len() {
        let starts_salvo = matches!(events[index].fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_));
        let resolved = matches!(events[index - 1].fact, Fact::HeldHitsResolved { .. });
        let dice_on_both_sides =
            events[piece_start..index].iter().any(has_dice) && events[index..].iter().any(has_dice);
        if (starts_salvo || resolved) && dice_on_both_sides {
            cuts.push(piece_start..index);
            piece_start = index;
        }
    }
    cuts.push(piece_start..events.len());
    cuts.into_iter().map(|range| &events[range]).collect()
}

/// Returns what the first dice were rolled for, and for which ship: the firer, if any, otherwise the ship concerned.
fn cause(events: &[NavalEvent]) -> Cause {
    let purpose = events.iter().flat_map(|event| &event.dice).map(|roll| &roll.purpose).next();
    let firer = events.iter().find_map(|event| match &event.fact {
        Fact::SalvoFired(salvo) => Some(salvo.firer.clone()),
        Fact::BatteriesFired(volley) => volley.parts.first().map(|part| part.firer.clone()),
        _ => None,
    });
    let (kind, ship) = purpose.map_or((RollKind::Other, None), roll_kind);
    Cause::Dice { kind, ship: firer.or(ship) }
}

fn roll_kind(purpose: &Purpose) -> (RollKind, Option<Id>) {
    match purpose {
        Purpose::ToHit(ship) | Purpose::Size(ship) | Purpose::Penetration(ship) | Purpose::Volley(ship) => {
            (RollKind::Gunfire, Some(ship.clone()))
        }
        Purpose::Dud(ship) => (RollKind::Gunfire, Some(ship.clone())),
        Purpose::TorpedoTarget(_) => (RollKind::Torpedoes, None),
        Purpose::TorpedoCheck(_) => (RollKind::Torpedoes, None),
        Purpose::TorpedoToHit(ship) | Purpose::TorpedoSize(ship) | Purpose::TorpedoPenetration(ship) => {
            (RollKind::Torpedoes, Some(ship.clone()))
        }
        Purpose::Damage(ship)
        | Purpose::Special(ship)
        | Purpose::Magazine(ship)
        | Purpose::Flash(ship)
        | Purpose::Mount(ship)
        | Purpose::Steering(ship)
        | Purpose::BridgeOrFireControl(ship)
        | Purpose::GunsGone(ship)
        | Purpose::Mine(ship) => (RollKind::Damage, Some(ship.clone())),
        Purpose::Fire(ship) | Purpose::FireFought(ship) | Purpose::AfterFire(ship) => {
            (RollKind::Fires, Some(ship.clone()))
        }
        Purpose::Repair(ship) | Purpose::AfterRepair(ship) => (RollKind::DamageControl, Some(ship.clone())),
        Purpose::Orders(_) | Purpose::Independent(_) | Purpose::Reaction(_) => (RollKind::Movement, None),
        Purpose::Collision(ship) => (RollKind::Movement, Some(ship.clone())),
        Purpose::SightingBase
        | Purpose::Wind
        | Purpose::WindFrom
        | Purpose::Hour
        | Purpose::DeclareFirst(_)
        | Purpose::SecondaryFirst(_)
        | Purpose::ForceType(_)
        | Purpose::ForceNumber(_)
        | Purpose::ForceShip(_)
        | Purpose::ApproachBearing(_)
        | Purpose::ApproachDistance(_)
        | Purpose::SpecialRule(_) => (RollKind::Other, None),
    }
}

impl CutBattle {
    pub fn moments(&self) -> usize {
        self.moments.len()
    }

    /// Returns the final margin of a battle continued from each moment with this seed's dice. `None` if stopped.
    pub fn final_margins(&self, players: &[Player<'_>], seed: u64, stop: Stop<'_>) -> Option<Vec<i32>> {
        let play = |moment: &BattleStart| {
            if moment.is_over() {
                return Some(margin(&moment.state));
            }
            let battle = continue_from(moment, players, seed, false, stop).result;
            battle.end.as_ref()?;
            let points = |place: usize| battle.sides.get(place).map_or(0, |side| side.points);
            Some(points(0) - points(1))
        };
        let mut margins: Vec<i32> = self.moments[..self.moments.len() - 1].iter().map(play).collect::<Option<_>>()?;
        margins.push(self.margin);
        Some(margins)
    }

    /// Returns the account from the margins of all continued battles.
    pub fn account(&self, margins_by_battle: &[Vec<i32>]) -> MarginBreakdown {
        let n = margins_by_battle.len().max(1) as i128;
        let value_of = |index: usize| {
            let sum: i128 = margins_by_battle.iter().map(|margins| i128::from(margins[index])).sum();
            // Rounded once, so that it is the same in every use.
            (2 * sum * 1_000_000 + n).div_euclid(2 * n) as i64
        };
        let values: Vec<i64> = (0..self.moments.len()).map(value_of).collect();
        let amount = |halves: &[(usize, i32)], up: bool| {
            let twice: i64 = halves.iter().map(|(index, times)| i64::from(*times) * values[*index]).sum();
            let points = Millionths((twice + i64::from(up)).div_euclid(2));
            let total = |margins: &Vec<i32>| halves.iter().map(|(index, times)| times * margins[*index]).sum();
            let each: Vec<i32> = margins_by_battle.iter().map(total).collect();
            Amount { points, error: Amount::error_of(&each), each }
        };
        let item = |step: &LuckStep| MarginItem {
            entry: step.entry,
            turn: step.turn,
            segment: step.segment,
            cause: step.cause.clone(),
            change: amount(&step.halves, step.rounds_up),
        };
        MarginBreakdown {
            battles: margins_by_battle.len(),
            moments: self.moments.len(),
            expected: amount(&[(0, 2)], false),
            items: self.steps.iter().map(item).collect(),
            margin: Millionths(i64::from(self.margin) * Millionths::POINT.0),
        }
    }
}

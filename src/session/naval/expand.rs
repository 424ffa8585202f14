//! Turns orders into commands in the current state: volleys ship by ship, last turn's targets, straight plots.
use crate::{Order, Refusal, Session};
use naval::model::{Declaration, FireOrder, command::Conditions};
use naval::rules::{gunnery, turn};
use naval::{
    Command, Fact, Id, Inches, Naval, Reason, Segment, SideId, State,
    notation::{self, Order as Meaning, Phrase, TypedCommand},
    view::View,
};

/// One command of a line, with its name in refusals.
pub(super) struct OrderStep {
    pub label: String,
    pub order: Order<Command>,
}

impl OrderStep {
    pub(super) fn plain(state: &State, command: Command) -> OrderStep {
        OrderStep { label: notation::print(state, &command), order: Order::plain(command) }
    }
}

/// Turns that `again` looks back. (house)
const MAX_TURNS_BACK: u16 = 2;

impl Session<'_, Naval> {
    /// Returns the commands of an order in the current state. Numbers of firing ships refer to the side of the line's
    /// first firer: with each declaration the turn to declare passes to the enemy, but the line means one side. [3.3.5,
    /// Q54]
    pub(super) fn steps_for(
        &self,
        line: &str,
        phrase: &Phrase,
        own: &mut Option<SideId>,
    ) -> Result<Vec<OrderStep>, Refusal> {
        let state = &*self.known_state();
        if let Some(refusal) = phrase.bare_verb().and_then(|verb| firing_refusal(state, verb)) {
            return Err(refusal);
        }
        let order = phrase.read(state, own.as_ref()).map_err(|error| Refusal::in_line(line, error))?;
        if own.is_none() {
            let firer = order.firer().and_then(|firer| state.ships_of(firer).next());
            *own = firer.map(|ship| ship.side.clone());
        }
        let targets = |all: Vec<FireOrder>| {
            all.into_iter().map(|target| OrderStep::plain(state, Command::Target(target))).collect()
        };
        Ok(match order {
            Meaning::Command(typed) => vec![OrderStep { label: phrase.text().to_owned(), order: order_from(typed) }],
            Meaning::Volley(volley) => targets(volley.declarations(state)),
            Meaning::Ranges(tape) => tape.measures.into_iter().map(|typed| OrderStep::plain(state, typed)).collect(),
            Meaning::Straight { all } => self.straight_plots(state, all)?,
            Meaning::Again => targets(self.open_repeats(state)?.into_iter().map(repeat_target).collect()),
            Meaning::Question(_) => return Err(not_an_order()),
        })
    }

    /// Returns plots for the viewer's divisions without one, or for all, except admirals'. Empty if all move by hand.
    ///
    /// # Errors
    /// No division needs a plot.
    pub(super) fn straight_plots(&self, state: &State, all: bool) -> Result<Vec<OrderStep>, Refusal> {
        let view = View::seen_by(state, &self.seat.viewer);
        let is_owned = |id: &Id| view.division(id).is_some_and(|division| view.owns(&division.side));
        let is_an_admirals = |id: &Id| self.seat.viewer.is_referee() && self.is_plotted_by_an_admiral(state, id);
        let plots = turn::straight_on_for(&view, all).into_iter();
        let plots = plots.filter(|(id, ..)| is_owned(id) && !is_an_admirals(id));
        let step = |(id, straight, speed_made): (Id, Inches, Option<Inches>)| {
            let speed = speed_made.map(|speed| format!(" speed {speed}")).unwrap_or_default();
            let label = format!("plot {id} {straight}{speed}");
            OrderStep { label, order: Order::plain(notation::straight_plot(&view, id, straight, speed_made)) }
        };
        let steps: Vec<OrderStep> = plots.map(step).collect();
        let by_hand = view.segment == Segment::Plotting && !view.ships.iter().any(|ship| ship.at.is_some());
        if steps.is_empty() && !by_hand {
            let what = if all { "No division can be plotted now." } else { "No division needs a plot." };
            return Err(Refusal::not_there(what).line("duties"));
        }
        Ok(steps)
    }

    /// Returns recent declarations of batteries that have not declared this turn. Refused if there are none.
    pub(super) fn open_repeats(&self, state: &State) -> Result<Vec<Declaration>, Refusal> {
        self.may_declare()?;
        if state.segment != Segment::Gunfire {
            let reason = Reason::WrongSegment { needed: Segment::Gunfire, now: state.segment, verb: "again" };
            return Err(Refusal::rules(show::refusal::refusal(state, &reason, gunnery::DECLARING)));
        }
        let refused = |what| Refusal::rules(what).rule(gunnery::DECLARING).line("targets");
        let Some(turn) = state.turn.checked_sub(1).filter(|last| 0 < *last) else {
            return Err(refused("This is turn 1, so there is no earlier fire to repeat.".to_owned()));
        };
        let mut open = self.recent_declarations();
        open.retain(|shot| self.may_order(&Command::Target(repeat_target(shot.clone()))).is_ok());
        if open.is_empty() {
            return Err(refused(format!("No ship declared fire in turn {turn}.")));
        }
        open.retain(|shot| !state.this_move.declarations.iter().any(|other| is_same_battery(shot, other)));
        if open.is_empty() {
            return Err(refused(format!("Every battery that declared fire in turn {turn} has declared again.")));
        }
        Ok(open)
    }

    /// Returns each battery's last declaration in the last [`MAX_TURNS_BACK`] turns: a ship that missed a turn is kept.
    fn recent_declarations(&self) -> Vec<Declaration> {
        let (mut turn, mut declared) = (1, Vec::<Declaration>::new());
        let now = self.state();
        for event in self.journal().commands().iter().flat_map(|applied| applied.events) {
            if let Fact::SegmentBegan { turn: new_turn, .. } = &event.fact {
                turn = *new_turn;
            } else if let Fact::FireDeclared(shot) = &event.fact
                && (1..=MAX_TURNS_BACK).contains(&now.turn.saturating_sub(turn))
            {
                declared.retain(|other| !is_same_battery(shot, other));
                declared.push(shot.clone());
            }
        }
        declared
    }
}

/// Returns the order that repeats a declaration this turn, with range, arc and conditions left open.
pub(super) fn repeat_target(shot: Declaration) -> FireOrder {
    let Declaration { firer, target, battery, .. } = shot;
    FireOrder { firer, target, range: None, bearing: None, battery: Some(battery), conditions: Conditions::default() }
}

pub(super) fn is_same_battery(left: &Declaration, right: &Declaration) -> bool {
    left.firer == right.firer && left.battery == right.battery
}

/// Returns why a bare `target` or `fire` cannot be completed by questions.
pub(super) fn firing_refusal(state: &State, verb: &str) -> Option<Refusal> {
    let refused = |reason| Refusal::rules(show::refusal::refusal(state, &reason, gunnery::DECLARING));
    let verb = ["fire", "target"].into_iter().find(|candidate| *candidate == verb)?;
    if state.end.is_some() {
        return Some(refused(Reason::BattleOver));
    }
    if state.segment != Segment::Gunfire {
        return Some(refused(Reason::WrongSegment { needed: Segment::Gunfire, now: state.segment, verb }));
    }
    if verb == "fire" {
        let is_open = state.this_move.declarations.iter().any(|declaration| !declaration.fired);
        return (!is_open).then(|| refused(Reason::NothingDeclared { unit: None }));
    }
    let sentence = "No ship can declare now: none with unused guns has an enemy in sight and range.";
    let refusal = || Refusal::rules(sentence).rule(gunnery::DECLARING).form("next, or ranges to see distances");
    gunnery::ships_that_may_declare(state).is_empty().then(refusal)
}

pub(super) fn order_from(TypedCommand { command, dice, declared }: TypedCommand) -> Order<Command> {
    Order { command, dice, is_final: declared }
}

/// Returns the refusal of a question or session command where an order is needed.
pub(super) fn not_an_order() -> Refusal {
    let refusal = Refusal::no_order("Only an order of the game is possible here.");
    refusal.hint("type the whole order, or for a shot only what changes: range 9.8, at SHIP, battery medium")
}

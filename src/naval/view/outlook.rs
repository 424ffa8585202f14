//! What whoever commands a side may ask the rules: a fogged state that carries its proof in its type.
use std::sync::Arc;

use super::{
    ForceMarkerSeen,
    fog::{self, known_to},
};
use crate::model::{Declaration, Duty, Setup, command::Target, state::Measure};
use crate::rules::{gunnery, turn};
use crate::{Command, Fact, Id, Naval, SideId, State};
use play::{Halt, Script};

/// The battle as one side knows it. There is no way to make one of a state but through the fog, so that whoever is given
/// an outlook and no state cannot be told what is hidden.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    side: SideId,
    known: State,
    force_markers: Vec<ForceMarkerSeen>,
}

impl Outlook {
    pub fn of(state: &State, side: &SideId) -> Outlook {
        let known = by_the_tape_now(known_to(state, side));
        Outlook { side: side.clone(), known, force_markers: fog::force_markers(state, side) }
    }

    /// Whose it is.
    pub fn side(&self) -> &SideId {
        &self.side
    }

    /// What the side knows, in the form of a state of which the rules can be asked.
    pub fn state(&self) -> &State {
        &self.known
    }

    /// Enemy forces of unknown strength. [5.13]
    pub fn force_markers(&self) -> &[ForceMarkerSeen] {
        &self.force_markers
    }

    /// Whether the rules allow an order, as far as the side can tell: only dice are wanting, or nothing is.
    pub fn allows(&self, command: &Command) -> bool {
        !matches!(play::decide::<Naval>(&self.known, command, &mut Script::default()), Err(Halt::Refused { .. }))
    }

    /// Gives an order in thought: whether it is allowed; what follows from it without a die is so from now on.
    pub fn suppose(&mut self, command: &Command) -> bool {
        if let Command::Target(order) = command
            && let Some(lawful) = gunnery::suppose(&mut self.known, order)
        {
            return lawful;
        }
        let settled = play::settle::<Naval>(&mut self.known, command, &mut Script::default());
        !matches!(settled, Err(Halt::Refused { .. }))
    }

    /// What an order would declare of one battery, with nothing else that would come of it; `None` where it would be refused.
    pub fn declaration(&self, order: &Target) -> Option<Declaration> {
        if let Some(judged) = gunnery::plain(&self.known, order) {
            return judged;
        }
        let command = Command::Target(order.clone());
        let events = play::decide::<Naval>(&self.known, &command, &mut Script::default()).ok()?;
        events.into_iter().find_map(|event| match event.fact {
            Fact::FireDeclared(declared) => Some(declared),
            _ => None,
        })
    }

    /// What the side owes before the segment may close.
    pub fn duties(&self) -> Vec<Duty> {
        turn::duties(&self.known)
    }

    /// Those of the duties that ask for plots, or for places before there are any.
    pub fn plots_owed(&self) -> Vec<Duty> {
        turn::plots_owed(&self.known)
    }
}

/// Who commands a side goes by no range that was read before all moved. [2.7, 3.3.2]
fn by_the_tape_now(mut known: State) -> State {
    let gone: Vec<Measure> = known.read_before_the_move().into_iter().cloned().collect();
    if !gone.is_empty() {
        let before = known.this_move.before_the_move;
        let measures = known.this_move.measures.drain(..).enumerate();
        let left = measures.filter(|(at, one)| before <= *at || !gone.contains(one)).map(|(_, one)| one);
        known.this_move.measures = left.collect();
        known.this_move.before_the_move = before - gone.len();
    }
    known
}

/// Makes one outlook of a side after the other. What a side knows of the scenario is made anew only when it knows other
/// ships than before.
pub struct Watch {
    side: SideId,
    scenario: Option<Scenario>,
}

/// A scenario, whom a side knew, and what it knew of it by that.
struct Scenario {
    whole: Arc<Setup>,
    ships: Vec<Id>,
    known: Arc<Setup>,
}

impl Watch {
    pub fn of(side: &SideId) -> Watch {
        Watch { side: side.clone(), scenario: None }
    }

    pub fn side(&self) -> &SideId {
        &self.side
    }

    /// What the side knows now: the same as [`Outlook::of`].
    pub fn outlook(&mut self, state: &State) -> Outlook {
        let ships = fog::ships_known(state, &self.side);
        let kept = self.scenario.take().filter(|kept| Arc::ptr_eq(&kept.whole, &state.setup) && kept.ships == ships);
        let known = kept.map_or_else(|| fog::scenario_known(state, &self.side), |kept| kept.known);
        self.scenario = Some(Scenario { whole: state.setup.clone(), ships, known: known.clone() });
        Outlook {
            side: self.side.clone(),
            known: by_the_tape_now(fog::known_of(state, &self.side, known)),
            force_markers: fog::force_markers(state, &self.side),
        }
    }
}

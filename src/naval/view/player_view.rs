//! A computer player's view of a battle, which the rules can be asked about.
use std::sync::Arc;

use super::{
    ForceMarkerSeen,
    fog_of_war::{self, known_to},
};
use crate::model::{Declaration, Duty, Setup, command::FireOrder, state::Measurement};
use crate::rules::{gunnery, turn};
use crate::{Command, Fact, Id, Naval, SideId, State};
use play::{NotDecided, Script};

/// The battle as one side knows it, made only through the fog: code with a view and no state cannot use what is hidden.
///
/// ```
/// use naval::{SideId, model::ShipType, notation, view::PlayerView};
/// use naval_kit::table::Table;
///
/// let mut table = Table::new();
/// table.place("Mikasa", ShipType::BB, "a", (10.0, 20.0, 0.0));
/// let player_view = PlayerView::for_side(&table.state, &SideId::new("a"));
/// let order = notation::parse(player_view.state(), "plot mikasa 2").unwrap();
/// assert!(player_view.allows(&order.command));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerView {
    side: SideId,
    known: State,
    force_markers: Vec<ForceMarkerSeen>,
}

impl PlayerView {
    pub fn for_side(state: &State, side: &SideId) -> PlayerView {
        let known = without_early_ranges(known_to(state, side));
        PlayerView { side: side.clone(), known, force_markers: fog_of_war::force_markers(state, side) }
    }

    pub fn side(&self) -> &SideId {
        &self.side
    }

    /// Returns what the side knows, as a state that the rules accept.
    pub fn state(&self) -> &State {
        &self.known
    }

    /// Returns enemy forces of unknown strength. [5.13]
    pub fn force_markers(&self) -> &[ForceMarkerSeen] {
        &self.force_markers
    }

    /// Whether the rules allow an order, as far as the side knows. An order that only needs dice is allowed.
    pub fn allows(&self, command: &Command) -> bool {
        !matches!(play::decide::<Naval>(&self.known, command, &mut Script::default()), Err(NotDecided::Refused { .. }))
    }

    /// Applies an order to this copy and returns whether it is allowed. Effects that need no dice take place.
    pub fn try_order(&mut self, command: &Command) -> bool {
        if let Command::Target(order) = command
            && let Some(legal) = gunnery::declare_on_scratch(&mut self.known, order)
        {
            return legal;
        }
        let result = play::decide_and_apply::<Naval>(&mut self.known, command, &mut Script::default());
        !matches!(result, Err(NotDecided::Refused { .. }))
    }

    /// Returns the declaration that an order would make for one battery, without other effects. `None` if refused.
    pub fn declaration(&self, order: &FireOrder) -> Option<Declaration> {
        if let Some(plain) = gunnery::plain_declaration(&self.known, order) {
            return plain;
        }
        let command = Command::Target(order.clone());
        let events = play::decide::<Naval>(&self.known, &command, &mut Script::default()).ok()?;
        events.into_iter().find_map(|event| match event.fact {
            Fact::FireDeclared(declared) => Some(declared),
            _ => None,
        })
    }

    /// Returns what the side must do before the segment may close.
    pub fn duties(&self) -> Vec<Duty> {
        turn::duties(&self.known)
    }

    /// Returns the duties to plot, or to place ships before the first plot.
    pub fn plot_duties(&self) -> Vec<Duty> {
        turn::plot_duties(&self.known)
    }
}

/// Drops ranges that were read before all ships moved. [2.7, 3.3.2]
fn without_early_ranges(mut known: State) -> State {
    let stale: Vec<Measurement> = known.stale_measures().into_iter().cloned().collect();
    if !stale.is_empty() {
        let before = known.this_move.measures_before_move;
        let measures = known.this_move.measures.drain(..).enumerate();
        let kept = measures
            .filter(|(index, measure)| before <= *index || !stale.contains(measure))
            .map(|(_, measure)| measure);
        known.this_move.measures = kept.collect();
        known.this_move.measures_before_move = before - stale.len();
    }
    known
}

/// Makes successive views of a side. Copies its knowledge of the scenario again only if the known ships change.
pub struct PlayerViewCache {
    side: SideId,
    scenario: Option<KnownScenario>,
}

/// A scenario, the ships that the side knew, and its resulting knowledge of the scenario.
struct KnownScenario {
    whole: Arc<Setup>,
    ships: Vec<Id>,
    known: Arc<Setup>,
}

impl PlayerViewCache {
    pub fn new(side: &SideId) -> PlayerViewCache {
        PlayerViewCache { side: side.clone(), scenario: None }
    }

    pub fn side(&self) -> &SideId {
        &self.side
    }

    pub fn player_view(&mut self, state: &State) -> PlayerView {
        let ships = fog_of_war::known_ships(state, &self.side);
        let cached =
            self.scenario.take().filter(|cached| Arc::ptr_eq(&cached.whole, &state.setup) && cached.ships == ships);
        let known = cached.map_or_else(|| fog_of_war::known_scenario(state, &self.side), |cached| cached.known);
        self.scenario = Some(KnownScenario { whole: state.setup.clone(), ships, known: known.clone() });
        PlayerView {
            side: self.side.clone(),
            known: without_early_ranges(fog_of_war::known_with_setup(state, &self.side, known)),
            force_markers: fog_of_war::force_markers(state, &self.side),
        }
    }
}

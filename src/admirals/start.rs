//! A moment of a battle from which players can continue: its state, each side's memory and the next dice.
use super::Memory;
use naval::{
    Command, Fact, Id, Naval, NavalEvent, NavalHalt, Segment, SideId, State,
    model::Setup,
    rules::secrecy::ordering_side,
    view::{PlayerView, visible_to},
};
use play::{Game, NotDecided, Script, journal::DiceSequence};

/// The starting point of battles: a scenario, or a moment of a recorded game.
#[derive(Clone)]
pub struct BattleStart {
    pub(crate) state: State,
    /// Each side's memory, in the order of the sides.
    pub(crate) memories: Vec<Memory>,
    /// The position in the dice stream. The seed is set by the continuing battle.
    pub(crate) dice_sequence: DiceSequence,
    /// Sides that give no more orders in the segment.
    pub(crate) silent: Vec<SideId>,
    /// A command that is given before any player is asked.
    pub(crate) first: Option<Command>,
}

impl BattleStart {
    /// Returns the start before the first order.
    pub fn from_setup(setup: &Setup) -> BattleStart {
        let state = Naval::initial_state(setup);
        let memories = vec![Memory::default(); state.setup.sides.len()];
        BattleStart { state, memories, dice_sequence: DiceSequence::new(0), silent: Vec::new(), first: None }
    }

    /// Returns the start after commands that were not undone, given by their events. The dice sequence begins again.
    pub fn after_commands<'e>(setup: &Setup, commands: impl IntoIterator<Item = &'e [NavalEvent]>) -> BattleStart {
        let mut start = BattleStart::from_setup(setup);
        commands.into_iter().for_each(|events| start.apply_events(events));
        start
    }

    pub fn is_over(&self) -> bool {
        self.state.end.is_some()
    }

    pub fn view(&self, side: &SideId) -> PlayerView {
        PlayerView::for_side(&self.state, side)
    }

    /// The turn, the segment and whether it is a half move.
    pub(crate) fn phase(&self) -> (u16, Segment, bool) {
        (self.state.turn, self.state.segment, self.state.half.is_some())
    }

    pub(crate) fn ordered_by(&self, command: &Command) -> Option<SideId> {
        ordering_side(&self.state, command)
    }

    pub(crate) fn sides(&self) -> Vec<&SideId> {
        self.state.setup.sides.iter().map(|side| &side.id).collect()
    }

    pub(crate) fn allows(&self, command: &Command) -> bool {
        let decided = play::decide::<Naval>(&self.state, command, &mut Script::default());
        !matches!(decided, Err(NotDecided::Refused { .. }))
    }

    /// Whether a side sees every enemy on the table.
    pub(crate) fn sees_all_enemies(&self, side: &SideId) -> bool {
        let is_seen = |ship: &naval::model::Ship| ship.side == *side || ship.sighted;
        let ships_on_table = self.state.ships_in_action().filter(|ship| ship.is_on_table());
        ships_on_table.into_iter().all(is_seen)
    }

    pub fn memory(&self, side: &SideId) -> Option<&Memory> {
        let place = self.state.setup.sides.iter().position(|other| other.id == *side)?;
        self.memories.get(place)
    }

    /// Applies events. The dice advance only when [`end_command`](BattleStart::end_command) ends the whole command.
    pub(crate) fn apply_events(&mut self, events: &[NavalEvent]) {
        let is_relevant = events.iter().any(|event| Memory::is_relevant(&event.fact));
        let before = is_relevant.then(|| self.state.clone());
        play::apply_all::<Naval>(&mut self.state, events);
        let Some(before) = before else { return };
        for event in events.iter().filter(|event| Memory::is_relevant(&event.fact)) {
            for (side, memory) in self.state.setup.sides.iter().zip(&mut self.memories) {
                let view = || PlayerView::for_side(&self.state, &side.id);
                inform_memory(memory, &side.id, [&before, &self.state], &event.fact, view);
            }
        }
    }

    /// Ends a command with these events: the next one has its own dice.
    pub(crate) fn end_command(&mut self, events: &[NavalEvent]) {
        self.dice_sequence.record::<Naval>(events);
    }

    /// Gives an order that rolls no dice.
    pub(crate) fn give_order(&mut self, command: &Command) -> Result<(), NavalHalt> {
        let events = play::decide::<Naval>(&self.state, command, &mut Script::default())?;
        self.apply_events(&events);
        self.end_command(&events);
        Ok(())
    }
}

/// Records for a side what it may know of a fact, from the states before and after. `view` is its knowledge after.
pub fn inform_memory(
    memory: &mut Memory,
    side: &SideId,
    [before, after]: [&State; 2],
    fact: &Fact,
    view: impl FnOnce() -> PlayerView,
) {
    let side_of = |unit: &Id| after.ship(unit).map(|ship| ship.side.clone());
    memory.record_fact(side, side_of, before.turn, fact, &visible_to(before, after, fact, side));
    memory.record_turn_start(fact, view);
}

//! A moment of a battle from which players can continue: its state, each side's memory and the next dice.
use super::Memory;
use naval::{
    Command, Fact, Id, Naval, NavalEvent, NavalHalt, Segment, SideId, State,
    model::Setup,
    rules::secrecy::ordered_by,
    view::{Outlook, told},
};
use play::{Game, Halt, Script, journal::Throws};

/// The starting point of battles: a scenario, or a moment of a recorded game.
#[derive(Clone)]
pub struct Start {
    pub(crate) state: State,
    /// Each side's memory, in the order of the sides.
    pub(crate) memories: Vec<Memory>,
    /// The position in the dice stream. The seed is set by the continuing battle.
    pub(crate) throws: Throws,
    /// Sides that give no more orders in the segment.
    pub(crate) silent: Vec<SideId>,
    /// A command that is given before any player is asked.
    pub(crate) first: Option<Command>,
}

impl Start {
    /// Before the first order.
    pub fn of(setup: &Setup) -> Start {
        let state = Naval::begin(setup);
        let memories = vec![Memory::default(); state.setup.sides.len()];
        Start { state, memories, throws: Throws::new(0), silent: Vec::new(), first: None }
    }

    /// The start after effective commands, each with its events. The dice begin again.
    pub fn after<'e>(setup: &Setup, deeds: impl IntoIterator<Item = &'e [NavalEvent]>) -> Start {
        let mut start = Start::of(setup);
        deeds.into_iter().for_each(|events| start.take(events));
        start
    }

    /// Whether the battle is over.
    pub fn is_over(&self) -> bool {
        self.state.over.is_some()
    }

    /// What a side knows at this moment.
    pub fn outlook(&self, side: &SideId) -> Outlook {
        Outlook::of(&self.state, side)
    }

    /// The turn, the segment and whether it is a half move.
    pub(crate) fn segment(&self) -> (u16, Segment, bool) {
        (self.state.turn, self.state.segment, self.state.half.is_some())
    }

    pub(crate) fn whose(&self, command: &Command) -> Option<SideId> {
        ordered_by(&self.state, command)
    }

    pub(crate) fn sides(&self) -> Vec<&SideId> {
        self.state.setup.sides.iter().map(|side| &side.id).collect()
    }

    /// Whether the rules allow an order now.
    pub(crate) fn allows(&self, command: &Command) -> bool {
        let decided = play::decide::<Naval>(&self.state, command, &mut Script::default());
        !matches!(decided, Err(Halt::Refused { .. }))
    }

    /// Whether a side sees every enemy on the table.
    pub(crate) fn is_open_to(&self, side: &SideId) -> bool {
        let seen = |ship: &naval::model::Ship| ship.side == *side || ship.sighted;
        let there = self.state.afloat().filter(|ship| ship.is_on_table());
        there.into_iter().all(seen)
    }

    /// What a side remembers at this moment.
    pub fn memory(&self, side: &SideId) -> Option<&Memory> {
        let place = self.state.setup.sides.iter().position(|one| one.id == *side)?;
        self.memories.get(place)
    }

    /// Applies events. The dice do not advance until the whole command is [`done`](Start::done).
    pub(crate) fn take(&mut self, events: &[NavalEvent]) {
        let heard = events.iter().any(|event| Memory::asks_for(&event.fact));
        let before = heard.then(|| self.state.clone());
        play::apply_all::<Naval>(&mut self.state, events);
        let Some(before) = before else { return };
        for event in events.iter().filter(|event| Memory::asks_for(&event.fact)) {
            for (side, memory) in self.state.setup.sides.iter().zip(&mut self.memories) {
                let outlook = || Outlook::of(&self.state, &side.id);
                tell(memory, &side.id, [&before, &self.state], &event.fact, outlook);
            }
        }
    }

    /// Ends a command with these events: the next one has its own dice.
    pub(crate) fn done(&mut self, events: &[NavalEvent]) {
        self.throws.gave::<Naval>(events);
    }

    /// Gives an order that rolls no dice.
    pub(crate) fn order(&mut self, command: &Command) -> Result<(), NavalHalt> {
        let events = play::decide::<Naval>(&self.state, command, &mut Script::default())?;
        self.take(&events);
        self.done(&events);
        Ok(())
    }
}

/// Records for a side what it may know of a fact, from the states before and after. `outlook` is its knowledge after.
pub fn tell(
    memory: &mut Memory,
    side: &SideId,
    [before, after]: [&State; 2],
    fact: &Fact,
    outlook: impl FnOnce() -> Outlook,
) {
    let of = |unit: &Id| after.ship(unit).map(|ship| ship.side.clone());
    memory.hear(side, of, before.turn, fact, &told(before, after, fact, side));
    memory.weigh(fact, outlook);
}

//! A moment of a battle from which players can go on: how it stands, what each side remembers, and the dice to come.
use super::Memory;
use naval::{
    Command, Fact, Id, Naval, NavalEvent, NavalHalt, Segment, SideId, State,
    model::Setup,
    rules::secrecy::ordered_by,
    view::{Outlook, told},
};
use play::{Game, Halt, Script, journal::Throws};

/// Where battles begin: with a scenario, or at a moment of a game that was played so far.
#[derive(Clone)]
pub struct Start {
    pub(crate) state: State,
    /// What each side remembers, in their order.
    pub(crate) memories: Vec<Memory>,
    /// Up to which place dice are thrown already; the seed is that of who goes on.
    pub(crate) throws: Throws,
    /// Sides that order nothing more in the segment.
    pub(crate) silent: Vec<SideId>,
    /// What is ordered before anybody is asked.
    pub(crate) first: Option<Command>,
}

impl Start {
    /// Before the first order.
    pub fn of(setup: &Setup) -> Start {
        let state = Naval::begin(setup);
        let memories = vec![Memory::default(); state.setup.sides.len()];
        Start { state, memories, throws: Throws::new(0), silent: Vec::new(), first: None }
    }

    /// After deeds that are in force, each with what followed from it. The dice begin anew.
    pub fn after<'e>(setup: &Setup, deeds: impl IntoIterator<Item = &'e [NavalEvent]>) -> Start {
        let mut start = Start::of(setup);
        deeds.into_iter().for_each(|events| start.take(events));
        start
    }

    /// Whether there is nothing left to fight.
    pub fn is_over(&self) -> bool {
        self.state.over.is_some()
    }

    /// What a side knows at this moment.
    pub fn outlook(&self, side: &SideId) -> Outlook {
        Outlook::of(&self.state, side)
    }

    /// Which turn, segment and half it is.
    pub(crate) fn segment(&self) -> (u16, Segment, bool) {
        (self.state.turn, self.state.segment, self.state.half.is_some())
    }

    pub(crate) fn whose(&self, command: &Command) -> Option<SideId> {
        ordered_by(&self.state, command)
    }

    pub(crate) fn sides(&self) -> Vec<&SideId> {
        self.state.setup.sides.iter().map(|side| &side.id).collect()
    }

    /// Whether the rules allow an order as things are.
    pub(crate) fn allows(&self, command: &Command) -> bool {
        let decided = play::decide::<Naval>(&self.state, command, &mut Script::default());
        !matches!(decided, Err(Halt::Refused { .. }))
    }

    /// Whether a side sees every enemy that is on the table.
    pub(crate) fn is_open_to(&self, side: &SideId) -> bool {
        let seen = |ship: &naval::model::Ship| ship.side == *side || ship.sighted;
        let there = self.state.afloat().filter(|ship| ship.is_on_table());
        there.into_iter().all(seen)
    }

    /// What a side remembers by then.
    pub fn memory(&self, side: &SideId) -> Option<&Memory> {
        let place = self.state.setup.sides.iter().position(|one| one.id == *side)?;
        self.memories.get(place)
    }

    /// Events have happened; the dice stay where they are until the whole deed is [`done`](Start::done).
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

    /// A deed that came to these events is over: the next one has dice of its own.
    pub(crate) fn done(&mut self, events: &[NavalEvent]) {
        self.throws.gave::<Naval>(events);
    }

    /// Gives an order for which no die is thrown.
    pub(crate) fn order(&mut self, command: &Command) -> Result<(), NavalHalt> {
        let events = play::decide::<Naval>(&self.state, command, &mut Script::default())?;
        self.take(&events);
        self.done(&events);
        Ok(())
    }
}

/// Tells a side of a fact what it may know, of the state before and after; `outlook` is what it knows after.
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

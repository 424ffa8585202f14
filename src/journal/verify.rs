//! Deciding everything again.
use std::fmt::Debug;

use super::{Entry, Journal, Outcome, Ruled, course::Course};
use crate::play::{self, Ask, Event, EventOf, Game, Halt, Roll, Rule, Script};

/// The first entry that comes out otherwise than it was recorded.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("entry {entry} comes out otherwise{}: {what}", self.of())]
pub struct Disagreement<F: Debug, R: Debug, P: Debug> {
    /// The entry at fault.
    pub entry: usize,
    /// The deed it ruled: itself, or for an amendment one of those that it ruled again.
    pub deed: usize,
    pub what: Box<Otherwise<F, R, P>>,
}

/// The disagreements of one game.
pub type DisagreementOf<G> = Disagreement<<G as Game>::Fact, <G as Game>::Reason, <G as Game>::Purpose>;
type OtherwiseOf<G> = Otherwise<<G as Game>::Fact, <G as Game>::Reason, <G as Game>::Purpose>;

/// How a ruling differs from the one recorded.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Otherwise<F: Debug, R: Debug, P: Debug> {
    #[error("the rules refuse it now: {reason:?} [{rule}]")]
    Refused { reason: R, rule: Rule },
    #[error("{missing} of the dice it needs are not recorded: {} D{} for {:?} [{}]", ask.count, ask.sides, ask.purpose, ask.rule)]
    DiceMissing { ask: Ask<P>, missing: u16 },
    #[error("a D{sides} has no face {face}")]
    NoSuchFace { sides: u8, face: u8 },
    #[error("{0} of the dice recorded are not needed")]
    DiceLeft(usize),
    #[error("event {place} was recorded as {}, and is decided as {}", words(recorded), words(decided))]
    Event {
        /// From 1.
        place: usize,
        recorded: Option<Event<F, P>>,
        decided: Option<Event<F, P>>,
    },
    #[error("it was struck out by [{rule}], and the rules allow it now")]
    Lawful { rule: Rule },
    #[error("it was struck out by [{recorded}], and is refused by [{decided}] now")]
    StruckOtherwise { recorded: Rule, decided: Rule },
}

impl<F: Debug, R: Debug, P: Debug> Disagreement<F, R, P> {
    fn of(&self) -> String {
        if self.deed == self.entry { String::new() } else { format!(" in what it makes of entry {}", self.deed) }
    }
}

fn words<F: Debug, P>(event: &Option<Event<F, P>>) -> String {
    match event {
        Some(event) => format!("{:?} [{}]", event.fact, event.rule),
        None => "nothing".to_owned(),
    }
}

impl<G: Game> Journal<G> {
    /// Decides every command again, with its own dice, from the state in which it was given.
    ///
    /// Whether the journal was [`closed`](Journal::closed) is not asked here.
    ///
    /// # Errors
    /// [`Disagreement`]: the first entry that comes out otherwise.
    pub fn verify(&self) -> Result<(), DisagreementOf<G>> {
        let setup = &self.header.setup;
        let mut course = Course::begin(setup);
        for (at, entry) in self.entries.iter().enumerate() {
            let number = at + 1;
            match entry {
                Entry::Did { command, events } => {
                    course.refresh(setup, &self.entries);
                    again::<G>(course.state(), command, events).map_err(|what| Disagreement {
                        entry: number,
                        deed: number,
                        what: Box::new(what),
                    })?;
                }
                Entry::Amended { entry, command, ruled } => {
                    self.verify_amended(&course.done, *entry, command, ruled).map_err(|(deed, what)| Disagreement {
                        entry: number,
                        deed,
                        what: Box::new(what),
                    })?
                }
                Entry::Undid
                | Entry::Redid
                | Entry::Remarked { .. }
                | Entry::Noticed { .. }
                | Entry::Opened
                | Entry::Closed => {}
            }
            course.take(&self.entries, number);
        }
        Ok(())
    }

    fn verify_amended(
        &self,
        done: &[usize],
        entry: usize,
        command: &G::Command,
        ruled: &[Ruled<EventOf<G>>],
    ) -> Result<(), (usize, OtherwiseOf<G>)> {
        let deeds = super::course::deeds(&self.entries, done);
        let from = deeds.partition_point(|deed| deed.entry < entry);
        let mut state = super::course::replay::<G>(&self.header.setup, &deeds[..from]);
        for (deed, ruled) in deeds[from..].iter().zip(ruled) {
            let command = if deed.entry == entry { command } else { deed.command };
            match &ruled.outcome {
                Outcome::Stands(events) => {
                    again::<G>(&state, command, events).map_err(|what| (deed.entry, what))?;
                    play::apply_all::<G>(&mut state, events);
                }
                Outcome::Struck { rule, .. } => {
                    let dice = self.dice_of(done, deed.entry);
                    refused_again::<G>(&state, command, *rule, dice).map_err(|what| (deed.entry, what))?;
                }
            }
        }
        Ok(())
    }
}

fn again<G: Game>(state: &G::State, command: &G::Command, recorded: &[EventOf<G>]) -> Result<(), OtherwiseOf<G>> {
    let mut dice = Script::of(recorded.iter().flat_map(|event| event.dice.iter().map(Roll::die)));
    let decided = play::decide::<G>(state, command, &mut dice).map_err(otherwise::<G>)?;
    let differ = |at: &usize| recorded.get(*at) != decided.get(*at);
    if let Some(at) = (0..recorded.len().max(decided.len())).find(differ) {
        let (recorded, decided) = (recorded.get(at).cloned(), decided.get(at).cloned());
        return Err(Otherwise::Event { place: at + 1, recorded, decided });
    }
    if dice.left() > 0 { Err(Otherwise::DiceLeft(dice.left())) } else { Ok(()) }
}

fn refused_again<G: Game>(
    state: &G::State,
    command: &G::Command,
    recorded: Rule,
    mut dice: super::amend::Kept<G::Purpose>,
) -> Result<(), OtherwiseOf<G>> {
    match play::decide::<G>(state, command, &mut dice.alone()) {
        Ok(_) => Err(Otherwise::Lawful { rule: recorded }),
        Err(Halt::Refused { rule, .. }) if rule == recorded => Ok(()),
        Err(Halt::Refused { rule, .. }) => Err(Otherwise::StruckOtherwise { recorded, decided: rule }),
        Err(halt @ (Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. })) => Err(otherwise::<G>(halt)),
    }
}

fn otherwise<G: Game>(halt: play::HaltOf<G>) -> OtherwiseOf<G> {
    match halt {
        Halt::Refused { reason, rule } => Otherwise::Refused { reason, rule },
        Halt::NeedsRoll { ask, missing } => Otherwise::DiceMissing { ask, missing },
        Halt::NoSuchFace { ask, face } => Otherwise::NoSuchFace { sides: ask.sides, face },
    }
}

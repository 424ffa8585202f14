//! Deciding everything again.
use std::fmt::Debug;

use super::{
    Deed, Entry, Journal, Outcome, RuledOf,
    amend::{Again, Kept},
    course::{self, Course},
    dice::Thrown,
};
use crate::play::{self, Ask, Event, EventOf, Game, Halt, Roll, Rule, Script, Source};

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
/// How a ruling of one game differs.
pub type OtherwiseOf<G> = Otherwise<<G as Game>::Fact, <G as Game>::Reason, <G as Game>::Purpose>;

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
    #[error("a D{sides} for {purpose:?} is recorded as thrown {face}, and the seed throws {thrown}")]
    NotThrown { sides: u8, purpose: P, face: u8, thrown: u8 },
    #[error("a D{sides} for {purpose:?} fell as {fell}, and is ruled again as {face}")]
    OtherDie { sides: u8, purpose: P, fell: u8, face: u8 },
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

impl<F: Debug, R: Debug, P: Debug> Otherwise<F, R, P> {
    /// Whether it is false by any edition of the rules: a die that is none, or that did not fall so.
    fn is_false(&self) -> bool {
        match self {
            Otherwise::NoSuchFace { .. } | Otherwise::NotThrown { .. } | Otherwise::OtherDie { .. } => true,
            Otherwise::Refused { .. }
            | Otherwise::DiceMissing { .. }
            | Otherwise::DiceLeft(_)
            | Otherwise::Event { .. }
            | Otherwise::Lawful { .. }
            | Otherwise::StruckOtherwise { .. } => false,
        }
    }
}

/// What deciding everything again has shown.
pub struct Proof<G: Game> {
    /// Rulings decided again.
    pub rulings: usize,
    /// Dice thrown again from the seed, each as it was recorded.
    pub thrown: usize,
    /// Dice typed by the referee, which nobody can throw again.
    pub typed: usize,
    /// Dice recorded as thrown by a seed that is kept elsewhere.
    pub unproved: usize,
    /// Deeds struck out after dice that format 1 did not keep.
    pub unkept: usize,
    /// Rulings that come out otherwise by the present edition of the rules, in a journal of another edition.
    pub otherwise: Vec<DisagreementOf<G>>,
}

fn words<F: Debug, P>(event: &Option<Event<F, P>>) -> String {
    match event {
        Some(event) => format!("{:?} [{}]", event.fact, event.rule),
        None => "nothing".to_owned(),
    }
}

impl<G: Game> Journal<G> {
    /// Decides every command again, with its own dice, from the state in which it was given, and throws every seeded
    /// die again.
    ///
    /// # Errors
    /// The first entry that comes out otherwise.
    pub fn verify(&self) -> Result<(), DisagreementOf<G>> {
        self.prove()?.otherwise.into_iter().next().map_or(Ok(()), Err)
    }

    /// As [`verify`](Journal::verify), for a journal of any edition of the rules: where it was begun by another edition
    /// than the present one, rulings that come out otherwise are listed, since nobody can tell whether the rule or the
    /// entry was changed. Dice are held against the seed by every edition.
    ///
    /// # Errors
    /// The first entry that is false: by a die, or by the rules of its own edition.
    pub fn prove(&self) -> Result<Proof<G>, DisagreementOf<G>> {
        let proof = Proof { rulings: 0, thrown: 0, typed: 0, unproved: 0, unkept: 0, otherwise: Vec::new() };
        let mut check = Check { journal: self, proof, entry: 0 };
        let setup = &self.header.setup;
        let mut course = Course::begin(setup);
        let mut stream = 1;
        for (at, entry) in self.entries.iter().enumerate() {
            check.entry = at + 1;
            match entry {
                Entry::Did { command, events } => {
                    course.refresh(setup, &self.entries);
                    let mut thrown = self.thrown(course.place().after::<G>(events), stream);
                    let dice = events.iter().flat_map(|event| &event.dice);
                    check.dice(at + 1, dice, Kept::default(), &mut thrown)?;
                    check.ruling(at + 1, again::<G>(course.state(), command, events))?;
                }
                Entry::Amended { entry, command, ruled } => {
                    let deeds = course::deeds(&self.entries, &course.done);
                    let from = deeds.partition_point(|deed| deed.entry < *entry);
                    check.amended(&deeds, from, command, ruled, &course, stream)?;
                }
                Entry::Undid | Entry::TakenBack { .. } | Entry::Redid => {}
                Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
            }
            stream += u64::from(entry.counts());
            course.take(&self.entries, at + 1);
        }
        Ok(check.proof)
    }
}

/// A journal on trial.
struct Check<'a, G: Game> {
    journal: &'a Journal<G>,
    proof: Proof<G>,
    /// The entry that is being looked at.
    entry: usize,
}

impl<G: Game> Check<'_, G> {
    /// Every deed that an amendment ruled again.
    fn amended(
        &mut self,
        deeds: &[Deed<'_, G>],
        from: usize,
        command: &G::Command,
        ruled: &[RuledOf<G>],
        course: &Course<G>,
        stream: u64,
    ) -> Result<(), DisagreementOf<G>> {
        let Some(first) = deeds.get(from) else { return Ok(()) };
        let mut state = course::replay::<G>(&self.journal.header.setup, &deeds[..from]);
        let mut thrown = self.journal.thrown(first.place, stream);
        let mut all_kept = self.journal.dice_kept(&course.done, first.entry);
        for (deed, ruled) in deeds[from..].iter().zip(ruled) {
            let command = if deed.entry == first.entry { command } else { deed.command };
            let kept = all_kept.remove(&deed.entry).unwrap_or_default();
            thrown.move_to(deed.place);
            match &ruled.outcome {
                Outcome::Struck { rule, dice, .. } if dice.is_empty() && self.journal.header.format == 1 => {
                    self.struck_without_dice(deed.entry, &state, command, *rule, kept, &mut thrown)?;
                }
                Outcome::Struck { rule, dice, .. } => {
                    self.dice(deed.entry, dice.iter(), kept, &mut thrown)?;
                    self.ruling(deed.entry, refused_again::<G>(&state, command, *rule, dice))?;
                }
                Outcome::Stands(events) => {
                    self.dice(deed.entry, ruled.outcome.dice(), kept, &mut thrown)?;
                    self.ruling(deed.entry, again::<G>(&state, command, events))?;
                    play::apply_all::<G>(&mut state, events);
                }
            }
        }
        Ok(())
    }

    /// Format 1 wrote down no dice that fell before a refusal: they are thrown again if the program threw them.
    fn struck_without_dice(
        &mut self,
        deed: usize,
        state: &G::State,
        command: &G::Command,
        recorded: Rule,
        kept: Kept<G::Purpose>,
        thrown: &mut Thrown,
    ) -> Result<(), DisagreementOf<G>> {
        let mut dice = Again { kept, thrown, given: None, fresh: 0 };
        let decided = play::decide::<G>(state, command, &mut dice);
        let found = refusal::<G>(decided, recorded);
        if found.is_err() && dice.fresh > 0 {
            self.proof.unkept += 1;
            return Ok(());
        }
        self.ruling(deed, found)
    }

    /// Holds recorded dice against those that fell for the deed before, and against the seed.
    fn dice<'d>(
        &mut self,
        deed: usize,
        dice: impl Iterator<Item = &'d Roll<G::Purpose>>,
        mut kept: Kept<G::Purpose>,
        thrown: &mut Thrown,
    ) -> Result<(), DisagreementOf<G>>
    where
        G::Purpose: 'd,
    {
        for roll in dice {
            let Roll { sides, face, source, ref purpose } = *roll;
            if face == 0 || sides < face {
                return self.ruling(deed, Err(Otherwise::NoSuchFace { sides, face }));
            }
            let known = kept.take(sides, purpose);
            let seeded = thrown.next(sides, purpose, known.is_some());
            if let Some(known) = known.filter(|known| *known != roll.die()) {
                let other = Otherwise::OtherDie { sides, purpose: purpose.clone(), fell: known.face, face };
                return self.ruling(deed, Err(other));
            }
            match (source, seeded) {
                (Source::Thrown, Some(thrown)) if thrown != face => {
                    let other = Otherwise::NotThrown { sides, purpose: purpose.clone(), face, thrown };
                    return self.ruling(deed, Err(other));
                }
                _ if known.is_some() => {}
                (Source::Typed, _) => self.proof.typed += 1,
                (Source::Thrown, Some(_)) => self.proof.thrown += 1,
                (Source::Thrown, None) => self.proof.unproved += 1,
            }
        }
        Ok(())
    }

    /// Takes in how one ruling came out.
    fn ruling(&mut self, deed: usize, found: Result<(), OtherwiseOf<G>>) -> Result<(), DisagreementOf<G>> {
        self.proof.rulings += 1;
        let Err(what) = found else { return Ok(()) };
        let is_false = what.is_false() || self.journal.header.rulings == G::RULINGS;
        let disagreement = Disagreement { entry: self.entry, deed, what: Box::new(what) };
        if is_false {
            return Err(disagreement);
        }
        self.proof.otherwise.push(disagreement);
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
    dice: &[Roll<G::Purpose>],
) -> Result<(), OtherwiseOf<G>> {
    let mut dice = Script::of(dice.iter().map(Roll::die));
    refusal::<G>(play::decide::<G>(state, command, &mut dice), recorded)?;
    if dice.left() > 0 { Err(Otherwise::DiceLeft(dice.left())) } else { Ok(()) }
}

fn refusal<G: Game>(decided: Result<Vec<EventOf<G>>, play::HaltOf<G>>, recorded: Rule) -> Result<(), OtherwiseOf<G>> {
    match decided {
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
